"""A bot at a seat: what it does wrong is noted, a move that looks good at first sight is played instead, the match goes on."""

from typing import Any

from fivefamilies.bots.simple import Greedy
from fivefamilies.core.seen import Seen

LONGEST_FAULT = 200


class Player:
    """Asks one bot; a Python bot that raises or answers nonsense is treated like a program that does."""

    def __init__(self, name: str, bot: Any) -> None:
        self.name, self.bot = name, bot
        self.own_faults: list[str] = []
        self.turns = 0

    @property
    def faults(self) -> list[str]:
        """What went wrong, a line each."""
        return [*getattr(self.bot, "faults", ()), *self.own_faults]

    def choose(self, seen: Seen) -> int:
        """A legal move, whatever the bot does."""
        self.turns += 1
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
        """Let the bot go."""
        close = getattr(self.bot, "close", None)
        if close:
            close()
