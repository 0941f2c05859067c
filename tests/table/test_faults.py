"""Faults at a real server: databases that restart, lock or fill up, tables that cannot be read, workers that die, odd texts."""

import os
import re
import resource
import signal
import sqlite3
import time
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from tests.table.house import Person, Program, moves_on, open_house, ply_of, receive_until, region, token_of, wait_for

SOON = 8  # seconds in which anybody who waits is told


def workers_of(house) -> list[int]:
    """The processes that think for bots."""
    return [int(pid) for pid in Path(f"/proc/{house.process.pid}/task/{house.process.pid}/children").read_text().split()]


def plays_on(person: Person, table: str, moves: int = 2) -> bool:
    """Bots and people go on at this table."""
    for _ in range(moves):
        wait_for(lambda: person.play(table), 30)
    return True


# ---------------------------------------------------------------- texts

SURROGATE, NUL, OVERRIDE = "\\ud800", "\\x00", "\\u202e"
CHARSETS = ["unicode_escape", "raw_unicode_escape", "utf-7", "utf-16", "idna", "punycode", "hex", "undefined", "a\0b", "nil", ""]


def multipart(fields: dict[str, bytes], charset: str) -> tuple[bytes, dict[str, str]]:
    body = b""
    for name, value in fields.items():
        kind = b"text/plain; charset=" + charset.encode() if name != "csrf" else b"text/plain"
        body += b'--x\r\nContent-Disposition: form-data; name="' + name.encode() + b'"\r\nContent-Type: ' + kind
        body += b"\r\n\r\n" + value + b"\r\n"
    return body + b"--x--\r\n", {"content-type": "multipart/form-data; boundary=x"}


def test_no_text_in_any_charset_stops_the_ledger(address):
    with open_house(address) as house:
        anna = Person(house)
        table = anna.open_table(seats=2)
        text = f"Ciao {SURROGATE}{NUL}{OVERRIDE} tutti".encode()
        for charset in CHARSETS:
            for route in (f"/t/{table}/chat", "/tables", "/choose", f"/t/{table}/sit", f"/t/{table}/notice"):
                fields = {"csrf": anna.csrf.encode(), "text": text, "name": text, "notice": text, "title": b"family_business"}
                body, headers = multipart(fields, charset)
                answer = anna.http.post(route, content=body, headers=headers)
                assert answer.status_code in (204, 303, 400, 403, 404, 409), (charset, route, answer.text)
        for odd in ("\x00", "a\u202eb", "\x1b[31m", "é\u2066 🎩"):
            assert anna.wish(table, "chat", text=f"x {odd}").status_code == 303
            assert anna.post(f"/t/{table}/chat?text={quote(odd)}").status_code in (303, 409)
            assert anna.get(f"/t/{table}%00").status_code == 404 and anna.get("/i/%00").status_code == 404
        page = anna.page(table)
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", page) and "é 🎩" in page
        assert plays_on(anna, table) and anna.get("/health").json()["status"] == "well"
        assert "a request failed" not in house.log.read_text()


# ---------------------------------------------------------------- databases


def test_play_goes_on_by_itself_after_the_database_was_killed(postgres):
    with open_house(postgres.address) as house:
        anna = Person(house)
        table = anna.open_table(seats=2)
        assert plays_on(anna, table)
        page = wait_for(lambda: p if moves_on(p := anna.page(table)) else None)
        postgres.kill()
        try:
            began = time.monotonic()
            answers = [anna.move(table, next(iter(moves_on(page).values())), ply_of(page)), anna.get("/health"), anna.get("/")]
            seconds = time.monotonic() - began
        finally:
            postgres.start()
        assert [answer.status_code for answer in answers] == [503, 503, 503] and seconds < 3 * SOON
        assert "the ledger" in answers[0].text
        wait_for(lambda: anna.get("/health").status_code == 200, 20)
        assert plays_on(anna, table, 4)
        page = wait_for(lambda: p if moves_on(p := anna.page(table)) else None)
        with postgres.frozen():
            answer = anna.move(table, next(iter(moves_on(page).values())), ply_of(page))
        assert answer.status_code == 503 and answer.elapsed.total_seconds() < SOON
        time.sleep(1)  # what the database was sent it may do now
        if "nothing was changed" in answer.text:
            assert ply_of(anna.page(table)) == ply_of(page)
        assert plays_on(anna, table)


