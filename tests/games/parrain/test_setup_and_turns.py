"""Set-up, first turns and the steps of a normal turn of Le Jeu du Parrain."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from fivefamilies.core.chance import generator
from fivefamilies.core.errors import BadOption, BadSeats, IllegalMove
from fivefamilies.core.kernels import RANDOM
from fivefamilies.core.match import Match
from fivefamilies.games.parrain.components import Neighbourhood, Racket, data, parts
from fivefamilies.games.parrain.words import No
from fivefamilies.lab.mass import play_batch
from tests.games.parrain.table import COLOURS, Table, table

PLACES = [place.name.lower() for place in Neighbourhood]
RACKETS = [racket.name.lower() for racket in Racket]


def fresh(seats: int = 2, first: str = "red", options: dict | None = None) -> Table:
    """A new game; the die has chosen who starts."""
    return Table("parrain", seats, options, by_hand=True).moves(f"start {first}")


# ---------------------------------------------------------------- aim, material, set-up


def test_two_to_four_can_play():  # JP-2
    assert [Match("parrain", seats, seed=1).seats for seats in (2, 3, 4)] == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(BadSeats):
            Match("parrain", seats)


def test_each_player_has_a_bag_of_his_own_colour_and_2000_dollars():  # JP-3, JP-6
    for seats in (2, 3, 4):
        players = fresh(seats).view().players
        assert [player.colour for player in players] == list(COLOURS[:seats])
        assert all(player.cash == 2000 and player.bag == 70 for player in players)


def test_eight_neighbourhoods_of_different_sizes_one_of_thirty_positions():  # JP-4, JP-R1
    board = fresh().view().neighbourhoods
    assert [place.positions for place in board] == [12, 14, 15, 18, 21, 24, 30, 34]
    assert {"harlem", "midtown", "east_side"} <= {place.id for place in board}
    assert [place.first_position for place in board] == [0, 12, 26, 41, 59, 80, 104, 134]
    assert all(place.majority * 2 > place.positions >= place.majority * 2 - 2 for place in board)


def test_three_packs_are_shuffled_and_nobody_holds_a_card_yet():  # JP-5
    view = fresh().view()
    assert sum(view.pack.unseen.values()) == 52 and view.pack.used == []
    assert sum(view.veine.unseen.values()) == sum(view.deveine.unseen.values()) == 12
    assert [player.cards for player in view.players] == [0, 0]


def test_everybody_may_consult_the_control_values_at_any_time():  # JP-7
    t = fresh(3)
    for seat in (-3, 0, 1, 2):
        values = t.view(seat).neighbourhoods[Neighbourhood.EAST_SIDE].values
        assert values["extortion"] == 6800 and len(values) == 5


def test_indicators_show_the_rackets_and_one_die_is_rolled():  # JP-8, JP-18, JP-R16
    t = fresh().moves("open harlem loansharking")
    assert t.place("harlem").racket == "loansharking" and t.place("midtown").racket is None
    roll = table(hands="none reprieve").end_turn()
    assert roll.phase == "roll" and roll.chances() == ([0, 1, 2, 3, 4, 5], [1] * 6)


def test_the_die_decides_who_starts_and_everybody_is_equally_likely():  # JP-16
    for seats in (2, 3, 4):
        t = Table("parrain", seats, by_hand=True)
        assert t.up == "chance" and t.chances() == (list(range(seats)), [1] * seats)
    assert fresh(4, "green").up == "green"


# ---------------------------------------------------------------- the first turn


def test_a_first_turn_offers_every_racket_in_every_neighbourhood():  # JP-17, JP-58
    t = fresh()
    assert [move.notation for move in t.legal] == [f"open {place} {racket}" for place in PLACES for racket in RACKETS]


def test_v1_two_bookmakers_in_midtown_and_three_loan_sharks_in_harlem():  # JP-17, JP-18, JP-23, example 1
    t = fresh().moves("open midtown bookmaking", "midtown a1", "midtown b1", "done")
    t.moves("open harlem loansharking", "harlem a1", "harlem b1", "harlem c1")
    assert t.cash("red") == 2000 - 1050 == 950
    assert (t.place("midtown").racket, t.place("harlem").racket) == ("bookmaking", "loansharking")
    assert t.phase == "draw" and t.bag("red") == 65


def test_the_token_must_follow_the_racket():  # JP-18
    t = fresh().moves("open midtown bookmaking")
    assert not t.can("done") and t.cash("red") == 2000
    assert t.why_not("done") == "place the token where you have just opened a racket"
    assert len(t.legal) == 30 and all(move.notation.startswith("midtown") for move in t.legal)


def test_one_to_three_tokens_in_each_of_two_different_neighbourhoods():  # JP-17, JP-R23
    t = fresh().moves("open docks extortion", "docks a1", "done")
    assert t.phase == "enter" and t.view().neighbourhoods[Neighbourhood.DOCKS].tokens == [1, 0]
    assert "already entered" in t.why_not("docks a2") and t.why_not("done") is not None
    t.moves("open midtown extortion", "midtown a1", "midtown a2", "midtown a3")  # ends by itself
    assert t.phase == "draw"


def test_the_second_question_offers_to_stop_even_if_nothing_else_is_possible():  # JP-17
    t = fresh(2).moves("open docks extortion", "docks a1")
    assert t.can("done") and t.up == "red"


def test_after_placing_he_draws_a_card_that_nobody_else_sees():  # JP-20, JP-31
    t = fresh().moves("open docks extortion", "docks a1", "done", "open harlem extortion", "harlem a1", "done", "draw informer")
    assert t.up == "yellow" and t.phase == "enter"
    assert t.view(0).players[0].card == "informer" and t.view(1).players[0].card is None
    assert t.log(0)[-2] == "Red draws a card: Informer card" and t.log(1)[-2] == "Red draws a card"


def test_the_others_enter_chosen_neighbourhoods_or_start_new_rackets():  # JP-19, JP-21
    t = fresh().moves("open docks extortion", "docks a1", "done", "open harlem extortion", "harlem a1", "done", "draw informer")
    assert t.can("docks a2", "harlem b1", "open midtown bookmaking") and not t.can("docks a1")
    assert t.why_not("open docks bookmaking") == "the racket of The Docks is chosen for the whole game"
    t.moves("docks a2", "done", "harlem a2", "done")
    assert t.board("docks")[:2] == ["1..", "2.."]


def test_the_same_racket_may_be_chosen_twice_and_the_dearest_turn_is_affordable():  # JP-R23
    t = fresh().moves("open midtown bookmaking", "midtown a1", "midtown b1", "midtown c1")
    t.moves("open harlem bookmaking", "harlem a1", "harlem b1", "harlem c1")
    assert t.cash("red") == 200


def test_a_first_turn_without_a_second_place_to_go_skips_it():  # JP-R23
    tiny = {"neighbourhood": [{"id": "little_italy", "shape": ["##"]}, {"id": "park_west", "shape": ["#"]}]}
    chosen = {"neighbourhoods_in_play": ["little_italy", "park_west"]}
    t = Table("parrain", 2, chosen, edition=tiny, by_hand=True).moves("start red")
    t.moves("open little_italy extortion", "little_italy a1", "done", "open park_west extortion", "park_west a1", "done")
    t.moves(t.legal_ids()[0])
    # Park West is full; in Little Italy b1 takes a1. Then nothing is left to enter, and the card is drawn.
    assert [move.notation for move in t.legal] == ["little_italy b1"]
    t.moves("little_italy b1", "done")
    assert t.phase == "draw" and t.up == "chance"


def test_captures_are_possible_on_a_first_turn():  # JP-R23
    t = fresh().moves("open docks extortion", "docks a1", "done", "open harlem extortion", "harlem c3", "done", "draw informer")
    t.moves("docks b1", "docks a2")
    assert t.board("docks")[:2] == [".2.", "2.."] and t.bag("red") == 69


# ---------------------------------------------------------------- prices


@pytest.mark.parametrize(
    ("racket", "price"),
    [("bookmaking", 300), ("hijacking", 250), ("bootlegging", 200), ("loansharking", 150), ("extortion", 100)],
)
def test_a_token_costs_the_same_in_every_neighbourhood(racket, price):  # JP-23, JP-R31
    for place in PLACES:
        t = fresh().moves(f"open {place} {racket}")
        t.play(t.legal_ids()[0])
        assert t.cash("red") == 2000 - price


# ---------------------------------------------------------------- a normal turn


def test_a_turn_plays_the_card_then_buys_then_draws():  # JP-25
    t = table(hands="none money_7", cash="2000 100").end_turn("draw money_5")
    assert t.up == "yellow" and t.phase == "buy" and t.cash("yellow") == 800
    t.play("done")
    assert t.phase == "draw"
    t.play("draw informer")
    assert t.up == "red" and t.cash("red") == 2500


def test_a_card_is_played_at_the_start_of_the_next_turn_whatever_its_kind():  # JP-31, JP-R11
    t = table(hands="none money_1").end_turn("draw bookmaking_2")
    assert t.view(0).players[0].card == "bookmaking_2" and t.up == "yellow"
    t.end_turn()
    assert t.phase == "free" and t.up == "red" and t.why_not("done") is not None


def test_bought_tokens_are_paid_and_placed_in_one_step():  # JP-3, JP-28
    t = table({"midtown": ""}, {"midtown": "hijacking"}, cash="500 0").moves("midtown a1")
    assert t.cash("red") == 250 and t.bag("red") == 69 and t.board("midtown")[0] == "1....."
    t.moves("midtown b1")
    assert t.cash("red") == 0 and t.why_not("midtown c1") == "you do not have enough cash: 0 dollars"


def test_tokens_go_on_empty_positions_of_available_neighbourhoods():  # JP-22, JP-29
    t = table({"midtown": "12...."}, {"midtown": "extortion"})
    assert t.why_not("midtown a1") == t.why_not("midtown b1") == "there is a token on that position"
    assert t.why_not("harlem a1") == "no racket is run in Harlem yet; open one first"


def test_three_tokens_per_neighbourhood_and_any_number_of_neighbourhoods():  # JP-30, JP-57
    t = table({"midtown": "2.....", "docks": "2.."}).moves("midtown b2", "midtown c2", "midtown d2")
    assert t.why_not("midtown e2") == "three tokens have been placed in Midtown this turn; that is the most"
    t.moves("docks a3", "docks b3", "docks c3", "open harlem extortion", "harlem a1")
    assert t.cash("red") == 2000 - 700


def test_free_and_bought_tokens_count_together_and_a_capture_does_not_raise_the_limit():  # JP-R26
    t = table({"docks": "21."}, hands="none extortion_2").end_turn()
    assert t.up == "yellow"
    t.moves("docks c1", "docks b2")  # takes the 1 on b1
    assert t.board("docks")[:2] == ["2.2", ".2."]
    t.moves("docks b1")
    assert t.why_not("docks a3").startswith("three tokens")


def test_passing_is_always_allowed_when_no_capture_is_pending():  # JP-61
    assert table(cash="0 0").can("done")


def test_the_racket_never_changes_even_if_all_tokens_are_gone():  # JP-19, JP-R15
    t = table({"docks": "2.."}, hands="none informer", turn="red").end_turn()
    assert t.phase == "inform"
    u = table({"docks": "1.."}, hands="none informer").end_turn().moves("docks a1", "done")
    assert u.board("docks")[0] == "..." and u.place("docks").racket == "extortion"
    assert u.why_not("open docks bookmaking") is not None and u.can("docks a1")


def test_a_placed_token_stays():  # JP-24
    t = table({"docks": "1.."})
    assert t.why_not("docks a1") is not None
    assert all(not move.notation.startswith("docks a1") for move in t.legal)


def test_tokens_are_unmarked_and_an_empty_bag_buys_nothing():  # JP-R14
    t = table({"docks": "1.."}, edition={"setup": {"bag": {"tokens_per_colour": 2}}})
    assert t.bag("red") == 1
    t.moves("docks b1")
    assert t.why_not("docks c1") == t.why_not("open harlem extortion") == "your bag is empty" and t.can("done")


def test_nobody_lends_trades_or_gives():  # JP-R30
    t = table({"docks": "12."})
    words = {move.notation.split()[0] for move in t.legal}
    assert words == {"docks", "open", "done"}


def test_attack_defence_and_blocking_are_the_same_move():  # JP-61
    t = table({"docks": "2..\n.2.\n1.."}, cash="300 0")
    assert t.can("docks a2", "docks b1", "docks c3", "docks c6")


# ---------------------------------------------------------------- the simplified version


def test_any_two_or_more_neighbourhoods_can_be_played():  # JP-63, JP-R27
    t = fresh(options={"neighbourhoods_in_play": ["midtown", "docks"]})
    assert {move.notation.split()[1] for move in t.legal} == {"midtown", "docks"}
    assert t.why_not("open harlem extortion") == "Harlem is not in play"
    with pytest.raises(BadOption, match="at least two"):
        Match("parrain", 2, {"neighbourhoods_in_play": ["midtown"]})
    short = Match("parrain", 2, preset="short", seed=1).view().neighbourhoods
    assert [place.id for place in short if place.status == "open"] == ["little_italy", "wall_street", "docks", "midtown"]


def test_the_round_limit_is_four_to_sixty():  # JP-R22
    assert [Match("parrain", seats, seed=1).view().round_limit for seats in (2, 3, 4)] == [40, 36, 32]
    assert Match("parrain", 2, {"round_limit": 4}, seed=1).view().round_limit == 4
    for limit in (3, 61):
        with pytest.raises(BadOption):
            Match("parrain", 2, {"round_limit": limit})


def test_moves_are_numbered_as_the_match_files_have_them():
    t = fresh()
    assert [t.parse(text) for text in ("little_italy a1", "east_side f6", "open little_italy bookmaking")] == [0, 167, 168]
    assert [t.parse(text) for text in ("open east_side extortion", "announce docks", "done")] == [207, 211, 216]
    assert t.title.moves == 217 + 320 - 168 and t.parse("midtown b3") == 104 + 13


def test_a_refused_move_says_why():
    t = fresh()
    with pytest.raises(IllegalMove, match="no racket is run in Midtown yet"):
        t.play("midtown a1")


def test_larger_neighbourhoods_are_worth_more():  # JP-60
    totals = [sum(part.values) for part in parts().neighbourhoods]
    assert totals == sorted(totals) and data()["control_value"][7]["extortion"] == 6800


@pytest.mark.parametrize("seats", [2, 4])
def test_any_move_is_a_legal_one_and_each_alike(seats):  # JP-40
    """Whoever draws from a hat with forbidden positions in it, and draws again, is led to no move more often than to another."""
    match, rng, hats, with_forbidden = Match("parrain", seats, by_hand=True), generator(8), 0, 0
    title = match.title
    played = play_batch(title, seats, title.encode(match.options), 1, 5, [RANDOM] * seats, 2000)
    for ply, move in enumerate(played.tape[0, : played.lengths[0]]):
        if ply % 7 == 0 and match.actor >= 0:
            legal = match.legal_ids()
            often = Counter(int(title.sample(match.state, rng)) for _ in range(30 * len(legal)))
            often.pop(-1, None)  # forbidden ones only, or nothing is to be placed: then all moves are listed
            assert set(often) <= set(legal)
            if often and len(legal) > 1:
                assert chisquare([often[move] for move in legal]).pvalue > 1e-4
                hats += 1
                with_forbidden += any(title.objection(match.state, move) == No.TAKEN_AT_ONCE for move in range(title.moves))
        match.play(int(move))
    assert match.is_over and hats > 15 and with_forbidden > 3
