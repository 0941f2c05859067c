"""TRIAL, RECEPTION and the verdicts: bills for the Corruption Pile, the Verdict marker, and who wins (NC-65 to NC-80)."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.pieces import note, total
from fivefamilies.games.nostra_city.components import (
    BANK_LIMIT,
    BILLS,
    CARDS,
    FIRST_INVESTIGATION,
    FIRST_TURF,
    GUILT_OF_INVESTIGATION,
    SPACES,
    TURFS,
    UNDERBOSS,
    UNDERBOSS_CARD,
    UNDERBOSS_FROM,
    VALUE,
    ZEALOUS_FROM,
    Bill,
    Inquiry,
    Power,
    Vendetta,
)
from fivefamilies.games.nostra_city.rules.business import gather_bills, refill_draw_pile
from fivefamilies.games.nostra_city.rules.meeting import lift_from_deck
from fivefamilies.games.nostra_city.state import (
    DISCARDS,
    DRAW,
    EVERYBODY,
    NONE,
    OUT,
    PILE,
    STREET,
    Phase,
    Stage,
    acts_with,
    ask,
    bank_size,
    bills_to_draw,
    blue_last,
    clockwise,
    count_in,
    hand_size,
    is_under,
    limit_of,
    number_of,
    purse_size,
    respect,
    street_deck_size,
    track_end,
)
from fivefamilies.games.nostra_city.state.memory import (
    AMOUNT,
    carry_bill,
    carry_bills,
    see_there,
    show_bank,
    write_bill,
    write_bills,
    write_bribe,
    write_counted,
    write_entry,
)
from fivefamilies.games.nostra_city.words import Event, No

# ---------------------------------------------------------------- TRIAL


@rule
def objection_to_corruption(s):
    """What keeps the player on turn from another Corruption? (NC-65; the District Attorney)"""
    if bank_size(s, s.turn) == 0:
        return No.NO_BILL
    is_limited = is_under(s, Inquiry.FEW_CORRUPTIONS) and s.actions >= limit_of(s, Inquiry.FEW_CORRUPTIONS)
    return No.ATTORNEY_FORBIDS if is_limited else 0


@rule
def begin_corruption(s):
    """What happens between the engagement and the bill: Bruno looks, Delia takes (NC-R44)."""
    s.actions += 1
    s.corrupted[s.turn] = 1
    s.left = 0
    ask(s, Phase.TRIAL_BILL, s.turn)
    if acts_with(s, Power.SECOND_BILL):
        s.left = 1
    elif acts_with(s, Power.LOOK_AT_PILE) and total(s.pile) > 0:
        s.left = min(number_of(s, Power.LOOK_AT_PILE), total(s.pile))
        s.phase = Phase.BRUNO_BILL
    elif acts_with(s, Power.TAKE_FROM_PILE) and total(s.pile) > 0:
        s.phase = Phase.DELIA_BILL


@rule
def look_at_pile(s, bill, log):
    """Bruno looks at up to two random bills of the Pile."""
    see_there(s, s.turn, PILE, bill, 2 if s.bill == bill else 1)
    first = 1 << AMOUNT * s.bill if s.bill != NONE else 0  # two looks are at two different bills
    write_entry(s, PILE, PILE, first + (1 << AMOUNT * bill), s.turn, s.turn)
    note(log, Event.LOOKS, s.turn, bill)
    s.bill = bill
    s.left -= 1
    if s.left == 0:
        s.bill = NONE
        ask(s, Phase.TRIAL_BILL, s.turn)


@rule
def take_from_pile(s, bill, log):
    """Delia takes a random bill of the Pile into the Bank."""
    carry_bill(s, PILE, total(s.pile), s.turn, bill, s.turn, s.turn)
    write_bill(s, PILE, s.turn, bill, s.turn, s.turn)
    s.pile[bill] -= 1
    s.bank[s.turn, bill] += 1
    note(log, Event.TAKES_FROM_PILE, s.turn, bill)
    ask(s, Phase.TRIAL_BILL, s.turn)


@rule
def place_bill(s, bill, log):
    """A bill from the Bank, face down; Elio's owner is asked after every one, so that being asked tells nothing (NC-R42)."""
    s.bank[s.turn, bill] -= 1
    s.bill = bill
    note(log, Event.CORRUPTS, s.turn, s.underling, bill)
    if acts_with(s, Power.MOVE_MARKER):
        ask(s, Phase.DIRECTION, s.turn)
    else:
        s.phase = Phase.BRIBE_PLACED


@rule
def end_bribe(s, log):
    """The bill lies on the Pile; Amalia may add a second, Cesare draws one (NC-R44)."""
    carry_bill(s, s.turn, purse_size(s, s.turn) + 1, PILE, s.bill, s.turn, s.turn)
    write_bribe(s, s.turn, s.bill)
    s.pile[s.bill] += 1
    s.bill = NONE
    s.phase = Phase.GOES_ON
    if s.left > 0:
        s.left = 0
        ask(s, Phase.TRIAL_BILL2, s.turn)
    elif acts_with(s, Power.DRAW_AFTER_BRIBE) and refill_draw_pile(s, log):
        ask(s, Phase.CESARE_BILL, s.turn)


