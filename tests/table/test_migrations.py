"""Ledgers of every version: older ones are brought up to date with their games in play, newer ones are left alone."""

import asyncio

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from fivefamilies.core.errors import Refused
from fivefamilies.table import migrations, schema, store
from fivefamilies.table.club import Club
from fivefamilies.table.config import Config as House
from fivefamilies.table.config import db_url
from fivefamilies.table.store import Store
from tests.table.databases import old_ledger


def in_ledger(address, work):
    """What `work` finds over a connection to this ledger."""

    async def run():
        engine = store.connect(db_url(address))
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()

    return asyncio.run(run())


def emptied(connection):
    schema.schema.drop_all(connection)
    migrations.STAMP.drop(connection, checkfirst=True)


def differences(connection):
    """What our tables have that the database has not, or the other way round."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return [found for found in compare_metadata(context, schema.schema) if "alembic_version" not in str(found)]


def scripts():
    config = Config()
    config.set_main_option("script_location", str(migrations.FOLDER))
    config.set_main_option("path_separator", "os")
    return config


def test_the_scripts_end_where_the_program_says():
    assert ScriptDirectory.from_config(scripts()).get_heads() == [migrations.LATEST]


@pytest.mark.parametrize("is_old", [False, True])
def test_every_ledger_ends_with_the_tables_that_the_program_knows(address, is_old):
    in_ledger(address, emptied)
    if is_old:
        old_ledger(address)
    asyncio.run(store.open_once(db_url(address)))
    found = in_ledger(address, differences)
    if is_old:  # whoever wrote the ledger before there were steps did not say that a revision is never nothing
        found = [one for one in found if "modify_nullable" not in str(one)]
    assert found == []
    assert in_ledger(address, migrations.step_of) == migrations.LATEST
    asyncio.run(store.open_once(db_url(address)))
    assert in_ledger(address, migrations.step_of) == migrations.LATEST


def test_a_game_of_an_older_ledger_goes_on(address):
    in_ledger(address, emptied)
    moves = "INSERT INTO ledger VALUES ('old', 0, 'move', {seat}, {move}, NULL, 2.5, NULL);\n"
    before = folded(address, "")
    old_ledger(address, moves.format(seat=before.turn, move=before.match.legal_ids()[0]))
    room = folded(address, None)
    assert room.plies == 1 and room.state == "playing" and room.match.legal_ids()


def folded(address, more):
    """The old ledger's table as a room; the ledger is made first if there is more to say."""
    if more is not None:
        old_ledger(address, more)

    async def run():
        ledger = Store(db_url(address))
        await ledger.open()
        try:
            return await Club(House(db=address, prepare=False), ledger).read("old")
        finally:
            await ledger.close()

    found = asyncio.run(run())
    if more is not None:
        in_ledger(address, emptied)
    return found


def test_a_ledger_of_a_newer_version_is_refused_and_left_as_it_is(address):
    in_ledger(address, emptied)
    asyncio.run(store.open_once(db_url(address)))
    in_ledger(address, lambda connection: connection.execute(sa.update(migrations.STAMP).values(version_num="9999")))
    with pytest.raises(Refused, match=r"newer version of this program \(step 9999"):
        asyncio.run(store.open_once(db_url(address)))
    assert in_ledger(address, migrations.step_of) == "9999"
    in_ledger(address, emptied)


def test_nobody_takes_a_ledger_back(tmp_path):
    address = str(tmp_path / "table.db")
    asyncio.run(store.open_once(db_url(address)))

    def back(connection):
        config = scripts()
        config.attributes["connection"] = connection
        command.downgrade(config, "base")

    with pytest.raises(Refused, match="restore a backup"):
        in_ledger(address, back)
    assert in_ledger(address, migrations.step_of) == migrations.LATEST
