"""What one player may know of a table: the view, and a fair guess at the rest; the numbers for learners are in observing.py.

The only secrets are the cards in other hands and the order of the unseen cards. Used cards lie under their pack in an order
that everybody saw, so a card drawn from there is known to all (`known`). With `each_pass` there is one thing more to infer:
when the pack is reshuffled its unseen part is empty, so everybody then knows the other hands together, and these cards are not
in the new pack. `held_over` marks such hands: they are guessed among themselves, all other hidden cards with the pack.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

import msgspec
import numpy as np

from fivefamilies.core.chance import below, pick
from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.record import Fields, Record, unwrap
from fivefamilies.core.views import Column, Money, Row, SeatNumber, Viewer, is_a
from fivefamilies.games.parrain.boards import drawn
from fivefamilies.games.parrain.components import (
    CARD_MONEY,
    CARD_RACKET,
    CARD_TOKENS,
    CARDS,
    COLOURS,
    LUCK,
    MOST_POSITIONS,
    NEIGHBOURHOODS,
    SEATS,
    Luck,
    Parts,
)
from fivefamilies.games.parrain.knowledge.foresight import SIGNS, survey
from fivefamilies.games.parrain.knowledge.observing import Sight, observe
from fivefamilies.games.parrain.rules import actor
from fivefamilies.games.parrain.rules.control import tally
from fivefamilies.games.parrain.state import NONE, Phase, Status, is_hidden, tenth
from fivefamilies.games.parrain.words import bits_of, cell_word

__all__ = ["Sight", "View", "guess", "observe", "view"]

STATUS = tuple(status.name.lower() for status in Status)
OPEN, BUYING = int(Status.OPEN), (int(Phase.ENTER), int(Phase.ADD), int(Phase.BUY))
NeighbourhoodWord = Annotated[str, is_a("neighbourhood")]
RacketWord = Annotated[str, is_a("racket")]
CardWord = Annotated[str, is_a("card")]
LuckWord = Annotated[str, is_a("luck")]
CellWord = Annotated[str, is_a("cell")]
BySeat = Annotated[list[int], is_a("by_seat")]  # a number for each seat, from the first on


class Claim(msgspec.Struct):
    """A claim or an announcement, and the opponents who still have a turn to break it."""

    seat: SeatNumber
    waiting: list[SeatNumber]


class Pocket(msgspec.Struct):
    """In whose pocket a position lies, and whether the fence is firm: only then it counts for a majority (JP-R6)."""

    seat: SeatNumber
    is_firm: bool


class Foreseen(msgspec.Struct):
    """What naming a position would do; only for the player who is asked."""

    price: Money  # what the token costs
    takes: list[CellWord]  # tokens that would be captured
    follow: list[CellWord]  # the token would be taken itself: one of these must follow and complete a capture (JP-R8)
    then_takes: list[CellWord]  # tokens that this capture can take
    liberties: int  # of the group that it would join
    holding: int  # what the player would hold in the neighbourhood
    claims: bool  # would that be a majority, and a new one?
    breaks: SeatNumber | None  # whose claim would be lost
    owner_holding: int | None  # of a token that would be removed: what its owner would hold there


class Cell(msgspec.Struct):
    """A position of a neighbourhood, and whose token stands on it; `liberties` are those of its group."""

    id: Annotated[str, is_a("cell", touch=True)]
    column: Column
    row: Row
    token: SeatNumber | None
    liberties: int | None
    group: int | None  # tokens of one group have the same number
    pockets: list[Pocket]
    is_new: bool  # placed this turn
    taken: SeatNumber | None  # whose token the last capture took from here
    foreseen: Foreseen | None


class PlaceView(msgspec.Struct):
    """One neighbourhood. `rows` draws it: '.' empty, '1' to '4' a seat's token, ' ' outside."""

    id: Annotated[str, is_a("neighbourhood", touch=True)]
    dot: str  # the colour of its dot at the edge of the board, where its racket is marked (JP-18)
    rows: Annotated[list[str], is_a("drawing")]
    first_position: Annotated[int, is_a("move")]  # the id of the move that names the first cell
    positions: int
    majority: int
    status: Annotated[str, is_a("status")]
    racket: RacketWord | None
    values: dict[RacketWord, Money]
    tokens: BySeat
    holdings: BySeat
    kept: BySeat
    placed: int
    controller: SeatNumber | None
    instalments: int
    bonuses: dict[RacketWord, Money]  # what control pays on each of the next three turns, by racket (JP-46)
    claim: Claim | None
    announcement: Claim | None
    cells: list[Cell]


