"""The words of Der Pate: notation and labels of moves, and what is asked; the story of the log is in `story.py`."""

from typing import Any

from fivefamilies.core.record import unwrap
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.der_pate.components import (
    BLOCK,
    DICE,
    FAVOUR_CASH,
    FAVOUR_STEPS,
    PUPPET,
    SEATS,
    Character,
    Colour,
    Effect,
    Parts,
    Token,
    Track,
)
from fivefamilies.games.der_pate.referee import (
    BAPTISM,
    BIRTHDAY,
    BUSINESS,
    CLEAR_DEBT,
    DISTRICT,
    FACE,
    JUDGE,
    NO,
    NUMBER,
    OPTION_A,
    PLACE,
    POLICEMAN,
    RECRUIT,
    SENATOR,
    TAKE_CASH,
    TRACK,
    TWO_STEPS,
    WEDDING,
    YES,
    No,
)
from fivefamilies.games.der_pate.state import END_OF_TURN, LAST_LINE, Phase

SEPARATOR = {"en": ",", "it": ".", "fr": "\u202f"}
CHANCE_PHASES = (Phase.CARD, Phase.ROLL, Phase.BAPTISM)
TRACK_NAMES = {
    Track.REPUTATION: sentence("Reputation"),
    Track.INFLUENCE: sentence("Influence"),
    Track.REVENUE: sentence("Revenue"),
    Track.FAVOURS: sentence("Favours"),
}
TOKEN_NAMES = {
    Token.WEDDING: sentence("Wedding"),
    Token.BAPTISM: sentence("Baptism"),
    Token.BIRTHDAY: sentence("Birthday"),
    Token.POLICEMAN: sentence("Policeman"),
    Token.JUDGE: sentence("Judge"),
    Token.SENATOR: sentence("Senator"),
}
CHARACTER_NAMES = {
    Character.CONSIGLIERE: sentence("Consigliere"),
    Character.PROSECUTOR: sentence("Prosecutor"),
    Character.SPY: sentence("Spy"),
    Character.BANKER: sentence("Banker"),
}
DICE_NAMES = {
    Colour.GREY: sentence("the grey die"),
    Colour.RED: sentence("the red die"),
    Colour.BLACK: sentence("the black die"),
    Colour.WHITE: sentence("the white die"),
}
LINE_2 = (sentence("Reputation"), sentence("Influence"), sentence("Visit"), sentence("Betting manipulation"))
LINE_3 = (
    sentence("Meeting of the Godfathers"),
    sentence("FBI raid"),
    sentence("Takeover"),
    sentence("Friend of the Family"),
)


# ---------------------------------------------------------------- names


def family(state: Any, seat: int, parts: Parts, say: Words) -> str:
    """How the log calls a family; the fourth and later are the neutral ones."""
    return parts.families[seat].name if seat < SEATS else say("neutral family")


def money(amount: int, say: Words) -> str:
    """Thousands of dollars, written out."""
    digits = f"{amount * 1000:,}".replace(",", SEPARATOR[say.language])
    return say("${amount}", amount=digits)


def business_name(state: Any, business: int, parts: Parts, say: Words) -> str:
    """A business by its place on the street and its type."""
    kind = parts.types[int(unwrap(state)["business_number"][business]) - 1]
    return say("business {n} ({type})", n=business + 1, type=kind.names[say.language])


def face_name(face: int, say: Words) -> str:
    """What a die shows."""
    return say("puppet master") if face == PUPPET else str(face)


def box_name(state: Any, line: int, colour: int, face: int, parts: Parts, say: Words) -> str:
    """The box where a die of this colour and face belongs."""
    if line >= LAST_LINE:
        return say(CHARACTER_NAMES[Character(int(unwrap(state)["character"][colour]))])
    if face == PUPPET:
        return say("Press")
    if line == 1:
        return parts.types[face - 1].names[say.language]
    return say((LINE_2 if line == 2 else LINE_3)[colour])


def rolling_die(s: Any) -> int:
    """The die that chance rolls now."""
    return next((die for die in range(DICE) if s["placed"][die] == 0 and s["dice"][die] == 0), 0)


def lower(member: Any) -> str:
    return str(member.name).lower()


# ---------------------------------------------------------------- notation


