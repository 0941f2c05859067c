"""What lies open on a table of Nostra City and what may be done next, as views show it: Takes, shares, offers, honours."""

from typing import Annotated

import msgspec

from fivefamilies.core.record import Fields, Record, unwrap
from fivefamilies.core.views import is_a
from fivefamilies.games.nostra_city.components import (
    BILLS,
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
from fivefamilies.games.nostra_city.rules.business import bills_of_take
from fivefamilies.games.nostra_city.rules.meeting import total_offer
from fivefamilies.games.nostra_city.state import NONE, Phase, Stage, State, lies_under, matching_turfs, shame_in
from fivefamilies.games.nostra_city.words import Move, join

Points = Annotated[int, is_a("points")]  # nothing is something too
BySeat = Annotated[list[int], is_a("by_seat")]  # a number for each seat, from the first on


class Honour(msgspec.Struct):
    """A card that lies in a Territory for its Respect: luxury, Investigation, Title, Zealous Corruptor, shame, bonus."""

    id: Annotated[str, is_a("honour")]
    respect: Points


class Take(msgspec.Struct):
    """A Take that the player on turn may make: how many Turfs match it, what each seat is due from it, who can make it."""

    turf: Annotated[str, is_a("turf")]
    kind: Annotated[str, is_a("kind")]
    matching: int
    due: BySeat  # the taker is due nothing
    drawn_by: dict[Annotated[str, is_a("underling")], int]  # bills that each Underling draws for it, unless the Raid comes up


def sort_of(card: int) -> str | None:
    """What sort of card lies on the Street."""
    firsts = (("underling", UNDERLINGS), ("turf", FIRST_RESPECT), ("luxury", FIRST_INVESTIGATION), ("investigation", CARDS))
    return next((sort for sort, end in firsts if card < end), "title") if card != NONE else None


def kinds_of_take(s: Fields, card: int, parts: Parts) -> list[str]:
    """The kinds of Take that a Turf counts for."""
    if not FIRST_TURF <= card < FIRST_RESPECT:
        return []
    kinds = int(s["kinds"][card - FIRST_TURF])
    return [part.id for bit, part in enumerate(parts.kinds) if kinds >> bit & 1]


def worth(s: Fields, card: int) -> int | None:
    """The Respect of a card on the Street."""
    if card == NONE:
        return None
    return int(TITLE_RESPECT[UNDERBOSS]) if card == UNDERBOSS_CARD else int(s["worth"][card])


def bribe(s: Fields, card: int) -> int | None:
    """What ends an Investigation."""
    return int(s["bribe"][card - FIRST_INVESTIGATION]) * 1000 if FIRST_INVESTIGATION <= card < CARDS else None


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
    asked = State.copy(state)
    for man in men:
        for turf in turfs:
            for kind in kinds_open_to(asked, man, turf, is_chosen=phase == Phase.TAKE_KIND):
                by.setdefault((turf, kind), {})[parts.cards[man].id] = min(int(bills_of_take(asked, kind)), bills_left(s))
    found = []
    for (turf, kind), men_of_it in sorted(by.items()):
        due = [int(matching_turfs(state, seat, kind)) for seat in range(int(s["seats"]))]
        total, due[turn] = sum(due), 0
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


def bills_left(s: Fields) -> int:
    """Bills that a Take could draw at most: those to draw, and the discards after them (NC-R4)."""
    return int(s["draw"][:BILLS].sum() + s["discards"][:BILLS].sum())


def shares(state: Record, seats: int) -> list[int]:
    """What each seat is due from the Take that is being shared (NC-31)."""
    s = unwrap(state)
    if s["phase"] != Phase.SHARE:
        return []
    return [0 if seat == s["turn"] else int(matching_turfs(state, seat, int(s["kind"]))) for seat in range(seats)]


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
