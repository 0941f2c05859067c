"""Editions: the data of somebody's printed copy in the place of ours, in a TOML file with the keys of a title's data file.

    [edition]
    title = "parrain"
    name = "My copy of 1971"

    [[control_value]]
    neighbourhood = "harlem"
    extortion = 3200

A title declares in `components.editable` which entries may differ. What an edition says is what it does: where a card has an
effect, the edition names the effect and its numbers, and the text is made of them (core/effects).
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from fivefamilies.core.contract import Title
from fivefamilies.core.datafile import Edition, Rows, at, leaves, read
from fivefamilies.core.errors import BadEdition, BadMatchFile
from fivefamilies.core.matchform import Entry, Word
from fivefamilies.core.words import Words, sentence

HEAD = "edition"  # the table that says which title an edition is for, and what it is called
LARGEST = 64 << 10  # bytes of a file
DOTS = 100  # in a line: a reader of TOML takes the square of their number
LONGEST_NAME = 60
# What a row of the data file is called by.
ROW_NAMES = ("id", "index", "key", "players", "neighbourhood", "city", "bill", "number", "value", "name")
NO_TOML = sentence("edition: the file is not valid TOML: {error}")
SOURCES = ("seed", "public", "house")


class Difference(NamedTuple):
    """One entry of an edition that is not as in our box."""

    table: str
    row: str
    entry: str
    ours: object
    yours: object

    @property
    def place(self) -> str:
        """Where it stands."""
        return " ".join(filter(None, (self.table, self.row, self.entry)))


class Sourced(NamedTuple):
    """A row of the data file, and where it comes from: seed is printed, public is known, house is ours."""

    table: str
    row: str
    source: str


# ---------------------------------------------------------------- reading


def parse(raw: bytes | str) -> dict[str, object]:
    """The data of an edition file; one sentence for anything that is none."""
    if len(raw) > LARGEST:
        raise BadEdition("edition: the file is longer than {n} bytes", n=LARGEST)
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8-sig")
        crowded = next((number for number, line in enumerate(text.split("\n"), 1) if line.count(".") > DOTS), None)
        if crowded:
            raise BadEdition(NO_TOML, error=f"line {crowded}: more than {DOTS} dots")
        given = tomllib.loads(text)
        msgspec.convert(given, dict[Word, Entry])
    except msgspec.ValidationError as error:
        raise BadEdition("edition: an entry makes no sense: {error}", error=error) from error
    except (ValueError, RecursionError) as error:
        raise BadEdition(NO_TOML, error=error) from error
    return given


def title_in(edition: Edition) -> str | None:
    """The title that an edition says it is for."""
    return head_of(edition).get("title")


def name_in(edition: Edition | None) -> str:
    """What an edition calls itself; nothing, if it does not."""
    return str(head_of(edition or {}).get("name", ""))


def head_of(edition: Edition) -> Mapping[str, str]:
    """What an edition says of itself."""
    head = edition.get(HEAD, {})
    if not isinstance(head, Mapping) or not set(head) <= {"title", "name"} or not all(isinstance(v, str) for v in head.values()):
        raise BadEdition("edition: the table [edition] has a title and a name, both words")
    if len(head.get("name", "")) > LONGEST_NAME:
        raise BadEdition("edition: its name is longer than {n} characters", n=LONGEST_NAME)
    return head


def box_of(title: Title, edition: Edition | None) -> object:
    """The components of a title with an edition's entries in them; raises unless it is an edition of this title that fits."""
    if edition is None:
        return title.box
    wanted = title_in(edition)
    if wanted is not None and wanted != title.slug:
        raise BadEdition("edition: it is one of {other}, not of {title}", other=wanted, title=title.slug)
    try:
        return title.parts({key: entry for key, entry in edition.items() if key != HEAD})
    except (TypeError, KeyError, IndexError, ValueError, AttributeError, OverflowError) as error:
        raise BadEdition("edition: an entry makes no sense: {error}", error=error) from error


def recalled(title: Title, edition: Edition | None, version: int) -> Edition | None:
    """The edition of a stored match: data of the box that were others when it was written stand in it, entries that editions had
    once, texts beside what a card does, do not."""
    if version != title.rules_version and version not in title.earlier:
        raise BadMatchFile(
            "played by version {old} of the rules of {title}, here is version {new}",
            old=version,
            title=title.slug,
            new=title.rules_version,
        )
    if edition is None and version == title.rules_version:
        return None
    kept = dict(edition or {})
    for table, rows in title.earlier.get(version, {}).items():
        own = kept.get(table, [])
        kept[table] = [*rows, *(own if isinstance(own, list) else [own])]
    for table, entries in title.editable.retired.items():
        given = kept.get(table)
        if isinstance(given, list):
            kept[table] = [{k: v for k, v in row.items() if k not in entries} if isinstance(row, dict) else row for row in given]
    return kept


