"""What each thing on a table of The Boss is and does, in a few words, with the rules that say so."""

from fivefamilies.core.telling import Explained
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.the_boss.components import CityPart, Parts, face_name

Told = tuple[str, str, tuple[str, ...]]  # name, text, rules

FACES: dict[str, Told] = {
    "revolver": (
        sentence("Revolver"),
        sentence("One Expert of the leader, of those who stand in the city, dies and leaves the game. For Chicago it counts 0."),
        ("TB-50", "TB-47", "TB-R19"),
    ),
    "prison": (
        sentence("Prison"),
        sentence("One Expert of the leader is away for two rounds and then comes back. For Chicago it counts 0."),
        ("TB-51", "TB-47"),
    ),
    "hospital": (
        sentence("Hospital"),
        sentence("One Expert of the leader is away for one round and then comes back. For Chicago it counts 0."),
        ("TB-52", "TB-47"),
    ),
    "ban": (
        sentence("Ban"),
        sentence(
            "The leader may place nobody in this city for the rest of the game; he still lays its cards. For Chicago it counts 0."
        ),
        ("TB-53", "TB-47", "TB-R21"),
    ),
}
MONEY: Told = (
    sentence("{n} M$"),
    sentence("The leader of the city earns {n} M$. As the last card of a city left of Chicago it adds {n} to Chicago's sum."),
    ("TB-49", "TB-46"),
)
CHICAGO = sentence(
    "Chicago has no cards. Its leader gets half the sum of the last open cards of the cities left of it, rounded "
    "down; Alcapo "
    "keeps the rest. It is open to you once you placed a gangster elsewhere in an earlier turn of this round. It "
    "moves one place "
    "to the right before each round."
)
CITY = sentence(
    "Whoever has the most gangsters here at the end of the round takes the face-down card. It is one of {n}: {faces}. "
    "All its other "
    "cards are in the hands of the players."
)
POSSIBLE = sentence(
    "All faces of this city: {faces}. Struck through: it lies open. Dashed: it is in your hand. The others may be "
    "the face-down "
    "card; with a frame of brass, it must be this one."
)
PIECES: dict[str, Told] = {
    "expert": (
        sentence("Expert"),
        sentence("A large cube; everybody has six. He comes home after the round, unless a card kills, jails or wounds him."),
        ("TB-22", "TB-29"),
    ),
    "occasional": (
        sentence("Occasional"),
        sentence(
            "A small cube; everybody has three. He counts like an Expert, but goes only where an Expert of yours "
            "stands or goes too, "
            "and leaves the game after the round."
        ),
        ("TB-22", "TB-29", "TB-30"),
    ),
    "crew": (
        sentence("Gangsters in a city"),
        sentence(
            "Large cubes are Experts, small ones Occasionals; they count the same. The hat marks the leader: he "
            "has more than each "
            "rival. Nobody leaves before the round is over."
        ),
        ("TB-29", "TB-32", "TB-35"),
    ),
    "roster": (
        sentence("The reserve"),
        sentence(
            "Cubes in colour can be sent. Empty places: they stand in a city, or are in prison, in hospital or "
            "dead. The number after "
            "the minus is Occasionals who have left the game."
        ),
        ("TB-6", "TB-22"),
    ),
    "reference": (
        sentence("The reference pawn"),
        sentence("Its holder deals and begins; it passes to the next player clockwise after each round."),
        ("TB-26", "TB-37"),
    ),
}
MARKS: dict[str, Told] = {
    "price": (
        sentence("The price"),
        sentence("The fewest gangsters you must send to have more here than each rival; those you have here already count."),
        ("TB-33", "TB-34"),
    ),
    "share": (
        sentence("Sharing with Alcapo"),
        sentence(
            "The last open cards of the cities left of Chicago are added up. Its leader gets half; the odd million is Alcapo's."
        ),
        ("TB-46", "TB-47"),
    ),
    "counts": (
        sentence("For Chicago"),
        sentence(
            "The last open card of each city left of Chicago counts, sanctions as 0. Chicago moves to the right each round."
        ),
        ("TB-46", "TB-47", "TB-41"),
    ),
    "reward": (
        sentence("The face-down card"),
        sentence("The leader of the city gets it at the end of the round. Nobody has seen it; an eye says that you can know it."),
        ("TB-13", "TB-45", "TB-R6"),
    ),
    "hands": (
        sentence("Cards in hands"),
        sentence(
            "The backs are open to everybody: so many cards of this city are still in these hands, their faces unknown to you."
        ),
        ("TB-38", "TB-R27"),
    ),
    "knows": (
        sentence("Who knows"),
        sentence("He holds every card of this city that is not open, so he can tell what lies face down."),
        ("TB-38",),
    ),
}
CLOCK: dict[str, Told] = {
    "round": (
        sentence("The round"),
        sentence(
            "Five turns; in each, everybody may place gangsters in one city and must lay a card open. A police "
            "card comes after the "
            "third. After the fifth the cities pay."
        ),
        ("TB-17", "TB-18", "TB-27"),
    ),
    "order": (
        sentence("The order of this turn"),
        sentence("Clockwise from the holder of the reference pawn."),
        ("TB-26",),
    ),
    "last_turn": (
        sentence("The order of the last turn"),
        sentence(
            "In the fifth turn whoever has the most gangsters in reserve goes first; equal ones clockwise from the "
            "reference pawn. The "
            "numbers are what everybody has now."
        ),
        ("TB-57", "TB-58"),
    ),
}
POLICE: Told = (
    sentence("The police"),
    sentence(
        "One of five cards is turned up after the third turn: two silver, two gold, one with both. When a colour "
        "shows its third "
        "emblem, the game ends after that round."
    ),
    ("TB-4", "TB-18", "TB-59"),
)
TRACK: Told = (
    sentence("The money track"),
    sentence("A pawn stands on the millions its player has; after the last space it starts a second lap. The richest wins."),
    ("TB-20", "TB-54", "TB-55"),
)
TABLES = {"piece": PIECES, "mark": MARKS, "clock": CLOCK, "police": {"emblems": POLICE}, "track": {"money": TRACK}}


