"""What one player may know of a table: the view, a fair guess at the rest, and the numbers for learners.

The back of a city card, its city, is public wherever the card is; its face is known to its holder alone, a reward card's to
nobody. So a seat knows for each city how many unseen cards lie in which place, and which faces are unseen: all ways to put
these faces in these places are equally likely, city by city.
"""

from typing import Any

import msgspec

from fivefamilies.core.chance import below
from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import Block
from fivefamilies.core.record import unwrap
from fivefamilies.games.the_boss.components import (
    CARDS,
    CITIES,
    CITY_OF,
    COLOURS,
    EXPERTS,
    FIRST_CARD,
    GOLD,
    HAND,
    OCCASIONALS,
    POLICE_CARDS,
    PRISON_ROUNDS,
    ROUNDS,
    SEATS,
    SILVER,
    TURNS,
    City,
    Parts,
    Police,
    face_name,
)
from fivefamilies.games.the_boss.events import Event
from fivefamilies.games.the_boss.state import (
    POLICE_KINDS,
    Phase,
    Place,
    city_at,
    last_card,
    leader,
    police_ends_it,
    row_length,
)

UNKNOWN = -2  # in place of a secret in an event row
PHASES = int(Phase.OVER) + 1


class CardView(msgspec.Struct):
    """A card whose face may be seen: the sum, or the sanction."""

    city: str
    face: str


class Crew(msgspec.Struct):
    """One player's gangsters in a city."""

    seat: int
    experts: int
    occasionals: int


class CityView(msgspec.Struct):
    """A character card of the row and what lies under it; `possible` is what its reward may be for all the seat knows."""

    id: str
    colour: str
    faces: list[str]
    column: list[str]
    possible: list[str]
    reward: str | None
    crews: list[Crew]
    leader: int | None
    banned: list[int]


class Gang(msgspec.Struct):
    """One player as everybody sees him; `hand` is there for himself only, the others see the backs."""

    seat: int
    colour: str
    experts: int
    occasionals: int
    prison: list[int]
    hospital: int
    dead: int
    used: int
    ban: str | None
    money: int
    lap: int
    space: int
    earned: list[int]
    backs: dict[str, int]
    hand: list[CardView] | None
    contends: bool
    rank: int | None


class View(msgspec.Struct):
    """The table of The Boss as one seat sees it; the row from left to right."""

    title: str
    seat: int | None
    phase: str
    round: int
    turn: int
    to_move: int | None
    order: list[int]
    reference: int
    row: list[CityView]
    gangs: list[Gang]
    police: list[str]
    police_left: int
    silver: int
    gold: int
    is_last_round: bool
    is_decisive: bool


def view(state: Any, seat: int, parts: Parts) -> View:
    """The table as `seat` sees it; OBSERVER sees what everybody sees."""
    s = unwrap(state)
    seats, phase = int(s["seats"]), Phase(int(s["phase"]))
    turned = [POLICE_CARDS[kind] - int(s["police"][kind]) for kind in Police]
    is_asked = phase in (Phase.PLACE, Phase.REVEAL)
    return View(
        title="the_boss",
        seat=seat if seat >= 0 else None,
        phase=phase.name.lower(),
        round=int(s["round"]),
        turn=int(s["turn"]),
        to_move=int(s["order"][s["go"]]) if is_asked else None,
        order=[int(k) for k in s["order"][:seats]] if is_asked else [],
        reference=int(s["reference"]),
        row=[view_city(state, int(city_at(state, place)), seat, parts) for place in range(row_length(state))],
        gangs=[view_gang(state, of, of == seat, parts) for of in range(seats)],
        police=[kind.name.lower() for kind in Police for _ in range(turned[kind])],
        police_left=int(s["police"].sum()),
        silver=sum(n * SILVER[kind] for kind, n in enumerate(turned)),
        gold=sum(n * GOLD[kind] for kind, n in enumerate(turned)),
        is_last_round=bool(police_ends_it(state)),
        is_decisive=bool(s["decisive"]),
    )


