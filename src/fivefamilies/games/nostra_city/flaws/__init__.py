"""What cannot be so on a table of Nostra City: `pieces` where things lie and what is told of them; here, what is asked."""

import numpy as np

from fivefamilies.core.record import Record, unwrap
from fivefamilies.games.nostra_city.components import (
    ATLANTIC_CITY,
    BANK_LIMIT,
    CARDS,
    CONSIGLIERE,
    FIRST_INVESTIGATION,
    FIRST_RESPECT,
    FIRST_TURF,
    FIRST_VERDICT_AFTER,
    MONTHS,
    PAYBACKS,
    POWER_NUMBERS,
    PRIMO_CAPO,
    REVENGE_NUMBERS,
    SEATS,
    SPACES,
    START_TURFS,
    START_UNDERLINGS,
    UNDERBOSS,
    UNDERBOSS_CARD,
    UNDERLINGS,
    ZEALOUS_CARDS,
    Inquiry,
    Parts,
    Power,
    Underling,
    Vendetta,
    numbers,
)
from fivefamilies.games.nostra_city.flaws.pieces import flaw_of_chronicle, flaw_of_pieces
from fivefamilies.games.nostra_city.state import NONE, OUT, UNDER_DECK, VENDETTA_DECK, Cause, Phase, Stage, held_by, lies_under

LAPS = (Stage.V1, Stage.V2, Stage.V3, Stage.V4, Stage.V5)
TURNS = (Stage.BUSINESS, Stage.MEETING, Stage.TRIAL)
IN_TURN = (*LAPS, *TURNS)  # somebody has the turn, or the right to play a Payback
BY_SEAT = ("bank", "offers", "hand", "offer_by", "offer_size", "shame", "zealous", "cards_due", "cheated")

# When questions are asked, what has been named by then, and which they are.
ASKED: tuple[tuple[tuple[Stage, ...], str, tuple[Phase, ...]], ...] = (
    ((Stage.SETUP,), "", (Phase.DEAL_UNDERLING, Phase.DEAL_TURF, Phase.FIRST_PLAYER)),
    ((Stage.SETUP,), "space", (Phase.DEAL_STREET,)),
    (LAPS, "", (Phase.VENDETTA,)),
    ((Stage.BUSINESS,), "", (Phase.BUS_TURN,)),
    ((Stage.BUSINESS,), "underling", (Phase.TAKE_TURF,)),
    ((Stage.BUSINESS,), "underling turf", (Phase.TAKE_KIND,)),
    ((Stage.BUSINESS,), "underling turf kind", (Phase.DRAW_BILL,)),
    ((Stage.BUSINESS,), "underling turf kind recipient", (Phase.SHARE,)),
    ((*IN_TURN, Stage.RESOLUTION), "", (Phase.FRANCESCA, Phase.DRAW_VENDETTA)),
    ((Stage.MEETING,), "", (Phase.MEET_TURN,)),
    ((Stage.MEETING,), "underling", (Phase.BID_SPACE,)),
    ((Stage.MEETING,), "underling space", (Phase.BID_BILL,)),
    ((Stage.RESOLUTION,), "space", (Phase.TAKE_BACK, Phase.TITLE)),
    ((Stage.RESOLUTION,), "space enzo", (Phase.ENZO_CARD,)),
    ((Stage.TRIAL,), "", (Phase.TRIAL_TURN,)),
    ((Stage.TRIAL,), "underling", (Phase.TRIAL_BILL, Phase.TRIAL_BILL2, Phase.BRUNO_BILL, Phase.DELIA_BILL, Phase.CESARE_BILL)),
    (IN_TURN, "", (Phase.TARGET, Phase.DIRECTION)),
    (IN_TURN, "card", (Phase.HUSH_BILL, Phase.MARTA)),
    (IN_TURN, "card target", (Phase.TARGET_U, Phase.TARGET_T, Phase.STEAL, Phase.GUIDO)),
    (IN_TURN, "card bill", (Phase.INSPECT,)),
    ((Stage.V3,), "card target", (Phase.TARGET_OFFER,)),
    (TURNS, "underling", (Phase.SELL,)),
    (TURNS, "underling target", (Phase.ILARIA_CARD,)),
    ((Stage.RECEPTION,), "", (Phase.DISCARD,)),
    ((Stage.RECEPTION,), "space", (Phase.REFILL,)),
    ((Stage.FIRST_VERDICT, Stage.FINAL_VERDICT), "", (Phase.COUNT,)),
    ((Stage.FINAL_VERDICT,), "", (Phase.OVER,)),
)
WHEN = {phase: (stages, tuple(names.split())) for stages, names, phases in ASKED for phase in phases}
# Which Paybacks put a question; Luca has sold any.
PUT_BY = {
    Phase.TARGET_U: (Vendetta.CONTRACT, Vendetta.KIDNAPPING),
    Phase.TARGET_T: (Vendetta.TAKEOVER,),
    Phase.TARGET_OFFER: (Vendetta.DOUBLE_CROSS,),
    Phase.HUSH_BILL: (Vendetta.HUSH_MONEY,),
    Phase.INSPECT: (Vendetta.HUSH_MONEY,),
    Phase.TARGET: tuple(Vendetta)[: Vendetta.TURN_THE_JURY],
    Phase.GUIDO: tuple(Vendetta)[: Vendetta.TURN_THE_JURY],
    Phase.DIRECTION: (Vendetta.TURN_THE_JURY,),
    Phase.STEAL: (Vendetta.BURGLARY,),
}
# Whose power puts a question, where it is only his.
POWER_OF = {
    Phase.BRUNO_BILL: Power.LOOK_AT_PILE,
    Phase.DELIA_BILL: Power.TAKE_FROM_PILE,
    Phase.CESARE_BILL: Power.DRAW_AFTER_BRIBE,
    Phase.TRIAL_BILL2: Power.SECOND_BILL,
    Phase.SELL: Power.SELL_PAYBACK,
    Phase.ILARIA_CARD: Power.LOOK_AT_HAND,
}


