"""Whose hand is whose: chairs change hands only so that nobody sees two of them, and secrets die with what they were for."""

import json
import os
import re
import socket
import sqlite3
import stat
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from fivefamilies.core import matchfile
from fivefamilies.core.match import Match
from tests.table.house import Person, Program, moves_on, open_house, region, token_of, wait_for

HAND = "Your hand"


def two_and_a_bot(house, **form) -> tuple[Person, Person, str]:
    """Anna, Bruno and a bot that never moves before them: a running table, open to all."""
    anna, bruno = Person(house, "Anna"), Person(house, "Bruno")
    table = anna.open_table(seats=3, who="open", **form)
    assert bruno.wish(table, "sit", seat=1, name="Bruno").status_code == 303
    assert anna.wish(table, "bot", seat=2, bot="random").status_code == 303
    return anna, bruno, table


def chair(person: Person, table: str, seat: int) -> str:
    return region(person.page(table), "board").split('<li class="family')[seat + 1]


def is_closed(line) -> bool:
    try:
        line.recv(timeout=5)
    except ConnectionClosed:
        return True
    return False


def test_nobody_sees_a_hand_before_the_game_begins(house):
    anna = Person(house)
    table = anna.open_table(seats=3, who="friends")
    assert HAND not in anna.page(table) and HAND not in anna.get(f"/t/{table}/replay/0").text
    bot = Program(house, token_of(anna, table, 1))
    assert [family["hand"] for family in bot.seat()["view"]["families"]] == [None] * 3
    assert anna.get(f"/t/{table}/export").status_code == 409
    anna.wish(table, "bot", seat=2, bot="random")
    assert HAND in anna.page(table) and bot.seat()["view"]["families"][1]["hand"] is not None


def test_a_seated_player_takes_no_second_hand_while_they_play(house):
    anna, _, table = two_and_a_bot(house)
    for who in (anna, Person(house, "Carla")):
        if who is not anna:
            table = who.open_table(seats=3)  # alone with bots
        answer = who.wish(table, "sit", seat=2)
        assert answer.status_code == 409 and "have seen its hand" in answer.text
        assert "tag bot" in chair(who, table, 2)
        who.wish(table, "resign")
        assert who.wish(table, "sit", seat=2).status_code == 409


def test_a_stranger_takes_a_bots_chair_when_everybody_agrees(house):
    anna, bruno, table = two_and_a_bot(house)
    carla = Person(house, "Carla")
    assert carla.wish(table, "sit", seat=2, name="Carla").status_code == 303
    assert "Carla asks to play on for" in anna.page(table) and "Carla asks to play on for" in bruno.page(table)
    assert HAND not in carla.page(table)
    assert carla.wish(table, "agree", answer="yes").status_code == 409
    anna.wish(table, "agree", answer="yes")
    assert HAND not in carla.page(table)
    bruno.wish(table, "agree", answer="yes")
    assert HAND in carla.page(table) and carla.wish(table, "stand").status_code == 409


def test_one_refusal_is_enough(house):
    anna, bruno, table = two_and_a_bot(house)
    carla = Person(house, "Carla")
    carla.wish(table, "sit", seat=2, name="Carla")
    anna.wish(table, "agree", answer="no")
    assert bruno.wish(table, "agree", answer="yes").status_code == 409
    assert HAND not in carla.page(table)


def test_a_bot_is_changed_for_another_only_by_consent(house):
    anna, bruno, table = two_and_a_bot(house)
    anna.wish(table, "bot", seat=2, bot="greedy")
    assert "random" in chair(bruno, table, 2) and "asks to put greedy" in bruno.page(table)
    bruno.wish(table, "agree", answer="yes")
    assert "greedy" in chair(bruno, table, 2)


def test_nobody_draws_a_token_for_a_bots_hand(house):
    anna, bruno, table = two_and_a_bot(house)
    alone = anna.open_table(seats=3)
    for where in (table, alone):
        answer = anna.wish(where, "token", seat=2)
        assert answer.status_code == 409 and "a bot holds that hand" in answer.text
    assert bruno.wish(table, "token", seat=2).status_code == 403


