"""The table of Family Business: one record, and small questions about it."""

from collections import Counter
from enum import IntEnum
from typing import Any

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import next_seat
from fivefamilies.core.record import i8, i16, i32, one_of, record, unwrap, upto
from fivefamilies.games.family_business.components import CARDS, FEWEST_SEATS, MEN, MOBSTERS, SEATS, Card, Gang, Parts


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


@verb
def shows_pick(s):
    """Does `picked` say anything? A man was named and the card has not worked yet."""
    return s.phase == Phase.PARTNER or s.phase == Phase.RETURN or (s.phase == Phase.RESPOND and s.card == Card.LAM)


@verb
def picked_man(s):
    """The mobster whom `picked` means."""
    return lowest(s, s.picked - FREE_MAN, Fate.FREE) if s.picked >= FREE_MAN else s.hit_list[s.picked] + 0


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


# ---------------------------------------------------------------- what cannot be


def flaw(state: Any, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every card and every mobster is in exactly one place (FB-2, FB-3)."""
    s = unwrap(state)
    seats, listed = int(s["seats"]), [int(m) for m in s["hit_list"][: s["hit_count"]]]
    if not FEWEST_SEATS <= seats <= SEATS:
        return f"{seats} seats; there are {FEWEST_SEATS} to {SEATS}"
    in_use = (s["hand"].sum(axis=0) + s["deck"] + s["discards"]).tolist()
    fate = s["fate"].tolist()
    for card in range(CARDS):
        extra = {Card.TURNCOAT: (0, 1), Card.FAMILY_INFLUENCE: (box.cards[card].count, box.cards[card].count + 1)}
        if in_use[card] not in extra.get(Card(card), (box.cards[card].count,)):
            return f"{in_use[card]} cards of {box.cards[card].id} in all; the deck has {box.cards[card].count}"
    if sum(in_use) not in (sum(c.count for c in box.cards[: Card.TURNCOAT]), sum(c.count for c in box.cards) + 1):
        return f"{sum(in_use)} cards in all"
    if min(s["hand"].min(), s["deck"].min(), s["discards"].min()) < 0:
        return "a count of cards below zero"
    if any(s["cards"][seat] != s["hand"][seat].sum() for seat in range(SEATS)):
        return "a hand does not have the number of cards that is noted"
    if (s["old"] > s["hand"]).any():
        return "a hand lacks cards that it is known to hold"
    if any(not 0 <= m < MOBSTERS for m in listed) or max(Counter(listed).values(), default=0) > 1:
        return "a mobster is on the hit list twice"
    for mobster in range(MOBSTERS):
        if (fate[mobster] == Fate.LISTED) != (mobster in listed):
            return f"mobster {mobster} is on the hit list and elsewhere, or on it and not there"
        if (fate[mobster] == Fate.ASIDE) != (mobster // MEN >= seats):
            return f"mobster {mobster} belongs to a gang that is not at the table"
    for seat in range(seats):
        fates = Counter(fate[seat * MEN : seat * MEN + MEN])
        if s["free"][seat] != fates[Fate.FREE] or s["buried"][seat] != fates[Fate.BURIED]:
            return f"seat {seat}: the count of free or buried mobsters is wrong"
    if not 0 <= s["pace"] <= 2 or (s["pace"] > 0 and s["hit_count"] == 0 and int(s["phase"]) != Phase.OVER):
        return "a war without anybody on the hit list"
    if not 0 <= s["turn"] < seats or len({int(g) for g in s["gang"][:seats]}) != seats:
        return "the turn or the gangs do not fit the seats"
    return None
