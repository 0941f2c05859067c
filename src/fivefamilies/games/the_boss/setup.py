"""The set-up of The Boss: its options, the cities of the row, gangsters and police; the cards of a round (TB-6 to TB-15)."""

from collections.abc import Mapping

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.options import Value, choice, fresh_table, misfit_of_seat, options, seats_called
from fivefamilies.games.the_boss.components import (
    CARDS,
    CHICAGO_STARTS_AT,
    CITIES,
    CITY_OF,
    DEFAULT_SETUP,
    EXPERTS,
    IN_SETUP,
    OCCASIONALS,
    POLICE_CARDS,
    SEATS,
    SETUP_SEATS,
    SETUPS,
    SETUPS_CALLED,
)
from fivefamilies.games.the_boss.state import NO_CITY, POLICE_KINDS, Phase, Place, State

DEFAULT, RANDOM = "default", "random"


@options
class Options:
    """What a table may decide."""

    setup = choice(
        DEFAULT, *SETUPS, ruling="TB-63", words=("the usual ones", *SETUPS_CALLED),
        meaning="the cities in play besides Chicago",
    )  # fmt: skip
    first_seat = choice(
        RANDOM, *range(SEATS), ruling="TB-R22", words=("by lot", *seats_called(SEATS)),
        meaning="who holds the reference pawn in the first round",
    )  # fmt: skip
    possessed = choice(
        "reserve", "inmates_too", ruling="TB-R13", kept="inmates_count",
        words=("the reserve", "the reserve and those in prison and hospital"),
        meaning="the gangsters that count for the order of the last turn and for a tie",
    )  # fmt: skip


def misfit(seats: int, settled: Mapping[str, Value]) -> str | None:
    """Why a set-up or a first seat is not for that many players, or None."""
    setup = settled["setup"]
    if setup != DEFAULT and SETUP_SEATS[SETUPS.index(str(setup))] != seats:
        return f"set-up {setup} is for {SETUP_SEATS[SETUPS.index(str(setup))]} players, not {seats}"
    return misfit_of_seat(seats, settled)


fresh = fresh_table(State, Options)


@verb
def start(s, seats, options, parts):
    """Gangsters to the reserves, the cities of the set-up into the row, five police cards (TB-6 to TB-15)."""
    fresh(s, seats, options)
    setup = options.setup - 1 if options.setup > 0 else DEFAULT_SETUP[seats]
    for city in range(CITIES):
        s.in_play[city] = IN_SETUP[setup, city]
    for card in range(CARDS):
        s.face[card] = parts.face[card]
    for kind in range(POLICE_KINDS):
        s.police[kind] = POLICE_CARDS[kind]
    for seat in range(SEATS):
        s.ban[seat] = NO_CITY
        if seat < seats:
            s.contends[seat] = 1
            s.experts[seat] = EXPERTS
            s.occasionals[seat] = OCCASIONALS
    s.chicago = CHICAGO_STARTS_AT
    collect_cards(s)
    if options.first_seat > 0:
        s.reference = options.first_seat - 1
    else:
        s.phase = Phase.FIRST


@rule
def collect_cards(s):
    """A round begins: all city cards of the row are collected to be dealt afresh (TB-R5)."""
    s.round += 1
    s.turn = 0
    s.go = 0
    s.dealt = 0
    for place in range(s.laid_count):
        s.laid[place] = 0
    s.laid_count = 0
    for card in range(CARDS):
        s.card[card] = Place.DECK if s.in_play[CITY_OF[card]] else Place.BOX
    s.phase = Phase.REWARD
