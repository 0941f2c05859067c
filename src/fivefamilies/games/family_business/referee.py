"""The referee of Family Business: every restriction once, as an objection; the legal moves follow from it."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import append, bag_chances
from fivefamilies.games.family_business.components import (
    ANSWERS,
    COUNTER_TYPES,
    DOUBLE,
    IS_CONTRACT,
    IS_COUNTER,
    NORMAL,
    PEACE,
    Card,
)
from fivefamilies.games.family_business.state import (
    FREE_MAN,
    Phase,
    listed,
    living,
    may_return,
    most_in_play,
    owner,
    rival_has_free_man,
    someone_may_return,
)
from fivefamilies.games.family_business.words import Move, No, counter_card, join, split

# Sets of cards, a bit each, by what they need to change anything (the table "when a card may be played", FB-R10).
NEED_A_RIVAL = sum(1 << card for card in Card if IS_CONTRACT[card] or card in (Card.DOUBLE_CROSS, Card.VENDETTA))
NEED_A_LIST = 1 << Card.MASSACRE | 1 << Card.CRACKDOWN
NEED_A_LISTED_MAN = 1 << Card.LAM | 1 << Card.POLICE | 1 << Card.PAY_OFF
NEED_LESS_THAN_DOUBLE_PACE = 1 << Card.AMBUSH | 1 << Card.VENDETTA


@rule
def playable(s, held):
    """Of these cards, a bit each, those that can change something now (FB-12, FB-R10); a counter card never can."""
    cards = 1 << Card.HIT
    if rival_has_free_man(s):  # FB-R15
        cards |= NEED_A_RIVAL
    if s.pace != PEACE:  # FB-39
        cards |= 1 << Card.TRUCE
    if held >> Card.TURNCOAT and objection_to_turncoat(s) == 0:
        cards |= 1 << Card.TURNCOAT
    if s.hit_count > 0:
        cards |= NEED_A_LIST
        if not s.own_gang or listed(s, s.turn) > 0:  # FB-R20
            cards |= NEED_A_LISTED_MAN
        if s.pace != NORMAL:
            cards |= 1 << Card.MOB_WAR
        if s.pace != DOUBLE:
            cards |= NEED_LESS_THAN_DOUBLE_PACE
        if held >> Card.INTRIGUE & 1 and two_gangs_listed(s):
            cards |= 1 << Card.INTRIGUE
        if held >> Card.SUBSTITUTION & 1 and someone_to_substitute(s):
            cards |= 1 << Card.SUBSTITUTION
    return cards & held


@rule
def objection_to_playing(s, card):
    """Can this card change anything now? If not, what does it lack?"""
    if s.hand[s.turn, card] == 0:
        return No.NOT_IN_HAND
    if IS_COUNTER[card]:
        return No.COUNTER_ON_OWN_TURN
    if playable(s, 1 << card):
        return 0
    if card == Card.VENDETTA:
        return No.VENDETTA_CHANGES_NOTHING
    if IS_CONTRACT[card] or card == Card.DOUBLE_CROSS:
        return No.NO_RIVAL_AT_LARGE
    if card == Card.TRUCE:
        return No.NO_WAR
    if card == Card.TURNCOAT:
        return No.NO_TRAITOR
    if s.hit_count == 0:
        return No.LIST_IS_EMPTY
    if card == Card.INTRIGUE:
        return No.ONE_GANG_ON_LIST
    if card == Card.SUBSTITUTION:
        return No.NO_PAIR
    if card == Card.MOB_WAR or card == Card.AMBUSH:
        return No.SAME_PACE
    return No.NOBODY_TO_SAVE


@rule
def two_gangs_listed(s):
    """Is there something to rearrange? (FB-38)"""
    for place in range(1, s.hit_count):
        if owner(s.hit_list[place]) != owner(s.hit_list[0]):
            return True
    return False


@rule
def someone_to_substitute(s):
    """Is there a man on the list who can change places with another? (FB-R21)"""
    for place in range(s.hit_count):
        if objection_to_saving(s, place) == 0:
            return True
    return False


@rule
def objection_to_turncoat(s):
    """A man of a biggest gang, and a gang to get one back (FB-R33)."""
    most = most_in_play(s)
    for seat in range(s.seats):
        if living(s, seat) == most and someone_may_return(s, seat):
            return 0
    return No.NO_TRAITOR


@rule
def objection_to_saving(s, place):
    """May the rescue card being played pick the man at this place of the list? (FB-R20, FB-R21)"""
    if place >= s.hit_count:
        return No.NOBODY_THERE
    gang = owner(s.hit_list[place])
    if s.own_gang and gang != s.turn:
        return No.NOT_YOURS
    if s.phase == Phase.PICK and s.card != Card.SUBSTITUTION:
        return 0
    for seat in range(s.seats):
        if living(s, seat) > 0 and objection_to_partner(s, gang, seat) == 0:
            return 0
    return No.NO_PAIR


@rule
def objection_to_partner(s, saved_gang, seat):
    """May a man of `seat` change places with one of the saved gang? (FB-R21)"""
    if seat == saved_gang:
        return No.SAME_GANG
    if seat == s.turn and not s.any_partner:
        return No.NOT_AN_OPPONENT
    return 0


@rule
def may_strike_own(s):
    """A contract names a rival, always; a Hit too, unless the table plays with any victim (FB-21, FB-R19)."""
    return s.phase == Phase.VICTIM and s.any_victim


@rule
def objection_to_seat(s, seat):
    """May this seat be named now?"""
    if seat >= s.seats:
        return No.NO_SUCH_SEAT
    if s.phase == Phase.TARGET or s.phase == Phase.VICTIM:
        if seat == s.turn and not may_strike_own(s):
            return No.YOUR_OWN
        return 0 if s.free[seat] > 0 else No.NO_FREE_MAN
    if s.phase == Phase.PARTNER:
        if s.free[seat] == 0:
            return No.NO_FREE_MAN
        return objection_to_partner(s, owner(s.hit_list[s.picked]), seat)
    if s.phase == Phase.GANG:
        if s.own_gang and seat != s.turn:
            return No.NOT_YOURS
        return 0 if listed(s, seat) > 0 else No.NOT_ON_LIST
    if s.phase == Phase.QUEUE:
        return 0 if s.quota[seat] > 0 else No.NO_MORE_OF_THEM
    if s.phase == Phase.REORDER:
        for place in range(s.placed, s.hit_count):
            if owner(s.hit_list[place]) == seat:
                return 0
        return No.NOT_ON_LIST
    if s.phase == Phase.TRAITOR:
        if s.free[seat] == 0:
            return No.NO_FREE_MAN
        return objection_to_traitor(s, seat)
    if s.phase == Phase.RETURN:
        gone = s.picked - FREE_MAN if s.picked >= FREE_MAN else owner(s.hit_list[s.picked])
        return 0 if may_return(s, seat, gone) else No.MAY_NOT_RETURN
    return No.OTHER_QUESTION


@rule
def objection_to_traitor(s, seat):
    """May Turncoat take a man of this gang? (FB-R33)"""
    if living(s, seat) != most_in_play(s):
        return No.NOT_BIGGEST
    return 0 if someone_may_return(s, seat) else No.NO_TRAITOR


@rule
def objection_to_place(s, place):
    """May the man at this place of the list be named now?"""
    if s.phase == Phase.PICK:
        return objection_to_saving(s, place)
    if s.phase != Phase.VICTIM and s.phase != Phase.PARTNER and s.phase != Phase.TRAITOR:
        return No.OTHER_QUESTION
    if place >= s.hit_count:
        return No.NOBODY_THERE
    seat = owner(s.hit_list[place])
    if s.phase == Phase.VICTIM:
        return No.YOUR_OWN if seat == s.turn and not may_strike_own(s) else 0
    if s.phase == Phase.PARTNER:
        return objection_to_partner(s, owner(s.hit_list[s.picked]), seat)
    return objection_to_traitor(s, seat)


@rule
def objection_to_answering(s, card):
    """May this counter card answer the card being played? (FB-21 to FB-27)"""
    if not ANSWERS[s.card, card]:
        return No.DOES_NOT_ANSWER
    return 0 if s.hand[s.asked, card] > 0 else No.NOT_IN_HAND


@verb
def objection(s, move):
    """The rule that forbids `move` here, or 0."""
    if s.phase == Phase.DEAL or s.phase == Phase.DRAW or s.phase == Phase.REPLACE:
        return 0 if move <= Card.TURNCOAT and s.deck[move] > 0 else No.NOT_IN_DECK
    kind, what, _ = split(move)
    if s.phase == Phase.PLAY:
        if kind == Move.PLAY:
            return objection_to_playing(s, what)
        if kind == Move.DISCARD:
            return 0 if s.hand[s.turn, what] > 0 else No.NOT_IN_HAND
        return No.OTHER_QUESTION
    if s.phase == Phase.RESPOND:
        if kind == Move.PASS:
            return 0
        return objection_to_answering(s, counter_card(what)) if kind == Move.ANSWER else No.OTHER_QUESTION
    if kind == Move.BOSS:
        return objection_to_seat(s, what)
    if kind == Move.LISTED:
        return objection_to_place(s, what)
    if s.phase == Phase.MP_ORDER and (kind == Move.CONTRACTOR_FIRST or kind == Move.TARGET_FIRST):
        return 0
    return No.OTHER_QUESTION


@rule
def legal_plays(s, moves):
    """Discards of the cards in hand, then the plays that can change something; without a branch, since this is asked most."""
    count = 0
    held = 0
    for card in range(Card.TURNCOAT):
        holds = s.hand[s.turn, card] > 0
        moves[count] = join(Move.DISCARD, card)
        count += holds
        held |= holds << card
    has_turncoat = s.hand[s.turn, Card.TURNCOAT] > 0
    plays = playable(s, held | has_turncoat << Card.TURNCOAT)
    for i in range(count):
        card = split(int(moves[i]))[1]
        moves[count] = join(Move.PLAY, card)
        count += plays >> card & 1
    if has_turncoat:
        count = append(moves, count, join(Move.DISCARD, Card.TURNCOAT))
        if plays >> Card.TURNCOAT:
            count = append(moves, count, join(Move.PLAY, Card.TURNCOAT))
    return count


@rule
def legal_answers(s, moves):
    """Let it stand, or a counter card in hand that answers."""
    count = append(moves, 0, join(Move.PASS))
    for which in range(COUNTER_TYPES):
        moves[count] = join(Move.ANSWER, which)
        count += objection_to_answering(s, counter_card(which)) == 0
    return count


@verb
def legal(s, moves):
    """Every legal move of the seat to act, ascending; returns how many."""
    if s.phase == Phase.PLAY:
        return legal_plays(s, moves)
    if s.phase == Phase.RESPOND:
        return legal_answers(s, moves)
    if s.phase == Phase.MP_ORDER:
        return append(moves, append(moves, 0, join(Move.CONTRACTOR_FIRST)), join(Move.TARGET_FIRST))
    count = 0
    for seat in range(s.seats):
        if objection_to_seat(s, seat) == 0:
            count = append(moves, count, join(Move.BOSS, seat))
    if s.phase == Phase.VICTIM or s.phase == Phase.PICK or s.phase == Phase.PARTNER or s.phase == Phase.TRAITOR:
        for place in range(s.hit_count):
            if objection_to_place(s, place) == 0:
                count = append(moves, count, join(Move.LISTED, place))
    return count


@verb
def chances(s, moves, weights):
    """A draw: each type with its copies in the pile as the weight."""
    return bag_chances(s.deck, moves, weights)
