"""The referee of Nostra City: every restriction once, as an objection; the legal moves follow from it.

What an action or a Payback needs is in `action_referee.py` and `vendetta_referee.py`.
"""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import total
from fivefamilies.games.nostra_city.action_referee import (
    objection_to_action,
    objection_to_engaging,
    objection_to_first_card,
    objection_to_kind,
    objection_to_offered_bill,
    objection_to_space,
    objection_to_turf,
    works_as_donato,
)
from fivefamilies.games.nostra_city.chance import weight
from fivefamilies.games.nostra_city.components import BIG_BILL, BILLS, PAYBACKS, SMALLEST_OFFER, UNDERLINGS, VALUE, Underling
from fivefamilies.games.nostra_city.moves import (
    BILL,
    FIRST_CARD,
    KIND,
    LEFT,
    MOVES,
    NO_MORE,
    PAYBACK,
    RIGHT,
    SEAT,
    SPACE,
    TURF,
    UNDERLING,
    USE_ILARIA,
    USE_LUCA,
    YES,
    No,
)
from fivefamilies.games.nostra_city.state import NONE, Phase, has_free, has_power
from fivefamilies.games.nostra_city.vendetta_referee import (
    objection_to_payback,
    objection_to_power_target,
    objection_to_taking,
    objection_to_target,
    objection_to_using,
    objection_to_victim,
)

# ---------------------------------------------------------------- questions


@rule
def objection_on_turn(s, move):
    """A turn in BUSINESS, MEETING or TRIAL, and the windows: done, engage, play a Payback, use a power."""
    if move == NO_MORE:
        return 0
    if PAYBACK <= move < USE_ILARIA:
        return objection_to_payback(s, move - PAYBACK)
    if s.phase == Phase.VENDETTA:
        return No.OTHER_QUESTION
    if UNDERLING <= move < TURF:
        return objection_to_engaging(s, move - UNDERLING)
    if move == USE_ILARIA:
        return objection_to_using(s, Underling.ILARIA_DONATA)
    if move == USE_LUCA:
        return objection_to_using(s, Underling.LUCA_DONATA)
    return No.OTHER_QUESTION


@rule
def objection_to_bill(s, bill):
    """May this bill be named now?"""
    if s.phase == Phase.SHARE:
        return 0 if s.drawn[bill] > 0 else No.NOT_DRAWN
    if s.phase == Phase.BID_BILL:
        return objection_to_offered_bill(s, bill)
    if s.phase == Phase.TAKE_BACK:
        return 0 if s.offers[s.asked, s.space, bill] > 0 else No.NOT_IN_OFFER
    if s.phase == Phase.TRIAL_BILL or s.phase == Phase.TRIAL_BILL2 or s.phase == Phase.DISCARD:
        return 0 if s.bank[s.asked, bill] > 0 else No.NOT_IN_BANK
    return No.OTHER_QUESTION


@rule
def objection_to_seat(s, seat):
    """May this seat be named now?"""
    if s.phase == Phase.TITLE:
        if seat >= s.seats:
            return No.NO_SUCH_SEAT
        if seat == s.asked:
            return No.YOURSELF
        return No.HAS_TITLE if seat == s.title[0] or seat == s.title[1] else 0
    if s.phase != Phase.TARGET:
        return No.OTHER_QUESTION
    if s.underling != NONE:
        return objection_to_power_target(s, s.underling, seat)
    return objection_to_target(s, s.card, seat)


@rule
def objection_to_ending(s):
    """May the question be answered with the way out?"""
    if s.phase == Phase.BID_BILL:
        return 0 if total(s.offers[s.turn, s.space]) >= SMALLEST_OFFER else No.EMPTY_OFFER
    if s.phase == Phase.DIRECTION:
        return No.MUST_MOVE if s.underling == NONE else 0
    if (
        s.phase == Phase.SHARE
        or s.phase == Phase.TRIAL_BILL2
        or s.phase == Phase.FRANCESCA
        or s.phase == Phase.GUIDO
        or s.phase == Phase.MARTA
        or s.phase == Phase.INSPECT
    ):
        return 0
    return No.OTHER_QUESTION


