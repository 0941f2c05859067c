"""`families serve`: start the web table and open it."""

import asyncio
import gc
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from fivefamilies.core.errors import Refused
from fivefamilies.table.app import create_app
from fivefamilies.table.config import Config
from fivefamilies.table.doors import Doors
from fivefamilies.table.gate import ARRIVED, CROWDED, LINE
from fivefamilies.table.ops import JsonLines

GRACE = 5  # seconds for open requests when the table closes
KNOCKS, KNOCK_AGAIN = 50, 0.02  # times that another worker is asked to take a line, and the seconds in between
LAST_WORDS = 1.0  # seconds for somebody who does not read to read why he is let go
NO_ANSWER = "no answer: call again"
SWITCHED = 101  # a request has become a socket
SHORT, LONG = 126, 0xFFFF  # bytes from which on a frame tells its length apart, and in two bytes at most
# Objects more than were let go before cycles are looked for among them, and how much more seldom among older ones: short pauses.
YOUNG = 50_000, 3, 15


def set_up_logs(level: str) -> None:
    """One JSON object a line on the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    levels = {"fivefamilies": logging.DEBUG, "uvicorn": logging.INFO, "python_multipart": logging.ERROR}
    for name, least in levels.items():  # uvicorn's debug log has every cookie, the parser of forms a line for every odd form
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(max(least, logging.getLevelNamesMapping()[level.upper()]))


class Together:
    """A transport that sends the head of an answer with the first part of its body, in one piece: uvicorn writes them one after
    the other, and each way to the kernel costs as much as both."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.transport, self.loop, self.head = transport, loop, b""
        self.is_closing, self.get_extra_info = transport.is_closing, transport.get_extra_info

    def write(self, data: bytes) -> None:
        if self.head:
            data, self.head = self.head + data, b""
        elif data.startswith(b"HTTP/1.1 "):
            self.head = data
            self.loop.call_soon(self.flush)
            return
        self.transport.write(data)

    def flush(self) -> None:
        """Nothing followed the head at once."""
        if self.head:
            self.transport.write(self.head)
            self.head = b""

    def close(self) -> None:
        self.flush()
        self.transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)


