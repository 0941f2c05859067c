"""What careful guesses win: `search` against the same search that guesses as it did before.

    python bench/guesses.py [--games 400] [--titles nostra_city] [--budgets 400 5ms] [--seats 3]

One seat guesses with all that its log told it; the others are `forgetful`: the same search on a position without those memories
(in Der Pate with the guess at cash that there was). Every line gives the share of victories, its interval (95 %) and the fair
share. A number of simulations is equal thought, milliseconds are equal time.
"""

import argparse
import time

import fivefamilies as ff
from fivefamilies import bots
from fivefamilies.bots.search import Search, Tree
from fivefamilies.core import kernels
from fivefamilies.core.chance import below
from fivefamilies.core.compiled import verb
from fivefamilies.core.match import Seen
from fivefamilies.games.der_pate.components import STARTING_CASH
from fivefamilies.lab.arena import arena

MEMORIES = {"nostra_city": ("chronicle",), "family_business": ("laid", "early"), "der_pate": ()}  # zero: as before there were any
CASH_PER_ROUND = 5


@verb
def guess_cash(s, seat, rng):
    """The others' cash in Der Pate as one who does not add up would guess it."""
    usual = STARTING_CASH + CASH_PER_ROUND * max(0, s.round - 1)
    for other in range(s.seats):
        if other != seat:
            s.cash[other] = below(rng, usual + 1) + below(rng, usual + 1)


class Forgetful(Search):
    """Search without the memories that make guesses careful."""

    def plant(self, seen: Seen) -> None:
        if not self.trees:
            self.trees = [ForgetfulTree(seen.title)]
        super().plant(seen)


class ForgetfulTree(Tree):
    """A tree that stands in a position without memories."""

    def stand(self, seen: Seen) -> None:
        super().stand(seen)
        for name in MEMORIES[seen.title.slug]:
            self.root[name] = 0
        if seen.title.slug == "der_pate":
            self.rules = [guess_cash if one is seen.title.guess else one for one in self.rules]


bots.BOTS["forgetful"] = Forgetful


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--titles", nargs="*", default=list(MEMORIES))
    parser.add_argument("--budgets", nargs="*", default=["400", "5ms"])
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    print("| title | seats | budget | games | careful wins | 95 % | fair |")
    for slug in arguments.titles:
        title = ff.title(slug)
        kernels.compile_title(title)
        for budget in arguments.budgets:
            text = budget if budget.isdigit() else f"{budget}:wait=20"
            lineup = [f"search:{text}", *[f"forgetful:{text}"] * (arguments.seats - 1)]
            began = time.perf_counter()
            row = arena(title, lineup, arguments.games, seed=arguments.seed, workers=1)["bots"][0]
            print(
                f"| {slug} | {arguments.seats} | {budget} | {row['games']} | {row['share']:.1%} "
                f"| {row['low']:.1%} – {row['high']:.1%} | {row['fair']:.1%} | {time.perf_counter() - began:.0f} s", flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
