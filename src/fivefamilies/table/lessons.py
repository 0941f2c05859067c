"""Lessons at the table: a real table with promised luck, greedy rivals whose luck is promised too, and a coach in the margin."""

import asyncio
from typing import TYPE_CHECKING

from fivefamilies import games
from fivefamilies.bots.simple import Greedy
from fivefamilies.core.chance import Promise
from fivefamilies.core.lessons import Lesson, lesson_of, word
from fivefamilies.core.words import Words
from fivefamilies.table.foresight import legal_id
from fivefamilies.table.room import Chair, Eye, Room
from fivefamilies.table.thinkers import UNDERSTUDY, Choice

if TYPE_CHECKING:
    from fivefamilies.table.club import Club

COACHED, ALONE = "coached", "alone"  # settings of a table that began as a lesson


def of(slug: str) -> Lesson | None:
    """The lesson of a title, if there is one."""
    return lesson_of(games.title(slug))


def is_on(room: Room) -> bool:
    """Does the coach still speak at this table?"""
    return room.settings.get("lesson") == COACHED


async def open_lesson(club: "Club", lesson: Lesson, player: str, name: str, language: str) -> Room:
    """A table for one pupil and bots, with the luck that the lesson promises."""
    chairs = [
        Chair(seat, player, name) if seat == lesson.seat else Chair(seat, None, "", UNDERSTUDY) for seat in range(lesson.seats)
    ]
    settings = {"lesson": COACHED, "hints": "on", "spectators": "off", "language": language}
    secret = Promise.from_seed(lesson.seed).secret.hex()
    return await club.open_table(
        lesson.title.slug, lesson.seats, player, name, options=lesson.options, settings=settings, secret=secret, copied=chairs
    )


async def choose(room: Room, seat: int) -> Choice:
    """A rival's move: greedy, with luck of its own that is the same in every lesson."""
    match = room.match
    seen = match.seen(seat, seed=match.promise.luck(len(match.played), seat))
    return Choice(await asyncio.to_thread(Greedy().choose, seen), 0.0, UNDERSTUDY)


def word_for(room: Room, eye: Eye, say: Words) -> dict[str, object] | None:
    """What the coach says to these eyes, in their language; nothing to anybody but the pupil."""
    lesson = lesson_of(room.match.title) if is_on(room) else None
    if lesson is None or eye.seat != lesson.seat or eye.late or eye.borrowed:
        return None
    match, told = room.match, word(lesson, room.match)
    said: dict[str, object] = {
        "number": told.number, "steps": told.steps, "was_good": told.was_good, "advised": "", "step": None,
        "is_forced": match.actor == lesson.seat and len(match.legal_ids()) == 1,
        "farewell": say(lesson.farewell) if told.is_last or match.is_over else "",
    }  # fmt: skip
    if told.advised is not None:
        ply, notation = told.advised
        state = match.state_at(ply)
        said["advised"] = match.title.say_move(state, legal_id(match, state, notation), match.parts, say)
    if told.step is not None and not match.is_over:
        step = told.step
        said["step"] = {"see": say(step.see), "may": say(step.may), "think": say(step.think), "why": say(step.why)}
        said["rules"] = [{"number": rule, "href": f"/rules/{match.title.slug}#{rule}"} for rule in step.rules]
    return said
