"""How good a move of Der Pate looks at first sight (`appeal`: the greedy bot, rollouts), and what each family may hope for at a
glance (`outlook`: where search stops and looks).

Appeal is measured in thousands of dollars: what the move earns by the end of the game, a share of what it costs rivals, and
the steps on Reputation and Influence at the price of not being eliminated.

The outlook is what the family would settle, were the game to end now, and what it can still do: the turn of this round if it is
still to come counts, most of all in the last round. The weights stand in the exponent of its chances; they are fitted to 24,000
positions of 1,362 games with 2 to 4 families, most of them searching, the others greedy, and rounded. They are much the same for
every number of families.
"""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import hopes
from fivefamilies.games.der_pate.components import (
    BAIL,
    BANK,
    BLOCK,
    BUSINESSES,
    CARDS,
    CARDS_IN_PLAY,
    DEBT_TO_BANK,
    DEBT_TO_PLAYER,
    DICE,
    EMPTY,
    END_OF_TRACK,
    FAVOUR_CASH,
    FAVOUR_STEPS,
    NEUTRAL,
    PER_BUSINESS,
    PUPPET,
    ROUNDS,
    TOKENS,
    Character,
    Colour,
    Effect,
    Line,
    Track,
)
from fivefamilies.games.der_pate.state import (
    Held,
    Phase,
    controlled,
    debts_held,
    is_protected,
    third_favour_track,
)
from fivefamilies.games.der_pate.words import Move, split

RIVALS = 0.35  # how much a rival's loss is worth
FREE = 40.0  # free actions come before the placement
NEVER = -40.0
MEMBER = 1.0  # a member at home
SENATOR_KEPT, JUDGE_KEPT, POLICEMAN_KEPT = 2.5, 1.5, 1.0  # what a token is worth at hand


# ---------------------------------------------------------------- what things are worth


@rule
def rounds_left(s):
    """Rounds to come, this one included."""
    return ROUNDS + 1 - s.round


@rule
def ko_chance(s, track):
    """How likely this track decides: the cards shown, and those that may come."""
    if s.ko >= 0:
        return 1.0 if s.ko == track else 0.0
    unseen, same = 0, 0
    for card in range(CARDS):
        if not s.seen[card]:
            unseen += 1
            same += s.event_colour[card] == track
    expected = s.markers[track] + (CARDS_IN_PLAY - CARDS + unseen) * same / unseen
    return min(1.0, max(0.0, 0.5 + 0.4 * (expected - CARDS_IN_PLAY / 2)))


@rule
def worth_of_steps(s, seat, track, steps):
    """Steps on a track."""
    missing = s.last[track] - s.track[seat, track]
    if track == Track.REVENUE:
        at = s.track[seat, track]
        return (s.revenue[at + min(steps, missing)] - s.revenue[at]) * (rounds_left(s) + 0.0)
    if track == Track.FAVOURS:
        return min(steps, missing) * (0.5 + 0.25 * rounds_left(s) + min(s.friends[seat] + 0, 3))
    if missing == 0:
        return END_OF_TRACK + 0.0
    pressure = missing / rounds_left(s)
    return min(steps, missing) * (0.6 + ko_chance(s, track) * (3.5 + 1.2 * pressure))


@rule
def worth_of_business(s, seat, business):
    """What a business brings its owner to the end: the final payment, and its number now and then."""
    number = s.business_number[business] - 1
    income = s.income[number] + 0.0
    if s.bonus[number] >= 0:
        income += 0.5 * worth_of_steps(s, seat, s.bonus[number], 1)
    return PER_BUSINESS + 0.3 * (rounds_left(s) - 1) * income


@rule
def worth_of_friend(s, seat):
    """What a Friend of the Family can do."""
    place = s.track[seat, Track.FAVOURS]
    if place >= s.favour_space[3]:
        return FAVOUR_CASH - 0.5
    return 1.0 + place if rounds_left(s) > 1 else 0.5 + place


@rule
def loss_of(s, owner, seat, business):
    """How good it is for `seat` that the owner loses his member there."""
    if owner in (EMPTY, NEUTRAL):
        return 0.0
    worth = worth_of_business(s, owner, business) + MEMBER
    return -worth if owner == seat else RIVALS * worth


