"""BUSINESS: Takes, sharing, cheating, the Raid, and the Agnello."""

import pytest

from fivefamilies.core.errors import IllegalMove
from tests.games.nostra_city.table import table

MEN = "black: anthony_gota alba_baldini elio_calvano"


def take(underling: str = "anthony_gota", turf: str = "queens_gambling", kind: str = "queens", **more):
    """Black makes a Take; White owns one matching Turf, Red two."""
    own = f"black: {underling} {turf} luca_donata; white: queens_drugs; red: new_jersey queens_prostitution"
    return table(own=own, **more).moves(underling, turf, f"take {kind}")


def test_a_take_engages_an_underling_and_a_turf_and_names_a_kind():  # NC-2, NC-26, NC-27, NC-28
    t = table(own=f"{MEN} queens_gambling")
    assert t.phase == "bus_turn" and t.options_now == {"done", "anthony_gota", "alba_baldini", "elio_calvano"}
    t.play("alba_baldini")
    assert t.phase == "take_turf" and t.options_now == {"queens_gambling"}
    t.play("queens_gambling")
    assert t.phase == "take_kind" and t.options_now == {"take queens", "take gambling"}
    t.play("take gambling")
    assert not t.is_free("alba_baldini") and not t.is_free("queens_gambling") and t.is_free("elio_calvano")


def test_as_many_bills_are_drawn_as_turfs_match_in_all_territories_but_not_on_the_street():  # NC-29, NC-30
    t = table(
        own="black: anthony_gota queens_gambling; white: queens_drugs; red: new_jersey bronx_gambling",
        street="queens_prostitution - - -", busy="queens_drugs",
    )  # fmt: skip
    t.moves("anthony_gota", "queens_gambling", "take queens")
    assert t.view().left == 3, "own, the Busy one of White, and the bicolour one of Red"
    t.moves("draw 5000", "draw 5000", "draw 10000_guilty")
    assert t.phase == "share" and t.view().drawn == 3


def test_each_other_player_is_due_a_bill_per_matching_turf_and_giving_is_optional():  # NC-31, NC-32, NC-R5, NC-R6
    t = take().moves("draw 5000", "draw 10000_innocent", "draw 50000_guilty", "draw 50000_guilty")
    assert t.view().recipient == 1 and t.view().due == 1, "clockwise from the taker"
    assert t.options_now == {"nothing more", "5000", "10000_innocent", "50000_guilty", "first player card"}
    t.play("5000")
    assert t.view().recipient == 2 and t.view().due == 2 and t.bank("white") == {"b5": 1}
    t.moves("10000_innocent", "50000_guilty")
    assert t.phase == "bus_turn" and t.bank("red") == {"b10i": 1, "b50g": 1} and t.bank("black") == {"b50g": 1}
    assert t.view().players[1].cards == t.view().players[2].cards == 0, "nobody was Cheated"


def test_only_bills_of_this_draw_can_be_given():  # NC-32
    t = take(banks="black: b20i").moves(*["draw 5000"] * 4)
    with pytest.raises(IllegalMove, match="no such bill in the draw"):
        t.play("20000_innocent")


def test_a_busy_turf_counts_but_cannot_start_a_take():  # NC-33
    t = table(own="black: anthony_gota alba_baldini queens_gambling bronx_gambling", busy="queens_gambling")
    t.play("anthony_gota")
    assert t.options_now == {"bronx_gambling"} and "Busy" in t.why_not("queens_gambling")
    t.moves("bronx_gambling", "take gambling")
    assert t.view().left == 2


def test_who_gets_less_than_his_due_is_cheated_and_draws_one_card_a_take():  # NC-34, NC-87, NC-R1
    t = take().moves(*["draw 5000"] * 4, "5000", "nothing more")
    assert t.phase == "draw_vendetta" and t.view().cards_due == [0, 0, 1], "two bills short, one card"
    t.play("draw contract")
    assert t.phase == "bus_turn" and t.hand("red") == {"contract": 1} and t.bank("black") == {"b5": 3}


