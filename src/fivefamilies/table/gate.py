"""The door: who comes in, and what may not. Signed cookies, forms with a token, origins, limits, headers, one log line each."""

import asyncio
import hashlib
import hmac
import itertools
import logging
import re
import secrets
import time
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from babel import negotiate_locale
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivefamilies.core.words import LANGUAGES, sentence, words
from fivefamilies.table.bans import BANNED, Ban, Bans
from fivefamilies.table.crowd import Caller, Crowd
from fivefamilies.table.ops import Metrics, request_id
from fivefamilies.table.telemetry import telemetry
from fivefamilies.table.texts import clean

log = logging.getLogger("fivefamilies.table.access")
COOKIE, YEAR = "family", 365 * 24 * 3600
THEMES = ("auto", "light", "dark")
NAME_LENGTH = 24
BODY, FILE = 64 * 1024, 2 * 1024 * 1024
STREAM = "/api/v1/seat/stream"
CROWDED = 1013  # "try again later"
UNWELCOME = 4403
FILES = ("/static/", "/metrics")  # the same for everybody
BAN_FREE = ("/static/", "/metrics", "/operator")  # nobody can lock himself out of the office
SERIES, NUMBERS = secrets.token_hex(4), itertools.count()  # of the requests of this process
ARRIVED = "fivefamilies.arrived"  # whether all of a request had arrived when it was answered
LINE = "fivefamilies.line"  # of a socket: who can send at once
CALLER = "fivefamilies.caller"  # where a scope keeps who asks
GONE = 499  # in the log: nobody was there any more to be answered
HOUSEHOLD = 64  # bits of an address of IPv6 that one customer cannot change
SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; font-src 'self'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
HEADERS = [(name.encode(), value.encode()) for name, value in {**SECURITY, "cache-control": "no-store"}.items()]  # unless given
OWN = frozenset(name for name, _ in HEADERS)
TOO_MANY = sentence("Too many requests; wait a moment.")
TOO_BIG = sentence("That is too big.")
TOO_SLOW = sentence("The request took too long to arrive; send it again.")
OUR_FAULT = sentence("Something went wrong on our side. Nothing that was acknowledged is lost.")
FOREIGN = sentence("This request came from another site.")


@dataclass(frozen=True)
class Guest:
    """Whoever asks: a player without an account."""

    id: str
    name: str
    language: str
    theme: str
    is_new: bool


class Doorman:
    """Knows guests by their cookie, and forms by their token."""

    def __init__(self, secret: str) -> None:
        self.secret = secret.encode()
        self.seal = URLSafeSerializer(secret, salt="player")

    def guest(self, connection: HTTPConnection) -> Guest:
        """Who this is; a stranger gets a new id, which his first answer sets as a cookie."""
        known = getattr(connection.state, "guest", None)
        if known is not None:
            return known
        language, theme = language_of(connection), connection.cookies.get("theme", "auto")
        try:
            data = self.seal.loads(connection.cookies.get(COOKIE, ""))
            guest = Guest(str(data["i"]), clean_name(data["n"]), language, theme if theme in THEMES else "auto", False)
        except (BadSignature, KeyError, TypeError):
            guest = Guest(secrets.token_hex(16), "", language, "auto", True)
        connection.state.guest = guest
        return guest

    def set_cookie(self, response: Response, guest: Guest, is_secure: bool) -> None:
        value = self.seal.dumps({"i": guest.id, "n": guest.name})
        assert isinstance(value, str)
        response.set_cookie(COOKIE, value, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure)

    def token(self, guest: Guest) -> str:
        """The token that this guest's forms carry."""
        return hmac.new(self.secret, f"form {guest.id}".encode(), hashlib.sha256).hexdigest()[:40]

    def accepts(self, guest: Guest, token: object) -> bool:
        return isinstance(token, str) and hmac.compare_digest(self.token(guest).encode(), token.encode())