@rule
def worth_of_takeover(s, seat, business):
    """The business less the debt, and the former owner's loss."""
    return worth_of_business(s, seat, business) - DEBT_TO_PLAYER + loss_of(s, s.owner[business], seat, business)


# ---------------------------------------------------------------- the boxes


@rule
def worth_of_income(s, seat, number):
    """Line 1: own businesses pay us, the others pay rivals (DP-37)."""
    worth = 0.0
    for business in range(BUSINESSES):
        owner = s.owner[business]
        if s.business_number[business] == number and EMPTY < owner < NEUTRAL:
            gain = s.income[number - 1] + 0.0
            if s.bonus[number - 1] >= 0:
                gain += worth_of_steps(s, owner, s.bonus[number - 1], 1)
            worth += gain if owner == seat else -RIVALS * gain
    return worth


@rule
def worth_of_visit(s, seat, number):
    """Where the car would stop."""
    business = (s.car + number) % BUSINESSES
    if s.owner[business] == EMPTY:
        return worth_of_business(s, seat, business) - MEMBER if s.reserve[seat] > 0 else 0.0
    return 0.0 if s.owner[business] == seat else loss_of(s, s.owner[business], seat, business)


@rule
def worth_on_line_2(s, seat, colour, number):
    """Reputation, Influence, Visit, Rigged bets."""
    if colour == Colour.GREY:
        return worth_of_steps(s, seat, Track.REPUTATION, number)
    if colour == Colour.RED:
        return worth_of_steps(s, seat, Track.INFLUENCE, number)
    if colour == Colour.BLACK:
        return worth_of_visit(s, seat, number)
    return number + 0.0


@rule
def worth_on_line_3(s, seat, colour, number):
    """Meeting, raid, takeover, Friend."""
    if colour == Colour.GREY:
        return debts_held(s, seat) * (number - DEBT_TO_PLAYER + 0.0)
    if colour == Colour.WHITE:
        return worth_of_friend(s, seat) - number if s.cash[seat] >= number and s.brooklyn > 0 else 0.0
    worth = 0.0
    for business in range(BUSINESSES):
        owner = s.owner[business]
        if s.business_number[business] == number and owner != EMPTY and not is_protected(s, business):
            if colour == Colour.RED:
                worth += loss_of(s, owner, seat, business)
            elif owner != seat and s.reserve[seat] > 0 and s.debts[seat, seat] > 0:
                worth = max(worth, worth_of_takeover(s, seat, business))
    return worth


@rule
def worth_on_line_4(s, seat, colour):
    """The character's best service."""
    character = s.character[colour]
    if character == Character.PROSECUTOR:
        return MEMBER * s.tombs[seat]
    if character == Character.BANKER:
        revenue = worth_of_steps(s, seat, Track.REVENUE, 1)
        return max(revenue, worth_of_steps(s, seat, Track.FAVOURS, 1))
    best = 0.0
    for business in range(BUSINESSES):
        owner = s.owner[business]
        if not is_protected(s, business):
            if character == Character.SPY:
                best = max(best, loss_of(s, owner, seat, business))
            elif owner == EMPTY and s.reserve[seat] > 0:
                best = max(best, worth_of_business(s, seat, business) - MEMBER)
    return best


@rule
def worth_of_placing(s, seat, die, colour):
    """The box now, less what the die could do on the lines to come."""
    number = s.dice[die] + 0
    if s.line == Line.CHARACTERS:
        return worth_on_line_4(s, seat, colour)
    later = worth_on_line_4(s, seat, die)
    if number == PUPPET:
        now = worth_of_steps(s, seat, Track.REPUTATION, 1) + worth_of_steps(s, seat, Track.INFLUENCE, 1)
    elif s.line == 1:
        now = worth_of_income(s, seat, number)
    elif s.line == 2:
        now = worth_on_line_2(s, seat, colour, number)
    else:
        now = worth_on_line_3(s, seat, colour, number)
    if s.line == 1:
        return now - 0.5 * worth_on_line_2(s, seat, die, 3) - 0.25 * later
    return now - (0.5 if s.line == 2 else 1.0) * later


