"""Several servers on one ledger of PostgreSQL: whoever plays at one of them sees what happens at the others."""

import asyncio
import base64
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import asyncpg
import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from fivefamilies.table import alliance
from fivefamilies.table.club import Club
from fivefamilies.table.config import Config, db_url
from fivefamilies.table.crowd import Caller, Crowd
from fivefamilies.table.room import digest
from fivefamilies.table.store import Store, open_once
from tests.table.databases import furnish
from tests.table.house import (
    OPERATOR,
    House,
    Person,
    Program,
    free_port,
    moves_on,
    open_house,
    operator_of,
    ply_of,
    receive_until,
    wait_for,
)

SOON = 1.5  # seconds: a second, and what this machine's other work takes


def ask(postgres, query: str, *values):
    """What the ledger says."""

    async def run():
        line = await asyncpg.connect(postgres.address)
        try:
            return [tuple(row) for row in await line.fetch(query, *values)]
        finally:
            await line.close()

    return asyncio.run(run())


@pytest.fixture(scope="module", params=["postgres", "redis"])
def houses(request, postgres, tmp_path_factory):
    """Two servers and, where it is so, a broker."""
    token = tmp_path_factory.mktemp("operator") / "token"
    token.write_text(OPERATOR)
    more = ("--operator-token-file", str(token))
    if request.param == "postgres":
        with open_house(postgres.address, *more) as first, open_house(postgres.address, *more) as second:
            yield first, second
        return
    with redis() as broker:
        more += ("--broker", broker)
        with open_house(postgres.address, *more) as first, open_house(postgres.address, *more) as second:
            yield first, second


@contextmanager
def redis():
    """A broker of our own."""
    if not shutil.which("redis-server"):
        pytest.skip("no Redis here: install it (.ci/run does)")
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.kill()
        server.wait()


def same_person(person: Person, house: House) -> Person:
    """The same guest with the same cookies at another server."""
    twin = Person(house, person.name)
    twin.http.cookies = httpx.Cookies(dict(person.http.cookies.items()))
    twin.csrf = person.csrf
    return twin


def guest_in(person: Person) -> str:
    """Who a guest is, as his cookie says."""
    return json.loads(base64.urlsafe_b64decode(person.http.cookies["family"].split(".")[0] + "=="))["i"]


def table_of_two(first: House, second: House, **form) -> tuple[Person, Person, str]:
    """A table whose two players sit at different servers."""
    anna, bruno = Person(first, "Anna"), Person(second, "Bruno")
    table = anna.open_table(seats=2, who="open", **form)
    assert bruno.wish(table, "sit", seat=1, name="Bruno").status_code == 303
    return anna, bruno, table


def test_a_move_a_word_and_a_chair_reach_the_pages_at_the_other_server_within_a_second(houses):
    first, second = houses
    anna, bruno = Person(first, "Anna"), Person(second, "Bruno")
    table = anna.open_table(seats=2, who="open")
    with bruno.live(table) as far:
        receive_until(far, "Anna")
    assert bruno.wish(table, "sit", seat=1, name="Bruno").status_code == 303
    wait_for(lambda: moves_on(anna.page(table)) or moves_on(bruno.page(table)), 5)
    mover, other = (anna, bruno) if moves_on(anna.page(table)) else (bruno, anna)
    with other.live(table) as far:
        receive_until(far, "status")
        began = time.monotonic()
        assert mover.wish(table, "chat", text="good evening, gentlemen").status_code == 303
        receive_until(far, "good evening, gentlemen", SOON)
        page = mover.page(table)
        assert mover.move(table, next(iter(moves_on(page).values())), ply_of(page)).status_code == 303
        receive_until(far, 'id="status"', SOON)
        assert time.monotonic() - began < 4 * SOON
    assert ply_of_status(other.page(table)) == ply_of_status(mover.page(table)) > 0


def ply_of_status(page: str) -> int:
    return int(re.search(r'data-ply="(\d+)"', page).group(1))


def test_a_guest_needs_no_server_of_his_own(houses):
    """Every request goes to the other server than the one before it, as a proxy may send them."""
    first, second = houses
    anna, bruno, table = table_of_two(first, second)
    everywhere = [(anna, same_person(anna, second)), (same_person(bruno, first), bruno)]
    made = 0
    for number in range(24):
        for here in everywhere:
            person = here[number % 2]
            moves = moves_on(page := person.page(table))
            if moves:
                answer = here[(number + 1) % 2].move(table, next(iter(moves.values())), ply_of(page))
                assert answer.status_code == 303, answer.text
                made += 1
    assert made >= 20


