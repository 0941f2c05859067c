"""What each lieutenant of Nostra City may hope for, at a glance: where search stops and looks.

First the verdict, then who takes over after it. The weights stand in exponents. They are fitted to 300,000 positions such as a
search stops at, with 3 to 5 players: reached by greedy play, then left for a while as the search plays on, and labelled by how
greedy players ended them; those of the standing (from `RESPECT_LATE` to `BONUS_LATE`) again to 370,000, the means of what three
and what five players need; and rounded.
"""

import math

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import hopes
from fivefamilies.games.nostra_city.components import (
    BILLS,
    BLUE_LAST,
    CARDS,
    FIRST_INVESTIGATION,
    FIRST_TURF,
    KINDS,
    MONTHS,
    SPACES,
    TITLE_RESPECT,
    TURFS,
    UNDERLINGS,
    VALUE,
)
from fivefamilies.games.nostra_city.state import NONE, STREET, Stage, count_in, hand_size, matching_turfs, respect
from fivefamilies.games.nostra_city.strategy import take_of
from fivefamilies.games.nostra_city.verdict import is_snitch, leader_for

MERCY = 1.2  # of the court; fitted 1.8, but then it trusts that random players bribe the jury as greedy ones do
TURNED = -3.5  # if everybody is a Snitch
SPACE = -0.65  # a space towards Guilty, the heavier the fewer trials are to come
COUNTED = -7.0  # likewise when none is
BRIBE = 0.3  # a space that bills at hand could move the marker, in spaces
INVESTIGATION = -0.75
RESPECT_LATE = 0.75  # over the Months left
MAN = 0.23
# What each Underling will do in the Months to come, in the order of `Underling`: all can bid, some powers are worth more.
WORK = (
    0.3, 0.45, 0.3, 0.3, 0.35,  # Agnello
    0.55, 0.7, 0.25, 0.5, 0.8,  # Baldini
    0.3, 0.25, 0.4, 0.4, 0.3,  # Calvano
    0.35, 0.4, 0.3, 0.3, 0.35,  # Donata
    0.2,  # Anthony Gota
)  # fmt: skip
TAKE = 0.37  # likewise, for a bill of the largest Take
TURF = 0.2
TITLE = 0.2  # a point of its Respect, whenever: it also breaks ties
CARD = 0.18
MONEY, OFFERED = 0.0045, 0.0075  # a thousand dollars
INNOCENT = -0.06  # a space that an Innocent bill moves the marker: it will be a bribe, not an offer
BONUS_LATE = 0.32  # a point of Respect on a bonus card that he would get now
CONVICTED = -4.0  # a Snitch, when the Godfather walks free


@rule
def months_left(s):
    """Months to come, this one included."""
    return MONTHS + 1.0 - s.month


@rule
def offered(s, seat, bill):
    """How many bills of a type lie in a seat's offers."""
    count = 0
    for space in range(SPACES):
        count += s.offers[seat, space, bill]
    return count


@rule
def bribes(s, seat):
    """How far the bills of a seat could move the marker, its way."""
    way = 1 if is_snitch(s, seat) else -1
    spaces = 0
    for bill in range(BILLS):
        spaces += max(0, way * s.leaning[bill]) * (s.bank[seat, bill] + offered(s, seat, bill))
    return way * spaces


@rule
def largest_take(s, seat):
    """Bills of the best Take that a seat's Turfs allow, Busy or Free."""
    largest = 0.0
    for kind in range(KINDS):
        if matching_turfs(s, seat, kind) > 0:
            largest = max(largest, take_of(s, seat, kind))
    return largest


@rule
def work(s, seat):
    """What a seat's Territory will do in a Month."""
    hope = TAKE * largest_take(s, seat)
    for man in range(UNDERLINGS):
        if s.place[man] == seat:
            hope += WORK[man]
    return hope


@rule
def purse(s, seat):
    """What a seat's money promises."""
    hope = 0.0
    for bill in range(BILLS):
        kept = MONEY * VALUE[bill] + INNOCENT * max(0, -s.leaning[bill])
        hope += kept * s.bank[seat, bill] + OFFERED * VALUE[bill] * offered(s, seat, bill)
    return hope


@rule
def standing_hope(s, seat):
    """The exponent of a seat's chances to take over if the Godfather walks free."""
    left = months_left(s)
    hope = RESPECT_LATE / left * respect(s, seat) + CARD * hand_size(s, seat)
    hope += MAN * count_in(s, seat, 0, UNDERLINGS) + TURF * count_in(s, seat, FIRST_TURF, FIRST_TURF + TURFS)
    hope += (1 - 1 / left) * work(s, seat) + purse(s, seat)
    for rank in range(3):
        if s.title[rank] == seat:
            hope += TITLE * TITLE_RESPECT[rank]
    return hope + CONVICTED if is_snitch(s, seat) else hope


@rule
def trials_left(s):
    """Trials to come, this Month's included until it is over."""
    return MONTHS - s.month + (s.stage <= Stage.TRIAL)


@rule
def mercy(s, spaces, within_reach, snitches):
    """The exponent of the Godfather's chances: spaces from freedom on the track and the Pile, and what bills at hand could do."""
    trials = trials_left(s)
    investigations = count_in(s, STREET, FIRST_INVESTIGATION, CARDS)
    if trials == 0:
        return COUNTED * (spaces + investigations)
    verdict = MERCY + SPACE * (spaces + BRIBE * within_reach) / math.sqrt(trials)
    return verdict + INVESTIGATION * investigations + TURNED * snitches / s.seats


@verb
def outlook(s, out):
    """The chance of each player to win: by Respect, men and cards if the Godfather walks free, else as a Snitch."""
    spaces = s.marker - BLUE_LAST - 0.5
    for bill in range(BILLS):
        spaces += s.pile[bill] * s.leaning[bill]
    within_reach, snitches = 0, 0
    for seat in range(s.seats):
        within_reach += bribes(s, seat)
        snitches += is_snitch(s, seat)
        out[seat, 1] = standing_hope(s, seat)
    for bonus in range(3):
        leader = leader_for(s, bonus)
        if leader != NONE:
            out[leader, 1] += BONUS_LATE / months_left(s) * s.bonus_worth[bonus]
    free = 1 / (1 + math.exp(-mercy(s, spaces, within_reach, snitches)))
    hopes(s.seats, out)
    for seat in range(s.seats):
        turned = 1.0 / snitches if is_snitch(s, seat) else 0.0
        out[seat, 1] = free * out[seat, 1] + (1 - free) * turned