def whole(text: str) -> int | None:
    """A whole number as programs write it, if this is one and not a huge one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def clean_name(name: object) -> str:
    """A nickname without control characters, not too long."""
    return "".join(letter for letter in clean(str(name)) if letter.isprintable())[:NAME_LENGTH].strip()


def language_of(connection: HTTPConnection) -> str:
    """The language that was chosen, or that the browser likes best of ours."""
    chosen = connection.cookies.get("lang", "")
    return chosen if chosen in LANGUAGES else liked_best(connection.headers.get("accept-language", "")[:200])


@lru_cache(maxsize=1000)
def liked_best(header: str) -> str:
    """The best of our languages by the header's weights (`fr;q=0.8`), the first of equals."""
    weights: dict[str, float] = {}
    for part in header.split(","):
        tag, _, rest = part.strip().lower().partition(";")
        found = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", rest)
        weights.setdefault(tag.strip(), float(found[1]) if found else 0.0 if rest.strip() else 1.0)
    liked = sorted((tag for tag, weight in weights.items() if tag and weight > 0), key=lambda tag: -weights[tag])
    best = negotiate_locale(liked, LANGUAGES, sep="-")
    return best if best in LANGUAGES else "en"


def is_same_origin(headers: Headers, required: bool, public_url: str | None = None) -> bool:
    """Does the request come from a page of ours, at the host it names or at our public address?"""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    if origin is None:
        return not required
    try:
        return urlsplit(origin).netloc in (headers.get("host", ""), urlsplit(public_url or "").netloc or None)
    except ValueError:  # no address at all
        return False


class TooBig(Exception):
    """The body is longer than we read."""


