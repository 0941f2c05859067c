"""What the things of Nostra City are and do, in our words: the texts of its cards, and the card that a touched thing gets."""

from collections.abc import Callable

from fivefamilies.core.telling import Explained
from fivefamilies.core.views import Called, called
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.nostra_city.components import (
    BANK_LIMIT,
    FIRST_INVESTIGATION,
    FIRST_RESPECT,
    FIRST_TURF,
    PAYBACKS,
    TITLE_RESPECT,
    UNDERLINGS,
    WINDOWS,
    Parts,
    leaning,
)
from fivefamilies.games.nostra_city.words.things import STAGES

ALWAYS, REVEAL_ONLY = 0b111111, 0b001000  # bits as in `WINDOWS`
FAMILIES = {  # the last name of an Underling says when the power works (NC-81, NC-82)
    "agnello": sentence("Works in a Take, when engaged for it."),
    "baldini": sentence("Works on an offer, when engaged for it."),
    "calvano": sentence("Works in a Corruption, when engaged for it."),
    "donata": sentence("Engaged for the power alone, once a Month."),
    "gota": sentence("Comes from the Vendetta deck."),
}
FAMILY_RULES = {"agnello": "NC-81", "baldini": "NC-81", "calvano": "NC-81", "donata": "NC-82", "gota": "NC-91"}
SINGLE_RULES = {"gisella_agnello": "NC-83", "francesca_donata": "NC-84", "elio_calvano": "NC-R42", "aldo_agnello": "NC-R8"}
CARD_RULES = {"irs": "NC-86", "fbi": "NC-85", "atlantic_city": "NC-38", "new_jersey": "NC-37", "connecticut": "NC-37"}
VENDETTA_RULES = {
    "fbi_snitch": ("NC-89", "NC-78"), "anger": ("NC-13", "NC-90"), "anthony_gota": ("NC-91",), "atlantic_city": ("NC-38",),
    "shame_of_you": ("NC-92",), "contract": ("NC-R36", "NC-R37"), "takeover": ("NC-R36",), "double_cross": ("NC-R37",),
    "turn_the_jury": ("NC-R42",), "hush_money": ("NC-R42",),
}  # fmt: skip
MORE: dict[str, tuple[str, str, tuple[str, ...]]] = {  # name, text, rules of what is no card
    "respect": (
        sentence("Respect"),
        sentence("The sum of what lies in a Territory. The most Respect on the winning side wins the game."),
        ("NC-78", "NC-R17"),
    ),
    "bank": (
        sentence("Bank"),
        sentence(
            "A player's bills, face down: all may count them, only the owner sees which they are. In RECEPTION {limit} may stay."
        ),
        ("NC-20", "NC-70"),
    ),
    "hand": (
        sentence("Hand"),
        sentence(
            "A player's Vendetta cards. Whoever is Cheated draws one; how many somebody holds is public, which ones is not."
        ),
        ("NC-87", "NC-12"),
    ),
    "first_player": (
        sentence("First Player card"),
        sentence(
            "Its holder starts every phase. In a Take the First Player may give it away in place of one bill, once a Month."
        ),
        ("NC-17", "NC-35", "NC-36"),
    ),
    "pile": (
        sentence("Corruption Pile"),
        sentence("Bribes for the jury, face down. They are counted after March and in June, one by one; each moves the marker."),
        ("NC-65", "NC-74"),
    ),
    "verdict": (
        sentence("Verdict track"),
        sentence(
            "1 to {blue} is Innocent, beyond it Guilty. Innocent: the loyal player with the most Respect "
            "wins. Guilty: a Snitch wins, or nobody."
        ),
        ("NC-78", "NC-79"),
    ),
    "zealous": (
        sentence("Zealous Corruptor"),
        sentence("+1 Respect, from April on, for whoever alone made a Corruption in a TRIAL. There are three."),
        ("NC-66",),
    ),
    "raid": (
        sentence("Police Raid"),
        sentence("It lies among the bills. Drawn in a Take, it ends it: the bills of that Take are lost, and nobody is Cheated."),
        ("NC-41", "NC-R2"),
    ),
    "draw": (
        sentence("Bills to draw"),
        sentence("A Take draws one bill for every matching Turf on the table. The Police Raid may be among them."),
        ("NC-30", "NC-22"),
    ),
    "discards": (
        sentence("Discards"),
        sentence("Bills spent and lost. They come back when the draw pile is empty, and after the First Verdict."),
        ("NC-22", "NC-76", "NC-R4"),
    ),
    "street_deck": (
        sentence("Street deck"),
        sentence("Underlings, Turfs, luxury and Investigations: RECEPTION fills the empty spaces of the Street from it."),
        ("NC-72",),
    ),
    "vendetta_deck": (
        sentence("Vendetta deck"),
        sentence("Paybacks, Anger, FBI Snitches, Anthony Gota and Atlantic City. Whoever is Cheated draws from it."),
        ("NC-87",),
    ),
    "location": (
        sentence("Location card"),
        sentence("It says for which space an offer is; it lies face down until all have bid. One offer for each space."),
        ("NC-43", "NC-46"),
    ),
    "loyal": (
        sentence("Loyal"),
        sentence("You win if the Godfather walks free and nobody loyal has more Respect than you."),
        ("NC-78", "NC-93"),
    ),
    "snitch": (
        sentence("Snitch of the FBI"),
        sentence("You win only if the Godfather is convicted, with the most Respect among the Snitches. Nobody else knows."),
        ("NC-89", "NC-93"),
    ),
}
STAGE_TEXTS = {
    "business": (
        sentence(
            "Engage an Underling and one of your Turfs for a Take; share it with those who have a matching Turf, or cheat them."
        ),
        ("NC-28", "NC-31", "NC-34"),
    ),
    "meeting": (
        sentence("Engage Underlings for secret offers on the cards of the Street. When all have bid, the offers are turned up."),
        ("NC-43", "NC-47"),
    ),
    "resolution": (
        sentence(
            "The spaces are resolved from 1 to 4: a sole bidder wins and takes a bill back, else the "
            "highest offer wins; a tie wins nothing."
        ),
        ("NC-48", "NC-49", "NC-50"),
    ),
    "trial": (sentence("Engage Underlings to slip bills onto the Corruption Pile, one each."), ("NC-65",)),
    "reception": (
        sentence(
            "Everybody becomes Free; Banks shrink to {limit} bills; each Investigation moves the marker 1 "
            "right; the Street is refilled."
        ),
        ("NC-69", "NC-70", "NC-71", "NC-72"),
    ),
    "first_verdict": (sentence("After March the Corruption Pile is counted for the first time."), ("NC-74", "NC-76")),
    "final_verdict": (
        sentence("In June: the last Vendetta lap, the bonus cards, the count, the Investigations, the Snitches, the winner."),
        ("NC-77",),
    ),
}
LAP = sentence("Whoever holds Vendetta cards may play Paybacks, one lap from the First Player on."), ("NC-88",)


