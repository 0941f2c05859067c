"""The ledger: every table, chair, decision and word, kept by SQLAlchemy on SQLite or PostgreSQL.

Decisions are only ever added. The key (table, ply) is the lock: whoever adds a ply first has played it, anybody else is
refused. Many tables share one commit; nobody hears of a decision before it is committed.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

schema = sa.MetaData()
house = sa.Table("house", schema, sa.Column("key", sa.String(40), primary_key=True), sa.Column("value", sa.Text))
tables = sa.Table(
    "tables", schema,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("title", sa.String(60), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("edition", sa.JSON),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("invite", sa.String(40), nullable=False),
    sa.Column("host", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("state", sa.String(12), nullable=False, index=True),  # open, playing, over
    sa.Column("parent", sa.String(24)),
    sa.Column("next", sa.String(24)),
    sa.Index("tables_invite", "invite", unique=True),
)  # fmt: skip
chairs = sa.Table(
    "chairs", schema,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.String(40), index=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("bot", sa.String(120)),
    sa.Column("stand_in", sa.String(120)),
    sa.Column("token", sa.String(64), index=True),  # hash of the secret that a program plays with
    sa.Column("link", sa.String(64), index=True),  # hash of the secret that moves the seat to another device
    sa.Column("notice", sa.Text),
)  # fmt: skip
ledger = sa.Table(
    "ledger", schema,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),  # move, undo, end
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("move", sa.Integer, nullable=False),
    sa.Column("by", sa.String(120)),  # the bot that chose it, if one did
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("clock", sa.JSON),
)  # fmt: skip
chat = sa.Table(
    "chat", schema,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(24), index=True, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("is_phrase", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)  # fmt: skip

BATCH = 256
GATHER = 0.008  # seconds to wait for company when the last commit had some
CHAT_KEPT = 100
Job = tuple[Any, Any]  # a statement and its rows


class Taken(Exception):
    """Somebody else was quicker: the ply is taken."""


@dataclass
class Wish:
    """Statements that are to be committed together, and who waits for it."""

    jobs: list[Job]
    done: asyncio.Future = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def connect(url: str) -> AsyncEngine:
    """An engine; SQLite writes ahead and waits for the disk at every commit."""
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_size=8, pool_pre_ping=True)
    engine = create_async_engine(url, connect_args={"timeout": 10})

    @event.listens_for(engine.sync_engine, "connect")
    def set_pragmas(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


class Store:
    """All that must never be lost."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self.queue: asyncio.Queue[Wish] = asyncio.Queue()
        self.writer: asyncio.Task | None = None
        self.line: AsyncConnection | None = None  # the writer's own connection
        self.commits = 0
        self.rows = 0

    async def open(self) -> None:
        """Make the tables that are missing and start writing."""
        async with self.engine.begin() as connection:
            await connection.run_sync(schema.create_all)
        self.writer = asyncio.create_task(self._write(), name="ledger")

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        while not self.queue.empty():
            await asyncio.sleep(0.01)
        if self.writer:
            self.writer.cancel()
            await asyncio.gather(self.writer, return_exceptions=True)
        await self._hang_up()
        await self.engine.dispose()

    # ------------------------------------------------------------ writing

    async def commit(self, *jobs: Job) -> None:
        """Commit these statements; raises Taken where a key exists already."""
        wish = Wish(list(jobs))
        await self.queue.put(wish)
        await wish.done

    async def _write(self) -> None:
        is_crowded = False
        while True:
            wishes = [await self.queue.get()]
            if is_crowded:
                await asyncio.sleep(GATHER)
            while len(wishes) < BATCH and not self.queue.empty():
                wishes.append(self.queue.get_nowait())
            is_crowded = len(wishes) > 1
            try:
                await self._commit_together(wishes)
            except (IntegrityError, DBAPIError):
                for wish in wishes:
                    await self._commit_alone(wish)
            else:
                for wish in wishes:
                    settle(wish)

    async def _commit_together(self, wishes: Sequence[Wish]) -> None:
        rows = [job[1] for wish in wishes for job in wish.jobs if job[0] is ledger]
        self.line = self.line or await self.engine.connect()
        try:
            async with self.line.begin():
                if rows:
                    await self.line.execute(sa.insert(ledger), rows)
                for wish in wishes:
                    for statement, values in wish.jobs:
                        if statement is not ledger:
                            await self.line.execute(statement, values)
        except BaseException:
            await self._hang_up()
            raise
        self.commits += 1
        self.rows += len(rows)

    async def _hang_up(self) -> None:
        """Give the writer's connection back; the next commit opens another."""
        line, self.line = self.line, None
        if line is not None:
            with contextlib.suppress(DBAPIError, OSError):
                await line.close()

    async def _commit_alone(self, wish: Wish) -> None:
        try:
            await self._commit_together([wish])
        except IntegrityError:
            settle(wish, Taken())
        except Exception as error:
            settle(wish, error)
        else:
            settle(wish)

    # ------------------------------------------------------------ reading

    async def rows_of(self, query: Any) -> list[dict[str, Any]]:
        """The rows that a query finds."""
        async with self.engine.connect() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def house_secret(self) -> str:
        """The secret that signs cookies, made at the first start."""
        found = await self.rows_of(sa.select(house.c.value).where(house.c.key == "secret"))
        if not found:
            with contextlib.suppress(Taken):
                await self.commit((sa.insert(house), {"key": "secret", "value": secrets.token_hex(32)}))
            found = await self.rows_of(sa.select(house.c.value).where(house.c.key == "secret"))
        return str(found[0]["value"])

    async def table(self, table_id: str) -> dict[str, Any] | None:
        """One table with its chairs, decisions and last words."""
        found = await self.rows_of(sa.select(tables).where(tables.c.id == table_id))
        if not found:
            return None
        words = sa.select(chat).where(chat.c.table_id == table_id).order_by(chat.c.number.desc()).limit(CHAT_KEPT)
        return {
            **found[0],
            "chairs": await self.rows_of(sa.select(chairs).where(chairs.c.table_id == table_id).order_by(chairs.c.seat)),
            "ledger": await self.rows_of(sa.select(ledger).where(ledger.c.table_id == table_id).order_by(ledger.c.ply)),
            "chat": (await self.rows_of(words))[::-1],
        }

    async def plies(self, table_id: str) -> int:
        """How many entries a table's ledger has."""
        found = await self.rows_of(sa.select(sa.func.max(ledger.c.ply).label("last")).where(ledger.c.table_id == table_id))
        return 0 if found[0]["last"] is None else int(found[0]["last"]) + 1

    async def ids(self, *where: Any, limit: int = 50) -> list[str]:
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

    async def is_well(self) -> bool:
        """Does the database answer?"""
        try:
            await self.rows_of(sa.select(sa.literal(1)))
        except (DBAPIError, OSError):
            return False
        return True


def settle(wish: Wish, error: Exception | None = None) -> None:
    """Tell who waits, if he still does."""
    if not wish.done.done():
        if error is None:
            wish.done.set_result(None)
        else:
            wish.done.set_exception(error)


def update_chair(table_id: str, seat: int, **values: Any) -> Job:
    return sa.update(chairs).where(chairs.c.table_id == table_id, chairs.c.seat == seat).values(**values), {}


def update_table(table_id: str, **values: Any) -> Job:
    return sa.update(tables).where(tables.c.id == table_id).values(**values), {}


def new_id() -> str:
    """An id that nobody can guess: knowing it is enough to look on."""
    return secrets.token_hex(10)


def now() -> float:
    return time.time()
