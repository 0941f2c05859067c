"""The commands about bots: arena, hint, review."""

from pathlib import Path
from typing import Annotated

import typer

from fivefamilies.console import Json, Language, Options, Preset, Seats, TitleName, bar, parse_options, plain, print_json, ready
from fivefamilies.console import spoken_language as spoken
from fivefamilies.core.errors import BadOption, BadSeats
from fivefamilies.core.words import words

MatchFile = Annotated[Path, typer.Argument(help="a match file")]


def arena(
    title: TitleName,
    bot: Annotated[list[str], typer.Argument(help="bots, one a seat, as search:20ms greedy; the last fills the seats left")],
    games: Annotated[int, typer.Option(help="how many games", min=1)] = 200,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="other luck for another seed")] = 1,
    workers: Annotated[int | None, typer.Option(help="games at a time; default: 2", min=1)] = None,
    option: Options = None,
    preset: Preset = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other: rotated seats, the same luck for all, win shares with 95 % intervals, ratings."""
    from fivefamilies.bots import seat_bots
    from fivefamilies.lab import arena as ring

    say = words(spoken(lang))
    rules = ready(title)
    count = max(min(rules.seats), min(len(bot), max(rules.seats))) if seats is None else seats
    rules.check_seats(count)
    settled = rules.settle(parse_options(rules, option), preset)
    problem = rules.misfit(count, settled)
    if problem:
        raise BadOption("{title}: {problem}", title=rules.slug, problem=problem)
    lineup = seat_bots(bot, count, trusted=True)
    with bar(say("Playing"), games) as step:
        result = ring.arena(rules, lineup, games, settled, seed, workers, step)
    if as_json:
        print_json(result)
        return
    plain(say("{n} games of {title} with {seats} seats", n=result["games"], title=rules.name, seats=count))
    plain("")
    plain(ring.markdown(result, say))
    for row in result["bots"]:
        if row["faults"]:
            plain(say("{bot} failed {n} times: {faults}", bot=row["bot"], n=row["faults"], faults="; ".join(row["first_faults"])))


def hint(
    file: MatchFile,
    seat: Annotated[int | None, typer.Option(help="from what this seat knows (1 is the first); default: who is to move")] = None,
    think: Annotated[str, typer.Option(help="how long: 500ms, 2s, or a number of simulations")] = "500ms",
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """What the bot would do in a saved match: candidate moves with their chances to win."""
    from dataclasses import asdict

    from fivefamilies.bots.analysis import analyse, in_words
    from fivefamilies.core import matchfile

    match = matchfile.load(file, spoken(lang))
    ready(match.title.slug)
    if seat is not None and not 1 <= seat <= match.seats:
        raise BadSeats("there is no seat {seat}; there are 1 to {seats}", seat=seat, seats=match.seats)
    found = analyse(match, None if seat is None else seat - 1, think)
    if as_json:
        print_json({"title": match.title.slug, **asdict(found)})
        return
    plain(match.question())
    for one in found.candidates:
        plain(f"  {one.chance:>4.0%}  {one.label}   ({match.say(in_words(one.chance, match.seats))})")
    for place, chance in enumerate(found.chances):
        plain(f"{match.seat_name(place)}: {chance:.0%}, {match.say(in_words(chance, match.seats))}")


def review(
    file: MatchFile,
    think: Annotated[str, typer.Option(help="for each decision: 30ms, 1s, or a number of simulations")] = "30ms",
    plot: Annotated[Path | None, typer.Option(help="write the win chances as an SVG picture")] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Go through a match again: win chances after every move, the turning points, what the bot would have done."""
    from fivefamilies.bots import analysis
    from fivefamilies.core import matchfile

    match = matchfile.load(file, spoken(lang))
    ready(match.title.slug)
    with bar(match.say("Thinking"), len(match.played)) as step:
        found = analysis.review(match, think, step)
    if plot is not None:
        matchfile.write_safely(plot, analysis.plot(found, match.say))
    if as_json:
        print_json(found.data())
        return
    for line in analysis.tell(found, match.say):
        plain(line)
