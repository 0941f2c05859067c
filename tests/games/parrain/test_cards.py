"""The cards of Le Jeu du Parrain: money, rackets, reprieves with VEINE and DEVEINE, informers, and the packs they come from."""

import pytest

from fivefamilies.games.parrain.components import PRICES, SALES, parts
from tests.games.parrain.table import Table, table

LUCK = {card.id: index + 1 for pack in parts().luck for index, card in enumerate(pack)}


def yellow_plays(card: str, boards: dict[str, str] | None = None, **more) -> Table:
    """Red ends his turn; Yellow's card is shown."""
    return table(boards, hands=f"none {card}", **more).end_turn()


def veine(number: int, boards: dict[str, str] | None = None, **more) -> Table:
    return yellow_plays("reprieve", boards, **more).moves("roll 2", f"draw veine {number}")


def deveine(number: int, boards: dict[str, str] | None = None, **more) -> Table:
    return yellow_plays("reprieve", boards, **more).moves("roll 3", f"draw deveine {number}")


# ---------------------------------------------------------------- money and racket cards


@pytest.mark.parametrize("hundreds", range(1, 10))
def test_a_money_card_pays_hundreds(hundreds):  # JP-9
    t = yellow_plays(f"money_{hundreds}", cash="0 0")
    assert t.cash("yellow") == 100 * hundreds and t.phase == "buy"


def test_a_racket_card_gives_free_tokens_that_must_be_placed_at_once():  # JP-10, JP-26
    t = yellow_plays("bootlegging_2", {"docks": "1.."}, rackets={"docks": "bootlegging"}, cash="0 0")
    assert t.phase == "free" and t.why_not("done") is not None
    t.moves("docks b1", "midtown a1")
    assert t.phase == "buy" and t.cash("yellow") == 0 and t.bag("yellow") == 68
    assert t.place("midtown").racket == "bootlegging"  # entering a neighbourhood without racket fixes the card's


def test_free_tokens_go_only_where_their_racket_can_run():  # JP-22, JP-26, JP-29, JP-R12
    t = yellow_plays("hijacking_3", {"docks": "1..", "midtown": "1....."}, rackets={"midtown": "hijacking"})
    assert t.why_not("docks b1") == "another racket is run in The Docks"
    assert t.can("midtown b1", "harlem a1") and not t.can("midtown a1")


def test_free_tokens_come_before_bought_ones_and_cannot_count_on_them():  # JP-R8, JP-R12
    diamond = "..1...\n.1.1..\n..1..."
    t = yellow_plays("extortion_2", {"midtown": diamond}, cash="0 5000")
    assert t.why_not("midtown c2") == "you would be captured there at once"  # two free tokens; the rest would have to be bought
    assert yellow_plays("extortion_3", {"midtown": diamond}, cash="0 0").can("midtown c2")


def test_free_tokens_that_cannot_be_placed_are_lost():  # JP-R13
    t = yellow_plays(
        "hijacking_3", {"docks": "1.."}, options={"neighbourhoods_in_play": ["docks", "midtown"]},
        rackets={"midtown": "bookmaking"}, status={"docks": "open", "midtown": "open"},
    )  # fmt: skip
    assert t.phase == "buy" and t.log()[-1] == "3 free tokens of Yellow find no place and are lost"


def test_the_fourth_free_token_of_a_neighbourhood_is_lost():  # JP-R13, JP-R26
    many = {"deck": {"veine": {"card": [{"id": "veine_04", "tokens": 5}]}}}
    t = veine(
        LUCK["veine_04"], {"docks": "1.."}, edition=many, options={"neighbourhoods_in_play": ["docks", "midtown"]},
        rackets={"midtown": "bookmaking"}, status={"docks": "open", "midtown": "open"},
    )  # fmt: skip
    t.moves("docks a3", "docks b3", "docks c3")
    assert t.phase == "buy" and t.place("docks").placed == 3


def test_with_an_empty_bag_free_tokens_are_lost():  # JP-R13, JP-R14
    t = yellow_plays("extortion_3", {"docks": "12."}, edition={"setup": {"bag": {"tokens_per_colour": 2}}})
    t.moves("docks c1")
    assert t.phase == "buy" and t.bag("yellow") == 0


# ---------------------------------------------------------------- reprieves


@pytest.mark.parametrize("face", range(1, 7))
def test_even_is_veine_and_odd_is_deveine(face):  # JP-11
    t = yellow_plays("reprieve").moves(f"roll {face}")
    assert t.phase == ("veine" if face % 2 == 0 else "deveine") and t.up == "chance"
    assert t.chances() == (list(range(12)), [1] * 12)


