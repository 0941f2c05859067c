"""Records: declared once, written and read in names."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefamilies.core.errors import BadPosition
from fivefamilies.core.match import Match
from fivefamilies.core.record import content, i8, i16, one_of, plain, record, upto

METALS = ("silver", "gold")


@record
class Sample:
    """A record with every kind of field."""

    coins: i8[2, METALS]
    queue: i8[upto("queued", 5)]
    mood: one_of(("calm", "angry"))[3]
    score: i16
    queued: i8
    colour: one_of(("none", "red"), -1)


def filled():
    state = Sample.blank()
    state["coins"] = [[1, 0], [2, 3]]
    state["queue"] = [4, 0, 0, 0, 0]
    state["queued"] = 2
    state["mood"] = [0, 1, 0]
    state["score"] = -300
    state["colour"] = -1
    return state


def test_a_record_is_flat_and_aligned():
    assert Sample.dtype.itemsize == 16 and Sample.dtype.isalignedstruct


def test_a_position_is_written_in_names():
    assert Sample.dump(filled()) == {
        "coins": [{"silver": 1}, {"silver": 2, "gold": 3}],
        "queue": [4, 0],
        "mood": ["calm", "angry", "calm"],
        "score": -300,
        "queued": 2,
        "colour": "none",
    }


def test_a_written_position_reads_back_to_the_same_bytes():
    assert content(Sample.load(Sample.dump(filled()))) == content(filled())
    assert content(Sample.load({})) == bytes(Sample.dtype.itemsize)


def test_a_list_with_entries_is_written_even_if_they_are_zero():
    state = Sample.blank()
    state["queued"] = 2
    assert Sample.dump(state) == {"queue": [0, 0], "queued": 2}
    assert content(Sample.load(Sample.dump(state))) == content(state)


def test_a_list_without_its_count_is_counted():
    assert Sample.dump(Sample.load({"queue": [7, 0, 9]}))["queued"] == 3


def test_a_copy_is_another_record_with_the_same_content():
    state = filled()
    twin = Sample.copy(state)
    twin["score"] = 7
    assert state["score"] == -300 and content(Sample.read(content(state))) == content(state)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"coin": []}, "unknown entry 'coin'; did you mean 'coins'?"),
        ({"coins": [{"golden": 1}]}, "coins has no 'golden'; did you mean 'gold'?"),
        ({"coins": [[1, 2]]}, "coins wants names with values"),
        ({"coins": [{}, {}, {}]}, "coins wants a list of at most 2"),
        ({"score": "many"}, "score has 'many' where a number belongs"),
        ({"score": 40000}, "score has '40000' where a number belongs"),
        ({"score": True}, "score has 'True' where a number belongs"),
        ({"colour": "blue"}, "colour cannot be 'blue'; it is one of none, red"),
        ({"queue": 3}, "queue wants a list of at most 5"),
        ({"queue": [1, 2], "queued": 1}, "queue has 2 entries, but queued is 1"),
        ({"queue": [1, 2], "queued": "two"}, "queue has 2 entries, but queued is two"),
    ],
)
def test_a_bad_entry_gets_a_clear_sentence(position, message):
    with pytest.raises(BadPosition) as error:
        Sample.load(position)
    assert message in str(error.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from([*Sample.fields, "other"]), json_values))
def test_any_malformed_position_is_refused_politely(position):
    try:
        state = Sample.load(position)
    except BadPosition as error:
        assert str(error).startswith("position: ")
    else:
        assert isinstance(content(state), bytes)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_every_record_survives_writing_and_reading(data):
    state = Sample.blank()
    raw = st.integers(0, 5)
    state["queued"] = data.draw(raw)
    for place in range(int(state["queued"])):
        state["queue"][place] = data.draw(st.integers(-128, 127))
    state["coins"] = data.draw(st.lists(st.lists(st.integers(-128, 127), min_size=2, max_size=2), min_size=2, max_size=2))
    state["mood"] = data.draw(st.lists(st.integers(0, 1), min_size=3, max_size=3))
    state["score"] = data.draw(st.integers(-32768, 32767))
    assert content(Sample.load(Sample.dump(state))) == content(state)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"deck": {"contract": 14, "hit": 2}}, "deck has"),
        ({"hit_list": [1, 1], "hit_count": 2}, "twice"),
        ({"hit_list": [3], "hit_count": 1}, "mobster 3"),
        ({"pace": 1}, "a war without anybody"),
        ({"cards": [1]}, "seat 0 holds 0 cards, and 1 are noted"),
        ({"seats": 9}, "seats has 9; it goes from 1 to 6"),
    ],
)
def test_a_position_that_breaks_an_invariant_is_refused(change, message):  # FB-2, FB-3
    match = Match("family_business", 4, by_hand=True)
    before = content(match.state)
    with pytest.raises(BadPosition) as error:
        match.set_position(match.position() | change)
    assert message in str(error.value) and content(match.state) == before


def test_a_58_card_deck_needs_both_extra_cards():  # FB-R33
    match = Match("family_business", 4, by_hand=True)
    deck = match.position()["deck"] | {"family_influence": 6}
    with pytest.raises(BadPosition, match="57 cards in all"):
        match.set_position(match.position() | {"deck": deck})


def test_records_hold_numbers_only():
    assert all(np.issubdtype(Sample.dtype[name].base, np.integer) for name in Sample.dtype.names)


def test_an_interpreted_record_reads_its_numbers_and_arrays_where_they_lie():
    inner = np.dtype([("kind", "i2"), ("size", "i1")], align=True)
    rows = np.zeros(2, np.dtype([("turn", "i1"), ("cash", "i4"), ("hand", "i1", (2, 3)), ("men", inner, 2)], align=True))
    seen = plain(rows[1])
    assert (seen.turn, seen.cash, seen.hand[1, 2], seen.men[1].kind) == (0, 0, 0, 0)
    seen.turn, seen.cash, seen.hand[1, 2], seen.men[1].kind = -3, 70_000, 5, -300
    assert (rows[1]["turn"], rows[1]["cash"], rows[1]["hand"][1, 2], rows[1]["men"][1]["kind"]) == (-3, 70_000, 5, -300)
    rows[1] = (4, -1, [[1, 2, 3], [4, 5, 6]], [(7, 8), (9, 10)])  # whoever writes to the memory is seen at once
    assert (seen.turn, seen.cash, seen.hand[1, 2], seen.men[1].size) == (4, -1, 6, 10)
    assert all(type(number) is int for number in (seen.turn, seen.cash, seen.hand[1, 2], seen.men[1].size))
    assert not any(rows[0].tobytes())
    with pytest.raises(ValueError, match="no field"):
        _ = seen.hands
