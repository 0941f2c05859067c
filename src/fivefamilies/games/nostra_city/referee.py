"""The referee of Nostra City: every restriction once, as an objection; the legal moves follow from it."""

from enum import IntEnum

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import total
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BIG_BILL,
    BILLS,
    CARDS,
    DEA,
    DISTRICT_ATTORNEY,
    FIRST_INVESTIGATION,
    FIRST_TURF,
    KINDS,
    NYPD,
    OWN_TURN,
    PAYBACKS,
    RACKET_KINDS,
    SEATS,
    SMALLEST_OFFER,
    SPACES,
    TURFS,
    UNDERLINGS,
    VALUE,
    VENDETTAS,
    WINDOWS,
    Bill,
    Kind,
    Underling,
    Vendetta,
)
from fivefamilies.games.nostra_city.state import (
    DECK,
    NONE,
    STREET,
    Phase,
    Stage,
    bank_size,
    count_in,
    engageable_turfs,
    hand_size,
    has_free,
    has_power,
    powers_work,
)

# Move ids. 0 is always the way out: pass, done, nothing more, close, no, keep.
NO_MORE = 0
UNDERLING = 1
TURF = 22
KIND = 37
BILL = 44
FIRST_CARD = 51
SPACE = 52
SEAT = 56
PAYBACK = 61
USE_ILARIA = 69
USE_LUCA = 70
LEFT = 71
RIGHT = 72
YES = 73
MOVES = 74
OUTCOMES = CARDS


class No(IntEnum):
    """Why a move is refused."""

    OTHER_QUESTION = 1  # the move answers a question that is not asked now
    NOT_THERE = 2  # chance: nothing like that is in the bag
    NOT_YOURS = 3  # NC-27
    BUSY = 4  # NC-27, NC-33
    NO_TAKE = 5  # NC-28: no Free Turf with a kind that is still allowed
    ATLANTIC_CITY = 6  # NC-38
    WRONG_KIND = 7  # NC-28, NC-37: not a kind of that Turf
    KIND_USED = 8  # NC-39
    RACKET_USED = 9  # NC-39
    DEA_FORBIDS = 10
    NYPD_FORBIDS = 11
    ATTORNEY_FORBIDS = 12
    NOT_DRAWN = 13  # NC-32
    NOT_FIRST_PLAYER = 14  # NC-35
    FIRST_CARD_MOVED = 15  # NC-36
    NO_BILL = 16  # NC-43, NC-65: the Bank is empty
    NO_LOCATION = 17  # NC-46
    EMPTY_SPACE = 18  # NC-R13
    LOCATION_USED = 19  # NC-46
    NOT_IN_BANK = 20
    LOWER_BILL = 21  # bills of an offer are laid in rising order
    EMPTY_OFFER = 22  # NC-43
    NOT_IN_OFFER = 23  # NC-48
    NO_SUCH_SEAT = 24
    YOURSELF = 25
    HAS_TITLE = 26  # NC-R16
    NOT_IN_HAND = 27
    WRONG_WINDOW = 28  # NC-R38
    NO_TARGET = 29  # NC-R38
    LAST_UNDERLING = 30  # NC-R36
    OFFER_PROTECTS = 31  # NC-R37
    NO_FREE_UNDERLING = 32  # NC-R38
    NO_OFFER = 33  # NC-R38
    LAST_TURF = 34  # NC-R36
    EMPTY_PILE = 35  # NC-R38
    EMPTY_BANK = 36  # NC-R38
    EMPTY_HAND = 37  # NC-R38
    NO_POWERS = 38  # NC-85
    MUST_MOVE = 39  # NC-R42
    SMALL_BILL = 40  # NC-R42
    NOTHING_TO_SELL = 41  # NC-R38


# ---------------------------------------------------------------- BUSINESS


@rule
def works_as_donato(s, underling):
    """Does this Underling's Take ignore the limits per kind?"""
    return underling == Underling.DONATO_AGNELLO and powers_work(s)


@rule
def allowed_kinds(s, underling):
    """The kinds of Take still open to the player on turn, one bit a kind (NC-39; DEA and NYPD)."""
    kinds = (1 << KINDS) - 1
    if s.place[NYPD] == STREET and s.actions > 0:
        return 0
    if s.place[DEA] == STREET:
        kinds &= ~(1 << Kind.DRUGS)
    if not works_as_donato(s, underling):
        kinds &= ~s.used
        if s.used & RACKET_KINDS:
            kinds &= ~RACKET_KINDS
    return kinds


