"""The components of Le Jeu du Parrain: board, control value card and packs, read from `components.toml`."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

import numpy as np

from fivefamilies.core.datafile import Edition, Rows, at, in_languages, name_of, read, replaced
from fivefamilies.core.effects import Editable
from fivefamilies.core.errors import BadEdition
from fivefamilies.core.record import Record, i8, i16, i64, record


class Racket(IntEnum):
    """The five rackets, the dearest first (JP-10, JP-23)."""

    BOOKMAKING = 0
    HIJACKING = 1
    BOOTLEGGING = 2
    LOANSHARKING = 3
    EXTORTION = 4


class Neighbourhood(IntEnum):
    """The eight neighbourhoods of Manhattan, the smallest first (JP-4, JP-R1)."""

    LITTLE_ITALY = 0
    PARK_WEST = 1
    WALL_STREET = 2
    DOCKS = 3
    UPPER_WEST_SIDE = 4
    HARLEM = 5
    MIDTOWN = 6
    EAST_SIDE = 7


class Kind(IntEnum):
    """The kinds of cards in the playing deck (JP-9 to JP-15)."""

    MONEY = 0
    RACKET = 1
    REPRIEVE = 2
    INFORMER = 3


class Luck(IntEnum):
    """The two packs that a reprieve card may lead to (JP-11)."""

    VEINE = 0
    DEVEINE = 1


RACKETS, NEIGHBOURHOODS = len(Racket), len(Neighbourhood)


@dataclass(frozen=True)
class RacketPart:
    """A racket and its men."""

    id: str
    price: int
    name: str
    unit: str


@dataclass(frozen=True)
class NeighbourhoodPart:
    """A neighbourhood: its shape, row by row, and the value of control for each racket."""

    id: str
    name: str
    colour: str
    shape: tuple[str, ...]
    values: tuple[int, ...]

    @property
    def positions(self) -> int:
        return sum(row.count("#") for row in self.shape)


@dataclass(frozen=True)
class CardPart:
    """One type of playing card."""

    id: str
    kind: Kind
    hundreds: int
    racket: int
    tokens: int
    count: int


@dataclass(frozen=True)
class LuckPart:
    """One VEINE or DEVEINE card; racket -1 is none."""

    id: str
    title: str
    racket: int
    tokens: int
    money: int
    count: int


@dataclass(frozen=True)
class Parts:
    """What is in the box."""

    rackets: tuple[RacketPart, ...]
    neighbourhoods: tuple[NeighbourhoodPart, ...]
    cards: tuple[CardPart, ...]
    luck: tuple[tuple[LuckPart, ...], tuple[LuckPart, ...]]
    tokens: int


data = partial(read, __package__)


SETUP = data()["setup"]
FEWEST_SEATS, SEATS = data()["title"]["seats"]
COLOURS = tuple(data()["title"]["colours"])
START_CASH = SETUP["start_cash"]  # JP-6
ENTRIES = SETUP["first_turn_neighbourhoods"]  # JP-17
TOKENS_PER_TURN = SETUP["tokens_per_neighbourhood"]  # JP-30
INFORMER_TOKENS = SETUP["informer_tokens"]  # JP-15
BONUS_PERCENT, BONUS_ROUNDING, BONUS_TURNS = SETUP["bonus_percent"], SETUP["bonus_rounding"], SETUP["bonus_turns"]  # JP-46
ANNOUNCER_PERCENT = SETUP["announcement"]["occupied_percent"]  # JP-R20
DIE = 6  # faces; two dice are in the box, one is rolled (JP-R16)
ROUND_LIMITS = tuple(data()["limits"]["round_limit_by_players"].get(str(seats), 0) for seats in range(SEATS + 1))  # JP-R22
SHORTEST_ROUND_LIMIT, LONGEST_ROUND_LIMIT = data()["limits"]["shortest_round_limit"], data()["limits"]["longest_round_limit"]
FURTHEST_ROUND = data()["limits"]["furthest_round"]  # JP-R32
MOST_TRUCE_ROUNDS, MOST_POCKET = data()["limits"]["most_truce_rounds"], data()["limits"]["largest_pocket"]

PRICES = tuple(row["price"] for row in data()["racket"])  # JP-23
SALES = tuple(price * SETUP["sale_percent"] // 100 for price in PRICES)  # JP-14, JP-R17

# Playing cards by type: money 1 to 9, five rackets with 1, 2 or 3 tokens, reprieve, informer (JP-9 to JP-15).
_CARDS = data()["deck"]["playing"]["card"]
CARDS = len(_CARDS)
CARD_KIND = tuple(int(Kind[row["kind"].upper()]) for row in _CARDS)
CARD_MONEY = tuple(100 * row.get("hundreds", 0) for row in _CARDS)
CARD_RACKET = tuple(int(Racket[row["racket"].upper()]) if "racket" in row else -1 for row in _CARDS)
CARD_TOKENS = tuple(row.get("tokens", 0) for row in _CARDS)
DECK = data()["deck"]["playing"]["cards"]  # cards in the playing deck
LUCK = len(data()["deck"]["veine"]["card"])  # types, and at most so many cards, in each pack of luck

POSITIONS = sum(row.count("#") for part in data()["neighbourhood"] for row in part["shape"])
MOST_POSITIONS = 320  # in any edition: an average of forty
GRID = 16  # rows, and columns, of the longest grid
BITS = 64  # a neighbourhood is a set of bits, row after row, with a column to spare
USUAL_ROW = 8  # bits of a row, where eight rows of seven columns are enough

MOST_TOKENS, MOST_LUCK_TOKENS, MOST_LUCK_MONEY = 120, 9, 9000  # in a bag, on a luck card, in any edition


# ---------------------------------------------------------------- the box, and an edition in its place

# What the owner of a printed copy may replace, by table.
REPLACEABLE: dict[str, tuple[str, ...]] = {
    "neighbourhood": (*in_languages("name"), "dot_colour", "shape"),
    "control_value": tuple(racket.name.lower() for racket in Racket),
    "deck.playing.card": ("count",),
    "deck.veine.card": (*in_languages("title"), "racket", "tokens", "money", "count"),
    "deck.deveine.card": (*in_languages("title"), "racket", "tokens", "money", "count"),
    "setup.bag.tokens_per_colour": (),
}

editable = Editable(REPLACEABLE, {"control_value": "neighbourhood"})


def parts(edition: Edition | None = None) -> Parts:
    """The box, with an edition's replacements made."""
    tables = replaced({path: at(data(), path) for path in REPLACEABLE}, edition, REPLACEABLE, editable.found_by)
    for row in (*tables["deck.veine.card"], *tables["deck.deveine.card"]):
        if row["racket"] and row["racket"].upper() not in Racket.__members__:
            raise BadEdition("edition: card {id} has an unknown racket '{racket}'", id=row["id"], racket=row["racket"])
    values = {row["neighbourhood"]: row for row in tables["control_value"]}
    box = Parts(
        rackets=tuple(RacketPart(row["id"], row["price"], row["name"], row["unit"]) for row in data()["racket"]),
        neighbourhoods=tuple(
            NeighbourhoodPart(
                row["id"], name_of(row), row["dot_colour"], tuple(row["shape"]),
                tuple(values[row["id"]][racket.name.lower()] for racket in Racket),
            )
            for row in tables["neighbourhood"]
        ),
        cards=tuple(
            CardPart(row["id"], Kind(kind), row.get("hundreds", 0), racket, row.get("tokens", 0), row["count"])
            for row, kind, racket in zip(tables["deck.playing.card"], CARD_KIND, CARD_RACKET, strict=True)
        ),
        luck=(luck_cards(tables["deck.veine.card"]), luck_cards(tables["deck.deveine.card"])),
        tokens=tables["setup.bag.tokens_per_colour"],
    )  # fmt: skip
    check(box)
    return box


