"""The words of Family Business: what a hand can touch, and names in every language."""

import random

import pytest

from fivefamilies.core import moves
from fivefamilies.core.match import Match
from fivefamilies.core.views import Shown, shown
from fivefamilies.core.words import LANGUAGES
from fivefamilies.games.family_business.words import Move
from tests.games.family_business.table import table


def every(entries: tuple[Shown, ...]):
    """All entries of a view."""
    for entry in entries:
        yield entry
        yield from every(entry.inside)


def walk(match: Match, seat: int) -> list[Shown]:
    return list(every(shown(match.view(seat), match.title.vocabulary(match.parts), match.say)))


def word_of(entry: Shown) -> str:
    """The word of an entry; a count of things stands beside theirs."""
    return entry.value if isinstance(entry.value, str) else entry.key


def touchable(match: Match) -> set[tuple[str, str]]:
    """What can be touched."""
    return {(entry.kind, word_of(entry)) for entry in walk(match, match.actor) if entry.is_touchable}


def test_what_a_move_is_about_can_be_touched_in_the_view():
    about = set()
    for seed in range(4):
        options = {"turncoat": True, "contract_counter_by": "anyone"}
        match, chooser = Match("family_business", 4, options, seed=seed), random.Random(seed)
        while not match.is_over and len(match.played) < 500:
            here = touchable(match)
            for move in match.legal_ids():
                spoken = moves.take_apart(Move, move)
                target = spoken.target(match.state, match.parts)
                assert (target is None) == (spoken.kind == Move.PASS) and (target is None or target in here)
                about.add(spoken.kind)
            plays = [move for move in match.legal_ids() if moves.take_apart(Move, move).kind not in (Move.DISCARD, Move.PASS)]
            match.play(chooser.choice(plays or match.legal_ids()))
    assert about >= set(Move) - {Move.CONTRACTOR_FIRST, Move.TARGET_FIRST}


def test_the_order_of_two_men_is_about_their_bosses():  # FB-R17
    t = table("capone: double_contract; moran: mob_power").moves("play double_contract", "moran", "mob_power")
    targets = [moves.take_apart(Move, move).target(t.state, t.parts) for move in t.legal_ids()]
    assert targets == [("boss", "capone"), ("boss", "moran")] and set(targets) <= touchable(t)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_view_has_a_name(language):
    match, chooser = Match("family_business", 4, {"turncoat": True}, seed=6, language=language), random.Random(6)
    vocabulary, kinds = match.title.vocabulary(match.parts), set()
    while not match.is_over and len(match.played) < 400:
        entries = walk(match, 0)
        for entry in entries:
            if entry.kind in vocabulary and entry.value is not None:
                assert word_of(entry) in vocabulary[entry.kind] and entry.text
                kinds.add(entry.kind)
        assert [entry.key for entry in entries if entry.kind == "str"] == ["title"]
        match.play(chooser.choice(match.legal_ids()))
    assert kinds == {"phase", "listed", "boss", "card"}


def test_places_and_gangs_are_named_in_a_language():
    t = table("capone: contract", "moran", seats=2)
    t.say = Match("family_business", language="it").say
    texts = {(entry.kind, word_of(entry)): entry.text for entry in walk(t, 0)}
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
    assert said["fr"] == ["Exécution", "La paix", "North Side"]
