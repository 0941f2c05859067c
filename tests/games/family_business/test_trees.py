"""Exact counts of small trees of Family Business."""

from fivefamilies.core.match import Match
from tests.games.family_business.table import table
from tests.games.trees import leaves


def test_the_first_cards_of_the_deal():
    # 23 types, 11 of them single cards: 23, then 23 x 23 - 11, then for three cards each type at most its copies.
    start = Match("family_business", 2, by_hand=True)
    single, double = 11, 5  # types with one copy; types with two
    assert leaves(start, 1) == 23
    assert leaves(start, 2) == 23 * 23 - single
    three = 23**3 - 3 * single * 22 - single - double  # no pair of a single card, no triple of a double one
    assert leaves(start, 3) == three


def test_one_contract_between_two():
    t = table("capone: contract; moran: family_influence mob_power", seats=2, pile="lam hit")
    # discard -> draw lam or hit -> Moran discards one of three, or plays the Hit; play -> Moran -> pass, influence, power
    assert [leaves(t, depth) for depth in (1, 2, 3)] == [2, 2 + 1, (3 + 4) + 3]


def test_a_double_cross_of_three_gangs_has_six_orders():
    t = table("capone: double_cross", pile="lam").moves("play double_cross")
    assert leaves(t, 2) == 6


def test_intrigue_reaches_every_arrangement_of_two_and_two():
    t = table("capone: intrigue", "capone moran capone moran", seats=2, pile="lam").moves("play intrigue")
    seen = set()

    def walk():
        if t.phase != "reorder":
            seen.add(t.hit_list)
            return
        for move in t.legal_ids():
            t.make(move)
            walk()
            t.undo(1)

    walk()
    assert len(seen) == 6  # 4! / (2! 2!)


def test_a_crowded_position_keeps_its_counts():
    t = table(
        "capone: hit substitution vendetta lam; moran: finger safe_house; new_york: mob_power contract",
        "capone moran new_york capone moran",
        seats=3, pace=1, pile="police police",
    )  # fmt: skip
    assert leaves(t, 1) == 4 + 4  # discard or play each of four
    discard, hit, substitution, vendetta, lam = 4 * 1, 2 + 3, 5, 2, 5
    assert leaves(t, 2) == discard + hit + substitution + vendetta + lam
    # discard -> police -> four moves; hit -> police; partners of places 1, 4 / 2, 5 / 3; Safe House or not; Finger or not
    assert leaves(t, 3) == 4 * 4 + 5 + (2 * 5 + 2 * 2 + 3) + 2 + 5 * 2
