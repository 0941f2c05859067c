"""The rules of Nostra City: the set-up, the order of the Months, and the verbs. The phases have their own modules."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.pieces import note, payoffs
from fivefamilies.games.nostra_city.business import (
    draw_bill,
    engage_turf,
    go_on_drawing,
    name_kind,
    next_recipient,
    share,
)
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BILLS,
    BONUSES,
    CARDS,
    FIRST_TURF,
    FIRST_VERDICT_AFTER,
    INVESTIGATIONS,
    MONTHS,
    N_BILLS,
    N_BONUS,
    N_BRIBE,
    N_KINDS,
    N_LEANING,
    N_START,
    N_VENDETTA,
    N_WORTH,
    SPACES,
    START_BILLS,
    START_TURFS,
    START_UNDERLINGS,
    TURFS,
    UNDERLINGS,
    VENDETTAS,
    ZEALOUS_FROM,
    Bill,
    Underling,
)
from fivefamilies.games.nostra_city.events import Event
from fivefamilies.games.nostra_city.meeting import (
    award,
    build_offer,
    clear_next_offer,
    give_title,
    let_enzo_draw,
    resolve_next_space,
    reveal_locations,
    take_back,
    turn_over_for_enzo,
)
from fivefamilies.games.nostra_city.referee import (
    BILL,
    KIND,
    LEFT,
    NO_MORE,
    PAYBACK,
    RIGHT,
    SEAT,
    SPACE,
    TURF,
    UNDERLING,
    USE_ILARIA,
    USE_LUCA,
    YES,
    is_turn,
)
from fivefamilies.games.nostra_city.state import (
    DECK,
    DRAW,
    EVERYBODY,
    MINDS,
    NONE,
    STREET,
    VENDETTA_DECK,
    Phase,
    Stage,
    ask,
    clockwise,
    count_in,
    hand_size,
    respect,
)
from fivefamilies.games.nostra_city.trial import (
    begin_corruption,
    draw_for_cesare,
    end_bribe,
    look_at_pile,
    place_bill,
    take_from_pile,
)
from fivefamilies.games.nostra_city.vendetta import (
    answer_francesca,
    answer_guido,
    answer_marta,
    choose_direction,
    double_cross,
    draw_next_vendetta_card,
    draw_vendetta_card,
    end_payback,
    go_on,
    inspect,
    lay_payback,
    name_target,
    peek,
    play_payback,
    see_pile_bill,
    steal,
    strike_underling,
    take_over,
    use_power,
)
from fivefamilies.games.nostra_city.verdict import (
    ask_next_over_limit,
    begin_reception,
    begin_refill,
    count_bill,
    discard_bill,
    give_bonuses,
    go_on_counting,
    refill_next_space,
    turn_up,
    wins,
)

OPTIONS = 4  # the numbers of the box follow them

# ---------------------------------------------------------------- the start


@verb
def start(s, seats, options):
    """The decks, the start money, the marker (NC-19 to NC-24); chance then deals."""
    s.seats = seats
    s.per_bill = options[0]
    s.raids = options[1] + 1
    s.first = options[3] if options[2] == 1 else NONE
    s.marker = options[OPTIONS + N_START + seats - 3]
    s.month = 1
    lay_out_cards(s, options)
    hand_out_bills(s, options)
    for rank in range(BONUSES):
        s.title[rank] = NONE
        s.bonus[rank] = NONE
        s.bonus_worth[rank] = options[OPTIONS + N_BONUS + rank]
    for space in range(SPACES):
        s.street[space] = NONE
    s.first_next = s.first
    s.turn = NONE
    s.underling = NONE
    s.turf = NONE
    s.kind = NONE
    s.recipient = NONE
    s.space = NONE
    s.enzo = NONE
    s.winner = NONE
    s.card = NONE
    s.target = NONE
    s.bill = NONE
    ask(s, Phase.DEAL_UNDERLING, 0)


@rule
def lay_out_cards(s, options):
    """The Street cards in their deck, Gota and Atlantic City in the Vendetta deck (NC-21, NC-23)."""
    for card in range(CARDS):
        s.place[card] = DECK
        s.worth[card] = options[OPTIONS + N_WORTH + card]
    s.place[Underling.ANTHONY_GOTA] = VENDETTA_DECK
    s.place[FIRST_TURF + ATLANTIC_CITY] = VENDETTA_DECK
    for turf in range(TURFS):
        s.kinds[turf] = options[OPTIONS + N_KINDS + turf]
    for investigation in range(INVESTIGATIONS):
        s.bribe[investigation] = options[OPTIONS + N_BRIBE + investigation]
    for card in range(VENDETTAS):
        s.deck[card] = options[OPTIONS + N_VENDETTA + card]


@rule
def hand_out_bills(s, options):
    """The start money of each; the rest and the Raid are the draw pile (NC-20, NC-22). All of this is known to all."""
    s.draw[Bill.RAID] = s.raids
    for bill in range(BILLS):
        s.leaning[bill] = options[OPTIONS + N_LEANING + bill]
        s.draw[bill] = options[OPTIONS + N_BILLS + bill] - START_BILLS[bill] * s.seats
        for seat in range(s.seats):
            s.bank[seat, bill] = START_BILLS[bill]
    for mind in range(MINDS):
        if mind < s.seats or mind == EVERYBODY:
            for bill in range(BILLS):
                s.certain[mind, DRAW, bill] = s.draw[bill]
                for seat in range(s.seats):
                    s.certain[mind, seat, bill] = START_BILLS[bill]


@rule
def deal(s, card, log):
    """Three Underlings a seat, then a Turf a seat, then the four Street spaces, then the First Player."""
    if s.phase == Phase.DEAL_STREET:
        s.place[card] = STREET
        s.street[s.space] = card
        note(log, Event.TURNED_UP, s.space, card)
        s.space += 1
        if s.space == SPACES:
            s.space = NONE
            s.phase = Phase.FIRST_PLAYER if s.first == NONE else Phase.NEXT_STAGE
        return
    s.place[card] = s.asked
    note(log, Event.DEALT, s.asked, card)
    if s.phase == Phase.DEAL_UNDERLING:
        if count_in(s, s.asked, 0, UNDERLINGS) == START_UNDERLINGS:
            s.asked += 1
        if s.asked == s.seats:
            ask(s, Phase.DEAL_TURF, 0)
    else:
        if count_in(s, s.asked, FIRST_TURF, FIRST_TURF + TURFS) == START_TURFS:
            s.asked += 1
        if s.asked == s.seats:
            s.space = 0
            ask(s, Phase.DEAL_STREET, 0)


@rule
def choose_first_player(s, seat, log):
    """The first First Player (NC-24)."""
    s.first = seat
    s.first_next = seat
    note(log, Event.FIRST_PLAYER, seat)
    s.phase = Phase.NEXT_STAGE


# ---------------------------------------------------------------- the order of a Month


@rule
def next_stage(s, log):
    """The order of play (NC-1, NC-25): a lap before and after each phase, six Months, two verdicts."""
    s.lap = 0
    if s.stage == Stage.SETUP or s.stage == Stage.FIRST_VERDICT:
        begin_month(s, log)
    elif s.stage == Stage.RECEPTION:
        s.month += 1  # NC-73
        if s.month == FIRST_VERDICT_AFTER + 1:
            s.stage = Stage.FIRST_VERDICT
            note(log, Event.STAGE, s.stage)
            s.phase = Phase.COUNTING
        else:
            begin_month(s, log)
    elif s.stage == Stage.V5:
        if s.month < MONTHS:
            s.stage = Stage.RECEPTION
            note(log, Event.STAGE, s.stage)
            begin_reception(s, log)
        else:
            s.stage = Stage.FINAL_VERDICT
            note(log, Event.STAGE, s.stage)
            give_bonuses(s, log)
    else:
        s.stage += 1
        begin_stage(s, log)


@rule
def begin_month(s, log):
    note(log, Event.MONTH, s.month)
    s.stage = Stage.V1
    s.phase = Phase.NEXT_IN_LAP


@rule
def begin_stage(s, log):
    """The stages from BUSINESS to V5."""
    s.phase = Phase.NEXT_IN_LAP
    if s.stage == Stage.V2:  # the First Player card takes effect (NC-17, NC-42); the MEETING opens (NC-R40)
        if s.first != s.first_next:
            s.first = s.first_next
            note(log, Event.FIRST_PLAYER, s.first)
        for seat in range(s.seats):
            s.made_offer[seat] = 0
            s.got_card[seat] = 0
    elif s.stage == Stage.V3:
        reveal_locations(s, log)
    elif s.stage == Stage.V5:
        reward_zealous(s, log)
    elif s.stage == Stage.RESOLUTION:
        s.space = NONE
        s.phase = Phase.NEXT_SPACE
    elif s.stage != Stage.V4:
        note(log, Event.STAGE, s.stage)
        s.phase = Phase.NEXT_TURN
        for seat in range(s.seats):
            s.corrupted[seat] = 0


@rule
def reward_zealous(s, log):
    """From April on the only player who made Corruption actions gets a Zealous Corruptor (NC-66)."""
    if s.month < ZEALOUS_FROM:
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


@rule
def ask_next_in_lap(s):
    """Every player with a card in Hand, whatever it is, clockwise from the First Player (NC-88)."""
    while s.lap < s.seats:
        seat = clockwise(s, s.lap)
        s.lap += 1
        if hand_size(s, seat) > 0:
            s.turn = seat
            ask(s, Phase.VENDETTA, seat)
            return
    s.turn = NONE
    s.phase = Phase.NEXT_STAGE


@rule
def begin_next_turn(s):
    """The next player of the phase, who does all his actions in one turn (NC-25, NC-26)."""
    if s.lap == s.seats:
        s.turn = NONE
        s.phase = Phase.NEXT_STAGE
        return
    s.turn = clockwise(s, s.lap)
    s.lap += 1
    s.used = 0
    s.actions = 0
    s.turf = NONE
    s.kind = NONE
    s.recipient = NONE
    s.phase = Phase.GOES_ON


@rule
def advance(s, log):
    """All steps that ask nobody, up to the next question."""
    while s.phase > Phase.OVER:
        if s.phase == Phase.NEXT_STAGE:
            next_stage(s, log)
        elif s.phase == Phase.NEXT_IN_LAP:
            ask_next_in_lap(s)
        elif s.phase == Phase.NEXT_TURN:
            begin_next_turn(s)
        elif s.phase == Phase.GOES_ON:
            go_on(s)
        elif s.phase == Phase.DRAWING:
            go_on_drawing(s, log)
        elif s.phase == Phase.NEXT_RECIPIENT:
            next_recipient(s, log)
        elif s.phase == Phase.VENDETTA_DRAWS:
            draw_next_vendetta_card(s, log)
        elif s.phase == Phase.NEXT_SPACE:
            resolve_next_space(s, log)
        elif s.phase == Phase.NEXT_OFFER:
            clear_next_offer(s, log)
        elif s.phase == Phase.AWARD:
            award(s, log)
        elif s.phase == Phase.ENZO:
            let_enzo_draw(s)
        elif s.phase == Phase.BRIBE_PLACED:
            end_bribe(s, log)
        elif s.phase == Phase.PAYBACK_ENDS:
            end_payback(s)
        elif s.phase == Phase.NEXT_OVER_LIMIT:
            ask_next_over_limit(s)
        elif s.phase == Phase.GUILT:
            begin_refill(s, log)
        elif s.phase == Phase.REFILLING:
            refill_next_space(s)
        else:
            go_on_counting(s, log)


# ---------------------------------------------------------------- moves


@rule
def play_chance(s, outcome, log):
    """A move of chance."""
    if s.phase <= Phase.DEAL_STREET:
        deal(s, outcome, log)
    elif s.phase == Phase.FIRST_PLAYER:
        choose_first_player(s, outcome, log)
    elif s.phase == Phase.DRAW_BILL:
        draw_bill(s, outcome, log)
    elif s.phase == Phase.DRAW_VENDETTA:
        draw_vendetta_card(s, outcome, log)
    elif s.phase == Phase.ENZO_CARD:
        turn_over_for_enzo(s, outcome, log)
    elif s.phase == Phase.BRUNO_BILL:
        look_at_pile(s, outcome, log)
    elif s.phase == Phase.DELIA_BILL:
        take_from_pile(s, outcome, log)
    elif s.phase == Phase.CESARE_BILL:
        draw_for_cesare(s, outcome, log)
    elif s.phase == Phase.STEAL:
        steal(s, outcome, log)
    elif s.phase == Phase.HUSH_BILL:
        see_pile_bill(s, outcome, log)
    elif s.phase == Phase.ILARIA_CARD:
        peek(s, outcome, log)
    elif s.phase == Phase.REFILL:
        turn_up(s, outcome, log)
    else:
        count_bill(s, outcome, log)


@rule
def play_turn(s, move, log):
    """A turn of a phase or of a lap: out, a Payback, a power, or an Underling for the phase's action."""
    if move == NO_MORE:
        if s.phase == Phase.VENDETTA:
            note(log, Event.PASSES, s.turn)
            s.phase = Phase.NEXT_IN_LAP
        else:
            note(log, Event.DONE, s.turn)
            s.phase = Phase.NEXT_TURN
    elif PAYBACK <= move < USE_ILARIA:
        play_payback(s, move - PAYBACK, log)
    elif move == USE_ILARIA:
        use_power(s, Underling.ILARIA_DONATA, log)
    elif move == USE_LUCA:
        use_power(s, Underling.LUCA_DONATA, log)
    else:
        engage(s, move - UNDERLING, log)


