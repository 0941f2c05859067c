"""What became of it so far, and checkpoints to go on from."""

import json
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch

from fivefamilies.core.errors import BadFile
from fivefamilies.core.matchfile import write_safely


@dataclass
class Report:
    """What became of it, so far."""

    title: str
    seconds: float = 0.0
    rounds: int = 0  # of self-play, or games of a teacher
    decisions: int = 0
    weights: int = 0
    exams: list[dict[str, float]] = field(default_factory=list)

    def told(self) -> dict[str, object]:
        return asdict(self)


def has_device(needs_numba: bool) -> bool:
    """Is there a device of NVIDIA to learn on, and to play on if that is needed?"""
    return torch.cuda.is_available() and (not needs_numba or find_spec("numba_cuda") is not None)


def keep(folder: Path, slug: str, report: Report, state: dict[str, Any]) -> None:
    """Write a checkpoint down, and the report beside it for people."""
    folder.mkdir(parents=True, exist_ok=True)
    torch.save({**state, "report": report.told()}, folder / f"{slug}.pt.new")
    (folder / f"{slug}.pt.new").replace(folder / f"{slug}.pt")
    write_safely(folder / f"{slug}.json", json.dumps(report.told(), indent=1) + "\n")


def kept(folder: Path, slug: str, device: torch.device) -> dict[str, Any]:
    """A checkpoint."""
    file = folder / f"{slug}.pt"
    if not file.is_file():
        raise BadFile("{file}: there is no checkpoint to go on from", file=file)
    return torch.load(file, map_location=device, weights_only=True)
