"""Steps in between: what happened since a page was last drawn, move by move, with the looks of the parts that each move changed.

A page gets them as inert templates before its news and plays them in order. Every step is redacted as the log is; moves that
these eyes are told nothing of make no step, so nothing can be counted that others do in secret.
"""

from collections.abc import Iterable, Iterator

from markupsafe import escape

from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.events import spell
from fivefamilies.core.record import Record
from fivefamilies.core.words import Words, words
from fivefamilies.table.drawing import Moment
from fivefamilies.table.easel import Drawn, Easel
from fivefamilies.table.foresight import things_of
from fivefamilies.table.room import Eye, Room

MOST_FRAMES = 14  # looks that are sent at most; earlier ones are told only
LONGEST = 80  # moves: a page that was away for longer is shown the table as it is


def known_ply(room: Room, eye: Eye) -> int:
    """How many moves of the match these eyes know of."""
    return room.delayed_ply() if eye.late else room.known_plies(eye.seat)


def frames(room: Room, eye: Eye, since: int, until: int, sent: Drawn) -> tuple[str, Drawn]:
    """The steps from one move to another as templates, and the drawing that the page shows after the last of them."""
    if not 0 < until - since <= LONGEST:
        return "", sent
    told = {ply: steps for ply in range(since + 1, until + 1) if (steps := told_of(room, eye, ply))}
    messages, shown = [], sent
    for number, (ply, steps) in enumerate(told.items()):
        looks = ""
        if ply < until and number >= len(told) - MOST_FRAMES:
            drawn = board_at(room, eye, ply, shown)
            looks, shown = drawn.news(shown), drawn
        messages.append(f'<template class="frame" data-ply="{ply}"><ol>{steps}</ol>{looks}</template>')
    return "".join(messages), shown


def told_of(room: Room, eye: Eye, ply: int) -> str:
    """The steps of one move as items of a list; whoever is told the same shares them."""
    title, played = room.match.title, room.match.played[ply - 1]
    seat = OBSERVER if room.state == "open" else eye.seat
    rows = tuple(tuple(title.redact(row, seat)) for row in played.events)
    key = eye.language, ply, rows
    if key not in room.steps:
        if len(room.steps) > LONGEST * len(room.chairs):
            room.steps.clear()
        room.steps[key] = "".join(items_of(room, played.seat, rows, room.state_at(ply), words(eye.language, title.package)))
    return room.steps[key]


def items_of(room: Room, seat: int, rows: Iterable[tuple[int, ...]], state: Record, say: Words) -> Iterator[str]:
    """Rows, redacted before, as items of a list."""
    for row in rows:
        line = room.match.title.tell(row, state, room.match.parts, say)
        if line:
            things = "\n".join(things_of(room.match, [row], state))
            name, numbers = event_name(room, row), numbers_of(room, row, state)
            yield (
                f'<li data-event="{name}" data-seat="{seat}" data-things="{escape(things)}" data-numbers="{numbers}">'
                f"{escape(line)}</li>"
            )


def event_name(room: Room, row: tuple[int, ...]) -> str:
    """The declared name of an event."""
    members = room.match.title.kinds.get("Event")
    return members(row[0]).name.lower() if members else "event"


def numbers_of(room: Room, row: tuple[int, ...], state: Record) -> str:
    """The numbers of an event that was redacted before, in their order: a board shows with them what the sentence says."""
    members = room.match.title.kinds.get("Event")
    step = spell(members, row, state, room.match.parts) if members else {}
    return " ".join(str(value) for value in step.values() if isinstance(value, int))


def board_at(room: Room, eye: Eye, ply: int, before: Drawn) -> Drawn:
    """The page with the board as it was after an earlier move."""
    moment = Moment(room, eye, ply)
    drawn = Drawn(before.version, dict(before.regions), dict(before.parts))
    context = moment.board()
    drawn.regions["board"] = Easel(room.sheets, moment.say, context["names"], drawn.parts).draw("partials/board.html", context)
    return drawn
