"""Components, set-up, turns and the Mob War of Family Business."""

import pytest

from fivefamilies.core.errors import IllegalMove
from fivefamilies.games import title
from fivefamilies.games.family_business.components import IS_COUNTER, Card, Gang, data, parts
from tests.games.family_business.table import Table, table

TITLE = title("family_business")


def test_the_deck_has_56_cards_of_three_kinds():  # FB-2, FB-4, vector 1
    cards = parts().cards[: Card.TURNCOAT]
    assert sum(card.count for card in cards) == 56
    by_kind = {kind: sum(card.count for card in cards if card.kind == kind) for kind in ("attack", "rescue", "counter")}
    assert by_kind == {"attack": 32, "rescue": 13, "counter": 11}
    assert [card.id for card in parts().cards] == [card.name.lower() for card in Card]


def test_the_printed_counts_of_each_card():  # FB-21 to FB-46
    counts = {card.id: card.count for card in parts().cards}
    assert counts == {
        "contract": 14, "contract_no_mp": 3, "contract_no_fi": 2, "contract_no_mp_fi": 1, "priority_contract": 3,
        "double_contract": 3, "hit": 1, "massacre": 1, "double_cross": 1, "mob_war": 1, "ambush": 1, "vendetta": 1,
        "lam": 4, "police": 2, "substitution": 2, "intrigue": 2, "truce": 1, "pay_off": 1, "crackdown": 1,
        "finger": 2, "safe_house": 1, "mob_power": 3, "family_influence": 5, "turncoat": 1,
    }  # fmt: skip


def test_six_gangs_of_nine_mobsters_each_with_a_name():  # FB-3
    gangs = parts().gangs
    assert [gang.id for gang in gangs] == [gang.name.lower() for gang in Gang]
    assert len({name for gang in gangs for name in gang.mobsters}) == 54


def test_every_card_stands_once_in_the_rulebook_whatever_its_print_repeats():  # FB-R34
    kinds = [row["id"] for row in data()["cards"]]
    assert len(kinds) == len(set(kinds)) == 23 and sum(row["count"] for row in data()["cards"]) == 56


@pytest.mark.parametrize(("seats", "pile"), [(2, 46), (3, 41), (4, 36), (5, 31), (6, 26)])
def test_the_deal_gives_five_cards_each_and_leaves_the_pile(seats, pile):  # FB-5, FB-8, vector 2
    match = Table(TITLE, seats, by_hand=True)
    order = []
    while match.phase == "deal":
        order.append(match.view().asked)
        match.draw()
    assert order == [seat for seat in range(seats) for _ in range(5)]
    view = match.view()
    assert view.deck == pile and [family.cards for family in view.families] == [5] * seats
    assert all(len(family.free) == 9 for family in view.families)
    assert view.hit_list == [] and view.pace == 0 and view.discards == {}


def test_the_dealer_is_the_first_seat_draws_a_sixth_card_and_plays_back_to_five():  # FB-9, FB-10, FB-R1, vector 2
    match = Table(TITLE, 4, seed=1, by_hand=True)
    while match.phase == "deal":
        match.draw()
    assert match.view().turn == 0 and match.view().turn_number == 1
    match.draw()
    assert match.view().families[0].cards == 6
    match.play(next(move for move in match.legal if move.notation.startswith("discard")))
    assert match.view().families[0].cards == 5 and sum(match.view().discards.values()) == 1


def test_each_boss_may_choose_a_gang_and_the_rest_are_put_aside():  # FB-5, FB-R2
    match = Table(TITLE, 3, {"gangs": ["purple", "capone"]}, seed=2)
    assert [family.gang for family in match.view().families] == ["purple", "capone", "moran"]
    assert match.notation(42) == "purple"
    assert "Benjamin Bernstein" in match.view().families[0].free


def test_turns_go_clockwise_past_the_fallen():  # FB-9
    t = table("capone: contract", buried="moran 9", pile="contract contract")
    assert t.moves("discard contract").view().turn == 2


def test_a_card_is_played_for_its_effect_or_merely_discarded():  # FB-10
    t = table("capone: contract")
    assert t.can("play contract", "discard contract")
    t.play("discard contract")
    assert t.hit_list == "" and t.view().discards["contract"] == 1


def test_there_is_no_pass_and_no_play_of_a_card_one_does_not_hold():  # FB-10
    t = table("capone: contract")
    assert {move.notation for move in t.legal} == {"play contract", "discard contract"}
    with pytest.raises(IllegalMove, match="you do not hold that card"):
        t.play("discard hit")
    with pytest.raises(IllegalMove, match="not what is asked"):
        t.play("pass")


