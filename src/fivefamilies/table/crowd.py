"""How much one guest and one address may ask of the house: requests, frames, open lines, new tables.

A guest counts by himself if his cookie is signed by us, a program if its token is that of a chair. Everybody else, whatever he
sends, counts as the address that he comes from; and all who come from there count together, with room for a club.
"""

import asyncio
import logging
import time
from collections import Counter
from typing import NamedTuple

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.aio.storage import RedisStorage
from limits.aio.strategies import FixedWindowRateLimiter

from fivefamilies.core.errors import Refused
from fivefamilies.core.words import sentence
from fivefamilies.table import almanac
from fivefamilies.table.config import Config

log = logging.getLogger("fivefamilies.table")
BROKER_SECONDS, SILENCE = 0.5, 5.0  # seconds for the broker to count, and for which it is not asked when it did not
STRANGERS, ADDRESS = 2, 10  # strangers of an address together may ask as much as two guests, all who come from it as ten
LINES = 20  # open pages of one guest, or lines of one program
FRAMES = 60  # in WINDOW seconds, over one line
WINDOW = 3
NEVER = (0, 0.0)
REPORTS, SIGN_INS = 20, 5  # lines that one guest may report in an hour, tokens that one address may try in a minute
MANY_TABLES = sentence("you have opened {n} tables within an hour; play those first")
MANY_REPORTS = sentence("you have reported {n} lines within an hour; the house will look at them first")
MANY_TOKENS = sentence("too many tokens were tried from here; wait a minute")


class TooMany(Refused):
    """More than one guest or one address may ask."""


class Caller(NamedTuple):
    """Whoever asks: his address, and who he is if he could show it."""

    address: str
    name: str | None = None
    guest: str | None = None  # the guest that he is, or for whom a program plays


class Windows:
    """What this server counts by itself: how often something was done since a window was opened for it, until it is shut."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, ...], tuple[int, float]] = {}  # so often, until then
        self.due = 0.0  # when those that are shut are forgotten

    def hit(self, limit: RateLimitItem, keys: tuple[str, ...]) -> bool:
        """Count one more; is it still within the limit?"""
        now = almanac.now()  # set back by a day, the machine's own clock would shut everybody out for so long
        if now >= self.due:
            self.due = now + WINDOW
            self.counts = {key: entry for key, entry in self.counts.items() if entry[1] > now}
        so_often, end = self.counts.get(keys, NEVER)
        if end <= now:
            so_often, end = 0, now + limit.get_expiry()
        self.counts[keys] = so_often + 1, end
        return so_often < limit.amount

    def test(self, limit: RateLimitItem, keys: tuple[str, ...]) -> bool:
        """Would one more be within the limit?"""
        so_often, end = self.counts.get(keys, NEVER)
        return so_often < limit.amount or end <= almanac.now()


class Crowd:
    """Counts what callers ask for."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.own = Windows()
        self.shared = FixedWindowRateLimiter(broker_of(config.broker)) if config.broker else None
        self.silent_until = 0.0  # the broker did not answer: until then everybody counts for himself
        burst = max(1, round(config.rate * WINDOW))
        self.requests = {
            "guest": RateLimitItemPerSecond(burst, WINDOW), "strangers": RateLimitItemPerSecond(STRANGERS * burst, WINDOW),
            "address": RateLimitItemPerSecond(ADDRESS * burst, WINDOW),
        }  # fmt: skip
        self.frames = RateLimitItemPerSecond(FRAMES, WINDOW)
        self.tables = RateLimitItemPerHour(config.tables), RateLimitItemPerHour(ADDRESS * config.tables)
        self.reports, self.sign_ins = RateLimitItemPerHour(REPORTS), RateLimitItemPerMinute(SIGN_INS)
        self.lines: Counter[str] = Counter()
        self.heard = 0  # lines so far: each has a number

    async def hit(self, limit: RateLimitItem, *keys: str, is_only_asked: bool = False) -> bool:
        """Count one more, with all servers where there is a broker that answers, or else here alone."""
        if self.shared is not None and time.monotonic() >= self.silent_until:
            try:
                async with asyncio.timeout(BROKER_SECONDS):
                    return await (self.shared.test if is_only_asked else self.shared.hit)(limit, *keys)
            except Exception as error:  # whatever it is, nobody is turned away for it
                self.silent_until = time.monotonic() + SILENCE
                log.warning("the broker does not count", extra={"error": f"{type(error).__name__}: {error}"[:200]})
        return (self.own.test if is_only_asked else self.own.hit)(limit, keys)

    async def admits(self, caller: Caller) -> bool:
        """May he make one more request now? What he is refused is not held against the others of his address."""
        own, address = keys_of(caller)
        limit, of_address = self.requests["guest" if caller.name else "strangers"], self.requests["address"]
        if self.shared is None:
            return self.own.hit(limit, (own,)) and self.own.hit(of_address, (address,))
        return await self.hit(limit, own) and await self.hit(of_address, address)

    async def serves(self, caller: Caller) -> bool:
        """May somebody at this address have one more file? Files are the same for everybody and count for the address alone."""
        return await self.hit(self.requests["address"], "files", keys_of(caller)[1])

    async def check_tables(self, caller: Caller) -> None:
        """Raise unless he may open one more table."""
        for limit, key in zip(self.tables, keys_of(caller), strict=True):
            if not await self.hit(limit, "tables", key, is_only_asked=True):
                raise TooMany(MANY_TABLES, n=limit.amount)

    async def count_table(self, caller: Caller) -> None:
        """A table was opened."""
        for limit, key in zip(self.tables, keys_of(caller), strict=True):
            await self.hit(limit, "tables", key)

    async def count_report(self, caller: Caller) -> None:
        """Raise unless he may report one more line."""
        if not await self.hit(self.reports, "reports", keys_of(caller)[0]):
            raise TooMany(MANY_REPORTS, n=REPORTS)

    async def count_sign_in(self, caller: Caller) -> None:
        """Raise unless one more token may be tried from his address."""
        if not await self.hit(self.sign_ins, "tokens", keys_of(caller)[1]):
            raise TooMany(MANY_TOKENS)

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

    def hears(self, line: int) -> bool:
        """Is one more frame over this line all right?"""
        return self.own.hit(self.frames, (f"line {line}",))


def broker_of(address: str) -> RedisStorage:
    """Redis, or Valkey, as the library counts there."""
    return RedisStorage(f"async+{address.replace('valkey', 'redis', 1)}", implementation="redispy", key_prefix="families")


def keys_of(caller: Caller) -> tuple[str, str]:
    """Under which names a caller is counted: his own and his address."""
    return caller.name or f"strangers {caller.address}", f"address {caller.address}"
