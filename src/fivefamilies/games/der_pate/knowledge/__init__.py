"""What one player may know of a table of Der Pate: the view, a fair guess at the rest, and the numbers for learners.

The order of the cards is nobody's knowledge and is not in the record; the one secret is the cash of the other players
(DP-17, DP-R31). The table does not show it, and neither do the view and the numbers, unless money is open or the game is
over. But every payment is made openly: whoever adds up the log knows it, and so do guesses.
"""

from typing import Annotated

import msgspec

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.record import Fields, Record, unwrap
from fivefamilies.core.sights import each, numbers, sight
from fivefamilies.core.views import Money, Place, SeatNumber, Viewer, is_a
from fivefamilies.games.der_pate.components import (
    BAIL,
    BANK,
    BLOCK,
    BUSINESSES,
    CARDS,
    CARDS_IN_PLAY,
    DEBT_TOKENS,
    DICE,
    DISTRICTS,
    EVENT_IDS,
    FACES,
    FAVOUR_CASH,
    FAVOUR_STEPS,
    FRIENDS,
    FRIENDS_PER_TURN,
    KO_SPACE,
    MEMBERS,
    NEUTRAL,
    NUMBERS,
    ROUNDS,
    SEATS,
    TOKENS,
    TRACKS,
    Colour,
    Favour,
    Line,
    Parts,
    Token,
    Track,
)
from fivefamilies.games.der_pate.knowledge.board import (
    ActionBox,
    EventCardView,
    Prospect,
    TrackSpaces,
    action_board,
    event_cards,
    prospects,
    track_spaces,
)
from fivefamilies.games.der_pate.state import Held, Phase, controlled, is_eliminated, is_protected

HELD = ("on_track", "in_hand", "spent", "in_hand", "in_hand")  # a fresh token lies before its owner like any other


BusinessWord = Annotated[str, is_a("business")]  # its place on the street, counted from 1
Index = Annotated[int, is_a("index")]  # counted from 0, for programs


class Family(msgspec.Struct):
    """One player's side of the table; `cash` only for those who may see it."""

    seat: SeatNumber
    family: Annotated[str, is_a("family")]
    cash: Money | None  # dollars
    businesses: int
    reserve: int
    tombs: int
    hudson: int
    debts_home: int
    debts_with: list[int]  # own debt tokens by holder: the seats, then the bank
    tracks: dict[Annotated[str, is_a("track", touch=True)], int]
    tokens: dict[Annotated[str, is_a("token", touch=True)], Annotated[str, is_a("held")]]
    friends: int
    is_eliminated: bool | None  # None until the end


class Business(msgspec.Struct):
    """A business and who controls it: a seat, "neutral" or nobody."""

    number: int
    type: Annotated[str, is_a("business_type")]
    district: Index
    owner: SeatNumber | Annotated[str, is_a("owner")] | None
    is_protected: bool
    id: Annotated[str, is_a("business", touch=True)]  # its place on the street, counted from 1


class District(msgspec.Struct):
    """Three businesses; they are protected while the car stands there."""

    id: Annotated[str, is_a("district", touch=True)]
    businesses: list[BusinessWord]
    is_protected: bool


class Car(msgspec.Struct):
    """The gangster car and the place on the street where it stands, counted from 1 as in notation and log."""

    id: Annotated[str, is_a("car", touch=True)]
    place: Place
    business: BusinessWord


class Area(msgspec.Struct):
    """The Tombs or the Hudson, with the neutral members there; each family tells of its own."""

    id: Annotated[str, is_a("area", touch=True)]
    neutral: int


class FavourSpace(msgspec.Struct):
    """A favour, its space on the Favours track, and the steps or the money that it gives."""

    id: Annotated[str, is_a("favour", touch=True)]
    space: int
    steps: int = 0
    cash: Money = 0


class Die(msgspec.Struct):
    """A die: its face, 1 to 5 or 6 for the puppet master, None before the roll; the line on which it lies."""

    colour: Annotated[str, is_a("die", touch=True)]
    face: int | None
    line: int | None


