"""The rules of Le Jeu du Parrain in the order of a turn: bonus, card, buying and placing, draw, end of turn."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.pieces import next_seat, note, payoffs
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.cards import (
    ask_for_card,
    ask_for_free_token,
    ask_for_lost_token,
    bad_luck,
    draw,
    give_up_token,
    good_luck,
    number_of,
    pack_chances,
    put_cards_under,
    roll,
    settle_debt,
    show_card,
)
from fivefamilies.games.parrain.components import (
    DIE,
    ENTRIES,
    NEIGHBOURHOODS,
    PRICES,
    RACKETS,
    TOKENS_PER_TURN,
    Luck,
)
from fivefamilies.games.parrain.control import (
    announce,
    ask_for_announcement,
    forfeit,
    look_at_announcements,
    look_at_claim,
)
from fivefamilies.games.parrain.events import Event
from fivefamilies.games.parrain.referee import ANNOUNCE, DONE, OPEN, can_open, can_place, first_contested, is_placing
from fivefamilies.games.parrain.state import (
    NONE,
    Phase,
    Status,
    bonus,
    control_worth,
    controls,
    foes,
    neighbourhood_of,
    worth,
)

# ---------------------------------------------------------------- turns


@rule
def begin_turn(s, seat, log):
    """A first turn enters two neighbourhoods; any other pays bonuses and plays the card in hand (JP-17, JP-25, JP-46)."""
    s.turn = seat
    for place in range(NEIGHBOURHOODS):
        s.placed[place] = 0
    note(log, Event.TURN, seat, s.round)
    if s.round == 1:
        s.entries = 0
        s.phase = Phase.NEXT_ENTRY
        return
    for place in range(NEIGHBOURHOODS):
        if s.instalments[place] > 0 and s.controller[place] == seat:
            s.instalments[place] -= 1
            s.cash[seat] += bonus(s, place)
            note(log, Event.BONUS, seat, place, bonus(s, place))
    show_card(s, log)


@rule
def ask_for_entry(s, log):
    """First turn: two different neighbourhoods, then the card (JP-17, JP-20); one that cannot be entered is skipped (JP-R23)."""
    s.entered = NONE
    s.phase = Phase.ENTER
    if s.entries == ENTRIES or not (can_place(s) or can_open(s)):
        s.entries = 0
        ask_for_card(s, log)


@rule
def end_turn(s, log):
    """Claims are looked at, then the end of the game, then the next player is up (JP-43, JP-55, JP-R22)."""
    some_open = False
    for place in range(NEIGHBOURHOODS):
        if s.status[place] == Status.OPEN:
            look_at_claim(s, place, log)
        some_open |= s.status[place] == Status.OPEN
    following = next_seat(s.turn, s.seats)
    if not some_open:
        finish(s, Event.ALL_CONTROLLED, log)
    elif following == s.first_player and end_round(s, log):
        return
    else:
        begin_turn(s, following, log)


@rule
def end_round(s, log):
    """A truce after quiet rounds, or the round limit, ends the game (JP-R22); returns whether it did."""
    s.quiet_rounds = 0 if s.any_placed else s.quiet_rounds + 1
    s.any_placed = 0
    if s.quiet_rounds >= s.truce_rounds:
        finish(s, Event.TRUCE, log)
        return True
    if s.round >= s.round_limit:
        finish(s, Event.ROUND_LIMIT, log)
        return True
    s.round += 1
    return False


@rule
def finish(s, reason, log):
    """The highest worth is the Godfather (JP-56)."""
    s.phase = Phase.OVER
    note(log, reason)
    best = standing(s, 0)
    for seat in range(1, s.seats):
        best = max(best, standing(s, seat))
    for seat in range(s.seats):
        if standing(s, seat) == best:
            note(log, Event.GODFATHER, seat)


# ---------------------------------------------------------------- placing


@rule
def open_racket(s, place, racket, log):
    """The first to enter fixes the racket for the whole game (JP-18, JP-R15); the token must follow."""
    s.racket[place] = racket
    s.opened = place
    note(log, Event.OPENS, s.turn, place, racket)
    if s.phase == Phase.ENTER:
        s.entries += 1
        s.entered = place
        s.phase = Phase.ADD


@rule
def place_token(s, place, cell, log):
    """A token is paid for, if it is not free, and placed; what it encircles is taken at once (JP-28, JP-34, JP-R5)."""
    seat = s.turn
    if s.phase == Phase.FREE:
        if s.racket[place] == NONE:
            s.racket[place] = s.card_racket
            note(log, Event.OPENS, seat, place, s.card_racket)
        s.free_left -= 1
        note(log, Event.PLACES, seat, place, number_of(cell))
    else:
        price = PRICES[s.racket[place]]
        s.cash[seat] -= price
        note(log, Event.BUYS, seat, place, number_of(cell), price)
    s.bag[seat] -= 1
    s.men[place, seat] |= cell
    s.placed[place] += 1
    s.any_placed = 1
    s.opened = NONE
    capture(s, place, log)
    s.pending = place if grid.is_exposed(s.land[place], s.men[place, seat], foes(s, place, seat)) else NONE
    after_token(s, place)


@rule
def capture(s, place, log):
    """All encircled tokens leave the board together; they are a total loss (JP-37 to JP-39)."""
    seat = s.turn
    dead = grid.encircled(s.land[place], s.men[place, seat], grid.together(foes(s, place, seat)))
    if dead == 0:
        return
    for owner in range(s.seats):
        lost = grid.count(dead & s.men[place, owner])
        if lost > 0:
            s.men[place, owner] &= ~dead
            s.bag[owner] += lost
            note(log, Event.CAPTURES, seat, place, lost, owner)


@rule
def after_token(s, place):
    """What is asked after a placed token."""
    if s.phase == Phase.FREE:
        s.phase = Phase.FREE_TOKENS
    elif s.phase == Phase.ENTER:
        s.entries += 1
        s.entered = place
        s.phase = Phase.ADD
    elif s.phase == Phase.ADD and s.placed[place] == TOKENS_PER_TURN:
        s.phase = Phase.NEXT_ENTRY


@rule
def stop(s, log):
    """The player is done with adding, informing, buying or announcing."""
    note(log, Event.DONE, s.turn)
    if s.phase == Phase.ADD:
        s.phase = Phase.NEXT_ENTRY
    elif s.phase == Phase.INFORM:
        s.lose_left = 0
        s.phase = Phase.CARD_DONE
    elif s.phase == Phase.BUY:
        s.phase = Phase.ANNOUNCING
    else:
        ask_for_card(s, log)


# ---------------------------------------------------------------- the verbs


@verb
def actor(s):
    """The seat to move, CHANCE, or NOBODY when the game is over."""
    if s.phase <= Phase.DEVEINE:
        return CHANCE
    if s.phase == Phase.OVER:
        return NOBODY
    if s.phase == Phase.FORFEIT:
        return s.announcer[first_contested(s)] + 0
    return s.turn + 0


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


@rule
def play_chance(s, outcome, log):
    """Chance has spoken."""
    if s.phase == Phase.FIRST_PLAYER:
        s.first_player = outcome
        s.round = 1
        note(log, Event.STARTS, outcome)
        begin_turn(s, outcome, log)
    elif s.phase == Phase.DRAW:
        draw(s, outcome, log)
    elif s.phase == Phase.ROLL:
        roll(s, outcome + 1, log)
    elif s.phase == Phase.VEINE:
        good_luck(s, outcome, log)
    else:
        bad_luck(s, outcome, log)


@rule
def name_position(s, position, log):
    """A position was named: for a new token, or for one that leaves the board."""
    place = neighbourhood_of(s, position)
    cell = grid.nth(s.land[place], position - s.first_position[place])
    if is_placing(s):
        place_token(s, place, cell, log)
    elif s.phase == Phase.FORFEIT:
        forfeit(s, place, cell, log)
    else:
        give_up_token(s, place, cell, log)


@rule
def go_on(s, log):
    """Steps that happen by themselves, until somebody is asked."""
    while s.phase >= Phase.NEXT_ENTRY:
        if s.phase == Phase.NEXT_ENTRY:
            ask_for_entry(s, log)
        elif s.phase == Phase.FREE_TOKENS:
            ask_for_free_token(s, log)
        elif s.phase == Phase.LOST_TOKENS:
            ask_for_lost_token(s)
        elif s.phase == Phase.DEBT:
            settle_debt(s, log)
        elif s.phase == Phase.CARD_DONE:
            put_cards_under(s)
            s.phase = Phase.BUY
        elif s.phase == Phase.ANNOUNCING:
            if not ask_for_announcement(s):
                ask_for_card(s, log)
        elif s.phase == Phase.ANSWERS:
            look_at_announcements(s, log)
        else:
            end_turn(s, log)


@verb
def play(s, move, log):
    """Make a legal move."""
    if s.phase <= Phase.DEVEINE:
        play_chance(s, move, log)
    elif move < OPEN:
        name_position(s, move, log)
    elif move < ANNOUNCE:
        open_racket(s, (move - OPEN) // RACKETS, (move - OPEN) % RACKETS, log)
    elif move < DONE:
        announce(s, move - ANNOUNCE, log)
    else:
        stop(s, log)
    go_on(s, log)


@rule
def standing(s, seat):
    """More is better: worth; then more neighbourhoods; then more control value (the order in which ties are broken)."""
    return (worth(s, seat) * (NEIGHBOURHOODS + 1) + controls(s, seat)) * 2**18 + control_worth(s, seat)


@verb
def scores(s, out):
    """The richest is the Godfather; the points are dollars (JP-56)."""
    for seat in range(s.seats):
        out[seat, 1] = standing(s, seat)
    payoffs(out[:, 1], s.seats, out)
    for seat in range(s.seats):
        out[seat, 1] = worth(s, seat)


assert NEIGHBOURHOODS * 30_000 < 2**18
