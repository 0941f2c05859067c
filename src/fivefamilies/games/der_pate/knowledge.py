"""What one player may know of a table of Der Pate: the view, a fair guess at the rest, and the numbers for learners.

The order of the cards is nobody's knowledge and is not in the record; the one secret is the cash of the other players
(DP-17, DP-R31). The table does not show it, and neither do the view and the numbers, unless money is open or the game is
over. But every payment is made openly: whoever adds up the log knows it, and so do guesses.
"""

from typing import Any

import msgspec

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import Block
from fivefamilies.core.record import unwrap
from fivefamilies.games.der_pate.components import (
    BANK,
    BLOCK,
    BUSINESSES,
    CARDS,
    DEBT_TOKENS,
    DICE,
    FACES,
    FRIENDS,
    KO_SPACE,
    MEMBERS,
    NEUTRAL,
    ROUNDS,
    SEATS,
    TOKENS,
    TRACKS,
    Colour,
    Parts,
    Token,
    Track,
)
from fivefamilies.games.der_pate.state import END_OF_TURN, Held, Phase, controlled, is_eliminated, is_protected

PHASES = len(Phase)
HELD = ("on_track", "in_hand", "spent", "in_hand")  # a fresh token lies before its owner like any other


class Family(msgspec.Struct):
    """One player's side of the table; `cash` only for those who may see it."""

    seat: int
    family: str
    cash: int | None  # dollars
    businesses: int
    reserve: int
    tombs: int
    hudson: int
    debts_home: int
    debts_with: list[int]  # own debt tokens by holder: the seats, then the bank
    tracks: dict[str, int]
    tokens: dict[str, str]
    friends: int
    is_eliminated: bool | None  # None until the end


class Business(msgspec.Struct):
    """A business and who controls it: a seat, "neutral" or nobody."""

    number: int
    type: str
    district: int
    owner: int | str | None
    is_protected: bool


class Die(msgspec.Struct):
    """A die: its face, 1 to 5 or 6 for the puppet master, None before the roll; the line on which it lies."""

    colour: str
    face: int | None
    line: int | None


class View(msgspec.Struct):
    """The table of Der Pate as one seat sees it."""

    title: str
    seat: int | None
    phase: str
    asked: int | None
    round: int
    turn: int | None
    line: int
    car: int | None
    businesses: list[Business]
    families: list[Family]
    neutral_tombs: int
    neutral_hudson: int
    brooklyn: int
    friends_used: int
    dice: list[Die]
    number: int  # of the die being carried out
    card: str | None  # face up
    seen: list[str]
    unseen: list[str]
    markers: dict[str, int]
    ko_track: str | None
    token: str | None  # the feast gained out of turn
    open_money: bool


