"""The command that teaches: train."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from fivefamilies.cli.console import Json, Language, TitleName, bar, plain, print_json, ready, spoken_language, until_stopped
from fivefamilies.core.words import words


def train(
    title: TitleName,
    minutes: Annotated[float, typer.Option(help="how long it learns", min=0.05, max=100_000)] = 10.0,
    out_folder: Annotated[Path, typer.Option("--out", help="a folder for checkpoints and what was learned")] = Path("trained"),
    device: Annotated[str, typer.Option(help="cuda, cpu, or auto: a device of NVIDIA if there is one")] = "auto",
    seed: Annotated[int, typer.Option(help="other luck for another seed")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="go on from the folder's checkpoint")] = False,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Let a network teach itself a title by self-play; needs the extra train. FIVEFAMILIES_JUDGES names a folder to play from."""
    from fivefamilies.core.errors import BadOption
    from fivefamilies.core.matchfile import write_safely

    say = words(spoken_language(lang))
    if find_spec("torch") is None or find_spec("matplotlib") is None:
        raise BadOption("training needs torch and matplotlib: pip install 'fivefamilies[train]'")
    if device not in ("auto", "cpu", "cuda"):
        raise BadOption("device '{device}' is not one of auto, cpu, cuda", device=device)
    import torch

    from fivefamilies.lab.training.curves import curves
    from fivefamilies.lab.training.learning import Report
    from fivefamilies.lab.training.learning import train as run

    rules = ready(title)
    there = torch.cuda.is_available() and find_spec("numba_cuda") is not None
    if device == "cuda" and not there:
        raise BadOption("there is no device of NVIDIA here, or the extra cuda is not installed")
    with bar(say("Learning"), 1000) as step:
        passed = 0

        def tell(share: float, report: Report) -> None:
            nonlocal passed
            step(int(share * 1000) - passed)
            passed = int(share * 1000)

        on = "cuda" if there and device != "cpu" else "cpu"
        report = until_stopped(lambda: run(rules, out_folder, minutes, seed, on, resume=resume, tell=tell))
    write_safely(out_folder / f"{rules.slug}.svg", curves(report.exams, rules.name, say))
    if as_json:
        print_json(report.told())
        return
    plain(say("{title}: {n} decisions in {rounds} rounds, {weights} weights; {file}", title=rules.name, n=report.decisions,
              rounds=report.rounds, weights=report.weights, file=out_folder / f"{rules.slug}.npz"))  # fmt: skip
    for name, share in (report.exams[-1] if report.exams else {}).items():
        if name.endswith(" seats"):
            plain(say("{n} seats: {share} of the victories against greedy, fair is {fair}", n=int(name.split()[0]),
                      share=say.share(share, 1), fair=say.share(1 / int(name.split()[0]), 1)))  # fmt: skip
