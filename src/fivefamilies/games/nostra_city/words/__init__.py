"""The words of Nostra City: its moves, events and refusals, each declared once, what is asked, and the names of a view."""

from fivefamilies.core.events import no, refusals
from fivefamilies.core.moves import compiled, kind, moves, phase_of
from fivefamilies.core.record import Record, unwrap
from fivefamilies.core.views import Names, called
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.nostra_city.components import (
    FIRST_RESPECT,
    FIRST_TURF,
    INQUIRY_NUMBERS,
    SPACES,
    TRAFFIC_KINDS,
    UNDERLINGS,
    VALUE,
    Inquiry,
    Parts,
    Power,
)
from fivefamilies.games.nostra_city.state import BILL_NAMES, NONE, Phase, card_under, held_by, matching_turfs
from fivefamilies.games.nostra_city.words.explaining import explain, texts
from fivefamilies.games.nostra_city.words.things import (
    BILL,
    BILL_OR_RAID,
    CARD,
    PAYBACK,
    PHASES,
    PILES,
    PLAYER,
    PLAYERS,
    POWER,
    SORTS,
    SPACE,
    STAGES,
    TAKE,
    TURF,
    UNDERLING,
    VENDETTA,
    Event,
    card_name,
    seat_name,
    turf_name,
    vendetta_name,
)

__all__ = ["Chance", "Event", "Move", "No", "explain", "join", "manners", "purse", "seat_name", "split", "vocabulary"]

# ---------------------------------------------------------------- moves


def label_of_kind(state: Record, take: int, parts: Parts, say: Words) -> str:
    """A Traffic, or the Racket of a borough."""
    name = TAKE.called(state, take, parts, say)
    return say("Traffic: {kind}", kind=name) if TRAFFIC_KINDS >> take & 1 else say("Racket: {kind}", kind=name)


def label_of_space(state: Record, space: int, parts: Parts, say: Words) -> str:
    """A space of the Street and the card on it."""
    card = int(unwrap(state)["street"][space])
    if card == NONE:
        return say("Space {n}: empty", n=space + 1)
    return say("Space {n}: {card}", n=space + 1, card=card_name(card, parts, say))


def label_of_power(state: Record, power: int, parts: Parts, say: Words) -> str:
    """What Ilaria and Luca do."""
    underling = card_name(held_by(state, Power.LOOK_AT_HAND + power), parts, say)
    if power == 0:
        return say("Engage {underling}: look at a card in a Hand", underling=underling)
    return say("Engage {underling}: sell a Payback for a bill", underling=underling)


# Who is asked for by a power of his own, and what he does.
ASKED_FOR = {
    Phase.FRANCESCA: (Power.DRAW_WHEN_CHEATED, sentence("Engage {underling}: draw more")),
    Phase.GUIDO: (Power.CANCEL_PAYBACK, sentence("Engage {underling}: cancel the card")),
    Phase.MARTA: (Power.DRAW_AFTER_PAYBACK, sentence("Engage {underling}: draw a card")),
    Phase.SELL: (Power.SELL_PAYBACK, ""),
}


def label_of_yes(state: Record, parts: Parts, say: Words) -> str:
    """Yes, in the words of what is asked."""
    power, words = ASKED_FOR[Phase(int(unwrap(state)["phase"]))]
    return say(words, underling=card_name(held_by(state, power), parts, say))


