"""The command `play`: the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from fivefamilies.cli.console import (
    Edition,
    Language,
    Options,
    Preset,
    Seats,
    TitleName,
    out,
    parse_options,
    plain,
    read_edition,
    ready,
    spoken_language,
)
from fivefamilies.core.errors import BadMatchFile, BadSeats
from fivefamilies.core.words import words


def play(
    title: TitleName,
    seats: Seats = None,
    bots: Annotated[str, typer.Option(help="bots for the other seats, as greedy,random; the last fills the rest")] = "greedy",
    humans: Annotated[int, typer.Option(help="people at this keyboard; they sit first")] = 1,
    seed: Annotated[str | None, typer.Option(help="the same cards for the same seed")] = None,
    lang: Language = None,
    option: Options = None,
    preset: Preset = None,
    edition: Edition = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the match you left")] = False,
    file: Annotated[Path | None, typer.Option("--file", help="go on with a saved match")] = None,
) -> None:
    """Play in the terminal, against bots or with friends at one screen."""
    from fivefamilies.bots import seat_bots, try_out
    from fivefamilies.core import matchfile
    from fivefamilies.core.match import Match
    from fivefamilies.terminal.session import HUMAN, Session, resume_file

    language = spoken_language(lang)
    rules = ready(title)
    if resume or file:
        path = file or resume_file(rules.slug)
        if not file and not path.exists():
            raise BadMatchFile("no match of {title} waits for you; start one without --resume", title=rules.slug)
        match = matchfile.load(path, language, rules)
        if match.title is not rules:
            other = match.title.slug
            raise BadMatchFile("{file} is a match of {other}, not of {title}", file=path, other=other, title=rules.slug)
        if match.by_hand and not match.is_over:
            raise BadMatchFile("{file}: its secret is not on this machine, so nobody can draw its next card", file=path)
        players = matchfile.read(path)["names"] or [HUMAN] * match.seats
        Session(match, players, out).run()
        return
    match = Match(
        rules, seats, parse_options(rules, option), preset=preset, edition=read_edition(edition), seed=seed, language=language
    )
    if not 0 <= humans <= match.seats:
        raise BadSeats("{n} people do not fit {seats} seats", n=humans, seats=match.seats)
    others = seat_bots(bots, match.seats - humans, trusted=True) if humans < match.seats else []
    if others:
        try_out(others, rules, trusted=True)
    say = words(language)
    plain(say("The secret behind every draw is committed to: {hash}", hash=match.promise.commitment))
    Session(match, [HUMAN] * humans + others, out, trusted=True).run()
