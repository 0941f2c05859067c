"""Bots by short name with parameters: `random`, `greedy:8`, `search:20ms`, `exec:./my_bot`; and levels: `picciotto` to `don`.

A bot is one method: it gets what its seat may know (`Seen`) and answers with a legal move.

A bot's name may come from a stranger: from a page of the web table, from a match file. So a bot that runs programs, or thinks for
as long as it is told, is given only to a caller who says that the name is `trusted`: typed at this machine's own keyboard.
"""

from collections.abc import Callable, Container, Sequence
from functools import lru_cache, partial
from importlib import metadata
from typing import Protocol

from fivefamilies.bots.external import External, Fault
from fivefamilies.bots.learned import Learned
from fivefamilies.bots.levels import LEVELS, RETIRED, Level
from fivefamilies.bots.player import Player
from fivefamilies.bots.search import Search
from fivefamilies.bots.simple import Greedy, Random
from fivefamilies.core import kernels
from fivefamilies.core.contract import Title
from fivefamilies.core.errors import BotFails, FamiliesError, UnknownBot, nearest
from fivefamilies.core.seen import Answer, Seen


class Bot(Protocol):
    """Whoever can choose a move from what a seat knows."""

    def choose(self, seen: Seen) -> Answer:
        """A legal move of the seat: a Move of `seen.legal`, its id, or its notation."""
        ...


BOTS: dict[str, Callable[[str], Bot]] = {"random": Random, "greedy": Greedy, "search": Search, "learned": Learned}
BOTS |= {name: partial(Level, name) for name in (*LEVELS, *RETIRED)}
TRUSTED: dict[str, Callable[[str], Bot]] = {"exec": External}
LONGEST, MOST = 3.0, 10_000  # seconds and simulations that a stranger's bot may think
POLICIES = {"random": kernels.RANDOM, "greedy": kernels.GREEDY}  # bots that mass play runs in compiled code


@lru_cache(maxsize=None)
def third_party(group: str = "fivefamilies.bots") -> dict[str, metadata.EntryPoint]:
    """Bots of other packages: entry points of the group `fivefamilies.bots`; of `fivefamilies.trusted_bots`, if trusted."""
    return {entry.name: entry for entry in metadata.entry_points(group=group)}


def names(trusted: bool = False) -> list[str]:
    """All registered bots."""
    own = [*BOTS, *third_party()]
    return [*own, *TRUSTED, *third_party("fivefamilies.trusted_bots")] if trusted else own


def bot(text: str, trusted: bool = False) -> Bot:
    """The bot that `name` or `name:parameters` describes."""
    name, _, parameters = text.strip().partition(":")
    if name in BOTS:
        made = BOTS[name](parameters)
        if isinstance(made, Search) and not trusted:
            check_budget(made)
        return made
    if name in third_party():
        return loaded(third_party()[name], parameters)
    if name in names(trusted=True):
        if not trusted:
            raise UnknownBot("bot {name} can only be called from your own command line", name=name)
        if name in TRUSTED:
            return TRUSTED[name](parameters)
        return loaded(third_party("fivefamilies.trusted_bots")[name], parameters)
    near = nearest(name, names(trusted))
    if near:
        raise UnknownBot("unknown bot '{name}'; did you mean '{near}'?", name=name, near=near)
    raise UnknownBot("unknown bot '{name}'; choose one of {known}", name=name, known=", ".join(names(trusted)))


def loaded(entry: metadata.EntryPoint, parameters: str) -> Bot:
    """A bot of another package, which may not be whole."""
    try:
        return entry.load()(parameters)
    except FamiliesError:
        raise
    except ImportError as error:
        needs = ", ".join(entry.extras) or "peers"
        raise UnknownBot(
            "bot {name} cannot be loaded: {error}; install what it needs, as with pip install 'fivefamilies[{extra}]'",
            name=entry.name,
            error=error,
            extra=needs,
        ) from error
    except Exception as error:  # whatever somebody else's code does wrong
        raise UnknownBot("bot {name} cannot be loaded: {error}", name=entry.name, error=error) from error


def player(name: str, trusted: bool = False) -> Player:
    """A bot at a seat, whose faults are noted."""
    return Player(name, bot(name, trusted))


def try_out(lineup: Sequence[str], title: Title, trusted: bool = False, present: Container[str] = ()) -> None:
    """Start every program among the bots once: one that cannot start ends everything before it begins."""
    for name in dict.fromkeys(lineup):
        made = bot(name, trusted) if name not in present else None
        if isinstance(made, External):
            try:
                made.start(title.slug, 0, len(lineup), title.settle())
            except Fault as fault:
                why = f"{fault}{made.said()}".removeprefix("cannot be started: ")
                raise BotFails("bot {bot} cannot be started: {why}", bot=name, why=why) from fault
            finally:
                made.close()


def check_budget(made: Search) -> None:
    """Raise if a stranger asks for more thought than a table can give."""
    if made.seconds > LONGEST or made.simulations > MOST or made.knobs.threads > 1 or made.knobs.wait > 2:
        raise UnknownBot(
            "bot search: at a table at most {seconds} s or {most} simulations, one thread", seconds=LONGEST, most=MOST
        )


def seat_bots(text: str | list[str], seats: int, trusted: bool = False, present: Container[str] = ()) -> list[str]:
    """Bots for all seats from a list like `greedy,random`: the last one named fills the seats that are left.

    Those who are `present` are not looked for.
    """
    listed = [name.strip() for name in (text.split(",") if isinstance(text, str) else text) if name.strip()]
    if not listed:
        raise UnknownBot("no bot is named; choose one of {known}", known=", ".join(names(trusted)))
    if len(listed) > seats:
        raise UnknownBot("{n} bots are named for {seats} seats", n=len(listed), seats=seats)
    for name in listed:
        if name not in present:
            bot(name, trusted)
    return listed + [listed[-1]] * (seats - len(listed))
