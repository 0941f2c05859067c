"""What one seat may know of a table of Nostra City: the view, the log as it sees it, and the numbers for learners.

The guess at the rest is in `guessing.py`, what a seat remembers of the bills in `memory.py`.
"""

from typing import Any

import msgspec

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import Block
from fivefamilies.core.pieces import total
from fivefamilies.core.record import unwrap
from fivefamilies.games.nostra_city.components import (
    BILLS,
    CARDS,
    FBI,
    FIRST_INVESTIGATION,
    FIRST_RESPECT,
    FIRST_TURF,
    HAND_TYPES,
    KINDS,
    MONTHS,
    PAYBACKS,
    SEATS,
    SPACES,
    TRACK_END,
    TURFS,
    UNDERLINGS,
    Bill,
    Parts,
    Underling,
    Vendetta,
)
from fivefamilies.games.nostra_city.events import Event
from fivefamilies.games.nostra_city.state import (
    BILL_NAMES,
    BILL_PLACES,
    DECK,
    DISCARDS,
    DRAW,
    EVERYBODY,
    NONE,
    OUT,
    PILE,
    STREET,
    UNDER_DECK,
    VENDETTA_DECK,
    Phase,
    Stage,
    matching_turfs,
    powers_work,
    respect,
)

PHASES, STAGES = int(Phase.OVER) + 1, len(Stage)
NOBODY_ASKED = (Phase.DEAL_STREET, Phase.FIRST_PLAYER, Phase.REFILL, Phase.COUNT, Phase.OVER)
UNKNOWN = -2  # in place of a secret in an event row


class Piece(msgspec.Struct):
    """An Underling or a Turf, Free or Busy."""

    id: str
    is_free: bool


class Offer(msgspec.Struct):
    """An offer: the Underling and the number of bills are public; space and bills for whoever may see them."""

    underling: str
    size: int | None
    space: int | None
    bills: dict[str, int] | None


class Player(msgspec.Struct):
    """One player as this seat sees him; `hand` and `bank` are there for himself only, the Banks for all after the last lap."""

    seat: int
    colour: str
    respect: int
    underlings: list[Piece]
    turfs: list[Piece]
    respect_cards: list[str]
    investigations: list[str]
    title: str | None
    zealous: int
    shame: int
    bonuses: list[str]
    cards: int
    hand: dict[str, int] | None
    shown: list[str]  # cards of his Hand that Ilaria showed to this seat
    bills: int  # in the Bank
    bank: dict[str, int] | None
    surely: dict[str, int]  # bills this seat is certain he has, in the Bank or in offers
    offers: list[Offer]
    is_snitch: bool | None


class View(msgspec.Struct):
    """The table of Nostra City as one seat sees it."""

    title: str
    seat: int | None
    month: int
    stage: str
    phase: str
    marker: int
    first: int | None
    first_card: int | None
    turn: int | None
    asked: int | None
    street: list[str | None]
    street_deck: int
    under_deck: list[str]
    draw_pile: int
    discards: int
    raids: dict[str, int]
    pile: int
    surely: dict[str, dict[str, int]]  # bills this seat is certain of on the Pile, the discards and the draw pile
    vendetta_deck: int
    paybacks: dict[str, int]
    powers: bool
    underling: str | None
    turf: str | None
    kind: str | None
    used: list[str]
    actions: int
    drawn: int
    drawn_bills: dict[str, int] | None
    left: int
    recipient: int | None
    due: int
    given: int
    space: int | None
    winner: int | None
    card: str | None
    target: int | None
    bill: str | None
    cards_due: list[int]
    players: list[Player]


def amounts(counts: Any, names: list[str]) -> dict[str, int]:
    """The kinds that are there."""
    return {name: int(n) for name, n in zip(names, counts, strict=False) if n > 0}


def view(state: Any, seat: int, parts: Parts) -> View:
    """The table as `seat` sees it; OBSERVER sees what everybody sees."""
    s = unwrap(state)
    seats, phase = int(s["seats"]), Phase(int(s["phase"]))
    own_turn = seat >= 0 and s["turn"] == seat
    elio = phase == Phase.DIRECTION and s["underling"] == Underling.ELIO_CALVANO
    sees_space = phase != Phase.BID_BILL or own_turn
    sees_bill = own_turn and (elio or phase in (Phase.INSPECT, Phase.BRUNO_BILL))
    mind = s["certain"][seat if seat >= 0 else EVERYBODY]

    def index(name: str) -> int | None:
        return int(s[name]) if s[name] >= 0 else None

    def card_id(card: int) -> str:
        return parts.cards[card].id

    kind = index("kind")
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
        powers=bool(s["place"][FBI] != STREET),
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
        space=index("space") if sees_space else None,
        winner=index("winner"),
        card=parts.vendetta[int(s["card"])].id if s["card"] >= 0 else None,
        target=index("target"),
        bill=BILL_NAMES[int(s["bill"])] if sees_bill and s["bill"] >= 0 else None,
        cards_due=[int(n) for n in s["cards_due"][:seats]],
        players=[player(state, of, seat, parts) for of in range(seats)],
    )


