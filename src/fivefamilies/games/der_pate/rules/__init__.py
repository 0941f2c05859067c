"""The rules of Der Pate in the order of a round: revenue, event card, dice turns; then the end. Chapters with many rules have
modules of their own: the event cards, the lines of the action board, the development tracks."""

import numpy as np

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.pieces import next_seat, note, payoffs
from fivefamilies.core.record import Record, unwrap
from fivefamilies.core.words import sentence
from fivefamilies.games.der_pate.components import (
    BAIL,
    BANK,
    DEBT_TO_BANK,
    DEBT_TO_PLAYER,
    DICE,
    LONGEST_TRACK,
    MEMBERS,
    PER_BUSINESS,
    ROUNDS,
    Line,
    Token,
    Track,
)
from fivefamilies.games.der_pate.rules.cards import (
    answer_at_turn_start,
    answer_card,
    ask_at_turn_start,
    ask_next_about_card,
    is_for_turn_start,
    reveal,
)
from fivefamilies.games.der_pate.rules.lines import arrest, carry_out, next_owed, occupy, take_over
from fivefamilies.games.der_pate.rules.tracks import (
    advance,
    ask_about_fresh_token,
    baptise,
    free_prisoners,
    use_favour,
    use_feast,
)
from fivefamilies.games.der_pate.setup import begin_round, begin_with, choose_district
from fivefamilies.games.der_pate.state import NO_CARD, NO_SEAT, NO_TOKEN, Held, Phase, controlled, is_eliminated
from fivefamilies.games.der_pate.words import Event, Move, split, split_chance

# A dice turn: one die on each of four lines, in order; are the dice not yet placed rolled before? (DP-32, DP-33)
TURN = np.array(
    [
        (Line.INCOME, True),  # four dice
        (Line.MINOR_ACTIONS, True),  # three
        (Line.HOSTILE_ACTIONS, True),  # two
        (Line.CHARACTERS, False),  # the last die as it lies
        (Line.END_OF_TURN, False),
    ]
)

# ---------------------------------------------------------------- rounds and turns


@rule
def pay_revenue(s, log):
    """Everybody gets what his Revenue marker shows (DP-22, DP-78)."""
    for seat in range(s.seats):
        amount = s.revenue[s.track[seat, Track.REVENUE]]
        if amount > 0:
            s.cash[seat] += amount
            note(log, Event.REVENUE, seat, amount)


@rule
def begin_turn(s, seat, log):
    """Four dice to roll, no Friend used yet; a card that waited for this is answered first (DP-29, DP-31, DP-R10)."""
    s.turn = seat
    s.line = Line.BEFORE
    s.friends_used = 0
    for die in range(DICE):
        s.placed[die] = 0
        s.dice[die] = 0
        s.guise[die] = 0
    note(log, Event.TURN, seat)
    if is_for_turn_start(s):
        ask_at_turn_start(s, seat)


@rule
def next_line(s):
    """The next line of the turn, with or without a roll (DP-32, DP-33)."""
    line, is_rolled = TURN[s.line, 0], TURN[s.line, 1]
    s.line = line
    if is_rolled:
        roll_unplaced(s)
    else:
        open_window(s)


@rule
def roll_unplaced(s):
    """The dice that are not placed lose their faces and are rolled one by one (DP-33, DP-74)."""
    for die in range(DICE):
        if s.placed[die] == 0:
            s.dice[die] = 0
    s.phase = Phase.ROLL
    s.asked = CHANCE


@rule
def open_window(s):
    """The player whose turn it is may do as he likes, then places a die or ends his turn (DP-R10)."""
    s.phase = Phase.WINDOW
    s.asked = s.turn


@rule
def end_turn(s, log):
    """The next player, or the next round with revenue first, or the end after the seventh (DP-20, DP-22, DP-30, DP-31)."""
    note(log, Event.TURN_ENDS, s.turn)
    following = next_seat(s.turn, s.seats)
    if following != s.first:
        begin_turn(s, following, log)
    elif s.round < ROUNDS:
        pay_revenue(s, log)
        begin_round(s)
    else:
        finish(s, log)


