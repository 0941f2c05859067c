"""A player's go in The Boss: placing gangsters, laying cards, Chicago, the last turn."""

import pytest

from fivefamilies.core.errors import IllegalMove
from fivefamilies.games.the_boss.components import COLOURS
from tests.games.the_boss.table import TITLE, Table, table


def test_a_round_has_five_turns_and_in_each_everybody_has_one_go():  # TB-16, TB-17, TB-26
    t = Table(TITLE, 3, {"first_seat": 1}, seed=3)
    goes = []
    while t.view().round == 1:
        if t.phase == "place":
            goes.append((t.view().turn, t.up))
            t.play("pass")
        else:
            t.play(t.legal_ids()[0])
    assert goes == [(turn, colour) for turn in range(1, 6) for colour in ("red", "blue", "yellow")]


@pytest.mark.parametrize(("seats", "decisions"), [(2, 20), (3, 30), (4, 40)])
def test_the_number_of_decisions_in_a_round_is_exact(seats, decisions):  # TB-17, TB-27
    t = Table(TITLE, seats, seed=1).finish_round()
    first_round = [p for p in t.played if p.seat >= 0]
    assert len(first_round) == decisions


def test_first_the_gangsters_then_the_card_and_the_go_is_over():  # TB-27, TB-R10
    t = table(hands="yellow: boston_4")
    with pytest.raises(IllegalMove, match="not what is asked now"):
        t.play("reveal boston 4")
    t.play("place 1 expert in detroit")
    assert t.phase == "reveal" and t.up == "yellow"
    for move in ("pass", "place 1 expert in boston"):
        with pytest.raises(IllegalMove, match="not what is asked now"):
            t.play(move)
    t.play("reveal boston 4")
    assert t.phase == "place" and t.up == "red"


def test_placing_is_optional_laying_a_card_is_not():  # TB-27
    t = table(hands="yellow: boston_4 detroit_1 memphis_1 memphis_2 memphis_3")
    t.play("pass")
    assert {move.notation for move in t.legal} == {
        "reveal boston 4", "reveal detroit 1", "reveal memphis 1", "reveal memphis 2", "reveal memphis 3",
    }  # fmt: skip
    assert t.why_not("reveal boston 3") == "you do not hold that card"


def test_any_number_of_gangsters_in_one_city_another_one_each_turn():  # TB-28
    t = table()
    assert t.can(*(f"place {n} experts in boston" for n in range(2, 7)), "place 1 expert in boston")
    assert t.can("place 6 experts 3 occasionals in memphis")
    t.moves("place 2 experts 1 occasional in boston").play(t.legal[0])
    crew = t.city("boston").crews[0]
    assert (crew.experts, crew.occasionals) == (2, 1)
    assert (t.gang("yellow").experts, t.gang("yellow").occasionals) == (4, 2)
    assert t.up == "red", "one city per go"
    t.pass_and_reveal(3)
    assert t.up == "yellow" and t.can("place 1 expert in memphis")


def test_nobody_sends_more_than_his_reserve():  # TB-6, TB-28
    t = table("boston: yellow 4+2")
    assert t.why_not("place 3 experts in detroit") == "you have only 2 Experts in reserve"
    assert t.why_not("place 1 expert 2 occasionals in detroit") == "you have only 1 Occasional in reserve"
    assert t.can("place 2 experts 1 occasional in detroit")


def test_a_city_outside_the_row_cannot_be_entered():  # TB-7
    t = table(seats=2)
    assert t.why_not("place 1 expert in memphis") == "Memphis is not in this game"


def test_experts_and_occasionals_count_the_same():  # TB-29
    t = table("boston: red 2")
    assert t.can("place 1 expert 2 occasionals in boston", "place 3 experts in boston")
    assert not t.can("place 1 expert 1 occasional in boston")


def test_occasionals_go_only_with_an_expert_of_their_colour_or_where_one_stands():  # TB-30, TB-31, TB-R9
    t = table("detroit: yellow 1; boston: red 1")
    assert t.can("place 1 occasional in detroit", "place 1 expert 3 occasionals in new_york")
    why = "Occasionals need an Expert of yours beside them in Boston"
    assert t.why_not("place 2 occasionals in new_york") == why.replace("Boston", "New York"), "they cannot vouch for each other"
    assert t.why_not("place 2 occasionals in boston") == why, "an Expert of another colour is no help"


def test_nobody_is_ever_level_with_another():  # TB-32, TB-33
    t = table("boston: red 2, blue 3")
    assert t.why_not("place 3 experts in boston") == ("you need more gangsters in Boston than each rival there; send at least 4")
    assert t.can("place 4 experts in boston") and not t.can("place 1 expert in boston")


