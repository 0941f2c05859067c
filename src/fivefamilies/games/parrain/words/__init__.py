"""The words of Le Jeu du Parrain: its things, moves, events and refusals, each declared once, and what is asked."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from fivefamilies.core.events import event, events, no, refusals, secret
from fivefamilies.core.moves import compiled, kind, moves, phase_of
from fivefamilies.core.record import Record, content, unwrap
from fivefamilies.core.things import NUMBER, Thing, thing
from fivefamilies.core.views import Called, Names, called
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.parrain.components import (
    CARDS,
    COLOURS,
    DIE,
    INFORMER_TOKENS,
    LUCK,
    MOST_POSITIONS,
    NEIGHBOURHOODS,
    POSITIONS,
    SALES,
    TOKENS_PER_TURN,
    CardPart,
    Kind,
    Luck,
    Neighbourhood,
    NeighbourhoodPart,
    Parts,
    Racket,
    land_of,
    row_of,
)
from fivefamilies.games.parrain.state import Phase, State, Status
from fivefamilies.games.parrain.words.explaining import dollars, explain

__all__ = ["Chance", "Event", "Move", "No", "explain", "purse", "question", "refusal_values", "seat_name", "vocabulary"]

# ---------------------------------------------------------------- things

PLAYERS = {
    "red": sentence("Red"),
    "yellow": sentence("Yellow"),
    "green": sentence("Green"),
    "blue": sentence("Blue"),
}
LUCK_NAMES = (sentence("VEINE"), sentence("DEVEINE"))


def seat_name(state: Record, seat: int, parts: Parts, say: Words) -> str:
    """How the log calls a seat: by the colour of its tokens (JP-3)."""
    return say(PLAYERS[COLOURS[seat]])


def purse(state: Record, seat: int, parts: Parts, say: Words) -> str:
    """A seat's cash, with which tokens are bought (JP-23)."""
    return dollars(int(unwrap(state)["cash"][seat]), say)


def place_name(place: int, parts: Parts, say: Words) -> str:
    return say(parts.neighbourhoods[place].name)


def racket_name(racket: int, parts: Parts, say: Words) -> str:
    return say(parts.rackets[racket].name)


def unit_name(racket: int, parts: Parts, say: Words) -> str:
    return say(parts.rackets[racket].unit)


def card_called(part: CardPart, parts: Parts) -> Called:
    """A playing card in English."""
    if part.kind == Kind.MONEY:
        return sentence("Money card {n}"), {"n": part.hundreds}
    if part.kind == Kind.RACKET:
        return sentence("Racket card: {n} × {unit}"), {"n": part.tokens, "unit": parts.rackets[part.racket].unit}
    return sentence("Reprieve card") if part.kind == Kind.REPRIEVE else sentence("Informer card")


def card_name(card: int, parts: Parts, say: Words) -> str:
    return called(card_called(parts.cards[card], parts), say)


def luck_name(luck: int, card: int, parts: Parts, say: Words) -> str:
    return say(parts.luck[luck][card].title)


@lru_cache(maxsize=None)
def square(bit: int, row: int) -> str:
    """A position of a neighbourhood by its column and row, from the top left: a1; a row has so many bits."""
    return f"{chr(ord('a') + bit % row)}{bit // row + 1}"


@lru_cache(maxsize=None)
def bits_of(land: int) -> tuple[int, ...]:
    """The bit numbers of a board's positions, in their order."""
    return tuple(bit for bit in range(64) if land >> bit & 1)


def field_of(name: str) -> tuple[np.dtype, slice]:
    """What a field of the record is made of, and where it lies in its memory."""
    kind, start = dict(State.dtype.fields or ())[name][:2]
    return kind.base, slice(start, start + kind.itemsize)


LAND, FIRST, WIDTH = field_of("land"), field_of("first_position"), field_of("width")


@lru_cache(maxsize=64)
def numbered(lands: bytes, firsts: bytes, widths: bytes) -> dict[int, tuple[int, int, str]]:
    """Every numbered position of boards, by their fields as they lie in memory: its neighbourhood, bit number and name."""
    fields = ((lands, LAND), (firsts, FIRST), (widths, WIDTH))
    boards = enumerate(zip(*(np.frombuffer(field, kind).tolist() for field, (kind, _) in fields), strict=True))
    return {
        first + index: (place, bit, square(bit, width))
        for place, (land, first, width) in boards
        for index, bit in enumerate(bits_of(land))
    }


