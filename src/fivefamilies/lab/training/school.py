"""Lessons of a teacher: games in which every seat thinks ahead, written down whole, without Python for a single decision.

Of every decision with a choice it is kept what the seat saw, how often the search took each move, what the search expected for
everybody, and what came of it in the end.
"""

import os
import time
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from fivefamilies import games
from fivefamilies.bots import judge, tree
from fivefamilies.bots.search import Search, Tree
from fivefamilies.core import kernels
from fivefamilies.core.chance import below, generator
from fivefamilies.core.compiled import rule
from fivefamilies.core.contract import CHANCE, NOBODY, Title, Value
from fivefamilies.core.kernels import record_at
from fivefamilies.core.stepping import sight_at
from fivefamilies.lab.arena import bouts, fight
from fivefamilies.lab.tally import win_shares

MOST_NODES, MOST_PRIORS = 1 << 14, 1 << 17  # a lesson is short
MOST_DECISIONS = 4096  # of a game; what comes after is played and not kept
FINE = 1 << 20  # how finely luck is counted
ILLEGAL = -1000.0


class Notes(NamedTuple):
    """What is written down of a game, a row a decision."""

    sights: np.ndarray  # the observation as the title writes it ...
    numbers: np.ndarray  # ... and as numbers: the same memory
    visits: np.ndarray  # by move
    looks: np.ndarray  # by move: at first sight, 0 for the best; ILLEGAL where it is none
    outlook: np.ndarray  # by seat: at a glance ...
    expected: np.ndarray  # ... and after some thought
    deciders: np.ndarray
    results: np.ndarray  # of the game, by seat: payoffs, and what they are worth to a search


NOTES = (Notes, ("sights", "f32 table", "f32 table", "f32 table", "f64 table", "f64 table", "i64s", "f64 table"))
REST = (*tree.THINK[:3], NOTES, "states", "states", "states", "i64", "options", "parts", "i64", "f64", "rng")
TAUGHT = ("start", *tree.Rules._fields, "observe")


def teach(
    start, actor, legal, chances, play, guess, scores, appeal, outlook, observe,
    memory, scratch, settings, notes, states, root, spare, seats, options, parts, simulations, warmth, rng,
):  # fmt: skip
    """One game; returns how many decisions were written down."""
    rules = tree.Rules(actor, legal, chances, play, guess, scores, appeal, outlook)
    return lesson(
        start, rules, memory, scratch, settings, notes, states, root, spare, seats, options, parts, simulations, warmth, rng,
        observe, None,
    )  # fmt: skip


def teach_judged(
    start, actor, legal, chances, play, guess, scores, appeal, outlook, observe,
    judge, memory, scratch, settings, notes, states, root, spare, seats, options, parts, simulations, warmth, rng,
):  # fmt: skip
    """The same where the seats ask a judge."""
    rules = tree.Rules(actor, legal, chances, play, guess, scores, appeal, outlook)
    return lesson(
        start, rules, memory, scratch, settings, notes, states, root, spare, seats, options, parts, simulations, warmth, rng,
        observe, judge,
    )  # fmt: skip


@rule
def lesson(
    start, rules, memory, scratch, settings, notes, states, root, spare, seats, options, parts, simulations, warmth, rng,
    observe, referee,
):  # fmt: skip
    """Play a game to its end and write down what the seats thought."""
    s = record_at(states, 0)
    start(s, seats, options, parts)
    kept = 0
    while True:
        seat = rules.actor(s)
        if seat == NOBODY:
            break
        if seat == CHANCE:
            rules.play(s, tree.draw(rules.chances, scratch.moves, scratch.weights, s, rng), scratch.log)
            continue
        count = rules.legal(s, scratch.moves)
        move = np.int64(scratch.moves[0])
        if count > 1:
            root[0] = states[0]
            rules.guess(record_at(root, 0), seat, rng)
            forget(memory)
            tree.simulate(rules, memory, scratch, settings, root, spare, seat, seats, simulations, rng, observe, referee)
            row = min(kept, notes.deciders.shape[0] - 1)
            notes.numbers[row, :] = 0
            observe(s, seat, sight_at(notes.sights, row))
            write_down(memory, notes, row, seat, seats)
            write_first_sight(rules, scratch, settings, notes, row, record_at(root, 0), seats)
            move = chosen(notes.visits[row], warmth, rng)
            kept = min(kept + 1, notes.deciders.shape[0])
        rules.play(s, move, scratch.log)
    rules.scores(s, notes.results)
    tree.share_out(notes.results, seats, settings.ladder)
    return kept


@rule
def forget(memory):
    """An empty tree."""
    counts, first = record_at(memory.counts, 0), record_at(memory.nodes, 0)
    counts.root, counts.nodes, counts.priors, counts.moves, counts.depth = 0, 1, 1, 0, 0
    first.child, first.sibling, first.visits, first.availability, first.priors = 0, 0, 0, 0, 0
    memory.values[0, :] = 0


@rule
def write_down(memory, notes, row, seat, seats):
    """What the search thought at its root."""
    top = record_at(memory.nodes, 0)
    notes.visits[row, :] = 0
    notes.deciders[row] = seat
    for other in range(seats):
        notes.expected[row, other] = memory.values[0, other] / top.visits
    child = top.child + 0
    while child > 0:
        there = record_at(memory.nodes, child)
        if there.actor == seat:
            notes.visits[row, there.move] = there.visits
        child = there.sibling + 0


