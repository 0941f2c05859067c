"""No board shows an identifier, a placeholder or English words to who reads another language."""

import random
import re
from functools import lru_cache
from html.parser import HTMLParser

import pytest

from fivefamilies import games
from fivefamilies.core import datafile
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.games import TITLES
from fivefamilies.lab import catalogues
from tests.table.test_boards import draw

TOLD = ("aria-label", "title", "alt", "placeholder")  # attributes that are read aloud or shown
IDENTIFIER = re.compile(r"\b[a-z]+_[a-z_]+\b")
PLACEHOLDER = re.compile(r"\{\w*\}|\bNone\b|\bTrue\b|\bFalse\b")
ENGLISH = re.compile(r"\b(?:the|and|with|your|you|of|this|that|from|are|has|which|nobody|whose)\b", re.IGNORECASE)
ALIKE = {  # what is the same word in English and in the language, and stands in a sentence that is not
    "": {
        "Ada",
        *["CHI", "BOS", "DET", "CIN", "MEM", "PHI"],
    },  # the player of the test; cities in three letters on The Boss's cards
    "it": {"M$"},
    "fr": {"M$"},
    "de": {"M$"},
}
PLIES, EVERY = 100, 25


class Said(HTMLParser):
    """What a page says, piece by piece."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.pieces += [value for name, value in attrs if name in TOLD and value]

    def handle_data(self, data):
        self.pieces += [" ".join(data.split())] if data.strip() else []


@lru_cache(maxsize=None)
def names(slug: str, language: str) -> re.Pattern[str]:
    """Proper names and words that the translators left as they are in English, the longest first."""
    title, found = games.title(slug), ALIKE[""] | ALIKE[language]
    for package in ("fivefamilies", title.package):
        for entry in catalogues.read(package, language):
            if isinstance(entry.id, str) and entry.id and entry.id == entry.string and len(entry.id.split()) < 5:
                found |= {word for word in re.split(r"\{\w+\}", entry.id) if word.strip()}
    data = datafile.read(title.package)
    people = [man for gang in data.get("gangs", []) for man in gang.get("mobsters", [])]
    for name in (*people, *(row["name"] for row in data.get("underling", []))):
        found |= {name, *name.split('"'), *name.split()}  # whole, the nickname, each name
    ordered = sorted({word.strip() for word in found if word.strip()}, key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in ordered), re.IGNORECASE)


def left_over(piece: str, is_english_too: bool, slug: str, language: str) -> str:
    """What of a piece should not stand there: nothing, if all is well."""
    bare = names(slug, language).sub(" ", piece)
    found = [*IDENTIFIER.findall(bare), *PLACEHOLDER.findall(bare), *ENGLISH.findall(bare)]
    if is_english_too and re.search(r"[^\W\d_]{3}", bare):
        found.append(piece)
    return ", ".join(found)


@pytest.mark.parametrize("slug", TITLES)
def test_no_board_keeps_english_words_identifiers_or_placeholders(slug):
    title, choice, found = games.title(slug), random.Random(3), {}
    match = Match(slug, title.seats[-1], seed=11)
    for ply in range(PLIES + 1):
        if ply % EVERY == 0 or match.is_over:
            for board, seat in ((slug, match.actor if match.actor >= 0 else None), ("generic", None if ply % 2 else 0)):
                match.say = words("en", title.package)
                known = set(Said(draw(match, seat, board)).pieces)
                for language in LANGUAGES[1:]:
                    match.say = words(language, title.package)
                    for piece in Said(draw(match, seat, board)).pieces:
                        wrong = left_over(piece, piece in known, slug, language)
                        found |= {(language, board, piece): wrong} if wrong else {}
        if match.is_over:
            break
        match.play(choice.choice(match.legal_ids()))
    assert not found, found


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("slug", TITLES)
def test_no_option_is_offered_by_an_identifier(slug, language):
    title = games.title(slug)
    say = words(language, title.package)
    for option in title.options:
        said = [say(option.meaning), *(option.called(value, say) for value in option.values)]
        said += [option.name_called(name, say) for name in option.names]
        assert not [piece for piece in said if left_over(piece, False, slug, language)], said


def test_what_is_left_in_english_is_found():
    assert left_over("contract_no_mp", False, "family_business", "it") == "contract_no_mp"
    assert left_over("Il muro di {boss}", False, "family_business", "it") == "{boss}"
    assert left_over("Nessuno is on the list", False, "family_business", "it") == "the"
    assert left_over("Peace", True, "family_business", "it") == "Peace"
    assert not left_over('Frank "The Enforcer" Nitti (Capone)', True, "family_business", "it"), "a name stays a name"
