"""MEETING: offers, their resolution, Investigations, Titles, the Cheated, and the Baldini."""

import pytest

from fivefamilies.core.errors import IllegalMove
from tests.games.nostra_city.table import resolve, table

ONE = "villa - - -"


def test_an_offer_is_an_underling_a_space_and_bills():  # NC-3, NC-43, NC-45, vector 4
    t = table("meeting", own="black: anthony_gota", banks="black: b5 b10i b50g", street="- villa - -")
    t.moves("anthony_gota", "space 2")
    assert t.phase == "bid_bill" and t.options_now == {"5000", "10000_innocent", "50000_guilty"}
    assert "at least one bill" in t.why_not("close")
    t.play("10000_innocent")
    assert t.options_now == {"close", "50000_guilty"} and "small to large" in t.why_not("5000")
    t.moves("50000_guilty", "close")
    seen = t.view(1).players[0]
    assert [(o.underling, o.size, o.space, o.bills) for o in seen.offers] == [("anthony_gota", 2, None, None)]
    assert seen.bills == 1 and t.player("black").offers[0].space == 2


def test_offers_are_made_only_for_spaces_that_hold_a_card_one_a_location():  # NC-46, NC-R13
    t = table("meeting", own="black: anthony_gota alba_baldini guido_donata", banks="black: b5 b5 b5", street="villa - yacht -")
    t.play("anthony_gota")
    assert t.options_now == {"space 1", "space 3"} and "no card" in t.why_not("space 2")
    t.moves("space 1", "5000", "close", "alba_baldini")
    assert t.options_now == {"space 3"} and "made an offer" in t.why_not("space 1")
    t.moves("space 3", "5000", "close")
    assert t.options_now == {"done"} and "no Location left" in t.why_not("guido_donata")


def test_an_offer_needs_a_bill_and_a_free_underling():  # NC-26, NC-43
    t = table("meeting", own="black: anthony_gota alba_baldini", street=ONE)
    assert t.options_now == {"done"} and t.why_not("anthony_gota") == "your Bank is empty"
    t = table("meeting", own="black: anthony_gota", banks="black: b5", busy="anthony_gota", street=ONE)
    assert t.options_now == {"done"} and "Busy" in t.why_not("anthony_gota")


def test_talk_binds_nobody_so_there_is_no_move_for_it():  # NC-44, NC-R34
    t = table("meeting", own="black: anthony_gota", banks="black: b5", street=ONE)
    assert t.options_now == {"done", "anthony_gota"}, "no promise and no figure is part of the game"


def test_all_locations_are_revealed_together_and_values_stay_hidden():  # NC-47, NC-R12
    t = table(
        "meeting", turn="red", hands="red: anger", street="villa yacht - -",
        offers="black 1 anthony_gota: b10i; white 2 alba_baldini: b5 b5",
    )  # fmt: skip
    assert t.view(2).players[0].offers[0].space is None
    t.play("done")
    assert t.stage == "v3" and t.view(2).players[0].offers[0].space == 1 and t.view(2).players[1].offers[0].space == 2
    assert t.view(2).players[0].offers[0].bills is None
    assert "bids 2 bills with Alba Baldini for space 2" in t.told("red")


def test_spaces_are_resolved_in_order():  # NC-47
    t = resolve("black 2 anthony_gota: b5; white 1 alba_baldini: b5", street="villa yacht - -")
    assert t.up == "white" and t.phase == "take_back"
    t.play("5000")
    assert t.owns("white", "villa") and t.up == "black"


def test_an_only_bidder_wins_takes_a_bill_back_and_shows_nothing():  # NC-48, NC-R11
    t = resolve("black 1 anthony_gota: b5 b20i b50g", street=ONE)
    assert t.phase == "take_back" and t.options_now == {"5000", "20000_innocent", "50000_guilty"}
    t.play("50000_guilty")
    assert t.owns("black", "villa") and t.bank("black") == {"b50g": 1} and t.respect("black") == 4
    assert t.entry("discards") == {"b5": 1, "b20i": 1}
    told = t.told("white")
    assert "takes back a bill" in told and "50,000" not in told and "20,000" not in told


def test_the_highest_of_several_wins_and_all_bills_are_discarded():  # NC-49
    t = resolve("black 1 anthony_gota: b20i; white 1 guido_donata: b5 b5 b5; red 1 luca_donata: b10g b10g b5", street=ONE)
    assert t.owns("red", "villa") and t.entry("discards") == {"b5": 4, "b10g": 2, "b20i": 1}
    assert "White shows 3 x 5,000" in t.told("black") and t.phase == "draw_vendetta"


