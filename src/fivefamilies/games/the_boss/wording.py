"""The words of The Boss: notation and labels of moves, the story of the log, the referee's refusals."""

from collections.abc import Sequence
from typing import Any

from fivefamilies.core.record import unwrap
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.the_boss.components import COLOURS, City, Parts, Police, face_name
from fivefamilies.games.the_boss.events import Event
from fivefamilies.games.the_boss.knowledge import UNKNOWN
from fivefamilies.games.the_boss.referee import PASS, PLACE, REVEAL, No, city_of, experts_of, occasionals_of
from fivefamilies.games.the_boss.state import Phase

PLAYERS = {
    "yellow": sentence("Yellow"),
    "red": sentence("Red"),
    "blue": sentence("Blue"),
    "black": sentence("Black"),
}
FACES = {
    "revolver": sentence("revolver"),
    "prison": sentence("prison"),
    "hospital": sentence("hospital"),
    "ban": sentence("ban"),
}
POLICE = {
    Police.DOUBLE: sentence("double"),
    Police.SILVER: sentence("silver"),
    Police.GOLD: sentence("gold"),
}


def player(state: Any, seat: int, parts: Parts, say: Words) -> str:
    """How the log calls a seat: by its colour."""
    return say(PLAYERS[COLOURS[seat]])


def city_name(city: int, parts: Parts, say: Words) -> str:
    return parts.cities[city].names[say.language]


def face_words(face: str, say: Words) -> str:
    """A face as a person says it: a sum, or a sanction."""
    return say(FACES[face]) if face in FACES else say("{n} M$", n=face)


def card_name(card: int, parts: Parts, say: Words) -> str:
    """City and face of a card."""
    part = parts.cards[card]
    return say("{city} {face}", city=city_name(part.city, parts, say), face=face_words(face_name(part.face), say))


def so_many_experts(n: int, say: Words) -> str:
    return say.many("{n} Expert", "{n} Experts", n)


def so_many_occasionals(n: int, say: Words) -> str:
    return say.many("{n} Occasional", "{n} Occasionals", n)


def crew(experts: int, occasionals: int, say: Words) -> str:
    """So many Experts and Occasionals."""
    if occasionals == 0:
        return so_many_experts(experts, say)
    if experts == 0:
        return so_many_occasionals(occasionals, say)
    both = {"experts": so_many_experts(experts, say), "occasionals": so_many_occasionals(occasionals, say)}
    return say("{experts} and {occasionals}", **both)


# ---------------------------------------------------------------- moves


def notation(state: Any, move: int, parts: Parts) -> str:
    """A move in words that read aloud and parse back."""
    phase = Phase(int(unwrap(state)["phase"]))
    if phase == Phase.FIRST:
        return f"first {COLOURS[move]}" if move < len(COLOURS) else f"first seat {move}"
    if phase == Phase.POLICE:
        return f"police {Police(move).name.lower()}" if move < len(Police) else f"police card {move}"
    if phase in (Phase.REWARD, Phase.DEAL):
        return f"draw {parts.cards[move].words}"
    if move == PASS:
        return "pass"
    if move >= REVEAL:
        return f"reveal {parts.cards[move - REVEAL].words}"
    experts, occasionals = move_crew(move)
    sent = [f"{n} {word}{'s' if n > 1 else ''}" for n, word in ((experts, "expert"), (occasionals, "occasional")) if n]
    return f"place {' '.join(sent)} in {City(move_city(move)).name.lower()}"


def move_city(move: int) -> int:
    """The city that a placement names."""
    return int(city_of(move))


def move_crew(move: int) -> tuple[int, int]:
    """The Experts and Occasionals that a placement sends."""
    return int(experts_of(move)), int(occasionals_of(move))


def label(state: Any, move: int, parts: Parts, say: Words) -> str:
    """A move as a button says it."""
    phase = Phase(int(unwrap(state)["phase"]))
    if phase == Phase.FIRST:
        return say("{player} goes first", player=player(state, move, parts, say))
    if phase == Phase.POLICE:
        return say("Turn up the police card: {card}", card=say(POLICE[Police(move)]))
    if phase in (Phase.REWARD, Phase.DEAL):
        return say("Draw {card}", card=card_name(move, parts, say))
    if move == PASS:
        return say("Place nobody")
    if move >= REVEAL:
        return say("Lay {card} open", card=card_name(move - REVEAL, parts, say))
    return say("{city}: {crew}", city=city_name(move_city(move), parts, say), crew=crew(*move_crew(move), say))


def question(state: Any, parts: Parts, say: Words) -> str:
    """What is asked now."""
    s = unwrap(state)
    phase = Phase(int(s["phase"]))
    if phase == Phase.OVER:
        return say("The game is over")
    if phase == Phase.FIRST:
        return say("Who takes the reference pawn?")
    if phase == Phase.REWARD:
        return say("A reward card is laid face down")
    if phase == Phase.DEAL:
        return say("The city cards are dealt")
    if phase == Phase.POLICE:
        return say("A police card is turned up")
    who = player(state, int(s["order"][s["go"]]), parts, say)
    if phase == Phase.PLACE:
        return say("{player}: place gangsters in a city, or nobody", player=who)
    return say("{player}: lay a city card open", player=who)


# ---------------------------------------------------------------- the log

