"""Every title as a game of OpenSpiel: `register()`, then `pyspiel.load_game("fivefamilies_the_boss(players=2)")`.

Chance is OpenSpiel's chance player, the payoffs are its returns, what a seat knows is its observation and information state, and
`resample_from_infostate` is our `guess`: OpenSpiel's own search bots never see more than their seat.
"""

from functools import partial
from typing import Any

import numpy as np
import pyspiel

from fivefamilies import games
from fivefamilies.core.chance import generator
from fivefamilies.core.contract import CHANCE, NOBODY, Title
from fivefamilies.core.pieces import blank_log


def name_of(title: Title) -> str:
    """The name under which OpenSpiel knows a title."""
    return "fivefamilies_" + title.slug.rpartition(".")[2]


def type_of(title: Title) -> pyspiel.GameType:
    """What kind of game it is, in OpenSpiel's terms."""
    return pyspiel.GameType(
        short_name=name_of(title), long_name=title.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(title.seats), min_num_players=min(title.seats),
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"players": min(title.seats)},
    )  # fmt: skip


class Game(pyspiel.Game):
    """One title with so many seats, default options."""

    def __init__(self, title: Title, params: dict[str, Any] | None = None) -> None:
        self.title, self.seats = title, int((params or {}).get("players", min(title.seats)))
        title.check_seats(self.seats)
        self.options, self.parts = title.encode(title.settle()), title.parts(None)
        info = pyspiel.GameInfo(
            num_distinct_actions=title.moves, max_chance_outcomes=title.outcomes, num_players=self.seats,
            min_utility=-1.0, max_utility=1.0, utility_sum=None, max_game_length=title.bound,
        )  # fmt: skip
        super().__init__(type_of(title), info, {"players": self.seats})

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.title)


class State(pyspiel.State):
    """A position, with what each seat saw on the way to it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.title, self.seats, self.parts = game.title, game.seats, game.parts
        self.record = self.title.state.blank()
        self.title.start(self.record, self.seats, game.options)
        self.moves = np.zeros(max(self.title.moves, self.title.outcomes) + 1, np.int16)
        self.weights = np.zeros(self.title.outcomes + 1, np.int32)
        self.log = blank_log(0)

    def __deepcopy__(self, memo: Any) -> "State":
        twin = State(self.get_game())
        twin.record = self.title.state.copy(self.record)
        return twin

    def current_player(self) -> int:
        seat = int(self.title.actor(self.record))
        return {CHANCE: pyspiel.PlayerId.CHANCE, NOBODY: pyspiel.PlayerId.TERMINAL}.get(seat, seat)

    def _legal_actions(self, player: int) -> list[int]:
        return [int(move) for move in self.moves[: self.title.legal(self.record, self.moves)]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = self.title.chances(self.record, self.moves, self.weights)
        whole = float(self.weights[:count].sum())
        return [(int(move), int(weight) / whole) for move, weight in zip(self.moves[:count], self.weights[:count], strict=True)]

    def _apply_action(self, action: int) -> None:
        self.title.play(self.record, int(action), self.log)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.title.notation(self.record, int(action), self.parts)

    def is_terminal(self) -> bool:
        return int(self.title.actor(self.record)) == NOBODY

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.seats
        out = np.zeros((max(self.title.seats), 2))
        self.title.scores(self.record, out)
        return [float(payoff) for payoff in out[: self.seats, 0]]

    def information_state_string(self, player: int | None = None) -> str:
        """What the seat knows: our titles keep in the position what a seat may remember."""
        return self.observation_string(player)

    def observation_string(self, player: int | None = None) -> str:
        """The numbers of the observation that are not zero, with their places."""
        numbers = np.zeros(self.title.observation_length, np.float32)
        self.title.observe(self.record, self.current_player() if player is None else player, numbers)
        return " ".join(f"{place}:{numbers[place]:g}" for place in np.flatnonzero(numbers))

    def resample_from_infostate(self, player: int, sampler: Any) -> "State":
        """A state that this seat cannot tell from the real one: our `guess`."""
        twin = self.__deepcopy__({})
        self.title.guess(twin.record, player, generator(int(sampler() * 2**53)))
        return twin

    def __str__(self) -> str:
        return repr(self.title.state.dump(self.record))


class Observer:
    """What a seat knows as numbers, and in words."""

    def __init__(self, title: Title) -> None:
        self.tensor = np.zeros(title.observation_length, np.float32)
        self.dict, at = {}, 0
        for block in title.observation:
            self.dict[block.name] = self.tensor[at : at + block.length]
            at += block.length

    def set_from(self, state: State, player: int) -> None:
        state.title.observe(state.record, player, self.tensor)

    def string_from(self, state: State, player: int) -> str:
        return state.observation_string(player)


def register(*titles: Title) -> None:
    """Make titles known to OpenSpiel, once; without an argument all of ours."""
    known = set(pyspiel.registered_names())
    for title in titles or tuple(games.title(slug) for slug in games.names()):
        if name_of(title) not in known:
            pyspiel.register_game(type_of(title), partial(Game, title))
