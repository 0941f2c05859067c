"""What everybody may count at a table of The Boss: the pay-out of a round, Chicago's sum, the order to come, who knows a card."""

from typing import Annotated

import msgspec

from fivefamilies.core.record import Fields, Record, unwrap
from fivefamilies.core.views import Money, SeatNumber, is_a
from fivefamilies.games.the_boss.components import (
    BAN,
    CHICAGO_STEP,
    CITY_OF,
    EMBLEMS_TO_END,
    FIRST_CARD,
    GOLD,
    HOSPITAL,
    POLICE_CARDS,
    PRISON,
    REVOLVER,
    ROUNDS,
    SEATS,
    SILVER,
    TURNS,
    City,
    Parts,
    Police,
    face_name,
)
from fivefamilies.games.the_boss.referee import fewest_to_send
from fivefamilies.games.the_boss.state import Phase, Place, city_at, inmates_possessed, last_card, police_ends_it

Face = Annotated[str, is_a("face")]
NOBODY, SHARES, EARNS = "nobody", "shares", "earns"
STRUCK = {REVOLVER: "killed", PRISON: "jailed", HOSPITAL: "wounded", BAN: "banned"}


class Men(msgspec.Struct):
    """How many gangsters of a player stood somewhere."""

    seat: SeatNumber
    men: int


class Counted(msgspec.Struct):
    """The last card of a city and what it is worth for Chicago; a sanction is worth nothing (TB-47)."""

    city: Annotated[str, is_a("city")]
    face: Face
    worth: Money


class Paid(msgspec.Struct):
    """What a city paid in the round that was paid out last; `counted` and `total` are Chicago's (TB-45, TB-46)."""

    city: Annotated[str, is_a("city")]
    face: Face | None
    men: list[Men]
    leader: SeatNumber | None
    outcome: Annotated[str, is_a("outcome")]
    millions: Money
    counted: list[Counted]
    total: Money


class Chicago(msgspec.Struct):
    """What lies left of Chicago now: the sum of the last cards, its leader's half and Alcapo's (TB-46)."""

    total: Money
    share: Money
    alcapo: Money


def worth(card: int, parts: Parts) -> int:
    """What a last card counts for Chicago: its money, a sanction and no card nothing (TB-46, TB-47)."""
    return max(0, parts.cards[card].face) if card >= 0 else 0


def counts(state: Record, place: int, city: int, parts: Parts) -> int | None:
    """What the last card of the city at this place counts for Chicago; None right of it."""
    return worth(int(last_card(state, city)), parts) if place < unwrap(state)["chicago"] else None


def counts_from(state: Record, place: int) -> int | None:
    """The round from which the city at this place lies left of Chicago, if such a round may come (TB-19, TB-41, TB-59, TB-62)."""
    s = unwrap(state)
    ahead = max(0, place - int(s["chicago"])) // CHICAGO_STEP
    last = int(s["round"]) if s["decisive"] or police_ends_it(state) else ROUNDS - 1
    return int(s["round"]) + ahead if int(s["round"]) + ahead <= last else None


def sum_after(state: Record, card: int, parts: Parts) -> int | None:
    """What would lie left of Chicago once this card is laid open; None if its city is not left of it (TB-39, TB-46)."""
    s = unwrap(state)
    cities = [int(city_at(state, place)) for place in range(s["chicago"])]
    if CITY_OF[card] not in cities:
        return None
    return sum(worth(card if city == CITY_OF[card] else int(last_card(state, city)), parts) for city in cities)


