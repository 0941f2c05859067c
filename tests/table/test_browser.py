"""Real browsers at one table: Chromium by Playwright. Skipped only where Chromium is not installed (`.ci/run` installs it)."""

import re
import time

import pytest
from playwright.sync_api import expect

from fivefamilies import games
from fivefamilies.core.words import LANGUAGES
from tests.table.house import Person, has_chromium, open_house
from tests.table.test_hard_times import Road

pytestmark = pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        chromium = tools.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield chromium
        chromium.close()


SETTLE = """() => Promise.all(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().endTime < 1e5).map(one => one.finished.catch(() => 0)))"""


class Visitor:
    """A person with a browser; complaints of the browser are kept."""

    def __init__(self, browser, house, width=1280, height=900, **how) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": height}, base_url=house.base, **how)
        self.context.add_init_script("localStorage.setItem('wish speed', 'once')")  # steps in between take no time
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.complaints: list[str] = []
        self.page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open_table(self, at: str = "/", **form) -> str:
        """Set a table by the form of the lobby or of a title's own page."""
        self.page.goto(at)
        for name, value in {"seats": 2, "name": "Anna", **form}.items():
            field = self.page.locator(f".set-table [name={name}]")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        self.page.locator(".set-table button").click()
        self.page.wait_for_url("**/t/*")
        self.page.locator("#board, #waiting").first.wait_for()
        return self.page.url.rsplit("/", 1)[1]

    @property
    def ply(self) -> int:
        return int(self.page.locator("#status").get_attribute("data-ply"))

    def click_move(self) -> bool:
        """Touch a thing on the board that makes a move, then confirm."""
        moves = self.page.locator("#board .move:visible")
        if not moves.count():
            return False
        before = self.ply
        attacks = self.page.locator("#board .in-hand.can-move .move.stretch:visible")
        try:
            (attacks if attacks.count() else moves).first.click(timeout=3000)
            self.page.locator("#confirm-yes").click(timeout=3000)
        except Exception:
            return False  # the table moved on under the finger
        deadline = time.monotonic() + 5
        while self.ply == before and time.monotonic() < deadline:
            self.page.wait_for_timeout(10)
        return self.ply > before

    def audit(self) -> None:
        """axe finds nothing, once everything has come to rest."""
        from axe_playwright_python.sync_playwright import Axe

        self.page.evaluate(SETTLE)
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()

    def close(self) -> None:
        self.context.close()
        assert not [text for text in self.complaints if "409" not in text], self.complaints


@pytest.fixture
def visitors(browser, house):
    made: list[Visitor] = []

    def make(**how) -> Visitor:
        made.append(Visitor(browser, house, **how))
        return made[-1]

    yield make
    for visitor in made:
        visitor.close()


def test_two_people_and_two_bots_play_a_whole_match(visitors):
    anna, bruno = visitors(), visitors()
    anna.open_table(seats=4, who="friends")
    anna.page.locator(".qr img").wait_for()
    bruno.page.goto(anna.page.locator("a[href^='/i/']").get_attribute("href"))
    bruno.audit()
    bruno.page.locator("[name=name]").fill("Bruno")
    bruno.page.locator("button", has_text="Sit here").first.click()
    bruno.page.wait_for_url("**/t/*")
    anna.page.locator("#waiting", has_text="Bruno").wait_for()
    for _ in range(2):
        anna.page.locator("#controls select[name=bot]").select_option("random")
        free = anna.page.locator("#controls button", has_text="Seat a bot")
        count = free.count()
        free.first.click()
        expect(free).to_have_count(count - 1)
    anna.audit()
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline:
        moved = anna.click_move() or bruno.click_move()
        if "Winner" in anna.page.locator("#status").inner_text() or "Nobody wins" in anna.page.locator("#status").inner_text():
            break
        if not moved:
            anna.page.wait_for_timeout(30)
    assert "W" in anna.page.locator("#status .question").inner_text()
    bruno.page.locator("#ending", has_text="Play again").wait_for()
    anna.audit()
    anna.page.locator("button", has_text="Play again").click()
    anna.page.wait_for_url("**/t/*")
    bruno.page.locator("a", has_text="On to the next table").click()
    bruno.page.locator("#board").wait_for()


