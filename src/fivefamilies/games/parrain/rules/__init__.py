"""The rules of Le Jeu du Parrain in the order of a turn: bonus, card, buying and placing, draw, end of turn."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.pieces import next_seat, note, payoffs
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import ENTRIES, NEIGHBOURHOODS, PRICES, SEATS, TOKENS_PER_TURN
from fivefamilies.games.parrain.referee import can_open, can_place, first_contested, is_placing, position_named
from fivefamilies.games.parrain.rules.cards import (
    ask_for_free_token,
    ask_for_lost_token,
    bad_luck,
    draw,
    give_up_token,
    good_luck,
    put_cards_under,
    reshuffle_if_due,
    roll,
    settle_debt,
    show_card,
)
from fivefamilies.games.parrain.rules.control import (
    announce,
    ask_for_announcement,
    ask_for_forfeit,
    forfeit,
    look_at_announcements,
    look_at_claim,
)
from fivefamilies.games.parrain.state import (
    NONE,
    Phase,
    Status,
    board,
    bonus,
    control_worth,
    controls,
    foes,
    neighbourhood_of,
    position_of,
    worth,
)
from fivefamilies.games.parrain.words import Event, Move, split

# The steps of a turn, as the rules page numbers them.
FIRST_TURN = (
    Phase.NEXT_ENTRY,  # F1, F2: two neighbourhoods are entered
    Phase.DRAW,  # F3: a card for the next turn
    Phase.ANSWERS,  # F4: announcements are looked at,
    Phase.CLAIMS,  # then claims; the next player is up
)
TURN = (
    Phase.CARD_DONE,  # T0, T1: bonuses, then the card in hand is played to its end
    Phase.BUY,  # T2
    Phase.ANNOUNCING,  # T3
    Phase.DRAW,  # T4
    Phase.ANSWERS,  # T5, like F4
    Phase.CLAIMS,
)
AFTER = tuple(next((int(turn[turn.index(p) + 1]) for turn in (FIRST_TURN, TURN) if p in turn[:-1]), NONE) for p in Phase)


@rule
def go_on_after(s, step, log):
    """The next step of the turn."""
    s.phase = AFTER[step]
    if s.phase == Phase.DRAW:
        reshuffle_if_due(s, log)


# ---------------------------------------------------------------- turns


@rule
def begin_turn(s, seat, log):
    """A first turn enters two neighbourhoods; any other pays bonuses and plays the card in hand (JP-17, JP-25, JP-46)."""
    s.turn = seat
    forget(s)
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
def forget(s):
    """What the table remembers of a turn ends with the next; of a capture, with the captor's next turn."""
    for place in range(NEIGHBOURHOODS):
        s.placed[place] = 0
        s.fresh[place] = 0
    s.played = 0
    s.played_luck = 0
    if s.captor == s.turn + 1:
        s.captor = 0
        s.gone_from = 0
        for owner in range(SEATS):
            s.gone[owner] = 0


@rule
def ask_for_entry(s, log):
    """First turn: two different neighbourhoods, then the card (JP-17, JP-20); one that cannot be entered is skipped (JP-R23)."""
    s.entered = NONE
    s.phase = Phase.ENTER
    if s.entries == ENTRIES or not (can_place(s) or can_open(s)):
        s.entries = 0
        go_on_after(s, Phase.NEXT_ENTRY, log)


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
    """A truce after quiet rounds, or the round limit, ends the game (JP-R22), unless it goes on until control (JP-R32)."""
    s.quiet_rounds = 0 if s.any_placed or s.until_control else s.quiet_rounds + 1
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
    seat, was_pending = s.turn, s.pending != NONE
    if s.phase == Phase.FREE:
        if s.racket[place] == NONE:
            s.racket[place] = s.card_racket
            note(log, Event.OPENS, seat, place, s.card_racket)
        s.free_left -= 1
        note(log, Event.PLACES, seat, position_of(s, place, cell))
    else:
        price = PRICES[s.racket[place]]
        s.cash[seat] -= price
        note(log, Event.BUYS, seat, position_of(s, place, cell), price)
    s.bag[seat] -= 1
    s.fresh[place] |= cell
    s.placed[place] += 1
    s.any_placed = 1
    s.opened = NONE
    here, mine, theirs = board(s, place), s.men[place, seat] + 0, foes(s, place, seat)
    dead = grid.captured_by(here, mine, theirs, cell)
    s.men[place, seat] |= cell
    if dead != 0:
        capture(s, place, dead, log)
    risk = mine | cell if was_pending else cell
    is_pending = grid.shut_in(here, mine | cell, grid.without(theirs, dead), risk) != 0
    s.pending = place if is_pending else NONE
    after_token(s, place)


@rule
def capture(s, place, dead, log):
    """All encircled tokens leave the board together; they are a total loss (JP-37 to JP-39)."""
    seat = s.turn
    s.captor = seat + 1
    s.gone_from = place + 1
    for owner in range(s.seats):
        s.gone[owner] = dead & s.men[place, owner]
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
    else:
        go_on_after(s, Phase.BUY if s.phase == Phase.BUY else Phase.ANNOUNCING, log)


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
        go_on_after(s, Phase.DRAW, log)
    elif s.phase == Phase.ROLL:
        roll(s, outcome, log)
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
        go_on_unless_contested(s, log)
    else:
        give_up_token(s, place, cell, log)


@rule
def go_on_unless_contested(s, log):
    """Contested announcements cost their announcers a token each before the turn goes on (JP-50)."""
    if not ask_for_forfeit(s):
        go_on_after(s, Phase.ANSWERS, log)


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
            go_on_after(s, Phase.CARD_DONE, log)
        elif s.phase == Phase.ANNOUNCING:
            if not ask_for_announcement(s):
                go_on_after(s, Phase.ANNOUNCING, log)
        elif s.phase == Phase.ANSWERS:
            look_at_announcements(s, log)
            go_on_unless_contested(s, log)
        else:
            end_turn(s, log)


@verb
def play(s, move, log):
    """Make a legal move."""
    kind, what, racket = split(move)
    if s.phase <= Phase.DEVEINE:
        play_chance(s, move, log)
    elif kind == Move.PICK or kind == Move.PICK_FURTHER:
        name_position(s, position_named(kind, what), log)
    elif kind == Move.OPEN:
        open_racket(s, what, racket, log)
    elif kind == Move.ANNOUNCE:
        announce(s, what, log)
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
