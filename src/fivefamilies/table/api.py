"""For programs: one seat, one token; what the seat sees as a stream, moves by id or in words.

    GET  /api/v1/seat           what the seat sees now
    GET  /api/v1/seat/stream    the same after every change, one JSON object a line; ?after=ID resumes
    POST /api/v1/seat/move      {"move": 23} or {"move": "play contract"}, with "at" from the last event
    WS   /api/v1/seat/ws        both over one socket

Every request carries `Authorization: Bearer TOKEN`. An event's id is the number of things that its seat was told of at this
table: it only grows, and what others do in secret does not count. Where a take-back goes on at a new table, so does the token.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable
from contextvars import copy_context
from typing import Any

import msgspec
from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from fivefamilies.core.contract import NOBODY
from fivefamilies.core.errors import FamiliesError, NotThere, NotYours, Refused
from fivefamilies.core.moves import Move
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.table.answers import explain, zipped
from fivefamilies.table.bans import BANNED
from fivefamilies.table.club import Club
from fivefamilies.table.crowd import Caller
from fivefamilies.table.drawing import Moment
from fivefamilies.table.gate import CROWDED, LINE, find_caller, token_in, whole
from fivefamilies.table.live import run_until_closed
from fivefamilies.table.room import Chair, Eye, Room, digest
from fivefamilies.table.store import Silent

GONE = 1006  # nobody is at the other end any more
BEAT = 15.0  # seconds after which an idle stream says that it is alive
FRAME = 16 * 1024
encode = msgspec.json.Encoder().encode


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


read_wish = msgspec.json.Decoder(Wish).decode


def answer(thing: object, status: int = 200) -> Response:
    return Response(encode(thing), status, media_type="application/json")


async def seat_of(club: Club, scope: Scope) -> tuple[Room, Chair]:
    """The chair that the token is for."""
    token = token_in(scope)
    if not token:
        raise NotYours("send the seat's token: Authorization: Bearer TOKEN")
    try:
        room = await club.room(token.partition(".")[0])
        room = await latest(club, room) if room.row["next"] else room
    except NotThere:
        raise NotYours("that token is not known here") from None
    chair = room.has_token(token)
    if chair is None and club.alliance is not None:  # another server may have given it out, and we have not heard of it
        room = await club.look_again(room)
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


def event_of(room: Room, eye: Eye, since: int = 0) -> tuple[Event, int]:
    """What the seat sees now, with the log from move `since` of the match on; and how many moves of the match it knows of."""
    moment, match, turn = Moment(room, eye), room.match, room.turn
    told, result = room.lines(moment.seat, moment.say), match.result if room.actor == NOBODY else None
    return Event(
        id=room.seen_by(eye.seat), table=room.id, title=match.title.slug, seat=eye.seat, options=match.options,
        state=room.state, turn=turn if turn >= 0 else None, view=moment.view(), legal=[*map(choice, moment.legal())],
        log=[Line(ply + 1, line) for ply in range(since, moment.ply) for line in told[ply]],
        result=Ending(list(result.payoffs), list(result.points), list(result.winners)) if result else None,
    ), moment.live  # fmt: skip


def choice(move: Move) -> Choice:
    """A legal move as programs get it."""
    words = {name: str(word) for name, word in move.arguments.items()}
    return Choice(move.id, move.notation, move.label, move.kind, move.thing, words)


def language_of(params: Any) -> str:
    return params.get("lang") if params.get("lang") in LANGUAGES else "en"


async def schema(request: Request) -> Response:
    """The JSON schema of everything that goes over the wire."""
    _, parts = msgspec.json.schema_components([Event, Wish, Answer, Problem], ref_template="#/$defs/{name}")
    return answer({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": parts})


def refusal(error: FamiliesError, params: Any) -> Response:
    """A mistake of the caller as a sentence in JSON."""
    status = 401 if isinstance(error, NotYours) else 503 if isinstance(error, Silent) else 409
    return answer(Problem(explain(error, words(language_of(params)))), status)


async def guarded(request: Request, work: Awaitable[Response]) -> Response:
    """Carry out; any mistake of the caller becomes a sentence in JSON."""
    try:
        return await work
    except FamiliesError as error:
        return refusal(error, request.query_params)


async def seat(request: Request) -> Response:
    async def work() -> Response:
        club: Club = request.app.state.club
        room, chair = await seat_of(club, request.scope)
        if club.alliance:
            room = await club.look_again(room)
        return answer(event_of(room, Eye(chair.seat, language_of(request.query_params)))[0])

    return await guarded(request, work())


def decode(body: bytes | str) -> Wish:
    try:
        return read_wish(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("not a move: {error}", error=str(error)[:200]) from error


async def make(club: Club, room: Room, chair: Chair, wish: Wish) -> Answer:
    move = wish.move[:200] if isinstance(wish.move, str) else wish.move
    if isinstance(move, int) and not 0 <= move < room.match.title.moves:
        raise Refused("there is no such move")
    room = await club.fresh(room, [chair.seat], wish.at)
    await club.play(room, chair.seat, move, None if wish.at is None else room.ledger_ply(chair.seat, wish.at))
    return Answer(club.rooms.get(room.id, room).seen_by(chair.seat) if wish.at is None else wish.at + 1)


class Straight:
    """An endpoint that is asked so often that nothing stands between it and the gate."""

    def __init__(self, endpoint: ASGIApp) -> None:
        self.endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.endpoint(scope, receive, send)


@Straight
async def move(scope: Scope, receive: Receive, send: Send) -> None:
    """Make a move; it is committed when the answer comes. The same request again gets the same answer."""
    club: Club = scope["app"].state.club
    try:
        room, chair = await seat_of(club, scope)
        content = encode(await make(club, room, chair, decode(await body_of(receive))))
    except FamiliesError as error:
        await zipped(refusal(error, QueryParams(scope["query_string"])))(scope, receive, send)
        return
    headers = [(b"content-length", str(len(content)).encode()), (b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": content})


async def body_of(receive: Receive) -> bytes:
    """The whole body of a request."""
    body, is_whole = b"", False
    while not is_whole:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body, is_whole = body + message.get("body", b""), not message.get("more_body", False)
    return body


class Subscription:
    """A program that listens to its seat, for as long as its token is good."""

    def __init__(self, club: Club, room: Room, chair: Chair, caller: Caller, token: str, language: str, after: int) -> None:
        self.club, self.table_id, self.seat, self.eye = club, room.id, chair.seat, Eye(chair.seat, language)
        self.caller, self.token = caller, digest(token)
        self.last, self.state = after if after <= room.seen_by(chair.seat) else -1, ""
        self.known = 0 if self.last < 0 else min(room.lengths[room.ledger_ply(self.seat, self.last) :])
        self.is_dirty, self.is_busy, self.is_over = asyncio.Event(), False, False
        self.is_dirty.set()
        self.line: Any = None  # a socket that can send at once
        self.is_due, self.loop, self.context = False, asyncio.get_running_loop(), copy_context()

    def wake(self) -> None:
        """Something has changed."""
        if self.line is None or self.is_busy:
            self.is_dirty.set()
        elif not self.is_due:
            self.is_due = True
            self.loop.call_soon(self.tell_at_once, context=self.context)

    def tell_at_once(self) -> None:
        """Send what has changed if nothing has to be waited for; whatever else there is to do is left to the line's own task."""
        self.is_due, room, was = False, self.club.rooms.get(self.table_id), (self.last, self.known, self.state)
        if not self.is_busy and not self.is_dirty.is_set() and room is not None and not room.has_ended and self.is_welcome(room):
            with contextlib.suppress(Exception):  # the task will meet it again
                event = self.news(room)
                if event is None or self.line.send_at_once(encode(event)):
                    return
        self.last, self.known, self.state = was
        self.is_dirty.set()

    def is_welcome(self, room: Room) -> bool:
        chair = room.chair_of(self.token)
        return chair is not None and chair.seat == self.seat and not self.club.bans.of(self.caller)

    async def look(self) -> Event | None:
        """What has changed, if it concerns the game; after the end nobody needs to look again."""
        self.is_dirty.clear()
        here = self.club.rooms.get(self.table_id) or await self.club.room(self.table_id)
        room = await latest(self.club, here) if here.row["next"] else here
        if room is not here:
            self.move_to(room)
        if not self.is_welcome(room):
            self.is_over = True
            return None
        event = self.news(room)
        self.is_over = event is not None and room.has_ended
        return event

    def news(self, room: Room) -> Event | None:
        """What the seat has not been told of."""
        if room.seen_by(self.seat) == self.last and room.state == self.state:
            return None
        event, self.known = event_of(room, self.eye, min(self.known, len(room.match.played)))
        self.last, self.state = event.id, event.state
        return event

    def move_to(self, room: Room) -> None:
        """Listen at the table where a take-back goes on; its story is told from the beginning."""
        self.club.leave_page(self.table_id, self, None)
        self.table_id, self.last, self.known = room.id, -1, 0
        self.club.enter_page(room, self, None)


