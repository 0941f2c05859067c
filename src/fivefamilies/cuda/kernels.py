"""The loops of a batch as kernels of CUDA: one lane a game, the very functions that the processor runs, on slices of one game.

Nothing here is a rule. A lane calls `core.stepping` with a title's verbs, so a game is the same to the last byte.
"""

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import FunctionType, SimpleNamespace
from typing import Any

import numba
import numpy as np

# numba-cuda 0.30 asks NumPy for names that NumPy 2.5 has dropped.
for _gone, _now in {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}.items():
    if not hasattr(np, _gone):
        setattr(np, _gone, getattr(np, _now))

import numba.cuda as gpu
from numba.cuda import compiler, dispatcher, types
from numba.cuda.cudadrv import nvvm
from numba.cuda.extending import overload
from numba.cuda.np.numpy_support import from_dtype
from numba.cuda.typing import arraydecl

from fivefamilies.core import kernels, pieces, stepping
from fivefamilies.core.compiled import HOW
from fivefamilies.core.contract import Title
from fivefamilies.cuda import whole

LANES = 64  # of a block
REGISTERS = 65536  # of a multiprocessor
WARP = 32  # lanes that walk together
TILE = (LANES // WARP, WARP, WARP + 1)  # rows that a block writes out together


def take_enumerations() -> None:
    """Let a member of an enumeration index an array, as it may on a processor: numba-cuda asks for a plain integer."""
    known = arraydecl.get_array_index_type
    if getattr(known, "is_ours", False):
        return

    def plain(kind: Any) -> Any:
        if type(kind).__name__ == "IntEnumMember":
            return types.intp
        return types.Tuple([plain(part) for part in kind]) if isinstance(kind, types.BaseTuple) else kind

    def index_type(array: Any, index: Any) -> Any:
        return known(array, plain(index))

    index_type.is_ours = True  # type: ignore[attr-defined]
    arraydecl.get_array_index_type = index_type


def round_every_step() -> None:
    """A product and a sum are rounded one after the other, as on a processor: fused, first looks would differ in the last bit."""
    known = nvvm.compile_ir
    if getattr(known, "is_ours", False):
        return

    def compile_ir(code: Any, **options: Any) -> Any:
        return known(code, **{"fma": False, **options})

    compile_ir.is_ours = True  # type: ignore[attr-defined]
    nvvm.compile_ir = compile_ir


def count_at_once() -> None:
    """Bits are counted in one instruction, which a processor's compiler finds by itself and a device's does not."""

    def count_bits(cells):
        return np.int64(gpu.popc(cells))

    pieces.count_bits.py_func = count_bits  # a device is given this; the processor has compiled its own


take_enumerations()
round_every_step()
count_at_once()


@overload(int)
def int_of_member(member):
    """`int(Card.CONTRACT)`, which numba-cuda does not know either."""
    if type(member).__name__ == "IntEnumMember":
        return lambda member: member.value
    return None


@overload(operator.getitem)
def at_member(row, member):
    """`AFTER[Phase.LUCK]`, a tuple of numbers at a member's place: likewise."""
    if isinstance(row, types.UniTuple) and type(member).__name__ == "IntEnumMember":
        return lambda row, member: row[member.value]
    return None


@lru_cache(maxsize=None)
def loop(function: Any) -> Any:
    """A loop of the batch, for kernels to call."""
    return numba.njit(function, **HOW)


def with_other(function: Any, **names: Any) -> Any:
    """The same function where some names of its module mean something else."""
    function = getattr(function, "py_func", function)
    return numba.njit(FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__), **HOW)


def at_first_sight(title: Title) -> Any:
    """The move with the most appeal: a device has no table of functions to look one up in, so it is the title's own."""
    appeal, best_looking = title.appeal, kernels.best_looking

    def choose(legal, look, s, moves, rng):
        return best_looking(legal, appeal, s, moves, rng)

    return numba.njit(choose, **HOW)


def never(legal, look, s, moves, rng):
    """Where no seat is greedy nobody asks, and nothing is compiled for it."""
    return moves[0]


def no_guess(s, seat, rng):
    """Likewise."""


never, no_guess = numba.njit(never, **HOW), numba.njit(no_guess, **HOW)


