"""Attack the table as bad luck would: kills, cut lines, restarts, locks, full disks, dead workers, races, odd texts; count.

    python bench/faults.py [kills] [writer] [restarts] [cuts] [locks] [races] [workers] [lines] [texts] [twins] [servers] [storm]

Every part plays at real servers on loopback while it attacks, and fails if anything acknowledged is lost, anything that was said
not to be made was made, a table is stuck, a full table does not begin, or a task of the server is dead.
"""

import argparse
import asyncio
import contextlib
import logging.handlers
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from functools import partial
from pathlib import Path
from statistics import median

import asyncpg
import httpx
import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parents[1]))

from fivefamilies import games
from fivefamilies.core.kernels import compile_title
from fivefamilies.table.store import Store
from tests.table.databases import Postgres
from tests.table.house import House, Person, QuickHouse, cpu_of, free_port, open_house, resident, wait_for
from tests.table.test_chairs import at_once
from tests.table.test_faults import CHARSETS, limit_files, lock, multipart, plays_on, workers_of
from tests.table.test_hard_times import REASON, Road, Slow, pages_of, pages_open, storm
from tests.table.test_never_leaked import NothingRevealed, glass, live_on
from tests.table.test_never_lost import (
    ENTRIES,
    Load,
    Sitters,
    assert_all_have_begun,
    assert_all_there,
    assert_no_lie,
    assert_same,
    count,
    pending_of,
    told_by,
)

TABLES, PAGES_AT_ONCE = 4, 1000  # of a crowd, of a storm
A_ROUND = 100  # kills of one crew
AT_ONCE = 9  # lines of one guest, and as many of the same by another road: he may have twenty
KILLS = 200  # of one ledger: every start reads all its running tables
LETTERS = ((0, 0x2FF), (0xD7FF, 0xE010), (0x2000, 0x2070))  # controls, halves of characters, marks of direction among others
DEAD = ("a task failed", "the ledger's writer ended", "bots stopped", "a request failed", "Exception in ASGI")


def assert_no_dead_task(house: House) -> None:
    """The server's log tells of no mistake of ours."""
    bad = [line for line in house.log.read_text().splitlines() if any(word in line for word in DEAD)]
    assert not bad, bad[:3]


@contextlib.contextmanager
def crowd(house: House):
    """Programs that play and people who sit down; at the end every table goes on."""
    host, sitters = Person(house), Sitters(house)
    loads = [Load(house, host, number) for number in range(TABLES)]
    for load in (*loads, sitters):
        load.start()
    try:
        yield loads, sitters
        before = [len(load.acknowledged) for load in loads]
        deadline = time.monotonic() + 120
        while any(len(load.acknowledged) == early for load, early in zip(loads, before, strict=True)):
            assert time.monotonic() < deadline, [(load.table, load.is_alive(), load.problem, load.trouble) for load in loads]
            time.sleep(0.05)
    finally:
        for load in (*loads, sitters):
            load.is_stopped = True
        for load in (*loads, sitters):
            load.join(20)
    assert [load.problem for load in loads] == [None] * TABLES, [load.problem for load in loads]


def kills(folder: Path, number: int, deadline: float) -> str:
    """Kill the server while moves are made and chairs are taken; after every kill the disk is compared with what was said."""
    done, moves, chairs, ledgers = 0, 0, 0, 0
    while done < number and time.monotonic() < deadline:
        found = kill_again(folder / f"kills-{ledgers}.db", random.Random(ledgers), min(KILLS, number - done), deadline)
        done, moves, chairs, ledgers = done + found[0], moves + found[1], chairs + found[2], ledgers + 1
        print(f"  {done} kills, {moves} moves, {chairs} chairs", flush=True)
    return (
        f"{done} kills at {ledgers} ledgers: {moves} acknowledged moves and {chairs} last chairs, none lost, no full table waits"
    )


def kill_again(ledger: Path, rng: random.Random, number: int, deadline: float) -> tuple[int, int, int]:
    """One ledger, killed so often; the kills, the moves and the chairs."""
    house, done = QuickHouse(ledger).open(), 0
    try:
        with crowd(house) as (loads, sitters):
            while done < number and time.monotonic() < deadline:
                told = count(loads) + rng.randint(1, 12)
                wait_for(partial(has_told, loads, told), 60)
                time.sleep(rng.uniform(0, 0.03))
                house.kill()
                assert_all_there(house, loads)
                assert_all_have_begun(house, sitters)
                house.open()
                done += 1
        assert_all_there(house, loads)
        chairs = assert_all_have_begun(house, sitters)
    finally:
        for client in house.clients:
            client.close()
        house.close()
    assert_no_dead_task(house)
    return done, count(loads), chairs


