"""The batch on a device of NVIDIA: `fivefamilies.cuda.Batch("the_boss", seats=4, n=270_336, seed=1)`. Needs the extra `cuda`.

Game k is, to the last byte, game k of `fivefamilies.batch` with the same seed. Arrays stay on the device: torch and CuPy take
them without a copy, by `__cuda_array_interface__`, and `.copy_to_host()` brings one home. Kernels are compiled on first use.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fivefamilies.core.batch import OF_THE_SEATS, mixed, seeds_from
from fivefamilies.core.contract import NOBODY, Title, Value, is_whole
from fivefamilies.core.datafile import Edition
from fivefamilies.core.errors import BadOption, BadSeats, IllegalMove
from fivefamilies.core.kernels import GREEDY, RANDOM
from fivefamilies.core.match import Match
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.policies import OUTSIDE
from fivefamilies.core.record import unwrap
from fivefamilies.cuda import whole
from fivefamilies.cuda.kernels import Lanes, gpu

POLICIES = {None: OUTSIDE, "random": RANDOM, "greedy": GREEDY}
NONE_WRONG = np.iinfo(np.int64).max


KERNELS: dict[tuple[str, bool, str], tuple[object, int]] = {}  # by the title's package, whether greedy play is in them, and name


def compiled(title: Title, greedy: bool, name: str) -> tuple[Any, int]:
    """A kernel of a title, compiled when it is first called, and how many lanes make a block of it."""
    key = (title.package, greedy, name)
    if key not in KERNELS:
        lanes = Lanes(title, greedy)
        KERNELS[key] = gpu.jit(lanes.bodies[name], **lanes.how(name)), lanes.lanes(name)
    return KERNELS[key]


class Batch:
    """`n` games of one title on the device, stepped together; as `fivefamilies.Batch`, with arrays of the device."""

    def __init__(
        self,
        title: Title | str = "family_business",
        seats: int | None = None,
        n: int = 132 * 2048,
        options: Mapping[str, Value] | None = None,
        *,
        preset: str | None = None,
        edition: Edition | None = None,
        seed: int | None = None,
        policies: Sequence[str | None] | None = None,
        auto_reset: bool = False,
    ) -> None:
        if not is_whole(n) or n < 1:
            raise BadOption("{n} games; at least one must be played", n=n)
        example = Match(title, seats, options, preset=preset, edition=edition, by_hand=True)
        self.title, self.seats, self.options, self.parts = example.title, example.seats, example.options, example.parts
        given = [None] * self.seats if policies is None else list(policies)
        if len(given) != self.seats or any(policy not in POLICIES for policy in given):
            raise BadOption("{seats} seats need {seats} policies, each one of random, greedy, None", seats=self.seats)
        self.n, self.auto_reset, self.greedy = int(n), bool(auto_reset), "greedy" in given
        self._is_whole = OUTSIDE not in [POLICIES[policy] for policy in given] and not self.auto_reset
        self._make_room([POLICIES[policy] for policy in given])
        self.reset(seed=secrets.randbits(64) if seed is None else seed)

    def _make_room(self, policies: list[int]) -> None:
        """All arrays, once, on the device."""
        title, n = self.title, self.n
        setting = title.encode(self.options, self.parts)
        self.states = gpu.to_device(title.state.array(n))
        self.actors = gpu.to_device(np.full(n, NOBODY, np.int64))
        self.done, self.lengths = gpu.to_device(np.ones(n, bool)), gpu.to_device(np.zeros(n, np.int64))
        self.rewards = gpu.to_device(np.zeros((n, self.seats)))
        self._results = gpu.to_device(np.zeros((n, max(title.seats), 2)))
        self._rngs, self._luck = (gpu.to_device(np.zeros((n, 1), np.uint64)) for _ in range(2))
        self._actions, self._wrong = gpu.to_device(np.zeros(n, np.int64)), gpu.to_device(np.zeros(1, np.int64))
        self._around = (
            self.seats, gpu.to_device(np.array([unwrap(setting.options)])), gpu.to_device(np.array([unwrap(setting.parts)])),
            int(self.auto_reset), gpu.to_device(np.array(policies, np.int64)),
            gpu.to_device(title.state.array(max(n, self._most_lanes) if self.greedy else 1)),
            self._rngs, self._luck, gpu.to_device(blank_log(0)),
            self.lengths, self.actors, self.done, self._results, self.rewards,
        )  # fmt: skip
        self._seen: dict[str, object] = {}  # observations and masks, made when they are first asked for

    @property
    def _most_lanes(self) -> int:
        """The lanes that play whole games at the same time."""
        return whole.lanes_at_once(self.title) * int(gpu.get_current_device().MULTIPROCESSOR_COUNT)

    def _run(self, name: str, *given: object) -> None:
        """One of the kernels, on all games."""
        kernel, lanes = compiled(self.title, self.greedy, name)
        blocks = -(-self.n // lanes)
        if name == "whole" and lanes == whole.lanes_of(
            self.title
        ):  # blocks may wait for one another: all of them have to be there at once
            kernel = kernel.specialize(*given)
            (definition,) = kernel.overloads.values()
            blocks = min(blocks, self._most_lanes // lanes, definition.max_cooperative_grid_blocks(lanes))
        kernel[blocks, lanes](*given)

    def _desk(self) -> tuple[Any, Any, Any]:
        """Where lanes that change games note what is to be done and by whom, how many of a kind there are, and tickets."""
        shapes = (len(whole.DESK), self._most_lanes * whole.hands_of(self.title)), (2, whole.BINS)
        tickets = np.zeros(whole.LOTS + self._most_lanes // whole.lanes_of(self.title), np.int64)
        return *(gpu.to_device(np.zeros(shape, np.int32)) for shape in shapes), gpu.to_device(tickets)

    @property
    def payoffs(self) -> Any:
        """By game and seat +1 (alone first) to -1 (alone last) of the game that is over, or was last; else 0."""
        return self._results[:, : self.seats, 0]

    @property
    def points(self) -> Any:
        """By game and seat the game's own points, likewise."""
        return self._results[:, : self.seats, 1]

    def reset(self, where: object = None, seed: int | None = None) -> None:
        """Begin anew: all games, or those that `where` (bools of the device) marks; with `seed`, all of them."""
        if seed is not None:
            streams = seeds_from(seed, self.n)
            self._rngs.copy_to_device(streams.reshape(-1, 1))
            self._luck.copy_to_device(mixed(streams ^ OF_THE_SEATS).reshape(-1, 1))
        marked = gpu.to_device(np.ones(self.n, bool)) if where is None else gpu.as_cuda_array(where)
        if self._is_whole:
            self._run("whole", self.states, marked, *self._around, *self._desk())
        else:
            self._run("start", self.states, marked, *self._around)

    def step(self, actions: object, check: bool = True) -> None:
        """Make the action of each game, int64 on the device. If one is illegal, none is made; `check=False` trusts you."""
        chosen = gpu.as_cuda_array(actions)
        if chosen.shape != (self.n,) or chosen.dtype != np.int64:
            raise BadOption("actions must be an array of {n} int64 on the device, one a game", n=self.n)
        if check:
            self._wrong.copy_to_device(np.array([NONE_WRONG]))
            self._run("check", self.states, self.actors, chosen, self.title.moves, self._wrong)
            wrong = int(self._wrong.copy_to_host()[0])
            if wrong != NONE_WRONG:
                raise IllegalMove("game {game}: {why}", game=wrong, why=int(chosen[wrong]))
        self._run("step", self.states, chosen, *self._around)

    def sample(self) -> Any:
        """A random legal move for each game; 0 where it is over."""
        self._run("sample", self.states, self.actors, self._luck, self._actions)
        return self._actions

    def mask(self) -> Any:
        """Which moves are legal, a row a game; none where it is over."""
        if "mask" not in self._seen:
            self._seen["mask"] = gpu.device_array((self.n, self.title.moves), np.bool_)
        self._run("mask", self.states, self.actors, self._seen["mask"])
        return self._seen["mask"]

    def observe(self, seat: int | None = None) -> Any:
        """What the seat to move knows, a row a game, or what `seat` knows; zeros where nobody is to move."""
        if "numbers" not in self._seen:
            self._seen["numbers"] = gpu.device_array((self.n, self.title.observation_length), np.float32)
        self._run("observe", self.states, self._eyes_of(seat), self._seen["numbers"])
        return self._seen["numbers"]

    def advise(self, seat: int | None = None) -> tuple[Any, Any]:
        """What the seat to move thinks at first sight, or `seat`, on a guess of its own: see `fivefamilies.Batch.advise`."""
        if "odds" not in self._seen:
            self._seen["advice"] = gpu.device_array((self.n, self.title.moves), np.float32)
            self._seen["odds"] = gpu.device_array((self.n, self.seats), np.float32)
            self._seen["spare"] = gpu.device_array(self.n, self.title.state.dtype)
        advice, odds = self._seen["advice"], self._seen["odds"]
        eyes = self._eyes_of(seat)
        self._run("advise", self.states, self.actors, eyes, self.seats, self._seen["spare"], self._luck, advice, odds)
        return advice, odds

    def _eyes_of(self, seat: int | None) -> Any:
        """Of the seats to move, or of one."""
        if seat is not None and (not is_whole(seat) or not 0 <= seat < self.seats):
            raise BadSeats("there is no seat number {seat}; seats go from 0 to {last}", seat=seat, last=self.seats - 1)
        return self.actors if seat is None else gpu.to_device(np.full(self.n, seat, np.int64))


batch = Batch
