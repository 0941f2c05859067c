"""Vendetta: windows, Paybacks one by one, the Donata, and the cards that are no Paybacks."""

import pytest

from fivefamilies.core.errors import IllegalMove
from tests.games.nostra_city.table import COLOURS, table

PAYBACKS = "shame_of_you contract burglary kidnapping double_cross takeover turn_the_jury hush_money"
RICH = "white: alba_baldini guido_donata queens_gambling bronx_gambling"


def lap(stage: str = "v1", hand: str = PAYBACKS, own: str = RICH, **more):
    more = {"banks": "white: b5 b10i b50g", "pile": "b10g"} | more
    return table(stage, hands=f"black: {hand}", own=own, **more)


BIDDING = {
    "own": "white: guido_donata", "street": "villa - - -", "offers": "white 1 alba_baldini: b5", "busy": "guido_donata",
}  # fmt: skip


# ---------------------------------------------------------------- who is asked


def test_everybody_with_a_card_is_asked_whatever_it_is():  # NC-13, NC-88, NC-R35
    t = table("v1", hands="black: anger; white: fbi_snitch; red: contract")
    assert t.options_now == {"pass"} and t.up == "black"
    t.play("pass")
    assert t.options_now == {"pass"} and t.up == "white"
    t.play("pass")
    assert t.options_now == {"pass"} and t.up == "red", "no Contract without a victim"
    assert t.moves("pass").phase == "bus_turn"


def test_a_lap_goes_clockwise_from_the_first_player_and_passes_by_empty_hands():  # NC-25, NC-88
    t = table("v1", hands="black: anger; red: anger", first="red", turn="red").moves("pass")
    assert t.up == "black" and t.moves("pass").phase == "bus_turn" and t.up == "red"


def test_a_player_may_play_one_card_after_the_other():  # NC-88
    t = lap(hand="turn_the_jury turn_the_jury").moves("play turn_the_jury", "left")
    assert t.phase == "vendetta" and t.up == "black"
    t.moves("play turn_the_jury", "right")
    assert t.phase == "bus_turn", "an empty Hand ends it"


def test_five_laps_a_month():  # NC-1, NC-25
    t = table("v1", hands="red: anger", turn="red", street="villa - - -", month=1)
    stages = []
    while t.view().month == 1 and t.phase != "refill":
        stages.append(t.stage)
        t.play("pass" if t.phase == "vendetta" else "done")
    business, meeting, trial = ["business"] * 3, ["meeting"] * 3, ["trial"] * 3
    assert stages == ["v1", *business, "v2", *meeting, "v3", "v4", *trial, "v5"]


def test_the_windows_of_the_paybacks():  # NC-R38
    common = {f"play {card}" for card in PAYBACKS.split() if card not in ("kidnapping", "double_cross")}
    offers = {"street": "villa - - -", "offers": "red 1 marta_donata: b5"}
    for stage in ("v1", "v2", "v4"):
        assert lap(stage).options_now == common | {"pass", "play kidnapping"}
    assert lap("v3", **offers).options_now == common | {"pass", "play kidnapping", "play double_cross"}
    assert lap("v5").options_now == common | {"pass"}
    for stage in ("business", "meeting", "trial"):
        assert lap(stage).options_now == common | {"done", "play kidnapping"}
    assert "at this time" in lap("business").why_not("play double_cross")


def test_a_payback_needs_no_underling():  # NC-88
    t = lap("business", "shame_of_you").moves("play shame_of_you", "white")
    assert t.phase == "guido"
    t = lap("business", "shame_of_you", own="").moves("play shame_of_you", "white")
    assert t.phase == "bus_turn" and t.respect("white") == -1


# ---------------------------------------------------------------- Paybacks


def struck(card: str, *moves: str, own: str = "white: alba_baldini elio_calvano queens_gambling bronx_gambling", **more):
    return lap(hand=card, own=own, **more).moves(f"play {card}", *moves)


def test_shame_of_you_stays_in_the_territory_and_costs_respect():  # NC-10, NC-92
    t = struck("shame_of_you", "white")
    assert t.respect("white") == -1 and t.player("white").shame == 1 and t.view().paybacks == {}


