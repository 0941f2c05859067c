"""Two positions that differ only in what a seat may not know: all bytes that the seat gets are the same."""

import asyncio
import random
import socket
import threading
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
import numpy as np
import pytest
import uvicorn

from fivefamilies import games
from fivefamilies.core import kernels
from fivefamilies.core.chance import generator
from fivefamilies.core.contract import CHANCE, OBSERVER
from fivefamilies.core.match import Match, Played
from fivefamilies.core.record import content
from fivefamilies.games.nostra_city.words import Move, join
from fivefamilies.table.app import create_app
from fivefamilies.table.config import Config
from fivefamilies.table.room import Room
from tests.table.house import Person, Program, region, token_of, wait_for

MATCHES, LOOKS = 3, 4
WAY_OUT = join(Move.NO_MORE)


@contextmanager
def glass(folder: Path):
    """A real server on a real port, in this process, so that a test can change what nobody may see."""
    config = Config(db=str(folder / "table.db"), pace=0, grace=0, rate=1e5, tables=10**5, sockets=5000, prepare=False)
    app = create_app(config)
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="websockets-sansio", lifespan="on"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([door])), daemon=True)
    thread.start()
    port = door.getsockname()[1]
    house = SimpleNamespace(base=f"http://127.0.0.1:{port}", port=port, app=app, clients=[], process=None, db=config.db)
    for _ in range(200):
        try:
            httpx.get(f"{house.base}/health")
            break
        except httpx.HTTPError:
            threading.Event().wait(0.05)
    yield house
    for client in house.clients:
        client.close()
    server.should_exit = True
    thread.join(15)
    door.close()


@pytest.fixture(scope="module")
def glass_house(tmp_path_factory):
    with glass(tmp_path_factory.mktemp("glass")) as house:
        yield house