def test_who_is_here_is_known_everywhere(houses):
    first, second = houses
    anna, bruno, table = table_of_two(first, second)
    twin = same_person(bruno, first)
    with bruno.live(table):
        wait_for(lambda: "is-away" not in anna.page(table).split("Bruno")[0][-400:], 5)
        with anna.live(table) as line:
            receive_until(line, "status")
            with twin.live(table):
                time.sleep(0.8)
            time.sleep(0.8)  # he has closed one of two pages
            assert anna.wish(table, "replace", seat=1).status_code == 409, "he is here"
    wait_for(lambda: anna.wish(table, "replace", seat=1).status_code == 303, 5)


def test_a_take_back_is_asked_and_answered_across_servers(houses):
    first, second = houses
    anna, bruno, table = table_of_two(first, second)
    wait_for(lambda: anna.play(table) or bruno.play(table), 5)
    for _ in range(3):
        wait_for(lambda: anna.play(table) or bruno.play(table), 5)
    asker, other = anna, bruno
    assert asker.wish(table, "undo").status_code == 303
    wait_for(lambda: "consent" in other.page(table), SOON + 1)
    assert other.wish(table, "consent", answer="no").status_code == 303
    wait_for(lambda: "The take-back was refused" in asker.page(table), SOON + 1)
    assert "The take-back was refused" in other.page(table)


def test_what_was_lost_on_the_wire_is_found_in_the_ledger(postgres, houses):
    """A server dies after a commit and before it told anybody: the row is in the ledger, and no word of it on the wire."""
    first, second = houses
    anna, _, table = table_of_two(first, second)
    said = "insert into chat (table_id, seat, name, text, is_phrase, at) values ($1, 1, 'Bruno', 'I was here', false, 1)"
    with anna.live(table) as line:
        receive_until(line, "status")
        ask(postgres, said, table)
        ask(postgres, "update tables set revision = revision + 1 where id = $1", table)
        receive_until(line, "I was here", 8)


def test_a_token_whose_news_were_lost_is_known_all_the_same(postgres, houses):
    """Given out at a server that died before it told anybody: a program is not told that there is no such token."""
    _, bruno, table = table_of_two(*houses)
    bruno.page(table)  # the second server knows the table from before
    token = f"{table}.{'5ec4e7' * 4}"
    ask(postgres, "update chairs set token = $1 where table_id = $2 and seat = 0", digest(token), table)
    ask(postgres, "update tables set revision = revision + 1 where id = $1", table)
    assert Program(houses[1], token).seat()["seat"] == 0
    with pytest.raises(AssertionError, match="that token is not known here"):
        Program(houses[1], f"{table}.{'0' * 24}").seat()


def test_what_the_operator_does_at_one_server_holds_at_the_others(houses):
    """A ban closes the pages at the other server and keeps its guest out; a closed table tells its word there."""
    first, second = houses
    _, bruno, table = table_of_two(first, second)
    player = guest_in(bruno)
    operator, elsewhere = operator_of(first), Person(second, "Carla")
    with elsewhere.live(table) as far, bruno.live(table) as line:
        receive_until(far, "status")
        assert operator.post("/operator/ban", kind="guest", who=player, name="Bruno", reason="cheats", hours=1).status_code == 303
        with pytest.raises(ConnectionClosed):
            receive_until(line, "never said", SOON + 3)
        answer = bruno.get("/")
        assert answer.status_code == 403 and "cheats" in answer.text
        assert operator.post("/operator/unban", kind="guest", who=player).status_code == 303
        wait_for(lambda: bruno.get("/").status_code == 200, SOON + 3)
        assert operator.post(f"/operator/close/{table}", word="Lights out").status_code == 303
        receive_until(far, "Lights out", SOON + 3)
    assert bruno.wish(table, "chat", text="hello?").status_code == 409
    servers = operator.get("/operator").text
    assert servers.count('<span class="tag') >= 2 and "this one" in servers


