"""How good a move of Nostra City looks at first sight, and what each lieutenant may hope for.

The first look is for the greedy bot and for rollouts. The player is loyal unless he holds a Snitch: then he wants the Godfather
convicted. Men and Turfs work to the end of the year, so one Underling collects, the others bid for what will work longest, and
one is left to bribe the jury. The weights were found by play: against random players, against earlier weights and among
themselves, with 3 and with 5 seats.

The outlook is where search stops and looks: first the verdict, then who takes over after it. Its weights stand in exponents.
They are fitted to 300,000 positions such as a search stops at, with 3 to 5 players: reached by greedy play, then left for a
while as the search plays on, and labelled by how greedy players ended them; those of the standing (from `RESPECT_LATE` to
`BONUS_LATE`) again to 370,000, the means of what three and what five players need; and rounded.
"""

import math

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import hopes
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BILLS,
    CARDS,
    FIRST_INVESTIGATION,
    FIRST_RESPECT,
    FIRST_TURF,
    KINDS,
    MONTHS,
    SPACES,
    TITLE_RESPECT,
    TURFS,
    UNDERBOSS_CARD,
    UNDERLINGS,
    VALUE,
    Vendetta,
)
from fivefamilies.games.nostra_city.rules.business import allowed_kinds
from fivefamilies.games.nostra_city.rules.trial import is_snitch, leader_for
from fivefamilies.games.nostra_city.state import (
    NONE,
    STREET,
    Phase,
    Stage,
    bank_size,
    blue_last,
    count_in,
    hand_size,
    has_free,
    is_turn,
    matching_turfs,
    respect,
)
from fivefamilies.games.nostra_city.words import Move, split

# ---------------------------------------------------------------- the first look

# What a Payback promises when it is played, in the order of `Vendetta`: Burglary and Takeover bring something to who plays them,
# the others do more in Hand, for Wisdom and Virtue (NC-R27).
PROMISE = (-0.5, -0.5, 1.5, -0.5, -0.5, 1.6, -0.5, -0.5)

PASS = 0.4

# How gladly each family (Agnello, Baldini, Calvano, Donata and the rest) is engaged for a Take, an offer, a bribe.
TAKING, BIDDING, BRIBING = (1.5, -1.1, 0.4, 0.9), (-0.2, 0.3, -0.3, 0.1), (0.1, 0.2, 0.3, 0.2)
FAMILY = 5  # Underlings


@rule
def side(s, me):
    """-1 for a loyal player, who wants the marker to go left; +1 for a Snitch."""
    return 1 if s.hand[me, Vendetta.FBI_SNITCH] > 0 else -1


@rule
def service(s, me, bill):
    """How many spaces a bill on the Pile moves the marker the way this player wants."""
    return s.leaning[bill] * side(s, me)


@rule
def price(s, me, bill):
    """What a bill is worth to keep: its value, and a little for the bribe it could be."""
    return VALUE[bill] / 10 + 0.3 * max(0, service(s, me, bill))


@rule
def free_underlings(s, me):
    count = 0
    for underling in range(UNDERLINGS):
        count += has_free(s, me, underling)
    return count


