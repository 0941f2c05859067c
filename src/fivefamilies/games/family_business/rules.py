"""The rules of Family Business in the order of a turn: executions, draw, play, answers, effects, end of turn."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.pieces import append, bag_chances, insert, next_seat, note, payoffs, remove, total
from fivefamilies.games.family_business.components import (
    CAN_BE_ANSWERED,
    CARDS,
    DOUBLE,
    EXTRA_INFLUENCE,
    GANGS,
    HAND,
    IS_CONTRACT,
    LONG_LIST,
    MEN,
    MOBSTERS,
    NORMAL,
    PEACE,
    SEATS,
    SMALL_CITY,
    Card,
)
from fivefamilies.games.family_business.events import Event
from fivefamilies.games.family_business.referee import (
    ANSWER,
    CONTRACTOR_FIRST,
    DISCARD_TURNCOAT,
    PASS,
    PLACE,
    PLAY,
    PLAY_TURNCOAT,
    SEAT,
)
from fivefamilies.games.family_business.state import (
    FREE_MAN,
    NO_CARD,
    NO_SEAT,
    Fate,
    Phase,
    in_play,
    listed,
    living,
    lowest,
    next_boss,
    owner,
)

# ---------------------------------------------------------------- the start


@verb
def start(s, seats, options):
    """Nine free mobsters a gang, an empty list, the whole deck to be dealt (FB-5, FB-7, FB-8)."""
    s.seats = seats
    s.anyone_answers = options[0]
    s.contractor_first = options[1]
    s.any_partner = options[2]
    s.own_gang = options[3]
    s.max_turns = options[5]
    seat_gangs(s, seats, options[6])
    for card in range(CARDS):
        s.deck[card] = options[7 + card]
    if options[4]:
        s.deck[Card.FAMILY_INFLUENCE] += EXTRA_INFLUENCE
    else:
        s.deck[Card.TURNCOAT] = 0
    for seat in range(SEATS):
        if seat < seats:
            s.free[seat] = MEN
        else:
            for mobster in range(seat * MEN, seat * MEN + MEN):
                s.fate[mobster] = Fate.ASIDE
    clear_the_play(s)
    s.phase = Phase.DEAL
    s.asked = 0


@rule
def seat_gangs(s, seats, chosen):
    """Who leads which gang: the digits of `chosen`, gangs nobody named in their printed order (FB-5, FB-R2)."""
    taken = 0
    for seat in range(seats):
        digit = chosen % (GANGS + 1)
        chosen //= GANGS + 1
        s.gang[seat] = digit - 1
        if digit > 0:
            taken |= 1 << (digit - 1)
    for seat in range(seats):
        if s.gang[seat] < 0:
            gang = 0
            while taken & (1 << gang):
                gang += 1
            s.gang[seat] = gang
            taken |= 1 << gang


@rule
def clear_the_play(s):
    """Forget the card of the turn before."""
    s.card = NO_CARD
    s.asked = NO_SEAT
    s.target = NO_SEAT
    s.counter = NO_CARD
    s.countered_by = NO_SEAT
    s.picked = 0
    s.placed = 0


# ---------------------------------------------------------------- the hit list


@rule
def put_on_list(s, seat, at_top, log):
    """A free mobster joins the list, at the far end or next to the wall (FB-7, FB-25); nothing without one (FB-R15)."""
    if s.free[seat] == 0:
        return
    mobster = lowest(s, seat, Fate.FREE)
    if at_top:
        s.hit_count = insert(s.hit_list, s.hit_count, 0, mobster)
        note(log, Event.LISTED_AT_TOP, mobster)
    else:
        s.hit_count = append(s.hit_list, s.hit_count, mobster)
        note(log, Event.LISTED, mobster)
    s.fate[mobster] = Fate.LISTED
    s.free[seat] -= 1


@rule
def leave_list(s, place, log):
    """Take the man at `place` off the list; an empty list ends the war at once (FB-20, FB-R11)."""
    mobster = s.hit_list[place]
    s.hit_count = remove(s.hit_list, s.hit_count, place)
    if s.hit_count == 0 and s.pace != PEACE:
        s.pace = PEACE
        note(log, Event.WAR_ENDS)
    return mobster


@rule
def save(s, place, log):
    """A mobster leaves the list and is free again (FB-42)."""
    mobster = s.hit_list[place]
    note(log, Event.SAVED, mobster)
    leave_list(s, place, log)
    s.fate[mobster] = Fate.FREE
    s.free[owner(mobster)] += 1


@rule
def bury(s, mobster, log):
    """A mobster who was just taken from the table is buried for good (FB-6); his boss may be out, the game over."""
    seat = owner(mobster)
    s.fate[mobster] = Fate.BURIED
    s.buried[seat] += 1
    if s.buried[seat] == MEN:
        eliminate(s, seat, log)


@rule
def eliminate(s, seat, log):
    """A boss without mobsters is out, his hand goes face up to the discards (FB-R25); the last boss wins (FB-1, FB-R27)."""
    note(log, Event.ELIMINATED, seat)
    for card in range(CARDS):
        count = s.hand[seat, card]
        if count > 0:
            note(log, Event.HAND_REVEALED, seat, card, count)
            s.hand[seat, card] = 0
            s.old[seat, card] -= count
            s.discards[card] += count
    s.cards[seat] = 0
    s.fallen_count = append(s.fallen, s.fallen_count, seat)
    if s.fallen_count == s.seats - 1:
        s.phase = Phase.OVER
        for winner in range(s.seats):
            if living(s, winner) > 0:
                note(log, Event.WINS, winner)


@rule
def execute_top(s, log):
    """The man next to the wall is shot (FB-19)."""
    note(log, Event.EXECUTED, s.hit_list[0])
    bury(s, leave_list(s, 0, log), log)


# ---------------------------------------------------------------- turns


@rule
def begin_turn(s, seat, log):
    """Executions of a war come first, one by one (FB-18, FB-19, FB-R13)."""
    clear_the_play(s)
    s.turn = seat
    s.turn_number += 1
    note(log, Event.TURN, seat)
    for _ in range(s.pace):
        if s.hit_count > 0 and s.phase != Phase.OVER:
            execute_top(s, log)


@rule
def end_turn(s, log):
    """A long list or a small city starts a war by itself (FB-17); then the next boss is up, or who played a counter (FB-15)."""
    while s.phase != Phase.OVER:
        if s.pace == PEACE and s.hit_count > 0 and (s.hit_count >= LONG_LIST or in_play(s) <= SMALL_CITY):
            s.pace = NORMAL
            note(log, Event.WAR_BREAKS_OUT)
        if s.turn_number == s.max_turns:
            s.phase = Phase.OVER
            note(log, Event.STOPPED)
            return
        begin_turn(s, s.countered_by if s.countered_by >= 0 else next_boss(s, s.turn), log)
        if s.phase != Phase.OVER and living(s, s.turn) > 0:
            ask_for_card(s, Phase.DRAW, log)
            return
        # shot at the start of his own turn: he neither draws nor plays (FB-R26)


@rule
def ask_for_card(s, phase, log):
    """Chance draws next; an empty pile is made anew from the discards first (FB-11, FB-R29)."""
    s.phase = phase
    if total(s.deck) > 0:
        return
    note(log, Event.RESHUFFLED)
    for card in range(CARDS):
        s.deck[card] = s.discards[card]
        s.discards[card] = 0
    for seat in range(s.seats):
        s.fresh[seat] = 0
        for card in range(CARDS):
            s.old[seat, card] = s.hand[seat, card]


@rule
def draw(s, seat, card, log):
    """The card goes to the hand, seen by its owner only (FB-8, FB-10)."""
    s.deck[card] -= 1
    s.hand[seat, card] += 1
    s.cards[seat] += 1
    s.fresh[seat] += 1
    note(log, Event.DRAWS, seat, card)


@rule
def lay(s, seat, card):
    """A card leaves the hand and lies face up on the discards (FB-10)."""
    s.hand[seat, card] -= 1
    s.old[seat, card] -= 1
    s.cards[seat] -= 1
    s.discards[card] += 1


@rule
def play_chance(s, card, log):
    """A card of the deal, of the turn, or in place of a counter card (FB-8, FB-10, FB-14)."""
    if s.phase == Phase.DRAW:
        draw(s, s.turn, card, log)
        s.phase = Phase.PLAY
    elif s.phase == Phase.REPLACE:
        draw(s, s.countered_by, card, log)
        s.phase = Phase.DONE
    else:
        draw(s, s.asked, card, log)
        if s.cards[s.asked] == HAND:
            s.asked += 1
        if s.asked == s.seats:
            begin_turn(s, 0, log)  # the dealer starts (FB-9, FB-R1)
            s.phase = Phase.DRAW


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


# ---------------------------------------------------------------- the verbs


@verb
def actor(s):
    """The seat to move, CHANCE, or NOBODY when the game is over."""
    if s.phase == Phase.OVER:
        return NOBODY
    if s.phase == Phase.DEAL or s.phase == Phase.DRAW or s.phase == Phase.REPLACE:
        return CHANCE
    if s.phase == Phase.RESPOND:
        return s.asked + 0
    if s.phase == Phase.MP_ORDER:
        return s.countered_by + 0
    return s.turn + 0


@verb
def chances(s, moves, weights):
    """A draw: each type with its copies in the pile as the weight."""
    return bag_chances(s.deck, moves, weights)


@verb
def play(s, move, log):
    """Make a legal move."""
    if s.phase == Phase.DEAL or s.phase == Phase.DRAW or s.phase == Phase.REPLACE:
        play_chance(s, move, log)
    elif s.phase == Phase.PLAY:
        if move < PLAY or move == DISCARD_TURNCOAT:
            card = Card.TURNCOAT if move == DISCARD_TURNCOAT else move
            lay(s, s.turn, card)
            note(log, Event.DISCARDS, s.turn, card)
            s.phase = Phase.DONE
        else:
            card = Card.TURNCOAT if move == PLAY_TURNCOAT else move - PLAY
            lay(s, s.turn, card)
            play_card(s, card, log)
    elif s.phase == Phase.RESPOND:
        if move == PASS:
            note(log, Event.LETS_STAND, s.asked)
            ask_next(s, log)
        else:
            answer(s, Card.FINGER + move - ANSWER, log)
    elif s.phase == Phase.MP_ORDER:
        if move == CONTRACTOR_FIRST:
            put_on_list(s, s.turn, False, log)
            put_on_list(s, s.target, False, log)
        else:
            put_on_list(s, s.target, False, log)
            put_on_list(s, s.turn, False, log)
        finish_play(s, log)
    elif move < PLACE:
        name_seat(s, move - SEAT, log)
    else:
        name_place(s, move - PLACE, log)
    if s.phase == Phase.DONE:
        end_turn(s, log)


@rule
def standing(s, seat):
    """More is better: bosses still in by men in play, then by fewer on the list (FB-R31); the fallen by how late they fell."""
    for place in range(s.fallen_count):
        if s.fallen[place] == seat:
            return place - SEATS
    return living(s, seat) * (MOBSTERS + 1) - listed(s, seat)


@verb
def scores(s, out):
    """Winner first, then the others in reverse order of elimination; the points are the mobsters in play."""
    for seat in range(s.seats):
        out[seat, 1] = standing(s, seat)
    payoffs(out[:, 1], s.seats, out)
    for seat in range(s.seats):
        out[seat, 1] = living(s, seat)
