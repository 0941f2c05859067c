"""Going through the chronicle again as one seat saw it, with a possible type for every bill and every Vendetta card.

Every bill (or card) is a slot of some type that goes from place to place. What the seat did not see is played by chance: any
that was there may have gone. What it saw must have been so: if none of that type is there, one that is there and one of that type
that is elsewhere exchange all that happened to them since they last lay in the same place, unless one of the two was seen
since: nobody could have told them apart. So every story told fits all that the seat was told, and every story that fits can
be told.
"""

from fivefamilies.core.chance import below
from fivefamilies.core.compiled import rule
from fivefamilies.games.nostra_city.components import BILLS, HAND_TYPES, PAYBACKS, START_BILLS, Bill, Vendetta
from fivefamilies.games.nostra_city.state import DRAW, HAND_DECK, OFFER, SLOTS, TAKEN, VISITS, Phase
from fivefamilies.games.nostra_city.state.memory import (
    AMOUNT,
    BIG,
    GOAL,
    MANY,
    PLACE,
    SOURCE,
    WHOLE,
    amount,
    amount_in_all,
    card_entry,
    saw,
)

NOWHERE = -1
SMALLEST_BIG = int(Bill.B20I)
TIME = 32  # a visit is the time of arrival times this, plus the place
NOW = 1 << 10  # later than any time
MOST_MISSED = 100
FINE = 1 << 10  # how likely something is that was never missed

# ---------------------------------------------------------------- slots


@rule
def lay_out(s, slot, count, kind, place):
    """So many slots of a type stand in a place from the beginning; returns the next free slot."""
    for new in range(slot, min(slot + count, SLOTS)):
        s.slot_kind[new] = kind
        s.slot_place[new] = place
        s.slot_since[new] = 0
        s.seen_last[new] = 0
        s.big_last[new] = 0
        s.visits[new] = 1
        s.visit[new, 0] = place
    return slot + count


@rule
def arrive(s, slot, place, now):
    """The slot comes to a place; False if it went round too often to be followed."""
    if s.visits[slot] == VISITS:
        return False
    s.visit[slot, s.visits[slot]] = now * TIME + place
    s.visits[slot] += 1
    s.slot_place[slot] = place
    return True


@rule
def random_slot(s, place, rng):
    """Any slot that stands there, or -1."""
    for _ in range(SLOTS):  # nearly always one is found this way
        slot = below(rng, SLOTS)
        if s.slot_place[slot] == place:
            return slot
    found, ways = -1, 0
    for slot in range(SLOTS):
        if s.slot_place[slot] == place:
            ways += 1
            if below(rng, ways) == 0:
                found = slot
    return found


# ---------------------------------------------------------------- learning from stories that failed


@rule
def miss(s, place, kind):
    """One of this type was wanted there, and none could be: the next story takes care."""
    if place < OFFER:
        s.missed[place, kind] = min(s.missed[place, kind] + 1, MOST_MISSED)


@rule
def forget_missed(s):
    """Another story begins."""
    for place in range(OFFER):
        for kind in range(s.missed.shape[1]):
            s.missed[place, kind] = 0


@rule
def missed(s, place, kind):
    """How often such a one was missed there, one more."""
    return s.missed[place, kind] + 1 if place < OFFER else 1


@rule
def likely_slot(s, source, goal, rng):
    """Any slot that stands there, or -1: likely one of a type that was missed in its goal and not where it leaves."""
    found, chances = -1, 0
    for slot in range(SLOTS):
        if s.slot_place[slot] == source:
            kind = s.slot_kind[slot] + 0
            wanted, needed = missed(s, goal, kind), missed(s, source, kind)
            likely = wanted * wanted * FINE // (needed * needed) + 1
            chances += likely
            found = slot if below(rng, chances) < likely else found
    return found


# ---------------------------------------------------------------- exchanges


@rule
def last_meeting(s, one, other, before):
    """In which visits the two last lay together before a time, and until when, in one number; -1 if one was seen since."""
    i, j = s.visits[one] - 1, s.visits[other] - 1
    end_i, end_j = NOW, NOW
    known = max(s.seen_last[one], s.seen_last[other])
    while i >= 0 and j >= 0:
        here, there = s.visit[one, i], s.visit[other, j]
        start_i, start_j, until = here // TIME, there // TIME, min(end_i, end_j)
        if until <= known:
            return -1
        if here % TIME == there % TIME and max(start_i, start_j) < until <= before:
            return (until * VISITS + i) * VISITS + j if can_be_each_other(s, one, other, until) else -1
        if start_i >= start_j:
            end_i = start_i
            i -= 1
        else:
            end_j = start_j
            j -= 1
    return -1


@rule
def can_be_each_other(s, one, other, until):
    """Who was known to be a big bill after that time can have been none but a big one (NC-R42)."""
    one_fits = s.big_last[one] < until or s.slot_kind[other] >= SMALLEST_BIG
    return one_fits and (s.big_last[other] < until or s.slot_kind[one] >= SMALLEST_BIG)


