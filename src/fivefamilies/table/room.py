"""A room: one table in memory, folded from its ledger. Nothing here waits for anything."""

import hashlib
import hmac
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fivefamilies import games
from fivefamilies.core.chance import Promise
from fivefamilies.core.contract import NOBODY, OBSERVER
from fivefamilies.core.editions import recalled
from fivefamilies.core.errors import BadMatchFile, IllegalMove, UnknownGame
from fivefamilies.core.match import Match
from fivefamilies.core.record import Record
from fivefamilies.core.words import Words
from fivefamilies.table import almanac
from fivefamilies.table.clocks import TIME_UP, Clock, understudy_line
from fivefamilies.table.schema import Row

if TYPE_CHECKING:
    from fivefamilies.table.easel import Drawn

SPECTATORS = ("off", "public", "full")
KINDS = ("move", "undo", "end", "close")
ENDS = {"end": "over", "close": "closed"}  # entries after which nothing comes, and the state they leave
DELAY = 10  # decisions that a full view lags behind


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass
class Chair:
    """A seat and who plays it."""

    seat: int
    player: str | None
    name: str
    bot: str | None = None
    stand_in: str | None = None  # a bot for an absent player
    token: str | None = None
    link: str | None = None
    notice: str | None = None
    left_at: float | None = None  # when the player closed his last page; None while he is here
    away: float | None = None  # the seconds of his earlier absences since he last moved
    colour: str | None = None  # chosen by the people at one screen

    @property
    def driver(self) -> str | None:
        """The bot that moves for this seat, if one does."""
        return self.stand_in or self.bot

    @property
    def is_free(self) -> bool:
        return self.player is None and self.bot is None and self.token is None

    @property
    def is_person(self) -> bool:
        return self.player is not None

    @property
    def holder(self) -> tuple[str | None, ...]:
        """Who has the chair, and the secrets that give it to somebody else."""
        return self.player, self.bot, self.token, self.link

    def absent_for(self, now: float) -> float:
        """Seconds that the player has been away since he last moved; coming back for a moment does not change it."""
        return (self.away or 0.0) + (0.0 if self.left_at is None else max(0.0, now - self.left_at))


def chairs_from(rows: list[Row]) -> list[Chair]:
    """Chairs as the ledger keeps them."""
    wanted = Chair.__dataclass_fields__
    return [Chair(**{key: value for key, value in row.items() if key in wanted}) for row in rows]


@dataclass(frozen=True)
class Eye:
    """With whose eyes a page is drawn: a seat's or a spectator's, in a language."""

    seat: int = OBSERVER
    language: str = "en"
    hidden: int = -1  # the seat whose turn at this screen waits behind the curtain
    is_host: bool = False
    shares: bool = False  # several seats at this screen
    late: bool = False  # looks on through a seat's eyes, some moves behind
    borrowed: bool = False  # looks through the eyes of a seat that is somebody else's


@dataclass
class Ask:
    """Somebody asks the people at the table to change a bot's chair while they play."""

    asker: str
    name: str
    seat: int
    changes: dict[str, object]
    agreed: set[str] = field(default_factory=set)