def test_a_contract_removes_an_underling_from_the_game():  # NC-92
    t = struck("contract", "white", "alba_baldini")
    assert t.entry("place")["alba_baldini"] == "out" and t.view().paybacks == {"contract": 1}


def test_the_last_underling_is_safe():  # NC-R36
    t = lap(hand="contract", own="white: alba_baldini")
    assert t.options_now == {"pass"} and "nobody it could strike" in t.why_not("play contract")


def test_an_unresolved_offer_protects_its_underling():  # NC-R37
    t = lap("v3", "contract double_cross", **BIDDING)
    t.moves("play contract", "white")
    assert t.options_now == {"guido_donata"} and "unresolved offer" in t.why_not("alba_baldini")
    t = lap("v3", "contract double_cross", **BIDDING)
    t.moves("play double_cross", "white", "space 1", "play contract", "white")
    assert t.options_now == {"guido_donata", "alba_baldini"}, "a double-crossed offer protects nobody"


def test_a_burglary_moves_two_random_bills_seen_by_both():  # NC-92
    t = struck("burglary", "white")
    assert t.phase == "steal" and t.chances()[1] == [1, 1, 1]
    t.play("steal 50000_guilty")
    assert t.view(0).players[1].bills == 3, "both bills move together"
    t.play("steal 5000")
    assert t.bank("black") == {"b5": 1, "b50g": 1} and t.bank("white") == {"b10i": 1}
    assert "50,000 Guilty" in t.told("white") and "50,000" not in t.told("red") and "50,000" not in t.told()


def test_a_burglary_of_a_single_bill_and_of_none():  # NC-R38
    t = struck("burglary", "white", banks="white: b5").moves("steal 5000")
    assert t.bank("black") == {"b5": 1} and t.phase != "steal"
    assert lap(hand="burglary", banks="").options_now == {"pass"}
    t = lap("v3", "burglary", street="villa - - -", offers="white 1 alba_baldini: b5", banks="")
    assert t.options_now == {"pass"}, "bills in offers are not in the Bank"


def test_a_kidnapping_engages_a_free_underling():  # NC-R38
    t = struck("kidnapping", "white", "alba_baldini")
    assert not t.is_free("alba_baldini") and t.owns("white", "alba_baldini")
    t = lap(hand="kidnapping", own="white: alba_baldini", busy="alba_baldini")
    assert t.options_now == {"pass"}


def test_a_double_cross_discards_an_open_offer_unseen():  # NC-R37, NC-R38
    offers = "white 2 alba_baldini: b5 b50i; white 1 elio_calvano: b5"
    t = lap("v3", "double_cross", own="", street="villa yacht - -", offers=offers)
    t.moves("play double_cross", "white")
    assert t.options_now == {"space 1", "space 2"}
    t.play("space 2")
    assert t.entry("discards") == {"b5": 1, "b50i": 1} and "50,000" not in t.told("black") + t.told("red")
    assert t.phase == "take_back" and t.view().space == 0, "powers of a discarded offer do not fire, the rest goes on"


def test_a_takeover_takes_a_turf_as_it_is():  # NC-R36
    t = struck("takeover", "white", "queens_gambling", busy="queens_gambling")
    assert t.owns("black", "queens_gambling") and not t.is_free("queens_gambling")


def test_the_last_turf_that_can_be_engaged_is_safe():  # NC-R36
    t = lap(hand="takeover", own="white: queens_gambling atlantic_city").moves("play takeover", "white")
    assert t.options_now == {"atlantic_city"} and "is safe" in t.why_not("queens_gambling")
    assert lap(hand="takeover", own="white: queens_gambling").options_now == {"pass"}


def test_turn_the_jury_must_move_the_marker():  # NC-R42
    t = lap(hand="turn_the_jury").moves("play turn_the_jury")
    assert t.options_now == {"left", "right"} and "must move" in t.why_not("no")
    assert t.moves("right").marker == 15
    assert lap(hand="turn_the_jury", marker=1).moves("play turn_the_jury", "left").marker == 1


