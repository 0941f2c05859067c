"""The words of Family Business: its things, moves, events and refusals, each declared once, and what is asked."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.events import event, events, no, refusals, secret
from fivefamilies.core.moves import compiled, kind, moves
from fivefamilies.core.record import Record, read, unwrap
from fivefamilies.core.things import NUMBER, thing
from fivefamilies.core.views import Names
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.family_business.components import COUNTERS, MEN, MOBSTERS, SEATS, Card, Parts
from fivefamilies.games.family_business.state import Phase
from fivefamilies.games.family_business.words.explaining import TEXTS, explain  # noqa: F401 - a home's verb

CHANCE_PHASES = (Phase.DEAL, Phase.DRAW, Phase.REPLACE)

# ---------------------------------------------------------------- things


def seat_name(state: Record, seat: int, parts: Parts, say: Words) -> str:
    """How the log calls a seat: the short name of its gang."""
    s = read(state)
    return say(parts.gangs[s.gang[seat]].short) if seat < s.seats else say("Seat {n}", n=seat + 1)


def spell_seat(state: Record, seat: int, parts: Parts) -> str:
    """A seat in notation: its gang."""
    s = read(state)
    return parts.gangs[s.gang[seat]].id if seat < s.seats else f"seat {seat + 1}"


def man_name(state: Record, mobster: int, parts: Parts) -> str:
    """A mobster's name."""
    return parts.gangs[read(state).gang[mobster // MEN]].mobsters[mobster % MEN]


def card_name(card: int, parts: Parts, say: Words) -> str:
    return say(parts.cards[card].name)


def listed_name(state: Record, place: int, parts: Parts, say: Words) -> str:
    """A place of the list, and who stands there."""
    s = unwrap(state)
    if place >= s["hit_count"]:
        return say("Number {place} on the list", place=place + 1)
    mobster = int(s["hit_list"][place])
    who = {"man": man_name(state, mobster, parts), "boss": seat_name(state, mobster // MEN, parts, say)}
    return say("Number {place} on the list: {man} ({boss})", place=place + 1, **who)


@rule
def counter_card(which):
    """The counter card with that number."""
    return Card.FINGER + which


BOSS = thing("boss", SEATS, spelt=spell_seat, called=seat_name)
CARD = thing("card", Card, called=lambda state, card, parts, say: card_name(card, parts, say))
COUNTER = thing(
    "card", [card.name.lower() for card in COUNTERS],
    called=lambda state, which, parts, say: card_name(COUNTERS[which], parts, say),
)  # fmt: skip
LISTED = thing("listed", MOBSTERS, spelt=lambda state, place, parts: f"list {place + 1}", called=listed_name)
MAN = thing(
    "man", MOBSTERS,
    spelt=man_name,
    called=lambda state, mobster, parts, say: man_name(state, mobster, parts),
)  # fmt: skip

# ---------------------------------------------------------------- moves


def goes_first(state: Record, seat: int, parts: Parts, say: Words) -> str:
    """Mob Power against a Double Contract: whose man is nearer to the wall."""
    return say("{boss}'s man goes on the list first", boss=seat_name(state, seat, parts, say))


@moves
class Move:
    """What a boss may do; the ids of Turncoat came late (FB-R33)."""

    are_public = True  # whatever a player does is seen by all
    DISCARD = kind(CARD, late={Card.TURNCOAT: 109}, words="discard {card}", label="Discard {card}")
    PLAY = kind(CARD, early=Card.FINGER, late={Card.TURNCOAT: 110}, words="play {card}", label="Play {card}")
    BOSS = kind(
        BOSS, words="{boss}",
        label={
            Phase.TARGET: "Against {boss}",
            Phase.VICTIM: "A man of {boss} who is at large",
            Phase.PARTNER: "A man of {boss} who is at large",
            Phase.TRAITOR: "A man of {boss} who is at large",
            Phase.GANG: "Free all men of {boss}",
            Phase.RETURN: "A man of {boss} returns",
            None: "Next a man of {boss}",
        },
    )  # fmt: skip
    LISTED = kind(LISTED, words="{listed}", label=listed_name)
    PASS = kind(words="pass", label="Let it stand")
    ANSWER = kind(COUNTER, words="{card}", label="Answer with {card}")
    CONTRACTOR_FIRST = kind(
        words="contractor first",
        label=lambda state, parts, say: goes_first(state, int(unwrap(state)["turn"]), parts, say),
        about=lambda state, parts: ("boss", spell_seat(state, int(unwrap(state)["turn"]), parts)),
    )
    TARGET_FIRST = kind(
        words="target first",
        label=lambda state, parts, say: goes_first(state, int(unwrap(state)["target"]), parts, say),
        about=lambda state, parts: ("boss", spell_seat(state, int(unwrap(state)["target"]), parts)),
    )


@moves
class Chance:
    """What chance may do: every card that is drawn is one move."""

    DRAW = kind(CARD, words="draw {card}", label="Draw {card}")


split, join = compiled(Move)

ABLATED = {Move.PLAY: 0, Move.ANSWER: 0}  # a report plays without each card; whoever holds it may discard it


PHASES = {
    "deal": sentence("the deal"),
    "draw": sentence("a card is drawn"),
    "play": sentence("play or discard"),
    "target": sentence("against whom"),
    "respond": sentence("answers"),
    "victim": sentence("who dies"),
    "pick": sentence("who is saved"),
    "partner": sentence("who takes his place"),
    "gang": sentence("whose men are freed"),
    "queue": sentence("who joins the list next"),
    "reorder": sentence("the new order of the list"),
    "mp_order": sentence("whose man goes first"),
    "replace": sentence("a new card for the answer"),
    "traitor": sentence("who disappears"),
    "return": sentence("who returns"),
    "over": sentence("over"),
}


def vocabulary(parts: Parts) -> Names:
    """The names of what a view shows; men are called as they are."""
    places = {LISTED.spelt(None, place, parts): place + 1 for place in range(LISTED.count)}
    return {
        "phase": PHASES,
        "listed": {word: (sentence("Number {place} on the list"), {"place": place}) for word, place in places.items()},
        "short": {gang.id: gang.short for gang in parts.gangs},  # as the log calls them
        "boss": {gang.id: gang.name for gang in parts.gangs},
        "card": {card.id: card.name for card in parts.cards},
        "text": {f"{card.id} text": TEXTS[card.id][0] for card in parts.cards},
    }


# ---------------------------------------------------------------- questions


def question_of_answer(state: Record) -> str:
    """Which card may be answered, and against or for whom it is played."""
    s = unwrap(state)
    if s["card"] == Card.LAM:
        return sentence("{boss}: answer {card} for {man}?")
    return sentence("{boss}: answer {card} against {target}?") if s["target"] >= 0 else sentence("{boss}: answer {card}?")


QUESTIONS = {
    **dict.fromkeys(CHANCE_PHASES, sentence("A card is drawn")),
    Phase.PLAY: sentence("{boss}: play a card or discard one"),
    Phase.TARGET: sentence("{boss}: {card} against whom?"),
    Phase.RESPOND: question_of_answer,
    Phase.MP_ORDER: sentence("{boss}: whose man goes on the list first?"),
    Phase.VICTIM: sentence("{boss}: {card}: who dies?"),
    Phase.PICK: sentence("{boss}: {card}: who is saved?"),
    Phase.PARTNER: sentence("{boss}: {card}: who takes his place?"),
    Phase.GANG: sentence("{boss}: {card}: whose men are freed?"),
    Phase.QUEUE: sentence("{boss}: {card}: whose man joins the list next?"),
    Phase.REORDER: sentence("{boss}: {card}: whose man comes next?"),
    Phase.TRAITOR: sentence("{boss}: {card}: who disappears?"),
    Phase.RETURN: sentence("{boss}: {card}: whose man returns?"),
    Phase.OVER: sentence("The game is over"),
}


def question_values(state: Record, parts: Parts, say: Words) -> dict[str, object]:
    """Who is asked, about which card, against or for whom."""
    s = unwrap(state)
    asked = {Phase.RESPOND: "asked", Phase.MP_ORDER: "countered_by"}.get(Phase(int(s["phase"])), "turn")
    values: dict[str, object] = {"boss": seat_name(state, int(s[asked]), parts, say)}
    if s["card"] >= 0:
        values["card"] = card_name(int(s["card"]), parts, say)
    if s["phase"] == Phase.RESPOND and s["card"] == Card.LAM:
        values["man"] = man_name(state, int(s["hit_list"][s["picked"]]), parts)
    if s["target"] >= 0:
        values["target"] = seat_name(state, int(s["target"]), parts, say)
    return values


# ---------------------------------------------------------------- the log


def bosses_of(cells: dict[str, int], state: Record, parts: Parts, say: Words) -> dict[str, object]:
    """Whose men they are."""
    owners = {"boss": cells["man"], "rival": cells.get("other", -1)}
    return {name: seat_name(state, mobster // MEN, parts, say) for name, mobster in owners.items() if mobster >= 0}


def tell_war(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    """A war and its pace."""
    if cells["pace"] == 1:
        return say("War: one man is shot every turn")
    return say("War at double pace: two men are shot every turn")


@events
class Event:
    """What can happen."""

    TURN = event(boss=BOSS, told="{boss}'s turn")
    DRAWS = event(boss=BOSS, card=secret(CARD, "boss"), told="{boss} draws {card}", hidden="{boss} draws a card")  # FB-8
    PLAYS = event(boss=BOSS, card=CARD, told="{boss} plays {card}")
    DISCARDS = event(boss=BOSS, card=CARD, told="{boss} discards {card}")
    TARGETS = event(boss=BOSS, rival=BOSS, told="{boss} names {rival}")
    LETS_STAND = event(boss=BOSS, told="{boss} lets it stand")
    ANSWERS = event(boss=BOSS, counter=CARD, told="{boss} answers with {counter}")
    LISTED = event(man=MAN, also=bosses_of, told="{man} ({boss}) joins the hit list")
    LISTED_AT_TOP = event(man=MAN, also=bosses_of, told="{man} ({boss}) goes to the top of the hit list")
    SAVED = event(man=MAN, also=bosses_of, told="{man} ({boss}) leaves the hit list")
    WOULD_SAVE = event(boss=BOSS, man=MAN, told="{boss} wants to save {man}")
    CHANGE_PLACES = event(man=MAN, other=MAN, also=bosses_of, told="{man} ({boss}) changes places with {other} ({rival})")
    EXECUTED = event(man=MAN, also=bosses_of, told="{man} ({boss}) is shot at the wall")
    KILLED = event(man=MAN, also=bosses_of, told="{man} ({boss}) is killed")
    TURNCOAT = event(man=MAN, other=MAN, also=bosses_of, told="{man} ({boss}) disappears, {other} ({rival}) returns")
    REARRANGED = event(boss=BOSS, told="{boss} has put the hit list in a new order")
    WAR = event(pace=NUMBER, told=tell_war)
    WAR_BREAKS_OUT = event(told="War breaks out by itself")
    WAR_ENDS = event(told="The hit list is empty: the war is over")
    TRUCE = event(told="A truce ends the war")
    RESHUFFLED = event(told="The discards are shuffled into a new pile")
    ELIMINATED = event(boss=BOSS, told="{boss} has no man left and is out of the game")
    HAND_REVEALED = event(boss=BOSS, card=CARD, n=NUMBER, told="{boss} lays down {n} x {card}")
    WINS = event(boss=BOSS, told="{boss} is the last boss and wins")
    STOPPED = event(told="The last turn has been played: the game stops")


# ---------------------------------------------------------------- refusals


@refusals
class No:
    """Why a move is refused."""

    OTHER_QUESTION = no("that is not what is asked now")
    NOT_IN_HAND = no("you do not hold that card", "FB-10")
    NOT_IN_DECK = no("that card is not in the pile")
    COUNTER_ON_OWN_TURN = no("a counter card only answers a rival's card; on your own turn you can discard it", "FB-12")
    NO_RIVAL_AT_LARGE = no("all men of your rivals are already on the hit list", "FB-R15")
    LIST_IS_EMPTY = no("the hit list is empty", "FB-R10")
    SAME_PACE = no("the war already goes at that pace", "FB-R10")
    VENDETTA_CHANGES_NOTHING = no("nobody is left to be listed, and the war cannot get faster", "FB-R10")
    NOBODY_TO_SAVE = no("none of your men is on the hit list", "FB-R20")
    NO_PAIR = no("there is nobody he could change places with", "FB-R21")
    ONE_GANG_ON_LIST = no("only one gang is on the hit list: there is nothing to rearrange", "FB-38")
    NO_WAR = no("there is no war to end", "FB-39")
    NO_TRAITOR = no("no gang could get a man back", "FB-R33")
    NO_SUCH_SEAT = no("nobody sits there")
    YOUR_OWN = no("this card strikes a rival, and he is one of yours", "FB-21", "FB-R19")
    NO_FREE_MAN = no("{boss} has no man at large", "FB-R15")
    NOBODY_THERE = no("the hit list is not that long")
    NOT_YOURS = no("you may only save your own men", "FB-R20")
    SAME_GANG = no("both men are of the same gang", "FB-R21")
    NOT_AN_OPPONENT = no("the man who takes his place must be a rival's", "FB-R21")
    NOT_ON_LIST = no("none of {boss}'s men is on the hit list", "FB-38", "FB-40")
    NO_MORE_OF_THEM = no("{boss} has given all the men the card asks for", "FB-30", "FB-33")
    DOES_NOT_ANSWER = no("that counter card does not answer {played}", "FB-21", "FB-22", "FB-23", "FB-24")
    NOT_BIGGEST = no("that gang is not the biggest", "FB-R33")
    MAY_NOT_RETURN = no("that gang may not get a man back", "FB-R33")


def refusal_values(state: Record, code: int, move: object, parts: Parts, say: Words) -> dict[str, object]:
    """What a sentence of refusal says of the card that is being played."""
    card = int(unwrap(state)["card"])
    return {"played": card_name(card, parts, say)} if card >= 0 else {}
