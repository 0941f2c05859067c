"""The operator's office: behind its token, without a secret of any game, and what is done there holds."""

import os
import re
import sqlite3
import subprocess
import sys
import time
from html import unescape

import pytest
from websockets.exceptions import ConnectionClosed

from fivefamilies.table.bans import Ban, Bans
from fivefamilies.table.config import db_url
from fivefamilies.table.crowd import Caller
from fivefamilies.table.store import Store
from tests.table.house import (
    OPERATOR,
    Person,
    Program,
    has_chromium,
    moves_on,
    open_house,
    operator_of,
    ply_of,
    receive_until,
    region,
    token_of,
    wait_for,
)
from tests.table.test_browser import Visitor, browser  # noqa: F401 - a fixture


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("office")
    (folder / "token").write_text(f"{OPERATOR}\n")
    with open_house(folder / "table.db", "--operator-token-file", str(folder / "token")) as house:
        yield house


@pytest.fixture(scope="module")
def operator(house):
    return operator_of(house)


def table_of_two(house, **form) -> tuple[Person, Person, str]:
    anna, bruno = Person(house, "Anna"), Person(house, "Bruno", "de")
    table = anna.open_table(seats=2, who="open", **form)
    assert bruno.wish(table, "sit", seat=1, name="Bruno").status_code == 303
    return anna, bruno, table


def asked(house, query: str, *values) -> list[tuple]:
    with sqlite3.connect(house.db) as line:
        return line.execute(query, values).fetchall()


def guest_of(house, table: str, seat: int) -> str:
    return asked(house, "select player from chairs where table_id = ? and seat = ?", table, seat)[0][0]


# ---------------------------------------------------------------- the door


def test_without_a_token_there_is_no_office(tmp_path):
    with open_house(tmp_path / "table.db") as plain:
        anna = Person(plain)
        office, nothing = anna.get("/operator"), anna.get("/nowhere")
        assert office.status_code == nothing.status_code == 404
        assert office.text.replace("/operator", "/nowhere") == nothing.text
        assert anna.post("/operator/sign-in", token="").status_code == 404


def test_the_office_opens_for_its_token_alone(house):
    thief = Person(house, "Thief", address="127.0.0.66")
    door = thief.get("/operator")
    assert door.status_code == 401 and "Load" not in door.text
    codes = [thief.post("/operator/sign-in", token=f"{OPERATOR}{number}").status_code for number in range(7)]
    assert codes == [403] * 5 + [429] * 2, "few tokens may be tried"
    assert thief.post("/operator/sign-in", token=OPERATOR).status_code == 429
    assert thief.post("/operator/ban", kind="address", who="127.0.0.1", reason="me", hours=1).status_code == 403
    assert thief.get("/operator").status_code == 401


def test_the_cookie_is_short_lived_and_the_operators_own(house):
    boss = Person(house, "Operator", address="127.0.0.67")
    answer = boss.post("/operator/sign-in", token=OPERATOR)
    said = answer.headers["set-cookie"]
    assert (
        all(word in said for word in ("HttpOnly", "SameSite=strict", "Path=/operator", "Max-Age=3600")) and OPERATOR not in said
    )
    assert boss.get("/operator").status_code == 200
    thief = Person(house, "Thief")
    thief.http.cookies.set("operator", boss.http.cookies["operator"], path="/operator")
    assert thief.get("/operator").status_code == 401, "it is worth nothing to another guest"
    assert boss.post("/operator/sign-out").status_code == 303 and boss.get("/operator").status_code == 401


