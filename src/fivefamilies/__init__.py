"""Five Families: five classic gangster board games with one fast rules engine.

In a few lines:

    import fivefamilies as ff
    match = ff.Match("family_business", seats=3, seed=7)
    match.play(match.legal[0])
    print(match)
    ff.play("the_boss", ["search:20ms", MyBot], seats=4).result
    ff.arena("the_boss", [MyBot, "greedy"])
    games = ff.batch("the_boss", seats=3, n=1000)
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = [
    "CHANCE", "NOBODY", "OBSERVER", "Batch", "Match", "Move", "Seen", "analyse", "arena", "batch", "load", "play", "review",
    "save", "simulate", "title", "titles",
]  # fmt: skip

if TYPE_CHECKING:
    from fivefamilies.bots.analysis import analyse, review
    from fivefamilies.bots.playing import play
    from fivefamilies.core.batch import Batch
    from fivefamilies.core.batch import Batch as batch
    from fivefamilies.core.contract import CHANCE, NOBODY, OBSERVER
    from fivefamilies.core.match import Match
    from fivefamilies.core.matchfile import load, save
    from fivefamilies.core.moves import Move
    from fivefamilies.core.seen import Seen
    from fivefamilies.games import names as titles
    from fivefamilies.games import title
    from fivefamilies.lab.arena import arena
    from fivefamilies.lab.simulate import simulate

_HOMES = {
    "CHANCE": ("fivefamilies.core.contract", "CHANCE"),
    "NOBODY": ("fivefamilies.core.contract", "NOBODY"),
    "OBSERVER": ("fivefamilies.core.contract", "OBSERVER"),
    "Batch": ("fivefamilies.core.batch", "Batch"),
    "Match": ("fivefamilies.core.match", "Match"),
    "Move": ("fivefamilies.core.moves", "Move"),
    "Seen": ("fivefamilies.core.seen", "Seen"),
    "arena": ("fivefamilies.lab.arena", "arena"),
    "batch": ("fivefamilies.core.batch", "Batch"),
    "play": ("fivefamilies.bots.playing", "play"),
    "simulate": ("fivefamilies.lab.simulate", "simulate"),
    "analyse": ("fivefamilies.bots.analysis", "analyse"),
    "review": ("fivefamilies.bots.analysis", "review"),
    "load": ("fivefamilies.core.matchfile", "load"),
    "save": ("fivefamilies.core.matchfile", "save"),
    "title": ("fivefamilies.games", "title"),
    "titles": ("fivefamilies.games", "names"),
}


def __getattr__(name: str) -> Any:
    """Nothing heavy at import: each name is fetched on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'fivefamilies' has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
