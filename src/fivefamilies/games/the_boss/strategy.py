"""How good a move of The Boss looks at first sight: for the greedy bot and for rollouts.

Appeal is measured in millions, and built on what the seat knows: a city's reward is worth the mean of the faces that the seat
has not seen. So it never fights for a city whose card it knows to be a revolver.
"""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import hopes
from fivefamilies.games.the_boss.components import (
    BAN,
    CITIES,
    CITY_OF,
    FIRST_CARD,
    HOSPITAL,
    PRISON,
    REVOLVER,
    TURNS,
    City,
)
from fivefamilies.games.the_boss.knowledge import is_unseen
from fivefamilies.games.the_boss.state import (
    NO_SEAT,
    Phase,
    Place,
    city_at,
    gangsters_in,
    last_card,
    leader,
    most_of_rivals,
    police_ends_it,
    reserve,
)
from fivefamilies.games.the_boss.words import Move, experts_in, occasionals_in, split


@rule
def is_last_round(s):
    """Does nothing come after this round?"""
    return s.decisive or police_ends_it(s)


@rule
def time_left(s):
    """How much of the round is to come: 1 in the first turn, 0 in the last."""
    return (TURNS - s.turn) / (TURNS - 1)


@rule
def worth_of(s, face):
    """A face in millions; in the last round the absent are not missed."""
    if face >= 0:
        return face * 1.0
    later = 0.15 if is_last_round(s) else 1.0
    if face == REVOLVER:
        return -2.5 * later
    if face == PRISON:
        return -1.5 * later
    if face == HOSPITAL:
        return -1.0 * later
    return -1.5 * later if face == BAN else 0.0


@rule
def reward_worth(s, seat, city):
    """What the seat expects of a city's reward card: the mean of the faces it has not seen."""
    amount = 0.0
    count = 0
    for card in range(FIRST_CARD[city], FIRST_CARD[city + 1]):
        if is_unseen(s, seat, card):
            amount += worth_of(s, s.face[card])
            count += 1
    return amount / count


@rule
def mean_money(s, seat, city):
    """What the seat expects of the next card laid in a city, for Chicago: the mean of the faces not laid yet, sanctions 0."""
    amount = 0.0
    count = 0
    for card in range(FIRST_CARD[city], FIRST_CARD[city + 1]):
        if is_unseen(s, seat, card) or s.card[card] == seat:
            amount += max(0, s.face[card] + 0)
            count += 1
    return amount / count


@rule
def chicago_worth(s, seat):
    """Half of what the last cards left of Chicago will probably be: the present ones, more surely the later it is."""
    settled = s.turn / (TURNS + 1)
    amount = 0.0
    for place in range(s.chicago):
        city = city_at(s, place)
        card = last_card(s, city)
        now = mean_money(s, seat, city) if card < 0 else max(0, s.face[card] + 0)
        amount += settled * now + (1 - settled) * mean_money(s, seat, city)
    return max(0.0, amount / 2 - 0.25)


@rule
def worth(s, seat, city):
    """What leading a city at the end of the round is worth to the seat."""
    return chicago_worth(s, seat) if city == City.CHICAGO else reward_worth(s, seat, city)


@rule
def hold(s, seat, city, margin):
    """How likely a lead of `margin` lasts: surely with nobody to come, else the more the fewer can come and the dearer it is."""
    threats = 0.0
    for other in range(s.seats):
        if other != seat and s.ban[other] != city:
            needed = gangsters_in(s, seat, city) + margin + 1 - gangsters_in(s, other, city)
            spare = reserve(s, other) - needed
            if spare >= 0 and s.experts[other] > 0:
                threats += min(1.0, 0.25 + 0.15 * spare)
    return 1 / (1 + threats * (0.15 + 0.6 * time_left(s)))


@rule
def appeal_of_placing(s, seat, city, experts, occasionals):
    """The worth of the city times the chance to keep it, less what the gangsters could do elsewhere."""
    sent = experts + occasionals
    value = worth(s, seat, city)
    mine = gangsters_in(s, seat, city)
    rival = most_of_rivals(s, seat, city)
    gain = value * hold(s, seat, city, sent)
    if mine > rival:  # he leads already: only the surer lead is new
        gain -= value * hold(s, seat, city, 0)
    price = 0.05 + 0.9 * time_left(s)  # whoever waits sees more cards: a network learned that, and was right
    gone = 0.0 if is_last_round(s) else 1.0  # an Occasional does not come back
    return gain - price * sent - gone * occasionals


@rule
def appeal_of_revealing(s, seat, card):
    """Which knowledge to give away: where we lead, high cards (the city looks poor); high ones late for our Chicago."""
    city = CITY_OF[card]
    face = max(0, s.face[card] + 0)
    amount = 0.0
    ahead = leader(s, city)
    if ahead == seat:
        amount += 0.3 * worth_of(s, s.face[card])
    elif ahead != NO_SEAT:
        amount -= 0.2 * worth_of(s, s.face[card])
    if is_left_of_chicago(s, city):
        boss = leader(s, City.CHICAGO)
        if boss == seat:
            amount += 0.5 * face if s.turn == TURNS else -0.5 * face
        elif boss != NO_SEAT:
            amount += -0.5 * face if s.turn >= TURNS - 1 else 0.2 * face
    return amount


@rule
def is_left_of_chicago(s, city):
    """Does the city's last card count for Chicago?"""
    for place in range(s.chicago):
        if city_at(s, place) == city:
            return True
    return False


@verb
def appeal(s, move):
    """How good a legal move looks to the seat to act."""
    seat = s.order[s.go]
    kind, what, sent = split(move)
    if s.phase == Phase.REVEAL:
        return appeal_of_revealing(s, seat, what)
    if kind == Move.PASS:
        return 0.0
    return appeal_of_placing(s, seat, what, experts_in(sent), occasionals_in(sent))


@rule
def lead_worth(s, city):
    """What leading a city adds to a boss's chances, were the round to end like this: surer the later the turn."""
    if city == City.CHICAGO:
        return 0.15 * s.turn
    for card in range(FIRST_CARD[city], FIRST_CARD[city + 1]):
        if s.card[card] == Place.REWARD:
            if s.face[card] < 0:
                return -0.1 if is_last_round(s) else -0.5
            return (0.1 + 0.08 * s.round) * (0.3 + 0.12 * s.turn) * s.face[card]
    return 0.0


@verb
def outlook(s, out):
    """The chance of each player to win: money, led cities and gangsters in its exponent.

    The weights are fitted to 18,000 positions of greedy games with 2 to 4 players.
    """
    for seat in range(s.seats):
        placed = 0
        for city in range(CITIES):
            placed += s.experts_in[seat, city]
        out[seat, 1] = (
            (0.1 + 0.08 * s.round) * s.money[seat]
            + 0.7 * s.experts[seat]
            + 0.45 * placed
            + 0.6 * s.occasionals[seat]
            - 0.4 * s.dead[seat]
        )
    for city in range(CITIES):
        ahead = leader(s, city)
        if ahead != NO_SEAT:
            out[ahead, 1] += lead_worth(s, city)
    hopes(s.seats, out)
