"""Whole games of The Boss compared word by word, exact counts of small trees, the story in three languages."""

from pathlib import Path

import pytest

from fivefamilies.core import matchfile
from fivefamilies.core.contract import CHANCE
from fivefamilies.core.words import LANGUAGES
from fivefamilies.games.the_boss.components import data
from tests.games.the_boss.table import TITLE, Table, table

PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("*.json"))


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_a_recorded_game_replays_to_the_same_story_and_the_same_table(file):  # TB-16, TB-27
    match = matchfile.load(file)
    story = "\n".join(match.log()) + "\n\n" + match.drawing() + "\n"
    assert story == file.with_suffix(".txt").read_text("utf-8")
    assert matchfile.verify(matchfile.read(file)) == sum(played.seat == CHANCE for played in match.played)


def test_one_of_the_recorded_games_has_a_decisive_round():  # TB-62
    assert any(matchfile.load(file).view().is_decisive for file in PLAYTHROUGHS)


# ---------------------------------------------------------------- counts


def leaves(t: Table, decisions: int) -> int:
    """How many ways the next decisions can go, with the card that was drawn first in between."""
    if decisions == 0 or t.actor < 0:
        return 1
    count = 0
    for move in t.legal_ids():
        t.play(move)
        count += leaves(t, decisions - 1)
        t.undo(1)
    return count


@pytest.mark.parametrize(("seats", "cities"), [(2, 3), (3, 5), (4, 7)])
def test_the_first_go_has_24_crews_for_each_city_but_chicago(seats, cities):  # TB-28, TB-30, TB-44
    t = table(seats=seats)
    assert len(t.legal) == 1 + 24 * cities, "one to six Experts with none to three Occasionals"
    assert leaves(t, 2) == (1 + 24 * cities) * 5


def test_the_most_options_a_go_can_have_are_27_for_each_city():  # TB-28, TB-43
    """Where his Expert stands even Occasionals alone may follow; elsewhere an Expert must be among them."""
    t = table("boston: yellow 1", turn=2)
    with_expert, without = 6 * 4 - 4 + 3, 5 * 4  # five Experts left: 0 to 5 with 0 to 3, less nobody; 1 to 5 with 0 to 3
    assert len(t.legal) == 1 + with_expert + 7 * without
    assert len({move.id for move in t.legal}) == len(t.legal) and max(move.id for move in t.legal) < 217


def test_two_players_with_one_expert_each_in_the_last_turn_have_13_ways():  # TB-33, TB-44
    t = table(seats=2, turn=5, dead={"yellow": 5, "red": 5}, used={"yellow": 3, "red": 3}, round=3)
    assert leaves(t, 4) == 4 + 3 * 3, "after a pass four, after each of three cities the two others or a pass"


def test_two_players_with_two_experts_each_in_the_last_turn_have_37_ways():  # TB-33
    t = table(seats=2, turn=5, dead={"yellow": 4, "red": 4}, used={"yellow": 3, "red": 3}, round=3)
    # pass: 7 answers; one Expert: 4 in the others, a pass, and two against the one; two Experts: 4 in the others and a pass
    assert leaves(t, 4) == 7 + 3 * 6 + 3 * 5


def test_the_longest_game_stays_below_the_bound():  # TB-19
    assert TITLE.bound == 1 + 6 * (27 + 1 + 40)


# ---------------------------------------------------------------- set-ups and words


@pytest.mark.parametrize("seats", TITLE.seats)
def test_the_laws_run_over_every_set_up_and_every_first_seat(seats):  # TB-63, TB-R22
    settings = TITLE.settings(seats)
    named = {options["setup"] for options in settings} - {"default"}
    assert named == {row["id"] for row in data()["setups"] if row["players"] == seats}
    assert {options["first_seat"] for options in settings} == {"random", *range(seats)}


@pytest.mark.parametrize(("language", "line"), [("it", "Giallo mette 2 Esperti e 1 Occasionale a Boston"),
                                                ("fr", "Jaune place 2 Experts et 1 Occasionnel à Boston"),
                                                ("de", "Gelb schickt nach Boston: 2 Experten und 1 Aushilfe")])  # fmt: skip
def test_the_story_in_italian_and_french(language, line):
    t = table()
    t.say = type(t.say)(language, TITLE.package)
    t.play("place 2 experts 1 occasional in boston")
    assert t.log() == [line]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_fits_a_screen(language):
    t = table(
        "boston: yellow 1, red 2, blue 3, black 4; cincinnati: yellow 2+1, black 1+1", turn=5, round=4,
        prison={"yellow": [1, 2]}, hospital={"yellow": 1}, ban={"red": "cincinnati", "blue": "cincinnati"},
        money={"yellow": [12, 9, 8]}, dead={"red": 2},
    )  # fmt: skip
    t.say = type(t.say)(language, TITLE.package)
    assert max(len(line) for line in t.drawing(0).splitlines()) <= 100
