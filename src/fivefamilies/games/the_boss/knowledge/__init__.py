"""What one player may know of a table: the view, a fair guess at the rest, and the numbers for learners.

The back of a city card, its city, is public wherever the card is; its face is known to its holder alone, a reward card's to
nobody. So a seat knows for each city how many unseen cards lie in which place, and which faces are unseen: all ways to put
these faces in these places are equally likely, city by city.
"""

from typing import Annotated

import msgspec

from fivefamilies.core.chance import below
from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.record import Record, unwrap
from fivefamilies.core.sights import each, numbers, sight
from fivefamilies.core.views import Money, SeatNumber, Viewer, is_a
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
from fivefamilies.games.the_boss.knowledge.accounts import (
    Chicago,
    Face,
    Paid,
    counts,
    counts_from,
    fatal_cards,
    fewest,
    gangsters,
    halves,
    knowing,
    laid_by,
    last_order,
    paid_out,
    sum_after,
)
from fivefamilies.games.the_boss.state import (
    POLICE_KINDS,
    Phase,
    Place,
    city_at,
    last_card,
    leader,
    police_ends_it,
    rounds_paid,
    row_length,
)

PHASES = int(Phase.OVER) + 1


CityWord = Annotated[str, is_a("city", touch=True)]


class CardView(msgspec.Struct):
    """A card whose face may be seen: the sum, or the sanction.

    Once it is laid open, `chicago` is what lies left of Chicago, and `leaves` what its city's reward may be for everybody.
    """

    city: Annotated[str, is_a("city")]
    face: Face
    id: Annotated[str, is_a("card", touch=True)]
    chicago: Money | None
    leaves: list[Face]


class Crew(msgspec.Struct):
    """One player's gangsters in a city."""

    seat: SeatNumber
    experts: int
    occasionals: int


class CityView(msgspec.Struct):
    """A character card of the row and what lies under it; `possible` is what its reward may be for all the seat knows.

    `laid` are the cards of the column, `laid_by` those who laid them, `known_to` those who know the reward by the backs alone;
    `fewest` is with how many gangsters the seat would lead here, `counts` what the last card is worth for Chicago; None right of
    it, where it counts from the round `counts_from` on.
    """

    id: CityWord
    colour: str
    faces: list[Face]
    column: list[Face]
    possible: list[Face]
    reward: Face | None
    crews: list[Crew]
    leader: SeatNumber | None
    banned: list[SeatNumber]
    number: int
    laid: list[Annotated[str, is_a("card")]]
    laid_by: list[SeatNumber]
    known_to: list[SeatNumber]
    fewest: int | None
    counts: Money | None
    counts_from: int | None


class Gang(msgspec.Struct):
    """One player as everybody sees him; `hand` is there for himself only, the others see the backs.

    `gangsters` are those that count for the last turn and for a tie.
    """

    seat: SeatNumber
    colour: Annotated[str, is_a("colour")]
    experts: int
    occasionals: int
    prison: list[int]
    hospital: int
    dead: int
    used: int
    ban: Annotated[str, is_a("city")] | None
    money: Money
    lap: int
    space: int
    earned: list[Money]
    backs: dict[Annotated[str, is_a("city")], int]
    hand: list[CardView] | None
    contends: bool
    rank: int | None
    gangsters: int


class View(msgspec.Struct):
    """The table of The Boss as one seat sees it; the row from left to right.

    `last_order` is the order of the last turn as the gangsters stand now, `paid` what the cities paid in the round `paid_round`,
    `police_fatal` how many of the police cards left would end the game, `track` the spaces of the points track.
    """

    title: str
    seat: Viewer | None
    phase: Annotated[str, is_a("phase")]
    round: int
    turn: int
    to_move: SeatNumber | None
    order: list[SeatNumber]
    reference: SeatNumber
    row: list[CityView]
    gangs: list[Gang]
    police: list[Annotated[str, is_a("police")]]
    police_left: int
    silver: int
    gold: int
    is_last_round: bool
    is_decisive: bool
    last_order: list[SeatNumber]
    chicago: Chicago
    paid_round: int
    paid: list[Paid]
    police_fatal: int
    track: int


