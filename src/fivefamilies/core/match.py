"""A match: a title, its options, and the list of moves, chance included. It replays without random numbers.

For example:

    match = Match("family_business", seats=3, seed=7)
    match.play("play contract")
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from fivefamilies.core.chance import Promise
from fivefamilies.core.contract import CHANCE, NOBODY, OBSERVER, Title, Value, is_whole
from fivefamilies.core.datafile import Edition
from fivefamilies.core.editions import box_of
from fivefamilies.core.errors import BadEdition, BadNotation, BadPosition, BadSeats, IllegalMove, nearest
from fivefamilies.core.moves import Move
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.positions import arranged, options_in
from fivefamilies.core.record import Position, Record, content, unwrap
from fivefamilies.core.seen import Row, Seen
from fivefamilies.core.words import Words, words

ZEROS = tuple(bytes(2**power) for power in range(12, 5, -1))


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made, by whom, and what happened (event rows)."""

    seat: int
    move: int
    notation: str
    events: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Result:
    """How a match ended: payoffs from +1 (alone first) to -1 (alone last), the game's points, and who won."""

    payoffs: tuple[float, ...]
    points: tuple[float, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; nobody, if nobody did better than last."""
        best = max(self.payoffs)
        return tuple(seat for seat, payoff in enumerate(self.payoffs) if payoff == best and best > -1)


def spoken(text: str) -> str:
    """A notation as it is compared: case, hyphens and underscores do not matter."""
    return " ".join(text.lower().replace("_", " ").replace("-", " ").split())


def trimmed(record: bytes) -> bytes:
    """A record without most of the zeros at its end, where lists have room to grow: a match keeps very many."""
    for zeros in ZEROS:
        if record.endswith(zeros):
            record = record[: -len(zeros)]
    return record


class Match:
    """A match of any title, played by ids or by notation; chance plays by itself unless `by_hand`."""

    def __init__(
        self,
        title: Title | str = "family_business",
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        *,
        preset: str | None = None,
        edition: Edition | None = None,
        seed: int | str | None = None,
        promise: Promise | None = None,
        by_hand: bool = False,
        language: str = "en",
    ) -> None:
        self.title = title if isinstance(title, Title) else find_title(title)
        self.seats = self.title.usual_seats if seats is None else seats
        self.options = self.title.settle_for(self.seats, options, preset)
        if edition is not None and not isinstance(edition, Mapping):
            raise BadEdition("edition: tables with names are wanted, not '{edition}'", edition=edition)
        self.edition = dict(edition) if edition else None
        self.parts = box_of(self.title, self.edition)
        self.say: Words = words(language, self.title.package)
        self.promise = promise or (Promise.fresh() if seed is None else Promise.from_seed(seed))
        self.by_hand = by_hand
        self.start: Mapping[str, object] | None = None  # the position it was set to, if it did not begin as the rules say
        self.played: list[Played] = []
        self.state = self.title.state.blank()
        self.title.begin(self.state, self.seats, self.title.encode(self.options, self.parts))
        self._before: list[bytes] = []  # the position before every move, trimmed
        self._told: dict[int, list[tuple[Row, ...]]] = {}  # by seat, what every move told it
        self._log = blank_log(self.title.log_rows)
        self._let_chance_play()

    def anew(self, by_hand: bool = True) -> Match:
        """The same match before its first move, to go through it again."""
        match = Match(
            self.title, self.seats, self.options, edition=self.edition, promise=self.promise, by_hand=True,
            language=self.say.language,
        )  # fmt: skip
        if self.start is not None:
            match.set_position(self.start)
        match.by_hand = by_hand
        match._let_chance_play()
        return match

    def still(self) -> Match:
        """The match as it stands, for somebody who reads it while this one goes on."""
        match = copy(self)
        own = {"_before": list(self._before), "_told": {}, "_log": blank_log(self.title.log_rows)}
        vars(match).update(own, state=self.title.state.copy(self.state), played=list(self.played))
        return match

    # ------------------------------------------------------------ questions

    @property
    def actor(self) -> int:
        """The seat to move, CHANCE, or NOBODY when the game is over."""
        return int(self.title.actor(self.state))

    @property
    def is_over(self) -> bool:
        return self.actor == NOBODY

    def legal_ids(self) -> list[int]:
        """The ids of the legal moves, those of chance included."""
        return self.title.legal_ids(self.state)

    @property
    def legal(self) -> list[Move]:
        """The legal moves with their words."""
        return self.title.describe(self.state, self.legal_ids(), self.parts, self.say)

    def chances(self) -> tuple[list[int], list[int]]:
        """The moves of chance here, and their integer weights."""
        self._check_chance()
        return self._chances()

    def _check_chance(self) -> None:
        """Raise unless chance is to move."""
        if self.is_over:
            raise IllegalMove("the game is over")
        if self.actor != CHANCE:
            raise IllegalMove("chance has nothing to draw here: it is up to {name}", name=self.seat_name(self.actor))

    def _chances(self) -> tuple[list[int], list[int]]:
        moves, weights = np.zeros(self.title.outcomes + 1, np.int16), np.zeros(self.title.outcomes + 1, np.int32)
        count = self.title.chances(self.state, moves, weights)
        return moves[:count].tolist(), weights[:count].tolist()

    def notation(self, move: int | Move) -> str:
        """A move in words, legal or not."""
        actor = self.actor
        return self.title.write(self.state, actor, self._id(move, actor), self.parts)

    def label(self, move: int | Move) -> str:
        """A move as a button says it."""
        return self.title.say_move(self.state, self._id(move, self.actor), self.parts, self.say)

    def _ids(self, actor: int) -> int:
        """How many ids the moves of whoever acts have."""
        return self.title.outcomes if actor == CHANCE else self.title.moves

    def _id(self, move: object, actor: int) -> int:
        """The id of a move, if there is such a move at all."""
        number = move.id if isinstance(move, Move) else move
        if not is_whole(number) or not 0 <= number < self._ids(actor):
            last = self._ids(actor) - 1
            raise IllegalMove("{move}: there is no such move; ids go from 0 to {last}", move=repr(move)[:60], last=last)
        return int(number)

    def _seat(self, seat: object, *others: int) -> int:
        """The seat, if there is one of that number."""
        if not is_whole(seat) or not (0 <= seat < self.seats or seat in others):
            raise BadSeats("there is no seat number {seat}; seats go from 0 to {last}", seat=seat, last=self.seats - 1)
        return int(seat)

    def seat_name(self, seat: int) -> str:
        self._seat(seat)
        return self.title.seat_name(self.state, seat, self.parts, self.say)

    def question(self) -> str:
        """What is asked now, in the match's language."""
        return self.title.question(self.state, self.parts, self.say)

    def parse(self, text: str) -> int:
        """The move that the words mean here."""
        ids = {spoken(self.notation(move)): move for move in range(self._ids(self.actor))}
        wanted = spoken(text)
        if wanted in ids:
            return ids[wanted]
        legal = [spoken(self.notation(move)) for move in self.legal_ids()]
        near = nearest(wanted, legal) or nearest(wanted, list(ids))
        if near:
            raise BadNotation("'{text}' is not a move; did you mean '{near}'?", text=text, near=near)
        raise BadNotation("'{text}' is not a move; try one of: {legal}", text=text, legal=", ".join(legal[:8]))

    def allows(self, move: int) -> bool:
        """Is there no objection to this move of a seat?"""
        actor = self.actor
        return actor >= 0 and 0 <= move < self.title.moves and not self.title.objection(self.state, move)

    def objection(self, move: int | Move) -> str | None:
        """Why the move is not legal here, as a sentence; None if it is."""
        actor = self.actor
        if actor == NOBODY:
            return self.say("the game is over")
        try:
            number = self._id(move, actor)
        except IllegalMove:
            return self.say("there is no such move")
        return self._refusal(number)

    def _refusal(self, move: int) -> str | None:
        """The referee's objection to a move that there is, as a sentence."""
        code = int(self.title.objection(self.state, move))
        return self.title.refuse(self.state, move, code, self.parts, self.say) if code else None

    def view(self, seat: int = OBSERVER) -> Any:
        """The table as `seat` sees it."""
        return self.title.view(self.state, self._seat(seat, OBSERVER), self.parts)

    def seen(self, seat: int, seed: int | None = None) -> Seen:
        """All that `seat` may know, for a bot: made from a guess, so the real position is not in it. No seed: fresh luck."""
        self._seat(seat)
        return Seen(
            self.title, seat, self.state, seats=self.seats, options=self.options, parts=self.parts, seed=seed,
            rows=self.rows(seat), say=self.say,
        )  # fmt: skip

    def rows(self, seat: int = OBSERVER) -> tuple[Row, ...]:
        """The events of the match as numbers, as `seat` may know them."""
        self._seat(seat, OBSERVER)
        told = self._told.setdefault(seat, [])
        told += [tuple(tuple(self.title.redact(row, seat)) for row in made.events) for made in self.played[len(told) :]]
        return tuple(row for rows in told for row in rows)

    def state_at(self, ply: int) -> Record:
        """The position after so many moves, as a record of its own."""
        if not is_whole(ply) or not 0 <= ply <= len(self.played):
            raise IllegalMove("there is no move number {ply}; {n} were made", ply=ply, n=len(self.played))
        if ply == len(self.played):
            return self.title.state.copy(self.state)
        return self.title.state.read(self._before[ply].ljust(self.title.state.dtype.itemsize, b"\0"))

    def log(self, seat: int = OBSERVER, since: int = 0) -> list[str]:
        """The story of the match as `seat` may know it, from move number `since` on."""
        lines = (self.lines(ply, seat) for ply in range(since, len(self.played)))
        return [line for ply_lines in lines for line in ply_lines]

    def lines(self, ply: int, seat: int = OBSERVER) -> list[str]:
        """What move number `ply` made happen, as `seat` may know it."""
        self._seat(seat, OBSERVER)
        if not is_whole(ply) or not 0 <= ply < len(self.played):
            raise IllegalMove("there is no move number {ply}; {n} were made", ply=ply, n=len(self.played))
        told = (
            self.title.tell(self.title.redact(row, seat), self.state, self.parts, self.say) for row in self.played[ply].events
        )
        return [line for line in told if line]

    @property
    def result(self) -> Result | None:
        """The result, once the game is over."""
        if not self.is_over:
            return None
        out = np.zeros((max(self.title.seats), 2))
        self.title.scores(self.state, out)
        return Result(tuple(float(p) for p in out[: self.seats, 0]), tuple(float(p) for p in out[: self.seats, 1]))

    def drawing(self, seat: int = OBSERVER) -> str:
        """The table drawn in characters, as `seat` sees it."""
        return self.title.draw(self.view(seat), self.parts, self.say)

    # ------------------------------------------------------------ changes

    def play(self, move: int | str | Move) -> Played:
        """Make a move, by id or in words; chance follows by itself unless the match is played by hand."""
        actor = self.actor
        if actor == NOBODY:
            raise IllegalMove("the game is over")
        number = self.parse(move) if isinstance(move, str) else self._id(move, actor)
        objection = self._refusal(number)
        if objection is not None:
            raise IllegalMove("{move}: {why}", move=self.notation(number), why=objection)
        made = self._make(number, actor)
        self._let_chance_play()
        return made

    def play_checked(self, move: int) -> Played:
        """The same with a move to which there was no objection when it was asked for."""
        made = self.make(move)
        self._let_chance_play()
        return made

    def make(self, move: int) -> Played:
        """Make a move that was checked before, as in a replay: nobody asks the referee, and chance does not follow."""
        actor = self.actor
        return self._make(self._id(move, actor), actor)

    def _make(self, move: int, actor: int) -> Played:
        text = self.title.write(self.state, actor, move, self.parts)
        self._before.append(trimmed(content(self.state)))
        self._log[0, 0] = 0
        self.title.play(self.state, move, self._log)
        rows = int(self._log[0, 0])
        assert rows <= self.title.log_rows, f"{self.title.slug}: a move wrote {rows} events"
        events = tuple(map(tuple, self._log[1 : rows + 1].tolist()))
        self.played.append(Played(actor, move, text, events))
        return self.played[-1]

    def _let_chance_play(self) -> None:
        while not self.by_hand and self.actor == CHANCE:
            self._draw()

    def draw(self) -> Played:
        """Let chance make one move, from the promised secret."""
        self._check_chance()
        return self._draw()

    def _draw(self) -> Played:
        moves, weights = self._chances()
        return self._make(moves[self.promise.pick(len(self.played), weights)], CHANCE)

    def undo(self, count: int | None = None) -> None:
        """Take back `count` moves; without a count, back to the last decision of a seat."""
        if count is None:
            count = 0
            while count < len(self.played):
                count += 1
                if self.played[-count].seat >= 0:
                    break
            else:
                raise IllegalMove("undo: there is no decision to take back")
        if not is_whole(count) or not 0 <= count <= len(self.played):
            raise IllegalMove("undo {count}: moves made so far: {n}", count=count, n=len(self.played))
        if count:
            self.state = self.state_at(len(self.played) - count)
            del self._before[-count:], self.played[-count:]
            for told in self._told.values():
                del told[len(self.played) :]

    def set_position(self, position: Mapping[str, object]) -> None:
        """Put a described position on the table (tests, puzzles); the moves before it are forgotten, options are as it says."""
        state = self.title.state.load(dict(position) if isinstance(position, Mapping) else position)
        if "seats" in self.title.state.fields and int(unwrap(state)["seats"]) != self.seats:
            raise BadPosition("position: it is not one of {seats} seats", seats=self.seats)
        problem = self.title.flaw(state, self.parts)
        if problem:
            raise BadPosition("position: {problem}", problem=problem)
        if self.title.actor(state) != NOBODY and not self.title.legal_ids(state):
            raise BadPosition("position: the game is not over, and nobody can move")
        self.options = options_in(self.title, self.seats, self.options, self.parts, state)
        self.state, self.played, self._before, self._told = state, [], [], {}
        self.start = self.position()
        self._let_chance_play()

    def arrange(self, taken_from: str | None = None, **changes: object) -> Match:
        """Change the position entry by entry: `match.arrange(hand={0: {"hit": 1}}, cards={0: 1}, taken_from="deck")`."""
        self.set_position(arranged(self.title, self.state, changes, taken_from))
        return self

    def position(self) -> Position:
        """The full position as names and numbers: what `set_position` takes."""
        return self.title.state.dump(self.state)

    # ------------------------------------------------------------ pictures

    def __repr__(self) -> str:
        seat = self.actor if self.actor >= 0 else OBSERVER
        return f"<Match {self.title.slug}, {self.seats} seats, {len(self.played)} moves>\n{self.drawing(seat)}"

    def _repr_html_(self) -> str:
        seat = self.actor if self.actor >= 0 else OBSERVER
        return (
            f'<figure style="margin:0"><figcaption><b>{escape(self.title.name)}</b> · {escape(self.question())}</figcaption>'
            f'<pre style="line-height:1.25">{escape(self.drawing(seat))}</pre></figure>'
        )


def find_title(name: str) -> Title:
    """The registered title of that name."""
    from fivefamilies import games

    return games.title(name)


def registered_title(name: str) -> Title:
    """The registered title of that name: all that a file may name."""
    from fivefamilies import games

    return games.registered(name)
