"""What each lieutenant of Nostra City may hope for, at a glance: where search stops and looks.

First the verdict, then who takes over after it. The weights stand in exponents. They are fitted to 300,000 positions such as a
search stops at, with 3 to 5 players: reached by greedy play, then left for some thirty moves as the search plays on, and labelled
by how greedy players ended them; and rounded.
"""

import math

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import hopes
from fivefamilies.games.nostra_city.components import (
    BILLS,
    BLUE_LAST,
    CARDS,
    FIRST_INVESTIGATION,
    FIRST_TURF,
    MONTHS,
    SPACES,
    TURFS,
    UNDERLINGS,
    VALUE,
)
from fivefamilies.games.nostra_city.state import NONE, STREET, Stage, count_in, hand_size, respect
from fivefamilies.games.nostra_city.verdict import is_snitch, leader_for

MERCY = 1.8  # of the court
TURNED = -3.5  # if everybody is a Snitch
SPACE = -0.65  # a space towards Guilty, the heavier the fewer trials are to come
COUNTED = -7.0  # likewise when none is
BRIBE = 0.3  # a space that bills at hand could move the marker, in spaces
INVESTIGATION = -0.75
RESPECT, RESPECT_LATE = 0.03, 0.85  # the second over the Months left
MAN, MAN_LATE = 0.7, -0.55
TURF = 0.2
CARD = 0.15
MONEY_LATE, OFFERED = 0.006, 0.008  # a thousand dollars
BONUS_LATE = 0.4  # a point of Respect on a bonus card that he would get now
CONVICTED = -4.0  # a Snitch, when the Godfather walks free


@rule
def months_left(s):
    """Months to come, this one included."""
    return MONTHS + 1.0 - s.month


@rule
def bribes(s, seat):
    """How far the bills of a seat could move the marker, its way, and what its money comes to (Bank, then offers)."""
    way = 1 if is_snitch(s, seat) else -1
    spaces, bank, offered = 0, 0, 0
    for bill in range(BILLS):
        lying = 0
        for space in range(SPACES):
            lying += s.offers[seat, space, bill]
        spaces += max(0, way * s.leaning[bill]) * (s.bank[seat, bill] + lying)
        bank += VALUE[bill] * s.bank[seat, bill]
        offered += VALUE[bill] * lying
    return way * spaces, bank, offered


@rule
def standing_hope(s, seat, bank, offered):
    """The exponent of a seat's chances to take over if the Godfather walks free."""
    left = months_left(s)
    hope = (RESPECT + RESPECT_LATE / left) * respect(s, seat) + CARD * hand_size(s, seat)
    hope += (MAN + MAN_LATE / left) * count_in(s, seat, 0, UNDERLINGS)
    hope += TURF * count_in(s, seat, FIRST_TURF, FIRST_TURF + TURFS)
    hope += MONEY_LATE / left * bank + OFFERED * offered
    return hope + CONVICTED if is_snitch(s, seat) else hope


@rule
def trials_left(s):
    """Trials to come, this Month's included until it is over."""
    return MONTHS - s.month + (s.stage <= Stage.TRIAL)


@rule
def mercy(s, spaces, within_reach, snitches):
    """The exponent of the Godfather's chances: spaces from freedom on the track and the Pile, and what bills at hand could do."""
    trials = trials_left(s)
    investigations = count_in(s, STREET, FIRST_INVESTIGATION, CARDS)
    if trials == 0:
        return COUNTED * (spaces + investigations)
    verdict = MERCY + SPACE * (spaces + BRIBE * within_reach) / math.sqrt(trials)
    return verdict + INVESTIGATION * investigations + TURNED * snitches / s.seats


@verb
def outlook(s, out):
    """The chance of each player to win: by Respect, men and cards if the Godfather walks free, else as a Snitch."""
    spaces = s.marker - BLUE_LAST - 0.5
    for bill in range(BILLS):
        spaces += s.pile[bill] * s.leaning[bill]
    within_reach, snitches = 0, 0
    for seat in range(s.seats):
        reach, bank, offered = bribes(s, seat)
        within_reach += reach
        snitches += is_snitch(s, seat)
        out[seat, 1] = standing_hope(s, seat, bank, offered)
    for bonus in range(3):
        leader = leader_for(s, bonus)
        if leader != NONE:
            out[leader, 1] += BONUS_LATE / months_left(s) * s.bonus_worth[bonus]
    free = 1 / (1 + math.exp(-mercy(s, spaces, within_reach, snitches)))
    hopes(s.seats, out)
    for seat in range(s.seats):
        turned = 1.0 / snitches if is_snitch(s, seat) else 0.0
        out[seat, 1] = free * out[seat, 1] + (1 - free) * turned
