"""What hidden things are worth: `search` that looks under everything against the same search that does not.

    python bench/peeking.py [--games 240] [--titles der_pate nostra_city] [--budget 5ms] [--seats 4] [--seed 1]

One seat peeks: it thinks from the real position and never guesses, which also saves its time; no bot of the arena can do that.
The others are honest. Every line gives the share of victories of the seat that peeks, its interval (95 %) and the fair share,
with the fewest and the most seats unless a number is named.
"""

import argparse
import time

import fivefamilies as ff
from fivefamilies import bots
from fivefamilies.bots.search import Search, Tree
from fivefamilies.core import kernels
from fivefamilies.core.compiled import verb
from fivefamilies.core.match import Match, Seen
from fivefamilies.core.record import unwrap
from fivefamilies.lab.arena import arena

honest = Match.seen


def seen_through(match: Match, seat: int, seed: int | None = None) -> Seen:
    """What a seat sees, and the real position with it."""
    seen = honest(match, seat, seed)
    seen.truth = match.state
    return seen


@verb
def leave(s, seat, rng):
    """A guess of one who knows."""


class Peeking(Search):
    """Search that knows what is hidden."""

    def plant(self, seen: Seen) -> None:
        if not self.trees:
            self.trees = [PeekingTree(seen.title)]
        super().plant(seen)


class PeekingTree(Tree):
    """A tree that stands in the real position."""

    def stand(self, seen: Seen) -> None:
        super().stand(seen)
        self.root[0] = unwrap(seen.truth)
        self.rules = tuple(leave if one is seen.title.guess else one for one in self.rules)


Match.seen = seen_through
bots.BOTS["peeking"] = Peeking


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--titles", nargs="*", default=ff.titles())
    parser.add_argument("--budget", default="5ms")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("| title | seats | budget | games | peeking wins | 95 % | fair | |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for slug in arguments.titles:
        title = ff.title(slug)
        kernels.compile_title(title)
        text = arguments.budget if arguments.budget.isdigit() else f"{arguments.budget}:wait=20"
        for seats in [arguments.seats] if arguments.seats else dict.fromkeys((min(title.seats), max(title.seats))):
            lineup = [f"peeking:{text}", *[f"search:{text}"] * (seats - 1)]
            began = time.perf_counter()
            row = arena(title, lineup, arguments.games, seed=arguments.seed, workers=1)["bots"][0]
            print(
                f"| {slug} | {seats} | {arguments.budget} | {row['games']} | {row['share']:.1%} "
                f"| {row['low']:.1%} – {row['high']:.1%} | {row['fair']:.1%} | {time.perf_counter() - began:.0f} s |", flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
