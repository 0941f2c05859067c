"""Objections to Paybacks and to the powers that need no action (NC-79 to NC-96)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import total
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    FIRST_TURF,
    OWN_TURN,
    PAYBACKS,
    SPACES,
    TURFS,
    UNDERLINGS,
    WINDOWS,
    Underling,
    Vendetta,
)
from fivefamilies.games.nostra_city.moves import No
from fivefamilies.games.nostra_city.state import Stage, bank_size, engageable_turfs, hand_size, has_free, powers_work


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
    """May this Payback, or Luca and Ilaria (no card), name this seat? (NC-R38)"""
    if seat >= s.seats:
        return No.NO_SUCH_SEAT
    if seat == s.turn:
        return No.YOURSELF
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


@rule
def objection_to_power_target(s, underling, seat):
    """Whom may Ilaria or Luca name? (NC-R38)"""
    if seat >= s.seats:
        return No.NO_SUCH_SEAT
    if seat == s.turn:
        return No.YOURSELF
    if underling == Underling.LUCA_DONATA:
        return 0 if bank_size(s, seat) > 0 else No.EMPTY_BANK
    return 0 if hand_size(s, seat) > 0 else No.EMPTY_HAND


@rule
def objection_to_using(s, underling):
    """May Ilaria or Luca use the power now? (NC-82, NC-R38)"""
    if s.place[underling] != s.turn:
        return No.NOT_YOURS
    if s.busy[underling]:
        return No.BUSY
    if not powers_work(s):
        return No.NO_POWERS
    if underling == Underling.LUCA_DONATA:
        paybacks = 0
        for card in range(PAYBACKS):
            paybacks += s.hand[s.turn, card]
        if paybacks == 0:
            return No.NOTHING_TO_SELL
    for seat in range(s.seats):
        if objection_to_power_target(s, underling, seat) == 0:
            return 0
    return No.NO_TARGET