class View(msgspec.Struct):
    """The table of Der Pate as one seat sees it."""

    title: str
    seat: Viewer | None
    phase: Annotated[str, is_a("phase")]
    asked: SeatNumber | None
    round: int
    turn: SeatNumber | None
    line: int
    car: Index | None  # the same as a place from 1 is in `gangster_car`
    businesses: list[Business]
    families: list[Family]
    neutral_tombs: int
    neutral_hudson: int
    brooklyn: int
    friends_used: int
    dice: list[Die]
    number: int  # of the die being carried out
    card: Annotated[str, is_a("card", touch=True)] | None  # face up
    seen: list[Annotated[str, is_a("card")]]
    unseen: list[Annotated[str, is_a("card")]]
    markers: dict[Annotated[str, is_a("marker")], int]
    ko_track: Annotated[str, is_a("track")] | None
    token: Annotated[str, is_a("token")] | None  # the feast gained out of turn
    open_money: bool
    gangster_car: Car | None
    districts: list[District]
    areas: list[Area]
    favours: list[FavourSpace]
    start_player: SeatNumber | None
    rounds: int
    friends_per_turn: int
    ko_space: int  # the card of a colour that fixes the K.O. track
    cards_to_come: int
    round_card: Annotated[str, is_a("card")] | None  # of this round, also when it was carried out
    tracks: list[TrackSpaces]
    boxes: list[ActionBox]
    events: list[EventCardView]
    prospects: list[Prospect]  # what each die would do; for the seat that places one
    bail: Money
    answering: SeatNumber | None  # the seat that the card has come to
    affected: list[SeatNumber]  # who must still give up a business


def view(state: Record, seat: int, parts: Parts) -> View:
    """The table as `seat` sees it; OBSERVER sees what everybody sees."""
    s = unwrap(state)
    phase = Phase(int(s["phase"]))
    car = int(s["car"]) if phase not in (Phase.FIRST, Phase.CAR) else None
    shown = [bool(flag) for flag in s["seen"]]
    return View(
        title="der_pate",
        seat=seat if seat >= 0 else None,
        phase=phase.name.lower(),
        asked=int(s["asked"]) if s["asked"] >= 0 else None,
        round=int(s["round"]),
        turn=int(s["turn"]) if s["turn"] >= 0 else None,
        line=int(s["line"]),
        car=car,
        businesses=[view_business(s, business, car, parts) for business in range(BUSINESSES)],
        families=[view_family(s, of, seat, parts) for of in range(s["seats"])],
        neutral_tombs=int(s["tombs"][NEUTRAL]),
        neutral_hudson=int(s["hudson"][NEUTRAL]),
        brooklyn=int(s["brooklyn"]),
        friends_used=int(s["friends_used"]),
        dice=[Die(colour.name.lower(), int(s["dice"][colour]) or None, int(s["placed"][colour]) or None) for colour in Colour],
        number=int(s["number"]),
        card=EVENT_IDS[int(s["card"])] if s["card"] >= 0 else None,
        seen=[card for card, is_seen in zip(EVENT_IDS, shown, strict=True) if is_seen],
        unseen=[card for card, is_seen in zip(EVENT_IDS, shown, strict=True) if not is_seen],
        markers={"grey": int(s["markers"][0]), "red": int(s["markers"][1])},
        ko_track=Track(int(s["ko"])).name.lower() if s["ko"] >= 0 else None,
        token=Token(int(s["token"])).name.lower() if s["token"] >= 0 else None,
        open_money=bool(s["open_money"]),
        gangster_car=Car("car", car + 1, str(car + 1)) if car is not None else None,
        districts=[view_district(district, car, parts) for district in range(DISTRICTS)],
        areas=[Area("tombs", int(s["tombs"][NEUTRAL])), Area("hudson", int(s["hudson"][NEUTRAL]))],
        favours=[
            FavourSpace(
                favour.name.lower(),
                parts.favour_spaces[favour],
                FAVOUR_STEPS if favour == Favour.TWO_STEPS else 0,
                FAVOUR_CASH * 1000 if favour == Favour.CASH_5000 else 0,
            )
            for favour in Favour
        ],
        start_player=int(s["first"]) if phase != Phase.FIRST else None,
        rounds=ROUNDS,
        friends_per_turn=FRIENDS_PER_TURN,
        ko_space=KO_SPACE,
        cards_to_come=CARDS_IN_PLAY - (int(s["round"]) - (phase == Phase.CARD) if s["round"] else 0),
        round_card=EVENT_IDS[int(s["round_card"]) - 1] if s["round_card"] else None,
        tracks=track_spaces(parts),
        boxes=action_board(s, parts),
        events=event_cards(parts),
        prospects=prospects(s, parts) if seat >= 0 and seat == s["asked"] else [],
        bail=BAIL * 1000,
        answering=int(s["answering"]) if s["card"] >= 0 and 0 <= s["answering"] < s["seats"] else None,
        affected=[of for of in range(s["seats"]) if s["affected"][of]],
    )


