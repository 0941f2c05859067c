"""Text as it comes in: cleaned once, so that every database takes it, every page can be sent and no line runs backwards."""

import re
from typing import Any

BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks of direction: they turn what follows around
UNCLEAN = re.compile(f"[{BIDI}\0\ud800-\udfff]")
CONTROLS = re.compile("[\x01-\x1f\x7f-\x9f]")


def clean(text: str) -> str:
    """A text without halves of characters, controls and marks of direction; white space becomes single blanks."""
    return " ".join(CONTROLS.sub(" ", UNCLEAN.sub("", text)).split())


def clean_all(thing: object) -> Any:
    """All texts in what JSON or an address has told."""
    if isinstance(thing, str):
        return clean(thing)
    if isinstance(thing, list):
        return [clean_all(entry) for entry in thing]
    if isinstance(thing, dict):
        return {clean(str(key)): clean_all(value) for key, value in thing.items()}
    return thing
