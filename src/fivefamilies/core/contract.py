"""The contract: what a title gives. A contract, not a base class: the five games share almost no mechanism.

What each verb is asked and answers stands in `verbs`. The moves of CHANCE are numbered apart from those of the seats: `actor(s)`
tells which are meant.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import NamedTuple, TypedDict, TypeGuard, cast

import numpy as np

from fivefamilies.core import plain, verbs
from fivefamilies.core.datafile import Edition, Rows
from fivefamilies.core.effects import Editable
from fivefamilies.core.errors import BadOption, BadSeats, nearest
from fivefamilies.core.events import Events, Refusal
from fivefamilies.core.moves import About, Kind, Move, Moves, describe, described_anywhere, phase_of, write
from fivefamilies.core.options import NO_OPTIONS, Option, OptionsType, Value
from fivefamilies.core.record import RecordType, content, unwrap
from fivefamilies.core.sights import Block, SightType
from fivefamilies.core.things import Member, Members
from fivefamilies.core.verbs import Record
from fivefamilies.core.views import Names
from fivefamilies.core.words import Words, words

CHANCE = -1
NOBODY = -2
OBSERVER = -3  # a seat that is none: sees what everybody sees
STANDING = 8192  # moves of a title whose words are remembered

__all__ = ["CHANCE", "NOBODY", "OBSERVER", "Block", "Layout", "Option", "Setting", "Title", "Value", "is_whole"]


Standing = Callable[[Moves, int, int, Words | None], Move | None]  # the words of a move in a phase, if they stand


class Setting(NamedTuple):
    """The settled options of a match and the numbers of its parts, as records."""

    options: Record
    parts: Record
    settled: Mapping[str, Value]


class Kinds(TypedDict, total=False):
    """What a title declares: its moves, the moves of chance, events and refusals."""

    Move: Moves
    Chance: Moves
    Event: Events
    No: Members[Refusal]


class Layout(NamedTuple):
    """The layouts of a title's records."""

    state: np.dtype
    options: np.dtype
    parts: np.dtype
    sight: np.dtype | None


def is_whole(value: object) -> TypeGuard[int]:
    """Is this a whole number, and no truth value?"""
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))