def view_city(state: Any, city: int, seat: int, parts: Parts) -> CityView:
    """One city of the row."""
    s = unwrap(state)
    cards = range(FIRST_CARD[city], FIRST_CARD[city + 1])
    faces = {card: face_name(parts.cards[card].face) for card in cards}
    reward = next((faces[card] for card in cards if s["card"][card] == Place.REWARD), None)
    ahead = int(leader(state, city))
    crews = (Crew(of, int(s["experts_in"][of, city]), int(s["occasionals_in"][of, city])) for of in range(s["seats"]))
    return CityView(
        id=parts.cities[city].id,
        colour=parts.cities[city].colour,
        faces=list(faces.values()),
        column=[faces[int(card)] for card in s["laid"][: s["laid_count"]] if card in faces],
        possible=[faces[card] for card in cards if s["card"][card] not in (Place.OPEN, seat)],
        reward=reward if s["phase"] == Phase.OVER else None,
        crews=[crew for crew in crews if crew.experts + crew.occasionals > 0],
        leader=ahead if ahead >= 0 else None,
        banned=[of for of in range(s["seats"]) if s["ban"][of] == city],
    )


def view_gang(state: Any, of: int, is_own: bool, parts: Parts) -> Gang:
    """One player."""
    s = unwrap(state)
    held = [card for card in range(CARDS) if s["card"][card] == of]
    backs = [int((CITY_OF[held] == city).sum()) for city in City]
    money = int(s["money"][of])
    return Gang(
        seat=of,
        colour=COLOURS[of],
        experts=int(s["experts"][of]),
        occasionals=int(s["occasionals"][of]),
        prison=[left + 1 for left in range(PRISON_ROUNDS) for _ in range(s["prison"][of, left])],
        hospital=int(s["hospital"][of]),
        dead=int(s["dead"][of]),
        used=int(s["used"][of]),
        ban=parts.cities[int(s["ban"][of])].id if s["ban"][of] >= 0 else None,
        money=money,
        lap=(money - 1) // parts.track_spaces + 1,  # TB-55: on "start" he has not begun the first
        space=(money - 1) % parts.track_spaces + 1 if money else 0,  # TB-54: the first space, $, is number 1
        earned=[int(sum_) for sum_ in s["earned"][: s["round"], of]],
        backs={parts.cities[city].id: backs[city] for city in City if backs[city]},
        hand=[CardView(parts.cities[CITY_OF[card]].id, face_name(parts.cards[card].face)) for card in held] if is_own else None,
        contends=bool(s["contends"][of]),
        rank=int(s["rank"][of]) if s["phase"] == Phase.OVER else None,
    )


def redact(row: Any, seat: int) -> Any:
    """An event as `seat` sees it: a dealt card's face is its holder's secret, a reward card's everybody's (TB-38, TB-R6)."""
    if row[0] == Event.REWARD_LAID:
        return (*row[:2], UNKNOWN, *row[3:])
    if row[0] == Event.DEALT and row[1] != seat:
        return (*row[:3], UNKNOWN, *row[4:])
    return row


# ---------------------------------------------------------------- guessing


@rule
def is_unseen(s, seat, card):
    """Is this face hidden from the seat? It lies in the deck, under a city, or in another hand."""
    return s.card[card] != Place.BOX and s.card[card] != Place.OPEN and s.card[card] != seat


@rule
def swap(s, a, b):
    """Two cards change places."""
    place = s.card[a]
    s.card[a] = s.card[b]
    s.card[b] = place


@verb
def guess(s, seat, rng):
    """In each city the unseen faces take the unseen places anew, all ways being equally likely."""
    for city in range(1, CITIES):
        for card in range(FIRST_CARD[city], FIRST_CARD[city + 1]):
            if is_unseen(s, seat, card):
                for earlier in range(FIRST_CARD[city], card):
                    if is_unseen(s, seat, earlier) and s.card[earlier] > s.card[card]:
                        swap(s, earlier, card)  # first in the order of the places: nothing of the real faces remains
        count = 0
        for card in range(FIRST_CARD[city], FIRST_CARD[city + 1]):
            if is_unseen(s, seat, card):
                count += 1
                swap(s, card, unseen_card(s, seat, city, below(rng, count)))


@rule
def unseen_card(s, seat, city, number):
    """The unseen card of a city with that number, 0 for the first."""
    for card in range(FIRST_CARD[city], FIRST_CARD[city + 1]):
        if is_unseen(s, seat, card):
            if number == 0:
                return card
            number -= 1
    return -1


# ---------------------------------------------------------------- the numbers

