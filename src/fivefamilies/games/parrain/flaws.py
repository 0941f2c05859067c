"""What cannot be so on a table of Le Jeu du Parrain: refused before it is put there."""

from collections import Counter

from fivefamilies.core.compiled import verb
from fivefamilies.core.record import Fields, Record, unwrap
from fivefamilies.games.parrain import grid
from fivefamilies.games.parrain.components import (
    CARD_KIND,
    CARD_RACKET,
    CARD_TOKENS,
    CARDS,
    FEWEST_SEATS,
    FURTHEST_ROUND,
    INFORMER_TOKENS,
    LONGEST_ROUND_LIMIT,
    LUCK,
    SEATS,
    Kind,
    Luck,
    Neighbourhood,
    Parts,
    land_of,
    numbers,
    row_of,
)
from fivefamilies.games.parrain.state import (
    NONE,
    PLACE_IDS,
    Phase,
    Status,
    board,
    foes,
)


@verb
def exposed(s, place):
    """The seats with tokens there that somebody else encircles, as a set (JP-40)."""
    found = 0
    for seat in range(s.seats):
        if grid.is_exposed(board(s, place), s.men[place, seat], foes(s, place, seat)):
            found |= 1 << seat
    return found


def flaw(state: Record, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every token and every card is in its place, and the question can be asked."""
    s = unwrap(state)
    seats = int(s["seats"])
    if not FEWEST_SEATS <= seats <= SEATS:
        return f"{seats} seats; there are {FEWEST_SEATS} to {SEATS}"
    if not 0 <= s["turn"] < seats or not 0 <= s["first_player"] < seats:
        return "the turn does not fit the seats"
    return (
        flaw_in_box(s, box)
        or flaw_on_board(s, box)
        or flaw_in_captures(state)
        or flaw_in_memory(s, seats)
        or flaw_in_bags(s, seats, box)
        or flaw_in_packs(s, box)
        or flaw_in_rounds(s)
        or flaw_in_hands(s, seats)
        or flaw_in_claims(s, seats)
        or flaw_in_card(s)
        or flaw_in_question(s)
    )


def flaw_in_box(s: Fields, box: Parts) -> str | None:
    """Shapes, values and luck cards are those of the box."""
    for place, part in enumerate(box.neighbourhoods):
        if s["land"][place] != land_of(part.shape) or s["width"][place] != row_of(part.shape):
            return f"{part.id} does not have the shape of the board; one that is not drawn has the shape of our own box"
    printed = numbers(box)
    for name in ("value", "luck_money", "luck_racket", "luck_tokens"):
        if (s[name] != unwrap(printed)[name]).any():
            return f"{name} is not what is printed in this box"
    return None


def flaw_on_board(s: Fields, box: Parts) -> str | None:
    """Each position has one token at most; tokens, rackets and controllers are where they can be (JP-18, JP-47)."""
    for place, part in enumerate(box.neighbourhoods):
        men, status, owner = [int(cells) for cells in s["men"][place]], int(s["status"][place]), int(s["controller"][place])
        if sum(men) & ~int(s["land"][place]) or sum(cells.bit_count() for cells in men) != sum(men).bit_count():
            return f"{part.id} has two tokens on a position, or one outside"
        if any(men) and (status != Status.OPEN or s["racket"][place] < 0):
            return f"{part.id} has tokens and is not open, or has no racket"
        if (owner >= 0) != (status == Status.CLOSED) or owner >= s["seats"]:
            return f"{part.id} is closed and nobody's, or controlled and open"
        if owner >= 0 > s["racket"][place] or (owner < 0 and s["instalments"][place]):
            return f"{part.id} is controlled without a racket, or pays bonuses and is not controlled"
    return None


def flaw_in_captures(state: Record) -> str | None:
    """Encircled tokens have left the board, unless a capture is pending that will save them (JP-37, JP-R8)."""
    s = unwrap(state)
    for place in Neighbourhood:
        shut_in = int(exposed(state, int(place)))
        if shut_in and s["pending"] != place:
            return f"{place.name.lower()} has encircled tokens"
        if s["pending"] == place and not shut_in >> int(s["turn"]) & 1:
            return f"{place.name.lower()} has no capture to be completed"
    return None


def flaw_in_memory(s: Fields, seats: int) -> str | None:
    """Tokens placed this turn are on the board, captured ones have left it; a capture has its place and its captor."""
    if any(int(s["fresh"][place]) & ~int(s["men"][place, s["turn"]]) for place in Neighbourhood):
        return "a token was placed this turn where its player has none"
    place, captor = int(s["gone_from"]) - 1, int(s["captor"])
    if (place >= 0) != (captor > 0) or captor > seats:
        return "the last capture has no captor, or no place"
    land = int(s["land"][place]) if place >= 0 else 0
    if any(int(cells) & ~land for cells in s["gone"]):
        return "the last capture took tokens from outside"
    return None


def flaw_in_bags(s: Fields, seats: int, box: Parts) -> str | None:
    """No token is lost (JP-R14)."""
    for seat in range(SEATS):
        wanted = box.tokens if seat < seats else 0
        on_board = sum(int(cells).bit_count() for cells in s["men"][:, seat])
        used = int(s["bag"][seat]) + on_board + int((s["controller"] == seat).sum())
        if used != wanted:
            return f"seat {seat} has {used} tokens in all; there are {wanted}"
        if s["cash"][seat] and seat >= seats:
            return f"seat {seat} is not at the table and has cash"
    return None


def flaw_in_packs(s: Fields, box: Parts) -> str | None:
    """Every card is in its pack, under it, in a hand, or being carried out."""
    below = [int(card) for card in s["used"][: s["used_count"]]]
    found = Counter({card: int(n) for card, n in enumerate(s["pack"])})
    found.update(below)
    found.update(int(card) for card in (*s["hand"], s["card"]) if card >= 0)
    for card in range(CARDS):
        if found[card] != box.cards[card].count:
            return f"{found[card]} cards {box.cards[card].id} in all; the pack has {box.cards[card].count}"
    if NONE in below:
        return "a used card is none"
    for luck, pack in enumerate(box.luck):
        counts = Counter({card: int(n) for card, n in enumerate(s["luck_pack"][luck])})
        counts.update(int(card) for card in s["luck_used"][luck][: s["luck_used_count"][luck]])
        if s["luck"] // LUCK == luck and s["luck"] >= 0:
            counts[int(s["luck"]) % LUCK] += 1
        if any(counts[card] != part.count for card, part in enumerate(pack)):
            return "a pack of luck is not complete"
    return None


def flaw_in_rounds(s: Fields) -> str | None:
    """First turns are round 1, the die before them is round 0, and only what ends a game has ended it (JP-16, JP-R22)."""
    phase, round_ = int(s["phase"]), int(s["round"])
    if phase > Phase.OVER:
        return "nobody is asked anything"
    if (round_ == 0) != (phase == Phase.FIRST_PLAYER) or round_ > s["round_limit"]:
        return f"round {round_} cannot be; there are {s['round_limit']}"
    if s["until_control"] and (s["round_limit"] != FURTHEST_ROUND or s["quiet_rounds"]):
        return "a game until control has no truce, and no round limit but the furthest round"
    if s["round_limit"] > LONGEST_ROUND_LIMIT and not s["until_control"]:
        return f"the round limit is {LONGEST_ROUND_LIMIT} at most"
    if phase == Phase.FIRST_PLAYER and (s["men"].any() or (s["racket"] >= 0).any() or (s["status"] == Status.CLOSED).any()):
        return "tokens or rackets are on the board before the first turn"
    if phase in (Phase.ENTER, Phase.ADD) and round_ != 1:
        return "only first turns enter neighbourhoods"
    if round_ == 1 and phase not in (Phase.ENTER, Phase.ADD, Phase.DRAW, Phase.OVER):
        return "a first turn enters neighbourhoods and draws a card"
    is_quiet = s["quiet_rounds"] >= s["truce_rounds"]
    if phase != Phase.OVER and is_quiet:
        return "a truce has ended the game"
    if phase == Phase.OVER and (s["status"] == Status.OPEN).any() and not is_quiet and round_ < s["round_limit"]:
        return "nothing has ended the game"
    return None


def flaw_in_hands(s: Fields, seats: int) -> str | None:
    """Whoever has had a turn holds a card, but for the player who is having one (JP-20, JP-31)."""
    ahead = (int(s["turn"]) - int(s["first_player"])) % seats
    for seat in range(SEATS):
        place, holds = (seat - int(s["first_player"])) % seats, bool(s["hand"][seat] >= 0)
        if seat >= seats or s["round"] == 0 or (s["round"] == 1 and place > ahead):
            should = False
        else:
            should = place != ahead or s["phase"] == Phase.FORFEIT
        if holds != should and (s["phase"] != Phase.OVER or seat >= seats):
            return f"seat {seat} holds a card and should not" if holds else f"seat {seat} should hold a card"
        if not holds and (s["known"][seat] or s["held_over"][seat]):
            return f"seat {seat} is known to hold a card and has none"
    return None


def flaw_in_claims(s: Fields, seats: int) -> str | None:
    """A claim is somebody's, in an open neighbourhood, and waits for opponents only (JP-43, JP-49)."""
    for place in Neighbourhood:
        for holder, waiting in ((s["claim"], s["waiting"]), (s["announcer"], s["unanswered"])):
            seat, others = int(holder[place]), int(waiting[place])
            if (seat < 0 and others) or seat >= seats or (seat >= 0 and others >> seat & 1) or others >> seats:
                return f"the claim in {place.name.lower()} does not fit the seats"
            if seat >= 0 and (s["status"][place] != Status.OPEN or s["racket"][place] < 0):
                return f"the claim in {place.name.lower()} is for a neighbourhood that is not open, or has no racket"
    announced, contested = s["announcer"] >= 0, s["contested"] > 0
    if announced.any() and not s["announced_version"]:
        return "control is announced in the announced version only"
    if contested.any() != (s["phase"] == Phase.FORFEIT):
        return "a contested announcement costs a token at once"
    if any(s["announcer"][p] < 0 or not s["men"][p, s["announcer"][p]] for p in Neighbourhood if contested[p]):
        return "a contested announcement costs a token, and there is none"
    return None


def flaw_in_card(s: Fields) -> str | None:
    """The cards that are carried out, and what is left of them to do, are those of the question (JP-9 to JP-15)."""
    phase, card, luck = int(s["phase"]), int(s["card"]), int(s["luck"])
    kind = CARD_KIND[card] if card >= 0 else NONE
    pack, drawn_card = divmod(luck, LUCK) if luck >= 0 else (NONE, NONE)
    racket, tokens, money = NONE, 0, 0
    if luck >= 0:
        racket, tokens = int(s["luck_racket"][pack, drawn_card]), int(s["luck_tokens"][pack, drawn_card])
        money = int(s["luck_money"][pack, drawn_card])
    elif kind == Kind.RACKET:
        racket, tokens = CARD_RACKET[card], CARD_TOKENS[card]
    elif kind == Kind.INFORMER:
        tokens = INFORMER_TOKENS
    fits = {
        Phase.ROLL: (kind, pack) == (Kind.REPRIEVE, NONE),
        Phase.VEINE: (kind, pack) == (Kind.REPRIEVE, NONE),
        Phase.DEVEINE: (kind, pack) == (Kind.REPRIEVE, NONE),
        Phase.FREE: (kind, pack) in ((Kind.RACKET, NONE), (Kind.REPRIEVE, Luck.VEINE)),
        Phase.LOSE: (kind, pack) == (Kind.REPRIEVE, Luck.DEVEINE),
        Phase.SELL: (kind, pack) == (Kind.REPRIEVE, Luck.DEVEINE),
        Phase.INFORM: (kind, pack) == (Kind.INFORMER, NONE),
    }
    if not fits.get(Phase(phase), (kind, pack) == (NONE, NONE)):
        return "the card that is carried out does not fit the question"
    if s["card_racket"] != racket:
        return "the card that is carried out has another racket"
    left = {Phase.FREE: "free_left", Phase.LOSE: "lose_left", Phase.INFORM: "lose_left"}.get(Phase(phase))
    for name in ("free_left", "lose_left"):
        if not (1 <= s[name] <= tokens if name == left else s[name] == 0):
            return f"{name} is {s[name]}, which is not left of the card"
    if s["penalty"] != (money if phase in (Phase.LOSE, Phase.SELL) else 0):
        return f"a penalty of {s['penalty']} dollars is not that of the card"
    return None


def flaw_in_question(s: Fields) -> str | None:
    """What is entered, opened or pending is where tokens are being placed (JP-17, JP-18, JP-R8)."""
    phase, entered, opened, pending = (int(s[name]) for name in ("phase", "entered", "opened", "pending"))
    entries = {Phase.ENTER: (0, 1), Phase.ADD: (1, 2)}.get(Phase(phase), (0,))
    if s["entries"] not in entries or (entered >= 0) != (phase == Phase.ADD):
        return "the neighbourhoods entered do not fit the question"
    for place in {entered, opened, pending} - {NONE}:
        if s["status"][place] != Status.OPEN or s["racket"][place] < 0:
            return f"{PLACE_IDS[place + 1]} is being entered, and is not open or has no racket"
    if opened >= 0 and (s["men"][opened].any() or s["placed"][opened] or not (phase == Phase.BUY or opened == entered)):
        return f"{PLACE_IDS[opened + 1]} was not just opened"
    if pending >= 0 and (phase not in (Phase.ADD, Phase.FREE, Phase.BUY) or (phase == Phase.ADD and pending != entered)):
        return f"{PLACE_IDS[pending + 1]} has no capture to be completed"
    if entered >= 0 and not s["placed"][entered] and opened != entered:
        return f"{PLACE_IDS[entered + 1]} was not entered this turn"
    if phase == Phase.SELL and s["cash"][s["turn"]] >= s["penalty"]:
        return "the penalty can be paid: nothing is sold"
    return None
