"""The action cards of Family Business, one by one."""

import pytest

from fivefamilies.core.errors import IllegalMove
from tests.games.family_business.table import table


def answered(contract: str, counter: str, hit_list: str = "murder_inc", **more):
    """Capone plays a contract on Moran, who answers with a counter card."""
    t = table(f"capone: {contract}; moran: {counter}", hit_list, pile="lam lam", **more)
    return t.moves(f"play {contract}", "moran", counter)


# ---------------------------------------------------------------- contracts


def test_a_contract_lists_one_man_of_one_opponent_at_the_bottom():  # FB-21
    t = table("capone: contract", "new_york").moves("play contract", "moran", "pass")
    assert t.hit_list == "new_york moran" and t.free("moran") == 8


def test_mob_power_turns_a_contract_on_its_sender_and_family_influence_stops_it():  # FB-21, FB-45, FB-46
    assert answered("contract", "mob_power").hit_list == "murder_inc capone"
    assert answered("contract", "family_influence").hit_list == "murder_inc"


def test_no_mob_power_leaves_only_family_influence():  # FB-22
    t = table("capone: contract_no_mp; moran: mob_power family_influence").moves("play contract_no_mp", "moran")
    assert {move.notation for move in t.legal} == {"pass", "family_influence"}
    with pytest.raises(IllegalMove, match="does not answer Contract / No Mob Power"):
        t.play("mob_power")


def test_no_family_influence_leaves_only_mob_power():  # FB-23
    t = table("capone: contract_no_fi; moran: mob_power family_influence").moves("play contract_no_fi", "moran")
    assert {move.notation for move in t.legal} == {"pass", "mob_power"}


def test_the_immune_contract_asks_nobody():  # FB-24, vector 8
    t = table("capone: contract_no_mp_fi; moran: mob_power family_influence").moves("play contract_no_mp_fi", "moran")
    assert t.hit_list == "moran" and t.phase == "draw"


def test_a_priority_contract_goes_to_the_top():  # FB-25, vector 4
    t = table("capone: priority_contract", "moran new_york").moves("play priority_contract", "murder_inc", "pass")
    assert t.hit_list == "murder_inc moran new_york"
    assert answered("priority_contract", "mob_power", "new_york").hit_list == "capone new_york"
    assert answered("priority_contract", "family_influence", "new_york").hit_list == "new_york"


def test_a_double_contract_lists_two_and_a_counter_stops_one():  # FB-26, vector 7
    t = table("capone: double_contract", buried="moran 4").moves("play double_contract", "moran", "pass")
    assert t.hit_list == "moran moran"
    t = answered("double_contract", "family_influence", buried="moran 4")
    assert t.hit_list == "murder_inc moran" and t.free("moran") == 4 and t.up == "chance"
    t.play("draw lam")
    assert t.view().turn == 1


def test_a_single_free_man_goes_on_the_list_whatever_answers_a_double_contract():  # FB-27, FB-R18
    for counter in ("family_influence", "mob_power"):
        t = table(f"capone: double_contract; moran: {counter}", "moran", buried="moran 7", pile="lam lam")
        t.moves("play double_contract", "moran", counter)
        if counter == "mob_power":
            t.play("target first")
            assert t.hit_list == "moran moran capone"
        else:
            assert t.hit_list == "moran moran"
    t = table("capone: double_contract", "moran", buried="moran 7").moves("play double_contract", "moran", "pass")
    assert t.hit_list == "moran moran"


def test_with_the_last_man_only_a_counter_saves_the_one_man_at_large_of_a_bigger_gang():  # FB-27, FB-R18
    literal = {"double_contract_lone_man": "in_play"}
    spared = {"family_influence": "moran", "mob_power": "moran capone"}
    for counter, hit_list in spared.items():
        t = table(f"capone: double_contract; moran: {counter}", "moran", buried="moran 7", pile="lam lam", options=literal)
        t.moves("play double_contract", "moran", counter)
        assert t.hit_list == hit_list and t.free("moran") == 1, "his gang has two men in play"
        t = table(f"capone: double_contract; moran: {counter}", buried="moran 8", pile="lam lam", options=literal)
        t.moves("play double_contract", "moran", counter, *(["target first"] if counter == "mob_power" else []))
        assert t.hit_list.startswith("moran") and t.free("moran") == 0, "a gang of a single man"
    t = table("capone: double_contract", "moran", buried="moran 7", options=literal)
    t.moves("play double_contract", "moran", "pass")
    assert t.hit_list == "moran moran", "nobody answers"


