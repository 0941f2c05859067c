"""TRIAL, RECEPTION, the verdicts, the winner, and the Calvano."""

import pytest

from tests.games.nostra_city.table import COLOURS, table


def trial(underling: str = "anthony_gota", bank: str = "b5 b10i b20g", **more):
    return table("trial", own=f"black: {underling} luca_donata", banks=f"black: {bank}", **more).moves(underling)


def reception(**more):
    """The last lap before RECEPTION, passed by Red who holds a card; up to the next question."""
    return table("v5", hands="red: anger", turn="red", **more).moves("pass")


def final(**more):
    """The Final Verdict with an empty Pile, unless one is given; counted to the end."""
    hands = more.pop("hands", "red: anger")
    t = table("v5", hands=hands, turn=more.pop("turn", "red"), month=6, **more).moves("pass")
    while t.phase == "vendetta":
        t.play("pass")
    while t.phase == "count":
        t.play(next(iter(sorted(t.options_now))))
    return t


def winners(t) -> list[str]:
    return [COLOURS[seat] for seat in t.result.winners]


# ---------------------------------------------------------------- TRIAL


def test_a_corruption_puts_exactly_one_bill_on_the_pile():  # NC-4, NC-65, NC-R21
    t = trial()
    assert t.phase == "trial_bill" and t.options_now == {"5000", "10000_innocent", "20000_guilty"}
    t.play("5000")
    assert t.phase == "trial_turn" and t.view().pile == 1 and not t.is_free("anthony_gota"), "5,000 is legal"
    assert t.options_now == {"done", "luca_donata"}
    assert "places a bill with Anthony Gota: 5,000" in t.told("black")
    assert "5,000" not in t.told("white") and "Black places a bill with Anthony Gota" in t.told("white")


def test_a_corruption_needs_a_bill():  # NC-65
    t = table("trial", own="black: anthony_gota")
    assert t.options_now == {"done"} and t.why_not("anthony_gota") == "your Bank is empty"


def test_the_district_attorney_allows_one_corruption():  # NC-53
    t = trial(street="district_attorney - - -").moves("10000_innocent")
    assert t.options_now == {"done"} and "no more Corruptions; allowed: 1" in t.why_not("luca_donata")
    t = trial("amalia_calvano", street="district_attorney - - -").moves("10000_innocent")
    assert t.phase == "trial_bill2", "Amalia's two bills are one action (NC-R44)"


def test_the_only_corruptor_from_april_on_is_zealous():  # NC-16, NC-66, NC-R21
    done = ("5000", "done", "done", "done")
    assert trial(month=4, hands="red: anger").moves(*done).player("black").zealous == 1
    t = trial(month=3, hands="red: anger").moves(*done)
    assert t.stage == "v5" and t.player("black").zealous == 0, "not before April"
    t = table("trial", month=6, own="black: anthony_gota; white: luca_donata", banks="black: b5; white: b5", hands="red: anger")
    t.moves("anthony_gota", "5000", "done", "luca_donata", "5000", "done", "done")
    assert t.player("black").zealous == t.player("white").zealous == 0, "several: nobody"
    assert trial(month=5, hands="red: anger").moves(*done).respect("black") == 2, "Gota and the card"


def test_zealous_corruptors_may_wait_until_the_titles_that_lie_on_them_are_taken():  # NC-23, NC-66, NC-R46
    done, waits = ("5000", "done", "done", "done"), {"zealous_corruptors": "under_titles"}
    untaken = trial(month=4, hands="red: anger", street="underboss - - -", options=waits).moves(*done)
    assert untaken.stage == "v5" and untaken.player("black").zealous == 0, "the Underboss still lies on them"
    taken = trial(month=4, hands="red: anger", title=[1, 2, 0], options=waits).moves(*done)
    assert taken.player("black").zealous == 1 and taken.player("white").zealous == 0
    by_default = trial(month=4, hands="red: anger", street="underboss - - -").moves(*done)
    assert by_default.player("black").zealous == 1, "from April on, whatever became of the Titles"


def test_amalia_may_add_a_second_bill():  # NC-81, NC-R44
    t = trial("amalia_calvano").moves("10000_innocent")
    assert t.phase == "trial_bill2" and t.options_now == {"nothing more", "5000", "20000_guilty"}
    assert t.moves("20000_guilty").view().pile == 2 and t.phase == "trial_turn"
    assert trial("amalia_calvano", "b5").moves("5000").options_now == {"nothing more"}


