"""What each family of Der Pate may hope for, at a glance: where search stops and looks.

It is what the family would settle, were the game to end now, and what it can still do: the turn of this round if it is still to
come counts, most of all in the last round. The weights stand in the exponent of its chances; they are fitted to 24,000 positions
of 1,362 games with 2 to 4 families, most of them searching, the others greedy, and rounded. They are much the same for every
number of families.
"""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import hopes
from fivefamilies.games.der_pate.components import BAIL, BANK, DEBT_TO_BANK, DEBT_TO_PLAYER, PER_BUSINESS, Token, Track
from fivefamilies.games.der_pate.state import END_OF_TURN, Held, controlled, debts_held
from fivefamilies.games.der_pate.strategy import ko_chance, rounds_left

TOKENS = len(Token)
SETTLED, SETTLED_AT_LAST = 0.08, 0.25  # a thousand dollars, and the more of it the fewer rounds are left
REVENUE = 0.09  # a thousand dollars of revenue for every round to come
TURN, LAST_TURN = 0.7, 2.0  # the turn of this round still to come, and the more the fewer rounds are left
TOKEN_IN_HAND = 0.2
DEBT_IN_HAND = 0.17  # an own debt token not given away yet
DEBT_HELD = 0.04  # a debt token of another, for every round left: a meeting may bring more than the settlement
MISSING = -0.7  # a space to the end of the K.O. track, for every turn left


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


@rule
def turn_to_come(s, seat):
    """How much of this round's turn a family still has before it: 1 for all of it."""
    if s.turn < 0 or seat > s.turn:
        return 1.0
    return 1.0 - s.line / END_OF_TURN if seat == s.turn else 0.0


@rule
def hope_of(s, seat, left, grey, red):
    """The exponent of a family's chances."""
    to_come = turn_to_come(s, seat)
    missing = grey * (s.last[Track.REPUTATION] - s.track[seat, Track.REPUTATION])
    missing += red * (s.last[Track.INFLUENCE] - s.track[seat, Track.INFLUENCE])
    hope = (SETTLED + SETTLED_AT_LAST / left) * settlement(s, seat) + MISSING * missing / max(left - 1 + to_come, 0.25)
    hope += REVENUE * (left - 1) * s.revenue[s.track[seat, Track.REVENUE]] + (TURN + LAST_TURN / left) * to_come
    hope += DEBT_IN_HAND * s.debts[seat, seat] + DEBT_HELD * left * debts_held(s, seat)
    return hope + TOKEN_IN_HAND * tokens_in_hand(s, seat)


@verb
def outlook(s, out):
    """The chance of each family to win: the settlement, and what it can still make of the turns to come."""
    left = max(1, rounds_left(s))
    grey, red = ko_chance(s, Track.REPUTATION), ko_chance(s, Track.INFLUENCE)
    for seat in range(s.seats):
        out[seat, 1] = hope_of(s, seat, left, grey, red)
    hopes(s.seats, out)
