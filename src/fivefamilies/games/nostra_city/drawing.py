"""The table of Nostra City drawn in characters, from a view and nothing else."""

from fivefamilies.core.views import called
from fivefamilies.core.words import Words
from fivefamilies.games.nostra_city.components import COLOURS, Parts
from fivefamilies.games.nostra_city.knowledge import Player, TurfView, UnderlingView, View
from fivefamilies.games.nostra_city.state import BILL_NAMES, Stage
from fivefamilies.games.nostra_city.words.things import PLAYERS, STAGES, month_name

WIDTH = 92


def draw(view: View, parts: Parts, say: Words) -> str:
    """The Month and the jury, the Street, the players, the own Bank and Hand."""
    names = {part.id: called(part.name, say) for part in (*parts.cards, *parts.vendetta, *parts.titles, *parts.bonuses)}
    names |= {word: called(part.name, say) for word, part in zip(BILL_NAMES, parts.bills, strict=True)}
    lines = [headline(view, say), track(view, parts, say), "─" * WIDTH]
    lines += street(view, names, say)
    lines.append("─" * WIDTH)
    for player in view.players:
        lines += territory(player, view, names, say)
    lines.append("─" * WIDTH)
    lines.append(say("○ Free   ● Busy   » to act   ★ First Player"))
    lines += action(view, names, say)
    own = next((player for player in view.players if player.seat == view.seat), None)
    if own is not None:
        lines.append("─" * WIDTH)
        lines += wrapped(say("Your Bank: {bills}", bills=counted(own.bank or {}, names) or say("no bills")))
        lines += wrapped(say("Your Hand: {cards}", cards=cards_in_words(own.hand or {}, names) or say("no cards")))
        if own.is_snitch:
            lines.append(say("You are a Snitch: you win only if the Godfather is convicted"))
        if view.surely["pile"]:
            lines += wrapped(say("On the Pile you know of: {bills}", bills=counted(view.surely["pile"], names)))
    return "\n".join(lines)


def player_name(seat: int, say: Words) -> str:
    return say(PLAYERS[COLOURS[seat]])


def headline(view: View, say: Words) -> str:
    """The Month, the phase and the piles in a line."""
    return " · ".join(
        (
            month_name(view.month, say),
            called(STAGES[Stage[view.stage.upper()]], say),
            say("Pile {n}", n=view.pile),
            say("draw pile {n}", n=view.draw_pile),
            say("discards {n}", n=view.discards),
            say("Vendetta deck {n}", n=view.vendetta_deck),
        )
    )


def track(view: View, parts: Parts, say: Words) -> str:
    """The jury's track: Innocent to the left, Guilty to the right."""
    spaces = ["◆" if space == view.marker else "·" for space in range(1, parts.rows["verdict_track.spaces"] + 1)]
    blue = parts.rows["verdict_track.blue_last"]
    line = " ".join(spaces[:blue]) + " │ " + " ".join(spaces[blue:])
    innocent, guilty = say("Innocent"), say("Guilty")
    return f"{innocent} {line} {guilty} ({view.marker})"


def street(view: View, names: dict[str, str], say: Words) -> list[str]:
    """The four spaces, and the offers on them as far as they are seen."""
    lines = [say("STREET (deck {n})", n=view.street_deck)]
    for place, card in enumerate(view.street):
        bids = [
            f"{player_name(player.seat, say)} {offer.size}"
            for player in view.players
            for offer in player.offers
            if offer.space == place + 1 and offer.size is not None
        ]
        line = f" {place + 1} {names[card] if card else '—'}"
        lines.append(line + (f"   [{', '.join(bids)}]" if bids else ""))
    return lines


def territory(player: Player, view: View, names: dict[str, str], say: Words) -> list[str]:
    """A player: Respect, bills and cards in a line, then what lies before him."""
    mark = "»" if player.seat == view.asked else " "
    star = "★" if player.seat == view.first_card else " "
    me = "*" if player.seat == view.seat else ""
    honours = [names[card] for card in (*player.respect_cards, *player.investigations, *player.bonuses)]
    honours += [names[player.title]] if player.title else []
    honours += [say("Zealous Corruptor")] * player.zealous + [names["shame_of_you"]] * player.shame
    if player.is_snitch and player.seat != view.seat:
        honours.append(names["fbi_snitch"])
    head = f"{mark}{star}{player_name(player.seat, say) + me:<10}" + " · ".join(
        (
            say("Respect {n}", n=player.respect),
            say.many("{n} bill", "{n} bills", player.bills),
            say.many("{n} card", "{n} cards", player.cards),
        )
    )
    lines = wrapped(head + ("   " + ", ".join(honours) if honours else ""), 14)
    lines += wrapped("    " + pieces(player.underlings, names), 4)
    lines += wrapped("    " + pieces(player.turfs, names), 4)
    hidden = [f"{names[o.underling]} ({o.size})" for o in player.offers if o.space is None]
    if hidden:
        lines += wrapped("    " + say("Hidden offers: {offers}", offers=", ".join(hidden)), 4)
    return lines


def pieces(found: list[UnderlingView] | list[TurfView], names: dict[str, str]) -> str:
    return "  ".join(("○ " if piece.is_free else "● ") + names[piece.id] for piece in found) or "—"


def action(view: View, names: dict[str, str], say: Words) -> list[str]:
    """What is going on: the Take, the own offer, the card being played."""
    lines = []
    if view.drawn:
        lines.append(say("Bills drawn: {n}", n=view.drawn))
    if view.drawn_bills:
        lines.append(say("You drew: {bills}", bills=counted(view.drawn_bills, names)))
    if view.bill:
        lines.append(say("The bill: {bill}", bill=names[view.bill]))
    if view.card:
        card = names[view.card]
        if view.target is None:
            lines.append(say("On the table: {card}", card=card))
        else:
            lines.append(say("On the table: {card} against {who}", card=card, who=player_name(view.target, say)))
    for player in view.players:
        for offer in player.offers:
            if offer.bills is not None and offer.bills:
                lines += wrapped(
                    say(
                        "{who} bids for space {n}: {bills}",
                        who=player_name(player.seat, say),
                        n=offer.space,
                        bills=counted(offer.bills, names),
                    )
                )
    return lines


def counted(bills: dict[str, int], names: dict[str, str]) -> str:
    return ", ".join(f"{n} x {names[bill]}" for bill, n in bills.items())


def cards_in_words(cards: dict[str, int], names: dict[str, str]) -> str:
    return ", ".join(names[card] if n == 1 else f"{n} x {names[card]}" for card, n in cards.items())


def wrapped(line: str, indent: int = 2) -> list[str]:
    """A long line broken at blanks."""
    lines: list[str] = []
    while len(line) > WIDTH:
        cut = line.rfind("  ", indent + 1, WIDTH)
        cut = cut if cut > 0 else line.rfind(" ", indent + 1, WIDTH)
        if cut <= 0:
            break
        lines.append(line[:cut])
        line = " " * indent + line[cut:].lstrip()
    return [*lines, line]
