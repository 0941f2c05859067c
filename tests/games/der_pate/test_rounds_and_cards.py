"""Rounds, revenue and the event cards of Der Pate."""

import pytest

from fivefamilies.core.errors import IllegalMove
from fivefamilies.core.match import Match
from fivefamilies.games import title
from tests.games.der_pate.table import FAMILIES, Table, before_card, table

TITLE = title("der_pate")


def revealed(card: str, **more) -> Table:
    return before_card(**more).moves(f"card {card}")


# ---------------------------------------------------------------- the round


def test_the_game_lasts_seven_rounds_of_one_card_and_one_turn_each():  # DP-20, DP-21, DP-31
    match, story = Match(TITLE, 3, {"first_seat": 0}, seed=8), []
    while not match.is_over:
        view = match.view()
        if view.turn is not None and (not story or story[-1] != (view.round, view.turn)):
            story.append((view.round, view.turn))
        match.play(match.legal_ids()[-1])
    assert story == [(round, seat) for round in range(1, 8) for seat in range(3)]
    assert len(match.view().seen) == 7


def test_no_revenue_in_the_first_round():  # DP-22, V4
    t = Table(TITLE, 4, {"setup": "preset"}, by_hand=True)
    assert t.phase == "card" and t.view().round == 1 and t.cash() == [10] * 4


def test_revenue_is_paid_to_all_before_the_next_card():  # DP-21, DP-22, DP-30, DP-78
    t = table(5, turn="stracci", tracks="corleone revenue 4, tattaglia revenue 1, stracci revenue 2").moves("end turn")
    assert t.phase == "card" and t.view().round == 3
    assert t.cash() == [14, 11, 10, 12]


def test_the_three_parts_of_a_card_come_in_order():  # DP-23
    t = before_card(car=3, cash="corleone 0").moves("card E05")
    told = t.lines(0)
    assert told[0].startswith("Round 2: Respect for the small")
    assert told[1] == "The event marker of Reputation moves to space 1"
    assert told[2].startswith("The car drives to business 8") and told[3].startswith("Corleone takes $4,000")


def test_the_fourth_card_of_a_colour_fixes_the_ko_track():  # DP-24, DP-25, V5
    t = revealed("E01", markers=(3, 2), seen="E02 E03 E04 E06 E07", round=6)
    assert t.view().markers["grey"] == 4 and t.view().ko_track == "reputation"
    t = revealed("E06", markers=(2, 3), seen="E02 E03 E08 E09 E07", round=6)
    assert t.view().ko_track == "influence"


def test_then_neither_marker_moves_but_car_and_text_go_on():  # DP-25, DP-R25
    seen = "E02 E03 E04 E05 E06"
    t = revealed("E10", markers=(4, 1), ko="reputation", seen=seen, round=6, car=0)
    assert t.view().markers == {"grey": 4, "red": 1} and t.view().car == 3 and t.phase == "choice"
    t = revealed("E01", markers=(4, 1), ko="reputation", seen=seen, round=6)
    assert t.view().markers == {"grey": 4, "red": 1}


def test_exactly_one_track_becomes_the_ko_track():  # DP-R25
    for seed in range(25):
        match = Match(TITLE, 2, seed=seed)
        while not match.is_over:
            match.play(match.legal_ids()[0])
        markers = match.view().markers
        assert (max(markers.values()), match.view().ko_track) == (4, "reputation" if markers["grey"] == 4 else "influence")
        assert min(markers.values()) < 4


def test_the_car_moves_clockwise_by_the_number_of_the_card():  # DP-26, V6
    t = revealed("E06", car=11)
    assert t.view().car == 1
    assert [n for n, business in enumerate(t.view().businesses) if business.is_protected] == [0, 1, 2]


def test_the_three_businesses_of_the_cars_district_are_protected():  # DP-27
    t = revealed("E06", car=3)  # to space 5, East Side
    assert t.up == "corleone" and t.offered == {"no", *(f"business {n}" for n in (7, 8, 9, 10, 11, 12))}
    with pytest.raises(IllegalMove, match="its businesses are protected"):
        t.play("business 4")