def view_business(s: Fields, business: int, car: int | None, parts: Parts) -> Business:
    """One business."""
    number, owner = int(s["business_number"][business]), int(s["owner"][business])
    return Business(
        number=number,
        type=parts.types[number - 1].id,
        district=business // BLOCK,
        owner=None if owner < 0 else "neutral" if owner == NEUTRAL else owner,
        is_protected=car is not None and business // BLOCK == car // BLOCK,
        id=str(business + 1),
    )


def view_district(district: int, car: int | None, parts: Parts) -> District:
    """One district."""
    places = range(district * BLOCK + 1, district * BLOCK + BLOCK + 1)
    is_protected = car is not None and car // BLOCK == district
    return District(str(parts.districts[district]), [str(place) for place in places], is_protected)


def view_family(s: Fields, of: int, seat: int, parts: Parts) -> Family:
    """One player's side of the table."""
    over = s["phase"] == Phase.OVER
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
        debts_with=[0 if holder == of else int(s["debts"][of, holder]) for holder in (*range(s["seats"]), BANK)],
        tracks={track.name.lower(): int(s["track"][of, track]) for track in Track},
        tokens={token.name.lower(): HELD[int(s["tokens"][of, token])] for token in Token},
        friends=int(s["friends"][of]),
        is_eliminated=bool(s["track"][of, s["ko"]] < s["last"][s["ko"]]) if over else None,
    )


# ---------------------------------------------------------------- guessing


@rule
def is_cash_open(s):
    """Does everybody see everybody's cash? (DP-R31)"""
    return s.open_money == 1 or s.phase == Phase.OVER


@verb
def guess(s, seat, rng):
    """Nothing to guess: every payment was made before all eyes, so a careful player knows all cash (DP-17, DP-R31)."""


# ---------------------------------------------------------------- numbers

CASH_UNIT = 50
SHOWN_PHASES = len(Phase) - 1  # all but the last one: nobody is ever asked in it


@sight
class FamilySight:
    """One player's side of the table."""

    here: numbers("at the table")
    has_turn: numbers("has the turn")
    is_asked: numbers("is asked")
    is_start_player: numbers("is the start player")
    is_cash_known: numbers("cash known")
    cash: numbers("cash / 50")
    businesses: numbers("businesses / 12")
    reserve: numbers("reserve / 7")
    tombs: numbers("Tombs / 7")
    hudson: numbers("Hudson / 7")
    debts_home: numbers("debt tokens at home / 5")
    friends: numbers("Friends / 13")
    owed: numbers("bonus steps still owed / 3")
    is_eliminated: numbers("eliminated")
    debts: numbers("debt tokens / 5 by holder (own seat, then clockwise, then the bank)")[SEATS + 1]
    tracks: numbers("the four tracks / their last space")[Track]
    tokens: numbers("for each of the six tokens: in hand, spent")[Token, 2]


@sight
class DieSight:
    """One die."""

    face: numbers("its face (six numbers)")[FACES]
    line: numbers("not placed, or the line where it lies (four)")[DICE + 1]