class Lanes:
    """The kernels of one title, as plain functions; `greedy` if seats may be."""

    def __init__(self, title: Title, greedy: bool = False) -> None:
        self.title, self.greedy = title, greedy
        go_on = with_other(stepping.go_on, best_looking=at_first_sight(title) if greedy else never)
        self.bodies: dict[str, Callable] = {
            "start": self._playing(with_other(stepping.start_games, go_on=go_on)),
            "step": self._playing(with_other(stepping.step_games, go_on=go_on)),
            "whole": self._whole(),
            "check": self._check(), "observe": self._observe(), "mask": self._mask(), "sample": self._sample(),
            "advise": self._advise(),
        }  # fmt: skip

    @property
    def goes_in_step(self) -> bool:
        """Are whole games played one a lane, without changing games?"""
        return whole.in_step_fits(self.title) and not self.greedy

    def _whole(self) -> Callable:
        """Games in which every seat has a policy, from start to end."""
        if self.goes_in_step:
            return whole.playing_in_step(self.title)
        return whole.playing(self.title, self.greedy, kernels.best_looking if self.greedy else never)

    def lanes(self, name: str) -> int:
        """How many lanes make a block of this kernel."""
        return LANES if name != "whole" else whole.LANES_IN_STEP if self.goes_in_step else whole.lanes_of(self.title)

    def how(self, name: str) -> dict[str, Any]:
        """How a kernel is compiled: optimized before it is linked, so every step is rounded; few registers for many lanes."""
        wide = name == "whole" and not self.goes_in_step
        return {"lto": False} | ({"max_registers": REGISTERS // whole.lanes_at_once(self.title)} if wide else {})

    def _playing(self, run: Any) -> Callable:
        """Begin or step: both are given the same."""
        title = self.title
        start, actor, legal, sample, chances = title.start, title.actor, title.legal, title.sample, title.chances
        play, scores, guess = title.play, title.scores, title.guess if self.greedy else no_guess
        most_moves, most_weights = max(title.moves, title.outcomes) + 1, title.outcomes + 1

        def body(
            states, asked, seats, options, parts, endless, policies, spare, rngs, luck, log, lengths, actors, done, results,
            rewards,
        ):  # fmt: skip
            i = gpu.grid(1)
            if i < states.shape[0]:
                moves = gpu.local.array(most_moves, types.int16)
                weights = gpu.local.array(most_weights, types.int32)
                j = i if spare.shape[0] > 1 else 0
                run(
                    start, actor, legal, sample, chances, play, guess, scores,
                    1, states[i : i + 1], asked[i : i + 1], seats, options[0], parts[0], endless, policies, policies,
                    spare[j : j + 1], rngs[i : i + 1], luck[i : i + 1], moves, weights, log, lengths[i : i + 1],
                    actors[i : i + 1], done[i : i + 1], results[i : i + 1], rewards[i : i + 1],
                )  # fmt: skip

        return body

    def _check(self) -> Callable:
        run, objection = loop(stepping.check_games), self.title.objection

        def body(states, actors, actions, ids, wrong):
            i = gpu.grid(1)
            if i < states.shape[0] and run(objection, states[i : i + 1], actors[i : i + 1], actions[i : i + 1], ids) >= 0:
                gpu.atomic.min(wrong, 0, i)

        return body

    def _observe(self) -> Callable:
        """A lane's row is made in memory of its own, and written out by all lanes together: each writes beside its neighbour."""
        observe, length = self.title.observe, self.title.observation_length
        sight = self.title.layout.sight
        is_declared = sight is not None

        def body(states, eyes, numbers):
            i = gpu.grid(1)
            lane, warp = gpu.threadIdx.x % WARP, gpu.threadIdx.x // WARP
            tile = gpu.shared.array(TILE, types.float32)
            row = gpu.local.array(length, types.float32)
            for column in range(length):
                row[column] = 0
            if i < states.shape[0] and eyes[i] >= 0:
                if is_declared:
                    observe(states[i], eyes[i], row.view(sight)[0])
                else:
                    observe(states[i], eyes[i], row)
            first = i - lane
            for left in range(0, length, WARP):
                for column in range(min(WARP, length - left)):
                    tile[warp, lane, column] = row[left + column]
                gpu.syncwarp()
                for other in range(min(WARP, states.shape[0] - first)):
                    if left + lane < length:
                        numbers[first + other, left + lane] = tile[warp, other, lane]
                gpu.syncwarp()

        return body

    def _mask(self) -> Callable:
        legal, most_moves, ids = self.title.legal, self.title.moves + 1, self.title.moves

        def body(states, actors, mask):
            i = gpu.grid(1)
            first = gpu.blockIdx.x * LANES
            cells = mask.reshape(mask.size)
            for cell in range(gpu.threadIdx.x, min(LANES, states.shape[0] - first) * ids, LANES):
                cells[first * ids + cell] = False
            gpu.syncthreads()
            if i < states.shape[0] and actors[i] >= 0:
                moves = gpu.local.array(most_moves, types.int16)
                for k in range(legal(states[i], moves)):
                    mask[i, moves[k]] = True

        return body

    def _sample(self) -> Callable:
        run, legal, most_moves = loop(stepping.sample_games), self.title.legal, self.title.moves + 1

        def body(states, actors, luck, actions):
            i = gpu.grid(1)
            if i < states.shape[0]:
                moves = gpu.local.array(most_moves, types.int16)
                run(legal, states[i : i + 1], actors[i : i + 1], luck[i : i + 1], moves, actions[i : i + 1])

        return body

    def _advise(self) -> Callable:
        run, title = loop(stepping.advise_games), self.title
        legal, hunch, appeal, outlook, sharp = title.legal, title.hunch, title.appeal, title.outlook, float(title.sharp)
        most_moves, most_seats = title.moves + 1, max(title.seats)

        def body(states, actors, eyes, seats, spare, luck, advice, odds):
            i = gpu.grid(1)
            if i < states.shape[0]:
                moves, worths = gpu.local.array(most_moves, types.int16), gpu.local.array(most_moves, types.float64)
                hopes, whim = gpu.local.array((most_seats, 2), types.float64), gpu.local.array(1, types.uint64)
                run(
                    legal, hunch, appeal, outlook, states[i : i + 1], actors[i : i + 1], eyes[i : i + 1], seats, sharp,
                    spare[i : i + 1], luck[i : i + 1], whim, moves, worths, hopes, advice[i : i + 1], odds[i : i + 1],
                )  # fmt: skip

        return body

    def signature(self, name: str) -> tuple[Any, ...]:
        """The types of a kernel's arguments."""
        layout = self.title.layout

        def array(kind: Any, axes: int = 1) -> Any:
            return types.Array(kind, axes, "C")

        states, rngs = array(from_dtype(layout.state)), array(types.uint64, 2)
        i64s, bools = array(types.int64), array(types.boolean)
        options, parts = array(from_dtype(layout.options)), array(from_dtype(layout.parts))
        around = (
            types.int64, options, parts, types.int64, i64s, states, rngs, rngs, array(types.int16, 2), i64s, i64s, bools,
            array(types.float64, 3), array(types.float64, 2),
        )  # fmt: skip
        return {
            "start": (states, bools, *around),
            "whole": (states, bools, *around, array(types.int32, 2), array(types.int32, 2), i64s),
            "step": (states, i64s, *around),
            "check": (states, i64s, i64s, types.int64, i64s),
            "observe": (states, i64s, array(types.float32, 2)),
            "mask": (states, i64s, array(types.boolean, 2)),
            "sample": (states, i64s, rngs, i64s),
            "advise": (states, i64s, i64s, types.int64, states, rngs, array(types.float32, 2), array(types.float32, 2)),
        }[name]


def ptx(title: Title, name: str, greedy: bool = False, capability: tuple[int, int] = (9, 0), optimized: bool = True) -> str:
    """A kernel as the assembler of the device reads it. No device is needed: the one it is for is named."""
    lanes = Lanes(title, greedy)
    with pretended(capability):
        text, _ = gpu.compile_ptx(lanes.bodies[name], lanes.signature(name), cc=capability, opt=optimized)
    return text


@contextmanager
def pretended(capability: tuple[int, int]) -> Iterator[None]:
    """Inner functions ask which device there is: here, one of that capability."""
    asked = (compiler, dispatcher)
    before = [module.get_current_device for module in asked]
    for module in asked:
        module.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        for module, known in zip(asked, before, strict=True):
            module.get_current_device = known
