"""Development tracks, action tokens and favours of Der Pate."""

import pytest

from fivefamilies.core.errors import IllegalMove
from tests.games.der_pate.table import FAMILIES, SHORT, Table, before_card, table

FOUR = "grey 2, red 2, black 2, white 2"


def window(line: int = 1, **more) -> Table:
    dice = {1: FOUR, 2: "grey 3, red 3, black 3", 3: "grey 3, black 3", 4: "black 3", 5: ""}[line]
    return table(line, dice, car=3, **more)


# ---------------------------------------------------------------- advancing


def test_advancing_moves_the_marker_and_collects_tokens_passed_or_reached():  # DP-67, DP-68
    t = table(2, "grey 5, red 3, white 1", tracks="corleone reputation 2").moves("place grey")
    assert t.at("corleone", "reputation") == 7
    held = [token for token, where in t.of("corleone").tokens.items() if where == "in_hand"]
    assert held == ["wedding", "baptism"]
    t = table(2, "grey 5, red 3, white 1").moves("place red")
    assert t.of("corleone").tokens["policeman"] == "in_hand", "reached"
    assert table(2, "grey 2, red 3, white 1").moves("place grey").of("corleone").tokens["wedding"] == "on_track"


def test_a_token_is_good_for_one_action_now_or_in_a_later_turn():  # DP-69
    t = window(tokens="corleone wedding").moves("wedding")
    assert t.of("corleone").tokens["wedding"] == "spent" and "wedding" not in t.offered
    with pytest.raises(IllegalMove, match="you do not have that token"):
        t.play("wedding")
    t = table(5, turn="stracci", tokens="corleone wedding").moves("end turn", "card E05").roll("1 1 1 1")
    assert t.up == "corleone" and "wedding" in t.offered, "kept over the round"


def test_each_track_has_its_end_and_surplus_steps_are_lost():  # DP-77, DP-R8
    t = table(2, "grey 5, red 3, white 1", tracks="corleone reputation 10").moves("place grey")
    assert t.at("corleone", "reputation") == 12 and t.cash("corleone") == 10
    t = table(2, "grey 5, red 3, white 1", tracks="corleone reputation 10", options={"overshoot": "paid"}).moves("place grey")
    assert t.at("corleone", "reputation") == 12 and t.cash("corleone") == 11
    t = table(2, "grey 2, red 3, white 1", tracks="corleone reputation 10", options={"overshoot": "paid"}).moves("place grey")
    assert t.cash("corleone") == 10, "nothing to spare"


@pytest.mark.parametrize(("die", "track"), [("grey", "reputation"), ("red", "influence")])
def test_at_the_end_of_the_track_a_move_earns_exactly_a_thousand(die, track):  # DP-77
    t = table(2, "grey 5, red 5, white 1", tracks=f"corleone {track} 12").moves(f"place {die}")
    assert t.cash("corleone") == 11


def test_the_press_looks_at_each_track_by_itself():  # DP-41, DP-R8
    t = table(2, "grey p, red 3, white 1", tracks="corleone reputation 12 influence 11").moves("place grey")
    assert t.cash("corleone") == 11 and t.at("corleone", "influence") == 12


# ---------------------------------------------------------------- tokens


def test_a_wedding_brings_a_friend():  # DP-70
    t = window(tokens="corleone wedding").moves("wedding")
    assert t.of("corleone").friends == 1 and t.view().brooklyn == 12 and t.phase == "window"


def test_a_wedding_waits_while_brooklyn_is_empty():  # DP-R17
    t = window(tokens="corleone wedding", friends="barzini 13")
    with pytest.raises(IllegalMove, match="left in Brooklyn"):
        t.play("wedding")


