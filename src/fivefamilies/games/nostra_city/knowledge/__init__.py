"""What one seat may know of a table of Nostra City: the view, with what lies open and what may be done next.

The same as numbers is in `observing.py`, the guess at the rest in `guessing.py`.
"""

from typing import Annotated

import msgspec
import numpy as np

from fivefamilies.core.record import Fields, Record, unwrap
from fivefamilies.core.views import Place, SeatNumber, Viewer, is_a
from fivefamilies.games.nostra_city.components import (
    BANK_LIMIT,
    BILLS,
    CARDS,
    COLOURS,
    FIRST_INVESTIGATION,
    FIRST_RESPECT,
    FIRST_TURF,
    HAND_TYPES,
    KINDS,
    SPACES,
    TITLE_RESPECT,
    TURFS,
    UNDERBOSS,
    UNDERBOSS_CARD,
    UNDERLINGS,
    VALUE,
    ZEALOUS_CARDS,
    ZEALOUS_RESPECT,
    Bill,
    Inquiry,
    Parts,
    Vendetta,
)
from fivefamilies.games.nostra_city.knowledge.guessing import guess, hunch
from fivefamilies.games.nostra_city.knowledge.observing import Sight, observe
from fivefamilies.games.nostra_city.referee import objection
from fivefamilies.games.nostra_city.rules.business import bills_of_take
from fivefamilies.games.nostra_city.rules.meeting import total_offer
from fivefamilies.games.nostra_city.state import (
    BILL_NAMES,
    DECK,
    DISCARDS,
    DRAW,
    EVERYBODY,
    NONE,
    PILE,
    Phase,
    Stage,
    State,
    lies_under,
    matching_turfs,
    respect,
    shame_in,
)
from fivefamilies.games.nostra_city.words import Move, join

__all__ = ["Sight", "View", "guess", "hunch", "observe", "view"]

NOBODY_ASKED = (Phase.DEAL_STREET, Phase.FIRST_PLAYER, Phase.REFILL, Phase.COUNT, Phase.OVER)
SORTS = (("underling", UNDERLINGS), ("turf", FIRST_RESPECT), ("luxury", FIRST_INVESTIGATION), ("investigation", CARDS))

CardWord = Annotated[str, is_a("card")]
VendettaWord = Annotated[str, is_a("vendetta")]
PileWord = Annotated[str, is_a("pile")]
Bills = dict[Annotated[str, is_a("bill", touch=True)], int]  # how many of each
Points = Annotated[int, is_a("points")]  # nothing is something too
BySeat = Annotated[list[int], is_a("by_seat")]  # a number for each seat, from the first on


class UnderlingView(msgspec.Struct):
    """An Underling, Free or Busy, and the Respect that comes with him."""

    id: Annotated[str, is_a("underling", touch=True)]
    is_free: bool
    respect: Points


class TurfView(msgspec.Struct):
    """A Turf, Free or Busy, the kinds of Take that it counts for, and its Respect."""

    id: Annotated[str, is_a("turf", touch=True)]
    is_free: bool
    kinds: list[Annotated[str, is_a("kind")]]
    respect: Points


class Offer(msgspec.Struct):
    """An offer: the Underling and the number of bills are public; space and bills for whoever may see them."""

    underling: Annotated[str, is_a("underling")]
    size: int | None
    space: Place | None
    bills: Bills | None
    total: Annotated[int, is_a("money")] | None  # what it counts for, where the bills are seen


class Space(msgspec.Struct):
    """A space of the Street, the card on it, and whether it is bid for, resolved or refilled now, as far as this seat sees."""

    id: Annotated[str, is_a("space", touch=True)]  # counted from 1
    card: CardWord | None
    is_current: bool
    is_open: bool  # this seat, on its turn, may bid for it
    sort: Annotated[str, is_a("sort")] | None  # of card
    kinds: list[Annotated[str, is_a("kind")]]  # of Take, for a Turf
    respect: Points | None  # what the card is worth
    bribe: Annotated[int, is_a("money")] | None  # what ends an Investigation


class BillKind(msgspec.Struct):
    """A kind of bill: what it is worth, and how far it moves the marker when the Pile is counted; Innocent is below zero."""

    id: Annotated[str, is_a("bill")]
    word: Annotated[str, is_a("move")]  # how moves call it
    value: Annotated[int, is_a("money")]
    leaning: Points


