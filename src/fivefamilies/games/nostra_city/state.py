"""The table of Nostra City: one record, and small questions about it."""

from enum import IntEnum
from typing import Any

import numpy as np

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import total
from fivefamilies.core.record import i8, i16, one_of, record, unwrap, upto
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BILLS,
    BONUSES,
    CARD_IDS,
    CARDS,
    FBI,
    FEWEST_SEATS,
    FIRST_TURF,
    HAND_TYPES,
    INVESTIGATIONS,
    KINDS,
    MONTHS,
    PAYBACKS,
    SEATS,
    SHAME,
    SPACES,
    TITLE_RESPECT,
    TITLES,
    TRACK_END,
    TURFS,
    UNDERBOSS_CARD,
    UNDERLINGS,
    ZEALOUS_CARDS,
    ZEALOUS_RESPECT,
    Bill,
    Kind,
    Parts,
    Underling,
    Vendetta,
)


class Stage(IntEnum):
    """Where the Month stands; V1 to V5 are the laps in which Paybacks may be played."""

    SETUP = 0
    V1 = 1
    BUSINESS = 2
    V2 = 3
    MEETING = 4
    V3 = 5  # the Locations lie open
    RESOLUTION = 6
    V4 = 7
    TRIAL = 8
    V5 = 9
    RECEPTION = 10
    FIRST_VERDICT = 11
    FINAL_VERDICT = 12


class Phase(IntEnum):
    """What is asked next: of a seat, or of chance; after OVER steps inside a move that ask nobody."""

    VENDETTA = 0
    BUS_TURN = 1
    TAKE_TURF = 2
    TAKE_KIND = 3
    SHARE = 4
    FRANCESCA = 5
    MEET_TURN = 6
    BID_SPACE = 7
    BID_BILL = 8
    TAKE_BACK = 9
    TITLE = 10
    TRIAL_TURN = 11
    TRIAL_BILL = 12
    TRIAL_BILL2 = 13
    DISCARD = 14
    TARGET = 15
    TARGET_U = 16
    TARGET_T = 17
    TARGET_OFFER = 18
    DIRECTION = 19
    INSPECT = 20
    SELL = 21
    GUIDO = 22
    MARTA = 23
    # moves of chance
    DEAL_UNDERLING = 24
    DEAL_TURF = 25
    DEAL_STREET = 26
    FIRST_PLAYER = 27
    DRAW_BILL = 28  # in a Take
    DRAW_VENDETTA = 29
    ENZO_CARD = 30
    BRUNO_BILL = 31
    DELIA_BILL = 32
    CESARE_BILL = 33
    STEAL = 34  # Burglary, Luca
    HUSH_BILL = 35
    ILARIA_CARD = 36
    REFILL = 37
    COUNT = 38
    OVER = 39
    # inside a move only
    NEXT_STAGE = 40
    NEXT_IN_LAP = 41
    NEXT_TURN = 42
    DRAWING = 43
    NEXT_RECIPIENT = 44
    VENDETTA_DRAWS = 45
    NEXT_SPACE = 46
    NEXT_OFFER = 47
    AWARD = 48
    ENZO = 49
    BRIBE_PLACED = 50
    PAYBACK_ENDS = 51
    GOES_ON = 52
    NEXT_OVER_LIMIT = 53
    GUILT = 54
    REFILLING = 55
    COUNTING = 56


class Cause(IntEnum):
    """Why Vendetta cards are drawn: where the game goes on afterwards."""

    TAKE = 0
    TITLES = 1
    CHECK = 2
    MARTA = 3


# Where a Street card is: in a Territory (the seat), or here.
DECK, STREET, OUT, UNDER_DECK, VENDETTA_DECK = SEATS, SEATS + 1, SEATS + 2, SEATS + 3, SEATS + 4
PLACES = (*(f"seat_{seat}" for seat in range(SEATS)), "deck", "street", "out", "under_deck", "vendetta_deck")
UNDERLING_NAMES = [u.name.lower() for u in Underling]
TURF_NAMES = CARD_IDS[FIRST_TURF : FIRST_TURF + TURFS]
BILL_NAMES = [b.name.lower() for b in Bill]
HAND_NAMES = [v.name.lower() for v in Vendetta][:HAND_TYPES]
NONE = -1

# Who remembers (each seat, and what everybody knows) and where bills are: purses, Pile, discards, draw pile (rules page, 9.1).
EVERYBODY = SEATS
PILE, DISCARDS, DRAW = SEATS, SEATS + 1, SEATS + 2
MINDS, BILL_PLACES = SEATS + 1, SEATS + 3


