"""Pages in pieces. A part is drawn from what it is given and from nothing else, so whoever sees the same shares one drawing;
an open page is sent the pieces that look different now."""

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypedDict, TypeVar

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, meta
from markupsafe import Markup

from fivefamilies import games
from fivefamilies.core.moves import phrase
from fivefamilies.core.views import Shown, thing_of
from fivefamilies.core.words import Words

TEMPLATES = Path(__file__).parent / "templates"
SHEETS = 300  # drawings that a room keeps at most
COLUMNS = 7  # of a table of the generic board
MARK = re.compile(r"<!--part ([\w-]+)-->")  # stands for a part; no text of a guest can look like it
LOG_END = "</ol>"
ANY_PHASE = -1  # where a move has the same words whatever is asked


def pick(thing: Mapping[str, object], *keys: str) -> dict[str, object]:
    """Some entries of a mapping."""
    return {key: thing[key] for key in keys}


def pick_each(many: Iterable[Mapping[str, object]], *keys: str) -> list[dict[str, object]]:
    """The same entries of many mappings."""
    return [pick(thing, *keys) for thing in many]


class MoveShape(TypedDict):
    """A move as templates get it."""

    id: int
    notation: str
    label: str
    kind: str
    thing: str
    arguments: Mapping[str, str]
    counts: Mapping[str, int]


class Refusal(MoveShape):
    """A move that is not possible now, and why."""

    why: Markup


Shape = TypeVar("Shape", bound=MoveShape)


def the(moves: Mapping[str, Shape], kind: str, /, **arguments: str) -> Shape | None:
    """Among moves the one of this kind with these arguments, if it is there: `moves|the("place", die="red")`."""
    for move in moves.values():
        if move["kind"] == kind and arguments.items() <= move["arguments"].items():
            return move
    return None


def all_on(moves: Mapping[str, Shape], kind: str, word: object) -> list[Shape]:
    """Those that lie on a thing of the table."""
    thing = thing_of(kind, word)
    return [move for move in moves.values() if move["thing"] == thing]


def on(moves: Mapping[str, Shape], kind: str, word: object) -> Shape | None:
    """The first of them: `moves|on("boss", "capone")`."""
    return next(iter(all_on(moves, kind, word)), None)


def by(moves: Mapping[str, MoveShape], name: str) -> dict[str, int]:
    """The ids of the moves that have this argument, by its word: `moves|by("cell")`."""
    return {move["arguments"][name]: move["id"] for move in moves.values() if name in move["arguments"]}


def figures(move: MoveShape) -> str:
    """The numbers of a move in one word: 3 Experts and 1 Occasional are `3:1`."""
    return ":".join(map(str, move["counts"].values()))


class Reasons(Protocol):
    """Knows why moves are refused."""

    def why(self, kind: str, /, **arguments: str) -> Markup | None: ...


Refusals = Reasons | dict[str, Refusal]


def why(refusals: Refusals, kind: str, /, **arguments: str) -> Markup | None:
    """Why such a move is refused, if it is: `refusals|why("recruit")`."""
    if not isinstance(refusals, dict):
        return refusals.why(kind, **arguments)
    refused = the(refusals, kind, **arguments)
    return refused["why"] if refused else None


def grouped(amount: int, say: Words) -> str:
    """A large number as people write it in the language of `say`."""
    return say.number(amount)


def notation(view: Mapping[str, str], kind: str, /, **arguments: str) -> str:
    """The words of a move that may become possible, as its title declares them: `notation(view, "space", space="2")`."""
    words = phrase(games.title(view["title"]).kinds["Move"][kind.upper()].declared.words, ANY_PHASE)
    assert isinstance(words, str), "where the words depend on the position nobody can foretell them"
    return words.format(**arguments)


Touch = dict[str, list[MoveShape]]  # legal moves by the thing they are about


def touch(entries: Iterable[Shown], moves: Mapping[str, MoveShape]) -> Touch:
    """The legal moves on those things of a view that they are about."""
    on, here = Touch(), set[str]().union(*(entry.things for entry in entries))
    for move in moves.values():
        if move["thing"] in here:
            on.setdefault(move["thing"], []).append(move)
    return on


def sheet_of(entry: Shown, seat: int | None) -> Shown | None:
    """Among the sheets of all seats, this seat's."""
    own = [one for one in entry.inside if one.head and one.head.kind == "seat" and one.head.value == seat]
    return own[0] if len(own) == 1 else None


def among(on: Touch, entry: Shown, own: Shown | None = None) -> Touch:
    """Those that lie on the things of one entry; of things that everybody has, on one's own."""
    here = entry.things - (own.things if own and own != entry else set())
    return {thing: on[thing] for thing in on if thing in here}


def is_flat(entry: Shown) -> bool:
    """Are these rows of a table: groups that hold nothing but single values, not too many?"""
    rows = entry.inside
    return len(rows) > 1 and all(
        row.kind == "group" and len(row.inside) <= COLUMNS and not any(cell.is_nested for cell in row.inside) for row in rows
    )


def is_map(entry: Shown) -> bool:
    """Do these things lie in columns and rows?"""
    return entry.kind == "list" and all(thing.first("column") and thing.first("row") for thing in entry.inside)


def number_in(cell: Shown, kind: str) -> int:
    """The number of this kind that a thing has."""
    found = cell.first(kind)
    return found.value if found and isinstance(found.value, int) else 0


def map_rows(entry: Shown) -> list[list[Shown | None]]:
    """The things of a map in their rows, nothing where the map has none."""
    placed = {(number_in(cell, "row"), number_in(cell, "column")): cell for cell in entry.inside}
    rows, columns = (range(1, max(place[axis] for place in placed) + 1) for axis in (0, 1))
    return [[placed.get((row, column)) for column in columns] for row in rows]


