"""The form of a match file, typed: a file may come from a stranger, so every entry has a kind, a size and a depth."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

import msgspec
from msgspec import Meta, Struct

from fivefamilies.core.errors import BadMatchFile
from fivefamilies.core.options import Value

FORMAT = "fivefamilies match 1"
FORMAT_WITH_START = "fivefamilies match 2"  # the same, begun from a position of somebody's own
LARGEST = 8 << 20  # bytes of a file
DEEPEST = 6  # tables within tables of an edition

Number = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Word = Annotated[str, Meta(max_length=1000)]
Long = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]  # a position may keep a story in the bits of a number
Leaf = Long | float | Word | bool | None
Entry: Any = Leaf
for _ in range(DEEPEST):
    Entry = Leaf | list[Entry] | dict[Word, Entry]


class ChanceForm(Struct):
    """The promise behind the cards, and its secret once it is revealed."""

    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    secret: Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")] | None = None


class ResultForm(Struct):
    """How it ended."""

    payoffs: list[float]
    points: list[float]


class MatchForm(Struct):
    """A match file; entries that are not here are left alone."""

    format: Word
    title: Word
    rules_version: Number
    seats: Number
    options: dict[Word, Number | bool | Word | list[Word]]
    edition: dict[Word, Entry] | None
    names: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=100)]
    chance: ChanceForm
    moves: list[tuple[Number, Number, Word]]
    result: ResultForm | None
    start: dict[Word, Entry] | None = None


DECODER = msgspec.json.Decoder(MatchForm)


class ChanceData(TypedDict):
    """The promise as plain data."""

    commitment: str
    secret: str | None


class ResultData(TypedDict):
    """How it ended, as plain data."""

    payoffs: list[float]
    points: list[float]


class StartData(TypedDict, total=False):
    """The position of somebody's own from which it began, if it did."""

    start: Mapping[str, object] | None


class MatchData(StartData):
    """A match file as plain data."""

    format: str
    title: str
    rules_version: int
    seats: int
    options: dict[str, Value]
    edition: Mapping[str, object] | None
    names: list[str]
    chance: ChanceData
    moves: list[list[int | str]]  # seat, id, words
    result: ResultData | None


def parse(raw: bytes) -> MatchData:
    """The data of a match file from its bytes; one sentence for anything that is none."""
    if len(raw) > LARGEST:
        raise BadMatchFile("is longer than {n} bytes, which no match is", n=LARGEST)
    try:
        raw.decode()
        return settled(DECODER.decode(raw))
    except msgspec.ValidationError as error:
        raise flaw_of(str(error)) from error
    except UnicodeDecodeError as error:
        raise BadMatchFile("is not a text file") from error
    except msgspec.DecodeError as error:
        raise BadMatchFile("is cut off or not JSON: {error}", error=error) from error
    except RecursionError as error:
        raise BadMatchFile("is nested deeper than any match") from error


def check_form(data: object) -> MatchData:
    """The same for data that is read already: its entries as they must be."""
    try:
        return settled(msgspec.convert(data, MatchForm))
    except msgspec.ValidationError as error:
        raise flaw_of(str(error)) from error
    except RecursionError as error:
        raise BadMatchFile("is nested deeper than any match") from error


def settled(form: MatchForm) -> MatchData:
    """The form as plain data, if it is one of our format."""
    if form.format not in (FORMAT, FORMAT_WITH_START):
        raise flaw_of("$.format")
    start = form.start if form.format == FORMAT_WITH_START else None
    plain = msgspec.to_builtins(form)
    plain |= {"moves": [list(move) for move in form.moves], "start": start}
    return plain


def flaw_of(problem: str) -> BadMatchFile:
    """What msgspec found, as a sentence of ours."""
    missing = re.search(r"missing required field `(\w+)`(?: - at `\$\.(\w+))?", problem)
    if missing and missing[1] != "format":
        return BadMatchFile("the entry '{key}' is missing", key=".".join(filter(None, (missing[2], missing[1]))))
    if "$.chance.secret" in problem:
        return BadMatchFile("the secret is not written in hexadecimal digits")
    move = re.search(r"at `\$\.moves\[(\d+)\]", problem)
    if move:
        return BadMatchFile("move {number} is not [seat, id, words]", number=int(move[1]) + 1)
    entry = re.search(r"at `\$\.(\w+)", problem)
    if entry and entry[1] != "format":
        if re.search(r"<=|>=|out of range", problem):
            return BadMatchFile("the entry '{key}' is too large or too long", key=entry[1])
        return BadMatchFile("the entry '{key}' has the wrong type", key=entry[1])
    return BadMatchFile('not a match file; its first entry should be "format": "{format}"', format=FORMAT)