class Honour(msgspec.Struct):
    """A card that lies in a Territory for its Respect: luxury, Investigation, Title, Zealous Corruptor, shame, bonus."""

    id: Annotated[str, is_a("honour")]
    respect: Points


class Player(msgspec.Struct):
    """One player as this seat sees him; `hand` and `bank` are there for himself only, the Banks for all after the last lap."""

    seat: SeatNumber
    colour: Annotated[str, is_a("player", touch=True)]
    respect: Points
    underlings: list[UnderlingView]
    turfs: list[TurfView]
    respect_cards: list[CardWord]
    investigations: list[CardWord]
    title: Annotated[str, is_a("title")] | None
    zealous: int
    shame: int
    bonuses: list[Annotated[str, is_a("bonus")]]
    cards: int
    hand: dict[Annotated[str, is_a("vendetta", touch=True)], int] | None
    shown: list[VendettaWord]  # cards of his Hand that Ilaria showed to this seat
    bills: int  # in the Bank
    bank: Bills | None
    surely: dict[Annotated[str, is_a("bill")], int]  # bills this seat is certain he has, in the Bank or in offers
    offers: list[Offer]
    is_snitch: bool | None
    honours: list[Honour]


class Take(msgspec.Struct):
    """A Take that the player on turn may make: how many Turfs match it, what each seat is due from it, who can make it."""

    turf: Annotated[str, is_a("turf")]
    kind: Annotated[str, is_a("kind")]
    matching: int
    due: BySeat  # the taker is due nothing
    drawn_by: dict[Annotated[str, is_a("underling")], int]  # bills that each Underling draws for it, unless the Raid comes up


class View(msgspec.Struct):
    """The table of Nostra City as one seat sees it."""

    title: str
    seat: Viewer | None
    month: int
    stage: Annotated[str, is_a("stage")]
    phase: Annotated[str, is_a("phase")]
    marker: Place
    first: SeatNumber | None
    first_card: SeatNumber | None
    turn: SeatNumber | None
    asked: SeatNumber | None
    street: list[CardWord | None]
    street_deck: int
    under_deck: list[CardWord]
    draw_pile: int
    discards: int
    raids: dict[PileWord, int]
    pile: int
    surely: dict[PileWord, dict[Annotated[str, is_a("bill")], int]]  # bills this seat is certain of, by pile
    vendetta_deck: int
    paybacks: dict[VendettaWord, int]
    powers: bool
    underling: Annotated[str, is_a("underling")] | None
    turf: Annotated[str, is_a("turf")] | None
    kind: Annotated[str, is_a("kind")] | None
    used: list[Annotated[str, is_a("kind")]]
    actions: int
    drawn: int
    drawn_bills: Bills | None
    left: int
    recipient: SeatNumber | None
    due: int
    given: int
    space: Annotated[int, is_a("index")] | None  # counted from 0, for programs
    winner: SeatNumber | None
    card: VendettaWord | None
    target: SeatNumber | None
    bill: Annotated[str, is_a("bill")] | None
    cards_due: BySeat
    players: list[Player]
    spaces: list[Space]
    takes: list[Take]  # open to the player on turn in BUSINESS
    shares: BySeat  # bills that each seat is due from the Take that is being shared
    zealous_left: int
    bank_limit: int  # bills that may stay in RECEPTION
    innocent_to: Place  # the last space of the track that is Innocent
    track_end: Place
    bills: list[BillKind]


def amounts(counts: np.ndarray, names: list[str]) -> dict[str, int]:
    """The kinds that are there."""
    return {name: int(n) for name, n in zip(names, counts, strict=False) if n > 0}


