"""The table of Le Jeu du Parrain: one record, and small questions about it."""

from collections import Counter
from enum import IntEnum
from typing import Any

from fivefamilies.core.compiled import rule
from fivefamilies.core.errors import BadPosition
from fivefamilies.core.record import Axis, RecordType, i8, i16, i32, i64, one_of, unwrap, upto, wrap
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import (
    BONUS_PERCENT,
    BONUS_ROUNDING,
    CARDS,
    DECK,
    FEWEST_SEATS,
    GRID,
    LUCK,
    NEIGHBOURHOODS,
    SEATS,
    TOKENS_PER_TURN,
    Luck,
    Neighbourhood,
    Parts,
    Racket,
    data,
    land_of,
    parts,
)


class Phase(IntEnum):
    """What is asked next, and of whom; from NEXT_ENTRY on, a step that happens by itself inside a move."""

    FIRST_PLAYER = 0  # chance: who starts
    DRAW = 1  # chance, F3 and T4: the card for the next turn
    ROLL = 2  # chance, T1: the die of a reprieve card
    VEINE = 3  # chance, T1: a good luck card
    DEVEINE = 4  # chance, T1: a bad luck card
    ENTER = 5  # F1: the first token of a neighbourhood
    ADD = 6  # F2: more tokens there
    FREE = 7  # T1a: place a free token
    LOSE = 8  # T1b: which token a bad luck card costs
    SELL = 9  # T1c: which token is sold to pay a penalty
    INFORM = 10  # T1d: which opposing token is removed
    BUY = 11  # T2: buy and place
    ANNOUNCE = 12  # T3: announce control
    FORFEIT = 13  # the token that a contested announcement costs
    OVER = 14
    NEXT_ENTRY = 15
    FREE_TOKENS = 16
    LOST_TOKENS = 17
    DEBT = 18
    CARD_DONE = 19
    ANNOUNCING = 20
    ANSWERS = 21
    CLAIMS = 22


class Status(IntEnum):
    """Whether a neighbourhood is played (JP-22, JP-47, JP-63)."""

    OUT = 0  # left out of the simplified version
    OPEN = 1
    CLOSED = 2  # by control


NONE = -1  # no seat, no card, no racket, no neighbourhood
CARD_IDS = ("none", *(row["id"] for row in data()["deck"]["playing"]["card"]))
LUCK_IDS = ("none", *(row["id"] for pack in ("veine", "deveine") for row in data()["deck"][pack]["card"]))
RACKET_IDS = ("none", *(racket.name.lower() for racket in Racket))
PLACE_IDS = ("none", *(place.name.lower() for place in Neighbourhood))
ROW = GRID + 1  # bits of a row


