"""Kinds of things on a table, declared once: how each is written in notation, and how it is called in a language.

    CITY = thing("city", City, called=lambda state, city, parts, say: say(parts.cities[city].name))

Moves, events and views are made of things: their words, the targets that a hand can touch and the columns of the log follow.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol, TypeVar, cast

from fivefamilies.core.record import labels_of

Spelling = Callable[..., str]  # (state, value, parts): a word of the notation; the parts are the title's own
Calling = Callable[..., object]  # (state, value, parts, say): a name in a language
Said = TypeVar("Said", covariant=True)
Counting = Callable[[int], Mapping[str, int]]  # {"experts": 2, "occasionals": 1}


@dataclass(frozen=True)
class Thing:
    """A kind of thing; its values are 0 to count - 1, or any number where there is no count."""

    name: str
    count: int
    spelt: Spelling
    called: Calling
    counts: Counting | None = None  # where a value stands for so many of this and of that


def thing(
    name: str,
    values: type[IntEnum] | Sequence[str] | int,
    spelt: Spelling | None = None,
    called: Calling | None = None,
    counts: Counting | None = None,
) -> Thing:
    """A kind of thing with so many values or named ones; the words are the names unless others are given."""
    labels = [str(value) for value in range(values)] if isinstance(values, int) else labels_of(values)
    word = spelt or (lambda state, value, parts: labels[value])
    return Thing(name, len(labels), word, called or (lambda state, value, parts, say: word(state, value, parts)), counts)


class Member(Protocol[Said]):
    """A member of an enumeration that was declared: a number for the rules, and what was said of it."""

    @property
    def name(self) -> str: ...
    @property
    def declared(self) -> Said: ...
    def __int__(self) -> int: ...


class Members(Protocol[Said]):
    """Such an enumeration."""

    def __call__(self, number: int, /) -> Member[Said]: ...
    def __getitem__(self, name: str, /) -> Member[Said]: ...
    def __iter__(self) -> Iterator[Member[Said]]: ...
    def __len__(self) -> int: ...


def enumerated(declared: type, kind: type[Said], first: int) -> Members[Said]:
    """An enumeration in place of the class that declared its members, so that compiled rules may compare with them."""
    said = {name: entry for name, entry in vars(declared).items() if isinstance(entry, kind)}
    make: Any = IntEnum
    members = make(declared.__name__, list(said), start=first, module=declared.__module__)
    members.__doc__ = declared.__doc__
    for member in members:
        member.declared = said[member.name]
    return cast(Members[Said], members)


NUMBER = Thing("number", 0, lambda state, value, parts: str(value), lambda state, value, parts, say: value)
PLACE = Thing("place", 0, lambda state, value, parts: str(value + 1), lambda state, value, parts, say: value + 1)  # from 1
