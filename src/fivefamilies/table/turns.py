"""Whose turn it is to think: so many bots at once, and of those who wait the kind that has thought least comes first.

Two hundred tables of dons keep a capo waiting for one thought of a don and no longer; among themselves the dons wait in order.
"""

import contextlib
import time
from asyncio import Future, get_running_loop
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator


class Turns:
    """Bots that think, and bots that wait for it."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.thought: defaultdict[str, float] = defaultdict(float)  # seconds, by kind of bot
        self.waiting: dict[str, deque[Future[None]]] = {}
        self.thinking: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    @contextlib.asynccontextmanager
    async def of(self, bot: str) -> AsyncIterator[None]:
        """A place to think, for as long as it is needed."""
        await self.enter(bot)
        began = time.monotonic()
        try:
            yield
        finally:
            self.thought[bot] += time.monotonic() - began
            self.leave(bot)

    async def enter(self, bot: str) -> None:
        busy = [self.thought[other] for other in (*self.waiting, *self.thinking) if other != bot]
        if bot not in self.waiting and not self.thinking[bot] and busy:
            self.thought[bot] = max(self.thought[bot], min(busy))
        if self.free:
            self.free -= 1
        else:
            place: Future[None] = get_running_loop().create_future()
            self.waiting.setdefault(bot, deque()).append(place)
            try:
                await place
            except BaseException:
                if place.done() and not place.cancelled():  # it was given the place when it no longer wanted it
                    self.thinking[bot] += 1
                    self.leave(bot)
                else:
                    self.forget(bot, place)
                raise
        self.thinking[bot] += 1

    def leave(self, bot: str) -> None:
        """Give the place to the kind that has thought least."""
        self.thinking -= Counter({bot: 1})
        while self.waiting:
            next_up = min(self.waiting, key=lambda kind: self.thought[kind])
            place = self.waiting[next_up][0]
            self.forget(next_up, place)
            if not place.done():
                place.set_result(None)
                return
        self.free += 1

    def forget(self, bot: str, place: "Future[None]") -> None:
        with contextlib.suppress(KeyError, ValueError):
            self.waiting[bot].remove(place)
            if not self.waiting[bot]:
                del self.waiting[bot]