class Table:
    """Everything on the table. Sets of positions are bits, as in grid.py; a set of seats is a bit each."""

    men: i64[Neighbourhood, SEATS]  # the tokens of each seat
    land: i64[Neighbourhood]  # the shape
    cash: i32[SEATS]
    value: i16[Neighbourhood, Racket]  # the racket control value card
    first_position: i16.within(0, NEIGHBOURHOODS * GRID * GRID)[Neighbourhood]  # positions are numbered from here
    luck_money: i16[Luck, LUCK]
    luck_racket: one_of(RACKET_IDS, NONE)[Luck, LUCK]
    luck_tokens: i8[Luck, LUCK]
    round: i16  # 1 is the round of first turns
    round_limit: i16
    penalty: i16  # dollars still to be paid for a bad luck card
    racket: one_of(RACKET_IDS, NONE)[Neighbourhood]
    status: one_of(Status)[Neighbourhood]
    controller: i8.within(-1, SEATS - 1)[Neighbourhood]  # who has been conceded control, or -1
    instalments: i8[Neighbourhood]  # bonus payments still to come
    claim: i8.within(-1, SEATS - 1)[Neighbourhood]  # who has reached a majority, or -1
    waiting: i8[Neighbourhood]  # opponents who have yet to play a turn against the claim
    announcer: i8.within(-1, SEATS - 1)[Neighbourhood]  # who has announced control, or -1
    unanswered: i8[Neighbourhood]  # opponents who have yet to answer the announcement
    contested: i8[Neighbourhood]  # announcements that cost their announcer a token now
    placed: i8[Neighbourhood]  # tokens placed there this turn
    bag: i8[SEATS]
    hand: one_of(CARD_IDS, NONE)[SEATS]
    known: i8[SEATS]  # the card in hand came from the known part of the pack
    held_over: i8[SEATS]  # the card in hand was held when the pack was last reshuffled: see knowledge.py
    pack: i8[Axis(CARDS, CARD_IDS[1:])]  # the unseen part of the playing deck: a bag, its order is never stored
    used: one_of(CARD_IDS, NONE)[upto("used_count", DECK)]  # below it the used cards, the next to be drawn first
    luck_pack: i8[Luck, LUCK]
    luck_used: i8.within(0, LUCK - 1)[Luck, LUCK]  # likewise for VEINE and DEVEINE: places in the pack's list of cards
    luck_used_count: i8.within(0, LUCK)[Luck]
    used_count: i8
    seats: i8.within(1, SEATS)
    first_player: i8.within(-1, SEATS - 1)
    turn: i8.within(-1, SEATS - 1)  # the player whose turn it is
    phase: one_of(Phase)
    card: one_of(CARD_IDS, NONE)  # the playing card that is being carried out
    luck: one_of(LUCK_IDS, NONE)  # the luck card that is being carried out
    entries: i8  # first turn: neighbourhoods entered, or given up
    entered: one_of(PLACE_IDS, NONE)  # first turn: where more tokens may be added
    opened: one_of(PLACE_IDS, NONE)  # where a racket was just chosen: the token must follow
    pending: one_of(PLACE_IDS, NONE)  # where a capture must be completed
    free_left: i8  # free tokens of the card still to be placed
    card_racket: one_of(RACKET_IDS, NONE)  # the racket of tokens that a card grants or costs
    lose_left: i8  # tokens still to be lost to a bad luck card, or removed by the informer
    quiet_rounds: i8  # rounds in a row without a placed token
    any_placed: i8  # was a token placed this round?
    announced_version: i8  # options
    each_pass: i8
    pocket_max: i8
    truce_rounds: i8


class TableType(RecordType):
    """The record, whose boards are drawn in its readable form: '.' empty, '1' to '4' a seat's token, ' ' outside."""

    def dump(self, state: Any) -> dict[str, Any]:
        """The record as plain names, numbers and pictures."""
        row = unwrap(state)
        position = {"board": {place.name.lower(): drawn(row, place) for place in Neighbourhood}}
        rest = super().dump(state)
        return position | {key: entry for key, entry in rest.items() if key not in ("men", "land", "first_position")}

    def load(self, position: dict[str, Any]) -> Any:
        """The record that `dump` described; a neighbourhood that is not drawn is empty."""
        rest = dict(position)
        boards = rest.pop("board", {})
        if not isinstance(boards, dict) or not all(name in PLACE_IDS[1:] for name in boards):
            raise BadPosition("position: board wants drawings of {known}", known=", ".join(PLACE_IDS[1:]))
        row = unwrap(super().load(rest))
        first = 0
        for part, place in zip(parts().neighbourhoods, Neighbourhood, strict=True):
            row["first_position"][place] = first
            if part.id in boards:
                read_drawing(row, place, boards[part.id])
            else:
                row["land"][place] = land_of(part.shape)
            first += int(row["land"][place]).bit_count()
        return wrap(row)


