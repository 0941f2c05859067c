"""The log of Nostra City in words."""

from collections.abc import Sequence
from typing import Any

from fivefamilies.core.words import Words, sentence
from fivefamilies.games.nostra_city.components import Parts
from fivefamilies.games.nostra_city.events import Event
from fivefamilies.games.nostra_city.knowledge import UNKNOWN
from fivefamilies.games.nostra_city.state import NONE, Stage
from fivefamilies.games.nostra_city.wording import (
    COLOURS,
    MONTH_NAMES,
    STAGE_NAMES,
    bill_name,
    card_name,
    turf_name,
    vendetta_name,
)

# What the columns after the event are: s seat, u Underling, c Street card, t Turf, k kind, b bill, v Vendetta card,
# n number, p space (counted from 1), r Title, o bonus, m Month, g stage.
COLUMNS = {
    Event.DEALT: "sc", Event.TURNED_UP: "pc", Event.FIRST_PLAYER: "s", Event.MONTH: "m", Event.STAGE: "g", Event.PASSES: "s",
    Event.DONE: "s", Event.TAKE: "sutk", Event.DRAWS_BILL: "sb", Event.RAID: "s", Event.RAID_SET_ASIDE: "s",
    Event.LOSES: "sbn", Event.GIVES: "ssb", Event.GIVES_FIRST_PLAYER: "ss", Event.KEEPS: "sn", Event.CHEATED: "s",
    Event.USES: "su", Event.DRAWS_VENDETTA: "sv", Event.NO_VENDETTA_LEFT: "s", Event.VENDETTA_RESHUFFLED: "",
    Event.BILLS_RESHUFFLED: "", Event.BIDS: "sun", Event.OFFER: "supn", Event.SHOWS: "sbn", Event.ONLY_BIDDER: "sp",
    Event.TAKES_BACK: "sb", Event.DISCARDS_OFFER: "sn", Event.WINS_CARD: "sc", Event.NOBODY_WINS: "c",
    Event.BRIBE_TOO_SMALL: "c", Event.LEAVES_GAME: "c", Event.TITLE: "sr", Event.UNDER_DECK: "c", Event.CORRUPTS: "sub",
    Event.LOOKS: "sb", Event.TAKES_FROM_PILE: "sb", Event.MARKER: "nn", Event.LEAVES_MARKER: "s", Event.ZEALOUS: "s",
    Event.PLAYS: "sv", Event.SELLS: "sv", Event.TARGETS: "ss", Event.LETS_HAPPEN: "s", Event.CANCELLED: "v",
    Event.SHAMED: "s", Event.KILLED: "su", Event.STEALS: "ssb", Event.KIDNAPPED: "su", Event.DOUBLE_CROSSED: "spn",
    Event.TAKES_TURF: "sst", Event.PEEKS: "ssv", Event.KEEPS_PILE_BILL: "s", Event.DISCARDS_PILE_BILL: "s",
    Event.GUILT: "n", Event.UNDERBOSS_ENTERS: "p", Event.COUNTED: "b", Event.BONUS: "os", Event.SNITCH: "s",
    Event.INNOCENT: "", Event.GUILTY: "", Event.WINS: "s", Event.ALL_LOSE: "", Event.SHOWS_BANK: "sbn", Event.ENGAGES: "su",
}  # fmt: skip
EVENTS = {
    Event.DEALT: sentence("{a} gets {b}"),
    Event.TURNED_UP: sentence("Space {a}: {b} is turned up"),
    Event.FIRST_PLAYER: sentence("{a} is First Player"),
    Event.MONTH: sentence("{a} begins"),
    Event.STAGE: sentence("— {a} —"),
    Event.PASSES: sentence("{a} passes"),
    Event.DONE: sentence("{a} is done"),
    Event.TAKE: sentence("{a} makes a Take with {b} on {c}: {d}"),
    Event.DRAWS_BILL: sentence("{a} draws {b}"),
    Event.RAID: sentence("Police Raid! It hits {a}"),
    Event.RAID_SET_ASIDE: sentence("Ciro Agnello sets the Police Raid aside"),
    Event.LOSES: sentence("{a} discards {c} x {b}"),
    Event.GIVES: sentence("{a} gives {b} a bill: {c}"),
    Event.GIVES_FIRST_PLAYER: sentence("{a} gives {b} the First Player card"),
    Event.KEEPS: sentence("{a} keeps bills: {b}"),
    Event.CHEATED: sentence("{a} is Cheated"),
    Event.USES: sentence("{a} uses {b}"),
    Event.DRAWS_VENDETTA: sentence("{a} draws the Vendetta card {b}"),
    Event.NO_VENDETTA_LEFT: sentence("There is no Vendetta card left for {a}"),
    Event.VENDETTA_RESHUFFLED: sentence("The used Paybacks are shuffled into a new Vendetta deck"),
    Event.BILLS_RESHUFFLED: sentence("The discarded bills are shuffled into a new draw pile"),
    Event.BIDS: sentence("{a} makes an offer with {b}; bills: {c}"),
    Event.OFFER: sentence("{a} bids with {b} for space {c}; bills: {d}"),
    Event.SHOWS: sentence("{a} shows {c} x {b}"),
    Event.ONLY_BIDDER: sentence("{a} is the only bidder for space {b}"),
    Event.TAKES_BACK: sentence("{a} takes back {b}"),
    Event.DISCARDS_OFFER: sentence("{a} discards the rest of the offer; bills: {b}"),
    Event.WINS_CARD: sentence("{a} gets {b}"),
    Event.NOBODY_WINS: sentence("A tie: {a} stays on the Street"),
    Event.BRIBE_TOO_SMALL: sentence("The bribe is too small: {a} stays on the Street"),
    Event.LEAVES_GAME: sentence("{a} leaves the game"),
    Event.TITLE: sentence("{a} becomes {b}"),
    Event.UNDER_DECK: sentence("{a} goes under the Street deck"),
    Event.CORRUPTS: sentence("{a} places a bill with {b}: {c}"),
    Event.LOOKS: sentence("{a} looks at a bill of the Pile: {b}"),
    Event.TAKES_FROM_PILE: sentence("{a} takes a bill from the Pile: {b}"),
    Event.MARKER: sentence("The Verdict marker moves from {a} to {b}"),
    Event.LEAVES_MARKER: sentence("{a} leaves the Verdict marker where it is"),
    Event.ZEALOUS: sentence("{a} gets a Zealous Corruptor card"),
    Event.PLAYS: sentence("{a} plays {b}"),
    Event.SELLS: sentence("{a} sells {b}"),
    Event.TARGETS: sentence("{a} names {b}"),
    Event.LETS_HAPPEN: sentence("{a} lets it happen"),
    Event.CANCELLED: sentence("{a} is cancelled"),
    Event.SHAMED: sentence("{a} loses Respect"),
    Event.KILLED: sentence("{b} of {a} is out of the game"),
    Event.STEALS: sentence("{a} steals from {b}: {c}"),
    Event.KIDNAPPED: sentence("{b} of {a} is kidnapped and Busy"),
    Event.DOUBLE_CROSSED: sentence("{a}'s offer for space {b} is discarded; bills: {c}"),
    Event.TAKES_TURF: sentence("{a} takes {c} from {b}"),
    Event.PEEKS: sentence("{a} looks at a card of {b}: {c}"),
    Event.KEEPS_PILE_BILL: sentence("{a} leaves the bill on the Pile"),
    Event.DISCARDS_PILE_BILL: sentence("{a} discards a bill of the Pile"),
    Event.GUILT: sentence("Investigations on the Street: {a}"),
    Event.UNDERBOSS_ENTERS: sentence("The Underboss comes onto space {a}"),
    Event.COUNTED: sentence("Counted: {a}"),
    Event.BONUS: sentence("{a} goes to {b}"),
    Event.SNITCH: sentence("{a} was a Snitch of the FBI"),
    Event.INNOCENT: sentence("The Godfather is Innocent"),
    Event.GUILTY: sentence("The Godfather is Guilty"),
    Event.WINS: sentence("{a} wins"),
    Event.ALL_LOSE: sentence("There is no Snitch: everybody loses"),
    Event.SHOWS_BANK: sentence("{a}'s Bank: {c} x {b}"),
    Event.ENGAGES: sentence("{a} engages {b}"),
}
# The same events for whoever does not see the secret.
HIDDEN = {
    Event.DRAWS_BILL: sentence("{a} draws a bill"),
    Event.GIVES: sentence("{a} gives {b} a bill"),
    Event.DRAWS_VENDETTA: sentence("{a} draws a Vendetta card"),
    Event.TAKES_BACK: sentence("{a} takes back a bill"),
    Event.CORRUPTS: sentence("{a} places a bill with {b}"),
    Event.LOOKS: sentence("{a} looks at a bill of the Pile"),
    Event.TAKES_FROM_PILE: sentence("{a} takes a bill from the Pile"),
    Event.STEALS: sentence("{a} steals a bill from {b}"),
    Event.PEEKS: sentence("{a} looks at a card of {b}"),
}
NOBODYS_BONUS = sentence("A tie: nobody gets {a}")


