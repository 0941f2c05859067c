"""A training step of RLlib on one of our titles, through PettingZoo: `python bench/rllib.py [title] [seats] [steps]`.

Wants `pip install 'fivefamilies[pettingzoo]' 'ray[rllib]' torch`. All seats learn one policy (PPO, self-play); illegal moves are
masked by the network's module, so every game is played to its end.
"""

import sys

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from fivefamilies.adapters import pettingzoo

KEYS = {"observation": "observations", "action_mask": "action_mask"}  # ours, and those of RLlib's masking module


class Masked(PettingZooEnv):
    """Our environment with the names that RLlib's masking module looks for."""

    def __init__(self, env) -> None:
        super().__init__(env)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({
                "observations": space["observation"],
                "action_mask": gymnasium.spaces.Box(0.0, 1.0, space["action_mask"].shape, np.float32),
            })
            for agent, space in self.observation_spaces.items()
        }  # fmt: skip

    def reset(self, **given):
        seen, info = super().reset(**given)
        return self.named(seen), info

    def step(self, action):
        seen, *rest = super().step(action)
        return self.named(seen), *rest

    def named(self, seen):
        return {agent: {KEYS[key]: np.asarray(value, np.float32) for key, value in one.items()} for agent, one in seen.items()}


def main(title: str = "the_boss", seats: str = "2", steps: str = "512") -> None:
    register_env(title, lambda _: Masked(pettingzoo.env(title, seats=int(seats))))
    config = (
        PPOConfig()
        .environment(title)
        .env_runners(num_env_runners=0)
        .multi_agent(policies={"everybody"}, policy_mapping_fn=lambda agent, episode, **_: "everybody")
        .rl_module(
            rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [64, 64]})
        )
        .training(train_batch_size_per_learner=int(steps), minibatch_size=128, num_epochs=2)
    )
    algorithm = config.build_algo()
    found = algorithm.train()
    learnt, played = found["learners"]["everybody"], found["env_runners"]
    print(f"{title}, {seats} seats: {played['num_env_steps_sampled']:.0f} steps, {played['num_episodes']:.0f} whole games")
    for name in ("total_loss", "policy_loss", "vf_loss", "entropy"):
        print(f"  {name}: {float(learnt[name]):.4f}")
    algorithm.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
