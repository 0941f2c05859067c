"""Control of neighbourhoods: claims, announcements, concession (JP-42 to JP-53). All of it happens at the end of turns."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import note
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import BONUS_TURNS, NEIGHBOURHOODS, SEATS
from fivefamilies.games.parrain.referee import first_contested, objection_to_announcing
from fivefamilies.games.parrain.rules.cards import remove_token
from fivefamilies.games.parrain.state import NONE, Phase, Status, board, foes, opponents, position_of
from fivefamilies.games.parrain.words import Event

# ---------------------------------------------------------------- the strict version


@rule
def who_reached(s, place):
    """The player whose holding is a majority there, or NONE (JP-42, JP-44)."""
    needed, here = grid.majority(s.land[place]), board(s, place)
    for seat in range(s.seats):
        mine = s.men[place, seat]
        if grid.count(grid.kept(here, mine, s.pocket_max)) >= needed:  # a holding is never more than that
            if grid.holding(here, mine, foes(s, place, seat), s.pocket_max) >= needed:
                return seat
    return NONE


@rule
def still_keeps(s, place):
    """Does the claimant keep a majority, in pockets firm or not? (JP-43, JP-R19)"""
    kept = grid.kept(board(s, place), s.men[place, s.claim[place]], s.pocket_max)
    return grid.count(kept) >= grid.majority(s.land[place])


@rule
def look_at_claim(s, place, log):
    """After a turn: a claim that stands has one opponent less to wait for, or else a new one may arise (JP-43, JP-R19)."""
    holder = s.claim[place]
    if holder != NONE and still_keeps(s, place):
        s.waiting[place] &= ~(1 << s.turn)
        if s.waiting[place] == 0:
            concede(s, place, holder, log)
        return
    if holder != NONE:
        note(log, Event.CLAIM_BROKEN, holder, place)
        s.claim[place] = NONE
        s.waiting[place] = 0
    reached = who_reached(s, place)
    if reached != NONE:
        s.claim[place] = reached
        s.waiting[place] = opponents(s, reached)
        note(log, Event.CLAIMS, reached, place)


@rule
def concede(s, place, seat, log):
    """Control: the value is credited, three bonuses will follow, the neighbourhood is closed (JP-45 to JP-47, JP-R21)."""
    s.controller[place] = seat
    s.instalments[place] = BONUS_TURNS
    s.status[place] = Status.CLOSED
    for owner in range(SEATS):
        s.bag[owner] += grid.count(s.men[place, owner])
        s.men[place, owner] = 0
    s.fresh[place] = 0
    s.bag[seat] -= 1  # the marker
    s.claim[place] = NONE
    s.waiting[place] = 0
    s.announcer[place] = NONE
    s.unanswered[place] = 0
    note(log, Event.CONTROLS, seat, place, s.value[place, s.racket[place]])


# ---------------------------------------------------------------- the announced version


@rule
def ask_for_announcement(s):
    """With the announced version, while some neighbourhood is eligible (JP-48, JP-R20); else the turn goes on to the draw."""
    if s.announced_version:
        s.phase = Phase.ANNOUNCE
        for place in range(NEIGHBOURHOODS):
            if objection_to_announcing(s, place) == 0:
                return True
    return False


@rule
def announce(s, place, log):
    """Control is announced; every opponent has a turn to answer (JP-48, JP-49)."""
    s.announcer[place] = s.turn
    s.unanswered[place] = opponents(s, s.turn)
    note(log, Event.ANNOUNCES, s.turn, place)
    s.phase = Phase.ANNOUNCING


@rule
def look_at_announcement(s, place, log):
    """After an opponent's turn: contested by a token there, lapsed, or one answer nearer to control (JP-50 to JP-53)."""
    seat = s.announcer[place]
    if s.placed[place] > 0:
        note(log, Event.CONTESTED, s.turn, place, seat)
        s.unanswered[place] = 0
        if s.men[place, seat] != 0:
            s.contested[place] = 1
        else:
            s.announcer[place] = NONE
        return
    held = grid.implicitly_held(board(s, place), s.men[place, seat], foes(s, place, seat), s.pocket_max)
    if grid.count(held) < grid.majority(s.land[place]):
        note(log, Event.LAPSES, seat, place)
        s.announcer[place] = NONE
        s.unanswered[place] = 0
        return
    s.unanswered[place] &= ~(1 << s.turn)
    if s.unanswered[place] == 0:
        concede(s, place, seat, log)


@rule
def look_at_announcements(s, log):
    """The answers that this turn gave (JP-50 to JP-53)."""
    if s.announced_version:
        for place in range(NEIGHBOURHOODS):
            if s.status[place] == Status.OPEN and s.announcer[place] != NONE and s.announcer[place] != s.turn:
                look_at_announcement(s, place, log)


@rule
def ask_for_forfeit(s):
    """The announcer of the next contested neighbourhood, if there is one, chooses the token he loses there (JP-50)."""
    s.phase = Phase.FORFEIT
    return first_contested(s) != NONE


@rule
def forfeit(s, place, cell, log):
    """The announcer gives up a token; the announcement is cancelled (JP-51)."""
    seat = s.announcer[place]
    remove_token(s, place, cell)
    note(log, Event.FORFEITS, seat, position_of(s, place, cell))
    s.contested[place] = 0
    s.announcer[place] = NONE


# ---------------------------------------------------------------- for the eyes of the players


@verb
def tally(s, out):
    """What each seat holds, and what it keeps, in each neighbourhood."""
    for place in range(NEIGHBOURHOODS):
        for seat in range(s.seats):
            mine = s.men[place, seat]
            out[place, seat, 0] = grid.holding(board(s, place), mine, foes(s, place, seat), s.pocket_max)
            out[place, seat, 1] = grid.count(grid.kept(board(s, place), mine, s.pocket_max))