@pytest.mark.parametrize(("face", "pays"), [("1", 1), ("4", 4), ("5", 5), ("p", 0)])
def test_a_baptism_pays_a_thousand_times_one_die(face, pays):  # DP-71
    t = window(tokens="corleone baptism policeman judge").moves("baptism")
    assert t.up == "chance" and t.offered == {f"roll baptism {n}" for n in (1, 2, 3, 4, 5, "puppet")}
    t.roll(face)
    assert t.cash("corleone") == 10 + pays and t.phase == "window"
    assert t.faces == [2, 2, 2, 2], "it changes none of the dice of the turn"
    assert t.of("corleone").tokens["baptism"] == "spent"


def test_policeman_and_judge_do_not_work_on_the_baptism_die():  # DP-R13
    t = window(5, tokens="corleone baptism policeman judge").moves("baptism")
    assert t.up == "chance", "nobody is asked between the roll and the money"
    assert t.roll("1").offered == {"end turn"}


def test_a_birthday_moves_one_space_on_any_track():  # DP-72
    for track in ("reputation", "influence", "revenue", "favours"):
        t = window(tokens="corleone birthday").moves(f"birthday {track}")
        assert t.at("corleone", track) == 1
    t = window(tokens="corleone birthday", tracks="corleone reputation 12 influence 12 revenue 4 favours 4")
    assert {move for move in t.offered if "birthday" in move} == {"birthday reputation", "birthday influence"}
    assert t.moves("birthday influence").cash("corleone") == 11


def test_the_policeman_rolls_one_die_of_the_roll_again():  # DP-73, DP-R13
    t = window(2, tokens="corleone policeman")
    assert {move for move in t.offered if "policeman" in move} == {"policeman grey", "policeman red", "policeman black"}
    with pytest.raises(IllegalMove, match="lies on a line already"):
        t.play("policeman white")
    t.play("policeman red")
    assert t.up == "chance" and t.faces == [3, None, 3, 1]
    assert t.roll("5").faces == [3, 5, 3, 1] and t.phase == "window"
    assert not any("policeman" in move for move in t.offered)


@pytest.mark.parametrize(("line", "dice"), [(1, 4), (2, 3), (3, 2)])
def test_the_judge_repeats_the_whole_roll(line, dice):  # DP-74, V3
    t = window(line, tokens="corleone judge").moves("judge")
    rolled = 0
    while t.up == "chance":
        t.roll("4")
        rolled += 1
    assert rolled == dice and t.faces.count(4) == dice and t.view().line == line
    assert "judge" not in t.offered


@pytest.mark.parametrize("line", [4, 5])
def test_no_roll_is_repeated_on_line_4_or_at_the_end(line):  # DP-R13
    t = window(line, tokens="corleone judge policeman")
    for move in ("judge", "policeman black"):
        with pytest.raises(IllegalMove, match="no roll to repeat"):
            t.play(move)


def test_the_senator_puts_a_die_on_a_box_of_another_colour():  # DP-75, DP-R12
    t = window(2, tokens="corleone senator")
    assert "senator black as white" in t.offered and "senator black as black" not in t.offered
    t.play("senator black as white")
    assert t.cash("corleone") == 13 and t.of("corleone").tokens["senator"] == "spent"
    assert [die.line for die in t.view().dice] == [None, None, 2, 1], "the black die lies on the line"
    t = window(3, tokens="corleone senator").moves("senator grey as black")
    assert t.phase == "takeover" and t.view().number == 3, "the colour changes, not the number"


def test_the_senator_is_no_use_on_line_1_and_needs_another_colour():  # DP-R12
    with pytest.raises(IllegalMove, match="colours do not matter"):
        window(1, tokens="corleone senator").play("senator grey as red")
    with pytest.raises(IllegalMove, match="has that colour already"):
        window(2, tokens="corleone senator").play("senator grey as grey")


def test_the_senator_on_line_4_takes_any_face_if_the_option_allows_it():  # DP-R12
    t = table(4, "black p", tokens="corleone senator")
    assert t.offered == {"place black", "senator black as grey", "senator black as red", "senator black as white"}
    assert t.moves("senator black as white").phase == "banker"
    t = table(4, "black p", tokens="corleone senator", options={"senator_line4": False})
    assert t.offered == {"place black"}
    with pytest.raises(IllegalMove, match="does not work on line 4"):
        t.play("senator black as white")