def test_the_player_of_mob_power_orders_the_two_men_of_a_double_contract():  # FB-45, FB-R17
    for choice, expected in (("contractor first", "murder_inc capone moran"), ("target first", "murder_inc moran capone")):
        t = answered("double_contract", "mob_power")
        assert t.up == "moran" and t.phase == "mp_order"
        assert t.moves(choice).hit_list == expected


def test_with_contractor_first_nobody_is_asked_for_the_order():  # FB-R17
    t = answered("double_contract", "mob_power", options={"double_contract_mob_power_order": "contractor_first"})
    assert t.hit_list == "murder_inc capone moran" and t.phase == "replace"


def test_mob_power_spares_the_target_even_if_the_contractor_has_nobody_at_large():  # FB-R16
    t = answered("contract", "mob_power", "capone", buried="capone 8")
    assert t.hit_list == "capone"
    t = answered("double_contract", "mob_power", "capone", buried="capone 8")
    assert t.hit_list == "capone moran" and t.phase == "replace", "no order to choose with one man"


def test_only_free_men_can_be_put_on_the_list():  # FB-R15
    t = table("capone: priority_contract vendetta", "moran new_york", buried="moran 8, murder_inc 9")
    t.play("play priority_contract")
    assert {move.notation for move in t.legal} == {"new_york"}
    with pytest.raises(IllegalMove, match="Moran has no man at large"):
        t.play("moran")
    with pytest.raises(IllegalMove, match="he is one of yours"):
        t.play("capone")


def test_a_contract_needs_a_rival_at_large():  # FB-R10, FB-R15
    t = table("capone: contract double_cross", "moran", seats=2, buried="moran 8")
    assert not t.can("play contract") and not t.can("play double_cross") and t.can("discard contract")
    assert t.objection(t.parse("play contract")) == "all men of your rivals are already on the hit list"


# ---------------------------------------------------------------- answers


def test_only_the_target_answers_a_contract_unless_anyone_may():  # FB-R5
    t = table("capone: contract").moves("play contract", "new_york")
    assert t.up == "new_york"
    t = table("capone: contract; murder_inc: family_influence", preset="mayfair", pile="lam lam")
    t.moves("play contract", "new_york")
    assert t.up == "moran"
    t.moves("pass", "pass", "family_influence")
    assert t.hit_list == "" and t.moves("draw lam").view().turn == 3, "the turn passes to who played the counter"


def test_everybody_entitled_is_asked_clockwise_whatever_he_holds():  # FB-R6, FB-R7, FB-43
    t = table("capone: lam; murder_inc: finger", "capone").moves("play lam", "list 1")
    asked = []
    while t.phase == "respond":
        asked.append(t.up)
        assert t.can("pass")
        t.play("pass")
    assert asked == ["moran", "new_york", "murder_inc"] and t.hit_list == ""


def test_the_first_counter_closes_the_window():  # FB-13, FB-R8, FB-43
    t = table("capone: lam; moran: finger; murder_inc: finger", "capone", pile="lam lam").moves("play lam", "list 1", "finger")
    assert t.phase == "replace" and t.hand("murder_inc") == {"finger": 1}


def test_who_plays_a_counter_draws_a_card_and_takes_the_next_turn():  # FB-14, FB-15, FB-R9
    t = table("capone: contract; murder_inc: mob_power", "moran new_york", pace=1, pile="lam lam")
    t.moves("play contract", "murder_inc", "mob_power")
    assert t.phase == "replace" and t.hit_list == "moran new_york capone" and t.buried("moran") == 0
    t.play("draw lam")
    assert t.view().turn == 3 and t.buried("moran") == 1, "the turn is a whole one, executions first"
    t.moves("draw lam", "discard lam")
    assert t.view().turn == 0, "the skipped get nothing back"


def test_a_discarded_card_cannot_be_answered():  # FB-R10
    t = table("capone: contract; moran: family_influence", pile="lam").moves("discard contract")
    assert t.phase == "draw" and t.view().turn == 1


def test_safe_house_shields_its_player_only():  # FB-44, FB-R23
    t = table("capone: vendetta; new_york: safe_house", pile="lam lam").moves("play vendetta")
    assert t.up == "moran"
    t.moves("pass", "safe_house", "moran", "murder_inc", "moran")
    assert t.hit_list == "moran murder_inc moran murder_inc" and t.pace == 2 and t.phase == "replace"
    t.play("draw lam")
    assert t.view().turn == 2 and t.hit_list == "moran murder_inc", "the Safe House player's turn begins with two executions"