def drawn(row: Any, place: int) -> list[str]:
    """A neighbourhood as rows of characters."""
    land, men = int(row["land"][place]), [int(cells) for cells in row["men"][place]]
    lines = []
    for y in range(GRID):
        line = ""
        for x in range(GRID):
            cell = 1 << (ROW * y + x)
            owners = [str(seat + 1) for seat in range(SEATS) if men[seat] & cell]
            line += " " if not land & cell else owners[0] if owners else "."
        lines.append(line.rstrip())
    while lines and not lines[-1]:
        lines.pop()
    return lines


def read_drawing(row: Any, place: int, lines: Any) -> None:
    """Put a drawn neighbourhood into the record."""
    if not isinstance(lines, list) or len(lines) > GRID or not all(isinstance(line, str) for line in lines):
        raise BadPosition("position: {name} is drawn in at most {n} rows", name=PLACE_IDS[place + 1], n=GRID)
    for y, line in enumerate(lines):
        if len(line.rstrip()) > GRID or set(line) - set(" .1234"):
            raise BadPosition(
                "position: {name} has a row '{line}'; draw '.' for empty, 1 to 4 for a token, at most {n} columns",
                name=PLACE_IDS[place + 1], line=line, n=GRID,
            )
        for x, mark in enumerate(line.rstrip()):
            if mark != " ":
                row["land"][place] |= 1 << (ROW * y + x)
            if mark in "1234":
                row["men"][place][int(mark) - 1] |= 1 << (ROW * y + x)


State = TableType(Table)


# ---------------------------------------------------------------- small questions


@rule
def foes(s, place, seat):
    """The tokens of the other seats there, one set each."""
    return (
        s.men[place, (seat + 1) % SEATS],
        s.men[place, (seat + 2) % SEATS],
        s.men[place, (seat + 3) % SEATS],
    )


@rule
def taken(s, place):
    """Every position with a token on it."""
    return s.men[place, 0] | s.men[place, 1] | s.men[place, 2] | s.men[place, 3]


@rule
def neighbourhood_of(s, position):
    """The neighbourhood in which a numbered position lies."""
    place = NEIGHBOURHOODS - 1
    while place > 0 and position < s.first_position[place]:
        place -= 1
    return place


@rule
def position_of(s, place, cell):
    """The number of a position."""
    return s.first_position[place] + grid.count(s.land[place] & (cell - 1))


@rule
def tokens_on_board(s, seat, racket):
    """Does the seat have a token in an open neighbourhood of that racket (of any, if NONE)? Markers do not count (JP-R17)."""
    for place in range(NEIGHBOURHOODS):
        if s.status[place] == Status.OPEN and s.men[place, seat] != 0 and (racket == NONE or s.racket[place] == racket):
            return True
    return False


@rule
def opponents(s, seat):
    """All other seats, as a set."""
    return (1 << s.seats) - 1 - (1 << seat)


