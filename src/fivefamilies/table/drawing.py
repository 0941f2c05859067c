"""Pages and their live regions, drawn from what one pair of eyes may see and from nothing else."""

import time
from functools import lru_cache
from typing import Any

import msgspec
from markupsafe import Markup

from fivefamilies import __version__, games
from fivefamilies.core.contract import OBSERVER, Title
from fivefamilies.core.editions import has_house_data, name_in
from fivefamilies.core.moves import Move
from fivefamilies.core.telling import Reckoning
from fivefamilies.core.views import Shown, called, shown
from fivefamilies.core.words import Words, sentence, words
from fivefamilies.table import lessons
from fivefamilies.table.club import RESIGNED
from fivefamilies.table.coach import are_hints_allowed
from fivefamilies.table.easel import TEMPLATES, Drawn, Easel, pages
from fivefamilies.table.foresight import things_of
from fivefamilies.table.room import Eye, Room
from fivefamilies.table.seats import look
from fivefamilies.table.thinkers import USUAL, bot_choices
from fivefamilies.table.undo import last_decision

WAITING = ("status", "waiting", "chat", "controls")  # the regions before the first card is dealt
REGIONS = ("lesson", "seats", "status", "asks", "strip", "board", "ending", "actions", "log", "chat", "controls", "waiting")
SINCE = 60  # moves that the strip looks back at most
LOG_PLIES, LOG_STEP = 40, 80  # the log shows so many moves at least, and loses its head in steps
ANY_BOARD = "boards/generic.html"
ROW = Markup('<li{}><a href="/t/{}/replay/{}">{}{}</a></li>\n')
RULE = Markup(' <a class="rule-link" href="/rules/{}#{}" target="_blank">{}</a>')  # beside the game, not in its place
CHIP = Markup('<b class="chip c-{}" aria-hidden="true">{}</b>')
REFUSABLE = 700  # titles with more moves are asked one by one

PHRASES = (
    sentence("Good luck, everybody."), sentence("Well played."), sentence("Nothing personal."), sentence("Sorry, one moment."),
    sentence("You will sleep with the fishes."), sentence("An offer you cannot refuse."), sentence("Thank you for the game."),
)  # fmt: skip


@lru_cache(maxsize=None)
def board_template(slug: str) -> str:
    """A title's own board, which draws its players too, or the one that draws any title."""
    own = f"boards/{slug}.html"
    return own if (TEMPLATES / own).is_file() else ANY_BOARD


@lru_cache(maxsize=None)
def board_style(slug: str) -> Markup:
    """The link to the style sheet of a title's own board, if it has one."""
    own = f"boards/{slug}.css"
    if not (TEMPLATES.parent / "static" / own).is_file():
        return Markup("")
    return Markup('<link rel="stylesheet" href="/static/{}?v={}">').format(own, __version__)


@lru_cache(maxsize=None)
def board_script(slug: str) -> Markup:
    """The same for a script of its own."""
    own = f"boards/{slug}.js"
    if not (TEMPLATES.parent / "static" / own).is_file():
        return Markup("")
    return Markup('<script src="/static/{}?v={}" type="module"></script>').format(own, __version__)


pages.globals |= {"draw_style": board_style, "draw_script": board_script}


@lru_cache(maxsize=64)
def printed_names(slug: str, language: str) -> dict[str, str]:
    """The words for the components of a title as it was printed."""
    title = games.title(slug)
    return component_names(title, title.parts(None), language)


def component_names(title: Title, parts: Any, language: str) -> dict[str, str]:
    """The words for a title's components by their ids."""
    say = words(language, title.package)
    return {word: called(known, say) for names in title.vocabulary(parts).values() for word, known in names.items()}


def with_rules(text: str, slug: str, rules: tuple[str, ...]) -> Markup:
    """A sentence and the rules behind it, each a link to its place in the rules."""
    return Markup("{}{}").format(text, Markup("").join(RULE.format(slug, rule, rule) for rule in rules))


def shape(move: Move) -> dict[str, Any]:
    """A move as the templates get it."""
    return {"id": move.id, "notation": move.notation, "label": move.label, "kind": move.kind, "thing": move.thing,
            "arguments": {name: str(word) for name, word in move.arguments.items()}}  # fmt: skip


