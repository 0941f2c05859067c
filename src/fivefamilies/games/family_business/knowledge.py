"""What one boss may know of a table: the view, and the numbers for learners; the guess at the rest is in `guessing.py`.

Hands and the order of the pile are secret; every card laid is public. The one thing to infer: at a reshuffle the pile is
empty, so each boss then knows the other hands together, card by card, and until the next reshuffle the pile holds only cards
that were shuffled in. `old` keeps that: a hand as it was at the reshuffle, less the cards laid since (it may go below zero).
Summed over the other hands it is known to a boss, and where it is positive, so many of these cards are surely still there.
"""

from typing import Any

import msgspec

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import Block
from fivefamilies.core.pieces import total
from fivefamilies.core.record import unwrap
from fivefamilies.games.family_business.components import CARDS, HAND, MEN, MOBSTERS, SEATS, Card, Parts
from fivefamilies.games.family_business.events import Event
from fivefamilies.games.family_business.state import FREE_MAN, NO_SEAT, Fate, Phase, living, owner

PHASES = len(Phase)
UNKNOWN = -2  # in place of a secret in an event row


class Man(msgspec.Struct):
    """A mobster and the seat he works for."""

    seat: int
    name: str


class Family(msgspec.Struct):
    """One gang as everybody sees it; `hand` is there for its own boss only."""

    seat: int
    gang: str
    free: list[str]
    listed: int
    buried: list[str]
    cards: int
    hand: dict[str, int] | None
    is_out: bool


class View(msgspec.Struct):
    """The table of Family Business as one seat sees it."""

    title: str
    seat: int | None
    phase: str
    turn: int
    turn_number: int
    pace: int
    hit_list: list[Man]
    placed: int
    families: list[Family]
    deck: int
    discards: dict[str, int]
    rivals_hold: dict[str, int]  # cards that are surely in the other hands
    card: str | None
    target: int | None
    picked: Man | None
    asked: int | None
    counter: str | None
    countered_by: int | None
    quota: list[int]
    fallen: list[int]


