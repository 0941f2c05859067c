"""Bots by short name with parameters: `random`, `greedy:8`, `search:20ms`, `exec:./my_bot`; and levels: `picciotto` to `don`.

A bot is one method: it gets what its seat may know (`Seen`) and answers with a legal move.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from importlib import metadata
from typing import Protocol

from fivefamilies.bots.external import External
from fivefamilies.bots.levels import LEVELS, Level
from fivefamilies.bots.search import Search
from fivefamilies.bots.simple import Greedy, Random
from fivefamilies.core import kernels
from fivefamilies.core.errors import UnknownBot, nearest
from fivefamilies.core.match import Seen


class Bot(Protocol):
    """Whoever can choose a move from what a seat knows."""

    def choose(self, seen: Seen) -> int:
        """A legal move of the seat."""
        ...


BOTS: dict[str, Callable[[str], Bot]] = {"random": Random, "greedy": Greedy, "search": Search, "exec": External}
BOTS |= {name: partial(Level, name) for name in LEVELS}
POLICIES = {"random": kernels.RANDOM, "greedy": kernels.GREEDY}  # bots that mass play runs in compiled code


@lru_cache(maxsize=None)
def third_party() -> dict[str, metadata.EntryPoint]:
    """Bots of other packages: entry points of the group `fivefamilies.bots`."""
    return {entry.name: entry for entry in metadata.entry_points(group="fivefamilies.bots")}


def names() -> list[str]:
    """All registered bots."""
    return [*BOTS, *third_party()]


def bot(text: str) -> Bot:
    """The bot that `name` or `name:parameters` describes."""
    name, _, parameters = text.strip().partition(":")
    if name in BOTS:
        return BOTS[name](parameters)
    if name in third_party():
        return third_party()[name].load()(parameters)
    near = nearest(name, names())
    if near:
        raise UnknownBot("unknown bot '{name}'; did you mean '{near}'?", name=name, near=near)
    raise UnknownBot("unknown bot '{name}'; there are {known}", name=name, known=", ".join(names()))


def dismiss(player: Bot) -> None:
    """Let a bot go after its match: one that runs a process of its own ends it."""
    close = getattr(player, "close", None)
    if close:
        close()


def seat_bots(text: str | list[str], seats: int) -> list[str]:
    """Bots for all seats from a list like `greedy,random`: the last one named fills the seats that are left."""
    listed = [name.strip() for name in (text.split(",") if isinstance(text, str) else text) if name.strip()]
    if not listed:
        raise UnknownBot("no bot is named; there are {known}", known=", ".join(names()))
    if len(listed) > seats:
        raise UnknownBot("{n} bots are named for {seats} seats", n=len(listed), seats=seats)
    for name in listed:
        bot(name)
    return listed + [listed[-1]] * (seats - len(listed))
