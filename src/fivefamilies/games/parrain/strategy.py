"""How good a move of Le Jeu du Parrain looks at first sight: for the greedy bot and for rollouts.

Appeal is measured in dollars: what a neighbourhood is worth to the player and to his rivals after the move, less before it,
less what the token costs. A group that can be taken in one turn counts for less, so captures and rescues look good by
themselves, and so does leaving no token where it will be taken.
"""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import hopes
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import NEIGHBOURHOODS, PRICES, SALES
from fivefamilies.games.parrain.referee import first_contested, is_placing
from fivefamilies.games.parrain.state import NONE, Phase, Status, foes, neighbourhood_of
from fivefamilies.games.parrain.words import Move, split

SAFETY = (0.0, 0.25, 0.5, 0.75, 1.0)  # what a token of a group with so many liberties counts for
FRAGILE = 0.5  # and a position in a pocket that is not firm
REACHED = 0.4  # the part of the value that only a majority brings
DOLLAR, SCARCITY, PLENTY = 0.7, 900.0, 300.0  # what a dollar is worth: the less of them, the more
SPITE = 0.7  # how much a rival's dollar matters
ENTRY = 0.15  # how much of a full control a first token is taken for, when a racket is chosen
ANNOUNCEMENT = 100.0
COMPLETION = 200.0  # a pending token is worth going on with


@rule
def strength(land, mine, others, most):
    """How many positions a player can count on."""
    if mine == 0:
        return 0.0
    empty = land & ~(mine | others)
    shut_in = grid.count(grid.pockets(land, mine, most))
    amount = FRAGILE * shut_in
    if shut_in > 0:
        amount += (1 - FRAGILE) * grid.count(grid.directly_controlled(land, mine, others, most))
    rest = mine
    while rest != 0:
        group = grid.spread(grid.lowest(rest), mine)
        rest &= ~group
        amount += grid.count(group) * SAFETY[min(4, grid.count(grid.around(group) & empty))]
    return amount


@rule
def prospect(land, mine, others, most):
    """The part of the control value that a position promises, from 0 to 1."""
    share = strength(land, mine, others, most) / grid.majority(land)
    if share >= 1:
        return 1.0
    return (1 - REACHED) * share * (0.7 + 0.3 * share)


@rule
def balance(land, mine, theirs, most):
    """The player's prospect less those of his rivals."""
    everyone = mine | grid.together(theirs)
    amount = prospect(land, mine, everyone & ~mine, most)
    for foe in theirs:
        if foe != 0:
            amount -= SPITE * prospect(land, foe, everyone & ~foe, most)
    return amount


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
    land, mine, theirs = s.land[place], s.men[place, s.turn], foes(s, place, s.turn)
    left = grid.without(theirs, grid.captured_by(land, mine, theirs, cell))
    change = balance(land, mine | cell, left, s.pocket_max) - balance(land, mine, theirs, s.pocket_max)
    amount = change * value_of(s, place)
    if s.pending != NONE:
        amount += COMPLETION
    if s.phase == Phase.FREE:
        return amount
    return amount - price_felt(s, s.racket[place])


@rule
def appeal_of_removing(s, place, cell, me):
    """A token taken away: the change of the balance for the player who chooses it, and what a sale brings."""
    land, mine, theirs = s.land[place], s.men[place, me], foes(s, place, me)
    after = balance(land, mine & ~cell, grid.without(theirs, cell), s.pocket_max)
    amount = (after - balance(land, mine, theirs, s.pocket_max)) * value_of(s, place)
    if s.phase == Phase.SELL:
        amount += SALES[s.racket[place]]
    return amount


@rule
def appeal_of_opening(s, place, racket):
    """A racket for a neighbourhood: its share of the value against the price, the dearer rackets while there is cash."""
    share = (1 + ENTRY * grid.majority(s.land[place])) / grid.majority(s.land[place])
    return s.value[place, racket] * (1 - REACHED) * share * 0.5 - price_felt(s, racket)


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
    place = neighbourhood_of(s, what)
    cell = grid.nth(s.land[place], what - s.first_position[place])
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
    land, mine = s.land[place], s.men[place, seat]
    if mine == 0 or s.status[place] != Status.OPEN:
        return 0.0
    others = grid.together(foes(s, place, seat))
    share = min(1.0, strength(land, mine, others, s.pocket_max) / grid.majority(land))
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