def subscribe(club: Club, room: Room, chair: Chair, connection: Request | WebSocket, language: str) -> Subscription:
    """A line for whoever calls, from the event on that he heard last."""
    caller, token = find_caller(connection.scope), token_in(connection.scope)
    return Subscription(club, room, chair, caller, token, language, after_of(connection))


def after_of(connection: Request | WebSocket) -> int:
    after = whole(connection.query_params.get("after") or connection.headers.get("last-event-id") or "")
    return -1 if after is None else after


async def stream(request: Request) -> Response:
    """Events as JSON lines; an empty line means: still here."""

    async def work() -> Response:
        club: Club = request.app.state.club
        room, chair = await seat_of(club, request.scope)
        subscription = subscribe(club, room, chair, request, language_of(request.query_params))

        async def lines() -> AsyncIterator[bytes]:
            club.enter_page(room, subscription, None)
            try:
                while not subscription.is_over:
                    try:
                        async with asyncio.timeout(BEAT):
                            await subscription.is_dirty.wait()
                    except TimeoutError:
                        yield b"\n"
                        continue
                    event = await subscription.look()
                    if event is not None:
                        yield encode(event) + b"\n"
            finally:
                club.leave_page(subscription.table_id, subscription, None)

        return StreamingResponse(lines(), media_type="application/x-ndjson", headers={"x-accel-buffering": "no"})

    return await guarded(request, work())


