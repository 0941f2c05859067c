"""A crowd, a flood and slow lines: whoever asks too much is refused, and everybody else plays on."""

import json
import re
import secrets
import socket
import threading
import time
from contextlib import ExitStack, suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from fivefamilies.core import matchfile
from fivefamilies.core.match import Match
from fivefamilies.table.gate import network_of
from tests.table.house import Person, open_house, token_of, wait_for

QUICK = 2.0  # seconds within which a page comes, whatever others do, on a busy machine too


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A house with the limits of every day, but for tables and patience."""
    folder = tmp_path_factory.mktemp("strict")
    limits = ("--rate", "20", "--tables", "6", "--sockets", "60", "--patience", "2")
    with open_house(folder / "table.db", *limits) as house:
        yield house


def can_connect(person: Person, table: str) -> bool:
    try:
        with person.live(table):
            return True
    except InvalidStatus:
        return False


def slowest(person: Person, address: str, seconds: float) -> float:
    """The longest that a page takes within these seconds, asked for now and then."""
    worst, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        assert person.get(address).status_code == 200
        worst = max(worst, time.monotonic() - began)
        time.sleep(0.1)
    return worst


@pytest.fixture(scope="module")
def slow_door(tmp_path_factory):
    """A house that lets one guest ask once a second."""
    with open_house(tmp_path_factory.mktemp("slow") / "table.db", "--rate", "1") as house:
        yield house


@pytest.mark.parametrize("junk", ["cookie", "authorization"])
def test_whoever_shows_junk_counts_as_his_address(slow_door, junk):
    anna, codes = wait_for(lambda: guest_at(slow_door)), []
    with httpx.Client(base_url=slow_door.base) as http:
        for _ in range(100):
            value = f"family={secrets.token_hex(9)}" if junk == "cookie" else f"Bearer {secrets.token_hex(10)}.x"
            codes.append(http.get("/api/v1/seat" if junk == "authorization" else "/", headers={junk: value}).status_code)
    assert codes.count(429) > 50 and anna.get("/").status_code == 200, "a guest with our cookie is not hurt by strangers"


def guest_at(house) -> Person | None:
    """A new guest, once the door lets strangers in again."""
    try:
        return Person(house)
    except AssertionError:
        time.sleep(0.5)
        return None


def test_one_guest_cannot_ask_for_ever_and_another_one_can(slow_door):
    anna, bruno = wait_for(lambda: guest_at(slow_door)), wait_for(lambda: guest_at(slow_door))
    assert 429 in [anna.get("/preparing").status_code for _ in range(60)]
    assert bruno.get("/").status_code == 200


def test_files_are_counted_by_address_and_the_state_of_the_house_is_not(slow_door):
    with httpx.Client(base_url=slow_door.base) as http:
        assert 429 in [http.get("/static/style.css").status_code for _ in range(60)]
        assert 429 in [http.get("/metrics").status_code for _ in range(60)]
        assert {http.get("/health").status_code for _ in range(60)} == {200}


@pytest.mark.parametrize(("first", "addresses"), [
    (True, ["2001:db8:1:2::{n}", "2001:db8:1:2:{n}:ffff::1"]), (True, ["::ffff:192.0.2.7", "192.0.2.7"]),
    (False, ["2001:db8:1:{n}::1"]), (False, ["192.0.2.{n}"]),
])  # fmt: skip
def test_all_addresses_of_a_household_are_one(first, addresses):
    """Whoever has a network of IPv6 has more addresses than a house has memory."""
    found = {network_of(address.format(n=n)) for n in range(1, 50) for address in addresses}
    assert (len(found) == 1) == first


def test_one_guest_opens_so_many_tables_in_an_hour(strict):
    anna, bruno = Person(strict), Person(strict)
    form = {"title": "family_business", "seats": 3, "who": "friends"}
    codes = [anna.post("/tables", **form).status_code for _ in range(8)]
    assert codes == [303] * 6 + [429] * 2
    table = bruno.open_table(who="friends")
    assert bruno.page(table)
    time.sleep(1)
    text = anna.post("/tables", **form).text
    assert "6 tables within an hour" in text


def test_lines_are_counted_by_guest_and_by_address(strict):
    anna = Person(strict)
    table = anna.open_table(who="friends")
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in anna.http.cookies.items())}
    address = f"ws://127.0.0.1:{strict.port}/t/{table}/live"
    with ExitStack() as lines:

        def open_line(**given) -> bool:
            try:
                lines.enter_context(connect(address, origin=strict.base, **given))
            except InvalidStatus:
                return False
            return True

        assert [open_line(additional_headers=headers) for _ in range(25)] == [True] * 20 + [False] * 5
        assert [open_line() for _ in range(45)] == [True] * 40 + [False] * 5
    wait_for(lambda: can_connect(anna, table))


@pytest.mark.parametrize("frame", ['{"move": "qwertz uiopü no such words at all"}', "x", b"\xff\xfe", '{"move": -1}'])
def test_a_flood_of_bad_frames_ends_its_own_line_and_delays_nobody(strict, frame):
    anna, bruno = Person(strict), Person(strict)
    table = anna.open_table(title="parrain", who="bots", bot="greedy", seats=3)
    token = token_of(anna, table, 0)
    headers, answers, codes = {"Authorization": f"Bearer {token}"}, [], []

    def flood():
        with connect(f"ws://127.0.0.1:{strict.port}/api/v1/seat/ws", additional_headers=headers) as line:
            with suppress(ConnectionClosed):
                for _ in range(5000):
                    line.send(frame)
            try:
                while True:
                    answers.append(line.recv(timeout=10))
            except ConnectionClosed as closed:
                codes.append(closed.rcvd and closed.rcvd.code)

    crowd = threading.Thread(target=flood)
    crowd.start()
    assert slowest(bruno, "/preparing", 2) < QUICK
    crowd.join(20)
    assert not crowd.is_alive() and codes[0] in (1013, None) and len(answers) < 130, "two windows of frames at most"


@pytest.mark.parametrize("part", [
    b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\ncsrf=",
    b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\ncsrf=",
    b"GET /preparing HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
])  # fmt: skip
def test_a_line_that_never_finishes_its_request_is_closed(strict, part):
    with socket.create_connection(("127.0.0.1", strict.port), timeout=10) as line:
        line.sendall(part)
        began = time.monotonic()
        while line.recv(4096):
            assert time.monotonic() - began < 8
        assert time.monotonic() - began < 8


def test_whoever_hangs_up_in_the_middle_of_a_request_is_no_mistake_of_ours(strict):
    anna = Person(strict)
    token = token_of(anna, anna.open_table(who="friends"), 0)
    cookie = "; ".join(f"{name}={value}" for name, value in anna.http.cookies.items())
    for route, head in (("/api/v1/seat/move", f"Authorization: Bearer {token}"), ("/tables", f"Cookie: {cookie}"),
                        ("/import", f"Cookie: {cookie}")):  # fmt: skip
        kind = "application/x-www-form-urlencoded" if route == "/tables" else "multipart/form-data; boundary=x"
        with socket.create_connection(("127.0.0.1", strict.port)) as line:
            said = f"POST {route} HTTP/1.1\r\nHost: x\r\n{head}\r\nContent-Type: {kind}\r\nContent-Length: 500\r\n\r\n--x\r\n"
            line.sendall(said.encode())
            time.sleep(0.2)
    wait_for(lambda: strict.log.read_text().count('"status": 499') >= 3)
    assert "a request failed" not in strict.log.read_text()


def test_a_line_that_never_reads_its_answers_is_closed(strict):
    """Hundreds of files are asked for and none is taken: the rest is not kept for ever."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(20)
        line.connect(("127.0.0.1", strict.port))
        asked = b"GET /static/lib/htmx.js HTTP/1.1\r\nHost: x\r\n\r\n" * 300
        line.sendall(asked)
        time.sleep(4)
        got, is_reset = 0, False
        try:
            while some := line.recv(1 << 16):
                got += len(some)
        except ConnectionResetError:
            is_reset = True
        assert is_reset or got < 300 * 20_000, "all answers were kept until they were taken"


