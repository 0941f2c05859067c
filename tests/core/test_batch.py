"""Many games at once: each is the very game that a Match plays, and wrong calls never reach compiled code."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivefamilies as ff
from fivefamilies import games
from fivefamilies.core.batch import Batch, seeds_from
from fivefamilies.core.chance import below, generator
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.errors import BadOption, BadSeats, FamiliesError, IllegalMove
from fivefamilies.core.match import Match
from fivefamilies.core.record import content, unwrap
from fivefamilies.lab.mass import play_batch

TITLES = games.TITLES


def let_chance_play(match: Match, rng: np.ndarray) -> None:
    """Chance by hand, from the stream of a game of the batch."""
    while match.actor == CHANCE:
        moves, weights = match.chances()
        left = int(below(rng, sum(weights)))
        walked = np.cumsum(weights)
        match.play(moves[int(np.searchsorted(walked, left, side="right"))])


@pytest.mark.parametrize("slug", TITLES)
def test_each_game_of_a_batch_is_the_game_that_a_match_plays(slug):
    title = games.title(slug)
    seats, n = max(title.seats), 3
    batch = ff.batch(slug, seats, n, seed=11)
    streams = [generator(seed) for seed in seeds_from(11, n)]
    matches = [Match(title, seats, by_hand=True) for _ in range(n)]
    for match, rng in zip(matches, streams, strict=True):
        let_chance_play(match, rng)
    steps = 0
    while not batch.done.all():
        numbers, mask = batch.observe(), batch.mask()
        for game, match in enumerate(matches):
            assert batch.actors[game] == match.actor and batch.done[game] == match.is_over
            assert mask[game].nonzero()[0].tolist() == match.legal_ids()
            if steps % 10 == 0 and not match.is_over:
                assert content(batch.states[game]) == content(match.state)
                assert (numbers[game] == title.look(match.state, match.actor)).all()
        actions = batch.sample().copy()
        batch.step(actions)
        steps += 1
        for match, rng, action in zip(matches, streams, actions, strict=True):
            if not match.is_over:
                match.play(int(action))
                let_chance_play(match, rng)
    for game, match in enumerate(matches):
        assert content(batch.states[game]) == content(match.state) and match.result is not None
        assert tuple(batch.payoffs[game]) == match.result.payoffs and tuple(batch.points[game]) == match.result.points
        assert batch.lengths[game] == sum(played.seat >= 0 for played in match.played)
    assert not batch.mask().any() and not batch.observe().any()


@pytest.mark.parametrize("slug", TITLES)
def test_starting_leaves_nothing_of_an_earlier_game(slug):
    """Records are used again: a game that starts in one is the game that starts in an empty one."""
    title = games.title(slug)
    seats = title.seats[0]
    setting = title.encode(title.settle())
    used = play_batch(title, seats, setting, 4, 3, ["random"] * seats).states
    used.view(np.uint8)[: used.nbytes // 2] = 0x55  # and half of it is rubbish
    for old in used:
        state, fresh = title.state.read(old.tobytes()), title.state.blank()
        title.begin(state, seats, setting)
        title.begin(fresh, seats, setting)
        assert all(np.array_equal(unwrap(state)[name], unwrap(fresh)[name]) for name in used.dtype.names)
    batch = Batch(slug, seats, 3, seed=5)
    first = batch.states.copy()
    while not batch.done.all():
        batch.step(batch.sample())
    batch.reset(seed=5)
    assert all((batch.states[name] == first[name]).all() for name in first.dtype.names) and not batch.done.any()


def test_rewards_come_once_and_only_marked_games_begin_anew():
    batch = ff.batch("the_boss", 2, 20, seed=1)
    paid = np.zeros((20, 2))
    while not batch.done.any():
        batch.step(batch.sample())
        paid += batch.rewards
    ended, going = batch.done.copy(), ~batch.done
    assert (paid[ended] == batch.payoffs[ended]).all() and not paid[going].any() and not batch.payoffs[going].any()
    before, lengths = batch.states.copy(), batch.lengths.copy()
    batch.reset(ended)
    assert (batch.states[going] == before[going]).all() and not batch.done.any()
    assert (batch.lengths[ended] == 0).all() and (batch.lengths[going] == lengths[going]).all() and not batch.rewards.any()
    batch.step(batch.sample())
    assert not batch.rewards[ended].any()


def test_a_seed_gives_the_same_games_in_a_batch_of_any_size():
    small, large, other = ff.batch("the_boss", 3, 4, seed=9), ff.batch("the_boss", 3, 50, seed=9), ff.batch("the_boss", 3, 4)
    assert (small.states == large.states[:4]).all() and (small.states != other.states).any()
    seeds = np.array([7, 7, 8, 9], np.uint64)
    small.reset(seeds=seeds)
    assert small.states[0] == small.states[1] != small.states[2]
    mixed = ff.batch("the_boss", 3, 1, {"first_seat": "2"})
    assert mixed.options["first_seat"] == 2 and mixed.actors[0] == 2


def test_arrays_are_made_once():
    batch = ff.batch("family_business", 3, 8, seed=1)

    def arrays() -> list[int]:
        return [id(array) for array in (batch.observe(), batch.mask(), batch.sample(), batch.rewards, batch.actors, batch.done)]

    made = arrays()
    for _ in range(3):
        batch.step(batch.sample())
    assert made == arrays()
    assert batch.observe(seat=1).shape == (8, batch.title.observation_length)


def test_an_illegal_action_names_its_game_and_makes_no_move():
    batch = ff.batch("the_boss", 2, 5, seed=3)
    before = batch.states.copy()
    for wrong in (-1, 10**6, next(move for move in range(batch.title.moves) if not batch.mask()[3, move])):
        actions = batch.sample().copy()
        actions[3] = wrong
        with pytest.raises(IllegalMove, match="game 3: ") as error:
            batch.step(actions)
        assert len(str(error.value)) > 25 and (batch.states == before).all()
    match = batch.match(3)
    assert match.actor == batch.actors[3] and content(match.state) == content(batch.states[3])


WRONG = st.one_of(
    st.none(), st.integers(), st.text(max_size=3), st.just(np.zeros(5)), st.just(np.zeros((5, 1), int)),
    st.just(np.zeros(4, int)), st.just([1.0] * 5), st.just([True] * 5), st.just([None] * 5), st.just(["pass"] * 5),
    st.just([2**70] * 5),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(WRONG)
def test_wrong_shapes_are_refused_before_compiled_code_sees_them(wrong):
    batch = ff.batch("the_boss", 2, 5, seed=3)
    before = batch.states.copy()
    with pytest.raises(BadOption, match="actions must be an array of 5, one a game"):
        batch.step(wrong)
    if wrong is not None:
        with pytest.raises(BadOption, match="seeds must be an array of 5"):
            batch.reset(seeds=wrong)
        with pytest.raises(BadOption, match="where must be an array of 5"):
            batch.reset(wrong * 2 if isinstance(wrong, list) else wrong)
    assert (batch.states == before).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda: ff.batch("the_boss", 9, 5), lambda: ff.batch("the_boss", 2, 0), lambda: ff.batch("the_boss", 2, 2.0),
        lambda: ff.batch("no_title", 2, 5), lambda: ff.batch("the_boss", 2, 5, {"x": 1}),
        lambda: ff.batch("the_boss", 2, 5, seed="x"),
        lambda: ff.batch("the_boss", 2, 5).observe(2), lambda: ff.batch("the_boss", 2, 5).observe(-1),
        lambda: ff.batch("the_boss", 2, 5).match(5), lambda: ff.batch("the_boss", 2, 5).reset(seed=1.5),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_in_words(call):
    with pytest.raises((FamiliesError, BadSeats)) as error:
        call()
    assert "\n" not in str(error.value)


def test_games_that_are_over_wait():
    batch = ff.batch("the_boss", 2, 6, seed=2)
    while not batch.done.all():
        actions = np.where(batch.done, -99, batch.sample())
        batch.step(actions)
    last, lengths = batch.states.copy(), batch.lengths.copy()
    batch.step(np.full(6, -1))
    assert (batch.states == last).all() and (batch.lengths == lengths).all() and (batch.actors == NOBODY).all()
    assert not batch.rewards.any() and batch.payoffs.any()


def fingerprint(batch: Batch) -> list[bytes]:
    """All that a batch shows, as bytes."""
    shown = (batch.states, batch.actors, batch.done, batch.rewards, batch.payoffs, batch.lengths, batch.observe(), batch.mask())
    return [np.ascontiguousarray(array).tobytes() for array in shown]


@pytest.mark.parametrize("slug", TITLES)
def test_threads_do_not_change_a_game_and_neither_does_the_size_of_the_batch(slug):
    few, many = (ff.batch(slug, n=7, seed=4, threads=threads, auto_reset=True) for threads in (1, 3))
    large = ff.batch(slug, n=12, seed=4, threads=2, auto_reset=True)
    for _ in range(60):
        for batch in (few, many, large):
            batch.step(batch.sample())
    assert fingerprint(few) == fingerprint(many)
    assert content(few.states[6]) == content(large.states[6])


def test_with_auto_reset_a_game_that_ends_is_paid_and_begins_anew_in_the_same_step():
    batch, waiting = ff.batch("the_boss", 2, 6, seed=8, auto_reset=True), ff.batch("the_boss", 2, 6, seed=8)
    ends = np.zeros(6, int)
    for _ in range(400):
        actions = waiting.sample().copy()
        batch.step(actions)
        waiting.step(actions)
        assert (batch.done == waiting.done).all() and (batch.rewards == waiting.rewards).all()
        assert (batch.payoffs[batch.done] == waiting.payoffs[waiting.done]).all()
        ends += batch.done
        waiting.reset(waiting.done)
        assert (batch.states == waiting.states).all() and (batch.actors == waiting.actors).all()
        assert (batch.actors >= 0).all() and (batch.lengths == waiting.lengths).all()
    assert (ends >= 2).all()


def test_seats_with_a_policy_play_inside():
    def dear(s, move):
        return move

    batch = ff.batch("the_boss", 3, 40, seed=1, policies=[None, "greedy", dear], threads=2)
    while not batch.done.all():
        assert (batch.actors <= 0).all()
        batch.step(batch.sample())
    assert batch.payoffs[:, 1].mean() > batch.payoffs[:, 0].mean(), "greedy beats random"
    again = ff.batch("the_boss", 3, 40, seed=1, policies=[None, "greedy", dear])
    while not again.done.all():
        again.step(again.sample())
    assert fingerprint(batch) == fingerprint(again)


def test_a_batch_of_policies_alone_plays_a_game_in_every_step():
    batch = ff.batch("the_boss", 2, 30, seed=1, policies=["greedy", "random"], auto_reset=True)
    wins = 0.0
    for _ in range(20):
        batch.step(batch.sample())
        assert batch.done.all() and (batch.rewards.sum(axis=1) == 0).all()
        wins += batch.rewards[:, 0].sum()
    assert wins > 0
    once = ff.batch("the_boss", 2, 30, seed=1, policies=["greedy", "random"])
    assert once.done.all() and once.payoffs.any() and (once.lengths > 5).all()


def test_other_libraries_take_the_arrays_without_a_copy():
    batch = ff.batch("the_boss", 2, 4, seed=1)
    for array in (batch.observe(), batch.mask(), batch.rewards, batch.actors, batch.done, batch.lengths):
        assert np.shares_memory(np.from_dlpack(array), array)


@pytest.mark.parametrize("wrong", [{"threads": 0}, {"threads": 1.5}, {"policies": ["greedy"]}, {"policies": ["search", None]}])
def test_policies_and_threads_that_make_no_sense_are_refused(wrong):
    with pytest.raises(BadOption):
        ff.batch("the_boss", 2, 4, **wrong)
