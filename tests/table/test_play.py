"""People and bots at a table, over HTTP alone: every wish works as a plain form."""

import json
import re
import sqlite3
import threading
from contextlib import closing
from html import unescape
from http.server import BaseHTTPRequestHandler, HTTPServer

from websockets.sync.client import connect

from fivefamilies import games
from fivefamilies.core import matchfile
from tests.table.house import Person, Program, moves_on, open_house, ply_of, receive_until, region, token_of, wait_for


def finish(person: Person, table: str) -> str:
    """Play the table to its end with the first legal move."""

    def step():
        person.play(table, lambda moves: next((m for n, m in moves.items() if n.startswith("play")), next(iter(moves.values()))))
        page = person.page(table)
        return page if "Play again" in page else None

    return wait_for(step, 60)


def page_with(person: Person, table: str, start: str) -> str:
    """The table's page when a move is offered that starts like this; until then others are made."""

    def look():
        page = person.page(table)
        if any(notation.startswith(start) for notation in moves_on(page)):
            return page
        return person.play(table) and None

    return wait_for(look, 60)


def test_play_now_seats_you_with_bots_in_one_click(house):
    anna = Person(house)
    answer = anna.post("/tables", title="family_business", kind="play")
    table = answer.headers["location"].split("/")[2]
    page = anna.page(table)
    assert region(page, "board").count('class="tag bot"') == 3 and region(page, "board").count('class="tag you"') == 1
    assert wait_for(lambda: moves_on(anna.page(table)))


def test_a_game_is_played_to_its_end_and_replayed(house):
    anna = Person(house)
    table = anna.open_table(seats=2)
    page = finish(anna, table)
    assert "Winner:" in page or "Nobody wins." in page
    last = int(re.search(r"viewing move (\d+) of", anna.get(f"/t/{table}/replay").text).group(1))
    first, middle = anna.get(f"/t/{table}/replay/0").text, anna.get(f"/t/{table}/replay/{last // 2}").text
    assert f"You are viewing move 0 of {last}." in first and f"viewing move {last // 2} of" in middle
    assert first != middle and "Return to live" in middle
    assert f'href="/t/{table}/replay/{last // 2}"' in middle
    assert 'id="replay-frame"' in anna.get(f"/t/{table}/replay/3?frame=1").text


def test_the_finished_match_is_exported_verified_and_imported(house):
    anna = Person(house)
    table = anna.open_table(seats=2)
    assert "shown when the game is over" in anna.get(f"/t/{table}/fairness").text
    running = anna.get(f"/t/{table}/export").json()
    assert running["format"] == "fivefamilies story 1" and "moves" not in running
    finish(anna, table)
    data = json.loads(anna.get(f"/t/{table}/export").text)
    assert matchfile.verify(data) > 10
    assert data["chance"]["commitment"] == running["commitment"]
    checked = anna.get(f"/t/{table}/fairness?verify=1").text
    assert "draws recomputed, all as promised" in checked and data["chance"]["secret"] in checked
    answer = anna.http.post("/import", data={"csrf": anna.csrf}, files={"file": ("a.match.json", json.dumps(data).encode())})
    assert answer.status_code == 303 and "/replay/0" in answer.headers["location"]
    copy = answer.headers["location"].split("/")[2]
    assert json.loads(anna.get(f"/t/{copy}/export").text)["moves"] == data["moves"]
    for is_chance, why in ((True, "was drawn"), (False, "")):  # a draw that was not promised, a move that was not legal
        broken = json.loads(json.dumps(data))
        changed = max(ply for ply, (seat, _, _) in enumerate(data["moves"]) if (seat < 0) == is_chance)
        broken["moves"][changed][1] += 1
        answer = anna.http.post("/import", data={"csrf": anna.csrf}, files={"file": ("a.json", json.dumps(broken).encode())})
        assert answer.status_code == 422 and f"move {changed + 1}" in answer.text and why in answer.text, answer.text


