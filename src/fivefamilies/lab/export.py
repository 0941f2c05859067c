"""Matches as Parquet: a row a match, or a row a decision with what its seat knew. docs/research.md explains the columns."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fivefamilies.core.errors import BadFile
from fivefamilies.core.match import Match
from fivefamilies.lab.results import arrow

if TYPE_CHECKING:
    from pyarrow import Schema

ROWS_A_GROUP = 1000


def match_schema() -> "Schema":
    """The columns of a row a match."""
    pa = arrow()
    moves = pa.list_(pa.struct([("seat", pa.int8()), ("move", pa.int16()), ("notation", pa.string())]))
    return pa.schema([
        ("match", pa.int32()), ("title", pa.string()), ("rules_version", pa.int16()), ("seats", pa.int8()),
        ("options", pa.string()), ("moves", moves), ("payoffs", pa.list_(pa.float64())), ("points", pa.list_(pa.float64())),
    ])  # fmt: skip


def decision_schema() -> "Schema":
    """The columns of a row a decision."""
    pa = arrow()
    return pa.schema([
        ("match", pa.int32()), ("ply", pa.int32()), ("seat", pa.int8()), ("move", pa.int16()), ("notation", pa.string()),
        ("legal", pa.list_(pa.int16())), ("observation", pa.list_(pa.float32())), ("payoff", pa.float64()),
    ])  # fmt: skip


def match_rows(match: Match, number: int) -> Iterator[dict[str, object]]:
    """The match as one row; it has no payoffs where it is not over."""
    result = match.result
    yield {
        "match": number, "title": match.title.slug, "rules_version": match.title.rules_version, "seats": match.seats,
        "options": json.dumps(match.options, sort_keys=True),
        "moves": [{"seat": played.seat, "move": played.move, "notation": played.notation} for played in match.played],
        "payoffs": result.payoffs if result else None, "points": result.points if result else None,
    }  # fmt: skip


def decision_rows(match: Match, number: int) -> Iterator[dict[str, object]]:
    """Every decision of a seat with what it knew: its observation and its legal moves, nothing else of the position."""
    result, title = match.result, match.title
    for ply, played in enumerate(match.played):
        if played.seat >= 0:
            state = match.state_at(ply)
            yield {
                "match": number, "ply": ply, "seat": played.seat, "move": played.move, "notation": played.notation,
                "legal": title.legal_ids(state), "observation": title.look(state, played.seat),
                "payoff": result.payoffs[played.seat] if result else None,
            }  # fmt: skip


def export(matches: Iterable[Match], file: str | Path, observations: bool = False) -> int:
    """Write matches to a Parquet file, one at a time; returns how many rows there are."""
    pa = arrow()
    schema, rows_of = (decision_schema(), decision_rows) if observations else (match_schema(), match_rows)
    waiting: list[dict[str, object]] = []
    written = 0
    try:
        with pa.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            for number, match in enumerate(matches):
                waiting += rows_of(match, number)
                if len(waiting) >= ROWS_A_GROUP:
                    writer.write_table(pa.Table.from_pylist(waiting, schema))
                    written, waiting = written + len(waiting), []
            writer.write_table(pa.Table.from_pylist(waiting, schema))
    except OSError as error:
        raise BadFile("{file}: cannot be written: {error}", file=file, error=error.strerror or error) from error
    return written + len(waiting)
