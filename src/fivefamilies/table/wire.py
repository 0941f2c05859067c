"""The wire: what servers on one ledger tell each other after a commit.

It only ever makes them quicker: whatever is lost on it is found in the ledger (see alliance.py). PostgreSQL carries it by itself
(LISTEN and NOTIFY); where there is more load, Redis or Valkey does.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy import make_url

from fivefamilies.core.errors import BadOption

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

log = logging.getLogger("fivefamilies.table")
CHANNEL = "families"
LONGEST = 7500  # bytes of what one message tells: PostgreSQL takes 8000 in all
AT_ONCE = 50  # messages that are sent together
WAITING = 10_000  # messages; what is more is left to the ledger
AGAIN, AGAIN_AT_MOST = 0.2, 5.0  # seconds before a broken line is opened again
BEAT = 3.0  # seconds in which a line has to answer

WANTED, BANS = "a table wants a keeper", "somebody was banned, or no longer is"  # words that servers say to each other

encode, decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode
Hear = Callable[[dict[str, object]], None]
Ends = tuple[str, Hear, Callable[[], None]]  # who we are, who hears, who is told that the line is up


class Wire:
    """A line that is opened again whenever it breaks."""

    def __init__(self, me: str, hear: Hear, connected: Callable[[], None]) -> None:
        self.me, self.hear, self.connected = me, hear, connected
        self.outbox: asyncio.Queue[str] = asyncio.Queue(WAITING)
        self.is_up = False
        self.breaks = 0

    def tell(self, moves: Sequence[Sequence[object]], rows: Sequence[str], word: str = "") -> None:
        """Tell the others of new entries of the ledger, of tables whose row has changed, or a word that they know."""
        for text in messages(self.me, moves, rows, word):
            with contextlib.suppress(asyncio.QueueFull):
                self.outbox.put_nowait(text)

    def got(self, text: str | bytes) -> None:
        """Something came over the wire."""
        try:
            told = decode(text)
            if told["from"] != self.me:
                self.hear(told)
        except (msgspec.DecodeError, ValueError, KeyError, TypeError) as error:
            log.warning("nonsense on the wire", extra={"error": f"{type(error).__name__}: {error}"[:200]})

    async def run(self) -> None:
        """Hold the line for ever."""
        wait = AGAIN
        while True:
            try:
                await self.hold()
            except Exception as error:
                log.warning("the wire is broken", extra={"error": f"{type(error).__name__}: {error}"[:200]})
            wait = AGAIN if self.is_up else min(2 * wait, AGAIN_AT_MOST)
            self.breaks += self.is_up
            self.is_up = False
            await asyncio.sleep(wait)

    async def next(self) -> list[str]:
        """What is to be told now; nothing, if nobody had anything to tell for a while."""
        try:
            told = [await asyncio.wait_for(self.outbox.get(), BEAT)]
        except TimeoutError:
            return []
        while len(told) < AT_ONCE and not self.outbox.empty():
            told.append(self.outbox.get_nowait())
        return told

    def opened(self) -> None:
        self.is_up = True
        self.connected()

    async def hold(self) -> None:
        """Open the line, carry messages both ways until it breaks."""
        raise NotImplementedError


class PostgresWire(Wire):
    """A connection of its own to the ledger's database."""

    def __init__(self, url: str, *given: *Ends) -> None:
        super().__init__(*given)
        self.url = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)

    async def hold(self) -> None:
        import asyncpg

        line = await asyncpg.connect(self.url, timeout=BEAT, command_timeout=BEAT)
        try:
            await line.add_listener(CHANNEL, lambda _line, _pid, _channel, text: self.got(text))
            self.opened()
            while True:  # told or not, it has to answer: is anybody there?
                await line.execute("SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said", CHANNEL, await self.next())
        finally:
            line.terminate()


class RedisWire(Wire):
    """Redis, or Valkey: published after each commit."""

    def __init__(self, url: str, club: str, *given: *Ends) -> None:
        super().__init__(*given)
        self.url, self.channel = url, f"{CHANNEL}:{club}"

    async def hold(self) -> None:
        from redis.asyncio import Redis

        async with Redis.from_url(self.url, socket_timeout=BEAT, socket_connect_timeout=BEAT) as redis, redis.pubsub() as ears:
            await ears.subscribe(self.channel)
            self.opened()
            listening = asyncio.create_task(self.listen(ears))
            try:
                while not listening.done():
                    told = await self.next()
                    if told:
                        async with redis.pipeline(transaction=False) as line:
                            for text in told:
                                line.publish(self.channel, text)
                            await line.execute()
                    else:
                        await redis.ping()
                        await ears.ping()
                await listening
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)

    async def listen(self, ears: "PubSub") -> None:
        silent = 0
        while silent < 3:
            said = await ears.get_message(ignore_subscribe_messages=False, timeout=BEAT)
            silent = silent + 1 if said is None else 0
            if said is not None and said["type"] == "message":
                self.got(said["data"])
        raise ConnectionError("the broker has said nothing for a while")


def messages(me: str, moves: Sequence[Sequence[object]], rows: Sequence[str], word: str) -> list[str]:
    """What is to be told, in pieces that are not too long."""
    made, piece, length = list[str](), Piece([], []), 0
    for kind, told in [*((0, encode(move)) for move in moves), *((1, encode(row)) for row in rows)]:
        if len(told) > LONGEST:  # an entry that is too long: they will read it in the ledger
            kind, told = 1, encode(decode(told)[0])
        if length + len(told) > LONGEST:
            made.append(message(me, piece, ""))
            piece, length = Piece([], []), 0
        piece[kind].append(told)
        length += len(told) + 1
    return [*made, message(me, piece, word)]


class Piece(NamedTuple):
    """What one message tells, entry by entry."""

    moves: list[bytes]
    rows: list[bytes]


def message(me: str, piece: Piece, word: str) -> str:
    moves, rows = (b",".join(told) for told in piece)
    return (b'{"from":%b,"moves":[%b],"rows":[%b],"word":%b}' % (encode(me), moves, rows, encode(word))).decode()


def wire_for(db: str, broker: str | None, club: str, me: str, hear: Hear, connected: Callable[[], None]) -> Wire:
    """The wire of a house: over its broker, if it has one."""
    if broker:
        return RedisWire(broker.replace("valkey", "redis", 1), club, me, hear, connected)
    return PostgresWire(db, me, hear, connected)


def check_broker(broker: str) -> None:
    """Raise with a sentence unless this is the address of a broker that we can speak to."""
    if broker.split("://")[0] not in ("redis", "rediss", "unix", "valkey", "valkeys"):
        raise BadOption("--broker {broker}: write it whole, as in redis://host:6379/0", broker=broker)
    try:
        import redis.asyncio  # noqa: F401
    except ImportError:
        raise BadOption("--broker: install it with pip install 'fivefamilies[redis]'") from None
