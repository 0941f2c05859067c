"""The verbs of Family Business: who is to move, what can be drawn, what a move does, who has won."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.pieces import bag_chances, note, payoffs
from fivefamilies.games.family_business.cards import answer, ask_next, finish_play, name_place, name_seat, play_card
from fivefamilies.games.family_business.components import MOBSTERS, SEATS, Card
from fivefamilies.games.family_business.events import Event
from fivefamilies.games.family_business.hit_list import put_on_list
from fivefamilies.games.family_business.referee import (
    ANSWER,
    CONTRACTOR_FIRST,
    DISCARD_TURNCOAT,
    PASS,
    PLACE,
    PLAY,
    PLAY_TURNCOAT,
    SEAT,
)
from fivefamilies.games.family_business.state import Phase, listed, living
from fivefamilies.games.family_business.turns import end_turn, lay, play_chance


@verb
def actor(s):
    """The seat to move, CHANCE, or NOBODY when the game is over."""
    if s.phase == Phase.OVER:
        return NOBODY
    if s.phase == Phase.DEAL or s.phase == Phase.DRAW or s.phase == Phase.REPLACE:
        return CHANCE
    if s.phase == Phase.RESPOND:
        return s.asked + 0
    if s.phase == Phase.MP_ORDER:
        return s.countered_by + 0
    return s.turn + 0


@verb
def chances(s, moves, weights):
    """A draw: each type with its copies in the pile as the weight."""
    return bag_chances(s.deck, moves, weights)


@verb
def play(s, move, log):
    """Make a legal move."""
    if s.phase == Phase.DEAL or s.phase == Phase.DRAW or s.phase == Phase.REPLACE:
        play_chance(s, move, log)
    elif s.phase == Phase.PLAY:
        if move < PLAY or move == DISCARD_TURNCOAT:
            card = Card.TURNCOAT if move == DISCARD_TURNCOAT else move
            lay(s, s.turn, card)
            note(log, Event.DISCARDS, s.turn, card)
            s.phase = Phase.DONE
        else:
            card = Card.TURNCOAT if move == PLAY_TURNCOAT else move - PLAY
            lay(s, s.turn, card)
            play_card(s, card, log)
    elif s.phase == Phase.RESPOND:
        if move == PASS:
            note(log, Event.LETS_STAND, s.asked)
            ask_next(s, log)
        else:
            answer(s, Card.FINGER + move - ANSWER, log)
    elif s.phase == Phase.MP_ORDER:
        if move == CONTRACTOR_FIRST:
            put_on_list(s, s.turn, False, log)
            put_on_list(s, s.target, False, log)
        else:
            put_on_list(s, s.target, False, log)
            put_on_list(s, s.turn, False, log)
        finish_play(s, log)
    elif move < PLACE:
        name_seat(s, move - SEAT, log)
    else:
        name_place(s, move - PLACE, log)
    if s.phase == Phase.DONE:
        end_turn(s, log)


@rule
def standing(s, seat):
    """More is better: bosses still in by men in play, then by fewer on the list (FB-R31); the fallen by how late they fell."""
    for place in range(s.fallen_count):
        if s.fallen[place] == seat:
            return place - SEATS
    return living(s, seat) * (MOBSTERS + 1) - listed(s, seat)


@verb
def scores(s, out):
    """Winner first, then the others in reverse order of elimination; the points are the mobsters in play."""
    for seat in range(s.seats):
        out[seat, 1] = standing(s, seat)
    payoffs(out[:, 1], s.seats, out)
    for seat in range(s.seats):
        out[seat, 1] = living(s, seat)
