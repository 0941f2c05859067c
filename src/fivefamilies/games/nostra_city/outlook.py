"""What each lieutenant of Nostra City may hope for, at a glance: where search stops and looks.

First the verdict, then who takes over after it. The weights stand in exponents; they are fitted to 56,000 positions of greedy
games with 3 to 5 players, where one move in ten was random, and rounded. Only the court is less merciful than it was in those
games: who trusts the others to bribe it does not bribe enough himself.
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
from fivefamilies.games.nostra_city.state import STREET, count_in, hand_size, respect

MERCY = (0.0, 0.0, 0.0, 0.0, 0.3, 0.3)  # of the court, by the number of players
TURNED = (0.0, 0.0, 0.0, -1.7, -1.1, -0.2)  # each Snitch, likewise
SPACE = -1.5  # a space towards Guilty, the heavier the fewer Months are left
INVESTIGATION = -0.6
BRIBE, SNITCH_BRIBE = 0.045, -0.04  # a space that bills at hand could move the marker
RESPECT, RESPECT_LATER = 0.36, 0.36
MAN, TURF, TURF_LATER = 0.47, 0.0, 0.18
CARD = 0.13
MONEY, MONEY_LATER, OFFERED = 0.002, 0.004, 0.01  # a thousand dollars
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
    late = (3.5 - months_left(s)) / 3
    hope = (RESPECT + RESPECT_LATER * late) * respect(s, seat) + CARD * hand_size(s, seat)
    hope += MAN * count_in(s, seat, 0, UNDERLINGS)
    hope += (TURF + TURF_LATER * late) * count_in(s, seat, FIRST_TURF, FIRST_TURF + TURFS)
    hope += (MONEY + MONEY_LATER * late) * bank + OFFERED * offered
    return hope + CONVICTED if is_turned(s, seat) else hope


@verb
def outlook(s, out):
    """The chance of each player to win: by Respect, men and cards if the Godfather walks free, else as a Snitch."""
    spaces = s.marker - BLUE_LAST - 0.5
    for bill in range(BILLS):
        spaces += s.pile[bill] * s.leaning[bill]
    verdict = MERCY[s.seats] + SPACE * spaces / months_left(s)
    verdict += INVESTIGATION * count_in(s, STREET, FIRST_INVESTIGATION, CARDS)
    snitches = 0
    for seat in range(s.seats):
        reach, bank, offered = bribes(s, seat)
        verdict += SNITCH_BRIBE * reach if is_turned(s, seat) else BRIBE * reach
        snitches += is_turned(s, seat)
        out[seat, 1] = standing_hope(s, seat, bank, offered)
    verdict += TURNED[s.seats] * snitches
    free = 1 / (1 + math.exp(-verdict))
    hopes(s.seats, out)
    for seat in range(s.seats):
        turned = 1.0 / snitches if is_turned(s, seat) else 0.0
        out[seat, 1] = free * out[seat, 1] + (1 - free) * turned
