"""The order of play of Nostra City: Months, laps and turns, and all steps that ask nobody (NC-1, NC-25)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import note
from fivefamilies.games.nostra_city.business import go_on_drawing, next_recipient
from fivefamilies.games.nostra_city.components import FIRST_VERDICT_AFTER, MONTHS, ZEALOUS_FROM
from fivefamilies.games.nostra_city.events import Event
from fivefamilies.games.nostra_city.meeting import (
    award,
    clear_next_offer,
    let_enzo_draw,
    resolve_next_space,
    reveal_locations,
)
from fivefamilies.games.nostra_city.state import NONE, Phase, Stage, ask, clockwise, hand_size
from fivefamilies.games.nostra_city.trial import end_bribe
from fivefamilies.games.nostra_city.vendetta import draw_next_vendetta_card, end_payback, go_on
from fivefamilies.games.nostra_city.verdict import (
    ask_next_over_limit,
    begin_reception,
    begin_refill,
    give_bonuses,
    go_on_counting,
    refill_next_space,
)


@rule
def next_stage(s, log):
    """The order of play (NC-1, NC-25): a lap before and after each phase, six Months, two verdicts."""
    s.lap = 0
    if s.stage == Stage.SETUP or s.stage == Stage.FIRST_VERDICT:
        begin_month(s, log)
    elif s.stage == Stage.RECEPTION:
        s.month += 1  # NC-73
        if s.month == FIRST_VERDICT_AFTER + 1:
            s.stage = Stage.FIRST_VERDICT
            note(log, Event.STAGE, s.stage)
            s.phase = Phase.COUNTING
        else:
            begin_month(s, log)
    elif s.stage == Stage.V5:
        if s.month < MONTHS:
            s.stage = Stage.RECEPTION
            note(log, Event.STAGE, s.stage)
            begin_reception(s, log)
        else:
            s.stage = Stage.FINAL_VERDICT
            note(log, Event.STAGE, s.stage)
            give_bonuses(s, log)
    else:
        s.stage += 1
        begin_stage(s, log)


@rule
def begin_month(s, log):
    note(log, Event.MONTH, s.month)
    s.stage = Stage.V1
    s.phase = Phase.NEXT_IN_LAP


@rule
def begin_stage(s, log):
    """The stages from BUSINESS to V5."""
    s.phase = Phase.NEXT_IN_LAP
    if s.stage == Stage.V2:  # the First Player card takes effect (NC-17, NC-42); the MEETING opens (NC-R40)
        if s.first != s.first_next:
            s.first = s.first_next
            note(log, Event.FIRST_PLAYER, s.first)
        for seat in range(s.seats):
            s.made_offer[seat] = 0
            s.got_card[seat] = 0
    elif s.stage == Stage.V3:
        reveal_locations(s, log)
    elif s.stage == Stage.V5:
        reward_zealous(s, log)
    elif s.stage == Stage.RESOLUTION:
        s.space = NONE
        s.phase = Phase.NEXT_SPACE
    elif s.stage != Stage.V4:
        note(log, Event.STAGE, s.stage)
        s.phase = Phase.NEXT_TURN
        for seat in range(s.seats):
            s.corrupted[seat] = 0


@rule
def reward_zealous(s, log):
    """From April on the only player who made Corruption actions gets a Zealous Corruptor (NC-66)."""
    if s.month < ZEALOUS_FROM:
        return
    zealous = NONE
    players = 0
    for seat in range(s.seats):
        if s.corrupted[seat]:
            players += 1
            zealous = seat
    if players == 1:
        s.zealous[zealous] += 1
        note(log, Event.ZEALOUS, zealous)


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
