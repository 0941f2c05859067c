"""The strength tables of docs/bots.md: every title, fewest and most seats, in about an hour on two idle cores.

    python bench/strength.py [--games 200] [--titles family_business the_boss] [--kinds greedy levels] [--to strength.jsonl]

Each line is one cell of the arena; the first bot sits alone, the second on all other seats. A cell is added to the file as soon
as it is played, and one that is in the file already is not played again: stop it and start it as you like. Slow cells end after
`--patience` seconds with what they have. Some are played only when asked for: `long` (ten times the time, to see what is luck),
`learned` (what was learned, without thinking ahead), `judge` (thinking ahead with it and without), `tenth` (the same with a
tenth of the time), `don` (and the don of before), `probe` (thinking ahead against what was learned alone, for weaknesses).
`--time 5` plays `judge`, `tenth` and `probe` with less time, where games are long.
"""

import argparse
import itertools
import json
import time
from collections.abc import Iterator
from pathlib import Path

import fivefamilies as ff
from fivefamilies.bots import seat_bots
from fivefamilies.core import kernels
from fivefamilies.lab.arena import arena
from fivefamilies.lab.tally import Share

KINDS = ("greedy", "random", "budget", "levels", "peer")
ASKED = ("long", "learned", "judge", "tenth", "don", "probe")  # only when asked for
SLOW = ("levels", "long", "judge", "tenth", "don", "probe")
SMALLEST = ("budget", "levels", "peer", "tenth", "don")  # only with the fewest seats
LADDER = ("picciotto", "soldier", "capo", "consigliere", "don")
PAIRS = {
    "greedy": ("search:20ms:wait=20", "greedy"),
    "random": ("search:5ms:wait=20", "random"),  # a quarter of the time is enough
    "budget": ("search:20ms:wait=20", "search:2ms:wait=20"),
    "long": ("search:200ms:wait=20", "greedy"),
    "learned": ("learned", "greedy"),
    "judge": ("search:{ms:g}ms:judge=learned:wait=20", "search:{ms:g}ms:wait=20"),
    "tenth": ("search:{tenth:g}ms:judge=learned:wait=20", "search:{ms:g}ms:wait=20"),
    "don": ("don", "don1"),
    "probe": ("search:{ms:g}ms:wait=20", "learned"),  # which takes some microseconds
    "peer": ("search:50ms:wait=1", "ismcts:50ms"),  # equal time by the clock on the wall
}
PEER_TITLES, PEER_GAMES = ("family_business", "the_boss"), 50
BATCH = 4  # games between two looks at the clock, for each seat; one for each worker if that is more

Cell = dict[str, str | int]


def cells(titles: list[str], kinds: list[str], seats: list[int] | None, spend: float) -> Iterator[Cell]:
    """What is to be played, some with the fewest and the most seats, the rest with the fewest."""
    for kind, slug in itertools.product(kinds, titles):
        known = ff.title(slug).seats
        both = list(dict.fromkeys((min(known), max(known))))
        for count in seats or (both[:1] if kind in SMALLEST else both):
            if kind == "peer" and slug not in PEER_TITLES:
                continue
            pairs = [(up, low) for low, up in itertools.pairwise(LADDER)] if kind == "levels" else [PAIRS[kind]]
            for one, others in pairs:
                bots = (name.format(ms=spend, tenth=spend / 10) for name in (one, others))
                yield {"kind": kind, "title": slug, "seats": count, **dict(zip(("bot", "against"), bots, strict=True))}


def played(cell: Cell, games: int, seed: int, workers: int, patience: float) -> dict:
    """One cell: all games at once, or, with `patience`, batches of them until there are enough or it is over."""
    title, seats = ff.title(str(cell["title"])), int(cell["seats"])
    kernels.compile_title(title)
    lineup = seat_bots([str(cell["bot"]), str(cell["against"])], seats, trusted=True)
    began, done, wins, spent = time.perf_counter(), 0, 0.0, 0.0
    while done < games and (done == 0 or time.perf_counter() - began < patience):
        size = min(seats * max(BATCH, -(-workers // seats)), games - done) if patience else games
        row = arena(title, lineup, size, workers=workers, seed=seed * 1000 + done)["bots"][0]
        wins, spent, done = wins + row["share"] * size, spent + row["ms_a_move"] * size, done + size
    share = Share(done, wins)
    return {**cell, "seed": seed, **share.row(), "times_fair": share.share * seats, "ms_a_move": spent / done,
            "seconds": time.perf_counter() - began}  # fmt: skip


def line(row: dict) -> str:
    """One line of the table."""
    return (f"| {row['title']} | {row['seats']} | `{row['bot']}` | `{row['against']}` | {row['games']} | {row['share']:.1%} "
            f"| {row['low']:.1%} – {row['high']:.1%} | {row['times_fair']:.2f} | {row['ms_a_move']:.0f} |")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--titles", nargs="*", default=ff.titles())
    parser.add_argument("--kinds", nargs="*", choices=(*KINDS, *ASKED), default=list(KINDS))
    parser.add_argument("--seats", nargs="*", type=int)
    parser.add_argument("--patience", type=float, default=75, help="seconds for a slow cell")
    parser.add_argument("--time", type=float, default=20, help="milliseconds for judge, tenth and probe")
    parser.add_argument("--to", type=Path, default=Path("strength.jsonl"))
    given = parser.parse_args()
    known = [json.loads(text) for text in given.to.read_text().splitlines()] if given.to.exists() else []
    print("| title | seats | bot | against | games | wins | 95% interval | times fair share | ms a move |")
    print("| --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for cell in cells(given.titles, given.kinds, given.seats, given.time):
        games = PEER_GAMES if cell["kind"] == "peer" else given.games
        enough = 1 if cell["kind"] in SLOW else games
        found = (row for row in known if cell.items() <= row.items() and row["seed"] == given.seed and row["games"] >= enough)
        row = next(found, None)
        if row is None:
            row = played(cell, games, given.seed, given.workers, given.patience if cell["kind"] in SLOW else 0)
            with given.to.open("a") as file:
                file.write(json.dumps(row) + "\n")
        print(line(row), flush=True)


if __name__ == "__main__":
    main()
