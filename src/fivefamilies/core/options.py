"""Options declared once, as a record that the rules read by name.

    @options
    class Options:
        first_seat = choice("random", *range(SEATS), meaning="who begins", ruling="TB-R22")
        round_limit = whole(0, 240, meaning="...", ruling="JP-R22")

The first value of a choice is its default; the rules see its place among the values: `options.first_seat` is 0 for "random".
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fivefamilies.core.compiled import rule
from fivefamilies.core.errors import BadOption
from fivefamilies.core.record import Record, RecordType, wrap
from fivefamilies.core.views import Called, called
from fivefamilies.core.words import Words

Value = str | int | bool | list[str]


@dataclass(frozen=True)
class Option:
    """One choice of the match: named values, any integer from `low` to `high`, or a list of different names.

    Where the record keeps it in a field of another name, `kept` says in which: a position then tells the option too. Where an
    option came later than matches that are stored, `before` is what they were played with, if that is not the default.
    """

    key: str
    default: Value
    meaning: str
    ruling: str
    values: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    names: tuple[str, ...] = ()
    kept: str = ""
    before: Value | None = None
    words: tuple[Called, ...] = ()  # how people call the values, or the names, in their order
    in_order: bool = False  # of a list of names: does their order count?

    @property
    def kept_from(self) -> str:
        """What is added to the place of a value in a record: it keeps numbers as they are, all others by their place."""
        numbers = [value for value in self.values if isinstance(value, int) and not isinstance(value, bool)]
        if not numbers or len(numbers) < len(self.values) or numbers[0] == 0:
            return ""
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), f"option {self.key}: its numbers do not follow"
        return f" + {numbers[0]}"

    def called(self, value: Value, say: Words) -> str:
        """A value as people say it."""
        if isinstance(value, list):
            return ", ".join(self.name_called(name, say) for name in value) or say("as it comes")
        known = [called(word, say) for given, word in zip(self.values, self.words, strict=False) if is_same(given, value)]
        if known:
            return known[0]
        return (say("yes") if value else say("no")) if isinstance(value, bool) else str(value)

    def name_called(self, name: str, say: Words) -> str:
        """One of the names of a list as people say it."""
        return called(self.words[self.names.index(name)], say) if name in self.names and self.words else name

    def settle(self, value: Value | np.generic) -> Value:
        """The value itself where it was given in words ("0", "true") or as a number of NumPy."""
        if isinstance(value, np.generic):
            return value.item()
        return self.parse(value) if isinstance(value, str) and value not in self.values else value

    def encode(self, value: Value) -> int:
        """The value as the integer that the rules see."""
        if self.names:
            return self._encode_names(value)
        if self.values:
            for place, known in enumerate(self.values):
                if is_same(known, value):
                    return place
            raise BadOption(
                "option {key}: '{value}' is not one of {known}",
                key=self.key,
                value=value,
                known=", ".join(str(v) for v in self.values),
            )
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise BadOption(
                "option {key}: '{value}' is not a whole number from {low} to {high}",
                key=self.key,
                value=value,
                low=self.low,
                high=self.high,
            )
        return value

    def _encode_names(self, value: Value) -> int:
        """A list of different names as one number: 0 for the default order, else the digits of the names."""
        if value == []:
            return 0
        named = value if isinstance(value, list) and all(isinstance(name, str) for name in value) else None
        if named is None or len(set(named)) != len(named) or not set(named) <= set(self.names):
            raise BadOption(
                "option {key}: '{value}' must list different names of {known}",
                key=self.key,
                value=value,
                known=", ".join(self.names),
            )
        number = 0
        for name in reversed(named):
            number = number * (len(self.names) + 1) + self.names.index(name) + 1
        return number

    def parse(self, text: str) -> Value:
        """The value that a person typed."""
        if self.names:
            return [name.strip() for name in text.split(",") if name.strip()]
        for known in self.values:
            if str(known).lower() == text.strip().lower():
                return known
        try:
            return int(text)
        except ValueError:
            return text


def is_same(one: Value, other: Value) -> bool:
    """Is it the same value? False is not 0."""
    return type(one) is type(other) and one == other


def misfit_of_seat(seats: int, settled: Mapping[str, Value]) -> str | None:
    """Why the option `first_seat` is not for a table of that many, or None."""
    seat = settled["first_seat"]
    if isinstance(seat, int) and seat >= seats:
        return f"first seat {seat}: with {seats} players the seats are 0 to {seats - 1}"
    return None


def seats_called(seats: int) -> tuple[Called, ...]:
    """How people call the seats, which programs count from 0."""
    return tuple(("player {n}", {"n": seat + 1}) for seat in range(seats))


def choice(
    *values: Value, meaning: str, ruling: str, default: Value | None = None, kept: str = "", before: Value | None = None,
    words: Sequence[Called] = (),
) -> Option:  # fmt: skip
    """One of these values, the first one unless another is the default; `words` are how people call them."""
    first = values[0] if default is None else default
    return Option("", first, meaning, ruling, values=values, kept=kept, before=before, words=tuple(words))


def whole(low: int, high: int, *, default: int, meaning: str, ruling: str, kept: str = "") -> Option:
    """A whole number within limits."""
    return Option("", default, meaning, ruling, low=low, high=high, kept=kept)


def several(
    names: Sequence[str], *, default: Sequence[str] = (), meaning: str, ruling: str, words: Sequence[Called] = (),
    in_order: bool = False,
) -> Option:  # fmt: skip
    """A list of different names; the rules see their digits (1 for the first), the first named in the lowest place."""
    return Option("", list(default), meaning, ruling, names=tuple(names), words=tuple(words), in_order=in_order)


class OptionsType:
    """The options that a class declares, and the record in which the rules see them."""

    def __init__(self, declared: Mapping[str, Option]) -> None:
        self.declared = tuple(replace(option, key=key) for key, option in declared.items())
        fields = [(option.key, "i8") for option in self.declared]
        self.dtype = np.dtype(fields or [("none", "i8")])  # a title without options: a record with nothing to read

    def __iter__(self) -> Iterator[Option]:
        return iter(self.declared)

    def __len__(self) -> int:
        return len(self.declared)

    def record(self, settled: Mapping[str, Value]) -> Record:
        """Settled options as the rules see them."""
        row = np.zeros(1, self.dtype)[0]
        for option in self.declared:
            row[option.key] = option.encode(settled[option.key])
        return wrap(row)


def options(declared: type) -> OptionsType:
    """Declare the options of a title by a class."""
    return OptionsType({key: entry for key, entry in vars(declared).items() if isinstance(entry, Option)})


NO_OPTIONS = OptionsType({})


def fresh_table(state: object, declared: object = NO_OPTIONS) -> Callable[..., None]:
    """`fresh(s, seats, options)`, for `start`: nothing of an earlier game, the seats, and the options that the record keeps."""
    assert isinstance(state, RecordType) and isinstance(declared, OptionsType), "both are declared"
    lines = clearing(state)
    lines += ["s.seats = seats"] if "seats" in state.fields else []
    for option in declared:
        field = option.kept or option.key
        if field in state.fields:
            lines.append(f"s.{field} = options.{option.key}{option.kept_from}")
    homes: dict[str, Callable[..., None]] = {}
    exec("\n    ".join(["def fresh(s, seats, options):", *lines]), homes)
    return rule(homes["fresh"])


def clearing(state: RecordType) -> list[str]:
    """Lines that set every field of a record to zero: fields of one shape in one loop, which compiles in half the time."""
    lines, shapes = [], {field.shape for field in state.fields.values()}
    for shape in sorted(shapes):
        lines += [f"{'    ' * depth}for i{depth} in range({length}):" for depth, length in enumerate(shape)]
        place = f"[{', '.join(f'i{depth}' for depth in range(len(shape)))}]" if shape else ""
        names = [name for name, field in state.fields.items() if field.shape == shape]
        lines += [f"{'    ' * len(shape)}s.{name}{place} = 0" for name in names]
    return lines
