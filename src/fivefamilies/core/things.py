"""Kinds of things on a table, declared once: how each is written in notation, and how it is called in a language.

    CITY = thing("city", City, called=lambda state, city, parts, say: say(parts.cities[city].name))

Moves, events and views are made of things: their words, the targets that a hand can touch and the columns of the log follow.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from fivefamilies.core.record import labels_of
from fivefamilies.core.words import Words

Spelling = Callable[[Any, int, Any], str]  # state, value, parts: a word of the notation
Calling = Callable[[Any, int, Any, Words], object]  # state, value, parts, say: a name in a language


@dataclass(frozen=True)
class Thing:
    """A kind of thing; its values are 0 to count - 1, or any number where there is no count."""

    name: str
    count: int
    spelt: Spelling
    called: Calling


def thing(
    name: str, values: type[IntEnum] | Sequence[str] | int, spelt: Spelling | None = None, called: Calling | None = None
) -> Thing:
    """A kind of thing with so many values or named ones; the words are the names unless others are given."""
    labels = [str(value) for value in range(values)] if isinstance(values, int) else labels_of(values)
    word = spelt or (lambda state, value, parts: labels[value])
    return Thing(name, len(labels), word, called or (lambda state, value, parts, say: word(state, value, parts)))


def enumeration(declared: type, names: list[str], first: int) -> Any:
    """An enumeration in place of the class that declared its members, so that compiled rules may compare with them."""
    make: Any = IntEnum
    members = make(declared.__name__, names, start=first, module=declared.__module__)
    members.__doc__ = declared.__doc__
    return members


NUMBER = Thing("number", 0, lambda state, value, parts: str(value), lambda state, value, parts, say: value)
PLACE = Thing("place", 0, lambda state, value, parts: str(value + 1), lambda state, value, parts, say: value + 1)  # from 1
