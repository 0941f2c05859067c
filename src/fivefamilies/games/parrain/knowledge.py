"""What one player may know of a table: the view, a fair guess at the rest, and the numbers for learners.

The only secrets are the cards in other hands and the order of the unseen cards. Used cards lie under their pack in an order
that everybody saw, so a card drawn from there is known to all (`known`). With `each_pass` there is one thing more to infer:
when the pack is reshuffled its unseen part is empty, so everybody then knows the other hands together, and these cards are not
in the new pack. `held_over` marks such hands: they are guessed among themselves, all other hidden cards with the pack.
"""

from typing import Any

import msgspec
import numpy as np

from fivefamilies.core.chance import below
from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import Block
from fivefamilies.core.pieces import total
from fivefamilies.core.record import unwrap
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import (
    CARDS,
    DECK,
    LUCK,
    NEIGHBOURHOODS,
    POSITIONS,
    RACKETS,
    SEATS,
    TOKENS_PER_TURN,
    Luck,
    Parts,
)
from fivefamilies.games.parrain.control import tally
from fivefamilies.games.parrain.events import Event
from fivefamilies.games.parrain.state import NONE, Phase, Status, control_worth, drawn

PHASES = Phase.OVER + 1
UNKNOWN = -2  # in place of a secret in an event row


class Claim(msgspec.Struct):
    """A claim or an announcement, and the opponents who still have a turn to break it."""

    seat: int
    waiting: list[int]


class Place(msgspec.Struct):
    """One neighbourhood. `rows` draws it: '.' empty, '1' to '4' a seat's token, ' ' outside."""

    id: str
    rows: list[str]
    first_position: int
    positions: int
    majority: int
    status: str
    racket: str | None
    values: dict[str, int]
    tokens: list[int]
    holdings: list[int]
    kept: list[int]
    placed: int
    controller: int | None
    instalments: int
    claim: Claim | None
    announcement: Claim | None


class Player(msgspec.Struct):
    """One family; `card` is the card in hand, where the viewer may know it."""

    seat: int
    colour: str
    cash: int
    bag: int
    control_value: int
    cards: int
    card: str | None


class Pack(msgspec.Struct):
    """A pack of cards: those not seen yet, and the used ones under them in their order."""

    unseen: dict[str, int]
    used: list[str]


class View(msgspec.Struct):
    """The table of Le Jeu du Parrain as one seat sees it."""

    title: str
    seat: int | None
    phase: str
    turn: int
    round: int
    round_limit: int
    quiet_rounds: int
    first_player: int
    neighbourhoods: list[Place]
    players: list[Player]
    pack: Pack  # unseen: in the pack, or drawn from it into another hand
    held_over: dict[str, int]  # cards in other hands since before the last reshuffle
    veine: Pack
    deveine: Pack
    card: str | None
    luck: str | None
    card_racket: str | None
    free_left: int
    lose_left: int
    penalty: int
    entered: str | None
    opened: str | None
    pending: str | None
    contested: str | None


def seats_in(bits: int) -> list[int]:
    """A set of seats as a list."""
    return [seat for seat in range(SEATS) if bits >> seat & 1]


def view(state: Any, seat: int, parts: Parts) -> View:
    """The table as `seat` sees it; OBSERVER sees what everybody sees."""
    s = unwrap(state)
    seats = int(s["seats"])
    places = [part.id for part in parts.neighbourhoods]
    cards = [card.id for card in parts.cards]
    hidden = [k for k in range(seats) if k != seat and s["hand"][k] >= 0 and not s["known"][k]]

    def hand(of: int) -> str | None:
        return cards[s["hand"][of]] if s["hand"][of] >= 0 and of not in hidden else None

    def named(names: list[str], index: Any) -> str | None:
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
        first_player=int(s["first_player"]),
        neighbourhoods=neighbourhoods(state, parts),
        players=[
            Player(
                seat=of,
                colour=parts.colours[of],
                cash=int(s["cash"][of]),
                bag=int(s["bag"][of]),
                control_value=int(control_worth_of(s, of)),
                cards=int(s["hand"][of] >= 0),
                card=hand(of),
            )
            for of in range(seats)
        ],
        pack=Pack(counted(cards, unseen), [cards[k] for k in s["used"][: s["used_count"]]]),
        held_over=counted(cards, held_over),
        veine=luck[Luck.VEINE],
        deveine=luck[Luck.DEVEINE],
        card=named(cards, s["card"]),
        luck=named([card.id for pack in parts.luck for card in pack], s["luck"]),
        card_racket=named([racket.id for racket in parts.rackets], s["card_racket"]),
        free_left=int(s["free_left"]),
        lose_left=int(s["lose_left"]),
        penalty=int(s["penalty"]),
        entered=named(places, s["entered"]),
        opened=named(places, s["opened"]),
        pending=named(places, s["pending"]),
        contested=places[contested[0]] if contested else None,
    )


