"""The end of Der Pate: elimination, settlement, ranking (DP-85 to DP-90)."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import NOBODY
from fivefamilies.core.pieces import note, payoffs
from fivefamilies.games.der_pate.components import (
    BAIL,
    BANK,
    DEBT_TO_BANK,
    DEBT_TO_PLAYER,
    LONGEST_TRACK,
    MEMBERS,
    PER_BUSINESS,
    Track,
)
from fivefamilies.games.der_pate.events import Event
from fivefamilies.games.der_pate.state import NO_SEAT, Phase, controlled, is_eliminated
from fivefamilies.games.der_pate.tracks import free_prisoners


@rule
def finish(s, log):
    """Elimination, revenue, businesses, bail, debts; eliminated players settle too (DP-85 to DP-89, DP-R22)."""
    for seat in range(s.seats):
        if is_eliminated(s, seat):
            note(log, Event.ELIMINATED, seat)
    for seat in range(s.seats):
        settle(s, seat, log)
    s.phase = Phase.OVER
    s.asked = NOBODY
    s.turn = NO_SEAT
    best = -1
    for seat in range(s.seats):
        if not is_eliminated(s, seat) and (best < 0 or standing(s, seat) > standing(s, best)):
            best = seat
    if best < 0:
        note(log, Event.NOBODY_WINS)
        return
    for seat in range(s.seats):
        if standing(s, seat) == standing(s, best):
            note(log, Event.WINS, seat, s.cash[seat])


@rule
def settle(s, seat, log):
    """Revenue and businesses in, bail and debts out; totals may fall below zero (DP-86 to DP-89, DP-R22, DP-R24)."""
    revenue, houses = s.revenue[s.track[seat, Track.REVENUE]], controlled(s, seat) * PER_BUSINESS
    prisoners = s.tombs[seat] + 0
    s.cash[seat] += revenue + houses - prisoners * BAIL
    note(log, Event.FINAL_REVENUE, seat, revenue)
    note(log, Event.FINAL_BUSINESSES, seat, houses)
    if prisoners > 0:
        note(log, Event.BAIL, seat, prisoners * BAIL)
        free_prisoners(s, seat, prisoners, log)
    for holder in range(BANK + 1):
        if holder != seat and s.debts[seat, holder] > 0:
            amount = s.debts[seat, holder] * (DEBT_TO_BANK if holder == BANK else DEBT_TO_PLAYER)
            s.cash[seat] -= amount
            if holder != BANK:
                s.cash[holder] += amount
            note(log, Event.DEBT_SETTLED, seat, amount, holder)


@rule
def standing(s, seat):
    """More is better: money, then the other coloured track, then the larger family (DP-90); the eliminated are level (DP-R23)."""
    if is_eliminated(s, seat):
        return -(1 << 40)
    family = controlled(s, seat) + s.reserve[seat]
    return (s.cash[seat] * (LONGEST_TRACK + 1) + s.track[seat, 1 - s.ko]) * (MEMBERS + 1) + family


@verb
def scores(s, out):
    """Survivors by their standing, the eliminated level behind them; nobody wins if all are (DP-R23). Points are dollars."""
    survivors = 0
    for seat in range(s.seats):
        out[seat, 1] = standing(s, seat)
        survivors += not is_eliminated(s, seat)
    payoffs(out[:, 1], s.seats, out)
    for seat in range(s.seats):
        out[seat, 1] = s.cash[seat] * 1000
        if survivors == 0:
            out[seat, 0] = -1