def notation(state: Any, move: int, parts: Parts) -> str:
    """A move in words that read aloud and parse back."""
    s = unwrap(state)
    phase = s["phase"]
    if phase in CHANCE_PHASES:
        return chance_notation(s, move, parts)
    if move == NO:
        return "end turn" if phase == Phase.WINDOW else "keep" if phase == Phase.TOKEN_NOW else "no"
    if move < DISTRICT:
        return f"{'car' if phase == Phase.CAR else 'business'} {move - BUSINESS + 1}"
    if move < PLACE:
        return f"district {parts.districts[move - DISTRICT]}"
    if move < WEDDING:
        return dice_notation(move)
    if move < RECRUIT:
        return "wedding" if move == WEDDING else "baptism" if move == BAPTISM else f"birthday {lower(Track(move - BIRTHDAY))}"
    if move < YES:
        return favour_notation(s, move, parts)
    if move == YES:
        return "yes"
    if move < NUMBER:
        return f"track {lower(Track(move - TRACK))}"
    if move < OPTION_A:
        return f"ransom {move - NUMBER}"
    options = {Phase.CHOICE: ("step", "cash"), Phase.RECOVER: ("from the hudson", "from the tombs")}
    return options.get(Phase(int(phase)), ("option a", "option b"))[move - OPTION_A]


def chance_notation(s: Any, move: int, parts: Parts) -> str:
    """A card, or the fall of a die: `roll black 4`."""
    if move < FACE:
        return f"card {parts.events[move].id}"
    face = move - FACE + 1
    what = lower(Colour(rolling_die(s))) if s["phase"] == Phase.ROLL else "baptism"
    return f"roll {what} {'puppet' if face == PUPPET else face}"


def dice_notation(move: int) -> str:
    """What is done with a die."""
    if move < SENATOR:
        return f"place {lower(Colour(move - PLACE))}"
    if move < POLICEMAN:
        die, colour = divmod(move - SENATOR, DICE)
        return f"senator {lower(Colour(die))} as {lower(Colour(colour))}"
    return "judge" if move == JUDGE else f"policeman {lower(Colour(move - POLICEMAN))}"


def favour_notation(s: Any, move: int, parts: Parts) -> str:
    """What a Friend of the Family is asked for."""
    if move == RECRUIT:
        return "favour recruit"
    if move == TAKE_CASH:
        return "favour cash"
    if move >= TWO_STEPS:
        return f"favour {lower(favour_track(s, move))}"
    holder = move - CLEAR_DEBT
    return f"favour debt from {parts.families[holder].id if holder < SEATS else 'bank'}"


def favour_track(s: Any, move: int) -> Track:
    """The track of a third favour (DP-82)."""
    if move == TWO_STEPS:
        return Track.REPUTATION
    return Track.INFLUENCE if s["favour3_influence"] else Track.REVENUE


# ---------------------------------------------------------------- labels


def label(state: Any, move: int, parts: Parts, say: Words) -> str:
    """A move as a button says it."""
    s = unwrap(state)
    phase = Phase(int(s["phase"]))
    if phase in CHANCE_PHASES:
        return label_of_chance(s, move, parts, say)
    if move == NO:
        return label_of_no(phase, say)
    if move < DISTRICT:
        return label_of_business(state, move - BUSINESS, parts, say)
    if move < PLACE:
        numbers = sorted(int(n) for n in s["business_number"][(move - DISTRICT) * BLOCK :][:BLOCK])
        return say(
            "{district}: numbers {numbers}",
            district=parts.districts[move - DISTRICT], numbers=", ".join(str(n) for n in numbers),
        )
    if move < WEDDING:
        return label_of_die(state, move, parts, say)
    if move < RECRUIT:
        return label_of_feast(move, say)
    if move < YES:
        return label_of_favour(s, move, parts, say)
    if move == YES:
        return label_of_yes(state, parts, say)
    if move < NUMBER:
        return say("Advance 1 space on {track}", track=say(TRACK_NAMES[Track(move - TRACK)]))
    if move < OPTION_A:
        return say.many("Ransom {n} prisoner", "Ransom {n} prisoners", move - NUMBER)
    return label_of_option(s, move, parts, say)


def label_of_chance(s: Any, move: int, parts: Parts, say: Words) -> str:
    """A card or a face."""
    if move < FACE:
        return say("Event card: {card}", card=parts.events[move].titles[say.language])
    face = face_name(move - FACE + 1, say)
    if s["phase"] != Phase.ROLL:
        return say("The Baptism die shows: {face}", face=face)
    return say("Roll of {die}: {face}", die=say(DICE_NAMES[Colour(rolling_die(s))]), face=face)


def label_of_no(phase: Phase, say: Words) -> str:
    """Declining, in the words of the question."""
    if phase == Phase.WINDOW:
        return say("End the turn")
    return say("Keep it for later") if phase == Phase.TOKEN_NOW else say("No, thank you")


