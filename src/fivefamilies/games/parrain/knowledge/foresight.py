"""What lies in a position for eyes to see: liberties, pockets, and what every position that may be named now would do.

Nothing is decided here: each number comes from the functions with which the rules place, capture and count (grid.py).
"""

from enum import IntEnum

from fivefamilies.core.compiled import rule, verb
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import NEIGHBOURHOODS, SEATS
from fivefamilies.games.parrain.referee import is_placing, objection_to_placing, places, removable, tokens_to_follow
from fivefamilies.games.parrain.state import NONE, Phase, Status, board, foes, position_of, taken


class Sign(IntEnum):
    """The columns of what is found about a position."""

    LIBERTIES = 0  # of the group on it
    GROUP = 1  # its number
    POCKET_OF = 2  # the seats in whose pocket it lies, as a set
    FIRM_FOR = 3  # likewise, of firm pockets
    MAY_NAME = 4  # may it be named now? the columns from here on are about that
    TAKES = 5  # the tokens that would be captured, a bit each
    FOLLOW = 6  # where the capture that must follow can go on
    LEAVES = 7  # liberties of the group that the new token would join
    HOLDING = 8  # what its player would hold there
    BREAKS = 9  # would the claim there be lost?
    THEN_TAKES = 10  # the tokens that the capture which must follow can take
    OWNER_HOLDS = 11  # of a token that would be removed: what its owner would hold there


SIGNS = len(Sign)


@verb
def survey(s, seat, out):
    """All signs of all positions; `seat` is asked for one, or NONE."""
    for place in range(NEIGHBOURHOODS):
        if s.status[place] != Status.OPEN:
            continue
        survey_tokens(s, place, out)
        if seat != NONE and s.phase != Phase.ANNOUNCE:
            foresee(s, place, seat, out)


@rule
def survey_tokens(s, place, out):
    """The liberties of each group, and each player's pockets (JP-R6)."""
    here, row, empty, groups = board(s, place), s.width[place], s.land[place] & ~taken(s, place), 0
    for seat in range(s.seats):
        mine = s.men[place, seat]
        left = mine + 0
        while left != 0:
            group = grid.spread(row, grid.lowest(left), mine)
            left &= ~group
            groups += 1
            write(s, place, group, Sign.GROUP, groups, out)
            write(s, place, group, Sign.LIBERTIES, grid.count(grid.around(row, group) & empty), out)
        write(s, place, grid.pockets(here, mine, s.pocket_max), Sign.POCKET_OF, 1 << seat, out)
        others = grid.together(foes(s, place, seat))
        write(s, place, grid.directly_controlled(here, mine, others, s.pocket_max), Sign.FIRM_FOR, 1 << seat, out)


@rule
def write(s, place, cells, sign, value, out):
    """Add a value to the signs of these positions."""
    while cells != 0:
        cell = grid.lowest(cells)
        cells ^= cell
        out[position_of(s, place, cell), sign] += value


@rule
def foresee(s, place, seat, out):
    """What each position that may be named here would do."""
    is_new = is_placing(s)
    cells = removable(s, place)
    if is_new:
        cells = places(s, place) if objection_to_placing(s, place) == 0 else 0
    here, them, mine = board(s, place), foes(s, place, seat), s.men[place, seat]
    while cells != 0:
        cell = grid.lowest(cells)
        cells ^= cell
        row = out[position_of(s, place, cell)]
        row[Sign.MAY_NAME] = 1
        if is_new:
            foresee_token(s, place, seat, cell, here, mine, them, row)
        else:
            foresee_removal(s, place, cell, here, mine, them, row)


@rule
def foresee_token(s, place, seat, cell, here, mine, them, row):
    """A token there: what it takes, what must follow, what it risks, what is held then (JP-34, JP-42, JP-R8)."""
    dead = grid.captured_by(here, mine, them, cell)
    left = grid.without(them, dead)
    mine = mine | cell
    row[Sign.TAKES] = dead
    if grid.is_exposed(here, mine, left):
        follow = grid.placeable(here, mine, left, tokens_to_follow(s, place) - 1, True)
        row[Sign.FOLLOW] = follow
        while follow != 0:
            row[Sign.THEN_TAKES] |= grid.captured_by(here, mine, left, grid.lowest(follow))
            follow &= follow - 1
    group, empty = grid.spread(s.width[place], cell, mine), s.land[place] & ~(mine | grid.together(left))
    row[Sign.LEAVES] = grid.count(grid.around(s.width[place], group) & empty)
    row[Sign.HOLDING] = grid.holding(here, mine, left, s.pocket_max)
    row[Sign.BREAKS] = breaks_claim(s, place, dead, cell if s.claim[place] == seat else 0)


@rule
def foresee_removal(s, place, cell, here, mine, them, row):
    """A token less (JP-13 to JP-15, JP-50)."""
    row[Sign.HOLDING] = grid.holding(here, mine & ~cell, grid.without(them, cell), s.pocket_max)
    row[Sign.BREAKS] = breaks_claim(s, place, cell, 0)
    for owner in range(s.seats):
        if s.men[place, owner] & cell != 0:
            row[Sign.OWNER_HOLDS] = grid.holding(here, s.men[place, owner] & ~cell, foes(s, place, owner), s.pocket_max)


@rule
def breaks_claim(s, place, dead, born):
    """Would the claimant keep less than a majority? (JP-43, JP-R19)"""
    if s.claim[place] == NONE:
        return False
    men = (s.men[place, s.claim[place]] & ~dead) | born
    return grid.count(grid.kept(board(s, place), men, s.pocket_max)) < grid.majority(s.land[place])


assert 1 << SEATS < 2**7
