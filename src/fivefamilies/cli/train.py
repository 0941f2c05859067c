"""The command that teaches: train."""

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from fivefamilies.cli.console import Json, Language, TitleName, bar, err, plain, print_json, ready, spoken_language, until_stopped
from fivefamilies.core.words import Words, words

WAYS = ("school", "self-play")


def train(
    title: TitleName,
    minutes: Annotated[float, typer.Option(help="how long it learns", min=0.05, max=100_000)] = 10.0,
    by: Annotated[
        str, typer.Option(help="school: from searching players, who soon ask it; self-play: many games at once")
    ] = "school",
    out_folder: Annotated[Path, typer.Option("--out", help="a folder for checkpoints and what was learned")] = Path("trained"),
    device: Annotated[str, typer.Option(help="cuda, cpu, or auto: a device of NVIDIA if there is one")] = "auto",
    workers: Annotated[
        int | None, typer.Option(help="processes that play, at school; one for each processor unless named")
    ] = None,
    simulations: Annotated[int, typer.Option(help="of a decision, at school", min=1, max=100_000)] = 100,
    practice: Annotated[
        float, typer.Option(help="share of school for exercises: ends of games at first sight", min=0, max=1)
    ] = 0.0,
    stop: Annotated[float, typer.Option(help="how much of its horizon a search plays on before it asks", min=0, max=1)] = 0.0,
    seed: Annotated[int, typer.Option(help="other luck for another seed")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="go on from the folder's checkpoint")] = False,
    further: Annotated[
        bool, typer.Option("--further", help="begin with what `learned` plays from now, not with nothing")
    ] = False,
    course: Annotated[str, typer.Option(help="figures of self-play that are not as usual: lanes=32768,rate=0.0006")] = "",
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Let a network teach itself a title; needs the extra train. FIVEFAMILIES_JUDGES names a folder to play from."""
    from fivefamilies.bots.judge import learned
    from fivefamilies.core.errors import BadOption
    from fivefamilies.core.matchfile import write_safely

    say = words(spoken_language(lang))
    if find_spec("torch") is None or find_spec("matplotlib") is None:
        raise BadOption("training needs torch and matplotlib: pip install 'fivefamilies[train]'")
    if device not in ("auto", "cpu", "cuda"):
        raise BadOption("device '{device}' is not one of auto, cpu, cuda", device=device)
    if by not in WAYS:
        raise BadOption("'{way}' is not a way to learn; school and self-play are", way=by)
    from fivefamilies.lab.training.curves import curves
    from fivefamilies.lab.training.keeping import Report, has_device
    from fivefamilies.lab.training.learning import Course
    from fivefamilies.lab.training.learning import train as play_itself
    from fivefamilies.lab.training.pupil import Schedule, go_to_school

    rules = ready(title)
    there = device != "cpu" and has_device(needs_numba=by == "self-play")
    if device == "cuda" and not there:
        raise BadOption("there is no device of NVIDIA here, or the extra cuda is not installed")
    on, start = "cuda" if there else "cpu", learned(rules) if further else None
    figures = Course.on(on, course)
    with bar(say("Learning"), 1000) as step:
        passed, heard = 0, set[str]()

        def tell(share: float, report: Report) -> None:
            nonlocal passed, heard
            step(int(share * 1000) - passed)
            passed = int(share * 1000)
            known = {say("after {n} decisions, {standing}", n=int(exam["decisions"]), standing=standing)
                     for exam in report.exams[-1:] for standing in standings(exam, say)}  # fmt: skip
            for line in sorted(known - heard):
                err.print(line, markup=False, highlight=False, soft_wrap=True)
            heard |= known

        def learn() -> Report:
            if by == "self-play":
                return play_itself(rules, out_folder, minutes, seed, on, figures, resume, tell, begin_with=start)
            schedule = Schedule.on(on, simulations=simulations, practice=practice, stop=stop)
            return go_to_school(rules, out_folder, minutes, seed, on, schedule, workers, resume, tell, begin_with=start)

        report = until_stopped(learn)
    write_safely(out_folder / f"{rules.slug}.svg", curves(report.exams, rules.name, say))
    if as_json:
        print_json(report.told())
        return
    plain(say("{title}: {n} decisions in {rounds} rounds, {weights} weights; {file}", title=rules.name, n=report.decisions,
              rounds=report.rounds, weights=report.weights, file=out_folder / f"{rules.slug}.npz"))  # fmt: skip
    for exam in report.exams[-1:]:
        for standing in standings(exam, say):
            plain(standing)


def standings(exam: Mapping[str, float], say: Words) -> Iterator[str]:
    """How an examination went, a line for each size of table."""
    for name, share in exam.items():
        if name.endswith(" seats"):
            seats = int(name.split()[0])
            yield say("{n} seats: {share} of the victories against greedy, fair is {fair}", n=seats, share=say.share(share, 1),
                      fair=say.share(1 / seats, 1))  # fmt: skip
