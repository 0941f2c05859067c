"""The words of Der Pate: its moves, events and refusals, each declared once, and what is asked."""

from fivefamilies.core.events import event, events, no, refusals
from fivefamilies.core.moves import compiled, kind, moves
from fivefamilies.core.record import Record, unwrap
from fivefamilies.core.things import NUMBER
from fivefamilies.core.views import Names
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.der_pate.components import (
    BANK,
    BLOCK,
    CARDS,
    NEUTRAL,
    Favour,
    Line,
    Parts,
    Token,
)
from fivefamilies.games.der_pate.state import Phase
from fivefamilies.games.der_pate.words.explaining import explain as explain
from fivefamilies.games.der_pate.words.things import (
    BOXES,
    BUSINESS,
    CARD,
    COLOUR,
    DICE_NAMES,
    DIE,
    DISTRICT,
    FACE,
    FAMILY,
    FAVOUR,
    FAVOUR_TRACK,
    HOLDER,
    MONEY,
    OPTION,
    PRISONERS,
    SHOWN,
    STARTER,
    TOKEN,
    TOKENS,
    TRACK,
    TRACKS,
    about_option,
    about_yes,
    box_name,
    favour_of,
    label_of_business,
    label_of_cash,
    label_of_clearing,
    label_of_district,
    label_of_option,
    label_of_placing,
    label_of_ransom,
    label_of_roll,
    label_of_senator,
    label_of_two_steps,
    label_of_yes,
    lower,
    money,
    seat_name,
    spell_roll,
    token_of,
)

# ---------------------------------------------------------------- moves


@moves
class Move:
    """What a player may do."""

    are_public = True  # whatever a player does is seen by all
    NO = kind(
        words={Phase.WINDOW: "end turn", Phase.TOKEN_NOW: "keep", None: "no"},
        label={Phase.WINDOW: "End the turn", Phase.TOKEN_NOW: "Keep it for later", None: "No, thank you"},
    )
    BUSINESS = kind(BUSINESS, words={Phase.CAR: "car {business}", None: "business {business}"}, label=label_of_business)
    DISTRICT = kind(DISTRICT, words="district {district}", label=label_of_district)
    PLACE = kind(DIE, words="place {die}", label=label_of_placing)
    SENATOR = kind(DIE, COLOUR, words="senator {die} as {colour}", label=label_of_senator, about=token_of(Token.SENATOR))
    POLICEMAN = kind(DIE, words="policeman {die}", label="Policeman: roll {die} again", about=token_of(Token.POLICEMAN))
    JUDGE = kind(words="judge", label="Judge: roll all dice of this line again", about=token_of(Token.JUDGE))
    WEDDING = kind(words="wedding", label="Wedding: take a Friend of the Family", about=token_of(Token.WEDDING))
    BAPTISM = kind(words="baptism", label="Baptism: roll a die for money", about=token_of(Token.BAPTISM))
    BIRTHDAY = kind(TRACK, words="birthday {track}", label="Birthday: advance 1 space on {track}", about=token_of(Token.BIRTHDAY))
    RECRUIT = kind(words="favour recruit", label="Favour: a member comes back from the Hudson", about=favour_of(Favour.RECRUIT))
    CLEAR_DEBT = kind(HOLDER, words="favour debt from {holder}", label=label_of_clearing, about=favour_of(Favour.CLEAR_DEBT))
    TWO_STEPS = kind(FAVOUR_TRACK, words="favour {track}", label=label_of_two_steps, about=favour_of(Favour.TWO_STEPS))
    CASH = kind(words="favour cash", label=label_of_cash, about=favour_of(Favour.CASH_5000))
    YES = kind(words="yes", label=label_of_yes, about=about_yes)
    TRACK = kind(TRACK, words="track {track}", label="Advance 1 space on {track}")
    RANSOM = kind(PRISONERS, words="ransom {prisoners}", label=label_of_ransom, about=("area", "tombs"))
    OPTION = kind(OPTION, words="{option}", label=label_of_option, about=about_option)


