"""The referee of Der Pate: every restriction once, as an objection; the legal moves follow from it."""

from enum import IntEnum

from fivefamilies.core.compiled import rule, verb
from fivefamilies.games.der_pate.components import (
    BANK,
    BUSINESSES,
    CARDS,
    DICE,
    DISTRICTS,
    EMPTY,
    FACES,
    FRIENDS_PER_TURN,
    MEMBERS,
    NEUTRAL,
    PUPPET,
    SEATS,
    TRACKS,
    Effect,
    Favour,
    Token,
    Track,
)
from fivefamilies.games.der_pate.state import (
    END_OF_TURN,
    LAST_LINE,
    Phase,
    holds,
    is_district_free,
    is_full,
    is_protected,
    third_favour_track,
)

# Move ids of the seats.
NO = 0  # decline, keep, end the turn
BUSINESS = 1  # or a car space
DISTRICT = 13
PLACE = 17  # a die on the box of its own colour or face
SENATOR = 21  # a die on the box of another colour: + 4 x die + colour
POLICEMAN = 37
JUDGE = 41
WEDDING = 42
BAPTISM = 43
BIRTHDAY = 44
RECRUIT = 48
CLEAR_DEBT = 49  # from a seat, then from the bank
TWO_STEPS = 54  # Reputation, then the other track
TAKE_CASH = 56
YES = 57
TRACK = 58
NUMBER = 62
OPTION_A = 70
OPTION_B = 71
MOVES = 72
# Moves of chance.
CARD = 0
FACE = 10
OUTCOMES = 16


class No(IntEnum):
    """Why a move is refused."""

    OTHER_QUESTION = 1  # the move answers a question that is not asked now
    DISTRICT_TAKEN = 2  # DP-12
    CARD_SEEN = 3  # DP-28
    NOT_ENOUGH_CASH = 4  # E02, E03
    NOT_SO_MANY_PRISONERS = 5  # E02
    NOBODY_IN_HUDSON = 6  # E04, DP-80
    NOBODY_IN_TOMBS = 7  # E04, DP-63
    NO_RESERVE = 8  # DP-47, DP-56, DP-62, E08
    NO_DEBT_TOKEN = 9  # DP-56
    PROTECTED = 10  # DP-27, DP-66
    OTHER_NUMBER = 11  # DP-53
    NOT_EMPTY = 12  # DP-62
    IS_EMPTY = 13  # DP-55, DP-64
    YOUR_OWN = 14  # DP-53, DP-64
    NOT_YOURS = 15  # E09
    NOT_A_PLAYERS = 16  # DP-R15
    TRACK_FULL = 17  # DP-65, DP-72, DP-R2
    NOT_ON_THAT_TRACK = 18  # DP-65
    PLACE_A_DIE = 19  # DP-32
    DIE_LIES = 20  # DP-35
    NO_TOKEN = 21  # DP-69
    COLOUR_DOES_NOT_MATTER = 22  # DP-34, DP-R12
    SAME_COLOUR = 23  # DP-75
    PUPPET_MASTER = 24  # DP-R9, DP-R12
    NOT_ON_LINE_4 = 25  # DP-R12
    NO_ROLL = 26  # DP-R13
    BROOKLYN_EMPTY = 27  # DP-R17
    NO_FRIEND = 28  # DP-79
    TWO_FRIENDS_USED = 29  # DP-84
    FAVOUR_TOO_FAR = 30  # DP-79
    NO_DEBT_THERE = 31  # DP-81
    OTHER_TOKEN = 32  # DP-R11


# ---------------------------------------------------------------- businesses


@rule
def objection_to_takeover(s, seat, business):
    """Another family's business, unprotected, with the die's number if there is one; a member, a debt token (DP-53 to DP-56)."""
    if s.reserve[seat] == 0:
        return No.NO_RESERVE
    if s.debts[seat, seat] == 0:
        return No.NO_DEBT_TOKEN
    if s.phase == Phase.TAKEOVER and s.business_number[business] != s.number:
        return No.OTHER_NUMBER
    if s.owner[business] == EMPTY:
        return No.IS_EMPTY
    if s.owner[business] == seat:
        return No.YOUR_OWN
    return No.PROTECTED if is_protected(s, business) else 0


