"""Editions and positions of Le Jeu du Parrain: what the owner of a printed copy may replace, and how a table is written down."""

import json
import random
import tomllib
from pathlib import Path

import pytest

from fivefamilies.core import matchfile
from fivefamilies.core.errors import BadEdition, BadPosition
from fivefamilies.core.match import Match
from fivefamilies.core.record import content
from fivefamilies.games.parrain.components import parts
from fivefamilies.lab import laws
from tests.games.parrain.table import Table, table

DOCS = Path(__file__).parents[3] / "docs" / "games"
CROSS = {"neighbourhood": [{"id": "harlem", "name_en": "Uptown", "shape": [".##.", "####", "####", ".##."]}]}


def test_an_edition_replaces_shapes_names_and_values():  # JP-4, JP-45
    edition = CROSS | {"control_value": [{"neighbourhood": "harlem", "extortion": 9000}]}
    with pytest.raises(BadEdition, match="same number of positions"):
        Match("parrain", 2, edition=edition)  # twelve, like Little Italy
    edition["neighbourhood"] = [{"id": "harlem", "name_en": "Uptown", "shape": [".##.", "####", "####", "###."]}]
    t = Table("parrain", 2, edition=edition, by_hand=True).moves("start red", "open harlem extortion")
    assert [move.notation for move in t.legal][:3] == ["harlem b1", "harlem c1", "harlem a2"] and len(t.legal) == 13
    assert t.place("harlem").values["extortion"] == 9000 and "UPTOWN" in t.drawing()
    assert t.place("midtown").first_position == 104 - 11
    t.moves("harlem b1")
    again = Match("parrain", 2, edition=edition, by_hand=True)
    position = json.loads(json.dumps(t.position()))
    again.set_position(position)
    assert content(again.state) == content(t.state)


WIDE = {  # 221 positions, in rows of two to nine
    "little_italy": ["####", "####", "####"],
    "park_west": ["##"] * 10,
    "wall_street": ["#####", "#####", "#####"],
    "docks": ["###"] * 16,
    "upper_west_side": [".###.", "#####", "#####", "#####", ".###."],
    "harlem": ["#########", ".########", "....###..", "....##..."],
    "midtown": ["######"] * 5,
    "east_side": ["########"] * 6 + ["#####..."],
}
CROWDED = {
    "harlem": ["#" * 8] * 6 + ["#" * 7], "midtown": ["#" * 9] * 6, "east_side": ["#" * 7] * 8, "docks": ["#" * 10] * 5,
    "park_west": ["#" * 4] * 12, "upper_west_side": ["#" * 15] * 3, "wall_street": ["#" * 11] * 4,
}  # fmt: skip


def test_an_edition_may_have_wider_neighbourhoods_and_more_positions_than_our_own_board():  # JP-4, JP-R1, JP-R34
    edition = {"neighbourhood": [{"id": id, "shape": shape} for id, shape in WIDE.items()]}
    match = Match("parrain", 3, edition=edition, seed=3)
    total = sum(part.positions for part in match.parts.neighbourhoods)
    assert total > 168
    named = [match.notation(move) for move in (0, 167, 216, 217, 217 + total - 169)]
    assert named[2] == "done" and named[-1] == "east_side e7"
    assert [match.parse(text) for text in named] == [0, 167, 216, 217, 48 + total]
    chooser, further = random.Random(5), 0
    while not match.is_over:
        legal = match.legal_ids()
        assert legal == sorted(legal) and all(match.title.objection(match.state, move) == 0 for move in legal)
        move = chooser.choice(legal)
        further += move > 216
        match.play(move)
        if len(match.played) % 40 == 0:
            position = json.loads(json.dumps(match.position()))
            assert content(match.title.state.load(position)) == content(match.state)
            laws.look_hard(match, chooser)
            drawing = match.drawing(0).splitlines()
            assert max(len(line) for line in drawing) <= 96
    assert further > 20 and content(matchfile.from_dict(matchfile.to_dict(match)).state) == content(match.state)


def test_further_positions_are_twos_in_the_planes_of_the_others():
    edition = {"neighbourhood": [{"id": id, "shape": shape} for id, shape in WIDE.items()]}
    match = Match("parrain", 2, edition=edition, by_hand=True)
    for text in ("start red", "open east_side extortion", "east_side a1", "east_side e7", "done"):
        match.play(text)
    further = match.parse("east_side e7") - 217
    own, others = (match.title.look(match.state, seat) for seat in (0, 1))
    assert (own[further], own[168 + further], others[168 + further]) == (2, 0, 2) and len(own) == 1462
    assert own[672 + further] == 3, "both are open"


