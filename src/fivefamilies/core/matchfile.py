"""Match files: one JSON object that replays to the same bytes, on any machine, without random numbers.

    {"format": "fivefamilies match 1", "title": "family_business", "rules_version": 1, "seats": 4,
     "options": {...}, "edition": null, "names": ["Anna", "bot:greedy", ...],
     "chance": {"commitment": "<sha256 of the secret>", "secret": "<hex>" or null},
     "moves": [[-1, 0, "draw contract"], [0, 23, "play contract"], ...],
     "result": {"payoffs": [...], "points": [...]} or null}

A move is the seat (-1 for chance), the id, and its notation; all three must agree with the rules. A match that began from a
position of somebody's own is "fivefamilies match 2" and has that position as "start".
"""

import json
from collections.abc import Mapping
from pathlib import Path

from fivefamilies.core import secretfile
from fivefamilies.core.chance import Promise
from fivefamilies.core.contract import CHANCE, Title
from fivefamilies.core.editions import recalled
from fivefamilies.core.errors import BadMatchFile, BrokenPromise, FamiliesError
from fivefamilies.core.match import Match, registered_title
from fivefamilies.core.matchform import FORMAT, FORMAT_WITH_START, LARGEST, MatchData, StartData, check_form, parse
from fivefamilies.core.safely import write_safely

__all__ = ["FORMAT", "check_form", "dumps", "from_dict", "load", "parse", "read", "save", "to_dict", "verify", "write_safely"]


def to_dict(match: Match, names: list[str] | None = None, reveal: bool = True) -> MatchData:
    """The match as plain data; the secret of its chance is in it when the match is over, if `reveal`."""
    result = match.result
    start: StartData = {} if match.start is None else {"start": match.start}
    return {
        "format": FORMAT_WITH_START if start else FORMAT,
        "title": match.title.slug,
        "rules_version": match.title.rules_version,
        "seats": match.seats,
        "options": match.options,
        "edition": match.edition,
        "names": names or [],
        **start,
        "chance": {
            "commitment": match.promise.commitment,
            "secret": match.promise.secret.hex() if reveal and match.is_over and not match.by_hand else None,
        },
        "moves": [[played.seat, played.move, played.notation] for played in match.played],
        "result": {"payoffs": list(result.payoffs), "points": list(result.points)} if result else None,
    }


def dumps(match: Match, names: list[str] | None = None, reveal: bool = True) -> str:
    """The text of a match file: one move a line."""
    return text_of(to_dict(match, names, reveal))


def text_of(data: MatchData) -> str:
    """The same from plain data."""
    head = json.dumps({key: value for key, value in data.items() if key != "moves"}, ensure_ascii=False, indent=1)[:-2]
    rows = ",\n  ".join(json.dumps(move, ensure_ascii=False) for move in data["moves"])
    opening = "[\n  " if rows else "["
    return f'{head},\n "moves": {opening}{rows}]\n}}\n'


def save(match: Match, path: str | Path, names: list[str] | None = None, reveal: bool = True, private: bool = False) -> None:
    """Write a match file; the secret of an unfinished match is kept apart, so that this machine can go on with it."""
    if match.is_over:
        secretfile.forget(match.promise.commitment)
    elif not match.by_hand:
        secretfile.keep(match.promise)
    write_safely(path, dumps(match, names, reveal), private)


def read(path: str | Path) -> MatchData:
    """The data of a match file, its form checked."""
    try:
        with open(path, "rb") as stream:
            raw = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadMatchFile("{file}: cannot be read: {error}", file=path, error=why) from error
    try:
        return parse(raw)
    except BadMatchFile as error:
        raise BadMatchFile("{file}: {error}", file=path, error=error) from error


def promise_of(data: MatchData) -> Promise | None:
    """The promise behind a match's chance, once its secret is revealed."""
    secret = data["chance"]["secret"]
    return None if secret is None else Promise(bytes.fromhex(secret))


def title_of(data: MatchData, typed: Title | None) -> Title:
    """The title of a match: a registered one, or the very one that the person typed; a file never names what is imported."""
    return typed if typed is not None and typed.slug == data["title"] else registered_title(data["title"])


def from_dict(
    given: MatchData | Mapping[str, object], language: str = "en", check_draws: bool = False, typed: Title | None = None
) -> Match:
    """Replay the data; a clear error names the first bad move, or the first draw that its promise does not give."""
    data = check_form(given)
    promise = promise_of(data) or secretfile.find(data["chance"]["commitment"])
    title = title_of(data, typed)
    match = Match(
        title, data["seats"], title.recalled(data["options"]), edition=recalled(title, data["edition"], data["rules_version"]),
        promise=promise, by_hand=True, language=language,
    )  # fmt: skip
    if data["names"] and len(data["names"]) != match.seats:
        raise BadMatchFile("{n} names for {seats} seats", n=len(data["names"]), seats=match.seats)
    start = data.get("start")
    if start is not None:
        match.set_position(start)
    for number, made in enumerate(data["moves"], 1):
        seat, move, text = int(made[0]), int(made[1]), str(made[2])
        if match.actor != seat:
            raise BadMatchFile(
                "move {number} ({text}): made by seat {seat}, but it is up to seat {actor}",
                number=number,
                text=text,
                seat=seat,
                actor=match.actor,
            )
        if check_draws and seat == CHANCE:
            check_draw(match, number, move)
        objection = match.objection(move)
        if objection is not None:
            raise BadMatchFile("move {number} ({text}): {why}", number=number, text=text, why=objection)
        if match.notation(move) != text:
            raise BadMatchFile(
                "move {number}: id {move} is '{words}', not '{text}'",
                number=number,
                move=move,
                words=match.notation(move),
                text=text,
            )
        match.make(move)
    if data["result"] is not None:
        result = match.result
        if result is None or list(result.payoffs) != data["result"]["payoffs"]:
            raise BadMatchFile("the result is not that of the moves")
    match.by_hand = promise is None
    return match


def load(path: str | Path, language: str = "en", typed: Title | None = None) -> Match:
    """Read and replay a match file; the match can be played on where its secret is known."""
    data = read(path)
    try:
        return from_dict(data, language, typed=typed)
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


def verify(given: MatchData | Mapping[str, object], typed: Title | None = None) -> int:
    """Recompute every draw of a match from its revealed secret; returns how many there were."""
    data = check_form(given)
    promise = promise_of(data)
    if promise is None:
        raise BrokenPromise("the secret is not revealed yet; it comes with the end of the game")
    if promise.commitment != data["chance"]["commitment"]:
        raise BrokenPromise("the secret is not the one that was promised: its hash differs from the commitment")
    match = from_dict(data, check_draws=True, typed=typed)
    return sum(played.seat == CHANCE for played in match.played)
