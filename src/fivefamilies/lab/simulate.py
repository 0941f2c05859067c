"""Many games between bots: who wins from which seat, how long it takes, how fast it goes."""

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from fivefamilies import bots, games
from fivefamilies.core.contract import Title, Value
from fivefamilies.core.match import Match
from fivefamilies.core.record import wrap
from fivefamilies.lab.mass import play_many

BATCH = 200


@dataclass
class Share:
    """A share of wins with its 95 % interval (Wilson)."""

    games: int
    wins: float

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.games:
            return 0.0, 1.0
        z, n, p = 1.96, self.games, self.share
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    def row(self) -> dict[str, float]:
        low, high = self.interval
        return {"games": self.games, "wins": self.wins, "share": self.share, "low": low, "high": high}


def win_shares(payoffs: np.ndarray) -> np.ndarray:
    """Per game and seat the part of the victory: 1 alone, a half for two who share it, 0 for all if nobody wins."""
    best = payoffs.max(axis=1, keepdims=True)
    first = (payoffs == best) & (best > -1)
    return first / np.maximum(1, first.sum(axis=1, keepdims=True))


def simulate(
    title: Title,
    seats: int,
    lineup: list[str],
    number: int,
    options: Mapping[str, Value] | None = None,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Play `number` games; the bots of the line-up move one seat on after each share of the games, so all sit everywhere."""
    settled = title.settle(options)
    rotations = seats if len(set(lineup)) > 1 else 1
    began = time.perf_counter()
    payoffs, points, lengths, seatings, reached = [], [], [], [], []
    for turn in range(rotations):
        size = number // rotations + (turn < number % rotations)
        seating = [lineup[(seat - turn) % seats] for seat in range(seats)]
        if size == 0:
            continue
        played = play_lineup(title, seats, seating, size, settled, seed * 101 + turn, workers, progress)
        payoffs.append(played[0])
        points.append(played[1])
        lengths.append(played[2])
        reached += played[3]
        seatings += [seating] * size
    seconds = time.perf_counter() - began
    all_payoffs, all_points, all_lengths = (np.concatenate(parts) for parts in (payoffs, points, lengths))
    found = report(title, seats, lineup, all_payoffs, all_points, all_lengths, seatings, seconds)
    for row in found["bots"]:
        row["milestones"] = milestone_shares(reached, seatings, row["bot"])
    return found


def milestones_of(title: Title, states: Iterable[Any]) -> list[Mapping[str, Sequence[bool]]]:
    """What the title counts at the end of each game."""
    return [title.milestones(wrap(state)) for state in states] if title.milestones else []


def milestone_shares(reached: list[Mapping[str, Sequence[bool]]], seatings: list[list[str]], bot: str) -> dict[str, float]:
    """How often a bot reached each milestone."""
    counts: dict[str, list[bool]] = {}
    for milestones, seating in zip(reached, seatings, strict=bool(reached)):
        for name, seats in milestones.items():
            counts.setdefault(name, []).extend(bool(seats[seat]) for seat in range(len(seating)) if seating[seat] == bot)
    return {name: sum(values) / len(values) for name, values in counts.items() if values}


def play_lineup(
    title: Title, seats: int, seating: list[str], size: int, settled: Mapping[str, Value], seed: int,
    workers: int | None, progress: Callable[[int], None] | None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[Mapping[str, Sequence[bool]]]]:  # fmt: skip
    """Games of one seating, compiled if all bots are, else in processes."""
    if all(name in bots.POLICIES for name in seating):
        policies = [bots.POLICIES[name] for name in seating]
        played = play_many(title, seats, title.encode(settled), size, seed, policies, workers, BATCH, progress)
        return played.payoffs, played.points, played.lengths, milestones_of(title, played.states)
    results = []
    with ProcessPoolExecutor(workers or os.cpu_count() or 1) as pool:
        jobs = [pool.submit(play_one, title.slug, seats, dict(settled), seating, f"{seed}/{game}") for game in range(size)]
        for job in as_completed(jobs):
            results.append(job.result())
            if progress:
                progress(1)
    results.sort(key=lambda result: result[3])
    payoffs, points, lengths, _, reached = zip(*results, strict=True)
    return np.array(payoffs), np.array(points), np.array(lengths), [found for found in reached if found is not None]


def play_one(slug: str, seats: int, options: dict[str, Value], seating: list[str], seed: str) -> tuple[Any, ...]:
    """One game between any bots, through what each seat may know."""
    match = Match(games.title(slug), seats, options, seed=seed)
    players = [bots.bot(name, trusted=True) for name in seating]
    while not match.is_over:
        seat = match.actor
        match.play(players[seat].choose(match.seen(seat, seed=len(match.played) * 64 + seat)))
    result = match.result
    assert result is not None
    reached = match.title.milestones(match.state) if match.title.milestones else None
    return result.payoffs, result.points, len(match.played), seed, reached


def report(
    title: Title, seats: int, lineup: list[str], payoffs: np.ndarray, points: np.ndarray, lengths: np.ndarray,
    seatings: list[list[str]], seconds: float,
) -> dict[str, Any]:  # fmt: skip
    """What the games say, as `families simulate --json` prints it."""
    wins = win_shares(payoffs)
    sitting = np.array(seatings)
    by_bot = []
    for name in dict.fromkeys(lineup):
        where = sitting == name
        share = Share(int(where.sum()), float(wins[where].sum()))
        by_bot.append({
            "bot": name, **share.row(),
            "fair_share": 1 / seats, "payoff": float(payoffs[where].mean()), "points": float(points[where].mean()),
        })  # fmt: skip
    return {
        "title": title.slug,
        "seats": seats,
        "games": len(lengths),
        "bots": by_bot,
        "by_seat": [
            {"seat": seat, **Share(len(lengths), float(wins[:, seat].sum())).row()} for seat in range(seats)
        ],
        "nobody_wins": float((wins.sum(axis=1) == 0).mean()),
        "length": {
            "mean": float(lengths.mean()), "median": float(np.median(lengths)), "longest": int(lengths.max()),
        },
        "seconds": seconds,
        "moves_per_second": float(lengths.sum() / seconds),
    }  # fmt: skip
