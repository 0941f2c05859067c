"""Le Jeu du Parrain by Jody Porter (Family Games, 1971): fight for the rackets of eight neighbourhoods of Manhattan."""

from fivefamilies.core.collect import gather

TITLE = gather(
    __name__,
    bound=16_500,  # 240 turns of at most 64 decisions and 3 steps of chance, and who starts (JP-R22)
    horizon=20,
)