@rule
def objection_to_spying(s, seat, business):
    """Another player's member on an unprotected business (DP-64, DP-66, DP-R15)."""
    owner = s.owner[business]
    if owner == EMPTY:
        return No.IS_EMPTY
    if owner == seat:
        return No.YOUR_OWN
    if owner == NEUTRAL and not s.spy_neutral:
        return No.NOT_A_PLAYERS
    return No.PROTECTED if is_protected(s, business) else 0


@rule
def objection_to_business(s, business):
    """May this business, or this car space, be named now?"""
    if s.phase == Phase.CAR:
        return 0
    if s.phase == Phase.WAR or s.phase == Phase.TAKEOVER:
        return objection_to_takeover(s, s.asked, business)
    if s.phase == Phase.SPY:
        return objection_to_spying(s, s.asked, business)
    if s.phase == Phase.CONSIGLIERE:  # DP-62
        if s.reserve[s.asked] == 0:
            return No.NO_RESERVE
        if s.owner[business] != EMPTY:
            return No.NOT_EMPTY
        return No.PROTECTED if is_protected(s, business) else 0
    if s.phase == Phase.VACATE:
        if s.owner[business] != s.asked:
            return No.NOT_YOURS
        return No.PROTECTED if is_protected(s, business) else 0
    return No.OTHER_QUESTION


# ---------------------------------------------------------------- the window


@rule
def objection_to_senator(s, die, colour):
    """A die on the box of another colour, whose number counts (DP-75, DP-R12)."""
    if s.placed[die] > 0:
        return No.DIE_LIES
    if not holds(s, s.turn, Token.SENATOR):
        return No.NO_TOKEN
    if s.line == 1:
        return No.COLOUR_DOES_NOT_MATTER
    if colour == die:
        return No.SAME_COLOUR
    if s.line == LAST_LINE:
        return No.NOT_ON_LINE_4 if s.no_senator_line4 else 0
    return No.PUPPET_MASTER if s.dice[die] == PUPPET else 0


@rule
def objection_to_rolling_again(s, move):
    """Policeman and Judge: after a roll, before the die is placed (DP-73, DP-74, DP-R13)."""
    if s.line >= LAST_LINE:
        return No.NO_ROLL
    if not holds(s, s.turn, Token.JUDGE if move == JUDGE else Token.POLICEMAN):
        return No.NO_TOKEN
    if move != JUDGE and s.placed[move - POLICEMAN] > 0:
        return No.DIE_LIES
    return 0


@rule
def objection_to_feast(s, seat, move):
    """The token itself aside, what hinders a Wedding, Baptism or Birthday? (DP-70 to DP-72, DP-R17)"""
    if move == WEDDING:
        return 0 if s.brooklyn > 0 else No.BROOKLYN_EMPTY
    if move == BAPTISM:
        return 0
    track = move - BIRTHDAY
    return No.TRACK_FULL if track >= Track.REVENUE and is_full(s, seat, track) else 0


@rule
def feast_of(move):
    """The token that a move uses."""
    return Token.WEDDING if move == WEDDING else Token.BAPTISM if move == BAPTISM else Token.BIRTHDAY


@rule
def favour_of(move):
    """The favour that a move asks for."""
    if move == RECRUIT:
        return Favour.RECRUIT
    if move < TWO_STEPS:
        return Favour.CLEAR_DEBT
    return Favour.TWO_STEPS if move < TAKE_CASH else Favour.CASH_5000


@rule
def objection_to_favour(s, seat, move):
    """A Friend to give back, at most two a turn, a favour at or before the marker (DP-79 to DP-84)."""
    if s.friends[seat] == 0:
        return No.NO_FRIEND
    if s.friends_used == FRIENDS_PER_TURN:
        return No.TWO_FRIENDS_USED
    if s.track[seat, Track.FAVOURS] < s.favour_space[favour_of(move)]:
        return No.FAVOUR_TOO_FAR
    if move == RECRUIT:
        return 0 if s.hudson[seat] > 0 else No.NOBODY_IN_HUDSON
    if move < TWO_STEPS:
        holder = move - CLEAR_DEBT
        return 0 if holder != seat and s.debts[seat, holder] > 0 else No.NO_DEBT_THERE
    if move == TWO_STEPS + 1 and not s.favour3_influence and is_full(s, seat, third_favour_track(s)):
        return No.TRACK_FULL
    return 0


