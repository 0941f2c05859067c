"""What is printed on the board of Der Pate and what lies on it, as views show it: tracks, action board, event cards, and what
each die of a roll would do here and now. A printed copy may have other numbers (an edition): they are never known by heart."""

from typing import Annotated

import msgspec
import numpy as np

from fivefamilies.core.pieces import blank_log
from fivefamilies.core.record import Fields, Record, unwrap, wrap
from fivefamilies.core.views import Money, SeatNumber, is_a
from fivefamilies.games.der_pate.components import (
    BANK,
    BOX_OF,
    DICE,
    FEASTS,
    TURN_START_EFFECTS,
    Box,
    Colour,
    Line,
    Parts,
    Token,
    Track,
)
from fivefamilies.games.der_pate.referee import legal
from fivefamilies.games.der_pate.rules import play
from fivefamilies.games.der_pate.state import Phase, State, box_of
from fivefamilies.games.der_pate.words import Event, Move, join, split

TrackWord = Annotated[str, is_a("track")]
BusinessWord = Annotated[str, is_a("business")]
TokenWord = Annotated[str, is_a("token")]
DieWord = Annotated[str, is_a("die")]
LOG_ROWS = 64


class TrackSpaces(msgspec.Struct):
    """A development track as it is printed: its last space, what its spaces pay (Revenue), where its tokens lie."""

    track: TrackWord
    last: int
    pays: list[Money]
    tokens: dict[TokenWord, int]


class ActionBox(msgspec.Struct):
    """A box of the action board: the line, the die it takes by colour or number, what it pays, the die that lies there."""

    line: int
    box: Annotated[str, is_a("box")]
    colour: DieWord | None
    number: int | None  # income boxes
    income: Money | None
    bonus: TrackWord | None  # the owner's step besides the money
    die: DieWord | None


class EventCardView(msgspec.Struct):
    """An event card; everybody may read all of them (DP-15)."""

    card: Annotated[str, is_a("card")]
    title: Annotated[str, is_a("card_text")]
    text: Annotated[str, is_a("card_text")]
    colour: Annotated[str, is_a("marker")]
    car: int
    waits: bool  # carried out by each player at the start of his own turn (DP-29)


class Payment(msgspec.Struct):
    """Money that a seat gets, or pays if it is less than nothing."""

    seat: SeatNumber
    amount: Money


class Walk(msgspec.Struct):
    """A marker that moves to a space."""

    seat: SeatNumber
    track: TrackWord
    space: int


class Loss(msgspec.Struct):
    """A business that loses its member, and where he goes: home or to the Tombs."""

    business: BusinessWord
    owner: SeatNumber | Annotated[str, is_a("owner")]
    to: Annotated[str, is_a("area")]


class Prospect(msgspec.Struct):
    """What a die would do if it were placed now: for the seat that may place it, and for its eyes only."""

    die: DieWord
    box: Annotated[str, is_a("box")]
    payments: list[Payment]
    walks: list[Walk]
    tokens: list[TokenWord]  # that the seat would gain
    losses: list[Loss]
    place: BusinessWord | None  # where the car would stop
    choices: list[BusinessWord]  # among which the seat could choose then
    asks: bool  # there would be something to answer
    debts: int  # debt tokens that would go back to their owners
    friends: int


def lower(member: object) -> str:
    return str(member.name).lower()