def player(state: Any, of: int, seat: int, parts: Parts) -> Player:
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

    def owned(first: int, last: int) -> list[int]:
        return [card for card in range(first, last) if s["place"][card] == of]

    def pieces(first: int, last: int) -> list[Piece]:
        return [Piece(parts.cards[card].id, not s["busy"][card]) for card in owned(first, last)]

    def ids(first: int, last: int) -> list[str]:
        return [parts.cards[card].id for card in owned(first, last)]

    is_over = phase == Phase.OVER
    return Player(
        seat=of,
        colour=parts.colours[of],
        respect=int(respect(state, of)),
        underlings=pieces(0, UNDERLINGS),
        turfs=pieces(FIRST_TURF, FIRST_RESPECT),
        respect_cards=ids(FIRST_RESPECT, FIRST_INVESTIGATION),
        investigations=ids(FIRST_INVESTIGATION, CARDS),
        title=next((part.id for part, who in zip(parts.titles, s["title"], strict=True) if who == of), None),
        zealous=int(s["zealous"][of]),
        shame=int(s["shame"][of]),
        bonuses=[part.id for part, who in zip(parts.bonuses, s["bonus"], strict=True) if who == of],
        cards=int(s["hand"][of].sum()),
        hand={part.id: int(n) for part, n in zip(parts.vendetta, s["hand"][of], strict=False) if n > 0} if own else None,
        shown=[
            parts.vendetta[card].id for card in range(HAND_TYPES) if seat >= 0 and int(s["shown"][seat, of]) >> card & 1
        ],
        bills=bills,
        bank=amounts(bank, BILL_NAMES) if own or s["stage"] == Stage.FINAL_VERDICT else None,
        surely=amounts(mind[of], BILL_NAMES),
        offers=offers(state, of, own, parts),
        is_snitch=bool(s["hand"][of, Vendetta.FBI_SNITCH]) if own or is_over else None,
    )


def offers(state: Any, of: int, own: bool, parts: Parts) -> list[Offer]:
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
                )
            )
    if own and s["phase"] == Phase.BID_BILL and s["turn"] == of:
        bills = amounts(s["offers"][of, s["space"]], BILL_NAMES)
        found.append(Offer(parts.cards[int(s["underling"])].id, None, int(s["space"]) + 1, bills))
    return found


# Secrets of the log: the column that is hidden, and the columns with the seats that see it.
SECRETS = {
    Event.DRAWS_BILL: (2, (1,)),
    Event.GIVES: (3, (1, 2)),
    Event.DRAWS_VENDETTA: (2, (1,)),
    Event.TAKES_BACK: (2, (1,)),
    Event.CORRUPTS: (3, (1,)),
    Event.LOOKS: (2, (1,)),
    Event.TAKES_FROM_PILE: (2, (1,)),
    Event.STEALS: (3, (1, 2)),
    Event.PEEKS: (3, (1,)),
}


def redact(row: Any, seat: int) -> Any:
    """An event as `seat` sees it (the table in 9 of the rules page)."""
    secret = SECRETS.get(row[0])
    if secret is None or any(row[column] == seat for column in secret[1]):
        return row
    if row[0] == Event.DRAWS_VENDETTA and row[2] >= HAND_TYPES:
        return row  # Gota and Atlantic City lie face up at once
    if row[0] == Event.TAKES_BACK and row[3] == 1:
        return row  # of a revealed offer
    return (*row[: secret[0]], UNKNOWN, *row[secret[0] + 1 :])


# ---------------------------------------------------------------- numbers

