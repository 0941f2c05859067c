"""Moves declared once, as kinds with typed arguments.

    @moves
    class Move:
        PASS = kind(words="pass", label="Place nobody")
        PLACE = kind(CITY, CREW, words="place {city} {crew}", label="{city}: {crew}")

    split, join = compiled(Move)

From this follow the ids, in the order of the declaration; `split` and `join` for the rules (`kind, city, crew = split(move)`);
notation and labels; the thing that a move is about, for whoever touches it; and the table of moves in the docs. Where the words
depend on the question, they are given by phase, `None` for all others: `words={Phase.SELL: "sell {card}", None: "play {card}"}`.
A game in which nobody moves in secret says `are_public = True`; otherwise `families check` holds what the others are told
of a move against what they see.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypedDict, Unpack, cast

from fivefamilies.core.compiled import INTERPRETED, inlined
from fivefamilies.core.record import Plain, Record
from fivefamilies.core.things import Member, Members, Thing, enumerated
from fivefamilies.core.views import thing_of
from fivefamilies.core.words import Words

Wording = str | Callable[..., str]  # a sentence with its arguments, or how to say it
Phrase = Wording | Mapping[int | None, Wording]  # by phase, where it depends on the question
Target = tuple[str, str] | None  # the kind of a thing on the table and its word
About = int | Target | Callable[..., Target]


@dataclass(frozen=True)
class Move:
    """A move of a match: its id, its words, its kind with its arguments, and the thing on the table that it is about."""

    id: int
    notation: str
    label: str  # as a button says it, in the language of the match
    kind: str = ""  # as declared: "place"
    arguments: Mapping[str, str] = field(default_factory=dict, hash=False)  # their words: {"city": "boston", ...}
    target: Target = None  # the kind of a thing that a hand would touch and its word
    counts: Mapping[str, int] = field(default_factory=dict, hash=False)  # where an argument is so many: {"experts": 2, ...}

    @property
    def thing(self) -> str:
        """The target as views call it."""
        return thing_of(*self.target) if self.target else ""

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True)
class Kind:
    """One kind of move; `late` gives the last values ids of their own, `when` the phases in which chance makes it.

    Where some values can never be meant, only the first `early` ones have ids in a row, and those up to the late ones have none.
    """

    things: tuple[Thing, ...]
    words: Phrase
    label: Phrase
    at: int | None = None
    late: Mapping[int, int] | None = None
    early: int | None = None
    when: tuple[int, ...] = ()
    about: About = 0  # what a hand would touch: an argument by its place, a kind and a word, or how to tell; None: nothing
    is_public: bool = False  # everybody sees it happen, though it may leave no trace on the table, like a die
    is_glance: bool = False  # one player is shown what he may know already: then it leaves no trace in what he sees

    @property
    def count(self) -> int:
        """How many moves are of this kind."""
        whole = 1
        for thing in self.things:
            whole *= thing.count
        return whole


class Details(TypedDict, total=False):
    """What else is said of a kind."""

    at: int
    late: Mapping[int, int]
    early: int
    when: tuple[int, ...]
    about: About
    is_public: bool
    is_glance: bool


def kind(*things: Thing, words: Phrase, label: Phrase = "", **more: Unpack[Details]) -> Kind:
    """Declare a kind of move."""
    return Kind(things, words, label or words, **more)


@dataclass(frozen=True)
class Stretch:
    """Ids from `first` up to `end` belong to a kind; the first of them stands for the value `base`."""

    first: int
    end: int
    base: int
    kind: Member[Kind]

    def values(self, move: int) -> tuple[int, ...]:
        """The arguments of one of them."""
        left, things = move - self.first + self.base, self.kind.declared.things
        if len(things) == 1:
            return (left % things[0].count,)
        found = []
        for thing in reversed(things):
            found.append(left % thing.count)
            left //= thing.count
        return tuple(reversed(found))


@dataclass(frozen=True)
class Spoken:
    """A move taken apart: its kind and its arguments."""

    kind: Member[Kind]
    values: tuple[int, ...]

    @property
    def declared(self) -> Kind:
        return self.kind.declared

    def by_name(self) -> Iterator[tuple[str, Thing, int]]:
        """The arguments with their names and things."""
        for thing, value in zip(self.declared.things, self.values, strict=True):
            yield thing.name, thing, value

    def target(self, state: Record, parts: object) -> Target:
        """The thing on the table that this move is about: its kind and its word."""
        return self.meant(self.declared.about, state, parts)

    def meant(self, about: About, state: Record, parts: object) -> Target:
        """A thing that is told by an argument's place, by name, or by a function of the state and the arguments."""
        things = self.declared.things
        if callable(about):
            return about(state, *self.values, parts)
        if not isinstance(about, int):
            return about
        return (things[about].name, things[about].spelt(state, self.values[about], parts)) if things else None


