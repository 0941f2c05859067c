"""Work beside what is asked for: it goes on whatever happens, and a mistake is told in the log."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine

from fivefamilies.table.writer import Silent

log = logging.getLogger("fivefamilies.table")


class Tasks:
    """Tasks that run until they are done or the house closes."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task] = set()
        self.is_closing = False

    def spawn(self, work: Coroutine[object, object, object], name: str) -> asyncio.Task:
        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(self.forget)
        return task

    async def every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do this again and again, whatever happens."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Silent:  # that is no mistake of the task's
                log.warning("a task waits for the ledger, which does not answer", extra={"task": work.__name__})
            except Exception as error:
                log.error("a task failed and goes on", exc_info=error, extra={"task": work.__name__})

    def forget(self, task: asyncio.Task) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a task failed", exc_info=task.exception(), extra={"task": task.get_name()})
