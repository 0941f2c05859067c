"""The words of Nostra City: names, notation and labels of moves, questions, the referee's refusals."""

from typing import Any

from fivefamilies.core.record import unwrap
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.nostra_city.components import (
    BILL_IDS,
    BILL_WORDS,
    FIRST_TURF,
    VENDETTAS,
    Bill,
    Parts,
    Underling,
    data,
)
from fivefamilies.games.nostra_city.moves import (
    BILL,
    FIRST_CARD,
    KIND,
    LEFT,
    NO_MORE,
    PAYBACK,
    RIGHT,
    SEAT,
    SPACE,
    TURF,
    UNDERLING,
    USE_ILARIA,
    USE_LUCA,
    No,
)
from fivefamilies.games.nostra_city.state import NONE, Phase, Stage

# ---------------------------------------------------------------- names

COLOURS = (sentence("Black"), sentence("White"), sentence("Red"), sentence("Yellow"), sentence("Blue"))
MONTH_NAMES = (
    sentence("January"), sentence("February"), sentence("March"), sentence("April"), sentence("May"), sentence("June"),
)  # fmt: skip
STAGE_NAMES = {
    Stage.BUSINESS: sentence("BUSINESS"),
    Stage.MEETING: sentence("MEETING"),
    Stage.TRIAL: sentence("TRIAL"),
    Stage.RECEPTION: sentence("RECEPTION"),
    Stage.FIRST_VERDICT: sentence("First Verdict"),
    Stage.FINAL_VERDICT: sentence("Final Verdict"),
}


def seat_name(state: Any, seat: int, parts: Parts, say: Words) -> str:
    """How the log calls a seat: by the colour of its Locations."""
    return say(COLOURS[seat])


def bill_name(bill: int, say: Words) -> str:
    """A bill by its value and its icon."""
    return BILL_WORDS[bill][say.language]


def card_name(card: int, parts: Parts, say: Words) -> str:
    return parts.cards[card].names[say.language]


def turf_name(turf: int, parts: Parts, say: Words) -> str:
    return parts.cards[FIRST_TURF + turf].names[say.language]


def vendetta_name(card: int, parts: Parts, say: Words) -> str:
    return parts.vendetta[card].names[say.language]


# ---------------------------------------------------------------- moves

CARD_PHASES = (Phase.DEAL_UNDERLING, Phase.DEAL_TURF, Phase.DEAL_STREET, Phase.ENZO_CARD, Phase.REFILL)
CHANCE_VERBS = {
    Phase.DEAL_UNDERLING: "deal",
    Phase.DEAL_TURF: "deal",
    Phase.DEAL_STREET: "turn up",
    Phase.ENZO_CARD: "turn up",
    Phase.REFILL: "turn up",
    Phase.FIRST_PLAYER: "first",
    Phase.DRAW_BILL: "draw",
    Phase.DRAW_VENDETTA: "draw",
    Phase.BRUNO_BILL: "look at",
    Phase.DELIA_BILL: "take",
    Phase.CESARE_BILL: "draw",
    Phase.STEAL: "steal",
    Phase.HUSH_BILL: "look at",
    Phase.ILARIA_CARD: "show",
    Phase.COUNT: "count",
}
WAYS_OUT = {
    Phase.VENDETTA: "pass",
    Phase.SHARE: "nothing more",
    Phase.BID_BILL: "close",
    Phase.TRIAL_BILL2: "nothing more",
    Phase.DIRECTION: "no",
    Phase.INSPECT: "keep",
    Phase.FRANCESCA: "no",
    Phase.GUIDO: "no",
    Phase.MARTA: "no",
}


def notation_of_chance(phase: Phase, outcome: int, parts: Parts) -> str:
    """A move of chance in words."""
    if phase in CARD_PHASES:
        thing = parts.cards[outcome].id
    elif phase == Phase.FIRST_PLAYER:
        thing = parts.colours[outcome] if outcome < len(parts.colours) else f"outcome {outcome}"
    elif phase in (Phase.DRAW_VENDETTA, Phase.ILARIA_CARD):
        thing = parts.vendetta[outcome].id if outcome < VENDETTAS else f"outcome {outcome}"
    else:
        thing = BILL_IDS[outcome] if outcome <= Bill.RAID else f"outcome {outcome}"
    return f"{CHANCE_VERBS[phase]} {thing}"