def flaw(state: Record, box: Parts) -> str | None:
    """What cannot be so on a table, or None."""
    s = unwrap(state)
    return (
        flaw_of_pieces(s, box) or flaw_of_box(s, box) or flaw_of_seats(s) or flaw_of_time(s) or flaw_of_decks(s)
        or flaw_of_titles(s) or flaw_of_offers(s) or flaw_of_question(s) or flaw_of_take(s) or flaw_of_payback(s)
        or flaw_of_set_up(s) or flaw_of_chronicle(s)
    )  # fmt: skip


def flaw_of_box(s: np.void, box: Parts) -> str | None:
    """What is printed on the cards is what this edition prints on them."""
    printed = unwrap(numbers(box))
    fields = {"worth": "worth", "kinds": "kinds", "bribe": "bribe", "leaning": "leaning", "bonus_worth": "bonus"}
    same = ("track_more", "blue_more", "power_moved", "power_more", "inquiry_moved", "inquiry_more", "payback_more")
    fields |= {name: name for name in same}
    for field, entry in fields.items():
        if (s[field] != printed[entry]).any():
            return f"{field} is not what is printed in this edition"
    return "the marker is beyond the track" if s["marker"] > box.rows["verdict_track.spaces"] else None


def flaw_of_seats(s: np.void) -> str | None:
    """Whoever is named is at the table, and nothing lies where nobody sits."""
    seats = int(s["seats"])
    for name in ("first", "first_next", "turn", "asked", "recipient", "enzo", "winner", "target", "title", "bonus"):
        if (s[name] >= seats).any():
            return f"{name} is somebody who is not at the table"
    for name in BY_SEAT:
        if s[name][seats:].any():
            return f"{name}: nobody sits there"
    return None


