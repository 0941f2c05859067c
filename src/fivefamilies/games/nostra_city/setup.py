"""The set-up of Nostra City: the decks, the start money, the deal (NC-19 to NC-24)."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import note
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BILLS,
    BONUSES,
    CARDS,
    FIRST_TURF,
    INVESTIGATIONS,
    N_BILLS,
    N_BONUS,
    N_BRIBE,
    N_KINDS,
    N_LEANING,
    N_START,
    N_VENDETTA,
    N_WORTH,
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
from fivefamilies.games.nostra_city.events import Event
from fivefamilies.games.nostra_city.state import (
    DECK,
    DRAW,
    EVERYBODY,
    MINDS,
    NONE,
    STREET,
    VENDETTA_DECK,
    Phase,
    ask,
    count_in,
)

OPTIONS = 4  # the numbers of the box follow them



@verb
def start(s, seats, options):
    """The decks, the start money, the marker (NC-19 to NC-24); chance then deals."""
    s.seats = seats
    s.per_bill = options[0]
    s.raids = options[1] + 1
    s.first = options[3] if options[2] == 1 else NONE
    s.marker = options[OPTIONS + N_START + seats - 3]
    s.month = 1
    lay_out_cards(s, options)
    hand_out_bills(s, options)
    for rank in range(BONUSES):
        s.title[rank] = NONE
        s.bonus[rank] = NONE
        s.bonus_worth[rank] = options[OPTIONS + N_BONUS + rank]
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
def lay_out_cards(s, options):
    """The Street cards in their deck, Gota and Atlantic City in the Vendetta deck (NC-21, NC-23)."""
    for card in range(CARDS):
        s.place[card] = DECK
        s.worth[card] = options[OPTIONS + N_WORTH + card]
    s.place[Underling.ANTHONY_GOTA] = VENDETTA_DECK
    s.place[FIRST_TURF + ATLANTIC_CITY] = VENDETTA_DECK
    for turf in range(TURFS):
        s.kinds[turf] = options[OPTIONS + N_KINDS + turf]
    for investigation in range(INVESTIGATIONS):
        s.bribe[investigation] = options[OPTIONS + N_BRIBE + investigation]
    for card in range(VENDETTAS):
        s.deck[card] = options[OPTIONS + N_VENDETTA + card]


@rule
def hand_out_bills(s, options):
    """The start money of each; the rest and the Raid are the draw pile (NC-20, NC-22). All of this is known to all."""
    s.draw[Bill.RAID] = s.raids
    for bill in range(BILLS):
        s.leaning[bill] = options[OPTIONS + N_LEANING + bill]
        s.draw[bill] = options[OPTIONS + N_BILLS + bill] - START_BILLS[bill] * s.seats
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
