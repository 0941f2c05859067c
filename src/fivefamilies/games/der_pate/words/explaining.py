"""What the things on a table of Der Pate are, in our words and with the rules that say so."""

from collections.abc import Callable

from fivefamilies.core.telling import Explained
from fivefamilies.core.words import Words, sentence
from fivefamilies.games.der_pate.components import (
    BAIL,
    BLOCK,
    DEBT_TO_PLAYER,
    END_OF_TRACK,
    FAVOUR_CASH,
    FAVOUR_STEPS,
    FRIENDS_PER_TURN,
    KO_SPACE,
    TURN_START_EFFECTS,
    Box,
    BusinessType,
    Favour,
    Parts,
    Token,
    Track,
)
from fivefamilies.games.der_pate.words.things import BOXES, TOKENS, TRACKS, money

BOX_TEXTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "press": (
        sentence("Lines 1, 2 and 3. Takes a puppet master of any colour: 1 step on Reputation and 1 on Influence."),
        ("DP-41", "DP-44"),
    ),
    "reputation": (sentence("Line 2, grey die. As many steps on Reputation as the number."), ("DP-45", "DP-77")),
    "influence": (sentence("Line 2, red die. As many steps on Influence as the number."), ("DP-45", "DP-77")),
    "visit": (
        sentence(
            "Line 2, black die. The car drives as many spaces as the number, protected district or not. If the business there is"
            " empty you may put a man on it; a rival's or neutral man goes home; your own stays."
        ),
        ("DP-46", "DP-47", "DP-48", "DP-49"),
    ),
    "betting": (sentence("Line 2, white die. Take $1,000 times the number from the bank."), ("DP-50",)),
    "meeting": (
        sentence(
            "Line 3, grey die. All debt tokens that you hold go back to their owners; each pays you $1,000 times the number a"
            " token, as far as he can."
        ),
        ("DP-51", "DP-60", "DP-R18"),
    ),
    "raid": (
        sentence("Line 3, red die. Every unprotected business of that number, yours too, loses its man to the Tombs."),
        ("DP-52", "DP-60"),
    ),
    "takeover": (
        sentence(
            "Line 3, black die. You may take one unprotected business of that number from another family: its man drowns, its"
            " owner gets one of your debt tokens, a man from your reserve moves in."
        ),
        ("DP-53", "DP-54", "DP-56"),
    ),
    "friend": (
        sentence(
            "Line 3, white die. Pay $1,000 times the number and take a Friend. If you cannot pay, or"
            " none is left, nothing happens."
        ),
        ("DP-59", "DP-60", "DP-R17"),
    ),
    "consigliere": (sentence("Line 4. You may put a man from your reserve on any empty, unprotected business."), ("DP-62",)),
    "prosecutor": (sentence("Line 4. You may take all your men home from the Tombs."), ("DP-63",)),
    "spy": (sentence("Line 4. You may send a rival's man from an unprotected business to the Tombs."), ("DP-64", "DP-R15")),
    "banker": (sentence("Line 4. You may take 1 step on Revenue or on Favours."), ("DP-65",)),
}
TOKEN_TEXTS = {
    Token.WEDDING: (sentence("Take a Friend of the Family from Brooklyn. Good for once, now or later."), "DP-70"),
    Token.BAPTISM: (
        sentence("Roll a die once: $1,000 times its number, nothing for the puppet master. Good for once, now or later."),
        "DP-71",
    ),
    Token.BIRTHDAY: (sentence("1 step on any of your four tracks. Good for once, now or later."), "DP-72"),
    Token.POLICEMAN: (sentence("Roll one die again before it is placed. Good for once."), "DP-73"),
    Token.JUDGE: (sentence("Repeat the whole roll of this line: 4, 3 or 2 dice. Good for once."), "DP-74"),
    Token.SENATOR: (
        sentence("Place a die on the box of another colour, on lines 2, 3 and 4; its number stays. Good for once."),
        "DP-75",
    ),
}
FAVOUR_TEXTS = {
    Favour.RECRUIT: (sentence("A man of yours comes back from the Hudson into your reserve."), "DP-80"),
    Favour.CLEAR_DEBT: (sentence("One of your debt tokens comes back; whoever holds it gets nothing."), "DP-81"),
    Favour.TWO_STEPS: (sentence("{n} steps on one of two tracks."), "DP-82"),
    Favour.CASH_5000: (sentence("{amount} from the bank."), "DP-83"),
}


