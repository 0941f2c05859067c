"""The set-up of Le Jeu du Parrain: its options, the board, the packs, money and tokens (JP-3 to JP-7)."""

from collections.abc import Mapping

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.options import Value, choice, fresh_table, options, several, whole
from fivefamilies.core.pieces import fill
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import (
    FURTHEST_ROUND,
    LONGEST_ROUND_LIMIT,
    MOST_POCKET,
    MOST_TRUCE_ROUNDS,
    NEIGHBOURHOODS,
    ROUND_LIMITS,
    SEATS,
    SHORTEST_ROUND_LIMIT,
    START_CASH,
    Neighbourhood,
    data,
)
from fivefamilies.games.parrain.state import NONE, Phase, State, Status

NAMES = tuple(place.name.lower() for place in Neighbourhood)
CALLED = tuple(row["name"] for row in data()["neighbourhood"])


@options
class Options:
    """What a table may decide."""

    control_version = choice(
        "strict", "announced", ruling="JP-R20", kept="announced_version",
        words=("a majority occupied or directly controlled", "an implicit majority, announced, too"),
        meaning="what control is conceded for",
    )  # fmt: skip
    announcer_occupies = choice(
        "quarter", "anything", ruling="JP-R20", kept="any_announcer", words=("a quarter of the positions", "however little"),
        meaning="how much of a neighbourhood who announces control there must occupy himself",
    )  # fmt: skip
    neighbourhoods_in_play = several(
        NAMES, default=NAMES, ruling="JP-R27", words=CALLED,
        meaning="the neighbourhoods that are played, at least two; fewer make the simplified version",
    )  # fmt: skip
    reshuffle = choice(
        "never", "each_pass", ruling="JP-R24", kept="each_pass", words=("no, they stay in their order", "yes, each time"),
        meaning="whether the used cards under a pack are shuffled when its unseen part is empty",
    )  # fmt: skip
    direct_pocket_max = choice(
        *range(1, MOST_POCKET + 1), default=2, ruling="JP-R6", kept="pocket_max",
        meaning="the largest pocket of positions, shut in by one colour and the border, that can count as controlled",
    )  # fmt: skip
    until_control = choice(
        False, True, ruling="JP-R32",
        meaning="whether the game goes on until every neighbourhood is controlled, without round limit and truce",
    )  # fmt: skip
    round_limit = whole(
        0, LONGEST_ROUND_LIMIT, default=0, ruling="JP-R22",
        meaning="rounds after which the game ends, 4 to 60; with 0 as usual: 40, 36, 32 for 2, 3, 4 players",
    )  # fmt: skip
    truce_rounds = whole(
        1, MOST_TRUCE_ROUNDS, default=3, ruling="JP-R22",
        meaning="rounds in a row without a placed token after which the game ends",
    )  # fmt: skip


def misfit(seats: int, settled: Mapping[str, Value]) -> str | None:
    """Two neighbourhoods at least (JP-R27), and a round limit that lets a game happen (JP-R22)."""
    chosen, limit = settled["neighbourhoods_in_play"], settled["round_limit"]
    if isinstance(chosen, list) and len(chosen) < 2:
        return "at least two neighbourhoods are needed"
    if isinstance(limit, int) and 0 < limit < SHORTEST_ROUND_LIMIT:
        return f"the round limit is {SHORTEST_ROUND_LIMIT} or more, or 0 for the usual one"
    if settled["until_control"] and limit:
        return "a game until every neighbourhood is controlled has no round limit; leave it at 0"
    return None


fresh = fresh_table(State, Options)


@verb
def start(s, seats, options, parts):
    """2,000 dollars and a bag each, empty neighbourhoods, three shuffled packs (JP-3, JP-5, JP-6)."""
    fresh(s, seats, options)
    if options.until_control:
        s.round_limit = FURTHEST_ROUND
    elif options.round_limit == 0:
        s.round_limit = ROUND_LIMITS[seats]
    lay_out_board(s, parts)
    shuffle_packs(s, parts)
    put_in_play(s, options.neighbourhoods_in_play)
    for seat in range(SEATS):
        s.hand[seat] = NONE
        if seat < seats:
            s.cash[seat] = START_CASH
            s.bag[seat] = parts.tokens
    s.card = NONE
    s.luck = NONE
    s.card_racket = NONE
    s.entered = NONE
    s.opened = NONE
    s.pending = NONE
    s.phase = Phase.FIRST_PLAYER


@rule
def lay_out_board(s, parts):
    """The shapes and the control value card (JP-4, JP-7)."""
    first = 0
    for place in range(NEIGHBOURHOODS):
        s.land[place] = parts.land[place]
        s.width[place] = parts.width[place]
        s.first_position[place] = first
        first += grid.count(s.land[place])
        s.racket[place] = NONE
        s.controller[place] = NONE
        s.claim[place] = NONE
        s.announcer[place] = NONE
        fill(s.value[place], parts.value[place])


@rule
def shuffle_packs(s, parts):
    """All cards are unseen (JP-5)."""
    fill(s.pack, parts.count)
    for luck in range(2):
        fill(s.luck_racket[luck], parts.luck_racket[luck])
        fill(s.luck_tokens[luck], parts.luck_tokens[luck])
        fill(s.luck_money[luck], parts.luck_money[luck])
        fill(s.luck_pack[luck], parts.luck_count[luck])


@rule
def put_in_play(s, chosen):
    """Open the neighbourhoods that are the digits of `chosen`; the others stay out (JP-63, JP-R27)."""
    while chosen > 0:
        s.status[chosen % (NEIGHBOURHOODS + 1) - 1] = Status.OPEN
        chosen //= NEIGHBOURHOODS + 1
