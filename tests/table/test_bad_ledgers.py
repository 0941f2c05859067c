"""Ledgers that cannot be opened: one sentence, and nothing in them is changed."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from fivefamilies.table.store import open_once


def spoilt(kind: str, file: Path) -> str:
    """A ledger with which no table can be opened; the address to give."""
    asyncio.run(open_once(f"sqlite+aiosqlite:///{file}"))
    if kind == "torn":  # the first pages are whole
        file.write_bytes(file.read_bytes()[:8192] + os.urandom(60_000))
    elif kind == "garbage":
        file.write_bytes(os.urandom(8000))
    elif kind == "cut":
        file.write_bytes(file.read_bytes()[:4000])
    elif kind == "another program's":
        file.unlink()
        with closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE tables (legs INTEGER)")
    elif kind == "newer":
        with closing(sqlite3.connect(file)) as other:
            other.execute("UPDATE alembic_version SET version_num = 'later'")
            other.commit()
    elif kind == "read-only":
        return f"sqlite:///file:{file}?mode=ro&uri=true"
    return str(file)


def contents(file: Path) -> list[str] | bytes:
    """The tables of a database that can be read; of any other file its bytes."""
    try:
        with closing(sqlite3.connect(file, timeout=0)) as other:
            return list(other.iterdump())
    except (sqlite3.Error, UnicodeDecodeError):
        return file.read_bytes()


@pytest.mark.parametrize("kind", ["torn", "garbage", "cut", "another program's", "newer", "read-only", "locked"])
def test_a_ledger_that_cannot_be_opened_is_told_in_one_sentence_before_anybody_is_let_in(tmp_path, kind):
    address = spoilt(kind, tmp_path / "table.db")
    with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as other:
        if kind == "locked":
            other.execute("BEGIN EXCLUSIVE")
        before = contents(tmp_path / "table.db")
        done = subprocess.run(
            [sys.executable, "-m", "fivefamilies", "serve", "--no-open", "--no-prepare", "--port", "0", "--db", address],
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
    said = done.stderr.strip()
    assert done.returncode == 2 and done.stdout == "" and len(said.splitlines()) == 1 and "Traceback" not in said
    assert contents(tmp_path / "table.db") == before, "nothing is changed in what is not understood"