EVENTS = {
    Event.FIRST_PLAYER: sentence("{player} takes the reference pawn"),
    Event.ROUND: sentence("Round {n}: {player} deals and begins"),
    Event.DECISIVE_ROUND: sentence("First place is tied: a decisive round; {player} deals and begins"),
    Event.TURN: sentence("Turn {n}"),
    Event.PASSES: sentence("{player} places nobody"),
    Event.PLACES: sentence("{player} places {crew} in {city}"),
    Event.REVEALS: sentence("{player} lays {card} open"),
    Event.POLICE: sentence("The police turn up a card: {card}"),
    Event.LAST_ROUND: sentence("Third emblem of a colour: the game ends after this round"),
    Event.NOBODY_THERE: sentence("{card}: nobody is there"),
    Event.EARNS: sentence("{card}: {player} earns it"),
    Event.KILLED: sentence("{card}: an Expert of {player} is killed"),
    Event.JAILED: sentence("{card}: an Expert of {player} goes to prison"),
    Event.WOUNDED: sentence("{card}: an Expert of {player} goes to hospital"),
    Event.BANNED: sentence("{card}: {player} may never enter the city again"),
    Event.CHICAGO_PAYS: sentence("Chicago: {player} shares {total} M$ with Alcapo and earns {n} M$"),
    Event.WINS: sentence("{player} wins"),
    Event.SHARES: sentence("{player} shares the victory"),
}


def tell(row: Sequence[int], state: Any, parts: Parts, say: Words) -> str | None:
    """An event, redacted before, as a sentence of the log; reward cards and cards of other hands pass in silence."""
    event, a, b, c, d = Event(int(row[0])), *(int(cell) for cell in row[1:5])
    if event == Event.REWARD_LAID or (event == Event.DEALT and c == UNKNOWN):
        return None
    if event == Event.DEALT:
        return say("{player} is dealt {card}", player=player(state, a, parts, say), card=card_name(c, parts, say))
    if event == Event.CHICAGO_MOVES:
        return say("Chicago moves to place {n} of the row", n=a + 1)
    if event == Event.LAST_TURN:
        order = ", ".join(player(state, seat, parts, say) for seat in (a, b, c, d) if seat >= 0)
        return say("Last turn, most gangsters in reserve first: {players}", players=order)
    if event in (Event.RELEASED, Event.HEALED, Event.USED_UP):
        return tell_of_many(event, player(state, a, parts, say), b, say)
    return say(EVENTS[event], **told_values(event, (a, b, c, d), state, parts, say))


def tell_of_many(event: Event, who: str, n: int, say: Words) -> str:
    """Events about one gangster or several."""
    if event == Event.RELEASED:
        return say.many("{n} Expert of {player} leaves prison", "{n} Experts of {player} leave prison", n, player=who)
    if event == Event.HEALED:
        return say.many("{n} Expert of {player} leaves hospital", "{n} Experts of {player} leave hospital", n, player=who)
    return say.many(
        "{n} Occasional of {player} leaves the game", "{n} Occasionals of {player} leave the game", n, player=who
    )


def told_values(event: Event, cells: tuple[int, ...], state: Any, parts: Parts, say: Words) -> dict[str, object]:
    """What stands in the sentence of an event."""
    a, b, c, d = cells
    if event in (Event.ROUND, Event.DECISIVE_ROUND):
        return {"n": a, "player": player(state, b, parts, say)}
    if event == Event.TURN:
        return {"n": a}
    if event == Event.POLICE:
        return {"card": say(POLICE[Police(a)])}
    if event == Event.NOBODY_THERE:
        return {"card": card_name(a, parts, say)}
    values: dict[str, object] = {}
    if a >= 0:
        values["player"] = player(state, a, parts, say)
    if event == Event.PLACES:
        values |= {"city": city_name(b, parts, say), "crew": crew(c, d, say)}
    elif event == Event.CHICAGO_PAYS:
        values |= {"n": b, "total": c}
    elif b >= 0:
        values["card"] = card_name(b, parts, say)
    return values


# ---------------------------------------------------------------- refusals

REFUSALS = {
    No.OTHER_QUESTION: sentence("that is not what is asked now"),
    No.NOT_IN_ROW: sentence("{city} is not in this game"),
    No.BANNED: sentence("you are banned from {city}"),
    No.CHICAGO_LATER: sentence(
        "Chicago opens to you once you have placed a gangster in another city in an earlier turn of this round"
    ),
    No.TOO_FEW_EXPERTS: sentence("you have only {experts} in reserve"),
    No.TOO_FEW_OCCASIONALS: sentence("you have only {occasionals} in reserve"),
    No.OCCASIONALS_ALONE: sentence("Occasionals need an Expert of yours beside them in {city}"),
    No.NOT_MORE: sentence("you need more gangsters in {city} than each rival there; send at least {fewest}"),
    No.NOT_IN_HAND: sentence("you do not hold that card"),
    No.NOT_TO_DRAW: sentence("that card cannot be drawn now"),
    No.NO_SUCH_SEAT: sentence("nobody sits there"),
}


def refuse(state: Any, move: int, code: int, parts: Parts, say: Words) -> str:
    """Why the referee refuses a move."""
    s = unwrap(state)
    values: dict[str, object] = {}
    if s["phase"] == Phase.PLACE and PLACE <= move < REVEAL:
        seat, city = int(s["order"][s["go"]]), move_city(move)
        totals = [int(s["experts_in"][of, city] + s["occasionals_in"][of, city]) for of in range(s["seats"])]
        values = {
            "city": city_name(city, parts, say),
            "experts": so_many_experts(int(s["experts"][seat]), say),
            "occasionals": so_many_occasionals(int(s["occasionals"][seat]), say),
            "fewest": max(totals) + 1 - totals[seat],
        }
    return say(REFUSALS[No(code)], **values)

