"""The table of Le Jeu du Parrain: one record, and small questions about it."""

from enum import IntEnum

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.record import Axis, i8, i16, i32, i64, one_of, upto
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.boards import TableType
from fivefamilies.games.parrain.components import (
    BONUS_PERCENT,
    BONUS_ROUNDING,
    BONUS_TURNS,
    CARDS,
    DECK,
    ENTRIES,
    FURTHEST_ROUND,
    GRID,
    LUCK,
    MOST_LUCK_MONEY,
    MOST_LUCK_TOKENS,
    MOST_POCKET,
    MOST_POSITIONS,
    MOST_TOKENS,
    MOST_TRUCE_ROUNDS,
    NEIGHBOURHOODS,
    SEATS,
    SHORTEST_ROUND_LIMIT,
    TOKENS_PER_TURN,
    Luck,
    Neighbourhood,
    Racket,
    data,
)


class Phase(IntEnum):
    """What is asked next, and of whom; from NEXT_ENTRY on, a step that happens by itself inside a move."""

    FIRST_PLAYER = 0  # chance: who starts
    DRAW = 1  # chance, F3 and T4: the card for the next turn
    ROLL = 2  # chance, T1: the die of a reprieve card
    VEINE = 3  # chance, T1: a good luck card
    DEVEINE = 4  # chance, T1: a bad luck card
    ENTER = 5  # F1: the first token of a neighbourhood
    ADD = 6  # F2: more tokens there
    FREE = 7  # T1a: place a free token
    LOSE = 8  # T1b: which token a bad luck card costs
    SELL = 9  # T1c: which token is sold to pay a penalty
    INFORM = 10  # T1d: which opposing token is removed
    BUY = 11  # T2: buy and place
    ANNOUNCE = 12  # T3: announce control
    FORFEIT = 13  # the token that a contested announcement costs
    OVER = 14
    NEXT_ENTRY = 15
    FREE_TOKENS = 16
    LOST_TOKENS = 17
    DEBT = 18
    CARD_DONE = 19
    ANNOUNCING = 20
    ANSWERS = 21
    CLAIMS = 22


class Status(IntEnum):
    """Whether a neighbourhood is played (JP-22, JP-47, JP-63)."""

    OUT = 0  # left out of the simplified version
    OPEN = 1
    CLOSED = 2  # by control


NONE = -1  # no seat, no card, no racket, no neighbourhood
EVERYBODY = 2**SEATS - 1  # all seats, as a set
MOST_CASH = 1_000_000  # more than any game can bring
CARD_IDS = ("none", *(row["id"] for row in data()["deck"]["playing"]["card"]))
LUCK_IDS = ("none", *(row["id"] for pack in ("veine", "deveine") for row in data()["deck"][pack]["card"]))
RACKET_IDS = ("none", *(racket.name.lower() for racket in Racket))
PLACE_IDS = ("none", *(place.name.lower() for place in Neighbourhood))