PLAYER_NUMBERS = 20
WHERE = SEATS + 3
OBSERVATION = (
    Block("bank", BILLS, "own bills by type / 6"),
    Block("drawn", BILLS, "own draw of the Take by type / 6"),
    Block("own_offers", SPACES * BILLS, "own offers: per space the bills by type / 6"),
    Block("hand", HAND_TYPES, "own Vendetta cards by type"),
    Block("certain", BILL_PLACES * BILLS,
          "bills this seat is sure of, by type / 6: purses from the own one clockwise, Pile, discards, draw pile"),
    Block("shown", SEATS * HAND_TYPES, "Hand cards that Ilaria showed, per seat from the own one clockwise"),
    Block("players", SEATS * PLAYER_NUMBERS,
          "per seat from the own one clockwise: at the table, Respect / 10, bills / 6, bills in closed offers / 6, cards in "
          "Hand / 5, is First Player, holds the First Player card, has the turn, is asked, is the target, is the recipient, "
          "wins the space, Underboss, Consigliere, Primo Capo, Zealous Corruptors, Shame of you!, cards due, got a card in "
          "this MEETING, made a Corruption in this TRIAL"),
    Block("cards", CARDS * WHERE,
          "per Street card: in whose Territory (seats from the own one clockwise), on the Street, in a deck, out of the game"),
    Block("busy", UNDERLINGS + TURFS, "which Underlings and Turfs are Busy"),
    Block("street", SPACES * (CARDS + 1), "per space the card on it, the Underboss last"),
    Block("offers_by", UNDERLINGS, "bills in the closed offer of each Underling / 6"),
    Block("offers_at", SEATS * SPACES, "after the reveal: bills in the offers per seat and space / 6"),
    Block("open_offers", SEATS * BILLS, "the revealed offers of the space being resolved: bills by type / 6"),
    Block("paybacks", PAYBACKS, "used Paybacks by type"),
    Block("bonuses", SEATS * 3, "who got which bonus card, seats from the own one clockwise"),
    Block("phase", PHASES, "what is asked now"),
    Block("stage", STAGES, "where the Month stands"),
    Block("month", MONTHS, "the Month"),
    Block("marker", TRACK_END, "the Verdict marker's space"),
    Block("underling", UNDERLINGS, "the Underling engaged"),
    Block("turf", TURFS, "the Turf engaged"),
    Block("kind", KINDS, "the kind of Take"),
    Block("used", KINDS, "kinds of Take made this turn"),
    Block("space", SPACES, "the space bid for (own bids only), resolved or refilled"),
    Block("card", PAYBACKS, "the Payback being played or sold"),
    Block("bill", BILLS, "the bill this seat looks at or has just placed with Elio"),
    Block("snitches", SEATS, "who is known to be a Snitch: the own seat, all after the game"),
    Block("numbers", 13,
          "actions this turn / 4, bills left to draw or take / 6, bills drawn / 6, given / 6, Raids in the draw pile, discarded, "
          "set aside, bills on the Pile / 20, in the draw pile / 52, discarded / 52, cards in the Vendetta deck / 27, in the "
          "Street deck / 34, powers work"),
)  # fmt: skip


@verb
def observe(s, seat, out):
    """What `seat` knows as numbers, in the order of OBSERVATION."""
    out[:] = 0
    at = observe_bills(s, seat, out)
    at = observe_players(s, seat, out, at)
    at = observe_cards(s, seat, out, at)
    at = observe_offers(s, seat, out, at)
    at = observe_question(s, seat, out, at)
    observe_numbers(s, out, at)


@rule
def observe_bills(s, seat, out):
    """What the seat holds and what it is certain of."""
    bills, types = BILLS, HAND_TYPES
    for bill in range(bills):
        stolen = s.phase == Phase.STEAL and s.target == seat and s.bill == bill
        out[bill] = (s.bank[seat, bill] + stolen) / 6
        if s.turn == seat:
            out[bills + bill] = s.drawn[bill] / 6
        for space in range(SPACES):
            out[(2 + space) * bills + bill] = s.offers[seat, space, bill] / 6
    at = (2 + SPACES) * bills
    for card in range(types):
        out[at + card] = s.hand[seat, card]
    at += types
    for place in range(BILL_PLACES):
        row = (place - seat) % s.seats if place < s.seats else place
        for bill in range(bills):
            out[at + row * bills + bill] = s.certain[seat, place, bill] / 6
    at += BILL_PLACES * bills
    for other in range(s.seats):
        for card in range(types):
            out[at + (other - seat) % s.seats * types + card] = (s.shown[seat, other] >> card) & 1
    return at + SEATS * types


@rule
def observe_players(s, seat, out, at):
    """The players from the own seat clockwise."""
    for other in range(s.seats):
        row = at + (other - seat) % s.seats * PLAYER_NUMBERS
        bills = total(s.bank[other])
        if s.bill != NONE and s.phase == Phase.STEAL and s.target == other:
            bills += 1
        if s.phase == Phase.BID_BILL and s.turn == other and other != seat:
            bills += total(s.offers[other, s.space])
        in_offers = 0
        for space in range(SPACES):
            in_offers += s.offer_size[other, space]
        out[row] = 1
        out[row + 1] = respect(s, other) / 10
        out[row + 2] = bills / 6
        out[row + 3] = in_offers / 6
        out[row + 4] = total(s.hand[other]) / 5
        out[row + 5] = other == s.first
        out[row + 6] = other == s.first_next
        out[row + 7] = other == s.turn
        out[row + 8] = other == s.asked
        out[row + 9] = other == s.target
        out[row + 10] = s.phase == Phase.SHARE and other == s.recipient
        out[row + 11] = other == s.winner
        for rank in range(3):
            out[row + 12 + rank] = s.title[rank] == other
        out[row + 15] = s.zealous[other]
        out[row + 16] = s.shame[other]
        out[row + 17] = s.cards_due[other]
        out[row + 18] = s.got_card[other]
        out[row + 19] = s.corrupted[other]
    return at + SEATS * PLAYER_NUMBERS