@rule
def go_on(s, log):
    """Nobody is asked: fresh feasts first, then bonus steps of line 1, then the card's next player or the next line."""
    while s.phase == Phase.DONE:
        if s.fresh_seat >= 0:
            ask_about_fresh_token(s)
        elif s.turn == NO_SEAT:
            if not ask_next_about_card(s):
                if not is_for_turn_start(s):
                    s.card = NO_CARD  # back to the box (DP-28)
                begin_turn(s, s.first, log)
        else:
            seat = next_owed(s)
            if seat >= 0:
                s.owed[seat] -= 1
                advance(s, seat, s.owed_track, 1, log)
            else:
                next_line(s)


# ---------------------------------------------------------------- the dice turn


@rule
def unrolled_die(s):
    """The next die to be rolled, in the order grey, red, black, white; -1 if all have a face."""
    for die in range(DICE):
        if s.placed[die] == 0 and s.dice[die] == 0:
            return die
    return -1


@rule
def roll(s, face, log):
    """One die falls; the window opens when all are known."""
    die = unrolled_die(s)
    s.dice[die] = face
    note(log, Event.ROLLED, die, face)
    if unrolled_die(s) < 0:
        open_window(s)


@rule
def place(s, die, colour, log):
    """A die on the line, for the box of this colour (DP-32, DP-36, DP-43, DP-61)."""
    s.placed[die] = s.line
    s.guise[die] = 0 if colour == die else colour + 1
    carry_out(s, die, colour, log)


@rule
def play_in_window(s, kind, what, colour, log):
    """A placement, a re-roll, a free action, or the end of the turn."""
    if kind == Move.NO:
        s.phase = Phase.DONE
        end_turn(s, log)
    elif kind == Move.PLACE:
        note(log, Event.PLACED, s.turn, what, s.dice[what], s.line)
        place(s, what, what, log)
    elif kind == Move.SENATOR:
        s.tokens[s.turn, Token.SENATOR] = Held.SPENT  # DP-75
        note(log, Event.SENATOR, s.turn, what, colour, s.line)
        place(s, what, colour, log)
    elif kind == Move.POLICEMAN:
        s.tokens[s.turn, Token.POLICEMAN] = Held.SPENT  # DP-73
        note(log, Event.TOKEN_USED, s.turn, Token.POLICEMAN)
        s.dice[what] = 0
        s.phase = Phase.ROLL
        s.asked = CHANCE
    elif kind == Move.JUDGE:
        s.tokens[s.turn, Token.JUDGE] = Held.SPENT  # DP-74
        note(log, Event.TOKEN_USED, s.turn, Token.JUDGE)
        roll_unplaced(s)
    elif kind <= Move.BIRTHDAY:
        use_feast(s, s.turn, kind, what, log)
    else:
        use_favour(s, s.turn, kind, what, log)


@rule
def answer_follow_up(s, kind, what, log):
    """The one question that a box or a character may put."""
    seat, phase = s.asked, s.phase
    s.phase = Phase.DONE
    if kind == Move.NO:
        note(log, Event.DECLINED, seat)
    elif phase == Phase.VISIT:
        occupy(s, seat, s.car, log)
    elif phase == Phase.TAKEOVER:
        take_over(s, seat, what, log)
    elif phase == Phase.CONSIGLIERE:
        occupy(s, seat, what, log)
    elif phase == Phase.PROSECUTOR:
        free_prisoners(s, seat, s.tombs[seat], log)
    elif phase == Phase.SPY:
        arrest(s, what, log)
    else:
        advance(s, seat, what, 1, log)


@rule
def answer_token_now(s, kind, track, log):
    """Use the feast at once, or keep it for an own turn (DP-R11)."""
    s.phase = Phase.DONE
    if kind == Move.NO:
        note(log, Event.TOKEN_KEPT, s.asked, s.token)
    else:
        use_feast(s, s.asked, kind, track, log)
    s.token = NO_TOKEN


# ---------------------------------------------------------------- the end


@rule
def finish(s, log):
    """Elimination, revenue, businesses, bail, debts; eliminated players settle too (DP-85 to DP-89, DP-R22)."""
    for seat in range(s.seats):
        if is_eliminated(s, seat):
            note(log, Event.ELIMINATED, seat)
    for seat in range(s.seats):
        settle(s, seat, log)
    s.phase = Phase.OVER
    s.asked = NOBODY
    s.turn = NO_SEAT
    best = -1
    for seat in range(s.seats):
        if not is_eliminated(s, seat) and (best < 0 or standing(s, seat) > standing(s, best)):
            best = seat
    if best < 0:
        note(log, Event.NOBODY_WINS)
        return
    for seat in range(s.seats):
        if standing(s, seat) == standing(s, best):
            note(log, Event.WINS, seat, s.cash[seat])