def everything(person: Person, bot: Program | None, table: str, last: int) -> dict[str, bytes]:
    """All that the server tells this seat."""
    pages = ["", "/export", "/fairness", *(f"/replay/{ply}" for ply in {0, last // 3, last - 1, last}), f"/replay/{last}?frame=1"]
    told = {page: answered(person.http, f"/t/{table}{page}") for page in pages}
    told["lobby"] = answered(person.http, "/")
    with person.live(table) as line:
        told["frame"] = str(line.recv(timeout=5)).encode()
    if bot is not None:
        told["api"] = answered(bot.http, "/api/v1/seat")
        with bot.http.stream("GET", "/api/v1/seat/stream") as answer:
            told["stream"] = next(answer.iter_lines()).encode()
    return told


def answered(client: httpx.Client, address: str) -> bytes:
    """What is answered: an error that is the same for every secret would prove nothing."""
    answer = client.get(address)
    assert answer.status_code < 500, f"{address}: {answer.text}"
    return answer.content


def wash(room: Room, seat: int, seed: int) -> bool:
    """Replace everything in the room that this seat cannot know; answers whether anything was."""
    match, title = room.match, room.match.title
    real = content(match.state)
    blur(title, match.state, seat, seed)
    is_different = content(match.state) != real
    for ply in range(len(match._before)):
        state = match.state_at(ply)
        blur(title, state, seat, seed + ply)
        match._before[ply] = content(state)
    for ply, played in enumerate(match.played):
        rows = []
        for row in played.events:
            seen = title.redact(row, seat)
            rows.append(tuple(cell if cell == shown else 0 if cell else 1 for cell, shown in zip(row, seen, strict=True)))
        hidden = tuple(rows) != played.events
        words = "a secret" if hidden and played.seat < 0 else played.notation
        match.played[ply] = Played(played.seat, played.move, words, tuple(rows))
        is_different |= hidden
    room.forget_drawings()
    return is_different


def blur(title, state, seat: int, seed: int) -> None:
    """A guess for a seat; for a spectator what two seats guess in turn, so that nobody's secret is left."""
    for guesser in (seat,) if seat >= 0 else (0, 1):
        title.guess(state, guesser, generator(seed + guesser))
    if title.slug == "der_pate" and not state["open_money"]:  # who adds up the log knows all cash, but no page shows it
        others = [other for other in range(state["seats"]) if other != seat]
        state["cash"][others] = np.random.default_rng(seed).integers(0, 90, len(others))


def test_who_may_answer_a_card_is_asked_whatever_he_holds():
    """The next to act, and so the time until the next frame, is the same for every hand that the rivals may hold."""
    title, rng, asked = games.title("family_business"), random.Random(8), set()
    for seed in range(12):
        match = Match(title, 2 + seed % 5, seed=seed)
        while not match.is_over and len(match.played) < 150:
            seat, move = match.actor, rng.choice(match.legal_ids())
            others = [title.state.copy(match.state) for _ in range(3)]
            real = title.state.copy(match.state)
            title.play(real, move, match._log)
            for number, other in enumerate(others):
                title.guess(other, seat, generator(97 * len(match.played) + number))
                title.play(other, move, match._log)
                assert title.actor(other) == title.actor(real), f"{match.notation(move)} asks another seat"
            if title.actor(real) not in (seat, CHANCE):
                asked.add(match.view(OBSERVER).phase)
            match.play(move)
    assert {"play", "respond"} <= asked


@pytest.mark.parametrize("slug", games.names())
def test_a_seat_gets_the_same_bytes_whatever_it_cannot_know(glass_house, slug):
    rng, changed = random.Random(slug), 0
    title = games.title(slug)
    kernels.compile_title(title)
    for _ in range(MATCHES):
        seats = rng.choice(title.seats)
        host, guest = Person(glass_house), Person(glass_house, "Gino")
        table = host.open_table(title=slug, seats=seats, who="hotseat", own=seats)
        room = glass_house.app.state.club.rooms[table]
        bot = Program(glass_house, token_of(host, table, 0))
        for chair in room.chairs[1:]:
            chair.player = "somebody else"
        for look in range(LOOKS):
            for _ in range(rng.randint(3, 25)):
                if room.match.is_over:
                    break
                room.match.play(rng.choice(room.match.legal_ids()))
            if room.match.is_over:
                break
            room.version += 1
            saved = room.match.state, list(room.match.played), list(room.match._before)
            copy = title.state.copy(room.match.state)
            for person, seat, program in ((host, 0, bot), (guest, -3, None)):
                first = everything(person, program, table, len(room.match.played))
                room.match.state = title.state.copy(copy)
                changed += wash(room, seat, rng.getrandbits(60))
                second = everything(person, program, table, len(room.match.played))
                room.match.state, room.match.played, room.match._before = saved[0], list(saved[1]), list(saved[2])
                room.forget_drawings()
                for part in first:
                    assert first[part] == second[part], f"{slug}, look {look}, seat {seat}: {part} tells a secret"
    assert changed >= MATCHES, "nothing was hidden: the test proves nothing"


class NothingRevealed(AssertionError):
    """A game ended before a take-back had needed a new table."""


class Family:
    """People at one table, each with a program that sees through the same eyes, and an outsider."""

    def __init__(self, house, slug: str, rng: random.Random) -> None:
        self.house, self.rng, self.club = house, rng, house.app.state.club
        self.people = [Person(house, f"Boss {seat}") for seat in range(min(games.title(slug).seats))]
        self.outsider = Person(house, "Gino")
        table = self.people[0].open_table(title=slug, seats=len(self.people), who="open")
        for seat, person in enumerate(self.people[1:], 1):
            assert person.wish(table, "sit", seat=seat, name=person.name).status_code == 303
        self.programs = [Program(house, token_of(person, table, seat)) for seat, person in enumerate(self.people)]
        self.tables = [table]
        self.answers = 0  # that were compared

    @property
    def room(self) -> Room:
        return self.club.rooms[self.tables[-1]]

    def play(self, moves: int) -> None:
        for _ in range(moves):
            if self.room.match.is_over:
                return
            move = self.rng.choice(self.room.match.legal_ids())
            assert self.programs[self.room.turn].move(move).status_code == 200

    def take_back(self) -> None:
        """Play until a take-back needs a new table, and go on there."""
        for _ in range(60):
            self.play(self.rng.randint(1, 6))
            for person in self.people:
                if person.wish(self.tables[-1], "undo").status_code != 303:
                    continue
                for other in self.people:
                    other.wish(self.tables[-1], "consent", answer="yes")
                if self.room.state == "over":
                    self.tables.append(self.room.row["next"])
                    return
            if self.room.match.is_over:
                break
        raise NothingRevealed

    def walk(self, person: Person, program: Program | None, plies: int | None = None) -> dict[str, bytes]:
        """All that anybody's table tells this person, and the program of his seat."""
        told = {"lobby": answered(person.http, "/")}
        for table in self.tables:
            last = plies or len(self.club.rooms[table].match.played)
            eyes = [f"/replay/{last - 2}?eyes={seat}" for seat in range(len(self.people))]
            for page in ("", "?eyes=1", "/export", "/fairness?verify=1", "/replay", f"/replay/{last // 2}?frame=1", *eyes):
                told[f"{self.tables.index(table)}{page}"] = answered(person.http, f"/t/{table}{page}")
            with person.live(table) as line:
                told[f"{table} live"] = str(line.recv(timeout=5)).encode()
        if program is not None:
            told["api"] = answered(program.http, "/api/v1/seat")
            with program.http.stream("GET", "/api/v1/seat/stream?after=3") as answer:
                told["stream"] = next(answer.iter_lines()).encode()
        return told

    def compare(self, running: list[str]) -> int:
        """Everybody's bytes before and after what he may not know of the running tables is changed."""
        hidden = 0
        for seat, person in [*enumerate(self.people), (-3, self.outsider)]:
            program = self.programs[seat] if seat >= 0 else None
            first = self.walk(person, program)
            rooms = [self.club.rooms[table] for table in running]
            saved = [(room.match.state, list(room.match.played), list(room.match._before)) for room in rooms]
            for room in rooms:
                room.match.state = room.match.title.state.copy(room.match.state)
                hidden += wash(room, seat, self.rng.getrandbits(60))
            second = self.walk(person, program)
            for room, (state, played, before) in zip(rooms, saved, strict=True):
                room.match.state, room.match.played, room.match._before = state, played, before
                room.forget_drawings()
            self.answers += len(first)
            for part in first:
                assert first[part] == second[part], f"seat {seat}: {part} tells a secret"
                assert not any(room.row["secret"].encode() in first[part] for room in rooms), f"seat {seat}: {part}"
        return hidden


def live_on(house, slug: str, rng: random.Random) -> Family:
    """A table, the one where its take-back goes on, the next one, and another game: nobody learns what he may not know."""
    family = Family(house, slug, rng)
    family.take_back()
    family.take_back()
    family.play(3)
    assert len({house.app.state.club.rooms[table].row["secret"] for table in family.tables}) == 1
    hidden = family.compare(family.tables)
    secret = family.room.row["secret"]
    for person in family.people:
        person.wish(family.tables[-1], "resign")
    wait_for(lambda: all(secret in family.outsider.get(f"/t/{table}/fairness").text for table in family.tables))
    again = family.people[0].wish(family.tables[-1], "rematch").headers["location"].split("/")[2]
    family.tables.append(again)
    seats = len(family.people)
    family.people = family.people[-1:] + family.people[:-1]
    family.programs = [Program(house, token_of(family.people[seat], again, seat)) for seat in range(seats)]
    family.play(9)
    assert hidden > 0 and family.compare([again]) > 0, "nothing was hidden: this proves nothing"
    return family


@pytest.mark.parametrize("slug", games.names())
def test_no_relative_of_a_running_table_gives_it_away(glass_house, slug):
    """As a player, the host and an outsider."""
    live_on(glass_house, slug, random.Random(slug))


def test_a_finished_table_that_is_read_again_shows_as_much_as_before(glass_house):
    """Nostra City: the Turf of a Take that was never made is told when all have given up, whoever reads the ledger again."""
    family = Family(glass_house, "nostra_city", random.Random(7))
    for _ in range(400):
        mover = family.room.turn
        if family.room.match.view(mover).phase == "take_kind":
            break
        family.play(1)
    table, other = family.tables[0], family.people[(mover + 1) % len(family.people)]
    assert family.room.known_plies((mover + 1) % len(family.people)) < len(family.room.match.played)
    running = region(other.page(table), "board")
    for person in family.people:
        person.wish(table, "resign")
    over = wait_for(lambda: (page := region(other.page(table), "board")) != running and page)
    for _ in range(3):
        room = family.room
        room.row["revision"] -= 1  # as if another server had written something
        assert region(other.page(table), "board") == over
        assert family.room is not room, "the ledger was not read again"


def test_bills_that_go_into_an_unfinished_offer_are_counted_by_nobody_else(glass_house):
    """Nostra City: pages, events, their ids and the replay's length stand still for all others until the offer is closed."""
    family = Family(glass_house, "nostra_city", random.Random(5))
    for _ in range(400):
        mover = family.room.turn
        view = family.room.match.view(mover)
        if view.phase == "bid_space" and sum(view.players[mover].bank.values()) > 2:
            break
        family.play(1)
    others = [(person, family.programs[seat]) for seat, person in enumerate(family.people) if seat != mover]
    others.append((family.outsider, None))
    plies = len(family.room.match.played) + 3

    def told() -> list[dict[str, bytes]]:
        return [family.walk(person, program, plies) for person, program in others]

    first = told()
    before = family.programs[mover].seat()["id"]
    family.play(1)  # the space
    for _ in range(2):
        bill = next(move for move in family.room.match.legal_ids() if move != WAY_OUT)
        assert family.programs[mover].move(bill).status_code == 200
    assert family.room.turn == mover and family.programs[mover].seat()["id"] == before + 3
    assert told() == first, "a hidden bill shows"
    assert family.people[mover].wish(family.tables[0], "undo").status_code == 303
    assert family.programs[mover].seat()["id"] == before + 4
    assert told() == first, "a hidden take-back shows"
    watcher = others[0][1]
    last = watcher.seat()["id"]
    assert family.programs[mover].move(WAY_OUT, before + 4).json() == {"next": before + 5}
    assert watcher.seat()["id"] == last + 1
    assert family.programs[mover].move(WAY_OUT, before + 4).json() == {"next": before + 5}, "asked again, answered the same"