# ---------------------------------------------------------------- what differs, and where everything comes from


def differences(title: Title, edition: Edition) -> list[Difference]:
    """What an edition, which fits, changes in our box."""
    found = []
    editable = title.editable
    for path, given in leaves({key: entry for key, entry in edition.items() if key != HEAD}, editable.tables):
        ours = at(read(title.package), path)
        if not isinstance(ours, list) or not isinstance(given, list):
            found += [Difference(path, "", path.rpartition(".")[2], ours, given)] * (ours != given)
            continue
        by = editable.found_by.get(path, "id")
        rows = {str(row[by]): row for row in (*ours, *extra_rows(title, path))}
        for row in given:
            was = rows[str(row[by])]
            found += [
                Difference(path, str(row[by]), entry, was.get(entry), value)
                for entry, value in row.items()
                if entry != by and value != was.get(entry)
            ]
    return found


def extra_rows(title: Title, path: str) -> Rows:
    """Rows of a table that lie elsewhere in the data file: cards that an option brings in."""
    ours = {row.get("id") for row in at(read(title.package), path)}
    return [row for row in read(title.package).get(f"extra_{path}", []) if row["id"] not in ours]


def sources(title: Title) -> list[Sourced]:
    """Every row of the title's data file, by table, with its source."""
    return list(sourced(read(title.package), ""))


def sourced(table: Mapping[str, object], path: str) -> Iterator[Sourced]:
    if "source" in table:
        name = next((str(table[key]) for key in ROW_NAMES if key in table), "")
        yield Sourced(path, name, str(table["source"]))
    for key, entry in table.items():
        inner = f"{path}.{key}" if path else key
        for one in entry if isinstance(entry, list) else [entry]:
            if isinstance(one, Mapping):
                yield from sourced(one, inner)


def meanings(say: Words) -> dict[str, str]:
    """What the sources are, for a reader."""
    return {
        "seed": say("printed in the rulebook, or follows from it"),
        "public": say("known from public descriptions of the game"),
        "house": say("ours, as the picture or the card is not at hand; an edition may replace it"),
    }


def has_house_data(title: Title) -> bool:
    """Is anything in this box ours?"""
    return bool(title.editable.tables) and any(row.source == "house" for row in sources(title))


def by_table(title: Title) -> dict[str, dict[str, list[str]]]:
    """The rows of the data file: by table, then by source, their names."""
    tables: dict[str, dict[str, list[str]]] = {}
    for row in sources(title):
        tables.setdefault(row.table, {}).setdefault(row.source, []).append(row.row)
    return tables


# ---------------------------------------------------------------- a file to begin with


def starting_file(title: Title, file: str, say: Words) -> str:
    """A file that changes nothing yet: every entry that may differ, as it is in our box, commented out."""
    lines = [
        say("{title}: an edition, the data of your printed copy in the place of ours.", title=title.called(say.language)),
        say("Every line below is as in our box, and does nothing. To change an entry, take the # away from its line,"),
        say("from the line in double brackets above it and from the line that names the row; then write what your copy says."),
        say("A remark says where ours comes from: seed is printed in the rulebook, public is known, house is ours."),
        f"families edition check {file}",
        f"families play {title.slug} --edition {file}",
    ]
    head, name = [f"# {line}" for line in lines], say("My printed copy")
    head += ["", f"[{HEAD}]", f"title = {toml(title.slug)}", f"name = {toml(name)}"]
    return "\n".join([*head, *(line for path in title.editable.tables for line in commented(title, path, say))]) + "\n"


def commented(title: Title, path: str, say: Words) -> Iterator[str]:
    """One table of the starting file."""
    editable, ours = title.editable, at(read(title.package), path)
    by = editable.found_by.get(path, "id")
    above, _, key = path.rpartition(".")
    if not isinstance(ours, list):
        is_first = next(other for other in editable.tables if other.rpartition(".")[0] == above) == path
        yield from ("", f"# [{above}]") if is_first else ()
        yield f"# {key} = {toml(ours)}"
        return
    yield ""
    for entry, effects in editable.effects.get(path, {}).items():
        yield "# " + say("{entry} is one of these, with its numbers:", entry=entry)
        for one in effects.listed():
            yield f"#   {one}"
    for row in (*ours, *extra_rows(title, path)):
        yield f"# [[{path}]]"
        yield f"# {by} = {toml(row[by])}   # {row.get('source', '')}"
        for entry in editable.tables[path]:
            if entry in row:
                yield f"# {entry} = {toml(row[entry])}"


def toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(toml(entry) for entry in value)}]"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key} = {toml(entry)}" for key, entry in value.items())
        return f"{{ {inside} }}"
    return str(value)
