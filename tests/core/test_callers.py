"""Compiled code trusts its callers, so every entry from Python checks what it hands over: wrong seats, numbers, shapes."""

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivefamilies as ff
from fivefamilies import games
from fivefamilies.core.contract import Setting
from fivefamilies.core.errors import BadPosition, FamiliesError
from fivefamilies.core.match import Match, Seen
from fivefamilies.core.record import content, unwrap
from fivefamilies.lab import arena, laws, mass, simulate

NO_NUMBER = st.one_of(
    st.none(), st.booleans(), st.floats(), st.text(max_size=3), st.lists(st.integers(), max_size=2), st.just(np.zeros(2)),
    st.just(np.float64(1)), st.just({}),
)  # fmt: skip
NO_SEAT = NO_NUMBER | st.integers(-(2**70), -4) | st.integers(7, 2**70) | st.sampled_from([np.int64(9), np.int8(-9), -2, -1])
NO_MOVE = NO_NUMBER | st.integers(-(2**70), -1) | st.integers(5000, 2**70) | st.sampled_from([np.int64(9999), np.int8(-1)])
NO_COUNT = NO_NUMBER | st.integers(-(2**70), 0) | st.just(2**70)
POLICIES = st.lists(st.integers(-3, 9) | NO_NUMBER, max_size=7)


@lru_cache(maxsize=None)
def at_a_decision(slug: str) -> Match:
    """A match some moves in."""
    match = Match(slug, seed=2)
    for _ in range(4):
        match.play(match.legal_ids()[0])
    return match


def options_of(title: ff.title) -> Setting:
    return title.encode(title.settle())


def wrong(n: object) -> object:
    """What makes no sense even where none at all would be fine."""
    return -1 if n is None or (isinstance(n, int) and n == 0) else n


SEAT_CALLS = {
    "seen": lambda match, seat: match.seen(seat),
    "Seen": lambda match, seat: Seen(match.title, seat, match.state, seats=match.seats, options=match.options, parts=match.parts),
    "view": lambda match, seat: match.view(seat),
    "drawing": lambda match, seat: match.drawing(seat),
    "log": lambda match, seat: match.log(seat),
    "lines": lambda match, seat: match.lines(0, seat),
    "seat_name": lambda match, seat: match.seat_name(seat),
    "analyse": lambda match, seat: ff.analyse(match, -1 if seat is None else seat, "20"),
    "Match": lambda match, seat: Match(match.title, 0 if seat is None else seat),
    "check_seats": lambda match, seat: match.title.check_seats(seat),
    "play_many": lambda match, seat: mass.play_many(match.title, seat, options_of(match.title), 1, 1, [0] * match.seats),
    "play_batch": lambda match, seat: mass.play_batch(match.title, seat, options_of(match.title), 1, 1, [0] * 4),
    "simulate": lambda match, seat: simulate.simulate(match.title, "random", 1, seats=-1 if seat is None else seat),
    "check": lambda match, seat: laws.check(match.title, [seat], 1),
}
MOVE_CALLS = {
    "play": lambda match, move: match.play(move),
    "notation": lambda match, move: match.notation(move),
    "label": lambda match, move: match.label(move),
    "after": lambda match, move: match.seen(match.actor).after(move),
    "undo": lambda match, move: match.undo(-1 if move is None else move),
    "lines": lambda match, move: match.lines(move),
}
COUNT_CALLS = {
    "games": lambda title, n: mass.play_many(title, title.seats[0], options_of(title), n, 1, [0] * title.seats[0]),
    "batch": lambda title, n: mass.play_many(title, title.seats[0], options_of(title), 1, 1, [0] * title.seats[0], batch=n),
    "taped": lambda title, n: mass.play_batch(title, title.seats[0], options_of(title), 1, 1, [0] * title.seats[0], wrong(n)),
    "workers": lambda title, n: mass.play_many(title, title.seats[0], options_of(title), 1, 1, [0] * title.seats[0], wrong(n)),
    "arena": lambda title, n: arena.arena(title, ["random"] * title.seats[0], 1, workers=wrong(n)),
}


def refuses(call, *given) -> None:
    """The call raises one of our errors, with a sentence."""
    with pytest.raises(FamiliesError) as error:
        call(*given)
    assert str(error.value)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(games.TITLES), st.sampled_from(sorted(SEAT_CALLS)), NO_SEAT)
