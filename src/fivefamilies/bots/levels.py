"""Levels with names from the world, each a bot with a budget: the same in the terminal, on the web and for programs.

Budgets are simulations where they are small, so that a level is as strong on every machine; only the don thinks by the clock.
The two highest ask what was learned about a title, at tables where that helps; the don of before, who did not, is `don1`.
"""

from fivefamilies.bots.search import Search
from fivefamilies.bots.simple import Greedy
from fivefamilies.core.chance import below
from fivefamilies.core.errors import UnknownBot
from fivefamilies.core.seen import Seen
from fivefamilies.core.words import sentence

LEVELS: dict[str, tuple[type[Greedy | Search], str, float, str]] = {  # how it thinks, and how often it does not
    "picciotto": (Greedy, "1", 0.9, sentence("errs like a beginner")),
    "soldier": (Search, "40", 0.35, sentence("hardly looks ahead")),
    "capo": (Search, "200", 0.1, sentence("thinks ahead for a moment")),
    "consigliere": (Search, "400:judge=known", 0.0, sentence("thinks ahead")),
    "don": (Search, "200ms:judge=best", 0.0, sentence("thinks ahead for a while; the strongest")),
}
RETIRED = {"don1": (Search, "200ms", 0.0, "")}  # to measure others by


class Level:
    """A named strength; it takes no parameters."""

    def __init__(self, name: str, parameters: str = "") -> None:
        if parameters:
            raise UnknownBot("bot {name} takes no parameters, not '{parameters}'", name=name, parameters=parameters)
        kind, budget, self.slips, _ = (LEVELS | RETIRED)[name]
        self.name = name
        self.bot = kind(budget)

    def choose(self, seen: Seen) -> int:
        """The move of its bot; when it slips, any of those that look better than half."""
        if self.slips and below(seen.rng, 1000) < 1000 * self.slips:
            rated = sorted(Greedy("1").rate(seen), key=lambda pair: -pair[1])
            return rated[below(seen.rng, len(rated) // 2 + 1)][0]
        return self.bot.choose(seen)