@rule
def settle(s, seat, log):
    """Revenue and businesses in, bail and debts out; totals may fall below zero (DP-86 to DP-89, DP-R22, DP-R24)."""
    revenue, houses = s.revenue[s.track[seat, Track.REVENUE]], controlled(s, seat) * PER_BUSINESS
    prisoners = s.tombs[seat] + 0
    s.cash[seat] += revenue + houses - prisoners * BAIL
    note(log, Event.FINAL_REVENUE, seat, revenue)
    note(log, Event.FINAL_BUSINESSES, seat, houses)
    if prisoners > 0:
        note(log, Event.BAIL, seat, prisoners * BAIL)
        free_prisoners(s, seat, prisoners, log)
    for holder in range(BANK + 1):
        if holder != seat and s.debts[seat, holder] > 0:
            amount = s.debts[seat, holder] * (DEBT_TO_BANK if holder == BANK else DEBT_TO_PLAYER)
            s.cash[seat] -= amount
            if holder != BANK:
                s.cash[holder] += amount
            note(log, Event.DEBT_SETTLED, seat, amount, holder)


@rule
def standing(s, seat):
    """More is better: money, then the other coloured track, then the larger family (DP-90); the eliminated are level (DP-R23)."""
    if is_eliminated(s, seat):
        return -(1 << 40)
    family = controlled(s, seat) + s.reserve[seat]
    return (s.cash[seat] * (LONGEST_TRACK + 1) + s.track[seat, 1 - s.ko]) * (MEMBERS + 1) + family


# ---------------------------------------------------------------- the verbs


@verb
def actor(s):
    """The seat to move, CHANCE, or NOBODY when the game is over."""
    return s.asked + 0


@rule
def play_answer(s, kind, what, log):
    """What a seat answers outside the window."""
    if s.phase == Phase.CAR:
        s.car = what
        note(log, Event.CAR_STARTS, s.asked, s.car)
        s.phase = Phase.DISTRICT
    elif s.phase == Phase.DISTRICT:
        choose_district(s, what, log)
    elif s.phase == Phase.TOKEN_NOW:
        answer_token_now(s, kind, what, log)
    elif s.phase == Phase.TURN_START:
        answer_at_turn_start(s, kind, log)
    elif s.phase < Phase.TURN_START:
        answer_card(s, kind, what, log)
    else:
        answer_follow_up(s, kind, what, log)


@verb
def play(s, move, log):
    """Make a legal move, then go on until somebody is asked; a die counts its faces from 1."""
    if s.phase == Phase.ROLL:
        roll(s, split_chance(move)[1] + 1, log)
    elif s.phase == Phase.WINDOW:
        kind, what, colour = split(move)
        play_in_window(s, kind, what, colour, log)
    elif s.phase == Phase.CARD:
        reveal(s, split_chance(move)[1], log)
        s.phase = Phase.DONE
    elif s.phase == Phase.FIRST:
        note(log, Event.START_PLAYER, move)
        begin_with(s, move)
    elif s.phase == Phase.BAPTISM:
        baptise(s, split_chance(move)[1] + 1, log)
        if s.fresh_seat >= 0:
            s.phase = Phase.DONE
        else:
            open_window(s)
    else:
        kind, what, _ = split(move)
        play_answer(s, kind, what, log)
    if s.phase == Phase.DONE:
        go_on(s, log)


@verb
def scores(s, out):
    """Survivors by their standing, the eliminated level behind them; nobody wins if all are (DP-R23). Points are dollars."""
    survivors = 0
    for seat in range(s.seats):
        out[seat, 1] = standing(s, seat)
        survivors += not is_eliminated(s, seat)
    payoffs(out[:, 1], s.seats, out)
    for seat in range(s.seats):
        out[seat, 1] = s.cash[seat] * 1000
        if survivors == 0:
            out[seat, 0] = -1


def milestones(state: Record) -> dict[str, list[bool]]:
    """Who reached the end of the K.O. track (DP-85)."""
    s = unwrap(state)
    track = int(s["ko"])
    reached = [track < 0 or int(s["track"][seat, track]) == int(s["last"][track]) for seat in range(s["seats"])]
    return {sentence("reaches the end of the K.O. track"): reached}
