"""What a seat may know, as a bot gets it. It is made from a guess: there is no road back from it to the position."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fivefamilies.core.chance import generator
from fivefamilies.core.contract import Title, Value, is_whole
from fivefamilies.core.errors import BadSeats, IllegalMove
from fivefamilies.core.events import Step, spell
from fivefamilies.core.moves import Move
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.record import Record
from fivefamilies.core.words import Words, words

Row = tuple[int, ...]  # an event, redacted for the seat
Answer = int | str | Move  # what a bot may answer with


class Seen:
    """What one seat may know: view, numbers, legal moves, options, all that it was told, and guesses at the rest.

    `state` is a guess itself: whatever a bot does with it, it cannot learn what its seat does not know. `rng` is the bot's own
    luck, fresh unless a seed is given.
    """

    def __init__(
        self,
        title: Title,
        seat: int,
        state: Record,
        *,
        seats: int,
        options: Mapping[str, Value],
        parts: object,
        seed: int | None = None,
        rows: Sequence[Row] = (),
        say: Words | None = None,
    ) -> None:
        if not is_whole(seat) or not 0 <= seat < seats:
            raise BadSeats("there is no seat number {seat}; seats go from 0 to {last}", seat=seat, last=seats - 1)
        self.title, self.seat, self.seats, self.options, self.parts = title, int(seat), seats, dict(options), parts
        self.rng = generator(secrets.randbits(64) if seed is None else seed)
        self.state = title.state.copy(state)
        title.guess(self.state, self.seat, self.rng)
        self._rows, self._say = rows, say or words("en", title.package)

    def guess(self) -> Record:
        """A full position that this seat cannot tell from the real one."""
        state = self.title.state.copy(self.state)
        self.title.guess(state, self.seat, self.rng)
        return state

    def twin(self) -> Seen:
        """The same once more: what is done to the one does not change the other."""
        twin = copy.copy(self)
        twin.state, twin.rng, twin.options = self.title.state.copy(self.state), self.rng.copy(), dict(self.options)
        return twin

    def legal_ids(self) -> list[int]:
        """The ids of the legal moves, if this seat is to move."""
        return self.title.legal_ids(self.state) if self.title.actor(self.state) == self.seat else []

    @property
    def legal(self) -> list[Move]:
        """The legal moves with their words, if this seat is to move."""
        return self.title.describe(self.state, self.legal_ids(), self.parts, self._say)

    def id_of(self, answer: object) -> int | None:
        """The id of the legal move that a bot answers with: a move, an id, or its notation; None if there is none such."""
        if isinstance(answer, Move):
            answer = answer.id
        if isinstance(answer, str):
            return next((move for move in self.legal_ids() if self.title.notation(self.state, move, self.parts) == answer), None)
        if not isinstance(answer, (int, np.integer)) or not is_whole(answer):
            return None
        return int(answer) if int(answer) in self.legal_ids() else None

    @property
    def history(self) -> list[Step]:
        """All that this seat was told since the start: events by name, each column by its word, None where it is a secret.

        `told` is the sentence of the log. What passes in silence is left out, so nothing can be counted that others do in secret.
        """
        members = self.title.kinds.get("Event")
        steps = []
        for row in self._rows:
            told = self.title.tell(row, self.state, self.parts, self._say)
            if told:
                steps.append({**(spell(members, row, self.state, self.parts) if members else {}), "told": told})
        return steps

    def view(self) -> Any:
        """The table as this seat sees it."""
        return self.title.view(self.state, self.seat, self.parts)

    def observation(self) -> np.ndarray:
        """The same as numbers."""
        return self.title.look(self.state, self.seat)

    def after(self, move: int) -> Seen | None:
        """What the seat sees after its own legal move, if it goes on at once: no chance and no other seat between."""
        if not is_whole(move) or move not in self.legal_ids():
            raise IllegalMove("{move}: not a legal move of this seat", move=move)
        seen = copy.copy(self)
        seen.state = self.title.state.copy(self.state)
        self.title.play(seen.state, move, blank_log(0))
        return seen if self.title.actor(seen.state) == self.seat else None