def notation(state: Any, move: int, parts: Parts) -> str:
    """A move in words that read aloud and parse back."""
    phase = Phase(int(unwrap(state)["phase"]))
    if phase in CHANCE_VERBS:
        return notation_of_chance(phase, move, parts)
    if move == NO_MORE:
        return WAYS_OUT.get(phase, "done")
    if move < TURF:
        return parts.cards[move - UNDERLING].id
    if move < KIND:
        return parts.cards[FIRST_TURF + move - TURF].id
    if move < BILL:
        return f"take {parts.kinds[move - KIND].id}"
    if move < FIRST_CARD:
        return BILL_IDS[move - BILL]
    if move == FIRST_CARD:
        return "first player card"
    if move < SEAT:
        return f"space {move - SPACE + 1}"
    if move < PAYBACK:
        return parts.colours[move - SEAT]
    if move < USE_ILARIA:
        return f"{'sell' if phase == Phase.SELL else 'play'} {parts.vendetta[move - PAYBACK].id}"
    if move in (USE_ILARIA, USE_LUCA):
        return f"use {parts.cards[Underling.ILARIA_DONATA if move == USE_ILARIA else Underling.LUCA_DONATA].id}"
    if move in (LEFT, RIGHT):
        return "left" if move == LEFT else "right"
    return "discard" if phase == Phase.INSPECT else "yes"


DONE, ACCEPT = sentence("Done"), sentence("Yes")
LABELS_OUT = {
    Phase.VENDETTA: sentence("Pass"),
    Phase.SHARE: sentence("Nothing more for this player"),
    Phase.BID_BILL: sentence("Close the offer"),
    Phase.TRIAL_BILL2: sentence("No second bill"),
    Phase.DIRECTION: sentence("Leave the marker where it is"),
    Phase.INSPECT: sentence("Leave the bill on the Pile"),
    Phase.FRANCESCA: sentence("Draw the ordinary cards"),
    Phase.GUIDO: sentence("Let it happen"),
    Phase.MARTA: sentence("Draw no card"),
}
LABELS_YES = {
    Phase.INSPECT: sentence("Discard the bill face down"),
    Phase.FRANCESCA: sentence("Engage Francesca Donata: one more card"),
    Phase.GUIDO: sentence("Engage Guido Donata: cancel the card"),
    Phase.MARTA: sentence("Engage Marta Donata: draw a card"),
}
ENGAGE_FOR = {
    Phase.BUS_TURN: sentence("Engage {underling} for a Take"),
    Phase.MEET_TURN: sentence("Engage {underling} for an offer"),
    Phase.TRIAL_TURN: sentence("Engage {underling} for a Corruption"),
    Phase.TARGET_U: sentence("{underling} is the victim"),
}
BILL_FOR = {
    Phase.SHARE: sentence("Give {bill}"),
    Phase.BID_BILL: sentence("Add {bill}"),
    Phase.TAKE_BACK: sentence("Take back {bill}"),
    Phase.TRIAL_BILL: sentence("Place {bill}"),
    Phase.TRIAL_BILL2: sentence("Also place {bill}"),
    Phase.DISCARD: sentence("Discard {bill}"),
}


def label_of_chance(phase: Phase, outcome: int, parts: Parts, say: Words) -> str:
    """A move of chance as it is read."""
    if phase in CARD_PHASES:
        return card_name(outcome, parts, say)
    if phase == Phase.FIRST_PLAYER:
        return say(COLOURS[outcome])
    if phase in (Phase.DRAW_VENDETTA, Phase.ILARIA_CARD):
        return vendetta_name(outcome, parts, say)
    return bill_name(outcome, say)


