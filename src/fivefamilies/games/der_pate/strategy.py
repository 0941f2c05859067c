"""How good a move of Der Pate looks at first sight: for the greedy bot and for rollouts. Appeal is measured in thousands of dollars."""

from fivefamilies.core.compiled import verb


@verb
def appeal(s, move):
    """How good a legal move looks to the seat to act."""
    return 0.0
