"""Every bill, or every Vendetta card, as a slot of some type that goes from place to place: the room in which a guess works.

Two slots that lay in the same place could be each other: they may exchange all that happened to them since, unless one of them
was seen since. That is how a story comes right when something is seen that is not there.
"""

from fivefamilies.core.chance import below
from fivefamilies.core.compiled import rule
from fivefamilies.games.nostra_city.components import Bill
from fivefamilies.games.nostra_city.state import OFFER, SLOTS, VISITS

NOWHERE = -1
SMALLEST_BIG = int(Bill.B20I)
TIME = 32  # a visit is the time of arrival times this, plus the place
NOW = 1 << 10  # later than any time
MOST_MISSED = 100
FINE = 1 << 10  # how likely something is that was never missed


@rule
def clear_slots(s):
    """Leave no trace in the record."""
    forget_missed(s)
    for slot in range(SLOTS):
        s.slot_kind[slot] = 0
        s.slot_place[slot] = 0
        s.slot_since[slot] = 0
        s.seen_last[slot] = 0
        s.big_last[slot] = 0
        s.visits[slot] = 0
        for visit in range(VISITS):
            s.visit[slot, visit] = 0


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
def put_away(s, slot):
    """There are no more slots than these."""
    for empty in range(slot, SLOTS):
        s.slot_place[empty] = NOWHERE
        s.slot_kind[empty] = NOWHERE
        s.visits[empty] = 0


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
            visit = s.visit[one, i + step]
            s.visit[one, i + step] = s.visit[other, j + step]
            s.visit[other, j + step] = visit
    s.visits[one] = i + left_j
    s.visits[other] = j + left_i
    place, since = s.slot_place[one], s.slot_since[one]
    s.slot_place[one] = s.slot_place[other]
    s.slot_since[one] = s.slot_since[other]
    s.slot_place[other] = place
    s.slot_since[other] = since
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
