"""Many games at a time in processes, that stop within a second when the caller does."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from fivefamilies.bots.external import External
from fivefamilies.core.errors import BadOption, BotFails

PER_CORE = 4
PATIENCE = 1.0  # seconds for processes to end by themselves


class Stopped(KeyboardInterrupt):
    """Somebody pressed Ctrl-C; `report` says what was found until then."""

    def __init__(self, report: Any) -> None:
        super().__init__()
        self.report = report


def crew(asked: int | None, usual: int | None = None) -> int:
    """How many work at a time: as many as asked for, within reason."""
    cores = os.cpu_count() or 1
    if asked is None:
        return usual or cores
    if isinstance(asked, bool) or not isinstance(asked, int) or not 1 <= asked <= PER_CORE * cores:
        raise BadOption("{n} workers: this machine takes 1 to {most}", n=asked, most=PER_CORE * cores)
    return asked


def spread(function: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], workers: int) -> Iterator[Any]:
    """The answers to all jobs as they come; whoever stops listening ends the processes."""
    pool, is_done = ProcessPoolExecutor(workers, initializer=listen_to_nobody_but_us), False
    try:
        for job in as_completed([pool.submit(function, *job) for job in jobs]):
            yield job.result()
        is_done = True
    except BrokenProcessPool as error:
        raise BotFails("a bot ended the process that asked it; name it as exec:COMMAND, then it has one of its own") from error
    finally:
        if is_done:
            pool.shutdown()
        else:
            end(pool)


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
