"""A detective for Family Business: could the hands have come about as the story says?

He keeps book of every draw and every card laid. At each reshuffle a new chapter begins: the pile is what had been laid. Unknown
are the cards each rival held when a chapter began, and those he drew in it. Whether there are any such cards that lead to a
given position is a question in whole numbers, put to a solver (HiGHS).
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np

from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap
from fivefamilies.games.family_business.words import Event
from tests.games.detective import Line, Look, Rows, has_answer

LAYS = (Event.PLAYS, Event.DISCARDS, Event.ANSWERS)  # seat, card


@dataclass
class Chapter:
    """What was heard between two reshuffles."""

    pile: Counter  # as it was shuffled
    known_draws: Counter = field(default_factory=Counter)  # of the own seat
    acts: list[tuple[int, int | None]] = field(default_factory=list)  # (seat, card laid), or (seat, None) for a draw

    def laid(self, seat: int) -> Counter:
        return Counter(card for who, card in self.acts if who == seat and card is not None)

    def drawn(self, seat: int) -> int:
        return sum(1 for act in self.acts if act == (seat, None))

    def surely_held(self, seat: int) -> list[tuple[Counter, int]]:
        """What he had laid whenever it was more than he had drawn, and how much he had drawn by then."""
        found, laid, drawn = [], Counter(), 0
        for who, card in self.acts:
            if who == seat and card is None:
                drawn += 1
            elif who == seat:
                laid[card] += 1
                if laid.total() > drawn:
                    found.append((laid.copy(), drawn))
        return found


class Detective:
    """Every chapter of the game behind one boss, or the last one alone."""

    def __init__(self, match: Match, seat: int, last_chapter_only: bool = True) -> None:
        self.seat, self.last_chapter_only = seat, last_chapter_only
        self.others = [other for other in range(match.seats) if other != seat]
        deck = {card: int(n) for card, n in enumerate(unwrap(match.state)["deck"]) if n}  # all know what is in the box
        self.types = list(deck)
        self.chapters = [Chapter(Counter(deck))]
        self.laid: Counter = Counter()

    def hear(self, mover: int, rows: Rows, look: Look) -> None:
        for event, seat, card, count, _ in rows:
            if event == Event.DRAWS:
                self.chapters[-1].acts.append((seat, None))
                if seat == self.seat:
                    self.chapters[-1].known_draws[card] += 1
            elif event in LAYS or event == Event.HAND_REVEALED:
                times = count if event == Event.HAND_REVEALED else 1
                self.chapters[-1].acts += [(seat, card)] * times
                self.laid[card] += times
            elif event == Event.RESHUFFLED:
                self.chapters.append(Chapter(self.laid))
                self.laid = Counter()

    # ------------------------------------------------------------ the question

    def contradiction(self, state: np.void) -> str | None:
        start = len(self.chapters) - 1 if self.last_chapter_only else 0
        lines: list[Line] = []
        unknowns = 0

        def fresh_unknowns() -> dict[int, dict[int, int]]:
            nonlocal unknowns
            made = {}
            for seat in self.others:
                made[seat] = {card: unknowns + at for at, card in enumerate(self.types)}
                unknowns += len(self.types)
            return made

        held = fresh_unknowns()  # at the start of the chapter, by seat and card
        if start == 0:
            lines += [({held[seat][card]: 1}, 0, 0) for seat in self.others for card in self.types]
        for number in range(start, len(self.chapters)):
            chapter, is_last = self.chapters[number], number == len(self.chapters) - 1
            drawn, later = fresh_unknowns(), fresh_unknowns()
            for card in self.types:
                left = chapter.pile[card] - chapter.known_draws[card]
                in_deck = int(state["deck"][card]) if is_last else 0
                lines.append(({drawn[seat][card]: 1 for seat in self.others}, left - in_deck, left - in_deck))
                for seat in self.others:
                    then = {held[seat][card]: 1, drawn[seat][card]: 1, later[seat][card]: -1}
                    lines.append((then, chapter.laid(seat)[card], chapter.laid(seat)[card]))
                    if is_last:
                        lines.append(({later[seat][card]: 1}, int(state["hand"][seat, card]), int(state["hand"][seat, card])))
            for seat in self.others:
                lines.append(({drawn[seat][card]: 1 for card in self.types}, chapter.drawn(seat), chapter.drawn(seat)))
                for laid, drawn_by_then in chapter.surely_held(seat):  # what he had not drawn he must have held
                    missing = {}
                    for card in laid:
                        lines.append(({unknowns: 1, held[seat][card]: 1}, laid[card], 99))
                        missing[unknowns] = 1
                        unknowns += 1
                    lines.append((missing, 0, drawn_by_then))
            held = later
        return None if has_answer(lines, unknowns) else "these hands cannot have come about"

    def hidden(self, state: np.void) -> Hashable:
        return state["hand"].tobytes()

    def pieces(self, state: np.void) -> set[Hashable]:
        return {(seat, card) for seat in self.others for card in self.types if state["hand"][seat, card]}
