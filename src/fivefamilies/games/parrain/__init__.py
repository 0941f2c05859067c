"""Le Jeu du Parrain by Jody Porter (Family Games, 1971): fight for the rackets of eight neighbourhoods of Manhattan."""

from collections import Counter
from typing import Any

from fivefamilies.core import datafile
from fivefamilies.core.contract import Title
from fivefamilies.core.record import unwrap
from fivefamilies.games.parrain import drawing, knowledge, referee, rules, setup, strategy, wording
from fivefamilies.games.parrain.components import (
    CARDS,
    FEWEST_SEATS,
    GAME,
    LUCK,
    NEIGHBOURHOODS,
    SEATS,
    SETUP,
    TOKENS_PER_TURN,
    Parts,
    data,
    land_of,
    numbers,
    parts,
)
from fivefamilies.games.parrain.state import Phase, State, Status


def flaw(state: Any, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every token and every card is in exactly one place."""
    s = unwrap(state)
    seats = int(s["seats"])
    if not FEWEST_SEATS <= seats <= SEATS:
        return f"{seats} seats; there are {FEWEST_SEATS} to {SEATS}"
    if not 0 <= s["turn"] < seats or not 0 <= s["first_player"] < seats:
        return "the turn does not fit the seats"
    return flaw_on_board(s, seats, box) or flaw_in_packs(s, seats, box) or flaw_in_claims(s, seats)


def flaw_on_board(s: Any, seats: int, box: Parts) -> str | None:
    """The board is the box's, each position has one token at most, and no token is lost (JP-R14)."""
    used = Counter({seat: int(s["bag"][seat]) for seat in range(SEATS)})
    for place, part in enumerate(box.neighbourhoods):
        land, men = int(s["land"][place]), [int(cells) for cells in s["men"][place]]
        if land != land_of(part.shape):
            return f"{part.id} does not have the shape of the board"
        if sum(men) & ~land or sum(cells.bit_count() for cells in men) != sum(men).bit_count():
            return f"{part.id} has two tokens on a position, or one outside"
        if any(men) and (s["status"][place] != Status.OPEN or s["racket"][place] < 0):
            return f"{part.id} has tokens and is not open, or has no racket"
        if (s["controller"][place] >= 0) != (s["status"][place] == Status.CLOSED):
            return f"{part.id} is closed and nobody's, or controlled and open"
        if not 0 <= s["placed"][place] <= TOKENS_PER_TURN:
            return f"{part.id} has {s['placed'][place]} tokens placed in one turn"
        for seat, cells in enumerate(men):
            used[seat] += cells.bit_count() + int(s["controller"][place] == seat)
    for seat in range(SEATS):
        wanted = box.tokens if seat < seats else 0
        if used[seat] != wanted or s["bag"][seat] < 0:
            return f"seat {seat} has {used[seat]} tokens in all; there are {wanted}"
        if s["cash"][seat] < 0:
            return f"seat {seat} has less than no cash"
    return None


def flaw_in_packs(s: Any, seats: int, box: Parts) -> str | None:
    """Every card is in its pack, under it, in a hand, or being carried out."""
    found = Counter({card: int(n) for card, n in enumerate(s["pack"])})
    found.update(int(card) for card in s["used"][: s["used_count"]])
    found.update(int(card) for card in (*s["hand"], s["card"]) if card >= 0)
    for card in range(CARDS):
        if found[card] != box.cards[card].count or s["pack"][card] < 0:
            return f"{found[card]} cards {box.cards[card].id} in all; the pack has {box.cards[card].count}"
    for luck, pack in enumerate(box.luck):
        counts = Counter({card: int(n) for card, n in enumerate(s["luck_pack"][luck])})
        counts.update(int(card) for card in s["luck_used"][luck][: s["luck_used_count"][luck]])
        if s["luck"] // LUCK == luck and s["luck"] >= 0:
            counts[int(s["luck"]) % LUCK] += 1
        if any(counts[card] != part.count for card, part in enumerate(pack)):
            return "a pack of luck is not complete"
    for seat in range(SEATS):
        if s["hand"][seat] < 0 and (s["known"][seat] or s["held_over"][seat]):
            return f"seat {seat} is known to hold a card and has none"
        if s["hand"][seat] >= 0 and seat >= seats:
            return f"seat {seat} is not at the table and holds a card"
    return None


def flaw_in_claims(s: Any, seats: int) -> str | None:
    """A claim is somebody's, and waits for opponents only."""
    for place in range(NEIGHBOURHOODS):
        for holder, waiting in ((s["claim"], s["waiting"]), (s["announcer"], s["unanswered"])):
            seat, others = int(holder[place]), int(waiting[place])
            if (seat < 0 and others) or seat >= seats or (seat >= 0 and others >> seat & 1) or others >> seats:
                return f"the claim in neighbourhood {place} does not fit the seats"
    if s["phase"] > Phase.OVER:
        return "nobody is asked anything"
    return None


TITLE = Title(
    slug=GAME["slug"],
    name=GAME["title"],
    names={"it": GAME["title_it"]},
    designers=(GAME["designer"],),
    publisher=GAME["publisher"],
    year=GAME["year"],
    colours=tuple(SETUP["bag"]["colours"]),
    prefix=GAME["rule_prefix"],
    package=__name__,
    rules_version=1,
    seats=tuple(range(FEWEST_SEATS, SEATS + 1)),
    options=setup.Options,
    presets=datafile.presets(data()["presets"]),
    bound=16_500,  # 240 turns of at most 64 decisions and 3 steps of chance, and who starts (JP-R22)
    state=State,
    moves=referee.MOVES,
    outcomes=CARDS,
    log_rows=64,
    start=setup.start,
    actor=rules.actor,
    legal=referee.legal,
    chances=rules.chances,
    objection=referee.objection,
    play=rules.play,
    guess=knowledge.guess,
    observe=knowledge.observe,
    scores=rules.scores,
    appeal=strategy.appeal,
    outlook=strategy.outlook,
    horizon=20,
    observation=knowledge.OBSERVATION,
    parts=parts,
    numbers=numbers,
    view=knowledge.view,
    redact=knowledge.redact,
    notation=wording.notation,
    label=wording.label,
    tell=wording.tell,
    refuse=wording.refuse,
    seat_name=wording.family,
    question=wording.question,
    draw=drawing.draw,
    flaw=flaw,
    misfit=setup.misfit,
)
