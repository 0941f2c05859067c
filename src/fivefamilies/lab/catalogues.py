"""The sentences that have to be translated, collected from the sources; `make words` brings the catalogues up to date."""

from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from fivefamilies import games
from fivefamilies.core import errors
from fivefamilies.core.collect import sentences as collect_declared
from fivefamilies.core.words import LANGUAGES, home

KEYWORDS: dict[str, tuple[int, ...] | None] = {"say": None, "sentence": None, "many": (1, 2)}
KEYWORDS |= {name: None for name, kind in vars(errors).items() if isinstance(kind, type)}

Message = str | tuple[str, str]
FIRST_DAY = datetime(2026, 11, 15, tzinfo=UTC)  # a header that does not change with every update


def collect(files: list[Path]) -> list[Message]:
    """Every sentence in these Python files and templates, in order."""
    found: dict[Message, None] = {}
    for file in files:
        with file.open("rb") as stream:
            language = "python" if file.suffix == ".py" else "jinja2"
            for _, message, _, _ in extract(language, stream, keywords=KEYWORDS, options={"encoding": "utf-8"}):
                if message and message != "{file}: {error}":
                    found[message if isinstance(message, str) else (message[0], message[1])] = None
    return list(found)


def wanted(package: str) -> list[Message]:
    """The sentences that a package's catalogue needs: those of a title, or with `fivefamilies` all others."""
    folder = home(package)
    if package == "fivefamilies":
        own = [file for file in sorted(folder.rglob("*.py")) if "games" not in file.relative_to(folder).parts[:-2]]
        boards = {file for slug in games.TITLES for file in board_files(slug)}
        said = collect([file for file in own + sorted(folder.rglob("*.html")) if file not in boards])
        return list(dict.fromkeys(said + import_module("fivefamilies.cli.language").help_texts()))
    title = games.title(package.rpartition(".")[2])
    messages = collect(sorted(folder.rglob("*.py")) + board_files(title.slug))
    messages += collect_declared(title)
    return list(dict.fromkeys(messages))


def board_files(slug: str) -> list[Path]:
    """What draws a title's own board: its words are the title's."""
    table = home("fivefamilies") / "table"
    drawn = [f"templates/boards/{slug}.html", f"templates/boards/{slug}/**/*.html", f"boards/{slug}.py"]
    return sorted(file for pattern in drawn for file in table.glob(pattern))


def packages() -> list[str]:
    """Every package of ours that has words."""
    return ["fivefamilies", *(f"fivefamilies.games.{name}" for name in games.TITLES)]


def catalogue_file(package: str, language: str) -> Path:
    return home(package) / "languages" / f"{language}.po"


def read(package: str, language: str) -> Catalog:
    """A package's catalogue as it is."""
    file = catalogue_file(package, language)
    if not file.is_file():
        return Catalog(locale=language)
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def update(package: str, language: str) -> int:
    """Add what is missing with an empty translation, drop what is no longer said; returns how many are empty."""
    olds = [read(package, language), *(read(other, language) for other in packages() if other != package)]  # a sentence may move
    new = Catalog(
        locale=language, charset="utf-8", fuzzy=False, header_comment=f"# {package} in {language}",
        project="Five Families", version="1", copyright_holder="Five Families", msgid_bugs_address="none",
        creation_date=FIRST_DAY, revision_date=FIRST_DAY, last_translator="Five Families", language_team=language,
    )  # fmt: skip
    empty = 0
    for message in wanted(package):
        found = (old.get(message if isinstance(message, str) else message[0]) for old in olds)
        same = (entry for entry in found if entry and isinstance(entry.string, str) == isinstance(message, str))
        known = next((entry for entry in same if any(entry.string or "")), None)
        string = known.string if known else ""
        empty += not string
        new.add(message, string or None)
    file = catalogue_file(package, language)
    file.parent.mkdir(exist_ok=True)
    with file.open("wb") as stream:
        write_po(stream, new, width=120, omit_header=False, sort_output=False, ignore_obsolete=True)
    return empty


def main() -> None:
    """Update every catalogue and say what is left to translate."""
    for package in reversed(packages()):  # titles first: what moved to one is still in the common catalogue
        for language in LANGUAGES[1:]:
            print(f"{package} {language}: {update(package, language)} to translate")


if __name__ == "__main__":
    main()
