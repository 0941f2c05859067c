"""What is in the box: a title's data file, the presets it names, and an edition's entries in place of ours."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from fivefamilies.core.errors import BadEdition, nearest
from fivefamilies.core.words import LANGUAGES, Name

Row = Mapping[str, Any]  # of a table in the data file, each entry as its reader expects it
Rows = list[dict[str, Any]]
Edition = Mapping[str, object]  # the tables of an edition as they were read, which nobody has looked at yet


@lru_cache(maxsize=None)
def read(package: str) -> Row:
    """The data file of a title."""
    return tomllib.loads((resources.files(package) / "components.toml").read_text("utf-8"))


def presets(rows: Mapping[str, Row]) -> dict[str, dict[str, object]]:
    """The presets that the data file names, without their sources."""
    return {name: {key: value for key, value in preset.items() if key != "source"} for name, preset in rows.items()}


def name_of(row: Row, entry: str = "name") -> str:
    """The name of a component: ours is English, an entry of the catalogues; an edition may add its own words, `name_it`."""
    own = {language: row[f"{entry}_{language}"] for language in LANGUAGES if f"{entry}_{language}" in row}
    return Name.given(own["en"] if "en" in own else row[entry], own)


def in_languages(entry: str = "name") -> tuple[str, ...]:
    """The entries by which an edition may name a component."""
    return (entry, *(f"{entry}_{language}" for language in LANGUAGES))


# ---------------------------------------------------------------- editions


def replaced(
    ours: Row,
    edition: Edition | None,
    replaceable: Mapping[str, Sequence[str]],
    found_by: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Our tables with an edition's rows put over them: `replaceable` names the entries that may differ, by table.

    Rows are found by their `id`, or by the entry that `found_by` names; a table of no entries is one value, replaced whole.
    """
    tables = {path: [dict(row) for row in rows] if isinstance(rows, list) else rows for path, rows in ours.items()}
    for path, given in leaves(edition or {}, replaceable):
        if path not in replaceable:
            raise BadEdition("edition: '{path}' cannot be replaced; these can: {known}", path=path, known=", ".join(replaceable))
        if not replaceable[path]:
            tables[path] = same_type(given, tables[path], path, path)
        else:
            replace_rows(tables[path], given, path, (found_by or {}).get(path, "id"), replaceable[path])
    return tables


def at(tables: Row, path: str) -> Any:
    """The entry of a nested table, by its dotted name."""
    for key in path.split("."):
        tables = tables[key]
    return tables


def leaves(tables: Mapping[str, object], known: Mapping[str, object], above: str = "") -> list[tuple[str, object]]:
    """The entries of an edition by their dotted names, down to the tables that are known."""
    found = []
    for key, entry in tables.items():
        path = f"{above}{key}"
        is_above = any(name.startswith(f"{path}.") for name in known)
        found += leaves(entry, known, f"{path}.") if is_above and isinstance(entry, Mapping) else [(path, entry)]
    return found


def replace_rows(ours: Rows, given: object, path: str, by: str, entries: Sequence[str]) -> None:
    """Put an edition's rows of one table over ours."""
    if not isinstance(given, list) or not all(isinstance(row, dict) and isinstance(row.get(by), (str, int)) for row in given):
        raise BadEdition("edition: {path} must be a list of tables, each with its {by}", path=path, by=by)
    places = {str(row[by]): row for row in ours}
    for row in given:
        name = str(row[by])
        if name not in places:
            raise BadEdition(
                "edition: {path} has no '{id}'; did you mean '{near}'?",
                path=path,
                id=name,
                near=nearest(name, list(places)) or next(iter(places)),
            )
        for entry, value in row.items():
            if entry == by:
                continue
            like = entry if entry in places[name] else entry.rpartition("_")[0]  # a name in a language is like our name
            if entry not in entries or like not in places[name]:
                raise BadEdition(
                    "edition: '{entry}' of {path} cannot be replaced; these can: {known}",
                    entry=entry,
                    path=path,
                    known=", ".join(entries),
                )
            places[name][entry] = same_type(value, places[name][like], entry, name)


def same_type(given: object, ours: object, entry: str, of: str) -> Any:
    """The given value, if it is of the kind that ours is."""
    if type(given) is not type(ours):
        raise BadEdition("edition: '{entry}' of {id} has the wrong type", entry=entry, id=of)
    return given
