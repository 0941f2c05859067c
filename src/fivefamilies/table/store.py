"""The ledger: every table, chair, decision and word, kept by SQLAlchemy on SQLite or PostgreSQL.

Decisions are only ever added. The key (table, ply) is the lock: whoever adds a ply first has played it, anybody else is
refused. Chairs and a table's state change together, and only if the table's revision is still the one that was seen. Nobody
hears of anything before it is committed.
"""

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from fivefamilies.core.errors import FamiliesError, Refused
from fivefamilies.table.almanac import now
from fivefamilies.table.integrity import faults
from fivefamilies.table.schema import Row, bring_up_to_date, chairs, chat, house, leagues, ledger, results, tables
from fivefamilies.table.writer import Job, Silent, Taken, Unsure, Writer, pulse

__all__ = [
    "Job",
    "Silent",
    "Store",
    "Taken",
    "Unsure",
    "chairs",
    "chat",
    "house",
    "leagues",
    "ledger",
    "now",
    "results",
    "tables",
]
log = logging.getLogger("fivefamilies.table")
CHAT_KEPT = 100
BUSY = 1.5  # seconds that SQLite waits for another who writes
READING = 5.0  # seconds that an answer may take
READERS = 8  # questions at once: a thousand pages that come back wait in line here, not for the database
FRESH = 0.2  # seconds that a commit shows that the ledger is well
SETTINGS = sa.cast(tables.c.settings, sa.Text)  # as they are kept: one table's nonsense must not stop a question about all
IS_PUBLIC = SETTINGS.like('%"is_public": true%')
LAST = sa.select(sa.func.max(ledger.c.ply)).where(ledger.c.table_id == tables.c.id).scalar_subquery()
VERSIONS = sa.select(tables.c.id, LAST.label("last"), tables.c.revision)
OPEN = sa.text("LOCK TABLE ledger IN ROW EXCLUSIVE MODE")  # as whoever enters a move does: nobody else holds it
IMPOSSIBLE = "22"  # PostgreSQL's class of errors in what is asked, such as NUL in a text


def connect(url: str) -> AsyncEngine:
    """An engine; SQLite writes ahead and waits for the disk at every commit."""
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_size=READERS + 2, pool_timeout=READING, hide_parameters=True)
    engine = create_async_engine(url, connect_args={"timeout": BUSY}, pool_timeout=READING, hide_parameters=True)

    @event.listens_for(engine.sync_engine, "connect")
    def set_pragmas(connection: DBAPIConnection, record: object) -> None:
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={BUSY * 1000:.0f}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


