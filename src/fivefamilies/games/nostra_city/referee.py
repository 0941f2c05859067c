"""The referee of Nostra City: which restriction concerns a move; the legal moves follow, and what chance can do.

The restrictions themselves stand in the chapters, beside what the move does.
"""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.games.nostra_city.components import (
    BILLS,
    CARDS,
    FIRST_INVESTIGATION,
    FIRST_TURF,
    KINDS,
    PAYBACKS,
    SPACES,
    TURFS,
    UNDERLINGS,
    VENDETTAS,
    Bill,
    Power,
)
from fivefamilies.games.nostra_city.rules.business import (
    objection_to_first_card,
    objection_to_kind,
    objection_to_take,
    objection_to_turf,
    works_as_donato,
)
from fivefamilies.games.nostra_city.rules.meeting import (
    objection_to_closing,
    objection_to_offer,
    objection_to_offered_bill,
    objection_to_space,
    objection_to_title,
)
from fivefamilies.games.nostra_city.rules.trial import objection_to_corruption
from fivefamilies.games.nostra_city.rules.vendetta import (
    objection_to_direction,
    objection_to_payback,
    objection_to_power_target,
    objection_to_taking,
    objection_to_target,
    objection_to_using,
    objection_to_victim,
)
from fivefamilies.games.nostra_city.state import DECK, NONE, Phase, has_free, has_power, holder, is_turn, street_deck_size
from fivefamilies.games.nostra_city.words import Move, No, join, split

POWERS = 2  # Ilaria's and Luca's

# ---------------------------------------------------------------- turns


@rule
def objection_to_action(s, underling):
    """What keeps an Underling from this phase's action, besides being Busy? (NC-28, NC-43, NC-65)"""
    if s.phase == Phase.BUS_TURN:
        return objection_to_take(s, underling)
    if s.phase == Phase.MEET_TURN:
        return objection_to_offer(s)
    return objection_to_corruption(s)


@rule
def objection_to_engaging(s, underling):
    """May this Underling be engaged for the phase's action? (NC-26, NC-27)"""
    if s.place[underling] != s.turn:
        return No.NOT_YOURS
    if s.busy[underling]:
        return No.BUSY
    return objection_to_action(s, underling)


@rule
def objection_on_turn(s, kind, what):
    """A turn in BUSINESS, MEETING or TRIAL, and the windows: done, engage, play a Payback, use a power."""
    if kind == Move.NO_MORE:
        return 0
    if kind == Move.PAYBACK:
        return objection_to_payback(s, what)
    if s.phase == Phase.VENDETTA:
        return No.OTHER_QUESTION
    if kind == Move.UNDERLING:
        return objection_to_engaging(s, what)
    if kind == Move.USE:
        return objection_to_using(s, holder(s, Power.LOOK_AT_HAND + what))
    return No.OTHER_QUESTION


# ---------------------------------------------------------------- other questions


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
        return objection_to_title(s, seat)
    if s.phase != Phase.TARGET:
        return No.OTHER_QUESTION
    if s.underling != NONE:
        return objection_to_power_target(s, s.underling, seat)
    return objection_to_target(s, s.card, seat)


@rule
def is_yes_or_no(s):
    """Is the question answered with yes or no?"""
    return s.phase == Phase.FRANCESCA or s.phase == Phase.GUIDO or s.phase == Phase.MARTA or s.phase == Phase.INSPECT


@rule
def objection_to_ending(s):
    """May the question be answered with the way out?"""
    if s.phase == Phase.BID_BILL:
        return objection_to_closing(s)
    if s.phase == Phase.DIRECTION:
        return objection_to_direction(s, False)
    if s.phase == Phase.SHARE or s.phase == Phase.TRIAL_BILL2 or is_yes_or_no(s):
        return 0
    return No.OTHER_QUESTION


