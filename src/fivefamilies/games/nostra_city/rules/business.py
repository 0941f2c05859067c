"""BUSINESS: Takes, the Police Raid, sharing and cheating (NC-28 to NC-42), and the Vendetta cards of the Cheated (NC-87)."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import next_seat, note, total
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BILLS,
    FIRST_TURF,
    HAND_TYPES,
    KINDS,
    PAYBACKS,
    RACKET_KINDS,
    Bill,
    Inquiry,
    Power,
    Underling,
    Vendetta,
)
from fivefamilies.games.nostra_city.state import (
    DISCARDS,
    DRAW,
    EVERYBODY,
    GONE,
    HAND_DECK,
    Cause,
    Phase,
    acts_with,
    ask,
    bills_to_draw,
    clockwise,
    has_power,
    holder,
    is_under,
    limit_of,
    matching_turfs,
    number_of,
    powers_work,
)
from fivefamilies.games.nostra_city.state.memory import (
    carry_bill,
    carry_bills,
    merge,
    see_drawn,
    taken_from,
    write_bill,
    write_bills,
    write_card,
    write_drawn,
    write_new_draw_pile,
    write_new_vendetta_deck,
)
from fivefamilies.games.nostra_city.words import Event, Move, No

# ---------------------------------------------------------------- what is allowed


@rule
def works_as_donato(s, underling):
    """Does this Underling's Take ignore the limits per kind?"""
    return underling == holder(s, Power.IGNORE_LIMITS) and powers_work(s)


@rule
def may_take_no_more(s):
    """Has the player on turn made all the Takes that the NYPD allows?"""
    return is_under(s, Inquiry.FEW_TAKES) and s.actions >= limit_of(s, Inquiry.FEW_TAKES)


@rule
def allowed_kinds(s, underling):
    """The kinds of Take still open to the player on turn, one bit a kind (NC-39; DEA and NYPD)."""
    kinds = (1 << KINDS) - 1
    if may_take_no_more(s):
        return 0
    if is_under(s, Inquiry.NO_TRAFFIC):
        kinds &= ~(1 << limit_of(s, Inquiry.NO_TRAFFIC))
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
def objection_to_take(s, underling):
    """What keeps an Underling from a Take, besides being Busy? (NC-28; NYPD)"""
    kinds = allowed_kinds(s, underling)
    if kinds == 0 and may_take_no_more(s):
        return No.NYPD_FORBIDS
    return 0 if can_take(s, kinds) else No.NO_TAKE


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
    if is_under(s, Inquiry.NO_TRAFFIC) and kind == limit_of(s, Inquiry.NO_TRAFFIC):
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


@rule
def refill_draw_pile(s, log):
    """An empty draw pile is made anew from the discards when a bill must be drawn (NC-R4); is there one to draw now?"""
    if total(s.draw) == 0 and total(s.discards) > 0:
        note(log, Event.BILLS_RESHUFFLED)
        gather_bills(s)
    return total(s.draw) > 0


@rule
def gather_bills(s):
    """All bills outside the Banks and the Raid make the new draw pile (NC-76, NC-R4, NC-R26)."""
    write_new_draw_pile(s)
    for bill in range(BILLS + 1):
        s.draw[bill] += s.discards[bill]
        s.discards[bill] = 0
    merge(s, DISCARDS, DRAW)


# ---------------------------------------------------------------- the Take


@rule
def engage_turf(s, turf):
    """The Turf becomes Busy, with Bianca it stays Free."""
    s.turf = turf
    if not acts_with(s, Power.TURF_STAYS_FREE):
        s.busy[FIRST_TURF + turf] = 1
    ask(s, Phase.TAKE_KIND, s.turn)


@verb
def bills_of_take(s, kind):
    """The matching Turfs of all: so many bills are drawn (NC-29, NC-30), one more with Aldo (NC-R8)."""
    count = number_of(s, Power.EXTRA_BILL) if acts_with(s, Power.EXTRA_BILL) else 0
    for seat in range(s.seats):
        count += matching_turfs(s, seat, kind)
    return count


@rule
def name_kind(s, kind, log):
    """The Take begins; the limit per kind counts it, unless it is Donato's (NC-39)."""
    s.kind = kind
    s.actions += 1
    if not works_as_donato(s, s.underling):
        s.used |= 1 << kind
    s.left = bills_of_take(s, kind)
    note(log, Event.TAKE, s.turn, s.underling, s.turf, kind)
    s.phase = Phase.DRAWING


@rule
def go_on_drawing(s, log):
    """The next bill of the Take; with none to draw the Take yields fewer (NC-R4)."""
    if s.left > 0 and refill_draw_pile(s, log):
        s.phase = Phase.DRAW_BILL
        return
    s.left = 0
    s.recipient = s.turn
    s.phase = Phase.NEXT_RECIPIENT


@rule
def draw_bill(s, bill, log):
    """A bill for the taker's eyes alone, or the Raid (NC-30, NC-41, NC-R5)."""
    s.draw[bill] -= 1
    s.phase = Phase.DRAWING
    if bill != Bill.RAID:
        s.drawn[bill] += 1
        s.left -= 1
        see_drawn(s, s.turn, bill)
        write_drawn(s, bill)
        note(log, Event.DRAWS_BILL, s.turn, bill)
    elif acts_with(s, Power.SET_RAID_ASIDE):
        s.aside += 1
        note(log, Event.RAID_SET_ASIDE, s.turn, s.underling)
    else:
        s.discards[Bill.RAID] += 1
        note(log, Event.RAID, s.turn)
        lose_the_take(s, log)


