"""The things on a table of Der Pate, what they are called, and the labels of moves that look at the table."""

from fivefamilies.core.record import Record, unwrap
from fivefamilies.core.things import Thing, thing
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.der_pate.components import (
    BANK,
    BLOCK,
    BUSINESSES,
    DICE,
    DISTRICTS,
    EVENT_IDS,
    FACES,
    FAMILIES,
    FAVOUR_CASH,
    FAVOUR_STEPS,
    MEMBERS,
    NEUTRAL,
    PUPPET,
    Box,
    Colour,
    Effect,
    Favour,
    Line,
    Parts,
    Token,
    Track,
)
from fivefamilies.games.der_pate.state import Phase, box_of

TRACKS = {
    Track.REPUTATION: sentence("Reputation"),
    Track.INFLUENCE: sentence("Influence"),
    Track.REVENUE: sentence("Revenue"),
    Track.FAVOURS: sentence("Favours"),
}
TOKENS = {
    Token.WEDDING: sentence("Wedding"),
    Token.BAPTISM: sentence("Baptism"),
    Token.BIRTHDAY: sentence("Birthday"),
    Token.POLICEMAN: sentence("Policeman"),
    Token.JUDGE: sentence("Judge"),
    Token.SENATOR: sentence("Senator"),
}
DICE_NAMES = {
    Colour.GREY: sentence("the grey die"),
    Colour.RED: sentence("the red die"),
    Colour.BLACK: sentence("the black die"),
    Colour.WHITE: sentence("the white die"),
}
BOXES = {
    Box.PRESS: sentence("Press"),
    Box.REPUTATION: sentence("Reputation"),
    Box.INFLUENCE: sentence("Influence"),
    Box.VISIT: sentence("Visit"),
    Box.BETTING: sentence("Rigged bets"),
    Box.MEETING: sentence("Meeting of the Godfathers"),
    Box.RAID: sentence("FBI raid"),
    Box.TAKEOVER: sentence("Takeover"),
    Box.FRIEND: sentence("Friend of the Family"),
    Box.CONSIGLIERE: sentence("Consigliere"),
    Box.PROSECUTOR: sentence("Prosecutor"),
    Box.SPY: sentence("Spy"),
    Box.BANKER: sentence("Banker"),
}


def seat_name(state: Record, seat: int, parts: Parts, say: Words) -> str:
    """How the log calls a family; behind the seats come the neutral ones."""
    return say(parts.families[seat].name) if seat < NEUTRAL else say("neutral family")


def money(amount: int, say: Words) -> str:
    """Thousands of dollars, written out."""
    return say("${amount}", amount=say.number(amount * 1000))


def business_name(state: Record, business: int, parts: Parts, say: Words) -> str:
    """A business by its place on the street, counted from 1, and its type."""
    kind = parts.types[int(unwrap(state)["business_number"][business]) - 1]
    return say("business {n} ({type})", n=business + 1, type=say(kind.name))


def face_name(face: int, say: Words) -> str:
    """What a die shows."""
    return say("puppet master") if face == PUPPET else str(face)


def box_name(state: Record, line: int, colour: int, face: int, parts: Parts, say: Words) -> str:
    """The box where a die of this colour and face belongs."""
    box = box_of(state, line, colour, face)
    return say(parts.types[face - 1].name) if box == Box.INCOME else say(BOXES[Box(box)])


def favour_track(state: Record, choice: int) -> Track:
    """The track of a third favour (DP-82)."""
    other = Track.INFLUENCE if unwrap(state)["favour3_influence"] else Track.REVENUE
    return other if choice else Track.REPUTATION


def lower(member: object) -> str:
    return str(member.name).lower()


def spell_option(state: Record, option: int, parts: Parts) -> str:
    """Option A or B of a card, in the words of its question."""
    answers = {Phase.CHOICE: ("step", "cash"), Phase.RECOVER: ("from the hudson", "from the tombs")}
    return answers.get(Phase(int(unwrap(state)["phase"])), ("option a", "option b"))[option]


def called_track(state: Record, track: int, parts: Parts, say: Words) -> str:
    return say(TRACKS[Track(track)])


def called_die(state: Record, die: int, parts: Parts, say: Words) -> str:
    return say(DICE_NAMES[Colour(die)])