@rule
def observe_cards(s, seat, out, at):
    """Where every Street card is."""
    for card in range(CARDS):
        place = s.place[card]
        if place < s.seats:
            out[at + card * WHERE + (place - seat) % s.seats] = 1
        elif place == STREET:
            out[at + card * WHERE + SEATS] = 1
        elif place == OUT:
            out[at + card * WHERE + SEATS + 2] = 1
        else:
            out[at + card * WHERE + SEATS + 1] = 1
    at += CARDS * WHERE
    for card in range(UNDERLINGS + TURFS):
        out[at + card] = s.busy[card]
    at += UNDERLINGS + TURFS
    for space in range(SPACES):
        if s.street[space] != NONE:
            out[at + space * (CARDS + 1) + s.street[space]] = 1
    return at + SPACES * (CARDS + 1)


@rule
def observe_offers(s, seat, out, at):
    """Offers as far as they are public; used Paybacks and bonus cards."""
    for other in range(s.seats):
        row = (other - seat) % s.seats
        for space in range(SPACES):
            if s.offer_by[other, space] > 0:
                out[at + s.offer_by[other, space] - 1] = s.offer_size[other, space] / 6
                if s.stage != Stage.MEETING:
                    out[at + UNDERLINGS + row * SPACES + space] = s.offer_size[other, space] / 6
        if s.open_offers:
            for bill in range(BILLS):
                out[at + UNDERLINGS + SEATS * SPACES + row * BILLS + bill] = s.offers[other, s.space, bill] / 6
    at += UNDERLINGS + SEATS * SPACES + SEATS * BILLS
    for card in range(PAYBACKS):
        out[at + card] = s.paybacks[card]
    at += PAYBACKS
    for bonus in range(3):
        if s.bonus[bonus] != NONE:
            out[at + (s.bonus[bonus] - seat) % s.seats * 3 + bonus] = 1
    return at + SEATS * 3


@rule
def observe_question(s, seat, out, at):
    """What is asked, where the Month stands, what was chosen so far."""
    out[at + s.phase] = 1
    at += PHASES
    out[at + s.stage] = 1
    at += STAGES
    out[at + s.month - 1] = 1
    at += MONTHS
    out[at + s.marker - 1] = 1
    at += TRACK_END
    if s.underling != NONE:
        out[at + s.underling] = 1
    at += UNDERLINGS
    if s.turf != NONE:
        out[at + s.turf] = 1
    at += TURFS
    if s.kind != NONE:
        out[at + s.kind] = 1
    at += KINDS
    for kind in range(KINDS):
        out[at + kind] = (s.used >> kind) & 1
    at += KINDS
    if s.space != NONE and (s.phase != Phase.BID_BILL or s.turn == seat):
        out[at + s.space] = 1
    at += SPACES
    if s.card != NONE:
        out[at + s.card] = 1
    at += PAYBACKS
    if s.bill != NONE and s.turn == seat and s.phase != Phase.STEAL:
        out[at + s.bill] = 1
    at += BILLS
    for other in range(s.seats):
        if other == seat or s.phase == Phase.OVER:
            out[at + (other - seat) % s.seats] = s.hand[other, Vendetta.FBI_SNITCH] > 0
    return at + SEATS


@rule
def observe_numbers(s, out, at):
    """Counts that everybody sees."""
    elio = s.phase == Phase.DIRECTION and s.underling == Underling.ELIO_CALVANO
    out[at] = s.actions / 4
    out[at + 1] = s.left / 6
    out[at + 2] = total(s.drawn) / 6
    out[at + 3] = s.given / 6
    out[at + 4] = s.draw[Bill.RAID]
    out[at + 5] = s.discards[Bill.RAID]
    out[at + 6] = s.aside
    out[at + 7] = (total(s.pile) + elio) / 20
    out[at + 8] = total(s.draw) / 52
    out[at + 9] = total(s.discards) / 52
    out[at + 10] = total(s.deck) / 27
    decks = s.under_count + 0
    for card in range(CARDS):
        decks += s.place[card] == DECK
    out[at + 11] = decks / 34
    out[at + 12] = powers_work(s)


assert UNDER_DECK < VENDETTA_DECK
