"""Nothing jumps: the hand, the board, the bar and the ending keep their places, from the first move to the last."""

import pytest

from tests.table.house import has_chromium, open_house
from tests.table.test_browser import Visitor, browser  # noqa: F401 - a fixture

pytestmark = pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")
WATCH = """
window.decisions = [[]];
const name = (source) => source.node?.id || source.node?.className || source.node?.parentElement?.id;
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) window.decisions.at(-1).push([shift.value, shift.sources.map(name)]);
}).observe({ type: "layout-shift" });
window.decide = (number) => {
  const [moves, { ply }] = [document.querySelectorAll("#actions .move"), document.querySelector("#status").dataset];
  if (!moves.length) return ply;
  window.decisions.push([]);
  const move = moves[number % moves.length];
  table.gather([move.value], move.textContent);
  table.confirm();
  return ply;
};
"""  # what moves within half a second of a touch counts too
MOST = 0.05
SHORT = {
    "family_business": {"seats": 2}, "the_boss": {"seats": 2}, "der_pate": {"seats": 2}, "nostra_city": {"seats": 3},
    "parrain": {"seats": 2, "round_limit": 4},
}  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with open_house(tmp_path_factory.mktemp("calm") / "table.db") as house:
        yield house


@pytest.mark.parametrize("title", SHORT)
def test_a_whole_match_shifts_nothing_on_a_desk_or_a_phone(browser, house, title):  # noqa: F811
    """The layout shift of a whole match with its ending. Chromium adds up the shifts of a window that a still second ends: here
    that is what follows one decision, as for somebody who thinks for a second, however fast this machine plays."""
    anna = Visitor(browser, house, width=1440, height=900)
    anna.open_table(at=f"/new/{title}", who="bots", bot="random", **SHORT[title])
    phone = anna.context.new_page()
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(anna.page.url)
    pages = (anna.page, phone)
    for page in pages:
        page.set_default_timeout(60_000)
        page.locator("#status[data-yours='1']").wait_for()
        page.wait_for_timeout(300)
        page.evaluate(WATCH)
    for number in range(400):
        page = pages[number % 2]
        page.locator("#status[data-yours='1'], #ending-head").first.wait_for()
        if page.locator("#ending-head").count():
            break
        before = page.evaluate("decide", 3 * number)
        page.locator(f"#status:not([data-yours='1'][data-ply='{before}'])").wait_for()
    for page in pages:
        page.locator("#review[hx-get], #review-head").first.wait_for(state="attached")
        page.wait_for_timeout(300)
        worst = max(page.evaluate("window.decisions"), key=lambda shifts: sum(value for value, _ in shifts))
        assert sum(value for value, _ in worst) < MOST, (page.viewport_size, sorted(worst, reverse=True)[:6])
        assert page.locator("#ending").is_visible() and not page.locator("#board").is_visible()
        page.locator(".sides a[href='#board']").click()
        page.locator("#board").wait_for()
        assert not page.locator("#ending").is_visible()
        page.locator(".sides a[href='#ending']").click()
        page.locator("#ending-head").wait_for()
    anna.audit()
    anna.context.close()


@pytest.mark.parametrize("width", [1440, 360])
def test_a_curtain_between_two_hands_moves_nothing(browser, house, width):  # noqa: F811
    anna = Visitor(browser, house, width=width, height=900)
    anna.open_table(who="hotseat", own=2)
    page = anna.page
    page.locator(".curtain button").wait_for()
    page.wait_for_timeout(300)
    page.evaluate(WATCH)
    for number in range(8):
        page.locator(".curtain button, #status[data-yours='1']").first.wait_for()
        before = page.locator("#status").get_attribute("data-ply")
        if page.locator(".curtain").count():
            page.locator(".curtain button").click()
            page.locator("#status[data-yours='1']").wait_for()
        else:
            page.evaluate("decide", 3 * number)
            page.locator(f"#status:not([data-yours='1'][data-ply='{before}'])").wait_for()
    worst = max(page.evaluate("window.decisions"), key=lambda shifts: sum(value for value, _ in shifts))
    assert sum(value for value, _ in worst) < MOST, sorted(worst, reverse=True)[:6]
    anna.close()


def test_the_bar_says_what_is_told_and_asks_when_it_is_over(browser, house):  # noqa: F811
    anna = Visitor(browser, house)
    anna.context.add_init_script("localStorage.setItem('wish speed', 'slow')")
    anna.open_table(who="bots", bot="random", seats=4)
    page = anna.page
    page.locator("main:not([data-telling]) #status[data-yours='1']").wait_for()
    page.evaluate("document.querySelector('#actions .move[data-notation^=discard]').click()")
    page.locator("#confirm-yes").click()
    told = page.locator("main[data-telling=steps] #status")
    told.wait_for()
    assert "What happened" in told.inner_text() and "Skip" in told.locator("button").text_content()
    assert "Your turn" not in told.inner_text() and not told.locator(".question").is_visible()
    asked = page.locator("main:not([data-telling]) #status[data-yours='1']")  # then nobody else moves
    for _ in range(300):
        page.keyboard.press("Escape")
        if asked.count():
            break
        page.wait_for_timeout(100)
    assert asked.locator(".question").is_visible() and not page.locator("#skip-steps").is_visible()
    anna.close()


def test_a_script_that_comes_late_shifts_nothing(browser, house):  # noqa: F811
    anna = Visitor(browser, house, width=1440, height=900)
    anna.open_table(who="bots", bot="random", seats=3)
    held = []
    anna.page.route("**/static/table.js*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    anna.page.reload(wait_until="commit")
    anna.page.locator("#board .move").first.wait_for()
    anna.page.wait_for_function("getComputedStyle(document.querySelector('.felt')).display === 'grid'")  # it looks as it should
    assert anna.page.locator("#sound").get_attribute("hidden") is not None
    before = anna.page.locator(".bar-links").bounding_box(), anna.page.locator("#board").bounding_box()
    held[0].continue_()
    anna.page.locator("#sound:not([hidden])").wait_for()
    assert (anna.page.locator(".bar-links").bounding_box(), anna.page.locator("#board").bounding_box()) == before
    anna.context.close()