class Moment:
    """A table at one move of the match, for one pair of eyes."""

    def __init__(self, room: Room, eye: Eye, ply: int | None = None) -> None:
        self.room, self.eye, self.match = room, eye, room.match
        self.live = room.delayed_ply() if eye.late else room.known_plies(eye.seat)
        self.ply = self.live if ply is None else max(0, min(ply, self.live))
        self.is_live = self.ply == self.live and not eye.late
        self.state = room.state_at(self.ply)
        self.seat = OBSERVER if room.state == "open" else eye.seat  # nobody looks at a hand before it is surely his
        self.say: Words = words(eye.language, room.match.title.package)
        self.actor = int(room.match.title.actor(self.state))

    def moves(self) -> dict[str, dict[str, Any]]:
        """The legal moves of these eyes by notation."""
        seat = self.eye.seat
        if seat < 0 or self.eye.late or not self.is_live or seat != self.room.turn or self.room.chairs[seat].driver:
            return {}
        title, parts = self.match.title, self.match.parts
        legal = [title.describe(self.state, move, parts, self.say) for move in self.match.legal_ids()]
        return {move.notation: shape(move) for move in legal}

    def refusals(self) -> dict[str, Markup]:
        """Why other moves are not possible now, by notation, with links to the rules; reasons that no rule gives are left out."""
        title, parts = self.match.title, self.match.parts
        if title.moves > REFUSABLE:
            return {}
        codes = {move: int(title.objection(self.state, move)) for move in range(title.moves)}
        return {
            title.notation(self.state, move, parts): with_rules(
                title.refuse(self.state, move, code, parts, self.say), title.slug, title.rules_against(code)
            )
            for move, code in codes.items()
            if code and (title.rules_against(code) or "No" not in title.kinds)
        }

    def seats(self) -> list[dict[str, Any]]:
        """Everybody at the table."""
        room, now = self.room, time.time()
        rows = []
        for chair in room.chairs:
            rows.append({
                **look(chair.seat, self.match.title.colours, chair.colour), "seat": chair.seat,
                "name": self.match.title.seat_name(self.state, chair.seat, self.match.parts, self.say),
                "player": chair.name or chair.bot or "", "bot": chair.bot, "stand_in": chair.stand_in,
                "is_you": chair.seat == self.eye.seat and not self.eye.borrowed,
                "is_bot": chair.bot is not None or chair.token is not None,
                "is_free": chair.is_free, "has_resigned": chair.stand_in == RESIGNED,
                "is_present": room.is_present(chair) or chair.token is not None,
                "is_turn": self.actor == chair.seat and room.state == "playing",
                "absent": room.absent_for(chair, now),
                "clock": max(0, round(room.clock.remaining(chair.seat))) if room.clock.mode != "off" else None,
                "runs": room.clock.running == chair.seat,
            })  # fmt: skip
        return rows

    def story(self, since: int = 0) -> list[dict[str, Any]]:
        """The log as these eyes may read it: line and the moment it belongs to."""
        told = self.room.lines(self.seat, self.say)
        return [{"ply": ply + 1, "line": line} for ply in range(since, self.ply) for line in told[ply]]

    def log(self) -> Markup:
        """The last lines of the story as rows of the page; a row is written once."""
        room = self.room
        rows = room.rows.setdefault((self.seat, self.eye.language), [])
        told = room.lines(self.seat, self.say)
        for ply in range(len(rows) + 1, len(told) + 1):
            rows.append(self.log_rows(ply, told))
        since = max(0, self.ply - LOG_PLIES) // LOG_STEP * LOG_STEP
        return Markup("".join(rows[since : self.ply]))

    def log_rows(self, ply: int, told: list[list[str]]) -> str:
        """The rows of one move; where another seat acts than before, a new paragraph begins with its letter."""
        played, room = self.match.played, self.room
        seat, earlier = played[ply - 1].seat, range(ply - 2, -1, -1)
        before = next((played[k].seat for k in earlier if told[k] and played[k].seat >= 0), -1)
        chip, opening = "", ""
        if seat >= 0 and seat != before:
            own = look(seat, self.match.title.colours)
            chip, opening = CHIP.format(own["colour"], own["letter"]), Markup(' class="is-turn"')
        lines = told[ply - 1]
        return "".join(
            ROW.format("" if number else opening, room.id, ply, "" if number else chip, line) for number, line in enumerate(lines)
        )

    def own_last(self) -> int:
        """The number of moves until these eyes' own last decision; a spectator looks back at the last decision of anybody."""
        played = self.match.played[: self.ply]
        made = self.room.made_by[: sum(move.seat >= 0 for move in played)]
        for ply in range(len(played), max(0, len(played) - SINCE), -1):
            mover = played[ply - 1].seat
            by = made.pop() if mover >= 0 and made else None
            if (mover == self.seat and by is None) or (self.seat < 0 <= mover and ply < len(played)):
                return ply
        return max(0, len(played) - SINCE)

    def since(self) -> list[dict[str, Any]]:
        """What happened after the own last decision."""
        return self.story(self.own_last())

    def last_things(self) -> list[str]:
        """The things on the table that the last move was about, as far as these eyes were told of it."""
        told = self.room.lines(self.seat, self.say)
        for ply in range(self.ply, max(0, self.ply - SINCE), -1):
            if told[ply - 1]:
                title, played = self.match.title, self.match.played[ply - 1]
                rows = [tuple(title.redact(row, self.seat)) for row in played.events]
                return list(things_of(self.match, rows, self.state))
        return []

    def reckoning(self) -> Reckoning | None:
        """The scoring of a finished game, step by step."""
        if not self.is_live or not self.match.is_over:
            return None
        rows = [row for played in self.match.played for row in played.events]
        return self.match.title.reckon(self.state, rows, self.match.parts, self.say)

    def names(self) -> dict[str, str]:
        match = self.match
        if match.edition is None:
            return printed_names(match.title.slug, self.eye.language)
        return component_names(match.title, match.parts, self.eye.language)

    def view(self) -> Any:
        return self.match.title.view(self.state, self.seat, self.match.parts)

    def entries(self, view: Any) -> tuple[Shown, ...]:
        """The view as the generic board draws it."""
        return shown(view, self.match.title.vocabulary(self.match.parts), self.say)

    def question(self) -> str:
        return self.match.title.question(self.state, self.match.parts, self.say)

    def winners(self) -> list[str] | None:
        """Who won, once it is over."""
        result = self.match.result if self.is_live else None
        if result is None:
            return None
        return [self.match.title.seat_name(self.state, seat, self.match.parts, self.say) for seat in result.winners]

    def context(self) -> dict[str, Any]:
        """What the templates get."""
        room, eye = self.room, self.eye
        moves, view = self.moves(), self.view()
        own, board = self.seat if self.seat >= 0 else None, board_template(self.match.title.slug)
        return {
            "room": room, "eye": eye, "say": self.say, "view": msgspec.to_builtins(view), "moves": moves,
            "entries": self.entries(view) if board == ANY_BOARD else (),
            "refusals": self.refusals() if moves else {}, "seats": self.seats(), "you": own,
            "names": self.names(), "board": board, "seats_on_board": board != ANY_BOARD,
            "title_name": self.match.title.called(eye.language), "ply": self.ply,
            "last": self.live, "told": room.seen_by(eye.seat), "is_live": self.is_live, "log": self.log(),
            "question": self.question(), "turn": self.actor if room.state == "playing" else room.turn, "my_turn": bool(moves),
            "winners": self.winners(), "points": result_rows(self), "phrases": PHRASES, "bots": bot_choices(self.say),
            "usual_bot": USUAL,
            "sits": eye.seat >= 0 and not eye.late,
            "undo_ply": last_decision(self.match, own) if own is not None and self.is_live and not eye.late else None,
            "since": self.since() if room.state != "open" else [], "last_things": self.last_things(),
            "reckoning": self.reckoning(), "hints": are_hints_allowed(room),
            "lesson": lessons.word_for(room, eye, self.say) if self.is_live else None,
            "part": Easel({}, self.say, self.names(), {}).inline,
        }  # fmt: skip