def test_several_tokens_may_be_used_in_one_turn():  # DP-76
    t = window(tokens="corleone wedding baptism birthday policeman judge")
    t.moves("wedding", "baptism").roll("3").moves("birthday revenue", "policeman grey").roll("1").moves("judge").roll("1 2 3 4")
    assert list(t.of("corleone").tokens.values()).count("spent") == 5 and t.view().line == 1


@pytest.mark.parametrize("line", [1, 2, 3, 4, 5])
def test_tokens_and_favours_may_be_used_in_every_window_of_the_own_turn(line):  # DP-R10
    t = window(line, tokens="corleone wedding baptism birthday", friends="corleone 1", tracks="corleone favours 4")
    assert {"wedding", "baptism", "birthday revenue", "favour cash", "favour reputation"} <= t.offered
    faces = t.faces
    assert t.moves("wedding", "favour cash").faces == faces, "rolled dice stay as they are"


def test_only_the_own_tokens_are_offered():  # DP-R10, DP-R11
    t = window(tokens="tattaglia wedding judge senator baptism", friends="tattaglia 2", tracks="tattaglia favours 4")
    assert t.offered == {"place grey", "place red", "place black", "place white"}


# ---------------------------------------------------------------- out of turn


def smuggling(**more) -> Table:
    """Corleone pays Tattaglia for Smuggling, who stands before a token."""
    return table(1, FOUR, owners="- - - - - - t - - - - -", **more).moves("place grey")


def test_a_feast_gained_out_of_turn_may_be_used_at_once():  # DP-R11, DP-68
    t = smuggling(tracks="tattaglia reputation 2")
    assert t.phase == "token_now" and t.up == "tattaglia" and t.offered == {"keep", "wedding"}
    t.play("wedding")
    assert t.of("tattaglia").friends == 1 and t.of("tattaglia").tokens["wedding"] == "spent"
    assert t.phase == "roll" and t.view().line == 2, "the turn goes on"


def test_or_it_is_kept_for_an_own_turn():  # DP-R11, DP-69
    t = smuggling(tracks="tattaglia reputation 2").moves("keep")
    assert t.of("tattaglia").tokens["wedding"] == "in_hand" and t.phase == "roll"


def test_only_the_token_just_gained_may_be_used():  # DP-R11
    t = smuggling(tracks="tattaglia reputation 5", tokens="tattaglia wedding", friends="tattaglia 1")
    assert t.offered == {"keep", "baptism"}
    with pytest.raises(IllegalMove, match="only the token just gained"):
        t.play("wedding")


def test_a_baptism_out_of_turn_rolls_its_own_die():  # DP-71, DP-R11
    t = smuggling(tracks="tattaglia reputation 5").moves("baptism").roll("4")
    assert t.cash("tattaglia") == 10 + 2 + 4 and t.view().line == 2 and t.phase == "roll"


def test_a_birthday_out_of_turn_and_the_token_it_may_give():  # DP-72, DP-R11
    t = smuggling(tracks="tattaglia reputation 8 influence 2")
    assert t.offered == {"keep", *(f"birthday {track}" for track in ("reputation", "influence", "revenue", "favours"))}
    t.play("birthday influence")
    assert t.of("tattaglia").tokens["policeman"] == "in_hand" and t.phase == "roll", "a Policeman waits for an own turn"


def test_a_birthday_may_give_the_next_feast_and_a_further_question():  # DP-R11
    spaces = [("birthday", 3), ("wedding", 4), ("baptism", 9)]
    match = Table(
        "der_pate", 4, {"setup": "preset"}, by_hand=True,
        edition=SHORT | {"action_tokens": SHORT["action_tokens"] + [{"id": token, "space": space} for token, space in spaces]},
    )  # fmt: skip
    given = table(1, FOUR, owners="- - - - - - t - - - - -", tracks="tattaglia reputation 2").position()
    match.set_position(given | {"token_space": match.position()["token_space"]})
    match.moves("place grey", "birthday reputation")
    assert match.phase == "token_now" and match.offered == {"keep", "wedding"}
    assert match.moves("wedding").phase == "roll"


