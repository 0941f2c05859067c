"""Many games of a title, stepped together in compiled code: the ground of vector environments.

    games = Batch("the_boss", seats=3, n=1000, seed=1)
    while not games.done.all():
        games.step(choose(games.observe(), games.mask()))
    print(games.payoffs.mean(axis=0))

Chance plays inside, each game from a stream of its own. Between two steps each game waits for a decision of `actors[game]`, or it
is done and waits for `reset`. All arrays are made once and written over by the next call: copy what you want to keep.
"""

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from fivefamilies.core.chance import GOLDEN, MIX_1, MIX_2, S27, S30, S31, below, generator, pick
from fivefamilies.core.compiled import INTERPRETED, rule
from fivefamilies.core.contract import CHANCE, NOBODY, Title, Value, is_whole
from fivefamilies.core.errors import BadOption, BadSeats, IllegalMove
from fivefamilies.core.kernels import entrance, inner, record_at
from fivefamilies.core.match import Match
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.record import wrap

MOST_GAMES = 10_000_000


# ---------------------------------------------------------------- in compiled code


def settle_down(actor, chances, play, scores, s, game, rngs, moves, weights, log, actors, done, results, rewards):
    """Let chance play until somebody is to decide or the game is over."""
    seat = actor(s)
    while seat == CHANCE:
        move = moves[pick(rngs[game], weights, chances(s, moves, weights))]
        play(s, np.int64(move), log)
        seat = actor(s)
    actors[game] = seat
    done[game] = seat == NOBODY
    if seat == NOBODY:
        scores(s, results[game])
        for k in range(rewards.shape[1]):
            rewards[game, k] = results[game, k, 0]


settle_down = inner(settle_down)


def start_games(
    start, actor, chances, play, scores,
    states, where, seats, options, parts, lengths, rngs, moves, weights, log, actors, done, results, rewards,
):  # fmt: skip
    """Begin the games that are marked."""
    for game in range(states.shape[0]):
        if where[game]:
            s = record_at(states, game)
            start(s, seats, options, parts)
            results[game, :, :] = 0
            rewards[game, :] = 0
            lengths[game] = 0
            settle_down(actor, chances, play, scores, s, game, rngs, moves, weights, log, actors, done, results, rewards)


def step_games(
    actor, chances, objection, play, scores,
    states, actions, ids, lengths, rngs, moves, weights, log, actors, done, results, rewards,
):  # fmt: skip
    """Make an action in every game that is not over, if all are legal; returns the first game whose action is not, or -1."""
    for game in range(states.shape[0]):
        action = actions[game]
        if not done[game] and (action < 0 or action >= ids or objection(record_at(states, game), action) != 0):
            return game
    for game in range(states.shape[0]):
        rewards[game, :] = 0
        if not done[game]:
            s = record_at(states, game)
            play(s, actions[game], log)
            lengths[game] += 1
            settle_down(actor, chances, play, scores, s, game, rngs, moves, weights, log, actors, done, results, rewards)
    return -1


def observe_games(observe, states, eyes, sights, numbers):
    """What the seat `eyes[game]` knows of each game; nothing where it is nobody."""
    for game in range(states.shape[0]):
        numbers[game, :] = 0
        if eyes[game] >= 0:
            observe(record_at(states, game), eyes[game], sight_at(sights, game))


def mask_games(legal, states, done, moves, mask):
    """Which moves are legal in each game."""
    for game in range(states.shape[0]):
        mask[game, :] = False
        if not done[game]:
            for i in range(legal(record_at(states, game), moves)):
                mask[game, moves[i]] = True


def sample_games(legal, states, done, luck, moves, actions):
    """A random legal move for each game; 0 where it is over."""
    for game in range(states.shape[0]):
        actions[game] = 0
        if not done[game]:
            actions[game] = moves[below(luck, legal(record_at(states, game), moves))]


def _sight_at(sights, index):
    """The sight of one game: a record, or numbers where a title declares none."""
    return sights[index]


def _sight_at_interpreted(sights, index):
    return wrap(sights[index]) if sights.dtype.names else sights[index]


sight_at = _sight_at_interpreted if INTERPRETED else rule(_sight_at)

BEGIN = ("start", "actor", "chances", "play", "scores")
AROUND = ("i64s", "rngs", "moves", "weights", "log", "i64s", "bools", "results", "f64 table")
LOOPS: dict[Any, tuple[str, tuple[str, ...], tuple[str, ...]]] = {  # what each returns, its verbs, and its other arguments
    start_games: ("void", BEGIN, ("states", "bools", "i64", "options", "parts", *AROUND)),
    step_games: ("i64", ("actor", "chances", "objection", "play", "scores"), ("states", "i64s", "i64", *AROUND)),
    observe_games: ("void", ("observe",), ("states", "i64s", "sights", "f32 table")),
    mask_games: ("void", ("legal",), ("states", "bools", "moves", "bool table")),
    sample_games: ("void", ("legal",), ("states", "bools", "rng", "moves", "i64s")),
}


# ---------------------------------------------------------------- for programs


