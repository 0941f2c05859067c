"""The board of Nostra City: every piece once, every move on its thing, no secret in the markup, a match by touch and by keys."""

import random
import re
import statistics
import time
from collections import Counter

import pytest

from fivefamilies.core.chance import generator
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES
from fivefamilies.games.nostra_city.ending import reckon
from fivefamilies.table.drawing import component_names, shape
from fivefamilies.table.easel import Drawn, Easel
from tests.table.test_boards import Reader, draw

BOARD = "nostra_city"


def walk(seats: int, seed: int, every: int = 17, **how):
    """A random match that plays cards gladly; yields it at every phase it has not been in, and now and then."""
    match, choice, met = Match(BOARD, seats, seed=seed, **how), random.Random(seed), Counter()
    while not match.is_over:
        phase = match.view(OBSERVER).phase
        met[phase] += 1
        if met[phase] <= 2 or len(match.played) % every == 0:
            yield match
        ids = match.legal_ids()
        plays = [move for move in ids if match.notation(move).startswith(("play", "use"))]
        match.play(choice.choice(plays if plays and choice.random() < 0.5 else ids))
    yield match


def keys_of(page: str) -> Counter:
    """The pieces of a page, by their keys."""
    return Counter(re.findall(r'data-key="([^"]+)"', page))


def pieces_of(view) -> Counter:
    """The pieces that a view says are on the table."""
    found = Counter({"godfather": 1})
    found.update(f"card-{card}" for card in view.street if card)
    for player in view.players:
        found.update(f"card-{piece.id}" for piece in (*player.underlings, *player.turfs))
        if player.seat == view.seat:
            found.update(f"hand-{card}" for card in player.hand or {})
            found.update(f"mine-{bill}-{n}" for bill, count in (player.bank or {}).items() for n in range(count))
    return found


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_piece_is_drawn_once_and_every_move_lies_on_a_thing(seats):
    phases = set()
    for match in walk(seats, seats, language=LANGUAGES[seats - 3]):
        phases.add(match.view(OBSERVER).phase)
        legal = {(move.id, move.notation) for move in match.legal} if not match.is_over else set()
        for seat in (match.actor if match.actor >= 0 else 0, (match.actor + 1) % seats, None):
            page = draw(match, seat, BOARD)
            read = Reader(page)
            assert set(read.moves) == (legal if seat == match.actor else set())
            assert keys_of(page) == pieces_of(match.view(OBSERVER if seat is None else seat))
            ids = re.findall(r' id="([^"]+)"', page)
            assert len(ids) == len(set(ids)), [name for name, n in Counter(ids).items() if n > 1]
    assert len(phases) > 12


def seen_anew(match: Match, seat: int, number: int) -> Match:
    """The same match with everything dealt anew that the seat cannot know."""
    twin = Match(BOARD, match.seats, seed=1, language=match.say.language)
    state = match.title.state.copy(match.state)
    match.title.guess(state, seat, generator(number))
    twin.state = state
    return twin


@pytest.mark.parametrize("seats", [3, 5])
def test_twin_positions_look_the_same_to_the_byte(seats):
    """Whatever a seat cannot know is in no byte of its page: not in an offer under construction, not in a forced pass (NC-45)."""
    phases = set()
    for number, match in enumerate(walk(seats, seats + 20, every=9)):
        phase = match.view(OBSERVER).phase
        if match.is_over or match.actor < 0:
            continue
        phases.add(phase)
        for seat in range(seats):
            assert draw(seen_anew(match, seat, number), seat, BOARD) == draw(match, seat, BOARD), (phase, seat, match.actor)
    assert {"vendetta", "bid_bill", "share", "trial_bill"} <= phases


def test_an_offer_under_construction_is_not_drawn_for_others():  # NC-45
    for match in walk(4, 2, every=1):
        if match.view(OBSERVER).phase == "bid_bill" and "close" in [move.notation for move in match.legal]:
            break
    own, other = match.actor, (match.actor + 1) % 4
    before = draw(match, other, BOARD)
    bill = next(move for move in match.legal if move.notation != "close") if len(match.legal) > 1 else match.legal[0]
    assert 'class="bid is-own"' in draw(match, own, BOARD)
    match.play(bill.id)
    if match.actor == own and match.view(own).phase == "bid_bill":
        assert draw(match, other, BOARD) == before


def test_passing_looks_the_same_whoever_could_have_acted():
    for match in walk(4, 7, every=1):
        if match.view(OBSERVER).phase == "vendetta" and len(match.legal) > 1:
            break
    others = [seat for seat in range(4) if seat != match.actor]
    pages = {seat: draw(match, seat, BOARD) for seat in others}
    assert not any("Play it" in page or 'data-notation="play' in page for page in pages.values())


