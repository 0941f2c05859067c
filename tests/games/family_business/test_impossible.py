"""What cannot be on a table of Family Business is refused, and what is accepted can be played to its end."""

import copy
import random

import pytest

from fivefamilies.core.errors import BadPosition
from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap
from fivefamilies.games.family_business.state import flaw_in_cards
from tests.games.family_business.table import table

NUMBERS = (-128, -2, -1, 0, 1, 2, 3, 5, 6, 9, 23, 53, 54, 59, 100, 120, 127, 1000, 30000)
OPTIONS = (
    {}, {"turncoat": True, "contract_counter_by": "anyone"},
    {"rescue_scope": "own_gang", "substitution_partner": "any_other_gang"}, {"max_turns": 12},
    {"double_contract_lone_man": "in_play", "hit_victim": "anyone", "war_ends": "nobody_to_execute"},
)  # fmt: skip


def refused(t: Match, message: str, **entries) -> bool:
    """Is the position with these entries refused, for that reason?"""
    with pytest.raises(BadPosition, match=message):
        t.set_position(t.position() | entries)
    return True


def test_somebody_is_alive_and_a_game_is_over_only_when_it_has_ended():  # FB-1, FB-R31
    t = table("capone: contract", seats=2)
    graves = {"fate": ["buried"] * 18 + ["aside"] * 36, "free": [0] * 6, "buried": [9, 9, 0, 0, 0, 0]}
    nobody = graves | {"fallen": [0, 1], "hand": [], "cards": [], "deck": t.position()["deck"] | {"contract": 14}}
    assert refused(t, "nobody is alive", phase="draw", **nobody) and refused(t, "nobody is alive", phase="over", **nobody)
    assert refused(t, "nothing has ended the game", phase="over")
    assert refused(t, "turn 6 cannot be; there are 5", max_turns=5, turn_number=6)
    t.set_position(t.position() | {"phase": "over", "max_turns": 5, "turn_number": 5})
    assert t.is_over and t.result is not None
    won = table("capone: contract", seats=2, buried="moran 8")
    assert refused(won, "the fallen bosses are not", fallen=[1])


def test_what_the_rules_use_as_an_index_stays_within_the_table():
    t = table("capone: lam; moran: finger", "capone", seats=2).moves("play lam", "list 1")
    assert refused(t, "asked has 100; it goes from -1 to 5", asked=100)
    assert refused(t, "picked has 120; it goes from -1 to 59", picked=120)
    assert refused(t, "not on the list", picked=1) and refused(t, "not on the list", picked=54)
    assert refused(t, "does not fit the seats", asked=2) and refused(t, "who cannot give one", asked=0)


def test_a_list_says_how_many_are_on_it():  # FB-7
    t = table("capone: contract", "moran moran", seats=2)
    position = t.position()
    del position["hit_count"]
    t.set_position(position)
    assert t.hit_list == "moran moran"
    assert refused(t, "hit_list has 2 entries, but hit_count is 1", hit_count=1)
    assert refused(t, "on the hit list twice", hit_list=[9, 9])


def test_a_question_is_asked_of_the_card_on_the_table():  # FB-10, FB-13
    t = table("capone: contract; moran: mob_power").moves("play contract", "moran")
    assert t.phase == "respond"
    assert refused(t, "does not fit the question", card="hit")
    assert refused(t, "is not on the discards", card="vendetta", target=-1)
    assert refused(t, "a contract names a rival", target=-1) and refused(t, "a contract names a rival", target=0)
    assert refused(t, "somebody else than the target", asked=2) and refused(t, "answer was given by nobody", counter="mob_power")
    for phase in ("deal", "draw", "play", "victim", "pick", "partner", "gang", "queue", "reorder", "mp_order", "return"):
        with pytest.raises(BadPosition):
            t.set_position(t.position() | {"phase": phase})
    assert refused(t, "nobody has answered", phase="replace") and refused(t, "nobody is asked", phase="done")


