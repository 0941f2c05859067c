"""What a view says of itself: every move lies on a thing that can be touched, and every word that is shown has a name."""

import random

import pytest

from fivefamilies import games
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.match import Match
from fivefamilies.core.views import Shown
from fivefamilies.core.words import LANGUAGES
from tests.games.entries import every, seen

OPTIONS = {
    "family_business": {"turncoat": True, "contract_counter_by": "anyone"},
    "parrain": {"control_version": "announced"},
}
RARE = {  # need rare things, or an edition's further positions
    "family_business": {"contractor_first", "target_first"},
    "der_pate": {"cash", "two_steps"},
    "parrain": {"pick_further"},
}
PEOPLE = ("man",)  # called the same in every language
MOVES = 450


def unnamed(match: Match, entries: tuple[Shown, ...]) -> list[Shown]:
    """Entries for eyes whose word no vocabulary knows."""
    names = match.title.vocabulary(match.parts)
    words = [(entry, entry.key if entry.inside else entry.value) for entry in every(entries) if entry.is_drawn and entry.text]
    said = [(entry, word) for entry, word in words if isinstance(word, str) and entry.kind not in PEOPLE]
    return [entry for entry, word in said if word not in names.get(entry.kind, {})]


@pytest.mark.parametrize("slug", games.names())
def test_what_a_move_is_about_can_be_touched(slug):
    kinds, title = set(), games.title(slug)
    for seed, seats in enumerate((*title.seats, *title.seats)):
        match, chooser = Match(title, seats, OPTIONS.get(slug), seed=seed), random.Random(seed)
        while not match.is_over and len(match.played) < MOVES:
            legal = match.legal
            if len(match.played) % 3 == 0:
                things = {""}.union(*(entry.things for entry in seen(match, match.actor)))
                assert {move.thing for move in legal} <= things
            kinds |= {move.kind for move in legal}
            match.play(chooser.choice([move for move in legal if move.kind not in ("pass", "discard")] or legal))
    assert kinds >= {kind.name.lower() for kind in title.kinds["Move"]} - RARE.get(slug, set())


@pytest.mark.parametrize("slug", games.names())
def test_every_word_that_is_shown_has_a_name(slug):
    for language in LANGUAGES:
        match, chooser = Match(slug, seed=6, language=language), random.Random(6)
        while not match.is_over and len(match.played) < MOVES:
            if len(match.played) % 20 == 0:
                for seat in (match.actor, OBSERVER):
                    assert not unnamed(match, seen(match, seat))
            match.play(chooser.choice(match.legal_ids()))


def test_what_can_be_touched_is_where_the_move_says_it_is():
    match = Match("the_boss", 3, seed=1)
    cities = {f"city {city.id}" for city in match.view(0).row if city.id != "chicago"}
    assert {move.thing for move in match.legal} == {*cities, ""}
