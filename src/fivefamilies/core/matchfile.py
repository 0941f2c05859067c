"""Match files: one JSON object that replays to the same bytes, on any machine, without random numbers.

    {"format": "fivefamilies match 1", "title": "family_business", "rules_version": 1, "seats": 4,
     "options": {...}, "edition": null, "names": ["Anna", "bot:greedy", ...],
     "chance": {"commitment": "<sha256 of the secret>", "secret": "<hex>" or null},
     "moves": [[-1, 0, "draw contract"], [0, 23, "play contract"], ...],
     "result": {"payoffs": [...], "points": [...]} or null}

A move is the seat (-1 for chance), the id, and its notation; all three must agree with the rules.
"""

import json
import os
from pathlib import Path
from typing import Any

from fivefamilies.core.chance import Promise
from fivefamilies.core.contract import CHANCE
from fivefamilies.core.errors import BadMatchFile, BrokenPromise, FamiliesError
from fivefamilies.core.match import Match

FORMAT = "fivefamilies match 1"


def to_dict(match: Match, names: list[str] | None = None, reveal: bool = True) -> dict[str, Any]:
    """The match as plain data; `reveal` puts the secret of its chance in."""
    result = match.result
    return {
        "format": FORMAT,
        "title": match.title.slug,
        "rules_version": match.title.rules_version,
        "seats": match.seats,
        "options": match.options,
        "edition": match.edition,
        "names": names or [],
        "chance": {
            "commitment": match.promise.commitment,
            "secret": match.promise.secret.hex() if reveal and not match.by_hand else None,
        },
        "moves": [[played.seat, played.move, played.notation] for played in match.played],
        "result": {"payoffs": list(result.payoffs), "points": list(result.points)} if result else None,
    }


def dumps(match: Match, names: list[str] | None = None, reveal: bool = True) -> str:
    """The text of a match file: one move a line."""
    data = to_dict(match, names, reveal)
    moves = data.pop("moves")
    head = json.dumps(data, ensure_ascii=False, indent=1)[:-2]
    rows = ",\n  ".join(json.dumps(move, ensure_ascii=False) for move in moves)
    opening = "[\n  " if rows else "["
    return f'{head},\n "moves": {opening}{rows}]\n}}\n'


def write_safely(path: str | Path, text: str) -> None:
    """Write to a temporary name, then rename: whatever happens, the old file or the new one is whole."""
    target = Path(path)
    spare = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with open(spare, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(spare, target)
    finally:
        spare.unlink(missing_ok=True)


def save(match: Match, path: str | Path, names: list[str] | None = None, reveal: bool = True) -> None:
    """Write a match file."""
    write_safely(path, dumps(match, names, reveal))


def read(path: str | Path) -> dict[str, Any]:
    """The data of a match file, its outer form checked."""
    try:
        text = Path(path).read_text("utf-8")
    except OSError as error:
        raise BadMatchFile("{file}: cannot be read: {error}", file=path, error=error.strerror) from error
    except UnicodeDecodeError as error:
        raise BadMatchFile("{file}: is no text", file=path) from error
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BadMatchFile("{file}: is cut off or no JSON: {error}", file=path, error=error) from error
    try:
        check_form(data)
    except BadMatchFile as error:
        raise BadMatchFile("{file}: {error}", file=path, error=error) from error
    return data


FORM: dict[str, tuple[type, ...]] = {
    "format": (str,),
    "title": (str,),
    "rules_version": (int,),
    "seats": (int,),
    "options": (dict,),
    "edition": (dict, type(None)),
    "names": (list,),
    "chance": (dict,),
    "moves": (list,),
    "result": (dict, type(None)),
}


def check_form(data: Any) -> None:
    """Raise unless the data has the entries of a match file."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadMatchFile("not a match file; its first entry should be \"format\": \"{format}\"", format=FORMAT)
    for key, kinds in FORM.items():
        if key not in data:
            raise BadMatchFile("the entry '{key}' is missing", key=key)
        if not isinstance(data[key], kinds) or isinstance(data[key], bool):
            raise BadMatchFile("the entry '{key}' has the wrong type", key=key)
    for number, move in enumerate(data["moves"], 1):
        if (
            not isinstance(move, list)
            or len(move) != 3
            or not all(isinstance(n, int) and not isinstance(n, bool) for n in move[:2])
            or not isinstance(move[2], str)
        ):
            raise BadMatchFile("move {number} is not [seat, id, words]", number=number)


def promise_of(data: dict[str, Any]) -> Promise | None:
    """The promise behind a match's chance, once its secret is revealed."""
    secret = data["chance"].get("secret")
    try:
        return Promise(bytes.fromhex(secret)) if secret else None
    except (TypeError, ValueError) as error:
        raise BadMatchFile("the secret is not written in hexadecimal digits") from error


def from_dict(data: dict[str, Any], language: str = "en", check_draws: bool = False) -> Match:
    """Replay the data; a clear error names the first bad move, or the first draw that its promise does not give."""
    check_form(data)
    promise = promise_of(data)
    match = Match(
        data["title"], data["seats"], data["options"], edition=data["edition"],
        promise=promise, by_hand=True, language=language,
    )  # fmt: skip
    if data["rules_version"] != match.title.rules_version:
        raise BadMatchFile(
            "played by version {old} of the rules of {title}, here is version {new}",
            old=data["rules_version"], title=match.title.slug, new=match.title.rules_version,
        )
    for number, (seat, move, text) in enumerate(data["moves"], 1):
        if match.actor != seat:
            raise BadMatchFile(
                "move {number} ({text}): made by seat {seat}, but it is up to seat {actor}",
                number=number, text=text, seat=seat, actor=match.actor,
            )
        if check_draws and seat == CHANCE:
            check_draw(match, number, move)
        objection = match.objection(move)
        if objection is not None:
            raise BadMatchFile("move {number} ({text}): {why}", number=number, text=text, why=objection)
        if match.notation(move) != text:
            raise BadMatchFile(
                "move {number}: id {move} is '{words}', not '{text}'",
                number=number, move=move, words=match.notation(move), text=text,
            )
        match._make(move)
    if data["result"] is not None:
        result = match.result
        if result is None or list(result.payoffs) != data["result"].get("payoffs"):
            raise BadMatchFile("the result is not that of the moves")
    match.by_hand = promise is None
    return match


def load(path: str | Path, language: str = "en") -> Match:
    """Read and replay a match file; the match can be played on."""
    data = read(path)
    try:
        return from_dict(data, language)
    except BadMatchFile as error:
        raise BadMatchFile("{file}: {error}", file=path, error=error) from error
    except FamiliesError as error:
        raise type(error)("{file}: {error}", file=path, error=error) from error


def check_draw(match: Match, number: int, move: int) -> None:
    """Is this the move of chance that the promise gives here?"""
    moves, weights = match.chances()
    due = moves[match.promise.pick(number - 1, weights)]
    if due != move:
        found = match.notation(move) if move in moves else move
        raise BrokenPromise(
            "move {number}: '{found}' was drawn, the secret gives '{due}'", number=number, found=found, due=match.notation(due)
        )


def verify(data: dict[str, Any]) -> int:
    """Recompute every draw of a match from its revealed secret; returns how many there were."""
    check_form(data)
    promise = promise_of(data)
    if promise is None:
        raise BrokenPromise("the secret is not revealed yet; it comes with the end of the game")
    if promise.commitment != data["chance"].get("commitment"):
        raise BrokenPromise("the secret is not the one that was promised: its hash differs from the commitment")
    match = from_dict(data, check_draws=True)
    return sum(played.seat == CHANCE for played in match.played)