def test_an_empty_pile_is_made_anew_from_all_discards():  # FB-11, FB-R29, vector 9
    filler = "contract contract contract contract contract"
    hands = f"capone: {filler} contract; moran: {filler}; new_york: contract contract contract lam lam"
    t = table(hands, seats=3, pile="", phase="play")
    assert t.view().deck == 0 and sum(t.view().discards.values()) == 40
    t.play("discard contract")
    assert t.view().turn == 1 and t.view().deck == 41 and t.view().discards == {}, "the card just laid is in it"
    t.play("draw hit")
    assert t.view().deck == 40


def test_counter_cards_answer_an_opponent_and_are_never_played_on_the_own_turn():  # FB-4, FB-12
    t = table("capone: finger safe_house mob_power family_influence")
    assert {move.notation.split()[0] for move in t.legal} == {"discard"}
    assert int(IS_COUNTER.sum()) == 4


def test_three_wars_by_card():  # FB-16, FB-31, FB-32, FB-33
    for card, pace in (("mob_war", 1), ("ambush", 2)):
        t = table(f"capone: {card}", "moran new_york murder_inc")
        t.play(f"play {card}")
        assert t.buried("moran") == 1 and t.buried("new_york") == (pace == 2) and t.pace == pace
    t = table("capone: vendetta", seats=2)
    t.moves("play vendetta", "pass")
    assert t.pace == 0 and t.buried("moran") == 2, "two were listed and both were shot at once"


def test_six_on_the_list_start_a_war_at_the_end_of_the_turn():  # FB-17, FB-18
    t = table("capone: contract contract", "moran new_york moran new_york", pile="contract contract")
    t.moves("play contract", "moran", "pass")
    assert t.pace == 0 and t.buried("moran") == 0
    t = table("capone: contract contract", "moran new_york moran new_york moran", pile="contract contract")
    t.moves("play contract", "new_york", "pass")
    assert t.pace == 1 and t.buried("moran") == 1, "the war began with the turn after"


def test_six_mobsters_in_play_start_a_war():  # FB-17
    small = "capone 6, moran 7, new_york 8, murder_inc 9"
    t = table("capone: contract", "", buried=small)
    t.moves("play contract", "moran", "pass")
    assert t.buried("moran") == 8, "six in play and one on the list: he is shot as Moran's turn begins"
    t = table("capone: contract", "", buried="capone 5, moran 7, new_york 8, murder_inc 9")
    t.moves("play contract", "moran", "pass")
    assert t.pace == 0 and t.hit_list == "moran", "seven are too many"


def test_a_mob_war_below_six_shoots_one_before_the_draw():  # FB-18, FB-19, vector 5
    t = table("capone: mob_war", "moran new_york")
    t.play("play mob_war")
    assert (t.buried("moran"), t.hit_list, t.pace, t.phase) == (1, "new_york", 1, "draw")


def test_at_double_pace_two_are_shot_a_turn_until_the_list_is_empty():  # FB-19, FB-20, FB-R13, vector 6
    t = table("capone: ambush; moran: truce; new_york: hit", "moran new_york murder_inc new_york murder_inc", pile="lam lam lam")
    t.play("play ambush")
    assert t.hit_list == "murder_inc new_york murder_inc"
    t.moves("draw lam", "discard lam")
    assert t.hit_list == "murder_inc"
    t.moves("draw lam", "discard lam")
    assert t.hit_list == "" and t.pace == 0 and t.view().turn == 3


def test_a_new_mobster_joins_at_the_far_end():  # FB-7, FB-21, vector 3
    t = table("capone: contract; moran: contract; new_york: contract", pile="lam lam lam")
    t.moves("play contract", "moran", "pass", "draw lam", "play contract", "new_york", "pass", "draw lam")
    t.moves("play contract", "moran", "pass")
    assert t.hit_list == "moran new_york moran"


def test_the_buried_never_come_back():  # FB-6
    t = table("capone: crackdown", "moran", buried="moran 3")
    t.play("play crackdown")
    assert t.buried("moran") == 3 and t.free("moran") == 6


def test_the_lowest_numbered_free_mobster_is_taken():  # FB-R3
    t = table("capone: contract contract", pile="lam lam")
    t.moves("play contract", "moran", "pass")
    assert t.view().hit_list[0].name == 'George "Bugs" Moran'


def test_free_and_listed_mobsters_are_in_play():  # FB-R4
    t = table("capone: contract", "moran moran moran", seats=2, buried="capone 5, moran 6")
    t.moves("discard contract")
    assert t.buried("moran") == 6 and t.pace == 0, "three listed and four free are seven in play"