def has_told(loads: list[Load], told: int, crew: "Crew | None" = None) -> bool:
    if crew:
        crew.look_after()
    assert not any(load.problem for load in loads), [load.problem for load in loads]
    return count(loads) >= told


def assert_all_kept(address: str, loads: list[Load]) -> None:
    """Compare what was acknowledged with a ledger of PostgreSQL."""
    pending, told, rows = pending_of(loads), told_by(loads), asyncio.run(ask(address, ENTRIES))
    assert_same(told, pending, rows)
    assert_no_lie(loads, rows)


def restarts(folder: Path, number: int, deadline: float) -> str:
    """Kill PostgreSQL under load and start it again; or freeze it for a while, so that it answers late."""
    postgres, rng, done = Postgres(), random.Random(2), 0
    try:
        with open_house(postgres.address) as house:
            with crowd(house) as (loads, _):
                while done < number and time.monotonic() < deadline:
                    told = count(loads) + rng.randint(1, 20)
                    wait_for(partial(has_told, loads, told), 60)
                    if done % 2:
                        with postgres.frozen():
                            time.sleep(rng.choice((1, 4, 8)))
                    else:
                        postgres.kill()
                        time.sleep(rng.choice((0, 0.3, 2, 5)))
                        postgres.start()
                    done += 1
            assert_all_kept(postgres.address, loads)
            assert httpx.get(f"{house.base}/health").json()["status"] == "well"
        assert_no_dead_task(house)
    finally:
        postgres.remove()
    silences = sum(load.silences for load in loads)
    return f"{done} databases killed or frozen: {count(loads)} acknowledged moves, none lost; {silences} times told of silence"


def cuts(folder: Path, number: int, deadline: float) -> str:
    """Cut the line between a server and its database, or let nothing through, under load; or the database takes nothing."""
    postgres, rng, done = Postgres(), random.Random(7), Counter[str]()
    road = Road(postgres.port)
    try:
        with open_house(postgres.address.replace(str(postgres.port), str(road.port))) as house:
            with crowd(house) as (loads, _):
                while done.total() < number and time.monotonic() < deadline:
                    told = count(loads) + rng.randint(1, 20)
                    wait_for(partial(has_told, loads, told), 120)
                    kind = ("cut", "mute", "read-only", "locked", "full")[done.total() % 5]
                    hardship = {"read-only": postgres.read_only, "locked": postgres.locked, "full": postgres.full}
                    with hardship.get(kind, contextlib.nullcontext)():
                        road.is_mute = kind == "mute"
                        if kind == "cut":
                            road.cut()
                        time.sleep(rng.choice((0.1, 1, 4, 8)))
                    road.mend()
                    done[kind] += 1
                wait_for(lambda: httpx.get(f"{house.base}/health").status_code == 200, 30)
            assert_all_kept(postgres.address, loads)
        assert_no_dead_task(house)
    finally:
        road.close()
        postgres.remove()
    told = ", ".join(f"{kind} {times}" for kind, times in done.items())
    silences, denials = sum(load.silences for load in loads), sum(len(load.denials) for load in loads)
    return (f"{done.total()} times no way to the database, or it took nothing ({told}): {count(loads)} acknowledged moves, none "
            f"lost; {silences} times told of silence, {denials} of them that nothing was changed, all true")  # fmt: skip


