"""What the things on the table of Family Business are: a card in a line as it is printed on it, and more where one asks."""

from fivefamilies.core.telling import Explained
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.family_business.components import Parts

TEXTS = {  # our words on each card, and its rule
    "contract": (sentence("A rival's man joins the end of the list"), "FB-21"),
    "contract_no_mp": (sentence("A rival's man joins the list; only family can help him"), "FB-22"),
    "contract_no_fi": (sentence("A rival's man joins the list; only power can help him"), "FB-23"),
    "contract_no_mp_fi": (sentence("A rival's man joins the list, and nothing helps"), "FB-24"),
    "priority_contract": (sentence("A rival's man goes straight to the wall"), "FB-25"),
    "double_contract": (sentence("Two men of one rival join the list"), "FB-26"),
    "hit": (sentence("A rival's man dies; one of yours joins the list"), "FB-28"),
    "massacre": (sentence("All men on the list are shot at once"), "FB-29"),
    "double_cross": (sentence("One man of every rival joins the list, in your order"), "FB-30"),
    "mob_war": (sentence("War: every turn begins with one shot"), "FB-31"),
    "ambush": (sentence("War: every turn begins with two shots"), "FB-32"),
    "vendetta": (sentence("Two men of every rival are listed; war with two shots"), "FB-33"),
    "turncoat": (sentence("A man of the biggest gang goes, one of the smallest returns"), "FB-R33"),
    "lam": (sentence("One man leaves the list"), "FB-35"),
    "police": (sentence("One man leaves the list; nobody can object"), "FB-36"),
    "substitution": (sentence("A man on the list changes places with a rival's"), "FB-37"),
    "intrigue": (sentence("You put the list in a new order"), "FB-38"),
    "truce": (sentence("The war ends, if the list is short"), "FB-39"),
    "pay_off": (sentence("All men of one gang leave the list"), "FB-40"),
    "crackdown": (sentence("All men leave the list"), "FB-41"),
    "finger": (sentence("Stops an escape: he stays on the list"), "FB-43"),
    "safe_house": (sentence("Against a vendetta: your men stay off the list"), "FB-44"),
    "mob_power": (sentence("The contract falls on its sender"), "FB-45"),
    "family_influence": (sentence("The contract is off; the man goes free"), "FB-46"),
}
KINDS = {
    "attack": sentence("An attack: lay it in your turn."),
    "rescue": sentence("A rescue: lay it in your turn, for a man of any gang."),
    "counter": sentence(
        "A counter card: it answers a card of a rival, out of turn; then you draw another, and the next turn is yours."
    ),
}
KIND_RULES = {"attack": ("FB-4", "FB-10"), "rescue": ("FB-4", "FB-34"), "counter": ("FB-12", "FB-13", "FB-15")}
PLACES = {
    "wall": (
        sentence("The wall"),
        sentence("Men on the hit list queue before it, the next to die first. In a war every turn begins with a shot."),
        ("FB-7", "FB-18", "FB-19"),
    ),
    "pace": (
        sentence("Peace or war"),
        sentence("War breaks out by a card, or by itself when six men are on the list or six are left in the city."),
        ("FB-16", "FB-17", "FB-20"),
    ),
    "deck": (
        sentence("The draw pile"),
        sentence("Every turn begins with a card from it; when it is used up, the discards become the new one."),
        ("FB-10", "FB-11"),
    ),
}


def explain(kind: str, word: str, parts: Parts, say: Words) -> Explained | None:
    """A card, a boss or a place of the table."""
    if kind == "card" and word in TEXTS:
        card = next(card for card in parts.cards if card.id == word)
        text, rule = TEXTS[word]
        many = say.many("There is {n} in the deck.", "There are {n} in the deck.", card.count)
        return Explained(say(card.name), f"{say(text)}. {say(KINDS[card.kind])} {many}", (rule, *KIND_RULES[card.kind]))
    if kind == "boss":
        gang = next((gang for gang in parts.gangs if gang.id == word), None)
        text = say("A gang of nine. Whoever is the last boss with a living man wins.")
        return None if gang is None else Explained(say(gang.name), text, ("FB-1", "FB-3"))
    if kind == "place" and word in PLACES:
        name, text, rules = PLACES[word]
        return Explained(say(name), say(text), rules)
    return None
