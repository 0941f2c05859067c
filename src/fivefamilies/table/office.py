"""The operator's office, behind a token: what the house is doing, whom it lets in, which tables it closes, what was reported.

It never looks into a game: no hand, no position, no promised secret is read here, and nothing here can show one.
"""

import hmac
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa
from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from fivefamilies import games
from fivefamilies.core.errors import NotThere, NotYours, Refused
from fivefamilies.core.words import sentence
from fivefamilies.table import reports
from fivefamilies.table.almanac import now
from fivefamilies.table.answers import address, club_of, guest_of, page, read_form
from fivefamilies.table.bans import Ban, day
from fivefamilies.table.club import CHAT_LENGTH, Club
from fivefamilies.table.forms import Form, number
from fivefamilies.table.gate import caller_of, network_of
from fivefamilies.table.room import digest
from fivefamilies.table.schema import chairs, ledger, presences, servers, tables
from fivefamilies.table.wire import BANS

COOKIE, SESSION = "operator", 3600  # seconds without a request after which the token is asked for again
STATES = ("playing", "open", "closed", "over")
LISTED = 40  # tables on a page
SERVERS = 60  # that are shown
BANS_SHOWN = 200
HOURS = (1, 24, 7 * 24, 30 * 24, 365 * 24)  # for which somebody is banned
WRONG = sentence("That is not the token of this house.")
Work = Callable[[Request], Awaitable[Response]]


# ---------------------------------------------------------------- the door


def seal(request: Request) -> URLSafeTimedSerializer:
    """Signs the cookie: a new token, or a new secret of the house, ends every session."""
    doorman, token = request.app.state.doorman, club_of(request).config.operator_token or ""
    return URLSafeTimedSerializer([doorman.secret + digest(token).encode()], salt="operator")


def is_signed_in(request: Request) -> bool:
    """Has this guest shown the token of late?"""
    try:
        shown = seal(request).loads(request.cookies.get(COOKIE, ""), max_age=SESSION)
    except BadSignature:
        return False
    return isinstance(shown, str) and hmac.compare_digest(shown.encode(), guest_of(request).id.encode())


def keep_signed_in(request: Request, response: Response) -> Response:
    """Set the cookie anew; it is sent to the office alone, and no script reads it."""
    value, is_secure = seal(request).dumps(guest_of(request).id), address(request, "").startswith("https:")
    response.set_cookie(COOKIE, str(value), SESSION, path="/operator", secure=is_secure, httponly=True, samesite="strict")
    return response


def signed_in(work: Work) -> Work:
    """For the operator alone; everybody else is asked for the token."""

    async def answer(request: Request) -> Response:
        if is_signed_in(request):
            return keep_signed_in(request, await work(request))
        if request.method == "GET":
            return page(request, "operator/door.html", 401)
        raise NotYours("sign in first")

    return answer


async def sign_in(request: Request) -> Response:
    """Show the token; it is compared in constant time, and few may be tried."""
    form = await read_form(request)
    await request.app.state.crowd.count_sign_in(caller_of(request.scope))
    token = club_of(request).config.operator_token or ""
    if not secrets.compare_digest(digest(str(form.get("token", ""))), digest(token)):
        raise NotYours(WRONG)
    return keep_signed_in(request, RedirectResponse("/operator", 303))


async def sign_out(request: Request) -> Response:
    await read_form(request)
    response = RedirectResponse("/operator", 303)
    response.delete_cookie(COOKIE, path="/operator")
    return response


# ---------------------------------------------------------------- what the house is doing


async def office(request: Request) -> Response:
    """The first page."""
    club, guest = club_of(request), guest_of(request)
    state = request.query_params.get("state", STATES[0])
    title = request.query_params.get("title", "")
    rows, older = await listed(club, state if state in STATES else STATES[0], title, request.query_params.get("before", ""))
    return page(
        request, "operator/office.html", state=state, states=STATES, title=title, rows=rows, older=older, day=day,
        hour=hour, ago=ago, titles={slug: games.title(slug).called(guest.language) for slug in games.names()}, hours=HOURS,
        counted=await counted(club), stuck=stuck(club), servers=await crew(club), load=club.watch.load(),
        waiting=club.store.queue.qsize(), thinkers=thinkers(club), numbers=club.numbers(), slow=club.watch.slowest(),
        errors=list(club.watch.errors), bans=known_bans(club), reported=await reports.waiting(club),
        is_unhosted=bool(club.alliance and club.alliance.is_unhosted),
    )  # fmt: skip


