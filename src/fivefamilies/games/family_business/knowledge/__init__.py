"""What one boss may know of a table: the view, and the numbers for learners; the guess at the rest is in `guessing.py`.

Hands and the order of the pile are secret; every card laid is public. The one thing to infer: at a reshuffle the pile is
empty, so each boss then knows the other hands together, card by card, and until the next reshuffle the pile holds only cards
that were shuffled in. `old` keeps that: a hand as it was at the reshuffle, less the cards laid since (it may go below zero).
Summed over the other hands it is known to a boss, and where it is positive, so many of these cards are surely still there.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

import msgspec

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import total
from fivefamilies.core.record import Plain, Record, labels_of, read
from fivefamilies.core.sights import each, numbers, sight
from fivefamilies.core.views import SeatNumber, Viewer, is_a
from fivefamilies.games.family_business.components import CARDS, HAND, MEN, MOBSTERS, SEATS, Card, GangPart, Parts
from fivefamilies.games.family_business.knowledge.guessing import guess
from fivefamilies.games.family_business.state import FREE_MAN, NO_SEAT, Fate, Phase, listed, owner, picked_man, shows_pick
from fivefamilies.games.family_business.words import LISTED, man_name

__all__ = ["Sight", "View", "guess", "observe", "view"]


FREE, BURIED = int(Fate.FREE), int(Fate.BURIED)
PLACES = tuple(LISTED.spelt(None, place, None) for place in range(MOBSTERS))
PHASES, ASKING = labels_of(Phase), (int(Phase.RESPOND), int(Phase.DEAL))
CardWord = Annotated[str, is_a("card")]
ManName = Annotated[str, is_a("man")]


class Man(msgspec.Struct):
    """A mobster and the seat he works for."""

    seat: SeatNumber
    name: ManName


class ListedMan(Man):
    """A man on the hit list, and the words that name his place."""

    id: Annotated[str, is_a("listed", touch=True)]


class Family(msgspec.Struct):
    """One gang as everybody sees it; `hand` is there for its own boss only."""

    seat: SeatNumber
    gang: Annotated[str, is_a("boss", touch=True)]
    free: list[ManName]
    listed: int
    buried: list[ManName]
    cards: int
    hand: dict[Annotated[str, is_a("card", touch=True)], int] | None
    is_out: bool


class View(msgspec.Struct):
    """The table of Family Business as one seat sees it."""

    title: str
    seat: Viewer | None
    phase: Annotated[str, is_a("phase")]
    turn: SeatNumber
    turn_number: int
    pace: int
    hit_list: list[ListedMan]
    placed: int
    families: list[Family]
    deck: int
    discards: dict[CardWord, int]
    rivals_hold: dict[CardWord, int]  # cards that are surely in the other hands
    card: CardWord | None
    target: SeatNumber | None
    picked: Man | None
    asked: SeatNumber | None
    counter: CardWord | None
    countered_by: SeatNumber | None
    quota: Annotated[list[int], is_a("by_seat")]
    fallen: list[SeatNumber]


def view(state: Record, seat: int, parts: Parts) -> View:
    """The table as `seat` sees it; OBSERVER sees what everybody sees."""
    s = read(state)
    seats, phase, old = s.seats, s.phase, s.old.tolist()
    gangs = [parts.gangs[gang] for gang in s.gang.tolist()[:seats]]
    return View(
        title="family_business",
        seat=seat if seat >= 0 else None,
        phase=PHASES[phase],
        turn=s.turn,
        turn_number=s.turn_number,
        pace=s.pace,
        hit_list=[
            ListedMan(mobster // MEN, gangs[mobster // MEN].mobsters[mobster % MEN], PLACES[place])
            for place, mobster in enumerate(s.hit_list.tolist()[: s.hit_count])
        ],
        placed=s.placed,
        families=[view_family(s, of, gang, of == seat, parts) for of, gang in enumerate(gangs)],
        deck=sum(s.deck.tolist()),
        discards=count_cards(s.discards.tolist(), parts),
        rivals_hold=count_cards(map(sum, zip(*old[:seat], *old[seat + 1 : seats], strict=True)), parts) if seat >= 0 else {},
        card=parts.cards[s.card].id if s.card >= 0 else None,
        target=s.target if s.target >= 0 else None,
        picked=view_pick(state, parts),
        asked=s.asked if phase in ASKING else None,
        counter=parts.cards[s.counter].id if s.counter >= 0 else None,
        countered_by=s.countered_by if s.countered_by >= 0 else None,
        quota=s.quota.tolist()[:seats],
        fallen=s.fallen.tolist()[: s.fallen_count],
    )


def view_family(s: Plain, of: int, gang: GangPart, is_own: bool, parts: Parts) -> Family:
    """One gang."""
    free, buried = at_large_and_dead(gang.mobsters, s.fate.tobytes()[of * MEN : of * MEN + MEN])
    return Family(
        seat=of,
        gang=gang.id,
        free=list(free),
        listed=MEN - s.buried[of] - s.free[of],
        buried=list(buried),
        cards=s.cards[of],
        hand=count_cards(s.hand.tolist()[of], parts) if is_own else None,
        is_out=s.buried[of] == MEN,
    )


@lru_cache(maxsize=4096)
def at_large_and_dead(men: tuple[str, ...], fates: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of a gang's men those who are at large and those who are dead."""
    free, buried = (tuple(man for man, fate in zip(men, fates, strict=True) if fate == wanted) for wanted in (FREE, BURIED))
    return free, buried


