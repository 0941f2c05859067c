"""The commands about match files: replay, verify, hint, review, export."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefamilies.cli.console import Json, Language, bar, plain, prepare, print_json, spoken_language, until_stopped
from fivefamilies.core.errors import BadSeats
from fivefamilies.core.words import words

if TYPE_CHECKING:
    from fivefamilies.core.match import Match

MatchFile = Annotated[Path, typer.Argument(help="a match file")]
Typed = Annotated[str | None, typer.Option("--title", help="the module of the title, if it is not a registered one")]


def load(file: Path, title: str | None, language: str) -> "Match":
    """The match of a file; code is imported for it only if the person named it."""
    from fivefamilies import games
    from fivefamilies.core import matchfile

    return matchfile.load(file, language, games.title(title) if title else None)


def replay(
    file: MatchFile,
    title: Typed = None,
    seat: Annotated[int | None, typer.Option(help="as this seat sees it (1 is the first); default: everything public")] = None,
    until: Annotated[int | None, typer.Option(help="stop after this move", min=0)] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Replay a match file and tell its story."""
    from fivefamilies.core.contract import OBSERVER
    from fivefamilies.core.editions import has_house_data

    language = spoken_language(lang)
    match = load(file, title, language)
    say = match.say
    if seat is not None and not 1 <= seat <= match.seats:
        raise BadSeats("there is no seat {seat}; there are 1 to {seats}", seat=seat, seats=match.seats)
    if until is not None:
        match.undo(max(0, len(match.played) - until))
    viewer = OBSERVER if seat is None else seat - 1
    result = match.result
    if as_json:
        import msgspec

        print_json({
            "title": match.title.slug, "seats": match.seats, "moves": len(match.played),
            "log": [{"move": n + 1, "lines": match.lines(n, viewer)} for n in range(len(match.played))],
            "view": msgspec.to_builtins(match.view(viewer)),
            "result": {"payoffs": result.payoffs, "points": result.points, "winners": result.winners} if result else None,
        })  # fmt: skip
        return
    for ply in range(len(match.played)):
        for line in match.lines(ply, viewer):
            plain(f"{ply + 1:>4}  {line}")
    plain("")
    plain(match.drawing(viewer), is_board=True)
    plain(match.question())
    if has_house_data(match.title):
        plain(say(
            "Some data of this box is ours, where the printed one is not known: families edition sources {title}",
            title=match.title.slug,
        ))  # fmt: skip
    if result:
        names = ", ".join(match.seat_name(winner) for winner in result.winners)
        plain(say("Winner: {names}", names=names) if names else say("Nobody wins."))


def verify(file: MatchFile, title: Typed = None, lang: Language = None, as_json: Json = False) -> None:
    """Recompute every card and die of a match from its revealed secret."""
    from fivefamilies import games
    from fivefamilies.core import matchfile

    say = words(spoken_language(lang))
    data = matchfile.read(file)
    draws = matchfile.verify(data, games.title(title) if title else None)
    commitment = data["chance"]["commitment"]
    if as_json:
        print_json({"file": str(file), "draws": draws, "commitment": commitment, "verified": True})
    else:
        plain(say("{n} draws recomputed, all as promised by {hash}", n=draws, hash=commitment))


def hint(
    file: MatchFile,
    title: Typed = None,
    seat: Annotated[int | None, typer.Option(help="from what this seat knows (1 is the first); default: who is to move")] = None,
    think: Annotated[str, typer.Option(help="how long: 500ms, 2s, or a number of simulations")] = "500ms",
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """What the bot would do in a saved match: candidate moves with their chances to win."""
    from dataclasses import asdict

    from fivefamilies.bots.analysis import analyse, in_words

    match = load(file, title, spoken_language(lang))
    prepare(match.title)
    if seat is not None and not 1 <= seat <= match.seats:
        raise BadSeats("there is no seat {seat}; there are 1 to {seats}", seat=seat, seats=match.seats)
    found = analyse(match, None if seat is None else seat - 1, think)
    if as_json:
        print_json({"title": match.title.slug, **asdict(found)})
        return
    plain(match.question())
    for one in found.candidates:
        plain(f"  {match.say.share(one.chance):>5}  {one.label}   ({match.say(in_words(one.chance, match.seats))})")
    for place, chance in enumerate(found.chances):
        plain(f"{match.seat_name(place)}: {match.say.share(chance)}, {match.say(in_words(chance, match.seats))}")


def review(
    file: MatchFile,
    title: Typed = None,
    think: Annotated[str, typer.Option(help="for each decision: 30ms, 1s, or a number of simulations")] = "30ms",
    plot: Annotated[Path | None, typer.Option(help="write the win chances as an SVG picture")] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Go through a match again: win chances after every move, the turning points, what the bot would have done."""
    from fivefamilies.bots import analysis
    from fivefamilies.core import matchfile

    match = load(file, title, spoken_language(lang))
    prepare(match.title)
    with bar(match.say("Thinking"), len(match.played)) as step:
        found = until_stopped(lambda: analysis.review(match, think, step))
    if plot is not None:
        matchfile.write_safely(plot, analysis.plot(found, match.say))
    if as_json:
        print_json(found.data())
        return
    for line in analysis.tell(found, match.say):
        plain(line)


def export(
    file: Annotated[list[Path], typer.Argument(help="match files")],
    into: Annotated[Path, typer.Option("--out", help="the Parquet file to write")] = Path("matches.parquet"),
    observations: Annotated[bool, typer.Option("--observations", help="a row a decision, with what its seat knew")] = False,
    title: Typed = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Write match files as one Parquet table: a row a match, or a row a decision."""
    from fivefamilies.lab.export import export as run

    say = words(spoken_language(lang))
    rows = run((load(one, title, say.language) for one in file), into, observations)
    if as_json:
        print_json({"file": str(into), "matches": len(file), "rows": rows})
    else:
        plain(say("{rows} rows of {n} matches are in {file}", rows=rows, n=len(file), file=into))
