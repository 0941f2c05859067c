"""The rules of The Boss in the order of a round: the deal, five turns of goes, the police, the pay-out, the end."""

from itertools import pairwise

import numpy as np

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.pieces import append, next_seat, note, payoffs
from fivefamilies.games.the_boss.components import (
    BAN,
    CHICAGO_STEP,
    CITIES,
    CITY_OF,
    FIRST_CARD,
    HAND,
    HOSPITAL,
    POLICE_AFTER_TURN,
    PRISON,
    PRISON_ROUNDS,
    REVOLVER,
    TURNS,
    City,
)
from fivefamilies.games.the_boss.setup import collect_cards
from fivefamilies.games.the_boss.state import (
    NO_SEAT,
    Phase,
    Place,
    city_at,
    gangsters_in,
    last_card,
    leader,
    police_ends_it,
    possessed,
    row_length,
)
from fivefamilies.games.the_boss.words import Event, Move, experts_in, occasionals_in, split

# The steps of a round, as the rules page prints them (TB-13 to TB-18, TB-26, TB-57).
ROUND = (
    Phase.REWARD,  # a card face down under each city
    Phase.DEAL,  # five cards for each hand
    Phase.NEW_TURN,  # 1: everybody has a go, clockwise from the reference holder
    Phase.NEW_TURN,  # 2
    Phase.NEW_TURN,  # 3
    Phase.POLICE,  # a card is turned up, but not in the decisive round
    Phase.NEW_TURN,  # 4
    Phase.NEW_TURN,  # 5: the largest reserve goes first
    Phase.ROUND_END,  # gains and sanctions, everybody home
    Phase.NEW_ROUND,  # unless the game is over: the reference pawn and Chicago move on
)
AFTER = np.zeros((len(Phase), TURNS + 1), np.int8)  # by step and turn: the next step
_turn = 0
for _step, _next in pairwise(ROUND):
    _turn += _step == Phase.NEW_TURN
    AFTER[_step, _turn] = _next
assert _turn == TURNS and AFTER[Phase.NEW_TURN, POLICE_AFTER_TURN] == Phase.POLICE


@rule
def go_on_after(s, step):
    """The next step of the round; the police stay away from the decisive one (TB-R12)."""
    s.phase = AFTER[step, s.turn]
    if s.phase == Phase.POLICE and s.decisive:
        s.phase = AFTER[Phase.POLICE, s.turn]


@rule
def begin_round(s, log):
    """The next round: the reference pawn passes clockwise, Chicago moves one card to the right (TB-37, TB-41, TB-42)."""
    s.reference = next_seat(s.reference, s.seats)
    if s.chicago < row_length(s) - 1:
        s.chicago += CHICAGO_STEP
        note(log, Event.CHICAGO_MOVES, s.chicago)
    collect_cards(s)


@rule
def draw(s, card, log):
    """A reward card that nobody sees (TB-13, TB-R6), or a card for the next hand, the reference holder's first (TB-14)."""
    cities = row_length(s) - 1
    if s.dealt == 0:
        note(log, Event.DECISIVE_ROUND if s.decisive else Event.ROUND, s.round, s.reference)
    if s.phase == Phase.REWARD:
        s.card[card] = Place.REWARD
        note(log, Event.REWARD_LAID, CITY_OF[card], card)
    else:
        seat = (s.reference + s.dealt - cities) % s.seats
        s.card[card] = seat
        note(log, Event.DEALT, seat, CITY_OF[card], card)
    s.dealt += 1
    if s.dealt == cities:
        go_on_after(s, Phase.REWARD)
    elif s.dealt == cities + HAND * s.seats:
        go_on_after(s, Phase.DEAL)


# ---------------------------------------------------------------- turns and goes


@rule
def begin_turn(s, log):
    """Everybody has a go: clockwise from the reference holder (TB-26), in the last turn by reserves (TB-57)."""
    s.turn += 1
    s.go = 0
    s.phase = Phase.PLACE
    for place in range(s.seats):
        s.order[place] = (s.reference + place) % s.seats
    if s.turn == TURNS:
        order_by_gangsters(s)
        third = s.order[2] + 0 if s.seats > 2 else NO_SEAT
        fourth = s.order[3] + 0 if s.seats > 3 else NO_SEAT
        note(log, Event.LAST_TURN, s.order[0], s.order[1], third, fourth)
    else:
        note(log, Event.TURN, s.turn)


