"""The dice turn of Der Pate: four lines, their boxes and characters."""

import pytest

from fivefamilies.core.errors import IllegalMove
from fivefamilies.core.match import Match
from fivefamilies.games import title
from tests.games.der_pate.table import FAMILIES, Table, before_card, table

TITLE = title("der_pate")
ALL_FOUR = "grey {0}, red {0}, black {0}, white {0}"


def line_1(number: int | str, **more) -> Table:
    """Four equal dice on line 1, the white one placed."""
    return table(1, ALL_FOUR.format(number), **more).moves("place white")


def line_2(die: str, **more) -> Table:
    colour, _ = die.split()
    others = ", ".join(f"{c} 1" for c in ("grey", "red", "black", "white") if c != colour)
    dice = f"{die}, {others.rpartition(',')[0]}"
    return table(2, dice, **more).moves(f"place {colour}")


def line_3(die: str, **more) -> Table:
    colour, _ = die.split()
    other = "red 1" if colour != "red" else "grey 1"
    return table(3, f"{die}, {other}", **more).moves(f"place {colour}")


def line_4(colour: str, **more) -> Table:
    return table(4, f"{colour} 1", **more).moves(f"place {colour}")


# ---------------------------------------------------------------- four lines


def test_four_three_and_two_dice_are_rolled_and_the_last_lies_as_it_is():  # DP-32, DP-33, DP-R13
    t = before_card(seats=2).moves("card E05").roll("1 2 3 p")
    assert t.faces == [1, 2, 3, 6] and t.phase == "window" and t.view().line == 1
    t.play("place red")
    assert t.view().line == 2 and t.faces == [None, 2, None, None]
    t.roll("4 4 4").moves("place white")
    assert t.view().line == 3 and t.faces == [None, 2, None, 4]
    t.roll("5 p").moves("place black")
    assert t.view().line == 4 and t.faces == [5, 2, 6, 4], "the grey die is not rolled again"
    assert t.offered == {"place grey"}
    t.play("place grey")
    while t.phase != "window":
        t.play("no")
    assert t.view().line == 5 and t.offered == {"end turn"}
    assert [die.line for die in t.view().dice] == [4, 1, 3, 2]


def test_dice_fall_one_by_one_in_the_order_grey_red_black_white():  # DP-33, DP-R4
    t = before_card(seats=2).moves("card E05")
    for colour in ("grey", "red", "black", "white"):
        assert t.offered == {f"roll {colour} {face}" for face in (1, 2, 3, 4, 5, "puppet")}
        assert set(t.chances()[1]) == {1} and len(t.chances()[1]) == 6
        t.play(f"roll {colour} puppet")
    assert t.phase == "window"


def test_the_start_player_completes_his_turn_then_the_next_clockwise():  # DP-31
    t = table(5).moves("end turn")
    assert t.view().turn == 1 and t.faces == [None] * 4 and t.phase == "roll"


def test_a_turn_cannot_end_before_four_dice_lie():  # DP-32
    for line, dice in ((1, ALL_FOUR.format(1)), (2, "grey 1, red 1, black 1"), (3, "grey 1, red 1"), (4, "grey 1")):
        with pytest.raises(IllegalMove, match="exactly one die must be placed"):
            table(line, dice).play("end turn")


def test_line_1_looks_at_the_number_only_line_4_at_the_colour_only():  # DP-34, DP-61
    for colour in ("grey", "red", "black", "white"):
        t = table(1, ALL_FOUR.format(4), owners="- - - - - c - - - - - -").moves(f"place {colour}")
        assert t.cash("corleone") == 14
    for face in ("1", "3", "5", "p"):
        assert table(4, f"white {face}").moves("place white").phase == "banker"


def test_a_die_used_early_is_missing_later():  # DP-35
    t = table(3, "red 2, white 3")
    assert t.offered == {"place red", "place white"}
    with pytest.raises(IllegalMove, match="that die lies on a line already"):
        t.play("place grey")


# ---------------------------------------------------------------- line 1: income


