"""What careful guesses win, and what knowing everything would: `search` against the same search that guesses otherwise.

    python bench/guesses.py [--games 400] [--titles nostra_city] [--budgets 400 5ms] [--seats 3]
    python bench/guesses.py --peeking [--games 240] [--titles der_pate] [--budgets 5ms] [--seats 2 4]

One seat guesses with all that its log told it; the others are `forgetful`: the same search on a position without those memories
(in Der Pate with the guess at cash that there was). With --peeking one seat thinks from the real position and never guesses,
which saves its time, too, and the others are honest; no bot of the arena can do that. Every line gives the one seat's share of
victories, its interval (95 %) and the fair share. A number of simulations is equal thought, milliseconds are equal time.
"""

import argparse
import itertools
import time

import fivefamilies as ff
from fivefamilies import bots
from fivefamilies.bots.search import Search, Tree
from fivefamilies.core import kernels
from fivefamilies.core.chance import below
from fivefamilies.core.compiled import verb
from fivefamilies.core.match import Match, Seen
from fivefamilies.core.record import unwrap
from fivefamilies.games.der_pate.components import STARTING_CASH
from fivefamilies.lab import arena as halls

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


@verb
def leave(s, seat, rng):
    """A guess of one who knows."""


class Peeking(Search):
    """Search that looks under everything."""

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


class Open(Match):
    """A match that hands out the real position with what a seat sees."""

    def seen(self, seat: int, seed: int | None = None) -> Seen:
        seen = super().seen(seat, seed)
        seen.truth = self.state
        return seen


bots.BOTS |= {"forgetful": Forgetful, "peeking": Peeking}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--titles", nargs="*", help="those that remember; with --peeking, all")
    parser.add_argument("--budgets", nargs="*", default=["400", "5ms"])
    parser.add_argument("--seats", type=int, nargs="*", default=[3])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--peeking", action="store_true", help="one seat looks under everything")
    given = parser.parse_args()
    one, others = ("peeking", "search") if given.peeking else ("search", "forgetful")
    if given.peeking:
        halls.Match = Open
    print(f"| title | seats | budget | games | {one} wins | 95 % | fair |")
    for slug in given.titles or (ff.titles() if given.peeking else list(MEMORIES)):
        title = ff.title(slug)
        kernels.compile_title(title)
        for seats, budget in itertools.product(sorted(set(given.seats) & set(title.seats)), given.budgets):
            text = budget if budget.isdigit() else f"{budget}:wait=20"
            lineup = [f"{one}:{text}", *[f"{others}:{text}"] * (seats - 1)]
            began = time.perf_counter()
            row = halls.arena(title, lineup, given.games, seed=given.seed, workers=1)["bots"][0]
            print(
                f"| {slug} | {seats} | {budget} | {row['games']} | {row['share']:.1%} "
                f"| {row['low']:.1%} – {row['high']:.1%} | {row['fair']:.1%} | {time.perf_counter() - began:.0f} s", flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