def window(card: int) -> str:
    """When a Vendetta card may be played (NC-R38), or what it is."""
    if card >= PAYBACKS:
        return (sentence("secret"), sentence("a bluff"), sentence("an Underling"), sentence("a Turf"))[card - PAYBACKS]
    if WINDOWS[card] == ALWAYS:
        return sentence("at any time")
    return sentence("after the reveal only") if WINDOWS[card] == REVEAL_ONLY else sentence("at any time before RECEPTION")


def texts(parts: Parts) -> dict[str, Called]:
    """What stands on the cards, for boards: by `text:` and the id, a Vendetta card's by `vendetta:`, in short by `short:`."""
    found: dict[str, Called] = {f"text:{part.id}": part.text for part in (*parts.cards, *parts.titles, *parts.bonuses)}
    found |= {f"short:{part.id}": part.short or part.text for part in parts.cards[:UNDERLINGS]}
    found |= {f"vendetta:{part.id}": part.text for part in parts.vendetta}
    return found | {f"window:{part.id}": window(card) for card, part in enumerate(parts.vendetta)}


def signed(n: int) -> str:
    """Respect as people write it; nothing for none."""
    return "" if n == 0 else f"+{n}" if n > 0 else f"−{-n}"


def with_respect(text: str, n: int, say: Words) -> str:
    """A text, and the Respect that the card is worth."""
    return say("{text} Respect: {n}.", text=text, n=signed(n)) if n else text


def family_of(underling: str) -> str:
    return underling.rsplit("_", 1)[-1]


def explain_card(word: str, parts: Parts, say: Words) -> Explained | None:
    """A card of the Street or of a Territory."""
    place = next((n for n, part in enumerate(parts.cards) if part.id == word), None)
    if place is None:
        return None
    name, text = called(parts.cards[place].name, say), called(parts.cards[place].text, say)
    own = (CARD_RULES[word],) if word in CARD_RULES else ()
    if place < UNDERLINGS:
        text = with_respect(text, parts.rows["underling"][place]["respect"], say) + " " + say(FAMILIES[family_of(word)])
        single = (SINGLE_RULES[word],) if word in SINGLE_RULES else ()
        return Explained(name, text, (*single, FAMILY_RULES[family_of(word)]))
    if place < FIRST_RESPECT:
        return Explained(
            name, with_respect(text, parts.rows["turf"][place - FIRST_TURF]["respect"], say), ("NC-8", "NC-28", *own)
        )
    if place < FIRST_INVESTIGATION:
        return Explained(name, with_respect(text, parts.rows["respect_card"][place - FIRST_RESPECT]["respect"], say), ("NC-10",))
    if place < len(parts.cards) - 1:
        row = parts.rows["investigation"][place - FIRST_INVESTIGATION]
        more = say(
            "Each Month it stays, the marker moves 1 right. A bribe of {n} by all together ends it; the highest gets +1.",
            n=row["bribe"],
        )
        return Explained(name, f"{text} {more}", ("NC-54", "NC-55", "NC-58", *own))
    return explain_title(word, parts, say)


