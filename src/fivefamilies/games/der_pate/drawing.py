"""The table of Der Pate drawn in characters, from a view and nothing else."""

from textwrap import wrap

from fivefamilies.core.words import Words
from fivefamilies.games.der_pate.components import BLOCK, KO_SPACE, PUPPET, ROUNDS, Colour, Parts, Token, Track
from fivefamilies.games.der_pate.knowledge import Business, Family, View
from fivefamilies.games.der_pate.words.things import DICE_NAMES, TOKENS, TRACKS, money

WIDTH = 98
CELL = 30


def draw(view: View, parts: Parts, say: Words) -> str:
    """The round and its card, the city round the street, the dice, the families."""
    lines = [*headline(view, parts, say), "─" * WIDTH, *city(view, parts, say), "─" * WIDTH]
    if view.turn is not None:
        lines += [*dice(view, say), "─" * WIDTH]
    for family in view.families:
        lines += family_lines(view, family, parts, say)
    return "\n".join(lines)


def headline(view: View, parts: Parts, say: Words) -> list[str]:
    """Round, event markers, K.O. track, Brooklyn; below it the card that lies face up."""
    ko = say("K.O. track: {track}", track=track_name(view.ko_track, say)) if view.ko_track else say("K.O. track: open")
    markers = say("events grey {grey}/{n} red {red}/{n}", grey=view.markers["grey"], red=view.markers["red"], n=KO_SPACE)
    friends = say("Friends in Brooklyn {n}", n=view.brooklyn)
    lines = [" · ".join((say("Round {n}/{all}", n=view.round, all=ROUNDS), markers, ko, friends))]
    if view.card is not None:
        card = next(card for card in parts.events if card.id == view.card)
        lines += wrap(f"{say(card.title)}: {say(card.text)}", WIDTH)
    return lines


def track_name(track: str, say: Words) -> str:
    return say(TRACKS[Track[track.upper()]])


def city(view: View, parts: Parts, say: Words) -> list[str]:
    """A row a district: its three businesses, their owners, the car."""
    rows = []
    for district, name in enumerate(parts.districts):
        businesses = view.businesses[district * BLOCK : district * BLOCK + BLOCK]
        guarded = " ▒ " + say("protected") if any(business.is_protected for business in businesses) else ""
        rows.append(f"{name}{guarded}")
        cells = (cell(view, district * BLOCK + i, business, parts, say) for i, business in enumerate(businesses))
        rows.append("  " + "  ".join(f"{text:<{CELL}}" for text in cells).rstrip())
    if view.neutral_tombs or view.neutral_hudson:
        gone = {"tombs": view.neutral_tombs, "hudson": view.neutral_hudson}
        rows.append(say("Neutral members: Tombs {tombs}, Hudson {hudson}", **gone))
    return rows


def cell(view: View, place: int, business: Business, parts: Parts, say: Words) -> str:
    """One business: its place, number and owner; ◆ is the car."""
    if business.owner is None:
        owner = say("empty")
    elif isinstance(business.owner, str):
        owner = say("neutral")
    else:
        owner = say(parts.families[business.owner].name)
    kind = say(next(kind.name for kind in parts.types if kind.id == business.type))
    room = CELL - len(owner) - 10
    return f"{'◆' if view.car == place else ' '}{place + 1:>2} [{business.number}] {kind[:room]}: {owner}"


def dice(view: View, say: Words) -> list[str]:
    """The four dice: face and line."""
    shown = []
    for die in view.dice:
        face = "?" if die.face is None else "♟" if die.face == PUPPET else str(die.face)
        where = say("line {n}", n=die.line) if die.line else ""
        shown.append(f"{say(DICE_NAMES[Colour[die.colour.upper()]])} [{face}] {where}".rstrip())
    return ["   ".join(shown)]


def family_lines(view: View, family: Family, parts: Parts, say: Words) -> list[str]:
    """One family in two lines: markers and tokens, members and debts."""
    mark = "»" if family.seat == view.turn else "?" if family.seat == view.asked else " "
    own = "*" if family.seat == view.seat else " "
    cash = "$ ?" if family.cash is None else money(family.cash // 1000, say)
    tracks = "  ".join(f"{say(TRACKS[track])} {family.tracks[track.name.lower()]}/{parts.last[track]}" for track in Track)
    out = " †" + say("eliminated") if family.is_eliminated else ""
    first = f"{mark}{own}{say(parts.families[family.seat].name):<10}{cash:>8}  {tracks}{out}"
    debts = [
        f"{say(parts.families[holder].name)} {count}" if holder < len(view.families) else say("bank {n}", n=count)
        for holder, count in enumerate(family.debts_with)
        if count
    ]
    tokens = [say(TOKENS[token]) for token in Token if family.tokens[token.name.lower()] == "in_hand"]
    entries = [
        say("businesses {n}", n=family.businesses),
        say("reserve {n}", n=family.reserve),
        say("Tombs {n}", n=family.tombs),
        say("Hudson {n}", n=family.hudson),
        say("Friends {n}", n=family.friends),
    ]
    if debts:
        entries.append(say("debts: {list}", list=", ".join(debts)))
    if tokens:
        entries.append(say("tokens: {list}", list=", ".join(tokens)))
    return [first, *wrap(" · ".join(entries), WIDTH, initial_indent=" " * 12, subsequent_indent=" " * 12)]
