"""The Boss on its own board: every piece once, every move within reach, nothing that the seat may not know."""

import random
import re
import time
from collections import Counter
from contextlib import suppress
from statistics import median

import msgspec
import pytest
from playwright.sync_api import Error

from fivefamilies.core.chance import generator
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.match import Match
from fivefamilies.games.the_boss.components import EXPERTS, OCCASIONALS, SETUP_SEATS, SETUPS
from fivefamilies.table.drawing import Refused, component_names, shape
from fivefamilies.table.easel import Drawn, Easel
from tests.table.house import has_chromium
from tests.table.test_boards import SHAPES, as_sent, draw
from tests.table.test_browser import Visitor, browser  # noqa: F401

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


def given(match: Match, seat: int) -> dict:
    """What the board's template gets."""
    legal = match.legal if match.actor == seat else []
    plain = {"player": "Ada", "is_bot": False, "is_present": True, "is_free": False, "has_resigned": False, "stand_in": None}
    looks = [
        {"seat": k, "name": match.seat_name(k), "letter": "ABCD"[k], "shape": SHAPES[k], "colour": "brass", "is_you": k == seat,
         "clock": None, "runs": False, **plain} for k in range(match.seats)
    ]  # fmt: skip
    refusals = Refused(match.title, match.state, match.parts, match.say) if legal else {}
    return {
        "view": msgspec.to_builtins(match.view(seat)), "seats": looks, "say": match.say, "you": seat,
        "moves": {move.notation: shape(move) for move in legal}, "refusals": refusals,
        "names": component_names(match.title, match.parts, "en"),
    }  # fmt: skip


def keys_of(page: str) -> Counter:
    """The pieces on a page: what can walk has a key."""
    return Counter(re.findall(r'data-key="([^"]+)"', page))


def test_every_piece_is_drawn_once(looks):  # TB-1, TB-6
    for view, page in looks:
        keys = keys_of(page)
        assert set(keys.values()) == {1}, [key for key, n in keys.items() if n > 1]
        for gang in view.gangs:
            cubes = [key for key in keys if key.startswith(f"cube-{gang.seat}-")]
            assert len([key for key in cubes if "-e@" in key]) == EXPERTS
            assert len([key for key in cubes if "-o@" in key]) == OCCASIONALS - gang.used
            backs = [key for key in keys if key.startswith(f"back-{gang.seat}-")]
            assert len(backs) == sum(gang.backs.values()) and f"pawn-{gang.seat}" in keys
            assert (f"ban-{gang.seat}" in keys) == (gang.ban is not None)
        own = [card.id for gang in view.gangs for card in gang.hand or []]
        assert {card for city in view.row for card in city.laid} | set(own) <= set(keys) and "reference" in keys


def test_what_a_city_shows_is_what_the_view_says(looks):
    for view, page in looks:
        columns = dict(re.findall(r'<div id="tb-place-\d".*?data-city="(\w+)"(.*?)\n</div>', page, re.S))
        assert list(columns) == [city.id for city in view.row], "the row from left to right, Chicago in its place"
        for city in view.row:
            column = columns[city.id]
            assert re.findall(r'data-key="(\w+ \w+)"', column) == city.laid, "the open cards in their order"
            own = [card for gang in view.gangs for card in gang.hand or [] if card.city == city.id]
            assert column.count('class="f is-own') == len(own), "what is in the own hand is marked"
            sure = view.phase != "over" and len(city.possible) == 1
            assert (" is-sure" in column) == sure, "one face left is marked"


def test_in_the_last_round_no_city_waits_to_count_for_chicago(looks):  # TB-41, TB-59, TB-62
    last = [(view, page) for view, page in looks if view.is_last_round or view.is_decisive]
    assert last and all(city.counts_from in (None, view.round) for view, _ in last for city in view.row)
    assert not any("from round" in page for _, page in last) and any("from round" in page for _, page in looks)


def test_a_page_holds_nothing_of_what_its_seat_cannot_know():  # TB-38, TB-R27
    for match in positions(4, {}, 8, 41):
        for seat in range(4):
            twin = match.title.state.copy(match.state)
            match.title.guess(twin, seat, generator(len(match.played)))
            other = Match(BOARD, 4)
            other.set_position(match.title.state.dump(twin))
            shown = draw(match, seat if match.actor != seat else None, BOARD)
            assert match.actor == seat or shown == draw(other, seat if other.actor != seat else None, BOARD)


