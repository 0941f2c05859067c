"""A table of Le Jeu du Parrain arranged in a line: drawn boards, rackets, cash and cards; bags and packs hold the rest."""

from fivefamilies.core.match import Match
from fivefamilies.games.parrain.components import SEATS, Neighbourhood, parts

COLOURS = ("red", "yellow", "green", "blue")
PLAIN = ("money_1", "money_1", "money_1", "money_2")  # what everybody holds unless a test says otherwise


class Table(Match):
    """A match by hand, read and written in the names of the game."""

    @property
    def up(self) -> str:
        """Who is to move."""
        return COLOURS[self.actor] if self.actor >= 0 else {-1: "chance", -2: "nobody"}[self.actor]

    @property
    def phase(self) -> str:
        return self.view().phase

    def board(self, place: str) -> list[str]:
        return self.place(place).rows

    def place(self, place: str):
        return self.view().neighbourhoods[Neighbourhood[place.upper()]]

    def cash(self, colour: str) -> int:
        return self.view().players[COLOURS.index(colour)].cash

    def bag(self, colour: str) -> int:
        return self.view().players[COLOURS.index(colour)].bag

    def can(self, *moves: str) -> bool:
        """Are all these moves legal now?"""
        return {self.parse(move) for move in moves} <= set(self.legal_ids())

    def moves(self, *moves: str) -> "Table":
        for move in moves:
            self.play(move)
        return self

    def why_not(self, move: str) -> str | None:
        return self.objection(self.parse(move))

    def end_turn(self, draw: str | None = None) -> "Table":
        """Stop buying and draw a card."""
        self.play("done")
        while self.phase == "announce":
            self.play("done")
        self.play(draw if draw is not None else self.legal_ids()[0])
        return self


def overlaid(empty: list[str], picture: str) -> list[str]:
    """A neighbourhood with the rows of a picture drawn from its top; rows that are not drawn stay empty."""
    rows = [line.replace(" ", "").replace("#", " ").rstrip() for line in picture.strip().splitlines()]
    assert len(rows) <= len(empty) and all(len(row) == len(plain) for row, plain in zip(rows, empty, strict=False)), rows
    return rows + empty[len(rows) :]


def table(
    boards: dict[str, str] | None = None,
    rackets: dict[str, str] | None = None,
    *,
    seats: int = 2,
    cash: str = "",
    hands: str = "",
    turn: str = "red",
    first: str = "red",
    phase: str = "buy",
    options: dict | None = None,
    edition: dict | None = None,
    used: str = "",
    pack: str | None = None,
    **more,
) -> Table:
    """`boards` draw the upper rows with tokens as 1 to 4, `rackets` default to extortion there, `hands` name a card per seat.

    In the phases of a turn its player holds no card. `pack` leaves only those playing cards unseen, the rest lies used below.
    """
    match = Table("parrain", seats, options, edition=edition, by_hand=True)
    start = match.position()
    drawn = {name: overlaid(start["board"][name], picture) for name, picture in (boards or {}).items()}
    chosen = dict.fromkeys(start["board"], "none") | dict.fromkeys(drawn, "extortion") | (rackets or {})
    held = hands.split() or list(PLAIN[:seats])
    if not hands and phase not in ("enter", "add"):
        held[COLOURS.index(turn)] = "none"
    held += ["none"] * (SEATS - len(held))
    left = dict(start["pack"])
    below = used.split()
    for card in (*held, *below, more.get("card", "none")):
        if card != "none":
            left[card] -= 1
    if pack is not None:
        for card in pack.split():
            left[card] -= 1
        below += [card for card, count in left.items() for _ in range(count)]
        left = {card: pack.split().count(card) for card in left}
    money = [int(n) for n in cash.split()] or [2000] * seats
    tokens = ["".join("".join(rows) for rows in drawn.values()).count(str(seat + 1)) for seat in range(SEATS)]
    controlled = list(more.get("controller", {}).values())
    whole = parts(edition).tokens
    match.set_position(
        start
        | {
            "board": start["board"] | drawn,
            "racket": chosen,
            "cash": money + [0] * (SEATS - seats),
            "bag": [whole - tokens[seat] - controlled.count(seat) if seat < seats else 0 for seat in range(SEATS)],
            "hand": held,
            "pack": left,
            "used": below,
            "used_count": len(below),
            "turn": COLOURS.index(turn),
            "first_player": COLOURS.index(first),
            "phase": phase,
            "round": 5,
            "any_placed": 1,
        }
        | more
        | ({"controller": dict.fromkeys(chosen, -1) | more["controller"]} if "controller" in more else {})
    )
    return match
