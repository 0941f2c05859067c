"""The referee of Der Pate: every restriction once, as an objection; the legal moves follow from it."""

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
    TRACKS,
    Effect,
    Favour,
    Line,
    Token,
    Track,
)
from fivefamilies.games.der_pate.state import (
    Phase,
    holds,
    is_district_free,
    is_full,
    is_protected,
    third_favour_track,
)
from fivefamilies.games.der_pate.words import Chance, Move, No, join, join_chance, split, split_chance

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
    if s.line == Line.INCOME:
        return No.COLOUR_DOES_NOT_MATTER
    if colour == die:
        return No.SAME_COLOUR
    if s.line == Line.CHARACTERS:
        return No.NOT_ON_LINE_4 if s.no_senator_line4 else 0
    return No.PUPPET_MASTER if s.dice[die] == PUPPET else 0


@rule
def objection_to_rolling_again(s, token):
    """Policeman and Judge: after a roll, before the die is placed (DP-73, DP-74, DP-R13)."""
    if s.line >= Line.CHARACTERS:
        return No.NO_ROLL
    return 0 if holds(s, s.turn, token) else No.NO_TOKEN


@rule
def objection_to_feast(s, seat, kind, track):
    """The token itself aside, what hinders a Wedding, Baptism or Birthday? (DP-70 to DP-72, DP-R17)"""
    if kind == Move.WEDDING:
        return 0 if s.brooklyn > 0 else No.BROOKLYN_EMPTY
    if kind == Move.BAPTISM:
        return 0
    return No.TRACK_FULL if track >= Track.REVENUE and is_full(s, seat, track) else 0


@rule
def feast_of(kind):
    """The token that a kind of move uses."""
    return Token.WEDDING if kind == Move.WEDDING else Token.BAPTISM if kind == Move.BAPTISM else Token.BIRTHDAY


@rule
def favour_of(kind):
    """The favour that a kind of move asks for."""
    if kind == Move.RECRUIT:
        return Favour.RECRUIT
    if kind == Move.CLEAR_DEBT:
        return Favour.CLEAR_DEBT
    return Favour.TWO_STEPS if kind == Move.TWO_STEPS else Favour.CASH_5000


@rule
def objection_to_favour(s, seat, kind, what):
    """A Friend to give back, at most two a turn, a favour at or before the marker (DP-79 to DP-84)."""
    if s.friends[seat] == 0:
        return No.NO_FRIEND
    if s.friends_used == FRIENDS_PER_TURN:
        return No.TWO_FRIENDS_USED
    if s.track[seat, Track.FAVOURS] < s.favour_space[favour_of(kind)]:
        return No.FAVOUR_TOO_FAR
    if kind == Move.RECRUIT:
        return 0 if s.hudson[seat] > 0 else No.NOBODY_IN_HUDSON
    if kind == Move.CLEAR_DEBT:
        return 0 if what != seat and s.debts[seat, what] > 0 else No.NO_DEBT_THERE
    if kind == Move.TWO_STEPS and what == 1 and not s.favour3_influence and is_full(s, seat, third_favour_track(s)):
        return No.TRACK_FULL
    return 0


@rule
def objection_in_window(s, kind, what, colour):
    """A placement, a re-roll or a free action of the player whose turn it is (DP-R10)."""
    if kind == Move.NO:
        return 0 if s.line == Line.END_OF_TURN else No.PLACE_A_DIE
    if kind == Move.PLACE:
        return No.DIE_LIES if s.placed[what] > 0 else 0
    if kind == Move.SENATOR:
        return objection_to_senator(s, what, colour)
    if kind == Move.POLICEMAN:
        no = objection_to_rolling_again(s, Token.POLICEMAN)
        return No.DIE_LIES if no == 0 and s.placed[what] > 0 else no
    if kind == Move.JUDGE:
        return objection_to_rolling_again(s, Token.JUDGE)
    if Move.WEDDING <= kind <= Move.BIRTHDAY:
        return objection_to_feast(s, s.turn, kind, what) if holds(s, s.turn, feast_of(kind)) else No.NO_TOKEN
    if Move.RECRUIT <= kind <= Move.CASH:
        return objection_to_favour(s, s.turn, kind, what)
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
def objection_to_option(s, option):
    """Option A or B of a card."""
    if s.phase == Phase.CHOICE:
        return 0
    if s.phase != Phase.RECOVER:
        return No.OTHER_QUESTION
    if option == 0:
        return 0 if s.hudson[s.asked] > 0 else No.NOBODY_IN_HUDSON
    return 0 if s.tombs[s.asked] > 0 else No.NOBODY_IN_TOMBS