def spell(what: str, value: int, parts: Parts, say: Words) -> object:
    """One column of an event in words."""
    if what == "s":
        return say(COLOURS[value])
    if what == "u" or what == "c":
        return card_name(value, parts, say)
    if what == "t":
        return turf_name(value, parts, say)
    if what == "k":
        return parts.kinds[value].names[say.language]
    if what == "b":
        return bill_name(value, say)
    if what == "v":
        return vendetta_name(value, parts, say)
    if what == "p":
        return value + 1
    if what == "r":
        return parts.titles[value].names[say.language]
    if what == "o":
        return parts.bonuses[value].names[say.language]
    if what == "m":
        return say(MONTH_NAMES[value - 1])
    if what == "g":
        return say(STAGE_NAMES[Stage(value)])
    return value


def tell(row: Sequence[int], state: Any, parts: Parts, say: Words) -> str | None:
    """An event, redacted before, as a sentence of the log."""
    event = Event(int(row[0]))
    columns = [int(value) for value in row[1:5]]
    values = {
        name: spell(what, value, parts, say)
        for name, what, value in zip("abcd", COLUMNS[event], columns, strict=False)
        if value not in (UNKNOWN, NONE)
    }
    if UNKNOWN in columns:
        return say(HIDDEN[event], **values)
    if event == Event.BONUS and columns[1] == NONE:
        return say(NOBODYS_BONUS, **values)
    return say(EVENTS[event], **values)


assert set(COLUMNS) == set(EVENTS) == set(Event)
