"""What everything on the board of Le Jeu du Parrain is, in a few words and with its rules."""

from fivefamilies.core.telling import Explained
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.parrain.components import (
    BONUS_TURNS,
    INFORMER_TOKENS,
    SALES,
    TOKENS_PER_TURN,
    CardPart,
    Kind,
    Luck,
    LuckPart,
    NeighbourhoodPart,
    Parts,
)


def dollars(amount: int, say: Words) -> str:
    """An amount of money as people write it."""
    return say("${n}", n=say.number(amount))


def explain(kind: str, word: str, parts: Parts, say: Words) -> Explained | None:
    """A touched thing, or None if there is no such thing."""
    places = {part.id: part for part in parts.neighbourhoods}
    if kind == "racket":
        return explain_racket(word, parts, say)
    if kind == "card":
        return next((explain_card(card, parts, say) for card in parts.cards if card.id == word), None)
    if kind == "luck":
        return explain_luck(word, parts, say)
    if kind in OF_PLACES and word in places:
        return OF_PLACES[kind](places[word], parts, say)
    if kind in OF_TABLE:  # whatever the word
        name, text, rules = OF_TABLE[kind]
        return Explained(say(name), say(text), rules)
    return None


def explain_racket(word: str, parts: Parts, say: Words) -> Explained | None:
    """What its men cost, and what they fetch in need (JP-14, JP-23)."""
    for index, racket in enumerate(parts.rackets):
        if racket.id == word:
            text = say(
                "A token costs {price} in every neighbourhood that runs it. Sold to pay a bad luck card it brings "
                "{sale}. Whoever "
                "enters a neighbourhood first chooses its racket for the whole game.",
                price=dollars(racket.price, say), sale=dollars(SALES[index], say),
            )  # fmt: skip
            return Explained(say(racket.name), text, ("JP-18", "JP-19", "JP-23"))
    return None


# ---------------------------------------------------------------- neighbourhoods


def explain_neighbourhood(place: NeighbourhoodPart, parts: Parts, say: Words) -> Explained:
    """Its grid, and how many tokens a turn may bring (JP-4, JP-30)."""
    text = say(
        "{positions} positions; tokens touch by their sides. A turn may place at most {most} tokens here. A group without a "
        "free neighbour, shut in by one family and the border, is taken off at once.",
        positions=place.positions, most=TOKENS_PER_TURN,
    )  # fmt: skip
    return Explained(say(place.name), text, ("JP-4", "JP-30", "JP-34", "JP-39"))


def explain_majority(place: NeighbourhoodPart, parts: Parts, say: Words) -> Explained:
    """More than half of the positions (JP-42)."""
    text = say(
        "{n} of {positions} positions are a majority. A family's own tokens count, and pockets that it has shut in firmly: every "
        "group of the fence has four liberties or more.",
        n=place.positions // 2 + 1, positions=place.positions,
    )  # fmt: skip
    return Explained(say("Majority: {neighbourhood}", neighbourhood=say(place.name)), text, ("JP-42", "JP-44", "JP-R6"))


def explain_control(place: NeighbourhoodPart, parts: Parts, say: Words) -> Explained:
    """The value, the bonus, and the end of the place (JP-45 to JP-47)."""
    values = ", ".join(
        f"{say(racket.name)} {dollars(value, say)}" for racket, value in zip(parts.rackets, place.values, strict=True)
    )
    text = say(
        "Whoever controls it is credited with the value of its racket ({values}) and receives a tenth of it on each of the next "
        "{n} turns. The neighbourhood is closed then, and all tokens go home.",
        values=values, n=BONUS_TURNS,
    )  # fmt: skip
    return Explained(say("Control: {neighbourhood}", neighbourhood=say(place.name)), text, ("JP-45", "JP-46", "JP-47"))


def explain_claim(place: NeighbourhoodPart, parts: Parts, say: Words) -> Explained:
    """A majority must survive a turn of every opponent (JP-43)."""
    text = say(
        "A majority is reached. Every opponent shown has one more turn to bring it down to half or less; if "
        "nobody does, control is "
        "conceded. Pockets count here as long as they stay closed."
    )
    return Explained(say("Claim: {neighbourhood}", neighbourhood=say(place.name)), text, ("JP-43", "JP-R19"))


