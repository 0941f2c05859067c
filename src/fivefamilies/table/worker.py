"""A process that thinks for bots: JSON lines in, JSON lines out.

It is told the position and gives the bot what its seat may know (`Seen`). A bot stays on its chair for the next question, with
what it has thought. All titles are compiled first, in a process that ends when it is done; an interpreted worker plays in the
meantime.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NotRequired, TypedDict

from fivefamilies import bots, games
from fivefamilies.bots import analysis, search
from fivefamilies.bots.search import Search
from fivefamilies.core import kernels, matchfile
from fivefamilies.core.contract import Value
from fivefamilies.core.editions import box_of
from fivefamilies.core.matchform import MatchData
from fivefamilies.core.seen import Row, Seen
from fivefamilies.core.words import words


class Task(TypedDict):
    """What the table asks of us; a position as its seat may know it, or a match to review."""

    id: int
    what: NotRequired[str]
    title: str
    seats: int
    options: dict[str, Value]
    edition: dict[str, object] | None
    table: str
    seat: int
    state: str
    seed: int
    rows: list[Row]
    bot: str
    think: str
    match: MatchData
    language: str


class Candidate(TypedDict):
    """A move that is worth a thought, how likely it wins, and which share of the thoughts it got."""

    move: int
    chance: float
    attention: float


class Advice(TypedDict):
    """The best moves of a position, how likely the seat wins, and how it may go on."""

    candidates: list[Candidate]
    chance: float
    line: list[tuple[int, str]]  # what is expected to follow, by seat, in words


CANDIDATES = 3  # moves of a hint
MOST_SEATED = 8  # each with up to 38 MB of thoughts; a don of Family Business has 21
lock = threading.Lock()
seated: OrderedDict[tuple[str, int, str], bots.Bot] = OrderedDict()  # by table, seat and name; who waits longest comes first


def tell(**message: object) -> None:
    """One line for the table."""
    with lock:
        print(json.dumps(message), file=sys.__stdout__, flush=True)


@lru_cache(maxsize=200)
def parts_of(slug: str, edition: str) -> object:
    return box_of(games.title(slug), json.loads(edition))


def seen_by(task: Task) -> Seen:
    """What the seat may know."""
    title = games.title(task["title"])
    return Seen(
        title, task["seat"], title.state.read(bytes.fromhex(task["state"])), seats=task["seats"], options=task["options"],
        parts=parts_of(task["title"], json.dumps(task["edition"])), seed=task["seed"], rows=task["rows"],
    )  # fmt: skip


def choose(task: Task) -> tuple[int, float]:
    """The bot's move, and how many seconds it thought."""
    seen = seen_by(task)
    chair = (task["table"], task["seat"], task["bot"])
    with lock:
        bot = seated.pop(chair, None)
    bot = bot or bots.bot(task["bot"])
    began = time.perf_counter()
    answer = bot.choose(seen)
    move = seen.id_of(answer)
    if move is None:
        raise ValueError(f"{answer!r} is no legal move")
    with lock:
        seated[chair] = bot
        if len(seated) > MOST_SEATED:
            seated.popitem(last=False)
    return move, time.perf_counter() - began


def advise(task: Task) -> Advice:
    """The best moves of a position as a strong bot sees them from what the seat knows."""
    bot, seen = Search(f"{task['think']}:ladder=0"), seen_by(task)
    rated = bot.rate(seen)
    whole = max(1, sum(one.visits for one in rated))
    looked_at = [one for one in rated[:CANDIDATES] if one.visits] or rated[:1]
    best: list[Candidate] = [{"move": one.move, "chance": one.worth, "attention": one.visits / whole} for one in looked_at]
    line = analysis.expected(bot, seen, words(task["language"], seen.title.package))
    return {"candidates": best, "chance": bot.chances()[task["seat"]], "line": line}


def review(task: Task) -> dict[str, object]:
    """A finished match, decision by decision; how far it is, is told on the way."""
    match = matchfile.from_dict(task["match"], task["language"])
    done = 0

    def count(steps: int) -> None:
        nonlocal done
        done += steps
        if done % 10 == 0:
            tell(id=task["id"], done=done)

    return analysis.review(match, task["think"], count).data()


def answer(task: Task) -> None:
    try:
        what = task.get("what", "choose")
        if what != "choose":
            tell(id=task["id"], found={"advise": advise, "review": review}[what](task))
            return
        move, seconds = choose(task)
        tell(id=task["id"], move=move, seconds=seconds)
    except Exception as error:  # whatever a bot does wrong, the table goes on
        tell(id=task["id"], error=f"{type(error).__name__}: {error}")


def prepare(slugs: list[str]) -> None:
    """Compile every title, or fetch it from the cache, and say how far we are."""
    steps = len(kernels.VERBS) + 2  # and mass play, and the search
    for slug in slugs:
        done = -1

        def count(verb: str, slug: str = slug) -> None:
            nonlocal done
            done += 1
            tell(title=slug, step=done, steps=steps)

        try:
            kernels.compile_title(games.title(slug), count)
            count("search")
            search.prepare(games.title(slug))
            tell(title=slug, step=steps, steps=steps)
        except BrokenPipeError:  # the table has closed
            return
        except Exception as error:
            tell(title=slug, error=f"{type(error).__name__}: {error}")


def main() -> None:
    """Answer until the table closes our input. What a bot prints goes to the error stream, not among the answers."""
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if "--compile" in sys.argv:
        prepare(games.names())
        return
    compiler = None
    if "--prepare" in sys.argv:  # in a process of its own: the compiler's hundreds of megabytes go with it
        compiler = subprocess.Popen([sys.executable, "-m", "fivefamilies.table.worker", "--compile"], stdin=subprocess.DEVNULL)
    pools = {"choose": ThreadPoolExecutor(os.cpu_count() or 1)}  # bots never wait behind those who ask for advice
    pools |= {what: ThreadPoolExecutor(1) for what in ("advise", "review")}
    for line in sys.stdin:
        task = json.loads(line)
        pools[task.get("what", "choose")].submit(answer, task)
    if compiler is not None:
        compiler.kill()
    os._exit(0)


if __name__ == "__main__":
    main()
