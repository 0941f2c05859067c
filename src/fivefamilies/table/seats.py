"""How seats look: by letter and shape and colour, never by colour alone."""

from collections.abc import Sequence

from fivefamilies.core.words import sentence

LETTERS = "ABCDEF"
SHAPES = ("diamond", "circle", "square", "triangle", "pentagon", "cross")
COLOURS = ("oxblood", "brass", "steel", "olive", "plum", "smoke")
CALLED = {
    "oxblood": sentence("red"), "brass": sentence("yellow"), "steel": sentence("blue"), "olive": sentence("green"),
    "plum": sentence("purple"), "smoke": sentence("grey"), "night": sentence("black"), "chalk": sentence("white"),
}  # fmt: skip
PRINTED = {
    "red": "oxblood", "brown": "oxblood", "yellow": "brass", "blue": "steel", "green": "olive", "purple": "plum",
    "black": "night", "white": "chalk",
}  # fmt: skip


def look(seat: int, printed: Sequence[str] = (), chosen: str | None = None) -> dict[str, str]:
    """Letter, shape and colour of a seat; the colour is that of the box, where the box has one, or else may be chosen."""
    colour = PRINTED.get(printed[seat], COLOURS[seat]) if seat < len(printed) else chosen or COLOURS[seat]
    return {"letter": LETTERS[seat], "shape": SHAPES[seat], "colour": colour}


def arrange(people: Sequence[tuple[str, str]], seats: int, printed: Sequence[str]) -> list[tuple[int, str, str | None]]:
    """Where people sit who have chosen colours: seat, name, colour. Where the box has colours, a colour is a chair."""
    own = [look(seat, printed)["colour"] for seat in range(seats)]
    taken: dict[int, tuple[str, str | None]] = {}
    if printed:
        for name, colour in people:
            seat = own.index(colour) if colour in own else -1
            if seat >= 0 and seat not in taken:
                taken[seat] = name, None
    rest = [(name, colour) for name, colour in people if name not in {given for given, _ in taken.values()}]
    free = [seat for seat in range(seats) if seat not in taken]
    for (name, colour), seat in zip(rest, free, strict=False):
        is_new = not printed and colour in CALLED and colour not in {other for _, other in taken.values()}
        taken[seat] = name, colour if is_new else None
    return sorted((seat, name, colour) for seat, (name, colour) in taken.items())
