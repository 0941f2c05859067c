"""Turns: the deal, executions, draws, and the end of a turn (FB-8 to FB-15, FB-18)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import note, total
from fivefamilies.games.family_business.components import CARDS, HAND
from fivefamilies.games.family_business.rules.mob_war import end_war_if_on, execute_top, start_war_if_due
from fivefamilies.games.family_business.setup import clear_the_play
from fivefamilies.games.family_business.state import MORE_LAID_THAN_DRAWN, NO_CARD, Phase, living, next_boss
from fivefamilies.games.family_business.words import Event

# The steps of a turn, as the rules page prints them.
TURN = (
    Phase.DRAW,  # the executions of a war, then a card from the pile (FB-10, FB-18)
    Phase.PLAY,  # D1: a card is played, and asks what belongs to it (D2 to D9), or is discarded (FB-10)
    Phase.RESPOND,  # D3: answers, where the card has any (FB-13)
    Phase.REPLACE,  # whoever answered draws a new card (FB-14)
    Phase.DONE,  # a war may start by itself (FB-17); the next boss is up, or who answered (FB-15)
)
FIRST_STEP = int(TURN[0])
AFTER_DRAW, AFTER_ANSWER, AFTER_NEW_CARD = (
    int(TURN[TURN.index(step) + 1]) for step in (Phase.DRAW, Phase.RESPOND, Phase.REPLACE)
)


@rule
def begin_turn(s, seat, log):
    """Executions of a war come first, one by one (FB-18, FB-19, FB-R13); one that finds nobody ends it (FB-20, FB-R11)."""
    clear_the_play(s)
    s.turn = seat
    s.turn_number += 1
    note(log, Event.TURN, seat)
    for _ in range(s.pace):
        if s.hit_count == 0:
            end_war_if_on(s, log)
        elif s.phase != Phase.OVER:
            execute_top(s, log)


@rule
def finish_play(s, log):
    """Whoever played a counter card draws a new one (FB-14, FB-R9); the turn ends."""
    if s.counter != NO_CARD:
        ask_for_card(s, AFTER_ANSWER, log)
    else:
        s.phase = Phase.DONE


@rule
def end_turn(s, log):
    """A war may start by itself (FB-17); then the next boss is up, or who played a counter (FB-15)."""
    while s.phase != Phase.OVER:
        start_war_if_due(s, log)
        if s.turn_number == s.max_turns:
            s.phase = Phase.OVER
            note(log, Event.STOPPED)
            return
        begin_turn(s, s.countered_by if s.countered_by >= 0 else next_boss(s, s.turn), log)
        if s.phase != Phase.OVER and living(s, s.turn) > 0:
            ask_for_card(s, FIRST_STEP, log)
            return
        # shot at the start of his own turn: he neither draws nor plays (FB-R26)


# ---------------------------------------------------------------- cards to and from a hand


@rule
def ask_for_card(s, phase, log):
    """Chance draws next; an empty pile is made anew from the discards first (FB-11, FB-R29)."""
    s.phase = phase
    if total(s.deck) > 0:
        return
    note(log, Event.RESHUFFLED)
    for card in range(CARDS):
        s.deck[card] = s.discards[card]
        s.discards[card] = 0
    for seat in range(s.seats):
        s.fresh[seat] = 0
        s.early[seat] = 0
        for card in range(CARDS):
            s.old[seat, card] = s.hand[seat, card]
            s.laid[seat, card] = 0


@rule
def draw(s, seat, card, log):
    """The card goes to the hand, seen by its owner only (FB-8, FB-10)."""
    s.deck[card] -= 1
    s.hand[seat, card] += 1
    s.cards[seat] += 1
    s.fresh[seat] += 1
    note(log, Event.DRAWS, seat, card)


@rule
def lay(s, seat, card):
    """A card leaves the hand and lies face up on the discards (FB-10)."""
    s.hand[seat, card] -= 1
    s.old[seat, card] -= 1
    s.laid[seat, card] += 1
    if s.early[seat] < MORE_LAID_THAN_DRAWN:
        s.early[seat] |= 1 << card
    s.cards[seat] -= 1
    s.discards[card] += 1


@rule
def play_chance(s, card, log):
    """A card of the deal, of the turn, or in place of a counter card (FB-8, FB-10, FB-14)."""
    if s.phase == Phase.DRAW:
        draw(s, s.turn, card, log)
        s.phase = AFTER_DRAW
    elif s.phase == Phase.REPLACE:
        draw(s, s.countered_by, card, log)
        s.phase = AFTER_NEW_CARD
    else:
        draw(s, s.asked, card, log)
        if s.cards[s.asked] == HAND:
            s.asked += 1
        if s.asked == s.seats:
            begin_turn(s, 0, log)  # the dealer starts (FB-9, FB-R1)
            s.phase = FIRST_STEP
