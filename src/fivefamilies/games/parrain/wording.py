"""The words of Le Jeu du Parrain: notation and labels of moves, the story of the log, the referee's refusals."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from fivefamilies.core.record import unwrap
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.parrain.components import (
    INFORMER_TOKENS,
    NEIGHBOURHOODS,
    RACKETS,
    SALES,
    TOKENS_PER_TURN,
    Kind,
    Luck,
    Parts,
)
from fivefamilies.games.parrain.events import Event
from fivefamilies.games.parrain.knowledge import UNKNOWN
from fivefamilies.games.parrain.referee import ANNOUNCE, DONE, OPEN, No
from fivefamilies.games.parrain.state import ROW, Phase

COLOURS = {
    "red": sentence("Red"),
    "yellow": sentence("Yellow"),
    "green": sentence("Green"),
    "blue": sentence("Blue"),
}
LUCK_NAMES = (sentence("VEINE"), sentence("DEVEINE"))


def family(state: Any, seat: int, parts: Parts, say: Words) -> str:
    """How the log calls a seat: by the colour of its tokens (JP-3)."""
    return say(COLOURS[parts.colours[seat]])


def place_name(place: int, parts: Parts, say: Words) -> str:
    return parts.neighbourhoods[place].names[say.language]


def racket_name(racket: int, parts: Parts, say: Words) -> str:
    return parts.rackets[racket].names[say.language]


def card_name(card: int, parts: Parts, say: Words) -> str:
    """A playing card."""
    part = parts.cards[card]
    if part.kind == Kind.MONEY:
        return say("Money card {n}", n=part.hundreds)
    if part.kind == Kind.RACKET:
        return say("Racket card: {n} × {unit}", n=part.tokens, unit=parts.rackets[part.racket].units[say.language])
    return say("Reprieve card") if part.kind == Kind.REPRIEVE else say("Informer card")


def luck_name(luck: int, card: int, parts: Parts, say: Words) -> str:
    return parts.luck[luck][card].titles[say.language]


# ---------------------------------------------------------------- positions


def cell_name(bit: int) -> str:
    """A position by its column and row, from the top left: a1."""
    return f"{chr(ord('a') + bit % ROW)}{bit // ROW + 1}"


@lru_cache(maxsize=None)
def bits_of(land: int) -> tuple[int, ...]:
    """The bit numbers of a board's positions, in their order."""
    return tuple(bit for bit in range(64) if land >> bit & 1)


def locate(state: Any, position: int) -> tuple[int, int] | None:
    """The neighbourhood and the bit number of a numbered position."""
    s = unwrap(state)
    for place in range(NEIGHBOURHOODS):
        bits = bits_of(int(s["land"][place]))
        index = position - int(s["first_position"][place])
        if 0 <= index < len(bits):
            return place, bits[index]
    return None


# ---------------------------------------------------------------- moves


def notation(state: Any, move: int, parts: Parts) -> str:
    """A move in words that read aloud and parse back."""
    phase = unwrap(state)["phase"]
    if phase <= Phase.DEVEINE:
        return notation_of_chance(phase, move, parts)
    if move < OPEN:
        found = locate(state, move)
        return f"{parts.neighbourhoods[found[0]].id} {cell_name(found[1])}" if found else f"position {move + 1}"
    if move < ANNOUNCE:
        place, racket = divmod(move - OPEN, RACKETS)
        return f"open {parts.neighbourhoods[place].id} {parts.rackets[racket].id}"
    return "done" if move == DONE else f"announce {parts.neighbourhoods[move - ANNOUNCE].id}"


def notation_of_chance(phase: int, outcome: int, parts: Parts) -> str:
    """An outcome in words."""
    if phase == Phase.FIRST_PLAYER:
        return f"start {parts.colours[outcome]}" if outcome < len(parts.colours) else f"start {outcome + 1}"
    if phase == Phase.ROLL:
        return f"roll {outcome + 1}"
    if phase == Phase.DRAW:
        return f"draw {parts.cards[outcome].id}"
    return f"draw {'veine' if phase == Phase.VEINE else 'deveine'} {outcome + 1}"