@rule
def can_take(s, kinds):
    """Has the player on turn a Free Turf for one of these kinds?"""
    for turf in range(ATLANTIC_CITY):
        if s.place[FIRST_TURF + turf] == s.turn and s.busy[FIRST_TURF + turf] == 0 and s.kinds[turf] & kinds:
            return True
    return False


@rule
def objection_to_turf(s, turf):
    """May this Turf start the Take? (NC-28, NC-33, NC-38)"""
    if s.place[FIRST_TURF + turf] != s.turn:
        return No.NOT_YOURS
    if turf == ATLANTIC_CITY:
        return No.ATLANTIC_CITY
    if s.busy[FIRST_TURF + turf]:
        return No.BUSY
    return 0 if s.kinds[turf] & allowed_kinds(s, s.underling) else No.NO_TAKE


@rule
def objection_to_kind(s, kind):
    """May the chosen Turf be used for this kind? (NC-28, NC-37, NC-39)"""
    if not (s.kinds[s.turf] >> kind) & 1:
        return No.WRONG_KIND
    if (allowed_kinds(s, s.underling) >> kind) & 1:
        return 0
    if s.place[DEA] == STREET and kind == Kind.DRUGS:
        return No.DEA_FORBIDS
    if (s.used >> kind) & 1:
        return No.KIND_USED
    return No.RACKET_USED


@rule
def objection_to_first_card(s):
    """May the First Player card stand for a bill? (NC-35, NC-36, NC-R7)"""
    if s.turn != s.first:
        return No.NOT_FIRST_PLAYER
    return 0 if s.first_next == s.first else No.FIRST_CARD_MOVED


# ---------------------------------------------------------------- MEETING and TRIAL


@rule
def objection_to_space(s, space):
    """May an offer be made for this space? (NC-46, NC-R13)"""
    if s.street[space] == NONE:
        return No.EMPTY_SPACE
    return 0 if s.offer_by[s.turn, space] == 0 else No.LOCATION_USED


@rule
def has_location(s):
    """Has the player on turn a Location for a space that holds a card?"""
    for space in range(SPACES):
        if objection_to_space(s, space) == 0:
            return True
    return False


@rule
def objection_to_offered_bill(s, bill):
    """May this bill be added to the offer being built?"""
    if s.bank[s.turn, bill] == 0:
        return No.NOT_IN_BANK
    for higher in range(bill + 1, BILLS):
        if s.offers[s.turn, s.space, higher] > 0:
            return No.LOWER_BILL
    return 0


@rule
def objection_to_action(s, underling):
    """What keeps an Underling from this phase's action, besides being Busy? (NC-28, NC-43, NC-65)"""
    if s.phase == Phase.BUS_TURN:
        kinds = allowed_kinds(s, underling)
        if kinds == 0 and s.place[NYPD] == STREET and s.actions > 0:
            return No.NYPD_FORBIDS
        return 0 if can_take(s, kinds) else No.NO_TAKE
    if bank_size(s, s.turn) == 0:
        return No.NO_BILL
    if s.phase == Phase.MEET_TURN:
        return 0 if has_location(s) else No.NO_LOCATION
    return No.ATTORNEY_FORBIDS if s.place[DISTRICT_ATTORNEY] == STREET and s.actions > 0 else 0


@rule
def objection_to_engaging(s, underling):
    """May this Underling be engaged for the phase's action? (NC-26, NC-27)"""
    if s.place[underling] != s.turn:
        return No.NOT_YOURS
    if s.busy[underling]:
        return No.BUSY
    return objection_to_action(s, underling)


# ---------------------------------------------------------------- Vendetta


@rule
def window(s):
    """The window that is open: OWN_TURN, or the number of the lap."""
    if s.stage == Stage.BUSINESS or s.stage == Stage.MEETING or s.stage == Stage.TRIAL:
        return OWN_TURN
    return (s.stage + 1) // 2  # V1 to V5 are the odd stages 1 to 9


@rule
def has_offer(s, seat, underling):
    """Does the Underling hold an unresolved offer? (NC-R37)"""
    for space in range(SPACES):
        if s.offer_by[seat, space] == underling + 1:
            return True
    return False


