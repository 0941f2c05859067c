"""A bot at a seat: what it does wrong is noted, a move that looks good at first sight is played instead, the match goes on."""

import time
from typing import TYPE_CHECKING

from fivefamilies.bots.simple import Greedy
from fivefamilies.core.seen import Answer, Seen

if TYPE_CHECKING:
    from fivefamilies.bots import Bot

LONGEST_FAULT = 200


class Player:
    """Asks one bot; a Python bot that raises or answers nonsense is treated like a program that does, unless `is_strict`."""

    def __init__(self, name: str, bot: "Bot", is_lent: bool = False, is_strict: bool = False) -> None:
        self.name, self.bot, self.is_lent, self.is_strict = name, bot, is_lent, is_strict
        self.own_faults: list[str] = []
        self.turns = 0
        self.seconds = 0.0  # of thought

    @property
    def faults(self) -> list[str]:
        """What went wrong, a line each."""
        return [*getattr(self.bot, "faults", ()), *self.own_faults]

    def choose(self, seen: Seen) -> Answer:
        """The bot's move, and how long it thought of it."""
        self.turns += 1
        began = time.perf_counter()
        try:
            return self.bot.choose(seen) if self.is_strict else self.surely(seen)
        finally:
            self.seconds += time.perf_counter() - began

    def surely(self, seen: Seen) -> int:
        """A legal move, whatever the bot does."""
        spare = seen.twin()
        try:
            answer = self.bot.choose(seen)
            move = spare.id_of(answer)
            if move is not None:
                return move
            fault = f"{answer!r} is no legal move"
        except (Exception, SystemExit) as error:
            fault = f"{type(error).__name__}: {error}"
        self.own_faults.append(f"turn {self.turns}: {' '.join(fault.split())[:LONGEST_FAULT]}")
        return Greedy().choose(spare)

    def close(self) -> None:
        """Let the bot go, if it is not somebody else's."""
        close = getattr(self.bot, "close", None)
        if close and not self.is_lent:
            close()
