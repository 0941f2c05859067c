"""Who plays: bots by name, as classes, or as objects of the caller's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import cast

from fivefamilies import bots
from fivefamilies.bots.player import Player
from fivefamilies.core.errors import UnknownBot

Own = type[bots.Bot] | bots.Bot  # a class whose objects choose, or such an object
Given = str | Own  # or a name: "search:20ms"


@dataclass(frozen=True)
class Cast:
    """The bots of all seats by the names they go by, and those that were given themselves."""

    names: Sequence[str]
    given: Mapping[str, Own] = field(default_factory=dict)

    def player(self, name: str, is_strict: bool = False) -> Player:
        """The bot of that name at a seat: made anew, unless it is an object of the caller's own."""
        own = self.given.get(name)
        made = bots.bot(name, trusted=True) if own is None else own() if isinstance(own, type) else own
        return Player(name, made, is_lent=made is own, is_strict=is_strict)

    def moved_on(self, seats: int) -> "Cast":
        """The same bots, each so many seats further."""
        return Cast([self.names[(seat - seats) % len(self.names)] for seat in range(len(self.names))], self.given)

    @property
    def can_travel(self) -> bool:
        """Can other processes make these bots? Not objects, nor classes that no module holds by name."""
        return all(isinstance(own, type) and own.__module__ != "__main__" and own.__qualname__.isidentifier()
                   for own in self.given.values())  # fmt: skip


def cast_of(lineup: Given | Sequence[Given], seats: int) -> Cast:
    """The bots for all seats: the last one fills the seats that are left."""
    entries: Sequence[Given] = (
        lineup.split(",") if isinstance(lineup, str) else lineup if isinstance(lineup, (list, tuple)) else [cast(Given, lineup)]
    )
    given: dict[str, Own] = {}
    names = [entry if isinstance(entry, str) else introduced(entry, given) for entry in entries]
    return Cast(bots.seat_bots(names, seats, trusted=True, present=given), given)


def introduced(entry: Own, given: dict[str, Own]) -> str:
    """What a bot that was given itself goes by: its class's name, with a number where another one has it already."""
    if not callable(getattr(entry, "choose", None)):
        raise UnknownBot("{bot} is not a bot: it has no method choose(seen)", bot=repr(entry)[:80])
    plain = (entry if isinstance(entry, type) else type(entry)).__name__
    names = (f"{plain} {number}" if number > 1 else plain for number in count(1))
    return next(name for name in names if given.setdefault(name, entry) is entry)
