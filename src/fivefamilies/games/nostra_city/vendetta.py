"""Vendetta: cards for the Cheated, Paybacks, and the powers that need no action (NC-34, NC-81 to NC-92)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import note, total
from fivefamilies.games.nostra_city.components import ATLANTIC_CITY as ATLANTIC_CITY_TURF
from fivefamilies.games.nostra_city.components import (
    BILLS,
    FIRST_TURF,
    HAND_TYPES,
    PAYBACKS,
    TRACK_END,
    Underling,
    Vendetta,
)
from fivefamilies.games.nostra_city.events import Event
from fivefamilies.games.nostra_city.memory import carry_bill, carry_bills, see_there
from fivefamilies.games.nostra_city.state import (
    DISCARDS,
    NONE,
    OUT,
    PILE,
    Cause,
    Phase,
    Stage,
    acts_as,
    ask,
    bank_size,
    clockwise,
    hand_size,
    has_power,
    purse_size,
)

# ---------------------------------------------------------------- drawing cards


@rule
def draw_next_vendetta_card(s, log):
    """All cards that are due, clockwise from the First Player (NC-R6); Francesca is asked first (NC-84, NC-R44)."""
    for step in range(s.seats):
        seat = clockwise(s, step)
        if s.cards_due[seat] > 0:
            if s.cheated[seat]:
                s.cheated[seat] = 0
                note(log, Event.CHEATED, seat)
                if has_power(s, seat, Underling.FRANCESCA_DONATA):
                    ask(s, Phase.FRANCESCA, seat)
                    return
            if refill_vendetta_deck(s, log):
                ask(s, Phase.DRAW_VENDETTA, seat)
                return
            note(log, Event.NO_VENDETTA_LEFT, seat)
            s.cards_due[seat] = 0
    go_on_after_draws(s)


@rule
def refill_vendetta_deck(s, log):
    """An empty deck is made anew from the used Paybacks (NC-R31); is there a card to draw?"""
    if total(s.deck) == 0 and total(s.paybacks) > 0:
        note(log, Event.VENDETTA_RESHUFFLED)
        s.reshuffled = 1
        for card in range(PAYBACKS):
            s.deck[card] = s.paybacks[card]
            s.paybacks[card] = 0
    return total(s.deck) > 0


@rule
def draw_vendetta_card(s, card, log):
    """Gota and Atlantic City go to the Territory at once, Free (NC-91, NC-38, NC-R18); the others to the Hand."""
    seat = s.asked
    s.deck[card] -= 1
    s.cards_due[seat] -= 1
    note(log, Event.DRAWS_VENDETTA, seat, card)
    if card < HAND_TYPES:
        s.hand[seat, card] += 1
    else:
        s.place[Underling.ANTHONY_GOTA if card == Vendetta.ANTHONY_GOTA else FIRST_TURF + ATLANTIC_CITY_TURF] = seat
        s.got_card[seat] = 1
    s.phase = Phase.VENDETTA_DRAWS


@rule
def go_on_after_draws(s):
    """Back to where the cards were drawn."""
    if s.cause == Cause.TITLES:
        s.phase = Phase.ENZO
    elif s.cause == Cause.CHECK:
        s.phase = Phase.NEXT_STAGE
    else:
        s.phase = Phase.GOES_ON


@rule
def go_on(s):
    """The turn or the lap that was interrupted: the same player again, in a lap while he holds cards."""
    s.card = NONE
    s.target = NONE
    s.underling = NONE
    if s.stage == Stage.BUSINESS:
        ask(s, Phase.BUS_TURN, s.turn)
    elif s.stage == Stage.MEETING:
        ask(s, Phase.MEET_TURN, s.turn)
    elif s.stage == Stage.TRIAL:
        ask(s, Phase.TRIAL_TURN, s.turn)
    elif hand_size(s, s.turn) > 0:
        ask(s, Phase.VENDETTA, s.turn)
    else:
        s.phase = Phase.NEXT_IN_LAP


@rule
def answer_francesca(s, accepted, log):
    """Engaged when her owner is Cheated, she brings one more card (NC-84)."""
    if accepted:
        s.busy[Underling.FRANCESCA_DONATA] = 1
        s.cards_due[s.asked] += 1
        note(log, Event.USES, s.asked, Underling.FRANCESCA_DONATA)
    s.phase = Phase.VENDETTA_DRAWS


# ---------------------------------------------------------------- Paybacks


@rule
def lay_payback(s, card):
    """A Payback leaves the Hand for the discards; what Ilaria showed of it is no longer sure."""
    s.hand[s.turn, card] -= 1
    s.paybacks[card] += 1
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
def use_power(s, underling, log):
    """Ilaria or Luca is engaged for the power alone (NC-82); Luca sells a Payback first (NC-R44)."""
    s.busy[underling] = 1
    s.underling = underling
    note(log, Event.USES, s.turn, underling)
    ask(s, Phase.SELL if underling == Underling.LUCA_DONATA else Phase.TARGET, s.turn)


@rule
def name_target(s, seat, log):
    """A target is named; Guido may cancel a Payback aimed at his owner."""
    s.target = seat
    note(log, Event.TARGETS, s.turn, seat)
    if s.underling == Underling.ILARIA_DONATA:
        ask(s, Phase.ILARIA_CARD, s.turn)
    elif s.underling == Underling.LUCA_DONATA:
        s.left = 1
        ask(s, Phase.STEAL, s.turn)
    elif has_power(s, seat, Underling.GUIDO_DONATA):
        ask(s, Phase.GUIDO, seat)
    else:
        go_on_with_payback(s, log)


@rule
def answer_guido(s, accepted, log):
    """Cancelled, or it takes its course."""
    if accepted:
        s.busy[Underling.GUIDO_DONATA] = 1
        note(log, Event.USES, s.asked, Underling.GUIDO_DONATA)
        note(log, Event.CANCELLED, s.card)
        s.phase = Phase.PAYBACK_ENDS
    else:
        note(log, Event.LETS_HAPPEN, s.asked)
        go_on_with_payback(s, log)


@rule
def go_on_with_payback(s, log):
    """The choices left after Guido, or the effect."""
    if s.card == Vendetta.SHAME_OF_YOU:  # stays in the Territory to the end (NC-92)
        s.paybacks[Vendetta.SHAME_OF_YOU] -= 1
        s.shame[s.target] += 1
        note(log, Event.SHAMED, s.target)
        s.phase = Phase.PAYBACK_ENDS
    elif s.card == Vendetta.BURGLARY:  # one bill if there is only one (NC-R38)
        s.left = min(2, bank_size(s, s.target))
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
def discard_offer(s, seat, space):
    """The bills of an offer go to the discards; only the bidder knows which (NC-48, NC-R11)."""
    carry_bills(
        s, seat, purse_size(s, seat), DISCARDS, s.offers[seat, space], total(s.offers[seat, space]), seat, seat
    )
    for bill in range(BILLS):
        s.discards[bill] += s.offers[seat, space, bill]
        s.offers[seat, space, bill] = 0


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
    for loot in range(BILLS):
        s.bank[s.turn, loot] += s.drawn[loot]
        s.drawn[loot] = 0
    s.phase = Phase.GOES_ON if s.underling == Underling.LUCA_DONATA else Phase.PAYBACK_ENDS


@rule
def push_marker(s, steps, log):
    """The Verdict marker moves; what lies beyond an end is lost (NC-75, NC-R42)."""
    before = s.marker + 0
    s.marker = min(max(before + steps, 1), TRACK_END)
    note(log, Event.MARKER, before, s.marker)


@rule
def see_pile_bill(s, bill, log):
    """Hush Money shows a random bill of the Pile."""
    s.bill = bill
    see_there(s, s.turn, PILE, bill, 1)
    note(log, Event.LOOKS, s.turn, bill)
    ask(s, Phase.INSPECT, s.turn)


@rule
def inspect(s, thrown, log):
    """Leave the bill, or discard it face down."""
    if thrown:
        carry_bill(s, PILE, total(s.pile), DISCARDS, s.bill, s.turn, s.turn)
        s.pile[s.bill] -= 1
        s.discards[s.bill] += 1
        note(log, Event.DISCARDS_PILE_BILL, s.turn)
    else:
        note(log, Event.KEEPS_PILE_BILL, s.turn)
    s.bill = NONE
    s.phase = Phase.PAYBACK_ENDS


@rule
def peek(s, card, log):
    """Ilaria's owner sees one Hand card; its owner is not told which."""
    s.shown[s.turn, s.target] |= 1 << card
    note(log, Event.PEEKS, s.turn, s.target, card)
    s.phase = Phase.GOES_ON


@rule
def end_payback(s):
    """After a Payback, resolved or cancelled, Marta may be used."""
    if has_power(s, s.turn, Underling.MARTA_DONATA):
        ask(s, Phase.MARTA, s.turn)
    else:
        s.phase = Phase.GOES_ON


@rule
def answer_marta(s, accepted, log):
    """Engaged, she brings a Vendetta card."""
    s.phase = Phase.GOES_ON
    if accepted:
        s.busy[Underling.MARTA_DONATA] = 1
        note(log, Event.USES, s.turn, Underling.MARTA_DONATA)
        s.cards_due[s.turn] = 1
        s.cause = Cause.MARTA
        s.phase = Phase.VENDETTA_DRAWS


@rule
def choose_direction(s, steps, log):
    """Turn the Jury or Elio; Elio's bill lies on the Pile only now (NC-R42)."""
    if steps:
        push_marker(s, steps, log)
    if acts_as(s, Underling.ELIO_CALVANO):
        if steps == 0:
            note(log, Event.LEAVES_MARKER, s.turn)
        s.phase = Phase.BRIBE_PLACED
    else:
        s.phase = Phase.PAYBACK_ENDS
