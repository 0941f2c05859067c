"""What the cards of Family Business do: playing one, answering it, its details and its effect."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import next_seat, note, total
from fivefamilies.games.family_business.components import CAN_BE_ANSWERED, DOUBLE, IS_CONTRACT, NORMAL, PEACE, Card
from fivefamilies.games.family_business.events import Event
from fivefamilies.games.family_business.hit_list import bury, execute_top, leave_list, put_on_list, save
from fivefamilies.games.family_business.state import (
    FREE_MAN,
    MORE_LAID_THAN_DRAWN,
    NO_CARD,
    Fate,
    Phase,
    living,
    lowest,
    owner,
)
from fivefamilies.games.family_business.turns import ask_for_card, lay

# ---------------------------------------------------------------- playing a card


@rule
def play_card(s, card, log):
    """The card is on the table: ask what belongs to it, or let it work (FB-21 to FB-41)."""
    s.card = card
    note(log, Event.PLAYS, s.turn, card)
    if IS_CONTRACT[card]:
        s.phase = Phase.TARGET
    elif card == Card.HIT:
        s.phase = Phase.VICTIM
    elif card == Card.LAM or card == Card.POLICE or card == Card.SUBSTITUTION:
        s.phase = Phase.PICK
    elif card == Card.PAY_OFF:
        s.phase = Phase.GANG
    elif card == Card.TURNCOAT:
        s.phase = Phase.TRAITOR
    elif card == Card.VENDETTA:
        open_window(s, log)
    elif card == Card.DOUBLE_CROSS:
        set_quotas(s, 1)
        queue_the_rest_if_settled(s, log)
    elif card == Card.INTRIGUE:
        s.phase = Phase.REORDER
    else:
        s.phase = Phase.DONE
        work_at_once(s, card, log)


@rule
def work_at_once(s, card, log):
    """Cards that ask nothing: Massacre, Mob War, Ambush, Truce, Federal Crackdown."""
    if card == Card.MASSACRE:  # FB-29, in list order: the owner of the last survivor wins (FB-R28)
        while s.hit_count > 0 and s.phase != Phase.OVER:
            execute_top(s, log)
    elif card == Card.MOB_WAR:  # FB-31; back to the normal pace in a double one (FB-R12)
        start_war(s, NORMAL, log)
    elif card == Card.AMBUSH:  # FB-32
        start_war(s, DOUBLE, log)
    elif card == Card.TRUCE:  # FB-39; the end of the turn looks whether it holds (FB-R14)
        s.pace = PEACE
        note(log, Event.TRUCE)
    elif card == Card.CRACKDOWN:  # FB-41
        while s.hit_count > 0:
            save(s, 0, log)


@rule
def start_war(s, pace, log):
    """A war at this pace; over an empty list it ends at once (FB-16, FB-R11, FB-R12)."""
    if s.hit_count > 0:
        s.pace = pace
        note(log, Event.WAR, pace)


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


@rule
def finish_play(s, log):
    """Whoever played a counter card draws a new one (FB-14, FB-R9); the turn ends."""
    if s.counter != NO_CARD:
        ask_for_card(s, Phase.REPLACE, log)
    else:
        s.phase = Phase.DONE



# ---------------------------------------------------------------- answers


@rule
def may_answer(s, seat):
    """Is this boss asked? Whatever he holds: asking must not tell (FB-R5, FB-R7)."""
    if seat == s.turn or living(s, seat) == 0:
        return False
    if s.card == Card.VENDETTA:
        return s.free[seat] > 0  # a Safe House shelters free men only (FB-R23)
    if s.card == Card.LAM:
        return True
    return s.anyone_answers == 1 or seat == s.target


@rule
def open_window(s, log):
    """Ask from the left of the active boss on (FB-R6); no window for a card that nothing answers."""
    s.asked = s.turn
    if CAN_BE_ANSWERED[s.card]:
        ask_next(s, log)
    else:
        resolve(s, log)


@rule
def ask_next(s, log):
    """The next boss entitled to answer, or the effect when all have let it stand."""
    s.asked = next_seat(s.asked, s.seats)
    while s.asked != s.turn and not may_answer(s, s.asked):
        s.asked = next_seat(s.asked, s.seats)
    if s.asked == s.turn:
        resolve(s, log)
    else:
        s.phase = Phase.RESPOND


@rule
def answer(s, card, log):
    """The first counter card closes the window (FB-13, FB-R8)."""
    note(log, Event.ANSWERS, s.asked, card)
    lay(s, s.asked, card)
    if total(s.laid[s.asked]) > s.fresh[s.asked]:
        s.early[s.asked] |= MORE_LAID_THAN_DRAWN
    s.counter = card
    s.countered_by = s.asked
    resolve(s, log)


@rule
def resolve(s, log):
    """The effect of the card as changed by the counter card."""
    if s.card == Card.VENDETTA:
        set_quotas(s, 2)
        queue_the_rest_if_settled(s, log)
    elif s.card == Card.LAM:
        if s.counter == NO_CARD:  # Finger: he stays (FB-43, FB-R24)
            save(s, s.picked, log)
        finish_play(s, log)
    elif s.card == Card.DOUBLE_CONTRACT:
        resolve_double_contract(s, log)
    else:
        at_top = s.card == Card.PRIORITY_CONTRACT  # FB-25
        if s.counter == NO_CARD:
            put_on_list(s, s.target, at_top, log)
        elif s.counter == Card.MOB_POWER:  # FB-45; nothing if the contractor has no free man (FB-R16)
            put_on_list(s, s.turn, at_top, log)
        finish_play(s, log)


@rule
def resolve_double_contract(s, log):
    """Two men of the target; a counter stops one of the two only (FB-26, FB-27, FB-R18)."""
    if s.counter == Card.MOB_POWER and s.free[s.turn] > 0 and not s.contractor_first:
        s.phase = Phase.MP_ORDER  # FB-45, FB-R17
        return
    if s.counter == Card.MOB_POWER:
        put_on_list(s, s.turn, False, log)
    put_on_list(s, s.target, False, log)
    if s.counter == NO_CARD:
        put_on_list(s, s.target, False, log)
    finish_play(s, log)



# ---------------------------------------------------------------- details of a card


@rule
def name_seat(s, seat, log):
    """A seat was named: as target, gang, next in the order, or for one of its free men."""
    if s.phase == Phase.TARGET:
        s.target = seat
        note(log, Event.TARGETS, s.turn, seat)
        open_window(s, log)
    elif s.phase == Phase.VICTIM:
        hit(s, FREE_MAN + seat, log)
    elif s.phase == Phase.PARTNER:
        substitute_free_man(s, seat, log)
    elif s.phase == Phase.GANG:  # FB-40
        for place in range(s.hit_count - 1, -1, -1):
            if owner(s.hit_list[place]) == seat:
                save(s, place, log)
        s.phase = Phase.DONE
    elif s.phase == Phase.QUEUE:
        queue_one(s, seat, log)
        queue_the_rest_if_settled(s, log)
    elif s.phase == Phase.REORDER:
        reorder(s, seat, log)
    elif s.phase == Phase.TRAITOR:
        s.picked = FREE_MAN + seat
        s.phase = Phase.RETURN
    else:
        bring_back(s, seat, log)


@rule
def name_place(s, place, log):
    """A man on the list was named."""
    if s.phase == Phase.VICTIM:
        hit(s, place, log)
    elif s.phase == Phase.PARTNER:  # two men of the list change places (FB-37, FB-R21)
        note(log, Event.CHANGE_PLACES, s.hit_list[s.picked], s.hit_list[place])
        saved = s.hit_list[s.picked]
        s.hit_list[s.picked] = s.hit_list[place]
        s.hit_list[place] = saved
        s.phase = Phase.DONE
    elif s.phase == Phase.TRAITOR:
        s.picked = place
        s.phase = Phase.RETURN
    elif s.card == Card.SUBSTITUTION:
        s.picked = place
        s.phase = Phase.PARTNER
    elif s.card == Card.LAM:
        s.picked = place
        note(log, Event.WOULD_SAVE, s.turn, s.hit_list[place])
        open_window(s, log)
    else:  # Police Protection: no card answers it (FB-36)
        save(s, place, log)
        s.phase = Phase.DONE


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
def substitute_free_man(s, seat, log):
    """A free man takes the saved one's exact place (FB-37, FB-R21)."""
    saved = s.hit_list[s.picked]
    partner = lowest(s, seat, Fate.FREE)
    note(log, Event.CHANGE_PLACES, saved, partner)
    s.hit_list[s.picked] = partner
    s.fate[partner] = Fate.LISTED
    s.free[seat] -= 1
    s.fate[saved] = Fate.FREE
    s.free[owner(saved)] += 1
    s.phase = Phase.DONE


@rule
def reorder(s, seat, log):
    """The gang's foremost man still to be placed comes next; the last gang follows unasked (FB-38, D7)."""
    place = s.placed
    while owner(s.hit_list[place]) != seat:
        place += 1
    mobster = s.hit_list[place]
    for later in range(place, s.placed, -1):
        s.hit_list[later] = s.hit_list[later - 1]
    s.hit_list[s.placed] = mobster
    s.placed += 1
    for later in range(s.placed + 1, s.hit_count):
        if owner(s.hit_list[later]) != owner(s.hit_list[s.placed]):
            return
    note(log, Event.REARRANGED, s.turn)
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