def test_with_per_bill_each_missing_bill_is_a_card():  # NC-R1
    t = take(options={"cheat_cards": "per_bill"}).moves(*["draw 5000"] * 4, "nothing more", "nothing more")
    assert t.view().cards_due == [0, 1, 2]
    t.moves("draw anger", "draw anger", "draw burglary")
    assert t.phase == "bus_turn" and t.view().players[2].cards == 2


def test_the_cheated_draw_clockwise_from_the_first_player_after_the_whole_distribution():  # NC-R6
    t = take(first="red", turn="black").moves(*["draw 5000"] * 4, "nothing more")
    assert t.phase == "share", "White's card waits"
    t.play("nothing more")
    assert t.phase == "draw_vendetta" and t.view().asked == 2, "Red is First Player and draws first"
    t.play("draw anger")
    assert t.view().asked == 1


def test_the_first_player_card_stands_for_one_bill_and_takes_effect_in_the_meeting():
    # NC-17, NC-35, NC-36, NC-42, NC-R7, vector 1
    t = take().moves(*["draw 5000"] * 4, "5000", "5000", "first player card")
    assert t.phase == "bus_turn" and t.view().first == 0 and t.view().first_card == 2
    assert t.view().players[2].cards == 0, "Red got one bill and the card: not Cheated"
    t.play("done")
    assert t.up == "white", "the order of BUSINESS does not change"
    t.moves("done", "done")
    assert t.stage == "meeting" and t.up == "red" and t.view().first == 2, "the new First Player opens the MEETING"


def test_the_first_player_card_is_given_once_a_month_and_by_the_first_player_alone():  # NC-35, NC-36, NC-R7
    t = take().moves(*["draw 5000"] * 4, "first player card", "5000")
    assert "changed hands" in t.why_not("first player card")
    t = take(first="white", turn="black").moves(*["draw 5000"] * 4)
    assert "only the First Player" in t.why_not("first player card")


def test_a_bicolour_turf_serves_either_of_its_rackets_and_no_traffic():  # NC-9, NC-37, NC-R9
    t = table(own=f"{MEN} new_jersey queens_gambling").moves("anthony_gota", "new_jersey")
    assert t.options_now == {"take queens", "take staten_island"}
    assert "no part in" in t.why_not("take gambling")
    t.moves("take staten_island", "draw 5000")
    t.play("alba_baldini")
    t.play("queens_gambling")
    assert t.options_now == {"take gambling"} and "only one is allowed" in t.why_not("take queens")


def test_a_bicolour_turf_counts_once_and_gives_respect():  # NC-9, NC-R9
    t = table(own="black: anthony_gota new_jersey").moves("anthony_gota", "new_jersey", "take queens")
    assert t.view().left == 1 and t.respect("black") == 2, "Gota and New Jersey, one each"


def test_the_kinds_open_to_antonio():  # NC-8, NC-38, vector 2
    t = table(own="black: anthony_gota queens_drugs new_jersey atlantic_city; white: bronx_gambling alba_baldini")
    t.play("anthony_gota")
    assert t.options_now == {"queens_drugs", "new_jersey"} and "never be engaged" in t.why_not("atlantic_city")
    t.play("queens_drugs")
    assert t.options_now == {"take queens", "take drugs"}
    t = table(own="black: queens_drugs new_jersey atlantic_city; white: bronx_gambling alba_baldini", turn="white")
    t.moves("alba_baldini", "bronx_gambling", "take gambling", "draw 5000", "draw 5000")
    assert t.view().recipient == 0 and t.view().due == 1, "Atlantic City is due a bill in every Traffic"


def test_atlantic_city_never_counts_in_a_racket():  # NC-38
    t = table(own="black: atlantic_city; white: bronx_gambling alba_baldini", turn="white")
    t.moves("alba_baldini", "bronx_gambling", "take bronx")
    assert t.view().left == 1


