"""The command `families`."""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from fivefamilies import cli_bots
from fivefamilies.console import (
    Edition,
    Json,
    Language,
    Options,
    Preset,
    Seats,
    TitleName,
    bar,
    err,
    out,
    parse_options,
    plain,
    print_json,
    read_edition,
    ready,
    spoken_language,
)
from fivefamilies.core.errors import BadMatchFile, BadOption, BadSeats, FamiliesError
from fivefamilies.core.words import words

app = typer.Typer(
    name="families",
    help="Five Families: five classic gangster board games, with bots and a fast rules engine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

def main() -> None:
    """Run a command; a mistake gets one sentence and exit code 2."""
    try:
        app()
    except FamiliesError as error:
        err.print(words(spoken_language()).error(error), style="bold red", markup=False, highlight=False, soft_wrap=True)
        sys.exit(2)


@app.command()
def titles(
    name: Annotated[str | None, typer.Argument(help="show the options of this title")] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """List the titles, or show one with its options and presets."""
    from fivefamilies import games

    say = words(spoken_language(lang))
    cards = [games.title(slug) for slug in ([name] if name else games.names())]
    if as_json:
        print_json({"titles": [card_of(title) for title in cards]})
        return
    for title in cards:
        own = words(say.language, title.package)
        plain(f"{title.slug:<18}{title.names.get(say.language, title.name)} · {', '.join(title.designers)} · {title.publisher}, "
              f"{title.year} · " + say("{low} to {high} players", low=min(title.seats), high=max(title.seats)))  # fmt: skip
        for option in title.options if name else ():
            values = option.names or option.values or (f"{option.low}..{option.high}",)
            listed = ", ".join(str(value) for value in values)
            plain(f"  {option.key} = {option.default}   ({listed})   {own(option.meaning)} [{option.ruling}]")
        if name and title.presets:
            plain("  " + say("presets: {names}", names=", ".join(title.presets)))


def card_of(title: Any) -> dict[str, Any]:
    """The title card as data."""
    return {
        "slug": title.slug, "name": title.name, "designers": list(title.designers), "publisher": title.publisher,
        "year": title.year, "seats": list(title.seats), "rules_version": title.rules_version,
        "moves": title.moves, "observation_length": title.observation_length, "record_bytes": title.state.dtype.itemsize,
        "options": [{"key": o.key, "default": o.default, "values": list(o.values), "meaning": o.meaning} for o in title.options],
        "presets": {key: dict(value) for key, value in title.presets.items()},
    }  # fmt: skip


@app.command()
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
    from fivefamilies.bots import seat_bots
    from fivefamilies.core import matchfile
    from fivefamilies.core.match import Match
    from fivefamilies.terminal.session import HUMAN, Session, resume_file

    language = spoken_language(lang)
    rules = ready(title)
    if resume or file:
        path = file or resume_file(rules.slug)
        if not file and not path.exists():
            raise BadMatchFile("no match of {title} waits for you; start one without --resume", title=rules.slug)
        match = matchfile.load(path, language)
        players = matchfile.read(path)["names"] or [HUMAN] * match.seats
        Session(match, players, out).run()
        return
    match = Match(
        rules, seats, parse_options(rules, option), preset=preset, edition=read_edition(edition), seed=seed, language=language
    )
    if not 0 <= humans <= match.seats:
        raise BadSeats("{n} people do not fit {seats} seats", n=humans, seats=match.seats)
    others = seat_bots(bots, match.seats - humans, trusted=True) if humans < match.seats else []
    say = words(language)
    plain(say("Chance is promised by {hash}", hash=match.promise.commitment))
    Session(match, [HUMAN] * humans + others, out, trusted=True).run()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="the address to listen on; 0.0.0.0 for everybody in your network")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="the port; the next free one is taken", min=0, max=65535)] = 8500,
    db: Annotated[str | None, typer.Option(help="a file, or a database address such as postgresql://...")] = None,
    is_opened: Annotated[bool, typer.Option("--open/--no-open", help="open the browser")] = True,
    pace: Annotated[float, typer.Option(help="seconds a bot takes for a move at least", min=0)] = 0.6,
    grace: Annotated[float, typer.Option(help="seconds before a bot may stand in for an absent player", min=0)] = 45,
    rate: Annotated[float, typer.Option(help="requests a second allowed to one player", min=1)] = 20,
    prepare: Annotated[bool, typer.Option("--prepare/--no-prepare", help="compile all titles in the background")] = True,
    notices: Annotated[bool, typer.Option(help="let players name an address that hears of their turn")] = False,
    public_url: Annotated[str | None, typer.Option(help="the address that players use, behind a proxy: https://...")] = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error")] = "warning",
    lang: Language = None,
) -> None:
    """Open the web table: play in a browser, with friends and bots."""
    os.environ["FIVEFAMILIES_INTERPRETED"] = "1"  # this process needs no compiled rules; those who think for bots have them
    from fivefamilies.table.config import Config, default_db
    from fivefamilies.table.serve import free_port
    from fivefamilies.table.serve import serve as run

    say = words(spoken_language(lang))
    chosen = free_port(host, port)
    config = Config(
        db=db or default_db(), pace=pace, grace=grace, rate=rate, burst=3 * rate, prepare=prepare, notices=notices,
        public_url=public_url,
    )  # fmt: skip
    shown = public_url or f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{chosen}"
    plain(say("The table is open at {address} (stop with Ctrl-C)", address=shown))
    plain(say("Press Play now under a poster for a game with bots, or Invite for a link to friends; nothing else is needed."))
    run(config, host, chosen, is_opened, log_level)