@moves
class Move:
    """What a player may do: mostly he names a thing, and the question says what for. 0 is always the way out."""

    NO_MORE = kind(
        words={
            Phase.VENDETTA: "pass", Phase.SHARE: "nothing more", Phase.BID_BILL: "close", Phase.TRIAL_BILL2: "nothing more",
            Phase.DIRECTION: "no", Phase.INSPECT: "keep", Phase.FRANCESCA: "no", Phase.GUIDO: "no", Phase.MARTA: "no",
            None: "done",
        },
        label={
            Phase.VENDETTA: "Pass",
            Phase.SHARE: "Nothing more for this player",
            Phase.BID_BILL: "Close the offer",
            Phase.TRIAL_BILL2: "No second bill",
            Phase.DIRECTION: "Leave the marker where it is",
            Phase.INSPECT: "Leave the bill on the Pile",
            Phase.FRANCESCA: "Draw the ordinary cards",
            Phase.GUIDO: "Let it happen",
            Phase.MARTA: "Draw no card",
            None: "Done",
        },
    )  # fmt: skip
    UNDERLING = kind(
        UNDERLING, words="{underling}",
        label={
            Phase.BUS_TURN: "Engage {underling} for a Take",
            Phase.MEET_TURN: "Engage {underling} for an offer",
            Phase.TRIAL_TURN: "Engage {underling} for a Corruption",
            Phase.TARGET_U: "{underling} is the victim",
            None: "{underling}",
        },
    )  # fmt: skip
    TURF = kind(TURF, words="{turf}")
    KIND = kind(TAKE, words="take {kind}", label=label_of_kind, about=None)
    BILL = kind(
        BILL, words="{bill}", about=lambda state, bill, parts: ("bill", BILL_NAMES[bill]),
        label={
            Phase.SHARE: "Give {bill}",
            Phase.BID_BILL: "Add {bill}",
            Phase.TAKE_BACK: "Take back {bill}",
            Phase.TRIAL_BILL: "Place {bill}",
            Phase.TRIAL_BILL2: "Also place {bill}",
            Phase.DISCARD: "Discard {bill}",
            None: "{bill}",
        },
    )  # fmt: skip
    FIRST_CARD = kind(words="first player card", label="Give the First Player card")
    SPACE = kind(SPACE, words="space {space}", label=label_of_space)
    SEAT = kind(PLAYER, words="{player}")
    PAYBACK = kind(
        PAYBACK,
        words={Phase.SELL: "sell {vendetta}", None: "play {vendetta}"},
        label={Phase.SELL: "Sell {vendetta}", None: "Play {vendetta}"},
    )
    USE = kind(POWER, words="use {underling}", label=label_of_power)
    LEFT = kind(words="left", label="Marker to the left (Innocent)")
    RIGHT = kind(words="right", label="Marker to the right (Guilty)")
    YES = kind(
        words={Phase.INSPECT: "discard", None: "yes"},
        label={
            Phase.INSPECT: "Discard the bill face down",
            Phase.FRANCESCA: label_of_yes,
            Phase.GUIDO: label_of_yes,
            Phase.MARTA: label_of_yes,
            None: "Yes",
        },
    )


@moves
class Chance:
    """What chance may do; its moves are numbered by what they turn up."""

    DEAL = kind(CARD, at=0, when=(Phase.DEAL_UNDERLING, Phase.DEAL_TURF), words="deal {card}", label="{card}")
    TURN_UP = kind(CARD, at=0, when=(Phase.DEAL_STREET, Phase.ENZO_CARD, Phase.REFILL), words="turn up {card}", label="{card}")
    FIRST = kind(PLAYER, at=0, when=(Phase.FIRST_PLAYER,), words="first {player}", label="{player}")
    DRAW = kind(BILL_OR_RAID, at=0, when=(Phase.DRAW_BILL, Phase.CESARE_BILL), words="draw {bill}", label="{bill}")
    DRAW_CARD = kind(VENDETTA, at=0, when=(Phase.DRAW_VENDETTA,), words="draw {vendetta}", label="{vendetta}")
    SHOW = kind(VENDETTA, at=0, when=(Phase.ILARIA_CARD,), words="show {vendetta}", label="{vendetta}")
    LOOK = kind(BILL, at=0, when=(Phase.BRUNO_BILL, Phase.HUSH_BILL), words="look at {bill}", label="{bill}", is_glance=True)
    TAKE = kind(BILL, at=0, when=(Phase.DELIA_BILL,), words="take {bill}", label="{bill}")
    STEAL = kind(BILL, at=0, when=(Phase.STEAL,), words="steal {bill}", label="{bill}")
    COUNT = kind(BILL, at=0, when=(Phase.COUNT,), words="count {bill}", label="{bill}")