def result_rows(moment: Moment) -> list[dict[str, Any]]:
    """Seats from first to last, once it is over."""
    result = moment.match.result if moment.is_live else None
    if result is None:
        return []
    order = sorted(range(moment.match.seats), key=lambda seat: -result.payoffs[seat])
    return [{"seat": seat, "points": f"{result.points[seat]:g}", "payoff": result.payoffs[seat]} for seat in order]


def regions(room: Room, eye: Eye) -> Drawn:
    """The live regions of a table page; drawn once for everybody who sees the same."""
    known = room.drawn.get(eye)
    if known is not None and known.version == room.version:
        return known
    moment = Moment(room, eye)
    context, drawn = moment.context(), Drawn(room.version)
    easel = Easel(room.sheets, moment.say, context["names"], drawn.parts)
    for name in WAITING if room.state == "open" else REGIONS:
        drawn.regions[name] = easel.draw(f"partials/{name}.html", context)
    room.drawn[eye] = drawn
    return drawn


def box_line(room: Room) -> dict[str, Any]:
    """What a page of the table says of its box, once: whose data that is."""
    title, edition = room.match.title, room.match.edition
    return {"has_house_data": has_house_data(title), "is_edition": edition is not None, "edition": name_in(edition)}


def page(template: str, **context: Any) -> str:
    return pages.get_template(template).render(context)
