"""What the operator sees of a server: how much it is asked, how long that takes, its slowest moves, what went wrong of late.

All of it is bounded and in memory, and none of it knows anything of a game but the table where it happened.
"""

import logging
import time
from collections import deque
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any

from fivefamilies.table.ops import request_id

MINUTE = 60
HOUR = 60  # minutes
ANSWERS = 1000  # the last ones, whose times are kept
SLOWEST = 10  # moves that are kept of each minute
ERRORS = 50  # that are kept
TOLD = 5  # errors and slow moves that other servers are told of


@dataclass(frozen=True)
class SlowMove:
    """A move that took long to commit, or to think of."""

    seconds: float
    at: float
    table: str
    bot: str  # nothing for a person
    was_thought: bool


@dataclass(frozen=True)
class Mishap:
    """Something that the log warns of; how often it happened in a row."""

    at: float
    level: str
    what: str
    error: str  # the kind of exception alone: what it says may tell of a game
    table: str
    request: str
    times: int = 1


class Rate:
    """How often something happens in a second, over the last minute."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.counts = [0] * MINUTE
        self.seconds = [-MINUTE] * MINUTE

    def count(self, times: int = 1) -> None:
        second = int(time.monotonic())
        place = second % MINUTE
        if self.seconds[place] != second:
            self.seconds[place], self.counts[place] = second, 0
        self.counts[place] += times

    def a_second(self) -> float:
        now = time.monotonic()
        recent = sum(count for count, second in zip(self.counts, self.seconds, strict=True) if now - second < MINUTE)
        return round(recent / max(1.0, min(MINUTE, now - self.began)), 2)


class Watch(logging.Handler):
    """Looks on."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.requests, self.moves = Rate(), Rate()
        self.answers: deque[float] = deque(maxlen=ANSWERS)
        self.slow: deque[tuple[int, list[SlowMove]]] = deque(maxlen=HOUR)  # by minute, the slowest first
        self.errors: deque[Mishap] = deque(maxlen=ERRORS)  # the last one first

    def open(self) -> None:
        logging.getLogger("fivefamilies").addHandler(self)

    def close(self) -> None:
        logging.getLogger("fivefamilies").removeHandler(self)
        super().close()

    # ------------------------------------------------------------ what happens

    def answered(self, seconds: float) -> None:
        """A request was answered."""
        self.requests.count()
        self.answers.append(seconds)

    def moved(self, table: str, bot: str, seconds: float, times: int = 1) -> None:
        """A move was asked for and, so much later, committed."""
        self.moves.count(times)
        self.note(table, bot, seconds, False)

    def thought(self, table: str, bot: str, seconds: float) -> None:
        """A bot has thought for so long, its waiting for a place to think included."""
        self.note(table, bot, seconds, True)

    def note(self, table: str, bot: str, seconds: float, was_thought: bool) -> None:
        minute = int(time.monotonic() / MINUTE)
        if not self.slow or self.slow[-1][0] != minute:
            self.slow.append((minute, []))
        kept = self.slow[-1][1]
        if len(kept) < SLOWEST or seconds > kept[-1].seconds:
            kept.append(SlowMove(seconds, time.time(), table, bot, was_thought))
            kept.sort(key=lambda one: -one.seconds)
            del kept[SLOWEST:]

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        table, what = str(getattr(record, "table", "")), record.getMessage()
        last = self.errors[0] if self.errors else None
        if last and (last.what, last.error, last.table) == (what, kind, table):
            self.errors[0] = replace(last, at=record.created, times=last.times + 1, request=request_id.get())
        else:
            self.errors.appendleft(Mishap(record.created, record.levelname.lower(), what, kind, table, request_id.get()))

    # ------------------------------------------------------------ what is asked

    def slowest(self) -> list[SlowMove]:
        """The slowest moves of the last hour."""
        since = time.monotonic() / MINUTE - HOUR
        found = [move for minute, moves in self.slow if minute >= since for move in moves]
        return sorted(found, key=lambda move: -move.seconds)[:SLOWEST]

    def load(self) -> dict[str, float]:
        """Requests and moves a second; the middle answer's time and that of the slowest of a hundred, in milliseconds."""
        times = sorted(self.answers)
        middle, late = (times[len(times) // 2], times[len(times) * 99 // 100]) if times else (0.0, 0.0)
        return {
            "requests_a_second": self.requests.a_second(), "moves_a_second": self.moves.a_second(),
            "p50_ms": round(middle * 1e3, 1), "p99_ms": round(late * 1e3, 1),
        }  # fmt: skip

    def told(self) -> dict[str, Any]:
        """All of it in short, for the other servers."""
        return {
            **self.load(), "slow": [asdict(move) for move in self.slowest()[:TOLD]],
            "errors": [asdict(error) for error in islice(self.errors, TOLD)],
        }  # fmt: skip
