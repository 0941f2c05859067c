"""All commands of `families`, in the order of its help."""

from typing import Annotated, Any

import typer
from typer.main import get_command

from fivefamilies.cli.backup import backup, restore
from fivefamilies.cli.clean import clean
from fivefamilies.cli.console import Language, spoken_language
from fivefamilies.cli.editions import EDITION
from fivefamilies.cli.files import export, hint, replay, review, verify
from fivefamilies.cli.lab import arena, bench, check, report, simulate
from fivefamilies.cli.language import Command, Group
from fivefamilies.cli.play import play
from fivefamilies.cli.serve import bots, serve
from fivefamilies.cli.titles import rules, titles
from fivefamilies.cli.train import train

COMMANDS = (
    titles, play, serve, bots, backup, restore, simulate, check, replay, verify, rules, bench, arena, report, train, hint,
    review, export, clean,
)  # fmt: skip


def show_version(is_asked: bool) -> None:
    if is_asked:
        from fivefamilies import __version__

        typer.echo(f"families {__version__}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", help="show the version and exit", callback=show_version, is_eager=True)]


def families(version: Version = False, lang: Language = None) -> None:
    """Five Families: five classic gangster board games, with bots and a fast rules engine."""
    spoken_language(lang)


def command() -> Any:
    """The commands as typer makes them."""
    app = typer.Typer(
        name="families", cls=Group, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )  # fmt: skip
    app.callback()(families)
    for one in COMMANDS:
        app.command(cls=Command, context_settings={"help_option_names": ["-h", "--help"]})(one)
    editions = typer.Typer(cls=Group, no_args_is_help=True, rich_markup_mode=None)
    for about in EDITION:
        editions.command(cls=Command, context_settings={"help_option_names": ["-h", "--help"]})(about)
    app.add_typer(editions, name="edition", help="Editions: the data of your printed copy in the place of ours.")
    return get_command(app)
