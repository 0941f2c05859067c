"""The rules of Family Business by the chapters of the rulebook; here what a card asks, and what a move does.

`turns` has the order of a turn, its first steps and the last, `mob_war` the hit list and its dead, the others what each kind
of card does.
"""

import numpy as np

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.pieces import note, payoffs
from fivefamilies.games.family_business.components import DOUBLE, IS_CONTRACT, MOBSTERS, NORMAL, SEATS, Card
from fivefamilies.games.family_business.rules.attack_cards import (
    bring_back,
    hit,
    list_in_order,
    massacre,
    queue_one,
    queue_the_rest_if_settled,
    set_quotas,
)
from fivefamilies.games.family_business.rules.counter_cards import answer, ask_next, open_window
from fivefamilies.games.family_business.rules.mob_war import save, start_war, truce
from fivefamilies.games.family_business.rules.rescue_cards import (
    pay_off,
    reorder,
    save_everybody,
    substitute_free_man,
    swap_places,
)
from fivefamilies.games.family_business.rules.turns import end_turn, lay, play_chance
from fivefamilies.games.family_business.state import FREE_MAN, Phase, listed, living
from fivefamilies.games.family_business.words import Event, Move, counter_card, split

# What a card asks first, before anybody answers it (D2 to D9); all others work at once.
ASKS = {
    **{card: Phase.TARGET for card in Card if IS_CONTRACT[card]},
    Card.HIT: Phase.VICTIM,
    Card.LAM: Phase.PICK,
    Card.POLICE: Phase.PICK,
    Card.SUBSTITUTION: Phase.PICK,
    Card.PAY_OFF: Phase.GANG,
    Card.INTRIGUE: Phase.REORDER,
    Card.TURNCOAT: Phase.TRAITOR,
    Card.DOUBLE_CROSS: Phase.QUEUE,
    Card.VENDETTA: Phase.RESPOND,
}
FIRST_QUESTION = np.array([ASKS.get(card, Phase.DONE) for card in Card], np.int8)


# ---------------------------------------------------------------- playing a card


@rule
def play_card(s, card, log):
    """The card is on the table: ask what belongs to it, or let it work (FB-21 to FB-41)."""
    s.card = card
    note(log, Event.PLAYS, s.turn, card)
    s.phase = FIRST_QUESTION[card]
    if s.phase == Phase.RESPOND:
        open_window(s, log)
    elif s.phase == Phase.QUEUE:
        set_quotas(s, 1)
        queue_the_rest_if_settled(s, log)
    elif s.phase == Phase.DONE:
        work_at_once(s, card, log)


@rule
def work_at_once(s, card, log):
    """Cards that ask nothing (FB-29, FB-31, FB-32, FB-39, FB-41)."""
    if card == Card.MASSACRE:
        massacre(s, log)
    elif card == Card.MOB_WAR:  # back to the normal pace in a double one (FB-R12)
        start_war(s, NORMAL, log)
    elif card == Card.AMBUSH:
        start_war(s, DOUBLE, log)
    elif card == Card.TRUCE:
        truce(s, log)
    elif card == Card.CRACKDOWN:
        save_everybody(s, log)


@rule
def name_seat(s, seat, log):
    """A seat was named: as target, gang, next in the order, or for one of its free men."""
    if s.phase == Phase.TARGET:
        s.target = seat
        note(log, Event.TARGETS, s.turn, seat)
        open_window(s, log)
    elif s.phase == Phase.VICTIM:
        hit(s, FREE_MAN + seat, log)
    elif s.phase == Phase.PARTNER:
        substitute_free_man(s, seat, log)
    elif s.phase == Phase.GANG:
        pay_off(s, seat, log)
    elif s.phase == Phase.QUEUE:
        queue_one(s, seat, log)
        queue_the_rest_if_settled(s, log)
    elif s.phase == Phase.REORDER:
        reorder(s, seat, log)
    elif s.phase == Phase.TRAITOR:
        s.picked = FREE_MAN + seat
        s.phase = Phase.RETURN
    else:
        bring_back(s, seat, log)


@rule
def name_place(s, place, log):
    """A man on the list was named."""
    if s.phase == Phase.VICTIM:
        hit(s, place, log)
    elif s.phase == Phase.PARTNER:
        swap_places(s, place, log)
    elif s.phase == Phase.TRAITOR:
        s.picked = place
        s.phase = Phase.RETURN
    elif s.card == Card.SUBSTITUTION:
        s.picked = place
        s.phase = Phase.PARTNER
    elif s.card == Card.LAM:
        s.picked = place
        note(log, Event.WOULD_SAVE, s.turn, s.hit_list[place])
        open_window(s, log)
    else:  # Police Protection: no card answers it (FB-36)
        save(s, place, log)
        s.phase = Phase.DONE


# ---------------------------------------------------------------- the verbs


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
def play(s, move, log):
    """Make a legal move."""
    if s.phase == Phase.DEAL or s.phase == Phase.DRAW or s.phase == Phase.REPLACE:
        play_chance(s, move, log)
    else:
        play_move(s, move, log)
    if s.phase == Phase.DONE:
        end_turn(s, log)


@rule
def play_move(s, move, log):
    """A decision of the boss who is asked."""
    kind, what, _ = split(move)
    if kind == Move.DISCARD:
        lay(s, s.turn, what)
        note(log, Event.DISCARDS, s.turn, what)
        s.phase = Phase.DONE
    elif kind == Move.PLAY:
        lay(s, s.turn, what)
        play_card(s, what, log)
    elif kind == Move.BOSS:
        name_seat(s, what, log)
    elif kind == Move.LISTED:
        name_place(s, what, log)
    elif kind == Move.PASS:
        note(log, Event.LETS_STAND, s.asked)
        ask_next(s, log)
    elif kind == Move.ANSWER:
        answer(s, counter_card(what), log)
    elif kind == Move.CONTRACTOR_FIRST:
        list_in_order(s, s.turn, s.target, log)
    else:
        list_in_order(s, s.target, s.turn, log)


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