def explain_title(word: str, parts: Parts, say: Words) -> Explained | None:
    for rank, part in enumerate(parts.titles):
        if part.id == word:
            return Explained(
                called(part.name, say), with_respect(called(part.text, say), int(TITLE_RESPECT[rank]), say), ("NC-60", "NC-62")
            )
    return None


def explain_vendetta(word: str, parts: Parts, say: Words) -> Explained | None:
    for card, part in enumerate(parts.vendetta):
        if part.id == word:
            when = say("{text} To be played {when}.", text=called(part.text, say), when=say(window(card)))
            text = when if card < PAYBACKS else called(part.text, say)
            return Explained(
                called(part.name, say),
                text,
                ("NC-88", "NC-R38", *VENDETTA_RULES.get(word, ())) if card < PAYBACKS else VENDETTA_RULES[word],
            )
    return None


def explain_bill(word: str, parts: Parts, say: Words) -> Explained | None:
    """A bill by its short word or that of the notation."""
    for row, part in zip(parts.rows["bill"], parts.bills, strict=False):
        if word in (row["id"], part.id):
            steps = leaning(row)
            text = say("On the Corruption Pile it moves nothing.")
            if steps < 0:
                text = say.many(
                    "On the Corruption Pile it moves the marker {n} space left.",
                    "On the Corruption Pile it moves the marker {n} spaces left.",
                    -steps,
                )
            elif steps > 0:
                text = say.many(
                    "On the Corruption Pile it moves the marker {n} space right.",
                    "On the Corruption Pile it moves the marker {n} spaces right.",
                    steps,
                )
            return Explained(called(part.name, say), text, ("NC-15", "NC-74"))
    return explain_more("raid", parts, say) if word == "raid" else None


def explain_bonus(word: str, parts: Parts, say: Words) -> Explained | None:
    for row, part in zip(parts.rows["end_bonus"], parts.bonuses, strict=True):
        if part.id == word:
            return Explained(called(part.name, say), with_respect(called(part.text, say), row["respect"], say), ("NC-80",))
    return None


def explain_kind(word: str, parts: Parts, say: Words) -> Explained | None:
    """A kind of Take."""
    for part in parts.kinds:
        if part.id == word:
            text = say(
                "One bill is drawn for every Turf of this kind on the table; each other owner is due one for each of theirs."
            )
            return Explained(called(part.name, say), text, ("NC-29", "NC-31", "NC-39"))
    return None


def explain_stage(word: str, parts: Parts, say: Words) -> Explained | None:
    stage = next((stage for stage in STAGES if stage.name.lower() == word), None)
    if stage is None or word == "setup":
        return None
    text, rules = STAGE_TEXTS.get(word, LAP)
    return Explained(called(STAGES[stage], say), say(text, limit=BANK_LIMIT), rules)


def explain_more(word: str, parts: Parts, say: Words) -> Explained | None:
    """What is no card."""
    if word not in MORE:
        return None
    name, text, rules = MORE[word]
    blue, last = parts.rows["verdict_track.blue_last"], parts.rows["verdict_track.spaces"]
    return Explained(say(name), say(text, limit=BANK_LIMIT, blue=blue, last=last), rules)


def explain_space(word: str, parts: Parts, say: Words) -> Explained:
    text = say("The offers for its card are compared when all have bid; a sole bidder takes one bill back.")
    return Explained(say("Space {n}", n=word), text, ("NC-43", "NC-48", "NC-49", "NC-50"))


def explain_honour(word: str, parts: Parts, say: Words) -> Explained | None:
    """What lies in a Territory for its Respect."""
    if word == "zealous_corruptor":
        return explain_more("zealous", parts, say)
    ways = (explain_title, explain_bonus, explain_vendetta, explain_card)
    return next((found for way in ways if (found := way(word, parts, say))), None)


KINDS_OF_THINGS: dict[str, Callable[[str, Parts, Words], Explained | None]] = {
    "card": explain_card, "underling": explain_card, "turf": explain_card, "title": explain_title, "vendetta": explain_vendetta,
    "bill": explain_bill, "bonus": explain_bonus, "kind": explain_kind, "stage": explain_stage, "more": explain_more,
    "pile": explain_more, "honour": explain_honour, "space": explain_space,
}  # fmt: skip


def explain(kind: str, word: str, parts: Parts, say: Words) -> Explained | None:
    """What a touched thing is, and the rules about it."""
    how = KINDS_OF_THINGS.get(kind)
    return how(word, parts, say) if how else None