def limit_files(house, bytes_: int) -> None:
    """No file of the server may grow beyond this: to the ledger it is a full disk."""
    resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (bytes_, resource.RLIM_INFINITY))


def lock(house):
    blocker = sqlite3.connect(house.db, isolation_level=None, check_same_thread=False)
    blocker.execute("BEGIN IMMEDIATE")
    return blocker


@pytest.mark.parametrize("fault", ["locked", "full"])
def test_with_a_locked_or_full_ledger_the_player_is_told_and_what_is_said_is_true(tmp_path, fault):
    with open_house(tmp_path / "table.db") as house:
        anna = Person(house)
        table = anna.open_table(seats=2)
        page = wait_for(lambda: p if moves_on(p := anna.page(table)) else None)
        move, at = next(iter(moves_on(page).values())), ply_of(page)
        blocker = lock(house) if fault == "locked" else limit_files(house, 4096)
        began = time.monotonic()
        anna.http.headers["hx-request"] = "true"
        answer = anna.move(table, move, at)
        del anna.http.headers["hx-request"]
        assert answer.status_code == 503 and "the ledger" in answer.text and 'id="notice"' in answer.text
        assert time.monotonic() - began < SOON and anna.get("/health").status_code == 503
        if fault == "locked":
            blocker.execute("ROLLBACK")
            blocker.close()
        else:
            limit_files(house, resource.RLIM_INFINITY)
        wait_for(lambda: anna.get("/health").status_code == 200)
        if "nothing was changed" in answer.text:
            assert ply_of(anna.page(table)) == at
        assert plays_on(anna, table, 3)


@pytest.mark.parametrize("fault", ["read_only", "locked", "full"])
def test_with_a_database_that_takes_nothing_the_player_is_told_truly_and_the_game_goes_on(postgres, fault):
    with open_house(postgres.address) as house:
        anna = Person(house)
        table = anna.open_table(seats=2)
        page = wait_for(lambda: p if moves_on(p := anna.page(table)) else None)
        move, at = next(iter(moves_on(page).values())), ply_of(page)
        with getattr(postgres, fault)():
            answer = anna.move(table, move, at)
            assert answer.status_code == 503 and "the ledger" in answer.text and answer.elapsed.total_seconds() < SOON
            assert anna.get("/health").status_code == 503
        wait_for(lambda: anna.get("/health").status_code == 200, 20)
        if "nothing was changed" in answer.text:
            assert ply_of(anna.page(table)) == at
        assert plays_on(anna, table, 3)


def test_a_bot_whose_move_could_not_be_committed_makes_it_later(tmp_path):
    with open_house(tmp_path / "table.db", "--pace", "1") as house:
        anna = Person(house)
        table = anna.open_table(seats=2, who="friends")
        program = Program(house, token_of(anna, table, 0))
        with anna.live(table) as line:
            anna.wish(table, "bot", seat=1, bot="random")
            wait_for(lambda: program.seat()["legal"], 20)
            event = program.seat()
            discard = next(choice["id"] for choice in event["legal"] if choice["notation"].startswith("discard"))
            program.move(discard, event["id"])
            blocker = lock(house)
            time.sleep(7)
            blocker.execute("ROLLBACK")
            blocker.close()
            receive_until(line, "Your turn", 40)


def test_a_server_stops_when_told_to_though_its_ledger_is_locked(tmp_path):
    with open_house(tmp_path / "table.db") as house:
        anna = Person(house)
        table = anna.open_table(seats=2)
        blocker = lock(house)
        with pytest.raises(httpx.TimeoutException):
            anna.http.post(f"/t/{table}/chat", data={"csrf": anna.csrf, "text": "Hello"}, timeout=0.3)
        assert house.close() in (0, -15)
        blocker.close()


