"""The processes that think for bots: a bot stays on its chair between two questions, and whatever it does, a move is made."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fivefamilies import games
from fivefamilies.core.errors import Refused
from fivefamilies.core.match import Match, Seen
from fivefamilies.core.record import content
from fivefamilies.core.words import words
from fivefamilies.table import clocks, worker
from fivefamilies.table.coach import Hints, Reviews
from fivefamilies.table.config import Config
from fivefamilies.table.room import Chair, Room
from fivefamilies.table.thinkers import ASKED, Thinkers
from tests.table.house import wait_for


@pytest.fixture(autouse=True)
def nobody_seated():
    worker.seated.clear()


def question(match: Match, table: str, bot: str) -> dict[str, Any]:
    return {
        "table": table, "title": match.title.slug, "seats": match.seats, "options": match.options, "edition": match.edition,
        "seat": match.actor, "bot": bot, "state": content(match.state).hex(), "seed": len(match.played),
        "rows": match.rows(match.actor),
    }  # fmt: skip


def test_a_bot_is_asked_again_with_what_it_thought():
    match, recalled = Match("parrain", 2, seed="worker"), 0
    for _ in range(60):
        ask = question(match, "one", "soldier")
        known = worker.seated.get(("one", ask["seat"], "soldier"))
        recalled += known is not None and known.bot.recalls(match.seen(ask["seat"]))
        match.play(worker.choose(ask)[0])
    assert len(worker.seated) == 2 and recalled > 5


def test_every_chair_has_its_own_bot_and_the_longest_unasked_goes():
    match = Match("family_business", 2, seed="worker")
    for number in range(worker.MOST_SEATED + 3):
        assert worker.choose(question(match, f"table {number}", "greedy"))[0] in match.legal_ids()
    worker.choose(question(match, "table 5", "greedy"))
    chairs = [table for table, _, _ in worker.seated]
    assert len(chairs) == worker.MOST_SEATED and chairs[0] == "table 3" and chairs[-1] == "table 5"


def test_the_compiler_goes_when_it_is_done_and_leaves_a_small_worker():
    """It needs hundreds of megabytes, so it is a process of its own; whoever waits for the next question does not hold them."""
    command = [sys.executable, "-m", "fivefamilies.table.worker", "--prepare"]
    env = {**os.environ, "FIVEFAMILIES_INTERPRETED": "1"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        wait_for(children.read_text, 30)
        ready: set[str] = set()
        while ready != set(games.names()):
            message = json.loads(process.stdout.readline())
            assert "error" not in message, message
            ready |= {message["title"]} if message["step"] == message["steps"] else set()
        wait_for(lambda: not [pid for pid in children.read_text().split() if memory_of(int(pid))], 10)
        assert memory_of(process.pid) < 250
        process.stdin.close()


def memory_of(pid: int) -> int:
    """Megabytes that a process holds now; none once it has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) // 1024
    return 0


class Broken:
    def choose(self, seen: Seen) -> int:
        raise ValueError("broken")


def test_a_bot_that_fails_leaves_its_chair():
    match = Match("family_business", 2, seed="worker")
    ask = question(match, "one", "greedy")
    worker.seated["one", ask["seat"], "greedy"] = Broken()
    with pytest.raises(ValueError, match="broken"):
        worker.choose(ask)
    assert not worker.seated and worker.choose(ask)[0] in match.legal_ids()


def room_of_bots(bot: str) -> Room:
    row = {
        "id": "t", "title": "family_business", "rules_version": 1, "seats": 2, "options": {}, "edition": None, "settings": {},
        "secret": "11" * 32, "created": 1.5, "state": "playing", "chat": [], "ledger": [],
    }  # fmt: skip
    return Room.from_rows({**row, "chairs": [vars(Chair(seat, None, "", bot)) for seat in (0, 1)]})


def with_thinkers(work, seconds=30.0):
    async def run():
        thinkers = Thinkers(Config(db="", bot_seconds=seconds, prepare=False))
        try:
            return await work(thinkers, thinkers.start_quick())
        finally:
            await thinkers.stop()

    return asyncio.run(run())