@record
class State:
    """Everything on the table. Seats are clockwise; values of bills are in thousands."""

    certain: i8[MINDS, BILL_PLACES, BILL_NAMES[:BILLS]]  # bills that a seat (the last: everybody) is sure lie there
    offers: i8[SEATS, SPACES, BILL_NAMES[:BILLS]]  # bills of an offer by the space it is for
    bank: i8[SEATS, BILL_NAMES[:BILLS]]
    shown: i16.within(0, 2**HAND_TYPES - 1)[SEATS, SEATS]  # Hand cards that Ilaria showed: to whom, of whom, a bit a type
    hand: i8[SEATS, HAND_NAMES]
    offer_by: one_of(("none", *UNDERLING_NAMES))[SEATS, SPACES]  # the Underling of each offer
    offer_size: i8[SEATS, SPACES]  # bills in each closed offer
    place: one_of(PLACES)[CARD_IDS]
    worth: i8[CARD_IDS]  # Respect
    busy: i8.within(0, 1)[CARD_IDS[: UNDERLINGS + TURFS]]
    kinds: i8[TURF_NAMES]  # the kinds of Take a Turf counts for, one bit a kind
    draw: i8[BILL_NAMES]  # the draw pile: a bag
    discards: i8[BILL_NAMES]
    drawn: i8[BILL_NAMES[:BILLS]]  # the taker's draw
    pile: i8[BILL_NAMES[:BILLS]]  # the Corruption Pile
    leaning: i8[BILL_NAMES[:BILLS]]  # how far a bill moves the marker; Innocent is below zero
    deck: i8[Vendetta]  # the Vendetta deck: a bag
    paybacks: i8[HAND_NAMES[:PAYBACKS]]  # played and sold Paybacks
    under_deck: i8.within(0, len(CARD_IDS) - 1)[upto("under_count", INVESTIGATIONS)]  # below the Street deck
    bribe: i8[INVESTIGATIONS]  # in thousands
    street: one_of(("none", *CARD_IDS, "underboss"), -1)[SPACES]
    title: i8.within(-1, SEATS - 1)[3]  # who is Underboss, Consigliere, Primo Capo; -1 nobody
    bonus: i8.within(-1, SEATS - 1)[3]  # who got Fine Team, Wisdom and Virtue, Full of cash; -1 nobody
    bonus_worth: i8[3]
    shame: i8[SEATS]  # "Shame of you!" cards in a Territory
    zealous: i8.within(0, ZEALOUS_CARDS)[SEATS]
    cards_due: i8.within(0, TURFS + 1)[SEATS]  # Vendetta cards still to be drawn
    cheated: i8.within(0, 1)[SEATS]  # was Cheated just now: Francesca may be asked for
    made_offer: i8.within(0, 1)[SEATS]  # in this MEETING
    got_card: i8.within(0, 1)[SEATS]  # in this MEETING
    corrupted: i8.within(0, 1)[SEATS]  # made a Corruption action in this TRIAL
    under_count: i8
    seats: i8.within(FEWEST_SEATS, SEATS)
    month: i8.within(1, MONTHS)
    marker: i8.within(1, TRACK_END)
    stage: one_of(Stage)
    phase: one_of(Phase)
    first: i8.within(-1, SEATS - 1)  # the First Player
    first_next: i8.within(-1, SEATS - 1)  # who holds the First Player card
    turn: i8.within(-1, SEATS - 1)  # whose turn it is, or who plays a Payback
    asked: i8.within(-1, SEATS - 1)  # who answers the question
    lap: i8.within(0, SEATS)  # seats that had their turn in this round
    underling: one_of(("none", *UNDERLING_NAMES), -1)  # engaged for the action being done
    turf: one_of(("none", *TURF_NAMES), -1)
    kind: one_of(("none", *(k.name.lower() for k in Kind)), -1)
    used: i8.within(0, 2**KINDS - 1)  # kinds of Take made this turn, one bit a kind
    actions: i8.within(0, UNDERLINGS)  # Takes or Corruption actions made this turn
    left: i8.within(0, TURFS + 1)  # bills still to be drawn, stolen, looked at or taken back
    recipient: i8.within(-1, SEATS - 1)
    given: i8.within(0, TURFS)  # to the recipient
    aside: i8.within(0, 2)  # Raids that Ciro set aside
    space: i8.within(-1, SPACES - 1)  # the Street space that is bid for, resolved or refilled; -1 none
    enzo: i8.within(-1, SEATS - 1)  # who turns over a Street card after this space; -1 nobody
    winner: i8.within(-1, SEATS - 1)  # of the space being resolved; -1 nobody
    powers: i8.within(0, 1)  # do powers work on the space being resolved?
    open_offers: i8.within(0, 1)  # the offers on the space being resolved have been revealed
    leaves: i8.within(0, 1)  # the card leaves the Street
    card: one_of(("none", *HAND_NAMES[:PAYBACKS]), -1)  # the Payback being played or sold
    target: i8.within(-1, SEATS - 1)
    bill: one_of(("none", *BILL_NAMES[:BILLS]), -1)  # looked at, placed by Elio, or stolen first
    cause: one_of(Cause)
    reshuffled: i8.within(0, 1)  # the Vendetta deck was made anew from Paybacks
    per_bill: i8.within(0, 1)  # option
    raids: i8.within(1, 2)  # option