def view(state: Record, seat: int, parts: Parts) -> View:
    """The table as `seat` sees it; OBSERVER sees what everybody sees."""
    s = unwrap(state)
    seats, phase = int(s["seats"]), Phase(int(s["phase"]))
    turned = [POLICE_CARDS[kind] - int(s["police"][kind]) for kind in Police]
    is_asked = phase in (Phase.PLACE, Phase.REVEAL)
    row = [view_city(state, place, seat, parts) for place in range(row_length(state))]
    paid = paid_out(state, parts)
    return View(
        title="the_boss",
        seat=seat if seat >= 0 else None,
        phase=phase.name.lower(),
        round=int(s["round"]),
        turn=int(s["turn"]),
        to_move=int(s["order"][s["go"]]) if is_asked else None,
        order=[int(k) for k in s["order"][:seats]] if is_asked else [],
        reference=int(s["reference"]),
        row=row,
        gangs=[view_gang(state, of, of == seat, parts) for of in range(seats)],
        police=[kind.name.lower() for kind in Police for _ in range(turned[kind])],
        police_left=int(s["police"].sum()),
        silver=sum(n * SILVER[kind] for kind, n in enumerate(turned)),
        gold=sum(n * GOLD[kind] for kind, n in enumerate(turned)),
        is_last_round=bool(police_ends_it(state)),
        is_decisive=bool(s["decisive"]),
        last_order=last_order(state),
        chicago=halves(sum(city.counts or 0 for city in row)),
        paid_round=rounds_paid(s) if paid else 0,
        paid=paid,
        police_fatal=fatal_cards(s),
        track=parts.track_spaces,
    )


def view_city(state: Record, place: int, seat: int, parts: Parts) -> CityView:
    """The city at a place of the row."""
    s, city = unwrap(state), int(city_at(state, place))
    cards = range(FIRST_CARD[city], FIRST_CARD[city + 1])
    faces = {card: face_name(parts.cards[card].face) for card in cards}
    reward = next((faces[card] for card in cards if s["card"][card] == Place.REWARD), None)
    ahead = int(leader(state, city))
    column = [k for k in range(s["laid_count"]) if s["laid"][k] in faces]
    crews = (Crew(of, int(s["experts_in"][of, city]), int(s["occasionals_in"][of, city])) for of in range(s["seats"]))
    return CityView(
        id=parts.cities[city].id,
        colour=parts.cities[city].colour,
        faces=list(faces.values()),
        column=[faces[int(s["laid"][k])] for k in column],
        possible=[faces[card] for card in cards if s["card"][card] not in (Place.OPEN, seat)],
        reward=reward if s["phase"] == Phase.OVER else None,
        crews=[crew for crew in crews if crew.experts + crew.occasionals > 0],
        leader=ahead if ahead >= 0 else None,
        banned=[of for of in range(s["seats"]) if s["ban"][of] == city],
        number=city,
        laid=[parts.cards[int(s["laid"][k])].words for k in column],
        laid_by=[laid_by(s, k) for k in column],
        known_to=knowing(s, city),
        fewest=fewest(state, seat, city),
        counts=counts(state, place, city, parts),
        counts_from=counts_from(state, place),
    )


def view_card(state: Record, card: int, parts: Parts) -> CardView:
    """A card in hand."""
    part, s = parts.cards[card], unwrap(state)
    others = [k for k in range(FIRST_CARD[part.city], FIRST_CARD[part.city + 1]) if k != card and s["card"][k] != Place.OPEN]
    leaves = [face_name(parts.cards[k].face) for k in others]
    return CardView(parts.cities[part.city].id, face_name(part.face), part.words, sum_after(state, card, parts), leaves)


def view_gang(state: Record, of: int, is_own: bool, parts: Parts) -> Gang:
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
        hand=[view_card(state, card, parts) for card in held] if is_own else None,
        contends=bool(s["contends"][of]),
        rank=int(s["rank"][of]) if s["phase"] == Phase.OVER else None,
        gangsters=gangsters(s)[of],
    )


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


@sight
class GangSight:
    """One player."""

    here: numbers("at the table")
    experts: numbers("Experts / 6")
    occasionals: numbers("and Occasionals / 3 in reserve")
    prison: numbers("prisoners by rounds left / 6")[PRISON_ROUNDS]
    hospital: numbers("patients / 6")
    dead: numbers("dead / 6")
    used: numbers("used Occasionals / 3")
    money: numbers("money / 30")
    this_round: numbers("money of this")
    last_round: numbers("and of the last round / 10")
    reference: numbers("reference pawn")
    has_go: numbers("has the go")
    had_go: numbers("has had it in this turn")
    contends: numbers("may win")
    ban: numbers("then the city of the ban pawn")[City]


