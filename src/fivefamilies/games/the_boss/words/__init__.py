"""The words of The Boss: its things, moves, events and refusals, each declared once, and what is asked."""

from fivefamilies.core.compiled import rule
from fivefamilies.core.events import event, events, no, refusals, secret
from fivefamilies.core.moves import compiled, kind, moves
from fivefamilies.core.record import Record, unwrap
from fivefamilies.core.things import NUMBER, PLACE, thing
from fivefamilies.core.views import Called, Names
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.the_boss.components import (
    CARDS,
    COLOURS,
    EXPERTS,
    OCCASIONALS,
    CardPart,
    City,
    Parts,
    Police,
    face_name,
)
from fivefamilies.games.the_boss.state import Phase
from fivefamilies.games.the_boss.words.explaining import explain as explain  # the table explains its things

# ---------------------------------------------------------------- things

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


def seat_name(state: Record, seat: int, parts: Parts, say: Words) -> str:
    """How the log calls a seat: by its colour."""
    return say(PLAYERS[COLOURS[seat]])


def city_name(city: int, parts: Parts, say: Words) -> str:
    return say(parts.cities[city].name)


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


CREWS = (EXPERTS + 1) * (OCCASIONALS + 1) - 1  # the ways to send somebody: not nobody


@rule
def experts_in(sent):
    """How many Experts a crew has."""
    return (sent + 1) // (OCCASIONALS + 1)


@rule
def occasionals_in(sent):
    """How many Occasionals a crew has."""
    return (sent + 1) % (OCCASIONALS + 1)


@rule
def crew_of(experts, occasionals):
    """The number of a crew."""
    return (OCCASIONALS + 1) * experts + occasionals - 1


def counted(sent: int) -> dict[str, int]:
    """How many of each a crew has."""
    return dict(zip(("experts", "occasionals"), divmod(sent + 1, OCCASIONALS + 1), strict=True))


def spell_crew(state: Record, sent: int, parts: Parts) -> str:
    """A crew in notation: `2 experts 1 occasional`."""
    return " ".join(f"{n} {word if n > 1 else word.removesuffix('s')}" for word, n in counted(sent).items() if n)


def call_crew(sent: int, say: Words) -> str:
    """The same as a person says it."""
    return crew(**counted(sent), say=say)


PLAYER = thing("player", COLOURS, called=seat_name)
CITY = thing("city", City, called=lambda state, city, parts, say: city_name(city, parts, say))
CREW = thing("crew", CREWS, spelt=spell_crew, called=lambda state, sent, parts, say: call_crew(sent, say), counts=counted)
CARD = thing(
    "card", CARDS,
    spelt=lambda state, card, parts: parts.cards[card].words,
    called=lambda state, card, parts, say: card_name(card, parts, say),
)  # fmt: skip
POLICE_CARD = thing("card", Police, called=lambda state, kind, parts, say: say(POLICE[Police(kind)]))

# ---------------------------------------------------------------- moves


@moves
class Move:
    """What a player may do."""

    are_public = True  # whatever a player does is seen by all
    PASS = kind(words="pass", label="Place nobody")
    PLACE = kind(CITY, CREW, words="place {crew} in {city}", label="{city}: {crew}")
    REVEAL = kind(CARD, words="reveal {card}", label="Lay {card} open")


@moves
class Chance:
    """What chance may do; its moves are numbered by what they turn up."""

    FIRST = kind(PLAYER, at=0, when=(Phase.FIRST,), words="first {player}", label="{player} goes first")
    POLICE = kind(POLICE_CARD, at=0, when=(Phase.POLICE,), words="police {card}", label="Turn up the police card: {card}")
    DRAW = kind(CARD, at=0, when=(Phase.REWARD, Phase.DEAL), words="draw {card}", label="Draw {card}")


split, join = compiled(Move)

ABLATED = {Move.PLACE: 0}  # a report plays without each city: nobody is sent there


