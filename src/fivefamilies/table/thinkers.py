"""The table's side of the processes that think for bots: they may be slow or die, the table never waits for them."""

import asyncio
import contextlib
import json
import logging
import os
import random
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from fivefamilies import bots, games
from fivefamilies.bots.levels import LEVELS
from fivefamilies.bots.simple import Greedy
from fivefamilies.core.errors import Refused, UnknownBot
from fivefamilies.core.record import content
from fivefamilies.core.words import Words
from fivefamilies.table.config import Config
from fivefamilies.table.room import Room
from fivefamilies.table.turns import Turns

if TYPE_CHECKING:
    from fivefamilies.table.worker import Advice

log = logging.getLogger("fivefamilies.table")
UNDERSTUDY = "greedy"  # plays for the others while the rules are being compiled
QUICK = ("random", "greedy")
USUAL = "capo"  # sits at a table unless another is wished for
RESTART_SECONDS, LONGEST_RESTART = 1.0, 15.0
STEADY = 30.0  # seconds after which a worker counts as one that runs
ASKED = 3  # times before another bot moves for one that does not answer
ASK_AGAIN = 0.5  # seconds before the second time; the third comes later
STARTING = 10.0  # seconds for a worker to start
HASTE = 5.0  # seconds for the one that moves for it
LINE = 1 << 20  # the longest line that we read
WARM_UP = 1.5
ADVICE = "500ms"  # for a hint
REVIEWED = "15ms"  # for each decision of a review


Count = Callable[[int], None]  # told how much of a long task is done


class Choice(NamedTuple):
    """A move, how long it was thought of, and who chose it."""

    move: int
    seconds: float
    by: str


