"""Seats that think ahead at the tables of a batch: the moves of many games in one call."""

import numpy as np

from fivefamilies.bots import tree
from fivefamilies.bots.school import MOST_NODES, MOST_PRIORS, ponder
from fivefamilies.bots.search import Search, Tree
from fivefamilies.core import kernels
from fivefamilies.core.chance import generator
from fivefamilies.core.compiled import rule
from fivefamilies.core.contract import Title
from fivefamilies.core.kernels import record_at

REST = (*tree.THINK[:3], "states", "i64s", "states", "states", "i64", "i64", "rng", "i64s")


def answer(
    actor, legal, chances, play, guess, scores, appeal, outlook,
    memory, scratch, settings, states, deciders, root, spare, seats, simulations, rng, actions,
):  # fmt: skip
    """What the deciders of the games do; games where nobody decides (below 0) are left alone."""
    rules = tree.Rules(actor, legal, chances, play, guess, scores, appeal, outlook)
    for game in range(states.shape[0]):
        if deciders[game] < 0:
            continue
        if legal(record_at(states, game), scratch.moves) == 1:
            actions[game] = scratch.moves[0]
        else:
            root[0] = states[game]
            ponder(rules, memory, scratch, settings, root, spare, deciders[game], seats, simulations, rng, None, None)
            actions[game] = favourite(memory, deciders[game])


@rule
def favourite(memory, seat):
    """The move of the seat that was taken most often."""
    child, best, most = record_at(memory.nodes, 0).child + 0, np.int64(0), 0
    while child > 0:
        there = record_at(memory.nodes, child)
        if there.actor == seat and there.visits > most:
            best, most = np.int64(there.move), there.visits + 0
        child = there.sibling + 0
    return best


class Thinkers:
    """Seats of one size of table that think ahead without a network: `search` with these parameters, a number of simulations."""

    def __init__(self, title: Title, seats: int, parameters: str, seed: int = 1) -> None:
        search = Search(parameters)
        self.seats, self.simulations, self.settings = seats, search.simulations, search.knobs.settings(title, seats)
        self.tree, self.rng = Tree(title, MOST_NODES, MOST_PRIORS), generator(seed)
        self.run = kernels.kernel(answer, "void", tree.Rules._fields, REST, title.layout)

    def answer(self, states: np.ndarray, deciders: np.ndarray, actions: np.ndarray) -> None:
        """Write down what they do; `deciders` names a seat of each game, or none with a number below 0."""
        one = self.tree
        self.run(
            *one.rules, one.memory, one.scratch, self.settings, states, deciders, one.root, one.spare, self.seats,
            self.simulations, self.rng, actions,
        )  # fmt: skip
