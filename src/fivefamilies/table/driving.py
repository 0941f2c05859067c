"""Who moves when no person does: bots, and clocks that have run out. Nothing that fails here stops a table for good."""

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING

from fivefamilies.core.errors import Refused
from fivefamilies.table import lessons
from fivefamilies.table.clocks import TIME_UP, Pace
from fivefamilies.table.room import Chair, Room
from fivefamilies.table.store import now, update_table
from fivefamilies.table.telemetry import telemetry
from fivefamilies.table.thinkers import UNDERSTUDY

if TYPE_CHECKING:
    from fivefamilies.table.club import Club

log = logging.getLogger("fivefamilies.table")
RESIGNED = "resigned"  # stands in for a player who gave up
AT_ONCE = 1.0  # seconds after a move in which a clock begins with it
LONGEST_WAIT = 20.0  # seconds at most before what failed is tried again


class Drivers:
    """The tasks that move for bots, one for each table where it is a bot's turn."""

    def __init__(self, club: "Club") -> None:
        self.club = club
        self.tasks: dict[str, asyncio.Task] = {}
        self.pace = Pace(club.config.pace)
        self.late: set[str] = set()  # tables where a bot is about to move for somebody whose time is up

    def __len__(self) -> int:
        return len(self.tasks)

    def __contains__(self, table_id: str) -> bool:
        return table_id in self.tasks

    def wake(self, room: Room) -> None:
        """Start the clock of the one to move; let a bot move if it is its turn."""
        turn, clock = room.turn, room.clock
        chair = room.chairs[turn] if turn >= 0 else None
        was = clock.running
        if clock.mode == "off":
            clock.run(None)
        else:
            clock.run(turn if chair and chair.is_person and not chair.driver and self.is_timed(room, chair) else None)
        if not self.is_kept(room):
            return
        if clock.running != was and self.club.alliance and now() - room.at > AT_ONCE:
            self.club.spawn(self.share_clock(room), "clock")
        if chair is None or chair.driver is None or room.wants_back or self.club.is_closing or room.id in self.tasks:
            return
        task = asyncio.create_task(self.drive(room.id), name=f"bots of {room.id}")
        self.tasks[room.id] = task
        task.add_done_callback(lambda done: self.stop_driving(room.id, done))

    def is_kept(self, room: Room) -> bool:
        """Is it this server that moves for bots here, and looks at the clock?"""
        return self.club.alliance is None or room.id in self.club.alliance.kept

    async def share_clock(self, room: Room) -> None:
        """Somebody came or left in the middle of a move: let all servers know since when whose time passes."""
        with contextlib.suppress(Refused):
            await self.club.store.commit(update_table(room.id, clock=room.clock_now()))
            room.row["revision"] += 1

    def is_timed(self, room: Room, chair: Chair) -> bool:
        """Does the time of the one to move pass? While he is away it stands, but no longer than the others must wait to vote."""
        return room.is_present(chair) or room.absent_for(chair, now()) >= self.club.config.grace

    def stop_driving(self, table_id: str, task: asyncio.Task) -> None:
        self.tasks.pop(table_id, None)
        if task.cancelled() or self.club.is_closing:
            return
        if task.exception():
            log.error("bots stopped and are started again", exc_info=task.exception(), extra={"table": table_id})
        if table_id in self.club.rooms:
            self.wake(self.club.rooms[table_id])

    def may_drive(self, room: Room) -> bool:
        """Is it a bot's turn? It waits while somebody asks to take back: its move would answer for those who are asked."""
        return self.is_kept(room) and room.turn >= 0 and room.chairs[room.turn].driver is not None and room.wants_back is None

    async def drive(self, table_id: str) -> None:
        """Move for bots as long as it is their turn, whatever happens. What fails is tried again after a while."""
        failures = 0
        while (room := self.club.rooms.get(table_id)) is not None and self.may_drive(room):
            try:
                with telemetry.span("bot's turn", table=table_id, bot=room.chairs[room.turn].driver or ""):
                    await self.move_for_bot(room, room.turn, room.plies)
                failures = 0
            except Exception as error:
                failures += 1
                if not isinstance(error, Refused):
                    log.error("a bot's move failed", exc_info=error, extra={"table": table_id})
                await asyncio.sleep(min(0.01 * 4**failures, LONGEST_WAIT))

    async def move_for_bot(self, room: Room, seat: int, at: int) -> None:
        """One move. A bot takes its pace whatever it holds: time tells nothing."""
        bot = room.chairs[seat].driver
        assert bot is not None
        began = time.monotonic()
        if lessons.is_on(room):
            choice = await lessons.choose(room, seat)
        else:
            choice = await self.club.thinkers.choose(room, seat, UNDERSTUDY if bot == RESIGNED else bot)
        self.club.watch.thought(room.id, bot, time.monotonic() - began)
        if self.club.alliance or self.club.pages.get(room.id):
            pace = self.pace.of(bot, choice.seconds)
            await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))
        by = bot if bot == RESIGNED else choice.by
        await self.club.play(room, seat, choice.move, at, by=by + TIME_UP if is_out_of_time(room, seat) else by)

    def look_at_clock(self, room: Room) -> None:
        """Is a player's time up, or has he been away for so long that it has to go on?"""
        if room.id in self.late or not self.is_kept(room):
            return
        if room.clock.is_up():
            room.clock.run(None)
            self.late.add(room.id)
            self.club.spawn(self.time_is_up(room), "time is up")
        elif room.clock.mode != "off" and room.clock.running is None and room.turn >= 0:
            self.wake(room)

    async def time_is_up(self, room: Room) -> None:
        """A bot makes the move; with an empty bank it keeps the chair until its player takes it back."""
        seat, at = room.turn, room.plies
        try:
            with contextlib.suppress(Refused):
                if seat >= 0 and room.clock.mode == "bank":
                    await self.club.change_chair(room, seat, stand_in=UNDERSTUDY)
                elif seat >= 0:
                    choice = await self.club.thinkers.choose(room, seat, UNDERSTUDY)
                    await self.club.play(room, seat, choice.move, at, by=choice.by + TIME_UP)
        finally:
            self.late.discard(room.id)


def is_out_of_time(room: Room, seat: int) -> bool:
    """Does a bot move because this player's bank has just run empty? After its move there is the increment in it."""
    return room.clock.mode == "bank" and room.chairs[seat].is_person and room.clock.left[seat] <= 0
