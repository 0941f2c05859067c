"""Lessons of a teacher: games in which every seat thinks ahead, written down whole, without Python for a single decision.

Of every decision with a choice it is kept what the seat saw, how often the search took each move, what the search expected for
everybody, and what came of it in the end.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from fivefamilies.bots import judge, tree
from fivefamilies.bots.search import Search, Tree
from fivefamilies.core import kernels
from fivefamilies.core.chance import below, generator
from fivefamilies.core.compiled import rule
from fivefamilies.core.contract import CHANCE, NOBODY, Title, Value
from fivefamilies.core.kernels import record_at
from fivefamilies.core.stepping import NO_MOVE, sight_at

MOST_NODES, MOST_PRIORS = 1 << 14, 1 << 17  # a lesson is short
MOST_DECISIONS = 4096  # of a game; what comes after is played and not kept
FINE = 1 << 20  # how finely luck is counted


class Notes(NamedTuple):
    """What is written down of a game, a row a decision."""

    sights: np.ndarray  # the observation as the title writes it ...
    numbers: np.ndarray  # ... and as numbers: the same memory
    visits: np.ndarray  # by move
    looks: np.ndarray  # by move: at first sight, 0 for the best; NO_MOVE where it is none
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
            ponder(rules, memory, scratch, settings, root, spare, seat, seats, simulations, rng, observe, referee)
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
def ponder(rules, memory, scratch, settings, root, spare, seat, seats, simulations, rng, observe, referee):
    """Think of what the seat sees of the position in `root`, and of nothing that was thought before."""
    rules.guess(record_at(root, 0), seat, rng)
    forget(memory)
    tree.simulate(rules, memory, scratch, settings, root, spare, seat, seats, simulations, rng, observe, referee)


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
    kernels.first_looks(rules.appeal, s, scratch.moves, count, settings.sharp, scratch.priors)
    notes.looks[row, :] = NO_MOVE
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


def blank_notes(title: Title, seats: int, rows: int, moves: int) -> Notes:
    """Room for so many decisions, with what was thought of so many moves."""
    numbers = np.zeros((rows, title.observation_length), np.float32)
    visits, looks = (np.zeros((rows, moves), np.float32) for _ in range(2))
    outlook, expected = (np.zeros((rows, seats)) for _ in range(2))
    sights = numbers.view(title.sight.dtype).reshape(-1) if title.sight else numbers
    results = np.zeros((max(title.seats), 2))
    return Notes(sights, numbers, visits, looks, outlook, expected, np.zeros(rows, np.int64), results)


def from_the_decider(deciders: np.ndarray, by_seat: np.ndarray) -> np.ndarray:
    """Numbers of each seat, counted from the decider's clockwise."""
    seats = by_seat.shape[1]
    return np.take_along_axis(by_seat, (deciders[:, None] + np.arange(seats)) % seats, 1).astype(np.float32)


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
        self.setting, judged = title.encode(title.settle(options)), search.knobs.asks_a_judge(title, seats)
        self.tree = Tree(title, MOST_NODES, MOST_PRIORS, judged, search.knobs.doubt)
        weights = self.tree.weights
        self.settings = search.knobs.settings(title, seats, weights.stop if weights else None)
        self.judge = (weights.judge(title, seats, title.settle(options)),) if weights else ()
        rest = (judge.JUDGE, *REST) if judged else REST
        self.run = kernels.kernel(teach_judged if judged else teach, "i64", TAUGHT, rest, title.layout)
        self.verbs, self.rng, self.states = tuple(getattr(title, verb) for verb in TAUGHT), generator(seed), title.state.array(1)
        self.notes = blank_notes(title, seats, MOST_DECISIONS, title.moves)

    def game(self) -> Lessons:
        """One game."""
        notes, one = self.notes, self.tree
        kept = self.run(
            *self.verbs, *self.judge, one.memory, one.scratch, self.settings, notes, self.states, one.root, one.spare,
            self.seats, self.setting.options, self.setting.parts, self.simulations, self.warmth, self.rng,
        )  # fmt: skip
        results = np.tile(notes.results[: self.seats, 1], (kept, 1))
        visits = notes.visits[:kept] / notes.visits[:kept].sum(1, keepdims=True)
        return Lessons(
            notes.numbers[:kept].astype(np.float16), visits.astype(np.float16), notes.looks[:kept].astype(np.float16),
            *(from_the_decider(notes.deciders[:kept], one) for one in (notes.outlook[:kept], notes.expected[:kept], results)),
        )  # fmt: skip
