"""Rescue cards: Lam, Police Protection, Pay Off, Federal Crackdown, Substitution, Intrigue (FB-34 to FB-42)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import note
from fivefamilies.games.family_business.rules.mob_war import save
from fivefamilies.games.family_business.rules.turns import finish_play
from fivefamilies.games.family_business.state import NO_CARD, Fate, Phase, lowest, owner
from fivefamilies.games.family_business.words import Event


@rule
def lam(s, log):
    """He runs, unless somebody points at him: then he stays (FB-35, FB-43, FB-R24)."""
    if s.counter == NO_CARD:
        save(s, s.picked, log)
    finish_play(s, log)


@rule
def pay_off(s, seat, log):
    """All men of one gang leave the list (FB-40)."""
    for place in range(s.hit_count - 1, -1, -1):
        if owner(s.hit_list[place]) == seat:
            save(s, place, log)
    s.phase = Phase.DONE


@rule
def save_everybody(s, log):
    """Federal Crackdown: everybody leaves the list (FB-41)."""
    while s.hit_count > 0:
        save(s, 0, log)


@rule
def substitute_free_man(s, seat, log):
    """A free man takes the saved one's exact place (FB-37, FB-R21)."""
    saved = s.hit_list[s.picked]
    partner = lowest(s, seat, Fate.FREE)
    note(log, Event.CHANGE_PLACES, saved, partner)
    s.hit_list[s.picked] = partner
    s.fate[partner] = Fate.LISTED
    s.free[seat] -= 1
    s.fate[saved] = Fate.FREE
    s.free[owner(saved)] += 1
    s.phase = Phase.DONE


@rule
def swap_places(s, place, log):
    """Two men of the list change places (FB-37, FB-R21)."""
    saved = s.hit_list[s.picked]
    note(log, Event.CHANGE_PLACES, saved, s.hit_list[place])
    s.hit_list[s.picked] = s.hit_list[place]
    s.hit_list[place] = saved
    s.phase = Phase.DONE


@rule
def reorder(s, seat, log):
    """The gang's foremost man still to be placed comes next; the last gang follows unasked (FB-38, D7)."""
    place = s.placed
    while owner(s.hit_list[place]) != seat:
        place += 1
    mobster = s.hit_list[place]
    for later in range(place, s.placed, -1):
        s.hit_list[later] = s.hit_list[later - 1]
    s.hit_list[s.placed] = mobster
    s.placed += 1
    for later in range(s.placed + 1, s.hit_count):
        if owner(s.hit_list[later]) != owner(s.hit_list[s.placed]):
            return
    note(log, Event.REARRANGED, s.turn)
    s.phase = Phase.DONE
