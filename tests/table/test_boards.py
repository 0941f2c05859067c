"""The boards as pages: every legal move lies on the board, nothing secret or unsafe does."""

import random
import re
import zlib
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

import fivefamilies
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.match import Match
from fivefamilies.core.views import Shown, shown
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.games import TITLES
from fivefamilies.table.drawing import Refused, component_names, shape
from fivefamilies.table.easel import Drawn, Easel, pages, swap

TABLE = Path(fivefamilies.__file__).parent / "table"
COLOURS = ("oxblood", "brass", "steel", "olive", "plum", "smoke")
SHAPES = ("diamond", "circle", "square", "triangle", "pentagon", "cross")
OWN = sorted(file.stem for file in (TABLE / "templates" / "boards").glob("*.html") if file.stem in TITLES)


def veiled(moves: dict[str, dict]) -> dict[str, dict]:
    """The same moves with words that no board can guess."""
    return {f"#{move['id']}": {**move, "notation": f"#{move['id']}"} for move in moves.values()}


def draw(match: Match, seat: int | None, board: str, as_told=lambda told: told) -> str:
    """The board as `seat` sees it; None is a spectator."""
    language, actor = match.say.language, match.actor
    legal = match.legal if actor >= 0 and actor == seat else []
    seats = [
        {"seat": of, "name": match.seat_name(of), "player": "Ada",
         "letter": "ABCDEF"[of], "shape": SHAPES[of], "colour": COLOURS[of],
         "is_you": of == seat, "is_bot": of % 2 == 1, "is_present": True, "is_turn": of == actor, "is_free": False,
         "has_resigned": False, "stand_in": None, "clock": None, "runs": False}
        for of in range(match.seats)
    ]  # fmt: skip
    refusals = Refused(match.title, match.state, match.parts, match.say) if legal else {}
    names, view = component_names(match.title, match.parts, language), match.view(OBSERVER if seat is None else seat)
    return pages.get_template(f"boards/{board}.html").render(
        view=msgspec.to_builtins(view), entries=shown(view, match.title.vocabulary(match.parts), match.say),
        seats=seats, say=match.say, you=seat, moves=as_told({move.notation: shape(move) for move in legal}),
        refusals=as_told(refusals),
        names=names, part=Easel({}, match.say, names, {}).inline,
    )  # fmt: skip


def as_sent(message: str) -> int:
    """The bytes of an update on the line: the server packs each message with these settings."""
    packer = zlib.compressobj(wbits=-12, memLevel=5)
    return len(packer.compress(message.encode()) + packer.flush())


class Reader(HTMLParser):
    """Collects the moves on a page and checks that the tags are balanced."""

    VOID = ("br", "img", "input", "hr", "meta", "link")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.moves: list[tuple[int, str]] = []
        self.composed: set[int] = set()  # moves that a desk puts together of several touches, by id
        self.open: list[str] = []
        self.attributes: set[str] = set()
        self.feed(page)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        self.attributes |= set(told)
        assert tag != "script"
        if tag == "button":
            assert told["name"] == "move" and "move" in told["class"].split()
            assert "button" not in self.open, "a button inside a button"
            self.moves.append((int(told["value"]), told["data-notation"]))
        self.composed |= set(map(int, (told.get("data-moves") or "").split()))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.attributes |= set(dict(attrs))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}>"


def check(match: Match, board: str) -> None:
    """Each seat finds its legal moves on the board, all of them and no other; a spectator finds none."""
    legal = {(move.id, move.notation) for move in match.legal} if not match.is_over else set()
    for seat in (*range(match.seats), None):
        page = Reader(draw(match, seat, board))
        composed = {(id, match.notation(id)) for id in page.composed}
        assert {*page.moves, *composed} == (legal if seat == match.actor else set())
        assert not [name for name in page.attributes if name == "style" or name.startswith("on")], "the policy forbids these"


def walk(match: Match, board: str, every: int, seed: int) -> set[str]:
    """A random match, looked at every so many moves; returns the phases seen."""
    choice, phases, ply = random.Random(seed), set(), 0
    while not match.is_over and ply < 250:
        phase = getattr(match.view(OBSERVER), "phase", "")
        if ply % every == 0 or phase not in phases:
            check(match, board)
            phases.add(phase)
        ids = match.legal_ids()
        plays = [move for move in ids if match.notation(move).startswith("play")]
        match.play(choice.choice(plays if plays and choice.random() < 0.8 else ids))
        ply += 1
    check(match, board)
    return phases


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("board", OWN)
def test_every_legal_move_lies_on_the_titles_own_board(board, language):
    phases: set[str] = set()
    for seed, seats in enumerate(Match(board).title.seats):
        options = {"turncoat": True} if board == "family_business" and seats % 2 else None
        phases |= walk(Match(board, seats, options, seed=seed, language=language), board, 23, seed)
    assert len(phases) > 1


