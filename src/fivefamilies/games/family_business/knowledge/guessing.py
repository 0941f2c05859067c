"""A fair guess at the cards that a boss cannot see.

At a reshuffle a boss knows the other hands together, card by card: these are the old cards. Whatever the others draw
afterwards comes from the pile as it was shuffled: those are fresh. Who drew is public, and so is every card laid. So a guess
goes back to the reshuffle and says of every card laid since whether it was old or fresh:

- of each card type no more are old than the others held together, no more fresh than the pile held;
- of each boss no more are old than he held, no more fresh than he had drawn;
- who once had laid more cards than he had drawn had laid an old one by then (`early`).

Where two answers fit, they are weighed by the cards that are left. Then the old cards that were not laid are dealt to the
places that are left for them in each hand, and the rest of the hands is filled from the pile.
"""

from fivefamilies.core.chance import below
from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import total
from fivefamilies.games.family_business.components import CARDS
from fivefamilies.games.family_business.state import MORE_LAID_THAN_DRAWN

TRIES = 200  # answers that do not fit are thrown away; a few tries are enough
DIGIT = 64  # counts packed into one number


@verb
def guess(s, seat, rng):
    """Deal the unseen cards anew, in keeping with every card that was drawn and laid since the last reshuffle."""
    first = 1 if seat == 0 else 0
    gather(s, seat, first)
    tell_old_from_fresh(s, seat, first, rng)
    deal_old_cards(s, seat, first, share_old_cards(s, seat, first, rng), rng)
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.cards[other] - total(s.hand[other])):
                card = draw_one(s.deck, rng)
                s.hand[other, card] += 1


@rule
def draw_one(bag, rng):
    """Take a random card out of a bag; entries below zero are none."""
    left = below(rng, count_of(bag))
    for card in range(CARDS):
        if bag[card] > 0:
            left -= bag[card]
            if left < 0:
                bag[card] -= 1
                return card
    return 0


@rule
def count_of(bag):
    """The cards in a bag; entries below zero are none."""
    amount = 0
    for card in range(CARDS):
        amount += max(bag[card], 0)
    return amount


@rule
def gather(s, seat, first):
    """All cards that `seat` cannot see into the deck, and what it knows of the others' old cards onto `first`'s row."""
    for other in range(s.seats):
        if other != seat:
            for card in range(CARDS):
                s.deck[card] += s.hand[other, card]
                s.hand[other, card] = 0
                if other != first:
                    s.old[first, card] += s.old[other, card]
                    s.old[other, card] = 0


# ---------------------------------------------------------------- old or fresh


@rule
def tell_old_from_fresh(s, seat, first, rng):
    """Part what is unseen into old cards (`first`'s row) and the pile (the deck); a hand notes the old cards it has laid."""
    if go_back_to_reshuffle(s, seat, first):
        for _ in range(TRIES):
            if lay_again(s, seat, first, rng):
                return
            pick_up_again(s, seat, first)
    for card in range(CARDS):  # a position without its story: what was laid is as good as old
        for other in range(s.seats):
            if other != seat:
                s.hand[other, card] = s.laid[other, card]
                s.old[first, card] -= s.laid[other, card]
        s.deck[card] += min(s.old[first, card], 0)


@rule
def go_back_to_reshuffle(s, seat, first):
    """The old cards and the pile as they were, with all that was laid; False if the hands do not add up to the old cards."""
    old, held = 0, 0
    for card in range(CARDS):
        s.deck[card] -= s.old[first, card]
        for other in range(s.seats):
            if other != seat:
                s.old[first, card] += s.laid[other, card]
                held += s.laid[other, card]
        old += s.old[first, card]
    for other in range(s.seats):
        if other != seat:
            held += s.cards[other] - s.fresh[other]
    return old == held


@rule
def pick_up_again(s, seat, first):
    """That could not be: every laid card goes back to where it was said to come from."""
    for other in range(s.seats):
        if other != seat:
            for card in range(CARDS):
                s.old[first, card] += s.hand[other, card]
                s.deck[card] += s.laid[other, card] - s.hand[other, card]
                s.hand[other, card] = 0


@rule
def lay_again(s, seat, first, rng):
    """Say of every card the others laid whether it was old or fresh; False if that cannot be."""
    old, pile = count_of(s.old[first]), count_of(s.deck)
    fits = True
    start = below(rng, s.seats)
    for step in range(s.seats):
        other = (start + step) % s.seats
        if other == seat:
            continue
        drawn = s.fresh[other] + 0
        held = s.cards[other] + total(s.laid[other]) - drawn  # at the reshuffle
        if s.early[other] >= MORE_LAID_THAN_DRAWN:
            card = early_old_card(s, other, first, rng)
            s.hand[other, card] += 1
            s.old[first, card] -= 1
            held -= 1
            old -= 1
        for card in range(CARDS):
            for _ in range(s.laid[other, card] - s.hand[other, card]):
                was_old = max(s.old[first, card], 0) * max(held, 0) * max(pile, 1)
                was_fresh = max(s.deck[card], 0) * max(drawn, 0) * max(old, 1)
                fits = fits and was_old + was_fresh > 0
                if was_fresh == 0 or (was_old > 0 and below(rng, was_old + was_fresh) < was_old):
                    s.hand[other, card] += 1
                    s.old[first, card] -= 1
                    held -= 1
                    old -= 1
                else:
                    s.deck[card] -= 1
                    drawn -= 1
                    pile -= 1
        fits = fits and held >= 0 and drawn >= 0
    for card in range(CARDS):
        fits = fits and s.old[first, card] >= 0 and s.deck[card] >= 0
    return fits


@rule
def early_old_card(s, other, first, rng):
    """One of the cards he had laid when he had laid more than he had drawn: it was old."""
    amount = 0
    for card in range(CARDS):
        if s.early[other] >> card & 1:
            amount += max(s.old[first, card], 0)
    left = below(rng, max(amount, 1))
    last = 0
    for card in range(CARDS):
        if s.early[other] >> card & 1:
            last = card
            left -= max(s.old[first, card], 0)
            if left < 0:
                return card
    return last


# ---------------------------------------------------------------- dealing


@rule
def share_old_cards(s, seat, first, rng):
    """How many old cards each other hand still holds: what it held less what it laid; in a made-up position at random."""
    left = count_of(s.old[first])
    shares, room, unit = 0, 0, 1
    for other in range(s.seats):
        if other != seat:
            held = s.cards[other] + total(s.laid[other]) - s.fresh[other] - total(s.hand[other])
            share = min(max(held, 0), s.cards[other], left)
            shares += share * unit
            left -= share
            room += s.cards[other] - share
        unit *= DIGIT
    while left > 0:
        slot = below(rng, room)
        unit = 1
        for other in range(s.seats):
            if other != seat:
                slot -= s.cards[other] - shares // unit % DIGIT
                if slot < 0:
                    shares += unit
                    break
            unit *= DIGIT
        room -= 1
        left -= 1
    return shares


@rule
def deal_old_cards(s, seat, first, shares, rng):
    """The old cards that each hand still holds; `first`, whose row is the bag of them, keeps what the others leave."""
    for other in range(s.seats):
        if other != seat and other != first:
            for _ in range(shares % DIGIT):
                card = draw_one(s.old[first], rng)
                s.old[other, card] += 1
        shares //= DIGIT
    for other in range(s.seats):
        if other != seat:
            for card in range(CARDS):
                laid = s.hand[other, card] - s.laid[other, card]
                s.hand[other, card] = max(s.old[other, card], 0)
                s.old[other, card] += laid
