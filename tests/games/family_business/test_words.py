"""The words of Family Business: what a hand can touch, and names in every language."""

from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES
from tests.games.entries import every, seen
from tests.games.family_business.table import table


def test_the_order_of_two_men_is_about_their_bosses():  # FB-R17
    t = table("capone: double_contract; moran: mob_power").moves("play double_contract", "moran", "mob_power")
    targets = [move.thing for move in t.legal]
    things = set[str]().union(*(entry.things for entry in seen(t, t.actor)))
    assert targets == ["boss capone", "boss moran"] and set(targets) <= things


def test_places_and_gangs_are_named_in_a_language():
    t = table("capone: contract", "moran", seats=2)
    t.say = Match("family_business", language="it").say
    texts = {(entry.kind, entry.value if isinstance(entry.value, str) else entry.key): entry.text for entry in every(seen(t, 0))}
    assert texts["listed", "list 1"] == "Numero 1 della Lista"
    assert texts["boss", "moran"] == "La Gang Moran" and texts["card", "contract"] == "Contratto"
    assert texts["man", 'George "Bugs" Moran'] == 'George "Bugs" Moran'


def test_the_names_of_an_edition_win_over_ours():
    edition = {
        "cards": [{"id": "hit", "name_it": "Il {Colpo}"}, {"id": "truce", "name_en": "Ceasefire", "name_fr": "La paix"}],
        "gangs": [{"id": "moran", "name": "The North Side", "short": "North Side"}],
    }
    said = {}
    for language in LANGUAGES:
        match = Match("family_business", 2, edition=edition, language=language, by_hand=True)
        said[language] = [match.say(match.parts.cards[card].name) for card in (6, 16)] + [match.seat_name(1)]
    assert said["en"] == ["Hit", "Ceasefire", "North Side"]
    assert said["it"] == ["Il {Colpo}", "Ceasefire", "North Side"]
    assert said["fr"] == ["Assassinat", "La paix", "North Side"]
    assert said["de"] == ["Attentat", "Ceasefire", "North Side"]
