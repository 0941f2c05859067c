"""Pages and their live regions, drawn from what one pair of eyes may see and from nothing else."""

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from markupsafe import Markup, escape

from fivefamilies import __version__, games
from fivefamilies.core.contract import OBSERVER, Title
from fivefamilies.core.editions import has_house_data, name_in
from fivefamilies.core.moves import Move, spelt
from fivefamilies.core.record import Record
from fivefamilies.core.telling import Reckoning
from fivefamilies.core.views import Shown, called, shown
from fivefamilies.core.words import Words, sentence, words
from fivefamilies.table import almanac, lessons
from fivefamilies.table.coach import are_hints_allowed
from fivefamilies.table.driving import RESIGNED
from fivefamilies.table.easel import TEMPLATES, Drawn, Easel, MoveShape, Refusal, pages
from fivefamilies.table.foresight import things_of
from fivefamilies.table.room import Eye, Room
from fivefamilies.table.seats import look
from fivefamilies.table.thinkers import USUAL, bot_choices
from fivefamilies.table.undo import last_decision

WAITING = ("status", "waiting", "chat", "controls")  # the regions before the first card is dealt
REGIONS = ("lesson", "seats", "status", "asks", "strip", "board", "ending", "actions", "log", "chat", "controls", "waiting")
SELDOM = {"lesson", "seats", "asks", "actions", "chat", "controls", "waiting"}  # regions that few moves change
SINCE = 60  # moves that the strip looks back at most
LOG_PLIES, LOG_STEP = 40, 80  # the log shows so many moves at least, and loses its head in steps
CHAT_SHOWN = 40  # words of the chat
ANY_BOARD = "boards/generic.html"
RULE = Markup(' <a class="rule-link" href="/rules/{}#{}" target="_blank">{}</a>')  # beside the game, not in its place
REFUSABLE = 700  # where there are more moves, a board asks about those that it means

PHRASES = (
    sentence("Good luck, everybody."), sentence("Well played."), sentence("Nothing personal."), sentence("Sorry, one moment."),
    sentence("You will sleep with the fishes."), sentence("An offer you cannot refuse."), sentence("Thank you for the game."),
)  # fmt: skip


@lru_cache(maxsize=None)
def board_template(slug: str) -> str:
    """A title's own board, which draws its players too, or the one that draws any title."""
    own = f"boards/{slug}.html"
    return own if (TEMPLATES / own).is_file() else ANY_BOARD


STYLE = Markup('<link rel="stylesheet" href="/static/{}?v={}">')
SCRIPT = Markup('<script src="/static/{}?v={}" type="module"></script>')


@lru_cache(maxsize=None)
def board_file(slug: str, ending: str, link: Markup) -> Markup:
    """The link to a file of a title's own board, if it has one."""
    own = f"boards/{slug}.{ending}"
    return link.format(own, __version__) if (TEMPLATES.parent / "static" / own).is_file() else Markup("")


pages.globals["draw_style"] = lambda slug: board_file(slug, "css", STYLE)
pages.globals["draw_script"] = lambda slug: board_file(slug, "js", SCRIPT)


@lru_cache(maxsize=64)
def printed_names(slug: str, language: str) -> dict[str, str]:
    """The words for the components of a title as it was printed."""
    title = games.title(slug)
    return component_names(title, title.parts(None), language)


def component_names(title: Title, parts: object, language: str) -> dict[str, str]:
    """The words for a title's components by their ids."""
    say = words(language, title.package)
    return {word: called(known, say) for names in title.vocabulary(parts).values() for word, known in names.items()}


def with_rules(text: str, slug: str, rules: tuple[str, ...]) -> Markup:
    """A sentence and the rules behind it, each a link to its place in the rules."""
    return escape(text) + rule_links(slug, rules)


@lru_cache(maxsize=None)
def rule_links(slug: str, rules: tuple[str, ...]) -> Markup:
    """Links to rules."""
    return Markup("").join(RULE.format(slug, rule, rule) for rule in rules)


def shape(move: Move) -> MoveShape:
    """A move as the templates get it."""
    return {"id": move.id, "notation": move.notation, "label": move.label, "kind": move.kind, "thing": move.thing,
            "arguments": {name: str(word) for name, word in move.arguments.items()}, "counts": dict(move.counts)}  # fmt: skip


