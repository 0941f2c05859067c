"""Kill the real server at random moments under load: every acknowledged move is there, every table goes on."""

import contextlib
import os
import random
import sqlite3
import threading
import time
from types import SimpleNamespace
from typing import NamedTuple

import httpx
import pytest

from tests.table.house import House, Person, Program, QuickHouse, token_of, wait_for

KILLS = int(os.environ.get("FIVEFAMILIES_KILLS", "50"))
TABLES = 4


class Denial(NamedTuple):
    """We asked for a move then, and were told so much later that nothing was changed."""

    table: str
    seat: int
    move: int
    asked: float
    told: float


class Load(threading.Thread):
    """One table whose two seats are played by programs, as fast as the server answers."""

    def __init__(self, house: House, host: Person, number: int) -> None:
        super().__init__(daemon=True)
        self.house, self.host, self.number = house, host, number
        self.acknowledged: list[tuple[str, int, int]] = []  # table, seat and move, in order
        self.pending: tuple[int, int, int] | None = None  # the move that we ask for now, by which seat, and at which ply
        self.denials: list[Denial] = []
        self.is_stopped = False
        self.problem: str | None = None
        self.trouble = ""  # the last error of the line
        self.is_doubtful = False  # an earlier try of the same move has had no answer, or none that is sure: it may have been made
        self.silences = 0  # times that we were told that the ledger does not answer
        self.resumed_after: list[float] = []
        self.new_table()

    def new_table(self) -> None:
        self.table = self.host.open_table(seats=2, who="friends")
        self.programs = [Program(self.house, token_of(self.host, self.table, seat)) for seat in (0, 1)]

    def run(self) -> None:
        rng, lost_at = random.Random(self.number), None
        while not self.is_stopped:
            try:
                if self.pending is None:
                    event = self.programs[0].seat()
                    if event["state"] == "over":
                        self.new_table()
                        continue
                    event = event if event["legal"] else self.programs[1].seat()
                    if not event["legal"]:
                        continue
                    self.pending, self.is_doubtful = (event["seat"], rng.choice(event["legal"])["id"], event["id"]), False
                seat, move, at = self.pending
                asked = time.time()
                answer = self.programs[seat].move(move, at)
            except (httpx.HTTPError, AssertionError) as error:
                if isinstance(error, AssertionError) and "500" in str(error):
                    self.problem = str(error)
                lost_at, self.trouble, self.is_doubtful = lost_at or time.monotonic(), repr(error)[:500], True
                time.sleep(0.02)
                continue  # the same request again: it is played once
            if answer.status_code == 503:
                self.hear_silence(answer.text, asked)
                continue
            if lost_at is not None:
                self.resumed_after.append(time.monotonic() - lost_at)
                lost_at = None
            if answer.status_code != 200:
                self.problem = f"{answer.status_code} {answer.text} for {self.pending}"
                return
            self.acknowledged.append((self.table, seat, move))
            self.pending = None

    def hear_silence(self, text: str, asked: float) -> None:
        """The ledger did not answer. If we were told that nothing was changed, it is so."""
        assert self.pending is not None
        seat, move, at = self.pending
        self.silences += 1
        if "nothing was changed" in text:
            self.denials.append(Denial(self.table, seat, move, asked, time.time()))
        else:
            self.is_doubtful = True
        while not self.is_stopped:
            time.sleep(0.1)
            with contextlib.suppress(httpx.HTTPError, AssertionError):
                if self.programs[seat].seat()["id"] != at and not self.is_doubtful:
                    self.problem = f"a move was made that was said not to be: {at} at {self.table}"
                return


class Sitters(threading.Thread):
    """Two people who open tables and sit down at each other's, as fast as the server answers."""

    def __init__(self, house: House) -> None:
        super().__init__(daemon=True)
        self.host, self.guest = Person(house, "Anna"), Person(house, "Bruno")
        self.acknowledged: list[str] = []  # tables whose last chair was taken
        self.is_stopped = False

    def run(self) -> None:
        while not self.is_stopped:
            try:
                table = self.host.open_table(seats=2, who="open")
                if self.guest.wish(table, "sit", seat=1, name="Bruno").status_code == 303:
                    self.acknowledged.append(table)
            except (httpx.HTTPError, AssertionError):
                time.sleep(0.02)


def assert_all_have_begun(house: House, sitters: Sitters) -> int:
    """No table on the disk has all chairs taken and waits for more; answers with how many have begun."""
    told = set(sitters.acknowledged)
    with sqlite3.connect(house.db) as ledger:
        rows = ledger.execute(
            "select id, state, (select count(*) from chairs where table_id = id and player is null and bot is null "
            "and token is null) from tables"
        ).fetchall()
    ledger.close()
    stuck = [table for table, state, free in rows if state == "open" and not free]
    begun = {table for table, state, _ in rows if state != "open"}
    assert not stuck and told <= begun, (stuck, told - begun)
    return len(told)


