"""Where our files lie on this machine: compilations, unfinished matches and their secrets, the web table's ledger, logs.

FIVEFAMILIES_CACHE and FIVEFAMILIES_HOME name other folders for the cache and for the rest. Earlier versions used the folders of
Linux on every system; what lies there is still found.
"""

import os
from pathlib import Path

from platformdirs import PlatformDirs

NAME = "fivefamilies"
DIRS = PlatformDirs(NAME, appauthor=False)


def cache_home() -> Path:
    """The folder under which compiled rules are kept."""
    given = os.environ.get("FIVEFAMILIES_CACHE")
    return Path(given) if given else DIRS.user_cache_path


def state_home() -> Path:
    """The folder of what a person would miss: matches that wait, their secrets, the ledger of the web table."""
    given = os.environ.get("FIVEFAMILIES_HOME")
    return Path(given) if given else DIRS.user_state_path


def log_home() -> Path:
    """The folder of logs."""
    return state_home() / "log" if os.environ.get("FIVEFAMILIES_HOME") else DIRS.user_log_path


def old_cache() -> Path:
    """Where earlier versions kept compiled rules."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / NAME


def old_state() -> Path:
    """Where earlier versions kept matches and the ledger."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / NAME


def kept(name: str) -> Path:
    """A file of ours that waits: at its place, or where an earlier version left it."""
    path = state_home() / name
    if path.exists() or os.environ.get("FIVEFAMILIES_HOME"):
        return path
    old = old_state() / name
    return old if old.exists() else path
