"""The encirclement game on little boards: the figures of the rulebook and what the rules say around them."""

import pytest

from fivefamilies.games.parrain.components import land_of, parts
from tests.games.parrain import reference
from tests.games.parrain.boards import (
    Board,
    at,
    directly,
    held,
    implicitly,
    in_any_order,
    is_exposed,
    judge,
    keeps,
    place,
    placeable,
    play_in,
    quarter,
    turns,
)

DIAMOND = quarter(
    """. . + . . .
       . + . + . .
       . . + . . .
       . . . . . .
       . . . . . ."""
)


# ---------------------------------------------------------------- capture


def test_a_token_pressed_against_the_border_is_captured():  # JP-34
    before = quarter(
        """- + .
           . . ."""
    )
    assert place(before, "+", at="a2") == quarter(
        """. + .
           + . ."""
    )


def test_a_token_in_the_open_is_captured_by_four_in_a_diamond():  # JP-33, JP-34, JP-R3
    before = quarter(
        """. + .
           + - .
           . + ."""
    )
    assert place(before, "+", at="c2") == quarter(
        """. + .
           + . +
           . + ."""
    )


def test_the_fence_may_step_diagonally_and_captives_cannot():  # JP-35, JP-R2, JP-R3
    before = quarter(
        """. + . .
           + - . .
           . + - .
           . . . ."""
    )
    assert place(before, "+", at="c2") == quarter(
        """. + . .
           + . + .
           . + - .
           . . . ."""
    )


def test_an_empty_position_between_captive_and_fence_saves_the_captive():  # JP-36
    before = quarter(
        """- . +
           . . +
           + + ."""
    )
    for name in ("b1", "a2", "b2"):
        assert place(before, "+", at=name).men[1] == before.men[1]
    assert place(place(before, "+", at="b1"), "+", at="a2").men[1] == 0


def test_a_large_and_crooked_block_is_taken_whole():  # JP-37
    before = quarter(
        """+ + + + + .
           + - - - + .
           + - + - + .
           + - - . + .
           . + + + . ."""
    )
    after = place(before, "+", at="d4")
    assert after.men[1] == 0 and after.men[0].bit_count() == before.men[0].bit_count() + 1


def test_a_fence_may_be_broken_by_the_border_only():  # JP-35
    before = quarter(
        """. - - .
           + + + ."""
    )
    assert place(before, "+", at="a1").men[1] == before.men[1]  # d1 is open
    assert place(place(before, "+", at="a1"), "+", at="d1").men[1] == 0


def test_one_player_may_take_tokens_of_several_opponents_together():  # JP-39, JP-R4
    before = quarter(
        """- o x .
           + + + ."""
    )
    assert place(before, "+", at="d1") == quarter(
        """. . . +
           + + + ."""
    )


def test_two_opponents_cannot_encircle_a_third_together():  # JP-39, JP-R4
    before = quarter(
        """- + .
           . . .
           . . ."""
    )
    after = place(before, "o", at="a2")
    assert after.men[1] == before.men[1]  # + and o shut the - in together, and it stays
    # but then + needs only to encircle the block of - and o
    assert place(place(after, "+", at="b2"), "+", at="a3").men[1:] == (0, 0, 0)


def test_separate_blocks_fall_to_one_token_at_once_and_their_places_can_be_reused():  # JP-R4, JP-R5
    before = quarter(
        """- . -
           + + +"""
    )
    after = place(before, "+", at="b1")
    assert after == quarter(
        """. + .
           + + +"""
    )
    assert judge(after, "+", "a1") == "safe"


# ---------------------------------------------------------------- suicide and its exception


def test_v2_nobody_steps_into_the_centre_without_taking():  # JP-40, JP-R8
    assert judge(DIAMOND, "-", "c2", tokens=1) == "illegal"
    assert judge(DIAMOND, "-", "c2", tokens=2) == "illegal"
    assert judge(DIAMOND, "-", "c2", tokens=3) == "pending"


def test_v3_three_tokens_take_the_tip_in_any_order():  # JP-41, JP-R8
    assert in_any_order(DIAMOND, "-", "b1 d1 c2") == {
        quarter(
            """. - . - . .
               . + - + . .
               . . + . . .
               . . . . . .
               . . . . . ."""
        )
    }


