"""Why a game of Family Business was won: who fell when, and who had how many men left."""

from collections.abc import Sequence

from fivefamilies.core.record import Record, unwrap
from fivefamilies.core.telling import Reckoning, Step
from fivefamilies.core.words import Words
from fivefamilies.games.family_business.components import Parts
from fivefamilies.games.family_business.state import MEN
from fivefamilies.games.family_business.words import Event, seat_name


def reckon(state: Record, rows: Sequence[Sequence[int]], parts: Parts, say: Words) -> Reckoning:
    """The last boss wins (FB-1); where the last turn was played first, men in play decide, then fewer on the list (FB-R31)."""
    s = unwrap(state)
    seats = range(int(s["seats"]))
    fallen = [int(seat) for seat in s["fallen"][: s["fallen_count"]]]
    men = [MEN - int(s["buried"][seat]) for seat in seats]
    on_list = [int(man) // MEN for man in s["hit_list"][: s["hit_count"]]]
    turn_of_fall = falls(rows)
    steps = [
        Step(say("Men in play"), tuple(map(str, men)), "FB-1"),
        Step(say("of them on the hit list"), tuple(str(on_list.count(seat)) for seat in seats), "FB-R31"),
        Step(say("Buried"), tuple(str(int(s["buried"][seat])) for seat in seats), "FB-6"),
    ]
    if fallen:
        out = [say("turn {n}", n=turn_of_fall[seat]) if seat in turn_of_fall else "" for seat in seats]
        steps.append(Step(say("Out of the game"), tuple(out), "FB-1"))
    left = [seat for seat in seats if seat not in fallen]
    names = [seat_name(state, seat, parts, say) for seat in seats]
    if len(left) == 1:
        why = [say("{boss} is the last boss with a living man.", boss=names[left[0]])]
    else:
        why = [say(
            "The last turn was played while several bosses lived: most men in play decide, then fewest of them on the list."
        )]  # fmt: skip
    if fallen:
        order = ", ".join(names[seat] for seat in reversed(fallen))
        why.append(say("The others rank by how late they fell: {names}.", names=order))
    return Reckoning(tuple(steps), tuple(why))


def falls(rows: Sequence[Sequence[int]]) -> dict[int, int]:
    """The turn in which each fallen boss was eliminated."""
    turn, found = 0, {}
    for row in rows:
        turn += int(row[0]) == Event.TURN
        if int(row[0]) == Event.ELIMINATED:
            found[int(row[1])] = turn
    return found
