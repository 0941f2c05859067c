"""The things on a table of Nostra City and what they are called; what happens to them, who may know it, how the log tells it."""

from collections.abc import Mapping

from fivefamilies.core.events import event, events, secret
from fivefamilies.core.record import Record
from fivefamilies.core.things import NUMBER, Thing, thing
from fivefamilies.core.views import Called, called
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.nostra_city.components import (
    BILL_IDS,
    BILLS,
    BONUSES,
    CARD_IDS,
    COLOURS,
    FIRST_TURF,
    HAND_TYPES,
    MONTH_IDS,
    PAYBACKS,
    SPACES,
    TITLES,
    Kind,
    Parts,
    Power,
    Underling,
    Vendetta,
)
from fivefamilies.games.nostra_city.state import HAND_NAMES, NONE, TURF_NAMES, Phase, Stage, held_by

PLAYERS = {
    "black": sentence("Black"), "white": sentence("White"), "red": sentence("Red"), "yellow": sentence("Yellow"),
    "blue": sentence("Blue"),
}  # fmt: skip
MONTHS = {
    "january": sentence("January"), "february": sentence("February"), "march": sentence("March"), "april": sentence("April"),
    "may": sentence("May"), "june": sentence("June"),
}  # fmt: skip
STAGES: dict[Stage, Called] = {
    Stage.SETUP: sentence("Set-up"),
    Stage.BUSINESS: sentence("BUSINESS"),
    Stage.MEETING: sentence("MEETING"),
    Stage.RESOLUTION: sentence("MEETING"),
    Stage.TRIAL: sentence("TRIAL"),
    Stage.RECEPTION: sentence("RECEPTION"),
    Stage.FIRST_VERDICT: sentence("First Verdict"),
    Stage.FINAL_VERDICT: sentence("Final Verdict"),
}
for _lap, _stage in enumerate((Stage.V1, Stage.V2, Stage.V3, Stage.V4, Stage.V5), 1):
    STAGES[_stage] = (sentence("Vendetta lap {n} of 5"), {"n": _lap})
PHASES = {
    Phase.VENDETTA: sentence("Vendetta lap"),
    Phase.BUS_TURN: sentence("turn in BUSINESS"),
    Phase.TAKE_TURF: sentence("Turf for the Take"),
    Phase.TAKE_KIND: sentence("kind of Take"),
    Phase.SHARE: sentence("sharing the Take"),
    Phase.FRANCESCA: sentence("power of Francesca Donata"),
    Phase.MEET_TURN: sentence("turn in the MEETING"),
    Phase.BID_SPACE: sentence("space to bid for"),
    Phase.BID_BILL: sentence("bills of the offer"),
    Phase.TAKE_BACK: sentence("bill to take back"),
    Phase.TITLE: sentence("Title"),
    Phase.TRIAL_TURN: sentence("turn in the TRIAL"),
    Phase.TRIAL_BILL: sentence("bill for the jury"),
    Phase.TRIAL_BILL2: sentence("second bill for the jury"),
    Phase.DISCARD: sentence("bill to discard"),
    Phase.TARGET: sentence("target"),
    Phase.TARGET_U: sentence("Underling to strike"),
    Phase.TARGET_T: sentence("Turf to take over"),
    Phase.TARGET_OFFER: sentence("offer to discard"),
    Phase.DIRECTION: sentence("way of the marker"),
    Phase.INSPECT: sentence("bill of the Pile"),
    Phase.SELL: sentence("Payback to sell"),
    Phase.GUIDO: sentence("power of Guido Donata"),
    Phase.MARTA: sentence("power of Marta Donata"),
    Phase.DEAL_UNDERLING: sentence("Underlings are dealt"),
    Phase.DEAL_TURF: sentence("Turfs are dealt"),
    Phase.DEAL_STREET: sentence("Cards are turned up on the Street"),
    Phase.FIRST_PLAYER: sentence("The First Player is chosen"),
    Phase.DRAW_BILL: sentence("a bill is drawn"),
    Phase.DRAW_VENDETTA: sentence("a Vendetta card is drawn"),
    Phase.ENZO_CARD: sentence("power of Enzo Baldini"),
    Phase.BRUNO_BILL: sentence("power of Bruno Calvano"),
    Phase.DELIA_BILL: sentence("power of Delia Calvano"),
    Phase.CESARE_BILL: sentence("power of Cesare Calvano"),
    Phase.STEAL: sentence("a bill is stolen"),
    Phase.HUSH_BILL: sentence("a bill of the Pile is looked at"),
    Phase.ILARIA_CARD: sentence("power of Ilaria Donata"),
    Phase.REFILL: sentence("Cards are turned up on the Street"),
    Phase.COUNT: sentence("The Corruption Pile is counted"),
    Phase.OVER: sentence("The game is over"),
}
SORTS = {
    "underling": sentence("Underling"), "turf": sentence("Turf"), "luxury": sentence("Luxury"),
    "investigation": sentence("Investigation"), "title": sentence("Title"),
}  # fmt: skip
PILES = {
    "pile": sentence("Corruption Pile"), "discards": sentence("discards"), "draw": sentence("draw pile"),
    "aside": sentence("set aside"),
}  # fmt: skip