def test_a_feast_that_a_birthday_gives_is_asked_about_before_those_that_wait():  # DP-R11, DP-R34
    spaces = [("birthday", 1), ("wedding", 2), ("baptism", 4)]
    edition = {
        "action_tokens": [{"id": token, "space": space} for token, space in spaces],
        "events": [{"id": "E01", "effect": {"kind": "choice", "a": {"advance": "reputation", "steps": 3}, "b": {"cash": 2000}}}],
    }
    t = Table("der_pate", 2, {"setup": "preset"}, by_hand=True, edition=edition).moves("card E01", "step")
    assert t.phase == "token_now" and "birthday revenue" in t.offered, "two feasts are passed at once: the first on the track"
    t.play("birthday reputation")
    assert t.offered == {"keep", "baptism"}, "the one just gained, before anything else goes on"
    t.moves("baptism").roll("2")
    assert t.up == "corleone" and t.offered == {"keep", "wedding"}, "then the one that waits"
    assert t.moves("keep").up == "tattaglia" and t.of("corleone").tokens["wedding"] == "in_hand"
    t.moves("step", "birthday revenue")
    assert t.offered == {"keep", "wedding"}, "no marker moved over a token: the order of the track"


def test_a_wedding_that_cannot_be_used_is_kept_unasked():  # DP-R17, DP-R33
    t = smuggling(tracks="tattaglia reputation 2", friends="barzini 13")
    assert t.phase == "roll" and t.of("tattaglia").tokens["wedding"] == "in_hand"


def test_people_in_debt_only_work_in_an_own_turn():  # DP-R11
    owners = "t - - - - - - - - - - -"
    t = table(1, "grey 1, red 1, black 1, white 1", owners=owners, tracks="tattaglia influence 2").moves("place grey")
    assert t.of("tattaglia").tokens["policeman"] == "in_hand" and t.phase == "roll"


def test_in_the_own_turn_a_token_waits_for_the_window():  # DP-R10, DP-R11
    t = table(1, FOUR, owners="- - c - - - - - - - - -", tracks="corleone reputation 2").moves("place grey")
    assert t.phase == "roll" and t.of("corleone").tokens["wedding"] == "in_hand"


def test_the_event_phase_is_nobodys_turn_not_even_the_start_players():  # DP-R11
    t = before_card(tracks="corleone reputation 2, tattaglia reputation 5").moves("card E01", "step")
    assert t.phase == "token_now" and t.up == "corleone"
    t.moves("wedding", "step")
    assert t.phase == "token_now" and t.up == "tattaglia"
    t.moves("baptism").roll("2")
    assert t.phase == "choice" and t.up == "barzini" and t.cash("tattaglia") == 12


def test_questions_about_tokens_come_between_the_bonus_steps():  # DP-R7, DP-R11
    t = table(1, FOUR, owners="- - b - - - t - - - t -", tracks="tattaglia reputation 2, barzini reputation 2", car=3)
    t.play("place grey")
    assert t.up == "tattaglia" and t.at("tattaglia", "reputation") == 3, "asked after the first of two steps"
    t.play("wedding")
    assert t.up == "barzini" and t.at("tattaglia", "reputation") == 4 and t.at("barzini", "reputation") == 3
    assert t.moves("keep").phase == "roll"


# ---------------------------------------------------------------- favours


def favours(line: int = 1, **more) -> Table:
    return window(line, **{"friends": "corleone 3", **more})


def test_a_favour_costs_a_friend_who_returns_to_brooklyn():  # DP-79
    t = favours(tracks="corleone favours 4").moves("favour cash")
    assert t.of("corleone").friends == 2 and t.view().brooklyn == 11
    with pytest.raises(IllegalMove, match="you have no Friend"):
        favours(tracks="corleone favours 4", friends="").play("favour cash")


