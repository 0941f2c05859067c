"""Measure the web table with real clients over loopback: latency in Chromium, moves a second, memory, page weight.

python bench/table.py [clicks] [load] [memory] [weight]
python bench/table.py load --db postgres --live 500 --tables 5000 --workers 2
"""

import argparse
import asyncio
import contextlib
import gzip
import json
import os
import random
import re
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import sqlalchemy as sa
import websockets

sys.path.insert(0, str(Path(__file__).parents[1]))

from fivefamilies import games
from fivefamilies.table import store
from fivefamilies.table.config import db_url
from fivefamilies.table.room import digest
from fivefamilies.table.schema import Row
from tests.table.databases import Postgres
from tests.table.house import House, Person, cpu_of, free_port, has_chromium, open_house, resident

IDLE, CLICKS = 5000, 60
PAUSE = 600  # milliseconds from a click to the next: people look first

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


class Line:
    """One kept-alive connection that speaks just enough HTTP."""

    def __init__(self, port: int, path: str, headers: str = "") -> None:
        self.port, self.head = port, f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Content-Length: "

    async def open(self) -> "Line":
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def post(self, body: bytes) -> bytes:
        self.writer.write(f"{self.head}{len(body)}\r\n\r\n".encode() + body)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", answer).group(1))
        content = await self.reader.readexactly(length)
        if not answer.startswith(b"HTTP/1.1 200"):
            raise AssertionError(content)
        return content


class Bare:
    """As many clients of the bare endpoint as tables, each with one request after another while the gate is open."""

    def __init__(self, port: int) -> None:
        self.port, self.times, self.gate = port, list[float](), asyncio.Event()

    async def client(self) -> None:
        line = await Line(self.port, "/move").open()
        while True:
            await self.gate.wait()
            began = time.perf_counter()
            await line.post(b'{"move": 23}')
            self.times.append(time.perf_counter() - began)


class Seats:
    """Both seats of every table, connected live; whoever is to move moves at once, by HTTP. A dropped line is opened again."""

    def __init__(self, port: int) -> None:
        self.port, self.times, self.gate, self.rng = port, list[float](), asyncio.Event(), random.Random(1)
        self.here = self.drops = self.silences = 0

    async def client(self, token: str) -> None:
        line = await Line(self.port, "/api/v1/seat/move", f"Authorization: Bearer {token}\r\n").open()
        while True:
            try:
                await self.listen(token, line)
            except (websockets.WebSocketException, OSError):
                self.drops += 1
                await asyncio.sleep(0.2)

    async def listen(self, token: str, line: Line) -> None:
        address, secret = f"ws://127.0.0.1:{self.port}/api/v1/seat/ws", {"Authorization": f"Bearer {token}"}
        async with websockets.connect(address, additional_headers=secret, compression=None, open_timeout=None) as stream:
            self.here += 1
            async for message in stream:
                event = json.loads(message)
                if event.get("legal"):
                    await self.gate.wait()
                    move = self.rng.choice(event["legal"])["id"]
                    began = time.perf_counter()
                    while not await self.move(line, {"move": move, "at": event["id"]}):
                        await asyncio.sleep(0.2)
                    self.times.append(time.perf_counter() - began)
        await asyncio.Future()  # the game is over

    async def move(self, line: Line, wish: dict[str, int]) -> bool:
        """Is it made? If the ledger does not answer in time, it is asked for once more."""
        try:
            await line.post(json.dumps(wish).encode())
        except AssertionError as error:
            if b"does not answer" not in error.args[0] and b"did not answer" not in error.args[0]:
                raise
            self.silences += 1
            return False
        return True


class Slice(NamedTuple):
    """What was done in a few seconds: so many a second, and what each cost the server and its database in CPU seconds."""

    rate: float
    server: float
    database: float


async def slice_of(clients: Bare | Seats, seconds: float, server: int, database: int | None) -> Slice:
    """Let these clients work for a while."""
    before, worked, kept = len(clients.times), cpu_of(server), cpu_of(database) if database else 0.0
    clients.gate.set()
    await asyncio.sleep(seconds)
    clients.gate.clear()
    done = len(clients.times) - before
    await asyncio.sleep(0.5)
    whole = max(1, len(clients.times) - before)
    kept = cpu_of(database) - kept if database else 0.0
    return Slice(done / seconds, (cpu_of(server) - worked) / whole, kept / whole)


