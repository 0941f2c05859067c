"""Looking over a player's shoulder: candidate moves with win chances, and the review of a finished match."""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from html import escape
from math import log

import numpy as np

from fivefamilies.bots.search import Search
from fivefamilies.core.contract import CHANCE, is_whole
from fivefamilies.core.errors import BadSeats, Stopped
from fivefamilies.core.match import Match, Played
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.seen import Seen
from fivefamilies.core.words import Words, sentence

THINKING = "500ms"
REVIEWING = "30ms"
TURNING_POINTS = 5
LONGEST_LINE = 5  # moves that are expected
SMALL = 0.02  # a loss of win chance that is not worth a word

IN_WORDS = (
    (0.95, sentence("as good as won")), (0.75, sentence("winning")), (0.55, sentence("better")), (0.40, sentence("in the race")),
    (0.20, sentence("behind")), (0.05, sentence("in trouble")), (0.0, sentence("as good as lost")),
)  # fmt: skip


def in_words(chance: float, seats: int = 2) -> str:
    """A win chance as an English sentence to be translated; with more seats, less is needed to be in the race."""
    even = chance ** (log(2) / log(max(2, seats)))  # a fair share counts as a half
    return next(words for least, words in IN_WORDS if even >= least)


@dataclass(frozen=True)
class Candidate:
    """A legal move as the bot sees it."""

    move: int
    notation: str
    label: str
    chance: float  # to win, from 0 to 1
    attention: float  # the share of the simulations that went into it


@dataclass(frozen=True)
class Analysis:
    """What the bot thinks of a position from what one seat knows."""

    seat: int
    to_move: int
    chances: tuple[float, ...]  # of every seat to win
    candidates: tuple[Candidate, ...]  # the best first; none if another seat is to move
    simulations: int


def analyse(match: Match, seat: int | None = None, think: str = THINKING, seed: int = 0) -> Analysis:
    """The bot's candidate moves with win chances, from what `seat` knows (default: who is to move)."""
    who = match.actor if seat is None else seat
    if match.result is not None:
        share = [1 / len(match.result.winners) if k in match.result.winners else 0.0 for k in range(match.seats)]
        return Analysis(who, match.actor, tuple(share), (), 0)
    if not is_whole(who) or not 0 <= who < match.seats:
        raise BadSeats("there is no seat number {seat}; seats go from 0 to {last}", seat=who, last=match.seats - 1)
    bot = Search(f"{think}:ladder=0")
    rated = bot.rate(match.seen(who, seed))
    whole = max(1, sum(one.visits for one in rated))
    candidates = tuple(
        Candidate(one.move, match.notation(one.move), match.label(one.move), one.worth, one.visits / whole) for one in rated
    )
    return Analysis(who, match.actor, tuple(bot.chances()), candidates, bot.done)


def expected(bot: Search, seen: Seen, say: Words, most: int = LONGEST_LINE) -> list[tuple[int, str]]:
    """The line that the bot expects, seats and their moves in words: played on one guess at what is hidden, while it can be."""
    title, state, line, luck = seen.title, seen.guess(), [], random.Random(int(seen.rng[0]))
    moves, weights = np.zeros(title.outcomes + 1, np.int16), np.zeros(title.outcomes + 1, np.int32)
    for seat, move in bot.line()[:most]:
        while title.actor(state) == CHANCE:
            count = title.chances(state, moves, weights)
            title.play(state, luck.choices(moves[:count].tolist(), weights[:count].tolist())[0], blank_log(0))
        if title.actor(state) != seat or move not in title.legal_ids(state):
            break
        line.append((seat, title.say_move(state, move, seen.parts, say)))
        title.play(state, move, blank_log(0))
    return line


@dataclass(frozen=True)
class Decision:
    """One decision of a finished match: what was played, what the bot would have done, and what each seat could hope for."""

    ply: int  # its number in the match, from 1
    seat: int
    played: str
    label: str
    chances: tuple[float, ...]  # before the move, as the seat to move could know
    best: str
    best_label: str
    loss: float  # win chance given away, as far as the bot can tell


@dataclass(frozen=True)
class Review:
    """The whole match: its decisions, the chances at its end, and the decisions that turned it."""

    title: str
    seats: tuple[str, ...]
    decisions: tuple[Decision, ...]
    final: tuple[float, ...]
    turning_points: tuple[int, ...]  # indices of decisions, the costliest first

    def data(self) -> dict[str, object]:
        """The review as plain data; `chances` are those after each move."""
        moves = [
            {**asdict(decision), "chances": list(after)} for decision, after in zip(self.decisions, self.after(), strict=True)
        ]
        start = list(self.decisions[0].chances) if self.decisions else list(self.final)
        points = [self.decisions[index].ply for index in self.turning_points]
        return {"title": self.title, "seats": list(self.seats), "start": start, "moves": moves, "turning_points": points}

    def after(self) -> list[tuple[float, ...]]:
        """The chances of all seats after each decision."""
        return [decision.chances for decision in self.decisions[1:]] + [self.final] if self.decisions else []


