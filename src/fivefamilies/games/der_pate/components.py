"""The components of Der Pate, read from `components.toml` (DP-3 to DP-7), with a printed copy's entries in place of ours.

Numbers printed in the rulebook are constants here. What the rulebook only shows in pictures, and an owner of the printed
game could replace (an edition), reaches the rules through `numbers` and the record.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

import numpy as np

from fivefamilies.core.datafile import Edition, Row, Rows, read, replaced
from fivefamilies.core.effects import Editable, Effects, effect
from fivefamilies.core.errors import BadEdition
from fivefamilies.core.record import Record, i8, record
from fivefamilies.core.words import LANGUAGES, Name


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


class Line(IntEnum):
    """The lines of the action board (DP-34), and what is before and after them."""

    BEFORE = 0  # the first roll
    INCOME = 1
    MINOR_ACTIONS = 2
    HOSTILE_ACTIONS = 3
    CHARACTERS = 4
    END_OF_TURN = 5


class Box(IntEnum):
    """The boxes of the action board, from the first line to the last; income has one for each number (DP-36 to DP-65)."""

    INCOME = 0
    PRESS = 1
    REPUTATION = 2
    INFLUENCE = 3
    VISIT = 4
    BETTING = 5
    MEETING = 6
    RAID = 7
    TAKEOVER = 8
    FRIEND = 9
    CONSIGLIERE = 10
    PROSECUTOR = 11
    SPY = 12
    BANKER = 13


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


PIECES, SCORING = data()["components"], data()["scoring"]
FEWEST_SEATS, SEATS = data()["title"]["seats"]  # DP-1
ROUNDS = data()["round"]["rounds"]  # DP-20
MEMBERS, DEBT_TOKENS = PIECES["family_members_per_colour"], PIECES["debt_tokens_per_colour"]  # DP-8
FRIENDS = PIECES["friend_tokens"]  # DP-16
CARDS, CARDS_IN_PLAY = PIECES["event_cards"], data()["event_deck"]["in_play"]  # DP-14
STARTING_CASH = thousands(data()["money"]["starting_cash"])  # DP-17, DP-R32
BUSINESSES = len(data()["businesses"])  # DP-4, DP-5
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
FAMILIES = tuple(row["id"] for row in data()["families"])
EVENT_IDS = [row["id"] for row in data()["events"]]
PRESET_CAR = data()["preset_setup"]["car_space"]
PRESET_DISTRICT = tuple(data()["preset_setup"]["district_of_seat"])
TURN_START_EFFECTS = (Effect.PAY_TO_ADVANCE, Effect.JAIL_TO_ADVANCE)  # DP-29
# The boxes of lines 2 and 3 by the colour of the die (DP-43).
BOX_OF = np.zeros((Line.CHARACTERS, DICE), np.int8)
for _row in data()["boxes"]:
    if _row["lines"] in ([Line.MINOR_ACTIONS], [Line.HOSTILE_ACTIONS]):
        BOX_OF[_row["lines"][0], Colour[_row["colour"].upper()]] = Box[_row["id"].upper()]


@dataclass(frozen=True)
class Family:
    """One of the four families (DP-1)."""

    id: str
    name: str
    colour: str


@dataclass(frozen=True)
class BusinessType:
    """The businesses of one number (DP-37 to DP-39)."""

    id: str
    name: str
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
    title: str
    text: str


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


# ---------------------------------------------------------------- editions

REPLACEABLE = {
    "families": ("colour",),
    "districts": ("name",),
    "business_types": ("name", "businesses", "income", "bonus_track"),
    "businesses": ("number",),
    "tracks": ("last", "values"),
    "action_tokens": ("space",),
    "favours": ("space",),
    "boxes": ("colour",),
    "events": ("colour", "car", "effect", "title"),
}
# What an edition may say in a language of its own; ours is in the catalogues. A front is a picture: it is taken and not shown.
OWN_WORDS = {
    "families": tuple(f"front_{language}" for language in LANGUAGES),
    "business_types": LANGUAGES,
    "events": tuple(f"title_{language}" for language in LANGUAGES),
}

MONEY, STEPS, ON = (1000, 100_000, 1000), (1, 5), ("reputation", "influence")
# What the text of an event card may be (section "House data" of the rules).
EFFECTS = Effects(
    {
        "choice": effect(
            "Each player chooses: advance {steps} space on {advance}, or take ${cash} from the bank.",
            "Each player chooses: advance {steps} spaces on {advance}, or take ${cash} from the bank.",
            steps=STEPS, advance=ON, cash=MONEY,
        ),
        "ransom_or_hudson": effect(
            "Each player empties the prison of his own members: for each, pay ${cash} to the bank and return it to the reserve, "
            "or throw it into the Hudson.", cash=MONEY,
        ),
        "pay_to_advance": effect(
            "At the start of his turn this round, a player may pay ${cash} to the bank and advance {steps} space on {advance}.",
            "At the start of his turn this round, a player may pay ${cash} to the bank and advance {steps} spaces on {advance}.",
            steps=STEPS, advance=ON, cash=MONEY,
        ),
        "recover_member": effect(
            "Each player may take 1 of his members from the Hudson or from the Tombs back into his reserve."
        ),
        "fewest_businesses_cash": effect(
            "Every player who controls the fewest businesses takes ${cash} from the bank (ties: all of them).", cash=MONEY
        ),
        "all_takeover": effect(
            "Each player may take over one business of another family, of any number, by the rules of the takeover action."
        ),
        "raid_car_district": effect(
            "Even though it is protected: every controlled business in the district where the car now stands is vacated; the "
            "members go to the Tombs."
        ),
        "jail_to_advance": effect(
            "At the start of his turn this round, a player may put 1 member from his reserve into the Tombs and advance "
            "{steps} space on {advance}.",
            "At the start of his turn this round, a player may put 1 member from his reserve into the Tombs and advance "
            "{steps} spaces on {advance}.",
            steps=STEPS, advance=ON,
        ),
        "most_businesses_vacate": effect(
            "Every player who controls the most businesses vacates one of his unprotected businesses of his choice; the member "
            "goes to the Tombs (ties: all of them)."
        ),
        "choice_by_debts": effect(
            "Each player chooses: advance {steps} space on {advance}, or take ${cash} from the bank for each debt token of "
            "another player that he holds.",
            "Each player chooses: advance {steps} spaces on {advance}, or take ${cash} from the bank for each debt token of "
            "another player that he holds.",
            steps=STEPS, advance=ON, cash=MONEY,
        ),
    },
    {"reputation": "Reputation", "influence": "Influence"},
)  # fmt: skip
editable = Editable(
    {table: (*entries, *OWN_WORDS.get(table, ())) for table, entries in REPLACEABLE.items()},
    effects={"events": {"effect": EFFECTS}},
    retired={"events": ("text", *(f"text_{language}" for language in LANGUAGES), "timing", "protection")},
)


def parts(edition: Edition | None = None) -> Parts:
    """The box, with an edition's entries in place of ours."""
    ours = {key: [dict.fromkeys(OWN_WORDS.get(key, ()), "") | row for row in data()[key]] for key in REPLACEABLE}
    tables = replaced(ours, edition, editable.tables)
    check(tables)
    tracks = tables["tracks"]
    return Parts(
        families=tuple(Family(row["id"], row["name"], row["colour"]) for row in tables["families"]),
        districts=tuple(Name(row["name"]) for row in tables["districts"]),
        types=tuple(business_type(row) for row in tables["business_types"]),
        businesses=tuple(row["number"] for row in tables["businesses"]),
        last=tuple(len(tracks[t]["values"]) - 1 if t == Track.REVENUE else tracks[t]["last"] for t in Track),
        revenue=tuple(thousands(value) for value in tracks[Track.REVENUE]["values"]),
        token_spaces=tuple(row["space"] for row in tables["action_tokens"]),
        favour_spaces=tuple(row["space"] for row in tables["favours"]),
        characters=characters(tables["boxes"]),
        events=tuple(event_card(row) for row in tables["events"]),
    )