def flaw_of_time(s: np.void) -> str | None:
    """The question belongs to the stage, the stage to the Month, the turn to the lap (NC-1, NC-25)."""
    phase, stage, month, seats = Phase(int(s["phase"])), Stage(int(s["stage"])), int(s["month"]), int(s["seats"])
    if phase not in WHEN:
        return "nobody is asked anything, and the game is not over"
    if stage not in WHEN[phase][0]:
        return f"{phase.name.lower()} is not asked in {stage.name.lower()}"
    months = {Stage.SETUP: 1, Stage.FIRST_VERDICT: FIRST_VERDICT_AFTER + 1, Stage.FINAL_VERDICT: MONTHS}
    if months.get(stage, month) != month or (stage == Stage.RECEPTION and month == MONTHS):
        return f"there is no {stage.name.lower()} in Month {month}"
    if stage != Stage.SETUP and min(s["first"], s["first_next"]) < 0:
        return "there is no First Player"
    if stage != Stage.BUSINESS and s["first"] != s["first_next"]:
        return "the First Player card is not with the First Player"
    if s["lap"] > seats:
        return "more seats have had their turn than there are"
    if stage in IN_TURN and (s["lap"] == 0 or s["turn"] != (s["first"] + s["lap"] - 1) % seats):
        return "the turn is not his who has had the last one in this round"
    return None


def flaw_of_decks(s: np.void) -> str | None:
    """Cards are where they may be: only Investigations wait under a deck, only two cards come from the Vendetta deck (NC-R41)."""
    if (s["place"][:FIRST_INVESTIGATION] == UNDER_DECK).any():
        return "a card under the Street deck is no Investigation"
    for card in range(CARDS):
        is_of_vendetta = card in (Underling.ANTHONY_GOTA, FIRST_TURF + ATLANTIC_CITY)
        if not is_of_vendetta and s["place"][card] == VENDETTA_DECK:
            return "a Street card is in the Vendetta deck"
        if is_of_vendetta and not (s["place"][card] < s["seats"] or s["place"][card] in (OUT, VENDETTA_DECK)):
            return "Gota or Atlantic City is among the Street cards"
    if s["reshuffled"] and s["deck"][PAYBACKS:].any():
        return "the Vendetta deck was made anew from Paybacks, but another card is in it"
    if (s["drawn"].any() or s["aside"]) and s["phase"] not in (Phase.DRAW_BILL, Phase.SHARE):
        return "bills are drawn, but there is no Take"
    return "somebody is certain of fewer bills than none" if s["certain"].min() < 0 else None


def flaw_of_titles(s: np.void) -> str | None:
    """The Underboss is on the Street, in a Territory or still to come; Titles go down one by one (NC-59 to NC-62)."""
    title, on_street = [int(seat) for seat in s["title"]], int((s["street"] == UNDERBOSS_CARD).sum())
    if on_street + (title[UNDERBOSS] >= 0) > 1:
        return "the Underboss is on the Street and in a Territory"
    held = [seat for seat in title if seat >= 0]
    if len(set(held)) != len(held) or title[len(held) :] != [NONE] * (len(title) - len(held)):
        return "the Titles are not with different players, the higher ones first"
    if s["phase"] == Phase.TITLE and not 0 < len(held) <= PRIMO_CAPO:
        return "there is no Title to be given"
    if int(s["zealous"].sum()) > ZEALOUS_CARDS:
        return f"{s['zealous'].sum()} Zealous Corruptors; there are {ZEALOUS_CARDS}"
    if s["stage"] != Stage.FINAL_VERDICT and (s["bonus"] != NONE).any():
        return "a bonus card is given before the Final Verdict"
    return None


