"""The words of Le Jeu du Parrain: what a hand can touch, and names in every language."""

import re

import pytest

from fivefamilies.core import rulebook
from fivefamilies.core.words import LANGUAGES, words
from tests.games.entries import every, seen
from tests.games.parrain.table import Table


def test_a_cell_is_called_by_its_neighbourhood_in_a_language():
    t = Table("parrain", 2, by_hand=True, language="fr")
    cells = {entry.value: entry.text for entry in every(seen(t, 0)) if entry.kind == "cell"}
    assert len(cells) == 168 and cells["docks b4"] == "Docks b4"
    assert t.place("docks").cells[4].token is None and (t.place("docks").cells[4].column, t.place("docks").cells[4].row) == (2, 2)


def test_the_names_of_an_edition_win_over_ours():  # JP-4
    edition = {
        "neighbourhood": [{"id": "docks", "name_it": "Il {Porto}"}, {"id": "harlem", "name_en": "Uptown", "name_fr": "Là-haut"}],
        "deck": {"veine": {"card": [{"id": "veine_02", "title": "A raise"}]}},
    }
    t = Table("parrain", 2, edition=edition, by_hand=True)
    names = {language: words(language, t.title.package) for language in LANGUAGES}
    said = {language: [say(part.name) for part in t.parts.neighbourhoods] for language, say in names.items()}
    assert [said[language][3] for language in LANGUAGES] == ["The Docks", "Il {Porto}", "Docks", "Docks"]
    assert [said[language][5] for language in LANGUAGES] == ["Uptown", "Uptown", "Là-haut", "Uptown"]
    assert [names["it"](card.title) for card in t.parts.luck[0][1:3]] == ["A raise", "Una settimana tranquilla"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_to_play_tells_the_prices_and_values_of_the_box(language):  # JP-7, JP-14, JP-23
    t = Table("parrain", 2, by_hand=True)
    say = words(language, t.title.package)
    page = rulebook.how_to_play(t.title, language)
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in page.text.splitlines() if line.startswith("|")]
    told = {row[0]: [re.sub(r"\D", "", cell) for cell in row[1:]] for row in rows}
    for part in t.parts.rackets:
        assert told[say(part.name)][-2:] == [str(part.price), str(part.price // 2)]
    for part in t.parts.neighbourhoods:
        values = [str(value) for value in part.values]
        assert told[say(part.name)] == [str(len(t.place(part.id).cells)), str(t.place(part.id).majority), *values]