def test_a_tie_leaves_the_card_on_the_street():  # NC-50
    t = resolve("black 1 anthony_gota: b10i; white 1 guido_donata: b5 b5; red 1 luca_donata: b5", street=ONE)
    assert t.view().street[0] == "villa" and t.entry("discards") == {"b10i": 1, "b5": 3}


def test_won_underlings_and_turfs_come_in_free():  # NC-51
    t = resolve(
        "black 1 anthony_gota: b10i; black 2 guido_donata: b10i", street="elio_calvano new_jersey - -", first="black",
    ).moves("10000_innocent", "10000_innocent")  # fmt: skip
    assert t.owns("black", "elio_calvano") and t.is_free("elio_calvano") and t.is_free("new_jersey")
    assert not t.is_free("anthony_gota") and t.stage == "trial" and t.up == "black", "the First Player opens the TRIAL (NC-52)"


# ---------------------------------------------------------------- Investigations


def test_offers_on_an_investigation_are_added_up():  # NC-54, NC-55, NC-57, NC-R14
    t = resolve("black 1 anthony_gota: b20i; white 1 guido_donata: b10g", street="nypd - - -")
    assert t.owns("black", "nypd") and t.respect("black") == 2 and t.view().street[0] is None
    assert t.view().cards_due == [0, 1, 0], "White got nothing"
    t = resolve("black 1 anthony_gota: b50i", street="nypd - - -")
    assert t.stage == "trial" and t.owns("black", "nypd") and t.bank("black") == {}, "a sole bidder takes nothing back"
    assert "Black shows 1 x 50,000 Innocent" in t.told("white")


def test_a_tie_for_the_highest_bribe_removes_the_investigation_for_nobody():  # NC-55
    t = resolve("black 1 anthony_gota: b20i; white 1 guido_donata: b20g", street="nypd - - -")
    assert t.entry("place")["nypd"] == "out" and t.view().cards_due == [1, 1, 0]


def test_too_small_a_bribe_is_lost_and_the_investigation_stays():  # NC-56
    t = resolve("black 1 anthony_gota: b20i; white 1 guido_donata: b5", street="nypd - - -")
    assert t.view().street[0] == "nypd" and t.entry("discards") == {"b20i": 1, "b5": 1} and t.view().cards_due == [1, 1, 0]


def test_a_bribed_fbi_gives_powers_back_to_later_spaces_only():  # NC-85, NC-R23, vector 8
    offers = (
        "black 1 drago_baldini: b5; white 1 guido_donata: b10i; red 2 luca_donata: b50i b10i; "
        "black 3 alba_baldini: b10g; white 3 elio_calvano: b10g"
    )
    t = resolve(offers, street="villa fbi yacht -")
    assert t.owns("red", "fbi") and t.owns("black", "yacht"), "Alba on space 3 wins the tie"
    assert t.bank("black") == {}, "Drago on space 1 had no power"
    t = resolve("black 1 beppe_baldini: b50i", street="fbi - - -")
    assert t.view().street[0] == "fbi", "on its own space no power works: 50,000 are not 60,000"


# ---------------------------------------------------------------- Titles


def titles(seats: int = 4, **more):
    return resolve("white 1 anthony_gota: b5", street="underboss - - -", seats=seats, **more).moves("5000")


def test_the_underboss_names_the_consigliere_and_he_the_primo_capo():  # NC-60, NC-61, NC-R16
    t = titles()
    assert t.phase == "title" and t.up == "white" and t.options_now == {"black", "red", "yellow"}
    t.play("red")
    assert t.up == "red" and t.options_now == {"black", "yellow"} and "has a Title" in t.why_not("white")
    t.play("black")
    assert [t.respect(c) for c in ("white", "red", "black", "yellow")] == [4, 2, 1, 0]
    assert t.player("white").title == "underboss" and t.player("red").title == "consigliere"


def test_who_gets_no_title_is_cheated_at_once():  # NC-62, NC-87
    t = titles(5, first="red").moves("red", "black")
    assert t.phase == "draw_vendetta" and t.view().cards_due == [0, 0, 0, 1, 1] and t.view().asked == 3
    t.moves("draw anger", "draw burglary")
    assert t.stage == "v4" and t.hand("yellow") == {"anger": 1} and t.hand("blue") == {"burglary": 1}


def test_with_three_players_the_third_title_is_forced_and_asked_for():  # NC-R16
    t = titles(3).moves("black")
    assert t.up == "black" and t.options_now == {"red"}
    assert t.moves("red").stage == "trial", "nobody is Cheated"


