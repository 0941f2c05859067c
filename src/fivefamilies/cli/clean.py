"""The command `clean`: where our files lie on this machine, and away with them."""

import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from fivefamilies.cli.console import Json, Language, plain, print_json, spoken_language
from fivefamilies.core import folders
from fivefamilies.core.errors import BadFile
from fivefamilies.core.words import words

LEDGER = "table.db"


def clean(
    yes: Annotated[bool, typer.Option("--yes", "-y", help="remove without asking")] = False,
    table: Annotated[bool, typer.Option("--table", help="the ledger of the web table too, with all its games")] = False,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Say where compiled rules, saved matches and logs lie, and remove them."""
    say = words(spoken_language(lang))
    caches, saves, ledgers = found()
    doomed = [*caches, *saves, *(ledgers if table else [])]
    if not as_json:
        for heading, paths in (
            (say("compiled rules, made again when they are needed"), caches),
            (say("saved matches, their secrets and logs"), saves),
            (say("the ledger of the web table"), ledgers),
        ):
            for path in paths:
                plain(f"{path}  ({say.number(size(path))} B): {heading}")
    if doomed and (yes or (not as_json and agrees(say("Remove all that? The ledger stays unless you said --table.")))):
        for path in doomed:
            remove(path)
        removed = doomed
    else:
        removed = []
    if as_json:
        print_json({
            "caches": [str(path) for path in caches], "saves": [str(path) for path in saves],
            "ledgers": [str(path) for path in ledgers], "removed": [str(path) for path in removed],
        })  # fmt: skip
    elif not doomed:
        plain(say("there is nothing to remove"))
    elif removed:
        plain(say("removed"))
    else:
        plain(say("nothing is removed; --yes removes"))


def found() -> tuple[list[Path], list[Path], list[Path]]:
    """Caches, saves and ledgers that are there, at their places and where earlier versions left them."""
    caches = [folders.cache_home(), folders.old_cache()]
    homes = [folders.state_home(), folders.log_home(), folders.old_state()]
    inside = [path for home in dict.fromkeys(homes) if home.is_dir() for path in sorted(home.iterdir()) if is_ours(path)]
    ledgers = [path for path in inside if path.name.startswith(LEDGER)]
    return [path for path in dict.fromkeys(caches) if path.is_dir()], [path for path in inside if path not in ledgers], ledgers


def is_ours(path: Path) -> bool:
    """Is this a file that we keep? A folder that somebody named may hold other things."""
    return (
        path.name in ("secrets", "log", "luck.key", "families.log")
        or path.name.endswith(".match.json")
        or (path.name.startswith(LEDGER))
    )


def size(path: Path) -> int:
    """Bytes of a file, or of everything in a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def agrees(question: str) -> bool:
    """Does the person say yes?"""
    if not sys.stdin.isatty():
        return False
    return input(f"{question} [y/N] ").strip().lower()[:1] in ("y", "s", "o")


def remove(path: Path) -> None:
    """Away with it; of a cache only what we put there."""
    try:
        if path.is_dir():
            for inner in [p for p in path.iterdir() if (p / "used").exists()] if path.name not in ("secrets", "log") else [path]:
                shutil.rmtree(inner)
            if path.is_dir() and not any(path.iterdir()):
                path.rmdir()
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise BadFile("{file}: cannot be removed: {error}", file=error.filename or path, error=error.strerror) from error