@pytest.mark.parametrize(("number", "owned", "income"), [(1, 3, 1), (2, 3, 2), (3, 2, 3), (4, 2, 4), (5, 2, 5)])
def test_any_die_goes_on_the_income_box_with_its_number(number, owned, income):  # DP-36, DP-37
    t = line_1(number, owners="c c c c c c c - - - - -")
    businesses = [b for b in t.view().businesses if b.number == number]
    assert len(businesses) == owned
    assert t.cash("corleone") == 10 + income * sum(b.owner == 0 for b in businesses)


def test_smuggling_pays_three_owners_and_moves_each_on_reputation():  # DP-37, DP-38, V1, DP-R5
    t = line_1(2, turn="stracci", owners="- - t s - - b - - - c s")
    assert t.cash() == [12, 12, 12, 10]
    assert [t.at(family, "reputation") for family in FAMILIES] == [1, 1, 1, 0], "the owners step, not who placed the die"


def test_protection_money_moves_the_owners_on_influence_and_the_others_give_money_only():  # DP-39
    t = line_1(1)
    assert t.cash() == [11, 11, 11, 10] and [t.at(family, "influence") for family in FAMILIES] == [1, 1, 1, 0]
    for number in (3, 4, 5):
        t = line_1(number)
        assert {t.at(family, track) for family in FAMILIES for track in ("reputation", "influence")} == {0}


def test_each_business_of_the_number_pays_and_empty_or_neutral_ones_do_not():  # DP-40
    t = line_1(2, owners="- - c - - - c - - - - -")
    assert t.cash("corleone") == 14
    t = line_1(2, seats=2, owners="- - n - - - n - - - - -", tombs="neutral 4")
    assert t.cash() == [10, 10]


def test_the_bonus_step_is_earned_for_each_business():  # DP-R6
    owners = "- - c - - - c - - - t -"
    t = line_1(2, owners=owners)
    assert t.at("corleone", "reputation") == 2 and t.at("tattaglia", "reputation") == 1
    t = line_1(2, owners=owners, options={"bonus_step": "per_player"})
    assert t.at("corleone", "reputation") == 1 and t.cash("corleone") == 14


def test_bonus_steps_are_single_steps_that_pay_at_the_end_of_the_track():  # DP-R6, DP-77
    t = line_1(2, owners="- - c - - - c - - - c -", tracks="corleone reputation 11")
    assert t.at("corleone", "reputation") == 12 and t.cash("corleone") == 10 + 6 + 2


def test_first_all_money_then_the_steps_from_the_active_player_on():  # DP-R7
    t = line_1(2, turn="tattaglia", owners="- - c - - - b - - - t -")
    told = [line.split(" advances")[0] for line in t.lines(len(t.played) - 1) if "Reputation" in line]
    assert told == ["Tattaglia", "Barzini", "Corleone"]
    money = [n for n, line in enumerate(t.lines(len(t.played) - 1)) if "gets $2,000" in line]
    steps = [n for n, line in enumerate(t.lines(len(t.played) - 1)) if "advances" in line]
    assert max(money) < min(steps)


def test_the_press_takes_the_puppet_master_for_a_step_on_both_tracks():  # DP-41
    t = line_1("p")
    assert (t.at("corleone", "reputation"), t.at("corleone", "influence")) == (1, 1)
    assert t.cash() == [10] * 4, "no income box is used"


def test_a_die_must_be_placed_even_if_it_helps_only_others():  # DP-42
    t = table(1, ALL_FOUR.format(4))
    assert t.offered == {"place grey", "place red", "place black", "place white"}
    assert t.moves("place grey").cash() == [10, 14, 10, 14]


def test_protected_businesses_are_paid_as_usual():  # DP-R30
    assert line_1(5, car=1).cash() == [15, 10, 15, 10]


# ---------------------------------------------------------------- line 2


def test_a_number_goes_on_the_box_of_its_own_colour():  # DP-43
    t = table(2, "grey 2, red 2, white 2")
    assert t.offered == {"place grey", "place red", "place white"}
    assert "Place the white die (2) on Rigged bets" in [move.label for move in t.legal]


