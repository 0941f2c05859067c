"""The ledger's writer under attack, on SQLite and PostgreSQL: the guilty fails alone, nobody waits for long, nothing is claimed
that is not true."""

import asyncio
import sqlite3
import time
from functools import partial

import pytest
import sqlalchemy as sa

from fivefamilies.core.errors import Refused
from fivefamilies.table import migrations, schema, store
from fivefamilies.table.club import Club
from fivefamilies.table.config import Config, db_url
from fivefamilies.table.store import Job, Silent, Store, Unsure, update_table
from tests.table.databases import old_ledger
from tests.table.test_store import entry, with_store


def words(text) -> Job:
    row = {"table_id": "t", "seat": 0, "name": "Anna", "text": text, "is_phrase": False, "at": 1.5}
    return Job(sa.insert(store.chat), row)


GUILTY = {
    "half a character": words("\ud800"),
    "a thing that is no text": words(object()),
    "a column that is missing": Job(sa.insert(store.chat), {"table_id": "t"}),
    "a table that is not there": Job(sa.text("insert into nowhere values (1)")),
    "no SQL": Job(sa.text("what?")),
    "no statement": Job(object()),
    "too many parameters": Job(sa.insert(store.house), [{"key": 1}, {"value": [object()]}]),
}


@pytest.mark.parametrize("guilty", GUILTY.values(), ids=GUILTY)
def test_an_entry_that_cannot_be_committed_fails_alone(address, guilty):
    async def work(ledger):
        ids = [store.new_id() for _ in range(20)]
        wishes = [ledger.commit(entry(table, 0)) for table in ids]
        wishes.insert(7, ledger.commit(guilty))
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        rows = await ledger.rows_of(sa.select(store.ledger).where(store.ledger.c.table_id.in_(ids)))
        await ledger.commit(entry(store.new_id(), 0))
        return answers, rows, ledger.task.done(), await ledger.is_well()

    answers, rows, is_dead, is_well = with_store(address, work)
    assert isinstance(answers.pop(7), Refused) and answers == [None] * 20
    assert len(rows) == 20 and not is_dead and is_well


def test_whatever_ends_the_writer_another_one_goes_on(address):
    async def work(ledger):
        for _ in range(3):
            dead = ledger.task
            dead.cancel()
            await asyncio.gather(dead, return_exceptions=True)
            await ledger.commit(entry(store.new_id(), 0))
            assert ledger.task is not dead
        return ledger.commits

    assert with_store(address, work) == 3


def test_a_commit_whose_answer_is_lost_is_never_said_to_have_failed(address):
    """The connection breaks when the commit is sent: before the database has heard it, or after."""

    async def work(ledger):
        tables = {"before": store.new_id(), "after": store.new_id()}
        seen = {}
        for when, table in tables.items():

            def cut(connection, when=when):
                if when == "after":
                    connection.connection.commit()
                raise ConnectionResetError("cut")

            sa.event.listen(ledger.engine.sync_engine, "commit", cut)
            seen[when] = (await asyncio.gather(ledger.commit(entry(table, 0)), return_exceptions=True))[0]
            sa.event.remove(ledger.engine.sync_engine, "commit", cut)
        kept = {when: len(await ledger.rows_of(sa.select(store.ledger).where(store.ledger.c.table_id == table)))
                for when, table in tables.items()}  # fmt: skip
        await ledger.commit(entry(store.new_id(), 0))
        return seen, kept

    seen, kept = with_store(address, work)
    assert all(type(answer) is Unsure for answer in seen.values()), seen
    assert kept == {"before": 0, "after": 1}


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_move_whose_commit_was_in_doubt_is_played_if_and_only_if_it_is_in_the_ledger(address, when):
    def cut(connection):
        if when == "after":
            connection.connection.commit()
        raise ConnectionResetError("cut")

    async def work(ledger):
        club = Club(Config(db="", prepare=False), ledger)
        room = await club.open_table("family_business", 2, "anna", "Anna", own_seats=2)
        move = room.match.legal_ids()[0]
        sa.event.listen(ledger.engine.sync_engine, "commit", cut)
        answer = (await asyncio.gather(club.play(room, room.turn, move, 0), return_exceptions=True))[0]
        sa.event.remove(ledger.engine.sync_engine, "commit", cut)
        seen = room.plies
        while (room := club.rooms[room.id]).is_stale:
            await asyncio.sleep(0.05)
        kept, _ = await ledger.progress(room.id)
        if room.plies == 0:
            assert await club.play(room, room.turn, move, 0) == 1, "it may be repeated"
        await club.close()
        return answer, seen, kept

    answer, seen, kept = with_store(address, work)
    if when == "after":
        assert (answer, seen, kept) == (1, 1, 1)
    else:
        assert type(answer) is Unsure and (seen, kept) == (0, 0)


