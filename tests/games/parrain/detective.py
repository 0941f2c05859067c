"""A detective for Le Jeu du Parrain: he counts the playing cards (JP-25, JP-31, JP-R24)."""

from collections import Counter
from collections.abc import Hashable

import numpy as np

from fivefamilies.core.events import UNKNOWN
from fivefamilies.core.match import Match
from fivefamilies.games.parrain.state import NONE
from fivefamilies.games.parrain.words import Event
from tests.games.detective import Look, Rows


class Detective:
    """Unseen are the cards of the pack and those drawn from it into other hands; who held one at a reshuffle still holds it."""

    def __init__(self, match: Match, seat: int) -> None:
        self.seat, self.seats = seat, match.seats
        self.unseen = Counter({card: part.count for card, part in enumerate(match.parts.cards)})
        self.used: list[int] = []
        self.hands = [NONE] * match.seats  # a card, NONE or UNKNOWN
        self.kept: Counter = Counter()  # what the hands hold together that were not played when the pack was reshuffled
        self.keepers: set[int] = set()

    def hear(self, mover: int, rows: Rows, look: Look) -> None:
        for event, a, b, is_known, *_ in rows:
            if event == Event.RESHUFFLED and a == NONE:
                self.keepers = {seat for seat, card in enumerate(self.hands) if card == UNKNOWN}
                self.kept, self.unseen, self.used = self.unseen, Counter(self.used), []
            elif event == Event.DRAWS:
                if is_known:
                    assert b == self.used.pop(0), "the next card of the known part"
                elif b != UNKNOWN:
                    self.unseen[b] -= 1
                self.hands[a] = b
            elif event == Event.SHOWS:
                if self.hands[a] == UNKNOWN:
                    (self.kept if a in self.keepers else self.unseen)[b] -= 1
                self.keepers.discard(a)
                self.hands[a] = NONE
                self.used.append(b)

    def contradiction(self, state: np.void) -> str | None:
        hands = [int(card) for card in state["hand"][: self.seats]]
        secret = [seat for seat, card in enumerate(self.hands) if card == UNKNOWN]
        if any(hands[seat] != card for seat, card in enumerate(self.hands) if seat not in secret):
            return f"hands {hands}, but {self.hands} are known"
        if any(hands[seat] == NONE for seat in secret):
            return "a hand is empty"
        used = [int(card) for card in (*state["used"][: state["used_count"]], state["card"]) if card != NONE]
        if used != self.used:
            return f"used are {used}, but {self.used} were played"
        if Counter(hands[seat] for seat in self.keepers) != +self.kept:
            return f"{self.keepers} still hold {+self.kept} together"
        others = Counter(hands[seat] for seat in secret if seat not in self.keepers)
        pack = Counter({card: int(n) for card, n in enumerate(state["pack"])})
        return None if others + pack == +self.unseen else f"pack and hands have {others + pack}, unseen are {+self.unseen}"

    def hidden(self, state: np.void) -> Hashable:
        return tuple(int(card) for card in (*state["hand"], *state["pack"]))

    def pieces(self, state: np.void) -> set[Hashable]:
        return {(seat, int(card)) for seat, card in enumerate(state["hand"])}
