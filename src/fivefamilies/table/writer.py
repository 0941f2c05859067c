"""The ledger's writer: one task that commits what all tables write, and that goes on whatever happens to the database.

Writings that wait together share a commit. If it fails, the one that is to blame fails alone: the batch is tried in halves. If
the database itself does not answer, all wait a little and are then refused with a sentence that is true: either nothing was
changed, or, where the commit was already on its way, it may have been.
"""

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fivefamilies.core.errors import Refused
from fivefamilies.core.words import sentence
from fivefamilies.table.schema import PULSE, Row, house, ledger
from fivefamilies.table.telemetry import telemetry

log = logging.getLogger("fivefamilies.table")
BATCH = 256
GATHER = 0.008  # seconds to wait for company when the last commit had some
ATTEMPT = 3.0  # seconds that one commit may take
PATIENCE = 2.5  # seconds after which a writing is not tried again
LONGEST = 6.0  # seconds after which nobody waits any more, whatever the writer does
AGAIN = 0.2  # seconds between two attempts
LETTING_GO = 1.0  # seconds for closing a connection
FAREWELL = 3.0  # seconds for what is waiting when the house closes
ENTER = sa.insert(ledger)
TYPES = {"ply": sa.Integer, "seat": sa.Integer, "move": sa.Integer, "at": sa.Float}  # of columns that are no text
LISTS = sa.func.unnest(*(sa.bindparam(c.name, type_=sa.ARRAY(TYPES.get(c.name, sa.Text))) for c in ledger.c)).table_valued(
    *(sa.column(c.name, TYPES.get(c.name, sa.Text)) for c in ledger.c)
).render_derived()  # fmt: skip
ENTER_LISTS = ENTER.from_select(  # the same for PostgreSQL: a list for each column, however many entries there are
    [c.name for c in ledger.c], sa.select(*(sa.cast(c, sa.JSON) if c.name == "clock" else c for c in LISTS.c))
)
SILENT = sentence("the ledger does not answer; nothing was changed: try again in a moment")
UNSURE = sentence("the ledger did not answer in time; what you did may have been written down: look again before you repeat it")
UNWRITABLE = sentence("this cannot be written down and was left out; the ledger does not take it")


class Taken(Exception):
    """Somebody else was quicker: the ply is taken, or the row is no longer as it was."""


class Silent(Refused):
    """The ledger does not answer; nothing was changed."""

    def __init__(self, message: str = SILENT) -> None:
        super().__init__(message)


class Unsure(Silent):
    """The ledger did not answer in time; what was to be written may have been committed or may yet be."""

    def __init__(self) -> None:
        super().__init__(UNSURE)


class Job(NamedTuple):
    """A statement and its rows; the table `ledger` stands for a new entry of it."""

    statement: sa.Executable | sa.Table
    values: Row | list[Row] = {}
    must_hit: bool = False  # it has to change exactly one row, or the whole writing is Taken
    table: str = ""  # the table whose row or chairs it changes