def seat_name(state: Record, seat: int, parts: Parts, say: Words) -> str:
    """How the log calls a seat: by the colour of its Locations."""
    return say(PLAYERS[COLOURS[seat]])


def month_name(month: int, say: Words) -> str:
    """A Month, 1 for the first."""
    return say(MONTHS[MONTH_IDS[month - 1]])


def bill_name(bill: int, parts: Parts, say: Words) -> str:
    """A bill by its value and its icon."""
    return called(parts.bills[bill].name, say)


def card_name(card: int, parts: Parts, say: Words) -> str:
    """A Street card."""
    return called(parts.cards[card].name, say)


def turf_name(turf: int, parts: Parts, say: Words) -> str:
    return card_name(FIRST_TURF + turf, parts, say)


def vendetta_name(card: int, parts: Parts, say: Words) -> str:
    return called(parts.vendetta[card].name, say)


PLAYER = thing("player", COLOURS, called=seat_name)
CARD = thing(
    "card", CARD_IDS,
    spelt=lambda state, card, parts: parts.cards[card].id,
    called=lambda state, card, parts, say: card_name(card, parts, say),
)  # fmt: skip
UNDERLING = thing("underling", Underling, called=CARD.called)
POWER = thing(  # the Underlings that are engaged for their power alone
    "underling", [card.name.lower() for card in (Underling.ILARIA_DONATA, Underling.LUCA_DONATA)],
    called=lambda state, power, parts, say: card_name(held_by(state, Power.LOOK_AT_HAND + power), parts, say),
)  # fmt: skip
TURF = thing("turf", TURF_NAMES, called=lambda state, turf, parts, say: turf_name(turf, parts, say))
TAKE = thing("kind", Kind, called=lambda state, kind, parts, say: called(parts.kinds[kind].name, say))
SPACE = thing(  # counted from 1
    "space", SPACES,
    spelt=lambda state, space, parts: str(space + 1),
    called=lambda state, space, parts, say: space + 1,
)  # fmt: skip
BILL = thing("bill", BILL_IDS[:BILLS], called=lambda state, bill, parts, say: bill_name(bill, parts, say))
BILL_OR_RAID = thing("bill", BILL_IDS, called=BILL.called)
VENDETTA = thing("vendetta", Vendetta, called=lambda state, card, parts, say: vendetta_name(card, parts, say))
PAYBACK = thing("vendetta", HAND_NAMES[:PAYBACKS], called=VENDETTA.called)
RANK = thing("title", TITLES, called=lambda state, rank, parts, say: called(parts.titles[rank].name, say))
BONUS = thing(
    "bonus", BONUSES,
    spelt=lambda state, bonus, parts: parts.bonuses[bonus].id,
    called=lambda state, bonus, parts, say: called(parts.bonuses[bonus].name, say),
)  # fmt: skip
MONEY = Thing(  # rules count thousands
    "money", 0, lambda state, value, parts: str(value * 1000), lambda state, value, parts, say: value * 1000
)
MONTH = thing("month", ["", *MONTH_IDS], called=lambda state, month, parts, say: month_name(month, say))
STAGE = thing("stage", Stage, called=lambda state, stage, parts, say: called(STAGES[Stage(stage)], say))

assert list(PLAYERS) == COLOURS and list(MONTHS) == MONTH_IDS and set(STAGES) == set(Stage)
assert set(PHASES) == {phase for phase in Phase if phase <= Phase.OVER}

# ---------------------------------------------------------------- events


