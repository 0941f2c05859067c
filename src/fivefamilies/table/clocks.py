"""Clocks: off, so many seconds a move, or a bank with an increment. A clock stands while its player is away, for as
long as the others have to wait before they may vote; after that it goes on. Bots take their time too: see `Pace`."""

import time
from collections import deque
from dataclasses import dataclass, field, replace

from fivefamilies.core.words import Words
from fivefamilies.table import almanac
from fivefamilies.table.schema import Row

TIME_UP = ", time up"  # after the name of a bot that moved because a player's clock had run out
MODES = ("off", "move", "bank")
SECONDS = {"off": 0, "move": 60, "bank": 600}
SLOWEST = 3.0  # seconds that a bot's longest thought counts for its pace
MEMORY = 120.0  # seconds for which it does


@dataclass
class Clock:
    """The time of every seat."""

    mode: str = "off"
    seconds: float = 0.0
    extra: float = 0.0
    left: list[float] = field(default_factory=list)
    running: int | None = None  # the seat whose time passes
    since: float = 0.0
    began: float | None = None  # by the calendar, when the time began to pass that is let pass next; now if it is not said

    @classmethod
    def of(cls, settings: Row, seats: int) -> "Clock":
        """The clock that a table's settings ask for."""
        seconds = float(settings.get("clock_seconds", 0))
        mode = settings.get("clock", "off")
        return cls(mode, seconds, float(settings.get("clock_extra", 0)), [seconds] * seats)

    def remaining(self, seat: int, now: float | None = None) -> float:
        """Seconds that a seat has."""
        passed = (now or time.monotonic()) - self.since if self.running == seat else 0.0
        return self.left[seat] - passed

    def run(self, seat: int | None) -> None:
        """Let the time of `seat` pass, or of nobody."""
        if seat is None:
            self.began = None
        if self.mode == "off" or seat == self.running:
            return
        now = time.monotonic()
        if self.running is not None:
            self.left[self.running] = max(0.0, self.remaining(self.running, now))
        self.running, self.since = seat, now
        if seat is not None and self.began is not None:
            self.since -= max(0.0, almanac.now() - self.began)
            self.began = None

    def moved(self, seat: int) -> None:
        """A decision was made: a new move has its whole time, a bank gets its increment."""
        if self.mode == "off":
            return
        self.run(None)
        self.left[seat] = self.seconds if self.mode == "move" else self.left[seat] + self.extra

    def is_up(self) -> bool:
        """Has the one to move no time left?"""
        return self.mode != "off" and self.running is not None and self.remaining(self.running) <= 0

    def copy(self) -> "Clock":
        """The same clock, to see what a move would make of it."""
        return replace(self, left=list(self.left))

    def snapshot(self) -> list[float] | None:
        """The times as the ledger keeps them."""
        return None if self.mode == "off" else [round(self.remaining(seat), 2) for seat in range(len(self.left))]

    def restore(self, left: list[float] | None) -> None:
        if left and self.mode != "off":
            self.left, self.running, self.began = list(left), None, None


class Pace:
    """How long a bot takes for any move: as long as it needed at most of late, so that a forced move looks like a hard one.

    What was slow once is forgotten after a while."""

    def __init__(self, least: float) -> None:
        self.least = least
        self.thoughts: dict[str, deque[tuple[float, float]]] = {}  # by bot: when and how long, each longer than all later ones

    def of(self, bot: str, thought: float) -> float:
        """The seconds for a move that took this long to think of."""
        now, thoughts = time.monotonic(), self.thoughts.setdefault(bot, deque())
        while thoughts and thoughts[0][0] < now - MEMORY:
            thoughts.popleft()
        while thoughts and thoughts[-1][1] <= thought:
            thoughts.pop()
        thoughts.append((now, min(thought, SLOWEST)))
        return max(self.least, thoughts[0][1])


def understudy_line(by: str, name: str, say: Words) -> str | None:
    """What the log says if a bot moved for a player whose time was up, or for a bot that did not answer: "greedy for don"."""
    if name:
        return say("The clock of {name} has run out; a bot makes the move", name=name)
    other, is_for, bot = by.partition(" for ")
    return say("{bot} does not answer; {other} moves for it", bot=bot, other=other) if is_for else None
