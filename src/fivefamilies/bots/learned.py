"""The bot that taught itself: it plays what its network likes best, without looking ahead."""

import numpy as np

from fivefamilies.bots import judge
from fivefamilies.core import kernels
from fivefamilies.core.chance import below
from fivefamilies.core.errors import UnknownBot
from fivefamilies.core.record import unwrap
from fivefamilies.core.seen import Seen

FINE = 1 << 30  # how finely luck is counted


class Glance:
    """The network at one table."""

    def __init__(self, seen: Seen) -> None:
        title = seen.title
        self.title, self.seats, self.options = title, seen.seats, dict(seen.options)
        self.judge = judge.learned(title).judge(title, seen.seats, seen.options)
        self.run = kernels.kernel(judge.regard_moves, "i64", judge.REGARD_VERBS, judge.REGARD_REST, title.layout)
        self.verbs = tuple(getattr(title, verb) for verb in judge.REGARD_VERBS)
        most = max(title.moves, title.outcomes) + 1
        self.moves, self.looks, self.states = np.zeros(most, np.int16), np.zeros(most), title.state.array(1)

    def is_of(self, seen: Seen) -> bool:
        """Is this still the same table?"""
        return self.title is seen.title and self.seats == seen.seats and self.options == seen.options

    def rate(self, seen: Seen) -> list[tuple[int, float]]:
        """Every legal move with how good it looks."""
        self.states[0] = unwrap(seen.state)
        sharp = float(self.title.sharp)
        count = self.run(*self.verbs, self.states, self.judge, seen.seat, sharp, self.moves, self.looks)
        return [(int(move), float(look)) for move, look in zip(self.moves[:count], self.looks[:count], strict=True)]


class Learned:
    """Plays the move that it learned to like best; with a number, now and then another (`learned:1`: as when it learned)."""

    def __init__(self, parameters: str = "") -> None:
        try:
            self.warmth = float(parameters or 0)
        except ValueError:
            self.warmth = -1.0
        if not 0 <= self.warmth <= 100:
            raise UnknownBot("bot learned takes a warmth from 0 to 100, not '{parameters}'", parameters=parameters)
        self.glance: Glance | None = None

    def choose(self, seen: Seen) -> int:
        rated = self.rate(seen)
        best = max(look for _, look in rated)
        if not self.warmth:
            return next(move for move, look in rated if look == best)
        weights = np.exp((np.array([look for _, look in rated]) - best) / self.warmth)
        mark = below(seen.rng, FINE) / FINE * weights.sum()
        return rated[min(int(np.searchsorted(np.cumsum(weights), mark, side="right")), len(rated) - 1)][0]

    def rate(self, seen: Seen) -> list[tuple[int, float]]:
        """Every legal move with how good it looks."""
        if self.glance is None or not self.glance.is_of(seen):
            self.glance = Glance(seen)
        return self.glance.rate(seen)
