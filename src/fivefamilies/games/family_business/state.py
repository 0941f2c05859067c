"""The table of Family Business: one record, and small questions about it."""

from collections import Counter
from enum import IntEnum

import numpy as np

from fivefamilies.core.compiled import rule, verb
from fivefamilies.core.pieces import next_seat
from fivefamilies.core.record import Fields, Record, i8, i16, i32, one_of, record, unwrap, upto
from fivefamilies.games.family_business.components import (
    ANSWERS,
    CAN_BE_ANSWERED,
    CARDS,
    DOUBLE,
    FEWEST_SEATS,
    HAND,
    IS_CONTRACT,
    LAST_TURN,
    MEN,
    MOBSTERS,
    PEACE,
    SEATS,
    Card,
    Gang,
    Parts,
)


class Phase(IntEnum):
    """What is asked next, and of whom (the decision points D1 to D9)."""

    DEAL = 0  # chance: the next card of the deal
    DRAW = 1  # chance: the card of the boss whose turn it is
    PLAY = 2  # D1: play or discard a card
    TARGET = 3  # D2: the rival a contract names
    RESPOND = 4  # D3: answer with a counter card, or let it stand
    VICTIM = 5  # D4: whom the Hit kills
    PICK = 6  # D5: whom a rescue card saves
    PARTNER = 7  # D5b: who changes places with him
    GANG = 8  # D5c: the gang that pays off
    QUEUE = 9  # D6: whose man joins the list next
    REORDER = 10  # D7: whose man comes next in the new order
    MP_ORDER = 11  # D8: which of two men joins first
    REPLACE = 12  # chance: the card that replaces a counter card
    TRAITOR = 13  # D9: the man who disappears
    RETURN = 14  # D9: the gang that gets a man back
    OVER = 15
    DONE = 16  # inside a move only: the card has worked, the turn ends


class Fate(IntEnum):
    """Where a mobster is (FB-R4: in play is free or listed)."""

    FREE = 0
    LISTED = 1
    BURIED = 2
    ASIDE = 3  # of a gang nobody took (FB-5)


NO_CARD = -1
NO_SEAT = -1


@record
class State:
    """Everything on the table. A mobster's number is 9 x seat + his place in the gang."""

    hand: i8.within(0, HAND + 1)[SEATS, Card]  # how many of each card a family holds
    old: i8[SEATS, Card]  # cards held at the last reshuffle, less those laid since: see knowledge.py
    deck: i8[Card]  # a bag: the order of a deck is never stored
    discards: i8[Card]
    hit_list: i8.within(0, MOBSTERS - 1)[upto("hit_count", MOBSTERS)]  # mobsters in the order they will be shot
    fate: one_of(Fate)[MOBSTERS]
    free: i8.within(0, MEN)[SEATS]  # mobsters at large
    buried: i8.within(0, MEN)[SEATS]
    cards: i8[SEATS]  # cards in each hand
    fresh: i8[SEATS]  # cards drawn since the last reshuffle
    quota: i8.within(0, 2)[SEATS]  # Double Cross and Vendetta: men still to be listed
    gang: one_of(Gang)[SEATS]
    fallen: i8.within(0, SEATS - 1)[upto("fallen_count", SEATS)]  # seats in the order they were eliminated
    max_turns: i16.within(1, LAST_TURN)
    turn_number: i16.within(0, LAST_TURN)  # 1 for the dealer's first turn
    hit_count: i8
    fallen_count: i8
    seats: i8.within(1, SEATS)
    turn: i8.within(0, SEATS - 1)  # the boss whose turn it is
    phase: one_of(Phase)
    pace: i8.within(PEACE, DOUBLE)  # executions at the start of each turn; 0 is peace
    card: one_of(("none", *(card.name.lower() for card in Card)), -1)  # the card being played
    asked: i8.within(-1, SEATS - 1)  # the seat that is dealt to, or asked for an answer
    target: i8.within(-1, SEATS - 1)  # of a contract
    counter: one_of(("none", *(card.name.lower() for card in Card)), -1)  # the counter card that answered
    countered_by: i8.within(-1, SEATS - 1)
    picked: i8.within(-1, MOBSTERS + SEATS - 1)  # the list position or the free man (54 + seat) chosen first
    placed: i8.within(0, MOBSTERS)  # Intrigue: places of the new order that are settled
    anyone_answers: i8.within(0, 1)  # options
    contractor_first: i8.within(0, 1)
    any_partner: i8.within(0, 1)
    own_gang: i8.within(0, 1)
    laid: i8[SEATS, Card]  # cards laid face up since the last reshuffle
    early: i32[SEATS]  # what was laid until more was laid than drawn, one bit a card: see guessing.py
    last_man_only: i8.within(0, 1)  # options
    any_victim: i8.within(0, 1)
    war_outlasts_list: i8.within(0, 1)


