"""The table of Nostra City drawn in characters, from a view and nothing else."""

from fivefamilies.core.words import Words
from fivefamilies.games.nostra_city.knowledge import View
from fivefamilies.games.nostra_city.components import Parts


def draw(view: View, parts: Parts, say: Words) -> str:
    return "-"
