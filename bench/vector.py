"""Steps a second of a batch on several threads, beside PettingZoo: `python bench/vector.py [title] [n] [threads] [pairs]`.

Four seats (or the nearest count), random legal actions, games that begin anew; masks are made in every step. The peer is
PettingZoo's `connect_four_v3` where it is installed, in alternating slices. Rates are by the clock and by CPU second: on a busy
machine only the second says something.
"""

import statistics
import sys
import time
from collections.abc import Callable

import fivefamilies as ff

SLICE = 0.5  # seconds of CPU


def stepped(slug: str, n: int, threads: int, sees: bool) -> Callable[[], int]:
    games = ff.batch(slug, n=n, seed=1, auto_reset=True, threads=threads)

    def play() -> int:
        for _ in range(10):
            if sees:
                games.observe()
            games.mask()
            games.step(games.sample())
        return 10 * n

    return play


def connect_four() -> Callable[[], int] | None:
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        return None
    env = connect_four_v3.env()

    def play() -> int:
        env.reset()
        steps = 0
        for agent in env.agent_iter():
            seen, _, is_over, is_cut, _ = env.last()
            env.step(None if is_over or is_cut else env.action_space(agent).sample(seen["action_mask"]))
            steps += 1
        return steps - 2

    return play


def rates(play: Callable[[], int]) -> tuple[float, float]:
    """Steps by second of the clock, and of CPU."""
    wall, cpu, steps = time.perf_counter(), time.process_time(), 0
    while time.process_time() - cpu < SLICE:
        steps += play()
    return steps / (time.perf_counter() - wall), steps / (time.process_time() - cpu)


def main(slug: str = "family_business", n: str = "4096", threads: str = "2", pairs: str = "5") -> None:
    sides = {
        "with masks": stepped(slug, int(n), int(threads), False), "with observations": stepped(slug, int(n), int(threads), True),
    }  # fmt: skip
    peer = connect_four()
    if peer is not None:
        sides["pettingzoo connect_four_v3"] = peer
    for play in sides.values():
        play()
    found = [{name: rates(play) for name, play in sides.items()} for _ in range(int(pairs))]
    print(f"{slug}, {n} games, {threads} threads, medians of {pairs}")
    for name in sides:
        wall, cpu = (statistics.median(row[name][which] for row in found) for which in (0, 1))
        print(f"  {name}: {wall:,.0f} steps a second by the clock, {cpu:,.0f} a CPU second")
    if peer is not None:
        ratio = statistics.median(row["with masks"][1] / row["pettingzoo connect_four_v3"][1] for row in found)
        print(f"  times connect_four_v3, by CPU second: {ratio:,.0f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
