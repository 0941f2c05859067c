"""The referee of Le Jeu du Parrain: every restriction once, as an objection; the legal moves follow from it."""

from fivefamilies.core.chance import below
from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import bag_chances, total
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import (
    ANNOUNCER_PERCENT,
    CARDS,
    DIE,
    LUCK,
    NEIGHBOURHOODS,
    POSITIONS,
    PRICES,
    RACKETS,
    TOKENS_PER_TURN,
    Luck,
)
from fivefamilies.games.parrain.state import NONE, Phase, Status, board, foes, neighbourhood_of, position_of, taken
from fivefamilies.games.parrain.words import Move, No, join, split

CHEAPEST = PRICES.index(min(PRICES))  # who cannot open this racket can open none
DRAWS = 8  # from a hat, until all that is legal is listed


# ---------------------------------------------------------------- placing


@rule
def is_placing(s):
    """Is a position to be named for a new token?"""
    return s.phase == Phase.BUY or s.phase == Phase.ENTER or s.phase == Phase.ADD or s.phase == Phase.FREE


@rule
def objection_to_placing(s, place):
    """May a token be placed in this neighbourhood at all? (JP-22, JP-29, JP-30)"""
    if s.status[place] != Status.OPEN:
        return No.CLOSED if s.status[place] == Status.CLOSED else No.NOT_IN_PLAY
    if s.pending != NONE and s.pending != place:
        return No.CAPTURE_PENDING
    if s.opened != NONE and s.opened != place:
        return No.TOKEN_MUST_FOLLOW
    if s.placed[place] >= TOKENS_PER_TURN:
        return No.THREE_PLACED
    if s.bag[s.turn] == 0:
        return No.BAG_IS_EMPTY
    if s.phase == Phase.FREE:
        if s.racket[place] != NONE and s.racket[place] != s.card_racket:
            return No.OTHER_RACKET
        return 0
    if s.phase == Phase.ENTER and s.placed[place] > 0:
        return No.ALREADY_ENTERED
    if s.phase == Phase.ADD and s.entered != place:
        return No.OTHER_NEIGHBOURHOOD
    if s.racket[place] == NONE:
        return No.NO_RACKET_YET
    return 0 if s.cash[s.turn] >= PRICES[s.racket[place]] else No.NOT_ENOUGH_CASH


@rule
def tokens_to_follow(s, place):
    """How many more tokens the player is sure to be able to place there this turn, after one now (JP-R8, JP-R12)."""
    if s.phase == Phase.FREE:
        more = s.free_left - 1
    else:
        more = s.cash[s.turn] // PRICES[s.racket[place]] - 1
    return min(more, TOKENS_PER_TURN - 1 - s.placed[place], s.bag[s.turn] - 1)


@rule
def places(s, place):
    """The positions of an unobjectionable neighbourhood on which a token may be placed (JP-40)."""
    return grid.placeable(
        board(s, place), s.men[place, s.turn], foes(s, place, s.turn), tokens_to_follow(s, place), s.pending == place
    )


@rule
def first_sight(s, place):
    """Of an unobjectionable neighbourhood: safe positions, and doubtful ones."""
    return grid.at_first_sight(board(s, place), s.men[place, s.turn], foes(s, place, s.turn), s.pending == place)


@rule
def is_safe(s, place, cell):
    """May a token be placed on this doubtful position? (JP-40)"""
    here, mine, theirs = board(s, place), s.men[place, s.turn], foes(s, place, s.turn)
    risk = grid.shut_in(here, mine, theirs, mine) & mine if s.pending == place else 0
    return grid.judge(here, mine, theirs, cell, tokens_to_follow(s, place), risk) != grid.Verdict.ILLEGAL


@rule
def can_place(s):
    """Is there any position for a token now?"""
    for place in range(NEIGHBOURHOODS):
        if objection_to_placing(s, place) == 0 and places(s, place) != 0:
            return True
    return False