def test_the_page_comes_back_by_itself_when_the_server_was_killed(browser, tmp_path):
    with open_house(tmp_path / "table.db") as house:
        anna = Visitor(browser, house)
        anna.open_table(who="bots", bot="random")
        anna.page.locator("#board .move").first.wait_for()
        house.kill()
        anna.page.locator("#lost").wait_for()
        house.open()
        began = time.monotonic()
        anna.page.locator("#lost").wait_for(state="hidden")
        assert time.monotonic() - began < 5
        assert anna.click_move()
        anna.context.close()


def test_a_match_at_one_screen_with_a_curtain(visitors):
    anna = visitors()
    anna.open_table(who="hotseat", own=2)
    for _ in range(6):
        anna.page.locator(".curtain button, #board .move").first.wait_for()
        if anna.page.locator(".curtain").count():
            assert "Your hand" not in anna.page.locator("#board").inner_text()
            anna.audit()
            anna.page.locator(".curtain button").click()
            anna.page.locator("#board .move").first.wait_for()
        anna.click_move()


def test_replay_by_slider_keys_log_and_address(visitors):
    anna = visitors()
    table = anna.open_table(who="bots", bot="random")
    for _ in range(4):
        anna.page.locator("#board .move").first.wait_for()
        anna.click_move()
    anna.page.locator("nav a", has_text="Replay").click()
    anna.page.wait_for_url(f"**/t/{table}/replay")
    viewing = anna.page.locator(".viewing")
    last = int(re.search(r"of (\d+)", viewing.inner_text()).group(1))
    anna.page.keyboard.press("ArrowLeft")
    anna.page.locator(".viewing", has_text=f"move {last - 1} of").wait_for()
    assert anna.page.evaluate("scrollY") == 0, "the log follows, the board stays in sight"
    anna.page.locator("#log a").first.click()
    anna.page.locator(".viewing", has_text="move 1 of").wait_for()
    assert anna.page.url.endswith("/replay/1")
    anna.page.locator("#scrub").fill("4")
    anna.page.locator(".viewing", has_text="move 4 of").wait_for()
    anna.audit()
    anna.page.goto(f"/t/{table}/replay/3")
    anna.page.locator(".viewing", has_text="move 3 of").wait_for()
    anna.page.locator(".viewing a").click()
    anna.page.locator("#status").wait_for()


def test_keyboard_only(visitors):
    anna = visitors()
    anna.page.goto("/")
    for _ in range(40):
        anna.page.keyboard.press("Tab")
        if anna.page.evaluate("document.activeElement.textContent.includes('Play now')"):
            break
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_url("**/t/*")
    anna.page.locator("#status[data-yours='1']").wait_for()
    anna.page.keyboard.press("1")
    expect(anna.page.locator("#confirm")).to_be_hidden()  # what is not seen is not numbered
    anna.page.locator("#actions summary").focus()
    anna.page.keyboard.press("Enter")
    for _ in range(3):
        anna.page.locator("#status[data-yours='1']").wait_for()
        before = anna.ply
        anna.page.keyboard.press("1")
        anna.page.locator("#confirm").wait_for()
        anna.page.keyboard.press("Escape")
        anna.page.locator("#confirm").wait_for(state="hidden")
        anna.page.keyboard.press("1")
        anna.page.keyboard.press("Enter")
        anna.page.locator(f"#status:not([data-ply='{before}'])").wait_for()


def test_a_language_is_switched_at_the_table_and_the_log_follows(visitors):
    anna = visitors()
    anna.open_table(who="bots", bot="random")
    anna.page.locator("#board .move").first.wait_for()
    for code, words in (("it", "Tocca a te"), ("fr", "À vous"), ("de", "Du bist dran"), ("en", "Your turn")):
        anna.page.locator(f".languages button[value={code}]").click()
        anna.page.locator("#status", has_text=words).wait_for()
        assert anna.page.locator("html").get_attribute("lang") == code