@pytest.mark.parametrize("short", ["file", "environment", "missing"])
def test_a_token_that_is_none_is_refused_at_the_start(tmp_path, short):
    file = tmp_path / "token"
    if short == "file":
        file.write_text("short")
    more = [] if short == "environment" else ["--operator-token-file", str(file)]
    environment = {**os.environ, **({"FIVEFAMILIES_OPERATOR_TOKEN": "short"} if short == "environment" else {})}
    command = [sys.executable, "-m", "fivefamilies", "serve", "--no-open", "--db", str(tmp_path / "table.db"), *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 2 and "token" in done.stderr and len(done.stderr.splitlines()) == 1


# ---------------------------------------------------------------- what it shows


def test_it_shows_what_the_house_does_and_no_secret_of_any_game(house, operator):
    anna = Person(house, "Anna Karenina")
    table = anna.open_table(seats=3, bot="random")
    for _ in range(3):
        wait_for(lambda: anna.play(table))
    with anna.live(table) as line:
        receive_until(line, "status")
        office, inside = operator.get("/operator"), operator.get(f"/operator/table/{table}")
    assert office.status_code == inside.status_code == 200
    for words in ("Anna Karenina", "Requests a second", "quick", "Family Business", "1 open page", "random"):
        assert words in office.text, words
    assert re.search(r"<dd>\d+</dd></div><div><dt>The last one", inside.text), "how much was played, not what"
    own = anna.page(table)
    hand = {unescape(card).strip() for card in re.findall(r'class="card-name">([^<]+)<', own)} - {""}
    secrets = [*asked(house, "select secret, invite from tables where id = ?", table)[0], anna.csrf, anna.http.cookies["family"]]
    assert len(hand) > 1
    for page in (office.text, inside.text):
        assert not [word for word in (*hand, *secrets) if word in page]
        assert not [notation for notation in moves_on(own) if notation in page]


def test_the_office_speaks_the_operators_language(house):
    boss = Person(house, "Chef", "de", address="127.0.0.68")
    assert boss.post("/operator/sign-in", token=OPERATOR).status_code == 303
    page = boss.get("/operator").text
    assert "Das Büro des Betreibers" in page and "Hausverbote" in page and "Requests" not in page


def test_tables_are_listed_page_by_page(house, operator):
    anna = Person(house)
    tables = [anna.open_table(title="the_boss", seats=2, who="open") for _ in range(45)]
    first = operator.get("/operator?state=open&title=the_boss").text
    older = unescape(re.search(r'href="([^"]+before=[^"]+)"', first).group(1)).partition("#")[0]
    second = operator.get(older).text
    shown = [re.findall(r'href="/operator/table/(\w+)">The Boss', page) for page in (first, second)]
    assert len(shown[0]) == 40 and not set(shown[0]) & set(shown[1]) and set(tables) <= {*shown[0], *shown[1]}
    assert operator.get("/operator?before=nonsense").status_code == 404


# ---------------------------------------------------------------- bans


def test_whoever_is_banned_is_told_why_in_his_language_and_his_pages_are_closed(house, operator):
    anna, bruno, table = table_of_two(house)
    program = Program(house, token_of(bruno, table, 1))
    assert program.seat()["seat"] == 1
    with bruno.live(table) as line, anna.live(table):
        receive_until(line, "status")
        assert anna.wish(table, "replace", seat=1).status_code == 409, "he is here"
        ban = {"kind": "guest", "who": guest_of(house, table, 1), "name": "Bruno", "reason": "schwindelt", "hours": 24}
        assert operator.post("/operator/ban", **ban).status_code == 303
        with pytest.raises(ConnectionClosed) as closed:
            receive_until(line, "never said", 5)
        assert closed.value.rcvd.code == 4403
        for address in ("/", f"/t/{table}"):
            answer = bruno.get(address)
            assert answer.status_code == 403 and "Hausverbot" in answer.text and "schwindelt" in answer.text
        assert program.http.get("/api/v1/seat").status_code == 403
        assert program.move(0).status_code == 403
        assert bruno.get("/static/style.css").status_code == 200
        wait_for(lambda: anna.wish(table, "replace", seat=1).status_code == 303, 5)
        assert "a bot stands in" in anna.page(table)
    assert "schwindelt" in operator.get("/operator").text
    assert operator.post("/operator/unban", kind="guest", who=ban["who"]).status_code == 303
    assert bruno.get(f"/t/{table}").status_code == 200 and program.seat()["seat"] == 1
    assert "schwindelt" not in operator.get("/operator").text


def test_an_address_is_banned_with_all_who_come_from_it_but_not_from_the_office(house, operator):
    near, far = Person(house, address="127.0.0.70"), Person(house, address="127.0.0.71")
    assert operator.post("/operator/ban", kind="address", who="127.0.0.70", reason="flood", hours=1).status_code == 303
    assert near.get("/").status_code == 403 and "flood" in near.get("/").text and far.get("/").status_code == 200
    assert near.get("/operator").status_code == 401, "nobody locks himself out"
    assert operator.post("/operator/unban", kind="address", who="127.0.0.70").status_code == 303
    assert near.get("/").status_code == 200


def test_a_household_is_banned_as_one_and_nonsense_is_refused(house, operator):
    assert operator.post("/operator/ban", kind="address", who="2001:db8:1:2:3::9", reason="x", hours=1).status_code == 303
    assert asked(house, "select who from bans where kind = 'address'") == [("2001:db8:1:2::",)]
    assert operator.post("/operator/unban", kind="address", who="2001:db8:1:2::").status_code == 303
    bad = [{"who": "somewhere"}, {"reason": ""}, {"hours": "0"}, {"hours": "999999999"}, {"hours": "x"}, {"kind": "family"}]
    for change in bad:
        form = {"kind": "address", "who": "127.0.0.99", "reason": "x", "hours": "1", **change}
        assert operator.post("/operator/ban", **form).status_code == 409, change
    assert asked(house, "select * from bans") == []


def test_a_ban_that_has_run_out_hides_no_other(tmp_path):
    bans, later = Bans(Store(db_url(str(tmp_path / "table.db")))), time.time() + 60
    for ban in (Ban("address", "10.0.0.1", "", "old", 1.0, 2.0), Ban("guest", "bruno", "Bruno", "new", 1.0, later)):
        bans.known[ban.kind, ban.who] = ban
    assert bans.of(Caller("10.0.0.1", "guest bruno", "bruno")).reason == "new"
    assert bans.of(Caller("10.0.0.1", "guest anna", "anna")) is None and bans.of(Caller("10.0.0.2")) is None


def test_a_ban_costs_no_question_to_the_ledger_and_outlives_a_restart(tmp_path):
    (tmp_path / "token").write_text(OPERATOR)
    more = ("--operator-token-file", str(tmp_path / "token"))
    with open_house(tmp_path / "table.db", *more) as before:
        bruno, operator = Person(before, address="127.0.0.80"), operator_of(before)
        assert operator.post("/operator/ban", kind="address", who="127.0.0.80", reason="x", hours=1).status_code == 303
        before.kill()
        before.open()
        assert bruno.get("/").status_code == 403
        with sqlite3.connect(tmp_path / "table.db", isolation_level=None) as line:
            line.execute("delete from bans")  # behind the server's back: it does not look
        assert [bruno.get("/").status_code for _ in range(3)] == [403] * 3


# ---------------------------------------------------------------- closed tables


def test_a_table_is_closed_with_a_word_and_keeps_its_secrets(house, operator):
    anna, bruno, table = table_of_two(house)
    program = Program(house, token_of(anna, table, 0))
    for _ in range(4):
        wait_for(lambda: anna.play(table) or bruno.play(table))
    before = asked(house, "select count(*) from ledger where table_id = ?", table)[0][0]
    with bruno.live(table) as line:
        receive_until(line, "status")
        assert operator.post(f"/operator/close/{table}", word="").status_code == 409
        answer = operator.post(f"/operator/close/{table}", word="The \u202ehouse goes to <b>bed</b>")
        assert answer.status_code == 303, answer.text
        receive_until(line, "The house has closed this table: The house goes to &lt;b&gt;bed", 5)
    assert "Das Haus hat diesen Tisch geschlossen: The house goes" in bruno.page(table)
    page = anna.page(table)
    assert "No result counts" in page and not moves_on(page)
    assert "to move" not in region(page, "board") and "aria-current" not in region(page, "board"), "nobody is, any more"
    secret = asked(house, "select secret from tables where id = ?", table)[0][0]
    for address in ("export", "fairness", "replay", "replay/3?eyes=1"):
        shown = anna.get(f"/t/{table}/{address}")
        assert shown.status_code == 200 and secret not in shown.text
    assert anna.get(f"/t/{table}/export").json()["format"] == "fivefamilies story 1"
    assert "never shown" in anna.get(f"/t/{table}/fairness").text
    for what in ("move", "chat", "undo", "resign", "rematch", "link"):
        assert anna.wish(table, what, move=0, at=ply_of(page), text="hm").status_code == 409, what
    event = program.seat()
    assert event["state"] == "closed" and event["legal"] == [] and event["result"] is None and event["turn"] is None
    assert "closed by the house" in anna.get("/").text
    assert operator.post(f"/operator/close/{table}", word="again").status_code == 409
    assert asked(house, "select count(*) from ledger where table_id = ?", table)[0][0] == before + 1


def test_bots_and_clocks_of_a_closed_table_stop(house, operator):
    anna = Person(house)
    table = anna.open_table(seats=4, bot="random", clock="move", clock_seconds=5)
    wait_for(lambda: anna.play(table))
    assert operator.post(f"/operator/close/{table}", word="Good night").status_code == 303
    rows = asked(house, "select kind, ply from ledger where table_id = ? order by ply", table)
    assert rows[-1][0] == "close"
    with pytest.raises(AssertionError):
        wait_for(lambda: asked(house, "select kind, ply from ledger where table_id = ? order by ply", table) != rows, 1)


def test_a_closed_table_is_closed_after_a_restart_and_one_that_waits_can_be_closed(tmp_path):
    (tmp_path / "token").write_text(OPERATOR)
    with open_house(tmp_path / "table.db", "--operator-token-file", str(tmp_path / "token")) as house:
        anna, bruno, table = table_of_two(house)
        waiting = anna.open_table(seats=3, who="open")
        operator = operator_of(house)
        for one in (table, waiting):
            assert operator.post(f"/operator/close/{one}", word="So long").status_code == 303
        assert bruno.wish(waiting, "sit", seat=1).status_code == 409
        house.kill()
        house.open()
        for one in (table, waiting):
            page = anna.page(one)
            assert "So long" in page and not moves_on(page)


# ---------------------------------------------------------------- reported words


def test_a_reported_line_is_seen_by_the_operator_and_hidden_from_everybody(house, operator):
    anna, bruno, table = table_of_two(house)
    assert bruno.wish(table, "chat", text="you stinking rat").status_code == 303
    assert "report?line=" not in bruno.page(table), "nobody reports himself"
    address = re.search(rf'"(/t/{table}/report\?line=[\d.]+)"', anna.page(table)).group(1)
    assert Person(house, "Carla").post(address).status_code == 403, "she does not sit here"
    thanks = anna.post(address)
    assert thanks.status_code == 200 and "you stinking rat" in thanks.text
    assert anna.post(address).status_code == 409, "once"
    assert anna.post(f"/t/{table}/report?line=x").status_code == 404
    office = operator.get("/operator").text
    line = office[office.index("you stinking rat") :][:1500]
    assert all(word in line for word in ("Bruno", "seat 2", "Family Business", "reported by Anna", table[:6]))
    number = re.search(r'name="line" value="(\d+)"', line).group(1)
    with anna.live(table) as page:
        receive_until(page, "you stinking rat")
        assert operator.post("/operator/line/hide", line=number).status_code == 303
        assert "stinking" not in receive_until(page, "The house has hidden this line", 5)
    for person, words in ((anna, "The house has hidden this line"), (bruno, "Das Haus hat diese Zeile verborgen")):
        page = person.page(table)
        assert words in page and "stinking" not in page
    assert "you stinking rat" not in operator.get("/operator").text
    assert anna.post(address).status_code == 409, "there is nothing left to report"


def test_a_line_may_stand_and_reports_are_few(house, operator):
    anna, bruno, table = table_of_two(house)
    for number in range(22):
        assert bruno.wish(table, "chat", text=f"hello {number}").status_code == 303
    addresses = re.findall(rf'formaction="(/t/{table}/report\?line=[\d.]+)"', anna.page(table))
    codes = [anna.post(address).status_code for address in addresses]
    assert codes == [200] * 20 + [429] * 2
    for number in re.findall(r'action="/operator/line/dismiss">.*?name="line" value="(\d+)"', operator.get("/operator").text):
        assert operator.post("/operator/line/dismiss", line=number).status_code == 303
    assert "Nothing was reported" in operator.get("/operator").text and "hello 3" in anna.page(table)


@pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")
def test_the_office_is_read_on_a_phone_and_by_those_who_hear_it(browser, house):  # noqa: F811
    _, _, table = table_of_two(house)
    visitor = Visitor(browser, house, width=360, height=740, color_scheme="dark")
    page = visitor.page
    page.goto("/operator")
    visitor.audit()
    page.locator("input[name=token]").fill(OPERATOR)
    page.locator("main button").click()
    for address in ("/operator", f"/operator/table/{table}"):
        page.goto(address)
        visitor.audit()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    visitor.context.close()