def test_a_boss_without_a_free_man_is_not_asked_for_a_safe_house():  # FB-R5, FB-R23
    t = table("capone: vendetta; moran: safe_house", "moran", buried="moran 8").moves("play vendetta")
    assert t.up == "new_york"


def test_a_vendetta_stopped_between_two_starts_no_war():  # FB-R11
    t = table("capone: vendetta; moran: safe_house", seats=2, pile="lam lam").moves("play vendetta", "safe_house")
    assert t.hit_list == "" and t.pace == 0


def test_finger_keeps_the_man_on_the_list_and_wins_the_turn():  # FB-35, FB-43, FB-R24
    t = table("capone: lam; new_york: finger", "moran capone", pile="lam lam").moves("play lam", "list 1", "pass", "finger")
    assert t.hit_list == "moran capone" and t.view().discards["lam"] >= 1
    assert t.moves("draw lam").view().turn == 2


def test_the_owner_of_the_saved_man_may_play_finger_too():  # FB-R24
    t = table("capone: lam; moran: finger", "moran", pile="lam lam").moves("play lam", "list 1", "finger")
    assert t.hit_list == "moran"


# ---------------------------------------------------------------- other attacks


def test_a_hit_kills_a_free_or_a_listed_man_and_costs_an_own_one():  # FB-28
    t = table("capone: hit", "moran").moves("play hit", "new_york")
    assert t.buried("new_york") == 1 and t.hit_list == "moran capone"
    t = table("capone: hit", "moran new_york").moves("play hit", "list 2")
    assert t.buried("new_york") == 1 and t.hit_list == "moran capone"


def test_a_hit_strikes_rivals_only_and_is_always_playable():  # FB-28, FB-R19
    t = table("capone: hit", "capone moran", buried="capone 8").moves("play hit")
    assert not t.can("list 1") and not t.can("capone") and t.can("list 2", "moran")
    t.play("moran")
    assert t.hit_list == "capone moran", "with no own man at large nothing is added"
    t = table("capone: hit", buried="capone 8").moves("play hit", "moran")
    assert t.hit_list == "capone", "it takes even the last free man"


def test_with_any_victim_a_hit_may_kill_an_own_man_too():  # FB-28, FB-R19
    anyone = {"hit_victim": "anyone"}
    t = table("capone: hit", "capone moran", options=anyone).moves("play hit")
    assert t.can("list 1", "list 2", "capone", "moran")
    assert t.moves("capone").hit_list == "capone moran capone" and t.buried("capone") == 1
    t = table("capone: hit", "capone moran", pace=2, buried="capone 8", options=anyone).moves("play hit", "list 1")
    assert t.view().families[0].is_out and t.hit_list == "" and t.view().turn == 1, "the last own man: his turn ends with him"
    t = table("capone: contract", options=anyone).moves("play contract")
    assert not t.can("capone"), "a contract names a rival all the same (FB-21)"


def test_the_massacre_kills_the_whole_list():  # FB-29
    t = table("capone: massacre", "moran capone moran", pace=2).moves("play massacre")
    assert (t.hit_list, t.buried("moran"), t.buried("capone"), t.pace) == ("", 2, 1, 0)


def test_when_all_would_die_in_the_massacre_the_last_on_the_list_wins():  # FB-R28
    t = table("capone: massacre", "capone moran", seats=2, buried="capone 8, moran 8").moves("play massacre")
    assert t.is_over and t.result.winners == (1,) and t.hit_list == "moran"


def test_a_boss_who_kills_himself_with_the_massacre_ends_his_turn():  # FB-R26
    t = table("capone: massacre", "capone", buried="capone 8").moves("play massacre")
    assert t.view().families[0].is_out and t.view().turn == 1


def test_double_cross_lists_one_man_of_each_rival_in_the_order_of_choice():  # FB-30, FB-R22
    t = table("capone: double_cross", "moran").moves("play double_cross", "murder_inc", "moran")
    assert t.hit_list == "moran murder_inc moran new_york", "the last one follows unasked, at the bottom"


def test_double_cross_passes_gangs_without_a_free_man():  # FB-30, FB-R15
    t = table("capone: double_cross", "moran", buried="moran 8, new_york 9").moves("play double_cross")
    assert t.hit_list == "moran murder_inc"