FAMILY = thing("family", (*FAMILIES, "neutral"), called=seat_name)
STARTER = thing("family", FAMILIES, called=seat_name)
HOLDER = thing("holder", (*FAMILIES, "bank"), called=seat_name)  # of debt tokens
BUSINESS = thing("business", BUSINESSES, spelt=lambda state, place, parts: str(place + 1), called=business_name)  # from 1
DISTRICT = thing("district", DISTRICTS, spelt=lambda state, district, parts: parts.districts[district])
DIE = thing("die", Colour, called=called_die)
COLOUR = thing("colour", Colour, called=called_die)
TRACK = thing("track", Track, called=called_track)
TOKEN = thing("token", Token, called=lambda state, token, parts, say: say(TOKENS[Token(token)]))
FAVOUR = thing("favour", Favour)
FAVOUR_TRACK = thing(
    "track", 2,
    spelt=lambda state, choice, parts: lower(favour_track(state, choice)),
    called=lambda state, choice, parts, say: say(TRACKS[favour_track(state, choice)]),
)  # fmt: skip
PRISONERS = thing("prisoners", MEMBERS + 1)
OPTION = thing("option", 2, spelt=spell_option)
CARD = thing("card", EVENT_IDS, called=lambda state, card, parts, say: say(parts.events[card].title))
FACE = thing(
    "face", FACES,
    spelt=lambda state, face, parts: "puppet" if face + 1 == PUPPET else str(face + 1),
    called=lambda state, face, parts, say: face_name(face + 1, say),
)  # fmt: skip
SHOWN = Thing("face", 0, lambda state, face, parts: str(face), lambda state, face, parts, say: face_name(face, say))
MONEY = Thing("money", 0, lambda state, sum_, parts: str(sum_ * 1000), lambda state, sum_, parts, say: money(sum_, say))

# ---------------------------------------------------------------- labels that look at the table


