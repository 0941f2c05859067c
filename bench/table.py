"""Measure the web table with real clients over loopback: latency in Chromium, moves a second, memory, page weight.

Usage: python bench/table.py [clicks] [load] [memory] [weight]
"""

import asyncio
import contextlib
import gzip
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import websockets

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.table.house import Person, free_port, has_chromium, open_house, token_of

TABLES, SLICE, PAIRS, IDLE, CLICKS = 200, 3.0, 7, 5000, 60
PAUSE = 600  # milliseconds from a click to the next: people look first

BARE = """
import asyncio, sys, uvicorn, aiosqlite
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
import contextlib, itertools
number = itertools.count()

@contextlib.asynccontextmanager
async def lifespan(app):
    async with aiosqlite.connect(sys.argv[2]) as db:
        await db.execute("PRAGMA journal_mode=WAL"); await db.execute("PRAGMA synchronous=FULL")
        await db.execute("create table ledger (table_id text, ply integer, move integer, primary key (table_id, ply))")
        app.state.db, app.state.lock = db, asyncio.Lock()
        yield

async def move(request):
    body = await request.json()
    async with request.app.state.lock:
        await request.app.state.db.execute("insert into ledger values ('t', ?, ?)", (next(number), body["move"]))
        await request.app.state.db.commit()
    return JSONResponse({"next": 1})

app = Starlette(routes=[Route("/move", move, methods=["POST"])], lifespan=lifespan)
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", access_log=False)
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
        self.here = self.drops = 0

    async def client(self, token: str) -> None:
        line = await Line(self.port, "/api/v1/seat/move", f"Authorization: Bearer {token}\r\n").open()
        while True:
            try:
                await self.listen(token, line)
            except (websockets.ConnectionClosed, OSError):
                self.drops += 1
                await asyncio.sleep(0.2)

    async def listen(self, token: str, line: Line) -> None:
        address, secret = f"ws://127.0.0.1:{self.port}/api/v1/seat/ws", {"Authorization": f"Bearer {token}"}
        async with websockets.connect(address, additional_headers=secret, compression=None) as stream:
            self.here += 1
            async for message in stream:
                event = json.loads(message)
                if event.get("legal"):
                    await self.gate.wait()
                    move = self.rng.choice(event["legal"])["id"]
                    began = time.perf_counter()
                    await line.post(json.dumps({"move": move, "at": event["id"]}).encode())
                    self.times.append(time.perf_counter() - began)
        await asyncio.Future()  # the game is over


async def slice_of(clients: Bare | Seats) -> float:
    """Let these clients work for a while; answers with how many a second they got done."""
    before = len(clients.times)
    clients.gate.set()
    await asyncio.sleep(SLICE)
    done = len(clients.times) - before
    clients.gate.clear()
    await asyncio.sleep(0.5)
    return done / SLICE


async def load(bare_port: int, port: int, tokens: list[str]) -> None:
    """The two in turns, in slices of a few seconds; the figure is the median of the paired ratios."""
    bare, seats = Bare(bare_port), Seats(port)
    tasks = [asyncio.create_task(bare.client()) for _ in range(TABLES)]
    tasks += [asyncio.create_task(seats.client(token)) for token in tokens]
    while seats.here < len(tokens):
        await asyncio.sleep(0.05)
    pairs = [(await slice_of(bare), await slice_of(seats)) for _ in range(PAIRS)]
    for task in tasks:
        task.cancel()
    failed = [result for result in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(result, Exception)]
    ratios = sorted(ours / base for base, ours in pairs)
    print(f"load: {TABLES} live tables, {len(tokens)} live seats: {median(ours for _, ours in pairs):.0f} moves a second, "
          f"median {median(seats.times) * 1e3:.0f} ms, p99 {percentile(seats.times, 0.99) * 1e3:.0f} ms; "
          f"bare endpoint {median(base for base, _ in pairs):.0f} a second, p99 {percentile(bare.times, 0.99) * 1e3:.0f} ms; "
          f"{seats.drops} lines dropped, {len(failed)} clients failed")  # fmt: skip
    print(f"load: ratio to a bare committed insert: {median(ratios):.2f} [{ratios[0]:.2f} to {ratios[-1]:.2f}] in {PAIRS} pairs "
          f"of {SLICE:g} s (wanted: at least 0.3)")  # fmt: skip


def bench_load(folder: Path) -> None:
    """Moves a second and p99 with live tables, beside a bare endpoint in the same run, in turns."""
    port = free_port()
    bare = subprocess.Popen([sys.executable, "-c", BARE, str(port), str(folder / "bare.db")])
    try:
        with open_house(folder / "load.db", "--log-level", "warning") as house:  # as a host starts it
            host = Person(house)
            tables = [host.open_table(seats=2, who="friends") for _ in range(TABLES)]
            asyncio.run(load(port, house.port, [token_of(host, table, seat) for table in tables for seat in (0, 1)]))
    finally:
        bare.kill()
        bare.wait()


# ---------------------------------------------------------------- memory, weight


def resident(pid: int) -> int:
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()).group(1)) * 1024


def bench_memory(folder: Path) -> None:
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


def bench_weight(folder: Path) -> None:
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


def bench_clicks(folder: Path) -> None:
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
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} at the start, sqlite {sqlite3.sqlite_version}")
    for name in sys.argv[1:] or PARTS:
        with tempfile.TemporaryDirectory() as folder, contextlib.suppress(KeyboardInterrupt):
            PARTS[name](Path(folder))


if __name__ == "__main__":
    main()