def test_an_invited_friend_takes_a_chair_and_both_see_each_other_live(house):
    anna, bruno = Person(house, "Anna"), Person(house, "Bruno")
    table = anna.open_table(seats=2, who="friends")
    page = anna.page(table)
    assert "The game begins when every chair is taken." in page
    assert anna.get(f"/t/{table}/qr.svg").text.startswith("<svg") and bruno.get(f"/t/{table}/qr.svg").status_code == 404
    invite = re.search(r'href="(/i/[^"]+)"', page).group(1)
    assert bruno.wish(table, "sit", seat=1, name="Bruno").status_code == 403
    with anna.live(table) as line:
        packing = [repr(extension) for extension in line.protocol.extensions]
        assert packing and "remote_max_window_bits=12" in packing[0], "updates are packed"
        receive_until(line, 'id="controls"')
        answer = bruno.wish(table, "sit", seat=1, name="Bruno", invite=invite.split("/")[-1])
        assert answer.status_code == 303
        assert "Bruno" in receive_until(line, "Bruno")
        with bruno.live(table) as other:
            receive_until(other, 'id="controls"')
            mover, watcher = (anna, other) if moves_on(anna.page(table)) else (bruno, line)
            before = ply_of(mover.page(table))
            mover.play(table)
            receive_until(watcher, f'name="at" value="{before + 1}"')


def test_a_refused_move_says_why_and_changes_nothing(house):
    anna = Person(house)
    table = anna.open_table()
    page = page_with(anna, table, "")
    illegal = next(move for move in range(111) if move not in moves_on(page).values())
    answer = anna.move(table, illegal, ply_of(page))
    assert answer.status_code == 409 and 'class="notice is-bad"' in answer.text
    assert anna.page(table) == page


def test_a_double_click_plays_once_and_is_answered_the_same(house):
    anna = Person(house)
    table = anna.open_table()
    page = page_with(anna, table, "")
    move, at = next(iter(moves_on(page).values())), ply_of(page)
    assert [anna.move(table, move, at).status_code for _ in range(3)] == [303, 303, 303]
    other = next(m for m in moves_on(page).values() if m != move)
    assert anna.move(table, other, at).status_code == 409


def test_chat_is_text_and_phrases_are_translated(house):
    anna, bruno = Person(house), Person(house, language="it")
    table = anna.open_table()
    assert anna.wish(table, "chat", text="<b onclick=x>Hi</b> {x}").status_code == 303
    assert anna.wish(table, "chat", phrase="Well played.").status_code == 303
    page = anna.page(table)
    assert "&lt;b onclick=x&gt;Hi&lt;/b&gt; {x}" in page and "<b onclick" not in page
    assert "Well played." in region(page, "chat")
    assert "Ben giocato." in region(bruno.page(table), "chat")
    assert bruno.wish(table, "chat", text="I only watch").status_code == 403


def test_undo_is_free_within_the_own_turn(house):
    anna = Person(house)
    table = anna.open_table()
    page = page_with(anna, table, "play contract")
    contract = next(n for n in moves_on(page) if n.startswith("play contract"))
    anna.move(table, moves_on(page)[contract], ply_of(page))
    assert contract not in moves_on(anna.page(table))
    assert anna.wish(table, "undo").headers["location"] == f"/t/{table}"
    assert moves_on(anna.page(table)) == moves_on(page)


def test_undo_across_a_drawn_card_goes_on_at_a_new_table(house):
    anna = Person(house)
    table = anna.open_table(seats=2)
    page = page_with(anna, table, "discard")
    discard = next(m for n, m in moves_on(page).items() if n.startswith("discard"))
    anna.move(table, discard, ply_of(page))
    wait_for(lambda: moves_on(anna.page(table)))
    answer = anna.wish(table, "undo")
    branch = answer.headers["location"].split("/")[2]
    assert branch != table and discard in moves_on(anna.page(branch)).values()
    assert "This table is closed." in anna.page(table) and f'href="/t/{branch}"' in anna.page(table)