def test_a_worker_that_hangs_is_ended_replaced_and_told_of_in_the_log():
    room = room_of_bots("random")

    async def work(thinkers, process):
        await asyncio.wait_for(process.is_up.wait(), 30)
        while (first := await thinkers.choose(room, room.turn, "random")).by != "random":
            continue  # the worker is still starting
        hanging = process.process
        os.kill(hanging.pid, signal.SIGSTOP)
        other = await thinkers.choose(room, room.turn, "random")
        await asyncio.wait_for(hanging.wait(), 10)
        while (again := await thinkers.choose(room, room.turn, "random")).by != "random":
            continue
        return first, other, again, process.process is not hanging

    first, (move, _, by), again, is_new = with_thinkers(work, 2.0)
    legal = room.match.legal_ids()
    assert {first.move, move, again.move} <= set(legal) and by == "greedy for random" and is_new
    room.apply({"kind": "move", "seat": room.turn, "move": move, "by": by, "ply": 0, "at": 2.5, "clock": None})
    assert any("random does not answer; greedy moves for it" in lines for lines in room.lines(-1, words("en")))


def test_advice_is_thought_of_once_and_bots_do_not_wait_behind_it():
    rooms = [room_of_bots("greedy") for _ in range(12)]
    for number, room in enumerate(rooms):
        room.id = f"table {number}"

    async def work(thinkers, process):
        thinkers.compiled, thinkers.steps = [process], {"family_business": (1, 1)}
        hints = Hints(SimpleNamespace(thinkers=thinkers))
        await thinkers.ask(rooms[0], rooms[0].turn, "random", 30)  # it has started
        same = [asyncio.create_task(hints.of(rooms[0], rooms[0].turn, "en")) for _ in range(40)]
        others = [asyncio.create_task(hints.of(room, room.turn, "en")) for room in rooms[1:]]
        await asyncio.sleep(0.2)
        began = time.monotonic()
        await thinkers.ask(rooms[0], rooms[0].turn, "random", 30)
        seconds, is_thinking = time.monotonic() - began, not others[6].done()
        told = await asyncio.gather(*same, *others, return_exceptions=True)
        process.kill()
        rooms[0].plies += 1
        with pytest.raises(Refused, match="the coach is busy"):
            await hints.of(rooms[0], rooms[0].turn, "en")
        return told, seconds, is_thinking

    try:
        told, seconds, is_thinking = with_thinkers(work)
    finally:
        rooms[0].plies -= 1
    assert all(found is told[0] for found in told[:40]) and told[0]["candidates"]
    refused = [found for found in told[40:] if isinstance(found, Refused)]
    assert len(refused) == 4 and is_thinking and seconds < 3, (len(refused), is_thinking, seconds)


def test_reviews_that_wait_are_few():
    """Whoever asks for the reviews of a hundred tables is told to come back."""
    waiting = []
    club = SimpleNamespace(spawn=lambda work, name: (waiting.append(name), work.close()))

    async def work() -> list[str]:
        reviews, told = Reviews(club), []
        for number in range(20):
            room = room_of_bots("greedy")
            room.id, room.row["state"], room.is_sealed = f"table {number}", "over", False
            try:
                reviews.of(room)
            except Refused as refused:
                told.append(str(refused))
        return told

    told = asyncio.run(work())
    assert len(waiting) == 8 and len(told) == 12 and "the coach is busy" in told[0]


def test_a_bot_that_always_fails_is_asked_again_and_then_replaced(caplog):
    room = room_of_bots("greedy:many")
    move, _, by = with_thinkers(lambda thinkers, process: thinkers.choose(room, room.turn, "greedy:many"))
    assert move in room.match.legal_ids() and by == "greedy for greedy:many"
    assert [record.message for record in caplog.records].count("a bot did not answer") == ASKED


def test_a_bot_that_was_slow_once_is_not_slow_for_ever(monkeypatch):
    pace, now = clocks.Pace(0.6), 1000.0
    monkeypatch.setattr(clocks.time, "monotonic", lambda: now)
    assert pace.of("don", 0.1) == 0.6 and pace.of("don", 2.0) == 2.0 and pace.of("capo", 0.1) == 0.6
    for _ in range(20):
        now += 5
        assert pace.of("don", 0.9) == 2.0, "a quick move looks like a hard one"
    now += clocks.MEMORY + 1
    assert pace.of("don", 0.7) == 0.7 and pace.of("don", 99.0) == clocks.SLOWEST