def test_a_rival_is_compared_alone_not_all_of_them_together():  # TB-33, TB-R7
    t = table("boston: red 2, blue 3")
    assert t.can("place 4 experts in boston"), "4 are more than 3, though fewer than 2 + 3"


def test_retaking_a_city_counts_those_who_stand_there():  # TB-34, TB-R8, V2
    t = table("boston: yellow 1, red 2")
    assert not t.can("place 1 expert in boston") and t.can("place 2 experts in boston")
    t.play("place 2 experts in boston")
    assert [(crew.seat, crew.experts) for crew in t.city("boston").crews] == [(0, 3), (1, 2)]
    assert t.city("boston").leader == 0


def test_a_leader_may_add_a_single_gangster_and_an_empty_city_takes_one():  # TB-R8
    t = table("boston: yellow 3, red 2")
    assert t.can("place 1 expert in boston", "place 1 expert in new_york")


def test_gangsters_stay_where_they_were_placed():  # TB-35
    t = table(seats=2)
    t.play("place 6 experts 3 occasionals in boston")
    t.play(t.legal[0])
    t.pass_and_reveal(5).play("police silver")
    t.pass_and_reveal(3)
    assert t.up == "yellow" and t.view().turn == 5 and t.city("boston").crews[0].experts == 6
    assert {move.notation for move in t.legal} == {"pass"}, "there is no move that takes one back"


def test_the_card_may_belong_to_another_city_than_the_gangsters():  # TB-36
    t = table(hands="yellow: memphis_3")
    t.moves("place 1 expert in boston", "reveal memphis 3")
    assert t.city("memphis").column == ["3"] and t.city("memphis").crews == [] and t.city("boston").column == []


def test_backs_in_every_hand_are_seen_by_all_faces_by_the_holder_alone():  # TB-38, TB-R27
    t = table(seats=2, hands="red: boston_3 boston_4 detroit_1 detroit_2 new_york_0")
    for seat in (-3, 0):
        red = t.view(seat).gangs[1]
        assert red.backs == {"new_york": 1, "boston": 2, "detroit": 2} and red.hand is None
    assert [(card.city, card.face) for card in t.view(1).gangs[1].hand] == [
        ("new_york", "0"), ("boston", "3"), ("boston", "4"), ("detroit", "1"), ("detroit", "2"),
    ]  # fmt: skip


def test_an_open_card_goes_to_the_end_of_its_column_and_all_stay_readable():  # TB-39
    t = table(turn=2, hands="yellow: detroit_1; red: detroit_4; blue: detroit_revolver", laid="detroit_3", rewards="detroit_2")
    t.moves("pass", "reveal detroit 1", "pass", "reveal detroit 4", "pass", "reveal detroit revolver")
    assert t.city("detroit").column == ["3", "1", "4", "revolver"]


# ---------------------------------------------------------------- Chicago


def test_chicago_moves_one_card_to_the_right_before_each_new_round():  # TB-41, TB-11, V6
    t = Table(TITLE, 3, {"first_seat": 0}, seed=2)
    assert t.row == ["new_york", "chicago", "boston", "detroit", "kansas_city", "cincinnati"]
    t.finish_round()
    assert t.row == ["new_york", "boston", "chicago", "detroit", "kansas_city", "cincinnati"]


def test_chicago_moves_to_the_right_not_to_the_left():  # TB-R25
    t = table(turn=5, round=3).finish_round()
    assert t.row.index("chicago") == 4


def test_rightmost_chicago_stays_and_keeps_its_properties():  # TB-42
    t = table("chicago: yellow 1; boston: yellow 1", seats=2, turn=5, round=3, laid="new_york_3 boston_4 detroit_4",
              rewards="boston_3")  # fmt: skip
    assert t.row[-1] == "chicago"
    t.finish_round()
    assert t.row[-1] == "chicago" and t.money()[0] > 3


def test_nobody_enters_chicago_before_he_placed_elsewhere_in_an_earlier_turn_of_the_round():  # TB-44, TB-R11
    t = table()
    why = "Chicago opens to you once you have placed a gangster in another city in an earlier turn of this round"
    assert t.why_not("place 1 expert in chicago") == why
    t.moves("place 1 expert in boston").play(t.legal[0])
    t.pass_and_reveal(3)
    assert t.up == "yellow" and t.can("place 1 expert in chicago")
    t.pass_and_reveal()
    assert t.up == "red" and t.why_not("place 1 expert in chicago") == why, "who passed so far cannot either"


