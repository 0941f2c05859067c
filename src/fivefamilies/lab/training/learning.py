"""The lessons: play a stretch, look back, make what went well more likely; again and again."""

import copy
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from fivefamilies.bots.judge import Weights, circumstances
from fivefamilies.core.batch import Batch
from fivefamilies.core.contract import Title
from fivefamilies.core.errors import BadOption, Stopped
from fivefamilies.lab.training.keeping import Report, keep, kept
from fivefamilies.lab.training.network import Network
from fivefamilies.lab.training.tables import Stretch, Tables

KEPT_ELDERS = 8
FEWEST_EXAMS = 5  # of a short course, if they are quick
LEARNED = 4  # times as long as an examination takes, at least, before the next: games of some titles are long
MOST = 10_000_000  # no figure of a course is more
THOUGHT = "100"  # simulations of a decision of those who think ahead
MAY_BE_NONE = ("elders", "greedy", "thinkers", "curiosity")  # the others may not be 0


@dataclass
class Course:
    """How it learns. The figures are for a device; `small` is for a processor and for tests."""

    lanes: int = 131072  # games at a time
    steps: int = 32  # decisions of a stretch
    batch: int = 65536  # decisions that are learned from at once
    epochs: int = 2  # times that a stretch is learned from
    rate: float = 1e-3  # at the start; it falls to a twentieth
    clip: float = 0.2
    curiosity: float = 0.01  # entropy; it falls to a tenth
    elders: float = 0.34  # share of the tables at which an older self plays too
    greedy: int = 128  # games of each number of seats against `greedy`, which the processor plays
    thinkers: int = 16  # likewise against seats that think ahead
    threads: int = 2  # for games on the processor
    examined: int = 256  # games of an examination

    @classmethod
    def small(cls) -> "Course":
        return cls(lanes=1024, steps=16, batch=4096, greedy=64, thinkers=8, threads=2, examined=128)

    @classmethod
    def on(cls, device: str, changes: str = "") -> "Course":
        """The usual one for a device or a processor, but for changes like `lanes=32768,rate=0.0006`."""
        usual = cls() if device == "cuda" else cls.small()
        known = {field.name: type(getattr(usual, field.name)) for field in fields(cls)}
        changed = {}
        for change in filter(None, changes.split(",")):
            name, _, number = change.partition("=")
            try:
                changed[name] = known[name](number)
                if not 0 <= changed[name] <= MOST or (name not in MAY_BE_NONE and not changed[name]):
                    raise ValueError(number)
            except (KeyError, ValueError) as error:
                raise BadOption("'{change}' is no part of a course; write NAME=NUMBER, the names are {known}", change=change,
                                known=", ".join(known)) from error  # fmt: skip
        return replace(usual, **changed)


def set_tables(title: Title, course: Course, seed: int, device: str) -> Iterator[Tables]:
    """Tables of every number of seats: most games with the usual options, some with others, and some against hand-written
    players at every second seat."""
    lanes = course.lanes // len(title.seats)
    for seats in title.seats:
        usual, *others = title.settings(seats)
        few = lanes // 4 if others else 0
        yield Tables(title, seats, usual, lanes - few, seed + seats, device, course.threads)
        if few:
            yield Tables(title, seats, others[seed % len(others)], few, seed + 100 * seats, device, course.threads)
        if course.greedy:
            yield Tables(title, seats, usual, course.greedy, seed + 10 * seats, device, course.threads, "greedy")
        if course.thinkers:
            yield Tables(title, seats, usual, course.thinkers, seed + 1000 * seats, device, 1, THOUGHT)


class Watched(NamedTuple):
    """What bystanders saw and what they should have expected, of which seats."""

    seen: Tensor
    odds: Tensor
    targets: Tensor
    counts: Tensor


class Decided(NamedTuple):
    """The same of deciders; and how their moves looked at first sight, which they made, how likely that was, and what it won."""

    seen: Tensor
    odds: Tensor
    targets: Tensor
    counts: Tensor
    looks: Tensor
    actions: Tensor
    likely: Tensor
    gains: Tensor


def surprise(worth: Tensor, targets: Tensor, counts: Tensor) -> Tensor:
    """How far expectations were from what came, of all seats that count."""
    return (nn.functional.binary_cross_entropy_with_logits(worth, targets, reduction="none") * counts).sum(1).mean()