def test_a_move_that_was_committed_late_is_answered_as_if_it_were_made_now(address):
    """A commit was given up and the room read again; only then did the database make it. The player repeats his move."""

    async def work(ledger):
        club = Club(Config(db="", prepare=False), ledger)
        told = []
        for moves in (1, 2):
            room = await club.open_table("der_pate", 2, "anna", "Anna", own_seats=2)
            seat, chosen = room.turn, []
            while len(chosen) < moves:
                chosen.append(room.match.legal_ids()[0])
                await club.play(room, seat, chosen[-1], len(chosen) - 1)
            late = await ledger.rows_of(sa.select(store.ledger).where(store.ledger.c.table_id == room.id))
            await ledger.commit(Job(sa.delete(store.ledger).where(store.ledger.c.table_id == room.id)))
            room = await club.load(room.id)
            await ledger.commit(*((store.ledger, row) for row in late))
            if moves == 1:
                told.append(await club.play(room, seat, chosen[0], 0))
            else:
                told.append(await club.play_together(room, seat, chosen, 0))
            room = await club.load(room.id)
            with pytest.raises(Refused, match="moved on"):
                await club.play(room, seat, chosen[0] + 1, 0)
        await club.close()
        return told

    assert with_store(address, work) == [1, 2]


def test_a_player_who_hangs_up_before_the_answer_has_moved_all_the_same(address):
    async def work(ledger):
        club = Club(Config(db="", prepare=False), ledger)
        room = await club.open_table("family_business", 2, "anna", "Anna", own_seats=2)
        for _ in range(6):
            at = club.rooms[room.id].plies
            room = club.rooms[room.id]
            moving = asyncio.create_task(club.play(room, room.turn, room.match.legal_ids()[0], at))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            moving.cancel()
            await asyncio.gather(moving, return_exceptions=True)
            async with asyncio.timeout(5):
                while club.rooms[room.id].plies == at:
                    await asyncio.sleep(0.01)
        kept, _ = await ledger.progress(room.id)
        await club.close()
        return kept, club.rooms[room.id].plies

    assert with_store(address, work) == (6, 6)


def test_a_locked_ledger_refuses_soon_truly_and_goes_on_when_it_is_free(tmp_path):
    async def work(ledger):
        table, blocker = store.new_id(), sqlite3.connect(tmp_path / "table.db", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        answers = await asyncio.gather(*(ledger.commit(entry(table, ply)) for ply in range(30)), return_exceptions=True)
        seconds, is_well = time.monotonic() - began, await ledger.is_well()
        blocker.execute("ROLLBACK")
        blocker.close()
        rows = await ledger.rows_of(sa.select(store.ledger).where(store.ledger.c.table_id == table))
        await ledger.commit(entry(table, 0))
        return answers, seconds, is_well, rows, await ledger.is_well()

    answers, seconds, was_well, rows, is_well = with_store(str(tmp_path / "table.db"), work)
    assert {type(answer) for answer in answers} == {Silent} and rows == [], "what was said not to be made was not made"
    assert seconds < 6 and not was_well and is_well


def test_closing_never_waits_for_a_database_that_hangs(tmp_path):
    blocker = sqlite3.connect(tmp_path / "table.db", isolation_level=None)

    async def work(ledger):
        blocker.execute("BEGIN IMMEDIATE")
        wishes = [asyncio.create_task(ledger.commit(entry(store.new_id(), 0))) for _ in range(3)]
        await asyncio.sleep(0.1)
        began = time.monotonic()
        await ledger.close()
        return time.monotonic() - began, await asyncio.gather(*wishes, return_exceptions=True)

    seconds, answers = with_store(str(tmp_path / "table.db"), work)
    blocker.close()
    assert seconds < 8 and all(isinstance(answer, Silent) for answer in answers)


def test_of_two_servers_that_change_one_table_one_is_told(address):
    async def work(first):
        second = Store(db_url(address))
        await second.open()
        table = store.new_id()
        row = {
            "id": table, "title": "family_business", "rules_version": 1, "seats": 2, "options": {}, "settings": {}, "host": "a",
            "secret": "11", "invite": table, "created": 1.5, "state": "open",
        }  # fmt: skip
        await first.commit(Job(sa.insert(store.tables), row))
        told = []
        for revision in range(20):
            seen = store.tables.c.revision == revision
            jobs = (ledger.commit(update_table(table, seen, host=name)) for ledger, name in ((first, "x"), (second, "y")))
            told.append(await asyncio.gather(*jobs, return_exceptions=True))
        kept = await first.rows_of(sa.select(store.tables.c.revision).where(store.tables.c.id == table))
        await second.close()
        return told, kept

    told, kept = with_store(address, work)
    assert all(sorted(map(str, (type(answer).__name__ for answer in pair))) == ["NoneType", "Taken"] for pair in told), told
    assert kept == [{"revision": 20}]


def test_a_ledger_of_an_older_version_opens_and_its_full_tables_begin(address, tmp_path):
    """An older server was killed after the last chair was taken, before the table's state was."""
    address = address if "://" in address else str(tmp_path / "old.db")

    async def run():
        engine = store.connect(db_url(address))
        async with engine.begin() as connection:
            await connection.run_sync(schema.schema.drop_all)
            await connection.run_sync(partial(migrations.STAMP.drop, checkfirst=True))
        await engine.dispose()
        await asyncio.to_thread(old_ledger, address)
        ledgers = [Store(db_url(address)), Store(db_url(address))]
        await asyncio.gather(*(ledger.open() for ledger in ledgers))
        table = await ledgers[0].table("old")
        for kept in (schema.leagues, schema.results, schema.subscriptions):
            assert await ledgers[1].rows_of(sa.select(kept)) == []
        for ledger in ledgers:
            await ledger.close()
        return table

    table = asyncio.run(run())
    assert table["state"] == "playing" and table["revision"] == 1 and table["chairs"][0]["left_at"] is None
    assert table["chairs"][0]["colour"] is None