@rule
def objection_in_window(s, move):
    """A placement, a re-roll or a free action of the player whose turn it is (DP-R10)."""
    if move == NO:
        return 0 if s.line == END_OF_TURN else No.PLACE_A_DIE
    if PLACE <= move < SENATOR:
        return No.DIE_LIES if s.placed[move - PLACE] > 0 else 0
    if SENATOR <= move < POLICEMAN:
        return objection_to_senator(s, (move - SENATOR) // DICE, (move - SENATOR) % DICE)
    if POLICEMAN <= move <= JUDGE:
        return objection_to_rolling_again(s, move)
    if WEDDING <= move < RECRUIT:
        return objection_to_feast(s, s.turn, move) if holds(s, s.turn, feast_of(move)) else No.NO_TOKEN
    if RECRUIT <= move < YES:
        return objection_to_favour(s, s.turn, move)
    return No.OTHER_QUESTION


# ---------------------------------------------------------------- the other questions


@rule
def objection_to_yes(s):
    """What hinders a plain yes?"""
    if s.phase == Phase.VISIT:
        return 0 if s.reserve[s.asked] > 0 else No.NO_RESERVE
    if s.phase == Phase.PROSECUTOR:
        return 0 if s.tombs[s.asked] > 0 else No.NOBODY_IN_TOMBS
    if s.phase == Phase.TURN_START:
        if s.event_effect[s.card] == Effect.PAY_TO_ADVANCE:
            return 0 if s.cash[s.asked] >= s.event_cash[s.card] else No.NOT_ENOUGH_CASH
        return 0 if s.reserve[s.asked] > 0 else No.NO_RESERVE
    return No.OTHER_QUESTION


@rule
def objection_to_option(s, move):
    """Option A or B of a card."""
    if s.phase == Phase.CHOICE:
        return 0
    if s.phase != Phase.RECOVER:
        return No.OTHER_QUESTION
    if move == OPTION_A:
        return 0 if s.hudson[s.asked] > 0 else No.NOBODY_IN_HUDSON
    return 0 if s.tombs[s.asked] > 0 else No.NOBODY_IN_TOMBS


@rule
def objection_to_ransom(s, count):
    """So many prisoners, and the money for them (E02)."""
    if count > s.tombs[s.asked]:
        return No.NOT_SO_MANY_PRISONERS
    return 0 if count * s.event_cash[s.card] <= s.cash[s.asked] else No.NOT_ENOUGH_CASH


@rule
def objection_to_token_now(s, move):
    """Only the feast just gained may be used out of turn (DP-R11)."""
    if move == NO:
        return 0
    if move < WEDDING or move >= RECRUIT:
        return No.OTHER_QUESTION
    return objection_to_feast(s, s.asked, move) if feast_of(move) == s.token else No.OTHER_TOKEN


@rule
def may_decline(s):
    """Is "no" an answer here?"""
    if s.phase == Phase.RECOVER or s.phase == Phase.WAR or s.phase == Phase.TURN_START:
        return True
    return Phase.VISIT <= s.phase <= Phase.BANKER


@rule
def objection_to_chance(s, move):
    """A card not seen yet, or a face of the die."""
    if s.phase != Phase.CARD:
        return 0 if move >= FACE else No.OTHER_QUESTION
    if move >= FACE:
        return No.OTHER_QUESTION
    return No.CARD_SEEN if s.seen[move] else 0


@verb
def objection(s, move):
    """The rule that forbids `move` here, or 0."""
    if s.phase == Phase.WINDOW:
        return objection_in_window(s, move)
    if s.phase == Phase.ROLL or s.phase == Phase.CARD or s.phase == Phase.BAPTISM:
        return objection_to_chance(s, move)
    if s.phase == Phase.TOKEN_NOW:
        return objection_to_token_now(s, move)
    if move == NO:
        return 0 if may_decline(s) else No.OTHER_QUESTION
    if BUSINESS <= move < DISTRICT:
        return objection_to_business(s, move - BUSINESS)
    if DISTRICT <= move < PLACE:
        if s.phase != Phase.DISTRICT:
            return No.OTHER_QUESTION
        return 0 if is_district_free(s, move - DISTRICT) else No.DISTRICT_TAKEN
    if move == YES:
        return objection_to_yes(s)
    if TRACK <= move < NUMBER:
        if s.phase != Phase.BANKER:
            return No.OTHER_QUESTION
        if move - TRACK < Track.REVENUE:
            return No.NOT_ON_THAT_TRACK
        return No.TRACK_FULL if is_full(s, s.asked, move - TRACK) else 0
    if NUMBER <= move < OPTION_A:
        return objection_to_ransom(s, move - NUMBER) if s.phase == Phase.RANSOM else No.OTHER_QUESTION
    if move >= OPTION_A:
        return objection_to_option(s, move)
    return No.OTHER_QUESTION


# ---------------------------------------------------------------- lists


@rule
def add_if_legal(s, moves, count, first, last):
    """The legal moves among the ids from `first` to `last` - 1."""
    for move in range(first, last):
        if objection(s, move) == 0:
            moves[count] = move
            count += 1
    return count


@rule
def legal_in_window(s, moves):
    """The question asked most, so the quickest: tokens and favours are looked at only where there are any."""
    seat, count = s.turn, 0
    if s.line == END_OF_TURN:
        moves[0] = NO
        count = 1
    else:
        for die in range(DICE):
            moves[count] = PLACE + die
            count += s.placed[die] == 0
        if holds(s, seat, Token.SENATOR):
            count = add_if_legal(s, moves, count, SENATOR, POLICEMAN)
        if holds(s, seat, Token.POLICEMAN) or holds(s, seat, Token.JUDGE):
            count = add_if_legal(s, moves, count, POLICEMAN, WEDDING)
    if holds(s, seat, Token.WEDDING) or holds(s, seat, Token.BAPTISM) or holds(s, seat, Token.BIRTHDAY):
        count = add_if_legal(s, moves, count, WEDDING, RECRUIT)
    if s.friends[seat] > 0 and s.friends_used < FRIENDS_PER_TURN:
        count = add_if_legal(s, moves, count, RECRUIT, YES)
    return count


@rule
def answers(s):
    """The ids, first and past the last, that answer a question outside the window; "no" apart."""
    if s.phase == Phase.DISTRICT:
        return DISTRICT, PLACE
    if s.phase == Phase.TOKEN_NOW:
        return WEDDING, RECRUIT
    if s.phase == Phase.VISIT or s.phase == Phase.PROSECUTOR or s.phase == Phase.TURN_START:
        return YES, TRACK
    if s.phase == Phase.BANKER:
        return TRACK, NUMBER
    if s.phase == Phase.RANSOM:
        return NUMBER, OPTION_A
    if s.phase == Phase.CHOICE or s.phase == Phase.RECOVER:
        return OPTION_A, MOVES
    return BUSINESS, DISTRICT


@verb
def legal(s, moves):
    """Every legal move of the seat to act, ascending; returns how many."""
    if s.phase == Phase.WINDOW:
        return legal_in_window(s, moves)
    first, last = answers(s)
    return add_if_legal(s, moves, add_if_legal(s, moves, 0, NO, NO + 1), first, last)


@rule
def has_choice(s):
    """Is anything but "no" legal in the question that is about to be put? (DP-R33)"""
    first, last = answers(s)
    for move in range(first, last):
        if objection(s, move) == 0:
            return True
    return False


assert DISTRICT - BUSINESS == BUSINESSES and PLACE - DISTRICT == DISTRICTS and SENATOR - PLACE == DICE
assert POLICEMAN - SENATOR == DICE * DICE and TWO_STEPS - CLEAR_DEBT == SEATS + 1 and BANK == SEATS
assert RECRUIT - BIRTHDAY == TRACKS and OPTION_A - NUMBER == MEMBERS + 1 and FACE == CARDS and OUTCOMES == CARDS + FACES
