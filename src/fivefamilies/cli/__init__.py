"""The command `families`."""

import sys


def main() -> None:
    """Run a command; a mistake gets one sentence and exit code 2."""
    from fivefamilies.cli.app import app
    from fivefamilies.cli.console import err, spoken_language
    from fivefamilies.core.errors import FamiliesError
    from fivefamilies.core.words import words

    try:
        app()
    except FamiliesError as error:
        err.print(words(spoken_language()).error(error), style="bold red", markup=False, highlight=False, soft_wrap=True)
        sys.exit(2)
