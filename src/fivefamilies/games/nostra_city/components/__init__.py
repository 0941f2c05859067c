"""The components of Nostra City, read from `components.toml`: every printed number appears there once (NC-6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Any

import numpy as np

from fivefamilies.core.datafile import Edition, Row, Rows, at, read, replaced
from fivefamilies.core.effects import Editable, Effects
from fivefamilies.core.errors import BadEdition
from fivefamilies.core.record import Record, i8, record
from fivefamilies.core.views import Called
from fivefamilies.core.words import LANGUAGES, Name, sentence
from fivefamilies.games.nostra_city.components.effects import BOX, INQUIRIES, POWERS, REVENGES, TRAFFICS, number_in


class Bill(IntEnum):
    """The bills by type; the Police Raid lies among them (NC-15)."""

    B5 = 0
    B10I = 1
    B10G = 2
    B20I = 3
    B20G = 4
    B50I = 5
    B50G = 6
    RAID = 7


class Kind(IntEnum):
    """The kinds of Take: three Traffics, four Rackets (NC-8)."""

    GAMBLING = 0
    DRUGS = 1
    PROSTITUTION = 2
    STATEN_ISLAND = 3
    BROOKLYN = 4
    QUEENS = 5
    BRONX = 6


class Underling(IntEnum):
    """The Underlings, 20 of the Street and Anthony Gota (NC-7, NC-14)."""

    GISELLA_AGNELLO = 0
    ALDO_AGNELLO = 1
    BIANCA_AGNELLO = 2
    CIRO_AGNELLO = 3
    DONATO_AGNELLO = 4
    ALBA_BALDINI = 5
    BEPPE_BALDINI = 6
    CARMELA_BALDINI = 7
    DRAGO_BALDINI = 8
    ENZO_BALDINI = 9
    AMALIA_CALVANO = 10
    BRUNO_CALVANO = 11
    CESARE_CALVANO = 12
    DELIA_CALVANO = 13
    ELIO_CALVANO = 14
    FRANCESCA_DONATA = 15
    GUIDO_DONATA = 16
    ILARIA_DONATA = 17
    LUCA_DONATA = 18
    MARTA_DONATA = 19
    ANTHONY_GOTA = 20


class Power(IntEnum):
    """What Underlings can do, in the order of those who can it in our box: power number n is Underling n's (NC-81 to NC-84)."""

    DRAW_IF_RAIDED = 0
    EXTRA_BILL = 1
    TURF_STAYS_FREE = 2
    SET_RAID_ASIDE = 3
    IGNORE_LIMITS = 4
    WIN_TIES = 5
    RAISE_OFFER = 6
    TAKE_BACK_ALONE = 7
    TAKE_BACK_IF_LOST = 8
    STREET_CARD_IF_LOST = 9
    SECOND_BILL = 10
    LOOK_AT_PILE = 11
    DRAW_AFTER_BRIBE = 12
    TAKE_FROM_PILE = 13
    MOVE_MARKER = 14
    DRAW_WHEN_CHEATED = 15
    CANCEL_PAYBACK = 16
    LOOK_AT_HAND = 17
    SELL_PAYBACK = 18
    DRAW_AFTER_PAYBACK = 19


class Inquiry(IntEnum):
    """What Investigations on the Street do, in the order of our cards (NC-85, NC-86, NC-53)."""

    TAKE_BANKS = 0
    NO_POWERS = 1
    NO_TRAFFIC = 2
    FEW_TAKES = 3
    FEW_CORRUPTIONS = 4


class Vendetta(IntEnum):
    """The Vendetta cards by type: eight Paybacks, then the others (NC-12 to NC-14)."""

    SHAME_OF_YOU = 0
    CONTRACT = 1
    BURGLARY = 2
    KIDNAPPING = 3
    DOUBLE_CROSS = 4
    TAKEOVER = 5
    TURN_THE_JURY = 6
    HUSH_MONEY = 7
    FBI_SNITCH = 8
    ANGER = 9
    ANTHONY_GOTA = 10
    ATLANTIC_CITY = 11


data = partial(read, BOX)


def vendetta_rows() -> Rows:
    """The types of the Vendetta deck in the order of `Vendetta`."""
    rows = {row["id"]: row for row in data()["vendetta"]}
    return [rows[card.name.lower()] for card in Vendetta]


