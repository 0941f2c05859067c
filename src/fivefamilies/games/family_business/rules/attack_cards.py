"""Attack cards: contracts, Hit, Massacre, Double Cross, Vendetta, Turncoat (FB-21 to FB-33, FB-R33)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import note
from fivefamilies.games.family_business.components import DOUBLE, Card
from fivefamilies.games.family_business.rules.mob_war import bury, execute_top, leave_list, put_on_list, start_war
from fivefamilies.games.family_business.rules.turns import finish_play
from fivefamilies.games.family_business.state import FREE_MAN, NO_CARD, Fate, Phase, counter_spares_target, lowest, owner
from fivefamilies.games.family_business.words import Event

# ---------------------------------------------------------------- contracts


@rule
def contract(s, log):
    """A man of the target joins the list, next to the wall for a Priority Contract (FB-21 to FB-25)."""
    at_top = s.card == Card.PRIORITY_CONTRACT
    if s.counter == NO_CARD:
        put_on_list(s, s.target, at_top, log)
    elif s.counter == Card.MOB_POWER:  # FB-45; nothing if the contractor has no free man (FB-R16)
        put_on_list(s, s.turn, at_top, log)
    finish_play(s, log)


@rule
def double_contract(s, log):
    """Two men of the target; a counter stops one of the two only (FB-26, FB-27, FB-R18)."""
    if s.counter != NO_CARD and counter_spares_target(s):
        contract(s, log)
        return
    if s.counter == Card.MOB_POWER and s.free[s.turn] > 0 and not s.contractor_first:
        s.phase = Phase.MP_ORDER  # FB-45, FB-R17
        return
    if s.counter == Card.MOB_POWER:
        put_on_list(s, s.turn, False, log)
    put_on_list(s, s.target, False, log)
    if s.counter == NO_CARD:
        put_on_list(s, s.target, False, log)
    finish_play(s, log)


@rule
def list_in_order(s, first, second, log):
    """Mob Power has turned one man of a Double Contract on its sender: the two men in this order (FB-R17)."""
    put_on_list(s, first, False, log)
    put_on_list(s, second, False, log)
    finish_play(s, log)


# ---------------------------------------------------------------- men of every rival


@rule
def set_quotas(s, men):
    """How many men each opposing gang gives: as many as it has at large (FB-30, FB-33, FB-R15), none behind a Safe House."""
    for seat in range(s.seats):
        spared = seat == s.turn or (s.counter == Card.SAFE_HOUSE and seat == s.countered_by)
        s.quota[seat] = 0 if spared else min(men, s.free[seat])


@rule
def queue_the_rest_if_settled(s, log):
    """Ask whose man comes next while two gangs have men to give; the last gang's men follow unasked (D6)."""
    gangs = 0
    last = -1
    for seat in range(s.seats):
        if s.quota[seat] > 0:
            gangs += 1
            last = seat
    if gangs > 1:
        s.phase = Phase.QUEUE
        return
    if gangs == 1:
        while s.quota[last] > 0:
            queue_one(s, last, log)
    if s.card == Card.VENDETTA:
        start_war(s, DOUBLE, log)  # FB-33
    finish_play(s, log)


@rule
def queue_one(s, seat, log):
    """One more man of this gang at the bottom of the list (FB-R22)."""
    put_on_list(s, seat, False, log)
    s.quota[seat] -= 1


# ---------------------------------------------------------------- sudden deaths


@rule
def massacre(s, log):
    """Everybody on the list dies, in its order: the owner of the last survivor wins (FB-29, FB-R28)."""
    while s.hit_count > 0 and s.phase != Phase.OVER:
        execute_top(s, log)


@rule
def hit(s, picked, log):
    """He dies at once, listed or not; then the hitter's own man joins the list, if he has one at large (FB-28, FB-R19)."""
    if picked >= FREE_MAN:
        seat = picked - FREE_MAN
        mobster = lowest(s, seat, Fate.FREE)
        s.free[seat] -= 1
        note(log, Event.KILLED, mobster)
    else:
        note(log, Event.KILLED, s.hit_list[picked])
        mobster = leave_list(s, picked, log)
    bury(s, mobster, log)
    if s.phase != Phase.OVER:
        put_on_list(s, s.turn, False, log)
        s.phase = Phase.DONE


@rule
def bring_back(s, seat, log):
    """Turncoat: the picked man is buried, a buried one of `seat` takes his place, listed or free (FB-R33)."""
    returning = lowest(s, seat, Fate.BURIED)
    if s.picked >= FREE_MAN:
        gone = lowest(s, s.picked - FREE_MAN, Fate.FREE)
        s.free[owner(gone)] -= 1
    else:
        gone = s.hit_list[s.picked]
    note(log, Event.TURNCOAT, gone, returning)
    bury(s, gone, log)
    if s.phase == Phase.OVER:
        if s.picked < FREE_MAN:
            leave_list(s, s.picked, log)
        return
    s.buried[seat] -= 1
    if s.picked >= FREE_MAN:
        s.fate[returning] = Fate.FREE
        s.free[seat] += 1
    else:
        s.hit_list[s.picked] = returning
        s.fate[returning] = Fate.LISTED
    s.phase = Phase.DONE
