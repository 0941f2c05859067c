"""The room around a game: posters in words, a waiting room, names at one screen, leagues, notices; and a phone in the hand."""

import asyncio
import contextlib
import json
import re
import secrets
import threading
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise

import pytest

from fivefamilies import games
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.table import league, push
from fivefamilies.table.club import Club
from fivefamilies.table.config import Config, db_url
from fivefamilies.table.seats import arrange
from fivefamilies.table.store import Store
from fivefamilies.table.terms import facts_of, pitch_of
from tests.table.house import Person, has_chromium, moves_on, open_house, ply_of, region, wait_for
from tests.table.test_browser import FLAGS, Visitor

browsing = pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        chromium = tools.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield chromium
        chromium.close()


def invite_on(page: str) -> str:
    return re.search(r'href="/i/([\w-]+)"', page).group(1)


def chairs_on(page: str) -> list[str]:
    """Who sits where in a waiting room."""
    rows = re.findall(r'<span class="seat-player">(.*?)</span></span>', page.split('id="waiting"', 1)[1], re.S)
    return [unescape(re.sub(r"<.*", "", row, flags=re.S)).strip() for row in rows]


# ---------------------------------------------------------------- posters and options


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_poster_says_what_the_game_is_how_long_it_takes_and_how_hard_it_is(house, language):
    page = unescape(Person(house, language=language).get("/").text)
    for slug in games.names():
        title = games.title(slug)
        assert pitch_of(title, language) in page
        assert len(facts_of(title, words(language))) == 3 and " · ".join(facts_of(title, words(language))) in page
        assert f'href="/rules/{slug}"' in page
    assert words(language)("thinks ahead for a while; the strongest") in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", games.names())
def test_the_rules_page_is_whole_in_the_language_of_the_reader(house, slug, language):
    title, say = games.title(slug), words(language, games.title(slug).package)
    page = unescape(Person(house, language=language).get(f"/rules/{slug}").text)
    parts = [page.index(f'id="{head}-head"') for head in ("how", "rules", "sources", "options")]
    assert parts == sorted(parts) and f'<div id="rules-text" lang="{language}">' in page
    assert say("These rules are written in English so far.") not in page
    for option in title.options:
        assert say(option.meaning) in page and f'href="#{option.ruling}"' in page
        assert all(option.called(value, say) in page for value in option.values)
    heads = [int(level) for level in re.findall(r"<h(\d)", page)]
    assert heads[0] == 1 and all(after <= before + 1 for before, after in pairwise(heads)), "no level is left out"


@pytest.mark.parametrize("slug", games.names())
def test_the_rules_page_leads_to_what_many_games_say(house, slug):
    anna = Person(house, language="de")
    link = f'<a href="/rules/{slug}/report" hreflang="en">Was viele Partien darüber sagen (auf Englisch)</a>'
    assert link in anna.get(f"/rules/{slug}").text
    report = anna.get(f"/rules/{slug}/report")
    assert report.status_code == 200 and games.title(slug).name in report.text and "<svg " in report.text
    allowed = report.headers["content-security-policy"]
    assert "default-src 'none'" in allowed and "script-src" not in allowed  # pictures and a style of its own, nothing that runs


def test_there_is_no_report_on_a_game_that_is_not_there(house):
    assert Person(house).get("/rules/monopoly/report").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_the_invitation_and_every_refusal_lead_to_the_rules(house, language):
    anna, bruno = Person(house, language=language), Person(house, "Bruno", language)
    table = anna.open_table(seats=2, who="friends")
    invitation = f"/i/{invite_on(anna.page(table))}"
    assert 'href="/rules/family_business"' in bruno.get(invitation).text
    anna.wish(table, "bot", seat="all", bot="random")
    assert 'href="/rules/family_business"' in anna.page(table)
    link = '<a class="rule-link" href="/rules/family_business#FB-'
    while ply_of(page := anna.page(table)) < 400 and link not in region(page, "board"):
        anna.play(table)
    assert link in region(page, "board"), "a card that cannot be played says why, with the rule"
    refused = next(move for move in range(111) if link in anna.move(table, move, ply_of(anna.page(table))).text)
    assert refused not in moves_on(anna.page(table)).values()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", games.names())