@rule
def powers_work(s):
    """Powers rest while the FBI is on the Street (NC-85)."""
    return s.place[FBI] != STREET


@rule
def has_free(s, seat, underling):
    """Does the seat own this Underling, and is he Free?"""
    return s.place[underling] == seat and s.busy[underling] == 0


@rule
def has_power(s, seat, underling):
    """Is this Underling of the seat Free and able to use his power?"""
    return has_free(s, seat, underling) and powers_work(s)


@rule
def acts_as(s, underling):
    """Is this Underling engaged for the action being done, with his power?"""
    return s.underling == underling and powers_work(s)


@rule
def is_turn(s):
    """Is a turn of a phase or of a lap asked for?"""
    return (
        s.phase == Phase.VENDETTA
        or s.phase == Phase.BUS_TURN
        or s.phase == Phase.MEET_TURN
        or s.phase == Phase.TRIAL_TURN
    )


@rule
def ask(s, phase, seat):
    """The next question, and who answers it."""
    s.phase = phase
    s.asked = seat


@rule
def clockwise(s, step):
    """The seat `step` places from the First Player."""
    return (s.first + step) % s.seats


@rule
def count_in(s, seat, first, last):
    """How many cards with these numbers are in the Territory."""
    count = 0
    for card in range(first, last):
        count += s.place[card] == seat
    return count


@rule
def street_deck_size(s):
    """Cards of the Street deck, those put under it not counted (NC-R41)."""
    return count_in(s, DECK, 0, CARDS)


@verb
def matching_turfs(s, seat, kind):
    """Turfs of a seat that count for a kind of Take, Busy or Free (NC-29, NC-37, NC-38)."""
    count = 0
    for turf in range(TURFS):
        count += s.place[FIRST_TURF + turf] == seat and (s.kinds[turf] >> kind) & 1 == 1
    return count


@rule
def engageable_turfs(s, seat):
    """Turfs of a seat that can start a Take at all: all but Atlantic City."""
    return count_in(s, seat, FIRST_TURF, FIRST_TURF + ATLANTIC_CITY)


@rule
def hand_size(s, seat):
    return total(s.hand[seat])


@rule
def bank_size(s, seat):
    return total(s.bank[seat])


@rule
def purse_size(s, seat):
    """Bills in the Bank and in unresolved offers, whose values are the owner's secret."""
    count = total(s.bank[seat])
    for space in range(SPACES):
        if not (s.open_offers and space == s.space):
            count += total(s.offers[seat, space])
    return count


@rule
def bills_to_draw(s):
    """Bills in the draw pile and in the taker's draw: one place for whoever does not see the draw."""
    return total(s.draw) - s.draw[Bill.RAID] + total(s.drawn)


@verb
def respect(s, seat):
    """The sum of the values in the Territory (NC-R17)."""
    points = s.shame[seat] * SHAME + s.zealous[seat] * ZEALOUS_RESPECT
    for card in range(s.place.shape[0]):
        if s.place[card] == seat:
            points += s.worth[card]
    for rank in range(3):
        if s.title[rank] == seat:
            points += TITLE_RESPECT[rank]
        if s.bonus[rank] == seat:
            points += s.bonus_worth[rank]
    return points


# ---------------------------------------------------------------- what cannot be so


def flaw(state: Any, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every bill and every card is in exactly one place, memories are true."""
    s = unwrap(state)
    return flaw_of_bills(s, box) or flaw_of_cards(s, box) or flaw_of_vendetta(s, box) or flaw_of_memories(s)


def loose_bill(s: np.void) -> tuple[int, int] | None:
    """The bill that is in no Bank and on no pile just now: its owner and its type."""
    if s["bill"] < 0:
        return None
    if s["phase"] == Phase.STEAL:
        return int(s["target"]), int(s["bill"])
    if s["phase"] == Phase.DIRECTION and s["underling"] == Underling.ELIO_CALVANO:
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


assert len(TITLES) == BONUSES == 3
