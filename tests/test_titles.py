"""What holds for every title: the laws, the recorded playthroughs, the rules page, the observation table."""

import re
from pathlib import Path

import numpy as np
import pytest

from fivefamilies import bots, games
from fivefamilies.core import kernels, matchfile
from fivefamilies.core.match import Match
from fivefamilies.lab import citations, laws
from fivefamilies.lab.mass import play_batch, play_many
from tests import recording

DOCS = Path(__file__).parents[1] / "docs" / "programs"
TITLES = games.TITLES


@pytest.mark.parametrize("slug", TITLES)
def test_the_laws_hold_at_every_seat_count_and_option(slug):
    title = games.title(slug)
    setups = sum(len(title.settings(seats)) for seats in title.seats)
    report = laws.check(title, games=2 * setups, seed=20, moments=3)
    assert report.broken is None, report.broken
    assert report.setups == setups and all(report.held.values()), report.held


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug in TITLES for name, _, _ in recording.recorded(slug)])
def test_recorded_playthroughs_come_out_the_same(slug, name):
    match = matchfile.load(recording.FOLDER / f"{name}.match.json")
    assert match.title.slug == slug and match.is_over
    assert recording.story(match) == (recording.FOLDER / f"{name}.story.txt").read_text("utf-8")
    assert recording.looks(match) == (recording.FOLDER / f"{name}.looks.txt").read_text("utf-8"), "legal moves, observations"
    assert matchfile.verify(matchfile.read(recording.FOLDER / f"{name}.match.json")) > 0


@pytest.mark.parametrize("slug", TITLES)
def test_every_rule_is_cited_by_a_test(slug):
    title = games.title(slug)
    assert len(citations.rule_numbers(title)) > 40
    assert citations.untested(title, Path(__file__).parent) == []


@pytest.mark.parametrize("slug", TITLES)
def test_the_observation_table_of_the_docs_is_that_of_the_code(slug):
    title = games.title(slug)
    page = (DOCS / f"{slug}.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+) \| `(\w+)` \|", page, re.MULTILINE)
    first, expected = 0, []
    for block in title.observation:
        expected.append((str(first), str(block.length), block.name))
        first += block.length
    assert rows == expected


@pytest.mark.parametrize("slug", TITLES)
def test_observations_change_with_the_game_and_stay_small_numbers(slug):
    title = games.title(slug)
    match = Match(title, seed=1)
    seen = set()
    while not match.is_over and len(match.played) < 150:
        numbers = title.look(match.state, max(match.actor, 0))
        assert np.isfinite(numbers).all() and np.abs(numbers).max() < 1000
        seen.add(numbers.tobytes())
        match.play(match.legal_ids()[len(match.played) % len(match.legal_ids())])
    assert len(seen) > 20


@pytest.mark.parametrize("slug", TITLES)
def test_greedy_beats_random_with_the_fewest_and_the_most_seats(slug):
    title = games.title(slug)
    for seats in (min(title.seats), max(title.seats)):
        wins = games_won = 0
        for seat in range(seats):
            policies = [kernels.GREEDY if other == seat else kernels.RANDOM for other in range(seats)]
            played = play_batch(title, seats, title.encode(title.settle()), 40, seat + 3, policies)
            wins += int((played.payoffs[:, seat] == played.payoffs.max(axis=1)).sum())
            games_won += 40
        assert wins / games_won > 1.3 / seats


@pytest.mark.parametrize("slug", TITLES)
def test_mass_play_does_not_depend_on_the_number_of_workers(slug):
    title = games.title(slug)
    seats = title.seats[0]
    runs = [
        play_many(title, seats, title.encode(title.settle()), 40, 7, [kernels.RANDOM] * seats, workers, batch=10)
        for workers in (1, 2)
    ]
    assert (runs[0].payoffs == runs[1].payoffs).all() and (runs[0].lengths == runs[1].lengths).all()


@pytest.mark.parametrize("slug", TITLES)
def test_records_are_small(slug):
    largest = {"nostra_city": 7168}  # with its chronicle, and the room in which a guess goes through it
    assert games.title(slug).state.dtype.itemsize <= largest.get(slug, 1024)


@pytest.mark.parametrize("slug", TITLES)
@pytest.mark.parametrize("name", ["random", "greedy", "greedy:3"])
def test_a_bot_chooses_legal_moves_to_the_end(slug, name):
    match = Match(slug, seed=name)
    player = bots.bot(name)
    while not match.is_over:
        move = player.choose(match.seen(match.actor, seed=len(match.played)))
        assert move in match.legal_ids()
        match.play(move)
    assert match.result is not None
