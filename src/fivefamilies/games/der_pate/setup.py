"""The set-up of Der Pate: what lies on the table, who gets which district (DP-8 to DP-19)."""

from collections.abc import Mapping

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE
from fivefamilies.core.options import Value, choice, fresh_table, misfit_of_seat, options, seats_called
from fivefamilies.core.pieces import fill, note
from fivefamilies.games.der_pate.components import (
    BLOCK,
    BUSINESSES,
    DEBT_TOKENS,
    DISTRICTS,
    EMPTY,
    FRIENDS,
    MEMBERS,
    NEUTRAL,
    PRESET_CAR,
    PRESET_DISTRICT,
    SEATS,
    STARTING_CASH,
    Line,
)
from fivefamilies.games.der_pate.state import NO_CARD, NO_SEAT, NO_TOKEN, NO_TRACK, Phase, State, is_district_free
from fivefamilies.games.der_pate.words import Event


@options
class Options:
    """What a table may decide."""

    favour3_tracks = choice(
        "reputation_revenue", "reputation_influence", ruling="DP-R2", kept="favour3_influence",
        words=("Reputation and Revenue", "Reputation and Influence"),
        meaning="the two tracks of the third favour",
    )  # fmt: skip
    bonus_step = choice(
        "per_business", "per_player", ruling="DP-R6", kept="bonus_per_player", words=("for each business", "once for each owner"),
        meaning="the step of Protection money and Smuggling: for each business, or once for each owner",
    )  # fmt: skip
    overshoot = choice(
        "lost", "paid", ruling="DP-R8", kept="overshoot_paid", words=("no", "yes, it is paid"),
        meaning="whether a move that reaches the end of Reputation or Influence with steps to spare also earns $1,000",
    )  # fmt: skip
    spy_neutral = choice(False, True, ruling="DP-R15", meaning="whether the Spy may strike a neutral family")
    senator_line4 = choice(True, False, ruling="DP-R12", kept="no_senator_line4", meaning="whether the Senator works on line 4")
    setup = choice(
        "draft", "preset", ruling="DP-R28", words=("everybody chooses", "laid out as for a first game"),
        meaning="how the districts are shared out",
    )  # fmt: skip
    open_money = choice(False, True, ruling="DP-R31", meaning="whether everybody sees everybody's cash")
    first_seat = choice(
        "random", *range(SEATS), ruling="DP-R19", before=0, words=("by lot", *seats_called(SEATS)),
        meaning="who is the start player in all seven rounds",
    )  # fmt: skip


def misfit(seats: int, settled: Mapping[str, Value]) -> str | None:
    """Why a first seat is not for that many players, or None."""
    return misfit_of_seat(seats, settled)


fresh = fresh_table(State, Options)


@verb
def start(s, seats, options, parts):
    """What everybody gets, Friends in Brooklyn; then the start player, the draft or the first-game layout (DP-8 to DP-19)."""
    fresh(s, seats, options)
    print_edition(s, parts)
    s.brooklyn = FRIENDS
    for seat in range(seats):
        s.cash[seat] = STARTING_CASH
        s.reserve[seat] = MEMBERS
        s.debts[seat, seat] = DEBT_TOKENS
    for business in range(BUSINESSES):
        s.owner[business] = EMPTY
    s.card = NO_CARD
    s.ko = NO_TRACK
    s.turn = NO_SEAT
    s.answering = NO_SEAT
    s.fresh_seat = NO_SEAT
    s.token = NO_TOKEN
    s.owed_track = NO_TRACK
    s.layout_due = options.setup
    if options.first_seat > 0:
        begin_with(s, options.first_seat - 1)
    else:
        s.phase = Phase.FIRST
        s.asked = CHANCE


@rule
def begin_with(s, seat):
    """The start player is known: his right-hand neighbour begins the draft, or the first-game layout is laid (DP-10, DP-11)."""
    s.first = seat
    if s.layout_due:
        s.layout_due = 0
        lay_out_first_game(s)
    else:
        s.phase = Phase.CAR
        s.asked = on_the_right(s, seat)


@rule
def on_the_right(s, seat):
    """The next seat counter-clockwise (DP-11, DP-12)."""
    return (seat + s.seats - 1) % s.seats


@rule
def print_edition(s, parts):
    """What is printed on board, tokens and cards."""
    fill(s.business_number, parts.business_number)
    fill(s.income, parts.income)
    fill(s.bonus, parts.bonus)
    fill(s.last, parts.last)
    fill(s.revenue, parts.revenue)
    fill(s.token_space, parts.token_space)
    fill(s.favour_space, parts.favour_space)
    fill(s.character, parts.character)
    fill(s.event_colour, parts.event_colour)
    fill(s.event_car, parts.event_car)
    fill(s.event_effect, parts.event_effect)
    fill(s.event_track, parts.event_track)
    fill(s.event_steps, parts.event_steps)
    fill(s.event_cash, parts.event_cash)


@rule
def settle_in(s, family, district):
    """A member on each business of the district (DP-11, DP-13)."""
    for business in range(district * BLOCK, district * BLOCK + BLOCK):
        s.owner[business] = family
    if family != NEUTRAL:
        s.reserve[family] -= BLOCK


@rule
def lay_out_first_game(s):
    """The fixed layout in place of the draft, drawn from where the start player sits (DP-19, DP-R28)."""
    s.car = PRESET_CAR
    for place in range(s.seats):
        settle_in(s, (s.first + place) % s.seats, PRESET_DISTRICT[place])
    for district in range(DISTRICTS):
        if is_district_free(s, district):
            settle_in(s, NEUTRAL, district)
    begin_round(s)


@rule
def choose_district(s, district, log):
    """Counter-clockwise to the start player; neutral members fill what is left (DP-12, DP-13)."""
    settle_in(s, s.asked, district)
    note(log, Event.DISTRICT, s.asked, district)
    if s.asked != s.first:
        s.asked = on_the_right(s, s.asked)
        return
    for left in range(DISTRICTS):
        if is_district_free(s, left):
            settle_in(s, NEUTRAL, left)
            note(log, Event.DISTRICT, NEUTRAL, left)
    begin_round(s)


@rule
def begin_round(s):
    """The next event card is turned over (DP-21, DP-23)."""
    s.round += 1
    s.turn = NO_SEAT
    s.line = Line.BEFORE
    s.card = NO_CARD
    s.round_card = 0
    s.phase = Phase.CARD
    s.asked = CHANCE
