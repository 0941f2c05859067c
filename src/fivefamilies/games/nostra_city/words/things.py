"""The things on a table of Nostra City, and what they are called."""

from fivefamilies.core.record import Record
from fivefamilies.core.things import Thing, thing
from fivefamilies.core.views import Called, called
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.nostra_city.components import (
    BILL_IDS,
    BILLS,
    BONUSES,
    CARD_IDS,
    COLOURS,
    FIRST_TURF,
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
from fivefamilies.games.nostra_city.state import HAND_NAMES, TURF_NAMES, Phase, Stage, held_by

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
