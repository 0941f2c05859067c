"""How fast the search is: simulated moves a second, guesses, tree and play-outs included, beside OpenSpiel's C++ ISMCTS.

    python bench/search.py [--json] [--rounds 10]

Both sides alternate in slices on one core, measured in CPU time; a simulated move of OpenSpiel is a step of `hearts` from the
first real decision to the end (guessed by its own resampling), counted by playing on at random from the same position. The rows
"by the clock" show what one and two threads do in the same time on the wall: with two idle cores, two do twice as much.
"""

import argparse
import json
import random
import statistics
import time
from importlib import metadata

import fivefamilies as ff
from fivefamilies.bots.search import Search
from fivefamilies.core.match import Match

SIMULATIONS, LONG = 3000, 20_000
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
    bot = Search(f"{LONG * threads}:threads={threads}")
    seen = match.seen(match.actor)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows: dict[str, list[tuple[float, float]]] = {}
    try:
        peer_name = f"open_spiel {metadata.version('open_spiel')} hearts, C++ ISMCTS"
    except metadata.PackageNotFoundError:
        peer_name = ""
    for _ in range(given.rounds):
        for slug in ff.titles():
            seats = min(ff.title(slug).seats, key=lambda n: abs(n - 4))
            for label, settings in (("", ""), (", to the end", ":horizon=0")):
                rows.setdefault(f"{slug}, {seats} seats{label}", []).append(ours(slug, seats, settings))
            for threads in (1, 2):
                name = f"{slug}, {seats} seats, {threads} threads by the clock"
                rows.setdefault(name, []).append(by_the_clock(slug, seats, threads))
        if peer_name:
            rows.setdefault(peer_name, []).append(peer())
    result = {
        name: {key: statistics.median(pair[place] for pair in found) for place, key in enumerate(UNITS)}
        for name, found in rows.items()
    }
    if given.json:
        print(json.dumps(result))
        return
    for name, row in result.items():
        print(f"{name:<60}{row['moves_per_second']:>14,.0f} moves/s{row['simulations_per_second']:>12,.0f} simulations/s")


if __name__ == "__main__":
    main()