async def load(
    asked: argparse.Namespace, bare_at: tuple[int, int], house: House, tokens: list[str], database: int | None
) -> None:
    """The two in turns, in slices of a few seconds; the figure is the median of the paired ratios."""
    bare, seats = Bare(bare_at[0]), Seats(house.port)
    tasks = [asyncio.create_task(bare.client()) for _ in range(asked.live)]
    tasks += [asyncio.create_task(seats.client(token)) for token in tokens]
    while seats.here < len(tokens):
        await asyncio.sleep(0.05)
    pairs = [
        (
            await slice_of(bare, asked.seconds, bare_at[1], database),
            await slice_of(seats, asked.seconds, house.process.pid, database),
        )
        for _ in range(asked.pairs)
    ]
    for task in tasks:
        task.cancel()
    failed = [result for result in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(result, Exception)]
    if failed or not seats.times:
        print(f"load: {len(failed)} clients failed: {failed[:3]}")
    ratios = sorted(ours.rate / base.rate for base, ours in pairs)
    work = sorted((base.server + base.database) / (ours.server + ours.database) for base, ours in pairs)
    middle = {which: Slice(*(median(one[part] for one in some) for part in range(3)))
              for which, some in zip(("bare", "ours"), zip(*pairs, strict=True), strict=True)}  # fmt: skip
    told = {which: f"{one.rate:.0f} a second, {one.server * 1e6:.0f} and {one.database * 1e6:.0f} µs of CPU each (with database)"
            for which, one in middle.items()}  # fmt: skip
    print(f"load: {asked.tables} tables, {asked.live} live with {len(tokens)} seats, {asked.workers or 1} workers: "
          f"moves {told['ours']}, median {median(seats.times) * 1e3:.0f} ms, p99 {percentile(seats.times, 0.99) * 1e3:.0f} ms; "
          f"bare endpoint {told['bare']}, p99 {percentile(bare.times, 0.99) * 1e3:.0f} ms; "
          f"{seats.drops} lines dropped, {seats.silences} times the ledger did not answer in time")  # fmt: skip
    print(f"load: ratio to a bare committed insert: {median(ratios):.2f} [{ratios[0]:.2f} to {ratios[-1]:.2f}] by the clock, "
          f"{median(work):.2f} [{work[0]:.2f} to {work[-1]:.2f}] by CPU time, in {asked.pairs} pairs of {asked.seconds:g} s; "
          f"load average {os.getloadavg()[0]:.1f}")  # fmt: skip


async def furnish(db: str, number: int, live: int) -> list[str]:
    """Tables of two programs in an empty ledger; answers with the tokens of the first ones."""
    card, tokens, rows, seated = games.title("family_business"), list[str](), list[Row](), list[Row]()
    for place in range(number):
        table = store.new_id()
        rows.append({
            "id": table, "title": card.slug, "rules_version": card.rules_version, "seats": 2, "options": card.settle({}),
            "settings": {}, "secret": secrets.token_hex(32), "invite": secrets.token_urlsafe(18), "host": "host",
            "created": store.now(), "state": "playing",
        })  # fmt: skip
        for seat in (0, 1):
            token = f"{table}.{secrets.token_urlsafe(24)}"
            seated.append({"table_id": table, "seat": seat, "player": "host", "name": str(seat), "token": digest(token)})
            if place < live:
                tokens.append(token)
    ledger = store.Store(db_url(db))
    await ledger.open()
    for start in range(0, number, 500):
        some = rows[start : start + 500], seated[2 * start : 2 * start + 1000]
        await ledger.commit(store.Job(sa.insert(store.tables), some[0]), store.Job(sa.insert(store.chairs), some[1]))
    await ledger.close()
    return tokens


def bench_load(folder: Path, asked: argparse.Namespace) -> None:
    """Moves a second and p99 with live tables, beside a bare endpoint on the same kind of database in the same run, in turns."""
    port, postgres = free_port(), Postgres() if asked.db == "postgres" else None
    address = postgres.address if postgres else asked.db or str(folder / "load.db")
    head = int(Path(f"{postgres.folder}/data/postmaster.pid").read_text().split()[0]) if postgres else None
    beside = address if "://" in address else str(folder / "bare.db")
    bare = subprocess.Popen([sys.executable, "-c", BARE, str(port), beside])
    more = ("--workers", str(asked.workers)) if asked.workers else ()
    try:
        tokens = asyncio.run(furnish(address, asked.tables, asked.live))
        with open_house(address, "--log-level", "warning", "--patience", "600", *more) as house:  # lines lie idle meanwhile
            asyncio.run(load(asked, (port, bare.pid), house, tokens, head))
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
    parser.add_argument("--workers", type=int, help="as of `families serve`")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3.0, help="of a slice")
    asked = parser.parse_args()
    asked.tables = max(asked.tables, asked.live)
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} at the start, sqlite {sqlite3.sqlite_version}")
    for name in asked.parts or PARTS:
        with tempfile.TemporaryDirectory() as folder, contextlib.suppress(KeyboardInterrupt):
            PARTS[name](Path(folder), asked)


if __name__ == "__main__":
    main()
