"""What moves will do, as far as their maker can know: they are played on guesses, and only what all agree on is told."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from fivefamilies.core import plain
from fivefamilies.core.chance import generator
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.errors import IllegalMove
from fivefamilies.core.events import spell
from fivefamilies.core.match import Match, spoken
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.record import Record
from fivefamilies.core.things import Thing
from fivefamilies.core.views import thing_of
from fivefamilies.core.words import Words

GUESSES = 6
Row = tuple[int, ...]


@dataclass(frozen=True)
class Foresight:
    """What is sure to happen: sentences, the things they are about, who is asked then, and what it costs."""

    told: tuple[str, ...]
    things: tuple[str, ...]
    then: str
    is_free: bool  # nothing comes to light and the same seat goes on: it can be taken back
    purse: tuple[str, str] | None  # what the seat has before and after, where that changes


def legal_id(match: Match, state: Record, wanted: int | str) -> int:
    """The id of a legal move by its id or its words, in any position of the match."""
    title = match.title
    legal = title.legal_ids(state)
    if wanted in legal:
        return int(wanted)
    for move in legal:  # words may be a number too: a bill of 5000
        if spoken(title.notation(state, move, match.parts)) == spoken(str(wanted)):
            return move
    raise IllegalMove("{move}: that move is not possible here", move=str(wanted)[:60])


def follow(match: Match, state: Record, seat: int, moves: Sequence[int | str]) -> tuple[list[int], list[Row]]:
    """Make moves of `seat` that belong together: their ids, and what the seat is told. Nobody else may move in between."""
    title, log = match.title, blank_log(match.title.log_rows)
    ids: list[int] = []
    rows: list[Row] = []
    for wanted in moves:
        if int(title.actor(state)) != seat:
            raise IllegalMove("{move}: it is not your move any more by then", move=str(wanted)[:60])
        ids.append(legal_id(match, state, wanted))
        log[0, 0] = 0
        title.play(state, ids[-1], log)
        rows += [tuple(title.redact(tuple(map(int, row)), seat)) for row in log[1 : int(log[0, 0]) + 1]]
    return ids, rows


def foresee(match: Match, seat: int, moves: Sequence[int | str], say: Words) -> Foresight:
    """What `seat` can be sure of when it makes these moves."""
    title, parts = match.title, match.parts
    states, stories, before = [], [], ""
    for number in range(GUESSES):
        state = title.state.copy(match.state)
        title.guess(state, seat, generator(number + 1))
        before = title.purse(state, seat, parts, say)
        stories.append(follow(match, state, seat, moves)[1])
        states.append(state)
    sure = [rows[0] for rows in takewhile(lambda rows: len(set(rows)) == 1, zip(*stories, strict=False))]
    actors = {int(title.actor(state)) for state in states}
    is_certain = len(set(map(tuple, stories))) == 1 and len(actors) == 1
    if is_certain and actors == {CHANCE}:
        sure += whatever_chance_does(match, states, seat)
    told = [line for row in sure if (line := title.tell(row, states[0], parts, say))]
    if is_certain and actors == {seat}:
        views = [title.view(state, seat, parts) for state in states]
        is_free = all(view == views[0] for view in views)
        then = title.question(states[0], parts, say)
    else:
        is_free, then = False, what_then(match, states, actors, is_certain, say)
    after = {purse_after(match, state, seat, before, say) for state in states} if before else {before}
    purse = (before, after.pop()) if len(after) == 1 and before not in after else None
    return Foresight(tuple(told), things_of(match, sure, states[0]), then, is_free, purse)


def whatever_chance_does(match: Match, states: Sequence[Record], seat: int) -> list[Row]:
    """Of the events that are declared sure those that chance brings about now, be it as it may."""
    title, members, log = match.title, match.title.kinds.get("Event"), blank_log(match.title.log_rows)
    if members is None or not any(declared.sure for declared in members.by_number):
        return []
    futures: list[list[Row]] = []
    for state in states:
        for outcome in title.legal_ids(state):
            next_state, log[0, 0] = title.state.copy(state), 0
            title.play(next_state, outcome, log)
            rows = [tuple(map(int, row)) for row in log[1 : int(log[0, 0]) + 1]]
            futures.append([tuple(title.redact(row, seat)) for row in rows if members.by_number[row[0]].sure])
    return [row for row in futures[0] if all(row in rows for rows in futures)]


def purse_after(match: Match, state: Record, seat: int, before: str, say: Words) -> str:
    """What the seat has then; where nothing is paid yet but whatever it does next costs the same, what it has after that."""
    title, parts = match.title, match.parts
    after = title.purse(state, seat, parts, say)
    if after != before or int(title.actor(state)) != seat:
        return after
    log = blank_log(0)
    for move in title.legal_ids(state):
        next_state = title.state.copy(state)
        title.play(next_state, move, log)
        then = title.purse(next_state, seat, parts, say)
        if then == before or after not in (before, then):
            return before
        after = then
    return after


def what_then(match: Match, states: Sequence[Record], actors: set[int], is_certain: bool, say: Words) -> str:
    """Who decides how it goes on; of chance, what it does, where the title has words for it."""
    title, parts = match.title, match.parts
    if not is_certain:
        return say("What follows depends on what you cannot see.")
    actor = next(iter(actors))
    if actor == NOBODY:
        return say("Then the game is over.")
    if actor == CHANCE:
        with contextlib.suppress(KeyError):  # a title need not have words for what nobody is asked
            does = {title.question(state, parts, say) for state in states}
            if len(does) == 1 and title.question is not plain.question:
                return does.pop()
        return say("Then chance decides.")
    return say("Then {name} is to move.", name=title.seat_name(states[0], actor, parts, say))


def things_of(match: Match, rows: Sequence[Row], state: Record) -> tuple[str, ...]:
    """The things on the table that rows, redacted before, are about."""
    members = match.title.kinds.get("Event")
    found: dict[str, None] = {}
    if members is None:
        return ()
    for row in rows:
        step, columns = spell(members, row, state, match.parts), members(int(row[0])).declared.columns
        for name, column in columns.items():
            thing: Thing = column.thing
            if thing.count and step.get(name) is not None:
                found[thing_of(thing.name, step[name])] = None
    return tuple(found)