GANG_NUMBERS = 13 + PRISON_ROUNDS + CITIES
OBSERVATION = (
    Block("hand", CARDS, "the own city cards, by their index"),
    Block("open", CARDS, "city cards that lie open"),
    Block("last", CARDS, "of these, the last card of each column"),
    Block("reward", CARDS, "how likely each city card is the reward of its city, for all the seat knows"),
    Block("backs", SEATS * CITIES, "per seat from the own one clockwise: cards in hand of each city / 4"),
    Block("cities", CITIES, "the cities in the row, by their number, Chicago first"),
    Block("left_of_chicago", CITIES, "of these, the ones left of Chicago"),
    Block("placed", SEATS * CITIES * 2, "per seat from the own one clockwise and city: Experts / 6, Occasionals / 3"),
    Block("gangs", SEATS * GANG_NUMBERS,
          "per seat from the own one clockwise: at the table, Experts / 6 and Occasionals / 3 in reserve, prisoners by rounds "
          "left / 6, patients / 6, dead / 6, used Occasionals / 3, money / 30, money of this and of the last round / 10, "
          "reference pawn, has the go, has had it in this turn, may win, then the city of the ban pawn"),
    Block("police", POLICE_KINDS, "double, silver and gold cards not yet turned up"),
    Block("ending", 2, "this is the last round, this is the decisive round"),
    Block("phase", PHASES, "what is asked now"),
    Block("time", 2, "round / 6, turn / 5"),
)  # fmt: skip


@verb
def observe(s, seat, out):
    """What `seat` knows as numbers, in the order of OBSERVATION."""
    out[:] = 0
    at = observe_cards(s, seat, out)
    at = observe_row(s, seat, out, at)
    for other in range(s.seats):
        observe_gang(s, other, out, at + (other - seat) % s.seats * GANG_NUMBERS)
    at += SEATS * GANG_NUMBERS
    for kind in range(POLICE_KINDS):
        out[at + kind] = s.police[kind]
    at += POLICE_KINDS
    out[at] = police_ends_it(s)
    out[at + 1] = s.decisive
    out[at + 2 + s.phase] = 1
    at += 2 + PHASES
    out[at] = s.round / ROUNDS
    out[at + 1] = s.turn / TURNS


@rule
def observe_cards(s, seat, out):
    """Own, open, last and possible reward cards, then the backs; returns where the next block begins."""
    cards = CARDS
    backs = 4 * cards
    for card in range(cards):
        city = CITY_OF[card]
        out[card] = s.card[card] == seat
        out[cards + card] = s.card[card] == Place.OPEN
        out[2 * cards + card] = s.card[card] == Place.OPEN and last_card(s, city) == card
        if is_unseen(s, seat, card) and (s.turn > 0 or s.phase == Phase.DEAL):
            out[3 * cards + card] = 1 / unseen_cards(s, seat, city)
        if s.card[card] < SEATS:
            out[backs + (s.card[card] - seat) % s.seats * CITIES + city] += 0.25
    return backs + SEATS * CITIES


@rule
def unseen_cards(s, seat, city):
    """How many faces of a city are hidden from the seat."""
    count = 0
    for card in range(FIRST_CARD[city], FIRST_CARD[city + 1]):
        count += is_unseen(s, seat, card)
    return count


@rule
def observe_row(s, seat, out, at):
    """The row and who stands where; returns where the next block begins."""
    for place in range(row_length(s)):
        city = city_at(s, place)
        out[at + city] = 1
        out[at + CITIES + city] = place < s.chicago
    at += 2 * CITIES
    for other in range(s.seats):
        for city in range(CITIES):
            place = at + ((other - seat) % s.seats * CITIES + city) * 2
            out[place] = s.experts_in[other, city] / EXPERTS
            out[place + 1] = s.occasionals_in[other, city] / OCCASIONALS
    return at + SEATS * CITIES * 2


@rule
def observe_gang(s, other, out, at):
    """One player."""
    out[at] = 1
    out[at + 1] = s.experts[other] / EXPERTS
    out[at + 2] = s.occasionals[other] / OCCASIONALS
    for left in range(PRISON_ROUNDS):
        out[at + 3 + left] = s.prison[other, left] / EXPERTS
    at += 3 + PRISON_ROUNDS
    out[at] = s.hospital[other] / EXPERTS
    out[at + 1] = s.dead[other] / EXPERTS
    out[at + 2] = s.used[other] / OCCASIONALS
    out[at + 3] = s.money[other] / 30
    out[at + 4] = s.earned[s.round - 1, other] / 10 if s.round > 0 else 0
    out[at + 5] = s.earned[s.round - 2, other] / 10 if s.round > 1 else 0
    out[at + 6] = s.reference == other
    if s.phase == Phase.PLACE or s.phase == Phase.REVEAL:
        out[at + 7] = s.order[s.go] == other
        for place in range(s.go):
            if s.order[place] == other:
                out[at + 8] = 1
    out[at + 9] = s.contends[other]
    if s.ban[other] >= 0:
        out[at + 10 + s.ban[other]] = 1


assert HAND == TURNS
