"""How fast the search is: simulated moves a second, guesses, tree and play-outs included, beside OpenSpiel's C++ ISMCTS.

    python bench/search.py [--json] [--rounds 10]

Both sides alternate in slices on one core, measured in CPU time; a simulated move of OpenSpiel is a step of `hearts` from the
first real decision to the end (guessed by its own resampling), counted by playing on at random from the same position. The rows
"by the clock" show what one thread, two threads and, as the limit of the machine, two processes do in the same time on the wall,
thinking for a time as a bot does (a shared number of simulations would end with the slower thread).
"""

import argparse
import json
import random
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import metadata
from multiprocessing import get_context

import fivefamilies as ff
from fivefamilies.bots.search import Search
from fivefamilies.core.match import Match

SIMULATIONS, THOUGHT = 3000, "200ms:wait=1"
ONE, TWO, PROCESSES = ", by the clock", ", 2 threads by the clock", ", 2 processes by the clock"
UNITS = ("moves_per_second", "simulations_per_second")


def ours(slug: str, seats: int, settings: str = "") -> tuple[float, float]:
    """Simulated moves and simulations from the opening, per second of a core's time."""
    match = Match(slug, seats, seed="bench")
    bot = Search(f"{SIMULATIONS}{settings}")
    seen = match.seen(match.actor)
    bot.rate(seen)
    began = time.process_time()
    bot.rate(seen)
    spent = time.process_time() - began
    return bot.simulated / spent, bot.done / spent


def by_the_clock(slug: str, seats: int, threads: int) -> tuple[float, float]:
    """Simulated moves and simulations from the opening, per second on the wall."""
    match = Match(slug, seats, seed="bench")
    bot = Search(f"{THOUGHT}:threads={threads}")
    seen = match.seen(match.actor)
    bot.rate(seen)  # the first time memory is given page by page, and threads wait for it; a bot keeps what it has
    began = time.perf_counter()
    bot.rate(seen)
    spent = time.perf_counter() - began
    return bot.simulated / spent, bot.done / spent


def peer() -> tuple[float, float]:
    """OpenSpiel's C++ ISMCTS on hearts: simulated moves and simulations a second of CPU time."""
    import pyspiel

    game, chooser = pyspiel.load_game("hearts"), random.Random(1)

    def step(state) -> None:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choices(outcomes, weights)[0])
        else:
            state.apply_action(chooser.choice(state.legal_actions()))

    root = game.new_initial_state()
    while root.is_chance_node() or len(root.legal_actions()) < 2:  # a forced move is not thought about
        step(root)
    lengths = []
    for _ in range(50):
        state, count = root.clone(), 0
        while not state.is_terminal():
            step(state)
            count += 1
        lengths.append(count)
    simulations = 4000
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, -1,
                            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)  # fmt: skip
    began = time.process_time()
    bot.step(root)
    rate = simulations / (time.process_time() - began)
    return rate * statistics.mean(lengths), rate


class Pair:
    """Two processes that search at the same time: what the machine has to give to two threads."""

    def __init__(self) -> None:
        self.pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"))

    def rate(self, slug: str, seats: int) -> tuple[float, float]:
        """What both do together, per second on the wall."""
        both = [self.pool.submit(by_the_clock, slug, seats, 1) for _ in range(2)]
        moves, simulations = zip(*(one.result() for one in both), strict=True)
        return sum(moves), sum(simulations)


Rows = dict[str, list[tuple[float, float]]]


def measured(rounds: int, titles: list[str], peer_name: str) -> Rows:
    """All rows, in turns."""
    rows: Rows = {}
    pair = Pair()
    for number in range(rounds + 1):
        for slug in titles:
            seats = four_or_so(slug)
            found = {
                "": ours(slug, seats), ", to the end": ours(slug, seats, ":horizon=0"),
                ONE: by_the_clock(slug, seats, 1), TWO: by_the_clock(slug, seats, 2), PROCESSES: pair.rate(slug, seats),
            }  # fmt: skip
            for label, rate in found.items() if number else ():  # the first round warms up
                rows.setdefault(f"{slug}, {seats} seats{label}", []).append(rate)
        if peer_name and number:
            rows.setdefault(peer_name, []).append(peer())
    return rows


def four_or_so(slug: str) -> int:
    return min(ff.title(slug).seats, key=lambda n: abs(n - 4))


def times(rows: Rows, one: str, other: str) -> str:
    """The ratio of simulated moves, pair by pair."""
    ratios = sorted(a[0] / b[0] for a, b in zip(rows[one], rows[other], strict=True))
    return f"{statistics.median(ratios):.2f} [{ratios[0]:.2f} to {ratios[-1]:.2f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--titles", nargs="*", default=ff.titles())
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    try:
        peer_name = f"open_spiel {metadata.version('open_spiel')} hearts, C++ ISMCTS"
    except metadata.PackageNotFoundError:
        peer_name = ""
    rows = measured(given.rounds, given.titles, peer_name)
    result = {
        name: {key: statistics.median(pair[place] for pair in found) for place, key in enumerate(UNITS)}
        for name, found in rows.items()
    }
    if given.json:
        print(json.dumps(result))
        return
    for name, row in result.items():
        print(f"{name:<60}{row['moves_per_second']:>14,.0f} moves/s{row['simulations_per_second']:>12,.0f} simulations/s")
    for slug in given.titles:
        name = f"{slug}, {four_or_so(slug)} seats"
        print(f"{name}: two threads do {times(rows, name + TWO, name + ONE)} times what one does; "
              f"two processes {times(rows, name + PROCESSES, name + ONE)}")  # fmt: skip
        if peer_name:
            print(f"{name}: {times(rows, name, peer_name)} times the simulated moves of {peer_name}")


if __name__ == "__main__":
    main()
