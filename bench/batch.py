"""What stepping many games together costs beside the raw loop of mass play: `python bench/batch.py [n] [pairs]`.

Both play uniformly random games with four seats (or the nearest count) on one core, in alternating slices of CPU time. Figures
are million decisions a second, chance played on the way; ratios are medians of the paired slices.
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


def raw(title: Title, decisions: float) -> Callable[[int], int]:
    """The loop of mass play, compiled whole; returns decisions made, of which a game has so many."""
    options = title.encode(title.settle())
    chosen = check_request(title, title.usual_seats, options, 50, [kernels.RANDOM] * title.usual_seats)

    def play(seed: int) -> int:
        return round(decisions * len(play_checked(title, title.usual_seats, options, 50, seed + 1, chosen).lengths))

    return play


def stepped(title: Title, n: int, sees: bool) -> Callable[[int], int]:
    """A batch that is stepped for ever, with or without the observations and masks that learning needs."""
    batch = Batch(title, n=n, seed=1)

    def play(seed: int) -> int:
        for _ in range(20):
            if sees:
                batch.observe()
                batch.mask()
            batch.step(batch.sample())
            batch.reset(batch.done)
        return 20 * n

    return play


def decisions_of_a_game(title: Title) -> float:
    """How many decisions a random game has."""
    batch = Batch(title, n=2000, seed=2)
    while not batch.done.all():
        batch.step(batch.sample())
    return float(batch.lengths.mean())


def main(n: int = 1024, pairs: int = 7) -> None:
    print("| title | raw loop | batch | ratio | with observations and masks | ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for slug in games.TITLES:
        title = games.title(slug)
        sides = [raw(title, decisions_of_a_game(title)), stepped(title, n, False), stepped(title, n, True)]
        for play in sides:
            play(0)
        rates = [[rate(play) / 1e6 for play in sides] for _ in range(pairs)]
        loop, bare, seeing = (statistics.median(row[side] for row in rates) for side in range(3))
        ratios = [statistics.median(row[side] / row[0] for row in rates) for side in (1, 2)]
        print(f"| {slug} | {loop:.2f} | {bare:.2f} | {ratios[0]:.2f} | {seeing:.2f} | {ratios[1]:.2f} |", flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
