"""What a seat knows as numbers, declared once as named blocks of one flat array.

    @sight
    class Sight:
        hand: numbers("the own city cards, by their index")[Card]
        gangs: each(Gang, "per seat from the own one clockwise")[SEATS]

`observe(s, seat, o)` writes `o.hand[card]` and `o.gangs[k].money`; offsets and the docs' tables follow.
"""

from dataclasses import dataclass

import numpy as np

from fivefamilies.core.record import Axis, Field, Record, wrap


@dataclass(frozen=True)
class Block:
    """A stretch of the observation: its name, how many numbers, what they say."""

    name: str
    length: int
    meaning: str


@dataclass(frozen=True)
class Numbers:
    """The type of one block; `numbers("...")[SEATS, City]` makes an array of it."""

    meaning: str
    inner: "SightType | None" = None
    axes: tuple[Axis, ...] = ()

    def __getitem__(self, axes: object) -> "Numbers":
        return Numbers(self.meaning, self.inner, Field("f4")[axes].axes)

    @property
    def dtype(self) -> np.dtype:
        return self.inner.dtype if self.inner else np.dtype("f4")

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis.length for axis in self.axes)

    @property
    def length(self) -> int:
        return int(np.prod(self.shape, dtype=int)) * (self.dtype.itemsize // 4)

    @property
    def whole_meaning(self) -> str:
        """What the numbers say, those of each inner block in their order."""
        if self.inner is None:
            return self.meaning
        return f"{self.meaning}: " + ", ".join(block.meaning for block in self.inner.blocks)


def numbers(meaning: str = "") -> Numbers:
    """A number, with what it says."""
    return Numbers(meaning)


def each(inner: "SightType", meaning: str) -> Numbers:
    """Several blocks that look alike."""
    return Numbers(meaning, inner)


class SightType:
    """The blocks that a class of annotations declares."""

    def __init__(self, declared: type) -> None:
        self.name = declared.__name__
        self.__doc__ = declared.__doc__
        self.fields: dict[str, Numbers] = dict(declared.__annotations__)
        self.dtype = np.dtype([(name, field.dtype, field.shape) for name, field in self.fields.items()])
        self.length = self.dtype.itemsize // 4
        self.blocks = tuple(Block(name, field.length, field.whole_meaning) for name, field in self.fields.items())

    def over(self, array: np.ndarray) -> Record:
        """The blocks of a float array, as `observe` takes them."""
        return wrap(array.view(self.dtype)[0])


def sight(declared: type) -> SightType:
    """Declare what a seat knows as numbers by annotations."""
    return SightType(declared)


__all__ = ["Block", "Numbers", "SightType", "each", "numbers", "sight"]