def view(state: Any, seat: int, parts: Parts) -> View:
    """The table as `seat` sees it; OBSERVER sees what everybody sees."""
    s = unwrap(state)
    seats = int(s["seats"])

    gangs, fates = s["gang"].tolist(), s["fate"].tolist()

    def cards(counts: Any) -> dict[str, int]:
        return {card.id: n for card, n in zip(parts.cards, counts.tolist(), strict=True) if n > 0}

    def man(mobster: int) -> Man:
        return Man(mobster // MEN, parts.gangs[gangs[mobster // MEN]].mobsters[mobster % MEN])

    def men(of: int, fate: Fate) -> list[str]:
        return [man(m).name for m in range(of * MEN, of * MEN + MEN) if fates[m] == fate]

    hit_list = [man(int(m)) for m in s["hit_list"][: s["hit_count"]]]
    phase = Phase(int(s["phase"]))
    picked = int(s["picked"])
    shows_pick = phase in (Phase.PARTNER, Phase.RETURN) or (phase == Phase.RESPOND and int(s["card"]) == Card.LAM)
    if not shows_pick:
        chosen = None
    elif picked >= FREE_MAN:
        chosen = Man(picked - FREE_MAN, men(picked - FREE_MAN, Fate.FREE)[0])
    else:
        chosen = hit_list[picked]
    return View(
        title="family_business",
        seat=seat if seat >= 0 else None,
        phase=phase.name.lower(),
        turn=int(s["turn"]),
        turn_number=int(s["turn_number"]),
        pace=int(s["pace"]),
        hit_list=hit_list,
        placed=int(s["placed"]),
        families=[
            Family(
                seat=of,
                gang=parts.gangs[gangs[of]].id,
                free=men(of, Fate.FREE),
                listed=MEN - int(s["buried"][of]) - int(s["free"][of]),
                buried=men(of, Fate.BURIED),
                cards=int(s["cards"][of]),
                hand=cards(s["hand"][of]) if of == seat else None,
                is_out=bool(s["buried"][of] == MEN),
            )
            for of in range(seats)
        ],
        deck=int(s["deck"].sum()),
        discards=cards(s["discards"]),
        rivals_hold=cards(s["old"][[k for k in range(seats) if k != seat]].sum(axis=0)) if seat >= 0 else {},
        card=parts.cards[int(s["card"])].id if s["card"] >= 0 else None,
        target=int(s["target"]) if s["target"] >= 0 else None,
        picked=chosen,
        asked=int(s["asked"]) if phase in (Phase.RESPOND, Phase.DEAL) else None,
        counter=parts.cards[int(s["counter"])].id if s["counter"] >= 0 else None,
        countered_by=int(s["countered_by"]) if s["countered_by"] >= 0 else None,
        quota=[int(n) for n in s["quota"][:seats]],
        fallen=[int(k) for k in s["fallen"][: s["fallen_count"]]],
    )


def redact(row: Any, seat: int) -> Any:
    """An event as `seat` sees it: a drawn card is its owner's secret (FB-8)."""
    if row[0] == Event.DRAWS and row[1] != seat:
        return (row[0], row[1], UNKNOWN, *row[3:])
    return row


# ---------------------------------------------------------------- numbers

FAMILY_NUMBERS = 9
OBSERVATION = (
    Block("hand", CARDS, "own cards by type"),
    Block("unseen", CARDS, "cards by type that are in the pile or another hand"),
    Block("rivals_hold", CARDS, "of these, cards that are surely in another hand"),
    Block("discards", CARDS, "cards by type on the discard pile"),
    Block("families", SEATS * FAMILY_NUMBERS,
          "per seat from the own one clockwise: at the table, free / 9, listed / 9, buried / 9, cards / 6, has the turn, "
          "is asked, is the target, played the counter"),
    Block("hit_list", MOBSTERS * SEATS, "per place from the wall: whose man, one number a seat from the own one clockwise"),
    Block("picked", MOBSTERS + SEATS, "the man named first (Lam, Substitution, Turncoat): his place, or the seat of a free man"),
    Block("quota", SEATS, "Double Cross and Vendetta: men still to be listed / 2, seats from the own one clockwise"),
    Block("placed", 1, "Intrigue: settled places / 54"),
    Block("pace", 2, "war at normal pace, war at double pace"),
    Block("phase", PHASES, "what is asked now"),
    Block("card", CARDS, "the card being played"),
    Block("counter", CARDS, "the counter card that answered it"),
    Block("deck", 1, "cards in the pile / 58"),
    Block("turn_number", 1, "turns so far / 1000"),
)


@verb
def observe(s, seat, out):
    """What `seat` knows as numbers, in the order of OBSERVATION."""
    out[:] = 0
    at = observe_cards(s, seat, out)
    at = observe_families(s, seat, out, at)
    for place in range(s.hit_count):
        out[at + place * SEATS + (owner(s.hit_list[place]) - seat) % s.seats] = 1
    at += MOBSTERS * SEATS
    if s.phase == Phase.PARTNER or s.phase == Phase.RETURN or (s.phase == Phase.RESPOND and s.card == Card.LAM):
        if s.picked >= FREE_MAN:
            out[at + MOBSTERS + (s.picked - FREE_MAN - seat) % s.seats] = 1
        else:
            out[at + s.picked] = 1
    at += MOBSTERS + SEATS
    for other in range(s.seats):
        out[at + (other - seat) % s.seats] = s.quota[other] / 2
    at += SEATS
    out[at] = s.placed / MOBSTERS
    if s.pace > 0:
        out[at + s.pace] = 1
    at += 3
    out[at + s.phase] = 1
    at += PHASES
    if s.card >= 0:
        out[at + s.card] = 1
    at += CARDS
    if s.counter >= 0:
        out[at + s.counter] = 1
    at += CARDS
    out[at] = total(s.deck) / 58
    out[at + 1] = s.turn_number / 1000


@rule
def observe_cards(s, seat, out):
    """The four rows of cards; returns where the next block begins."""
    kinds = CARDS
    for card in range(kinds):
        out[card] = s.hand[seat, card]
        unseen = s.deck[card] + 0
        rivals = 0
        for other in range(s.seats):
            if other != seat:
                unseen += s.hand[other, card]
                rivals += s.old[other, card]
        out[kinds + card] = unseen
        out[2 * kinds + card] = max(rivals, 0)
        out[3 * kinds + card] = s.discards[card]
    return 4 * kinds


@rule
def observe_families(s, seat, out, at):
    """The families from the own one clockwise; returns where the next block begins."""
    for other in range(s.seats):
        row = at + (other - seat) % s.seats * FAMILY_NUMBERS
        out[row] = 1
        out[row + 1] = s.free[other] / MEN
        out[row + 2] = (living(s, other) - s.free[other]) / MEN
        out[row + 3] = s.buried[other] / MEN
        out[row + 4] = s.cards[other] / (HAND + 1)
        out[row + 5] = other == s.turn
        out[row + 6] = (s.phase == Phase.RESPOND or s.phase == Phase.DEAL) and other == s.asked
        out[row + 7] = s.target != NO_SEAT and other == s.target
        out[row + 8] = s.countered_by != NO_SEAT and other == s.countered_by
    return at + SEATS * FAMILY_NUMBERS
