"""The coach: what a strong bot would do here, and the review of a finished match. The bots' processes think, never the table.

A hint is thought of what the seat itself may know. A review needs every card open: it waits until nothing of the match is secret.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from markupsafe import Markup, escape

from fivefamilies.bots.analysis import in_words
from fivefamilies.core import matchfile
from fivefamilies.core.contract import Title
from fivefamilies.core.errors import FamiliesError, Refused
from fivefamilies.core.match import Match
from fivefamilies.core.words import Words, sentence
from fivefamilies.table.room import Room

if TYPE_CHECKING:
    from fivefamilies.table.club import Club
    from fivefamilies.table.worker import Advice

log = logging.getLogger("fivefamilies.table")
KEPT = 60  # hints, and reviews
AT_ONCE = 8  # positions that wait for advice, and matches that wait for a review, of all tables
BUSY = sentence("the coach is busy; ask again in a moment")
PATIENCE = 600.0  # seconds for a review
AGAIN = 30.0  # seconds until one that failed is tried again


def are_hints_allowed(room: Room) -> bool:
    """As the table was set; where nobody said anything, against bots alone."""
    allowed = room.settings.get("hints", "bots")
    return allowed == "on" or (allowed == "bots" and len(room.people) == 1 and not any(chair.token for chair in room.chairs))


class Named(TypedDict):
    """A move in words."""

    id: int
    label: str
    notation: str


class Suggestion(Named):
    """The same with what a don thinks of it."""

    chance: float
    attention: float


class Hint(TypedDict):
    """What a don would do."""

    rows: list[Suggestion]
    standing: str
    chance: float
    line: list[tuple[int, str]]


async def hint(club: "Club", room: Room, seat: int, say: Words) -> Hint:
    """What a don would do, and why: the best moves, the chance to win with each, and what the best one is sure to bring."""
    if not are_hints_allowed(room):
        raise Refused("this table is played without hints")
    if room.turn != seat:
        raise Refused("it is not your turn")
    at = room.plies
    found = await club.hints.of(room, seat, say.language)
    if room.plies != at:
        raise Refused("the table has moved on; look again before you move")
    match, title = room.match, room.match.title
    rows = [
        Suggestion(**title_move(title, match, one["move"], say), chance=one["chance"], attention=one["attention"])
        for one in found["candidates"]
    ]
    line = [(seat, label) for seat, label in found["line"][1:]]  # what follows the best move
    return {"rows": rows, "standing": say(in_words(found["chance"], match.seats)), "chance": found["chance"], "line": line}


def title_move(title: Title, match: Match, move: int, say: Words) -> Named:
    """A legal move in words."""
    return {"id": move, "label": title.say_move(match.state, move, match.parts, say), "notation": match.notation(move)}


class Hints:
    """Advice on positions: each is thought of once, however often it is asked for, and only a few at a time."""

    def __init__(self, club: "Club") -> None:
        self.club = club
        self.known: OrderedDict[str, tuple[tuple[int, int, str], asyncio.Task]] = OrderedDict()  # by table: ply, seat, language

    async def of(self, room: Room, seat: int, language: str) -> "Advice":
        """The best moves of the seat to move."""
        self.club.thinkers.searcher(room)
        position, thought = self.known.get(room.id, (None, None))
        if thought is None or position != (room.plies, seat, language) or (thought.done() and thought.exception()):
            if sum(not other.done() for _, other in self.known.values()) >= AT_ONCE:
                raise Refused(BUSY)
            thought = asyncio.create_task(self.club.thinkers.advise(room, seat, language), name="hint")
            thought.add_done_callback(lambda done: done.cancelled() or done.exception())
            self.known[room.id] = (room.plies, seat, language), thought
            while len(self.known) > KEPT:
                self.known.popitem(last=False)
        try:
            return await asyncio.shield(thought)
        except (RuntimeError, TimeoutError) as error:  # the process died, or thinks of too much else
            raise Refused(BUSY) from error


@dataclass
class Review:
    """A review that is being made, or is done."""

    decisions: int
    done: int = 0
    found: dict[str, Any] | None = None
    error: FamiliesError | None = None  # why there is none now: each reader is told in his language
    again: float = 0.0  # when one that failed may be tried again


class Reviews:
    """Reviews of finished matches: one is made at a time, the last ones are kept."""

    def __init__(self, club: "Club") -> None:
        self.club = club
        self.known: OrderedDict[str, Review] = OrderedDict()
        self.turn = asyncio.Semaphore(1)

    def of(self, room: Room) -> Review:
        """The review of a table that is over; it begins when somebody asks for it."""
        if not room.is_revealed:
            raise Refused("the cards of this match are still secret; it can be reviewed when it is over")
        review = self.known.get(room.id)
        if review is None or (review.error and time.monotonic() > review.again):
            if sum(not other.found and not other.error for other in self.known.values()) >= AT_ONCE:
                raise Refused(BUSY)
            review = Review(sum(played.seat >= 0 for played in room.match.played))
            self.known[room.id] = review
            while len(self.known) > KEPT:
                self.known.popitem(last=False)
            self.club.spawn(self.make(room, review), "review")
        return review

    async def make(self, room: Room, review: Review) -> None:
        """Let a worker go through the match."""

        def count(done: int) -> None:
            review.done = done

        async with self.turn:
            while self.club.config.prepare and not self.club.thinkers.is_ready(room.match.title.slug):
                await asyncio.sleep(0.5)
            try:
                match = {**matchfile.to_dict(room.match), "result": None}
                review.found = await self.club.thinkers.review(room, match, count, PATIENCE)
            except (RuntimeError, TimeoutError, FamiliesError) as error:
                log.warning("a review failed", extra={"table": room.id, "error": str(error)[:300]})
                review.error = error if isinstance(error, FamiliesError) else Refused(BUSY)
                review.again = time.monotonic() + AGAIN


WIDTH, HEIGHT, EDGE = 900, 320, 34


def chart(found: dict[str, Any], colours: list[str], say: Words) -> Markup:
    """The fortunes of all seats over the match: each one's chance to win, decision by decision; turning points are rings."""
    rows = [found["start"], *(move["chances"] for move in found["moves"])]
    last = max(1, len(rows) - 1)

    def at(step: int, chance: float) -> str:
        return f"{EDGE + step / last * (WIDTH - 2 * EDGE):.1f},{HEIGHT - EDGE - chance * (HEIGHT - 2 * EDGE):.1f}"

    label = escape(say("Win chances over the match"))
    parts = [f'<svg class="fortunes" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">']
    for percent in (0, 50, 100):
        y, share = HEIGHT - EDGE - percent / 100 * (HEIGHT - 2 * EDGE), say.share(percent / 100)
        parts.append(f'<path class="grid" d="M{EDGE} {y}H{WIDTH - EDGE}"/><text x="{EDGE - 4}" y="{y + 4}">{share}</text>')
    for seat, colour in enumerate(colours):
        points = " ".join(at(step, row[seat]) for step, row in enumerate(rows))
        parts.append(f'<polyline class="c-{colour}" points="{points}"/>')
    for number, move in enumerate(found["moves"]):
        if move["ply"] in found["turning_points"]:
            across, down = at(number, rows[number][move["seat"]]).split(",")
            parts.append(f'<circle cx="{across}" cy="{down}" r="6"/>')
    return Markup("".join([*parts, "</svg>"]))
