"""The four lines of the action board: income, minor actions, hostile actions, characters (DP-36 to DP-66)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import note
from fivefamilies.games.der_pate.components import (
    BANK,
    BUSINESSES,
    EMPTY,
    NEUTRAL,
    Box,
    Track,
)
from fivefamilies.games.der_pate.referee import has_choice
from fivefamilies.games.der_pate.rules.tracks import advance, gain_friend, pay_bank, take_debts_back, take_from_bank
from fivefamilies.games.der_pate.state import Phase, box_of, is_protected
from fivefamilies.games.der_pate.words import Event


@rule
def ask_if_any(s, phase, seat):
    """Put a question only if something besides "no" is legal (DP-R33)."""
    s.phase = phase
    s.asked = seat
    if not has_choice(s):
        s.phase = Phase.DONE


@rule
def carry_out(s, die, colour, log):
    """The box of a die, as the action board has them from line to line (DP-34)."""
    seat, number = s.turn, s.dice[die]
    box = box_of(s, s.line, colour, number)
    s.number = number
    s.phase = Phase.DONE
    if box == Box.INCOME:
        collect_income(s, number, log)
    elif box == Box.PRESS:  # DP-41, DP-44
        advance(s, seat, Track.REPUTATION, 1, log)
        advance(s, seat, Track.INFLUENCE, 1, log)
    elif box == Box.REPUTATION:  # DP-45
        advance(s, seat, Track.REPUTATION, number, log)
    elif box == Box.INFLUENCE:
        advance(s, seat, Track.INFLUENCE, number, log)
    elif box == Box.VISIT:
        visit(s, seat, number, log)
    elif box == Box.BETTING:  # DP-50
        take_from_bank(s, seat, number, log)
    elif box == Box.MEETING:
        meet(s, seat, number, log)
    elif box == Box.RAID:
        raid(s, number, log)
    elif box == Box.TAKEOVER:
        ask_if_any(s, Phase.TAKEOVER, seat)
    elif box == Box.FRIEND:
        buy_friend(s, seat, number, log)
    else:
        call_character(s, seat, box, log)


# ---------------------------------------------------------------- line 1


@rule
def collect_income(s, number, log):
    """Every business with the number pays its owner (DP-37 to DP-40); money first, then the steps (DP-R5 to DP-R7)."""
    amount, track = s.income[number - 1], s.bonus[number - 1]
    for business in range(BUSINESSES):
        owner = s.owner[business]
        if s.business_number[business] == number and EMPTY < owner < NEUTRAL:
            s.cash[owner] += amount
            note(log, Event.INCOME, owner, business, amount)
            if track >= 0:
                s.owed[owner] = 1 if s.bonus_per_player else s.owed[owner] + 1
    s.owed_track = track


@rule
def next_owed(s):
    """The seat whose bonus step is next, from the active player clockwise, or -1 (DP-R7)."""
    for place in range(s.seats):
        seat = (s.turn + place) % s.seats
        if s.owed[seat] > 0:
            return seat
    return -1


# ---------------------------------------------------------------- line 2


@rule
def drive(s, spaces, log):
    """The car moves clockwise (DP-26, DP-46)."""
    s.car = (s.car + spaces) % BUSINESSES
    note(log, Event.CAR, s.car)


@rule
def visit(s, seat, number, log):
    """An empty business may be occupied, a foreign one is vacated, protected or not (DP-46 to DP-49, DP-R14)."""
    drive(s, number, log)
    owner = s.owner[s.car]
    if owner == EMPTY:
        ask_if_any(s, Phase.VISIT, seat)
    elif owner != seat:
        note(log, Event.SENT_HOME, owner, s.car)
        s.owner[s.car] = EMPTY
        s.reserve[owner] += 1


@rule
def occupy(s, seat, business, log):
    """A member from the reserve controls the business (DP-47, DP-62)."""
    s.reserve[seat] -= 1
    s.owner[business] = seat
    note(log, Event.OCCUPIED, seat, business)


# ---------------------------------------------------------------- line 3


@rule
def meet(s, seat, number, log):
    """All debt tokens held from players go back, each debtor pays for his, as far as he can (DP-51, DP-R18)."""
    for place in range(1, s.seats):
        debtor = (seat + place) % s.seats
        count = s.debts[debtor, seat]
        if count > 0:
            amount = min(count * number, s.cash[debtor] + 0)
            s.cash[debtor] -= amount
            s.cash[seat] += amount
            note(log, Event.TO_PLAYER, debtor, amount, seat)
            take_debts_back(s, debtor, seat, count, log)


@rule
def arrest(s, business, log):
    """A controlled business is vacated, the member goes to the Tombs (DP-52, DP-64)."""
    owner = s.owner[business]
    s.owner[business] = EMPTY
    s.tombs[owner] += 1
    note(log, Event.ARRESTED, owner, business)


@rule
def raid(s, number, log):
    """Every controlled, unprotected business with the number, own ones too (DP-52, DP-66)."""
    for business in range(BUSINESSES):
        if s.business_number[business] == number and s.owner[business] != EMPTY and not is_protected(s, business):
            arrest(s, business, log)


@rule
def take_over(s, seat, business, log):
    """The member drowns, a debt token goes to his owner or the bank, an own member moves in (DP-54, DP-57)."""
    former = s.owner[business]
    s.hudson[former] += 1
    note(log, Event.DROWNED, former, business)
    holder = BANK if former == NEUTRAL else former
    s.debts[seat, seat] -= 1
    s.debts[seat, holder] += 1
    note(log, Event.DEBT_GIVEN, seat, holder)
    occupy(s, seat, business, log)


@rule
def buy_friend(s, seat, price, log):
    """A Friend of the Family for money, if he can be paid and one is left (DP-59, DP-R17)."""
    if s.cash[seat] >= price and s.brooklyn > 0:
        pay_bank(s, seat, price, log)
        gain_friend(s, seat, log)
    else:
        note(log, Event.NO_FRIEND, seat)


# ---------------------------------------------------------------- line 4


@rule
def call_character(s, seat, box, log):
    """The character may be used; nothing is asked where it could do nothing (DP-61 to DP-65, DP-R26)."""
    if box == Box.CONSIGLIERE:
        ask_if_any(s, Phase.CONSIGLIERE, seat)
    elif box == Box.PROSECUTOR:
        ask_if_any(s, Phase.PROSECUTOR, seat)
    elif box == Box.SPY:
        ask_if_any(s, Phase.SPY, seat)
    else:
        ask_if_any(s, Phase.BANKER, seat)
    if s.phase == Phase.DONE:
        note(log, Event.NO_EFFECT, seat)