@rule
def objection_to_victim(s, seat, underling):
    """May the Contract or Kidnapping strike this Underling? (NC-R36 to NC-R38)"""
    if s.place[underling] != seat:
        return No.NOT_YOURS
    if s.card == Vendetta.KIDNAPPING:
        return No.BUSY if s.busy[underling] else 0
    return No.OFFER_PROTECTS if has_offer(s, seat, underling) else 0


@rule
def objection_to_taking(s, seat, turf):
    """May this Turf be taken over? (NC-R36)"""
    if s.place[FIRST_TURF + turf] != seat:
        return No.NOT_YOURS
    left = engageable_turfs(s, seat) - (turf != ATLANTIC_CITY)
    return 0 if left >= 1 else No.LAST_TURF


@rule
def objection_to_contract(s, seat):
    """A Contract needs two Underlings, one of them without an offer (NC-R36, NC-R37)."""
    count = 0
    open_to_it = False
    for underling in range(UNDERLINGS):
        if s.place[underling] == seat:
            count += 1
            open_to_it = open_to_it or not has_offer(s, seat, underling)
    if count < 2:
        return No.LAST_UNDERLING
    return 0 if open_to_it else No.OFFER_PROTECTS


@rule
def objection_to_target(s, card, seat):
    """May this Payback, or Luca and Ilaria (no card), name this seat? (NC-R38)"""
    if seat >= s.seats:
        return No.NO_SUCH_SEAT
    if seat == s.turn:
        return No.YOURSELF
    if card == Vendetta.CONTRACT:
        return objection_to_contract(s, seat)
    if card == Vendetta.BURGLARY:
        return 0 if bank_size(s, seat) > 0 else No.EMPTY_BANK
    if card == Vendetta.KIDNAPPING:
        for underling in range(UNDERLINGS):
            if has_free(s, seat, underling):
                return 0
        return No.NO_FREE_UNDERLING
    if card == Vendetta.DOUBLE_CROSS:
        for space in range(SPACES):
            if s.offer_by[seat, space] > 0:
                return 0
        return No.NO_OFFER
    if card == Vendetta.TAKEOVER:
        for turf in range(TURFS):
            if objection_to_taking(s, seat, turf) == 0:
                return 0
        return No.LAST_TURF
    return 0  # Shame of you!


@rule
def someone_to_target(s, card):
    """Is there a legal target for this Payback?"""
    for seat in range(s.seats):
        if objection_to_target(s, card, seat) == 0:
            return True
    return False


@rule
def objection_to_payback(s, card):
    """May this Payback be played now? (NC-88, NC-R38)"""
    if s.hand[s.turn, card] == 0:
        return No.NOT_IN_HAND
    if not (WINDOWS[card] >> window(s)) & 1:
        return No.WRONG_WINDOW
    if card == Vendetta.TURN_THE_JURY:
        return 0
    if card == Vendetta.HUSH_MONEY:
        return 0 if total(s.pile) > 0 else No.EMPTY_PILE
    return 0 if someone_to_target(s, card) else No.NO_TARGET


@rule
def objection_to_power_target(s, underling, seat):
    """Whom may Ilaria or Luca name? (NC-R38)"""
    if seat >= s.seats:
        return No.NO_SUCH_SEAT
    if seat == s.turn:
        return No.YOURSELF
    if underling == Underling.LUCA_DONATA:
        return 0 if bank_size(s, seat) > 0 else No.EMPTY_BANK
    return 0 if hand_size(s, seat) > 0 else No.EMPTY_HAND


@rule
def objection_to_using(s, underling):
    """May Ilaria or Luca use the power now? (NC-82, NC-R38)"""
    if s.place[underling] != s.turn:
        return No.NOT_YOURS
    if s.busy[underling]:
        return No.BUSY
    if not powers_work(s):
        return No.NO_POWERS
    if underling == Underling.LUCA_DONATA:
        paybacks = 0
        for card in range(PAYBACKS):
            paybacks += s.hand[s.turn, card]
        if paybacks == 0:
            return No.NOTHING_TO_SELL
    for seat in range(s.seats):
        if objection_to_power_target(s, underling, seat) == 0:
            return 0
    return No.NO_TARGET