def view(state: Record, seat: int, parts: Parts) -> View:
    """The table as `seat` sees it; OBSERVER sees what everybody sees."""
    s = unwrap(state)
    seats, phase = int(s["seats"]), Phase(int(s["phase"]))
    own_turn = seat >= 0 and s["turn"] == seat
    elio = phase == Phase.DIRECTION and s["underling"] >= 0
    sees_space = phase != Phase.BID_BILL or own_turn
    sees_bill = own_turn and (elio or phase in (Phase.INSPECT, Phase.BRUNO_BILL))
    mind = s["certain"][seat if seat >= 0 else EVERYBODY]

    def index(name: str) -> int | None:
        return int(s[name]) if s[name] >= 0 else None

    def card_id(card: int) -> str:
        return parts.cards[card].id

    open_to_offers = open_spaces(state, seat)
    kind, space = index("kind"), index("space") if sees_space else None
    recipient = index("recipient") if phase == Phase.SHARE else None
    return View(
        title="nostra_city",
        seat=seat if seat >= 0 else None,
        month=int(s["month"]),
        stage=Stage(int(s["stage"])).name.lower(),
        phase=phase.name.lower(),
        marker=int(s["marker"]),
        first=index("first"),
        first_card=index("first_next"),
        turn=index("turn"),
        asked=int(s["asked"]) if phase not in NOBODY_ASKED else None,
        street=[card_id(int(card)) if card >= 0 else None for card in s["street"]],
        street_deck=int((s["place"] == DECK).sum()) + int(s["under_count"]),
        under_deck=[card_id(int(card)) for card in s["under_deck"][: s["under_count"]]],
        draw_pile=int(s["draw"].sum()),
        discards=int(s["discards"].sum()),
        raids={"draw": int(s["draw"][Bill.RAID]), "discards": int(s["discards"][Bill.RAID]), "aside": int(s["aside"])},
        pile=int(s["pile"].sum()) + int(elio),
        surely={name: amounts(mind[at], BILL_NAMES) for name, at in (("pile", PILE), ("discards", DISCARDS), ("draw", DRAW))},
        vendetta_deck=int(s["deck"].sum()),
        paybacks={part.id: int(n) for part, n in zip(parts.vendetta, s["paybacks"], strict=False) if n > 0},
        powers=not lies_under(s, Inquiry.NO_POWERS),
        underling=card_id(int(s["underling"])) if s["underling"] >= 0 else None,
        turf=card_id(FIRST_TURF + int(s["turf"])) if s["turf"] >= 0 else None,
        kind=parts.kinds[kind].id if kind is not None else None,
        used=[part.id for bit, part in enumerate(parts.kinds) if int(s["used"]) >> bit & 1],
        actions=int(s["actions"]),
        drawn=int(s["drawn"].sum()),
        drawn_bills=amounts(s["drawn"], BILL_NAMES) if own_turn else None,
        left=int(s["left"]),
        recipient=recipient,
        due=int(matching_turfs(state, recipient, kind)) if recipient is not None else 0,
        given=int(s["given"]) if recipient is not None else 0,
        space=space,
        winner=index("winner"),
        card=parts.vendetta[int(s["card"])].id if s["card"] >= 0 else None,
        target=index("target"),
        bill=BILL_NAMES[int(s["bill"])] if sees_bill and s["bill"] >= 0 else None,
        cards_due=[int(n) for n in s["cards_due"][:seats]],
        players=[player(state, of, seat, parts) for of in range(seats)],
        spaces=[space_of(s, place, place == space, place in open_to_offers, parts) for place in range(SPACES)],
        takes=takes(state, parts),
        shares=dues(state, int(s["kind"])) if phase == Phase.SHARE else [],
        zealous_left=ZEALOUS_CARDS - int(s["zealous"].sum()),
        bank_limit=BANK_LIMIT,
        innocent_to=parts.rows["verdict_track.blue_last"],
        track_end=parts.rows["verdict_track.spaces"],
        bills=[
            BillKind(name, parts.bills[bill].id, int(VALUE[bill]) * 1000, int(s["leaning"][bill]))
            for bill, name in enumerate(BILL_NAMES[:BILLS])
        ],
    )