def label(state: Any, move: int, parts: Parts, say: Words) -> str:
    """A move as a button says it."""
    s = unwrap(state)
    phase = Phase(int(s["phase"]))
    if phase in CHANCE_VERBS:
        return label_of_chance(phase, move, parts, say)
    if move == NO_MORE:
        return say(LABELS_OUT.get(phase, DONE))
    if move < TURF:
        return say(ENGAGE_FOR.get(phase, "{underling}"), underling=card_name(move - UNDERLING, parts, say))
    if move < KIND:
        return turf_name(move - TURF, parts, say)
    if move < BILL:
        name = parts.kinds[move - KIND].names[say.language]
        return say("Traffic: {kind}", kind=name) if move - KIND < 3 else say("Racket: {kind}", kind=name)
    if move < FIRST_CARD:
        return say(BILL_FOR.get(phase, "{bill}"), bill=bill_name(move - BILL, say))
    if move == FIRST_CARD:
        return say("Give the First Player card")
    if move < SEAT:
        space = move - SPACE
        card = int(s["street"][space])
        if card == NONE:
            return say("Space {n}: empty", n=space + 1)
        return say("Space {n}: {card}", n=space + 1, card=card_name(card, parts, say))
    if move < PAYBACK:
        return say(COLOURS[move - SEAT])
    if move < USE_ILARIA:
        name = vendetta_name(move - PAYBACK, parts, say)
        return say("Sell {card}", card=name) if phase == Phase.SELL else say("Play {card}", card=name)
    if move == USE_ILARIA:
        return say("Engage Ilaria Donata: look at a card in a Hand")
    if move == USE_LUCA:
        return say("Engage Luca Donata: sell a Payback for a bill")
    if move in (LEFT, RIGHT):
        return say("Marker one space left (Innocent)") if move == LEFT else say("Marker one space right (Guilty)")
    return say(LABELS_YES.get(phase, ACCEPT))


