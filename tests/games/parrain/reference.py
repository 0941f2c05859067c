"""A slow, obviously right encirclement game: the definitions of the rules page word for word, on a grid of owners.

`python -m tests.games.parrain.reference 2000000` compares so many random positions with the fast one.
"""

import sys
import time

import numba
import numpy as np

from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import extent, land_of, parts, row_of

EMPTY, OUTSIDE = -1, -2
SAFE, PENDING, ILLEGAL = 0, 1, 2
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))
WIDE = (
    ("#######",) * 8,
    ("########",) * 7,
    ("#########",) * 6,
    ("#####",) * 10,
    ("###############",) * 4,
    ("###",) * 16,
)  # editions


@numba.njit
def flood(member, y, x, found):
    """The maximal connected set of members around a position."""
    found[:] = False
    stack = [(y, x)]
    found[y, x] = True
    while len(stack) > 0:
        y, x = stack.pop()
        for dy, dx in STEPS:
            if member[y + dy, x + dx] and not found[y + dy, x + dx]:
                found[y + dy, x + dx] = True
                stack.append((y + dy, x + dx))


@numba.njit
def neighbours_with(board, block, value):
    """How many positions of that owner are adjacent to the block."""
    number = 0
    for y in range(1, board.shape[0] - 1):
        for x in range(1, board.shape[1] - 1):
            if board[y, x] == value and not block[y, x]:
                for dy, dx in STEPS:
                    if block[y + dy, x + dx]:
                        number += 1
                        break
    return number


@numba.njit
def encircled(board, player):
    """Enemy blocks of the player with no empty neighbour and at least one neighbour of his."""
    enemy = (board >= 0) & (board != player)
    dead = np.zeros(board.shape, np.bool_)
    done = np.zeros(board.shape, np.bool_)
    block = np.zeros(board.shape, np.bool_)
    for y in range(board.shape[0]):
        for x in range(board.shape[1]):
            if enemy[y, x] and not done[y, x]:
                flood(enemy, y, x, block)
                done |= block
                if neighbours_with(board, block, EMPTY) == 0 and neighbours_with(board, block, player) > 0:
                    dead |= block
    return dead


@numba.njit
def place(board, y, x, player):
    """The board after a token, all encircled blocks removed together."""
    after = board.copy()
    after[y, x] = player
    dead = encircled(after, player)
    for j in range(board.shape[0]):
        for i in range(board.shape[1]):
            if dead[j, i]:
                after[j, i] = EMPTY
    return after


@numba.njit
def exposed(board, player):
    """Is a token of the player in a block that somebody else encircles?"""
    for other in range(4):
        if other != player and (encircled(board, other) & (board == player)).any():
            return True
    return False


@numba.njit
def completing(board, player, most):
    """The liberties of enemy blocks that have at most so many."""
    enemy = (board >= 0) & (board != player)
    points = np.zeros(board.shape, np.bool_)
    block = np.zeros(board.shape, np.bool_)
    for y in range(board.shape[0]):
        for x in range(board.shape[1]):
            if enemy[y, x]:
                flood(enemy, y, x, block)
                if neighbours_with(board, block, EMPTY) <= most:
                    for j in range(1, board.shape[0] - 1):
                        for i in range(1, board.shape[1] - 1):
                            for dy, dx in STEPS:
                                if board[j, i] == EMPTY and block[j + dy, i + dx]:
                                    points[j, i] = True
    return points


@numba.njit
def legal(board, y, x, player, more):
    """The verdict on a token, `more` of which may follow."""
    after = place(board, y, x, player)
    if not exposed(after, player):
        return SAFE
    if more == 0:
        return ILLEGAL
    points = completing(after, player, more)
    for j in range(board.shape[0]):
        for i in range(board.shape[1]):
            if points[j, i] and legal(after, j, i, player, more - 1) != ILLEGAL:
                return PENDING
    return ILLEGAL


@numba.njit
def pockets(board, player, most):
    """Regions without a token of the player, of at most so many positions, where he has a token."""
    found = np.zeros(board.shape, np.bool_)
    if not (board == player).any():
        return found
    free = (board != player) & (board != OUTSIDE)
    region = np.zeros(board.shape, np.bool_)
    for y in range(board.shape[0]):
        for x in range(board.shape[1]):
            if free[y, x]:
                flood(free, y, x, region)
                if region.sum() <= most:
                    found |= region
    return found


@numba.njit
def firm_pockets(board, player, most):
    """Pockets beside which every token of the player is in a group with at least four liberties."""
    free, own = (board != player) & (board != OUTSIDE), board == player
    closed = pockets(board, player, most)
    found = np.zeros(board.shape, np.bool_)
    region = np.zeros(board.shape, np.bool_)
    group = np.zeros(board.shape, np.bool_)
    for y in range(board.shape[0]):
        for x in range(board.shape[1]):
            if closed[y, x]:
                flood(free, y, x, region)
                is_firm = True
                for j in range(1, board.shape[0] - 1):
                    for i in range(1, board.shape[1] - 1):
                        for dy, dx in STEPS:
                            if own[j, i] and region[j + dy, i + dx]:
                                flood(own, j, i, group)
                                is_firm &= neighbours_with(board, group, EMPTY) >= 4
                if is_firm:
                    found |= region
    return found


@numba.njit
def holding(board, player, most):
    """Positions directly controlled, and tokens that nobody else directly controls."""
    held = firm_pockets(board, player, most)
    own = board == player
    for other in range(4):
        if other != player:
            own &= ~firm_pockets(board, other, most)
    return (held | own).sum()


