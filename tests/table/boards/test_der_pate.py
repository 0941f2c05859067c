"""Der Pate on its own board: every piece once, every move within reach, nothing that the seat may not know."""

import random
import re
import time
from collections import Counter
from statistics import median

import msgspec
import pytest
from playwright.sync_api import Error

from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.table.drawing import Refused, component_names, shape
from fivefamilies.table.easel import Drawn, Easel
from tests.table.house import has_chromium
from tests.table.test_boards import SHAPES, as_sent, check, draw
from tests.table.test_browser import Visitor, browser  # noqa: F401

BOARD = "der_pate"
LONG = {"tracks": [{"id": "influence", "last": 20}], "action_tokens": [{"id": "senator", "space": 17}]}
TABLES = [  # seats, options, edition: every option once
    (2, {"spy_neutral": True, "setup": "preset"}, None),
    (3, {"open_money": True, "favour3_tracks": "reputation_influence"}, LONG),
    (4, {"senator_line4": False, "overshoot": "paid", "bonus_step": "per_player"}, None),
]


def positions(number: int, every: int):
    """Looks at a random match, every so many moves and at its end."""
    seats, options, edition = TABLES[number]
    match, chooser = Match(BOARD, seats, options, edition=edition, seed=number), random.Random(number)
    while not match.is_over:
        if len(match.played) % every == 0:
            yield match
        match.play(chooser.choice(match.legal_ids()))
    yield match


@pytest.fixture(scope="module")
def looks():
    """Boards of all seat counts and options, through the eyes of whoever is to move and of a spectator."""
    found = []
    for number in range(len(TABLES)):
        for match in positions(number, 11):
            for seat in (max(0, match.actor), OBSERVER):
                found.append((match.view(seat), draw(match, seat if seat >= 0 else None, BOARD)))
    return found


# ---------------------------------------------------------------- the markup


def part(page: str, start: str, end: str) -> str:
    return page[page.index(start) :].split(end, 1)[0]


def test_every_piece_of_the_view_is_drawn_exactly_once(looks):
    for view, page in looks:
        keys = Counter(re.findall(r'data-key="([^"]+)"', page))
        assert set(keys.values()) == {1}, keys.most_common(3)
        men = {f"man-{b.owner}@{b.id}" for b in view.businesses if b.owner is not None}
        for family in view.families:
            held = {"reserve": family.reserve, "tombs": family.tombs, "hudson": family.hudson}
            men |= {f"man-{family.seat}@{place}-{n}" for place, many in held.items() for n in range(many)}
        for place, many in (("tombs", view.neutral_tombs), ("hudson", view.neutral_hudson)):
            men |= {f"man-neutral@{place}-{n}" for n in range(many)}
        assert {key for key in keys if key.startswith("man-")} == men
        marks = {f"mark-{family.seat}-{track}" for family in view.families for track in family.tracks}
        assert {key for key in keys if key.startswith("mark-")} == marks
        tokens = {f"token-{f.seat}-{token}" for f in view.families for token, held in f.tokens.items() if held != "spent"}
        assert {key for key in keys if key.startswith("token-")} == tokens
        is_rolled = view.phase in ("window", "roll", "baptism")  # otherwise only dice that lie on a line are on the table
        dice = {f"die-{die.colour}" for die in view.dice if view.turn is not None and (is_rolled or die.line)}
        assert {key for key in keys if key.startswith("die-")} == dice
        assert keys["car"] == (view.gangster_car is not None)


def test_the_hudson_the_tombs_and_brooklyn_hold_whom_the_view_says(looks):
    for view, page in looks:
        hudson, tombs = part(page, 'id="dp-hudson"', "</section>"), part(page, 'id="dp-tombs"', "</section>")
        drowned = sum(f.hudson for f in view.families) + view.neutral_hudson
        assert hudson.count('"#dp-hat"') == drowned and f">{drowned} drowned<" in hudson
        assert tombs.count('"#dp-man"') == sum(f.tombs for f in view.families) + view.neutral_tombs
        assert part(page, 'id="dp-brooklyn"', "</section>").count('"#dp-fd"') == view.brooklyn
        colours = ("oxblood", "brass", "steel", "olive")
        men = sum(page.count(f'<svg class="dp-man c-{colour}" data-key') for colour in colours)
        held = sum(isinstance(business.owner, int) for business in view.businesses)
        assert men == sum(f.reserve + f.tombs for f in view.families) + held


def test_a_visit_draws_its_way_to_where_the_car_will_stop(looks):  # DP-46
    ways = [(view, page, seen) for view, page in looks for seen in view.prospects if seen.box == "visit"]
    for view, page, seen in ways:
        way = part(page, f'class="dp-route is-{seen.die}"', "</div>")
        face = next(die.face for die in view.dice if die.colour == seen.die)
        assert f'<i class="at-{seen.place}">' in way and len(part(way, "points=", "/>").split(",")) == face + 2
    assert ways and sum("dp-route" in page for _, page in looks) < len(looks)


