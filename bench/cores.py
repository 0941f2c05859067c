"""Random moves a second of every title on one core and on two: `python bench/cores.py [pairs]`.

Mass play with four seats (or the nearest count), chance counted, on one thread and on two in alternating slices. The clock tells
on a quiet machine; on a busy one CPU seconds show whether two threads hinder one another, and no more.
"""

import statistics
import sys
import time

from fivefamilies import games
from fivefamilies.core import kernels
from fivefamilies.core.contract import Title
from fivefamilies.lab.mass import play_many

SLICE = 0.4  # seconds of CPU


def rates(title: Title, threads: int, seed: int) -> tuple[float, float]:
    """Million moves by second of the clock, and of CPU."""
    options, seats, moves, batch = title.encode(title.settle()), title.usual_seats, 0, 0
    wall, cpu = time.perf_counter(), time.process_time()
    while time.process_time() - cpu < SLICE * threads:
        played = play_many(title, seats, options, 100 * threads, seed + batch, [kernels.RANDOM] * seats, threads, 50)
        moves, batch = moves + played.moves, batch + 1
    return moves / (time.perf_counter() - wall) / 1e6, moves / (time.process_time() - cpu) / 1e6


def main(pairs: str = "5") -> None:
    print("| title | one core | two cores | ratio | a CPU second, one thread | two threads |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for slug in games.TITLES:
        title = games.title(slug)
        rates(title, 2, 0)
        found = [(rates(title, 1, 1000 * pair), rates(title, 2, 1000 * pair + 500)) for pair in range(int(pairs))]
        one, two, alone, together = (statistics.median(row[side][which] for row in found) for which in (0, 1) for side in (0, 1))
        ratio = statistics.median(row[1][0] / row[0][0] for row in found)
        print(f"| {slug} | {one:.1f} | {two:.1f} | {ratio:.2f} | {alone:.1f} | {together:.1f} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
