"""Events declared once: their columns, who may know which of them, and the sentence in which they are told.

    @events
    class Event:
        PASSES = event(player=SEAT, told="{player} places nobody")
        DEALT = event(player=SEAT, city=CITY, card=secret(CARD, "player"), told="{player} is dealt {card}", hidden=None)

The rules write rows, `note(log, Event.DEALT, seat, city, card)`. From this follow `redact` (a row as a seat may know it),
`tell` (a sentence, in a language), `spell` (a step for boards and programs) and the table in the docs. Refusals are declared
likewise: `NOT_IN_HAND = no("you do not hold that card", "FB-10")`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, cast

from fivefamilies.core.record import Record
from fivefamilies.core.things import Members, Thing, enumerated
from fivefamilies.core.words import Words

UNKNOWN = -2  # in place of a secret in a row
ABSENT = -1  # a column that says nothing here
COLUMNS = 4

Step = dict[str, str | int | None]  # what happened, by name: the event and its columns; None is a secret
Also = Callable[..., dict[str, object]]  # more values for the sentence: (values, state, parts, say)
Told = str | tuple[str, str] | Callable[..., str | None] | None  # a sentence, one for `n` things (one, other), or how to say it


@dataclass(frozen=True)
class Column:
    """One column of an event: a thing, and if it is a secret, in which columns those stand who know it."""

    thing: Thing
    is_secret: bool = False
    known_to: tuple[str, ...] = ()
    unless: Callable[[Mapping[str, int]], bool] | None = None  # a row that is no secret after all


def secret(thing: Thing, *known_to: str, unless: Callable[[Mapping[str, int]], bool] | None = None) -> Column:
    """A column that only the seats in the columns `known_to` may know; nobody, if there are none."""
    return Column(thing, True, known_to, unless)


@dataclass(frozen=True)
class Declared:
    """What is said of an event."""

    columns: Mapping[str, Column]
    told: Told
    hidden: Told  # for whoever does not know the secret
    also: Also | None
    heads: bool = False  # its line is a heading of the log
    sure: bool = False  # what chance does just before cannot change it: it is foretold

    @cached_property
    def secrets(self) -> tuple[tuple[int, Column], ...]:
        """The columns that not everybody may know, with their places in a row."""
        return tuple((place, column) for place, column in enumerate(self.columns.values(), 1) if column.is_secret)

    def read(self, row: Sequence[int]) -> dict[str, int]:
        """The columns by name."""
        return {name: int(cell) for name, cell in zip(self.columns, row[1:], strict=False)}


def event(
    *,
    told: Told = None,
    hidden: Told = None,
    also: Also | None = None,
    heads: bool = False,
    sure: bool = False,
    **columns: Thing | Column,
) -> Declared:
    """Declare an event; one without a sentence passes in silence."""
    assert len(columns) <= COLUMNS, "a row has four columns"
    wrapped = {name: entry if isinstance(entry, Column) else Column(entry) for name, entry in columns.items()}
    return Declared(wrapped, told, hidden, also, heads, sure)


class Events(Members[Declared], Protocol):
    """The events of a title, as an enumeration; what was said of each also by its number."""

    by_number: tuple[Declared, ...]


def events(declared: type) -> Events:
    """The events of a class as an enumeration that rules may write; `Event.DEALT.declared` is what was said of it."""
    members = cast(Events, enumerated(declared, Declared, 0))
    members.by_number = tuple(member.declared for member in members)
    return members


def redact(members: Events, row: Sequence[int], seat: int) -> Sequence[int]:
    """A row as `seat` may know it."""
    declared = members.by_number[row[0]]
    if not declared.secrets:
        return row
    cells = list(row)
    for place, column in declared.secrets:
        if not knows(declared, column, row, seat):
            cells[place] = UNKNOWN
    return tuple(cells)


def knows(declared: Declared, column: Column, row: Sequence[int], seat: int) -> bool:
    """May the seat know this column of the row?"""
    values = declared.read(row)
    if column.unless is not None and column.unless(values):
        return True
    return seat >= 0 and any(values[name] == seat for name in column.known_to)


def tell(members: Events, row: Sequence[int], state: Record, parts: object, say: Words) -> str | None:
    """A row, redacted before, as a sentence of the log; None where it passes in silence."""
    declared = members.by_number[row[0]]
    cells = declared.read(row)
    told = declared.hidden if UNKNOWN in cells.values() else declared.told
    if told is None:
        return None
    values = {
        name: column.thing.called(state, cells[name], parts, say)
        for name, column in declared.columns.items()
        if cells[name] not in (UNKNOWN, ABSENT)
    }
    if declared.also is not None:
        values |= declared.also(cells, state, parts, say)
    if callable(told):
        return told(cells, values, say)
    if isinstance(told, tuple):
        n = cells["n"]
        return say.many(told[0], told[1], n, **{name: value for name, value in values.items() if name != "n"})
    return say(told, **values)


def spell(members: Events, row: Sequence[int], state: Record, parts: object) -> Step:
    """A row, redacted before, as a step for boards and programs: the event, and each column by its word; None is a secret."""
    member = members(int(row[0]))
    cells = member.declared.read(row)
    step: Step = {"event": member.name.lower()}
    for name, column in member.declared.columns.items():
        if cells[name] == UNKNOWN:
            step[name] = None
        elif cells[name] != ABSENT:
            word = column.thing.spelt(state, cells[name], parts)
            step[name] = word if column.thing.count else int(word)  # a number as people count: places from 1, whole dollars
    return step


# ---------------------------------------------------------------- refusals


@dataclass(frozen=True)
class Refusal:
    """Why a move is refused, and the rules that say so."""

    why: str
    rules: tuple[str, ...]


def no(why: str, *rules: str) -> Refusal:
    """Declare a reason to refuse a move."""
    return Refusal(why, rules)


def refusals(declared: type) -> Members[Refusal]:
    """The reasons of a class as an enumeration from 1 on, 0 being no objection."""
    return enumerated(declared, Refusal, 1)


def sentences(members: Members[Declared] | Members[Refusal]) -> list[str | tuple[str, str]]:
    """What has to be translated."""
    found: list[Told] = []
    for member in members:
        said = member.declared
        found += [said.why] if isinstance(said, Refusal) else [said.told, said.hidden]
    return [entry for entry in found if isinstance(entry, (str, tuple))]