def test_orders_are_asked_while_there_is_something_to_order():  # FB-30, FB-38
    t = table("capone: double_cross", seats=4).moves("play double_cross")
    assert t.phase == "queue"
    for quota in ([0, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0], [0, 2, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0]):
        assert refused(t, "still to be listed", quota=quota)
    t = table("capone: intrigue", "moran capone moran").moves("play intrigue", "moran")
    assert refused(t, "nothing is left", placed=2) and refused(t, "still to be listed or placed", quota=[0, 1, 1, 0, 0, 0])


def test_cards_are_dealt_seat_by_seat_and_no_hand_grows():  # FB-8, FB-14
    t = Match("family_business", 3, by_hand=True, seed=3)
    for _ in range(7):
        t.draw()
    assert refused(t, "seat by seat", asked=2) and refused(t, "seat by seat", asked=-1)
    assert refused(t, "something has happened", turn=1)
    deck = t.position()["deck"]
    hand = copy.deepcopy(t.position()["hand"])
    card = next(card for card, count in deck.items() if count >= 6)
    hand[2][card] = 6
    assert refused(t, "too many", hand=hand, cards=[5, 2, 6], deck=deck | {card: deck[card] - 6})
    assert refused(t, "known to hold", old=[{"truce": 1}]) and refused(t, "not on the discards", laid=[{"truce": 1}])
    assert refused(t, "neither in the hand nor laid", fresh=[100]) and refused(t, "has not", early=[1 << 25])
    assert refused(t, "fewer cards than none", old=[{"truce": -1}])


def mangled(position: dict, chooser: random.Random) -> dict:
    """The position with a few of its entries set to others."""
    wrong = copy.deepcopy(position)
    for _ in range(chooser.choice((1, 1, 2, 3))):
        key = chooser.choice([*wrong, "phase", "card", "counter", "asked", "target", "countered_by", "picked", "placed", "turn"])
        entry = wrong.get(key, 0)
        if isinstance(entry, dict):
            entry[chooser.choice(list(entry))] = chooser.choice(NUMBERS)
        elif isinstance(entry, list) and entry:
            place = chooser.randrange(len(entry))
            if isinstance(entry[place], dict):
                entry[place][chooser.choice(["contract", *entry[place]])] = chooser.choice(NUMBERS)
            else:
                entry[place] = chooser.choice(NUMBERS)
        else:
            wrong[key] = chooser.choice(NUMBERS)
    return wrong


def play_on(match: Match, chooser: random.Random) -> None:
    """Random moves to the end; the first of them are looked at hard."""
    for ply in range(2000):
        if ply < 12:
            assert match.title.flaw(match.state, match.parts) is None
            assert match.question() and match.drawing(0) and all(move.label for move in match.legal)
            assert match.title.look(match.state, 0).any()
            seat = ply % match.seats
            guess = match.seen(seat, seed=ply).guess()
            assert flaw_in_cards(unwrap(guess), match.parts) is None
            assert match.title.view(guess, seat, match.parts) == match.view(seat)
        if match.is_over:
            return
        match.play(chooser.choice(match.legal_ids()))
    raise AssertionError("the game does not end")


def test_mangled_positions_are_refused_or_played_to_their_end():
    chooser, accepted, turned_down = random.Random(12), 0, 0
    for game in range(30):
        match = Match("family_business", 2 + game % 5, OPTIONS[game % len(OPTIONS)], seed=game, by_hand=True)
        for _ in range(chooser.randrange(3, 220)):
            match.play(chooser.choice(match.legal_ids())) if not match.is_over else None
        position = match.position()
        for _ in range(50):
            try:
                match.set_position(mangled(position, chooser))
            except BadPosition:
                turned_down += 1
                continue
            accepted += 1
            if accepted % 4 == 0:
                play_on(match, chooser)
    assert accepted > 50 and turned_down > 500