@sight
class Sight:
    """What a seat knows as numbers; seats from the own one clockwise."""

    families: each(FamilySight, "per seat from the own one clockwise")[SEATS]
    owner: numbers("per business: empty, neutral, then the owner from the own seat clockwise")[BUSINESSES, SEATS + 2]
    number: numbers("per business its number / 5")[BUSINESSES]
    car: numbers("the car's space")[BUSINESSES]
    protected: numbers("businesses in the car's district")[BUSINESSES]
    dice: each(DieSight, "per die")[Colour]
    line: numbers("before the first roll, lines 1 to 4, end of the turn")[Line]
    phase: numbers("what is asked now")[SHOWN_PHASES]
    card: numbers("the card that lies face up")[CARDS]
    seen: numbers("cards turned over so far")[CARDS]
    markers: numbers("event markers, grey and red, / 4")[2]
    ko: numbers("K.O. track open, Reputation, Influence")[3]
    token: numbers("the feast gained out of turn that is asked about")[Token]
    round: numbers("round / 7")
    friends: numbers("Friends in Brooklyn / 13, Friends used this turn / 2")[2]
    die_number: numbers("number of the die being carried out / 6")


@verb
def observe(s, seat, o):
    """What `seat` knows as numbers."""
    for other in range(s.seats):
        observe_family(s, seat, other, o.families[(other - seat) % s.seats])
    observe_city(s, seat, o)
    for die in range(DICE):
        if s.dice[die] > 0:
            o.dice[die].face[s.dice[die] - 1] = 1
        o.dice[die].line[s.placed[die]] = 1
    o.line[s.line] = 1
    o.phase[s.phase] = 1
    if s.card >= 0:
        o.card[s.card] = 1
    for card in range(CARDS):
        o.seen[card] = s.seen[card]
    o.markers[0] = s.markers[0] / KO_SPACE
    o.markers[1] = s.markers[1] / KO_SPACE
    o.ko[s.ko + 1] = 1
    if s.token >= 0:
        o.token[s.token] = 1
    o.round = s.round / ROUNDS
    o.friends[0] = s.brooklyn / FRIENDS
    o.friends[1] = s.friends_used / FRIENDS_PER_TURN
    o.die_number = s.number / FACES


@rule
def observe_family(s, seat, other, o):
    """One player's side of the table, seen from `seat`."""
    known = other == seat or is_cash_open(s)
    o.here = 1
    o.has_turn = other == s.turn
    o.is_asked = other == s.asked
    o.is_start_player = other == s.first and s.phase != Phase.FIRST
    o.is_cash_known = known
    o.cash = s.cash[other] / CASH_UNIT if known else 0.0
    o.businesses = controlled(s, other) / BUSINESSES
    o.reserve = s.reserve[other] / MEMBERS
    o.tombs = s.tombs[other] / MEMBERS
    o.hudson = s.hudson[other] / MEMBERS
    o.debts_home = s.debts[other, other] / DEBT_TOKENS
    o.friends = s.friends[other] / FRIENDS
    o.owed = s.owed[other] / BLOCK
    o.is_eliminated = s.phase == Phase.OVER and is_eliminated(s, other)
    for holder in range(s.seats):
        if holder != other:
            o.debts[(holder - seat) % s.seats] = s.debts[other, holder] / DEBT_TOKENS
    o.debts[SEATS] = s.debts[other, BANK] / DEBT_TOKENS
    for track in range(TRACKS):
        o.tracks[track] = s.track[other, track] / s.last[track]
    for token in range(TOKENS):
        held = s.tokens[other, token]
        o.tokens[token, 0] = held == Held.IN_HAND or held >= Held.FRESH
        o.tokens[token, 1] = held == Held.SPENT


@rule
def observe_city(s, seat, o):
    """Owners, numbers, car and protection."""
    for business in range(BUSINESSES):
        owner = s.owner[business]
        if owner < 0:
            o.owner[business, 0] = 1
        elif owner == NEUTRAL:
            o.owner[business, 1] = 1
        else:
            o.owner[business, 2 + (owner - seat) % s.seats] = 1
        o.number[business] = s.business_number[business] / NUMBERS
        if s.phase != Phase.CAR and s.phase != Phase.FIRST:
            o.car[business] = business == s.car
            o.protected[business] = is_protected(s, business)
