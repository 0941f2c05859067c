"""Effects: what a card does, by a name and a few numbers. The text on the card is made of them, in every language.

    POWERS = Effects({"extra_bill": effect("Draw {bills} extra Bill.", "Draw {bills} extra Bills.", bills=(1, 3))})

An edition chooses an effect and its numbers (`power = { kind = "extra_bill", bills = 2 }`) and can write no text beside it: so no
card says what it does not do.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fivefamilies.core.errors import BadEdition
from fivefamilies.core.words import Made

Bounds = tuple[int, int] | tuple[int, int, int] | Sequence[str]  # least, greatest, step; or words


@dataclass(frozen=True)
class Effect:
    """A text with its numbers in it, and between which bounds these are; `many` where the first of them is not one."""

    one: str
    many: str
    bounds: Mapping[str, Bounds]

    def fits(self, entry: str, value: object) -> bool:
        """May this number, or word, stand there?"""
        bounds = self.bounds[entry]
        if isinstance(bounds[0], str):
            return value in bounds
        least, greatest, step = (*bounds, 1)[:3]
        return type(value) is int and least <= value <= greatest and value % step == 0  # type: ignore[operator]

    def described(self, name: str) -> str:
        """The effect with its numbers, for whoever writes an edition."""
        entries = []
        for entry, bounds in self.bounds.items():
            is_word = isinstance(bounds[0], str)
            entries.append(f"{entry} = {' | '.join(map(str, bounds))}" if is_word else f"{entry} = {bounds[0]}..{bounds[1]}")
        return f"{name} ({', '.join(entries)})" if entries else name


def effect(one: str, many: str = "", **bounds: Bounds) -> Effect:
    """Declare an effect: its text, that for more than one, and the bounds of its numbers."""
    return Effect(one, many, bounds)


@dataclass(frozen=True)
class Effects:
    """The effects that some kind of card can have; `names` are those of the words that they choose among."""

    known: Mapping[str, Effect]
    names: Mapping[str, str] = field(default_factory=dict)

    def listed(self) -> list[str]:
        """All of them, with their numbers."""
        return [one.described(name) for name, one in self.known.items()]

    def check(self, given: object, of: str) -> Mapping[str, int | str]:
        """The effect, if it is one; else a sentence that says which there are."""
        kind = str(given.get("kind")) if isinstance(given, Mapping) else ""
        if not isinstance(given, Mapping) or kind not in self.known:
            raise BadEdition("edition: {of} has no known effect; there are: {known}", of=of, known="; ".join(self.listed()))
        one = self.known[kind]
        if set(given) - {"kind"} != set(one.bounds) or not all(one.fits(entry, given[entry]) for entry in one.bounds):
            raise BadEdition("edition: the effect of {of} must be: {known}", of=of, known=one.described(kind))
        return given

    def text(self, given: Mapping[str, int | str]) -> str:
        """What a card with this effect says."""
        one = self.known[str(given["kind"])]
        values = {entry: given[entry] for entry in one.bounds}
        pattern = one.many if one.many and next(iter(values.values())) != 1 else one.one
        return Made.of(pattern, {entry: self.names.get(str(value), value) for entry, value in values.items()})

    def sentences(self) -> list[str]:
        """For the translators."""
        return [sentence for one in self.known.values() for sentence in (one.one, one.many) if sentence]


@dataclass(frozen=True)
class Editable:
    """What an edition may replace: entries by table; how rows are found; effects, by table and entry; what editions had once."""

    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    found_by: Mapping[str, str] = field(default_factory=dict)  # where not by `id`
    effects: Mapping[str, Mapping[str, Effects]] = field(default_factory=dict)
    retired: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # stored matches may have them, a new edition may not