def explain_announcement(place: NeighbourhoodPart, parts: Parts, say: Words) -> Explained:
    """Contested by one token (JP-48 to JP-53)."""
    text = say(
        "Control is announced. An opponent who places a token here on his next turn contests it: the "
        "announcement is off and costs "
        "the announcer a token. If nobody does, control is conceded."
    )
    return Explained(say("Announcement: {neighbourhood}", neighbourhood=say(place.name)), text, ("JP-48", "JP-49", "JP-50"))


OF_PLACES = {
    "neighbourhood": explain_neighbourhood, "majority": explain_majority, "control": explain_control,
    "claim": explain_claim, "announcement": explain_announcement,
}  # fmt: skip

# ---------------------------------------------------------------- cards


def explain_card(card: CardPart, parts: Parts, say: Words) -> Explained:
    """A playing card (JP-9 to JP-15)."""
    if card.kind == Kind.MONEY:
        text = say("The bank pays {money}.", money=dollars(100 * card.hundreds, say))
        return Explained(say("Money card {n}", n=card.hundreds), text, ("JP-9",))
    if card.kind == Kind.RACKET:
        racket = say(parts.rackets[card.racket].name)
        text = say.many(
            "{n} token for {racket}, free: placed at once, where that racket is run or none yet.",
            "{n} tokens for {racket}, free: placed at once, where that racket is run or none yet.", card.tokens, racket=racket,
        )  # fmt: skip
        name = say("Racket card: {n} × {unit}", n=card.tokens, unit=say(parts.rackets[card.racket].unit))
        return Explained(name, text, ("JP-10", "JP-26"))
    if card.kind == Kind.REPRIEVE:
        return Explained(say("Reprieve card"), say("Roll the die: even draws a VEINE card, odd a DEVEINE card."), ("JP-11",))
    text = say("Remove up to {n} tokens of opponents, from any open neighbourhoods.", n=INFORMER_TOKENS)
    return Explained(say("Informer card"), text, ("JP-15", "JP-R18"))


def explain_luck(word: str, parts: Parts, say: Words) -> Explained | None:
    """A card of luck, good or bad (JP-12, JP-13)."""
    for luck, pack in zip(Luck, parts.luck, strict=True):
        for card in pack:
            if card.id == word:
                text = " ".join(luck_lines(card, luck == Luck.DEVEINE, parts, say))
                return Explained(say(card.title), text, ("JP-13", "JP-14") if luck == Luck.DEVEINE else ("JP-12",))
    return None


def luck_lines(card: LuckPart, is_bad: bool, parts: Parts, say: Words) -> list[str]:
    """What it gives or costs, tokens and money."""
    lines = []
    racket = say(parts.rackets[card.racket].name) if card.tokens else ""
    if card.tokens and is_bad:
        lines.append(say.many(
            "{n} token in {racket} is lost, if there is one.", "{n} tokens in {racket} are lost, or as many as there are.",
            card.tokens, racket=racket,
        ))  # fmt: skip
    elif card.tokens:
        lines.append(say.many(
            "{n} token for {racket}, free: placed at once, where that racket is run or none yet.",
            "{n} tokens for {racket}, free: placed at once, where that racket is run or none yet.", card.tokens, racket=racket,
        ))  # fmt: skip
    if card.money and is_bad:
        lines.append(say("{money} are paid; who is short sells tokens at half price.", money=dollars(card.money, say)))
    elif card.money:
        lines.append(say("The bank pays {money}.", money=dollars(card.money, say)))
    return lines


# ---------------------------------------------------------------- the table

OF_TABLE: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "cash": (
        sentence("Cash"),
        sentence("Tokens are bought with it, and in the end it counts together with the values of the controlled rackets."),
        ("JP-6", "JP-28", "JP-56"),
    ),
    "ending": (
        sentence("The end of the game"),
        sentence(
            "The game ends when every neighbourhood is closed, after so many quiet rounds in a row without a placed token, or "
            "after the last round. The highest worth is the Godfather: cash and control values."
        ),
        ("JP-55", "JP-56", "JP-R22"),
    ),
    "liberties": (
        sentence("Liberties"),
        sentence(
            "The empty positions beside a group. A turn brings three tokens at most, so a group with four cannot be taken in one "
            "turn. A group without any stands only as long as no single family shuts it in."
        ),
        ("JP-34", "JP-39", "JP-R8"),
    ),
    "pocket": (
        sentence("Pocket"),
        sentence(
            "A few positions, two unless the table decided otherwise, shut in by one family and hatched in its "
            "colour. They count for its majority if the fence is firm: "
            "every group of it has four liberties or more. Thin hatching: not firm."
        ),
        ("JP-33", "JP-R6"),
    ),
}