@rule
def order_by_gangsters(s):
    """Most gangsters possessed first; equal ones stay clockwise from the reference holder (TB-57, TB-58, TB-R13, TB-R16)."""
    for last in range(1, s.seats):
        place = last
        while place > 0 and possessed(s, s.order[place]) > possessed(s, s.order[place - 1]):
            later = s.order[place]
            s.order[place] = s.order[place - 1]
            s.order[place - 1] = later
            place -= 1


@rule
def place_gangsters(s, seat, city, experts, occasionals, log):
    """Gangsters leave the reserve for one city, and stay there (TB-28, TB-35)."""
    s.experts[seat] -= experts
    s.experts_in[seat, city] += experts
    s.occasionals[seat] -= occasionals
    s.occasionals_in[seat, city] += occasionals
    note(log, Event.PLACES, seat, city, experts, occasionals)


@rule
def reveal(s, seat, card, log):
    """The card is laid open at the end of its city's column (TB-39); then the next player has his go."""
    s.card[card] = Place.OPEN
    s.laid_count = append(s.laid, s.laid_count, card)
    note(log, Event.REVEALS, seat, card)
    s.go += 1
    s.phase = Phase.PLACE
    if s.go == s.seats:
        s.go = 0
        go_on_after(s, Phase.NEW_TURN)


@rule
def turn_up_police(s, kind, log):
    """A police card is turned up; with the third emblem of a colour this round is the last (TB-18, TB-59)."""
    s.police[kind] -= 1
    note(log, Event.POLICE, kind)
    if police_ends_it(s):
        note(log, Event.LAST_ROUND)
    go_on_after(s, Phase.POLICE)


# ---------------------------------------------------------------- the end of a round


@rule
def end_round(s, log):
    """Gains and sanctions, everybody home, then another round or the end (TB-16).

    Inmates come out before the pay-out sends new ones in: these have served nothing yet.
    """
    remember(s)
    for seat in range(s.seats):
        release(s, seat, log)
    for place in range(row_length(s)):
        city = city_at(s, place)
        if city != City.CHICAGO:
            pay_out(s, city, leader(s, city), log)
    pay_chicago(s, leader(s, City.CHICAGO), log)
    for seat in range(s.seats):
        s.money[seat] += s.earned[s.round - 1, seat]
        go_home(s, seat, log)
    if s.decisive or police_ends_it(s):
        end_game_if_decided(s, log)
    else:
        go_on_after(s, Phase.ROUND_END)


@rule
def remember(s):
    """What everybody sees as a round is paid out, kept until the next one is: it decides nothing (TB-45, TB-46)."""
    for city in range(CITIES):
        s.paid_reward[city] = 0
        s.paid_last[city] = 0
        for seat in range(s.seats):
            s.paid_men[seat, city] = gangsters_in(s, seat, city)
    for place in range(row_length(s)):
        city = city_at(s, place)
        if city != City.CHICAGO:
            s.paid_reward[city] = reward_card(s, city) + 1
            if place < s.chicago:
                s.paid_last[city] = last_card(s, city) + 1


@rule
def release(s, seat, log):
    """Who was away during this round has served it; with none left he is back in the reserve (TB-51, TB-52)."""
    if s.prison[seat, 0] > 0:
        note(log, Event.RELEASED, seat, s.prison[seat, 0])
    if s.hospital[seat] > 0:
        note(log, Event.HEALED, seat, s.hospital[seat])
    s.experts[seat] += s.prison[seat, 0] + s.hospital[seat]
    s.hospital[seat] = 0
    for served in range(1, PRISON_ROUNDS):
        s.prison[seat, served - 1] = s.prison[seat, served]
    s.prison[seat, PRISON_ROUNDS - 1] = 0


@rule
def reward_card(s, city):
    """The card that lies face down under a city."""
    for card in range(FIRST_CARD[city], FIRST_CARD[city + 1]):
        if s.card[card] == Place.REWARD:
            return card
    return -1


@rule
def pay_out(s, city, seat, log):
    """The leader takes the city's reward card, an empty city harms nobody (TB-45, TB-48, TB-49, TB-R18).

    A sanction hits one of his Experts who stand there: there always is one (TB-50 to TB-53, TB-R19).
    """
    card = reward_card(s, city)
    face = s.face[card]
    if seat == NO_SEAT:
        note(log, Event.NOBODY_THERE, card)
    elif face >= 0:
        s.earned[s.round - 1, seat] += face
        note(log, Event.EARNS, seat, card)
    elif face == BAN:
        s.ban[seat] = city
        note(log, Event.BANNED, seat, card)
    else:
        s.experts_in[seat, city] -= 1
        if face == REVOLVER:
            s.dead[seat] += 1
            note(log, Event.KILLED, seat, card)
        elif face == PRISON:
            s.prison[seat, PRISON_ROUNDS - 1] += 1
            note(log, Event.JAILED, seat, card)
        elif face == HOSPITAL:
            s.hospital[seat] += 1
            note(log, Event.WOUNDED, seat, card)