def test_options_are_set_in_words(house, slug, language):
    title, say = games.title(slug), words(language, games.title(slug).package)
    page = unescape(Person(house, language=language).get(f"/new/{slug}").text)
    seen = re.sub(r"<[^>]+>", "\n", page.split('<dl class="options">', 1)[1].split("</dl>")[0])
    for option in title.options:
        assert say(option.meaning) in seen
        for value in option.values:
            assert option.called(value, say) in seen
            assert isinstance(value, int) or option.words, f"{option.key} has no words for {value}"
        for name in option.names:
            assert option.name_called(name, say) in seen
    assert not re.search(r"[a-z]_[a-z]|\bTrue\b|\bFalse\b|from 0", seen)


def test_what_was_chosen_in_words_is_what_is_played(house):
    anna = Person(house)
    table = anna.open_table(title="parrain", seats=2, neighbourhoods_in_play=["docks", "midtown"], until_control="True")
    shown = anna.get(f"/t/{table}/export").json()["options"]
    assert shown["neighbourhoods_in_play"] == ["docks", "midtown"] and shown["until_control"] is True
    table = anna.open_table(seats=3, gangs=["", "new_york", "", "", "", ""])
    assert anna.get(f"/t/{table}/export").json()["options"]["gangs"] == ["capone", "new_york"]


# ---------------------------------------------------------------- the waiting room


def test_before_everybody_sits_there_is_a_waiting_room_and_no_card(house):
    anna, bruno = Person(house, "Anna"), Person(house, "Bruno")
    table = anna.open_table(title="the_boss", seats=3, who="friends", clock="move", clock_seconds=90)
    for visitor in (anna, bruno):
        page = visitor.page(table)
        assert 'id="board"' not in page and 'id="log"' not in page and 'id="waiting"' in page
    assert visitor.get(f"/t/{table}/export").status_code == 409
    assert anna.get(f"/t/{table}/replay/0").headers["location"] == f"/t/{table}"
    assert f"/t/{table}/qr.svg" in anna.page(table)
    invite = invite_on(anna.page(table))
    invited = unescape(bruno.get(f"/i/{invite}").text)
    assert "Anna invites you." in invited and pitch_of(games.title("the_boss"), "en") in invited
    assert "90 seconds for each move" in invited and "see what everybody sees" in invited
    assert bruno.wish(table, "sit", seat="any", invite=invite, name="Bruno").status_code == 303
    assert chairs_on(anna.page(table)) == ["Anna", "Bruno", "free"]
    with anna.live(table) as line:
        anna.wish(table, "bot", seat="all", bot="random")
        wait_for(lambda: 'data-begun="1"' in str(line.recv(timeout=5)))
    assert 'id="board"' in anna.page(table)


def test_the_host_moves_the_chairs_or_draws_lots(house):
    anna, bruno = Person(house, "Anna"), Person(house, "Bruno")
    table = anna.open_table(seats=6, who="friends")
    invite = invite_on(anna.page(table))
    bruno.wish(table, "sit", seat=1, invite=invite, name="Bruno")
    assert anna.wish(table, "swap", seat=0, **{"with": 1}).status_code == 303
    assert chairs_on(anna.page(table))[:2] == ["Bruno", "Anna"]
    assert bruno.wish(table, "swap", seat=0, **{"with": 1}).status_code == 403
    assert bruno.wish(table, "lots").status_code == 403
    orders = set()
    for _ in range(6):
        anna.wish(table, "lots")
        orders.add(tuple(chairs_on(anna.page(table))))
        assert sorted(chairs_on(anna.page(table))) == sorted(["Anna", "Bruno", *["free"] * 4])
    assert len(orders) > 1 and "drawn by lot" in region(anna.page(table), "chat")
    anna.wish(table, "bot", seat="all", bot="random")
    assert anna.wish(table, "lots").status_code == 409


