"""MEETING: secret offers, their resolution, Titles, and who was Cheated (NC-43 to NC-64)."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import append, note, remove, total
from fivefamilies.games.nostra_city.components import (
    BILLS,
    CONSIGLIERE,
    FIRST_INVESTIGATION,
    FIRST_TURF,
    PRIMO_CAPO,
    SMALLEST_OFFER,
    SPACES,
    TURFS,
    UNDERBOSS,
    UNDERBOSS_CARD,
    VALUE,
    Power,
)
from fivefamilies.games.nostra_city.state import (
    DISCARDS,
    EVERYBODY,
    NONE,
    OUT,
    UNDER_DECK,
    Cause,
    Phase,
    ask,
    bank_size,
    clockwise,
    holder,
    number_of,
    powers_work,
    purse_size,
    street_deck_size,
)
from fivefamilies.games.nostra_city.state.memory import (
    carry_bill,
    carry_bills,
    offer_place,
    write_bill,
    write_bills,
    write_shown_offer,
)
from fivefamilies.games.nostra_city.words import Event, No

# ---------------------------------------------------------------- offers


@rule
def objection_to_space(s, space):
    """May an offer be made for this space? (NC-46, NC-R13)"""
    if s.street[space] == NONE:
        return No.EMPTY_SPACE
    return 0 if s.offer_by[s.turn, space] == 0 else No.LOCATION_USED


@rule
def has_location(s):
    """Has the player on turn a Location for a space that holds a card?"""
    for space in range(SPACES):
        if objection_to_space(s, space) == 0:
            return True
    return False


@rule
def objection_to_offered_bill(s, bill):
    """May this bill be added to the offer being built?"""
    if s.bank[s.turn, bill] == 0:
        return No.NOT_IN_BANK
    for higher in range(bill + 1, BILLS):
        if s.offers[s.turn, s.space, higher] > 0:
            return No.LOWER_BILL
    return 0


@rule
def objection_to_offer(s):
    """What keeps the player on turn from another offer? (NC-43, NC-46)"""
    if bank_size(s, s.turn) == 0:
        return No.NO_BILL
    return 0 if has_location(s) else No.NO_LOCATION


@rule
def objection_to_closing(s):
    """Is the offer large enough? (NC-43)"""
    return 0 if total(s.offers[s.turn, s.space]) >= SMALLEST_OFFER else No.EMPTY_OFFER


@rule
def choose_space(s, space):
    """The Location that the Underling bids with, unseen by the others (NC-43)."""
    s.space = space
    ask(s, Phase.BID_BILL, s.turn)


@rule
def add_to_offer(s, bill):
    """One more bill under the Location (NC-43)."""
    s.bank[s.turn, bill] -= 1
    s.offers[s.turn, s.space, bill] += 1


@rule
def close_offer(s, log):
    """The offer lies there: all may count its bills (NC-43, NC-45)."""
    size = total(s.offers[s.turn, s.space])
    s.offer_by[s.turn, s.space] = s.underling + 1
    s.offer_size[s.turn, s.space] = size
    s.made_offer[s.turn] = 1
    note(log, Event.BIDS, s.turn, s.underling, size)
    write_bills(s, s.turn, offer_place(s, s.turn, s.space), s.offers[s.turn, s.space], s.turn, s.turn)
    s.space = NONE
    s.phase = Phase.GOES_ON


@rule
def reveal_locations(s, log):
    """All Locations together; the bills stay hidden (NC-47, NC-R12)."""
    for space in range(SPACES):
        for step in range(s.seats):
            seat = clockwise(s, step)
            if s.offer_by[seat, space] > 0:
                note(log, Event.OFFER, seat, s.offer_by[seat, space] - 1, space, s.offer_size[seat, space])


# ---------------------------------------------------------------- resolution


@rule
def resolve_next_space(s, log):
    """Spaces 1 to 4 in order (NC-47); after the last, who made offers and got nothing is Cheated (NC-63)."""
    s.open_offers = 0
    s.enzo = NONE
    s.winner = NONE
    s.space += 1
    while s.space < SPACES and bidders(s) == 0:
        s.space += 1
    if s.space < SPACES:
        settle_winner(s, log)
        s.lap = 0
        s.phase = Phase.NEXT_OFFER
        return
    s.space = NONE
    for seat in range(s.seats):
        if s.made_offer[seat] and not s.got_card[seat]:
            cheat(s, seat)
    s.cause = Cause.CHECK
    s.phase = Phase.VENDETTA_DRAWS


@rule
def cheat(s, seat):
    """A player who was Cheated draws a Vendetta card (NC-62, NC-63)."""
    s.cheated[seat] = 1
    s.cards_due[seat] = 1


@rule
def bidders(s):
    """How many offers lie on the space being resolved."""
    count = 0
    for seat in range(s.seats):
        count += s.offer_by[seat, s.space] > 0
    return count


@rule
def bids_with(s, seat, power):
    """Was the seat's offer on this space made with this power, and does it work here? (NC-81, NC-R23)"""
    return s.powers == 1 and s.offer_by[seat, s.space] == holder(s, power) + 1


