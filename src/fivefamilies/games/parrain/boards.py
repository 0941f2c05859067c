"""Positions with their boards drawn: '.' is empty, '1' to '4' a seat's token, ' ' lies outside.

What the table remembers of a turn and of the last capture is written only where there is something to remember.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import SupportsInt

from fivefamilies.core.errors import BadPosition
from fivefamilies.core.record import Fields, Position, Record, RecordType, unwrap, wrap
from fivefamilies.games.parrain.components import BITS, GRID, SEATS, Neighbourhood, extent, land_of, parts, row_bits, row_of

NAMES = tuple(place.name.lower() for place in Neighbourhood)
MEMORY = ("fresh", "gone", "gone_from", "captor", "played", "played_luck")
SQUARES = {f"{chr(ord('a') + x)}{y + 1}": (x, y) for y in range(GRID) for x in range(GRID)}


class TableType(RecordType):
    """The record, whose boards are drawn in its readable form."""

    def dump(self, state: Record) -> Position:
        """The record as plain names, numbers and pictures."""
        row = unwrap(state)
        position: Position = {"board": {place.name.lower(): drawn(row, place) for place in Neighbourhood}}
        rest = super().dump(state)
        dull = ("men", "land", "width", "first_position", *(name for name in MEMORY if not row[name].any()))
        position |= {key: entry for key, entry in rest.items() if key not in dull}
        if "fresh" in position:
            fresh = {place: squares(row["fresh"][place], row["width"][place]) for place in Neighbourhood}
            position["fresh"] = {NAMES[place]: listed for place, listed in fresh.items() if listed}
        if "gone" in position:
            position["gone"] = [squares(cells, row["width"][max(0, row["gone_from"] - 1)]) for cells in row["gone"]]
        return position

    def load(self, position: Mapping[str, object]) -> Record:
        """The record that `dump` described; a neighbourhood that is not drawn is empty and has the shape of our own box."""
        rest = dict(position)
        boards, fresh, gone = rest.pop("board", {}), rest.pop("fresh", {}), rest.pop("gone", [])
        if not isinstance(boards, dict) or not all(name in NAMES for name in boards):
            raise BadPosition("position: board wants drawings of {known}", known=", ".join(NAMES))
        if not isinstance(fresh, dict) or not isinstance(gone, list) or not set(fresh) <= set(NAMES) or len(gone) > SEATS:
            raise BadPosition("position: fresh and gone list positions such as a1, by neighbourhood and by seat")
        row = unwrap(super().load(rest))
        first = 0
        for part, place in zip(parts().neighbourhoods, Neighbourhood, strict=True):
            row["first_position"][place] = first
            if part.id in boards:
                read_drawing(row, place, boards[part.id])
            else:
                row["land"][place], row["width"][place] = land_of(part.shape), row_of(part.shape)
            first += int(row["land"][place]).bit_count()
        for name, listed in fresh.items():
            row["fresh"][NAMES.index(name)] = read_squares(listed, row["width"][NAMES.index(name)])
        for seat, listed in enumerate(gone):
            row["gone"][seat] = read_squares(listed, row["width"][max(0, row["gone_from"] - 1)])
        return wrap(row)


def drawn(row: Fields, place: int) -> list[str]:
    """A neighbourhood as rows of characters."""
    return list(lines_of(int(row["land"][place]), tuple(row["men"][place].tolist()), int(row["width"][place])))


@lru_cache(maxsize=256)
def lines_of(land: int, men: tuple[int, ...], bits: int) -> tuple[str, ...]:
    """The same of sets of positions: few of them change with a move."""
    lines = []
    taken = men[0] | men[1] | men[2] | men[3]
    for y in range(-(-land.bit_length() // bits)):
        line = ""
        for x in range(bits):
            cell = 1 << (bits * y + x)
            if not land & cell:
                line += " "
            else:
                line += "." if not taken & cell else next(str(seat + 1) for seat in range(SEATS) if men[seat] & cell)
        lines.append(line.rstrip())
    return tuple(lines)


def squares(cells: SupportsInt, bits: int) -> list[str]:
    """A set of positions by column and row; a row has so many bits."""
    return [name for name, (x, y) in SQUARES.items() if x < bits and int(cells) >> (int(bits) * y + x) & 1]


def read_squares(listed: object, bits: int) -> int:
    """The set of positions that was listed."""
    if not isinstance(listed, list) or not all(isinstance(name, str) and name in SQUARES for name in listed):
        raise BadPosition("position: fresh and gone list positions such as a1, by neighbourhood and by seat")
    cells = sum(1 << (int(bits) * y + x) for x, y in (SQUARES[name] for name in set(listed)) if x < bits)
    if cells >> (BITS - 1):
        raise BadPosition("position: fresh and gone list positions such as a1, by neighbourhood and by seat")
    return cells


def read_drawing(row: Fields, place: int, lines: object) -> None:
    """Put a drawn neighbourhood into the record."""
    if not isinstance(lines, list) or len(lines) > GRID or not all(isinstance(line, str) for line in lines):
        raise BadPosition("position: {name} is drawn in at most {n} rows", name=NAMES[place], n=GRID)
    for line in lines:
        if len(line.rstrip()) > GRID or set(line) - set(" .1234"):
            raise BadPosition(
                "position: {name} has a row '{line}'; draw '.' for empty, 1 to 4 for a token, at most {n} columns",
                name=NAMES[place],
                line=line,
                n=GRID,
            )
    marked = [line.replace(".", "#") for line in lines]
    across, down = extent(marked) if any(line.strip() for line in lines) else (0, 0)
    bits = row_bits(across, down)
    if bits * down > BITS:
        raise BadPosition("position: {name} is drawn in at most {n} rows", name=NAMES[place], n=BITS // bits)
    row["width"][place] = bits
    for y, line in enumerate(lines):
        for x, mark in enumerate(line.rstrip()):
            if mark != " ":
                row["land"][place] |= 1 << (bits * y + x)
            if mark in "1234":
                row["men"][place][int(mark) - 1] |= 1 << (bits * y + x)
