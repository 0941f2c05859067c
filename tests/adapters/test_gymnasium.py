"""Gymnasium takes one seat of our titles for an environment of its own, alone or many at a time."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

from fivefamilies import games
from fivefamilies.adapters import gymnasium as adapter
from fivefamilies.adapters.spaces import camel
from fivefamilies.core.errors import BadSeats


def legal_actions(seen: dict, chooser: np.random.Generator) -> np.ndarray:
    """A random legal action for each game; 0 where there is none."""
    scores = seen["action_mask"] * chooser.random(seen["action_mask"].shape)
    return scores.argmax(axis=-1)


@pytest.mark.parametrize("slug", games.TITLES)
def test_the_checker_of_gymnasium_passes(slug):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"FiveFamilies/{camel(slug)}-v0", bots="random").unwrapped)
        check_env(gymnasium.make(f"FiveFamilies/{camel(slug)}-v0", render_mode="ansi").unwrapped)


def test_one_seat_plays_a_whole_game_against_named_bots():
    env = gymnasium.make("FiveFamilies/TheBoss-v0", seats=3, seat=1, bots=["greedy", "random"], first_seat=1)
    chooser = np.random.default_rng(3)
    seen, _ = env.reset(seed=4)
    rewards, is_over = [], False
    while not is_over:
        assert seen in env.observation_space and seen["action_mask"].any()
        seen, reward, is_over, is_cut, _ = env.step(legal_actions(seen, chooser))
        rewards.append(reward)
    assert not any(rewards[:-1]) and -1 <= rewards[-1] <= 1 and not is_cut
    seen, _ = env.reset()
    _, reward, is_over, _, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert reward == -1 and is_over and info["illegal"]
    with pytest.raises(BadSeats):
        adapter.SeatEnv("the_boss", seats=3, seat=3)


@pytest.mark.parametrize("slug", games.TITLES)
def test_a_vector_of_games_keeps_the_promises_of_gymnasium(slug):
    made = [gymnasium.make_vec(f"FiveFamilies/{camel(slug)}-v0", num_envs=5, threads=threads) for threads in (1, 2)]
    env, twin = made
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP and env.num_envs == 5
    seen, info = env.reset(seed=7)
    assert data_equivalence((seen, info), twin.reset(seed=7))
    chooser, ended = np.random.default_rng(1), np.zeros(5, bool)
    for _ in range(40):
        assert seen in env.observation_space
        actions = legal_actions(seen, chooser)
        assert actions in env.action_space
        answer = env.step(actions)
        assert data_equivalence(answer, twin.step(actions)), "the seed decides, not the threads"
        kept = seen
        seen, rewards, is_over, is_cut, _ = answer
        assert not np.shares_memory(kept["observation"], seen["observation"])
        assert rewards.shape == is_over.shape == is_cut.shape == (5,) and not rewards[~is_over].any() and not is_cut.any()
        assert not rewards[ended & ~is_over].any()
        ended = is_over
    env.close()


def test_a_game_of_a_vector_that_ended_begins_anew_in_the_next_step():
    env = adapter.SeatVectorEnv("the_boss", 6, seats=2, bots="random")
    seen, _ = env.reset(seed=1)
    chooser, ended, ends = np.random.default_rng(2), np.zeros(6, bool), 0
    for _ in range(150):
        seen, rewards, is_over, _, _ = env.step(legal_actions(seen, chooser))
        assert not rewards[ended].any() and not is_over[ended].any(), "the step after the end only begins anew"
        assert (env.games.lengths[ended] < 30).all()
        ends, ended = ends + is_over.sum(), is_over
    assert ends >= 6
    seen, _ = env.reset(seed=1)
    actions = legal_actions(seen, chooser)
    actions[2] = int(np.flatnonzero(seen["action_mask"][2] == 0)[0])
    seen, rewards, is_over, _, info = env.step(actions)
    assert rewards[2] == -1 and is_over.tolist() == [False, False, True, False, False, False] and info["illegal"][2]
    lengths = env.games.lengths.copy()
    _, rewards, is_over, _, _ = env.step(legal_actions(seen, chooser))
    assert not rewards.any() and not is_over.any() and env.games.lengths[2] < lengths[2] + 3
