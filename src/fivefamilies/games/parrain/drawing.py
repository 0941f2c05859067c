"""The table of Le Jeu du Parrain drawn in characters, from a view and nothing else: the boards side by side."""

from itertools import zip_longest

from fivefamilies.core.words import Words
from fivefamilies.games.parrain.components import Parts
from fivefamilies.games.parrain.knowledge import PlaceView, View
from fivefamilies.games.parrain.words import LUCK_NAMES, PLAYERS, card_name

WIDTH = 96
COLUMN = 24


def draw(view: View, parts: Parts, say: Words) -> str:
    """The headline, the neighbourhoods abreast, four if they are as narrow as ours, the players, the own card."""
    who = {player.seat: say(PLAYERS[player.colour]) for player in view.players}
    marks = {str(seat + 1): name[0] for seat, name in who.items()}
    lines = [headline(view, say), "─" * WIDTH]
    played = [place for place in view.neighbourhoods if place.status != "out"]
    column = max(COLUMN, *(2 * len(row) + 4 for place in played for row in place.rows))
    abreast = WIDTH // column
    for first in range(0, len(played), abreast):
        boards = [draw_place(place, marks, who, parts, say) for place in played[first : first + abreast]]
        for row in zip_longest(*boards, fillvalue=""):
            lines.append("".join(f"{text:<{column}}" for text in row).rstrip())
        lines.append("")
    lines[-1] = "─" * WIDTH
    lines += draw_players(view, who, parts, say)
    if view.card is not None:
        names = {card.id: index for index, card in enumerate(parts.cards)}
        titles = {card.id: say(card.title) for pack in parts.luck for card in pack}
        shown = [card_name(names[view.card], parts, say)] + ([titles[view.luck]] if view.luck else [])
        lines.append(say("On the table: {card}", card=" · ".join(shown)))
    return "\n".join(lines)


def headline(view: View, say: Words) -> str:
    """Round and packs in a line."""
    round_ = max(view.round, 1)
    return " · ".join(
        (
            say("Round {n}, until all is controlled", n=round_)
            if view.until_control
            else say("Round {n} of {most}", n=round_, most=view.round_limit),
            say("unseen cards {n}", n=sum(view.pack.unseen.values())),
            say("used cards {n}", n=len(view.pack.used)),
            f"{say(LUCK_NAMES[0])} {sum(view.veine.unseen.values())}",
            f"{say(LUCK_NAMES[1])} {sum(view.deveine.unseen.values())}",
        )
    )


def draw_place(place: PlaceView, marks: dict[str, str], who: dict[int, str], parts: Parts, say: Words) -> list[str]:
    """One neighbourhood: name, racket, what it takes, and its grid."""
    rackets = {part.id: say(part.name) for part in parts.rackets}
    name = next(say(part.name) for part in parts.neighbourhoods if part.id == place.id)
    lines = [name.upper()]
    if place.racket is None:
        lines.append(say("no racket yet"))
    else:
        lines.append(f"{rackets[place.racket][: COLUMN - 8]} {place.values[place.racket]}")
    if place.controller is not None:
        lines.append(say("closed: {player}", player=who[place.controller]))
        if place.instalments:
            lines.append(say.many("{n} bonus to come", "{n} bonuses to come", place.instalments))
        return lines
    lines.append(say("majority {n} of {positions}", n=place.majority, positions=place.positions))
    counts = [f"{who[seat][0]} {held}" for seat, held in enumerate(place.holdings) if place.tokens[seat]]
    lines.append(say("held: {counts}", counts=" ".join(counts)) if counts else "")
    width = max(len(row) for row in place.rows)
    margin = len(str(len(place.rows))) + 1
    lines.append(" " * margin + " ".join(chr(ord("a") + x) for x in range(width)))
    for y, row in enumerate(place.rows):
        lines.append(f"{y + 1:<{margin}}" + " ".join(marks.get(mark, "·" if mark == "." else mark) for mark in row))
    if place.claim is not None:
        waiting = " ".join(who[seat][0] for seat in place.claim.waiting)
        lines.append(say("{player} has it; to play: {waiting}", player=who[place.claim.seat], waiting=waiting)[: COLUMN - 1])
    if place.announcement is not None:
        waiting = " ".join(who[seat][0] for seat in place.announcement.waiting)
        text = say("{player} announces; to play: {waiting}", player=who[place.announcement.seat], waiting=waiting)
        lines.append(text[: COLUMN - 1])
    return lines


def draw_players(view: View, who: dict[int, str], parts: Parts, say: Words) -> list[str]:
    """The players: cash, credit for control, tokens in the bag, and the card in hand where it may be known."""
    kinds = {card.id: index for index, card in enumerate(parts.cards)}
    lines = []
    for player in view.players:
        turn = "»" if player.seat == view.turn and view.phase != "over" else " "
        me = "*" if player.seat == view.seat else " "
        held = ""
        if player.card is not None:
            held = card_name(kinds[player.card], parts, say)
        elif player.cards:
            held = say("card hidden")
        money = say("cash {n}", n=player.cash)
        control = say("control {n}", n=player.control_value)
        bag = say("bag {n}", n=player.bag)
        lines.append(f"{turn}{me}{who[player.seat][0]} {who[player.seat]:<9}{money:<15}{control:<16}{bag:<14}{held}".rstrip())
    return lines
