"""The first two bots."""

import numpy as np

from fivefamilies.core.chance import below
from fivefamilies.core.errors import UnknownBot
from fivefamilies.core.seen import Seen


class Random:
    """Plays any legal move."""

    def __init__(self, parameters: str = "") -> None:
        if parameters:
            raise UnknownBot("bot random takes no parameters, not '{parameters}'", parameters=parameters)

    def choose(self, seen: Seen) -> int:
        moves = seen.legal_ids()
        return moves[int(below(seen.rng, len(moves)))]


class Greedy:
    """Plays the move that looks best at first sight, on average over some guesses at what is hidden (`greedy:8`: eight)."""

    def __init__(self, parameters: str = "") -> None:
        if parameters and not (parameters.isdecimal() and len(parameters) < 5 and 1 <= int(parameters) <= 1000):
            raise UnknownBot("bot greedy takes a number of guesses from 1 to 1000, not '{parameters}'", parameters=parameters)
        self.guesses = int(parameters or 1)

    def choose(self, seen: Seen) -> int:
        return max(self.rate(seen), key=lambda rated: rated[1])[0]

    def rate(self, seen: Seen) -> list[tuple[int, float]]:
        """Every legal move with its appeal."""
        moves = seen.legal_ids()
        worth = np.zeros(len(moves))
        for _ in range(self.guesses):
            state = seen.guess()
            worth += [seen.title.appeal(state, move) for move in moves]
        return [(move, float(value)) for move, value in zip(moves, worth / self.guesses, strict=True)]
