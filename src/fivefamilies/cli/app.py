"""All commands of `families`, in the order of its help."""

import typer

from fivefamilies.cli.files import hint, replay, review, verify
from fivefamilies.cli.lab import arena, bench, check, simulate
from fivefamilies.cli.play import play
from fivefamilies.cli.serve import serve
from fivefamilies.cli.titles import rules, titles

app = typer.Typer(
    name="families",
    help="Five Families: five classic gangster board games, with bots and a fast rules engine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (titles, play, serve, simulate, check, replay, verify, rules, bench, arena, hint, review):
    app.command()(command)