def test_nothing_acknowledged_is_ever_lost_and_no_full_table_waits(tmp_path):
    house = QuickHouse(tmp_path / "table.db").open()
    host, sitters = Person(house), Sitters(house)
    loads = [Load(house, host, number) for number in range(TABLES)]
    rng = random.Random(1)
    try:
        for load in (*loads, sitters):
            load.start()
        for _ in range(KILLS):
            told = count(loads) + rng.randint(3, 20)
            wait_for(lambda told=told: count(loads) >= told or any(load.problem for load in loads), 60)
            time.sleep(rng.uniform(0, 0.02))
            house.kill()
            assert_all_there(house, loads)
            assert_all_have_begun(house, sitters)
            house.open()
        before = [len(load.acknowledged) for load in loads]
        time.sleep(3)
        after = [len(load.acknowledged) for load in loads]
    finally:
        for load in (*loads, sitters):
            load.is_stopped = True
        for load in (*loads, sitters):
            load.join(10)
        for client in house.clients:
            client.close()
        house.close()
    assert [load.problem for load in loads] == [None] * TABLES
    assert all(late > early for early, late in zip(before, after, strict=True)), "a table does not go on"
    assert_all_there(house, loads)
    assert sum(after) > 3 * KILLS and len(sitters.acknowledged) > KILLS / 2
    print(f"{KILLS} kills, {sum(after)} acknowledged moves and {assert_all_have_begun(house, sitters)} chairs, none lost")


def count(loads: list[Load]) -> int:
    return sum(len(load.acknowledged) for load in loads)


def assert_all_there(house: House, loads: list[Load]) -> None:
    """Compare what was acknowledged with the ledger on the disk."""
    pending = pending_of(loads)
    told = told_by(loads)
    with sqlite3.connect(house.db) as ledger:
        rows = ledger.execute(ENTRIES).fetchall()
    ledger.close()
    assert_same(told, pending, rows)
    assert_no_lie(loads, rows)


ENTRIES = "select table_id, seat, move, at from ledger where kind = 'move' order by table_id, ply"
Entry = tuple[str, int, int, float]


def told_by(loads: list[Load]) -> dict[str, list[tuple[int, int]]]:
    """What was acknowledged, by table and in order."""
    told: dict[str, list[tuple[int, int]]] = {}
    for load in loads:
        for table, seat, move in list(load.acknowledged):
            told.setdefault(table, []).append((seat, move))
    return told


def pending_of(loads: list[Load]) -> dict[str, tuple[int, int]]:
    """The move that is asked for at each table and not acknowledged yet. Whoever compares looks here first."""
    return {load.table: load.pending[:2] for load in loads if load.pending}


def assert_same(told: dict[str, list[tuple[int, int]]], pending: dict[str, tuple[int, int]], rows: list[Entry]) -> None:
    """The ledger has all that was acknowledged, in the same order, once; then perhaps the one move whose answer was cut off."""
    kept: dict[str, list[tuple[int, int]]] = {}
    for table, seat, move, _ in rows:
        kept.setdefault(table, []).append((seat, move))
    possible = {table: (made, [*made, pending[table]] if table in pending else made) for table, made in told.items()}
    wrong = {table: made for table, made in told.items() if kept.get(table, []) not in possible[table]}
    assert not wrong, {table: (made, kept.get(table), pending.get(table)) for table, made in wrong.items()}


def assert_no_lie(loads: list[Load], rows: list[Entry]) -> None:
    """Where we were told that nothing was changed, no such entry was made between question and answer, though an earlier or a
    later try may have made it."""
    made: dict[tuple[str, int, int], list[float]] = {}
    for *entry, at in rows:
        made.setdefault(tuple(entry), []).append(at)
    lies = [d for load in loads for d in list(load.denials) if any(d.asked <= at <= d.told for at in made.get(d[:3], ()))]
    assert not lies, lies


def test_a_lie_or_a_loss_would_be_noticed():
    told, entry = {"t": [(0, 7)]}, ("t", 0, 7, 5.0)
    assert_same(told, {}, [entry])
    assert_same(told, {"t": (1, 3)}, [entry, ("t", 1, 3, 6.0)])
    for rows in ([], [entry, entry], [entry, ("t", 1, 4, 6.0)], [entry, ("t", 1, 3, 6.0), ("t", 1, 3, 7.0)]):
        with pytest.raises(AssertionError):
            assert_same(told, {"t": (1, 3)}, rows)
    load = SimpleNamespace(denials=[Denial("t", 0, 7, 5.5, 6.5)])
    assert_no_lie([load], [entry, ("t", 0, 7, 6.6)])  # an earlier try, a later one
    with pytest.raises(AssertionError):
        assert_no_lie([load], [("t", 0, 7, 6.0)])


def test_a_server_that_is_told_to_stop_finishes_its_work(tmp_path):
    house = House(tmp_path / "table.db").open()
    anna = Person(house)
    anna.open_table()
    began = time.monotonic()
    assert house.close() in (0, -15) and time.monotonic() - began < 15
    assert '"the table is closed"' in house.log.read_text()
    anna.http.close()
