"""What cannot be on a table of Le Jeu du Parrain is refused, and what is accepted can be played to its end."""

import copy
import random

import pytest

from fivefamilies.core.errors import BadPosition
from fivefamilies.core.match import Match
from tests.games.parrain.table import Table, table

NUMBERS = (-2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 12, 15, 26, 77, 100, 127, -128, 500, 9000)
OPTIONS = ({}, {"control_version": "announced", "direct_pocket_max": 3}, {"reshuffle": "each_pass", "round_limit": 6})


def refused(t: Match, *messages: str, **entries) -> bool:
    """Is the position with these entries refused, for that reason?"""
    with pytest.raises(BadPosition, match="|".join(messages)):
        t.set_position(t.position() | entries)
    return True


def test_a_capture_is_pending_only_where_one_must_be_completed():  # JP-R8
    t = table({"docks": "12."})
    assert refused(t, "no capture to be completed", pending="harlem")
    assert refused(t, "no capture to be completed", pending="docks")
    diamond = table({"midtown": "..2...\n.2.2..\n..2..."}, cash="350 0").moves("midtown c2")
    diamond.set_position(diamond.position())
    assert diamond.view().pending == "midtown"
    assert refused(diamond, "encircled tokens", pending="none")
    assert refused(diamond, "nobody can move", cash=[50, 0, 0, 0])


def test_encircled_tokens_have_left_the_board():  # JP-37, JP-R10
    with pytest.raises(BadPosition, match="docks has encircled tokens"):
        table({"docks": "21.\n1.."})
    table({"docks": "2..\n1.."})


def test_every_question_can_be_asked():  # JP-17, JP-25
    t = table({"docks": "12."})
    assert refused(t, "goes from 0 to", phase=77)
    assert refused(t, "nobody is asked", phase="answers")
    for phase in ("roll", "veine", "free", "lose", "sell", "inform"):
        assert refused(t, "does not fit the question", phase=phase)
    assert refused(t, "only first turns", phase="enter") and refused(t, "seat 0 should hold", phase="forfeit")
    assert refused(t, "nothing has ended", phase="over") and refused(t, "before the first turn", phase="first_player", round=0)
    assert refused(t, "a truce", quiet_rounds=3) and refused(t, "round 41", round=41)
    assert refused(t, "not open or has no racket", opened="harlem") and refused(t, "not just opened", opened="docks")


def test_who_has_had_a_turn_holds_a_card():  # JP-20, JP-31
    t = table({"docks": "12."}, hands="none informer")
    pack = t.position()["pack"]
    assert refused(t, "seat 1 should hold a card", hand=["none"] * 4, pack=pack | {"informer": 3})
    assert refused(t, "seat 0 holds a card", hand=["informer", "informer", "none", "none"], pack=pack | {"informer": 1})
    assert refused(t, "a used card is none", used=["none"], used_count=1)


def test_control_and_claims_belong_to_somebody_at_the_table():  # JP-43, JP-46, JP-48
    t = table({"docks": "12."})
    assert refused(t, "does not fit the seats", claim=dict.fromkeys(t.position()["board"], 3))
    assert refused(t, "not open, or has no racket", claim=dict.fromkeys(t.position()["board"], 0))
    assert refused(t, "announced version only", announcer=dict.fromkeys(t.position()["board"], -1) | {"docks": 0})
    assert refused(t, "pays bonuses", instalments={"docks": 2}) and refused(t, "costs a token at once", contested={"docks": 1})


def test_a_position_is_of_the_box_it_is_played_with():  # JP-4, JP-7
    edition = {"neighbourhood": [{"id": "harlem", "shape": [".##.", "####", "####", "###."]}]}
    t = Table("parrain", 2, edition=edition, by_hand=True)
    position = t.position()
    undrawn = position | {"board": {name: rows for name, rows in position["board"].items() if name != "harlem"}}
    with pytest.raises(BadPosition, match="one that is not drawn has the shape of our own box"):
        t.set_position(undrawn)
    values = copy.deepcopy(position["value"])
    values["docks"]["extortion"] += 100
    assert refused(t, "value is not what is printed", value=values)


def mangled(position: dict, chooser: random.Random) -> dict:
    """The position with a few of its numbers set to others."""
    wrong = copy.deepcopy(position)
    for _ in range(chooser.choice((1, 1, 2, 3))):
        key = chooser.choice([*wrong, "phase", "pending", "opened", "entered", "free_left", "lose_left", "contested"])
        entry = wrong.get(key, 0)
        if key == "board":
            rows = entry[chooser.choice(list(entry))]
            line = chooser.randrange(len(rows))
            column = chooser.randrange(len(rows[line]))
            rows[line] = rows[line][:column] + chooser.choice(".1234") + rows[line][column + 1 :]
        elif isinstance(entry, dict):
            inner = chooser.choice(list(entry))
            if isinstance(entry[inner], (int, str)):
                entry[inner] = chooser.choice(NUMBERS)
        elif isinstance(entry, list):
            entry[chooser.randrange(len(entry))] = chooser.choice(NUMBERS)
        else:
            wrong[key] = chooser.choice(NUMBERS)
    return wrong


def play_on(match: Match, chooser: random.Random) -> None:
    """Random moves to the end; the first of them are looked at hard."""
    for ply in range(match.title.bound):
        if ply < 12:
            assert match.title.flaw(match.state, match.parts) is None
            assert match.question() and match.drawing(0) and all(move.label for move in match.legal)
            assert match.title.look(match.state, 0).any()
        if match.is_over:
            return
        match.play(chooser.choice(match.legal_ids()))
    raise AssertionError("the game does not end")


def test_mangled_positions_are_refused_or_played_to_their_end():
    chooser, accepted, turned_down = random.Random(12), 0, 0
    for game in range(30):
        match = Match("parrain", 2 + game % 3, OPTIONS[game % len(OPTIONS)], seed=game, by_hand=True)
        for _ in range(chooser.randrange(5, 160)):
            match.play(chooser.choice(match.legal_ids())) if not match.is_over else None
        position = match.position()
        for _ in range(40):
            try:
                match.set_position(mangled(position, chooser))
            except BadPosition:
                turned_down += 1
                continue
            accepted += 1
            if accepted % 4 == 0:
                play_on(match, chooser)
    assert accepted > 50 and turned_down > 500
