"""Compiled loops over whole games, for any title: its verbs come in as first-class functions, so the compilation is kept.

Two titles whose records look alike share a kernel and still play by their own rules, because the rules are arguments.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fivefamilies.core.chance import below, pick
from fivefamilies.core.compiled import HOW, INTERPRETED, compile_for, rule
from fivefamilies.core.contract import CHANCE, NOBODY, Layout, Title
from fivefamilies.core.errors import BadOption
from fivefamilies.core.record import wrap

if TYPE_CHECKING:
    from numba.core.types import Type

    from fivefamilies.core.addresses import Address

Argument = str | np.dtype | tuple[str, tuple["Argument", ...]]  # of a kernel: by name, by records, or a named tuple of such

RANDOM, GREEDY = 0, 1  # the policies that kernels play by themselves; those after them have looks of the caller's own
SURE = 0.995  # no outlook is surer than this
LOOKS = 8  # ways to look at a move in one run: the title's own `appeal` first
VERBS = (
    "start", "actor", "legal", "sample", "chances", "objection", "play", "guess", "observe", "scores", "appeal", "outlook",
)  # fmt: skip


def play_games(
    start, actor, legal, sample, chances, play, guess, scores, looks,
    has_short_cut, states, spare, seats, options, parts, policies, rng, bound, tape, moves, weights, log, results, lengths,
):  # fmt: skip
    """Play a game in each of `states` to its end; seats play by `policies`, chance by its weights.

    `tape` takes the moves (as many as fit), `results` the scores, `lengths` how many moves there were (one more than `bound`
    where a game would not end).
    """
    for game in range(states.shape[0]):
        s = record_at(states, game)
        start(s, seats, options, parts)
        length = 0
        while True:
            seat = actor(s)
            if seat == NOBODY or length > bound:
                break
            if seat == CHANCE:
                move = moves[pick(rng, weights, chances(s, moves, weights))]
            elif policies[seat] >= GREEDY:
                spare[0] = states[game]
                t = record_at(spare, 0)
                guess(t, seat, rng)
                move = best_looking(legal, looks[policies[seat] - GREEDY], t, moves, rng)
            elif has_short_cut:
                move = random_move(sample, legal, s, moves, rng)
            else:
                move = moves[below(rng, legal(s, moves))]
            if length < tape.shape[1]:
                tape[game, length] = move
            play(s, np.int64(move), log)
            length += 1
        scores(s, results[game])
        lengths[game] = length


def agree_on_legality(actor, legal, chances, objection, play, states, tape, lengths, moves, weights, log, ids, outcomes):
    """Replay the games on the tape from `states`: do `legal` (or `chances`) and `objection` agree on every id, in order?
    And is what was played one of them?

    Returns -1, or game * 2**32 + the number of the first move where they do not.
    """
    for game in range(states.shape[0]):
        s = record_at(states, game)
        for ply in range(lengths[game]):
            by_chance = actor(s) == CHANCE
            count = chances(s, moves, weights) if by_chance else legal(s, moves)
            found, is_played = 0, False
            for move in range(outcomes if by_chance else ids):
                is_listed = found < count and moves[found] == move
                found += is_listed
                is_played |= is_listed and move == tape[game, ply]
                if is_listed != (objection(s, np.int64(move)) == 0):
                    return game * 2**32 + ply
            if found != count or not is_played:
                return game * 2**32 + ply
            play(s, np.int64(tape[game, ply]), log)
    return -1


def _record_at(states, index):
    """One record of an array."""
    return states[index]


def _record_at_interpreted(states, index):
    return wrap(states[index])


record_at = _record_at_interpreted if INTERPRETED else rule(_record_at)


@rule
def random_move(sample, legal, s, moves, rng):
    """Any legal move, each alike: by the title's short cut, or from the list where that does not lead to one."""
    move = sample(s, rng)
    return move if move >= 0 else np.int64(moves[below(rng, legal(s, moves))])


