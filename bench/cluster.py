"""A simulation on a real local Ray cluster, one of whose workers is killed in the middle: `python bench/cluster.py [games]`.

Starts a cluster of two worker processes on this machine, plays there what one process plays too, kills a worker that is at work,
and compares every game. Fails if a byte differs. Needs the extras `ray` and `data`.
"""

import os
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

import pyarrow.dataset
import ray

import fivefamilies as ff

BOTS = ["greedy", "random"]
SLOW = ["greedy:2", "random"]  # bots that mass play does not know: one game a job


def rows(folder: Path) -> bytes:
    """All games of a folder, in their order, as bytes."""
    table = pyarrow.dataset.dataset(sorted(folder.glob("*.parquet"))).to_table()
    return repr(table.sort_by([("turn", "ascending"), ("game", "ascending")]).to_pylist()).encode()


def ours(pid: int) -> bool:
    """Does this process descend from us?"""
    while pid > 1:
        if pid == os.getpid():
            return True
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return False


def kill_one_worker(killed: list[int]) -> None:
    """Wait until a worker of our cluster is at work on a job, then end it without warning."""
    while True:
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if (entry / "cmdline").read_bytes().startswith(b"ray::play_") and ours(int(entry.name)):
                    os.kill(int(entry.name), signal.SIGKILL)
                    killed.append(int(entry.name))
                    return
            except OSError:
                continue  # it has just ended
        time.sleep(0.01)


def compare(title: str, lineup: list[str], games: int, place: Path) -> None:
    """The same job here and there."""
    name, killed = f"{title}-{lineup[0].replace(':', '')}", []
    here = ff.simulate(title, lineup, games, seats=2, out=place / f"{name}-here")
    assassin: list[threading.Thread] = []

    def progress(_: int) -> None:
        if not assassin:
            assassin.append(threading.Thread(target=kill_one_worker, args=(killed,)))
            assassin[0].start()

    there = ff.simulate(title, lineup, games, seats=2, out=place / f"{name}-there", ray="auto", progress=progress)
    assassin[0].join()
    assert killed, "no worker was killed"
    for key in ("games", "bots", "by_seat", "length", "nobody_wins"):
        assert here[key] == there[key], key
    one, other = rows(place / f"{name}-here"), rows(place / f"{name}-there")
    assert one == other
    print(f"{title}, {lineup}: {games} games, worker {killed[0]} killed, {len(one):,} bytes of rows equal", flush=True)


def main(games: int = 60_000) -> None:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    print(f"Ray {ray.__version__}: {len(ray.nodes())} node, {ray.cluster_resources()['CPU']:.0f} worker processes", flush=True)
    with tempfile.TemporaryDirectory() as place:
        compare("the_boss", BOTS, games, Path(place))
        compare("the_boss", SLOW, max(12, games // 1000), Path(place))
    ray.shutdown()
    print("same bytes as one machine")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