def test_an_edition_replaces_the_packs_and_the_bags():  # JP-5, JP-R14
    edition = {
        "deck": {
            "playing": {"card": [{"id": "informer", "count": 5}, {"id": "reprieve", "count": 5}]},
            "veine": {"card": [{"id": "veine_02", "money": 650}]},
        },
        "setup": {"bag": {"tokens_per_colour": 40}},
    }
    t = table(hands="none reprieve", edition=edition, cash="0 0").end_turn().moves("roll 6", "draw veine 2")
    assert t.cash("yellow") == 650 and t.bag("yellow") == 40
    assert parts(edition).cards[-1].count == 5


@pytest.mark.parametrize(
    ("edition", "message"),
    [
        ({"rackets": []}, "cannot be replaced"),
        ({"neighbourhood": [{"id": "bronx", "shape": ["#"]}]}, "did you mean"),
        ({"neighbourhood": [{"id": "docks", "price": 3}]}, "these can"),
        ({"neighbourhood": [{"id": "docks", "shape": ["#" * 17]}]}, "1 to 16 rows"),
        (
            {"neighbourhood": [{"id": "docks", "shape": ["########"] * 8}]},
            "8 rows of 8; rows . .columns . 1. may be 64 at most",
        ),
        ({"neighbourhood": [{"id": "docks", "shape": ["x"]}]}, "'#' for a position"),
        ({"neighbourhood": [{"id": "docks", "shape": "###"}]}, "wrong type"),
        ({"neighbourhood": [{"id": id, "shape": shape} for id, shape in CROWDED.items()]}, "room for 320"),
        ({"control_value": [{"neighbourhood": "docks", "extortion": -5}]}, "control value of docks"),
        ({"deck": {"playing": {"card": [{"id": "informer", "count": 4}]}}}, "adds up to 53"),
        ({"deck": {"veine": {"card": [{"id": "veine_01", "count": 2}]}}}, "1 to 12 cards"),
        ({"deck": {"veine": {"card": [{"id": "veine_01", "racket": "poker"}]}}}, "unknown racket"),
        ({"deck": {"veine": {"card": [{"id": "veine_02", "tokens": 2}]}}}, "tokens of a racket"),
        ({"setup": {"bag": {"tokens_per_colour": 0}}}, "tokens in a bag"),
        ({"neighbourhood": {"id": "docks"}}, "must be a list of tables"),
        ({"control_value": [3]}, "must be a list of tables"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(edition, message):
    with pytest.raises(BadEdition, match=message):
        Match("parrain", 2, edition=edition)


def test_a_position_is_written_with_drawn_boards():
    t = table({"upper_west_side": "#12.\n1...."})
    position = t.position()
    assert position["board"]["upper_west_side"][:2] == [" 12.", "1...."] and "men" not in position
    assert json.loads(json.dumps(position)) == position
    with pytest.raises(BadPosition, match="for empty, 1 to 4"):
        t.set_position(position | {"board": position["board"] | {"docks": ["5.."]}})
    with pytest.raises(BadPosition, match="shape of the board"):
        t.set_position(position | {"board": position["board"] | {"docks": ["..."]}})
    extra = {"board": position["board"] | {"docks": ["1.."] + ["..."] * 5}}
    with pytest.raises(BadPosition, match="tokens in all"):
        t.set_position(position | extra | {"racket": position["racket"] | {"docks": "extortion"}})


def test_a_drawing_shows_the_boards_side_by_side_within_the_width():
    t = Match("parrain", 4, seed=5)
    while not t.is_over and len(t.played) < 300:
        t.play(t.legal_ids()[len(t.played) * 5 % len(t.legal_ids())])
    for language in ("en", "it", "fr"):
        match = Match("parrain", 4, language=language)
        match.state = t.state
        lines = match.drawing(0).splitlines()
        assert max(len(line) for line in lines) <= 96 and len(lines) < 40


def test_the_even_edition_fits_and_keeps_the_figures_of_the_rulebook():  # JP-45, JP-60, JP-R28
    edition = tomllib.loads((DOCS / "parrain-even.toml").read_text("utf-8"))
    box = parts(edition)
    assert sum(card.count for card in box.cards) == 52 and box.neighbourhoods[-1].values[-1] == 6800
    totals = [sum(part.values) for part in box.neighbourhoods]
    assert totals == sorted(totals) and all(value % 1000 != 500 for part in box.neighbourhoods for value in part.values)
    assert Match("parrain", 2, edition=edition, seed=1).view().neighbourhoods[0].values["extortion"] == 2700