def test_no_function_takes_a_seat_that_is_not_there(slug, call, seat):
    match = at_a_decision(slug)
    before = content(match.state)
    refuses(SEAT_CALLS[call], match, seat)
    assert content(match.state) == before


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(games.TITLES), st.sampled_from(sorted(MOVE_CALLS)), NO_MOVE)
def test_no_function_takes_a_move_that_does_not_exist(slug, call, move):
    match = at_a_decision(slug)
    before = content(match.state)
    refuses(MOVE_CALLS[call], match, move)
    assert content(match.state) == before
    assert not isinstance(move, int) or match.objection(move), "objection answers with a sentence"


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(games.TITLES), st.sampled_from(sorted(COUNT_CALLS)), NO_COUNT)
def test_no_function_takes_a_number_of_games_or_workers_that_makes_no_sense(slug, call, count):
    refuses(COUNT_CALLS[call], games.title(slug), count)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(games.TITLES), POLICIES)
def test_every_seat_needs_a_policy_that_exists(slug, policies):
    title = games.title(slug)
    seats = title.seats[0]
    if len(policies) == seats and all(type(policy) in (int, str) and policy in (0, 1, "random") for policy in policies):
        return
    refuses(mass.play_many, title, seats, options_of(title), 1, 1, policies)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(games.TITLES), st.data())
def test_options_that_encode_would_not_give_are_refused(slug, data):
    title = games.title(slug)
    seats, setting = data.draw(st.sampled_from(title.seats)), options_of(title)
    key = data.draw(st.sampled_from([option.key for option in title.options]))
    unwrap(setting.options)[key] += data.draw(st.sampled_from([-9, -1, 1, 5, 77, 10**6, 2**62]))
    refuses(mass.play_batch, title, seats, setting, 1, 1, [0] * seats)
    other = games.title(data.draw(st.sampled_from([name for name in games.TITLES if name != slug])))
    for wrong_one in (options_of(other), tuple(setting), setting.options, [0] * 9, None):
        refuses(mass.play_batch, title, seats, wrong_one, 1, 1, [0] * seats)
    assert mass.play_batch(title, seats, options_of(title), 1, 1, [0] * seats).lengths[0] <= title.bound


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(games.TITLES), st.data())
def test_a_position_out_of_bounds_is_refused(slug, data):
    """One number of a real position is changed: either it is refused, or it lies where the rules stay inside the record."""
    match = Match(slug, seed=2)
    position, fields = match.position(), match.title.state.fields
    name = data.draw(st.sampled_from([field for field in fields if isinstance(position.get(field, 0), int)]))
    position[name] = data.draw(st.integers(-128, 127) | st.sampled_from([2**40, "x", None, True, [1], {}, 9]))
    before = content(match.state)
    try:
        match.set_position(position)
    except BadPosition as error:
        assert str(error) and content(match.state) == before
        return
    numbers, bounds = np.ravel(unwrap(match.state)[name]), fields[name].bounds
    assert bounds is None or bounds[0] <= min(numbers) <= max(numbers) <= bounds[1]


@pytest.mark.parametrize("slug", games.TITLES)
def test_every_seat_in_a_record_has_bounds(slug):
    """Fields that name a seat or a place are what compiled rules use as an index."""
    title = games.title(slug)
    for name, field in title.state.fields.items():
        if name in ("turn", "asked", "seats", "target", "space", "car", "go", "order", "controller", "claim", "winner", "first"):
            assert field.bounds, name
            for wrong in (field.bounds[0] - 1, field.bounds[1] + 1):
                row = title.state.array(1)[0]
                row[name] = wrong
                with pytest.raises(BadPosition, match="it goes from"):
                    title.state.check(row)


def test_wrong_kinds_of_things_are_refused_in_words():
    title = games.title("the_boss")
    for call in (
        lambda: Match(3), lambda: Match(["x"]), lambda: Match(title, options=[1]), lambda: Match(title, options={"x": 1}),
        lambda: Match(title, options={1: 1}), lambda: Match(title, preset=["x"]), lambda: Match(title, edition=[1]),
        lambda: Match(title, language="eo"), lambda: Match(title, language=["it"]), lambda: ff.title(None), lambda: ff.title("."),
        lambda: ff.title("os.path"), lambda: Match(title).set_position([1]), lambda: Match(title).set_position({3: 1}),
        lambda: Match(title).seen(0, seed="x"), lambda: title.state.read(b"short"), lambda: Match(title, 2).play({"x": 1}),
        lambda: mass.play_batch(title, 2, options_of(title), 1, 1.5, [0, 0]),
    ):  # fmt: skip
        refuses(call)
