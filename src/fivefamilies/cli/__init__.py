"""The command `families`."""

import contextlib
import os
import sys

STOPPED = 130


def main() -> None:
    """Run a command; a mistake gets one sentence and exit code 2."""
    sys.path.append(os.getcwd())  # `families check my_package.my_game` finds what lies here, after all that is installed
    try:
        from fivefamilies.cli.run import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # before anything began, or while the last word was said
        code = STOPPED
    if code == STOPPED:  # at once: Python would wait for threads, and ends by the signal if it hit inside an `exec`
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(code)
    sys.exit(code)