def explain(kind: str, word: str, parts: Parts, say: Words) -> Explained | None:
    """A thing on the table: a city, a card, a face, a piece, a mark of the board."""
    if kind == "city" or kind == "faces":
        found = next((city for city in parts.cities if city.id == word), None)
        return explain_city(kind, found, parts, say) if found else None
    if kind == "card":
        card = next((card for card in parts.cards if card.words == word), None)
        return explain_face(face_name(card.face), say, say(parts.cities[card.city].name)) if card else None
    if kind == "face":
        return explain_face(word, say) if word in FACES or word.isdecimal() else None
    told = TABLES.get(kind, {}).get(word)
    return Explained(say(told[0]), say(told[1]), told[2]) if told else None


def explain_face(face: str, say: Words, city: str = "") -> Explained:
    """A face, of a city if it is on a card."""
    name, text, rules = FACES.get(face, MONEY)
    values = {} if face in FACES else {"n": face}
    called = say(name, **values)
    return Explained(say("{city}: {face}", city=city, face=called) if city else called, say(text, **values), rules)


def explain_city(kind: str, city: CityPart, parts: Parts, say: Words) -> Explained:
    """A city, or the list of its faces."""
    number = parts.cities.index(city)
    if number == 0:
        return Explained(say(city.name), say(CHICAGO), ("TB-40", "TB-44", "TB-46", "TB-41"))
    faces = [face_name(card.face) for card in parts.cards if card.city == number]
    called = ", ".join(say(FACES[face][0]) if face in FACES else say(MONEY[0], n=face) for face in faces)
    if kind == "faces":
        return Explained(say("Still possible in {city}", city=say(city.name)), say(POSSIBLE, faces=called), ("TB-24", "TB-38"))
    return Explained(say(city.name), say(CITY, n=len(faces), faces=called), ("TB-21", "TB-24", "TB-45"))
