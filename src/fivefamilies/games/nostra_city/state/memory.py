"""What a seat remembers of bills and Vendetta cards, as the position carries it: what it is certain of, and a chronicle.

The table in 9.1 of the rules page says who sees what; a guess goes through the chronicle again (see `hindsight.py`).
"""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import total
from fivefamilies.games.nostra_city.components import BILLS
from fivefamilies.games.nostra_city.state import (
    BILL_ENTRIES,
    CARD_ENTRIES,
    DISCARDS,
    DRAW,
    EVERYBODY,
    HAND_DECK,
    MINDS,
    OFFER,
    PILE,
    TAKEN,
    USED,
)

# ---------------------------------------------------------------- what is certain

# `certain[mind, place, type]` are the bills that a mind is sure lie in a place: a purse (a Bank with its unresolved offers), the
# Pile, the discards, or the draw pile with the taker's draw in it. The last mind is what everybody knows. It never claims what
# is not so, and a seat's own purse is exact. The taker alone sees his draw: for him those bills have left the draw pile.


@rule
def sees(mind, a, b):
    """Does this mind see bills that `a` and `b` see?"""
    return a == EVERYBODY or mind in (a, b)


@rule
def carry_unseen(s, mind, source, count, goal, moved):
    """`moved` of the `count` bills went from `source` to `goal`; the mind saw only how many."""
    rest = count - moved
    for bill in range(BILLS):
        sure = s.certain[mind, source, bill]
        if sure > 0:
            s.certain[mind, goal, bill] += max(0, sure - rest)
            s.certain[mind, source, bill] = max(0, sure - moved)


@rule
def carry_bill(s, source, count, goal, bill, a, b):
    """One of the `count` bills of `source` goes to `goal`, seen by `a` and `b`."""
    for mind in range(MINDS):
        if mind >= s.seats and mind != EVERYBODY:
            continue
        if sees(mind, a, b):
            s.certain[mind, source, bill] = max(0, s.certain[mind, source, bill] - 1)
            s.certain[mind, goal, bill] += 1
        else:
            carry_unseen(s, mind, source, count, goal, 1)


@rule
def carry_bills(s, source, count, goal, bills, moved, a, b):
    """Several of the `count` bills of `source` go to `goal` together, seen by `a` and `b`."""
    for mind in range(MINDS):
        if mind >= s.seats and mind != EVERYBODY:
            continue
        if sees(mind, a, b):
            for bill in range(BILLS):
                s.certain[mind, source, bill] = max(0, s.certain[mind, source, bill] - bills[bill])
                s.certain[mind, goal, bill] += bills[bill]
        else:
            carry_unseen(s, mind, source, count, goal, moved)


@rule
def merge(s, source, goal):
    """All bills of `source` go to `goal`; everybody knows that they do."""
    for mind in range(MINDS):
        for bill in range(BILLS):
            s.certain[mind, goal, bill] += s.certain[mind, source, bill]
            s.certain[mind, source, bill] = 0


@rule
def see_drawn(s, seat, bill):
    """The taker sees a bill leave the draw pile."""
    s.certain[seat, DRAW, bill] = max(0, s.certain[seat, DRAW, bill] - 1)


@rule
def see_there(s, seat, place, bill, count):
    """A look: the seat is sure of so many bills of a type."""
    s.certain[seat, place, bill] = max(s.certain[seat, place, bill], count)


@rule
def show_bank(s, owner):
    """Everybody sees a Bank."""
    for mind in range(MINDS):
        if mind < s.seats or mind == EVERYBODY:
            for bill in range(BILLS):
                s.certain[mind, owner, bill] = s.bank[owner, bill]


# ---------------------------------------------------------------- the chronicle

# An entry says how many bills of which types went from where to where, and who saw them: everybody, one seat or two. A seat that
# did not see them knows how many they were. A look at bills that stay where they are is an entry too. A Bank and the offers of
# its owner are different places here: what is under a Location cannot be stolen, and what is stolen cannot be under it.

# An entry for bills: four bits a type, then the two places, who saw it, and two marks.
AMOUNT, SOURCE, GOAL, SEEN_BY, SEEN_BY_TOO, BIG, WHOLE = 4, 28, 33, 38, 41, 44, 45
MANY, PLACE, WHO = 15, 31, 7  # the bits of an amount, a place and a seat
# An entry for a card has its type in the place of the bills, so 32 bits hold it; for a whole pile there is nothing.


@rule
def write_entry(s, source, goal, what, a, b):
    """One more entry; a chronicle that is full is given up, and guesses keep to what is certain."""
    if s.chronicle == 0:
        return
    if s.bill_entries == BILL_ENTRIES:
        s.chronicle = 0
        return
    s.bill_story[s.bill_entries] = what | source << SOURCE | goal << GOAL | a << SEEN_BY | b << SEEN_BY_TOO
    s.bill_entries += 1


@rule
def packed(bills):
    """The amounts of these bills."""
    what = 0
    for bill in range(BILLS):
        what |= bills[bill] << AMOUNT * bill
    return what


