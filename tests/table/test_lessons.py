"""A lesson at a real table: by HTTP, and played through in a browser on a desk and on a phone."""

import re
import sqlite3

import pytest
from playwright.sync_api import expect

from fivefamilies import games
from fivefamilies.core.lessons import Step, lesson_of
from fivefamilies.core.words import LANGUAGES, words
from tests.table.house import Person, has_chromium, moves_on, wait_for
from tests.table.test_browser import Visitor, browser  # noqa: F401
from tests.test_lessons import TAUGHT, followed

FAMILY = lesson_of(games.title("family_business"))
PLAYED = list(zip(TAUGHT, ("fr", "de", "it", "fr", "de", "it"), strict=False))  # each on a phone in another language


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
    match, said = followed(slug)
    first = next(ply for ply, played in enumerate(match.played) if played.seat == lesson.seat)
    assert said[0].step.advice(match, first) in moves_on(anna.page(table))


def test_nobody_sits_down_at_a_lesson_whose_cards_its_pupil_may_know(house):
    """Every lesson of a title has the same luck, so whoever has had it once would know the hand of a guest."""
    anna, bruno = Person(house), Person(house, "Bruno")
    table = learn(anna)
    with sqlite3.connect(house.db) as ledger:
        invite = ledger.execute("select invite from tables where id = ?", (table,)).fetchone()[0]
    ledger.close()
    assert "a lesson for one" in bruno.wish(table, "sit", seat=1, invite=invite).text
    anna.wish(table, "alone")
    assert "a lesson for one" in bruno.wish(table, "sit", seat=1, invite=invite).text, "without a coach it has the same cards"


def test_the_coach_remarks_on_what_was_done_and_can_be_sent_away(house):
    anna = Person(house)
    table = learn(anna)
    moves = moves_on(anna.page(table))
    assert anna.play(table, lambda known: next(id for words, id in known.items() if words.startswith("discard")))
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


def plain(text: str) -> str:
    """A text as it is read: one kind of space."""
    return " ".join(text.split())


def make(page, notation: str) -> None:
    """Touch a move where the board has it, or in the list of all moves, and confirm."""
    ply = page.locator("#status").get_attribute("data-ply")
    button = page.locator(f'#moves .move[data-notation="{notation}"]:not([data-pick]):visible')  # those are gathered first
    if not button.count():
        page.locator("#actions summary").click()
    button.first.click()
    page.locator("#confirm-yes").click()
    page.locator(f"#status[data-yours='1']:not([data-ply='{ply}'])").wait_for()


def hears(coach, step: Step | None, say) -> None:
    """The coach says this step, or that there is nothing new."""
    told = plain(coach.inner_text())
    for text in (step.see, step.may, step.think) if step else ():
        assert plain(say(text)) in told
    assert step or not coach.locator("dl").count()


@pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")
@pytest.mark.parametrize(("slug", "language"), PLAYED)
@pytest.mark.parametrize("width", [1440, 360])
def test_a_lesson_is_played_through_by_touch(browser, house, slug, language, width):  # noqa: F811
    match, said = followed(slug)
    lesson = lesson_of(match.title)
    language = language if width == 360 else "en"
    say, room = words(language, match.title.package), words(language)
    anna = Visitor(browser, house, width=width, height=900 if width > 900 else 740, locale=language)
    page = anna.page
    page.goto("/")
    page.locator(f'button[formaction="/learn/{slug}"]').click()
    coach, board = page.locator("#lesson"), page.locator("#board")
    page.locator("#status[data-yours='1']").wait_for()
    anna.audit()
    above, left = coach.bounding_box(), board.bounding_box()
    assert above["y"] < left["y"] if width < 900 else above["x"] > left["x"] + left["width"] - 1, "above on a phone, else beside"
    decided = [played.notation for played in match.played if played.seat == lesson.seat]
    for number, (told, notation) in enumerate(zip(said, decided, strict=True)):
        hears(coach, told.step, say)
        if told.step:
            expect(coach.locator("h2")).to_be_in_viewport(timeout=20_000)  # what is new is read first, on a phone too
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if number == 0:
            coach.locator("summary").click()
            assert plain(say(told.step.why)) in plain(coach.inner_text())
        if number and said[number - 1].step:
            assert plain(room("Just as the coach would have played.")) in plain(coach.inner_text())
        if told.is_last:
            break
        make(page, notation)
    assert plain(say(lesson.farewell)) in plain(coach.inner_text())
    coach.locator("button", has_text=room("Go on alone")).click()
    coach.wait_for(state="hidden")
    assert anna.page.locator("#board").is_visible()
    anna.close()