# ---------------------------------------------------------------- Cheated in the MEETING


def test_an_offer_without_any_card_is_cheated_after_space_four():  # NC-63, NC-R20
    offers = "black 1 anthony_gota: b5; white 1 guido_donata: b10i; red 4 luca_donata: b5"
    t = resolve(offers, street="villa - - yacht", first="red")
    assert t.phase == "take_back", "nothing is drawn before the last space"
    t.play("5000")
    assert t.phase == "draw_vendetta" and t.view().cards_due == [1, 0, 0]


def test_a_title_or_an_investigation_is_a_card_got():  # NC-64
    offers = "black 1 anthony_gota: b5; white 1 guido_donata: b10i; white 2 elio_calvano: b5"
    t = resolve(offers, street="villa underboss - -").moves("5000", "black", "red")
    assert t.stage == "trial" and t.view().cards_due == [0, 0, 0], "Black lost his auction and became Consigliere"
    t = resolve("black 1 anthony_gota: b5; white 1 guido_donata: b10i; black 2 elio_calvano: b20i b20g", street="villa dea - -")
    assert t.stage == "trial", "Black lost space 1 and won an Investigation"


def test_no_title_and_no_card_are_two_causes_unless_the_first_draw_is_a_card():  # NC-R18, NC-R19, NC-R40
    offers = "white 1 anthony_gota: b5; yellow 2 guido_donata: b5; red 2 luca_donata: b10g"
    for drawn, cards in (("anger", [0, 0, 0, 1]), ("atlantic_city", [0, 0, 0, 0])):
        t = resolve(offers, street="underboss villa - -", seats=4).moves("5000", "red", "black", f"draw {drawn}")
        assert t.view().cards_due == cards
    t = titles(4).moves("red", "black", "draw anger")
    assert t.stage == "v4", "Yellow made no offer and is Cheated by the Titles alone"


def test_anthony_gota_counts_as_a_card_got_and_comes_in_free():  # NC-R18
    offers = "white 1 elio_calvano: b5; yellow 2 guido_donata: b5; red 2 luca_donata: b10g"
    t = resolve(offers, street="underboss villa - -", seats=4).moves("5000", "red", "black", "draw anthony_gota")
    assert t.view().cards_due == [0, 0, 0, 0] and t.owns("yellow", "anthony_gota") and t.is_free("anthony_gota")


def test_a_card_drawn_in_the_check_changes_nothing_for_others():  # NC-R20
    t = resolve("black 1 elio_calvano: b10i; white 1 guido_donata: b5 b5", street=ONE)
    assert t.view().cards_due == [1, 1, 0]
    t.play("draw atlantic_city")
    assert t.view().cards_due == [0, 1, 0] and t.view().asked == 1


def test_a_turf_taken_over_is_no_card_got():  # NC-R40
    t = table(
        "v3", hands="black: takeover", own="white: queens_gambling bronx_gambling", street=ONE,
        offers="black 1 elio_calvano: b5; white 1 guido_donata: b10i",
    )  # fmt: skip
    t.moves("play takeover", "white", "queens_gambling")
    assert t.owns("black", "queens_gambling") and t.view().cards_due == [1, 0, 0]


def test_an_offer_that_was_double_crossed_was_made():  # NC-63, NC-R37
    offers = "black 1 elio_calvano: b5 b5; red 1 enzo_baldini: b5"
    t = table("v3", hands="white: double_cross", street=ONE, turn="white", offers=offers)
    t.moves("play double_cross", "black", "space 1")
    assert t.phase == "take_back" and t.up == "red", "the single offer left is an only bidder's"
    t.play("5000")
    assert t.owns("red", "villa") and t.view().cards_due == [1, 0, 0]


# ---------------------------------------------------------------- the Baldini


def test_alba_wins_a_tie_also_on_an_investigation():  # NC-50, NC-55
    t = resolve("black 1 alba_baldini: b10i; white 1 guido_donata: b5 b5", street=ONE)
    assert t.owns("black", "villa")
    t = resolve("black 1 alba_baldini: b20i; white 1 guido_donata: b20g", street="nypd - - -")
    assert t.owns("black", "nypd")
    t = resolve("black 1 alba_baldini: b5; white 1 guido_donata: b10i; red 1 elio_calvano: b10g", street=ONE)
    assert t.view().street[0] == "villa", "she does not help a lower offer"