def view(state: Any, seat: int, parts: Parts) -> View:
    """The table as `seat` sees it; OBSERVER sees what everybody sees."""
    s = unwrap(state)
    seats, phase, over = int(s["seats"]), Phase(int(s["phase"])), s["phase"] == Phase.OVER

    def owner(business: int) -> int | str | None:
        held_by = int(s["owner"][business])
        return None if held_by < 0 else "neutral" if held_by == NEUTRAL else held_by

    def family(of: int) -> Family:
        is_open = of == seat or over or bool(s["open_money"])
        return Family(
            seat=of,
            family=parts.families[of].id,
            cash=int(s["cash"][of]) * 1000 if is_open else None,
            businesses=int((s["owner"] == of).sum()),
            reserve=int(s["reserve"][of]),
            tombs=int(s["tombs"][of]),
            hudson=int(s["hudson"][of]),
            debts_home=int(s["debts"][of, of]),
            debts_with=[0 if holder == of else int(s["debts"][of, holder]) for holder in (*range(seats), BANK)],
            tracks={track.name.lower(): int(s["track"][of, track]) for track in Track},
            tokens={token.name.lower(): HELD[int(s["tokens"][of, token])] for token in Token},
            friends=int(s["friends"][of]),
            is_eliminated=bool(s["track"][of, s["ko"]] < s["last"][s["ko"]]) if over else None,
        )

    return View(
        title="der_pate",
        seat=seat if seat >= 0 else None,
        phase=phase.name.lower(),
        asked=int(s["asked"]) if s["asked"] >= 0 else None,
        round=int(s["round"]),
        turn=int(s["turn"]) if s["turn"] >= 0 else None,
        line=int(s["line"]),
        car=int(s["car"]) if phase > Phase.CAR else None,
        businesses=[
            Business(
                number=int(number),
                type=parts.types[int(number) - 1].id,
                district=business // BLOCK,
                owner=owner(business),
                is_protected=phase > Phase.CAR and business // BLOCK == int(s["car"]) // BLOCK,
            )
            for business, number in enumerate(s["business_number"])
        ],
        families=[family(of) for of in range(seats)],
        neutral_tombs=int(s["tombs"][NEUTRAL]),
        neutral_hudson=int(s["hudson"][NEUTRAL]),
        brooklyn=int(s["brooklyn"]),
        friends_used=int(s["friends_used"]),
        dice=[
            Die(colour.name.lower(), int(s["dice"][colour]) or None, int(s["placed"][colour]) or None) for colour in Colour
        ],
        number=int(s["number"]),
        card=parts.events[int(s["card"])].id if s["card"] >= 0 else None,
        seen=[card.id for card, shown in zip(parts.events, s["seen"], strict=True) if shown],
        unseen=[card.id for card, shown in zip(parts.events, s["seen"], strict=True) if not shown],
        markers={"grey": int(s["markers"][0]), "red": int(s["markers"][1])},
        ko_track=Track(int(s["ko"])).name.lower() if s["ko"] >= 0 else None,
        token=Token(int(s["token"])).name.lower() if s["token"] >= 0 else None,
        open_money=bool(s["open_money"]),
    )


def redact(row: Any, seat: int) -> Any:
    """An event as `seat` sees it: dice, payments and decisions are all made openly."""
    return row


# ---------------------------------------------------------------- guessing


@rule
def is_cash_open(s):
    """Does everybody see everybody's cash? (DP-R31)"""
    return s.open_money == 1 or s.phase == Phase.OVER


@verb
def guess(s, seat, rng):
    """Nothing to guess: every payment was made before all eyes, so a careful player knows all cash (DP-17, DP-R31)."""


# ---------------------------------------------------------------- numbers

FAMILY_NUMBERS = 14 + SEATS + 1 + TRACKS + 2 * TOKENS
CASH_UNIT, DEBT_UNIT = 50, DEBT_TOKENS
OBSERVATION = (
    Block("families", SEATS * FAMILY_NUMBERS,
          "per seat from the own one clockwise: at the table, has the turn, is asked, is the start player, cash known, "
          "cash / 50, businesses / 12, reserve / 7, Tombs / 7, Hudson / 7, debt tokens at home / 5, Friends / 13, "
          "bonus steps still owed / 3, eliminated; debt tokens / 5 by holder (own seat, then clockwise, then the bank); "
          "the four tracks / their last space; for each of the six tokens: in hand, spent"),
    Block("owner", BUSINESSES * (SEATS + 2), "per business: empty, neutral, then the owner from the own seat clockwise"),
    Block("number", BUSINESSES, "per business its number / 5"),
    Block("car", BUSINESSES, "the car's space"),
    Block("protected", BUSINESSES, "businesses in the car's district"),
    Block("dice", DICE * (FACES + 5), "per die: its face (six numbers), not placed, or the line where it lies (four)"),
    Block("line", END_OF_TURN + 1, "before the first roll, lines 1 to 4, end of the turn"),
    Block("phase", PHASES, "what is asked now"),
    Block("card", CARDS, "the card that lies face up"),
    Block("seen", CARDS, "cards turned over so far"),
    Block("markers", 2, "event markers, grey and red, / 4"),
    Block("ko", 3, "K.O. track open, Reputation, Influence"),
    Block("token", TOKENS, "the feast gained out of turn that is asked about"),
    Block("round", 1, "round / 7"),
    Block("friends", 2, "Friends in Brooklyn / 13, Friends used this turn / 2"),
    Block("die_number", 1, "number of the die being carried out / 6"),
)