@app.command()
def simulate(
    title: TitleName,
    games: Annotated[int, typer.Option(help="how many games", min=1)] = 1000,
    bots: Annotated[str, typer.Option(help="bots by seat, for example greedy,random; the last fills the rest")] = "random",
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="the same games for the same seed")] = 1,
    workers: Annotated[int | None, typer.Option(help="how many cores; default: all", min=1)] = None,
    option: Options = None,
    preset: Preset = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Many games between bots: wins with 95 % intervals, length, speed."""
    from fivefamilies.bots import seat_bots
    from fivefamilies.lab.simulate import simulate as run

    say = words(spoken_language(lang))
    rules = ready(title)
    count = min(rules.seats, key=lambda n: abs(n - 4)) if seats is None else seats
    rules.check_seats(count)
    settled = rules.settle(parse_options(rules, option), preset)
    problem = rules.misfit(count, settled)
    if problem:
        raise BadOption("{title}: {problem}", title=rules.slug, problem=problem)
    with bar(say("Playing"), games) as step:
        report = run(rules, count, seat_bots(bots, count, trusted=True), games, settled, seed, workers, step)
    if as_json:
        print_json(report)
        return
    plain(say("{n} games of {title} with {seats} seats", n=report["games"], title=rules.name, seats=count))
    table = Table(box=None)
    for heading in (say("bot or seat"), say("games"), say("wins"), say("95% interval"), say("fair share")):
        table.add_column(heading, justify="right")
    rows = [(entry["bot"], entry) for entry in report["bots"]]
    rows += [(say("seat {n}", n=entry["seat"] + 1), entry) for entry in report["by_seat"]]
    for label, entry in rows:
        interval = f"{entry['low']:.1%} – {entry['high']:.1%}"
        table.add_row(label, str(entry["games"]), f"{entry['share']:.1%}", interval, f"{1 / count:.1%}")
    out.print(table)
    own = words(say.language, rules.package)
    for row in report["bots"]:
        for milestone, share in row["milestones"].items():
            plain(f"{row['bot']}: {own(milestone)} {share:.1%}")
    length = report["length"]
    plain(say("moves a game: {mean} on average, {median} median, {longest} at most; nobody wins: {nobody}",
              mean=f"{length['mean']:.0f}", median=f"{length['median']:.0f}", longest=length["longest"],
              nobody=f"{report['nobody_wins']:.1%}"))  # fmt: skip
    plain(say("{rate} moves a second", rate=f"{report['moves_per_second']:,.0f}"))


@app.command()
def check(
    title: TitleName,
    seats: Annotated[list[int] | None, typer.Option("--seats", help="only this many; may be repeated")] = None,
    games: Annotated[int, typer.Option(help="random games in all", min=1)] = 200,
    seed: Annotated[int, typer.Option(help="other games for another seed")] = 1,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Test the laws that hold for every title, on any registered title or module."""
    from fivefamilies.core.matchfile import write_safely
    from fivefamilies.lab import laws

    say = words(spoken_language(lang))
    rules = ready(title)
    for count in seats or ():
        rules.check_seats(count)
    began = time.perf_counter()
    with bar(say("Checking"), games) as step:
        report = laws.check(rules, seats or None, games, seed, progress=step)
    kept = None
    if report.counterexample is not None:
        kept = free_name(f"{rules.slug}.counterexample")
        write_safely(kept, json.dumps(report.counterexample, ensure_ascii=False, indent=1))
    if as_json:
        print_json({
            "title": report.title, "games": report.games, "moves": report.moves, "setups": report.setups,
            "moments": report.moments, "held": report.held,
            "broken": report.broken, "law": report.law, "counterexample": str(kept) if kept else None,
        })  # fmt: skip
    else:
        for law, times in report.held.items():
            mark = "✗" if law == report.law else "✓" if times else "·"
            plain(f"{mark} {laws.LAWS[law]} ({times:,})")
        if report.broken:
            plain(say("broken: {what}; the match is in {file}", what=report.broken, file=kept))
        plain(say("{games} games, {moves} moves, {setups} set-ups of seats and options, {seconds} s",
                  games=report.games, moves=f"{report.moves:,}", setups=report.setups,
                  seconds=f"{time.perf_counter() - began:.0f}"))  # fmt: skip
    if report.broken:
        raise typer.Exit(1)


def free_name(stem: str) -> Path:
    """A file name that is not taken."""
    number = 1
    while (path := Path(f"{stem}{'' if number == 1 else f'-{number}'}.match.json")).exists():
        number += 1
    return path