def test_one_take_per_traffic_and_one_racket_in_all():  # NC-39, vector 3
    t = table(own=f"{MEN} luca_donata queens_gambling bronx_gambling").moves("anthony_gota", "queens_gambling", "take queens")
    t.moves("draw 5000", "alba_baldini", "bronx_gambling")
    assert t.options_now == {"take gambling"}
    t = table(own=f"{MEN} queens_gambling bronx_gambling").moves("anthony_gota", "queens_gambling", "take gambling")
    t.moves("draw 5000", "draw 5000", "alba_baldini", "bronx_gambling")
    assert t.options_now == {"take bronx"} and "made that kind" in t.why_not("take gambling")


def test_a_player_may_make_four_takes_with_four_turfs():  # NC-26, NC-39
    turfs = "queens_gambling queens_drugs queens_prostitution bronx_drugs brooklyn_drugs"
    t = table(own=f"{MEN} luca_donata guido_donata {turfs}")
    for underling, turf, kind, bills in (
        ("anthony_gota", "queens_gambling", "gambling", 1), ("alba_baldini", "queens_drugs", "drugs", 3),
        ("elio_calvano", "queens_prostitution", "prostitution", 1), ("luca_donata", "bronx_drugs", "bronx", 1),
    ):  # fmt: skip
        t.moves(underling, turf, f"take {kind}", *["draw 10000_innocent"] * bills)
    assert t.options_now == {"done"} and "still open this turn" in t.why_not("guido_donata")


def test_different_players_may_make_the_same_take():  # NC-40
    own = "black: anthony_gota queens_gambling; white: alba_baldini bronx_gambling"
    t = table(own=own).moves("anthony_gota", "queens_gambling", "take gambling", "draw 5000", "draw 5000", "5000", "done")
    t.moves("alba_baldini", "bronx_gambling")
    assert "take gambling" in t.options_now


def test_the_raid_ends_the_take_and_nobody_is_cheated():  # NC-41, NC-R2
    t = take().moves("draw 10000_innocent", "draw 20000_guilty", "draw raid")
    assert t.phase == "bus_turn" and t.bank("black") == {} and t.view().cards_due == [0, 0, 0]
    assert t.entry("discards") == {"b10i": 1, "b20g": 1, "raid": 1}
    assert not t.is_free("queens_gambling") and "queens" in t.view().used, "Busy, and the kind is used"
    assert "discards 1 x 10,000 Innocent" in t.told("white")


def test_two_raids_if_the_table_wants():  # NC-R3
    assert table().view().raids["draw"] == 1
    assert table(options={"police_raids": 2}).view().raids["draw"] == 2


def test_an_empty_draw_pile_is_made_anew_from_the_discards_in_mid_draw():  # NC-R4
    t = take(draw="b5 b20i").moves("draw 5000", "draw 20000_innocent")
    assert t.phase == "draw_bill" and t.view().discards == 0 and t.view().draw_pile == 51
    assert t.entry("draw").get("b5", 0) == 9, "the bills of this Take stay out"


def test_with_nothing_left_to_draw_the_take_yields_less_and_dues_do_not_shrink():  # NC-R4
    everything = "b5 " * 10 + "b10i " * 12 + "b10g " * 12 + "b20i " * 6 + "b20g " * 6 + "b50i " * 3 + "b50g " * 2
    t = take(banks=f"red: {everything}", draw="b50g raid").moves("draw 50000_guilty")
    assert t.phase == "draw_bill" and t.options_now == {"draw raid"}, "only the Raid is left"
    t = take(underling="ciro_agnello", banks=f"red: {everything}", draw="b50g raid").moves("draw raid", "draw 50000_guilty")
    assert t.phase == "share" and t.view().drawn == 1
    t.play("50000_guilty")
    assert t.view().recipient == 2 and t.options_now == {"nothing more", "first player card"}
    t.moves("nothing more")
    assert t.view().cards_due == [0, 0, 1] and t.view().raids == {"draw": 0, "discards": 1, "aside": 0}


# ---------------------------------------------------------------- the Agnello


def test_gisella_brings_a_card_when_the_raid_hits_her_take():  # NC-7, NC-81, NC-83, vector 5
    t = take("gisella_agnello").moves("draw 5000", "draw raid")
    assert t.phase == "draw_vendetta" and t.view().cards_due == [1, 0, 0]
    assert take("gisella_agnello").moves(*["draw 5000"] * 4, "5000", "5000", "5000").phase == "bus_turn"


