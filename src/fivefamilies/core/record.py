"""A position declared once, as one flat record that reads like a table.

    @record
    class State:
        hand: i8[SEATS, Card]                       # a count for each seat and each member of an enumeration
        hit_list: one_of(MOBSTERS)[upto("hit_count", 54)]   # the first `hit_count` entries count
        phase: one_of(Phase)
        turn: i8.within(0, SEATS - 1)               # what compiled rules use as an index says how far it goes

The declaration gives the NumPy dtype that the rules work on and the readable form of a position (`dump`, `load`).
"""

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from fivefamilies.core.compiled import INTERPRETED
from fivefamilies.core.errors import BadPosition, nearest

Labels = tuple[str, ...] | None
Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"  # plain data
Position = dict[str, Json]  # a record in words


def labels_of(names: type[IntEnum] | Sequence[str]) -> tuple[str, ...]:
    """Lower-case names of an enumeration's members, or the given names."""
    if isinstance(names, type):
        return tuple(member.name.lower() for member in names)
    return tuple(names)


@dataclass(frozen=True)
class Axis:
    """One dimension of a field: how long, with which names, and which field counts the entries in use."""

    length: int
    labels: Labels = None
    counted_by: str | None = None


def upto(count: str, length: int) -> Axis:
    """A list of at most `length` entries, of which the field `count` tells how many there are."""
    return Axis(length, counted_by=count)


@dataclass(frozen=True)
class Field:
    """The type of one field; `i8[SEATS, Card]` makes an array of it."""

    kind: str
    axes: tuple[Axis, ...] = ()
    values: Labels = None
    lowest: int = 0
    bounds: tuple[int, int] | None = None  # the least and the greatest value, where the width of the number is not enough

    def within(self, low: int, high: int) -> "Field":
        """The same field for numbers from `low` to `high`."""
        return replace(self, bounds=(low, high))

    def __getitem__(self, axes: object) -> "Field":
        given = axes if isinstance(axes, tuple) else (axes,)
        made = tuple(
            a if isinstance(a, Axis) else Axis(a) if isinstance(a, int) else Axis(len(labels_of(a)), labels_of(a)) for a in given
        )
        return replace(self, axes=made)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis.length for axis in self.axes)


i8, i16, i32, i64, u64 = (Field(kind) for kind in ("i1", "i2", "i4", "i8", "u8"))


def one_of(names: type[IntEnum] | Sequence[str], lowest: int = 0) -> Field:
    """A small integer whose values have names, the first one being `lowest`."""
    if isinstance(names, type):
        lowest = min(int(member.value) for member in list(names))
    labels = labels_of(names)
    return Field("i1", values=labels, lowest=lowest, bounds=(lowest, lowest + len(labels) - 1))


look_up, number_at = np.ndarray.__getitem__, np.ndarray.item


class Ints(np.ndarray):
    """Numbers of a record in interpreted play: single entries are plain ones, as wide as compiled ones. Most of the time of
    interpreted rules is spent here, so what they ask for most comes first."""

    def __getitem__(self, key: Any) -> Any:
        if key.__class__ is int:
            if self.ndim == 1:
                return number_at(self, key)
        elif key.__class__ is tuple and len(key) == self.ndim:
            try:
                return number_at(self, key)
            except TypeError:  # there is a slice among them
                pass
        entry = look_up(self, key)
        return entry if isinstance(entry, np.ndarray) else entry.item()


class Line(Ints):
    """The same for numbers in a line."""

    def __getitem__(self, key: Any) -> Any:
        try:
            return number_at(self, key)
        except TypeError:  # it is a slice
            return look_up(self, key)


class Rows(np.ndarray):
    """Records in a record, in interpreted play."""

    def __getitem__(self, key: Any) -> Any:
        entry = look_up(self, key)
        return plain(entry) if isinstance(entry, np.void) else entry.view(Ints) if entry.dtype.names is None else entry


NUMBERS: dict[str, type] = {
    "i1": ctypes.c_int8, "i2": ctypes.c_int16, "i4": ctypes.c_int32, "i8": ctypes.c_int64, "u1": ctypes.c_uint8,
    "u2": ctypes.c_uint16, "u4": ctypes.c_uint32, "u8": ctypes.c_uint64, "f4": ctypes.c_float, "f8": ctypes.c_double,
    "b1": ctypes.c_bool,
}  # fmt: skip
put_number = ctypes.Structure.__setattr__


class Plain(ctypes.Structure):
    """A record in interpreted play. Its numbers are read straight from its memory; its arrays lie there and are found once."""

    row: np.void

    def __getattr__(self, name: str) -> Any:
        entry: Any = self.row[name]
        if isinstance(entry, np.ndarray):
            found: object = entry.view(Rows if entry.dtype.names else Line if entry.ndim == 1 else Ints)
        else:
            found = plain(entry)
        self.__dict__[name] = found
        return found

    def __setattr__(self, name: str, value: int) -> None:
        if value.__class__ is int and name in self.numbers:
            put_number(self, name, value)
        else:
            self.row[name] = value

    numbers: frozenset[str] = frozenset()


