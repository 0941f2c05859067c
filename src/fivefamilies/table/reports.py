"""Reported words: whoever sits at a table can ask the house to look at a line; the house hides it or lets it stand."""

from typing import Any

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import Response

from fivefamilies.core.errors import NotThere, NotYours, Refused
from fivefamilies.core.words import words
from fivefamilies.table.answers import club_of, guest_of, read_form, tell
from fivefamilies.table.club import Club
from fivefamilies.table.gate import caller_of
from fivefamilies.table.lobby import name_of
from fivefamilies.table.schema import chairs, chat, reports, tables
from fivefamilies.table.store import Job, Taken, now, update_table

LISTED = 50  # lines that the house is shown at a time


async def report(request: Request) -> Response:
    """Ask the house to look at a line; once for each guest and line."""
    club, guest = club_of(request), guest_of(request)
    await read_form(request)
    room = await club.room(request.path_params["table_id"])
    if not room.seats_of(guest.id) and guest.id != room.row["host"]:
        raise NotYours("only players at this table can report what is said here")
    line = await line_at(club, room.id, request.query_params.get("line", ""))
    is_own = line["seat"] in room.seats_of(guest.id) or (line["seat"] is None and guest.id == room.row["host"])
    if line["is_phrase"] or line["is_hidden"] or is_own:
        raise Refused("that is nothing to report")
    await request.app.state.crowd.count_report(caller_of(request.scope))
    row = {"line": line["number"], "reporter": guest.id, "name": name_of(guest), "at": now(), "is_settled": False}
    try:
        await club.store.commit(Job(sa.insert(reports), row))
    except Taken:
        raise Refused("you have reported this line already") from None
    say = words(guest.language)
    return tell(request, say("Thank you. The house will look at it:"), 200, line["text"])


async def line_at(club: Club, table_id: str, at: str) -> dict[str, Any]:
    """The line of a table that was said at this time."""
    try:
        moment = float(at[:40])
    except ValueError:
        raise NotThere("there is no such line") from None
    found = await club.store.rows_of(sa.select(chat).where(chat.c.table_id == table_id, chat.c.at == moment).limit(1))
    if not found:
        raise NotThere("there is no such line")
    return found[0]


async def waiting(club: Club) -> list[dict[str, Any]]:
    """Lines that were reported and not looked at, the oldest first, with who said them and who reported them."""
    first = sa.func.min(reports.c.at).label("first")
    lines = sa.select(reports.c.line, first).where(~reports.c.is_settled).group_by(reports.c.line).order_by(first).limit(LISTED)
    numbers = [row["line"] for row in await club.store.rows_of(lines)]
    said = (
        sa.select(chat, tables.c.title, chairs.c.player).join(tables, tables.c.id == chat.c.table_id)
        .join(chairs, (chairs.c.table_id == chat.c.table_id) & (chairs.c.seat == chat.c.seat), isouter=True)
        .where(chat.c.number.in_(numbers)).order_by(chat.c.number)
    )  # fmt: skip
    by = sa.select(reports.c.line, reports.c.name).where(reports.c.line.in_(numbers)).order_by(reports.c.at).limit(LISTED * 4)
    reporters: dict[int, list[str]] = {}
    for row in await club.store.rows_of(by):
        reporters.setdefault(row["line"], []).append(row["name"])
    return [{**row, "reporters": reporters.get(row["number"], [])} for row in await club.store.rows_of(said)]


def settle(number: int) -> Job:
    return Job(sa.update(reports).where(reports.c.line == number).values(is_settled=True))


async def dismiss(club: Club, number: int) -> None:
    """Let a line stand."""
    await club.store.commit(settle(number))


async def hide(club: Club, number: int) -> None:
    """Show a line to nobody any more; what was said stays in the ledger."""
    found = await club.store.rows_of(sa.select(chat.c.table_id, chat.c.at).where(chat.c.number == number))
    if not found:
        raise NotThere("there is no such line")
    table_id, at = found[0]["table_id"], found[0]["at"]
    hidden = Job(sa.update(chat).where(chat.c.number == number).values(is_hidden=True))
    await club.store.commit(hidden, settle(number), update_table(table_id))
    room = club.rooms.get(table_id)
    if room is not None:
        room.row["revision"] += 1
        for word in room.chat:
            word["is_hidden"] |= word["at"] == at
        club.changed(room)
