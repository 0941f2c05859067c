"""The table of The Boss: one record, and small questions about it."""

from enum import IntEnum

import numpy as np

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.record import Fields, Record, i8, i16, one_of, record, unwrap, upto
from fivefamilies.games.the_boss.components import (
    BAN,
    CARDS,
    CHICAGO_STARTS_AT,
    CHICAGO_STEP,
    CITIES,
    CITY_OF,
    EMBLEMS_TO_END,
    EXPERTS,
    FEWEST_SEATS,
    FIRST_CARD,
    GOLD,
    HAND,
    HOSPITAL,
    IN_SETUP,
    MOST_MONEY,
    OCCASIONALS,
    POLICE_AFTER_TURN,
    POLICE_CARDS,
    PRISON,
    PRISON_ROUNDS,
    REVOLVER,
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
    face: i8.within(BAN, MOST_MONEY)[Card]  # its money, or a sanction below zero; of the edition
    laid: one_of(Card)[upto("laid_count", SEATS * HAND)]  # open cards of this round in the order they were laid
    experts_in: i8.within(0, EXPERTS)[SEATS, City]  # gangsters placed this round
    occasionals_in: i8.within(0, OCCASIONALS)[SEATS, City]
    experts: i8.within(0, EXPERTS)[SEATS]  # in reserve
    occasionals: i8.within(0, OCCASIONALS)[SEATS]
    prison: i8.within(0, EXPERTS)[SEATS, PRISON_ROUNDS]  # Experts with one round to serve, with two rounds, ...
    hospital: i8.within(0, EXPERTS)[SEATS]
    dead: i8.within(0, EXPERTS)[SEATS]
    used: i8.within(0, OCCASIONALS)[SEATS]  # Occasionals out of the game
    ban: one_of(("none", *(city.name.lower() for city in City)), -1)[SEATS]  # where the ban pawn lies
    earned: i8.within(0, 127)[upto("round", ROUNDS), SEATS]  # money of each round
    money: i16.within(0, ROUNDS * 127)[SEATS]
    in_play: i8.within(0, 1)[City]
    police: i8.within(0, max(POLICE_CARDS))[Police]  # a bag: the cards not yet turned up
    order: i8.within(0, SEATS - 1)[upto("seats", SEATS)]  # of the goes in this turn
    contends: i8.within(0, 1)[SEATS]  # may win: everybody, in a decisive round those who were tied for first
    rank: i8.within(0, SEATS)[SEATS]  # set when the last round is over, and again after a decisive one
    seats: i8.within(FEWEST_SEATS, SEATS)
    phase: one_of(Phase)
    round: i8.within(1, ROUNDS)  # 1 for the first
    turn: i8.within(0, HAND)  # 1 to 5, 0 before the first
    go: i8.within(0, SEATS - 1)  # place in `order`
    chicago: i8.within(0, CITIES - 1)  # its place in the row, 0 for the leftmost
    reference: i8.within(0, SEATS - 1)  # the seat with the reference pawn
    dealt: i8.within(0, CARDS)  # cards drawn for this round, rewards first
    laid_count: i8
    decisive: i8.within(0, 1)  # is this the decisive round?
    paid_reward: i8.within(0, CARDS)[City]  # of the round paid out last: the reward card of each city, counted from 1
    paid_last: i8.within(0, CARDS)[City]  # the last cards left of Chicago, counted from 1
    paid_men: i8.within(0, EXPERTS + OCCASIONALS)[SEATS, City]  # who stood where; all three are for the eye only
    inmates_count: i8.within(0, 1)  # option: men in prison and hospital are possessed too


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
    """A player's gangsters at hand."""
    return s.experts[seat] + s.occasionals[seat]


@rule
def possessed(s, seat):
    """The gangsters that count for the last turn and for a tie: the reserve, by option with the inmates (TB-R13, TB-R14)."""
    count = reserve(s, seat)
    if s.inmates_count:
        count += s.hospital[seat]
        for left in range(PRISON_ROUNDS):
            count += s.prison[seat, left]
    return count


@verb
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

DEALING = (Phase.FIRST, Phase.REWARD, Phase.DEAL)
GOING = (Phase.PLACE, Phase.REVEAL)


def flaw(state: Record, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every card, gangster and pawn is in exactly one place (TB-1)."""
    s = unwrap(state)
    if [part.face for part in box.cards] != s["face"].tolist():
        return "the faces of the city cards are not those of this edition"
    return (
        flaw_of_row(s) or flaw_of_time(s) or flaw_of_police(s) or flaw_of_cards(s, state) or flaw_of_gangsters(s)
        or flaw_of_cities(s) or flaw_of_sanctions(s) or flaw_of_money(s) or flaw_of_ranks(s) or flaw_of_memory(s)
    )  # fmt: skip


def flaw_of_row(s: Fields) -> str | None:
    """The cities are those of a set-up; Chicago moves one place a round (TB-7, TB-11, TB-42)."""
    cities = tuple(int(flag) for flag in s["in_play"])
    known = [tuple(int(flag) for flag in IN_SETUP[k]) for k, n in enumerate(SETUP_SEATS) if n == s["seats"]]
    if cities not in known:
        return f"the cities in play are no set-up for {s['seats']} players"
    due = min(CHICAGO_STARTS_AT + CHICAGO_STEP * (int(s["round"]) - 1), sum(cities) - 1)
    if s["chicago"] != due:
        return f"Chicago is at place {s['chicago'] + 1} of the row, in round {s['round']} at {due + 1}"
    return None


def inmates_possessed(s: Fields) -> np.ndarray:
    """Men in prison and hospital by seat, where they count (TB-R13, TB-R14)."""
    return int(s["inmates_count"]) * (s["prison"].sum(axis=1) + s["hospital"])


def flaw_of_time(s: Fields) -> str | None:
    """The question belongs to the turn, and the goes are in their order (TB-16, TB-26, TB-57)."""
    phase, turn, go, seats = Phase(int(s["phase"])), int(s["turn"]), int(s["go"]), int(s["seats"])
    if phase > Phase.OVER:
        return "nobody is asked anything, and the game is not over"
    turns = {Phase.POLICE: (POLICE_AFTER_TURN,), Phase.OVER: (TURNS,)}
    if turn not in turns.get(phase, (0,) if phase in DEALING else range(1, TURNS + 1)):
        return f"{phase.name.lower()} is not asked in turn {turn}"
    if s["reference"] >= seats or go >= seats or (go and phase not in GOING):
        return "the reference pawn is with nobody at the table, or the go is nobody's"
    if phase in DEALING:
        return None
    order = [int(seat) for seat in s["order"][:seats]]
    clockwise = [(int(s["reference"]) + place) % seats for place in range(seats)]
    if sorted(order) != sorted(clockwise) or (turn < TURNS and order != clockwise):
        return "the goes of this turn are not in their order"
    waiting = order[go + (phase == Phase.REVEAL) :] if phase in GOING and turn == TURNS else []
    gangsters = s["experts"].astype(int) + s["occasionals"] + inmates_possessed(s)
    due = sorted(waiting, key=lambda seat: (-gangsters[seat], clockwise.index(seat)))
    return None if waiting == due else "in the last turn the larger reserve goes first"


def flaw_of_police(s: Fields) -> str | None:
    """A police card a round, none in the decisive one; the third emblem of a colour ends the game (TB-18, TB-59, TB-R12)."""
    turned = [POLICE_CARDS[kind] - int(s["police"][kind]) for kind in Police]
    due = int(s["round"]) - 1 + int(s["turn"] > POLICE_AFTER_TURN and not s["decisive"])
    if min(turned) < 0 or sum(turned) != due:
        return f"{sum(turned)} police cards are turned up instead of {due}"
    if not is_end(turned):
        return "the police have not ended the game" if s["phase"] == Phase.OVER or s["decisive"] else None
    before = [[n - (kind == last) for kind, n in enumerate(turned)] for last in Police if turned[last]]
    if all(is_end(fewer) for fewer in before) or not (s["decisive"] or s["turn"] > POLICE_AFTER_TURN):
        return "the police have ended the game before"
    return None


def is_end(turned: list[int]) -> bool:
    """Do these police cards show a third emblem of a colour? (TB-18)"""
    return any(sum(n * shown[kind] for kind, n in enumerate(turned)) >= EMBLEMS_TO_END for shown in (SILVER, GOLD))


def flaw_of_cards(s: Fields, state: Record) -> str | None:
    """One reward card a city from left to right, hands of the right size, the columns hold what was laid (TB-13, TB-14)."""
    in_play = [bool(s["in_play"][CITY_OF[card]]) for card in range(CARDS)]
    if any((s["card"][card] == Place.BOX) == in_play[card] for card in range(CARDS)):
        return "a city card of the row is in the box, or one of the box in the row"
    laid = sorted(int(card) for card in s["laid"][: s["laid_count"]])
    if laid != [card for card in range(CARDS) if s["card"][card] == Place.OPEN]:
        return "the cards laid and the open cards differ"
    cities, dealt = int(s["in_play"].sum()) - 1, int(s["dealt"])
    due = {Phase.FIRST: range(1), Phase.REWARD: range(cities), Phase.DEAL: range(cities, sum(in_play))}
    if dealt not in due.get(Phase(int(s["phase"])), (sum(in_play),)) or (s["card"] == Place.DECK).sum() != sum(in_play) - dealt:
        return f"{dealt} cards are dealt, but the deck has {(s['card'] == Place.DECK).sum()}"
    row = [int(city_at(state, place)) for place in range(cities + 1) if place != s["chicago"]]
    rewards = [int(CITY_OF[card]) for card in range(CARDS) if s["card"][card] == Place.REWARD]
    if sorted(rewards) != sorted(row[:dealt]):
        return "the reward cards do not lie one under each city, from left to right"
    for seat in range(SEATS):
        held, owed = int((s["card"] == seat).sum()), hand_due(s, seat, dealt - cities) if seat < s["seats"] else 0
        if held != owed:
            return f"seat {seat} holds {held} city cards instead of {owed}"
    return None


def hand_due(s: Fields, seat: int, dealt: int) -> int:
    """How many cards a hand has now: those dealt to it, or five less the cards it has laid."""
    if s["turn"] == 0:
        return len(range((seat - int(s["reference"])) % int(s["seats"]), max(0, dealt), int(s["seats"])))
    if s["phase"] in (Phase.POLICE, Phase.OVER):
        return int(HAND - s["turn"])
    return int(HAND - s["turn"] + 1 - (seat in s["order"][: s["go"]]))


def flaw_of_gangsters(s: Fields) -> str | None:
    """Six Experts and three Occasionals a player; in one more city at most with each go (TB-6, TB-28, TB-44)."""
    for seat in range(SEATS):
        experts = sum(int(s[name][seat].sum()) for name in ("experts", "prison", "hospital", "dead", "experts_in"))
        occasionals = sum(int(s[name][seat].sum()) for name in ("occasionals", "used", "occasionals_in"))
        if (experts, occasionals) != ((EXPERTS, OCCASIONALS) if seat < s["seats"] else (0, 0)):
            return f"seat {seat} has {experts} Experts and {occasionals} Occasionals in all"
        cities = s["experts_in"][seat] + s["occasionals_in"][seat] > 0
        if cities.sum() > goes_had(s, seat):
            return f"seat {seat} has gangsters in {cities.sum()} cities after {goes_had(s, seat)} goes"
        if cities[City.CHICAGO] and cities.sum() == 1:
            return f"seat {seat} has gangsters in Chicago alone"
    return None


def goes_had(s: Fields, seat: int) -> int:
    """How often a player could place gangsters in this round."""
    if s["phase"] in DEALING or s["phase"] == Phase.OVER:
        return 0
    if s["phase"] == Phase.POLICE:
        return int(s["turn"])
    return int(s["turn"] - 1 + (seat in s["order"][: s["go"] + (s["phase"] == Phase.REVEAL)]))


def flaw_of_cities(s: Fields) -> str | None:
    """Gangsters stand in cities of the row; Occasionals never alone, nobody level, nobody banned (TB-31, TB-32, TB-53)."""
    seats = int(s["seats"])
    for city in range(CITIES):
        totals = [int(s["experts_in"][seat, city] + s["occasionals_in"][seat, city]) for seat in range(seats)]
        present = [total for total in totals if total]
        if present and (not s["in_play"][city] or len(set(present)) != len(present)):
            return f"two players are level in city {city}, or it is not in the row"
        if any(s["occasionals_in"][seat, city] and not s["experts_in"][seat, city] for seat in range(seats)):
            return f"Occasionals are alone in city {city}"
        if any(totals[seat] and s["ban"][seat] == city for seat in range(seats)):
            return f"somebody stands in city {city} who is banned from it"
    return None


def rounds_paid(s: Fields) -> int:
    """How many rounds have been paid out."""
    return int(s["round"]) - int(s["phase"] != Phase.OVER)


def flaw_of_sanctions(s: Fields) -> str | None:
    """Who is dead, away or banned met a card of the row when a round was paid out (TB-48 to TB-53)."""
    paid, seats = rounds_paid(s), int(s["seats"])
    cards = [card for card in range(CARDS) if s["in_play"][CITY_OF[card]]]
    faces = {int(s["face"][card]) for card in cards}
    if s["used"].any() and paid < 1:
        return "Occasionals are used up before a round was paid out"
    struck = [("dead", s["dead"], REVOLVER, 1), ("in hospital", s["hospital"], HOSPITAL, 1)]
    struck += [("in prison", s["prison"][:, left], PRISON, PRISON_ROUNDS - left) for left in range(PRISON_ROUNDS)]
    for where, count, face, soonest in struck:
        if count.any() and (paid < soonest or face not in faces):
            return f"Experts are {where}, but no card can have sent them there"
    banning = {int(CITY_OF[card]) for card in cards if s["face"][card] == BAN}
    banned = [int(city) for city in s["ban"] if city != NO_CITY]
    if (s["ban"][seats:] != NO_CITY).any() or not set(banned) <= banning or len(banned) > paid:
        return "the ban pawns lie where no card can have sent them"
    return None


def flaw_of_money(s: Fields) -> str | None:
    """What was earned was printed on cards; in this round nothing yet (TB-45, TB-46)."""
    paid, seats = rounds_paid(s), int(s["seats"])
    best = sum(int(max(0, s["face"][FIRST_CARD[c] : FIRST_CARD[c + 1]].max())) for c in range(1, CITIES) if s["in_play"][c])
    if s["earned"][paid:].any() or s["earned"][:, seats:].any() or (s["earned"].sum(axis=1) > best + best // 2).any():
        return "somebody has earned what no card pays"
    if any(s["money"][seat] != s["earned"][:, seat].sum() for seat in range(SEATS)):
        return "a player's money is not what he earned in the rounds"
    return None


def flaw_of_ranks(s: Fields) -> str | None:
    """Ranks come with the last pay-out; a decisive round is played by those who were level (TB-60 to TB-62, TB-R12)."""
    seats, paid = int(s["seats"]), rounds_paid(s)
    ranks, contends = [int(rank) for rank in s["rank"]], [int(flag) for flag in s["contends"]]
    tied, is_over = sum(contends), s["phase"] == Phase.OVER
    if ranks[seats:] + contends[seats:] != [0] * 2 * (SEATS - seats) or (not s["decisive"] and tied < seats):
        return "not those contend who may win"
    if not s["decisive"] and not is_over:
        return "somebody has a rank before the game is over" if any(ranks) else None
    gangsters = sum(s[name].astype(int) for name in ("experts", "occasionals"))
    gangsters += (s["experts_in"] + s["occasionals_in"]).sum(axis=1) + inmates_possessed(s)
    standing = [(int(s["money"][k]), int(s["earned"][paid - 1, k]), int(gangsters[k])) for k in range(seats)]
    due = [1 + sum(contends[other] and standing[other] > standing[seat] for other in range(seats)) for seat in range(seats)]
    if s["decisive"] and is_over:
        due = [rank if contends[seat] else max(ranks[seat], tied + 1) for seat, rank in enumerate(due)]
    elif s["decisive"]:
        due = [1 + sum(other > own for other in standing) for own in standing]
    if ranks[:seats] != due or tied < 2 or (s["decisive"] and not is_over and contends[:seats] != [rank == 1 for rank in due]):
        return "the ranks are not what the money says"
    return "first place is tied, but the game is over" if is_over and not s["decisive"] and due.count(1) > 1 else None


def flaw_of_memory(s: Fields) -> str | None:
    """What is remembered of the last pay-out was of the cities in the row, or nothing is (TB-45, TB-46)."""
    for name in ("paid_reward", "paid_last"):
        cards = [(city, int(s[name][city]) - 1) for city in range(CITIES) if s[name][city]]
        if any(CITY_OF[card] != city or not s["in_play"][city] for city, card in cards) or (cards and rounds_paid(s) < 1):
            return "a city paid out a card that is not its own"
    if ((s["paid_last"] == s["paid_reward"]) & (s["paid_last"] > 0)).any():
        return "a city paid out a card that lay open"
    stood = s["paid_men"].sum(axis=0)
    if s["paid_men"][int(s["seats"]) :].any() or (s["paid_men"].sum(axis=1) > EXPERTS + OCCASIONALS).any():
        return "more gangsters stood in the cities than there are"
    if (stood[~s["in_play"].astype(bool)] > 0).any() or (stood.any() and not s["paid_reward"].any()):
        return "gangsters stood in a city that is not in the row"
    return None