def flaw_of_offers(s: np.void) -> str | None:
    """An offer has an Underling of its owner and bills, and lies by a card between the MEETING and its resolution."""
    if (s["open_offers"] and s["stage"] != Stage.RESOLUTION) or (s["open_offers"] and s["space"] < 0):
        return "offers lie open, but no space is being resolved"
    for seat in range(SEATS):
        by = [int(underling) for underling in s["offer_by"][seat] if underling > 0]
        if len(set(by)) != len(by):
            return f"seat {seat} has made two offers with one Underling"
        for space in range(SPACES):
            underling, size = int(s["offer_by"][seat, space]) - 1, int(s["offer_size"][seat, space])
            building = s["phase"] == Phase.BID_BILL and s["turn"] == seat and s["space"] == space
            if underling >= 0 and building:
                return f"seat {seat} has made an offer for space {space + 1}, and makes it again"
            if (size > 0) != (underling >= 0):
                return f"the offer of seat {seat} for space {space + 1} has no bills, or no Underling"
            if (underling >= 0 or building) and s["street"][space] == NONE:
                return f"there is no card on space {space + 1} to bid for"
    if s["offer_by"].any() and s["stage"] not in (Stage.MEETING, Stage.V3, Stage.RESOLUTION):
        return "an offer lies there that is not of this MEETING"
    return None


# ---------------------------------------------------------------- what is asked


def seat_to_ask(s: np.void) -> int | None:
    """Who must be asked now; None if several could be, or nobody is."""
    phase, seats = Phase(int(s["phase"])), int(s["seats"])
    if phase in (Phase.FRANCESCA, Phase.DRAW_VENDETTA):
        return None
    if phase == Phase.GUIDO:
        return int(s["target"])
    if phase in (Phase.TAKE_BACK, Phase.DISCARD):
        return int(s["first"] + s["lap"]) % seats if s["lap"] < seats else NONE
    if phase == Phase.TITLE:
        return int(s["title"][CONSIGLIERE] if s["title"][CONSIGLIERE] >= 0 else s["title"][UNDERBOSS])
    if phase == Phase.ENZO_CARD:
        return int(s["enzo"])
    return int(s["turn"]) if s["stage"] in IN_TURN else None


def flaw_of_question(s: np.void) -> str | None:
    """What a question is about has been named, and he is asked whom it concerns."""
    phase, asked = Phase(int(s["phase"])), int(s["asked"])
    for name in WHEN[phase][1]:
        if s[name] < 0:
            return f"{phase.name.lower()} is asked without {name}"
    due = seat_to_ask(s)
    if due is not None and asked != due:
        return "another seat is asked than the one whom it concerns"
    if "underling" in WHEN[phase][1]:
        underling = int(s["underling"])
        if s["place"][underling] != s["turn"] or not s["busy"][underling]:
            return "the Underling is not engaged by the player on turn"
        if phase in POWER_OF and held_by(s, POWER_OF[phase]) != underling:
            return f"{phase.name.lower()} is asked of another Underling"
    if phase in (Phase.BID_SPACE, Phase.BRUNO_BILL) and not s["bank"][asked].any():
        return "there is no bill to lay"
    powers_work = not lies_under(s, Inquiry.NO_POWERS)
    second = powers_work and s["underling"] == held_by(s, Power.SECOND_BILL)
    if phase in (Phase.TRIAL_BILL, Phase.DELIA_BILL) and s["left"] != second:
        return "only Amalia places a second bill"
    if phase == Phase.DISCARD and s["bank"][asked].sum() <= BANK_LIMIT:
        return "nobody has too many bills"
    if phase == Phase.REFILL and s["street"][s["space"]] != NONE:
        return "the space to be refilled is taken"
    return flaw_of_resolution(s)


def flaw_of_resolution(s: np.void) -> str | None:
    """The space that is resolved has a card until it is won, and only an Investigation leaves the game (NC-51 to NC-56)."""
    phase, space = Phase(int(s["phase"])), int(s["space"])
    if s["stage"] == Stage.RESOLUTION and s["offer_by"][:, : max(space, 0)].any():
        return "an offer is left on a space that was resolved"
    if phase == Phase.TAKE_BACK:
        if not 1 <= s["left"] <= s["offer_size"][s["asked"], space]:
            return "there are not so many bills to take back"
        card = int(s["street"][space])
        if s["leaves"] and s["winner"] < 0 and not FIRST_INVESTIGATION <= card < UNDERBOSS_CARD:
            return "a card leaves the Street, but nobody wins it"
    elif s["stage"] == Stage.RESOLUTION and space >= 0 and s["offer_by"][:, space].any():
        return "an offer is left on a space that was resolved"
    return None


