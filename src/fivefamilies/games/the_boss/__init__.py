"""The Boss by Alain Ollier (Blackrock Editions): seven cities, one hidden card each, and Alcapo takes half."""

from collections.abc import Mapping
from typing import Any

from fivefamilies.core import datafile
from fivefamilies.core.contract import Title, Value
from fivefamilies.core.record import unwrap
from fivefamilies.games.the_boss import drawing, knowledge, referee, rules, strategy, wording
from fivefamilies.games.the_boss.components import (
    CARDS,
    CITIES,
    CITY_OF,
    COLOURS,
    EXPERTS,
    FEWEST_SEATS,
    HAND,
    IN_SETUP,
    OCCASIONALS,
    POLICE_CARDS,
    ROUNDS,
    SEATS,
    SETUP_SEATS,
    SETUPS,
    TURNS,
    Parts,
    Police,
    data,
    numbers,
    parts,
)
from fivefamilies.games.the_boss.state import Phase, Place, State, row_length

GAME = data()["game"]
DEFAULT, RANDOM = "default", "random"


def misfit(seats: int, settled: Mapping[str, Value]) -> str | None:
    """Why a set-up or a first seat is not for that many players, or None."""
    setup, first = settled["setup"], settled["first_seat"]
    if setup != DEFAULT and SETUP_SEATS[SETUPS.index(str(setup))] != seats:
        return f"set-up {setup} is for {SETUP_SEATS[SETUPS.index(str(setup))]} players, not {seats}"
    if isinstance(first, int) and first >= seats:
        return f"first seat {first}: with {seats} players the seats are 0 to {seats - 1}"
    return None


def flaw(state: Any, box: Parts) -> str | None:
    """What cannot be so on a table, or None: every card, gangster and pawn is in exactly one place (TB-1)."""
    s = unwrap(state)
    if not FEWEST_SEATS <= s["seats"] <= SEATS:
        return f"{s['seats']} seats; there are {FEWEST_SEATS} to {SEATS}"
    return flaw_of_row(s, state) or flaw_of_cards(s) or flaw_of_gangsters(s) or flaw_of_game(s)


def flaw_of_row(s: Any, state: Any) -> str | None:
    """The cities are those of a set-up, Chicago is in the row."""
    cities = tuple(int(flag) for flag in s["in_play"])
    known = [tuple(int(flag) for flag in IN_SETUP[k]) for k, n in enumerate(SETUP_SEATS) if n == s["seats"]]
    if cities not in known:
        return f"the cities in play are no set-up for {s['seats']} players"
    if not 1 <= s["chicago"] < row_length(state):
        return "Chicago is not in its row"
    return None


def flaw_of_cards(s: Any) -> str | None:
    """One reward card a city, hands of the right size, the column holds what was laid."""
    in_play = [bool(s["in_play"][CITY_OF[card]]) for card in range(CARDS)]
    if any((s["card"][card] == Place.BOX) == in_play[card] for card in range(CARDS)):
        return "a city card of the row is in the box, or one of the box in the row"
    laid = sorted(int(card) for card in s["laid"][: s["laid_count"]])
    if laid != [card for card in range(CARDS) if s["card"][card] == Place.OPEN]:
        return "the cards laid and the open cards differ"
    cities, dealt = int(s["in_play"].sum()) - 1, int(s["dealt"])
    rewards = [int(CITY_OF[card]) for card in range(CARDS) if s["card"][card] == Place.REWARD]
    if len(rewards) != min(dealt, cities) or len(set(rewards)) != len(rewards):
        return f"{len(rewards)} reward cards lie under {len(set(rewards))} cities"
    for seat in range(SEATS):
        held, due = int((s["card"] == seat).sum()), hand_due(s, seat, dealt - cities) if seat < s["seats"] else 0
        if held != due:
            return f"seat {seat} holds {held} city cards instead of {due}"
    return None