CONSTANTS = data()["constants"]
FEWEST_SEATS, SEATS = data()["title"]["seats"]
COLOURS = data()["title"]["colours"]
SPACES = CONSTANTS["street_spaces"]
BILLS, KINDS, PAYBACKS, HAND_TYPES, VENDETTAS = len(Bill) - 1, len(Kind), 8, 10, len(Vendetta)
MONTH_IDS = CONSTANTS["months"]
MONTHS = len(MONTH_IDS)
START_UNDERLINGS, START_TURFS = CONSTANTS["start_underlings"], CONSTANTS["start_turfs"]
BANK_LIMIT = CONSTANTS["bank_limit"]  # NC-70
SMALLEST_OFFER = CONSTANTS["min_bills_in_offer"]  # NC-43
ZEALOUS_FROM = CONSTANTS["zealous_from_month"]  # NC-66
UNDERBOSS_FROM = CONSTANTS["underboss_enters_reception_of_month"]  # NC-59
FIRST_VERDICT_AFTER = CONSTANTS["first_verdict_after_month"]  # NC-74
GUILT_OF_INVESTIGATION = CONSTANTS["investigation_guilt_per_month"]  # NC-71
START_BILLS = np.zeros(BILLS, np.int64)
for _row in data()["starting_bills"]:
    START_BILLS[Bill[_row["bill"].upper()]] = _row["count"]
