"""Powers that need no action: the Donata (NC-81 to NC-85)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import note
from fivefamilies.games.nostra_city.components import PAYBACKS, Power
from fivefamilies.games.nostra_city.rules.meeting import objection_to_naming
from fivefamilies.games.nostra_city.rules.vendetta import go_on_with_payback, lay_payback
from fivefamilies.games.nostra_city.state import Cause, Phase, ask, bank_size, hand_size, holder, number_of, powers_work
from fivefamilies.games.nostra_city.state.memory import write_card
from fivefamilies.games.nostra_city.words import Event, No

# ---------------------------------------------------------------- Ilaria and Luca


@rule
def objection_to_power_target(s, underling, seat):
    """Whom may Ilaria or Luca name? (NC-R38)"""
    problem = objection_to_naming(s, seat, s.turn)
    if problem != 0:
        return problem
    if underling == holder(s, Power.SELL_PAYBACK):
        return 0 if bank_size(s, seat) > 0 else No.EMPTY_BANK
    return 0 if hand_size(s, seat) > 0 else No.EMPTY_HAND


@rule
def objection_to_using(s, underling):
    """May Ilaria or Luca use the power now? (NC-82, NC-R38)"""
    if underling < 0 or s.place[underling] != s.turn:
        return No.NOT_YOURS
    if s.busy[underling]:
        return No.BUSY
    if not powers_work(s):
        return No.NO_POWERS
    if underling == holder(s, Power.SELL_PAYBACK):
        paybacks = 0
        for card in range(PAYBACKS):
            paybacks += s.hand[s.turn, card]
        if paybacks == 0:
            return No.NOTHING_TO_SELL
    for seat in range(s.seats):
        if objection_to_power_target(s, underling, seat) == 0:
            return 0
    return No.NO_TARGET


@rule
def use_power(s, underling, log):
    """Ilaria or Luca is engaged for the power alone (NC-82); Luca sells a Payback first (NC-R44)."""
    s.busy[underling] = 1
    s.underling = underling
    note(log, Event.USES, s.turn, underling)
    ask(s, Phase.SELL if underling == holder(s, Power.SELL_PAYBACK) else Phase.TARGET, s.turn)


@rule
def sell(s, card, log):
    """Luca sells a Payback unused (NC-R44)."""
    lay_payback(s, card)
    note(log, Event.SELLS, s.turn, card)
    ask(s, Phase.TARGET, s.turn)


@rule
def peek(s, card, log):
    """Ilaria's owner sees one Hand card; its owner is not told which."""
    s.shown[s.turn, s.target] |= 1 << card
    write_card(s, card, s.target, s.target, s.turn)
    note(log, Event.PEEKS, s.turn, s.target, card)
    s.phase = Phase.GOES_ON


# ---------------------------------------------------------------- Francesca, Guido and Marta


@rule
def answer_francesca(s, accepted, log):
    """Engaged when her owner is Cheated, she brings one more card (NC-84)."""
    if accepted:
        s.busy[holder(s, Power.DRAW_WHEN_CHEATED)] = 1
        s.cards_due[s.asked] += number_of(s, Power.DRAW_WHEN_CHEATED)
        note(log, Event.USES, s.asked, holder(s, Power.DRAW_WHEN_CHEATED))
    s.phase = Phase.VENDETTA_DRAWS


@rule
def answer_guido(s, accepted, log):
    """Cancelled, or it takes its course."""
    if accepted:
        s.busy[holder(s, Power.CANCEL_PAYBACK)] = 1
        note(log, Event.USES, s.asked, holder(s, Power.CANCEL_PAYBACK))
        note(log, Event.CANCELLED, s.card)
        s.phase = Phase.PAYBACK_ENDS
    else:
        note(log, Event.LETS_HAPPEN, s.asked)
        go_on_with_payback(s, log)


@rule
def answer_marta(s, accepted, log):
    """Engaged, she brings a Vendetta card."""
    s.phase = Phase.GOES_ON
    if accepted:
        s.busy[holder(s, Power.DRAW_AFTER_PAYBACK)] = 1
        note(log, Event.USES, s.turn, holder(s, Power.DRAW_AFTER_PAYBACK))
        s.cards_due[s.turn] = number_of(s, Power.DRAW_AFTER_PAYBACK)
        s.cause = Cause.MARTA
        s.phase = Phase.VENDETTA_DRAWS
