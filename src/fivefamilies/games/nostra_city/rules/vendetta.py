"""Vendetta: Paybacks, and the powers that need no action, those of the Donata (NC-81 to NC-85, NC-88 to NC-92)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import note, total
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BIG_BILL,
    BILLS,
    FIRST_TURF,
    OWN_TURN,
    PAYBACKS,
    SPACES,
    TURFS,
    UNDERLINGS,
    VALUE,
    WINDOWS,
    Power,
    Vendetta,
)
from fivefamilies.games.nostra_city.rules.meeting import discard_offer, objection_to_naming
from fivefamilies.games.nostra_city.rules.trial import push_marker
from fivefamilies.games.nostra_city.state import (
    DISCARDS,
    EVERYBODY,
    GONE,
    NONE,
    OUT,
    PILE,
    USED,
    Cause,
    Phase,
    Stage,
    acts_with,
    ask,
    bank_size,
    engageable_turfs,
    hand_size,
    has_free,
    has_power,
    holder,
    number_of,
    powers_work,
    purse_size,
    strength,
)
from fivefamilies.games.nostra_city.state.memory import carry_bill, carry_bills, see_there, write_bill, write_bills, write_card
from fivefamilies.games.nostra_city.words import Event, No

# ---------------------------------------------------------------- when and whom


@rule
def window(s):
    """The window that is open: OWN_TURN, or the number of the lap."""
    if s.stage == Stage.BUSINESS or s.stage == Stage.MEETING or s.stage == Stage.TRIAL:
        return OWN_TURN
    return (s.stage + 1) // 2  # V1 to V5 are the odd stages 1 to 9


@rule
def has_offer(s, seat, underling):
    """Does the Underling hold an unresolved offer? (NC-R37)"""
    for space in range(SPACES):
        if s.offer_by[seat, space] == underling + 1:
            return True
    return False


@rule
def objection_to_victim(s, seat, underling):
    """May the Contract or Kidnapping strike this Underling? (NC-R36 to NC-R38)"""
    if s.place[underling] != seat:
        return No.NOT_YOURS
    if s.card == Vendetta.KIDNAPPING:
        return No.BUSY if s.busy[underling] else 0
    return No.OFFER_PROTECTS if has_offer(s, seat, underling) else 0


@rule
def objection_to_taking(s, seat, turf):
    """May this Turf be taken over? (NC-R36)"""
    if s.place[FIRST_TURF + turf] != seat:
        return No.NOT_YOURS
    left = engageable_turfs(s, seat) - (turf != ATLANTIC_CITY)
    return 0 if left >= 1 else No.LAST_TURF


@rule
def objection_to_contract(s, seat):
    """A Contract needs two Underlings, one of them without an offer (NC-R36, NC-R37)."""
    count = 0
    open_to_it = False
    for underling in range(UNDERLINGS):
        if s.place[underling] == seat:
            count += 1
            open_to_it = open_to_it or not has_offer(s, seat, underling)
    if count < 2:
        return No.LAST_UNDERLING
    return 0 if open_to_it else No.OFFER_PROTECTS


@rule
def objection_to_target(s, card, seat):
    """May this Payback strike this seat? (NC-R38)"""
    problem = objection_to_naming(s, seat, s.turn)
    if problem != 0:
        return problem
    if card == Vendetta.CONTRACT:
        return objection_to_contract(s, seat)
    if card == Vendetta.BURGLARY:
        return 0 if bank_size(s, seat) > 0 else No.EMPTY_BANK
    if card == Vendetta.KIDNAPPING:
        for underling in range(UNDERLINGS):
            if has_free(s, seat, underling):
                return 0
        return No.NO_FREE_UNDERLING
    if card == Vendetta.DOUBLE_CROSS:
        for space in range(SPACES):
            if s.offer_by[seat, space] > 0:
                return 0
        return No.NO_OFFER
    if card == Vendetta.TAKEOVER:
        for turf in range(TURFS):
            if objection_to_taking(s, seat, turf) == 0:
                return 0
        return No.LAST_TURF
    return 0  # Shame of you!


@rule
def someone_to_target(s, card):
    """Is there a legal target for this Payback?"""
    for seat in range(s.seats):
        if objection_to_target(s, card, seat) == 0:
            return True
    return False


@rule
def objection_to_payback(s, card):
    """May this Payback be played now? (NC-88, NC-R38)"""
    if s.hand[s.turn, card] == 0:
        return No.NOT_IN_HAND
    if not (WINDOWS[card] >> window(s)) & 1:
        return No.WRONG_WINDOW
    if card == Vendetta.TURN_THE_JURY:
        return 0
    if card == Vendetta.HUSH_MONEY:
        return 0 if total(s.pile) > 0 else No.EMPTY_PILE
    return 0 if someone_to_target(s, card) else No.NO_TARGET


# ---------------------------------------------------------------- Paybacks


@rule
def lay_payback(s, card):
    """A Payback leaves the Hand for the discards; what Ilaria showed of it is no longer sure."""
    s.hand[s.turn, card] -= 1
    s.paybacks[card] += 1
    write_card(s, card, s.turn, USED, EVERYBODY)
    s.card = card
    for seat in range(s.seats):
        s.shown[seat, s.turn] &= ~(1 << card)


@rule
def play_payback(s, card, log):
    """The card is played: ask for its target, or let it work (NC-88, NC-92)."""
    lay_payback(s, card)
    s.underling = NONE
    note(log, Event.PLAYS, s.turn, card)
    if card == Vendetta.TURN_THE_JURY:
        ask(s, Phase.DIRECTION, s.turn)
    elif card == Vendetta.HUSH_MONEY:
        ask(s, Phase.HUSH_BILL, s.turn)
    else:
        ask(s, Phase.TARGET, s.turn)


@rule
def name_target(s, seat, log):
    """A target is named; Guido may cancel a Payback aimed at his owner."""
    s.target = seat
    note(log, Event.TARGETS, s.turn, seat)
    if s.underling == holder(s, Power.LOOK_AT_HAND):
        ask(s, Phase.ILARIA_CARD, s.turn)
    elif s.underling == holder(s, Power.SELL_PAYBACK):
        s.left = 1
        ask(s, Phase.STEAL, s.turn)
    elif has_power(s, seat, Power.CANCEL_PAYBACK):
        ask(s, Phase.GUIDO, seat)
    else:
        go_on_with_payback(s, log)


@rule
def go_on_with_payback(s, log):
    """The choices left after Guido, or the effect."""
    if s.card == Vendetta.SHAME_OF_YOU:  # stays in the Territory to the end (NC-92)
        s.paybacks[Vendetta.SHAME_OF_YOU] -= 1
        s.shame[s.target] += 1
        write_card(s, Vendetta.SHAME_OF_YOU, USED, GONE, EVERYBODY)
        note(log, Event.SHAMED, s.target)
        s.phase = Phase.PAYBACK_ENDS
    elif s.card == Vendetta.BURGLARY:  # one bill if there is only one (NC-R38)
        s.left = min(strength(s, Vendetta.BURGLARY), bank_size(s, s.target))
        ask(s, Phase.STEAL, s.turn)
    elif s.card == Vendetta.DOUBLE_CROSS:
        ask(s, Phase.TARGET_OFFER, s.turn)
    elif s.card == Vendetta.TAKEOVER:
        ask(s, Phase.TARGET_T, s.turn)
    else:
        ask(s, Phase.TARGET_U, s.turn)


@rule
def strike_underling(s, underling, log):
    """Contract removes him from the game, Kidnapping engages him."""
    if s.card == Vendetta.CONTRACT:
        s.place[underling] = OUT
        s.busy[underling] = 0
        note(log, Event.KILLED, s.target, underling)
    else:
        s.busy[underling] = 1
        note(log, Event.KIDNAPPED, s.target, underling)
    s.phase = Phase.PAYBACK_ENDS


@rule
def take_over(s, turf, log):
    """The Turf changes hands, Busy or Free as it is."""
    s.place[FIRST_TURF + turf] = s.turn
    note(log, Event.TAKES_TURF, s.turn, s.target, turf)
    s.phase = Phase.PAYBACK_ENDS


@rule
def double_cross(s, space, log):
    """The offer is discarded unseen (NC-R37)."""
    discard_offer(s, s.target, space)
    note(log, Event.DOUBLE_CROSSED, s.target, space, s.offer_size[s.target, space])
    s.offer_by[s.target, space] = 0
    s.offer_size[s.target, space] = 0
    s.phase = Phase.PAYBACK_ENDS


@rule
def steal(s, bill, log):
    """A random bill of the target's Bank; both bills of a Burglary move together, and thief and victim see them."""
    s.bank[s.target, bill] -= 1
    s.left -= 1
    if s.left > 0:
        s.bill = bill
        return
    moved = 1 + (s.bill != NONE)
    s.drawn[bill] += 1  # the loot on its way; there is no Take now
    note(log, Event.STEALS, s.turn, s.target, bill)
    if s.bill != NONE:
        s.drawn[s.bill] += 1
        note(log, Event.STEALS, s.turn, s.target, s.bill)
        s.bill = NONE
    carry_bills(s, s.target, purse_size(s, s.target) + moved, s.turn, s.drawn, moved, s.turn, s.target)
    write_bills(s, s.target, s.turn, s.drawn, s.turn, s.target)
    for loot in range(BILLS):
        s.bank[s.turn, loot] += s.drawn[loot]
        s.drawn[loot] = 0
    s.phase = Phase.GOES_ON if s.underling != NONE else Phase.PAYBACK_ENDS


