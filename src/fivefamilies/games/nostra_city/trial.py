"""TRIAL: bills for the Corruption Pile (NC-65 to NC-68)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import note, total
from fivefamilies.games.nostra_city.business import refill_draw_pile
from fivefamilies.games.nostra_city.components import Bill, Underling
from fivefamilies.games.nostra_city.events import Event
from fivefamilies.games.nostra_city.memory import carry_bill, see_there
from fivefamilies.games.nostra_city.state import DRAW, NONE, PILE, Phase, acts_as, ask, bills_to_draw, purse_size


@rule
def begin_corruption(s):
    """What happens between the engagement and the bill: Bruno looks, Delia takes (NC-R44)."""
    s.actions += 1
    s.corrupted[s.turn] = 1
    s.left = 0
    ask(s, Phase.TRIAL_BILL, s.turn)
    if acts_as(s, Underling.AMALIA_CALVANO):
        s.left = 1
    elif acts_as(s, Underling.BRUNO_CALVANO) and total(s.pile) > 0:
        s.left = min(2, total(s.pile))
        s.phase = Phase.BRUNO_BILL
    elif acts_as(s, Underling.DELIA_CALVANO) and total(s.pile) > 0:
        s.phase = Phase.DELIA_BILL


@rule
def look_at_pile(s, bill, log):
    """Bruno looks at up to two random bills of the Pile."""
    see_there(s, s.turn, PILE, bill, 2 if s.bill == bill else 1)
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
    if acts_as(s, Underling.ELIO_CALVANO):
        ask(s, Phase.DIRECTION, s.turn)
    else:
        s.phase = Phase.BRIBE_PLACED


@rule
def end_bribe(s, log):
    """The bill lies on the Pile; Amalia may add a second, Cesare draws one (NC-R44)."""
    carry_bill(s, s.turn, purse_size(s, s.turn) + 1, PILE, s.bill, s.turn, s.turn)
    s.pile[s.bill] += 1
    s.bill = NONE
    s.phase = Phase.GOES_ON
    if s.left > 0:
        s.left = 0
        ask(s, Phase.TRIAL_BILL2, s.turn)
    elif acts_as(s, Underling.CESARE_CALVANO) and refill_draw_pile(s, log):
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
    s.draw[bill] -= 1
    s.bank[s.turn, bill] += 1
    note(log, Event.DRAWS_BILL, s.turn, bill)
