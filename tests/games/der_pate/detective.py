"""A detective for Der Pate: he adds up every payment that he hears of (DP-17, DP-R31)."""

from collections.abc import Hashable

import numpy as np

from fivefamilies.core.match import Match
from fivefamilies.games.der_pate.words import Event
from tests.games.detective import Look, Rows

START = 10  # thousands (DP-17)
RECEIVED = (Event.REVENUE, Event.FROM_BANK, Event.FINAL_REVENUE, Event.FINAL_BUSINESSES)  # seat, amount
EARNED = (Event.INCOME, Event.TRACK_END)  # seat, for what, amount
PAID = (Event.TO_BANK, Event.BAIL)  # seat, amount
HANDED_OVER = (Event.TO_PLAYER, Event.DEBT_SETTLED)  # seat, amount, to whom; 4 is the bank
BANK = 4


class Detective:
    """Everybody's cash follows from the log; all else lies open."""

    def __init__(self, match: Match, seat: int) -> None:
        self.cash = [START] * match.seats

    def hear(self, mover: int, rows: Rows, look: Look) -> None:
        for event, seat, a, b, _ in rows:
            if event in RECEIVED:
                self.cash[seat] += a
            elif event in EARNED:
                self.cash[seat] += b
            elif event in PAID:
                self.cash[seat] -= a
            elif event in HANDED_OVER:
                self.cash[seat] -= a
                if b != BANK:
                    self.cash[b] += a

    def contradiction(self, state: np.void) -> str | None:
        cash = [int(amount) for amount in state["cash"][: len(self.cash)]]
        return None if cash == self.cash else f"cash {cash}, but the payments make {self.cash}"

    def hidden(self, state: np.void) -> Hashable:
        return tuple(int(amount) for amount in state["cash"])

    def pieces(self, state: np.void) -> set[Hashable]:
        return {(seat, int(amount)) for seat, amount in enumerate(state["cash"])}