def locate(state: Record, position: int) -> tuple[int, int, str] | None:
    """The neighbourhood, the bit number and the name there of a numbered position; an edition may have fewer of them."""
    memory = content(state)
    return numbered(memory[LAND[1]], memory[FIRST[1]], memory[WIDTH[1]]).get(position)


def spell_cell(state: Record, position: int, parts: Parts) -> str:
    """A position in notation: its neighbourhood, column and row."""
    found = locate(state, position)
    return f"{parts.neighbourhoods[found[0]].id} {found[2]}" if found else f"position {position + 1}"


def cell_word(id: str, bit: int, row: int) -> str:
    """The same, of a known neighbourhood."""
    return f"{id} {square(bit, row)}"


def cell_name(state: Record, position: int, parts: Parts, say: Words) -> str:
    """A position as a person says it."""
    found = locate(state, position)
    if found is None:
        return say("Position {n}", n=position + 1)
    return say("{neighbourhood} {cell}", neighbourhood=place_name(found[0], parts, say), cell=found[2])


PLAYER = thing("player", COLOURS, called=seat_name)
NEIGHBOURHOOD = thing("neighbourhood", Neighbourhood, called=lambda state, place, parts, say: place_name(place, parts, say))
RACKET = thing("racket", Racket, called=lambda state, racket, parts, say: racket_name(racket, parts, say))
CELL = thing("cell", POSITIONS, spelt=spell_cell, called=cell_name)
ANY_CELL = thing("cell", MOST_POSITIONS, spelt=spell_cell, called=cell_name)
FURTHER_CELL = thing(  # the positions that only an edition has
    "cell", MOST_POSITIONS - POSITIONS,
    spelt=lambda state, further, parts: spell_cell(state, POSITIONS + further, parts),
    called=lambda state, further, parts, say: cell_name(state, POSITIONS + further, parts, say),
)  # fmt: skip
FACE = thing("face", DIE, spelt=lambda state, face, parts: str(face + 1), called=lambda state, face, parts, say: face + 1)
CARD = thing(
    "card", CARDS,
    spelt=lambda state, card, parts: parts.cards[card].id,
    called=lambda state, card, parts, say: card_name(card, parts, say),
)  # fmt: skip
PACK = thing("pack", Luck, called=lambda state, luck, parts, say: say(LUCK_NAMES[luck]))


def luck_card(luck: Luck) -> Thing:
    """The cards of one of the two packs of luck."""
    return thing(
        "luck", LUCK,
        spelt=lambda state, card, parts: parts.luck[luck][card].id,
        called=lambda state, card, parts, say: luck_name(luck, card, parts, say),
    )  # fmt: skip


VEINE, DEVEINE = luck_card(Luck.VEINE), luck_card(Luck.DEVEINE)

# ---------------------------------------------------------------- moves


BUYING = frozenset((int(Phase.ENTER), int(Phase.ADD), int(Phase.BUY)))


@lru_cache(maxsize=4096)
def for_sale(place: str, square: str, unit: str, price: int, say: Words) -> str:
    """A position where a token may be bought: a turn begins with all of them."""
    cell = say("{neighbourhood} {cell}", neighbourhood=place, cell=square)
    return say("{cell}: {unit}, {price} dollars", cell=cell, unit=unit, price=price)


