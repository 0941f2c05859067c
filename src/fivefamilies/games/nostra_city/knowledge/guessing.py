"""A fair guess at what a seat cannot know: bills, offers, Locations, Hands, loyalties, and what the others remember.

A guess keeps what the seat sees and was told. Where every bill and card is comes from a story that fits the chronicle as the
seat knows it (`hindsight.py`); a position without its chronicle is filled with what the seat is certain of, then by chance.
Whatever is hidden is gathered into the draw pile first, so nothing of it can shine through.
"""

from fivefamilies.core.chance import below, pick
from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import total
from fivefamilies.games.nostra_city.components import BILLS, HAND_TYPES, SEATS, SPACES, UNDERLINGS, Vendetta
from fivefamilies.games.nostra_city.knowledge.hindsight import forget_missed, lay_out, retell_bills, retell_cards
from fivefamilies.games.nostra_city.state import (
    BILL_PLACES,
    DISCARDS,
    DRAW,
    EVERYBODY,
    HAND_DECK,
    NONE,
    OFFER,
    PILE,
    SLOTS,
    TAKEN,
    VISITS,
    Phase,
    Stage,
    purse_size,
)
from fivefamilies.games.nostra_city.state.memory import forget_unseen

DIGIT = 64  # counts packed into one number
TRIES = 250  # stories that come to a contradiction are told anew; most need one try


@verb
def guess(s, seat, rng):
    """Replace everything `seat` cannot know by a fair sample consistent with all that it was told."""
    knows_story = s.chronicle == 1 or s.chronicle == seat + 2
    guess_bills(s, seat, knows_story, rng)
    guess_hands(s, seat, knows_story, rng)
    guess_memories(s, seat)
    clear_slots(s)
    keep_own_chronicle(s, seat, knows_story)


@verb
def hunch(s, seat, rng):
    """A guess for whoever has no time to tell stories: what the seat is certain of, and the rest by chance."""
    s.chronicle = 0
    guess(s, seat, rng)


@rule
def keep_own_chronicle(s, seat, knows_story):
    """In a guess the chronicle tells only what the seat knows; one that was kept for another seat is forgotten."""
    if knows_story:
        forget_unseen(s, seat)
        s.chronicle = seat + 2
    else:
        for number in range(s.bill_entries):
            s.bill_story[number] = 0
        for number in range(s.card_entries):
            s.card_story[number] = 0
        s.bill_entries = 0
        s.card_entries = 0
        s.chronicle = 0


@rule
def clear_slots(s):
    """Leave no trace of the story in the record."""
    forget_missed(s)
    lay_out(s, 0, SLOTS, 0, 0)
    for slot in range(SLOTS):
        s.visits[slot] = 0
        for visit in range(VISITS):
            s.visit[slot, visit] = 0


# ---------------------------------------------------------------- drawing at random


@rule
def pick_hidden_bill(s, seat, rng):
    """A random gathered bill that the seat does not know to be in the draw pile."""
    amount = 0
    for bill in range(BILLS):
        amount += s.draw[bill] - s.certain[seat, DRAW, bill]
    left = below(rng, amount)
    for bill in range(BILLS):
        left -= s.draw[bill] - s.certain[seat, DRAW, bill]
        if left < 0:
            return bill
    return 0


@rule
def is_open(s, space):
    """Have the offers on this space been revealed?"""
    return s.open_offers == 1 and space == s.space


@rule
def owner_of_bill(s):
    """Whose Bank the bill in `bill` still belongs to: Elio's owner's, a Burglary's victim's; or nobody's."""
    if s.bill == NONE:
        return NONE
    if s.phase == Phase.STEAL:
        return s.target + 0
    if s.phase == Phase.DIRECTION and s.underling != NONE:
        return s.turn + 0
    return NONE


# ---------------------------------------------------------------- bills


@rule
def guess_bills(s, seat, knows_story, rng):
    """All hidden bills into the draw pile, then back: as the story of the bills may have been."""
    bill_of = owner_of_bill(s)
    sizes = 0
    for other in range(s.seats):
        sizes = sizes * DIGIT + purse_size(s, other) + (other == bill_of)
    drawn = total(s.drawn) if s.turn != seat else 0
    pile = total(s.pile)
    discards = total(s.discards[:BILLS])
    gather_bills(s, seat, bill_of)
    if s.stage == Stage.MEETING:
        for other in range(s.seats):
            if other != seat:
                guess_locations(s, other, rng)
    loose = s.bill + 0 if bill_of == seat and s.phase != Phase.STEAL else NONE
    if knows_story and is_retold(s, seat, loose, rng):
        put_bills_as_told(s, seat)
    else:
        put_bills_as_certain(s, seat, sizes, pile, discards, rng)
    if s.phase == Phase.BID_BILL and s.turn != seat:  # how many bills lie there already is hidden too
        s.space = free_space(s, s.turn, rng)
        move_to_offer(s, s.turn, s.space, below(rng, total(s.bank[s.turn]) + 1), rng)
    if s.turn != seat:
        for _ in range(drawn - total(s.drawn)):
            bill = pick(rng, s.draw, BILLS)
            s.draw[bill] -= 1
            s.drawn[bill] += 1
    guess_loose_bill(s, seat, bill_of, rng)