@rule
def write_first_sight(rules, scratch, settings, notes, row, s, seats):
    """How the moves look at first sight, and what everybody may hope for at a glance."""
    count = rules.legal(s, scratch.moves)
    judge.first_looks(rules.appeal, s, scratch.moves, count, settings.sharp, scratch.priors)
    notes.looks[row, :] = ILLEGAL
    for i in range(count):
        notes.looks[row, scratch.moves[i]] = scratch.priors[i]
    rules.outlook(s, notes.results)
    for other in range(seats):
        notes.outlook[row, other] = notes.results[other, 1]


@rule
def chosen(visits, warmth, rng):
    """The move that was taken most often; sometimes, the more the warmer, one as often as it was taken."""
    best, whole = 0, 0.0
    for move in range(visits.shape[0]):
        whole += visits[move]
        if visits[move] > visits[best]:
            best = move
    if below(rng, FINE) < warmth * FINE:
        left = whole * below(rng, FINE) / FINE
        for move in range(visits.shape[0]):
            left -= visits[move]
            if left < 0:
                return move
    return best


class Lessons(NamedTuple):
    """Decisions of some games, a row each; seats are counted from the decider's clockwise."""

    seen: np.ndarray  # float16
    visits: np.ndarray  # float16, together 1
    looks: np.ndarray  # float16
    outlook: np.ndarray
    expected: np.ndarray
    results: np.ndarray


class Teacher:
    """Plays games of one size of table, each seat with so many simulations a decision."""

    def __init__(
        self, title: Title, seats: int, options: Mapping[str, Value], bot: str, warmth: float = 0.25, seed: int = 1
    ) -> None:
        search = Search(bot)
        self.title, self.seats, self.warmth, self.simulations = title, seats, warmth, search.simulations
        self.setting = title.encode(title.settle(options))
        self.settings, judged = search.knobs.settings(title, seats), bool(search.knobs.judge)
        self.tree = Tree(title, MOST_NODES, MOST_PRIORS, judged)
        self.judge = (judge.learned(title).judge(title, seats, title.settle(options)),) if judged else ()
        rest = (judge.JUDGE, *REST) if judged else REST
        self.run = kernels.kernel(teach_judged if judged else teach, "i64", TAUGHT, rest, title.layout)
        self.verbs, self.rng, self.states = tuple(getattr(title, verb) for verb in TAUGHT), generator(seed), title.state.array(1)
        numbers = np.zeros((MOST_DECISIONS, title.observation_length), np.float32)
        visits, looks = (np.zeros((MOST_DECISIONS, title.moves), np.float32) for _ in range(2))
        outlook, expected = (np.zeros((MOST_DECISIONS, seats)) for _ in range(2))
        self.notes = Notes(
            numbers.view(title.sight.dtype).reshape(-1) if title.sight else numbers, numbers, visits, looks, outlook, expected,
            np.zeros(MOST_DECISIONS, np.int64), np.zeros((max(title.seats), 2)),
        )  # fmt: skip

    def game(self) -> Lessons:
        """One game."""
        notes, one = self.notes, self.tree
        kept = self.run(
            *self.verbs, *self.judge, one.memory, one.scratch, self.settings, notes, self.states, one.root, one.spare,
            self.seats, self.setting.options, self.setting.parts, self.simulations, self.warmth, self.rng,
        )  # fmt: skip
        places = (notes.deciders[:kept, None] + np.arange(self.seats)) % self.seats
        visits = notes.visits[:kept] / notes.visits[:kept].sum(1, keepdims=True)
        return Lessons(
            notes.numbers[:kept].astype(np.float16), visits.astype(np.float16), notes.looks[:kept].astype(np.float16),
            np.take_along_axis(notes.outlook[:kept], places, 1).astype(np.float32),
            np.take_along_axis(notes.expected[:kept], places, 1).astype(np.float32),
            notes.results[: self.seats, 1][places].astype(np.float32),
        )  # fmt: skip


class Class(NamedTuple):
    """What a teacher is to show, and for how long."""

    slug: str
    seats: int
    options: Mapping[str, Value]
    bot: str
    warmth: float
    seed: int
    seconds: float
    judges: str  # the folder of what was learned so far


class Exam(NamedTuple):
    """The network alone, without thinking ahead, among `greedy` players."""

    slug: str
    seats: int
    games: int
    seed: int
    decisions: int  # that it had seen
    judges: str


class Answer(NamedTuple):
    """What a processor answers: what a class has shown, or the share of the victories in an examination."""

    asked: Class | Exam
    games: int
    lessons: Lessons | None = None
    share: float = 0.0


def work(asked: Class | Exam) -> Answer:
    """What one processor is asked for."""
    os.environ[judge.ELSEWHERE] = asked.judges
    judge.read.cache_clear()
    return hold(asked) if isinstance(asked, Class) else examine(asked)


def examine(asked: Exam) -> Answer:
    """Sit for an examination, from every seat in turn."""
    options, won = games.title(asked.slug).settle_for(asked.seats, None, None), 0.0
    for bout in bouts(["learned", *["greedy"] * (asked.seats - 1)], asked.games, asked.seed):
        wins = win_shares(np.array([fight(asked.slug, options, bout).payoffs]))
        won += float(wins[0, bout.seating.index("learned")])
    return Answer(asked, asked.games, share=won / asked.games)


def hold(asked: Class) -> Answer:
    """Play games for some seconds: what they teach."""
    teacher = Teacher(games.title(asked.slug), asked.seats, asked.options, asked.bot, asked.warmth, asked.seed)
    begun, shown = time.monotonic(), [teacher.game()]
    while time.monotonic() - begun < asked.seconds:
        shown.append(teacher.game())
    return Answer(asked, len(shown), Lessons(*(np.concatenate(column) for column in zip(*shown, strict=True))))