class Player(msgspec.Struct):
    """One family; `card` is the card in hand, where the viewer may know it."""

    seat: SeatNumber
    colour: Annotated[str, is_a("colour")]
    cash: Money
    bag: int
    control_value: Money
    worth: Money  # cash and control values, which decide in the end (JP-56)
    cards: int
    card: CardWord | None


class Effect(msgspec.Struct):
    """What the card of this turn gives, or costs if it is bad luck; an informer or a reprieve by itself does neither."""

    money: Money
    tokens: int
    racket: RacketWord | None
    is_bad: bool


class Pack(msgspec.Struct):
    """The playing deck: cards not seen yet, and the used ones under them in their order."""

    unseen: dict[CardWord, int]
    used: list[CardWord]
    cards: int  # in the pack, none of which has been seen


class LuckPack(msgspec.Struct):
    """Likewise a pack of luck."""

    unseen: dict[LuckWord, int]
    used: list[LuckWord]


class View(msgspec.Struct):
    """The table of Le Jeu du Parrain as one seat sees it."""

    title: str
    seat: Viewer | None
    phase: Annotated[str, is_a("phase")]
    turn: SeatNumber
    round: int
    round_limit: int
    quiet_rounds: int
    truce_rounds: int  # so many quiet rounds end the game
    until_control: bool  # neither round limit nor truce: `round_limit` is the furthest round
    first_player: SeatNumber
    neighbourhoods: list[PlaceView]
    players: list[Player]
    pack: Pack  # unseen: in the pack, or drawn from it into another hand
    held_over: dict[CardWord, int]  # cards in other hands since before the last reshuffle
    veine: LuckPack
    deveine: LuckPack
    card: CardWord | None
    luck: LuckWord | None
    played: CardWord | None  # the card of this turn, also when it has been carried out
    played_luck: LuckWord | None
    effect: Effect | None  # of the luck card, or else of the playing card
    prices: dict[RacketWord, Money]  # of a token
    card_racket: RacketWord | None
    free_left: int
    lose_left: int
    penalty: Money
    entered: NeighbourhoodWord | None
    opened: NeighbourhoodWord | None
    pending: NeighbourhoodWord | None
    contested: NeighbourhoodWord | None


def seats_in(bits: int) -> list[int]:
    """A set of seats as a list."""
    return [seat for seat in range(SEATS) if bits >> seat & 1]


def view(state: Record, seat: int, parts: Parts) -> View:
    """The table as `seat` sees it; OBSERVER sees what everybody sees."""
    s = unwrap(state)
    seats = int(s["seats"])
    places = [part.id for part in parts.neighbourhoods]
    cards = [card.id for card in parts.cards]
    hidden = [k for k in range(seats) if k != seat and s["hand"][k] >= 0 and not s["known"][k]]

    def hand(of: int) -> str | None:
        return cards[s["hand"][of]] if s["hand"][of] >= 0 and of not in hidden else None

    def named(names: list[str], index: int) -> str | None:
        return names[int(index)] if index >= 0 else None

    unseen, held_over = s["pack"].astype(int), np.zeros(CARDS, int)
    for k in hidden:
        (held_over if s["held_over"][k] else unseen)[s["hand"][k]] += 1
    luck = [pack_of_luck(s, which, parts) for which in Luck]
    contested = [place for place in range(NEIGHBOURHOODS) if s["contested"][place]]
    return View(
        title="parrain",
        seat=seat if seat >= 0 else None,
        phase=Phase(int(s["phase"])).name.lower(),
        turn=int(s["turn"]),
        round=int(s["round"]),
        round_limit=int(s["round_limit"]),
        quiet_rounds=int(s["quiet_rounds"]),
        truce_rounds=int(s["truce_rounds"]),
        until_control=bool(s["until_control"]),
        first_player=int(s["first_player"]),
        neighbourhoods=neighbourhoods(state, seat, parts),
        players=[
            Player(
                seat=of,
                colour=COLOURS[of],
                cash=int(s["cash"][of]),
                bag=int(s["bag"][of]),
                control_value=int(control_worth_of(s, of)),
                worth=int(s["cash"][of]) + control_worth_of(s, of),
                cards=int(s["hand"][of] >= 0),
                card=hand(of),
            )
            for of in range(seats)
        ],
        pack=Pack(counted(cards, unseen), [cards[k] for k in s["used"][: s["used_count"]]], int(s["pack"].sum())),
        held_over=counted(cards, held_over),
        veine=luck[Luck.VEINE],
        deveine=luck[Luck.DEVEINE],
        card=named(cards, s["card"]),
        luck=named([card.id for pack in parts.luck for card in pack], s["luck"]),
        played=named(cards, int(s["played"]) - 1),
        played_luck=named([card.id for pack in parts.luck for card in pack], int(s["played_luck"]) - 1),
        effect=effect_of(s, parts),
        prices={racket.id: racket.price for racket in parts.rackets},
        card_racket=named([racket.id for racket in parts.rackets], s["card_racket"]),
        free_left=int(s["free_left"]),
        lose_left=int(s["lose_left"]),
        penalty=int(s["penalty"]),
        entered=named(places, s["entered"]),
        opened=named(places, s["opened"]),
        pending=named(places, s["pending"]),
        contested=places[contested[0]] if contested else None,
    )


