"""The set-up of Family Business: its options, who leads which gang, the deck (FB-5 to FB-8)."""

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.options import choice, fresh_table, options, several, whole
from fivefamilies.games.family_business.components import CARDS, EXTRA_INFLUENCE, GANGS, LAST_TURN, MEN, SEATS, Card, Gang, data
from fivefamilies.games.family_business.state import NO_CARD, NO_SEAT, Fate, Phase, State


@options
class Options:
    """What a table may decide."""

    contract_counter_by = choice(
        "target", "anyone", ruling="FB-R5", kept="anyone_answers", words=("only the family it is aimed at", "anybody"),
        meaning="who may answer a contract-type card with Mob Power or Family Influence",
    )  # fmt: skip
    double_contract_mob_power_order = choice(
        "counter_player_chooses", "contractor_first", ruling="FB-R17", kept="contractor_first",
        words=("whoever answered chooses", "the man of the card's player goes first"),
        meaning="order of the two mobsters when Mob Power answers Double Contract",
    )  # fmt: skip
    substitution_partner = choice(
        "opponent", "any_other_gang", ruling="FB-R21", kept="any_partner", words=("an opponent's man", "a man of any other gang"),
        meaning="who may be swapped in: a mobster of an opponent of the card's player, or of any gang but the saved one's",
    )  # fmt: skip
    rescue_scope = choice(
        "any_gang", "own_gang", ruling="FB-R20", kept="own_gang", words=("anybody's", "one's own only"),
        meaning="whose mobsters Take It on the Lam, Police Protection, Substitution and Pay Off may save",
    )  # fmt: skip
    double_contract_lone_man = choice(
        "free", "in_play", ruling="FB-R18", kept="last_man_only", words=("its only man at large", "its only man in play"),
        meaning="who is listed by a Double Contract whatever answers it: a gang's only man at large, or its only man in play",
    )  # fmt: skip
    hit_victim = choice(
        "rival", "anyone", ruling="FB-R19", kept="any_victim", words=("a rival's", "anybody's"),
        meaning="whose man the Hit may kill",
    )  # fmt: skip
    war_ends = choice(
        "list_is_empty", "nobody_to_execute", ruling="FB-R11", kept="war_outlasts_list",
        words=("when the hit list is empty", "when an execution finds nobody"),
        meaning="when a war ends by itself: the moment the hit list is empty, or when an execution finds nobody",
    )  # fmt: skip
    turncoat = choice(False, True, ruling="FB-R33", meaning="adds the two extra cards of the 58-card English edition")
    max_turns = whole(1, LAST_TURN, default=1000, ruling="FB-R31", meaning="turns after which the game ends at the latest")
    gangs = several(
        [gang.name.lower() for gang in Gang], ruling="FB-R2", words=[row["short"] for row in data()["gangs"]], in_order=True,
        meaning="the gangs of the seats in their order; the rest in printed order",
    )  # fmt: skip


fresh = fresh_table(State, Options)


@verb
def start(s, seats, options, parts):
    """Nine free mobsters a gang, an empty list, the whole deck to be dealt (FB-5, FB-7, FB-8)."""
    fresh(s, seats, options)
    seat_gangs(s, seats, options.gangs)
    for card in range(CARDS):
        s.deck[card] = parts.count[card]
    if options.turncoat:
        s.deck[Card.FAMILY_INFLUENCE] += EXTRA_INFLUENCE
    else:
        s.deck[Card.TURNCOAT] = 0
    for seat in range(SEATS):
        if seat < seats:
            s.free[seat] = MEN
        else:
            for mobster in range(seat * MEN, seat * MEN + MEN):
                s.fate[mobster] = Fate.ASIDE
    clear_the_play(s)
    s.phase = Phase.DEAL
    s.asked = 0


@rule
def clear_the_play(s):
    """No card is being played."""
    s.card = NO_CARD
    s.asked = NO_SEAT
    s.target = NO_SEAT
    s.counter = NO_CARD
    s.countered_by = NO_SEAT
    s.picked = 0
    s.placed = 0


@rule
def seat_gangs(s, seats, chosen):
    """Who leads which gang: the digits of `chosen`, gangs nobody named in their printed order (FB-5, FB-R2)."""
    taken = 0
    for seat in range(seats):
        digit = chosen % (GANGS + 1)
        chosen //= GANGS + 1
        s.gang[seat] = digit - 1
        if digit > 0:
            taken |= 1 << (digit - 1)
    for seat in range(seats):
        if s.gang[seat] < 0:
            gang = 0
            while taken & (1 << gang):
                gang += 1
            s.gang[seat] = gang
            taken |= 1 << gang
