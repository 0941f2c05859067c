"""The story of a game of Der Pate: each event of the log as a sentence."""

from collections.abc import Sequence
from typing import Any

from fivefamilies.core.words import Words, sentence
from fivefamilies.games.der_pate.components import BANK, BLOCK, NEUTRAL, Colour, Favour, Parts, Token, Track
from fivefamilies.games.der_pate.events import Event
from fivefamilies.games.der_pate.wording import (
    DICE_NAMES,
    TOKEN_NAMES,
    TRACK_NAMES,
    box_name,
    business_name,
    face_name,
    family,
    money,
)

# The columns of a row by what they mean; the sentence takes what it needs.
SENTENCES = {
    Event.CAR_STARTS: (sentence("{a} puts the car at {business}"), "family business"),
    Event.DISTRICT: (sentence("{a} takes {district}"), "family district"),
    Event.REVENUE: (sentence("{a} gets {amount} of revenue"), "family amount"),
    Event.MARKER: (sentence("The event marker of {track} moves to space {n}"), "track n"),
    Event.KO_TRACK: (sentence("{track} is the K.O. track"), "track"),
    Event.CAR: (sentence("The car drives to {business}, {place}"), "car"),
    Event.TURN: (sentence("{a}'s turn"), "family"),
    Event.ROLLED: (sentence("Roll of {die}: {face}"), "die face"),
    Event.INCOME: (sentence("{a} gets {amount} from {business}"), "family business amount"),
    Event.TRACK_END: (sentence("{a} is at the end of {track} and gets {amount}"), "family track amount"),
    Event.TOKEN_GAINED: (sentence("{a} gains the token {token}"), "family token"),
    Event.TOKEN_USED: (sentence("{a} uses {token}"), "family token"),
    Event.TOKEN_KEPT: (sentence("{a} keeps {token}"), "family token"),
    Event.BAPTISM: (sentence("{a} rolls for the Baptism: {face}"), "family face"),
    Event.FROM_BANK: (sentence("{a} takes {amount} from the bank"), "family amount"),
    Event.TO_BANK: (sentence("{a} pays {amount} to the bank"), "family amount"),
    Event.TO_PLAYER: (sentence("{a} pays {amount} to {other}"), "family amount other"),
    Event.OCCUPIED: (sentence("{a} occupies {business}"), "family business"),
    Event.SENT_HOME: (sentence("Back to the reserve: {business} is vacated ({a})"), "family business"),
    Event.ARRESTED: (sentence("To the Tombs: {business} is vacated ({a})"), "family business"),
    Event.DROWNED: (sentence("Into the Hudson: {business} loses its member ({a})"), "family business"),
    Event.DEBT_GIVEN: (sentence("{a} gives a debt token to {other}"), "family other"),
    Event.FRIEND_GAINED: (sentence("{a} wins a Friend of the Family"), "family"),
    Event.NO_FRIEND: (sentence("{a} gets no Friend: too dear, or none is left"), "family"),
    Event.FROM_HUDSON: (sentence("{a} takes a member back from the Hudson"), "family"),
    Event.DECLINED: (sentence("{a} declines"), "family"),
    Event.TURN_ENDS: (sentence("{a} ends the turn"), "family"),
    Event.NO_EFFECT: (sentence("{a} finds no use for the character"), "family"),
    Event.ELIMINATED: (sentence("{a} has not reached the end of the K.O. track and is eliminated"), "family"),
    Event.FINAL_REVENUE: (sentence("{a} gets {amount} of final revenue"), "family amount"),
    Event.FINAL_BUSINESSES: (sentence("{a} gets {amount} for the businesses"), "family amount"),
    Event.BAIL: (sentence("{a} pays {amount} bail"), "family amount"),
    Event.DEBT_SETTLED: (sentence("{a} pays {amount} to {other} for debt tokens"), "family amount other"),
    Event.WINS: (sentence("{a} wins with {amount}"), "family amount"),
    Event.NOBODY_WINS: (sentence("All families are eliminated: nobody wins"), ""),
}
FAVOURS = {
    Favour.RECRUIT: sentence("{a} asks a Friend to recruit a member"),
    Favour.CLEAR_DEBT: sentence("{a} asks a Friend to clear a debt"),
    Favour.TWO_STEPS: sentence("{a} asks a Friend for two steps"),
    Favour.CASH_5000: sentence("{a} asks a Friend for money"),
}


