"""Matches as Parquet: all moves, or every decision with what its seat knew and nothing more."""

import json

import numpy as np
import pyarrow.parquet
import pytest
from click.testing import CliRunner

import fivefamilies as ff
from fivefamilies import games
from fivefamilies.cli.app import command
from fivefamilies.lab.export import export


@pytest.mark.parametrize("slug", games.TITLES)
def test_a_match_reads_back_move_by_move(slug, tmp_path):
    matches = [ff.play(slug, "random", seed=seed) for seed in (1, 2)]
    assert export(matches, tmp_path / "m.parquet") == 2
    for row, match in zip(pyarrow.parquet.read_table(tmp_path / "m.parquet").to_pylist(), matches, strict=True):
        assert [(move["seat"], move["move"]) for move in row["moves"]] == [(made.seat, made.move) for made in match.played]
        again = ff.Match(row["title"], row["seats"], json.loads(row["options"]), by_hand=True)
        for move in row["moves"]:
            again.play(move["notation"])
        assert again.is_over and list(again.result.payoffs) == row["payoffs"] and list(again.result.points) == row["points"]


def test_a_decision_holds_what_its_seat_knew(tmp_path):
    match = ff.play("family_business", "random", seats=3, seed=4)
    decisions = [(ply, made) for ply, made in enumerate(match.played) if made.seat >= 0]
    assert export([match], tmp_path / "d.parquet", observations=True) == len(decisions)
    rows = pyarrow.parquet.read_table(tmp_path / "d.parquet").to_pylist()
    for row, (ply, made) in list(zip(rows, decisions, strict=True))[::10]:
        state = match.state_at(ply)
        assert (row["ply"], row["seat"], row["move"]) == (ply, made.seat, made.move) and made.move in row["legal"]
        assert np.array_equal(np.array(row["observation"], np.float32), match.title.look(state, made.seat))


def test_the_command_writes_match_files(tmp_path):
    for seed in (1, 2):
        ff.save(ff.play("the_boss", "random", seats=2, seed=seed), tmp_path / f"{seed}.match.json")
    words = ["export", *(str(tmp_path / f"{seed}.match.json") for seed in (1, 2)), "--out", str(tmp_path / "x.parquet"), "--json"]
    done = CliRunner().invoke(command(), words)
    assert done.exit_code == 0 and json.loads(done.stdout)["rows"] == 2
