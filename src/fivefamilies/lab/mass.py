"""Mass play: many games of one title in compiled code, on all cores."""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

import numpy as np

from fivefamilies.core import kernels
from fivefamilies.core.chance import generator
from fivefamilies.core.contract import Setting, Title, is_whole
from fivefamilies.core.errors import BadOption
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.policies import Minds, Policy, minds
from fivefamilies.lab.workers import crew


@dataclass
class Games:
    """The outcome of mass play: payoffs and points per game and seat, lengths in moves, and the moves if they were taped."""

    payoffs: np.ndarray
    points: np.ndarray
    lengths: np.ndarray
    tape: np.ndarray
    seconds: float
    states: np.ndarray  # the final positions

    @property
    def moves(self) -> int:
        return int(self.lengths.sum())


MOST_GAMES = 10_000_000  # at once: their last positions are kept in memory


def check_request(
    title: Title, seats: int, options: Setting, games: int, policies: Sequence[Policy], taped: int = 0
) -> Minds:  # fmt: skip
    """Raise unless compiled code can be trusted with this; returns how the seats play."""
    title.check_setting(seats, options)
    chosen = minds(title, seats, policies)
    if not is_whole(games) or not 1 <= games <= MOST_GAMES or not is_whole(taped) or not 0 <= taped * games < 2**31:
        raise BadOption("{n} games; from 1 to {most} can be played at once", n=games, most=MOST_GAMES)
    return chosen


def play_batch(
    title: Title, seats: int, options: Setting, games: int, seed: int, policies: Sequence[Policy], taped: int = 0
) -> Games:
    """Play games one after another on this thread."""
    chosen = check_request(title, seats, options, games, policies, taped)
    return play_checked(title, seats, options, games, seed, chosen, taped)


def play_checked(title: Title, seats: int, options: Setting, games: int, seed: int, chosen: Minds, taped: int = 0) -> Games:
    """The same for a request that was checked."""
    run = kernels.entrance(kernels.play_games, "void", kernels.PLAY_VERBS, kernels.PLAY_REST, title)
    states = title.state.array(games)
    tape = np.zeros((games, taped), np.int16)
    results = np.zeros((games, max(title.seats), 2))
    lengths = np.zeros(games, np.int64)
    moves = np.zeros(max(title.moves, title.outcomes) + 1, np.int16)
    weights = np.zeros(title.outcomes + 1, np.int32)
    began = time.perf_counter()
    run(
        chosen.looks, int(title.has_short_cut), states, title.state.array(1), seats, options.options, options.parts,
        chosen.numbers, generator(seed), title.bound, tape, moves, weights, blank_log(0), results, lengths,
    )  # fmt: skip
    return Games(results[:, :seats, 0], results[:, :seats, 1], lengths, tape, time.perf_counter() - began, states)


def play_in_batches(
    title: Title,
    seats: int,
    options: Setting,
    games: int,
    seed: int,
    policies: Sequence[Policy],
    workers: int | None = None,
    batch: int = 200,
    skipped: int = 0,
) -> Iterator[Games]:
    """Play on all cores, as compiled code does not hold the interpreter's lock; what waits is dropped when nobody listens.

    Batches come in their order, a few at a time, so memory does not grow with the games; the first `skipped` are left out.
    """
    chosen = check_request(title, seats, options, games, policies)
    if not is_whole(batch) or not 1 <= batch <= MOST_GAMES:
        raise BadOption("{n} games; from 1 to {most} can be played at once", n=batch, most=MOST_GAMES)
    crowd, batches = crew(workers), iter(range(skipped, -(-games // batch)))
    pool, running = ThreadPoolExecutor(crowd), deque[Future[Games]]()
    try:
        while True:
            for number in islice(batches, 4 * crowd - len(running)):
                size = min(batch, games - number * batch)
                running.append(pool.submit(play_checked, title, seats, options, size, seed_of_batch(seed, number), chosen))
            if not running:
                return
            yield running.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def seed_of_batch(seed: int, number: int) -> int:
    """The seed of a batch of games: it depends on its number and nothing else."""
    return seed * 1_000_003 + number * 7919 + 1


def play_many(
    title: Title,
    seats: int,
    options: Setting,
    games: int,
    seed: int,
    policies: Sequence[Policy],
    workers: int | None = None,
    batch: int = 200,
    progress: Callable[[int], None] | None = None,
) -> Games:
    """Play games on all cores; `workers` do not change the result."""
    began, batches = time.perf_counter(), []
    for played in play_in_batches(title, seats, options, games, seed, policies, workers, batch):
        batches.append(played)
        if progress:
            progress(len(played.lengths))
    return together(batches, time.perf_counter() - began)


def together(batches: Sequence[Games], seconds: float) -> Games:
    """Batches as one; the tapes are left out."""
    return Games(
        np.concatenate([played.payoffs for played in batches]),
        np.concatenate([played.points for played in batches]),
        np.concatenate([played.lengths for played in batches]),
        np.zeros((0, 0), np.int16),
        seconds,
        np.concatenate([played.states for played in batches]),
    )
