"""Several processes on one ledger, on one machine: so many that serve pages, all at one port, and one that thinks for bots.

The head starts them and starts another one for each that dies. The kernel hands each new line to one of them (SO_REUSEPORT);
since each serves every table, it does not matter to which. A program's line goes on to where its table is (see doors.py).
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from pathlib import Path

from fivefamilies.table import store
from fivefamilies.table.config import Config
from fivefamilies.table.doors import Doors
from fivefamilies.table.ops import SHARED
from fivefamilies.table.serve import address_of, listen, serve, set_up_logs

log = logging.getLogger("fivefamilies.table")
AGAIN, STEADY, SLOWEST = 0.5, 20.0, 10.0  # seconds before a dead worker is started again; then more, unless it lived so long
OPENING = 115.0  # seconds for all workers to open
FAREWELL = 12.0  # seconds for all workers to end
LOOK = 0.2


def end_with_the_head() -> None:
    """A worker ends when its head is gone, however it went."""
    head = multiprocessing.parent_process()

    def watch() -> None:
        if head is not None:
            head.join()
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="head", daemon=True).start()


def web_worker(config: Config, host: str, port: int, level: str, folder: Path, own: int, number: int, is_open: Event) -> None:
    """One process that serves pages at the common port."""
    end_with_the_head()
    door = listen(host, port, shares=True)
    door.listen(2048)
    serve(config, host, port, False, level, lambda address: is_open.set(), door, Doors(folder, own, number))


def bot_worker(config: Config, level: str, is_open: Event) -> None:
    """One process that thinks for bots."""
    end_with_the_head()
    think(config, level, is_open.set)


def think(config: Config, level: str, tell: Callable[[], None]) -> None:
    """Move for the bots of a ledger, until told to stop."""
    from fivefamilies.table.club import Club
    from fivefamilies.table.config import db_url
    from fivefamilies.table.store import Store

    async def run() -> None:
        done, loop = asyncio.Event(), asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, done.set)
        ledger = Store(db_url(config.db))
        await ledger.open()
        club = Club(config, ledger)
        try:
            await club.open()
            log.info("the bots think")
            tell()
            await done.wait()
        finally:
            await club.close()
            await ledger.close()

    set_up_logs(level)
    asyncio.run(run())


class Worker:
    """A process that is started again when it dies."""

    def __init__(self, work: Callable[..., None], *given: object) -> None:
        self.work, self.given = work, given
        self.process: BaseProcess | None = None
        self.began, self.wait, self.due = 0.0, AGAIN, 0.0
        self.is_open = multiprocessing.get_context("spawn").Event()

    def start(self) -> None:
        self.process = multiprocessing.get_context("spawn").Process(target=self.work, args=(*self.given, self.is_open))
        self.process.start()
        self.began, self.due = time.monotonic(), 0.0

    def look_after(self) -> None:
        """Start another one if it died, a moment later."""
        if self.process is None or self.process.is_alive():
            return
        now = time.monotonic()
        if not self.due:
            self.wait = AGAIN if now - self.began > STEADY else min(2 * self.wait, SLOWEST)
            self.due = now + self.wait
            log.error("a worker died and is started again", extra={"code": self.process.exitcode, "work": self.work.__name__})
        elif now >= self.due:
            self.start()


def serve_together(
    config: Config, number: int, host: str, port: int, is_opened: bool, level: str, tell: Callable[[str], None]
) -> bool:
    """Run so many servers at one port, and one that thinks for bots, until told to stop. False if they never opened."""
    set_up_logs(level)
    with tempfile.TemporaryDirectory(prefix="families-workers-") as folder:
        os.environ[SHARED] = folder  # they inherit it
        return run_together(config, number, host, port, is_opened, level, tell, Path(folder))


def run_together(
    config: Config, number: int, host: str, port: int, is_opened: bool, level: str, tell: Callable[[str], None], folder: Path
) -> bool:
    """The same, with a place where they count together and have their doors."""
    door = listen(host, port, shares=True)  # nobody else gets the port while a worker is being started again
    port, address = door.getsockname()[1], config.public_url or address_of(host, door)
    config = replace(config, crew=store.new_id())
    web, bots = replace(config, hosts_bots=False), replace(config, is_bot_host=True)
    workers = [Worker(web_worker, web, host, port, level, folder, own, number) for own in range(number)]
    workers.append(Worker(bot_worker, bots, level))
    stopped = threading.Event()
    for which in (signal.SIGTERM, signal.SIGINT):
        signal.signal(which, lambda *_: stopped.set())
    for worker in workers:
        worker.start()
    deadline = time.monotonic() + OPENING
    while not all(worker.is_open.is_set() for worker in workers) and time.monotonic() < deadline and not stopped.wait(LOOK):
        for worker in workers:
            worker.look_after()
    is_up = all(worker.is_open.is_set() for worker in workers)
    if is_up:
        tell(address)
        if is_opened:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    while is_up and not stopped.wait(LOOK):
        for worker in workers:
            worker.look_after()
    stop(workers)
    return is_up or stopped.is_set()


def stop(workers: list[Worker]) -> None:
    """Let them finish what is under way, but not for ever."""
    processes = [worker.process for worker in workers if worker.process is not None]
    for process in processes:
        if process.is_alive():
            process.terminate()
    deadline = time.monotonic() + FAREWELL
    for process in processes:
        process.join(max(0.1, deadline - time.monotonic()))
        if process.is_alive():
            process.kill()
