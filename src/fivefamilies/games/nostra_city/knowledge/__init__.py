"""What one seat may know of a table of Nostra City: the view.

The same as numbers is in `observing.py`, the guess at the rest in `guessing.py`, what a seat remembers of the bills in
`memory.py`.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
import numpy as np

from fivefamilies.core.record import Record, unwrap
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
    SPACES,
    UNDERLINGS,
    VALUE,
    ZEALOUS_CARDS,
    Bill,
    Inquiry,
    Parts,
    Vendetta,
)
from fivefamilies.games.nostra_city.knowledge.guessing import guess
from fivefamilies.games.nostra_city.knowledge.observing import Sight, observe
from fivefamilies.games.nostra_city.knowledge.prospects import (
    BySeat,
    Honour,
    Points,
    Take,
    bribe,
    honours,
    kinds_of_take,
    offered,
    open_spaces,
    shares,
    sort_of,
    takes,
    worth,
)
from fivefamilies.games.nostra_city.state import (
    BILL_NAMES,
    DECK,
    DISCARDS,
    DRAW,
    EVERYBODY,
    PILE,
    Phase,
    Stage,
    lies_under,
    matching_turfs,
    respect,
)

__all__ = ["Sight", "View", "guess", "observe", "view"]

NOBODY_ASKED = (Phase.DEAL_STREET, Phase.FIRST_PLAYER, Phase.REFILL, Phase.COUNT, Phase.OVER)


PlayerWord = Annotated[str, is_a("player", touch=True)]
UnderlingWord = Annotated[str, is_a("underling", touch=True)]
TurfWord = Annotated[str, is_a("turf", touch=True)]
CardWord = Annotated[str, is_a("card")]
VendettaWord = Annotated[str, is_a("vendetta")]
PileWord = Annotated[str, is_a("pile")]
Bills = dict[Annotated[str, is_a("bill", touch=True)], int]  # how many of each
Index = Annotated[int, is_a("index")]  # counted from 0, for programs


class UnderlingView(msgspec.Struct):
    """An Underling, Free or Busy, and the Respect that comes with him."""

    id: UnderlingWord
    is_free: bool
    respect: Points


class TurfView(msgspec.Struct):
    """A Turf, Free or Busy, the kinds of Take that it counts for, and its Respect."""

    id: TurfWord
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


class Player(msgspec.Struct):
    """One player as this seat sees him; `hand` and `bank` are there for himself only, the Banks for all after the last lap."""

    seat: SeatNumber
    colour: PlayerWord
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
    space: Index | None
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


def amounts(counts: Sequence[int] | np.ndarray, names: list[str]) -> dict[str, int]:
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
        spaces=[
            Space(
                id=str(place + 1),
                card=card_id(int(card)) if card >= 0 else None,
                is_current=place == space,
                is_open=place in open_to_offers,
                sort=sort_of(int(card)),
                kinds=kinds_of_take(s, int(card), parts),
                respect=worth(s, int(card)),
                bribe=bribe(s, int(card)),
            )
            for place, card in enumerate(s["street"])
        ],
        takes=takes(state, parts),
        shares=shares(state, seats),
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
            TurfView(
                id=parts.cards[card].id,
                is_free=not s["busy"][card],
                respect=int(s["worth"][card]),
                kinds=kinds_of_take(s, card, parts),
            )
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
            found.append(
                Offer(
                    underling=parts.cards[int(s["offer_by"][of, space]) - 1].id,
                    size=int(s["offer_size"][of, space]),
                    space=space + 1 if own or s["stage"] != Stage.MEETING else None,
                    bills=amounts(s["offers"][of, space], BILL_NAMES) if sees_bills else None,
                    total=offered(state, of, space) if sees_bills else None,
                )
            )
    if own and s["phase"] == Phase.BID_BILL and s["turn"] == of:
        bills = amounts(s["offers"][of, s["space"]], BILL_NAMES)
        total = sum(n * int(VALUE[BILL_NAMES.index(bill)]) * 1000 for bill, n in bills.items())
        found.append(Offer(parts.cards[int(s["underling"])].id, None, int(s["space"]) + 1, bills, total))
    return found
