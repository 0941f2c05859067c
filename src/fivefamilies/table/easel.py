"""Pages in pieces. A part is drawn from what it is given and from nothing else, so whoever sees the same shares one drawing;
an open page is sent the pieces that look different now."""

import re
from collections.abc import Iterator, Mapping
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


pages = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    auto_reload=False, cache_size=-1,
)  # fmt: skip
pages.filters["pick"] = pick


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
                yield swap(name, html[len(was) - len(LOG_END) : -len(LOG_END)], "beforeend")
            else:
                yield swap(name, self.whole(name))


def swap(id: str, html: str, how: str = "outerMorph") -> str:
    """What an open page is told to put in the place of an element."""
    return f'<hx-partial hx-target="#{id}" hx-swap="{how}">{html}</hx-partial>'
