"""Why a game of Der Pate was won: the gate of the K.O. track, then the settlement in its order (DP-85 to DP-90)."""

from collections.abc import Sequence

import numpy as np

from fivefamilies.core.record import Record, unwrap
from fivefamilies.core.telling import Reckoning, Step
from fivefamilies.core.words import Words
from fivefamilies.games.der_pate.components import BANK, Parts, Track
from fivefamilies.games.der_pate.rules import scores
from fivefamilies.games.der_pate.state import Phase
from fivefamilies.games.der_pate.words import Event
from fivefamilies.games.der_pate.words.things import TRACKS, money, seat_name

SETTLED = (Event.FINAL_REVENUE, Event.FINAL_BUSINESSES, Event.BAIL, Event.DEBT_SETTLED)


def settlement(rows: Sequence[Sequence[int]], seats: int) -> dict[object, list[int]]:
    """What each step of the settlement brought every seat, in thousands; debts as paid and received together."""
    found: dict[object, list[int]] = {step: [0] * seats for step in SETTLED}
    for kind, *cells in rows:
        if kind not in SETTLED:
            continue
        seat, amount = cells[0], cells[1]
        found[kind][seat] += amount if kind in (Event.FINAL_REVENUE, Event.FINAL_BUSINESSES) else -amount
        if kind == Event.DEBT_SETTLED and cells[2] != BANK:
            found[kind][cells[2]] += amount
    return found


def reckon(state: Record, rows: Sequence[Sequence[int]], parts: Parts, say: Words) -> Reckoning | None:
    """The gate first, because it outweighs everything; then cash, revenue, businesses, bail, debts, and who is how far."""
    s = unwrap(state)
    if s["phase"] != Phase.OVER:
        return None
    seats, track = int(s["seats"]), Track(int(s["ko"]))
    at, last = [int(s["track"][seat, track]) for seat in range(seats)], int(s["last"][track])
    steps, totals = settlement(rows, seats), [int(s["cash"][seat]) for seat in range(seats)]
    before = [totals[seat] - sum(step[seat] for step in steps.values()) for seat in range(seats)]
    return Reckoning(
        steps=(
            Step(
                say("The gate: {track}, space {last}", track=say(TRACKS[track]), last=last),
                tuple(
                    say("{n} of {last}: passes", n=n, last=last)
                    if n == last
                    else say("{n} of {last}: eliminated", n=n, last=last)
                    for n in at
                ),
                "DP-85",
            ),
            Step(say("Cash"), amounts(before, say), "DP-17"),
            Step(say("Revenue once more"), gains(steps[Event.FINAL_REVENUE], say), "DP-86"),
            Step(say("Businesses"), gains(steps[Event.FINAL_BUSINESSES], say), "DP-87"),
            Step(say("Bail for prisoners"), gains(steps[Event.BAIL], say), "DP-88"),
            Step(say("Debt tokens"), gains(steps[Event.DEBT_SETTLED], say), "DP-89"),
            Step(say("Total"), amounts(totals, say), "DP-90", True),
            Step(say("Place"), places(state, seats, [n == last for n in at], say), "DP-90"),
        ),
        why=why(state, totals, at, last, parts, say),
    )


def amounts(values: Sequence[int], say: Words) -> tuple[str, ...]:
    return tuple(signed(value, say) for value in values)


def gains(values: Sequence[int], say: Words) -> tuple[str, ...]:
    return tuple("" if not value else ("+" if value > 0 else "") + signed(value, say) for value in values)


def signed(value: int, say: Words) -> str:
    """An amount that may be below nothing (DP-R22)."""
    return money(value, say) if value >= 0 else "−" + money(-value, say)


def ranks(state: Record, seats: int) -> list[float]:
    """The payoffs of the rules: more is better, equal is level."""
    out = np.zeros((seats, 2))
    scores(state, out)
    return [float(value) for value in out[:, 0]]


def places(state: Record, seats: int, passed: Sequence[bool], say: Words) -> tuple[str, ...]:
    """Everybody's place among those who passed; the others are out (DP-R23)."""
    standing = ranks(state, seats)
    return tuple(
        str(1 + sum(other > standing[seat] for other in standing)) if passed[seat] else say("out") for seat in range(seats)
    )


def why(state: Record, totals: Sequence[int], at: Sequence[int], last: int, parts: Parts, say: Words) -> tuple[str, ...]:
    """What decided it: the gate where it kept money out, the tie-breaks where money was level (DP-90)."""
    s = unwrap(state)
    track, seats = Track(int(s["ko"])), len(at)
    name = say(TRACKS[track])
    passed = [seat for seat in range(seats) if at[seat] == last]
    if not passed:
        return (say("Nobody stands on the last space of {track}, the K.O. track: all are eliminated.", track=name),)
    standing = ranks(state, seats)
    winners = [seat for seat in range(seats) if standing[seat] == max(standing)]
    told = []
    for seat in range(seats):
        if seat not in passed and totals[seat] >= totals[winners[0]]:
            told.append(
                say(
                    "{family} has {amount} and is eliminated: on space {n} of {last} of {track}."
                    " Money counts only for those who pass.",
                    family=seat_name(state, seat, parts, say),
                    amount=signed(totals[seat], say),
                    n=at[seat],
                    last=last,
                    track=name,
                )
            )
    level = [seat for seat in passed if totals[seat] == totals[winners[0]]]
    if len(winners) > 1:
        told.append(say("Money, the other track and the size of the family are level: an honourable draw."))
    elif len(level) > 1:
        other = say(TRACKS[Track(1 - track)])
        told.append(say("Money is level: {track} decides, then the larger family.", track=other))
    elif len(passed) == 1:
        told.append(say("{family} alone reached the end of {track}.", family=seat_name(state, passed[0], parts, say), track=name))
    else:
        told.append(say("{family} has the most money of those who pass.", family=seat_name(state, winners[0], parts, say)))
    return tuple(told)
