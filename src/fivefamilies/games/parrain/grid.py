"""The encirclement game on one little board: capture, exposure, legality, pockets and control, as pure functions.

A set of positions is the bits of one integer: row after row, eight bits a row, of which a board uses at most seven, so that
the eighth is a wall between the rows. `land` is the board, `mine` the tokens of one player, `foes` the three sets of the
others. Nothing here knows of money, turns or cards.
"""

from enum import IntEnum

import numpy as np

from fivefamilies.core.compiled import INTERPRETED, rule

FIRM = 4  # liberties of a group that no opponent can take in one turn of three tokens (JP-R6, JP-R8)


class Verdict(IntEnum):
    """What becomes of a token placed on an empty position (JP-40, JP-R8)."""

    SAFE = 0
    PENDING = 1  # it stands to be taken, but the same player can go on to a capture that saves it
    ILLEGAL = 2


# ---------------------------------------------------------------- sets of positions


@rule
def _count(cells):
    """How many positions there are in a set."""
    bits = np.uint64(cells)
    bits -= (bits >> np.uint64(1)) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))


def _count_interpreted(cells):
    return int(cells).bit_count()


count = _count_interpreted if INTERPRETED else _count


@rule
def around(cells):
    """Everything that shares a side with one of these positions, walls included (JP-R2)."""
    return (cells << 1) | (cells >> 1) | (cells << 8) | (cells >> 8)


@rule
def beside_two(cells):
    """Everything that shares sides with at least two of these positions."""
    left, right, up, down = cells << 1, cells >> 1, cells << 8, cells >> 8
    return (left & right) | (up & down) | ((left | right) & (up | down))


@rule
def beside_three(cells):
    """Everything that shares sides with at least three of these positions."""
    left, right, up, down = cells << 1, cells >> 1, cells << 8, cells >> 8
    return (left & right & (up | down)) | (up & down & (left | right))


@rule
def spread(seeds, within):
    """All of `within` that can be reached from the seeds by steps to adjacent positions."""
    reached = seeds & within
    while True:
        grown = (reached | around(reached)) & within
        if grown == reached:
            return reached
        reached = grown


@rule
def lowest(cells):
    """The first position of a set."""
    return cells & -cells


@rule
def nth(land, index):
    """Position number `index` of a board, counted row by row."""
    for _ in range(index):
        land &= land - 1
    return land & -land


# ---------------------------------------------------------------- capture


@rule
def encircled(land, fence, others):
    """The tokens of `others` in blocks without an empty neighbour that touch the fence (JP-34 to JP-37, JP-39)."""
    empty = land & ~(fence | others)
    by_air = around(empty)
    if others & ~by_air == 0:
        return 0
    dead = others & ~spread(others & by_air, others)
    return spread(dead & around(fence), dead)


@rule
def together(foes):
    """The tokens of all opponents: a block may mix their colours (JP-R4)."""
    return foes[0] | foes[1] | foes[2]


@rule
def without(foes, dead):
    """The opponents' tokens after some are taken."""
    return (foes[0] & ~dead, foes[1] & ~dead, foes[2] & ~dead)


@rule
def captured_by(land, mine, foes, cell):
    """What a token of mine on an empty position takes, all together (JP-R5)."""
    return encircled(land, mine | cell, together(foes))


@rule
def is_exposed(land, mine, foes):
    """Is one of my tokens in a block that some other player encircles?"""
    everyone = mine | together(foes)
    if mine & ~around(land & ~everyone) == 0:
        return False  # each has an empty neighbour
    for foe in foes:
        if encircled(land, foe, everyone & ~foe) & mine != 0:
            return True
    return False


# ---------------------------------------------------------------- legality


@rule
def weak_points(land, mine, others, most):
    """The liberties of enemy blocks that have at most so many: where a capture can be completed."""
    empty = land & ~(mine | others)
    points = 0
    while others != 0:
        block = spread(lowest(others), others)
        liberties = around(block) & empty
        if count(liberties) <= most:
            points |= liberties
        others &= ~block
    return points


