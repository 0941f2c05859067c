"""Why a game of Nostra City ended as it did: the Final Verdict step by step (NC-77)."""

from collections.abc import Callable, Sequence

from fivefamilies.core.record import Fields, Record, unwrap
from fivefamilies.core.telling import Reckoning, Step
from fivefamilies.core.views import called
from fivefamilies.core.words import Words
from fivefamilies.games.nostra_city.components import (
    CARDS,
    FIRST_INVESTIGATION,
    FIRST_RESPECT,
    FIRST_TURF,
    TITLE_RESPECT,
    UNDERLINGS,
    ZEALOUS_RESPECT,
    Parts,
    Vendetta,
)
from fivefamilies.games.nostra_city.state import Stage, respect, shame_in
from fivefamilies.games.nostra_city.words import Event, seat_name
from fivefamilies.games.nostra_city.words.explaining import signed


def worth_of(s: Fields, seat: int, first: int, last: int) -> int:
    """The Respect of the cards with these numbers in a Territory."""
    return sum(int(s["worth"][card]) for card in range(first, last) if s["place"][card] == seat)


def track_steps(rows: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The steps of the marker in the Final Verdict, in order."""
    last = max((n for n, row in enumerate(rows) if row[0] == Event.STAGE and row[1] == Stage.FINAL_VERDICT), default=len(rows))
    return [(int(row[1]), int(row[2])) for row in rows[last:] if row[0] == Event.MARKER]


def reckon(state: Record, rows: Sequence[Sequence[int]], parts: Parts, say: Words) -> Reckoning:
    """Respect by its sources, who was a Snitch, and what the verdict made of it (NC-77 to NC-80, NC-R17)."""
    s = unwrap(state)
    seats = range(int(s["seats"]))
    rank = {int(seat): n for n, seat in enumerate(s["title"]) if seat >= 0}
    bonus = {seat: sum(int(s["bonus_worth"][n]) for n in range(len(parts.bonuses)) if s["bonus"][n] == seat) for seat in seats}

    def row(label: str, count: Callable[[int], int], rule: str = "") -> Step:
        return Step(label, tuple(signed(count(seat)) for seat in seats), rule)

    steps = (
        row(say("Underlings"), lambda seat: worth_of(s, seat, 0, UNDERLINGS), "NC-R17"),
        row(say("Turfs"), lambda seat: worth_of(s, seat, FIRST_TURF, FIRST_RESPECT), "NC-9"),
        row(say("Luxury"), lambda seat: worth_of(s, seat, FIRST_RESPECT, FIRST_INVESTIGATION), "NC-10"),
        row(say("Investigations"), lambda seat: worth_of(s, seat, FIRST_INVESTIGATION, CARDS), "NC-55"),
        row(say("Title"), lambda seat: int(TITLE_RESPECT[rank[seat]]) if seat in rank else 0, "NC-60"),
        row(say("Zealous Corruptor"), lambda seat: int(s["zealous"][seat]) * ZEALOUS_RESPECT, "NC-66"),
        row(called(parts.vendetta[Vendetta.SHAME_OF_YOU].name, say), lambda seat: int(s["shame"][seat]) * shame_in(s), "NC-92"),
        row(say("Bonus cards"), lambda seat: bonus[seat], "NC-80"),
        Step(say("Respect"), tuple(str(respect(state, seat)).replace("-", "−") for seat in seats), "NC-R17", True),
        Step(say("Side"), tuple(say("Snitch") if is_snitch(s, seat) else say("loyal") for seat in seats), "NC-89"),
    )
    return Reckoning(tuple(step for step in steps if any(step.values)), why(state, s, rows, parts, say))


def is_snitch(s: Fields, seat: int) -> bool:
    return bool(s["hand"][seat, Vendetta.FBI_SNITCH] > 0)


def why(state: Record, s: Fields, rows: Sequence[Sequence[int]], parts: Parts, say: Words) -> tuple[str, ...]:
    """The bonus cards, the way of the marker, the verdict, the Snitches, the winner."""
    told = []
    for n, part in enumerate(parts.bonuses):
        name, who = called(part.name, say), int(s["bonus"][n])
        told.append(say("A tie: nobody gets {bonus}", bonus=name) if who < 0
                    else say("{bonus} goes to {player}", bonus=name, player=seat_name(state, who, parts, say)))  # fmt: skip
    way = track_steps(rows)
    if way:
        told.append(say("The count moved the Godfather from {before} to {after}.", before=way[0][0], after=way[-1][1]))
    snitches = [seat_name(state, seat, parts, say) for seat in range(int(s["seats"])) if is_snitch(s, seat)]
    guilty = int(s["marker"]) > parts.rows["verdict_track.blue_last"]
    told.append(say("{n} is red: the Godfather is Guilty.", n=int(s["marker"])) if guilty
                else say("{n} is blue: the Godfather is Innocent.", n=int(s["marker"])))  # fmt: skip
    told.append(say("Snitches of the FBI: {names}", names=", ".join(snitches)) if snitches else say("Nobody was a Snitch."))
    if not guilty:
        told.append(say("The most Respect among the loyal wins; a tie goes to the higher Title."))
    elif snitches:
        told.append(say("The most Respect among the Snitches wins; a tie goes to the higher Title."))
    else:
        told.append(say("Guilty, and no Snitch: everybody loses."))
    return tuple(told)