@lru_cache(maxsize=None)
def plain_type(dtype: np.dtype) -> type[Plain]:
    """The class of the interpreted records of one layout: its numbers as a structure of C, whatever else there is as a gap."""
    fields, end = list[tuple[str, Any]](), 0
    places = sorted((offset, name, kind) for name, (kind, offset, *_) in (dtype.fields or {}).items())
    numbers = [(offset, name, kind) for offset, name, kind in places if not kind.shape and not kind.names]
    for offset, name, kind in numbers:
        if offset > end:
            fields.append((f" {end}", ctypes.c_char * (offset - end)))
        fields.append((name, NUMBERS[kind.str[1:]]))
        end = offset + kind.itemsize
    layout = {"_pack_": 1, "_layout_": "ms", "numbers": frozenset(name for _, name, _ in numbers)}
    return type("Plain", (Plain,), layout | {"_fields_": fields})


def plain(row: np.void) -> Plain:
    """A row of an array as interpreted rules take it."""
    memory = np.ndarray((row.dtype.itemsize,), np.uint8, row)
    made = plain_type(row.dtype).from_address(memory.__array_interface__["data"][0])
    made.__dict__["row"] = row  # whose memory it is
    return made


def plain_over(memory: bytearray, dtype: np.dtype) -> Plain:
    """A record that is all of this memory: found sooner than a row of an array."""
    made = plain_type(dtype).from_buffer(memory)
    made.__dict__["row"] = np.ndarray(1, dtype, memory)[0]
    return made


Fields = np.void  # a row of an array, as Python reads it: s["hand"]
Record = Fields | Plain  # as the rules take it: the row, or in interpreted play what is around it