@rule
def one_more_saves(land, mine, foes):
    """Can one more token make a capture after which nothing of mine is exposed?"""
    points = weak_points(land, mine, together(foes), 1)
    while points != 0:
        cell = lowest(points)
        points ^= cell
        if not is_exposed(land, mine | cell, without(foes, captured_by(land, mine, foes, cell))):
            return True
    return False


@rule
def two_more_save(land, mine, foes):
    """Can at most two more tokens do it?"""
    points = weak_points(land, mine, together(foes), 2)
    while points != 0:
        cell = lowest(points)
        points ^= cell
        left = without(foes, captured_by(land, mine, foes, cell))
        if not is_exposed(land, mine | cell, left) or one_more_saves(land, mine | cell, left):
            return True
    return False


@rule
def verdict(land, mine, foes, cell, more):
    """May I place a token on this empty position, with so many `more` to follow it here this turn? (JP-40, JP-41, JP-R8)"""
    left = without(foes, captured_by(land, mine, foes, cell))
    if not is_exposed(land, mine | cell, left):
        return Verdict.SAFE
    if more >= 2 and two_more_save(land, mine | cell, left):
        return Verdict.PENDING
    if more == 1 and one_more_saves(land, mine | cell, left):
        return Verdict.PENDING
    return Verdict.ILLEGAL


@rule
def placeable(land, mine, foes, more, is_pending):
    """Every position where I may place a token.

    With nothing pending, a position is safe beside an empty one, or beside a token of mine that has another empty neighbour.
    """
    empty = land & ~(mine | together(foes))
    good = 0
    if not is_pending:
        good = empty & around(empty | (mine & beside_two(empty)))
    doubtful = empty & ~good
    while doubtful != 0:
        cell = lowest(doubtful)
        doubtful ^= cell
        if verdict(land, mine, foes, cell, more) != Verdict.ILLEGAL:
            good |= cell
    return good


# ---------------------------------------------------------------- control


@rule
def pockets(land, mine, most):
    """The positions in regions of at most `most` (1 to 3) that carry no token of mine, where I have one (JP-33, JP-R6).

    A region of one has no neighbour in it; of two, both have one; of three, a middle has two and the ends have one.
    """
    if mine == 0:
        return 0
    rest = land & ~mine
    some, several = around(rest), beside_two(rest)
    found = rest & ~some
    if most >= 2:
        ends = rest & some & ~several
        found |= ends & around(ends)
        if most >= 3:
            middles = rest & beside_two(ends) & ~beside_three(rest)
            found |= middles | (ends & around(middles))
    return found


@rule
def directly_controlled(land, mine, others, most):
    """The positions in my firm pockets: every token of mine beside one is in a group with four liberties (JP-R6)."""
    shut_in = pockets(land, mine, most)
    fence = around(shut_in) & mine
    empty = land & ~(mine | others)
    while fence != 0:
        group = spread(lowest(fence), mine)
        fence &= ~group
        if count(around(group) & empty) < FIRM:
            shut_in &= ~spread(shut_in & around(group), shut_in)
    return shut_in


@rule
def kept(land, mine, most):
    """Tokens of mine and the positions of my pockets, firm or not: what keeps a majority once reached (JP-R19)."""
    return mine | pockets(land, mine, most)


@rule
def holding(land, mine, foes, most):
    """How many positions I directly control, with my tokens that nobody else does: what reaches a majority (JP-42, JP-44)."""
    others = together(foes)
    lost = 0
    for foe in foes:
        if foe != 0:
            lost |= directly_controlled(land, foe, mine | (others & ~foe), most)
    return count(directly_controlled(land, mine, others, most) | (mine & ~lost))


@rule
def implicitly_held(land, mine, foes, most):
    """My tokens, my pockets, and empty regions of any size that touch my tokens only (JP-48, JP-R7)."""
    if mine == 0:
        return 0
    others = together(foes)
    empty = land & ~(mine | others)
    contested = spread(empty & around(others), empty)
    return mine | pockets(land, mine, most) | spread(empty & ~contested & around(mine), empty)


@rule
def majority(land):
    """The least number of positions that is more than half (JP-42)."""
    return count(land) // 2 + 1
