"""What many games say, counted as they come: memory does not grow with their number."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from fivefamilies.core.contract import Title

FIRST_FAULTS = 3
# Sums are kept in whole parts of one, so they are the same in whatever order games come.
WIN_PARTS = 2520  # a victory is shared by at most ten
PAYOFF_PARTS = 2**30
POINT_PARTS = 2**10


def whole(numbers: np.ndarray, parts: int) -> int:
    """The sum of numbers, in whole parts of one."""
    return int(np.rint(numbers * parts).astype(np.int64).sum())


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
    """Per game and seat the share of the victory: 1 alone, a half for two who share it, 0 for all if nobody wins."""
    best = payoffs.max(axis=1, keepdims=True)
    first = (payoffs == best) & (best > -1)
    return first / np.maximum(1, first.sum(axis=1, keepdims=True))


@dataclass
class Stretch:
    """Some games of one seating: payoffs and points by game and seat, lengths, milestones, and by seat what bots did wrong."""

    turn: int
    first: int  # the number of its first game in this seating
    seating: list[str]
    payoffs: np.ndarray
    points: np.ndarray
    lengths: np.ndarray
    reached: list[Mapping[str, Sequence[bool]]]
    faults: list[list[str]]

    def __len__(self) -> int:
        return len(self.lengths)


@dataclass
class Record:
    """What one bot did in all its games."""

    games: int = 0
    wins: int = 0  # in WIN_PARTS
    payoff: int = 0  # in PAYOFF_PARTS
    points: int = 0  # in POINT_PARTS
    reached: Counter = field(default_factory=Counter)
    asked: Counter = field(default_factory=Counter)  # how often each milestone could have been reached
    faults: int = 0
    first_faults: list[str] = field(default_factory=list)


class Tally:
    """Adds games up: the same games give the same numbers to the last bit, whoever played them when."""

    def __init__(self, title: Title, seats: int, lineup: Sequence[str]) -> None:
        self.title, self.seats = title, seats
        self.bots = {name: Record() for name in dict.fromkeys(lineup)}
        self.wins = [0] * seats
        self.lengths = np.zeros(1, np.int64)  # how many games were so long
        self.games = self.without_winner = 0

    def add(self, stretch: Stretch) -> None:
        """Some more games."""
        wins, n = win_shares(stretch.payoffs), len(stretch)
        self.games += n
        self.without_winner += int((wins.sum(axis=1) == 0).sum())
        counts = np.bincount(stretch.lengths, minlength=len(self.lengths))
        counts[: len(self.lengths)] += self.lengths
        self.lengths = counts
        for seat, name in enumerate(stretch.seating):
            record = self.bots[name]
            record.games += n
            self.wins[seat] += (won := whole(wins[:, seat], WIN_PARTS))
            record.wins += won
            record.payoff += whole(stretch.payoffs[:, seat], PAYOFF_PARTS)
            record.points += whole(stretch.points[:, seat], POINT_PARTS)
            record.faults += len(stretch.faults[seat])
            record.first_faults += stretch.faults[seat][: FIRST_FAULTS - len(record.first_faults)]
            for milestones in stretch.reached:
                for milestone, seats in milestones.items():
                    record.reached[milestone] += bool(seats[seat])
                    record.asked[milestone] += 1

    def median(self) -> float:
        """The length in the middle, or between the two in the middle."""
        upto = np.cumsum(self.lengths)
        low, high = (int(np.searchsorted(upto, place, side="right")) for place in ((self.games - 1) // 2, self.games // 2))
        return (low + high) / 2

    def report(self, seconds: float) -> dict[str, object]:
        """What the games say, as `families simulate --json` prints it."""
        moves = int((self.lengths * np.arange(len(self.lengths))).sum())
        return {
            "title": self.title.slug, "seats": self.seats, "games": self.games,
            "bots": list(self._by_bot()),
            "by_seat": [{"seat": seat, **Share(self.games, self.wins[seat] / WIN_PARTS).row()} for seat in range(self.seats)],
            "nobody_wins": self.without_winner / self.games,
            "length": {"mean": moves / self.games, "median": self.median(), "longest": int(np.flatnonzero(self.lengths)[-1])},
            "seconds": seconds, "moves_per_second": moves / seconds,
            "faults": sum(record.faults for record in self.bots.values()),
        }  # fmt: skip

    def _by_bot(self) -> Iterator[dict[str, object]]:
        for name, record in self.bots.items():
            games = max(1, record.games)
            yield {
                "bot": name, **Share(record.games, record.wins / WIN_PARTS).row(), "fair_share": 1 / self.seats,
                "payoff": record.payoff / PAYOFF_PARTS / games, "points": record.points / POINT_PARTS / games,
                "milestones": {key: record.reached[key] / record.asked[key] for key in record.asked},
                "faults": record.faults, "first_faults": record.first_faults,
            }  # fmt: skip