def test_the_start_player_decides_first_and_the_card_leaves():  # DP-28
    t, asked = revealed("E01"), []
    while t.phase == "choice":
        assert t.view().card == "E01"
        asked.append(t.up)
        t.play("cash")
    assert asked == FAMILIES and t.view().card is None and t.view().turn == 0
    assert t.cash() == [12] * 4


def test_a_turn_start_card_stays_face_up_until_the_end_of_the_round():  # DP-29
    t, asked = revealed("E03", seats=2), []
    while t.view().round == 2:
        assert t.view().card == "E03"
        if t.phase == "turn_start":
            asked.append((t.up, t.view().turn))
            t.play("no")
        elif t.up == "chance":
            t.roll("1")
        else:
            t.play(t.legal_ids()[0])
    assert asked == [("corleone", 0), ("tattaglia", 1)] and t.view().card is None


# ---------------------------------------------------------------- the ten cards


def test_first_communion_a_step_on_reputation_or_two_thousand():  # DP-28
    t = revealed("E01", tracks="tattaglia reputation 12").moves("step", "step", "cash", "cash")
    assert [t.at(family, "reputation") for family in FAMILIES] == [1, 12, 0, 0]
    assert t.cash() == [10, 11, 12, 12], "a step on a full track pays $1,000"


def test_visiting_day_ransoms_some_and_drowns_the_rest():  # DP-28
    t = revealed("E02", tombs="tattaglia 3, barzini 1", cash="tattaglia 5, barzini 1")
    assert t.up == "tattaglia" and t.offered == {"ransom 0", "ransom 1", "ransom 2"}, "who has no prisoner is not asked"
    with pytest.raises(IllegalMove, match=r"you have only \$5,000"):
        t.play("ransom 3")
    with pytest.raises(IllegalMove, match="you have only 3 in the Tombs"):
        t.play("ransom 4")
    t.play("ransom 2")
    side = t.of("tattaglia")
    assert (side.tombs, side.hudson, side.reserve, t.cash("tattaglia")) == (0, 1, 3, 1)
    assert t.up == "barzini" and t.offered == {"ransom 0"}, "asked whatever the cash"
    t.play("ransom 0")
    assert t.of("barzini").hudson == 1 and t.view().turn == 0


def test_visiting_day_ignores_neutral_prisoners():  # DP-R16
    t = revealed("E02", seats=3, owners="c c c t t t b b b n n -", tombs="neutral 1")
    assert t.view().neutral_tombs == 1 and t.view().turn == 0


def test_alms_for_the_parish_are_offered_whatever_the_cash():  # DP-29, DP-R33
    t = revealed("E03", cash="corleone 2")
    assert t.phase == "turn_start" and t.offered == {"no"}
    with pytest.raises(IllegalMove, match=r"you have only \$2,000"):
        t.play("yes")
    t = revealed("E03").moves("yes")
    assert t.cash("corleone") == 7 and t.at("corleone", "reputation") == 2


def test_a_turn_start_card_is_answered_before_any_token_or_roll():  # DP-R10
    t = revealed("E03", tokens="corleone wedding baptism judge", friends="corleone 2", tracks="corleone favours 4")
    assert t.offered == {"no", "yes"}
    t.play("no")
    assert t.up == "chance" and t.phase == "roll"


def test_a_turn_start_step_belongs_to_the_own_turn_and_asks_nothing_about_its_token():  # DP-R11
    t = revealed("E03", tracks="corleone reputation 5").moves("yes")
    assert t.at("corleone", "reputation") == 7 and t.of("corleone").tokens["baptism"] == "in_hand"
    assert t.phase == "roll"


def test_cousins_from_sicily_bring_one_member_home():  # DP-28, DP-R33
    t = revealed("E04", hudson="corleone 1, barzini 1", tombs="corleone 1, stracci 1")
    assert t.offered == {"no", "from the hudson", "from the tombs"}
    t.play("from the hudson")
    assert (t.of("corleone").hudson, t.of("corleone").tombs, t.of("corleone").reserve) == (0, 1, 3)
    assert t.up == "barzini" and t.offered == {"no", "from the hudson"}, "Tattaglia has nobody to bring and is not asked"
    t.play("no")
    assert t.up == "stracci" and t.offered == {"no", "from the tombs"}
    assert t.moves("from the tombs").of("stracci").reserve == 4