def label(state: Any, move: int, parts: Parts, say: Words) -> str:
    """A move as a button says it."""
    phase = unwrap(state)["phase"]
    if phase <= Phase.DEVEINE:
        return label_of_chance(state, phase, move, parts, say)
    if move < OPEN:
        return label_of_position(state, move, parts, say)
    if move < ANNOUNCE:
        place, racket = divmod(move - OPEN, RACKETS)
        return say(
            "Open {place} with {racket}, {price} dollars a token",
            place=place_name(place, parts, say), racket=racket_name(racket, parts, say), price=parts.rackets[racket].price,
        )
    if move < DONE:
        return say("Announce control of {place}", place=place_name(move - ANNOUNCE, parts, say))
    return say("Done")


def label_of_chance(state: Any, phase: int, outcome: int, parts: Parts, say: Words) -> str:
    """An outcome as a button says it."""
    if phase == Phase.FIRST_PLAYER:
        return say("{a} starts", a=family(state, outcome, parts, say))
    if phase == Phase.ROLL:
        return say("Roll {n}", n=outcome + 1)
    if phase == Phase.DRAW:
        return say("Draw: {card}", card=card_name(outcome, parts, say))
    luck = Luck.VEINE if phase == Phase.VEINE else Luck.DEVEINE
    return say("Draw: {card}", card=luck_name(luck, outcome, parts, say))


def label_of_position(state: Any, position: int, parts: Parts, say: Words) -> str:
    """A named position, in the words of the question it answers."""
    s = unwrap(state)
    found = locate(state, position)
    if found is None:
        return say("Position {n}", n=position + 1)
    place, bit = found
    values = {"place": place_name(place, parts, say), "cell": cell_name(bit)}
    phase, racket = s["phase"], int(s["racket"][place])
    if phase == Phase.FREE:
        unit = parts.rackets[racket if racket >= 0 else int(s["card_racket"])].units[say.language]
        return say("{place} {cell}: {unit}, free", unit=unit, **values)
    if phase in (Phase.ENTER, Phase.ADD, Phase.BUY) and racket >= 0:
        part = parts.rackets[racket]
        return say("{place} {cell}: {unit}, {price} dollars", unit=part.units[say.language], price=part.price, **values)
    if phase == Phase.SELL and racket >= 0:
        return say("Sell the token on {place} {cell} for {price} dollars", price=SALES[racket], **values)
    if phase == Phase.INFORM:
        owners = [seat for seat in range(int(s["seats"])) if int(s["men"][place][seat]) >> bit & 1]
        if owners:
            return say("Remove the token of {a} on {place} {cell}", a=family(state, owners[0], parts, say), **values)
    if phase in (Phase.LOSE, Phase.FORFEIT):
        return say("Give up the token on {place} {cell}", **values)
    return say("{place} {cell}", **values)


# ---------------------------------------------------------------- questions

QUESTIONS = {
    Phase.FIRST_PLAYER: sentence("The die decides who starts"),
    Phase.DRAW: sentence("{a} draws a card"),
    Phase.ROLL: sentence("{a} rolls the die"),
    Phase.VEINE: sentence("{a} draws a VEINE card"),
    Phase.DEVEINE: sentence("{a} draws a DEVEINE card"),
    Phase.ENTER: sentence("{a}: enter a neighbourhood ({n} of 2)"),
    Phase.ADD: sentence("{a}: add tokens in {place}, at most {n} more, or stop"),
    Phase.FREE: sentence("{a}: place a free token: {unit}, {n} left"),
    Phase.LOSE: sentence("{a}: which token of this racket is lost: {racket}?"),
    Phase.SELL: sentence("{a}: the penalty is {n} dollars; which token is sold?"),
    Phase.INFORM: sentence("{a}: which opposing token does the informer remove? ({n} of {most})"),
    Phase.BUY: sentence("{a}: buy and place tokens, or stop"),
    Phase.ANNOUNCE: sentence("{a}: announce control?"),
    Phase.FORFEIT: sentence("{a}: the announcement is contested; which token in {place} is lost?"),
    Phase.OVER: sentence("The game is over"),
}