# ---------------------------------------------------------------- tables that cannot be read

BAD = {
    "an unknown title": "update tables set title = 'nobody_knows' where id = ?",
    "a title from elsewhere": "update tables set title = 'this.that' where id = ?",
    "other rules": "update tables set rules_version = 99 where id = ?",
    "a bad secret": "update tables set secret = 'xyz' where id = ?",
    "no JSON": "update tables set options = '{' where id = ?",
    "odd settings": "update tables set settings = '[]' where id = ?",
    "settings that are no JSON": "update tables set settings = '{\"is_public\": true' where id = ?",
    "an impossible option": 'update tables set options = \'{"max_turns": "many"}\' where id = ?',
    "too many seats": "update tables set seats = 77 where id = ?",
    "no chairs": "delete from chairs where table_id = ?",
    "an illegal move": "update ledger set move = 9999 where table_id = ? and ply = 0",
    "a hole": "delete from ledger where ply = 0 and table_id = ?",
    "an unknown entry": "update ledger set kind = 'odd' where ply = 0 and table_id = ?",
}


def test_tables_that_cannot_be_read_are_set_aside_and_all_others_go_on(tmp_path):
    with open_house(tmp_path / "table.db") as house:
        anna = Person(house)
        tables = {why: anna.open_table(seats=2) for why in BAD}
        old = anna.open_table(seats=2)
        for table in (*tables.values(), old):
            assert plays_on(anna, table, 2)
        of_a_bot = "select max(ply) from ledger where table_id = ? and by is not null"
        with sqlite3.connect(house.db) as ledger:
            for _ in range(40):
                if (last := ledger.execute(of_a_bot, (old,)).fetchone()[0]) is not None:
                    break
                assert plays_on(anna, old, 1)
        ledger.close()
        house.kill()
        with sqlite3.connect(house.db) as ledger:
            for why, statement in BAD.items():
                ledger.execute(statement, (tables[why],))
            ledger.execute("delete from ledger where table_id = ? and ply >= ?", (old, last))  # it is the bot's turn
            ledger.execute("update tables set created = 1.5 where id = ?", (old,))
            ledger.execute("update tables set state = 'open' where id = ?", (tables["settings that are no JSON"],))
        ledger.close()
        house.open()
        for why, table in tables.items():
            answer = anna.get(f"/t/{table}")
            assert answer.status_code == 409 and "cannot be read" in answer.text, (why, answer.status_code, answer.text)
        assert anna.get("/").status_code == 200
        with sqlite3.connect(house.db) as ledger:
            count = "select max(ply) from ledger where table_id = ?"
            wait_for(lambda: (ledger.execute(count, (old,)).fetchone()[0] or 0) >= last, 30)
        ledger.close()
        assert plays_on(anna, old) and plays_on(anna, anna.open_table(seats=2))
        assert '"trace"' in "".join(line for line in house.log.read_text().splitlines() if "set aside" in line)


# ---------------------------------------------------------------- workers


def test_bots_go_on_when_their_worker_dies_and_no_file_can_be_opened(tmp_path):
    with open_house(tmp_path / "table.db") as house:
        anna = Person(house)
        table = anna.open_table(seats=2)
        assert plays_on(anna, table)
        for worker in workers_of(house):
            os.kill(worker, signal.SIGKILL)
        assert plays_on(anna, table)
        few = len(os.listdir(f"/proc/{house.process.pid}/fd")) + 1
        _, most = resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE, (few, most))
        for worker in workers_of(house):
            os.kill(worker, signal.SIGKILL)
        assert plays_on(anna, table), "without a worker another bot moves"
        wait_for(lambda: "moves for it" in region(anna.page(table), "log") or (plays_on(anna, table, 1) and None), 40)
        resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE, (most, most))
        wait_for(lambda: workers_of(house), 40)
        assert plays_on(anna, table, 3)