def test_tracks_have_as_many_spaces_as_the_edition_prints(looks):
    for view, page in looks:
        spaces = sum(track.last + 1 for track in view.tracks) * len(view.families)
        assert sum(rail.count("<li") for rail in re.findall(r'<div class="dp-rail.*?</ol>', page, re.DOTALL)) == spaces


def test_the_open_card_and_all_ten_texts_can_be_read(looks):
    for view, page in looks:
        assert page.count('class="dp-card') == 10 + (view.card is not None)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_legal_move_of_every_option_lies_on_the_board(number):
    for match in positions(number, 13):
        check(match, BOARD)


def test_the_cash_of_rivals_changes_no_byte_of_the_page():  # DP-17
    for number in (0, 2):
        for match in positions(number, 9):
            if match.is_over or match.actor < 0:
                continue
            seat = match.actor
            twin = Match(BOARD, match.seats, TABLES[number][1], seed=9)
            position = match.position()
            position["cash"] = [cash if of == seat or of >= match.seats else cash + 7 for of, cash in enumerate(position["cash"])]
            twin.set_position(position)
            assert draw(twin, seat, BOARD) == draw(match, seat, BOARD)
            assert draw(twin, None, BOARD) == draw(match, None, BOARD)


def test_what_a_die_is_said_to_do_is_what_it_does():
    found = Counter()
    for number in (0, 2):
        for match in positions(number, 1):
            for seen in match.view(match.actor).prospects if match.actor >= 0 else ():
                twin = Match(BOARD, match.seats, TABLES[number][1], seed=9)
                twin.set_position(match.position())
                before = twin.view(match.actor)
                twin.play(f"place {seen.die}")
                after = twin.view(match.actor)
                gained = sum(payment.amount for payment in seen.payments if payment.seat == match.actor)
                if seen.box != "meeting":
                    assert after.families[match.actor].cash - before.families[match.actor].cash == gained
                assert all(after.families[walk.seat].tracks[walk.track] >= walk.space for walk in seen.walks)
                assert all(after.businesses[int(loss.business) - 1].owner is None for loss in seen.losses)
                lies = [box.box for box in after.boxes if box.die == seen.die]
                assert lies == [seen.box] or after.turn != before.turn
                found[seen.box] += 1
    assert len(found) >= 16, found


def test_a_die_of_the_senator_lies_on_the_box_of_the_other_colour():  # DP-75
    for match in positions(2, 1):
        sent = [move for move in match.legal if move.kind == "senator"] if match.actor >= 0 else []
        if sent:
            die, colour, line = str(sent[0].arguments["die"]), str(sent[0].arguments["colour"]), match.view(0).line
            twin = Match(BOARD, match.seats, TABLES[2][1], seed=9)
            twin.set_position(match.position())
            twin.play(sent[0].notation)
            assert [(box.line, box.colour) for box in twin.view(0).boxes if box.die == die] == [(line, colour)]
            return
    raise AssertionError("nobody had a Senator")


def test_everything_on_the_board_explains_itself_in_every_language(looks):
    match = Match(BOARD, 4, seed=1)
    things = {thing for _, page in looks for thing in re.findall(r'data-about="([^"]+)"', page.replace("&amp;", "&"))}
    assert len(things) > 60
    for language in LANGUAGES:
        say = words(language, match.title.package)
        for thing in things:
            kind, _, word = thing.partition(" ")
            found = match.title.explain(kind, word, match.parts, say)
            assert found and found.name and found.text and all(rule.startswith("DP-") for rule in found.rules), thing


def given(match: Match, seat: int) -> dict:
    """What the board's template gets."""
    legal = match.legal if match.actor == seat else []
    plain = {"player": "Ada", "is_bot": False, "is_present": True, "is_free": False, "has_resigned": False, "stand_in": None}
    seats = [
        {"seat": k, "name": match.seat_name(k), "letter": "ABCD"[k], "shape": SHAPES[k], "colour": "brass", "is_you": k == seat,
         "clock": None, "runs": False, **plain} for k in range(match.seats)
    ]  # fmt: skip
    refusals = Refused(match.title, match.state, match.parts, match.say) if legal else {}
    return {
        "view": msgspec.to_builtins(match.view(seat)), "seats": seats, "say": match.say, "you": seat,
        "moves": {move.notation: shape(move) for move in legal}, "refusals": refusals,
        "names": component_names(match.title, match.parts, "en"),
    }  # fmt: skip


def test_a_move_is_drawn_in_five_milliseconds_and_ten_kilobytes():
    sheets: dict = {}
    took, weighed, before = [], [], None
    for match in positions(2, 1):
        if match.actor == -1:
            continue
        context, drawn = given(match, 0), Drawn(1)
        began = time.process_time()
        drawn.regions["board"] = Easel(sheets, match.say, context["names"], drawn.parts).draw("boards/der_pate.html", context)
        took.append(time.process_time() - began)
        weighed += [as_sent(drawn.news(before))] if before else []
        before = drawn
    assert median(took) < 0.005 and max(weighed) < 10_000, (median(took), max(weighed))


# ---------------------------------------------------------------- the end