# ---------------------------------------------------------------- questions


@rule
def objection_on_turn(s, move):
    """A turn in BUSINESS, MEETING or TRIAL, and the windows: done, engage, play a Payback, use a power."""
    if move == NO_MORE:
        return 0
    if PAYBACK <= move < USE_ILARIA:
        return objection_to_payback(s, move - PAYBACK)
    if s.phase == Phase.VENDETTA:
        return No.OTHER_QUESTION
    if UNDERLING <= move < TURF:
        return objection_to_engaging(s, move - UNDERLING)
    if move == USE_ILARIA:
        return objection_to_using(s, Underling.ILARIA_DONATA)
    if move == USE_LUCA:
        return objection_to_using(s, Underling.LUCA_DONATA)
    return No.OTHER_QUESTION


@rule
def objection_to_bill(s, bill):
    """May this bill be named now?"""
    if s.phase == Phase.SHARE:
        return 0 if s.drawn[bill] > 0 else No.NOT_DRAWN
    if s.phase == Phase.BID_BILL:
        return objection_to_offered_bill(s, bill)
    if s.phase == Phase.TAKE_BACK:
        return 0 if s.offers[s.asked, s.space, bill] > 0 else No.NOT_IN_OFFER
    if s.phase == Phase.TRIAL_BILL or s.phase == Phase.TRIAL_BILL2 or s.phase == Phase.DISCARD:
        return 0 if s.bank[s.asked, bill] > 0 else No.NOT_IN_BANK
    return No.OTHER_QUESTION


@rule
def objection_to_seat(s, seat):
    """May this seat be named now?"""
    if s.phase == Phase.TITLE:
        if seat >= s.seats:
            return No.NO_SUCH_SEAT
        if seat == s.asked:
            return No.YOURSELF
        return No.HAS_TITLE if seat == s.title[0] or seat == s.title[1] else 0
    if s.phase != Phase.TARGET:
        return No.OTHER_QUESTION
    if s.underling != NONE:
        return objection_to_power_target(s, s.underling, seat)
    return objection_to_target(s, s.card, seat)


@rule
def objection_to_ending(s):
    """May the question be answered with the way out?"""
    if s.phase == Phase.BID_BILL:
        return 0 if total(s.offers[s.turn, s.space]) >= SMALLEST_OFFER else No.EMPTY_OFFER
    if s.phase == Phase.DIRECTION:
        return No.MUST_MOVE if s.underling == NONE else 0
    if (
        s.phase == Phase.SHARE
        or s.phase == Phase.TRIAL_BILL2
        or s.phase == Phase.FRANCESCA
        or s.phase == Phase.GUIDO
        or s.phase == Phase.MARTA
        or s.phase == Phase.INSPECT
    ):
        return 0
    return No.OTHER_QUESTION


@rule
def objection_to_rest(s, move):
    """The questions with one kind of answer."""
    if s.phase == Phase.TAKE_TURF and TURF <= move < KIND:
        return objection_to_turf(s, move - TURF)
    if s.phase == Phase.TAKE_KIND and KIND <= move < BILL:
        return objection_to_kind(s, move - KIND)
    if s.phase == Phase.SHARE and move == FIRST_CARD:
        return objection_to_first_card(s)
    if s.phase == Phase.BID_SPACE and SPACE <= move < SEAT:
        return objection_to_space(s, move - SPACE)
    if s.phase == Phase.TARGET_OFFER and SPACE <= move < SEAT:
        return 0 if s.offer_by[s.target, move - SPACE] > 0 else No.NO_OFFER
    if s.phase == Phase.TARGET_U and UNDERLING <= move < TURF:
        return objection_to_victim(s, s.target, move - UNDERLING)
    if s.phase == Phase.TARGET_T and TURF <= move < KIND:
        return objection_to_taking(s, s.target, move - TURF)
    if s.phase == Phase.SELL and PAYBACK <= move < USE_ILARIA:
        return 0 if s.hand[s.turn, move - PAYBACK] > 0 else No.NOT_IN_HAND
    if s.phase == Phase.DIRECTION and (move in (LEFT, RIGHT)):
        if s.underling == NONE:
            return 0
        return 0 if VALUE[s.bill] >= BIG_BILL else No.SMALL_BILL
    if move == YES and (
        s.phase == Phase.FRANCESCA or s.phase == Phase.GUIDO or s.phase == Phase.MARTA or s.phase == Phase.INSPECT
    ):
        return 0
    return No.OTHER_QUESTION


