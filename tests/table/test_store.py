"""The ledger on SQLite and, where one is at hand, on PostgreSQL: the same tests."""

import asyncio
import re
from pathlib import Path

import sqlalchemy as sa

from fivefamilies.table import store
from fivefamilies.table.config import db_url
from fivefamilies.table.store import Store, Taken
from tests.table.house import Person, moves_on, open_house, wait_for


def entry(table: str, ply: int, move: int = 1) -> tuple:
    row = {"table_id": table, "ply": ply, "kind": "move", "seat": 0, "move": move, "by": None, "at": 1.5, "clock": None}
    return store.ledger, row


def without_progress(page: str) -> str:
    """A table's page but for how far the rules are compiled."""
    return re.sub(r'<div id="preparing".*?</div>', "", page.split("<main")[1], flags=re.DOTALL)


def with_store(address, work):
    async def run():
        ledger = Store(db_url(address))
        await ledger.open()
        try:
            return await work(ledger)
        finally:
            await ledger.close()

    return asyncio.run(run())


def test_only_one_of_many_gets_the_ply(address):
    async def work(ledger):
        table = store.new_id()
        answers = await asyncio.gather(*(ledger.commit(entry(table, 0, n)) for n in range(20)), return_exceptions=True)
        rows = await ledger.rows_of(sa.select(store.ledger).where(store.ledger.c.table_id == table))
        return answers, rows

    answers, rows = with_store(address, work)
    assert answers.count(None) == 1 and sum(isinstance(answer, Taken) for answer in answers) == 19
    assert len(rows) == 1 and rows[0]["move"] == answers.index(None)


def test_many_tables_share_a_commit_and_one_bad_wish_hurts_nobody_else(address):
    async def work(ledger):
        ids = [store.new_id() for _ in range(30)]
        before = ledger.commits
        await asyncio.gather(*(ledger.commit(entry(table, 0)) for table in ids))
        shared = ledger.commits - before
        answers = await asyncio.gather(
            *(ledger.commit(entry(table, 0 if n == 7 else 1)) for n, table in enumerate(ids)), return_exceptions=True
        )
        rows = await ledger.rows_of(sa.select(store.ledger).where(store.ledger.c.table_id.in_(ids)))
        return shared, answers, rows

    shared, answers, rows = with_store(address, work)
    assert shared < 10
    assert [type(answer) for answer in answers].count(Taken) == 1 and isinstance(answers[7], Taken)
    assert len(rows) == 59


def test_a_table_comes_back_as_it_was(address):
    with open_house(
        address,
    ) as house:
        anna = Person(house)
        table = anna.open_table(seats=2)
        for _ in range(4):
            wait_for(lambda: anna.play(table))
        anna.wish(table, "chat", text="Ciao è ü 🎩")
        page = wait_for(lambda: p if moves_on(p := anna.page(table)) else None)
        house.kill()
        house.open()
        assert without_progress(anna.page(table)) == without_progress(page)
        assert anna.play(table)


def test_two_servers_on_one_ledger_never_both_play(address):
    with open_house(address) as first, open_house(address) as second:
        anna = Person(first)
        table = anna.open_table(seats=2, who="friends")
        invite = anna.page(table).split('href="/i/')[1].split('"')[0]
        anna.wish(table, "sit", seat=1, invite=invite)
        page_of = lambda base: anna.http.get(f"{base}/t/{table}").text  # noqa: E731
        seen = page_of(second.base)
        anna.wish(table, "curtain", seat=0)
        anna.wish(table, "curtain", seat=1)
        anna.post(f"{second.base}/t/{table}/curtain", seat=0)
        anna.post(f"{second.base}/t/{table}/curtain", seat=1)
        turn = 0 if moves_on(page_of(first.base)) else None
        if turn is None:
            anna.wish(table, "curtain", seat=0)
            anna.post(f"{second.base}/t/{table}/curtain", seat=0)
        moves = [move for name, move in moves_on(page_of(first.base)).items() if name.startswith("discard")]
        tries = ((first, moves[0]), (second, moves[-1]))
        answers = [anna.post(f"{house.base}/t/{table}/move", move=move, at=0) for house, move in tries]
        assert sorted(answer.status_code for answer in answers) == [303, 409] and seen
        assert "moved on" in answers[1].text


def test_the_default_ledger_waits_for_the_disk(tmp_path):
    async def work(ledger):
        async with ledger.engine.connect() as connection:
            return [(await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]

    assert with_store(str(tmp_path / "a.db"), work) == ["wal", 2]
    assert Path(tmp_path / "a.db").exists()