@verb
def total_offer(s, seat):
    """The value of an offer in thousands, Beppe's bonus included."""
    amount = number_of(s, Power.RAISE_OFFER) if bids_with(s, seat, Power.RAISE_OFFER) else 0
    for bill in range(BILLS):
        amount += VALUE[bill] * s.offers[seat, s.space, bill]
    return amount


@rule
def highest_bidder(s):
    """The only seat with the highest total; Alba wins a tie; else nobody (NC-49, NC-50, NC-55)."""
    best = 0
    winner = NONE
    for seat in range(s.seats):
        if s.offer_by[seat, s.space] > 0:
            amount = total_offer(s, seat)
            if amount > best:
                best = amount
                winner = seat
            elif amount == best:
                winner = NONE
    for seat in range(s.seats):
        if bids_with(s, seat, Power.WIN_TIES) and total_offer(s, seat) == best:
            winner = seat
    return winner


@rule
def settle_winner(s, log):
    """Totals, winner and whether a bribe suffices are fixed first (NC-R39); several offers or a bribe are revealed."""
    card = s.street[s.space]
    s.powers = powers_work(s)
    s.winner = highest_bidder(s)
    s.leaves = s.winner != NONE
    is_investigation = FIRST_INVESTIGATION <= card < UNDERBOSS_CARD
    if is_investigation:  # the offers are added up (NC-54)
        together = 0
        for seat in range(s.seats):
            if s.offer_by[seat, s.space] > 0:
                together += total_offer(s, seat)
        s.leaves = together >= s.bribe[card - FIRST_INVESTIGATION]
        if not s.leaves:
            s.winner = NONE
    for seat in range(s.seats):
        if bids_with(s, seat, Power.STREET_CARD_IF_LOST) and seat != s.winner:
            s.enzo = seat
    if is_investigation or bidders(s) > 1:
        reveal_offers(s, log)
    else:
        note(log, Event.ONLY_BIDDER, s.winner, s.space)


@rule
def reveal_offers(s, log):
    """Everybody sees the bills (NC-49, NC-R14)."""
    for step in range(s.seats):
        seat = clockwise(s, step)
        if s.offer_by[seat, s.space] > 0:
            carry_bills(s, seat, purse_size(s, seat), DISCARDS, s.offers[seat, s.space], 0, EVERYBODY, EVERYBODY)
            write_shown_offer(s, seat, s.space)
            for bill in range(BILLS):
                if s.offers[seat, s.space, bill] > 0:
                    note(log, Event.SHOWS, seat, bill, s.offers[seat, s.space, bill])
            if bids_with(s, seat, Power.RAISE_OFFER):
                note(log, Event.RAISES, seat, s.offer_by[seat, s.space] - 1, number_of(s, Power.RAISE_OFFER))
    s.open_offers = 1


@rule
def bills_to_take_back(s, seat):
    """An only bidder takes one bill back (NC-48), Carmela's two; never of a bribe (NC-57). Drago's one if he does not win."""
    if not s.open_offers:
        most = number_of(s, Power.TAKE_BACK_ALONE) if bids_with(s, seat, Power.TAKE_BACK_ALONE) else 1
        return min(most, s.offer_size[seat, s.space])
    if bids_with(s, seat, Power.TAKE_BACK_IF_LOST) and seat != s.winner:
        return min(number_of(s, Power.TAKE_BACK_IF_LOST), s.offer_size[seat, s.space])
    return 0


@rule
def clear_next_offer(s, log):
    """The offers of the space clockwise from the First Player: bills back, the rest discarded (NC-R39)."""
    while s.lap < s.seats:
        seat = clockwise(s, s.lap)
        if s.offer_by[seat, s.space] > 0:
            s.left = bills_to_take_back(s, seat)
            if s.left > 0:
                ask(s, Phase.TAKE_BACK, seat)
                return
            discard_rest(s, seat, log)
        s.lap += 1
    s.phase = Phase.AWARD


@rule
def take_back(s, bill, log):
    """A bill of the offer returns to the Bank."""
    seat = s.asked
    s.offers[seat, s.space, bill] -= 1
    s.offer_size[seat, s.space] -= 1
    s.bank[seat, bill] += 1
    s.left -= 1
    note(log, Event.TAKES_BACK, seat, bill, s.open_offers)
    if s.open_offers:  # everybody had seen it among the bills to be discarded
        carry_bill(s, DISCARDS, 1, seat, bill, EVERYBODY, EVERYBODY)
        write_bill(s, DISCARDS, seat, bill, EVERYBODY, EVERYBODY)
    else:
        write_bill(s, offer_place(s, seat, s.space), seat, bill, seat, seat)
    if s.left == 0:
        discard_rest(s, seat, log)
        s.lap += 1
        s.phase = Phase.NEXT_OFFER