@verb
def objection(s, move):
    """The rule that forbids `move` here, or 0."""
    if Phase.DEAL_UNDERLING <= s.phase < Phase.OVER:
        return 0 if weight(s, move) > 0 else No.NOT_THERE
    if is_turn(s):
        return objection_on_turn(s, move)
    if move == NO_MORE:
        return objection_to_ending(s)
    if BILL <= move < FIRST_CARD:
        return objection_to_bill(s, move - BILL)
    if SEAT <= move < PAYBACK:
        return objection_to_seat(s, move - SEAT)
    return objection_to_rest(s, move)


@rule
def is_turn(s):
    """Is a turn of a phase or of a lap asked for?"""
    return (
        s.phase == Phase.VENDETTA
        or s.phase == Phase.BUS_TURN
        or s.phase == Phase.MEET_TURN
        or s.phase == Phase.TRIAL_TURN
    )


# ---------------------------------------------------------------- legal moves


@rule
def add_if_legal(s, moves, count, first, last):
    """The legal moves among the ids from `first` to `last` - 1."""
    for move in range(first, last):
        if objection(s, move) == 0:
            moves[count] = move
            count += 1
    return count


@rule
def legal_on_turn(s, moves):
    """A turn is the question asked most, so the quickest: what holds for all Underlings is looked at once."""
    moves[0] = NO_MORE
    count = 1
    if s.phase != Phase.VENDETTA:
        ordinary = objection_to_action(s, Underling.ANTHONY_GOTA) == 0
        for underling in range(UNDERLINGS):
            if has_free(s, s.turn, underling):
                if ordinary or (works_as_donato(s, underling) and objection_to_action(s, underling) == 0):
                    moves[count] = UNDERLING + underling
                    count += 1
    for card in range(PAYBACKS):
        if s.hand[s.turn, card] > 0 and objection_to_payback(s, card) == 0:
            moves[count] = PAYBACK + card
            count += 1
    if s.phase != Phase.VENDETTA:
        if has_power(s, s.turn, Underling.ILARIA_DONATA) or has_power(s, s.turn, Underling.LUCA_DONATA):
            count = add_if_legal(s, moves, count, USE_ILARIA, LEFT)
    return count


@verb
def legal(s, moves):
    """Every legal move of the seat to act, ascending; returns how many."""
    if is_turn(s):
        return legal_on_turn(s, moves)
    if s.phase == Phase.TAKE_TURF or s.phase == Phase.TARGET_T:
        return add_if_legal(s, moves, 0, TURF, KIND)
    if s.phase == Phase.TAKE_KIND:
        return add_if_legal(s, moves, 0, KIND, BILL)
    if s.phase == Phase.TARGET_U:
        return add_if_legal(s, moves, 0, UNDERLING, TURF)
    if s.phase == Phase.BID_SPACE or s.phase == Phase.TARGET_OFFER:
        return add_if_legal(s, moves, 0, SPACE, SEAT)
    if s.phase == Phase.TARGET or s.phase == Phase.TITLE:
        return add_if_legal(s, moves, 0, SEAT, SEAT + s.seats)
    if s.phase == Phase.SELL:
        return add_if_legal(s, moves, 0, PAYBACK, USE_ILARIA)
    count = add_if_legal(s, moves, 0, NO_MORE, NO_MORE + 1)
    if s.phase == Phase.DIRECTION or s.phase == Phase.INSPECT:
        return add_if_legal(s, moves, count, LEFT, MOVES)
    if s.phase == Phase.FRANCESCA or s.phase == Phase.GUIDO or s.phase == Phase.MARTA:
        return add_if_legal(s, moves, count, YES, MOVES)
    return add_if_legal(s, moves, count, BILL, SPACE)


# ---------------------------------------------------------------- chance


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


assert SEAT - SPACE == SPACES and PAYBACK - SEAT == SEATS and USE_ILARIA - PAYBACK == PAYBACKS
assert TURF - UNDERLING == UNDERLINGS and KIND - TURF == TURFS and BILL - KIND == KINDS and FIRST_CARD - BILL == BILLS