@pytest.mark.parametrize("title", TITLES)
def test_every_legal_move_lies_on_the_generic_board(title):
    seats = Match(title).title.seats
    for seed, count in enumerate((seats[0], seats[-1])):
        walk(Match(title, count, seed=seed, language=LANGUAGES[seed]), "generic", 25, seed)


@pytest.mark.parametrize("board", OWN)
def test_a_board_finds_moves_by_what_they_are_about_and_never_by_their_words(board):
    match, choice = Match(board, seed=3, options={"turncoat": True} if board == "family_business" else None), random.Random(3)
    phases = set()
    while not match.is_over and len(match.played) < 300:
        if match.actor >= 0 and (len(match.played) % 40 == 0 or match.view(OBSERVER).phase not in phases):
            phases.add(match.view(OBSERVER).phase)
            page = Reader(draw(match, match.actor, board, veiled))
            assert {id for id, _ in page.moves} | page.composed == set(match.legal_ids())
            plain, unknown = (draw(match, match.actor, board, as_told) for as_told in (dict, veiled))
            assert plain.count('class="why') == unknown.count('class="why'), "refusals too"
            assert draw(match, match.actor, board) == plain, "also where the rules are asked about one move alone"
        match.play(choice.choice(match.legal_ids()))
    assert len(phases) > 1


WORDS = re.compile(r"""\b(?:moves|refusals)(?:\.get\(|\[)[^])]*["'~]|\.notation\b(?!\s*(?:}}|:))""")  # composed, or taken apart


@pytest.mark.parametrize("words", ['moves.get("place " ~ die)', "refusals[kind ~ word]", "moves['pass']", "m.notation.split()"])
def test_no_template_composes_or_takes_apart_the_notation_of_a_move(words):
    assert WORDS.search(words), "the law would not find it"
    for file in (TABLE / "templates").rglob("*.html"):
        assert not WORDS.search(file.read_text("utf-8")), file
    assert not WORDS.search('data-notation="{{ m.notation }}"')


def test_a_board_shows_no_hand_but_ones_own():
    match = Match("family_business", 3, seed=5)
    names = {card.id: card.name for card in match.parts.cards}
    for seat in (0, 1, 2, None):
        page = draw(match, seat, "family_business")
        shown = set(re.findall(r'<b class="card-name">([^<]+)', page))
        own = match.view(OBSERVER if seat is None else seat).families[seat or 0].hand or {}
        assert {unescape(name).strip() for name in shown} == {names[card].split(" / ")[0] for card in own}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_has_a_poster_and_the_lobby_offers_it(language):
    titles = [
        {
            "slug": slug,
            "name": slug,
            "seats_text": "2",
            "designers": "",
            "play_url": "/play",
            "invite_url": "",
            "pitch": "",
            "facts": "",
        }
        for slug in (*TITLES, "a_stranger")
    ]
    page = pages.get_template("partials/lobby_posters.html").render(titles=titles, say=words(language))
    assert page.count('class="poster-art') == len(titles) and page.count("is-any") == 1
    assert page.count('value="play"') == page.count('value="invite"') == len(titles)


def test_an_open_page_is_sent_only_the_pieces_that_changed():
    board = '<div id="board"><!--part a--><!--part b--></div>'
    parts = {"a": '<i id="a">A</i>', "b": '<i id="b">B</i>'}
    before = Drawn(1, {"board": board, "log": '<ol id="log"><li>one</ol>'}, parts)
    after = Drawn(2, {**before.regions, "log": '<ol id="log"><li>one<li>two</ol>'}, {**parts, "b": '<i id="b">BB</i>'})
    assert after.news(before) == '<i id="b" hx-swap-oob="morph">BB</i><li hx-swap-oob="beforeend:#log">two'
    assert after.news(None) == swap("board", after.whole("board")) + swap("log", after.regions["log"])
    taken_back = before.news(after)
    assert taken_back == swap("b", parts["b"]) + swap("log", before.regions["log"]) and after.news(after) == ""


def test_seats_that_see_the_same_share_one_drawing():
    sheets: dict = {}
    first, second = (Easel(sheets, words("en"), {"x": "X"}, {}) for _ in range(2))
    given = {"facts": [], "seats": [], "on": {}, "is_item": False}
    for easel in (first, second):
        easel.inline("generic-deck", "boards/generic/part.html", entry=Shown("deck", "int", 3, text="3"), **given)
    assert len(sheets) == 1 and first.parts == second.parts
    second.inline("generic-deck", "boards/generic/part.html", entry=Shown("deck", "int", 4, text="4"), **given)
    assert len(sheets) == 2 and first.parts != second.parts


def test_the_style_sheet_fetches_nothing():
    style = (TABLE / "static" / "style.css").read_text("utf-8")
    assert not re.search(r"url\(|@import|https?:", style)
    assert style.count("{") == style.count("}")
