"""The levels, from picciotto to don."""

import pytest

from fivefamilies import bots
from fivefamilies.bots import judge
from fivefamilies.bots.levels import LEVELS, Level
from fivefamilies.bots.simple import Greedy
from fivefamilies.core.errors import UnknownBot
from fivefamilies.core.match import Match
from fivefamilies.lab.arena import arena
from tests.bots.test_search import midway


def test_every_level_is_a_bot_by_name_and_takes_no_parameters():
    assert list(LEVELS) == ["picciotto", "soldier", "capo", "consigliere", "don"]
    match = midway("family_business", 3)
    for name in LEVELS:
        assert bots.bot(name).choose(match.seen(match.actor)) in match.legal_ids()
        with pytest.raises(UnknownBot):
            bots.bot(f"{name}:9")


def test_a_beginner_errs_among_the_moves_that_look_good_and_not_always():
    match = midway("family_business", 3)
    rated = sorted(Greedy("1").rate(match.seen(match.actor)), key=lambda pair: -pair[1])
    chosen = [Level("picciotto").choose(match.seen(match.actor, seed=seed)) for seed in range(300)]
    good = [move for move, _ in rated[: len(rated) // 2 + 1]]
    errs = LEVELS["picciotto"][2]
    assert len(good) >= 2 and set(chosen) <= set(good)
    assert chosen.count(good[0]) / 300 == pytest.approx(1 - errs + errs / len(good), abs=0.1)


def test_the_highest_ask_what_was_learned_the_don_where_that_helps_a_long_search():
    weights = judge.learned(Match("family_business").title)
    assert weights.tables and not set(weights.tables) >= set(Match("family_business").title.seats)
    for seats in (min(weights.tables), 6):
        match = midway("family_business", seats)
        consigliere, don = Level("consigliere"), Level("don")
        for level in (consigliere, don):
            level.choose(match.seen(match.actor))
        assert consigliere.bot.trees[0].weights
        assert bool(don.bot.trees[0].weights) == (seats in weights.tables)


def test_where_nothing_was_learned_the_highest_think_for_themselves(monkeypatch, tmp_path):
    monkeypatch.setenv(judge.ELSEWHERE, str(tmp_path))
    match = midway("family_business", 2)
    for level in (Level("consigliere"), Level("don")):
        assert level.choose(match.seen(match.actor)) in match.legal_ids()
        assert not level.bot.trees[0].weights


def test_thinking_ahead_beats_a_beginner():
    """By simulations, so that the games come out the same on a busy machine."""
    title = Match("family_business").title
    result = arena(title, ["search:400", "picciotto"], 30, workers=2)
    assert result["bots"][0]["share"] >= 0.6
