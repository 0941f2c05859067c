"""How seats look: by letter and shape and colour, never by colour alone."""

LETTERS = "ABCDEF"
SHAPES = ("diamond", "circle", "square", "triangle", "pentagon", "cross")
COLOURS = ("oxblood", "brass", "steel", "olive", "plum", "smoke")


def look(seat: int) -> dict[str, str]:
    """Letter, shape and colour of a seat."""
    return {"letter": LETTERS[seat], "shape": SHAPES[seat], "colour": COLOURS[seat]}
