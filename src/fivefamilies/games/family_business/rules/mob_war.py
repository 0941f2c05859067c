"""Mob war: joining the hit list, leaving it, dying on it, and what a death can mean (FB-6, FB-7, FB-16 to FB-20)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import append, insert, note, remove
from fivefamilies.games.family_business.components import CARDS, LONG_LIST, MEN, NORMAL, PEACE, SMALL_CITY
from fivefamilies.games.family_business.state import Fate, Phase, in_play, living, lowest, owner
from fivefamilies.games.family_business.words import Event

# ---------------------------------------------------------------- the list


@rule
def put_on_list(s, seat, at_top, log):
    """A free mobster joins the list, at the far end or next to the wall (FB-7, FB-25); nothing without one (FB-R15)."""
    if s.free[seat] == 0:
        return
    mobster = lowest(s, seat, Fate.FREE)
    if at_top:
        s.hit_count = insert(s.hit_list, s.hit_count, 0, mobster)
        note(log, Event.LISTED_AT_TOP, mobster)
    else:
        s.hit_count = append(s.hit_list, s.hit_count, mobster)
        note(log, Event.LISTED, mobster)
    s.fate[mobster] = Fate.LISTED
    s.free[seat] -= 1


@rule
def leave_list(s, place, log):
    """Take the man at `place` off the list; an empty list ends the war at once (FB-20), or the next execution does (FB-R11)."""
    mobster = s.hit_list[place]
    s.hit_count = remove(s.hit_list, s.hit_count, place)
    if s.hit_count == 0 and not s.war_outlasts_list:
        end_war_if_on(s, log)
    return mobster


@rule
def save(s, place, log):
    """A mobster leaves the list and is free again (FB-42)."""
    mobster = s.hit_list[place]
    note(log, Event.SAVED, mobster)
    leave_list(s, place, log)
    s.fate[mobster] = Fate.FREE
    s.free[owner(mobster)] += 1


# ---------------------------------------------------------------- war and truce


@rule
def start_war(s, pace, log):
    """A war at this pace; over an empty list it ends at once (FB-16, FB-R11, FB-R12)."""
    if s.hit_count > 0 or s.war_outlasts_list:
        s.pace = pace
        note(log, Event.WAR, pace)


@rule
def end_war_if_on(s, log):
    """Nobody is left to be shot (FB-20)."""
    if s.pace != PEACE:
        s.pace = PEACE
        note(log, Event.WAR_ENDS)


@rule
def start_war_if_due(s, log):
    """A long list or a small city starts a war by itself (FB-17)."""
    if s.pace == PEACE and s.hit_count > 0 and (s.hit_count >= LONG_LIST or in_play(s) <= SMALL_CITY):
        s.pace = NORMAL
        note(log, Event.WAR_BREAKS_OUT)


@rule
def truce(s, log):
    """The war is over (FB-39); the end of the turn looks whether it stays so (FB-R14)."""
    s.pace = PEACE
    note(log, Event.TRUCE)


# ---------------------------------------------------------------- the dead


@rule
def execute_top(s, log):
    """The man next to the wall is shot (FB-19)."""
    note(log, Event.EXECUTED, s.hit_list[0])
    bury(s, leave_list(s, 0, log), log)


@rule
def bury(s, mobster, log):
    """A mobster who was just taken from the table is buried for good (FB-6); his boss may be out, the game over."""
    seat = owner(mobster)
    s.fate[mobster] = Fate.BURIED
    s.buried[seat] += 1
    if s.buried[seat] == MEN:
        eliminate(s, seat, log)


@rule
def eliminate(s, seat, log):
    """A boss without mobsters is out, his hand goes face up to the discards (FB-R25); the last boss wins (FB-1, FB-R27)."""
    note(log, Event.ELIMINATED, seat)
    for card in range(CARDS):
        count = s.hand[seat, card]
        if count > 0:
            note(log, Event.HAND_REVEALED, seat, card, count)
            s.hand[seat, card] = 0
            s.old[seat, card] -= count
            s.laid[seat, card] += count
            s.discards[card] += count
    s.cards[seat] = 0
    s.fallen_count = append(s.fallen, s.fallen_count, seat)
    if s.fallen_count == s.seats - 1:
        s.phase = Phase.OVER
        for winner in range(s.seats):
            if living(s, winner) > 0:
                note(log, Event.WINS, winner)
