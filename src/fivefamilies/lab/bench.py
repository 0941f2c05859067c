"""How fast the rules are, beside the best known peer in the same run.

Both sides alternate in short slices on one core and are measured in CPU time; the ratio is the median of the paired slices.
"""

import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import metadata
from typing import TYPE_CHECKING, Any

from fivefamilies import games
from fivefamilies.core import kernels
from fivefamilies.core.contract import Title
from fivefamilies.core.errors import Stopped
from fivefamilies.lab.mass import check_request, play_checked

if TYPE_CHECKING:
    import pyspiel

SLICE = 0.4  # seconds
PAIRS = 20
PEER_GAME = "crazy_eights"


def rate(play: Callable[[int], int], seconds: float = SLICE) -> float:
    """Moves per CPU second of `play(seed)`, which returns how many moves it made."""
    began = time.process_time()
    moves = seed = 0
    while time.process_time() - began < seconds:
        moves += play(seed)
        seed += 1
    return moves / (time.process_time() - began)


def random_play(title: Title, seats: int) -> Callable[[int], int]:
    """Uniformly random legal play to the end, chance moves counted, in compiled code."""
    options = title.encode(title.settle())
    chosen = check_request(title, seats, options, 50, [kernels.RANDOM] * seats)

    def play(seed: int) -> int:
        return play_checked(title, seats, options, 50, seed + 1, chosen).moves

    play(0)
    return play


def compile_seconds(slug: str) -> float:
    """A cold compilation of a title: a fresh process with an empty cache."""
    code = (
        "import time; t = time.perf_counter(); import fivefamilies as ff; from fivefamilies.core import kernels; "
        f"kernels.compile_title(ff.title({slug!r})); print(time.perf_counter() - t)"
    )
    with tempfile.TemporaryDirectory() as empty:
        env = {**os.environ, "FIVEFAMILIES_CACHE": empty}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return float(done.stdout)


def step_at_random(state: "pyspiel.State", chooser: random.Random) -> None:
    """One move of a state of open_spiel: chance by its weights, players uniformly."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chooser.choices(actions, weights)[0])
    else:
        state.apply_action(chooser.choice(state.legal_actions()))


def play_out(state: "pyspiel.State", chooser: random.Random) -> int:
    """Random play to the end; returns how many moves were made."""
    steps = 0
    while not state.is_terminal():
        step_at_random(state, chooser)
        steps += 1
    return steps


def spiel_python() -> Callable[[int], int]:
    """open_spiel's Python API at uniformly random play, chance counted."""
    import pyspiel

    game = pyspiel.load_game(PEER_GAME)

    def play(seed: int) -> int:
        return play_out(game.new_initial_state(), random.Random(seed))

    return play


def spiel_rollouts() -> Callable[[int], int]:
    """open_spiel's C++ random rollouts of the same game, driven by its C++ search bot; steps from the mean of the Python side."""
    import pyspiel

    game = pyspiel.load_game(PEER_GAME)
    chooser = random.Random(5)
    root = game.new_initial_state()
    while root.is_chance_node():
        step_at_random(root, chooser)
    mean = statistics.mean(play_out(root.clone(), chooser) for _ in range(300))
    rollouts = 500

    def play(seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
        pyspiel.MCTSBot(game, evaluator, 1.4, 2, 1000, False, seed, False).mcts_search(root)
        return int(2 * rollouts * mean)

    return play


def peers() -> dict[str, Callable[[int], int]]:
    """The peers whose package is installed."""
    try:
        version = metadata.version("open_spiel")
        return {
            f"open_spiel {version} {PEER_GAME}, Python API": spiel_python(),
            f"open_spiel {version} {PEER_GAME}, C++ rollouts": spiel_rollouts(),
        }
    except (metadata.PackageNotFoundError, ImportError):
        return {}


def bench(
    titles: list[str], pairs: int = PAIRS, cold: bool = True, progress: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Measure the titles and, interleaved with them, the peers."""
    tell = progress or (lambda what: None)
    result: dict[str, Any] = {
        "versions": {name: metadata.version(name) for name in ("numba", "numpy", "llvmlite")},
        "python": platform.python_version(),
        "cpu": cpu_name(),
        "titles": {},
        "peers": {},
    }
    rivals = peers()
    rates: dict[str, list[float]] = {name: [] for name in rivals}
    try:
        for slug in titles:
            tell(slug)
            result["titles"][slug] = measure(games.title(slug), pairs, cold, rivals, rates)
    except KeyboardInterrupt as stop:
        raise Stopped(with_peers(result, rates)) from stop
    return with_peers(result, rates)


def with_peers(result: dict[str, object], rates: dict[str, list[float]]) -> dict[str, object]:
    """The report with the peers' own speeds."""
    result["peers"] = {name: {"moves_per_second": statistics.median(values)} for name, values in rates.items() if values}
    return result


def measure(
    title: Title, pairs: int, cold: bool, rivals: dict[str, Callable[[int], int]], rates: dict[str, list[float]]
) -> dict[str, object]:
    """One title, in slices that alternate with those of its rivals."""
    seats = title.usual_seats
    kernels.compile_title(title)
    play = random_play(title, seats)
    own: list[float] = []
    ratios: dict[str, list[float]] = {name: [] for name in rivals}
    for _ in range(pairs):
        own.append(rate(play))
        for name, rival in rivals.items():
            rates[name].append(rate(rival))
            ratios[name].append(own[-1] / rates[name][-1])
    return {
        "seats": seats,
        "moves_per_second": statistics.median(own),
        "record_bytes": title.state.dtype.itemsize,
        "compile_seconds": compile_seconds(title.slug) if cold else None,
        "ratios": {name: quantiles(values) for name, values in ratios.items()},
    }


def quantiles(values: list[float]) -> dict[str, float]:
    """Median, 10th and 90th percentile of the paired ratios."""
    ordered = sorted(values)
    return {
        "median": statistics.median(ordered),
        "p10": ordered[len(ordered) // 10],
        "p90": ordered[-1 - len(ordered) // 10],
    }


def cpu_name() -> str:
    from llvmlite import binding

    return f"{binding.get_host_cpu_name()}, {os.cpu_count()} cores"
