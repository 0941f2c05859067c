"""Hard times, in short: the database behind a cut line, a calendar that jumps, a storm of pages that come back at once.

The long forms are in bench/faults.py.
"""

import asyncio
import itertools
import random
import re
import socket
import threading
import time
from contextlib import suppress
from typing import NamedTuple

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as call

from fivefamilies.table import almanac, store
from fivefamilies.table.almanac import Almanac
from fivefamilies.table.club import Club
from fivefamilies.table.config import Config, db_url
from fivefamilies.table.crowd import Caller, Crowd
from fivefamilies.table.serve import Attentive, listen
from fivefamilies.table.store import Store
from tests.table.house import House, Person, QuickHouse, free_port, open_house, receive_until, wait_for

STORM = 100  # pages that come back
AWAY = "tag away"
REASON = b"no answer: call again"  # 1013, after which a page calls again


# ---------------------------------------------------------------- a cut line


class Road:
    """The way to a database, which can be cut: lines break, or nothing comes through any more."""

    def __init__(self, port: int) -> None:
        self.goal, self.port = port, free_port()
        self.is_open, self.is_mute = True, False
        self.lines: list[socket.socket] = []
        self.door = socket.create_server(("127.0.0.1", self.port))
        self.thread = threading.Thread(target=self.let_in, daemon=True)
        self.thread.start()

    def let_in(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self.door.accept()
                try:
                    goal = socket.create_connection(("127.0.0.1", self.goal)) if self.is_open else None
                except OSError:  # nobody is there
                    goal = None
                if goal is None:
                    line.close()
                    continue
                self.lines += [line, goal]
                for here, there in ((line, goal), (goal, line)):
                    threading.Thread(target=self.carry, args=(here, there), daemon=True).start()

    def carry(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while said := here.recv(65536):
                while self.is_mute and self.is_open:
                    time.sleep(0.02)
                there.sendall(said)
        for end in (here, there):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """All lines break, and no new one is let through."""
        self.is_open = False
        lines, self.lines = self.lines, []
        for line in lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def mend(self) -> None:
        self.is_open, self.is_mute = True, False

    def close(self) -> None:
        self.cut()
        self.door.shutdown(socket.SHUT_RDWR)
        self.thread.join(2)
        self.door.close()


@pytest.mark.parametrize("how", ["cut", "mute"])
def test_the_line_to_the_database_is_cut_and_the_game_goes_on_when_it_is_mended(postgres, how):
    road = Road(postgres.port)
    try:
        with open_house(postgres.address.replace(str(postgres.port), str(road.port))) as house:
            anna = Person(house)
            table = anna.open_table(seats=3, bot="random")
            for _ in range(3):
                wait_for(lambda: anna.play(table))
            wait_for(lambda: plies(anna, table) is not None)
            if how == "cut":
                road.cut()
            else:
                road.is_mute = True
            answer = anna.wish(table, "chat", text="is anybody there?")
            assert answer.status_code == 503 and "ledger" in answer.text, "a true sentence, within seconds"
            road.mend()
            wait_for(lambda: anna.get("/health").status_code == 200, 20)
            before = wait_for(lambda: plies(anna, table), 20)
            wait_for(lambda: still_plays(anna, table), 20)
            wait_for(lambda: (plies(anna, table) or 0) > before, 20)
    finally:
        road.close()


def plies(person: Person, table: str) -> int | None:
    """How much of the game a page shows, if the house can show it."""
    answer = person.get(f"/t/{table}")
    return int(answer.text.split('data-ply="')[1].split('"')[0]) if answer.status_code == 200 else None


def sees(line: ClientConnection, ply: int) -> None:
    """A page that has been away is shown the game as far as it has come, or farther."""
    heard = ""
    while not any(int(shown) >= ply for shown in re.findall(r'data-ply="(\d+)"', heard)):
        heard += str(line.recv(timeout=30))


def still_plays(person: Person, table: str) -> bool:
    try:
        return person.play(table)
    except AssertionError:
        return False


# ---------------------------------------------------------------- a calendar that jumps


@pytest.mark.parametrize("jump", [86_400.0, -86_400.0])
def test_a_calendar_that_is_set_takes_nobodys_time_and_shuts_nobody_out(tmp_path, monkeypatch, jump):
    address, real = str(tmp_path / "table.db"), time.time

    async def run():
        ledger = Store(db_url(address))
        await ledger.open()
        club = Club(Config(db=address, prepare=False, grace=60), ledger)
        await club.open()
        crowd = Crowd(Config(db=address, rate=1))
        stranger = Caller("127.0.0.1")
        try:
            settings = {"clock": "move", "clock_seconds": 30, "clock_extra": 0}
            room = await club.open_table("family_business", 2, "anna", "Anna", own_seats=2, settings=settings)
            page = Looker()
            club.enter_page(room, page, "anna")
            assert room.clock.running == room.turn
            await club.bans.add("guest", "bruno", "Bruno", "x", 3600)
            while await crowd.admits(stranger):
                pass
            before = room.absent_for(room.chairs[0], store.now())  # while the rules were compiled
            monkeypatch.setattr(time, "time", lambda: real() + jump)
            room.hear_clock()  # as when another server has said something
            club.drivers.wake(room)
            await asyncio.sleep(1.2)
            assert room.plies == 0 and 25 < room.clock.remaining(room.turn) < 30, "it goes on evenly"
            assert club.bans.of_guest("bruno"), "a ban neither"
            club.leave_page(room.id, page, "anna")
            assert room.absent_for(room.chairs[0], store.now()) < before + 5, "nobody may vote against her yet"
            await asyncio.sleep(2.2)
            assert await crowd.admits(stranger), "limits go on evenly too"
        finally:
            monkeypatch.setattr(time, "time", real)
            await club.close()
            await ledger.close()

    asyncio.run(run())


class Looker:
    """An open page."""

    caller = Caller("127.0.0.1", "guest anna", "anna")

    def wake(self) -> None:
        pass


def test_the_almanac_catches_up_slowly(monkeypatch):
    clock = {"time": 1000.0, "monotonic": 0.0}
    for name in clock:
        monkeypatch.setattr(almanac.time, name, lambda name=name: clock[name])
    kept = Almanac()
    clock.update(time=5000.0, monotonic=10.0)  # ten seconds later it is set to more than an hour later
    assert kept.now() == pytest.approx(1010.1)
    clock.update(time=900.0, monotonic=20.0)
    assert kept.now() == pytest.approx(1020.0), "never back"
    clock.update(time=1030.02, monotonic=30.0)
    assert kept.now() == pytest.approx(1030.02), "what is off by little is right at once"


# ---------------------------------------------------------------- lines that are dead, or do not read


class Slow:
    """One who opens the page of a table and then neither reads nor answers."""

    def __init__(self, person: Person, port: int, table: str, home: int | None = None) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
        self.line.settimeout(30)
        self.line.connect(("127.0.0.1", port))
        host = f"127.0.0.1:{home or port}"
        asked = (f"GET /t/{table}/live HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", f"Cookie: {cookie}",
                 f"Origin: http://{host}", "", "")  # fmt: skip
        self.line.sendall("\r\n".join(asked).encode())
        assert self.line.recv(12) == b"HTTP/1.1 101"

    def rest(self) -> bytes:
        """All that was sent to him after all, to the end of the line."""
        heard = b""
        with suppress(ConnectionResetError), self.line:
            while some := self.line.recv(1 << 16):
                heard += some
        return heard


def pages_open(person: Person) -> int:
    return int(float(person.get("/metrics").text.split("\nfamilies_pages ")[1].split("\n")[0]))


def test_whoever_neither_reads_nor_answers_is_let_go_with_a_reason_and_the_others_play_on(tmp_path):
    with open_house(tmp_path / "table.db", "--patience", "2") as house:
        anna, bruno = Person(house), Person(house, "Bruno")
        table = anna.open_table(seats=3, bot="random", spectators="public")
        slow = [Slow(bruno, house.port, table) for _ in range(5)]
        wait_for(lambda: pages_open(anna) == 5)
        worst, end = 0.0, time.monotonic() + 30
        while pages_open(anna):
            assert time.monotonic() < end, "they are kept"
            began = time.monotonic()
            anna.play(table)
            worst = max(worst, time.monotonic() - began)
        assert worst < 2.0, "nobody waits for those who do not read"
        assert all(REASON in one.rest()[-80:] for one in slow)
        with bruno.live(table) as line:
            sees(line, plies(bruno, table))  # who looks on is not told of everything at once


def test_a_line_with_more_on_it_than_is_read_is_kept_no_longer_than_our_patience():
    """A handler that tells more and more: it waits when the line is full, and then it is over."""
    ended, sent = threading.Event(), []

    async def tell(scope, receive, send):
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "text": "x" * 100_000})
                sent.append(100_000)
        finally:
            ended.set()

    async def handle(scope, receive, send):
        if scope["type"] == "websocket":
            await tell(scope, receive, send)

    door = listen("127.0.0.1", 0)
    settings = {"log_config": None, "ws_per_message_deflate": False, "lifespan": "off", "timeout_graceful_shutdown": 1}
    server = uvicorn.Server(uvicorn.Config(handle, ws=type("Line", (Attentive,), {"patience": 1.0}), **settings))
    thread = threading.Thread(target=server.run, args=([door],))
    thread.start()
    try:
        with Slow(Nobody, door.getsockname()[1], "any").line:
            assert ended.wait(20), "it waits for ever"
            assert 0 < sum(sent) < 20_000_000, "no more than the kernel takes"
            wait_for(lambda: not server.server_state.connections)
    finally:
        server.should_exit = True
        thread.join(20)