@rule
def is_retold(s, seat, loose, rng):
    """Find a story of the bills that fits; false only for a position that was never played."""
    for attempt in range(TRIES):
        if retell_bills(s, seat, loose, attempt > 0, rng):
            return True
    return False


@rule
def put_bills_as_told(s, seat):
    """All hidden bills where they ended in the story; revealed offers were discards there and still lie on the Street."""
    for bill in range(BILLS):
        s.draw[bill] = 0
        s.discards[bill] = -bills_in_open_offers(s, bill)
    for slot in range(SLOTS):
        place, bill = s.slot_place[slot] + 0, s.slot_kind[slot] + 0
        if place >= OFFER:
            put_into_offer(s, seat, place - OFFER, bill)
        elif place == DRAW:
            s.draw[bill] += 1
        elif place == PILE:
            s.pile[bill] += 1
        elif place == DISCARDS:
            s.discards[bill] += 1
        elif place == TAKEN:
            s.drawn[bill] += s.turn != seat
        elif place >= 0:
            s.bank[place, bill] += place != seat


@rule
def put_into_offer(s, seat, underling, bill):
    """A bill under the Location of that Underling."""
    for other in range(s.seats):
        for space in range(SPACES):
            if other != seat and s.offer_by[other, space] == underling + 1:
                s.offers[other, space, bill] += 1


@rule
def put_bills_as_certain(s, seat, sizes, pile, discards, rng):
    """Without a story: first what the seat is certain of, then at random."""
    for bill in range(BILLS):
        s.pile[bill] = s.certain[seat, PILE, bill]
        s.discards[bill] = s.certain[seat, DISCARDS, bill] - bills_in_open_offers(s, bill)
        s.draw[bill] -= s.pile[bill] + s.discards[bill]
        for other in range(s.seats):
            if other != seat:
                s.bank[other, bill] = s.certain[seat, other, bill]
                s.draw[bill] -= s.bank[other, bill]
    fill(s, seat, s.pile, pile, rng)
    fill(s, seat, s.discards, discards, rng)
    for other in range(s.seats - 1, -1, -1):
        if other != seat:
            fill(s, seat, s.bank[other], sizes % DIGIT, rng)
            for space in range(SPACES):
                if not is_open(s, space):
                    move_to_offer(s, other, space, s.offer_size[other, space], rng)
        sizes //= DIGIT


@rule
def gather_bills(s, seat, bill_of):
    """Everything the seat does not see goes into the draw pile."""
    for bill in range(BILLS):
        s.draw[bill] += s.pile[bill] + s.discards[bill]
        s.pile[bill] = 0
        s.discards[bill] = 0
        if s.turn != seat:
            s.draw[bill] += s.drawn[bill]
            s.drawn[bill] = 0
        for other in range(s.seats):
            if other == seat:
                continue
            s.draw[bill] += s.bank[other, bill]
            s.bank[other, bill] = 0
            for space in range(SPACES):
                if not is_open(s, space):
                    s.draw[bill] += s.offers[other, space, bill]
                    s.offers[other, space, bill] = 0
    if bill_of == seat and s.phase == Phase.STEAL:
        s.bank[seat, s.bill] += 1  # he was not told yet which of his bills it is
    elif bill_of != NONE and bill_of != seat:
        s.draw[s.bill] += 1


@rule
def bills_in_open_offers(s, bill):
    """Revealed bills that still lie on the Street: for all minds they are among the discards."""
    count = 0
    if s.open_offers:
        for other in range(s.seats):
            count += s.offers[other, s.space, bill]
    return count


@rule
def fill(s, seat, bills, size, rng):
    """Random gathered bills until there are `size`."""
    for _ in range(size - total(bills[:BILLS])):
        bill = pick_hidden_bill(s, seat, rng)
        s.draw[bill] -= 1
        bills[bill] += 1


@rule
def move_to_offer(s, seat, space, count, rng):
    """Random bills of the purse make an offer."""
    for _ in range(count):
        bill = pick(rng, s.bank[seat], BILLS)
        s.bank[seat, bill] -= 1
        s.offers[seat, space, bill] += 1


@rule
def guess_locations(s, other, rng):
    """Take up the closed offers in the order of their Underlings and put each on a random space that holds a card."""
    closed = 0
    for underling in range(UNDERLINGS):
        for space in range(SPACES):
            if s.offer_by[other, space] == underling + 1:
                closed = (closed * DIGIT + underling + 1) * DIGIT + s.offer_size[other, space]
                s.offer_by[other, space] = 0
                s.offer_size[other, space] = 0
    while closed > 0:
        space = free_space(s, other, rng)
        s.offer_size[other, space] = closed % DIGIT
        closed //= DIGIT
        s.offer_by[other, space] = closed % DIGIT
        closed //= DIGIT


