"""How good a move of Nostra City looks at first sight: for the greedy bot and for rollouts.

The player is loyal unless he holds a Snitch: then he wants the Godfather convicted. Men and Turfs work to the end of the year, so
one Underling collects, the others bid for what will work longest, and one is left to bribe the jury. The weights were found by
play: against random players, against earlier weights and among themselves, with 3 and with 5 seats.
"""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.games.nostra_city.action_referee import allowed_kinds
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BILLS,
    FIRST_INVESTIGATION,
    FIRST_RESPECT,
    FIRST_TURF,
    KINDS,
    MONTHS,
    SPACES,
    TURFS,
    UNDERBOSS_CARD,
    UNDERLINGS,
    VALUE,
    Vendetta,
)
from fivefamilies.games.nostra_city.moves import (
    BILL,
    FIRST_CARD,
    KIND,
    LEFT,
    NO_MORE,
    PAYBACK,
    SEAT,
    SPACE,
    TURF,
    UNDERLING,
    USE_ILARIA,
    YES,
)
from fivefamilies.games.nostra_city.referee import is_turn
from fivefamilies.games.nostra_city.state import (
    NONE,
    Phase,
    Stage,
    bank_size,
    has_free,
    respect,
)

# What a Payback promises when it is played, in the order of `Vendetta`.
PROMISE = (0.7, 1.2, 1.5, 0.7, 1.0, 1.6, 0.6, 0.5)

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
def appeal_of_turn(s, move, me):
    """Engage somebody, or be done: two are kept for MEETING and TRIAL, one for the TRIAL."""
    if s.phase == Phase.VENDETTA:
        return PASS
    if s.phase == Phase.BUS_TURN:
        if move == NO_MORE:
            return 0.9 * bank_size(s, me) + (3.0 if free_underlings(s, me) <= 2 else -2.7)
        return best_take(s, me, free_kinds(s, me)) + TAKING[family(move - UNDERLING)]
    if s.phase == Phase.MEET_TURN:
        if move == NO_MORE:
            free, bribes = free_underlings(s, me), useful_bribes(s, me)
            return 0.2 * s.month + (1.5 if free <= 1 else -0.5) + (0.4 * bribes if free <= bribes else 0.0)
        return best_card(s, me) + BIDDING[family(move - UNDERLING)]
    if move == NO_MORE:
        return 1.5 - 0.1 * bank_size(s, me) - 0.1 * s.month
    return best_service(s, me) + BRIBING[family(move - UNDERLING)]


@rule
def appeal_of_payback(s, card):
    """Play it when it hurts; Shame of you! waits for the end, where it surprises."""
    late = s.month == MONTHS and s.stage == Stage.V5
    if card == Vendetta.SHAME_OF_YOU and not late:
        return -0.5
    if card == Vendetta.KIDNAPPING and s.stage == Stage.TRIAL:
        return -0.5
    return PROMISE[card]


@rule
def appeal_of_offer(s, move, me):
    """Bid up to what the card is worth, or what ends the Investigation, with the bills that serve the jury least."""
    card = s.street[s.space]
    goal = min(10.0 * worth_of_card(s, me, card), 60.0)
    if FIRST_INVESTIGATION <= card < UNDERBOSS_CARD and goal > 0:
        goal = float(s.bribe[card - FIRST_INVESTIGATION])
    laid = 0
    for bill in range(BILLS):
        laid += VALUE[bill] * s.offers[me, s.space, bill]
    if move == NO_MORE:
        return -max(0.0, goal - laid) / 50
    bill = move - BILL
    return -abs(goal - laid - VALUE[bill]) / 50 - 0.2 * max(0, service(s, me, bill)) - 0.02


@rule
def appeal_of_bill(s, move, me):
    """Give, offer, take back, place or discard a bill."""
    if s.phase == Phase.BID_BILL:
        return appeal_of_offer(s, move, me)
    if s.phase == Phase.SHARE:
        if move == NO_MORE:
            return 0.0
        return 0.9 if move == FIRST_CARD else 1.6 - price(s, me, move - BILL)
    if s.phase == Phase.TAKE_BACK:
        return price(s, me, move - BILL)
    if s.phase == Phase.DISCARD:
        return -price(s, me, move - BILL)
    if move == NO_MORE:
        return 0.3  # no second bill
    return service(s, me, move - BILL)


@rule
def appeal_of_seat(s, seat, me):
    """Strike the strongest, and where there is most to take; give Titles to the weakest."""
    if s.phase == Phase.TITLE:
        return -respect(s, seat)
    return respect(s, seat) + 0.3 * bank_size(s, seat)


@rule
def appeal_of_card(s, move, me):
    """Name an Underling, a Turf, a kind, a space."""
    if move < TURF:
        return s.worth[move - UNDERLING] + 0.5 * (s.busy[move - UNDERLING] == 0)
    if move < KIND:
        turf = move - TURF
        if s.phase == Phase.TAKE_TURF:
            return best_take(s, me, s.kinds[turf])
        return s.worth[FIRST_TURF + turf] + 1.0
    if move < BILL:
        return take_of(s, me, move - KIND)
    if s.phase == Phase.TARGET_OFFER:
        return s.offer_size[s.target, move - SPACE] + worth_of_card(s, me, s.street[move - SPACE])
    return worth_of_card(s, me, s.street[move - SPACE])


@rule
def appeal_of_answer(s, move, me):
    """Yes and no, left and right."""
    if s.phase == Phase.DIRECTION:
        if move == NO_MORE:
            return 0.0
        return 1.0 if (move == LEFT) == (side(s, me) < 0) else -1.0
    if s.phase == Phase.INSPECT:
        harmful = service(s, me, s.bill) < 0
        return 1.0 if (move == YES) == harmful else 0.0
    if s.phase == Phase.SELL:
        return -PROMISE[move - PAYBACK]
    return 1.0 if move == YES else 0.0


@verb
def appeal(s, move):
    """How good a legal move looks to the seat to act."""
    me = s.asked
    if is_turn(s):
        if PAYBACK <= move < USE_ILARIA:
            return appeal_of_payback(s, move - PAYBACK)
        if move >= USE_ILARIA:
            return 0.2
        return appeal_of_turn(s, move, me)
    if s.phase == Phase.BID_BILL or s.phase == Phase.SHARE or s.phase == Phase.TRIAL_BILL2 or BILL <= move <= FIRST_CARD:
        return appeal_of_bill(s, move, me)
    if SEAT <= move < PAYBACK:
        return appeal_of_seat(s, move - SEAT, me)
    if UNDERLING <= move < SEAT:
        return appeal_of_card(s, move, me)
    return appeal_of_answer(s, move, me)