@rule
def objection_to_opening(s, place, racket):
    """May the player choose this racket for the neighbourhood, and put a token there? (JP-18, JP-19)"""
    if s.phase != Phase.ENTER and s.phase != Phase.BUY:
        return No.OTHER_QUESTION
    if s.status[place] != Status.OPEN:
        return No.CLOSED if s.status[place] == Status.CLOSED else No.NOT_IN_PLAY
    if s.pending != NONE:
        return No.CAPTURE_PENDING
    if s.opened != NONE:
        return No.TOKEN_MUST_FOLLOW
    if s.racket[place] != NONE:
        return No.RACKET_IS_CHOSEN
    if s.bag[s.turn] == 0:
        return No.BAG_IS_EMPTY
    return 0 if s.cash[s.turn] >= PRICES[racket] else No.NOT_ENOUGH_CASH


@rule
def can_open(s):
    """Is there a neighbourhood without racket that the player can afford to enter?"""
    for place in range(NEIGHBOURHOODS):
        if objection_to_opening(s, place, CHEAPEST) == 0:
            return True
    return False


# ---------------------------------------------------------------- removing


@rule
def removable(s, place):
    """The tokens that may be named where one is to be lost, sold, informed on or forfeited (JP-13 to JP-15, JP-50)."""
    if s.status[place] != Status.OPEN:
        return 0
    if s.phase == Phase.LOSE:
        return s.men[place, s.turn] if s.racket[place] == s.card_racket else 0
    if s.phase == Phase.SELL:
        return s.men[place, s.turn] + 0
    if s.phase == Phase.INFORM:
        return taken(s, place) & ~s.men[place, s.turn]
    if s.phase == Phase.FORFEIT and place == first_contested(s):
        return s.men[place, s.announcer[place]] + 0
    return 0


@rule
def first_contested(s):
    """The contested announcement that is settled next, in the order of the board."""
    for place in range(NEIGHBOURHOODS):
        if s.contested[place]:
            return place
    return NONE


@rule
def objection_to_removing(s, place, cell):
    """Why a token may not be named, or 0."""
    if removable(s, place) & cell != 0:
        return 0
    if s.status[place] != Status.OPEN:
        return No.CLOSED if s.status[place] == Status.CLOSED else No.NOT_IN_PLAY
    if s.phase == Phase.INFORM:
        return No.NOT_A_RIVAL_TOKEN
    if s.phase == Phase.FORFEIT:
        return No.NOT_YOUR_TOKEN if s.contested[place] else No.NOT_CONTESTED
    if s.men[place, s.turn] & cell == 0:
        return No.NOT_YOUR_TOKEN
    return No.NOT_THAT_RACKET


# ---------------------------------------------------------------- announcing


@rule
def objection_to_announcing(s, place):
    """May the player announce control there? (JP-48, JP-R20)"""
    if s.phase != Phase.ANNOUNCE:
        return No.OTHER_QUESTION
    if s.status[place] != Status.OPEN:
        return No.CLOSED if s.status[place] == Status.CLOSED else No.NOT_IN_PLAY
    if s.announcer[place] != NONE:
        return No.ALREADY_ANNOUNCED
    mine = s.men[place, s.turn]
    if not s.any_announcer and 100 * grid.count(mine) < ANNOUNCER_PERCENT * grid.count(s.land[place]):
        return No.TOO_FEW_TOKENS
    held = grid.implicitly_held(board(s, place), mine, foes(s, place, s.turn), s.pocket_max)
    return 0 if grid.count(held) >= grid.majority(s.land[place]) else No.NO_IMPLICIT_MAJORITY


# ---------------------------------------------------------------- all moves


@rule
def objection_to_position(s, position):
    """May this position be named now?"""
    place = neighbourhood_of(s, position)
    cell = grid.nth(s.land[place], position - s.first_position[place])
    if cell == 0:
        return No.NO_SUCH_POSITION
    if not is_placing(s):
        return objection_to_removing(s, place, cell)
    refused = objection_to_placing(s, place)
    if refused != 0:
        return refused
    if taken(s, place) & cell != 0:
        return No.OCCUPIED
    if places(s, place) & cell != 0:
        return 0
    return No.CAPTURE_PENDING if s.pending == place else No.TAKEN_AT_ONCE


@rule
def position_named(kind, what):
    """The number of the position that a move names; those beyond our own board have ids after all others."""
    return what + POSITIONS if kind == Move.PICK_FURTHER else what