def test_gisella_engaged_for_another_action_has_no_power():  # NC-81, vector 5
    t = table("trial", own="black: gisella_agnello", banks="black: b5").moves("gisella_agnello", "5000")
    assert t.phase == "trial_turn" and t.view().cards_due == [0, 0, 0]


def test_aldo_draws_one_bill_more_that_is_owed_to_nobody():  # NC-R8
    t = table(own="black: aldo_agnello queens_gambling; white: queens_drugs")
    t.moves("aldo_agnello", "queens_gambling", "take queens")
    assert t.view().left == 3
    t.moves("draw 5000", "draw 5000", "draw 50000_innocent", "5000")
    assert t.bank("black") == {"b5": 1, "b50i": 1} and t.phase == "bus_turn"


def test_with_bianca_the_turf_stays_free_for_another_kind():  # NC-81
    t = table(own="black: bianca_agnello anthony_gota queens_gambling")
    t.moves("bianca_agnello", "queens_gambling", "take queens", "draw 5000")
    assert t.is_free("queens_gambling")
    t.moves("anthony_gota", "queens_gambling")
    assert t.options_now == {"take gambling"}


def test_ciro_sets_the_raid_aside_until_the_take_is_over():  # NC-R4
    t = take("ciro_agnello").moves("draw 5000", "draw raid")
    assert t.phase == "draw_bill" and t.view().raids == {"draw": 0, "discards": 0, "aside": 1}
    t.moves(*["draw 5000"] * 3, "5000", "5000", "5000")
    assert t.view().raids == {"draw": 0, "discards": 1, "aside": 0}


def test_donato_repeats_a_kind_and_does_not_use_it_up():  # NC-10, NC-R44
    t = table(own="black: donato_agnello anthony_gota alba_baldini queens_gambling bronx_gambling brooklyn_gambling")
    t.moves("anthony_gota", "queens_gambling", "take gambling", *["draw 5000"] * 3)
    t.moves("donato_agnello", "bronx_gambling")
    assert t.options_now == {"take gambling", "take bronx"}
    t.moves("take bronx", "draw 5000")
    t.moves("alba_baldini", "brooklyn_gambling")
    assert t.options_now == {"take brooklyn"}, "the Racket is still open"
    assert t.respect("black") == 0, "Gota's +1 and Donato's -1"


# ---------------------------------------------------------------- Investigations in BUSINESS


def test_the_dea_forbids_drugs():  # NC-11, NC-53
    t = table(own="black: donato_agnello anthony_gota queens_drugs", street="dea - - -").moves("donato_agnello", "queens_drugs")
    assert t.options_now == {"take queens"} and "DEA" in t.why_not("take drugs")


def test_the_nypd_allows_one_take_even_with_donato():  # NC-53, NC-R44
    own = "black: donato_agnello anthony_gota queens_gambling bronx_gambling"
    for first, second in (("anthony_gota", "donato_agnello"), ("donato_agnello", "anthony_gota")):
        t = table(own=own, street="nypd - - -").moves(first, "queens_gambling", "take queens", "draw 5000")
        assert t.options_now == {"done"} and "no more Takes; allowed: 1" in t.why_not(second)


def test_the_fbi_puts_all_powers_to_rest():  # NC-85
    t = table(own="black: gisella_agnello queens_gambling", street="fbi - - -")
    t.moves("gisella_agnello", "queens_gambling", "take queens", "draw raid")
    assert t.phase == "bus_turn" and t.view().cards_due == [0, 0, 0]
    own = "black: ciro_agnello aldo_agnello bianca_agnello queens_gambling bronx_drugs brooklyn_drugs"
    t = table(own=own, street="fbi - - -")
    t.moves("bianca_agnello", "queens_gambling", "take queens")
    assert not t.is_free("queens_gambling")
    t.moves("draw 5000", "aldo_agnello", "bronx_drugs", "take drugs")
    assert t.view().left == 2
    t.moves("draw 5000", "draw raid")
    assert t.phase == "bus_turn"