@rule
def see_pile_bill(s, bill, log):
    """Hush Money shows a random bill of the Pile."""
    s.bill = bill
    see_there(s, s.turn, PILE, bill, 1)
    write_bill(s, PILE, PILE, bill, s.turn, s.turn)
    note(log, Event.LOOKS, s.turn, bill)
    ask(s, Phase.INSPECT, s.turn)


@rule
def inspect(s, thrown, log):
    """Leave the bill, or discard it face down."""
    if thrown:
        carry_bill(s, PILE, total(s.pile), DISCARDS, s.bill, s.turn, s.turn)
        write_bill(s, PILE, DISCARDS, s.bill, s.turn, s.turn)
        s.pile[s.bill] -= 1
        s.discards[s.bill] += 1
        note(log, Event.DISCARDS_PILE_BILL, s.turn)
    else:
        note(log, Event.KEEPS_PILE_BILL, s.turn)
    s.bill = NONE
    s.phase = Phase.PAYBACK_ENDS


@rule
def end_payback(s):
    """After a Payback, resolved or cancelled, Marta may be used."""
    if has_power(s, s.turn, Power.DRAW_AFTER_PAYBACK):
        ask(s, Phase.MARTA, s.turn)
    else:
        s.phase = Phase.GOES_ON


@rule
def objection_to_direction(s, moves):
    """Turn the Jury must move the marker; Elio may, with a large bill (NC-R42)."""
    if s.underling == NONE:
        return 0 if moves else No.MUST_MOVE
    return No.SMALL_BILL if moves and VALUE[s.bill] < BIG_BILL else 0


@rule
def choose_direction(s, steps, log):
    """Turn the Jury or Elio; Elio's bill lies on the Pile only now (NC-R42)."""
    if steps:
        spaces = strength(s, Vendetta.TURN_THE_JURY) if s.underling == NONE else number_of(s, Power.MOVE_MARKER)
        push_marker(s, steps * spaces, log)
    if acts_with(s, Power.MOVE_MARKER):
        s.elio_moved = steps != 0
        if steps == 0:
            note(log, Event.LEAVES_MARKER, s.turn)
        s.phase = Phase.BRIBE_PLACED
    else:
        s.phase = Phase.PAYBACK_ENDS


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
