"""'Your turn' on a phone or a desk by Web Push: off until a player allows it, encrypted for his browser alone.

The keys of the house are made at the first start and kept in the ledger. A browser names the address of its push service; we
speak to known services only, so that nobody makes the server call where he likes.
"""

import asyncio
import base64
import contextlib
import json
import logging
import re
import time
from functools import partial
from typing import TYPE_CHECKING

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fivefamilies.core.errors import Refused
from fivefamilies.core.words import words
from fivefamilies.table import notices, store
from fivefamilies.table.answers import club_of, guest_of, read_form
from fivefamilies.table.room import Room, digest
from fivefamilies.table.schema import Row, subscriptions
from fivefamilies.table.store import Job, Store

if TYPE_CHECKING:
    from fivefamilies.table.club import Club

log = logging.getLogger("fivefamilies.table")
SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
ADDRESS = re.compile(r"(?P<scheme>https?)://(?P<host>[a-z0-9.-]+)(?P<port>:[0-9]{1,5})?/[A-Za-z0-9/?&=%:;,._~!$'()*+-]*")
LONGEST, DEVICES = 1000, 10  # letters of an address; devices of one player
SECONDS = 8  # that a service may take
RESTING = 60.0  # seconds for which a player without a device is not looked up again: most have none, and every move asks
PLAYERS = 10_000  # of whom this is remembered
HOURS = 12  # that a service keeps a notice for a phone that is off
KEY = "vapid"
GONE = (404, 410)  # the browser has taken its leave


def is_available() -> bool:
    """Is pywebpush installed?"""
    try:
        import pywebpush  # noqa: F401
    except ImportError:
        return False
    return True


def new_key() -> str:
    """A private key for the house, as 32 bytes in base64url."""
    from py_vapid import Vapid02

    keys = Vapid02()
    keys.generate_keys()
    return to_text(keys.private_key.private_numbers().private_value.to_bytes(32, "big"))


def public_key(private: str) -> str:
    """What browsers are told of it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    return to_text(Vapid02.from_raw(private.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def to_text(some: bytes) -> str:
    return base64.urlsafe_b64encode(some).decode().rstrip("=")


async def house_key(ledger: Store) -> str | None:
    """The key of the house, made at the first start; none where pywebpush is not installed."""
    return await ledger.house_value(KEY, new_key) if is_available() else None


def is_known(endpoint: str, also: tuple[str, ...]) -> bool:
    """Is this the address of a push service that we speak to? One that the host names may be without encryption.

    Readers of addresses differ in what `https://a\\@b` means, so an address is of the plainest form or none."""
    found = ADDRESS.fullmatch(endpoint)
    if found is None:
        return False
    scheme, host, port = found["scheme"], found["host"], found["port"]
    if host + (port or "") in also:
        return True
    return scheme == "https" and not port and any(host == known or host.endswith(f".{known}") for known in SERVICES)


# ---------------------------------------------------------------- what a browser asks


async def key(request: Request) -> Response:
    """The public key of the house, or nothing where there is no push."""
    private = club_of(request).push_key
    return JSONResponse({"key": public_key(private) if private else None})


async def subscribe(request: Request) -> Response:
    """This browser wants to hear of its player's turns."""
    club, guest, form = club_of(request), guest_of(request), await read_form(request)
    endpoint, p256dh, auth = (str(form.get(name, "")) for name in ("endpoint", "p256dh", "auth"))
    if not club.push_key or not is_known(endpoint, club.config.push_services) or len(endpoint) > LONGEST:
        raise Refused("this server sends no notices there")
    if not (60 < len(p256dh) < 120 and 10 < len(auth) < 60):
        raise Refused("this browser's keys cannot be read")
    row = {
        "id": digest(endpoint), "player": guest.id, "endpoint": endpoint, "p256dh": p256dh, "auth": auth,
        "language": guest.language, "created": store.now(),
    }  # fmt: skip
    mine = await subscriptions_of(club.store, guest.id)
    old = [one["id"] for one in mine[DEVICES - 1 :]]
    gone = sa.delete(subscriptions).where(subscriptions.c.id.in_([row["id"], *old]))
    await club.store.commit(Job(gone), Job(sa.insert(subscriptions), row))
    club.without_device.pop(guest.id, None)
    return Response(status_code=204)


async def unsubscribe(request: Request) -> Response:
    """It wants to hear no more."""
    club, guest, form = club_of(request), guest_of(request), await read_form(request)
    gone = subscriptions.c.id == digest(str(form.get("endpoint", "")))
    await club.store.commit(Job(sa.delete(subscriptions).where(gone, subscriptions.c.player == guest.id)))
    return Response(status_code=204)


async def subscriptions_of(ledger: Store, player: str) -> list[Row]:
    """The devices of a player, the newest first."""
    return await ledger.rows_of(
        sa.select(subscriptions).where(subscriptions.c.player == player).order_by(subscriptions.c.created.desc())
    )


# ---------------------------------------------------------------- your turn


def tell_turn(club: "Club", room: Room) -> None:
    """Tell the player to move on his devices, unless he is here or a bot moves for him."""
    if not club.push_key or (turn := room.turn) < 0:
        return
    chair = room.chairs[turn]
    player = chair.player
    if player and not chair.driver and not room.is_here(player) and club.without_device.get(player, 0.0) < time.monotonic():
        club.spawn(tell_player(club, room, player), "push")


async def devices_of(club: "Club", player: str) -> list[Row]:
    """The devices of a player; he may have hundreds of tables, and whoever asks while the ledger is asked shares the answer."""
    asked = club.devices_asked.get(player)
    if asked is None:
        asked = club.devices_asked[player] = asyncio.ensure_future(subscriptions_of(club.store, player))
        asked.add_done_callback(lambda _: club.devices_asked.pop(player))
    return await asyncio.shield(asked)


async def tell_player(club: "Club", room: Room, player: str) -> None:
    """Leave a notice for each of his devices to the messengers."""
    with contextlib.suppress(Refused):
        devices = await devices_of(club, player)
        if not devices:
            if len(club.without_device) >= PLAYERS:
                club.without_device.clear()
            club.without_device[player] = time.monotonic() + RESTING
        for row in devices:
            say, title = words(row["language"]), room.match.title.called(row["language"])
            told = {"title": say("Five Families: it is your turn"), "body": say("{title} waits for your move.", title=title)}
            text = json.dumps({**told, "path": f"/t/{room.id}"}, ensure_ascii=False)
            notices.post(partial(send, club, asyncio.get_running_loop(), row, text))


def send(club: "Club", loop: asyncio.AbstractEventLoop, row: dict[str, object], text: str) -> None:
    """One notice to one browser; a browser that has taken its leave is forgotten."""
    from pywebpush import WebPushException, webpush

    where = {"endpoint": row["endpoint"], "keys": {"p256dh": row["p256dh"], "auth": row["auth"]}}
    contact = (
        club.config.public_url if (club.config.public_url or "").startswith("https:") else "mailto:host@fivefamilies.example"
    )
    try:
        webpush(where, text, club.push_key, {"sub": contact}, timeout=SECONDS, ttl=HOURS * 3600)
    except WebPushException as error:
        if getattr(error.response, "status_code", None) not in GONE:
            raise
        gone = Job(sa.delete(subscriptions).where(subscriptions.c.id == row["id"]))
        asyncio.run_coroutine_threadsafe(club.store.commit(gone), loop)
