"""The components of The Boss: cities, city cards, police cards and gangsters, read from `components.toml` (TB-1 to TB-4)."""

from dataclasses import dataclass
from enum import IntEnum
from functools import partial

import numpy as np

from fivefamilies.core.datafile import Edition, Row, Rows, read
from fivefamilies.core.effects import Editable
from fivefamilies.core.errors import BadEdition
from fivefamilies.core.record import Record, i8, record


class City(IntEnum):
    """The character cards by their printed number; Chicago has none (TB-3, TB-R1)."""

    CHICAGO = 0
    NEW_YORK = 1
    BOSTON = 2
    DETROIT = 3
    KANSAS_CITY = 4
    CINCINNATI = 5
    MEMPHIS = 6
    PHILADELPHIA = 7


class Police(IntEnum):
    """The police cards (TB-4)."""

    DOUBLE = 0
    SILVER = 1
    GOLD = 2


# The face of a city card is its money, or one of these (TB-48 to TB-53).
REVOLVER, PRISON, HOSPITAL, BAN = -1, -2, -3, -4
SANCTIONS = {"revolver": REVOLVER, "prison": PRISON, "hospital": HOSPITAL, "ban": BAN}
MOST_MONEY = 9  # on one card, in any edition


@dataclass(frozen=True)
class CityPart:
    """A character card."""

    id: str
    name: str
    colour: str  # of the backs of its city cards


@dataclass(frozen=True)
class CardPart:
    """A city card; its words are unique in the box and read aloud."""

    id: str
    city: int
    face: int
    words: str


@dataclass(frozen=True)
class Parts:
    """What is in the box."""

    cities: tuple[CityPart, ...]
    cards: tuple[CardPart, ...]
    track_spaces: int


data = partial(read, __package__)


def face_name(face: int) -> str:
    """A face in a word: the sum, or the sanction."""
    return str(face) if face >= 0 else next(name for name, code in SANCTIONS.items() if code == face)


def face_of(row: Row) -> int:
    """The face of a row of city_cards."""
    return int(row["value"]) if row["kind"] == "gain" else SANCTIONS[row["effect"]]


def rows_of(city: int) -> Rows:
    """Our city cards of a city."""
    return [row for row in data()["city_cards"] if row["city"] == City(city).name.lower()]


FEWEST_SEATS, SEATS = data()["title"]["seats"]
EXPERTS, OCCASIONALS = data()["player"]["experts"], data()["player"]["occasionals"]  # TB-R4
HAND = data()["player"]["hand_size"]
CITIES = len(City)
CARDS = len(data()["city_cards"])
CITY_OF = np.array([City[row["city"].upper()] for row in data()["city_cards"]], np.int8)
FIRST_CARD = np.array([int((city > CITY_OF).sum()) for city in range(CITIES + 1)], np.int8)  # a city's cards lie together
Card = IntEnum("Card", [(f"{r['city']}_{face_name(face_of(r))}".upper(), r["index"]) for r in data()["city_cards"]])  # type: ignore[misc]
COLOURS = tuple(data()["title"]["colours"])

TURNS = data()["round"]["turns"]
CHICAGO_STARTS_AT, CHICAGO_STEP = data()["round"]["chicago_start_index"], data()["round"]["chicago_step"]
POLICE_AFTER_TURN, EMBLEMS_TO_END = data()["police"]["reveal_after_turn"], data()["police"]["emblems_to_end"]
POLICE_CARDS = tuple(row["count"] for row in data()["police_cards"])
SILVER = tuple(row["silver"] for row in data()["police_cards"])
GOLD = tuple(row["gold"] for row in data()["police_cards"])
ROUNDS = data()["police"]["rounds_max"] + data()["decisive"]["rounds_max"]
ABSENCE = {row["id"]: row["rounds_absent"] for row in data()["sanctions"]}
PRISON_ROUNDS = ABSENCE["prison"]  # TB-51; the hospital keeps a patient for one round (TB-52)

# The set-ups: which cities are in the row besides Chicago (TB-7, TB-63).
SETUPS = tuple(row["id"] for row in data()["setups"])
CITY_NAMES = tuple(row["name"] for row in data()["cities"])
SETUPS_CALLED = tuple(
    ("{n} players: {cities}", {"n": row["players"], "cities": ", ".join(CITY_NAMES[city] for city in row["cities"])})
    for row in data()["setups"]
)
SETUP_SEATS = tuple(row["players"] for row in data()["setups"])
IN_SETUP = np.array([[city in (0, *row["cities"]) for city in range(CITIES)] for row in data()["setups"]])
DEFAULT_SETUP = np.zeros(SEATS + 1, np.int64)
for _place, _row in enumerate(data()["setups"]):
    if _row["default"]:
        DEFAULT_SETUP[_row["players"]] = _place


# ---------------------------------------------------------------- editions

editable = Editable(
    {"city_cards": ("value", "effect"), "back_colours": ("colour",), "track_display.spaces": ()},
    {"city_cards": "index", "back_colours": "city"},
)


