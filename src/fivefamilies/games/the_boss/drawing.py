"""The table of The Boss drawn in characters, from a view and nothing else. The row runs from top to bottom."""

from textwrap import wrap

from fivefamilies.core.words import Words
from fivefamilies.games.the_boss.components import TURNS, Parts
from fivefamilies.games.the_boss.knowledge import CityView, Gang, View
from fivefamilies.games.the_boss.words import FACES, PLAYERS, face_words

WIDTH = 96
GAP = "  "
INDENT = " " * 13


def draw(view: View, parts: Parts, say: Words) -> str:
    """The row with its gangsters and cards, the players, the own hand."""
    names = {city.id: say(city.name) for city in parts.cities}
    who = [say(PLAYERS[gang.colour]) for gang in view.gangs]
    lines = [headline(view, say), "─" * WIDTH, *draw_row(view, names, who, say), "─" * WIDTH]
    for gang in view.gangs:
        lines += draw_gang(view, gang, names, who, say)
    lines.append(say("◆ reference pawn   » to move   ★ leads   ✗ is banned   2+1: 2 Experts and 1 Occasional"))
    own = next((gang.hand for gang in view.gangs if gang.hand is not None), None)
    if own is not None:
        cards = ", ".join(say("{city} {face}", city=names[card.city], face=face_words(card.face, say)) for card in own)
        lines += ["─" * WIDTH, *wrap(say("Your hand: {cards}", cards=cards or say("no cards")), WIDTH, subsequent_indent=INDENT)]
    return "\n".join(lines)


def headline(view: View, say: Words) -> str:
    """Round, turn and police in a line."""
    parts = [say("Round {n}", n=view.round), say("turn {n} of {turns}", n=view.turn, turns=TURNS)]
    if view.is_decisive:
        parts.append(say("decisive round"))
    else:
        parts += [say("police: silver {silver}, gold {gold}", silver=view.silver, gold=view.gold)]
        parts.append(say("last round") if view.is_last_round else say("{n} police cards left", n=view.police_left))
    return " · ".join(parts)


def draw_row(view: View, names: dict[str, str], who: list[str], say: Words) -> list[str]:
    """One line a city: its gangsters, its open cards, what its face-down card may be."""
    heads = (say("City"), say("Gangsters"), say("Open cards"), say("Face down"))
    table = [heads, *(city_cells(city, names, who, say) for city in view.row)]
    widths = [max(len(row[column]) for row in table) for column in range(3)]
    return [GAP.join((*(cell.ljust(n) for cell, n in zip(row, widths, strict=False)), row[3])).rstrip() for row in table]


def city_cells(city: CityView, names: dict[str, str], who: list[str], say: Words) -> tuple[str, str, str, str]:
    """A city's line of the table."""
    crews = []
    for crew in city.crews:
        star = "★" if crew.seat == city.leader else ""
        crews.append(f"{star}{who[crew.seat]} {count(crew.experts, crew.occasionals)}")
    crews += [f"✗{who[seat]}" for seat in city.banned]
    if not city.faces:
        return names[city.id].upper(), " ".join(crews) or "-", "", say("½ of the last cards above")
    down = face_short(city.reward, say) if city.reward is not None else "? " + faces(city.possible, say)
    return names[city.id], " ".join(crews) or "-", faces(city.column, say) or "-", down


def face_short(face: str, say: Words) -> str:
    """A face in one word."""
    if face == "ban":
        return say("banned")
    return say(FACES[face]) if face in FACES else face


def faces(row: list[str], say: Words) -> str:
    """Faces side by side."""
    return " ".join(face_short(face, say) for face in row)


def count(experts: int, occasionals: int) -> str:
    """2+1 for two Experts and one Occasional."""
    return f"{experts}+{occasionals}" if occasionals else f"{experts}"


def draw_gang(view: View, gang: Gang, names: dict[str, str], who: list[str], say: Words) -> list[str]:
    """A player in two lines: money and gangsters, then the backs of his cards."""
    marks = ("»" if gang.seat == view.to_move else " ") + ("◆" if gang.seat == view.reference else " ")
    name = who[gang.seat] + (" *" if gang.seat == view.seat else "")
    rounds = ", ".join(str(sum_) for sum_ in gang.earned[: view.round if gang.rank else view.round - 1])
    facts = [say("{n} M$", n=gang.money) + (f" ({rounds})" if rounds else "")]
    facts.append(say("reserve {crew}", crew=count(gang.experts, gang.occasionals)))
    if gang.rank is not None:
        facts.append(say("rank {n}", n=gang.rank))
    facts += [say.many("in prison for {n} more round", "in prison for {n} more rounds", left) for left in gang.prison]
    if gang.hospital:
        facts.append(say("in hospital: {n}", n=gang.hospital))
    if gang.dead:
        facts.append(say("dead: {n}", n=gang.dead))
    if gang.ban:
        facts.append(say("banned from {city}", city=names[gang.ban]))
    if view.is_decisive and gang.contends and gang.rank is None:
        facts.append(say("is playing for the win"))
    backs = ", ".join(f"{names[city]} {n}" if n > 1 else names[city] for city, n in gang.backs.items())
    lines = [f"{marks} {name:<10}" + " · ".join(facts)]
    if backs:
        lines.append(INDENT + say("backs: {cards}", cards=backs))
    return [part for line in lines for part in wrap(line, WIDTH, subsequent_indent=INDENT)]