VALUE = np.array([row["value"] // 1000 for row in data()["bill"]])  # in thousands
BIG_BILL = 20  # Elio's power, in thousands
TITLES = [row["id"] for row in data()["rank"]]
TITLE_RESPECT = np.array([row["respect"] for row in data()["rank"]])
ZEALOUS_RESPECT, ZEALOUS_CARDS = data()["zealous_corruptor"]["respect"], data()["zealous_corruptor"]["count"]
UNDERBOSS, CONSIGLIERE, PRIMO_CAPO = 0, 1, 2

# The cards that lie on the Street or in a Territory, in one row: Underlings, Turfs, Respect cards, Investigations.
UNDERLINGS, TURFS = len(data()["underling"]), len(data()["turf"])
RESPECTS, INVESTIGATIONS = len(data()["respect_card"]), len(data()["investigation"])
FIRST_TURF = UNDERLINGS
FIRST_RESPECT = FIRST_TURF + TURFS
FIRST_INVESTIGATION = FIRST_RESPECT + RESPECTS
CARDS = FIRST_INVESTIGATION + INVESTIGATIONS
UNDERBOSS_CARD = CARDS  # on the Street only
ATLANTIC_CITY = TURFS - 1
CARD_IDS = [row["id"] for row in (*data()["underling"], *data()["turf"], *data()["respect_card"], *data()["investigation"])]
TRAFFIC_KINDS, RACKET_KINDS = 0b0000111, 0b1111000

# Where a Payback may be played: bit 0 on the own turn, bits 1 to 5 in the windows V1 to V5.
OWN_TURN = 0
WINDOWS = np.array(
    [sum(1 << ("OWN", "V1", "V2", "V3", "V4", "V5").index(w) for w in row["windows"]) for row in vendetta_rows()[:PAYBACKS]]
)


@dataclass(frozen=True)
class Part:
    """A component as words need it: its id, its name, what it does, and the same in a few words where there is little room."""

    id: str
    name: Called
    text: Called = ""
    short: str = ""


@dataclass(frozen=True)
class Parts:
    """What is in the box."""

    rows: Row
    cards: tuple[Part, ...]  # the Street cards in one row, then the Underboss
    kinds: tuple[Part, ...]
    vendetta: tuple[Part, ...]
    titles: tuple[Part, ...]
    bonuses: tuple[Part, ...]
    bills: tuple[Part, ...]  # by value and icon, then the Raid


# What cards do, by their numbers in our box.
POWER_KINDS = len(Power)
POWER_NUMBERS = np.array([number_in(row["power"]) for row in data()["underling"][:POWER_KINDS]])
INQUIRY_NUMBERS = np.array([number_in(row["effect"]) for row in data()["investigation"]])
REVENGE_NUMBERS = np.array([number_in(row["effect"]) for row in vendetta_rows()[:PAYBACKS]])

REPLACEABLE = {
    "underling": ("name", "respect", "power"),
    "turf": ("rackets", "traffic", "respect"),
    "respect_card": (*LANGUAGES, "respect"),
    "investigation": (*LANGUAGES, "bribe", "effect"),
    "vendetta": (*LANGUAGES, "count", "effect"),
    "bill": ("count", "guilt", "corruption"),
    "end_bonus": (*LANGUAGES, "respect"),
    "player_count": ("verdict_start",),
    "verdict_track.spaces": (),
    "verdict_track.blue_last": (),
}

editable = Editable(
    REPLACEABLE, {"player_count": "players"}, retired={"underling": LANGUAGES},
    effects={"underling": {"power": POWERS}, "investigation": {"effect": INQUIRIES}, "vendetta": {"effect": REVENGES}},
)  # fmt: skip

ICONS = {"none": sentence("(no icon)"), "innocent": sentence("Innocent"), "guilty": sentence("Guilty")}
BILL_IDS = (
    *(str(row["value"]) if row["guilt"] == "none" else f"{row['value']}_{row['guilt']}" for row in data()["bill"]), "raid",
)  # fmt: skip


def parts(edition: Edition | None = None) -> Parts:
    """The box, with an edition's names and numbers in place of ours."""
    ours = {key: with_words(at(data(), key)) for key in REPLACEABLE}
    rows = replaced(ours, edition, REPLACEABLE, editable.found_by)
    check(rows)
    ordered = {row["id"]: row for row in rows["vendetta"]}
    rows["vendetta"] = [ordered[row["id"]] for row in vendetta_rows()]
    titles = tuple(Part(row["id"], row["name"], row["text"]) for row in data()["rank"])
    return Parts(
        rows=rows,
        cards=(
            *(
                Part(row["id"], Name.given(row["name"], {}), POWERS.text(row["power"]), power_in_short(place, row))
                for place, row in enumerate(rows["underling"])
            ),
            *(Part(row["id"], turf_name(row), turf_text(row)) for row in rows["turf"]),
            *(Part(row["id"], in_own_words(row), sentence("Nothing but Respect.")) for row in rows["respect_card"]),
            *(Part(row["id"], in_own_words(row), INQUIRIES.text(row["effect"])) for row in rows["investigation"]),
            titles[UNDERBOSS],
        ),
        kinds=tuple(Part(row["id"], row["name"]) for row in (*data()["traffic"], *data()["racket"])),
        vendetta=tuple(Part(row["id"], in_own_words(row), revenge_text(row)) for row in rows["vendetta"]),
        titles=titles,
        bills=tuple(Part(id, bill_name(row)) for id, row in zip(BILL_IDS, (*data()["bill"], None), strict=True)),
        bonuses=tuple(Part(row["id"], in_own_words(row), row["text"]) for row in rows["end_bonus"]),
    )


def with_words(table: object) -> Any:
    """Our rows with room for an edition's own words; a single value as it is."""
    return [dict.fromkeys(LANGUAGES, "") | row for row in table] if isinstance(table, list) else table


def in_own_words(row: Row, entry: str = "name") -> str:
    """English for the catalogues, with the words that an edition has of its own: they win, language by language."""
    return Name.given(row[entry], {language: row[language] for language in LANGUAGES if row[language]})


def power_in_short(place: int, row: Row) -> str:
    """A power in a few words, as long as it is the one of our box."""
    return row["short"] if row["power"] == data()["underling"][place]["power"] else ""


def turf_text(row: Row) -> Called:
    """What Takes a Turf counts for (NC-8, NC-9, NC-38)."""
    names = {entry["id"]: entry["name"] for entry in (*data()["traffic"], *data()["racket"])}
    rackets = {f"racket{n}": names[racket] for n, racket in enumerate(row["rackets"])}
    if row["traffic"] == "all":
        return sentence("Counts in every Traffic, in no Racket; it can never be engaged.")
    if row["traffic"] == "none":
        if len(rackets) < 2:
            return sentence("Racket {racket0}, no Traffic."), rackets
        return sentence("Counts for the Rackets {racket0} and {racket1}; no Traffic."), rackets
    values = {**rackets, "traffic": names[row["traffic"]]}
    if len(rackets) < 2:
        return sentence("Racket {racket0}, or Traffic {traffic}."), values
    return sentence("Racket {racket0} or {racket1}, or Traffic {traffic}."), values


def revenge_text(row: Row) -> str:
    """What a Payback does; the other Vendetta cards do nothing that a number could change."""
    return REVENGES.text(row["effect"]) if "effect" in row else row["text"]


def turf_name(row: Row) -> Called:
    """A Turf is called by its borough and its Traffic; the special ones by their own name."""
    if "name" in row:
        return row["name"]
    names = {entry["id"]: entry["name"] for entry in (*data()["traffic"], *data()["racket"])}
    return sentence("{borough} ({traffic})"), {"borough": names[row["rackets"][0]], "traffic": names[row["traffic"]]}


def bill_name(row: Row | None) -> Called:
    """A bill by its value and its icon; no row is the Raid."""
    if row is None:
        return sentence("Police Raid")
    return sentence("{value} {icon}"), {"value": row["value"], "icon": ICONS[row["guilt"]]}


def check(rows: Row) -> None:
    """The printed totals must come out: 27 Vendetta cards, so many bills of each value, marks that exist."""
    counts = [row["count"] for row in rows["vendetta"]]
    wanted = data()["vendetta_deck"]["total"]
    if sum(counts) != wanted or min(counts) < 0:
        raise BadEdition("edition: {found} Vendetta cards in all, there are {wanted}", found=sum(counts), wanted=wanted)
    for value in {row["value"] for row in data()["bill"]}:
        wanted = sum(row["count"] for row in data()["bill"] if row["value"] == value)
        found = sum(row["count"] for row in rows["bill"] if row["value"] == value)
        if found != wanted:
            raise BadEdition("edition: {found} bills of {value}, there are {wanted}", found=found, value=value, wanted=wanted)
    for place, row in enumerate(rows["bill"]):
        if row["count"] < START_BILLS[place] * SEATS:
            raise BadEdition("edition: too few bills '{id}' for the start of {n} players", id=row["id"], n=SEATS)
        if row["guilt"] not in ("none", "innocent", "guilty") or not 0 <= row["corruption"] <= 20:
            raise BadEdition("edition: the guilt or corruption of bill '{id}' makes no sense", id=row["id"])
    check_effects(rows)
    if not 2 <= rows["verdict_track.spaces"] <= LONGEST_TRACK:
        raise BadEdition("edition: the verdict track has 2 to {n} spaces", n=LONGEST_TRACK)
    if not 1 <= rows["verdict_track.blue_last"] < rows["verdict_track.spaces"]:
        raise BadEdition("edition: the verdict track needs blue spaces and red ones")
    boroughs = {racket["id"] for racket in data()["racket"]}
    for row in rows["turf"]:
        if not set(row["rackets"]) <= boroughs:
            raise BadEdition("edition: the Turf '{id}' has a Racket that does not exist", id=row["id"])
        if row["traffic"] not in (TRAFFICS if "name" not in row else (*TRAFFICS, "none", "all")):
            raise BadEdition("edition: the Traffic of the Turf '{id}' is one of {known}", id=row["id"], known=", ".join(TRAFFICS))
    for row in rows["investigation"]:
        if row["bribe"] % 1000 or not 0 < row["bribe"] <= 120_000:
            raise BadEdition("edition: the bribe of '{id}' must be thousands up to 120,000", id=row["id"])
    for row in rows["player_count"]:
        if not 1 <= row["verdict_start"] <= rows["verdict_track.spaces"]:
            raise BadEdition("edition: the verdict cannot start on space {n}", n=row["verdict_start"])
    for key in ("underling", "turf", "respect_card", "end_bonus"):
        for row in rows[key]:
            if not -20 <= row["respect"] <= 20:
                raise BadEdition("edition: the Respect of '{id}' must lie between -20 and 20", id=row["id"])


def check_effects(rows: Row) -> None:
    """A power belongs to one Underling at most, an effect to one Investigation; a Payback keeps its own, with its numbers."""
    for table, entry, effects in (("underling", "power", POWERS), ("investigation", "effect", INQUIRIES)):
        kinds = [effects.check(row[entry], row["id"])["kind"] for row in rows[table]]
        twice = [kind for kind in effects.known if kind != "none" and kinds.count(kind) > 1]
        if twice:
            raise BadEdition("edition: '{kind}' is the effect of two cards; give it to one, and 'none' to others", kind=twice[0])
    ours = {row["id"]: row["effect"]["kind"] for row in data()["vendetta"] if "effect" in row}
    for row in rows["vendetta"]:
        if row["id"] in ours:
            Effects({ours[row["id"]]: REVENGES.known[ours[row["id"]]]}).check(row["effect"], row["id"])


def moved(rows: Rows, entry: str, kinds: type[IntEnum]) -> list[int]:
    """Where each effect is in an edition: 0 where it is in our box, else one more than the card, -1 nowhere."""
    at = {row[entry]["kind"]: place for place, row in enumerate(rows)}
    places = [at.get(kind.name.lower(), -2) for kind in kinds]
    return [0 if place == kind else max(-1, place + 1) for kind, place in zip(kinds, places, strict=True)]


def more(rows: Rows, entry: str, kinds: Sequence[str], ours: np.ndarray) -> list[int]:
    """By how much the number of each effect differs from ours."""
    found = {row[entry]["kind"]: number_in(row[entry]) for row in rows if entry in row}
    return [found.get(kind, int(number)) - int(number) for kind, number in zip(kinds, ours, strict=True)]


def kinds_of(row: Row) -> int:
    """The kinds of Take that a Turf counts for, as bits (NC-8, NC-9, NC-38)."""
    bits = sum(1 << Kind[racket.upper()] for racket in row["rackets"])
    if row["traffic"] == "all":
        return bits | TRAFFIC_KINDS
    return bits if row["traffic"] == "none" else bits | 1 << Kind[row["traffic"].upper()]


def leaning(row: Row) -> int:
    """How far a bill moves the marker: Innocent to the left, Guilty to the right (NC-74)."""
    return {"none": 0, "innocent": -1, "guilty": 1}[row["guilt"]] * row["corruption"]


BONUSES = len(data()["end_bonus"])
LONGEST_TRACK = 40  # of any edition
BLUE_LAST, TRACK_END = data()["verdict_track"]["blue_last"], data()["verdict_track"]["spaces"]


@record
class Numbers:
    """What an edition may change, as the rules see it; bribes in thousands."""

    start: i8[3]  # where the Verdict marker starts, with three, four and five players
    bills: i8[BILLS]
    leaning: i8[BILLS]  # how far a bill moves the marker; Innocent is below zero
    worth: i8[CARDS]  # Respect
    kinds: i8[TURFS]  # the kinds of Take a Turf counts for, one bit a kind
    bribe: i8[INVESTIGATIONS]
    vendetta: i8[VENDETTAS]  # how many of each card
    bonus: i8[BONUSES]  # Respect at the end
    track_more: i8  # spaces of the verdict track, and the last blue one, beyond ours
    blue_more: i8
    power_moved: i8[Power]  # whose power it is: 0 as in our box, one more than the Underling, -1 nobody's
    power_more: i8[Power]  # its number, beyond ours
    inquiry_moved: i8[Inquiry]  # likewise for Investigations
    inquiry_more: i8[Inquiry]
    payback_more: i8[PAYBACKS]


def numbers(box: Parts) -> Record:
    """The numbers of this box."""
    rows = box.rows
    respect = [row["respect"] for row in (*rows["underling"], *rows["turf"], *rows["respect_card"])]
    return Numbers.of(
        start=[row["verdict_start"] for row in rows["player_count"]],
        bills=[row["count"] for row in rows["bill"]],
        leaning=[leaning(row) for row in rows["bill"]],
        worth=[*respect, *(CONSTANTS["investigation_respect"] for _ in rows["investigation"])],
        kinds=[kinds_of(row) for row in rows["turf"]],
        bribe=[row["bribe"] // 1000 for row in rows["investigation"]],
        vendetta=[row["count"] for row in rows["vendetta"]],
        bonus=[row["respect"] for row in rows["end_bonus"]],
        track_more=rows["verdict_track.spaces"] - TRACK_END,
        blue_more=rows["verdict_track.blue_last"] - BLUE_LAST,
        power_moved=moved(rows["underling"], "power", Power),
        power_more=more(rows["underling"], "power", [kind.name.lower() for kind in Power], POWER_NUMBERS),
        inquiry_moved=moved(rows["investigation"], "effect", Inquiry),
        inquiry_more=more(rows["investigation"], "effect", [kind.name.lower() for kind in Inquiry], INQUIRY_NUMBERS),
        payback_more=more(rows["vendetta"], "effect", list(REVENGES.known), REVENGE_NUMBERS),
    )


assert [row["id"] for row in data()["underling"]] == [u.name.lower() for u in Underling]
assert [row["id"] for row in data()["bill"]] == [b.name.lower() for b in Bill][:BILLS]
assert [row["id"] for row in data()["investigation"]] == ["irs", "fbi", "dea", "nypd", "district_attorney"]
assert CONSTANTS["max_takes_per_traffic"] == CONSTANTS["max_rackets"] == CONSTANTS["bills_per_corruption"] == 1
assert CONSTANTS["location_cards_per_player"] == SPACES and CONSTANTS["first_player_moves_per_month"] == 1
assert [row.get("can_engage", True) for row in data()["turf"]] == [turf != ATLANTIC_CITY for turf in range(TURFS)]
assert len(data()["starting_bills"]) and BLUE_LAST < TRACK_END and len(COLOURS) == SEATS