def test_a_placement_that_is_refused_says_why():  # TB-30, TB-33
    match = Match(BOARD, 2, {"first_seat": 0}, seed=1)
    match.play("place 2 experts in boston")
    match.play(match.legal_ids()[0])
    page = draw(match, 1, BOARD)
    boston = re.search(r'data-city="boston" data-own="0" data-opens="3:0"(.*?)</div>', page, re.S)[1]
    said = {words.strip(): pairs.split() for pairs, words in re.findall(r'data-pairs="([^"]+)">([^<]+)<', boston)}
    assert "1:0" in said["you need more gangsters in Boston than each rival there; send at least 3"]
    assert "0:3" in said["Occasionals need an Expert of yours beside them in Boston"]
    legal = {move.id for move in match.legal if move.kind == "place" and move.arguments["city"] == "boston"}
    moves, crews = (re.search(rf'data-{name}="([^"]+)"', boston)[1].split() for name in ("moves", "crews"))
    assert set(map(int, moves)) == legal
    assert match.notation(int(moves[crews.index("3:1")])) == "place 3 experts 1 occasional in boston"


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
    match, chooser, sheets, before = Match(BOARD, 4, seed=2), random.Random(2), {}, None
    names, times, sizes = component_names(match.title, match.parts, "en"), [], []
    while not match.is_over:
        if match.actor >= 0:
            context, drawn = given(match, 0), Drawn(0)
            begin = time.perf_counter()
            drawn.regions["board"] = Easel(sheets, match.say, names, drawn.parts).draw("boards/the_boss.html", context)
            times.append(time.perf_counter() - begin)
            if before:
                sizes.append(as_sent(drawn.news(before)))
            before = drawn
        match.play(chooser.choice(match.legal_ids()))
    assert median(times) < 0.005 * patience()
    assert max(sizes) < 10_000, "as it is sent, also where a new round draws most of the board"


def patience() -> float:
    """How much slower this machine is just now than the one whose milliseconds are meant: a fixed piece of work tells."""
    begin = time.perf_counter()
    sum(number * number % 7 for number in range(200_000))
    return max(1.0, (time.perf_counter() - begin) / 0.015)


# ---------------------------------------------------------------- in a browser

in_chromium = pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")


@pytest.fixture
def table(browser, house):  # noqa: F811
    """Opens a table of two at a width: a person against a bot that plays at once."""
    made = []

    def open_at(width: int, **how) -> Visitor:
        visitor = Visitor(browser, house, width=width, height=900, reduced_motion="reduce", **how)
        made.append(visitor)
        visitor.page.goto("/")
        visitor.page.evaluate("localStorage.setItem('wish speed', 'once')")
        visitor.page.set_default_timeout(6000)
        visitor.open_table(title=BOARD, seats=2, who="bots", bot="greedy")
        return visitor

    yield open_at
    for visitor in made:
        visitor.close()


def wait_for_turn(visitor: Visitor, ply: int) -> bool:
    """Until it is our turn again after that move; False when the game is over."""
    page = visitor.page
    for _ in range(1500):
        status = page.locator("#status")
        if page.locator("#ending:not([hidden])").count():
            return False
        if status.get_attribute("data-yours") == "1" and visitor.ply > ply:
            return True
        page.wait_for_timeout(10)
    raise AssertionError("nobody asks us")


def decide(visitor: Visitor, how, *arguments) -> None:
    """One decision, again if the page was drawn anew under the finger or was still busy with the last one."""
    before = visitor.ply
    for _ in range(5):
        with suppress(Error):
            how(visitor, *arguments)
        for _ in range(200):
            if visitor.ply != before:
                return
            visitor.page.wait_for_timeout(10)
    raise AssertionError("the board does not answer")