def test_v4_and_three_tokens_retaliate_in_any_order():  # JP-41
    after = play_in(DIAMOND, "-", "b1 d1 c2")
    ends = in_any_order(after, "+", "a1 e1 c1")
    assert len(ends) == 1
    end = ends.pop()
    assert end.men[1] == 0
    assert place(after, "+", at="c1").men[1] == after.men[1] & ~(1 << 10)  # c1 alone takes the one on c2


def test_a_token_may_fill_the_last_liberty_if_it_takes():  # JP-40
    before = quarter(
        """. - +
           - + +
           + . ."""
    )
    assert judge(before, "+", "a1") == "safe"
    assert place(before, "+", at="a1").men[1] == 0


def test_while_a_capture_is_pending_only_what_completes_it_is_allowed():  # JP-R8
    started = place(DIAMOND, "-", at="c2")
    assert is_exposed(started.land, *started.sides("-"))
    assert at(placeable(started.land, *started.sides("-"), 1, True)) == {"b1", "d1"}
    again = place(started, "-", at="b1")
    assert at(placeable(again.land, *again.sides("-"), 0, True)) == {"d1"}


def test_two_eyes_do_not_save_a_group():  # JP-R8
    group = quarter(
        """. + . + -
           + + + + -
           - - - - ."""
    )
    # With two tokens - plays one into an eye and takes with the other; with one token neither eye may be entered.
    assert judge(group, "-", "a1", tokens=1) == "illegal"
    assert judge(group, "-", "a1", tokens=2) == "pending"
    assert play_in(group, "-", "a1 c1").men[0] == 0


def test_positions_may_repeat():  # JP-R9
    ko = quarter(
        """. + - .
           + - . -
           . + - ."""
    )
    taken = place(ko, "+", at="c2")
    assert taken.men[1] == ko.men[1] & ~(1 << 9)
    assert judge(taken, "-", "b2") == "safe" and place(taken, "-", at="b2") == ko


# ---------------------------------------------------------------- control

FIGURE_1 = quarter(
    """. + + + . +
       + . . + . +
       + + + . + .
       . . - . . -
       - . . - . ."""
)


def test_v5_eleven_occupied_and_three_directly_controlled_are_no_majority():  # JP-44, JP-R6
    assert FIGURE_1.men[0].bit_count() == 11
    assert directly(FIGURE_1, "+") == {"a1", "b2", "c2"}
    assert held(FIGURE_1, "+") == 14 and keeps(FIGURE_1, "+") == 16


def test_v5_three_tokens_on_the_marks_take_two_men():  # JP-44
    ends = in_any_order(FIGURE_1, "-", "e1 e2 f3")
    assert {FIGURE_1.men[0] & ~end.men[0] for end in ends} == {1 << 5 | 1 << 13}
    assert judge(FIGURE_1, "-", "e1", tokens=2) == "safe"
    assert judge(place(FIGURE_1, "-", at="e1"), "-", "e2", tokens=1) == "illegal"
    assert judge(place(FIGURE_1, "-", at="e2"), "-", "e1", tokens=1) == "illegal"


@pytest.mark.parametrize(("mark", "directly_held", "holding"), [("e1", 4, 16), ("e2", 4, 16), ("f3", 5, 17)])
def test_v5_one_token_on_any_mark_reaches_a_majority_that_no_turn_breaks(mark, directly_held, holding):  # JP-42, JP-43, JP-R6
    after = place(FIGURE_1, "+", at=mark)
    assert len(directly(after, "+")) == directly_held and held(after, "+") == holding
    assert min(keeps(end, "+") for end in turns(after, "-")) >= 16


FIGURE_2 = quarter(
    """+ + . . + +
       . . + . . .
       + + + + + +
       . . . . . .
       + + . . + +"""
)


def test_v6_wide_enclosures_are_mere_domination():  # JP-44, JP-R6, JP-R7
    assert FIGURE_2.men[0].bit_count() == 15 and directly(FIGURE_2, "+") == set()
    assert held(FIGURE_2, "+") == 15 and implicitly(FIGURE_2, "+") == 30


@pytest.mark.parametrize(
    ("tokens", "corner"),
    [("c1 a2 b2", "a1 b1"), ("d1 e2 f2", "e1 f1"), ("a4 b4 c5", "a5 b5"), ("d5 e4 f4", "e5 f5")],
)
def test_v6_three_tokens_take_any_corner(tokens, corner):  # JP-44
    after = play_in(FIGURE_2, "-", tokens)
    assert at(FIGURE_2.men[0] & ~after.men[0]) == set(corner.split())


