"""The rules of Nostra City: the order of play, and which step of which chapter a move is.

The chapters of the rulebook have their own modules, with what each forbids beside what it does: business, meeting, trial (with
RECEPTION and the verdicts) and vendetta (with the powers that need no action).
"""

from collections.abc import Iterator

import numpy as np

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.pieces import note, payoffs
from fivefamilies.core.record import Record, unwrap
from fivefamilies.core.words import sentence
from fivefamilies.games.nostra_city.components import BLUE_LAST, FIRST_VERDICT_AFTER, MONTHS, Power, Vendetta
from fivefamilies.games.nostra_city.rules.business import (
    draw_bill,
    draw_next_vendetta_card,
    draw_vendetta_card,
    engage_turf,
    go_on_drawing,
    name_kind,
    next_recipient,
    share,
)
from fivefamilies.games.nostra_city.rules.meeting import (
    add_to_offer,
    award,
    choose_space,
    clear_next_offer,
    close_offer,
    give_title,
    let_enzo_draw,
    resolve_next_space,
    reveal_locations,
    take_back,
    turn_over_for_enzo,
)
from fivefamilies.games.nostra_city.rules.trial import (
    ask_next_over_limit,
    begin_corruption,
    begin_reception,
    begin_refill,
    count_bill,
    discard_bill,
    draw_for_cesare,
    end_bribe,
    give_bonuses,
    go_on_counting,
    look_at_pile,
    place_bill,
    refill_next_space,
    reward_zealous,
    take_from_pile,
    turn_up,
    wins,
)
from fivefamilies.games.nostra_city.rules.vendetta import (
    answer_francesca,
    answer_guido,
    answer_marta,
    choose_direction,
    double_cross,
    end_payback,
    inspect,
    name_target,
    peek,
    play_payback,
    see_pile_bill,
    sell,
    steal,
    strike_underling,
    take_over,
    use_power,
)
from fivefamilies.games.nostra_city.setup import choose_first_player, deal
from fivefamilies.games.nostra_city.state import NONE, Phase, Stage, ask, clockwise, hand_size, holder, is_turn, respect
from fivefamilies.games.nostra_city.words import Event, Move, split

# The order of a Month, as the rules page prints it (NC-1, NC-25).
MONTH = (
    Stage.V1,  # a lap: whoever has cards may play Paybacks
    Stage.BUSINESS,  # turns; then a new First Player takes office
    Stage.V2,
    Stage.MEETING,  # bidding turns; then all Locations are revealed
    Stage.V3,
    Stage.RESOLUTION,  # Street spaces 1 to 4; then who bid and got nothing is Cheated
    Stage.V4,
    Stage.TRIAL,  # turns; then the Zealous Corruptor, from April on
    Stage.V5,
    Stage.RECEPTION,  # not in June
)


def year() -> Iterator[tuple[int, Stage]]:
    """The stages of a game with their Months; a RECEPTION ends by turning the page of the calendar (NC-73)."""
    yield 1, Stage.SETUP
    for month in range(1, MONTHS + 1):
        yield from ((month, stage) for stage in MONTH if month < MONTHS or stage != Stage.RECEPTION)
        if month == FIRST_VERDICT_AFTER:
            yield month + 1, Stage.FIRST_VERDICT
    yield MONTHS, Stage.FINAL_VERDICT


AFTER = np.zeros((MONTHS + 1, len(Stage)), np.int64)  # by Month and stage: the next stage
for (_month, _stage), (_, _next) in zip(list(year()), list(year())[1:], strict=False):
    AFTER[_month, _stage] = _next


@rule
def next_stage(s, log):
    """The next stage of the year."""
    following = AFTER[s.month, s.stage]
    s.month += s.stage == Stage.RECEPTION
    s.stage = following
    s.lap = 0
    begin_stage(s, log)


