"""The components of Der Pate, read from `components.toml` (DP-3 to DP-7).

Numbers printed in the rulebook are constants here. What the rulebook only shows in pictures, and an owner of the printed
game could replace (an edition), reaches the rules through `numbers` and the record.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

from fivefamilies.core.datafile import read


class Colour(IntEnum):
    """The four dice (DP-3)."""

    GREY = 0
    RED = 1
    BLACK = 2
    WHITE = 3


class Track(IntEnum):
    """The four development tracks (DP-7, DP-R1, DP-R3)."""

    REPUTATION = 0
    INFLUENCE = 1
    REVENUE = 2
    FAVOURS = 3


class Token(IntEnum):
    """A player's six action tokens: the family feasts, then people in the Godfather's debt (DP-70 to DP-75)."""

    WEDDING = 0
    BAPTISM = 1
    BIRTHDAY = 2
    POLICEMAN = 3
    JUDGE = 4
    SENATOR = 5


class Favour(IntEnum):
    """What a Friend of the Family does (DP-80 to DP-83)."""

    RECRUIT = 0
    CLEAR_DEBT = 1
    TWO_STEPS = 2
    CASH_5000 = 3


class Character(IntEnum):
    """The helpers of line 4 (DP-62 to DP-65)."""

    CONSIGLIERE = 0
    PROSECUTOR = 1
    SPY = 2
    BANKER = 3


class Effect(IntEnum):
    """What the text of an event card does (section "House data" of the rules)."""

    CHOICE = 0  # a step, or cash (E01)
    RANSOM_OR_HUDSON = 1  # E02
    PAY_TO_ADVANCE = 2  # at the start of the own turn (E03)
    RECOVER_MEMBER = 3  # E04
    FEWEST_BUSINESSES_CASH = 4  # E05
    ALL_TAKEOVER = 5  # E06
    RAID_CAR_DISTRICT = 6  # overrides the protection (E07)
    JAIL_TO_ADVANCE = 7  # at the start of the own turn (E08)
    MOST_BUSINESSES_VACATE = 8  # E09
    CHOICE_BY_DEBTS = 9  # a step, or cash for each debt token held from other players (E10)


data = partial(read, __package__)


def thousands(amount: int) -> int:
    """Dollars as the rules count them."""
    return amount // 1000


META, PIECES, SCORING = data()["meta"], data()["components"], data()["scoring"]
SEATS, FEWEST_SEATS, ROUNDS = META["max_players"], META["min_players"], META["rounds"]  # DP-1, DP-20
MEMBERS, DEBT_TOKENS = PIECES["family_members_per_colour"], PIECES["debt_tokens_per_colour"]  # DP-8
FRIENDS = PIECES["friend_tokens"]  # DP-16
CARDS, CARDS_IN_PLAY = data()["event_deck"]["cards"], data()["event_deck"]["in_play"]  # DP-14
STARTING_CASH = thousands(data()["money"]["starting_cash"])  # DP-17, DP-R32
BUSINESSES = data()["street"]["spaces"]  # DP-4, DP-5
DISTRICTS = len(data()["districts"])
BLOCK = BUSINESSES // DISTRICTS  # businesses in a district (DP-4)
NUMBERS = len(data()["business_types"])  # on the dice and on the businesses: 1 to 5
PUPPET = NUMBERS + 1  # the puppet master, in place of a 6 (DP-R4)
FACES = len(data()["dice_faces"]["faces"])
DICE, TRACKS, TOKENS, FAVOURS = len(Colour), len(Track), len(Token), len(Favour)
FEASTS = 3  # the tokens of the Reputation track come first
END_OF_TRACK = thousands(data()["tracks"][Track.REPUTATION]["overflow_cash"])  # DP-77
KO_SPACE = data()["event_tracks"]["ko_position"]  # DP-24
FRIENDS_PER_TURN = data()["friends"]["max_used_per_turn"]  # DP-84
FAVOUR_STEPS = data()["favours"][Favour.TWO_STEPS]["steps"]  # DP-82
FAVOUR_CASH = thousands(data()["favours"][Favour.CASH_5000]["cash"])  # DP-83
PER_BUSINESS = thousands(SCORING["per_business"])  # DP-87
BAIL = thousands(SCORING["bail_per_prisoner"])  # DP-88
DEBT_TO_PLAYER, DEBT_TO_BANK = thousands(SCORING["debt_to_player"]), thousands(SCORING["debt_to_bank"])  # DP-89
LONGEST_REVENUE = 8  # spaces that a Revenue track may have behind its start
LONGEST_TRACK = 40
NEUTRAL = SEATS  # the family of all neutral members, and the bank as holder of debt tokens
BANK = SEATS
EMPTY = -1
PRESET_CAR = data()["preset_setup"]["car_space"]
PRESET_DISTRICT = tuple(data()["preset_setup"]["district_of_seat"])
TURN_START_EFFECTS = (Effect.PAY_TO_ADVANCE, Effect.JAIL_TO_ADVANCE)  # DP-29


@dataclass(frozen=True)
class Family:
    """One of the four families (DP-1)."""

    id: str
    name: str
    colour: str
    front: Mapping[str, str]


@dataclass(frozen=True)
class BusinessType:
    """The businesses of one number (DP-37 to DP-39)."""

    id: str
    names: Mapping[str, str]
    businesses: int
    income: int
    bonus: int  # the track on which the owner moves a space, or -1


@dataclass(frozen=True)
class EventCard:
    """One event card (DP-23)."""

    id: str
    grey_or_red: int
    car: int
    effect: Effect
    track: int
    steps: int
    cash: int
    titles: Mapping[str, str]
    texts: Mapping[str, str]


@dataclass(frozen=True)
class Parts:
    """What is in the box."""

    families: tuple[Family, ...]
    districts: tuple[str, ...]
    types: tuple[BusinessType, ...]
    businesses: tuple[int, ...]  # the number of each
    last: tuple[int, ...]  # the last space of each track
    revenue: tuple[int, ...]
    token_spaces: tuple[int, ...]
    favour_spaces: tuple[int, ...]
    characters: tuple[int, ...]  # by the colour of the die
    events: tuple[EventCard, ...]