def luck_cards(rows: Rows) -> tuple[LuckPart, ...]:
    """The cards of one pack of luck."""
    return tuple(
        LuckPart(
            row["id"], name_of(row, "title"), Racket[row["racket"].upper()] if row["racket"] else -1,
            row["tokens"], row["money"], row["count"],
        )
        for row in rows
    )  # fmt: skip


def check(box: Parts) -> None:
    """What the rules need of a box: eight different sizes (JP-4), whole packs, values and penalties within reason."""
    for part in box.neighbourhoods:
        check_shape(part)
    sizes = [part.positions for part in box.neighbourhoods]
    if len(set(sizes)) != len(sizes):
        raise BadEdition("edition: two neighbourhoods have the same number of positions: {sizes}", sizes=sizes)
    if sum(sizes) > MOST_POSITIONS:
        raise BadEdition("edition: {n} positions in all; there is room for {most}", n=sum(sizes), most=MOST_POSITIONS)
    if sum(card.count for card in box.cards) != DECK or min(card.count for card in box.cards) < 0:
        raise BadEdition(
            "edition: the playing deck adds up to {n} cards; it has {wanted}",
            n=sum(card.count for card in box.cards),
            wanted=DECK,
        )
    for pack, cards in zip(Luck, box.luck, strict=True):
        if not 1 <= sum(card.count for card in cards) <= LUCK or min(card.count for card in cards) < 0:
            raise BadEdition("edition: the {pack} pack needs 1 to {most} cards", pack=pack.name, most=LUCK)
        for card in cards:
            is_within = 0 <= card.tokens <= MOST_LUCK_TOKENS and 0 <= card.money <= MOST_LUCK_MONEY
            if not is_within or (card.tokens > 0) != (card.racket >= 0):
                raise BadEdition("edition: card {id} needs 0 to 9 tokens of a racket and 0 to 9000 dollars", id=card.id)
    if not isinstance(box.tokens, int) or not 1 <= box.tokens <= MOST_TOKENS:
        raise BadEdition("edition: {n} tokens in a bag; 1 to 120 will do", n=box.tokens)


