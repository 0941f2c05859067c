"""Development tracks, action tokens and favours (DP-67 to DP-84)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.contract import CHANCE
from fivefamilies.core.pieces import note
from fivefamilies.games.der_pate.components import (
    END_OF_TRACK,
    FAVOUR_CASH,
    FAVOUR_STEPS,
    FEASTS,
    PUPPET,
    Token,
    Track,
)
from fivefamilies.games.der_pate.referee import favour_of, feast_of, objection_to_feast
from fivefamilies.games.der_pate.state import NO_SEAT, Held, Phase, roller, third_favour_track
from fivefamilies.games.der_pate.words import Event, Move


@rule
def take_from_bank(s, seat, amount, log):
    """The bank never runs out (DP-R21)."""
    s.cash[seat] += amount
    note(log, Event.FROM_BANK, seat, amount)


@rule
def pay_bank(s, seat, amount, log):
    """Money to the bank."""
    s.cash[seat] -= amount
    note(log, Event.TO_BANK, seat, amount)


# ---------------------------------------------------------------- advancing


@rule
def advance(s, seat, track, steps, log):
    """Move a marker: the only way one moves (DP-67, DP-77, DP-R8)."""
    start, last = s.track[seat, track], s.last[track]
    if start == last:
        pay_end_of_track(s, seat, track, log)
        return
    reached = min(start + steps, last)
    s.track[seat, track] = reached
    note(log, Event.ADVANCED, seat, track, reached - start, reached)
    if start + steps > last and s.overshoot_paid:
        pay_end_of_track(s, seat, track, log)
    if track <= Track.INFLUENCE:
        if seat == s.fresh_seat:
            let_fresh_tokens_wait(s)
        for space in range(start + 1, reached + 1):
            gain_tokens_on(s, seat, track, space, log)


@rule
def pay_end_of_track(s, seat, track, log):
    """At the end of Reputation or Influence a step earns money, once, however many it would be (DP-77)."""
    if track <= Track.INFLUENCE:
        s.cash[seat] += END_OF_TRACK
        note(log, Event.TRACK_END, seat, track, END_OF_TRACK)


@rule
def gain_tokens_on(s, seat, track, space, log):
    """A token passed or reached is the player's (DP-68); a feast gained out of turn is asked about at once (DP-R11)."""
    for token in range(track * FEASTS, track * FEASTS + FEASTS):
        if s.token_space[token] == space and s.tokens[seat, token] == Held.ON_TRACK:
            note(log, Event.TOKEN_GAINED, seat, token)
            s.tokens[seat, token] = Held.IN_HAND
            if seat != s.turn and track == Track.REPUTATION:
                s.tokens[seat, token] = Held.FRESH
                s.fresh_seat = seat


# ---------------------------------------------------------------- tokens


@rule
def let_fresh_tokens_wait(s):
    """A Birthday used out of turn moves the marker on: what it gains is asked about before what is left (DP-R34)."""
    for token in range(FEASTS):
        if s.tokens[s.fresh_seat, token] == Held.FRESH:
            s.tokens[s.fresh_seat, token] = Held.WAITING


@rule
def next_fresh_token(s):
    """The feast to be asked about: of those just gained the first on its track, then of those that wait; or -1 (DP-R34)."""
    first = -1
    for token in range(FEASTS):
        held = s.tokens[s.fresh_seat, token]
        if held >= Held.FRESH:
            if first < 0 or held < s.tokens[s.fresh_seat, first]:
                first = token
            elif held == s.tokens[s.fresh_seat, first] and s.token_space[token] < s.token_space[first]:
                first = token
    return first


@rule
def ask_about_fresh_token(s):
    """TOKEN_NOW, if the feast can be used; otherwise it is kept unasked (DP-R11, DP-R17, DP-R33)."""
    token = next_fresh_token(s)
    if token < 0:
        s.fresh_seat = NO_SEAT
        return
    s.tokens[s.fresh_seat, token] = Held.IN_HAND
    if token == Token.WEDDING and objection_to_feast(s, s.fresh_seat, Move.WEDDING, 0) != 0:
        return
    s.token = token
    s.phase = Phase.TOKEN_NOW
    s.asked = s.fresh_seat


@rule
def use_feast(s, seat, kind, track, log):
    """Wedding: a Friend. Baptism: a die. Birthday: a space on any track (DP-70 to DP-72). The token is spent (DP-69)."""
    token = feast_of(kind)
    note(log, Event.TOKEN_USED, seat, token)
    s.tokens[seat, token] = Held.SPENT
    if kind == Move.BAPTISM:
        s.phase = Phase.BAPTISM
        s.asked = CHANCE
    elif kind == Move.WEDDING:
        gain_friend(s, seat, log)
    else:
        advance(s, seat, track, 1, log)


@rule
def baptise(s, face, log):
    """The Baptism die pays its number, nothing for the puppet master (DP-71)."""
    seat = roller(s)
    note(log, Event.BAPTISM, seat, face)
    if face != PUPPET:
        take_from_bank(s, seat, face, log)


@rule
def gain_friend(s, seat, log):
    """A Friend of the Family comes from Brooklyn (DP-59, DP-70)."""
    s.brooklyn -= 1
    s.friends[seat] += 1
    note(log, Event.FRIEND_GAINED, seat)


# ---------------------------------------------------------------- favours


@rule
def use_favour(s, seat, kind, what, log):
    """A Friend goes back to Brooklyn and does a favour (DP-79 to DP-84)."""
    s.friends[seat] -= 1
    s.brooklyn += 1
    s.friends_used += 1
    note(log, Event.FAVOUR, seat, favour_of(kind))
    if kind == Move.RECRUIT:
        recover_from_hudson(s, seat, log)
    elif kind == Move.CLEAR_DEBT:
        take_debts_back(s, seat, what, 1, log)
    elif kind == Move.TWO_STEPS:
        advance(s, seat, Track.REPUTATION if what == 0 else third_favour_track(s), FAVOUR_STEPS, log)
    else:
        take_from_bank(s, seat, FAVOUR_CASH, log)


@rule
def recover_from_hudson(s, seat, log):
    """A drowned member is back in the reserve (DP-80)."""
    s.hudson[seat] -= 1
    s.reserve[seat] += 1
    note(log, Event.FROM_HUDSON, seat, 1)


@rule
def free_prisoners(s, seat, count, log):
    """Members from the Tombs are back in the reserve (DP-63)."""
    s.tombs[seat] -= count
    s.reserve[seat] += count
    note(log, Event.FROM_TOMBS, seat, count)


@rule
def take_debts_back(s, seat, holder, count, log):
    """Own debt tokens come home from another player or the bank (DP-51, DP-81)."""
    s.debts[seat, holder] -= count
    s.debts[seat, seat] += count
    note(log, Event.DEBTS_BACK, seat, holder, count)
