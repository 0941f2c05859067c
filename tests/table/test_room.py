"""The room around the boards: what a move will do, the steps in between, moves made together, and how it ended."""

import random
import re
import secrets
from html import unescape

import pytest

from fivefamilies import games
from fivefamilies.core.chance import generator
from fivefamilies.core.errors import IllegalMove
from fivefamilies.core.match import Match
from fivefamilies.core.record import content
from fivefamilies.core.words import words
from fivefamilies.table import drawing, steps
from fivefamilies.table.foresight import follow, foresee
from fivefamilies.table.room import Eye, Room
from tests.games.family_business.table import table as set_table
from tests.table.house import Person, moves_on, open_house, ply_of, receive_until
from tests.table.test_never_leaked import wash


def room_of(slug: str, seats: int, secret: str = "") -> Room:
    """A table in memory at which somebody sits on every chair."""
    chairs = [{"seat": seat, "player": f"player {seat}", "name": "Ada", "bot": None} for seat in range(seats)]
    title = games.title(slug)
    return Room.from_rows({
        "id": "a" * 20, "title": slug, "rules_version": title.rules_version, "seats": seats, "options": title.settle(None),
        "edition": None, "settings": {}, "secret": secret or secrets.token_hex(32), "invite": "i", "host": "player 0",
        "created": 0.0, "state": "playing", "parent": None, "next": None, "revision": 0, "chairs": chairs, "ledger": [],
        "chat": [],
    })  # fmt: skip


def play(room: Room, rng: random.Random, moves: int) -> None:
    """Random moves, written into the ledger as the club would."""
    for _ in range(moves):
        if room.match.is_over:
            return
        move = rng.choice(room.match.legal_ids())
        seat, ply = room.match.actor, room.plies
        room.apply({"kind": "move", "seat": seat, "move": move, "by": None, "clock": None, "ply": ply, "at": 0.0})


# ---------------------------------------------------------------- what a move will do


def test_a_move_tells_what_it_will_do_from_the_rules_themselves():  # FB-25, FB-17
    match = set_table("capone: contract_no_mp_fi; moran: hit", "moran moran moran new_york new_york")
    say = words("en", match.title.package)
    told = foresee(match, match.actor, ["play contract_no_mp_fi", "moran"], say)
    assert any("joins the hit list" in line for line in told.told) and "War breaks out by itself" in told.told
    assert told.then == "A card is drawn" and not told.is_free


@pytest.mark.parametrize("slug", games.names())
def test_what_a_move_will_do_depends_on_nothing_the_seat_cannot_know(slug):
    rng, title = random.Random(slug), games.title(slug)
    match = Match(title, title.seats[-1], seed=4)
    say, different = words("en", title.package), 0
    for ply in range(40):
        if match.is_over:
            break
        seat, move = match.actor, rng.choice(match.legal_ids())
        if ply % 8 == 7:
            twin = Match(title, title.seats[-1], seed=4)
            twin.state = title.state.copy(match.state)
            title.guess(twin.state, seat, generator(ply))
            different += content(twin.state) != content(match.state)
            assert foresee(twin, seat, [move], say) == foresee(match, seat, [move], say)
        match.play(move)
    assert different > 0 or slug == "der_pate"  # there nothing is hidden from whoever adds up the log


def test_moves_that_belong_together_stop_where_another_is_to_move():
    match = set_table("capone: contract; moran: hit")
    ids, rows = follow(match, match.title.state.copy(match.state), match.actor, ["play contract", "moran"])
    assert len(ids) == 2 and len(rows) > 0
    with pytest.raises(IllegalMove, match="not your move any more"):
        follow(match, match.title.state.copy(match.state), match.actor, ["play contract", "moran", "pass"])


# ---------------------------------------------------------------- steps in between


@pytest.mark.parametrize("slug", games.names())
def test_steps_tell_every_line_of_the_log_once_and_nothing_secret(slug):
    rng, title = random.Random(slug), games.title(slug)
    room = room_of(slug, title.seats[0])
    play(room, rng, 12)
    eye = Eye(1)
    before, since = drawing.regions(room, eye), steps.known_ply(room, eye)
    play(room, rng, 6)
    until = steps.known_ply(room, eye)
    told, shown = steps.frames(room, eye, since, until, before)
    say = words("en", title.package)
    lines = [line for ply in range(since, until) for line in room.lines(1, say)[ply]]
    assert [unescape(line) for line in re.findall(r"<li data-event=[^>]*>([^<]*)</li>", told)] == lines != []
    assert shown.regions.keys() == before.regions.keys()
    wash(room, 1, 77)
    again = drawing.regions(room, eye)
    room.forget_drawings()
    assert steps.frames(room, eye, since, until, before)[0] == told
    assert again.page() == drawing.regions(room, eye).page()


# ---------------------------------------------------------------- at a real table


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with open_house(tmp_path_factory.mktemp("room") / "table.db") as house:
        yield house


def test_moves_made_together_are_committed_as_one_or_not_at_all(house):
    anna, card = Person(house), None
    while card is None:  # until a contract is dealt, which most hands hold
        table = anna.open_table(seats=2, who="hotseat", own=2)
        anna.wish(table, "curtain", seat=0)
        page = anna.page(table)
        card = next((words for words in moves_on(page) if words.startswith("play contract")), None)
    rival = re.search(r'data-thing="boss (\w+)"', page[page.index('data-thing="boss') + 20 :])[1]
    refused = anna.wish(table, "moves", moves=f"{card}; nobody", at=ply_of(page))
    assert refused.status_code == 409 and "nobody" in refused.text
    assert ply_of(anna.page(table)) == ply_of(page), "nothing was written"
    made = anna.wish(table, "moves", moves=f"{card}; {rival}", at=ply_of(page))
    assert made.status_code == 303, made.text
    after = ply_of(anna.page(table))
    assert after == ply_of(page) + 2
    assert anna.wish(table, "moves", moves=f"{card}; {rival}", at=ply_of(page)).status_code == 303, "heard twice, made once"
    assert ply_of(anna.page(table)) == after