def check_shape(part: NeighbourhoodPart) -> None:
    """A neighbourhood is drawn on a grid that fits into its bits with a column to spare, and is worth something."""
    rows = part.shape
    if not 1 <= len(rows) <= GRID or not all(isinstance(row, str) and 1 <= len(row) <= GRID for row in rows):
        raise BadEdition("edition: {id} is drawn in 1 to {n} rows of 1 to {n} characters", id=part.id, n=GRID)
    if set("".join(rows)) - set("#.") or part.positions == 0:
        raise BadEdition("edition: {id} is drawn with '#' for a position and '.' outside", id=part.id)
    across, down = extent(rows)
    if row_bits(across, down) * down > BITS:
        raise BadEdition(
            "edition: {id} has {down} rows of {across}; rows × (columns + 1) may be {most} at most: 8 rows of 7, 9 of 6, 10 of 5",
            id=part.id,
            down=down,
            across=across,
            most=BITS,
        )
    if not all(0 <= value <= 30_000 for value in part.values):
        raise BadEdition("edition: a control value of {id} is not from 0 to 30000", id=part.id)


def extent(shape: Sequence[str]) -> tuple[int, int]:
    """The columns and rows that a drawing needs, whatever is left blank to the right of it and below."""
    drawn = [len(row.rstrip(" .")) for row in shape]
    return max(drawn), max(y + 1 for y, width in enumerate(drawn) if width)


def row_bits(across: int, down: int) -> int:
    """How many bits a row takes, a wall included."""
    return USUAL_ROW if across < USUAL_ROW and USUAL_ROW * down <= BITS else across + 1


def row_of(shape: Sequence[str]) -> int:
    """How many bits a row of this shape takes."""
    return row_bits(*extent(shape))


def land_of(shape: Sequence[str]) -> int:
    """A shape as a set of bits, row after row."""
    bits = row_of(shape)
    return sum(1 << (bits * y + x) for y, row in enumerate(shape) for x, mark in enumerate(row) if mark == "#")


@record
class Numbers:
    """What an edition may change, as the rules see it."""

    land: i64[Neighbourhood]  # the positions of each neighbourhood, a bit each
    width: i8[Neighbourhood]  # bits of a row
    value: i16[Neighbourhood, Racket]  # of control
    count: i8[CARDS]  # of each playing card
    luck_racket: i8[2, LUCK]
    luck_tokens: i8[2, LUCK]
    luck_money: i16[2, LUCK]
    luck_count: i8[2, LUCK]
    tokens: i8  # in each bag


def numbers(box: Parts) -> Record:
    """The numbers of this box."""
    return Numbers.of(
        land=[land_of(part.shape) for part in box.neighbourhoods],
        width=[row_of(part.shape) for part in box.neighbourhoods],
        value=[part.values for part in box.neighbourhoods],
        count=[card.count for card in box.cards],
        luck_racket=[[card.racket for card in pack] for pack in box.luck],
        luck_tokens=[[card.tokens for card in pack] for pack in box.luck],
        luck_money=[[card.money for card in pack] for pack in box.luck],
        luck_count=[[card.count for card in pack] for pack in box.luck],
        tokens=box.tokens,
    )


assert tuple(part["id"].upper() for part in data()["neighbourhood"]) == tuple(Neighbourhood.__members__)
assert tuple(part["id"].upper() for part in data()["racket"]) == tuple(Racket.__members__)
assert np.array(CARD_TOKENS).max() <= TOKENS_PER_TURN