@rule
def family(underling):
    """The place of his family in those rows."""
    return min(underling // FAMILY, 3)


@rule
def money(s, me):
    """What lies in the Bank and in the offer being made, in thousands."""
    amount = 0
    for bill in range(BILLS):
        amount += VALUE[bill] * s.bank[me, bill]
        if s.phase == Phase.BID_BILL:
            amount += VALUE[bill] * s.offers[me, s.space, bill]
    return amount


@rule
def worth_of_card(s, me, card):
    """What a Street card is worth to the player: its Respect, and the work it will still do."""
    months = MONTHS - s.month + 1
    if card == UNDERBOSS_CARD:
        return 10.0
    if card >= FIRST_INVESTIGATION:
        return 1.6 if side(s, me) < 0 and money(s, me) >= s.bribe[card - FIRST_INVESTIGATION] else -2.0
    if card >= FIRST_RESPECT:
        return 1.7 * s.worth[card]
    if card >= FIRST_TURF:
        return 1.7 * s.worth[card] + 0.6 + 0.6 * months
    return 1.7 * s.worth[card] + 1.6 + 0.9 * months


@rule
def best_card(s, me):
    """The worth of the best card that the player has made no offer for."""
    best = -2.0
    for space in range(SPACES):
        if s.street[space] != NONE and s.offer_by[me, space] == 0:
            best = max(best, worth_of_card(s, me, s.street[space]))
    return best


@rule
def take_of(s, me, kind):
    """Bills that a Take of this kind brings its player: his own and half of what he could keep from others."""
    halves = 0
    for turf in range(TURFS):
        owner = s.place[FIRST_TURF + turf]
        if owner < s.seats and (s.kinds[turf] >> kind) & 1:
            halves += 2 if owner == me else 1
    return halves / 2


@rule
def best_take(s, me, kinds):
    """The best Take that is still allowed among these kinds."""
    kinds &= allowed_kinds(s, s.underling)
    best = 0.0
    for kind in range(KINDS):
        if (kinds >> kind) & 1:
            best = max(best, take_of(s, me, kind))
    return best


@rule
def free_kinds(s, me):
    """The kinds of Take that the player's Free Turfs count for, one bit a kind."""
    kinds = 0
    for turf in range(ATLANTIC_CITY):
        if s.place[FIRST_TURF + turf] == me and s.busy[FIRST_TURF + turf] == 0:
            kinds |= s.kinds[turf]
    return kinds


@rule
def best_service(s, me):
    """The best bribe in the Bank."""
    best = 0
    for bill in range(BILLS):
        if s.bank[me, bill] > 0:
            best = max(best, service(s, me, bill))
    return best


@rule
def useful_bribes(s, me):
    """How many bills in the Bank serve the player's side."""
    count = 0
    for bill in range(BILLS):
        if service(s, me, bill) > 0:
            count += s.bank[me, bill]
    return count


@rule
def appeal_of_turn(s, kind, what, me):
    """Engage somebody, or be done: two are kept for MEETING and TRIAL, one for the TRIAL."""
    if s.phase == Phase.VENDETTA:
        return PASS
    if s.phase == Phase.BUS_TURN:
        if kind == Move.NO_MORE:
            return 0.9 * bank_size(s, me) + (3.0 if free_underlings(s, me) <= 2 else -2.7)
        return best_take(s, me, free_kinds(s, me)) + TAKING[family(what)]
    if s.phase == Phase.MEET_TURN:
        if kind == Move.NO_MORE:
            free, bribes = free_underlings(s, me), useful_bribes(s, me)
            return 0.2 * s.month + (1.5 if free <= 1 else -0.5) + (0.4 * bribes if free <= bribes else 0.0)
        return best_card(s, me) + BIDDING[family(what)]
    if kind == Move.NO_MORE:
        return 1.5 - 0.1 * bank_size(s, me) - 0.1 * s.month
    return best_service(s, me) + BRIBING[family(what)]


@rule
def appeal_of_offer(s, kind, bill, me):
    """Bid up to what the card is worth, or what ends the Investigation, with the bills that serve the jury least."""
    card = s.street[s.space]
    goal = min(10.0 * worth_of_card(s, me, card), 60.0)
    if FIRST_INVESTIGATION <= card < UNDERBOSS_CARD and goal > 0:
        goal = float(s.bribe[card - FIRST_INVESTIGATION])
    laid = 0
    for part in range(BILLS):
        laid += VALUE[part] * s.offers[me, s.space, part]
    if kind == Move.NO_MORE:
        return -max(0.0, goal - laid) / 50
    return -abs(goal - laid - VALUE[bill]) / 50 - 0.2 * max(0, service(s, me, bill)) - 0.02


@rule
def appeal_of_bill(s, kind, bill, me):
    """Give, offer, take back, place or discard a bill."""
    if s.phase == Phase.BID_BILL:
        return appeal_of_offer(s, kind, bill, me)
    if s.phase == Phase.SHARE:
        if kind == Move.NO_MORE:
            return 0.0
        return 0.9 if kind == Move.FIRST_CARD else 1.6 - price(s, me, bill)
    if s.phase == Phase.TAKE_BACK:
        return price(s, me, bill)
    if s.phase == Phase.DISCARD:
        return -price(s, me, bill)
    if kind == Move.NO_MORE:
        return 0.3  # no second bill
    return service(s, me, bill)


@rule
def appeal_of_seat(s, seat, me):
    """Strike the strongest, and where there is most to take; give Titles to the weakest."""
    if s.phase == Phase.TITLE:
        return -respect(s, seat)
    return respect(s, seat) + 0.3 * bank_size(s, seat)


@rule
def appeal_of_card(s, kind, what, me):
    """Name an Underling, a Turf, a kind, a space."""
    if kind == Move.UNDERLING:
        return s.worth[what] + 0.5 * (s.busy[what] == 0)
    if kind == Move.TURF:
        if s.phase == Phase.TAKE_TURF:
            return best_take(s, me, s.kinds[what])
        return s.worth[FIRST_TURF + what] + 1.0
    if kind == Move.KIND:
        return take_of(s, me, what)
    if s.phase == Phase.TARGET_OFFER:
        return s.offer_size[s.target, what] + worth_of_card(s, me, s.street[what])
    return worth_of_card(s, me, s.street[what])


@rule
def appeal_of_answer(s, kind, what, me):
    """Yes and no, left and right."""
    if s.phase == Phase.DIRECTION:
        if kind == Move.NO_MORE:
            return 0.0
        return 1.0 if (kind == Move.LEFT) == (side(s, me) < 0) else -1.0
    if s.phase == Phase.INSPECT:
        harmful = service(s, me, s.bill) < 0
        return 1.0 if (kind == Move.YES) == harmful else 0.0
    if s.phase == Phase.SELL:
        return -PROMISE[what]
    return 1.0 if kind == Move.YES else 0.0


@verb
def appeal(s, move):
    """How good a legal move looks to the seat to act."""
    kind, what, _ = split(move)
    me = s.asked
    if is_turn(s):
        if kind == Move.PAYBACK:
            return PROMISE[what]
        return 0.2 if kind == Move.USE else appeal_of_turn(s, kind, what, me)
    if kind == Move.BILL or s.phase == Phase.BID_BILL or s.phase == Phase.SHARE or s.phase == Phase.TRIAL_BILL2:
        return appeal_of_bill(s, kind, what, me)
    if kind == Move.SEAT:
        return appeal_of_seat(s, what, me)
    if Move.UNDERLING <= kind <= Move.SPACE:
        return appeal_of_card(s, kind, what, me)
    return appeal_of_answer(s, kind, what, me)


# ---------------------------------------------------------------- the outlook

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
    spaces = s.marker - blue_last(s) - 0.5
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
