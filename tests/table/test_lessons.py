"""A lesson at a real table: by HTTP, and played through in a browser on a desk and on a phone."""

import re

import pytest

from fivefamilies import games
from fivefamilies.core.lessons import lesson_of
from fivefamilies.core.words import LANGUAGES, words
from tests.table.house import Person, has_chromium, moves_on, wait_for
from tests.table.test_browser import Visitor, browser  # noqa: F401

FAMILY = lesson_of(games.title("family_business"))


def learn(person: Person, title: str = "family_business") -> str:
    answer = person.post(f"/learn/{title}")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].split("/")[2]


def coach_on(page: str) -> str:
    return re.search(r'<section id="lesson".*?</section>', page, re.DOTALL).group(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_speaks_the_language_of_the_pupil(house, language):
    anna, say = Person(house, language=language), words(language, FAMILY.title.package)
    poster = anna.get("/").text
    assert 'formaction="/learn/family_business"' in poster and say("Learn") in poster
    assert 'formaction="/learn/family_business"' in anna.get("/rules/family_business").text
    table = learn(anna)
    told = coach_on(anna.page(table)).replace("&#39;", "'").replace("\u202f", " ").replace("\u00a0", " ")
    first = FAMILY.steps[0]
    for text in (first.see, first.may, first.think, first.why):
        assert say(text).replace("\u202f", " ").replace("\u00a0", " ") in told
    assert "/rules/family_business#FB-21" in told


@pytest.mark.parametrize("slug", [slug for slug in games.names() if lesson_of(games.title(slug))])
def test_every_lesson_opens_a_table_with_its_first_words(house, slug):
    anna, lesson = Person(house), lesson_of(games.title(slug))
    table = learn(anna, slug)
    wait_for(lambda: moves_on(anna.page(table)))
    told = coach_on(anna.page(table)).replace("&#39;", "'")
    assert lesson.steps[0].see in told and lesson.steps[0].think in told
    assert any(map(lesson.steps[0].is_good, moves_on(anna.page(table))))


def test_the_coach_remarks_on_what_was_done_and_can_be_sent_away(house):
    anna = Person(house)
    table = learn(anna)
    moves = moves_on(anna.page(table))
    assert anna.play(table, lambda known: known["discard lam"])
    wait_for(lambda: moves_on(anna.page(table)))
    told = coach_on(anna.page(table))
    assert "The coach would have chosen: " in told and "play contract" in moves
    anna.wish(table, "alone")
    page = anna.page(table)
    assert coach_on(page) == '<section id="lesson" hidden></section>'
    assert anna.wish(table, "alone").status_code == 409
    assert anna.play(table), "the game goes on"


def test_nobody_else_hears_the_coach_and_titles_without_a_lesson_say_so(house):
    anna, bruno = Person(house), Person(house, "Bruno")
    table = learn(anna)
    assert bruno.get(f"/t/{table}").status_code == 403
    assert bruno.wish(table, "alone").status_code in (403, 409)
    assert "hidden" not in coach_on(anna.page(table))[:60]
    assert anna.post("/learn/bridge").status_code == 404


@pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")
@pytest.mark.parametrize("width", [1440, 360])
def test_a_lesson_is_played_through_by_touch(browser, house, width):  # noqa: F811
    anna = Visitor(browser, house, width=width, height=900 if width > 900 else 740)
    page = anna.page
    page.goto("/")
    page.locator('button[formaction="/learn/family_business"]').click()
    page.wait_for_url("**/t/*")
    coach = page.locator("#lesson")
    coach.locator("dl").wait_for()
    anna.audit()
    box = coach.bounding_box()
    board = page.locator("#board").bounding_box()
    assert box["y"] < board["y"] if width < 900 else box["x"] > board["x"] + board["width"] - 1, (
        "above on a phone, beside on a desk"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    coach.locator("summary").click()
    assert FAMILY.steps[0].why in coach.inner_text()
    told = set()
    for _ in range(40):
        page.locator("#board .move:visible, #actions .move:visible").first.wait_for()
        text = coach.inner_text()
        step = next((one for one in FAMILY.steps if one.see in text and one.think in text), None)
        if step is not None:
            told.add(FAMILY.steps.index(step))
        if len(told) == len(FAMILY.steps):
            break
        legal = page.locator("#moves [data-notation]").evaluate_all("all => all.map(one => one.dataset.notation)")
        wanted = next((move for move in legal if step is not None and step.is_good(move)), legal[0])
        before = anna.ply
        page.locator(f'#moves [data-notation="{wanted}"]:visible').first.click()
        page.locator("#confirm-yes").click()
        wait_for(lambda: page.wait_for_timeout(20) or anna.ply > before)  # noqa: B023
    assert len(told) == len(FAMILY.steps)
    page.locator("#lesson button", has_text="Go on alone").click()
    page.locator("#lesson").wait_for(state="hidden")
    anna.close()
