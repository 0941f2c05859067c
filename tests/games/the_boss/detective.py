"""A detective for The Boss: he hears which backs are dealt and which faces are laid open (TB-38, TB-R6)."""

from collections import Counter
from collections.abc import Hashable

import numpy as np

from fivefamilies.core.match import Match
from fivefamilies.games.the_boss.components import CARDS, CITY_OF
from fivefamilies.games.the_boss.state import Place
from fivefamilies.games.the_boss.words import Event
from tests.games.detective import Look, Rows

TURNED_UP = (Event.NOBODY_THERE, Event.EARNS, Event.KILLED, Event.JAILED, Event.WOUNDED, Event.BANNED)  # the last cell: the card


class Detective:
    """Of every hand the backs are known, of one's own the faces; a reward is seen when its round is over."""

    def __init__(self, match: Match, seat: int) -> None:
        self.seat, self.seats = seat, match.seats
        self.begin()

    def begin(self) -> None:
        """All cards are shuffled for a round."""
        self.backs = [Counter() for _ in range(self.seats)]
        self.own: set[int] = set()
        self.open: set[int] = set()
        self.rewards: Counter = Counter()
        self.paid: set[int] = set()

    def hear(self, mover: int, rows: Rows, look: Look) -> None:
        for event, a, b, c, _ in rows:
            if event == Event.REWARD_LAID:
                self.rewards[a] += 1
            elif event == Event.DEALT:
                self.backs[a][b] += 1
                self.own |= {c} if a == self.seat else set()
            elif event == Event.REVEALS:
                self.backs[a][int(CITY_OF[b])] -= 1
                self.own.discard(b)
                self.open.add(b)
            elif event in TURNED_UP:
                self.paid.add(a if event == Event.NOBODY_THERE else b)
        if self.paid and look().phase != "over":
            self.begin()

    def contradiction(self, state: np.void) -> str | None:
        place = [int(where) for where in state["card"]]
        backs = [Counter(int(CITY_OF[card]) for card in range(CARDS) if place[card] == seat) for seat in range(self.seats)]
        if backs != [+dealt for dealt in self.backs]:
            return f"hands with the backs {backs}, but {self.backs} were dealt"
        if {card for card in range(CARDS) if place[card] == self.seat} != self.own:
            return "not the own hand"
        if {card for card in range(CARDS) if place[card] == Place.OPEN} != self.open:
            return "other cards lie open"
        rewards = [card for card in range(CARDS) if place[card] == Place.REWARD]
        if Counter(int(CITY_OF[card]) for card in rewards) != self.rewards:
            return f"rewards {rewards}, but those of {self.rewards} were laid"
        seen = self.paid - self.open
        return None if not seen or set(rewards) == seen else f"rewards {rewards}, but {seen} were turned up"

    def hidden(self, state: np.void) -> Hashable:
        return tuple(int(where) for where in state["card"])

    def pieces(self, state: np.void) -> set[Hashable]:
        return {(card, int(where)) for card, where in enumerate(state["card"])}