class Process:
    """One worker and the answers we wait for."""

    def __init__(self, is_compiled: bool, prepares: bool, heard: Any) -> None:
        self.is_compiled, self.prepares, self.heard = is_compiled, prepares, heard
        self.waiting: dict[int, asyncio.Future] = {}
        self.counts: dict[int, Count] = {}
        self.number = 0
        self.process: asyncio.subprocess.Process | None = None
        self.is_up = asyncio.Event()
        self.is_down = False  # it could not be started
        self.heard_at = 0.0
        self.task = asyncio.create_task(self.live(), name="thinker")

    async def live(self) -> None:
        """Run the worker, and another one whenever it dies or cannot be started."""
        wait = RESTART_SECONDS
        while True:
            began = time.monotonic()
            try:
                await self.run()
            except Exception as error:  # no file handles, no memory, nonsense instead of an answer
                self.is_down = True
                log.warning("a thinker does not run", extra={"error": describe(error)})
            finally:
                self.mourn()
            wait = RESTART_SECONDS if time.monotonic() - began > STEADY else min(2 * wait, LONGEST_RESTART)
            await asyncio.sleep(wait)

    async def run(self) -> None:
        """Start the worker and hear it until it ends."""
        environment = {**os.environ, "FIVEFAMILIES_INTERPRETED": "" if self.is_compiled else "1"}
        command = [sys.executable, "-m", "fivefamilies.table.worker", *(["--prepare"] if self.prepares else [])]
        self.process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=environment, limit=LINE
        )
        assert self.process.stdout is not None
        self.is_down = False
        self.is_up.set()
        async for line in self.process.stdout:
            self.heard_at = time.monotonic()
            self.hear(json.loads(line))
        log.warning("a thinker died", extra={"code": self.process.returncode})

    def mourn(self) -> None:
        """Whoever waits for this worker is told; what is left of it goes."""
        self.is_up.clear()
        self.kill()
        for answer in self.waiting.values():
            if not answer.done():
                answer.set_exception(RuntimeError("the bot's process died"))
        self.waiting.clear()

    def kill(self) -> None:
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    def hear(self, message: dict[str, Any]) -> None:
        number = message.get("id", -1)
        if "title" in message:
            self.heard(message)
        elif "done" in message:
            self.counts.get(number, lambda done: None)(message["done"])
        elif (answer := self.waiting.pop(number, None)) is not None and not answer.done():
            if "error" in message:
                answer.set_exception(RuntimeError(message["error"]))
            else:
                answer.set_result(message)

    async def ask(self, task: dict[str, Any], seconds: float, count: Count | None = None) -> dict[str, Any]:
        """What the worker answers; `count` is told how far it is where it takes long."""
        if self.is_down:
            raise RuntimeError("the bot's process cannot be started")
        await asyncio.wait_for(self.is_up.wait(), min(seconds, STARTING))
        assert self.process is not None and self.process.stdin is not None
        self.number += 1
        number, answer = self.number, asyncio.get_running_loop().create_future()
        self.waiting[number] = answer
        if count is not None:
            self.counts[number] = count
        asked_at = time.monotonic()
        self.process.stdin.write(json.dumps({**task, "id": number}).encode() + b"\n")
        try:
            return await asyncio.wait_for(answer, seconds)
        except TimeoutError:
            if self.heard_at < asked_at:  # it has said nothing to anybody: it hangs
                log.warning("a thinker hangs and is ended")
                self.kill()
            raise
        finally:
            self.waiting.pop(number, None)
            self.counts.pop(number, None)

    async def stop(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        self.kill()
        if self.process is not None:
            await self.process.wait()


class Thinkers:
    """All workers: an interpreted one from the first second, compiled ones as soon as their rules are ready."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.steps: dict[str, tuple[int, int]] = {}
        self.compiled: list[Process] = []
        self.quick: Process | None = None
        self.is_stopped = False
        self.turns = Turns((os.cpu_count() or 1) * config.thinkers)  # a worker has a thread for each core

    def start(self) -> None:
        """Compiled workers begin at once; the quick one when it is needed or the house has opened."""
        if not self.config.hosts_bots:
            return
        asyncio.get_running_loop().call_later(WARM_UP, lambda: self.is_stopped or self.start_quick())
        self.start_compiled()

    def start_compiled(self) -> None:
        if self.config.prepare and not self.compiled:
            self.steps = dict.fromkeys(games.names(), (0, 1))
            self.compiled = [Process(True, number == 0, self.heard) for number in range(self.config.thinkers)]

    def start_quick(self) -> Process:
        if self.quick is None:
            self.quick = Process(False, False, self.heard)
        return self.quick

    async def stop(self) -> None:
        self.is_stopped = True
        await asyncio.gather(*(process.stop() for process in [*self.compiled, *([self.quick] if self.quick else [])]))

    def heard(self, message: dict[str, Any]) -> None:
        """How far a title is compiled."""
        if "error" in message:
            log.error("a title does not compile", extra={"title": message["title"], "error": message["error"]})
            return
        self.steps[message["title"]] = (message["step"], message["steps"])
        if message["step"] == message["steps"]:
            log.info("rules compiled", extra={"title": message["title"]})

    def is_ready(self, slug: str) -> bool:
        done, steps = self.steps.get(slug, (0, 1))
        return done == steps

    def progress(self) -> list[tuple[str, int, int]]:
        """The titles that are still being compiled: name, steps done, steps in all."""
        return [(slug, done, steps) for slug, (done, steps) in self.steps.items() if done < steps]

    async def choose(self, room: Room, seat: int, bot: str) -> Choice:
        """A legal move for `seat` and who chose it: the bot or, if it does not answer when asked again, its understudy."""
        at, wait = room.plies, ASK_AGAIN
        for number in range(ASKED):
            try:
                return Choice(*await self.ask(room, seat, bot, self.config.bot_seconds), by=bot)
            except Exception as error:  # it died, failed, took too long or chose what is not legal
                log.warning("a bot did not answer", extra={"bot": bot, "table": room.id, "error": describe(error)})
                if isinstance(error, TimeoutError):
                    break  # it has had its time
            if number < ASKED - 1:
                await asyncio.sleep(wait)
                wait *= 3
            if room.plies != at:
                raise Refused("the table has moved on; look again before you move")
        log.error("another bot moves for one that does not answer", extra={"bot": bot, "other": UNDERSTUDY, "table": room.id})
        return Choice(await self.fall_back(room, seat), 0.0, by=f"{UNDERSTUDY} for {bot}")

    async def ask(self, room: Room, seat: int, bot: str, seconds: float) -> tuple[int, float]:
        """The bot's move, from the process that thinks for this table, and how long it thought."""
        match, task = room.match, {**question_of(room, seat), "bot": bot}
        legal = match.legal_ids()
        is_ready = self.is_ready(match.title.slug) and bool(self.compiled)
        if not is_ready and bot.partition(":")[0] not in QUICK:
            task["bot"] = UNDERSTUDY
        process = self.compiled[crc32(room.id.encode()) % len(self.compiled)] if is_ready else self.start_quick()
        async with self.turns.of(bot):
            answer = await process.ask(task, seconds)
        if answer["move"] not in legal:
            raise RuntimeError(f"it chose the illegal move {answer['move']}")
        return answer["move"], answer["seconds"]

    def searcher(self, room: Room) -> Process:
        """A process that can search this table's title."""
        slug = room.match.title.slug
        self.start_compiled()
        if not self.is_ready(slug) or not self.compiled:
            raise Refused("the rules of {title} are still being compiled; ask again in a moment", title=room.match.title.name)
        return self.compiled[crc32(room.id.encode()) % len(self.compiled)]

    async def advise(self, room: Room, seat: int, language: str) -> "Advice":
        """The best moves of `seat` as a strong bot sees them, and what it expects to follow, in words."""
        task = {**question_of(room, seat), "what": "advise", "think": ADVICE, "language": language}
        return (await self.searcher(room).ask(task, self.config.bot_seconds))["found"]

    async def review(self, room: Room, match: dict[str, object], count: Count, seconds: float) -> dict[str, object]:
        """A finished match, decision by decision."""
        task = {"what": "review", "match": match, "think": REVIEWED, "language": "en"}
        return (await self.searcher(room).ask(task, seconds, count))["found"]

    async def fall_back(self, room: Room, seat: int) -> int:
        """The move of the understudy: from a worker if one answers soon, or else thought of here."""
        seen = room.match.seen(seat)
        try:
            return (await self.ask(room, seat, UNDERSTUDY, HASTE))[0]
        except Exception as error:
            log.warning("a bot did not answer", extra={"bot": UNDERSTUDY, "table": room.id, "error": describe(error)})
        return await asyncio.to_thread(Greedy().choose, seen)


def question_of(room: Room, seat: int) -> dict[str, object]:
    """The position as a worker is told of it, with what the seat was told."""
    match = room.match
    return {
        "title": match.title.slug, "seats": match.seats, "options": match.options, "edition": match.edition,
        "table": room.id, "seat": seat, "state": content(match.state).hex(), "seed": random.getrandbits(60),
        "rows": match.rows(seat),
    }  # fmt: skip


def describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]


def bot_names() -> list[str]:
    """The bots that a guest may put on a chair: by name only. A guest names no command and no budget of his own."""
    return [*LEVELS, *QUICK, *bots.third_party()]


@lru_cache(maxsize=32)
def bot_choices(say: Words) -> list[dict[str, str]]:
    """The same for a list to choose from, with a word on how each thinks."""
    thoughts = {name: say(thought) for name, (*_, thought) in LEVELS.items()}
    thoughts |= {"random": say("plays any move"), "greedy": say("takes what looks best at first sight")}
    known = [(name, thoughts.get(name, "")) for name in bot_names()]
    return [
        {"name": name, "thought": how, "label": say("{name}: {what}", name=name, what=how) if how else name}
        for name, how in known
    ]


def check_bot(name: str) -> str:
    """The bot's name, if a guest may call it."""
    if name not in bot_names():
        raise UnknownBot("unknown bot '{name}'; choose one of {known}", name=name, known=", ".join(bot_names()))
    return name