@rule
def begin_stage(s, log):
    """What a stage opens with; a lap asks whoever has cards."""
    s.phase = Phase.NEXT_IN_LAP
    if s.stage == Stage.V1:
        note(log, Event.MONTH, s.month)
    elif s.stage == Stage.V2:
        open_meeting(s, log)
    elif s.stage == Stage.V3:
        reveal_locations(s, log)
    elif s.stage == Stage.V5:
        reward_zealous(s, log)
    elif s.stage == Stage.RESOLUTION:
        s.space = NONE
        s.phase = Phase.NEXT_SPACE
    elif s.stage != Stage.V4:
        note(log, Event.STAGE, s.stage)
        if s.stage == Stage.RECEPTION:
            begin_reception(s, log)
        elif s.stage == Stage.FIRST_VERDICT:
            s.phase = Phase.COUNTING
        elif s.stage == Stage.FINAL_VERDICT:
            give_bonuses(s, log)
        else:
            s.phase = Phase.NEXT_TURN
            for seat in range(s.seats):
                s.corrupted[seat] = 0


@rule
def open_meeting(s, log):
    """The First Player card takes effect (NC-17, NC-42); who makes offers and who gets a card counts from here (NC-R40)."""
    if s.first != s.first_next:
        s.first = s.first_next
        note(log, Event.FIRST_PLAYER, s.first)
    for seat in range(s.seats):
        s.made_offer[seat] = 0
        s.got_card[seat] = 0


@rule
def ask_next_in_lap(s):
    """Every player with a card in Hand, whatever it is, clockwise from the First Player (NC-88)."""
    while s.lap < s.seats:
        seat = clockwise(s, s.lap)
        s.lap += 1
        if hand_size(s, seat) > 0:
            s.turn = seat
            ask(s, Phase.VENDETTA, seat)
            return
    s.turn = NONE
    s.phase = Phase.NEXT_STAGE


@rule
def begin_next_turn(s):
    """The next player of the phase, who does all his actions in one turn (NC-25, NC-26)."""
    if s.lap == s.seats:
        s.turn = NONE
        s.phase = Phase.NEXT_STAGE
        return
    s.turn = clockwise(s, s.lap)
    s.lap += 1
    s.used = 0
    s.actions = 0
    s.turf = NONE
    s.kind = NONE
    s.recipient = NONE
    s.phase = Phase.GOES_ON


@rule
def go_on(s):
    """The turn or the lap that was interrupted: the same player again, in a lap while he holds cards."""
    s.card = NONE
    s.target = NONE
    s.underling = NONE
    if s.stage == Stage.BUSINESS:
        ask(s, Phase.BUS_TURN, s.turn)
    elif s.stage == Stage.MEETING:
        ask(s, Phase.MEET_TURN, s.turn)
    elif s.stage == Stage.TRIAL:
        ask(s, Phase.TRIAL_TURN, s.turn)
    elif hand_size(s, s.turn) > 0:
        ask(s, Phase.VENDETTA, s.turn)
    else:
        s.phase = Phase.NEXT_IN_LAP


