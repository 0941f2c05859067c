"""The set-up of Nostra City: the decks, the start money, the deal (NC-19 to NC-24)."""

from collections.abc import Mapping

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.options import Value, choice, fresh_table, misfit_of_seat, options, seats_called
from fivefamilies.core.pieces import note
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BILLS,
    BONUSES,
    CARDS,
    FIRST_TURF,
    INVESTIGATIONS,
    PAYBACKS,
    POWER_KINDS,
    SEATS,
    SPACES,
    START_BILLS,
    START_TURFS,
    START_UNDERLINGS,
    TURFS,
    UNDERLINGS,
    VENDETTAS,
    Bill,
    Underling,
)
from fivefamilies.games.nostra_city.state import (
    DECK,
    DRAW,
    EVERYBODY,
    MINDS,
    NONE,
    STREET,
    VENDETTA_DECK,
    Phase,
    State,
    ask,
    count_in,
)
from fivefamilies.games.nostra_city.words import Event


@options
class Options:
    """What a table may decide."""

    cheat_cards = choice(
        "per_take", "per_bill", ruling="NC-R1", kept="per_bill", words=("one for each Take", "one for each missing bill"),
        meaning="Vendetta cards for a short share",
    )  # fmt: skip
    police_raids = choice(1, 2, ruling="NC-R3", kept="raids", meaning="Police Raid cards among the bills")
    zealous_corruptors = choice(
        "from_april", "under_titles", ruling="NC-R46", kept="zealous_wait",
        words=("from April on", "only once the Titles that lie on them are taken"),
        meaning="when Zealous Corruptors are given out",
    )  # fmt: skip
    first_player = choice(
        "random", "host_choice", ruling="NC-24", words=("by lot", "the one named below"),
        meaning="who is First Player in January",
    )  # fmt: skip
    first_seat = choice(*range(SEATS), ruling="NC-R45", words=seats_called(SEATS), meaning="the First Player that the host names")


def misfit(seats: int, chosen: Mapping[str, Value]) -> str | None:
    """The seat that the host names must be at the table (NC-R45)."""
    return misfit_of_seat(seats, chosen)


fresh = fresh_table(State, Options)


@verb
def start(s, seats, options, parts):
    """The decks, the start money, the marker (NC-19 to NC-24); chance then deals."""
    fresh(s, seats, options)
    s.first = options.first_seat if options.first_player == 1 else NONE
    s.marker = parts.start[seats - 3]
    s.month = 1
    s.chronicle = 1
    lay_out_cards(s, parts)
    hand_out_bills(s, parts)
    for rank in range(BONUSES):
        s.title[rank] = NONE
        s.bonus[rank] = NONE
        s.bonus_worth[rank] = parts.bonus[rank]
    for space in range(SPACES):
        s.street[space] = NONE
    s.first_next = s.first
    s.turn = NONE
    s.underling = NONE
    s.turf = NONE
    s.kind = NONE
    s.recipient = NONE
    s.space = NONE
    s.enzo = NONE
    s.winner = NONE
    s.card = NONE
    s.target = NONE
    s.bill = NONE
    ask(s, Phase.DEAL_UNDERLING, 0)


@rule
def lay_out_cards(s, parts):
    """The Street cards in their deck, Gota and Atlantic City in the Vendetta deck (NC-21, NC-23)."""
    for card in range(CARDS):
        s.place[card] = DECK
        s.worth[card] = parts.worth[card]
    s.place[Underling.ANTHONY_GOTA] = VENDETTA_DECK
    s.place[FIRST_TURF + ATLANTIC_CITY] = VENDETTA_DECK
    for turf in range(TURFS):
        s.kinds[turf] = parts.kinds[turf]
    for investigation in range(INVESTIGATIONS):
        s.bribe[investigation] = parts.bribe[investigation]
    for card in range(VENDETTAS):
        s.deck[card] = parts.vendetta[card]
    s.track_more = parts.track_more
    s.blue_more = parts.blue_more
    for power in range(POWER_KINDS):
        s.power_moved[power] = parts.power_moved[power]
        s.power_more[power] = parts.power_more[power]
    for inquiry in range(INVESTIGATIONS):
        s.inquiry_moved[inquiry] = parts.inquiry_moved[inquiry]
        s.inquiry_more[inquiry] = parts.inquiry_more[inquiry]
    for card in range(PAYBACKS):
        s.payback_more[card] = parts.payback_more[card]


@rule
def hand_out_bills(s, parts):
    """The start money of each; the rest and the Raid are the draw pile (NC-20, NC-22). All of this is known to all."""
    s.draw[Bill.RAID] = s.raids
    for bill in range(BILLS):
        s.leaning[bill] = parts.leaning[bill]
        s.draw[bill] = parts.bills[bill] - START_BILLS[bill] * s.seats
        for seat in range(s.seats):
            s.bank[seat, bill] = START_BILLS[bill]
    for mind in range(MINDS):
        if mind < s.seats or mind == EVERYBODY:
            for bill in range(BILLS):
                s.certain[mind, DRAW, bill] = s.draw[bill]
                for seat in range(s.seats):
                    s.certain[mind, seat, bill] = START_BILLS[bill]


@rule
def deal(s, card, log):
    """Three Underlings a seat, then a Turf a seat, then the four Street spaces, then the First Player."""
    if s.phase == Phase.DEAL_STREET:
        s.place[card] = STREET
        s.street[s.space] = card
        note(log, Event.TURNED_UP, s.space, card)
        s.space += 1
        if s.space == SPACES:
            s.space = NONE
            s.phase = Phase.FIRST_PLAYER if s.first == NONE else Phase.NEXT_STAGE
        return
    s.place[card] = s.asked
    note(log, Event.DEALT, s.asked, card)
    if s.phase == Phase.DEAL_UNDERLING:
        if count_in(s, s.asked, 0, UNDERLINGS) == START_UNDERLINGS:
            s.asked += 1
        if s.asked == s.seats:
            ask(s, Phase.DEAL_TURF, 0)
    else:
        if count_in(s, s.asked, FIRST_TURF, FIRST_TURF + TURFS) == START_TURFS:
            s.asked += 1
        if s.asked == s.seats:
            s.space = 0
            ask(s, Phase.DEAL_STREET, 0)


@rule
def choose_first_player(s, seat, log):
    """The first First Player (NC-24)."""
    s.first = seat
    s.first_next = seat
    note(log, Event.FIRST_PLAYER, seat)
    s.phase = Phase.NEXT_STAGE
