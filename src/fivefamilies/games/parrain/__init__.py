"""Le Jeu du Parrain by Jody Porter (Family Games, 1971): fight for the rackets of eight neighbourhoods of Manhattan."""

from fivefamilies.core.collect import gather

TITLE = gather(
    __name__,
    bound=268_001,  # 4,000 turns of at most 64 decisions and 3 steps of chance, and who starts (JP-R32)
    horizon=20,
    long_moves=True,
)
