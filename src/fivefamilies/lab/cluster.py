"""The jobs of a simulation on a Ray cluster that exists: its workers play, this process counts.

Ray gives a job whose worker died to another one. A job carries its own luck, so it does not matter who plays it.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from types import ModuleType
from typing import TypeVar

from fivefamilies.core.errors import BadOption

T = TypeVar("T")
PER_CORE = 2  # jobs that wait or run for every core of the cluster
RETRIES = 8


def join(address: str) -> ModuleType:
    """Ray, connected to the cluster; `auto` finds one on this machine."""
    try:
        import ray
    except ImportError as error:
        raise BadOption("a cluster needs Ray: pip install 'fivefamilies[ray]'") from error
    if not ray.is_initialized():
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (ConnectionError, RuntimeError, ValueError) as error:
            why = next(iter(str(error).splitlines()), "")
            raise BadOption("no Ray cluster answers at {address}: {error}", address=address, error=why) from error
    return ray


def on_cluster(address: str, function: Callable[..., T], jobs: Iterable[tuple[object, ...]]) -> Iterator[T]:
    """The answers to all jobs, in their order, a bounded number of them under way."""
    ray = join(address)
    remote = ray.remote(function).options(max_retries=RETRIES)
    waiting, running = iter(jobs), deque[object]()
    most = max(2, PER_CORE * int(ray.cluster_resources().get("CPU", 1)))
    try:
        while True:
            running.extend(remote.remote(*job) for job in islice(waiting, most - len(running)))
            if not running:
                return
            yield ray.get(running[0])
            running.popleft()
    finally:
        for job in running:
            ray.cancel(job)