@rule
def objection_to_stopping(s):
    """May the player say that he is done?"""
    if s.phase != Phase.ADD and s.phase != Phase.INFORM and s.phase != Phase.BUY and s.phase != Phase.ANNOUNCE:
        return No.OTHER_QUESTION
    if s.pending != NONE:
        return No.CAPTURE_PENDING
    return No.TOKEN_MUST_FOLLOW if s.opened != NONE else 0


@rule
def objection_to_chance(s, outcome):
    """Can chance come out like this?"""
    if s.phase == Phase.FIRST_PLAYER:
        return 0 if outcome < s.seats else No.NO_SUCH_SEAT
    if s.phase == Phase.ROLL:
        return 0 if outcome < DIE else No.NOT_IN_PACK
    if s.phase == Phase.DRAW:
        if total(s.pack) == 0:
            return 0 if outcome == s.used[0] else No.NOT_IN_PACK
        return 0 if outcome < CARDS and s.pack[outcome] > 0 else No.NOT_IN_PACK
    luck = Luck.VEINE if s.phase == Phase.VEINE else Luck.DEVEINE
    if total(s.luck_pack[luck]) == 0:
        return 0 if outcome == s.luck_used[luck, 0] else No.NOT_IN_PACK
    return 0 if outcome < LUCK and s.luck_pack[luck, outcome] > 0 else No.NOT_IN_PACK


@rule
def pack_chances(pack, used, moves, weights):
    """A draw: from the unseen part, each card alike; if that is empty, the first of the used cards (JP-R24)."""
    if total(pack) > 0:
        return bag_chances(pack, moves, weights)
    moves[0] = used[0]
    weights[0] = 1
    return 1


@verb
def chances(s, moves, weights):
    """Who starts, a die, or a draw from a pack."""
    if s.phase == Phase.DRAW:
        return pack_chances(s.pack, s.used, moves, weights)
    if s.phase == Phase.VEINE:
        return pack_chances(s.luck_pack[Luck.VEINE], s.luck_used[Luck.VEINE], moves, weights)
    if s.phase == Phase.DEVEINE:
        return pack_chances(s.luck_pack[Luck.DEVEINE], s.luck_used[Luck.DEVEINE], moves, weights)
    faces = s.seats if s.phase == Phase.FIRST_PLAYER else DIE
    for face in range(faces):
        moves[face] = face
        weights[face] = 1
    return faces + 0


@verb
def objection(s, move):
    """The rule that forbids `move` here, or 0."""
    if s.phase <= Phase.DEVEINE:
        return objection_to_chance(s, move)
    if s.phase == Phase.OVER:
        return No.OTHER_QUESTION
    kind, what, racket = split(move)
    if kind == Move.PICK or kind == Move.PICK_FURTHER:
        return No.OTHER_QUESTION if s.phase == Phase.ANNOUNCE else objection_to_position(s, position_named(kind, what))
    if kind == Move.OPEN:
        return objection_to_opening(s, what, racket)
    return objection_to_announcing(s, what) if kind == Move.ANNOUNCE else objection_to_stopping(s)


@rule
def nameable(s, place):
    """The positions of a neighbourhood that may be named now."""
    if is_placing(s):
        return places(s, place) if objection_to_placing(s, place) == 0 else 0
    return removable(s, place)


@rule
def add_positions(s, place, cells, moves, count):
    """List the moves that name these positions, of those that our own board has."""
    while cells != 0:
        position = position_of(s, place, grid.lowest(cells))
        if position >= POSITIONS:
            break
        moves[count] = join(Move.PICK, position)
        cells &= cells - 1
        count += 1
    return count


@rule
def add_further_positions(s, place, cells, moves, count):
    """List the moves that name these positions, of those that only an edition has."""
    while cells != 0:
        position = position_of(s, place, grid.lowest(cells))
        if position >= POSITIONS:
            moves[count] = join(Move.PICK_FURTHER, position - POSITIONS)
            count += 1
        cells &= cells - 1
    return count


@rule
def add_places(s, moves, count):
    """List the positions where a token may be placed; one loop looks at what is doubtful in all neighbourhoods."""
    place, good, doubtful = NONE, 0, 0
    while True:
        while doubtful == 0 and place < NEIGHBOURHOODS:
            if place != NONE:
                count = add_positions(s, place, good, moves, count)
            place, good = place + 1, 0
            if place < NEIGHBOURHOODS and objection_to_placing(s, place) == 0:
                good, doubtful = first_sight(s, place)
        if doubtful == 0:
            return count
        cell = grid.lowest(doubtful)
        doubtful ^= cell
        if is_safe(s, place, cell):
            good |= cell