def test_undo_between_people_needs_consent(house):
    anna, bruno = Person(house, "Anna"), Person(house, "Bruno")
    table = anna.open_table(seats=2, who="open")
    bruno.wish(table, "sit", seat=1, name="Bruno")
    mover, other = (anna, bruno) if moves_on(anna.page(table)) else (bruno, anna)
    page = mover.page(table)
    discard = next(m for n, m in moves_on(page).items() if n.startswith("discard"))
    mover.move(table, discard, ply_of(page))
    mover.wish(table, "undo")
    assert "asks to take back a move" in other.page(table)
    answer = other.wish(table, "consent", answer="yes")
    branch = answer.headers["location"].split("/")[2]
    assert branch != table and moves_on(mover.page(branch)) == moves_on(page)


def test_resigning_hands_the_seat_to_a_bot_and_closes_a_table_without_people(house):
    anna = Person(house)
    table = anna.open_table()
    assert anna.wish(table, "resign").status_code == 303
    assert "gave up" in anna.page(table) and "This table is closed." in anna.page(table)
    answer = anna.wish(table, "rematch")
    again = answer.headers["location"].split("/")[2]
    assert again != table and anna.wish(table, "rematch").headers["location"] == f"/t/{again}"
    seats = region(anna.page(again), "board").split('<li class="family')[1:]
    assert [("tag you" in seat) for seat in seats] == [False, True, False]


def test_a_seat_moves_to_another_device_by_a_secret_link_once(house):
    anna, phone = Person(house), Person(house, "")
    table = anna.open_table()
    text = anna.wish(table, "link").text
    address = re.search(r"<code>https?://[^/]+(/seat/[^<]+)</code>", text).group(1)
    assert phone.get(address).status_code == 200 and "tag you" in anna.page(table)
    assert phone.post(address).status_code == 303
    assert "tag you" in phone.page(table) and "tag you" not in anna.page(table)
    assert anna.post(address).status_code == 404
    assert address.split("/")[-1] not in house.log.read_text()


def test_a_bot_stands_in_for_an_absent_player_and_gives_the_seat_back(house):
    anna, bruno = Person(house, "Anna"), Person(house, "Bruno")
    table = anna.open_table(seats=2, who="open")
    bruno.wish(table, "sit", seat=1, name="Bruno")
    with anna.live(table):
        with bruno.live(table):
            pass
        wait_for(lambda: "is away: let a bot play" in anna.page(table))
        assert anna.wish(table, "replace", seat=1).status_code == 303
        assert "a bot stands in" in anna.page(table)
        wait_for(lambda: anna.play(table))
        with bruno.live(table):
            wait_for(lambda: "a bot stands in" not in anna.page(table))


def test_several_people_at_one_screen_have_a_curtain_between_them(house):
    anna = Person(house)
    table = anna.open_table(seats=2, who="hotseat", own=2)
    page = anna.page(table)
    assert "Curtain." in page and not moves_on(page) and "Your hand" not in page
    seat = int(re.search(r'formaction="/t/\w+/curtain\?seat=(\d)"', page).group(1))
    anna.wish(table, "curtain", seat=seat)
    page = anna.page(table)
    assert moves_on(page) and "Your hand" in page
    discard = next(m for n, m in moves_on(page).items() if n.startswith("discard"))
    anna.move(table, discard, ply_of(page))
    assert "Curtain." in anna.page(table) and "Your hand" not in anna.page(table)


def test_spectators_see_what_the_table_allows(house):
    anna, guest = Person(house), Person(house)
    public, closed, full = (anna.open_table(spectators=kind) for kind in ("public", "off", "full"))
    assert "Your hand" not in guest.page(public) and not moves_on(guest.page(public))
    assert guest.get(f"/t/{closed}").status_code == 403
    assert "The hand of Capone" in guest.get(f"/t/{full}/replay/0?eyes=0").text
    assert "hand of" not in guest.get(f"/t/{public}/replay/0?eyes=0").text