def test_veine_pays_and_then_gives_tokens():  # JP-12
    t = veine(LUCK["veine_01"], cash="0 0")
    assert t.cash("yellow") == 150 and t.phase == "free" and t.view().free_left == 2
    assert all(", free" in move.label and "dollars" not in move.label for move in t.legal if move.kind != "done")
    t.moves("midtown a1", "midtown b1")
    assert t.place("midtown").racket == "hijacking" and t.phase == "buy"
    assert veine(LUCK["veine_08"], cash="0 0").cash("yellow") == 800


def test_deveine_costs_tokens_of_its_racket_and_money():  # JP-13, JP-24, JP-R17
    t = deveine(LUCK["deveine_01"], {"docks": "22.", "midtown": "2....."}, rackets={"docks": "hijacking"})
    assert t.phase == "lose" and {move.notation for move in t.legal} == {"docks a1", "docks b1"}
    assert t.why_not("midtown a1") == "the card names another racket"
    t.moves("docks b1")
    assert t.board("docks")[0] == "2.." and t.bag("yellow") == 68 and t.cash("yellow") == 2000 - 250 and t.phase == "buy"


def test_without_a_token_of_the_racket_only_the_money_is_paid():  # JP-13
    t = deveine(LUCK["deveine_01"], {"docks": "2.."})
    assert t.phase == "buy" and t.cash("yellow") == 1750 and t.bag("yellow") == 69


def test_with_fewer_tokens_than_named_he_loses_those_he_has():  # JP-R17
    t = deveine(LUCK["deveine_04"], {"docks": "21."})  # two extortionists
    assert t.phase == "lose"
    t.moves("docks a1")
    assert t.phase == "buy" and t.bag("yellow") == 70


def test_a_penalty_is_paid_from_cash_that_was_kept():  # JP-61
    t = deveine(LUCK["deveine_12"], {"docks": "2.."}, cash="0 600")
    assert t.phase == "buy" and t.cash("yellow") == 0 and t.board("docks")[0] == "2.."


def test_short_of_cash_he_sells_tokens_at_half_price_until_he_can_pay():  # JP-14, JP-R17
    boards = {"docks": "22.", "midtown": "2.....", "harlem": "2..."}
    rackets = {"docks": "bookmaking", "midtown": "hijacking", "harlem": "loansharking"}
    t = deveine(LUCK["deveine_03"], boards, rackets=rackets, cash="0 200")  # bail, 500 dollars
    assert t.phase == "sell" and len(t.legal) == 4
    t.moves("midtown a1")
    assert t.cash("yellow") == 325 and t.phase == "sell"
    t.moves("docks a1")
    assert t.phase == "sell" and t.cash("yellow") == 475
    t.moves("harlem a1")
    assert t.phase == "buy" and t.cash("yellow") == 50  # the change is his


def test_v9_half_prices():  # JP-14, JP-23, example 9
    assert SALES == (150, 125, 100, 75, 50)


def test_odd_five_dollars_are_money_though_no_note_is_so_small():  # JP-8, JP-14, JP-R33
    boards, rackets = {"docks": "22.", "midtown": "2....."}, {"docks": "hijacking", "midtown": "loansharking"}
    t = deveine(LUCK["deveine_03"], boards, rackets=rackets, cash="0 350").moves("docks a1")  # bail, 500 dollars
    assert t.cash("yellow") == 475 and t.phase == "sell", "125 to the dollar, neither 120 nor 130"
    t.moves("docks b1")
    assert t.phase == "buy" and t.cash("yellow") == 100, "two odd fives are a ten"
    assert all(price % 10 == 0 for price in PRICES) and sorted(sale for sale in SALES if sale % 10) == [75, 125]


def test_tokens_come_first_then_money():  # JP-R17
    t = deveine(LUCK["deveine_11"], {"docks": "22."}, cash="0 0")  # one extortionist and 150 dollars
    assert t.phase == "lose"
    t.moves("docks a1")
    assert t.phase == "sell"
    t.moves("docks b1")
    assert t.phase == "buy" and t.cash("yellow") == 0 and t.log()[-1] == "Yellow cannot pay the other 100 dollars"


def test_who_has_nothing_left_is_forgiven_the_rest():  # JP-R17
    t = deveine(LUCK["deveine_12"], cash="0 70")
    assert t.cash("yellow") == 0 and t.phase == "buy"
    assert t.log()[-2:] == ["Yellow pays 70 dollars", "Yellow cannot pay the other 530 dollars"]


