"""The matches that a report wants, in the order in which they say most; and a file of those that were played."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fivefamilies import __version__
from fivefamilies.core import folders
from fivefamilies.core.contract import Title, Value
from fivefamilies.core.errors import BadFile, BadOption, Stopped
from fivefamilies.core.safely import make_folder
from fivefamilies.lab.report.games import play_many, play_one
from fivefamilies.lab.workers import crew, spread

MOST_GAMES = 100_000
COMPILED = 20  # games of compiled bots for each one of `search`
BATCH = 100
TEN_TIMES = 10

Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What a report is about: the title, how many games a question is worth, and how long `search` thinks (simulations)."""

    title: Title
    games: int
    budget: int
    seed: int

    @property
    def seats(self) -> int:
        return self.title.usual_seats

    @property
    def bot(self) -> str:
        return f"search:{self.budget}"

    @property
    def deeper(self) -> str:
        return f"search:{TEN_TIMES * self.budget}"

    def things(self) -> list[tuple[str, str]]:
        """What one may do without: kind and word, as the box names them."""
        kinds: dict[str, None] = {}
        for kind, about in self.title.ablated.items():
            things = kind.declared.things
            named = about[0] if isinstance(about, tuple) else things[about].name if isinstance(about, int) else None
            kinds |= {named: None} if named else {}
        known = self.title.vocabulary(self.title.parts(None))
        return [(kind, word) for kind in kinds for word in known.get(kind, {})]

    def settings(self) -> list[dict[str, Value]]:
        """Options besides the usual ones, each by itself."""
        usual = self.title.settle()
        return [
            {key: value for key, value in settled.items() if value != usual[key]}
            for settled in self.title.settings(self.seats)
            if settled != usual
        ]

    def jobs(self) -> Iterator[tuple[str, Callable[..., Row], tuple[object, ...]]]:
        """All matches: the name under which each is kept, what plays it, and with what."""
        slug, seats = self.title.slug, self.seats
        for number in range(self.games):
            yield f"table/{number}", play_one, (slug, seats, [self.bot] * seats, self.secret(number), None, True)
        for count in self.title.seats:
            yield from self.compiled(f"seats/{count}", count, {}, ["greedy"] * count, self.games * COMPILED)
        yield from self.compiled("random", seats, {}, ["random"] * seats, self.games * COMPILED)
        for turn in range(seats):
            lineup = ["greedy" if seat == turn else "random" for seat in range(seats)]
            yield from self.compiled(f"greedy/{turn}", seats, {}, lineup, self.games * COMPILED // seats)
        for options in self.settings():
            name = f"option/{json.dumps(options, sort_keys=True)}"
            yield from self.compiled(name, seats, options, ["greedy"] * seats, self.games * COMPILED // 2)
        for number in range(self.games):
            for one, others in ((self.bot, "greedy"), (self.deeper, self.bot)):
                lineup = [one if seat == number % seats else others for seat in range(seats)]
                if one == self.bot or number < self.games // 2:
                    yield f"{one}/{others}/{number}", play_one, (slug, seats, lineup, self.secret(number))
        for number in range(self.games):
            for kind, word in self.things():
                without = (number % seats, kind, word)
                job = (slug, seats, [self.bot] * seats, self.secret(number), without)
                yield f"without/{kind}/{word}/{number}", play_one, job

    def compiled(
        self, name: str, seats: int, options: Mapping[str, Value], lineup: list[str], games: int
    ) -> Iterator[tuple[str, Callable[..., Row], tuple[object, ...]]]:
        """Some matches of compiled bots, in batches."""
        for batch in range(-(-games // BATCH)):
            size = min(BATCH, games - batch * BATCH)
            yield f"{name}/{batch}/{size}", play_many, (self.title.slug, seats, options, lineup, size, self.seed, batch)

    def secret(self, number: int) -> str:
        """The luck of a deal: the same cards for every question."""
        return f"report {self.seed}/{number}"


class Kept:
    """Rows of matches in a file, a line each: what was played once is not played again."""

    def __init__(self, plan: Plan) -> None:
        folder = folders.cache_home() / "reports"
        make_folder(folder)
        title = plan.title
        self.path = folder / f"{title.slug}-{title.rules_version}-{__version__}-{plan.budget}-{plan.seed}.jsonl"
        try:
            (folder / "used").touch()  # ours to clean
            self.rows = read(self.path) if self.path.exists() else {}
            self.stream = self.path.open("a", encoding="utf-8")
        except OSError as error:
            raise BadFile("{file}: cannot be written: {error}", file=self.path, error=error.strerror or error) from error

    def add(self, name: str, row: Row) -> None:
        """One more match."""
        self.rows[name] = row
        self.stream.write(json.dumps({"name": name, "row": row}) + "\n")
        self.stream.flush()

    def close(self) -> None:
        self.stream.close()


def read(path: Path) -> dict[str, Row]:
    """The rows of a file; a line that was cut short is left out."""
    rows = {}
    for line in path.read_text("utf-8").splitlines():
        try:
            entry = json.loads(line)
            rows[entry["name"]] = entry["row"]
        except (ValueError, KeyError, TypeError):
            continue
    return rows


def play(
    plan: Plan, workers: int | None = None, progress: Callable[[int], None] | None = None, fresh: bool = False
) -> dict[str, Row]:
    """The rows of all matches, those that were kept included; Ctrl-C raises Stopped with those that there are."""
    if not 1 <= plan.games <= MOST_GAMES:
        raise BadOption("{n} games; from 1 to {most} can be played at once", n=plan.games, most=MOST_GAMES)
    crowd, kept = crew(workers), Kept(plan)
    if fresh:
        kept.rows = {}
    jobs = list(plan.jobs())
    wanted = {name for name, *_ in jobs}
    step = progress or (lambda n: None)
    step(sum(name in kept.rows for name in wanted))
    missing = [(name, function, given) for name, function, given in jobs if name not in kept.rows]
    try:
        for name, row in spread(named, missing, crowd):
            kept.add(name, row)
            step(1)
    except KeyboardInterrupt as stop:
        raise Stopped({name: row for name, row in kept.rows.items() if name in wanted}) from stop
    finally:
        kept.close()
    return {name: kept.rows[name] for name, *_ in jobs}


def named(name: str, function: Callable[..., Row], given: tuple[object, ...]) -> tuple[str, Row]:
    """A match with its name."""
    return name, function(*given)