class Moves(Members[Kind], Protocol):
    """The kinds of moves of a title, as an enumeration with the ids that they have."""

    stretches: tuple[Stretch, ...]
    total: int


def moves(declared: type) -> Moves:
    """The kinds of a class as an enumeration that rules may compare with; `Move.PLACE.declared` is what was said of it."""
    if vars(declared).get("are_public"):  # in this game nobody moves in secret
        for name, entry in [(name, entry) for name, entry in vars(declared).items() if isinstance(entry, Kind)]:
            setattr(declared, name, replace(entry, is_public=True))
    members = cast(Moves, enumerated(declared, Kind, 0))
    stretches, free = [], 0
    for member in members:
        entry = member.declared
        late = entry.late or {}
        first = free if entry.at is None else entry.at
        last = min(late) if late else entry.count
        assert sorted(late) == list(range(last, entry.count)), f"{member.name}: the last values only can come late"
        early = last if entry.early is None else entry.early
        stretches.append(Stretch(first, first + early, 0, member))
        stretches += [Stretch(id, id + 1, value, member) for value, id in late.items()]
        free = first + early
    members.stretches = tuple(sorted(stretches, key=lambda stretch: stretch.first))
    members.total = max(stretch.end for stretch in stretches)
    return members


def take_apart(members: Moves, move: int, phase: int | None = None) -> Spoken | None:
    """The kind and the arguments of a move; of chance, the kind that its phase names."""
    for stretch in members.stretches:
        if stretch.first <= move < stretch.end and (not stretch.kind.declared.when or phase in stretch.kind.declared.when):
            return Spoken(stretch.kind, stretch.values(move))
    return None


# ---------------------------------------------------------------- for the rules


def compiled(declared: object) -> tuple[Callable[[int], tuple[int, int, int]], Callable[..., int]]:
    """`split(move)`, the kind and two arguments, and `join(kind, a, b)`, the id, as the rules call them."""
    members, homes = cast(Moves, declared), dict[str, Callable]()
    exec(source_of_split(members) + source_of_join(members), homes)
    if INTERPRETED:
        return homes["split"], homes["join"]
    return inlined(homes["split"]), inlined(homes["join"])


def source_of_split(members: Moves) -> str:
    """Straight-line code: compares and divisions by constants."""
    lines = ["def split(move):", "    move = int(move)"]  # interpreted rules may read it from a list of 16-bit numbers
    for stretch in members.stretches:
        things, left = stretch.kind.declared.things, f"move - {stretch.first - stretch.base}"
        assert len(things) <= 2, f"{stretch.kind.name}: a move has two arguments at most"
        values = {0: "0, 0", 1: f"{left}, 0"}.get(len(things)) or f"({left}) // {things[1].count}, ({left}) % {things[1].count}"
        lines += [f"    if move < {stretch.end}:", f"        return {int(stretch.kind)}, {values}"]
    return "\n".join([*lines, "    return -1, 0, 0", ""])


def source_of_join(members: Moves) -> str:
    lines = ["def join(kind, a=0, b=0):", "    a, b = int(a), int(b)"]
    for stretch in sorted(members.stretches, key=lambda stretch: (int(stretch.kind), -stretch.base)):
        things = stretch.kind.declared.things
        if stretch.base:
            lines += [f"    if kind == {int(stretch.kind)} and a == {stretch.base}:", f"        return {stretch.first}"]
        else:
            value = {0: "", 1: " + a"}.get(len(things), f" + a * {things[-1].count if things else 1} + b")
            lines += [f"    if kind == {int(stretch.kind)}:", f"        return {stretch.first}{value}"]
    return "\n".join([*lines, "    return -1", ""])


