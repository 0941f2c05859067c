"""The bot that plays to win: information-set tree search in compiled code."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields

import numpy as np

from fivefamilies.bots import judge, tree
from fivefamilies.core import kernels
from fivefamilies.core.chance import below, generator
from fivefamilies.core.contract import Title, Value
from fivefamilies.core.errors import UnknownBot
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.record import unwrap
from fivefamilies.core.seen import Seen

DEFAULT_BUDGET = "20ms"
MOST_NODES = 1 << 18  # the tree's memory: 76 bytes a node, 20 MB a thread; what is not reached is not touched
MOST_PRIORS = 1 << 20  # that the tree's nodes keep, 16 bytes each, 17 MB
LONGEST_PATH = 200  # decisions
FIRST_CHUNK = 8  # simulations before the clock is looked at for the first time
MOST_TRIES = 100
MOST_KNOB = 1e6  # no setting is more than this
JUDGES = ("learned", "known", "best")
ROOM = 256  # bytes between what two threads write
CHUNK = 1000  # simulations without a look
OFTEN = 20  # visits of a node that say something
LONGEST_CHUNK = 0.02  # seconds of thought between two looks


@dataclass
class Knobs:
    """What can be tuned: `search:20ms:explore=1.5:tries=2`."""

    explore: float = 0.5  # how much seldom tried moves are preferred (the constant of PUCT)
    sharp: float = -1.0  # how sharp the priors of its own moves are; -1: as the title says
    others: float = -1.0  # likewise of the moves of the others
    urgency: float = 0.1  # first-play urgency: how much worse than the average a move is thought to be before it is tried
    tries: int = 4  # moves a seat looks at when a game is played out
    horizon: int = -1  # moves after which the outlook is taken for the result; -1: as the title says, 0: never
    ladder: float = 0.2  # how much a better rank counts beside victory
    paranoid: int = 0  # 1: the others are out for the searching seat alone; 0: each for itself
    threads: int = 1
    keep: int = 1  # 0: every move is thought about from scratch
    wait: float = 2.0  # how many times the budget may pass on the clock when the machine is busy
    judge: str = ""  # `learned`: priors and expectations are those of the title's network, and few games are played on;
    # `known`: the same if something was learned; `best`: the same at tables where even a long search is better with it
    doubt: float = 0.0  # by how much what the network says of moves is flattened, from 1 on; 0: as much as was found to help

    def asks_a_judge(self, title: Title, seats: int) -> bool:
        if self.judge in ("known", "best"):
            return judge.has_learned(title, seats if self.judge == "best" else 0)
        return self.judge == "learned"

    def settings(self, title: Title, seats: int, stop: float | None = None) -> tree.Settings:
        """The knobs as the compiled search takes them; a judge is asked after a part of the usual horizon (`stop`)."""
        usual = round((1.0 if stop is None else stop) * (title.horizon + title.horizon_step * (seats - min(title.seats))))
        horizon = usual if self.horizon < 0 else self.horizon
        return tree.Settings(
            explore=self.explore, sharp=float(title.sharp if self.sharp < 0 else self.sharp),
            others=float(title.others if self.others < 0 else self.others), urgency=self.urgency, tries=self.tries,
            horizon=horizon or title.bound if stop is None else horizon, ladder=self.ladder, paranoid=self.paranoid,
        )  # fmt: skip


@dataclass
class Rated:
    """One candidate move: how often the search took it, and what it promises to the seat, from 0 (lost) to 1 (won)."""

    move: int
    visits: int
    worth: float


def apart(count: int, kind: type | np.dtype) -> np.ndarray:
    """Zeros with room around them: threads that write into the same cache line hinder one another."""
    room = -(-ROOM // np.dtype(kind).itemsize)
    return np.zeros(count + 2 * room, kind)[room : room + count]


class Tree:
    """The tree of one thread's search: everything is allocated once."""

    def __init__(
        self, title: Title, most_nodes: int = MOST_NODES, most_priors: int = MOST_PRIORS, judged: bool = False, doubt: float = 0.0
    ) -> None:
        most = max(title.moves, title.outcomes) + 1
        self.title = title
        self.memory = tree.Memory(
            nodes=np.zeros(most_nodes, tree.NODE), values=np.zeros((most_nodes, max(title.seats))),
            priors=np.zeros(most_priors, tree.PRIOR), counts=apart(1, tree.COUNTS),
        )  # fmt: skip
        self.scratch = tree.Scratch(
            path=apart(LONGEST_PATH, np.int32), child_by=apart(most, np.int32), prior_by=apart(most, np.float64),
            priors=apart(most, np.float64), moves=apart(most, np.int16), weights=apart(title.outcomes + 1, np.int32),
            log=blank_log(0), results=apart(max(title.seats) * 2, np.float64).reshape(-1, 2),
        )  # fmt: skip
        self.rng = apart(1, np.uint64)
        self.root, self.spare = title.state.array(3)[1:2], title.state.array(3)[1:2]
        verbs = tree.JUDGED if judged else tree.Rules._fields
        self.weights = judge.learned(title).doubted(doubt) if judged else None
        self.judge: tuple[judge.Judge, ...] = ()  # of the table at hand, if there is one
        self.table: tuple[int, dict[str, Value]] = (0, {})  # for which it judges: seats and options
        self.rules = tuple(getattr(title, verb) for verb in verbs)
        if judged:
            self.run = kernels.kernel(tree.think_judged, "void", verbs, tree.THINK_JUDGED, title.layout)
        else:
            self.run = kernels.kernel(tree.think, "void", verbs, tree.THINK, title.layout)

    @property
    def counts(self) -> np.void:
        return self.memory.counts[0]

    def plant(self, seen: Seen, seed: int) -> None:
        """Start anew from what a seat sees."""
        self.rng[:] = generator(seed)
        self.seat, self.seats = seen.seat, seen.seats
        self.memory.counts[:] = 0
        self.counts["nodes"] = self.counts["priors"] = 1
        self.memory.nodes[:1] = 0
        self.memory.values[0] = 0
        if self.weights and not (self.judge and self.table == (seen.seats, seen.options)):
            self.judge = (self.weights.judge(seen.title, seen.seats, seen.options),)
            self.table = (seen.seats, dict(seen.options))
        self.stand(seen)

    def stand(self, seen: Seen) -> None:
        """Think from what the seat sees now."""
        self.root[0] = unwrap(seen.state)
        self.counts["moves"] = self.counts["depth"] = 0

    def think(self, simulations: int, settings: tree.Settings) -> None:
        """Grow by so many simulations."""
        self.run(
            *self.rules, *self.judge, self.memory, self.scratch, settings, self.root, self.spare, self.seat, self.seats,
            simulations, self.rng,
        )  # fmt: skip

    def root_node(self) -> np.void:
        """The node from which is thought now."""
        return self.memory.nodes[self.counts["root"]]

    def candidates(self) -> dict[int, tuple[int, float]]:
        """The root's moves: visits, and the sum of what they brought."""
        nodes, values = self.memory.nodes, self.memory.values
        return {
            int(nodes[child]["move"]): (int(nodes[child]["visits"]), float(values[child, self.seat])) for child in self.children()
        }

    def children(self) -> Iterator[int]:
        """The nodes of the seat right below the root."""
        child = int(self.root_node()["child"])
        while child:
            if self.memory.nodes[child]["actor"] == self.seat:
                yield child
            child = int(self.memory.nodes[child]["sibling"])

    def line(self) -> Iterator[tuple[int, int]]:
        """What is expected to follow, as far as it was looked at often: seats and their moves."""
        nodes, child = self.memory.nodes, int(self.root_node()["child"])
        while child:
            best = child
            while child := int(nodes[child]["sibling"]):
                best = max(best, child, key=lambda one: int(nodes[one]["visits"]))
            if nodes[best]["visits"] < OFTEN:
                return
            yield int(nodes[best]["actor"]), int(nodes[best]["move"])
            child = int(nodes[best]["child"])

    def after(self, move: int) -> int:
        """The node after the seat's own move; 0 if it has not been thought of, or if the memory is half full."""
        if self.counts["nodes"] > len(self.memory.nodes) // 2 or self.counts["priors"] > len(self.memory.priors) // 2:
            return 0
        return next((child for child in self.children() if self.memory.nodes[child]["move"] == move), 0)


