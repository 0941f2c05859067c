"""Exercises: positions such as a search stops at, and how games end from there when everybody follows his first look.

They are worth less than lessons, whose seats think ahead, but there can be hundreds of them for each decision of a lesson.
"""

from collections.abc import Mapping

import numpy as np

from fivefamilies.bots import tree
from fivefamilies.bots.school import NOTES, TAUGHT, Lessons, blank_notes, from_the_decider
from fivefamilies.bots.search import Knobs, Tree
from fivefamilies.core import kernels
from fivefamilies.core.chance import below, generator
from fivefamilies.core.compiled import rule
from fivefamilies.core.contract import CHANCE, NOBODY, Title, Value
from fivefamilies.core.kernels import record_at
from fivefamilies.core.stepping import sight_at

REST = (*tree.THINK[:3], NOTES, "states", "i64", "options", "parts", "i64", "i64", "rng")
SLIP = 10  # one move in so many is any move


def practise(
    start, actor, legal, chances, play, guess, scores, appeal, outlook, observe,
    memory, scratch, settings, notes, states, seats, options, parts, usual, tries, rng,
):  # fmt: skip
    """As many exercises as there is room for; returns how long the last game was."""
    rules = tree.Rules(actor, legal, chances, play, guess, scores, appeal, outlook)
    length, row = usual, 0
    finish = tree.Settings(
        settings.explore, settings.sharp, settings.others, settings.urgency, tries, 1 << 40, settings.ladder, 0
    )
    s = record_at(states, 0)
    while row < notes.deciders.shape[0]:
        start(s, seats, options, parts)
        before = advance(rules, scratch, s, below(rng, max(length, 1)), rng)
        counts = record_at(memory.counts, 0)
        counts.moves = 0
        tree.play_out(rules, memory, scratch, settings, s, rng)
        seat = tree.next_to_decide(rules, memory, scratch, s, rng)
        if seat == NOBODY:
            length = before + counts.moves
            continue
        notes.numbers[row, :] = 0
        observe(s, seat, sight_at(notes.sights, row))
        notes.deciders[row] = seat
        rules.outlook(s, notes.results)
        for other in range(seats):
            notes.outlook[row, other] = notes.results[other, 1]
        tree.play_out(rules, memory, scratch, finish, s, rng)
        length = before + counts.moves
        rules.scores(s, notes.results)
        tree.share_out(notes.results, seats, settings.ladder)
        for other in range(seats):
            notes.expected[row, other] = notes.results[other, 1]
        row += 1
    return length


@rule
def advance(rules, scratch, s, moves, rng):
    """Play so many moves by the first look, now and then any other; returns how many there were."""
    for done in range(moves):
        seat = rules.actor(s)
        if seat == NOBODY:
            return done
        if seat == CHANCE:
            move = tree.draw(rules.chances, scratch.moves, scratch.weights, s, rng)
        elif below(rng, SLIP) == 0:
            move = np.int64(scratch.moves[below(rng, rules.legal(s, scratch.moves))])
        else:
            move = np.int64(kernels.best_looking(rules.legal, rules.appeal, s, scratch.moves, rng))
        rules.play(s, move, scratch.log)
    return moves


class Coach:
    """Sets exercises at one size of table: a game is left somewhere, goes on for a part of the horizon, and is looked at."""

    def __init__(
        self, title: Title, seats: int, options: Mapping[str, Value], stop: float, seed: int, rows: int = 512, tries: int = 6
    ) -> None:
        self.title, self.seats, self.tries, self.length = title, seats, tries, 50
        self.setting, self.settings = title.encode(title.settle(options)), Knobs().settings(title, seats, stop)
        self.tree, self.rng, self.states = Tree(title, 16, 16), generator(seed), title.state.array(1)
        self.run = kernels.kernel(practise, "i64", TAUGHT, REST, title.layout)
        self.verbs, self.notes = tuple(getattr(title, verb) for verb in TAUGHT), blank_notes(title, seats, rows, 0)

    def exercises(self) -> Lessons:
        """As many as there is room for; nobody thought about moves."""
        notes = self.notes
        self.length = self.run(
            *self.verbs, self.tree.memory, self.tree.scratch, self.settings, notes, self.states, self.seats,
            self.setting.options, self.setting.parts, self.length, self.tries, self.rng,
        )  # fmt: skip
        outlook, results = (from_the_decider(notes.deciders, one) for one in (notes.outlook, notes.expected))
        return Lessons(notes.numbers.astype(np.float16), notes.visits, notes.looks, outlook, results, results)
