"""A first game with a coach: a real match with promised luck, and what a coach says at its decisions. Lessons are data.

`lesson.toml` in a title's folder names the seats, the pupil's seat, the seed of the promised luck, and the steps. A step is told
once, at the first decision of the pupil that it fits; the first of the file comes first. Its sentences are English, entries of
the title's catalogues.

    seats = 3
    seat = 0
    seed = "a"
    farewell = "From here on you know enough."

    [[step]]
    when = { asked = "respond", can = "family_influence", heard = "plays * double_contract" }
    see = "Moran aims at two of your men."                  # what you see
    may = "Let it stand, or answer."                        # what you may do
    think = "A counter that saves a man is well spent."     # what a good player thinks
    why = "Of two men one goes to the list whatever you answer."   # the answer to "Why?"
    rules = ["FB-26", "FB-46"]
    good = ["family_influence"]                             # what the coach would do

Conditions, all of which must hold: `asked` is the phase of the question; `can` a pattern that one of the legal moves has, `only`
one that all have; `heard` a pattern of something that the pupil was told since the last decision: the event and its words;
`unheard` one of what he was not told since then. A move has a pattern by its notation, `list 1`, or, where the pattern has a
capital letter, by its English label: only `Number * on the list: * (Capone)` says whose man it is.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache

from fivefamilies.core.contract import Title
from fivefamilies.core.errors import FamiliesError
from fivefamilies.core.events import spell
from fivefamilies.core.match import Match
from fivefamilies.core.moves import phase_of
from fivefamilies.core.options import Value
from fivefamilies.core.record import Record
from fivefamilies.core.words import home, words

CONDITIONS = ("asked", "can", "only", "heard", "unheard")
SAID = ("see", "may", "think", "why")


@dataclass(frozen=True)
class Step:
    """What the coach says at a decision, and when."""

    when: dict[str, str]
    see: str
    may: str
    think: str
    why: str
    good: tuple[str, ...]
    rules: tuple[str, ...] = ()

    def fits(self, match: Match, state: Record, seat: int, since: int, ply: int) -> bool:
        """Is this the step for the decision that `seat` has after `ply` moves, the last one having been after `since`?"""
        when, title = self.when, match.title
        if "asked" in when and when["asked"] != phase(title, state):
            return False
        told = list(heard(match, state, seat, since, ply)) if "heard" in when or "unheard" in when else []
        if "heard" in when and not any(fnmatchcase(one, when["heard"]) for one in told):
            return False
        if "unheard" in when and any(fnmatchcase(one, when["unheard"]) for one in told):
            return False
        return ("can" not in when or any(having(match, state, when["can"]))) and (
            "only" not in when or all(having(match, state, when["only"]))
        )

    def is_good(self, match: Match, ply: int, notation: str) -> bool:
        """Is this, after so many moves, what the coach would do?"""
        state = match.state_at(ply)
        place = list(having(match, state, notation)).index(True)
        return any(list(having(match, state, pattern))[place] for pattern in self.good)

    def advice(self, match: Match, ply: int) -> str:
        """The legal move after so many moves that the coach would make; empty if the position allows none of them."""
        state, title = match.state_at(ply), match.title
        moves = title.legal_ids(state)
        good = (move for pattern in self.good for move, fits in zip(moves, having(match, state, pattern), strict=True) if fits)
        move = next(good, None)
        return "" if move is None else title.notation(state, move, match.parts)


@dataclass(frozen=True)
class Lesson:
    """A first game: what is promised, and what the coach says."""

    title: Title
    seats: int
    seat: int
    seed: str
    farewell: str
    steps: tuple[Step, ...]
    options: dict[str, Value] = field(default_factory=dict)

    def sentences(self) -> list[str]:
        """What has to be translated."""
        return [text for step in self.steps for text in (step.see, step.may, step.think, step.why)] + [self.farewell]

    def match(self, language: str = "en") -> Match:
        """The match of the lesson before its first decision."""
        return Match(self.title, self.seats, self.options, seed=self.seed, language=language)


@dataclass(frozen=True)
class Word:
    """What the coach has to say now."""

    step: Step | None  # None: nothing new to learn in this decision
    number: int  # steps told so far
    steps: int
    was_good: bool | None  # the pupil's decision before this, where the coach had a word on it
    advised: tuple[int, str] | None  # the ply before that decision, and what the coach would have done
    is_last: bool  # all steps were told


def lesson_of(title: Title) -> Lesson | None:
    """The lesson of a title, if somebody has written one."""
    text = lesson_text(title.package)
    return parse(title, text) if text else None


@lru_cache(maxsize=None)
def lesson_text(package: str) -> str:
    """The file of a title's lesson; empty where there is none."""
    file = home(package) / "lesson.toml"
    return file.read_text("utf-8") if file.is_file() else ""