# ---------------------------------------------------------------- in words


def phrase(given: Phrase, phase: int) -> Wording:
    """The phrase for a phase."""
    if isinstance(given, str) or callable(given):
        return given
    return given[phase] if phase in given else given[None]


def phase_of(state: Record) -> int:
    """The question that is asked: the field `phase` of the position, where it has one."""
    try:
        return state.phase if isinstance(state, Plain) else int(state["phase"])
    except ValueError:
        return 0


def write(members: Moves, state: Record, move: int, parts: object) -> str:
    """A move in notation."""
    phase = phase_of(state)
    return notation(take_apart(members, move, phase), phase, state, move, parts)


def notation(spoken: Spoken | None, phase: int, state: Record, move: int, parts: object) -> str:
    """The same of a move that was taken apart."""
    if spoken is None:
        return f"outcome {move}"
    words = phrase(spoken.declared.words, phase)
    if not isinstance(words, str):
        return words(state, *spoken.values, parts)
    return words.format(**{name: thing.spelt(state, value, parts) for name, thing, value in spoken.by_name()})


def label(members: Moves, state: Record, move: int, parts: object, say: Words) -> str:
    """A move as a button says it."""
    phase = phase_of(state)
    return called(take_apart(members, move, phase), phase, state, move, parts, say)


def called(spoken: Spoken | None, phase: int, state: Record, move: int, parts: object, say: Words) -> str:
    """The same of a move that was taken apart."""
    if spoken is None:
        return f"outcome {move}"
    words = phrase(spoken.declared.label, phase)
    if not isinstance(words, str):
        return words(state, *spoken.values, parts, say)
    return say(words, **{name: thing.called(state, value, parts, say) for name, thing, value in spoken.by_name()})


def describe(members: Moves, phase: int, state: Record, move: int, parts: object, say: Words | None) -> Move:
    """A move with all its words; without a label if nobody is to read it."""
    spoken = take_apart(members, move, phase)
    label = called(spoken, phase, state, move, parts, say) if say else ""
    if spoken is None:
        return Move(move, notation(spoken, phase, state, move, parts), label)
    declared, values = spoken.declared, spoken.values
    told = [(thing.name, thing.spelt(state, value, parts)) for thing, value in zip(declared.things, values, strict=True)]
    arguments, about, words = dict(told), declared.about, phrase(declared.words, phase)
    written = words.format(**arguments) if isinstance(words, str) else words(state, *values, parts)
    target = told[about] if told and isinstance(about, int) else spoken.target(state, parts)
    counts: dict[str, int] = {}
    for thing, value in zip(declared.things, values, strict=True):
        counts |= thing.counts(value) if thing.counts else {}
    return Move(move, written, label, spoken.kind.name.lower(), arguments, target, counts)


def spelt(members: Moves, kind: str, state: Record, parts: object) -> Iterator[tuple[int, dict[str, str]]]:
    """All moves of a kind, legal or not, with their arguments in words."""
    for stretch in members.stretches:
        things = stretch.kind.declared.things
        for move in range(stretch.first, stretch.end) if stretch.kind.name.lower() == kind else ():
            values = zip(things, stretch.values(move), strict=True)
            yield move, {thing.name: thing.spelt(state, value, parts) for thing, value in values}


class Nowhere:
    """In the place of a position: whoever looks at it finds nothing, so what is said without a look holds at every position."""

    def look(self, *_: object) -> Any:
        raise LookupError("there is nothing to see")

    __getattr__ = __getitem__ = __bool__ = __len__ = __iter__ = __int__ = __str__ = __format__ = __eq__ = __hash__ = look


def described_anywhere(parts: object, members: Moves, phase: int, move: int, say: Words | None) -> Move | None:
    """A move with all its words, if they are the same at every position of this phase."""
    try:
        return describe(members, phase, cast(Record, Nowhere()), move, parts, say)
    except Exception:  # of whatever kind: somebody wanted to look
        return None


def sentences(members: Moves) -> list[str]:
    """What has to be translated: the labels."""
    found: list[Wording] = []
    for member in members:
        given = member.declared.label
        found += given.values() if isinstance(given, Mapping) else [given]
    return [entry for entry in found if isinstance(entry, str)]
