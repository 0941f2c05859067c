"""Several servers on one ledger: each serves every table, and one of them keeps it.

A server folds in what the others have committed, as soon as it hears of it over the wire; what was lost there it finds in the
ledger a moment later. A table where bots play or a clock runs has a **keeper**, the one server that thinks and looks at the
clock there. It holds the table for as long as it gives signs of life in the ledger; when it dies, the others find its tables
within seconds (`FOR UPDATE SKIP LOCKED`: each is taken by one). A keeper is no lock: that is the key (table, ply).

All times that are compared between servers are the database's own: a clock that jumps on one machine ends nobody's lease.
"""

import asyncio
import contextlib
import logging
import os
import platform
import time
from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from fivefamilies.core.errors import FamiliesError, Refused
from fivefamilies.table import chairs as seating
from fivefamilies.table import store
from fivefamilies.table.room import Room, digest
from fivefamilies.table.schema import Row, chairs, keepers, ledger, presences, servers, tables
from fivefamilies.table.store import Job, Silent
from fivefamilies.table.wire import BANS, WANTED, Wire, wire_for
from fivefamilies.table.writer import Writing

if TYPE_CHECKING:
    from fivefamilies.table.club import Club

log = logging.getLogger("fivefamilies.table")
BEAT = 1.0  # seconds between two signs of life
LEASE = 5.0  # seconds without one after which a server counts as dead
SWEEP = 2.0  # seconds between two looks at the ledger for what was lost on the wire
REPAIR = 5  # sweeps between two looks for tables that have no keeper though they want one
UNHOSTED = 60.0  # seconds that bots may wait for a server that thinks for them, before somebody is told
NOBODY_THINKS = "bots wait, and no server of this ledger thinks for them: start `families bots`, or one without --no-bots"
CLAIM = 40  # tables that are taken at once
SLACK = 4  # tables that a keeper may have more than its share
CHUNK = 500  # tables that are asked about at once
FIELDS = ("table_id", "ply", "kind", "seat", "move", "by", "at", "clock")  # of an entry, in the order in which it is told
in_order = itemgetter(*FIELDS)
HEARSAY = 0.3  # seconds in which news that somebody brings from another server should have come over the wire
PLACE = f"{platform.node()} {os.getpid()}"
NOW = sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()), sa.Float)
IS_ALIVE = servers.c.seen.between(
    NOW - LEASE, NOW + LEASE
)  # a sign from the future was given before the database's clock was set back
IS_HERE = sa.exists().where(servers.c.id == keepers.c.keeper)
HAS_CLOCK = store.SETTINGS.like('%"clock": "move"%') | store.SETTINGS.like('%"clock": "bank"%')
HAS_BOT = sa.exists().where(chairs.c.table_id == tables.c.id, chairs.c.bot.is_not(None) | chairs.c.stand_in.is_not(None))


Progress = tuple[int, int]  # of a table: entries of its ledger, and the revision of its row


def wants_keeper(room: Room) -> bool:
    """Does somebody have to move for bots here, or to look at the clock?"""
    return room.state == "playing" and (room.clock.mode != "off" or any(chair.driver for chair in room.chairs))


def is_between(kept: Progress, before: Progress, now: Progress) -> bool:
    """Was the ledger, when it was asked, as far as a room that moved on meanwhile? If not, something was lost on the wire."""
    return all(early <= asked <= late for early, asked, late in zip(before, kept, now, strict=True))


