"""The table of Der Pate: one record, and small questions about it."""

from enum import IntEnum

from fivefamilies.core.compiled import rule
from fivefamilies.core.record import i8, i16, one_of, record
from fivefamilies.games.der_pate.components import (
    BLOCK,
    BUSINESSES,
    CARDS,
    DISTRICTS,
    FAVOURS,
    LONGEST_REVENUE,
    LONGEST_TRACK,
    NEUTRAL,
    NUMBERS,
    SEATS,
    Character,
    Colour,
    Effect,
    Token,
    Track,
)


class Phase(IntEnum):
    """What is asked next."""

    CAR = 0  # set-up: where the car starts
    DISTRICT = 1  # set-up: which district
    CARD = 2  # chance: the event card of the round
    CHOICE = 3  # card: a step or cash
    RANSOM = 4  # card: how many prisoners are ransomed
    RECOVER = 5  # card: a member from the Hudson or the Tombs
    WAR = 6  # card: a takeover for everybody
    VACATE = 7  # card: the business that is given up
    TURN_START = 8  # card: carried out at the start of the own turn?
    ROLL = 9  # chance: the next die without a face
    WINDOW = 10  # a die to place, free actions, re-rolls; at the end of the turn free actions only
    VISIT = 11  # occupy the empty business behind the car?
    TAKEOVER = 12
    CONSIGLIERE = 13
    PROSECUTOR = 14
    SPY = 15
    BANKER = 16
    TOKEN_NOW = 17  # a feast gained out of turn: use it at once?
    BAPTISM = 18  # chance: the Baptism die
    OVER = 19
    DONE = 20  # inside a move only: nobody is asked, the game goes on


class Held(IntEnum):
    """Where an action token is (DP-68, DP-69)."""

    ON_TRACK = 0
    IN_HAND = 1
    SPENT = 2
    FRESH = 3  # gained out of turn, its owner is still to be asked (DP-R11)


NO_SEAT = -1
NO_CARD = -1
NO_TOKEN = -1
NO_TRACK = -1
END_OF_TURN = 5  # the "line" after the four lines
LAST_LINE = 4
OWNERS = ("empty", *(f"seat_{seat}" for seat in range(SEATS)), "neutral")
EVENT_IDS = [f"E{number + 1:02}" for number in range(CARDS)]


@record
class State:
    """Everything on the table. Money is counted in thousands of dollars; family 4 are the neutral members."""

    cash: i16[SEATS]
    reserve: i8[SEATS + 1]  # members at home; neutral ones are in the box
    tombs: i8[SEATS + 1]
    hudson: i8[SEATS + 1]
    owner: one_of(OWNERS, -1)[BUSINESSES]
    debts: i8[SEATS, SEATS + 1]  # debt tokens of a player by holder: himself, another player, or the bank (4)
    track: i8.within(0, LONGEST_TRACK)[SEATS, Track]
    tokens: one_of(Held)[SEATS, Token]
    friends: i8[SEATS]
    owed: i8[SEATS]  # bonus steps of line 1 still to be taken
    affected: i8[SEATS]  # must give up a business
    dice: i8.within(0, NUMBERS + 1)[Colour]  # 1 to 5, 6 the puppet master, 0 before the roll
    placed: i8.within(0, END_OF_TURN)[Colour]  # the line on which a die lies, 0 for none
    markers: i8.within(0, CARDS)[2]  # the grey and the red event marker
    seen: i8[EVENT_IDS]  # cards turned over so far
    card: one_of(("none", *EVENT_IDS), -1)  # the card that lies face up
    ko: one_of(("none", "reputation", "influence"), -1)
    car: i8.within(0, BUSINESSES - 1)
    brooklyn: i8  # Friends of the Family to be had
    seats: i8.within(1, SEATS)
    round: i8
    turn: i8.within(-1, SEATS - 1)  # whose dice turn it is; -1 in the set-up and while a card is carried out
    line: i8.within(0, END_OF_TURN)  # 0 before the first roll, 1 to 4, 5 at the end of the turn
    friends_used: i8
    phase: one_of(Phase)
    asked: i8.within(-2, SEATS - 1)  # the seat to answer, -1 for chance, -2 when the game is over
    answering: i8.within(-1, SEATS)  # the seat that the card has come to
    number: i8.within(0, NUMBERS + 1)  # of the die being carried out
    owed_track: one_of(("none", *(track.name.lower() for track in Track)), -1)
    fresh_seat: i8.within(-1, SEATS - 1)  # who has gained a feast out of turn
    token: one_of(("none", *(token.name.lower() for token in Token)), -1)  # the feast he is asked about
    favour3_influence: i8  # options
    bonus_per_player: i8
    overshoot_paid: i8
    spy_neutral: i8
    no_senator_line4: i8
    open_money: i8
    # the edition: what is printed on board, tokens and cards
    business_number: i8.within(0, NUMBERS)[BUSINESSES]
    income: i8[NUMBERS]
    bonus: one_of(("none", *(track.name.lower() for track in Track)), -1)[NUMBERS]
    last: i8.within(0, LONGEST_TRACK)[Track]
    revenue: i8[LONGEST_REVENUE + 1]
    token_space: i8.within(0, LONGEST_TRACK)[Token]
    favour_space: i8.within(0, LONGEST_TRACK)[FAVOURS]
    character: one_of(Character)[Colour]
    event_colour: i8.within(0, 1)[CARDS]  # 0 grey, 1 red
    event_car: i8.within(0, NUMBERS)[CARDS]
    event_effect: one_of(Effect)[CARDS]
    event_track: one_of(Track)[CARDS]
    event_steps: i8.within(0, LONGEST_TRACK)[CARDS]
    event_cash: i8[CARDS]


@rule
def is_protected(s, business):
    """Does the car stand in this business's district? (DP-27)"""
    return business // BLOCK == s.car // BLOCK


@rule
def controlled(s, family):
    """How many businesses a family controls."""
    count = 0
    for business in range(BUSINESSES):
        count += s.owner[business] == family
    return count


@rule
def debts_held(s, seat):
    """Debt tokens of other players that a player holds."""
    count = 0
    for debtor in range(s.seats):
        if debtor != seat:
            count += s.debts[debtor, seat]
    return count


@rule
def is_district_free(s, district):
    """Has nobody chosen this district yet?"""
    return s.owner[district * BLOCK] < 0


@rule
def is_full(s, seat, track):
    """Is the marker on the last space?"""
    return s.track[seat, track] == s.last[track]


@rule
def is_eliminated(s, seat):
    """At the end everybody must be on the last space of the K.O. track (DP-85)."""
    return s.ko >= 0 and s.track[seat, s.ko] < s.last[s.ko]


@rule
def holds(s, seat, token):
    """Does the player have this action token at hand?"""
    return s.tokens[seat, token] == Held.IN_HAND


@rule
def third_favour_track(s):
    """The other track of the third favour (DP-82, DP-R2)."""
    return Track.INFLUENCE if s.favour3_influence else Track.REVENUE


@rule
def roller(s):
    """Who rolls the Baptism die: whoever uses the token."""
    return s.fresh_seat if s.fresh_seat >= 0 else s.turn


assert NEUTRAL == SEATS and DISTRICTS * BLOCK == BUSINESSES
