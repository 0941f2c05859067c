"""The command `families`."""

import sys


def main() -> None:
    """Run a command; a mistake gets one sentence and exit code 2."""
    try:
        from fivefamilies.cli.run import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # before anything began, or while the last word was said
        code = 130
    sys.exit(code)