class RecordType:
    """The record that a class of annotations declares."""

    def __init__(self, declared: type) -> None:
        self.name = declared.__name__
        self.__doc__ = declared.__doc__
        self.fields: dict[str, Field] = dict(declared.__annotations__)
        for axis in [axis for field in self.fields.values() for axis in field.axes if axis.counted_by]:
            count = self.fields[str(axis.counted_by)]
            self.fields[str(axis.counted_by)] = count if count.bounds else count.within(0, axis.length)
        self.dtype = np.dtype([(name, field.kind, field.shape) for name, field in self.fields.items()], align=True)

    def of(self, **values: ArrayLike) -> Record:
        """The record with these contents, every field given whole."""
        row = self.array(1)[0]
        assert set(values) == set(self.fields), f"{self.name} has {', '.join(self.fields)}"
        for name, value in values.items():
            row[name] = value
            assert np.array_equal(row[name], value), f"{self.name}: {name} cannot hold {value!r}"
        return wrap(row)

    def array(self, count: int) -> np.ndarray:
        """`count` empty records."""
        return np.zeros(count, self.dtype)

    def blank(self) -> Record:
        """One empty record, as the rules take it."""
        return plain_over(bytearray(self.dtype.itemsize), self.dtype) if INTERPRETED else self.array(1)[0]

    def copy(self, state: Record) -> Record:
        """A second record with the same content."""
        if INTERPRETED:
            return plain_over(bytearray(content(state)), self.dtype)
        twin = self.array(1)
        twin[0] = unwrap(state)
        return twin[0]

    def read(self, content: bytes) -> Record:
        """The record with this content."""
        if len(content) != self.dtype.itemsize:
            raise BadPosition("position: {n} bytes; a record has {wanted}", n=len(content), wanted=self.dtype.itemsize)
        memory = bytearray(content)
        return plain_over(memory, self.dtype) if INTERPRETED else np.frombuffer(memory, self.dtype)[0]

    def dump(self, state: Record) -> Position:
        """The record as plain names and numbers; a field that is all zero is left out, unless it is a list with entries."""
        row = unwrap(state)

        def says_something(name: str, field: Field) -> bool:
            counted = [axis.counted_by for axis in field.axes if axis.counted_by]
            return bool(np.any(row[name])) or any(row[count] > 0 for count in counted)

        return {name: self._dump_field(row, name, field) for name, field in self.fields.items() if says_something(name, field)}

    def zero(self, name: str) -> Json:
        """An entry that says nothing, as `dump` would write it."""
        return self._dump_field(self.array(1)[0], name, self.fields[name])

    def _dump_field(self, row: np.void, name: str, field: Field) -> Json:
        def spell(value: np.ndarray) -> int | str:
            number = int(value)
            if field.values is None:
                return number
            place = number - field.lowest
            return field.values[place] if 0 <= place < len(field.values) else number

        def spread(array: np.ndarray, axes: tuple[Axis, ...]) -> Json:
            if not axes:
                return spell(array)
            axis, inner = axes[0], axes[1:]
            if axis.labels is not None and not inner and field.values is None:
                return {label: int(entry) for label, entry in zip(axis.labels, array, strict=True) if entry}
            if axis.labels is not None:
                return {label: spread(entry, inner) for label, entry in zip(axis.labels, array, strict=True)}
            used = int(row[axis.counted_by]) if axis.counted_by else axis.length
            return [spread(entry, inner) for entry in array[:used]]

        return spread(row[name], field.axes)

    def load(self, position: Mapping[str, object]) -> Record:
        """The record that `dump` described; a clear error for anything that is not one."""
        state = self.array(1)[0]
        if not isinstance(position, dict):
            raise BadPosition("position: names with values are wanted, as `dump` gives them")
        for name in position:
            if name not in self.fields:
                raise BadPosition(
                    "position: unknown entry '{name}'; did you mean '{near}'?",
                    name=name,
                    near=nearest(str(name), list(self.fields)) or next(iter(self.fields)),
                )
        for name, field in self.fields.items():
            if name in position:
                self._load_field(state, name, field, position[name])
                self._count(state, name, field, position)
        self.check(state)
        return wrap(state)

    def _count(self, row: np.void, name: str, field: Field, position: Mapping[str, object]) -> None:
        """A list says how many entries it has; where its count is given too, the two must agree."""
        count = field.axes[0].counted_by if field.axes else None
        if count is None:
            return
        listed = position[name]
        assert isinstance(listed, list), "it was read as one"
        said = position.get(count, len(listed))
        if said != len(listed):
            raise BadPosition(
                "position: {name} has {n} entries, but {count} is {said}",
                name=name,
                n=len(listed),
                count=count,
                said=said,
            )
        row[count] = said

    def check(self, state: Record) -> None:
        """Raise if a number lies where the rules, which look nothing up twice, would reach outside the record."""
        row = unwrap(state)
        for name, field in self.fields.items():
            if field.bounds and not (field.bounds[0] <= np.min(row[name]) and np.max(row[name]) <= field.bounds[1]):
                wrong = next(int(value) for value in np.ravel(row[name]) if not field.bounds[0] <= value <= field.bounds[1])
                raise BadPosition(
                    "position: {name} has {value}; it goes from {low} to {high}",
                    name=name,
                    value=wrong,
                    low=field.bounds[0],
                    high=field.bounds[1],
                )

    def _load_field(self, row: np.void, name: str, field: Field, given: object) -> None:
        limits = np.iinfo(field.kind)

        def number(value: object) -> int:
            if field.values is not None and isinstance(value, str):
                if value not in field.values:
                    raise BadPosition(
                        "position: {name} cannot be '{value}'; it is one of {known}",
                        name=name,
                        value=value,
                        known=", ".join(field.values),
                    )
                return field.values.index(value) + field.lowest
            if isinstance(value, bool) or not isinstance(value, int) or not limits.min <= value <= limits.max:
                raise BadPosition("position: {name} has '{value}' where a number belongs", name=name, value=value)
            return value

        def fill(array: np.ndarray, axes: tuple[Axis, ...], entry: object) -> None:
            axis, inner = axes[0], axes[1:]
            if axis.labels is not None:
                if not isinstance(entry, dict):
                    raise BadPosition("position: {name} wants names with values", name=name)
                for label, value in entry.items():
                    if label not in axis.labels:
                        raise BadPosition(
                            "position: {name} has no '{label}'; did you mean '{near}'?",
                            name=name,
                            label=label,
                            near=nearest(str(label), list(axis.labels)) or axis.labels[0],
                        )
                    place(array, axis.labels.index(label), inner, value)
                return
            if not isinstance(entry, list) or len(entry) > axis.length:
                raise BadPosition("position: {name} wants a list of at most {n}", name=name, n=axis.length)
            for index, value in enumerate(entry):
                place(array, index, inner, value)

        def place(array: np.ndarray, index: int, inner: tuple[Axis, ...], value: object) -> None:
            if inner:
                fill(array[index], inner, value)
            else:
                array[index] = number(value)

        if field.axes:
            fill(row[name], field.axes, given)
        else:
            row[name] = number(given)


def record(declared: type) -> RecordType:
    """Declare a record by its annotations."""
    return RecordType(declared)


def wrap(row: Fields) -> Record:
    """A row of an array as the rules take it: itself when compiled, with plain integers when interpreted."""
    return plain(row) if INTERPRETED else row


def unwrap(state: Record) -> Fields:
    """The row of an array behind a record."""
    return state.row if isinstance(state, Plain) else state


def read(state: Record) -> Plain:
    """A record as Python reads it soonest: its numbers are plain ones."""
    return state if isinstance(state, Plain) else plain(state)


def content(state: Record) -> bytes:
    """Every byte of a record: two positions are the same when these are."""
    return unwrap(state).tobytes()