def track_spaces(parts: Parts) -> list[TrackSpaces]:
    """The four tracks."""
    tokens: dict[Track, dict[str, int]] = {track: {} for track in Track} | {
        track: {lower(token): parts.token_spaces[token] for token in Token if token // FEASTS == track}
        for track in (Track.REPUTATION, Track.INFLUENCE)
    }
    pays: dict[Track, list[int]] = {track: [] for track in Track} | {Track.REVENUE: [amount * 1000 for amount in parts.revenue]}
    return [TrackSpaces(lower(track), parts.last[track], pays[track], tokens[track]) for track in Track]


def event_cards(parts: Parts) -> list[EventCardView]:
    """All ten event cards (DP-15)."""
    return [
        EventCardView(
            card.id, str(card.title), str(card.text), lower(Colour(card.grey_or_red)), card.car, card.effect in TURN_START_EFFECTS
        )
        for card in parts.events
    ]


def action_board(s: Fields, parts: Parts) -> list[ActionBox]:
    """The boxes from line to line (DP-36 to DP-65), and the dice of the turn on them."""
    boxes = [
        ActionBox(1, kind.id, None, number, kind.income * 1000, lower(Track(kind.bonus)) if kind.bonus >= 0 else None, None)
        for number, kind in enumerate(parts.types, 1)
    ]
    for line in (Line.INCOME, Line.MINOR_ACTIONS, Line.HOSTILE_ACTIONS, Line.CHARACTERS):
        for colour in Colour if line > Line.INCOME else ():
            box = Box.CONSIGLIERE + parts.characters[colour] if line == Line.CHARACTERS else BOX_OF[line, colour]
            boxes.append(ActionBox(int(line), lower(Box(int(box))), lower(colour), None, None, None, None))
        if line < Line.CHARACTERS:
            boxes.append(ActionBox(int(line), lower(Box.PRESS), None, None, None, None, None))
    if s["turn"] >= 0:
        for die in Colour:
            if s["placed"][die]:
                word = box_word(s, int(s["placed"][die]), int(s["guise"][die]) - 1 if s["guise"][die] else die, die, parts)
                next(box for box in boxes if (box.line, box.box) == (int(s["placed"][die]), word)).die = lower(die)
    return boxes


def box_word(s: Fields, line: int, colour: int, die: int, parts: Parts) -> str:
    """The box of a line where a die lies that counts as this colour (DP-34)."""
    face = int(s["dice"][die])
    box = box_of(wrap(s), line, colour, face)
    return parts.types[face - 1].id if box == Box.INCOME else lower(Box(int(box)))


def prospects(s: Fields, parts: Parts) -> list[Prospect]:
    """What each die of the roll would do: the rules themselves are asked, on a copy of the table."""
    if s["phase"] != Phase.WINDOW or s["line"] > Line.CHARACTERS:
        return []
    return [prospect(s, die, parts) for die in range(DICE) if s["placed"][die] == 0]


def prospect(s: Fields, die: int, parts: Parts) -> Prospect:
    """What happens when this die is placed by its own colour. A debtor's cash is secret: of a Meeting only tokens are told."""
    seat, twin, log = int(s["turn"]), State.copy(s), blank_log(LOG_ROWS)
    play(twin, join(Move.PLACE, die), log)
    after, rows = unwrap(twin), [[int(cell) for cell in row] for row in log[1 : log[0, 0] + 1]]
    found = Prospect(lower(Colour(die)), box_word(s, int(s["line"]), die, die, parts), [], [], [], [], None, [], False, 0, 0)
    for kind, *cells in rows:
        read(kind, cells, seat, found)
    asked = after["phase"] not in (Phase.WINDOW, Phase.ROLL) and after["asked"] == seat
    found.asks = bool(asked and after["phase"] != Phase.TOKEN_NOW)
    if found.asks:
        found.choices = choices(twin)
    return found


def read(event: int, cells: list[int], seat: int, found: Prospect) -> None:
    """One thing that would happen."""
    who = cells[0] if cells[0] < BANK else "neutral"
    if event == Event.INCOME:
        found.payments.append(Payment(cells[0], cells[2] * 1000))
    elif event == Event.TRACK_END:
        found.payments.append(Payment(cells[0], cells[2] * 1000))
    elif event in (Event.FROM_BANK, Event.TO_BANK):
        found.payments.append(Payment(cells[0], cells[1] * (1000 if event == Event.FROM_BANK else -1000)))
    elif event == Event.ADVANCED:
        found.walks.append(Walk(cells[0], lower(Track(cells[1])), cells[3]))
    elif event == Event.TOKEN_GAINED and cells[0] == seat:
        found.tokens.append(lower(Token(cells[1])))
    elif event == Event.CAR:
        found.place = str(cells[0] + 1)
    elif event in (Event.SENT_HOME, Event.ARRESTED):
        found.losses.append(Loss(str(cells[1] + 1), who, "reserve" if event == Event.SENT_HOME else "tombs"))
    elif event == Event.DEBTS_BACK:
        found.debts += cells[2]
    elif event == Event.FRIEND_GAINED:
        found.friends += 1


def choices(state: Record) -> list[str]:
    """The businesses that could be chosen now."""
    moves = np.zeros(Move.total + 1, np.int16)
    kinds = [split(int(move)) for move in moves[: legal(state, moves)]]
    return [str(what + 1) for kind, what, _ in kinds if kind == Move.BUSINESS]
