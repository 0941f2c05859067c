"""Every bill and card of Nostra City is in exactly one place, nobody remembers what is not so, and the chronicle leads there."""

from collections import Counter

import numpy as np

from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BILLS,
    CARDS,
    FIRST_TURF,
    HAND_TYPES,
    PAYBACKS,
    SEATS,
    SPACES,
    START_BILLS,
    UNDERBOSS_CARD,
    Bill,
    Parts,
    Underling,
    Vendetta,
)
from fivefamilies.games.nostra_city.state import (
    DISCARDS,
    DRAW,
    EVERYBODY,
    GONE,
    HAND_DECK,
    OFFER,
    PILE,
    STREET,
    TAKEN,
    UNDER_DECK,
    USED,
    VENDETTA_DECK,
    Phase,
)
from fivefamilies.games.nostra_city.state.memory import AMOUNT, GOAL, MANY, PLACE, SEEN_BY, SEEN_BY_TOO, SOURCE, WHO, WHOLE


def flaw_of_pieces(s: np.void, box: Parts) -> str | None:
    """Every bill and every card is in exactly one place, memories are true."""
    return flaw_of_bills(s, box) or flaw_of_cards(s, box) or flaw_of_vendetta(s, box) or flaw_of_memories(s)


def loose_bill(s: np.void) -> tuple[int, int] | None:
    """The bill that is in no Bank and on no pile just now: its owner and its type."""
    if s["bill"] < 0:
        return None
    if s["phase"] == Phase.STEAL:
        return int(s["target"]), int(s["bill"])
    if s["phase"] == Phase.DIRECTION and s["underling"] >= 0:
        return int(s["turn"]), int(s["bill"])
    return None


def purses(s: np.void) -> np.ndarray:
    """What each player has: Bank, offers that were not revealed, and a loose bill."""
    found = s["bank"].astype(int) + s["offers"].sum(axis=1)
    if s["open_offers"]:
        found -= s["offers"][:, s["space"]]
    loose = loose_bill(s)
    if loose:
        found[loose] += 1
    return found


def open_bills(s: np.void) -> np.ndarray:
    """The revealed bills that lie on the Street."""
    return s["offers"][:, s["space"]].sum(axis=0) if s["open_offers"] else np.zeros(BILLS, int)


def flaw_of_bills(s: np.void, box: Parts) -> str | None:
    """The 52 bills and the Raids are conserved (NC-6, NC-22)."""
    fields = ("bank", "offers", "draw", "discards", "drawn", "pile")
    if min(s[name].min() for name in fields) < 0:
        return "a count of bills below zero"
    in_use = purses(s).sum(axis=0) + open_bills(s) + s["drawn"] + s["pile"] + s["draw"][:BILLS] + s["discards"][:BILLS]
    for row, count in zip(box.rows["bill"], in_use, strict=True):
        if row["count"] != count:
            return f"{count} bills of {row['id']} in all; there are {row['count']}"
    if sum(int(count) for count in (s["draw"][Bill.RAID], s["discards"][Bill.RAID], s["aside"])) != s["raids"]:
        return "the Police Raid is lost, or there twice"
    for seat in range(SEATS):
        for space in range(SPACES):
            building = s["phase"] == Phase.BID_BILL and s["turn"] == seat and s["space"] == space
            if not building and s["offer_size"][seat, space] != s["offers"][seat, space].sum():
                return f"the offer of seat {seat} for space {space + 1} does not have the number of bills that is noted"
    return None


def flaw_of_cards(s: np.void, box: Parts) -> str | None:
    """Every Street card is in one place."""
    on_street = sorted(int(card) for card in s["street"] if 0 <= card < UNDERBOSS_CARD)
    if on_street != [card for card in range(CARDS) if s["place"][card] == STREET]:
        return "a card is on the Street and elsewhere, or on it and not there"
    waiting = sorted(int(card) for card in s["under_deck"][: s["under_count"]])
    if waiting != [card for card in range(CARDS) if s["place"][card] == UNDER_DECK]:
        return "a card is under the Street deck and elsewhere"
    if any(s["seats"] <= place < SEATS for place in s["place"]):
        return "a card belongs to somebody who is not at the table"
    if UNDERBOSS_CARD in s["street"] and s["title"][0] >= 0:
        return "the Underboss is on the Street and in a Territory"
    for seat in range(SEATS):
        for space in range(SPACES):
            if s["offer_by"][seat, space] > 0 and s["place"][s["offer_by"][seat, space] - 1] != seat:
                return f"an offer of seat {seat} is made with somebody else's Underling"
    return None


def flaw_of_vendetta(s: np.void, box: Parts) -> str | None:
    """Every Vendetta card is in one place (NC-14, NC-23)."""
    if min(s["hand"].min(), s["deck"].min(), s["paybacks"].min(), s["shame"].min()) < 0:
        return "a count of Vendetta cards below zero"
    in_use = s["deck"].astype(int)
    in_use[: s["hand"].shape[1]] += s["hand"].sum(axis=0)
    in_use[:PAYBACKS] += s["paybacks"]
    in_use[Vendetta.SHAME_OF_YOU] += s["shame"].sum()
    in_use[Vendetta.ANTHONY_GOTA] += s["place"][Underling.ANTHONY_GOTA] != VENDETTA_DECK
    in_use[Vendetta.ATLANTIC_CITY] += s["place"][FIRST_TURF + ATLANTIC_CITY] != VENDETTA_DECK
    for row, count in zip(box.rows["vendetta"], in_use, strict=True):
        if row["count"] != count:
            return f"{count} cards of {row['id']} in all; there are {row['count']}"
    return None


def flaw_of_memories(s: np.void) -> str | None:
    """Nobody is certain of what is not so, and everybody knows his own purse."""
    purse = purses(s)
    for mind in (*range(int(s["seats"])), EVERYBODY):
        certain = s["certain"][mind]
        drawn = 0 if mind == s["turn"] else s["drawn"]
        if (certain[: s["seats"]] > purse[: s["seats"]]).any() or (certain[PILE] > s["pile"]).any():
            return f"mind {mind} is certain of bills that are not there"
        if (certain[DISCARDS] > s["discards"][:BILLS] + open_bills(s)).any() or (certain[DRAW] > s["draw"][:BILLS] + drawn).any():
            return f"mind {mind} is certain of bills that are not in the piles"
        if mind != EVERYBODY and (certain[mind] != purse[mind]).any():
            return f"seat {mind} does not know its own purse"
        for of in range(int(s["seats"])):
            shown = int(s["shown"][mind, of]) if mind != EVERYBODY else 0
            if any(shown >> card & 1 and s["hand"][of, card] == 0 for card in range(s["hand"].shape[1])):
                return f"seat {mind} was shown a card that seat {of} does not hold"
    return None


# ---------------------------------------------------------------- the chronicle

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