@rule
def draw_for_cesare(s, bill, log):
    """A bill into the Bank; a Raid is just discarded."""
    s.phase = Phase.GOES_ON
    if bill == Bill.RAID:
        s.draw[bill] -= 1
        s.discards[bill] += 1
        note(log, Event.RAID, s.turn)
        return
    carry_bill(s, DRAW, bills_to_draw(s), s.turn, bill, s.turn, s.turn)
    write_bill(s, DRAW, s.turn, bill, s.turn, s.turn)
    s.draw[bill] -= 1
    s.bank[s.turn, bill] += 1
    note(log, Event.DRAWS_BILL, s.turn, bill)


@rule
def push_marker(s, steps, log):
    """The Verdict marker moves; what lies beyond an end is lost (NC-75, NC-R42)."""
    before = s.marker + 0
    s.marker = min(max(before + steps, 1), track_end(s))
    note(log, Event.MARKER, before, s.marker)


@rule
def reward_zealous(s, log):
    """From April on the only player who made Corruption actions gets a Zealous Corruptor (NC-66), by option once the Titles
    that lie on them are taken (NC-R46)."""
    if s.month < ZEALOUS_FROM or (s.zealous_wait and s.title[UNDERBOSS] == NONE):
        return
    zealous = NONE
    players = 0
    for seat in range(s.seats):
        if s.corrupted[seat]:
            players += 1
            zealous = seat
    if players == 1:
        s.zealous[zealous] += 1
        note(log, Event.ZEALOUS, zealous)


# ---------------------------------------------------------------- RECEPTION


@rule
def begin_reception(s, log):
    """All Underlings and Turfs become Free (NC-69, NC-R10); the IRS takes whole Banks (NC-86, NC-R22)."""
    for card in range(FIRST_TURF + TURFS):
        s.busy[card] = 0
    if is_under(s, Inquiry.TAKE_BANKS):
        for step in range(s.seats):
            seat = clockwise(s, step)
            for bill in range(BILLS):
                if s.bank[seat, bill] > 0:
                    note(log, Event.LOSES, seat, bill, s.bank[seat, bill])
            carry_bills(s, seat, 0, DISCARDS, s.bank[seat], 0, EVERYBODY, EVERYBODY)
            write_bills(s, seat, DISCARDS, s.bank[seat], EVERYBODY, EVERYBODY)
            for bill in range(BILLS):
                s.discards[bill] += s.bank[seat, bill]
                s.bank[seat, bill] = 0
    s.lap = 0
    s.phase = Phase.NEXT_OVER_LIMIT


@rule
def ask_next_over_limit(s):
    """Whoever has more than six bills discards, clockwise from the First Player (NC-70)."""
    while s.lap < s.seats:
        seat = clockwise(s, s.lap)
        if bank_size(s, seat) > BANK_LIMIT:
            ask(s, Phase.DISCARD, seat)
            return
        s.lap += 1
    s.phase = Phase.GUILT


@rule
def discard_bill(s, bill, log):
    """A bill of the owner's choice, seen by all (NC-70, NC-R11)."""
    seat = s.asked
    carry_bill(s, seat, 0, DISCARDS, bill, EVERYBODY, EVERYBODY)
    write_bill(s, seat, DISCARDS, bill, EVERYBODY, EVERYBODY)
    s.bank[seat, bill] -= 1
    s.discards[bill] += 1
    note(log, Event.LOSES, seat, bill, 1)
    s.phase = Phase.NEXT_OVER_LIMIT


@rule
def press_charges(s, log):
    """Each Investigation on the Street moves the marker towards Guilty (NC-58, NC-71, NC-77)."""
    count = count_in(s, STREET, FIRST_INVESTIGATION, CARDS)
    if count > 0:
        note(log, Event.GUILT, count)
        push_marker(s, count * GUILT_OF_INVESTIGATION, log)


@rule
def begin_refill(s, log):
    """The Underboss comes in before the refill (NC-59, NC-R15)."""
    press_charges(s, log)
    if s.month >= UNDERBOSS_FROM and s.title[UNDERBOSS] == NONE:
        bring_in_underboss(s, log)
    s.space = 0
    s.phase = Phase.REFILLING


@rule
def bring_in_underboss(s, log):
    """To the first free space, else in place of the first card that is no Investigation; else he waits (NC-59, NC-R15)."""
    for space in range(SPACES):
        if s.street[space] == UNDERBOSS_CARD:
            return
    chosen = NONE
    for space in range(SPACES - 1, -1, -1):
        if s.street[space] == NONE:
            chosen = space
    if chosen == NONE:
        for space in range(SPACES - 1, -1, -1):
            if s.street[space] < FIRST_INVESTIGATION:
                chosen = space
        if chosen == NONE:
            return
        s.place[s.street[chosen]] = OUT
        note(log, Event.LEAVES_GAME, s.street[chosen])
    s.street[chosen] = UNDERBOSS_CARD
    note(log, Event.UNDERBOSS_ENTERS, chosen)