def test_a_running_war_keeps_its_pace_over_the_thresholds():  # FB-R12
    t = table("capone: contract", "moran new_york moran new_york moran new_york moran new_york", pace=2)
    t.moves("discard contract")
    assert t.pace == 2


def test_mob_war_brings_a_double_pace_war_back_to_one_and_ambush_doubles_it():  # FB-R12
    t = table("capone: mob_war; moran: ambush", "murder_inc murder_inc murder_inc murder_inc", pace=2, pile="lam lam")
    t.play("play mob_war")
    assert t.pace == 1 and t.buried("murder_inc") == 1
    t.moves("draw lam", "play ambush")
    assert t.pace == 2 and t.buried("murder_inc") == 3


def test_the_war_ends_at_once_when_the_list_is_empty():  # FB-20, FB-R11
    t = table("capone: hit", "moran", pace=1)
    t.moves("play hit", "list 1")
    assert t.hit_list == "capone" and t.pace == 0 and t.buried("capone") == 0, "the hitter's own man is safe"


def test_a_war_that_ends_when_an_execution_finds_nobody_outlasts_an_empty_list():  # FB-20, FB-R11
    literal = {"war_ends": "nobody_to_execute"}
    t = table("capone: hit", "moran", pace=1, options=literal).moves("play hit", "list 1")
    assert t.hit_list == "" and t.buried("capone") == 1, "the war is still on: the hitter's own man is shot on the next turn"
    assert t.pace == 1, "that execution found somebody"
    t.moves("draw contract", "discard contract")
    assert t.pace == 0 and t.view().turn == 2, "the next one finds nobody, and the war is over"
    t = table("capone: contract", "moran", pace=2, options=literal).moves("discard contract")
    assert t.hit_list == "" and t.pace == 0, "the second execution of a turn finds nobody"
    t = table("capone: vendetta; moran: safe_house", seats=2, pile="lam lam", options=literal)
    t.moves("play vendetta", "safe_house", "draw lam")
    assert t.pace == 0 and t.view().turn == 1, "started over an empty list, it ends at the next turn's execution"


def test_a_boss_shot_out_at_the_start_of_his_turn_neither_draws_nor_plays():  # FB-R25, FB-R26
    t = table("capone: contract; moran: hit lam", "moran new_york", buried="moran 8", pace=1, pile="lam lam")
    t.play("discard contract")
    view = t.view()
    assert view.families[1].is_out and view.discards["hit"] == 1 and view.families[1].cards == 0
    assert view.turn == 2 and view.turn_number == 7, "his turn counts, and New York's begins with an execution"
    assert t.buried("new_york") == 1


def test_the_last_boss_with_a_living_mobster_wins_at_once():  # FB-1, FB-R27
    t = table("capone: ambush", "moran moran", seats=2, buried="moran 7")
    t.play("play ambush")
    assert t.is_over and t.result.winners == (0,) and t.result.payoffs == (1.0, -1.0)
    t = table("capone: hit", seats=2, buried="moran 8")
    t.moves("play hit", "moran")
    assert t.is_over and t.hit_list == "", "nobody is listed after the end"


def test_two_players_have_no_rules_of_their_own():  # FB-R30
    t = table("capone: contract; moran: family_influence", seats=2, pile="lam lam lam")
    t.moves("play contract", "moran", "family_influence", "draw lam")
    assert t.view().turn == 1 and t.view().turn_number == 6


def test_the_safety_stop_ranks_by_men_then_by_fewer_on_the_list():  # FB-R31
    t = table("capone: contract", "moran", buried="capone 2, new_york 9, moran 1, murder_inc 1", options={"max_turns": 5})
    t.play("discard contract")
    assert t.is_over
    assert t.result.winners == (3,) and t.result.points == (7, 8, 0, 8)
    assert t.result.payoffs[1] > t.result.payoffs[0] > t.result.payoffs[2]


def test_equal_players_share_a_place_at_the_safety_stop():  # FB-R31
    t = table("capone: contract", options={"max_turns": 5})
    t.play("discard contract")
    assert t.result.winners == (0, 1, 2, 3) and set(t.result.payoffs) == {0.0}


def test_players_fall_in_the_order_of_their_elimination():  # FB-R28
    t = table("capone: massacre", "moran new_york murder_inc", buried="moran 8, new_york 8, murder_inc 8")
    t.play("play massacre")
    assert t.is_over and t.view().fallen == [1, 2, 3]
    assert t.result.payoffs == pytest.approx((1, -1, -1 / 3, 1 / 3))


def test_promises_bind_nobody_and_are_no_moves():  # FB-R32
    t = table("capone: contract")
    assert TITLE.moves == 111 and not any("promise" in t.notation(move) for move in range(TITLE.moves))
