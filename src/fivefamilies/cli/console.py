"""What every command shares: the two consoles, progress, languages, options and editions."""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from socket import socketpair
from types import FrameType
from typing import TYPE_CHECKING, Annotated, TypeVar, cast

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fivefamilies.cli import STOPPED
from fivefamilies.core.errors import BadEdition, BadOption, Stopped
from fivefamilies.core.words import LANGUAGES, home_language, words

if TYPE_CHECKING:
    from fivefamilies.core.contract import Title, Value

T = TypeVar("T")


class Screen(Console):
    """rich's console, which leaves it to us what happens when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


out = Screen()
err = Screen(stderr=True)


def known_titles() -> list[str]:
    """For the shell's completion."""
    from fivefamilies import games

    return games.names()


def finite(number: float) -> float:
    """A number that is one."""
    if not isfinite(number):
        raise BadOption("{number} is not a number that can be used here", number=number)
    return number


TitleName = Annotated[
    str,
    typer.Argument(help="a title: see `families titles`; or a module that defines TITLE", autocompletion=known_titles),
]
Seats = Annotated[int | None, typer.Option("--seats", help="how many play")]
Language = Annotated[
    str | None, typer.Option("--lang", metavar="|".join(LANGUAGES), help="the language; default: your environment's")
]
Json = Annotated[bool, typer.Option("--json", help="one JSON object, for programs")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="KEY=VALUE, repeatable: see `families titles NAME`")]
Preset = Annotated[str | None, typer.Option("--preset", help="a named bundle of options")]
Edition = Annotated[Path | None, typer.Option("--edition", help="a TOML file with the data of your printed copy")]


_language: list[str] = []


def spoken_language(asked: str | None = None) -> str:
    """The language that was asked for, remembered for messages after it."""
    if asked is not None:
        words(asked)
        _language[:] = [asked]
    return _language[0] if _language else home_language()


def print_json(data: object) -> None:
    """One JSON object, in plain ASCII where the output can write nothing else."""
    can_spell = (sys.stdout.encoding or "").lower().startswith("utf")
    sys.stdout.write(json.dumps(data, ensure_ascii=not can_spell) + "\n")


_pressed: list[int] = []
_stopped: list[bool] = []


def listen_for_ctrl_c() -> None:
    """Remember that Ctrl-C was pressed: what is raised inside a callback of C is lost, and the next step raises it again.

    Whoever was started in the background ignores it, as ever.
    """

    def hear(number: int, frame: FrameType | None) -> None:
        _pressed.append(number)
        signal.default_int_handler(number, frame)

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, hear)


@contextmanager
def stopped_at_once() -> Iterator[None]:
    """The compiler may be deaf for many seconds, and nothing is lost with it: here Ctrl-C ends the command, by another thread."""
    hear = signal.getsignal(signal.SIGINT)
    if not callable(hear):
        yield
        return
    ours, theirs = socketpair()
    ours.setblocking(False)

    def watch() -> None:
        while said := theirs.recv(1):
            if said[0] == signal.SIGINT:
                err.show_cursor(True)
                err.print("\r" + words(spoken_language())("stopped"), style="bold red")
                os._exit(STOPPED)

    before = signal.set_wakeup_fd(ours.fileno())
    signal.signal(signal.SIGINT, lambda number, frame: None)
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGINT, hear)
        ours.close()
        watcher.join()
        theirs.close()


def until_stopped(work: Callable[[], T]) -> T:
    """The report of a long work; after Ctrl-C, that of what was done until then."""
    try:
        return work()
    except Stopped as stopped:
        _stopped.append(True)
        say = words(spoken_language())
        err.print(say("stopped; this is what there is"), markup=False, highlight=False, soft_wrap=True)
        return cast(T, stopped.report)


def was_stopped() -> bool:
    """Did somebody press Ctrl-C in this command?"""
    return bool(_stopped and _stopped.pop())


def plain(text: str, is_board: bool = False) -> None:
    """A text as it stands; a board is made to fit a narrow screen."""
    if is_board:
        from fivefamilies.terminal.narrow import narrowed, screen_width

        text = narrowed(text, screen_width(out))
    out.print(text, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def bar(what: str, total: int | None) -> Iterator[Callable[..., None]]:
    """A progress bar on the error stream, gone when it is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(what, total=total)

        def step(n: int = 1) -> None:
            if _pressed:
                raise KeyboardInterrupt
            progress.advance(task, n)

        yield step


def ready(name: str) -> "Title":
    """A title with its rules compiled."""
    from fivefamilies import games

    return prepare(games.title(name))


def prepare(title: "Title") -> "Title":
    """Compile the rules of a title; says so when that takes a while."""
    from fivefamilies.core import kernels

    say = words(spoken_language())
    told = say("Preparing the rules of {title} (kept for next time)", title=title.name)
    with bar(told, len(kernels.VERBS) + 1) as step, stopped_at_once():
        kernels.compile_title(title, lambda verb: step())
    return title


def parse_options(title: "Title", given: list[str] | None) -> dict[str, "Value"]:
    """KEY=VALUE pairs as option values."""
    known = {option.key: option for option in title.options}
    parsed: dict[str, Value] = {}
    for pair in given or []:
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadOption("option '{pair}': write it as KEY=VALUE", pair=pair)
        parsed[key] = known[key].parse(value) if key in known else value
    return parsed


def read_edition(path: Path | None) -> dict[str, object] | None:
    """The data of an edition file."""
    from fivefamilies.core import editions

    if path is None:
        return None
    try:
        return editions.parse(path.read_bytes())
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadEdition("edition {path}: cannot be read: {error}", path=path, error=why) from error