class Alliance:
    """This server among the others."""

    def __init__(self, club: "Club", secret: str) -> None:
        self.club, self.me, self.is_host = club, store.new_id(), club.config.hosts_bots
        self.kept: set[str] = set()
        self.written: dict[str, set[str]] = {}  # per table, the players who are known to be here
        self.behind: dict[str, bool] = {}  # tables that are being read again, and whether there is more news of them since
        self.awaited: dict[str, list[asyncio.Future[None]]] = {}  # by table, who waits for news of it
        self.hurry = asyncio.Event()
        self.sweeps = self.takeovers = 0
        self.unhosted_since: float | None = None  # when tables were first seen to wait though no server thinks for bots
        self.is_unhosted = False
        self.wire: Wire = wire_for(club.store.url, club.config.broker, digest(secret)[:12], self.me, self.hear, self.opened)

    async def open(self) -> None:
        """Say that we are here; then hear the others."""
        self.club.store.heard = self.tell
        await self.club.patiently(self.repair)
        await self.beat()
        self.club.spawn(self.wire.run(), "wire")
        self.club.spawn(self.live(), "signs of life")
        self.club.spawn(self.club.every(SWEEP, self.sweep), "sweep")

    async def close(self) -> None:
        """Leave the tables to the others, at once."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(2), self.lightly() as line:
                await line.execute(sa.update(keepers).where(keepers.c.keeper == self.me).values(keeper=None))
                await self.bury(line, [self.me])
                await line.execute(sa.delete(servers).where(servers.c.id == self.me))

    @contextlib.asynccontextmanager
    async def lightly(self) -> Any:
        """A transaction that need not outlive a crash of the database: nobody waits for its disk."""
        try:
            async with asyncio.timeout(store.READING), self.club.store.engine.begin() as line:
                await line.exec_driver_sql("SET LOCAL synchronous_commit = off")
                yield line
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise Silent from error

    # ------------------------------------------------------------ signs of life

    async def live(self) -> None:
        """Give signs of life, and take tables that have lost their keeper, for ever."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.hurry.wait(), BEAT)
            self.hurry.clear()
            try:
                await self.beat()
            except Exception as error:
                log.warning("no sign of life could be given", extra={"error": f"{type(error).__name__}: {error}"[:200]})

    async def beat(self) -> None:
        """One sign of life; whoever gave none for long is dead, and his tables are taken."""
        async with self.lightly() as line:
            seen = await line.execute(sa.update(servers).where(servers.c.id == self.me).values(seen=NOW, told=self.numbers()))
            is_new = seen.rowcount == 0
            if is_new:
                await line.execute(sa.insert(servers).values(
                    id=self.me, role="bots" if self.club.config.is_bot_host else "web", place=PLACE,
                    started=NOW, seen=NOW, told=self.numbers(),
                ))  # fmt: skip
            dead = sa.select(servers.c.id).where(~IS_ALIVE).with_for_update(skip_locked=True)
            gone = [row.id for row in await line.execute(dead)]
            left = await self.bury(line, gone)
            if gone:
                await line.execute(sa.delete(servers).where(servers.c.id.in_(gone)))
                log.warning("a server gives no sign of life any more", extra={"servers": gone})
            taken = await self.claim(line) if self.is_host else []
            mine = [row.table_id for row in await line.execute(sa.select(keepers.c.table_id).where(keepers.c.keeper == self.me))]
        fresh, self.kept = set(mine) - self.kept, set(mine)
        self.takeovers += len(taken)
        if is_new:  # we counted as dead: who is here is told anew
            self.club.unsaved |= set(self.written)
            self.written.clear()
        if left:
            self.wire.tell([], left)
        for table_id in fresh:  # taken, or opened here while we asked
            self.club.spawn(self.take_up(table_id), "keeper")
        if len(taken) == CLAIM:
            self.hurry.set()

    async def bury(self, line: AsyncConnection, gone: list[str]) -> list[str]:
        """Nobody is at these servers any more; answers with the tables where somebody was."""
        if not gone:
            return []
        were = await line.execute(sa.delete(presences).where(presences.c.server.in_(gone)).returning(presences.c.table_id))
        left = sorted({row.table_id for row in were})
        if left:
            await line.execute(sa.update(tables).where(tables.c.id.in_(left)).values(revision=tables.c.revision + 1))
        return left

    async def claim(self, line: AsyncConnection) -> list[str]:
        """Take tables that have no living keeper; leave some to others if we have far more than our share."""
        count = sa.select(sa.func.count())
        hosts = await line.scalar(count.select_from(servers).where(servers.c.told["is_host"].as_boolean())) or 1
        whole = await line.scalar(count.select_from(keepers)) or 0
        share = -(-whole // hosts) + SLACK
        spare = [table_id for table_id in self.kept if table_id not in self.club.drivers][: max(0, len(self.kept) - share)]
        if spare and hosts > 1:
            await line.execute(sa.update(keepers).where(keepers.c.table_id.in_(spare[:CLAIM])).values(keeper=None))
            return []
        free = sa.select(keepers.c.table_id).where(keepers.c.keeper.is_(None) | ~IS_HERE).order_by(keepers.c.since)
        some = free.limit(max(1, min(CLAIM, share - len(self.kept)))).with_for_update(skip_locked=True).scalar_subquery()
        take = sa.update(keepers).where(keepers.c.table_id.in_(some)).values(keeper=self.me, since=NOW)
        return [row.table_id for row in await line.execute(take.returning(keepers.c.table_id))]

    async def take_up(self, table_id: str) -> None:
        """Go on at a table that has lost its keeper."""
        with contextlib.suppress(FamiliesError):  # one that cannot be read says so to whoever asks for it
            room = self.club.rooms.get(table_id) or await self.club.room(table_id)
            self.club.drivers.wake(await self.club.look_again(room))

    def numbers(self) -> dict[str, object]:
        """What the operator wants to know of this server."""
        return {**self.club.numbers(), **self.club.watch.told(), "is_host": self.is_host, "crew": self.club.config.crew}

    async def crew(self) -> dict[str, dict[str, Any]]:
        """What the workers that share a port with this one tell of themselves; if the ledger is silent, its own numbers."""
        with contextlib.suppress(Silent):
            rows = await self.club.store.rows_of(sa.select(servers).order_by(servers.c.started).limit(CHUNK))
            return {row["place"]: row["told"] for row in rows if row["told"].get("crew") == self.club.config.crew}
        return {PLACE: self.numbers()}

    def own_numbers(self) -> dict[str, float]:
        """What is to be known of this server among the others."""
        return {
            "tables_kept": len(self.kept), "tables_taken_over": self.takeovers, "wire_up": int(self.wire.is_up),
            "wire_breaks_total": self.wire.breaks, "wire_waiting": self.wire.outbox.qsize(),
        }  # fmt: skip

    # ------------------------------------------------------------ keepers

    def jobs_for(self, room: Room, is_new: bool = False) -> list[Job]:
        """What a commit after which this table wants a keeper has to say."""
        if not wants_keeper(room):
            return []
        keeper = self.me if is_new and self.is_host else None
        return [Job(insert(keepers).values(table_id=room.id, keeper=keeper, since=NOW).on_conflict_do_nothing())]

    def posted(self, room: Room, is_new: bool = False) -> None:
        """It has been committed."""
        if is_new and self.is_host:
            self.kept.add(room.id)
        elif room.id not in self.kept:
            if self.is_host:
                self.hurry.set()
            else:
                self.wire.tell([], [], WANTED)

    async def repair(self) -> None:
        """Tables that want a keeper and have never had one, as an older version left them."""
        wanted = sa.select(tables.c.id, sa.null(), NOW).where(
            tables.c.state == "playing", ~sa.exists().where(keepers.c.table_id == tables.c.id), HAS_BOT | HAS_CLOCK
        )
        async with self.lightly() as line:
            await line.execute(insert(keepers).from_select(["table_id", "keeper", "since"], wanted).on_conflict_do_nothing())

    # ------------------------------------------------------------ what the others did

    def tell(self, writings: Sequence[Writing]) -> None:
        """What was committed here."""
        jobs = [job for writing in writings for job in writing.jobs]
        moves = [in_order(cast(Row, job.values)) for job in jobs if job.statement is ledger]
        rows = sorted({job.table for job in jobs if job.table})
        if moves or rows:
            self.wire.tell(moves, rows)

    def opened(self) -> None:
        """The wire is there, perhaps again: whatever was told in the meantime is in the ledger."""
        for room in tuple(self.club.rooms.values()):
            if room.id not in self.kept:
                self.club.evict(room, even_with_clock=True)
        self.club.spawn(self.club.patiently(self.sweep), "sweep")

    def hear(self, told: dict[str, Any]) -> None:
        """What was committed elsewhere."""
        if told.get("word") == WANTED and self.is_host:
            self.hurry.set()
        elif told.get("word") == BANS:
            self.club.spawn(self.club.hear_of_bans(), "bans")
        for row in told["moves"]:
            if self.is_ours(row[0]) and not self.fold(dict(zip(FIELDS, row, strict=True))):
                self.fall_behind(row[0])
        for table_id in told["rows"]:
            self.fall_behind(table_id)

    def is_ours(self, table_id: str) -> bool:
        return table_id in self.club.rooms or table_id in self.kept

    def fold(self, entry: Row) -> bool:
        """Carry out an entry that somebody else has committed, if it is the next one and nobody here is about to write."""
        room, lock = self.club.rooms.get(entry["table_id"]), self.club.locks.get(entry["table_id"])
        if room is None or room.is_stale or (lock is not None and lock.locked()) or entry["ply"] != room.plies:
            return room is not None and entry["ply"] < room.plies
        self.club.fold(room, [entry])
        for waiter in self.awaited.get(room.id, ()):
            if not waiter.done():
                waiter.set_result(None)
        return True

    async def hear_of(self, table_id: str) -> None:
        """Wait for news of a table on the wire, for a moment."""
        if self.wire.is_up:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            waiting = self.awaited.setdefault(table_id, [])
            waiting.append(waiter)
            try:
                await asyncio.wait((waiter,), timeout=HEARSAY)
            finally:  # whoever waits may hang up
                waiting.remove(waiter)
                if not waiting:
                    self.awaited.pop(table_id, None)

    def fall_behind(self, table_id: str) -> None:
        """There is news of a table that is to be read in the ledger."""
        if table_id in self.behind:
            self.behind[table_id] = True
        elif self.is_ours(table_id):
            self.club.spawn(self.catch_up(table_id), "catch up")

    async def catch_up(self, table_id: str) -> None:
        """Make a room what the ledger says; whoever is at it already looks once more."""
        club, is_being_read = self.club, table_id in self.behind
        self.behind[table_id] = True
        if is_being_read:
            return
        try:
            while self.behind[table_id]:
                self.behind[table_id] = False
                with contextlib.suppress(Refused):  # the next sweep asks again
                    await club.look_again(club.rooms.get(table_id) or await club.room(table_id))
        finally:
            del self.behind[table_id]

    async def level(self, room: Room, plies: int, revision: int) -> Room:
        """A room that lags behind the ledger gets what it lacks. The caller holds the lock."""
        club = self.club
        if plies > room.plies:
            club.fold(room, await club.store.entries(room.id, room.plies))
        if revision != room.row["revision"]:
            await seating.look(club, room)
        return room

    async def sweep(self) -> None:
        """Ask the ledger for what was lost on the wire; give up tables that want no keeper any more."""
        club = self.club
        ids = [table_id for table_id in club.rooms if table_id in club.pages or table_id in self.kept]
        for start in range(0, len(ids), CHUNK):
            before = {
                table_id: club.rooms[table_id].progress for table_id in ids[start : start + CHUNK] if table_id in club.rooms
            }
            for table_id, kept in (await club.store.versions(list(before))).items():
                room = club.rooms.get(table_id)
                if room is not None and not is_between(kept, before[table_id], room.progress):
                    await self.catch_up(table_id)
        done = [room.id for room in map(club.rooms.get, tuple(self.kept)) if room is not None and not wants_keeper(room)]
        if done:
            async with self.lightly() as line:
                await line.execute(sa.delete(keepers).where(keepers.c.table_id.in_(done), keepers.c.keeper == self.me))
            self.kept.difference_update(done)
        await self.look_for_hosts()
        self.sweeps += 1
        if self.sweeps % REPAIR == 0:
            await self.repair()

    async def look_for_hosts(self) -> None:
        """Where every server was told to leave bots alone, somebody has to hear of it: they wait without a word."""
        is_host = sa.exists().where(servers.c.told["is_host"].as_boolean(), IS_ALIVE)
        query = sa.select((sa.exists().where(keepers.c.table_id.is_not(None)) & ~is_host).label("waits"))
        now, waits = time.monotonic(), not self.is_host and (await self.club.store.rows_of(query))[0]["waits"]
        self.unhosted_since = (self.unhosted_since or now) if waits else None
        was, self.is_unhosted = self.is_unhosted, bool(waits) and now - (self.unhosted_since or now) >= UNHOSTED
        if self.is_unhosted and not was:
            log.warning(NOBODY_THINKS)

    # ------------------------------------------------------------ who is here

    async def elsewhere(self, table_id: str) -> set[str]:
        """The players who have this table open at another server."""
        query = (
            sa.select(presences.c.player)
            .join(servers, servers.c.id == presences.c.server)
            .where(presences.c.table_id == table_id, presences.c.server != self.me, IS_ALIVE)
        )
        return {row["player"] for row in await self.club.store.rows_of(query)}

    def presence_jobs(self, room: Room, now: set[str]) -> list[Job]:
        """What makes the ledger know who is here now."""
        was = self.written.get(room.id, set())
        jobs = [
            Job(insert(presences).values(server=self.me, table_id=room.id, player=player).on_conflict_do_nothing())
            for player in now - was
        ]
        if was - now:
            mine = (presences.c.server == self.me, presences.c.table_id == room.id, presences.c.player.in_(was - now))
            jobs.append(Job(sa.delete(presences).where(*mine)))
        return [*jobs, store.update_table(room.id)] if jobs else []

    def presence_kept(self, table_id: str, now: set[str]) -> None:
        """It has been committed."""
        if now:
            self.written[table_id] = now
        else:
            self.written.pop(table_id, None)
