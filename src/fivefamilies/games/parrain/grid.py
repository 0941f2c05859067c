"""The encirclement game on one little board: capture, exposure, legality, pockets and control, as pure functions.

A set of positions is the bits of one integer, row after row; the last bit of a row is never used, a wall between the rows. A
`board` is its land, the set of all its positions, and how many bits a row has. `mine` are the tokens of one player, `foes` the
three sets of the others. Nothing here knows of money, turns or cards.

Captures are looked for beside the new token only, because nothing else can just have lost its last empty neighbour.
"""

from enum import IntEnum
from functools import lru_cache

from fivefamilies.core.compiled import INTERPRETED, rule
from fivefamilies.core.pieces import count_bits as count

FIRM = 4  # liberties of a group that no opponent can take in one turn of three tokens (JP-R6, JP-R8)


class Verdict(IntEnum):
    """What becomes of a token placed on an empty position (JP-40, JP-R8)."""

    SAFE = 0
    PENDING = 1  # it stands to be taken, but the same player can go on to a capture that saves it
    ILLEGAL = 2


# ---------------------------------------------------------------- sets of positions


@rule
def around(row, cells):
    """Everything that shares a side with one of these positions, walls included (JP-R2)."""
    return (cells << 1) | (cells >> 1) | (cells << row) | (cells >> row)


@rule
def beside_two(row, cells):
    """Everything that shares sides with at least two of these positions."""
    left, right, up, down = cells << 1, cells >> 1, cells << row, cells >> row
    return (left & right) | (up & down) | ((left | right) & (up | down))


@rule
def beside_three(row, cells):
    """Everything that shares sides with at least three of these positions."""
    left, right, up, down = cells << 1, cells >> 1, cells << row, cells >> row
    return (left & right & (up | down)) | (up & down & (left | right))


@rule
def spread(row, seeds, within):
    """All of `within` that can be reached from the seeds by steps to adjacent positions."""
    reached = seeds & within
    while True:
        grown = (reached | around(row, reached)) & within
        if grown == reached:
            return reached
        reached = grown


@rule
def airless(row, cell, within, air):
    """The block of `within` around a position if it touches no air, or 0; looks no further than the first air."""
    reached = cell
    while True:
        beside = around(row, reached)
        if beside & air != 0:
            return 0
        grown = (reached | beside) & within
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
def together(foes):
    """The tokens of all opponents: a block may mix their colours (JP-R4)."""
    return foes[0] | foes[1] | foes[2]


@rule
def without(foes, dead):
    """The opponents' tokens after some are taken."""
    return (foes[0] & ~dead, foes[1] & ~dead, foes[2] & ~dead)


@rule
def captured_by(board, mine, foes, cell):
    """What a token of mine on an empty position takes, all together: blocks whose last liberty it was (JP-R5)."""
    land, row = board
    others = together(foes)
    air = land & ~(mine | others | cell)
    beside = around(row, cell) & others
    dead = 0
    while beside != 0:
        block = airless(row, lowest(beside), others, air)
        dead |= block
        beside &= ~(block | lowest(beside))
    return dead


@rule
def enclosed(row, cell, everyone, foe, air):
    """The block of a token and all others but one player's, if that player encircles it; or 0."""
    if foe == 0:
        return 0
    block = airless(row, cell, everyone & ~foe, air)
    return block if around(row, block) & foe != 0 else 0


@rule
def shut_in(board, mine, foes, risk):
    """The blocks with a token of mine that some other player encircles, of those with a token at `risk` in them."""
    land, row = board
    everyone = mine | together(foes)
    air = land & ~everyone
    risk &= ~around(row, air)
    found = 0
    while risk != 0:
        cell = lowest(risk)
        found |= enclosed(row, cell, everyone, foes[0], air)
        found |= enclosed(row, cell, everyone, foes[1], air)
        found |= enclosed(row, cell, everyone, foes[2], air)
        risk &= risk - 1
    return found


@rule
def is_exposed(board, mine, foes):
    """Is one of my tokens in a block that some other player encircles?"""
    return shut_in(board, mine, foes, mine) != 0


# ---------------------------------------------------------------- legality


@rule
def weak_points(board, mine, others, most, seeds):
    """The liberties of enemy blocks that have at most so many, of those with a seed in them."""
    land, row = board
    empty = land & ~(mine | others)
    points = 0
    while seeds != 0:
        block = lowest(seeds)
        while True:
            beside = around(row, block)
            grown = (block | beside) & others
            is_weak = count(beside & empty) <= most
            if grown == block or not is_weak:
                break
            block = grown
        if is_weak:
            points |= beside & empty
        seeds &= ~block
    return points


@rule
def saving_points(board, mine, foes, most, lost):
    """Where a capture can be completed that may save these blocks of mine: what is taken lies beside them, or in them."""
    others = together(foes)
    return weak_points(board, mine, others, most, (lost | around(board[1], lost)) & others)


@rule
def one_more_saves(board, mine, foes, risk, lost):
    """Can one more token make a capture after which no token at risk is lost?"""
    points = saving_points(board, mine, foes, 1, lost)
    while points != 0:
        cell = lowest(points)
        points ^= cell
        if shut_in(board, mine | cell, without(foes, captured_by(board, mine, foes, cell)), risk | cell) == 0:
            return True
    return False


