"""The table of Family Business: one record, and small questions about it."""

from enum import IntEnum

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import next_seat
from fivefamilies.core.record import i8, i16, i32, one_of, record, upto
from fivefamilies.games.family_business.components import MEN, MOBSTERS, SEATS, Card, Gang


class Phase(IntEnum):
    """What is asked next, and of whom (the decision points D1 to D9)."""

    DEAL = 0  # chance: the next card of the deal
    DRAW = 1  # chance: the card of the boss whose turn it is
    PLAY = 2  # D1: play or discard a card
    TARGET = 3  # D2: the rival a contract names
    RESPOND = 4  # D3: answer with a counter card, or let it stand
    VICTIM = 5  # D4: whom the Hit kills
    PICK = 6  # D5: whom a rescue card saves
    PARTNER = 7  # D5b: who changes places with him
    GANG = 8  # D5c: the gang that pays off
    QUEUE = 9  # D6: whose man joins the list next
    REORDER = 10  # D7: whose man comes next in the new order
    MP_ORDER = 11  # D8: which of two men joins first
    REPLACE = 12  # chance: the card that replaces a counter card
    TRAITOR = 13  # D9: the man who disappears
    RETURN = 14  # D9: the gang that gets a man back
    OVER = 15
    DONE = 16  # inside a move only: the card has worked, the turn ends


class Fate(IntEnum):
    """Where a mobster is (FB-R4: in play is free or listed)."""

    FREE = 0
    LISTED = 1
    BURIED = 2
    ASIDE = 3  # of a gang nobody took (FB-5)


NO_CARD = -1
NO_SEAT = -1


@record
class State:
    """Everything on the table. A mobster's number is 9 x seat + his place in the gang."""

    hand: i8[SEATS, Card]  # how many of each card a family holds
    old: i8[SEATS, Card]  # cards held at the last reshuffle, less those laid since: see knowledge.py
    deck: i8[Card]  # a bag: the order of a deck is never stored
    discards: i8[Card]
    hit_list: i8.within(0, MOBSTERS - 1)[upto("hit_count", MOBSTERS)]  # mobsters in the order they will be shot
    fate: one_of(Fate)[MOBSTERS]
    free: i8.within(0, MEN)[SEATS]  # mobsters at large
    buried: i8.within(0, MEN)[SEATS]
    cards: i8[SEATS]  # cards in each hand
    fresh: i8[SEATS]  # cards drawn since the last reshuffle
    quota: i8[SEATS]  # Double Cross and Vendetta: men still to be listed
    gang: one_of(Gang)[SEATS]
    fallen: i8.within(0, SEATS - 1)[upto("fallen_count", SEATS)]  # seats in the order they were eliminated
    max_turns: i16
    turn_number: i16  # 1 for the dealer's first turn
    hit_count: i8
    fallen_count: i8
    seats: i8.within(1, SEATS)
    turn: i8.within(0, SEATS - 1)  # the boss whose turn it is
    phase: one_of(Phase)
    pace: i8  # executions at the start of each turn; 0 is peace
    card: one_of(("none", *(card.name.lower() for card in Card)), -1)  # the card being played
    asked: i8.within(-1, SEATS - 1)  # the seat that is dealt to, or asked for an answer
    target: i8.within(-1, SEATS - 1)  # of a contract
    counter: one_of(("none", *(card.name.lower() for card in Card)), -1)  # the counter card that answered
    countered_by: i8.within(-1, SEATS - 1)
    picked: i8.within(-1, MOBSTERS + SEATS - 1)  # the list position or the free man (54 + seat) chosen first
    placed: i8.within(0, MOBSTERS)  # Intrigue: places of the new order that are settled
    anyone_answers: i8  # options
    contractor_first: i8
    any_partner: i8
    own_gang: i8
    laid: i8[SEATS, Card]  # cards laid face up since the last reshuffle
    early: i32[SEATS]  # what was laid until more was laid than drawn, one bit a card: see guessing.py


MORE_LAID_THAN_DRAWN = 1 << 24  # in `early`: so one of these cards at least was held at the reshuffle
FREE_MAN = MOBSTERS  # `picked` is this plus the seat when a free man was chosen


@rule
def living(s, seat):
    """A gang's mobsters in play, free or listed (FB-R4)."""
    return MEN - s.buried[seat]


@rule
def in_play(s):
    """All mobsters in play."""
    count = 0
    for seat in range(s.seats):
        count += MEN - s.buried[seat]
    return count


@rule
def listed(s, seat):
    """A gang's mobsters on the list."""
    return MEN - s.buried[seat] - s.free[seat]


@rule
def owner(mobster):
    """The seat whose man he is."""
    return mobster // MEN


@rule
def next_boss(s, seat):
    """The next seat clockwise that is still in the game (FB-9)."""
    seat = next_seat(seat, s.seats)
    while s.buried[seat] == MEN:
        seat = next_seat(seat, s.seats)
    return seat


@rule
def rival_has_free_man(s):
    """Does some opponent of the active boss have a mobster who is not listed?"""
    for seat in range(s.seats):
        if seat != s.turn and s.free[seat] > 0:
            return True
    return False


@rule
def lowest(s, seat, fate):
    """The gang's lowest-numbered mobster of that fate (FB-R3)."""
    for mobster in range(seat * MEN, seat * MEN + MEN):
        if s.fate[mobster] == fate:
            return mobster
    return -1


@rule
def most_in_play(s):
    """The size of the biggest gang (Turncoat)."""
    most = 0
    for seat in range(s.seats):
        if living(s, seat) > most:
            most = living(s, seat)
    return most


@rule
def may_return(s, seat, victim_seat):
    """May Turncoat bring back a man of `seat`? Fewest in play of those with a grave, not the victim's, not out (FB-R33)."""
    if seat == victim_seat or s.buried[seat] == 0 or s.buried[seat] == MEN:
        return False
    for other in range(s.seats):
        if other != victim_seat and 0 < s.buried[other] < MEN and living(s, other) < living(s, seat):
            return False
    return True


@rule
def someone_may_return(s, victim_seat):
    """Is there a gang that could get a man back for one of `victim_seat`?"""
    for seat in range(s.seats):
        if may_return(s, seat, victim_seat):
            return True
    return False
