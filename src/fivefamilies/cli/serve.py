"""The command `serve`: the web table."""

import os
import re
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from fivefamilies.cli.console import Language, err, finite, out, plain, spoken_language
from fivefamilies.core.errors import BadOption, Refused
from fivefamilies.core.words import words

LEVELS = ("debug", "info", "warning", "error")
OPERATOR_TOKEN, SHORTEST_TOKEN = "FIVEFAMILIES_OPERATOR_TOKEN", 16
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
    patience: Annotated[
        float, typer.Option(help="seconds for a request to arrive, and for a line to answer", min=0.1, callback=finite)
    ] = 20,
    prepare: Annotated[bool, typer.Option("--prepare/--no-prepare", help="compile all titles in the background")] = True,
    notices: Annotated[bool, typer.Option(help="let players name an address that hears of their turn")] = False,
    push_service: Annotated[
        list[str] | None, typer.Option(help="a push service besides those of the browsers, as host:port")
    ] = None,
    public_url: Annotated[str | None, typer.Option(help="the address that players use, behind a proxy: https://...")] = None,
    workers: Annotated[
        int, typer.Option(help="processes that serve pages, on a database of PostgreSQL; one more thinks for bots", min=1, max=64)
    ] = 1,
    bots: Annotated[bool, typer.Option("--bots/--no-bots", help="think for bots; without, `families bots` does")] = True,
    broker: Annotated[str | None, typer.Option(help="Redis or Valkey for several servers: redis://host:6379/0")] = None,
    operator_token_file: Annotated[
        Path | None,
        typer.Option(help="a file with the token that opens the operator's page, /operator; without one there is none"),
    ] = None,
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
    if workers > 1 or not bots or broker:
        check_shared(chosen, "--workers" if workers > 1 else "--no-bots" if not bots else "--broker", broker)
    check_ledger(chosen)
    config = Config(
        db=chosen, pace=pace, grace=grace, rate=rate, tables=tables, sockets=sockets, patience=patience,
        prepare=prepare, notices=notices, push_services=tuple(push_service or ()), public_url=public_url,
        hosts_bots=bots, broker=broker, operator_token=operator_token(operator_token_file),
    )  # fmt: skip

    def tell(address: str) -> None:
        plain(say("The table is open at {address} (stop with Ctrl-C)", address=address))
        plain(say("Press Play now under a poster for a game with bots, or Invite for a link to friends; nothing else is needed."))
        out.file.flush()

    if workers > 1:
        from fivefamilies.table.workers import serve_together

        is_done = serve_together(config, workers, host, port, is_opened, log_level, tell)
    else:
        is_done = run(config, host, port, is_opened, log_level, tell)
    if not is_done:
        raise Refused("the table could not be opened; its log says why")


def bots(
    db: Annotated[str, typer.Option(help="the database of the servers: postgresql://...")],
    broker: Annotated[str | None, typer.Option(help="their broker, if they have one: redis://host:6379/0")] = None,
    pace: Annotated[float, typer.Option(help="seconds a bot takes for a move at least", min=0, callback=finite)] = 0.6,
    grace: Annotated[float, typer.Option(help="seconds before an absent player's clock goes on", min=0, callback=finite)] = 45,
    thinkers: Annotated[int, typer.Option(help="processes that think", min=1, max=64)] = 1,
    prepare: Annotated[bool, typer.Option("--prepare/--no-prepare", help="compile all titles in the background")] = True,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error")] = "warning",
    lang: Language = None,
) -> None:
    """Think for the bots of web tables on a common database, on this machine."""
    os.environ["FIVEFAMILIES_INTERPRETED"] = "1"
    from fivefamilies.table.config import Config
    from fivefamilies.table.workers import think

    say = words(spoken_language(lang))
    check_settings("127.0.0.1", None, log_level)
    check_shared(db, "families bots", broker)
    check_ledger(db)
    config = Config(db=db, broker=broker, pace=pace, grace=grace, thinkers=thinkers, prepare=prepare, is_bot_host=True)

    def tell() -> None:
        plain(say("Thinking for the bots of {db} (stop with Ctrl-C)", db=without_password(db)))
        out.file.flush()

    think(config, log_level, tell)


def operator_token(file: Path | None) -> str | None:
    """The token of the operator's page, from a file or the environment: a command line is read by everybody on the machine."""
    given = os.environ.pop(OPERATOR_TOKEN, None)  # whoever thinks for bots need not know it
    if file is not None:
        try:
            given = file.expanduser().read_text(encoding="utf-8")
        except (OSError, UnicodeError) as error:
            why = getattr(error, "strerror", None) or type(error).__name__
            raise BadOption("--operator-token-file {file}: {error}", file=file, error=why) from error
    token = given.strip() if given is not None else None
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise BadOption("the operator's token has {n} letters; it needs {least}, such as openssl rand -hex 24 gives",
                        n=len(token), least=SHORTEST_TOKEN)  # fmt: skip
    return token


def check_shared(db: str, what: str, broker: str | None) -> None:
    """Raise unless several servers can work on this ledger."""
    from fivefamilies.table.config import db_url
    from fivefamilies.table.wire import check_broker

    if db_url(db).startswith("sqlite"):
        raise BadOption(
            "{what}: a ledger in a file has one server, which does everything; name a database of PostgreSQL with --db", what=what
        )
    if broker:
        check_broker(broker)


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

    from sqlalchemy import make_url
    from sqlalchemy.exc import SQLAlchemyError

    from fivefamilies.table.config import db_url, keep_private
    from fivefamilies.table.integrity import check_pages
    from fivefamilies.table.store import open_once

    url = db_url(db)
    try:
        if url.startswith("sqlite") and "mode=" not in url:
            check_pages(Path(make_url(url).database or ""))
        keep_private(url)
        wrong = asyncio.run(asyncio.wait_for(open_once(url), PATIENCE))
    except Refused as error:
        raise BadOption("--db {db}: {error}", db=without_password(db), error=error) from error
    except (SQLAlchemyError, OSError, ValueError, TypeError, ImportError, TimeoutError) as error:
        why = str(getattr(error, "orig", None) or error).strip().split("\n")[0].rpartition(": ")[2] or type(error).__name__
        raise BadOption("--db {db}: {error}", db=without_password(db), error=why) from error
    for fault in wrong:
        err.print(words(spoken_language()).error(fault), markup=False, highlight=False, soft_wrap=True)


def without_password(db: str) -> str:
    """An address that can be shown."""
    return re.sub(r"(://[^:/@]*):[^@]*@", r"\1:...@", db)