class Nobody:
    """A guest without cookies."""

    class http:
        cookies: dict[str, str] = {}


def test_a_line_that_is_cut_without_a_word_is_noticed_and_its_player_counts_as_away(tmp_path):
    """Nothing comes through any more, and nobody hangs up: as when a cable is pulled."""
    with open_house(tmp_path / "table.db", "--patience", "2") as house:
        anna, bruno, road = Person(house), Person(house, "Bruno"), Road(house.port)
        try:
            table = anna.open_table(seats=2, who="open")
            assert bruno.wish(table, "sit", seat=1, name="Bruno").status_code == 303
            cookie = "; ".join(f"{name}={value}" for name, value in bruno.http.cookies.items())
            address = f"ws://127.0.0.1:{road.port}/t/{table}/live"
            shown = {"additional_headers": {"Cookie": cookie}, "origin": f"http://127.0.0.1:{road.port}"}
            with anna.live(table) as near, call(address, **shown, close_timeout=1) as far:
                receive_until(far, "status")
                far.send("still there?")
                wait_for(lambda: far.recv(timeout=10) == "", 10)
                receive_until(near, "Bruno")
                assert AWAY not in anna.page(table)
                road.is_mute = True
                wait_for(lambda: AWAY in anna.page(table), 30)
                assert pages_open(anna) == 1
        finally:
            road.close()