def test_respect_for_the_small_pays_all_who_have_fewest():  # DP-28
    t = revealed("E05", owners="c c c t - t b b b s - s")
    assert t.cash() == [10, 14, 10, 14] and t.view().turn == 0, "automatic"
    t = revealed("E05", seats=2, owners="c c c t t t n - - - - -", tombs="neutral 5")
    assert t.cash() == [14, 14], "neutral families are not compared"


def test_war_of_the_families_is_a_takeover_of_any_number_for_everybody():  # DP-58, DP-R20
    t = revealed("E06", car=0)  # protects business 3
    assert t.offered == {"no", *(f"business {n}" for n in range(4, 13))}
    t.moves("business 4", "business 4")
    assert t.owners == "c c c t t t b b b s s s", "a business may change hands twice"
    assert t.of("tattaglia").hudson == 1 and t.of("corleone").hudson == 1
    assert t.of("corleone").debts_with == [0, 1, 0, 0, 0] and t.of("tattaglia").debts_with == [1, 0, 0, 0, 0]


def test_war_of_the_families_passes_over_who_cannot():  # DP-56, DP-R33
    t = revealed("E06", hudson="corleone 4", debts="tattaglia barzini 5")
    assert t.up == "barzini"


def test_grand_jury_empties_the_cars_district_in_spite_of_the_protection():  # DP-66
    t = revealed("E07", car=0)  # to space 4
    assert t.owners == "c c c - - - b b b s s s" and t.of("tattaglia").tombs == 3 and t.view().turn == 0
    t = revealed("E07", seats=2, car=4)
    assert t.owners == "c c c t t t - - - n n n" and t.view().neutral_tombs == 3, "neutral members too"


def test_the_fall_guy_costs_a_member_and_needs_one():  # DP-29, DP-R33
    t = revealed("E08").moves("yes")
    assert t.at("corleone", "influence") == 2 and t.of("corleone").tombs == 1 and t.of("corleone").reserve == 3
    t = revealed("E08", hudson="corleone 4")
    assert t.phase == "roll" and t.view().turn == 0, "without a member in reserve nobody is asked"


def test_too_big_to_hide_takes_one_business_of_each_who_has_most():  # DP-28, DP-66, DP-R33
    t = revealed("E09", owners="c c c t t - b b b s s -", car=0)  # to space 5
    assert t.up == "corleone" and t.offered == {"business 1", "business 2", "business 3"}, "no pass"
    t.play("business 2")
    assert t.of("corleone").tombs == 1 and t.owners.split()[1] == "-"
    assert t.up == "barzini", "settled at the reveal, although he now has most alone"
    t.play("business 9")
    assert t.view().turn == 0
    t = revealed("E09", owners="c c c t t - b - - s - -", car=4).moves("business 1")  # to space 9
    assert t.view().turn == 0, "Tattaglia has as many now, but had fewer at the reveal"


def test_too_big_to_hide_spares_protected_businesses_and_who_has_no_other():  # DP-27, DP-66
    t = revealed("E09", owners="c c c t t - - - - - - -", car=9)  # to space 2: all of Corleone's are protected
    assert t.view().turn == 0 and t.owners == "c c c t t - - - - - - -"
    t = revealed("E09", seats=2, owners="- - - - - - n n n n n n", car=0)
    assert t.view().turn == 0, "the most is nothing"


def test_debts_of_honour_a_step_or_cash_for_foreign_debt_tokens():  # DP-28
    t = revealed("E10", debts="tattaglia corleone 2, barzini corleone 1, corleone barzini 1")
    assert "Take $6,000 from the bank: you hold 3 debt tokens" in [move.label for move in t.legal]
    t.moves("cash")
    assert "Take nothing from the bank: you hold no debt token" in [move.label for move in t.legal]
    t.moves("cash", "step", "cash")
    assert t.cash() == [16, 10, 10, 10] and t.at("barzini", "influence") == 1


@pytest.mark.parametrize("card", ["E01", "E10"])
def test_a_choice_is_always_asked(card):  # DP-R33
    full = ", ".join(f"{family} reputation 12 influence 12" for family in FAMILIES)
    assert revealed(card, tracks=full).offered == {"step", "cash"}
