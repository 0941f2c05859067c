"""Nothing jumps: the hand, the board and the confirm bar keep their places from move to move."""

import pytest

from tests.table.house import has_chromium, open_house
from tests.table.test_browser import Visitor, browser  # noqa: F401 - a fixture

pytestmark = pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    const from = (source) => [source.node?.id || source.node?.className, source.previousRect.y, source.currentRect.y].join(" ");
    if (!shift.hadRecentInput) window.shifts.push([shift.value, shift.sources.map(from)]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
PLACES = """
window.places = {};
const look = () => {
  for (const name of ["families", "stage"]) {
    const found = document.querySelector(`#board .${name}`);
    if (found) (window.places[name] ??= []).push(found.getBoundingClientRect().y + window.scrollY);
  }
  requestAnimationFrame(look);
};
look();
"""  # in every frame: also those within half a second of a touch, which a browser does not count as shifts


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with open_house(tmp_path_factory.mktemp("calm") / "table.db") as house:
        yield house


@pytest.mark.parametrize("width", [1440, 360])
def test_a_match_against_bots_shifts_nothing(browser, house, width):  # noqa: F811
    anna = Visitor(browser, house, width=width, height=900)
    anna.open_table(who="bots", bot="random", seats=3)
    anna.page.wait_for_timeout(300)
    anna.page.evaluate(WATCH)
    anna.page.evaluate(PLACES)
    for _ in range(14):
        anna.page.locator("#status[data-yours='1'], #ending h2").first.wait_for()
        if anna.page.locator("#ending h2").count():
            break
        anna.click_move()
    shifts = anna.page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.05, shifts
    places = anna.page.evaluate("window.places")
    for name in ("families", "stage") if width > 900 else ():  # a phone scrolls under the finger
        assert max(places[name]) - min(places[name]) <= 8, name  # it was up to 100
    anna.context.close()


@pytest.mark.parametrize("width", [1440, 360])
@pytest.mark.parametrize("title", ["nostra_city", "parrain"])
def test_a_board_keeps_its_places(browser, house, title, width):  # noqa: F811
    anna = Visitor(browser, house, width=width, height=900 if width > 900 else 740)
    anna.open_table(title=title, who="bots", bot="random", seats=3)
    anna.page.locator("#status[data-yours='1']").wait_for()
    anna.page.wait_for_timeout(300)
    anna.page.evaluate(WATCH)
    for _ in range(6):
        anna.page.locator("#status[data-yours='1']").wait_for()
        anna.click_move()
    shifts = anna.page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.05, shifts
    anna.context.close()


STRICT = """
window.strict = [];
const name = (source) => source.node?.id || source.node?.parentElement?.id || source.node?.className;
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) window.strict.push([shift.value, shift.sources.map(name)]);
}).observe({ type: "layout-shift" });
"""  # also what moves within half a second of a touch
DECIDE = """
at => {
  const moves = document.querySelectorAll("#actions .move");
  const move = moves[at % moves.length];
  table.gather([move.value], move.textContent);
  table.confirm();
}
"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
@pytest.mark.parametrize("title", ["the_boss", "der_pate"])
def test_boards_keep_their_places_from_move_to_move(browser, house, title, width, height):  # noqa: F811
    anna = Visitor(browser, house, width=width, height=height)
    anna.open_table(title=title, who="bots", bot="random", seats=3)
    anna.page.locator("#status[data-yours='1']").wait_for()
    anna.page.wait_for_timeout(300)
    anna.page.evaluate(STRICT)
    for number in range(12):
        anna.page.locator("#status[data-yours='1'], #ending h2").first.wait_for()
        if anna.page.locator("#ending h2").count():
            break
        before = anna.ply
        anna.page.evaluate(DECIDE, 3 * number)
        anna.page.wait_for_function("ply => document.querySelector('#status').dataset.ply !== String(ply)", arg=before)
    shifts = anna.page.evaluate("window.strict")
    assert sum(value for value, _ in shifts) < 0.05, sorted(shifts, reverse=True)[:6]
    anna.context.close()


def test_a_script_that_comes_late_shifts_nothing(browser, house):  # noqa: F811
    anna = Visitor(browser, house, width=1440, height=900)
    anna.open_table(who="bots", bot="random", seats=3)
    held = []
    anna.page.route("**/static/table.js*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    anna.page.reload(wait_until="commit")
    anna.page.locator("#board .move").first.wait_for()
    assert anna.page.locator("#sound").get_attribute("hidden") is not None
    before = anna.page.locator(".bar-links").bounding_box(), anna.page.locator("#board").bounding_box()
    held[0].continue_()
    anna.page.locator("#sound:not([hidden])").wait_for()
    assert (anna.page.locator(".bar-links").bounding_box(), anna.page.locator("#board").bounding_box()) == before
    anna.context.close()
