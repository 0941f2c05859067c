"""The table of Family Business drawn in characters, from a view and nothing else."""

from fivefamilies.core.words import Words
from fivefamilies.games.family_business.components import Parts
from fivefamilies.games.family_business.knowledge import View

WIDTH = 78


def draw(view: View, parts: Parts, say: Words) -> str:
    """The wall with the list before it, the families, the own hand."""
    names = {card.id: say(card.name) for card in parts.cards}
    gangs = {gang.id: say(gang.short) for gang in parts.gangs}
    who = {family.seat: gangs[family.gang] for family in view.families}
    lines = [headline(view, say), "─" * WIDTH]
    lines.append(say("THE WALL"))
    if not view.hit_list:
        lines.append("  " + say("nobody is on the hit list"))
    for place, man in enumerate(view.hit_list):
        mark = "▶" if place < view.pace else " "
        done = " ·" if view.phase == "reorder" and place < view.placed else ""
        lines.append(f" {mark}{place + 1:>2}  {man.name}  ({who[man.seat]}){done}")
    lines.append("─" * WIDTH)
    for family in view.families:
        turn = "»" if family.seat == view.turn and view.phase != "over" else " "
        me = " *" if family.seat == view.seat else ""
        men = "●" * len(family.free) + "◐" * family.listed + "†" * len(family.buried)
        state = say("out") if family.is_out else say.many("{n} card", "{n} cards", family.cards)
        lines.append(f"{turn} {who[family.seat] + me:<16}{men:<11}{state}")
    lines.append(say("● at large   ◐ on the list   † buried"))
    if view.card is not None:
        lines.append(situation(view, names, who, say))
    own = next((family for family in view.families if family.hand is not None), None)
    if own is not None and own.hand is not None:
        lines.append("─" * WIDTH)
        lines.append(say("Your hand: {cards}", cards=count_cards(own.hand, names) or say("no cards")))
        if view.rivals_hold:
            lines.append(say("Your rivals surely hold: {cards}", cards=count_cards(view.rivals_hold, names)))
    return "\n".join(lines)


def headline(view: View, say: Words) -> str:
    """Turn, war and piles in a line."""
    war = (say("peace"), say("war"), say("war at double pace"))[view.pace]
    return " · ".join(
        (
            say("Turn {n}", n=view.turn_number),
            war,
            say("pile {n}", n=view.deck),
            say("discards {n}", n=sum(view.discards.values())),
        )
    )


def situation(view: View, names: dict[str, str], who: dict[int, str], say: Words) -> str:
    """The card on the table."""
    line = say("On the table: {card}", card=names[view.card or ""])
    if view.target is not None:
        line += " → " + who[view.target]
    if view.picked is not None:
        line += " → " + view.picked.name
    if view.counter is not None and view.countered_by is not None:
        line += f" ✕ {names[view.counter]} ({who[view.countered_by]})"
    return line


def count_cards(cards: dict[str, int], names: dict[str, str]) -> str:
    return ", ".join(names[card] if n == 1 else f"{n} x {names[card]}" for card, n in cards.items())