def label_of_position(state: Record, position: int, parts: Parts, say: Words) -> str:
    """A named position, in the words of the question it answers."""
    s = unwrap(state)
    found = locate(state, position)
    if found is None:
        return cell_name(state, position, parts, say)
    place, phase, racket = place_name(found[0], parts, say), int(s["phase"]), int(s["racket"][found[0]])
    if phase in BUYING and racket >= 0:
        return for_sale(place, found[2], unit_name(racket, parts, say), parts.rackets[racket].price, say)
    cell = say("{neighbourhood} {cell}", neighbourhood=place, cell=found[2])
    if phase == Phase.FREE:
        unit = unit_name(racket if racket >= 0 else int(s["card_racket"]), parts, say)
        return say("{cell}: {unit}, free", cell=cell, unit=unit)
    if phase == Phase.SELL and racket >= 0:
        return say("Sell the token on {cell} for {price} dollars", cell=cell, price=SALES[racket])
    if phase == Phase.INFORM:
        owners = [seat for seat in range(int(s["seats"])) if int(s["men"][found[0]][seat]) >> found[1] & 1]
        if owners:
            return say("Remove the token of {player} on {cell}", player=seat_name(state, owners[0], parts, say), cell=cell)
    if phase in (Phase.LOSE, Phase.FORFEIT):
        return say("Give up the token on {cell}", cell=cell)
    return cell


def label_of_opening(state: Record, place: int, racket: int, parts: Parts, say: Words) -> str:
    """A racket for a neighbourhood, and what its tokens cost."""
    return say(
        "Open {neighbourhood} with {racket}, {price} dollars a token",
        neighbourhood=place_name(place, parts, say), racket=racket_name(racket, parts, say), price=parts.rackets[racket].price,
    )  # fmt: skip


@moves
class Move:
    """What a player may do; what a named position means follows from the question."""

    are_public = True  # whatever a player does is seen by all
    PICK = kind(CELL, words="{cell}", label=label_of_position)
    OPEN = kind(NEIGHBOURHOOD, RACKET, words="open {neighbourhood} {racket}", label=label_of_opening)
    ANNOUNCE = kind(NEIGHBOURHOOD, words="announce {neighbourhood}", label="Announce control of {neighbourhood}")
    DONE = kind(words="done", label="Done")
    PICK_FURTHER = kind(
        FURTHER_CELL, words="{cell}",
        label=lambda state, further, parts, say: label_of_position(state, POSITIONS + further, parts, say),
    )  # fmt: skip


@moves
class Chance:
    """What chance may do; its moves are numbered by what they turn up."""

    DRAW = kind(CARD, at=0, when=(Phase.DRAW,), words="draw {card}", label="Draw: {card}")
    FIRST = kind(PLAYER, at=0, when=(Phase.FIRST_PLAYER,), words="start {player}", label="{player} starts")
    ROLL = kind(FACE, at=0, when=(Phase.ROLL,), words="roll {face}", label="Roll {face}", is_public=True)
    VEINE = kind(
        VEINE, at=0, when=(Phase.VEINE,), words=lambda state, card, parts: f"draw veine {card + 1}", label="Draw: {luck}"
    )
    DEVEINE = kind(
        DEVEINE, at=0, when=(Phase.DEVEINE,), words=lambda state, card, parts: f"draw deveine {card + 1}", label="Draw: {luck}"
    )


split, join = compiled(Move)

PLACING = (Phase.ENTER, Phase.ADD, Phase.FREE, Phase.BUY)


def neighbourhood_entered(state: Record, position: int, parts: Parts) -> tuple[str, str] | None:
    """The neighbourhood where a token is placed; none where one is lost, sold or removed."""
    found = locate(state, position) if phase_of(state) in PLACING else None
    return ("neighbourhood", parts.neighbourhoods[found[0]].id) if found else None


ABLATED = {Move.OPEN: 0, Move.PICK: neighbourhood_entered}  # a report plays without each neighbourhood

# ---------------------------------------------------------------- what a view shows

PHASES = {
    Phase.FIRST_PLAYER: "who starts", Phase.DRAW: "the draw", Phase.ROLL: "the die", Phase.VEINE: "good luck",
    Phase.DEVEINE: "bad luck", Phase.ENTER: "enter a neighbourhood", Phase.ADD: "add tokens", Phase.FREE: "free tokens",
    Phase.LOSE: "lose a token", Phase.SELL: "sell a token", Phase.INFORM: "the informer", Phase.BUY: "buy and place",
    Phase.ANNOUNCE: "announce control", Phase.FORFEIT: "a token for a contested announcement", Phase.OVER: "over",
}  # fmt: skip
STATUS = {Status.OUT: "not in play", Status.OPEN: "open", Status.CLOSED: "closed"}