def label_of_business(state: Any, business: int, parts: Parts, say: Words) -> str:
    """A car space, or a business with its owner."""
    name, owner = business_name(state, business, parts, say), int(unwrap(state)["owner"][business])
    district = parts.districts[business // BLOCK]
    if unwrap(state)["phase"] == Phase.CAR:
        return say("The car starts at {business}, {district}", business=name, district=district)
    if owner < 0:
        return say("Occupy {business}, {district}", business=name, district=district)
    return say("{business}, {district}: {family}", business=name, district=district, family=family(state, owner, parts, say))


def label_of_die(state: Any, move: int, parts: Parts, say: Words) -> str:
    """A die placed or rolled again."""
    s = unwrap(state)
    line = int(s["line"])
    if move >= POLICEMAN:
        if move == JUDGE:
            return say("Judge: roll all dice of this line again")
        return say("Policeman: roll {die} again", die=say(DICE_NAMES[Colour(move - POLICEMAN)]))
    die, colour = (move - PLACE, move - PLACE) if move < SENATOR else divmod(move - SENATOR, DICE)
    face = int(s["dice"][die])
    values = {
        "die": say(DICE_NAMES[Colour(die)]),
        "face": face_name(face, say),
        "box": box_name(state, line, colour, max(face, 1), parts, say),
    }
    if move >= SENATOR:
        return say("Senator: place {die} ({face}) on {box}", **values)
    return say("Place {die} ({face}) on {box}", **values)


def label_of_feast(move: int, say: Words) -> str:
    """A feast token."""
    if move == WEDDING:
        return say("Wedding: take a Friend of the Family")
    if move == BAPTISM:
        return say("Baptism: roll a die for money")
    return say("Birthday: advance 1 space on {track}", track=say(TRACK_NAMES[Track(move - BIRTHDAY)]))


def label_of_favour(s: Any, move: int, parts: Parts, say: Words) -> str:
    """A favour."""
    if move == RECRUIT:
        return say("Favour: a member comes back from the Hudson")
    if move == TAKE_CASH:
        return say("Favour: take {amount} from the bank", amount=money(FAVOUR_CASH, say))
    if move >= TWO_STEPS:
        track = say(TRACK_NAMES[favour_track(s, move)])
        return say("Favour: advance {n} spaces on {track}", n=FAVOUR_STEPS, track=track)
    holder = move - CLEAR_DEBT
    if holder == SEATS:
        return say("Favour: a debt token comes back from the bank")
    return say("Favour: a debt token comes back from {family}", family=parts.families[holder].name)


def label_of_yes(state: Any, parts: Parts, say: Words) -> str:
    """Yes, in the words of the question."""
    s = unwrap(state)
    phase = Phase(int(s["phase"]))
    if phase == Phase.VISIT:
        return label_of_business(state, int(s["car"]), parts, say)
    if phase == Phase.PROSECUTOR:
        return say("Take all prisoners home")
    if phase != Phase.TURN_START:
        return say("Yes")
    card = parts.events[int(s["card"])]
    values = {"steps": card.steps, "track": say(TRACK_NAMES[Track(card.track)])}
    if card.effect == Effect.PAY_TO_ADVANCE:
        return say("Pay {amount} and advance {steps} on {track}", amount=money(card.cash, say), **values)
    return say("Send a member to the Tombs and advance {steps} on {track}", **values)


def label_of_option(s: Any, move: int, parts: Parts, say: Words) -> str:
    """Option A or B of a card."""
    if s["phase"] == Phase.RECOVER:
        return say("A member from the Hudson") if move == OPTION_A else say("A member from the Tombs")
    if s["phase"] != Phase.CHOICE:
        return say("Option A") if move == OPTION_A else say("Option B")
    card = parts.events[int(s["card"])]
    if move == OPTION_A:
        return say("Advance {steps} on {track}", steps=card.steps, track=say(TRACK_NAMES[Track(card.track)]))
    if card.effect == Effect.CHOICE:
        return say("Take {amount} from the bank", amount=money(card.cash, say))
    return say("Take {amount} from the bank for each debt token that you hold", amount=money(card.cash, say))


# ---------------------------------------------------------------- questions

QUESTIONS = {
    Phase.CAR: sentence("{family}: where does the car start?"),
    Phase.DISTRICT: sentence("{family}: choose a district"),
    Phase.CHOICE: sentence("{family}: {card}: a step or money?"),
    Phase.RANSOM: sentence("{family}: {card}: how many prisoners do you ransom?"),
    Phase.RECOVER: sentence("{family}: {card}: who comes back?"),
    Phase.WAR: sentence("{family}: {card}: take over a business?"),
    Phase.VACATE: sentence("{family}: {card}: which business do you give up?"),
    Phase.TURN_START: sentence("{family}: {card}: yes or no?"),
    Phase.VISIT: sentence("{family}: occupy the business in front of the car?"),
    Phase.TAKEOVER: sentence("{family}: take over a business with the number {number}?"),
    Phase.CONSIGLIERE: sentence("{family}: the Consigliere can occupy an empty business"),
    Phase.PROSECUTOR: sentence("{family}: the Prosecutor can free your prisoners"),
    Phase.SPY: sentence("{family}: whom does the Spy denounce?"),
    Phase.BANKER: sentence("{family}: the Banker offers Revenue or Favours"),
    Phase.TOKEN_NOW: sentence("{family}: use {token} at once?"),
}


def question(state: Any, parts: Parts, say: Words) -> str:
    """What is asked now."""
    s = unwrap(state)
    phase = Phase(int(s["phase"]))
    if phase == Phase.OVER:
        return say("The game is over")
    if phase == Phase.CARD:
        return say("The event card of round {n} is turned over", n=int(s["round"]))
    if phase in CHANCE_PHASES:
        return say("A die is rolled")
    who = family(state, int(s["asked"]), parts, say)
    if phase == Phase.WINDOW:
        if s["line"] == END_OF_TURN:
            return say("{family}: end your turn, or use tokens and favours", family=who)
        if s["line"] == LAST_LINE:
            return say("{family}: line 4: use the character of the last die", family=who)
        return say("{family}: line {line}: place a die", family=who, line=int(s["line"]))
    return say(
        QUESTIONS[phase],
        family=who,
        card=parts.events[int(s["card"])].titles[say.language] if s["card"] >= 0 else "",
        number=int(s["number"]),
        token=say(TOKEN_NAMES[Token(int(s["token"]))]) if s["token"] >= 0 else "",
    )


REFUSALS = {
    No.OTHER_QUESTION: sentence("that is not what is asked now"),
    No.DISTRICT_TAKEN: sentence("that district is taken; choose another"),
    No.CARD_SEEN: sentence("that card has been turned over already"),
    No.NOT_ENOUGH_CASH: sentence("you have only {cash}"),
    No.NOT_SO_MANY_PRISONERS: sentence("you have only {tombs} in the Tombs"),
    No.NOBODY_IN_HUDSON: sentence("none of your members is in the Hudson"),
    No.NOBODY_IN_TOMBS: sentence("none of your members is in the Tombs"),
    No.NO_RESERVE: sentence("you have no member in reserve"),
    No.NO_DEBT_TOKEN: sentence("you have no debt token left to give"),
    No.PROTECTED: sentence("the car stands in that district: its businesses are protected"),
    No.OTHER_NUMBER: sentence("that business does not have the number of the die"),
    No.NOT_EMPTY: sentence("that business is not empty"),
    No.IS_EMPTY: sentence("nobody controls that business"),
    No.YOUR_OWN: sentence("that business is your own"),
    No.NOT_YOURS: sentence("that business is not yours"),
    No.NOT_A_PLAYERS: sentence("the Spy denounces players' members only, and that one is neutral"),
    No.TRACK_FULL: sentence("your marker is on the last space of that track"),
    No.NOT_ON_THAT_TRACK: sentence("the Banker offers Revenue or Favours only"),
    No.PLACE_A_DIE: sentence("exactly one die must be placed on this line first"),
    No.DIE_LIES: sentence("that die lies on a line already"),
    No.NO_TOKEN: sentence("you do not have that token"),
    No.COLOUR_DOES_NOT_MATTER: sentence("on line 1 colours do not matter; keep the Senator"),
    No.SAME_COLOUR: sentence("the die has that colour already; place it without the Senator"),
    No.PUPPET_MASTER: sentence("a puppet master has no number and belongs on Press"),
    No.NOT_ON_LINE_4: sentence("the Senator does not work on line 4 in this match"),
    No.NO_ROLL: sentence("there is no roll to repeat now"),
    No.BROOKLYN_EMPTY: sentence("no Friend of the Family is left in Brooklyn"),
    No.NO_FRIEND: sentence("you have no Friend of the Family"),
    No.TWO_FRIENDS_USED: sentence("you have used two Friends this turn, which is the limit"),
    No.FAVOUR_TOO_FAR: sentence("your Favours marker has not reached that favour"),
    No.NO_DEBT_THERE: sentence("none of your debt tokens is there"),
    No.OTHER_TOKEN: sentence("only the token just gained can be used out of turn"),
}


def refuse(state: Any, move: int, code: int, parts: Parts, say: Words) -> str:
    """Why the referee refuses a move."""
    s = unwrap(state)
    seat = max(0, int(s["asked"]))
    return say(REFUSALS[No(code)], cash=money(int(s["cash"][seat]), say), tombs=int(s["tombs"][seat]))