def lines(folder: Path, number: int, deadline: float) -> str:
    """Pages that do not read, and pages whose line is dead without a word, while others play."""
    done, worst, slowest = 0, 0.0, 0.0
    with open_house(folder / "lines.db", "--patience", "2") as house:
        anna, bruno, road = Person(house), Person(house, "Bruno"), Road(house.port)
        try:
            while done < number and time.monotonic() < deadline:
                table = anna.open_table(seats=3, bot="random", spectators="public")
                slow = [Slow(bruno, house.port, table) for _ in range(AT_ONCE)]
                slow += [Slow(bruno, road.port, table, house.port) for _ in range(AT_ONCE)]
                wait_for(lambda: pages_open(anna) == 2 * AT_ONCE, 30)
                road.is_mute, began = True, time.monotonic()
                while pages_open(anna):
                    assert time.monotonic() - began < 60, "they are kept"
                    asked = time.monotonic()
                    if "Play again" in anna.page(table):
                        break
                    anna.play(table)
                    worst = max(worst, time.monotonic() - asked)
                wait_for(lambda: not pages_open(anna), 60)
                slowest = max(slowest, time.monotonic() - began)
                assert all(REASON in one.rest()[-80:] for one in slow[:AT_ONCE]), "they are told why"
                road.cut()
                for one in slow[AT_ONCE:]:
                    one.line.close()
                road.mend()
                done += 1
        finally:
            road.close()
        assert_no_dead_task(house)
    return (f"{done} times {AT_ONCE} pages that do not read and {AT_ONCE} whose line is dead: all let go within {slowest:.1f} s, "
            f"the patience being 2; others waited {worst * 1e3:.0f} ms at most for a page and a move")  # fmt: skip


class Faulty:
    """A ledger that fails once whenever it is told to, in the middle of a transaction, before a commit or after it."""

    def __init__(self, ledger: Store) -> None:
        self.ledger, self.due = ledger, ""
        sa.event.listen(ledger.engine.sync_engine, "before_cursor_execute", self.execute)
        sa.event.listen(ledger.engine.sync_engine, "commit", self.commit)

    def execute(self, *_: object) -> None:
        if self.due in MISHAPS:
            mishap, self.due = self.due, ""
            raise MISHAPS[mishap]

    def commit(self, connection: sa.Connection) -> None:
        if self.due in ("cut before", "cut after"):
            when, self.due = self.due, ""
            if when == "cut after":
                connection.connection.commit()
            raise ConnectionResetError("cut")


MISHAPS: dict[str, Exception] = {
    "no file handles": OSError(24, "Too many open files"), "no memory": MemoryError(), "odd text": UnicodeError("surrogates"),
    "nonsense": ValueError("nonsense"), "bad disk": sqlite3.OperationalError("disk I/O error"), "hangs": TimeoutError(),
}  # fmt: skip


def writer(folder: Path, number: int, deadline: float) -> str:
    """Errors of every kind inside the ledger's own task, and its end, while others play."""
    rng, done, complaints = random.Random(6), Counter(), logging.handlers.BufferingHandler(10**6)
    logging.getLogger("fivefamilies.table").addHandler(complaints)
    with glass(folder) as house:
        ledger: Store = house.app.state.club.store
        faulty = Faulty(ledger)
        with crowd(house) as (loads, sitters):
            while done.total() < number and time.monotonic() < deadline:
                told = count(loads) + rng.randint(1, 5)
                wait_for(partial(has_told, loads, told), 60)
                kind = rng.choice([*MISHAPS, "cut before", "cut after", "ended"])
                if kind == "ended":
                    ledger.task.get_loop().call_soon_threadsafe(ledger.task.cancel)
                else:
                    faulty.due = kind
                done[kind] += 1
        assert_all_there(house, loads)
        assert_all_have_begun(house, sitters)
        assert httpx.get(f"{house.base}/health").json()["status"] == "well"
    bad = [
        record.getMessage()
        for record in complaints.buffer
        if any(word in record.getMessage() for word in DEAD if "writer" not in word)
    ]
    assert not bad, bad[:3]
    return f"{done.total()} faults of {len(done)} kinds in the writer: {count(loads)} acknowledged moves, none lost"


def twins(folder: Path, number: int, deadline: float) -> str:
    """Everybody's answers, with what he may not know changed: tables, their take-backs, and the games after them."""
    done, answers, short = 0, 0, 0
    for slug in games.names():
        compile_title(games.title(slug))  # the server is in this process: nobody waits for its compiler
    with glass(folder) as house:
        while done < number and time.monotonic() < deadline:
            slug = games.names()[done % len(games.names())]
            try:
                answers += live_on(house, slug, random.Random(f"{slug} {done} {short}")).answers
                done += 1
            except NothingRevealed:
                short += 1
    told = f"{answers} answers, all the same bytes; {short} games ended before two take-backs had revealed something"
    return f"{done} families of tables, each with two branches and a rematch: {told}"


