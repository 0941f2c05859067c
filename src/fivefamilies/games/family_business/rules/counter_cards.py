"""Counter cards: who is asked, the answer, and the effect of a card as changed by it (FB-12, FB-13, FB-43 to FB-46)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import next_seat, note, total
from fivefamilies.games.family_business.components import CAN_BE_ANSWERED, Card
from fivefamilies.games.family_business.rules.attack_cards import (
    contract,
    double_contract,
    queue_the_rest_if_settled,
    set_quotas,
)
from fivefamilies.games.family_business.rules.rescue_cards import lam
from fivefamilies.games.family_business.rules.turns import lay
from fivefamilies.games.family_business.state import MORE_LAID_THAN_DRAWN, Phase, living
from fivefamilies.games.family_business.words import Event


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
        lam(s, log)
    elif s.card == Card.DOUBLE_CONTRACT:
        double_contract(s, log)
    else:
        contract(s, log)
