"""Hints and reviews."""

import xml.etree.ElementTree as ET

import pytest

import fivefamilies as ff
from fivefamilies import bots
from fivefamilies.bots import analysis
from fivefamilies.bots.search import Search
from fivefamilies.core.errors import BadSeats
from fivefamilies.core.match import Match
from tests.bots.test_search import midway


@pytest.fixture(scope="module")
def finished() -> Match:
    match = Match("family_business", 2, seed="finished")
    player = bots.bot("greedy")
    while not match.is_over:
        match.play(player.choose(match.seen(match.actor, seed=len(match.played))))
    return match


def test_candidates_come_with_chances_the_best_first():
    match = midway("family_business", 3)
    found = ff.analyse(match, think="400")
    assert {one.move for one in found.candidates} == set(match.legal_ids()) and found.simulations == 400
    assert found.candidates[0].attention == max(one.attention for one in found.candidates)
    assert sum(found.chances) == pytest.approx(1, abs=1e-6), "somebody wins"


@pytest.mark.parametrize("slug", ["family_business", "the_boss"])
def test_the_line_that_is_expected_begins_with_the_best_move_and_names_who_goes_on(slug):
    match = midway(slug, 3)
    seen, bot = match.seen(match.actor, seed=1), Search("2000")
    best = bot.rate(seen)[0]
    line = analysis.expected(bot, seen, match.say)
    assert line[0] == (match.actor, match.label(best.move)) and 1 < len(line) <= analysis.LONGEST_LINE
    assert len({seat for seat, _ in bot.line()}) > 1 and all(label for _, label in line)
    assert analysis.expected(Search("10"), seen, match.say) == [], "nothing was thought of yet"


def test_a_seat_that_is_not_to_move_gets_chances_from_what_it_knows():
    match = midway("family_business", 3)
    other = (match.actor + 1) % 3
    found = ff.analyse(match, other, think="200")
    assert found.seat == other and found.candidates == () and sum(found.chances) == pytest.approx(1, abs=1e-6)
    with pytest.raises(BadSeats):
        ff.analyse(match, 7, think="10")


def test_a_review_follows_the_chances_to_the_result(finished):
    found = ff.review(finished, think="60")
    data = found.data()
    made = [played for played in finished.played if played.seat >= 0]
    assert [move["played"] for move in data["moves"]] == [played.notation for played in made]
    winner = finished.result.winners[0]
    assert data["moves"][-1]["chances"][winner] == 1.0
    losses = [found.decisions[index].loss for index in found.turning_points]
    assert losses == sorted(losses, reverse=True) and len(losses) <= analysis.TURNING_POINTS and losses[0] > 0
    text = "\n".join(analysis.tell(found, finished.say))
    assert "Turning points" in text and f"move {found.decisions[found.turning_points[0]].ply}:" in text
    picture = ET.fromstring(analysis.plot(found, finished.say))
    lines = [part for part in picture.iter() if part.tag.endswith("polyline")]
    assert len(lines) == 2 and len(lines[0].attrib["points"].split()) == len(made) + 1


@pytest.mark.parametrize(("chance", "seats", "words"), [
    (1.0, 2, "as good as won"),
    (0.5, 2, "in the race"), (0.25, 4, "in the race"), (0.25, 2, "behind"), (0.0, 6, "as good as lost"),
])  # fmt: skip
def test_chances_have_words_that_fit_the_number_of_seats(chance, seats, words):
    assert analysis.in_words(chance, seats) == words