def touch(visitor: Visitor, chooser: random.Random) -> None:
    """With a finger: a card, or a city and cubes, or nobody; then confirm."""
    page = visitor.page
    cards = page.locator("#hand .move:visible")
    lit = page.locator("#tb-lit").get_attribute("class").split()
    if cards.count():
        cards.nth(chooser.randrange(cards.count())).click()
    elif lit and chooser.random() < 0.6:
        city = chooser.choice(lit).removeprefix("lit-")
        page.locator(f".city[data-city={city}] .tab").click()
        assert page.locator("#confirm-yes").is_enabled(), "the cheapest pair is chosen at once"
        one_more = page.locator(".so-many:has([name=tb-e]:checked) + .so-many")
        if one_more.count() and chooser.random() < 0.3:
            one_more.click()
    else:
        page.locator("#tb-desk .move").click()
    page.locator("#confirm-yes").click()


def think_again(visitor: Visitor) -> None:
    """A touched city shows the cubes that would come; who then says "Not yet" may place nobody, and nothing has moved."""
    page = visitor.page
    city = page.locator(f".city[data-city={page.locator('#tb-lit').get_attribute('class').split()[0].removeprefix('lit-')}]")
    heights = page.evaluate("[...document.querySelectorAll('.tb > *')].map((one) => one.offsetHeight)")
    city.locator(".tab").click()
    assert city.locator(".ghosts .q").count() >= 1 and city.locator(".would").is_visible()  # a bot may be there already
    assert page.locator(".desk .is-shown .so").inner_text().startswith("You would lead, ")
    page.locator("#confirm-no").click()
    assert page.locator("#tb-desk .move").is_visible() and city.locator(".ghosts .q").count() == 0
    assert page.evaluate("[...document.querySelectorAll('.tb > *')].map((one) => one.offsetHeight)") == heights


@in_chromium
@pytest.mark.parametrize("width", [1440, 360])
def test_a_whole_match_is_played_by_touching_the_board(table, width):
    visitor, chooser, ply = table(width), random.Random(width), -1
    assert wait_for_turn(visitor, ply)
    assert visitor.page.locator("#log .is-heading").count() >= 2, "the round and its first turn"
    think_again(visitor)
    while wait_for_turn(visitor, ply):
        ply = visitor.ply
        decide(visitor, touch, chooser)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
    assert visitor.page.locator("#ending").inner_text().count("M$") > 0
    visitor.page.mouse.move(0, 0)
    visitor.page.keyboard.press("Escape")  # nothing explains itself any more
    visitor.audit()
    if width == 1440:
        watch_the_pay_out_again(visitor)


def watch_the_pay_out_again(visitor: Visitor) -> None:
    """The replay plays the pay-out as the table did: cards are turned city by city, a touch skips the rest, cubes fly home."""
    page = visitor.page
    page.goto(f"{page.url}/replay/{visitor.ply}")
    paid = page.locator("#log a", has_text="earns it").first.get_attribute("href")
    page.goto(f"{paid.rpartition('/')[0]}/{int(paid.rpartition('/')[2]) - 1}")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("""() => {
        localStorage.setItem("wish speed", "slow");
        window.flown = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            window.flown.push(this.dataset.key || "");
            return animate.apply(this, how);
        };
    }""")
    page.locator("a[rel=next]").click()
    page.locator(".paid.is-scene .flip.is-told").nth(1).wait_for(timeout=20_000)
    page.locator(".paid.is-scene").click()
    page.wait_for_timeout(100)
    assert page.locator(".paid.is-scene").count() == 0
    assert [key for key in page.evaluate("window.flown") if key.startswith("cube-") and "@reserve" in key]


def press(visitor: Visitor, number: int) -> None:
    """With keys alone: from the jump to the hand or the board on."""
    page = visitor.page
    lit = page.locator("#tb-lit").get_attribute("class").split()
    if page.locator("#hand .move").count():
        page.locator("#hand .move").first.focus()
        page.keyboard.press("Enter")
    elif number % 3 and lit:
        page.locator(".pick").first.focus()
        for _ in range(8):
            if f"lit-{page.evaluate('document.activeElement.value')}" == lit[0]:
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press(" ")
        page.keyboard.press("Enter")  # from the city to the cubes
    else:
        page.locator("#tb-desk .move").focus()
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the move is confirmed


@in_chromium
def test_a_whole_match_is_played_by_keyboard_alone(table):
    visitor, ply, number = table(1440), -1, 0
    while wait_for_turn(visitor, ply):
        ply, number = visitor.ply, number + 1
        if number == 3:
            visitor.audit()
        decide(visitor, press, number)
