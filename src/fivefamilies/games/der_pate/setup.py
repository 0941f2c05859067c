"""The set-up of Der Pate: what lies on the table, who gets which district (DP-8 to DP-19)."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import note
from fivefamilies.games.der_pate.cards import begin_round
from fivefamilies.games.der_pate.components import (
    BLOCK,
    BUSINESSES,
    CARDS,
    DEBT_TOKENS,
    DICE,
    DISTRICTS,
    EMPTY,
    FAVOURS,
    FRIENDS,
    LONGEST_REVENUE,
    MEMBERS,
    NEUTRAL,
    NUMBERS,
    PRESET_CAR,
    PRESET_DISTRICT,
    STARTING_CASH,
    TOKENS,
    TRACKS,
)
from fivefamilies.games.der_pate.events import Event
from fivefamilies.games.der_pate.state import NO_CARD, NO_SEAT, NO_TOKEN, NO_TRACK, Phase, is_district_free

OPTIONS = 7  # the edition's numbers come behind the options


@verb
def start(s, seats, options):
    """What everybody gets, Friends in Brooklyn; then the draft, or the first-game layout (DP-8 to DP-19)."""
    s.seats = seats
    s.favour3_influence = options[0]
    s.bonus_per_player = options[1]
    s.overshoot_paid = options[2]
    s.spy_neutral = options[3]
    s.no_senator_line4 = options[4]
    s.open_money = options[6]
    print_edition(s, options)
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
    if options[5]:
        lay_out_first_game(s)
    else:
        s.phase = Phase.CAR
        s.asked = seats - 1  # on the start player's right (DP-11)


@rule
def print_edition(s, options):
    """What is printed on board, tokens and cards, in the order of `numbers`."""
    at = copy_numbers(options, OPTIONS, s.business_number, BUSINESSES)
    at = copy_numbers(options, at, s.income, NUMBERS)
    at = copy_numbers(options, at, s.bonus, NUMBERS)
    at = copy_numbers(options, at, s.last, TRACKS)
    at = copy_numbers(options, at, s.revenue, LONGEST_REVENUE + 1)
    at = copy_numbers(options, at, s.token_space, TOKENS)
    at = copy_numbers(options, at, s.favour_space, FAVOURS)
    at = copy_numbers(options, at, s.character, DICE)
    at = copy_numbers(options, at, s.event_colour, CARDS)
    at = copy_numbers(options, at, s.event_car, CARDS)
    at = copy_numbers(options, at, s.event_effect, CARDS)
    at = copy_numbers(options, at, s.event_track, CARDS)
    at = copy_numbers(options, at, s.event_steps, CARDS)
    copy_numbers(options, at, s.event_cash, CARDS)


@rule
def copy_numbers(options, at, into, count):
    """Copy some numbers; returns where the next ones begin."""
    for i in range(count):
        into[i] = options[at + i]
    return at + count


@rule
def settle_in(s, family, district):
    """A member on each business of the district (DP-11, DP-13)."""
    for business in range(district * BLOCK, district * BLOCK + BLOCK):
        s.owner[business] = family
    if family != NEUTRAL:
        s.reserve[family] -= BLOCK


@rule
def lay_out_first_game(s):
    """The fixed layout in place of the draft (DP-19, DP-R28)."""
    s.car = PRESET_CAR
    for seat in range(s.seats):
        settle_in(s, seat, PRESET_DISTRICT[seat])
    for district in range(DISTRICTS):
        if is_district_free(s, district):
            settle_in(s, NEUTRAL, district)
    begin_round(s)


@rule
def choose_district(s, district, log):
    """Counter-clockwise to the start player; neutral members fill what is left (DP-12, DP-13)."""
    settle_in(s, s.asked, district)
    note(log, Event.DISTRICT, s.asked, district)
    if s.asked > 0:
        s.asked -= 1
        return
    for left in range(DISTRICTS):
        if is_district_free(s, left):
            settle_in(s, NEUTRAL, left)
            note(log, Event.DISTRICT, NEUTRAL, left)
    begin_round(s)
