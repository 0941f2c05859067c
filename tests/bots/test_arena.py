"""The arena: fair luck, all seats, shares and ratings."""

import json

import pytest

from fivefamilies import games
from fivefamilies.core.errors import BadSeats
from fivefamilies.lab import arena as ring
from tests.bots.test_external import READY, program
from tests.test_cli import families  # noqa: F401


def test_each_round_has_the_same_luck_and_every_bot_on_every_seat():
    listed = ring.bouts(["a", "b", "b"], 7, seed=4)
    assert [bout.seating for bout in listed[:3]] == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]
    assert len({bout.luck.cards for bout in listed[:3]}) == 1 and listed[3].luck.cards != listed[2].luck.cards
    assert len({bout.luck.bots for bout in listed}) == 7


def test_the_better_bot_has_the_bigger_share_and_rating():
    title = games.title("family_business")
    steps = []
    result = ring.arena(title, ["greedy:1", "random", "random"], 18, workers=2, progress=steps.append)
    strong, weak = result["bots"]
    assert strong["games"] == 18 == len(steps) and weak["games"] == 36
    assert strong["share"] > 0.8 and strong["rating"] > 25 > weak["rating"] and strong["low"] < strong["share"] <= strong["high"]
    again = ring.arena(title, ["greedy:1", "random", "random"], 18, workers=1)
    assert [row["share"] for row in again["bots"]] == [row["share"] for row in result["bots"]]


def test_arena_as_a_command(families, tmp_path):  # noqa: F811
    sulks = program(tmp_path, READY + 'print("careful", file=sys.stderr)\nsys.exit(1)')
    done = families("arena", "family_business", "search:30", sulks, "--games", "4", "--json")
    data = json.loads(done.stdout)
    assert [row["bot"] for row in data["bots"]] == ["search:30", sulks] and data["seats"] == 2
    assert {"bot", "games", "share", "low", "high", "rating"} <= set(data["bots"][0])
    assert data["bots"][0]["faults"] == 0 < data["bots"][1]["faults"] == data["faults"]
    assert "ended (it says: careful)" in data["bots"][1]["first_faults"][0]
    table = families("arena", "family_business", "greedy", "random", "--games", "4", "--seats", "3").stdout
    assert "| `greedy` | 4 |" in table and "| `random` | 8 |" in table


@pytest.mark.parametrize(("words", "message"), [
    (("arena", "family_business", "serch:5"), "did you mean 'search'?"),
    (("arena", "family_business", "search:soon", "greedy"), "takes a budget like 20ms"),
    (("arena", "family_business", "greedy", "greedy", "greedy", "--seats", "2"), "3 bots are named for 2 seats"),
    (("hint", "none.match.json"), "cannot be read"), (("review", "none.match.json"), "cannot be read"),
])  # fmt: skip
def test_mistakes_get_one_sentence(families, words, message):  # noqa: F811
    done = families(*words)
    assert done.returncode == 2 and message in done.stderr and done.stderr.count("\n") == 1


def test_hint_and_review_of_a_saved_match(families, tmp_path):  # noqa: F811
    families("play", "family_business", "--seats", "2", "--seed", "5", typed="1\n1\ns game.match.json\nq\n")
    hint = json.loads(families("hint", "game.match.json", "--think", "100", "--json").stdout)
    assert hint["simulations"] == 100 and hint["candidates"] and len(hint["chances"]) == 2
    assert "%" in families("hint", "game.match.json", "--think", "50", "--seat", "1").stdout
    done = families("review", "game.match.json", "--think", "20", "--plot", "game.svg", "--json")
    assert json.loads(done.stdout)["moves"] and (tmp_path / "game.svg").read_text().startswith("<svg")
    assert "%" in families("review", "game.match.json", "--think", "20").stdout


def test_a_mistake_in_a_worker_is_told_in_its_own_words():
    with pytest.raises(BadSeats, match="2 to 4 players, not 6"):
        ring.arena(games.title("the_boss"), ["random"] * 6, 6, workers=1)