def view_pick(state: Record, parts: Parts) -> Man | None:
    """The man who was named before the card has worked."""
    if not shows_pick(state):
        return None
    mobster = int(picked_man(state))
    return Man(mobster // MEN, man_name(state, mobster, parts))


def count_cards(counts: Iterable[int], parts: Parts) -> dict[str, int]:
    """The cards of a bag by their ids."""
    return {card: n for card, n in zip(parts.card_ids, counts, strict=True) if n > 0}


# ---------------------------------------------------------------- numbers


@sight
class FamilySight:
    """One family."""

    here: numbers("at the table")
    free: numbers("free / 9")
    listed: numbers("listed / 9")
    buried: numbers("buried / 9")
    cards: numbers("cards / 6")
    has_turn: numbers("has the turn")
    is_asked: numbers("is asked")
    is_target: numbers("is the target")
    countered: numbers("played the counter")


@sight
class Sight:
    """What a boss knows as numbers; seats from the own one clockwise."""

    hand: numbers("own cards by type")[Card]
    unseen: numbers("cards by type that are in the pile or another hand")[Card]
    rivals_hold: numbers("of these, cards that are surely in another hand")[Card]
    discards: numbers("cards by type on the discard pile")[Card]
    families: each(FamilySight, "per seat from the own one clockwise")[SEATS]
    hit_list: numbers("per place from the wall: whose man, one number a seat from the own one clockwise")[MOBSTERS, SEATS]
    picked: numbers("the man named first (Lam, Substitution, Turncoat): his place, or the seat of a free man")[MOBSTERS + SEATS]
    quota: numbers("Double Cross and Vendetta: men still to be listed / 2, seats from the own one clockwise")[SEATS]
    placed: numbers("Intrigue: settled places / 54")
    pace: numbers("war at normal pace, war at double pace")[2]
    phase: numbers("what is asked now")[Phase]
    card: numbers("the card being played")[Card]
    counter: numbers("the counter card that answered it")[Card]
    deck: numbers("cards in the pile / 58")
    turn_number: numbers("turns so far / 1000")


@verb
def observe(s, seat, o):
    """What `seat` knows as numbers."""
    observe_cards(s, seat, o)
    for other in range(s.seats):
        observe_family(s, other, o.families[(other - seat) % s.seats])
        o.quota[(other - seat) % s.seats] = s.quota[other] / 2
    for place in range(s.hit_count):
        o.hit_list[place, (owner(s.hit_list[place]) - seat) % s.seats] = 1
    if shows_pick(s):
        if s.picked >= FREE_MAN:
            o.picked[MOBSTERS + (s.picked - FREE_MAN - seat) % s.seats] = 1
        else:
            o.picked[s.picked] = 1
    o.placed = s.placed / MOBSTERS
    if s.pace > 0:
        o.pace[s.pace - 1] = 1
    o.phase[s.phase] = 1
    if s.card >= 0:
        o.card[s.card] = 1
    if s.counter >= 0:
        o.counter[s.counter] = 1
    o.deck = total(s.deck) / 58
    o.turn_number = s.turn_number / 1000


@rule
def observe_cards(s, seat, o):
    """The cards that the seat sees, and what follows of the others."""
    for card in range(CARDS):
        o.hand[card] = s.hand[seat, card]
        o.discards[card] = s.discards[card]
        o.unseen[card] = s.deck[card]
        rivals = 0
        for other in range(s.seats):
            if other != seat:
                o.unseen[card] += s.hand[other, card]
                rivals += s.old[other, card]
        o.rivals_hold[card] = max(rivals, 0)


@rule
def observe_family(s, other, o):
    """One family."""
    o.here = 1
    o.free = s.free[other] / MEN
    o.listed = listed(s, other) / MEN
    o.buried = s.buried[other] / MEN
    o.cards = s.cards[other] / (HAND + 1)
    o.has_turn = other == s.turn
    o.is_asked = (s.phase == Phase.RESPOND or s.phase == Phase.DEAL) and other == s.asked
    o.is_target = s.target != NO_SEAT and other == s.target
    o.countered = s.countered_by != NO_SEAT and other == s.countered_by