def test_a_token_dies_with_its_player_and_lives_through_a_take_back(house):
    anna, phone = Person(house), Person(house, "")
    table = anna.open_table(seats=2, who="friends")
    standing = Program(house, token_of(anna, table, 0))
    anna.wish(table, "stand", seat=0)
    assert standing.http.get("/api/v1/seat").status_code == 401
    table = anna.open_table(seats=2)
    token = token_of(anna, table, 0)
    program = Program(house, token)
    wait_for(lambda: program.seat()["legal"])
    program.move(next(move["id"] for move in program.seat()["legal"] if move["notation"].startswith("discard")))
    wait_for(lambda: program.seat()["legal"])
    headers = {"Authorization": f"Bearer {token}"}
    with connect(f"ws://127.0.0.1:{house.port}/api/v1/seat/ws", additional_headers=headers) as line:
        assert json.loads(line.recv(timeout=5))["table"] == table
        branch = anna.wish(table, "undo").headers["location"].split("/")[2]
        told = json.loads(line.recv(timeout=5))
        assert branch != table and told["table"] == branch and told["legal"] and told["log"][0]["ply"] < 10
        assert program.seat()["table"] == branch and program.move(told["legal"][0]["id"], told["id"]).status_code == 200
        address = re.search(r"<code>https?://[^/]+(/seat/[^<]+)</code>", anna.wish(branch, "link").text).group(1)
        assert phone.post(address).status_code == 303
        assert wait_for(lambda: is_closed(line))
    assert program.http.get("/api/v1/seat").status_code == 401


def test_an_imported_table_says_to_everybody_that_it_is_not_promised(house):
    anna, guest = Person(house), Person(house)
    table = anna.open_table(seats=2)
    match = Match("the_boss", seats=3, seed=1)
    while not match.is_over:
        match.play(match.legal_ids()[0])
    file = {"file": ("a.json", json.dumps(matchfile.to_dict(match)).encode())}
    answer = anna.http.post("/import", data={"csrf": anna.csrf}, files=file)
    assert answer.status_code == 303, answer.text
    copy = answer.headers["location"].split("/")[2]
    invite = re.search(r'href="(/i/[^"]+)"', anna.page(copy)).group(1)
    for page in (f"/t/{copy}", f"/t/{copy}/replay/0", f"/t/{copy}/fairness", invite):
        assert "not promised here" in guest.get(page).text, page
        assert "not promised here" not in guest.get(page.replace(copy, table)).text or page == invite
    assert "not promised" in anna.get("/").text


def test_private_tables_hide_no_public_one(house):
    anna, bruno = Person(house, "Anna"), Person(house, "Bruno")
    anna.open_table(who="open", seats=5)
    for _ in range(45):
        anna.open_table(who="friends")
    assert "4 of 5 chairs free" in bruno.get("/").text


def test_the_ledger_is_its_owners_alone_and_no_log_has_a_secret(tmp_path):
    old = tmp_path / "table.db"
    old.touch(0o644)
    old.chmod(0o644)
    with open_house(old, "--log-level", "debug") as house:
        anna = Person(house)
        table = anna.open_table(seats=2)
        secrets = [token_of(anna, table, 0), *anna.http.cookies.values(), anna.csrf]
        with anna.live(table) as line:
            line.recv(timeout=5)
            for name in os.listdir(tmp_path):
                if "log" not in name:
                    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name
        with sqlite3.connect(old) as ledger:
            ledger.execute("alter table chat rename to gossip")
        ledger.close()
        words = "between you and me"
        assert anna.wish(table, "chat", text=words).status_code == 409, "the database refuses it"
    log = house.log.read_text()
    assert "connection open" in log and "no such table: chat" in log, "what could have told a secret was logged"
    assert not [secret for secret in (*secrets, words) if secret in log]


def test_notices_that_hang_delay_nobody(tmp_path):
    """An address that takes the call and never answers: tables open and play as quickly as ever."""
    with socket.create_server(("127.0.0.1", 0)) as ear, open_house(tmp_path / "table.db", "--notices") as house:
        anna = Person(house)
        tables = [anna.open_table(seats=2) for _ in range(12)]
        for table in tables:
            address = f"json://127.0.0.1:{ear.getsockname()[1]}/?rto=60&cto=60"
            assert anna.wish(table, "notice", notice=address).status_code == 303
        for table in tables:
            wait_for(lambda table=table: anna.play(table))
        began = time.monotonic()
        fresh = anna.open_table(seats=2)
        wait_for(lambda: moves_on(anna.page(fresh)))
        assert time.monotonic() - began < 4
        assert house.close() in (0, -15)
