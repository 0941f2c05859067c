"""The commands that play many games: simulate, arena, check, report, bench."""

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from fivefamilies.cli.console import (
    Json,
    Language,
    Options,
    Preset,
    Seats,
    TitleName,
    bar,
    out,
    parse_options,
    plain,
    prepare,
    print_json,
    ready,
    spoken_language,
    until_stopped,
)
from fivefamilies.core.errors import BadOption
from fivefamilies.core.words import Words, words

MOST_GAMES = 10_000_000


def simulate(
    title: TitleName,
    games: Annotated[int, typer.Option(help="how many games", min=1, max=MOST_GAMES)] = 1000,
    bots: Annotated[str, typer.Option(help="bots by seat, for example greedy,random; the last fills the rest")] = "random",
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="the same games for the same seed")] = 1,
    workers: Annotated[int | None, typer.Option(help="how many cores; default: all", min=1)] = None,
    option: Options = None,
    preset: Preset = None,
    out_folder: Annotated[Path | None, typer.Option("--out", help="a folder that keeps every game, one row each")] = None,
    kind: Annotated[str, typer.Option("--format", help="of these rows: parquet or json")] = "parquet",
    resume: Annotated[bool, typer.Option("--resume", help="go on with what the folder holds")] = False,
    ray: Annotated[str | None, typer.Option(help="the address of a Ray cluster that plays; auto finds one here")] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Many games between bots: wins with 95 % intervals, length, speed."""
    from fivefamilies.bots import seat_bots
    from fivefamilies.lab.simulate import simulate as run

    say = words(spoken_language(lang))
    rules = ready(title)
    count = rules.usual_seats if seats is None else seats
    settled = rules.settle_for(count, parse_options(rules, option), preset)
    lineup = seat_bots(bots, count, trusted=True)
    with bar(say("Playing"), games) as step:
        report = until_stopped(lambda: run(
            rules, lineup, games, settled, seed, workers, step, seats=count, out=out_folder, kind=kind, resume=resume, ray=ray,
        ))  # fmt: skip
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
        interval = f"{say.share(entry['low'], 1)} – {say.share(entry['high'], 1)}"
        table.add_row(label, say.number(entry["games"]), say.share(entry["share"], 1), interval, say.share(1 / count, 1))
    out.print(table)
    own = words(say.language, rules.package)
    for row in report["bots"]:
        for milestone, share in row["milestones"].items():
            plain(f"{row['bot']}: {own(milestone)} {say.share(share, 1)}")
    tell_faults(report, say)
    length = report["length"]
    plain(say("moves a game: {mean} on average, {median} median, {longest} at most; nobody wins: {nobody}",
              mean=say.number(length["mean"]), median=say.number(length["median"]), longest=length["longest"],
              nobody=say.share(report["nobody_wins"], 1)))  # fmt: skip
    plain(say("{rate} moves a second", rate=say.number(report["moves_per_second"])))


def arena(
    title: TitleName,
    bot: Annotated[list[str], typer.Argument(help="bots, one a seat, as search:20ms greedy; the last fills the seats left")],
    games: Annotated[int, typer.Option(help="how many games", min=1, max=MOST_GAMES)] = 200,
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

    say = words(spoken_language(lang))
    rules = ready(title)
    count = max(min(rules.seats), min(len(bot), max(rules.seats))) if seats is None else seats
    settled = rules.settle_for(count, parse_options(rules, option), preset)
    lineup = seat_bots(bot, count, trusted=True)
    with bar(say("Playing"), games) as step:
        result = until_stopped(lambda: ring.arena(rules, lineup, games, settled, seed, workers, step))
    if as_json:
        print_json(result)
        return
    plain(say("{n} games of {title} with {seats} seats", n=result["games"], title=rules.name, seats=count))
    plain("")
    plain(ring.markdown(result, say))
    tell_faults(result, say)


def tell_faults(report: dict[str, Any], say: Words) -> None:
    """What bots did wrong."""
    for row in report["bots"]:
        if row["faults"]:
            failed = say.many("{bot} failed {n} time: {faults}", "{bot} failed {n} times: {faults}", row["faults"],
                              bot=row["bot"], faults="; ".join(row["first_faults"]))  # fmt: skip
            plain(failed)


def check(
    title: TitleName,
    seats: Annotated[list[int] | None, typer.Option("--seats", help="only this many; may be repeated")] = None,
    games: Annotated[int, typer.Option(help="random games in all", min=1, max=MOST_GAMES)] = 200,
    seed: Annotated[int, typer.Option(help="other games for another seed")] = 1,
    workers: Annotated[int | None, typer.Option(help="how many cores; default: all", min=1)] = None,
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
        report = until_stopped(lambda: laws.check(rules, seats or None, games, seed, progress=step, workers=workers))
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
            plain(f"{mark} {laws.LAWS[law]} ({say.number(times)})")
        if report.broken:
            plain(say("broken: {what}; the match is in {file}", what=report.broken, file=kept))
        plain(say("{games} games, {moves} moves, {setups} set-ups of seats and options, {seconds} s",
                  games=report.games, moves=report.moves, setups=report.setups,
                  seconds=say.number(time.perf_counter() - began)))  # fmt: skip
    if report.broken:
        raise typer.Exit(1)


def free_name(stem: str) -> Path:
    """A file name that is not taken."""
    number = 1
    while (path := Path(f"{stem}{'' if number == 1 else f'-{number}'}.match.json")).exists():
        number += 1
    return path


def report(
    title: TitleName,
    games: Annotated[int, typer.Option(help="how many games every question is worth", min=1, max=100_000)] = 40,
    budget: Annotated[int, typer.Option(help="how many simulations search thinks at a move", min=1, max=100_000)] = 50,
    seed: Annotated[int, typer.Option(help="the same games for the same seed")] = 1,
    workers: Annotated[int | None, typer.Option(help="how many cores; default: all", min=1)] = None,
    out_file: Annotated[Path | None, typer.Option("--out", help="the page; default: TITLE-report.html")] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="play all games anew instead of going on with those of earlier runs")
    ] = False,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """One page on a game: seats, luck and skill, what each part is worth, how often each rule comes up, openings."""
    from fivefamilies.core.matchfile import write_safely
    from fivefamilies.lab.report import figures, page, studies

    say = words(spoken_language(lang))
    page.plotting()
    rules = ready(title)
    if not rules.kinds:
        raise BadOption("{title} declares no moves and events; a report has nothing to count", title=rules.slug)
    plan = studies.Plan(rules, games, budget, seed)
    with bar(say("Playing"), sum(1 for _ in plan.jobs())) as step:
        rows = until_stopped(lambda: studies.play(plan, workers, step, fresh))
    found = figures.figures(plan, rows)
    target = out_file or Path(f"{rules.slug}-report.html")
    write_safely(target, page.page(rules, found, say.language))
    if as_json:
        print_json({**found, "file": str(target)})
        return
    plain(say("{n} games of {title} with {seats} seats", n=sum(found["matches"].values()), title=rules.name, seats=plan.seats))
    plain(say("the report is in {file}", file=target))


def bench(
    title: Annotated[list[str] | None, typer.Argument(help="titles; default: all")] = None,
    pairs: Annotated[int, typer.Option(help="paired slices of 0.4 s", min=1, max=10_000)] = 20,
    cold: Annotated[bool, typer.Option(help="measure a cold compilation too")] = True,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Measure speed, size and compile time, beside the peers that are installed."""
    from fivefamilies import games
    from fivefamilies.lab.bench import bench as run

    say = words(spoken_language(lang))
    chosen = title or games.names()
    for rules in [games.title(slug) for slug in chosen]:
        prepare(rules)
    with bar(say("Measuring"), len(chosen)) as step:
        report = until_stopped(lambda: run(chosen, pairs, cold, lambda slug: step()))
    if as_json:
        print_json(report)
        return
    for slug, row in report["titles"].items():
        rate = say.number(row["moves_per_second"])
        plain(say("{title} ({seats} seats): {rate} moves a second on one core, {size} bytes a position",
                  title=slug, seats=row["seats"], rate=rate, size=row["record_bytes"]))  # fmt: skip
        if row["compile_seconds"] is not None:
            plain("  " + say("{seconds} s to compile the first time", seconds=say.number(row["compile_seconds"], 1)))
        for peer, ratio in row["ratios"].items():
            median, low, high = (say.number(ratio[key], 1) for key in ("median", "p10", "p90"))
            plain("  " + say("{ratio} times {peer} (10th to 90th percentile {low} to {high})",
                             ratio=median, peer=peer, low=low, high=high))  # fmt: skip
    for peer, row in report["peers"].items():
        plain(say("{peer}: {rate} moves a second", peer=peer, rate=say.number(row["moves_per_second"])))
    versions = ", ".join(f"{name} {version}" for name, version in report["versions"].items())
    plain(f"Python {report['python']}, {versions}, {report['cpu']}")
