"""Exact counts of small trees of Der Pate."""

import pytest

from fivefamilies.core.match import Match
from tests.games.der_pate.table import before_card, table
from tests.games.trees import leaves


@pytest.mark.parametrize(("seats", "drafts"), [(2, 12 * 4 * 3), (3, 12 * 4 * 3 * 2), (4, 12 * 4 * 3 * 2)])
def test_the_drafts(seats, drafts):  # DP-12, DP-13
    start = Match("der_pate", seats, {"first_seat": 0}, by_hand=True)
    assert leaves(start, 1 + seats) == drafts


def test_the_first_card_and_the_answers_to_it():
    start = Match("der_pate", 2, {"setup": "preset", "first_seat": 0}, by_hand=True)
    assert leaves(start, 1) == 10
    # E01, E10, E03, E08: two answers. E02, E04, E05, E07 ask nobody: the six faces of the first die. E06: nine foreign
    # businesses or none, the car being at home. E09: both have three, Corleone gives up one of his.
    assert leaves(start, 2) == 4 * 2 + 4 * 6 + 10 + 3


def test_a_roll_of_four_dice_and_its_placements():
    t = before_card(seats=2).moves("card E05")
    assert [leaves(t, depth) for depth in (1, 2, 3, 4)] == [6, 36, 216, 1296]
    assert leaves(t, 5) == 1296 * 4


def test_line_3_to_the_end_of_the_turn():
    t = table(3, "red 1, white 2", seats=2, tracks="corleone revenue 4")
    # red 1: the raid, then white: Banker with Favours or none; white 2: a Friend, then red: Prosecutor without prisoners
    assert leaves(t, 1) == 2
    assert leaves(t, 2) == 1 + 1
    assert leaves(t, 3) == 2 + 1
    # after the Banker's answer the turn ends; on the other path it has ended and Tattaglia rolls
    assert leaves(t, 4) == 2 + 6


def test_a_window_with_every_token_and_favour():
    t = table(
        2, "grey 3, red p, black 2", tokens="corleone wedding baptism birthday policeman judge senator",
        friends="corleone 2", tracks="corleone favours 4", hudson="corleone 1", debts="corleone tattaglia 1, corleone stracci 1",
    )  # fmt: skip
    places, senator, again, feasts, favours = 3, 2 * 3, 3 + 1, 1 + 1 + 3, 1 + 2 + 2 + 1  # the Favours track is full
    assert leaves(t, 1) == places + senator + again + feasts + favours