split, join = compiled(Move)


def underling_engaged(state: Record, underling: int, parts: Parts) -> tuple[str, str] | None:
    """The Underling who is put to work; none where a victim is named."""
    return None if phase_of(state) == Phase.TARGET_U else ("underling", UNDERLING.spelt(state, underling, parts))


ABLATED = {Move.UNDERLING: underling_engaged, Move.USE: 0}  # a report plays without each Underling

# ---------------------------------------------------------------- questions

QUESTIONS = {
    Phase.VENDETTA: sentence("{who}: play a Vendetta card or pass"),
    Phase.BUS_TURN: sentence("{who}: make a Take, or finish BUSINESS"),
    Phase.TAKE_TURF: sentence("{who}: which Turf does {underling} work?"),
    Phase.TAKE_KIND: sentence("{who}: which kind of Take on {turf}?"),
    Phase.SHARE: sentence("{who}: what does {other} get? {given} of {due} so far"),
    Phase.FRANCESCA: sentence("{who} is Cheated: engage {holder}?"),
    Phase.MEET_TURN: sentence("{who}: make an offer, or finish the MEETING"),
    Phase.BID_SPACE: sentence("{who}: which space does {underling} bid for?"),
    Phase.BID_BILL: sentence("{who}: which bills does {underling} offer?"),
    Phase.TAKE_BACK: sentence("{who}: which bill do you take back?"),
    Phase.TITLE: sentence("{who}: who gets the next Title?"),
    Phase.TRIAL_TURN: sentence("{who}: corrupt the jury, or finish the TRIAL"),
    Phase.TRIAL_BILL: sentence("{who}: which bill does {underling} place?"),
    Phase.TRIAL_BILL2: sentence("{who}: a second bill with {underling}?"),
    Phase.DISCARD: sentence("{who}: more than six bills; which one goes?"),
    Phase.TARGET: sentence("{who}: against whom?"),
    Phase.TARGET_U: sentence("{who}: {card}: which Underling of {other}?"),
    Phase.TARGET_T: sentence("{who}: {card}: which Turf of {other}?"),
    Phase.TARGET_OFFER: sentence("{who}: {card}: which offer of {other}?"),
    Phase.DIRECTION: sentence("{who}: which way does the marker go?"),
    Phase.INSPECT: sentence("{who}: leave the bill on the Pile, or discard it?"),
    Phase.SELL: sentence("{who}: which Payback does {holder} sell?"),
    Phase.GUIDO: sentence("{who}: {card} is aimed at you; engage {holder}?"),
    Phase.MARTA: sentence("{who}: engage {holder} for a card?"),
    Phase.DEAL_UNDERLING: sentence("Underlings are dealt"),
    Phase.DEAL_TURF: sentence("Turfs are dealt"),
    Phase.DEAL_STREET: sentence("Cards are turned up on the Street"),
    Phase.FIRST_PLAYER: sentence("The First Player is chosen"),
    Phase.DRAW_BILL: sentence("{who} draws a bill"),
    Phase.DRAW_VENDETTA: sentence("{who} draws a Vendetta card"),
    Phase.ENZO_CARD: sentence("{who} turns over a Street card"),
    Phase.BRUNO_BILL: sentence("{who} looks at a bill of the Pile"),
    Phase.DELIA_BILL: sentence("{who} takes a bill from the Pile"),
    Phase.CESARE_BILL: sentence("{who} draws a bill"),
    Phase.STEAL: sentence("{who} steals a bill of {other}"),
    Phase.HUSH_BILL: sentence("{who} looks at a bill of the Pile"),
    Phase.ILARIA_CARD: sentence("{who} looks at a card of {other}"),
    Phase.REFILL: sentence("Cards are turned up on the Street"),
    Phase.COUNT: sentence("The Corruption Pile is counted"),
    Phase.OVER: sentence("The game is over"),
}