def tell(row: Sequence[int], state: Any, parts: Parts, say: Words) -> str | None:
    """An event as a sentence of the log."""
    event, columns = Event(int(row[0])), [int(cell) for cell in row[1:]]
    special = tell_special(event, columns, state, parts, say)
    if special is not None:
        return special
    message, meanings = SENTENCES[event]
    values: dict[str, object] = {}
    for meaning, cell in zip(meanings.split(), columns, strict=False):
        values |= told(meaning, cell, state, parts, say)
    return say(message, **values)


def told(meaning: str, cell: int, state: Any, parts: Parts, say: Words) -> dict[str, object]:
    """One column in words."""
    if meaning == "family":
        return {"a": family(state, cell, parts, say)}
    if meaning == "other":
        return {"other": family(state, cell, parts, say)}
    if meaning == "business":
        return {"business": business_name(state, cell, parts, say)}
    if meaning == "car":
        return {"business": business_name(state, cell, parts, say), "place": parts.districts[cell // BLOCK]}
    if meaning == "district":
        return {"district": parts.districts[cell]}
    if meaning == "amount":
        return {"amount": money(cell, say)}
    if meaning == "track":
        return {"track": say(TRACK_NAMES[Track(cell)])}
    if meaning == "token":
        return {"token": say(TOKEN_NAMES[Token(cell)])}
    if meaning == "die":
        return {"die": say(DICE_NAMES[Colour(cell)])}
    if meaning == "face":
        return {"face": face_name(cell, say)}
    return {"n": cell}


def tell_special(event: Event, row: Sequence[int], state: Any, parts: Parts, say: Words) -> str | None:
    """Events that have more than one sentence."""
    a, b, c, d = row[:4]
    if event == Event.CARD:
        card = parts.events[b]
        return say("Round {n}: {card}. {text}", n=a, card=card.titles[say.language], text=card.texts[say.language])
    if a < 0:
        return None
    who = family(state, a, parts, say)
    if event == Event.DISTRICT and a == NEUTRAL:
        return say("Neutral members fill {district}", district=parts.districts[b])
    if event == Event.PLACED:
        box = box_name(state, d, b, c, parts, say)
        die, face = say(DICE_NAMES[Colour(b)]), face_name(c, say)
        return say("{a} places {die} ({face}) on {box}", a=who, die=die, face=face, box=box)
    if event == Event.SENATOR:
        box = box_name(state, d, c, 1, parts, say)
        return say("{a} uses the Senator: {die} goes on {box}", a=who, die=say(DICE_NAMES[Colour(b)]), box=box)
    if event == Event.ADVANCED:
        track = say(TRACK_NAMES[Track(b)])
        return say.many("{a} advances {n} space on {track}, to {space}", "{a} advances {n} spaces on {track}, to {space}", c,
                        a=who, track=track, space=d)
    if event == Event.FAVOUR:
        return say(FAVOURS[Favour(b)], a=who)
    if event == Event.FROM_TOMBS:
        return say.many("{a} takes {n} member back from the Tombs", "{a} takes {n} members back from the Tombs", b, a=who)
    if event == Event.INTO_HUDSON:
        return say.many("{a} throws {n} prisoner into the Hudson", "{a} throws {n} prisoners into the Hudson", b, a=who)
    if event == Event.INTO_TOMBS:
        return say("{a} sends a member from the reserve to the Tombs", a=who)
    if event == Event.DEBTS_BACK:
        if b == BANK:
            return say("{a} gets a debt token back from the bank", a=who)
        holder = family(state, b, parts, say)
        return say.many("{a} gets {n} debt token back from {holder}", "{a} gets {n} debt tokens back from {holder}", c,
                        a=who, holder=holder)
    if event == Event.DEBT_GIVEN and b == BANK:
        return say("{a} gives a debt token to the bank", a=who)
    if event == Event.DEBT_SETTLED and c == BANK:
        return say("{a} pays {amount} to the bank for debt tokens", a=who, amount=money(b, say))
    return None
