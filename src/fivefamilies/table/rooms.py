"""The rooms of the house: read from the ledger when somebody asks, told to every open page, forgotten when nobody needs them."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa

from fivefamilies.core.errors import FamiliesError, NotThere, Refused
from fivefamilies.core.words import sentence
from fivefamilies.table import chairs, store
from fivefamilies.table.config import Config
from fivefamilies.table.driving import RESIGNED, Drivers
from fivefamilies.table.room import Room
from fivefamilies.table.store import Silent, Store, Taken, Unsure, update_chair, update_table
from fivefamilies.table.tasks import Tasks
from fivefamilies.table.writer import Writing

if TYPE_CHECKING:
    from fivefamilies.table.alliance import Alliance

log = logging.getLogger("fivefamilies.table")
ASIDE_SECONDS = 60  # before a table that cannot be read is tried again
PRESENCES = 50  # tables whose presence is kept by one commit
ASIDE = sentence("this table cannot be read ({why}) and is set aside; tell the host, all other tables go on")


T = TypeVar("T")


class Rooms(Tasks):
    """Rooms by id, and who looks into them."""

    drivers: Drivers
    alliance: "Alliance | None" = None  # with other servers on the same ledger

    def __init__(self, config: Config, ledger: Store) -> None:
        super().__init__()
        self.config, self.store = config, ledger
        self.rooms: dict[str, Room] = {}
        self.locks: dict[str, asyncio.Lock] = {}
        self.pages: dict[str, set[Any]] = {}  # live pages and streams by table
        self.first_looks = asyncio.Lock()  # of pages that have just been opened: one is drawn at a time
        self.aside: dict[str, tuple[object, float]] = {}  # tables that cannot be read: why, and since when
        self.unsaved: set[str] = set()  # tables where somebody came or went

    async def room(self, table_id: str) -> Room:
        """A room by its id, from memory or from the ledger."""
        room = self.rooms.get(table_id)
        if room is None:
            async with self.lock(table_id):
                room = self.rooms.get(table_id) or await self.load(table_id)
            self.drivers.wake(room)
        if room.state == "over" and room.is_sealed:
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
        room.elsewhere = await self.elsewhere(table_id)
        if self.alliance:
            room.hear_clock()
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
        if room.stopped is not None:
            log.error("a table stands still: today's rules forbid what was played", extra={"table": room.id, "ply": room.stopped})
        elif data and room.state != data["state"]:
            self.spawn(self.note_state(room), "state")
        return room

    def take_over(self, room: Room, old: Room | None) -> None:
        """What a room that was read again keeps of the old one: who is here. Nobody is here after a start."""
        if old is not None:
            room.version += old.version
            room.here, room.shown = old.here, {**old.shown, **room.shown}
            for chair, was in zip(room.chairs, old.chairs, strict=True):
                if chair.player == was.player and (room.here[chair.player or ""] or not self.alliance):
                    chair.left_at, chair.away = was.left_at, was.away
        room.version += 1
        self.note_absences(room)

    def note_absences(self, room: Room) -> None:
        """Whoever is here is not away; whoever is nowhere has left."""
        for chair in room.chairs:
            if chair.player and room.here[chair.player]:
                chair.left_at = None
            elif chair.player and chair.left_at is None and not room.is_here(chair.player):
                chair.left_at = store.now()
                self.unsaved.add(room.id)

    async def elsewhere(self, table_id: str) -> set[str]:
        """The players who have this table open at another server."""
        return await self.alliance.elsewhere(table_id) if self.alliance else set()

    def fold(self, room: Room, entries: list[dict[str, object]]) -> None:
        """Carry out what another server has committed, and show it."""
        was = room.state
        try:
            for entry in entries:
                room.apply(entry)
        except Exception as error:  # it is read again as a whole, and says what is wrong
            log.error("an entry of another server makes no sense here", exc_info=error, extra={"table": room.id})
            room.is_stale = True
        if was != room.state:
            self.spawn(self.patiently(partial(self.unseal, room)), "unseal")
        self.changed(room)

    async def keep(self, room: Room) -> None:
        """See to it that somebody moves for the bots of this table and looks at its clock."""
        if self.alliance and room.id not in self.alliance.kept and (jobs := self.alliance.jobs_for(room)):
            with contextlib.suppress(Refused):  # it is found when the ledger is looked through
                await self.store.commit(*jobs)
                self.alliance.posted(room)

    async def share(self, room: Room, change: Callable[[Room], None]) -> Room:
        """Change what is asked of the others, at whatever server they are."""
        for _ in range(chairs.TRIES):
            room = self.rooms.get(room.id, room)
            change(room)
            if not self.alliance:
                self.changed(room)
                return room
            revision = room.row["revision"]
            try:
                await self.write(room, update_table(room.id, store.tables.c.revision == revision, asks=room.asks()))
            except Taken:
                await chairs.look(self, room)
            else:
                room.row["revision"] = max(room.row["revision"], revision + 1)
                self.changed(room)
                return room
        raise Refused(chairs.MOVED_ON)

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
            if room.stopped is not None and not room.is_stale:
                return room
            plies, revision = (0, 0) if room.is_stale else await self.store.progress(room.id)
            if self.alliance and plies >= room.plies and not room.is_stale:
                return await self.alliance.level(room, plies, revision)
            if room.is_stale or (plies, revision) != room.progress:
                room = await self.load(room.id)
                self.changed(room)
        return room

    async def fresh(self, room: Room, seats: list[int], told: int | None) -> Room:
        """The room; read again if whoever asks for a move of these seats may have seen more of it at another server."""
        if self.alliance is None:
            return room
        if lags(room, seats, told):  # what he has seen is on its way to us
            await self.alliance.hear_of(room.id)
            room = self.rooms.get(room.id, room)
        turn = room.turn
        is_unsure = turn < 0 or (told is None and turn not in seats)
        return await self.look_again(room) if is_unsure or lags(room, seats, told) else room

    def lock(self, table_id: str) -> asyncio.Lock:
        lock = self.locks.get(table_id)
        if lock is None:
            lock = self.locks[table_id] = asyncio.Lock()
        return lock

    async def patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask the ledger until it answers."""
        while True:
            try:
                return await ask()
            except Silent:
                await asyncio.sleep(1)

    async def note_state(self, room: Room) -> None:
        """Keep what the moves have made of a table's state; should it fail, they tell it when the room is read again."""
        made = league_results(room) if room.state == "over" else []
        results = [store.Job(sa.insert(store.results), made)] if made else []
        with contextlib.suppress(Refused, Taken):
            await self.store.commit(update_table(room.id, state=room.state), *results)
            room.row["revision"] += 1

    async def write(self, room: Room, *jobs: store.Job) -> None:
        """Commit a change of a table. While nobody knows how it ended, the room trusts only the ledger."""
        writing = self.store.post(*jobs)
        try:
            await self.store.outcome(writing)
        except (Unsure, asyncio.CancelledError):
            room.is_stale = True
            self.spawn(self.find_out(room.id, writing), "find out")
            raise

    async def find_out(self, table_id: str, writing: Writing) -> None:
        """When a doubtful commit has ended and the ledger answers, show the table as it is."""
        await asyncio.wait((writing.done,))
        room = self.rooms.get(table_id)
        if room is not None and room.is_stale:
            await self.patiently(lambda: self.look_again(room))

    async def change_chair(self, room: Room, seat: int, **values: object) -> None:
        """Commit a change of who sits where, then show it."""
        await self.change_chairs(room, {seat: values})

    async def change_chairs(self, room: Room, changes: dict[int, dict[str, object]], **row: object) -> None:
        """The same for several chairs and the table's row, all or nothing."""
        await chairs.change(self, room, changes, row)

    # ------------------------------------------------------------ who looks

    def changed(self, room: Room) -> None:
        """Let every page of the table know, and whoever moves next."""
        room.version += 1
        room.touched = time.monotonic()
        for page in tuple(self.pages.get(room.id, ())):
            page.wake()
        self.drivers.wake(room)

    def enter_page(self, room: Room, page: object, player: str | None) -> None:
        """Somebody opens the table; a player who comes back gets his seat back."""
        self.pages.setdefault(room.id, set()).add(page)
        if player is None or player not in room.people:
            return
        room.here[player] += 1
        if room.here[player] == 1:
            if player not in room.elsewhere:
                room.arrive(player, store.now())
            self.unsaved.add(room.id)
            back = [c for c in room.chairs if c.player == player and c.stand_in and c.stand_in != RESIGNED]
            for chair in back:
                chair.stand_in = None
            if back:
                self.spawn(self.change_chairs(room, {chair.seat: {"stand_in": None} for chair in back}), "welcome back")
            self.changed(room)

    def leave_page(self, table_id: str, page: object, player: str | None) -> None:
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
            if player not in room.elsewhere:
                room.leave(player, store.now())
            self.unsaved.add(room.id)
            if not self.is_closing:
                self.changed(room)

    async def keep_presence(self) -> None:
        """Keep who left when, so that it is known after a restart."""
        saving, self.unsaved = self.unsaved, set()
        while saving:
            some = [room for room in (self.rooms.get(saving.pop()) for _ in range(min(PRESENCES, len(saving)))) if room]
            try:
                await self.keep_some(some)
            except Refused:
                self.unsaved |= saving | {room.id for room in some}
                return

    async def keep_some(self, rooms: list[Room]) -> None:
        """The same for these tables, by one commit."""
        here = {room.id: {player for player, pages in room.here.items() if pages > 0} for room in rooms}
        now = {room.id: room.absences for room in rooms}
        jobs = [
            update_chair(room.id, chair.seat, left_at=chair.left_at, away=chair.away)
            for room in rooms for chair, was in zip(room.chairs, room.saved, strict=True)
            if chair.player and was != (chair.left_at, chair.away)
        ]  # fmt: skip
        for room in rooms:
            jobs += self.alliance.presence_jobs(room, here[room.id]) if self.alliance else []
        if jobs:
            await self.store.commit(*jobs)
        for room in rooms:
            room.saved = now[room.id]
            if self.alliance:
                self.alliance.presence_kept(room.id, here[room.id])

    # ------------------------------------------------------------ memory

    def evict(self, room: Room, even_with_clock: bool = False) -> None:
        """Forget a room, unless a page shows it, somebody moves there, or a clock has to go on."""
        keys = (room.id, f"{room.id} chairs")
        if room.id in self.pages or room.id in self.drivers or room.id in self.unsaved:
            return
        if any(key in self.locks and self.locks[key].locked() for key in keys):
            return
        if room.clock.mode != "off" and room.turn >= 0 and self.drivers.is_kept(room) and not even_with_clock:
            return
        self.rooms.pop(room.id, None)
        for key in keys:
            self.locks.pop(key, None)


def lags(room: Room, seats: list[int], told: int | None) -> bool:
    """Was somebody at these seats told of more than this room knows?"""
    return told is not None and any(told > room.seen_by(seat) for seat in seats)


def league_results(room: Room) -> list[dict[str, object]]:
    """What is written down when a league's game is over: a row a seat. A table that was closed before its end does not count."""
    league, result = room.settings.get("league"), room.match.result
    if not league or result is None:
        return []
    return [
        {"table_id": room.id, "seat": chair.seat, "league": league, "title": room.match.title.slug,
         "name": chair.name if chair.is_person else chair.bot or chair.name, "is_bot": not chair.is_person,
         "payoff": result.payoffs[chair.seat], "points": result.points[chair.seat], "at": room.times[-1]}
        for chair in room.chairs
    ]  # fmt: skip
