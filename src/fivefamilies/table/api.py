"""For programs: one seat, one token; what the seat sees as a stream, moves by id or in words.

    GET  /api/v1/seat           what the seat sees now
    GET  /api/v1/seat/stream    the same after every change, one JSON object a line; ?after=ID resumes
    POST /api/v1/seat/move      {"move": 23} or {"move": "play contract"}, with "at" from the last event
    WS   /api/v1/seat/ws        both over one socket

Every request carries `Authorization: Bearer TOKEN`. An event's id is the number of things that its seat was told of at this
table: it only grows, and what others do in secret does not count. Where a take-back goes on at a new table, so does the token.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from fivefamilies.core.errors import FamiliesError, NotThere, NotYours, Refused
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.table.answers import explain
from fivefamilies.table.bans import BANNED
from fivefamilies.table.club import Club
from fivefamilies.table.crowd import Caller
from fivefamilies.table.drawing import Moment
from fivefamilies.table.easel import pick
from fivefamilies.table.gate import caller_of, token_in, whole
from fivefamilies.table.live import run_until_closed
from fivefamilies.table.room import Chair, Eye, Room
from fivefamilies.table.store import Silent

BEAT = 15.0  # seconds after which an idle stream says that it is alive
FRAME = 16 * 1024


class Choice(msgspec.Struct):
    """A legal move: its words, its kind, the thing on the table that it is about, and its arguments."""

    id: int
    notation: str
    label: str
    kind: str
    thing: str
    arguments: dict[str, str]


class Line(msgspec.Struct):
    """A line of the log and the move of the match it belongs to."""

    ply: int
    line: str


class Ending(msgspec.Struct):
    """How the match ended."""

    payoffs: list[float]
    points: list[float]
    winners: list[int]


class Event(msgspec.Struct):
    """What a seat sees after a change; `id` is also the `at` of a move made now."""

    id: int
    table: str
    title: str
    seat: int
    options: dict[str, Any]
    state: str
    turn: int | None
    view: Any  # as the title declares it; the schema of a seat's event leaves it open
    legal: list[Choice]
    log: list[Line]
    result: Ending | None


class Wish(msgspec.Struct):
    """A move by its id or in words; `at` is the id of the event it answers."""

    move: int | str
    at: int | None = None


class Answer(msgspec.Struct):
    """The move is committed; the next event has this id."""

    next: int


class Problem(msgspec.Struct):
    """Why not, in a sentence."""

    error: str


def answer(thing: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(thing), status, media_type="application/json")


async def seat_of(club: Club, headers: Headers) -> tuple[Room, Chair]:
    """The chair that the token is for."""
    token = token_in(headers)
    if not token:
        raise NotYours("send the seat's token: Authorization: Bearer TOKEN")
    try:
        room = await latest(club, await club.room(token.partition(".")[0]))
    except NotThere:
        raise NotYours("that token is not known here") from None
    chair = room.has_token(token)
    if chair is None:
        raise NotYours("that token is not known here")
    if ban := club.bans.of_guest(chair.player):
        raise NotYours(BANNED, **ban.told())
    return room, chair


async def latest(club: Club, room: Room) -> Room:
    """The table itself, or where it goes on after a take-back."""
    while room.state == "over" and room.row["next"]:
        branch = await club.room(room.row["next"])
        if branch.row["parent"] != room.id:
            break
        room = branch
    return room


def event_of(room: Room, seat: int, language: str, since: int = 0) -> Event:
    """What the seat sees now; the log from move `since` of the match on."""
    moment = Moment(room, Eye(seat, language))
    result = room.match.result
    return Event(
        id=room.seen_by(seat), table=room.id, title=room.match.title.slug, seat=seat, options=room.match.options,
        state=room.state,
        turn=room.turn if room.turn >= 0 else None, view=moment.view(),
        legal=[msgspec.convert(pick(move, *Choice.__struct_fields__), Choice) for move in moment.moves().values()],
        log=[Line(**line) for line in moment.story(since)],
        result=Ending(list(result.payoffs), list(result.points), list(result.winners)) if result else None,
    )  # fmt: skip


def language_of(params: Any) -> str:
    return params.get("lang") if params.get("lang") in LANGUAGES else "en"


async def schema(request: Request) -> Response:
    """The JSON schema of everything that goes over the wire."""
    _, parts = msgspec.json.schema_components([Event, Wish, Answer, Problem], ref_template="#/$defs/{name}")
    return answer({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": parts})


async def guarded(request: Request, work: Any) -> Response:
    """Carry out; any mistake of the caller becomes a sentence in JSON."""
    try:
        return await work
    except FamiliesError as error:
        status = 401 if isinstance(error, NotYours) else 503 if isinstance(error, Silent) else 409
        return answer(Problem(explain(error, words(language_of(request.query_params)))), status)


async def seat(request: Request) -> Response:
    async def work() -> Response:
        club: Club = request.app.state.club
        room, chair = await seat_of(club, request.headers)
        if club.alliance:
            room = await club.look_again(room)
        return answer(event_of(room, chair.seat, language_of(request.query_params)))

    return await guarded(request, work())


def decode(body: bytes | str) -> Wish:
    try:
        return msgspec.json.decode(body, type=Wish)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("not a move: {error}", error=str(error)[:200]) from error


async def make(club: Club, room: Room, chair: Chair, wish: Wish) -> Answer:
    move = wish.move[:200] if isinstance(wish.move, str) else wish.move
    if isinstance(move, int) and not 0 <= move < room.match.title.moves:
        raise Refused("there is no such move")
    room = await club.fresh(room, [chair.seat], wish.at)
    await club.play(room, chair.seat, move, None if wish.at is None else room.ledger_ply(chair.seat, wish.at))
    return Answer(club.rooms.get(room.id, room).seen_by(chair.seat) if wish.at is None else wish.at + 1)


async def move(request: Request) -> Response:
    """Make a move; it is committed when the answer comes. The same request again gets the same answer."""

    async def work() -> Response:
        club: Club = request.app.state.club
        room, chair = await seat_of(club, request.headers)
        return answer(await make(club, room, chair, decode(await request.body())))

    return await guarded(request, work())


class Subscription:
    """A program that listens to its seat, for as long as its token is good."""

    def __init__(self, club: Club, room: Room, chair: Chair, caller: Caller, token: str, language: str, after: int) -> None:
        self.club, self.table_id, self.seat, self.language = club, room.id, chair.seat, language
        self.caller, self.token = caller, token
        self.is_dirty = asyncio.Event()
        self.last = after if after <= room.seen_by(chair.seat) else -1
        self.known = 0 if self.last < 0 else min(room.lengths[room.ledger_ply(self.seat, self.last) :])
        self.is_dirty.set()

    def wake(self) -> None:
        self.is_dirty.set()

    def is_welcome(self, room: Room) -> bool:
        chair = room.has_token(self.token)
        return chair is not None and chair.seat == self.seat and not self.club.bans.of(self.caller)

    async def events(self) -> AsyncIterator[Event | None]:
        """An event after every change that concerns the game; None when nothing happened for a while."""
        state = ""
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    await self.is_dirty.wait()
            except TimeoutError:
                yield None
                continue
            self.is_dirty.clear()
            here = self.club.rooms.get(self.table_id) or await self.club.room(self.table_id)
            room = await latest(self.club, here)
            if room is not here:
                self.move_to(room)
            if not self.is_welcome(room):
                return
            if room.seen_by(self.seat) == self.last and room.state == state:
                continue
            self.known = min(self.known, len(room.match.played))
            event = event_of(room, self.seat, self.language, self.known)
            self.last, self.known, state = event.id, room.known_plies(self.seat), room.state
            yield event
            if room.has_ended:
                return

    def move_to(self, room: Room) -> None:
        """Listen at the table where a take-back goes on; its story is told from the beginning."""
        self.club.leave_page(self.table_id, self, None)
        self.table_id, self.last, self.known = room.id, -1, 0
        self.club.enter_page(room, self, None)


def subscribe(club: Club, room: Room, chair: Chair, connection: Request | WebSocket, language: str) -> Subscription:
    """A line for whoever calls, from the event on that he heard last."""
    caller, token = caller_of(connection.scope), token_in(connection.headers)
    return Subscription(club, room, chair, caller, token, language, after_of(connection))


def after_of(connection: Request | WebSocket) -> int:
    after = whole(connection.query_params.get("after") or connection.headers.get("last-event-id") or "")
    return -1 if after is None else after


async def stream(request: Request) -> Response:
    """Events as JSON lines; an empty line means: still here."""

    async def work() -> Response:
        club: Club = request.app.state.club
        room, chair = await seat_of(club, request.headers)
        subscription = subscribe(club, room, chair, request, language_of(request.query_params))

        async def lines() -> AsyncIterator[bytes]:
            club.enter_page(room, subscription, None)
            try:
                async for event in subscription.events():
                    yield b"\n" if event is None else msgspec.json.encode(event) + b"\n"
            finally:
                club.leave_page(subscription.table_id, subscription, None)

        return StreamingResponse(lines(), media_type="application/x-ndjson", headers={"x-accel-buffering": "no"})

    return await guarded(request, work())


async def socket(websocket: WebSocket) -> None:
    """Events out, moves in, over one socket."""
    club: Club = websocket.app.state.club
    language = language_of(websocket.query_params)
    try:
        room, chair = await seat_of(club, websocket.headers)
    except Silent as error:
        await websocket.send_denial_response(answer(Problem(explain(error, words(language))), 503))
        return
    except FamiliesError:
        await websocket.close(4401)
        return
    subscription = subscribe(club, room, chair, websocket, language)
    await websocket.accept()

    async def tell() -> None:
        async for event in subscription.events():
            if event is not None:
                await websocket.send_bytes(msgspec.json.encode(event))
        await websocket.close()

    async def listen() -> None:
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect
            text = message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace")
            if len(text) > FRAME:
                await websocket.close(1009)
                return
            try:
                made: object = await make(club, *await seat_of(club, websocket.headers), decode(text))
            except FamiliesError as error:
                made = Problem(explain(error, words(language)))
            await websocket.send_bytes(msgspec.json.encode(made))

    club.enter_page(room, subscription, None)
    try:
        await run_until_closed(tell(), listen())
    finally:
        club.leave_page(subscription.table_id, subscription, None)