def test_the_bots_and_clocks_of_a_dead_server_go_on_at_another(postgres):
    """Nobody has the table open: the clock moves for its player, and the bots answer."""
    keeper, moves = (
        "select keeper from keepers where table_id = $1",
        "select ply, by from ledger where table_id = $1 order by ply",
    )
    with open_house(postgres.address), open_house(postgres.address) as first:
        anna = Person(first)
        table = anna.open_table(seats=3, bot="random", clock="move", clock_seconds=5)
        kept = ask(postgres, keeper, table)
        first.kill()
        before = len(ask(postgres, moves, table))
        began = time.monotonic()
        later = wait_for(lambda: len(found := ask(postgres, moves, table)) > before + 3 and found, 30)
        assert time.monotonic() - began < 25
        assert ask(postgres, keeper, table) != kept and len(kept) == 1
        assert [ply for ply, _ in later] == list(range(len(later))), "no ply is missing, none is doubled"
        assert {"random", "greedy, time up"} <= {by for _, by in later}


def test_a_database_whose_clock_is_set_loses_no_table(postgres):
    """Servers that died gave their last sign of life long ago, or an hour from now: their tables are taken all the same."""
    row = "insert into servers (id, role, place, started, seen, told) values ($1, 'web', 'x 1', 0, {seen} + $2, '{{}}')"
    row = row.format(seen="extract(epoch from clock_timestamp())")
    with open_house(postgres.address) as house:
        anna = Person(house)
        tables = {"before": anna.open_table(seats=3, bot="random"), "after": anna.open_table(seats=3, bot="random")}
        for dead, jump in (("before", -3600), ("after", 3600)):
            ask(postgres, row, dead, jump)
            ask(postgres, "update keepers set keeper = $1 where table_id = $2", dead, tables[dead])
        wait_for(lambda: not ask(postgres, "select 1 from servers where id in ('before', 'after')"), 20)
        for table in tables.values():
            wait_for(lambda table=table: anna.play(table), 20)
            wait_for(lambda table=table: anna.play(table), 20)


def test_workers_share_a_port_and_one_that_dies_is_replaced(postgres):
    asyncio.run(open_once(db_url(postgres.address)))
    others = set(ask(postgres, "select role, place from servers"))  # of the tests before

    def crew() -> list[tuple[str, str]]:
        return sorted(set(ask(postgres, "select role, place from servers")) - others)

    def is_whole() -> bool:
        return [role for role, _ in crew()] == ["bots", "web", "web"]

    with open_house(postgres.address, "--workers", "2") as house:
        people = [Person(house, f"Boss {number}") for number in range(6)]
        table = people[0].open_table(seats=3, bot="random")
        servers = wait_for(lambda: is_whole() and crew(), 20)
        for _ in range(5):
            wait_for(lambda: people[0].play(table), 15)
        check_numbers([httpx.get(f"{house.base}/metrics").text for _ in range(8)], {place for _, place in servers})
        victim = next(place for role, place in servers if role == "web")
        os.kill(int(victim.rpartition(" ")[2]), signal.SIGKILL)
        for _ in range(3):
            wait_for(lambda: still_plays(people[0], table), 20)
        wait_for(lambda: is_whole() and ("web", victim) not in crew(), 30)
        assert house.close() == 0
    wait_for(lambda: not crew(), 10)


@pytest.fixture(scope="module")
def programs(postgres):
    """Two workers at one port, and the tokens of both seats of tables where nobody else plays."""
    ask(postgres, "create database programs")
    address = postgres.address.rpartition("/")[0] + "/programs"
    tables = asyncio.run(furnish(address, 20))
    with open_house(address, "--workers", "2") as house:
        yield house, tables


def test_a_line_that_is_handed_over_in_the_middle_of_a_request_is_answered(programs):
    house, tables = programs
    for tokens in tables[:6]:
        seen = next(seen for seen in (Program(house, token).seat() for token in tokens) if seen["legal"])
        wish = json.dumps({"move": seen["legal"][0]["id"], "at": seen["id"]}).encode()
        head = f"POST /api/v1/seat/move HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {tokens[seen['seat']]}\r\n"
        with socket.create_connection(("127.0.0.1", house.port), timeout=20) as line:
            line.sendall(f"{head}Content-Length: {len(wish)}\r\n\r\n".encode() + wish[:3])
            time.sleep(0.05)
            line.sendall(wish[3:])
            assert line.recv(4096).startswith(b"HTTP/1.1 200"), "the rest is heard by whoever took it"