def tell_bonus(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    """A bonus card and who gets it, if anybody."""
    if cells["player"] == NONE:
        return say("A tie: nobody gets {bonus}", **values)
    return say("{bonus} goes to {player}", **values)


def tell_marker(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    """Where the Verdict marker goes; a bill without an icon, and what lies beyond an end, move it nowhere (NC-75)."""
    if cells["before"] == cells["after"]:
        return say("The Verdict marker stays on {after}", after=values["after"])
    return say("The Verdict marker moves from {before} to {after}", **values)


def tell_spent(cells: dict[str, int], values: dict[str, object], say: Words) -> str | None:
    """What is left of an offer is spent, won or not (NC-48, NC-49); of one bill that was taken back nothing is left."""
    if cells["n"] == 0:
        return None
    return say.many(
        "{player} spends the offer: {n} bill", "{player} spends the offer: {n} bills", cells["n"], player=values["player"]
    )


def lies_open(cells: Mapping[str, int]) -> bool:
    """Gota and Atlantic City lie face up at once."""
    return cells["card"] >= HAND_TYPES


def was_revealed(cells: Mapping[str, int]) -> bool:
    """A bill of an offer that everybody has seen."""
    return cells["seen"] == 1


@events
class Event:
    """What can happen, and who may know it (the table of Information on the rules page)."""

    DEALT = event(player=PLAYER, card=CARD, told="{player} gets {card}")
    TURNED_UP = event(space=SPACE, card=CARD, told="Space {space}: {card} is turned up")
    FIRST_PLAYER = event(player=PLAYER, told="{player} is First Player")
    MONTH = event(month=MONTH, told="{month} begins")
    STAGE = event(stage=STAGE, told="— {stage} —")
    PASSES = event(player=PLAYER, told="{player} passes")
    DONE = event(player=PLAYER, told="{player} is done")
    TAKE = event(
        player=PLAYER, underling=UNDERLING, turf=TURF, kind=TAKE, told="{player} makes a Take with {underling} on {turf}: {kind}"
    )
    DRAWS_BILL = event(player=PLAYER, bill=secret(BILL, "player"), told="{player} draws {bill}", hidden="{player} draws a bill")
    RAID = event(player=PLAYER, told="Police Raid! It hits {player}")
    RAID_SET_ASIDE = event(player=PLAYER, underling=UNDERLING, told="{underling} sets the Police Raid aside")
    LOSES = event(player=PLAYER, bill=BILL, n=NUMBER, told="{player} discards {n} x {bill}")
    GIVES = event(
        player=PLAYER, other=PLAYER, bill=secret(BILL, "player", "other"),
        told="{player} gives {other} a bill: {bill}", hidden="{player} gives {other} a bill",
    )  # fmt: skip
    GIVES_FIRST_PLAYER = event(player=PLAYER, other=PLAYER, told="{player} gives {other} the First Player card")
    KEEPS = event(player=PLAYER, n=NUMBER, told=("{player} keeps {n} bill", "{player} keeps {n} bills"))
    CHEATED = event(player=PLAYER, told="{player} is Cheated")
    USES = event(player=PLAYER, underling=UNDERLING, told="{player} uses {underling}")
    DRAWS_VENDETTA = event(
        player=PLAYER, card=secret(VENDETTA, "player", unless=lies_open),
        told="{player} draws the Vendetta card {card}", hidden="{player} draws a Vendetta card",
    )  # fmt: skip
    NO_VENDETTA_LEFT = event(player=PLAYER, told="There is no Vendetta card left for {player}")
    VENDETTA_RESHUFFLED = event(told="The used Paybacks are shuffled into a new Vendetta deck")
    BILLS_RESHUFFLED = event(told="The discarded bills are shuffled into a new draw pile")
    BIDS = event(
        player=PLAYER, underling=UNDERLING, n=NUMBER,
        told=("{player} makes an offer with {underling}: {n} bill", "{player} makes an offer with {underling}: {n} bills"),
    )  # fmt: skip
    OFFER = event(
        player=PLAYER, underling=UNDERLING, space=SPACE, n=NUMBER,
        told=(
            "{player} bids {n} bill with {underling} for space {space}",
            "{player} bids {n} bills with {underling} for space {space}",
        ),
    )  # fmt: skip
    SHOWS = event(player=PLAYER, bill=BILL, n=NUMBER, told="{player} shows {n} x {bill}")
    ONLY_BIDDER = event(player=PLAYER, space=SPACE, told="{player} is the sole bidder for space {space}")
    TAKES_BACK = event(
        player=PLAYER, bill=secret(BILL, "player", unless=was_revealed), seen=NUMBER,
        told="{player} takes back {bill}", hidden="{player} takes back a bill",
    )  # fmt: skip
    DISCARDS_OFFER = event(player=PLAYER, n=NUMBER, told=tell_spent)
    WINS_CARD = event(player=PLAYER, card=CARD, told="{player} gets {card}")
    NOBODY_WINS = event(card=CARD, told="A tie: {card} stays on the Street")
    BRIBE_TOO_SMALL = event(card=CARD, told="The bribe is too small: {card} stays on the Street")
    LEAVES_GAME = event(card=CARD, told="{card} leaves the game")
    TITLE = event(player=PLAYER, title=RANK, told="{player} becomes {title}")
    UNDER_DECK = event(card=CARD, told="{card} goes under the Street deck")
    CORRUPTS = event(
        player=PLAYER, underling=UNDERLING, bill=secret(BILL, "player"),
        told="{player} places a bill with {underling}: {bill}", hidden="{player} places a bill with {underling}",
    )  # fmt: skip
    LOOKS = event(
        player=PLAYER, bill=secret(BILL, "player"),
        told="{player} looks at a bill of the Pile: {bill}", hidden="{player} looks at a bill of the Pile",
    )  # fmt: skip
    TAKES_FROM_PILE = event(
        player=PLAYER, bill=secret(BILL, "player"),
        told="{player} takes a bill from the Pile: {bill}", hidden="{player} takes a bill from the Pile",
    )  # fmt: skip
    MARKER = event(before=NUMBER, after=NUMBER, told=tell_marker)
    LEAVES_MARKER = event(player=PLAYER, told="{player} leaves the Verdict marker where it is")
    ZEALOUS = event(player=PLAYER, told="{player} gets a Zealous Corruptor card")
    PLAYS = event(player=PLAYER, card=VENDETTA, told="{player} plays {card}")
    SELLS = event(player=PLAYER, card=VENDETTA, told="{player} sells {card}")
    TARGETS = event(player=PLAYER, other=PLAYER, told="{player} names {other}")
    LETS_HAPPEN = event(player=PLAYER, told="{player} lets it happen")
    CANCELLED = event(card=VENDETTA, told="{card} is cancelled")
    SHAMED = event(player=PLAYER, told="{player} loses Respect")
    KILLED = event(player=PLAYER, underling=UNDERLING, told="{underling} of {player} is out of the game")
    STEALS = event(
        player=PLAYER, other=PLAYER, bill=secret(BILL, "player", "other"),
        told="{player} steals from {other}: {bill}", hidden="{player} steals a bill from {other}",
    )  # fmt: skip
    KIDNAPPED = event(player=PLAYER, underling=UNDERLING, told="{underling} of {player} is kidnapped and Busy")
    DOUBLE_CROSSED = event(
        player=PLAYER, space=SPACE, n=NUMBER,
        told=(
            "{player}'s offer for space {space} is discarded: {n} bill",
            "{player}'s offer for space {space} is discarded: {n} bills",
        ),
    )  # fmt: skip
    TAKES_TURF = event(player=PLAYER, other=PLAYER, turf=TURF, told="{player} takes {turf} from {other}")
    PEEKS = event(
        player=PLAYER, other=PLAYER, card=secret(VENDETTA, "player"),  # its owner is not told which
        told="{player} looks at a card of {other}: {card}", hidden="{player} looks at a card of {other}",
    )  # fmt: skip
    KEEPS_PILE_BILL = event(player=PLAYER, told="{player} leaves the bill on the Pile")
    DISCARDS_PILE_BILL = event(player=PLAYER, told="{player} discards a bill of the Pile")
    GUILT = event(n=NUMBER, told="Investigations on the Street: {n}")
    UNDERBOSS_ENTERS = event(space=SPACE, told="The Underboss comes onto space {space}")
    COUNTED = event(bill=BILL, told="Counted: {bill}")
    BONUS = event(bonus=BONUS, player=PLAYER, told=tell_bonus)
    SNITCH = event(player=PLAYER, told="{player} was a Snitch of the FBI")
    INNOCENT = event(told="The Godfather is Innocent")
    GUILTY = event(told="The Godfather is Guilty")
    WINS = event(player=PLAYER, told="{player} wins")
    ALL_LOSE = event(told="There is no Snitch: everybody loses")
    SHOWS_BANK = event(player=PLAYER, bill=BILL, n=NUMBER, told="{player}'s Bank: {n} x {bill}")
    ENGAGES = event(player=PLAYER, underling=UNDERLING, told="{player} engages {underling}")
    RAISES = event(player=PLAYER, underling=UNDERLING, n=MONEY, told="{underling} raises the offer of {player} by {n}")