@moves
class Chance:
    """What chance may do: a card, the face of a die, the start player."""

    CARD = kind(CARD, when=(Phase.CARD,), words="card {card}", label="Event card: {card}")
    ROLL = kind(FACE, at=CARDS, when=(Phase.ROLL,), words=spell_roll, label=label_of_roll)
    BAPTISM = kind(
        FACE, at=CARDS, when=(Phase.BAPTISM,), is_public=True,
        words="roll baptism {face}", label="The Baptism die shows: {face}",
    )  # fmt: skip
    FIRST = kind(STARTER, at=0, when=(Phase.FIRST,), words="first {family}", label="{family} is the start player")


split, join = compiled(Move)
split_chance, join_chance = compiled(Chance)

TAKEN = (Move.SENATOR, Move.POLICEMAN, Move.JUDGE, Move.WEDDING, Move.BAPTISM, Move.BIRTHDAY)  # tokens
CALLED_IN = (Move.RECRUIT, Move.CLEAR_DEBT, Move.TWO_STEPS, Move.CASH)  # favours
ABLATED = {  # a report plays without each district, token and favour
    Move.BUSINESS: lambda state, place, parts: ("district", parts.districts[place // BLOCK]),
    Move.DISTRICT: 0,
    **{kind: kind.declared.about for kind in (*TAKEN, *CALLED_IN)},
}

# ---------------------------------------------------------------- events


def card_text(cells: dict[str, int], state: Record, parts: Parts, say: Words) -> dict[str, object]:
    card = parts.events[cells["card"]]
    return {"text": say(card.text)}


def car_district(cells: dict[str, int], state: Record, parts: Parts, say: Words) -> dict[str, object]:
    return {"district": parts.districts[cells["business"] // BLOCK]}


def box_of_placed(cells: dict[str, int], state: Record, parts: Parts, say: Words) -> dict[str, object]:
    return {"box": box_name(state, cells["line"], cells["die"], cells["face"], parts, say)}


def box_of_senator(cells: dict[str, int], state: Record, parts: Parts, say: Words) -> dict[str, object]:
    return {"box": box_name(state, cells["line"], cells["colour"], 1, parts, say)}


def tell_district(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    if cells["family"] == NEUTRAL:
        return say("Neutral members fill {district}", **values)
    return say("{family} takes {district}", **values)


def tell_debt_given(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    if cells["holder"] == BANK:
        return say("{family} gives a debt token to the bank", **values)
    return say("{family} gives a debt token to {holder}", **values)


def tell_debts_back(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    if cells["holder"] == BANK:
        return say("{family} gets a debt token back from the bank", **values)
    return say.many(
        "{family} gets {n} debt token back from {holder}",
        "{family} gets {n} debt tokens back from {holder}",
        cells["n"],
        family=values["family"],
        holder=values["holder"],
    )


def tell_debt_settled(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    if cells["holder"] == BANK:
        return say("{family} pays {amount} to the bank for debt tokens", **values)
    return say("{family} pays {amount} to {holder} for debt tokens", **values)


ASKED_FOR = {
    Favour.RECRUIT: sentence("{family} asks a Friend to recruit a member"),
    Favour.CLEAR_DEBT: sentence("{family} asks a Friend to clear a debt"),
    Favour.TWO_STEPS: sentence("{family} asks a Friend for two steps"),
    Favour.CASH_5000: sentence("{family} asks a Friend for money"),
}


def tell_favour(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    return say(ASKED_FOR[Favour(cells["favour"])], **values)


@events
class Event:
    """What can happen; nothing of it is secret (DP-17). Amounts are in thousands of dollars."""

    CAR_STARTS = event(family=FAMILY, business=BUSINESS, told="{family} puts the car at {business}")
    DISTRICT = event(family=FAMILY, district=DISTRICT, told=tell_district)
    REVENUE = event(family=FAMILY, amount=MONEY, told="{family} gets {amount} of revenue")
    CARD = event(n=NUMBER, card=CARD, also=card_text, told="Round {n}: {card}. {text}")
    MARKER = event(track=TRACK, n=NUMBER, told="The event marker of {track} moves to space {n}")
    KO_TRACK = event(track=TRACK, told="{track} is the K.O. track")
    CAR = event(business=BUSINESS, also=car_district, told="The car drives to {business}, {district}")
    TURN = event(family=FAMILY, heads=True, told="{family}'s turn")
    ROLLED = event(die=DIE, face=SHOWN, told="Roll of {die}: {face}")
    PLACED = event(
        family=FAMILY, die=DIE, face=SHOWN, line=NUMBER, also=box_of_placed,
        told="{family} places {die} ({face}) on {box}",
    )  # fmt: skip
    SENATOR = event(
        family=FAMILY, die=DIE, colour=COLOUR, line=NUMBER, also=box_of_senator,
        told="{family} uses the Senator: {die} goes on {box}",
    )  # fmt: skip
    INCOME = event(family=FAMILY, business=BUSINESS, amount=MONEY, told="{family} gets {amount} from {business}")
    ADVANCED = event(
        family=FAMILY, track=TRACK, n=NUMBER, space=NUMBER,
        told=("{family} advances {n} space on {track}, to {space}", "{family} advances {n} spaces on {track}, to {space}"),
    )  # fmt: skip
    TRACK_END = event(family=FAMILY, track=TRACK, amount=MONEY, told="{family} is at the end of {track} and gets {amount}")
    TOKEN_GAINED = event(family=FAMILY, token=TOKEN, told="{family} gains the token {token}")
    TOKEN_USED = event(family=FAMILY, token=TOKEN, told="{family} uses {token}")
    TOKEN_KEPT = event(family=FAMILY, token=TOKEN, told="{family} keeps {token}")
    BAPTISM = event(family=FAMILY, face=SHOWN, told="{family} rolls for the Baptism: {face}")
    FROM_BANK = event(family=FAMILY, amount=MONEY, told="{family} takes {amount} from the bank")
    TO_BANK = event(family=FAMILY, amount=MONEY, told="{family} pays {amount} to the bank")
    TO_PLAYER = event(family=FAMILY, amount=MONEY, other=FAMILY, told="{family} pays {amount} to {other}")
    OCCUPIED = event(family=FAMILY, business=BUSINESS, told="{family} occupies {business}")
    SENT_HOME = event(family=FAMILY, business=BUSINESS, told="Back to the reserve: {business} is vacated ({family})")
    ARRESTED = event(family=FAMILY, business=BUSINESS, told="To the Tombs: {business} is vacated ({family})")
    DROWNED = event(family=FAMILY, business=BUSINESS, told="Into the Hudson: {business} loses its member ({family})")
    DEBT_GIVEN = event(family=FAMILY, holder=HOLDER, told=tell_debt_given)
    DEBTS_BACK = event(family=FAMILY, holder=HOLDER, n=NUMBER, told=tell_debts_back)
    FRIEND_GAINED = event(family=FAMILY, told="{family} gains a Friend of the Family")
    NO_FRIEND = event(family=FAMILY, told="{family} gets no Friend: too expensive, or none is left")
    FAVOUR = event(family=FAMILY, favour=FAVOUR, told=tell_favour)
    FROM_HUDSON = event(family=FAMILY, n=NUMBER, told="{family} takes a member back from the Hudson")
    FROM_TOMBS = event(
        family=FAMILY, n=NUMBER,
        told=("{family} takes {n} member back from the Tombs", "{family} takes {n} members back from the Tombs"),
    )  # fmt: skip
    INTO_HUDSON = event(
        family=FAMILY, n=NUMBER,
        told=("{family} throws {n} prisoner into the Hudson", "{family} throws {n} prisoners into the Hudson"),
    )  # fmt: skip
    INTO_TOMBS = event(family=FAMILY, n=NUMBER, told="{family} sends a member from the reserve to the Tombs")
    DECLINED = event(family=FAMILY, told="{family} declines")
    TURN_ENDS = event(family=FAMILY, told="{family} ends the turn")
    NO_EFFECT = event(family=FAMILY, told="{family} finds no use for the character")
    ELIMINATED = event(family=FAMILY, told="{family} has not reached the end of the K.O. track and is eliminated")
    FINAL_REVENUE = event(family=FAMILY, amount=MONEY, told="{family} gets {amount} of final revenue")
    FINAL_BUSINESSES = event(family=FAMILY, amount=MONEY, told="{family} gets {amount} for the businesses")
    BAIL = event(family=FAMILY, amount=MONEY, told="{family} pays {amount} bail")
    DEBT_SETTLED = event(family=FAMILY, amount=MONEY, holder=HOLDER, told=tell_debt_settled)
    WINS = event(family=FAMILY, amount=MONEY, told="{family} wins with {amount}")
    NOBODY_WINS = event(told="All families are eliminated: nobody wins")
    START_PLAYER = event(family=FAMILY, told="{family} is the start player")


# ---------------------------------------------------------------- refusals


@refusals
class No:
    """Why a move is refused."""

    OTHER_QUESTION = no("that is not what is asked now")
    DISTRICT_TAKEN = no("that district is taken; choose another", "DP-12")
    CARD_SEEN = no("that card has been turned over already", "DP-28")
    NOT_ENOUGH_CASH = no("you have only {cash}", "DP-R33")
    NOT_SO_MANY_PRISONERS = no("you have only {tombs} in the Tombs")
    NOBODY_IN_HUDSON = no("none of your members is in the Hudson", "DP-80")
    NOBODY_IN_TOMBS = no("none of your members is in the Tombs", "DP-63")
    NO_RESERVE = no("you have no member in reserve", "DP-47", "DP-56", "DP-62")
    NO_DEBT_TOKEN = no("you have no debt token left to give", "DP-56")
    PROTECTED = no("the car stands in that district: its businesses are protected", "DP-27", "DP-66")
    OTHER_NUMBER = no("that business does not have the number of the die", "DP-53")
    NOT_EMPTY = no("that business is not empty", "DP-62")
    IS_EMPTY = no("nobody controls that business", "DP-55", "DP-64")
    YOUR_OWN = no("that business is your own", "DP-53", "DP-64")
    NOT_YOURS = no("that business is not yours")
    NOT_A_PLAYERS = no("the Spy denounces players' members only, and that one is neutral", "DP-R15")
    TRACK_FULL = no("your marker is on the last space of that track", "DP-65", "DP-72", "DP-R2")
    NOT_ON_THAT_TRACK = no("the Banker offers Revenue or Favours only", "DP-65")
    PLACE_A_DIE = no("exactly one die must be placed on this line first", "DP-32")
    DIE_LIES = no("that die lies on a line already", "DP-35")
    NO_TOKEN = no("you do not have that token", "DP-69")
    COLOUR_DOES_NOT_MATTER = no("on line 1 colours do not matter; keep the Senator", "DP-34", "DP-R12")
    SAME_COLOUR = no("the die has that colour already; place it without the Senator", "DP-75")
    PUPPET_MASTER = no("a puppet master has no number and belongs on Press", "DP-R9", "DP-R12")
    NOT_ON_LINE_4 = no("the Senator does not work on line 4 in this match", "DP-R12")
    NO_ROLL = no("there is no roll to repeat now", "DP-R13")
    BROOKLYN_EMPTY = no("no Friend of the Family is left in Brooklyn", "DP-R17")
    NO_FRIEND = no("you have no Friend of the Family", "DP-79")
    TWO_FRIENDS_USED = no("you have used two Friends this turn, which is the limit", "DP-84")
    FAVOUR_TOO_FAR = no("your Favours marker has not reached that favour", "DP-79")
    NO_DEBT_THERE = no("none of your debt tokens is there", "DP-81")
    OTHER_TOKEN = no("only the token just gained can be used out of turn", "DP-R11")
    NO_SUCH_SEAT = no("nobody sits there")


def refusal_values(state: Record, code: int, move: object, parts: Parts, say: Words) -> dict[str, object]:
    """What a sentence of refusal says of the own money and prisoners."""
    s = unwrap(state)
    seat = max(0, int(s["asked"]))
    return {"cash": money(int(s["cash"][seat]), say), "tombs": int(s["tombs"][seat])}


# ---------------------------------------------------------------- questions


def question_of_line(state: Record) -> str:
    """What is open in a window of the turn."""
    line = unwrap(state)["line"]
    if line == Line.END_OF_TURN:
        return sentence("{family}: end your turn, or use tokens and favours")
    if line == Line.CHARACTERS:
        return sentence("{family}: line 4: use the character of the last die")
    return sentence("{family}: line {line}: place a die")


QUESTIONS = {
    Phase.FIRST: sentence("Who is the start player?"),
    Phase.CAR: sentence("{family}: where does the car start?"),
    Phase.DISTRICT: sentence("{family}: choose a district"),
    Phase.CARD: sentence("The event card of round {n} is turned over"),
    Phase.CHOICE: sentence("{family}: {card}: a step or money?"),
    Phase.RANSOM: sentence("{family}: {card}: how many prisoners do you ransom?"),
    Phase.RECOVER: sentence("{family}: {card}: who comes back?"),
    Phase.WAR: sentence("{family}: {card}: take over a business?"),
    Phase.VACATE: sentence("{family}: {card}: which business do you give up?"),
    Phase.TURN_START: sentence("{family}: {card}: yes or no?"),
    Phase.ROLL: sentence("A die is rolled"),
    Phase.BAPTISM: sentence("A die is rolled"),
    Phase.WINDOW: question_of_line,
    Phase.VISIT: sentence("{family}: occupy the business in front of the car?"),
    Phase.TAKEOVER: sentence("{family}: take over a business with the number {number}?"),
    Phase.CONSIGLIERE: sentence("{family}: the Consigliere can occupy an empty business"),
    Phase.PROSECUTOR: sentence("{family}: the Prosecutor can free your prisoners"),
    Phase.SPY: sentence("{family}: whom does the Spy denounce?"),
    Phase.BANKER: sentence("{family}: the Banker offers Revenue or Favours"),
    Phase.TOKEN_NOW: sentence("{family}: use {token} at once?"),
    Phase.OVER: sentence("The game is over"),
}


def question_values(state: Record, parts: Parts, say: Words) -> dict[str, object]:
    """Who is asked, in which round and on which line, about which card, number or token."""
    s = unwrap(state)
    values: dict[str, object] = {"n": int(s["round"]), "line": int(s["line"]), "number": int(s["number"])}
    if s["asked"] >= 0:
        values["family"] = seat_name(state, int(s["asked"]), parts, say)
    if s["card"] >= 0:
        values["card"] = say(parts.events[int(s["card"])].title)
    if s["token"] >= 0:
        values["token"] = say(TOKENS[Token(int(s["token"]))])
    return values


# ---------------------------------------------------------------- what views show

PHASES = {
    "car": "the car's start", "district": "choice of districts", "card": "event card", "choice": "a step or money",
    "ransom": "ransom", "recover": "a member comes back", "war": "war of the families", "vacate": "a business is given up",
    "turn_start": "start of the turn", "roll": "roll of the dice", "window": "dice, tokens and favours", "visit": "visit",
    "takeover": "takeover", "consigliere": "Consigliere", "prosecutor": "Prosecutor", "spy": "Spy", "banker": "Banker",
    "token_now": "a token gained", "baptism": "Baptism", "over": "over", "first": "the start player",
}  # fmt: skip
FAVOURS = {
    "recruit": "recruit a member", "clear_debt": "clear a debt", "two_steps": "two steps", "cash_5000": "money",
}  # fmt: skip


def vocabulary(parts: Parts) -> Names:
    """What views show, in English: by kind, the names of its words."""
    return {
        "phase": PHASES,
        "family": {family.id: family.name for family in parts.families},
        "owner": {"neutral": "neutral family"},
        "district": {name: name for name in parts.districts},
        "business_type": {kind.id: kind.name for kind in parts.types},
        "business": {
            str(place): ("business {n} ({type})", {"n": place, "type": parts.types[number - 1].name})
            for place, number in enumerate(parts.businesses, 1)
        },
        "car": {"car": "the car"},
        "die": {lower(die): name for die, name in DICE_NAMES.items()},
        "colour": {"grey": "grey", "red": "red", "black": "black", "white": "white"},
        "marker": {"grey": "grey", "red": "red"},
        "track": {lower(track): name for track, name in TRACKS.items()},
        "token": {lower(token): name for token, name in TOKENS.items()},
        "held": {"on_track": "on its track", "in_hand": "in hand", "spent": "used"},
        "favour": FAVOURS,
        "area": {"tombs": "the Tombs", "hudson": "the Hudson", "reserve": "the reserve"},
        "card": {card.id: card.title for card in parts.events},
        "card_text": {text: text for card in parts.events for text in (card.title, card.text)},
        "box": {**{kind.id: kind.name for kind in parts.types}, **{lower(box): name for box, name in BOXES.items()}},
    }
