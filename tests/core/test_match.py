"""Matches: playing, undoing, seeing, telling."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivefamilies as ff
from fivefamilies import games
from fivefamilies.core.errors import BadEdition, BadNotation, BadOption, BadSeats, IllegalMove, UnknownGame
from fivefamilies.core.match import Match, spoken
from fivefamilies.core.record import content
from fivefamilies.core.words import LANGUAGES


def played(seed=3, moves=40, **more) -> Match:
    match = Match("family_business", 3, seed=seed, **more)
    chooser = random.Random(seed)
    for _ in range(moves):
        if not match.is_over:
            match.play(chooser.choice(match.legal_ids()))
    return match


def test_a_new_user_plays_in_five_lines():
    match = ff.Match("family_business", seats=3, seed=7)
    while not match.is_over:
        match.play(match.legal[0])
    assert match.result is not None and len(match.result.payoffs) == 3
    assert "THE WALL" in repr(match) and "<pre" in match._repr_html_()


def test_the_same_seed_gives_the_same_match():
    assert content(played(seed=5).state) == content(played(seed=5).state)
    assert content(played(seed=5).state) != content(played(seed=6).state)


def test_a_move_may_be_given_as_id_words_or_move():
    texts = [played(moves=0) for _ in range(3)]
    move = texts[0].legal[-1]
    texts[0].play(move)
    texts[1].play(move.id)
    texts[2].play(move.notation.upper().replace("_", "-"))
    assert len({content(match.state) for match in texts}) == 1


def test_undo_goes_back_to_the_last_decision_and_draws_do_not_change():
    match = played()
    before = content(match.state), len(match.played)
    match.play(match.legal_ids()[0])
    after = content(match.state)
    match.undo()
    assert (content(match.state), len(match.played)) == before
    match.play(match.legal_ids()[0])
    assert content(match.state) == after, "taking back does not fish for better cards"


def test_undoing_everything_ends_at_the_start():
    match = played(moves=5)
    match.undo(len(match.played))
    assert content(match.state) == content(Match("family_business", 3, by_hand=True).state)
    with pytest.raises(IllegalMove, match="no decision to take back"):
        match.undo()
    with pytest.raises(IllegalMove, match="moves made so far: 0"):
        match.undo(3)


def test_a_seat_is_told_its_own_draws_and_not_those_of_others():
    match = played(moves=0)
    own = [line for line in match.log(0) if "draws" in line]
    assert sum("draws a card" in line for line in own) == 10 and len(own) == 16
    assert all("draws a card" in line for line in match.log() if "draws" in line)


def test_a_finished_match_takes_no_moves():
    match = played(moves=10_000)
    assert match.is_over and match.legal == []
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play(0)


@pytest.mark.parametrize(
    ("build", "kind", "message"),
    [
        (lambda: Match("parain"), UnknownGame, "unknown game 'parain'"),
        (lambda: Match("family_busines"), UnknownGame, "did you mean 'family_business'?"),
        (lambda: Match("no.such.module"), UnknownGame, "cannot be loaded"),
        (lambda: Match("family_business", 7), BadSeats, "is for 2 to 6 players, not 7"),
        (lambda: Match("family_business", 4, {"turncot": True}), BadOption, "did you mean 'turncoat'?"),
        (lambda: Match("family_business", 4, {"turncoat": 1}), BadOption, "'1' is not one of False, True"),
        (lambda: Match("family_business", 4, {"max_turns": 0}), BadOption, "not a whole number from 1"),
        (lambda: Match("family_business", 4, {"gangs": ["capone", "capone"]}), BadOption, "different names"),
        (lambda: Match("family_business", 4, preset="meyfair"), BadOption, "unknown preset"),
        (lambda: Match("family_business", 4, edition={"boards": []}), BadEdition, "cannot be replaced"),
    ],
)
def test_a_wrong_start_gets_one_clear_sentence(build, kind, message):
    with pytest.raises(kind) as error:
        build()
    assert message in str(error.value) and "\n" not in str(error.value)


def test_unknown_words_suggest_the_nearest_legal_move():
    match = played(moves=0)
    legal = match.legal[0].notation
    with pytest.raises(BadNotation, match=f"did you mean '{spoken(legal)}'"):
        match.play(legal + "x")
    before = content(match.state)
    with pytest.raises(BadNotation):
        match.play("§§§")
    assert content(match.state) == before


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_a_legal_move_or_a_clear_error(text):
    match = played(moves=8)
    before = content(match.state)
    try:
        match.play(text)
    except (BadNotation, IllegalMove) as error:
        assert content(match.state) == before and "\n" not in str(error).replace(text, "")
    else:
        assert match.played


def test_what_a_bot_gets_holds_no_secret():
    """Two positions that look the same to a seat give a bot the very same bytes, whatever it looks at."""
    match = played(seed=9, moves=25)
    seat = match.actor
    twin = played(seed=9, moves=25)
    from fivefamilies.core.chance import generator

    twin.title.guess(twin.state, seat, generator(77))
    assert content(twin.state) != content(match.state)
    real, other = match.seen(seat, 5), twin.seen(seat, 5)
    assert content(real.state) == content(other.state) != content(match.state)
    assert real.legal_ids() == other.legal_ids() == match.legal_ids()
    assert real.legal == other.legal == match.legal
    assert real.history == other.history and len(real.history) == len(match.log(seat))
    assert msgspec.json.encode(real.view()) == msgspec.json.encode(match.view(seat))
    assert real.observation().tobytes() == other.observation().tobytes()
    assert [content(real.guess()) for _ in range(3)] == [content(other.guess()) for _ in range(3)]


# ---------------------------------------------------------------- editions


def test_an_edition_replaces_names_and_counts():
    edition = {
        "gangs": [{"id": "moran", "name": "The North Side", "short": "North Side"}],
        "cards": [{"id": "contract", "count": 13}, {"id": "hit", "count": 2}],
    }
    match = Match("family_business", 3, edition=edition, by_hand=True)
    assert match.position()["deck"]["hit"] == 2 and match.seat_name(1) == "North Side"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["", "{boss}", "{", "%s", "Hit"])
def test_any_name_of_an_edition_is_said_as_it_is(name, language):
    match = Match("family_business", 3, edition={"gangs": [{"id": "moran", "short": name}]}, by_hand=True, language=language)
    said = name if name != "Hit" else {"en": "Hit", "it": "Esecuzione", "fr": "Assassinat", "de": "Attentat"}[language]
    assert match.seat_name(1) == said
    own = {"id": "moran", "short": name, "short_it": "{a}", "short_fr": ""}
    match = Match("family_business", 3, edition={"gangs": [own]}, by_hand=True, language=language)
    assert match.seat_name(1) == {"en": name, "it": "{a}", "fr": "", "de": said}[language]


@pytest.mark.parametrize(
    ("edition", "message"),
    [
        ({"cards": [{"id": "contract", "count": 13}]}, "the attack cards add up to 31, the deck has 32"),
        ({"cards": [{"id": "contract", "count": "14"}]}, "wrong type"),
        ({"cards": [{"id": "contrakt", "count": 14}]}, "did you mean 'contract'?"),
        ({"cards": [{"id": "contract", "kind": "rescue"}]}, "cannot be replaced; these can"),
        ({"cards": {"contract": 3}}, "must be a list of tables"),
        ({"gangs": [{"id": "moran", "mobsters": ["Bugs"]}]}, "moran needs 9 different mobsters"),
        ({"war": {}}, "'war' cannot be replaced"),
    ],
)
def test_a_wrong_edition_gets_one_clear_sentence(edition, message):
    with pytest.raises(BadEdition) as error:
        Match("family_business", 3, edition=edition)
    assert message in str(error.value)


values = st.none() | st.integers() | st.text(max_size=5) | st.lists(st.text(max_size=5), max_size=3)
rows = st.dictionaries(st.sampled_from(["id", "count", "name", "mobsters", "x"]), values | st.just("contract"), max_size=4)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(["cards", "gangs", "x"]), st.lists(rows, max_size=3) | values, max_size=2))
def test_any_malformed_edition_is_refused_politely(edition):
    try:
        ff.title("family_business").parts(edition)
    except BadEdition as error:
        assert str(error).startswith("edition: ")


def test_matches_without_an_edition_share_one_box():
    """Thousands of idle tables hold it once."""
    for slug in games.names():
        first, second = Match(slug, seed=1), Match(slug, seed=2)
        assert first.parts is second.parts and first.parts == first.title.parts(None)