def flaw_of_take(s: np.void) -> str | None:
    """Somebody is due what is shared or drawn (NC-29 to NC-34)."""
    phase, turn = Phase(int(s["phase"])), int(s["turn"])
    if phase in (Phase.TAKE_KIND, Phase.DRAW_BILL, Phase.SHARE) and s["place"][FIRST_TURF + s["turf"]] != turn:
        return "the Turf is not one of the player on turn"
    if phase == Phase.DRAW_BILL and s["left"] < 1:
        return "no bill is left to be drawn"
    if phase == Phase.SHARE:
        kinds, places = s["kinds"], s["place"][FIRST_TURF:FIRST_RESPECT]
        due = int(((kinds >> s["kind"] & 1) & (places == s["recipient"])).sum())
        if s["recipient"] == turn or not 0 <= s["given"] < due:
            return "the recipient is due no bill"
    drawing = phase in (Phase.FRANCESCA, Phase.DRAW_VENDETTA)
    if not drawing:
        return "somebody is due a card" if s["cards_due"].any() and phase != Phase.SHARE else None
    if s["asked"] < 0 or s["cards_due"][s["asked"]] < 1:
        return "no Vendetta card is due to the seat that is asked"
    stages = {Cause.TAKE: (Stage.BUSINESS,), Cause.MARTA: IN_TURN}.get(Cause(int(s["cause"])), (Stage.RESOLUTION,))
    return None if s["stage"] in stages else "Vendetta cards are drawn for no reason"


# ---------------------------------------------------------------- Paybacks


def flaw_of_payback(s: np.void) -> str | None:
    """The card that puts the question lies with the used ones, and its target can be struck (NC-R36 to NC-R38)."""
    phase, card, underling = Phase(int(s["phase"])), int(s["card"]), int(s["underling"])
    is_elio = phase == Phase.DIRECTION and underling >= 0
    is_power = phase in (Phase.TARGET, Phase.STEAL) and underling >= 0
    holds_bill = phase in (Phase.INSPECT, Phase.BRUNO_BILL, Phase.STEAL) or is_elio
    if s["bill"] >= 0 and not holds_bill:
        return "a bill is in nobody's hands"
    if is_elio or is_power:
        return flaw_of_power(s, is_elio)
    if phase in PUT_BY:
        if card not in PUT_BY[phase] or not s["paybacks"][card] or underling >= 0:
            return f"no card puts the question {phase.name.lower()}"
        if "target" in WHEN[phase][1] and (s["target"] == s["turn"] or not can_strike(s, card, int(s["target"]))):
            return "the card cannot strike its target"
    if phase == Phase.INSPECT and not s["pile"][s["bill"]]:
        return "the bill that is looked at is not on the Pile"
    looks = POWER_NUMBERS[Power.LOOK_AT_PILE] + s["power_more"][Power.LOOK_AT_PILE]
    if phase == Phase.BRUNO_BILL and not 1 <= s["left"] <= min(looks, int(s["pile"].sum())) - (s["bill"] >= 0):
        return "there are not so many bills to look at"
    if phase == Phase.BRUNO_BILL and s["bill"] >= 0 and not s["pile"][s["bill"]]:
        return "the bill that is looked at is not on the Pile"
    if phase == Phase.ILARIA_CARD and (s["target"] == s["turn"] or lies_under(s, Inquiry.NO_POWERS)):
        return "Ilaria cannot look there"
    return flaw_of_theft(s) if phase == Phase.STEAL else None