def test_chicago_does_not_ask_whether_one_still_leads_the_other_city():  # TB-R11
    t = table("boston: yellow 1, red 2", turn=2)
    assert t.can("place 1 expert in chicago")


def test_the_earlier_turn_must_be_of_the_same_round():  # TB-R11
    t = table("boston: yellow 1", turn=5).finish_round().deal()
    while t.up != "yellow":
        t.pass_and_reveal()
    assert not t.can("place 1 expert in chicago")


def test_chicago_is_overbid_like_any_other_city():  # TB-43
    t = table("boston: yellow 1; detroit: red 1; chicago: red 2", turn=3)
    assert not t.can("place 2 experts in chicago") and t.can("place 3 experts in chicago")
    assert t.why_not("place 3 occasionals in chicago") == "Occasionals need an Expert of yours beside them in Chicago"


# ---------------------------------------------------------------- ban, empty reserves


def test_the_banned_may_not_enter_the_city():  # TB-53
    t = table(round=3, ban={"yellow": "cincinnati"})
    assert t.why_not("place 2 experts in cincinnati") == "you are banned from Cincinnati"
    assert t.can("place 1 expert in memphis") and t.city("cincinnati").banned == [0]


def test_the_banned_still_lays_that_citys_cards():  # TB-R21
    t = table(round=3, ban={"yellow": "cincinnati"}, hands="yellow: cincinnati_3")
    t.moves("pass", "reveal cincinnati 3")
    assert t.city("cincinnati").column == ["3"]


def test_without_an_expert_at_hand_one_can_only_pass_but_lays_cards_as_usual():  # TB-R26
    t = table(round=3, dead={"yellow": 3}, prison={"yellow": [1, 2]}, hospital={"yellow": 1})
    assert [move.notation for move in t.legal] == ["pass"]
    t.play("pass")
    assert len(t.legal) == 5 and all(move.notation.startswith("reveal") for move in t.legal)


# ---------------------------------------------------------------- the last turn


def test_in_the_last_turn_the_largest_reserve_goes_first():  # TB-57, TB-R13
    t = table("boston: yellow 3; detroit: red 1; memphis: blue 2+2", turn=4, go=3, order="yellow red blue black")
    t.pass_and_reveal()
    assert t.view().turn == 5 and [COLOURS[seat] for seat in t.view().order] == ["black", "red", "yellow", "blue"]


def test_equal_reserves_go_clockwise_from_the_reference_holder():  # TB-58, TB-R16, V8
    t = table("boston: yellow 1, red 2, blue 3", turn=4, go=3, reference="blue", order="blue black yellow red")
    t.pass_and_reveal()
    assert [COLOURS[seat] for seat in t.view().order] == ["black", "yellow", "red", "blue"]
    t = table(turn=4, go=3)
    assert [COLOURS[seat] for seat in t.pass_and_reveal().view().order] == ["yellow", "red", "blue", "black"], "yellow's pawn"


def test_inmates_do_not_count_for_the_order_of_the_last_turn():  # TB-R13
    t = table(turn=4, go=3, round=3, prison={"yellow": [2]}, hospital={"red": 1}, dead={"blue": 1})
    assert [COLOURS[seat] for seat in t.pass_and_reveal().view().order] == ["black", "yellow", "red", "blue"]


def test_inmates_may_be_possessed_too_and_then_count_for_the_order_of_the_last_turn():  # TB-57, TB-R13
    away = {"prison": {"yellow": [2, 1]}, "hospital": {"red": 1}, "dead": {"blue": 1}}
    t = table("boston: yellow 1", turn=4, go=3, round=3, options={"possessed": "inmates_too"}, **away).pass_and_reveal()
    assert [COLOURS[seat] for seat in t.view().order] == ["red", "black", "yellow", "blue"], "not the dead, nor the placed"
    assert any("those in prison and hospital included" in line for line in t.lines(1))


def test_the_order_of_the_last_turn_is_fixed_when_it_begins_and_rules_the_whole_go():  # TB-R16
    t = table("boston: yellow 1; detroit: blue 2, black 3", turn=4, go=3)
    t.pass_and_reveal()
    order = [COLOURS[seat] for seat in t.view().order]
    assert order == ["red", "yellow", "blue", "black"]
    t.play("place 6 experts 3 occasionals in memphis")
    assert t.up == "red" and t.phase == "reveal"
    t.play(t.legal[0])
    assert t.up == "yellow" and [COLOURS[seat] for seat in t.view().order] == order


def test_the_only_card_of_the_last_turn_is_still_a_move():  # TB-27
    t = table(turn=5)
    t.play("pass")
    assert len(t.legal) == 1