@rule
def engage(s, underling, log):
    """An Underling becomes Busy for the action of the phase (NC-27)."""
    s.busy[underling] = 1
    s.underling = underling
    note(log, Event.ENGAGES, s.turn, underling)
    if s.phase == Phase.BUS_TURN:
        ask(s, Phase.TAKE_TURF, s.turn)
    elif s.phase == Phase.MEET_TURN:
        ask(s, Phase.BID_SPACE, s.turn)
    else:
        begin_corruption(s)


@rule
def play_action(s, move, log):
    """The questions of the three actions."""
    if s.phase == Phase.TAKE_TURF:
        engage_turf(s, move - TURF)
    elif s.phase == Phase.TAKE_KIND:
        name_kind(s, move - KIND, log)
    elif s.phase == Phase.SHARE:
        share(s, move, log)
    elif s.phase == Phase.BID_SPACE:
        s.space = move - SPACE
        ask(s, Phase.BID_BILL, s.turn)
    elif s.phase == Phase.BID_BILL:
        build_offer(s, move, log)
    elif s.phase == Phase.TAKE_BACK:
        take_back(s, move - BILL, log)
    elif s.phase == Phase.TITLE:
        give_title(s, move - SEAT, log)
    elif s.phase == Phase.DISCARD:
        discard_bill(s, move - BILL, log)
    elif move == NO_MORE:  # no second bill of Amalia's
        s.phase = Phase.GOES_ON
    else:
        place_bill(s, move - BILL, log)