def parts(edition: Edition | None = None) -> Parts:
    """The box, with an edition's faces, back colours and track in place of ours."""
    cards = [dict(row) for row in data()["city_cards"]]
    colours = {row["city"]: row["colour"] for row in data()["back_colours"]}
    spaces = data()["track_display"]["spaces"]
    for key, given in (edition or {}).items():
        if key == "city_cards":
            replace_faces(cards, given)
        elif key == "back_colours":
            replace_colours(colours, given)
        elif key == "track_display":
            spaces = number_of_spaces(given)
        else:
            raise BadEdition(
                "edition: '{key}' cannot be replaced; an edition has city_cards, back_colours and track_display", key=key
            )
    faces = [face_of(row) for row in cards]
    check_bans(faces)
    cities = (CityPart(row["id"], row["name"], colours[row["id"]]) for row in data()["cities"])
    box = (CardPart(Card(k).name.lower(), int(CITY_OF[k]), face, words_of(k, faces)) for k, face in enumerate(faces))
    return Parts(tuple(cities), tuple(box), spaces)


def words_of(card: int, faces: list[int]) -> str:
    """City and face; equal faces of a city, which some edition may have, are numbered."""
    city = int(CITY_OF[card])
    twins = [k for k in range(FIRST_CARD[city], FIRST_CARD[city + 1]) if faces[k] == faces[card]]
    number = f" number {twins.index(card) + 1}" if len(twins) > 1 else ""
    return f"{City(city).name.lower()} {face_name(faces[card])}{number}"


def tables(given: object, key: str, names: str) -> Rows:
    """The rows of an edition, each with the entry that names it."""
    if not isinstance(given, list) or not all(isinstance(row, dict) and names in row for row in given):
        raise BadEdition("edition: {key} must be a list of tables, each with its {names}", key=key, names=names)
    return given


def replace_faces(cards: Rows, given: object) -> None:
    """Put an edition's faces over ours, by the index of the card; how many cards a city has is not open (TB-2)."""
    for row in tables(given, "city_cards", "index"):
        index = row["index"]
        if type(index) is not int or not 0 <= index < CARDS:
            raise BadEdition("edition: there is no city card '{index}'; they go from 0 to {last}", index=index, last=CARDS - 1)
        ours = cards[index]
        if row.get("city", ours["city"]) != ours["city"]:
            raise BadEdition(
                "edition: city card {index} belongs to {city}; the number of cards of a city is fixed "
                "(cards = 5 x players + cities in every set-up)", index=index, city=ours["city"],
            )  # fmt: skip
        unknown = set(row) - {"index", "city", "kind", "value", "effect", "source"}
        if unknown:
            raise BadEdition("edition: '{entry}' of city_cards cannot be replaced", entry=min(unknown))
        kind = row.get("kind", "sanction" if "effect" in row else "gain")
        entry = {"gain": "value", "sanction": "effect"}.get(kind)
        if entry is None or entry not in row or len({"value", "effect"} & set(row)) != 1:
            raise BadEdition("edition: city card {index} needs a value (gain) or an effect (sanction)", index=index)
        check_face(index, entry, row[entry])
        cards[index] = {**{k: v for k, v in ours.items() if k not in ("value", "effect")}, "kind": kind, entry: row[entry]}


def check_face(index: int, entry: str, value: object) -> None:
    """A sum that fits a card, or a sanction that the rules know."""
    if entry == "effect" and value not in SANCTIONS:
        raise BadEdition(
            "edition: city card {index} has the effect '{value}'; there are {known}",
            index=index, value=value, known=", ".join(SANCTIONS),
        )  # fmt: skip
    if entry == "value" and (type(value) is not int or not 0 <= value <= MOST_MONEY):
        raise BadEdition(
            "edition: city card {index} pays '{value}'; a card pays 0 to {most} M$", index=index, value=value, most=MOST_MONEY
        )


def check_bans(faces: list[int]) -> None:
    """Each player has one ban pawn: one city may banish (TB-R21)."""
    cities = {int(CITY_OF[k]) for k, face in enumerate(faces) if face == BAN}
    if len(cities) > 1:
        raise BadEdition("edition: {n} cities have a ban card, but each player has one ban pawn", n=len(cities))


def replace_colours(colours: dict[str, str], given: object) -> None:
    """Put an edition's back colours over ours."""
    for row in tables(given, "back_colours", "city"):
        if row["city"] not in colours or not isinstance(row.get("colour"), str):
            raise BadEdition("edition: back_colours needs a colour for one of {known}", known=", ".join(colours))
        colours[row["city"]] = row["colour"]


def number_of_spaces(given: object) -> int:
    """The length of an edition's track; laps are free, so it is for the eye only (TB-R15)."""
    spaces = given.get("spaces") if isinstance(given, dict) else None
    if type(spaces) is not int or spaces < 1:
        raise BadEdition("edition: track_display needs its number of spaces, 1 or more")
    return spaces


@record
class Numbers:
    """What an edition may change, as the rules see it."""

    face: i8[Card]  # of the city cards: money, or a sanction below zero


def numbers(box: Parts) -> Record:
    """The numbers of this box."""
    return Numbers.of(face=[card.face for card in box.cards])


assert [row["number"] for row in data()["cities"]] == [*City]
assert [row["index"] for row in data()["city_cards"]] == [*range(CARDS)]
assert (np.diff(CITY_OF) >= 0).all()
assert ABSENCE["hospital"] == 1