class Learner:
    """One title's network on its way."""

    def __init__(self, title: Title, course: Course, seed: int = 1, device: str = "cpu") -> None:
        self.title, self.course, self.device, self.seed = title, course, torch.device(device), seed
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self.luck = torch.Generator(self.device).manual_seed(seed)
        self.names = tuple(circumstances(title, title.usual_seats, title.settle()))
        inputs = title.observation_length + len(self.names)
        self.network = Network(inputs, title.moves, max(title.seats)).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=course.rate, eps=1e-5)
        self.elders: list[dict[str, Tensor]] = []
        self.elder = copy.deepcopy(self.network)
        self.report = Report(title.slug, weights=sum(p.numel() for p in self.network.parameters()))
        self.tables = list(set_tables(title, course, seed, device))
        self.has_begun = False  # with what was learned before

    def begin_with(self, weights: Weights) -> None:
        """Go on from what was learned before."""
        self.network.take(weights)
        self.has_begun = True

    # ------------------------------------------------------------ a round

    def round(self, progress: float) -> None:
        """A stretch at every table, and what is learned from it."""
        course = self.course
        elder = self.invite_elder()
        stretches = []
        for tables in self.tables:
            tables.seat_elders(course.elders if elder is not None else 0.0, self.luck)
            stretches.append(Stretch(tables, self.network, elder, course.steps, self.luck))
        if self.report.rounds == 0 and not self.has_begun:
            self.network.measure(torch.cat([one.seen.flatten(0, 1)[:: len(stretches)] for one in stretches]).float())
            return self.note(stretches)  # what was played before the inputs were measured is not learned from
        for group in self.optimizer.param_groups:
            group["lr"] = course.rate * max(0.05, 1 - progress)
        curiosity = course.curiosity * max(0.1, 1 - progress)
        for decided, watched in self.deal(stretches):
            self.learn(curiosity, decided, watched)
        self.note(stretches)

    def note(self, stretches: list[Stretch]) -> None:
        self.report.rounds += 1
        self.report.decisions += sum(int(one.own.sum()) for one in stretches)
        if self.report.rounds & (self.report.rounds - 1) == 0 or self.report.rounds % 100 == 0:  # 1, 2, 4, 8 ... 100, 200
            self.elders = [*self.elders[-KEPT_ELDERS + 1 :], copy.deepcopy(self.network.state_dict())]

    def invite_elder(self) -> Network | None:
        """One of its older selves, a late one as likely as an early one."""
        if not self.elders:
            return None
        chosen = int(torch.randint(len(self.elders), (1,), generator=self.luck, device=self.device))
        self.elder.load_state_dict(self.elders[chosen])
        return self.elder

    def deal(self, stretches: list[Stretch]) -> Iterator[tuple[Decided, Watched]]:
        """The decisions of all tables in lots, shuffled anew for every epoch, each with its part of what bystanders saw."""
        decided, watched = list[Decided](), list[Watched]()
        for one in stretches:
            at = one.own.flatten().nonzero()[:, 0]
            decided.append(Decided(
                one.seen.flatten(0, 1)[at], one.odds.flatten(0, 1)[at], *self.padded(one.targets.flatten(0, 1)[at]),
                one.looks.flatten(0, 1)[at], one.actions.flatten()[at], one.likely.flatten()[at], one.gains.flatten()[at],
            ))  # fmt: skip
            for t, watching in one.watching.items():
                at = (one.actors[t] >= 0).nonzero()[:, 0]
                watched.append(Watched(watching.seen[at], watching.odds[at], *self.padded(watching.targets[at])))
        ours, theirs = Decided(*map(torch.cat, zip(*decided, strict=True))), Watched(*map(torch.cat, zip(*watched, strict=True)))
        for _ in range(self.course.epochs):
            lots = self.shuffled(len(ours.seen)).split(self.course.batch)
            for lot, beside in zip(lots, self.shuffled(len(theirs.seen)).tensor_split(len(lots)), strict=True):
                yield Decided(*(column[lot] for column in ours)), Watched(*(column[beside] for column in theirs))

    def shuffled(self, count: int) -> Tensor:
        return torch.randperm(count, generator=self.luck, device=self.device)

    def padded(self, targets: Tensor) -> tuple[Tensor, Tensor]:
        """Expectations at a table of fewer seats as if all were there, and which of them count."""
        most, (rows, seats) = max(self.title.seats), targets.shape
        counts = (torch.arange(most, device=self.device) < seats).float().expand(rows, -1)
        return nn.functional.pad(targets, (0, most - seats)), counts

    def learn(self, curiosity: float, decided: Decided, watched: Watched) -> None:
        """One step: what went better than expected becomes more likely, but not by much (clipped)."""
        liked, worth = self.network.correct(decided.seen.float(), decided.looks.float(), decided.odds)
        chances = liked.log_softmax(1)
        ratio = (chances.gather(1, decided.actions[:, None])[:, 0] - decided.likely).exp()
        gains = (decided.gains - decided.gains.mean()) / (decided.gains.std() + 1e-6)
        clip = self.course.clip
        policy = -torch.min(ratio * gains, ratio.clamp(1 - clip, 1 + clip) * gains).mean()
        entropy = -(chances.exp() * chances.masked_fill(liked.isneginf(), 0)).sum(1).mean()
        nothing = watched.seen.new_empty((len(watched.seen), 0))
        aside = self.network.correct(watched.seen.float(), nothing, watched.odds)[1]
        expecting = surprise(worth, decided.targets, decided.counts) + surprise(aside, watched.targets, watched.counts)
        loss = policy + expecting / 2 - curiosity * entropy
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()

    # ------------------------------------------------------------ examination

    @torch.no_grad()
    def examine(self, opponent: str = "greedy") -> dict[str, float]:
        """Share of the victories at each size of table, against fixed opponents at all other seats; fair is 1 / seats."""
        found = {"seconds": self.report.seconds, "decisions": float(self.report.decisions)}
        for seats in sorted({min(self.title.seats), max(self.title.seats)}):
            won = 0.0
            for place in range(seats):
                won += self.play_against(opponent, seats, place)
            found[f"{seats} seats"] = won / seats
        self.report.exams.append(found)
        return found

    def play_against(self, opponent: str, seats: int, place: int) -> float:
        """The share of the victories in some games at one place."""
        policies: list[Any] = [opponent] * seats
        policies[place] = None
        games = Batch(
            self.title, seats, max(1, self.course.examined // seats), seed=self.seed + place, policies=policies,
            threads=self.course.threads,
        )  # fmt: skip
        known = circumstances(self.title, seats, games.options)
        around = torch.tensor(list(known.values()), device=self.device).expand(games.n, -1)
        while not games.done.all():
            seen = torch.cat([torch.as_tensor(games.observe(), device=self.device), around], 1)
            looks, odds = (torch.as_tensor(array, device=self.device) for array in games.advise())
            odds = nn.functional.pad(odds, (0, max(self.title.seats) - seats))
            games.step(self.network.correct(seen, looks, odds)[0].argmax(1).cpu().numpy())
        best = games.payoffs.max(1)
        first = (games.payoffs == best[:, None]) & (best > -1)[:, None]
        return float((first[:, place] / first.sum(1).clip(1)).mean())

    # ------------------------------------------------------------ kept

    def save(self, folder: Path) -> None:
        """The state of learning, to go on from; and what was learned, to play from."""
        keep(folder, self.title.slug, self.report, {
            "network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(), "elders": self.elders,
        })  # fmt: skip
        self.network.weights(self.names).save(folder / f"{self.title.slug}.npz")

    def resume(self, folder: Path) -> None:
        """Go on where a checkpoint stands."""
        state = kept(folder, self.title.slug, self.device)
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.elders = state["elders"]
        self.report = Report(**state["report"])


def train(
    title: Title, folder: Path, minutes: float, seed: int = 1, device: str = "cpu", course: Course | None = None,
    resume: bool = False, tell: Callable[[float, Report], None] | None = None, examined_every: float = 60.0,
    begin_with: Weights | None = None,
) -> Report:  # fmt: skip
    """Learn for some minutes; what was learned lies in the folder at the end, and every minute; Ctrl-C keeps it too.

    The first round, in which everything is compiled, is not counted."""
    learner = Learner(title, course or Course.on(device), seed, device)
    if begin_with:
        learner.begin_with(begin_with)
    if resume:
        learner.resume(folder)
    before, budget = learner.report.seconds, minutes * 60
    next_exam = examined_every = min(examined_every, budget / FEWEST_EXAMS)
    try:
        learner.round(0.0)
        begun = time.monotonic()
        while (passed := time.monotonic() - begun) < budget:
            learner.round(passed / budget)
            learner.report.seconds = before + time.monotonic() - begun
            if passed > next_exam:
                began = time.monotonic()
                learner.examine()
                learner.save(folder)
                took = time.monotonic() - began
                next_exam = took + passed + max(examined_every, LEARNED * took)
            if tell:
                tell(min(1.0, passed / budget), learner.report)
        learner.examine()
    except KeyboardInterrupt as stop:
        raise Stopped(learner.report) from stop
    finally:
        learner.save(folder)
    return learner.report
