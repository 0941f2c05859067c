"""What the fields of a view are, so that a table can be drawn without guessing.

    class CityView(msgspec.Struct):
        id: Annotated[str, is_a("city", touch=True)]
        leader: SeatNumber | None
        money: Money

A view stays plain data; the kinds are in its types. `shown` walks a view with them: every value comes with what it is and with
its name in a language, which the title gives in `words.vocabulary`: by kind, the names of its words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import inspect

from fivefamilies.core.words import Words

Called = str | tuple[str, Mapping[str, object]]  # an English name, or a sentence and what stands in it, names themselves
Names = Mapping[str, Mapping[str, Called]]  # kind: word: how it is called


def is_a(kind: str, touch: bool = False) -> msgspec.Meta:
    """The kind of a field; one that can be touched is the target of moves about that thing."""
    return msgspec.Meta(extra={"is": kind, "touch": touch})


SeatNumber = Annotated[int, is_a("seat")]
Money = Annotated[int, is_a("money")]
Place = Annotated[int, is_a("place")]  # on a board, counted from 1


@dataclass(frozen=True)
class Shown:
    """One entry of a view: its key, what it is, its value, its name, and the entries inside."""

    key: str
    kind: str
    value: Any
    text: str
    is_touchable: bool = False
    inside: tuple["Shown", ...] = ()


def shown(view: Any, names: Names, say: Words) -> tuple[Shown, ...]:
    """The entries of a view, each with its kind and its words."""
    return entries(msgspec.to_builtins(view), inspect.type_info(type(view)), names, say)


def entries(value: Mapping[str, Any], type_: Any, names: Names, say: Words) -> tuple[Shown, ...]:
    """The entries of a struct."""
    types = {field.encode_name: field.type for field in type_.fields}
    return tuple(show(key, entry, types[key], names, say) for key, entry in value.items())


def show(key: str, value: Any, type_: Any, names: Names, say: Words) -> Shown:
    """One entry."""
    type_, extra = plain(type_, value)
    kind = extra.get("is", "")
    if value is None:
        return Shown(key, kind or "hidden", None, "")
    if isinstance(type_, (inspect.StructType,)):
        return Shown(key, kind or "group", value, "", extra.get("touch", False), entries(value, type_, names, say))
    if isinstance(value, list):
        inner = tuple(show("", entry, type_.item_type, names, say) for entry in value)
        return Shown(key, kind or "list", value, "", inside=inner)
    if isinstance(value, dict):
        inner = tuple(show_pair(word, entry, type_, names, say) for word, entry in value.items())
        return Shown(key, kind or "counts", value, "", inside=inner)
    return Shown(key, kind or type(value).__name__, value, name(kind, value, names, say), extra.get("touch", False))


def show_pair(word: str, value: Any, type_: Any, names: Names, say: Words) -> Shown:
    """An entry of a mapping: the word is a thing itself."""
    _, extra = plain(type_.key_type, word)
    inner = show("", value, type_.value_type, names, say)
    kind = extra.get("is", "")
    return Shown(word, kind, value, name(kind, word, names, say), extra.get("touch", False), (inner,))


def plain(type_: Any, value: Any) -> tuple[Any, dict[str, Any]]:
    """A type without its wrappings, and what was said of it."""
    extra: dict[str, Any] = {}
    while True:
        if isinstance(type_, inspect.Metadata):
            extra |= type_.extra or {}
            type_ = type_.type
        elif isinstance(type_, inspect.UnionType):
            some = [one for one in type_.types if not isinstance(one, inspect.NoneType)]
            type_ = next((one for one in some if fits(one, value)), some[0])
        else:
            return type_, extra


def fits(type_: Any, value: Any) -> bool:
    """Is the value of this type? Asked where a field may be a number or a word."""
    bare = plain(type_, value)[0]
    if isinstance(bare, inspect.IntType):
        return isinstance(value, int)
    return isinstance(value, str) or not isinstance(bare, inspect.StrType)


def name(kind: str, value: Any, names: Names, say: Words) -> str:
    """A value as people read it."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, str):
        known = names.get(kind, {}).get(value)
        return called(known, say) if known is not None else value
    return str(value)


def called(known: Called, say: Words) -> str:
    """A name of the vocabulary in a language."""
    if isinstance(known, str):
        return say(known)
    sentence, values = known
    return say(sentence, **{key: say(value) if isinstance(value, str) else value for key, value in values.items()})
