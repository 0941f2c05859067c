"""The table of The Boss drawn in characters, from a view and nothing else."""

from fivefamilies.core.words import Words
from fivefamilies.games.the_boss.components import Parts
from fivefamilies.games.the_boss.knowledge import View

WIDTH = 78


def draw(view: View, parts: Parts, say: Words) -> str:
    """."""
    return str(view)
