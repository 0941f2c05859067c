"""A program that drives the API wrongly gets one sentence, and one that drives it rightly gets what it asked for."""

import json

import numpy as np
import pytest

import fivefamilies as ff
from fivefamilies import games
from fivefamilies.core import matchfile
from fivefamilies.core.errors import BadMatchFile, BadNotation, BadOption, BadPosition, BadSeats, FamiliesError, IllegalMove
from fivefamilies.core.match import Match
from fivefamilies.core.record import content

TITLES = games.TITLES


@pytest.mark.parametrize("slug", TITLES)
def test_chance_draws_only_when_it_is_to_move(slug):
    match = Match(slug, seed=3)
    before = content(match.state)
    for ask in (match.draw, match.chances):
        with pytest.raises(IllegalMove, match="chance has nothing to draw here: it is up to"):
            ask()
    assert content(match.state) == before
    hand = Match(slug, by_hand=True)
    while hand.actor != ff.CHANCE:
        hand.play(hand.legal_ids()[0])
    moves, weights = hand.chances()
    assert moves == hand.legal_ids() and min(weights) > 0 and hand.draw().seat == ff.CHANCE


@pytest.mark.parametrize("slug", TITLES)
def test_an_outcome_of_chance_that_does_not_exist_is_refused(slug):
    match = Match(slug, by_hand=True)
    while match.actor != ff.CHANCE:
        match.play(match.legal_ids()[0])
    for number in (match.title.outcomes, match.title.outcomes + 50, -1):
        with pytest.raises(IllegalMove, match="there is no such move; ids go from 0 to"):
            match.play(number)
    impossible = set(range(match.title.outcomes)) - set(match.legal_ids())
    for number in impossible:
        with pytest.raises(IllegalMove):
            match.play(number)


@pytest.mark.parametrize("move", [1.0, True, None, np.float64(3), [1], b"pass", np.array([1, 2]), 10**30])
def test_what_is_no_move_gets_one_sentence(move):
    match = Match("the_boss", 2, seed=1)
    before = content(match.state)
    with pytest.raises(IllegalMove, match="there is no such move; ids go from 0 to 243") as error:
        match.play(move)
    assert "\n" not in str(error.value) and len(str(error.value)) < 150 and content(match.state) == before
    with pytest.raises(BadNotation, match="'x' is not a move"):
        match.play("x")


@pytest.mark.parametrize("kind", [int, np.int8, np.int16, np.int64, np.uint8, np.intp])
def test_any_whole_number_is_understood(kind):
    match = Match("the_boss", 2, seed=1)
    chosen = match.legal[1]
    assert match.play(kind(chosen.id)).notation == chosen.notation


def test_a_view_needs_a_seat_that_is_there():
    match = Match("family_business", 3, seed=1)
    for seat in (3, 9, -1, -4, 0.0, "0", None):
        with pytest.raises(BadSeats, match="seats go from 0 to 2"):
            match.view(seat)
    assert match.view(ff.OBSERVER) == match.view()


# ---------------------------------------------------------------- options


def test_an_option_may_be_given_in_words():
    assert Match("the_boss", 3, {"first_seat": "0"}, by_hand=True).options["first_seat"] == 0
    assert Match("family_business", 3, {"turncoat": "true", "max_turns": "77"}).options["turncoat"] is True
    assert Match("family_business", 3, {"max_turns": np.int16(77)}).options["max_turns"] == 77
    assert Match("family_business", 3, {"gangs": "moran, capone"}).seat_name(0) == "Moran"


def test_an_integer_option_states_its_range():
    with pytest.raises(BadOption, match="'999' is not a whole number from 1 to 9"):
        Match("parrain", 2, {"truce_rounds": "999"})


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize("slug", TITLES)
def test_a_match_from_a_position_is_saved_and_goes_on_the_same(slug, tmp_path):
    before = Match(slug, seed=5)
    for _ in range(12):
        before.play(before.legal_ids()[-1])
    match = Match(slug, before.seats, seed=6)
    match.set_position(before.position())
    for _ in range(6):
        match.play(match.legal_ids()[0])
    ff.save(match, tmp_path / "puzzle.json")
    assert matchfile.read(tmp_path / "puzzle.json")["format"] == "fivefamilies match 2"
    again = ff.load(tmp_path / "puzzle.json")
    assert content(again.state) == content(match.state) and again.position() == match.position()
    match.undo(len(match.played))
    assert content(match.state) == content(again.anew().state) == content(before.state)


def test_a_file_cannot_begin_with_an_impossible_position(tmp_path):
    match = Match("family_business", 3, seed=1)
    match.set_position(match.position())
    data = json.loads(matchfile.dumps(match))
    data["start"]["deck"]["contract"] = 99
    with pytest.raises(BadPosition, match="deck has"):
        matchfile.from_dict(data)
    data["format"] = "fivefamilies match 1"
    with pytest.raises((BadMatchFile, FamiliesError)):
        matchfile.from_dict({**data, "format": "fivefamilies match 3"})
    assert matchfile.from_dict(data).start is None, "files of version 1 know no start"


OPTIONS = {
    "family_business": {"contract_counter_by": "anyone", "rescue_scope": "own_gang", "max_turns": 77},
    "der_pate": {"bonus_step": "per_player", "open_money": True, "senator_line4": False},
    "parrain": {"control_version": "announced", "direct_pocket_max": 3, "round_limit": 12, "truce_rounds": 2},
    "nostra_city": {"cheat_cards": "per_bill", "police_raids": 2},
}


@pytest.mark.parametrize("slug", OPTIONS)
def test_a_position_brings_its_options_along(slug):
    there = Match(slug, options=OPTIONS[slug], seed=2)
    here = Match(slug, by_hand=True)
    here.set_position(there.position())
    assert {key: here.options[key] for key in OPTIONS[slug]} == OPTIONS[slug]
    usual = Match(slug, by_hand=True)
    usual.set_position(usual.position())
    assert usual.options == usual.title.settle()


def test_a_position_is_arranged_by_what_is_different():
    match = Match("family_business", 3, by_hand=True)
    match.arrange(
        hand={0: {"contract": 2, "hit": 1}, 1: {"mob_power": 1}}, cards={0: 3, 1: 1}, taken_from="deck",
        phase="play", turn=0, turn_number=5,
    )  # fmt: skip
    assert match.view(0).families[0].hand == {"contract": 2, "hit": 1}
    assert {move.notation for move in match.legal} == {"play contract", "play hit", "discard contract", "discard hit"}
    with pytest.raises(BadPosition, match="deck holds too few of hit: 10 more are needed"):
        match.arrange(hand={1: {"hit": 10}}, taken_from="deck")
    with pytest.raises(BadPosition, match="'turn' is not a bag"):
        match.arrange(hand={1: {"hit": 1}}, taken_from="turn")
    with pytest.raises(BadPosition, match="hand has the places 0 to 5"):
        match.arrange(hand={6: {"hit": 1}})
    with pytest.raises(BadPosition, match="unknown entry 'hands'"):
        match.arrange(hands={1: {"hit": 1}})
