"""Rough guests: nonsense on every route and every frame gets a sentence, never a 500, and no table gets stuck."""

import asyncio
import json
import os
import re
from types import SimpleNamespace

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bench.fuzz import fuzz
from fivefamilies.table.app import ROUTES, create_app
from fivefamilies.table.config import Config
from fivefamilies.table.gate import SECURITY, Doorman, Gate
from fivefamilies.table.watch import Watch
from fivefamilies.table.wishes import WISHES
from tests.table.house import Person, Program, moves_on, ply_of, receive_until, token_of, wait_for

ROUGH = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
TEXT = st.text(st.characters(codec="utf-8"), max_size=40)
ODD = st.one_of(
    TEXT, st.integers(-(2**40), 2**40).map(str),
    st.sampled_from(["", "all", "0", "1", "-1", "yes", "greedy", "random:9", "../..", "<script>", "\0", "{x}", "٣",
                     "1e5", "NaN"]),
)  # fmt: skip
FIELDS = ["move", "at", "seat", "bot", "text", "phrase", "answer", "invite", "name", "title", "seats", "who", "own", "clock",
          "clock_seconds", "spectators", "kind",
          "lang", "theme", "back", "notice", "max_turns", "turncoat", "gangs", "csrf2"]  # fmt: skip


@pytest.fixture(scope="module")
def seated(house):
    anna = Person(house)
    table = anna.open_table(seats=3)
    return anna, table, Program(house, token_of(anna, table, 0))


@ROUGH
@given(data=st.data())
def test_no_form_breaks_the_table(seated, data):
    anna, table, _ = seated
    wishes = [f"/t/{table}/{what}" for what in (*WISHES, "nil")]
    route = data.draw(st.sampled_from([*wishes, "/tables", "/choose", "/import"]))
    if route.endswith(("/resign", "/stand")):
        return
    form = data.draw(st.dictionaries(st.sampled_from(FIELDS), ODD, max_size=6))
    headers = {"hx-request": "true"} if data.draw(st.booleans()) else {}
    answer = anna.http.post(route, data={**form, "csrf": anna.csrf}, headers=headers)
    assert answer.status_code in (200, 204, 303, 403, 404, 409, 413, 422), (route, form, answer.status_code, answer.text)


@ROUGH
@given(data=st.data())
def test_no_address_breaks_the_table(seated, data):
    anna, table, _ = seated
    path = data.draw(st.sampled_from([route.path for route in ROUTES if hasattr(route, "methods") or "{" in route.path]))
    filled = re.sub(r"\{\w+(:int)?\}", lambda _: data.draw(st.one_of(st.just(table), ODD.filter(lambda t: "\0" not in t))), path)
    if "/stream" in filled:
        return
    query = data.draw(st.dictionaries(st.sampled_from(["eyes", "frame", "verify", "after", "lang", "seat"]), ODD, max_size=3))
    method = data.draw(st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD"]))
    try:
        answer = anna.http.request(method, "/" + filled.lstrip("/"), params=query)
    except Exception as error:  # an address that the client itself refuses to send
        assert type(error).__name__ in ("InvalidURL", "UnsupportedProtocol"), error
        return
    assert answer.status_code < 500, (method, filled, answer.text)


@ROUGH
@given(body=st.one_of(st.binary(max_size=200), st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=8).map(lambda thing: json.dumps(thing).encode()),
    st.fixed_dictionaries({"move": st.integers() | TEXT, "at": st.none() | st.integers()})
    .map(lambda wish: json.dumps(wish).encode())))  # fmt: skip
def test_no_body_breaks_the_api(seated, body):
    _, _, bot = seated
    answer = bot.http.post("/api/v1/seat/move", content=body)
    assert answer.status_code in (200, 401, 409), answer.text
    if answer.status_code != 200:
        assert answer.json()["error"]


@settings(parent=ROUGH, max_examples=40)
@given(frames=st.lists(st.one_of(st.text(max_size=100), st.binary(max_size=100)), max_size=4))
def test_no_frame_breaks_a_socket(house, seated, frames):
    anna, table, bot = seated
    with anna.live(table) as line:
        for frame in frames:
            line.send(frame)
        assert "hx-swap-oob" in line.recv(timeout=5)
    headers = {"Authorization": bot.http.headers["authorization"]}
    with connect(f"ws://127.0.0.1:{house.port}/api/v1/seat/ws", additional_headers=headers) as line:
        line.recv(timeout=5)
        for frame in frames:
            line.send(frame)
            assert set(json.loads(line.recv(timeout=5))) & {"error", "next", "id"}


@pytest.mark.usefixtures("seated")
def test_the_table_still_works_after_all_that(house):
    fresh = Person(house, "Carla")
    other = fresh.open_table(seats=2)
    wait_for(lambda: moves_on(fresh.page(other)))
    assert fresh.play(other)
    assert '"error"' not in "".join(line for line in house.log.read_text().splitlines() if "a request failed" in line)


def test_a_thousand_odd_requests_find_no_mistake_of_ours(house):
    """The short form of bench/fuzz.py: odd numbers, charsets, origins, cookies, forms, bodies and frames."""
    counts, bad = fuzz(house, 1200, 11)
    assert not bad and counts["200"] > 50 and counts["409"] > 50, (counts, bad[:5])


