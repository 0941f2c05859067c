"""Going through the chronicle again as one seat saw it, with a possible type for every bill and every Vendetta card.

Every bill (or card) is a slot of some type that goes from place to place. What the seat did not see is played by chance: any
that was there may have gone. What it saw must have been so: if none of that type is there, one that is there and one of that type
that is elsewhere exchange all that happened to them since they last lay in the same place, unless one of the two was seen
since: nobody could have told them apart. So every story told fits all that the seat was told, and every story that fits can
be told.
"""

from fivefamilies.core.compiled import rule
from fivefamilies.games.nostra_city.components import BILLS, HAND_TYPES, PAYBACKS, START_BILLS, Vendetta
from fivefamilies.games.nostra_city.knowledge.slots import (
    NOW,
    SMALLEST_BIG,
    arrive,
    lay_out,
    likely_slot,
    miss,
    put_away,
    random_slot,
    slot_by_exchange,
    slot_by_way_of_third,
    slot_of_type,
)
from fivefamilies.games.nostra_city.state import DRAW, EVERYBODY, HAND_DECK, SLOTS, TAKEN, Phase
from fivefamilies.games.nostra_city.state.memory import (
    AMOUNT,
    BIG,
    GOAL,
    MANY,
    PLACE,
    SEEN_BY,
    SEEN_BY_TOO,
    SOURCE,
    WHO,
    WHOLE,
    card_entry,
    counted,
)


@rule
def saw(entry, seat):
    """Did the seat see what this entry is about?"""
    a, b = entry >> SEEN_BY & WHO, entry >> SEEN_BY_TOO & WHO
    return a == EVERYBODY or seat in (a, b)


@rule
def amount(entry, bill):
    """How many bills of a type an entry tells of."""
    return entry >> AMOUNT * bill & MANY


@rule
def amount_in_all(entry):
    """The sum of the seven amounts, four bits each."""
    pairs = (entry & 0x0F0F0F0F) + (entry >> 4 & 0x0F0F0F)
    return (pairs & 255) + (pairs >> 8 & 255) + (pairs >> 16 & 255) + (pairs >> 24 & 15)


# ---------------------------------------------------------------- going


@rule
def go_unseen(s, source, goal, count, now, careful, rng):
    """So many went, nobody knows which; False if there are not so many."""
    for _ in range(count):
        slot = likely_slot(s, source, goal, rng) if careful else random_slot(s, source, rng)
        if slot < 0 or not arrive(s, slot, goal, now):
            return False
        if source in (DRAW, HAND_DECK):
            s.slot_since[slot] = now
    return True


@rule
def go_seen(s, source, goal, first, last, barred, now, careful, rng):
    """One whose type was seen went (or was looked at); which slot it was, or -1."""
    slot = slot_for(s, source, first, last, barred, careful, rng)
    return slot if slot >= 0 and go(s, slot, source, goal, now) else -1


@rule
def go_big(s, source, goal, now, careful, rng):
    """One went of which only this is known, that it is big; twice known so, it counts as seen."""
    slot = slot_for(s, source, SMALLEST_BIG, BILLS - 1, 0, careful, rng)
    if slot < 0:
        return False
    if s.big_last[slot] > 0:
        s.seen_last[slot] = now + 1
    s.big_last[slot] = now + 1
    return arrive(s, slot, goal, now + 1)


@rule
def slot_for(s, source, first, last, barred, careful, rng):
    """A slot that may have been there, of a type from `first` to `last`, or -1.

    Who is careful takes the one that came first, if by an exchange: who came later could still be more.
    """
    slot = slot_of_type(s, source, first, last, barred, careful, rng)
    since = s.slot_since[slot] if slot >= 0 else NOW
    if since == NOW or (careful and since > 0):
        older = slot_by_exchange(s, source, first, last, barred, since, rng)
        slot = older if older >= 0 else slot
    if slot < 0:
        slot = slot_by_way_of_third(s, source, first, last, barred, rng)
    if slot < 0:
        miss(s, source, first)
    return slot


@rule
def go(s, slot, source, goal, now):
    """This one was seen to go."""
    s.seen_last[slot] = now + 1
    s.slot_since[slot] = 0
    return source == goal or arrive(s, slot, goal, now + 1)


@rule
def all_go(s, source, goal, now):
    """Everything there goes to another place."""
    for slot in range(SLOTS):
        if s.slot_place[slot] == source and not arrive(s, slot, goal, now):
            return False
    return True


# ---------------------------------------------------------------- bills


@rule
def retell_bills(s, seat, loose, careful, rng):
    """The story of the bills as `seat` saw it: the slots end where bills could be. False if it came to a contradiction."""
    slot = 0
    for bill in range(BILLS):  # the start money and the draw pile, as all know (NC-20, NC-22); `loose` he has in his hand
        for owner in range(s.seats):
            slot = lay_out(s, slot, START_BILLS[bill], bill, owner)
        slot = lay_out(s, slot, bills_in_all(s, bill) + (bill == loose) - START_BILLS[bill] * s.seats, bill, DRAW)
    if slot > SLOTS:
        return False
    put_away(s, slot)
    for number in range(s.bill_entries):
        if not retell_bill_entry(s, seat, s.bill_story[number], 2 * number + 2, careful, rng):
            return False
    if s.turn == seat and s.taken == 0:  # the bills of his own Take
        for bill in range(BILLS):
            for _ in range(s.drawn[bill]):
                if go_seen(s, DRAW, TAKEN, bill, bill, 0, 2 * s.bill_entries + 2, careful, rng) < 0:
                    return False
    return True


