"""Family Business by David B. Bromley (Mayfair Games): wipe out the other gangs before they wipe out yours."""

from fivefamilies.core.collect import gather

TITLE = gather(
    __name__,
    bound=60_000,  # 1000 turns of at most 55 decisions and 3 draws: never near it (FB-R31)
    log_rows=400,
    horizon=16,
)
