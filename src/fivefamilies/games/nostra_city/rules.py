"""The rules of Nostra City: which step a move is, and the verbs. The phases have their own modules."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.pieces import note, payoffs
from fivefamilies.games.nostra_city.business import draw_bill, engage_turf, name_kind, share
from fivefamilies.games.nostra_city.components import Underling
from fivefamilies.games.nostra_city.events import Event
from fivefamilies.games.nostra_city.meeting import build_offer, give_title, take_back, turn_over_for_enzo
from fivefamilies.games.nostra_city.months import advance
from fivefamilies.games.nostra_city.moves import (
    BILL,
    KIND,
    LEFT,
    NO_MORE,
    PAYBACK,
    RIGHT,
    SEAT,
    SPACE,
    TURF,
    UNDERLING,
    USE_ILARIA,
    USE_LUCA,
    YES,
)
from fivefamilies.games.nostra_city.referee import is_turn
from fivefamilies.games.nostra_city.setup import choose_first_player, deal
from fivefamilies.games.nostra_city.state import Phase, ask, respect
from fivefamilies.games.nostra_city.trial import (
    begin_corruption,
    draw_for_cesare,
    look_at_pile,
    place_bill,
    take_from_pile,
)
from fivefamilies.games.nostra_city.vendetta import (
    answer_francesca,
    answer_guido,
    answer_marta,
    choose_direction,
    double_cross,
    draw_vendetta_card,
    inspect,
    lay_payback,
    name_target,
    peek,
    play_payback,
    see_pile_bill,
    steal,
    strike_underling,
    take_over,
    use_power,
)
from fivefamilies.games.nostra_city.verdict import count_bill, discard_bill, turn_up, wins

# ---------------------------------------------------------------- moves


@rule
def play_chance(s, outcome, log):
    """A move of chance."""
    if s.phase <= Phase.DEAL_STREET:
        deal(s, outcome, log)
    elif s.phase == Phase.FIRST_PLAYER:
        choose_first_player(s, outcome, log)
    elif s.phase == Phase.DRAW_BILL:
        draw_bill(s, outcome, log)
    elif s.phase == Phase.DRAW_VENDETTA:
        draw_vendetta_card(s, outcome, log)
    elif s.phase == Phase.ENZO_CARD:
        turn_over_for_enzo(s, outcome, log)
    elif s.phase == Phase.BRUNO_BILL:
        look_at_pile(s, outcome, log)
    elif s.phase == Phase.DELIA_BILL:
        take_from_pile(s, outcome, log)
    elif s.phase == Phase.CESARE_BILL:
        draw_for_cesare(s, outcome, log)
    elif s.phase == Phase.STEAL:
        steal(s, outcome, log)
    elif s.phase == Phase.HUSH_BILL:
        see_pile_bill(s, outcome, log)
    elif s.phase == Phase.ILARIA_CARD:
        peek(s, outcome, log)
    elif s.phase == Phase.REFILL:
        turn_up(s, outcome, log)
    else:
        count_bill(s, outcome, log)


@rule
def play_turn(s, move, log):
    """A turn of a phase or of a lap: out, a Payback, a power, or an Underling for the phase's action."""
    if move == NO_MORE:
        if s.phase == Phase.VENDETTA:
            note(log, Event.PASSES, s.turn)
            s.phase = Phase.NEXT_IN_LAP
        else:
            note(log, Event.DONE, s.turn)
            s.phase = Phase.NEXT_TURN
    elif PAYBACK <= move < USE_ILARIA:
        play_payback(s, move - PAYBACK, log)
    elif move == USE_ILARIA:
        use_power(s, Underling.ILARIA_DONATA, log)
    elif move == USE_LUCA:
        use_power(s, Underling.LUCA_DONATA, log)
    else:
        engage(s, move - UNDERLING, log)


@rule
def engage(s, underling, log):
    """An Underling becomes Busy for the action of the phase (NC-27)."""
    s.busy[underling] = 1
    s.underling = underling
    note(log, Event.ENGAGES, s.turn, underling)
    if s.phase == Phase.BUS_TURN:
        ask(s, Phase.TAKE_TURF, s.turn)
    elif s.phase == Phase.MEET_TURN:
        ask(s, Phase.BID_SPACE, s.turn)
    else:
        begin_corruption(s)


@rule
def play_action(s, move, log):
    """The questions of the three actions."""
    if s.phase == Phase.TAKE_TURF:
        engage_turf(s, move - TURF)
    elif s.phase == Phase.TAKE_KIND:
        name_kind(s, move - KIND, log)
    elif s.phase == Phase.SHARE:
        share(s, move, log)
    elif s.phase == Phase.BID_SPACE:
        s.space = move - SPACE
        ask(s, Phase.BID_BILL, s.turn)
    elif s.phase == Phase.BID_BILL:
        build_offer(s, move, log)
    elif s.phase == Phase.TAKE_BACK:
        take_back(s, move - BILL, log)
    elif s.phase == Phase.TITLE:
        give_title(s, move - SEAT, log)
    elif s.phase == Phase.DISCARD:
        discard_bill(s, move - BILL, log)
    elif move == NO_MORE:  # no second bill of Amalia's
        s.phase = Phase.GOES_ON
    else:
        place_bill(s, move - BILL, log)


@rule
def play_vendetta(s, move, log):
    """The questions of Paybacks and of the powers that need no action."""
    if s.phase == Phase.TARGET:
        name_target(s, move - SEAT, log)
    elif s.phase == Phase.TARGET_U:
        strike_underling(s, move - UNDERLING, log)
    elif s.phase == Phase.TARGET_T:
        take_over(s, move - TURF, log)
    elif s.phase == Phase.TARGET_OFFER:
        double_cross(s, move - SPACE, log)
    elif s.phase == Phase.DIRECTION:
        choose_direction(s, (move == RIGHT) - (move == LEFT), log)
    elif s.phase == Phase.INSPECT:
        inspect(s, move == YES, log)
    elif s.phase == Phase.SELL:
        lay_payback(s, move - PAYBACK)
        note(log, Event.SELLS, s.turn, s.card)
        ask(s, Phase.TARGET, s.turn)
    elif s.phase == Phase.GUIDO:
        answer_guido(s, move == YES, log)
    elif s.phase == Phase.FRANCESCA:
        answer_francesca(s, move == YES, log)
    else:
        answer_marta(s, move == YES, log)


# ---------------------------------------------------------------- the verbs


@verb
def actor(s):
    """The seat to move, CHANCE, or NOBODY when the game is over."""
    if s.phase >= Phase.OVER:
        return NOBODY
    if s.phase >= Phase.DEAL_UNDERLING:
        return CHANCE
    return s.asked + 0


@verb
def play(s, move, log):
    """Make a legal move."""
    if s.phase >= Phase.DEAL_UNDERLING:
        play_chance(s, move, log)
    elif is_turn(s):
        play_turn(s, move, log)
    elif s.phase == Phase.FRANCESCA or s.phase >= Phase.TARGET:
        play_vendetta(s, move, log)
    else:
        play_action(s, move, log)
    advance(s, log)


@verb
def scores(s, out):
    """Winners share the first rank, all others the next; when all lose, everybody is last (NC-R43). Points are Respect."""
    winners = 0
    for seat in range(s.seats):
        out[seat, 1] = wins(s, seat)
        winners += wins(s, seat)
    payoffs(out[:, 1], s.seats, out)
    for seat in range(s.seats):
        if winners == 0:
            out[seat, 0] = -1
        out[seat, 1] = respect(s, seat)
