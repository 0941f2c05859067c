"""The command `serve`: the web table."""

import os
import re
from typing import Annotated
from urllib.parse import urlsplit

import typer

from fivefamilies.cli.console import Language, finite, out, plain, spoken_language
from fivefamilies.core.errors import BadOption, Refused
from fivefamilies.core.words import words

LEVELS = ("debug", "info", "warning", "error")
PATIENCE = 10  # seconds for a database to answer


def serve(
    host: Annotated[str, typer.Option(help="the address to listen on; 0.0.0.0 for everybody in your network")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="the port; the next free one is taken", min=0, max=65535)] = 8500,
    db: Annotated[str | None, typer.Option(help="a file, or a database address such as postgresql://...")] = None,
    is_opened: Annotated[bool, typer.Option("--open/--no-open", help="open the browser")] = True,
    pace: Annotated[float, typer.Option(help="seconds a bot takes for a move at least", min=0, callback=finite)] = 0.6,
    grace: Annotated[
        float, typer.Option(help="seconds before a bot may stand in for an absent player", min=0, callback=finite)
    ] = 45,
    rate: Annotated[float, typer.Option(help="requests a second allowed to one player", min=1, callback=finite)] = 20,
    tables: Annotated[int, typer.Option(help="tables that one player may open in an hour", min=1)] = 60,
    sockets: Annotated[int, typer.Option(help="open pages and programs allowed to one address", min=1)] = 500,
    patience: Annotated[float, typer.Option(help="seconds for a request to arrive", min=0.1, callback=finite)] = 20,
    prepare: Annotated[bool, typer.Option("--prepare/--no-prepare", help="compile all titles in the background")] = True,
    notices: Annotated[bool, typer.Option(help="let players name an address that hears of their turn")] = False,
    push_service: Annotated[
        list[str] | None, typer.Option(help="a push service besides those of the browsers, as host:port")
    ] = None,
    public_url: Annotated[str | None, typer.Option(help="the address that players use, behind a proxy: https://...")] = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error")] = "warning",
    lang: Language = None,
) -> None:
    """Open the web table: play in a browser, with friends and bots."""
    os.environ["FIVEFAMILIES_INTERPRETED"] = "1"  # this process needs no compiled rules; those who think for bots have them
    from fivefamilies.table.config import Config, default_db
    from fivefamilies.table.serve import serve as run

    say = words(spoken_language(lang))
    check_settings(host, public_url, log_level)
    chosen = db if db is not None else default_db()
    check_ledger(chosen)
    config = Config(
        db=chosen, pace=pace, grace=grace, rate=rate, tables=tables, sockets=sockets, patience=patience,
        prepare=prepare, notices=notices, push_services=tuple(push_service or ()), public_url=public_url,
    )  # fmt: skip

    def tell(address: str) -> None:
        plain(say("The table is open at {address} (stop with Ctrl-C)", address=address))
        plain(say("Press Play now under a poster for a game with bots, or Invite for a link to friends; nothing else is needed."))
        out.file.flush()

    if not run(config, host, port, is_opened, log_level, tell):
        raise Refused("the table could not be opened; its log says why")


def check_settings(host: str, public_url: str | None, log_level: str) -> None:
    """Raise for what could not work, before anything is opened."""
    if not host.strip():
        raise BadOption("--host is empty; 127.0.0.1 is for this machine, 0.0.0.0 for your network")
    if log_level.lower() not in LEVELS:
        raise BadOption("--log-level {level}: it is one of {known}", level=log_level, known=", ".join(LEVELS))
    if public_url is not None:
        try:
            parts = urlsplit(public_url)
            is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
        except ValueError:
            is_good = False
        if not is_good or any(sign.isspace() for sign in public_url):
            raise BadOption("--public-url {url}: write it whole, as in https://club.example", url=public_url)


def check_ledger(db: str) -> None:
    """Raise with a sentence if the ledger cannot be opened as the server will open it."""
    import asyncio

    from sqlalchemy.exc import SQLAlchemyError

    from fivefamilies.table.config import db_url, keep_private
    from fivefamilies.table.store import open_once

    url = db_url(db)
    try:
        keep_private(url)
        asyncio.run(asyncio.wait_for(open_once(url), PATIENCE))
    except (SQLAlchemyError, OSError, ValueError, TypeError, ImportError, TimeoutError) as error:
        why = str(getattr(error, "orig", None) or error).strip().split("\n")[0].rpartition(": ")[2] or type(error).__name__
        raise BadOption("--db {db}: {error}", db=without_password(db), error=why) from error


def without_password(db: str) -> str:
    """An address that can be shown."""
    return re.sub(r"(://[^:/@]*):[^@]*@", r"\1:...@", db)
