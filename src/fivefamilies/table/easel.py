"""Pages in pieces. A part is drawn from what it is given and from nothing else, so whoever sees the same shares one drawing;
an open page is sent the pieces that look different now."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from fivefamilies.core.words import Words

TEMPLATES = Path(__file__).parent / "templates"
SHEETS = 300  # drawings that a room keeps at most
MARK = re.compile(r"<!--part ([\w-]+)-->")  # stands for a part; no text of a guest can look like it
LOG_END = "</ol>"


def pick(thing: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Some entries of a mapping."""
    return {key: thing[key] for key in keys}


def pick_each(many: Iterable[Mapping[str, Any]], *keys: str) -> list[dict[str, Any]]:
    """The same entries of many mappings."""
    return [pick(thing, *keys) for thing in many]


CARD_KEYS = ("hand", "bank", "street", "shown", "respect_cards")  # entries of a view that are drawn as cards


def things(value: Any, key: str = "") -> tuple[set[str], set[str]]:
    """What the entry `key` of a view shows that can be touched: things with an id of their own, and cards by name."""
    ids, cards = set[str](), set[str]()
    inner: list[tuple[str, Any]] = []
    if isinstance(value, Mapping):
        inner = list(value.items())
        if isinstance(value.get("id"), str):
            ids.add(value["id"])
        elif key in CARD_KEYS:
            cards |= set(value)
    elif isinstance(value, list):
        inner = [("", entry) for entry in value]
        if key in CARD_KEYS:
            cards |= {entry for entry in value if isinstance(entry, str)}
    for name, entry in inner:
        if isinstance(entry, (Mapping, list)):
            more_ids, more_cards = things(entry, name)
            ids |= more_ids
            cards |= more_cards
    return ids, cards


Touch = dict[str, list[dict[str, Any]]]  # legal moves by the thing they concern


def touch(view: Any, moves: Mapping[str, dict[str, Any]]) -> tuple[Touch, Touch]:
    """The legal moves by the first thing that their words name: things with an id of their own, or else cards."""
    on_ids, on_cards = Touch(), Touch()
    ids, cards = things(view) if moves else (set(), set())
    for move in moves.values():
        said = move["notation"].split()
        thing = next((word for word in said if word in ids), None)
        card = next((word for word in said if word in cards), None)
        if thing is not None:
            on_ids.setdefault(thing, []).append(move)
        elif card is not None:
            on_cards.setdefault(card, []).append(move)
    return on_ids, on_cards


def among(touched: tuple[Touch, Touch], value: Any, key: str = "") -> Touch:
    """Those that lie on the things of one entry of the view."""
    if not any(touched):
        return {}
    return {word: of[word] for of, here in zip(touched, things(value, key), strict=True) for word in of if word in here}


pages = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    auto_reload=False, cache_size=-1,
)  # fmt: skip
pages.filters["pick"] = pick
pages.filters["pick_each"] = pick_each
pages.filters["touch"] = touch
pages.filters["among"] = among
pages.globals["CARD_KEYS"] = CARD_KEYS


class Easel:
    """Draws one region and its parts."""

    def __init__(self, sheets: dict[Any, str], say: Words, names: dict[str, str], parts: dict[str, str]) -> None:
        self.sheets, self.say, self.names, self.parts = sheets, say, names, parts

    def draw(self, template: str, context: dict[str, Any]) -> str:
        """The region with a mark in the place of every part."""
        return pages.get_template(template).render({**context, "part": self.part})

    def part(self, id: str, template: str, **given: Any) -> Markup:
        """One part of the region, an element with this id."""
        key = (id, template, self.say.language, msgspec.msgpack.encode(given))
        html = self.sheets.get(key)
        if html is None:
            if len(self.sheets) >= SHEETS:
                self.sheets.clear()
            html = pages.get_template(template).render(given, say=self.say, names=self.names, id=id)
            self.sheets[key] = html
        self.parts[id] = html
        return Markup(f"<!--part {id}-->")

    def inline(self, id: str, template: str, **given: Any) -> Markup:
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
        return MARK.sub(lambda mark: self.parts[mark[1]], self.regions[region])

    def page(self) -> dict[str, str]:
        return {name: self.whole(name) for name in self.regions}

    def news(self, old: "Drawn | None") -> str:
        """The message that turns an open page from `old` into this one."""
        return "".join(self.changes(old or Drawn(-1)))

    def changes(self, old: "Drawn") -> Iterator[str]:
        for name, html in self.regions.items():
            was = old.regions.get(name)
            if was == html:
                for part in MARK.findall(html):
                    if old.parts.get(part) != self.parts[part]:
                        yield swap(part, self.parts[part])
            elif was and was.endswith(LOG_END) and html.startswith(was.removesuffix(LOG_END)):
                yield html[len(was) - len(LOG_END) : -len(LOG_END)].replace("<li", f'<li hx-swap-oob="beforeend:#{name}"')
            else:
                yield swap(name, self.whole(name))


def swap(id: str, html: str) -> str:
    """What an open page is told to put in the place of the element with this id: its new look, which knows its place."""
    return html.replace(f' id="{id}"', f' id="{id}" hx-swap-oob="morph"', 1)