def test_every_card_carries_its_text_in_every_language():
    for language in LANGUAGES:
        match = Match(BOARD, 4, seed=3, language=language)
        names = component_names(match.title, match.parts, language)
        view, page = match.view(0), draw(match, 0, BOARD)
        from html import unescape

        words = unescape(page)
        for card in (*filter(None, view.street), *(man.id for man in view.players[0].underlings)):
            assert names[f"text:{card}"] and names[f"text:{card}"] in words
        for man in view.players[1].underlings:
            assert names[f"short:{man.id}"] in words
        assert all(names[f"vendetta:{part.id}"] and names[f"window:{part.id}"] for part in match.parts.vendetta)


def test_everything_explains_itself_with_a_rule_that_exists():
    match = Match(BOARD, 5, seed=8)
    rules = set(re.findall(r"\*\*(NC-R?\d+)", match.title.rules_text())) if hasattr(match.title, "rules_text") else set()
    asked = set()
    for at in walk(5, 8, every=40):
        for seat in (0, None):
            asked |= set(re.findall(r'data-about="([^"]+)"', draw(at, seat, BOARD)))
    assert len(asked) > 90
    for language in LANGUAGES:
        say = Match(BOARD, 3, seed=1, language=language).say
        for thing in asked:
            told = match.title.explain(*thing.split(" ", 1), match.parts, say)
            assert told and told.name and told.text and told.rules, thing
            assert all(re.fullmatch(r"NC-R?\d+", rule) for rule in told.rules) and (not rules or set(told.rules) <= rules)
    assert match.title.explain("underling", "nobody", match.parts, match.say) is None


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_reckoning_adds_up_to_the_scores(seats):  # NC-77 to NC-80
    for seed in range(3):
        *_, match = walk(seats, seed, every=10_000)
        told = reckon(match.state, [row for played in match.played for row in played.events], match.parts, match.say)
        parts = [step for step in told.steps if not step.is_sum and step.label != match.say("Side")]
        numbers = [[int(step.values[seat].replace("−", "-") or 0) for step in parts] for seat in range(seats)]
        total = next(step for step in told.steps if step.is_sum)
        assert [sum(row) for row in numbers] == [int(value.replace("−", "-")) for value in total.values]
        assert [float(value.replace("−", "-")) for value in total.values] == list(match.result.points)
        assert any("Guilty" in line or "Innocent" in line for line in told.why)


def test_a_board_is_drawn_quickly_and_an_update_is_small():
    """Drawn in under 5 ms and sent in under 10 kB: the medians over a match of four, each seat's page as it goes."""
    match, choice = Match(BOARD, 4, seed=11), random.Random(11)
    from tests.table.test_boards import COLOURS, SHAPES  # as a room gives them

    names = component_names(match.title, match.parts, "en")
    sheets: dict = {}
    times, sizes = [], []
    old: dict[int, Drawn] = {}
    import msgspec

    from fivefamilies.table.easel import pages

    while not match.is_over and len(match.played) < 400:
        legal = {move.notation: shape(move) for move in match.legal}
        for seat in range(4):
            start = time.perf_counter()
            drawn = Drawn(len(match.played))
            easel = Easel(sheets, match.say, names, drawn.parts)
            chairs = [
                {"seat": of, "name": match.seat_name(of), "player": "Ada", "letter": "ABCD"[of], "shape": SHAPES[of],
                 "colour": COLOURS[of], "is_you": of == seat, "is_bot": of > 0, "is_present": True, "is_turn": of == match.actor,
                 "is_free": False, "has_resigned": False, "stand_in": None, "clock": None, "runs": False}
                for of in range(4)
            ]  # fmt: skip
            drawn.regions["board"] = pages.get_template(f"boards/{BOARD}.html").render(
                view=msgspec.to_builtins(match.view(seat)), seats=chairs, say=match.say, you=seat, names=names,
                moves=legal if seat == match.actor else {}, refusals={}, part=easel.part,
            )  # fmt: skip
            times.append(time.perf_counter() - start)
            if seat in old:
                sizes.append(len(drawn.news(old[seat]).encode()))
            old[seat] = drawn
        match.play(choice.choice(match.legal_ids()))
    assert statistics.median(times) < 0.005, statistics.median(times)
    assert statistics.median(sizes) < 10_000 and statistics.quantiles(sizes, n=20)[-1] < 10_000, statistics.quantiles(sizes, n=20)