@rule
def objection_to_ransom(s, count):
    """So many prisoners, and the money for them (E02)."""
    if count > s.tombs[s.asked]:
        return No.NOT_SO_MANY_PRISONERS
    return 0 if count * s.event_cash[s.card] <= s.cash[s.asked] else No.NOT_ENOUGH_CASH


@rule
def objection_to_banker(s, track):
    """A space on Revenue or Favours (DP-65)."""
    if track < Track.REVENUE:
        return No.NOT_ON_THAT_TRACK
    return No.TRACK_FULL if is_full(s, s.asked, track) else 0


@rule
def objection_to_token_now(s, kind, track):
    """Only the feast just gained may be used out of turn (DP-R11)."""
    if kind == Move.NO:
        return 0
    if kind < Move.WEDDING or kind > Move.BIRTHDAY:
        return No.OTHER_QUESTION
    return objection_to_feast(s, s.asked, kind, track) if feast_of(kind) == s.token else No.OTHER_TOKEN


@rule
def may_decline(s):
    """Is "no" an answer here?"""
    if s.phase == Phase.RECOVER or s.phase == Phase.WAR or s.phase == Phase.TURN_START:
        return True
    return Phase.VISIT <= s.phase <= Phase.BANKER


@rule
def objection_to_chance(s, move):
    """A start player, a card not seen yet, or a face of the die."""
    if s.phase == Phase.FIRST:
        return 0 if move < s.seats else No.NO_SUCH_SEAT
    kind, card, _ = split_chance(move)
    if s.phase != Phase.CARD:
        return 0 if kind == Chance.ROLL else No.OTHER_QUESTION
    if kind != Chance.CARD:
        return No.OTHER_QUESTION
    return No.CARD_SEEN if s.seen[card] else 0


@rule
def objection_to_answer(s, kind, what):
    """The questions with one kind of answer besides "no"."""
    if kind == Move.NO:
        return 0 if may_decline(s) else No.OTHER_QUESTION
    if kind == Move.BUSINESS:
        return objection_to_business(s, what)
    if kind == Move.DISTRICT and s.phase == Phase.DISTRICT:
        return 0 if is_district_free(s, what) else No.DISTRICT_TAKEN
    if kind == Move.YES:
        return objection_to_yes(s)
    if kind == Move.TRACK and s.phase == Phase.BANKER:
        return objection_to_banker(s, what)
    if kind == Move.RANSOM and s.phase == Phase.RANSOM:
        return objection_to_ransom(s, what)
    return objection_to_option(s, what) if kind == Move.OPTION else No.OTHER_QUESTION


@rule
def objection_to(s, kind, what, colour):
    """The rule that forbids a seat's move of this kind here, or 0."""
    if s.phase == Phase.WINDOW:
        return objection_in_window(s, kind, what, colour)
    if s.phase == Phase.TOKEN_NOW:
        return objection_to_token_now(s, kind, what)
    return objection_to_answer(s, kind, what)


@verb
def objection(s, move):
    """The rule that forbids `move` here, or 0."""
    if s.phase == Phase.ROLL or s.phase == Phase.CARD or s.phase == Phase.BAPTISM or s.phase == Phase.FIRST:
        return objection_to_chance(s, move)
    kind, what, colour = split(move)
    return objection_to(s, kind, what, colour)


# ---------------------------------------------------------------- lists


@rule
def add_senator(s, moves, count):
    """Every die on the box of every other colour, as far as it is legal."""
    for die in range(DICE):
        for colour in range(DICE):
            if objection_to_senator(s, die, colour) == 0:
                moves[count] = join(Move.SENATOR, die, colour)
                count += 1
    return count


@rule
def add_rolls(s, moves, count):
    """Policeman and Judge."""
    for die in range(DICE):
        if objection_to(s, Move.POLICEMAN, die, 0) == 0:
            moves[count] = join(Move.POLICEMAN, die)
            count += 1
    if objection_to(s, Move.JUDGE, 0, 0) == 0:
        moves[count] = join(Move.JUDGE)
        count += 1
    return count


