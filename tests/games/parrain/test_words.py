"""The words of Le Jeu du Parrain: what a hand can touch, and names in every language."""

from fivefamilies.core.words import LANGUAGES, words
from tests.games.entries import every, seen
from tests.games.parrain.table import Table


def test_a_cell_is_called_by_its_neighbourhood_in_a_language():
    t = Table("parrain", 2, by_hand=True, language="fr")
    cells = {entry.value: entry.text for entry in every(seen(t, 0)) if entry.kind == "cell"}
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
    assert [said[language][3] for language in LANGUAGES] == ["The Docks", "Il {Porto}", "Docks", "Docks"]
    assert [said[language][5] for language in LANGUAGES] == ["Uptown", "Uptown", "Là-haut", "Uptown"]
    assert [names["it"](card.title) for card in t.parts.luck[0][1:3]] == ["A raise", "Una settimana tranquilla"]