PHASES = {
    "first": "who begins", "reward": "reward cards", "deal": "the deal", "place": "place gangsters", "reveal": "lay a card",
    "police": "the police", "over": "over",
}  # fmt: skip

OUTCOMES = {
    "nobody": sentence("nobody there"), "earns": sentence("earned"), "shares": sentence("shared with Alcapo"),
    "killed": sentence("killed"), "jailed": sentence("in prison"), "wounded": sentence("in hospital"),
    "banned": sentence("banned"),
}  # fmt: skip


def vocabulary(parts: Parts) -> Names:
    """The names of what a view shows."""
    faces = {face_name(card.face) for card in parts.cards}
    return {
        "city": {city.id: city.name for city in parts.cities},
        "face": {face: FACES.get(face, (sentence("{n} M$"), {"n": face})) for face in faces},
        "card": {card.words: card_called(card, parts) for card in parts.cards},
        "colour": PLAYERS,
        "police": {kind.name.lower(): name for kind, name in POLICE.items()},
        "phase": PHASES,
        "outcome": OUTCOMES,
    }


def card_called(card: CardPart, parts: Parts) -> Called:
    """A card of a hand in English: its city, and the sum or the sanction."""
    face, city = face_name(card.face), parts.cities[card.city].name
    if face in FACES:
        return sentence("{city} {face}"), {"city": city, "face": FACES[face]}
    return sentence("{city} {n} M$"), {"city": city, "n": face}


QUESTIONS = {
    Phase.FIRST: sentence("Who takes the reference pawn?"),
    Phase.REWARD: sentence("A reward card is laid face down"),
    Phase.DEAL: sentence("The city cards are dealt"),
    Phase.POLICE: sentence("A police card is turned up"),
    Phase.PLACE: sentence("{player}: place gangsters in a city, or nobody"),
    Phase.REVEAL: sentence("{player}: lay a city card open"),
    Phase.OVER: sentence("The game is over"),
}


def question_values(state: Record, parts: Parts, say: Words) -> dict[str, object]:
    """Who has a go."""
    s = unwrap(state)
    is_a_go = s["phase"] in (Phase.PLACE, Phase.REVEAL)
    return {"player": seat_name(state, int(s["order"][s["go"]]), parts, say)} if is_a_go else {}


# ---------------------------------------------------------------- the log