def track_named(name: str) -> int:
    """The number of a track; -1 for none."""
    return Track[name.upper()] if name else -1


def characters(boxes: Rows) -> tuple[int, ...]:
    """Which character the die of each colour calls on line 4 (DP-61)."""
    colour_of = {row["id"]: row["colour"] for row in boxes}
    by_colour = {colour_of[character.name.lower()]: int(character) for character in Character}
    return tuple(by_colour[colour.name.lower()] for colour in Colour)


def named(row: Row, entry: str, prefix: str = "") -> str:
    """What a component is called: English for the catalogues, with the words that an edition has of its own."""
    return Name.given(row[entry], {language: row[prefix + language] for language in LANGUAGES if row[prefix + language]})


def business_type(row: Row) -> BusinessType:
    """A row of the business types."""
    return BusinessType(
        row["id"], named(row, "name"), row["businesses"], thousands(row["income"]), track_named(row["bonus_track"])
    )


def flat(effect: object) -> Row:
    """An effect as it is written now; once its two choices were tables of their own, and a ransom had a price."""
    if not isinstance(effect, Mapping) or not all(isinstance(effect.get(entry, {}), Mapping) for entry in ("a", "b")):
        return {}
    entries = {**effect, **effect.get("a", {}), **effect.get("b", {})}
    if "cash_per_foreign_debt" in entries:
        entries |= {"kind": "choice_by_debts", "cash": entries.pop("cash_per_foreign_debt")}
    if "price" in entries:
        entries["cash"] = entries.pop("price")
    return {key: value for key, value in entries.items() if key not in ("a", "b")}