@rule
def bills_in_all(s, bill):
    """Bills of a type on all piles, in Banks and offers."""
    count = s.draw[bill] + s.discards[bill] + s.drawn[bill] + s.pile[bill]
    for seat in range(s.seats):
        count += s.bank[seat, bill]
        for space in range(s.offers.shape[1]):
            count += s.offers[seat, space, bill]
    return count


@rule
def retell_bill_entry(s, seat, entry, now, careful, rng):
    """One entry; False if it cannot have been."""
    source, goal = entry >> SOURCE & PLACE, entry >> GOAL & PLACE
    if entry >> WHOLE & 1:
        return all_go(s, source, goal, now)
    if not saw(entry, seat):
        if entry >> BIG & 1:  # Elio moved the marker (NC-R42)
            return go_big(s, source, goal, now, careful, rng)
        return source == goal or go_unseen(s, source, goal, amount_in_all(entry), now, careful, rng)
    return go_seen_together(s, source, goal, entry, now, careful, rng)


@rule
def go_seen_together(s, source, goal, entry, now, careful, rng):
    """Bills seen together are different bills: first those that are there, then those that must be exchanged."""
    if amount_in_all(entry) == 1:
        for bill in range(BILLS):
            if amount(entry, bill) > 0:
                return go_seen(s, source, goal, bill, bill, 0, now, careful, rng) >= 0
    barred, missing = 0, 0
    for bill in range(BILLS):
        for _ in range(amount(entry, bill)):
            slot = slot_of_type(s, source, bill, bill, barred, careful, rng)
            if slot >= 0:
                barred |= 1 << slot
            else:
                missing += 1 << AMOUNT * bill
    for bill in range(BILLS):
        for _ in range(amount(missing, bill)):
            slot = slot_by_exchange(s, source, bill, bill, barred, NOW, rng)
            if slot < 0:
                slot = slot_by_way_of_third(s, source, bill, bill, barred, rng)
            if slot < 0:
                miss(s, source, bill)
                return False
            barred |= 1 << slot
    for slot in range(SLOTS):
        if barred >> slot & 1 and not go(s, slot, source, goal, now):
            return False
    return True


# ---------------------------------------------------------------- Vendetta cards


@rule
def retell_cards(s, seat, careful, rng):
    """The story of the cards in Hands, deck and discards as `seat` saw it; False if it came to a contradiction."""
    slot = 0
    for card in range(HAND_TYPES):  # Gota and Atlantic City lie open when they are drawn: nothing to guess
        slot = lay_out(s, slot, cards_in_all(s, card), card, HAND_DECK)
    if slot > SLOTS:
        return False
    put_away(s, slot)
    for number in range(s.card_entries):
        if not retell_card_entry(s, seat, card_entry(s, number), 2 * number + 2, careful, rng):
            return False
    return s.phase != Phase.OVER or are_snitches_right(s, seat, 2 * s.card_entries + 2, careful, rng)


@rule
def cards_in_all(s, card):
    """Cards of a type in the deck, in Hands, used, or before somebody who is ashamed."""
    count = s.deck[card] + 0
    for seat in range(s.seats):
        count += s.hand[seat, card] + (s.shame[seat] if card == Vendetta.SHAME_OF_YOU else 0)
    return count + s.paybacks[card] if card < PAYBACKS else count


@rule
def retell_card_entry(s, seat, entry, now, careful, rng):
    """One entry; False if it cannot have been."""
    card, source, goal = entry & MANY, entry >> SOURCE & PLACE, entry >> GOAL & PLACE
    if entry >> WHOLE & 1:
        return all_go(s, source, goal, now)
    if saw(entry, seat):
        return card >= HAND_TYPES or go_seen(s, source, goal, card, card, 0, now, careful, rng) >= 0
    return source == goal or go_unseen(s, source, goal, 1, now, careful, rng)


@rule
def are_snitches_right(s, seat, now, careful, rng):
    """After the game all know who is a Snitch (NC-77): put the cards there; False if somebody else has one too."""
    snitch, barred = Vendetta.FBI_SNITCH, 0
    for other in range(s.seats):
        if other != seat and s.hand[other, snitch] > 0:
            slot = go_seen(s, other, other, snitch, snitch, barred, now, careful, rng)
            if slot < 0:
                return False
            barred |= 1 << slot
    for slot in range(SLOTS):
        holder = s.slot_place[slot]
        if s.slot_kind[slot] == snitch and 0 <= holder < s.seats and holder != seat and s.hand[holder, snitch] == 0:
            return False
    return True


# ---------------------------------------------------------------- the chronicle of one seat


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