@verb
def observe(s, seat, out):
    """What `seat` knows as numbers, in the order of OBSERVATION."""
    out[:] = 0
    for other in range(s.seats):
        observe_family(s, seat, other, out, (other - seat) % s.seats * FAMILY_NUMBERS)
    at = observe_city(s, seat, out, SEATS * FAMILY_NUMBERS)
    at = observe_dice(s, out, at)
    out[at + s.line] = 1
    at += END_OF_TURN + 1
    out[at + s.phase] = 1
    at += PHASES
    if s.card >= 0:
        out[at + s.card] = 1
    at += CARDS
    for card in range(CARDS):
        out[at + card] = s.seen[card]
    at += CARDS
    out[at] = s.markers[0] / KO_SPACE
    out[at + 1] = s.markers[1] / KO_SPACE
    out[at + 3 + s.ko] = 1
    at += 5
    if s.token >= 0:
        out[at + s.token] = 1
    at += TOKENS
    out[at] = s.round / ROUNDS
    out[at + 1] = s.brooklyn / FRIENDS
    out[at + 2] = s.friends_used / 2
    out[at + 3] = s.number / FACES


@rule
def observe_family(s, seat, other, out, row):
    """One player's side of the table, seen from `seat`."""
    known = other == seat or is_cash_open(s)
    out[row] = 1
    out[row + 1] = other == s.turn
    out[row + 2] = other == s.asked
    out[row + 3] = other == 0
    out[row + 4] = known
    out[row + 5] = s.cash[other] / CASH_UNIT if known else 0.0
    out[row + 6] = controlled(s, other) / BUSINESSES
    out[row + 7] = s.reserve[other] / MEMBERS
    out[row + 8] = s.tombs[other] / MEMBERS
    out[row + 9] = s.hudson[other] / MEMBERS
    out[row + 10] = s.debts[other, other] / DEBT_UNIT
    out[row + 11] = s.friends[other] / FRIENDS
    out[row + 12] = s.owed[other] / 3
    out[row + 13] = s.phase == Phase.OVER and is_eliminated(s, other)
    row += 14
    for holder in range(s.seats):
        if holder != other:
            out[row + (holder - seat) % s.seats] = s.debts[other, holder] / DEBT_UNIT
    out[row + SEATS] = s.debts[other, BANK] / DEBT_UNIT
    row += SEATS + 1
    for track in range(TRACKS):
        out[row + track] = s.track[other, track] / s.last[track]
    row += TRACKS
    for token in range(TOKENS):
        held = s.tokens[other, token]
        out[row + 2 * token] = held == Held.IN_HAND or held == Held.FRESH
        out[row + 2 * token + 1] = held == Held.SPENT


@rule
def observe_city(s, seat, out, at):
    """Owners, numbers, car and protection; returns where the next block begins."""
    places = BUSINESSES
    for business in range(places):
        owner = s.owner[business]
        row = at + business * (SEATS + 2)
        if owner < 0:
            out[row] = 1
        elif owner == NEUTRAL:
            out[row + 1] = 1
        else:
            out[row + 2 + (owner - seat) % s.seats] = 1
        numbers = at + places * (SEATS + 2)
        out[numbers + business] = s.business_number[business] / 5
        if s.phase != Phase.CAR:
            out[numbers + places + business] = business == s.car
            out[numbers + 2 * places + business] = is_protected(s, business)
    return at + places * (SEATS + 5)


@rule
def observe_dice(s, out, at):
    """The four dice; returns where the next block begins."""
    for die in range(DICE):
        row = at + die * (FACES + 5)
        if s.dice[die] > 0:
            out[row + s.dice[die] - 1] = 1
        out[row + FACES + s.placed[die]] = 1
    return at + DICE * (FACES + 5)


