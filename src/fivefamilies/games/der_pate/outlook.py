"""What each family of Der Pate may hope for, at a glance: where search stops and looks.

The weights stand in the exponent of a family's chances. They are fitted to 16,000 positions of greedy games with 2 to 4 families.
"""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import hopes
from fivefamilies.games.der_pate.components import BANK, BUSINESSES, Token, Track
from fivefamilies.games.der_pate.state import Held

TOKENS = len(Token)
CASH, CASH_LATER = 0.05, 0.022  # a thousand dollars: the nearer the end, the more it decides
BUSINESS, INCOME = 0.17, 0.06
REPUTATION, INFLUENCE, INFLUENCE_LATER = 0.11, 0.0, 0.03
TOKEN_IN_HAND = 0.13
OWED_TO_BANK, OWED_TO_PLAYER = -0.3, -0.65


@rule
def holdings(s, seat):
    """The businesses of a family and what they earn, and its tokens in hand."""
    amount = 0.0
    for business in range(BUSINESSES):
        if s.owner[business] == seat:
            amount += BUSINESS + INCOME * s.income[s.business_number[business] - 1]
    for token in range(TOKENS):
        if s.tokens[seat, token] == Held.IN_HAND:
            amount += TOKEN_IN_HAND
    return amount


@rule
def debts(s, seat):
    """What a family owes to others."""
    amount = OWED_TO_BANK * s.debts[seat, BANK]
    for other in range(s.seats):
        if other != seat:
            amount += OWED_TO_PLAYER * s.debts[seat, other]
    return amount


@verb
def outlook(s, out):
    """The chance of each family to win: cash, businesses, tracks and tokens for it, debts against it."""
    for seat in range(s.seats):
        tracks = REPUTATION * s.track[seat, Track.REPUTATION]
        tracks += (INFLUENCE + INFLUENCE_LATER * s.round) * s.track[seat, Track.INFLUENCE]
        out[seat, 1] = (CASH + CASH_LATER * s.round) * s.cash[seat] + holdings(s, seat) + tracks + debts(s, seat)
    hopes(s.seats, out)