@rule
def best_looking(legal, appeal, s, moves, rng):
    """The legal move with the most appeal, a random one of several."""
    best = -np.inf
    chosen = 0
    level = 0
    for i in range(legal(s, moves)):
        worth = appeal(s, np.int64(moves[i]))
        if worth > best:
            best = worth
            level = 0
        if worth == best:
            level += 1
            if below(rng, level) == 0:
                chosen = i
    return moves[chosen]


@rule
def first_looks(appeal, s, moves, count, sharp, looks):
    """How good the moves look at first sight: the best 0, the worst `-sharp`. The best appeal, and what a unit of it counts."""
    low, high = np.inf, -np.inf
    for i in range(count):
        looks[i] = appeal(s, np.int64(moves[i]))
        low, high = min(low, looks[i]), max(high, looks[i])
    scale = sharp / (high - low) if high > low else 0.0
    for i in range(count):
        looks[i] = (looks[i] - high) * scale
    return high, scale


@rule
def odds_at_a_glance(outlook, s, seat, seats, hopes, odds):
    """What everybody may hope for (`outlook`), from `seat` clockwise, as logarithms of the odds; nobody is quite sure.

    Where a title tells nothing, all odds are even."""
    outlook(s, hopes)
    whole = 0.0
    for place in range(seats):
        whole += hopes[place, 1]
    for place in range(seats):
        hope = min(max(hopes[(seat + place) % seats, 1], 1 - SURE), SURE) if whole > 0 else 0.5
        odds[place] = np.log(hope / (1 - hope))


@lru_cache(maxsize=None)
def types_of(layout: Layout) -> dict[str, Any]:
    """Numba's types of the verbs on records of this layout, and of the arrays around them."""
    import numba
    from numba.core import types

    from fivefamilies.core.addresses import ByAddress

    i64, array = types.int64, types.Array
    state, options, parts = (numba.from_dtype(dtype) for dtype in layout[:3])
    sight = numba.from_dtype(layout.sight) if layout.sight else array(types.float32, 1, "C")
    moves, weights, log = array(types.int16, 1, "C"), array(types.int32, 1, "C"), array(types.int16, 2, "C")
    rng = array(types.uint64, 1, "C")
    scores = array(types.float64, 2, "C")
    verbs = {
        "start": types.void(state, i64, options, parts),
        "actor": i64(state),
        "legal": i64(state, moves),
        "sample": i64(state, rng),
        "chances": i64(state, moves, weights),
        "objection": i64(state, i64),
        "play": types.void(state, i64, log),
        "guess": types.void(state, i64, rng),
        "hunch": types.void(state, i64, rng),
        "observe": types.void(state, i64, sight),
        "scores": types.void(state, scores),
        "appeal": types.float64(state, i64),
        "outlook": types.void(state, scores),
    }
    return {
        **{name: types.FunctionType(signature) for name, signature in verbs.items()},
        "signatures": verbs,
        "addresses": {name: ByAddress(signature) for name, signature in verbs.items()},
        "looks": types.UniTuple(ByAddress(verbs["appeal"]), LOOKS),
        "states": array(state, 1, "C"),
        "options": options,
        "parts": parts,
        "i64": i64,
        "f64": types.float64,
        "i64s": array(i64, 1, "C"),
        "i32s": array(types.int32, 1, "C"),
        "f32s": array(types.float32, 1, "C"),
        "f64s": array(types.float64, 1, "C"),
        "bools": array(types.boolean, 1, "C"),
        "bool table": array(types.boolean, 2, "C"),
        "f32 table": array(types.float32, 2, "C"),
        "i32 table": array(types.int32, 2, "C"),
        "f64 table": scores,
        "rng": rng,
        "rngs": array(types.uint64, 2, "C"),
        "sights": array(sight, 1, "C") if layout.sight else array(types.float32, 2, "C"),
        "tape": array(types.int16, 2, "C"),
        "moves": moves,
        "weights": weights,
        "log": log,
        "results": array(types.float64, 3, "C"),
    }


PLAY_VERBS = ("start", "actor", "legal", "sample", "chances", "play", "guess", "scores")
PLAY_REST = (
    "looks", "i64", "states", "states", "i64", "options", "parts", "i64s", "rng", "i64", "tape", "moves", "weights", "log",
    "results", "i64s",
)  # fmt: skip
LAW_VERBS = ("actor", "legal", "chances", "objection", "play")
LAW_REST = ("states", "tape", "i64s", "moves", "weights", "log", "i64", "i64")