# ---------------------------------------------------------------- people


def test_people_at_one_screen_have_names_and_colours(house):
    mum = Person(house, "Mum")
    chosen = {"name_1": "Mum", "name_2": "Leo", "colour_1": "plum", "colour_2": "steel"}
    table = mum.open_table(seats=3, who="hotseat", own=2, **chosen)
    page = mum.page(table)
    assert "Mum 2" not in page and "Leo" in page
    assert re.search(r'class="family c-plum"', page) and re.search(r'class="family c-steel"', page)
    chosen = {"name_1": "Mum", "name_2": "Leo", "colour_2": "oxblood"}
    boss = mum.page(mum.open_table(title="the_boss", seats=3, who="hotseat", own=2, **chosen))
    assert re.search(r"Red</strong>\s*<span class=\"seat-player\">Leo", boss), "the red player of the box is Leo"


def test_who_chooses_a_colour_of_the_box_sits_on_its_chair():
    printed = ("yellow", "red", "blue", "black")
    assert arrange([("A", "steel"), ("B", "")], 4, printed) == [(0, "B", None), (2, "A", None)]
    assert arrange([("A", "steel"), ("B", "steel")], 2, ()) == [(0, "A", "steel"), (1, "B", None)]


def test_an_imported_file_keeps_its_names(house):
    anna = Person(house, "Anna")
    table = anna.open_table(seats=2, who="hotseat", own=2, name_1="Rosa", name_2="Luigi")
    anna.wish(table, "resign", seat=0)
    anna.wish(table, "resign", seat=1)
    data = wait_for(lambda: (answer := anna.get(f"/t/{table}/export")).headers["content-type"] and answer).content
    assert json.loads(data)["names"] == ["Rosa", "Luigi"]
    other = Person(house, "Carla")
    answer = other.http.post("/import", data={"csrf": other.csrf}, files={"file": ("a.json", data)})
    page = other.get(answer.headers["location"]).text
    assert "Rosa" in page and "Luigi" in page and "Carla" not in page.split("<main", 1)[1]


# ---------------------------------------------------------------- leagues


def test_a_league_counts_its_games_people_apart_from_bots_and_can_be_forgotten(house):
    anna, other = Person(house, "Anna"), Person(house, "Otto")
    page = anna.post("/leagues", league_name="Friday")
    key = page.headers["location"].split("/")[2]
    assert "No game of this league is over yet." in other.get(f"/league/{key}").text
    people = {"name_1": "Anna", "name_2": "Bruno"}
    table = anna.open_table(seats=3, who="hotseat", own=2, league=key, **people)
    for _ in range(900):
        page = anna.page(table)
        if 'id="ending" class="panel' in page:
            break
        waits = re.search(r"curtain\?seat=(\d)", page)
        if waits:
            anna.wish(table, "curtain", seat=int(waits.group(1)))
        anna.play(table)
    data = wait_for(lambda: (found := anna.get(f"/league/{key}/export").json())["results"] and found)
    assert {row["name"] for row in data["people"]} == {"Anna", "Bruno"}
    assert [row["is_bot"] for row in data["results"]] == [False, False, True]
    shown = other.get(f"/league/{key}").text
    assert "Anna" in shown and "People among themselves" in shown and "Family Business" in shown
    assert other.post(f"/league/{key}/delete").status_code == 403
    anna.post(f"/league/{key}/forget", name="Bruno")
    assert "Bruno" not in anna.get(f"/league/{key}/export").text
    assert anna.post(f"/league/{key}/delete").status_code == 303
    assert anna.get(f"/league/{key}").status_code == 404


