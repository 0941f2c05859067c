"""Is a ledger whole? Its pages, and what they say of the tables that are being played; every answer is a sentence."""

import contextlib
import sqlite3
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError

from fivefamilies.core.errors import Refused
from fivefamilies.core.words import sentence
from fivefamilies.table.schema import chairs, ledger, tables

ENDED = ("over", "closed")
MOST = 20  # faults that are told
LARGEST = 512 << 20  # bytes of a file whose pages are looked at when a server starts
DAMAGED = sentence("the ledger is damaged ({what}); restore a backup with families restore, or mend it with sqlite3's .recover")
HOLE = sentence("table {table}: entries of its ledger are missing or doubled ({n} of {last})")
CHAIRS = sentence("table {table}: it has {n} chairs for {seats} seats")


def check_pages(file: Path, is_whole: bool = False) -> None:
    """Raise if a page of a file is damaged, and say which; a huge file is looked at only where all of it is wanted."""
    if not file.exists() or file.stat().st_size == 0 or (file.stat().st_size > LARGEST and not is_whole):
        return
    try:
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=2)) as line:
            found = [str(row[0]) for row in line.execute(f"PRAGMA {'integrity_check' if is_whole else 'quick_check'}(3)")]
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
            return  # locked, or not to be opened at all: whoever opens it next says so
        raise Refused(DAMAGED, what=error) from error
    if found != ["ok"]:
        raise Refused(DAMAGED, what="; ".join(line.replace("\n", " ") for line in found)[:300])


def faults(connection: sa.Connection) -> list[Refused]:
    """What is wrong with the tables that are being played. Each is set aside when somebody opens it; all others go on."""
    is_on = sa.select(tables.c.id).where(tables.c.state.not_in(ENDED))
    count, last = sa.func.count(), sa.func.max(ledger.c.ply) + 1
    holes = sa.select(ledger.c.table_id, count, last).where(ledger.c.table_id.in_(is_on)).group_by(ledger.c.table_id)
    found = [
        Refused(HOLE, table=table, n=n, last=end)
        for table, n, end in connection.execute(holes.having(count != last).order_by(ledger.c.table_id).limit(MOST))
    ]
    seated = sa.select(tables.c.id, sa.func.count(chairs.c.seat), tables.c.seats)
    seated = seated.join(chairs, chairs.c.table_id == tables.c.id, isouter=True).where(tables.c.state.not_in(ENDED))
    wrong = seated.group_by(tables.c.id, tables.c.seats).having(sa.func.count(chairs.c.seat) != tables.c.seats)
    with contextlib.suppress(DatabaseError):
        found += [Refused(CHAIRS, table=table, n=n, seats=seats) for table, n, seats in connection.execute(wrong.limit(MOST))]
    return found