@lru_cache(maxsize=None)
def kernel(function: Callable, returns: str, verbs: tuple[str, ...], rest: tuple[Argument, ...], layout: Layout) -> Any:
    """A kernel compiled for records of this layout, to be called with verbs as they are."""
    return function if INTERPRETED else compiled(function, returns, [types_of(layout)[verb] for verb in verbs], rest, layout)


def compiled(function: Callable, returns: str, verbs: Sequence["Type"], rest: Sequence[Argument], layout: Layout) -> Any:
    """A kernel for verbs of these types."""
    from numba.core import types

    result = types.void if returns == "void" else types.int64
    return compile_for(function, result(*verbs, *(type_of(name, layout) for name in rest)))


def type_of(what: Argument, layout: Layout) -> "Type":
    """Numba's type of an argument: by its name, an array of records by their dtype, or a named tuple with its parts."""
    import numba
    from numba.core import types

    if isinstance(what, tuple):
        return types.NamedTuple([type_of(inner, layout) for inner in what[1]], what[0])
    if isinstance(what, np.dtype):
        return types.Array(numba.from_dtype(what), 1, "C")
    return types_of(layout)[what]


def entrance(function: Callable, returns: str, verbs: tuple[str, ...], rest: tuple[str, ...], title: Title) -> Callable:
    """A kernel with a title's verbs in it, for many short calls: a hundredth of the cost of a call that looks at types and verbs.

    Nothing is checked any more: the caller hands over arrays of its own, of the very types that the kernel was compiled for.
    """
    return opened(function, returns, verbs, rest, title.layout, tuple(getattr(title, verb) for verb in verbs))


@lru_cache(maxsize=None)
def opened(
    function: Callable, returns: str, verbs: tuple[str, ...], rest: tuple[str, ...], layout: Layout, own: tuple[Callable, ...]
) -> Callable:
    """The same, kept."""
    if INTERPRETED:
        return partial(function, *own)
    from fivefamilies.core.addresses import Address

    known = types_of(layout)
    run = compiled(function, returns, [known["addresses"][verb] for verb in verbs], rest, layout)
    addresses = [Address.of(verb, known["signatures"][name]) for name, verb in zip(verbs, own, strict=True)]
    return partial(next(iter(run.overloads.values())).entry_point, *addresses)


def looks_of(title: Title, own: Sequence[Callable]) -> tuple["Callable | Address", ...]:
    """The ways to look at a move in one run: the title's `appeal`, then functions `appeal(s, move)` of the caller's own."""
    looks = [title.appeal, *(look_of(function, title.layout) for function in own)]
    looks += [title.appeal] * (LOOKS - len(looks))
    if INTERPRETED:
        return tuple(looks)
    from fivefamilies.core.addresses import Address

    return tuple(Address.of(look, types_of(title.layout)["signatures"]["appeal"]) for look in looks)


@lru_cache(maxsize=64)
def look_of(function: Callable, layout: Layout) -> Callable:
    """A function `appeal(s, move)` of the caller's own, compiled for records of this layout; it allocates nothing."""
    if INTERPRETED:
        return function
    import numba

    try:
        return numba.njit(types_of(layout)["signatures"]["appeal"], **HOW)(getattr(function, "py_func", function))
    except numba.core.errors.NumbaError as error:
        name, why = getattr(function, "__name__", "?"), next((line for line in str(error).splitlines() if line.strip()), "")
        raise BadOption("policy {name} does not compile as appeal(s, move): {why}", name=name, why=why) from error


def compile_title(title: Title, tell: Callable[[str], object] | None = None) -> None:
    """Compile every verb of a title and the loop of mass play, or fetch them from the cache; `tell` hears of each."""
    if INTERPRETED:
        return
    known = types_of(title.layout)["signatures"]
    for name in VERBS:
        if tell:
            tell(name)
        getattr(title, name).compile(known[name].args)
    if tell:
        tell("play_games")
    entrance(play_games, "void", PLAY_VERBS, PLAY_REST, title)