def question_values(state: Record, parts: Parts, say: Words) -> dict[str, object]:
    """Who is asked, and about what."""
    s = unwrap(state)
    phase = Phase(int(s["phase"]))
    values: dict[str, object] = {}
    if 0 <= s["asked"] < s["seats"]:
        values["who"] = seat_name(state, int(s["turn"]) if phase == Phase.DRAW_BILL else int(s["asked"]), parts, say)
    if s["underling"] >= 0:
        values["underling"] = card_name(int(s["underling"]), parts, say)
    if phase in ASKED_FOR:
        values["holder"] = card_name(held_by(s, ASKED_FOR[phase][0]), parts, say)
    if s["turf"] >= 0:
        values["turf"] = turf_name(int(s["turf"]), parts, say)
    if s["card"] >= 0:
        values["card"] = vendetta_name(int(s["card"]), parts, say)
    if s["target"] >= 0:
        values["other"] = seat_name(state, int(s["target"]), parts, say)
    if phase == Phase.SHARE:
        to = int(s["recipient"])
        due = int(matching_turfs(state, to, int(s["kind"])))
        values |= {"other": seat_name(state, to, parts, say), "given": int(s["given"]), "due": due}
    return values


# ---------------------------------------------------------------- refusals


@refusals
class No:
    """Why a move is refused."""

    OTHER_QUESTION = no("that is not what is asked now")
    NOT_THERE = no("nothing like that can be drawn")
    NOT_YOURS = no("that card is not in the Territory in question", "NC-27")
    BUSY = no("that card is Busy until the next Month", "NC-27", "NC-33")
    NO_TAKE = no("there is no Free Turf with a kind of Take that is still open this turn", "NC-28")
    ATLANTIC_CITY = no("Atlantic City can never be engaged", "NC-38")
    WRONG_KIND = no("that Turf has no part in that kind of Take", "NC-28", "NC-37")
    KIND_USED = no("you have already made that kind of Take this turn", "NC-39")
    RACKET_USED = no("you have already made a Racket this turn; only one is allowed", "NC-39")
    DEA_FORBIDS = no("{card} is on the Street: no Takes of {traffic}")
    NYPD_FORBIDS = no("{card} is on the Street: no more Takes; allowed: {n}")
    ATTORNEY_FORBIDS = no("{card} is on the Street: no more Corruptions; allowed: {n}")
    NOT_DRAWN = no("there is no such bill in the draw of this Take", "NC-32")
    NOT_FIRST_PLAYER = no("only the First Player may give that card", "NC-35")
    FIRST_CARD_MOVED = no("the First Player card has already changed hands this Month", "NC-36")
    NO_BILL = no("your Bank is empty", "NC-43", "NC-65")
    NO_LOCATION = no("you have no Location left for a space with a card", "NC-46")
    EMPTY_SPACE = no("there is no card on that space", "NC-R13")
    LOCATION_USED = no("you have already made an offer for that space", "NC-46")
    NOT_IN_BANK = no("you have no such bill in the Bank")
    LOWER_BILL = no("lay the bills of an offer from small to large")
    EMPTY_OFFER = no("an offer needs at least one bill", "NC-43")
    NOT_IN_OFFER = no("there is no such bill in the offer", "NC-48")
    NO_SUCH_SEAT = no("nobody sits there")
    YOURSELF = no("that is you: name somebody else")
    HAS_TITLE = no("that player already has a Title", "NC-R16")
    NOT_IN_HAND = no("you do not hold that card")
    WRONG_WINDOW = no("that card cannot be played at this time", "NC-R38")
    NO_TARGET = no("there is nobody it could strike", "NC-R38")
    LAST_UNDERLING = no("the last Underling of a player is safe", "NC-R36")
    OFFER_PROTECTS = no("an Underling with an unresolved offer is safe", "NC-R37")
    NO_FREE_UNDERLING = no("that player has no Free Underling", "NC-R38")
    NO_OFFER = no("there is no such offer", "NC-R38")
    LAST_TURF = no("the last Turf that can be engaged is safe", "NC-R36")
    EMPTY_PILE = no("the Corruption Pile is empty", "NC-R38")
    EMPTY_BANK = no("that Bank is empty", "NC-R38")
    EMPTY_HAND = no("that Hand is empty", "NC-R38")
    NO_POWERS = no("{card} is on the Street: no powers", "NC-85")
    MUST_MOVE = no("the marker must move", "NC-R42")
    SMALL_BILL = no("only a bill of 20,000 or more moves the marker", "NC-R42")
    NOTHING_TO_SELL = no("you hold no Payback to sell", "NC-R38")


