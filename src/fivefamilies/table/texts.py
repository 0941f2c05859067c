"""Text as it comes in: cleaned once, so that every database takes it, every page can be sent and no line runs backwards."""

import unicodedata
from typing import Any

BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # they turn what follows around


def clean(text: str) -> str:
    """A text without halves of characters, controls and marks of direction; white space becomes single blanks."""
    kept = (letter if unicodedata.category(letter) != "Cc" else " " for letter in text if is_clean(letter))
    return " ".join("".join(kept).split())


def is_clean(letter: str) -> bool:
    return letter not in BIDI and letter != "\0" and not "\ud800" <= letter <= "\udfff"


def clean_all(thing: Any) -> Any:
    """All texts in what JSON or an address has told."""
    if isinstance(thing, str):
        return clean(thing)
    if isinstance(thing, list):
        return [clean_all(entry) for entry in thing]
    if isinstance(thing, dict):
        return {clean(str(key)): clean_all(value) for key, value in thing.items()}
    return thing