def player(state: Record, of: int, seat: int, parts: Parts) -> Player:
    """One player as `seat` sees him."""
    s = unwrap(state)
    phase, own = Phase(int(s["phase"])), of == seat
    mind = s["certain"][seat if seat >= 0 else EVERYBODY]
    building = phase == Phase.BID_BILL and s["turn"] == of
    bank = s["bank"][of].copy()
    if phase == Phase.STEAL and s["bill"] >= 0 and s["target"] == of:
        bank[s["bill"]] += 1  # on its way, but nobody was told yet which it is
    bills = int(bank.sum())
    if building and not own:
        bills += int(s["offers"][of, s["space"]].sum())  # the number is hidden until the offer is closed

    owned = [card for card, place in enumerate(s["place"].tolist()) if place == of]

    def ids(first: int, last: int) -> list[str]:
        return [parts.cards[card].id for card in owned if first <= card < last]

    is_over, peeked = phase == Phase.OVER, int(s["shown"][seat, of]) if seat >= 0 else 0
    return Player(
        seat=of,
        colour=COLOURS[of],
        respect=int(respect(state, of)),
        underlings=[
            UnderlingView(parts.cards[card].id, not s["busy"][card], int(s["worth"][card])) for card in owned if card < UNDERLINGS
        ],
        turfs=[
            TurfView(parts.cards[card].id, not s["busy"][card], kinds_of_take(s, card, parts), int(s["worth"][card]))
            for card in owned
            if FIRST_TURF <= card < FIRST_RESPECT
        ],
        respect_cards=ids(FIRST_RESPECT, FIRST_INVESTIGATION),
        investigations=ids(FIRST_INVESTIGATION, CARDS),
        title=next((part.id for part, who in zip(parts.titles, s["title"], strict=True) if who == of), None),
        zealous=int(s["zealous"][of]),
        shame=int(s["shame"][of]),
        bonuses=[part.id for part, who in zip(parts.bonuses, s["bonus"], strict=True) if who == of],
        cards=int(s["hand"][of].sum()),
        hand={part.id: int(n) for part, n in zip(parts.vendetta, s["hand"][of], strict=False) if n > 0} if own else None,
        shown=[parts.vendetta[card].id for card in range(HAND_TYPES) if peeked >> card & 1],
        bills=bills,
        bank=amounts(bank, BILL_NAMES) if own or s["stage"] == Stage.FINAL_VERDICT else None,
        surely=amounts(mind[of], BILL_NAMES),
        offers=offers(state, of, own, parts),
        is_snitch=bool(s["hand"][of, Vendetta.FBI_SNITCH]) if own or is_over else None,
        honours=honours(s, of, parts),
    )


def offers(state: Record, of: int, own: bool, parts: Parts) -> list[Offer]:
    """The closed offers of a player, in the order of their Underlings; Locations are hidden until all lie open (NC-47)."""
    s = unwrap(state)
    found = []
    for space in sorted(range(SPACES), key=lambda n: int(s["offer_by"][of, n])):
        if s["offer_by"][of, space] > 0:
            sees_bills = own or (s["open_offers"] and s["space"] == space)
            underling, size = parts.cards[int(s["offer_by"][of, space]) - 1].id, int(s["offer_size"][of, space])
            number = space + 1 if own or s["stage"] != Stage.MEETING else None
            bills = amounts(s["offers"][of, space], BILL_NAMES) if sees_bills else None
            found.append(Offer(underling, size, number, bills, offered(state, of, space) if sees_bills else None))
    if own and s["phase"] == Phase.BID_BILL and s["turn"] == of:
        laid = s["offers"][of, s["space"]]
        bills, total = amounts(laid, BILL_NAMES), int(laid @ VALUE) * 1000
        found.append(Offer(parts.cards[int(s["underling"])].id, None, int(s["space"]) + 1, bills, total))
    return found


def kinds_of_take(s: Fields, card: int, parts: Parts) -> list[str]:
    """The kinds of Take that a Turf counts for."""
    kinds = int(s["kinds"][card - FIRST_TURF]) if FIRST_TURF <= card < FIRST_RESPECT else 0
    return [part.id for bit, part in enumerate(parts.kinds) if kinds >> bit & 1]


def space_of(s: Fields, place: int, is_current: bool, is_open: bool, parts: Parts) -> Space:
    """A space of the Street: its card, what that is worth, and what ends an Investigation."""
    card = int(s["street"][place])
    if card == NONE:
        return Space(str(place + 1), None, is_current, is_open, None, [], None, None)
    sort = next((sort for sort, end in SORTS if card < end), "title")
    points = int(TITLE_RESPECT[UNDERBOSS] if card == UNDERBOSS_CARD else s["worth"][card])
    bribe = int(s["bribe"][card - FIRST_INVESTIGATION]) * 1000 if sort == "investigation" else None
    kinds = kinds_of_take(s, card, parts)
    return Space(str(place + 1), parts.cards[card].id, is_current, is_open, sort, kinds, points, bribe)