def test_markers_are_not_tokens_for_any_card():  # JP-R17, JP-R21
    closed = {"status": dict.fromkeys(("docks", "midtown"), "open") | {"harlem": "closed"}, "controller": {"harlem": 1}}
    t = deveine(LUCK["deveine_12"], {"docks": "1.."}, rackets={"harlem": "extortion"}, cash="0 0", **closed)
    assert t.phase == "buy"
    u = yellow_plays("informer", rackets={"harlem": "extortion"}, **(closed | {"controller": {"harlem": 0}}))
    assert [move.notation for move in u.legal] == ["done"]


# ---------------------------------------------------------------- informers


def test_an_informer_removes_three_opposing_tokens_of_any_mixture():  # JP-15, JP-R18
    t = table({"docks": "11.\n33.", "midtown": "12...."}, seats=3, hands="none informer money_1").end_turn()
    assert t.phase == "inform" and t.why_not("midtown b1") == "no opponent has a token there"
    t.moves("docks a1", "docks a2", "midtown a1")  # ends by itself
    assert t.phase == "buy" and t.board("docks")[:2] == [".1.", ".3."] and t.bag("red") == 69 and t.bag("green") == 69


def test_an_informer_may_remove_fewer_or_none_and_is_used_up():  # JP-R18
    t = yellow_plays("informer", {"docks": "11."}).moves("docks a1", "done")
    assert t.phase == "buy" and t.view().pack.used == ["informer"]
    assert yellow_plays("informer").moves("done").phase == "buy"  # put even if only "done" is possible


def test_removing_a_token_captures_nothing():  # JP-R10, JP-R25
    t = yellow_plays("informer", {"docks": "12.\n.1.\n2.."}).moves("docks b2")
    assert t.board("docks")[:3] == ["12.", "...", "2.."] and "captures" not in " ".join(t.log())


# ---------------------------------------------------------------- the packs


def test_used_cards_go_under_their_own_pack_in_the_order_played():  # JP-27, JP-R24
    t = table(hands="none reprieve", used="money_9").end_turn("draw money_2").moves("roll 4", "draw veine 2")
    assert t.view().pack.used == ["money_9", "reprieve"] and t.view().veine.used == ["veine_02"]
    t.end_turn("draw money_3")
    assert t.view().pack.used == ["money_9", "reprieve", "money_2"]


def test_a_draw_is_from_the_unseen_cards_each_alike():  # JP-5, JP-R24
    t = table(pack="money_5 money_5 informer").moves("done")
    assert [t.notation(move) for move in t.legal_ids()] == ["draw money_5", "draw informer"]
    assert t.chances()[1] == [2, 1]


def test_with_no_unseen_card_the_first_used_card_is_drawn_and_known():  # JP-R24
    t = table(pack="", used="informer money_4").moves("done")
    assert [t.notation(move) for move in t.legal_ids()] == ["draw informer"] and t.chances()[1] == [1]
    t.moves("draw informer")
    assert t.view(1).players[0].card == "informer" == t.view().players[0].card
    assert "Red draws a card: Informer card" in t.log(1) and t.view().pack.used[0] == "money_4"


def test_with_each_pass_the_used_cards_are_shuffled_when_the_pack_is_empty():  # JP-R24
    t = table(pack="", used="informer money_4", options={"reshuffle": "each_pass"}).moves("done")
    assert "The used playing cards are shuffled" in t.log() and t.view().pack.used == []
    assert len(t.legal_ids()) == 26 and sum(t.chances()[1]) == 51  # all but the card in Yellow's hand
    t.moves("draw informer")
    assert t.view(1).players[0].card is None


def test_luck_packs_pass_and_reshuffle_alike_and_the_card_carried_out_stays_out():  # JP-R24
    luck_used = {"veine": [*range(11), 0], "deveine": [0] * 12}
    empty = {"luck_pack": {"veine": [0] * 11 + [1], "deveine": [1] * 12}, "luck_used": luck_used}
    count = {"luck_used_count": {"veine": 11, "deveine": 0}}
    t = table(hands="none reprieve", **empty, **count).end_turn("draw reprieve").moves("roll 2")
    assert [t.notation(move) for move in t.legal_ids()] == ["draw veine 12"]
    t.moves("draw veine 12")
    t.moves("midtown a1", "midtown b1", "midtown c1").end_turn("draw money_1").moves("roll 2")
    assert [t.notation(move) for move in t.legal_ids()] == ["draw veine 1"] and t.chances()[1] == [1]
    u = table(hands="none reprieve", options={"reshuffle": "each_pass"}, **empty, **count).end_turn("draw reprieve")
    u.moves("roll 2", "draw veine 12", "midtown a1", "midtown b1", "midtown c1").end_turn("draw money_1").moves("roll 2")
    assert len(u.legal_ids()) == 12 and u.view().veine.used == []
