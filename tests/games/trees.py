"""Exact counts of small trees, for any title."""

from fivefamilies.core.match import Match


def leaves(match: Match, depth: int) -> int:
    """How many sequences of `depth` moves there are, chance counted by outcome."""
    if depth == 0 or match.is_over:
        return 1
    count = 0
    for move in match.legal_ids():
        match.make(move)
        count += leaves(match, depth - 1)
        match.undo(1)
    return count
