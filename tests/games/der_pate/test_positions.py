"""Positions of Der Pate: what cannot be is refused, and from what is taken every game goes on to its end."""

import random
from typing import Any

import numpy as np
import pytest

from fivefamilies.core.errors import BadPosition
from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.games import title
from tests.games.der_pate.table import before_card, table

TITLE = title("der_pate")
PRINTED = {"business_number", "income", "bonus", "last", "revenue", "token_space", "favour_space", "character"}
OPEN = {name for name in TITLE.state.fields if name not in PRINTED and not name.startswith("event_")}


def moments(seats: int, seed: int, every: int = 9) -> list[np.void]:
    """Positions of a random game."""
    match, chooser, found = Match(TITLE, seats, by_hand=True), random.Random(seed), []
    while not match.is_over:
        if len(match.played) % every == 0:
            found.append(unwrap(TITLE.state.copy(match.state)))
        match.play(chooser.choice(moves_of(match)))
    return found


def moves_of(match: Match) -> list[int]:
    return match.legal_ids() if match.actor >= 0 else match.chances()[0]


def mangled(state: np.void, chooser: random.Random) -> dict[str, Any]:
    """The position with one to three numbers set at random, near what they were or anywhere."""
    row = unwrap(TITLE.state.copy(state))
    for name in chooser.sample(sorted(OPEN), chooser.choice((1, 1, 2, 3))):
        cells = row[name].reshape(-1) if row[name].shape else None
        number = chooser.choice((-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 77, 99, 127))
        if cells is None:
            row[name] = number
        else:
            cells[chooser.randrange(len(cells))] = number
    return TITLE.state.dump(row)


def test_every_position_that_is_taken_can_be_played_to_the_end():
    chooser, taken, refused = random.Random(5), 0, 0
    for seats in TITLE.seats:
        start = Match(TITLE, seats, by_hand=True)
        for state in moments(seats, seats):
            for _ in range(12):
                try:
                    start.set_position(mangled(state, chooser))
                except BadPosition:
                    refused += 1
                    continue
                taken += 1
                play_to_the_end(start, chooser)
    assert taken > 100 and refused > 1000


def play_to_the_end(match: Match, chooser: random.Random) -> None:
    """Random moves; every position on the way could be put on a table too."""
    for _ in range(TITLE.bound):
        assert TITLE.flaw(match.state, match.parts) is None
        if match.is_over:
            return
        moves = moves_of(match)
        assert moves, match.position()
        match.play(chooser.choice(moves))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"asked": -1}, "does not fit the question"),
        ({"asked": 1}, "another seat is asked"),
        ({"round": 99}, "round has 99"),
        ({"fresh_seat": 9}, "fresh_seat has 9"),
        ({"fresh_seat": 1}, "gained out of turn"),
        ({"phase": 77}, "phase has 77"),
        ({"phase": "done"}, "nothing is asked"),
        ({"phase": "visit", "line": 2, "asked": 0}, "dice do not lie"),
        ({"phase": "token_now", "asked": 1}, "dice do not lie"),
        ({"phase": "takeover"}, "line does not fit"),
        ({"line": 2}, "dice do not lie"),
        ({"turn": -1}, "nobody's turn"),
        ({"owed": [1, 0, 0, 0]}, "bonus steps"),
        ({"card": "E01", "seen": {"E01": 1}}, "carried out already"),
        ({"ko": "influence"}, "K.O. track"),
        ({"friends": [1, 0, 0, 0]}, "14 Friends"),
        ({"cash": [-1, 0, 0, 0]}, "cash below zero"),
    ],
)  # fmt: skip
def test_a_window_that_cannot_be_is_refused_with_the_reason(change, message):
    t = table(1)
    with pytest.raises(BadPosition, match=message):
        t.set_position(t.position() | change)


def test_dice_lie_one_on_each_line():  # DP-32
    t = table(2, "grey 2, red 2, white 2")
    for placed in ({"grey": 1, "red": 2, "black": 3, "white": 4}, {}, {"black": 2}, {"black": 1, "red": 1}):
        with pytest.raises(BadPosition, match="one on each line"):
            t.set_position(t.position() | {"placed": placed})


def test_a_roll_needs_a_die_without_a_face():  # DP-33
    t = table(2, "grey 2, red 2, white 2")
    with pytest.raises(BadPosition, match="none is left to roll"):
        t.set_position(t.position() | {"phase": "roll", "asked": -1})


def test_nothing_is_on_a_seat_that_nobody_has():
    t = table(1, seats=2)
    for name, value in (("cash", [10, 10, 5, 0]), ("track", [{}, {}, {"revenue": 1}]), ("owner", ["seat_3"] * 12)):
        with pytest.raises(BadPosition):
            t.set_position(t.position() | {name: value})


def test_a_card_comes_up_only_while_cards_are_left():  # DP-14
    t = before_card(round=7, markers=(3, 3))
    with pytest.raises(BadPosition, match="more cards"):
        t.set_position(t.position() | {"seen": dict.fromkeys((f"E{n:02}" for n in range(1, 11)), 1)})


def test_places_are_counted_from_1_in_views_log_and_notation():
    t = Match(TITLE, 2, {"first_seat": 0}, by_hand=True)
    t.play("car 5")
    view = t.view()
    assert t.lines(0) == ["Tattaglia puts the car at business 5 (Protection money)"]
    assert view.gangster_car.place == 5 and view.gangster_car.business == view.businesses[4].id == "5" and view.car == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_editions_own_words_win(language):
    types, events = [{"id": "loans", "en": "Sharks", "it": "Squali"}], [{"id": "E01", "title_fr": "La mienne"}]
    parts, say = TITLE.parts({"business_types": types, "events": events}), words(language, TITLE.package)
    assert say(parts.types[3].name) == {"en": "Sharks", "it": "Squali", "fr": "Usure", "de": "Kreditwucher"}[language]
    titles = {"en": "First Communion", "it": "Prima comunione", "fr": "La mienne", "de": "Erstkommunion"}
    assert say(parts.events[0].title) == titles[language]