def hand_due(s: Any, seat: int, dealt: int) -> int:
    """How many cards a hand has now: those dealt to it, or five less the cards it has laid."""
    if s["turn"] == 0:
        return len(range((seat - int(s["reference"])) % int(s["seats"]), max(0, dealt), int(s["seats"])))
    if s["phase"] in (Phase.POLICE, Phase.OVER):
        return int(HAND - s["turn"])
    return int(HAND - s["turn"] + 1 - (seat in s["order"][: s["go"]]))


def flaw_of_gangsters(s: Any) -> str | None:
    """Six Experts and three Occasionals a player, Occasionals never alone, nobody level (TB-6, TB-31, TB-32)."""
    seats = int(s["seats"])
    counts = ("experts", "occasionals", "prison", "hospital", "dead", "used", "experts_in", "occasionals_in")
    if any(s[name].min() < 0 for name in counts):
        return "a count of gangsters below zero"
    for seat in range(SEATS):
        experts = sum(int(s[name][seat].sum()) for name in ("experts", "prison", "hospital", "dead", "experts_in"))
        occasionals = sum(int(s[name][seat].sum()) for name in ("occasionals", "used", "occasionals_in"))
        if (experts, occasionals) != ((EXPERTS, OCCASIONALS) if seat < seats else (0, 0)):
            return f"seat {seat} has {experts} Experts and {occasionals} Occasionals in all"
    for city in range(CITIES):
        totals = [int(s["experts_in"][seat, city] + s["occasionals_in"][seat, city]) for seat in range(seats)]
        present = [total for total in totals if total]
        if present and (not s["in_play"][city] or len(set(present)) != len(present)):
            return f"two players are level in city {city}, or it is not in the row"
        if any(s["occasionals_in"][seat, city] and not s["experts_in"][seat, city] for seat in range(seats)):
            return f"Occasionals are alone in city {city}"
    return None


def flaw_of_game(s: Any) -> str | None:
    """Turns, pawns, police and money fit together."""
    seats = int(s["seats"])
    if not (1 <= s["round"] <= ROUNDS and 0 <= s["turn"] <= TURNS and 0 <= s["reference"] < seats):
        return "the round, the turn or the reference pawn cannot be so"
    if s["phase"] not in (Phase.FIRST, Phase.REWARD, Phase.DEAL) and sorted(s["order"][:seats]) != list(range(seats)):
        return "not everybody has a go in this turn"
    if any(not 0 <= s["police"][kind] <= POLICE_CARDS[kind] for kind in Police):
        return "there are not that many police cards"
    if any(s["money"][seat] != s["earned"][: s["round"], seat].sum() for seat in range(SEATS)):
        return "a player's money is not what he earned in the rounds"
    return None


TITLE = Title(
    slug=GAME["slug"],
    name=GAME["title"],
    designers=(GAME["designer"],),
    publisher=GAME["publication"]["publisher"],
    year=GAME["publication"]["year"],
    colours=COLOURS,
    prefix=GAME["rule_prefix"],
    package=__name__,
    rules_version=1,
    seats=tuple(range(FEWEST_SEATS, SEATS + 1)),
    options=datafile.options(data()["options"], setup=(DEFAULT, *SETUPS), first_seat=(RANDOM, *range(SEATS))),  # TB-63, TB-R22
    presets={},
    misfit=misfit,
    bound=1 + ROUNDS * (CARDS + 1 + 2 * TURNS * SEATS),  # first seat; per round the deal, the police, the goes
    state=State,
    moves=referee.MOVES,
    outcomes=referee.OUTCOMES,
    log_rows=40,
    start=rules.start,
    actor=rules.actor,
    legal=referee.legal,
    chances=referee.chances,
    objection=referee.objection,
    play=rules.play,
    guess=knowledge.guess,
    observe=knowledge.observe,
    scores=rules.scores,
    appeal=strategy.appeal,
    outlook=strategy.outlook,
    horizon=10,
    observation=knowledge.OBSERVATION,
    parts=parts,
    numbers=numbers,
    view=knowledge.view,
    redact=knowledge.redact,
    notation=wording.notation,
    label=wording.label,
    tell=wording.tell,
    refuse=wording.refuse,
    seat_name=wording.player,
    question=wording.question,
    draw=drawing.draw,
    flaw=flaw,
)