class Search:
    """Thinks ahead on many guesses at what is hidden, for a time or a number of simulations (`search:20ms`, `search:500`)."""

    def __init__(self, parameters: str = "") -> None:
        budget, *settings = (parameters or DEFAULT_BUDGET).split(":")
        self.seconds, self.simulations = parse_budget(budget)
        self.knobs = parse_knobs(settings)
        self.trees: list[Tree] = []
        self.simulated = 0  # moves simulated for the last answer
        self.done = 0  # simulations for it
        self.expected: np.ndarray | None = None  # what the seat sees if it goes on where the trees stand

    def choose(self, seen: Seen) -> int:
        moves = seen.legal_ids()
        if len(moves) > 1:
            move = self.rate(seen)[0].move
        else:
            move = moves[0]
            if not self.recalls(seen):
                return move
        self.keep(seen, move)
        return move

    def recalls(self, seen: Seen) -> bool:
        """Do the trees stand where this seat goes on after its last move?"""
        if self.expected is None or self.trees[0].title is not seen.title or self.trees[0].seat != seen.seat:
            return False
        return np.array_equal(self.expected, seen.observation())

    def keep(self, seen: Seen, move: int) -> None:
        """Keep what was thought of the time after this move, if the seat goes on at once: it will know no more then."""
        after, roots = seen.after(move), [one.after(move) for one in self.trees]
        self.expected = None
        if self.knobs.keep and after and all(roots):
            self.expected = after.observation()
            for one, root in zip(self.trees, roots, strict=True):
                one.counts["root"] = root

    def rate(self, seen: Seen) -> list[Rated]:
        """Every legal move with what the search thinks of it, the best one first."""
        began = time.perf_counter()
        if self.recalls(seen):
            for one in self.trees:
                one.stand(seen)
        else:
            self.plant(seen)
        self.expected = None
        if len(self.trees) == 1:
            done = [self.grow(self.trees[0], began, self.simulations)]
        else:
            share = self.simulations // len(self.trees) if self.simulations else 0
            with ThreadPoolExecutor(len(self.trees)) as pool:
                done = list(pool.map(lambda one: self.grow(one, began, share), self.trees))
        self.done = sum(done)  # simulations
        self.simulated = sum(int(one.counts["moves"]) for one in self.trees)
        return self.ranking(seen)

    def plant(self, seen: Seen) -> None:
        """Start anew from what a seat sees."""
        judged = self.knobs.asks_a_judge(seen.title, seen.seats)
        if not self.trees or self.trees[0].title is not seen.title or bool(self.trees[0].weights) != judged:
            self.trees = [Tree(seen.title, judged=judged, doubt=self.knobs.doubt) for _ in range(self.knobs.threads)]
        for one in self.trees:
            one.plant(seen, next_seed(seen.rng))

    def chances(self) -> list[float]:
        """What the last search promises each seat, from 0 to 1."""
        visits = sum(int(one.root_node()["visits"]) for one in self.trees)
        sums = np.sum([one.memory.values[one.counts["root"], : one.seats] for one in self.trees], axis=0)
        return [float(worth) / max(1, visits) for worth in sums]

    def line(self) -> list[tuple[int, int]]:
        """What the last search expects to follow: seats and their moves, as far as it looked at them often."""
        return list(self.trees[0].line()) if self.trees else []

    def grow(self, one: Tree, began: float, simulations: int) -> int:
        """Search until the budget is spent, looking at the clock between chunks; returns the simulations done.

        Time is the thread's own processor time, so that a busy machine does not make the bot weaker; but nobody waits more than
        twice the budget (`wait`).
        """
        settings = self.knobs.settings(one.title, one.seats, one.weights.stop if one.weights else None)
        if simulations:
            for past in range(0, simulations, CHUNK):  # Ctrl-C is heard between two chunks
                one.think(min(CHUNK, simulations - past), settings)
            return simulations
        done, chunk, first = 0, FIRST_CHUNK, time.thread_time()
        while True:
            start, wall = time.thread_time(), time.perf_counter()
            one.think(chunk, settings)
            done += chunk
            now, then = time.thread_time(), time.perf_counter()
            thought, waited = max(now - start, 1e-6), max(then - wall, 1e-6)
            left, patience = self.seconds - (now - first), self.knobs.wait * self.seconds - (then - began)
            chunk = int(chunk * min(LONGEST_CHUNK / thought, 0.9 * left / thought, 0.5 * patience / waited))
            if chunk < 1:
                return done

    def ranking(self, seen: Seen) -> list[Rated]:
        """What all threads found together; a move nobody tried comes last. Nothing if another seat is to move."""
        visits = dict.fromkeys(seen.legal_ids(), 0)
        if not visits:
            return []
        sums = dict.fromkeys(visits, 0.0)
        for one in self.trees:
            for move, (tried, brought) in one.candidates().items():
                if move not in visits:
                    continue  # thought of before the last move, with a guess that allowed it
                visits[move] += tried
                sums[move] += brought
        rated = [Rated(move, n, sums[move] / n if n else 0.0) for move, n in visits.items()]
        return sorted(rated, key=lambda one: (-one.visits, -one.worth, one.move))


