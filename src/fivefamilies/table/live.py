"""Live pages: after every change an open page gets the regions that look different now, and nothing else."""

import asyncio
from collections.abc import Coroutine

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from fivefamilies.core.errors import FamiliesError
from fivefamilies.table import drawing, steps
from fivefamilies.table.club import Club
from fivefamilies.table.gate import UNWELCOME, Guest, caller_of, is_same_origin, whole
from fivefamilies.table.room import Eye, Room

FRAME = 4096  # a page has nothing to say that is longer
GONE = 4404
FOLLOW = {"steps on": True, "steps off": False}  # what a page may say
STILL_THERE = "still there?"  # or this, when it has heard nothing for a while


class Page:
    """One open page of a table."""

    def __init__(self, club: Club, room: Room, guest: Guest, socket: WebSocket) -> None:
        self.club, self.table_id, self.guest, self.socket = club, room.id, guest, socket
        self.caller, self.eyes = caller_of(socket.scope), eyes_of(socket)
        self.is_dirty = asyncio.Event()
        self.sent: drawing.Drawn | None = None
        self.eye: Eye | None = None
        self.ply = 0  # moves of the match that the page shows
        self.follows = False  # it plays the steps in between

    def wake(self) -> None:
        self.is_dirty.set()

    async def show(self) -> None:
        """Send what looks different now; many changes at once make one message."""
        while True:
            await self.is_dirty.wait()
            if self.sent is None:  # whole tables one at a time: a thousand pages that come back leave room for others' requests
                async with self.club.first_looks:
                    await asyncio.sleep(0)
            self.is_dirty.clear()
            room = self.club.rooms.get(self.table_id) or await self.club.room(self.table_id)
            eye = room.eye(self.guest.id, self.guest.language, self.eyes)
            if eye is None or self.club.bans.of(self.caller):
                await self.socket.close(UNWELCOME)
                return
            news = self.news(room, eye)
            if news:
                await self.socket.send_text(news)

    def news(self, room: Room, eye: Eye) -> str:
        """What turns the page into the table as it is now: the steps in between first, if it plays them."""
        drawn, ply = drawing.regions(room, eye), steps.known_ply(room, eye)
        before, told = self.sent, ""
        if self.follows and before is not None and self.eye == eye and room.state != "open":
            told, before = steps.frames(room, eye, self.ply, ply, before)
        news = told + drawn.news(before)
        self.sent, self.eye, self.ply = drawn, eye, ply
        return news

    async def listen(self) -> None:
        """Notice when the page is closed; all it says is whether it wants the steps in between, and whether we are here."""
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            said = message.get("text") or message.get("bytes") or ""
            if len(said) > FRAME:
                await self.socket.close(1009)
                return
            if said in FOLLOW:
                self.follows = FOLLOW[said]
            elif said == STILL_THERE:
                await self.socket.send_text("")


def eyes_of(connection: HTTPConnection) -> int:
    """The seat through whose eyes a late spectator wants to look."""
    return whole(connection.query_params.get("eyes", "")) or 0


async def live(socket: WebSocket) -> None:
    """The socket of a table page."""
    club: Club = socket.app.state.club
    guest: Guest = socket.app.state.doorman.guest(socket)
    if not is_same_origin(socket.headers, True, club.config.public_url):
        await socket.close(UNWELCOME)
        return
    try:
        room = await club.room(socket.path_params["table_id"])
        if club.alliance:
            room = await club.look_again(room)
    except FamiliesError:
        await socket.close(GONE)
        return
    if room.eye(guest.id, guest.language) is None:
        await socket.close(UNWELCOME)
        return
    await socket.accept()
    page = Page(club, room, guest, socket)
    club.enter_page(room, page, guest.id)
    page.wake()
    try:
        await run_until_closed(page.show(), page.listen())
    finally:
        club.leave_page(room.id, page, guest.id)


async def run_until_closed(*work: Coroutine[object, object, object]) -> None:
    """Run until one of the two ends, then end the other."""
    tasks = [asyncio.create_task(part) for part in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception) and not isinstance(result, (WebSocketDisconnect, RuntimeError)):
                raise result
