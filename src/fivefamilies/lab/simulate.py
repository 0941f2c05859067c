"""Many games between bots: who wins from which seat, how long it takes, how fast it goes."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from fivefamilies import bots
from fivefamilies.bots.lineup import Cast, Given, cast_of
from fivefamilies.bots.playing import play_out
from fivefamilies.core.chance import Promise
from fivefamilies.core.contract import Title, Value, is_whole
from fivefamilies.core.errors import BadOption, Stopped
from fivefamilies.core.match import Match, find_title
from fivefamilies.core.record import wrap
from fivefamilies.lab.luck import Luck, luck
from fivefamilies.lab.mass import MOST_GAMES, play_in_batches
from fivefamilies.lab.workers import HERE, crew, spread

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
        return min(p, max(0.0, middle - reach)), max(p, min(1.0, middle + reach))  # rounding must not leave the share outside

    def row(self) -> dict[str, float]:
        low, high = self.interval
        return {"games": self.games, "wins": self.wins, "share": self.share, "low": low, "high": high}


def win_shares(payoffs: np.ndarray) -> np.ndarray:
    """Per game and seat the part of the victory: 1 alone, a half for two who share it, 0 for all if nobody wins."""
    best = payoffs.max(axis=1, keepdims=True)
    first = (payoffs == best) & (best > -1)
    return first / np.maximum(1, first.sum(axis=1, keepdims=True))


@dataclass
class Part:
    """Some games of one seating: payoffs and points by game and seat, lengths, milestones, and by seat what bots did wrong."""

    turn: int
    first: int  # the number of its first game in this seating
    seating: list[str]
    payoffs: np.ndarray
    points: np.ndarray
    lengths: np.ndarray
    reached: list[Mapping[str, Sequence[bool]]]
    faults: list[list[str]]


def check_number(games: int) -> None:
    """Raise unless so many games can be played."""
    if not is_whole(games) or not 1 <= games <= MOST_GAMES:
        raise BadOption("{n} games; from 1 to {most} can be played at once", n=games, most=MOST_GAMES)


def simulate(
    title: Title | str,
    lineup: Given | Sequence[Given] = "random",
    games: int = 1000,
    options: Mapping[str, Value] | None = None,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    *,
    seats: int | None = None,
    preset: str | None = None,
) -> dict[str, Any]:
    """Many games between bots: names, classes or objects, the last of which fills the seats that are left.

    They move one seat on after each share of the games, so all sit everywhere. Returns what `families simulate --json` prints.
    Ctrl-C raises Stopped, which brings the report of the games that were finished.
    """
    title = find_title(title) if isinstance(title, str) else title
    seats = title.usual_seats if seats is None else seats
    settled, crowd = title.settle_for(seats, options, preset), crew(workers)
    cast = cast_of(lineup, seats)
    check_number(games)
    bots.try_out(cast.names, title, trusted=True, present=cast.given)
    lineup = list(cast.names)
    rotations = seats if len(set(lineup)) > 1 else 1
    parts: list[Part] = []
    began = time.perf_counter()
    try:
        for turn in range(rotations):
            size = games // rotations + (turn < games % rotations)
            for part in play_lineup(title, cast.moved_on(turn), size, settled, seed, turn, crowd) if size else ():
                parts.append(part)
                if progress:
                    progress(len(part.lengths))
    except KeyboardInterrupt as stop:
        if not parts:
            raise
        raise Stopped(report(title, seats, lineup, parts, time.perf_counter() - began)) from stop
    return report(title, seats, lineup, parts, time.perf_counter() - began)


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
    title: Title, cast: Cast, size: int, settled: Mapping[str, Value], seed: int, turn: int, workers: int
) -> Iterator[Part]:
    """Games of one seating, compiled if all bots are, else in processes."""
    seating, seats, first = list(cast.names), len(cast.names), 0
    if all(name in bots.POLICIES and name not in cast.given for name in seating):
        policies = [bots.POLICIES[name] for name in seating]
        batches = play_in_batches(title, seats, title.encode(settled), size, seed * 101 + turn, policies, workers, BATCH)
        for played in batches:
            reached = milestones_of(title, played.states)
            yield Part(turn, first, seating, played.payoffs, played.points, played.lengths, reached, [[] for _ in seating])
            first += len(played.lengths)
        return
    jobs = ((title.slug, settled, seating, turn, game, luck("simulate", seed, f"{turn}/{game}", f"{turn}/{game}"), cast.given)
            for game in range(size))  # fmt: skip
    yield from spread(play_one, jobs, workers if cast.can_travel else HERE)


def play_one(
    slug: str, options: Mapping[str, Value], seating: list[str], turn: int, game: int, fate: Luck,
    given: Mapping[str, Given] | None = None,
) -> Part:  # fmt: skip
    """One game between any bots, through what each seat may know."""
    match = Match(slug, len(seating), options, promise=Promise(fate.cards))
    players = play_out(match, Cast(seating, given or {}), fate.of_bot)
    result = match.result
    assert result is not None
    reached = [match.title.milestones(match.state)] if match.title.milestones else []
    return Part(
        turn, game, seating, np.array([result.payoffs]), np.array([result.points]), np.array([len(match.played)]), reached,
        [player.faults for player in players],
    )  # fmt: skip


def report(title: Title, seats: int, lineup: list[str], parts: list[Part], seconds: float) -> dict[str, Any]:
    """What the games say, as `families simulate --json` prints it."""
    parts = sorted(parts, key=lambda part: (part.turn, part.first))
    payoffs, points = np.concatenate([part.payoffs for part in parts]), np.concatenate([part.points for part in parts])
    lengths = np.concatenate([part.lengths for part in parts])
    seatings = [part.seating for part in parts for _ in part.lengths]
    reached = [milestones for part in parts for milestones in part.reached]
    wins = win_shares(payoffs)
    sitting = np.array(seatings)
    by_bot = []
    for name in dict.fromkeys(lineup):
        where = sitting == name
        share = Share(int(where.sum()), float(wins[where].sum()))
        wrong = [fault for part in parts for player, faults in zip(part.seating, part.faults, strict=True) if player == name
                 for fault in faults]  # fmt: skip
        by_bot.append({
            "bot": name, **share.row(),
            "fair_share": 1 / seats, "payoff": float(payoffs[where].mean()), "points": float(points[where].mean()),
            "milestones": milestone_shares(reached, seatings, name), "faults": len(wrong), "first_faults": wrong[:3],
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
        "faults": sum(row["faults"] for row in by_bot),
    }  # fmt: skip
