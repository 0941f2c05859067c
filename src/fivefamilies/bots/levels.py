"""Levels with names from the world, each a bot and a budget: the same in the terminal, on the web and for programs."""

import math

import numpy as np

from fivefamilies.bots.search import Search
from fivefamilies.bots.simple import Greedy
from fivefamilies.core.chance import below
from fivefamilies.core.errors import UnknownBot
from fivefamilies.core.match import Seen
from fivefamilies.core.words import sentence

SLIP = 0.3  # how often a beginner is tempted by a worse move
TEMPTED = 4  # moves that tempt him


class Beginner:
    """Sees what looks good, and now and then falls for the second, third or fourth best move."""

    def choose(self, seen: Seen) -> int:
        rated = sorted(Greedy("1").rate(seen), key=lambda pair: -pair[1])
        if len(rated) == 1 or below(seen.rng, 1000) >= 1000 * SLIP:
            return rated[0][0]
        tempting = rated[:TEMPTED]
        spread = max(tempting[0][1] - tempting[-1][1], 1e-9)
        weights = np.array([math.exp((look - tempting[0][1]) / spread) for _, look in tempting]).cumsum()
        drawn = below(seen.rng, 1 << 30) / (1 << 30) * weights[-1]
        return tempting[int(np.searchsorted(weights, drawn, side="right"))][0]


LEVELS = {
    "picciotto": (None, sentence("errs like a beginner")),
    "soldier": ("greedy:4", sentence("does what looks best at first sight")),
    "capo": ("search:5ms", sentence("thinks ahead for a moment")),
    "consigliere": ("search:40ms", sentence("thinks ahead")),
    "don": ("search:400ms", sentence("thinks ahead for a while; the strongest")),
}


class Level:
    """A named strength; it takes no parameters."""

    def __init__(self, name: str, parameters: str = "") -> None:
        if parameters:
            raise UnknownBot("bot {name} takes no parameters, not '{parameters}'", name=name, parameters=parameters)
        text = LEVELS[name][0]
        kind, _, rest = (text or "").partition(":")
        self.name = name
        self.bot = Search(rest) if kind == "search" else Greedy(rest) if kind == "greedy" else Beginner()

    def choose(self, seen: Seen) -> int:
        return self.bot.choose(seen)