@rule
def play_vendetta(s, move, log):
    """The questions of Paybacks and of the powers that need no action."""
    if s.phase == Phase.TARGET:
        name_target(s, move - SEAT, log)
    elif s.phase == Phase.TARGET_U:
        strike_underling(s, move - UNDERLING, log)
    elif s.phase == Phase.TARGET_T:
        take_over(s, move - TURF, log)
    elif s.phase == Phase.TARGET_OFFER:
        double_cross(s, move - SPACE, log)
    elif s.phase == Phase.DIRECTION:
        choose_direction(s, (move == RIGHT) - (move == LEFT), log)
    elif s.phase == Phase.INSPECT:
        inspect(s, move == YES, log)
    elif s.phase == Phase.SELL:
        lay_payback(s, move - PAYBACK)
        note(log, Event.SELLS, s.turn, s.card)
        ask(s, Phase.TARGET, s.turn)
    elif s.phase == Phase.GUIDO:
        answer_guido(s, move == YES, log)
    elif s.phase == Phase.FRANCESCA:
        answer_francesca(s, move == YES, log)
    else:
        answer_marta(s, move == YES, log)


# ---------------------------------------------------------------- the verbs


@verb
def actor(s):
    """The seat to move, CHANCE, or NOBODY when the game is over."""
    if s.phase >= Phase.OVER:
        return NOBODY
    if s.phase >= Phase.DEAL_UNDERLING:
        return CHANCE
    return s.asked + 0


@verb
def play(s, move, log):
    """Make a legal move."""
    if s.phase >= Phase.DEAL_UNDERLING:
        play_chance(s, move, log)
    elif is_turn(s):
        play_turn(s, move, log)
    elif s.phase == Phase.FRANCESCA or s.phase >= Phase.TARGET:
        play_vendetta(s, move, log)
    else:
        play_action(s, move, log)
    advance(s, log)


@verb
def scores(s, out):
    """Winners share the first rank, all others the next; when all lose, everybody is last (NC-R43). Points are Respect."""
    winners = 0
    for seat in range(s.seats):
        out[seat, 1] = wins(s, seat)
        winners += wins(s, seat)
    payoffs(out[:, 1], s.seats, out)
    for seat in range(s.seats):
        if winners == 0:
            out[seat, 0] = -1
        out[seat, 1] = respect(s, seat)