class Batch:
    """`n` games of one title with the same seats and options, stepped together."""

    def __init__(
        self,
        title: Title | str = "family_business",
        seats: int | None = None,
        n: int = 1024,
        options: Mapping[str, Value] | None = None,
        *,
        preset: str | None = None,
        edition: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        if not is_whole(n) or not 1 <= n <= MOST_GAMES:
            raise BadOption("{n} games; from 1 to {most} can be played at once", n=n, most=MOST_GAMES)
        example = self._example = Match(title, seats, options, preset=preset, edition=edition, by_hand=True)
        self.title, self.seats, self.options, self.parts = example.title, example.seats, example.options, example.parts
        self._setting = self.title.encode(self.options, self.parts)
        self._loops: dict[Any, Any] = {}
        self.n = int(n)
        self._make_room()
        streams = seeds_from(secrets.randbits(64) if seed is None else seed, self.n + 1)
        self._rngs[:, 0], self._luck = streams[: self.n], generator(streams[self.n])
        self.reset()

    def _make_room(self) -> None:
        """All arrays, once."""
        title, n = self.title, self.n
        self.states = title.state.array(n)
        self.actors = np.full(n, NOBODY, np.int64)  # who decides next; NOBODY where the game is over
        self.done = np.ones(n, bool)
        self.lengths = np.zeros(n, np.int64)  # decisions made
        self.rewards = np.zeros((n, self.seats))  # of the last step: the payoffs of the games that ended in it
        self._results = np.zeros((n, max(title.seats), 2))
        self._rngs = np.zeros((n, 1), np.uint64)
        self._actions, self._eyes, self._where = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, bool)
        self._observation = np.zeros((n, title.observation_length), np.float32)
        self._sights = self._observation.view(title.sight.dtype).reshape(n) if title.sight else self._observation
        self._mask = np.zeros((n, title.moves), bool)
        moves = np.zeros(max(title.moves, title.outcomes) + 1, np.int16)
        weights, log = np.zeros(title.outcomes + 1, np.int32), blank_log(0)
        self._moves = moves
        self._around = (
            self.lengths, self._rngs, moves, weights, log, self.actors, self.done, self._results, self.rewards,
        )  # fmt: skip

    @property
    def payoffs(self) -> np.ndarray:
        """By game and seat +1 (alone first) to -1 (alone last) where the game is over, else 0."""
        return self._results[:, : self.seats, 0]

    @property
    def points(self) -> np.ndarray:
        """By game and seat the game's own points where it is over, else 0."""
        return self._results[:, : self.seats, 1]

    def reset(self, where: Any = None, seed: int | None = None, seeds: Any = None) -> None:
        """Begin anew: all games, or those that `where` marks.

        A game goes on with its stream of luck, unless `seed` gives all of them new ones (game number g has the same one in a
        batch of any size) or `seeds` one to each.
        """
        self._where[:] = True if where is None else self._shaped("where", where, bool)
        if seed is not None:
            seeds = seeds_from(seed, self.n)
        if seeds is not None:
            np.copyto(self._rngs[:, 0], self._shaped("seeds", seeds, np.uint64), where=self._where)
        setting = self._setting
        self._run(start_games, self.states, self._where, self.seats, setting.options, setting.parts, *self._around)

    def step(self, actions: Any) -> None:
        """Make the action of each game; those of games that are over are not looked at. If one is illegal, none is made."""
        self._actions[:] = self._shaped("actions", actions, np.int64)
        wrong = self._run(step_games, self.states, self._actions, self.title.moves, *self._around)
        if wrong >= 0:
            raise IllegalMove("game {game}: {why}", game=wrong, why=self._why_not(wrong))

    def observe(self, seat: int | None = None) -> np.ndarray:
        """What the seat to move knows, a row a game, or what `seat` knows; zeros where nobody is to move."""
        if seat is not None and (not is_whole(seat) or not 0 <= seat < self.seats):
            raise BadSeats("there is no seat number {seat}; seats go from 0 to {last}", seat=seat, last=self.seats - 1)
        self._eyes[:] = self.actors if seat is None else seat
        self._run(observe_games, self.states, self._eyes, self._sights, self._observation)
        return self._observation

    def mask(self) -> np.ndarray:
        """Which moves are legal, a row a game; none where it is over."""
        self._run(mask_games, self.states, self.done, self._moves, self._mask)
        return self._mask

    def sample(self) -> np.ndarray:
        """A random legal move for each game; 0 where it is over. Its luck is not that of the games."""
        self._run(sample_games, self.states, self.done, self._luck, self._moves, self._actions)
        return self._actions

    def match(self, game: int) -> Match:
        """A match by hand that stands where this game does: to look at it, or to play on."""
        if not is_whole(game) or not 0 <= game < self.n:
            raise BadOption("there is no game number {game}; games go from 0 to {last}", game=game, last=self.n - 1)
        match = self._example.anew()
        match.set_position(self.title.state.dump(wrap(self.states[game])))
        return match

    def _run(self, function: Any, *given: Any) -> int:
        """One of the loops above, compiled for this title when it is first needed."""
        if function not in self._loops:
            self._loops[function] = entrance(function, *LOOPS[function], self.title)
        return self._loops[function](*given)

    def _shaped(self, name: str, given: Any, kind: Any) -> np.ndarray:
        """An array with an entry a game, of the kind that compiled code takes."""
        array = np.asarray(given)
        if array.shape != (self.n,) or array.dtype.kind not in ("b" if kind is bool else "iu"):
            raise BadOption(
                "{name} must be an array of {n}, one a game, of {kind}; this is one of {shape}, {dtype}",
                name=name, n=self.n, kind=np.dtype(kind).name, shape=array.shape, dtype=array.dtype.name,
            )
        return array.astype(kind, copy=False)

    def _why_not(self, game: int) -> str:
        """Why the action of a game is illegal."""
        try:
            self.match(game).play(int(self._actions[game]))
        except IllegalMove as error:
            return str(error)
        raise AssertionError("the referee has changed his mind")


def seeds_from(seed: int, n: int) -> np.ndarray:
    """A seed for each game: the numbers that a generator of this seed gives."""
    z = generator(seed) + np.arange(1, n + 1, dtype=np.uint64) * GOLDEN
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)