@rule
def pay_chicago(s, seat, log):
    """Half the last cards left of Chicago go to its leader, the odd million to Alcapo; sanctions count 0 (TB-46, TB-47)."""
    if seat == NO_SEAT:
        return
    amount = 0
    for place in range(s.chicago):
        amount += max(0, s.face[last_card(s, city_at(s, place))] + 0)
    s.earned[s.round - 1, seat] += amount // 2
    note(log, Event.CHICAGO_PAYS, seat, amount // 2, amount)


@rule
def go_home(s, seat, log):
    """Experts on cities return to the reserve, Occasionals who were used leave the game (TB-22)."""
    spent = 0
    for city in range(CITIES):
        s.experts[seat] += s.experts_in[seat, city]
        s.experts_in[seat, city] = 0
        spent += s.occasionals_in[seat, city]
        s.occasionals_in[seat, city] = 0
    s.used[seat] += spent
    if spent > 0:
        note(log, Event.USED_UP, seat, spent)


# ---------------------------------------------------------------- the end of the game


@rule
def standing(s, seat):
    """More is better: money, then money of the last round, then gangsters possessed (TB-60, TB-61, TB-R14, TB-R24)."""
    return (s.money[seat] * 256 + s.earned[s.round - 1, seat]) * 256 + possessed(s, seat)


@rule
def set_ranks(s):
    """Ranks with ties among those who contend; in the decisive round the others keep theirs (TB-R28, TB-R12)."""
    for seat in range(s.seats):
        if s.contends[seat]:
            better = 0
            for other in range(s.seats):
                better += s.contends[other] and standing(s, other) > standing(s, seat)
            s.rank[seat] = 1 + better


@rule
def end_game_if_decided(s, log):
    """One winner, or after a decisive round those who share; a tie before it is played off (TB-60 to TB-62, TB-R12)."""
    set_ranks(s)
    first = 0
    for seat in range(s.seats):
        first += s.rank[seat] == 1
    if first == 1 or s.decisive:
        s.phase = Phase.OVER
        for seat in range(s.seats):
            if s.rank[seat] == 1:
                note(log, Event.WINS if first == 1 else Event.SHARES, seat)
    else:
        s.decisive = 1
        go_on_after(s, Phase.ROUND_END)
        for seat in range(s.seats):
            s.contends[seat] = s.rank[seat] == 1


# ---------------------------------------------------------------- the verbs


@verb
def actor(s):
    """The seat to move, CHANCE, or NOBODY when the game is over."""
    if s.phase == Phase.PLACE or s.phase == Phase.REVEAL:
        return s.order[s.go] + 0
    return NOBODY if s.phase == Phase.OVER else CHANCE


@verb
def play(s, move, log):
    """Make a legal move: first the placement, then the card, strictly (TB-27, TB-36, TB-R10)."""
    if s.phase == Phase.PLACE:
        seat = s.order[s.go]
        kind, city, sent = split(move)
        if kind == Move.PASS:
            note(log, Event.PASSES, seat)
        else:
            place_gangsters(s, seat, city, experts_in(sent), occasionals_in(sent), log)
        s.phase = Phase.REVEAL
    elif s.phase == Phase.REVEAL:
        reveal(s, s.order[s.go], split(move)[1], log)
    elif s.phase == Phase.FIRST:
        s.reference = move
        note(log, Event.FIRST_PLAYER, move)
        s.phase = Phase.REWARD
    elif s.phase == Phase.POLICE:
        turn_up_police(s, move, log)
    else:
        draw(s, move, log)
    if s.phase == Phase.NEW_TURN:
        begin_turn(s, log)
    if s.phase == Phase.ROUND_END:
        end_round(s, log)
    if s.phase == Phase.NEW_ROUND:
        begin_round(s, log)


@verb
def scores(s, out):
    """The payoffs follow the ranks, the points are the money (TB-20, TB-R28)."""
    for seat in range(s.seats):
        out[seat, 1] = -s.rank[seat]
    payoffs(out[:, 1], s.seats, out)
    for seat in range(s.seats):
        out[seat, 1] = s.money[seat]
