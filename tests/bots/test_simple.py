"""The bots that do not look ahead."""

import pytest

from fivefamilies import games
from fivefamilies.lab.simulate import simulate

ENDS = [(slug, seats(games.title(slug).seats)) for slug in games.TITLES for seats in (min, max)]


@pytest.mark.parametrize(("slug", "seats"), ENDS)
def test_what_looks_good_at_first_sight_is_good(slug, seats):
    greedy = simulate(slug, ["greedy", "random"], 300, seats=seats)["bots"][0]
    assert greedy["bot"] == "greedy" and greedy["share"] * seats > 1.8
