"""Every title as an AEC environment of PettingZoo: `env("the_boss", seats=3, first_seat=2)`.

Agents are `player_0`, `player_1` ..., one a seat. An observation is `{"observation": numbers, "action_mask": legal moves}`;
rewards come at the end, +1 (alone first) to -1 (alone last). Chance plays inside. An illegal action ends the game at the cost of
its agent.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from fivefamilies.adapters import spaces
from fivefamilies.core.batch import Batch
from fivefamilies.core.contract import NOBODY, Title, Value

ILLEGAL = -1.0  # as the last one


def env(
    title: Title | str = "family_business", seats: int | None = None, render_mode: str | None = None, **options: Any
) -> AECEnv:  # fmt: skip
    """A title as PettingZoo plays it, with its usual guards; `options` are those of the title, and `preset` and `edition`."""
    made: AECEnv = raw_env(title, seats, render_mode, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(*given: Any, **options: Any) -> ParallelEnv:
    """The same where all agents answer at once: the action of the one to move counts."""
    return turn_based_aec_to_parallel(env(*given, **options))


class raw_env(AECEnv):
    """The environment without guards: it refuses an illegal action in words."""

    def __init__(
        self,
        title: Title | str = "family_business",
        seats: int | None = None,
        render_mode: str | None = None,
        *,
        preset: str | None = None,
        edition: Mapping[str, object] | None = None,
        **options: Value,
    ) -> None:
        super().__init__()
        self.games = Batch(title, seats, 1, options, preset=preset, edition=edition)
        self.metadata = {
            "name": f"{self.games.title.slug}_v0", "render_modes": ["human", "ansi"], "render_fps": 1, "is_parallelizable": False,
        }  # fmt: skip
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.games.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: spaces.observation_space(self.games.title) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.action_space(self.games.title) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: object = None) -> None:
        self.games.reset(seed=seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """The agent that is to move; when the game is over, whoever moved last leaves first."""
        if self.games.actors[0] != NOBODY:
            self.agent_selection = self.possible_agents[self.games.actors[0]]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self._seats[agent]
        is_up = self.games.actors[0] == seat
        mask = self.games.mask()[0].astype(np.int8) if is_up else np.zeros(self.games.title.moves, np.int8)
        return {"observation": self.games.observe(seat)[0].copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.games.step(np.array([action]))
        self._cumulative_rewards[agent] = 0.0
        is_over = bool(self.games.done[0])
        for name in self.agents:
            self.rewards[name] = float(self.games.rewards[0, self._seats[name]])
            self.terminations[name] = is_over
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table in characters, as everybody may see it."""
        drawn = self.games.match(0).drawing()
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def close(self) -> None:
        """Nothing is open."""