# ---------------------------------------------------------------- free actions


@rule
def worth_of_favour(s, seat, kind, what):
    """A favour, less the Friend it costs."""
    if kind == Move.CASH:
        return FAVOUR_CASH + 0.0
    if kind == Move.RECRUIT:
        return 3.0 if s.reserve[seat] == 0 else MEMBER
    if kind == Move.TWO_STEPS:
        return worth_of_steps(s, seat, Track.REPUTATION if what == 0 else third_favour_track(s), FAVOUR_STEPS)
    return DEBT_TO_PLAYER + (1.0 if s.debts[seat, seat] == 0 else 0.0)


@rule
def appeal_of_free_action(s, seat, kind, what):
    """Feasts at once; favours when they are worth more than a Friend kept."""
    if kind == Move.WEDDING or kind == Move.BAPTISM:
        return FREE
    if kind == Move.BIRTHDAY:
        return FREE + worth_of_steps(s, seat, what, 1)
    worth = worth_of_favour(s, seat, kind, what)
    wanted = 0.5 if rounds_left(s) == 1 else 4.0
    return FREE + worth if worth >= wanted else NEVER


@rule
def appeal_of_rolling_again(s, seat, kept):
    """A re-roll, when nothing that lies is any good."""
    hoped = 2.0
    for die in range(DICE):
        if s.placed[die] == 0:
            if s.line == 1:
                hoped = max(hoped, 3.0 - 0.5 * worth_on_line_2(s, seat, die, 3))
            elif s.line == 2:
                hoped = max(hoped, worth_on_line_2(s, seat, die, 3) - 0.5 * worth_on_line_4(s, seat, die))
    if s.line == 3:
        hoped = 0.0
    return hoped - kept * (rounds_left(s) > 1)


@rule
def appeal_in_window(s, seat, kind, what, colour):
    """A placement, a re-roll, a free action; ending the turn is worth nothing."""
    if kind == Move.NO:
        return 0.0
    if kind == Move.PLACE:
        return worth_of_placing(s, seat, what, what)
    if kind == Move.SENATOR:
        kept = SENATOR_KEPT if rounds_left(s) > 1 else 0.0
        return worth_of_placing(s, seat, what, colour) - kept
    if kind == Move.POLICEMAN:
        return appeal_of_rolling_again(s, seat, POLICEMAN_KEPT)
    if kind == Move.JUDGE:
        return appeal_of_rolling_again(s, seat, JUDGE_KEPT)
    return appeal_of_free_action(s, seat, kind, what)


# ---------------------------------------------------------------- the other questions


@rule
def appeal_of_business(s, seat, business):
    """A business named: to be taken, occupied, denounced or given up."""
    if s.phase == Phase.WAR or s.phase == Phase.TAKEOVER:
        return worth_of_takeover(s, seat, business) - MEMBER
    if s.phase == Phase.CONSIGLIERE:
        return worth_of_business(s, seat, business) - MEMBER
    if s.phase == Phase.CAR:
        return 0.0
    return loss_of(s, s.owner[business], seat, business)


@rule
def appeal_of_card_option(s, seat, option):
    """A step or cash; a member from the Hudson rather than from the Tombs."""
    if s.phase == Phase.RECOVER:
        return 2 * MEMBER if option == 0 else MEMBER
    if option == 0:
        return worth_of_steps(s, seat, s.event_track[s.card], s.event_steps[s.card])
    times = debts_held(s, seat) if s.event_effect[s.card] == Effect.CHOICE_BY_DEBTS else 1
    return times * s.event_cash[s.card] + 0.0


@rule
def appeal_of_yes(s, seat):
    """Yes to a card, a visit or the Prosecutor."""
    if s.phase == Phase.VISIT:
        return worth_of_business(s, seat, s.car) - MEMBER
    if s.phase == Phase.PROSECUTOR:
        return MEMBER
    price = s.event_cash[s.card] + 0.0 if s.event_effect[s.card] == Effect.PAY_TO_ADVANCE else 2 * MEMBER
    return worth_of_steps(s, seat, s.event_track[s.card], s.event_steps[s.card]) - price


