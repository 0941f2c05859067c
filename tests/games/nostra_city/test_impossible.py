"""What cannot be on a table of Nostra City is refused, and what is accepted can be played to its end."""

import random

import numpy as np

from fivefamilies.core.errors import BadPosition
from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap
from fivefamilies.games import title
from tests.games.mangling import mangled, refused
from tests.games.nostra_city.table import Table, table

TITLE = title("nostra_city")
OPTIONS = ({}, {"cheat_cards": "per_bill"}, {"police_raids": 2}, {"first_player": "host_choice", "first_seat": 2})


def test_a_question_is_asked_in_its_own_stage_and_month():  # NC-1, NC-25
    t = table(own="black: elio_calvano", banks="black: b20i")
    assert refused(t, "phase has 77", phase=77) and refused(t, "nobody is asked anything", phase="next_stage")
    assert refused(t, "trial_turn is not asked in business", phase="trial_turn")
    assert refused(t, "over is not asked", phase="over") and refused(t, "month has 7", month=7)
    verdict = {"stage": "first_verdict", "phase": "count", "turn": -1, "asked": -1}
    assert refused(t, "no first_verdict in Month 1", **verdict)
    assert refused(t, "no final_verdict in Month 1", **verdict | {"stage": "final_verdict"})


def test_the_turn_is_one_of_the_table_in_its_order():  # NC-25
    t = table()
    assert refused(t, "turn is somebody who is not at the table", turn=3)
    assert refused(t, "not his", lap=2) and refused(t, "more seats have had", lap=5) and refused(t, "First Player", first=-1)
    assert refused(t, "another seat is asked", asked=1) and refused(t, "another seat is asked", asked=-1)


def test_what_a_question_is_about_was_named_before():  # NC-27
    t = table(own="black: elio_calvano queens_gambling; white: alba_baldini", banks="black: b20i")
    assert refused(t, "without underling", phase="take_turf")
    assert refused(t, "not engaged by the player on turn", phase="take_turf", underling="alba_baldini", busy={"alba_baldini": 1})
    assert refused(t, "not engaged by the player on turn", phase="take_turf", underling="elio_calvano")
    engaged = {"underling": "elio_calvano", "busy": {"elio_calvano": 1}}
    assert refused(t, "without turf", phase="take_kind", **engaged)
    assert refused(t, "without recipient", phase="share", turf="queens_gambling", kind="queens", **engaged)
    asked = {"phase": "share", "turf": "queens_gambling", "kind": "queens", "recipient": 1}
    assert refused(t, "due no bill", **asked, **engaged)


def test_only_the_right_card_puts_its_question():  # NC-88, NC-92
    t = table("v1", own="white: alba_baldini elio_calvano", hands="black: contract burglary anger", banks="white: b5")
    t.play("play contract")
    t.set_position(t.position())
    assert refused(t, "no card puts", card="hush_money") and refused(t, "no card puts", card="none")
    t.play("white")
    assert t.phase == "target_u" and refused(t, "cannot strike", target=0) and refused(t, "cannot strike", target=2)
    assert refused(t, "no card puts", card="takeover")


def test_no_more_bills_are_stolen_than_there_are():  # NC-R38
    t = table("v1", hands="black: burglary", banks="white: b5 b10i").moves("play burglary", "white")
    t.set_position(t.position())
    assert refused(t, "so many bills to steal", left=3) and refused(t, "so many bills to steal", left=0)
    t.play("steal 5000")
    t.set_position(t.position())
    assert refused(t, "so many bills to steal", left=2)


def test_offers_lie_by_a_card_between_meeting_and_resolution():  # NC-46, NC-R13
    t = table("v3", street="villa - - -", offers="white 1 alba_baldini: b5", hands="black: anger")
    assert refused(t, "not of this MEETING", stage="v1") and refused(t, "no Underling", offer_by=[["none"] * 4] * 5)
    assert refused(t, "no card on space 1", street=["none"] * 4, place=t.position()["place"] | {"villa": "deck"})
    assert refused(t, "no space is being resolved", open_offers=1)


def test_titles_go_down_one_by_one():  # NC-60 to NC-62
    t = table(seats=4)
    assert refused(t, "different players", title=[1, 1, 1]) and refused(t, "different players", title=[-1, 1, 2])
    assert refused(t, "not at the table", title=[0, 1, 4])
    t.set_position(t.position() | {"title": [2, 0, 1]})
    t = table("meeting", street="underboss - - -", offers="white 1 alba_baldini: b5", turn="red").moves("done", "5000")
    assert t.phase == "title" and refused(t, "no Title to be given", title=[1, 2, 0])


def test_a_position_is_of_the_box_it_is_played_with():  # NC-6
    t = Table("nostra_city", 3, edition={"investigation": [{"id": "nypd", "bribe": 10000}]}, by_hand=True)
    position = t.position()
    assert refused(Table("nostra_city", 3, by_hand=True), "not what is printed", bribe=position["bribe"])
    assert refused(t, "not what is printed", leaning={}) and refused(t, "not what is printed", worth={})


def test_the_deal_goes_on_in_its_order():  # NC-19, NC-21
    t = Table("nostra_city", 3, by_hand=True).moves("deal alba_baldini")
    place = t.position()["place"]
    t.set_position(t.position())
    four = place | dict.fromkeys(("elio_calvano", "luca_donata", "ciro_agnello"), "seat_0")
    assert refused(t, "not dealt in their order", place=four) and refused(t, "not dealt", asked=1)
    assert refused(t, "not dealt", place=place | {"villa": "street"}, street=["villa", "none", "none", "none"])
    deck = {card: count for card, count in t.position()["deck"].items() if card != "anthony_gota"}
    assert refused(t, "Gota or Atlantic City", place=place | {"anthony_gota": "deck"}, deck=deck)


# ---------------------------------------------------------------- anything at all


def moments(seats: int, options: dict, seed: int) -> list[np.void]:
    """Positions of a random game, those of every question among them."""
    match, chooser, found, phases = Match(TITLE, seats, options, by_hand=True), random.Random(seed), [], set()
    while not match.is_over:
        phase = match.view().phase
        if phase not in phases or chooser.random() < 0.05:
            phases.add(phase)
            found.append(unwrap(TITLE.state.copy(match.state)))
        match.play(chooser.choice(match.legal_ids()))
    return [*found, unwrap(TITLE.state.copy(match.state))]


def play_to_the_end(match: Match, chooser: random.Random) -> None:
    """Random moves; the first positions on the way could be put on a table too, and every seat can look at them."""
    for ply in range(TITLE.bound):
        if ply < 15:
            assert TITLE.flaw(match.state, match.parts) is None
            assert match.question() and all(match.drawing(seat) for seat in range(match.seats))
            assert all(match.seen(seat).observation().any() for seat in range(match.seats))
        if match.is_over:
            return
        moves = match.legal_ids()
        assert moves, match.position()
        match.play(chooser.choice(moves))
    raise AssertionError("the game does not end")


def test_mangled_positions_are_refused_or_played_to_their_end():
    chooser, taken, turned_down = random.Random(7), 0, 0
    for game, options in enumerate(OPTIONS):
        seats = 3 + game % 3
        match = Match(TITLE, seats, options, by_hand=True)
        for state in moments(seats, options, game):
            for _ in range(6):
                try:
                    match.set_position(mangled(match, state, chooser))
                except BadPosition:
                    turned_down += 1
                    continue
                taken += 1
                if taken % 12 == 0:
                    play_to_the_end(match, chooser)
    assert taken > 100 and turned_down > 500
