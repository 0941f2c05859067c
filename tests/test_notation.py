"""The page of a title lists every kind of move with its ids, and each of its forms in words."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fivefamilies.core.contract import Title
from fivefamilies.core.match import Match
from fivefamilies.core.moves import describe, phase_of, write
from fivefamilies.core.record import unwrap
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.games import TITLES, title

DOCS = Path(__file__).parents[1] / "docs" / "programs"


def chapter(slug: str) -> str:
    """What the page says of match files and moves."""
    page = (DOCS / f"{slug}.md").read_text("utf-8")
    return page[page.index("## Match files and moves") :].split("\n## ")[0]


def forms(game: Title, members: Any) -> Iterator[tuple[str, frozenset[str]]]:
    """Every form in which a kind of move is written, as the notations that have it; some depend on the question."""
    match = Match(game, game.seats[-1], by_hand=True)
    state = unwrap(game.state.copy(match.state))
    for member in members:
        ids = [move for s in members.stretches if s.kind is member for move in range(s.first, s.end)]
        for phase in member.declared.when or range(len(game.state.fields["phase"].values)):
            state["phase"] = phase
            yield member.name, frozenset(write(members, state, move, match.parts) for move in ids)


@pytest.mark.parametrize("slug", TITLES)
@pytest.mark.parametrize("kinds", ["Move", "Chance"])
def test_every_form_of_a_move_stands_on_the_page(slug, kinds):
    game = title(slug)
    spans = set(re.findall(r"`([^`]+)`", chapter(slug)))
    found = set(forms(game, game.kinds[kinds]))
    assert len(found) >= len(game.kinds[kinds])
    assert {name: min(notations) for name, notations in found if not notations & spans} == {}


@pytest.mark.parametrize("slug", TITLES)
def test_every_range_of_ids_stands_on_the_page(slug):
    cells = re.findall(r"^\| ([-0-9, ]+) \|", chapter(slug), re.MULTILINE)
    listed = {span.strip() for cell in cells for span in cell.split(",")}
    for kinds in title(slug).kinds["Move"], title(slug).kinds["Chance"]:
        for stretch in kinds.stretches:
            span = f"{stretch.first}-{stretch.end - 1}" if stretch.end - stretch.first > 1 else f"{stretch.first}"
            assert span in listed, (stretch.kind.name, span)


@pytest.mark.parametrize("slug", TITLES)
def test_words_that_are_looked_up_are_those_that_the_position_gives(slug):
    rng, game = random.Random(slug), title(slug)
    match, members, looked_up = Match(game, game.seats[-1], seed=3), game.kinds["Move"], 0
    for ply in range(60):
        if match.is_over:
            break
        say, phase = words(LANGUAGES[ply % len(LANGUAGES)], game.package), phase_of(match.state)
        legal, others = match.legal_ids(), [rng.randrange(game.moves) for _ in range(10)]  # whoever asks why not has their words
        for ids in (legal, others):
            fresh = [describe(members, phase, match.state, move, match.parts, say) for move in ids]
            assert game.describe(match.state, ids, match.parts, say) == fresh
        looked_up += sum(game.standing(members, phase, move, say) is not None for move in legal)
        match.play(rng.choice(match.legal_ids()))
    assert looked_up > 0
