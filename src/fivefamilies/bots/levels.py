"""Levels with names from the world, each a bot and a budget: the same in the terminal, on the web and for programs."""

from fivefamilies.bots.search import Search
from fivefamilies.bots.simple import Greedy
from fivefamilies.core.chance import below
from fivefamilies.core.errors import UnknownBot
from fivefamilies.core.match import Seen
from fivefamilies.core.words import sentence

SLIP = 0.5  # how often a beginner does not look closely


class Beginner:
    """Sees what looks good, but half the time makes do with any move of the better half."""

    def choose(self, seen: Seen) -> int:
        rated = sorted(Greedy("1").rate(seen), key=lambda pair: -pair[1])
        if below(seen.rng, 1000) >= 1000 * SLIP:
            return rated[0][0]
        better = rated[: len(rated) // 2 + 1]
        return better[below(seen.rng, len(better))][0]


LEVELS = {  # how long the search thinks; the weakest does not
    "picciotto": ("", sentence("errs like a beginner")),
    "soldier": ("1ms", sentence("hardly looks ahead")),
    "capo": ("5ms", sentence("thinks ahead for a moment")),
    "consigliere": ("40ms", sentence("thinks ahead")),
    "don": ("400ms", sentence("thinks ahead for a while; the strongest")),
}


class Level:
    """A named strength; it takes no parameters."""

    def __init__(self, name: str, parameters: str = "") -> None:
        if parameters:
            raise UnknownBot("bot {name} takes no parameters, not '{parameters}'", name=name, parameters=parameters)
        budget = LEVELS[name][0]
        self.name = name
        self.bot = Search(budget) if budget else Beginner()

    def choose(self, seen: Seen) -> int:
        return self.bot.choose(seen)
