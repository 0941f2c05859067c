"""The processes that think for bots: a bot stays on its chair between two questions."""

from typing import Any

import pytest

from fivefamilies.core.match import Match, Seen
from fivefamilies.core.record import content
from fivefamilies.table import worker


@pytest.fixture(autouse=True)
def nobody_seated():
    worker.seated.clear()


def question(match: Match, table: str, bot: str) -> dict[str, Any]:
    return {
        "table": table, "title": match.title.slug, "seats": match.seats, "options": match.options, "edition": match.edition,
        "seat": match.actor, "bot": bot, "state": content(match.state).hex(), "seed": len(match.played),
    }  # fmt: skip


def test_a_bot_is_asked_again_with_what_it_thought():
    match, recalled = Match("parrain", 2, seed="worker"), 0
    for _ in range(60):
        ask = question(match, "one", "soldier")
        known = worker.seated.get(("one", ask["seat"], "soldier"))
        recalled += known is not None and known.bot.recalls(match.seen(ask["seat"]))
        match.play(worker.choose(ask))
    assert len(worker.seated) == 2 and recalled > 5


def test_every_chair_has_its_own_bot_and_the_longest_unasked_goes():
    match = Match("family_business", 2, seed="worker")
    for number in range(worker.MOST_SEATED + 3):
        assert worker.choose(question(match, f"table {number}", "greedy")) in match.legal_ids()
    worker.choose(question(match, "table 5", "greedy"))
    chairs = [table for table, _, _ in worker.seated]
    assert len(chairs) == worker.MOST_SEATED and chairs[0] == "table 3" and chairs[-1] == "table 5"


class Broken:
    def choose(self, seen: Seen) -> int:
        raise ValueError("broken")


def test_a_bot_that_fails_leaves_its_chair():
    match = Match("family_business", 2, seed="worker")
    ask = question(match, "one", "greedy")
    worker.seated["one", ask["seat"], "greedy"] = Broken()
    with pytest.raises(ValueError, match="broken"):
        worker.choose(ask)
    assert not worker.seated and worker.choose(ask) in match.legal_ids()
