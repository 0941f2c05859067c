"""Running a command: every mistake is one sentence, everything unforeseen one line and a log file.

Exit codes: 0 done; 1 a law is broken, or a rule untested; 2 a mistake in what was asked, or a file that cannot be used; 70 a
mistake of ours; 130 stopped by Ctrl-C.
"""

import codecs
import contextlib
import os
import sys
import time
import traceback
import unicodedata
from collections.abc import Callable
from pathlib import Path

from fivefamilies.cli import STOPPED
from fivefamilies.core.errors import FamiliesError
from fivefamilies.core.words import Words, words

MISTAKE, UNFORESEEN = 2, 70
LOG_FILE, LONGEST_LOG = "families.log", 1 << 20
LIKE = {"–": "-", "—": "-", "·": "-", "…": "...", "«": '"', "»": ">", "✓": "+", "✗": "x", "─": "-", "│": "|", "●": "o", "○": ".",
        "◐": "*", "†": "+", "◆": "#", "★": "*", "▒": "%", "½": "1/2", "♟": "P"}  # fmt: skip


def run(arguments: list[str]) -> int:
    """Carry out one command and return its exit code."""
    steady_streams()
    try:
        code = obey(arguments)
        sys.stdout.flush()
        return code
    except FamiliesError as error:
        return complain(words_now().error(error))
    except KeyboardInterrupt:
        say = words_now()
        return complain(say("stopped"), STOPPED)
    except BrokenPipeError:  # whoever reads, as `head`, has enough
        turn_off_output()
        return 0
    except OSError as error:
        turn_off_output()
        return complain(on_disk(error, words_now()))
    except Exception as error:
        return unforeseen(error, arguments)


def obey(arguments: list[str]) -> int:
    """Find the command and carry it out."""
    from fivefamilies.cli import console, language
    from fivefamilies.cli.app import command

    console.listen_for_ctrl_c()
    language.choose(arguments)
    families = language.translated(command())
    if "_FAMILIES_COMPLETE" in os.environ:
        families.main(prog_name="families")
    try:
        with families.make_context("families", list(arguments)) as context:
            families.invoke(context)
    except Exception as error:  # the classes of click have other homes in other versions of typer
        if hasattr(error, "format_message"):
            return complain(language.usage_error(error, words_now()))
        if type(error).__name__ == "Abort":
            raise KeyboardInterrupt from error
        if type(error).__name__ != "Exit":
            raise
        return int(getattr(error, "exit_code", 0))
    return STOPPED if console.was_stopped() else 0


def words_now() -> Words:
    """The words of the chosen language."""
    from fivefamilies.cli.console import spoken_language

    return words(spoken_language())


# ---------------------------------------------------------------- what went wrong


def complain(sentence: str, code: int = MISTAKE) -> int:
    """One line on the error stream."""
    from fivefamilies.cli.console import err

    with contextlib.suppress(OSError):
        err.print(one_line(sentence), style="bold red", markup=False, highlight=False, soft_wrap=True)
    return code


def one_line(text: str) -> str:
    """The text without line breaks, and without signs that do something to a terminal: it may quote a stranger's file."""
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "�" for sign in text)


def on_disk(error: OSError, say: Callable[..., str]) -> str:
    """A file, a folder or the output that cannot be used."""
    if error.filename is None:
        return say("the output cannot be written: {error}", error=error.strerror or error)
    return say("{file}: cannot be used: {error}", file=error.filename, error=error.strerror or error)


def unforeseen(error: Exception, arguments: list[str]) -> int:
    """A mistake of ours: the details go to a file."""
    say, what = words_now(), f"{type(error).__name__}: {error}"
    try:
        file = keep_details(arguments)
    except OSError:
        return complain(say("something went wrong that should not: {error}", error=what), UNFORESEEN)
    sentence = say(
        "something went wrong that should not: {error}; please report it with the details in {file}", error=what, file=file
    )
    return complain(sentence, UNFORESEEN)


def keep_details(arguments: list[str]) -> Path:
    """Add the traceback to the log; returns where it is."""
    from fivefamilies import __version__
    from fivefamilies.core.folders import log_home

    file = log_home() / LOG_FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    mode = "a" if not file.exists() or file.stat().st_size < LONGEST_LOG else "w"
    with open(file, mode, encoding="utf-8", errors="backslashreplace") as log:
        log.write(f"--- {time.strftime('%Y-%m-%d %H:%M:%S')} families {__version__}: {arguments}\n{traceback.format_exc()}\n")
    return file


# ---------------------------------------------------------------- the streams


def steady_streams() -> None:
    """Streams that are there, and that write what they cannot spell in signs that they can."""
    codecs.register_error("families", spelled)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure") and not is_unicode(stream):
            stream.reconfigure(errors="families")


def is_unicode(stream: object) -> bool:
    """Can the stream write every sign?"""
    try:
        return codecs.lookup(getattr(stream, "encoding", None) or "ascii").name.startswith("utf")
    except LookupError:
        return False


def spelled(error: UnicodeError) -> tuple[str, int]:
    """An error handler of codecs: the nearest plain signs."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    return "".join(LIKE.get(sign) or bare(sign) or "?" for sign in text), error.end


def bare(sign: str) -> str:
    """A letter without its accent."""
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()


def turn_off_output() -> None:
    """Nobody listens: what is left to be written goes nowhere, also at the very end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