def test_bruno_looks_at_two_random_bills_before_placing():  # NC-R44
    t = trial("bruno_calvano", pile="b10i b10i b50g")
    assert t.phase == "bruno_bill" and t.chances()[1] == [2, 1]
    t.play("look at 10000_innocent")
    assert t.chances()[1] == [1, 1], "two different bills"
    t.play("look at 10000_innocent")
    assert t.phase == "trial_bill" and t.view(0).surely["pile"] == {"b10i": 2} and t.view(1).surely["pile"] == {}
    assert t.view().pile == 3 and "10,000" not in t.told("white")
    assert trial("bruno_calvano", pile="b5").moves("look at 5000").phase == "trial_bill"
    assert trial("bruno_calvano").phase == "trial_bill", "nothing to look at"


def test_cesare_draws_a_bill_after_placing_and_a_raid_is_just_discarded():  # NC-R44
    t = trial("cesare_calvano").moves("5000")
    assert t.phase == "cesare_bill"
    assert t.moves("draw 50000_guilty").bank("black") == {"b10i": 1, "b20g": 1, "b50g": 1}
    t = trial("cesare_calvano").moves("5000", "draw raid")
    assert t.phase == "trial_turn" and t.view().raids["discards"] == 1
    everything = "b5 " * 9 + "b10i " * 11 + "b10g " * 12 + "b20i " * 6 + "b20g " * 5 + "b50i " * 3 + "b50g " * 3
    t = table("trial", own="black: cesare_calvano", banks=f"black: b5 b10i b20g; white: {everything}", draw="raid")
    t.moves("cesare_calvano", "5000", "draw raid")
    assert t.phase == "trial_turn" and t.view().draw_pile == 0


def test_delia_takes_a_random_bill_of_the_pile_first_and_needs_a_bill_herself():  # NC-R44
    t = trial("delia_calvano", "b5", pile="b50g")
    assert t.phase == "delia_bill"
    t.play("take 50000_guilty")
    assert t.phase == "trial_bill" and t.bank("black") == {"b5": 1, "b50g": 1} and t.respect("black") == -1
    assert trial("delia_calvano", "b5").phase == "trial_bill", "an empty Pile gives nothing"
    t = table("trial", own="black: delia_calvano", pile="b50g")
    assert t.options_now == {"done"}


def test_elios_owner_is_asked_after_every_bill_and_a_big_one_may_move_the_marker():  # NC-R42
    t = trial("elio_calvano").moves("20000_guilty")
    assert t.phase == "direction" and t.options_now == {"no", "left", "right"}
    assert t.moves("left").marker == 13 and t.view().pile == 1
    t = trial("elio_calvano").moves("10000_innocent")
    assert t.phase == "direction" and t.options_now == {"no"} and "20,000 or more" in t.why_not("left")
    assert t.moves("no").marker == 14
    t = trial("elio_calvano", marker=20).moves("20000_guilty", "right")
    assert t.marker == 20 and "The Verdict marker stays on 20" in t.told(), "a step beyond the end is lost"


def test_the_fbi_stops_the_calvano():  # NC-85
    for underling in ("amalia_calvano", "bruno_calvano", "cesare_calvano", "delia_calvano", "elio_calvano"):
        t = trial(underling, street="fbi - - -", pile="b50g").moves("20000_guilty")
        assert t.phase == "trial_turn" and t.view().pile == 2


# ---------------------------------------------------------------- RECEPTION


def test_reception_frees_all_underlings_and_turfs():  # NC-5, NC-68, NC-69, NC-R10
    t = reception(own="black: anthony_gota queens_gambling", busy="anthony_gota queens_gambling")
    assert t.is_free("anthony_gota") and t.is_free("queens_gambling") and t.phase == "refill"


def test_more_than_six_bills_are_discarded_one_by_one_for_all_to_see():  # NC-70
    t = reception(banks="black: b5 b5 b5 b5 b5 b5; red: b5 b5 b10i b10i b10i b10i b10i b50g")
    assert t.phase == "discard" and t.up == "red", "six are allowed"
    t.moves("50000_guilty")
    assert t.phase == "discard" and t.view().players[2].bills == 7
    t.play("10000_innocent")
    assert t.phase == "refill" and t.view().players[2].bills == 6
    assert "Red discards 1 x 50,000 Guilty" in t.told("white")


def test_the_bank_limit_is_asked_clockwise_from_the_first_player():  # NC-70
    many = "b10i b10i b10i b10i b10g b10g b10g"
    t = reception(banks=f"black: b5 b5 b5 b5 b5 b5 b5; white: {many}", first="white")
    assert t.up == "white"
    assert t.moves("10000_guilty").up == "black"