@rule
def exchange(s, one, other, meeting):
    """What happened to the two since that meeting happened to the other one; False if it is too much to be followed."""
    i, j = meeting // VISITS % VISITS + 1, meeting % VISITS + 1
    left_i, left_j = s.visits[one] - i, s.visits[other] - j
    if i + left_j > VISITS or j + left_i > VISITS:
        return False
    for step in range(max(left_i, left_j)):
        if i + step < VISITS and j + step < VISITS:
            s.visit[one, i + step], s.visit[other, j + step] = s.visit[other, j + step], s.visit[one, i + step]
    s.visits[one] = i + left_j
    s.visits[other] = j + left_i
    s.slot_place[one], s.slot_place[other] = s.slot_place[other], s.slot_place[one]
    s.slot_since[one], s.slot_since[other] = s.slot_since[other], s.slot_since[one]
    until = meeting // VISITS // VISITS
    big, other_big = s.big_last[one] + 0, s.big_last[other] + 0
    s.big_last[one] = other_big if other_big >= until else big if big < until else 0
    s.big_last[other] = big if big >= until else other_big if other_big < until else 0
    return True


@rule
def slot_of_type(s, place, first, last, barred, careful, rng):
    """A slot there whose type is from `first` to `last`; -1 if there is none.

    Of several the one that came first, and who is careful takes of those the one seen last: it could be exchanged least.
    """
    found, ways, best = -1, 0, NOW * NOW
    for slot in range(SLOTS):
        if s.slot_place[slot] == place and first <= s.slot_kind[slot] <= last and not barred >> slot & 1:
            order = (s.slot_since[slot] + 1) * NOW - (s.seen_last[slot] if careful else 0)
            if order <= best:
                ways = ways + 1 if order == best else 1
                best = order
                if ways == 1 or below(rng, ways) == 0:
                    found = slot
    return found


@rule
def slot_by_exchange(s, place, first, last, barred, since, rng):
    """One of the type takes the part of one that is there and came before `since`; -1 if none can.

    It had better not be missed where it is; then, the longer ago the other came the better.
    """
    found, partner, best = -1, -1, NOW * NOW
    for slot in range(SLOTS):
        if s.slot_place[slot] == place and s.slot_since[slot] < since and not barred >> slot & 1:
            other = partner_of_type(s, slot, first, last, barred, rng)
            if other >= 0:
                order = missed(s, s.slot_place[other], s.slot_kind[other]) * NOW + s.slot_since[slot]
                if order < best:
                    found, partner, best = slot, other, order
    if found < 0:
        return -1
    return partner if exchange(s, found, partner, last_meeting(s, found, partner, NOW)) else -1


@rule
def partner_of_type(s, slot, first, last, barred, rng):
    """One of the type, elsewhere, that may take the part of this slot, least missed where it is; -1 if none may."""
    found, ways, best, place = -1, 0, NOW, s.slot_place[slot] + 0
    for other in range(SLOTS):
        if first <= s.slot_kind[other] <= last and s.slot_place[other] != place and not barred >> other & 1:
            order = missed(s, s.slot_place[other], s.slot_kind[other])
            if order <= best and last_meeting(s, slot, other, NOW) >= 0:
                ways = ways + 1 if order == best else 1
                best = order
                if ways == 1 or below(rng, ways) == 0:
                    found = other
    return found


@rule
def slot_by_way_of_third(s, place, first, last, barred, rng):
    """One of the type takes the part of a third, and as that third the part of one that is there; -1 if none can."""
    found, ways, partner, middle = -1, 0, -1, -1
    for slot in range(SLOTS):
        if s.slot_place[slot] != place or barred >> slot & 1:
            continue
        for third in range(SLOTS):
            if third == slot or s.slot_place[third] == NOWHERE or barred >> third & 1:
                continue
            later = last_meeting(s, slot, third, NOW)
            if later < 0:
                continue
            for other in range(SLOTS):
                if first <= s.slot_kind[other] <= last and other != third and not barred >> other & 1:
                    if last_meeting(s, third, other, later // VISITS // VISITS) >= 0:
                        ways += 1
                        if below(rng, ways) == 0:
                            found, partner, middle = slot, other, third
    if found < 0:
        return -1
    later = last_meeting(s, found, middle, NOW) // VISITS // VISITS
    if not exchange(s, middle, partner, last_meeting(s, middle, partner, later)):
        return -1
    meeting = last_meeting(s, found, partner, NOW)
    return partner if meeting >= 0 and exchange(s, found, partner, meeting) else -1


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
    lay_out(s, slot, SLOTS - slot, NOWHERE, NOWHERE)
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
            slot = slot_for(s, source, bill, bill, barred, careful, rng)
            if slot < 0:
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
    lay_out(s, slot, SLOTS - slot, NOWHERE, NOWHERE)
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
