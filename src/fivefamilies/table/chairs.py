"""Who sits where. Chairs, a table's row and its state change in one commit, and only if nobody else has changed them since they
were seen, at this server or at another one."""

from typing import TYPE_CHECKING

from fivefamilies.core.errors import Refused
from fivefamilies.core.words import sentence
from fivefamilies.table import store
from fivefamilies.table.room import Chair, Room, chairs_from
from fivefamilies.table.schema import Row
from fivefamilies.table.store import Taken, update_chair, update_table

if TYPE_CHECKING:
    from fivefamilies.table.rooms import Rooms

TRIES = 8  # while other servers change other chairs of the same table
MOVED_ON = sentence("the table has moved on; look again before you move")
Changes = dict[int, Row]  # new values by seat


async def change(club: "Rooms", room: Room, changes: Changes, row: dict[str, object]) -> None:
    """Commit changes of chairs and of the table's row, if these chairs are still held as they are now; begin a full table."""
    seen = {seat: room.chairs[seat].holder for seat in changes}
    for values in changes.values():
        if values.get("player"):
            values |= {"left_at": None if room.is_here(values["player"]) else store.now(), "away": None}
    async with club.lock(f"{room.id} chairs"):
        for _ in range(TRIES):
            room = club.rooms.get(room.id, room)
            check(room, seen)
            begins = room.state == "open" and not any(will_be_free(chair, changes) for chair in room.chairs)
            new, revision = {**row, "state": "playing"} if begins else row, room.row["revision"]
            jobs = [update_table(room.id, store.tables.c.revision == revision, **new)]
            jobs += [update_chair(room.id, seat, **values) for seat, values in changes.items()]
            try:
                await club.write(room, *jobs)
            except Taken:
                await look(club, room)
            else:
                show(club, room.id, changes, {**new, "revision": revision + 1})
                await club.keep(club.rooms.get(room.id, room))
                return
    raise Refused(MOVED_ON)


def check(room: Room, seen: dict[int, tuple[str | None, ...]]) -> None:
    """Are these chairs still held as they were seen?"""
    for seat, holder in seen.items():
        if room.chairs[seat].holder != holder:
            raise Refused("that chair is taken" if room.chairs[seat].player else MOVED_ON)


def will_be_free(chair: Chair, changes: Changes) -> bool:
    """Is a chair free once these changes are made?"""
    values = changes.get(chair.seat, {})
    return all(values.get(key, getattr(chair, key)) is None for key in ("player", "bot", "token"))


def show(club: "Rooms", table_id: str, changes: Changes, row: dict[str, object]) -> None:
    """What was committed, shown to everybody."""
    room = club.rooms.get(table_id)
    if room is None:
        return
    for seat, values in changes.items():
        for key, value in values.items():
            setattr(room.chairs[seat], key, value)
        if "left_at" in values:
            room.saved[seat] = values["left_at"], values["away"]
    room.row.update(row, revision=max(row["revision"], room.row["revision"]))
    club.changed(room)


async def look(club: "Rooms", room: Room) -> None:
    """Somebody changed this table at another server: see who sits where now, what was said and what is asked."""
    row, chairs = await club.store.chairs_of(room.id)
    if row and len(chairs) == len(room.chairs):
        words = await club.store.last_words(room.id)
        elsewhere = await club.elsewhere(room.id)
        was = room.state
        room.row.update(row, state="over" if room.state == "over" else row["state"])
        room.chairs, room.chat, room.elsewhere = chairs_from(chairs), words, elsewhere
        room.saved = room.absences
        if club.alliance:
            room.hear_asks()
            room.hear_clock()
            club.note_absences(room)
        if was != room.state == "over":
            await club.unseal(room)
        club.changed(room)