@rule
def discard_rest(s, seat, log):
    """What is left of an offer is discarded; an only bidder need not show it."""
    note(log, Event.DISCARDS_OFFER, seat, s.offer_size[seat, s.space])
    if s.open_offers:
        for bill in range(BILLS):
            s.discards[bill] += s.offers[seat, s.space, bill]
            s.offers[seat, s.space, bill] = 0
    else:
        discard_offer(s, seat, s.space)
    s.offer_by[seat, s.space] = 0
    s.offer_size[seat, s.space] = 0


@rule
def discard_offer(s, seat, space):
    """The bills of an offer go to the discards; only the bidder knows which (NC-48, NC-R11)."""
    carry_bills(s, seat, purse_size(s, seat), DISCARDS, s.offers[seat, space], total(s.offers[seat, space]), seat, seat)
    write_bills(s, offer_place(s, seat, space), DISCARDS, s.offers[seat, space], seat, seat)
    for bill in range(BILLS):
        s.discards[bill] += s.offers[seat, space, bill]
        s.offers[seat, space, bill] = 0


# ---------------------------------------------------------------- the card


@rule
def award(s, log):
    """The card goes to its winner, leaves the game, or stays (NC-50, NC-51, NC-54 to NC-56)."""
    card = s.street[s.space]
    s.phase = Phase.ENZO
    if not s.leaves:
        note(log, Event.BRIBE_TOO_SMALL if FIRST_INVESTIGATION <= card < UNDERBOSS_CARD else Event.NOBODY_WINS, card)
        return
    s.street[s.space] = NONE
    if s.winner == NONE:
        s.place[card] = OUT
        note(log, Event.LEAVES_GAME, card)
        return
    s.got_card[s.winner] = 1
    note(log, Event.WINS_CARD, s.winner, card)
    if card == UNDERBOSS_CARD:
        s.title[UNDERBOSS] = s.winner
        ask(s, Phase.TITLE, s.winner)
    else:
        enter_territory(s, card, s.winner)


@rule
def enter_territory(s, card, seat):
    """Underlings and Turfs come in Free (NC-51)."""
    s.place[card] = seat
    if card < FIRST_TURF + TURFS:
        s.busy[card] = 0


@rule
def objection_to_naming(s, seat, namer):
    """Another player at the table must be named (NC-R16, NC-R38)."""
    if seat >= s.seats:
        return No.NO_SUCH_SEAT
    return No.YOURSELF if seat == namer else 0


@rule
def objection_to_title(s, seat):
    """Who may get the next Title? (NC-R16)"""
    problem = objection_to_naming(s, seat, s.asked)
    if problem != 0:
        return problem
    return No.HAS_TITLE if seat == s.title[UNDERBOSS] or seat == s.title[CONSIGLIERE] else 0


@rule
def give_title(s, seat, log):
    """The Underboss names the Consigliere, he the Primo Capo; who has no Title is Cheated (NC-60 to NC-62)."""
    rank = CONSIGLIERE if s.title[CONSIGLIERE] == NONE else PRIMO_CAPO
    s.title[rank] = seat
    s.got_card[seat] = 1
    note(log, Event.TITLE, seat, rank)
    if rank == CONSIGLIERE:
        ask(s, Phase.TITLE, seat)
        return
    for other in range(s.seats):
        if other != s.title[UNDERBOSS] and other != s.title[CONSIGLIERE] and other != s.title[PRIMO_CAPO]:
            cheat(s, other)
    s.cause = Cause.TITLES
    s.phase = Phase.VENDETTA_DRAWS


@rule
def let_enzo_draw(s):
    """Enzo's offer did not win: a card of the Street deck, if there is one (NC-R39)."""
    if s.enzo != NONE and street_deck_size(s) + s.under_count > 0:
        ask(s, Phase.ENZO_CARD, s.enzo)
    else:
        s.phase = Phase.NEXT_SPACE


@rule
def turn_over_for_enzo(s, card, log):
    """To the Territory; an Investigation goes under the deck, below those already there (NC-R41)."""
    lift_from_deck(s, card)
    if card >= FIRST_INVESTIGATION:
        s.place[card] = UNDER_DECK
        s.under_count = append(s.under_deck, s.under_count, card)
        note(log, Event.UNDER_DECK, card)
    else:
        enter_territory(s, card, s.enzo)
        s.got_card[s.enzo] = 1
        note(log, Event.WINS_CARD, s.enzo, card)
    s.phase = Phase.NEXT_SPACE


@rule
def lift_from_deck(s, card):
    """An Investigation from under the deck leaves the row of those waiting there."""
    if s.place[card] == UNDER_DECK:
        s.under_count = remove(s.under_deck, s.under_count, 0)
