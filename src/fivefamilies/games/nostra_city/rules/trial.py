"""TRIAL: bills for the Corruption Pile, and the Verdict marker (NC-65 to NC-68, NC-75)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import note, total
from fivefamilies.games.nostra_city.components import UNDERBOSS, ZEALOUS_FROM, Bill, Inquiry, Power
from fivefamilies.games.nostra_city.rules.business import refill_draw_pile
from fivefamilies.games.nostra_city.state import (
    DRAW,
    NONE,
    PILE,
    Phase,
    acts_with,
    ask,
    bank_size,
    bills_to_draw,
    is_under,
    limit_of,
    number_of,
    purse_size,
    track_end,
)
from fivefamilies.games.nostra_city.state.memory import AMOUNT, carry_bill, see_there, write_bill, write_bribe, write_entry
from fivefamilies.games.nostra_city.words import Event, No


@rule
def objection_to_corruption(s):
    """What keeps the player on turn from another Corruption? (NC-65; the District Attorney)"""
    if bank_size(s, s.turn) == 0:
        return No.NO_BILL
    is_limited = is_under(s, Inquiry.FEW_CORRUPTIONS) and s.actions >= limit_of(s, Inquiry.FEW_CORRUPTIONS)
    return No.ATTORNEY_FORBIDS if is_limited else 0


@rule
def begin_corruption(s):
    """What happens between the engagement and the bill: Bruno looks, Delia takes (NC-R44)."""
    s.actions += 1
    s.corrupted[s.turn] = 1
    s.left = 0
    ask(s, Phase.TRIAL_BILL, s.turn)
    if acts_with(s, Power.SECOND_BILL):
        s.left = 1
    elif acts_with(s, Power.LOOK_AT_PILE) and total(s.pile) > 0:
        s.left = min(number_of(s, Power.LOOK_AT_PILE), total(s.pile))
        s.phase = Phase.BRUNO_BILL
    elif acts_with(s, Power.TAKE_FROM_PILE) and total(s.pile) > 0:
        s.phase = Phase.DELIA_BILL


@rule
def look_at_pile(s, bill, log):
    """Bruno looks at up to two random bills of the Pile."""
    see_there(s, s.turn, PILE, bill, 2 if s.bill == bill else 1)
    first = 1 << AMOUNT * s.bill if s.bill != NONE else 0  # two looks are at two different bills
    write_entry(s, PILE, PILE, first + (1 << AMOUNT * bill), s.turn, s.turn)
    note(log, Event.LOOKS, s.turn, bill)
    s.bill = bill
    s.left -= 1
    if s.left == 0:
        s.bill = NONE
        ask(s, Phase.TRIAL_BILL, s.turn)


@rule
def take_from_pile(s, bill, log):
    """Delia takes a random bill of the Pile into the Bank."""
    carry_bill(s, PILE, total(s.pile), s.turn, bill, s.turn, s.turn)
    write_bill(s, PILE, s.turn, bill, s.turn, s.turn)
    s.pile[bill] -= 1
    s.bank[s.turn, bill] += 1
    note(log, Event.TAKES_FROM_PILE, s.turn, bill)
    ask(s, Phase.TRIAL_BILL, s.turn)


@rule
def place_bill(s, bill, log):
    """A bill from the Bank, face down; Elio's owner is asked after every one, so that being asked tells nothing (NC-R42)."""
    s.bank[s.turn, bill] -= 1
    s.bill = bill
    note(log, Event.CORRUPTS, s.turn, s.underling, bill)
    if acts_with(s, Power.MOVE_MARKER):
        ask(s, Phase.DIRECTION, s.turn)
    else:
        s.phase = Phase.BRIBE_PLACED


@rule
def end_bribe(s, log):
    """The bill lies on the Pile; Amalia may add a second, Cesare draws one (NC-R44)."""
    carry_bill(s, s.turn, purse_size(s, s.turn) + 1, PILE, s.bill, s.turn, s.turn)
    write_bribe(s, s.turn, s.bill)
    s.pile[s.bill] += 1
    s.bill = NONE
    s.phase = Phase.GOES_ON
    if s.left > 0:
        s.left = 0
        ask(s, Phase.TRIAL_BILL2, s.turn)
    elif acts_with(s, Power.DRAW_AFTER_BRIBE) and refill_draw_pile(s, log):
        ask(s, Phase.CESARE_BILL, s.turn)


@rule
def draw_for_cesare(s, bill, log):
    """A bill into the Bank; a Raid is just discarded."""
    s.phase = Phase.GOES_ON
    if bill == Bill.RAID:
        s.draw[bill] -= 1
        s.discards[bill] += 1
        note(log, Event.RAID, s.turn)
        return
    carry_bill(s, DRAW, bills_to_draw(s), s.turn, bill, s.turn, s.turn)
    write_bill(s, DRAW, s.turn, bill, s.turn, s.turn)
    s.draw[bill] -= 1
    s.bank[s.turn, bill] += 1
    note(log, Event.DRAWS_BILL, s.turn, bill)


@rule
def push_marker(s, steps, log):
    """The Verdict marker moves; what lies beyond an end is lost (NC-75, NC-R42)."""
    before = s.marker + 0
    s.marker = min(max(before + steps, 1), track_end(s))
    note(log, Event.MARKER, before, s.marker)


@rule
def reward_zealous(s, log):
    """From April on the only player who made Corruption actions gets a Zealous Corruptor (NC-66), by option once the Titles
    that lie on them are taken (NC-R46)."""
    if s.month < ZEALOUS_FROM or (s.zealous_wait and s.title[UNDERBOSS] == NONE):
        return
    zealous = NONE
    players = 0
    for seat in range(s.seats):
        if s.corrupted[seat]:
            players += 1
            zealous = seat
    if players == 1:
        s.zealous[zealous] += 1
        note(log, Event.ZEALOUS, zealous)