MatchFile = Annotated[Path, typer.Argument(help="a match file")]


@app.command()
def replay(
    file: MatchFile,
    seat: Annotated[int | None, typer.Option(help="as this seat sees it (1 is the first); default: everything public")] = None,
    until: Annotated[int | None, typer.Option(help="stop after this move")] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Replay a match file and tell its story."""
    from fivefamilies.core import matchfile
    from fivefamilies.core.contract import OBSERVER

    language = spoken_language(lang)
    match = matchfile.load(file, language)
    say = match.say
    if seat is not None and not 1 <= seat <= match.seats:
        raise BadSeats("there is no seat {seat}; there are 1 to {seats}", seat=seat, seats=match.seats)
    if until is not None:
        match.undo(max(0, len(match.played) - max(0, until)))
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
    plain(match.drawing(viewer))
    plain(match.question())
    if result:
        names = ", ".join(match.seat_name(winner) for winner in result.winners)
        plain(say("Winner: {names}", names=names) if names else say("Nobody wins."))


@app.command()
def verify(file: MatchFile, lang: Language = None, as_json: Json = False) -> None:
    """Recompute every card and die of a match from its revealed secret."""
    from fivefamilies.core import matchfile

    say = words(spoken_language(lang))
    data = matchfile.read(file)
    draws = matchfile.verify(data)
    commitment = data["chance"]["commitment"]
    if as_json:
        print_json({"file": str(file), "draws": draws, "commitment": commitment, "verified": True})
    else:
        plain(say("{n} draws recomputed, all as promised by {hash}", n=draws, hash=commitment))


@app.command()
def rules(
    title: TitleName,
    untested: Annotated[bool, typer.Option("--untested", help="list the rules that no test cites; exit 1 if any")] = False,
    tests: Annotated[Path, typer.Option(help="the folder of the tests")] = Path("tests"),
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """The rules of a title in our words."""
    from rich.markdown import Markdown

    from fivefamilies import games
    from fivefamilies.lab import citations

    language = spoken_language(lang)
    card = games.title(title)
    say = words(language, card.package)
    if untested:
        missing = citations.untested(card, tests)
        if as_json:
            print_json({"title": card.slug, "rules": len(citations.rule_numbers(card)), "untested": missing})
        else:
            for number in missing:
                plain(number)
            total = len(citations.rule_numbers(card))
            plain(say("{n} of {total} rules and rulings are cited by a test", n=total - len(missing), total=total))
        raise typer.Exit(1 if missing else 0)
    page = "\n".join(
        f"{marks} {say(heading)}" if (marks := line.partition(" ")[0]).strip("#") == "" and marks else line
        for line in citations.rules_page(card).splitlines()
        for heading in [line.partition(" ")[2]]
    )
    if as_json:
        print_json({"title": card.slug, "language": language, "markdown": page})
    else:
        with out.pager(styles=True) if out.is_terminal else nothing():
            out.print(Markdown(page))


@contextmanager
def nothing() -> Iterator[None]:
    yield


@app.command()
def bench(
    title: Annotated[list[str] | None, typer.Argument(help="titles; default: all")] = None,
    pairs: Annotated[int, typer.Option(help="paired slices of 0.4 s", min=1)] = 20,
    cold: Annotated[bool, typer.Option(help="measure a cold compilation too")] = True,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Measure speed, size and compile time, beside the peers that are installed."""
    from fivefamilies import games
    from fivefamilies.lab.bench import bench as run

    say = words(spoken_language(lang))
    chosen = title or games.names()
    for slug in chosen:
        games.title(slug)
    with bar(say("Measuring"), len(chosen)) as step:
        report = run(chosen, pairs, cold, lambda slug: step())
    if as_json:
        print_json(report)
        return
    for slug, row in report["titles"].items():
        rate = f"{row['moves_per_second']:,.0f}"
        plain(say("{title} ({seats} seats): {rate} moves a second on one core, {size} bytes a position",
                  title=slug, seats=row["seats"], rate=rate, size=row["record_bytes"]))  # fmt: skip
        if row["compile_seconds"] is not None:
            plain("  " + say("{seconds} s to compile the first time", seconds=f"{row['compile_seconds']:.1f}"))
        for peer, ratio in row["ratios"].items():
            median, low, high = (f"{ratio[key]:.1f}" for key in ("median", "p10", "p90"))
            plain("  " + say("{ratio} times {peer} (10th to 90th percentile {low} to {high})",
                             ratio=median, peer=peer, low=low, high=high))  # fmt: skip
    for peer, row in report["peers"].items():
        plain(say("{peer}: {rate} moves a second", peer=peer, rate=f"{row['moves_per_second']:,.0f}"))
    versions = ", ".join(f"{name} {version}" for name, version in report["versions"].items())
    plain(f"Python {report['python']}, {versions}, {report['cpu']}")


for command in (cli_bots.arena, cli_bots.hint, cli_bots.review):
    app.command()(command)

if __name__ == "__main__":
    main()
