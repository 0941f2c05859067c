"""Many games at a time in processes, that stop within a second when the caller does."""

import os
import signal
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from threading import current_thread, main_thread
from typing import TypeVar

from fivefamilies.bots.external import External
from fivefamilies.core.errors import BadOption, BotFails

PER_CORE = 4
PATIENCE = 0.5  # seconds for processes to end by themselves
T = TypeVar("T")
HERE = 0  # no other processes: what cannot travel to them is played in this one


def crew(asked: int | None, usual: int | None = None) -> int:
    """How many work at a time: as many as asked for, within reason."""
    cores = os.cpu_count() or 1
    if asked is None:
        return usual or cores
    if isinstance(asked, bool) or not isinstance(asked, int) or not 1 <= asked <= PER_CORE * cores:
        raise BadOption("{n} workers: this machine takes 1 to {most}", n=asked, most=PER_CORE * cores)
    return asked


def spread(function: Callable[..., T], jobs: Iterable[tuple[object, ...]], workers: int) -> Generator[T]:
    """The answers to all jobs as they come; whoever stops listening ends the processes."""
    if workers == HERE:
        yield from (function(*job) for job in jobs)
        return
    pool, is_done = ProcessPoolExecutor(workers, initializer=listen_to_nobody_but_us), False
    try:
        waiting = iter(jobs)
        running: set[Future] = set()
        while running or not is_done:
            with ctrl_c_later():  # a few at a time: thousands would take their time to queue
                running |= {pool.submit(function, *job) for job in islice(waiting, 2 * workers - len(running))}
            is_done = not running
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (job.result() for job in done)
    except BrokenProcessPool as error:
        raise BotFails("a bot ended the process that asked it; name it as exec:COMMAND, then it has one of its own") from error
    finally:
        if is_done:
            pool.shutdown()
        else:
            end(pool)


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Here nothing is left half done: Ctrl-C is heard right afterwards.

    What is raised in the middle of a fork would even be lost. Processes that start here never hear of it: the mask is for them.
    It is not enough for us: any other thread may be handed the signal, and we hear it all the same.
    """
    hear = signal.getsignal(signal.SIGINT)
    if not hasattr(signal, "pthread_sigmask") or not callable(hear) or current_thread() is not main_thread():
        yield
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, hear)
        if pressed:
            hear(signal.SIGINT, None)


def listen_to_nobody_but_us() -> None:
    """In a process: Ctrl-C is for the one that started it; when that one says so, end at once and take other programs along."""

    def leave(*_: object) -> None:
        External.dismiss_all()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)


def end(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, those deep in thought too."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + PATIENCE
    for process in processes:
        process.join(max(0.0, deadline - time.monotonic()))
        if process.is_alive():
            process.kill()
