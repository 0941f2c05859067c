"""The Boss on its own board: every piece once, every move within reach, nothing that the seat may not know."""

import random
import re
import time
from collections import Counter

import pytest

from fivefamilies.core.chance import generator
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.match import Match
from fivefamilies.games.the_boss.components import EXPERTS, OCCASIONALS, SETUP_SEATS, SETUPS
from tests.table.house import has_chromium
from tests.table.test_boards import Reader, draw

BOARD = "the_boss"


def positions(seats: int, options: dict, seed: int, every: int):
    """Looks at a random match, every so many moves and at its end."""
    match, chooser = Match(BOARD, seats, options, seed=seed), random.Random(seed)
    while not match.is_over:
        if len(match.played) % every == 0:
            yield match
        match.play(chooser.choice(match.legal_ids()))
    yield match


@pytest.fixture(scope="module")
def looks():
    """Boards of all twenty set-ups, through the eyes of a seat and of a spectator."""
    found = []
    for number, setup in enumerate(SETUPS):
        for match in positions(SETUP_SEATS[number], {"setup": setup}, number, 37):
            for seat in (number % match.seats, OBSERVER):
                found.append((match.view(seat), draw(match, seat if seat >= 0 else None, BOARD)))
    return found


def keys_of(page: str) -> Counter:
    """The pieces on a page: what can walk has a key."""
    return Counter(re.findall(r'data-key="([^"]+)"', page))


def test_every_piece_is_drawn_once(looks):  # TB-1, TB-6
    for view, page in looks:
        keys = keys_of(page)
        assert set(keys.values()) == {1}, [key for key, n in keys.items() if n > 1]
        for gang in view.gangs:
            cubes = [key for key in keys if key.startswith(f"cube-{gang.seat}-")]
            assert len([key for key in cubes if "-e-" in key]) == EXPERTS
            assert len([key for key in cubes if "-o-" in key]) == OCCASIONALS - gang.used
            backs = [key for key in keys if key.startswith(f"back-{gang.seat}-")]
            assert len(backs) == sum(gang.backs.values()) and f"pawn-{gang.seat}" in keys
            assert (f"ban-{gang.seat}" in keys) == (gang.ban is not None)
        own = [card.id for gang in view.gangs for card in gang.hand or []]
        assert {card for city in view.row for card in city.laid} | set(own) <= set(keys) and "reference" in keys


def test_what_a_city_shows_is_what_the_view_says(looks):
    for view, page in looks:
        columns = dict(re.findall(r'<li id="tb-place-\d".*?data-city="(\w+)"(.*?)\n</li>', page, re.S))
        assert list(columns) == [city.id for city in view.row], "the row from left to right, Chicago in its place"
        for city in view.row:
            column = columns[city.id]
            assert re.findall(r'data-key="(\w+ \w+)"', column) == city.laid, "the open cards in their order"
            assert column.count("is-own") >= bool(set(city.faces) & {c.face for g in view.gangs for c in g.hand or [] if c.city == city.id})
            sure = not view.phase == "over" and len(city.possible) == 1
            assert (" is-sure" in column) == sure, "one face left is marked"


def test_a_page_holds_nothing_of_what_its_seat_cannot_know():  # TB-38, TB-R27
    for match in positions(4, {}, 8, 41):
        for seat in range(4):
            twin = match.title.state.copy(match.state)
            match.title.guess(twin, seat, generator(len(match.played)))
            other = Match(BOARD, 4)
            other.set_position(match.title.state.dump(twin))
            shown = draw(match, seat if match.actor != seat else None, BOARD)
            assert match.actor == seat or shown == draw(other, seat if other.actor != seat else None, BOARD)


def test_every_legal_move_is_within_reach(looks):
    for view, page in looks:
        found = Reader(page)
        if view.seat is None or view.to_move != view.seat:
            assert not found.moves


def test_a_placement_that_is_refused_says_why():  # TB-30, TB-33
    match = Match(BOARD, 2, {"first_seat": 0}, seed=1)
    match.play("place 2 experts in boston")
    match.play(match.legal_ids()[0])
    page = draw(match, 1, BOARD)
    boston = re.search(r'data-city="boston" data-own="0" data-opens="3:0"(.*?)</div>', page, re.S)[1]
    refused = dict((words, pairs.split()) for pairs, words in re.findall(r'data-pairs="([^"]+)">([^<]+)<', boston))
    assert "1:0" in refused["you need more gangsters in Boston than each rival there; send at least 3."]
    assert "0:3" in refused["Occasionals need an Expert of yours beside them in Boston."]
    legal = {move.id for move in match.legal if move.kind == "place" and move.arguments["city"] == "boston"}
    assert set(map(int, re.search(r'data-moves="([^"]+)"', boston)[1].split())) == legal


def test_the_pay_out_is_told_city_by_city():  # TB-45, TB-46
    match, chooser = Match(BOARD, 3, seed=4), random.Random(3)
    while match.view(OBSERVER).paid_round < 1:
        match.play(chooser.choice(match.legal_ids()))
    view, page = match.view(OBSERVER), draw(match, None, BOARD)
    scene = page[page.index('id="tb-paid"') :]
    assert scene.count('class="flip') == len(view.row) == len(view.paid)
    assert [paid.city for paid in view.paid][-1] == "chicago", "Chicago comes after all others"
    earned = Counter()
    for paid in view.paid:
        earned[paid.leader] += paid.millions
    assert all(gang.money == earned[gang.seat] for gang in view.gangs)


def test_drawing_is_fast_and_an_update_is_small():
    match, chooser = Match(BOARD, 4, seed=2), random.Random(2)
    for _ in range(140):
        match.play(chooser.choice(match.legal_ids()))
    while match.view(OBSERVER).phase != "place":
        match.play(match.legal_ids()[0])
    seat = match.actor
    times = []
    for _ in range(15):
        begin = time.perf_counter()
        draw(match, seat, BOARD)
        times.append(time.perf_counter() - begin)
    assert len(re.sub(r'<svg id="tb-art".*?</defs></svg>', "", draw(match, None, BOARD), flags=re.S)) < 60_000
    assert sorted(times)[7] < 0.05


pytestmark_browser = pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")