@lru_cache(maxsize=None)
def composed(slug: str) -> ModuleType:
    """What a title's own board composes in Python: `composed("parrain").grid(...)`."""
    return import_module(f"fivefamilies.table.boards.{slug}")


class Pages(Environment):
    """Jinja's environment, quicker in what templates do very often: names are looked up in one mapping, not in a chain of two,
    and an entry of a dictionary is not tried as an attribute first."""

    def make_globals(self, given: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(given) if given else self.globals

    def getattr(self, obj: Any, attribute: str) -> Any:
        return obj[attribute] if type(obj) is dict and attribute in obj else super().getattr(obj, attribute)


pages = Pages(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    auto_reload=False, cache_size=-1,
)  # fmt: skip
pages.filters["pick"] = pick
pages.globals |= {"notation": notation, "composed": composed}
pages.filters["pick_each"] = pick_each
pages.filters |= {"the": the, "on": on, "all_on": all_on, "by": by, "figures": figures, "why": why}
pages.filters["touch"] = touch
pages.filters["among"] = among
pages.filters["sheet_of"] = sheet_of
pages.filters["grouped"] = grouped
pages.filters["map_rows"] = map_rows
pages.tests["flat"] = is_flat
pages.tests["map"] = is_map


def plain(markup: object) -> str:
    """Markup as the text that it is, where drawings are told apart by what they are given."""
    if not isinstance(markup, Markup):
        raise TypeError(f"no part is given a {type(markup).__name__}")
    return str(markup)


@lru_cache(maxsize=None)
def given_to(template: str) -> tuple[str, ...]:
    """The names of what a template is drawn from, apart from the language."""
    names = meta.find_undeclared_variables(pages.parse((TEMPLATES / template).read_text(encoding="utf-8")))
    return tuple(sorted(names - {"say"}))


class Easel:
    """Draws one region and its parts."""

    def __init__(self, sheets: dict[object, str], say: Words, names: dict[str, str], parts: dict[str, str]) -> None:
        self.sheets, self.say, self.names, self.parts = sheets, say, names, parts

    def draw(self, template: str, context: dict[str, object]) -> str:
        """The region with a mark in the place of every part."""
        return pages.get_template(template).render({**context, "part": self.part})

    def draw_once(self, template: str, context: dict[str, object]) -> str:
        """A region without parts that seldom changes, drawn from plain values."""
        return self.sheet("", template, {name: context[name] for name in given_to(template) if name in context})

    def part(self, id: str, template: str, **given: object) -> Markup:
        """One part of the region, an element with this id."""
        self.parts[id] = self.sheet(id, template, given)
        return Markup(f"<!--part {id}-->")

    def sheet(self, id: str, template: str, given: dict[str, object]) -> str:
        """A drawing, made once for all who are given the same; what nobody was given for longest is forgotten first."""
        key = (id, template, self.say.language, msgspec.msgpack.encode(given, enc_hook=plain))
        html = self.sheets.pop(key, None)
        if html is None:
            if len(self.sheets) >= SHEETS:
                del self.sheets[next(iter(self.sheets))]
            html = pages.get_template(template).render(given, say=self.say, names=self.names, id=id)
        self.sheets[key] = html
        return html

    def inline(self, id: str, template: str, **given: object) -> Markup:
        """The part itself, where a page is drawn once."""
        self.part(id, template, **given)
        return Markup(self.parts[id])


@dataclass
class Drawn:
    """The regions of a page with their parts."""

    version: int
    regions: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)

    def whole(self, region: str) -> str:
        """A region with its parts in place."""
        return filled(self.regions[region], self.parts)

    def page(self) -> dict[str, str]:
        return {name: self.whole(name) for name in self.regions}

    def news(self, old: "Drawn | None") -> str:
        """The message that turns an open page from `old` into this one."""
        return "".join(self.changes(old or Drawn(-1)))

    def changes(self, old: "Drawn") -> Iterator[str]:
        for name, html in self.regions.items():
            was = old.regions.get(name)
            if was == html:
                yield from self.changes_in(html, old)
            elif was and (new := continuation(was, html)) is not None:
                yield new.replace("<li", f'<li hx-swap-oob="beforeend:#{name}"')
            else:
                yield swap(name, self.whole(name))

    def changes_in(self, html: str, old: "Drawn") -> Iterator[str]:
        """Of the parts that are marked here those that look different; where one does not, perhaps one inside it."""
        for part in MARK.findall(html):
            if old.parts.get(part) != self.parts[part]:
                yield swap(part, filled(self.parts[part], self.parts))
            else:
                yield from self.changes_in(self.parts[part], old)


def continuation(was: str, html: str) -> str | None:
    """The new lines of a log that goes on from `was`, or None. What it has lost at its head an open page keeps: nothing moves."""
    start = html.find("<li")
    second = html.find("<li", start + 1)
    first = html[start : second if second > start else -len(LOG_END)]
    same = was.find(first) if start >= 0 and was.endswith(LOG_END) and was[:start] == html[:start] else -1
    kept = was[same : -len(LOG_END)] if same >= 0 else ""
    return html[start + len(kept) : -len(LOG_END)] if kept and html.startswith(kept, start) else None


def filled(html: str, parts: Mapping[str, str]) -> str:
    """A drawing with its parts in the places of their marks; a part may be given the marks of others, and holds them then."""
    return MARK.sub(lambda mark: filled(parts[mark[1]], parts), html)


def swap(id: str, html: str) -> str:
    """What an open page is told to put in the place of the element with this id: its new look, which knows its place."""
    return html.replace(f' id="{id}"', f' id="{id}" hx-swap-oob="morph"', 1)
