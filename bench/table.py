"""Measure the web table with real clients over loopback: latency in Chromium, moves a second, memory, page weight.

python bench/table.py [clicks] [load] [memory] [weight]
python bench/table.py load --db postgres --live 500 --tables 5000 --workers 1 2 --share 0.4
"""

import argparse
import asyncio
import contextlib
import gzip
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.table.databases import Postgres, furnish
from tests.table.house import House, Person, cpu_of, free_port, has_chromium, open_house, resident

IDLE, CLICKS = 5000, 60
PAUSE = 600  # milliseconds from a click to the next: people look first
LENGTH = re.compile(rb"content-length: (\d+)")
CLOSE, PING, PONG = 8, 9, 10  # kinds of frames
LEAD = 1.0  # seconds before a slice is counted
GROUPS = Path("/sys/fs/cgroup/cpu")
PERIOD = 10_000  # microseconds; short, so that whoever has used up his share soon gets another

BARE = """
import asyncio, contextlib, itertools, sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
number, MADE = itertools.count(), "create table bare (table_id text, ply integer, move integer, primary key (table_id, ply))"

@contextlib.asynccontextmanager
async def sqlite(app):
    import aiosqlite
    async with aiosqlite.connect(sys.argv[2]) as db:
        await db.execute("PRAGMA journal_mode=WAL"); await db.execute("PRAGMA synchronous=FULL")
        await db.execute(MADE)
        lock = asyncio.Lock()
        async def insert(move):
            async with lock:
                await db.execute("insert into bare values ('t', ?, ?)", (next(number), move))
                await db.commit()
        app.state.insert = insert
        yield

@contextlib.asynccontextmanager
async def postgres(app):
    import asyncpg
    async with asyncpg.create_pool(sys.argv[2], min_size=8, max_size=8) as pool:
        await pool.execute("drop table if exists bare"); await pool.execute(MADE)
        app.state.insert = lambda move: pool.execute("insert into bare values ('t', $1, $2)", next(number), move)
        yield

async def move(request):
    await request.app.state.insert((await request.json())["move"])
    return JSONResponse({"next": 1})

lifespan = postgres if "://" in sys.argv[2] else sqlite
app = Starlette(routes=[Route("/move", move, methods=["POST"])], lifespan=lifespan)
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", access_log=False, timeout_keep_alive=600)
"""


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


# ---------------------------------------------------------------- moves a second


class Gate:
    """Whoever comes while it is shut waits until it is opened."""

    def __init__(self) -> None:
        self.is_open, self.waiting = False, list[Callable[[], None]]()

    def pass_by(self, go_on: Callable[[], None]) -> None:
        if self.is_open:
            go_on()
        else:
            self.waiting.append(go_on)

    def open(self) -> None:
        self.is_open = True
        waiting, self.waiting = self.waiting, []
        for go_on in waiting:
            go_on()


class Line(asyncio.Protocol):
    """One kept-alive connection that speaks just enough HTTP: a request, its answer, and who waits for it."""

    def __init__(self, port: int, path: str, headers: str, answered: Callable[[int, bytes], None]) -> None:
        self.head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Content-Length: ".encode()
        self.port, self.answered, self.heard = port, answered, b""

    async def open(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)

    def connection_made(self, transport: asyncio.Transport) -> None:
        self.transport = transport

    def post(self, body: bytes) -> None:
        self.transport.write(b"%b%d\r\n\r\n%b" % (self.head, len(body), body))

    def data_received(self, data: bytes) -> None:
        self.heard += data
        end = self.heard.find(b"\r\n\r\n")
        if end < 0:
            return
        length = int(LENGTH.search(self.heard).group(1))
        if len(self.heard) >= end + 4 + length:
            status, content = int(self.heard[9:12]), self.heard[end + 4 :]
            self.heard = b""
            self.answered(status, content)


