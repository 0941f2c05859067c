"""Der Pate by Michael Rieneck (Kosmos): four dice a turn, twelve businesses, and one track to be walked to its end."""

from typing import Any

from fivefamilies.core import datafile
from fivefamilies.core.contract import Title
from fivefamilies.core.record import unwrap
from fivefamilies.core.words import sentence
from fivefamilies.games.der_pate import drawing, end, knowledge, outlook, referee, rules, setup, story, strategy, wording
from fivefamilies.games.der_pate.components import (
    BANK,
    BUSINESSES,
    CARDS_IN_PLAY,
    DEBT_TOKENS,
    DISTRICTS,
    FACES,
    FEWEST_SEATS,
    FRIENDS,
    KO_SPACE,
    MEMBERS,
    META,
    NEUTRAL,
    SEATS,
    Parts,
    Track,
    data,
)
from fivefamilies.games.der_pate.editions import Numbers, numbers, parts
from fivefamilies.games.der_pate.state import Phase, State


def flaw(state: Any, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every member, token and Friend is in exactly one place (DP-3)."""
    s = unwrap(state)
    seats, over = int(s["seats"]), s["phase"] == Phase.OVER
    if not FEWEST_SEATS <= seats <= SEATS:
        return f"{seats} seats; there are {FEWEST_SEATS} to {SEATS}"
    printed = unwrap(numbers(box))
    if any((s[field] != printed[field]).any() for field in Numbers.fields):
        return "the numbers on board, tokens and cards are not those of this edition"
    return flaw_of_members(s, seats) or flaw_of_tokens(s, seats) or flaw_of_play(s, seats, over)


def flaw_of_members(s: Any, seats: int) -> str | None:
    """Seven members a family; three neutral ones for each district that nobody chose, once the draft is over."""
    for seat in range(seats):
        members = int(s["reserve"][seat] + s["tombs"][seat] + s["hudson"][seat] + (s["owner"] == seat).sum())
        if members != MEMBERS or min(s["reserve"][seat], s["tombs"][seat], s["hudson"][seat]) < 0:
            return f"seat {seat} has {members} members; there are {MEMBERS}"
    neutral = int(s["reserve"][NEUTRAL] + s["tombs"][NEUTRAL] + s["hudson"][NEUTRAL] + (s["owner"] == NEUTRAL).sum())
    if s["phase"] > Phase.DISTRICT and neutral != (DISTRICTS - seats) * BUSINESSES // DISTRICTS:
        return f"{neutral} neutral members"
    if any(seats <= owner < NEUTRAL for owner in s["owner"]):
        return "a business belongs to a family that is not at the table"
    return None


def flaw_of_tokens(s: Any, seats: int) -> str | None:
    """Five debt tokens a player, thirteen Friends, markers on their tracks."""
    for seat in range(seats):
        if s["debts"][seat].sum() != DEBT_TOKENS or s["debts"][seat].min() < 0 or s["debts"][seat, seats:BANK].any():
            return f"seat {seat} has {s['debts'][seat].sum()} debt tokens; there are {DEBT_TOKENS}"
        if any(not 0 <= s["track"][seat, track] <= s["last"][track] for track in Track):
            return f"seat {seat} has a marker off its track"
    if s["friends"].sum() + s["brooklyn"] != FRIENDS or min(s["friends"].min(), s["brooklyn"]) < 0:
        return f"{s['friends'].sum() + s['brooklyn']} Friends of the Family; there are {FRIENDS}"
    furthest = s["markers"].max()
    if s["seen"].sum() > CARDS_IN_PLAY or furthest > KO_SPACE or (furthest == KO_SPACE) != (s["ko"] >= 0):
        return "the cards, the event markers and the K.O. track do not fit together"
    return None


def flaw_of_play(s: Any, seats: int, over: bool) -> str | None:
    """Money, car, dice and whose move it is."""
    if not over and s["cash"].min() < 0:
        return "cash below zero"
    if not 0 <= s["car"] < BUSINESSES or any(not 0 <= face <= FACES for face in s["dice"]):
        return "the car or a die is nowhere"
    if not -1 <= s["turn"] < seats or not -2 <= s["asked"] < seats or (s["asked"] == -2) != over:
        return "the turn does not fit the seats"
    return None


def milestones(state: Any) -> dict[str, list[bool]]:
    """Who reached the end of the K.O. track (DP-85)."""
    s = unwrap(state)
    track = int(s["ko"])
    reached = [track < 0 or int(s["track"][seat, track]) == int(s["last"][track]) for seat in range(s["seats"])]
    return {sentence("reaches the end of the K.O. track"): reached}


TITLE = Title(
    slug=META["slug"],
    name=META["title"],
    designers=(META["designer"],),
    publisher=META["publisher"],
    year=META["year"],
    colours=tuple(row["colour"] for row in data()["families"]),
    prefix=META["rule_prefix"],
    package=__name__,
    rules_version=1,
    seats=tuple(range(FEWEST_SEATS, SEATS + 1)),
    options=setup.Options,
    presets=datafile.presets(data()["presets"]),
    bound=628,  # 345 decisions and 283 chance steps with four players
    state=State,
    moves=referee.MOVES,
    outcomes=referee.OUTCOMES,
    log_rows=64,
    start=setup.start,
    actor=rules.actor,
    legal=referee.legal,
    chances=rules.chances,
    objection=referee.objection,
    play=rules.play,
    guess=knowledge.guess,
    observe=knowledge.observe,
    scores=end.scores,
    appeal=strategy.appeal,
    outlook=outlook.outlook,
    horizon=12,
    observation=knowledge.OBSERVATION,
    parts=parts,
    numbers=numbers,
    view=knowledge.view,
    redact=knowledge.redact,
    notation=wording.notation,
    label=wording.label,
    tell=story.tell,
    refuse=wording.refuse,
    seat_name=wording.family,
    question=wording.question,
    draw=drawing.draw,
    flaw=flaw,
    milestones=milestones,
)
