"""The pupil: a network that learns from games of searching seats, which soon ask the network itself, and from exercises.

The games are played on all processors, the network learns where torch likes it best. At some tables the seats search as they do
without it, at some they ask an older self, so that one style does not fool it.
"""

import random
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from fivefamilies.bots.judge import Weights, circumstances
from fivefamilies.bots.school import Lessons
from fivefamilies.core.contract import Title
from fivefamilies.core.errors import Stopped
from fivefamilies.core.kernels import SURE
from fivefamilies.lab.training.keeping import Report, keep, kept
from fivefamilies.lab.training.network import Network
from fivefamilies.lab.training.tasks import Answer, Class, Exam, Practice, Task, work
from fivefamilies.lab.workers import crew, spread

FEWEST_EDITIONS = 5  # of a short schooling
ELDERS = 4  # older selves that are kept
STUDY = 3.0  # seconds at a time: then the next class is heard


@dataclass
class Schedule:
    """How a pupil learns."""

    simulations: int = 100  # of a decision
    seconds: float = 5.0  # of a class, at one processor
    warmth: float = 0.25  # how often a move is made as often as it was thought of, not the best one
    plain: float = 0.25  # share of the classes whose seats search without the network
    elders: float = 0.15  # and of those that ask an older self
    practice: float = 0.0  # share of the time for exercises
    stop: float = 0.0  # how much of the horizon is played on before the network is asked what everybody may expect
    others: float = 0.2  # share of the classes with other than the usual options
    rows: int = 2_000_000  # decisions that are remembered, and as many exercises
    batch: int = 4096
    reuse: float = 8.0  # how often a decision is learned from
    rate: float = 1e-3
    decay: float = 0.02
    foresight: float = 0.5  # how much what the search expected counts beside what came of it
    examined: int = 60  # games of an examination

    @classmethod
    def on(cls, device: str, **more: Any) -> "Schedule":
        """What fits a device, or a processor."""
        return cls(**more) if device == "cuda" else cls(**{"rows": 400_000, "batch": 1024} | more)


class Memory:
    """The last decisions, or exercises, in a ring."""

    def __init__(self, title: Title, names: tuple[str, ...], rows: int, device: torch.device, moves: int) -> None:
        self.title, self.names, self.device, self.rows = title, names, device, rows
        half, single, seats = torch.float16, torch.float32, max(title.seats)
        kinds = [(title.observation_length + len(names), half), (moves, half), (moves, half), *[(seats, single)] * 4]
        self.columns = [torch.zeros((rows, width), dtype=kind, device=device) for width, kind in kinds]
        self.next = self.held = 0

    def add(self, asked: Class | Practice, lessons: Lessons) -> None:
        """Remember what was shown, over the oldest."""
        n, seats = len(lessons.seen), max(self.title.seats)
        known = circumstances(self.title, asked.seats, self.title.settle(asked.options))
        around = np.tile(np.array([known[name] for name in self.names], np.float16), (n, 1))

        def padded(numbers: np.ndarray) -> np.ndarray:
            return np.pad(numbers, ((0, 0), (0, seats - asked.seats)))

        hopes = np.clip(lessons.outlook, 1 - SURE, SURE)
        new = (
            np.concatenate([lessons.seen, around], 1), lessons.visits, lessons.looks, padded(np.log(hopes / (1 - hopes))),
            padded(lessons.expected), padded(lessons.results), padded(np.ones((n, asked.seats))),
        )  # fmt: skip
        where = ((torch.arange(n) + self.next) % self.rows).to(self.device)
        for column, numbers in zip(self.columns, new, strict=True):
            column[where] = torch.as_tensor(numbers).to(self.device, column.dtype)
        self.next, self.held = (self.next + n) % self.rows, min(self.held + n, self.rows)

    def sample(self, n: int, luck: torch.Generator) -> list[Tensor]:
        """Some of them."""
        where = torch.randint(self.held, (n,), generator=luck, device=self.device)
        return [column[where].float() for column in self.columns]


