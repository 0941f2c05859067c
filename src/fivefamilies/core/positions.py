"""Positions described by what is different: the rest stays as it lies on the table.

    match.arrange(hand={0: {"contract": 2}}, cards={0: 2}, turn=0, taken_from="deck")

A table is changed name by name, a list place by place where a number names the place, and anything else is replaced. What is laid
elsewhere can be taken from a bag, so that no card is there twice.
"""

from collections.abc import Mapping

from fivefamilies.core.contract import Title, Value
from fivefamilies.core.errors import BadOption, BadPosition
from fivefamilies.core.record import Record, unwrap


def arranged(title: Title, state: Record, changes: Mapping[str, object], taken_from: str | None = None) -> dict[str, object]:
    """The position with these changes, as `set_position` takes it."""
    before = title.state.dump(state)
    before |= {name: title.state.zero(name) for name in changes if name in title.state.fields and name not in before}
    after = before | {name: changed(name, before.get(name), change) for name, change in changes.items()}
    for name in changes:
        for axis in title.state.fields[name].axes[:1] if name in title.state.fields else ():
            listed = after[name]
            if axis.counted_by and axis.counted_by not in changes and isinstance(listed, list):
                after[axis.counted_by] = len(listed)  # a list says how long it is
    if taken_from is not None:
        after[taken_from] = what_is_left(title, taken_from, before, after)
    return after


def changed(name: str, old: object, change: object) -> object:
    """An entry after its change."""
    if not isinstance(change, Mapping):
        return change
    if isinstance(old, dict):
        return old | {key: changed(name, old.get(key), value) for key, value in change.items()}
    if isinstance(old, list):
        if not all(isinstance(place, int) and 0 <= place < len(old) for place in change):
            raise BadPosition("position: {name} has the places 0 to {last}", name=name, last=len(old) - 1)
        return [changed(name, entry, change[place]) if place in change else entry for place, entry in enumerate(old)]
    return dict(change)


def what_is_left(title: Title, bag: str, before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, int]:
    """What lies in the bag when all that was laid elsewhere came out of it."""
    field = title.state.fields.get(bag)
    if field is None or field.values is not None or not field.axes or field.axes[-1].labels is None:
        raise BadPosition("position: '{bag}' is not a bag; take things from an entry that counts them by name", bag=bag)
    kept = after.get(bag, {})
    left = dict(kept) if isinstance(kept, dict) else {}
    for name, other in title.state.fields.items():
        if name != bag and other.values is None and other.axes and other.axes[-1].labels == field.axes[-1].labels:
            for thing in field.axes[-1].labels:
                left[thing] = left.get(thing, 0) - number_of(thing, after.get(name)) + number_of(thing, before.get(name))
    for thing, count in left.items():
        if count < 0:
            raise BadPosition("position: {bag} holds too few of {thing}: {n} more are needed", bag=bag, thing=thing, n=-count)
    return left


def number_of(thing: str, entry: object) -> int:
    """How many of a thing are in an entry, however deep."""
    if isinstance(entry, dict):
        counted = (number if name == thing else number_of(thing, number) for name, number in entry.items())
        return sum(number for number in counted if isinstance(number, int))
    return sum(number_of(thing, inner) for inner in entry) if isinstance(entry, list) else 0


def options_in(title: Title, seats: int, settled: Mapping[str, Value], parts: object, state: Record) -> dict[str, Value]:
    """The options with which a position is played: those that the record keeps are read from it."""
    found = dict(settled)
    for option in title.options:
        field = option.kept or option.key
        if field in title.state.fields:
            there = int(unwrap(state)[field])
            for value in (found[option.key], *(option.values or (there,))):
                if begins_with(title, seats, {**found, option.key: value}, parts, field) == there:
                    found[option.key] = value
                    break
    return found


def begins_with(title: Title, seats: int, settled: Mapping[str, Value], parts: object, field: str) -> int | None:
    """What the field of the record holds at the start with these options; None if they cannot be."""
    try:
        setting = title.encode(settled, parts)
    except BadOption:
        return None
    if title.misfit(seats, settled):
        return None
    state = title.state.blank()
    title.begin(state, seats, setting)
    return int(unwrap(state)[field])