ODD_NUMBERS = ("²", "٣", "9" * 5000, "-1", "1e5", "0x1", " 1", "1_0")


@pytest.mark.parametrize("odd", ODD_NUMBERS, ids=lambda odd: odd[:5])
def test_no_number_is_a_mistake_of_ours(house, seated, odd):
    anna, table, bot = seated
    for address in (f"/t/{table}?eyes={odd}", f"/t/{table}/replay/3?eyes={odd}", f"/t/{table}/replay/{odd}"):
        assert anna.get(address).status_code in (200, 404), address
    with bot.http.stream("GET", f"/api/v1/seat/stream?after={odd}") as answer:
        assert answer.status_code == 200 and json.loads(next(answer.iter_lines()))["log"]
    for field in ("move", "at", "seat"):
        assert anna.wish(table, "move", **{"move": 1, "at": 0, field: odd}).status_code in (303, 409)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "//", "http://a:99999999"])
def test_no_origin_is_a_mistake_of_ours(house, seated, origin):
    anna, table, _ = seated
    answer = anna.http.post(f"/t/{table}/chat", data={"csrf": anna.csrf, "text": "x"}, headers={"origin": origin})
    assert answer.status_code == 403
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{house.port}/t/{table}/live", origin=origin):
        pass


@pytest.mark.parametrize("wanted", [("fr;q=0.3, it;q=0.9", "it"), ("de, fr-CA;q=0.5", "de"), ("eo, fr-CA;q=0.5", "fr"),
                                    ("en;q=0, it;q=0.1", "it"), ("it;q=²", "en"), ("*", "en"), ("eo", "en"),
                                    ("de-AT", "de"), ("IT-it", "it")])  # fmt: skip
def test_the_browsers_languages_are_weighed(house, wanted):
    header, language = wanted
    answer = httpx.get(f"{house.base}/", headers={"accept-language": header.encode()})
    assert f'<html lang="{language}"' in answer.text


def test_every_answer_has_our_headers_also_a_mistake_of_ours():
    """A part of the house that fails: the guest reads a sentence, with the same headers as any page."""

    async def broken(scope, receive, send):
        raise ZeroDivisionError

    async def ask() -> list[dict]:
        app, sent = create_app(Config(db=":memory:")), []
        app.state.doorman, app.state.club = Doorman("x"), SimpleNamespace(rooms={}, watch=Watch())
        gate = Gate(broken, app.state.crowd, app.state.metrics)
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b"", "app": app, "client": ("a", 1)}
        await gate(scope, asyncio.Queue().get, lambda message: asyncio.sleep(0, sent.append(message)))
        return sent

    start, body = asyncio.run(ask())
    headers = {key.decode(): value.decode() for key, value in start["headers"]}
    assert start["status"] == 500 and b"Nothing that was acknowledged is lost" in body["body"]
    assert SECURITY.items() <= headers.items()


def test_a_huge_frame_closes_only_its_own_line(house, seated):
    anna, table, _ = seated
    with anna.live(table) as line:
        line.send("x" * 5000)
        with pytest.raises(ConnectionClosed):
            receive_until(line, "a word that never comes")
    assert anna.get(f"/t/{table}").status_code == 200


def test_strangers_and_other_sites_are_turned_away(house, seated):
    anna, table, _ = seated
    page = anna.page(table)
    forged = anna.http.post(f"/t/{table}/move", data={"move": 0, "at": ply_of(page)})
    assert forged.status_code == 403
    foreign = anna.http.post(f"/t/{table}/chat", data={"csrf": anna.csrf, "text": "x"}, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403
    stranger = Person(house)
    assert stranger.move(table, 0, ply_of(page)).status_code == 403
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{house.port}/t/{table}/live", origin="http://evil.example"):
        pass
    anna.http.cookies.set("family", anna.http.cookies["family"][:-2] + "xx")
    assert "tag you" not in anna.page(table)


@pytest.mark.parametrize("bot", ["exec:touch /tmp/families-was-here", "search:99999s", "greedy:1000", "exec", "nobody"])
def test_a_guest_names_no_command_and_no_budget(house, bot):
    anna = Person(house)
    table = anna.open_table(seats=3, who="friends")
    assert anna.wish(table, "bot", seat=1, bot=bot).status_code == 409
    assert anna.post("/tables", title="family_business", seats=2, who="bots", bot=bot).status_code == 409
    assert not os.path.exists("/tmp/families-was-here")


def test_every_page_forbids_inline_scripts_and_frames(house):
    anna = Person(house)
    table = anna.open_table()
    for address in ("/", f"/t/{table}", f"/t/{table}/replay/3", f"/t/{table}/fairness", "/nothing"):
        answer = anna.get(address)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy and "unsafe-eval" not in policy and "frame-ancestors 'none'" in policy
        assert not re.search(r"<script(?![^>]* src=)|\son\w+=|javascript:", answer.text), address


def test_too_big_and_too_many(tmp_path):
    from tests.table.house import open_house

    with open_house(tmp_path / "table.db", "--rate", "5") as house:
        anna = Person(house)
        big = anna.http.post("/tables", content=b"x" * 70_000, headers={"content-type": "application/x-www-form-urlencoded"})
        assert big.status_code == 413
        codes = [anna.get("/").status_code for _ in range(40)]
        assert codes[0] == 200 and 429 in codes
