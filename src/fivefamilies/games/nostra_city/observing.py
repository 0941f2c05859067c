"""What one seat knows of a table of Nostra City as numbers, for learners."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import Block
from fivefamilies.core.pieces import total
from fivefamilies.games.nostra_city.components import (
    BILLS,
    CARDS,
    HAND_TYPES,
    KINDS,
    MONTHS,
    PAYBACKS,
    SEATS,
    SPACES,
    TRACK_END,
    TURFS,
    UNDERLINGS,
    Bill,
    Underling,
    Vendetta,
)
from fivefamilies.games.nostra_city.knowledge import PHASES, STAGES
from fivefamilies.games.nostra_city.state import (
    BILL_PLACES,
    DECK,
    NONE,
    OUT,
    STREET,
    UNDER_DECK,
    VENDETTA_DECK,
    Phase,
    Stage,
    powers_work,
    respect,
)

PLAYER_NUMBERS = 20
WHERE = SEATS + 3
OBSERVATION = (
    Block("bank", BILLS, "own bills by type / 6"),
    Block("drawn", BILLS, "own draw of the Take by type / 6"),
    Block("own_offers", SPACES * BILLS, "own offers: per space the bills by type / 6"),
    Block("hand", HAND_TYPES, "own Vendetta cards by type"),
    Block("certain", BILL_PLACES * BILLS,
          "bills this seat is sure of, by type / 6: purses from the own one clockwise, Pile, discards, draw pile"),
    Block("shown", SEATS * HAND_TYPES, "Hand cards that Ilaria showed, per seat from the own one clockwise"),
    Block("players", SEATS * PLAYER_NUMBERS,
          "per seat from the own one clockwise: at the table, Respect / 10, bills / 6, bills in closed offers / 6, cards in "
          "Hand / 5, is First Player, holds the First Player card, has the turn, is asked, is the target, is the recipient, "
          "wins the space, Underboss, Consigliere, Primo Capo, Zealous Corruptors, Shame of you!, cards due, got a card in "
          "this MEETING, made a Corruption in this TRIAL"),
    Block("cards", CARDS * WHERE,
          "per Street card: in whose Territory (seats from the own one clockwise), on the Street, in a deck, out of the game"),
    Block("busy", UNDERLINGS + TURFS, "which Underlings and Turfs are Busy"),
    Block("street", SPACES * (CARDS + 1), "per space the card on it, the Underboss last"),
    Block("offers_by", UNDERLINGS, "bills in the closed offer of each Underling / 6"),
    Block("offers_at", SEATS * SPACES, "after the reveal: bills in the offers per seat and space / 6"),
    Block("open_offers", SEATS * BILLS, "the revealed offers of the space being resolved: bills by type / 6"),
    Block("paybacks", PAYBACKS, "used Paybacks by type"),
    Block("bonuses", SEATS * 3, "who got which bonus card, seats from the own one clockwise"),
    Block("phase", PHASES, "what is asked now"),
    Block("stage", STAGES, "where the Month stands"),
    Block("month", MONTHS, "the Month"),
    Block("marker", TRACK_END, "the Verdict marker's space"),
    Block("underling", UNDERLINGS, "the Underling engaged"),
    Block("turf", TURFS, "the Turf engaged"),
    Block("kind", KINDS, "the kind of Take"),
    Block("used", KINDS, "kinds of Take made this turn"),
    Block("space", SPACES, "the space bid for (own bids only), resolved or refilled"),
    Block("card", PAYBACKS, "the Payback being played or sold"),
    Block("bill", BILLS, "the bill this seat looks at or has just placed with Elio"),
    Block("snitches", SEATS, "who is known to be a Snitch: the own seat, all after the game"),
    Block("numbers", 13,
          "actions this turn / 4, bills left to draw or take / 6, bills drawn / 6, given / 6, Raids in the draw pile, discarded, "
          "set aside, bills on the Pile / 20, in the draw pile / 52, discarded / 52, cards in the Vendetta deck / 27, in the "
          "Street deck / 34, powers work"),
)  # fmt: skip


@verb
def observe(s, seat, out):
    """What `seat` knows as numbers, in the order of OBSERVATION."""
    out[:] = 0
    at = observe_bills(s, seat, out)
    at = observe_players(s, seat, out, at)
    at = observe_cards(s, seat, out, at)
    at = observe_offers(s, seat, out, at)
    at = observe_question(s, seat, out, at)
    observe_numbers(s, out, at)


@rule
def observe_bills(s, seat, out):
    """What the seat holds and what it is certain of."""
    bills, types = BILLS, HAND_TYPES
    for bill in range(bills):
        stolen = s.phase == Phase.STEAL and s.target == seat and s.bill == bill
        out[bill] = (s.bank[seat, bill] + stolen) / 6
        if s.turn == seat:
            out[bills + bill] = s.drawn[bill] / 6
        for space in range(SPACES):
            out[(2 + space) * bills + bill] = s.offers[seat, space, bill] / 6
    at = (2 + SPACES) * bills
    for card in range(types):
        out[at + card] = s.hand[seat, card]
    at += types
    for place in range(BILL_PLACES):
        row = (place - seat) % s.seats if place < s.seats else place
        for bill in range(bills):
            out[at + row * bills + bill] = s.certain[seat, place, bill] / 6
    at += BILL_PLACES * bills
    for other in range(s.seats):
        for card in range(types):
            out[at + (other - seat) % s.seats * types + card] = (s.shown[seat, other] >> card) & 1
    return at + SEATS * types


@rule
def observe_players(s, seat, out, at):
    """The players from the own seat clockwise."""
    for other in range(s.seats):
        row = at + (other - seat) % s.seats * PLAYER_NUMBERS
        bills = total(s.bank[other])
        if s.bill != NONE and s.phase == Phase.STEAL and s.target == other:
            bills += 1
        if s.phase == Phase.BID_BILL and s.turn == other and other != seat:
            bills += total(s.offers[other, s.space])
        in_offers = 0
        for space in range(SPACES):
            in_offers += s.offer_size[other, space]
        out[row] = 1
        out[row + 1] = respect(s, other) / 10
        out[row + 2] = bills / 6
        out[row + 3] = in_offers / 6
        out[row + 4] = total(s.hand[other]) / 5
        out[row + 5] = other == s.first
        out[row + 6] = other == s.first_next
        out[row + 7] = other == s.turn
        out[row + 8] = other == s.asked
        out[row + 9] = other == s.target
        out[row + 10] = s.phase == Phase.SHARE and other == s.recipient
        out[row + 11] = other == s.winner
        for rank in range(3):
            out[row + 12 + rank] = s.title[rank] == other
        out[row + 15] = s.zealous[other]
        out[row + 16] = s.shame[other]
        out[row + 17] = s.cards_due[other]
        out[row + 18] = s.got_card[other]
        out[row + 19] = s.corrupted[other]
    return at + SEATS * PLAYER_NUMBERS


@rule
def observe_cards(s, seat, out, at):
    """Where every Street card is."""
    for card in range(CARDS):
        place = s.place[card]
        if place < s.seats:
            out[at + card * WHERE + (place - seat) % s.seats] = 1
        elif place == STREET:
            out[at + card * WHERE + SEATS] = 1
        elif place == OUT:
            out[at + card * WHERE + SEATS + 2] = 1
        else:
            out[at + card * WHERE + SEATS + 1] = 1
    at += CARDS * WHERE
    for card in range(UNDERLINGS + TURFS):
        out[at + card] = s.busy[card]
    at += UNDERLINGS + TURFS
    for space in range(SPACES):
        if s.street[space] != NONE:
            out[at + space * (CARDS + 1) + s.street[space]] = 1
    return at + SPACES * (CARDS + 1)


@rule
def observe_offers(s, seat, out, at):
    """Offers as far as they are public; used Paybacks and bonus cards."""
    for other in range(s.seats):
        row = (other - seat) % s.seats
        for space in range(SPACES):
            if s.offer_by[other, space] > 0:
                out[at + s.offer_by[other, space] - 1] = s.offer_size[other, space] / 6
                if s.stage != Stage.MEETING:
                    out[at + UNDERLINGS + row * SPACES + space] = s.offer_size[other, space] / 6
        if s.open_offers:
            for bill in range(BILLS):
                out[at + UNDERLINGS + SEATS * SPACES + row * BILLS + bill] = s.offers[other, s.space, bill] / 6
    at += UNDERLINGS + SEATS * SPACES + SEATS * BILLS
    for card in range(PAYBACKS):
        out[at + card] = s.paybacks[card]
    at += PAYBACKS
    for bonus in range(3):
        if s.bonus[bonus] != NONE:
            out[at + (s.bonus[bonus] - seat) % s.seats * 3 + bonus] = 1
    return at + SEATS * 3


@rule
def observe_question(s, seat, out, at):
    """What is asked, where the Month stands, what was chosen so far."""
    out[at + s.phase] = 1
    at += PHASES
    out[at + s.stage] = 1
    at += STAGES
    out[at + s.month - 1] = 1
    at += MONTHS
    out[at + s.marker - 1] = 1
    at += TRACK_END
    if s.underling != NONE:
        out[at + s.underling] = 1
    at += UNDERLINGS
    if s.turf != NONE:
        out[at + s.turf] = 1
    at += TURFS
    if s.kind != NONE:
        out[at + s.kind] = 1
    at += KINDS
    for kind in range(KINDS):
        out[at + kind] = (s.used >> kind) & 1
    at += KINDS
    if s.space != NONE and (s.phase != Phase.BID_BILL or s.turn == seat):
        out[at + s.space] = 1
    at += SPACES
    if s.card != NONE:
        out[at + s.card] = 1
    at += PAYBACKS
    if s.bill != NONE and s.turn == seat and s.phase != Phase.STEAL:
        out[at + s.bill] = 1
    at += BILLS
    for other in range(s.seats):
        if other == seat or s.phase == Phase.OVER:
            out[at + (other - seat) % s.seats] = s.hand[other, Vendetta.FBI_SNITCH] > 0
    return at + SEATS


@rule
def observe_numbers(s, out, at):
    """Counts that everybody sees."""
    elio = s.phase == Phase.DIRECTION and s.underling == Underling.ELIO_CALVANO
    out[at] = s.actions / 4
    out[at + 1] = s.left / 6
    out[at + 2] = total(s.drawn) / 6
    out[at + 3] = s.given / 6
    out[at + 4] = s.draw[Bill.RAID]
    out[at + 5] = s.discards[Bill.RAID]
    out[at + 6] = s.aside
    out[at + 7] = (total(s.pile) + elio) / 20
    out[at + 8] = total(s.draw) / 52
    out[at + 9] = total(s.discards) / 52
    out[at + 10] = total(s.deck) / 27
    decks = s.under_count + 0
    for card in range(CARDS):
        decks += s.place[card] == DECK
    out[at + 11] = decks / 34
    out[at + 12] = powers_work(s)


assert UNDER_DECK < VENDETTA_DECK
