"""Positions with their boards drawn: '.' is empty, '1' to '4' a seat's token, ' ' lies outside."""

from typing import Any

from fivefamilies.core.errors import BadPosition
from fivefamilies.core.record import RecordType, unwrap, wrap
from fivefamilies.games.parrain.components import GRID, ROW, SEATS, Neighbourhood, land_of, parts

NAMES = tuple(place.name.lower() for place in Neighbourhood)


class TableType(RecordType):
    """The record, whose boards are drawn in its readable form."""

    def dump(self, state: Any) -> dict[str, Any]:
        """The record as plain names, numbers and pictures."""
        row = unwrap(state)
        position = {"board": {place.name.lower(): drawn(row, place) for place in Neighbourhood}}
        rest = super().dump(state)
        return position | {key: entry for key, entry in rest.items() if key not in ("men", "land", "first_position")}

    def load(self, position: dict[str, Any]) -> Any:
        """The record that `dump` described; a neighbourhood that is not drawn is empty and has the shape of our own box."""
        rest = dict(position)
        boards = rest.pop("board", {})
        if not isinstance(boards, dict) or not all(name in NAMES for name in boards):
            raise BadPosition("position: board wants drawings of {known}", known=", ".join(NAMES))
        row = unwrap(super().load(rest))
        first = 0
        for part, place in zip(parts().neighbourhoods, Neighbourhood, strict=True):
            row["first_position"][place] = first
            if part.id in boards:
                read_drawing(row, place, boards[part.id])
            else:
                row["land"][place] = land_of(part.shape)
            first += int(row["land"][place]).bit_count()
        return wrap(row)


def drawn(row: Any, place: int) -> list[str]:
    """A neighbourhood as rows of characters."""
    land, men = int(row["land"][place]), [int(cells) for cells in row["men"][place]]
    lines = []
    for y in range(GRID):
        line = ""
        for x in range(GRID):
            cell = 1 << (ROW * y + x)
            owners = [str(seat + 1) for seat in range(SEATS) if men[seat] & cell]
            line += " " if not land & cell else owners[0] if owners else "."
        lines.append(line.rstrip())
    while lines and not lines[-1]:
        lines.pop()
    return lines


def read_drawing(row: Any, place: int, lines: Any) -> None:
    """Put a drawn neighbourhood into the record."""
    if not isinstance(lines, list) or len(lines) > GRID or not all(isinstance(line, str) for line in lines):
        raise BadPosition("position: {name} is drawn in at most {n} rows", name=NAMES[place], n=GRID)
    for y, line in enumerate(lines):
        if len(line.rstrip()) > GRID or set(line) - set(" .1234"):
            raise BadPosition(
                "position: {name} has a row '{line}'; draw '.' for empty, 1 to 4 for a token, at most {n} columns",
                name=NAMES[place], line=line, n=GRID,
            )
        for x, mark in enumerate(line.rstrip()):
            if mark != " ":
                row["land"][place] |= 1 << (ROW * y + x)
            if mark in "1234":
                row["men"][place][int(mark) - 1] |= 1 << (ROW * y + x)