def event_card(row: Row) -> EventCard:
    """A row of the cards, its effect taken apart."""
    effect = flat(row["effect"])
    return EventCard(
        id=row["id"],
        grey_or_red=Colour[row["colour"].upper()],
        car=row["car"],
        effect=Effect[effect["kind"].upper()],
        track=max(0, track_named(effect.get("advance", ""))),
        steps=effect.get("steps", 0),
        cash=thousands(effect.get("cash", 0)),
        title=named(row, "title", "title_"),
        text=EFFECTS.text(effect),
    )


# ---------------------------------------------------------------- checks


def check(tables: dict[str, Rows]) -> None:
    """An edition must be a game that these rules can play; a clear error if not."""
    check_city(tables)
    check_tracks(tables)
    colours = [row["colour"] for row in tables["boxes"] if row["lines"] == [4]]
    if sorted(colours) != sorted(colour.name.lower() for colour in Colour):
        raise BadEdition("edition: the four characters of line 4 need the four colours grey, red, black, white")
    ours = {row["id"]: row["colour"] for row in data()["boxes"]}
    for row in tables["boxes"]:
        if row["lines"] != [4] and row["colour"] != ours[row["id"]]:
            raise BadEdition("edition: the colour of {id} is printed in the rulebook; only line 4 can differ", id=row["id"])
    for row in tables["events"]:
        check_event(row)


def check_amount(amount: object, of: str, lowest: int = 0) -> None:
    """Money comes in thousands, up to a hundred of them."""
    if isinstance(amount, bool) or not isinstance(amount, int) or amount % 1000 or not lowest <= amount <= 100_000:
        raise BadEdition("edition: {of}: '{amount}' is not an amount in thousands of dollars", of=of, amount=amount)