def test_spectators_of_an_open_book_look_through_any_seat_live_and_late(house):
    anna, guest = Person(house), Person(house)
    table = anna.open_table(seats=2, spectators="full")
    for _ in range(8):
        wait_for(lambda: anna.play(table))
    page = guest.page(table)
    assert "ten decisions late" in page and "The hand of" in page and not moves_on(page) and "Give up" not in page
    assert guest.get(f"/t/{table}?eyes=1").text != guest.get(f"/t/{table}?eyes=0").text
    cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    address = f"ws://127.0.0.1:{house.port}/t/{table}/live?eyes=1"
    with connect(address, additional_headers={"Cookie": cookie}, origin=house.base) as line:
        first = receive_until(line, 'id="hand"')
        seen = len(re.findall("/replay/", region(anna.page(table), "log"))) - len(re.findall("/replay/", region(first, "log")))
        assert seen > 0, "the late log is shorter than the player's"
        before = ply_of(anna.page(table))
        wait_for(lambda: anna.play(table))
        shown = before
        while shown <= before:  # what happened meanwhile may come together
            shown = int(receive_until(line, 'name="at" value="').rpartition('name="at" value="')[2].partition('"')[0])


def test_strangers_look_on_before_during_and_after_the_game(house):
    anna, guest = Person(house), Person(house)
    waiting, closed = anna.open_table(who="friends"), anna.open_table()
    anna.wish(closed, "resign")
    for page in ("", "/replay", "/replay/0", "/fairness", "/export"):
        assert guest.get(f"/t/{closed}{page}").status_code == 200
    before = {"": 200, "/replay": 303, "/replay/0": 303, "/fairness": 200, "/export": 409}  # there is nothing to see yet
    assert {page: guest.get(f"/t/{waiting}{page}").status_code for page in before} == before
    assert "Your hand" not in guest.page(closed) and "The hand of" in guest.get(f"/t/{closed}/replay/0?eyes=1").text


def test_a_clock_runs_for_the_one_to_move_and_a_bot_moves_when_it_is_up(house):
    anna = Person(house)
    table = anna.open_table(seats=2, clock="move", clock_seconds=5)
    with anna.live(table) as line:
        packing = [repr(extension) for extension in line.protocol.extensions]
        assert packing and "remote_max_window_bits=12" in packing[0], "updates are packed"
        wait_for(lambda: moves_on(anna.page(table)))
        at = ply_of(anna.page(table))
        assert 'data-runs="1"' in region(anna.page(table), "board")
        receive_until(line, f'name="at" value="{at + 1}"', 12)


def test_a_program_plays_a_seat_by_its_token(house):
    anna = Person(house)
    table = anna.open_table(seats=2, who="friends")
    token = token_of(anna, table, 1)
    bot = Program(house, token)
    assert bot.seat()["seat"] == 1 and bot.seat()["view"]["families"][0]["hand"] is None
    assert Program(house, token + "x").http.get("/api/v1/seat").status_code == 401
    wait_for(lambda: bot.seat()["legal"] or (anna.play(table) and None))
    event = bot.seat()
    first = bot.move(event["legal"][0]["notation"], event["id"])
    assert first.status_code == 200 and first.json() == {"next": event["id"] + 1}
    assert bot.move(event["legal"][0]["id"], event["id"]).json() == first.json()
    refused = bot.move(9, event["id"])
    assert refused.status_code == 409 and "moved on" in refused.json()["error"]
    assert token not in house.log.read_text()


def test_the_stream_resumes_after_a_drop(house):
    anna = Person(house)
    table = anna.open_table(seats=2, who="friends")
    bot = Program(house, token_of(anna, table, 1))

    def next_event(after=""):
        with bot.http.stream("GET", f"/api/v1/seat/stream{after}") as answer:
            for line in answer.iter_lines():
                if line.strip():
                    return json.loads(line)

    event = next_event()
    assert event["seat"] == 1 and event["log"]
    if event["legal"]:
        bot.move(event["legal"][0]["id"])
    else:
        anna.play(table)
    later = next_event(f"?after={event['id']}")
    assert later["id"] > event["id"] and 0 < len(later["log"]) < len(event["log"]) + len(bot.seat()["log"])
    assert later["log"][0]["ply"] > event["log"][-1]["ply"]


