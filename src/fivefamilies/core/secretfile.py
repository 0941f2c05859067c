"""The secrets of unfinished matches, apart from their files: whoever has the file of a match must not know its next cards.

A secret lies in our own folder under the hash that promises it, readable by its owner alone, until the match is over.
"""

import contextlib

from fivefamilies.core.chance import Promise
from fivefamilies.core.folders import kept, state_home
from fivefamilies.core.safely import make_folder, write_safely

FOLDER = "secrets"


def name_of(commitment: str) -> str:
    """Where the secret behind a commitment lies, below our folder."""
    return f"{FOLDER}/{commitment}.secret"


def keep(promise: Promise) -> None:
    """Keep the secret of a match that goes on another day."""
    path = state_home() / name_of(promise.commitment)
    make_folder(path.parent, private=True)
    write_safely(path, promise.secret.hex(), private=True)


def find(commitment: str) -> Promise | None:
    """The promise that was kept on this machine."""
    try:
        promise = Promise(bytes.fromhex(kept(name_of(commitment)).read_text("ascii")))
    except (OSError, ValueError):
        return None
    return promise if promise.commitment == commitment else None


def forget(commitment: str) -> None:
    """The match is over: its secret is in its file now."""
    with contextlib.suppress(OSError):
        kept(name_of(commitment)).unlink(missing_ok=True)
