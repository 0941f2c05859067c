"""How good a move of Family Business looks at first sight: for the greedy bot and for rollouts.

Appeal is measured in mobsters: what the move takes from rivals, the strongest first, less what it costs the own gang.
"""

import math

import numpy as np

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import hopes
from fivefamilies.games.family_business.components import CARDS, IS_CONTRACT, LONG_LIST, Card
from fivefamilies.games.family_business.state import Phase, listed, living, owner
from fivefamilies.games.family_business.words import Move, counter_card, split

# What a card is worth keeping: the rare answers and rescues most.
KEEP = (1.0, 1.2, 1.2, 1.5, 1.4, 1.6, 2.5, 1.5, 2.0, 0.6, 0.8, 2.5, 1.5, 1.6, 1.8, 1.2, 0.8, 2.0, 1.2, 1.0, 1.0, 2.6, 2.4, 1.0)


@rule
def danger(s, seat, place):
    """How near the wall a place of the list is: 1 at the wall, falling with the distance; less in peace."""
    near = 1 / (1 + place / (1 + s.pace))
    return near if s.pace > 0 else near * (0.6 if s.hit_count >= LONG_LIST - 1 else 0.35)


@rule
def exposure(s, seat):
    """The own men's danger together."""
    amount = 0.0
    for place in range(s.hit_count):
        if owner(s.hit_list[place]) == seat:
            amount += danger(s, seat, place)
    return amount


@rule
def worth_of(s, seat, me):
    """How much one man of that gang matters: own men most when few, a rival's by his strength."""
    if seat == me:
        return 1.5 + 3.0 / living(s, seat)
    return 0.6 + 0.1 * living(s, seat)


@rule
def list_balance(s, me):
    """Rivals' men in danger less the own ones."""
    amount = 0.0
    for place in range(s.hit_count):
        seat = owner(s.hit_list[place])
        worth = danger(s, seat, place) * worth_of(s, seat, me)
        amount += -worth if seat == me else worth
    return amount


@rule
def appeal_of_playing(s, card, me):
    """Playing a card for its effect."""
    if IS_CONTRACT[card]:
        worth = 2.0 + (0.5 if card == Card.DOUBLE_CONTRACT else 0.0)
        if s.hit_count == LONG_LIST - 1 and list_balance(s, me) < 0:
            worth -= 1.5  # this contract would start a war that is bad for us
        return worth
    if card == Card.HIT:
        return 2.2 if living(s, me) > 2 else 1.0
    if card == Card.MASSACRE or card == Card.MOB_WAR or card == Card.AMBUSH:
        return 2.0 * list_balance(s, me) + 0.5 * s.hit_count * (card == Card.MASSACRE)
    if card == Card.DOUBLE_CROSS or card == Card.VENDETTA:
        return 3.5 if list_balance(s, me) > -1 else 1.5
    if card == Card.LAM or card == Card.POLICE or card == Card.PAY_OFF or card == Card.SUBSTITUTION:
        return 0.2 if listed(s, me) == 0 else 1.5 + 3.0 * exposure(s, me)
    if card == Card.INTRIGUE:
        return 0.2 if listed(s, me) == 0 or listed(s, me) == s.hit_count else 1.0 + 2.0 * exposure(s, me)
    if card == Card.TRUCE or card == Card.CRACKDOWN:
        return -3.0 * list_balance(s, me)
    return 1.0  # Turncoat


@rule
def appeal_of_saving(s, place, me):
    """Taking the man at this place off the list."""
    seat = owner(s.hit_list[place])
    worth = danger(s, seat, place) * worth_of(s, seat, me)
    return 2.0 + worth if seat == me else -worth


@rule
def appeal_of_place(s, place, me):
    """Naming a man of the list."""
    seat = owner(s.hit_list[place])
    if s.phase == Phase.PICK:
        return appeal_of_saving(s, place, me)
    if s.phase == Phase.PARTNER:  # the later the saved man's new place, the better
        return 0.5 * place if owner(s.hit_list[s.picked]) == me else -0.5 * place
    if seat == me:
        return -2.0
    return worth_of(s, seat, me) * (1 - 0.8 * danger(s, seat, place))  # the doomed need no bullet


