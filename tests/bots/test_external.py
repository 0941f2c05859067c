"""Bots of other people as a process: the example of the docs plays; a broken, slow or cheating one hurts nobody."""

import json
import re
import shlex
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from fivefamilies import bots
from fivefamilies.bots.external import STARTS
from fivefamilies.core.errors import UnknownBot
from fivefamilies.core.match import Match
from fivefamilies.terminal.session import Session

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def program(folder: Path, code: str, patience: str = "2s") -> str:
    """The bot that runs this Python code."""
    file = folder / "their_bot.py"
    file.write_text(code, "utf-8")
    return f"exec:{patience}:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


def play_on(match: Match, player: bots.Bot, decisions: int) -> int:
    """Let the player make every decision; returns how many were made."""
    made = 0
    while not match.is_over and made < decisions:
        match.play(player.choose(match.seen(match.actor, seed=made)))
        made += 1
    getattr(player, "close", lambda: None)()  # one that runs a process of its own ends it
    return made


def examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_the_example_of_the_docs_plays_a_whole_match(tmp_path):
    code = next(block for block in examples() if "stdin" in block)
    assert len(code.splitlines()) <= 30
    match, player = Match("family_business", 2, seed="docs"), bots.bot(program(tmp_path, code, "5s"), trusted=True)
    play_on(match, player, 10_000)
    assert match.is_over and player.faults == []


def test_the_example_in_process_plays_a_whole_match():
    code = next(block for block in examples() if "def choose" in block)
    names: dict = {}
    exec(code, names)
    match = Match("family_business", 2, seed="docs")
    play_on(match, names["Cautious"](), 10_000)
    assert match.is_over


READY = 'import json, sys, time\nprint(json.dumps({"ready": "x"}), flush=True)\nsys.stdin.readline()\n'
LOOP = READY + "for line in sys.stdin:\n    "


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (LOOP + 'print(json.dumps({"move": 99999}), flush=True)', "99999 is no legal move"),
        (LOOP + 'print(json.dumps({"move": True}), flush=True)', "true is no legal move"),
        (LOOP + 'print(json.dumps({"move": "win the game"}), flush=True)', "is no legal move"),
        (LOOP + 'print("I pass", flush=True)', "answered no JSON"),
        (LOOP + "print([1], flush=True)", "answered no JSON object"),
        (LOOP + "time.sleep(60)", "gave no answer within 0.3 s"),
        (READY + "sys.exit(3)", "ended"),
        ("import sys; sys.exit(1)", "ended"),
        ('print("{}", flush=True)\nimport time; time.sleep(60)', "did not say that it is ready"),
        ("import sys\nwhile True: sys.stdout.write('x' * 65536)", "talks without end"),
    ],
)
def test_a_bad_bot_is_reported_and_the_match_goes_on(tmp_path, code, fault):
    match, player = Match("family_business", 2, seed="bad"), bots.bot(program(tmp_path, code, "300ms"), trusted=True)
    if "ready" in code or "write" in code:
        player.patience = 0.3 if "sleep(60)" in code and "answer" in fault else 3.0
    began = time.perf_counter()
    assert play_on(match, player, 6) == 6
    assert any(fault in told for told in player.faults), player.faults
    assert len(player.faults) == 6 and player.starts <= STARTS and player.process is None
    assert time.perf_counter() - began < 30


def test_a_missing_program_is_a_fault_and_a_missing_command_an_error():
    match, player = Match("family_business", 2, seed="none"), bots.bot("exec:./no-such-program", trusted=True)
    assert play_on(match, player, 2) == 2
    assert "cannot be started" in player.faults[0]
    for text in ("exec", "exec:", "exec:'"):
        with pytest.raises(UnknownBot):
            bots.bot(text, trusted=True)


def test_an_external_bot_is_told_only_what_its_seat_sees(tmp_path):
    log = tmp_path / "heard.txt"
    code = READY + (
        f"for line in sys.stdin:\n    open({str(log)!r}, 'a').write(line)\n    turn = json.loads(line)\n"
        "    if 'legal' in turn: print(json.dumps({'move': turn['legal'][0]['id']}), flush=True)\n"
    )
    match, player = Match("family_business", 3, seed="ears"), bots.bot(program(tmp_path, code), trusted=True)
    seat = match.actor
    match.play(player.choose(match.seen(seat)))
    player.close()
    heard = log.read_text("utf-8")
    assert '"hand": null' in heard and heard.count('"hand": {') == 1 and "deck" in heard


def test_an_external_bot_is_told_the_options_and_what_happened_since_its_last_turn(tmp_path):
    log = tmp_path / "heard.txt"
    code = (
        f"import json, sys\nfor line in sys.stdin:\n    open({str(log)!r}, 'a').write(line)\n    said = json.loads(line)\n"
        "    if 'hello' in said: print(json.dumps({'ready': 'x'}), flush=True)\n"
        "    if 'legal' in said: print(json.dumps({'move': said['legal'][0]['notation']}), flush=True)\n"
    )
    match, player = Match("the_boss", 2, {"first_seat": 1}, seed="ears"), bots.bot(program(tmp_path, code), trusted=True)
    seat, known = match.actor, []
    for _ in range(4):
        known.append(match.seen(seat).history)
        match.play(player.choose(match.seen(seat)))
        while match.actor != seat:
            match.play(match.legal_ids()[0])
    player.close()
    hello, *turns = [json.loads(line) for line in log.read_text("utf-8").splitlines() if "bye" not in line]
    assert hello["options"] == match.options and player.faults == []
    told = [step for turn in turns for step in turn["history"]]
    assert told == known[-1] and len(turns[-1]["history"]) < len(told), "each step is told once"
    assert {"id", "notation", "label", "kind", "arguments", "target", "counts"} == set(turns[0]["legal"][0])


def test_a_stranger_cannot_run_a_program_nor_think_without_end(tmp_path):
    """Names of bots come from web pages and match files too."""
    witness = tmp_path / "witness"
    for text in (f"exec:touch {witness}", " exec:touch x", "ismcts:1s", "search:1h", "search:60s", "search:99999",
                 "search:1s:threads=9", "search:1s:wait=99", "search:1:tries=99999999"):  # fmt: skip
        with pytest.raises(UnknownBot):
            bots.bot(text)
    assert not witness.exists() and not {"exec", "ismcts"} & set(bots.names())
    assert "exec" in bots.names(trusted=True)


def test_a_match_file_cannot_run_a_program(tmp_path):
    """Going on with a file from somebody else starts nothing of his."""
    witness, match = tmp_path / "witness", Match("family_business", 2, seed="trap")
    with pytest.raises(UnknownBot):
        Session(match, ["you", f"exec:touch {witness}"], Console())
    assert not witness.exists()
