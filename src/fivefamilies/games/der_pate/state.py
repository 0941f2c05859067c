"""The table of Der Pate: one record, and small questions about it."""

from enum import IntEnum

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.record import Fields, Record, i8, i16, one_of, record, unwrap
from fivefamilies.games.der_pate.components import (
    BANK,
    BLOCK,
    BOX_OF,
    BUSINESSES,
    CARDS,
    DEBT_TOKENS,
    DISTRICTS,
    EMPTY,
    EVENT_IDS,
    FAVOURS,
    FEASTS,
    FEWEST_SEATS,
    FRIENDS,
    FRIENDS_PER_TURN,
    KO_SPACE,
    LONGEST_REVENUE,
    LONGEST_TRACK,
    MEMBERS,
    NEUTRAL,
    NUMBERS,
    PUPPET,
    ROUNDS,
    SEATS,
    TURN_START_EFFECTS,
    Box,
    Character,
    Colour,
    Effect,
    Line,
    Numbers,
    Parts,
    Token,
    Track,
    numbers,
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
    FIRST = 20  # set-up, chance: who is the start player
    DONE = 21  # inside a move only: nobody is asked, the game goes on


class Held(IntEnum):
    """Where an action token is (DP-68, DP-69)."""

    ON_TRACK = 0
    IN_HAND = 1
    SPENT = 2
    FRESH = 3  # gained out of turn, its owner is still to be asked (DP-R11)
    WAITING = 4  # the same, but a token gained since comes first (DP-R34)


NO_SEAT = -1
NO_CARD = -1
NO_TOKEN = -1
NO_TRACK = -1
MOST_CASH = 30_000  # thousands of dollars that a position may give anybody
OWNERS = ("empty", *(f"seat_{seat}" for seat in range(SEATS)), "neutral")


@record
class State:
    """Everything on the table. Money is counted in thousands of dollars, businesses from 0; family 4 are the neutral members."""

    cash: i16.within(-MOST_CASH, MOST_CASH)[SEATS]
    reserve: i8.within(0, MEMBERS)[SEATS + 1]  # members at home; neutral ones are in the box
    tombs: i8.within(0, MEMBERS)[SEATS + 1]
    hudson: i8.within(0, MEMBERS)[SEATS + 1]
    owner: one_of(OWNERS, -1)[BUSINESSES]
    debts: i8.within(0, DEBT_TOKENS)[SEATS, SEATS + 1]  # of a player by holder: himself, another one, the bank (4)
    track: i8.within(0, LONGEST_TRACK)[SEATS, Track]
    tokens: one_of(Held)[SEATS, Token]
    friends: i8.within(0, FRIENDS)[SEATS]
    owed: i8.within(0, BUSINESSES)[SEATS]  # bonus steps of line 1 still to be taken
    affected: i8.within(0, 1)[SEATS]  # must give up a business
    dice: i8.within(0, PUPPET)[Colour]  # 1 to 5, 6 the puppet master, 0 before the roll
    placed: i8.within(Line.BEFORE, Line.CHARACTERS)[Colour]  # the line on which a die lies, 0 for none
    markers: i8.within(0, KO_SPACE)[2]  # the grey and the red event marker
    seen: i8.within(0, 1)[EVENT_IDS]  # cards turned over so far
    card: one_of(("none", *EVENT_IDS), -1)  # the card that lies face up
    ko: one_of(("none", "reputation", "influence"), -1)
    car: i8.within(0, BUSINESSES - 1)
    brooklyn: i8.within(0, FRIENDS)  # Friends of the Family to be had
    seats: i8.within(FEWEST_SEATS, SEATS)
    round: i8.within(0, ROUNDS)
    turn: i8.within(-1, SEATS - 1)  # whose dice turn it is; -1 in the set-up and while a card is carried out
    line: i8.within(Line.BEFORE, Line.END_OF_TURN)
    friends_used: i8.within(0, FRIENDS_PER_TURN)
    phase: one_of(Phase)
    asked: i8.within(-2, SEATS - 1)  # the seat to answer, -1 for chance, -2 when the game is over
    answering: i8.within(-1, SEATS)  # the seat that the card has come to
    number: i8.within(0, PUPPET)  # of the die being carried out
    owed_track: one_of(("none", *(track.name.lower() for track in Track)), -1)
    fresh_seat: i8.within(-1, SEATS - 1)  # who has gained a feast out of turn
    token: one_of(("none", *(token.name.lower() for token in Token)), -1)  # the feast he is asked about
    favour3_influence: i8.within(0, 1)  # options
    bonus_per_player: i8.within(0, 1)
    overshoot_paid: i8.within(0, 1)
    spy_neutral: i8.within(0, 1)
    no_senator_line4: i8.within(0, 1)
    open_money: i8.within(0, 1)
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
    first: i8.within(0, SEATS - 1)  # the start player (DP-10, DP-R19)
    layout_due: i8.within(0, 1)  # the first-game layout waits for the start player
    # for eyes only: no rule looks at it
    round_card: one_of(("none", *EVENT_IDS))  # the card of this round, also when it was carried out
    guise: one_of(("own", *(colour.name.lower() for colour in Colour)))[Colour]  # as which colour a placed die counts (DP-75)


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


@verb
def box_of(s, line, colour, face):
    """The box of a line: by face on line 1, by colour and number on lines 2 and 3, by colour on line 4 (DP-34)."""
    if line == Line.CHARACTERS:
        return Box.CONSIGLIERE + s.character[colour]
    if face == PUPPET:
        return Box.PRESS + 0
    return Box.INCOME + 0 if line == Line.INCOME else BOX_OF[line, colour] + 0


# ---------------------------------------------------------------- what cannot be

SET_UP = (Phase.FIRST, Phase.CAR, Phase.DISTRICT)
OF_CHANCE = (Phase.FIRST, Phase.CARD, Phase.ROLL, Phase.BAPTISM)
ON_CARD = {  # a question to one seat after another, and the texts that put it
    Phase.CHOICE: (Effect.CHOICE, Effect.CHOICE_BY_DEBTS),
    Phase.RANSOM: (Effect.RANSOM_OR_HUDSON,),
    Phase.RECOVER: (Effect.RECOVER_MEMBER,),
    Phase.WAR: (Effect.ALL_TAKEOVER,),
    Phase.VACATE: (Effect.MOST_BUSINESSES_VACATE,),
}
AFTER_DIE = {  # the question that a box puts, and its line
    Phase.VISIT: Line.MINOR_ACTIONS,
    Phase.TAKEOVER: Line.HOSTILE_ACTIONS,
    Phase.CONSIGLIERE: Line.CHARACTERS,
    Phase.PROSECUTOR: Line.CHARACTERS,
    Phase.SPY: Line.CHARACTERS,
    Phase.BANKER: Line.CHARACTERS,
}


def flaw(state: Record, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every member, token and Friend is in exactly one place (DP-3)."""
    s = unwrap(state)
    printed = unwrap(numbers(box))
    if any((s[field] != printed[field]).any() for field in Numbers.fields):
        return "the numbers on board, tokens and cards are not those of this edition"
    found = flaw_of_members(s) or flaw_of_tokens(s) or flaw_of_cards(s) or flaw_of_asking(s) or flaw_of_set_up(s)
    return found or flaw_of_card_question(s) or flaw_of_dice(s) or flaw_of_fresh_token(s)


def flaw_of_members(s: Fields) -> str | None:
    """Seven members a family; three neutral ones for each district that nobody chose, once the draft is over."""
    seats = int(s["seats"])
    for family in range(SEATS + 1):
        members = int(s["reserve"][family] + s["tombs"][family] + s["hudson"][family] + (s["owner"] == family).sum())
        neutral = (DISTRICTS - seats) * BLOCK if s["phase"] not in SET_UP else 0
        due = neutral if family == NEUTRAL else MEMBERS if family < seats else 0
        if members != due:
            return f"family {family} has {members} members; there are {due}"
    if s["cash"].min() < 0 and s["phase"] != Phase.OVER:
        return "cash below zero"
    return None


def flaw_of_tokens(s: Fields) -> str | None:
    """Five debt tokens a player, thirteen Friends, markers on their tracks; nothing for seats that nobody has."""
    seats = int(s["seats"])
    for seat in range(SEATS):
        due = DEBT_TOKENS if seat < seats else 0
        if s["debts"][seat].sum() != due or s["debts"][seat, seats:BANK].any():
            return f"seat {seat} has {s['debts'][seat].sum()} debt tokens; there are {due}"
        if (s["track"][seat] > s["last"]).any():
            return f"seat {seat} has a marker off its track"
        if seat >= seats and any(s[name][seat].any() for name in ("cash", "track", "tokens", "friends", "owed", "affected")):
            return f"nobody is on seat {seat}, but things are there"
    if s["friends"].sum() + s["brooklyn"] != FRIENDS:
        return f"{s['friends'].sum() + s['brooklyn']} Friends of the Family; there are {FRIENDS}"
    return None


def flaw_of_cards(s: Fields) -> str | None:
    """A card a round; each moved a marker until the fourth of a colour fixed the K.O. track (DP-24, DP-25)."""
    turned, ko, card = int(s["round"] - (s["phase"] == Phase.CARD)), int(s["ko"]), int(s["card"])
    if s["seen"].sum() > max(turned, 0) or (card >= 0 and not s["seen"][card]):
        return "more cards are turned over than rounds were played, or the card face up is not among them"
    if s["round_card"] > 0 and not s["seen"][s["round_card"] - 1]:
        return "the card of the round is not among those turned over"
    fixed = [track for track in (Track.REPUTATION, Track.INFLUENCE) if s["markers"][track] == KO_SPACE]
    moved = int(s["markers"].sum())
    if fixed != [ko] * (ko >= 0) or moved > max(turned, 0) or (ko < 0 and moved != max(turned, 0)):
        return "the rounds, the event markers and the K.O. track do not fit together"
    return None


def flaw_of_asking(s: Fields) -> str | None:
    """Somebody is asked, or chance, or the game is over; whose turn it is fits the question."""
    phase, seats = s["phase"], int(s["seats"])
    if phase == Phase.DONE:
        return "nothing is asked, and the game is not over"
    wanted = -2 if phase == Phase.OVER else -1 if phase in OF_CHANCE else min(max(0, int(s["asked"])), seats - 1)
    if s["asked"] != wanted or s["turn"] >= seats:
        return "the seat that is asked does not fit the question or the seats"
    if (s["round"] == 0) != (phase in SET_UP) or (phase == Phase.OVER and s["round"] != ROUNDS):
        return "the round does not fit what is asked"
    in_turn = phase in (Phase.TURN_START, Phase.ROLL, Phase.WINDOW, *AFTER_DIE)
    if phase not in (Phase.TOKEN_NOW, Phase.BAPTISM) and (s["turn"] >= 0) != in_turn:
        return "it is nobody's turn, or somebody's too early"
    if in_turn and phase != Phase.ROLL and s["asked"] != s["turn"]:
        return "another seat is asked than the one whose turn it is"
    return None


def flaw_of_set_up(s: Fields) -> str | None:
    """Districts are taken whole, counter-clockwise to the start player; nobody is away yet (DP-11, DP-12)."""
    if s["first"] >= s["seats"]:
        return "nobody sits where the start player should"
    if s["layout_due"] and s["phase"] != Phase.FIRST:
        return "the layout of a first game is due before there is a start player, and only then"
    if s["phase"] not in SET_UP:
        return None
    if s["tombs"].any() or s["hudson"].any():
        return "members are away before the first round"
    seats, asked = int(s["seats"]), int(s["asked"])
    taken = [tuple(int(owner) for owner in s["owner"][first : first + BLOCK]) for first in range(0, BUSINESSES, BLOCK)]
    drafting = [(int(s["first"]) - 1 - place) % seats for place in range(seats)]
    due = [(seat,) * BLOCK for seat in drafting[: drafting.index(asked) if asked >= 0 else 0]]
    if sorted(taken) != sorted(due + [(EMPTY,) * BLOCK] * (DISTRICTS - len(due))):
        return "the districts are not taken as the seats choose them"
    if s["phase"] == Phase.CAR and asked != drafting[0]:
        return "the start player's right-hand neighbour puts the car on the street"
    return None


def flaw_of_card_question(s: Fields) -> str | None:
    """The card face up puts the question that is asked, or waits for the turns of the players (DP-28, DP-29)."""
    phase, card, seats = Phase(int(s["phase"])), int(s["card"]), int(s["seats"])
    effect = Effect(int(s["event_effect"][card])) if card >= 0 else None
    out_of_turn = phase in (Phase.TOKEN_NOW, Phase.BAPTISM) and s["turn"] < 0
    if phase in ON_CARD or out_of_turn:
        if effect is None or effect not in ON_CARD.get(phase, tuple(Effect)) or not 0 <= s["answering"] < seats:
            return "no card puts this question"
        if phase in ON_CARD and s["asked"] != s["answering"]:
            return "the card has come to another seat"
    elif effect is not None and effect not in TURN_START_EFFECTS:
        return "the card face up is carried out already"
    if card >= 0 and phase in (Phase.CARD, *SET_UP):
        return "a card lies face up before the card of the round is turned over"
    if phase == Phase.TURN_START and effect is None:
        return "no card puts this question"
    own = [business for business in range(BUSINESSES) if s["owner"][business] == s["asked"]]
    if phase == Phase.VACATE and all(business // BLOCK == s["car"] // BLOCK for business in own):
        return "the seat that is asked has no business to give up"
    if s["affected"].any() and phase != Phase.VACATE:
        return "somebody must give up a business, but no card says so"
    return None


def flaw_of_dice(s: Fields) -> str | None:
    """One die on each line up to this one, the others with a face unless they are rolled (DP-32, DP-33)."""
    phase, line = Phase(int(s["phase"])), int(s["line"])
    if s["turn"] < 0:
        return None if line == Line.BEFORE or phase == Phase.OVER else "dice are on a line in nobody's turn"
    in_window = phase == Phase.WINDOW or (phase == Phase.BAPTISM and s["fresh_seat"] < 0)
    lines = {Phase.TURN_START: (Line.BEFORE,), Phase.ROLL: tuple(Line)[1:4]}.get(phase, tuple(Line)[1:] if in_window else ())
    if line not in (lines or (AFTER_DIE.get(phase, Line.INCOME),)):
        return "the line does not fit what is asked"
    lying = sorted(int(place) for place in s["placed"] if place > 0)
    if lying != list(range(1, max(1, line if phase == Phase.ROLL or in_window else line + 1))):
        return "the dice do not lie one on each line up to this one"
    blank = [die for die in Colour if s["dice"][die] == 0]
    if phase == Phase.TURN_START:
        return None if len(blank) == len(Colour) else "dice have faces before the first roll"
    if (phase == Phase.ROLL) != bool(blank) or any(s["placed"][die] for die in blank):
        return "a die without a face is not being rolled, or none is left to roll"
    if phase in AFTER_DIE and s["number"] != next(s["dice"][die] for die in Colour if s["placed"][die] == line):
        return "the number is not that of the die on this line"
    if phase == Phase.VISIT and s["owner"][s["car"]] != EMPTY:
        return "the business in front of the car is not empty"
    return None


def flaw_of_fresh_token(s: Fields) -> str | None:
    """A feast gained out of turn is asked about at once, and only then bonus steps may still be owed (DP-R7, DP-R11)."""
    phase, seat, token = s["phase"], int(s["fresh_seat"]), int(s["token"])
    in_between = phase == Phase.TOKEN_NOW or (phase == Phase.BAPTISM and seat >= 0)
    if (seat >= 0) != in_between or seat >= s["seats"] or (seat >= 0 and seat == s["turn"]):
        return "a token gained out of turn does not fit what is asked"
    if phase == Phase.BAPTISM and seat < 0 and s["turn"] < 0:
        return "nobody rolls for the Baptism"
    if (phase == Phase.TOKEN_NOW) != (token >= 0) or (token >= 0 and (s["asked"] != seat or token >= FEASTS)):
        return "no token is asked about, or not its owner"
    if token >= 0 and s["tokens"][seat, token] != Held.IN_HAND:
        return "the token that is asked about is not in hand"
    fresh = {(int(of), int(which)) for of, which in zip(*(s["tokens"] >= Held.FRESH).nonzero(), strict=True)}
    if any(of != seat or which >= FEASTS for of, which in fresh):
        return "a token is fresh that nobody has just gained"
    if s["owed"].any() and not (in_between and s["turn"] >= 0 and s["owed_track"] in (Track.REPUTATION, Track.INFLUENCE)):
        return "bonus steps are owed for no income"
    return None
