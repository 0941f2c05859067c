"""What a seat of Le Jeu du Parrain knows as numbers, for learners."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.sights import each, numbers, sight
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import (
    CARDS,
    DECK,
    LUCK,
    MOST_POCKET,
    NEIGHBOURHOODS,
    POSITIONS,
    RACKETS,
    SEATS,
    TOKENS_PER_TURN,
    Luck,
    Neighbourhood,
    Racket,
)
from fivefamilies.games.parrain.state import NONE, Phase, Status, control_worth, is_hidden

PHASES = Phase.OVER + 1


@sight
class FamilyHere:
    """One family in a neighbourhood."""

    controls: numbers("controls it")
    claims: numbers("has a claim")
    is_awaited: numbers("is waited for by the claim")
    announces: numbers("has announced")


@sight
class PlaceSight:
    """One neighbourhood."""

    is_open: numbers("open")
    value: numbers("control value of its racket / 10000")
    placed: numbers("tokens placed there this turn / 3")
    is_opened: numbers("a token must follow there")
    is_pending: numbers("a capture is pending there")
    instalments: numbers("bonus payments left / 3")
    racket: numbers("its racket (5)")[Racket]
    families: each(FamilyHere, "and for each seat from the own one clockwise")[SEATS]


@sight
class FamilySight:
    """One family."""

    here: numbers("at the table")
    cash: numbers("cash / 1000")
    bag: numbers("bag / 70")
    control: numbers("control value / 10000")
    has_turn: numbers("has the turn")
    started: numbers("started")
    holds_card: numbers("holds a card")


@sight
class LuckSight:
    """A pack of luck."""

    unseen: numbers("unseen by card")[LUCK]
    used: numbers("used in order as (card + 1) / 12")[LUCK]


@sight
class Counts:
    """The small numbers of the turn and of the rounds."""

    free_left: numbers("free tokens left / 3")
    lose_left: numbers("tokens still to be removed / 3")
    penalty: numbers("penalty / 1000")
    round: numbers("round / 60")
    round_limit: numbers("round limit / 60")
    quiet_rounds: numbers("quiet rounds / 3")
    any_placed: numbers("tokens were placed this round")


@sight
class OptionsSight:
    """What the table has decided."""

    announced_version: numbers("announced version")
    each_pass: numbers("reshuffle each pass")
    pockets: numbers("pockets of 1, of 2, of 3 positions count")[MOST_POCKET]


@sight
class Sight:
    """What a seat knows as numbers; seats from the own one clockwise, positions in the order of their numbers."""

    tokens: numbers("a plane of all positions for each seat from the own one clockwise: 1 where it has a token")[SEATS, POSITIONS]
    open_positions: numbers("a plane: 1 where the neighbourhood is open")[POSITIONS]
    neighbourhoods: each(PlaceSight, "each")[Neighbourhood]
    values: numbers("the control value card / 10000")[Neighbourhood, Racket]
    players: each(FamilySight, "per seat from the own one clockwise")[SEATS]
    hands: numbers("per seat from the own one clockwise: the type of its card, where it is known")[SEATS, CARDS]
    unseen: numbers("playing cards by type in the pack or drawn from it into another hand")[CARDS]
    held_over: numbers("playing cards by type in other hands since before the last reshuffle")[CARDS]
    used: numbers("the used playing cards in their order, the next first: (type + 1) / 26")[DECK]
    luck: each(LuckSight, "VEINE, then DEVEINE")[Luck]
    phase: numbers("what is asked now")[PHASES]
    card: numbers("the playing card that is being carried out")[CARDS]
    luck_card: numbers("the luck card that is being carried out")[2 * LUCK]
    card_racket: numbers("the racket of tokens that the card grants or costs")[Racket]
    counts: each(Counts, "of this turn and of the rounds")
    options: each(OptionsSight, "as the table has decided")


@verb
def observe(s, seat, o):
    """What `seat` knows as numbers."""
    observe_board(s, seat, o)
    for place in range(NEIGHBOURHOODS):
        observe_neighbourhood(s, seat, place, o.neighbourhoods[place])
        for racket in range(RACKETS):
            o.values[place, racket] = s.value[place, racket] / 10000
    for other in range(s.seats):
        k = (other - seat) % s.seats
        observe_player(s, other, o.players[k])
        if not is_hidden(s, other, seat):
            mark(o.hands[k], s.hand[other])
    observe_packs(s, seat, o)
    o.phase[s.phase] = 1
    mark(o.card, s.card)
    mark(o.luck_card, s.luck)
    mark(o.card_racket, s.card_racket)
    observe_counts(s, o.counts)
    observe_options(s, o.options)


@rule
def mark(block, index):
    """A one for something that may be NONE."""
    if index != NONE:
        block[index] = 1


@rule
def observe_board(s, seat, o):
    """The planes of positions; those of an edition beyond our own 168 are marked by a 2 in the same planes."""
    for place in range(NEIGHBOURHOODS):
        cells = s.land[place]
        position = s.first_position[place] + 0
        while cells != 0:
            cell, plane, mark = grid.lowest(cells), position % POSITIONS, 1 + position // POSITIONS
            for other in range(s.seats):
                if s.men[place, other] & cell != 0:
                    o.tokens[(other - seat) % s.seats, plane] += mark
            if s.status[place] == Status.OPEN:
                o.open_positions[plane] += mark
            cells ^= cell
            position += 1


@rule
def observe_neighbourhood(s, seat, place, o):
    """Racket, claims and control."""
    o.is_open = s.status[place] == Status.OPEN
    o.placed = s.placed[place] / TOKENS_PER_TURN
    o.is_opened = s.opened == place
    o.is_pending = s.pending == place
    o.instalments = s.instalments[place] / 3
    if s.racket[place] != NONE:
        o.value = s.value[place, s.racket[place]] / 10000
        o.racket[s.racket[place]] = 1
    for other in range(s.seats):
        family = o.families[(other - seat) % s.seats]
        family.controls = s.controller[place] == other
        family.claims = s.claim[place] == other
        family.is_awaited = s.waiting[place] >> other & 1
        family.announces = s.announcer[place] == other


@rule
def observe_player(s, other, o):
    """One family."""
    o.here = 1
    o.cash = s.cash[other] / 1000
    o.bag = s.bag[other] / 70
    o.control = control_worth(s, other) / 10000
    o.has_turn = other == s.turn
    o.started = other == s.first_player
    o.holds_card = s.hand[other] != NONE


@rule
def observe_packs(s, seat, o):
    """The packs and what lies under them."""
    for card in range(CARDS):
        o.unseen[card] = s.pack[card]
    for other in range(s.seats):
        if is_hidden(s, other, seat):
            if s.held_over[other]:
                o.held_over[s.hand[other]] += 1
            else:
                o.unseen[s.hand[other]] += 1
    for i in range(s.used_count):
        o.used[i] = (s.used[i] + 1) / CARDS
    for luck in range(2):
        pack = o.luck[luck]
        for card in range(LUCK):
            pack.unseen[card] = s.luck_pack[luck, card]
        for i in range(s.luck_used_count[luck]):
            pack.used[i] = (s.luck_used[luck, i] + 1) / LUCK


@rule
def observe_counts(s, o):
    """The small numbers of the turn and of the rounds."""
    o.free_left = s.free_left / 3
    o.lose_left = s.lose_left / 3
    o.penalty = s.penalty / 1000
    o.round = s.round / 60
    o.round_limit = s.round_limit / 60
    o.quiet_rounds = s.quiet_rounds / 3
    o.any_placed = s.any_placed


@rule
def observe_options(s, o):
    """What the table has decided."""
    o.announced_version = s.announced_version
    o.each_pass = s.each_pass
    o.pockets[s.pocket_max - 1] = 1
