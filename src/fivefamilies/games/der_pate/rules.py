"""The rules of Der Pate in the order of a round: revenue, event card, dice turns; set-up and end have their own modules."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE
from fivefamilies.core.pieces import note
from fivefamilies.games.der_pate.cards import (
    answer_at_turn_start,
    answer_card,
    ask_at_turn_start,
    ask_next_about_card,
    begin_round,
    is_for_turn_start,
    reveal,
)
from fivefamilies.games.der_pate.components import CARDS, DICE, FACES, ROUNDS, Token, Track
from fivefamilies.games.der_pate.end import finish
from fivefamilies.games.der_pate.events import Event
from fivefamilies.games.der_pate.lines import arrest, carry_out, next_owed, occupy, take_over
from fivefamilies.games.der_pate.referee import (
    BUSINESS,
    DISTRICT,
    FACE,
    JUDGE,
    NO,
    PLACE,
    POLICEMAN,
    RECRUIT,
    SENATOR,
    TRACK,
)
from fivefamilies.games.der_pate.setup import choose_district
from fivefamilies.games.der_pate.state import LAST_LINE, NO_CARD, NO_SEAT, NO_TOKEN, Held, Phase
from fivefamilies.games.der_pate.tracks import (
    advance,
    ask_about_fresh_token,
    baptise,
    free_prisoners,
    use_favour,
    use_feast,
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
    s.line = 0
    s.friends_used = 0
    for die in range(DICE):
        s.placed[die] = 0
        s.dice[die] = 0
    note(log, Event.TURN, seat)
    if is_for_turn_start(s):
        ask_at_turn_start(s, seat)


@rule
def next_line(s):
    """Roll the dice not yet placed for lines 1 to 3; the last die is not rolled again (DP-32, DP-33)."""
    s.line += 1
    if s.line < LAST_LINE:
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
    if s.turn + 1 < s.seats:
        begin_turn(s, s.turn + 1, log)
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
                begin_turn(s, 0, log)
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
    carry_out(s, die, colour, log)


@rule
def play_in_window(s, move, log):
    """A placement, a re-roll, a free action, or the end of the turn."""
    if move == NO:
        s.phase = Phase.DONE
        end_turn(s, log)
    elif move < SENATOR:
        die = move - PLACE
        note(log, Event.PLACED, s.turn, die, s.dice[die], s.line)
        place(s, die, die, log)
    elif move < POLICEMAN:
        die, colour = (move - SENATOR) // DICE, (move - SENATOR) % DICE
        s.tokens[s.turn, Token.SENATOR] = Held.SPENT  # DP-75
        note(log, Event.SENATOR, s.turn, die, colour, s.line)
        place(s, die, colour, log)
    elif move < JUDGE:
        s.tokens[s.turn, Token.POLICEMAN] = Held.SPENT  # DP-73
        note(log, Event.TOKEN_USED, s.turn, Token.POLICEMAN)
        s.dice[move - POLICEMAN] = 0
        s.phase = Phase.ROLL
        s.asked = CHANCE
    elif move == JUDGE:
        s.tokens[s.turn, Token.JUDGE] = Held.SPENT  # DP-74
        note(log, Event.TOKEN_USED, s.turn, Token.JUDGE)
        roll_unplaced(s)
    elif move < RECRUIT:
        use_feast(s, s.turn, move, log)
    else:
        use_favour(s, s.turn, move, log)


@rule
def answer_follow_up(s, move, log):
    """The one question that a box or a character may put."""
    seat, phase = s.asked, s.phase
    s.phase = Phase.DONE
    if move == NO:
        note(log, Event.DECLINED, seat)
    elif phase == Phase.VISIT:
        occupy(s, seat, s.car, log)
    elif phase == Phase.TAKEOVER:
        take_over(s, seat, move - BUSINESS, log)
    elif phase == Phase.CONSIGLIERE:
        occupy(s, seat, move - BUSINESS, log)
    elif phase == Phase.PROSECUTOR:
        free_prisoners(s, seat, s.tombs[seat], log)
    elif phase == Phase.SPY:
        arrest(s, move - BUSINESS, log)
    else:
        advance(s, seat, move - TRACK, 1, log)


@rule
def answer_token_now(s, move, log):
    """Use the feast at once, or keep it for an own turn (DP-R11)."""
    s.phase = Phase.DONE
    if move == NO:
        note(log, Event.TOKEN_KEPT, s.asked, s.token)
    else:
        use_feast(s, s.asked, move, log)
    s.token = NO_TOKEN


# ---------------------------------------------------------------- the verbs


@verb
def actor(s):
    """The seat to move, CHANCE, or NOBODY when the game is over."""
    return s.asked + 0


@verb
def chances(s, moves, weights):
    """A card not seen yet, or a face of a die: all equally likely (DP-14, DP-R4)."""
    count = 0
    if s.phase == Phase.CARD:
        for card in range(CARDS):
            moves[count] = card
            weights[count] = 1
            count += s.seen[card] == 0
        return count
    for face in range(FACES):
        moves[face] = FACE + face
        weights[face] = 1
    return FACES


@verb
def play(s, move, log):
    """Make a legal move, then go on until somebody is asked."""
    phase = s.phase
    if phase == Phase.ROLL:
        roll(s, move - FACE + 1, log)
    elif phase == Phase.WINDOW:
        play_in_window(s, move, log)
    elif phase == Phase.CARD:
        reveal(s, move, log)
        s.phase = Phase.DONE
    elif phase == Phase.BAPTISM:
        baptise(s, move - FACE + 1, log)
        if s.fresh_seat >= 0:
            s.phase = Phase.DONE
        else:
            open_window(s)
    elif phase == Phase.TOKEN_NOW:
        answer_token_now(s, move, log)
    elif phase == Phase.CAR:
        s.car = move - BUSINESS
        note(log, Event.CAR_STARTS, s.asked, s.car)
        s.phase = Phase.DISTRICT
    elif phase == Phase.DISTRICT:
        choose_district(s, move - DISTRICT, log)
    elif phase == Phase.TURN_START:
        answer_at_turn_start(s, move, log)
    elif phase < Phase.TURN_START:
        answer_card(s, move, log)
    else:
        answer_follow_up(s, move, log)
    if s.phase == Phase.DONE:
        go_on(s, log)
