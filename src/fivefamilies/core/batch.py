"""Many games of a title, stepped together in compiled code: the ground of vector environments.

    games = Batch("the_boss", seats=3, n=1000, seed=1)
    while not games.done.all():
        games.step(choose(games.observe(), games.mask()))
    print(games.payoffs.mean(axis=0))

Chance plays inside, each game from a counter-based stream of its own: game k depends on the seed and k only, whatever the size of
the batch and the number of threads. Between two steps each game waits for a decision of `actors[game]`, or it is done and waits
for `reset`. All arrays are made once and written over by the next call: copy what you want to keep.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise

import numpy as np

from fivefamilies.core.chance import GOLDEN, MIX_1, MIX_2, S27, S30, S31, generator
from fivefamilies.core.contract import NOBODY, Title, Value, is_whole
from fivefamilies.core.datafile import Edition
from fivefamilies.core.errors import BadOption, BadSeats, IllegalMove
from fivefamilies.core.kernels import entrance
from fivefamilies.core.match import Match
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.policies import Policy, minds
from fivefamilies.core.record import wrap
from fivefamilies.core.stepping import (
    LOOPS,
    advise_games,
    check_games,
    check_listed,
    list_games,
    observe_games,
    sample_listed,
    start_games,
    step_games,
)

MOST_GAMES = 10_000_000
MOST_THREADS = 256
QUICK = 16_384  # games: actions of fewer are drawn and looked at sooner than another thread wakes up
OF_THE_SEATS = np.uint64(0x5EA75EA75EA75EA7)  # makes of a game's stream of chance the one of its seats


class Batch:
    """`n` games of one title with the same seats and options, stepped together.

    Seats with a policy (`random`, `greedy`, or a function `appeal(s, move)`) play inside, like chance. With `auto_reset` a game
    that ends is paid and begins anew in the same step. Games are dealt out to `threads`, which do not change them.
    """

    def __init__(
        self,
        title: Title | str = "family_business",
        seats: int | None = None,
        n: int = 1024,
        options: Mapping[str, Value] | None = None,
        *,
        preset: str | None = None,
        edition: Edition | None = None,
        seed: int | None = None,
        policies: Sequence[Policy | None] | None = None,
        auto_reset: bool = False,
        threads: int = 1,
    ) -> None:
        if not is_whole(n) or not 1 <= n <= MOST_GAMES:
            raise BadOption("{n} games; from 1 to {most} can be played at once", n=n, most=MOST_GAMES)
        if not is_whole(threads) or not 1 <= threads <= MOST_THREADS:
            raise BadOption("{n} threads; from 1 to {most} can be used", n=threads, most=MOST_THREADS)
        example = self._example = Match(title, seats, options, preset=preset, edition=edition, by_hand=True)
        self.title, self.seats, self.options, self.parts = example.title, example.seats, example.options, example.parts
        self.n, self.threads, self.auto_reset = int(n), min(int(threads), int(n)), bool(auto_reset)
        self._minds = minds(self.title, self.seats, [None] * self.seats if policies is None else policies, may_decide=True)
        self._make_room()
        self._calls: dict[tuple[Callable, ...], list[Callable[[], int]]] = {}
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self.reset(seed=secrets.randbits(64) if seed is None else seed)

    def _make_room(self) -> None:
        """All arrays, once; and for every thread a band of them with what it needs for itself."""
        title, n = self.title, self.n
        setting = title.encode(self.options, self.parts)
        self.states = title.state.array(n)
        self.actors = np.full(n, NOBODY, np.int64)  # who decides next; NOBODY where the game is over
        self.done = np.ones(n, bool)
        self.lengths = np.zeros(n, np.int64)  # decisions made
        self.rewards = np.zeros((n, self.seats))  # of the last step: the payoffs of the games that ended in it
        self._results = np.zeros((n, max(title.seats), 2))
        self._rngs, self._luck = np.zeros((n, 1), np.uint64), np.zeros((n, 1), np.uint64)
        self._actions, self._eyes, self._where = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, bool)
        self._observation = np.zeros((n, title.observation_length), np.float32)
        self._mask = np.zeros((n, title.moves), bool)
        self._advice, self._odds = np.zeros((n, title.moves), np.float32), np.zeros((n, self.seats), np.float32)
        self._listed, self._counts = (
            np.zeros((n, title.moves + 1), np.int16),
            np.zeros(n, np.int64),
        )  # the legal moves of each game
        by_game = {
            "states": self.states, "actors": self.actors, "done": self.done, "lengths": self.lengths, "rewards": self.rewards,
            "results": self._results, "rngs": self._rngs, "luck": self._luck, "actions": self._actions, "eyes": self._eyes,
            "where": self._where, "numbers": self._observation, "mask": self._mask, "listed": self._listed,
            "counts": self._counts, "advice": self._advice, "odds": self._odds,
            "sights": self._observation.view(title.sight.dtype).reshape(n) if title.sight else self._observation,
        }  # fmt: skip
        for_all = {
            "seats": self.seats, "options": setting.options, "parts": setting.parts, "endless": int(self.auto_reset),
            "policies": self._minds.numbers, "looks": self._minds.looks, "log": blank_log(0), "ids": title.moves,
            "sharp": float(title.sharp), "has_short_cut": int(title.has_short_cut),
        }  # fmt: skip
        self._edges = [n * band // self.threads for band in range(self.threads + 1)]
        self._bands = [
            {name: array[first:last] for name, array in by_game.items()} | for_all | self._scratch()
            for first, last in pairwise(self._edges)
        ]

    def _scratch(self) -> dict[str, np.ndarray]:
        """What one thread needs for itself."""
        title = self.title
        moves, weights = np.zeros(max(title.moves, title.outcomes) + 1, np.int16), np.zeros(title.outcomes + 1, np.int32)
        worths, hopes, whim = np.zeros(len(moves)), np.zeros((max(title.seats), 2)), np.zeros(1, np.uint64)
        return {
            "moves": moves, "weights": weights, "spare": title.state.array(1), "worths": worths, "hopes": hopes, "whim": whim,
        }  # fmt: skip

    @property
    def payoffs(self) -> np.ndarray:
        """By game and seat +1 (alone first) to -1 (alone last) of the game that is over, or was last; else 0."""
        return self._results[:, : self.seats, 0]

    @property
    def points(self) -> np.ndarray:
        """By game and seat the game's own points, likewise."""
        return self._results[:, : self.seats, 1]

    def reset(self, where: object = None, seed: int | None = None, seeds: object = None) -> None:
        """Begin anew: all games, or those that `where` marks.

        A game goes on with its stream of luck, unless `seed` gives all of them new ones (game number g has the same one in a
        batch of any size) or `seeds` one to each.
        """
        self._where[:] = True if where is None else self._shaped("where", where, bool)
        if seed is not None:
            seeds = seeds_from(seed, self.n)
        if seeds is not None:
            streams = self._shaped("seeds", seeds, np.uint64)
            np.copyto(self._rngs[:, 0], streams, where=self._where)
            np.copyto(self._luck[:, 0], mixed(streams ^ OF_THE_SEATS), where=self._where)
        self._is_listed = False
        self._run(start_games)

    def step(self, actions: object) -> None:
        """Make the action of each game; those of games that are over are not looked at. If one is illegal, none is made."""
        self._actions[:] = self._shaped("actions", actions, np.int64)
        found_wrong = self._look_through(check_listed) if self._is_listed else self._run(check_games)
        for first, found in zip(self._edges, found_wrong, strict=False):
            if found >= 0:
                raise IllegalMove("game {game}: {why}", game=first + found, why=self._why_not(first + found))
        if self._is_listed:  # who wanted to know what is legal will want to know it again
            self._run(step_games, list_games)
        else:
            self._run(step_games)

    def observe(self, seat: int | None = None) -> np.ndarray:
        """What the seat to move knows, a row a game, or what `seat` knows; zeros where nobody is to move."""
        self._look_through_eyes(seat)
        self._run(observe_games)
        return self._observation

    def advise(self, seat: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """What the seat to move thinks at first sight, or `seat`, on a guess of its own.

        A row a game: how good each move looks (`appeal`; 0 the best, -1000 where it is not legal or another's turn), and
        everybody's chances (`outlook`) as logarithms of the odds, clockwise from that seat. Zeros where nobody is to move.
        """
        self._look_through_eyes(seat)
        self._run(advise_games)
        return self._advice, self._odds

    def _look_through_eyes(self, seat: int | None) -> None:
        """Of the seats to move, or of one."""
        if seat is not None and (not is_whole(seat) or not 0 <= seat < self.seats):
            raise BadSeats("there is no seat number {seat}; seats go from 0 to {last}", seat=seat, last=self.seats - 1)
        self._eyes[:] = self.actors if seat is None else seat

    def mask(self) -> np.ndarray:
        """Which moves are legal, a row a game; none where it is over."""
        self._list()
        return self._mask

    def sample(self) -> np.ndarray:
        """A random legal move for each game; 0 where it is over. Its luck is the game's own, and not that of its chance."""
        self._list()
        self._look_through(sample_listed)
        return self._actions

    def _list(self) -> None:
        """Know what is legal now."""
        if not self._is_listed:
            self._run(list_games)
            self._is_listed = True

    def match(self, game: int) -> Match:
        """A match by hand that stands where this game does: to look at it, or to play on."""
        if not is_whole(game) or not 0 <= game < self.n:
            raise BadOption("there is no game number {game}; games go from 0 to {last}", game=game, last=self.n - 1)
        match = self._example.anew()
        match.set_position(self.title.state.dump(wrap(self.states[game])))
        return match

    def _run(self, *functions: Callable) -> list[int]:
        """Loops of `stepping` one after another on all bands; returns what the last of them answers for each."""
        here, *elsewhere = self._on_bands(functions)
        if self._pool is None:
            return [here()]
        waiting = [self._pool.submit(call) for call in elsewhere]
        return [here(), *(job.result() for job in waiting)]

    def _look_through(self, function: Callable) -> list[int]:
        """The same for a loop that asks no rules: on this thread, unless there are many games."""
        return [call() for call in self._on_bands((function,))] if self.n <= QUICK else self._run(function)

    def _on_bands(self, functions: tuple[Callable, ...]) -> list[Callable[[], int]]:
        """A call for every band that runs these loops one after another."""
        if functions not in self._calls:
            loops = [self._loop(function) for function in functions]
            self._calls[functions] = [partial(in_turn, band) if len(band) > 1 else band[0] for band in zip(*loops, strict=True)]
        return self._calls[functions]

    def _loop(self, function: Callable) -> list[Callable[[], int]]:
        """One loop for each band, compiled for this title when it is first needed."""
        returns, verbs, rest = LOOPS[function]
        loop = entrance(function, returns, verbs, tuple(rest.values()), self.title)
        return [partial(loop, *(band[name] for name in rest)) for band in self._bands]

    def _shaped(self, name: str, given: object, kind: type) -> np.ndarray:
        """An array with an entry a game, of the kind that compiled code takes."""
        array = np.asarray(given)
        if array.shape != (self.n,) or array.dtype.kind not in ("b" if kind is bool else "iu"):
            raise BadOption(
                "{name} must be an array of {n}, one a game, of {kind}; this is one of {shape}, {dtype}",
                name=name,
                n=self.n,
                kind=np.dtype(kind).name,
                shape=array.shape,
                dtype=array.dtype.name,
            )
        return array.astype(kind, copy=False)

    def _why_not(self, game: int) -> str:
        """Why the action of a game is illegal."""
        try:
            self.match(game).play(int(self._actions[game]))
        except IllegalMove as error:
            return str(error)
        raise AssertionError("the referee has changed his mind")


def in_turn(calls: Sequence[Callable[[], int]]) -> int:
    """What the last of some calls answers."""
    answers = [call() for call in calls]
    return answers[-1]


def seeds_from(seed: int, n: int) -> np.ndarray:
    """A seed for each game: the numbers that a generator of this seed gives. Number g depends on the seed and g only."""
    return mixed(generator(seed) + np.arange(1, n + 1, dtype=np.uint64) * GOLDEN)


def mixed(z: np.ndarray) -> np.ndarray:
    """The numbers of SplitMix64 at these counters."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)
