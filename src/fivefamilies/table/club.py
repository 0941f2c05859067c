"""The club: all rooms of the house, who is here, and everything that changes a table.

A change is committed to the ledger before anybody hears of it.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial

import sqlalchemy as sa

from fivefamilies import games
from fivefamilies.core.contract import OBSERVER, Value
from fivefamilies.core.datafile import Edition
from fivefamilies.core.errors import FamiliesError, Refused
from fivefamilies.core.words import sentence
from fivefamilies.table import notices, store
from fivefamilies.table.alliance import Alliance, wants_keeper
from fivefamilies.table.bans import Bans
from fivefamilies.table.chairs import MOVED_ON
from fivefamilies.table.coach import Hints, Reviews
from fivefamilies.table.config import Config
from fivefamilies.table.driving import Drivers
from fivefamilies.table.foresight import follow
from fivefamilies.table.room import ENDS, Chair, Room
from fivefamilies.table.rooms import Rooms
from fivefamilies.table.schema import Row
from fivefamilies.table.store import Silent, Store, Taken, Unsure, update_table
from fivefamilies.table.telemetry import telemetry
from fivefamilies.table.thinkers import Thinkers, check_bot
from fivefamilies.table.watch import Watch

log = logging.getLogger("fivefamilies.table")
TICK = 0.5
COOL_SECONDS, IDLE_SECONDS = 20, 900  # without a page: drawings are dropped, then the room
CHAT_LENGTH = 300
AT_ONCE = 1.0  # seconds
LOOK_AT_BANS = 2.0  # seconds after which a ban of another server holds, should its word be lost
ANSWER_SECONDS = 60.0  # in which the others answer somebody who asks to take back; the bots wait for so long
REFUSED = sentence("The take-back was refused; the move stands.")
NO_ANSWER = sentence("Nobody answered in time; the move stands.")
WENT_ON = sentence("The game went on before everybody had agreed; the move stands.")
TAKEN_BACK = sentence("A move was taken back.")
STOPPED = sentence(
    "this game was begun by other rules than are played here and stands still after {n} decisions; nothing of it is lost"
)
CLOSED = sentence("the house has closed this table; set another one")
ENDED = sentence("this table has ended already")
WITHDRAWN = sentence("The request to take back was withdrawn.")


class Club(Rooms):
    """The house."""

    def __init__(self, config: Config, ledger: Store) -> None:
        super().__init__(config, ledger)
        self.thinkers = Thinkers(config)
        self.drivers = Drivers(self)
        self.hints, self.reviews = Hints(self), Reviews(self)
        self.moves = 0
        self.bans, self.watch = Bans(ledger), Watch()
        self.push_key: str | None = None  # the key of the house for Web Push, where there is any
        self.devices_asked: dict[str, asyncio.Future[list[Row]]] = {}  # by player, what push looks up now
        self.without_device: dict[str, float] = {}  # players whom push need not look up before then
        self.heralds: list[Callable[[Club, Room], None]] = []  # whoever else tells a player that it is his turn

    async def open(self) -> None:
        self.watch.open()
        telemetry.start("bots" if self.config.is_bot_host else "web")
        await self.bans.refresh()
        self.thinkers.start()
        self.spawn(self.every(TICK, self.tick), "ticker")
        self.spawn(self.every(TICK, self.keep_presence), "presence")
        if self.store.is_shared:
            self.alliance = Alliance(self, await self.store.house_secret())
            await self.alliance.open()
            self.spawn(self.every(LOOK_AT_BANS, self.hear_of_bans), "bans")
        else:
            self.spawn(self.resume(), "resume")

    async def close(self) -> None:
        """Stop thinking; what was acknowledged is in the ledger."""
        self.is_closing = True
        running = [*self.tasks, *self.drivers.tasks.values()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        if self.alliance:
            await self.alliance.close()
        await self.thinkers.stop()
        await asyncio.to_thread(telemetry.stop)
        self.watch.close()

    def numbers(self) -> dict[str, float]:
        """What the host wants to know of this server."""
        others = self.alliance.own_numbers() if self.alliance else {}
        return others | {
            "rooms": len(self.rooms), "pages": sum(map(len, self.pages.values())), "bots_thinking": len(self.drivers),
            "moves_total": self.moves, "commits_total": self.store.commits, "ledger_rows_total": self.store.rows,
            "ledger_waiting": self.store.queue.qsize(), "titles_preparing": len(self.thinkers.progress()),
            "bots_waiting": len(self.thinkers.turns),
        }  # fmt: skip

    # ------------------------------------------------------------ tables

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

    async def open_table(
        self, title: str, seats: int, host: str, name: str, *, options: dict[str, Value] | None = None,
        edition: Edition | None = None, settings: Row | None = None, bot: str | None = None,
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
        jobs += self.alliance.jobs_for(room, is_new=True) if self.alliance else []
        if branches:
            await self.enter_all(branches[0], [("end", branches[1], 0)], also=jobs, next=table_id)
        else:
            following = [update_table(follows, store.tables.c.next.is_(None), next=table_id)] if follows else []
            await self.store.commit(*jobs, *following)
        room = self.rooms.setdefault(table_id, room)
        if self.alliance and wants_keeper(room):
            self.alliance.posted(room, is_new=True)
        self.drivers.wake(room)
        return room

    # ------------------------------------------------------------ moves

    async def play(self, room: Room, seat: int, move: int | str, at: int | None, by: str | None = None) -> int:
        """Make a move of `seat` at a table that shows ply `at`; answers with the next ply once it is committed."""
        began = time.monotonic()
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
            if not room.match.allows(chosen):
                raise Illegal(room, chosen)
            try:
                await self.enter_all(room, [("move", seat, chosen)], by, is_checked=True)
            except Overtaken:
                if by is None and at is not None and was_played(self.rooms[room.id], seat, move, at):
                    return at + 1  # by ourselves: a commit that was in doubt was made after all
                raise
            self.moves += 1
            self.watch.moved(room.id, by or "", time.monotonic() - began)
            return self.rooms.get(room.id, room).plies

    async def play_together(self, room: Room, seat: int, moves: Sequence[int | str], at: int | None) -> int:
        """Make several moves of `seat` that belong together: all are committed, or none."""
        began = time.monotonic()
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
            self.watch.moved(room.id, "", time.monotonic() - began, len(ids))
            return self.rooms.get(room.id, room).plies

    def check_turn(self, room: Room, seat: int) -> None:
        if room.state == "open":
            raise Refused("the game has not begun: a chair is still free")
        if room.state == "over":
            raise Refused("the game is over")
        if room.state == "closed":
            raise Refused(CLOSED)
        if room.stopped is not None:
            raise Refused(STOPPED, n=room.stopped)
        if room.turn != seat:
            raise Refused("it is not your turn")

    async def enter(self, room: Room, kind: str, seat: int, move: int, by: str | None = None) -> None:
        """Commit one entry of the ledger, then carry it out and tell everybody. The caller holds the lock."""
        await self.enter_all(room, [(kind, seat, move)], by)

    async def enter_all(
        self, room: Room, wanted: Sequence[tuple[str, int, int]], by: str | None = None, *, also: Sequence[store.Job] = (),
        is_checked: bool = False, **row: object,
    ) -> None:  # fmt: skip
        """Commit entries of the ledger together, then carry them out and tell everybody. The caller holds the lock, and may have
        checked that the referee has no objection.

        Changes of the table's row, and what `also` has to happen, are part of the same commit."""
        clock, at = room.clock if room.clock.mode == "off" else room.clock.copy(), store.now()
        entries: list[Row] = []
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
        ends = [ENDS[entry["kind"]] for entry in entries if entry["kind"] in ENDS]
        if ends:
            row |= {"state": ends[-1]}
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
            room.apply(entry, is_checked)
            if entry["kind"] == "move" and by is None and room.moved(entry["seat"], at):
                self.unsaved.add(room.id)
        room.row.update(row, revision=room.row["revision"] + len(jobs) - len(entries))
        if room.state != was:
            if not ends:
                await self.note_state(room)
            with contextlib.suppress(Silent):  # it is asked again when somebody looks
                await self.unseal(room)
        self.changed(room)
        notices.tell_turn(self, room)
        for tell in self.heralds:
            tell(self, room)
        if asked:
            with contextlib.suppress(Refused):
                await self.say(room, None, "", WENT_ON if entries[0]["kind"] == "move" else TAKEN_BACK, True)

    async def answer_asker(self, room: Room, answer: str) -> None:
        """Whoever asked to take back is told how it ended, and so is everybody else."""
        asked = room.wants_back

        def answered(room: Room) -> None:
            if room.wants_back != asked:
                raise Refused(MOVED_ON)  # somebody has answered at another server
            room.wants_back = None

        with contextlib.suppress(Refused):
            room = await self.share(room, answered)
            await self.say(room, None, "", answer, True)

    async def has_entry(self, entry: dict[str, object]) -> bool:
        """Is this very entry in the ledger, as far as it answers at once?"""
        key = (store.ledger.c.table_id == entry["table_id"], store.ledger.c.ply == entry["ply"])
        with contextlib.suppress(Silent, TimeoutError):
            async with asyncio.timeout(AT_ONCE):
                found = await self.store.rows_of(sa.select(store.ledger).where(*key))
            return bool(found) and all(found[0][name] == entry[name] for name in ("kind", "seat", "move", "at"))
        return False

    # ------------------------------------------------------------ the house

    async def close_table(self, table_id: str, word: str) -> None:
        """End a table with a word to its players: nothing counts, and what was secret stays so."""
        try:
            room: Room | None = await self.look_again(await self.room(table_id))
        except Silent:
            raise
        except Refused:  # it cannot be read
            room = None
        if room is not None and room.stopped is None:
            async with self.lock(table_id):
                room = self.rooms.get(table_id, room)
                if room.has_ended:
                    raise Refused(ENDED)
                await self.enter_all(room, [("close", OBSERVER, 0)], closed=word)
            return
        try:  # there is no next entry for it
            is_on = store.tables.c.state.not_in(ENDS.values())
            await self.store.commit(update_table(table_id, is_on, state="closed", closed=word))
        except Taken:
            raise Refused(ENDED) from None
        if room is not None:
            room.row.update(state="closed", closed=word, revision=room.row["revision"] + 1)
            self.changed(room)

    async def hear_of_bans(self) -> None:
        """Somebody was banned, here or at another server: his pages are closed."""
        with contextlib.suppress(Silent):
            await self.bans.refresh()
        if self.bans.known:
            for page in [page for pages in self.pages.values() for page in pages if self.bans.of(page.caller)]:
                page.wake()

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

    # ------------------------------------------------------------ words

    async def say(self, room: Room, seat: int | None, name: str, text: str, is_phrase: bool) -> None:
        """A word at the table."""
        text = " ".join(text.split())[:CHAT_LENGTH]
        if not text:
            raise Refused("there is nothing to say")
        row = {"table_id": room.id, "seat": seat, "name": name, "text": text, "is_phrase": is_phrase, "at": store.now()}
        row["is_hidden"] = False
        await self.write(room, store.Job(sa.insert(store.chat), row), update_table(room.id))
        room.row["revision"] += 1
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