SIXTEEN_OF_THIRTY = [
    quarter(
        """. . + . + .
           + + + + + +
           + - - + . -
           + . - + . -
           . - - . - -"""
    ),
    quarter(
        """+ + + + + +
           + . + + . +
           + + . + + .
           . . . . . .
           - . - . - ."""
    ),
]


@pytest.mark.parametrize(("figure", "tokens", "ways"), [(0, 12, 58), (1, 14, 232)])
def test_v7_no_turn_of_three_tokens_breaks_sixteen_of_thirty(figure, tokens, ways):  # JP-42, JP-43, JP-R6, JP-R19
    board = SIXTEEN_OF_THIRTY[figure]
    assert board.men[0].bit_count() == tokens and held(board, "+") == 16
    ends = turns(board, "-")
    assert len(ends) == ways and min(keeps(end, "+") for end in ends) >= 16


def test_v7_the_pockets_of_the_figures():  # JP-R6
    left, right = SIXTEEN_OF_THIRTY
    assert directly(left, "+") == {"a1", "b1", "d1", "f1"} and directly(right, "+") == {"b2", "e2"}


def test_v7_a_token_thrown_into_a_pocket_of_two_changes_no_count():  # JP-R6, JP-R19
    board = SIXTEEN_OF_THIRTY[0]
    assert judge(board, "-", "a1", tokens=1) == "safe"
    after = place(board, "-", at="a1")
    assert held(after, "+") == 16 and held(after, "-") == held(board, "-")


def test_how_large_a_pocket_may_be_is_an_option():  # JP-R6
    board = quarter(
        """. + . . + . .
           + + + + + + .
           . . . + . . +
           + + + + + + .
           . . . . . . ."""
    )  # the lone + on g3 has three liberties: the pockets beside it are not firm
    assert [directly(board, "+", most) for most in (1, 2, 3)] == [
        {"a1"}, {"a1", "c1", "d1"}, {"a1", "c1", "d1", "a3", "b3", "c3"},
    ]  # fmt: skip
    assert keeps(board, "+", 3) == board.men[0].bit_count() + 1 + 2 + 3 + 3 + 2


def test_a_pocket_is_firm_only_if_every_group_beside_it_has_four_liberties():  # JP-R6, JP-R8
    three = quarter(
        """. + - .
           + + - .
           . . . ."""
    )
    assert directly(three, "+") == set()  # a1, a3, b3
    four = quarter(
        """. + . .
           + + - .
           . . . ."""
    )
    assert directly(four, "+") == {"a1"}


def test_tokens_in_a_firm_pocket_of_another_count_for_him():  # JP-42
    board = quarter(
        """- . + . .
           + + + . .
           . . . . ."""
    )
    assert held(board, "-") == 0 and held(board, "+") == 6


def test_a_breach_costs_the_pocket_and_a_repair_brings_it_back():  # JP-R19
    whole = quarter(
        """. . + .
           + + + .
           . . . ."""
    )
    breached = Board(whole.land, (whole.men[0] & ~(1 << 9), 0, 0, 0))
    assert keeps(whole, "+") == 6 and keeps(breached, "+") == 3
    assert keeps(place(breached, "+", at="b2"), "+") == 6


def test_implicit_control_is_territory_that_touches_one_colour():  # JP-48, JP-R7
    board = quarter(
        """. . + . -
           . . + . -
           . . + . -"""
    )
    assert implicitly(board, "+") == 9 and implicitly(board, "-") == 3


# ---------------------------------------------------------------- the slow game


def test_the_fast_game_agrees_with_the_slow_one_on_random_positions_of_every_shape():  # JP-34 to JP-44
    assert reference.compare_all(4_000, seed=20) == 14 * 4_000


def test_every_position_lies_in_a_square_of_four():  # JP-R2
    for part in parts().neighbourhoods:
        land = land_of(part.shape)
        squares = 0
        for corner in range(48):
            square = (1 | 1 << 1 | 1 << 8 | 1 << 9) << corner
            if square & land == square:
                squares |= square
        assert squares == land, part.id