def test_ratings_come_from_the_games_and_bots_move_nobodys_place_among_people():
    def game(table, *rows):
        return [
            {"table_id": table, "seat": seat, "title": "x", "name": name, "is_bot": is_bot, "payoff": payoff, "at": 0}
            for seat, (name, is_bot, payoff) in enumerate(rows)
        ]

    rows = game("a", ("Anna", False, 0.0), ("Bruno", False, -1.0), ("don", True, 1.0))
    rows += game("b", ("Bruno", False, 1.0), ("don", True, -1.0))
    people = league.standings(rows, with_bots=False)
    assert [(row["name"], row["games"], row["wins"]) for row in people] == [("Anna", 1, 1), ("Bruno", 1, 0)]
    everybody = {row["name"]: row for row in league.standings(rows, with_bots=True)}
    assert everybody["don"]["games"] == 2 and everybody["don"]["is_bot"] and people[0]["rating"] > 25 > people[1]["rating"]


# ---------------------------------------------------------------- notices


def test_the_devices_of_a_player_are_looked_up_once_for_all_his_tables(tmp_path, monkeypatch):
    asked, look_up = list[str](), push.subscriptions_of
    monkeypatch.setattr(push, "subscriptions_of", lambda ledger, player: asked.append(player) or look_up(ledger, player))

    async def run():
        ledger = Store(db_url(str(tmp_path / "table.db")))
        await ledger.open()
        club = Club(Config(prepare=False), ledger)
        assert await asyncio.gather(*(push.devices_of(club, "anna") for _ in range(20))) == [[]] * 20
        assert not club.devices_asked
        await ledger.close()

    asyncio.run(run())
    assert asked == ["anna"]