def vocabulary(parts: Parts) -> Names:
    """The names of what a view shows."""
    return {
        "neighbourhood": {part.id: part.name for part in parts.neighbourhoods},
        "cell": dict(cell for part in parts.neighbourhoods for cell in cells_called(part)),
        "unit": {part.id: part.unit for part in parts.rackets},
        "racket": {part.id: part.name for part in parts.rackets},
        "card": {part.id: card_called(part, parts) for part in parts.cards},
        "luck": {part.id: part.title for pack in parts.luck for part in pack},
        "colour": PLAYERS,
        "phase": {phase.name.lower(): name for phase, name in PHASES.items()},
        "status": {status.name.lower(): name for status, name in STATUS.items()},
    }


def cells_called(part: NeighbourhoodPart) -> Iterator[tuple[str, Called]]:
    """The positions of a neighbourhood in English, by their words in notation."""
    row = row_of(part.shape)
    for bit in bits_of(land_of(part.shape)):
        called = sentence("{neighbourhood} {cell}"), {"neighbourhood": part.name, "cell": square(bit, row)}
        yield cell_word(part.id, bit, row), called


# ---------------------------------------------------------------- questions

ASKED = {
    Phase.FIRST_PLAYER: sentence("The die decides who starts"),
    Phase.DRAW: sentence("{player} draws a card"),
    Phase.ROLL: sentence("{player} rolls the die"),
    Phase.VEINE: sentence("{player} draws a VEINE card"),
    Phase.DEVEINE: sentence("{player} draws a DEVEINE card"),
    Phase.ENTER: sentence("{player}: enter a neighbourhood ({n} of 2)"),
    Phase.ADD: sentence("{player}: add tokens in {neighbourhood}, at most {n} more, or stop"),
    Phase.FREE: sentence("{player}: place a free token: {unit}, {n} left"),
    Phase.LOSE: sentence("{player}: which token of this racket is lost: {racket}?"),
    Phase.SELL: sentence("{player}: the penalty is {n} dollars; which token is sold?"),
    Phase.INFORM: sentence("{player}: which opposing token does the informer remove? ({n} of {most})"),
    Phase.BUY: sentence("{player}: buy and place tokens, or stop"),
    Phase.ANNOUNCE: sentence("{player}: announce control?"),
    Phase.FORFEIT: sentence("{player}: the announcement is contested; which token in {neighbourhood} is lost?"),
    Phase.OVER: sentence("The game is over"),
}


def asked_first(state: Record) -> str:
    """A token must follow where a racket was opened, and a capture that was begun is completed, before anything else."""
    s = unwrap(state)
    if s["opened"] >= 0:
        return sentence("{player}: place the token in {neighbourhood}")
    return sentence("{player}: complete the capture in {neighbourhood}") if s["pending"] >= 0 else ASKED[Phase(int(s["phase"]))]


QUESTIONS = dict.fromkeys(ASKED, asked_first)


def question_values(state: Record, parts: Parts, say: Words) -> dict[str, object]:
    """Who is asked, and about what."""
    s = unwrap(state)
    phase = Phase(int(s["phase"]))
    contested = [place for place in range(NEIGHBOURHOODS) if s["contested"][place]]
    seat = int(s["announcer"][contested[0]]) if phase == Phase.FORFEIT else int(s["turn"])
    values: dict[str, object] = {"player": seat_name(state, seat, parts, say)}
    if s["opened"] >= 0 or s["pending"] >= 0:
        values["neighbourhood"] = place_name(int(s["opened"] if s["opened"] >= 0 else s["pending"]), parts, say)
    elif phase == Phase.ENTER:
        values["n"] = int(s["entries"]) + 1
    elif phase == Phase.ADD:
        place = int(s["entered"])
        values |= {"neighbourhood": place_name(place, parts, say), "n": TOKENS_PER_TURN - int(s["placed"][place])}
    elif phase == Phase.FREE:
        values |= {"unit": unit_name(int(s["card_racket"]), parts, say), "n": int(s["free_left"])}
    elif phase == Phase.LOSE:
        values["racket"] = racket_name(int(s["card_racket"]), parts, say)
    elif phase == Phase.SELL:
        values["n"] = int(s["penalty"])
    elif phase == Phase.INFORM:
        values |= {"n": INFORMER_TOKENS + 1 - int(s["lose_left"]), "most": INFORMER_TOKENS}
    elif phase == Phase.FORFEIT:
        values["neighbourhood"] = place_name(contested[0], parts, say)
    return values


