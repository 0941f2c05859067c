"""Der Pate by Michael Rieneck (Kosmos): four dice a turn, twelve businesses, and one track to be walked to its end."""

from fivefamilies.core.collect import gather
from fivefamilies.games.der_pate.components import data

TITLE = gather(
    __name__,
    colours=tuple(row["colour"] for row in data()["families"]),
    bound=629,  # 345 decisions and 284 chance steps with four players
    log_rows=64,
    horizon=12,
)