@verb
def legal(s, moves):
    """Every legal move of the seat to act, ascending; returns how many."""
    count = 0
    if s.phase == Phase.ANNOUNCE:
        for place in range(NEIGHBOURHOODS):
            if objection_to_announcing(s, place) == 0:
                moves[count] = join(Move.ANNOUNCE, place)
                count += 1
    elif is_placing(s):
        count = add_places(s, moves, 0)
    else:
        for place in range(NEIGHBOURHOODS):
            count = add_positions(s, place, removable(s, place), moves, count)
    if s.phase == Phase.ENTER or s.phase == Phase.BUY:
        for place in range(NEIGHBOURHOODS):
            if objection_to_opening(s, place, CHEAPEST) == 0:
                for racket in range(RACKETS):
                    if objection_to_opening(s, place, racket) == 0:
                        moves[count] = join(Move.OPEN, place, racket)
                        count += 1
    if objection_to_stopping(s) == 0:
        moves[count] = join(Move.DONE)
        count += 1
    last = NEIGHBOURHOODS - 1
    if s.first_position[last] + grid.count(s.land[last]) > POSITIONS and s.phase != Phase.ANNOUNCE:
        for place in range(NEIGHBOURHOODS):
            count = add_further_positions(s, place, nameable(s, place), moves, count)
    return count


# ---------------------------------------------------------------- any move


@rule
def hat(s):
    """What may be drawn: where tokens may go, as a set, with how many empty positions; neighbourhoods to open; rackets."""
    enterable, positions, openable, affordable = 0, 0, 0, 0
    for place in range(NEIGHBOURHOODS):
        if objection_to_placing(s, place) == 0:
            enterable |= 1 << place
            positions += grid.count(s.land[place] & ~taken(s, place))
        elif objection_to_opening(s, place, CHEAPEST) == 0:
            openable += 1
    if openable > 0:
        for racket in range(RACKETS):
            affordable += s.cash[s.turn] >= PRICES[racket]
    return enterable, positions, openable, affordable


@rule
def pick_of(s, enterable, index):
    """The move that names empty position number `index` of these neighbourhoods; NONE if no token may be placed there (JP-40)."""
    for place in range(NEIGHBOURHOODS):
        empty = s.land[place] & ~taken(s, place) if enterable >> place & 1 else 0
        here = grid.count(empty)
        if index < here:
            cell = grid.nth(empty, index)
            if not is_safe(s, place, cell):
                return NONE
            position = position_of(s, place, cell)
            return join(Move.PICK, position) if position < POSITIONS else join(Move.PICK_FURTHER, position - POSITIONS)
        index -= here
    return NONE


@rule
def opening_of(s, index, affordable):
    """The move that opens a neighbourhood: number `index` of all pairs of such a neighbourhood and a racket."""
    place, racket = 0, 0
    left = index // affordable
    while left > 0 or objection_to_opening(s, place, CHEAPEST) != 0:
        left -= objection_to_opening(s, place, CHEAPEST) == 0
        place += 1
    left = index % affordable
    while left > 0 or s.cash[s.turn] < PRICES[racket]:
        left -= s.cash[s.turn] >= PRICES[racket]
        racket += 1
    return join(Move.OPEN, place, racket)


@verb
def sample(s, rng):
    """A random legal move of somebody who places a token, each alike; NONE where all have to be listed.

    Everything is in the hat, and whoever draws a forbidden position draws again: few are, except where boards are crowded.
    """
    if not is_placing(s):
        return NONE
    enterable, positions, openable, affordable = hat(s)
    openings, may_stop = openable * affordable, objection_to_stopping(s) == 0
    for _ in range(DRAWS):
        index = below(rng, positions + openings + may_stop)
        if index >= positions + openings:
            return join(Move.DONE)
        if index >= positions:
            return opening_of(s, index - positions, affordable)
        move = pick_of(s, enterable, index)
        if move != NONE:
            return move
    return NONE
