"""The referee of The Boss: every restriction once, as an objection; the legal moves follow from it."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import bag_chances
from fivefamilies.games.the_boss.components import (
    CARDS,
    CITIES,
    CITY_OF,
    FIRST_CARD,
    OCCASIONALS,
    City,
)
from fivefamilies.games.the_boss.state import POLICE_KINDS, Phase, Place, city_at, gangsters_in, most_of_rivals
from fivefamilies.games.the_boss.words import Move, No, crew_of, experts_in, join, occasionals_in, split

OUTCOMES = CARDS  # moves of chance: a city card, a police card, or a seat, by its number


@rule
def placed_outside_chicago(s, seat):
    """Has he gangsters in another city? Nobody leaves a city during a round, so this is "in an earlier turn" (TB-R11)."""
    for city in range(1, CITIES):
        if gangsters_in(s, seat, city) > 0:
            return True
    return False


@rule
def objection_to_city(s, seat, city):
    """May the seat place gangsters in this city at all?"""
    if not s.in_play[city]:
        return No.NOT_IN_ROW
    if s.ban[seat] == city:
        return No.BANNED
    if city == City.CHICAGO and not placed_outside_chicago(s, seat):
        return No.CHICAGO_LATER
    return 0


@verb
def fewest_to_send(s, seat, city):
    """How many it takes to have more there than each opponent, those who stand there counted (TB-33, TB-34, TB-R8)."""
    return max(1, most_of_rivals(s, seat, city) + 1 - gangsters_in(s, seat, city))


@rule
def are_alone(s, seat, city, experts, occasionals):
    """Would Occasionals stand there without an Expert of their colour? (TB-30, TB-31, TB-R9)"""
    return occasionals > 0 and experts == 0 and s.experts_in[seat, city] == 0


@rule
def objection_to_placing(s, seat, city, experts, occasionals):
    """May the seat send these gangsters there? (TB-28 to TB-34)"""
    no = objection_to_city(s, seat, city)
    if no != 0:
        return no
    if experts > s.experts[seat]:
        return No.TOO_FEW_EXPERTS
    if occasionals > s.occasionals[seat]:
        return No.TOO_FEW_OCCASIONALS
    if are_alone(s, seat, city, experts, occasionals):
        return No.OCCASIONALS_ALONE
    return 0 if experts + occasionals >= fewest_to_send(s, seat, city) else No.NOT_MORE


@rule
def may_be_drawn(s, card):
    """Is the card among those that chance draws from now? (TB-13, TB-14)"""
    if s.card[card] != Place.DECK:
        return False
    return s.phase == Phase.DEAL or CITY_OF[card] == next_reward(s)


@rule
def next_reward(s):
    """The city whose reward card is drawn next: left to right, Chicago has none (TB-13)."""
    return city_at(s, s.dealt + (1 if s.dealt >= s.chicago else 0))


@verb
def objection(s, move):
    """The rule that forbids `move` here, or 0."""
    kind, what, sent = split(move)
    if s.phase == Phase.PLACE:
        if kind == Move.PASS:
            return 0
        if kind == Move.REVEAL:
            return No.OTHER_QUESTION
        return objection_to_placing(s, s.order[s.go], what, experts_in(sent), occasionals_in(sent))
    if s.phase == Phase.REVEAL:
        if kind != Move.REVEAL:
            return No.OTHER_QUESTION
        return 0 if s.card[what] == s.order[s.go] else No.NOT_IN_HAND
    if s.phase == Phase.FIRST:
        return 0 if move < s.seats else No.NO_SUCH_SEAT
    if s.phase == Phase.POLICE:
        return 0 if move < POLICE_KINDS and s.police[move] > 0 else No.NOT_TO_DRAW
    if s.phase == Phase.OVER:
        return No.OTHER_QUESTION
    return 0 if may_be_drawn(s, move) else No.NOT_TO_DRAW


@rule
def legal_placements(s, seat, moves):
    """Pass, then city by city everything to which nothing is objected."""
    moves[0] = join(Move.PASS)
    count = 1
    experts = s.experts[seat] + 0
    occasionals = s.occasionals[seat] + 0
    for city in range(CITIES):
        if objection_to_city(s, seat, city) != 0:
            continue
        fewest = fewest_to_send(s, seat, city)
        for sent in range(experts + 1):
            most = 0 if are_alone(s, seat, city, sent, 1) else occasionals
            for joining in range(OCCASIONALS + 1):
                moves[count] = join(Move.PLACE, city, crew_of(sent, joining))
                count += fewest - sent <= joining <= most  # no branch: what is not legal is written over
    return count


@verb
def legal(s, moves):
    """Every legal move of the seat to act, ascending; returns how many."""
    seat = s.order[s.go]
    if s.phase == Phase.PLACE:
        return legal_placements(s, seat, moves)
    count = 0
    for card in range(CARDS):
        moves[count] = join(Move.REVEAL, card)
        count += s.card[card] == seat  # no branch: a card of another place is written over
    return count


@verb
def chances(s, moves, weights):
    """First seat, reward cards, the deal: each with the same weight; police cards by their number left (TB-R22, TB-15)."""
    if s.phase == Phase.POLICE:
        return bag_chances(s.police, moves, weights)
    if s.phase == Phase.FIRST:
        for seat in range(s.seats):
            moves[seat] = seat
            weights[seat] = 1
        return s.seats + 0
    first, last = 0, CARDS
    if s.phase == Phase.REWARD:
        city = next_reward(s)
        first, last = FIRST_CARD[city] + 0, FIRST_CARD[city + 1] + 0
    count = 0
    for card in range(first, last):
        moves[count] = card
        weights[count] = 1
        count += s.card[card] == Place.DECK
    return count