def test_the_favour_at_the_marker_or_any_earlier_one():  # DP-79, V8
    more = {"hudson": "corleone 1", "debts": "corleone barzini 1"}
    t = favours(tracks="corleone favours 3", **more)
    assert {move for move in t.offered if "favour" in move} == {
        "favour recruit", "favour debt from barzini", "favour reputation", "favour revenue",
    }  # fmt: skip
    with pytest.raises(IllegalMove, match="has not reached that favour"):
        t.play("favour cash")
    offered = [favours(tracks=f"corleone favours {n}", **more).offered for n in range(5)]
    assert [sum("favour" in move for move in moves) for moves in offered] == [0, 1, 2, 4, 5]


def test_the_first_favour_brings_a_member_back_from_the_river():  # DP-80
    t = favours(tracks="corleone favours 1", hudson="corleone 2").moves("favour recruit")
    assert t.of("corleone").hudson == 1 and t.of("corleone").reserve == 3
    with pytest.raises(IllegalMove, match="in the Hudson"):
        favours(tracks="corleone favours 1").play("favour recruit")


def test_the_second_favour_brings_a_debt_token_back_for_nothing():  # DP-81
    t = favours(tracks="corleone favours 2", debts="corleone stracci 2").moves("favour debt from stracci")
    assert t.of("corleone").debts_with == [0, 0, 0, 1, 0] and t.cash() == [10] * 4
    with pytest.raises(IllegalMove, match="none of your debt tokens"):
        t.play("favour debt from barzini")
    t = favours(tracks="corleone favours 2", seats=3, debts="corleone bank 1").moves("favour debt from bank")
    assert t.of("corleone").debts_home == 5


def test_the_third_favour_is_two_spaces_on_reputation_or_revenue():  # DP-82, DP-R2
    assert favours(tracks="corleone favours 3").moves("favour reputation").at("corleone", "reputation") == 2
    assert favours(tracks="corleone favours 3").moves("favour revenue").at("corleone", "revenue") == 2
    t = favours(tracks="corleone favours 3 revenue 3").moves("favour revenue")
    assert t.at("corleone", "revenue") == 4 and t.cash("corleone") == 10, "only one space is gained"
    with pytest.raises(IllegalMove, match="on the last space"):
        t.play("favour revenue")


def test_the_other_reading_of_the_third_favour():  # DP-R2
    t = favours(tracks="corleone favours 3", options={"favour3_tracks": "reputation_influence"})
    assert {"favour reputation", "favour influence"} <= t.offered and "favour revenue" not in t.offered
    assert t.moves("favour influence").at("corleone", "influence") == 2
    full = "corleone favours 3 reputation 12 influence 12"
    t = favours(tracks=full, options={"favour3_tracks": "reputation_influence"}).moves("favour influence", "favour reputation")
    assert t.cash("corleone") == 12, "full tracks pay"


def test_the_fourth_favour_is_five_thousand():  # DP-83
    assert favours(tracks="corleone favours 4").moves("favour cash").cash("corleone") == 15


def test_a_favour_may_be_repeated_but_two_friends_a_turn_is_the_limit():  # DP-84
    t = favours(tracks="corleone favours 4").moves("favour cash", "favour cash")
    assert t.cash("corleone") == 20 and not any("favour" in move for move in t.offered)
    with pytest.raises(IllegalMove, match="used two Friends"):
        t.play("favour cash")


def test_two_friends_a_turn_is_two_in_each_own_turn():  # DP-84, DP-R11
    t = favours(5, turn="stracci", tracks="corleone favours 4, stracci favours 4", friends="stracci 2, corleone 2")
    t.moves("favour cash", "favour cash", "end turn", "card E05").roll("1 1 1 1").moves("favour cash", "favour cash")
    assert t.of("corleone").friends == t.of("stracci").friends == 0
    assert [t.of(family).friends for family in FAMILIES] == [0] * 4