@rule
def lose_the_take(s, log):
    """The Raid ends the Take: all its bills are discarded, nobody is Cheated (NC-R2); Gisella draws a card (NC-83)."""
    count, moved = bills_to_draw(s), total(s.drawn)
    for bill in range(BILLS):
        if s.drawn[bill] > 0:
            note(log, Event.LOSES, s.turn, bill, s.drawn[bill])
        s.certain[s.turn, DRAW, bill] += s.drawn[bill]
    carry_bills(s, DRAW, count, DISCARDS, s.drawn, moved, EVERYBODY, EVERYBODY)
    write_bills(s, taken_from(s), DISCARDS, s.drawn, EVERYBODY, EVERYBODY)
    s.taken = 0
    for bill in range(BILLS):
        s.discards[bill] += s.drawn[bill]
        s.drawn[bill] = 0
    s.left = 0
    if acts_with(s, Power.DRAW_IF_RAIDED):
        s.cards_due[s.turn] = number_of(s, Power.DRAW_IF_RAIDED)
        note(log, Event.USES, s.turn, s.underling)
    s.cause = Cause.TAKE
    s.phase = Phase.VENDETTA_DRAWS


# ---------------------------------------------------------------- sharing


@rule
def next_recipient(s, log):
    """The next player clockwise who is due a bill (NC-31, NC-R6); after the last the taker keeps the rest."""
    s.given = 0
    s.recipient = next_seat(s.recipient, s.seats)
    while s.recipient != s.turn:
        if matching_turfs(s, s.recipient, s.kind) > 0:
            ask(s, Phase.SHARE, s.turn)
            return
        s.recipient = next_seat(s.recipient, s.seats)
    keep_the_rest(s, log)


@rule
def share(s, kind, bill, log):
    """One due bill: of this Take's draw (NC-32), the First Player card in its place (NC-35), or nothing more."""
    due = matching_turfs(s, s.recipient, s.kind)
    if kind == Move.NO_MORE:  # fewer than due: Cheated (NC-34), one card a Take or one a missing bill (NC-R1)
        s.cheated[s.recipient] = 1
        s.cards_due[s.recipient] = due - s.given if s.per_bill else 1
        s.phase = Phase.NEXT_RECIPIENT
        return
    s.given += 1
    if kind == Move.FIRST_CARD:
        s.first_next = s.recipient
        note(log, Event.GIVES_FIRST_PLAYER, s.turn, s.recipient)
    else:
        give(s, bill, log)
    if s.given == due:
        s.phase = Phase.NEXT_RECIPIENT


@rule
def give(s, bill, log):
    """A drawn bill goes to the recipient's Bank; he and the taker see which."""
    s.certain[s.turn, DRAW, bill] += 1  # back among those to be drawn, from where it is carried
    carry_bill(s, DRAW, bills_to_draw(s), s.recipient, bill, s.turn, s.recipient)
    write_bill(s, taken_from(s), s.recipient, bill, s.turn, s.recipient)
    s.drawn[bill] -= 1
    s.bank[s.recipient, bill] += 1
    note(log, Event.GIVES, s.turn, s.recipient, bill)


@rule
def keep_the_rest(s, log):
    """The taker's own bills go to his Bank, a Raid that Ciro set aside to the discards; then the Cheated draw (NC-R6)."""
    count, moved = bills_to_draw(s), total(s.drawn)
    for bill in range(BILLS):
        s.certain[s.turn, DRAW, bill] += s.drawn[bill]
    carry_bills(s, DRAW, count, s.turn, s.drawn, moved, s.turn, s.turn)
    write_bills(s, taken_from(s), s.turn, s.drawn, s.turn, s.turn)
    s.taken = 0
    for bill in range(BILLS):
        s.bank[s.turn, bill] += s.drawn[bill]
        s.drawn[bill] = 0
    s.discards[Bill.RAID] += s.aside
    s.aside = 0
    note(log, Event.KEEPS, s.turn, moved)
    s.cause = Cause.TAKE
    s.phase = Phase.VENDETTA_DRAWS


# ---------------------------------------------------------------- Vendetta cards for the Cheated


@rule
def draw_next_vendetta_card(s, log):
    """All cards that are due, clockwise from the First Player (NC-R6); Francesca is asked first (NC-84, NC-R44)."""
    for step in range(s.seats):
        seat = clockwise(s, step)
        if s.cards_due[seat] > 0:
            if s.cheated[seat]:
                s.cheated[seat] = 0
                note(log, Event.CHEATED, seat)
                if has_power(s, seat, Power.DRAW_WHEN_CHEATED):
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
        write_new_vendetta_deck(s)
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
        write_card(s, card, HAND_DECK, seat, seat)
    else:
        write_card(s, card, HAND_DECK, GONE, EVERYBODY)
        s.place[Underling.ANTHONY_GOTA if card == Vendetta.ANTHONY_GOTA else FIRST_TURF + ATLANTIC_CITY] = seat
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