@rule
def bonus(s, place):
    """Ten per cent of the control value, to the nearest hundred, halves up (JP-46, JP-R28)."""
    tenth = s.value[place, s.racket[place]] * BONUS_PERCENT // 100
    return (tenth + BONUS_ROUNDING // 2) // BONUS_ROUNDING * BONUS_ROUNDING


@rule
def worth(s, seat):
    """Cash and the values of the controlled rackets (JP-56)."""
    return s.cash[seat] + control_worth(s, seat)


@rule
def control_worth(s, seat):
    """The values of the controlled rackets (JP-45)."""
    amount = 0
    for place in range(NEIGHBOURHOODS):
        if s.controller[place] == seat:
            amount += s.value[place, s.racket[place]]
    return amount


@rule
def controls(s, seat):
    """How many neighbourhoods a seat controls."""
    amount = 0
    for place in range(NEIGHBOURHOODS):
        amount += s.controller[place] == seat
    return amount


# ---------------------------------------------------------------- what cannot be


def flaw(state: Any, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every token and every card is in exactly one place."""
    s = unwrap(state)
    seats = int(s["seats"])
    if not FEWEST_SEATS <= seats <= SEATS:
        return f"{seats} seats; there are {FEWEST_SEATS} to {SEATS}"
    if not 0 <= s["turn"] < seats or not 0 <= s["first_player"] < seats:
        return "the turn does not fit the seats"
    return flaw_on_board(s, seats, box) or flaw_in_packs(s, seats, box) or flaw_in_claims(s, seats)


def flaw_on_board(s: Any, seats: int, box: Parts) -> str | None:
    """The board is the box's, each position has one token at most, and no token is lost (JP-R14)."""
    used = Counter({seat: int(s["bag"][seat]) for seat in range(SEATS)})
    for place, part in enumerate(box.neighbourhoods):
        land, men = int(s["land"][place]), [int(cells) for cells in s["men"][place]]
        if land != land_of(part.shape):
            return f"{part.id} does not have the shape of the board"
        if sum(men) & ~land or sum(cells.bit_count() for cells in men) != sum(men).bit_count():
            return f"{part.id} has two tokens on a position, or one outside"
        if any(men) and (s["status"][place] != Status.OPEN or s["racket"][place] < 0):
            return f"{part.id} has tokens and is not open, or has no racket"
        if (s["controller"][place] >= 0) != (s["status"][place] == Status.CLOSED):
            return f"{part.id} is closed and nobody's, or controlled and open"
        if not 0 <= s["placed"][place] <= TOKENS_PER_TURN:
            return f"{part.id} has {s['placed'][place]} tokens placed in one turn"
        for seat, cells in enumerate(men):
            used[seat] += cells.bit_count() + int(s["controller"][place] == seat)
    for seat in range(SEATS):
        wanted = box.tokens if seat < seats else 0
        if used[seat] != wanted or s["bag"][seat] < 0:
            return f"seat {seat} has {used[seat]} tokens in all; there are {wanted}"
        if s["cash"][seat] < 0:
            return f"seat {seat} has less than no cash"
    return None


def flaw_in_packs(s: Any, seats: int, box: Parts) -> str | None:
    """Every card is in its pack, under it, in a hand, or being carried out."""
    found = Counter({card: int(n) for card, n in enumerate(s["pack"])})
    found.update(int(card) for card in s["used"][: s["used_count"]])
    found.update(int(card) for card in (*s["hand"], s["card"]) if card >= 0)
    for card in range(CARDS):
        if found[card] != box.cards[card].count or s["pack"][card] < 0:
            return f"{found[card]} cards {box.cards[card].id} in all; the pack has {box.cards[card].count}"
    for luck, pack in enumerate(box.luck):
        counts = Counter({card: int(n) for card, n in enumerate(s["luck_pack"][luck])})
        counts.update(int(card) for card in s["luck_used"][luck][: s["luck_used_count"][luck]])
        if s["luck"] // LUCK == luck and s["luck"] >= 0:
            counts[int(s["luck"]) % LUCK] += 1
        if any(counts[card] != part.count for card, part in enumerate(pack)):
            return "a pack of luck is not complete"
    for seat in range(SEATS):
        if s["hand"][seat] < 0 and (s["known"][seat] or s["held_over"][seat]):
            return f"seat {seat} is known to hold a card and has none"
        if s["hand"][seat] >= 0 and seat >= seats:
            return f"seat {seat} is not at the table and holds a card"
    return None


def flaw_in_claims(s: Any, seats: int) -> str | None:
    """A claim is somebody's, and waits for opponents only."""
    for place in range(NEIGHBOURHOODS):
        for holder, waiting in ((s["claim"], s["waiting"]), (s["announcer"], s["unanswered"])):
            seat, others = int(holder[place]), int(waiting[place])
            if (seat < 0 and others) or seat >= seats or (seat >= 0 and others >> seat & 1) or others >> seats:
                return f"the claim in neighbourhood {place} does not fit the seats"
    if s["phase"] > Phase.OVER:
        return "nobody is asked anything"
    return None