def test_hush_money_looks_at_a_random_bill_and_may_discard_it_face_down():  # NC-R38, NC-R42
    t = lap(hand="hush_money").moves("play hush_money", "look at 10000_guilty")
    assert t.phase == "inspect" and t.view(0).bill == "b10g" and t.view(1).bill is None
    assert t.moves("discard").view().pile == 0 and t.entry("discards") == {"b10g": 1}
    assert "10,000" not in t.told("white")
    assert lap(hand="hush_money").moves("play hush_money", "look at 10000_guilty", "keep").view().pile == 1
    assert lap(hand="hush_money", pile="").options_now == {"pass"}


def test_no_card_strikes_its_own_player():  # NC-R38
    t = lap(hand="shame_of_you").moves("play shame_of_you")
    assert t.options_now == {"white", "red"}
    with pytest.raises(IllegalMove, match="that is you"):
        t.play("black")


# ---------------------------------------------------------------- the Donata


def test_francesca_brings_one_more_card_when_her_owner_is_cheated():  # NC-82, NC-84, NC-R44, vector 6
    own = "black: anthony_gota queens_gambling; white: francesca_donata queens_drugs"
    cheat = ("anthony_gota", "queens_gambling", "take queens", "draw 5000", "draw 5000", "nothing more")
    t = table(own=own).moves(*cheat)
    assert t.phase == "francesca" and t.up == "white" and t.view().players[1].cards == 0, "asked before he draws"
    t.play("yes")
    assert t.view().cards_due == [0, 2, 0] and not t.is_free("francesca_donata")
    assert table(own=own).moves(*cheat, "no").view().cards_due == [0, 1, 0]
    assert table(own=own, busy="francesca_donata").moves(*cheat).phase == "draw_vendetta"
    assert table(own=own, street="fbi - - -").moves(*cheat).phase == "draw_vendetta", "no powers under the FBI (NC-85)"


def test_guido_cancels_a_payback_aimed_at_his_owner():  # NC-82
    t = lap(hand="shame_of_you contract").moves("play shame_of_you", "white")
    assert t.phase == "guido" and t.up == "white"
    t.play("yes")
    assert t.respect("white") == 0 and t.view().paybacks == {"shame_of_you": 1} and not t.is_free("guido_donata")
    t.moves("play contract", "white")
    assert t.phase == "target_u", "he is Busy now"
    assert lap(hand="shame_of_you").moves("play shame_of_you", "white", "no").respect("white") == -1
    assert lap(hand="shame_of_you", busy="guido_donata").moves("play shame_of_you", "white").respect("white") == -1


def test_ilaria_sees_a_random_card_of_a_hand():  # NC-82, NC-R35, NC-R38
    own, hands = "black: ilaria_donata", "white: anger anger contract"
    t = table(own=own, hands=hands).moves("use ilaria_donata")
    assert t.options_now == {"white"} and "Hand is empty" in t.why_not("red")
    t.play("white")
    assert t.phase == "ilaria_card" and sorted(t.chances()[1]) == [1, 2]
    t.play("show anger")
    assert t.view(0).players[1].shown == ["anger"] and t.hand("white") == {"anger": 2, "contract": 1}
    assert "Anger" in t.told("black") and "Anger" not in t.told("white") + t.told("red"), "the owner is not told which"
    assert not t.is_free("ilaria_donata") and t.phase == "bus_turn"
    assert table(own=own).options_now == {"done"}
    assert "no powers" in table(own=own, hands=hands, street="fbi - - -").why_not("use ilaria_donata")


def test_what_ilaria_showed_is_certain_until_such_a_card_is_played():  # NC-R35
    t = table("trial", own="black: ilaria_donata", hands="white: turn_the_jury anger")
    t.moves("use ilaria_donata", "white", "show turn_the_jury", "done", "play turn_the_jury", "left")
    assert t.view(0).players[1].shown == []


def test_luca_sells_a_payback_for_a_random_bill():  # NC-82, NC-R38, NC-R44
    own = "black: luca_donata"
    t = table(own=own, hands="black: double_cross anger", banks="white: b50g").moves("use luca_donata")
    assert t.phase == "sell" and t.options_now == {"sell double_cross"}
    t.play("sell double_cross")
    assert t.phase == "target" and t.options_now == {"white"} and t.view().paybacks == {"double_cross": 1}
    t.moves("white", "steal 50000_guilty")
    assert t.bank("black") == {"b50g": 1} and t.phase == "bus_turn" and t.hand("black") == {"anger": 1}
    assert "no Payback to sell" in table(own=own, hands="black: anger", banks="white: b5").why_not("use luca_donata")
    assert "nobody" in table(own=own, hands="black: contract").why_not("use luca_donata")