@pytest.mark.parametrize("line", [2, 3])
@pytest.mark.parametrize("colour", ["grey", "black", "white"])
def test_the_press_of_lines_2_and_3_takes_a_puppet_master_of_any_colour(line, colour):  # DP-44, DP-R9
    t = (line_2 if line == 2 else line_3)(f"{colour} p", tokens="corleone senator")
    assert (t.at("corleone", "reputation"), t.at("corleone", "influence")) == (1, 1)
    assert t.cash("corleone") == 10


def test_a_puppet_master_cannot_leave_the_press():  # DP-R9, DP-R12
    t = table(2, "grey p, red 2, black 3", tokens="corleone senator")
    with pytest.raises(IllegalMove, match="belongs on Press"):
        t.play("senator grey as red")


def test_grey_and_red_advance_as_many_spaces_as_the_number():  # DP-45, DP-R3
    assert line_2("grey 4").at("corleone", "reputation") == 4
    assert line_2("red 5").at("corleone", "influence") == 5


def test_a_visit_moves_the_car_and_may_occupy_an_empty_business():  # DP-46, DP-47
    t = line_2("black 4", owners="c c - t - t b b b s s s")
    assert t.view().car == 4 and t.phase == "visit" and t.offered == {"no", "yes"}
    t.play("yes")
    assert t.owners.split()[4] == "c" and t.of("corleone").reserve == 4
    assert line_2("black 4", owners="c c - t - t b b b s s s").moves("no").owners.split()[4] == "-"


def test_without_a_member_in_reserve_a_visit_asks_nothing():  # DP-47, DP-R33
    t = line_2("black 4", owners="c c c t - t b b b s s s", hudson="corleone 4")
    assert t.phase == "roll" and t.view().car == 4


def test_a_visit_vacates_a_foreign_business_and_the_member_goes_home():  # DP-48, DP-R14
    t = line_2("black 3")
    assert t.owners == "c c c - t t b b b s s s" and t.of("tattaglia").reserve == 5
    assert t.phase == "roll", "automatic"
    t = line_2("black 5", seats=2, car=2)
    assert t.owners == "c c c t t t n - n n n n", "a neutral member goes back to the box"
    assert t.view().neutral_tombs == t.view().neutral_hudson == 0


def test_a_visit_at_home_changes_nothing():  # DP-49
    t = line_2("black 2")
    assert t.owners == "c c c t t t b b b s s s" and t.view().car == 2 and t.phase == "roll"


def test_protection_does_not_stop_a_visit_and_moves_with_the_car():  # DP-66, DP-R14
    t = line_2("black 1", car=3)
    assert t.owners.split()[4] == "-", "within the protected district"
    t = line_2("black 1", car=2)
    assert [n for n, business in enumerate(t.view().businesses) if business.is_protected] == [3, 4, 5]


def test_betting_manipulation_pays_a_thousand_times_the_number():  # DP-50
    assert line_2("white 3").cash() == [13, 10, 10, 10]


# ---------------------------------------------------------------- line 3


def test_a_meeting_gives_all_foreign_debt_tokens_back_for_money():  # DP-51, DP-60
    t = line_3("grey 3", debts="tattaglia corleone 2, stracci corleone 1, barzini tattaglia 1")
    assert t.cash() == [19, 4, 10, 7]
    assert t.of("tattaglia").debts_home == 5 and t.of("stracci").debts_home == 5
    assert t.of("barzini").debts_with == [0, 1, 0, 0, 0], "debts between others are not touched"


def test_a_debtor_pays_what_he_has_and_every_debtor_is_settled_on_his_own():  # DP-R18
    t = line_3("grey 5", debts="tattaglia corleone 2, barzini corleone 1", cash="tattaglia 3, barzini 9")
    assert t.cash() == [18, 0, 4, 10] and t.of("tattaglia").debts_home == 5


def test_a_meeting_does_not_touch_the_bank():  # DP-R18
    t = line_3("grey 5", seats=2, debts="tattaglia bank 2, corleone bank 1")
    assert t.of("tattaglia").debts_with == [0, 0, 2] and t.cash() == [10, 10]


