"""Family Business by David B. Bromley (Mayfair Games): wipe out the other gangs before they wipe out yours."""

from collections import Counter
from typing import Any

from fivefamilies.core import datafile
from fivefamilies.core.contract import Title
from fivefamilies.core.record import unwrap
from fivefamilies.games.family_business import drawing, guessing, knowledge, referee, rules, setup, strategy, wording
from fivefamilies.games.family_business.components import (
    CARDS,
    FEWEST_SEATS,
    MEN,
    MOBSTERS,
    SEATS,
    Card,
    Parts,
    data,
    numbers,
    parts,
)
from fivefamilies.games.family_business.state import Fate, Phase, State

GAME = data()["game"]


def flaw(state: Any, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every card and every mobster is in exactly one place (FB-2, FB-3)."""
    s = unwrap(state)
    seats, listed = int(s["seats"]), [int(m) for m in s["hit_list"][: s["hit_count"]]]
    if not FEWEST_SEATS <= seats <= SEATS:
        return f"{seats} seats; there are {FEWEST_SEATS} to {SEATS}"
    in_use = (s["hand"].sum(axis=0) + s["deck"] + s["discards"]).tolist()
    fate = s["fate"].tolist()
    for card in range(CARDS):
        extra = {Card.TURNCOAT: (0, 1), Card.FAMILY_INFLUENCE: (box.cards[card].count, box.cards[card].count + 1)}
        if in_use[card] not in extra.get(Card(card), (box.cards[card].count,)):
            return f"{in_use[card]} cards of {box.cards[card].id} in all; the deck has {box.cards[card].count}"
    if sum(in_use) not in (sum(c.count for c in box.cards[: Card.TURNCOAT]), sum(c.count for c in box.cards) + 1):
        return f"{sum(in_use)} cards in all"
    if min(s["hand"].min(), s["deck"].min(), s["discards"].min()) < 0:
        return "a count of cards below zero"
    if any(s["cards"][seat] != s["hand"][seat].sum() for seat in range(SEATS)):
        return "a hand does not have the number of cards that is noted"
    if (s["old"] > s["hand"]).any():
        return "a hand lacks cards that it is known to hold"
    if any(not 0 <= m < MOBSTERS for m in listed) or max(Counter(listed).values(), default=0) > 1:
        return "a mobster is on the hit list twice"
    for mobster in range(MOBSTERS):
        if (fate[mobster] == Fate.LISTED) != (mobster in listed):
            return f"mobster {mobster} is on the hit list and elsewhere, or on it and not there"
        if (fate[mobster] == Fate.ASIDE) != (mobster // MEN >= seats):
            return f"mobster {mobster} belongs to a gang that is not at the table"
    for seat in range(seats):
        fates = Counter(fate[seat * MEN : seat * MEN + MEN])
        if s["free"][seat] != fates[Fate.FREE] or s["buried"][seat] != fates[Fate.BURIED]:
            return f"seat {seat}: the count of free or buried mobsters is wrong"
    if not 0 <= s["pace"] <= 2 or (s["pace"] > 0 and s["hit_count"] == 0 and int(s["phase"]) != Phase.OVER):
        return "a war without anybody on the hit list"
    if not 0 <= s["turn"] < seats or len({int(g) for g in s["gang"][:seats]}) != seats:
        return "the turn or the gangs do not fit the seats"
    return None


TITLE = Title(
    slug=GAME["slug"],
    name=GAME["title"],
    names={"it": GAME["title_it"]},
    designers=(GAME["designer"],),
    publisher=GAME["publisher"],
    year=GAME["copyright_year"],
    prefix=GAME["rule_prefix"],
    package=__name__,
    rules_version=1,
    seats=tuple(range(FEWEST_SEATS, SEATS + 1)),
    options=setup.Options,
    presets=datafile.presets(data()["presets"]),
    bound=60_000,  # 1000 turns of at most 55 decisions and 3 draws: never near it (FB-R31)
    state=State,
    moves=referee.MOVES,
    outcomes=CARDS,
    log_rows=400,
    start=setup.start,
    actor=rules.actor,
    legal=referee.legal,
    chances=rules.chances,
    objection=referee.objection,
    play=rules.play,
    guess=guessing.guess,
    observe=knowledge.observe,
    scores=rules.scores,
    appeal=strategy.appeal,
    outlook=strategy.outlook,
    horizon=16,
    observation=knowledge.OBSERVATION,
    parts=parts,
    numbers=numbers,
    view=knowledge.view,
    redact=knowledge.redact,
    notation=wording.notation,
    label=wording.label,
    tell=wording.tell,
    refuse=wording.refuse,
    seat_name=wording.boss,
    question=wording.question,
    draw=drawing.draw,
    flaw=flaw,
)