MORE_LAID_THAN_DRAWN = 1 << 24  # in `early`: so one of these cards at least was held at the reshuffle
FREE_MAN = MOBSTERS  # `picked` is this plus the seat when a free man was chosen


@rule
def living(s, seat):
    """A gang's mobsters in play, free or listed (FB-R4)."""
    return MEN - s.buried[seat]


@rule
def in_play(s):
    """All mobsters in play."""
    count = 0
    for seat in range(s.seats):
        count += MEN - s.buried[seat]
    return count


@rule
def listed(s, seat):
    """A gang's mobsters on the list."""
    return MEN - s.buried[seat] - s.free[seat]


@rule
def counter_spares_target(s):
    """Does an answer to a Double Contract stop all of it? By FB-R18 for a gang's only man at large, if he is not its last."""
    return s.last_man_only and s.free[s.target] == 1 and living(s, s.target) > 1


@rule
def owner(mobster):
    """The seat whose man he is."""
    return mobster // MEN


@rule
def next_boss(s, seat):
    """The next seat clockwise that is still in the game (FB-9)."""
    seat = next_seat(seat, s.seats)
    while s.buried[seat] == MEN:
        seat = next_seat(seat, s.seats)
    return seat


@verb
def shows_pick(s):
    """Does `picked` say anything? A man was named and the card has not worked yet."""
    return s.phase == Phase.PARTNER or s.phase == Phase.RETURN or (s.phase == Phase.RESPOND and s.card == Card.LAM)


@verb
def picked_man(s):
    """The mobster whom `picked` means."""
    return lowest(s, s.picked - FREE_MAN, Fate.FREE) if s.picked >= FREE_MAN else s.hit_list[s.picked] + 0


@rule
def rival_has_free_man(s):
    """Does some opponent of the active boss have a mobster who is not listed?"""
    for seat in range(s.seats):
        if seat != s.turn and s.free[seat] > 0:
            return True
    return False


@rule
def lowest(s, seat, fate):
    """The gang's lowest-numbered mobster of that fate (FB-R3)."""
    for mobster in range(seat * MEN, seat * MEN + MEN):
        if s.fate[mobster] == fate:
            return mobster
    return -1


@rule
def most_in_play(s):
    """The size of the biggest gang (Turncoat)."""
    most = 0
    for seat in range(s.seats):
        if living(s, seat) > most:
            most = living(s, seat)
    return most


@rule
def may_return(s, seat, victim_seat):
    """May Turncoat bring back a man of `seat`? Fewest in play of those with a grave, not the victim's, not out (FB-R33)."""
    if seat == victim_seat or s.buried[seat] == 0 or s.buried[seat] == MEN:
        return False
    for other in range(s.seats):
        if other != victim_seat and 0 < s.buried[other] < MEN and living(s, other) < living(s, seat):
            return False
    return True


@rule
def someone_may_return(s, victim_seat):
    """Is there a gang that could get a man back for one of `victim_seat`?"""
    for seat in range(s.seats):
        if may_return(s, seat, victim_seat):
            return True
    return False


# ---------------------------------------------------------------- what cannot be

