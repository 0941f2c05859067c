"""The grids of Le Jeu du Parrain: a turn may begin with every position of the map, each with what a token there would do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from fivefamilies.core.words import Words
from fivefamilies.games.parrain.components import BONUS_TURNS
from fivefamilies.games.parrain.grid import FIRM
from fivefamilies.table.easel import MoveShape, Refusals, why

Shown = Mapping[str, Any]  # a part of the view, or of what a seat looks like
Part = Callable[..., Markup]
LOOK = ("seat", "name", "colour", "shape", "letter")  # of a seat
INSIDE = ("cells", "first_position", "placed")  # of a neighbourhood, what its own part does not show
GRID = ("id", "rows", "majority", "holdings", "cells")
OPENING = ("id", "majority", "values", "bonuses")
ABREAST = (  # the columns of the map
    ("wall_street",), ("little_italy",), ("midtown",), ("park_west", "east_side"), ("upper_west_side", "harlem"),
)  # fmt: skip
LETTERS = "abcdefghijklmnop"  # of the columns
OUT = '<td class="is-out"></td>'
RISKY = range(1, FIRM)  # liberties of a group that one turn can take: a player is warned of them


PLACING = ("enter", "add", "free", "buy")  # phases in which a position is named for a token


class Table:
    """The neighbourhoods and the families, each a part of the page that is given what it shows and no more."""

    def __init__(
        self, view: Shown, moves: Mapping[str, MoveShape], refusals: Refusals, seats: Sequence[Shown], you: int | None, part: Part
    ) -> None:
        self.view, self.moves, self.refusals, self.you, self.part = view, moves, refusals, you, part
        self.places: dict[str, Shown] = {place["id"]: place for place in view["neighbourhoods"]}
        self.seats = [{key: seat[key] for key in LOOK} for seat in seats]
        self.points: dict[str, int] = {}  # legal moves: positions by their words
        self.rackets: dict[str, dict[str, Shown]] = {}  # by neighbourhood, those that may be opened
        self.announces: dict[str, MoveShape] = {}
        for move in moves.values():
            self.sort(move, move["arguments"])

    def sort(self, move: MoveShape, named: Mapping[str, str]) -> None:
        """A legal move by what is touched for it."""
        if "cell" in named:
            self.points[named["cell"]] = move["id"]
        elif "racket" in named:
            shown = {"id": move["id"], "notation": move["notation"], "label": move["label"]}
            self.rackets.setdefault(named["neighbourhood"], {})[named["racket"]] = shown
        elif "neighbourhood" in named:
            self.announces[named["neighbourhood"]] = move

    @property
    def look(self) -> str:
        """How closely the map of an edition has to be drawn."""
        wide = {id: max(map(len, place["rows"])) for id, place in self.places.items()}
        columns = sum(max(wide[id] for id in abreast) for abreast in ABREAST)
        names = {" is-wide": columns > 26, " is-widest": columns > 30, " is-vast": columns > 36 or max(wide.values()) > 8}
        return "".join(name for name, is_so in names.items() if is_so)

    def neighbourhood(self, id: str) -> Markup:
        """A neighbourhood; what often changes alone is a part of its own inside it."""
        place, part, view = self.places[id], self.part, self.view
        here = (
            {cell["id"]: self.points[cell["id"]] for cell in place["cells"] if cell["id"] in self.points} if self.points else {}
        )
        grid = part(
            f"jp-{id}-grid", "boards/parrain/grid.html", place={key: place[key] for key in GRID}, here=here, seats=self.seats,
            you=self.you if here else None,
        )  # fmt: skip
        opening = Markup("")
        if place["status"] == "open" and not place["racket"]:
            opening = part(
                f"jp-{id}-open", "boards/parrain/opening.html", place={key: place[key] for key in OPENING},
                prices=view["prices"], openings=self.rackets.get(id, {}),
            )  # fmt: skip
        return part(
            f"jp-{id}", "boards/parrain/place.html", place={key: value for key, value in place.items() if key not in INSIDE},
            price=view["prices"][place["racket"]] if place["racket"] else 0, grid=grid, opening=opening,
            announce=self.announces.get(id), seats=self.seats, is_contested=view["contested"] == id,
            is_hot=id in (view["pending"], view["opened"]), contests=bool(here) and self.contests(place["announcement"]),
            why=part(f"jp-{id}-why", "boards/parrain/why.html", why="" if here else self.why_shut(place)),
        )  # fmt: skip

    def contests(self, announcement: Shown | None) -> bool:
        """Would a token contest this announcement? (JP-50)"""
        return announcement is not None and announcement["seat"] != self.you and self.view["phase"] in PLACING

    def why_shut(self, place: Shown) -> Markup | str:
        """Why no token can be placed in an open neighbourhood, if that is asked."""
        if not self.moves or self.view["phase"] not in PLACING or not place["racket"] or place["status"] != "open":
            return ""
        empty = next((cell["id"] for cell in place["cells"] if cell["token"] is None), None)
        return why(self.refusals, "pick", cell=empty) or "" if empty else ""

    def family(self, seat: int) -> dict[str, Any]:
        """What a family has on the map: claims, and the bonuses still to come."""
        claims, bonuses = [], []
        for id, place in self.places.items():
            if place["claim"] and place["claim"]["seat"] == seat:
                claims.append(id)
            if place["controller"] == seat and place["instalments"]:
                bonuses.append([place["instalments"], place["bonuses"][place["racket"]]])
        return {"claims": claims, "bonuses": bonuses}


@lru_cache(maxsize=4096)
def money(dollars: int, say: Words) -> str:
    """A sum; a turn may begin with more than a hundred of them."""
    return say("${n}", n=say.number(dollars))


@lru_cache(maxsize=None)
def icon(id: str) -> Markup:
    """A picture of those that stand once above the map."""
    return Markup(f'<svg class="jp-icon" viewBox="0 0 48 48" aria-hidden="true"><use href="#jp-{id}"/></svg>')


def offers(
    place: Shown, prices: Mapping[str, int], openings: Mapping[str, Shown], names: Mapping[str, str], say: Words
) -> Markup:
    """The rackets that a neighbourhood may get, price and pay side by side."""
    needed, values, bonuses, most = place["majority"], place["values"], place["bonuses"], max(place["values"].values())
    a_token, too_dear, drawn = escape(say("a token")), escape(say("too expensive now")), []
    for racket, price in prices.items():
        move, value = openings.get(racket), values[racket]
        pays = say("{n} × {bonus}", n=BONUS_TURNS, bonus=money(bonuses[racket], say))
        if move:
            tag, told = "button", escape(say("{n} tokens cost {price}", n=needed, price=money(needed * price, say)))
            head = f'button class="move jp-offer" name="move" value="{move["id"]}" data-notation="{move["notation"]}"'
            head += f' aria-label="{escape(move["label"])}"'
        else:
            tag, told, head = "span", too_dear, 'span class="jp-offer is-dear"'
        drawn.append(
            f'<li><{head}>{icon(racket)}<span class="jp-offer-name">{escape(names[racket])} <small>{told}</small></span> '
            f"<span>{money(price, say)} <small>{a_token}</small></span> "
            f"<span>{money(value, say)} <small>{escape(pays)}</small></span> "
            f'<meter min="0" max="{most}" value="{value}" aria-hidden="true"></meter></{tag}></li>'
        )
    return Markup("\n".join(drawn))


def square(cell: Shown) -> str:
    """A position by its column and row."""
    return f"{LETTERS[cell['column'] - 1]}{cell['row']}"


def sketch(place: Shown, seats: Sequence[Shown]) -> Markup:
    """The small picture of a neighbourhood: a stroke for every run of land, and of tokens of one family, in a row."""
    wide, high = max(map(len, place["rows"])), len(place["rows"])
    drawn = [
        f'<svg viewBox="0 0 {wide} {high}" aria-hidden="true"><path class="is-land" d="{runs(place, lambda mark: mark != " ")}"/>'
    ]
    for seat in seats:
        if place["tokens"][seat["seat"]]:
            mark = str(seat["seat"] + 1)
            drawn.append(f'<path class="c-{seat["colour"]}" d="{runs(place, mark.__eq__)}"/>')
    return Markup("".join(drawn) + "</svg>")


def runs(place: Shown, is_meant: Callable[[str], bool]) -> str:
    """The strokes through the marks that are meant."""
    path = []
    for row, marks in enumerate(place["rows"]):
        column = 0
        for is_run, run in groupby(marks, is_meant):
            length = sum(1 for _ in run)
            if is_run:
                path.append(f"M{column} {row}.5h{length}")
            column += length
    return "".join(path)


@lru_cache(maxsize=None)
def letters(wide: int) -> str:
    """The head of a grid: the names of its columns."""
    return f"<tr>{OUT}" + "".join(f'<th scope="col">{LETTERS[n]}</th>' for n in range(wide)) + "</tr>"


def grid(place: Shown, points: Mapping[str, int], seats: Sequence[Shown], you: int | None, say: Words) -> Markup:
    """The positions of a neighbourhood: whose token, its liberties, pockets, what may be touched and what that does."""
    pen = Pen(place, points, seats, you, say)
    cells = iter(place["cells"])
    rows = [letters(max(map(len, place["rows"])))]
    for number, marks in enumerate(place["rows"], 1):
        row = "".join([OUT if mark == " " else pen.cell(next(cells)) for mark in marks])
        rows.append(f'<tr><th scope="row">{number}</th>{row}</tr>')
    return Markup("\n".join(rows))


class Pen:
    """What all cells of one grid are drawn with."""

    def __init__(self, place: Shown, points: Mapping[str, int], seats: Sequence[Shown], you: int | None, say: Words) -> None:
        self.place, self.points, self.you, self.say = place, points, you, say
        self.seats, self.names = seats, [seat["name"] for seat in seats]
        self.tokens = [
            f'<i class="jp-token is-{seat["shape"]} c-{seat["colour"]}" data-key="jp-{place["id"]}-#" role="img"'
            f' aria-label="{escape(seat["name"])}">{seat["letter"]}</i>'
            for seat in seats
        ]
        self.groups: set[int] = set()  # whose liberties are written already
        self.held = place["holdings"][you] if you is not None else 0

    def cell(self, cell: Shown) -> str:
        """One position."""
        word, shown = cell["id"], ""
        if cell["token"] is not None:
            shown = self.token(cell)
        elif cell["pockets"]:
            words = self.say("pocket of {player}", player=self.names[cell["pockets"][0]["seat"]])
            shown = f'<span class="sr">{escape(words)}</span>'
        if cell["taken"] is not None:
            shown += self.ghost(cell["taken"])
        move = self.points.get(word)
        if move is not None:
            button = f'<button class="move" name="move" value="{move}" data-notation="{word}"{self.foreseen(cell)}>'
            shown = f"{button}{shown}<span>{square(cell)}</span></button>"
        look = self.look(cell) if cell["pockets"] or cell["is_new"] else ""
        return f'<td data-thing="cell {word}"{look}>{shown}</td>'

    def look(self, cell: Shown) -> str:
        """New this turn, and in whose pocket it lies."""
        if not cell["pockets"]:
            return ' class="is-new"'
        pocket = cell["pockets"][0]
        firm, new = " is-firm" if pocket["is_firm"] else "", " is-new" if cell["is_new"] else ""
        return f' class="is-pocket c-{self.seats[pocket["seat"]]["colour"]}{firm}{new}" data-about="pocket"'

    def token(self, cell: Shown) -> str:
        """A token; one of each group in danger says how many liberties that has."""
        drawn = self.tokens[cell["token"]].replace("#", f"{cell['column']}{cell['row']}", 1)
        left = cell["liberties"]
        if left is None or left > max(RISKY) or cell["group"] in self.groups:
            return drawn
        self.groups.add(cell["group"])
        many, shut = self.say.many, "" if left else " is-shut"
        words = (
            self.say("No liberty left, yet no single family shuts it in") if shut else many("{n} liberty", "{n} liberties", left)
        )
        return f'{drawn}<b class="jp-liberties{shut}" role="img" data-about="liberties" aria-label="{escape(words)}">{left}</b>'

    def ghost(self, seat: int) -> str:
        """Where a token was taken off."""
        words = self.say("taken from {player}", player=self.names[seat])
        look = self.seats[seat]
        return f'<span class="jp-ghost is-{look["shape"]} c-{look["colour"]}" aria-label="{escape(words)}" role="img">✕</span>'

    def foreseen(self, cell: Shown) -> str:
        """What naming a position would do, for the page to show when it is touched."""
        seen = cell["foreseen"]
        if not seen:
            return ""
        risk = f' data-risk="{seen["liberties"]}"' if seen["liberties"] in RISKY and not seen["follow"] else ""
        is_usual = seen["holding"] in self.usual(cell)
        if is_usual and not (seen["takes"] or seen["follow"] or seen["claims"] or self.is_felt(cell, seen)):
            return risk
        drawn = f' data-told="{escape(" ".join(self.sentences(cell, seen, is_usual)))}"'
        for name in ("takes", "follow", "then_takes"):
            drawn += f' data-{name.partition("_")[0]}="{",".join(seen[name])}"' if seen[name] else ""
        return drawn + risk

    def is_felt(self, cell: Shown, seen: Shown) -> bool:
        """Does a rival lose a claim by it, or more than the token that is removed?"""
        owner = cell["token"]
        return seen["breaks"] is not None or (
            owner not in (None, self.you) and seen["owner_holding"] < self.place["holdings"][owner] - 1
        )

    def usual(self, cell: Shown) -> tuple[int, ...]:
        """What one holds with a token more there, or without the token that is there."""
        return (self.held + 1,) if cell["token"] is None else (self.held, self.held - 1)

    def sentences(self, cell: Shown, seen: Shown, is_usual: bool) -> Iterator[str]:
        """What naming it does beyond that."""
        say, many, place = self.say, self.say.many, self.place
        if seen["takes"]:
            yield many("{n} token is taken.", "{n} tokens are taken.", len(seen["takes"]))
        if seen["follow"]:
            points = ", ".join(square(cell) for cell in place["cells"] if cell["id"] in seen["follow"])
            yield say("You must go on and complete the capture: {points}.", points=points)
        if seen["then_takes"]:
            yield many("{n} token can be taken then.", "{n} tokens can be taken then.", len(seen["then_takes"]))
        if seen["claims"]:
            yield say("A majority: you hold {n}, {needed} are needed.", n=seen["holding"], needed=place["majority"])
        elif seen["takes"] or not is_usual:
            yield say("You hold {before}, then {n} of {needed}.", before=self.held, n=seen["holding"], needed=place["majority"])
        if cell["token"] not in (None, self.you) and self.is_felt(cell, seen):
            owner, after = cell["token"], seen["owner_holding"]
            holds = {"player": self.names[owner], "before": place["holdings"][owner], "n": after, "needed": place["majority"]}
            yield say("{player} holds {before}, then {n} of {needed}.", **holds)
        if seen["breaks"] is not None:
            yield say("The claim of {player} falls.", player=self.seats[seen["breaks"]]["name"])
