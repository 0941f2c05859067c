"""The pages of the titles: how to play in every language, the rules by number, each with an address in the browser."""

import re

import pytest

from fivefamilies import games
from fivefamilies.core import rulebook
from fivefamilies.core.words import LANGUAGES
from fivefamilies.table.rulebook import drawn


@pytest.mark.parametrize("slug", games.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_how_to_play_is_told_in_every_language_with_the_same_steps(slug, language):
    title = games.title(slug)
    english, other = (rulebook.how_to_play(title, one) for one in ("en", language))
    assert english and other and other.language == language
    assert rulebook.headings(other.text) == rulebook.headings(english.text)
    steps = [re.findall(r"^(\d\.|-) ", page.text, re.MULTILINE) for page in (english, other)]
    assert steps[0] == steps[1] and len(steps[0]) > 4
    assert rulebook.tables(other.text) == rulebook.tables(english.text)
    assert 0.6 < len(other.text) / len(english.text) < 1.8


@pytest.mark.parametrize("slug", games.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_the_same_numbers_headings_and_tables_in_every_language(slug, language):
    title = games.title(slug)
    english, other = (rulebook.rules(title, one) for one in ("en", language))
    assert other.language == language
    assert rulebook.numbers(title, other.text) == rulebook.numbers(title, english.text)
    assert rulebook.headings(other.text) == rulebook.headings(english.text)
    assert rulebook.tables(other.text) == rulebook.tables(english.text)
    assert 0.7 < len(other.text) / len(english.text) < 1.6


@pytest.mark.parametrize("slug", games.names())
def test_every_rule_behind_a_refusal_or_an_option_is_on_the_page(slug):
    title = games.title(slug)
    known = set(rulebook.numbers(title, rulebook.rules(title).text))
    refusing = {rule for code in range(1, len(title.kinds["No"]) + 1) for rule in title.rules_against(code)}
    assert refusing and refusing <= known
    assert {option.ruling for option in title.options} - {""} <= known


@pytest.mark.parametrize("slug", games.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_an_address_on_its_page(slug, language):
    title = games.title(slug)
    _, html, written_in = drawn(slug, language)
    wanted = rulebook.numbers(title, rulebook.rules(title, written_in).text)
    addressed = re.findall(r' id="([A-Z]+-R?\d+)"', html)
    assert len(addressed) == len(set(addressed)) and set(wanted) <= set(addressed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_that_name_each_other_are_linked_and_marks_are_the_printers(language):
    how, html, _ = drawn("family_business", language)
    assert '(<a href="#FB-R11">FB-R11</a>)' in html and 'id="FB-R11"' in html
    assert html.count("<table") == html.count('<div class="scroll"') > 2 and 'aria-label="' in how
    assert "<h2" not in html and not set(re.findall(r'href="#([^"]+)"', html)) - set(re.findall(r' id="([^"]+)"', html))
    if language == "fr":
        assert "\u00a0:" in how and " :" not in how