def review(match: Match, think: str = REVIEWING, progress: Callable[[int], None] | None = None) -> Review:
    """Go through a match again: the win chance of each seat, the turning points, and what the bot would have done.

    Ctrl-C raises Stopped, which brings the review of the decisions until then.
    """
    again = match.anew()
    decisions: list[Decision] = []
    try:
        for ply, played in enumerate(match.played):
            if played.seat >= 0:
                decisions.append(judge(again, ply, played, think))
            again.play(played.move)
            if progress:
                progress(1)
        final = analyse(again, None, think).chances if again.is_over or again.actor >= 0 else decisions[-1].chances
    except KeyboardInterrupt as stop:
        if not decisions:
            raise
        raise Stopped(summary(again, decisions, decisions[-1].chances)) from stop
    return summary(again, decisions, final)


def judge(match: Match, ply: int, played: Played, think: str) -> Decision:
    """One decision, before it is made."""
    found = analyse(match, played.seat, think, seed=ply)
    own = next(one for one in found.candidates if one.move == played.move)
    best = found.candidates[0]
    loss = max(0.0, best.chance - own.chance) if own.attention > 0 else 0.0
    return Decision(ply + 1, played.seat, own.notation, own.label, found.chances, best.notation, best.label, loss)


def summary(again: Match, decisions: list[Decision], final: tuple[float, ...]) -> Review:
    """The review of these decisions, with those that turned the match."""
    costly = sorted((i for i, decision in enumerate(decisions) if decision.loss > SMALL), key=lambda i: -decisions[i].loss)
    seats = tuple(again.seat_name(seat) for seat in range(again.seats))
    return Review(again.title.slug, seats, tuple(decisions), final, tuple(costly[:TURNING_POINTS]))


def tell(found: Review, say: Words) -> list[str]:
    """A review in sentences."""
    lines = []
    for decision, after in zip(found.decisions, found.after(), strict=True):
        shares = "  ".join(f"{name} {say.share(chance)}" for name, chance in zip(found.seats, after, strict=True))
        lines.append(f"{decision.ply:>4}  {found.seats[decision.seat]}: {decision.label}   [{shares}]")
    lines.append("")
    if found.turning_points:
        lines.append(say("Turning points"))
    for index in found.turning_points:
        decision = found.decisions[index]
        lines.append("  " + say(
            "move {ply}: {name} plays «{played}» and gives away {loss}; the bot plays «{best}»",
            ply=decision.ply, name=found.seats[decision.seat], played=decision.label, best=decision.best_label,
            loss=say.share(decision.loss),
        ))  # fmt: skip
    return lines


COLOURS = ("#c0392b", "#2471a3", "#1e8449", "#b7950b", "#7d3c98", "#5d6d7e")
WIDTH, HEIGHT, MARGIN = 860, 320, 44


def plot(found: Review, say: Words) -> str:
    """The win chances over the match as an SVG picture, turning points marked."""
    rows = [found.decisions[0].chances, *found.after()] if found.decisions else [found.final]
    steps = max(1, len(rows) - 1)

    def at(step: int, chance: float) -> tuple[float, float]:
        return MARGIN + step / steps * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - chance * (HEIGHT - 2 * MARGIN)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(say('Win chances over the match'))}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
    ]
    for percent in (0, 25, 50, 75, 100):
        x, y = at(0, percent / 100)
        parts.append(f'<path d="M{x:.0f} {y:.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{x - 6:.0f}" y="{y + 4:.1f}" text-anchor="end" fill="#555">{escape(say.share(percent / 100))}</text>'
        )
    for seat, name in enumerate(found.seats):
        colour = COLOURS[seat % len(COLOURS)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(step, row[seat]) for step, row in enumerate(rows)))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{MARGIN + seat * 130}" y="20" fill="{colour}">■ {escape(name)}</text>')
    for index in found.turning_points:
        decision = found.decisions[index]
        x, y = at(index, decision.chances[decision.seat])
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="none" stroke="#222" stroke-width="1.5"/>')
    below = escape(say("decisions"))
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle" fill="#555">{below}</text></svg>')
    return "\n".join(parts) + "\n"
