"""Chairs and links under a race, on one server and on two that share a ledger; players who are away."""

import re
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from tests.table.house import Person, moves_on, open_house, ply_of, wait_for

CROWD, ROUNDS = 6, 4


@pytest.fixture(scope="module")
def houses(address):
    """Two servers on one ledger."""
    with open_house(address) as first, open_house(address) as second:
        yield first, second


def twin_of(person: Person, house) -> Person:
    """The same guest at another server."""
    twin = Person(house, person.name)
    twin.http.cookies.update(person.http.cookies)
    twin.csrf = person.csrf
    return twin


def at_once(*works):
    """All of these at the same moment."""
    gate = threading.Barrier(len(works))

    def run(work):
        gate.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def test_of_all_who_want_a_chair_at_once_one_gets_it_and_the_game_begins(houses):
    crowd = [Person(houses[number % 2], f"Guest {number}") for number in range(CROWD)]
    anna = Person(houses[0])
    for _ in range(ROUNDS):
        table = anna.open_table(seats=2, who="open")
        answers = at_once(*(partial(guest.wish, table, "sit", seat=1, name=guest.name) for guest in crowd))
        assert sorted(answer.status_code for answer in answers) == [303] + [409] * (CROWD - 1)
        winner = crowd[[answer.status_code for answer in answers].index(303)]
        for person in (anna, twin_of(anna, houses[1])):
            page = person.page(table)
            assert winner.name in page and "The game begins when" not in page
        assert sum("Your hand" in guest.page(table) for guest in crowd) == 1


def test_when_the_last_chairs_are_taken_at_once_at_two_servers_the_game_begins(houses):
    crowd = [Person(houses[number % 2], f"Guest {number}") for number in range(5)]
    anna = Person(houses[0])
    for _ in range(ROUNDS):
        table = anna.open_table(seats=6, who="open")
        answers = at_once(*(partial(guest.wish, table, "sit", seat=seat) for seat, guest in enumerate(crowd, 1)))
        assert [answer.status_code for answer in answers] == [303] * 5, [answer.text for answer in answers]
        assert all("The game begins when" not in person.page(table) for person in (anna, *crowd))


def test_of_all_who_use_a_link_at_once_one_gets_the_seat(houses):
    anna = Person(houses[0])
    for _ in range(ROUNDS):
        table = anna.open_table(seats=2)
        link = re.search(r"<code>https?://[^/]+(/seat/[^<]+)</code>", anna.wish(table, "link").text).group(1)
        devices = [Person(houses[number % 2], "") for number in range(CROWD)]
        answers = at_once(*(partial(device.post, link) for device in devices))
        assert sorted(answer.status_code for answer in answers) == [303] + [404] * (CROWD - 1)
        assert sum("Your hand" in device.page(table) for device in devices) == 1 and "Your hand" not in anna.page(table)


def test_of_all_who_want_another_game_at_once_all_get_the_same(houses):
    anna = Person(houses[0])
    twin = twin_of(anna, houses[1])
    table = anna.open_table(seats=2)
    anna.wish(table, "resign")
    twin.page(table)
    answers = at_once(*(partial(person.wish, table, "rematch") for person in (anna, twin) * 3))
    assert len({answer.headers["location"] for answer in answers}) == 1


# ---------------------------------------------------------------- away


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """A house where the others have to wait for a moment."""
    with open_house(tmp_path_factory.mktemp("patient") / "table.db", "--grace", "1.5") as house:
        yield house


def table_of_two(house, **settings) -> tuple[Person, Person, str]:
    """A table of two people; it is Bruno's turn, Anna has an open page."""
    anna, bruno = Person(house, "Anna"), Person(house, "Bruno")
    table = anna.open_table(seats=2, who="open", **settings)
    bruno.wish(table, "sit", seat=1, name="Bruno")
    if moves_on(anna.page(table)):
        anna.play(table, lambda moves: next(move for name, move in moves.items() if name.startswith("discard")))
    wait_for(lambda: moves_on(bruno.page(table)) or (anna.play(table) and None))
    return anna, bruno, table


def is_voted_out(anna: Person, table: str) -> bool:
    anna.wish(table, "replace", seat=1)
    return "a bot stands in" in anna.page(table)


def test_who_never_opened_a_page_can_be_voted_out(patient):
    began = time.monotonic()
    anna, _, table = table_of_two(patient)
    was_voted_out = is_voted_out(anna, table)
    assert not was_voted_out or time.monotonic() - began > 1.5, "he has a moment"
    wait_for(lambda: is_voted_out(anna, table))
    wait_for(lambda: anna.play(table))


def test_who_was_away_before_a_restart_is_away_after_it(patient):
    anna, bruno, table = table_of_two(patient)
    with bruno.live(table) as line:
        line.recv(timeout=5)
    time.sleep(1.6)
    patient.kill()
    with sqlite3.connect(patient.db) as ledger:
        left = ledger.execute("select left_at from chairs where table_id = ? and seat = 1", (table,)).fetchone()[0]
    ledger.close()
    assert time.time() - 4 < left < time.time()
    patient.open()
    assert is_voted_out(anna, table), "he need not be waited for again"


def test_who_was_here_at_a_crash_and_does_not_come_back_can_be_voted_out(patient):
    anna, bruno, table = table_of_two(patient)
    with bruno.live(table) as line:
        line.recv(timeout=5)
        time.sleep(0.7)
        patient.kill()
    patient.open()
    assert not is_voted_out(anna, table)
    wait_for(lambda: is_voted_out(anna, table))


def test_who_does_not_come_to_another_game_can_be_voted_out(patient):
    anna, bruno, table = table_of_two(patient)
    for person in (anna, bruno):
        person.wish(table, "resign")
    again = anna.wish(table, "rematch").headers["location"].split("/")[2]
    wait_for(lambda: anna.wish(again, "replace", seat=0).status_code == 303)
    assert "a bot stands in" in anna.page(again)


def test_coming_back_for_a_moment_stalls_neither_vote_nor_clock(patient):
    anna, bruno, table = table_of_two(patient, clock="move", clock_seconds=5)
    at, began = ply_of(anna.page(table)), time.monotonic()
    while ply_of(anna.page(table)) == at and time.monotonic() - began < 14:
        with bruno.live(table) as line:
            line.recv(timeout=5)
        time.sleep(0.6)
    assert ply_of(anna.page(table)) > at, "his time is up, though he kept coming back"
    anna, bruno, table = table_of_two(patient)
    for _ in range(4):
        with bruno.live(table) as line:
            line.recv(timeout=5)
        time.sleep(0.6)
    assert is_voted_out(anna, table)


def test_who_moves_has_the_whole_grace_again(patient):
    anna, bruno, table = table_of_two(patient)
    time.sleep(1.6)
    assert bruno.play(table)
    assert not is_voted_out(anna, table)