def explain(kind: str, word: str, parts: Parts, say: Words) -> Explained | None:
    """What a thing of the table is and does, with the numbers of its rules."""
    teller = TELLERS.get(kind)
    return teller(word, parts, say) if teller else None


def of_box(word: str, parts: Parts, say: Words) -> Explained | None:
    """A box of the action board: an action, or the income of a number."""
    trade = next((trade for trade in parts.types if trade.id == word), None)
    if trade is not None:
        return of_income(trade, parts, say)
    if word not in BOX_TEXTS:
        return None
    text, rules = BOX_TEXTS[word]
    return Explained(say(BOXES[Box[word.upper()]]), say(text), rules)


def of_income(trade: BusinessType, parts: Parts, say: Words) -> Explained:
    """An income box (DP-36 to DP-40)."""
    number, amount = parts.types.index(trade) + 1, money(trade.income, say)
    text = say(
        "Takes a die with the number {n}. Every business of that number pays its owner {amount}, you or a rival.",
        n=number,
        amount=amount,
    )
    if trade.bonus >= 0:
        text += " " + say("The owner also takes 1 step on {track} for each.", track=say(TRACKS[Track(trade.bonus)]))
    return Explained(say(trade.name), text, ("DP-36", "DP-37", "DP-38" if trade.bonus == Track.REPUTATION else "DP-39", "DP-40"))