class Refused(Mapping[str, Refusal]):
    """Why other moves are not possible now, by notation, with links to the rules; reasons that no rule gives are left out.
    The rules are asked when a board asks: about one move by `why`, about all of them by whatever else."""

    def __init__(self, title: Title, state: Record, parts: object, say: Words) -> None:
        self.title, self.state, self.parts, self.say = title, state, parts, say
        self.known: dict[str, list[tuple[int, dict[str, str]]]] = {}  # by kind, its moves and their arguments

    def why(self, kind: str, /, **arguments: str) -> Markup | None:
        """Why such a move is refused, if it is."""
        members = self.title.kinds.get("Move")
        if kind not in self.known and members:
            self.known[kind] = list(spelt(members, kind, self.state, self.parts))
        for move, own in self.known.get(kind, ()):
            if arguments.items() <= own.items() and (reason := self.reason(move)):
                return reason
        return None

    def reason(self, move: int) -> Markup | None:
        """What a rule says against a move."""
        code = int(self.title.objection(self.state, move))
        rules = self.title.rules_against(code) if code else ()
        if not code or not (rules or "No" not in self.title.kinds):
            return None
        return with_rules(self.title.refuse(self.state, move, code, self.parts, self.say), self.title.slug, rules)

    @cached_property
    def all(self) -> dict[str, Refusal]:
        """Every reason; of titles with very many moves none."""
        ids = range(self.title.moves if self.title.moves <= REFUSABLE else 0)
        found = {move: reason for move in ids if (reason := self.reason(move))}
        return {
            move.notation: {**shape(move), "why": found[move.id]}
            for move in self.title.describe(self.state, list(found), self.parts, None)
        }

    def __getitem__(self, notation: str) -> Refusal:
        return self.all[notation]

    def __iter__(self) -> Iterator[str]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)


class Moment:
    """A table at one move of the match, for one pair of eyes."""

    def __init__(self, room: Room, eye: Eye, ply: int | None = None) -> None:
        self.room, self.eye, self.match = room, eye, room.match
        self.live = room.delayed_ply() if eye.late else room.known_plies(eye.seat)
        self.ply = self.live if ply is None else max(0, min(ply, self.live))
        self.is_live = self.ply == self.live and not eye.late
        is_now = self.ply == len(self.match.played)
        self.state = self.match.state if is_now else room.state_at(self.ply)
        self.seat = OBSERVER if room.state == "open" else eye.seat  # nobody looks at a hand before it is surely his
        self.say: Words = words(eye.language, room.match.title.package)
        self.actor = room.actor if is_now else int(room.match.title.actor(self.state))

    def legal(self) -> list[Move]:
        """The legal moves of these eyes."""
        seat = self.eye.seat
        if seat < 0 or self.eye.late or not self.is_live or seat != self.room.turn or self.room.chairs[seat].driver:
            return []
        return self.match.title.describe(self.state, self.match.legal_ids(), self.match.parts, self.say)

    def moves(self) -> dict[str, MoveShape]:
        """The same by notation, as the templates get them."""
        return {move.notation: shape(move) for move in self.legal()}

    def seats(self) -> list[dict[str, Any]]:
        """Everybody at the table."""
        room, now = self.room, almanac.now()
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

    def log_rows(self, ply: int, told: list[tuple[str, ...]]) -> str:
        """The rows of one move; where another seat acts than before, a new paragraph begins with its letter."""
        played, room = self.match.played, self.room
        seat, earlier = played[ply - 1].seat, range(ply - 2, -1, -1)
        before = next((played[k].seat for k in earlier if told[k] and played[k].seat >= 0), -1)
        chip, opening = "", ""
        if seat >= 0 and seat != before:
            own = look(seat, self.match.title.colours)
            chip, opening = f'<b class="chip c-{own["colour"]}" aria-hidden="true">{own["letter"]}</b>', ' class="is-turn"'
        rows, heads = "", self.headings(ply)
        for line in told[ply - 1]:
            opening = ' class="is-heading"' if line in heads else opening
            rows += f'<li{opening}><a href="/t/{room.id}/replay/{ply}">{chip}{escape(line)}</a></li>\n'
            chip = opening = ""
        return rows

    def headings(self, ply: int) -> set[str | None]:
        """The lines of a move under which others stand, such as the number of a turn."""
        members, rows = self.match.title.kinds.get("Event"), self.match.played[ply - 1].events
        heads = [tuple(row) for row in rows if members and members(int(row[0])).declared.heads]
        return {self.room.line(row, self.say) for row in heads}

    def own_last(self) -> int:
        """The number of moves until these eyes' own last decision; a spectator looks back at the last decision of anybody."""
        played, made = self.match.played, self.room.made_by
        later = sum(move.seat >= 0 for move in played[self.ply :])
        made = made[-SINCE - later : len(made) - later]
        for ply in range(self.ply, max(0, self.ply - SINCE), -1):
            mover = played[ply - 1].seat
            by = made.pop() if mover >= 0 and made else None
            if (mover == self.seat and by is None) or (self.seat < 0 <= mover and ply < self.ply):
                return ply
        return max(0, self.ply - SINCE)

    def since(self) -> list[dict[str, object]]:
        """What happened after the own last decision."""
        return self.story(self.own_last())

    def latest(self) -> str:
        """The last line that these eyes were told."""
        told = self.room.lines(self.seat, self.say)
        return next((told[ply][-1] for ply in range(self.ply - 1, max(0, self.ply - SINCE) - 1, -1) if told[ply]), "")

    def last_things(self) -> list[str]:
        """The things on the table that the last move was about, as far as these eyes were told of it."""
        told = self.room.lines(self.seat, self.say)
        for ply in range(self.ply, max(0, self.ply - SINCE), -1):
            if told[ply - 1]:
                title, played = self.match.title, self.match.played[ply - 1]
                rows = [tuple(title.redact(row, self.seat)) for row in played.events]
                return list(things_of(self.match, rows, self.state))
        return []

    def recent_things(self) -> list[str]:
        """The things on the table that anything was about since the own last decision."""
        title, since = self.match.title, self.match.played[self.own_last() : self.ply]
        rows = [tuple(title.redact(row, self.seat)) for played in since for row in played.events]
        return list(things_of(self.match, rows, self.state))

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

    def entries(self, view: object) -> tuple[Shown, ...]:
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

    def board(self) -> dict[str, Any]:
        """What a board is drawn from."""
        moves, view, board = self.moves(), self.view(), board_template(self.match.title.slug)
        return {
            "room": self.room, "eye": self.eye, "say": self.say, "view": msgspec.to_builtins(view), "moves": moves,
            "entries": self.entries(view) if board == ANY_BOARD else (),
            "refusals": Refused(self.match.title, self.state, self.match.parts, self.say) if moves else {},
            "seats": self.seats(), "you": self.seat if self.seat >= 0 else None,
            "names": self.names(), "board": board,
        }  # fmt: skip

    def context(self) -> dict[str, Any]:
        """What the templates get."""
        room, eye, known = self.room, self.eye, self.board()
        own, moves = known["you"], known["moves"]
        return {
            **known, "seats_on_board": known["board"] != ANY_BOARD,
            "title_name": self.match.title.called(eye.language), "ply": self.ply,
            "last": self.live, "told": room.seen_by(eye.seat), "is_live": self.is_live, "log": self.log(),
            "question": self.question(), "turn": self.actor if room.state == "playing" else room.turn, "my_turn": bool(moves),
            "winners": self.winners(), "points": result_rows(self), "phrases": PHRASES, "bots": bot_choices(self.say),
            "usual_bot": USUAL,
            "sits": eye.seat >= 0 and not eye.late,
            "undo_ply": last_decision(self.match, own) if own is not None and self.is_live and not eye.late else None,
            "since": self.since() if room.state != "open" else [], "latest": self.latest(), "last_things": self.last_things(),
            "recent_things": self.recent_things() if room.state != "open" else [],
            "reckoning": self.reckoning(), "hints": are_hints_allowed(room),
            "lesson": lessons.word_for(room, eye, self.say) if self.is_live else None,
            "part": Easel({}, self.say, known["names"], {}).inline,
        }  # fmt: skip