@pytest.mark.parametrize("slug", games.names())
def test_the_rules_are_searched_printed_on_two_pages_and_read_on_a_phone(visitors, slug):
    anna = visitors(width=360, height=740)
    for language in LANGUAGES:
        anna.page.goto(f"/rules/{slug}")
        anna.page.locator(f".languages button[value={language}]").click()
        anna.page.locator(f"#rules-text[lang={language}]").wait_for()
        assert len(re.findall(rb"/Type ?/Page\b", anna.page.pdf(format="A4"))) <= 2, "how to play, on paper"
        if language == "fr":
            printed = re.search(r"\w+\u202f; \w+", anna.page.locator("#rules-text").inner_text()).group(0)
            anna.page.locator("#look-for").fill(" ".join(printed.split()))  # as it is typed, with ordinary spaces
            assert re.search("[1-9]", anna.page.locator("#looked").inner_text()), printed
    anna.audit()
    everything = anna.page.locator("#rules-text .rule:visible").count()
    anna.page.locator("#look-for").fill(f"{games.title(slug).prefix}-R1 ")
    assert 0 < anna.page.locator("#rules-text .rule:visible").count() < everything
    assert re.search(r"\d", anna.page.locator("#looked").inner_text())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_everything_without_scrolling_sideways(visitors, scheme):
    phone = visitors(width=360, height=740, color_scheme=scheme)
    phone.page.goto("/")
    phone.audit()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    phone.open_table(who="bots", bot="random", seats=4)
    phone.page.locator("#board .move").first.wait_for()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    phone.audit()
    assert phone.click_move()


def test_what_is_typed_and_focused_survives_an_update(visitors):
    anna = visitors()
    table = anna.open_table(who="friends")
    anna.page.locator(".chat-form input[name=text]").fill("half a sen")
    other = visitors()
    other.page.goto(f"/t/{table}")
    anna.page.evaluate("document.querySelector('.chat-form input[name=text]').focus()")
    anna.page.locator("#controls button", has_text="Seat a bot").first.click(force=True)
    anna.page.locator("#board .move").first.wait_for()
    assert anna.page.locator(".chat-form input[name=text]").input_value() == "half a sen"
    anna.page.locator(".chat-form input[name=text]").press("Enter")
    other.page.locator("#chat", has_text="half a sen").wait_for()
    assert anna.page.locator(".chat-form input[name=text]").input_value() == ""
    anna.page.route("**/chat", lambda route: route.fulfill(status=409))
    anna.page.locator(".chat-form input[name=text]").fill("refused")
    with anna.page.expect_response("**/chat"):
        anna.page.locator(".chat-form button").click()
    anna.page.wait_for_timeout(200)
    assert anna.page.locator(".chat-form input[name=text]").input_value() == "refused"


def test_a_page_listens_even_where_a_script_comes_late(visitors):
    anna, late = visitors(), visitors()
    table = anna.open_table(who="friends")
    late.page.route("**/ws.js*", lambda route: (time.sleep(0.5), route.continue_()))
    late.page.goto(f"/t/{table}")
    anna.page.locator(".chat-form input[name=text]").fill("can you hear me?")
    anna.page.locator(".chat-form button").click()
    late.page.locator("#chat", has_text="can you hear me?").wait_for()


def test_no_page_has_what_belongs_to_another(visitors):
    anna, bruno = visitors(), visitors()
    table = anna.open_table(who="open")
    heard: list[str] = []
    bruno.page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))))
    for _ in range(20):  # the first frame may come before we listen: look again
        bruno.page.goto(f"/t/{table}")
        bruno.page.wait_for_timeout(500)
        if heard:
            break
    assert heard and all("Your hand" not in text for text in [*heard, bruno.page.content()])


def test_one_person_is_muted_and_the_list_of_moves_stays_as_it_was_left(visitors):
    anna, bruno = visitors(), visitors()
    table = anna.open_table(who="open")
    bruno.page.goto(anna.page.locator("a[href^='/i/']").get_attribute("href"))
    bruno.page.locator("[name=name]").fill("Bruno")
    bruno.page.locator("button", has_text="Sit here").click()
    bruno.page.wait_for_url(f"**/t/{table}")
    for visitor in (anna, bruno):
        visitor.page.locator("#board").wait_for()
    for visitor, words in ((bruno, "first word"), (anna, "an answer")):
        visitor.page.locator(".chat-form input[name=text]").fill(words)
        visitor.page.locator(".chat-form button").click()
        anna.page.locator("#chat li", has_text=words).wait_for()
    anna.page.locator("button", has_text="Mute Bruno").click()
    assert not anna.page.locator("#chat li", has_text="first word").is_visible()
    anna.page.locator("#actions summary").click()
    bruno.page.locator(".chat-form input[name=text]").fill("second word")
    bruno.page.locator(".chat-form button").click()
    anna.page.locator("#chat li", has_text="second word").wait_for(state="attached")
    assert not anna.page.locator("#chat li", has_text="second word").is_visible()
    assert anna.page.locator("#chat li", has_text="an answer").is_visible()
    mover = anna if anna.page.locator("#status[data-yours='1']").count() else bruno
    before = anna.ply
    assert mover.click_move()
    anna.page.locator(f"#status:not([data-ply='{before}'])").wait_for()
    assert anna.page.locator("#actions").evaluate("list => list.open")
    anna.page.locator("button", has_text="Mute Bruno").click()
    anna.page.locator("#chat li", has_text="second word").wait_for()