def counted(names: list[str], counts: Any) -> dict[str, int]:
    """Cards by name, those that there are."""
    return {name: int(n) for name, n in zip(names, counts, strict=True) if n > 0}


def control_worth_of(s: Any, seat: int) -> int:
    """The values of the rackets that a seat controls."""
    return sum(int(s["value"][p][s["racket"][p]]) for p in range(NEIGHBOURHOODS) if s["controller"][p] == seat)


def pack_of_luck(s: Any, luck: Luck, parts: Parts) -> Pack:
    """VEINE or DEVEINE: nobody holds such a card, so all know what is left."""
    names = [card.id for card in parts.luck[luck]]
    used = s["luck_used"][luck][: s["luck_used_count"][luck]]
    return Pack(counted(names, s["luck_pack"][luck]), [names[k] for k in used])


def neighbourhoods(state: Any, parts: Parts) -> list[Place]:
    """The board, which is open to all."""
    s = unwrap(state)
    seats = int(s["seats"])
    held = np.zeros((NEIGHBOURHOODS, SEATS, 2), np.int64)
    tally(state, held)

    def claim(seat: Any, waiting: Any) -> Claim | None:
        return Claim(int(seat), seats_in(int(waiting))) if seat >= 0 else None

    return [
        Place(
            id=part.id,
            rows=drawn(s, place),
            first_position=int(s["first_position"][place]),
            positions=part.positions,
            majority=part.positions // 2 + 1,
            status=Status(int(s["status"][place])).name.lower(),
            racket=parts.rackets[int(s["racket"][place])].id if s["racket"][place] >= 0 else None,
            values={racket.id: int(value) for racket, value in zip(parts.rackets, s["value"][place], strict=True)},
            tokens=[int(s["men"][place][seat]).bit_count() for seat in range(seats)],
            holdings=[int(n) for n in held[place, :seats, 0]],
            kept=[int(n) for n in held[place, :seats, 1]],
            placed=int(s["placed"][place]),
            controller=int(s["controller"][place]) if s["controller"][place] >= 0 else None,
            instalments=int(s["instalments"][place]),
            claim=claim(s["claim"][place], s["waiting"][place]),
            announcement=None if s["contested"][place] else claim(s["announcer"][place], s["unanswered"][place]),
        )
        for place, part in enumerate(parts.neighbourhoods)
    ]


def redact(row: Any, seat: int) -> Any:
    """An event as `seat` sees it: a drawn card is its owner's secret, unless all could work it out (JP-31, JP-R24)."""
    if row[0] == Event.DRAWS and row[1] != seat and not row[3]:
        return (row[0], row[1], UNKNOWN, *row[3:])
    return row


# ---------------------------------------------------------------- guessing


@rule
def is_hidden(s, other, seat):
    """Does `other` hold a card that `seat` cannot know?"""
    return other != seat and s.hand[other] != NONE and not s.known[other]


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
            left = below(rng, total(s.pack))
            card = 0
            while left >= s.pack[card]:
                left -= s.pack[card]
                card += 1
            s.pack[card] -= 1
            s.hand[other] = card


# ---------------------------------------------------------------- numbers

PLAYER_NUMBERS = 7
PLACE_NUMBERS = 6 + RACKETS + 4 * SEATS
OBSERVATION = (
    Block("tokens", SEATS * POSITIONS,
          "a plane of all positions for each seat from the own one clockwise: 1 where it has a token"),
    Block("open_positions", POSITIONS, "a plane: 1 where the neighbourhood is open"),
    Block("neighbourhoods", NEIGHBOURHOODS * PLACE_NUMBERS,
          "each: open, control value of its racket / 10000, tokens placed there this turn / 3, a token must follow there, a "
          "capture is pending there, bonus payments left / 3, its racket (5), and for each seat from the own one clockwise: "
          "controls it, has a claim, is waited for by the claim, has announced"),
    Block("values", NEIGHBOURHOODS * RACKETS, "the control value card / 10000"),
    Block("players", SEATS * PLAYER_NUMBERS,
          "per seat from the own one clockwise: at the table, cash / 1000, bag / 70, control value / 10000, has the turn, "
          "started, holds a card"),
    Block("hands", SEATS * CARDS, "per seat from the own one clockwise: the type of its card, where it is known"),
    Block("unseen", CARDS, "playing cards by type in the pack or drawn from it into another hand"),
    Block("held_over", CARDS, "playing cards by type in other hands since before the last reshuffle"),
    Block("used", DECK, "the used playing cards in their order, the next first: (type + 1) / 26"),
    Block("luck", 4 * LUCK, "VEINE unseen by card, used in order as (card + 1) / 12; the same for DEVEINE"),
    Block("phase", PHASES, "what is asked now"),
    Block("card", CARDS, "the playing card that is being carried out"),
    Block("luck_card", 2 * LUCK, "the luck card that is being carried out"),
    Block("card_racket", RACKETS, "the racket of tokens that the card grants or costs"),
    Block("counts", 7,
          "free tokens left / 3, tokens still to be removed / 3, penalty / 1000, round / 60, round limit / 60, "
          "quiet rounds / 3, tokens were placed this round"),
    Block("options", 5, "announced version, reshuffle each pass, pockets of 1, of 2, of 3 positions count"),
)  # fmt: skip


