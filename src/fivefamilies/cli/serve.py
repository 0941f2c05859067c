"""The command `serve`: the web table."""

import os
from typing import Annotated

import typer

from fivefamilies.cli.console import Language, plain, spoken_language
from fivefamilies.core.words import words


def serve(
    host: Annotated[str, typer.Option(help="the address to listen on; 0.0.0.0 for everybody in your network")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="the port; the next free one is taken", min=0, max=65535)] = 8500,
    db: Annotated[str | None, typer.Option(help="a file, or a database address such as postgresql://...")] = None,
    is_opened: Annotated[bool, typer.Option("--open/--no-open", help="open the browser")] = True,
    pace: Annotated[float, typer.Option(help="seconds a bot takes for a move at least", min=0)] = 0.6,
    grace: Annotated[float, typer.Option(help="seconds before a bot may stand in for an absent player", min=0)] = 45,
    rate: Annotated[float, typer.Option(help="requests a second allowed to one player", min=1)] = 20,
    tables: Annotated[int, typer.Option(help="tables that one player may open in an hour", min=1)] = 60,
    sockets: Annotated[int, typer.Option(help="open pages and programs allowed to one address", min=1)] = 500,
    patience: Annotated[float, typer.Option(help="seconds for a request to arrive", min=0.1)] = 20,
    prepare: Annotated[bool, typer.Option("--prepare/--no-prepare", help="compile all titles in the background")] = True,
    notices: Annotated[bool, typer.Option(help="let players name an address that hears of their turn")] = False,
    public_url: Annotated[str | None, typer.Option(help="the address that players use, behind a proxy: https://...")] = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error")] = "warning",
    lang: Language = None,
) -> None:
    """Open the web table: play in a browser, with friends and bots."""
    os.environ["FIVEFAMILIES_INTERPRETED"] = "1"  # this process needs no compiled rules; those who think for bots have them
    from fivefamilies.table.config import Config, default_db
    from fivefamilies.table.serve import free_port
    from fivefamilies.table.serve import serve as run

    say = words(spoken_language(lang))
    chosen = free_port(host, port)
    config = Config(
        db=db or default_db(), pace=pace, grace=grace, rate=rate, tables=tables, sockets=sockets, patience=patience,
        prepare=prepare, notices=notices, public_url=public_url,
    )  # fmt: skip
    shown = public_url or f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{chosen}"
    plain(say("The table is open at {address} (stop with Ctrl-C)", address=shown))
    plain(say("Press Play now under a poster for a game with bots, or Invite for a link to friends; nothing else is needed."))
    run(config, host, chosen, is_opened, log_level)
