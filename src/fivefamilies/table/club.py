"""The club: all rooms of the house, who is here, and everything that changes a table.

A change is committed to the ledger before anybody hears of it.
"""

import asyncio
import logging
import secrets
import time
from typing import Any

import sqlalchemy as sa

from fivefamilies import games
from fivefamilies.core.errors import NotThere, Refused
from fivefamilies.core.words import sentence
from fivefamilies.table import notices, store
from fivefamilies.table.config import Config
from fivefamilies.table.room import Chair, Room
from fivefamilies.table.store import Store, Taken, update_chair, update_table
from fivefamilies.table.thinkers import UNDERSTUDY, Thinkers, check_bot

log = logging.getLogger("fivefamilies.table")
TICK = 0.5
SLOWEST = 3.0  # seconds that a bot's longest thought counts for its pace
COOL_SECONDS, IDLE_SECONDS = 20, 900  # without a page: drawings are dropped, then the room
WEEK = 7 * 24 * 3600
CHAT_LENGTH = 300


class Club:
    """Rooms by id."""

    def __init__(self, config: Config, ledger: Store) -> None:
        self.config, self.store = config, ledger
        self.thinkers = Thinkers(config)
        self.rooms: dict[str, Room] = {}
        self.locks: dict[str, asyncio.Lock] = {}
        self.pages: dict[str, set[Any]] = {}  # live pages and streams by table
        self.drivers: dict[str, asyncio.Task] = {}
        self.tasks: set[asyncio.Task] = set()
        self.slowest: dict[str, float] = {}  # by bot, the seconds that it takes for a move
        self.moves = 0
        self.is_closing = False

    async def open(self) -> None:
        self.thinkers.start()
        self.spawn(self.tick(), "ticker")
        self.spawn(self.resume(), "resume")

    async def close(self) -> None:
        """Stop thinking; what was acknowledged is in the ledger."""
        self.is_closing = True
        running = [*self.tasks, *self.drivers.values()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self.thinkers.stop()

    def spawn(self, work: Any, name: str) -> asyncio.Task:
        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(self.forget)
        return task

    def forget(self, task: asyncio.Task) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a task failed", exc_info=task.exception(), extra={"task": task.get_name()})

    # ------------------------------------------------------------ rooms

    async def room(self, table_id: str) -> Room:
        """A room by its id, from memory or from the ledger."""
        room = self.rooms.get(table_id)
        if room is None:
            async with self.lock(table_id):
                room = self.rooms.get(table_id) or await self.load(table_id)
            self.wake(room)
        room.touched = time.monotonic()
        return room

    async def load(self, table_id: str) -> Room:
        data = await self.store.table(table_id)
        if data is None:
            self.locks.pop(table_id, None)
            raise NotThere("there is no such table")
        version = self.rooms[table_id].version if table_id in self.rooms else 0
        old = self.rooms.get(table_id)
        room = Room.from_rows(data)
        room.version += version + 1
        if old is not None:
            room.here, room.left_at, room.shown = old.here, old.left_at, old.shown
        self.rooms[table_id] = room
        return room

    async def look_again(self, room: Room) -> Room:
        """The room as the ledger has it: another server on the same ledger may have gone on."""
        async with self.lock(room.id):
            room = self.rooms.get(room.id, room)
            if await self.store.plies(room.id) != room.plies:
                room = await self.load(room.id)
                self.changed(room)
        return room

    def lock(self, table_id: str) -> asyncio.Lock:
        return self.locks.setdefault(table_id, asyncio.Lock())

    async def resume(self) -> None:
        """After a start: let bots go on at the tables of the last week."""
        where = (store.tables.c.state == "playing", store.tables.c.created > store.now() - WEEK)
        for table_id in await self.store.ids(*where, limit=2000):
            await self.room(table_id)
            await asyncio.sleep(0.01)

    async def open_table(
        self, title: str, seats: int, host: str, name: str, *, options: dict[str, Any] | None = None,
        edition: dict[str, Any] | None = None, settings: dict[str, Any] | None = None, bot: str | None = None,
        own_seats: int = 1, secret: str | None = None, decisions: list[tuple[int, int, str | None]] = [],  # noqa: B006
        parent: str | None = None, copied: list[Chair] | None = None,
    ) -> Room:  # fmt: skip
        """A new table; its host sits first, bots take the other chairs where one is named."""
        card = games.title(title)
        card.check_seats(seats)
        settled = card.settle(options)
        if bot:
            check_bot(bot)
        table_id, at = store.new_id(), store.now()
        made = copied or [
            Chair(seat, host if seat < own_seats else None, seat_label(name, seat, own_seats) if seat < own_seats else "",
                  None if seat < own_seats else bot)
            for seat in range(seats)
        ]  # fmt: skip
        state = "open" if any(chair.is_free for chair in made) else "playing"
        row = {
            "id": table_id, "title": card.slug, "rules_version": card.rules_version, "seats": seats, "options": settled,
            "edition": edition, "settings": settings or {}, "secret": secret or secrets.token_hex(32),
            "invite": secrets.token_urlsafe(18), "host": host, "created": at, "state": state, "parent": parent, "next": None,
        }  # fmt: skip
        entries = [
            {"table_id": table_id, "ply": ply, "kind": "move", "seat": seat, "move": move, "by": by, "at": at, "clock": None}
            for ply, (seat, move, by) in enumerate(decisions)
        ]
        chairs = [{"table_id": table_id, **vars(chair)} for chair in made]
        room = await asyncio.to_thread(Room.from_rows, {**row, "chairs": chairs, "ledger": entries, "chat": []})
        row["state"] = room.state
        jobs: list[store.Job] = [(sa.insert(store.tables), row), (sa.insert(store.chairs), chairs)]
        await self.store.commit(*jobs, *((store.ledger, entry) for entry in entries))
        self.rooms[table_id] = room
        self.wake(room)
        return room

    # ------------------------------------------------------------ moves

    async def play(self, room: Room, seat: int, move: int | str, at: int | None, by: str | None = None) -> int:
        """Make a move of `seat` at a table that shows ply `at`; answers with the next ply once it is committed."""
        async with self.lock(room.id):
            room = self.rooms.get(room.id, room)
            if at is not None and at != room.plies:
                if by is None and was_played(room, seat, move, at):
                    return at + 1
                raise Refused("the table has moved on; look again before you move")
            self.check_turn(room, seat)
            chosen = room.match.parse(move) if isinstance(move, str) else move
            objection = room.match.objection(chosen)
            if objection is not None:
                raise Illegal(room, chosen)
            await self.enter(room, "move", seat, chosen, by)
            self.moves += 1
            return room.plies

    def check_turn(self, room: Room, seat: int) -> None:
        if room.state == "open":
            raise Refused("the game has not begun: a chair is still free")
        if room.state == "over":
            raise Refused("the game is over")
        if room.turn != seat:
            raise Refused("it is not your turn")

    async def enter(self, room: Room, kind: str, seat: int, move: int, by: str | None = None) -> None:
        """Commit one entry of the ledger, then carry it out and tell everybody. The caller holds the lock."""
        entry = {
            "table_id": room.id, "ply": room.plies, "kind": kind, "seat": seat, "move": move, "by": by, "at": store.now(),
            "clock": None,
        }  # fmt: skip
        if room.clock.mode != "off":
            room.clock.run(None)
            if kind == "move":
                room.clock.moved(seat)
            entry["clock"] = room.clock.snapshot()
        try:
            await self.store.commit((store.ledger, entry))
        except Taken:
            await self.load(room.id)
            self.changed(self.rooms[room.id])
            raise Refused("the table has moved on; look again before you move") from None
        was = room.state
        room.apply(entry)
        if room.state != was:
            await self.store.commit(update_table(room.id, state=room.state))
        self.changed(room)
        notices.tell_turn(self, room)

    # ------------------------------------------------------------ telling

    def changed(self, room: Room) -> None:
        """Let every page of the table know, and whoever moves next."""
        room.version += 1
        room.touched = time.monotonic()
        for page in tuple(self.pages.get(room.id, ())):
            page.wake()
        self.wake(room)

    def enter_page(self, room: Room, page: Any, player: str | None) -> None:
        """Somebody opens the table; a player who comes back gets his seat back."""
        self.pages.setdefault(room.id, set()).add(page)
        if player is None or player not in room.people:
            return
        room.here[player] += 1
        if room.here[player] == 1:
            room.left_at.pop(player, None)
            for chair in room.chairs:
                if chair.player == player and chair.stand_in and chair.stand_in != RESIGNED:
                    chair.stand_in = None
                    self.spawn(self.store.commit(update_chair(room.id, chair.seat, stand_in=None)), "welcome back")
            self.changed(room)

    def leave_page(self, table_id: str, page: Any, player: str | None) -> None:
        """A page is closed."""
        pages = self.pages.get(table_id, set())
        pages.discard(page)
        if not pages:
            self.pages.pop(table_id, None)
        room = self.rooms.get(table_id)
        if room is None or player is None or player not in room.here:
            return
        room.here[player] -= 1
        if room.here[player] <= 0:
            del room.here[player]
            room.left_at[player] = time.monotonic()
            if not self.is_closing:
                self.changed(room)

    # ------------------------------------------------------------ bots and clocks

    def wake(self, room: Room) -> None:
        """Start the clock of the one to move; let a bot move if it is its turn."""
        turn = room.turn
        chair = room.chairs[turn] if turn >= 0 else None
        room.clock.run(turn if chair and chair.is_person and not chair.driver and room.is_present(chair) else None)
        if chair is None or chair.driver is None or self.is_closing or room.id in self.drivers:
            return
        task = asyncio.create_task(self.drive(room.id), name=f"bots of {room.id}")
        self.drivers[room.id] = task
        task.add_done_callback(lambda done: self.stop_driving(room.id, done))

    def stop_driving(self, table_id: str, task: asyncio.Task) -> None:
        self.drivers.pop(table_id, None)
        if not task.cancelled() and task.exception():
            log.error("bots stopped", exc_info=task.exception(), extra={"table": table_id})
        elif not task.cancelled() and table_id in self.rooms:
            self.wake(self.rooms[table_id])

    async def drive(self, table_id: str) -> None:
        """Move for bots as long as it is their turn. A bot takes its pace whatever it holds: time tells nothing."""
        while (room := self.rooms.get(table_id)) is not None and room.turn >= 0:
            seat, at = room.turn, room.plies
            bot = room.chairs[seat].driver
            if bot is None:
                return
            began = time.monotonic()
            move = await self.thinkers.choose(room, seat, UNDERSTUDY if bot == RESIGNED else bot)
            if self.pages.get(table_id):
                await asyncio.sleep(max(0.0, self.pace_of(bot, time.monotonic() - began) - (time.monotonic() - began)))
            try:
                await self.play(room, seat, move, at, by=bot)
            except Refused:
                await asyncio.sleep(0.01)

    def pace_of(self, bot: str, thought: float) -> float:
        """How long a bot takes for any move: as long as it ever needed, so that a forced move looks like a hard one."""
        self.slowest[bot] = max(self.slowest.get(bot, self.config.pace), min(thought, SLOWEST))
        return self.slowest[bot]

    async def tick(self) -> None:
        """Look at the clocks, and forget rooms that nobody needs now."""
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            for room in tuple(self.rooms.values()):
                if room.clock.is_up():
                    room.clock.run(None)
                    self.spawn(self.time_is_up(room), "time is up")
                if now - room.touched > COOL_SECONDS and room.id not in self.pages:
                    room.forget_drawings()
                if now - room.touched > IDLE_SECONDS or len(self.rooms) > self.config.resident:
                    self.evict(room)

    def evict(self, room: Room) -> None:
        if room.id not in self.pages and room.id not in self.drivers:
            self.rooms.pop(room.id, None)
            lock = self.locks.get(room.id)
            if lock is not None and not lock.locked():
                del self.locks[room.id]

    async def time_is_up(self, room: Room) -> None:
        """A bot makes the move; with an empty bank it keeps the chair until its player takes it back."""
        seat, at = room.turn, room.plies
        if seat < 0:
            return
        if room.clock.mode == "bank":
            await self.change_chair(room, seat, stand_in=UNDERSTUDY)
            return
        move = await self.thinkers.choose(room, seat, UNDERSTUDY)
        try:
            await self.play(room, seat, move, at, by=UNDERSTUDY)
        except Refused:
            return

    async def change_chair(self, room: Room, seat: int, **values: Any) -> None:
        """Commit a change of who sits where, then show it."""
        await self.store.commit(update_chair(room.id, seat, **values))
        for key, value in values.items():
            setattr(room.chairs[seat], key, value)
        if room.state == "open" and not any(chair.is_free for chair in room.chairs):
            await self.store.commit(update_table(room.id, state="playing"))
            room.row["state"] = "playing"
        self.changed(room)

    async def say(self, room: Room, seat: int | None, name: str, text: str, is_phrase: bool) -> None:
        """A word at the table."""
        text = " ".join(text.split())[:CHAT_LENGTH]
        if not text:
            raise Refused("there is nothing to say")
        row = {"table_id": room.id, "seat": seat, "name": name, "text": text, "is_phrase": is_phrase, "at": store.now()}
        await self.store.commit((sa.insert(store.chat), row))
        room.chat.append(row)
        del room.chat[: -store.CHAT_KEPT]
        self.changed(room)


RESIGNED = "resigned"  # stands in for a player who gave up


class Illegal(Refused):
    """A move that a rule forbids; the room says why in the reader's language."""

    def __init__(self, room: Room, move: int) -> None:
        super().__init__(sentence("that move is not possible"))
        self.room, self.move = room, move


def was_played(room: Room, seat: int, move: int | str, at: int) -> bool:
    """Is the entry `at` this very move? Then the request is a repeated one."""
    if not 0 <= at < len(room.entries):
        return False
    kind, who, made, notation = room.entries[at]
    return kind == "move" and who == seat and move in (made, notation)


def seat_label(name: str, seat: int, own_seats: int) -> str:
    """The name on a chair; several chairs of one player are numbered."""
    return name if own_seats == 1 else f"{name} {seat + 1}"
