"""The event cards (DP-23 to DP-29): each text is one effect, carried out from the start player on."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import next_seat, note
from fivefamilies.games.der_pate.components import BLOCK, BUSINESSES, EMPTY, KO_SPACE, Effect
from fivefamilies.games.der_pate.rules.lines import arrest, ask_if_any, drive, take_over
from fivefamilies.games.der_pate.rules.tracks import advance, free_prisoners, pay_bank, recover_from_hudson, take_from_bank
from fivefamilies.games.der_pate.state import NO_CARD, NO_SEAT, Phase, controlled, debts_held
from fivefamilies.games.der_pate.words import Event, Move


@rule
def is_for_turn_start(s):
    """Does a card lie face up that waits for each player's turn? (DP-29)"""
    if s.card == NO_CARD:
        return False
    effect = s.event_effect[s.card]
    return effect == Effect.PAY_TO_ADVANCE or effect == Effect.JAIL_TO_ADVANCE


@rule
def reveal(s, card, log):
    """The card is turned over: its marker, its car number, then its text (DP-23 to DP-28)."""
    s.seen[card] = 1
    s.card = card
    s.round_card = card + 1
    note(log, Event.CARD, s.round, card)
    move_marker(s, s.event_colour[card], log)
    drive(s, s.event_car[card], log)
    s.answering = NO_SEAT
    effect = s.event_effect[card]
    if effect == Effect.FEWEST_BUSINESSES_CASH:
        pay_the_fewest(s, s.event_cash[card], log)
    elif effect == Effect.RAID_CAR_DISTRICT:
        arrest_in_car_district(s, log)
    elif effect == Effect.MOST_BUSINESSES_VACATE:
        mark_the_most(s)


@rule
def move_marker(s, colour, log):
    """The fourth card of a colour fixes the K.O. track; then neither marker moves again (DP-24, DP-25, DP-R25)."""
    if s.ko >= 0:
        return
    s.markers[colour] += 1
    note(log, Event.MARKER, colour, s.markers[colour])
    if s.markers[colour] == KO_SPACE:
        s.ko = colour  # grey is Reputation, red Influence (DP-R3)
        note(log, Event.KO_TRACK, colour)


# ---------------------------------------------------------------- texts that ask nothing


@rule
def pay_the_fewest(s, amount, log):
    """Whoever controls the fewest businesses is paid, all who tie (E05)."""
    fewest = BUSINESSES
    for seat in range(s.seats):
        fewest = min(fewest, controlled(s, seat))
    for seat in range(s.seats):
        if controlled(s, seat) == fewest:
            take_from_bank(s, seat, amount, log)


@rule
def arrest_in_car_district(s, log):
    """The district where the car stands is raided, protection or not, neutral members too (E07, DP-66)."""
    first = s.car // BLOCK * BLOCK
    for business in range(first, first + BLOCK):
        if s.owner[business] != EMPTY:
            arrest(s, business, log)


@rule
def mark_the_most(s):
    """Who must vacate is settled at the reveal: the most businesses, if any at all (E09)."""
    most = 1
    for seat in range(s.seats):
        most = max(most, controlled(s, seat))
    for seat in range(s.seats):
        s.affected[seat] = controlled(s, seat) == most


# ---------------------------------------------------------------- texts that ask every player


@rule
def ask_next_about_card(s):
    """Put the card to the start player, then clockwise; False when it has gone round (DP-28)."""
    following = s.first if s.answering == NO_SEAT else next_seat(s.answering, s.seats)
    if s.answering != NO_SEAT and following == s.first:
        s.answering = s.seats
        return False
    s.answering = following
    seat, effect = s.answering, s.event_effect[s.card]
    if effect == Effect.CHOICE or effect == Effect.CHOICE_BY_DEBTS:
        ask_if_any(s, Phase.CHOICE, seat)
    elif effect == Effect.RANSOM_OR_HUDSON:
        if s.tombs[seat] > 0:  # asked whatever the cash: being asked tells nothing (DP-R33)
            ask_if_any(s, Phase.RANSOM, seat)
    elif effect == Effect.RECOVER_MEMBER:
        ask_if_any(s, Phase.RECOVER, seat)
    elif effect == Effect.ALL_TAKEOVER:
        ask_if_any(s, Phase.WAR, seat)
    elif effect == Effect.MOST_BUSINESSES_VACATE:
        if s.affected[seat]:
            s.affected[seat] = 0
            ask_if_any(s, Phase.VACATE, seat)
    return True


@rule
def answer_card(s, kind, what, log):
    """What a player makes of the card: option A is 0, option B 1."""
    seat, phase = s.asked, s.phase
    s.phase = Phase.DONE
    if kind == Move.NO:
        note(log, Event.DECLINED, seat)
    elif phase == Phase.CHOICE:
        choose(s, seat, what, log)
    elif phase == Phase.RANSOM:
        ransom(s, seat, what, log)
    elif phase == Phase.RECOVER:
        if what == 0:
            recover_from_hudson(s, seat, log)
        else:
            free_prisoners(s, seat, 1, log)
    elif phase == Phase.WAR:
        take_over(s, seat, what, log)
    else:
        arrest(s, what, log)


@rule
def choose(s, seat, option, log):
    """A step, or cash: a fixed sum (E01) or for each debt token held from other players (E10)."""
    if option == 0:
        advance(s, seat, s.event_track[s.card], s.event_steps[s.card], log)
    else:
        times = debts_held(s, seat) if s.event_effect[s.card] == Effect.CHOICE_BY_DEBTS else 1
        take_from_bank(s, seat, s.event_cash[s.card] * times, log)


@rule
def ransom(s, seat, count, log):
    """So many prisoners come home for money, the rest drown (E02)."""
    if count > 0:
        pay_bank(s, seat, count * s.event_cash[s.card], log)
        free_prisoners(s, seat, count, log)
    drowned = s.tombs[seat] + 0
    if drowned > 0:
        s.hudson[seat] += drowned
        s.tombs[seat] = 0
        note(log, Event.INTO_HUDSON, seat, drowned)


# ---------------------------------------------------------------- texts for the start of the own turn


@rule
def ask_at_turn_start(s, seat):
    """Paying is offered whatever the cash (DP-R33); the fall guy only to who has a member in reserve."""
    s.phase = Phase.TURN_START
    s.asked = seat
    if s.event_effect[s.card] == Effect.JAIL_TO_ADVANCE and s.reserve[seat] == 0:
        s.phase = Phase.DONE


@rule
def answer_at_turn_start(s, kind, log):
    """Money (E03) or a member (E08) for steps."""
    seat = s.asked
    s.phase = Phase.DONE
    if kind != Move.YES:
        note(log, Event.DECLINED, seat)
        return
    if s.event_effect[s.card] == Effect.PAY_TO_ADVANCE:
        pay_bank(s, seat, s.event_cash[s.card], log)
    else:
        s.reserve[seat] -= 1
        s.tombs[seat] += 1
        note(log, Event.INTO_TOMBS, seat, 1)
    advance(s, seat, s.event_track[s.card], s.event_steps[s.card], log)