@rule
def objection_to_rest(s, move):
    """The questions with one kind of answer."""
    if s.phase == Phase.TAKE_TURF and TURF <= move < KIND:
        return objection_to_turf(s, move - TURF)
    if s.phase == Phase.TAKE_KIND and KIND <= move < BILL:
        return objection_to_kind(s, move - KIND)
    if s.phase == Phase.SHARE and move == FIRST_CARD:
        return objection_to_first_card(s)
    if s.phase == Phase.BID_SPACE and SPACE <= move < SEAT:
        return objection_to_space(s, move - SPACE)
    if s.phase == Phase.TARGET_OFFER and SPACE <= move < SEAT:
        return 0 if s.offer_by[s.target, move - SPACE] > 0 else No.NO_OFFER
    if s.phase == Phase.TARGET_U and UNDERLING <= move < TURF:
        return objection_to_victim(s, s.target, move - UNDERLING)
    if s.phase == Phase.TARGET_T and TURF <= move < KIND:
        return objection_to_taking(s, s.target, move - TURF)
    if s.phase == Phase.SELL and PAYBACK <= move < USE_ILARIA:
        return 0 if s.hand[s.turn, move - PAYBACK] > 0 else No.NOT_IN_HAND
    if s.phase == Phase.DIRECTION and (move in (LEFT, RIGHT)):
        if s.underling == NONE:
            return 0
        return 0 if VALUE[s.bill] >= BIG_BILL else No.SMALL_BILL
    if move == YES and (
        s.phase == Phase.FRANCESCA or s.phase == Phase.GUIDO or s.phase == Phase.MARTA or s.phase == Phase.INSPECT
    ):
        return 0
    return No.OTHER_QUESTION


@verb
def objection(s, move):
    """The rule that forbids `move` here, or 0."""
    if Phase.DEAL_UNDERLING <= s.phase < Phase.OVER:
        return 0 if weight(s, move) > 0 else No.NOT_THERE
    if is_turn(s):
        return objection_on_turn(s, move)
    if move == NO_MORE:
        return objection_to_ending(s)
    if BILL <= move < FIRST_CARD:
        return objection_to_bill(s, move - BILL)
    if SEAT <= move < PAYBACK:
        return objection_to_seat(s, move - SEAT)
    return objection_to_rest(s, move)


@rule
def is_turn(s):
    """Is a turn of a phase or of a lap asked for?"""
    return (
        s.phase == Phase.VENDETTA
        or s.phase == Phase.BUS_TURN
        or s.phase == Phase.MEET_TURN
        or s.phase == Phase.TRIAL_TURN
    )


# ---------------------------------------------------------------- legal moves


@rule
def add_if_legal(s, moves, count, first, last):
    """The legal moves among the ids from `first` to `last` - 1."""
    for move in range(first, last):
        if objection(s, move) == 0:
            moves[count] = move
            count += 1
    return count


@rule
def add_bills(s, moves, count):
    """The bills that may be named, and the First Player card in place of one; asked often, too."""
    for bill in range(BILLS):
        if objection_to_bill(s, bill) == 0:
            moves[count] = BILL + bill
            count += 1
    return add_if_legal(s, moves, count, FIRST_CARD, SPACE)


@rule
def legal_on_turn(s, moves):
    """A turn is the question asked most, so the quickest: what holds for all Underlings is looked at once."""
    moves[0] = NO_MORE
    count = 1
    if s.phase != Phase.VENDETTA:
        ordinary = objection_to_action(s, Underling.ANTHONY_GOTA) == 0
        for underling in range(UNDERLINGS):
            if has_free(s, s.turn, underling):
                if ordinary or (works_as_donato(s, underling) and objection_to_action(s, underling) == 0):
                    moves[count] = UNDERLING + underling
                    count += 1
    for card in range(PAYBACKS):
        if s.hand[s.turn, card] > 0 and objection_to_payback(s, card) == 0:
            moves[count] = PAYBACK + card
            count += 1
    if s.phase != Phase.VENDETTA:
        if has_power(s, s.turn, Underling.ILARIA_DONATA) or has_power(s, s.turn, Underling.LUCA_DONATA):
            count = add_if_legal(s, moves, count, USE_ILARIA, LEFT)
    return count


@verb
def legal(s, moves):
    """Every legal move of the seat to act, ascending; returns how many."""
    if is_turn(s):
        return legal_on_turn(s, moves)
    if s.phase == Phase.TAKE_TURF or s.phase == Phase.TARGET_T:
        return add_if_legal(s, moves, 0, TURF, KIND)
    if s.phase == Phase.TAKE_KIND:
        return add_if_legal(s, moves, 0, KIND, BILL)
    if s.phase == Phase.TARGET_U:
        return add_if_legal(s, moves, 0, UNDERLING, TURF)
    if s.phase == Phase.BID_SPACE or s.phase == Phase.TARGET_OFFER:
        return add_if_legal(s, moves, 0, SPACE, SEAT)
    if s.phase == Phase.TARGET or s.phase == Phase.TITLE:
        return add_if_legal(s, moves, 0, SEAT, SEAT + s.seats)
    if s.phase == Phase.SELL:
        return add_if_legal(s, moves, 0, PAYBACK, USE_ILARIA)
    count = add_if_legal(s, moves, 0, NO_MORE, NO_MORE + 1)
    if s.phase == Phase.DIRECTION or s.phase == Phase.INSPECT:
        return add_if_legal(s, moves, count, LEFT, MOVES)
    if s.phase == Phase.FRANCESCA or s.phase == Phase.GUIDO or s.phase == Phase.MARTA:
        return add_if_legal(s, moves, count, YES, MOVES)
    return add_bills(s, moves, count)
