"""The commands about editions: new, check, sources."""

from pathlib import Path
from typing import Annotated

import typer

from fivefamilies.cli.console import Json, Language, TitleName, plain, print_json, read_edition, spoken_language
from fivefamilies.core.errors import BadEdition, BadFile
from fivefamilies.core.words import words


def new(
    title: TitleName,
    file: Annotated[Path | None, typer.Argument(help="the file to write; default: TITLE.toml")] = None,
    lang: Language = None,
) -> None:
    """Write a file to begin with: everything that an edition may change, as in our box, commented out."""
    from fivefamilies import games
    from fivefamilies.core import editions

    card = games.title(title)
    path = file or Path(f"{card.slug}.toml")
    if path.exists():
        raise BadFile("{file} is there already; choose another name", file=path)
    say = words(spoken_language(lang), card.package)
    if not card.editable.tables:
        raise BadEdition("{title} has nothing that an edition could change", title=card.slug)
    path.write_text(editions.starting_file(card, str(path), say), "utf-8")
    plain(say("{file} is written; change it, then: {command}", file=path, command=f"families edition check {path}"))


def check(
    file: Annotated[Path, typer.Argument(help="an edition file")],
    title: Annotated[str | None, typer.Option("--title", help="its title, if the file does not say")] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Check an edition file, and say what differs from our box."""
    from fivefamilies import games
    from fivefamilies.core import editions

    given = read_edition(file) or {}
    slug = title or editions.title_in(given)
    if slug is None:
        raise BadEdition("edition {path} does not say of which title it is: add [edition] with its title", path=file)
    card = games.title(slug)
    box = editions.box_of(card, given)
    card.numbers(box)
    found = editions.differences(card, given)
    if as_json:
        print_json({"file": str(file), "title": card.slug, "name": editions.name_in(given),
                    "differences": [one._asdict() for one in found]})  # fmt: skip
        return
    say = words(spoken_language(lang), card.package)
    for one in found:
        plain(f"  {one.place}: {editions.toml(one.ours) if one.ours is not None else '-'} -> {editions.toml(one.yours)}")
    name = editions.name_in(given) or str(file)
    plain(say(
        "{name} fits {title}; entries that differ from our box: {n}", name=name, title=card.called(say.language), n=len(found)
    ))  # fmt: skip


def sources(title: TitleName, lang: Language = None, as_json: Json = False) -> None:
    """Where the data of a title comes from: printed in the rulebook, public, or ours."""
    from fivefamilies import games
    from fivefamilies.core import editions

    card = games.title(title)
    tables = editions.by_table(card)
    if as_json:
        print_json({"title": card.slug, "tables": tables})
        return
    say = words(spoken_language(lang), card.package)
    meanings = editions.meanings(say)
    for source, meaning in meanings.items():
        plain(f"{source:<8}{meaning}")
    plain("")
    for table, by_source in tables.items():
        counts = ", ".join(f"{len(rows)} {source}" for source, rows in by_source.items())
        plain(f"{table:<24}{counts}")
        for source in ("public", "house"):
            rows = [row for row in by_source.get(source, []) if row]
            if rows and len(by_source) > 1:
                plain(f"    {source}: {', '.join(rows)}")


EDITION = (new, check, sources)