@numba.njit
def implicit(board, player, most):
    """Tokens, pockets, and empty regions whose adjacent tokens are all the player's, with at least one."""
    held = (board == player) | pockets(board, player, most)
    empty = board == EMPTY
    region = np.zeros(board.shape, np.bool_)
    for y in range(board.shape[0]):
        for x in range(board.shape[1]):
            if empty[y, x]:
                flood(empty, y, x, region)
                beside = 0
                for other in range(4):
                    if other != player:
                        beside += neighbours_with(board, region, other)
                if beside == 0 and neighbours_with(board, region, player) > 0:
                    held |= region
    return held


# ---------------------------------------------------------------- the comparison

fast_exposed, fast_verdict = grid.is_exposed, grid.verdict
fast_placeable, fast_pockets, fast_direct = grid.placeable, grid.pockets, grid.directly_controlled
fast_holding, fast_implicit, fast_kept, fast_captured = grid.holding, grid.implicitly_held, grid.kept, grid.captured_by


@numba.njit
def as_bits(cells, row):
    """A grid of flags as the bits of the fast game."""
    bits = 0
    for y in range(1, cells.shape[0] - 1):
        for x in range(1, cells.shape[1] - 1):
            if cells[y, x]:
                bits |= 1 << (row * (y - 1) + x - 1)
    return bits


@numba.njit
def random_board(land, row, across, down, players):
    """Tokens of a few players thrown on the land, thinly or thickly."""
    board = np.full((down + 2, across + 2), OUTSIDE, np.int8)
    fill = np.random.random()
    last = np.random.randint(players)
    for y in range(down):
        for x in range(across):
            if land >> (row * y + x) & 1:
                board[y + 1, x + 1] = EMPTY
                if np.random.random() < fill:
                    if np.random.random() < 0.4:  # clumps make blocks
                        last = np.random.randint(players)
                    board[y + 1, x + 1] = last
    return board


@numba.njit
def compare_placing(here, board, me, mine, foes, more, is_exposed):
    """Compare the verdicts on one empty position, or in one board of ten on all of them."""
    empties = (board == EMPTY).sum()
    if empties == 0:
        return 0
    only = -1 if np.random.randint(10) == 0 else np.random.randint(empties)
    allowed = 0
    number = 0
    for y in range(1, board.shape[0] - 1):
        for x in range(1, board.shape[1] - 1):
            if board[y, x] != EMPTY:
                continue
            if only == -1 or only == number:
                cell = 1 << (here[1] * (y - 1) + x - 1)
                judged = legal(board, y, x, me, more)
                if judged != fast_verdict(here, mine, foes, cell, more):
                    return 8
                after = place(board, y, x, me)
                if fast_captured(here, mine, foes, cell) != as_bits((board != after) & (after == EMPTY), here[1]):
                    return 9
                if judged != ILLEGAL:
                    allowed |= cell
            number += 1
    if only == -1 and fast_placeable(here, mine, foes, more, is_exposed) != allowed:
        return 10
    return 0


@numba.njit
def compare(land, row, across, down, positions, seed):
    """Compare so many random positions; returns the number of the first question on which the two disagree, or 0."""
    np.random.seed(seed)
    here = (land, row)
    for _ in range(positions):
        board = random_board(land, row, across, down, np.random.randint(2, 5))
        me, most, more = np.random.randint(4), np.random.randint(1, 4), np.random.randint(3)
        mine = as_bits(board == me, row)
        dead = encircled(board, me)
        for y in range(board.shape[0]):  # whatever I have encircled has left the board
            for x in range(board.shape[1]):
                if dead[y, x]:
                    board[y, x] = EMPTY
        foes = (
            as_bits(board == (me + 1) % 4, row), as_bits(board == (me + 2) % 4, row), as_bits(board == (me + 3) % 4, row),
        )  # fmt: skip
        others = foes[0] | foes[1] | foes[2]
        is_exposed = exposed(board, me)
        if fast_exposed(here, mine, foes) != is_exposed:
            return 2
        if fast_pockets(here, mine, most) != as_bits(pockets(board, me, most), row):
            return 3
        if fast_direct(here, mine, others, most) != as_bits(firm_pockets(board, me, most), row):
            return 4
        if fast_holding(here, mine, foes, most) != holding(board, me, most):
            return 5
        if fast_implicit(here, mine, foes, most) != as_bits(implicit(board, me, most), row):
            return 6
        if fast_kept(here, mine, most) != mine | as_bits(pockets(board, me, most), row):
            return 7
        found = compare_placing(here, board, me, mine, foes, more, is_exposed)
        if found != 0:
            return found
    return 0


QUESTIONS = (
    "agreed", "encircled", "exposed", "pockets", "directly controlled", "holding", "implicit", "kept", "verdict", "capture",
    "placeable",
)  # fmt: skip


SHAPES = tuple(part.shape for part in parts().neighbourhoods) + WIDE


def compare_all(positions: int, seed: int = 1) -> int:
    """Compare so many positions of every neighbourhood and of the widest shapes of editions; returns how many agreed in all."""
    for shape in SHAPES:
        found = compare(land_of(shape), row_of(shape), *extent(shape), positions, seed)
        assert found == 0, f"{shape}: the fast and the slow game disagree on what is {QUESTIONS[found]}"
    return positions * len(SHAPES)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    began = time.perf_counter()
    print(f"{compare_all(-(-wanted // len(SHAPES))):,} positions agree, {time.perf_counter() - began:.0f} s")
