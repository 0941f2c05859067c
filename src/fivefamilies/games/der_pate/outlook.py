"""What each family of Der Pate may hope for, at a glance: where search stops and looks.

It is what the family would settle, were the game to end now, and what is still to come. The weights stand in the exponent of its
chances; they are fitted to 6,000 positions of games between searching seats with 2 families, and rounded.
"""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import hopes
from fivefamilies.games.der_pate.components import BAIL, BANK, DEBT_TO_BANK, DEBT_TO_PLAYER, PER_BUSINESS, Token, Track
from fivefamilies.games.der_pate.state import Held, controlled, debts_held
from fivefamilies.games.der_pate.strategy import ko_chance, rounds_left

TOKENS = len(Token)
SETTLED, SETTLED_EARLY = 0.24, -0.025  # a thousand dollars: the nearer the end, the more it decides
REVENUE = 0.08  # a thousand dollars of revenue for every round to come
TOKEN_IN_HAND = 0.2
DEBT_IN_HAND = 0.45  # an own debt token not given away yet
FRIEND = -0.3  # not used yet: what he brought is cash already
MISSING = -0.3  # a space to the end of the K.O. track, for every round left


@rule
def settlement(s, seat):
    """What the family would have, were the game to end now (DP-86 to DP-89)."""
    amount = s.cash[seat] + s.revenue[s.track[seat, Track.REVENUE]] + controlled(s, seat) * PER_BUSINESS - s.tombs[seat] * BAIL
    amount += DEBT_TO_PLAYER * debts_held(s, seat) - DEBT_TO_BANK * s.debts[seat, BANK]
    for other in range(s.seats):
        if other != seat:
            amount -= DEBT_TO_PLAYER * s.debts[seat, other]
    return amount


@rule
def tokens_in_hand(s, seat):
    """Action tokens at hand."""
    count = 0
    for token in range(TOKENS):
        count += s.tokens[seat, token] == Held.IN_HAND
    return count


@verb
def outlook(s, out):
    """The chance of each family to win: the settlement, and what it can still make of the rounds to come."""
    left = max(1, rounds_left(s))
    grey, red = ko_chance(s, Track.REPUTATION), ko_chance(s, Track.INFLUENCE)
    for seat in range(s.seats):
        missing = grey * (s.last[Track.REPUTATION] - s.track[seat, Track.REPUTATION])
        missing += red * (s.last[Track.INFLUENCE] - s.track[seat, Track.INFLUENCE])
        out[seat, 1] = (SETTLED + SETTLED_EARLY * left) * settlement(s, seat) + MISSING * missing / left
        out[seat, 1] += REVENUE * (left - 1) * s.revenue[s.track[seat, Track.REVENUE]]
        out[seat, 1] += TOKEN_IN_HAND * tokens_in_hand(s, seat) + DEBT_IN_HAND * s.debts[seat, seat] + FRIEND * s.friends[seat]
    hopes(s.seats, out)
