"""PettingZoo takes our titles for its own environments: its conformance tests pass."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from fivefamilies import games
from fivefamilies.adapters import pettingzoo as adapter
from fivefamilies.core.errors import BadOption, IllegalMove

KNOWN = (  # what PettingZoo says of every environment whose observations are dictionaries
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


@pytest.mark.parametrize("slug", games.TITLES)
def test_the_aec_tests_of_pettingzoo_pass(slug, capsys):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(adapter.env(slug, min(games.title(slug).seats)), num_cycles=60, verbose_progress=False)
    strange = [str(entry.message) for entry in said if not str(entry.message).startswith(KNOWN)]
    assert not strange
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: adapter.env(slug, max(games.title(slug).seats)), num_cycles=40)
    render_test(lambda render_mode: adapter.env(slug, render_mode=render_mode))


@pytest.mark.parametrize("slug", games.TITLES)
def test_the_parallel_tests_pass_through_the_turn_based_wrapper(slug, capsys):
    parallel_api_test(adapter.parallel_env(slug), num_cycles=60)
    parallel_seed_test(lambda: adapter.parallel_env(slug), num_cycles=20)
    assert "Passed Parallel API test" in capsys.readouterr().out


def test_a_game_is_played_to_its_end_and_paid_once():
    env = adapter.env("the_boss", seats=3, first_seat=2)
    env.reset(seed=5)
    assert env.agent_selection == "player_2", "options are passed through"
    paid, chooser = dict.fromkeys(env.agents, 0.0), np.random.default_rng(1)
    for agent in env.agent_iter():
        seen, reward, is_over, _, _ = env.last()
        paid[agent] += reward
        env.step(None if is_over else chooser.choice(seen["action_mask"].nonzero()[0]))
    assert sum(paid.values()) == 0 and max(paid.values()) > 0 and not env.agents


def test_an_illegal_action_ends_the_game_and_bare_of_guards_it_is_refused_in_words():
    env = adapter.env("the_boss", seats=2)
    env.reset(seed=1)
    agent = env.agent_selection
    wrong = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    env.step(wrong)
    assert env.terminations[agent] and env.rewards[agent] == -1
    bare = adapter.raw_env("the_boss", seats=2)
    bare.reset(seed=1)
    with pytest.raises(IllegalMove, match="game 0: "):
        bare.step(wrong)
    with pytest.raises(BadOption, match="unknown option"):
        adapter.env("the_boss", first_chair=1)