# ---------------------------------------------------------------- manners


def manners(parts: Parts, say: Words) -> list[str]:
    """Free talk, but no figures (NC-45, NC-R34)."""
    return [say("Agree on what you like, nothing binds; but nobody may name the value of an offer in figures (NC-45).")]


def purse(state: Record, seat: int, parts: Parts, say: Words) -> str:
    """What is in a seat's Bank, from which it bids and bribes (NC-43, NC-65)."""
    return say.number(int(unwrap(state)["bank"][seat] @ VALUE) * 1000)


# ---------------------------------------------------------------- what views show


FORBIDS: dict[object, Inquiry] = {
    No.DEA_FORBIDS: Inquiry.NO_TRAFFIC, No.NYPD_FORBIDS: Inquiry.FEW_TAKES, No.ATTORNEY_FORBIDS: Inquiry.FEW_CORRUPTIONS,
    No.NO_POWERS: Inquiry.NO_POWERS,
}  # fmt: skip


def refusal_values(state: Record, code: int, spoken: object, parts: Parts, say: Words) -> dict[str, object]:
    """The Investigation that forbids it, and its number."""
    inquiry = FORBIDS.get(code)
    if inquiry is None:
        return {}
    number = int(INQUIRY_NUMBERS[inquiry] + unwrap(state)["inquiry_more"][inquiry])
    values: dict[str, object] = {"card": card_name(card_under(state, inquiry), parts, say), "n": number}
    return values | ({"traffic": called(parts.kinds[number].name, say)} if inquiry == Inquiry.NO_TRAFFIC else {})


def vocabulary(parts: Parts) -> Names:
    """What views show, in English: by kind, the names of its words. A bill has a short word and that of the notation."""
    bills = {part.id: part.name for part in parts.bills}
    return {
        "phase": {phase.name.lower(): name for phase, name in PHASES.items()},
        "stage": {stage.name.lower(): name for stage, name in STAGES.items()},
        "pile": PILES,
        "power": {part.id: part.text for part in parts.cards[:UNDERLINGS]},
        "player": PLAYERS,
        "card": {part.id: part.name for part in parts.cards},
        "underling": {part.id: part.name for part in parts.cards[:UNDERLINGS]},
        "turf": {part.id: part.name for part in parts.cards[FIRST_TURF:FIRST_RESPECT]},
        "kind": {part.id: part.name for part in parts.kinds},
        "bill": {**bills, **dict(zip(BILL_NAMES, bills.values(), strict=True))},
        "vendetta": {part.id: part.name for part in parts.vendetta},
        "title": {part.id: part.name for part in parts.titles},
        "bonus": {part.id: part.name for part in parts.bonuses},
        "sort": SORTS,
        "honour": {
            **{part.id: part.name for part in (*parts.titles, *parts.cards[FIRST_RESPECT:], *parts.bonuses, *parts.vendetta[:1])},
            "zealous_corruptor": sentence("Zealous Corruptor"),
        },
        "text": texts(parts),
        "space": {str(place): ("Space {n}", {"n": place}) for place in range(1, SPACES + 1)},
    }


assert set(QUESTIONS) == set(PHASES)
