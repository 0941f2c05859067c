"""What a new title need not give: plain words and a plain picture until it has its own."""

from collections.abc import Sequence

import msgspec

from fivefamilies.core.compiled import verb
from fivefamilies.core.record import Record, RecordType, i8
from fivefamilies.core.words import Words


@verb
def no_short_cut(s, rng):
    """To draw a move all have to be listed."""
    return -1


@verb
def no_appeal(s, move):
    """All moves look the same."""
    return 0.0


@verb
def no_outlook(s, out):
    """Nobody can tell before the end."""
    out[:, 1] = 0.0


def parts(edition: object) -> None:
    """No components that an edition could replace."""


NOTHING = RecordType(type("Nothing", (), {"__annotations__": {"nothing": i8}}))  # what an edition may change


def numbers(parts: object) -> Record:
    """No numbers for `start` beyond the options."""
    return NOTHING.blank()


def vocabulary(parts: object) -> dict[str, dict[str, str]]:
    """No names beyond the words of the view."""
    return {}


def redact(row: Sequence[int], seat: int) -> Sequence[int]:
    """Events without secrets."""
    return row


def tell(row: Sequence[int], state: Record, parts: object, say: Words) -> str | None:
    """An event by its numbers."""
    return say("event {row}", row=" ".join(str(int(cell)) for cell in row))


def refuse(state: Record, move: int, code: int, parts: object, say: Words) -> str:
    """An objection by its code."""
    return say("rule {code} forbids it", code=code)


def seat_name(state: Record, seat: int, parts: object, say: Words) -> str:
    return say("seat {n}", n=seat + 1)


def question(state: Record, parts: object, say: Words) -> str:
    return say("What do you do?")


def explain(kind: str, word: str, parts: object, say: Words) -> None:
    """Nothing to say beyond the names."""


def manners(parts: object, say: Words) -> Sequence[str]:
    """Talk is free."""
    return ()


def purse(state: Record, seat: int, parts: object, say: Words) -> str:
    """Nothing that moves cost."""
    return ""


def reckon(state: Record, rows: Sequence[Sequence[int]], parts: object, say: Words) -> None:
    """Points alone."""


def draw(view: object, parts: object, say: Words) -> str:
    """Any view as an indented list."""
    return "\n".join(lines(msgspec.to_builtins(view), 0)) or "-"


def lines(value: object, depth: int) -> list[str]:
    """A nested value, a line an entry."""
    indent = "  " * depth
    if isinstance(value, dict):
        entries = [(str(key), entry) for key, entry in value.items()]
    elif isinstance(value, list) and any(isinstance(entry, (dict, list)) for entry in value):
        entries = [(str(number), entry) for number, entry in enumerate(value, 1)]
    else:
        return [f"{indent}{value}"]
    drawn = []
    for key, entry in entries:
        if isinstance(entry, dict) or (isinstance(entry, list) and any(isinstance(e, (dict, list)) for e in entry)):
            drawn += [f"{indent}{key}:", *lines(entry, depth + 1)]
        else:
            drawn.append(f"{indent}{key}: {', '.join(map(str, entry)) if isinstance(entry, list) else entry}")
    return drawn