@dataclass
class Room:
    """One table."""

    id: str
    row: Row
    match: Match
    chairs: list[Chair]
    clock: Clock
    chat: list[Row]
    plies: int = 0  # entries of the ledger: the next one's number
    entries: list[tuple[str, int, int, str]] = field(default_factory=list)  # kind, seat, move and its words, by ply
    quiet: dict[int, int] = field(default_factory=dict)  # entries that only their own seat is told of, with that seat
    lengths: list[int] = field(default_factory=list)  # moves of the match by ply of the ledger
    is_sealed: bool = True  # over, but its secret is still drawn from at a table that goes on from here
    made_by: list[str | None] = field(default_factory=list)  # per decision of the match, the bot that chose it
    times: list[float] = field(default_factory=list)  # per move of the match, when it was made
    version: int = 0  # counts everything that changes a page
    here: Counter = field(default_factory=Counter)  # open pages by player
    elsewhere: set[str] = field(default_factory=set)  # players who have the table open at another server
    saved: list[tuple[float | None, float | None]] = field(default_factory=list)  # per seat, the absences that the ledger has
    stopped: int | None = None  # the first entry of its ledger that today's rules do not allow: nothing goes on after it
    is_stale: bool = False  # the ledger may know more: it is read before the next move
    votes: dict[str, set[str]] = field(default_factory=dict)  # players in favour, by what they vote on
    wants_back: tuple[int, int] | None = None  # who asks to undo, and to which move of the match
    asked_at: float = 0.0  # when he asked
    wants_chair: Ask | None = None  # who asks for a bot's chair
    shown: dict[str, int] = field(default_factory=dict)  # per player of several seats: whose hand the screen shows
    told: dict[tuple[int, str], list[tuple[str, ...]]] = field(default_factory=dict)  # the log by seat and language, per move
    rows: dict[tuple[int, str], list[str]] = field(default_factory=dict)  # the same as rows of a page
    said: dict[tuple[str, tuple[int, ...]], str | None] = field(default_factory=dict)  # lines of the log, by language and event
    steps: dict[object, str] = field(default_factory=dict)  # what happened at each move, by language and what is told of it
    drawn: dict[Eye, "Drawn"] = field(default_factory=dict)  # pages by eyes
    sheets: dict[object, str] = field(default_factory=dict)  # parts of pages by what they are drawn from
    at: float = 0.0  # when the last entry was made
    to_move: tuple[int, int] | None = None  # who acts after so many moves of the match: asked once
    touched: float = field(default_factory=time.monotonic)

    @classmethod
    def from_rows(cls, data: Row) -> "Room":
        """The room that the ledger tells of."""
        if data["title"] not in games.names():
            raise UnknownGame("unknown game '{name}'; choose one of {known}", name=data["title"], known=", ".join(games.names()))
        title = games.title(data["title"])
        promise = Promise(bytes.fromhex(data["secret"]))
        options, edition = title.recalled(data["options"]), recalled(title, data["edition"], data["rules_version"])
        match = Match(title, data["seats"], options, edition=edition, promise=promise)
        chairs = chairs_from(data["chairs"])
        if [chair.seat for chair in chairs] != list(range(data["seats"])):
            raise BadMatchFile("the table has {n} chairs for {seats} seats", n=len(chairs), seats=data["seats"])
        row = {key: value for key, value in data.items() if key not in ("chairs", "ledger", "chat")}
        room = cls(data["id"], row, match, chairs, Clock.of(row["settings"], data["seats"]), data["chat"])
        room.saved = room.absences
        room.times, room.lengths = [row["created"]] * len(match.played), [len(match.played)]
        last_moves: dict[int, float] = {}
        for entry in data["ledger"]:
            is_in_turn = entry["kind"] != "move" or entry["seat"] == match.actor
            if entry["ply"] != room.plies or entry["kind"] not in KINDS or not is_in_turn:
                raise BadMatchFile("entry {ply} of its ledger makes no sense", ply=entry["ply"])
            try:
                room.apply(entry)
            except IllegalMove:
                if not 0 <= entry["move"] < title.moves:
                    raise
                room.entries.pop()
                room.stopped = entry["ply"]  # the rules by which it was made were others
                break
            if entry["kind"] == "move" and not entry["by"]:
                last_moves[entry["seat"]] = entry["at"]
        for chair in chairs:
            if chair.left_at is not None and last_moves.get(chair.seat, 0.0) > chair.left_at:
                room.moved(chair.seat, last_moves[chair.seat])
        if room.state == "open" and not any(chair.is_free for chair in chairs):
            row["state"] = "playing"
        room.hear_asks()
        return room

    def apply(self, entry: Row, is_checked: bool = False) -> None:
        """Carry out one entry of the ledger; of a move that the referee has just let pass he is not asked again."""
        before, is_quiet, words, self.to_move = len(self.match.played), False, "", None
        if entry["kind"] == "move":
            words = (self.match.play_checked if is_checked else self.match.play)(entry["move"]).notation
            is_quiet = self.is_quiet(entry["seat"], before)
            self.times += [entry["at"]] * (len(self.match.played) - before)
            self.made_by.append(entry["by"])
            if not entry["clock"]:
                self.clock.moved(entry["seat"])
        elif entry["kind"] == "undo":
            is_quiet = self.is_quiet(entry["seat"], entry["move"])
            self.match.undo(before - entry["move"])
            del self.times[entry["move"] :]
            self.steps.clear()
            for told in self.told.values():
                del told[entry["move"] :]
            for rows in self.rows.values():
                del rows[entry["move"] :]
            decisions = sum(played.seat >= 0 for played in self.match.played)
            del self.made_by[decisions:]
        elif entry["kind"] in ENDS:
            self.row["state"] = ENDS[entry["kind"]]
        self.entries.append((entry["kind"], entry["seat"], entry["move"], words))
        if is_quiet:
            self.quiet[entry["ply"]] = entry["seat"]
        self.lengths.append(len(self.match.played))
        self.clock.restore(entry["clock"])
        self.plies, self.at, self.wants_back = entry["ply"] + 1, entry["at"], None
        self.votes.clear()
        self.said.clear()
        self.version += 1
        if self.actor == NOBODY:
            self.row["state"] = "over"

    # ------------------------------------------------------------ questions

    @property
    def settings(self) -> Row:
        return self.row["settings"]

    @property
    def state(self) -> str:
        return self.row["state"]

    @property
    def progress(self) -> tuple[int, int]:
        """The version of the table that is shown here: entries of its ledger, and the revision of its row."""
        return self.plies, self.row["revision"]

    @property
    def has_ended(self) -> bool:
        return self.state in ENDS.values()

    @property
    def turn(self) -> int:
        """The seat to move, or a negative number when there is none."""
        return self.actor if self.row["state"] == "playing" and self.stopped is None else OBSERVER

    @property
    def actor(self) -> int:
        """Who acts in the match now, as the rules say; they are asked once a move."""
        played = len(self.match.played)
        if self.to_move is None or self.to_move[0] != played:
            self.to_move = played, self.match.actor
        return self.to_move[1]

    @property
    def people(self) -> set[str]:
        """The players who sit here."""
        return {chair.player for chair in self.chairs if chair.player}

    def is_quiet(self, seat: int, since: int) -> bool:
        """Is nobody but `seat` told of the moves since? They wrote no event, and it is still this seat's move."""
        return self.actor == seat and all(p.seat == seat and not p.events for p in self.match.played[since:])

    def seen_by(self, seat: int) -> int:
        """How many entries of the ledger a seat, or a spectator, was told of: the id of what it sees now."""
        return self.plies - sum(of != seat for of in self.quiet.values()) if self.quiet else self.plies

    def ledger_ply(self, seat: int, told: int) -> int:
        """The ply of the ledger that followed when `seat` was told of so many entries; -1 if it never was."""
        if told == self.seen_by(seat):
            return self.plies
        known = [ply for ply in range(self.plies) if self.quiet.get(ply, seat) == seat]
        return known[told] if 0 <= told < len(known) else -1

    def known_plies(self, seat: int) -> int:
        """The moves of the match that `seat` knows of: another's quiet moves are told with the next one that is not."""
        count, actor = len(self.match.played), self.actor
        while count and self.quiet and actor not in (NOBODY, seat) and not self.is_revealed and self.is_quiet(actor, count - 1):
            count -= 1
        return count

    @property
    def is_revealed(self) -> bool:
        """May everything be shown? Once it is over, here and at every table that draws from the same secret."""
        return self.state == "over" and not self.is_sealed

    @property
    def absences(self) -> list[tuple[float | None, float | None]]:
        """Per seat, since when its player is away, and what he was away before."""
        return [(chair.left_at, chair.away) for chair in self.chairs]

    def is_here(self, player: str) -> bool:
        """Has this player the table open, at whatever server?"""
        return self.here[player] > 0 or player in self.elsewhere

    def seats_of(self, player: str) -> list[int]:
        return [chair.seat for chair in self.chairs if chair.player == player]

    def is_present(self, chair: Chair) -> bool:
        return chair.bot is not None or (chair.player is not None and self.is_here(chair.player))

    def absent_for(self, chair: Chair, now: float) -> float:
        """How long a player has been away without a move; 0 while he is here."""
        if chair.player is None or self.is_here(chair.player):
            return 0.0
        return chair.absent_for(now)

    def arrive(self, player: str, now: float) -> None:
        """A player opens his first page: his absence ends, but it is remembered until he moves."""
        for chair in self.chairs:
            if chair.player == player:
                chair.away, chair.left_at = chair.absent_for(now), None

    def leave(self, player: str, now: float) -> None:
        """A player closes his last page."""
        for chair in self.chairs:
            if chair.player == player:
                chair.left_at = now

    def moved(self, seat: int, now: float) -> bool:
        """A player has moved, so what he was away before no longer counts; does that change what is kept of him?"""
        chair = self.chairs[seat]
        was = chair.away or 0.0
        chair.away = 0.0
        if chair.left_at is not None:
            chair.left_at = max(chair.left_at, now)
        return was >= 1

    def has_token(self, token: str) -> Chair | None:
        """The chair that a program's secret belongs to."""
        return self.chair_of(digest(token))

    def chair_of(self, kept: str) -> Chair | None:
        """The same by what is kept of the secret."""
        for chair in self.chairs:
            if chair.token and hmac.compare_digest(chair.token, kept):
                return chair
        return None

    def eye(self, player: str, language: str, eyes: int = 0) -> Eye | None:
        """With whose eyes this player sees the table; None if he may not look. A late spectator looks through a seat's `eyes`."""
        seats, is_host = self.seats_of(player), player == self.row["host"]
        if len(seats) == 1:
            return Eye(seats[0], language, is_host=is_host)
        if seats:
            return self.shared_eye(player, seats, language, is_host)
        if self.state == "playing" and self.settings.get("spectators") == "full":
            return Eye(eyes if 0 <= eyes < len(self.chairs) else 0, language, is_host=is_host, late=True, borrowed=True)
        if self.is_revealed or is_host or self.settings.get("spectators", "public") != "off":
            return Eye(OBSERVER, language, is_host=is_host)
        return None

    def shared_eye(self, player: str, seats: list[int], language: str, is_host: bool) -> Eye:
        """One screen for several seats: a hand is shown when its owner has drawn the curtain."""
        shown, turn = self.shown.get(player, OBSERVER), self.turn
        if self.is_revealed:
            return Eye(shown if shown in seats else seats[0], language, is_host=is_host, shares=True)
        if turn in seats and turn != shown:
            return Eye(OBSERVER, language, hidden=turn, is_host=is_host, shares=True)
        return Eye(shown if shown in seats else OBSERVER, language, is_host=is_host, shares=True)

    def forget_drawings(self) -> None:
        """Nobody looks: what can be drawn again needs no memory."""
        for drawings in (self.drawn, self.told, self.rows, self.said, self.steps, self.sheets):
            drawings.clear()

    # ------------------------------------------------------------ what is asked

    def asks(self) -> dict[str, object]:
        """What is asked of the others, for servers that have to know."""
        chair = self.wants_chair
        return {
            "plies": self.plies, "back": self.wants_back, "since": almanac.now() - (time.monotonic() - self.asked_at),
            "votes": {what: sorted(players) for what, players in self.votes.items()}, "shown": self.shown,
            "chair": {**vars(chair), "agreed": sorted(chair.agreed)} if chair else None,
        }  # fmt: skip

    def hear_asks(self) -> None:
        """What is asked here as the ledger has it; a move since then has answered who asked to take back, and ended votes."""
        asks = self.row.get("asks") or {}
        is_fresh = asks.get("plies") == self.plies
        self.wants_back = tuple(asks["back"]) if is_fresh and asks["back"] else None
        self.votes = {what: set(players) for what, players in asks["votes"].items()} if is_fresh else {}
        self.asked_at = time.monotonic() - max(0.0, almanac.now() - asks.get("since", 0.0))
        if asks:
            self.shown = {player: int(seat) for player, seat in asks["shown"].items()}
            self.wants_chair = Ask(**{**asks["chair"], "agreed": set(asks["chair"]["agreed"])}) if asks["chair"] else None

    def hear_clock(self) -> None:
        """Since when whose time passes, as all servers know it: since the last move, or since somebody came or left."""
        kept = self.row.get("clock")
        if self.clock.mode == "off" or not kept or kept["plies"] != self.plies:
            self.clock.began = self.at or None
            return
        self.clock.left, self.clock.running, self.clock.began = list(kept["left"]), None, kept["since"]
        if kept["running"] is not None:
            self.clock.run(kept["running"])

    def clock_now(self) -> dict[str, object]:
        """The same for the ledger."""
        left = [round(self.clock.remaining(seat), 2) for seat in range(len(self.chairs))]
        return {"plies": self.plies, "left": left, "running": self.clock.running, "since": almanac.now()}

    # ------------------------------------------------------------ the past

    def still(self, eye: Eye) -> "Room":
        """The table as it stands, for one who draws it beside the event loop while it goes on; `learn` keeps what he has told."""
        key = eye.seat, eye.language
        return replace(
            self, row=dict(self.row), match=self.match.still(), chairs=[replace(chair) for chair in self.chairs],
            clock=self.clock.copy(), chat=list(self.chat), quiet=dict(self.quiet), lengths=list(self.lengths),
            made_by=list(self.made_by), times=list(self.times), here=Counter(self.here), shown=dict(self.shown),
            told={key: list(self.told.get(key, ()))}, rows={key: list(self.rows.get(key, ()))}, said={}, drawn={},
            sheets={},
        )  # fmt: skip

    def learn(self, still: "Room") -> None:
        """Nobody tells the same log twice, unless the table has changed meanwhile."""
        if self.version == still.version:
            self.told |= still.told
            self.rows |= still.rows

    def lines(self, seat: int, say: Words) -> list[tuple[str, ...]]:
        """The log as `seat` may read it, the lines of each move; each line is told once to all who may know the same."""
        title, match = self.match.title, self.match
        lines = self.told.setdefault((seat, say.language), [])
        new = match.played[len(lines) :]
        decisions = len(self.made_by) - sum([played.seat >= 0 for played in new])
        for played in new:
            told = [self.line(tuple(title.redact(row, seat)), say) for row in played.events]
            if played.seat >= 0:
                by = self.made_by[decisions] if 0 <= decisions < len(self.made_by) else None
                decisions += 1
                if by:
                    name = title.seat_name(match.state, played.seat, match.parts, say) if by.endswith(TIME_UP) else ""
                    told.insert(0, understudy_line(by, name, say))
            lines.append(tuple([line for line in told if line]))
        return lines

    def line(self, row: tuple[int, ...], say: Words) -> str | None:
        """An event, redacted before, as a line of the log."""
        match, key = self.match, (say.language, row)
        if key not in self.said:
            self.said[key] = match.title.tell(row, match.state, match.parts, say)
        return self.said[key]

    def state_at(self, ply: int) -> Record:
        """The position after so many moves of the match."""
        return self.match.state_at(min(ply, len(self.match.played)))

    def delayed_ply(self) -> int:
        """How much of the match a late spectator may see."""
        if self.is_revealed:
            return len(self.match.played)
        decisions = [ply for ply, played in enumerate(self.match.played) if played.seat >= 0]
        return decisions[-DELAY] if len(decisions) >= DELAY else 0