def test_a_page_notices_a_line_that_is_dead_without_a_word_and_opens_another(browser, house):
    """Nothing comes through any more, and nobody hangs up."""
    road = Road(house.port)
    road.base = f"http://127.0.0.1:{road.port}"
    anna, bruno = Visitor(browser, road), Person(house, "Bruno")
    try:
        anna.page.clock.install()
        table = anna.open_table(seats=2, who="open")
        assert bruno.wish(table, "sit", seat=1, name="Bruno").status_code == 303
        anna.page.locator("#board").wait_for()
        lost = anna.page.locator("#lost")
        anna.page.clock.fast_forward(20_000)
        anna.page.wait_for_timeout(1000)
        anna.page.clock.fast_forward(20_000)
        anna.page.wait_for_timeout(500)
        assert not lost.is_visible(), "it was answered"
        road.is_mute = True
        anna.page.clock.fast_forward(20_000)
        anna.page.wait_for_timeout(500)
        anna.page.clock.fast_forward(20_000)
        lost.wait_for()
        road.mend()
        assert bruno.wish(table, "chat", text="are you back?").status_code == 303
        lost.wait_for(state="hidden", timeout=30_000)
        anna.page.locator("#chat", has_text="are you back?").wait_for()
    finally:
        anna.close()
        road.close()


SENT = """
window.gaps = [];
const send = window.fetch;
window.fetch = (where, ...how) => {
  if (String(where).endsWith("/moves")) window.gaps.push(performance.now());
  return send(where, ...how);
};
"""


ONE_ANSWER = """() => {   // the page is asked again, with one answer
  for (const other of [...document.querySelectorAll("#actions .move")].slice(1)) other.remove();
  document.querySelector("#status").dataset.ply = "asked";
  document.dispatchEvent(new Event("table:settled"));
  return [performance.now(), gaps.length];
}"""
IS_FREE = """() => document.querySelector("#status").dataset.yours === "1" && table.legal().length > 1"""


def test_what_is_forced_is_answered_by_itself_after_a_pause_that_every_answer_takes(visitors):
    anna = visitors()
    anna.open_table(who="bots", bot="random")
    anna.page.locator("#status[data-yours='1']").wait_for()
    anna.context.add_init_script("localStorage.setItem('wish answer', 'alone')")
    anna.context.add_init_script(SENT)
    anna.page.reload()
    anna.page.wait_for_function("window.table")
    before = anna.ply
    anna.page.evaluate("() => { table.choose(table.legal()[0]); table.confirm(); }")  # one of many, at once
    anna.page.locator(f"#status:not([data-ply='{before}'])").wait_for()
    assert anna.page.evaluate("gaps.length") == 1 and anna.page.evaluate("gaps[0]") > 2400
    anna.page.wait_for_function(IS_FREE)  # what chance forces meanwhile is answered already
    asked, sent = anna.page.evaluate(ONE_ANSWER)
    anna.page.locator("#status:not([data-ply=asked])").wait_for()  # nobody touched anything
    assert anna.page.evaluate("gaps.length") == sent + 1 and anna.page.evaluate("gaps.at(-1)") - asked > 2400


def test_a_move_that_can_be_taken_back_needs_no_second_touch_for_whoever_likes_it(visitors):
    anna = visitors()
    anna.context.add_init_script("localStorage.setItem('wish confirm', 'final')")
    card = anna.page.locator("#board .move[data-notation^='play contract']:visible")
    for _ in range(20):  # most hands hold a contract
        anna.open_table(seats=3, who="bots", bot="random")
        anna.page.locator("#status[data-yours='1']").wait_for()
        if card.count():
            break
    before = anna.ply
    card.first.click()  # whom it is for is asked next: it can be taken back
    anna.page.locator(f"#status:not([data-ply='{before}'])").wait_for()
    before = anna.ply
    anna.page.locator("#board .move:visible").first.click()
    anna.page.locator("#confirm.is-open").wait_for()
    assert anna.ply == before, "what brings news waits for a word"
