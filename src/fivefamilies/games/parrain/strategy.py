"""How good a move of Le Jeu du Parrain looks at first sight: for the greedy bot and for rollouts.

Appeal is measured in dollars: what a neighbourhood is worth to the player and to his rivals after the move, less before it,
less what the token costs. A group that can be taken in one turn counts for less, so captures and rescues look good by
themselves, and so does leaving no token where it will be taken.
"""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import hopes
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import NEIGHBOURHOODS, PRICES, SALES
from fivefamilies.games.parrain.referee import first_contested, is_placing, position_named
from fivefamilies.games.parrain.state import NONE, Phase, Status, board, foes, neighbourhood_of
from fivefamilies.games.parrain.words import Move, split

SAFETY = (0.0, 0.25, 0.5, 0.75, 1.0)  # what a token of a group with so many liberties counts for
FRAGILE = 0.5  # and a position in a pocket that is not firm
REACHED = 0.4  # the part of the value that only a majority brings
DOLLAR, SCARCITY, PLENTY = 0.7, 900.0, 300.0  # what a dollar is worth: the less of them, the more
SPITE = 0.7  # how much a rival's dollar matters
YIELD = 100.0  # what a dollar's worth of value counts for, for each dollar that a majority costs, when a racket is chosen
ANNOUNCEMENT = 100.0
COMPLETION = 200.0  # a pending token is worth going on with


@rule
def strength(here, mine, others, most):
    """How many positions a player can count on."""
    if mine == 0:
        return 0.0
    land, row = here
    empty = land & ~(mine | others)
    shut_in = grid.count(grid.pockets(here, mine, most))
    amount = FRAGILE * shut_in
    if shut_in > 0:
        amount += (1 - FRAGILE) * grid.count(grid.directly_controlled(here, mine, others, most))
    rest = mine
    while rest != 0:
        group = grid.spread(row, grid.lowest(rest), mine)
        rest &= ~group
        amount += grid.count(group) * SAFETY[min(4, grid.count(grid.around(row, group) & empty))]
    return amount


@rule
def prospect(here, mine, others, most):
    """The part of the control value that a position promises, from 0 to 1."""
    share = strength(here, mine, others, most) / grid.majority(here[0])
    if share >= 1:
        return 1.0
    return (1 - REACHED) * share * (0.7 + 0.3 * share)


@rule
def change(here, mine, theirs, cell, dead, is_mine, most):
    """How the player's prospect less those of his rivals changes by a token on a position, or by one less there.

    A rival who has no token beside that position and loses none has the same prospect before and after.
    """
    others = grid.together(theirs)
    after = mine | cell if is_mine else mine & ~cell
    left = others & ~dead
    before_all = prospect(here, mine, others, most)
    after_all = prospect(here, after, left, most)
    beside = grid.around(here[1], cell | dead) | cell | dead
    for foe in theirs:
        if foe != 0:
            worth = SPITE * prospect(here, foe, mine | (others & ~foe), most)
            before_all -= worth
            if foe & beside != 0:
                rest = foe & ~dead
                worth = SPITE * prospect(here, rest, after | (left & ~rest), most)
            if foe & ~dead != 0:
                after_all -= worth
    return after_all - before_all


@rule
def price_felt(s, racket):
    """The price of a token as the player feels it: dear when cash is short, cheap when there is nothing else to buy."""
    return PRICES[racket] * (DOLLAR + SCARCITY / (s.cash[s.turn] + PLENTY))


@rule
def value_of(s, place):
    """The value that is fought for."""
    return s.value[place, s.racket[place] if s.racket[place] != NONE else s.card_racket]


@rule
def appeal_of_placing(s, place, cell):
    """A token there: the change of the balance, captures included, less its price."""
    here, mine, theirs = board(s, place), s.men[place, s.turn], foes(s, place, s.turn)
    dead = grid.captured_by(here, mine, theirs, cell)
    amount = change(here, mine, theirs, cell, dead, True, s.pocket_max) * value_of(s, place)
    if s.pending != NONE:
        amount += COMPLETION
    if s.phase == Phase.FREE:
        return amount
    return amount - price_felt(s, s.racket[place])


@rule
def appeal_of_removing(s, place, cell, me):
    """A token taken away: the change of the balance for the player who chooses it, and what a sale brings."""
    here, mine, theirs = board(s, place), s.men[place, me], foes(s, place, me)
    amount = change(here, mine, theirs, cell, cell & ~mine, False, s.pocket_max) * value_of(s, place)
    if s.phase == Phase.SELL:
        amount += SALES[s.racket[place]]
    return amount


@rule
def appeal_of_opening(s, place, racket):
    """A racket for a neighbourhood: what a dollar brings there, so that the first control comes soon and pays for the next."""
    return YIELD * s.value[place, racket] / (grid.majority(s.land[place]) * PRICES[racket]) - price_felt(s, racket)


@verb
def appeal(s, move):
    """How good a legal move looks to the seat to act."""
    kind, what, racket = split(move)
    if kind == Move.DONE:
        return 0.0
    if kind == Move.ANNOUNCE:
        return ANNOUNCEMENT
    if kind == Move.OPEN:
        return appeal_of_opening(s, what, racket)
    position = position_named(kind, what)
    place = neighbourhood_of(s, position)
    cell = grid.nth(s.land[place], position - s.first_position[place])
    if is_placing(s):
        return appeal_of_placing(s, place, cell)
    me = s.announcer[first_contested(s)] if s.phase == Phase.FORFEIT else s.turn
    return appeal_of_removing(s, place, cell, me)


# What a dollar counts for in the exponent of a player's chances: in cash, in the values of controlled rackets and for every bonus
# payment still to come, in claims, and in the values of what is still fought for, by the square of the share of a majority.
# Fitted to 8,000 positions of games with 2 to 4 players, most of them searching, and rounded.
CASH, CONTROL, INSTALMENT, CLAIM, HOLDING = 0.0006, 0.00013, 0.00004, 0.00005, 0.00022


@rule
def hope_at(s, place, seat):
    """What a neighbourhood adds to a player's chances."""
    value = s.value[place, s.racket[place]] + 0.0
    if s.controller[place] != NONE:
        return value * (CONTROL + INSTALMENT * s.instalments[place]) if s.controller[place] == seat else 0.0
    mine = s.men[place, seat]
    if mine == 0 or s.status[place] != Status.OPEN:
        return 0.0
    others = grid.together(foes(s, place, seat))
    share = min(1.0, strength(board(s, place), mine, others, s.pocket_max) / grid.majority(s.land[place]))
    return value * (HOLDING * share * share + (CLAIM if s.claim[place] == seat else 0.0))


@verb
def outlook(s, out):
    """The chance of each player to become Godfather: cash, what he controls, and what he may yet control."""
    for seat in range(s.seats):
        out[seat, 1] = CASH * s.cash[seat]
        for place in range(NEIGHBOURHOODS):
            if s.racket[place] != NONE:
                out[seat, 1] += hope_at(s, place, seat)
    hopes(s.seats, out)