@rule
def objection_to_rest(s, kind, what):
    """The questions with one kind of answer."""
    if s.phase == Phase.TAKE_TURF and kind == Move.TURF:
        return objection_to_turf(s, what)
    if s.phase == Phase.TAKE_KIND and kind == Move.KIND:
        return objection_to_kind(s, what)
    if s.phase == Phase.SHARE and kind == Move.FIRST_CARD:
        return objection_to_first_card(s)
    if s.phase == Phase.BID_SPACE and kind == Move.SPACE:
        return objection_to_space(s, what)
    if s.phase == Phase.TARGET_OFFER and kind == Move.SPACE:
        return 0 if s.offer_by[s.target, what] > 0 else No.NO_OFFER
    if s.phase == Phase.TARGET_U and kind == Move.UNDERLING:
        return objection_to_victim(s, s.target, what)
    if s.phase == Phase.TARGET_T and kind == Move.TURF:
        return objection_to_taking(s, s.target, what)
    if s.phase == Phase.SELL and kind == Move.PAYBACK:
        return 0 if s.hand[s.turn, what] > 0 else No.NOT_IN_HAND
    if s.phase == Phase.DIRECTION and (kind == Move.LEFT or kind == Move.RIGHT):
        return objection_to_direction(s, True)
    return 0 if kind == Move.YES and is_yes_or_no(s) else No.OTHER_QUESTION


@verb
def objection(s, move):
    """The rule that forbids `move` here, or 0."""
    if Phase.DEAL_UNDERLING <= s.phase < Phase.OVER:
        return 0 if weight(s, move) > 0 else No.NOT_THERE
    kind, what, _ = split(move)
    if is_turn(s):
        return objection_on_turn(s, kind, what)
    if kind == Move.NO_MORE:
        return objection_to_ending(s)
    if kind == Move.BILL:
        return objection_to_bill(s, what)
    if kind == Move.SEAT:
        return objection_to_seat(s, what)
    return objection_to_rest(s, kind, what)


# ---------------------------------------------------------------- legal moves


@rule
def add_unless(objected, moves, count, move):
    """One move more, unless something is objected: then it is written over."""
    moves[count] = move
    return count + (objected == 0)


@rule
def legal_things(s, moves, kind, values):
    """A question with one kind of answer: the first `values` things of it that may be named."""
    count = 0
    for what in range(values):
        objected = objection_to_seat(s, what) if kind == Move.SEAT else objection_to_rest(s, kind, what)
        count = add_unless(objected, moves, count, join(kind, what))
    return count


@rule
def legal_bills(s, moves):
    """The way out, the bills that may be named, and the First Player card in place of one; asked often."""
    count = add_unless(objection_to_ending(s), moves, 0, join(Move.NO_MORE))
    for bill in range(BILLS):
        count = add_unless(objection_to_bill(s, bill), moves, count, join(Move.BILL, bill))
    if s.phase == Phase.SHARE:
        count = add_unless(objection_to_first_card(s), moves, count, join(Move.FIRST_CARD))
    return count


@rule
def legal_answers(s, moves):
    """Yes or no; left, right or neither."""
    count = add_unless(objection_to_ending(s), moves, 0, join(Move.NO_MORE))
    if s.phase != Phase.DIRECTION:
        return add_unless(0, moves, count, join(Move.YES))
    count = add_unless(objection_to_direction(s, True), moves, count, join(Move.LEFT))
    return add_unless(objection_to_direction(s, True), moves, count, join(Move.RIGHT))


@rule
def legal_on_turn(s, moves):
    """A turn is the question asked most, so the quickest: what holds for all Underlings is looked at once."""
    moves[0] = join(Move.NO_MORE)
    count = 1
    if s.phase != Phase.VENDETTA:
        ordinary = objection_to_action(s, NONE) == 0
        for underling in range(UNDERLINGS):
            if has_free(s, s.turn, underling):
                if ordinary or (works_as_donato(s, underling) and objection_to_action(s, underling) == 0):
                    moves[count] = join(Move.UNDERLING, underling)
                    count += 1
    for card in range(PAYBACKS):
        if s.hand[s.turn, card] > 0 and objection_to_payback(s, card) == 0:
            moves[count] = join(Move.PAYBACK, card)
            count += 1
    if s.phase != Phase.VENDETTA:
        for power in range(POWERS):
            if has_power(s, s.turn, Power.LOOK_AT_HAND + power):
                objected = objection_to_using(s, holder(s, Power.LOOK_AT_HAND + power))
                count = add_unless(objected, moves, count, join(Move.USE, power))
    return count


