"""What time it is, for players' clocks and absences: by the calendar, but a calendar that never jumps.

A machine's clock may be set while games are played: by hand, by NTP after a long sleep, by a machine that wakes up. Nobody
loses his time, his chair or his ban by that: this calendar goes on as evenly as the processor's own, and catches up slowly.
"""

import time

SLEW = 0.01  # seconds that it may be set right in each second


class Almanac:
    """A calendar that goes on evenly."""

    def __init__(self) -> None:
        self.looked = time.monotonic()
        self.offset = time.time() - self.looked

    def now(self) -> float:
        """Seconds since 1970, never less than a moment ago."""
        looked = time.monotonic()
        most = SLEW * (looked - self.looked)
        off = time.time() - looked - self.offset
        self.offset += max(-most, min(off, most))
        self.looked = looked
        return looked + self.offset


now = Almanac().now
