"""What the fields of a view are, so that a table can be drawn without guessing.

    class CityView(msgspec.Struct):
        id: Annotated[str, is_a("city", touch=True)]
        leader: SeatNumber | None
        money: Money

A view stays plain data; the kinds are in its types. `shown` walks a view with them: every value comes with what it is and with
its name in a language, which the title gives in `words.vocabulary`: by kind, the names of its words.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, TypedDict, cast

import msgspec
from msgspec import inspect

from fivefamilies.core.record import Json
from fivefamilies.core.words import Words

Called = str | tuple[str, Mapping[str, object]]  # an English name, or a sentence and what stands in it, names themselves
Names = Mapping[str, Mapping[str, Called]]  # kind: word: how it is called
Said = TypedDict("Said", {"is": str, "touch": bool}, total=False)  # of a field
THIN_SPACE = "\u202f"


@lru_cache(maxsize=None)
def type_of(view: Hashable) -> inspect.Type:
    """What a view declares, looked up once."""
    return inspect.type_info(view)


def is_a(kind: str, touch: bool = False) -> msgspec.Meta:
    """The kind of a field; one that can be touched is the target of moves about that thing."""
    return msgspec.Meta(extra={"is": kind, "touch": touch})


SeatNumber = Annotated[int, is_a("seat")]
Viewer = Annotated[int, is_a("viewer")]  # the seat through whose eyes this is seen
Money = Annotated[int, is_a("money")]
Place = Annotated[int, is_a("place")]  # on a board, counted from 1
Column = Annotated[int, is_a("column")]  # what has a column and a row is drawn as a map
Row = Annotated[int, is_a("row")]

FOR_PROGRAMS = ("index", "move", "drawing", "viewer", "phase", "str")  # kinds that no page draws: it says them in another way


@dataclass(frozen=True)
class Shown:
    """One entry of a view: its key and label, what it is, its value and name, the thing that a move may be about, its inside."""

    key: str
    kind: str
    value: Json
    label: str = ""
    text: str = ""
    thing: str = ""  # kind and word of what can be touched
    inside: tuple["Shown", ...] = ()

    @property
    def is_empty(self) -> bool:
        """Is there nothing to see?"""
        return self.value is None or self.value == [] or self.value == {}

    @property
    def is_drawn(self) -> bool:
        """Is it for eyes?"""
        return self.kind not in FOR_PROGRAMS

    @property
    def is_nested(self) -> bool:
        return isinstance(self.value, (list, dict))

    @property
    def things(self) -> set[str]:
        """All that can be touched here."""
        return {self.thing}.union(*(entry.things for entry in self.inside)) - {""}

    @property
    def head(self) -> "Shown | None":
        """Of a group: whose it is, or else what it is."""
        named = (entry for entry in self.inside if entry.thing and not entry.is_nested)
        return self.inside[0] if self.inside and self.inside[0].kind == "seat" else next(named, None)

    def first(self, kind: str) -> "Shown | None":
        """The entry of this kind, if there is one."""
        return next((entry for entry in self.inside if entry.kind == kind), None)


def thing_of(kind: str, word: object) -> str:
    """How a thing that can be touched is called between a view and its moves."""
    return f"{kind} {word}"


def shown(view: object, names: Names, say: Words) -> tuple[Shown, ...]:
    """The entries of a view, each with its kind and its words."""
    type_ = type_of(cast(Hashable, type(view)))
    assert isinstance(type_, (inspect.StructType, inspect.DataclassType)), "a view has fields"
    return entries(msgspec.to_builtins(view), type_, names, say)


def entries(
    value: Mapping[str, Json], type_: inspect.StructType | inspect.DataclassType, names: Names, say: Words
) -> tuple[Shown, ...]:
    """The entries of a struct."""
    types = {field.encode_name: field.type for field in type_.fields}
    return tuple(show(key, entry, types[key], names, say) for key, entry in value.items())


def show(key: str, value: Json, type_: inspect.Type, names: Names, say: Words) -> Shown:
    """One entry."""
    type_, extra = plain(type_, value)
    kind, label = extra.get("is", ""), say(label_of(key)) if key else ""
    if value is None:
        return Shown(key, kind or "hidden", None, label)
    if isinstance(type_, inspect.StructType) and isinstance(value, dict):
        inner = entries(value, type_, names, say)
        own = next((entry.thing for entry in inner if entry.thing and not entry.is_nested), "")
        return Shown(key, kind or "group", value, label, thing=own, inside=inner)
    if isinstance(type_, (inspect.ListType, inspect.VarTupleType, inspect.SetType)) and isinstance(value, list):
        inner = tuple(show("", entry, type_.item_type, names, say) for entry in value)
        return Shown(key, kind or "list", value, label, inside=inner)
    if isinstance(type_, inspect.DictType) and isinstance(value, dict):
        inner = tuple(show_pair(word, entry, type_, names, say) for word, entry in value.items())
        return Shown(key, kind or "counts", value, label, inside=inner)
    thing = thing_of(kind, value) if extra.get("touch") else ""
    return Shown(key, kind or type(value).__name__, value, label, name(kind, value, names, say), thing)


def show_pair(word: str, value: Json, type_: inspect.DictType, names: Names, say: Words) -> Shown:
    """An entry of a mapping: the word is a thing itself."""
    _, extra = plain(type_.key_type, word)
    kind = extra.get("is", "")
    thing = thing_of(kind, word) if extra.get("touch") else ""
    inner = show("", value, type_.value_type, names, say)
    return Shown(word, kind, value, text=name(kind, word, names, say), thing=thing, inside=(inner,))


def label_of(key: str) -> str:
    """A field of a view in English."""
    return key.replace("_", " ")


def labels(view: Hashable) -> list[str]:
    """The fields that a view, and the views inside, may show, in English: for the translators."""
    found: dict[str, None] = {}
    for struct in structs(type_of(view)):
        for field in struct.fields:
            if plain(field.type, None)[1].get("is") not in FOR_PROGRAMS:
                found[label_of(field.encode_name)] = None
    return list(found)


def structs(type_: object) -> Iterator[inspect.StructType]:
    """A view's type and those inside."""
    if isinstance(type_, inspect.StructType):
        yield type_
    inner = [getattr(type_, name) for name in ("type", "item_type", "key_type", "value_type") if hasattr(type_, name)]
    for one in (*inner, *getattr(type_, "types", ()), *(field.type for field in getattr(type_, "fields", ()))):
        yield from structs(one)