def test_vendetta_lists_two_men_of_each_rival_and_starts_a_double_war():  # FB-33, FB-R15
    t = table("capone: vendetta", buried="new_york 8", pile="lam lam").moves("play vendetta", "pass", "pass", "pass")
    t.moves("murder_inc", "new_york", "moran", "murder_inc")
    assert t.pace == 2 and t.hit_list == "moran murder_inc moran", "five were listed, two were shot"


def test_a_card_that_changes_nothing_can_only_be_discarded():  # FB-R10
    for hand in ("massacre crackdown mob_war ambush lam", "police pay_off substitution intrigue truce"):
        t = table(f"capone: {hand}")
        assert {move.notation.split()[0] for move in t.legal} == {"discard"}
    t = table("capone: mob_war ambush", "moran", pace=1)
    assert not t.can("play mob_war") and t.can("play ambush")
    t = table("capone: mob_war ambush", "moran", pace=2)
    assert t.can("play mob_war") and not t.can("play ambush")
    t = table("capone: vendetta", "moran", seats=2, pace=2, buried="moran 8")
    assert not t.can("play vendetta")
    t = table("capone: vendetta", "moran", seats=2, pace=1, buried="moran 8")
    assert t.can("play vendetta"), "it would still make the war faster"


# ---------------------------------------------------------------- rescues


def test_lam_and_police_protection_take_one_man_of_any_gang_off_the_list():  # FB-34, FB-35, FB-36, FB-42, FB-R20
    t = table("capone: police", "moran capone").moves("play police")
    assert t.can("list 1", "list 2")
    t.play("list 1")
    assert t.hit_list == "capone" and t.free("moran") == 9 and t.phase == "draw", "no card answers Police Protection"
    t = table("capone: lam", "moran capone", seats=2).moves("play lam", "list 2", "pass")
    assert t.hit_list == "moran" and t.free("capone") == 9


def test_a_saved_man_may_be_listed_again():  # FB-42
    t = table("capone: police; moran: contract", "capone", pile="lam").moves("play police", "list 1", "draw lam")
    t.moves("play contract", "capone", "pass")
    assert t.hit_list == "capone"


def test_with_own_gang_rescues_serve_the_own_men_only():  # FB-R20
    own = {"rescue_scope": "own_gang"}
    t = table("capone: lam police pay_off substitution", "moran new_york", options=own)
    assert not any(t.can(f"play {card}") for card in ("lam", "police", "pay_off", "substitution"))
    assert t.objection(t.parse("play police")) == "none of your men is on the hit list"
    t = table("capone: police", "moran capone", options=own).moves("play police")
    assert t.can("list 2") and t.objection(t.parse("list 1")) == "you may only save your own men"
    t = table("capone: pay_off", "moran capone", options=own).moves("play pay_off")
    assert t.can("capone") and not t.can("moran")


def test_substitution_swaps_a_listed_man_for_a_free_rival_at_the_same_place():  # FB-37, FB-R21
    t = table("capone: substitution", "moran capone new_york").moves("play substitution", "list 2", "murder_inc")
    assert t.hit_list == "moran murder_inc new_york" and t.free("capone") == 9 and t.free("murder_inc") == 8


def test_substitution_swaps_two_listed_men():  # FB-37, FB-R21
    t = table("capone: substitution", "capone moran new_york").moves("play substitution", "list 1", "list 3")
    assert t.hit_list == "new_york moran capone"


def test_the_partner_is_of_another_gang_and_by_default_a_rival():  # FB-R21
    t = table("capone: substitution", "moran").moves("play substitution", "list 1")
    assert t.can("new_york", "murder_inc") and not t.can("moran") and not t.can("capone")
    assert t.objection(t.parse("capone")) == "the man who takes his place must be a rival's"
    t = table("capone: substitution", "moran", preset="mayfair").moves("play substitution", "list 1")
    assert t.can("capone")


def test_two_players_can_substitute_their_own_men_only():  # FB-R21
    t = table("capone: substitution", "moran capone", seats=2).moves("play substitution")
    assert not t.can("list 1") and t.can("list 2")
    assert t.objection(t.parse("list 1")) == "there is nobody he could change places with"


def test_substitution_does_not_end_the_war():  # FB-R11
    t = table("capone: substitution", "capone", seats=2, pace=1).moves("play substitution", "list 1", "moran")
    assert t.buried("moran") == 1, "the swapped man was shot as the war went on"


def test_intrigue_rearranges_the_whole_list():  # FB-38
    t = table("capone: intrigue", "capone moran capone new_york moran", pace=1)
    t.moves("play intrigue", "moran", "new_york", "moran")
    assert t.hit_list == "new_york moran capone capone", "the last gang follows unasked, and Moran's first man was shot"


