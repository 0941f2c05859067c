"""A room: one table in memory, folded from its ledger. Nothing here waits for anything."""

import hashlib
import hmac
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from fivefamilies import games
from fivefamilies.core.chance import Promise
from fivefamilies.core.contract import NOBODY, OBSERVER
from fivefamilies.core.editions import recalled
from fivefamilies.core.errors import BadMatchFile, UnknownGame
from fivefamilies.core.match import Match
from fivefamilies.core.words import Words
from fivefamilies.table.clocks import Clock

SPECTATORS = ("off", "public", "full")
KINDS = ("move", "undo", "end")
TIME_UP = ", time up"  # after the name of a bot that moved because a player's clock had run out
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


def chairs_from(rows: list[dict[str, Any]]) -> list[Chair]:
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
    changes: dict[str, Any]
    agreed: set[str] = field(default_factory=set)


@dataclass
class Room:
    """One table."""

    id: str
    row: dict[str, Any]
    match: Match
    chairs: list[Chair]
    clock: Clock
    chat: list[dict[str, Any]]
    plies: int = 0  # entries of the ledger: the next one's number
    entries: list[tuple[str, int, int, str]] = field(default_factory=list)  # kind, seat, move and its words, by ply
    quiet: dict[int, int] = field(default_factory=dict)  # entries that only their own seat is told of, with that seat
    lengths: list[int] = field(default_factory=list)  # moves of the match by ply of the ledger
    is_sealed: bool = True  # over, but its secret is still drawn from at a table that goes on from here
    made_by: list[str | None] = field(default_factory=list)  # per decision of the match, the bot that chose it
    times: list[float] = field(default_factory=list)  # per move of the match, when it was made
    version: int = 0  # counts everything that changes a page
    here: Counter = field(default_factory=Counter)  # open pages by player
    is_stale: bool = False  # the ledger may know more: it is read before the next move
    votes: dict[str, set[str]] = field(default_factory=dict)  # players in favour, by what they vote on
    wants_back: tuple[int, int] | None = None  # who asks to undo, and to which move of the match
    asked_at: float = 0.0  # when he asked
    wants_chair: Ask | None = None  # who asks for a bot's chair
    shown: dict[str, int] = field(default_factory=dict)  # per player of several seats: whose hand the screen shows
    told: dict[tuple[int, str], list[list[str]]] = field(default_factory=dict)  # the log by seat and language, per move
    rows: dict[tuple[int, str], list[str]] = field(default_factory=dict)  # the same as rows of a page
    drawn: dict[Eye, Any] = field(default_factory=dict)  # pages by eyes
    sheets: dict[Any, str] = field(default_factory=dict)  # parts of pages by what they are drawn from
    to_move: tuple[int, int] | None = None  # the seat to move after so many moves of the match: asked once
    touched: float = field(default_factory=time.monotonic)

    @classmethod
    def from_rows(cls, data: dict[str, Any]) -> "Room":
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
        room.times, room.lengths = [row["created"]] * len(match.played), [len(match.played)]
        last_moves: dict[int, float] = {}
        for entry in data["ledger"]:
            is_in_turn = entry["kind"] != "move" or entry["seat"] == match.actor
            if entry["ply"] != room.plies or entry["kind"] not in KINDS or not is_in_turn:
                raise BadMatchFile("entry {ply} of its ledger makes no sense", ply=entry["ply"])
            room.apply(entry)
            if entry["kind"] == "move" and not entry["by"]:
                last_moves[entry["seat"]] = entry["at"]
        for chair in chairs:
            if chair.left_at is not None and last_moves.get(chair.seat, 0.0) > chair.left_at:
                room.moved(chair.seat, last_moves[chair.seat])
        if room.state == "open" and not any(chair.is_free for chair in chairs):
            row["state"] = "playing"
        return room

    def apply(self, entry: dict[str, Any]) -> None:
        """Carry out one entry of the ledger."""
        words = self.match.notation(entry["move"]) if entry["kind"] == "move" else ""
        self.entries.append((entry["kind"], entry["seat"], entry["move"], words))
        before, is_quiet = len(self.match.played), False
        if entry["kind"] == "move":
            self.match.play(entry["move"])
            is_quiet = self.is_quiet(entry["seat"], before)
            self.times += [entry["at"]] * (len(self.match.played) - before)
            self.made_by.append(entry["by"])
            if not entry["clock"]:
                self.clock.moved(entry["seat"])
        elif entry["kind"] == "undo":
            is_quiet = self.is_quiet(entry["seat"], entry["move"])
            self.match.undo(before - entry["move"])
            del self.times[entry["move"] :]
            for told in self.told.values():
                del told[entry["move"] :]
            for rows in self.rows.values():
                del rows[entry["move"] :]
            decisions = sum(played.seat >= 0 for played in self.match.played)
            del self.made_by[decisions:]
        elif entry["kind"] == "end":
            self.row["state"] = "over"
        if is_quiet:
            self.quiet[entry["ply"]] = entry["seat"]
        self.lengths.append(len(self.match.played))
        self.clock.restore(entry["clock"])
        self.plies = entry["ply"] + 1
        self.wants_back = self.to_move = None
        self.votes.clear()
        self.version += 1
        if self.match.is_over:
            self.row["state"] = "over"

    # ------------------------------------------------------------ questions

    @property
    def settings(self) -> dict[str, Any]:
        return self.row["settings"]

    @property
    def state(self) -> str:
        return self.row["state"]

    @property
    def turn(self) -> int:
        """The seat to move, or a negative number when there is none."""
        if self.state != "playing":
            return OBSERVER
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
        return self.match.actor == seat and all(p.seat == seat and not p.events for p in self.match.played[since:])

    def seen_by(self, seat: int) -> int:
        """How many entries of the ledger a seat, or a spectator, was told of: the id of what it sees now."""
        return self.plies - sum(of != seat for of in self.quiet.values())

    def ledger_ply(self, seat: int, told: int) -> int:
        """The ply of the ledger that followed when `seat` was told of so many entries; -1 if it never was."""
        if told == self.seen_by(seat):
            return self.plies
        known = [ply for ply in range(self.plies) if self.quiet.get(ply, seat) == seat]
        return known[told] if 0 <= told < len(known) else -1

    def known_plies(self, seat: int) -> int:
        """The moves of the match that `seat` knows of: another's quiet moves are told with the next one that is not."""
        count, actor = len(self.match.played), self.match.actor
        while count and actor not in (NOBODY, seat) and not self.is_revealed and self.is_quiet(actor, count - 1):
            count -= 1
        return count

    @property
    def is_revealed(self) -> bool:
        """May everything be shown? Once it is over, here and at every table that draws from the same secret."""
        return self.state == "over" and not self.is_sealed

    def seats_of(self, player: str) -> list[int]:
        return [chair.seat for chair in self.chairs if chair.player == player]

    def is_present(self, chair: Chair) -> bool:
        return chair.bot is not None or (chair.player is not None and self.here[chair.player] > 0)

    def absent_for(self, chair: Chair, now: float) -> float:
        """How long a player has been away without a move; 0 while he is here."""
        if chair.player is None or self.here[chair.player]:
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
        wanted = digest(token)
        for chair in self.chairs:
            if chair.token and hmac.compare_digest(chair.token, wanted):
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
        for drawings in (self.drawn, self.told, self.rows, self.sheets):
            drawings.clear()

    # ------------------------------------------------------------ the past

    def lines(self, seat: int, say: Words) -> list[list[str]]:
        """The log as `seat` may read it, a list of lines per move; each line is told once."""
        title, match = self.match.title, self.match
        lines = self.told.setdefault((seat, say.language), [])
        decisions = sum(played.seat >= 0 for played in match.played[: len(lines)]) if len(lines) < len(match.played) else 0
        for played in match.played[len(lines) :]:
            told = (title.tell(title.redact(row, seat), match.state, match.parts, say) for row in played.events)
            by = self.made_by[decisions] if played.seat >= 0 and decisions < len(self.made_by) else None
            decisions += played.seat >= 0
            name = title.seat_name(match.state, played.seat, match.parts, say) if (by or "").endswith(TIME_UP) else ""
            lines.append([line for line in (understudy_line(by, name, say), *told) if line])
        return lines

    def state_at(self, ply: int) -> Any:
        """The position after so many moves of the match."""
        return self.match.state_at(min(ply, len(self.match.played)))

    def delayed_ply(self) -> int:
        """How much of the match a late spectator may see."""
        if self.is_revealed:
            return len(self.match.played)
        decisions = [ply for ply, played in enumerate(self.match.played) if played.seat >= 0]
        return decisions[-DELAY] if len(decisions) >= DELAY else 0


def league_results(room: Room) -> list[dict[str, Any]]:
    """What is written down when a league's game is over: a row a seat. A table that was closed before its end does not count."""
    league, result = room.settings.get("league"), room.match.result
    if not league or result is None:
        return []
    return [
        {"table_id": room.id, "seat": chair.seat, "league": league, "title": room.match.title.slug,
         "name": chair.name if chair.is_person else chair.bot or chair.name, "is_bot": not chair.is_person,
         "payoff": result.payoffs[chair.seat], "points": result.points[chair.seat], "at": room.times[-1]}
        for chair in room.chairs
    ]  # fmt: skip


def understudy_line(by: str | None, name: str, say: Words) -> str | None:
    """What the log says if a bot moved for a player whose time was up, or for a bot that did not answer: "greedy for don"."""
    if name:
        return say("The clock of {name} has run out; a bot makes the move", name=name)
    other, is_for, bot = (by or "").partition(" for ")
    return say("{bot} does not answer; {other} moves for it", bot=bot, other=other) if is_for else None
