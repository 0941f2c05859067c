"""What lies open on a table of Nostra City and what may be done next, as views show it: Takes, shares, offers, honours."""

from typing import Annotated

import msgspec

from fivefamilies.core.record import Fields, Record, unwrap
from fivefamilies.core.views import is_a
from fivefamilies.games.nostra_city.components import (
    CARDS,
    FIRST_INVESTIGATION,
    FIRST_RESPECT,
    FIRST_TURF,
    KINDS,
    SPACES,
    TITLE_RESPECT,
    TURFS,
    UNDERBOSS,
    UNDERBOSS_CARD,
    UNDERLINGS,
    ZEALOUS_RESPECT,
    Inquiry,
    Parts,
    Vendetta,
)
from fivefamilies.games.nostra_city.referee import objection
from fivefamilies.games.nostra_city.rules.meeting import total_offer
from fivefamilies.games.nostra_city.state import (
    NONE,
    Phase,
    Stage,
    State,
    lies_under,
    matching_turfs,
    shame_in,
)
from fivefamilies.games.nostra_city.words import Move, join

Points = Annotated[int, is_a("points")]  # nothing is something too
BySeat = Annotated[list[int], is_a("by_seat")]  # a number for each seat, from the first on


class Honour(msgspec.Struct):
    """A card that lies in a Territory for its Respect: luxury, Investigation, Title, Zealous Corruptor, shame, bonus."""

    id: Annotated[str, is_a("honour")]
    respect: Points


class Take(msgspec.Struct):
    """A Take that the player on turn may make: how many Turfs match it, and how many bills each seat is due from it."""

    turf: Annotated[str, is_a("turf")]
    kind: Annotated[str, is_a("kind")]
    matching: int
    due: BySeat  # the taker is due nothing


def sort_of(card: int) -> str | None:
    """What sort of card lies on the Street."""
    firsts = (("underling", UNDERLINGS), ("turf", FIRST_RESPECT), ("luxury", FIRST_INVESTIGATION), ("investigation", CARDS))
    return next((sort for sort, end in firsts if card < end), "title") if card != NONE else None


def kinds_of_take(s: Fields, card: int, parts: Parts) -> list[str]:
    """The kinds of Take that a Turf counts for."""
    if not FIRST_TURF <= card < FIRST_RESPECT:
        return []
    return [part.id for bit, part in enumerate(parts.kinds) if int(s["kinds"][card - FIRST_TURF]) >> bit & 1]


def worth(s: Fields, card: int) -> int | None:
    """The Respect of a card on the Street."""
    if card == NONE:
        return None
    return int(TITLE_RESPECT[UNDERBOSS]) if card == UNDERBOSS_CARD else int(s["worth"][card])


def bribe(s: Fields, card: int) -> int | None:
    """What ends an Investigation."""
    return int(s["bribe"][card - FIRST_INVESTIGATION]) * 1000 if FIRST_INVESTIGATION <= card < CARDS else None


def asked_instead(state: Record, phase: Phase, turf: int = NONE) -> Record:
    """The same table one question on: what the referee would say then."""
    other = State.copy(state)
    s = unwrap(other)
    s["phase"], s["turf"] = phase, turf
    return other


def open_spaces(state: Record, seat: int) -> list[int]:
    """The spaces that this seat may bid for, on its turn in the MEETING (NC-46, NC-R13); nobody else may know them."""
    s = unwrap(state)
    if seat < 0 or s["turn"] != seat or s["phase"] not in (Phase.MEET_TURN, Phase.BID_SPACE):
        return []
    asked = asked_instead(state, Phase.BID_SPACE)
    return [space for space in range(SPACES) if objection(asked, join(Move.SPACE.value, space)) == 0]


def takes(state: Record, parts: Parts) -> list[Take]:
    """The Takes that the player on turn may make; all of it lies open (NC-28, NC-29, NC-31, NC-39)."""
    s = unwrap(state)
    if s["phase"] not in (Phase.BUS_TURN, Phase.TAKE_TURF, Phase.TAKE_KIND):
        return []
    working = asked_instead(state, Phase.TAKE_TURF)
    chosen = [int(s["turf"])] if s["phase"] == Phase.TAKE_KIND else range(TURFS)
    found = []
    for turf in chosen:
        if s["phase"] != Phase.TAKE_KIND and objection(working, join(Move.TURF.value, turf)) != 0:
            continue
        asked = asked_instead(state, Phase.TAKE_KIND, turf)
        for kind in range(KINDS):
            if objection(asked, join(Move.KIND.value, kind)) == 0:
                due = [int(matching_turfs(state, seat, kind)) for seat in range(int(s["seats"]))]
                total, due[int(s["turn"])] = sum(due), 0
                found.append(Take(parts.cards[FIRST_TURF + turf].id, parts.kinds[kind].id, total, due))
    return found


def shares(state: Record, seats: int) -> list[int]:
    """What each seat is due from the Take that is being shared (NC-31)."""
    s = unwrap(state)
    if s["phase"] != Phase.SHARE:
        return []
    return [0 if seat == s["turn"] else int(matching_turfs(state, seat, int(s["kind"]))) for seat in range(seats)]


def honours(s: Fields, of: int, parts: Parts) -> list[Honour]:
    """What gives a player Respect besides men and Turfs (NC-10, NC-16)."""
    found = [Honour(part.id, int(TITLE_RESPECT[n])) for n, part in enumerate(parts.titles) if s["title"][n] == of]
    found += [Honour(parts.cards[n].id, int(s["worth"][n])) for n in range(FIRST_RESPECT, CARDS) if s["place"][n] == of]
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
