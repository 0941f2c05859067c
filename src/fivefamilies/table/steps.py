"""Steps in between: what happened since a page was last drawn, move by move, with the looks of the parts that each move changed.

A page gets them as inert templates before its news and plays them in order. Every step is redacted as the log is; moves that
these eyes are told nothing of make no step, so nothing can be counted that others do in secret.
"""

from markupsafe import Markup

from fivefamilies.core.events import spell
from fivefamilies.table.drawing import Moment
from fivefamilies.table.easel import Drawn, Easel
from fivefamilies.table.foresight import things_of
from fivefamilies.table.room import Eye, Room

MOST_FRAMES = 14  # looks that are sent at most; earlier ones are told only
LONGEST = 80  # moves: a page that was away for longer is shown the table as it is
STEP = Markup('<li data-event="{}" data-seat="{}" data-things="{}" data-numbers="{}">{}</li>')


def known_ply(room: Room, eye: Eye) -> int:
    """How many moves of the match these eyes know of."""
    return room.delayed_ply() if eye.late else room.known_plies(eye.seat)


def frames(room: Room, eye: Eye, since: int, until: int, sent: Drawn) -> tuple[str, Drawn]:
    """The steps from one move to another as templates, and the drawing that the page shows after the last of them."""
    if not 0 < until - since <= LONGEST:
        return "", sent
    told = [ply for ply in range(since + 1, until + 1) if told_of(room, eye, ply)]
    messages, shown = [], sent
    for number, ply in enumerate(told):
        looks = ""
        if ply < until and number >= len(told) - MOST_FRAMES:
            drawn = board_at(room, eye, ply, shown)
            looks, shown = drawn.news(shown), drawn
        messages.append(f'<template class="frame" data-ply="{ply}"><ol>{told_of(room, eye, ply)}</ol>{looks}</template>')
    return "".join(messages), shown


def told_of(room: Room, eye: Eye, ply: int) -> str:
    """The steps of one move as items of a list."""
    moment = Moment(room, eye, ply)
    title, played = room.match.title, room.match.played[ply - 1]
    items = []
    for row in played.events:
        known = tuple(title.redact(row, moment.seat))
        line = title.tell(known, moment.state, room.match.parts, moment.say)
        if line:
            things = "\n".join(things_of(room.match, [known], moment.state))
            items.append(STEP.format(event_name(room, known), played.seat, things, numbers_of(room, known, moment), line))
    return "".join(items)


def event_name(room: Room, row: tuple[int, ...]) -> str:
    """The declared name of an event."""
    members = room.match.title.kinds.get("Event")
    return members(row[0]).name.lower() if members else "event"


def numbers_of(room: Room, row: tuple[int, ...], moment: Moment) -> str:
    """The numbers of an event that was redacted before, in their order: a board shows with them what the sentence says."""
    members = room.match.title.kinds.get("Event")
    step = spell(members, row, moment.state, room.match.parts) if members else {}
    return " ".join(str(value) for value in step.values() if isinstance(value, int))


def board_at(room: Room, eye: Eye, ply: int, before: Drawn) -> Drawn:
    """The page with the board as it was after an earlier move."""
    moment = Moment(room, eye, ply)
    drawn = Drawn(before.version, dict(before.regions), dict(before.parts))
    context = moment.context()
    drawn.regions["board"] = Easel(room.sheets, moment.say, context["names"], drawn.parts).draw("partials/board.html", context)
    return drawn
