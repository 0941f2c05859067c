"""Luck for games between bots: repeated by the operator's seed, out of reach of the bots that play.

Everything is a keyed hash (BLAKE2b) of the seed. The key was drawn by the operating system once and lies in a file of ours that
only its owner may read: a bot knows the seeds that people like and this page, and still cannot tell one card. What a bot is given
to be random with comes from another key than the cards do.
"""

import secrets
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from fivefamilies.core.errors import BadFile
from fivefamilies.core.folders import state_home
from fivefamilies.core.safely import make_folder, write_safely

KEY_FILE = "luck.key"
KEY_BYTES = 32


def machine_key() -> bytes:
    """This machine's key, made on first use; where nothing can be kept, one for this run."""
    path = state_home() / KEY_FILE
    return kept_key(str(path))


@lru_cache(maxsize=None)
def kept_key(path: str) -> bytes:
    """The key in that file."""
    found = read_key(path)
    if found is None:
        fresh = secrets.token_bytes(KEY_BYTES)
        try:
            make_folder(state_home())
            write_safely(path, fresh.hex(), private=True)
        except BadFile:
            return fresh
        found = read_key(path) or fresh  # another process may have been faster
    return found


def read_key(path: str) -> bytes | None:
    """What the file holds, if it is a key."""
    try:
        with open(path, encoding="ascii") as stream:
            key = bytes.fromhex(stream.read(2 * KEY_BYTES))
    except (OSError, ValueError):
        return None
    return key if len(key) == KEY_BYTES else None


def drawn(key: bytes, *labels: object, size: int = KEY_BYTES) -> bytes:
    """Bytes that only the holder of the key can foresee, the same for the same labels."""
    return blake2b("/".join(map(str, labels)).encode(), key=key, digest_size=size).digest()


@dataclass(frozen=True)
class Luck:
    """The luck of one game: the secret of its cards, and a key for what its bots are given to be random with."""

    cards: bytes
    bots: bytes

    def of_bot(self, ply: int, seat: int) -> int:
        """The seed of what a seat sees at a move."""
        return int.from_bytes(drawn(self.bots, ply, seat, size=8), "big")


def luck(what: str, seed: int | str, deal: int | str, game: int | str) -> Luck:
    """Games of the same deal have the same cards; bots have other luck in every game."""
    key = machine_key()
    return Luck(drawn(key, what, "cards", seed, deal), drawn(key, what, "bots", seed, game))
