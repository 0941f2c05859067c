"""The end of Le Jeu du Parrain: every family's money and control values, line by line (JP-56)."""

from collections.abc import Sequence

from fivefamilies.core.record import Record, unwrap
from fivefamilies.core.telling import Reckoning, Step
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.parrain.components import Neighbourhood, Parts
from fivefamilies.games.parrain.state import Status, tenth
from fivefamilies.games.parrain.words import Event, place_name, racket_name, seat_name
from fivefamilies.games.parrain.words.explaining import dollars

ENDS: dict[object, str] = {
    Event.ALL_CONTROLLED: sentence("Every neighbourhood is controlled."),
    Event.TRUCE: sentence("Nobody placed a token for so many rounds: a truce."),
    Event.ROUND_LIMIT: sentence("The last round has been played."),
}


def reckon(state: Record, rows: Sequence[Sequence[int]], parts: Parts, say: Words) -> Reckoning:
    """Each control in the order in which it was won, their sum, cash, worth; then what decided."""
    s = unwrap(state)
    seats = int(s["seats"])
    won = [int(row[2]) for row in rows if row[0] == Event.CONTROLS]
    before = [place for place in Neighbourhood if s["controller"][place] >= 0 and place not in won]  # the game began later
    steps, credit = [], [0] * seats
    for place in (*before, *won):
        seat, racket = int(s["controller"][place]), int(s["racket"][place])
        value = int(s["value"][place][racket])
        credit[seat] += value
        names = {"neighbourhood": place_name(place, parts, say), "racket": racket_name(racket, parts, say)}
        values = tuple(dollars(value, say) if of == seat else "" for of in range(seats))
        steps.append(Step(say("{neighbourhood}: {racket}", **names), values, "JP-45"))
    cash = [int(s["cash"][seat]) for seat in range(seats)]
    worth = [credit[seat] + cash[seat] for seat in range(seats)]
    steps += [
        Step(say("Control values"), tuple(dollars(amount, say) for amount in credit), "JP-45", is_sum=True),
        Step(say("Cash in hand"), tuple(dollars(amount, say) for amount in cash), "JP-56"),
        Step(say("Worth"), tuple(dollars(amount, say) for amount in worth), "JP-56", is_sum=True),
    ]
    return Reckoning(tuple(steps), tuple(reasons(state, rows, worth, parts, say)))


def reasons(state: Record, rows: Sequence[Sequence[int]], worth: list[int], parts: Parts, say: Words) -> list[str]:
    """How it ended, what broke a tie, and what counts for nothing (JP-54, JP-R22, section 8 of the rules)."""
    s = unwrap(state)
    lines = [say(ENDS[int(row[0])]) for row in rows if row[0] in ENDS]
    best = [seat for seat, amount in enumerate(worth) if amount == max(worth)]
    fathers = [int(row[1]) for row in rows if row[0] == Event.GODFATHER]
    if len(best) > 1:
        names = ", ".join(seat_name(state, seat, parts, say) for seat in best)
        lines.append(say("Equal worth: {names}. More neighbourhoods decide, then the higher control values.", names=names))
        if len(fathers) > 1:
            lines.append(say("They are equal in these too: the victory is shared."))
    unpaid = sum(int(n) * int(tenth(int(s["value"][place][s["racket"][place]]))) for place, n in enumerate(s["instalments"]) if n)
    if unpaid:
        lines.append(say("Bonuses of {money} that were still to come are lost.", money=dollars(unpaid, say)))
    if (s["status"] == Status.OPEN).any():
        lines.append(say("Neighbourhoods without control count for nobody, and tokens on the board for nothing."))
    return lines
