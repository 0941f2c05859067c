"""How much one guest and one address may ask of the house: requests, frames, open lines, new tables.

A guest counts by himself if his cookie is signed by us, a program if its token is that of a chair. Everybody else, whatever he
sends, counts as the address that he comes from; and all who come from there count together, with room for a club.
"""

import time
from collections import Counter
from dataclasses import dataclass

from limits import RateLimitItemPerHour, RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter

from fivefamilies.core.errors import Refused
from fivefamilies.core.words import sentence
from fivefamilies.table.config import Config

STRANGERS, ADDRESS = 2, 10  # strangers of an address together may ask as much as two guests, all who come from it as ten
LINES = 20  # open pages of one guest, or lines of one program
FRAMES = 60  # in WINDOW seconds, over one line
WINDOW = 3
MANY_TABLES = sentence("you have opened {n} tables within an hour; play those first")


class TooMany(Refused):
    """More than one guest or one address may ask."""


@dataclass(frozen=True)
class Caller:
    """Whoever asks: his address, and who he is if he could show it."""

    address: str
    name: str | None = None


class Memory(MemoryStorage):
    """The library's own storage, which forgets what has run out every few seconds instead of at every hit."""

    due = 0.0

    async def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        now = time.time()
        if now >= self.due:
            self.due = now + WINDOW
            for old in [old for old, end in self.expirations.items() if end <= now]:
                await self.clear(old)
                self.expirations.pop(old, None)
        if self.expirations.get(key, 0.0) <= now:
            self.storage[key], self.expirations[key] = 0, now + expiry
        self.storage[key] += amount
        return self.storage[key]


class Crowd:
    """Counts what callers ask for."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.window = FixedWindowRateLimiter(Memory())
        burst = max(1, round(config.rate * WINDOW))
        self.requests = {
            "guest": RateLimitItemPerSecond(burst, WINDOW), "strangers": RateLimitItemPerSecond(STRANGERS * burst, WINDOW),
            "address": RateLimitItemPerSecond(ADDRESS * burst, WINDOW),
        }  # fmt: skip
        self.frames = RateLimitItemPerSecond(FRAMES, WINDOW)
        self.tables = RateLimitItemPerHour(config.tables), RateLimitItemPerHour(ADDRESS * config.tables)
        self.lines: Counter[str] = Counter()
        self.heard = 0  # lines so far: each has a number

    async def admits(self, caller: Caller) -> bool:
        """May he make one more request now? What he is refused is not held against the others of his address."""
        own, address = keys_of(caller)
        limit = self.requests["guest" if caller.name else "strangers"]
        return await self.window.hit(limit, own) and await self.window.hit(self.requests["address"], address)

    async def serves(self, caller: Caller) -> bool:
        """May somebody at this address have one more file? Files are the same for everybody and count for the address alone."""
        return await self.window.hit(self.requests["address"], "files", keys_of(caller)[1])

    async def check_tables(self, caller: Caller) -> None:
        """Raise unless he may open one more table."""
        for limit, key in zip(self.tables, keys_of(caller), strict=True):
            if not await self.window.test(limit, "tables", key):
                raise TooMany(MANY_TABLES, n=limit.amount)

    async def count_table(self, caller: Caller) -> None:
        """A table was opened."""
        for limit, key in zip(self.tables, keys_of(caller), strict=True):
            await self.window.hit(limit, "tables", key)

    def connect(self, caller: Caller) -> int | None:
        """Open a line; answers with its number, or None if he has too many."""
        own, address = keys_of(caller)
        if self.lines[address] >= self.config.sockets or (caller.name and self.lines[own] >= LINES):
            return None
        self.lines.update(keys_of(caller))
        self.heard += 1
        return self.heard

    def hang_up(self, caller: Caller) -> None:
        self.lines.subtract(keys_of(caller))
        for key in keys_of(caller):
            if self.lines[key] <= 0:
                del self.lines[key]

    async def hears(self, line: int) -> bool:
        """Is one more frame over this line all right?"""
        return await self.window.hit(self.frames, f"line {line}")


def keys_of(caller: Caller) -> tuple[str, str]:
    """Under which names a caller is counted: his own and his address."""
    return caller.name or f"strangers {caller.address}", f"address {caller.address}"
