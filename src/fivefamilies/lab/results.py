"""The games of a simulation in a folder: one row a game, in files that are whole or not there.

    job.json                        what is played: the same job goes on where it stopped
    part-0-00000000-20000.parquet   turn 0 (how far the bots have moved on), games 0 to 19999 of it

Any reader of Parquet takes the folder as one table. `json` writes the same rows as JSON lines.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from fivefamilies.core.errors import BadFile, BadOption
from fivefamilies.core.safely import make_folder, write_safely
from fivefamilies.lab.tally import Stretch

if TYPE_CHECKING:
    from pyarrow import Schema

FORMATS = ("parquet", "json")
MOST_ROWS = 20_000
LONGEST_WAIT = 30.0  # seconds until what is finished is written


class Row(TypedDict):
    """One game."""

    turn: int
    game: int
    bots: list[str]
    payoffs: list[float]
    points: list[float]
    length: int
    milestones: dict[str, list[bool]]
    faults: list[list[str]]


class Folder:
    """Takes stretches as they are finished, and gives back those of an earlier run."""

    def __init__(self, path: Path, job: Mapping[str, object], kind: str = "parquet", resume: bool = False) -> None:
        if kind not in FORMATS:
            raise BadOption("unknown format '{kind}'; choose one of {known}", kind=kind, known=", ".join(FORMATS))
        if kind == "parquet":
            arrow()
        make_folder(path)
        self.path, self.kind, self.job = path, kind, json.loads(json.dumps(job))
        self.waiting: list[Stretch] = []
        self.since = time.monotonic()
        self._settle_job(resume)

    def _settle_job(self, resume: bool) -> None:
        """Write down what is played, or see that it is what was begun here."""
        note = self.path / "job.json"
        if not note.exists():
            if any(self.path.iterdir()):
                raise BadFile("{folder}: holds other files; name a new folder", folder=self.path)
            write_safely(note, json.dumps(self.job, indent=1))
            return
        if not resume:
            raise BadFile("{folder}: a simulation was begun here; go on with --resume or name a new folder", folder=self.path)
        try:
            begun = json.loads(note.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise BadFile("{file}: cannot be read: {error}", file=note, error=error) from error
        changed = [key for key in self.job if begun.get(key) != self.job[key]]
        if changed:
            raise BadFile("{folder}: another simulation was begun here; {keys} differ", folder=self.path, keys=", ".join(changed))

    def finished(self) -> Iterator[Stretch]:
        """The stretches of earlier runs, in the order of their games."""
        for file in sorted(self.path.glob(f"part-*.{self.kind}"), key=place_of):
            yield from (stretches_from_parquet if self.kind == "parquet" else stretches_from_json)(file)

    def take(self, stretch: Stretch) -> None:
        """Keep a stretch; write when there are enough, or after a while."""
        last = self.waiting[-1] if self.waiting else None
        if last and (last.turn, last.first + len(last)) != (stretch.turn, stretch.first):
            self.flush()
        self.waiting.append(stretch)
        if sum(map(len, self.waiting)) >= MOST_ROWS or time.monotonic() - self.since > LONGEST_WAIT:
            self.flush()

    def flush(self) -> None:
        """Write what waits as one file."""
        self.since = time.monotonic()
        if not self.waiting:
            return
        first, rows = self.waiting[0], sum(map(len, self.waiting))
        file = self.path / f"part-{first.turn}-{first.first:08d}-{rows}.{self.kind}"
        spare = file.with_name(f".{file.name}.tmp")
        try:
            (write_parquet if self.kind == "parquet" else write_json)(spare, self.waiting)
            os.replace(spare, file)
        except OSError as error:
            raise BadFile("{file}: cannot be written: {error}", file=file, error=error.strerror or error) from error
        self.waiting = []


def place_of(file: Path) -> tuple[int, int]:
    """The turn and the first game of a file."""
    _, turn, first, _ = file.stem.split("-")
    return int(turn), int(first)


def arrow() -> ModuleType:
    """pyarrow, or what to do about it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise BadOption("Parquet needs pyarrow: pip install 'fivefamilies[data]'") from error
    return pyarrow


def rows_of(stretch: Stretch) -> Iterator[Row]:
    """A row a game; docs/research.md explains the columns."""
    for game in range(len(stretch)):
        reached = stretch.reached[game] if stretch.reached else {}
        yield {
            "turn": stretch.turn, "game": stretch.first + game, "bots": stretch.seating,
            "payoffs": stretch.payoffs[game].tolist(), "points": stretch.points[game].tolist(),
            "length": int(stretch.lengths[game]),
            "milestones": {name: [bool(seat) for seat in seats] for name, seats in reached.items()},
            "faults": stretch.faults if len(stretch) == 1 else [[] for _ in stretch.seating],
        }  # fmt: skip


def stretches_of(rows: list[Row]) -> Iterator[Stretch]:
    """Rows as stretches again: games in order of one seating together, those with faults by themselves."""

    def kind(row: Row) -> tuple[object, ...]:
        return row["turn"], tuple(row["bots"]), row["game"] if any(row["faults"]) else -1

    for _, group in groupby(rows, kind):
        same = list(group)
        reached: list[Mapping[str, Sequence[bool]]] = [dict(row["milestones"]) for row in same]
        yield Stretch(
            same[0]["turn"], same[0]["game"], list(same[0]["bots"]), np.array([row["payoffs"] for row in same], float),
            np.array([row["points"] for row in same], float), np.array([row["length"] for row in same]),
            reached if any(reached) else [], [list(seat) for seat in same[0]["faults"]],
        )  # fmt: skip


def write_json(file: Path, stretches: list[Stretch]) -> None:
    """Rows as JSON lines."""
    with open(file, "w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for stretch in stretches for row in rows_of(stretch))


def stretches_from_json(file: Path) -> Iterator[Stretch]:
    try:
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise BadFile("{file}: cannot be read: {error}", file=file, error=error) from error
    return stretches_of(rows)


def schema() -> "Schema":
    """The columns of a Parquet file."""
    pa = arrow()
    return pa.schema([
        ("turn", pa.int16()), ("game", pa.int32()), ("bots", pa.list_(pa.string())), ("payoffs", pa.list_(pa.float64())),
        ("points", pa.list_(pa.float64())), ("length", pa.int32()), ("milestones", pa.map_(pa.string(), pa.list_(pa.bool_()))),
        ("faults", pa.list_(pa.list_(pa.string()))),
    ])  # fmt: skip


def write_parquet(file: Path, stretches: list[Stretch]) -> None:
    """Rows as Parquet."""
    pa = arrow()
    rows = [{**row, "milestones": list(row["milestones"].items())} for stretch in stretches for row in rows_of(stretch)]
    pa.parquet.write_table(pa.Table.from_pylist(rows, schema()), file, compression="zstd")


def stretches_from_parquet(file: Path) -> Iterator[Stretch]:
    pa = arrow()
    try:
        rows = pa.parquet.read_table(file, partitioning=None).to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise BadFile("{file}: cannot be read: {error}", file=file, error=error) from error
    return stretches_of(rows)
