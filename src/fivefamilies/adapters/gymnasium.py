"""One seat of a title against bots, as an environment of Gymnasium: `make("FiveFamilies/TheBoss-v0", bots="search:20ms")`.

`make_vec(name, num_envs=1024)` gives many games on the batch, against compiled bots: `random`, `greedy`, functions
`appeal(s, move)`. The reward comes at the end, +1 (alone first) to -1 (alone last). An illegal action gives
the game up: it costs as much as to be alone last, and `info["illegal"]` says so.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fivefamilies import games
from fivefamilies.adapters import spaces
from fivefamilies.bots.lineup import Given, cast_of
from fivefamilies.core.batch import Batch
from fivefamilies.core.contract import Title, Value
from fivefamilies.core.errors import BadSeats
from fivefamilies.core.match import Match
from fivefamilies.core.policies import Policy

GIVEN_UP = -1.0  # as the last one
RENDERS = {"render_modes": ["human", "ansi"], "render_fps": 1}


def register() -> None:
    """Make all titles known to Gymnasium: importing this module does, and so does make("fivefamilies.adapters.gymnasium:...")."""
    for slug in games.names():
        name = f"FiveFamilies/{spaces.camel(slug)}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name, f"{__name__}:SeatEnv", vector_entry_point=f"{__name__}:SeatVectorEnv", kwargs={"title": slug},
                disable_env_checker=True,
            )  # fmt: skip


def checked(seat: int, seats: int) -> int:
    """The seat, if there is one of that number."""
    if not 0 <= seat < seats:
        raise BadSeats("there is no seat number {seat}; seats go from 0 to {last}", seat=seat, last=seats - 1)
    return seat


class SeatEnv(gymnasium.Env):
    """One seat; at the others sit bots by name, as classes or objects, the last of which fills the seats left."""

    metadata: dict[str, object] = RENDERS

    def __init__(
        self, title: Title | str, seats: int | None = None, seat: int = 0, bots: Given | Sequence[Given] = "greedy",
        render_mode: str | None = None, preset: str | None = None, **options: Value,
    ) -> None:  # fmt: skip
        example = self._example = Match(title, seats, options, preset=preset, by_hand=True)
        self.title, self.seat, self.render_mode = example.title, checked(seat, example.seats), render_mode
        self.cast = cast_of(bots, example.seats - 1)
        self.observation_space = spaces.observation_space(self.title)
        self.action_space = spaces.action_space(self.title)
        self.match: Match | None = None
        self.players: list[Any] = []

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[dict[str, np.ndarray], dict[str, object]]:
        super().reset(seed=seed)
        example = self._example
        while True:
            luck = int(self.np_random.integers(2**62))
            self.match = Match(example.title, example.seats, example.options, seed=luck)
            self.close()
            self.players = [self.cast.player(name) for name in self.cast.names]
            self.players.insert(self.seat, None)
            self._let_others_play()
            if not self.match.is_over:
                return self._see(), {}

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        match = self.match
        assert match is not None, "reset comes first"
        if int(action) not in match.legal_ids():
            return self._see(), GIVEN_UP, True, False, {"illegal": True}
        match.play(int(action))
        self._let_others_play()
        reward = match.result.payoffs[self.seat] if match.result else 0.0
        if self.render_mode == "human":
            self.render()
        return self._see(), float(reward), match.is_over, False, {}

    def _let_others_play(self) -> None:
        """Bots move until our seat is to decide."""
        match = self.match
        assert match is not None
        while not match.is_over and match.actor != self.seat:
            seen = match.seen(match.actor, match.promise.luck(len(match.played), match.actor))
            match.play(self.players[match.actor].choose(seen))

    def _see(self) -> dict[str, np.ndarray]:
        """What our seat knows, and its legal moves."""
        match = self.match
        assert match is not None
        mask = np.zeros(self.title.moves, np.int8)
        if match.actor == self.seat:
            mask[match.legal_ids()] = 1
        return {"observation": self.title.look(match.state, self.seat), "action_mask": mask}

    def render(self) -> str | None:  # type: ignore[override]
        """The table in characters, as our seat sees it."""
        assert self.match is not None, "reset comes first"
        drawn = self.match.drawing(self.seat)
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def close(self) -> None:
        """Let the bots go."""
        for player in self.players:
            if player is not None:
                player.close()
        self.players = []


class SeatVectorEnv(VectorEnv):
    """Many games of one seat against compiled bots; a game that ended begins anew in the next step (Gymnasium's NEXT_STEP)."""

    metadata: dict[str, object] = {**RENDERS, "render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self, title: Title | str, num_envs: int = 1, seats: int | None = None, seat: int = 0,
        bots: Policy | Sequence[Policy] = "greedy", threads: int = 1, render_mode: str | None = None, preset: str | None = None,
        **options: Value,
    ) -> None:  # fmt: skip
        example = Match(title, seats, options, preset=preset, by_hand=True)
        self.seat, self.num_envs, self.render_mode = checked(seat, example.seats), num_envs, render_mode
        others: list[Any] = list(bots) if isinstance(bots, (list, tuple)) else [bots]
        others += [others[-1]] * (example.seats - 1 - len(others))
        policies: list[Policy | None] = [*others[:seat], None, *others[seat:]]
        self.games = Batch(example.title, example.seats, num_envs, options, preset=preset, policies=policies, threads=threads)
        self.single_observation_space = spaces.observation_space(example.title)
        self.single_action_space = spaces.action_space(example.title)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, bool)

    def reset(self, *, seed: object = None, options: object = None) -> tuple[dict[str, np.ndarray], dict[str, object]]:
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is not None and not isinstance(seed, int):
            self.games.reset(seeds=np.array(seed, np.uint64))
        else:
            self.games.reset(seed=seed)
        while self.games.done.any():  # over before our seat had to decide
            self.games.reset(self.games.done)
        self._ended[:] = False
        return self._see(), {}

    def step(self, actions: object) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, object]]:
        batch, wanted = self.games, np.asarray(actions, np.int64)
        mask = batch.mask()
        inside = (wanted >= 0) & (wanted < mask.shape[1])
        is_legal = inside & mask[np.arange(self.num_envs), np.where(inside, wanted, 0)]
        is_given_up = ~is_legal & ~self._ended & ~batch.done
        batch.step(np.where(is_legal, wanted, batch.sample()))
        if self._ended.any():
            batch.reset(self._ended)
        rewards = np.where(is_given_up, GIVEN_UP, batch.rewards[:, self.seat])
        self._ended = batch.done | is_given_up
        info = {"illegal": is_given_up, "_illegal": is_given_up.copy()} if is_given_up.any() else {}
        return self._see(), rewards, self._ended.copy(), np.zeros(self.num_envs, bool), info

    def _see(self) -> dict[str, np.ndarray]:
        """What our seat knows in each game, and its legal moves."""
        return {"observation": self.games.observe(self.seat).copy(), "action_mask": self.games.mask().astype(np.int8)}


register()
