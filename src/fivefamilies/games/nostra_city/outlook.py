"""What each lieutenant of Nostra City may hope for, at a glance: where search stops and looks.

First the verdict, then who takes over after it. The weights stand in exponents; they are fitted to 150,000 positions of games
with 3 to 5 players, greedy and random ones, where one move in sixteen was random, and rounded. Only the court is less merciful
than it was in those games: who trusts the others to bribe it does not bribe enough himself.
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
    Vendetta,
)
from fivefamilies.games.nostra_city.state import STREET, Stage, count_in, hand_size, respect

MERCY = (0.0, 0.0, 0.0, 0.2, 0.5, 0.6)  # of the court, by the number of players
TURNED = -0.5  # each Snitch
SPACE = -0.65  # a space towards Guilty, the heavier the fewer trials are to come
COUNTED = -5.0  # likewise when none is
BRIBE, SNITCH_BRIBE = 0.2, 0.25  # a space that bills at hand could move the marker, in spaces
INVESTIGATION = -0.6
RESPECT, RESPECT_LATE = 0.05, 0.75  # the second over the Months left
MAN, MAN_LATE = 0.72, -0.35
TURF = 0.35
CARD = 0.3
MONEY_LATE, OFFERED = 0.01, 0.01  # a thousand dollars
CONVICTED = -4.0  # a Snitch, when the Godfather walks free


@rule
def months_left(s):
    """Months to come, this one included."""
    return MONTHS + 1.0 - s.month


@rule
def is_turned(s, seat):
    """Does he hold a Snitch?"""
    return s.hand[seat, Vendetta.FBI_SNITCH] > 0


@rule
def bribes(s, seat):
    """How far the bills of a seat could move the marker its way, and what its money comes to (Bank, then offers)."""
    way = 1 if is_turned(s, seat) else -1
    spaces, bank, offered = 0, 0, 0
    for bill in range(BILLS):
        lying = 0
        for space in range(SPACES):
            lying += s.offers[seat, space, bill]
        spaces += max(0, way * s.leaning[bill]) * (s.bank[seat, bill] + lying)
        bank += VALUE[bill] * s.bank[seat, bill]
        offered += VALUE[bill] * lying
    return spaces, bank, offered


@rule
def standing_hope(s, seat, bank, offered):
    """The exponent of a seat's chances to take over if the Godfather walks free."""
    left = months_left(s)
    hope = (RESPECT + RESPECT_LATE / left) * respect(s, seat) + CARD * hand_size(s, seat)
    hope += (MAN + MAN_LATE / left) * count_in(s, seat, 0, UNDERLINGS)
    hope += TURF * count_in(s, seat, FIRST_TURF, FIRST_TURF + TURFS)
    hope += MONEY_LATE / left * bank + OFFERED * offered
    return hope + CONVICTED if is_turned(s, seat) else hope


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
    verdict = MERCY[s.seats] + SPACE * (spaces + within_reach) / math.sqrt(trials)
    return verdict + INVESTIGATION * investigations + TURNED * snitches


@verb
def outlook(s, out):
    """The chance of each player to win: by Respect, men and cards if the Godfather walks free, else as a Snitch."""
    spaces = s.marker - BLUE_LAST - 0.5
    for bill in range(BILLS):
        spaces += s.pile[bill] * s.leaning[bill]
    within_reach, snitches = 0.0, 0
    for seat in range(s.seats):
        reach, bank, offered = bribes(s, seat)
        within_reach += SNITCH_BRIBE * reach if is_turned(s, seat) else -BRIBE * reach
        snitches += is_turned(s, seat)
        out[seat, 1] = standing_hope(s, seat, bank, offered)
    free = 1 / (1 + math.exp(-mercy(s, spaces, within_reach, snitches)))
    hopes(s.seats, out)
    for seat in range(s.seats):
        turned = 1.0 / snitches if is_turned(s, seat) else 0.0
        out[seat, 1] = free * out[seat, 1] + (1 - free) * turned
