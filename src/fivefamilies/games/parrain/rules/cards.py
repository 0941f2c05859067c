"""The cards of Le Jeu du Parrain: three packs with their used cards below, and what each card does (JP-9 to JP-15)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import append, note, remove, total
from fivefamilies.games.parrain.components import (
    CARD_KIND,
    CARD_MONEY,
    CARD_RACKET,
    CARD_TOKENS,
    INFORMER_TOKENS,
    LUCK,
    SALES,
    Kind,
    Luck,
)
from fivefamilies.games.parrain.referee import can_place
from fivefamilies.games.parrain.state import NONE, Phase, position_of, tokens_on_board
from fivefamilies.games.parrain.words import Event

# ---------------------------------------------------------------- the packs


@rule
def reshuffle_if_due(s, log):
    """A playing card is to be drawn; with `each_pass` an empty pack is made of the used cards first (JP-31, JP-R24)."""
    if s.each_pass and total(s.pack) == 0:
        for i in range(s.used_count):
            s.pack[s.used[i]] += 1
            s.used[i] = 0
        s.used_count = 0
        for seat in range(s.seats):
            s.held_over[seat] = s.hand[seat] != NONE
        note(log, Event.RESHUFFLED, NONE)


@rule
def draw(s, card, log):
    """The card for the next turn, hidden unless everybody could work it out (JP-20, JP-31)."""
    is_known = total(s.pack) == 0
    if is_known:
        s.used_count = remove(s.used, s.used_count, 0)
    else:
        s.pack[card] -= 1
    s.hand[s.turn] = card
    s.known[s.turn] = is_known
    s.held_over[s.turn] = 0
    note(log, Event.DRAWS, s.turn, card, is_known)


@rule
def ask_for_luck(s, luck, log):
    """A VEINE or DEVEINE card is to be drawn (JP-11)."""
    s.phase = Phase.VEINE if luck == Luck.VEINE else Phase.DEVEINE
    if s.each_pass and total(s.luck_pack[luck]) == 0:
        for i in range(s.luck_used_count[luck]):
            s.luck_pack[luck, s.luck_used[luck, i]] += 1
            s.luck_used[luck, i] = 0
        s.luck_used_count[luck] = 0
        note(log, Event.RESHUFFLED, luck)


@rule
def take_luck(s, luck, card):
    """Take the drawn luck card from its pack."""
    if total(s.luck_pack[luck]) == 0:
        s.luck_used_count[luck] = remove(s.luck_used[luck], s.luck_used_count[luck], 0)
    else:
        s.luck_pack[luck, card] -= 1
    s.luck = luck * LUCK + card
    s.played_luck = s.luck + 1


@rule
def put_cards_under(s):
    """Used cards go under their packs: first the luck card, then the playing card (JP-27, JP-R24)."""
    if s.luck != NONE:
        luck = s.luck // LUCK
        s.luck_used_count[luck] = append(s.luck_used[luck], s.luck_used_count[luck], s.luck % LUCK)
        s.luck = NONE
    s.used_count = append(s.used, s.used_count, s.card)
    s.card = NONE
    s.card_racket = NONE


# ---------------------------------------------------------------- step A: the card in hand


@rule
def show_card(s, log):
    """The card in hand is shown and carried out: there is no choice (JP-25, JP-R11)."""
    card = s.hand[s.turn]
    s.card = card
    s.played = card + 1
    s.hand[s.turn] = NONE
    s.known[s.turn] = 0
    s.held_over[s.turn] = 0
    note(log, Event.SHOWS, s.turn, card)
    kind = CARD_KIND[card]
    if kind == Kind.MONEY:
        receive(s, CARD_MONEY[card], log)
        s.phase = Phase.CARD_DONE
    elif kind == Kind.RACKET:
        grant_tokens(s, CARD_RACKET[card], CARD_TOKENS[card])
    elif kind == Kind.REPRIEVE:
        s.phase = Phase.ROLL
    else:
        s.lose_left = INFORMER_TOKENS
        s.phase = Phase.INFORM


@rule
def receive(s, amount, log):
    """The bank pays (JP-9, JP-12)."""
    if amount > 0:
        s.cash[s.turn] += amount
        note(log, Event.RECEIVES, s.turn, amount)


@rule
def grant_tokens(s, racket, tokens):
    """Free tokens of a racket, to be placed at once (JP-10, JP-26)."""
    s.card_racket = racket
    s.free_left = tokens
    s.phase = Phase.FREE_TOKENS


@rule
def ask_for_free_token(s, log):
    """The next free token; those that cannot be placed are lost (JP-26, JP-R13)."""
    s.phase = Phase.FREE
    if s.free_left == 0 or not can_place(s):
        if s.free_left > 0:
            note(log, Event.LOST_FREE_TOKENS, s.turn, s.free_left)
        s.free_left = 0
        s.phase = Phase.CARD_DONE


@rule
def roll(s, face, log):
    """Even is VEINE, odd is DEVEINE (JP-11); faces are counted from 0."""
    note(log, Event.ROLLS, s.turn, face)
    ask_for_luck(s, Luck.DEVEINE if face % 2 == 0 else Luck.VEINE, log)


@rule
def good_luck(s, card, log):
    """A VEINE card: money from the bank, then free tokens (JP-12)."""
    take_luck(s, Luck.VEINE, card)
    note(log, Event.GOOD_LUCK, s.turn, card)
    receive(s, s.luck_money[Luck.VEINE, card], log)
    grant_tokens(s, s.luck_racket[Luck.VEINE, card], s.luck_tokens[Luck.VEINE, card])


@rule
def bad_luck(s, card, log):
    """A DEVEINE card: first tokens are lost, then money is paid (JP-13, JP-R17)."""
    take_luck(s, Luck.DEVEINE, card)
    note(log, Event.BAD_LUCK, s.turn, card)
    s.card_racket = s.luck_racket[Luck.DEVEINE, card]
    s.lose_left = s.luck_tokens[Luck.DEVEINE, card]
    s.penalty = s.luck_money[Luck.DEVEINE, card]
    s.phase = Phase.LOST_TOKENS


@rule
def ask_for_lost_token(s):
    """The next token of the racket to be lost; without one this part of the penalty falls away (JP-13)."""
    if s.lose_left > 0 and tokens_on_board(s, s.turn, s.card_racket):
        s.phase = Phase.LOSE
    else:
        s.lose_left = 0
        s.phase = Phase.DEBT


@rule
def settle_debt(s, log):
    """Pay the penalty; short of cash, sell a token; without one, pay what there is (JP-14, JP-R17)."""
    seat = s.turn
    if s.cash[seat] < s.penalty and tokens_on_board(s, seat, NONE):
        s.phase = Phase.SELL
        return
    paid = min(s.cash[seat] + 0, s.penalty + 0)
    if paid > 0:
        s.cash[seat] -= paid
        note(log, Event.PAYS, seat, paid)
    if s.penalty > paid:
        note(log, Event.FORGIVEN, seat, s.penalty - paid)
    s.penalty = 0
    s.phase = Phase.CARD_DONE


# ---------------------------------------------------------------- tokens that leave the board


@rule
def remove_token(s, place, cell):
    """A token leaves the board for its owner's bag; nothing is captured (JP-24, JP-R10, JP-R14). Returns whose it was."""
    for seat in range(s.seats):
        if s.men[place, seat] & cell != 0:
            s.men[place, seat] ^= cell
            s.bag[seat] += 1
            return seat
    return NONE


@rule
def give_up_token(s, place, cell, log):
    """A token was named to be lost, sold or informed on."""
    owner = remove_token(s, place, cell)
    position = position_of(s, place, cell)
    if s.phase == Phase.LOSE:
        note(log, Event.LOSES, s.turn, position)
        s.lose_left -= 1
        s.phase = Phase.LOST_TOKENS
    elif s.phase == Phase.SELL:
        price = SALES[s.racket[place]]
        s.cash[s.turn] += price
        note(log, Event.SELLS, s.turn, position, price)
        s.phase = Phase.DEBT
    else:
        note(log, Event.INFORMS, s.turn, position, owner)
        s.lose_left -= 1
        if s.lose_left == 0:
            s.phase = Phase.CARD_DONE