# The cards that may be on the table when a question is asked.
CONTRACTS: set[int] = {card for card in Card if IS_CONTRACT[card]}
ANSWERED: set[int] = {card for card in Card if CAN_BE_ANSWERED[card]}
CARDS_ASKING: dict[Phase, set[int]] = {
    Phase.DEAL: {NO_CARD},
    Phase.DRAW: {NO_CARD},
    Phase.PLAY: {NO_CARD},
    Phase.TARGET: CONTRACTS,
    Phase.RESPOND: ANSWERED,
    Phase.VICTIM: {Card.HIT},
    Phase.PICK: {Card.LAM, Card.POLICE, Card.SUBSTITUTION},
    Phase.PARTNER: {Card.SUBSTITUTION},
    Phase.GANG: {Card.PAY_OFF},
    Phase.QUEUE: {Card.DOUBLE_CROSS, Card.VENDETTA},
    Phase.REORDER: {Card.INTRIGUE},
    Phase.MP_ORDER: {Card.DOUBLE_CONTRACT},
    Phase.REPLACE: ANSWERED,
    Phase.TRAITOR: {Card.TURNCOAT},
    Phase.RETURN: {Card.TURNCOAT},
}


def flaw(state: Record, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every card and mobster is in one place, and the question can be asked."""
    s = unwrap(state)
    seats = int(s["seats"])
    if not FEWEST_SEATS <= seats <= SEATS:
        return f"{seats} seats; there are {FEWEST_SEATS} to {SEATS}"
    if any(s[name] >= seats for name in ("turn", "asked", "target", "countered_by")):
        return "the turn, or who is asked or attacked, does not fit the seats"
    if len({int(gang) for gang in s["gang"][:seats]}) != seats:
        return "two seats have the same gang"
    return (
        flaw_in_cards(s, box)
        or flaw_in_memory(s)
        or flaw_in_men(s)
        or flaw_in_turns(s)
        or flaw_in_deal(s)
        or flaw_in_play(s)
        or flaw_in_question(s)
    )


def flaw_in_cards(s: Fields, box: Parts) -> str | None:
    """Every card is in a hand, the pile or the discards, and no hand is too big (FB-2, FB-14)."""
    if min(s["hand"].min(), s["deck"].min(), s["discards"].min()) < 0:
        return "a count of cards below zero"
    in_use = (s["hand"].sum(axis=0) + s["deck"] + s["discards"]).tolist()
    for card, part in enumerate(box.cards):
        extra = {Card.TURNCOAT: (0, 1), Card.FAMILY_INFLUENCE: (part.count, part.count + 1)}
        if in_use[card] not in extra.get(Card(card), (part.count,)):
            return f"{in_use[card]} cards of {part.id} in all; the deck has {part.count}"
    if sum(in_use) not in (sum(part.count for part in box.cards[: Card.TURNCOAT]), sum(part.count for part in box.cards) + 1):
        return f"{sum(in_use)} cards in all"
    for seat in range(SEATS):
        held = int(s["hand"][seat].sum())
        most = HAND + (seat == s["turn"] and s["phase"] == Phase.PLAY) - (seat == s["countered_by"] and s["phase"] != Phase.OVER)
        if s["cards"][seat] != held:
            return f"seat {seat} holds {held} cards, and {s['cards'][seat]} are noted"
        if held > (most if seat < s["seats"] and s["buried"][seat] < MEN else 0):
            return f"seat {seat} holds {held} cards, which is too many"
    return None


def flaw_in_memory(s: Fields) -> str | None:
    """What is remembered since the last reshuffle fits the cards on the table: see knowledge.py and guessing.py."""
    if (s["old"] > s["hand"]).any():
        return "a hand lacks cards that it is known to hold"
    if (s["laid"] < 0).any() or (s["laid"].sum(axis=0) > s["discards"]).any() or s["laid"][s["seats"] :].any():
        return "cards were laid that are not on the discards"
    if (s["old"].sum(axis=0) + s["laid"].sum(axis=0) < 0).any():
        return "fewer cards than none were held at the last reshuffle"
    if (s["fresh"] < 0).any() or (s["fresh"] > s["cards"] + s["laid"].sum(axis=1)).any():
        return "the cards drawn since the last reshuffle are neither in the hand nor laid"
    for seat in range(SEATS):
        cards = int(s["early"][seat]) % MORE_LAID_THAN_DRAWN
        if not 0 <= s["early"][seat] < 2 * MORE_LAID_THAN_DRAWN or any(
            cards >> card & 1 and not s["laid"][seat, card] for card in range(CARDS)
        ):
            return f"seat {seat} is remembered to have laid a card that it has not"
    return None


def flaw_in_men(s: Fields) -> str | None:
    """Every mobster is in one place, and the fallen are those without men (FB-3, FB-5, FB-6)."""
    seats, fate = int(s["seats"]), s["fate"].tolist()
    on_list = [int(mobster) for mobster in s["hit_list"][: s["hit_count"]]]
    if len(set(on_list)) != len(on_list):
        return "a mobster is on the hit list twice"
    for mobster in range(MOBSTERS):
        if (fate[mobster] == Fate.LISTED) != (mobster in on_list):
            return f"mobster {mobster} is on the hit list and elsewhere, or on it and not there"
        if (fate[mobster] == Fate.ASIDE) != (mobster // MEN >= seats):
            return f"mobster {mobster} belongs to a gang that is not at the table"
    for seat in range(SEATS):
        fates = Counter(fate[seat * MEN : seat * MEN + MEN])
        if s["free"][seat] != fates[Fate.FREE] or s["buried"][seat] != fates[Fate.BURIED]:
            return f"seat {seat}: the count of free or buried mobsters is wrong"
    fallen = sorted(int(seat) for seat in s["fallen"][: s["fallen_count"]])
    if fallen != [seat for seat in range(seats) if s["buried"][seat] == MEN]:
        return "the fallen bosses are not those without mobsters"
    return None


def flaw_in_turns(s: Fields) -> str | None:
    """Two bosses play until one is left or the last turn is over, and a war has somebody to shoot (FB-1, FB-20, FB-R31)."""
    phase, left = int(s["phase"]), int(s["seats"]) - int(s["fallen_count"])
    if left < 1:
        return "nobody is alive"
    if s["turn_number"] > s["max_turns"] or (s["turn_number"] == 0) != (phase == Phase.DEAL):
        return f"turn {s['turn_number']} cannot be; there are {s['max_turns']}"
    if phase == Phase.OVER:
        return None if left == 1 or s["turn_number"] == s["max_turns"] else "nothing has ended the game"
    if left == 1:
        return "the game is over: one boss is left"
    if phase == Phase.DONE:
        return "nobody is asked anything"
    if s["buried"][s["turn"]] == MEN or (s["countered_by"] >= 0 and s["buried"][s["countered_by"]] == MEN):
        return "it is the turn of a boss who is out of the game"
    if s["pace"] > 0 and s["hit_count"] == 0 and not s["war_outlasts_list"]:
        return "a war without anybody on the hit list"
    return None


def flaw_in_deal(s: Fields) -> str | None:
    """The deal is seat by seat, before anything else has happened (FB-8)."""
    if s["phase"] != Phase.DEAL:
        return None
    if s["hit_count"] or s["buried"].any() or s["discards"].any() or s["turn"]:
        return "something has happened before the deal is over"
    asked = int(s["asked"])
    dealt = [HAND if seat < asked else 0 for seat in range(SEATS) if seat != asked]
    if asked < 0 or [int(n) for seat, n in enumerate(s["cards"]) if seat != asked] != dealt or s["cards"][asked] == HAND:
        return "the cards are not dealt seat by seat"
    return None


def flaw_in_play(s: Fields) -> str | None:
    """The card being played and its answer are those of the question, and lie on the discards (FB-10, FB-13)."""
    phase, card, counter = Phase(int(s["phase"])), int(s["card"]), int(s["counter"])
    if phase == Phase.OVER:
        return None
    if card not in CARDS_ASKING[phase]:
        return "the card being played does not fit the question"
    if (counter == NO_CARD) != (s["countered_by"] == NO_SEAT):
        return "an answer was given by nobody, or somebody gave none"
    if counter == NO_CARD and phase in (Phase.MP_ORDER, Phase.REPLACE):
        return "nobody has answered"
    if counter != NO_CARD and (phase not in (Phase.QUEUE, Phase.MP_ORDER, Phase.REPLACE) or not ANSWERS[card, counter]):
        return "the answer does not fit the card or the question"
    if phase != Phase.REPLACE and any(played >= 0 and not s["discards"][played] for played in (card, counter)):
        return "the card being played is not on the discards"
    is_named = card >= 0 and IS_CONTRACT[card] and phase != Phase.TARGET
    if (s["target"] != NO_SEAT) != is_named or (is_named and s["target"] == s["turn"]) or s["countered_by"] == s["turn"]:
        return "a contract names a rival, and a rival answers"
    if is_named and phase != Phase.REPLACE and s["free"][s["target"]] == 0:
        return "the contract names a gang without a man at large"
    may_answer = s["anyone_answers"] or not is_named
    if not may_answer and s["countered_by"] not in (NO_SEAT, s["target"]):
        return "a contract was answered by somebody else than its target"
    return None


def flaw_in_question(s: Fields) -> str | None:
    """What is settled of a card is what belongs to the question (D3 to D9)."""
    phase, picked, asked = int(s["phase"]), int(s["picked"]), int(s["asked"])
    on_list = [int(mobster) // MEN for mobster in s["hit_list"][: s["hit_count"]]]
    if phase == Phase.OVER:
        return None
    if (s["quota"] != 0).any() != (phase == Phase.QUEUE) or (s["placed"] != 0 and phase != Phase.REORDER):
        return "men are still to be listed or placed, and that is not asked"
    if phase == Phase.QUEUE:
        most = 1 if s["card"] == Card.DOUBLE_CROSS else 2
        spared = [int(seat) for seat in (s["turn"], s["countered_by"]) if seat >= 0]
        if (s["quota"] > 0).sum() < 2 or (s["quota"] > np.minimum(s["free"], most)).any() or s["quota"][spared].any():
            return "the men still to be listed are not those that the card asks for"
    if phase == Phase.REORDER and len(set(on_list[s["placed"] :])) < 2:
        return "nothing is left to rearrange"
    if phase == Phase.MP_ORDER:
        is_spared = s["last_man_only"] and s["free"][s["target"]] == 1 and s["buried"][s["target"]] < MEN - 1
        if s["contractor_first"] or s["free"][s["turn"]] == 0 or is_spared:
            return "the order of the two men is settled"
    if phase == Phase.RESPOND:
        if asked in (NO_SEAT, s["turn"]) or s["buried"][asked] == MEN or (s["card"] == Card.VENDETTA and s["free"][asked] == 0):
            return "somebody is asked for an answer who cannot give one"
        if IS_CONTRACT[s["card"]] and not s["anyone_answers"] and asked != s["target"]:
            return "somebody else than the target is asked for an answer"
    if phase == Phase.PARTNER or (phase == Phase.RESPOND and s["card"] == Card.LAM):
        if not 0 <= picked < len(on_list) or (s["own_gang"] and on_list[picked] != s["turn"]):
            return "the man to be saved is not on the list, or not of the own gang"
    if phase == Phase.RETURN:
        gang = picked - FREE_MAN if picked >= FREE_MAN else on_list[picked] if 0 <= picked < len(on_list) else NO_SEAT
        biggest = s["buried"][: s["seats"]].min()
        if not 0 <= gang < s["seats"] or s["buried"][gang] != biggest or (picked >= FREE_MAN and not s["free"][gang]):
            return "the man who disappears is not of a biggest gang"
    return None
