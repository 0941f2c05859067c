"""A power cut before or after any commit of a wish: what is read on the next start is whole."""

import asyncio

import pytest
import sqlalchemy as sa

from fivefamilies.core.errors import FamiliesError
from fivefamilies.table import sitting, store, wishes
from fivefamilies.table.club import Club
from fivefamilies.table.config import Config, db_url
from fivefamilies.table.gate import Guest
from fivefamilies.table.store import Store

ANNA, BRUNO = (Guest(name.lower(), name, "en", "auto", False) for name in ("Anna", "Bruno"))


async def running(club: Club):
    """Anna against bots that never move by themselves; a card was drawn since her last decision."""
    room = await club.open_table("family_business", 2, ANNA.id, "Anna", own_seats=2)
    for _ in range(4):
        await club.play(room, room.turn, room.match.legal_ids()[-1], None)
    return room


async def take_back(club: Club, room) -> None:
    for _ in range(60):
        if await wishes.take_back(club, room, ANNA, {}):
            return
        await club.play(room, room.turn, room.match.legal_ids()[0], None)
    raise AssertionError("nothing was revealed")


async def give_up(club: Club, room) -> None:
    for seat in (0, 1):
        await wishes.resign(club, room, ANNA, {"seat": seat})


async def play_again(club: Club, room) -> None:
    await give_up(club, room)
    await wishes.rematch(club, club.rooms[room.id], ANNA, {})


async def sit_down(club: Club, _) -> None:
    table = await club.open_table("family_business", 3, ANNA.id, "Anna", settings={"is_public": True})
    await sitting.sit(club, table, BRUNO, {"seat": 1})
    await sitting.seat_bot(club, table, ANNA, {"seat": "all", "bot": "random"})


async def broken(ledger: Store) -> list[str]:
    """What makes no sense in a ledger, after it was opened anew."""
    club, found = Club(Config(db="", prepare=False), ledger), []
    rows = {row["id"]: row for row in await ledger.rows_of(sa.select(store.tables))}
    secrets: dict[str, list[str]] = {}
    for row in rows.values():
        room = await club.read(row["id"])
        if room.state != "over":
            secrets.setdefault(row["secret"], []).append(room.id)
        if row["state"] == "open" and not any(chair.is_free for chair in room.chairs):
            found.append("a full table has not begun")
        if row["next"] and (row["next"] not in rows or room.state != "over"):
            found.append("a table goes on elsewhere and here, or nowhere")
        if row["parent"] and rows[row["parent"]]["next"] != row["id"]:
            found.append("a branch that its table does not know")
    found += ["two running tables draw from one secret" for tables in secrets.values() if len(tables) > 1]
    await club.close()
    return found


async def cut(address: str, wish, commits: int, is_made: bool) -> tuple[list[str], bool]:
    """Carry out a wish until the power goes at its last commit of so many; then look at what is left."""
    ledger, left = Store(db_url(address)), None
    await ledger.open()
    club = Club(Config(db="", prepare=False), ledger)
    club.drivers.wake = lambda room: None
    room = await running(club)

    def tear(connection) -> None:
        nonlocal left
        left -= 1
        if left == 0 and is_made:
            connection.connection.commit()
        if left <= 0:
            raise ConnectionResetError("cut")

    left = commits
    sa.event.listen(ledger.engine.sync_engine, "commit", tear)
    try:
        async with asyncio.timeout(1):  # nobody is there any more who could wait for longer
            await wish(club, room)
    except (FamiliesError, TimeoutError):
        pass
    was_cut = left <= 0
    ledger.is_closing = True
    ledger.task.cancel()
    await asyncio.gather(ledger.task, club.close(), return_exceptions=True)
    ledger.in_hand, ledger.queue = [], asyncio.Queue()  # what was waiting is lost
    await ledger.close()
    again = Store(db_url(address))
    await again.open()
    found = await broken(again)
    await again.close()
    return found, was_cut


@pytest.mark.parametrize("wish", [take_back, give_up, play_again, sit_down], ids=lambda wish: wish.__name__)
def test_a_wish_that_is_cut_short_leaves_whole_tables(tmp_path, wish):
    for is_made in (False, True):
        was_cut, commits = True, 0
        while was_cut and commits < 9:
            commits += 1
            found, was_cut = asyncio.run(cut(str(tmp_path / f"{commits} {is_made}.db"), wish, commits, is_made))
            assert found == [], f"after commit {commits}"
        assert 1 < commits < 9
