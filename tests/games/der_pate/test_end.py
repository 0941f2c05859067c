"""Elimination, settlement and ranking of Der Pate."""

import pytest

from fivefamilies.core.match import Match
from fivefamilies.games import title
from tests.games.der_pate.table import FAMILIES, Table, table

TITLE = title("der_pate")
SAFE = ", ".join(f"{family} reputation 12" for family in FAMILIES)


def finished(seats: int = 4, *, tracks: str = SAFE, ko: str = "reputation", **more) -> Table:
    """The last turn of round 7 ends."""
    kept = ", ".join(part for part in tracks.split(", ") if part and FAMILIES.index(part.split()[0]) < seats)
    last = FAMILIES[seats - 1]
    markers = (4, 3) if ko == "reputation" else (3, 4)
    return table(5, seats=seats, round=7, turn=last, tracks=kept, ko=ko, markers=markers, **more).moves("end turn")


def test_the_game_ends_after_round_seven():  # DP-20, DP-85
    t = finished()
    assert t.is_over and t.view().round == 7 and t.question() == "The game is over"


def test_most_money_wins():  # DP-2, DP-90
    t = finished(cash="corleone 12, tattaglia 15, barzini 11, stracci 3")
    assert t.result.winners == (1,) and t.result.payoffs == pytest.approx((1 / 3, 1, -1 / 3, -1))
    assert t.result.points == (21000, 24000, 20000, 12000)


def test_whoever_is_not_on_the_last_space_of_the_ko_track_is_eliminated():  # DP-2, DP-85
    t = finished(tracks="corleone reputation 11 influence 12, tattaglia reputation 12", cash="corleone 90")
    assert t.result.winners == (1,), "money does not help"
    assert [family.is_eliminated for family in t.view().families] == [True, False, True, True]
    t = finished(tracks="corleone reputation 11 influence 12, tattaglia reputation 12", cash="corleone 90", ko="influence")
    assert t.result.winners == (0,)


def test_a_single_survivor_wins_whatever_his_money():  # DP-85, DP-R22
    t = finished(tracks="barzini reputation 12", cash="barzini 0", debts="barzini corleone 5", owners="- - - - - - - - - - - -")
    assert t.cash("barzini") == -10 and t.result.winners == (2,)


def test_the_current_revenue_is_paid_once_more():  # DP-78, DP-86
    t = finished(tracks="corleone reputation 12 revenue 4, tattaglia reputation 12 revenue 1", owners="- - - - - - - - - - - -")
    assert t.cash() == [14, 11, 10, 10]


def test_each_business_pays_three_thousand():  # DP-87
    assert finished(owners="c c c t t - b - - - - -").cash() == [19, 16, 13, 10]


def test_prisoners_cost_bail_and_come_home():  # DP-88
    t = finished(owners="- - - - - - - - - - - -", tombs="corleone 2, stracci 1")
    assert t.cash() == [8, 10, 10, 9] and t.of("corleone").reserve == 7 and t.of("corleone").tombs == 0


def test_neutral_members_pay_no_bail_and_stay_where_they_are():  # DP-R16
    t = finished(2, owners="- - - - - - - - - - - -", tombs="neutral 4", hudson="neutral 2")
    assert t.cash() == [10, 10] and t.view().neutral_tombs == 4


def test_debt_tokens_are_settled_with_their_holders_and_the_bank():  # DP-89
    t = finished(owners="- - - - - - - - - - - -", debts="corleone tattaglia 2, tattaglia stracci 1")
    assert t.cash() == [6, 12, 10, 12]
    t = finished(2, owners="- - - - - - - - - - - -", debts="corleone bank 3, tattaglia corleone 1", tombs="neutral 6")
    assert t.cash() == [6, 8]


def test_eliminated_players_settle_their_debts_too_even_below_zero():  # DP-R22
    t = finished(
        tracks="corleone reputation 12", owners="- - - - - - - - - - - -", cash="barzini 1",
        debts="barzini corleone 3, corleone stracci 1",
    )  # fmt: skip
    assert t.cash() == [14, 10, -5, 12], "the holder is paid in full"


def test_a_tie_goes_to_who_is_further_on_the_other_track():  # DP-90
    t = finished(tracks="corleone reputation 12 influence 3, tattaglia reputation 12 influence 4")
    assert t.result.winners == (1,)
    t = finished(ko="influence", tracks="corleone reputation 3 influence 12, tattaglia reputation 2 influence 12")
    assert t.result.winners == (0,)


def test_then_to_the_larger_family():  # DP-90, DP-R24
    assert finished(hudson="corleone 1, barzini 1, stracci 2").result.winners == (1,)
    # members on businesses count: three and four at home against six at home
    t = finished(2, owners="c c c - - - n n n n n n", cash="tattaglia 19", hudson="tattaglia 1")
    assert t.cash() == [19, 19] and t.result.winners == (0,)
    # bailed members count, drowned ones do not; the bail itself is paid from one thousand more
    t = finished(tombs="corleone 1", cash="corleone 11", hudson="tattaglia 1, barzini 1, stracci 1")
    assert t.cash() == [19] * 4 and t.result.winners == (0,)


def test_then_the_draw_is_honourable():  # DP-90
    t = finished(3, cash="barzini 9")
    assert t.result.winners == (0, 1) and t.result.payoffs == (0.5, 0.5, -1.0)
    assert [line for line in t.log() if "wins with" in line] == ["Corleone wins with $19,000", "Tattaglia wins with $19,000"]


def test_the_eliminated_share_the_place_behind_all_survivors():  # DP-R23
    t = finished(tracks="tattaglia reputation 12", cash="corleone 50, barzini 20, stracci 1")
    assert t.result.payoffs[1] == 1 and len({t.result.payoffs[seat] for seat in (0, 2, 3)}) == 1
    t = finished(tracks="tattaglia reputation 12, stracci reputation 12", cash="tattaglia 5, corleone 50")
    assert t.result.payoffs == pytest.approx((-2 / 3, 1 / 3, -2 / 3, 1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_if_all_are_eliminated_nobody_wins(seats):  # DP-R23
    t = finished(seats, tracks="", cash="corleone 50")
    assert t.result.payoffs == (-1.0,) * seats and t.result.winners == ()
    assert t.log()[-1] == "All families are eliminated: nobody wins"


def test_the_bank_never_runs_out():  # DP-R21
    t = finished(cash="corleone 900, tattaglia 1000")
    assert t.cash("corleone", "tattaglia") == [909, 1009]


def test_every_piece_keeps_its_place_through_whole_games():  # DP-3, DP-8
    for seats in (2, 3, 4):
        match = Match(TITLE, seats, seed=seats)
        while not match.is_over:
            assert TITLE.flaw(match.state, match.parts) is None
            moves = match.legal_ids()
            match.play(moves[(7 * len(match.played)) % len(moves)])
        assert TITLE.flaw(match.state, match.parts) is None