# ---------------------------------------------------------------- a storm


class Guest(NamedTuple):
    """An open page: whose it is and whence, of which table, and how far the game is there."""

    cookie: str
    address: str
    table: str
    ply: int


def pages_of(house: House, number: int) -> list[Guest]:
    """So many pages of tables of four people, each from an address of his own."""
    pages: list[Guest] = []
    while len(pages) < number:
        host = Person(house, "Host", address=place_of(len(pages)))
        table = host.open_table(seats=4, who="open")
        people = [host, *(Person(house, f"Guest {seat}", address=place_of(len(pages) + seat)) for seat in (1, 2, 3))]
        for seat, person in enumerate(people[1:], 1):
            assert person.wish(table, "sit", seat=seat, name=person.name).status_code == 303
        host.play(table)
        ply = plies(host, table) or 0
        for person in people:
            cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
            pages.append(Guest(cookie, place_of(len(pages)), table, ply))
            person.http.close()
    return pages[:number]


def place_of(number: int) -> str:
    return f"127.7.{number // 250}.{number % 250 + 1}"


async def storm(house: House, pages: list[Guest], seconds: float) -> tuple[list[float], list[float]]:
    """All pages come at once, and again while they are refused, as a browser does, until all are there. When each saw the game
    as it was, and how long somebody else waited for an answer meanwhile."""
    began, seen, waits, all_there = time.monotonic(), list[float](), list[float](), asyncio.Event()

    async def come(page: Guest) -> None:
        for tries in itertools.count():
            with suppress(OSError, TimeoutError, WebSocketException):
                async with connect(
                    f"ws://127.0.0.1:{house.port}/t/{page.table}/live", additional_headers={"Cookie": page.cookie},
                    origin=house.base, open_timeout=seconds, local_addr=(page.address, 0), ping_interval=None,
                ) as line:  # fmt: skip
                    while 'data-ply="' not in (told := str(await line.recv())):
                        pass
                    assert f'data-ply="{page.ply}"' in told, "the game is not as it was"
                    seen.append(time.monotonic() - began)
                    if len(seen) == len(pages):
                        all_there.set()
                    await all_there.wait()
                    return
            await asyncio.sleep(min(2.0, 0.25 * 2**tries) * (0.5 + random.random() / 2))

    async def look_on() -> None:
        async with httpx.AsyncClient(base_url=house.base, timeout=seconds) as http:
            while not all_there.is_set():
                asked = time.monotonic()
                with suppress(httpx.TransportError):
                    assert (await http.get("/preparing")).status_code == 200
                    waits.append(time.monotonic() - asked)
                await asyncio.sleep(0.1)

    async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
        for page in pages:
            group.create_task(come(page))
        group.create_task(look_on())
    return seen, waits


def test_a_hundred_pages_come_back_at_once_after_a_kill(tmp_path):
    """With the limits of every day: nobody is shut out because all come at once."""
    house = QuickHouse(tmp_path / "table.db", rate=20, sockets=500).open()
    try:
        pages = pages_of(house, STORM)
        house.kill()
        opening = threading.Thread(target=house.open)
        opening.start()
        seen, _ = asyncio.run(storm(house, pages, 90))
        opening.join()
        assert len(seen) == STORM
        anna = Person(house)
        table = anna.open_table(seats=3, bot="random")
        wait_for(lambda: anna.play(table))
    finally:
        house.close()