class Gate:
    """Everything that holds for all requests and sockets."""

    def __init__(self, app: ASGIApp, crowd: Crowd, metrics: Metrics) -> None:
        self.app, self.crowd, self.metrics = app, crowd, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.hold(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    # ------------------------------------------------------------ requests

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request: refused at the door or answered, with our headers, by a sentence if all else fails."""
        headers, began, status, sent = Headers(scope=scope), time.perf_counter(), 500, False
        number = id_of(scope)
        request_id.set(number)

        async def send_safely(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status, sent = message["status"], True
                given = {name for name, _ in message["headers"]}
                own = HEADERS if given.isdisjoint(OWN) else [header for header in HEADERS if header[0] not in given]
                message["headers"] = [*message["headers"], *own, (b"x-request-id", number.encode())]
            await send(message)

        limit = FILE if scope["path"] == "/import" else BODY
        line, span = None, telemetry.span("request", headers, **{"request.id": number, "http.request.method": scope["method"]})
        with span as told_of:
            try:
                refusal = await self.refusal(scope, headers, limit)
                if refusal is None and scope["path"] == STREAM:
                    line = self.crowd.connect(caller_of(scope))
                    refusal = None if line else self.turn_away(headers, 429, TOO_MANY)
                is_here = scope.get(ARRIVED) and header_in(scope, b"content-length")  # whole, and no longer than it says
                asked = receive if is_here else bounded(receive, limit, self.crowd.config.patience)
                await (refusal or self.app)(scope, asked, send_safely)
            except ClientDisconnect:  # whoever asked has hung up before he had told all
                status = GONE
            except Exception as error:
                if sent:
                    raise
                await self.excuse(scope, headers, error)(scope, receive, send_safely)
            finally:
                if line:
                    self.crowd.hang_up(caller_of(scope))
                self.note(scope, status, time.perf_counter() - began, told_of)

    def note(self, scope: Scope, status: int, seconds: float, span: Any) -> None:
        """Count an answer, log it, and tell of it where traces are kept."""
        route = getattr(scope.get("route"), "path", "-")  # never the path itself: it may hold a secret
        self.metrics.observe(scope["method"], route, status, seconds)
        scope["app"].state.club.watch.answered(seconds)
        if log.isEnabledFor(logging.INFO):
            ms = round(seconds * 1e3, 1)
            log.info("request", extra={"method": scope["method"], "route": route, "status": status, "ms": ms})
        if span is not None:
            span.set_attributes({"http.route": route, "http.response.status_code": status})

    async def refusal(self, scope: Scope, headers: Headers, limit: int) -> Response | None:
        """Why this request is turned away at the door."""
        length, path = whole(header_in(scope, b"content-length") or "0"), scope["path"]
        if length is None or length > limit:
            return self.turn_away(headers, 413, TOO_BIG)
        if path == "/health":
            return None
        ask = self.crowd.serves if path.startswith(FILES) else self.crowd.admits
        if not await ask(caller_of(scope)):
            return self.turn_away(headers, 429, TOO_MANY)
        if not path.startswith(BAN_FREE) and (ban := ban_of(scope)):
            return self.turn_away(headers, 403, BANNED, **ban.told())
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not header_in(scope, b"authorization"):
            if not is_same_origin(headers, False, self.crowd.config.public_url):
                return self.turn_away(headers, 403, FOREIGN)
        return None

    def excuse(self, scope: Scope, headers: Headers, error: Exception) -> Response:
        """The answer to a request that could not be carried out; a mistake of ours is logged."""
        if isinstance(error, TooBig):
            return self.turn_away(headers, 413, TOO_BIG)
        if isinstance(error, TimeoutError):
            return self.turn_away(headers, 408, TOO_SLOW)
        told = {"route": getattr(scope.get("route"), "path", "-")}
        logging.getLogger("fivefamilies.table").error("a request failed", exc_info=error, extra=told)
        return self.turn_away(headers, 500, OUR_FAULT)

    def turn_away(self, headers: Headers, status: int, why: str, **values: object) -> Response:
        say = words(language_of(HTTPConnection({"type": "http", "headers": headers.raw})))
        return PlainTextResponse(
            say(why, **values), status, {429: {"retry-after": "1"}, 408: {"connection": "close"}}.get(status)
        )

    # ------------------------------------------------------------ sockets

    async def hold(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One socket: refused, or open for as long as it does not flood us."""
        caller = caller_of(scope)
        if ban_of(scope):
            await send({"type": "websocket.close", "code": UNWELCOME})
            return
        line = self.crowd.connect(caller) if await self.crowd.admits(caller) else None
        if line is None:
            await send({"type": "websocket.close", "code": CROWDED})
            return

        async def receive_some() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                await asyncio.sleep(0)  # whoever sends frame after frame lets others in between
                if not self.crowd.hears(line):
                    await send({"type": "websocket.close", "code": CROWDED})
                    return {"type": "websocket.disconnect", "code": CROWDED}
            return message

        try:
            await self.app(scope, receive_some, send)
        finally:
            self.crowd.hang_up(caller)


def bounded(receive: Receive, limit: int, patience: float) -> Receive:
    """The same body, if it is not too long and does not take too long."""
    read, is_whole = 0, False
    deadline = asyncio.get_running_loop().time() + patience

    async def receive_some() -> Message:
        nonlocal read, is_whole
        async with asyncio.timeout_at(None if is_whole else deadline):
            message = await receive()
        read += len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
        if read > limit:
            raise TooBig
        return message

    return receive_some


def caller_of(scope: Scope) -> Caller:
    """Who asks, from the first moment to the last: a guest whose cookie is ours, a program whose token is that of a chair, or
    just an address."""
    known = scope.get(CALLER)
    if known is None:
        known = scope[CALLER] = find_caller(scope)
    return known


def find_caller(scope: Scope) -> Caller:
    """Who asks, as far as it is known now: the table of a token may not be here yet."""
    state, address = scope["app"].state, network_of(scope["client"][0]) if scope.get("client") else "-"
    if token := token_in(scope):
        room = state.club.rooms.get(token.partition(".")[0])
        chair = room.has_token(token) if room else None
        return Caller(address, f"chair {room.id} {chair.seat}", chair.player) if room and chair else Caller(address)
    guest: Guest = state.doorman.guest(HTTPConnection(scope))
    return Caller(address) if guest.is_new else Caller(address, f"guest {guest.id}", guest.id)


def ban_of(scope: Scope) -> Ban | None:
    """The ban that holds for whoever asks, if one does."""
    bans: Bans = scope["app"].state.club.bans
    return bans.of(caller_of(scope)) if bans.known else None


def header_in(scope: Scope, name: bytes) -> str:
    """What a request says of this, found without a look at all the rest; nothing, if it says nothing."""
    for key, value in scope["headers"]:
        if key == name:
            return value.decode("latin-1")
    return ""


def id_of(scope: Scope) -> str:
    """The request's own number: the one that a proxy gave it, or a new one."""
    given = header_in(scope, b"x-request-id")
    return given if given and re.fullmatch(r"[A-Za-z0-9-]{8,64}", given) else f"{SERIES}{next(NUMBERS) & 0xFFFFFFFF:08x}"


@lru_cache(maxsize=10_000)
def network_of(host: str) -> str:
    """Where somebody comes from: his address, or the network of it that one household is given."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, HOUSEHOLD), strict=False).network_address)


def token_in(scope: Scope) -> str:
    """The token that a program's request carries, if it does."""
    scheme, _, token = header_in(scope, b"authorization").partition(" ")
    return token if scheme.lower() == "bearer" else ""
