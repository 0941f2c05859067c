"""The table of The Boss: one record, and small questions about it."""

from enum import IntEnum

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.record import i8, i16, one_of, record, upto
from fivefamilies.games.the_boss.components import (
    CARDS,
    CITIES,
    EMBLEMS_TO_END,
    FIRST_CARD,
    GOLD,
    HAND,
    POLICE_CARDS,
    PRISON_ROUNDS,
    ROUNDS,
    SEATS,
    SILVER,
    Card,
    City,
    Police,
)


class Phase(IntEnum):
    """What happens next: chance, or a question to the seat whose go it is."""

    FIRST = 0  # chance: who holds the reference pawn first
    REWARD = 1  # chance: the next city's reward card
    DEAL = 2  # chance: the next card of the deal
    PLACE = 3  # place gangsters in a city, or pass
    REVEAL = 4  # lay one card open
    POLICE = 5  # chance: a police card is turned up
    OVER = 6
    NEW_TURN = 7  # inside a move only: everybody will have a go
    ROUND_END = 8  # inside a move only: the last card is laid
    NEW_ROUND = 9  # inside a move only: another round begins


class Place(IntEnum):
    """Where a city card is; a hand is the number of its seat."""

    HAND_0 = 0
    HAND_1 = 1
    HAND_2 = 2
    HAND_3 = 3
    DECK = 4  # not yet drawn this round
    REWARD = 5  # face down under its city
    OPEN = 6  # in the column of its city
    BOX = 7  # its city is not in the row


NO_CITY, NO_SEAT = -1, -1
POLICE_KINDS = len(Police)


@record
class State:
    """Everything on the table. The row is the cities in play by number, Chicago pushed in at its place."""

    card: one_of(Place)[Card]  # where each city card is
    face: i8[Card]  # its money, or a sanction below zero; of the edition
    laid: one_of(Card)[upto("laid_count", SEATS * HAND)]  # open cards of this round in the order they were laid
    experts_in: i8[SEATS, City]  # gangsters placed this round
    occasionals_in: i8[SEATS, City]
    experts: i8[SEATS]  # in reserve
    occasionals: i8[SEATS]
    prison: i8[SEATS, PRISON_ROUNDS]  # Experts with one round to serve, with two rounds, ...
    hospital: i8[SEATS]
    dead: i8[SEATS]
    used: i8[SEATS]  # Occasionals out of the game
    ban: one_of(("none", *(city.name.lower() for city in City)), -1)[SEATS]  # where the ban pawn lies
    earned: i8[upto("round", ROUNDS), SEATS]  # money of each round
    money: i16[SEATS]
    in_play: i8.within(0, 1)[City]
    police: i8[Police]  # a bag: the cards not yet turned up
    order: i8.within(0, SEATS - 1)[upto("seats", SEATS)]  # of the goes in this turn
    contends: i8[SEATS]  # may win: everybody, in a decisive round those who were tied for first
    rank: i8[SEATS]  # set when the last round is over, and again after a decisive one
    seats: i8.within(1, SEATS)
    phase: one_of(Phase)
    round: i8  # 1 for the first
    turn: i8.within(0, HAND)  # 1 to 5, 0 before the first
    go: i8.within(0, SEATS - 1)  # place in `order`
    chicago: i8.within(0, CITIES - 1)  # its place in the row, 0 for the leftmost
    reference: i8.within(0, SEATS - 1)  # the seat with the reference pawn
    dealt: i8.within(0, CARDS)  # cards drawn for this round, rewards first
    laid_count: i8
    decisive: i8  # is this the decisive round?


@verb
def row_length(s):
    """How many character cards lie in the row."""
    count = 0
    for city in range(CITIES):
        count += s.in_play[city]
    return count


@verb
def city_at(s, place):
    """The city at a place of the row, 0 for the leftmost (TB-10, TB-11)."""
    if place == s.chicago:
        return City.CHICAGO + 0
    left = place - (1 if place > s.chicago else 0)
    for city in range(1, CITIES):
        if s.in_play[city]:
            if left == 0:
                return city
            left -= 1
    return NO_CITY


@rule
def gangsters_in(s, seat, city):
    """A player's gangsters in a city: Experts and Occasionals count the same (TB-29)."""
    return s.experts_in[seat, city] + s.occasionals_in[seat, city]


@rule
def most_of_rivals(s, seat, city):
    """The gangsters of the strongest single opponent in a city (TB-R7)."""
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, gangsters_in(s, other, city))
    return most


@verb
def leader(s, city):
    """The player with most gangsters in a city; two are never level (TB-32, TB-45)."""
    best = NO_SEAT
    most = 0
    for seat in range(s.seats):
        if gangsters_in(s, seat, city) > most:
            best = seat
            most = gangsters_in(s, seat, city)
    return best


@rule
def reserve(s, seat):
    """A player's gangsters at hand (TB-R13, TB-R14)."""
    return s.experts[seat] + s.occasionals[seat]


@rule
def last_card(s, city):
    """The card most recently laid in a city's column, by whomever; -1 if none was (TB-39, TB-R20)."""
    for place in range(s.laid_count - 1, -1, -1):
        if FIRST_CARD[city] <= s.laid[place] < FIRST_CARD[city + 1]:
            return s.laid[place] + 0
    return -1


@verb
def police_ends_it(s):
    """Does a colour show its third emblem? The double card counts for both (TB-18, TB-R17)."""
    silver = 0
    gold = 0
    for kind in range(POLICE_KINDS):
        turned = POLICE_CARDS[kind] - s.police[kind]
        silver += turned * SILVER[kind]
        gold += turned * GOLD[kind]
    return silver >= EMBLEMS_TO_END or gold >= EMBLEMS_TO_END
