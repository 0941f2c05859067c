"""The components of Family Business: the action deck and the gangs, read from `components.toml` (FB-2, FB-3)."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, partial

import numpy as np

from fivefamilies.core.datafile import Edition, Rows, in_languages, name_of, read, replaced
from fivefamilies.core.effects import Editable
from fivefamilies.core.errors import BadEdition
from fivefamilies.core.record import Record, i8, record


class Card(IntEnum):
    """The action deck by type; how many there are of each is in the data (FB-2, FB-21 to FB-46)."""

    CONTRACT = 0
    CONTRACT_NO_MP = 1
    CONTRACT_NO_FI = 2
    CONTRACT_NO_MP_FI = 3
    PRIORITY_CONTRACT = 4
    DOUBLE_CONTRACT = 5
    HIT = 6
    MASSACRE = 7
    DOUBLE_CROSS = 8
    MOB_WAR = 9
    AMBUSH = 10
    VENDETTA = 11
    LAM = 12
    POLICE = 13
    SUBSTITUTION = 14
    INTRIGUE = 15
    TRUCE = 16
    PAY_OFF = 17
    CRACKDOWN = 18
    FINGER = 19
    SAFE_HOUSE = 20
    MOB_POWER = 21
    FAMILY_INFLUENCE = 22
    TURNCOAT = 23  # only with the option `turncoat` (FB-R33)


class Gang(IntEnum):
    """The six gangs; all are equal in play (FB-3, FB-R2)."""

    CAPONE = 0
    MORAN = 1
    NEW_YORK = 2
    MURDER_INC = 3
    PURPLE = 4
    BANK_ROBBERS = 5


CARDS, GANGS = len(Card), len(Gang)


@dataclass(frozen=True)
class CardPart:
    """One type of action card."""

    id: str
    kind: str
    count: int
    name: str


@dataclass(frozen=True)
class GangPart:
    """One gang with its nine names."""

    id: str
    name: str
    short: str  # how the log calls the boss
    colour: str
    mobsters: tuple[str, ...]


@dataclass(frozen=True)
class Parts:
    """What is in the box."""

    cards: tuple[CardPart, ...]
    gangs: tuple[GangPart, ...]

    @cached_property
    def card_ids(self) -> tuple[str, ...]:
        return tuple(card.id for card in self.cards)


data = partial(read, __package__)


SETUP, WAR = data()["setup"], data()["war"]
FEWEST_SEATS, SEATS = data()["title"]["seats"]
MEN = SETUP["mobsters_per_gang"]
HAND = SETUP["hand_size"]
PEACE, NORMAL, DOUBLE = 0, WAR["pace_normal"], WAR["pace_double"]
LONG_LIST = WAR["auto_list_at_least"]
# The war text says six or fewer mobsters left, the Truce card fewer than six. Ruling FB-R14: one threshold, six.
SMALL_CITY = WAR["auto_in_play_at_most"]
MOBSTERS = SEATS * MEN
LAST_TURN = 30_000  # the safety stop may be set so late (FB-R31)
EXTRA_INFLUENCE = data()["extra_cards"][1]["count"]  # the sixth Family Influence that comes with Turncoat (FB-R33)


def card_rows() -> Rows:
    """The 23 types of the deck, then Turncoat."""
    return [*data()["cards"], data()["extra_cards"][0]]


REPLACEABLE = {
    "cards": ("count", *in_languages("name")),
    "gangs": (*in_languages("name"), *in_languages("short"), "colour", "mobsters"),
}

editable = Editable(REPLACEABLE)


def parts(edition: Edition | None = None) -> Parts:
    """The box, with an edition's names and counts in place of ours."""
    tables = replaced({"cards": card_rows(), "gangs": data()["gangs"]}, edition, REPLACEABLE)
    box = Parts(
        tuple(CardPart(row["id"], row["kind"], row["count"], name_of(row)) for row in tables["cards"]),
        tuple(
            GangPart(row["id"], name_of(row), name_of(row, "short"), row["colour"], tuple(row["mobsters"]))
            for row in tables["gangs"]
        ),
    )
    check(box)
    return box


def check(box: Parts) -> None:
    """The printed totals must come out (FB-2): so many cards of each kind, nine different men a gang."""
    for kind, wanted in data()["deck_check"].items():
        if kind == "source":
            continue
        counts = [card.count for card in box.cards[: Card.TURNCOAT] if card.kind == kind]
        if sum(counts) != wanted or min(counts) < 0:
            raise BadEdition(
                "edition: the {kind} cards add up to {found}, the deck has {wanted}",
                kind=kind,
                found=sum(counts),
                wanted=wanted,
            )
    for gang in box.gangs:
        if not all(isinstance(m, str) for m in gang.mobsters) or len(gang.mobsters) != MEN or len(set(gang.mobsters)) != MEN:
            raise BadEdition("edition: {gang} needs {n} different mobsters", gang=gang.id, n=MEN)


@record
class Numbers:
    """What an edition may change, as the rules see it."""

    count: i8[Card]  # how many cards there are of each type


def numbers(box: Parts) -> Record:
    """The numbers of this box."""
    return Numbers.of(count=[card.count for card in box.cards])


# Which card may be answered by which counter card (FB-21 to FB-27, FB-33, FB-35).
COUNTERS = (Card.FINGER, Card.SAFE_HOUSE, Card.MOB_POWER, Card.FAMILY_INFLUENCE)
COUNTER_TYPES = len(COUNTERS)
ANSWERS = np.zeros((len(Card), len(Card)), np.bool_)
for _row in card_rows():
    for _counter in _row.get("counters", ()):
        ANSWERS[Card[_row["id"].upper()], Card[_counter.upper()]] = True
CAN_BE_ANSWERED = np.array([answers.any() for answers in ANSWERS])
IS_CONTRACT = np.array([row.get("is_contract", False) for row in card_rows()])
IS_COUNTER = np.array([row["kind"] == "counter" for row in card_rows()])
