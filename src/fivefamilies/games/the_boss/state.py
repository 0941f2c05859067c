"""The table of The Boss: one record, and small questions about it."""

from enum import IntEnum
from typing import Any

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.record import i8, i16, one_of, record, unwrap, upto
from fivefamilies.games.the_boss.components import (
    CARDS,
    CITIES,
    CITY_OF,
    EMBLEMS_TO_END,
    EXPERTS,
    FEWEST_SEATS,
    FIRST_CARD,
    GOLD,
    HAND,
    IN_SETUP,
    OCCASIONALS,
    POLICE_CARDS,
    PRISON_ROUNDS,
    ROUNDS,
    SEATS,
    SETUP_SEATS,
    SILVER,
    TURNS,
    Card,
    City,
    Parts,
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


# ---------------------------------------------------------------- what cannot be


def flaw(state: Any, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every card, gangster and pawn is in exactly one place (TB-1)."""
    s = unwrap(state)
    if not FEWEST_SEATS <= s["seats"] <= SEATS:
        return f"{s['seats']} seats; there are {FEWEST_SEATS} to {SEATS}"
    return flaw_of_row(s, state) or flaw_of_cards(s) or flaw_of_gangsters(s) or flaw_of_game(s)


def flaw_of_row(s: Any, state: Any) -> str | None:
    """The cities are those of a set-up, Chicago is in the row."""
    cities = tuple(int(flag) for flag in s["in_play"])
    known = [tuple(int(flag) for flag in IN_SETUP[k]) for k, n in enumerate(SETUP_SEATS) if n == s["seats"]]
    if cities not in known:
        return f"the cities in play are no set-up for {s['seats']} players"
    if not 1 <= s["chicago"] < row_length(state):
        return "Chicago is not in its row"
    return None


def flaw_of_cards(s: Any) -> str | None:
    """One reward card a city, hands of the right size, the column holds what was laid."""
    in_play = [bool(s["in_play"][CITY_OF[card]]) for card in range(CARDS)]
    if any((s["card"][card] == Place.BOX) == in_play[card] for card in range(CARDS)):
        return "a city card of the row is in the box, or one of the box in the row"
    laid = sorted(int(card) for card in s["laid"][: s["laid_count"]])
    if laid != [card for card in range(CARDS) if s["card"][card] == Place.OPEN]:
        return "the cards laid and the open cards differ"
    cities, dealt = int(s["in_play"].sum()) - 1, int(s["dealt"])
    rewards = [int(CITY_OF[card]) for card in range(CARDS) if s["card"][card] == Place.REWARD]
    if len(rewards) != min(dealt, cities) or len(set(rewards)) != len(rewards):
        return f"{len(rewards)} reward cards lie under {len(set(rewards))} cities"
    for seat in range(SEATS):
        held, due = int((s["card"] == seat).sum()), hand_due(s, seat, dealt - cities) if seat < s["seats"] else 0
        if held != due:
            return f"seat {seat} holds {held} city cards instead of {due}"
    return None


def hand_due(s: Any, seat: int, dealt: int) -> int:
    """How many cards a hand has now: those dealt to it, or five less the cards it has laid."""
    if s["turn"] == 0:
        return len(range((seat - int(s["reference"])) % int(s["seats"]), max(0, dealt), int(s["seats"])))
    if s["phase"] in (Phase.POLICE, Phase.OVER):
        return int(HAND - s["turn"])
    return int(HAND - s["turn"] + 1 - (seat in s["order"][: s["go"]]))


def flaw_of_gangsters(s: Any) -> str | None:
    """Six Experts and three Occasionals a player, Occasionals never alone, nobody level (TB-6, TB-31, TB-32)."""
    seats = int(s["seats"])
    counts = ("experts", "occasionals", "prison", "hospital", "dead", "used", "experts_in", "occasionals_in")
    if any(s[name].min() < 0 for name in counts):
        return "a count of gangsters below zero"
    for seat in range(SEATS):
        experts = sum(int(s[name][seat].sum()) for name in ("experts", "prison", "hospital", "dead", "experts_in"))
        occasionals = sum(int(s[name][seat].sum()) for name in ("occasionals", "used", "occasionals_in"))
        if (experts, occasionals) != ((EXPERTS, OCCASIONALS) if seat < seats else (0, 0)):
            return f"seat {seat} has {experts} Experts and {occasionals} Occasionals in all"
    for city in range(CITIES):
        totals = [int(s["experts_in"][seat, city] + s["occasionals_in"][seat, city]) for seat in range(seats)]
        present = [total for total in totals if total]
        if present and (not s["in_play"][city] or len(set(present)) != len(present)):
            return f"two players are level in city {city}, or it is not in the row"
        if any(s["occasionals_in"][seat, city] and not s["experts_in"][seat, city] for seat in range(seats)):
            return f"Occasionals are alone in city {city}"
    return None


def flaw_of_game(s: Any) -> str | None:
    """Turns, pawns, police and money fit together."""
    seats = int(s["seats"])
    if not (1 <= s["round"] <= ROUNDS and 0 <= s["turn"] <= TURNS and 0 <= s["reference"] < seats):
        return "the round, the turn or the reference pawn cannot be so"
    if s["phase"] not in (Phase.FIRST, Phase.REWARD, Phase.DEAL) and sorted(s["order"][:seats]) != list(range(seats)):
        return "not everybody has a go in this turn"
    if any(not 0 <= s["police"][kind] <= POLICE_CARDS[kind] for kind in Police):
        return "there are not that many police cards"
    if any(s["money"][seat] != s["earned"][: s["round"], seat].sum() for seat in range(SEATS)):
        return "a player's money is not what he earned in the rounds"
    return None
