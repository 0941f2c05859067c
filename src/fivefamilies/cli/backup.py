"""The commands `backup` and `restore`: the ledger of a web table as a file that can be put away."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from fivefamilies.cli.console import Language, plain, spoken_language
from fivefamilies.core.errors import BadOption, Refused
from fivefamilies.core.words import Words, sentence, words

Ledger = Annotated[str | None, typer.Option("--db", help="the ledger's file; default: the one that `families serve` uses")]
PAGES = 512  # copied at once; in between the server writes
POSTGRES = sentence(
    "--db {db}: a database of PostgreSQL is backed up by its own tools: pg_dump --format=custom, and pg_restore --clean; "
    "see docs/deploy.md"
)


def backup(
    file: Annotated[Path, typer.Argument(help="the copy to write; an older one is replaced when the new one is whole")],
    db: Ledger = None,
    lang: Language = None,
) -> None:
    """Copy the ledger of a web table while it is played at, and check the copy."""
    from fivefamilies.table.integrity import check_pages

    say, ledger = words(spoken_language(lang)), ledger_at(db)
    if not ledger.is_file():
        raise BadOption("--db {db}: there is no ledger", db=ledger)
    check_pages(ledger, is_whole=True)
    put(ledger, file, say)


def restore(
    file: Annotated[Path, typer.Argument(help="a copy that `families backup` wrote")],
    db: Ledger = None,
    replace: Annotated[bool, typer.Option("--replace", help="put it in the place of a ledger, which is kept beside it")] = False,
    lang: Language = None,
) -> None:
    """Make a copy the ledger of the web table again; stop the server first."""
    from fivefamilies.table.integrity import check_pages

    say, ledger = words(spoken_language(lang)), ledger_at(db)
    if not file.is_file():
        raise BadOption("{file}: there is no such file", file=file)
    check_pages(file, is_whole=True)
    if ledger.exists() and not replace:
        raise BadOption("{db} is there already; stop its server and add --replace: it is kept beside the new one", db=ledger)
    put(file, ledger, say, lambda: lay_aside(ledger, say))


def put(source: Path, target: Path, say: Words, make_room: Callable[[], None] = lambda: None) -> None:
    """A copy of a ledger in its place, whole or not at all; says what is in it."""
    begun = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        tables, moves = copied(source, begun)
        make_room()
        os.replace(begun, target)
    except (OSError, sqlite3.Error) as error:
        raise Refused("{file}: cannot be written: {error}", file=target, error=error) from error
    finally:
        begun.unlink(missing_ok=True)
    plain(say("{file}: {tables} tables, {moves} moves", file=str(target), tables=tables, moves=moves))


def lay_aside(ledger: Path, say: Words) -> None:
    """The ledger that is there, if there is one, under another name."""
    if ledger.exists():
        kept = ledger.with_name(f"{ledger.name}.{time.strftime('%Y%m%d-%H%M%S')}")
        for part in ("-wal", "-shm", ""):
            with contextlib.suppress(FileNotFoundError):
                os.rename(f"{ledger}{part}", f"{kept}{part}")
        plain(say("the ledger that was there is now {file}", file=str(kept)))


def ledger_at(db: str | None) -> Path:
    """The ledger's file."""
    from sqlalchemy import make_url

    from fivefamilies.cli.serve import without_password
    from fivefamilies.table.config import db_url, default_db

    url = db_url(db if db is not None else default_db())
    if not url.startswith("sqlite"):
        raise BadOption(POSTGRES, db=without_password(db or ""))
    return Path(make_url(url).database or "")


def copied(source: Path, target: Path) -> tuple[int, int]:
    """Copy a ledger page by page while others write to it, and look at the copy; how many tables and moves it has."""
    os.close(os.open(target, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600))  # it holds the secrets of running games
    with (
        contextlib.closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=10)) as old,
        contextlib.closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new, pages=PAGES, sleep=0.01)
        new.execute("PRAGMA journal_mode=DELETE")
        found = [row[0] for row in new.execute("PRAGMA integrity_check(3)")]
        if found != ["ok"]:
            raise Refused("the copy is not whole ({what}); nothing was replaced", what="; ".join(found)[:300])
        try:
            tables = new.execute("SELECT count(*) FROM tables").fetchone()[0]
            moves = new.execute("SELECT count(*) FROM ledger").fetchone()[0]
        except sqlite3.OperationalError as error:
            raise Refused("{file} is not a ledger of this program", file=source) from error
    with open(target, "rb+") as whole:
        os.fsync(whole.fileno())
    return tables, moves