@rule
def appeal_of_district(s, seat, district):
    """The three businesses together."""
    worth = 0.0
    for business in range(district * BLOCK, district * BLOCK + BLOCK):
        worth += worth_of_business(s, seat, business)
    return worth


@verb
def appeal(s, move):
    """How good a legal move looks to the seat to act."""
    seat = s.asked
    kind, what, colour = split(move)
    if s.phase == Phase.WINDOW:
        return appeal_in_window(s, seat, kind, what, colour)
    if kind == Move.NO:
        return 0.0
    if kind == Move.BUSINESS:
        return appeal_of_business(s, seat, what)
    if kind == Move.DISTRICT:
        return appeal_of_district(s, seat, what)
    if s.phase == Phase.TOKEN_NOW:
        return appeal_of_free_action(s, seat, kind, what)
    if kind == Move.YES:
        return appeal_of_yes(s, seat)
    if kind == Move.TRACK:
        return worth_of_steps(s, seat, what, 1)
    if kind == Move.RANSOM:
        wanted = 3 - s.reserve[seat]  # members beyond a few at home are not worth their ransom
        return -abs(what - max(0, wanted)) + 0.0
    return appeal_of_card_option(s, seat, what)


# ---------------------------------------------------------------- the outlook

SETTLED, SETTLED_AT_LAST = 0.08, 0.25  # a thousand dollars, and the more of it the fewer rounds are left
REVENUE = 0.09  # a thousand dollars of revenue for every round to come
TURN, LAST_TURN = 0.7, 2.0  # the turn of this round still to come, and the more the fewer rounds are left
TOKEN_IN_HAND = 0.2
DEBT_IN_HAND = 0.17  # an own debt token not given away yet
DEBT_HELD = 0.04  # a debt token of another, for every round left: a meeting may bring more than the settlement
MISSING = -0.7  # a space to the end of the K.O. track, for every turn left


@rule
def settlement(s, seat):
    """What the family would have, were the game to end now (DP-86 to DP-89)."""
    amount = s.cash[seat] + s.revenue[s.track[seat, Track.REVENUE]] + controlled(s, seat) * PER_BUSINESS - s.tombs[seat] * BAIL
    amount += DEBT_TO_PLAYER * debts_held(s, seat) - DEBT_TO_BANK * s.debts[seat, BANK]
    for other in range(s.seats):
        if other != seat:
            amount -= DEBT_TO_PLAYER * s.debts[seat, other]
    return amount


@rule
def tokens_in_hand(s, seat):
    """Action tokens at hand."""
    count = 0
    for token in range(TOKENS):
        count += s.tokens[seat, token] == Held.IN_HAND
    return count


@rule
def turn_to_come(s, seat):
    """How much of this round's turn a family still has before it: 1 for all of it."""
    if s.turn < 0 or (seat - s.first) % s.seats > (s.turn - s.first) % s.seats:
        return 1.0
    return 1.0 - s.line / Line.END_OF_TURN if seat == s.turn else 0.0


@rule
def hope_of(s, seat, left, grey, red):
    """The exponent of a family's chances."""
    to_come = turn_to_come(s, seat)
    missing = grey * (s.last[Track.REPUTATION] - s.track[seat, Track.REPUTATION])
    missing += red * (s.last[Track.INFLUENCE] - s.track[seat, Track.INFLUENCE])
    hope = (SETTLED + SETTLED_AT_LAST / left) * settlement(s, seat) + MISSING * missing / max(left - 1 + to_come, 0.25)
    hope += REVENUE * (left - 1) * s.revenue[s.track[seat, Track.REVENUE]] + (TURN + LAST_TURN / left) * to_come
    hope += DEBT_IN_HAND * s.debts[seat, seat] + DEBT_HELD * left * debts_held(s, seat)
    return hope + TOKEN_IN_HAND * tokens_in_hand(s, seat)


@verb
def outlook(s, out):
    """The chance of each family to win: the settlement, and what it can still make of the turns to come."""
    left = max(1, rounds_left(s))
    grey, red = ko_chance(s, Track.REPUTATION), ko_chance(s, Track.INFLUENCE)
    for seat in range(s.seats):
        out[seat, 1] = hope_of(s, seat, left, grey, red)
    hopes(s.seats, out)