@dataclass(frozen=True)
class Title:
    """Everything the project knows of one game."""

    # the title card
    slug: str
    name: str
    package: str  # the module that holds the title's words and rules page
    seats: tuple[int, ...]
    bound: int  # no game has more moves, chance included
    # the record and its verbs
    state: RecordType  # of the position
    moves: int  # ids of the seats' moves: 0 to moves - 1
    outcomes: int  # ids of the moves of chance
    start: verbs.Start
    actor: verbs.Actor
    legal: verbs.Legal
    chances: verbs.Chances
    objection: verbs.Objection
    play: verbs.Play
    guess: verbs.Guess
    hunch: verbs.Guess  # a quicker guess, for advice in bulk; `guess` itself where a title has none
    observe: verbs.Observe
    scores: verbs.Scores
    observation: tuple[Block, ...]
    # words and pictures; `parts` are the components, an edition's replacements made
    view: verbs.View
    notation: verbs.Notation
    flaw: verbs.Flaw
    # from here on a title may leave things as they are
    sample: verbs.Sample = plain.no_short_cut
    appeal: verbs.Appeal = plain.no_appeal
    outlook: verbs.Outlook = plain.no_outlook
    horizon: int = 0  # moves that search plays on before it asks for the outlook; 0: it plays to the end
    horizon_step: int = 0  # so many more for every player beyond the fewest
    sharp: float = 3.0  # how much the first look counts when search divides its attention among its own moves
    others: float = 3.0  # likewise among the moves of the others
    label: verbs.Label | None = None  # default: the notation
    redact: verbs.Redact = plain.redact
    tell: verbs.Tell = plain.tell
    refuse: verbs.Refuse = plain.refuse
    seat_name: verbs.SeatName = plain.seat_name
    question: verbs.Question = plain.question
    draw: verbs.Draw = plain.draw
    editable: Editable = field(default_factory=Editable)  # what an edition may replace in the box
    parts: Callable[[Edition | None], object] = plain.parts
    numbers: Callable[..., Record] = plain.numbers  # the numbers of the parts that an edition may change, as the rules see them
    options: OptionsType = NO_OPTIONS
    presets: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    misfit: Callable[[int, Mapping[str, Value]], str | None] = lambda seats, options: None  # why options do not fit the seats
    milestones: Callable[[Record], Mapping[str, Sequence[bool]]] | None = (
        None  # of a finished game, by seat: `simulate` counts them
    )
    log_rows: int = 64  # no move writes more events
    in_step: bool = False  # do all games come to the same phase with the same move? Devices then play them side by side
    long_moves: bool = False  # does a move take many steps of its own? Devices then play fewer games at a time
    vocabulary: Callable[..., Names] = plain.vocabulary  # what views show, in English: kind, word, name
    explain: verbs.Explain = plain.explain
    reckon: verbs.Reckon = plain.reckon
    manners: verbs.Manners = plain.manners
    purse: verbs.Purse = plain.purse
    sight: SightType | None = None  # what a seat knows as numbers, declared
    kinds: Kinds = field(default_factory=Kinds)  # moves, moves of chance, events and refusals, declared
    ablated: Mapping[Member[Kind], About] = field(
        default_factory=dict
    )  # by kind of move the thing that it makes use of, for reports
    colours: tuple[str, ...] = ()  # of the seats, where the box gives them colours: red, yellow, black ...
    pitch: str = ""  # what the game is, in one line
    minutes: tuple[int, ...] = ()  # that it takes, from and to
    weight: str = ""  # light, medium or heavy: how much there is to learn
    designers: tuple[str, ...] = ()
    publisher: str = ""
    year: int = 0
    prefix: str = ""  # of the rule numbers
    rules_version: int = 1
    earlier: Mapping[int, Mapping[str, Rows]] = field(default_factory=dict)  # by version, data of the box that were others then

    def called(self, language: str) -> str:
        """The title in a language."""
        say = words(language, self.package)
        return say(self.name)

    @property
    def has_short_cut(self) -> bool:
        """Is there a quicker way to a random move than to list all of them?"""
        return self.sample is not plain.no_short_cut

    def say_move(self, state: Record, move: int, parts: object, say: Words) -> str:
        """A move as a button says it."""
        return self.label(state, move, parts, say) if self.label else self.notation(state, move, parts)

    def write(self, state: Record, actor: int, move: int, parts: object) -> str:
        """A move of `actor`, who is to move here, in notation."""
        members = self.kinds.get("Chance") if actor == CHANCE else self.kinds.get("Move")
        if members is None:
            return self.notation(state, move, parts)
        known = self.standing(members, phase_of(state), move, None) if parts is self.box else None
        return known.notation if known else write(members, state, move, parts)

    def describe(self, state: Record, moves: Sequence[int], parts: object, say: Words | None) -> list[Move]:
        """Moves of the actor with all their words; without labels if nobody is to read them."""
        members = self.kinds.get("Chance") if self.actor(state) == CHANCE else self.kinds.get("Move")
        if members is None:
            labels = [self.say_move(state, move, parts, say) if say else "" for move in moves]
            return [Move(move, self.notation(state, move, parts), label) for move, label in zip(moves, labels, strict=True)]
        phase = phase_of(state)
        known = [self.standing(members, phase, move, say) if parts is self.box else None for move in moves]
        return [told or describe(members, phase, state, move, parts, say) for move, told in zip(moves, known, strict=True)]

    @cached_property
    def box(self) -> object:
        """The box as it is without an edition: one for all matches, since nobody changes it."""
        return self.parts(None)

    @cached_property
    def standing(self) -> Standing:
        """The words of moves that are the same at every position of a phase, each found once; None where they are not."""
        return cast(Standing, lru_cache(STANDING)(partial(described_anywhere, self.box)))

    def legal_ids(self, state: Record) -> list[int]:
        """The ids of the moves that are possible here, those of chance included."""
        actor = self.actor(state)
        if actor == NOBODY:
            return []
        moves = np.zeros(max(self.moves, self.outcomes) + 1, np.int16)
        if actor == CHANCE:
            return moves[: self.chances(state, moves, np.zeros(self.outcomes + 1, np.int32))].tolist()
        return moves[: self.legal(state, moves)].tolist()

    @cached_property
    def observation_length(self) -> int:
        return sum(block.length for block in self.observation)

    def check_seats(self, seats: int) -> None:
        """Raise unless the title is played by that many."""
        if not is_whole(seats) or seats not in self.seats:
            raise BadSeats(
                "{title} is for {low} to {high} players, not {seats}",
                title=self.name,
                low=min(self.seats),
                high=max(self.seats),
                seats=seats,
            )

    def settle(self, options: Mapping[str, Value] | None = None, preset: str | None = None) -> dict[str, Value]:
        """All option values of a match: the defaults, changed by a preset, changed by what was asked for."""
        settled: dict[str, Value] = {option.key: option.default for option in self.options}
        if preset is not None:
            if not isinstance(preset, str) or preset not in self.presets:
                raise BadOption(
                    "unknown preset '{name}' of {title}; choose one of {known}",
                    name=preset,
                    title=self.slug,
                    known=", ".join(self.presets),
                )
            settled.update(self.presets[preset])
        if options is not None and not isinstance(options, Mapping):
            raise BadOption("options are names with values, not '{options}'", options=options)
        known = {option.key: option for option in self.options}
        for key, value in (options or {}).items():
            if key not in known:
                raise BadOption(
                    "unknown option '{key}' of {title}; did you mean '{near}'?",
                    key=key,
                    title=self.slug,
                    near=nearest(str(key), list(settled)) or ", ".join(settled),
                )
            settled[key] = known[key].settle(value)
        self.encode(settled)
        return settled

    def recalled(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """The options of a stored match; those that it does not name came later, and are as they were before."""
        return {option.key: option.before for option in self.options if option.before is not None} | dict(options)

    def settle_for(self, seats: int, options: Mapping[str, Value] | None = None, preset: str | None = None) -> dict[str, Value]:
        """The same for that many seats; raises where the options do not fit them."""
        self.check_seats(seats)
        settled = self.settle(options, preset)
        problem = self.misfit(seats, settled)
        if problem:
            raise BadOption("{title}: {problem}", title=self.slug, problem=problem)
        return settled

    @property
    def usual_seats(self) -> int:
        """How many play if nobody says otherwise: four, or the nearest to it."""
        return min(self.seats, key=lambda n: abs(n - 4))

    def rules_against(self, code: int) -> tuple[str, ...]:
        """The numbers of the rules behind a refusal."""
        reasons = self.kinds.get("No")
        return reasons(code).declared.rules if reasons else ()

    def check_setting(self, seats: int, setting: object) -> None:
        """Raise unless this is what `encode` gives for that many seats: compiled rules look nothing up twice."""
        self.check_seats(seats)
        if not isinstance(setting, Setting) or setting.settled.keys() != {option.key for option in self.options}:
            raise BadOption("the options of {title} are not what `encode` gives", title=self.slug)
        if content(self.options.record(setting.settled)) != content(setting.options):
            raise BadOption("the options of {title} are not what `encode` gives", title=self.slug)
        if unwrap(setting.parts).dtype != self.layout.parts:
            raise BadOption("the options of {title} are not what `encode` gives", title=self.slug)
        problem = self.misfit(seats, setting.settled)
        if problem:
            raise BadOption("{title}: {problem}", title=self.slug, problem=problem)
        state = self.state.blank()
        self.begin(state, seats, setting)
        self.state.check(state)

    def settings(self, seats: int) -> list[dict[str, Value]]:
        """Option values worth testing with that many seats: the defaults, each preset, each other value by itself."""
        found = [self.settle()]
        found += [self.settle(preset=name) for name in self.presets]
        for option in self.options:
            others: tuple[Value, ...] = option.values or (() if option.names else (option.low,))
            found += [self.settle({option.key: value}) for value in others]
        fitting: list[dict[str, Value]] = []
        for settled in found:
            if settled not in fitting and self.misfit(seats, settled) is None:
                fitting.append(settled)
        return fitting

    def encode(self, settled: Mapping[str, Value], parts: object = None) -> Setting:
        """Settled options and the numbers of the parts as the rules take them."""
        numbers = self.numbers(parts if parts is not None else self.parts(None))
        return Setting(self.options.record(settled), numbers, dict(settled))

    def look(self, state: Record, seat: int, out: np.ndarray | None = None) -> np.ndarray:
        """What the seat knows, as numbers."""
        numbers = np.zeros(self.observation_length, np.float32) if out is None else out
        numbers[:] = 0
        self.observe(state, seat, self.sight.over(numbers) if self.sight else numbers)
        return numbers

    @cached_property
    def layout(self) -> Layout:
        """How the records of this title look: what compiled code depends on."""
        sight = self.sight.dtype if self.sight else None
        return Layout(self.state.dtype, self.options.dtype, unwrap(self.numbers(self.parts(None))).dtype, sight)

    def begin(self, state: Record, seats: int, setting: Setting) -> None:
        """Set the table up in this record."""
        self.start(state, seats, setting.options, setting.parts)
