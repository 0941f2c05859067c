"""Kill the real server at random moments under load: every acknowledged move is there, every table goes on."""

import os
import random
import sqlite3
import threading
import time

import httpx

from tests.table.house import House, Person, Program, QuickHouse, token_of, wait_for

KILLS = int(os.environ.get("FIVEFAMILIES_KILLS", "50"))
TABLES = 4


class Load(threading.Thread):
    """One table whose two seats are played by programs, as fast as the server answers."""

    def __init__(self, house: House, host: Person, number: int) -> None:
        super().__init__(daemon=True)
        self.house, self.host, self.number = house, host, number
        self.acknowledged: dict[tuple[str, int], tuple[int, int]] = {}
        self.is_stopped = False
        self.problem: str | None = None
        self.resumed_after: list[float] = []
        self.new_table()

    def new_table(self) -> None:
        self.table = self.host.open_table(seats=2, who="friends")
        self.programs = [Program(self.house, token_of(self.host, self.table, seat)) for seat in (0, 1)]

    def run(self) -> None:
        rng, pending, lost_at = random.Random(self.number), None, None
        while not self.is_stopped:
            try:
                if pending is None:
                    event = self.programs[0].seat()
                    if event["state"] == "over":
                        self.new_table()
                        continue
                    event = event if event["legal"] else self.programs[1].seat()
                    if not event["legal"]:
                        continue
                    pending = (event["seat"], rng.choice(event["legal"])["id"], event["id"])
                seat, move, at = pending
                answer = self.programs[seat].move(move, at)
            except (httpx.HTTPError, AssertionError) as error:
                if isinstance(error, AssertionError) and "500" in str(error):
                    self.problem = str(error)
                lost_at = lost_at or time.monotonic()
                time.sleep(0.02)
                continue  # the same request again: it is played once
            if lost_at is not None:
                self.resumed_after.append(time.monotonic() - lost_at)
                lost_at = None
            if answer.status_code != 200:
                self.problem = f"{answer.status_code} {answer.text} for {pending}"
                return
            self.acknowledged[self.table, at] = (seat, move)
            pending = None


def test_nothing_acknowledged_is_ever_lost(tmp_path):
    house = QuickHouse(tmp_path / "table.db").open()
    host = Person(house)
    loads = [Load(house, host, number) for number in range(TABLES)]
    rng = random.Random(1)
    try:
        for load in loads:
            load.start()
        for _ in range(KILLS):
            told = count(loads) + rng.randint(3, 20)
            wait_for(lambda told=told: count(loads) >= told or any(load.problem for load in loads), 60)
            time.sleep(rng.uniform(0, 0.02))
            house.kill()
            assert_all_there(house, loads)
            house.open()
        before = [len(load.acknowledged) for load in loads]
        time.sleep(3)
        after = [len(load.acknowledged) for load in loads]
    finally:
        for load in loads:
            load.is_stopped = True
        for load in loads:
            load.join(10)
        for client in house.clients:
            client.close()
        house.close()
    assert [load.problem for load in loads] == [None] * TABLES
    assert all(late > early for early, late in zip(before, after, strict=True)), "a table does not go on"
    assert_all_there(house, loads)
    assert sum(after) > 3 * KILLS
    print(f"{KILLS} kills, {sum(after)} acknowledged moves, none lost")


def count(loads: list[Load]) -> int:
    return sum(len(load.acknowledged) for load in loads)


def assert_all_there(house: House, loads: list[Load]) -> None:
    """Compare what was acknowledged with the ledger on the disk."""
    told = {key: made for load in loads for key, made in list(load.acknowledged.items())}
    with sqlite3.connect(house.db) as ledger:
        rows = ledger.execute("select table_id, ply, seat, move from ledger where kind = 'move'").fetchall()
    ledger.close()
    kept = {(table, ply): (seat, move) for table, ply, seat, move in rows}
    assert len(kept) == len(rows)
    missing = {key: made for key, made in told.items() if kept.get(key) != made}
    assert not missing, missing


def test_a_server_that_is_told_to_stop_finishes_its_work(tmp_path):
    house = House(tmp_path / "table.db").open()
    anna = Person(house)
    anna.open_table()
    began = time.monotonic()
    assert house.close() in (0, -15) and time.monotonic() - began < 15
    assert '"the table is closed"' in house.log.read_text()
    anna.http.close()
