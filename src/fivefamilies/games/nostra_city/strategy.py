"""How good a move of Nostra City looks at first sight: for the greedy bot and for rollouts.

Appeal is measured in Respect, roughly. The player is loyal unless he holds a Snitch: then he wants the Godfather convicted.
He takes what he can, shares small bills, bids what a card is worth to him, and bribes with what serves his side.
"""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.games.nostra_city.action_referee import allowed_kinds
from fivefamilies.games.nostra_city.components import (
    BILLS,
    BLUE_LAST,
    CARDS,
    FIRST_INVESTIGATION,
    FIRST_RESPECT,
    FIRST_TURF,
    MONTHS,
    UNDERBOSS_CARD,
    UNDERLINGS,
    VALUE,
    Underling,
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
    STREET,
    Phase,
    Stage,
    bank_size,
    count_in,
    has_free,
    matching_turfs,
    respect,
)

# What a Payback promises when it is played, in the order of `Vendetta`.
PROMISE = (0.7, 1.2, 1.5, 0.7, 1.0, 1.6, 0.6, 0.5)


MARGIN = 3  # spaces of lead that feel safe
RESERVE = 1  # Free Underlings kept for the TRIAL


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
def worth_of_card(s, me, card):
    """What a Street card is worth to the player: its Respect, and the work it will still do."""
    months = (MONTHS - s.month + 1) / MONTHS
    if card == UNDERBOSS_CARD:
        return 5.0
    if card >= FIRST_INVESTIGATION:
        return 1.5 if side(s, me) < 0 else -2.0
    if card >= FIRST_RESPECT:
        return 1.2 * s.worth[card]
    if card >= FIRST_TURF:
        return s.worth[card] + 2.2 * months + 0.3
    return s.worth[card] + 1.8 * months + 0.3


@rule
def take_of(s, me, kind):
    """Bills that a Take of this kind brings its player: his own and half of what he could keep from others."""
    amount = 0.0
    for seat in range(s.seats):
        amount += matching_turfs(s, seat, kind) * (1.0 if seat == me else 0.5)
    return amount


@rule
def best_take(s, me, turf):
    """The best Take that this Turf still allows."""
    kinds = s.kinds[turf] & allowed_kinds(s, s.underling)
    best = 0.0
    for kind in range(7):
        if (kinds >> kind) & 1:
            best = max(best, take_of(s, me, kind))
    return best


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
def behind(s, me):
    """How many spaces the player's side is behind, were the Pile counted now and the Investigations left to the end."""
    spaces = s.marker - BLUE_LAST - 0.5 + count_in(s, STREET, FIRST_INVESTIGATION, CARDS) * (MONTHS - s.month + 1)
    for bill in range(BILLS):
        spaces += s.pile[bill] * s.leaning[bill]
    return -side(s, me) * spaces


@rule
def urgency(s, me):
    """How much a space on the track is worth: a lot while the side is behind, little with a good lead."""
    margin = behind(s, me)
    if margin > -MARGIN:
        return 1.1 if margin < 12 else 0.7
    return 0.2 if s.month < MONTHS else 0.45


@rule
def appeal_of_turn(s, move, me):
    """Engage somebody, or be done: the last Free Underling waits for a phase that needs him more."""
    if s.phase == Phase.VENDETTA:
        return 0.4
    free = free_underlings(s, me)
    if s.phase == Phase.BUS_TURN:
        if move == NO_MORE:
            return 1.1 if free == 1 and bank_size(s, me) >= 4 else 0.0
        return 1.5 - 0.4 * (move - UNDERLING >= Underling.ALBA_BALDINI)
    if s.phase == Phase.MEET_TURN:
        if move == NO_MORE:
            return 1.4 if free <= min(RESERVE, useful_bribes(s, me)) and behind(s, me) > -MARGIN else 0.3
        baldini = Underling.ALBA_BALDINI <= move - UNDERLING < Underling.AMALIA_CALVANO
        return 1.0 + 0.3 * baldini - 0.3 * (move - UNDERLING >= Underling.AMALIA_CALVANO)
    if move == NO_MORE:
        return 0.5
    calvano = Underling.AMALIA_CALVANO <= move - UNDERLING < Underling.FRANCESCA_DONATA
    return best_service(s, me) * urgency(s, me) + 0.2 * calvano


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
    """Bid up to what the card is worth, eight thousand for a point of Respect, with the bills that serve the jury least."""
    goal = min(8.0 * worth_of_card(s, me, s.street[s.space]), 60.0)
    laid = 0
    for bill in range(BILLS):
        laid += VALUE[bill] * s.offers[me, s.space, bill]
    if move == NO_MORE:
        return 1.0 - max(0.0, goal - laid) / 50
    bill = move - BILL
    after = laid + VALUE[bill]
    return 1.0 - abs(goal - after) / 50 - 0.05 * max(0, service(s, me, bill)) - 0.02


@rule
def appeal_of_bill(s, move, me):
    """Give, offer, take back, place or discard a bill."""
    if s.phase == Phase.BID_BILL:
        return appeal_of_offer(s, move, me)
    if s.phase == Phase.SHARE:
        if move == NO_MORE:
            return 0.5
        return 0.6 if move == FIRST_CARD else 1.6 - price(s, me, move - BILL)
    if s.phase == Phase.TAKE_BACK:
        return price(s, me, move - BILL)
    if s.phase == Phase.DISCARD:
        return -price(s, me, move - BILL)
    if move == NO_MORE:
        return 0.3  # no second bill
    return service(s, me, move - BILL) - 0.02 * VALUE[move - BILL]


@rule
def appeal_of_seat(s, seat, me):
    """Strike the strongest, and where there is most to take; give Titles to the weakest."""
    if s.phase == Phase.TITLE:
        return -respect(s, seat)
    return respect(s, seat) + 0.6 * bank_size(s, seat)


@rule
def appeal_of_card(s, move, me):
    """Name an Underling, a Turf, a kind, a space."""
    if move < TURF:
        return s.worth[move - UNDERLING] + 0.5 * (s.busy[move - UNDERLING] == 0)
    if move < KIND:
        turf = move - TURF
        if s.phase == Phase.TAKE_TURF:
            return best_take(s, me, turf)
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