def check_city(tables: dict[str, Rows]) -> None:
    """Numbers 1 to 5 on the businesses, as many of each as its type says (DP-4, DP-36); districts can be told apart."""
    if len({row["name"].lower() for row in tables["districts"]}) != DISTRICTS:
        raise BadEdition("edition: districts need different names")
    numbers_used = [row["number"] for row in tables["businesses"]]
    for row in tables["business_types"]:
        found = numbers_used.count(row["number"])
        if found != row["businesses"]:
            raise BadEdition(
                "edition: {found} businesses have the number {number}, {type} should have {wanted}",
                found=found,
                number=row["number"],
                type=row["en"] or row["name"],
                wanted=row["businesses"],
            )
        check_amount(row["income"], row["id"])
        if row["bonus_track"] not in ("", "reputation", "influence"):
            raise BadEdition("edition: the bonus track of {id} is reputation, influence or none", id=row["id"])
    if sum(row["businesses"] for row in tables["business_types"]) != BUSINESSES:
        raise BadEdition("edition: the numbers of the businesses are 1 to {n}", n=NUMBERS)


def check_tracks(tables: dict[str, Rows]) -> None:
    """Tracks have a length, tokens and favours a space on them; nothing is paid at the start of Revenue (DP-22)."""
    tracks = tables["tracks"]
    for row in tracks:
        if not 1 <= row["last"] <= LONGEST_TRACK:
            raise BadEdition("edition: the last space of {id} is from 1 to {n}", id=row["id"], n=LONGEST_TRACK)
    values = tracks[Track.REVENUE]["values"]
    if not 2 <= len(values) <= LONGEST_REVENUE + 1 or values[0] != 0 or len(values) - 1 != tracks[Track.REVENUE]["last"]:
        raise BadEdition(
            "edition: revenue has an amount for the start, which is 0, and for each of up to {n} spaces", n=LONGEST_REVENUE
        )
    for value in values:
        check_amount(value, "revenue")
    for row in tables["action_tokens"]:
        last = tracks[track_named(row["track"])]["last"]
        if not 1 <= row["space"] <= last:
            raise BadEdition("edition: the space of {id} is from 1 to {n}", id=row["id"], n=last)
    for row in tables["favours"]:
        if not 1 <= row["space"] <= tracks[Track.FAVOURS]["last"]:
            raise BadEdition("edition: the space of {id} is from 1 to {n}", id=row["id"], n=tracks[Track.FAVOURS]["last"])


def check_event(row: Row) -> None:
    """A card is grey or red, moves the car 1 to 5 spaces, and does one of the things that cards do (DP-24, DP-26)."""
    effect, name = flat(row["effect"]), row["id"]
    if row["colour"] not in data()["event_tracks"]["colours"]:
        raise BadEdition("edition: event {id} is neither grey nor red", id=name)
    if not 1 <= row["car"] <= NUMBERS:
        raise BadEdition("edition: event {id} moves the car 1 to {n} spaces", id=name, n=NUMBERS)
    EFFECTS.check(effect, name)


@record
class Numbers:
    """What an edition may change, as the rules see it; amounts in thousands of dollars."""

    business_number: i8[BUSINESSES]
    income: i8[NUMBERS]
    bonus: i8[NUMBERS]
    last: i8[Track]
    revenue: i8[LONGEST_REVENUE + 1]
    token_space: i8[Token]
    favour_space: i8[FAVOURS]
    character: i8[Colour]
    event_colour: i8[CARDS]
    event_car: i8[CARDS]
    event_effect: i8[CARDS]
    event_track: i8[CARDS]
    event_steps: i8[CARDS]
    event_cash: i8[CARDS]


def numbers(box: Parts) -> Record:
    """The numbers of this box."""
    return Numbers.of(
        business_number=box.businesses,
        income=[kind.income for kind in box.types],
        bonus=[kind.bonus for kind in box.types],
        last=box.last,
        revenue=[*box.revenue, *[0] * (LONGEST_REVENUE + 1 - len(box.revenue))],
        token_space=box.token_spaces,
        favour_space=box.favour_spaces,
        character=box.characters,
        event_colour=[card.grey_or_red for card in box.events],
        event_car=[card.car for card in box.events],
        event_effect=[card.effect for card in box.events],
        event_track=[card.track for card in box.events],
        event_steps=[card.steps for card in box.events],
        event_cash=[card.cash for card in box.events],
    )


assert BANK == NEUTRAL == SEATS and DISTRICTS * BLOCK == BUSINESSES and FACES == PUPPET