@verb
def observe(s, seat, out):
    """What `seat` knows as numbers, in the order of OBSERVATION."""
    out[:] = 0
    at = observe_board(s, seat, out)
    at = observe_neighbourhoods(s, seat, out, at)
    at = observe_players(s, seat, out, at)
    at = observe_cards(s, seat, out, at)
    out[at + s.phase] = 1
    at += PHASES
    mark(out, at, s.card)
    mark(out, at + CARDS, s.luck)
    mark(out, at + CARDS + 2 * LUCK, s.card_racket)
    at += CARDS + 2 * LUCK + RACKETS
    out[at] = s.free_left / 3
    out[at + 1] = s.lose_left / 3
    out[at + 2] = s.penalty / 1000
    out[at + 3] = s.round / 60
    out[at + 4] = s.round_limit / 60
    out[at + 5] = s.quiet_rounds / 3
    out[at + 6] = s.any_placed
    out[at + 7] = s.announced_version
    out[at + 8] = s.each_pass
    out[at + 8 + s.pocket_max] = 1


@rule
def mark(out, at, index):
    """A one for something that may be NONE."""
    if index != NONE:
        out[at + index] = 1


@rule
def observe_board(s, seat, out):
    """The planes of positions; returns where the next block begins."""
    for place in range(NEIGHBOURHOODS):
        cells = s.land[place]
        position = s.first_position[place] + 0
        while cells != 0:
            cell = grid.lowest(cells)
            for other in range(s.seats):
                if s.men[place, other] & cell != 0:
                    out[(other - seat) % s.seats * POSITIONS + position] = 1
            out[SEATS * POSITIONS + position] = s.status[place] == Status.OPEN
            cells ^= cell
            position += 1
    return (SEATS + 1) * POSITIONS


@rule
def observe_neighbourhoods(s, seat, out, at):
    """Rackets, claims and control; then the control value card; returns where the next block begins."""
    for place in range(NEIGHBOURHOODS):
        out[at] = s.status[place] == Status.OPEN
        out[at + 2] = s.placed[place] / TOKENS_PER_TURN
        out[at + 3] = s.opened == place
        out[at + 4] = s.pending == place
        out[at + 5] = s.instalments[place] / 3
        if s.racket[place] != NONE:
            out[at + 1] = s.value[place, s.racket[place]] / 10000
            out[at + 6 + s.racket[place]] = 1
        for other in range(s.seats):
            row = at + 6 + RACKETS + (other - seat) % s.seats * 4
            out[row] = s.controller[place] == other
            out[row + 1] = s.claim[place] == other
            out[row + 2] = s.waiting[place] >> other & 1
            out[row + 3] = s.announcer[place] == other
        at += PLACE_NUMBERS
    for place in range(NEIGHBOURHOODS):
        for racket in range(RACKETS):
            out[at] = s.value[place, racket] / 10000
            at += 1
    return at


@rule
def observe_players(s, seat, out, at):
    """The players, then their cards as far as they are known; returns where the next block begins."""
    for other in range(s.seats):
        row = at + (other - seat) % s.seats * PLAYER_NUMBERS
        out[row] = 1
        out[row + 1] = s.cash[other] / 1000
        out[row + 2] = s.bag[other] / 70
        out[row + 3] = control_worth(s, other) / 10000
        out[row + 4] = other == s.turn
        out[row + 5] = other == s.first_player
        out[row + 6] = s.hand[other] != NONE
        if not is_hidden(s, other, seat):
            mark(out, at + SEATS * PLAYER_NUMBERS + (other - seat) % s.seats * CARDS, s.hand[other])
    return at + SEATS * (PLAYER_NUMBERS + CARDS)


@rule
def observe_cards(s, seat, out, at):
    """The packs; returns where the next block begins."""
    for card in range(CARDS):
        out[at + card] = s.pack[card]
    for other in range(s.seats):
        if is_hidden(s, other, seat):
            out[at + (CARDS if s.held_over[other] else 0) + s.hand[other]] += 1
    at += 2 * CARDS
    for i in range(s.used_count):
        out[at + i] = (s.used[i] + 1) / CARDS
    at += DECK
    for luck in range(2):
        for card in range(LUCK):
            out[at + card] = s.luck_pack[luck, card]
        for i in range(s.luck_used_count[luck]):
            out[at + LUCK + i] = (s.luck_used[luck, i] + 1) / LUCK
        at += 2 * LUCK
    return at


