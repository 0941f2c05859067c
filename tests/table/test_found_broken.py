"""What was found broken at the table, each with a test that would have caught it (the numbers are those of the list)."""

import random
import re
import time
from html import unescape

import pytest

from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.table.drawing import component_names
from fivefamilies.terminal.session import Session
from tests.table.house import Person, has_chromium, moves_on, open_house, ply_of, receive_until, region, wait_for
from tests.table.test_boards import draw
from tests.table.test_browser import FLAGS, Visitor

browsing = pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        chromium = tools.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def visitor(browser, house):
    visitor = Visitor(browser, house)
    yield visitor
    visitor.close()


def fact(page: str, label: str) -> str:
    """What the generic board says under a label, the first time."""
    return page.split(f"<dt>{label}</dt>", 1)[1].split("</div>", 1)[0]


def read(html: str) -> str:
    """The words of a piece of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", html, flags=re.S))).split())


def played(slug: str, seats: int, until, seed: int = 1, **options) -> Match:
    """A random match up to a moment."""
    match, choice = Match(slug, seats, options or None, seed=seed), random.Random(seed)
    while not until(match):
        assert not match.is_over, "that moment never came"
        match.play(choice.choice(match.legal_ids()))
    return match


# ---------------------------------------------------------------- 1 to 4: what a view's numbers are


def test_1_what_was_earned_in_each_round_is_not_drawn_as_seats():
    match = played("the_boss", 2, lambda match: match.view(0).round == 3)  # as many rounds are over as there are seats
    assert len(match.view(0).gangs[0].earned) >= 2
    earned = fact(draw(match, 0, "generic"), "earned")
    assert "by-seat" not in earned and "seat-chip" not in earned


def test_2_a_space_of_the_street_has_the_same_number_everywhere_and_no_respect_is_told_too():
    match = played("nostra_city", 3, lambda match: any("space 3" in move.notation for move in match.legal))
    seat, move = match.actor, next(move for move in match.legal if "space 3" in move.notation)
    assert "Space 3" in move.label
    match.play(move.id)
    offers = [offer for player in match.view(seat).players for offer in player.offers if offer.space is not None]
    assert 3 in {offer.space for offer in offers}
    page = draw(match, seat, "generic")
    assert "seat-chip" in fact(page, "first card") and not re.search(r"\d", read(fact(page, "first card")))
    zero = next(player for player in match.view(seat).players if player.respect == 0)
    own = page.split(f'<strong class="seat-name">{match.seat_name(zero.seat)}</strong>', 1)[1]
    assert read(fact(own, "respect")) == "0"


def test_3_a_business_has_one_number_in_the_log_on_the_board_and_in_words():
    match = played("der_pate", 3, lambda match: match.view(OBSERVER).car is not None and len(match.played) > 30)
    view, board = match.view(OBSERVER), draw(match, None, "generic")
    place, page = view.car + 1, read(board)
    assert f"business {place}" in read(board.split('id="generic-gangster_car-head"', 1)[1].split("</section>")[0])
    told = [line for ply in range(len(match.played)) for line in match.lines(ply)]
    drives = [line for line in told if "The car drives" in line or "puts the car" in line]
    assert re.search(rf"business {place}\b", drives[-1])
    for number in range(1, len(view.businesses) + 1):
        assert f"business {number} (" in page
    for district in match.parts.districts:
        assert district in page
    assert not re.search(r"districts? [0-3]\b", page)


def test_4_a_claim_names_the_player():
    match = played("parrain", 2, lambda match: any(place.claim for place in match.view(0).neighbourhoods), seed=4)
    claim = next(place.claim for place in match.view(0).neighbourhoods if place.claim)
    shown = draw(match, 0, "generic").split("<dt>claim</dt>", 1)[1][:900]
    assert match.seat_name(claim.seat) in read(shown) and "seat-chip" in shown


# ---------------------------------------------------------------- 5: replay


@browsing
def test_5_after_the_arrow_keys_other_eyes_look_at_the_same_move(visitor, house):
    anna = Person(house)
    table = anna.open_table(seats=2)
    for _ in range(3):
        wait_for(lambda: anna.play(table))
    anna.wish(table, "resign")
    page = visitor.page
    page.goto(f"/t/{table}/replay/6")
    page.locator("a[data-eyes='1']").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(".viewing", has_text="move 5 of").wait_for()
    page.locator("a[data-eyes='1']").click()
    page.wait_for_url(f"**/t/{table}/replay/5?eyes=1")
    assert "Your hand" not in page.locator("#board").inner_text()
    assert "The hand of" in page.locator("#hand h2").text_content()


# ---------------------------------------------------------------- 6: taking back


def two_and_a_bot(house) -> tuple[Person, Person, str]:
    """Anna and Bruno with a bot; Anna has moved and a bot is next."""
    anna, bruno = Person(house, "Anna"), Person(house, "Bruno")
    table = anna.open_table(seats=3, who="friends")
    invite = re.search(r'/i/([\w-]+)"', anna.page(table)).group(1)
    bruno.wish(table, "sit", seat=2, invite=invite, name="Bruno")
    anna.wish(table, "bot", seat=1, bot="random")
    for _ in range(60):
        if moves_on(anna.page(table)):
            return anna, bruno, table
        bruno.play(table)
        time.sleep(0.03)
    raise AssertionError("it was never Anna's turn")


def discard(anna: Person, bruno: Person, table: str) -> None:
    """Play on until Anna has discarded: then the bot is next and has drawn a card, so that taking back needs consent."""
    for _ in range(60):
        wait_for(lambda: moves_on(anna.page(table)) or (bruno.play(table) and False), 30)
        page = anna.page(table)
        moves = moves_on(page)
        chosen = next((notation for notation in moves if notation.startswith("discard")), next(iter(moves)))
        assert anna.move(table, moves[chosen], ply_of(page)).status_code == 303
        if chosen.startswith("discard"):
            return
    raise AssertionError("Anna was never asked to discard")


def test_6_a_bot_waits_until_a_take_back_is_answered(tmp_path):
    with open_house(tmp_path / "table.db", "--pace", "1.2") as house:
        anna, bruno, table = two_and_a_bot(house)
        with anna.live(table) as line:
            receive_until(line, 'id="status"')
            for answer, told in (("no", "The take-back was refused"), ("yes", "A move was taken back")):
                discard(anna, bruno, table)
                assert anna.wish(table, "undo").status_code == 303
                assert "asks to take back" in region(bruno.page(table), "asks")
                before = ply_of(anna.page(table))
                time.sleep(2)  # the bot would have moved by now
                assert ply_of(anna.page(table)) == before
                assert "The others are asked" in region(anna.page(table), "asks")
                bruno.wish(table, "consent", answer=answer)
                receive_until(line, told, 8)
                assert told in region(anna.page(table), "chat")


# ---------------------------------------------------------------- 7: late spectators


def test_7_a_late_spectator_sees_one_moment_and_knows_whose_cards_they_are(house):
    anna, late = Person(house, "Anna"), Person(house, "Lea")
    table = anna.open_table(seats=2, spectators="full")
    for _ in range(14):
        wait_for(lambda: anna.play(table))
    for eyes in (0, 1):
        page = late.get(f"/t/{table}?eyes={eyes}").text
        question = re.search(r'<p class="question">([^<]*)', page).group(1)
        waits = re.search(r"<span>([^<]*) to move</span>", region(page, "status")).group(1)
        assert question.startswith(waits), (question, waits)
        assert "Your hand" not in page and re.search(r'id="fb-hand">The hand of \w+', page)
        assert "tag you" not in page
        assert re.search(r'<details id="actions"[^>]* hidden', page)
        assert "Nobody has said a word yet." in region(page, "chat")


# ---------------------------------------------------------------- 8: the keyboard


@browsing
def test_8_numbers_choose_only_what_is_open_and_numbered_and_the_focus_stays_on_the_board(visitor):
    page = visitor.page
    visitor.open_table(who="bots", bot="random")
    page.locator("#status[data-yours='1']").wait_for()
    page.keyboard.press("1")
    page.wait_for_timeout(150)
    assert not page.evaluate("table.chosen().length")
    page.locator("#actions summary").press("Enter")
    number = page.locator("#actions .move").first.evaluate("move => getComputedStyle(move, '::before').content")
    assert "counter" in number or "1" in number
    page.keyboard.press("1")
    assert page.evaluate("table.chosen()[0] === document.querySelector('#actions .move').value")
    before = visitor.ply
    page.locator("#confirm-yes").press("Enter")
    page.locator(f"#status:not([data-ply='{before}'])").wait_for()
    page.wait_for_timeout(300)
    assert page.evaluate("document.querySelector('#board').contains(document.activeElement)")


# ---------------------------------------------------------------- 9: a confirmed move


@browsing
def test_9_a_move_confirmed_while_the_server_is_down_is_kept_and_made_once(browser, tmp_path):
    with open_house(tmp_path / "table.db") as house:
        visitor = Visitor(browser, house)
        page = visitor.page
        table = visitor.open_table(who="bots", bot="random")
        page.locator("#board .move:visible").first.wait_for()
        before = visitor.ply
        wanted = page.locator("#actions .move").first.get_attribute("data-notation")
        house.kill()
        page.locator("#lost").wait_for()
        page.evaluate("words => table.choose(words)", wanted)
        page.evaluate("() => { table.confirm(); }")
        page.locator("#kept").wait_for()
        assert "kept" in page.locator("#kept").inner_text()
        house.open()
        page.locator("#kept").wait_for(state="hidden")
        page.locator(f"#status:not([data-ply='{before}'])").wait_for()
        rows = page.evaluate(f"fetch('/t/{table}/export').then(answer => answer.json())")
        made = [entry["line"] for entry in rows["log"] if re.match("Capone (plays|discards) ", entry["line"])]
        assert rows["seat"] == 0 and len(made) == 1, made
        visitor.context.close()


# ---------------------------------------------------------------- 10: clocks


@pytest.mark.parametrize("clock", ["move", "bank"])
def test_10_a_move_made_because_time_was_up_stands_in_the_log_and_in_what_happened(house, clock):
    anna = Person(house)
    table = anna.open_table(seats=2, clock=clock, clock_seconds=5)
    with anna.live(table) as line:
        receive_until(line, "has run out; a bot makes the move", 20)
    page = anna.page(table)
    assert "has run out; a bot makes the move" in region(page, "log")
    assert "has run out; a bot makes the move" in page.split('id="strip"', 1)[1].split("</section>", 1)[0]


# ---------------------------------------------------------------- 11: one screen


@browsing
def test_11_behind_the_curtain_the_public_board_stays_and_the_log_keeps_its_end(visitor):
    page = visitor.page
    visitor.open_table(who="hotseat", own=2)
    for _ in range(8):
        page.locator(".curtain button, #board .move").first.wait_for()
        if page.locator(".curtain").count():
            board = page.locator("#board").inner_text()
            assert page.locator("#board .families li").count() == 2 and "hand" not in board.lower().replace("show my hand", "")
            log = page.locator("#log")
            assert log.evaluate("log => log.scrollTop + log.clientHeight >= log.scrollHeight - 2")
            page.locator(".curtain button").click()
            page.locator("#hand").wait_for()
            assert log.evaluate("log => log.scrollTop + log.clientHeight >= log.scrollHeight - 2")
        visitor.click_move()


# ---------------------------------------------------------------- 12: words


def test_12_no_counter_card_is_offered_where_none_is_held():
    match, choice, seen = Match("family_business", 3, seed=2), random.Random(2), set()
    while len(seen) < 2:
        legal = match.legal
        if "pass" in {move.notation for move in legal}:
            page = read(draw(match, match.actor, "family_business"))
            assert ("Or touch a counter card" in page) == (len(legal) > 1)
            assert ("No card in your hand answers this" in page) == (len(legal) == 1)
            seen.add(len(legal) > 1)
        plays = [move for move in legal if move.notation.startswith("play")]
        match = Match("family_business", 3, seed=choice.randrange(999)) if match.is_over else match
        match.play(choice.choice(plays or legal).id)


def test_12_one_point_is_one_point(capsys):
    match = played("family_business", 2, lambda match: match.is_over, seed=12)
    assert 1 in match.result.points
    session = Session.__new__(Session)
    session.match, session.say, session.humans, session.players = match, words("en"), (), ["random"] * 2
    session.viewer = OBSERVER
    session.print = print
    session.show_result()
    told = capsys.readouterr().out
    assert re.search(r": 1 point\n", told) and " 1 points" not in told


def test_12_a_table_that_is_over_has_no_empty_list_of_moves(house):
    anna = Person(house)
    table = anna.open_table(seats=2)
    anna.wish(table, "resign")
    assert re.search(r'<details id="actions"[^>]* hidden', anna.page(table))


@browsing
@pytest.mark.parametrize("language", LANGUAGES)
def test_12_no_word_is_broken_on_a_card(visitor, language):
    page = visitor.page
    page.set_viewport_size({"width": 360, "height": 740})
    visitor.open_table(who="bots", bot="random")
    page.locator("#hand .card-name").first.wait_for()
    title = Match("family_business").title
    names = component_names(title, title.parts(None), language)
    cards = [names[card.id].split(" / ")[0] for card in Match("family_business").parts.cards]
    words_ = sorted({word for name in cards for word in re.split(r"[\s-]+", name)})  # a line may end after a hyphen
    broken = page.evaluate(
        """words => words.filter((word) => {
          const name = document.querySelector("#hand .card-name");
          name.textContent = word;
          const range = document.createRange();
          range.selectNodeContents(name);
          return range.getClientRects().length > 1;
        })""",
        words_,
    )
    assert words_ and not broken
