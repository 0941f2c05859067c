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
    assert 0.6 < len(other.text) / len(english.text) < 1.8


@pytest.mark.parametrize("slug", games.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_an_address_on_its_page(slug, language):
    title = games.title(slug)
    _, html, written_in = drawn(slug, language)
    wanted = rulebook.numbers(title, rulebook.rules(title, written_in).text)
    addressed = re.findall(r' id="([A-Z]+-R?\d+)"', html)
    assert len(addressed) == len(set(addressed)) and set(wanted) <= set(addressed)
