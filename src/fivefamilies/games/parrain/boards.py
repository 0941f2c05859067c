"""Positions with their boards drawn: '.' is empty, '1' to '4' a seat's token, ' ' lies outside.

What the table remembers of a turn and of the last capture is written only where there is something to remember.
"""

from typing import Any

from fivefamilies.core.errors import BadPosition
from fivefamilies.core.record import RecordType, unwrap, wrap
from fivefamilies.games.parrain.components import GRID, ROW, SEATS, Neighbourhood, land_of, parts

NAMES = tuple(place.name.lower() for place in Neighbourhood)
MEMORY = ("fresh", "gone", "gone_from", "captor", "played", "played_luck")
SQUARES = {f"{chr(ord('a') + x)}{y + 1}": 1 << (ROW * y + x) for y in range(GRID) for x in range(GRID)}


class TableType(RecordType):
    """The record, whose boards are drawn in its readable form."""

    def dump(self, state: Any) -> dict[str, Any]:
        """The record as plain names, numbers and pictures."""
        row = unwrap(state)
        position: dict[str, Any] = {"board": {place.name.lower(): drawn(row, place) for place in Neighbourhood}}
        rest = super().dump(state)
        dull = ("men", "land", "first_position", *(name for name in MEMORY if not row[name].any()))
        position |= {key: entry for key, entry in rest.items() if key not in dull}
        if "fresh" in position:
            position["fresh"] = {NAMES[place]: squares(row["fresh"][place]) for place in Neighbourhood if row["fresh"][place]}
        if "gone" in position:
            position["gone"] = [squares(cells) for cells in row["gone"]]
        return position

    def load(self, position: dict[str, Any]) -> Any:
        """The record that `dump` described; a neighbourhood that is not drawn is empty and has the shape of our own box."""
        rest = dict(position)
        boards, fresh, gone = rest.pop("board", {}), rest.pop("fresh", {}), rest.pop("gone", [])
        if not isinstance(boards, dict) or not all(name in NAMES for name in boards):
            raise BadPosition("position: board wants drawings of {known}", known=", ".join(NAMES))
        if not isinstance(fresh, dict) or not isinstance(gone, list) or not set(fresh) <= set(NAMES) or len(gone) > SEATS:
            raise BadPosition("position: fresh and gone list positions such as a1, by neighbourhood and by seat")
        row = unwrap(super().load(rest))
        for name, listed in fresh.items():
            row["fresh"][NAMES.index(name)] = read_squares(listed)
        for seat, listed in enumerate(gone):
            row["gone"][seat] = read_squares(listed)
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
    taken = men[0] | men[1] | men[2] | men[3]
    for y in range(GRID):
        line = ""
        for x in range(GRID):
            cell = 1 << (ROW * y + x)
            if not land & cell:
                line += " "
            else:
                line += "." if not taken & cell else next(str(seat + 1) for seat in range(SEATS) if men[seat] & cell)
        lines.append(line.rstrip())
    while lines and not lines[-1]:
        lines.pop()
    return lines


def squares(cells: Any) -> list[str]:
    """A set of positions by column and row."""
    return [name for name, cell in SQUARES.items() if int(cells) & cell]


def read_squares(listed: Any) -> int:
    """The set of positions that was listed."""
    if not isinstance(listed, list) or not all(isinstance(name, str) and name in SQUARES for name in listed):
        raise BadPosition("position: fresh and gone list positions such as a1, by neighbourhood and by seat")
    return sum(SQUARES[name] for name in set(listed))


def read_drawing(row: Any, place: int, lines: Any) -> None:
    """Put a drawn neighbourhood into the record."""
    if not isinstance(lines, list) or len(lines) > GRID or not all(isinstance(line, str) for line in lines):
        raise BadPosition("position: {name} is drawn in at most {n} rows", name=NAMES[place], n=GRID)
    for y, line in enumerate(lines):
        if len(line.rstrip()) > GRID or set(line) - set(" .1234"):
            raise BadPosition(
                "position: {name} has a row '{line}'; draw '.' for empty, 1 to 4 for a token, at most {n} columns",
                name=NAMES[place],
                line=line,
                n=GRID,
            )
        for x, mark in enumerate(line.rstrip()):
            if mark != " ":
                row["land"][place] |= 1 << (ROW * y + x)
            if mark in "1234":
                row["men"][place][int(mark) - 1] |= 1 << (ROW * y + x)