def of_business(word: str, parts: Parts, say: Words) -> Explained | None:
    """A business (DP-4, DP-37)."""
    if not word.isdecimal() or not 1 <= int(word) <= len(parts.businesses):
        return None
    place = int(word)
    trade = parts.types[parts.businesses[place - 1] - 1]
    text = say(
        "Number {number}, {district}. A {number} on line 1 pays its owner {amount}; at the end every business counts too."
        " In the district of the car nobody can be removed or moved in, except by a Visit.",
        number=parts.businesses[place - 1],
        district=parts.districts[(place - 1) // BLOCK],
        amount=money(trade.income, say),
    )
    return Explained(
        say("business {n} ({type})", n=place, type=say(trade.name)), text, ("DP-4", "DP-27", "DP-37", "DP-66", "DP-87")
    )


def of_district(word: str, parts: Parts, say: Words) -> Explained | None:
    """A district (DP-4, DP-27)."""
    if word not in parts.districts:
        return None
    text = say("Three businesses. While the car stands here they are protected: only a Visit changes who holds them.")
    return Explained(word, text, ("DP-4", "DP-27", "DP-66"))


def of_token(word: str, parts: Parts, say: Words) -> Explained | None:
    """An action token (DP-68 to DP-75)."""
    token = next((token for token in Token if token.name.lower() == word), None)
    if token is None:
        return None
    text, rule = TOKEN_TEXTS[token]
    track = Track.REPUTATION if token < Token.POLICEMAN else Track.INFLUENCE
    where = say("Lies on space {n} of {track}.", n=parts.token_spaces[token], track=say(TRACKS[track]))
    return Explained(say(TOKENS[token]), f"{say(text)} {where}", (rule, "DP-68", "DP-69"))


def of_favour(word: str, parts: Parts, say: Words) -> Explained | None:
    """A favour (DP-79 to DP-84)."""
    favour = next((favour for favour in Favour if favour.name.lower() == word), None)
    if favour is None:
        return None
    text, rule = FAVOUR_TEXTS[favour]
    cost = say(
        "Costs a Friend, at most {n} a turn, from space {space} of Favours on.",
        n=FRIENDS_PER_TURN,
        space=parts.favour_spaces[favour],
    )
    told = say(text, n=FAVOUR_STEPS, amount=money(FAVOUR_CASH, say))
    return Explained(say("Favour {n}", n=int(favour) + 1), f"{told} {cost}", (rule, "DP-79", "DP-84"))


def of_track(word: str, parts: Parts, say: Words) -> Explained | None:
    """A development track (DP-7, DP-67, DP-77, DP-78)."""
    track = next((track for track in Track if track.name.lower() == word), None)
    if track is None:
        return None
    last, name = parts.last[track], say(TRACKS[track])
    if track == Track.REVENUE:
        highest = money(max(parts.revenue), say)
        return Explained(
            name,
            say("What its space says is paid at the start of each round and once at the end, up to {amount}.", amount=highest),
            ("DP-22", "DP-78", "DP-86"),
        )
    if track == Track.FAVOURS:
        return Explained(name, say("The favour of this space and all earlier ones can be had for a Friend each."), ("DP-79",))
    text = say(
        "{last} spaces. One of Reputation and Influence becomes the K.O. track: whoever is not on"
        " its last space at the end is out,"
        " however rich. A further step at the end pays {amount}.",
        last=last,
        amount=money(END_OF_TRACK, say),
    )
    return Explained(name, text, ("DP-67", "DP-68", "DP-77", "DP-85"))


def of_card(word: str, parts: Parts, say: Words) -> Explained | None:
    """An event card (DP-15, DP-23)."""
    card = next((card for card in parts.events if card.id == word), None)
    if card is None:
        return None
    when = (
        say("Each player does so at the start of his own turn.")
        if card.effect in TURN_START_EFFECTS
        else say("At once, the start player first.")
    )
    moves = say("The car drives {n}; the marker of {track} moves on.", n=card.car, track=say(TRACKS[Track(card.grey_or_red)]))
    return Explained(
        say(card.title),
        f"{say(card.text)} {when} {moves}",
        ("DP-15", "DP-24", "DP-26", "DP-29" if card.effect in TURN_START_EFFECTS else "DP-28"),
    )


def of_marker(word: str, parts: Parts, say: Words) -> Explained | None:
    """An event marker (DP-24, DP-25)."""
    if word not in ("grey", "red"):
        return None
    track = say(TRACKS[Track.REPUTATION if word == "grey" else Track.INFLUENCE])
    text = say(
        "Moves on with each card of its colour. The card number {n} makes {track} the K.O. track for good.",
        n=KO_SPACE,
        track=track,
    )
    return Explained(say("Event marker: {track}", track=track), text, ("DP-24", "DP-25", "DP-85", "DP-R25"))


def of_area(word: str, parts: Parts, say: Words) -> Explained | None:
    """The Tombs or the Hudson (DP-6)."""
    if word == "tombs":
        text = say(
            "The prison. Men come home by the Prosecutor, by a card, or for {amount} bail each at the end.",
            amount=money(BAIL, say),
        )
        return Explained(say("the Tombs"), text, ("DP-6", "DP-63", "DP-88"))
    if word == "hudson":
        text = say("Men who lost a business in a takeover lie here. They come back by favour 1 or a card only.")
        return Explained(say("the Hudson"), text, ("DP-6", "DP-54", "DP-80"))
    return None


def of_die(word: str, parts: Parts, say: Words) -> Explained:
    """A die (DP-33 to DP-35)."""
    text = say(
        "Line 1 looks at the number, lines 2 and 3 at number and colour, line 4 at the colour. A die"
        " that is placed is not rolled again."
    )
    return Explained(say("A die"), text, ("DP-33", "DP-34", "DP-35"))


def of_pieces(word: str, parts: Parts, say: Words) -> Explained | None:
    """What there is one of, or many alike."""
    debt = money(DEBT_TO_PLAYER, say)
    told = {
        "car": (
            say("the car"),
            say("Moves clockwise with every card and Visit. Its district is protected."),
            ("DP-5", "DP-26", "DP-27"),
        ),
        "friend": (
            say("Friend of the Family"),
            say("Pays a favour and goes back to Brooklyn."),
            ("DP-16", "DP-59", "DP-79", "DP-84"),
        ),
        "debt": (
            say("Debt token"),
            say("Goes to the owner of a business that you take. Costs you {amount} at the end, more at a Meeting.", amount=debt),
            ("DP-51", "DP-54", "DP-89"),
        ),
        "reserve": (say("Reserve"), say("Your men at home: they move into businesses."), ("DP-8", "DP-47", "DP-56", "DP-62")),
        "events": (
            say("The event cards"),
            say("One is turned over each round. Three of the ten stay in the box; nobody knows which."),
            ("DP-14", "DP-15", "DP-23"),
        ),
        "secret": (say("Cash"), say("Players may keep their cash secret until the end."), ("DP-17", "DP-R31")),
        "open": (
            say("Cash"),
            say("The most money wins, among those who reach the end of the K.O. track."),
            ("DP-2", "DP-85", "DP-90"),
        ),
    }
    return Explained(*told[word]) if word in told else None


TELLERS: dict[str, Callable[[str, Parts, Words], Explained | None]] = {
    "box": of_box,
    "business": of_business,
    "district": of_district,
    "token": of_token,
    "favour": of_favour,
    "track": of_track,
    "card": of_card,
    "marker": of_marker,
    "area": of_area,
    "die": of_die,
    "car": of_pieces,
    "friend": of_pieces,
    "debt": of_pieces,
    "reserve": of_pieces,
    "deck": of_pieces,
    "cash": of_pieces,
}
