"""The box of Der Pate, with the entries of a printed copy in place of ours, checked with clear errors."""

from collections.abc import Mapping
from typing import Any

from fivefamilies.core.datafile import replaced, spoken
from fivefamilies.core.errors import BadEdition
from fivefamilies.core.record import i8, record
from fivefamilies.games.der_pate.components import (
    BUSINESSES,
    CARDS,
    DISTRICTS,
    FAVOURS,
    LONGEST_REVENUE,
    LONGEST_TRACK,
    NUMBERS,
    TURN_START_EFFECTS,
    BusinessType,
    Character,
    Colour,
    Effect,
    EventCard,
    Family,
    Parts,
    Token,
    Track,
    data,
    thousands,
)

REPLACEABLE = {
    "families": ("colour", "front_en", "front_it", "front_fr"),
    "districts": ("name",),
    "business_types": ("en", "it", "fr", "businesses", "income", "bonus_track"),
    "businesses": ("number",),
    "tracks": ("last", "values"),
    "action_tokens": ("space",),
    "favours": ("space",),
    "boxes": ("colour",),
    "events": (
        "colour", "car", "timing", "protection", "effect",
        "title_en", "title_it", "title_fr", "text_en", "text_it", "text_fr",
    ),
}  # fmt: skip


def parts(edition: Mapping[str, Any] | None = None) -> Parts:
    """The box, with an edition's entries in place of ours."""
    tables = replaced({key: data()[key] for key in REPLACEABLE}, edition, REPLACEABLE)
    check(tables)
    tracks = tables["tracks"]
    return Parts(
        families=tuple(
            Family(row["id"], row["id"].capitalize(), row["colour"], spoken(row, "front_")) for row in tables["families"]
        ),
        districts=tuple(row["name"] for row in tables["districts"]),
        types=tuple(
            BusinessType(
                row["id"], spoken(row), row["businesses"], thousands(row["income"]), track_named(row["bonus_track"])
            )
            for row in tables["business_types"]
        ),
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


def characters(boxes: list[dict[str, Any]]) -> tuple[int, ...]:
    """Which character the die of each colour calls on line 4 (DP-61)."""
    colour_of = {row["id"]: row["colour"] for row in boxes}
    by_colour = {colour_of[character.name.lower()]: int(character) for character in Character}
    return tuple(by_colour[colour.name.lower()] for colour in Colour)


def event_card(row: Mapping[str, Any]) -> EventCard:
    """A row of the cards, its effect taken apart."""
    effect = row["effect"]
    flat = {**effect, **effect.get("a", {}), **effect.get("b", {})}
    by_debts = "cash_per_foreign_debt" in flat
    cash = flat.get("cash_per_foreign_debt", flat.get("cash", flat.get("price", 0)))
    return EventCard(
        id=row["id"],
        grey_or_red=Colour[row["colour"].upper()],
        car=row["car"],
        effect=Effect.CHOICE_BY_DEBTS if by_debts else Effect[effect["kind"].upper()],
        track=max(0, track_named(flat.get("advance", ""))),
        steps=flat.get("steps", 0),
        cash=thousands(cash),
        titles=spoken(row, "title_"),
        texts=spoken(row, "text_"),
    )


# ---------------------------------------------------------------- checks


def check(tables: dict[str, list[dict[str, Any]]]) -> None:
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


def check_amount(amount: Any, of: str, lowest: int = 0) -> None:
    """Money comes in thousands, up to a hundred of them."""
    if isinstance(amount, bool) or not isinstance(amount, int) or amount % 1000 or not lowest <= amount <= 100_000:
        raise BadEdition("edition: {of}: '{amount}' is no amount in thousands of dollars", of=of, amount=amount)


def check_city(tables: dict[str, list[dict[str, Any]]]) -> None:
    """Numbers 1 to 5 on the businesses, as many of each as its type says (DP-4, DP-36); districts can be told apart."""
    if len({row["name"].lower() for row in tables["districts"]}) != DISTRICTS:
        raise BadEdition("edition: districts need different names")
    numbers_used = [row["number"] for row in tables["businesses"]]
    for row in tables["business_types"]:
        found = numbers_used.count(row["number"])
        if found != row["businesses"]:
            raise BadEdition(
                "edition: {found} businesses have the number {number}, {type} should have {wanted}",
                found=found, number=row["number"], type=row["en"], wanted=row["businesses"],
            )
        check_amount(row["income"], row["id"])
        if row["bonus_track"] not in ("", "reputation", "influence"):
            raise BadEdition("edition: the bonus track of {id} is reputation, influence or none", id=row["id"])
    if sum(row["businesses"] for row in tables["business_types"]) != BUSINESSES:
        raise BadEdition("edition: the numbers of the businesses are 1 to {n}", n=NUMBERS)


def check_tracks(tables: dict[str, list[dict[str, Any]]]) -> None:
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


EFFECT_ENTRIES = {
    "choice": ({"advance", "steps", "cash"}, {"advance", "steps", "cash_per_foreign_debt"}),
    "ransom_or_hudson": ({"price"},),
    "pay_to_advance": ({"advance", "steps", "cash"},),
    "recover_member": (set(),),
    "fewest_businesses_cash": ({"cash"},),
    "all_takeover": (set(),),
    "raid_car_district": (set(),),
    "jail_to_advance": ({"advance", "steps"},),
    "most_businesses_vacate": (set(),),
}


def check_event(row: Mapping[str, Any]) -> None:
    """A card is grey or red, moves the car 1 to 5 spaces, and does one of the things that cards do (DP-24, DP-26)."""
    effect, name = row["effect"], row["id"]
    if row["colour"] not in data()["event_tracks"]["colours"]:
        raise BadEdition("edition: event {id} is neither grey nor red", id=name)
    if not 1 <= row["car"] <= NUMBERS:
        raise BadEdition("edition: event {id} moves the car 1 to {n} spaces", id=name, n=NUMBERS)
    kind = effect.get("kind")
    if kind not in EFFECT_ENTRIES:
        raise BadEdition(
            "edition: event {id} has no known effect; there are {known}", id=name, known=", ".join(EFFECT_ENTRIES)
        )
    flat = {**effect, **effect.get("a", {}), **effect.get("b", {})}
    if set(flat) - {"kind", "a", "b"} not in EFFECT_ENTRIES[kind]:
        raise BadEdition(
            "edition: the effect '{kind}' of event {id} needs {known}",
            kind=kind, id=name, known=", ".join(sorted(EFFECT_ENTRIES[kind][0])) or "nothing else",
        )
    if "advance" in flat and (flat["advance"] not in ("reputation", "influence") or flat["steps"] not in range(1, 6)):
        raise BadEdition("edition: event {id} advances 1 to 5 steps on reputation or influence", id=name)
    for entry in ("cash", "price", "cash_per_foreign_debt"):
        if entry in flat:
            check_amount(flat[entry], name, 1000)
    if row["timing"] != ("turn_start" if Effect[kind.upper()] in TURN_START_EFFECTS else "reveal"):
        raise BadEdition("edition: the effect '{kind}' of event {id} has another timing", kind=kind, id=name)


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


def numbers(box: Parts) -> Any:
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
