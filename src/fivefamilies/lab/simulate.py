"""Many games between bots: who wins from which seat, how long it takes, how fast it goes."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from fivefamilies import __version__, bots
from fivefamilies.bots.lineup import Cast, Given, Own, cast_of
from fivefamilies.bots.playing import play_out
from fivefamilies.core.chance import Promise
from fivefamilies.core.contract import Title, Value, is_whole
from fivefamilies.core.errors import BadOption, Stopped
from fivefamilies.core.match import Match, find_title
from fivefamilies.core.record import Fields, wrap
from fivefamilies.lab.cluster import on_cluster
from fivefamilies.lab.luck import Luck, luck
from fivefamilies.lab.mass import MOST_GAMES, Games, check_request, play_checked, play_in_batches, seed_of_batch
from fivefamilies.lab.results import Folder
from fivefamilies.lab.tally import Stretch, Tally
from fivefamilies.lab.workers import HERE, crew, ctrl_c_later, spread

BATCH = 200
BATCHES_A_JOB = 25  # on a cluster


def check_number(games: int) -> None:
    """Raise unless so many games can be played."""
    if not is_whole(games) or not 1 <= games <= MOST_GAMES:
        raise BadOption("{n} games; from 1 to {most} can be played at once", n=games, most=MOST_GAMES)


def simulate(
    title: Title | str,
    lineup: Given | Sequence[Given] = "random",
    games: int = 1000,
    options: Mapping[str, Value] | None = None,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    *,
    seats: int | None = None,
    preset: str | None = None,
    out: str | Path | None = None,
    kind: str = "parquet",
    resume: bool = False,
    ray: str | None = None,
) -> dict[str, Any]:
    """Many games between bots: names, classes or objects, the last of which fills the seats that are left.

    They move one seat on after each share of the games, so all sit everywhere. Returns what `families simulate --json` prints.
    Ctrl-C raises Stopped, which brings the report of the games that were finished. `out` names a folder that keeps every game, as
    Parquet or JSON lines; `resume` goes on with what it holds. `ray` is the address of a cluster that plays.
    """
    title = find_title(title) if isinstance(title, str) else title
    seats = title.usual_seats if seats is None else seats
    settled, crowd = title.settle_for(seats, options, preset), crew(workers)
    cast = cast_of(lineup, seats)
    check_number(games)
    bots.try_out(cast.names, title, trusted=True, present=cast.given)
    if ray is not None and cast.given:
        raise BadOption("on a cluster bots play by name; {bots} cannot travel there", bots=", ".join(cast.given))
    work = Work(title, cast, settled, seed, crowd, ray)
    folder = Folder(Path(out), work.job(games), kind, resume) if out is not None else None
    tally, began = Tally(title, seats, cast.names), time.perf_counter()

    def count(stretch: Stretch, is_new: bool = False) -> None:
        with ctrl_c_later():  # what is counted is kept
            tally.add(stretch)
            if folder and is_new:
                folder.take(stretch)
        if progress:
            progress(len(stretch))

    sizes = [games // work.rotations + (turn < games % work.rotations) for turn in range(work.rotations)]
    done = [np.zeros(size, bool) for size in sizes]
    for stretch in folder.finished() if folder else ():
        count(stretch)
        done[stretch.turn][stretch.first : stretch.first + len(stretch)] = True
    order = InOrder()
    try:
        for turn in range(work.rotations):
            for stretch in order.of(work.stretches(turn, done[turn]), done[turn]):
                count(stretch, is_new=True)
    except KeyboardInterrupt as stop:
        progress = None
        for stretch in order.early():
            count(stretch, is_new=True)
        if not tally.games:
            raise
        raise Stopped(tally.report(time.perf_counter() - began)) from stop
    finally:
        if folder:
            with ctrl_c_later():
                folder.flush()
    return tally.report(time.perf_counter() - began)


class InOrder:
    """Parts in the order of their games, whoever is finished first: the same sums to the last bit."""

    def __init__(self) -> None:
        self.waiting: dict[int, Stretch] = {}

    def of(self, stretches: Iterable[Stretch], done: np.ndarray) -> Iterator[Stretch]:
        """The stretches of one turn, without the games that are done already."""
        following = 0
        for stretch in stretches:
            if not done[stretch.first]:
                self.waiting[stretch.first] = stretch
            while following < len(done) and (done[following] or following in self.waiting):
                if done[following]:
                    following += 1
                else:
                    ready = self.waiting.pop(following)
                    yield ready
                    following += len(ready)

    def early(self) -> Iterator[Stretch]:
        """Those that are finished and wait for others."""
        for first in sorted(self.waiting):
            yield self.waiting.pop(first)


def milestones_of(title: Title, states: Iterable[Fields]) -> list[Mapping[str, Sequence[bool]]]:
    """What the title counts at the end of each game."""
    return [title.milestones(wrap(state)) for state in states] if title.milestones else []


@dataclass
class Work:
    """What is to be played, and who plays it."""

    title: Title
    cast: Cast
    settled: Mapping[str, Value]
    seed: int
    workers: int
    ray: str | None = None
    lineup: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.lineup = list(self.cast.names)

    @property
    def rotations(self) -> int:
        return len(self.lineup) if len(set(self.lineup)) > 1 else 1

    def job(self, games: int) -> dict[str, object]:
        """All that decides what the games are."""
        return {
            "title": self.title.slug, "rules_version": self.title.rules_version, "version": __version__,
            "seats": len(self.lineup), "options": dict(self.settled), "bots": self.lineup, "games": games, "seed": self.seed,
        }  # fmt: skip

    def stretches(self, turn: int, done: np.ndarray) -> Iterator[Stretch]:
        """The games of one seating that are not done: compiled if all bots are, else in processes, or on a cluster."""
        seating = list(self.cast.moved_on(turn).names)
        if done.all():
            return iter(())
        if all(name in bots.POLICIES and name not in self.cast.given for name in seating):
            return self._compiled(seating, turn, len(done), int(done.argmin()) // BATCH)
        jobs = ((self.title.slug, self.settled, seating, turn, game,
                 luck("simulate", self.seed, f"{turn}/{game}", f"{turn}/{game}"), self.cast.given)
                for game in range(len(done)) if not done[game])  # fmt: skip
        if self.ray is not None:
            return on_cluster(self.ray, play_one, jobs)
        return spread(play_one, jobs, self.workers if self.cast.can_travel else HERE)

    def _compiled(self, seating: list[str], turn: int, size: int, skipped: int) -> Iterator[Stretch]:
        """Batches in compiled code, from number `skipped` on."""
        seed, seats = self.seed * 101 + turn, len(seating)
        policies = [bots.POLICIES[name] for name in seating]
        if self.ray is not None:
            batches = range(skipped, -(-size // BATCH), BATCHES_A_JOB)
            jobs = ((self.title.slug, self.settled, seating, turn, size, seed, first) for first in batches)
            for stretches in on_cluster(self.ray, play_batches, jobs):
                yield from stretches
            return
        setting, first = self.title.encode(self.settled), skipped * BATCH
        for played in play_in_batches(self.title, seats, setting, size, seed, policies, self.workers, BATCH, skipped):
            yield stretch_of(self.title, played, seating, turn, first)
            first += len(played.lengths)


def stretch_of(title: Title, played: Games, seating: list[str], turn: int, first: int) -> Stretch:
    """A batch of mass play as a stretch."""
    reached = milestones_of(title, played.states)
    return Stretch(turn, first, seating, played.payoffs, played.points, played.lengths, reached, [[] for _ in seating])


def play_batches(
    slug: str, settled: Mapping[str, Value], seating: list[str], turn: int, size: int, seed: int, number: int
) -> list[Stretch]:
    """Some batches one after another, on a machine of a cluster: the same that `play_in_batches` plays."""
    title, policies, stretches = find_title(slug), [bots.POLICIES[name] for name in seating], []
    setting = title.encode(settled)
    chosen = check_request(title, len(seating), setting, size, policies)
    for batch in range(number, min(number + BATCHES_A_JOB, -(-size // BATCH))):
        games = min(BATCH, size - batch * BATCH)
        played = play_checked(title, len(seating), setting, games, seed_of_batch(seed, batch), chosen)
        stretches.append(stretch_of(title, played, seating, turn, batch * BATCH))
    return stretches


def play_one(
    slug: str, options: Mapping[str, Value], seating: list[str], turn: int, game: int, fate: Luck,
    given: Mapping[str, Own] | None = None,
) -> Stretch:  # fmt: skip
    """One game between any bots, through what each seat may know."""
    match = Match(slug, len(seating), options, promise=Promise(fate.cards))
    players = play_out(match, Cast(seating, given or {}), fate.of_bot)
    result = match.result
    assert result is not None
    reached = [match.title.milestones(match.state)] if match.title.milestones else []
    return Stretch(
        turn, game, seating, np.array([result.payoffs]), np.array([result.points]), np.array([len(match.played)]), reached,
        [player.faults for player in players],
    )  # fmt: skip