def label_of_business(state: Record, business: int, parts: Parts, say: Words) -> str:
    """A car space, or a business with its owner."""
    s = unwrap(state)
    owner, district = int(s["owner"][business]), parts.districts[business // BLOCK]
    name = business_name(state, business, parts, say)
    if s["phase"] == Phase.CAR:
        return say("The car starts at {business}, {district}", business=name, district=district)
    if owner < 0:
        return say("Occupy {business}, {district}", business=name, district=district)
    of = seat_name(state, owner, parts, say)
    return say("{business}, {district}: {family}", business=name, district=district, family=of)


def label_of_district(state: Record, district: int, parts: Parts, say: Words) -> str:
    """A district with the numbers of its businesses."""
    numbers = sorted(int(n) for n in unwrap(state)["business_number"][district * BLOCK :][:BLOCK])
    listed = ", ".join(str(n) for n in numbers)
    return say("{district}: numbers {numbers}", district=parts.districts[district], numbers=listed)


def die_on_box(state: Record, die: int, colour: int, parts: Parts, say: Words) -> dict[str, object]:
    """A die, its face and the box of this line for a colour; before and after the lines, of the first one."""
    s = unwrap(state)
    face, line = int(s["dice"][die]), int(s["line"])
    on_board = line if Line.INCOME <= line <= Line.CHARACTERS else Line.INCOME
    box = box_name(state, on_board, colour, max(face, 1), parts, say)
    return {"die": say(DICE_NAMES[Colour(die)]), "face": face_name(face, say), "box": box}


def label_of_placing(state: Record, die: int, parts: Parts, say: Words) -> str:
    return say("Place {die} ({face}) on {box}", **die_on_box(state, die, die, parts, say))


def label_of_senator(state: Record, die: int, colour: int, parts: Parts, say: Words) -> str:
    return say("Senator: place {die} ({face}) on {box}", **die_on_box(state, die, colour, parts, say))


def label_of_clearing(state: Record, holder: int, parts: Parts, say: Words) -> str:
    if holder == BANK:
        return say("Favour: a debt token comes back from the bank")
    return say("Favour: a debt token comes back from {family}", family=seat_name(state, holder, parts, say))


def label_of_two_steps(state: Record, choice: int, parts: Parts, say: Words) -> str:
    track = say(TRACKS[favour_track(state, choice)])
    return say("Favour: advance {n} spaces on {track}", n=FAVOUR_STEPS, track=track)


def label_of_cash(state: Record, parts: Parts, say: Words) -> str:
    return say("Favour: take {amount} from the bank", amount=money(FAVOUR_CASH, say))


def label_of_ransom(state: Record, prisoners: int, parts: Parts, say: Words) -> str:
    return say.many("Ransom {n} prisoner", "Ransom {n} prisoners", prisoners)


def label_of_yes(state: Record, parts: Parts, say: Words) -> str:
    """Yes, in the words of the question."""
    s = unwrap(state)
    if s["phase"] == Phase.VISIT:
        return label_of_business(state, int(s["car"]), parts, say)
    if s["phase"] == Phase.PROSECUTOR:
        return say("Take all prisoners home")
    if s["phase"] != Phase.TURN_START:
        return say("Yes")
    card = parts.events[int(s["card"])]
    track = say(TRACKS[Track(card.track)])
    if card.effect == Effect.PAY_TO_ADVANCE:
        amount = money(card.cash, say)
        return say.many(
            "Pay {amount} and advance {n} space on {track}", "Pay {amount} and advance {n} spaces on {track}",
            card.steps, amount=amount, track=track,
        )  # fmt: skip
    return say.many(
        "Send a member to the Tombs and advance {n} space on {track}",
        "Send a member to the Tombs and advance {n} spaces on {track}",
        card.steps, track=track,
    )  # fmt: skip


def label_of_option(state: Record, option: int, parts: Parts, say: Words) -> str:
    """Option A or B of a card."""
    s = unwrap(state)
    if s["phase"] == Phase.RECOVER:
        return say("A member from the Tombs") if option else say("A member from the Hudson")
    if s["phase"] != Phase.CHOICE:
        return say("Option B") if option else say("Option A")
    card = parts.events[int(s["card"])]
    if not option:
        track = say(TRACKS[Track(card.track)])
        return say.many("Advance {n} space on {track}", "Advance {n} spaces on {track}", card.steps, track=track)
    if card.effect == Effect.CHOICE:
        return say("Take {amount} from the bank", amount=money(card.cash, say))
    asked, seats = int(s["asked"]), range(int(s["seats"]))
    held = sum(int(s["debts"][debtor, asked]) for debtor in seats if debtor != asked)
    if held == 0:
        return say("Take nothing from the bank: you hold no debt token")
    total = money(card.cash * held, say)
    return say.many(
        "Take {total} from the bank: you hold {n} debt token", "Take {total} from the bank: you hold {n} debt tokens",
        held, total=total,
    )  # fmt: skip


def rolling_die(state: Record) -> Colour:
    """The die that chance rolls now."""
    s = unwrap(state)
    return Colour(next((die for die in range(DICE) if s["placed"][die] == 0 and s["dice"][die] == 0), 0))


def spell_roll(state: Record, face: int, parts: Parts) -> str:
    """The fall of a die: `roll black 4`."""
    return f"roll {lower(rolling_die(state))} {FACE.spelt(state, face, parts)}"


def label_of_roll(state: Record, face: int, parts: Parts, say: Words) -> str:
    return say("Roll of {die}: {face}", die=say(DICE_NAMES[rolling_die(state)]), face=face_name(face + 1, say))


# ---------------------------------------------------------------- what a hand touches


def about_yes(state: Record, parts: Parts) -> tuple[str, str] | None:
    """What a yes is about: the car, the own prisoners, or the card that lies face up."""
    s = unwrap(state)
    targets = {Phase.VISIT: ("car", "car"), Phase.PROSECUTOR: ("area", "tombs")}
    if s["phase"] == Phase.TURN_START:
        return "card", EVENT_IDS[int(s["card"])]
    return targets.get(Phase(int(s["phase"])))


def about_option(state: Record, option: int, parts: Parts) -> tuple[str, str] | None:
    """The card, or where the member comes from."""
    s = unwrap(state)
    if s["phase"] == Phase.RECOVER:
        return "area", "tombs" if option else "hudson"
    return ("card", EVENT_IDS[int(s["card"])]) if s["phase"] == Phase.CHOICE else None


def token_of(token: Token) -> tuple[str, str]:
    """A move that uses a token is about the token."""
    return "token", lower(token)


def favour_of(favour: Favour) -> tuple[str, str]:
    """A favour is about its space on the Favours track."""
    return "favour", lower(favour)