@rule
def counted(many):
    """So many bills of types that are not told."""
    what = 0
    for bill in range(BILLS):
        part = min(many, MANY)
        what |= part << AMOUNT * bill
        many -= part
    return what


@rule
def write_bill(s, source, goal, bill, a, b):
    """A bill goes from `source` to `goal`, seen by `a` and `b`."""
    write_entry(s, source, goal, 1 << AMOUNT * bill, a, b)


@rule
def write_bills(s, source, goal, bills, a, b):
    """These bills go together from `source` to `goal` (or are looked at where they are), seen by `a` and `b`."""
    what = packed(bills)
    if what > 0:
        write_entry(s, source, goal, what, a, b)


@rule
def write_counted(s, bill):
    """A bill of the Pile is counted before all eyes: one entry for the whole Pile."""
    last = s.bill_entries - 1
    header = PILE << SOURCE | DISCARDS << GOAL | EVERYBODY << SEEN_BY | EVERYBODY << SEEN_BY_TOO
    if last >= 0 and s.bill_story[last] >> SOURCE << SOURCE == header:
        s.bill_story[last] += 1 << AMOUNT * bill
    else:
        write_bill(s, PILE, DISCARDS, bill, EVERYBODY, EVERYBODY)


@rule
def write_bribe(s, seat, bill):
    """A bill for the Pile; after Elio moved the marker everybody knows that it is a big one (NC-R42)."""
    write_entry(s, seat, PILE, 1 << AMOUNT * bill | s.elio_moved << BIG, seat, seat)
    s.elio_moved = 0


@rule
def write_new_draw_pile(s):
    """All discards go to the draw pile; what the taker holds by then came from the old one."""
    if s.chronicle > 0 and s.taken == 0:
        s.taken += total(s.drawn)
        write_bills(s, DRAW, TAKEN, s.drawn, s.turn, s.turn)
    write_entry(s, DISCARDS, DRAW, 1 << WHOLE, EVERYBODY, EVERYBODY)


@rule
def write_drawn(s, bill):
    """A bill is drawn in a Take: it is as good as in the draw pile until it is shared, unless that was made anew."""
    if s.taken > 0:
        write_bill(s, DRAW, TAKEN, bill, s.turn, s.turn)


@rule
def taken_from(s):
    """Where the bills of the Take are in the chronicle."""
    return TAKEN if s.taken > 0 else DRAW


@rule
def offer_place(s, seat, space):
    """The place of an offer is its Underling."""
    return OFFER + s.offer_by[seat, space] - 1


@rule
def write_shown_offer(s, seat, space):
    """An offer is revealed: now everybody knows which bills were laid under the Location, to be discarded."""
    place, number = offer_place(s, seat, space), s.bill_entries - 1
    while number >= 0 and s.bill_story[number] >> GOAL & PLACE != place:
        number -= 1
    if number >= 0:
        seen = EVERYBODY << SEEN_BY | EVERYBODY << SEEN_BY_TOO
        s.bill_story[number] = packed(s.offers[seat, space]) | seat << SOURCE | DISCARDS << GOAL | seen


@rule
def write_card(s, card, source, goal, seen_by):
    """A Vendetta card goes from one place to another, or is looked at."""
    if s.chronicle == 0:
        return
    if s.card_entries == CARD_ENTRIES:
        s.chronicle = 0
        return
    entry = card | source << SOURCE | goal << GOAL | seen_by << SEEN_BY | seen_by << SEEN_BY_TOO
    s.card_story[s.card_entries] = entry >> SOURCE << AMOUNT | entry & MANY
    s.card_entries += 1


@rule
def write_new_vendetta_deck(s):
    """The used Paybacks are the deck now (NC-R31)."""
    write_card(s, 1 << WHOLE, USED, HAND_DECK, EVERYBODY)


# ---------------------------------------------------------------- reading it


@rule
def card_entry(s, number):
    """An entry for a card, its bits where those of an entry for bills are."""
    return s.card_story[number] >> AMOUNT << SOURCE | s.card_story[number] & MANY


@rule
def saw(entry, seat):
    """Did the seat see what this entry is about?"""
    return sees(seat, entry >> SEEN_BY & WHO, entry >> SEEN_BY_TOO & WHO)


@rule
def amount(entry, bill):
    """How many bills of a type an entry tells of."""
    return entry >> AMOUNT * bill & MANY


@rule
def amount_in_all(entry):
    """The sum of the seven amounts, four bits each."""
    pairs = (entry & 0x0F0F0F0F) + (entry >> 4 & 0x0F0F0F)
    return (pairs & 255) + (pairs >> 8 & 255) + (pairs >> 16 & 255) + (pairs >> 24 & 15)


@rule
def forget_unseen(s, seat):
    """What the seat did not see is not in its chronicle: only how many they were."""
    for number in range(s.bill_entries):
        entry = s.bill_story[number]
        if not saw(entry, seat):
            s.bill_story[number] = entry >> SOURCE << SOURCE | counted(amount_in_all(entry))
    for number in range(s.card_entries):
        if not saw(card_entry(s, number), seat):
            s.card_story[number] = s.card_story[number] >> AMOUNT << AMOUNT