def question(state: Any, parts: Parts, say: Words) -> str:
    """What is asked now."""
    s = unwrap(state)
    phase = Phase(int(s["phase"]))
    place = next((int(s[name]) for name in ("opened", "pending", "entered") if s[name] >= 0), -1)
    contested = [place for place in range(NEIGHBOURHOODS) if s["contested"][place]]
    seat = int(s["announcer"][contested[0]]) if phase == Phase.FORFEIT else int(s["turn"])
    values: dict[str, object] = {"a": family(state, seat, parts, say)}
    if s["opened"] >= 0:
        return say("{a}: place the token in {place}", place=place_name(place, parts, say), **values)
    if s["pending"] >= 0:
        return say("{a}: complete the capture in {place}", place=place_name(place, parts, say), **values)
    if phase == Phase.ENTER:
        values["n"] = int(s["entries"]) + 1
    elif phase == Phase.ADD:
        values |= {"place": place_name(place, parts, say), "n": TOKENS_PER_TURN - int(s["placed"][place])}
    elif phase == Phase.FREE:
        values |= {"unit": parts.rackets[int(s["card_racket"])].units[say.language], "n": int(s["free_left"])}
    elif phase == Phase.LOSE:
        values["racket"] = racket_name(int(s["card_racket"]), parts, say)
    elif phase == Phase.SELL:
        values["n"] = int(s["penalty"])
    elif phase == Phase.INFORM:
        values |= {"n": INFORMER_TOKENS + 1 - int(s["lose_left"]), "most": INFORMER_TOKENS}
    elif phase == Phase.FORFEIT:
        values["place"] = place_name(contested[0], parts, say)
    return say(QUESTIONS[phase], **values)


# ---------------------------------------------------------------- the log

EVENTS = {
    Event.STARTS: sentence("{a} starts"),
    Event.TURN: sentence("Round {b}: {a}'s turn"),
    Event.OPENS: sentence("{a} runs a racket in {place}: {racket}"),
    Event.BUYS: sentence("{a} places a token on {place} {cell} for {d} dollars"),
    Event.PLACES: sentence("{a} places a free token on {place} {cell}"),
    Event.BONUS: sentence("{a} receives a bonus of {c} dollars for {place}"),
    Event.SHOWS: sentence("{a} plays a card: {card}"),
    Event.RECEIVES: sentence("{a} receives {b} dollars"),
    Event.ROLLS: sentence("{a} rolls {b}"),
    Event.GOOD_LUCK: sentence("{a} has good luck: {luck}"),
    Event.BAD_LUCK: sentence("{a} has bad luck: {luck}"),
    Event.LOSES: sentence("{a} loses the token on {place} {cell}"),
    Event.SELLS: sentence("{a} sells the token on {place} {cell} for {d} dollars"),
    Event.PAYS: sentence("{a} pays {b} dollars"),
    Event.FORGIVEN: sentence("{a} cannot pay the other {b} dollars"),
    Event.INFORMS: sentence("{a}'s informer removes the token of {owner} on {place} {cell}"),
    Event.DONE: sentence("{a} is done"),
    Event.DRAWS: sentence("{a} draws a card: {card}"),
    Event.CLAIMS: sentence("{a} has reached a majority in {place}"),
    Event.CLAIM_BROKEN: sentence("{a} has lost the majority in {place}"),
    Event.CONTROLS: sentence("{a} controls {place}, worth {c} dollars; the neighbourhood is closed"),
    Event.ANNOUNCES: sentence("{a} announces control of {place}"),
    Event.CONTESTED: sentence("{a} has contested the announcement in {place}"),
    Event.LAPSES: sentence("{a}'s announcement in {place} lapses"),
    Event.FORFEITS: sentence("{a} loses the token on {place} {cell} for the contested announcement"),
    Event.ALL_CONTROLLED: sentence("Every neighbourhood is controlled: the game ends"),
    Event.TRUCE: sentence("Nobody places tokens any more: a truce ends the game"),
    Event.ROUND_LIMIT: sentence("The last round has been played: the game ends"),
    Event.GODFATHER: sentence("{a} is the Godfather"),
}
WITH_CELL = (Event.BUYS, Event.PLACES, Event.LOSES, Event.SELLS, Event.INFORMS, Event.FORFEITS)
WITH_PLACE = (
    *WITH_CELL, Event.OPENS, Event.CAPTURES, Event.BONUS, Event.CLAIMS, Event.CLAIM_BROKEN, Event.CONTROLS,
    Event.ANNOUNCES, Event.CONTESTED, Event.LAPSES,
)  # fmt: skip