@rule
def advance(s, log):
    """All steps that ask nobody, up to the next question."""
    while s.phase > Phase.OVER:
        if s.phase == Phase.NEXT_STAGE:
            next_stage(s, log)
        elif s.phase == Phase.NEXT_IN_LAP:
            ask_next_in_lap(s)
        elif s.phase == Phase.NEXT_TURN:
            begin_next_turn(s)
        elif s.phase == Phase.GOES_ON:
            go_on(s)
        elif s.phase == Phase.DRAWING:
            go_on_drawing(s, log)
        elif s.phase == Phase.NEXT_RECIPIENT:
            next_recipient(s, log)
        elif s.phase == Phase.VENDETTA_DRAWS:
            draw_next_vendetta_card(s, log)
        elif s.phase == Phase.NEXT_SPACE:
            resolve_next_space(s, log)
        elif s.phase == Phase.NEXT_OFFER:
            clear_next_offer(s, log)
        elif s.phase == Phase.AWARD:
            award(s, log)
        elif s.phase == Phase.ENZO:
            let_enzo_draw(s)
        elif s.phase == Phase.BRIBE_PLACED:
            end_bribe(s, log)
        elif s.phase == Phase.PAYBACK_ENDS:
            end_payback(s)
        elif s.phase == Phase.NEXT_OVER_LIMIT:
            ask_next_over_limit(s)
        elif s.phase == Phase.GUILT:
            begin_refill(s, log)
        elif s.phase == Phase.REFILLING:
            refill_next_space(s)
        else:
            go_on_counting(s, log)


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
def play_turn(s, kind, what, log):
    """A turn of a phase or of a lap: out, a Payback, a power, or an Underling for the phase's action."""
    if kind == Move.NO_MORE:
        if s.phase == Phase.VENDETTA:
            note(log, Event.PASSES, s.turn)
            s.phase = Phase.NEXT_IN_LAP
        else:
            note(log, Event.DONE, s.turn)
            s.phase = Phase.NEXT_TURN
    elif kind == Move.PAYBACK:
        play_payback(s, what, log)
    elif kind == Move.USE:
        use_power(s, holder(s, Power.LOOK_AT_HAND + what), log)
    else:
        engage(s, what, log)


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
def play_action(s, kind, what, log):
    """The questions of the three actions."""
    if s.phase == Phase.TAKE_TURF:
        engage_turf(s, what)
    elif s.phase == Phase.TAKE_KIND:
        name_kind(s, what, log)
    elif s.phase == Phase.SHARE:
        share(s, kind, what, log)
    elif s.phase == Phase.BID_SPACE:
        choose_space(s, what)
    elif s.phase == Phase.BID_BILL:
        if kind == Move.NO_MORE:
            close_offer(s, log)
        else:
            add_to_offer(s, what)
    elif s.phase == Phase.TAKE_BACK:
        take_back(s, what, log)
    elif s.phase == Phase.TITLE:
        give_title(s, what, log)
    elif s.phase == Phase.DISCARD:
        discard_bill(s, what, log)
    elif kind == Move.NO_MORE:  # no second bill of Amalia's
        s.phase = Phase.GOES_ON
    else:
        place_bill(s, what, log)


@rule
def play_vendetta(s, kind, what, log):
    """The questions of Paybacks and of the powers that need no action."""
    if s.phase == Phase.TARGET:
        name_target(s, what, log)
    elif s.phase == Phase.TARGET_U:
        strike_underling(s, what, log)
    elif s.phase == Phase.TARGET_T:
        take_over(s, what, log)
    elif s.phase == Phase.TARGET_OFFER:
        double_cross(s, what, log)
    elif s.phase == Phase.DIRECTION:
        choose_direction(s, (kind == Move.RIGHT) - (kind == Move.LEFT), log)
    elif s.phase == Phase.INSPECT:
        inspect(s, kind == Move.YES, log)
    elif s.phase == Phase.SELL:
        sell(s, what, log)
    elif s.phase == Phase.GUIDO:
        answer_guido(s, kind == Move.YES, log)
    elif s.phase == Phase.FRANCESCA:
        answer_francesca(s, kind == Move.YES, log)
    else:
        answer_marta(s, kind == Move.YES, log)


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
    kind, what, _ = split(move)
    if s.phase >= Phase.DEAL_UNDERLING:
        play_chance(s, move, log)
    elif is_turn(s):
        play_turn(s, kind, what, log)
    elif s.phase == Phase.FRANCESCA or s.phase >= Phase.TARGET:
        play_vendetta(s, kind, what, log)
    else:
        play_action(s, kind, what, log)
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


def milestones(state: Record) -> dict[str, list[bool]]:
    """Whether the Godfather was acquitted (NC-77), and who was a Snitch (NC-89)."""
    s = unwrap(state)
    seats = int(s["seats"])
    acquitted = int(s["marker"]) <= BLUE_LAST + int(s["blue_more"])
    snitch = [int(s["hand"][seat, Vendetta.FBI_SNITCH]) > 0 for seat in range(seats)]
    return {sentence("sees the Godfather acquitted"): [acquitted] * seats, sentence("is a Snitch at the end"): snitch}
