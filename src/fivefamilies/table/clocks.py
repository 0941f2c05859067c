"""Clocks: off, so many seconds a move, or a bank with an increment. A clock stands while its player is away."""

import time
from dataclasses import dataclass, field
from typing import Any

MODES = ("off", "move", "bank")
SECONDS = {"off": 0, "move": 60, "bank": 600}


@dataclass
class Clock:
    """The time of every seat."""

    mode: str = "off"
    seconds: float = 0.0
    extra: float = 0.0
    left: list[float] = field(default_factory=list)
    running: int | None = None  # the seat whose time passes
    since: float = 0.0

    @classmethod
    def of(cls, settings: dict[str, Any], seats: int) -> "Clock":
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
        if self.mode == "off" or seat == self.running:
            return
        now = time.monotonic()
        if self.running is not None:
            self.left[self.running] = max(0.0, self.remaining(self.running, now))
        self.running, self.since = seat, now

    def moved(self, seat: int) -> None:
        """A decision was made: a new move has its whole time, a bank gets its increment."""
        if self.mode == "off":
            return
        self.run(None)
        self.left[seat] = self.seconds if self.mode == "move" else self.left[seat] + self.extra

    def is_up(self) -> bool:
        """Has the one to move no time left?"""
        return self.mode != "off" and self.running is not None and self.remaining(self.running) <= 0

    def snapshot(self) -> list[float] | None:
        """The times as the ledger keeps them."""
        return None if self.mode == "off" else [round(self.remaining(seat), 2) for seat in range(len(self.left))]

    def restore(self, left: list[float] | None) -> None:
        if left and self.mode != "off":
            self.left, self.running = list(left), None