def test_each_investigation_moves_the_marker_right_but_not_beyond_the_end():  # NC-58, NC-71, NC-R24
    t = reception(street="nypd villa dea -")
    assert t.marker == 16
    assert t.moves("turn up fbi").marker == 16, "a new one adds no guilt yet"
    assert reception(street="nypd dea - -", marker=19).marker == 20


def test_empty_spaces_are_refilled_from_one_to_four_and_the_date_moves_on():  # NC-21, NC-53, NC-72, NC-73, NC-R24
    t = reception(street="- villa - -")
    assert t.phase == "refill" and {"turn up yacht", "turn up irs"} <= t.options_now
    t.moves("turn up yacht", "turn up fbi")
    assert t.view().month == 1
    t.play("turn up racehorse")
    assert t.view().street == ["yacht", "villa", "fbi", "racehorse"] and t.view().month == 2 and not t.view().powers


def test_the_irs_takes_whole_banks_in_the_reception_after_the_one_it_came_in():  # NC-53, NC-86, NC-R22, vector 7
    t = reception(banks="black: b5 b50g; white: b10i", street="villa yacht racehorse -").moves("turn up irs")
    assert t.bank("black") == {"b5": 1, "b50g": 1} and t.view().month == 2
    t = reception(banks="black: b5 b50g; white: b10i b10i b10i b10i b10i b10i b10i", street="villa yacht racehorse irs", month=3)
    assert t.bank("black") == {} and t.bank("white") == {} and t.phase != "discard"
    assert "Black discards 1 x 50,000 Guilty" in t.told("red")


def test_the_irs_does_not_act_in_june():  # NC-R22
    t = final(banks="black: b50g", street="irs - - -")
    assert t.bank("black") == {"b50g": 1}


def test_the_underboss_enters_the_first_free_space_in_february():  # NC-59, NC-R15
    t = reception(street="villa - yacht -", month=2)
    assert t.view().street == ["villa", "underboss", "yacht", None] and t.phase == "refill"
    assert reception(street="villa - yacht -", month=1).view().street[1] is None
    t = reception(street="fbi villa yacht racehorse", month=2)
    assert t.view().street[1] == "underboss" and t.entry("place")["villa"] == "out", "in place of the first other card"


def test_the_underboss_waits_behind_four_investigations_and_stays_until_won():  # NC-R15
    t = reception(street="irs fbi dea nypd", month=2, own="black: anthony_gota")
    assert "underboss" not in t.view().street and t.view().month == 3
    t = reception(street="irs fbi dea villa", month=3, pile="b5")
    assert t.view().street[3] == "underboss"
    t = reception(street="underboss - - -", month=4)
    assert t.view().street == ["underboss", None, None, None]


# ---------------------------------------------------------------- verdicts


def test_after_march_the_pile_is_counted_bill_by_bill():  # NC-74, NC-75, NC-R25
    t = reception(month=3, pile="b5 b10i b20g b50i", street="villa yacht racehorse underboss")
    assert t.stage == "first_verdict" and t.phase == "count" and t.chances()[1] == [1, 1, 1, 1]
    track = []
    for bill in ("20000_guilty", "5000", "50000_innocent", "10000_innocent"):
        track.append(t.moves(f"count {bill}").marker)
    assert track == [16, 16, 13, 12] and t.stage == "v1" and t.view().month == 4


def test_moves_beyond_an_end_are_lost_one_by_one():  # NC-75, NC-R25
    street = "villa yacht racehorse underboss"
    t = reception(month=3, pile="b50g b50i", street=street, marker=19).moves("count 50000_guilty", "count 50000_innocent")
    assert t.marker == 17, "20, then 17: not the net sum"
    t = reception(month=3, pile="b50g b50i", street=street, marker=2).moves("count 50000_innocent", "count 50000_guilty")
    assert t.marker == 4


def test_after_the_count_all_bills_outside_the_banks_are_the_new_draw_pile():  # NC-76, NC-R26
    t = reception(month=3, pile="b10i", street="villa yacht racehorse underboss", banks="black: b50g", draw="b5 b5")
    t.play("count 10000_innocent")
    assert t.view().pile == t.view().discards == 0 and t.view().draw_pile == 52 and t.bank("black") == {"b50g": 1}


