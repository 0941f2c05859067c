"""Three languages, equal: every sentence translated, none fuzzy, the same placeholders."""

import re
from pathlib import Path
from string import Formatter

import pytest

import fivefamilies
from fivefamilies.core.errors import UnknownLanguage
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES, home_language, typeset, words
from fivefamilies.lab import catalogues

PAIRS = [(package, language) for package in catalogues.packages() for language in LANGUAGES[1:]]


def fields(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name}


@pytest.mark.parametrize(("package", "language"), PAIRS)
def test_every_sentence_is_translated_and_none_is_left_over(package, language):
    catalogue = catalogues.read(package, language)
    known = {message.id: message for message in catalogue if message.id}
    wanted = set(catalogues.wanted(package))
    assert wanted == set(known), "run `make words`"
    for message in known.values():
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(strings) and not message.fuzzy, message.id


@pytest.mark.parametrize(("package", "language"), PAIRS)
def test_translations_keep_the_placeholders(package, language):
    for message in catalogues.read(package, language):
        if message.id:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            strings = message.string if isinstance(message.string, tuple) else (message.string,)
            for string in strings:
                assert fields(string) == fields(ids[-1]), message.id


def test_sentences_are_said_where_the_catalogues_look():
    for source in Path(fivefamilies.__file__).parent.rglob("*.py"):
        assert not re.search(r"words\([^()]*\)\(", source.read_text("utf-8")), f"{source.name}: name it `say` first"


@pytest.mark.parametrize("package", catalogues.packages())
def test_there_are_sentences_to_translate(package):
    assert len(catalogues.wanted(package)) > 40


def test_a_match_speaks_its_language():
    match = Match("family_business", 2, seed=1, language="it")
    assert "Gioca" in " ".join(move.label for move in match.legal) or "Scarta" in match.legal[0].label
    assert match.title.called("it") == "Affari di Famiglia"
    assert Match("family_business", 2, seed=1, language="fr").question() != Match("family_business", 2, seed=1).question()


def test_plurals_follow_the_number():
    say = words("it")
    one, many = (Match("family_business", 2, seed=1, language="it").say.many("{n} card", "{n} cards", n) for n in (1, 3))
    assert one.startswith("1 ") and many.startswith("3 ") and one[2:] != many[2:]
    assert say.language == "it"


def test_an_unknown_language_is_named_with_those_we_speak():
    with pytest.raises(UnknownLanguage, match="unknown language 'eo'; choose one of en, it, fr, de"):
        words("eo")


@pytest.mark.parametrize(
    ("locale", "language"), [("it_IT.UTF-8", "it"), ("fr_CA", "fr"), ("de_AT", "de"), ("eo", "en"), ("C.UTF-8", "en")]
)
def test_the_environment_chooses_the_language(monkeypatch, locale, language):
    for name in ("FIVEFAMILIES_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", locale)
    assert home_language() == language


ARTICLES = {
    "en": r"\b(?:an?|the) \{(\w+)",
    "it": r"(?:\b(?:il|lo|la|gli|un|uno|una|(?:de|a|da|ne|su)(?:l|llo|lla|gli|lle)) |\b(?:l|un|[dans]?[aeu]ll)')\{(\w+)",
    "fr": r"(?:\b(?:le|la|les|un|une|du|des|au|aux) |\b(?:l|d|qu)')\{(\w+)",
    "de": r"\b(?:d(?:er|ie|as|em|en|es)|eine?[mnrs]?|i[mn]s|[ia]m|zu[mr]|vom|beim) \{(\w+)\}(?!-)",
}
FIXED = {"n", "dollars", "number"}  # numbers
FIXED |= {"business", "kind", "pack", "all"}  # names that begin or end with the same noun: business 3, the VEINE pack


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_article_is_glued_to_a_name(language):
    """Another name would need another article."""
    for package in catalogues.packages():
        for message in catalogues.wanted(package) if language == "en" else catalogues.read(package, language):
            said = message if language == "en" else message.string if message.id else ""
            for text in (said,) if isinstance(said, str) else said:
                glued = set(re.findall(ARTICLES[language], text, re.IGNORECASE))
                assert glued <= FIXED, text


def test_french_marks_hold_to_their_words():
    said = words("fr", "fivefamilies.games.the_boss")("Your hand: {cards}", cards="Boston ; Memphis")
    assert said == "Votre main\u00a0: Boston ; Memphis", "what is put in stays as it is"
    assert typeset("Quoi ? « Non ; oui ! »", "fr") == "Quoi\u202f? «\u202fNon\u202f; oui\u202f!\u202f»"
    assert (
        typeset("2 × 5 000 $ : 10 % de 3 M$, 12 hommes", "fr") == "2 × 5\u202f000\u00a0$\u00a0: 10\u00a0% de 3\u00a0M$, 12 hommes"
    )


def test_german_sums_hold_to_their_signs():
    assert words("de", "fivefamilies.games.der_pate")("${amount}", amount=5000) == "5.000\u00a0$"
    assert (
        typeset("10 % von 2.000 $ sind 200 $, nicht 2 M$", "de") == "10\u00a0% von 2.000\u00a0$ sind 200\u00a0$, nicht 2\u00a0M$"
    )


NUMBERS = {"en": ("12,345.7", "12.5%", "1,000"), "it": ("12.345,7", "12,5%", "1.000"),
           "fr": ("12\u202f345,7", "12,5\u00a0%", "1\u202f000"), "de": ("12.345,7", "12,5\u00a0%", "1.000")}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_and_shares_are_written_as_the_language_does_it(language):
    say = words(language)
    number, share, thousand = NUMBERS[language]
    assert (say.number(12345.67, 1), say.share(0.125, 1)) == (number, share)
    assert say("Seats") != "" and say("{n} draws recomputed, all as promised by {hash}", n=1000, hash="x").startswith(thousand)
    assert say.many("{n} bot", "{n} bots", 1000).startswith(thousand), "in one place for all sentences"
    error = UnknownLanguage("move {number} is not [seat, id, words]", number=1000)
    assert "1000" in say.error(error), "the numbers of an error are often ids"