def prepare(title: Title) -> None:
    """Compile what a search runs, or fetch it from the cache."""
    for judged in (False, True) if judge.has_learned(title) else (False,):
        Tree(title, 1, 1, judged)


def next_seed(rng: np.ndarray) -> int:
    """A seed for one tree, from the stream the seat was given."""
    return int(below(rng, 1 << 32)) << 32 | int(below(rng, 1 << 32))


def parse_budget(text: str) -> tuple[float, int]:
    """Seconds or simulations: `20ms`, `1.5s`, `500`."""
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s)", text)
    if found:
        seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
        if 0.001 <= seconds <= 3600:
            return seconds, 0
    if re.fullmatch("[0-9]{1,10}", text) and 1 <= int(text) <= 10**9:
        return 0.0, int(text)
    raise UnknownBot("bot search takes a budget like 20ms, 1s or 500 (simulations), not '{budget}'", budget=text)


def parse_knobs(settings: list[str]) -> Knobs:
    """Knobs as `name=value`."""
    knobs = Knobs()
    for setting in settings:
        name, _, value = setting.partition("=")
        try:
            kind = type(getattr(knobs, name))
            setattr(knobs, name, kind(value))
            if value not in JUDGES if kind is str else not abs(float(value)) <= MOST_KNOB:
                raise ValueError(value)
        except (AttributeError, ValueError, TypeError, OverflowError) as error:
            known = ", ".join(field.name for field in fields(knobs))
            raise UnknownBot(
                "bot search: '{setting}' is not a setting; write NAME=NUMBER or judge=learned, the names are {known}",
                setting=setting,
                known=known,
            ) from error
    if not 1 <= knobs.threads <= 64:
        raise UnknownBot("bot search thinks with 1 to 64 threads, not {n}", n=knobs.threads)
    if not 1 <= knobs.tries <= MOST_TRIES:
        raise UnknownBot("bot search looks at 1 to {most} moves when it plays on, not {n}", most=MOST_TRIES, n=knobs.tries)
    return knobs