class Writing:
    """Statements that are to be committed together, and who waits for it."""

    __slots__ = ("done", "is_begun", "is_blamed", "jobs", "since", "waiter")

    def __init__(self, jobs: list[Job]) -> None:
        loop = asyncio.get_running_loop()
        self.jobs, self.since = jobs, time.monotonic()
        self.done: asyncio.Future[None] = loop.create_future()
        self.waiter: asyncio.Future[None] | None = None  # of whoever waits, who may hang up
        self.is_begun = self.is_blamed = False  # its commit is on its way; it failed once while others could be committed

    def settle(self, error: Exception | None = None) -> None:
        """Tell who waits."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)
            self.done.exception()  # perhaps nobody waits any more
        self.wake()

    def wake(self) -> None:
        """Let whoever waits look how it stands."""
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)


class Missed(Exception):
    """A statement changed no row, though it had to."""


class Doubt(Exception):
    """The commit was sent and its answer never came."""


def pulse() -> Job:
    """Something small to commit."""
    return Job(sa.update(house).where(house.c.key == PULSE).values(value=str(time.time())))


class Writer:
    """Commits writings."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.queue: asyncio.Queue[Writing] = asyncio.Queue()
        self.in_hand: list[Writing] = []
        self.waited_for: deque[Writing] = deque()  # in the order in which they were handed in
        self.alarm: asyncio.TimerHandle | None = None
        self.task: asyncio.Task | None = None
        self.line: AsyncConnection | None = None  # the writer's own connection
        self.is_out = self.is_closing = False
        self.commits = self.rows = 0
        self.last_commit = -LONGEST
        self.heard: Callable[[Sequence[Writing]], None] | None = None  # whoever wants to know what was committed

    # ------------------------------------------------------------ for everybody

    def post(self, *jobs: Job | tuple[sa.Executable, Row]) -> Writing:
        """Hand in statements that are to be committed together."""
        writing = Writing([job if isinstance(job, Job) else Job(*job) for job in jobs])
        if self.is_closing:
            writing.settle(Silent())
        else:
            self.queue.put_nowait(writing)
        return writing

    async def outcome(self, writing: Writing) -> None:
        """Wait until a writing is committed; raises Taken, or a refusal that says whether it may have been."""
        if not writing.done.done():
            writing.waiter = asyncio.get_running_loop().create_future()
            while self.waited_for and self.waited_for[0].done.done():
                self.waited_for.popleft()
            self.waited_for.append(writing)
            if self.alarm is None:
                self._set_alarm(LONGEST)
            await writing.waiter
        if not writing.done.done():
            if writing.is_begun:
                raise Unsure
            writing.settle(Silent())
        writing.done.result()

    def _set_alarm(self, seconds: float) -> None:
        self.alarm = asyncio.get_running_loop().call_later(seconds, self._look_at_the_clock)

    def _look_at_the_clock(self) -> None:
        """Nobody waits longer than is good: one alarm for all, set for the one who has waited longest."""
        now, self.alarm = time.monotonic(), None
        while self.waited_for:
            first = self.waited_for[0]
            left = first.since + LONGEST - now
            if left > 0 and not first.done.done():
                self._set_alarm(left)
                return
            self.waited_for.popleft().wake()

    async def commit(self, *jobs: Job | tuple[sa.Executable, Row]) -> None:
        """Commit these statements; raises Taken where a key exists already or a condition does not hold."""
        await self.outcome(self.post(*jobs))

    # ------------------------------------------------------------ the task

    def start(self) -> None:
        self.task = asyncio.create_task(self._run(), name="ledger")
        self.task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task) -> None:
        """Whatever ended the writer, another one goes on; what it had in hand may have been committed."""
        if self.is_closing:
            return
        log.error("the ledger's writer ended and is started again", exc_info=None if task.cancelled() else task.exception())
        self._let_go(self.in_hand)
        self.start()

    def _let_go(self, writings: list[Writing]) -> None:
        for writing in writings:
            writing.settle(Unsure() if writing.is_begun else Silent())
        self.in_hand = []

    async def stop(self) -> None:
        """Write what is waiting, for a while; then end."""
        deadline = time.monotonic() + FAREWELL
        while (self.in_hand or not self.queue.empty()) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        self.is_closing = True
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        self._let_go([*self.in_hand, *(self.queue.get_nowait() for _ in range(self.queue.qsize()))])
        await self._hang_up()

    async def _run(self) -> None:
        is_crowded = False
        while True:
            if self.in_hand:
                await asyncio.sleep(AGAIN)
            else:
                self.in_hand = [await self.queue.get()]
                if is_crowded:
                    await asyncio.sleep(GATHER)
            while len(self.in_hand) < BATCH and not self.queue.empty():
                self.in_hand.append(self.queue.get_nowait())
            is_crowded, self.is_out = len(self.in_hand) > 1, False
            self.in_hand = await self._write([writing for writing in self.in_hand if not writing.done.done()])

    async def _write(self, writings: list[Writing]) -> list[Writing]:
        """Commit these together, or in halves if one of them is to blame; answers with those that are to be tried again."""
        if not writings:
            return []
        if self.is_out:
            return self._wait(writings)
        try:
            with telemetry.span("commit", writings=len(writings)):
                await self._commit(writings)
        except Doubt as doubt:
            log.error("nobody knows whether a commit was made", exc_info=doubt.__cause__)
            for writing in writings:
                writing.settle(Unsure())
            return []
        except (IntegrityError, Missed) as error:
            if len(writings) == 1:
                return self._blame(writings[0], error)
        except Exception as error:
            if isinstance(error, TimeoutError) or not await self._answers():
                log.warning("the ledger does not answer", extra={"error": f"{type(error).__name__}: {error}"[:300]})
                self.is_out = True
                return self._wait(writings)
            if len(writings) == 1:
                return self._blame(writings[0], error)
        else:
            for writing in writings:
                writing.settle()
            if self.heard is not None:
                self.heard(writings)
            return []
        half = len(writings) // 2
        return await self._write(writings[:half]) + await self._write(writings[half:])

    def _wait(self, writings: list[Writing]) -> list[Writing]:
        """The database does not answer: those who have waited long enough are told so."""
        now = time.monotonic()
        for writing in writings:
            if now - writing.since > PATIENCE:
                writing.settle(Silent())
        return [writing for writing in writings if not writing.done.done()]

    def _blame(self, writing: Writing, error: Exception) -> list[Writing]:
        """A writing that cannot be committed though others can: somebody was quicker, or it is tried once more by itself."""
        if isinstance(error, Missed) or (isinstance(error, IntegrityError) and "unique" in str(error.orig).lower()):
            writing.settle(Taken())
            return []
        if not writing.is_blamed:
            writing.is_blamed = True
            return [writing]
        log.error("something cannot be committed", exc_info=error)
        writing.settle(Refused(UNWRITABLE))
        return []

    async def _commit(self, writings: Sequence[Writing]) -> None:
        """One transaction, at once and whole; raises Doubt if nobody knows how it ended."""
        rows = [cast(Row, job.values) for writing in writings for job in writing.jobs if job.statement is ledger]
        others = [job for writing in writings for job in writing.jobs if job.statement is not ledger]
        is_sent = False
        for writing in writings:
            writing.is_begun = True
        try:
            async with asyncio.timeout(ATTEMPT):
                self.line = self.line or await self.engine.connect()
                transaction = await self.line.begin()
                if rows and self.engine.dialect.name == "postgresql":
                    await self.line.execute(ENTER_LISTS, lists_of(rows))
                elif rows:
                    await self.line.execute(ENTER, rows)
                for job in others:
                    result = await self.line.execute(cast(sa.Executable, job.statement), job.values)
                    if job.must_hit and result.rowcount != 1:
                        raise Missed
                is_sent = True
                await transaction.commit()
        except BaseException as error:
            is_broken = not isinstance(error, (IntegrityError, Missed))
            self.last_commit = -LONGEST if is_broken else self.last_commit
            await self._hang_up(is_broken)
            if is_sent and isinstance(error, Exception):
                raise Doubt from error
            raise
        self.commits += 1
        self.rows += len(rows)
        self.last_commit = time.monotonic()

    async def _answers(self) -> bool:
        """Can anything be committed now?"""
        try:
            await self._commit([Writing([pulse()])])
        except Exception:
            return False
        return True

    async def _hang_up(self, is_broken: bool = False) -> None:
        """Give the writer's connection back, or end a broken one with all that it began, without waiting if it hangs."""
        line, self.line = self.line, None
        if line is not None:
            closing = asyncio.ensure_future(end(line) if is_broken else line.close())
            closing.add_done_callback(lambda task: task.cancelled() or task.exception())
            await asyncio.wait((closing,), timeout=LETTING_GO)


def lists_of(rows: list[Row]) -> dict[str, list[object]]:
    """Entries as lists, one for each column."""
    lists = {column.name: [row[column.name] for row in rows] for column in ledger.c}
    return lists | {"clock": [json.dumps(clock) for clock in lists["clock"]]}


async def end(line: AsyncConnection) -> None:
    """Close a connection for good: nobody else gets it with half a transaction in it."""
    await line.invalidate()
    await line.close()