@Straight
async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Events out, moves in, over one socket."""
    websocket = WebSocket(scope, receive, send)
    club: Club = websocket.app.state.club
    language = language_of(websocket.query_params)
    try:
        room, chair = await seat_of(club, scope)
    except Silent as error:
        await websocket.send_denial_response(answer(Problem(explain(error, words(language))), 503))
        return
    except FamiliesError:
        await websocket.close(4401)
        return
    subscription = subscribe(club, room, chair, websocket, language)
    await websocket.accept()
    subscription.line = scope.get(LINE)

    async def tell() -> None:
        try:
            while not subscription.is_over:
                await subscription.is_dirty.wait()
                subscription.is_busy = True
                event = await subscription.look()
                if event is not None:
                    await send({"type": "websocket.send", "bytes": encode(event)})
                subscription.is_busy = False
            await websocket.close()
        except FamiliesError:  # the table cannot be read now
            await websocket.close(CROWDED)
        except OSError:
            raise WebSocketDisconnect(GONE) from None

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
                made: object = await make(club, *await seat_of(club, scope), decode(text))
            except FamiliesError as error:
                made = Problem(explain(error, words(language)))
            await websocket.send_bytes(encode(made))

    club.enter_page(room, subscription, None)
    try:
        await run_until_closed(tell(), listen())
    finally:
        club.leave_page(subscription.table_id, subscription, None)