def test_luca_and_ilaria_are_no_paybacks():  # NC-82
    t = table(own="black: luca_donata marta_donata; white: guido_donata", hands="black: contract", banks="white: b5")
    t.moves("use luca_donata", "sell contract", "white", "steal 5000")
    assert t.phase == "bus_turn", "neither Guido nor Marta is asked"


def test_marta_brings_a_card_after_a_payback_resolved_or_cancelled():  # NC-82
    own = "black: marta_donata; white: guido_donata"
    t = table("v1", own=own, hands="black: shame_of_you").moves("play shame_of_you", "white", "yes")
    assert t.phase == "marta" and t.up == "black"
    t.play("yes")
    assert t.phase == "draw_vendetta"
    t.play("draw burglary")
    assert t.hand("black") == {"burglary": 1} and t.phase == "vendetta", "asked again: the Hand is not empty"
    t = table("v1", own=own, hands="black: turn_the_jury").moves("play turn_the_jury", "left", "no")
    assert t.phase == "bus_turn" and t.is_free("marta_donata")


def test_a_vendetta_underling_may_work_instead():  # NC-82
    t = table("trial", own="black: guido_donata", banks="black: b5").moves("guido_donata", "5000")
    assert not t.is_free("guido_donata")


# ---------------------------------------------------------------- the deck


def cheated_white(**more):
    own = "black: anthony_gota queens_gambling; white: queens_drugs"
    t = table(own=own, **more)
    return t.moves("anthony_gota", "queens_gambling", "take queens", "draw 5000", "draw 5000", "nothing more")


def test_a_snitch_stays_in_the_hand_and_nobody_is_told():  # NC-12, NC-89
    t = cheated_white().moves("draw fbi_snitch")
    assert t.hand("white") == {"fbi_snitch": 1} and t.player("white").is_snitch
    assert t.view(0).players[1].is_snitch is None and "Snitch" not in t.told("black") + t.told()
    assert "FBI Snitch" in t.told("white")


def test_gota_and_atlantic_city_go_to_the_territory_at_once():  # NC-14, NC-38, NC-91
    t = table(own="black: elio_calvano queens_gambling; white: queens_drugs")
    t.moves("elio_calvano", "queens_gambling", "take queens", "draw 5000", "draw 5000", "nothing more", "draw anthony_gota")
    assert t.owns("white", "anthony_gota") and t.is_free("anthony_gota") and t.respect("white") == 1
    assert "Anthony Gota" in t.told("black"), "it lies face up"
    t = cheated_white().moves("draw atlantic_city")
    assert t.owns("white", "atlantic_city") and t.hand("white") == {}


def test_anger_can_never_be_played_sold_or_discarded():  # NC-13, NC-R35
    t = table(own="black: luca_donata", hands="black: anger fbi_snitch", banks="white: b5")
    assert t.options_now == {"done"}


def test_an_empty_vendetta_deck_is_made_anew_from_used_paybacks():  # NC-R31
    deck = dict.fromkeys(table().entry("deck"), 0)
    held = "anger anger anger anger anger fbi_snitch fbi_snitch " + "burglary " * 4 + "shame_of_you " * 3
    rest = {"contract": 2, "kidnapping": 3, "double_cross": 2, "takeover": 1, "turn_the_jury": 2, "hush_money": 1}
    where = {"atlantic_city": "seat_2"}
    t = cheated_white(hands=f"red: {held}", paybacks=rest, deck=deck, place=where)
    assert t.phase == "draw_vendetta" and t.view().paybacks == {} and t.view().vendetta_deck == 11
    others = "contract contract kidnapping kidnapping kidnapping double_cross double_cross "
    everything = held + others + "takeover turn_the_jury turn_the_jury hush_money"
    t = cheated_white(hands=f"red: {everything}", deck=deck, place=where)
    assert t.phase == "bus_turn" and "no Vendetta card left for White" in t.told(), "none at all: no card"


def test_the_colours_are_those_of_the_rulebook():  # NC-6
    assert COLOURS == ["black", "white", "red", "yellow", "blue"]