@rule
def free_space(s, other, rng):
    """A random space that holds a card and no closed offer of that seat."""
    count = 0
    for space in range(SPACES):
        count += s.street[space] != NONE and s.offer_by[other, space] == 0
    left = below(rng, count)
    for space in range(SPACES):
        if s.street[space] != NONE and s.offer_by[other, space] == 0:
            if left == 0:
                return space
            left -= 1
    return 0


@rule
def guess_loose_bill(s, seat, bill_of, rng):
    """The bill in `bill`: placed by Elio's owner, stolen first, or looked at on the Pile by another."""
    if bill_of != NONE and (bill_of != seat or s.phase == Phase.STEAL):
        s.bill = pick(rng, s.bank[bill_of], BILLS)
        s.bank[bill_of, s.bill] -= 1
    elif s.bill != NONE and bill_of == NONE and s.turn != seat:
        s.bill = pick(rng, s.pile, BILLS)


# ---------------------------------------------------------------- Hands


@rule
def guess_hands(s, seat, knows_story, rng):
    """All Hands the seat does not see, as the story of the Vendetta cards may have been."""
    if knows_story:
        forget_missed(s)
        for attempt in range(TRIES):
            if retell_cards(s, seat, attempt > 0, rng):
                put_cards_as_told(s, seat)
                return
    put_cards_as_certain(s, seat, rng)


@rule
def put_cards_as_told(s, seat):
    """All hidden cards where they ended in the story."""
    for card in range(HAND_TYPES):
        s.deck[card] = 0
        for other in range(s.seats):
            if other != seat:
                s.hand[other, card] = 0
    for slot in range(SLOTS):
        place, card = s.slot_place[slot] + 0, s.slot_kind[slot] + 0
        if place == HAND_DECK:
            s.deck[card] += 1
        elif 0 <= place < HAND_DECK and place != seat:
            s.hand[place, card] += 1


@rule
def put_cards_as_certain(s, seat, rng):
    """Without a story: into the Vendetta deck, then back; after the game the Snitches lie open (NC-77)."""
    sizes = 0
    for other in range(s.seats):
        sizes = sizes * DIGIT + total(s.hand[other])
    over = s.phase == Phase.OVER
    for other in range(s.seats):
        for card in range(HAND_TYPES):
            if other != seat and not (over and card == Vendetta.FBI_SNITCH):
                known = (s.shown[seat, other] >> card) & 1
                s.deck[card] += s.hand[other, card] - known
                s.hand[other, card] = known
    if s.reshuffled:  # then nothing but Paybacks can be in the deck (NC-13, NC-89)
        if not over:
            put_into_hands(s, seat, Vendetta.FBI_SNITCH, sizes, rng)
        put_into_hands(s, seat, Vendetta.ANGER, sizes, rng)
    kept = s.deck[Vendetta.FBI_SNITCH] + 0
    if over:
        s.deck[Vendetta.FBI_SNITCH] = 0
    for other in range(s.seats - 1, -1, -1):
        if other != seat:
            for _ in range(sizes % DIGIT - total(s.hand[other])):
                card = pick(rng, s.deck, HAND_TYPES)
                s.deck[card] -= 1
                s.hand[other, card] += 1
        sizes //= DIGIT
    if over:
        s.deck[Vendetta.FBI_SNITCH] = kept


@rule
def put_into_hands(s, seat, card, sizes, rng):
    """All cards of a type go to random empty places in the other Hands."""
    while s.deck[card] > 0:
        room = 0
        rest = sizes + 0
        for other in range(s.seats - 1, -1, -1):
            if other != seat:
                room += rest % DIGIT - total(s.hand[other])
            rest //= DIGIT
        left = below(rng, room)
        rest = sizes + 0
        for other in range(s.seats - 1, -1, -1):
            if other != seat:
                left -= rest % DIGIT - total(s.hand[other])
                if left < 0:
                    s.hand[other, card] += 1
                    s.deck[card] -= 1
                    break
            rest //= DIGIT


# ---------------------------------------------------------------- what the others remember


@rule
def guess_memories(s, seat):
    """What another seat is certain of: its own purse as guessed, for the rest what everybody knows."""
    bill_of = owner_of_bill(s)
    for other in range(s.seats):
        if other == seat:
            continue
        for of in range(s.seats):
            s.shown[other, of] = 0
        for bill in range(BILLS):
            for place in range(BILL_PLACES):
                s.certain[other, place, bill] = s.certain[EVERYBODY, place, bill]
            purse = s.bank[other, bill] + (other == bill_of and s.bill == bill)
            for space in range(SPACES):
                if not is_open(s, space):
                    purse += s.offers[other, space, bill]
            s.certain[other, other, bill] = purse
            if other == s.turn:  # the taker sees his draw
                s.certain[other, DRAW, bill] = max(0, s.certain[other, DRAW, bill] - s.drawn[bill])
    looks = s.phase == Phase.INSPECT or s.phase == Phase.BRUNO_BILL
    if looks and s.bill != NONE and s.turn != seat:
        s.certain[s.turn, PILE, s.bill] = max(1, s.certain[s.turn, PILE, s.bill])


assert SEATS * 6 < 63 and SPACES * 12 < 63