class Pupil:
    """One title's network at school."""

    def __init__(self, title: Title, schedule: Schedule, folder: Path, seed: int = 1) -> None:
        self.title, self.schedule, self.folder, self.seed, self.dice = title, schedule, folder, seed, random.Random(seed)
        self.names = tuple(circumstances(title, title.usual_seats, title.settle()))
        self.report = Report(title.slug)
        self.classes = self.editions = 0
        self.due = list[Exam]()  # examinations that nobody sits for yet
        self.debt = 0.0  # decisions that are still to be learned from

    def rehearse(self) -> None:
        """Let everything be compiled once, here, before all teachers do it: with a network that has learned nothing."""
        blank = Network(self.title.observation_length + len(self.names), self.title.moves, max(self.title.seats))
        self.edition(0).mkdir(parents=True, exist_ok=True)
        blank.weights(self.names).save(self.edition(0) / f"{self.title.slug}.npz")
        for bot in ("1", "1:judge=learned"):
            work(Class(self.title.slug, min(self.title.seats), {}, bot, 0.0, 1, 0.0, str(self.edition(0))))
        work(Practice(self.title.slug, min(self.title.seats), {}, self.schedule.stop, 1, 0.0, str(self.edition(0))))
        work(Exam(self.title.slug, min(self.title.seats), 1, 1, 0, str(self.edition(0))))
        shutil.rmtree(self.edition(0))

    def settle(self, device: str, begin_with: Weights | None = None) -> None:
        """Begin to learn, on this device. Teachers that are processes of ours have to be there before."""
        torch.manual_seed(self.seed)
        torch.set_float32_matmul_precision("high")
        self.device = torch.device(device)
        self.luck = torch.Generator(self.device).manual_seed(self.seed)
        self.network = Network(self.title.observation_length + len(self.names), self.title.moves, max(self.title.seats)).to(
            device
        )
        for head in (self.network.worth, self.network.moves):  # nothing to correct yet
            nn.init.zeros_(head.weight)
        self.has_begun = begin_with is not None
        if begin_with:
            self.network.take(begin_with)
        self.report.weights = sum(one.numel() for one in self.network.parameters())
        fading = [one for one in self.network.parameters() if one is not self.network.beside]
        groups = [{"params": fading, "weight_decay": self.schedule.decay}, {"params": [self.network.beside], "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=self.schedule.rate)
        self.lessons = Memory(self.title, self.names, self.schedule.rows, self.device, self.title.moves)
        self.exercises = Memory(self.title, self.names, self.schedule.rows if self.schedule.practice else 1, self.device, 0)

    # ------------------------------------------------------------ classes

    def timetable(self) -> Iterator[tuple[Task]]:
        """What the teachers are asked for, without end."""
        while True:
            if self.due:
                yield (self.due.pop(),)
                continue
            self.classes += 1
            seats = self.dice.choice(list(self.title.seats))
            usual, *others = self.title.settings(seats)
            options = self.dice.choice(others) if others and self.dice.random() < self.schedule.others else usual
            slug, seed, schedule = self.title.slug, self.seed * 1_000_003 + self.classes, self.schedule
            if self.dice.random() < schedule.practice:
                yield (Practice(slug, seats, options, schedule.stop, seed, schedule.seconds, str(self.folder)),)
            else:
                bot, judges = self.teacher()
                yield (Class(slug, seats, options, bot, schedule.warmth, seed, schedule.seconds, str(judges)),)

    def teacher(self) -> tuple[str, Path]:
        """A searching seat: with the newest network, an older one, or none."""
        plain, chance = str(self.schedule.simulations), self.dice.random()
        if not self.editions or chance < self.schedule.plain:
            return plain, self.folder
        number = self.editions
        if chance < self.schedule.plain + self.schedule.elders:
            number = self.dice.randint(max(1, self.editions - ELDERS + 1), self.editions)
        return f"{plain}:judge=learned", self.edition(number)

    def edition(self, number: int) -> Path:
        return self.folder / f"{self.title.slug}-{number}"

    def publish(self) -> None:
        """Let the teachers ask the network as it is now, and examine it."""
        self.editions += 1
        here = self.edition(self.editions)
        self.write(here)
        shutil.rmtree(self.edition(self.editions - ELDERS - 1), ignore_errors=True)
        for seats in sorted({min(self.title.seats), max(self.title.seats)}):
            self.due.append(Exam(self.title.slug, seats, self.schedule.examined, self.seed, self.report.decisions, str(here)))

    def write(self, folder: Path) -> None:
        """What was learned, to play from."""
        folder.mkdir(parents=True, exist_ok=True)
        self.network.weights(self.names, self.schedule.stop).save(folder / f"{self.title.slug}.npz")

    # ------------------------------------------------------------ learning

    def attend(self, answer: Answer) -> None:
        """Remember what a class has shown, or how an examination went."""
        asked, lessons, report = answer.asked, answer.lessons, self.report
        if isinstance(asked, Exam):
            if not report.exams or report.exams[-1]["decisions"] != asked.decisions:
                report.exams.append({"seconds": report.seconds, "decisions": float(asked.decisions)})
            report.exams[-1][f"{asked.seats} seats"] = answer.share
        elif lessons is not None:
            if not self.lessons.held and not self.exercises.held and not self.has_begun:
                self.network.measure(torch.as_tensor(lessons.seen).float().to(self.device), len(self.names))
            (self.lessons if isinstance(asked, Class) else self.exercises).add(asked, lessons)
            report.rounds, report.decisions = report.rounds + answer.games, report.decisions + len(lessons.seen)
            self.debt += self.schedule.reuse * len(lessons.seen)

    def study(self, progress: float, seconds: float) -> None:
        """Learn from what is remembered, until enough was made of it or the time is over."""
        until = time.monotonic() + seconds
        for group in self.optimizer.param_groups:
            group["lr"] = self.schedule.rate * max(0.03, 1 - progress)
        while self.debt > 0 and time.monotonic() < until:
            there = [memory for memory in (self.lessons, self.exercises) if memory.held]
            size = self.schedule.batch // len(there)
            self.learn(sum(self.loss(*memory.sample(size, self.luck)) for memory in there))
            self.debt -= size * len(there)

    def loss(
        self, seen: Tensor, visits: Tensor, looks: Tensor, odds: Tensor, expected: Tensor, results: Tensor, here: Tensor
    ) -> Any:
        """Expect what came of it and what the search expected; like the moves that it liked, where it looked at any."""
        liked, worth = self.network.correct(seen, looks, odds)
        target = self.schedule.foresight * expected + (1 - self.schedule.foresight) * results
        value = (nn.functional.binary_cross_entropy_with_logits(worth, target, reduction="none") * here).sum() / here.sum()
        if not visits.shape[1]:
            return 2 * value
        return 2 * value - (visits * liked.log_softmax(1).clamp(min=-50)).sum(1).mean()

    def learn(self, loss: Any) -> None:
        """One step."""
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()

    # ------------------------------------------------------------ kept

    def save(self) -> None:
        """The state of learning, to go on from; and what was learned, to play from. What was shown is not kept."""
        self.write(self.folder)
        keep(self.folder, self.title.slug, self.report, {
            "network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(), "editions": self.editions,
        })  # fmt: skip

    @contextmanager
    def kept_at_last(self) -> Iterator[None]:
        """Whatever ends it, what was learned is kept."""
        try:
            yield
        except KeyboardInterrupt as stop:
            raise Stopped(self.report) from stop
        finally:
            if self.report.weights:
                self.save()

    def resume(self) -> None:
        """Go on where a checkpoint stands."""
        state = kept(self.folder, self.title.slug, self.device)
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.editions, self.report = state["editions"], Report(**state["report"])


def go_to_school(
    title: Title, folder: Path, minutes: float, seed: int = 1, device: str = "cpu", schedule: Schedule | None = None,
    workers: int | None = None, resume: bool = False, tell: Callable[[float, Report], None] | None = None,
    published_every: float = 60.0, begin_with: Weights | None = None,
) -> Report:  # fmt: skip
    """Learn for some minutes; what was learned lies in the folder at the end, and every minute; Ctrl-C keeps it too."""
    pupil = Pupil(title, schedule or Schedule.on(device), folder, seed)
    pupil.rehearse()
    begun, published, budget = time.monotonic(), 0.0, minutes * 60
    published_every = min(published_every, budget / FEWEST_EDITIONS)
    with closing(spread(work, pupil.timetable(), crew(workers))) as shown, pupil.kept_at_last():
        for number, answer in enumerate(shown):
            if number == 0:
                pupil.settle(device, begin_with)
                if resume:
                    pupil.resume()
                before = pupil.report.seconds
            pupil.attend(answer)
            passed = time.monotonic() - begun
            pupil.report.seconds = before + passed
            pupil.study(passed / budget, STUDY)
            if passed - published > published_every:
                published = passed
                pupil.publish()
                pupil.save()
            if tell:
                tell(min(1.0, passed / budget), pupil.report)
            if passed > budget:
                break
        pupil.publish()
        for exam in pupil.due:
            pupil.attend(work(exam))
    return pupil.report