class Ear(asyncio.Protocol):
    """One socket of a seat, as far as a listener needs it: it hears messages, and answers pings."""

    def __init__(self, port: int, token: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self.port, self.token, self.heard, self.lost, self.rest, self.is_up = port, token, heard, lost, b"", False

    async def open(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)

    def connection_made(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        transport.write(
            f"GET /api/v1/seat/ws HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.rest += data
        if not self.is_up:
            if b"\r\n\r\n" not in self.rest:
                return
            answer, _, self.rest = self.rest.partition(b"\r\n\r\n")
            self.is_up = answer.startswith(b"HTTP/1.1 101")
            if not self.is_up:
                self.transport.close()
        while (frame := self.frame()) is not None:
            kind, content = frame
            if kind == PING:
                self.transport.write(bytes((0x80 | PONG, 0x80 | len(content), 0, 0, 0, 0)) + content)
            elif kind == CLOSE:
                self.transport.close()
            else:
                self.heard(content)

    def frame(self) -> tuple[int, bytes] | None:
        """The next frame that has arrived whole: a server sends them whole and without a mask."""
        if len(self.rest) < 2:
            return None
        length, start = self.rest[1], 2
        if length > 125:
            start = 4 if length == 126 else 10
            length = int.from_bytes(self.rest[2:start], "big")
        if len(self.rest) < start + length:
            return None
        kind, content, self.rest = self.rest[0] & 15, self.rest[start : start + length], self.rest[start + length :]
        return kind, content

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost()


class Bare:
    """As many clients of the bare endpoint as tables, each with one request after another while the gate is open."""

    def __init__(self, port: int) -> None:
        self.port, self.times, self.gate, self.problems = port, list[float](), Gate(), list[str]()

    async def come(self) -> None:
        """One client more."""
        began = 0.0

        def ask() -> None:
            nonlocal began
            began = time.perf_counter()
            line.post(b'{"move": 23}')

        def hear(status: int, content: bytes) -> None:
            self.times.append(time.perf_counter() - began)
            if status != 200:
                self.problems.append(content.decode())
            self.gate.pass_by(ask)

        line = Line(self.port, "/move", "", hear)
        await line.open()
        self.gate.pass_by(ask)


class Choice(msgspec.Struct):
    """What a program that plays anything reads of a legal move."""

    id: int


class Event(msgspec.Struct):
    """And of what its seat is told."""

    id: int
    state: str
    legal: list[Choice]


class Seats:
    """Both seats of so many tables, connected live; whoever is to move moves at once, by HTTP. A dropped line is opened again,
    and where a game is over both go on at the next table."""

    def __init__(self, port: int, tables: Iterator[tuple[str, str]]) -> None:
        self.port, self.tables, self.times, self.gate, self.rng = port, tables, list[float](), Gate(), random.Random(1)
        self.here = self.drops = self.silences = self.over = 0
        self.problems, self.read, self.tasks = list[str](), msgspec.json.Decoder(Event), set[asyncio.Task]()

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def sit_down(self) -> None:
        """Both seats of one table more."""
        first, second = next(self.tables)
        await self.come(first, is_first=True)
        await self.come(second, is_first=False)

    async def come(self, token: str, is_first: bool) -> None:
        """One seat more."""
        event, wish, began, loop = Event(-1, "", []), b"", 0.0, asyncio.get_running_loop()

        def ask() -> None:
            nonlocal wish, began
            wish = b'{"move":%d,"at":%d}' % (self.rng.choice(event.legal).id, event.id)
            began = time.perf_counter()
            line.post(wish)

        def hear(status: int, content: bytes) -> None:
            if status == 200:
                self.times.append(time.perf_counter() - began)
            elif b"does not answer" in content or b"did not answer" in content:  # it is asked for once more
                self.silences += 1
                loop.call_later(0.2, line.post, wish)
            else:
                self.problems.append(content.decode())

        def be_told(message: bytes) -> None:
            nonlocal event
            was, event = event, self.read.decode(message)
            self.here += was.id < 0
            if event.state == "over" != was.state and is_first:
                self.over += 1
                self.spawn(self.sit_down())
            elif event.legal and event.id > was.id:
                self.gate.pass_by(ask)

        async def call_again() -> None:
            await asyncio.sleep(0.2)
            await Ear(self.port, token, be_told, lost).open()

        def lost() -> None:
            if event.state != "over":
                self.drops += 1
                self.spawn(call_again())

        line = Line(self.port, "/api/v1/seat/move", f"Authorization: Bearer {token}\r\n", hear)
        await line.open()
        await Ear(self.port, token, be_told, lost).open()


class Slice(NamedTuple):
    """What was done in a few seconds: so many a second, and the CPU seconds that each cost the server, its database and whoever
    asked."""

    rate: float
    server: float
    database: float
    asking: float

    def __str__(self) -> str:
        spent = " and ".join(f"{seconds * 1e6:.0f}" for seconds in self[1:3])
        return f"{self.rate:.0f} a second, {spent} µs of CPU each (server, database; whoever asks {self.asking * 1e6:.0f})"


class Contender(NamedTuple):
    """Who is measured: what it is called, those who ask it, and its process."""

    name: str
    clients: Bare | Seats
    server: int


async def slice_of(one: Contender, seconds: float, database: int | None) -> Slice:
    """Let its clients work for a while. In the first moment all come at once; it is not counted for the rate."""
    times, worked = one.clients.times, spent(one.server, database)
    before, whole = len(times), 0
    one.clients.gate.open()
    await asyncio.sleep(LEAD)
    begun, counted = time.perf_counter(), len(times)
    await asyncio.sleep(seconds)
    rate = (len(times) - counted) / (time.perf_counter() - begun)
    one.clients.gate.is_open = False
    while len(times) - before > whole:  # whoever is being served counts for the work
        whole = len(times) - before
        await asyncio.sleep(0.5)
    costs = ((end - start) / max(1, whole) for start, end in zip(worked, spent(one.server, database), strict=True))
    return Slice(rate, *costs)


def spent(server: int, database: int | None) -> tuple[float, float, float]:
    """The CPU seconds so far of the server, its database and this process, each of the first two with those that it started."""
    return cpu_of(server), cpu_of(database) if database else 0.0, sum(os.times()[:2])


def told(ratios: list[float]) -> str:
    return f"{median(ratios):.2f} [{min(ratios):.2f} to {max(ratios):.2f}]"


async def load(
    asked: argparse.Namespace, bare_at: tuple[int, int], houses: list[tuple[House, list[tuple[str, str]]]], database: int | None
) -> None:
    """All in turns, in slices of a few seconds; the figures are medians, of ratios those of the slices of one turn. The first
    second of each, in which all come at once to a house that has done nothing yet, is told apart."""
    bare = Bare(bare_at[0])
    names = [f"{number} workers" if number > 1 else "one server" for number in asked.workers]
    players = [Seats(house.port, iter(tables)) for house, tables in houses]
    contenders = [
        Contender("bare endpoint", bare, bare_at[1]),
        *(Contender(name, seats, house.process.pid) for name, seats, (house, _) in zip(names, players, houses, strict=True)),
    ]
    for _ in range(asked.live):
        await bare.come()
        for seats in players:
            await seats.sit_down()
    while any(seats.here < 2 * asked.live for seats in players):
        await asyncio.sleep(0.05)
    with held_to(asked.share, [one.server for one in contenders]):
        for one in contenders:
            await slice_of(one, 1.0, database)
        first = [percentile(one.clients.times, 0.99) for one in contenders]
        for one in contenders:
            one.clients.times.clear()
        turns = [[await slice_of(one, asked.seconds, database) for one in contenders] for _ in range(asked.pairs)]
    held = f"{asked.share:g} of a core for each process, " if asked.share else ""
    print(f"load: {asked.tables} tables, {asked.live} live, {2 * asked.live} seats; {asked.pairs} turns of {asked.seconds:g} s, "
          f"{held}load average {os.getloadavg()[0]:.1f}")  # fmt: skip
    for one, slices, late in zip(contenders, zip(*turns, strict=True), first, strict=True):
        times, problems = one.clients.times, one.clients.problems
        print(f"load: {one.name}: {Slice(*map(median, zip(*slices, strict=True)))}; median {median(times) * 1e3:.0f} ms, "
              f"p99 {percentile(times, 0.99) * 1e3:.0f} ms, {late * 1e3:.0f} ms in the first second")  # fmt: skip
        if problems:
            print(f"load: {one.name}: {len(problems)} clients failed: {problems[:3]}")
    for number, (name, seats) in enumerate(zip(names, players, strict=True), 1):
        rates = [turn[number].rate / turn[0].rate for turn in turns]
        work = [sum(turn[0][1:3]) / sum(turn[number][1:3]) for turn in turns]
        print(f"load: {name}: ratio to a bare committed insert {told(rates)} by the clock, {told(work)} by CPU time; "
              f"{seats.over} games ended, {seats.drops} lines dropped, {seats.silences} times the ledger was late")  # fmt: skip
    for number, name in enumerate(names[1:], 2):
        rates = [turn[number].rate / turn[1].rate for turn in turns]
        work = [turn[number].server / turn[1].server for turn in turns]
        print(
            f"load: {name} make {told(rates)} times the moves of {names[0]}; each takes {told(work)} times the server's CPU time"
        )


@contextlib.contextmanager
def held_to(share: float | None, heads: list[int]) -> Iterator[None]:
    """Give each process of these, and of those that they started, the same share of a core and no more, so that all fit into
    this machine and each worker is bounded by what it has, not by the others. Linux does it, by a control group for each."""
    if share is None:
        yield
        return
    groups = [GROUPS / f"families-{pid}" for head in heads for pid in (head, *offspring(head))]
    try:
        try:
            for group in groups:
                group.mkdir()
                (group / "cpu.cfs_period_us").write_text(str(PERIOD))
                (group / "cpu.cfs_quota_us").write_text(str(round(share * PERIOD)))
                (group / "cgroup.procs").write_text(group.name.rpartition("-")[2])
        except OSError as error:
            sys.exit(f"--share: nobody can be held to it here: {error}; it takes Linux, root, and control groups of version 1")
        yield
    finally:
        for group in filter(Path.exists, groups):
            for pid in (group / "cgroup.procs").read_text().split():
                with contextlib.suppress(OSError):  # it has ended
                    (GROUPS / "cgroup.procs").write_text(pid)
            group.rmdir()


def offspring(pid: int) -> list[int]:
    """The processes that it started, and those that these did."""
    own = [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()]
    return own + [grandchild for child in own for grandchild in offspring(child)]


def bench_load(folder: Path, asked: argparse.Namespace) -> None:
    """Moves a second and p99 with live tables, beside a bare endpoint on the same kind of database in the same run, in turns."""
    port, postgres = free_port(), Postgres() if asked.db == "postgres" else None
    address = postgres.address if postgres else asked.db or str(folder / "load.db")
    head = int(Path(f"{postgres.folder}/data/postmaster.pid").read_text().split()[0]) if postgres else None
    beside = address if "://" in address else str(folder / "bare.db")
    bare = subprocess.Popen([sys.executable, "-c", BARE, str(port), beside])
    try:
        with contextlib.ExitStack() as street, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            houses = []
            for number in asked.workers:
                if houses and postgres:  # each has a database of its own
                    postgres.say(f"CREATE DATABASE house_{number}")
                    address = f"{postgres.address.rpartition('/')[0]}/house_{number}"
                tables = runner.run(furnish(address, asked.tables))
                more = ("--workers", str(number)) if number > 1 else ()
                settings = ("--log-level", "warning", "--patience", "600", *more)  # lines lie idle meanwhile
                houses.append((street.enter_context(open_house(address, *settings)), tables))
            runner.run(load(asked, (port, bare.pid), houses, head))
    finally:
        bare.kill()
        bare.wait()
        if postgres:
            postgres.remove()


# ---------------------------------------------------------------- memory, weight


def bench_memory(folder: Path, asked: argparse.Namespace) -> None:
    """How much an idle table holds in memory."""
    with open_house(folder / "idle.db") as house:
        host = Person(house)
        for _ in range(50):
            host.open_table(seats=4, who="friends")
        before = resident(house.process.pid)
        began = time.perf_counter()
        for _ in range(IDLE):
            host.open_table(seats=4, who="friends")
        seconds = time.perf_counter() - began
        after = resident(house.process.pid)
        metrics = host.get("/metrics").text
        rooms = int(re.search(r"families_rooms (\d+)", metrics).group(1))
        print(f"memory: {rooms} idle tables held; {(after - before) / IDLE / 1000:.1f} kB a table (wanted: under 50); "
              f"server {after / 1e6:.0f} MB; {IDLE / seconds:.0f} tables opened a second")  # fmt: skip


def bench_weight(folder: Path, asked: argparse.Namespace) -> None:
    """What a browser loads for a table, compressed."""
    with open_house(folder / "weight.db") as house:
        anna = Person(house)
        page = anna.page(anna.open_table(seats=6))
        files = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page)))
        sizes = {"page": len(gzip.compress(page.encode(), 5))}
        for file in files:
            sizes[file.split("?")[0]] = len(gzip.compress(anna.get(file).content, 5))
        parts = ", ".join(f"{name} {size / 1000:.1f}" for name, size in sizes.items())
        print(f"weight: {sum(sizes.values()) / 1000:.0f} kB compressed (wanted: under 150): {parts}")


