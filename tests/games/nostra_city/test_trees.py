"""Exact counts of small trees of Nostra City."""

from math import comb

from fivefamilies.core.match import Match
from tests.games.nostra_city.table import table
from tests.games.trees import leaves


def test_the_first_cards_of_the_deal():  # NC-19
    start = Match("nostra_city", 3, by_hand=True)
    assert [leaves(start, depth) for depth in (1, 2, 3)] == [20, 20 * 19, 20 * 19 * 18]


def test_an_offer_has_one_sequence_for_each_set_of_bills():  # NC-43
    t = table("meeting", own="black: anthony_gota", banks="black: b5 b10i b10g b50i", street="villa - - -")
    t.moves("anthony_gota", "space 1")
    offers = set()

    def walk() -> int:
        found = 0
        for move in t.legal_ids():
            if move == 0:
                offers.add(tuple(sorted(t.player("black").offers[0].bills.items())))
                found += 1
                continue
            t.make(move)
            found += walk()
            t.undo(1)
        return found

    assert walk() == len(offers) == 2**4 - 1


def test_a_take_of_three_bills_between_two():  # NC-30, NC-31
    t = table(own="black: anthony_gota queens_gambling; white: queens_drugs new_jersey", draw="b5 b10i b50g")
    # an Underling, a Turf, two kinds
    assert [leaves(t, depth) for depth in (1, 2, 3)] == [2, 1 + 1, 1 + 2]
    t.moves("anthony_gota", "queens_gambling", "take queens")
    assert leaves(t, 3) == 3 * 2 * 1, "three bills in any order"
    t.moves("draw 5000", "draw 10000_innocent", "draw 50000_guilty")
    # White is due two. Nothing: he draws one of 11 types. The First Player card: then nothing or one of three bills.
    # One of three bills: then nothing, the First Player card or one of two bills.
    assert [leaves(t, depth) for depth in (1, 2)] == [5, 11 + 4 + 3 * 4]


def test_a_burglary_of_four_bills():  # NC-R38
    t = table("v1", hands="black: burglary", banks="white: b5 b10i b10g b50i").moves("play burglary", "white")
    assert leaves(t, 2) == 2 * comb(4, 2)
