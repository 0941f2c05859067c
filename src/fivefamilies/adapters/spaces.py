"""What PettingZoo and Gymnasium share: the spaces of a title, and its name among their environments."""

import gymnasium
import numpy as np

from fivefamilies.core.contract import Title

REACH = 10_000.0  # no number of an observation is larger


def observation_space(title: Title) -> gymnasium.spaces.Dict:
    """What a seat knows as numbers (docs/programs explains every index), and which moves are legal for it now."""
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(-REACH, REACH, (title.observation_length,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (title.moves,), np.int8),
        }
    )


def action_space(title: Title) -> gymnasium.spaces.Discrete:
    """The moves by their ids."""
    return gymnasium.spaces.Discrete(title.moves)


def camel(slug: str) -> str:
    """the_boss as TheBoss."""
    return "".join(word.capitalize() for word in slug.rpartition(".")[2].split("_"))
