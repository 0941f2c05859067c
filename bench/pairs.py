"""Two source trees against one another, pair by pair: random play in compiled code, and the time of a cold compilation.

    python bench/pairs.py OTHER/src [TITLE ...] [--pairs 12] [--cold 0]

Each tree plays in a process of its own, with the options of matches that were stored before there were any: both play the same
game. Slices of CPU time alternate; a ratio is ours by the other's, so above 1 we are faster at play, and slower to compile.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

OURS = Path(__file__).parents[1] / "src"
TITLES = ("family_business", "the_boss", "der_pate", "nostra_city", "parrain")

PLAYER = """
import sys, time
import fivefamilies as ff
from fivefamilies.lab.mass import play_batch
title = ff.title(sys.argv[1])
options = title.encode(title.settle(getattr(title, "recalled", dict)({})))
seats = min(title.seats, key=lambda n: abs(n - 4))
play_batch(title, seats, options, 50, 1, [0] * seats)
print("ready", flush=True)
for line in sys.stdin:
    began, moves, seed = time.process_time(), 0, 1
    while time.process_time() - began < float(line):
        moves += play_batch(title, seats, options, 50, seed, [0] * seats).moves
        seed += 1
    print(moves / (time.process_time() - began), flush=True)
"""
COMPILER = """
import sys, time
import fivefamilies as ff
from fivefamilies.core import kernels
kernels.compile_title(ff.title(sys.argv[1]))
print(time.process_time())
"""


class Player:
    """A process that plays a title by the rules of one tree."""

    def __init__(self, tree: Path, slug: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, slug], env=seeing(tree), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout.readline() == "ready\n", f"{slug} does not play in {tree}"

    def rate(self, seconds: float) -> float:
        """Moves a CPU second, over so many of them."""
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def seeing(tree: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(tree), **more}


def compile_seconds(tree: Path, slug: str) -> float:
    """CPU seconds of a process that compiles a title into an empty cache."""
    with tempfile.TemporaryDirectory() as empty:
        command = [sys.executable, "-c", COMPILER, slug]
        return float(subprocess.check_output(command, env=seeing(tree, FIVEFAMILIES_CACHE=empty), text=True))


def spread(ratios: list[float]) -> str:
    """Median with the 10th and the 90th percentile."""
    tenths = statistics.quantiles(ratios, n=10, method="inclusive")
    return f"{statistics.median(ratios):.3f} [{tenths[0]:.3f} to {tenths[-1]:.3f}]"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("other", type=Path, help="the folder of sources to compare with")
    asked.add_argument("titles", nargs="*", default=TITLES)
    asked.add_argument("--pairs", type=int, default=12)
    asked.add_argument("--seconds", type=float, default=0.4, help="CPU seconds of a slice")
    asked.add_argument("--cold", type=int, default=0, help="cold compilations of each, after play")
    given = asked.parse_args()
    trees = (OURS, given.other.resolve())
    for slug in given.titles:
        players = [Player(tree, slug) for tree in trees]
        rates = []
        for pair in range(given.pairs):
            both = [player.rate(given.seconds) for player in (players if pair % 2 else reversed(players))]
            rates.append(both if pair % 2 else both[::-1])
        for player in players:
            player.close()
        ours = statistics.median(one for one, _ in rates)
        print(f"{slug}: {ours:,.0f} moves/s, {spread([one / other for one, other in rates])}", flush=True)
    for slug in given.titles if given.cold else ():
        seconds = [[compile_seconds(tree, slug) for tree in trees] for _ in range(given.cold)]
        one, other = (statistics.median(column) for column in zip(*seconds, strict=True))
        print(f"{slug}: compiled in {one:.1f} s, {one / other:.2f} x {other:.1f} s", flush=True)


if __name__ == "__main__":
    main()