def test_the_schema_describes_the_wire(house):
    schema = Person(house).get("/api/v1/schema").json()
    assert {"Event", "Wish", "Answer", "Problem"} <= set(schema["$defs"])


def test_the_page_speaks_three_languages_and_two_themes(house):
    anna = Person(house)
    table = anna.open_table()
    for code, words in (("it", "Tocca"), ("fr", "main"), ("de", "Deine Hand"), ("en", "Your hand")):
        assert anna.post("/choose", lang=code, back=f"/t/{table}").headers["location"] == f"/t/{table}"
        assert f'lang="{code}"' in anna.page(table) and words in anna.page(table)
    anna.post("/choose", theme="dark", back="//evil.example")
    assert 'data-theme="dark"' in anna.page(table)
    assert anna.post("/choose", lang="en", back="//evil.example").headers["location"] == "/"


def test_bots_of_any_level_play_against_you(house):
    anna = Person(house)
    assert re.search(r'<option value="capo" selected>', anna.get("/").text)
    for level in ("picciotto", "soldier", "consigliere", "don"):
        table = anna.post("/tables", title="family_business", kind="play", bot=level).headers["location"].split("/")[2]
        assert region(anna.page(table), "board").count(level) == 3
    assert anna.post("/tables", title="family_business", bot="search:1h").status_code == 409


def test_a_public_address_is_in_links_and_may_be_the_origin(tmp_path):
    with open_house(tmp_path / "table.db", "--public-url", "http://club.example/") as house:
        anna = Person(house)
        table = anna.open_table(who="friends")
        assert 'href="/i/' in anna.page(table) and ">http://club.example/i/" in anna.page(table)
        assert "<code>http://club.example/seat/" in anna.wish(table, "link").text
        sent = {"data": {"csrf": anna.csrf, "text": "Hello"}, "follow_redirects": False}
        for origin, status in (("http://club.example", 303), (house.base, 303), ("https://evil.example", 403)):
            assert anna.http.post(f"/t/{table}/chat", headers={"origin": origin}, **sent).status_code == status


class Ear(BaseHTTPRequestHandler):
    """Hears what is posted to it."""

    heard: list[dict] = []

    def do_POST(self):
        self.heard.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *words):
        """Say nothing."""


def test_a_player_who_is_away_hears_of_his_turn(tmp_path):
    ear = HTTPServer(("127.0.0.1", 0), Ear)
    threading.Thread(target=ear.serve_forever, daemon=True).start()
    with open_house(tmp_path / "table.db", "--notices") as house:
        anna = Person(house, language="it")
        table = anna.open_table(seats=2)
        assert anna.wish(table, "notice", notice=f"json://127.0.0.1:{ear.server_port}/").status_code == 303
        wait_for(lambda: anna.play(table))
        wait_for(lambda: Ear.heard or (anna.play(table) and None), 20)
    ear.shutdown()
    ear.server_close()
    told = Ear.heard[0]
    assert "tocca a te" in told["title"].lower() and "Family Business" in told["message"] and table not in json.dumps(told)


def test_a_second_server_on_the_same_ledger_shows_what_the_first_has_played(house, tmp_path):
    with open_house(tmp_path / "shared.db") as first, open_house(tmp_path / "shared.db") as second:
        anna = Person(first)
        table = anna.open_table(seats=2, who="hotseat", own=2)
        twin = Person(second)
        twin.http.cookies.update(anna.http.cookies)
        twin.csrf = anna.csrf
        for _ in range(4):
            page = anna.page(table)
            seat = re.search(r'formaction="/t/\w+/curtain\?seat=(\d)"', page)
            if seat:
                anna.wish(table, "curtain", seat=seat.group(1))
            old = twin.page(table)
            assert anna.play(table)
            assert twin.move(table, 0, ply_of(old)).status_code == 409, "a stale page plays nothing"
            assert ply_of(twin.page(table)) == ply_of(anna.page(table))
        logs = [region(person.page(table), "log").count("/replay/") for person in (anna, twin)]
        assert logs[0] == logs[1] > 4


