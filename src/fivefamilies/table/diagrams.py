"""Diagrams on the rules pages: parts of a title's own board, drawn by the templates of the table from a real position."""

import re
from html import escape
from html.parser import HTMLParser

import msgspec
from markupsafe import Markup

from fivefamilies.core.diagrams import Diagram
from fivefamilies.core.words import words
from fivefamilies.table.drawing import board_template, printed_names
from fivefamilies.table.easel import MARK, Easel, filled
from fivefamilies.table.seats import look

VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}
TOUCHED = re.compile(r' (?:tabindex|data-about|data-key|data-near|data-pick|form|aria-live)="[^"]*"')
INPUT = re.compile(r"<input\b[^>]*>")
LINK = re.compile(r"<(/?)(?:a|button)\b")
NAMED = re.compile(r' (id|for|aria-labelledby|name)="([^"]+)"')
POINTS = re.compile(r'href="#([^"]+)"')
FIGURE = Markup(
    '<figure class="diagram"><div class="diagram-board" role="img" aria-label="{}"><div inert>{}</div></div>'
    "<figcaption>{}</figcaption></figure>"
)


class Frame(HTMLParser):
    """The frame of a board around some of its parts: their marks, what they lie in, and the outlines that pictures use."""

    def __init__(self, wanted: tuple[str, ...]) -> None:
        super().__init__(convert_charrefs=False)
        self.wanted = wanted
        self.open: list[list[str]] = [[]]  # by depth: what is kept so far, behind its opening tag
        self.outlines = 0  # depth within an svg

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        text = self.get_starttag_text() or ""
        if self.outlines or tag == "svg":
            self.outlines += 1
            self.open.append([text])
        elif tag not in VOID:
            self.open.append([f'<{tag} class="{escape(dict(attrs).get("class") or "")}">'])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.outlines:
            self.open[-1].append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        opening, *inside = self.open.pop()
        if self.outlines:
            self.outlines -= 1
            whole = "".join((opening, *inside, f"</{tag}>"))
            if self.outlines or "<defs" in whole or "<symbol" in whole:
                self.open[-1].append(whole)
        elif inside and any(not piece.startswith("<svg") for piece in inside):
            self.open[-1].append("".join((opening, *inside, f"</{tag}>")))

    def handle_comment(self, data: str) -> None:
        mark = MARK.fullmatch(f"<!--{data}-->")
        if mark and mark[1] in self.wanted:
            self.open[-1].append(mark[0])


def board(diagram: Diagram, language: str, number: int) -> Markup:
    """The parts of the board as they lie on the table, without anything to touch; `number` keeps their ids apart."""
    match, say = diagram.match(), words(language, diagram.title.package)
    title, names = match.title, printed_names(match.title.slug, language)
    seats = [
        {**look(seat, title.colours), "seat": seat,
         "name": title.seat_name(match.state, seat, match.parts, say), "player": "", "bot": None, "stand_in": None,
         "is_you": seat == diagram.seat, "is_bot": False, "is_free": False, "has_resigned": False, "is_present": True,
         "is_turn": match.actor == seat, "absent": 0, "clock": None, "runs": False}
        for seat in range(match.seats)
    ]  # fmt: skip
    parts: dict[str, str] = {}
    html = Easel({}, say, names, parts).draw(board_template(title.slug), {
        "view": msgspec.to_builtins(match.view(diagram.seat)), "moves": {}, "refusals": {}, "seats": seats, "names": names,
        "say": say, "you": diagram.seat, "entries": (),
    })  # fmt: skip
    frame = Frame(diagram.parts)
    frame.feed(html)
    drawn = filled("".join(frame.open[0]), parts)
    drawn = LINK.sub(r"<\1span", INPUT.sub("", TOUCHED.sub("", drawn)))
    drawn = NAMED.sub(rf' \1="diagram-{number}-\2"', drawn)
    return Markup(POINTS.sub(rf'href="#diagram-{number}-\1"', drawn))


def figure(diagram: Diagram, language: str, number: int) -> str:
    """A diagram with its caption, and a text for whoever does not see it."""
    say = words(language, diagram.title.package)
    return str(FIGURE.format(say(diagram.text), board(diagram, language, number), say(diagram.caption)))
