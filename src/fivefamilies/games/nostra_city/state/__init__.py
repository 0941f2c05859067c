"""The table of Nostra City: one record, and small questions about it."""

from enum import IntEnum

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import total
from fivefamilies.core.record import Record, i8, i16, i32, i64, one_of, record, unwrap, upto
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BILLS,
    BLUE_LAST,
    BONUSES,
    CARD_IDS,
    CARDS,
    FEWEST_SEATS,
    FIRST_INVESTIGATION,
    FIRST_TURF,
    HAND_TYPES,
    INQUIRY_NUMBERS,
    INVESTIGATIONS,
    KINDS,
    LONGEST_TRACK,
    MONTHS,
    PAYBACKS,
    POWER_NUMBERS,
    REVENGE_NUMBERS,
    SEATS,
    SPACES,
    TITLE_RESPECT,
    TITLES,
    TRACK_END,
    TURFS,
    UNDERLINGS,
    ZEALOUS_CARDS,
    ZEALOUS_RESPECT,
    Bill,
    Inquiry,
    Kind,
    Power,
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
NOBODYS = -2  # a power that no Underling has

# Who remembers (each seat, and what everybody knows) and where bills are: purses, Pile, discards, draw pile (rules page, 9.1).
EVERYBODY = SEATS
PILE, DISCARDS, DRAW = SEATS, SEATS + 1, SEATS + 2
MINDS, BILL_PLACES = SEATS + 1, SEATS + 3

# In the chronicle: the Banks, Pile, discards and draw pile as above, the bills of a Take, an offer by its Underling; and the
# Hands, the deck, the used Paybacks and the Vendetta cards that left the game or lie open.
TAKEN = DRAW + 1
OFFER = TAKEN + 1
HAND_DECK, USED, GONE = SEATS, SEATS + 1, SEATS + 2
BILL_ENTRIES, CARD_ENTRIES = 288, 96
SLOTS, VISITS = 52, 24  # as many as there are bills; places that one of them is followed to


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
    marker: i8.within(1, LONGEST_TRACK)
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
    left: i8.within(0, TURFS + 3)  # bills still to be drawn, stolen, looked at or taken back
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
    zealous_wait: i8.within(0, 1)  # option: for the Titles to be taken
    track_more: i8
    blue_more: i8
    power_moved: i8.within(-1, UNDERLINGS)[Power]  # what an edition changes of powers and effects; all zero is our box
    power_more: i8[Power]
    inquiry_moved: i8.within(-1, INVESTIGATIONS)[Inquiry]
    inquiry_more: i8[Inquiry]
    payback_more: i8[HAND_NAMES[:PAYBACKS]]
    bill_entries: i16.within(0, BILL_ENTRIES)
    card_entries: i16.within(0, CARD_ENTRIES)
    chronicle: i8.within(0, SEATS + 1)  # 0 no story is kept, 1 it is, 2 or more: only as seat `chronicle` - 2 knows it
    taken: i8.within(0, SLOTS)  # bills of the Take that are not from the draw pile as it is now
    elio_moved: i8.within(0, 1)  # the bill being placed is a big one
    card_story: i32[upto("card_entries", CARD_ENTRIES)]  # what happened to the Vendetta cards: see memory.py
    bill_story: i64[upto("bill_entries", BILL_ENTRIES)]  # and to the bills
    visit: i16.within(0, 0)[SLOTS, VISITS]  # room for a guess, zero else: see hindsight.py
    visits: i8.within(0, 0)[SLOTS]
    slot_place: i8.within(0, 0)[SLOTS]
    slot_kind: i8.within(0, 0)[SLOTS]
    slot_since: i16.within(0, 0)[SLOTS]
    seen_last: i16.within(0, 0)[SLOTS]
    big_last: i16.within(0, 0)[SLOTS]
    missed: i8.within(0, 0)[OFFER, HAND_TYPES]


@rule
def track_end(s):
    """The last space of the verdict track."""
    return TRACK_END + s.track_more


@rule
def blue_last(s):
    """Its last blue space: up to here the Godfather walks free."""
    return BLUE_LAST + s.blue_more


@rule
def holder(s, power):
    """The Underling who has this power; below -1 where an edition gives it to nobody."""
    where = s.power_moved[power] + 0
    if where == 0:
        return power + 0
    return where - 1 if where > 0 else NOBODYS


@rule
def number_of(s, power):
    """The number of a power."""
    return POWER_NUMBERS[power] + s.power_more[power]


@rule
def is_under(s, inquiry):
    """Does an Investigation with this effect lie on the Street?"""
    where = s.inquiry_moved[inquiry] + 0
    card = inquiry + 0 if where == 0 else where - 1
    return card >= 0 and s.place[FIRST_INVESTIGATION + card] == STREET


@rule
def limit_of(s, inquiry):
    """The number of an Investigation's effect."""
    return INQUIRY_NUMBERS[inquiry] + s.inquiry_more[inquiry]


@rule
def strength(s, card):
    """The number of a Payback's effect."""
    return REVENGE_NUMBERS[card] + s.payback_more[card]


@rule
def powers_work(s):
    """Powers rest while the FBI is on the Street (NC-85)."""
    return not is_under(s, Inquiry.NO_POWERS)


@rule
def has_free(s, seat, underling):
    """Does the seat own this Underling, and is he Free?"""
    return s.place[underling] == seat and s.busy[underling] == 0


@rule
def has_power(s, seat, power):
    """Has the seat a Free Underling with this power, and does it work?"""
    underling = holder(s, power)
    return underling >= 0 and has_free(s, seat, underling) and powers_work(s)


@rule
def acts_with(s, power):
    """Is the Underling with this power engaged for the action being done, and does it work?"""
    return s.underling == holder(s, power) and powers_work(s)


@rule
def is_turn(s):
    """Is a turn of a phase or of a lap asked for?"""
    return s.phase == Phase.VENDETTA or s.phase == Phase.BUS_TURN or s.phase == Phase.MEET_TURN or s.phase == Phase.TRIAL_TURN


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
    points = -s.shame[seat] * strength(s, Vendetta.SHAME_OF_YOU) + s.zealous[seat] * ZEALOUS_RESPECT
    for card in range(s.place.shape[0]):
        if s.place[card] == seat:
            points += s.worth[card]
    for rank in range(3):
        if s.title[rank] == seat:
            points += TITLE_RESPECT[rank]
        if s.bonus[rank] == seat:
            points += s.bonus_worth[rank]
    return points


assert len(TITLES) == BONUSES == 3


def held_by(state: Record, power: int) -> int:
    """The same as `holder`, outside the rules."""
    where = int(unwrap(state)["power_moved"][power])
    return power if where == 0 else max(where, NOBODYS + 1) - 1


def card_under(state: Record, inquiry: int) -> int:
    """The Investigation with this effect, in the row of all cards; NONE if an edition has none."""
    where = int(unwrap(state)["inquiry_moved"][inquiry])
    place = inquiry if where == 0 else where - 1
    return FIRST_INVESTIGATION + place if place >= 0 else NONE


def lies_under(state: Record, inquiry: int) -> bool:
    """The same as `is_under`, outside the rules."""
    card = card_under(state, inquiry)
    return card != NONE and int(unwrap(state)["place"][card]) == STREET


def shame_in(state: Record) -> int:
    """The Respect that one "Shame of you!" gives: below zero."""
    return -int(REVENGE_NUMBERS[Vendetta.SHAME_OF_YOU] + unwrap(state)["payback_more"][Vendetta.SHAME_OF_YOU])