@rule
def two_more_save(board, mine, foes, risk, lost):
    """Can at most two more tokens do it?"""
    points = saving_points(board, mine, foes, 2, lost)
    while points != 0:
        cell = lowest(points)
        points ^= cell
        left = without(foes, captured_by(board, mine, foes, cell))
        still = shut_in(board, mine | cell, left, risk | cell)
        if still == 0 or one_more_saves(board, mine | cell, left, risk | cell, still):
            return True
    return False


@rule
def judge(board, mine, foes, cell, more, risk):
    """The verdict on a token on this empty position, while the tokens at `risk` are exposed already."""
    left = foes
    lost = shut_in(board, mine | cell, foes, risk | cell)
    if lost != 0:
        dead = captured_by(board, mine, foes, cell)
        if dead != 0:
            left = without(foes, dead)
            lost = shut_in(board, mine | cell, left, risk | cell)
    if lost == 0:
        return Verdict.SAFE
    if more >= 2:
        return Verdict.PENDING if two_more_save(board, mine | cell, left, risk | cell, lost) else Verdict.ILLEGAL
    if more == 1 and one_more_saves(board, mine | cell, left, risk | cell, lost):
        return Verdict.PENDING
    return Verdict.ILLEGAL


@rule
def verdict(board, mine, foes, cell, more):
    """May I place a token on this empty position, with so many `more` to follow it here this turn? (JP-40, JP-41, JP-R8)"""
    return judge(board, mine, foes, cell, more, shut_in(board, mine, foes, mine) & mine)


@rule
def at_first_sight(board, mine, foes, is_pending):
    """The positions where I may surely place a token, and those that have to be looked at.

    With nothing pending, a position is safe beside an empty one, or beside a token of mine that has another empty neighbour; or
    where its block is seen to breathe.
    """
    land, row = board
    empty = land & ~(mine | together(foes))
    if is_pending:
        return 0, empty
    doubtful = empty & ~around(row, empty | (mine & beside_two(row, empty)))
    if doubtful != 0:
        doubtful &= ~breathing(row, mine, foes, empty, doubtful)
    return empty & ~doubtful, doubtful


@rule
def placeable(board, mine, foes, more, is_pending):
    """Every position where I may place a token."""
    good, doubtful = at_first_sight(board, mine, foes, is_pending)
    risk = shut_in(board, mine, foes, mine) & mine if is_pending else 0
    while doubtful != 0:
        cell = lowest(doubtful)
        doubtful ^= cell
        if judge(board, mine, foes, cell, more, risk) != Verdict.ILLEGAL:
            good |= cell
    return good


@rule
def breathing(row, mine, foes, empty, doubtful):
    """Those of the doubtful positions, none beside an empty one, whose new block is seen at first sight to keep a liberty."""
    everyone = mine | together(foes)
    airy = beside_two(row, empty) | around(row, empty & ~doubtful)
    for foe in foes:
        if foe != 0:
            block = everyone & ~foe
            reached = airy & block
            reached |= around(row, reached) & block
            reached |= around(row, reached) & block
            doubtful &= around(row, reached)
    return doubtful


# ---------------------------------------------------------------- control


@rule
def pockets(board, mine, most):
    """The positions in regions of at most `most` (1 to 3) that carry no token of mine, where I have one (JP-33, JP-R6).

    A region of one has no neighbour in it; of two, both have one; of three, a middle has two and the ends have one.
    """
    if mine == 0:
        return 0
    land, row = board
    rest = land & ~mine
    some, several = around(row, rest), beside_two(row, rest)
    found = rest & ~some
    if most >= 2:
        ends = rest & some & ~several
        found |= ends & around(row, ends)
        if most >= 3:
            middles = rest & beside_two(row, ends) & ~beside_three(row, rest)
            found |= middles | (ends & around(row, middles))
    return found


@rule
def directly_controlled(board, mine, others, most):
    """The positions in my firm pockets: every token of mine beside one is in a group with four liberties (JP-R6)."""
    land, row = board
    shut_in = pockets(board, mine, most)
    fence = around(row, shut_in) & mine
    empty = land & ~(mine | others)
    while fence != 0:
        group = spread(row, lowest(fence), mine)
        fence &= ~group
        if count(around(row, group) & empty) < FIRM:
            shut_in &= ~spread(row, shut_in & around(row, group), shut_in)
    return shut_in


@rule
def kept(board, mine, most):
    """Tokens of mine and the positions of my pockets, firm or not: what keeps a majority once reached (JP-R19)."""
    return mine | pockets(board, mine, most)


@rule
def _holding(board, mine, foes, most):
    """How many positions I directly control, with my tokens that nobody else does: what reaches a majority (JP-42, JP-44)."""
    others = together(foes)
    lost = 0
    for foe in foes:
        if foe != 0:
            lost |= directly_controlled(board, foe, mine | (others & ~foe), most)
    return count(directly_controlled(board, mine, others, most) | (mine & ~lost))


holding = lru_cache(maxsize=4096)(_holding) if INTERPRETED else _holding  # a page asks it of boards that no move has changed


@rule
def implicitly_held(board, mine, foes, most):
    """My tokens, my pockets, and empty regions of any size that touch my tokens only (JP-48, JP-R7)."""
    if mine == 0:
        return 0
    land, row = board
    others = together(foes)
    empty = land & ~(mine | others)
    contested = spread(row, empty & around(row, others), empty)
    return mine | pockets(board, mine, most) | spread(row, empty & ~contested & around(row, mine), empty)


@rule
def majority(land):
    """The least number of positions that is more than half (JP-42)."""
    return count(land) // 2 + 1
