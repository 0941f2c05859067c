"""The door: who comes in, and what may not. Signed cookies, forms with a token, origins, limits, headers, one log line each."""

import hashlib
import hmac
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response

from fivefamilies.core.words import LANGUAGES, sentence, words
from fivefamilies.table.ops import Metrics
from fivefamilies.table.texts import clean

log = logging.getLogger("fivefamilies.table.access")
COOKIE, YEAR = "family", 365 * 24 * 3600
THEMES = ("auto", "light", "dark")
NAME_LENGTH = 24
BODY, FILE = 64 * 1024, 2 * 1024 * 1024
SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; font-src 'self'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
TOO_MANY = sentence("Too many requests; wait a moment.")
TOO_BIG = sentence("That is too big.")
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

    def accepts(self, guest: Guest, token: Any) -> bool:
        return isinstance(token, str) and hmac.compare_digest(self.token(guest).encode(), token.encode())


def whole(text: str) -> int | None:
    """A whole number as programs write it, if this is one and not a huge one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def clean_name(name: Any) -> str:
    """A nickname without control characters, not too long."""
    return "".join(letter for letter in clean(str(name)) if letter.isprintable())[:NAME_LENGTH].strip()


def language_of(connection: HTTPConnection) -> str:
    """The language that was chosen, or that the browser asks for."""
    chosen = connection.cookies.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    for part in connection.headers.get("accept-language", "").split(","):
        if part.strip()[:2].lower() in LANGUAGES:
            return part.strip()[:2].lower()
    return "en"


def is_same_origin(headers: Headers, required: bool, public_url: str | None = None) -> bool:
    """Does the request come from a page of ours, at the host it names or at our public address?"""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    if origin is None:
        return not required
    return urlsplit(origin).netloc in (headers.get("host", ""), urlsplit(public_url or "").netloc or None)


class Limits:
    """So many requests a second from one place, a burst now and then."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.buckets: dict[str, tuple[float, float]] = {}

    def allows(self, who: str) -> bool:
        now = time.monotonic()
        left, then = self.buckets.get(who, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        if len(self.buckets) > 20_000:
            self.buckets = {key: bucket for key, bucket in self.buckets.items() if now - bucket[1] < self.burst / self.rate}
        self.buckets[who] = (left - 1 if left >= 1 else left, now)
        return left >= 1


Scope = MutableMapping[str, Any]
App = Callable[[Scope, Any, Any], Awaitable[None]]


class TooBig(Exception):
    """The body is longer than we read."""


class Gate:
    """Everything that holds for all requests."""

    def __init__(self, app: App, limits: Limits, metrics: Metrics, public_url: str | None = None) -> None:
        self.app, self.limits, self.metrics, self.public_url = app, limits, metrics, public_url

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, began, status, sent = Headers(scope=scope), time.perf_counter(), 500, False

        async def send_safely(message: MutableMapping[str, Any]) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status, sent = message["status"], True
                out = MutableHeaders(scope=message)
                for key, value in SECURITY.items():
                    out.setdefault(key, value)
                if "cache-control" not in out:
                    out["cache-control"] = "no-store"
            await send(message)

        limit, read = FILE if scope["path"] == "/import" else BODY, 0

        async def receive_some() -> Any:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > limit:
                raise TooBig
            return message

        refusal = self.refusal(scope, headers, limit)
        try:
            await (refusal or self.app)(scope, receive_some, send_safely)
        except TooBig:
            if not sent:
                await self.turn_away(headers, 413, TOO_BIG)(scope, receive, send_safely)
        finally:
            route = getattr(scope.get("route"), "path", "-")  # never the path itself: it may hold a secret
            seconds = time.perf_counter() - began
            self.metrics.observe(scope["method"], route, status, seconds)
            told = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1e3, 1)}
            log.info("request", extra=told)

    def refusal(self, scope: Scope, headers: Headers, limit: int) -> Response | None:
        """Why this request is turned away at the door."""
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > limit:
            return self.turn_away(headers, 413, TOO_BIG)
        if scope["path"].startswith(("/static/", "/health", "/metrics")):
            return None
        client = scope.get("client") or ("-", 0)
        who = headers.get("authorization") or headers.get("cookie") or client[0]
        if not self.limits.allows(hashlib.sha256(who.encode()).hexdigest()):
            return self.turn_away(headers, 429, TOO_MANY)
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and "authorization" not in headers:
            if not is_same_origin(headers, False, self.public_url):
                return self.turn_away(headers, 403, FOREIGN)
        return None

    def turn_away(self, headers: Headers, status: int, why: str) -> Response:
        say = words(language_of(HTTPConnection({"type": "http", "headers": headers.raw})))
        return PlainTextResponse(say(why), status, {"retry-after": "1"} if status == 429 else None)