def test_a_game_of_programs_is_played_at_one_worker_and_goes_on_at_the_other_should_it_die(programs):
    house, tables = programs

    def rooms() -> dict[str, float]:
        text = httpx.get(f"{house.base}/metrics").text
        return {place: float(number) for place, number in re.findall(r'families_rooms\{server="([^"]+)"\} (\S+)', text)}

    known = {}
    for tokens in tables:
        for number in range(6):
            program = Program(house, tokens[number % 2])  # a line of its own
            seen = program.seat()
            if seen["legal"]:
                assert program.move(seen["legal"][0]["id"], seen["id"]).status_code == 200
                known[tokens] = seen["id"] + 1
    wait_for(lambda: sum(rooms().values()) == len(tables), 5)
    busy = [place for place, number in rooms().items() if number]
    assert len(busy) == 2, "both have some"

    os.kill(int(busy[0].rpartition(" ")[2]), signal.SIGKILL)
    for tokens in tables:
        seen = wait_for(lambda tokens=tokens: still_answers(Program(house, tokens[0])), 20)
        assert seen["id"] >= known[tokens], "nothing is lost"
    assert house.close() == 0


def still_answers(program: Program) -> dict | None:
    try:
        return program.seat()
    except httpx.HTTPError:
        return None


def check_numbers(scrapes: list[str], places: set[str]) -> None:
    """Whichever worker a scraper meets, it is told the same: all requests, and the numbers of each server."""
    asked = [
        sum(float(n) for n in re.findall(r'families_requests_total\{.*route="/metrics".*\} (\S+)', text)) for text in scrapes
    ]
    assert asked == [float(number) for number in range(8)], "each counts those before it, at whatever worker"
    for text in scrapes:
        assert set(re.findall(r'families_moves_total\{server="([^"]+)"\}', text)) == places


def still_plays(person: Person, table: str) -> bool:
    try:
        return person.play(table)
    except httpx.HTTPError:
        return False


def test_somebody_hears_of_it_when_no_server_thinks_for_bots(postgres, monkeypatch, caplog):
    monkeypatch.setattr(alliance, "UNHOSTED", 1.0)
    monkeypatch.setattr(alliance, "SWEEP", 0.2)
    ask(postgres, "create database alone")
    address = postgres.address.rpartition("/")[0] + "/alone"

    async def run():
        ledger = Store(db_url(address))
        await ledger.open()
        club = Club(Config(db=address, prepare=False, hosts_bots=False), ledger)
        await club.open()
        try:
            await asyncio.sleep(1.5)
            assert not club.alliance.is_unhosted, "no bot waits"
            await club.open_table("family_business", 3, "anna", "Anna", bot="random")
            async with asyncio.timeout(20):
                while not club.alliance.is_unhosted:
                    await asyncio.sleep(0.1)
            await asyncio.sleep(1)
            assert any("families bots" in error.what for error in club.watch.errors)
        finally:
            await club.close()
            await ledger.close()

    asyncio.run(run())
    assert [record.message for record in caplog.records].count(alliance.NOBODY_THINKS) == 1, "once"


def test_news_that_come_together_are_read_by_one_task(postgres, caplog):
    async def run():
        ledger = Store(db_url(postgres.address))
        await ledger.open()
        club = Club(Config(db=postgres.address, prepare=False), ledger)
        await club.open()
        try:
            room = await club.open_table("family_business", 2, "anna", "Anna", own_seats=2)
            for _ in range(3):
                club.alliance.fall_behind(room.id)
            async with asyncio.timeout(20):
                while club.alliance.behind or any(task.get_name() == "catch up" for task in club.tasks):
                    await asyncio.sleep(0.01)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.01):
                    await club.alliance.hear_of(room.id)
            assert not club.alliance.awaited
        finally:
            await club.close()
            await ledger.close()

    asyncio.run(run())
    assert not [record for record in caplog.records if "failed" in record.message]


def test_what_is_asked_at_one_server_counts_at_the_other_while_there_is_a_broker():
    guest = Caller("127.0.0.1", "guest anna", "anna")

    async def admitted(crowds: list[Crowd]) -> int:
        return sum([await crowd.admits(guest) for crowd in crowds * 10])

    async def run() -> tuple[int, int]:
        with redis() as broker:
            await asyncio.sleep(0.5)
            crowds = [Crowd(Config(rate=2, broker=broker)) for _ in range(2)]
            together = await admitted(crowds)
        return together, await admitted(crowds)

    assert asyncio.run(run()) == (6, 12), "then each counts for itself, and nobody is turned away"


def test_a_ledger_in_a_file_has_one_server(tmp_path):
    for more in (("serve", "--workers", "2"), ("serve", "--no-bots"), ("bots",)):
        command = [sys.executable, "-m", "fivefamilies", *more, "--db", str(tmp_path / "table.db")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 2 and "one server" in done.stderr and len(done.stderr.splitlines()) == 1