def tell(row: Sequence[int], state: Any, parts: Parts, say: Words) -> str | None:
    """An event, redacted before, as a sentence of the log."""
    event, a, b, c, d = Event(int(row[0])), *(int(cell) for cell in row[1:5])
    if event == Event.RESHUFFLED:
        if a < 0:
            return say("The used playing cards are shuffled")
        return say("The used {pack} cards are shuffled", pack=say(LUCK_NAMES[a]))
    values: dict[str, object] = {"b": b, "c": c, "d": d}
    if a >= 0:
        values["a"] = family(state, a, parts, say)
    if event in WITH_PLACE:
        values["place"] = place_name(b, parts, say)
    if event in WITH_CELL:
        values["cell"] = cell_name(c)
    if event == Event.DRAWS and b == UNKNOWN:
        return say("{a} draws a card", **values)
    if event in (Event.DRAWS, Event.SHOWS):
        values["card"] = card_name(b, parts, say)
    elif event == Event.CAPTURES:
        owner = family(state, d, parts, say)
        return say.many(
            "{a} captures {n} token of {owner} in {place}", "{a} captures {n} tokens of {owner} in {place}", c,
            owner=owner, a=values["a"], place=values["place"],
        )  # fmt: skip
    elif event == Event.LOST_FREE_TOKENS:
        return say.many(
            "{n} free token of {a} finds no place and is lost", "{n} free tokens of {a} find no place and are lost", b,
            a=values["a"],
        )  # fmt: skip
    elif event == Event.OPENS:
        values["racket"] = racket_name(c, parts, say)
    elif event == Event.INFORMS:
        values["owner"] = family(state, d, parts, say)
    elif event in (Event.GOOD_LUCK, Event.BAD_LUCK):
        values["luck"] = luck_name(Luck.VEINE if event == Event.GOOD_LUCK else Luck.DEVEINE, b, parts, say)
    return say(EVENTS[event], **values)


# ---------------------------------------------------------------- refusals

REFUSALS = {
    No.OTHER_QUESTION: sentence("that is not what is asked now"),
    No.NO_SUCH_POSITION: sentence("the board has no such position"),
    No.NOT_IN_PLAY: sentence("{place} is not in play"),
    No.CLOSED: sentence("{place} is closed"),
    No.THREE_PLACED: sentence("three tokens have been placed in {place} this turn; that is the most"),
    No.BAG_IS_EMPTY: sentence("your bag is empty"),
    No.CAPTURE_PENDING: sentence("a capture must be completed first"),
    No.TOKEN_MUST_FOLLOW: sentence("place the token where you have just opened a racket"),
    No.OTHER_RACKET: sentence("another racket is run in {place}"),
    No.NO_RACKET_YET: sentence("no racket is run in {place} yet; open one first"),
    No.NOT_ENOUGH_CASH: sentence("you do not have enough cash: {cash} dollars"),
    No.ALREADY_ENTERED: sentence("you have already entered {place}; choose another neighbourhood"),
    No.OTHER_NEIGHBOURHOOD: sentence("tokens are being added elsewhere; {place} has to wait"),
    No.OCCUPIED: sentence("there is a token on that position"),
    No.TAKEN_AT_ONCE: sentence("there you would be taken at once"),
    No.RACKET_IS_CHOSEN: sentence("the racket of {place} is chosen for the whole game"),
    No.NOT_YOUR_TOKEN: sentence("you have no token there"),
    No.NOT_THAT_RACKET: sentence("the card names another racket"),
    No.NOT_A_RIVAL_TOKEN: sentence("no opponent has a token there"),
    No.ALREADY_ANNOUNCED: sentence("control of {place} has been announced already"),
    No.NO_IMPLICIT_MAJORITY: sentence("you do not control a majority of {place}, not even implicitly"),
    No.TOO_FEW_TOKENS: sentence("you occupy less than a quarter of {place}"),
    No.NOT_CONTESTED: sentence("the contested announcement is for another neighbourhood"),
    No.NOT_IN_PACK: sentence("that cannot be drawn or rolled now"),
    No.NO_SUCH_SEAT: sentence("nobody sits there"),
}


def refuse(state: Any, move: int, code: int, parts: Parts, say: Words) -> str:
    """Why the referee refuses a move."""
    s = unwrap(state)
    values: dict[str, object] = {"cash": int(s["cash"][int(s["turn"])])}
    found = None
    if s["phase"] > Phase.DEVEINE and move < DONE:
        found = locate(state, move)[0] if move < OPEN and locate(state, move) else None
        if move >= OPEN:
            found = (move - OPEN) // RACKETS if move < ANNOUNCE else move - ANNOUNCE
    if found is not None:
        values["place"] = place_name(found, parts, say)
    return say(REFUSALS[No(code)], **values)
