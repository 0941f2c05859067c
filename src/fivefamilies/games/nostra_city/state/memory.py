"""What a seat remembers of the bills, as the position carries it (the table in 9.1 of the rules page).

`certain[mind, place, type]` are the bills that a mind is sure lie in a place: a purse (a Bank with its unresolved offers), the
Pile, the discards, or the draw pile with the taker's draw in it. The last mind is what everybody knows. It never claims what
is not so, and a seat's own purse is exact. The taker alone sees his draw: for him those bills have left the draw pile.
"""

from fivefamilies.core.compiled import rule
from fivefamilies.games.nostra_city.components import BILLS
from fivefamilies.games.nostra_city.state import DRAW, EVERYBODY, MINDS


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
