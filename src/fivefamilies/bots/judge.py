"""Judgement that was learned: a small network that looks at what a seat knows, and at nothing else.

It says which moves a good player would make there, and what everybody may expect: the share of the victory and a bit for the
rank, as the search counts it. `families train` makes the weights; compiled code of ours asks them, without any other library.

What a seat knows is mostly zeros, so the first layer adds the rows of the others up: the observation of Family Business costs
some 20,000 products. How many sit at the table and what they agreed on are inputs too; they stay the same for a whole match
and are added to the first layer's bias once.

A network may learn how far the hand-written judgement is wrong instead of judging anew. Then it is also told what everybody may
hope for at a glance (the title's `outlook`), and its answers are added to that (`trust`) and to how moves look at first sight
(`sway`). Both are asked of a guess of the seat, never of the position.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fivefamilies.core.compiled import rule
from fivefamilies.core.contract import Title, Value
from fivefamilies.core.errors import UnknownBot
from fivefamilies.core.kernels import first_looks, odds_at_a_glance, record_at
from fivefamilies.core.options import Option
from fivefamilies.core.stepping import sight_at

HOME = Path(__file__).parent / "judges"
ELSEWHERE = "FIVEFAMILIES_JUDGES"  # another folder of weights, for those who train their own
LAYERS = ("enter", "enter_bias", "deepen", "deepen_bias", "moves", "moves_bias", "worth", "worth_bias")
BESIDE = ("glance", "beside")  # of networks that learn how far the hand-written judgement is wrong; others have none
SOFT = 3.0  # by how much the logarithms of the odds are divided before they are inputs
MOST_BYTES = 1_000_000


class Judge(NamedTuple):
    """The weights for one table, and room to think in."""

    enter: np.ndarray  # from each number of the observation to the first layer
    enter_bias: np.ndarray
    deepen: np.ndarray
    deepen_bias: np.ndarray
    moves: np.ndarray  # by move
    moves_bias: np.ndarray
    worth: np.ndarray  # by seat, from the own one clockwise
    worth_bias: np.ndarray
    glance: np.ndarray  # from the outlook of each seat, likewise, to the first layer; no rows if it is not asked
    beside: np.ndarray  # how much the outlook counts beside the network (trust), and the first look at a move (sway)
    seats: int
    sights: np.ndarray  # the observation as the title writes it ...
    numbers: np.ndarray  # ... and as numbers: the same memory
    first: np.ndarray
    second: np.ndarray
    hopes: np.ndarray  # the outlook as the title writes it ...
    odds: np.ndarray  # ... and as logarithms of the odds, from the own seat clockwise
    lit: np.ndarray  # which numbers of a layer are not 0


JUDGE = (
    Judge,
    ("f32 table", "f32s", "f32 table", "f32s", "f32 table", "f32s", "f32 table", "f32s", "f32 table", "f32s", "i64", "sights",
     "f32 table", "f32s", "f32s", "f64 table", "f32s", "i32s"),
)  # fmt: skip


@rule
def add_rows(out, numbers, weights, lit):
    """Add the rows of the weights times the numbers that are not 0, four at a time: a sum is then read and written less often."""
    count = 0
    for i in range(numbers.shape[0]):
        lit[count] = i
        count += numbers[i] != 0
    last = count - count % 4
    for k in range(0, last, 4):
        a, b, c, d = lit[k], lit[k + 1], lit[k + 2], lit[k + 3]
        of_a, of_b, of_c, of_d = numbers[a], numbers[b], numbers[c], numbers[d]
        for j in range(out.shape[0]):
            out[j] = out[j] + of_a * weights[a, j] + of_b * weights[b, j] + of_c * weights[c, j] + of_d * weights[d, j]
    for k in range(last, count):
        a = lit[k]
        for j in range(out.shape[0]):
            out[j] += numbers[a] * weights[a, j]


@rule
def think_over(judge):
    """From the observation, and the outlook if it is asked, to the second layer."""
    first, second = judge.first, judge.second
    for j in range(first.shape[0]):
        first[j] = judge.enter_bias[j]
    for place in range(min(judge.glance.shape[0], judge.seats)):
        number = judge.odds[place] / np.float32(SOFT)
        for j in range(first.shape[0]):
            first[j] += number * judge.glance[place, j]
    add_rows(first, judge.numbers[0], judge.enter, judge.lit)
    for j in range(first.shape[0]):
        first[j] = max(first[j], np.float32(0))
    for j in range(second.shape[0]):
        second[j] = judge.deepen_bias[j]
    add_rows(second, first, judge.deepen, judge.lit)
    for j in range(second.shape[0]):
        second[j] = max(second[j], np.float32(0))


@rule
def weighed(second, weights, row):
    """The second layer by one row of weights, in four sums that a processor adds at once."""
    a, b, c, d = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
    for j in range(0, second.shape[0], 4):
        a += second[j] * weights[row, j]
        b += second[j + 1] * weights[row, j + 1]
        c += second[j + 2] * weights[row, j + 2]
        d += second[j + 3] * weights[row, j + 3]
    return np.float64((a + b) + (c + d))


@rule
def look_of(judge, move):
    """How good a move looks to the network: the logarithm of how likely it is, but for a constant, less how it looks at first
    sight as far as that counts."""
    return weighed(judge.second, judge.moves, move) + np.float64(judge.moves_bias[move])


@rule
def worth_of(judge, place):
    """What the seat `place` clockwise from the own one may expect, from 0 to 1."""
    worth = weighed(judge.second, judge.worth, place) + np.float64(judge.worth_bias[place])
    if judge.glance.shape[0] > 0:
        worth += np.float64(judge.beside[0]) * np.float64(judge.odds[place])
    return 1.0 / (1.0 + np.exp(-worth))


@rule
def sway(judge):
    """How much the first look at a move counts."""
    return np.float64(judge.beside[1])


@rule
def regard(observe, outlook, judge, s, seat):
    """Look at what `seat` knows."""
    judge.numbers[0, :] = 0
    observe(s, seat, sight_at(judge.sights, 0))
    if judge.glance.shape[0] > 0:
        odds_at_a_glance(outlook, s, seat, judge.seats, judge.hopes, judge.odds)
    think_over(judge)


def regard_moves(observe, legal, appeal, outlook, states, judge, seat, sharp, moves, looks):
    """How good each legal move of the seat looks; returns how many there are."""
    s = record_at(states, 0)
    regard(observe, outlook, judge, s, seat)
    count = legal(s, moves)
    first_looks(appeal, s, moves, count, sharp * sway(judge), looks)
    for i in range(count):
        looks[i] += look_of(judge, np.int64(moves[i]))
    return count


REGARD_VERBS = ("observe", "legal", "appeal", "outlook")
REGARD_REST = ("states", JUDGE, "i64", "f64", "moves", "f64s")


@dataclass(frozen=True)
class Weights:
    """What was learned about a title, as it lies on the disk."""

    layers: dict[str, np.ndarray]
    circumstances: tuple[str, ...]  # the inputs behind the observation, by name
    stop: float = 0.0  # how much of the title's horizon is played on before the judge is asked
    tables: tuple[int, ...] | None = None  # numbers of seats at which even a long search is better with it, if that was tried
    doubt: float = 1.0  # by how much a search flattens what it says of moves: 2 takes the square roots of the odds

    @property
    def count(self) -> int:
        return sum(layer.size for layer in self.layers.values())

    def doubted(self, doubt: float = 0.0) -> "Weights":
        """The same with flatter odds of moves, for who looks further; unless it is named (1 or more), as much as helps."""
        by, layers = doubt if doubt >= 1 else self.doubt, self.layers
        flatter = {name: layers[name] / np.float32(by) for name in ("moves", "moves_bias")}
        if "beside" in layers:
            flatter["beside"] = layers["beside"] / np.array([1, by], np.float32)
        return replace(self, layers=layers | flatter)

    def judge(self, title: Title, seats: int, options: Mapping[str, Value]) -> Judge:
        """The weights for one table."""
        inputs, numbers = title.observation_length, np.zeros((1, title.observation_length), np.float32)
        enter, known = self.layers["enter"], circumstances(title, seats, options)
        there = np.array([known.get(name, 0.0) for name in self.circumstances], np.float32)
        beside = {"glance": np.zeros((0, enter.shape[1]), np.float32), "beside": np.zeros(2, np.float32)}
        layers = {**beside, **self.layers, "enter": np.ascontiguousarray(enter[:inputs])}
        layers["enter_bias"] = self.layers["enter_bias"] + there @ enter[inputs:]
        sights = numbers.view(title.sight.dtype).reshape(1) if title.sight else numbers
        first, second = np.zeros(enter.shape[1], np.float32), np.zeros(self.layers["deepen"].shape[1], np.float32)
        hopes, odds = np.zeros((max(title.seats), 2)), np.zeros(max(title.seats), np.float32)
        return Judge(
            **layers, seats=seats, sights=sights, numbers=numbers, first=first, second=second, hopes=hopes, odds=odds,
            lit=np.zeros(max(inputs, len(first)) + 1, np.int32),
        )  # fmt: skip

    def save(self, file: Path) -> None:
        """Write the weights down, two bytes each."""
        halves: dict[str, Any] = {name: layer.astype(np.float16) for name, layer in self.layers.items()}
        known: dict[str, Any] = {"circumstances": np.array(self.circumstances), "stop": np.array(self.stop)}
        if self.tables is not None:
            known["tables"] = np.array(self.tables, np.int8)
        if self.doubt != 1:
            known["doubt"] = np.array(self.doubt)
        np.savez_compressed(file, **known, **halves)


def circumstances(title: Title, seats: int, options: Mapping[str, Value]) -> dict[str, float]:
    """What stays the same for a whole match, as numbers from 0 to 1 by name: how many sit there, and every option."""
    known = {f"{n} seats": float(n == seats) for n in title.seats}
    return known | {f"option {option.key}": share_of(option, options[option.key]) for option in title.options}


def share_of(option: Option, value: Value) -> float:
    """Where a value lies among those that an option can have."""
    place = option.encode(value)
    if option.names:
        return float(place != 0)
    low, high = (0, len(option.values) - 1) if option.values else (option.low, option.high)
    return (place - low) / max(1, high - low)


@lru_cache(maxsize=16)
def read(file: Path, inputs: int, moves: int) -> Weights | None:
    """The weights in a file; None if there is none, or if they were made for other observations or moves."""
    if not file.is_file():
        return None
    with np.load(file, allow_pickle=False) as held:
        known = tuple(str(name) for name in held["circumstances"])
        layers = {name: np.ascontiguousarray(held[name], np.float32) for name in (*LAYERS, *BESIDE) if name in held}
        stop = float(held["stop"]) if "stop" in held else 0.0
        tables = tuple(held["tables"].tolist()) if "tables" in held else None
        doubt = float(held["doubt"]) if "doubt" in held else 1.0
    fits = layers["enter"].shape[0] == inputs + len(known) and layers["moves"].shape[0] == moves
    return Weights(layers, known, stop, tables, doubt) if fits else None


def learned(title: Title) -> Weights:
    """What was learned about a title; raises if nothing was."""
    folder = Path(os.environ.get(ELSEWHERE) or HOME)
    found = read(folder / f"{title.slug}.npz", title.observation_length, title.moves)
    if found is None:
        raise UnknownBot(
            "nothing has been learned about {title}, or for other observations; families train {title} teaches itself",
            title=title.slug,
        )
    return found


def has_learned(title: Title, seats: int = 0) -> bool:
    """Is there a learned judgement of this title, and is even a long search better with it at a table of so many?"""
    try:
        tables = learned(title).tables
    except UnknownBot:
        return False
    return not seats or tables is None or seats in tables
