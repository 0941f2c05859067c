"""The club: all rooms of the house, who is here, and everything that changes a table.

A change is committed to the ledger before anybody hears of it.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

from fivefamilies import games
from fivefamilies.core.errors import FamiliesError, NotThere, Refused
from fivefamilies.core.words import sentence
from fivefamilies.table import chairs, notices, store
from fivefamilies.table.chairs import MOVED_ON
from fivefamilies.table.coach import Hints, Reviews
from fivefamilies.table.config import Config
from fivefamilies.table.driving import RESIGNED, Drivers
from fivefamilies.table.foresight import follow
from fivefamilies.table.room import Chair, Room, league_results
from fivefamilies.table.store import Silent, Store, Taken, Unsure, update_chair, update_table
from fivefamilies.table.thinkers import Thinkers, check_bot

log = logging.getLogger("fivefamilies.table")
TICK = 0.5
ASIDE_SECONDS = 60  # before a table that cannot be read is tried again
COOL_SECONDS, IDLE_SECONDS = 20, 900  # without a page: drawings are dropped, then the room
CHAT_LENGTH = 300
AT_ONCE = 1.0  # seconds
ANSWER_SECONDS = 60.0  # in which the others answer somebody who asks to take back; the bots wait for so long
PRESENCES = 100  # chairs whose presence is kept by one commit
REFUSED = sentence("The take-back was refused; the move stands.")
NO_ANSWER = sentence("Nobody answered in time; the move stands.")
WENT_ON = sentence("The game went on before everybody had agreed; the move stands.")
TAKEN_BACK = sentence("A move was taken back.")
WITHDRAWN = sentence("The request to take back was withdrawn.")
ASIDE = sentence("this table cannot be read ({why}) and is set aside; tell the host, all other tables go on")


class Club:
    """Rooms by id."""

    def __init__(self, config: Config, ledger: Store) -> None:
        self.config, self.store = config, ledger
        self.thinkers = Thinkers(config)
        self.rooms: dict[str, Room] = {}
        self.locks: dict[str, asyncio.Lock] = {}
        self.pages: dict[str, set[Any]] = {}  # live pages and streams by table
        self.drivers = Drivers(self)
        self.hints, self.reviews = Hints(self), Reviews(self)
        self.tasks: set[asyncio.Task] = set()
        self.aside: dict[str, tuple[object, float]] = {}  # tables that cannot be read: why, and since when
        self.unsaved: set[str] = set()  # tables where somebody came or went
        self.moves = 0
        self.push_key: str | None = None  # the key of the house for Web Push, where there is any
        self.heralds: list[Callable[[Club, Room], None]] = []  # whoever else tells a player that it is his turn
        self.is_closing = False

    async def open(self) -> None:
        self.thinkers.start()
        self.spawn(self.every(TICK, self.tick), "ticker")
        self.spawn(self.every(TICK, self.keep_presence), "presence")
        self.spawn(self.resume(), "resume")

    async def close(self) -> None:
        """Stop thinking; what was acknowledged is in the ledger."""
        self.is_closing = True
        running = [*self.tasks, *self.drivers.tasks.values()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self.thinkers.stop()

    def spawn(self, work: Any, name: str) -> asyncio.Task:
        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(self.forget)
        return task

    async def every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do this again and again, whatever happens."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception as error:
                log.error("a task failed and goes on", exc_info=error, extra={"task": work.__name__})

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
            self.drivers.wake(room)
        await self.unseal(room)
        room.touched = time.monotonic()
        return room

    async def unseal(self, room: Room) -> None:
        """A table that is over shows its cards when no table draws from the same secret any more: its branches are over too."""
        if room.state == "over" and room.is_sealed and not await self.store.is_drawn_from(room.row["secret"]):
            room.is_sealed = False
            room.version += 1

    async def load(self, table_id: str) -> Room:
        """A room as its ledger has it, from now on in memory."""
        room = await self.read(table_id)
        await self.unseal(room)
        self.take_over(room, self.rooms.get(table_id))
        self.rooms[table_id] = room
        return room

    async def read(self, table_id: str) -> Room:
        """Fold a room from its ledger. One that cannot be read is set aside, and says why to whoever asks for it."""
        why, since = self.aside.get(table_id, ("", -ASIDE_SECONDS))
        if time.monotonic() - since < ASIDE_SECONDS:
            raise Refused(ASIDE, why=why)
        try:
            data = await self.store.table(table_id)
            room = await asyncio.to_thread(Room.from_rows, data) if data else None
        except Silent:
            raise
        except Exception as error:
            raise Refused(ASIDE, why=self.set_aside(table_id, error)) from error
        if room is None:
            self.locks.pop(table_id, None)
            raise NotThere("there is no such table")
        if data and room.state != data["state"]:
            self.spawn(self.note_state(room), "state")
        return room

    def take_over(self, room: Room, old: Room | None) -> None:
        """What a room that was read again keeps of the old one: who is here. Nobody is here after a start."""
        if old is not None:
            room.version += old.version
            room.here, room.shown = old.here, old.shown
            for chair, was in zip(room.chairs, old.chairs, strict=True):
                if chair.player == was.player:
                    chair.left_at, chair.away = was.left_at, was.away
        room.version += 1
        for chair in room.chairs:
            if chair.player and chair.left_at is None and not room.here[chair.player]:
                chair.left_at = store.now()
                self.unsaved.add(room.id)

    def set_aside(self, table_id: str, error: Exception) -> object:
        """A table that cannot be read hurts nobody else; whoever asks is told why, and it is not tried again for a while."""
        log.error("a table cannot be read and is set aside", exc_info=error, extra={"table": table_id})
        why: object = type(error)(error.message, **error.values) if isinstance(error, FamiliesError) else type(error).__name__
        self.aside[table_id] = why, time.monotonic()
        return why

    async def look_again(self, room: Room) -> Room:
        """The room as the ledger has it: another server on the same ledger may have gone on."""
        async with self.lock(room.id):
            room = self.rooms.get(room.id, room)
            if room.is_stale or await self.store.progress(room.id) != (room.plies, room.row["revision"]):
                room = await self.load(room.id)
                self.changed(room)
        return room

    def lock(self, table_id: str) -> asyncio.Lock:
        return self.locks.setdefault(table_id, asyncio.Lock())

    async def resume(self) -> None:
        """After a start: let bots and clocks go on wherever they are due, however old the table."""
        for table_id in await self.patiently(lambda: self.store.ids(store.tables.c.state == "playing", limit=None)):
            if table_id not in self.rooms:
                with contextlib.suppress(FamiliesError):
                    await self.patiently(partial(self.resume_table, table_id))
            await asyncio.sleep(0.01)

    async def resume_table(self, table_id: str) -> None:
        """Take a table into memory if a bot or a clock has to go on there."""
        room = await self.read(table_id)
        if room.turn >= 0 and (room.chairs[room.turn].driver or room.clock.mode != "off"):
            await self.room(table_id)

    async def patiently(self, ask: Callable[[], Awaitable[Any]]) -> Any:
        """Ask the ledger until it answers."""
        while True:
            try:
                return await ask()
            except Silent:
                await asyncio.sleep(1)

    async def open_table(
        self, title: str, seats: int, host: str, name: str, *, options: dict[str, Any] | None = None,
        edition: dict[str, Any] | None = None, settings: dict[str, Any] | None = None, bot: str | None = None,
        own_seats: int = 1, secret: str | None = None, decisions: list[tuple[int, int, str | None]] = [],  # noqa: B006
        copied: list[Chair] | None = None, follows: str | None = None, branches: tuple[Room, int] | None = None,
    ) -> Room:  # fmt: skip
        """A new table; its host sits first, bots take the other chairs where one is named. Only one can follow another table.

        The table that it branches off, for this seat, ends in the same commit: never do both go on. The caller holds its lock."""
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
            "invite": secrets.token_urlsafe(18), "host": host, "created": at, "state": state, "next": None,
            "parent": branches[0].id if branches else None,
            "revision": 0,
        }  # fmt: skip
        for chair in made:
            chair.left_at = at if chair.player else None
        entries = [
            {"table_id": table_id, "ply": ply, "kind": "move", "seat": seat, "move": move, "by": by, "at": at, "clock": None}
            for ply, (seat, move, by) in enumerate(decisions)
        ]
        seated = [{"table_id": table_id, **vars(chair)} for chair in made]
        room = await asyncio.to_thread(Room.from_rows, {**row, "chairs": seated, "ledger": entries, "chat": []})
        row["state"] = room.state
        jobs = [store.Job(sa.insert(store.tables), row), store.Job(sa.insert(store.chairs), seated)]
        jobs += [store.Job(store.ledger, entry) for entry in entries]
        if branches:
            await self.enter_all(branches[0], [("end", branches[1], 0)], also=jobs, next=table_id)
        else:
            following = [update_table(follows, store.tables.c.next.is_(None), next=table_id)] if follows else []
            await self.store.commit(*jobs, *following)
        room = self.rooms.setdefault(table_id, room)
        self.drivers.wake(room)
        return room

    # ------------------------------------------------------------ moves

    async def play(self, room: Room, seat: int, move: int | str, at: int | None, by: str | None = None) -> int:
        """Make a move of `seat` at a table that shows ply `at`; answers with the next ply once it is committed."""
        async with self.lock(room.id):
            room = self.rooms.get(room.id, room)
            if room.is_stale:
                room = await self.load(room.id)
            if by is not None and room.wants_back:
                raise Refused(MOVED_ON)
            if at is not None and at != room.plies:
                if by is None and was_played(room, seat, move, at):
                    return at + 1
                raise Refused(MOVED_ON)
            self.check_turn(room, seat)
            chosen = room.match.parse(move) if isinstance(move, str) else move
            objection = room.match.objection(chosen)
            if objection is not None:
                raise Illegal(room, chosen)
            try:
                await self.enter(room, "move", seat, chosen, by)
            except Overtaken:
                if by is None and at is not None and was_played(self.rooms[room.id], seat, move, at):
                    return at + 1  # by ourselves: a commit that was in doubt was made after all
                raise
            self.moves += 1
            return self.rooms.get(room.id, room).plies

    async def play_together(self, room: Room, seat: int, moves: Sequence[int | str], at: int | None) -> int:
        """Make several moves of `seat` that belong together: all are committed, or none."""
        async with self.lock(room.id):
            room = self.rooms.get(room.id, room)
            if room.is_stale:
                room = await self.load(room.id)
            if at is not None and at != room.plies:
                if were_played(room, seat, moves, at):
                    return at + len(moves)
                raise Refused(MOVED_ON)
            self.check_turn(room, seat)
            ids, _ = follow(room.match, room.match.title.state.copy(room.match.state), seat, moves)
            try:
                await self.enter_all(room, [("move", seat, move) for move in ids])
            except Overtaken:
                if at is not None and were_played(self.rooms[room.id], seat, moves, at):
                    return at + len(moves)
                raise
            self.moves += len(ids)
            return self.rooms.get(room.id, room).plies

    def check_turn(self, room: Room, seat: int) -> None:
        if room.state == "open":
            raise Refused("the game has not begun: a chair is still free")
        if room.state == "over":
            raise Refused("the game is over")
        if room.turn != seat:
            raise Refused("it is not your turn")

    async def enter(self, room: Room, kind: str, seat: int, move: int, by: str | None = None) -> None:
        """Commit one entry of the ledger, then carry it out and tell everybody. The caller holds the lock."""
        await self.enter_all(room, [(kind, seat, move)], by)

    async def enter_all(
        self, room: Room, wanted: Sequence[tuple[str, int, int]], by: str | None = None, *, also: Sequence[store.Job] = (),
        **row: Any,
    ) -> None:  # fmt: skip
        """Commit entries of the ledger together, then carry them out and tell everybody. The caller holds the lock.

        Changes of the table's row, and what `also` has to happen, are part of the same commit."""
        clock, at = room.clock.copy(), store.now()
        entries: list[dict[str, Any]] = []
        for ply, (kind, seat, move) in enumerate(wanted, room.plies):
            if clock.mode != "off":
                clock.run(None)
                if kind == "move":
                    clock.moved(seat)
            entries.append({
                "table_id": room.id, "ply": ply, "kind": kind, "seat": seat, "move": move, "by": by, "at": at,
                "clock": clock.snapshot(),
            })  # fmt: skip
        jobs = [store.Job(store.ledger, entry) for entry in entries]
        is_end = any(entry["kind"] == "end" for entry in entries)
        if is_end:
            row |= {"state": "over"}
        if row:
            jobs.append(update_table(room.id, **row))
        try:
            await self.write(room, *jobs, *also)
        except Taken:
            room.is_stale = True
            self.changed(await self.load(room.id))
            raise Overtaken(MOVED_ON) from None
        except Unsure:
            if not await self.has_entry(entries[-1]):
                raise
        was, room.clock, asked = room.state, clock, room.wants_back
        for entry in entries:
            room.apply(entry)
            if entry["kind"] == "move" and by is None and room.moved(entry["seat"], at):
                self.unsaved.add(room.id)
        room.row.update(row, revision=room.row["revision"] + len(jobs) - len(entries))
        if room.state != was:
            if not is_end:
                await self.note_state(room)
            with contextlib.suppress(Silent):  # it is asked again when somebody looks
                await self.unseal(room)
        self.changed(room)
        notices.tell_turn(self, room)
        for tell in self.heralds:
            tell(self, room)
        if asked:
            await self.answer_asker(room, WENT_ON if entries[0]["kind"] == "move" else TAKEN_BACK)

    async def answer_asker(self, room: Room, answer: str) -> None:
        """Whoever asked to take back is told how it ended, and so is everybody else."""
        room.wants_back = None
        self.changed(room)
        with contextlib.suppress(Refused):
            await self.say(room, None, "", answer, True)

    async def write(self, room: Room, *jobs: store.Job) -> None:
        """Commit a change of a table. While nobody knows how it ended, the room trusts only the ledger."""
        writing = self.store.post(*jobs)
        try:
            await self.store.outcome(writing)
        except (Unsure, asyncio.CancelledError):
            room.is_stale = True
            self.spawn(self.find_out(room.id, writing), "find out")
            raise

    async def find_out(self, table_id: str, writing: Any) -> None:
        """When a doubtful commit has ended and the ledger answers, show the table as it is."""
        await asyncio.wait((writing.done,))
        room = self.rooms.get(table_id)
        if room is not None and room.is_stale:
            await self.patiently(lambda: self.look_again(room))

    async def has_entry(self, entry: dict[str, Any]) -> bool:
        """Is this very entry in the ledger, as far as it answers at once?"""
        key = (store.ledger.c.table_id == entry["table_id"], store.ledger.c.ply == entry["ply"])
        with contextlib.suppress(Silent, TimeoutError):
            async with asyncio.timeout(AT_ONCE):
                found = await self.store.rows_of(sa.select(store.ledger).where(*key))
            return bool(found) and all(found[0][name] == entry[name] for name in ("kind", "seat", "move", "at"))
        return False

    async def note_state(self, room: Room) -> None:
        """Keep what the moves have made of a table's state; should it fail, they tell it when the room is read again."""
        made = league_results(room) if room.state == "over" else []
        results = [store.Job(sa.insert(store.results), made)] if made else []
        with contextlib.suppress(Refused, Taken):
            await self.store.commit(update_table(room.id, state=room.state), *results)
            room.row["revision"] += 1

    # ------------------------------------------------------------ telling

    def changed(self, room: Room) -> None:
        """Let every page of the table know, and whoever moves next."""
        room.version += 1
        room.touched = time.monotonic()
        for page in tuple(self.pages.get(room.id, ())):
            page.wake()
        self.drivers.wake(room)

    def enter_page(self, room: Room, page: Any, player: str | None) -> None:
        """Somebody opens the table; a player who comes back gets his seat back."""
        self.pages.setdefault(room.id, set()).add(page)
        if player is None or player not in room.people:
            return
        room.here[player] += 1
        if room.here[player] == 1:
            room.arrive(player, store.now())
            self.unsaved.add(room.id)
            back = [c for c in room.chairs if c.player == player and c.stand_in and c.stand_in != RESIGNED]
            for chair in back:
                chair.stand_in = None
            if back:
                self.spawn(self.change_chairs(room, {chair.seat: {"stand_in": None} for chair in back}), "welcome back")
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
            room.leave(player, store.now())
            self.unsaved.add(room.id)
            if not self.is_closing:
                self.changed(room)

    async def keep_presence(self) -> None:
        """Keep who left when, so that it is known after a restart."""
        saving, self.unsaved = self.unsaved, set()
        jobs = [
            update_chair(room.id, chair.seat, left_at=chair.left_at, away=chair.away)
            for room in map(self.rooms.get, saving) if room is not None for chair in room.chairs if chair.player
        ]  # fmt: skip
        try:
            for start in range(0, len(jobs), PRESENCES):
                await self.store.commit(*jobs[start : start + PRESENCES])
        except Refused:
            self.unsaved |= saving

    # ------------------------------------------------------------ memory

    async def tick(self) -> None:
        """Look at the clocks, and forget rooms that nobody needs now."""
        now = time.monotonic()
        for room in tuple(self.rooms.values()):
            self.drivers.look_at_clock(room)
            if room.wants_back and now - room.asked_at > ANSWER_SECONDS:
                await self.answer_asker(room, NO_ANSWER)
            if now - room.touched > COOL_SECONDS and room.id not in self.pages:
                room.forget_drawings()
            if now - room.touched > IDLE_SECONDS:
                self.evict(room)
            elif len(self.rooms) > self.config.resident and now - room.touched > AT_ONCE:
                self.evict(room, even_with_clock=True)

    def evict(self, room: Room, even_with_clock: bool = False) -> None:
        """Forget a room, unless a page shows it, somebody moves there, or a clock has to go on."""
        keys = (room.id, f"{room.id} chairs")
        if room.id in self.pages or room.id in self.drivers or room.id in self.unsaved:
            return
        if any(key in self.locks and self.locks[key].locked() for key in keys):
            return
        if room.clock.mode != "off" and room.turn >= 0 and not even_with_clock:
            return
        self.rooms.pop(room.id, None)
        for key in keys:
            self.locks.pop(key, None)

    # ------------------------------------------------------------ chairs and words

    async def change_chair(self, room: Room, seat: int, **values: Any) -> None:
        """Commit a change of who sits where, then show it."""
        await self.change_chairs(room, {seat: values})

    async def change_chairs(self, room: Room, changes: dict[int, dict[str, Any]], **row: Any) -> None:
        """The same for several chairs and the table's row, all or nothing."""
        await chairs.change(self, room, changes, row)

    async def say(self, room: Room, seat: int | None, name: str, text: str, is_phrase: bool) -> None:
        """A word at the table."""
        text = " ".join(text.split())[:CHAT_LENGTH]
        if not text:
            raise Refused("there is nothing to say")
        row = {"table_id": room.id, "seat": seat, "name": name, "text": text, "is_phrase": is_phrase, "at": store.now()}
        await self.write(room, store.Job(sa.insert(store.chat), row))
        room.chat.append(row)
        del room.chat[: -store.CHAT_KEPT]
        self.changed(room)


class Overtaken(Refused):
    """The ply is taken: the table as the ledger has it was read again."""


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


def were_played(room: Room, seat: int, moves: Sequence[int | str], at: int) -> bool:
    """The same for moves that were made together."""
    return all(was_played(room, seat, move, at + number) for number, move in enumerate(moves))


def seat_label(name: str, seat: int, own_seats: int) -> str:
    """The name on a chair; several chairs of one player are numbered."""
    return name if own_seats == 1 else f"{name} {seat + 1}"
