"""The matches of a report: one of `search` at a time, watched move by move, or many of compiled bots."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from fivefamilies import bots
from fivefamilies.bots.lineup import Cast
from fivefamilies.bots.playing import play_out
from fivefamilies.bots.search import Rated, Search
from fivefamilies.core.contract import NOBODY, Setting, Title, Value
from fivefamilies.core.match import Match, find_title
from fivefamilies.core.moves import Target, phase_of, take_apart
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.record import Record, wrap
from fivefamilies.core.seen import Seen
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.lab.mass import play_batch, seed_of_batch
from fivefamilies.lab.tally import win_shares

ABSTAINS = "abstains"
OPENING = 200  # moves within which somebody decides for the first time
LEADS_BY = 0.02  # of an outlook from 0 to 1: less is no lead


class Abstaining(Search):
    """Plays like `search`, but never makes use of one thing while there is anything else to do."""

    def __init__(self, budget: str, thing: Target) -> None:
        super().__init__(budget)
        self.thing = thing

    def ranking(self, seen: Seen) -> list[Rated]:
        """What `search` found, less the moves that use it; in all else it thinks as ever, or the difference would be ours."""
        rated = super().ranking(seen)
        return [one for one in rated if used(seen.title, seen.state, one.move, seen.parts) != self.thing] or rated


def used(title: Title, state: Record, move: int, parts: object) -> Target:
    """The thing that a move makes use of, where the title declares one."""
    spoken = take_apart(title.kinds["Move"], move)
    if spoken is None or spoken.kind not in title.ablated:
        return None
    return spoken.meant(title.ablated[spoken.kind], state, parts)


def play_one(
    slug: str, seats: int, seating: Sequence[str], secret: str, without: tuple[int, str, str] | None = None, watched: bool = False
) -> dict[str, object]:
    """One match between bots; `without` names a seat, and the thing of which it makes no use. What came of it, as a row."""
    match = Match(find_title(slug), seats, seed=secret)
    names, given = list(seating), {}
    if without is not None:
        seat, *thing = without
        budget = names[seat].partition(":")[2]
        names[seat], given = ABSTAINS, {ABSTAINS: Abstaining(budget, (thing[0], thing[1]))}
    play_out(match, Cast(names, given), is_strict=True)
    assert match.result is not None
    wins = win_shares(np.array([match.result.payoffs]))[0]
    row: dict[str, object] = {"wins": wins.tolist(), "length": len(match.played)}
    return row | watch(match) if watched else row


# ---------------------------------------------------------------- what is seen in a match


def watch(match: Match) -> dict[str, object]:
    """What happened in a match: who began, who led, what rules came up, how it was opened, what was used."""
    decisions = [(ply, made.seat) for ply, made in enumerate(match.played) if made.seat >= 0]
    states = [match.state_at(ply) for ply, _ in decisions]
    return {
        "first": decisions[0][1], "decisions": len(decisions),
        "leaders": leaders(match, states),
        "events": dict(Counter(match.title.kinds["Event"](row[0]).name for made in match.played for row in made.events)),
        "phases": dict(Counter(phase_of(state) for state in states)),
        "refusals": refusals(match, states),
        "openings": openings(match, decisions, states),
        "used": uses(match, decisions, states),
    }  # fmt: skip


def leaders(match: Match, states: Sequence[Record]) -> list[int]:
    """Who led before each decision, by the outlook that `search` goes by; whoever led stays until another is clearly ahead."""
    out, found, leader = np.zeros((max(match.title.seats), 2)), [], -1
    for state in states:
        match.title.outlook(state, out)
        order = np.argsort(-out[: match.seats, 1], kind="stable")
        if leader < 0 or out[order[0], 1] > out[leader, 1] + LEADS_BY:
            leader = int(order[0])
        found.append(leader)
    return found


def refusals(match: Match, states: Sequence[Record]) -> dict[str, int]:
    """At how many decisions each reason to refuse a move stood in somebody's way."""
    members, found = match.title.kinds["No"], Counter[str]()
    for state in states:
        codes = {int(match.title.objection(state, move)) for move in range(match.title.moves)} - {0}
        found.update(members(code).name for code in codes)
    return dict(found)


def openings(match: Match, decisions: Sequence[tuple[int, int]], states: Sequence[Record]) -> list[dict[str, object]]:
    """The first choice of each seat, in every language; where only one move was there nobody chose."""
    found: dict[int, dict[str, object]] = {}
    for (ply, seat), state in zip(decisions, states, strict=True):
        if seat not in found and len(match.title.legal_ids(state)) > 1:
            move = match.played[ply].move
            found[seat] = {"seat": seat, "move": move} | {
                language: match.title.say_move(state, move, match.parts, words(language, match.title.package))
                for language in LANGUAGES
            }
    return list(found.values())


def uses(match: Match, decisions: Sequence[tuple[int, int]], states: Sequence[Record]) -> dict[str, int]:
    """How often each thing was made use of."""
    found = Counter[str]()
    for (ply, _), state in zip(decisions, states, strict=True):
        thing = used(match.title, state, match.played[ply].move, match.parts)
        found.update(["/".join(thing)] if thing else [])
    return dict(found)


# ---------------------------------------------------------------- many matches of compiled bots


def play_many(
    slug: str, seats: int, options: Mapping[str, Value], seating: Sequence[str], games: int, seed: int, batch: int
) -> dict[str, object]:
    """Some matches in compiled code: wins by seat, and counted from the one who decided first; lengths."""
    title = find_title(slug)
    setting = title.encode(title.settle_for(seats, options))
    policies = [bots.POLICIES[name] for name in seating]
    played = play_batch(title, seats, setting, games, seed_of_batch(seed, batch), policies, taped=OPENING)
    wins = win_shares(played.payoffs)
    in_order = np.zeros(seats)
    for game in range(games):
        in_order += np.roll(wins[game], -first_to_decide(title, seats, setting, played.tape[game]))
    return {
        "games": games, "wins": wins.sum(axis=0).tolist(), "in_order": in_order.tolist(), "lengths": played.lengths.tolist(),
        "nobody": int((wins.sum(axis=1) == 0).sum()),
    }  # fmt: skip


def first_to_decide(title: Title, seats: int, setting: Setting, tape: np.ndarray) -> int:
    """The seat that decides first in a match on tape."""
    state = title.state.blank()
    title.begin(state, seats, setting)
    log = blank_log(0)
    for move in tape:
        seat = int(title.actor(state))
        if seat >= 0 or seat == NOBODY:
            return max(seat, 0)
        title.play(wrap(state) if isinstance(state, np.void) else state, int(move), log)
    return 0