def test_june_ends_with_the_final_verdict_after_the_last_lap():  # NC-1, NC-77
    t = table("v5", hands="black: shame_of_you; red: anger", month=6, pile="b10i", street="nypd - - -", marker=11)
    t.moves("play shame_of_you", "red")
    assert t.up == "red", "the last lap"
    t.play("pass")
    assert t.stage == "final_verdict" and t.phase == "count" and t.marker == 11, "Investigations come after the count"
    t.play("count 10000_innocent")
    assert t.is_over and t.marker == 11 and winners(t) == [], "10, then one right for the NYPD: Guilty"


def test_zealous_corruptors_that_nobody_won_give_nothing():  # NC-67
    t = final(marker=5, zealous=[0, 2, 0, 0, 0])
    assert t.respect("white") == 2 + 0 and t.respect("black") == 0


def test_blue_means_most_respect_among_the_loyal():  # NC-78, NC-89, NC-93
    own = "black: villa gold_watch; white: yacht; red: racehorse"
    assert winners(final(own=own, marker=10)) == ["black"]
    assert winners(final(own=own, marker=10, hands="black: fbi_snitch", turn="black")) == ["white"]


def test_red_means_most_respect_among_the_snitches():  # NC-12, NC-78, NC-93
    own = "black: villa; white: yacht; red: racehorse"
    t = final(own=own, marker=11, hands="white: fbi_snitch; red: fbi_snitch", turn="white")
    assert winners(t) == ["white"] and "White was a Snitch" in t.told() and "Guilty" in t.told()


def test_guilty_without_a_snitch_means_everybody_loses():  # NC-79, NC-R43
    t = final(own="black: villa", marker=11)
    assert t.result.payoffs == (-1, -1, -1) and t.result.winners == () and "everybody loses" in t.told()


def test_a_tie_goes_to_the_higher_title_and_is_shared_without_one():  # NC-78, NC-R29
    t = final(own="black: villa opera_box; white: anthony_gota; red: limousine", marker=3, title=[1, 2, -1])
    assert [t.respect(c) for c in COLOURS[:3]] == [4, 6, 6] and winners(t) == ["white"], "Fine Team for White, Hand for Red"
    t = final(own="black: villa; white: limousine opera_box", marker=3)
    assert [t.respect(c) for c in COLOURS[:3]] == [3, 3, 2] and winners(t) == ["black", "white"]


def test_winners_share_the_first_rank_and_the_others_the_next():  # NC-R43
    t = final(own="black: villa; white: limousine opera_box", marker=3, seats=4)
    assert t.result.payoffs[0] == t.result.payoffs[1] > t.result.payoffs[2] == t.result.payoffs[3]
    assert sum(t.result.payoffs) == pytest.approx(0)


def test_two_snitch_cards_make_one_snitch():  # NC-R30
    t = final(own="black: villa", marker=11, hands="white: fbi_snitch fbi_snitch", turn="white")
    assert winners(t) == ["white"] and t.told().count("was a Snitch") == 1


def test_fine_team_counts_turfs_and_underlings_with_gota_and_atlantic_city():  # NC-80, NC-R28
    own = "black: anthony_gota atlantic_city elio_calvano; white: queens_gambling luca_donata"
    t = final(own=own, busy="elio_calvano", marker=3)
    assert t.player("black").bonuses == ["fine_team"] and t.respect("black") == 3
    t = final(own="black: anthony_gota; white: queens_gambling", marker=3)
    assert t.player("black").bonuses == t.player("white").bonuses == [], "a tie: nobody"


def test_wisdom_and_virtue_counts_the_whole_hand():  # NC-80, NC-90, NC-R27
    t = final(hands="black: anger anger; white: fbi_snitch burglary contract; red: contract", turn="black", marker=3)
    assert t.player("white").bonuses == ["wisdom_and_virtue"]
    t = final(hands="black: anger; red: contract", turn="black", marker=3)
    assert all(t.player(c).bonuses == [] for c in COLOURS[:3])


def test_full_of_cash_goes_to_the_largest_bank():  # NC-80
    t = final(banks="black: b5 b5 b5; white: b20i; red: b10g", marker=3)
    assert t.player("white").bonuses == ["full_of_cash"] and t.view(0).players[1].bank == {"b20i": 1}, "the Banks are shown"


def test_respect_is_the_plain_sum_and_may_be_negative():  # NC-10, NC-R17
    t = table(own="black: donato_agnello delia_calvano; white: villa new_jersey nypd", shame=[1, 0, 0, 0, 0], title=[1, -1, -1])
    assert t.respect("black") == -3 and t.respect("white") == 8