@sight
class Sight:
    """What a seat knows as numbers; seats from the own one clockwise."""

    hand: numbers("the own city cards, by their index")[CARDS]
    open: numbers("city cards that lie open")[CARDS]
    last: numbers("of these, the last card of each column")[CARDS]
    reward: numbers("how likely each city card is the reward of its city, for all the seat knows")[CARDS]
    backs: numbers("per seat from the own one clockwise: cards in hand of each city / 4")[SEATS, City]
    cities: numbers("the cities in the row, by their number, Chicago first")[City]
    left_of_chicago: numbers("of these, the ones left of Chicago")[City]
    placed: numbers("per seat from the own one clockwise and city: Experts / 6, Occasionals / 3")[SEATS, City, 2]
    gangs: each(GangSight, "per seat from the own one clockwise")[SEATS]
    police: numbers("double, silver and gold cards not yet turned up")[Police]
    ending: numbers("this is the last round, this is the decisive round")[2]
    phase: numbers("what is asked now")[PHASES]
    time: numbers("round / 6, turn / 5")[2]


@verb
def observe(s, seat, o):
    """What `seat` knows as numbers."""
    observe_cards(s, seat, o)
    observe_row(s, seat, o)
    for other in range(s.seats):
        observe_gang(s, other, o.gangs[(other - seat) % s.seats])
    for kind in range(POLICE_KINDS):
        o.police[kind] = s.police[kind]
    o.ending[0] = police_ends_it(s)
    o.ending[1] = s.decisive
    o.phase[s.phase] = 1
    o.time[0] = s.round / ROUNDS
    o.time[1] = s.turn / TURNS


@rule
def observe_cards(s, seat, o):
    """Own, open, last and possible reward cards, then the backs."""
    for card in range(CARDS):
        city = CITY_OF[card]
        o.hand[card] = s.card[card] == seat
        o.open[card] = s.card[card] == Place.OPEN
        o.last[card] = s.card[card] == Place.OPEN and last_card(s, city) == card
        if is_unseen(s, seat, card) and (s.turn > 0 or s.phase == Phase.DEAL):
            o.reward[card] = 1 / unseen_cards(s, seat, city)
        if s.card[card] < SEATS:
            o.backs[(s.card[card] - seat) % s.seats, city] += 0.25


@rule
def unseen_cards(s, seat, city):
    """How many faces of a city are hidden from the seat."""
    count = 0
    for card in range(FIRST_CARD[city], FIRST_CARD[city + 1]):
        count += is_unseen(s, seat, card)
    return count


@rule
def observe_row(s, seat, o):
    """The row and who stands where."""
    for place in range(row_length(s)):
        city = city_at(s, place)
        o.cities[city] = 1
        o.left_of_chicago[city] = place < s.chicago
    for other in range(s.seats):
        for city in range(CITIES):
            o.placed[(other - seat) % s.seats, city, 0] = s.experts_in[other, city] / EXPERTS
            o.placed[(other - seat) % s.seats, city, 1] = s.occasionals_in[other, city] / OCCASIONALS


@rule
def observe_gang(s, other, o):
    """One player."""
    o.here = 1
    o.experts = s.experts[other] / EXPERTS
    o.occasionals = s.occasionals[other] / OCCASIONALS
    for left in range(PRISON_ROUNDS):
        o.prison[left] = s.prison[other, left] / EXPERTS
    o.hospital = s.hospital[other] / EXPERTS
    o.dead = s.dead[other] / EXPERTS
    o.used = s.used[other] / OCCASIONALS
    o.money = s.money[other] / 30
    o.this_round = s.earned[s.round - 1, other] / 10 if s.round > 0 else 0
    o.last_round = s.earned[s.round - 2, other] / 10 if s.round > 1 else 0
    o.reference = s.reference == other
    if s.phase == Phase.PLACE or s.phase == Phase.REVEAL:
        o.has_go = s.order[s.go] == other
        for place in range(s.go):
            if s.order[place] == other:
                o.had_go = 1
    o.contends = s.contends[other]
    if s.ban[other] >= 0:
        o.ban[s.ban[other]] = 1


assert HAND == TURNS
