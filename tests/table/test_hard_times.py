"""Hard times, in short: the database behind a cut line, a calendar that jumps, a storm of pages that come back at once.

The long forms are in bench/faults.py.
"""

import asyncio
import socket
import threading
import time
from contextlib import suppress

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from fivefamilies.table import almanac, store
from fivefamilies.table.almanac import Almanac
from fivefamilies.table.club import Club
from fivefamilies.table.config import Config, db_url
from fivefamilies.table.crowd import Caller, Crowd
from fivefamilies.table.store import Store
from tests.table.house import House, Person, QuickHouse, free_port, open_house, wait_for

STORM, PAGES = 100, 15  # pages that come back, and of one guest


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
                if not self.is_open:
                    line.close()
                    continue
                goal = socket.create_connection(("127.0.0.1", self.goal))
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
            monkeypatch.setattr(time, "time", lambda: real() + jump)
            room.hear_clock()  # as when another server has said something
            club.drivers.wake(room)
            await asyncio.sleep(1.2)
            assert room.plies == 0 and 25 < room.clock.remaining(room.turn) < 30, "it goes on evenly"
            assert club.bans.of_guest("bruno"), "a ban neither"
            club.leave_page(room.id, page, "anna")
            assert room.absent_for(room.chairs[0], store.now()) < 5, "nobody may vote against her yet"
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


# ---------------------------------------------------------------- a storm


async def storm(house: House, people: list[Person], table: str, number: int, seconds: float) -> list[float]:
    """So many pages of these people come at once, again and again while they are refused; when each of them saw the table."""
    began, address = time.monotonic(), f"ws://127.0.0.1:{house.port}/t/{table}/live"
    shown = {"origin": house.base, "open_timeout": seconds}
    cookies = ["; ".join(f"{name}={value}" for name, value in person.http.cookies.items()) for person in people]

    async def come(cookie: str) -> float:
        while time.monotonic() - began < seconds:
            with suppress(OSError, TimeoutError, WebSocketException):
                async with connect(address, additional_headers={"Cookie": cookie}, **shown) as line:
                    async with asyncio.timeout(seconds):
                        while 'id="status"' not in str(await line.recv()):
                            pass
                    return time.monotonic() - began
            await asyncio.sleep(0.2)
        return float("inf")

    return await asyncio.gather(*(come(cookies[page % len(cookies)]) for page in range(number)))


def test_a_hundred_pages_come_back_at_once_after_a_kill(tmp_path):
    house = QuickHouse(tmp_path / "table.db").open()
    try:
        people = [Person(house, f"Guest {number}") for number in range(STORM // PAGES)]
        table = people[0].open_table(seats=3, bot="random")
        house.kill()
        opening = threading.Thread(target=house.open)
        opening.start()
        seen = asyncio.run(storm(house, people, table, STORM, 60))
        opening.join()
        assert len(seen) == STORM and max(seen) < 60, sorted(seen)[-5:]
        began = time.monotonic()
        wait_for(lambda: people[0].play(table))
        assert time.monotonic() - began < 5
    finally:
        for client in house.clients:
            client.close()
        house.close()