def locks(folder: Path, number: int, deadline: float) -> str:
    """Lock the ledger, or fill its disk, for longer than anybody waits."""
    rng, done, slowest = random.Random(3), 0, 0.0
    with open_house(folder / "locks.db") as house:
        watcher = Person(house)
        with crowd(house) as (loads, sitters):
            while done < number and time.monotonic() < deadline:
                told = count(loads) + rng.randint(1, 20)
                wait_for(partial(has_told, loads, told), 60)
                blocker = lock(house) if done % 2 else None
                if blocker is None:
                    limit_files(house, 4096)
                began = time.monotonic()
                wait_for(lambda: watcher.get("/health").status_code == 503, 10)
                slowest = max(slowest, time.monotonic() - began)
                time.sleep(rng.uniform(0, 3))
                if blocker is None:
                    limit_files(house, resource.RLIM_INFINITY)
                else:
                    blocker.execute("ROLLBACK")
                    blocker.close()
                wait_for(lambda: watcher.get("/health").status_code == 200, 20)
                done += 1
        assert_all_there(house, loads)
        assert_all_have_begun(house, sitters)
        assert_no_dead_task(house)
    silences = sum(load.silences for load in loads)
    return (f"{done} locked or full ledgers: {count(loads)} acknowledged moves, none lost; {silences} refusals, all true; "
            f"unwell is known after {slowest:.1f} s at most")  # fmt: skip


def races(folder: Path, number: int, deadline: float) -> str:
    """Everybody wants the same chair, or uses the same link, at two servers on one ledger."""
    done = 0
    with open_house(folder / "races.db") as first, open_house(folder / "races.db") as second:
        anna, guests = Person(first), [Person((first, second)[n % 2], f"Guest {n}") for n in range(6)]
        while done < number and time.monotonic() < deadline:
            table = anna.open_table(seats=2, who="open")
            sits = at_once(*(partial(guest.wish, table, "sit", seat=1, name=guest.name) for guest in guests))
            assert sorted(answer.status_code for answer in sits) == [303] + [409] * 5, [answer.status_code for answer in sits]
            link = re.search(r"<code>https?://[^/]+(/seat/[^<]+)</code>", anna.wish(table, "link").text).group(1)
            moved = at_once(*(partial(guest.post, link) for guest in guests))
            assert sorted(answer.status_code for answer in moved) == [303] + [404] * 5, [answer.status_code for answer in moved]
            done += 1
        assert_no_dead_task(first)
        assert_no_dead_task(second)
    with sqlite3.connect(folder / "races.db") as ledger:
        begun = ledger.execute("select count(*) from tables where state = 'playing'").fetchone()[0]
    ledger.close()
    assert begun == done
    return f"{done} races for a chair and {done} for a link, six guests at two servers: one winner each; all {begun} games began"


def workers(folder: Path, number: int, deadline: float) -> str:
    """Kill or stop the processes that think for bots, also while no file can be opened."""
    rng, done = random.Random(4), 0
    with open_house(folder / "workers.db") as house:
        anna = Person(house)
        table = anna.open_table(seats=2)
        assert plays_on(anna, table)
        while done < number and time.monotonic() < deadline:
            _, most = resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE)
            if done % 5 == 4:
                few = len(os.listdir(f"/proc/{house.process.pid}/fd")) + 1
                resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE, (few, most))
            for worker in workers_of(house):
                os.kill(worker, signal.SIGKILL)
            time.sleep(rng.uniform(0, 0.5))
            if "Play again" in anna.page(table):
                table = anna.open_table(seats=2)
            assert plays_on(anna, table, 1)
            resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE, (most, most))
            done += 1
        assert_no_dead_task(house)
    return f"{done} times all workers killed: bots went on every time"


def texts(folder: Path, number: int, deadline: float) -> str:
    """Forms in odd charsets with odd characters, while others play."""
    rng, done = random.Random(5), 0
    with open_house(folder / "texts.db") as house:
        anna = Person(house)
        table = anna.open_table(seats=3)
        with crowd(house) as (loads, _):
            while done < number and time.monotonic() < deadline:
                text = "".join(chr(rng.randint(*rng.choice(LETTERS))) for _ in range(9))
                odd = rng.choice((text.encode("utf-8", "surrogatepass"), text.encode("unicode_escape"), rng.randbytes(20)))
                fields = {"csrf": anna.csrf.encode(), "text": odd, "name": odd, "notice": odd, "title": b"family_business"}
                body, headers = multipart(fields, rng.choice((*CHARSETS, "utf-8", "latin-1", "utf-32", "utf-8-sig", "cp037")))
                route = rng.choice((f"/t/{table}/chat", "/choose", f"/t/{table}/sit", f"/t/{table}/notice", "/import"))
                answer = anna.http.post(route, content=body, headers=headers)
                assert answer.status_code < 500, (route, body, answer.text)
                done += 1
        assert anna.get("/health").json()["status"] == "well"
        assert_no_dead_task(house)
    return f"{done} odd forms: no 500, the writer lives; {count(loads)} moves beside them"


