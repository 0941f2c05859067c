"""Every title as a game of OpenSpiel: `register()`, then `pyspiel.load_game("ff_the_boss(players=2,possessed=inmates_too)")`.

Chance is OpenSpiel's chance player, the payoffs are its returns, what a seat knows is its observation, the same with all it was
told and did is its information state, and `resample_from_infostate` is our `guess`: OpenSpiel's own search bots never see more
than their seat.
"""

import ctypes
import time
from collections.abc import Mapping
from functools import partial
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from fivefamilies import games
from fivefamilies.bots.search import parse_budget
from fivefamilies.core.chance import below, generator
from fivefamilies.core.contract import CHANCE, NOBODY, Title
from fivefamilies.core.errors import BadSeats, IllegalMove
from fivefamilies.core.match import find_title
from fivefamilies.core.options import Option, Value
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.record import unwrap, wrap
from fivefamilies.core.seen import Seen
from fivefamilies.core.words import words

PREFIXES = ("ff_", "fivefamilies_")  # two names for the same game


def name_of(title: Title, prefix: str = PREFIXES[0]) -> str:
    """The name under which OpenSpiel knows a title."""
    return prefix + title.slug.rpartition(".")[2]


def type_of(title: Title, prefix: str = PREFIXES[0]) -> pyspiel.GameType:
    """What kind of game it is, in OpenSpiel's terms."""
    return pyspiel.GameType(
        short_name=name_of(title, prefix), long_name=title.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(title.seats), min_num_players=min(title.seats),
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"players": min(title.seats)} | {o.key: spelt(o, o.default) for o in title.options},
    )  # fmt: skip


def spelt(option: Option, value: Value) -> str | int | bool:
    """The value of an option as a parameter, whose type OpenSpiel fixes: a list as `a;b`, a number among words as `#2`."""
    if isinstance(value, list):
        return ";".join(value)
    if isinstance(option.default, str) and not isinstance(value, str):
        return f"#{value}"
    return value


def read(option: Option, given: Any) -> Value:
    """The value of an option that a parameter spells."""
    return option.parse(given.removeprefix("#").replace(";", ",")) if isinstance(given, str) else given


class Box:
    """What all states of a game share; OpenSpiel copies whatever a state holds, and this must not be copied."""

    def __init__(self, title: Title, seats: int, settled: Mapping[str, Value]) -> None:
        self.title, self.seats, self.settled = title, seats, settled
        self.parts = title.parts(None)
        self.options = title.encode(settled, self.parts)
        self.moves = np.zeros(max(title.moves, title.outcomes) + 1, np.int16)
        self.weights = np.zeros(title.outcomes + 1, np.int32)
        self.log = blank_log(title.log_rows)
        self.say, self.table = words("en", title.package), title.state.blank()
        title.begin(self.table, seats, self.options)

    def told(self, row: tuple[int, ...], seat: int) -> tuple[int, ...]:
        """An event as the seat may know it; nothing where it passes in silence."""
        redacted = tuple(self.title.redact(row, seat))
        return redacted if self.title.tell(redacted, self.table, self.parts, self.say) else ()

    def __deepcopy__(self, memo: object) -> "Box":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return box_of, (self.title.slug, self.seats, dict(self.settled))


def box_of(slug: str, seats: int, settled: Mapping[str, Value]) -> Box:
    """What a game of this title shares, in another process."""
    return Box(find_title(slug), seats, settled)


class Past:
    """What happened until now, as each seat remembers it: all it was told, and at its own decisions what it saw and did.

    States that have the same past share it. What is remembered is told by a digest that is made when somebody asks.
    """

    def __init__(self, box: Box, before: "Past | None" = None, seat: int = NOBODY, own: bytes = b"", rows: Any = ()) -> None:
        self.box, self.before, self.seat, self.own, self.rows = box, before, seat, own, rows
        self.digests: dict[int, bytes] = {}

    def __deepcopy__(self, memo: object) -> "Past":
        return self

    def digest(self, seat: int) -> bytes:
        """A digest of all that the seat remembers."""
        waiting, node = [], self
        while seat not in node.digests and node.before is not None:
            waiting.append(node)
            node = node.before
        digest = node.digests.get(seat, b"")
        for node in reversed(waiting):
            news = [row for row in (self.box.told(row, seat) for row in node.rows) if row]
            if node.seat == seat or news:
                digest = blake2b(digest + (node.own if node.seat == seat else b"") + repr(news).encode(), digest_size=16).digest()
            node.digests[seat] = digest
        return digest

    def as_guessed_by(self, seat: int) -> "Past":
        """The same past where only `seat` knows what it knows: what the others remember is anybody's guess."""
        known, twin = self.digest(seat), Past(self.box)
        twin.digests = {other: known if other == seat else known + bytes([other]) for other in range(self.box.seats)}
        return twin


class Game(pyspiel.Game):
    """One title with so many seats and these options."""

    def __init__(self, title: Title, prefix: str, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        seats = int(given.pop("players", min(title.seats)))
        known = {option.key: option for option in title.options}
        settled = title.settle_for(seats, {key: read(known[key], value) for key, value in given.items()})
        info = pyspiel.GameInfo(
            num_distinct_actions=title.moves, max_chance_outcomes=title.outcomes, num_players=seats,
            min_utility=-1.0, max_utility=1.0, utility_sum=None, max_game_length=title.bound,
        )  # fmt: skip
        spelled = {"players": seats} | {key: spelt(known[key], value) for key, value in settled.items()}
        super().__init__(type_of(title, prefix), info, spelled)
        self.box = Box(title, seats, settled)

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> "Observer":
        return Observer(self.box.title)


class State(pyspiel.State):
    """A position."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.box = game.box
        self.past = Past(self.box)
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
        seat, log = int(self.title.actor(self.record)), self.box.log
        own = self.title.look(self.record, seat).tobytes() + int(action).to_bytes(2, "big") if seat >= 0 else b""
        log[0, 0] = 0
        self.title.play(self.record, int(action), log)
        rows = tuple(tuple(row) for row in log[1 : int(log[0, 0]) + 1].tolist())
        self.past = Past(self.box, self.past, seat, own, rows)

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
        """What the seat knows, and a digest of all it was told and did until now: it never forgets anything."""
        seat = self.seat(self.current_player() if player is None else player)
        return f"{self.past.digest(seat).hex()} {self.observation_string(seat)}"

    def observation_string(self, player: int | None = None) -> str:
        """The numbers of the observation that are not zero, with their places."""
        numbers = self.title.look(self.record, self.seat(self.current_player() if player is None else player))
        return " ".join(f"{place}:{numbers[place]:g}" for place in np.flatnonzero(numbers))

    def resample_from_infostate(self, player: int, sampler: Any) -> "State":
        """A state that this seat cannot tell from the real one: our `guess`."""
        twin = self.clone()
        self.title.guess(twin.record, self.seat(player), generator(int(sampler() * 2**53)))
        twin.past = self.past.as_guessed_by(int(player))
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
        for prefix in PREFIXES:
            if name_of(title, prefix) not in known:
                creator = partial(Game, title, prefix)
                ctypes.pythonapi.Py_IncRef(ctypes.py_object(creator))  # OpenSpiel lets go of it when Python has already ended
                pyspiel.register_game(type_of(title, prefix), creator)


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
