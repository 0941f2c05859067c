"""Objections to the three actions of Nostra City: the Take, the offer, the Corruption (NC-27 to NC-66)."""

from fivefamilies.core.compiled import rule
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BILLS,
    DEA,
    DISTRICT_ATTORNEY,
    FIRST_TURF,
    KINDS,
    NYPD,
    RACKET_KINDS,
    SPACES,
    Kind,
    Underling,
)
from fivefamilies.games.nostra_city.moves import No
from fivefamilies.games.nostra_city.state import NONE, STREET, Phase, bank_size, powers_work

# ---------------------------------------------------------------- BUSINESS


@rule
def works_as_donato(s, underling):
    """Does this Underling's Take ignore the limits per kind?"""
    return underling == Underling.DONATO_AGNELLO and powers_work(s)


@rule
def allowed_kinds(s, underling):
    """The kinds of Take still open to the player on turn, one bit a kind (NC-39; DEA and NYPD)."""
    kinds = (1 << KINDS) - 1
    if s.place[NYPD] == STREET and s.actions > 0:
        return 0
    if s.place[DEA] == STREET:
        kinds &= ~(1 << Kind.DRUGS)
    if not works_as_donato(s, underling):
        kinds &= ~s.used
        if s.used & RACKET_KINDS:
            kinds &= ~RACKET_KINDS
    return kinds


@rule
def can_take(s, kinds):
    """Has the player on turn a Free Turf for one of these kinds?"""
    for turf in range(ATLANTIC_CITY):
        if s.place[FIRST_TURF + turf] == s.turn and s.busy[FIRST_TURF + turf] == 0 and s.kinds[turf] & kinds:
            return True
    return False


@rule
def objection_to_turf(s, turf):
    """May this Turf start the Take? (NC-28, NC-33, NC-38)"""
    if s.place[FIRST_TURF + turf] != s.turn:
        return No.NOT_YOURS
    if turf == ATLANTIC_CITY:
        return No.ATLANTIC_CITY
    if s.busy[FIRST_TURF + turf]:
        return No.BUSY
    return 0 if s.kinds[turf] & allowed_kinds(s, s.underling) else No.NO_TAKE


@rule
def objection_to_kind(s, kind):
    """May the chosen Turf be used for this kind? (NC-28, NC-37, NC-39)"""
    if not (s.kinds[s.turf] >> kind) & 1:
        return No.WRONG_KIND
    if (allowed_kinds(s, s.underling) >> kind) & 1:
        return 0
    if s.place[DEA] == STREET and kind == Kind.DRUGS:
        return No.DEA_FORBIDS
    if (s.used >> kind) & 1:
        return No.KIND_USED
    return No.RACKET_USED


@rule
def objection_to_first_card(s):
    """May the First Player card stand for a bill? (NC-35, NC-36, NC-R7)"""
    if s.turn != s.first:
        return No.NOT_FIRST_PLAYER
    return 0 if s.first_next == s.first else No.FIRST_CARD_MOVED


# ---------------------------------------------------------------- MEETING and TRIAL


@rule
def objection_to_space(s, space):
    """May an offer be made for this space? (NC-46, NC-R13)"""
    if s.street[space] == NONE:
        return No.EMPTY_SPACE
    return 0 if s.offer_by[s.turn, space] == 0 else No.LOCATION_USED


@rule
def has_location(s):
    """Has the player on turn a Location for a space that holds a card?"""
    for space in range(SPACES):
        if objection_to_space(s, space) == 0:
            return True
    return False


@rule
def objection_to_offered_bill(s, bill):
    """May this bill be added to the offer being built?"""
    if s.bank[s.turn, bill] == 0:
        return No.NOT_IN_BANK
    for higher in range(bill + 1, BILLS):
        if s.offers[s.turn, s.space, higher] > 0:
            return No.LOWER_BILL
    return 0


@rule
def objection_to_action(s, underling):
    """What keeps an Underling from this phase's action, besides being Busy? (NC-28, NC-43, NC-65)"""
    if s.phase == Phase.BUS_TURN:
        kinds = allowed_kinds(s, underling)
        if kinds == 0 and s.place[NYPD] == STREET and s.actions > 0:
            return No.NYPD_FORBIDS
        return 0 if can_take(s, kinds) else No.NO_TAKE
    if bank_size(s, s.turn) == 0:
        return No.NO_BILL
    if s.phase == Phase.MEET_TURN:
        return 0 if has_location(s) else No.NO_LOCATION
    return No.ATTORNEY_FORBIDS if s.place[DISTRICT_ATTORNEY] == STREET and s.actions > 0 else 0


@rule
def objection_to_engaging(s, underling):
    """May this Underling be engaged for the phase's action? (NC-26, NC-27)"""
    if s.place[underling] != s.turn:
        return No.NOT_YOURS
    if s.busy[underling]:
        return No.BUSY
    return objection_to_action(s, underling)