def test_a_page_asks_what_a_move_does_and_what_a_thing_is(house):
    anna, gino = Person(house), Person(house, "Gino")
    table = anna.open_table(seats=2, who="hotseat", own=2)
    anna.wish(table, "curtain", seat=0)
    move = next(iter(moves_on(anna.page(table)).values()))
    told = anna.get(f"/t/{table}/preview?moves={move}").json()
    assert told["told"] and told["then"]
    assert gino.get(f"/t/{table}/preview?moves={move}").status_code == 409
    assert anna.get(f"/t/{table}/preview?moves=99999").status_code == 409
    ply = ply_of(anna.page(table))
    assert anna.get(f"/t/{table}/preview?moves={move}&at={ply}").json() == told
    assert anna.get(f"/t/{table}/preview?moves={move}&at={ply + 1}").status_code == 204, (
        "a moment that is not now has nothing to foresee"
    )
    card = anna.get(f"/t/{table}/about?thing=card%20mob_power").json()
    assert card["name"] == "Mob Power" and card["rules"][0]["number"] == "FB-45"
    assert anna.get(f"/t/{table}/about?thing=card%20nothing").status_code == 404


def test_an_open_page_gets_the_steps_in_between_if_it_says_so(house):
    anna = Person(house)
    table = anna.open_table(seats=2, bot="greedy")
    with anna.live(table) as line:
        line.recv(timeout=5)
        line.send("steps on")
        while not moves_on(anna.page(table)):
            line.recv(timeout=5)
        assert anna.play(table)
        heard = receive_until(line, '<template class="frame"')
    assert "data-event" in heard


def test_the_end_says_who_won_and_why(house):
    anna = Person(house)
    table = anna.open_table(seats=2, bot="greedy")
    for _ in range(400):
        page = anna.page(table)
        if 'class="ending-winner"' in page:
            break
        if moves_on(page):
            anna.play(table)
    assert "last boss with a living man" in page or "last turn was played" in page
    assert "Play again" in page and "FB-1" in page


def test_a_game_of_other_rules_stands_still_at_its_last_good_move():
    """A move that today's rules forbid was made by others: the game before it is shown, and nothing is played after it."""
    rows = {
        "id": "t", "title": "family_business", "rules_version": 1, "seats": 2, "options": {}, "edition": None, "settings": {},
        "secret": "11" * 32, "invite": "i", "host": "anna", "created": 1.5, "state": "playing", "next": None, "parent": None,
        "revision": 0, "chat": [], "ledger": [],
        "chairs": [{"seat": seat, "player": f"p{seat}", "name": f"P{seat}"} for seat in range(2)],
    }  # fmt: skip
    room = Room.from_rows(rows)
    for ply in range(6):
        move = room.match.legal_ids()[0]
        rows["ledger"].append(
            {"table_id": "t", "ply": ply, "kind": "move", "seat": room.turn, "move": move, "by": None, "at": 2.5, "clock": None}
        )
        room.apply(rows["ledger"][-1])
    assert Room.from_rows(rows).stopped is None
    before = Room.from_rows({**rows, "ledger": rows["ledger"][:3]})
    forbidden = next(move for move in range(before.match.title.moves) if before.match.objection(move) is not None)
    room = Room.from_rows(
        {**rows, "ledger": [*rows["ledger"][:3], {**rows["ledger"][3], "move": forbidden}, *rows["ledger"][4:]]}
    )
    assert room.stopped == room.plies == 3 and room.turn < 0 and room.state == "playing"
    assert content(room.match.state) == content(before.match.state)


# ---------------------------------------------------------------- a table that stands still


@pytest.mark.parametrize("slug", games.names())
def test_a_table_that_stands_still_is_drawn_the_same_while_the_real_one_goes_on(slug):
    """Replays are drawn beside the event loop, so moves and take-backs happen in the middle of it."""
    rng, room = random.Random(slug), room_of(slug, max(games.title(slug).seats))
    play(room, rng, 30)
    eye = Eye(0, "en")

    def look(at: Room) -> list[str]:
        moments = [drawing.Moment(at, eye, ply) for ply in (3, 20, None)]
        return [drawing.page("partials/frame.html", **frame_of(at, eye, moment)) for moment in moments]

    still, seen = room.still(eye), look(room)
    early = len(room.match.played) // 2
    room.apply({"kind": "undo", "seat": 0, "move": early, "by": None, "clock": None, "ply": room.plies, "at": 0.0})
    play(room, rng, 40)
    assert look(still) == seen != look(room)
    told = room.told[0, "en"]
    room.learn(still)
    assert room.told[0, "en"] is told, "what was told before a take-back is not told of the game after it"
    fresh = room.still(eye)
    look(fresh)
    room.learn(fresh)
    assert room.told[0, "en"] is fresh.told[0, "en"] and len(fresh.told[0, "en"]) == len(room.match.played)


def frame_of(room: Room, eye: Eye, moment: drawing.Moment) -> dict:
    """What a frame of the replay is drawn from."""
    told = steps.told_of(room, eye, moment.ply) if moment.ply else ""
    return {**moment.context(), "moves": {}, "refusals": {}, "full_story": moment.story(), "eyes": 0, "limit": moment.live,
            "when": 0.0, "steps": told, "query": ""}  # fmt: skip
