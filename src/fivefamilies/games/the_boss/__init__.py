"""The Boss by Alain Ollier (Blackrock Editions): seven cities, one hidden card each, and Alcapo takes half."""

from fivefamilies.core.collect import gather
from fivefamilies.games.the_boss.components import CARDS, ROUNDS, SEATS, TURNS

TITLE = gather(
    __name__,
    bound=1 + ROUNDS * (CARDS + 1 + 2 * TURNS * SEATS),  # first seat; per round the deal, the police, the goes
    log_rows=40,
    horizon=10,
    in_step=True,
)