class Impatient(HttpToolsProtocol):
    """uvicorn's own protocol, but it does not wait for ever: for the head of a request, for a body that nobody reads any more, or
    for somebody who asks and never reads the answer."""

    patience = 20.0
    doors: Doors | None = None  # of the workers at this port, where there are several
    heard = b""  # of a line that another worker has handed over
    is_new = True
    due: float | None = None  # when what we wait for has to be here
    alarm: asyncio.TimerHandle | None = None
    unread: asyncio.TimerHandle | None = None

    def expect(self) -> None:
        """Hang up unless what is due arrives in time."""
        self.due = self.loop.time() + self.patience
        if self.alarm is None:
            self.alarm = self.loop.call_at(self.due, self.look_at_the_clock)

    def forget(self) -> None:
        self.due = None

    def look_at_the_clock(self) -> None:
        """One alarm serves request after request: it is set again for what is due by then."""
        self.alarm = None
        if self.due is None:
            return
        if self.loop.time() >= self.due:
            self.transport.close()
        else:
            self.alarm = self.loop.call_at(self.due, self.look_at_the_clock)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.transport = cast(asyncio.Transport, Together(transport, self.loop))
        self.expect()
        if self.heard:
            self.is_new = False
            self.data_received(self.heard)

    def data_received(self, data: bytes) -> None:
        if self.is_new and self.doors is not None:
            self.is_new = False
            door = self.doors.door_of(data)
            if door != self.doors.own:
                self.transport.pause_reading()  # all else is for whoever takes it
                self.hand_over(door, data, KNOCKS)
                return
        super().data_received(data)

    def hand_over(self, door: int, data: bytes, knocks: int) -> None:
        """Let another worker go on with this line. If it takes none for a while, or is not there, the line is served here."""
        if self.doors is None or self.transport.is_closing():
            return
        try:
            self.doors.hand_over(door, self.transport.get_extra_info("socket").fileno(), data)
        except OSError as error:
            if isinstance(error, BlockingIOError) and knocks:
                self.loop.call_later(KNOCK_AGAIN, self.hand_over, door, data, knocks - 1)
                return
            self.transport.resume_reading()
            super().data_received(data)
        else:
            self.transport.close()  # our end of it

    def handle_websocket_upgrade(self) -> None:
        self.transport = cast(Together, self.transport).transport
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.expect()

    def on_headers_complete(self) -> None:
        self.forget()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.more_body:
            self.expect()

    def on_message_complete(self) -> None:
        self.forget()
        self.scope[ARRIVED] = True  # type: ignore[literal-required]
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.unread = self.unread or self.loop.call_later(self.patience, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.forget_unread()

    def forget_unread(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget()
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        self.forget_unread()
        super().connection_lost(exc)


class Attentive(WebSocketsSansIOProtocol):
    """uvicorn's own socket, but whoever does not read, or is no longer there, is let go for good, and told to call again.

    uvicorn waits until he has read all that was sent to him, perhaps for ever; and it says 1011, after which no page calls."""

    patience = 20.0
    unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self.unread = self.unread or self.loop.call_later(self.patience, self.let_go)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.forget_unread()

    def keepalive_timeout(self) -> None:
        self.pong_timer = self.pending_ping_payload = None
        self.let_go()

    def let_go(self) -> None:
        """Say why, and do not wait until it has been read."""
        if not self.close_sent and not self.transport.is_closing():
            self.conn.fail(CROWDED, NO_ANSWER)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()
        self.loop.call_later(LAST_WORDS, self.transport.abort)

    def forget_unread(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget_unread()
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHED:
            self.scope[LINE] = self  # type: ignore[literal-required]

    async def send(self, message: Any) -> None:
        data = message.get("bytes")
        if data is None or not self.send_at_once(data):
            await super().send(message)

    def send_at_once(self, data: bytes) -> bool:
        """Send bytes as one frame, unless they have to be packed or something is in the way: that is uvicorn's."""
        if self.conn.extensions or len(data) > LONG or not self.is_free_to_send():
            return False
        length = bytes((len(data),)) if len(data) < SHORT else b"\x7e" + len(data).to_bytes(2, "big")
        self.transport.write(b"\x82" + length + data)
        return True

    def is_free_to_send(self) -> bool:
        """Is the line open both ways, and does nothing wait to be read?"""
        is_open = self.handshake_complete and self.initial_response is None and self.conn.state is State.OPEN
        return is_open and self.writable.is_set() and not self.disconnected and not self.close_sent


def listen(host: str, port: int, shares: bool = False) -> socket.socket:
    """A socket that has this port, or the next one that is free; one that is shared has it before anybody listens there."""
    try:
        family, *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise Refused("{host} is not an address of this machine: {error}", host=host, error=error) from error
    why: OSError | None = None
    for candidate in range(port, min(port + 50, 65536)) if port else [0]:
        door = socket.socket(family)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shares:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            door.bind((host, candidate))
            if not shares:
                door.listen(2048)
            return door
        except OSError as error:
            door.close()
            why = error
    raise Refused("{host}, port {port}: cannot be opened: {error}", host=host, port=port, error=why and why.strerror) from why


def address_of(host: str, door: socket.socket) -> str:
    """What to type into a browser on this machine."""
    own = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{own}:{door.getsockname()[1]}"


def keep_what_is_here() -> None:
    """Modules, templates and words stay for good: the search for cycles need not go through them again and again."""
    gc.freeze()
    gc.set_threshold(*YOUNG)


class Server(uvicorn.Server):
    """uvicorn's server, which says when it is open."""

    tell: Callable[[], None]
    doors: Doors | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            keep_what_is_here()
            if self.doors is not None:
                self.doors.open(self.protocol)
            self.tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.doors is not None:
            self.doors.close()
        await super().shutdown(sockets)

    def protocol(self, heard: bytes) -> asyncio.Protocol:
        """As for any other line, which began like this at another worker."""
        made: Any = self.config.http_protocol_class
        protocol = made(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        protocol.heard = heard
        return cast(asyncio.Protocol, protocol)


def serve(
    config: Config, host: str, port: int, is_opened: bool, level: str = "info", tell: Callable[[str], None] | None = None,
    door: socket.socket | None = None, doors: Doors | None = None,
) -> bool:  # fmt: skip
    """Run until told to stop; open requests are finished, the ledger is closed. False if the table never opened."""
    set_up_logs(level)
    door = listen(host, port) if door is None else door
    address = config.public_url or address_of(host, door)

    def is_open() -> None:
        if tell:
            tell(address)
        if is_opened:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    server = Server(uvicorn.Config(
        create_app(config), log_config=None, access_log=False, timeout_graceful_shutdown=GRACE,
        http=type("Door", (Impatient,), {"patience": config.patience, "doors": doors}), timeout_keep_alive=60,
        ws_per_message_deflate=True,  # a new round draws most of a board anew: 45 kB are sent as 6, for a tenth of a millisecond
        ws=type("Line", (Attentive,), {"patience": config.patience}), ws_max_size=64 * 1024, server_header=False,
        ws_ping_interval=config.patience, ws_ping_timeout=config.patience,
    ))  # fmt: skip
    server.tell, server.doors = is_open, doors
    server.run([door])
    return server.started