def test_the_lobby_lists_your_tables_and_open_ones(house):
    anna, bruno = Person(house, "Anna"), Person(house, "Bruno")
    mine, shared = anna.open_table(), anna.open_table(who="open", seats=4)
    assert f'href="/t/{mine}"' in anna.get("/").text
    page = bruno.get("/").text
    assert "3 of 4 chairs free" in page and mine not in page and shared not in page


def test_every_title_is_set_up_with_its_options_and_played(house):
    anna = Person(house)
    for slug in games.names():
        page = anna.get(f"/new/{slug}")
        assert page.status_code == 200
        table = anna.open_table(title=slug, seats=min(games.title(slug).seats))
        for _ in range(3):
            wait_for(lambda table=table: anna.play(table), 30)
    turns = anna.open_table(seats=2, max_turns=7)
    assert anna.get(f"/t/{turns}/export").json()["options"]["max_turns"] == 7
    assert anna.post("/tables", title="family_business", seats=2, max_turns=-5).status_code == 409


EVEN = b"""[edition]
title = "the_boss"
name = "Boss {of} <b>1</b>"

[[city_cards]]
index = 5
value = 7
"""


def test_an_edition_is_chosen_checked_named_and_stored(house):
    anna, bruno = Person(house), Person(house, language="it")
    assert 'name="edition"' in anna.get("/new/the_boss").text

    def open_with(file: bytes, who: str = "open"):
        form = {"csrf": anna.csrf, "title": "the_boss", "seats": 3, "who": who, "bot": "random", "name": "Anna"}
        return anna.http.post("/tables", data=form, files={"edition": ("mine.toml", file)})

    refused = open_with(EVEN.replace(b"value = 7", b"value = 70"))
    assert refused.status_code == 409 and "a card pays 0 to 9 M$" in unescape(refused.text)
    assert (
        "not valid TOML" in open_with(b"\xff = [").text
        and "one of parrain" in open_with(EVEN.replace(b"the_boss", b"parrain")).text
    )
    assert open_with(b"#" * 70_000).status_code == 413
    table = open_with(EVEN).headers["location"].split("/")[2]
    for page in (anna.page(table), bruno.get("/").text):
        assert "Boss {of} &lt;b&gt;1&lt;/b&gt;" in page
    assert "Edizione: Boss" in bruno.page(table)
    played = open_with(EVEN, "bots").headers["location"].split("/")[2]
    assert "Boss {of}" in anna.page(played), "named on the table too"
    with closing(sqlite3.connect(house.db)) as ledger:
        (stored,) = ledger.execute("select edition from tables where id = ?", (played,)).fetchone()
    assert json.loads(stored)["city_cards"] == [{"index": 5, "value": 7}]
    box = bruno.get(f"/t/{table}/box").text
    assert "city_cards 5 value" in box and ">7<" in box


def test_a_table_says_once_that_some_data_is_ours_and_where_to_read_more(house):
    anna = Person(house)
    for slug in games.names():
        table = anna.open_table(title=slug, seats=min(games.title(slug).seats))
        for page in (anna.page(table), anna.get(f"/t/{table}/replay/0").text):
            assert page.count("Some data of this box is ours") == 1 and f'href="/t/{table}/box"' in page
        assert "house" in anna.get(f"/t/{table}/box").text and anna.get(f"/box/{slug}").status_code == 200
    assert anna.get("/box/chess").status_code == 404


def test_a_dead_program_gives_way_to_a_bot(house):
    anna = Person(house)
    table = anna.open_table(seats=2, who="friends")
    token_of(anna, table, 1)
    anna.play(table)
    assert anna.wish(table, "bot", seat=1, bot="random").status_code == 303
    wait_for(lambda: anna.play(table))


def test_health_and_numbers_for_the_host(house):
    anna = Person(house)
    anna.page(anna.open_table())
    assert anna.get("/health").json()["status"] == "well"
    numbers = anna.get("/metrics").text
    assert "families_commits_total" in numbers and 'route="/t/{table_id}"' in numbers
    for line in house.log.read_text().splitlines():
        assert json.loads(line)["level"] in ("info", "warning"), line