# ---------------------------------------------------------------- clicks


WATCH = """() => {
  window.seen = {};
  const note = () => {
    const ply = document.querySelector('#status').dataset.ply;
    if (!(ply in window.seen)) window.seen[ply] = performance.timeOrigin + performance.now();
  };
  note();
  new MutationObserver(note).observe(document.querySelector('main'), {subtree: true, childList: true, attributes: true});
}"""
CLICK = """() => {
  const move = document.querySelector('#actions .move');
  if (!move) return null;
  const ply = Number(document.querySelector('#status').dataset.ply);
  move.click();
  const at = performance.timeOrigin + performance.now();
  document.querySelector('#confirm-yes').click();
  return [ply + 1, at];
}"""


def bench_clicks(folder: Path, asked: argparse.Namespace) -> None:
    """From a click to the DOM of every other seat, six browsers at one table."""
    if not has_chromium():
        print("clicks: no Chromium here")
        return
    from playwright.sync_api import sync_playwright

    from tests.table.test_browser import FLAGS, Visitor

    with open_house(folder / "clicks.db") as house, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        seats = [Visitor(browser, house) for _ in range(6)]
        table = seats[0].open_table(seats=6, who="open")
        invite = seats[0].page.locator("a[href^='/i/']").get_attribute("href")
        for number, visitor in enumerate(seats[1:], 1):
            visitor.page.goto(invite)
            visitor.page.locator("[name=name]").fill(f"Boss {number}")
            visitor.page.locator(f"button[value='{number}']").click()
            visitor.page.wait_for_url(f"**/t/{table}")
        for visitor in seats:
            visitor.page.locator("#board").wait_for()
            visitor.page.wait_for_timeout(300)
            visitor.page.evaluate(WATCH)
        times: list[float] = []
        missing = 0
        for _ in range(CLICKS * 4):
            for visitor in seats:
                clicked = visitor.page.evaluate(CLICK)
                if clicked is None:
                    continue
                ply, at = clicked
                others = [other for other in seats if other is not visitor]
                arrived: list[float] = []
                for _ in range(8):  # pages that are asked while they work would be slower for it
                    visitor.page.wait_for_timeout(PAUSE)
                    arrived = [t for t in (other.page.evaluate(f"window.seen[{ply}]") for other in others) if t]
                    if len(arrived) == len(others):
                        break
                missing += len(others) - len(arrived)
                times += [t - at for t in arrived]
            if len(times) >= CLICKS * 5:
                break
        lost = f"; {missing} never arrived" if missing else ""
        print(f"clicks: {len(times) // 5} clicks to 5 other seats each: median {median(times):.0f} ms, "
              f"p95 {percentile(times, 0.95):.0f} ms, most {max(times):.0f} ms (wanted: p95 under 100){lost}")  # fmt: skip
        for visitor in seats:
            visitor.context.close()
        browser.close()


PARTS = {"weight": bench_weight, "clicks": bench_clicks, "load": bench_load, "memory": bench_memory}


def main() -> None:
    """The parts that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all unless some are named")
    parser.add_argument("--db", help="of the load: an empty database, `postgres` for one that is started for it; else a file")
    parser.add_argument("--live", type=int, default=200, help="tables at which both seats play")
    parser.add_argument("--tables", type=int, default=0, help="tables in all")
    parser.add_argument("--workers", type=int, nargs="+", default=[1], help="as of `families serve`; of several houses, in turns")
    parser.add_argument("--share", type=float, help="of a core for each process that serves, as in 0.4; Linux, as root")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3.0, help="of a slice")
    asked = parser.parse_args()
    asked.tables = max(asked.tables, 2 * asked.live)  # where a game ends, another one is begun
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} at the start, sqlite {sqlite3.sqlite_version}")
    for name in asked.parts or PARTS:
        with tempfile.TemporaryDirectory() as folder, contextlib.suppress(KeyboardInterrupt):
            PARTS[name](Path(folder), asked)


if __name__ == "__main__":
    main()
