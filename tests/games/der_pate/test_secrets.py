"""What a player of Der Pate may know: everything but the others' cash, unless money is open or the game over."""

import msgspec
import pytest

from fivefamilies.core.chance import generator
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.match import Match
from fivefamilies.core.record import content, unwrap
from fivefamilies.games import title
from tests.games.der_pate.table import FAMILIES, Table, before_card, table

TITLE = title("der_pate")
RICH = "corleone 31, tattaglia 41, barzini 59, stracci 26"


def guesses(match: Match, seat: int, count: int = 200):
    for seed in range(count):
        state = match.title.state.copy(match.state)
        match.title.guess(state, seat, generator(seed * 5 + 2))
        yield unwrap(state)


def observed(match: Match, seat: int) -> bytes:
    return TITLE.look(match.state, seat).tobytes()


def test_cash_is_the_owners_secret():  # DP-17, DP-R31
    t = table(5, cash=RICH)
    assert [family.cash for family in t.view(1).families] == [None, 41000, None, None]
    assert [family.cash for family in t.view(OBSERVER).families] == [None] * 4
    assert "59000" not in msgspec.json.encode(t.view(0)).decode() and "$59,000" not in t.drawing(0)


def test_open_money_shows_it_to_all():  # DP-R31
    t = table(5, cash=RICH, options={"open_money": True})
    assert [family.cash for family in t.view(OBSERVER).families] == [31000, 41000, 59000, 26000]
    assert all((state["cash"] == [31, 41, 59, 26]).all() for state in guesses(t, 0, 5))


def test_after_the_settlement_all_cash_is_shown():  # DP-R31
    t = table(5, cash=RICH, round=7, turn="stracci", ko="influence", markers=(3, 4)).moves("end turn")
    assert [family.cash for family in t.view(OBSERVER).families] == [40000, 50000, 68000, 35000]
    assert all((state["cash"] == [40, 50, 68, 35]).all() for state in guesses(t, 2, 5))


def test_a_guess_knows_all_cash_since_every_payment_was_made_openly():  # DP-17, DP-R31
    t = table(2, "grey 1, red 4, white 5", cash=RICH, tombs="barzini 1", tokens="stracci judge", debts="corleone barzini 2")
    t.moves("place white")
    for seat in range(4):
        assert all(content(state) == content(t.state) for state in guesses(t, seat, 5))


@pytest.mark.parametrize("seat", [0, 2, OBSERVER])
def test_positions_that_differ_in_others_cash_look_the_same(seat):  # DP-17, DP-R31
    for arrange in (table, before_card):
        one, other = (arrange(cash=f"corleone 10, tattaglia {n}, barzini 10, stracci {m}") for n, m in ((0, 70), (33, 5)))
        assert msgspec.json.encode(one.view(seat)) == msgspec.json.encode(other.view(seat))
        assert one.drawing(seat) == other.drawing(seat) and one.question() == other.question()
        if seat >= 0:
            assert observed(one, seat) == observed(other, seat)


@pytest.mark.parametrize("card", ["E02", "E03"])
def test_being_asked_tells_nothing_about_cash(card):  # DP-R33
    asked = []
    for cash in ("tattaglia 0", "tattaglia 50"):
        t = before_card(cash=cash, tombs="tattaglia 2", turn="corleone", seats=2).moves(f"card {card}")
        order = []
        for _ in range(60):
            if t.view().round > 2:
                break
            order.append((t.up, t.phase))
            if t.up == "chance":
                t.play(t.legal_ids()[0])
            else:
                t.play("ransom 0" if t.phase == "ransom" else "no" if t.phase != "window" else t.legal_ids()[0])
        asked.append(order)
    assert asked[0] == asked[1] and any(phase in ("ransom", "turn_start") for _, phase in asked[0])


def test_all_else_is_seen_by_everybody():
    t = table(2, "grey 1, red 4, white p", tombs="barzini 1", tokens="stracci judge", friends="tattaglia 2", hudson="corleone 1")
    views = [msgspec.to_builtins(t.view(seat)) for seat in (*range(4), OBSERVER)]
    told = [bool(view.pop("prospects")) for view in views]
    assert told == [True, False, False, False, False], "they tell if a Friend can be paid"
    for view in views:
        view.pop("seat")
        for family in view["families"]:
            family.pop("cash")
    assert all(view == views[0] for view in views)


def test_payments_are_made_openly():  # DP-R31
    t = table(2, "grey 1, red 4, white 5").moves("place white")
    assert all("Corleone takes $5,000 from the bank" in t.log(seat) for seat in (*range(4), OBSERVER))
    assert t.cash() == [15, 10, 10, 10] and len(FAMILIES) == 4


def test_no_view_tells_which_cards_are_out_of_the_game():  # DP-14
    t = Table(TITLE, 2, {"setup": "preset"}, seed=1)
    while not t.is_over:
        view = t.view(0)
        assert len(view.seen) + len(view.unseen) == 10 and len(view.unseen) >= 3
        t.play(t.legal_ids()[0])
    assert len(t.view(0).unseen) == 3, "never shown, not even at the end"