CREW = """
import os, signal, sys
from pathlib import Path
os.environ["FIVEFAMILIES_INTERPRETED"] = "1"
from fivefamilies.table.config import Config
from fivefamilies.table.doors import Doors
from fivefamilies.table.serve import listen, serve
from fivefamilies.table.workers import think
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    role, own = line.split()
    is_bots = role == "bots"
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        limits = {"rate": 5e3, "sockets": 5000, "tables": 10**5, "pace": 0, "grace": 0, "prepare": False}
        config = Config(db=sys.argv[1], broker=sys.argv[3], hosts_bots=is_bots, is_bot_host=is_bots, **limits)
        if is_bots:
            think(config, "info", lambda: None)
        else:
            door = listen("127.0.0.1", int(sys.argv[2]), shares=True)
            door.listen(2048)
            serve(config, "127.0.0.1", int(sys.argv[2]), False, door=door, doors=Doors(Path(sys.argv[4]), int(own), 3))
        os._exit(0)
    print(child, flush=True)
"""


class Crew(House):
    """Three servers at one port, which hand lines to one another, and two hosts of bots, each forked in a moment from a process
    that has imported everything."""

    def __init__(self, db: str, broker: str, folder: Path) -> None:
        super().__init__(db)
        self.pids: dict[str, list[tuple[int, int]]] = {"web": [], "bots": []}  # by role: which of them, and its process
        with self.log.open("ab") as log:
            command = [sys.executable, "-c", CREW, db, str(self.port), broker, str(folder)]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)

    def open(self) -> "Crew":
        for role, own in (("web", 0), ("web", 1), ("web", 2), ("bots", 0), ("bots", 1)):
            self.add(role, own)
        self.wait_until_well()
        return self

    def add(self, role: str, own: int) -> None:
        self.process.stdin.write(f"{role} {own}\n")
        self.process.stdin.flush()
        self.pids[role].append((own, int(self.process.stdout.readline())))

    def strike(self, role: str) -> None:
        """Kill the oldest of a kind; another one is started at once."""
        self.look_after()
        own, pid = self.pids[role].pop(0)
        os.kill(pid, signal.SIGKILL)
        self.add(role, own)

    def look_after(self) -> None:
        """Start those again that ended by themselves because there was no database when they were started, as a service does."""
        for role, pids in self.pids.items():
            for own, pid in [one for one in pids if not Path(f"/proc/{one[1]}").exists()]:
                pids.remove((own, pid))
                self.add(role, own)

    def close(self) -> int:
        for _, pid in (*self.pids["web"], *self.pids["bots"]):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for client in self.clients:
            client.close()
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(timeout=15)


def servers(folder: Path, number: int, deadline: float) -> str:
    """Three servers and two hosts of bots on PostgreSQL and Redis: kill one of them, the broker or the database, all the time."""
    postgres, rng, struck, moves, rounds = Postgres(), random.Random(6), Counter[str](), 0, 0
    try:
        while struck.total() < number and time.monotonic() < deadline:
            asyncio.run(clear(postgres.address))
            with Broker() as broker:
                house = Crew(postgres.address, broker.address, folder).open()
                try:
                    moves += strike_all(house, postgres, broker, rng, struck, min(number, struck.total() + A_ROUND), deadline)
                finally:
                    house.close()
                assert_no_dead_task(house)
            rounds += 1
            print(f"  {struck.total()} kills, {moves} moves", flush=True)
    finally:
        postgres.remove()
    told = ", ".join(f"{what} {times}" for what, times in sorted(struck.items()))
    return f"{struck.total()} kills ({told}) in {rounds} rounds: {moves} acknowledged moves, none lost or doubled; all went on"