async def counted(club: Club) -> dict[str, Counter[str]]:
    """How many tables of each title are live, idle and waiting: somebody is there, nobody is, chairs are free."""
    query = (
        sa.select(tables.c.title, tables.c.state, sa.func.count().label("n"))
        .where(tables.c.state.in_(("open", "playing"))).group_by(tables.c.title, tables.c.state)
    )  # fmt: skip
    found: dict[str, Counter[str]] = {}
    for row in await club.store.rows_of(query):
        found.setdefault(row["title"], Counter())["waiting" if row["state"] == "open" else "idle"] += row["n"]
    for title, n in (await live(club)).items():
        counts = found.setdefault(title, Counter())
        n = min(n, counts["idle"])
        counts.update(live=n, idle=-n)
    return dict(sorted(found.items()))


async def live(club: Club) -> Counter[str]:
    """Tables in play where somebody is, by title."""
    if not club.alliance:
        rooms = filter(None, (club.rooms.get(table_id) for table_id in club.pages))
        return Counter(str(room.row["title"]) for room in rooms if room.state == "playing")
    here = sa.select(presences.c.table_id).distinct().scalar_subquery()
    query = sa.select(tables.c.title, sa.func.count().label("n")).where(tables.c.state == "playing", tables.c.id.in_(here))
    return Counter({row["title"]: row["n"] for row in await club.store.rows_of(query.group_by(tables.c.title))})


async def listed(club: Club, state: str, title: str, before: str) -> tuple[list[dict[str, Any]], str]:
    """A page of tables, the newest first, and where the next one begins."""
    wanted = [tables.c.state == state, *([tables.c.title == title] if title else [])]
    try:
        wanted += [tables.c.created < float(before[:40])] if before else []
    except ValueError:
        raise NotThere("there is no such page") from None
    columns = (tables.c.id, tables.c.title, tables.c.created, tables.c.state)
    found = await club.store.rows_of(sa.select(*columns).where(*wanted).order_by(tables.c.created.desc()).limit(LISTED + 1))
    rows, older = found[:LISTED], repr(found[LISTED - 1]["created"]) if len(found) > LISTED else ""
    seated: dict[str, list[str]] = {}
    who = sa.select(chairs.c.table_id, chairs.c.name, chairs.c.bot).where(chairs.c.table_id.in_([row["id"] for row in rows]))
    for chair in await club.store.rows_of(who.order_by(chairs.c.seat)):
        seated.setdefault(chair["table_id"], []).append(chair["name"] or chair["bot"] or "–")
    for row in rows:
        room = club.rooms.get(row["id"])
        is_stopped = room is not None and room.stopped is not None
        row |= {
            "seats": seated.get(row["id"], []), "pages": len(club.pages.get(row["id"], ())),
            "last": room.at or None if room else None, "is_stuck": is_stopped or row["id"] in club.aside,
        }  # fmt: skip
    return rows, older


def stuck(club: Club) -> list[tuple[str, str]]:
    """Tables that do not go on, and why: set aside because they cannot be read, or standing still under today's rules."""
    aside = [(table_id, "aside") for table_id in list(club.aside)[:LISTED]]
    return (
        aside
        + [(room.id, "rules") for room in list(club.rooms.values()) if room.stopped is not None and not room.has_ended][:LISTED]
    )


async def crew(club: Club) -> list[dict[str, Any]]:
    """The servers on this ledger, as each of them tells of itself; this one first."""
    if not club.alliance:
        return []
    rows = await club.store.rows_of(sa.select(servers).order_by(servers.c.role.desc(), servers.c.started).limit(SERVERS))
    return [{**row, "is_this": row["id"] == club.alliance.me} for row in rows]


def thinkers(club: Club) -> list[dict[str, Any]]:
    """The processes of this server that think for bots."""
    at, all_ = time.monotonic(), club.thinkers
    found = [("quick", all_.quick), *((f"compiled {number + 1}", process) for number, process in enumerate(all_.compiled))]
    return [
        {"name": name, "is_up": process.is_up.is_set(), "asked": len(process.waiting),
         "silent": round(at - process.heard_at) if process.heard_at else None}
        for name, process in found if process is not None
    ]  # fmt: skip


def known_bans(club: Club) -> list[Ban]:
    holding = [ban for ban in club.bans.known.values() if ban.until > now()]
    return sorted(holding, key=lambda ban: -ban.made)[:BANS_SHOWN]


def hour(at: float) -> str:
    """When within a day, in the time that `day` tells."""
    return day(at).split()[1]


