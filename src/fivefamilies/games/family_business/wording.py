"""The words of Family Business: notation and labels of moves, the story of the log, the referee's refusals."""

from collections.abc import Sequence
from typing import Any

from fivefamilies.core.record import unwrap
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.family_business.components import COUNTERS, MEN, Card, Parts
from fivefamilies.games.family_business.events import Event
from fivefamilies.games.family_business.knowledge import UNKNOWN
from fivefamilies.games.family_business.referee import (
    ANSWER,
    CONTRACTOR_FIRST,
    DISCARD_TURNCOAT,
    PASS,
    PLACE,
    PLAY,
    PLAY_TURNCOAT,
    SEAT,
    No,
)
from fivefamilies.games.family_business.state import FREE_MAN, Phase

CHANCE_PHASES = (Phase.DEAL, Phase.DRAW, Phase.REPLACE)


def boss(state: Any, seat: int, parts: Parts, say: Words) -> str:
    """How the log calls a seat: the short name of its gang."""
    return parts.gangs[int(unwrap(state)["gang"][seat])].short[say.language]


def man(state: Any, mobster: int, parts: Parts) -> str:
    """A mobster's name."""
    return parts.gangs[int(unwrap(state)["gang"][mobster // MEN])].mobsters[mobster % MEN]


def card_name(card: int, parts: Parts, say: Words) -> str:
    return parts.cards[card].names[say.language]


def notation(state: Any, move: int, parts: Parts) -> str:
    """A move in words that read aloud and parse back."""
    s = unwrap(state)
    if int(s["phase"]) in CHANCE_PHASES:
        return f"draw {parts.cards[move].id}"
    if move == DISCARD_TURNCOAT or move < PLAY:
        return f"discard {parts.cards[min(move, Card.TURNCOAT)].id}"
    if move == PLAY_TURNCOAT or move < SEAT:
        return f"play {parts.cards[min(move - PLAY, Card.TURNCOAT)].id}"
    if move < PLACE:
        seat = move - SEAT
        return parts.gangs[int(s["gang"][seat])].id if seat < s["seats"] else f"seat {seat + 1}"
    if move < PASS:
        return f"list {move - PLACE + 1}"
    if move == PASS:
        return "pass"
    if move < CONTRACTOR_FIRST:
        return str(parts.cards[COUNTERS[move - ANSWER]].id)
    return "contractor first" if move == CONTRACTOR_FIRST else "target first"


def label(state: Any, move: int, parts: Parts, say: Words) -> str:
    """A move as a button says it."""
    s = unwrap(state)
    if int(s["phase"]) in CHANCE_PHASES:
        return say("Draw {card}", card=card_name(move, parts, say))
    if move == DISCARD_TURNCOAT or move < PLAY:
        return say("Discard {card}", card=card_name(min(move, Card.TURNCOAT), parts, say))
    if move == PLAY_TURNCOAT or move < SEAT:
        return say("Play {card}", card=card_name(min(move - PLAY, Card.TURNCOAT), parts, say))
    if move < PLACE:
        return label_of_seat(state, move - SEAT, parts, say)
    if move < PASS:
        place = move - PLACE
        if place >= s["hit_count"]:
            return say("Number {place} on the list", place=place + 1)
        mobster = int(s["hit_list"][place])
        return say(
            "Number {place} on the list: {man} ({boss})",
            place=place + 1, man=man(state, mobster, parts), boss=boss(state, mobster // MEN, parts, say),
        )
    if move == PASS:
        return say("Let it stand")
    if move < CONTRACTOR_FIRST:
        return say("Answer with {card}", card=card_name(COUNTERS[move - ANSWER], parts, say))
    first = s["turn"] if move == CONTRACTOR_FIRST else s["target"]
    return say("{boss}'s man goes on the list first", boss=boss(state, int(first), parts, say))


def label_of_seat(state: Any, seat: int, parts: Parts, say: Words) -> str:
    """A named seat, in the words of the question it answers."""
    s = unwrap(state)
    if seat >= s["seats"]:
        return say("Seat {n}", n=seat + 1)
    who, phase = boss(state, seat, parts, say), int(s["phase"])
    if phase == Phase.TARGET:
        return say("Against {boss}", boss=who)
    if phase in (Phase.VICTIM, Phase.PARTNER, Phase.TRAITOR):
        return say("A man of {boss} who is at large", boss=who)
    if phase == Phase.GANG:
        return say("Free all men of {boss}", boss=who)
    if phase == Phase.RETURN:
        return say("A man of {boss} returns", boss=who)
    return say("Next a man of {boss}", boss=who)


def question(state: Any, parts: Parts, say: Words) -> str:
    """What is asked now."""
    s = unwrap(state)
    phase = int(s["phase"])
    if phase in CHANCE_PHASES:
        return say("A card is drawn")
    if phase == Phase.OVER:
        return say("The game is over")
    if phase == Phase.PLAY:
        return say("{boss}: play a card or discard one", boss=boss(state, int(s["turn"]), parts, say))
    card = card_name(int(s["card"]), parts, say)
    if phase == Phase.RESPOND:
        who = boss(state, int(s["asked"]), parts, say)
        if int(s["card"]) == Card.LAM:
            picked = int(s["hit_list"][s["picked"]])
            return say("{boss}: answer {card} for {man}?", boss=who, card=card, man=man(state, picked, parts))
        if s["target"] >= 0:
            target = boss(state, int(s["target"]), parts, say)
            return say("{boss}: answer {card} against {target}?", boss=who, card=card, target=target)
        return say("{boss}: answer {card}?", boss=who, card=card)
    if phase == Phase.MP_ORDER:
        return say("{boss}: whose man goes on the list first?", boss=boss(state, int(s["countered_by"]), parts, say))
    who = boss(state, int(s["turn"]), parts, say)
    asks = {
        Phase.TARGET: sentence("{boss}: {card} against whom?"),
        Phase.VICTIM: sentence("{boss}: {card}: who dies?"),
        Phase.PICK: sentence("{boss}: {card}: who is saved?"),
        Phase.PARTNER: sentence("{boss}: {card}: who takes his place?"),
        Phase.GANG: sentence("{boss}: {card}: whose men are freed?"),
        Phase.QUEUE: sentence("{boss}: {card}: whose man joins the list next?"),
        Phase.REORDER: sentence("{boss}: {card}: whose man comes next?"),
        Phase.TRAITOR: sentence("{boss}: {card}: who disappears?"),
        Phase.RETURN: sentence("{boss}: {card}: whose man returns?"),
    }[Phase(phase)]
    return say(asks, boss=who, card=card)


EVENTS = {
    Event.TURN: sentence("{a}'s turn"),
    Event.PLAYS: sentence("{a} plays {card}"),
    Event.DISCARDS: sentence("{a} discards {card}"),
    Event.TARGETS: sentence("{a} names {b}"),
    Event.LETS_STAND: sentence("{a} lets it stand"),
    Event.ANSWERS: sentence("{a} answers with {card}"),
    Event.LISTED: sentence("{man} ({boss}) joins the hit list"),
    Event.LISTED_AT_TOP: sentence("{man} ({boss}) goes to the top of the hit list"),
    Event.SAVED: sentence("{man} ({boss}) leaves the hit list"),
    Event.CHANGE_PLACES: sentence("{man} ({boss}) changes places with {other} ({rival})"),
    Event.EXECUTED: sentence("{man} ({boss}) is shot at the wall"),
    Event.KILLED: sentence("{man} ({boss}) is killed"),
    Event.TURNCOAT: sentence("{man} ({boss}) disappears, {other} ({rival}) returns"),
    Event.REARRANGED: sentence("{a} has put the hit list in a new order"),
    Event.WAR_BREAKS_OUT: sentence("War breaks out by itself"),
    Event.WAR_ENDS: sentence("The hit list is empty: the war is over"),
    Event.TRUCE: sentence("A truce ends the war"),
    Event.RESHUFFLED: sentence("The discards are shuffled into a new pile"),
    Event.ELIMINATED: sentence("{a} has no man left and is out of the game"),
    Event.WINS: sentence("{a} is the last boss and wins"),
    Event.STOPPED: sentence("The last turn has been played: the game stops"),
}


def tell(row: Sequence[int], state: Any, parts: Parts, say: Words) -> str | None:
    """An event, redacted before, as a sentence of the log."""
    event, a, b, c = Event(int(row[0])), int(row[1]), int(row[2]), int(row[3])
    if event == Event.DRAWS:
        who = boss(state, a, parts, say)
        if b == UNKNOWN:
            return say("{a} draws a card", a=who)
        return say("{a} draws {card}", a=who, card=card_name(b, parts, say))
    if event == Event.WAR:
        return say("War: one man is shot every turn") if a == 1 else say("War at double pace: two men are shot every turn")
    if event == Event.HAND_REVEALED:
        return say("{a} lays down {n} x {card}", a=boss(state, a, parts, say), n=c, card=card_name(b, parts, say))
    if event == Event.WOULD_SAVE:
        return say("{a} wants to save {man}", a=boss(state, a, parts, say), man=man(state, b, parts))
    values: dict[str, str] = {}
    if event in (Event.PLAYS, Event.DISCARDS, Event.ANSWERS):
        values = {"a": boss(state, a, parts, say), "card": card_name(b, parts, say)}
    elif event in (Event.TURN, Event.LETS_STAND, Event.REARRANGED, Event.ELIMINATED, Event.WINS):
        values = {"a": boss(state, a, parts, say)}
    elif event == Event.TARGETS:
        values = {"a": boss(state, a, parts, say), "b": boss(state, b, parts, say)}
    elif a >= 0:
        values = {"man": man(state, a, parts), "boss": boss(state, a // MEN, parts, say)}
        if b >= 0:
            values |= {"other": man(state, b, parts), "rival": boss(state, b // MEN, parts, say)}
    return say(EVENTS[event], **values)


REFUSALS = {
    No.OTHER_QUESTION: sentence("that is not what is asked now"),
    No.NOT_IN_HAND: sentence("you do not hold that card"),
    No.NOT_IN_DECK: sentence("that card is not in the pile"),
    No.COUNTER_ON_OWN_TURN: sentence("a counter card only answers a rival's card; on your own turn you can discard it"),
    No.NO_RIVAL_AT_LARGE: sentence("all men of your rivals are already on the hit list"),
    No.LIST_IS_EMPTY: sentence("the hit list is empty"),
    No.SAME_PACE: sentence("the war already goes at that pace"),
    No.VENDETTA_CHANGES_NOTHING: sentence("nobody is left to be listed, and the war cannot get faster"),
    No.NOBODY_TO_SAVE: sentence("none of your men is on the hit list"),
    No.NO_PAIR: sentence("there is nobody he could change places with"),
    No.ONE_GANG_ON_LIST: sentence("only one gang is on the hit list: there is nothing to rearrange"),
    No.NO_WAR: sentence("there is no war to end"),
    No.NO_TRAITOR: sentence("no gang could get a man back"),
    No.NO_SUCH_SEAT: sentence("nobody sits there"),
    No.YOUR_OWN: sentence("this card strikes a rival, and he is one of yours"),
    No.NO_FREE_MAN: sentence("{boss} has no man at large"),
    No.NOBODY_THERE: sentence("the hit list is not that long"),
    No.NOT_YOURS: sentence("you may only save your own men"),
    No.SAME_GANG: sentence("both men are of the same gang"),
    No.NOT_AN_OPPONENT: sentence("the man who takes his place must be a rival's"),
    No.NOT_ON_LIST: sentence("none of {boss}'s men is on the hit list"),
    No.NO_MORE_OF_THEM: sentence("{boss} has given all the men the card asks for"),
    No.DOES_NOT_ANSWER: sentence("that counter card does not answer {card}"),
    No.NOT_BIGGEST: sentence("that gang is not the biggest"),
    No.MAY_NOT_RETURN: sentence("that gang may not get a man back"),
}


def refuse(state: Any, move: int, code: int, parts: Parts, say: Words) -> str:
    """Why the referee refuses a move."""
    s = unwrap(state)
    values = {}
    if SEAT <= move < PLACE and move - SEAT < s["seats"]:
        values["boss"] = boss(state, move - SEAT, parts, say)
    if s["card"] >= 0:
        values["card"] = card_name(int(s["card"]), parts, say)
    return say(REFUSALS[No(code)], **values)


assert FREE_MAN + 6 < 128