def test_a_raid_hits_every_business_with_the_number_the_own_ones_too():  # DP-52, V2
    t = line_3("red 5", car=3)
    assert t.owners == "c - c t t t b - b s s s"
    assert t.of("corleone").tombs == t.of("barzini").tombs == 1 and t.cash() == [10] * 4
    assert t.of("corleone").reserve == t.of("barzini").reserve == 4


def test_a_raid_spares_the_cars_district_and_takes_neutral_members():  # DP-66, DP-R16
    assert line_3("red 5", car=0).owners == "c c c t t t b - b s s s"
    t = line_3("red 4", seats=2, car=0)
    assert t.owners == "c c c t t - n n n - n n" and t.view().neutral_tombs == 1


def test_a_raid_must_be_carried_out_to_the_own_harm():  # DP-60
    t = line_3("red 2", owners="- - c - - - - - - - - -", car=3)
    assert t.owners == "- - - - - - - - - - - -" and t.of("corleone").tombs == 1


def test_a_takeover_is_of_another_familys_business_with_the_number():  # DP-53, DP-60
    t = line_3("black 2", car=3)
    assert t.phase == "takeover" and t.offered == {"no", "business 7", "business 11"}
    with pytest.raises(IllegalMove, match="does not have the number"):
        t.play("business 8")
    with pytest.raises(IllegalMove, match="is your own"):
        t.play("business 3")
    assert t.moves("no").owners == "c c c t t t b b b s s s", "voluntary"


def test_the_member_drowns_a_debt_token_changes_hands_and_a_member_moves_in():  # DP-54
    t = line_3("black 2", car=3).moves("business 7")
    assert t.owners == "c c c t t t c b b s s s"
    assert t.of("barzini").hudson == 1 and t.of("barzini").reserve == 4
    assert t.of("corleone").debts_with == [0, 0, 1, 0, 0] and t.of("corleone").debts_home == 4
    assert t.of("corleone").reserve == 3


def test_empty_and_protected_businesses_cannot_be_taken_over():  # DP-55, DP-66
    t = line_3("black 2", car=3, owners="c c c t t t - b b s s s")
    assert t.offered == {"no", "business 11"}
    with pytest.raises(IllegalMove, match="nobody controls that business"):
        t.play("business 7")
    assert line_3("black 2", car=9).offered == {"no", "business 7"}


def test_a_takeover_needs_a_debt_token_and_a_member():  # DP-56, DP-R33
    assert line_3("black 2", car=3, debts="corleone barzini 5").view().line == 4
    assert line_3("black 2", car=3, hudson="corleone 4").view().line == 4


def test_the_debt_for_a_neutral_business_goes_to_the_bank():  # DP-57, DP-R16
    t = line_3("black 4", seats=3, car=0).moves("business 10")
    assert t.owners == "c c c t t t b b b c n n" and t.of("corleone").debts_with == [0, 0, 0, 1]
    assert t.view().neutral_hudson == 1


def test_a_friend_costs_a_thousand_times_the_number():  # DP-59
    t = line_3("white 4")
    assert t.cash("corleone") == 6 and t.of("corleone").friends == 1 and t.view().brooklyn == 12


def test_a_friend_must_be_taken_and_paid():  # DP-60
    t = line_3("white 5", cash="corleone 5")
    assert t.cash("corleone") == 0 and t.of("corleone").friends == 1


def test_no_friend_without_the_full_price_or_from_an_empty_brooklyn():  # DP-R17
    t = line_3("white 5", cash="corleone 4")
    assert t.cash("corleone") == 4 and t.of("corleone").friends == 0
    t = line_3("white 1", friends="tattaglia 13")
    assert t.cash("corleone") == 10 and t.of("corleone").friends == 0


# ---------------------------------------------------------------- line 4


@pytest.mark.parametrize(
    ("colour", "phase"), [("grey", "consigliere"), ("red", "prosecutor"), ("black", "spy"), ("white", "banker")]
)
def test_the_colour_of_the_last_die_calls_its_character(colour, phase):  # DP-61
    assert line_4(colour, owners="c c c t t t b b b s s -", tombs="corleone 1").phase == phase