def halves(total: int) -> Chicago:
    """The odd million is Alcapo's (TB-46)."""
    return Chicago(total, total // 2, total - total // 2)


def last_order(state: Record) -> list[int]:
    """The order of the last turn, as the gangsters stand now or as it was settled (TB-57, TB-58, TB-R16)."""
    s = unwrap(state)
    seats, reference = int(s["seats"]), int(s["reference"])
    if s["turn"] == TURNS:
        return [int(seat) for seat in s["order"][:seats]]
    have = gangsters(s)
    return sorted(range(seats), key=lambda seat: (-have[seat], (seat - reference) % seats))


def gangsters(s: Fields) -> list[int]:
    """The gangsters that count for the last turn and for a tie, by seat (TB-R13, TB-R14)."""
    return [int(n) for n in s["experts"].astype(int) + s["occasionals"] + inmates_possessed(s)]


def laid_by(s: Fields, place: int) -> int:
    """Who laid the card at this place of the round: everybody lays one a turn, in the order of the goes (TB-27, TB-57)."""
    seats = int(s["seats"])
    turn, go = divmod(place, seats)
    return int(s["order"][go]) if turn == TURNS - 1 else (int(s["reference"]) + go) % seats


def knowing(s: Fields, city: int) -> list[int]:
    """Who knows the face-down card by the backs alone: he holds every other card that is not open (TB-38)."""
    cards = s["card"][FIRST_CARD[city] : FIRST_CARD[city + 1]]
    hidden = int((cards != Place.OPEN).sum())
    held = [int((cards == seat).sum()) for seat in range(s["seats"])]
    is_dealt = s["turn"] > 0 and s["phase"] != Phase.OVER
    return [seat for seat, n in enumerate(held) if is_dealt and n == hidden - 1 > 0]


def fewest(state: Record, seat: int, city: int) -> int | None:
    """The fewest gangsters with which a seat leads a city (TB-33, TB-34); nothing to a spectator."""
    return int(fewest_to_send(state, seat, city)) if seat >= 0 else None


def fatal_cards(s: Fields) -> int:
    """How many of the police cards not yet turned up would show the third emblem of a colour (TB-18)."""
    turned = [POLICE_CARDS[kind] - int(s["police"][kind]) for kind in Police]
    silver, gold = (sum(n * shown[kind] for kind, n in enumerate(turned)) for shown in (SILVER, GOLD))
    dooming = [kind for kind in Police if max(silver + SILVER[kind], gold + GOLD[kind]) >= EMBLEMS_TO_END]
    return sum(int(s["police"][kind]) for kind in dooming)


# ---------------------------------------------------------------- the pay-out of the last round


def paid_out(state: Record, parts: Parts) -> list[Paid]:
    """What the cities paid when a round was last paid out, in the order of the pay-out; nothing before."""
    s = unwrap(state)
    cities = [city for city in City if s["paid_reward"][city]]
    return [paid_by(s, city, parts) for city in cities] + ([paid_by_chicago(s, parts)] if cities else [])


def men_in(s: Fields, city: int) -> list[Men]:
    """Who stood there, the leader first."""
    men = [Men(seat, int(s["paid_men"][seat, city])) for seat in range(SEATS) if s["paid_men"][seat, city]]
    return sorted(men, key=lambda one: -one.men)


def paid_by(s: Fields, city: int, parts: Parts) -> Paid:
    """A city that has a reward card (TB-45, TB-R18)."""
    face, men = parts.cards[int(s["paid_reward"][city]) - 1].face, men_in(s, city)
    outcome = NOBODY if not men else STRUCK.get(face, EARNS)
    millions = face if outcome == EARNS else 0
    return Paid(parts.cities[city].id, face_name(face), men, men[0].seat if men else None, outcome, millions, [], 0)


def paid_by_chicago(s: Fields, parts: Parts) -> Paid:
    """Chicago, which comes last and shares with Alcapo (TB-46)."""
    lasts = [int(card) - 1 for card in s["paid_last"] if card]
    counted = [Counted(parts.cities[CITY_OF[k]].id, face_name(parts.cards[k].face), worth(k, parts)) for k in lasts]
    men, total = men_in(s, City.CHICAGO), sum(one.worth for one in counted)
    chicago = parts.cities[City.CHICAGO].id
    if not men:
        return Paid(chicago, None, men, None, NOBODY, 0, counted, total)
    return Paid(chicago, None, men, men[0].seat, SHARES, total // 2, counted, total)