@rule
def refill_next_space(s):
    """Empty spaces from 1 to 4, while the deck lasts (NC-72, NC-R32, NC-R41)."""
    while s.space < SPACES:
        if s.street[s.space] == NONE and street_deck_size(s) + s.under_count > 0:
            s.phase = Phase.REFILL
            return
        s.space += 1
    s.space = NONE
    s.phase = Phase.NEXT_STAGE


@rule
def turn_up(s, card, log):
    """A card of the deck comes onto the Street."""
    lift_from_deck(s, card)
    s.place[card] = STREET
    s.street[s.space] = card
    note(log, Event.TURNED_UP, s.space, card)
    s.phase = Phase.REFILLING


# ---------------------------------------------------------------- verdicts


@rule
def go_on_counting(s, log):
    """The Pile is shuffled and counted bill by bill (NC-74); afterwards the first verdict makes a new draw pile."""
    if total(s.pile) > 0:
        s.phase = Phase.COUNT
    elif s.stage == Stage.FIRST_VERDICT:
        gather_bills(s)
        s.phase = Phase.NEXT_STAGE
    else:
        press_charges(s, log)
        pronounce(s, log)


@rule
def count_bill(s, bill, log):
    """Innocent to the left, Guilty to the right, each step clamped at the ends (NC-74, NC-75, NC-R25)."""
    carry_bill(s, PILE, 0, DISCARDS, bill, EVERYBODY, EVERYBODY)
    write_counted(s, bill)
    s.pile[bill] -= 1
    s.discards[bill] += 1
    note(log, Event.COUNTED, bill)
    if s.leaning[bill] != 0:
        push_marker(s, s.leaning[bill], log)
    s.phase = Phase.COUNTING


@rule
def give_bonuses(s, log):
    """Fine Team, Wisdom and Virtue, Full of cash (NC-80). The Banks are shown for the last one."""
    for seat in range(s.seats):
        show_bank(s, seat)
        write_bills(s, seat, seat, s.bank[seat], EVERYBODY, EVERYBODY)
        for bill in range(BILLS):
            if s.bank[seat, bill] > 0:
                note(log, Event.SHOWS_BANK, seat, bill, s.bank[seat, bill])
    for bonus in range(3):
        s.bonus[bonus] = leader_for(s, bonus)
        note(log, Event.BONUS, bonus, s.bonus[bonus])
    s.phase = Phase.COUNTING


@rule
def leader_for(s, bonus):
    """Who would get a bonus card now; a tie means nobody (NC-80)."""
    best, leader = -1, NONE
    for seat in range(s.seats):
        amount = measure(s, seat, bonus)
        if amount > best:
            best, leader = amount, seat
        elif amount == best:
            leader = NONE
    return leader


@rule
def measure(s, seat, bonus):
    """What a bonus card counts (NC-80, NC-R27, NC-R28)."""
    if bonus == 0:
        return count_in(s, seat, 0, FIRST_TURF + TURFS)
    if bonus == 1:
        return hand_size(s, seat)
    amount = 0
    for bill in range(BILLS):
        amount += VALUE[bill] * s.bank[seat, bill]
    return amount


@rule
def is_snitch(s, seat):
    """One card or two make one Snitch (NC-89, NC-R30)."""
    return s.hand[seat, Vendetta.FBI_SNITCH] > 0


@rule
def is_guilty(s):
    return s.marker > blue_last(s)


@rule
def standing(s, seat):
    """More is better: Respect, then the higher Title; -1000 for who cannot win (NC-78)."""
    if is_snitch(s, seat) != is_guilty(s):
        return -1000
    points = respect(s, seat) * 4
    for rank in range(3):
        if s.title[rank] == seat:
            points += 3 - rank
    return points


@rule
def wins(s, seat):
    """First among those whose side won; level with another, both (NC-78, NC-79, NC-R29)."""
    if standing(s, seat) == -1000:
        return False
    for other in range(s.seats):
        if standing(s, other) > standing(s, seat):
            return False
    return True


@rule
def pronounce(s, log):
    """Snitches reveal themselves, the verdict is spoken, the winner known (NC-77 to NC-79)."""
    for seat in range(s.seats):
        if is_snitch(s, seat):
            note(log, Event.SNITCH, seat)
    note(log, Event.GUILTY if is_guilty(s) else Event.INNOCENT)
    someone_wins = False
    for seat in range(s.seats):
        if wins(s, seat):
            someone_wins = True
            note(log, Event.WINS, seat)
    if not someone_wins:
        note(log, Event.ALL_LOSE)
    s.phase = Phase.OVER