def tell_last_turn(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    """The order of the last turn, and what it goes by (TB-R13)."""
    inmates_count = values.pop("inmates_count")
    players = ", ".join(map(str, values.values()))
    if inmates_count:
        return say("Last turn, most gangsters first, those in prison and hospital included: {players}", players=players)
    return say("Last turn, most gangsters in reserve first: {players}", players=players)


def what_counts(cells: dict[str, int], state: Record, parts: Parts, say: Words) -> dict[str, object]:
    """Do men in prison and hospital count?"""
    return {"inmates_count": bool(unwrap(state)["inmates_count"])}


def sent_crew(cells: dict[str, int], state: Record, parts: Parts, say: Words) -> dict[str, object]:
    """So many Experts and Occasionals, as one crew."""
    return {"crew": crew(cells["experts"], cells["occasionals"], say)}


@events
class Event:
    """What can happen."""

    FIRST_PLAYER = event(player=PLAYER, told="{player} takes the reference pawn")
    ROUND = event(n=NUMBER, player=PLAYER, heads=True, told="Round {n}: {player} deals and begins")
    DECISIVE_ROUND = event(n=NUMBER, player=PLAYER, told="First place is tied: a decisive round; {player} deals and begins")
    CHICAGO_MOVES = event(n=PLACE, told="Chicago moves to place {n} of the row")
    REWARD_LAID = event(city=CITY, card=secret(CARD))  # TB-R6: nobody sees it
    DEALT = event(player=PLAYER, city=CITY, card=secret(CARD, "player"), told="{player} is dealt {card}")  # TB-38
    TURN = event(n=NUMBER, heads=True, told="Turn {n}")
    LAST_TURN = event(first=PLAYER, second=PLAYER, third=PLAYER, fourth=PLAYER, also=what_counts, told=tell_last_turn)
    PASSES = event(player=PLAYER, told="{player} places nobody")
    PLACES = event(
        player=PLAYER, city=CITY, experts=NUMBER, occasionals=NUMBER, also=sent_crew,
        told="{player} places {crew} in {city}",
    )  # fmt: skip
    REVEALS = event(player=PLAYER, card=CARD, told="{player} lays {card} open")
    POLICE = event(card=POLICE_CARD, told="The police turn up a card: {card}")
    LAST_ROUND = event(told="Third emblem of a colour: the game ends after this round")
    RELEASED = event(
        player=PLAYER, n=NUMBER, told=("{n} Expert of {player} leaves prison", "{n} Experts of {player} leave prison")
    )
    HEALED = event(
        player=PLAYER, n=NUMBER, told=("{n} Expert of {player} leaves hospital", "{n} Experts of {player} leave hospital")
    )
    NOBODY_THERE = event(card=CARD, told="{card}: nobody is there")
    EARNS = event(player=PLAYER, card=CARD, told="{card}: {player} earns it")
    KILLED = event(player=PLAYER, card=CARD, told="{card}: an Expert of {player} is killed")
    JAILED = event(player=PLAYER, card=CARD, told="{card}: an Expert of {player} goes to prison")
    WOUNDED = event(player=PLAYER, card=CARD, told="{card}: an Expert of {player} goes to hospital")
    BANNED = event(player=PLAYER, card=CARD, told="{card}: {player} may never enter the city again")
    CHICAGO_PAYS = event(
        player=PLAYER, n=NUMBER, total=NUMBER, told="Chicago: {player} shares {total} M$ with Alcapo and earns {n} M$"
    )
    USED_UP = event(
        player=PLAYER, n=NUMBER,
        told=("{n} Occasional of {player} leaves the game", "{n} Occasionals of {player} leave the game"),
    )  # fmt: skip
    WINS = event(player=PLAYER, told="{player} wins")
    SHARES = event(player=PLAYER, told="{player} shares the victory")


# ---------------------------------------------------------------- refusals


@refusals
class No:
    """Why a move is refused."""

    OTHER_QUESTION = no("that is not what is asked now")
    NOT_IN_ROW = no("{city} is not in this game", "TB-7")
    BANNED = no("you are banned from {city}", "TB-53")
    CHICAGO_LATER = no(
        "Chicago opens to you once you have placed a gangster in another city in an earlier turn of this round", "TB-44"
    )
    TOO_FEW_EXPERTS = no("you have only {experts} in reserve", "TB-6")
    TOO_FEW_OCCASIONALS = no("you have only {occasionals} in reserve", "TB-6")
    OCCASIONALS_ALONE = no("Occasionals need an Expert of yours beside them in {city}", "TB-30")
    NOT_MORE = no("you need more gangsters in {city} than each rival there; send at least {fewest}", "TB-33")
    NOT_IN_HAND = no("you do not hold that card", "TB-27")
    NOT_TO_DRAW = no("that card cannot be drawn now")
    NO_SUCH_SEAT = no("nobody sits there")


def refusal_values(state: Record, code: int, move: object, parts: Parts, say: Words) -> dict[str, object]:
    """What a sentence of refusal says of the reserve and of the city."""
    s = unwrap(state)
    if move is None or move.kind != Move.PLACE:
        return {}
    seat, city = int(s["order"][s["go"]]), move.values[0]
    totals = [int(s["experts_in"][of, city] + s["occasionals_in"][of, city]) for of in range(s["seats"])]
    return {
        "experts": so_many_experts(int(s["experts"][seat]), say),
        "occasionals": so_many_occasionals(int(s["occasionals"][seat]), say),
        "fewest": max(totals) + 1 - totals[seat],
    }