def ago(at: float) -> int:
    """Seconds since then."""
    return max(0, round(now() - at))


async def one_table(request: Request) -> Response:
    """One table: who sits there, what was said; never what is played."""
    club, guest, table_id = club_of(request), guest_of(request), request.path_params["table_id"]
    columns = (tables.c.id, tables.c.title, tables.c.state, tables.c.created, tables.c.closed, tables.c.seats)
    found = await club.store.rows_of(sa.select(*columns).where(tables.c.id == table_id))
    if not found:
        raise NotThere("there is no such table")
    columns = (chairs.c.seat, chairs.c.player, chairs.c.name, chairs.c.bot, chairs.c.stand_in, chairs.c.left_at)
    seated = await club.store.rows_of(sa.select(*columns).where(chairs.c.table_id == table_id).order_by(chairs.c.seat))
    count = sa.select(sa.func.count().label("n"), sa.func.max(ledger.c.at).label("at")).where(ledger.c.table_id == table_id)
    moves = (await club.store.rows_of(count))[0]
    here = {page.caller.guest: page.caller.address for page in club.pages.get(table_id, ()) if page.caller.guest}
    slug = found[0]["title"]
    return page(
        request, "operator/table.html", table=found[0], chairs=seated, moves=moves, here=here, day=day, hours=HOURS,
        title_name=games.title(slug).called(guest.language) if slug in games.names() else slug, why=why_aside(club, table_id),
        chat=await club.store.last_words(table_id), longest=CHAT_LENGTH,
    )  # fmt: skip


def why_aside(club: Club, table_id: str) -> str:
    """Why a table cannot be read, in one word of ours: what is wrong may tell of its game."""
    why, _ = club.aside.get(table_id, ("", 0.0))
    return type(why).__name__ if isinstance(why, Exception) else str(why)


# ---------------------------------------------------------------- what the operator does


async def close(request: Request) -> Response:
    """Close a table with a word to its players."""
    form, club, table_id = await read_form(request), club_of(request), request.path_params["table_id"]
    word = str(form.get("word", "")).strip()[:CHAT_LENGTH]
    if not word:
        raise Refused("say a word to the players")
    await club.close_table(table_id, word)
    return back(form)


async def ban(request: Request) -> Response:
    """Ban an address or a guest."""
    form, club = await read_form(request), club_of(request)
    kind, who = str(form.get("kind", "")), str(form.get("who", "")).strip()
    if kind == "address":
        who = checked_address(who)
    hours = number(form, "hours")
    await club.bans.add(kind, who, str(form.get("name", "")), str(form.get("reason", "")).strip(), hours * 3600)
    await tell_all(club)
    return back(form)


def checked_address(who: str) -> str:
    """The household of an address."""
    import ipaddress

    try:
        ipaddress.ip_address(who)
    except ValueError:
        raise Refused("{who} is not an address", who=who[:60]) from None
    return network_of(who)


async def unban(request: Request) -> Response:
    form, club = await read_form(request), club_of(request)
    await club.bans.take_off(str(form.get("kind", "")), str(form.get("who", "")))
    await tell_all(club)
    return back(form)


async def tell_all(club: Club) -> None:
    """Close the pages of whoever is banned, here and at the other servers."""
    await club.hear_of_bans()
    if club.alliance:
        club.alliance.wire.tell([], [], BANS)


async def settle(request: Request) -> Response:
    """Hide a reported line, or let it stand."""
    form, club = await read_form(request), club_of(request)
    if request.path_params["what"] not in SETTLE:
        raise NotThere("there is no such page")
    await SETTLE[request.path_params["what"]](club, number(form, "line"))
    return back(form)


def back(form: Form) -> Response:
    """Where the operator was."""
    where = str(form.get("back", ""))
    return RedirectResponse(where if where.startswith("/operator") else "/operator", 303)


SETTLE = {"hide": reports.hide, "dismiss": reports.dismiss}
ROUTES = [
    Route("/operator", signed_in(office)),
    Route("/operator/sign-in", sign_in, methods=["POST"]),
    Route("/operator/sign-out", sign_out, methods=["POST"]),
    Route("/operator/table/{table_id}", signed_in(one_table)),
    Route("/operator/close/{table_id}", signed_in(close), methods=["POST"]),
    Route("/operator/ban", signed_in(ban), methods=["POST"]),
    Route("/operator/unban", signed_in(unban), methods=["POST"]),
    Route("/operator/line/{what}", signed_in(settle), methods=["POST"]),
]