# ---------------------------------------------------------------- the log


def tell_reshuffle(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    """The used cards of a pack of luck, or of the playing deck."""
    if "pack" in values:
        return say("The used {pack} cards are shuffled", **values)
    return say("The used playing cards are shuffled")


@events
class Event:
    """What can happen."""

    TURN = event(player=PLAYER, round=NUMBER, heads=True, told="Round {round}: {player}'s turn")
    OPENS = event(
        player=PLAYER, neighbourhood=NEIGHBOURHOOD, racket=RACKET, told="{player} opens a racket in {neighbourhood}: {racket}"
    )
    BUYS = event(player=PLAYER, cell=ANY_CELL, price=NUMBER, told="{player} places a token on {cell} for {price} dollars")
    PLACES = event(player=PLAYER, cell=ANY_CELL, told="{player} places a free token on {cell}")
    CAPTURES = event(
        player=PLAYER, neighbourhood=NEIGHBOURHOOD, n=NUMBER, owner=PLAYER,
        told=(
            "{player} captures {n} token of {owner} in {neighbourhood}",
            "{player} captures {n} tokens of {owner} in {neighbourhood}",
        ),
    )  # fmt: skip
    BONUS = event(
        player=PLAYER, neighbourhood=NEIGHBOURHOOD, dollars=NUMBER,
        told="{player} receives a bonus of {dollars} dollars for {neighbourhood}",
    )  # fmt: skip
    SHOWS = event(player=PLAYER, card=CARD, told="{player} plays a card: {card}")
    RECEIVES = event(player=PLAYER, dollars=NUMBER, told="{player} receives {dollars} dollars")
    LOST_FREE_TOKENS = event(
        player=PLAYER, n=NUMBER,
        told=(
            "{n} free token of {player} finds no place and is lost",
            "{n} free tokens of {player} find no place and are lost",
        ),
    )  # fmt: skip
    ROLLS = event(player=PLAYER, face=FACE, told="{player} rolls {face}")
    GOOD_LUCK = event(player=PLAYER, luck=VEINE, told="{player} has good luck: {luck}")
    BAD_LUCK = event(player=PLAYER, luck=DEVEINE, told="{player} has bad luck: {luck}")
    LOSES = event(player=PLAYER, cell=ANY_CELL, told="{player} loses the token on {cell}")
    SELLS = event(player=PLAYER, cell=ANY_CELL, price=NUMBER, told="{player} sells the token on {cell} for {price} dollars")
    PAYS = event(player=PLAYER, dollars=NUMBER, told="{player} pays {dollars} dollars")
    FORGIVEN = event(player=PLAYER, dollars=NUMBER, told="{player} cannot pay the other {dollars} dollars")
    INFORMS = event(player=PLAYER, cell=ANY_CELL, owner=PLAYER, told="{player}'s informer removes the token of {owner} on {cell}")
    DONE = event(player=PLAYER, told="{player} is done")
    DRAWS = event(  # the drawer's secret, unless all could work it out (JP-31, JP-R24)
        player=PLAYER, card=secret(CARD, "player", unless=lambda row: row["known"] > 0), known=NUMBER,
        told="{player} draws a card: {card}", hidden="{player} draws a card",
    )  # fmt: skip
    RESHUFFLED = event(pack=PACK, told=tell_reshuffle)  # without a pack of luck: the playing deck
    CLAIMS = event(
        sure=True, player=PLAYER, neighbourhood=NEIGHBOURHOOD, told="{player} has reached a majority in {neighbourhood}"
    )
    CLAIM_BROKEN = event(
        sure=True, player=PLAYER, neighbourhood=NEIGHBOURHOOD, told="{player} has lost the majority in {neighbourhood}"
    )
    CONTROLS = event(
        sure=True, player=PLAYER, neighbourhood=NEIGHBOURHOOD, value=NUMBER,
        told="{player} controls {neighbourhood}, worth {value} dollars; the neighbourhood is closed",
    )  # fmt: skip
    ANNOUNCES = event(player=PLAYER, neighbourhood=NEIGHBOURHOOD, told="{player} announces control of {neighbourhood}")
    CONTESTED = event(
        sure=True, player=PLAYER, neighbourhood=NEIGHBOURHOOD, announcer=PLAYER,
        told="{player} has contested the announcement in {neighbourhood}",
    )  # fmt: skip
    LAPSES = event(
        sure=True, player=PLAYER, neighbourhood=NEIGHBOURHOOD, told="{player}'s announcement in {neighbourhood} lapses"
    )
    FORFEITS = event(player=PLAYER, cell=ANY_CELL, told="{player} loses the token on {cell} for the contested announcement")
    ALL_CONTROLLED = event(sure=True, told="Every neighbourhood is controlled: the game ends")
    TRUCE = event(sure=True, told="Nobody places tokens any more: a truce ends the game")
    ROUND_LIMIT = event(sure=True, told="The last round has been played: the game ends")
    GODFATHER = event(sure=True, player=PLAYER, told="{player} is the Godfather")
    STARTS = event(player=PLAYER, told="{player} starts")


# ---------------------------------------------------------------- refusals


@refusals
class No:
    """Why a move is refused."""

    OTHER_QUESTION = no("that is not what is asked now")
    NO_SUCH_POSITION = no("the board has no such position")
    NOT_IN_PLAY = no("{neighbourhood} is not in play", "JP-63")
    CLOSED = no("{neighbourhood} is closed", "JP-47")
    THREE_PLACED = no("three tokens have been placed in {neighbourhood} this turn; that is the most", "JP-30", "JP-R26")
    BAG_IS_EMPTY = no("your bag is empty", "JP-R14")
    CAPTURE_PENDING = no("a capture must be completed first", "JP-R8")
    TOKEN_MUST_FOLLOW = no("place the token where you have just opened a racket", "JP-18")
    OTHER_RACKET = no("another racket is run in {neighbourhood}", "JP-29")
    NO_RACKET_YET = no("no racket is run in {neighbourhood} yet; open one first", "JP-18")
    NOT_ENOUGH_CASH = no("you do not have enough cash: {cash} dollars", "JP-23")
    ALREADY_ENTERED = no("you have already entered {neighbourhood}; choose another neighbourhood", "JP-R23")
    OTHER_NEIGHBOURHOOD = no("tokens are being added elsewhere; {neighbourhood} has to wait", "JP-17")
    OCCUPIED = no("there is a token on that position", "JP-29")
    TAKEN_AT_ONCE = no("you would be captured there at once", "JP-40")
    RACKET_IS_CHOSEN = no("the racket of {neighbourhood} is chosen for the whole game", "JP-19")
    NOT_YOUR_TOKEN = no("you have no token there", "JP-13", "JP-14")
    NOT_THAT_RACKET = no("the card names another racket", "JP-13")
    NOT_A_RIVAL_TOKEN = no("no opponent has a token there", "JP-15")
    ALREADY_ANNOUNCED = no("control of {neighbourhood} has been announced already", "JP-R20")
    NO_IMPLICIT_MAJORITY = no("you do not control a majority of {neighbourhood}, not even implicitly", "JP-48")
    TOO_FEW_TOKENS = no("you occupy less than a quarter of {neighbourhood}", "JP-R20")
    NOT_CONTESTED = no("the contested announcement is for another neighbourhood", "JP-50")
    NOT_IN_PACK = no("that cannot be drawn or rolled now")
    NO_SUCH_SEAT = no("nobody sits there")


def refusal_values(state: Record, code: int, move: object, parts: Parts, say: Words) -> dict[str, object]:
    """What a sentence of refusal says of the player's cash and of the neighbourhood of a position."""
    s = unwrap(state)
    values: dict[str, object] = {"cash": int(s["cash"][int(s["turn"])])}
    first = {Move.PICK: 0, Move.PICK_FURTHER: POSITIONS}.get(move.kind) if move is not None else None
    found = locate(state, first + move.values[0]) if first is not None else None
    return values | ({"neighbourhood": place_name(found[0], parts, say)} if found else {})