def strike_all(
    house: Crew, postgres: Postgres, broker: "Broker", rng: random.Random, struck: Counter[str], number: int, deadline: float
) -> int:
    """One round of kills while others play; answers with the moves that were acknowledged."""
    with crowd(house) as (loads, _):
        anna = Person(house)
        ticking = [anna.open_table(seats=3, bot="random", clock="move", clock_seconds=5) for _ in range(3)]
        before = asyncio.run(plies_of(postgres.address, ticking))
        while struck.total() < number and time.monotonic() < deadline:
            wait_for(partial(has_told, loads, count(loads) + rng.randint(0, 3), house), 180)
            time.sleep(rng.uniform(0, 0.3))
            what = rng.choice(("web", "web", "web", "bots", "broker", "broker", "database"))
            struck[what] += 1
            if what == "broker":
                broker.restart(rng.uniform(0, 1))
            elif what == "database":
                postgres.kill()
                time.sleep(rng.uniform(0, 1))
                postgres.start()
            else:
                house.strike(what)
        house.look_after()
        wait_for(lambda: went_on(postgres.address, ticking, before), 180)
    assert_all_kept(postgres.address, loads)
    return count(loads)


async def clear(address: str) -> None:
    """An empty database."""
    connection = await asyncpg.connect(address)
    await connection.execute("drop schema public cascade")
    await connection.execute("create schema public")
    await connection.close()


def storms(folder: Path, number: int, deadline: float) -> str:
    """A thousand pages of 250 tables lose their server at once and come back at once, again and again."""
    times, waits, house = list[float](), list[float](), QuickHouse(folder / "table.db", rate=20, sockets=500).open()
    try:
        pages = pages_of(house, PAGES_AT_ONCE)
        while not times or (len(times) < number and time.monotonic() < deadline):
            house.kill()
            opening = threading.Thread(target=house.open)
            opening.start()
            seen, waited = asyncio.run(storm(house, pages, 120))
            opening.join()
            times.append(max(seen))
            waits += waited
            told = f"half after {median(seen):.1f} s, all after {max(seen):.1f} s ({cpu_of(house.server):.1f} s of CPU)"
            held = f"it holds {resident(house.server) / 1e6:.0f} MB; others wait {max(waited) * 1e3:.0f} ms at most"
            print(f"  {len(times)}: {told}; {held}", flush=True)
        assert_no_dead_task(house)
    finally:
        house.close()
    return (
        f"{len(times)} times {PAGES_AT_ONCE} pages came back at once: the last saw its game as it was after {max(times):.1f} s "
        f"at most, counted from the kill; others waited {median(waits) * 1e3:.0f} ms, {max(waits) * 1e3:.0f} at most"
    )


class Broker:
    """A Redis of our own that can be killed."""

    def __init__(self) -> None:
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def restart(self, pause: float) -> None:
        self.process.kill()
        self.process.wait()
        time.sleep(pause)
        self.start()

    def __enter__(self) -> "Broker":
        self.start()
        return self

    def __exit__(self, *_) -> None:
        self.process.kill()
        self.process.wait()


async def ask(address: str, query: str, *values) -> list[tuple]:
    connection = await asyncpg.connect(address)
    rows = await connection.fetch(query, *values)
    await connection.close()
    return [tuple(row) for row in rows]


async def plies_of(address: str, tables: list[str]) -> dict[str, int]:
    query = "select table_id, count(*) from ledger where table_id = any($1) group by table_id"
    return dict(await ask(address, query, tables))


def went_on(address: str, tables: list[str], before: dict[str, int]) -> bool:
    """Has every one of these tables more entries, or is it over?"""
    over = {table for (table,) in asyncio.run(ask(address, "select id from tables where state = 'over'"))}
    now = asyncio.run(plies_of(address, tables))
    return all(table in over or now.get(table, 0) > before.get(table, 0) for table in tables)


PARTS = {"kills": (kills, 1000), "writer": (writer, 2000), "restarts": (restarts, 12), "cuts": (cuts, 20), "locks": (locks, 12),
         "races": (races, 60), "workers": (workers, 25), "lines": (lines, 10), "texts": (texts, 3000), "twins": (twins, 60),
         "servers": (servers, 1000), "storm": (storms, 5)}  # fmt: skip


def main() -> None:
    """The parts that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all unless some are named")
    parser.add_argument("--kills", type=int, default=PARTS["kills"][1])
    parser.add_argument("--minutes", type=float, default=20, help="for each part at most")
    asked = parser.parse_args()
    for name in asked.parts or PARTS:
        attack, number = PARTS[name]
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            told = attack(Path(folder), asked.kills if name == "kills" else number, began + 60 * asked.minutes)
            print(f"{name}: {told} ({time.monotonic() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
