"""Diagrams of the rules pages: real positions, drawn by the boards' own templates, in every language."""

import re

import pytest

from fivefamilies import games
from fivefamilies.core.diagrams import diagrams_of, parse, woven
from fivefamilies.core.errors import FamiliesError
from fivefamilies.core.rulebook import how_to_play
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.table.diagrams import board
from fivefamilies.table.rulebook import drawn

EACH = [pytest.param(diagram, id=slug) for slug in games.names() for diagram in diagrams_of(games.title(slug))]


def test_every_title_has_a_diagram():
    assert {diagram.title.slug for (diagram,) in (case.values for case in EACH)} == set(games.names())


@pytest.mark.parametrize("diagram", EACH)
def test_the_position_is_reached_by_legal_moves_and_can_be_on_the_table(diagram):
    match = diagram.match()
    assert match.actor >= 0 and match.title.flaw(match.state, match.parts) is None
    assert [made.notation for made in match.played if made.seat >= 0] == list(diagram.moves)


@pytest.mark.parametrize("diagram", EACH)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_shows_its_diagram_with_caption_and_text_in_the_readers_language(diagram, language):
    how, rules, _ = drawn(diagram.title.slug, language)
    say = words(language, diagram.title.package)
    caption, text = say(diagram.caption), say(diagram.text)
    assert language == "en" or (caption != diagram.caption and text != diagram.text)
    figure = re.findall(r'<figure class="diagram">.*?</figure>', str(how), re.DOTALL)
    assert len(figure) == 1 and f"<figcaption>{caption}</figcaption>".replace("'", "&#39;") in figure[0]
    assert f'role="img" aria-label="{text}"'.replace("'", "&#39;") in figure[0]
    ids = re.findall(r' id="([^"]+)"', str(how) + str(rules))
    assert len(ids) == len(set(ids)) and set(re.findall(r'(?:href="#|labelledby=")([^"]+)"', figure[0])) <= set(ids)


@pytest.mark.parametrize("diagram", EACH)
def test_a_diagram_is_not_to_be_touched(diagram):
    html = board(diagram, "en", 0)
    assert not re.search(r"<(button|a|input|summary|select)\b|tabindex|data-about|aria-live", html)
    opened = re.findall(r"<(div|section|ul|ol|li|table|tr|header|footer|svg)\b(?:[^>]*[^/])?>", html)
    closed = re.findall(r"</(div|section|ul|ol|li|table|tr|header|footer|svg)>", html)
    assert sorted(opened) == sorted(closed)


def html_of(slug: str) -> str:
    (diagram,) = diagrams_of(games.title(slug))
    return board(diagram, "en", 0)


def test_parrain_shows_a_capture():
    html = html_of("parrain")
    assert "Yellow captures 2 tokens of Red in Little Italy" in diagrams_of(games.title("parrain"))[0].match().log()
    for place, mark in {"a1": "taken from Red", "b1": "taken from Red"}.items():
        assert re.search(rf'data-thing="cell little_italy {place}"(?:(?!</td>).)*{mark}', html, re.DOTALL)
    for place in ("a2", "b2", "c1"):
        assert re.search(rf'data-thing="cell little_italy {place}"(?:(?!</td>).)*c-brass', html, re.DOTALL)


def test_family_business_shows_a_hit_list_and_its_war():
    html = html_of("family_business")
    assert "One man is shot at the start of every turn" in html
    queue = re.findall(r'data-thing="man ([^"]+)" class="listed[^"]*?(is-doomed)?"', html)
    assert [name.split()[-1] for name, _ in queue] == ["Weiss", "Nitti", "Luciano", "Gusenberg", "McGurn"]
    assert [doomed for _, doomed in queue] == ["is-doomed", "", "", "", ""]


def test_the_boss_shows_the_split_of_chicago():
    html = html_of("the_boss")
    assert re.findall(r'data-city="(\w+)"', html) == ["new_york", "boston", "chicago"]
    assert re.findall(r'<span class="coin">(\d)</span>', html) == ["3", "4"]
    assert "3 M$ for the leader, 4 M$ for Alcapo" in html and "= 7 M$" in html


def test_der_pate_shows_a_line_of_dice():
    html = html_of("der_pate")
    lying = re.findall(r"<h3[^>]*>([^<]+)</h3>(?:(?!<h3).)*?class=\"dp-lies\"", html, re.DOTALL)
    assert lying == ["Loan sharking", "Press", "FBI raid"]


def test_nostra_city_shows_an_auction():
    spaces = html_of("nostra_city").split('data-thing="space ')[1:]
    assert ["Donato Agnello" in spaces[0], "Amalia Calvano" in spaces[1]] == [True, True]
    assert [space.count('<span class="bid') for space in spaces] == [1, 2]
    assert "wins" in spaces[0] and "wins" not in spaces[1] and spaces[1].count("1 bill<") == 1
    assert "20,000" not in spaces[1]  # what Black has laid is Black's secret


@pytest.mark.parametrize("diagram", EACH)
def test_a_terminal_gets_the_caption_and_the_table_in_characters(diagram):
    page = woven(how_to_play(diagram.title, "it").text, diagram.title, "it")
    match, say = diagram.match(), words("it", diagram.title.package)
    assert say(diagram.caption) in page and diagram.title.draw(match.view(diagram.seat), match.parts, say) in page
    above = page[: page.index(say(diagram.caption))]
    assert len(re.findall("^### ", above, re.MULTILINE)) == diagram.after


def test_a_diagram_that_lacks_something_is_named():
    with pytest.raises(FamiliesError, match="number 1 has wrong or missing entries: after, board"):
        parse(
            games.title("parrain"), '[[diagram]]\nseats=2\nseat=0\nseed="b"\nmoves=[]\nparts=[]\ncaption="c"\ntext="t"\nboard=1'
        )
