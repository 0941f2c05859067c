"""The batch on a device: its bytes beside those of the processor, and its speed: `python bench/gpu.py [title ...] [--lanes N]`.

With `--ptx` it needs no device: every kernel of every title is compiled for one of capability 9.0, as it comes, which takes a
quarter of the time of an optimized one. Otherwise, for each title with four seats (or the nearest count): random actions in 1,024
games, step by step, everything compared with the processor's bytes; whole random games with as many lanes as asked for;
observations and masks written out. Exits with 1 if a byte differs.
"""

import argparse
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

import fivefamilies as ff
from fivefamilies import games
from fivefamilies.cuda.kernels import Lanes, gpu, ptx
from fivefamilies.lab.mass import play_batch

SHOWN = ("states", "actors", "done", "lengths", "rewards", "payoffs", "points")


def home(array: object) -> np.ndarray:
    """An array of the device, brought home."""
    return np.ascontiguousarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array)


def differing(ours: object, theirs: object) -> list[str]:
    """The arrays of two batches that are not equal, byte for byte."""
    pairs = [(name, getattr(ours, name), getattr(theirs, name)) for name in SHOWN]
    pairs += [("observe", ours.observe(), theirs.observe()), ("mask", ours.mask(), theirs.mask())]
    pairs += list(zip(("advice", "odds"), ours.advise(), theirs.advise(), strict=True))
    return [name for name, one, other in pairs if home(one).tobytes() != home(other).tobytes()]


def check_bytes(slug: str, n: int = 1024, steps: int = 200) -> int:
    """Random actions in the same games here and there, endless; returns how many steps were equal, or raises."""
    from fivefamilies import cuda

    here = ff.batch(slug, n=n, seed=11, auto_reset=True)
    there = cuda.Batch(slug, n=n, seed=11, auto_reset=True)
    for step in range(steps):
        wrong = differing(here, there) if step % 20 == 0 or step == steps - 1 else []
        if wrong:
            raise SystemExit(f"{slug}: after {step} steps {', '.join(wrong)} differ from the processor's")
        actions = there.sample()
        if home(actions).tobytes() != here.sample().tobytes():
            raise SystemExit(f"{slug}: at step {step} other actions are sampled")
        there.step(actions)
        here.step(here._actions)
    for policies in (["random"] * here.seats, ["greedy", *["random"] * (here.seats - 1)]):
        one, other = ff.batch(slug, n=n, seed=3, policies=policies), cuda.Batch(slug, n=n, seed=3, policies=policies)
        if differing(one, other):
            print(f"{slug}: whole games of {policies} differ: {differing(one, other)}", flush=True)
            raise SystemExit(1)
    return steps


def best_of(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the fastest of some runs, everything finished."""
    seconds = []
    for _ in range(times):
        gpu.synchronize()
        began = time.perf_counter()
        work()
        gpu.synchronize()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def measure(slug: str, lanes: int) -> str:
    """A row of the table."""
    from fivefamilies import cuda

    title = games.title(slug)
    seats = title.usual_seats
    began = time.perf_counter()
    whole = cuda.Batch(slug, seats, 8 * lanes, seed=1, policies=["random"] * seats)  # lanes take the next game when one is over
    gpu.synchronize()
    compiling = time.perf_counter() - began
    seconds = best_of(whole.reset)
    decisions = int(home(whole.lengths).sum())
    setting = title.encode(title.settle())
    sample = play_batch(title, seats, setting, 2000, 5, ["random"] * seats)
    mine = ff.batch(slug, seats, 2000, seed=5, policies=["random"] * seats)
    chance = float(sample.lengths.mean() / mine.lengths.mean())  # moves of chance included, a decision
    stepped = cuda.Batch(slug, seats, lanes, seed=2, auto_reset=True)

    def look() -> None:
        stepped.observe()
        stepped.mask()

    def step() -> None:
        stepped.step(stepped.sample(), check=False)

    step()
    look()
    moves = decisions * chance / seconds
    return (
        f"| {slug} | {title.state.dtype.itemsize} | {moves / 1e6:,.0f} | {decisions / seconds / 1e6:,.0f} | "
        f"{lanes / best_of(step) / 1e6:,.0f} | {lanes / best_of(look) / 1e6:,.0f} | {compiling:.0f} |"
    )


def compile_all(slug: str) -> str:
    """Every kernel of a title as PTX; raises where one does not compile."""
    title, began, kernels, length = games.title(slug), time.process_time(), 0, 0
    for name in Lanes(title).bodies:
        for greedy in (False, True) if name in ("start", "step", "whole") else (False,):
            text = ptx(title, name, greedy, optimized=False)
            if ".entry" not in text or ".target sm_90" not in text:
                raise SystemExit(f"{slug} {name}: this is no kernel for a device of capability 9.0")
            kernels, length = kernels + 1, length + len(text)
    return f"{slug}: {kernels} kernels, {length:,} characters of PTX, {time.process_time() - began:.0f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", nargs="*", default=list(games.TITLES))
    parser.add_argument("--lanes", type=int, default=132 * 2048)
    parser.add_argument("--ptx", action="store_true")
    asked = parser.parse_args()
    if asked.ptx:
        with ProcessPoolExecutor(len(os.sched_getaffinity(0)), get_context("spawn")) as pool:
            for line in pool.map(compile_all, asked.title):
                print(line, flush=True)
        return
    print(f"{gpu.get_current_device().name}, {asked.lanes:,} lanes", flush=True)
    rows, failed = [], []
    for slug in asked.title:
        rows.append(measure(slug, asked.lanes))
        print(rows[-1], flush=True)
        try:
            steps = check_bytes(slug)
            print(f"{slug}: {steps} steps of 1,024 games, and whole games, equal to the processor's bytes", flush=True)
        except SystemExit as wrong:
            failed.append(f"{slug}: {wrong}")
    print("\n| title | bytes | M moves/s, whole games | M decisions/s | M steps/s | M observations and masks/s | compile, s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    print("\n".join(rows))
    if failed:
        raise SystemExit("\n".join(failed))


if __name__ == "__main__":
    main()
