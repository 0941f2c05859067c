"""What one processor is asked for while a network learns: a class, exercises, an examination."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from fivefamilies import games
from fivefamilies.bots import judge
from fivefamilies.bots.practice import Coach
from fivefamilies.bots.school import Lessons, Teacher
from fivefamilies.core.contract import Value
from fivefamilies.lab.arena import bouts, fight
from fivefamilies.lab.tally import win_shares


class Class(NamedTuple):
    """Games of searching seats, for some seconds."""

    slug: str
    seats: int
    options: Mapping[str, Value]
    bot: str
    warmth: float
    seed: int
    seconds: float
    judges: str  # the folder of what was learned so far


class Practice(NamedTuple):
    """Exercises, for some seconds."""

    slug: str
    seats: int
    options: Mapping[str, Value]
    stop: float
    seed: int
    seconds: float
    judges: str


class Exam(NamedTuple):
    """The network alone, without thinking ahead, among `greedy` players."""

    slug: str
    seats: int
    games: int
    seed: int
    decisions: int  # that it had seen
    judges: str


Task = Class | Practice | Exam


class Answer(NamedTuple):
    """What a processor answers: what was shown, or the share of the victories in an examination."""

    asked: Task
    games: int
    lessons: Lessons | None = None
    share: float = 0.0


@contextmanager
def playing_from(folder: str) -> Iterator[None]:
    """Ask the networks of this folder for a while."""
    before = os.environ.get(judge.ELSEWHERE)
    os.environ[judge.ELSEWHERE] = folder
    judge.read.cache_clear()
    try:
        yield
    finally:
        judge.read.cache_clear()
        os.environ.pop(judge.ELSEWHERE)
        if before is not None:
            os.environ[judge.ELSEWHERE] = before


def work(asked: Task) -> Answer:
    """Do what is asked for."""
    with playing_from(asked.judges):
        return done(asked)


def done(asked: Task) -> Answer:
    """What was asked for, with the networks that it names."""
    title = games.title(asked.slug)
    if isinstance(asked, Exam):
        return examine(asked)
    if isinstance(asked, Practice):
        coach = Coach(title, asked.seats, asked.options, asked.stop, asked.seed)
        return for_a_while(asked, coach.exercises, asked.seconds)
    teacher = Teacher(title, asked.seats, asked.options, asked.bot, asked.warmth, asked.seed)
    return for_a_while(asked, teacher.game, asked.seconds)


def for_a_while(asked: Task, show: Callable[[], Lessons], seconds: float) -> Answer:
    """What is shown in some seconds, put together."""
    begun, shown = time.monotonic(), [show()]
    while time.monotonic() - begun < seconds:
        shown.append(show())
    count = sum(len(one.seen) for one in shown) if isinstance(asked, Practice) else len(shown)
    return Answer(asked, count, Lessons(*(np.concatenate(column) for column in zip(*shown, strict=True))))


def examine(asked: Exam) -> Answer:
    """Sit for an examination, from every seat in turn."""
    options, won = games.title(asked.slug).settle_for(asked.seats, None, None), 0.0
    for bout in bouts(["learned", *["greedy"] * (asked.seats - 1)], asked.games, asked.seed):
        wins = win_shares(np.array([fight(asked.slug, options, bout).payoffs]))
        won += float(wins[0, bout.seating.index("learned")])
    return Answer(asked, asked.games, share=won / asked.games)