@verb
def legal(s, moves):
    """Every legal move of the seat to act, ascending; returns how many."""
    if is_turn(s):
        return legal_on_turn(s, moves)
    if s.phase == Phase.TAKE_TURF or s.phase == Phase.TARGET_T:
        return legal_things(s, moves, Move.TURF, TURFS)
    if s.phase == Phase.TAKE_KIND:
        return legal_things(s, moves, Move.KIND, KINDS)
    if s.phase == Phase.TARGET_U:
        return legal_things(s, moves, Move.UNDERLING, UNDERLINGS)
    if s.phase == Phase.BID_SPACE or s.phase == Phase.TARGET_OFFER:
        return legal_things(s, moves, Move.SPACE, SPACES)
    if s.phase == Phase.TARGET or s.phase == Phase.TITLE:
        return legal_things(s, moves, Move.SEAT, s.seats)
    if s.phase == Phase.SELL:
        return legal_things(s, moves, Move.PAYBACK, PAYBACKS)
    if s.phase == Phase.DIRECTION or is_yes_or_no(s):
        return legal_answers(s, moves)
    return legal_bills(s, moves)


# ---------------------------------------------------------------- chance


@rule
def weight_of_card(s, card):
    """A Street card to be dealt or turned up (NC-19, NC-21, NC-R41)."""
    if s.phase == Phase.DEAL_UNDERLING and card >= UNDERLINGS:
        return 0
    if s.phase == Phase.DEAL_TURF and not FIRST_TURF <= card < FIRST_TURF + TURFS:
        return 0
    if s.phase == Phase.DEAL_STREET and card >= FIRST_INVESTIGATION:
        return 0  # it would be shuffled back and replaced
    if s.place[card] == DECK:
        return 1
    is_next = s.under_count > 0 and s.under_deck[0] == card
    return 1 if is_next and street_deck_size(s) == 0 else 0


@rule
def weight(s, outcome):
    """The weight of a move of chance: how many such cards or bills are in the bag."""
    if s.phase <= Phase.DEAL_STREET or s.phase == Phase.ENZO_CARD or s.phase == Phase.REFILL:
        return weight_of_card(s, outcome)
    if s.phase == Phase.FIRST_PLAYER:
        return 1 if outcome < s.seats else 0
    if s.phase == Phase.DRAW_VENDETTA:
        return s.deck[outcome] + 0 if outcome < VENDETTAS else 0
    if s.phase == Phase.ILARIA_CARD:
        return s.hand[s.target, outcome] + 0 if outcome < s.hand.shape[1] else 0
    if s.phase == Phase.DRAW_BILL or s.phase == Phase.CESARE_BILL:
        return s.draw[outcome] + 0 if outcome <= Bill.RAID else 0
    if outcome >= BILLS:
        return 0
    if s.phase == Phase.STEAL:
        return s.bank[s.target, outcome] + 0
    seen_before = s.phase == Phase.BRUNO_BILL and s.bill == outcome
    return s.pile[outcome] - seen_before


@verb
def chances(s, moves, weights):
    """Each move of chance that is possible, with its weight."""
    limit = CARDS
    if s.phase > Phase.DEAL_STREET and s.phase != Phase.ENZO_CARD and s.phase != Phase.REFILL:
        limit = VENDETTAS
    elif s.under_count > 0 and street_deck_size(s) == 0:
        moves[0] = s.under_deck[0]
        weights[0] = 1
        return 1
    count = 0
    for outcome in range(limit):
        chance = weight(s, outcome)
        moves[count] = outcome
        weights[count] = chance
        count += chance > 0
    return count