def effect_of(s: Fields, parts: Parts) -> Effect | None:
    """What the card of this turn gives or costs (JP-9, JP-10, JP-12, JP-13)."""
    card, luck = int(s["played"]) - 1, int(s["played_luck"]) - 1
    if luck >= 0:
        drawn_card = parts.luck[luck // LUCK][luck % LUCK]
        return effect(drawn_card.money, drawn_card.tokens, drawn_card.racket, luck // LUCK == Luck.DEVEINE, parts)
    return effect(CARD_MONEY[card], CARD_TOKENS[card], CARD_RACKET[card], False, parts) if card >= 0 else None


def effect(money: int, tokens: int, racket: int, is_bad: bool, parts: Parts) -> Effect:
    """Money, and tokens of a racket if there is one."""
    return Effect(money, tokens, parts.rackets[racket].id if racket >= 0 else None, is_bad)


def counted(names: list[str], counts: Sequence[int] | np.ndarray) -> dict[str, int]:
    """Cards by name, those that there are."""
    return {name: int(n) for name, n in zip(names, counts, strict=True) if n > 0}


def control_worth_of(s: Fields, seat: int) -> int:
    """The values of the rackets that a seat controls."""
    return sum(int(s["value"][p][s["racket"][p]]) for p in range(NEIGHBOURHOODS) if s["controller"][p] == seat)


def pack_of_luck(s: Fields, luck: Luck, parts: Parts) -> LuckPack:
    """VEINE or DEVEINE: nobody holds such a card, so all know what is left."""
    names = [card.id for card in parts.luck[luck]]
    used = s["luck_used"][luck][: s["luck_used_count"][luck]]
    return LuckPack(counted(names, s["luck_pack"][luck]), [names[k] for k in used])


def neighbourhoods(state: Record, seat: int, parts: Parts) -> list[PlaceView]:
    """The board, which is open to all; whoever is asked for a position sees what each would do."""
    s = unwrap(state)
    seats = int(s["seats"])
    held, signs = np.zeros((NEIGHBOURHOODS, SEATS, 2), np.int64), np.zeros((MOST_POSITIONS, SIGNS), np.int64)
    tally(state, held)
    survey(state, seat if seat >= 0 and actor(state) == seat else NONE, signs)
    found, memory = signs.tolist(), Memory(s)

    def claim(seat: int, waiting: int) -> Claim | None:
        return Claim(int(seat), seats_in(int(waiting))) if seat >= 0 else None

    rackets, holds = [racket.id for racket in parts.rackets], held.tolist()
    values = [dict(zip(rackets, row, strict=True)) for row in s["value"].tolist()]
    return [
        PlaceView(
            id=part.id,
            dot=part.colour,
            rows=drawn(s, place),
            first_position=int(s["first_position"][place]),
            positions=part.positions,
            majority=part.positions // 2 + 1,
            status=STATUS[s["status"][place]],
            racket=rackets[s["racket"][place]] if s["racket"][place] >= 0 else None,
            values=values[place],
            tokens=[cells.bit_count() for cells in s["men"][place].tolist()[:seats]],
            holdings=[holding for holding, _ in holds[place][:seats]],
            kept=[kept for _, kept in holds[place][:seats]],
            placed=int(s["placed"][place]),
            controller=int(s["controller"][place]) if s["controller"][place] >= 0 else None,
            instalments=int(s["instalments"][place]),
            bonuses={racket: bonus_on(value) for racket, value in values[place].items()},
            claim=claim(s["claim"][place], s["waiting"][place]),
            announcement=None if s["contested"][place] else claim(s["announcer"][place], s["unanswered"][place]),
            cells=cells_of(s, place, seat, found[int(s["first_position"][place]) :], memory, parts),
        )
        for place, part in enumerate(parts.neighbourhoods)
    ]


@lru_cache(maxsize=None)
def bonus_on(value: int) -> int:
    """Of control of this value, as the rules round it."""
    return int(tenth(value))


class Memory:
    """What the table remembers of this turn, and of the last capture, as plain numbers."""

    def __init__(self, s: Fields) -> None:
        self.fresh = s["fresh"].tolist()
        self.gone_from, self.gone = int(s["gone_from"]) - 1, s["gone"].tolist()


Layout = tuple[tuple[int, str, int, int], ...]


@lru_cache(maxsize=None)
def layout(id: str, land: int, row: int) -> Layout:
    """The positions of a board in their order: bit, word, column, row."""
    return tuple((1 << bit, cell_word(id, bit, row), bit % row + 1, bit // row + 1) for bit in bits_of(land))


def owners_of(sets: Sequence[int]) -> dict[int, int]:
    """Whose token stands on which position, from a set for each seat."""
    owners = {}
    for seat, cells in enumerate(sets):
        while cells:
            owners[cells & -cells] = seat
            cells &= cells - 1
    return owners


def cells_of(s: Fields, place: int, seat: int, signs: list[list[int]], memory: Memory, parts: Parts) -> list[Cell]:
    """The positions of a neighbourhood, in the order of their numbers."""
    part, is_open = parts.neighbourhoods[place], s["status"][place] == OPEN
    board, owners = layout(part.id, int(s["land"][place]), int(s["width"][place])), owners_of(s["men"][place].tolist())
    fresh, gone = memory.fresh[place], owners_of(memory.gone) if is_open and memory.gone_from == place else {}
    claim, price = int(s["claim"][place]), 0
    if s["phase"] in BUYING and s["racket"][place] >= 0:
        price = parts.rackets[int(s["racket"][place])].price
    cells = []
    for (bit, word, column, row), (liberties, group, shut, firm, may_name, *signs_of_move) in zip(board, signs, strict=False):
        token = owners.get(bit)
        if token is None or not is_open:
            liberties = group = None  # type: ignore[assignment]
        cells.append(Cell(
            word, column, row, token, liberties, group,
            [Pocket(of, bool(firm >> of & 1)) for of in range(SEATS) if shut >> of & 1] if shut else [],
            bool(fresh & bit), gone.get(bit) if token is None else None,
            foreseen_of(signs_of_move, board, price, claim, seat, token) if may_name else None,
        ))  # fmt: skip
    return cells


def foreseen_of(signs: list[int], board: Layout, price: int, claim: int, seat: int, token: int | None) -> Foreseen:
    """What naming a position would do."""
    takes, follow, leaves, holding, breaks, then_takes, owner_holding = signs
    return Foreseen(
        price=price,
        takes=[word for bit, word, _, _ in board if bit & takes] if takes else [],
        follow=[word for bit, word, _, _ in board if bit & follow] if follow else [],
        then_takes=[word for bit, word, _, _ in board if bit & then_takes] if then_takes else [],
        liberties=leaves,
        holding=holding,
        claims=claim != seat and holding >= len(board) // 2 + 1,
        breaks=claim if breaks else None,
        owner_holding=owner_holding if token is not None else None,
    )


# ---------------------------------------------------------------- guessing


@rule
def sort_held_over(s, seat):
    """Put the hidden cards held over into a fixed order, so that nothing of who held which is left."""
    for a in range(s.seats):
        for b in range(a + 1, s.seats):
            if is_hidden(s, a, seat) and s.held_over[a] and is_hidden(s, b, seat) and s.held_over[b]:
                if s.hand[b] < s.hand[a]:
                    swap_hands(s, a, b)


@rule
def swap_hands(s, a, b):
    """Two players change cards."""
    card = s.hand[a] + 0
    s.hand[a] = s.hand[b]
    s.hand[b] = card


@verb
def guess(s, seat, rng):
    """Deal the hidden cards anew: those held over among themselves, the others with the unseen part of the pack."""
    sort_held_over(s, seat)
    seen = 0
    for other in range(s.seats):
        if is_hidden(s, other, seat):
            if not s.held_over[other]:
                s.pack[s.hand[other]] += 1
                continue
            seen += 1
            swap_with = below(rng, seen)  # one of the held-over hands up to this one
            for earlier in range(other + 1):
                if is_hidden(s, earlier, seat) and s.held_over[earlier]:
                    if swap_with == 0:
                        swap_hands(s, earlier, other)
                    swap_with -= 1
    for other in range(s.seats):
        if is_hidden(s, other, seat) and not s.held_over[other]:
            card = pick(rng, s.pack, CARDS)
            s.pack[card] -= 1
            s.hand[other] = card
