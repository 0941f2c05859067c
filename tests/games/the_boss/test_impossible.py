"""What cannot be on a table of The Boss is refused, and what is accepted can be played to its end."""

import random

from fivefamilies.core.errors import BadPosition
from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap
from tests.games.mangling import mangled, refused
from tests.games.the_boss.table import TITLE, Table, table


def test_a_question_is_asked_in_its_own_turn():  # TB-16, TB-18
    t = table(turn=2, go=1)
    for phase in ("new_turn", "round_end", "new_round"):
        assert refused(t, "nobody is asked anything", phase=phase)
    assert refused(t, "phase has 77", phase=77) and refused(t, "police is not asked in turn 2", phase="police")
    assert refused(t, "deal is not asked in turn 2", phase="deal") and refused(t, "over is not asked", phase="over")
    assert refused(t, "turn 0", turn=0) and refused(t, "turn has 6", turn=6) and refused(t, "round has 0", round=0, earned=[])


def test_goes_are_clockwise_and_by_reserves_in_the_last_turn():  # TB-26, TB-57
    t = table(turn=2, go=1)
    assert refused(t, "in their order", order=[0, 2, 1, 3]) and refused(t, "in their order", order=[0, 0, 0, 0])
    t = table("boston: yellow 3", turn=5)
    assert refused(t, "larger reserve goes first", order=[0, 1, 2, 3]) and refused(t, "in their order", order=[1, 1, 2, 3])


def test_chicago_and_the_police_keep_pace_with_the_rounds():  # TB-18, TB-42, TB-59
    t = table(turn=2, round=2)
    assert refused(t, "Chicago is at place 2 of the row, in round 2 at 3", chicago=1)
    assert refused(t, "instead of 1", police={"double": 1, "silver": 2, "gold": 2})
    assert refused(t, "below zero|has -1", police={"double": -1, "silver": 2, "gold": 2})
    t = table(turn=2, round=4)
    assert refused(t, "ended the game before", police={"gold": 2})
    assert refused(t, "have not ended", decisive=1, contends=[1, 1])


def test_cards_are_dealt_in_their_order():  # TB-13, TB-14
    t = Table(TITLE, 2, {"first_seat": 0}, by_hand=True).moves("draw new_york 0")
    card = t.position()["card"]
    assert refused(t, "under each city", card=card | {"new_york_0": "deck", "boston_4": "reward"})
    assert refused(t, "the deck has", dealt=2) and refused(t, "the deck has", dealt=7, phase="deal")
    assert refused(t, "no set-up", in_play={}) and refused(t, "in the box", card=card | {"boston_4": "box"})


def test_nobody_is_banned_from_a_city_without_a_ban_card_in_the_row():  # TB-53, TB-R21
    t = table(round=3, ban={"yellow": "cincinnati"})
    ban = t.position()["ban"]
    assert refused(t, "ban pawns", ban=["boston", *ban[1:]]) and refused(t, "ban has 8", ban=[8, *ban[1:]])
    assert refused(t, "ban pawns", ban=["cincinnati"] * 3 + ["none"]), "one a round"
    two = table(seats=2, round=3)
    assert refused(two, "ban pawns", ban=["cincinnati", "none", "none", "none"]), "not in the row"
    first = table()
    assert refused(first, "ban pawns", ban=ban), "no round was paid out"
    inside = table("cincinnati: yellow 1; boston: red 1", round=3)
    assert refused(inside, "banned from it", ban=ban)


def test_sanctions_and_money_come_from_cards_that_were_paid_out():  # TB-45, TB-48 to TB-53
    t = table(turn=1)
    assert refused(t, "Experts are dead", dead=[1], experts=[5, 6, 6, 6])
    assert refused(t, "in prison", prison=[[0, 1]], experts=[5, 6, 6, 6])
    assert refused(t, "used up", used=[1], occasionals=[2, 3, 3, 3])
    assert refused(t, "no card pays", earned=[[3, 0, 0, 0]], money=[3]), "this round is not over"
    t = table(turn=1, round=2)
    assert refused(t, "no card pays", earned=[[90, 0, 0, 0], [0] * 4], money=[90])
    assert refused(t, "not what he earned", money=[5]) and refused(t, "in prison", prison=[[1, 0]], experts=[5, 6, 6, 6])


def test_gangsters_stand_where_their_goes_can_have_led_them():  # TB-28, TB-32, TB-44
    t = table(turn=2)
    assert refused(t, "2 cities after 1 goes", experts_in=[{"boston": 1, "memphis": 1}], experts=[4, 6, 6, 6])
    assert refused(t, "in Chicago alone", experts_in=[{"chicago": 1}], experts=[5, 6, 6, 6])
    assert refused(t, "are level", experts_in=[{"boston": 1}, {"boston": 1}], experts=[5, 5, 6, 6])
    assert refused(t, "are alone", occasionals_in=[{"boston": 1}], occasionals=[2, 3, 3, 3])


def test_faces_are_those_of_the_edition():
    t = table(seats=2)
    assert refused(t, "not those of this edition", face={}) and refused(t, "face has 99", face={"boston_4": 99})


def test_ranks_are_what_the_money_says():  # TB-60 to TB-62, TB-R12
    t = table(turn=5, round=3, police="silver silver double", seats=3, money={"red": [5], "blue": [1]}).finish_round()
    assert t.is_over and refused(t, "what the money says", rank=[1, 2, 3]) and refused(t, "may win", contends=[0, 1, 1])
    assert refused(t, "tied", earned=[[5, 5, 1], [0] * 3, [0] * 3], money=[5, 5, 1], rank=[1, 1, 3])
    t = table(turn=2, round=4, police="silver silver double", seats=3, contends="yellow red", money={"yellow": [5], "red": [5]})
    assert refused(t, "what the money says", contends=[1, 1, 1]) and refused(t, "what the money says", rank=[2, 1, 3])


# ---------------------------------------------------------------- anything at all


def play_on(match: Match, chooser: random.Random) -> None:
    """Random moves to the end; the first of them are looked at hard."""
    for ply in range(TITLE.bound):
        if ply < 12:
            assert TITLE.flaw(match.state, match.parts) is None
            assert match.question() and match.drawing(0) and all(move.label for move in match.legal)
            seat = ply % match.seats
            assert match.seen(seat).observation().any()
            assert TITLE.flaw(match.seen(seat, seed=ply).guess(), match.parts) is None
        if match.is_over:
            return
        match.play(chooser.choice(match.legal_ids()))
    raise AssertionError("the game does not end")


def test_mangled_positions_are_refused_or_played_to_their_end():
    chooser, accepted, turned_down = random.Random(5), 0, 0
    for game in range(24):
        seats = 2 + game % 3
        match = Match(TITLE, seats, seed=game, by_hand=True)
        for _ in range(chooser.randrange(0, 400)):
            match.play(chooser.choice(match.legal_ids())) if not match.is_over else None
        state = unwrap(TITLE.state.copy(match.state))
        for _ in range(60):
            try:
                match.set_position(mangled(match, state, chooser))
            except BadPosition:
                turned_down += 1
                continue
            accepted += 1
            if accepted % 3 == 0:
                play_on(match, chooser)
    assert accepted > 50 and turned_down > 1000