@rule
def add_feasts(s, moves, count):
    """Wedding, Baptism, and Birthday on each track."""
    if objection_to(s, Move.WEDDING, 0, 0) == 0:
        moves[count] = join(Move.WEDDING)
        count += 1
    if objection_to(s, Move.BAPTISM, 0, 0) == 0:
        moves[count] = join(Move.BAPTISM)
        count += 1
    for track in range(TRACKS):
        if objection_to(s, Move.BIRTHDAY, track, 0) == 0:
            moves[count] = join(Move.BIRTHDAY, track)
            count += 1
    return count


@rule
def add_favours(s, seat, moves, count):
    """The four favours, the second by holder, the third by track."""
    if objection_to_favour(s, seat, Move.RECRUIT, 0) == 0:
        moves[count] = join(Move.RECRUIT)
        count += 1
    for holder in range(BANK + 1):
        if objection_to_favour(s, seat, Move.CLEAR_DEBT, holder) == 0:
            moves[count] = join(Move.CLEAR_DEBT, holder)
            count += 1
    for choice in range(2):
        if objection_to_favour(s, seat, Move.TWO_STEPS, choice) == 0:
            moves[count] = join(Move.TWO_STEPS, choice)
            count += 1
    if objection_to_favour(s, seat, Move.CASH, 0) == 0:
        moves[count] = join(Move.CASH)
        count += 1
    return count


@rule
def legal_in_window(s, moves):
    """The question asked most, so the quickest: tokens and favours are looked at only where there are any."""
    seat, count = s.turn, 0
    if s.line == Line.END_OF_TURN:
        moves[0] = join(Move.NO)
        count = 1
    else:
        for die in range(DICE):
            moves[count] = join(Move.PLACE, die)
            count += s.placed[die] == 0
        if holds(s, seat, Token.SENATOR):
            count = add_senator(s, moves, count)
        if holds(s, seat, Token.POLICEMAN) or holds(s, seat, Token.JUDGE):
            count = add_rolls(s, moves, count)
    if holds(s, seat, Token.WEDDING) or holds(s, seat, Token.BAPTISM) or holds(s, seat, Token.BIRTHDAY):
        count = add_feasts(s, moves, count)
    if s.friends[seat] > 0 and s.friends_used < FRIENDS_PER_TURN:
        count = add_favours(s, seat, moves, count)
    return count


@rule
def answer(s):
    """The kind of move that answers a question outside the window, "no" apart, and how many there are of it."""
    if s.phase == Phase.DISTRICT:
        return Move.DISTRICT + 0, DISTRICTS
    if s.phase == Phase.VISIT or s.phase == Phase.PROSECUTOR or s.phase == Phase.TURN_START:
        return Move.YES + 0, 1
    if s.phase == Phase.BANKER:
        return Move.TRACK + 0, TRACKS
    if s.phase == Phase.RANSOM:
        return Move.RANSOM + 0, MEMBERS + 1
    if s.phase == Phase.CHOICE or s.phase == Phase.RECOVER:
        return Move.OPTION + 0, 2
    return Move.BUSINESS + 0, BUSINESSES


@verb
def legal(s, moves):
    """Every legal move of the seat to act, ascending; returns how many."""
    if s.phase == Phase.WINDOW:
        return legal_in_window(s, moves)
    count = 0
    if objection_to(s, Move.NO, 0, 0) == 0:
        moves[0] = join(Move.NO)
        count = 1
    if s.phase == Phase.TOKEN_NOW:
        return add_feasts(s, moves, count)
    kind, values = answer(s)
    for what in range(values):
        if objection_to_answer(s, kind, what) == 0:
            moves[count] = join(kind, what)
            count += 1
    return count


@rule
def has_choice(s):
    """Is anything but "no" legal in the question that is about to be put? (DP-R33)"""
    kind, values = answer(s)
    for what in range(values):
        if objection_to_answer(s, kind, what) == 0:
            return True
    return False


@verb
def chances(s, moves, weights):
    """A start player, a card not seen yet, or a face of a die: all equally likely (DP-14, DP-R4, DP-R19)."""
    count = 0
    if s.phase == Phase.FIRST:
        for seat in range(s.seats):
            moves[seat] = seat
            weights[seat] = 1
        return s.seats + 0
    if s.phase == Phase.CARD:
        for card in range(CARDS):
            moves[count] = join_chance(Chance.CARD, card)
            weights[count] = 1
            count += s.seen[card] == 0
        return count
    for face in range(FACES):
        moves[face] = join_chance(Chance.ROLL, face)
        weights[face] = 1
    return FACES