def plain(type_: inspect.Type, value: object) -> tuple[inspect.Type, Said]:
    """A type without its wrappings, and what was said of it."""
    extra: Said = {}
    while True:
        if isinstance(type_, inspect.Metadata):
            extra |= cast(Said, type_.extra or {})
            type_ = type_.type
        elif isinstance(type_, inspect.UnionType):
            some = [one for one in type_.types if not isinstance(one, inspect.NoneType)]
            type_ = next((one for one in some if fits(one, value)), some[0])
        else:
            return type_, extra


def fits(type_: inspect.Type, value: object) -> bool:
    """Is the value of this type? Asked where a field may be a number or a word."""
    bare = plain(type_, value)[0]
    if isinstance(bare, inspect.IntType):
        return isinstance(value, int)
    return isinstance(value, str) or not isinstance(bare, inspect.StrType)


def name(kind: str, value: object, names: Names, say: Words) -> str:
    """A value as people read it."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, str):
        known = names.get(kind, {}).get(value)
        return called(known, say) if known is not None else value
    return f"{value:,}".replace(",", THIN_SPACE) if isinstance(value, int) else str(value)


def called(known: Called, say: Words) -> str:
    """A name of the vocabulary in a language."""
    if isinstance(known, str):
        return say(known)
    sentence, values = known
    return say(sentence, **{key: say.value(value) for key, value in values.items()})
