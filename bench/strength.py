"""The strength tables of docs/bots.md: every title, fewest and most seats, in about an hour and a half on two idle cores.

    python bench/strength.py [--games 200] [--titles family_business the_boss] [--peer]

Each line is one cell of the arena; the first bot sits alone, the second on all other seats. `--peer` adds the duel with
OpenSpiel's ISMCTS at equal time a move.
"""

import argparse
import itertools
import sys

import fivefamilies as ff
from fivefamilies.bots import seat_bots
from fivefamilies.core import kernels
from fivefamilies.lab.arena import arena

CELLS = (("search:20ms:wait=20", "greedy"), ("search:20ms:wait=20", "random"), ("search:50ms:wait=20", "search:5ms:wait=20"))
LADDER = ("picciotto", "soldier", "capo", "consigliere", "don")
PEER = ("search:50ms:wait=1", "ismcts:50ms")  # equal time by the clock on the wall


def cell(slug: str, seats: int, one: str, others: str, games: int, workers: int) -> str:
    """One line of the table."""
    result = arena(ff.title(slug), seat_bots([one, others], seats, trusted=True), games, workers=workers)
    row = result["bots"][0]
    interval = f"{row['low']:.1%} – {row['high']:.1%}"
    return (f"| {slug} | {seats} | `{one}` | `{others}` | {row['games']} | {row['share']:.1%} | {interval} "
            f"| {row['times_fair']:.2f} | {row['ms_a_move']:.0f} |")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--titles", nargs="*", default=ff.titles())
    parser.add_argument("--seats", nargs="*", type=int)
    parser.add_argument("--only", choices=("greedy", "random", "budget", "levels", "peer"))
    parser.add_argument("--peer", action="store_true")
    given = parser.parse_args()
    print("| title | seats | bot | against | games | wins | 95% interval | times fair share | ms a move |")
    print("| --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for slug in given.titles:
        title = ff.title(slug)
        kernels.compile_title(title)
        for seats in given.seats or dict.fromkeys((min(title.seats), max(title.seats))):
            pairs = dict(zip(("greedy", "random", "budget"), CELLS, strict=True))
            chosen = [pairs[given.only]] if given.only in pairs else [] if given.only else list(CELLS)
            if given.only in (None, "levels"):
                chosen += [(stronger, weaker) for weaker, stronger in itertools.pairwise(LADDER)]
            if (given.peer or given.only == "peer") and seats == min(title.seats):
                chosen.append(PEER)
            for one, others in chosen:
                print(cell(slug, seats, one, others, given.games, given.workers))
                sys.stdout.flush()


if __name__ == "__main__":
    main()