def result_rows(moment: Moment) -> list[dict[str, object]]:
    """Seats from first to last, once it is over."""
    result = moment.match.result if moment.is_live else None
    if result is None:
        return []
    order = sorted(range(moment.match.seats), key=lambda seat: -result.payoffs[seat])
    return [{"seat": seat, "points": f"{result.points[seat]:g}", "payoff": result.payoffs[seat]} for seat in order]


def known_to_all(room: Room) -> dict[str, object]:
    """What regions that seldom change may tell of the table itself."""
    return {
        "id": room.id, "slug": room.match.title.slug, "state": room.state, "has_ended": room.has_ended,
        "is_revealed": room.is_revealed,
        "chat": room.chat[-CHAT_SHOWN:],
        "wants_back": room.wants_back, "wants_chair": room.wants_chair, "players": [chair.player for chair in room.chairs],
    }  # fmt: skip


def regions(room: Room, eye: Eye) -> Drawn:
    """The live regions of a table page; drawn once for everybody who sees the same."""
    known = room.drawn.get(eye)
    if known is not None and known.version == room.version:
        return known
    moment = Moment(room, eye)
    context, drawn = moment.context(), Drawn(room.version)
    easel = Easel(room.sheets, moment.say, context["names"], drawn.parts)
    plainly = {**context, "room": known_to_all(room)}
    for name in WAITING if room.state == "open" else REGIONS:
        template = f"partials/{name}.html"
        drawn.regions[name] = easel.draw_once(template, plainly) if name in SELDOM else easel.draw(template, context)
    room.drawn[eye] = drawn
    return drawn


def box_line(room: Room) -> dict[str, object]:
    """What a page of the table says of its box, once: whose data that is."""
    title, edition = room.match.title, room.match.edition
    return {"has_house_data": has_house_data(title), "is_edition": edition is not None, "edition": name_in(edition)}


def page(template: str, **context: object) -> str:
    return pages.get_template(template).render(context)
