"""What stepping many games together costs beside the raw loop of mass play: `python bench/batch.py [n] [pairs]`.

Both play uniformly random games with four seats (or the nearest count) on one core, in alternating slices of CPU time; the figures
are games a second, the ratios medians of the paired slices.
"""

import statistics
import sys
from collections.abc import Callable

from fivefamilies import games
from fivefamilies.core import kernels
from fivefamilies.core.batch import Batch
from fivefamilies.core.contract import Title
from fivefamilies.lab.bench import rate
from fivefamilies.lab.mass import check_request, play_checked


def raw(title: Title) -> Callable[[int], int]:
    """The loop of mass play, compiled whole; returns games played."""
    options = title.encode(title.settle())
    chosen = check_request(title, title.usual_seats, options, 50, [kernels.RANDOM] * title.usual_seats)

    def play(seed: int) -> int:
        return len(play_checked(title, title.usual_seats, options, 50, seed + 1, chosen).lengths)

    return play


def stepped(title: Title, n: int, sees: bool) -> Callable[[int], int]:
    """A batch that is stepped for ever, with or without the observations and masks that learning needs."""
    batch = Batch(title, n=n, seed=1)

    def play(seed: int) -> int:
        ended = 0
        for _ in range(20):
            if sees:
                batch.observe()
                batch.mask()
            batch.step(batch.sample())
            ended += int(batch.done.sum())
            batch.reset(batch.done)
        return ended

    for _ in range(max(1, 2000 // n)):  # until games of all ages are in it
        play(0)
    return play


def main(n: int = 1024, pairs: int = 7) -> None:
    print("| title | raw loop | batch | ratio | with observations and masks | ratio |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for slug in games.TITLES:
        title = games.title(slug)
        sides = [raw(title), stepped(title, n, False), stepped(title, n, True)]
        for play in sides:
            play(0)
        rates = [[rate(play) for play in sides] for _ in range(pairs)]
        loop, bare, seeing = (statistics.median(row[side] for row in rates) for side in range(3))
        ratios = [statistics.median(row[side] / row[0] for row in rates) for side in (1, 2)]
        print(f"| {slug} | {loop:,.0f} | {bare:,.0f} | {ratios[0]:.2f} | {seeing:,.0f} | {ratios[1]:.2f} |", flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