def test_heavy_work_leaves_the_others_alone(tmp_path):
    """Imports, exports and checks of long matches, junk of two megabytes, many at once: pages come as quickly as ever."""
    match = Match("parrain", seats=4, seed=3)
    while not match.is_over:
        match.play(match.legal_ids()[len(match.played) % len(match.legal_ids())])
    file = {"file": ("a.json", json.dumps(matchfile.to_dict(match)).encode())}
    junk = {"file": ("a.json", json.dumps({**matchfile.to_dict(match), "edition": {"x": ["é " * 400] * 1400}}).encode())}
    with open_house(tmp_path / "table.db") as house:
        people = [Person(house) for _ in range(4)]
        answer = people[0].http.post("/import", data={"csrf": people[0].csrf}, files=file)
        table = re.search(r"/t/(\w+)/", answer.headers["location"]).group(1)

        def toil(person: Person):
            for _ in range(2):
                assert person.http.post("/import", data={"csrf": person.csrf}, files=file).status_code == 303
                assert person.http.post("/import", data={"csrf": person.csrf}, files=junk).status_code in (409, 413, 422)
                long = {"csrf": person.csrf, "text": "é " * 300_000}
                assert person.http.post("/import", data=long, files={"file": ("a", b"{}")}).status_code == 400
                assert "all as promised" in person.get(f"/t/{table}/fairness?verify=1").text
                assert person.get(f"/t/{table}/export").status_code == 200

        work = [threading.Thread(target=toil, args=(person,)) for person in people]
        for thread in work:
            thread.start()
        worst = slowest(Person(house), "/", 3)
        for thread in work:
            thread.join(120)
        assert worst < QUICK, worst


