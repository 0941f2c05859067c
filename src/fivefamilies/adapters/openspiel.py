"""Every title as a game of OpenSpiel: `register()`, then `pyspiel.load_game("fivefamilies_the_boss(players=2)")`.

Chance is OpenSpiel's chance player, the payoffs are its returns, what a seat knows is its observation and information state, and
`resample_from_infostate` is our `guess`: OpenSpiel's own search bots never see more than their seat.
"""

import ctypes
import time
from functools import partial
from typing import Any

import numpy as np
import pyspiel

from fivefamilies import games
from fivefamilies.bots.search import parse_budget
from fivefamilies.core.chance import below, generator
from fivefamilies.core.contract import CHANCE, NOBODY, Title
from fivefamilies.core.errors import BadSeats, IllegalMove
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.record import unwrap, wrap
from fivefamilies.core.seen import Seen


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


class Box:
    """What all states of a game share; OpenSpiel copies whatever a state holds, and this must not be copied."""

    def __init__(self, title: Title, seats: int) -> None:
        self.title, self.seats = title, seats
        self.options, self.parts = title.encode(title.settle()), title.parts(None)
        self.moves = np.zeros(max(title.moves, title.outcomes) + 1, np.int16)
        self.weights = np.zeros(title.outcomes + 1, np.int32)
        self.log = blank_log(0)

    def __deepcopy__(self, memo: Any) -> "Box":
        return self


class Game(pyspiel.Game):
    """One title with so many seats, default options."""

    def __init__(self, title: Title, params: dict[str, Any] | None = None) -> None:
        seats = int((params or {}).get("players", min(title.seats)))
        title.check_seats(seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=title.moves, max_chance_outcomes=title.outcomes, num_players=seats,
            min_utility=-1.0, max_utility=1.0, utility_sum=None, max_game_length=title.bound,
        )  # fmt: skip
        super().__init__(type_of(title), info, {"players": seats})
        self.box = Box(title, seats)

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.box.title)


class State(pyspiel.State):
    """A position."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.box = game.box
        self.cell = self.box.title.state.array(1)
        self.box.title.begin(self.record, self.box.seats, self.box.options)

    @property
    def title(self) -> Title:
        return self.box.title

    @property
    def record(self) -> Any:
        return wrap(self.cell[0])

    def current_player(self) -> int:
        seat = int(self.title.actor(self.record))
        return {CHANCE: pyspiel.PlayerId.CHANCE, NOBODY: pyspiel.PlayerId.TERMINAL}.get(seat, seat)

    def _legal_actions(self, player: int) -> list[int]:
        return [int(move) for move in self.box.moves[: self.title.legal(self.record, self.box.moves)]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = self.title.chances(self.record, self.box.moves, self.box.weights)
        moves, weights = self.box.moves[:count].tolist(), self.box.weights[:count].tolist()
        return [(move, weight / sum(weights)) for move, weight in zip(moves, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        limit = self.title.outcomes if self.is_chance_node() else self.title.moves
        if self.is_terminal() or not 0 <= int(action) < limit or self.title.objection(self.record, int(action)):
            raise IllegalMove("{move}: there is no such move", move=action)
        self.title.play(self.record, int(action), self.box.log)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.title.notation(self.record, int(action), self.box.parts)

    def is_terminal(self) -> bool:
        return int(self.title.actor(self.record)) == NOBODY

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.box.seats
        out = np.zeros((max(self.title.seats), 2))
        self.title.scores(self.record, out)
        return [float(payoff) for payoff in out[: self.box.seats, 0]]

    def information_state_string(self, player: int | None = None) -> str:
        """What the seat knows: our titles keep in the position what a seat may remember."""
        return self.observation_string(player)

    def observation_string(self, player: int | None = None) -> str:
        """The numbers of the observation that are not zero, with their places."""
        numbers = self.title.look(self.record, self.seat(self.current_player() if player is None else player))
        return " ".join(f"{place}:{numbers[place]:g}" for place in np.flatnonzero(numbers))

    def resample_from_infostate(self, player: int, sampler: Any) -> "State":
        """A state that this seat cannot tell from the real one: our `guess`."""
        twin = self.clone()
        self.title.guess(twin.record, self.seat(player), generator(int(sampler() * 2**53)))
        return twin

    def seat(self, player: int) -> int:
        """The player, if there is one of that number."""
        if not 0 <= int(player) < self.box.seats:
            raise BadSeats("there is no seat number {seat}; seats go from 0 to {last}", seat=player, last=self.box.seats - 1)
        return int(player)

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
        state.title.look(state.record, state.seat(player), self.tensor)

    def string_from(self, state: State, player: int) -> str:
        return state.observation_string(player)


def register(*titles: Title) -> None:
    """Make titles known to OpenSpiel, once; without an argument all of ours."""
    known = set(pyspiel.registered_names())
    for title in titles or tuple(games.title(slug) for slug in games.names()):
        if name_of(title) not in known:
            creator = partial(Game, title)
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(creator))  # OpenSpiel lets go of it when Python has already ended
            pyspiel.register_game(type_of(title), creator)


FEWEST = 3  # with fewer simulations OpenSpiel has no answer


class Ismcts:
    """OpenSpiel's own information-set search (its Python one: the C++ one cannot drive a Python game), for so long a move."""

    def __init__(self, parameters: str = "") -> None:
        self.seconds, self.simulations = parse_budget(parameters or "50ms")
        self.bot: Any = None
        self.pace = 0.01  # seconds a simulation

    def choose(self, seen: Seen) -> int:
        from open_spiel.python.algorithms import ismcts, mcts

        if self.bot is None:
            register(seen.title)
            self.game = pyspiel.load_game(f"{name_of(seen.title)}(players={seen.seats})")
            chooser = np.random.RandomState(int(below(seen.rng, 2**32)))
            evaluator = mcts.RandomRolloutEvaluator(1, chooser)
            self.bot = ismcts.ISMCTSBot(self.game, evaluator, 2.0, 1, random_state=chooser, allow_inconsistent_action_sets=True)
        state = self.game.new_initial_state()
        state.cell[0] = unwrap(seen.guess())
        if len(state.legal_actions()) == 1:
            return state.legal_actions()[0]
        self.bot._max_simulations = self.simulations or max(FEWEST, round(self.seconds / self.pace))
        began = time.perf_counter()
        move = int(self.bot.step(state))
        self.pace = 0.7 * self.pace + 0.3 * (time.perf_counter() - began) / self.bot._max_simulations
        return move
