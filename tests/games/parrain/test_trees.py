"""Exact counts of small trees of Le Jeu du Parrain, and facts that hold after every move of random games."""

import random

import numpy as np

from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap
from fivefamilies.games.parrain.components import NEIGHBOURHOODS, SEATS
from tests.games.parrain.boards import Board, encircled, held
from tests.games.parrain.table import Table, table
from tests.games.trees import leaves


def test_the_first_moves_of_a_game():  # JP-16, JP-17, JP-18
    t = Table("parrain", 2, {"neighbourhoods_in_play": ["little_italy", "park_west"]}, by_hand=True)
    assert leaves(t, 1) == 2 and leaves(t, 2) == 2 * 2 * 5
    assert leaves(t, 3) == 2 * 5 * (12 + 14)
    assert leaves(t, 4) == 2 * 5 * (12 * (11 + 1) + 14 * (13 + 1))  # another token, or done


def test_three_bought_tokens():  # JP-28, JP-30
    # Eleven positions or done; done leads to 26 types of cards, and then Yellow has 100 dollars for one token.
    t = table({"little_italy": "1..."}, cash="300 0", options={"neighbourhoods_in_play": ["little_italy", "docks"]},
              rackets={"docks": "bookmaking"}, status={"little_italy": "open"})  # fmt: skip
    assert [leaves(t, depth) for depth in (1, 2, 3)] == [12, 11 * 11 + 26, 11 * (10 * 10 + 26) + 26 * 12]


def test_an_informer_and_its_choices():  # JP-15, JP-R18
    t = table({"docks": "1.1"}, hands="none informer", cash="0 0").end_turn()
    # one of two tokens or done; then the other or done; cash is short, so T2 offers "done" only
    assert [leaves(t, depth) for depth in (1, 2)] == [3, 2 + 2 + 1]


def test_facts_after_every_move():  # JP-39, JP-R4, JP-R8, JP-R10
    chooser = random.Random(3)
    looked = 0
    for seats in (2, 3, 4):
        match = Match("parrain", seats, preset="short", seed=seats)
        while not match.is_over:
            match.play(chooser.choice(match.legal_ids()))
            s = unwrap(match.state)
            for place in range(NEIGHBOURHOODS):
                men = [int(cells) for cells in s["men"][place]]
                if s["pending"] == place or not any(men):
                    continue
                board = Board(int(s["land"][place]), (men[0], men[1], men[2], men[3]))
                everyone = men[0] | men[1] | men[2] | men[3]
                assert all(encircled(board.land, men[seat], everyone & ~men[seat]) == 0 for seat in range(SEATS))
                assert board.empty or sum(cells > 0 for cells in men) == 1
                most = int(s["pocket_max"])
                assert sum(held(board, mark, most) for mark in "+-ox") <= board.land.bit_count()
                looked += 1
    assert looked > 1000


def test_random_games_use_the_whole_engine():
    match = Match("parrain", 3, {"control_version": "announced"}, seed=9)
    chooser, phases = random.Random(1), set()
    for _ in range(4):
        while not match.is_over:
            phases.add(match.view().phase)
            match.play(chooser.choice(match.legal_ids()))
        match = Match("parrain", 3, {"control_version": "announced"}, seed=chooser.random())
    assert {"enter", "add", "free", "lose", "sell", "inform", "buy", "announce", "forfeit"} <= phases
    assert np.isfinite(match.state["cash"]).all()
