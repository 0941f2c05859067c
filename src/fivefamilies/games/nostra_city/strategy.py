"""How good a move of Nostra City looks at first sight."""

from fivefamilies.core.compiled import verb


@verb
def appeal(s, move):
    """How good a legal move looks to the seat to act."""
    return 0.0
