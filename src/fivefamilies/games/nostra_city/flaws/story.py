"""The chronicle of a table of Nostra City leads to that table: bill by bill, card by card, as far as it is told."""

from collections import Counter

import numpy as np

from fivefamilies.games.nostra_city.components import BILLS, HAND_TYPES, SEATS, START_BILLS, Vendetta
from fivefamilies.games.nostra_city.flaws.pieces import open_bills, purses
from fivefamilies.games.nostra_city.state import DISCARDS, DRAW, EVERYBODY, GONE, HAND_DECK, OFFER, PILE, TAKEN, USED
from fivefamilies.games.nostra_city.state.chronicle import AMOUNT, GOAL, MANY, PLACE, SEEN_BY, SEEN_BY_TOO, SOURCE, WHO, WHOLE

UNSEEN = -1  # the type of what is only counted
Places = dict[int, Counter]  # what lies where, by type


def flaw_of_chronicle(s: np.void) -> str | None:
    """The story that is kept leads to this table; one that was kept for a seat, as far as that seat can tell."""
    if not s["chronicle"]:
        return None
    told = Retold(int(s["chronicle"]) - 2)
    bills, cards = bills_by_place(s), cards_by_place(s)
    told.begin(bills, {seat: Counter(dict(enumerate(START_BILLS.tolist()))) for seat in range(int(s["seats"]))}, DRAW)
    for entry in s["bill_story"][: s["bill_entries"]].tolist():
        told.follow(entry, Counter({bill: entry >> AMOUNT * bill & MANY for bill in range(BILLS)}))
    leads = told.leads_to(bills)
    told.begin(cards, {}, HAND_DECK)
    for packed in s["card_story"][: s["card_entries"]].tolist():
        told.follow(packed >> AMOUNT << SOURCE, Counter({packed & MANY: int(packed & MANY < HAND_TYPES)}))
    if leads and told.leads_to(cards):
        return None
    return "the chronicle does not lead to this table; leave out 'chronicle' to do without it"


class Retold:
    """The chronicle followed by types, for one seat or, below zero, for whoever saw everything."""

    def __init__(self, seat: int) -> None:
        self.seat, self.fits = seat, True
        self.at: Places = {}

    def begin(self, end: Places, start: Places, rest: int) -> None:
        """All there is lies in `start`, the rest of it in one place."""
        self.at = start
        self.at[rest] = sum(end.values(), Counter())
        for place in start:
            if place != rest:
                self.at[rest].subtract(start[place])

    def follow(self, entry: int, types: Counter) -> None:
        """These go as the entry tells, or a whole pile; what the seat did not see is counted. A Bank's owner sees what goes."""
        source, goal = entry >> SOURCE & PLACE, entry >> GOAL & PLACE
        seen_by = {entry >> SEEN_BY & WHO, entry >> SEEN_BY_TOO & WHO}
        if entry >> WHOLE & 1:
            moved = Counter(self.at.get(source, {}))
        elif self.seat < 0 or seen_by & {EVERYBODY, self.seat}:
            moved = types
        else:
            moved = Counter({UNSEEN: types.total()})
        if source != goal:
            self.fits &= EVERYBODY in seen_by or all(place >= SEATS or place in seen_by for place in (source, goal))
            self.at.setdefault(source, Counter()).subtract(moved)
            self.at.setdefault(goal, Counter()).update(moved)

    def leads_to(self, end: Places) -> bool:
        """Does it all lie so now? A seat knows its own things, and of the others' how many there are."""
        for place in {*end, *self.at}:
            told, lies = self.at.get(place, Counter()), end.get(place, Counter())
            self.fits &= told == lies if self.seat < 0 or place == self.seat else told.total() == lies.total()
        return self.fits


def typed(counts: np.ndarray) -> Counter:
    return Counter({kind: int(count) for kind, count in enumerate(counts) if count})


def bills_by_place(s: np.void) -> Places:
    """The bills by the places of the chronicle: revealed offers are discards, an offer that is being made is in the Bank."""
    found = {PILE: typed(s["pile"]), DRAW: typed(s["draw"][:BILLS])}
    found[DISCARDS] = typed(s["discards"][:BILLS] + open_bills(s))
    taken = TAKEN if s["taken"] else DRAW
    found[taken] = found.get(taken, Counter()) + typed(s["drawn"])
    for seat in range(int(s["seats"])):
        found[seat] = typed(purses(s)[seat])
        for space, underling in enumerate(s["offer_by"][seat].tolist()):
            if underling and not (s["open_offers"] and s["space"] == space):
                found[OFFER + underling - 1] = typed(s["offers"][seat, space])
                found[seat] -= typed(s["offers"][seat, space])
    return found


def cards_by_place(s: np.void) -> Places:
    """The Vendetta cards by the places of the chronicle; Gota and Atlantic City are open as soon as they are drawn."""
    found = {seat: typed(s["hand"][seat]) for seat in range(int(s["seats"]))}
    found |= {HAND_DECK: typed(s["deck"][:HAND_TYPES]), USED: typed(s["paybacks"])}
    return found | {GONE: Counter({int(Vendetta.SHAME_OF_YOU): int(s["shame"].sum())})}
