"""Two source trees against one another, pair by pair: random play in compiled code, and the time of a cold compilation.

    python bench/pairs.py OTHER/src [TITLE ...] [--pairs 12] [--warm]

Each tree plays in a process of its own with an empty cache, and with the options of matches that were stored before there were
any: both play the same game. Slices of CPU time alternate; a ratio is ours by the other's, so above 1 we are faster at play, and
slower to compile.
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
from fivefamilies.core import kernels
from fivefamilies.lab import mass
title = ff.title(sys.argv[1])
kernels.compile_title(title)
print(time.process_time(), flush=True)
options = title.encode(title.settle(getattr(title, "recalled", dict)({})))
seats = min(title.seats, key=lambda n: abs(n - 4))
play, how = mass.play_batch, [0] * seats
if hasattr(mass, "play_checked"):  # what is asked for is looked at once
    play, how = mass.play_checked, mass.check_request(title, seats, options, 50, how)
play(title, seats, options, 50, 1, how)
for line in sys.stdin:
    began, moves, seed = time.process_time(), 0, 1
    while time.process_time() - began < float(line):
        moves += play(title, seats, options, 50, seed, how).moves
        seed += 1
    print(moves / (time.process_time() - began), flush=True)
"""


class Player:
    """A process that plays a title by the rules of one tree; `compiled` are the CPU seconds until it could."""

    def __init__(self, tree: Path, slug: str, cache: str | None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, slug], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(tree)} | ({"FIVEFAMILIES_CACHE": cache} if cache else {}),
        )  # fmt: skip
        self.compiled = self.answer()

    def answer(self) -> float:
        return float(self.process.stdout.readline())

    def rate(self, seconds: float) -> float:
        """Moves a CPU second, over so many of them."""
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        return self.answer()

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def spread(ratios: list[float]) -> str:
    """Median with the 10th and the 90th percentile."""
    tenths = statistics.quantiles(ratios, n=10, method="inclusive")
    return f"{statistics.median(ratios):.3f} [{tenths[0]:.3f} to {tenths[-1]:.3f}]"


def compare(slug: str, other: Path, pairs: int, seconds: float, is_warm: bool) -> str:
    """One title in both trees, as a line of the report."""
    with tempfile.TemporaryDirectory() as ours_kept, tempfile.TemporaryDirectory() as theirs_kept:
        ours = Player(OURS, slug, None if is_warm else ours_kept)
        theirs = Player(other, slug, None if is_warm else theirs_kept)
        rates = []
        for pair in range(pairs):
            turn = {player: player.rate(seconds) for player in ((ours, theirs) if pair % 2 else (theirs, ours))}
            rates.append((turn[ours], turn[theirs]))
        ours.close()
        theirs.close()
    speed = statistics.median(rate for rate, _ in rates)
    play = f"{slug}: {speed:,.0f} moves/s, {spread([mine / his for mine, his in rates])}"
    cold = f"compiled in {ours.compiled:.1f} s, {ours.compiled / theirs.compiled:.2f} x {theirs.compiled:.1f} s"
    return play if is_warm else f"{play}; {cold}"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("other", type=Path, help="the folder of sources to compare with")
    asked.add_argument("titles", nargs="*", default=TITLES)
    asked.add_argument("--pairs", type=int, default=12)
    asked.add_argument("--seconds", type=float, default=0.4, help="CPU seconds of a slice")
    asked.add_argument("--warm", action="store_true", help="with the caches of the user: nothing is said of compilation")
    given = asked.parse_args()
    for slug in given.titles:
        print(compare(slug, given.other.resolve(), given.pairs, given.seconds, given.warm), flush=True)


if __name__ == "__main__":
    main()