async def open_once(url: str) -> list[Refused]:
    """Open a ledger and close it again: what is wrong with it shows before anybody is let in. Answers with what is wrong with
    single tables, which hurts no other."""
    engine = connect(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(bring_up_to_date)
        async with engine.connect() as connection:
            return await connection.run_sync(faults)
    finally:
        await engine.dispose()


class Store(Writer):
    """All that must never be lost."""

    def __init__(self, url: str) -> None:
        super().__init__(connect(url))
        self.is_damaged = False  # a page of it could not be read
        self.url, self.is_shared = url, not url.startswith("sqlite")  # other servers may be on the same ledger
        # One question is one way there and back: no transaction is begun and ended around it.
        self.readers, self.last_answer = asyncio.Semaphore(READERS), -READING
        self.reader = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.is_shared else self.engine

    async def open(self) -> None:
        """Make what is missing and start writing."""
        async with self.engine.begin() as connection:
            await connection.run_sync(bring_up_to_date)
        self.start()

    async def close(self) -> None:
        """Write what is waiting, then stop, even if the database hangs."""
        await self.stop()
        with contextlib.suppress(TimeoutError, SQLAlchemyError, OSError):
            async with asyncio.timeout(2):
                await self.engine.dispose()

    # ------------------------------------------------------------ reading

    async def rows_of(self, query: sa.Select) -> list[Row]:
        """The rows that a query finds; a text that cannot be in a database is not found."""
        try:
            await self.wait_in_line()
            try:
                async with asyncio.timeout(READING):
                    found = await self.ask(query)
                self.last_answer = time.monotonic()
                return found
            finally:
                self.readers.release()
        except UnicodeEncodeError:
            return []
        except (TypeError, json.JSONDecodeError):  # what was found makes no sense
            raise
        except Exception as error:
            if str(getattr(getattr(error, "orig", None), "sqlstate", "")).startswith(IMPOSSIBLE):
                return []
            if "malformed" in str(error):
                self.is_damaged = True
                log.error("the ledger is damaged: stop the server and restore a backup", extra={"error": str(error)[:300]})
            raise Silent from error

    async def wait_in_line(self) -> None:
        """Wait until somebody else has his answer; for as long as anybody gets one."""
        while True:
            try:
                async with asyncio.timeout(READING):
                    await self.readers.acquire()
                return
            except TimeoutError:
                if time.monotonic() - self.last_answer > READING:
                    raise

    async def ask(self, query: sa.Select) -> list[Row]:
        """The same; once more if the line had broken while nobody used it: then the engine forgets all that are as old."""
        for is_last in (False, True):
            try:
                async with self.reader.connect() as connection:
                    return [dict(row) for row in (await connection.execute(query)).mappings()]
            except DBAPIError as error:
                if is_last or not error.connection_invalidated:
                    raise
        raise AssertionError

    async def house_secret(self) -> str:
        """The secret that signs cookies, made at the first start."""
        return await self.house_value("secret", lambda: secrets.token_hex(32))

    async def house_value(self, key: str, make: Callable[[], str]) -> str:
        """Something that the house keeps, made when it is first asked for."""
        found = await self.rows_of(sa.select(house.c.value).where(house.c.key == key))
        if not found:
            with contextlib.suppress(Taken):
                await self.commit((sa.insert(house), {"key": key, "value": make()}))
            found = await self.rows_of(sa.select(house.c.value).where(house.c.key == key))
        return str(found[0]["value"])

    async def table(self, table_id: str) -> Row | None:
        """One table with its chairs, decisions and last words."""
        found = await self.rows_of(sa.select(tables).where(tables.c.id == table_id))
        if not found:
            return None
        return {
            **found[0],
            "chairs": await self.rows_of(chairs_in_order(table_id)),
            "ledger": await self.entries(table_id),
            "chat": await self.last_words(table_id),
        }

    async def entries(self, table_id: str, since: int = 0) -> list[Row]:
        """The entries of a table's ledger from this ply on."""
        wanted = sa.select(ledger).where(ledger.c.table_id == table_id)
        return await self.rows_of((wanted.where(ledger.c.ply >= since) if since else wanted).order_by(ledger.c.ply))

    async def last_words(self, table_id: str) -> list[Row]:
        """What was last said at a table."""
        words = sa.select(chat).where(chat.c.table_id == table_id).order_by(chat.c.number.desc()).limit(CHAT_KEPT)
        return (await self.rows_of(words))[::-1]

    async def progress(self, table_id: str) -> tuple[int, int]:
        """A table's version: how many entries its ledger has, and how often its row, a chair or the chat has changed."""
        return (await self.versions([table_id])).get(table_id, (0, 0))

    async def versions(self, table_ids: list[str]) -> dict[str, tuple[int, int]]:
        """The same for many tables."""
        found = await self.rows_of(VERSIONS.where(self.is_one_of(tables.c.id, table_ids)))
        return {row["id"]: (0 if row["last"] is None else int(row["last"]) + 1, int(row["revision"])) for row in found}

    def is_one_of(self, column: sa.Column[str], values: list[str]) -> sa.ColumnElement[bool]:
        """Is it among these? PostgreSQL takes them as one thing, however many there are."""
        return column == sa.any_(sa.cast(values, sa.ARRAY(sa.Text))) if self.is_shared else column.in_(values)

    async def chairs_of(self, table_id: str) -> tuple[Row, list[Row]]:
        """A table's row and its chairs as they are now."""
        found = await self.rows_of(sa.select(tables).where(tables.c.id == table_id))
        return found[0] if found else {}, await self.rows_of(chairs_in_order(table_id))

    async def ids(self, *where: sa.ColumnElement[bool], limit: int | None = 50) -> list[str]:
        """Tables for which this holds, the newest first."""
        query = sa.select(tables.c.id).where(*where).order_by(tables.c.created.desc()).limit(limit)
        return [row["id"] for row in await self.rows_of(query)]

    async def ids_of_player(self, player: str, limit: int = 30) -> list[str]:
        """The newest tables where this player sits."""
        query = (
            sa.select(tables.c.id, tables.c.created).join(chairs, chairs.c.table_id == tables.c.id)
            .where(chairs.c.player == player).distinct().order_by(tables.c.created.desc()).limit(limit)
        )  # fmt: skip
        return [row["id"] for row in await self.rows_of(query)]

    async def cards(self, table_ids: list[str]) -> list[Row]:
        """What a list shows of these tables, in this order: the tables and their chairs, without their games.

        Those whose settings cannot be read are left out."""
        columns = (tables.c.id, tables.c.title, tables.c.state, tables.c.invite, SETTINGS.label("settings"))
        found: dict[str, Row] = {}
        for row in await self.rows_of(sa.select(*columns).where(tables.c.id.in_(table_ids))):
            with contextlib.suppress(json.JSONDecodeError, TypeError, ValueError):
                found[row["id"]] = {**row, "settings": dict(json.loads(row["settings"])), "chairs": []}
        seated = sa.select(chairs).where(chairs.c.table_id.in_(list(found))).order_by(chairs.c.seat)
        for row in await self.rows_of(seated):
            found[row["table_id"]]["chairs"].append(row)
        return [found[table_id] for table_id in table_ids if table_id in found]

    async def is_drawn_from(self, secret: str) -> bool:
        """Does a table that is not over draw from this secret? One that the house has closed never shows it. Imported tables and
        lessons do not count: theirs is known."""
        query = sa.select(tables.c.settings).where(tables.c.state != "over", tables.c.secret == secret)
        return any(
            not row["settings"].get("is_imported") and not row["settings"].get("lesson") for row in await self.rows_of(query)
        )

    async def is_well(self) -> bool:
        """Can something small be committed, now or a moment ago?"""
        if self.is_damaged:
            return False
        if time.monotonic() - self.last_commit < FRESH:
            return True
        try:
            await self.commit(pulse(), *([Job(OPEN)] if self.is_shared else []))
        except FamiliesError:
            return False
        return True


def chairs_in_order(table_id: str) -> sa.Select:
    return sa.select(chairs).where(chairs.c.table_id == table_id).order_by(chairs.c.seat)


def update_chair(table_id: str, seat: int, **values: object) -> Job:
    return Job(sa.update(chairs).where(chairs.c.table_id == table_id, chairs.c.seat == seat).values(**values))


def update_table(table_id: str, *where: sa.ColumnElement[bool], **values: object) -> Job:
    """A change of a table's row, which everybody notices; with a condition it has to hold, or nothing is committed."""
    change = sa.update(tables).where(tables.c.id == table_id, *where)
    return Job(change.values(**values, revision=tables.c.revision + 1), must_hit=bool(where), table=table_id)


def new_id() -> str:
    """An id that nobody can guess: knowing it is enough to look on."""
    return secrets.token_hex(10)
