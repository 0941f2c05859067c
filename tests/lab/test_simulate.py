"""Long simulations: they can be stopped and go on, every game is kept, and memory does not grow with their number."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow.dataset
import pytest

import fivefamilies as ff
from fivefamilies.core.errors import BadFile, BadOption, Stopped
from fivefamilies.lab import results
from fivefamilies.lab.simulate import InOrder
from fivefamilies.lab.tally import Stretch, Tally

FAMILIES = str(Path(sys.executable).with_name("families"))


def numbers_of(report: dict) -> dict:
    """A report without the time it took."""
    return {key: value for key, value in report.items() if key not in ("seconds", "moves_per_second")}


@pytest.mark.parametrize("kind", results.FORMATS)
@pytest.mark.parametrize(("lineup", "games", "stop"), [("greedy,random", 2100, 3), (["greedy:2", "random"], 10, 4)])
def test_a_simulation_that_was_stopped_goes_on_and_ends_as_if_nothing_had_happened(tmp_path, kind, lineup, games, stop):
    whole = ff.simulate("the_boss", lineup, games, seats=2, workers=2)
    parts = 0

    def press_ctrl_c(n: int) -> None:
        nonlocal parts
        parts += 1
        if parts == stop:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        ff.simulate("the_boss", lineup, games, seats=2, workers=2, progress=press_ctrl_c, out=tmp_path / "run", kind=kind)
    assert 0 < stopped.value.report["games"] < games
    kept = sorted(path.name for path in (tmp_path / "run").iterdir())
    assert kept[0] == "job.json" and len(kept) > 1
    fresh = []
    again = ff.simulate("the_boss", lineup, games, seats=2, out=tmp_path / "run", kind=kind, resume=True, progress=fresh.append)
    assert numbers_of(again) == numbers_of(whole) and sum(fresh) == games
    once_more = ff.simulate("the_boss", lineup, games, seats=2, out=tmp_path / "run", kind=kind, resume=True)
    assert numbers_of(once_more) == numbers_of(whole), "nothing is left to play"
    with pytest.raises(BadFile, match="go on with --resume"):
        ff.simulate("the_boss", lineup, games, seats=2, out=tmp_path / "run", kind=kind)
    with pytest.raises(BadFile, match="seed differ"):
        ff.simulate("the_boss", lineup, games, seats=2, seed=2, out=tmp_path / "run", kind=kind, resume=True)


def test_every_game_is_a_row_that_any_reader_of_parquet_takes(tmp_path):
    report = ff.simulate("family_business", "greedy,random", 900, seats=3, out=tmp_path / "run")
    table = pyarrow.dataset.dataset(sorted((tmp_path / "run").glob("*.parquet"))).to_table()
    assert table.num_rows == 900 and table.schema.equals(results.schema())
    rows = table.to_pylist()
    assert {(row["turn"], row["game"]) for row in rows} == {(turn, game) for turn in range(3) for game in range(300)}
    assert np.mean([row["length"] for row in rows]) == pytest.approx(report["length"]["mean"])
    payoffs = [payoff for row in rows for bot, payoff in zip(row["bots"], row["payoffs"], strict=True) if bot == "greedy"]
    assert np.mean(payoffs) == pytest.approx(report["bots"][0]["payoff"], abs=1e-6)


def test_ctrl_c_at_the_command_keeps_what_was_done(tmp_path):
    words = [FAMILIES, "simulate", "the_boss", "--games", "3000000", "--seats", "2", "--out", str(tmp_path / "run"), "--json"]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not list((tmp_path / "run").glob("part-*")) and running.poll() is None:
        time.sleep(0.05)
    os.kill(running.pid, signal.SIGINT)
    out, said = running.communicate(timeout=60)
    assert running.returncode == 130 and "stopped" in said
    rows = sum(int(path.stem.split("-")[-1]) for path in (tmp_path / "run").glob("part-*"))
    assert json.loads(out)["games"] == rows > 0


@pytest.mark.parametrize(
    "moment", [Tally.add, results.Folder.take, results.Folder.flush, InOrder.of], ids=lambda f: f.__qualname__
)
def test_ctrl_c_at_the_worst_moment_leaves_no_game_half_kept(tmp_path, moment):
    """A stretch that was counted but not yet written was in the report and not in the folder."""

    def press(frame, what, _):
        if what == "return" and frame.f_code is moment.__code__:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)

    title = ff.title("the_boss")
    sys.setprofile(press)
    try:
        with pytest.raises(KeyboardInterrupt) as stopped:
            ff.simulate(title, "random", 50_000, seats=2, workers=1, out=tmp_path / "run")
    finally:
        sys.setprofile(None)
    rows = sum(int(path.stem.split("-")[-1]) for path in (tmp_path / "run").glob("part-*"))
    assert rows == (stopped.value.report["games"] if isinstance(stopped.value, Stopped) else 0)
    whole = ff.simulate(title, "random", 50_000, seats=2, workers=1, out=tmp_path / "run", resume=True)
    assert whole["games"] == 50_000


PRESSED = """
import os, signal, threading, time
from fivefamilies.lab.workers import spread

def press(pressed=[]):
    if not pressed:
        pressed.append(os.kill(os.getpid(), signal.SIGINT))
        time.sleep(0.1)

os.register_at_fork(after_in_parent=press)
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()  # somebody else who is handed the signal, as a bar is
try:
    for _ in spread(time.sleep, [(0.2,)] * 50, 2):
        pass
except KeyboardInterrupt:
    print("heard")
"""


def test_ctrl_c_is_heard_in_the_middle_of_a_fork():
    """Python drops what is raised there, so a press at the wrong moment was lost."""
    done = subprocess.run([sys.executable, "-c", PRESSED], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("heard\n", "")


def test_counting_games_takes_no_more_memory_for_more_of_them():
    title, rng = ff.title("the_boss"), np.random.default_rng(1)
    tally, size = Tally(title, 2, ["greedy", "random"]), 0
    payoffs = rng.choice([-1.0, 1.0], (20_000, 1)) * np.array([[1.0, -1.0]])
    lengths = rng.integers(100, 200, 20_000)
    for first in range(0, 10_000_000, 20_000):
        tally.add(Stretch(0, first, ["greedy", "random"], payoffs, payoffs * 3, lengths, [], [[], []]))
        size = size or len(json.dumps(tally.report(1.0)))
    report = tally.report(1.0)
    assert report["games"] == 10_000_000 and report["length"]["median"] == np.median(lengths)
    assert report["bots"][0]["wins"] == 500 * (payoffs[:, 0] > 0).sum() and len(json.dumps(report)) < size + 200
    assert tally.lengths.nbytes < 2000


def test_what_cannot_be_kept_is_refused_before_a_game_is_played(tmp_path):
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "letter.txt").write_text("mine")
    with pytest.raises(BadFile, match="holds other files"):
        ff.simulate("the_boss", "random", 10, out=tmp_path / "taken")
    with pytest.raises(BadOption, match="unknown format"):
        ff.simulate("the_boss", "random", 10, out=tmp_path / "new", kind="csv")
    assert not (tmp_path / "new").exists()