def dues(state: Record, kind: int) -> list[int]:
    """What each seat is due from a Take of this kind (NC-31); the taker is due nothing."""
    s = unwrap(state)
    return [0 if seat == s["turn"] else int(matching_turfs(state, seat, kind)) for seat in range(int(s["seats"]))]


def open_spaces(state: Record, seat: int) -> list[int]:
    """The spaces that this seat may bid for, on its turn in the MEETING (NC-46, NC-R13); nobody else may know them."""
    s = unwrap(state)
    if seat < 0 or s["turn"] != seat or s["phase"] not in (Phase.MEET_TURN, Phase.BID_SPACE):
        return []
    asked = State.copy(state)
    unwrap(asked)["phase"] = Phase.BID_SPACE
    return [space for space in range(SPACES) if objection(asked, join(Move.SPACE.value, space)) == 0]


def takes(state: Record, parts: Parts) -> list[Take]:
    """The Takes that the player on turn may make; all of it lies open (NC-28, NC-29, NC-31, NC-39)."""
    s = unwrap(state)
    turn, phase = int(s["turn"]), s["phase"]
    if phase not in (Phase.BUS_TURN, Phase.TAKE_TURF, Phase.TAKE_KIND):
        return []
    men, turfs = [int(s["underling"])], [int(s["turf"])]
    if phase == Phase.BUS_TURN:
        men = [
            man for man in range(UNDERLINGS) if s["place"][man] == turn and objection(state, join(Move.UNDERLING.value, man)) == 0
        ]
    if phase != Phase.TAKE_KIND:
        turfs = [turf for turf in range(TURFS) if s["place"][FIRST_TURF + turf] == turn]
    by: dict[tuple[int, int], dict[str, int]] = {}
    asked, most = State.copy(state), int(s["draw"][:BILLS].sum() + s["discards"][:BILLS].sum())  # bills there are to draw (NC-R4)
    for man in men:
        for turf in turfs:
            for kind in kinds_open_to(asked, man, turf, is_chosen=phase == Phase.TAKE_KIND):
                by.setdefault((turf, kind), {})[parts.cards[man].id] = min(int(bills_of_take(asked, kind)), most)
    found = []
    for (turf, kind), men_of_it in sorted(by.items()):
        due = dues(state, kind)
        total = sum(due) + int(matching_turfs(state, turn, kind))
        found.append(Take(parts.cards[FIRST_TURF + turf].id, parts.kinds[kind].id, total, due, men_of_it))
    return found


def kinds_open_to(asked: Record, man: int, turf: int, is_chosen: bool) -> list[int]:
    """The kinds of Take that the referee would allow this Underling on this Turf; `asked` is left as it is then."""
    s = unwrap(asked)
    s["underling"], s["turf"], s["phase"] = man, turf, Phase.TAKE_TURF
    if not is_chosen and objection(asked, join(Move.TURF.value, turf)) != 0:
        return []
    s["phase"] = Phase.TAKE_KIND
    return [kind for kind in range(KINDS) if s["kinds"][turf] >> kind & 1 and objection(asked, join(Move.KIND.value, kind)) == 0]


def honours(s: Fields, of: int, parts: Parts) -> list[Honour]:
    """What gives a player Respect besides men and Turfs (NC-10, NC-16)."""
    found = [Honour(part.id, int(TITLE_RESPECT[n])) for n, part in enumerate(parts.titles) if s["title"][n] == of]
    places = s["place"].tolist()
    found += [Honour(parts.cards[n].id, int(s["worth"][n])) for n in range(FIRST_RESPECT, CARDS) if places[n] == of]
    found += [Honour("zealous_corruptor", ZEALOUS_RESPECT)] * int(s["zealous"][of])
    found += [Honour(parts.vendetta[Vendetta.SHAME_OF_YOU].id, shame_in(s))] * int(s["shame"][of])
    return found + [Honour(part.id, int(s["bonus_worth"][n])) for n, part in enumerate(parts.bonuses) if s["bonus"][n] == of]


def offered(state: Record, of: int, space: int) -> int:
    """What an offer counts for, Beppe's bonus included where powers work (NC-49, NC-85)."""
    other = State.copy(state)
    s = unwrap(other)
    if s["stage"] != Stage.RESOLUTION or s["space"] != space:
        s["powers"] = not lies_under(s, Inquiry.NO_POWERS)
    s["space"] = space
    return int(total_offer(other, of)) * 1000