def flaw_of_power(s: np.void, is_elio: bool) -> str | None:
    """Elio, Ilaria or Luca is engaged, with what he does it with."""
    underling = int(s["underling"])
    if s["place"][underling] != s["turn"] or not s["busy"][underling] or lies_under(s, Inquiry.NO_POWERS):
        return "the power that is used does not work"
    if is_elio:
        return None if s["bill"] >= 0 and s["left"] == 0 and s["stage"] == Stage.TRIAL else "Elio has placed no bill"
    if s["stage"] not in TURNS:
        return "powers are used on one's own turn"
    if underling == held_by(s, Power.SELL_PAYBACK) and (s["card"] < 0 or not s["paybacks"][s["card"]]):
        return "Luca has sold no Payback"
    if s["phase"] == Phase.STEAL:
        return flaw_of_theft(s) if underling == held_by(s, Power.SELL_PAYBACK) else "Ilaria does not steal"
    return None


def flaw_of_theft(s: np.void) -> str | None:
    """As many bills are stolen as there are, two at most; only the first of two is out of the Bank (NC-R38)."""
    burglary = REVENGE_NUMBERS[Vendetta.BURGLARY] + s["payback_more"][Vendetta.BURGLARY]
    most, gone = burglary if s["underling"] < 0 else 1, int(s["bill"] >= 0)
    if s["target"] == s["turn"] or not 1 <= s["left"] <= min(most - gone, int(s["bank"][s["target"]].sum())):
        return "there are not so many bills to steal"
    return None


def can_strike(s: np.void, card: int, seat: int) -> bool:
    """Is there something that the Payback could do to the seat?"""
    men = [underling for underling in range(UNDERLINGS) if s["place"][underling] == seat]
    if card == Vendetta.CONTRACT:
        return len(men) > 1 and any(underling + 1 not in s["offer_by"][seat] for underling in men)
    if card == Vendetta.KIDNAPPING:
        return any(not s["busy"][underling] for underling in men)
    if card == Vendetta.BURGLARY:
        return bool(s["bank"][seat].any()) or s["bill"] >= 0
    if card == Vendetta.DOUBLE_CROSS:
        return bool(s["offer_by"][seat].any())
    if card == Vendetta.TAKEOVER:
        return int((s["place"][FIRST_TURF:FIRST_RESPECT] == seat).sum()) > 1
    return True


def flaw_of_set_up(s: np.void) -> str | None:
    """Three Underlings a seat are dealt, then a Turf a seat, then the Street (NC-19, NC-21)."""
    phase, seats = Phase(int(s["phase"])), int(s["seats"])
    if s["stage"] != Stage.SETUP:
        return None
    places, asked = s["place"], int(s["asked"])
    men = [int((places[:UNDERLINGS] == seat).sum()) for seat in range(seats)]
    turfs = [int((places[FIRST_TURF:FIRST_RESPECT] == seat).sum()) for seat in range(seats)]
    laid = SPACES if phase == Phase.FIRST_PLAYER else int(s["space"]) if phase == Phase.DEAL_STREET else 0
    all_men, all_turfs = [START_UNDERLINGS] * seats, [START_TURFS] * seats
    due = {
        Phase.DEAL_UNDERLING: ([*all_men[:asked], men[asked], *[0] * (seats - asked - 1)], [0] * seats),
        Phase.DEAL_TURF: (all_men, [*all_turfs[:asked], 0, *[0] * (seats - asked - 1)]),
    }.get(phase, (all_men, all_turfs))
    too_many = phase == Phase.DEAL_UNDERLING and men[asked] >= START_UNDERLINGS
    street = [int(card >= 0) for card in s["street"]]
    if asked < 0 or too_many or (men, turfs) != due or street != [1] * laid + [0] * (SPACES - laid):
        return "the cards are not dealt in their order"
    if (places == OUT).any() or s["under_count"] or (phase == Phase.FIRST_PLAYER) > (s["first"] < 0):
        return "the game has not begun, but something has happened"
    return None