@rule
def appeal_of_seat(s, seat, me):
    """Naming a seat."""
    if s.phase == Phase.GANG:
        amount = 0.0
        for place in range(s.hit_count):
            if owner(s.hit_list[place]) == seat:
                amount += appeal_of_saving(s, place, me)
        return amount
    if s.phase == Phase.REORDER or s.phase == Phase.RETURN:  # rivals to the wall; and a man back for us
        if seat == me:
            return -5.0 if s.phase == Phase.REORDER else 5.0
        return worth_of(s, seat, me) if s.phase == Phase.REORDER else -worth_of(s, seat, me)
    if seat == me:
        return -2.0
    return worth_of(s, seat, me) + (1.0 if living(s, seat) == 1 else 0.0)


@rule
def appeal_of_answering(s, card):
    """Laying a counter card; to let it stand counts 0.5."""
    if s.card == Card.LAM:  # spoil a rescue only where it hurts a rival, and never our own man's
        seat = owner(s.hit_list[s.picked])
        return -1.0 if seat == s.asked else 2.0 * danger(s, seat, s.picked)
    if s.target >= 0 and s.target != s.asked:
        return 0.0  # a friend in need pays for himself
    men = max(1, s.free[s.asked] + 0)
    if s.seats - s.fallen_count > 2:  # others lose men meanwhile: answers are for the last of our own
        return 4.0 / men - (0.5 if card == Card.MOB_POWER else 0.8)
    return 0.4 + 3.0 / men + (0.5 if card == Card.MOB_POWER else 0.0) + 0.1 * s.hit_count


@verb
def appeal(s, move):
    """How good a legal move looks to the seat to act."""
    kind, what, _ = split(move)
    if kind == Move.DISCARD:
        return 1.0 - KEEP[what]
    if kind == Move.PLAY:
        return appeal_of_playing(s, what, s.turn)
    if kind == Move.PASS:
        return 0.5
    if kind == Move.ANSWER:
        return appeal_of_answering(s, counter_card(what))
    if kind == Move.CONTRACTOR_FIRST:
        return 1.0 if s.target == s.countered_by else 0.0
    if kind == Move.TARGET_FIRST:
        return 0.0 if s.target == s.countered_by else 1.0
    return appeal_of_seat(s, what, s.turn) if kind == Move.BOSS else appeal_of_place(s, what, s.turn)


# What the logarithm of a boss's chances owes to his men in play (and to their logarithm), to each man on the list, to having none
# left at large, to men near the wall in a war, to his turn, and to each card in hand: first with two bosses left, then with more.
# Fitted to 29,000 positions of games between two searching seats, and to 24,000 of those between four and six, and rounded.
MEN_COUNT, MEN_LOGARITHM = (0.33, -0.35), (0.93, 1.8)
LISTED_COUNT, ALL_LISTED = (-0.38, -0.17), (-0.4, -1.2)
NEAR_WALL, ON_TURN = -0.27, 0.15  # with two bosses left only
HOLD = np.array((
    (-0.1, -0.05, -0.15, 0.0, -0.05, 0.2, 0.0, -0.3, 0.0, -0.05, -0.2, 0.05,
     -0.15, 0.0, 0.35, -0.15, -0.2, 0.5, 0.15, 0.0, 0.0, 0.6, 0.3, 0.0),
    (-0.1, -0.05, 0.0, -0.1, -0.1, 0.1, 0.0, -0.05, -0.1, -0.2, 0.0, 0.1,
     -0.1, 0.05, 0.15, -0.15, -0.1, 0.15, 0.15, 0.15, 0.35, 0.25, 0.25, 0.0),
))  # fmt: skip


@rule
def duel(s, out):
    """Two bosses are left: whose turn it is counts, and in a war who stands near the wall."""
    out[s.turn, 1] += ON_TURN
    if s.pace > 0:
        for place in range(s.hit_count):
            out[owner(s.hit_list[place]), 1] += NEAR_WALL / (1 + place)


@verb
def outlook(s, out):
    """The chance of each boss to win: men in play count for him, and answers in hand; men on the list against him."""
    crowd = 1 if s.seats - s.fallen_count > 2 else 0
    for seat in range(s.seats):
        men = living(s, seat)
        out[seat, 1] = -100.0  # he is out
        if men > 0:
            out[seat, 1] = MEN_COUNT[crowd] * men + MEN_LOGARITHM[crowd] * math.log(men) + LISTED_COUNT[crowd] * listed(s, seat)
            if s.free[seat] == 0:
                out[seat, 1] += ALL_LISTED[crowd]
            for card in range(CARDS):
                out[seat, 1] += HOLD[crowd, card] * s.hand[seat, card]
    if not crowd:
        duel(s, out)
    hopes(s.seats, out)


assert HOLD.shape == (2, len(Card))
assert len(KEEP) == len(Card)
