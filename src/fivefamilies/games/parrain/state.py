"""The table of Le Jeu du Parrain: one record, and small questions about it."""

from collections import Counter
from enum import IntEnum
from typing import Any

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.record import Axis, i8, i16, i32, i64, one_of, unwrap, upto
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.boards import TableType
from fivefamilies.games.parrain.components import (
    BONUS_PERCENT,
    BONUS_ROUNDING,
    BONUS_TURNS,
    CARD_KIND,
    CARD_RACKET,
    CARD_TOKENS,
    CARDS,
    DECK,
    ENTRIES,
    FEWEST_SEATS,
    GRID,
    INFORMER_TOKENS,
    LONGEST_ROUND_LIMIT,
    LUCK,
    MOST_LUCK_MONEY,
    MOST_LUCK_TOKENS,
    MOST_POCKET,
    MOST_TOKENS,
    MOST_TRUCE_ROUNDS,
    NEIGHBOURHOODS,
    SEATS,
    SHORTEST_ROUND_LIMIT,
    TOKENS_PER_TURN,
    Kind,
    Luck,
    Neighbourhood,
    Parts,
    Racket,
    data,
    land_of,
    numbers,
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
    cash: i32.within(0, MOST_CASH)[SEATS]
    value: i16[Neighbourhood, Racket]  # the racket control value card
    first_position: i16.within(0, NEIGHBOURHOODS * GRID * GRID)[Neighbourhood]  # positions are numbered from here
    luck_money: i16[Luck, LUCK]
    luck_racket: one_of(RACKET_IDS, NONE)[Luck, LUCK]
    luck_tokens: i8[Luck, LUCK]
    round: i16.within(0, LONGEST_ROUND_LIMIT)  # 1 is the round of first turns
    round_limit: i16.within(SHORTEST_ROUND_LIMIT, LONGEST_ROUND_LIMIT)
    penalty: i16.within(0, MOST_LUCK_MONEY)  # dollars still to be paid for a bad luck card
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
    announced_version: i8.within(0, 1)  # options
    each_pass: i8.within(0, 1)
    pocket_max: i8.within(1, MOST_POCKET)
    truce_rounds: i8.within(1, MOST_TRUCE_ROUNDS)


State = TableType(Table)


# ---------------------------------------------------------------- small questions


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


@rule
def bonus(s, place):
    """Ten per cent of the control value, to the nearest hundred, halves up (JP-46, JP-R28)."""
    tenth = s.value[place, s.racket[place]] * BONUS_PERCENT // 100
    return (tenth + BONUS_ROUNDING // 2) // BONUS_ROUNDING * BONUS_ROUNDING


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


# ---------------------------------------------------------------- what cannot be


@verb
def exposed(s, place):
    """The seats with tokens there that somebody else encircles, as a set (JP-40)."""
    found = 0
    for seat in range(s.seats):
        if grid.is_exposed(s.land[place], s.men[place, seat], foes(s, place, seat)):
            found |= 1 << seat
    return found


def flaw(state: Any, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every token and every card is in its place, and the question can be asked."""
    s = unwrap(state)
    seats = int(s["seats"])
    if not FEWEST_SEATS <= seats <= SEATS:
        return f"{seats} seats; there are {FEWEST_SEATS} to {SEATS}"
    if not 0 <= s["turn"] < seats or not 0 <= s["first_player"] < seats:
        return "the turn does not fit the seats"
    return (
        flaw_in_box(s, box)
        or flaw_on_board(s, box)
        or flaw_in_captures(state)
        or flaw_in_bags(s, seats, box)
        or flaw_in_packs(s, box)
        or flaw_in_rounds(s)
        or flaw_in_hands(s, seats)
        or flaw_in_claims(s, seats)
        or flaw_in_card(s)
        or flaw_in_question(s)
    )


def flaw_in_box(s: Any, box: Parts) -> str | None:
    """Shapes, values and luck cards are those of the box."""
    for place, part in enumerate(box.neighbourhoods):
        if s["land"][place] != land_of(part.shape):
            return f"{part.id} does not have the shape of the board; one that is not drawn has the shape of our own box"
    printed = numbers(box)
    for name in ("value", "luck_money", "luck_racket", "luck_tokens"):
        if (s[name] != unwrap(printed)[name]).any():
            return f"{name} is not what is printed in this box"
    return None


def flaw_on_board(s: Any, box: Parts) -> str | None:
    """Each position has one token at most; tokens, rackets and controllers are where they can be (JP-18, JP-47)."""
    for place, part in enumerate(box.neighbourhoods):
        men, status, owner = [int(cells) for cells in s["men"][place]], int(s["status"][place]), int(s["controller"][place])
        if sum(men) & ~int(s["land"][place]) or sum(cells.bit_count() for cells in men) != sum(men).bit_count():
            return f"{part.id} has two tokens on a position, or one outside"
        if any(men) and (status != Status.OPEN or s["racket"][place] < 0):
            return f"{part.id} has tokens and is not open, or has no racket"
        if (owner >= 0) != (status == Status.CLOSED) or owner >= s["seats"]:
            return f"{part.id} is closed and nobody's, or controlled and open"
        if owner >= 0 > s["racket"][place] or (owner < 0 and s["instalments"][place]):
            return f"{part.id} is controlled without a racket, or pays bonuses and is not controlled"
    return None


def flaw_in_captures(state: Any) -> str | None:
    """Encircled tokens have left the board, unless a capture is pending that will save them (JP-37, JP-R8)."""
    s = unwrap(state)
    for place in Neighbourhood:
        shut_in = int(exposed(state, int(place)))
        if shut_in and s["pending"] != place:
            return f"{place.name.lower()} has encircled tokens"
        if s["pending"] == place and not shut_in >> int(s["turn"]) & 1:
            return f"{place.name.lower()} has no capture to be completed"
    return None


def flaw_in_bags(s: Any, seats: int, box: Parts) -> str | None:
    """No token is lost (JP-R14)."""
    for seat in range(SEATS):
        wanted = box.tokens if seat < seats else 0
        on_board = sum(int(cells).bit_count() for cells in s["men"][:, seat])
        used = int(s["bag"][seat]) + on_board + int((s["controller"] == seat).sum())
        if used != wanted:
            return f"seat {seat} has {used} tokens in all; there are {wanted}"
        if s["cash"][seat] and seat >= seats:
            return f"seat {seat} is not at the table and has cash"
    return None


def flaw_in_packs(s: Any, box: Parts) -> str | None:
    """Every card is in its pack, under it, in a hand, or being carried out."""
    below = [int(card) for card in s["used"][: s["used_count"]]]
    found = Counter({card: int(n) for card, n in enumerate(s["pack"])})
    found.update(below)
    found.update(int(card) for card in (*s["hand"], s["card"]) if card >= 0)
    for card in range(CARDS):
        if found[card] != box.cards[card].count:
            return f"{found[card]} cards {box.cards[card].id} in all; the pack has {box.cards[card].count}"
    if NONE in below:
        return "a used card is none"
    for luck, pack in enumerate(box.luck):
        counts = Counter({card: int(n) for card, n in enumerate(s["luck_pack"][luck])})
        counts.update(int(card) for card in s["luck_used"][luck][: s["luck_used_count"][luck]])
        if s["luck"] // LUCK == luck and s["luck"] >= 0:
            counts[int(s["luck"]) % LUCK] += 1
        if any(counts[card] != part.count for card, part in enumerate(pack)):
            return "a pack of luck is not complete"
    return None


def flaw_in_rounds(s: Any) -> str | None:
    """First turns are round 1, the die before them is round 0, and only what ends a game has ended it (JP-16, JP-R22)."""
    phase, round_ = int(s["phase"]), int(s["round"])
    if phase > Phase.OVER:
        return "nobody is asked anything"
    if (round_ == 0) != (phase == Phase.FIRST_PLAYER) or round_ > s["round_limit"]:
        return f"round {round_} cannot be; there are {s['round_limit']}"
    if phase == Phase.FIRST_PLAYER and (s["men"].any() or (s["racket"] >= 0).any() or (s["status"] == Status.CLOSED).any()):
        return "tokens or rackets are on the board before the first turn"
    if phase in (Phase.ENTER, Phase.ADD) and round_ != 1:
        return "only first turns enter neighbourhoods"
    if round_ == 1 and phase not in (Phase.ENTER, Phase.ADD, Phase.DRAW, Phase.OVER):
        return "a first turn enters neighbourhoods and draws a card"
    is_quiet = s["quiet_rounds"] >= s["truce_rounds"]
    if phase != Phase.OVER and is_quiet:
        return "a truce has ended the game"
    if phase == Phase.OVER and (s["status"] == Status.OPEN).any() and not is_quiet and round_ < s["round_limit"]:
        return "nothing has ended the game"
    return None


def flaw_in_hands(s: Any, seats: int) -> str | None:
    """Whoever has had a turn holds a card, but for the player who is having one (JP-20, JP-31)."""
    ahead = (int(s["turn"]) - int(s["first_player"])) % seats
    for seat in range(SEATS):
        place, holds = (seat - int(s["first_player"])) % seats, bool(s["hand"][seat] >= 0)
        if seat >= seats or s["round"] == 0 or (s["round"] == 1 and place > ahead):
            should = False
        else:
            should = place != ahead or s["phase"] == Phase.FORFEIT
        if holds != should and (s["phase"] != Phase.OVER or seat >= seats):
            return f"seat {seat} holds a card and should not" if holds else f"seat {seat} should hold a card"
        if not holds and (s["known"][seat] or s["held_over"][seat]):
            return f"seat {seat} is known to hold a card and has none"
    return None


def flaw_in_claims(s: Any, seats: int) -> str | None:
    """A claim is somebody's, in an open neighbourhood, and waits for opponents only (JP-43, JP-49)."""
    for place in Neighbourhood:
        for holder, waiting in ((s["claim"], s["waiting"]), (s["announcer"], s["unanswered"])):
            seat, others = int(holder[place]), int(waiting[place])
            if (seat < 0 and others) or seat >= seats or (seat >= 0 and others >> seat & 1) or others >> seats:
                return f"the claim in {place.name.lower()} does not fit the seats"
            if seat >= 0 and (s["status"][place] != Status.OPEN or s["racket"][place] < 0):
                return f"the claim in {place.name.lower()} is for a neighbourhood that is not open, or has no racket"
    announced, contested = s["announcer"] >= 0, s["contested"] > 0
    if announced.any() and not s["announced_version"]:
        return "control is announced in the announced version only"
    if contested.any() != (s["phase"] == Phase.FORFEIT):
        return "a contested announcement costs a token at once"
    if any(s["announcer"][p] < 0 or not s["men"][p, s["announcer"][p]] for p in Neighbourhood if contested[p]):
        return "a contested announcement costs a token, and there is none"
    return None


def flaw_in_card(s: Any) -> str | None:
    """The cards that are carried out, and what is left of them to do, are those of the question (JP-9 to JP-15)."""
    phase, card, luck = int(s["phase"]), int(s["card"]), int(s["luck"])
    kind = CARD_KIND[card] if card >= 0 else NONE
    pack, drawn_card = divmod(luck, LUCK) if luck >= 0 else (NONE, NONE)
    racket, tokens, money = NONE, 0, 0
    if luck >= 0:
        racket, tokens = int(s["luck_racket"][pack, drawn_card]), int(s["luck_tokens"][pack, drawn_card])
        money = int(s["luck_money"][pack, drawn_card])
    elif kind == Kind.RACKET:
        racket, tokens = CARD_RACKET[card], CARD_TOKENS[card]
    elif kind == Kind.INFORMER:
        tokens = INFORMER_TOKENS
    fits = {
        Phase.ROLL: (kind, pack) == (Kind.REPRIEVE, NONE),
        Phase.VEINE: (kind, pack) == (Kind.REPRIEVE, NONE),
        Phase.DEVEINE: (kind, pack) == (Kind.REPRIEVE, NONE),
        Phase.FREE: (kind, pack) in ((Kind.RACKET, NONE), (Kind.REPRIEVE, Luck.VEINE)),
        Phase.LOSE: (kind, pack) == (Kind.REPRIEVE, Luck.DEVEINE),
        Phase.SELL: (kind, pack) == (Kind.REPRIEVE, Luck.DEVEINE),
        Phase.INFORM: (kind, pack) == (Kind.INFORMER, NONE),
    }
    if not fits.get(Phase(phase), (kind, pack) == (NONE, NONE)):
        return "the card that is carried out does not fit the question"
    if s["card_racket"] != racket:
        return "the card that is carried out has another racket"
    left = {Phase.FREE: "free_left", Phase.LOSE: "lose_left", Phase.INFORM: "lose_left"}.get(Phase(phase))
    for name in ("free_left", "lose_left"):
        if not (1 <= s[name] <= tokens if name == left else s[name] == 0):
            return f"{name} is {s[name]}, which is not left of the card"
    if s["penalty"] != (money if phase in (Phase.LOSE, Phase.SELL) else 0):
        return f"a penalty of {s['penalty']} dollars is not that of the card"
    return None


def flaw_in_question(s: Any) -> str | None:
    """What is entered, opened or pending is where tokens are being placed (JP-17, JP-18, JP-R8)."""
    phase, entered, opened, pending = (int(s[name]) for name in ("phase", "entered", "opened", "pending"))
    entries = {Phase.ENTER: (0, 1), Phase.ADD: (1, 2)}.get(Phase(phase), (0,))
    if s["entries"] not in entries or (entered >= 0) != (phase == Phase.ADD):
        return "the neighbourhoods entered do not fit the question"
    for place in {entered, opened, pending} - {NONE}:
        if s["status"][place] != Status.OPEN or s["racket"][place] < 0:
            return f"{PLACE_IDS[place + 1]} is being entered, and is not open or has no racket"
    if opened >= 0 and (s["men"][opened].any() or s["placed"][opened] or not (phase == Phase.BUY or opened == entered)):
        return f"{PLACE_IDS[opened + 1]} was not just opened"
    if pending >= 0 and (phase not in (Phase.ADD, Phase.FREE, Phase.BUY) or (phase == Phase.ADD and pending != entered)):
        return f"{PLACE_IDS[pending + 1]} has no capture to be completed"
    if entered >= 0 and not s["placed"][entered] and opened != entered:
        return f"{PLACE_IDS[entered + 1]} was not entered this turn"
    if phase == Phase.SELL and s["cash"][s["turn"]] >= s["penalty"]:
        return "the penalty can be paid: nothing is sold"
    return None