def dollars(text: str) -> int:
    """An amount as it is written in any of our languages."""
    return int(re.sub(r"[^\d−]", "", text).replace("−", "-") or 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reckoning_adds_up_to_the_points_and_says_who_is_out(language):  # DP-85 to DP-90
    for number, (seats, options, edition) in enumerate(TABLES):
        match = Match(BOARD, seats, options, edition=edition, seed=number, language=language)
        chooser = random.Random(number)
        while not match.is_over:
            match.play(chooser.choice(match.legal_ids()))
        rows = [row for played in match.played for row in played.events]
        told = match.title.reckon(match.state, rows, match.parts, match.say)
        amounts = [[dollars(value) for value in step.values] for step in told.steps[1:7]]
        assert [sum(column) for column in zip(*amounts[:5], strict=True)] == amounts[5] == [int(n) for n in match.result.points]
        view = match.view(0)
        assert [family.is_eliminated for family in view.families] == [not value.isdecimal() for value in told.steps[7].values]
        firsts = {seat for seat, value in enumerate(told.steps[7].values) if value == "1"}
        assert firsts == set(match.result.winners) and told.why


# ---------------------------------------------------------------- browsers


@pytest.fixture
def visitors(browser, house):  # noqa: F811
    made: list[Visitor] = []

    def make(**how) -> Visitor:
        made.append(Visitor(browser, house, **how))
        made[-1].context.add_init_script("localStorage.setItem('wish speed', 'once')")
        return made[-1]

    yield make
    for visitor in made:
        visitor.close()


def is_over(visitor: Visitor) -> bool:
    return visitor.page.locator("#ending .ending-winner").count() > 0


def settle(visitor: Visitor, before: int) -> None:
    deadline = time.monotonic() + 5
    while visitor.ply == before and time.monotonic() < deadline:
        visitor.page.wait_for_timeout(10)


def touch(visitor: Visitor, chooser: random.Random) -> None:
    """Touch a lit thing on the board, unfold it if it asks for more, then confirm."""
    page, before = visitor.page, visitor.ply
    folds = page.locator("#board .dp-hand summary:visible")
    try:
        if folds.count() and chooser.random() < 0.3:
            folds.first.click(timeout=2000)
        moves = page.locator("#board .move:visible")
        moves.nth(chooser.randrange(moves.count())).click(timeout=2000)
        page.locator("#confirm-yes").click(timeout=2000)
    except (Error, ValueError):
        return  # the table moved on under the finger, or there is nothing to touch now
    settle(visitor, before)


needs_browser = pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")


@needs_browser
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 780)])
def test_a_whole_match_is_played_by_touching_things_on_the_board(visitors, width, height):
    anna, chooser = visitors(width=width, height=height), random.Random(width)
    anna.open_table(title=BOARD, who="bots", bot="random")
    anna.page.locator("#board .move:visible").first.wait_for()
    anna.audit()
    deadline = time.monotonic() + 150
    while not is_over(anna) and time.monotonic() < deadline:
        if anna.page.locator("#board .move:visible").count():
            touch(anna, chooser)
        else:
            anna.page.wait_for_timeout(20)
    assert is_over(anna)
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing hangs over the edge"
    anna.audit()


@needs_browser
def test_a_whole_match_is_played_by_keyboard_alone(visitors):
    anna = visitors(width=1440, height=900)
    anna.open_table(title=BOARD, who="bots", bot="random")
    anna.page.locator("#board .move:visible").first.wait_for()
    deadline = time.monotonic() + 150
    while not is_over(anna) and time.monotonic() < deadline:
        page, before = anna.page, anna.ply
        if not page.locator("#board .move:visible").count():
            page.wait_for_timeout(20)
            continue
        page.evaluate("document.querySelector('#board').focus()")  # as the key b does
        for _ in range(120):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('#board .move')"):
                break
        page.keyboard.press("Enter")  # chooses, and the focus goes to the confirmation
        page.keyboard.press("Enter")
        settle(anna, before)
    assert is_over(anna)


WATCH = """() => {
  window.told = [];
  new MutationObserver(() => {
    const words = document.querySelector("#strip-now").textContent;
    if (told.at(-1) !== words) told.push(words);
  }).observe(document.querySelector(".felt"), { childList: true, characterData: true, subtree: true });
}"""


@needs_browser
def test_only_what_happened_is_told_and_a_roll_is_one_step(visitors):
    anna = visitors(width=1440, height=900)
    anna.context.add_init_script("localStorage.setItem('wish speed', 'fast')")
    anna.open_table(title=BOARD, who="bots", bot="random")
    page = anna.page
    page.locator("#board .move:visible").first.wait_for()
    page.evaluate(WATCH)
    chooser, deadline = random.Random(1), time.monotonic() + 60
    while not any(" · " in words for words in page.evaluate("window.told")) and time.monotonic() < deadline:
        if page.locator("#board .move:visible").count():
            touch(anna, chooser)
        page.wait_for_timeout(50)
    told, log = page.evaluate("window.told"), page.locator("#log a").all_text_contents()
    log += [line[1:] for line in log]  # without the letter of the family
    assert [part for words in told for part in words.split(" · ") if part not in log] == []
    assert any(words.count("Roll of") > 1 for words in told)