@pytest.fixture(scope="module")
def push_service():
    """A push service of our own on loopback; it keeps what it is sent."""
    heard: list[tuple[str, dict, bytes]] = []

    class Service(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append((self.path, dict(self.headers), self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(410 if "gone" in self.path else 201)
            self.end_headers()

        def log_message(self, *_) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}", heard
    server.shutdown()
    server.server_close()


def test_a_browser_that_allowed_it_hears_of_its_turn_and_nobody_else_can_read_it(tmp_path, push_service):
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    where, heard = push_service
    own = ec.generate_private_key(ec.SECP256R1())
    shared = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    auth = secrets.token_bytes(16)
    keys = {"p256dh": push.to_text(shared), "auth": push.to_text(auth)}
    with open_house(tmp_path / "table.db", "--push-service", where) as house:
        anna = Person(house, "Anna", "it")
        first = anna.get("/push/key").json()["key"]
        assert len(first) == 87
        assert anna.post("/push/subscribe", endpoint="http://10.0.0.1/x", **keys).status_code == 409
        for name in ("anna", "gone"):
            assert anna.post("/push/subscribe", endpoint=f"http://{where}/{name}", **keys).status_code == 204
        table = anna.open_table(seats=2)
        wait_for(lambda: anna.play(table))  # the bot answers, and Anna has no page open
        wait_for(lambda: {path for path, *_ in heard} == {"/anna", "/gone"})
        _, headers, body = next(one for one in heard if one[0] == "/anna")
        assert headers["content-encoding"] == "aes128gcm" and headers["authorization"].startswith("vapid t=")
        told = json.loads(http_ece.decrypt(body, private_key=own, auth_secret=auth, version="aes128gcm"))
        assert told["path"] == f"/t/{table}" and told["title"] == words("it")("Five Families: it is your turn")
        assert b"Family" not in body
        wait_for(lambda: anna.post("/push/unsubscribe", endpoint=f"http://{where}/anna").status_code == 204)
        heard.clear()
        wait_for(lambda: anna.play(table))
        house.close()
        house.open()
        assert Person(house).get("/push/key").json()["key"] == first, "the key of the house is kept"
        assert not heard, "who took his leave and who was gone hear no more"


def test_only_known_push_services_are_called():
    assert push.is_known("https://fcm.googleapis.com/fcm/send/abc", ())
    assert push.is_known("https://web.push.apple.com/abc", ())
    for odd in (
        "http://fcm.googleapis.com/x",
        "https://evilfcm.googleapis.com.example/x",
        "https://127.0.0.1/x",
        "ftp://[",
        "",
        "https://user@",
        "https://fcm.googleapis.com:22/x",
    ):
        assert not push.is_known(odd, ())


def test_no_address_is_one_place_for_us_and_another_for_whoever_calls_it():
    """The library that calls a push service ends the host at a backslash, where others go on: so nobody would be safe."""
    from urllib3.exceptions import LocationParseError
    from urllib3.util import parse_url

    between = [
        r"\@",
        "@",
        r"\.",
        "#@",
        "?@",
        ";@",
        "%40",
        "\t",
        "\n",
        " ",
        "\u2044",
        "\uff0e",
        "%2f",
        "\0",
        r"\\",
        "[",
        "]@",
        ":1@",
        "",
    ]
    for first, second in (
        ("127.0.0.1:1", "fcm.googleapis.com"),
        ("fcm.googleapis.com", "127.0.0.1:1"),
        ("10.0.0.1", "push.test:1"),
    ):
        for odd in between:
            for endpoint in (
                f"https://{first}{odd}{second}/x",
                f"http:{odd}//{first}/{second}",
                f"https://{first}/{odd}{second}",
            ):
                if push.is_known(endpoint, ("push.test:1",)):
                    with contextlib.suppress(LocationParseError):
                        called = parse_url(endpoint)
                        assert (called.host, called.port) in (("fcm.googleapis.com", None), ("push.test", 1)), endpoint
    assert push.is_known("http://push.test:1/x", ("push.test:1",)) and not push.is_known("http://push.test:2/x", ("push.test:1",))


# ---------------------------------------------------------------- a phone


@browsing
def test_on_a_phone_the_header_is_one_line_the_hand_in_reach_and_everything_large_enough(browser, house):
    phone = Visitor(browser, house, width=360, height=740, has_touch=True)
    phone.open_table(who="bots", bot="random", seats=4)
    page = phone.page
    page.locator("#board .move").first.wait_for()
    assert page.locator("header.bar").bounding_box()["height"] <= 56
    assert page.locator("#board").bounding_box()["y"] < 250
    hand = page.locator("#hand").bounding_box()
    assert hand["y"] > 300 and hand["y"] + hand["height"] <= 741, "the hand is on the screen before anybody scrolls"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.evaluate("""() => [...document.querySelectorAll("a, button, summary, select, input")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && box.height && !one.closest(".sr, .skip, .rule-link") && !one.matches(".skip") && box.height < 43.5;
    }).map((one) => `${one.outerHTML.slice(0, 90)} ${one.getBoundingClientRect().height}`)""")
    assert not small
    phone.audit()
    phone.close()


@browsing
def test_the_table_can_be_put_on_the_home_screen_and_its_worker_shows_notices(browser, house):
    visitor = Visitor(browser, house)
    visitor.context.grant_permissions(["notifications"], origin=house.base)
    page = visitor.page
    page.goto("/")
    told = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then(answer => answer.json())")
    assert told["display"] == "standalone" and told["name"] == "Five Families"
    for icon in told["icons"]:
        size = page.evaluate(
            """src => new Promise(done => {
              const icon = new Image();
              icon.onload = () => done(icon.naturalWidth);
              icon.onerror = () => done(0);
              icon.src = src;
            })""",
            icon["src"],
        )
        assert size and (icon["sizes"] == "any" or icon["sizes"] == f"{size}x{size}")
    page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => true)")
    tools = visitor.context.new_cdp_session(page)
    registered: list[dict] = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: registered.extend(told["registrations"]))
    tools.send("ServiceWorker.enable")
    page.wait_for_timeout(300)
    data = json.dumps({"title": "Your turn", "body": "Family Business", "path": "/t/x"})
    worker = registered[0]["registrationId"]
    tools.send("ServiceWorker.deliverPushMessage", {"origin": house.base, "registrationId": worker, "data": data})
    page.wait_for_function(
        "navigator.serviceWorker.ready.then(w => w.getNotifications()).then(n => n.length === 1 && n[0].title === 'Your turn')"
    )
    visitor.close()
