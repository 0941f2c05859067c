"""Databases for the ledger: a PostgreSQL of our own that can be killed, tables of programs, and a ledger as an older version
wrote it."""

import asyncio
import contextlib
import glob
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

import asyncpg
import sqlalchemy as sa

from fivefamilies import games
from fivefamilies.table import store
from fivefamilies.table.config import db_url
from fivefamilies.table.room import digest
from fivefamilies.table.schema import Row
from fivefamilies.table.store import connect
from tests.table.house import free_port

# The tables as they were before a ledger kept who left when.
OLD_SCHEMA = """
CREATE TABLE house (key VARCHAR(40) NOT NULL, value TEXT, PRIMARY KEY (key));
CREATE TABLE tables (id VARCHAR(24) NOT NULL, title VARCHAR(60) NOT NULL, rules_version INTEGER NOT NULL,
    seats INTEGER NOT NULL, options JSON NOT NULL, edition JSON, settings JSON NOT NULL, secret VARCHAR(64) NOT NULL,
    invite VARCHAR(40) NOT NULL, host VARCHAR(40) NOT NULL, created FLOAT NOT NULL, state VARCHAR(12) NOT NULL,
    parent VARCHAR(24), next VARCHAR(24), PRIMARY KEY (id));
CREATE UNIQUE INDEX tables_invite ON tables (invite);
CREATE INDEX ix_tables_state ON tables (state);
CREATE TABLE chairs (table_id VARCHAR(24) NOT NULL, seat INTEGER NOT NULL, player VARCHAR(40), name VARCHAR(80) NOT NULL,
    bot VARCHAR(120), stand_in VARCHAR(120), token VARCHAR(64), link VARCHAR(64), notice TEXT, PRIMARY KEY (table_id, seat));
CREATE TABLE ledger (table_id VARCHAR(24) NOT NULL, ply INTEGER NOT NULL, kind VARCHAR(8) NOT NULL, seat INTEGER NOT NULL,
    move INTEGER NOT NULL, "by" VARCHAR(120), at FLOAT NOT NULL, clock JSON, PRIMARY KEY (table_id, ply));
CREATE TABLE chat (number INTEGER NOT NULL, table_id VARCHAR(24) NOT NULL, seat INTEGER, name VARCHAR(80) NOT NULL,
    text TEXT NOT NULL, is_phrase BOOLEAN NOT NULL, at FLOAT NOT NULL, PRIMARY KEY (number));
INSERT INTO tables VALUES ('old', 'family_business', 1, 2, '{}', NULL, '{}',
    '1111111111111111111111111111111111111111111111111111111111111111', 'invite', 'anna', 1.5, 'open', NULL, NULL);
INSERT INTO chairs VALUES ('old', 0, 'anna', 'Anna', NULL, NULL, NULL, NULL, NULL);
INSERT INTO chairs VALUES ('old', 1, NULL, '', 'random', NULL, NULL, NULL, NULL);
"""


def old_ledger(address: str, more: str = "") -> None:
    """Make an empty database a ledger of an older version."""

    async def run() -> None:
        engine = connect(db_url(address))
        counted = OLD_SCHEMA if "://" not in address else OLD_SCHEMA.replace("number INTEGER", "number SERIAL")
        async with engine.begin() as connection:
            for statement in (counted + more).split(";\n")[:-1]:
                await connection.exec_driver_sql(statement)
        await engine.dispose()

    asyncio.run(run())


async def furnish(db: str, number: int) -> list[tuple[str, str]]:
    """Tables of two programs in an empty ledger; answers with the tokens of each."""
    card, tokens, rows, seated = games.title("family_business"), list[tuple[str, str]](), list[Row](), list[Row]()
    for _ in range(number):
        table = store.new_id()
        rows.append({
            "id": table, "title": card.slug, "rules_version": card.rules_version, "seats": 2, "options": card.settle({}),
            "settings": {}, "secret": secrets.token_hex(32), "invite": secrets.token_urlsafe(18), "host": "host",
            "created": store.now(), "state": "playing",
        })  # fmt: skip
        tokens.append((f"{table}.{secrets.token_urlsafe(24)}", f"{table}.{secrets.token_urlsafe(24)}"))
        for seat, token in enumerate(tokens[-1]):
            seated.append({"table_id": table, "seat": seat, "player": "host", "name": str(seat), "token": digest(token)})
    ledger = store.Store(db_url(db))
    await ledger.open()
    for start in range(0, number, 500):
        some = rows[start : start + 500], seated[2 * start : 2 * start + 1000]
        await ledger.commit(store.Job(sa.insert(store.tables), some[0]), store.Job(sa.insert(store.chairs), some[1]))
    await ledger.close()
    return tokens


class Postgres:
    """One server with a folder of its own."""

    def __init__(self) -> None:
        self.tools = (glob.glob("/usr/lib/postgresql/*/bin") or [""])[0]
        self.port = free_port()
        self.folder = tempfile.mkdtemp(prefix="families-pg-")
        os.chmod(self.folder, 0o777)
        self.call(f"{self.tools}/initdb", "-D", f"{self.folder}/data", "-U", "families", "-A", "trust")
        self.address = f"postgresql://families@127.0.0.1:{self.port}/postgres"
        self.start()

    def call(self, *command: str) -> None:
        prefix = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        subprocess.run([*prefix, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        log = f"{self.folder}/log"
        self.call(f"{self.tools}/pg_ctl", "-D", f"{self.folder}/data", "-o", options, "-w", "-l", log, "start")

    def kill(self) -> None:
        """As a crash would: nobody is told, what was committed is recovered at the next start."""
        self.call(f"{self.tools}/pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")

    def signal(self, number: int) -> None:
        """Send this to all processes of the server."""
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def processes(self) -> list[int]:
        """All processes of the server, the head first."""
        head = int(Path(f"{self.folder}/data/postmaster.pid").read_text().split()[0])
        return [head, *map(int, Path(f"/proc/{head}/task/{head}/children").read_text().split())]

    def say(self, *statements: str) -> None:
        """Carry out statements, each by itself, in a session of the operator's."""

        async def run() -> None:
            line = await asyncpg.connect(self.address)
            for statement in ("SET default_transaction_read_only = off", *statements):
                await line.execute(statement)
            await line.close()

        asyncio.run(run())

    @contextlib.contextmanager
    def read_only(self):
        """Nobody may write, as at a standby."""
        self.say("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        try:
            yield
        finally:
            self.say("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()")

    @contextlib.contextmanager
    def locked(self):
        """Somebody holds the ledger, as a careless migration does."""
        done, held = threading.Event(), threading.Event()

        async def hold() -> None:
            line = await asyncpg.connect(self.address)
            async with line.transaction():
                await line.execute("LOCK TABLE ledger IN ACCESS EXCLUSIVE MODE")
                held.set()
                await asyncio.to_thread(done.wait)
            await line.close()

        holder = threading.Thread(target=asyncio.run, args=(hold(),))
        holder.start()
        held.wait(20)
        try:
            yield
        finally:
            done.set()
            holder.join()

    @contextlib.contextmanager
    def full(self):
        """There is no room on its disk; it gives up, and is started again when there is."""
        for pid in self.processes():
            with contextlib.suppress(subprocess.CalledProcessError):
                self.call("prlimit", "--fsize=4096:unlimited", "--pid", str(pid))
        try:
            yield
        finally:
            with contextlib.suppress(subprocess.CalledProcessError):
                self.kill()
            self.start()

    @contextlib.contextmanager
    def frozen(self):
        """It takes what it is sent and answers nothing; what it was sent it does when it wakes up."""
        self.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.signal(signal.SIGCONT)

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
