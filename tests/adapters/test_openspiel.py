"""OpenSpiel takes our titles for its own games."""

import random

import pytest

from fivefamilies import games
from fivefamilies.core.errors import FamiliesError

pyspiel = pytest.importorskip("pyspiel")


def opened(slug: str, players: int):
    """A game of OpenSpiel after its chance moves."""
    from fivefamilies.adapters import openspiel

    openspiel.register()
    game = pyspiel.load_game(f"ff_{slug}(players={players})")
    state, chooser = game.new_initial_state(), random.Random(3)
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chooser.choices(outcomes, weights)[0])
    return game, state


@pytest.mark.parametrize("slug", games.TITLES)
def test_the_conformance_test_of_openspiel_passes(slug):
    game, _ = opened(slug, min(games.title(slug).seats))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("slug", games.TITLES)
def test_a_resampled_state_looks_the_same_to_its_seat(slug):
    _, state = opened(slug, max(games.title(slug).seats))
    seat, chooser = state.current_player(), random.Random(1)
    twins = [state.resample_from_infostate(seat, chooser.random) for _ in range(8)]
    for twin in twins:
        assert twin.information_state_string(seat) == state.information_state_string(seat)
        assert twin.legal_actions() == state.legal_actions()
    if slug == "family_business":  # hands are hidden from the first deal on
        assert len({str(twin) for twin in twins}) > 1


def test_the_search_of_openspiel_plays_our_titles():
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    game, state = opened("family_business", 2)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 2.0, 5,
        random_state=np.random.RandomState(2), allow_inconsistent_action_sets=True,
    )  # fmt: skip
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("slug", games.TITLES)
def test_a_wrong_action_or_player_is_refused_before_compiled_code_sees_it(slug):
    _, state = opened(slug, min(games.title(slug).seats))
    before = str(state)
    for action in (-1, 10**6, next(move for move in range(games.title(slug).moves) if move not in state.legal_actions())):
        with pytest.raises(FamiliesError):
            state._apply_action(action)
    for player in (-4, 9, 10**6):
        with pytest.raises(FamiliesError):
            state.observation_string(player)
        with pytest.raises(FamiliesError):
            state.resample_from_infostate(player, random.random)
    assert str(state) == before


@pytest.mark.parametrize("slug", games.TITLES)
def test_a_seat_forgets_nothing_and_learns_nothing_that_it_may_not_know(slug):
    """Perfect recall: what a seat could once tell apart, it can tell apart ever after; and a guess is told from nothing."""
    game, state = opened(slug, min(games.title(slug).seats))
    other, chooser = state.clone(), random.Random(5)
    seat = state.current_player()
    first, second = state.legal_actions()[0], state.legal_actions()[-1]
    twin = state.resample_from_infostate(seat, chooser.random)
    assert state.clone().information_state_string(seat) == state.information_state_string(seat)
    state.apply_action(first)
    other.apply_action(second)
    twin.apply_action(first)
    told = [s.information_state_string(seat).split()[0] for s in (state, other)]
    assert first == second or told[0] != told[1], "its own decision"
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    assert again.information_state_string(seat) == state.information_state_string(seat)
    plies = 0
    while not state.is_terminal() and plies < 60:
        before = state.information_state_string(seat).split()[0]
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choices(outcomes, weights)[0])
        else:
            acted = state.current_player()
            state.apply_action(chooser.choice(state.legal_actions()))
            assert acted != seat or state.information_state_string(seat).split()[0] != before
        plies += 1
    strings = {state.information_state_string(player).split()[0] for player in range(game.num_players())}
    assert len(strings) == game.num_players()


def test_options_are_parameters_of_the_game():
    from fivefamilies.adapters import openspiel

    openspiel.register()
    game = pyspiel.load_game("ff_the_boss(players=3,first_seat=#2,possessed=inmates_too)")
    assert game.new_initial_state().box.settled == games.title("the_boss").settle({"first_seat": 2, "possessed": "inmates_too"})
    assert str(pyspiel.load_game(str(game))) == str(game)
    named = pyspiel.load_game("ff_family_business(players=2,gangs=moran;capone,turncoat=true,max_turns=50)")
    settled = named.new_initial_state().box.settled
    assert settled["gangs"] == ["moran", "capone"] and settled["turncoat"] is True and settled["max_turns"] == 50
    assert str(pyspiel.load_game("fivefamilies_the_boss")).startswith("fivefamilies_the_boss("), "the older name"
