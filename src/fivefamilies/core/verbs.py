"""The verbs of a title, one by one: what each is asked and answers. A title's functions fit these; there is nothing to inherit.

The first ones are compiled: they change or read `s`, the record of a position, and allocate nothing. The others are plain Python.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from fivefamilies.core.record import Record
from fivefamilies.core.telling import Explained, Reckoning
from fivefamilies.core.words import Words

Ids = np.ndarray  # of moves, int16
Weights = np.ndarray  # int32
Log = np.ndarray  # rows of int16: an event and its columns; row 0 counts them
Rng = np.ndarray  # one uint64
Table = np.ndarray  # float64, by seat


class Start(Protocol):
    """Fill the record with the set-up; both others are records too: `options.first_seat`, `parts.face[card]`."""

    def __call__(self, s: Record, seats: int, options: Record, parts: Record, /) -> None: ...


class Actor(Protocol):
    """The seat to move, CHANCE, or NOBODY when the game is over."""

    def __call__(self, s: Record, /) -> int: ...


class Legal(Protocol):
    """Fill `moves` with every legal move of the actor, ascending; returns how many there are."""

    def __call__(self, s: Record, moves: Ids, /) -> int: ...


class Sample(Protocol):
    """A random legal move of the actor, each alike; -1 where there is no quicker way to one than to list them all."""

    def __call__(self, s: Record, rng: Rng, /) -> int: ...


class Chances(Protocol):
    """The same for CHANCE, with integer weights."""

    def __call__(self, s: Record, moves: Ids, weights: Weights, /) -> int: ...


class Objection(Protocol):
    """0 if the move is legal, else the code of the rule that forbids it: the one home of every restriction."""

    def __call__(self, s: Record, move: int, /) -> int: ...


class Play(Protocol):
    """Change `s`, and write what happened as rows into `log`; one of no rows costs nothing."""

    def __call__(self, s: Record, move: int, log: Log, /) -> None: ...


class Guess(Protocol):
    """Replace everything that `seat` cannot know by a fair sample of what it could be."""

    def __call__(self, s: Record, seat: int, rng: Rng, /) -> None: ...


class Observe(Protocol):
    """Write what `seat` knows as numbers into `out`, which was zero."""

    def __call__(self, s: Record, seat: int, out: Record | np.ndarray, /) -> None: ...


class Scores(Protocol):
    """Per seat the payoff by rank into out[seat, 0], the game's own points into out[seat, 1]."""

    def __call__(self, s: Record, out: Table, /) -> None: ...


class Appeal(Protocol):
    """How good a legal move looks to the actor at first sight: for the bot `greedy`, and when search plays games out."""

    def __call__(self, s: Record, move: int, /) -> float: ...


class Outlook(Protocol):
    """Per seat the chance to win, at a glance, into out[seat, 1]: search asks after `horizon` moves."""

    def __call__(self, s: Record, out: Table, /) -> None: ...


# ---------------------------------------------------------------- in Python; `parts` are the components of the box


class View(Protocol):
    """The table as `seat` sees it: typed, plain data, all that a client draws."""

    def __call__(self, state: Record, seat: int, parts: object, /) -> Any: ...


class Notation(Protocol):
    """A move in words that read back."""

    def __call__(self, state: Record, move: int, parts: object, /) -> str: ...


class Label(Protocol):
    """A move as a button says it."""

    def __call__(self, state: Record, move: int, parts: object, say: Words, /) -> str: ...


class Flaw(Protocol):
    """What cannot be so on a table, in a few words; None if all is well."""

    def __call__(self, state: Record, parts: object, /) -> str | None: ...


class Redact(Protocol):
    """A row of the log as `seat` may know it."""

    def __call__(self, row: Sequence[int], seat: int, /) -> Sequence[int]: ...


class Tell(Protocol):
    """A redacted row as a sentence; None where it passes in silence."""

    def __call__(self, row: Sequence[int], state: Record, parts: object, say: Words, /) -> str | None: ...


class Refuse(Protocol):
    """Why a move is refused: the objection's code as a sentence."""

    def __call__(self, state: Record, move: int, code: int, parts: object, say: Words, /) -> str: ...


class SeatName(Protocol):
    """What a seat is called."""

    def __call__(self, state: Record, seat: int, parts: object, say: Words, /) -> str: ...


class Question(Protocol):
    """What is asked now."""

    def __call__(self, state: Record, parts: object, say: Words, /) -> str: ...


class Draw(Protocol):
    """A view drawn in characters."""

    def __call__(self, view: object, parts: object, say: Words, /) -> str: ...


class Explain(Protocol):
    """What a thing of the table is and does, by its kind and its word; None where there is nothing to say."""

    def __call__(self, kind: str, word: str, parts: object, say: Words, /) -> Explained | None: ...


class Purse(Protocol):
    """What a seat has of that which its moves cost, as people write it; it knows that itself. "" where nothing is paid."""

    def __call__(self, state: Record, seat: int, parts: object, say: Words, /) -> str: ...


class Reckon(Protocol):
    """The scoring of a finished game, from its last position and all rows of its log, in the order in which they happened."""

    def __call__(self, state: Record, rows: Sequence[Sequence[int]], parts: object, say: Words, /) -> Reckoning | None: ...


class Manners(Protocol):
    """What the rulebook asks of people who talk at this table, in sentences; the table says it where people chat."""

    def __call__(self, parts: object, say: Words, /) -> Sequence[str]: ...
