"""How a host sets up the web table."""

import contextlib
import os
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import make_url

from fivefamilies.core.errors import BadOption
from fivefamilies.core.folders import kept
from fivefamilies.core.safely import make_folder


def default_db() -> str:
    """The ledger's file where the user keeps state."""
    return str(kept("table.db"))


def db_url(given: str) -> str:
    """A database address for SQLAlchemy: a file becomes SQLite, a bare PostgreSQL address gets its asynchronous driver."""
    if "://" not in given:
        return f"sqlite+aiosqlite:///{ledger_file(given)}"
    scheme, rest = given.split("://", 1)
    if scheme in ("postgres", "postgresql", "postgresql+asyncpg") and rest.strip("/"):
        return f"postgresql+asyncpg://{rest}"
    if scheme in ("sqlite", "sqlite+aiosqlite") and rest.strip("/"):
        return f"sqlite+aiosqlite://{rest}"
    raise BadOption("--db {db}: a file, or postgresql://user@host/name, is wanted", db=given)


def ledger_file(given: str) -> Path:
    """The file of a ledger, its folder made."""
    try:
        path = Path(given).expanduser().absolute()
        if not given.strip() or (path.exists() and not path.is_file()):
            raise BadOption("--db {db}: a file, or postgresql://user@host/name, is wanted", db=given)
        make_folder(path.parent)
    except (OSError, ValueError, RuntimeError) as error:
        raise BadOption("--db {db}: {error}", db=given, error=getattr(error, "strerror", None) or error) from error
    return path


def keep_private(url: str) -> None:
    """Make the ledger's file, if it is one, readable by its owner alone: it holds the secrets of running games."""
    found = make_url(url)
    if found.get_backend_name() != "sqlite" or not found.database or found.database == ":memory:":
        return
    with contextlib.suppress(OSError):  # whoever cannot write it is told so when it is opened
        os.close(os.open(found.database, os.O_CREAT | os.O_RDWR, 0o600))
        for part in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.chmod(found.database + part, 0o600)


@dataclass(frozen=True)
class Config:
    """The settings of one server."""

    db: str = field(default_factory=default_db)
    pace: float = 0.6  # seconds a bot takes at least: how long it thinks says nothing about its hand
    grace: float = 45.0  # seconds before the others may vote a bot into an empty chair
    rate: float = 20.0  # requests a second that one player may make for long
    tables: int = 60  # tables that one player may open in an hour
    sockets: int = 500  # open pages and programs from one address
    patience: float = 20.0  # seconds for the head of a request to arrive, and for its body
    prepare: bool = True  # compile the titles in the background
    thinkers: int = 1  # processes that think for bots with compiled rules
    notices: bool = False  # let players name an address that hears of their turn
    push_services: tuple[str, ...] = ()  # addresses of push services besides the known ones, as host:port
    public_url: str | None = None  # the address that players use, where a proxy stands before the server
    resident: int = 20_000  # rooms kept in memory at most
    broker: str | None = None  # an address of Redis: servers on one ledger tell each other there, and share what they count
    hosts_bots: bool = True  # think for bots; where several servers share a ledger, others may do so
    is_bot_host: bool = False  # do nothing else
    operator_token: str | None = field(default=None, repr=False)  # opens the office; without one there is none
    crew: str | None = None  # the workers that share a port have it in common
    bot_seconds: float = 30.0  # after this a bot's move is made for it
