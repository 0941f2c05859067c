"""A ledger is copied while it is played at, and a copy is played on; what is damaged is named."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing

import pytest

from tests.table.house import Person, open_house
from tests.table.test_faults import plays_on

PAGE = 4096


def families(*arguments) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "fivefamilies", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A ledger with games in play and a copy of it, taken while the server was running."""
    folder = tmp_path_factory.mktemp("backup")
    with open_house(folder / "table.db") as house:
        anna = Person(house)
        table = anna.open_table(seats=2)
        assert plays_on(anna, table, 2)
        done = families("backup", folder / "copy.db", "--db", house.db)
        assert done.returncode == 0 and "copy.db: 1 tables" in done.stdout, done.stderr
        assert plays_on(anna, table, 2), "nobody noticed"
        yield folder, anna, table


def test_a_copy_is_played_on(played, tmp_path):
    folder, anna, table = played
    assert stat.S_IMODE(os.stat(folder / "copy.db").st_mode) == 0o600
    done = families("restore", folder / "copy.db", "--db", tmp_path / "new.db")
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(folder / "copy.db")) as copy, closing(sqlite3.connect(tmp_path / "new.db")) as new:
        assert list(copy.iterdump()) == list(new.iterdump())
    with open_house(tmp_path / "new.db") as house:
        again = Person(house)
        again.http.cookies, again.csrf = anna.http.cookies, anna.csrf
        assert plays_on(again, table, 2)
        refused = families("restore", folder / "copy.db", "--db", house.db)
        assert refused.returncode == 2 and "--replace" in refused.stderr and len(refused.stderr.splitlines()) == 1
    before = (tmp_path / "new.db").read_bytes()
    assert families("restore", folder / "copy.db", "--db", tmp_path / "new.db", "--replace").returncode == 0
    kept = [file for file in tmp_path.iterdir() if file.name.startswith("new.db.2")]
    assert [file.read_bytes() for file in kept if not file.name.endswith(("-wal", "-shm"))] == [before]


def spoil(file) -> None:
    """Damage a page in the middle of the entries."""
    with closing(sqlite3.connect(file)) as ledger:
        root = ledger.execute("select rootpage from sqlite_master where name = 'ledger'").fetchone()[0]
    with open(file, "rb+") as pages:
        pages.seek((root - 1) * PAGE)
        pages.write(os.urandom(PAGE))


def test_a_damaged_page_is_noticed_before_anybody_is_let_in_and_never_restored(played, tmp_path):
    folder, _, _ = played
    (tmp_path / "bad.db").write_bytes((folder / "copy.db").read_bytes())
    spoil(tmp_path / "bad.db")
    for command in (("serve", "--no-open", "--no-prepare", "--port", "0", "--db"), ("backup", tmp_path / "other.db", "--db")):
        done = families(*command, tmp_path / "bad.db")
        assert done.returncode == 2 and "damaged" in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
    done = families("restore", tmp_path / "bad.db", "--db", tmp_path / "fresh.db")
    assert done.returncode == 2 and "damaged" in done.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["bad.db"]


def test_what_is_wrong_with_one_table_is_named_and_the_others_go_on(played, tmp_path):
    folder, _, table = played
    assert families("restore", folder / "copy.db", "--db", tmp_path / "holes.db").returncode == 0
    with closing(sqlite3.connect(tmp_path / "holes.db")) as ledger:
        ledger.execute("delete from ledger where ply = 0")
        ledger.commit()
    with open_house(tmp_path / "holes.db") as house:
        assert f"table {table}: entries of its ledger are missing" in house.log.read_text()
        other = Person(house)
        assert plays_on(other, other.open_table(seats=2))


def test_a_dump_of_postgresql_is_taken_while_it_is_played_at_and_played_on(postgres, tmp_path):
    """As docs/deploy.md says."""
    copied = postgres.address.rpartition("/")[0] + "/copied"
    with open_house(postgres.address) as house:
        anna = Person(house)
        table = anna.open_table(seats=2)
        assert plays_on(anna, table, 2)
        dump = [f"{postgres.tools}/pg_dump", "--format=custom", f"--file={tmp_path}/families.dump", postgres.address]
        subprocess.run(dump, check=True, timeout=60)
        assert plays_on(anna, table, 2), "nobody noticed"
    subprocess.run([f"{postgres.tools}/createdb", f"--maintenance-db={postgres.address}", "copied"], check=True, timeout=60)
    restore = [f"{postgres.tools}/pg_restore", "--clean", "--if-exists", f"--dbname={copied}", f"{tmp_path}/families.dump"]
    subprocess.run(restore, check=True, timeout=60)
    with open_house(copied) as house:
        again = Person(house)
        again.http.cookies, again.csrf = anna.http.cookies, anna.csrf
        assert plays_on(again, table, 2)


def test_a_database_of_postgresql_has_tools_of_its_own():
    done = families("backup", "x.db", "--db", "postgresql://me:secret@127.0.0.1/families")
    assert done.returncode == 2 and "pg_dump" in done.stderr and "secret" not in done.stderr