QUESTIONS = {
    Phase.VENDETTA: sentence("{who}: play a Vendetta card or pass"),
    Phase.BUS_TURN: sentence("{who}: make a Take, or be done with BUSINESS"),
    Phase.TAKE_TURF: sentence("{who}: which Turf does {underling} work?"),
    Phase.TAKE_KIND: sentence("{who}: which kind of Take on {turf}?"),
    Phase.SHARE: sentence("{who}: what does {other} get? {given} of {due} so far"),
    Phase.FRANCESCA: sentence("{who} is Cheated: engage Francesca Donata?"),
    Phase.MEET_TURN: sentence("{who}: make an offer, or be done with the MEETING"),
    Phase.BID_SPACE: sentence("{who}: which space does {underling} bid for?"),
    Phase.BID_BILL: sentence("{who}: which bills does {underling} offer?"),
    Phase.TAKE_BACK: sentence("{who}: which bill do you take back?"),
    Phase.TITLE: sentence("{who}: who gets the next Title?"),
    Phase.TRIAL_TURN: sentence("{who}: corrupt the jury, or be done with the TRIAL"),
    Phase.TRIAL_BILL: sentence("{who}: which bill does {underling} place?"),
    Phase.TRIAL_BILL2: sentence("{who}: a second bill with {underling}?"),
    Phase.DISCARD: sentence("{who}: more than six bills; which one goes?"),
    Phase.TARGET: sentence("{who}: against whom?"),
    Phase.TARGET_U: sentence("{who}: {card}: which Underling of {other}?"),
    Phase.TARGET_T: sentence("{who}: {card}: which Turf of {other}?"),
    Phase.TARGET_OFFER: sentence("{who}: {card}: which offer of {other}?"),
    Phase.DIRECTION: sentence("{who}: which way does the marker go?"),
    Phase.INSPECT: sentence("{who}: leave the bill on the Pile, or discard it?"),
    Phase.SELL: sentence("{who}: which Payback does Luca Donata sell?"),
    Phase.GUIDO: sentence("{who}: {card} is aimed at you; engage Guido Donata?"),
    Phase.MARTA: sentence("{who}: engage Marta Donata for a card?"),
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


def question(state: Any, parts: Parts, say: Words) -> str:
    """What is asked now."""
    s = unwrap(state)
    phase = Phase(int(s["phase"]))
    values: dict[str, object] = {}
    if 0 <= s["asked"] < s["seats"]:
        values["who"] = say(COLOURS[int(s["turn"]) if phase == Phase.DRAW_BILL else int(s["asked"])])
    if s["underling"] >= 0:
        values["underling"] = card_name(int(s["underling"]), parts, say)
    if s["turf"] >= 0:
        values["turf"] = turf_name(int(s["turf"]), parts, say)
    if s["card"] >= 0:
        values["card"] = vendetta_name(int(s["card"]), parts, say)
    if s["target"] >= 0:
        values["other"] = say(COLOURS[int(s["target"])])
    if phase == Phase.SHARE:
        kind = 1 << int(s["kind"])
        due = sum(
            1 for turf, kinds in enumerate(s["kinds"])
            if int(kinds) & kind and s["place"][FIRST_TURF + turf] == s["recipient"]
        )  # fmt: skip
        values |= {"other": say(COLOURS[int(s["recipient"])]), "given": int(s["given"]), "due": due}
    return say(QUESTIONS[phase], **values)


# ---------------------------------------------------------------- refusals

REFUSALS = {
    No.OTHER_QUESTION: sentence("that is not what is asked now"),
    No.NOT_THERE: sentence("nothing like that can be drawn"),
    No.NOT_YOURS: sentence("that card is not in the Territory in question"),
    No.BUSY: sentence("that card is Busy until the next Month"),
    No.NO_TAKE: sentence("there is no Free Turf with a kind of Take that is still open this turn"),
    No.ATLANTIC_CITY: sentence("Atlantic City can never be engaged"),
    No.WRONG_KIND: sentence("that Turf has no part in that kind of Take"),
    No.KIND_USED: sentence("you have made that kind of Take this turn"),
    No.RACKET_USED: sentence("you have made a Racket this turn; only one is allowed"),
    No.DEA_FORBIDS: sentence("the DEA is on the Street: no Drugs"),
    No.NYPD_FORBIDS: sentence("the NYPD is on the Street: one Take only"),
    No.ATTORNEY_FORBIDS: sentence("the District Attorney is on the Street: one Corruption only"),
    No.NOT_DRAWN: sentence("there is no such bill in the draw of this Take"),
    No.NOT_FIRST_PLAYER: sentence("only the First Player may give that card"),
    No.FIRST_CARD_MOVED: sentence("the First Player card has changed hands this Month"),
    No.NO_BILL: sentence("your Bank is empty"),
    No.NO_LOCATION: sentence("you have no Location left for a space with a card"),
    No.EMPTY_SPACE: sentence("there is no card on that space"),
    No.LOCATION_USED: sentence("you have made an offer for that space"),
    No.NOT_IN_BANK: sentence("you have no such bill in the Bank"),
    No.LOWER_BILL: sentence("lay the bills of an offer from small to large"),
    No.EMPTY_OFFER: sentence("an offer needs at least one bill"),
    No.NOT_IN_OFFER: sentence("there is no such bill in the offer"),
    No.NO_SUCH_SEAT: sentence("nobody sits there"),
    No.YOURSELF: sentence("that is you: name somebody else"),
    No.HAS_TITLE: sentence("that player has a Title"),
    No.NOT_IN_HAND: sentence("you do not hold that card"),
    No.WRONG_WINDOW: sentence("that card cannot be played at this time"),
    No.NO_TARGET: sentence("there is nobody it could strike"),
    No.LAST_UNDERLING: sentence("the last Underling of a player is safe"),
    No.OFFER_PROTECTS: sentence("an Underling with an unresolved offer is safe"),
    No.NO_FREE_UNDERLING: sentence("that player has no Free Underling"),
    No.NO_OFFER: sentence("there is no such offer"),
    No.LAST_TURF: sentence("the last Turf that can be engaged is safe"),
    No.EMPTY_PILE: sentence("the Corruption Pile is empty"),
    No.EMPTY_BANK: sentence("that Bank is empty"),
    No.EMPTY_HAND: sentence("that Hand is empty"),
    No.NO_POWERS: sentence("the FBI is on the Street: no powers"),
    No.MUST_MOVE: sentence("the marker must move"),
    No.SMALL_BILL: sentence("only a bill of 20,000 or more moves the marker"),
    No.NOTHING_TO_SELL: sentence("you hold no Payback to sell"),
}


def refuse(state: Any, move: int, code: int, parts: Parts, say: Words) -> str:
    """Why the referee refuses a move."""
    return say(REFUSALS[No(code)])


assert len(COLOURS) == len(data()["player_colour"]) and len(MONTH_NAMES) == len(data()["game"]["months"])
assert set(REFUSALS) == set(No)
assert set(QUESTIONS) == {phase for phase in Phase if phase <= Phase.OVER}
