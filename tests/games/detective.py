"""The law of guessing, for every title: a guess fits everything that its seat was told, and the truth is one of the guesses.

A detective sits behind one player. He hears what that player's log tells him and sees what the player sees, move by move, and
knows the rules by heart; nothing else. Of any full position he says what contradicts the story so far. Each title has its own
(`tests/games/<title>/detective.py`), written for clarity and without a look at how the title guesses.
"""

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Protocol

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from fivefamilies.core import kernels
from fivefamilies.core.chance import generator
from fivefamilies.core.contract import Title, Value
from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap
from fivefamilies.lab.mass import play_batch

Rows = list[tuple[int, ...]]
Look = Callable[[], Any]
Line = tuple[dict[int, int], int, int]  # factors by unknown, at least, at most


class Detective(Protocol):
    """What a title's detective does."""

    def __init__(self, match: Match, seat: int) -> None:
        """At the start of the match, before the first move."""

    def hear(self, mover: int, rows: Rows, look: Look) -> None:
        """A move was made: by whom, what the seat was told of it; `look()` is the table as the seat sees it now."""

    def contradiction(self, state: np.void) -> str | None:
        """What in this full position cannot be, after all that was told; None if it could be so."""

    def hidden(self, state: np.void) -> Hashable:
        """All of the position that the seat cannot see."""

    def pieces(self, state: np.void) -> set[Hashable]:
        """The same piece by piece, as far as one guess in some dozens should get a piece right."""


def tape_of(title: Title, seats: int, options: dict[str, Value], policy: int, seed: int) -> list[int]:
    """The moves of one game, all seats playing by one policy."""
    played = play_batch(title, seats, title.encode(options), 1, seed, [policy] * seats, title.bound)
    return [int(move) for move in played.tape[0, : played.lengths[0]]]


def told(match: Match, detective: Detective, seat: int) -> None:
    """Let the detective hear the last move of the match."""
    last = match.played[-1]
    detective.hear(last.seat, [tuple(match.title.redact(row, seat)) for row in last.events], lambda: match.view(seat))


def story(
    title: Title, seats: int, policy: int, seed: int, kind: type[Detective], options: dict[str, Value] | None = None
) -> Iterator[tuple[Match, list[Detective]]]:
    """A game move by move, with a detective behind every seat."""
    settled = title.settle(options)
    match = Match(title, seats, settled, by_hand=True)
    detectives = [kind(match, seat) for seat in range(seats)]
    for move in tape_of(title, seats, settled, policy, seed):
        match.make(move)
        for seat, detective in enumerate(detectives):
            told(match, detective, seat)
        yield match, detectives


def guesses(match: Match, seat: int, count: int, seed: int) -> Iterator[np.void]:
    """What the seat could take the position for."""
    rng = generator(seed)
    for _ in range(count):
        state = match.title.state.copy(match.state)
        match.title.guess(state, seat, rng)
        yield unwrap(state)


def policies() -> tuple[int, int]:
    return kernels.RANDOM, kernels.GREEDY


def has_answer(lines: list[Line], unknowns: int) -> bool:
    """Are there whole numbers from zero on that satisfy all lines?"""
    if not unknowns:
        return True
    rows = [row for row, (factors, _, _) in enumerate(lines) for _ in factors]
    columns = [unknown for factors, _, _ in lines for unknown in factors]
    values = [factor for factors, _, _ in lines for factor in factors.values()]
    table = csr_array((values, (rows, columns)), shape=(len(lines), unknowns))
    low, high = (np.array([line[side] for line in lines]) for side in (1, 2))
    limits = LinearConstraint(table, low, high)
    return bool(milp(np.zeros(unknowns), constraints=limits, integrality=1, bounds=Bounds(0, 99)).success)