def test_the_consigliere_occupies_an_empty_business():  # DP-62, DP-66
    t = line_4("grey", owners="c c - t - t b b b s s -")
    assert t.offered == {"no", "business 5", "business 12"}, "business 3 is protected"
    with pytest.raises(IllegalMove, match="is not empty"):
        t.play("business 4")
    t.play("business 5")
    assert t.owners == "c c - t c t b b b s s -" and t.of("corleone").reserve == 4


def test_the_prosecutor_frees_all_own_prisoners():  # DP-63
    t = line_4("red", tombs="corleone 3, barzini 2")
    assert t.offered == {"no", "yes"}
    t.play("yes")
    assert t.of("corleone").tombs == 0 and t.of("corleone").reserve == 4 and t.of("barzini").tombs == 2


def test_the_spy_sends_another_players_member_to_the_tombs():  # DP-64, DP-66
    t = line_4("black", car=4)
    assert t.offered == {"no", *(f"business {n}" for n in range(7, 13))}
    with pytest.raises(IllegalMove, match="is your own"):
        t.play("business 1")
    t.play("business 9")
    assert t.owners == "c c c t t t b b - s s s" and t.of("barzini").tombs == 1


def test_the_spy_leaves_neutral_members_alone_unless_the_option_says_so():  # DP-R15
    t = line_4("black", seats=2)
    assert t.offered == {"no", "business 4", "business 5", "business 6"}
    with pytest.raises(IllegalMove, match="that one is neutral"):
        t.play("business 7")
    t = line_4("black", seats=2, options={"spy_neutral": True}).moves("business 7")
    assert t.view().neutral_tombs == 1


def test_the_banker_offers_a_space_on_revenue_or_favours():  # DP-65
    assert line_4("white").offered == {"no", "track revenue", "track favours"}
    assert line_4("white").moves("track revenue").at("corleone", "revenue") == 1
    assert line_4("white").moves("track favours").at("corleone", "favours") == 1
    t = line_4("white", tracks="corleone revenue 4")
    assert t.offered == {"no", "track favours"}
    with pytest.raises(IllegalMove, match="on the last space"):
        t.play("track revenue")


def test_characters_are_voluntary():  # DP-62, DP-63, DP-64, DP-65
    for colour in ("grey", "red", "black", "white"):
        t = line_4(colour, owners="c c c t t t b b b s s -", tombs="corleone 1")
        before = t.owners
        t.play("no")
        assert t.owners == before and t.view().line == 5


def test_boxes_and_characters_without_effect_still_receive_the_die():  # DP-R26, DP-R33
    assert line_3("grey 5").cash() == [10] * 4, "a Meeting without debt tokens"
    assert line_4("grey").view().line == 5, "nothing is empty"
    assert line_4("red").view().line == 5, "nobody is in the Tombs"
    assert line_4("black", owners="c c c - - - - - - - - -").view().line == 5
    assert line_4("white", tracks="corleone revenue 4 favours 4").view().line == 5


def test_only_a_visit_changes_ownership_in_the_cars_district():  # DP-27, DP-66
    owners = "c t - t t t b b b s s s"
    for number in range(1, 6):
        assert line_3(f"red {number}", owners=owners).owners.split()[:3] == ["c", "t", "-"]
        t = line_3(f"black {number}", owners=owners)
        assert t.phase != "takeover" or not t.offered & {"business 1", "business 2", "business 3"}
    assert line_4("grey", owners=owners).view().line == 5 and "business 2" not in line_4("black", owners=owners).offered
    assert line_2("black 1", owners=owners).owners.split()[:3] == ["c", "-", "-"]


def test_a_game_has_no_more_decisions_and_chance_steps_than_promised():
    for seats in TITLE.seats:
        for seed in range(6):
            match = Match(TITLE, seats, seed=seed)
            while not match.is_over:
                match.play(match.legal_ids()[-1])
            decisions = sum(played.seat >= 0 for played in match.played)
            assert decisions <= 85 * seats + seats + 1 and len(match.played) - decisions <= 7 + 69 * seats