def test_beppe_adds_ten_thousand_also_towards_a_bribe():  # NC-81
    t = resolve("black 1 beppe_baldini: b5; white 1 guido_donata: b10i", street=ONE)
    assert t.owns("black", "villa")
    t = resolve("black 1 beppe_baldini: b20i", street="nypd - - -")
    assert t.owns("black", "nypd")


def test_carmela_takes_two_bills_back_as_only_bidder():  # NC-48
    t = resolve("black 1 carmela_baldini: b5 b10i b50g", street=ONE).moves("50000_guilty")
    assert t.phase == "take_back"
    assert t.moves("10000_innocent").bank("black") == {"b10i": 1, "b50g": 1}
    t = resolve("black 1 carmela_baldini: b5", street=ONE).moves("5000")
    assert t.stage == "trial" and t.bank("black") == {"b5": 1}, "all if there are fewer"
    t = resolve("black 1 carmela_baldini: b50g", street="nypd - - -")
    assert t.bank("black") == {}, "not on Investigations (NC-57)"


def test_drago_takes_a_bill_back_when_he_does_not_win():  # NC-R39
    t = resolve("white 1 guido_donata: b50i; black 1 drago_baldini: b10i b20g", street=ONE)
    assert t.phase == "take_back" and t.up == "black"
    t.play("20000_guilty")
    assert t.bank("black") == {"b20g": 1} and "takes back 20,000 Guilty" in t.told("red"), "his offer was revealed"
    t = resolve("black 1 drago_baldini: b10i b10g", street="nypd - - -")
    assert t.phase == "take_back", "a failed Investigation too"
    t = resolve("black 1 drago_baldini: b20i; white 1 guido_donata: b20g", street="nypd - - -")
    assert t.phase == "take_back", "a tied one too"
    t = resolve("black 1 drago_baldini: b50i; white 1 guido_donata: b20g", street=ONE)
    assert t.phase == "draw_vendetta" and t.bank("black") == {}, "a winner pays"


def test_bills_come_before_the_card_and_enzo_comes_last():  # NC-R39
    offers = "white 1 guido_donata: b50i; black 1 drago_baldini: b10i; red 1 enzo_baldini: b5"
    t = resolve(offers, street=ONE)
    assert t.phase == "take_back" and t.view().street[0] == "villa"
    t.play("10000_innocent")
    assert t.owns("white", "villa") and t.phase == "enzo_card"
    assert "turn up yacht" in t.options_now


def test_enzo_keeps_the_top_card_or_puts_an_investigation_under_the_deck():  # NC-64, NC-R41
    lost = "white 1 guido_donata: b50i; red 1 enzo_baldini: b5"
    t = resolve(lost, street=ONE).moves("turn up yacht")
    assert t.owns("red", "yacht") and t.stage == "trial", "a card got: not Cheated"
    t = resolve(lost, street=ONE).moves("turn up fbi")
    assert t.view().under_deck == ["fbi"] and t.view().cards_due == [0, 0, 1], "nothing gained"


def test_investigations_under_the_deck_come_up_last_in_their_order():  # NC-R41
    deck = table().entry("place")
    empty = {card: "out" if where == "deck" else where for card, where in deck.items()}
    under = {"dea": "under_deck", "irs": "under_deck"}
    t = table(
        "v5", hands="black: anger", month=2,
        place=empty | under, under_deck=[45, 43], under_count=2, street="- - - -", title=[0, 1, 2],
    ).moves("pass")  # fmt: skip
    assert t.phase == "refill" and t.options_now == {"turn up dea"}
    t.play("turn up dea")
    assert t.options_now == {"turn up irs"}
    t.play("turn up irs")
    assert t.view().street == ["dea", "irs", None, None] and t.view().month == 3, "an empty deck leaves spaces empty (NC-R32)"


def test_enzo_with_an_empty_deck_gets_nothing():  # NC-R32
    deck = table().entry("place")
    place = {card: "out" if where == "deck" else where for card, where in deck.items()}
    place |= {"villa": "street", "guido_donata": "seat_1", "enzo_baldini": "seat_2"}
    t = resolve("white 1 guido_donata: b50i; red 1 enzo_baldini: b5", street=ONE, place=place)
    assert t.phase == "draw_vendetta" and t.view().cards_due == [0, 0, 1]


def test_a_resolved_space_cannot_be_bid_for_twice_by_one_player():  # NC-46
    t = table("meeting", own="black: anthony_gota alba_baldini", banks="black: b5 b5", street=ONE)
    t.moves("anthony_gota", "space 1", "5000")
    with pytest.raises(IllegalMove, match="not what is asked"):
        t.play("space 1")
    assert t.moves("close").options_now == {"done"}
