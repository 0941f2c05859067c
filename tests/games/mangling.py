"""Positions that should not be: entries set by hand, and numbers set at random."""

import random
from typing import Any

import numpy as np
import pytest

from fivefamilies.core.errors import BadPosition
from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap

NUMBERS = (-128, -2, -1, 0, 1, 1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 21, 47, 48, 77, 99, 127)


def refused(t: Match, message: str, **entries: Any) -> bool:
    """Is the position with these entries refused, for that reason?"""
    with pytest.raises(BadPosition, match=message):
        t.set_position(t.position() | entries)
    return True


def mangled(match: Match, state: np.void, chooser: random.Random) -> dict[str, Any]:
    """The position with one to three of its numbers set at random."""
    kind = match.title.state
    row = unwrap(kind.copy(state))
    for name in chooser.sample(sorted(kind.fields), chooser.choice((1, 1, 2, 3))):
        number = chooser.choice(NUMBERS)
        if row[name].shape:
            cells = row[name].reshape(-1)
            cells[chooser.randrange(len(cells))] = number
        else:
            row[name] = number
    return kind.dump(row)
