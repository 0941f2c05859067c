"""How seats look: by letter and shape and colour, never by colour alone."""

from collections.abc import Sequence

LETTERS = "ABCDEF"
SHAPES = ("diamond", "circle", "square", "triangle", "pentagon", "cross")
COLOURS = ("oxblood", "brass", "steel", "olive", "plum", "smoke")
PRINTED = {
    "red": "oxblood", "brown": "oxblood", "yellow": "brass", "blue": "steel", "green": "olive", "purple": "plum",
    "black": "night", "white": "chalk",
}  # fmt: skip


def look(seat: int, printed: Sequence[str] = ()) -> dict[str, str]:
    """Letter, shape and colour of a seat; the colour is that of the box, where the box has one."""
    colour = PRINTED.get(printed[seat], COLOURS[seat]) if seat < len(printed) else COLOURS[seat]
    return {"letter": LETTERS[seat], "shape": SHAPES[seat], "colour": colour}
