"""Everything that is promised about speed, measured on this machine (`make bench`); writes bench/results.json."""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from fivefamilies import games
from fivefamilies.core import kernels
from fivefamilies.lab.bench import bench
from fivefamilies.lab.mass import play_many

HERE = Path(__file__).parent


def seconds_of(*command: str, typed: str = "") -> float:
    """Wall-clock seconds of a command, the best of five after a warm-up."""
    runs = []
    for _ in range(6):
        began = time.perf_counter()
        subprocess.run([sys.executable, *command], input=typed, capture_output=True, text=True, check=True)
        runs.append(time.perf_counter() - began)
    return min(runs[1:])


def bare_import() -> float:
    """Seconds of `import fivefamilies` inside a fresh interpreter."""
    code = "import time; t = time.perf_counter(); import fivefamilies; print(time.perf_counter() - t)"
    return min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5))


def scaling(slug: str, games_each: int = 6000, pairs: int = 7) -> float:
    """How many times faster two workers are than one: the median of paired runs."""
    title = games.title(slug)
    seats = min(title.seats, key=lambda n: abs(n - 4))
    options = title.encode(title.settle())
    ratios = []
    for pair in range(pairs):
        seconds = [play_many(title, seats, options, games_each, pair + 1, [kernels.RANDOM] * seats, n).seconds for n in (1, 2)]
        ratios.append(seconds[0] / seconds[1])
    return statistics.median(ratios)


def main() -> None:
    os.environ.setdefault("LANG", "C")
    report = bench(list(games.TITLES), progress=lambda slug: print(f"measuring {slug} ...", file=sys.stderr, flush=True))
    report["import_seconds"] = bare_import()
    report["warm_start_of_play_seconds"] = seconds_of("-m", "fivefamilies", "play", "family_business", typed="q\n")
    report["two_workers_over_one"] = {slug: scaling(slug) for slug in games.TITLES}
    (HERE / "results.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    for slug, row in report["titles"].items():
        print(f"{slug}: {row['moves_per_second']:,.0f} moves/s, {row['record_bytes']} bytes a position")
        print(f"  {row['compile_seconds']:.1f} s cold compile, two workers {report['two_workers_over_one'][slug]:.2f} x")
        for peer, ratio in row["ratios"].items():
            print(f"  {ratio['median']:.1f} x {peer} [{ratio['p10']:.1f} to {ratio['p90']:.1f}]")
    print(f"import {report['import_seconds']:.3f} s, warm start of play {report['warm_start_of_play_seconds']:.2f} s")


if __name__ == "__main__":
    main()