def parse(title: Title, text: str) -> Lesson:
    """A lesson from its file; what is written wrongly is named."""
    data = tomllib.loads(text)
    rows = data.pop("step", [])
    for number, row in enumerate(rows, 1):
        unknown = sorted(set(row.get("when", {})) - set(CONDITIONS))
        missing = [key for key in ("when", *SAID, "good") if not row.get(key)]
        if unknown or missing:
            raise FamiliesError(
                "the lesson of {title}: step {n} has wrong entries: {entries}",
                title=title.slug, n=number, entries=", ".join(unknown + missing),
            )  # fmt: skip
    steps = tuple(Step(**{**row, "good": tuple(row["good"]), "rules": tuple(row.get("rules", ()))}) for row in rows)
    return Lesson(title, steps=steps, **data)


def phase(title: Title, state: Record) -> str:
    """The question of a position by the name of its phase."""
    names = title.state.fields["phase"].values
    return str(names[phase_of(state)]) if names else ""


def having(match: Match, state: Record, pattern: str) -> Iterator[bool]:
    """For each legal move of a position: has it this pattern?"""
    title, say = match.title, words("en", match.title.package)
    for move in title.legal_ids(state):
        label = (
            title.notation(state, move, match.parts)
            if pattern == pattern.lower()
            else title.say_move(state, move, match.parts, say)
        )
        yield fnmatchcase(label, pattern)


def heard(match: Match, state: Record, seat: int, since: int, ply: int) -> Iterator[str]:
    """What `seat` was told of these moves: each event with its words."""
    title, members = match.title, match.title.kinds["Event"]
    for played in match.played[since:ply]:
        for row in played.events:
            told = spell(members, title.redact(row, seat), state, match.parts)
            yield " ".join(str(word) for word in told.values() if word is not None)


def word(lesson: Lesson, match: Match) -> Word:
    """What the coach says at the decision that waits for the pupil, or of the last one while others move."""
    seat, left, since = lesson.seat, list(lesson.steps), 0
    step: Step | None = None
    was_good, advised = None, None
    decisions = [ply for ply, played in enumerate(match.played) if played.seat == seat]
    if match.actor == seat:
        decisions.append(len(match.played))
    for ply in decisions:
        was_good, advised = judged(match, step, since)
        state = match.state_at(ply)
        step = next((one for one in left if one.fits(match, state, seat, since, ply)), None)
        if step is not None:
            left.remove(step)
        since = ply
    if match.actor != seat and decisions:
        (was_good, advised), step = judged(match, step, since), None
    told = len(lesson.steps) - len(left)
    return Word(step, told, len(lesson.steps), was_good, advised, not left and step is None)


def judged(match: Match, step: Step | None, ply: int) -> tuple[bool | None, tuple[int, str] | None]:
    """Was the decision at `ply` what the step advised? And if not, what was advised."""
    if step is None:
        return None, None
    if step.is_good(match, ply, match.played[ply].notation):
        return True, None
    advised = step.advice(match, ply)
    return (False, (ply, advised)) if advised else (None, None)
