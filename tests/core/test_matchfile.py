"""Match files: saved, loaded, verified, and refused when they are wrong."""

import copy
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefamilies.core import matchfile
from fivefamilies.core.errors import BadMatchFile, BrokenPromise, FamiliesError
from fivefamilies.core.match import Match
from fivefamilies.core.record import content


@pytest.fixture(scope="module")
def finished() -> Match:
    match = Match("family_business", 3, {"turncoat": True}, seed=11)
    chooser = random.Random(2)
    while not match.is_over:
        match.play(chooser.choice(match.legal_ids()))
    return match


def test_a_saved_match_loads_to_the_same_bytes(finished, tmp_path):
    path = tmp_path / "a.match.json"
    matchfile.save(finished, path, ["Anna", "bot:greedy", "Bruno"])
    again = matchfile.load(path)
    assert content(again.state) == content(finished.state) and again.options == finished.options
    assert [p.notation for p in again.played] == [p.notation for p in finished.played]
    assert matchfile.read(path)["names"] == ["Anna", "bot:greedy", "Bruno"]
    assert list(tmp_path.iterdir()) == [path], "no temporary file is left"


def test_an_unfinished_match_goes_on_with_the_same_cards(tmp_path):
    match = Match("family_business", 3, seed=4)
    for _ in range(9):
        match.play(match.legal_ids()[0])
    matchfile.save(match, tmp_path / "x.match.json")
    again = matchfile.load(tmp_path / "x.match.json")
    for game in (match, again):
        game.play(game.legal_ids()[-1])
    assert content(match.state) == content(again.state)


def test_a_match_can_be_saved_without_its_secret(finished):
    data = matchfile.to_dict(finished, reveal=False)
    assert data["chance"]["secret"] is None and finished.promise.secret.hex() not in json.dumps(data)
    with pytest.raises(BrokenPromise, match="not revealed yet"):
        matchfile.verify(data)


def test_an_edition_travels_with_the_match(tmp_path):
    edition = {"gangs": [{"id": "capone", "short": "Big Al"}]}
    match = Match("family_business", 2, edition=edition, seed=1)
    matchfile.save(match, tmp_path / "e.match.json")
    assert matchfile.load(tmp_path / "e.match.json").seat_name(0) == "Big Al"


def test_verify_recomputes_every_draw(finished):
    draws = matchfile.verify(matchfile.to_dict(finished))
    assert draws == sum(played.seat == -1 for played in finished.played) > 15


def test_a_swapped_card_is_found_and_named(finished):
    data = matchfile.to_dict(finished)
    wrong = copy.deepcopy(data)
    seats = [move[0] for move in wrong["moves"]]
    last_deal = max(n for n in range(15) if seats[n] == -1)
    other = next(n for n in range(last_deal) if wrong["moves"][n][1] != wrong["moves"][last_deal][1] and n // 5 == last_deal // 5)
    moves = wrong["moves"]
    moves[other], moves[last_deal] = moves[last_deal], moves[other]
    with pytest.raises(BrokenPromise, match=f"move {other + 1}: '{moves[other][2]}' was drawn, the secret gives"):
        matchfile.verify(wrong)


def test_the_first_wrong_draw_is_named_even_where_it_makes_later_moves_impossible(finished):
    data = matchfile.to_dict(finished)
    drawn = {move[1] for move in data["moves"][:15]}
    other = next(move for move in data["moves"][15:] if move[0] == -1 and move[1] not in drawn)
    data["moves"][0] = list(other)
    with pytest.raises(BrokenPromise, match=f"move 1: '{other[2]}' was drawn, the secret gives"):
        matchfile.verify(data)


def test_another_secret_than_the_promised_one_is_refused(finished):
    data = matchfile.to_dict(finished)
    data["chance"]["commitment"] = "0" * 64
    with pytest.raises(BrokenPromise, match="not the one that was promised"):
        matchfile.verify(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["moves"].__setitem__(16, [0, 102, "pass"]), "move 17 (pass): that is not what is asked now"),
        (lambda d: d["moves"].__setitem__(3, [1, 0, "draw contract"]), "move 4 (draw contract): made by seat 1"),
        (lambda d: d["moves"][5].__setitem__(2, "draw nothing"), "move 6: id"),
        (lambda d: d["moves"].__setitem__(0, [-1, "0", "draw"]), "move 1 is not [seat, id, words]"),
        (lambda d: d["moves"].__setitem__(0, [-1, 999, "draw"]), "move 1 (draw): there is no such move"),
        (lambda d: d.pop("options"), "'options' is missing"),
        (lambda d: d.update(seats="3"), "'seats' has the wrong type"),
        (lambda d: d.update(format="x"), "not a match file"),
        (lambda d: d.update(rules_version=99), "version 99 of the rules"),
        (lambda d: d["result"].update(payoffs=[0, 0, 0]), "the result is not that of the moves"),
        (lambda d: d["chance"].update(secret="xyz"), "hexadecimal"),
        (lambda d: d.update(title="famly_business"), "did you mean 'family_business'?"),
    ],
)
def test_a_wrong_file_gets_one_clear_sentence_naming_the_first_bad_move(finished, tmp_path, change, message):
    data = matchfile.to_dict(finished)
    data = json.loads(json.dumps(data))
    change(data)
    path = tmp_path / "wrong.match.json"
    path.write_text(json.dumps(data))
    with pytest.raises(FamiliesError) as error:
        matchfile.load(path)
    assert message in str(error.value) and str(path) in str(error.value) and "\n" not in str(error.value)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 5000))
def test_a_truncated_file_is_refused_politely(finished, tmp_path_factory, length):
    path = tmp_path_factory.mktemp("cut") / "cut.match.json"
    text = matchfile.dumps(finished)
    path.write_text(text[: min(length, len(text) - 3)])
    with pytest.raises(BadMatchFile, match="cut off or not JSON"):
        matchfile.load(path)


def test_a_missing_or_binary_file_is_refused_politely(tmp_path):
    with pytest.raises(BadMatchFile, match="cannot be read"):
        matchfile.load(tmp_path / "none.json")
    (tmp_path / "b.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadMatchFile, match="is not a text file"):
        matchfile.load(tmp_path / "b.json")


def test_a_failed_save_leaves_the_old_file_whole(finished, tmp_path):
    path = tmp_path / "kept.match.json"
    matchfile.save(finished, path)
    before = path.read_text()
    with pytest.raises(TypeError):
        matchfile.write_safely(path, None)
    assert path.read_text() == before and list(tmp_path.iterdir()) == [path]