class Table:
    """Everything on the table. Sets of positions are bits, as in grid.py; a set of seats is a bit each."""

    men: i64[Neighbourhood, SEATS]  # the tokens of each seat
    land: i64[Neighbourhood]  # the shape
    fresh: i64[Neighbourhood]  # tokens placed this turn
    gone: i64[SEATS]  # tokens that the last capture took, until the captor's next turn
    cash: i32.within(0, MOST_CASH)[SEATS]
    value: i16[Neighbourhood, Racket]  # the racket control value card
    first_position: i16.within(0, MOST_POSITIONS)[Neighbourhood]  # positions are numbered from here
    luck_money: i16[Luck, LUCK]
    luck_racket: one_of(RACKET_IDS, NONE)[Luck, LUCK]
    luck_tokens: i8[Luck, LUCK]
    round: i16.within(0, FURTHEST_ROUND)  # 1 is the round of first turns
    round_limit: i16.within(SHORTEST_ROUND_LIMIT, FURTHEST_ROUND)
    penalty: i16.within(0, MOST_LUCK_MONEY)  # dollars still to be paid for a bad luck card
    width: i8.within(0, GRID + 1)[Neighbourhood]  # bits of a row of the shape
    racket: one_of(RACKET_IDS, NONE)[Neighbourhood]
    status: one_of(Status)[Neighbourhood]
    controller: i8.within(-1, SEATS - 1)[Neighbourhood]  # who has been conceded control, or -1
    instalments: i8.within(0, BONUS_TURNS)[Neighbourhood]  # bonus payments still to come
    claim: i8.within(-1, SEATS - 1)[Neighbourhood]  # who has reached a majority, or -1
    waiting: i8.within(0, EVERYBODY)[Neighbourhood]  # opponents who have yet to play a turn against the claim
    announcer: i8.within(-1, SEATS - 1)[Neighbourhood]  # who has announced control, or -1
    unanswered: i8.within(0, EVERYBODY)[Neighbourhood]  # opponents who have yet to answer the announcement
    contested: i8.within(0, 1)[Neighbourhood]  # announcements that cost their announcer a token now
    placed: i8.within(0, TOKENS_PER_TURN)[Neighbourhood]  # tokens placed there this turn
    bag: i8.within(0, MOST_TOKENS)[SEATS]
    hand: one_of(CARD_IDS, NONE)[SEATS]
    known: i8.within(0, 1)[SEATS]  # the card in hand came from the known part of the pack
    held_over: i8.within(0, 1)[SEATS]  # the card in hand was held when the pack was last reshuffled: see knowledge.py
    pack: i8.within(0, DECK)[Axis(CARDS, CARD_IDS[1:])]  # the unseen part of the playing deck: a bag, its order is never stored
    used: one_of(CARD_IDS, NONE)[upto("used_count", DECK)]  # below it the used cards, the next to be drawn first
    luck_pack: i8.within(0, LUCK)[Luck, LUCK]
    luck_used: i8.within(0, LUCK - 1)[Luck, LUCK]  # likewise for VEINE and DEVEINE: places in the pack's list of cards
    luck_used_count: i8.within(0, LUCK)[Luck]
    used_count: i8
    seats: i8.within(1, SEATS)
    first_player: i8.within(-1, SEATS - 1)
    turn: i8.within(-1, SEATS - 1)  # the player whose turn it is
    phase: one_of(Phase)
    card: one_of(CARD_IDS, NONE)  # the playing card that is being carried out
    luck: one_of(LUCK_IDS, NONE)  # the luck card that is being carried out
    entries: i8.within(0, ENTRIES)  # first turn: neighbourhoods entered, or given up
    entered: one_of(PLACE_IDS, NONE)  # first turn: where more tokens may be added
    opened: one_of(PLACE_IDS, NONE)  # where a racket was just chosen: the token must follow
    pending: one_of(PLACE_IDS, NONE)  # where a capture must be completed
    free_left: i8.within(0, MOST_LUCK_TOKENS)  # free tokens of the card still to be placed
    card_racket: one_of(RACKET_IDS, NONE)  # the racket of tokens that a card grants or costs
    lose_left: i8.within(0, MOST_LUCK_TOKENS)  # tokens still to be lost to a bad luck card, or removed by the informer
    quiet_rounds: i8.within(0, MOST_TRUCE_ROUNDS)  # rounds in a row without a placed token
    any_placed: i8.within(0, 1)  # was a token placed this round?
    gone_from: one_of(PLACE_IDS)  # where the last capture was
    captor: i8.within(0, SEATS)  # whose it was: 1 is the first seat, 0 nobody
    played: one_of(CARD_IDS)  # the playing card of this turn, also when it lies under its pack again
    played_luck: one_of(LUCK_IDS)  # likewise the luck card
    announced_version: i8.within(0, 1)  # options
    each_pass: i8.within(0, 1)
    pocket_max: i8.within(1, MOST_POCKET)
    truce_rounds: i8.within(1, MOST_TRUCE_ROUNDS)
    any_announcer: i8.within(0, 1)
    until_control: i8.within(0, 1)


State = TableType(Table)


# ---------------------------------------------------------------- small questions


@rule
def board(s, place):
    """A neighbourhood as grid.py knows it: all its positions, and how many bits a row has."""
    return (s.land[place], s.width[place] + 0)


@rule
def foes(s, place, seat):
    """The tokens of the other seats there, one set each."""
    return (
        s.men[place, (seat + 1) % SEATS],
        s.men[place, (seat + 2) % SEATS],
        s.men[place, (seat + 3) % SEATS],
    )


@rule
def taken(s, place):
    """Every position with a token on it."""
    return s.men[place, 0] | s.men[place, 1] | s.men[place, 2] | s.men[place, 3]


@rule
def neighbourhood_of(s, position):
    """The neighbourhood in which a numbered position lies."""
    place = NEIGHBOURHOODS - 1
    while place > 0 and position < s.first_position[place]:
        place -= 1
    return place


@rule
def position_of(s, place, cell):
    """The number of a position."""
    return s.first_position[place] + grid.count(s.land[place] & (cell - 1))


@rule
def tokens_on_board(s, seat, racket):
    """Does the seat have a token in an open neighbourhood of that racket (of any, if NONE)? Markers do not count (JP-R17)."""
    for place in range(NEIGHBOURHOODS):
        if s.status[place] == Status.OPEN and s.men[place, seat] != 0 and (racket == NONE or s.racket[place] == racket):
            return True
    return False


@rule
def opponents(s, seat):
    """All other seats, as a set."""
    return (1 << s.seats) - 1 - (1 << seat)


@verb
def tenth(value):
    """Ten per cent of a control value, to the nearest hundred, halves up (JP-46, JP-R28)."""
    return (value * BONUS_PERCENT // 100 + BONUS_ROUNDING // 2) // BONUS_ROUNDING * BONUS_ROUNDING


@rule
def bonus(s, place):
    """What the racket that is run there pays on each of the controller's next three turns (JP-46)."""
    return tenth(s.value[place, s.racket[place]])


@rule
def worth(s, seat):
    """Cash and the values of the controlled rackets (JP-56)."""
    return s.cash[seat] + control_worth(s, seat)


@rule
def control_worth(s, seat):
    """The values of the controlled rackets (JP-45)."""
    amount = 0
    for place in range(NEIGHBOURHOODS):
        if s.controller[place] == seat:
            amount += s.value[place, s.racket[place]]
    return amount


@rule
def controls(s, seat):
    """How many neighbourhoods a seat controls."""
    amount = 0
    for place in range(NEIGHBOURHOODS):
        amount += s.controller[place] == seat
    return amount


@rule
def is_hidden(s, other, seat):
    """Does `other` hold a card that `seat` cannot know?"""
    return other != seat and s.hand[other] != NONE and not s.known[other]
