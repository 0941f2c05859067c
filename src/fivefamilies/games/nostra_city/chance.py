"""What chance can do in Nostra City, and with which weights."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.games.nostra_city.components import (
    BILLS,
    CARDS,
    FIRST_INVESTIGATION,
    FIRST_TURF,
    TURFS,
    UNDERLINGS,
    VENDETTAS,
    Bill,
)
from fivefamilies.games.nostra_city.state import DECK, Phase, count_in


@rule
def street_deck_size(s):
    """Cards of the Street deck, those put under it not counted (NC-R41)."""
    return count_in(s, DECK, 0, CARDS)


@rule
def weight_of_card(s, card):
    """A Street card to be dealt or turned up (NC-19, NC-21, NC-R41)."""
    if s.phase == Phase.DEAL_UNDERLING and card >= UNDERLINGS:
        return 0
    if s.phase == Phase.DEAL_TURF and not FIRST_TURF <= card < FIRST_TURF + TURFS:
        return 0
    if s.phase == Phase.DEAL_STREET and card >= FIRST_INVESTIGATION:
        return 0  # it would be shuffled back and replaced
    if s.place[card] == DECK:
        return 1
    is_next = s.under_count > 0 and s.under_deck[0] == card
    return 1 if is_next and street_deck_size(s) == 0 else 0


@rule
def weight(s, outcome):
    """The weight of a move of chance: how many such cards or bills are in the bag."""
    if s.phase <= Phase.DEAL_STREET or s.phase == Phase.ENZO_CARD or s.phase == Phase.REFILL:
        return weight_of_card(s, outcome)
    if s.phase == Phase.FIRST_PLAYER:
        return 1 if outcome < s.seats else 0
    if s.phase == Phase.DRAW_VENDETTA:
        return s.deck[outcome] + 0 if outcome < VENDETTAS else 0
    if s.phase == Phase.ILARIA_CARD:
        return s.hand[s.target, outcome] + 0 if outcome < s.hand.shape[1] else 0
    if s.phase == Phase.DRAW_BILL or s.phase == Phase.CESARE_BILL:
        return s.draw[outcome] + 0 if outcome <= Bill.RAID else 0
    if outcome >= BILLS:
        return 0
    if s.phase == Phase.STEAL:
        return s.bank[s.target, outcome] + 0
    seen_before = s.phase == Phase.BRUNO_BILL and s.bill == outcome
    return s.pile[outcome] - seen_before


@verb
def chances(s, moves, weights):
    """Each move of chance that is possible, with its weight."""
    limit = CARDS
    if s.phase > Phase.DEAL_STREET and s.phase != Phase.ENZO_CARD and s.phase != Phase.REFILL:
        limit = VENDETTAS
    elif s.under_count > 0 and street_deck_size(s) == 0:
        moves[0] = s.under_deck[0]
        weights[0] = 1
        return 1
    count = 0
    for outcome in range(limit):
        chance = weight(s, outcome)
        moves[count] = outcome
        weights[count] = chance
        count += chance > 0
    return count