def test_every_answer_and_every_line_of_its_log_has_the_number_of_its_request(house):
    person = Person(house)
    answer = person.http.get("/", headers={"x-request-id": "from-a-proxy-17"})
    assert answer.headers["x-request-id"] == "from-a-proxy-17"
    wait_for(lambda: '"request": "from-a-proxy-17"' in house.log.read_text())
    made = [person.http.get("/", headers={"x-request-id": bad}).headers["x-request-id"] for bad in ("no number", "<b>", "")]
    assert len(set(made)) == 3 and all(len(number) == 16 for number in made)
    helped = re.findall(r"# HELP (families_\w+) (.+)", person.get("/metrics").text)
    assert len(helped) > 8 and all(" " in words for _, words in helped)


def test_whoever_looks_back_leaves_the_others_alone(tmp_path):
    """A crowd asks for pages of a long replay at once: a page of the lobby comes long before all of them are drawn."""
    match = Match("der_pate", seats=4, seed=3)
    while not match.is_over:
        match.play(match.legal_ids()[len(match.played) % len(match.legal_ids())])
    file = {"file": ("a.json", json.dumps(matchfile.to_dict(match)).encode())}
    with open_house(tmp_path / "table.db") as house, ExitStack() as lines:
        anna, bruno = Person(house), Person(house)
        answer = anna.http.post("/import", data={"csrf": anna.csrf}, files=file)
        table = re.search(r"/t/(\w+)/", answer.headers["location"]).group(1)
        assert anna.get(f"/t/{table}/replay/5").status_code == bruno.get("/preparing").status_code == 200
        crowd = [lines.enter_context(socket.create_connection(("127.0.0.1", house.port), 60)) for _ in range(80)]
        began = time.monotonic()
        for ply, line in enumerate(crowd):
            line.sendall(f"GET /t/{table}/replay/{100 + ply} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        worst = slowest(bruno, "/preparing", 0.5)
        for line in crowd:
            with line.makefile("rb") as answer:
                assert answer.readline() == b"HTTP/1.1 200 OK\r\n" and b"</html>" in answer.read()
        assert worst < (time.monotonic() - began) / 4