def test_intrigue_needs_two_gangs_and_keeps_the_men_of_a_gang_in_their_order():  # FB-38
    assert not table("capone: intrigue", "moran moran").can("play intrigue")
    t = table("capone: intrigue", "moran capone moran")
    first, second = (man.name for man in t.view().hit_list if man.seat == 1)
    t.moves("play intrigue", "capone")
    assert [man.name for man in t.view().hit_list][1:] == [first, second]


def test_a_truce_ends_a_small_war():  # FB-39
    t = table("capone: truce", "moran new_york", pace=2).moves("play truce")
    assert t.pace == 0 and t.buried("moran") == 0


def test_a_truce_over_a_long_list_or_in_a_small_city_only_slows_the_war():  # FB-39, FB-R14
    t = table("capone: truce", "moran new_york moran new_york moran new_york", pace=2).moves("play truce")
    assert t.pace == 1 and t.buried("moran") == 1 and t.buried("new_york") == 0
    t = table("capone: truce", "moran", seats=2, pace=2, buried="capone 6, moran 6").moves("play truce")
    assert t.buried("moran") == 7, "six in play: the war is on again at the end of the turn"


def test_a_truce_may_be_played_in_any_war_even_if_it_changes_nothing():  # FB-R10
    t = table("capone: truce", "moran new_york moran new_york moran new_york", pace=1)
    assert t.can("play truce")


def test_pay_off_frees_all_men_of_one_gang():  # FB-40, FB-R20
    t = table("capone: pay_off", "capone moran capone", pace=1).moves("play pay_off")
    assert t.can("capone", "moran")
    t.play("capone")
    assert t.free("capone") == 9 and t.buried("moran") == 1 and t.hit_list == ""


def test_the_federal_crackdown_frees_everybody_and_ends_the_war():  # FB-41, vector 10
    t = table("capone: crackdown", "capone moran moran new_york", pace=1).moves("play crackdown")
    assert (t.hit_list, t.pace, t.free("moran"), t.free("capone")) == ("", 0, 9, 9)


# ---------------------------------------------------------------- turncoat


def turncoat(hit_list: str = "", **more):
    return table("capone: turncoat", hit_list, options={"turncoat": True}, pile="lam lam", **more)


def test_the_58_card_printing_adds_turncoat_and_a_sixth_family_influence():  # FB-R33
    deck = table(options={"turncoat": True}).position()["deck"]
    assert sum(deck.values()) == 58 and deck["turncoat"] == 1 and deck["family_influence"] == 6
    assert sum(table().position()["deck"].values()) == 56


def test_turncoat_buries_a_man_of_a_biggest_gang_for_one_of_the_smallest_with_a_grave():  # FB-R33
    t = turncoat("moran", buried="capone 1, new_york 2, murder_inc 5").moves("play turncoat")
    assert t.can("moran", "list 1") and not t.can("capone")
    t.play("list 1")
    assert {move.notation for move in t.legal} == {"murder_inc"}
    t.play("murder_inc")
    assert t.buried("moran") == 1 and t.buried("murder_inc") == 4 and t.hit_list == "murder_inc"


def test_turncoat_is_not_playable_without_a_gang_to_return():  # FB-R33
    assert not turncoat().can("play turncoat")
    assert not turncoat(buried="moran 9").can("play turncoat"), "the fallen do not come back"
    assert turncoat(buried="moran 8").can("play turncoat")


def test_turncoat_may_bury_and_bring_back_the_players_own_man_by_choice():  # FB-R33
    t = turncoat(buried="capone 3, moran 3").moves("play turncoat", "murder_inc")
    assert t.can("capone", "moran")
    t.play("capone")
    assert t.buried("capone") == 2 and t.free("capone") == 7


def test_if_turncoats_burial_ends_the_game_nobody_returns():  # FB-R33
    t = table("capone: turncoat", "moran", seats=2, buried="capone 8, moran 8", options={"turncoat": True})
    t.moves("play turncoat", "list 1", "capone")
    assert t.is_over and t.result.winners == (0,) and t.buried("capone") == 8 and t.hit_list == ""


def test_the_mayfair_preset_is_the_later_english_edition():  # FB-R33
    options = table(preset="mayfair").options
    assert options["contract_counter_by"] == "anyone" and options["double_contract_mob_power_order"] == "contractor_first"
    assert options["substitution_partner"] == "any_other_gang" and options["rescue_scope"] == "any_gang"
    assert options["turncoat"] is False
