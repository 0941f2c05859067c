"""Little boards drawn as diagrams: '.' is empty, '#' lies outside, any other mark is a player's token."""

from dataclasses import dataclass
from itertools import permutations

from fivefamilies.core.compiled import verb
from fivefamilies.games.parrain import grid

ROW = 8  # bits of a row
MARKS = "+-ox"  # the players of a diagram, in this order
VERDICTS = {grid.Verdict.SAFE: "safe", grid.Verdict.PENDING: "pending", grid.Verdict.ILLEGAL: "illegal"}


@verb
def captured_by(land, mine, a, b, c, cell):
    return grid.captured_by((land, ROW), mine, (a, b, c), cell)


@verb
def verdict(land, mine, a, b, c, cell, more):
    return grid.verdict((land, ROW), mine, (a, b, c), cell, more)


@verb
def placeable(land, mine, a, b, c, more, is_pending):
    return grid.placeable((land, ROW), mine, (a, b, c), more, is_pending)


@verb
def is_exposed(land, mine, a, b, c):
    return grid.is_exposed((land, ROW), mine, (a, b, c))


@verb
def encircled(land, fence, others):
    """The tokens of `others` in blocks without an empty neighbour that touch the fence."""
    by_air = grid.around(ROW, land & ~(fence | others))
    dead = others & ~grid.spread(ROW, others & by_air, others)
    return grid.spread(ROW, dead & grid.around(ROW, fence), dead)


@verb
def pockets(land, mine, most):
    return grid.pockets((land, ROW), mine, most)


@verb
def directly_controlled(land, mine, others, most):
    return grid.directly_controlled((land, ROW), mine, others, most)


@verb
def holding(land, mine, a, b, c, most):
    return grid.holding((land, ROW), mine, (a, b, c), most)


@verb
def kept(land, mine, most):
    return grid.kept((land, ROW), mine, most)


@verb
def implicitly_held(land, mine, a, b, c, most):
    return grid.implicitly_held((land, ROW), mine, (a, b, c), most)


def bit(at: str) -> int:
    """The bit of a position such as a1: column, then row."""
    return 1 << (8 * (int(at[1:]) - 1) + ord(at[0]) - ord("a"))


@dataclass(frozen=True)
class Board:
    """A neighbourhood with tokens on it."""

    land: int
    men: tuple[int, int, int, int]

    def __repr__(self) -> str:
        return "\n" + "\n".join(self.rows())

    def rows(self) -> list[str]:
        def mark(cell: int) -> str:
            if not self.land & cell:
                return "#"
            return next((m for m, cells in zip(MARKS, self.men, strict=True) if cells & cell), ".")

        high, wide = (self.land.bit_length() + 7) // 8, max(b % 8 for b in range(64) if self.land >> b & 1) + 1
        return ["".join(mark(1 << (8 * y + x)) for x in range(wide)) for y in range(high)]

    def sides(self, player: str) -> tuple[int, int, int, int]:
        """The player's tokens, then those of the others."""
        me = MARKS.index(player)
        return self.men[me], *(self.men[(me + step) % 4] for step in (1, 2, 3))

    @property
    def empty(self) -> int:
        return self.land & ~(self.men[0] | self.men[1] | self.men[2] | self.men[3])


def quarter(drawing: str) -> Board:
    """The board that a diagram shows; blanks between the marks do not matter."""
    land, men = 0, [0, 0, 0, 0]
    for y, line in enumerate(line.replace(" ", "") for line in drawing.strip().splitlines()):
        for x, mark in enumerate(line):
            cell = 1 << (8 * y + x)
            land |= 0 if mark == "#" else cell
            if mark in MARKS:
                men[MARKS.index(mark)] |= cell
    return Board(land, (men[0], men[1], men[2], men[3]))


def at(cells: int) -> set[str]:
    """A set of positions by their names."""
    return {f"{chr(ord('a') + b % 8)}{b // 8 + 1}" for b in range(64) if cells >> b & 1}


def place(board: Board, player: str, at: str) -> Board:
    """The board after a token, its captures taken off."""
    cell = bit(at)
    assert board.empty & cell, f"{at} is not empty"
    dead = captured_by(board.land, *board.sides(player), cell)
    men = [cells & ~dead for cells in board.men]
    men[MARKS.index(player)] |= cell
    return Board(board.land, (men[0], men[1], men[2], men[3]))


def judge(board: Board, player: str, at: str, tokens: int = 1) -> str:
    """The verdict on a token for a player who can place so many in all."""
    return VERDICTS[verdict(board.land, *board.sides(player), bit(at), tokens - 1)]


def play_in(board: Board, player: str, cells: str, tokens: int | None = None) -> Board:
    """Place tokens one after the other, each of which must be allowed."""
    names = cells.split()
    left = tokens if tokens is not None else len(names)
    for name in names:
        assert judge(board, player, name, left) != "illegal", name
        board = place(board, player, name)
        left -= 1
    return board


def in_any_order(board: Board, player: str, cells: str) -> set[Board]:
    """The boards that the same tokens lead to, in every order that is allowed throughout."""
    return {play_in(board, player, " ".join(order)) for order in permutations(cells.split())}


def directly(board: Board, player: str, most: int = 2) -> set[str]:
    """The positions that a player directly controls."""
    mine, *others = board.sides(player)
    return at(directly_controlled(board.land, mine, others[0] | others[1] | others[2], most))


def held(board: Board, player: str, most: int = 2) -> int:
    return holding(board.land, *board.sides(player), most)


def keeps(board: Board, player: str, most: int = 2) -> int:
    return kept(board.land, board.sides(player)[0], most).bit_count()


def implicitly(board: Board, player: str, most: int = 2) -> int:
    return implicitly_held(board.land, *board.sides(player), most).bit_count()


def turns(board: Board, player: str, tokens: int = 3) -> set[Board]:
    """Every board that one turn of at most so many tokens can lead to, a pending capture completed."""
    ends: set[Board] = set()
    seen: set[tuple[Board, int]] = set()

    def go_on(now: Board, left: int) -> None:
        if (now, left) in seen:
            return
        seen.add((now, left))
        is_pending = is_exposed(now.land, *now.sides(player))
        if not is_pending:
            ends.add(now)
        if left == 0:
            return
        allowed = placeable(now.land, *now.sides(player), left - 1, is_pending)
        for name in at(allowed):
            go_on(place(now, player, name), left - 1)

    go_on(board, tokens)
    return ends
