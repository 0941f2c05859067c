"""Lessons: a first game with promised luck, played through in every language and held against the rules."""

import random
from functools import lru_cache
from itertools import pairwise

import pytest

from fivefamilies import games
from fivefamilies.bots.simple import Greedy
from fivefamilies.core import rulebook
from fivefamilies.core.errors import FamiliesError
from fivefamilies.core.lessons import Lesson, lesson_of, parse, word
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES, words

TAUGHT = [slug for slug in games.names() if lesson_of(games.title(slug))]
FIRST_STEP = """
seats = 3
seat = 0
seed = "a"
farewell = "Well done."
[[step]]
when = { asked = "play" }
see = "a"
may = "b"
think = "c"
why = "d"
good = ["play contract"]
"""


def go_on(lesson: Lesson, match: Match) -> None:
    """Let the rivals move as they do at the table, until the pupil is asked."""
    while not match.is_over and match.actor != lesson.seat:
        match.play(Greedy().choose(match.seen(match.actor, seed=match.promise.luck(len(match.played), match.actor))))


@lru_cache
def followed(slug: str, decisions: int = 300) -> tuple[Match, list]:
    """The lesson of a title as an obedient pupil plays it, to its end or so far, and what the coach said each time."""
    lesson = lesson_of(games.title(slug))
    match, said = lesson.match(), []
    while len(said) < decisions and (not said or not said[-1].is_last):
        go_on(lesson, match)
        assert not match.is_over and len(match.played) < 300, "the lesson is never told to its end"
        said.append(word(lesson, match))
        step = said[-1].step
        advised = step.advice(match, len(match.played)) if step else ""
        assert advised or not step, step
        match.play(advised or Greedy().choose(match.seen(lesson.seat, seed=1)))
    return match, said


@pytest.mark.parametrize("slug", TAUGHT)
def test_whoever_follows_the_coach_is_told_every_step_once(slug):
    lesson = lesson_of(games.title(slug))
    match, said = followed(slug)
    told = [one.step for one in said if one.step]
    assert sorted(map(lesson.steps.index, told)) == list(range(len(lesson.steps)))
    assert all(one.was_good for before, one in pairwise(said) if before.step)
    decisions = sum(played.seat == lesson.seat for played in match.played)
    assert len(lesson.steps) <= decisions <= 2 * len(lesson.steps), "five to eight minutes"


@pytest.mark.parametrize("slug", TAUGHT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_told_in_every_language(slug, language):
    lesson = lesson_of(games.title(slug))
    say = words(language, lesson.title.package)
    for text in lesson.sentences():
        assert text and (language == "en") == (say(text) == text), text


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_lesson_cites_rules_that_there_are(slug):
    lesson = lesson_of(games.title(slug))
    known = set(rulebook.numbers(lesson.title, rulebook.rules(lesson.title).text))
    cited = {rule for step in lesson.steps for rule in step.rules}
    assert cited <= known and all(step.rules for step in lesson.steps)


@pytest.mark.parametrize("slug", TAUGHT)
def test_whoever_goes_another_way_is_advised_all_the_same(slug):
    lesson = lesson_of(games.title(slug))
    for seed in range(4):
        match, choice = lesson.match(), random.Random(seed)
        for _ in range(25):
            go_on(lesson, match)
            if match.is_over:
                break
            told = word(lesson, match)
            legal = [match.notation(move) for move in match.legal_ids()]
            if told.step:
                advised = told.step.advice(match, len(match.played))
                assert advised in legal or not advised
            before, move, ply = told.step, choice.choice(legal), len(match.played)
            match.play(move)
            if before and not match.is_over:
                judged, good = word(lesson, match), before.is_good(match, ply, move)
                assert judged.was_good is good or (judged.was_good is None and not judged.advised)


def test_the_luck_of_a_lesson_is_the_same_every_time():
    lesson = lesson_of(games.title("family_business"))
    matches = [lesson.match(), lesson.match()]
    for match in matches:
        for notation in ("play contract", "moran"):
            match.play(notation)
        go_on(lesson, match)
    assert [played.notation for played in matches[0].played] == [played.notation for played in matches[1].played]


@pytest.mark.parametrize(("wrong", "named"), [('good = ["play contract"]', "good"), ('why = "d"', "why")])
def test_a_step_without_an_entry_is_named(wrong, named):
    title = games.title("family_business")
    assert parse(title, FIRST_STEP).steps[0].good == ("play contract",)
    with pytest.raises(FamiliesError, match=f"step 1 has wrong entries: {named}"):
        parse(title, FIRST_STEP.replace(wrong, ""))
    with pytest.raises(FamiliesError, match="step 1 has wrong entries: ask"):
        parse(title, FIRST_STEP.replace("asked =", "ask ="))


def test_a_step_can_ask_that_something_was_not_told():
    title = games.title("family_business")
    match = lesson_of(title).match()
    first = parse(title, FIRST_STEP).steps[0]
    dealt = parse(title, FIRST_STEP.replace('asked = "play"', 'asked = "play", unheard = "*"')).steps[0]
    other = parse(title, FIRST_STEP.replace('asked = "play"', 'asked = "play", unheard = "plays *"')).steps[0]
    ply = len(match.played)
    fits = [step.fits(match, match.state_at(ply), 0, 0, ply) for step in (first, dealt, other)]
    assert fits == [True, False, True]
