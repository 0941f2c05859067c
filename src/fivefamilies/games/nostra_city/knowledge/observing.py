"""What one seat knows of a table of Nostra City as numbers, for learners; seats from the own one clockwise."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import total
from fivefamilies.core.sights import each, numbers, sight
from fivefamilies.games.nostra_city.components import (
    BILLS,
    BONUSES,
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
    Vendetta,
)
from fivefamilies.games.nostra_city.state import (
    BILL_PLACES,
    NONE,
    OUT,
    STREET,
    Phase,
    Stage,
    powers_work,
    respect,
    street_deck_size,
    track_end,
)

PHASES, STAGES = int(Phase.OVER) + 1, len(Stage)
ON_STREET, IN_DECK, OUT_OF_GAME = SEATS, SEATS + 1, SEATS + 2  # where a card is, after the Territories


@sight
class PlayerSight:
    """One player."""

    here: numbers("at the table")
    respect: numbers("Respect / 10")
    bills: numbers("bills / 6")
    in_offers: numbers("bills in closed offers / 6")
    cards: numbers("cards in Hand / 5")
    first: numbers("is First Player")
    first_card: numbers("holds the First Player card")
    turn: numbers("has the turn")
    asked: numbers("is asked")
    target: numbers("is the target")
    recipient: numbers("is the recipient")
    winner: numbers("wins the space")
    title: numbers("Underboss, Consigliere, Primo Capo")[3]
    zealous: numbers("Zealous Corruptors")
    shame: numbers("Shame of you!")
    cards_due: numbers("cards due")
    got_card: numbers("got a card in this MEETING")
    corrupted: numbers("made a Corruption in this TRIAL")


@sight
class Counts:
    """What everybody may count."""

    actions: numbers("actions this turn / 4")
    left: numbers("bills left to draw or take / 6")
    drawn: numbers("bills drawn / 6")
    given: numbers("given / 6")
    raids_to_draw: numbers("Raids in the draw pile")
    raids_discarded: numbers("discarded")
    raids_aside: numbers("set aside")
    pile: numbers("bills on the Pile / 20")
    draw_pile: numbers("in the draw pile / 52")
    discards: numbers("discarded / 52")
    vendetta_deck: numbers("cards in the Vendetta deck / 27")
    street_deck: numbers("in the Street deck / 34")
    powers: numbers("powers work")


@sight
class Sight:
    """What a seat knows as numbers; seats from the own one clockwise."""

    bank: numbers("own bills by type / 6")[BILLS]
    drawn: numbers("own draw of the Take by type / 6")[BILLS]
    own_offers: numbers("own offers: per space the bills by type / 6")[SPACES, BILLS]
    hand: numbers("own Vendetta cards by type")[HAND_TYPES]
    certain: numbers("bills this seat is sure of, by type / 6: purses from the own one clockwise, Pile, discards, draw pile")[
        BILL_PLACES, BILLS
    ]
    shown: numbers("Hand cards that Ilaria showed, per seat from the own one clockwise")[SEATS, HAND_TYPES]
    players: each(PlayerSight, "per seat from the own one clockwise")[SEATS]
    cards: numbers(
        "per Street card: in whose Territory (seats from the own one clockwise), on the Street, in a deck, out of the game"
    )[CARDS, SEATS + 3]
    busy: numbers("which Underlings and Turfs are Busy")[UNDERLINGS + TURFS]
    street: numbers("per space the card on it, the Underboss last")[SPACES, CARDS + 1]
    offers_by: numbers("bills in the closed offer of each Underling / 6")[UNDERLINGS]
    offers_at: numbers("after the reveal: bills in the offers per seat and space / 6")[SEATS, SPACES]
    open_offers: numbers("the revealed offers of the space being resolved: bills by type / 6")[SEATS, BILLS]
    paybacks: numbers("used Paybacks by type")[PAYBACKS]
    bonuses: numbers("who got which bonus card, seats from the own one clockwise")[SEATS, BONUSES]
    phase: numbers("what is asked now")[PHASES]
    stage: numbers("where the Month stands")[STAGES]
    month: numbers("the Month")[MONTHS]
    marker: numbers("the Verdict marker's space")[TRACK_END]
    underling: numbers("the Underling engaged")[UNDERLINGS]
    turf: numbers("the Turf engaged")[TURFS]
    kind: numbers("the kind of Take")[KINDS]
    used: numbers("kinds of Take made this turn")[KINDS]
    space: numbers("the space bid for (own bids only), resolved or refilled")[SPACES]
    card: numbers("the Payback being played or sold")[PAYBACKS]
    bill: numbers("the bill this seat looks at or has just placed with Elio")[BILLS]
    snitches: numbers("who is known to be a Snitch: the own seat, all after the game")[SEATS]
    numbers: each(Counts, "counts")


@verb
def observe(s, seat, o):
    """What `seat` knows as numbers."""
    observe_own(s, seat, o)
    for other in range(s.seats):
        observe_player(s, other, other == seat, o.players[(other - seat) % s.seats])
    observe_cards(s, seat, o)
    observe_offers(s, seat, o)
    observe_question(s, seat, o)
    observe_counts(s, o.numbers)


@rule
def observe_own(s, seat, o):
    """What the seat holds and what it is certain of."""
    for bill in range(BILLS):
        stolen = s.phase == Phase.STEAL and s.target == seat and s.bill == bill
        o.bank[bill] = (s.bank[seat, bill] + stolen) / 6
        if s.turn == seat:
            o.drawn[bill] = s.drawn[bill] / 6
        for space in range(SPACES):
            o.own_offers[space, bill] = s.offers[seat, space, bill] / 6
        for place in range(BILL_PLACES):
            row = (place - seat) % s.seats if place < s.seats else place
            o.certain[row, bill] = s.certain[seat, place, bill] / 6
    for card in range(HAND_TYPES):
        o.hand[card] = s.hand[seat, card]
        for other in range(s.seats):
            o.shown[(other - seat) % s.seats, card] = (s.shown[seat, other] >> card) & 1


@rule
def observe_player(s, other, is_own, o):
    """One player."""
    bills = total(s.bank[other])
    if s.bill != NONE and s.phase == Phase.STEAL and s.target == other:
        bills += 1
    if s.phase == Phase.BID_BILL and s.turn == other and not is_own:
        bills += total(s.offers[other, s.space])
    o.here = 1
    o.respect = respect(s, other) / 10
    o.bills = bills / 6
    o.in_offers = total(s.offer_size[other]) / 6
    o.cards = total(s.hand[other]) / 5
    o.first = other == s.first
    o.first_card = other == s.first_next
    o.turn = other == s.turn
    o.asked = other == s.asked
    o.target = other == s.target
    o.recipient = s.phase == Phase.SHARE and other == s.recipient
    o.winner = other == s.winner
    for rank in range(3):
        o.title[rank] = s.title[rank] == other
    o.zealous = s.zealous[other]
    o.shame = s.shame[other]
    o.cards_due = s.cards_due[other]
    o.got_card = s.got_card[other]
    o.corrupted = s.corrupted[other]


@rule
def observe_cards(s, seat, o):
    """Where every Street card is."""
    for card in range(CARDS):
        place = s.place[card]
        if place < s.seats:
            o.cards[card, (place - seat) % s.seats] = 1
        elif place == STREET:
            o.cards[card, ON_STREET] = 1
        elif place == OUT:
            o.cards[card, OUT_OF_GAME] = 1
        else:
            o.cards[card, IN_DECK] = 1
    for card in range(UNDERLINGS + TURFS):
        o.busy[card] = s.busy[card]
    for space in range(SPACES):
        if s.street[space] != NONE:
            o.street[space, s.street[space]] = 1


@rule
def observe_offers(s, seat, o):
    """Offers as far as they are public; used Paybacks and bonus cards."""
    for other in range(s.seats):
        row = (other - seat) % s.seats
        for space in range(SPACES):
            if s.offer_by[other, space] > 0:
                o.offers_by[s.offer_by[other, space] - 1] = s.offer_size[other, space] / 6
                if s.stage != Stage.MEETING:
                    o.offers_at[row, space] = s.offer_size[other, space] / 6
        if s.open_offers:
            for bill in range(BILLS):
                o.open_offers[row, bill] = s.offers[other, s.space, bill] / 6
    for card in range(PAYBACKS):
        o.paybacks[card] = s.paybacks[card]
    for bonus in range(BONUSES):
        if s.bonus[bonus] != NONE:
            o.bonuses[(s.bonus[bonus] - seat) % s.seats, bonus] = 1


@rule
def observe_question(s, seat, o):
    """What is asked, where the Month stands, what was chosen so far."""
    o.phase[s.phase] = 1
    o.stage[s.stage] = 1
    o.month[s.month - 1] = 1
    o.marker[(s.marker - 1) * TRACK_END // track_end(s)] = 1
    if s.underling != NONE:
        o.underling[s.underling] = 1
    if s.turf != NONE:
        o.turf[s.turf] = 1
    if s.kind != NONE:
        o.kind[s.kind] = 1
    for kind in range(KINDS):
        o.used[kind] = (s.used >> kind) & 1
    if s.space != NONE and (s.phase != Phase.BID_BILL or s.turn == seat):
        o.space[s.space] = 1
    if s.card != NONE:
        o.card[s.card] = 1
    if s.bill != NONE and s.turn == seat and s.phase != Phase.STEAL:
        o.bill[s.bill] = 1
    for other in range(s.seats):
        if other == seat or s.phase == Phase.OVER:
            o.snitches[(other - seat) % s.seats] = s.hand[other, Vendetta.FBI_SNITCH] > 0


@rule
def observe_counts(s, o):
    """Counts that everybody sees."""
    elio = s.phase == Phase.DIRECTION and s.underling != NONE
    o.actions = s.actions / 4
    o.left = s.left / 6
    o.drawn = total(s.drawn) / 6
    o.given = s.given / 6
    o.raids_to_draw = s.draw[Bill.RAID]
    o.raids_discarded = s.discards[Bill.RAID]
    o.raids_aside = s.aside
    o.pile = (total(s.pile) + elio) / 20
    o.draw_pile = total(s.draw) / 52
    o.discards = total(s.discards) / 52
    o.vendetta_deck = total(s.deck) / 27
    o.street_deck = (street_deck_size(s) + s.under_count) / 34
    o.powers = powers_work(s)
