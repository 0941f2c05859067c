"""The words of Le Jeu du Parrain: what a hand can touch, and names in every language."""

import random

import pytest

from fivefamilies.core import moves
from fivefamilies.core.match import Match
from fivefamilies.core.views import Shown, shown
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.games.parrain.words import Move
from tests.games.parrain.table import Table


def every(entries: tuple[Shown, ...]):
    """All entries of a view."""
    for entry in entries:
        yield entry
        if entry.kind != "drawing":
            yield from every(entry.inside)


def walk(match: Match, seat: int) -> list[Shown]:
    return list(every(shown(match.view(seat), match.title.vocabulary(match.parts), match.say)))


def test_what_a_move_is_about_can_be_touched_in_the_view():
    match, chooser = Match("parrain", 3, {"control_version": "announced"}, seed=4), random.Random(4)
    about = set()
    while not match.is_over and len(match.played) < 400:
        if len(match.played) % 5 == 0:
            touchable = {(entry.kind, entry.value) for entry in walk(match, match.actor) if entry.is_touchable}
            for move in match.legal_ids():
                spoken = moves.take_apart(Move, move)
                target = spoken.target(match.state, match.parts)
                assert target is None or target in touchable
                about.add(spoken.kind)
        match.play(chooser.choice(match.legal_ids()))
    assert about == set(Move)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_view_has_a_name(language):
    match, chooser = Match("parrain", 4, seed=6, language=language), random.Random(6)
    vocabulary = match.title.vocabulary(match.parts)
    while not match.is_over and len(match.played) < 300:
        if len(match.played) % 20 == 0:
            named = [entry for entry in walk(match, 0) if isinstance(entry.value, str) and entry.kind in vocabulary]
            assert len(named) > 180 and all(entry.value in vocabulary[entry.kind] for entry in named)
            plain = [entry for entry in walk(match, 0) if entry.kind == "str"]
            assert [entry.key for entry in plain] == ["title"]
        match.play(chooser.choice(match.legal_ids()))


def test_a_cell_is_called_by_its_neighbourhood_in_a_language():
    t = Table("parrain", 2, by_hand=True, language="fr")
    cells = {entry.value: entry.text for entry in walk(t, 0) if entry.kind == "cell"}
    assert len(cells) == 168 and cells["docks b4"] == "Les Docks b4"
    assert t.place("docks").cells[4].token is None and (t.place("docks").cells[4].column, t.place("docks").cells[4].row) == (2, 2)


def test_the_names_of_an_edition_win_over_ours():  # JP-4
    edition = {
        "neighbourhood": [{"id": "docks", "name_it": "Il {Porto}"}, {"id": "harlem", "name_en": "Uptown", "name_fr": "Là-haut"}],
        "deck": {"veine": {"card": [{"id": "veine_02", "title": "A raise"}]}},
    }
    t = Table("parrain", 2, edition=edition, by_hand=True)
    names = {language: words(language, t.title.package) for language in LANGUAGES}
    said = {language: [say(part.name) for part in t.parts.neighbourhoods] for language, say in names.items()}
    assert [said[language][3] for language in LANGUAGES] == ["The Docks", "Il {Porto}", "Les Docks"]
    assert [said[language][5] for language in LANGUAGES] == ["Uptown", "Uptown", "Là-haut"]
    assert [names["it"](card.title) for card in t.parts.luck[0][1:3]] == ["A raise", "Una settimana tranquilla"]
