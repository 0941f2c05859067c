"""Two source trees as referees of the same random games: every legal set, every move of chance with its weight, every score.

    python bench/same.py OTHER/src [TITLE ...] [--games 3] [--seed 1]

Each tree plays in a process of its own, by itself: move by move it says who acts and what may be done, and picks one by a seed.
The settings are those that the other tree knows, for every number of seats; what came later is as it was before it came
(`before` of an option, `earlier` data of a box: Der Pate's first seat, its tracks of twelve). The first difference ends it.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

OURS = Path(__file__).parents[1] / "src"
TITLES = ("family_business", "the_boss", "der_pate", "nostra_city", "parrain")

REFEREE = """
import json, random, sys
import fivefamilies as ff
slug, games, seed, other = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])
title = ff.title(slug)
settings = other or {str(seats): title.settings(seats) for seats in title.seats}
if not games:
    print(json.dumps(settings))
    sys.exit()
edition = None
if title.rules_version != 1:
    from fivefamilies.core.editions import recalled
    edition = recalled(title, None, 1)
for seats, options in [(int(seats), options) for seats in settings for options in settings[seats]]:
    for game in range(games):
        luck = random.Random(f"{seed} {slug} {seats} {options} {game}")
        match = ff.Match(title, seats, getattr(title, "recalled", dict)(options), edition=edition, by_hand=True)
        make = getattr(match, "make", None) or match._make
        print(json.dumps(["begin", seats, options, game]))
        while not match.is_over:
            by_chance = match.actor == -1
            moves, weights = match.chances() if by_chance else (match.legal_ids(), None)
            move = luck.choices(moves, weights)[0]
            print(json.dumps([match.actor, moves, weights, match.notation(move)]))
            make(move)
        result = match.result
        print(json.dumps(["end", result.payoffs, result.points]))
"""


def referee(tree: Path, slug: str, games: int, seed: int, settings: Any = None) -> Iterator[Any]:
    """What a tree says of the games, line by line."""
    asked = [sys.executable, "-c", REFEREE, slug, str(games), str(seed), json.dumps(settings)]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(tree)}) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line)


def compare(slug: str, other: Path, games: int, seed: int) -> str:
    """One title in both trees, as a line of the report; ends where they differ."""
    settings = next(referee(other, slug, 0, seed))
    positions = played = chances = 0
    match: Any = None
    for ours, theirs in zip_longest(referee(OURS, slug, games, seed, settings), referee(other, slug, games, seed, settings)):
        if ours != theirs:
            sys.exit(f"{slug}: in {match}, after {positions:,} positions that are the same:\n  ours   {ours}\n  theirs {theirs}")
        if ours[0] == "begin":
            match, played = ours, played + 1
        elif ours[0] != "end":
            positions, chances = positions + 1, chances + (ours[0] == -1)
    seats, setups = ", ".join(settings), sum(len(options) for options in settings.values())
    asked = f"{setups} settings for {seats} seats"
    return f"{slug}: {played:,} games, {positions:,} positions ({chances:,} of chance), {asked}: the same"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("other", type=Path, help="the folder of sources to compare with")
    asked.add_argument("titles", nargs="*", default=TITLES)
    asked.add_argument("--games", type=int, default=3, help="of each setting and number of seats")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    for slug in given.titles:
        print(compare(slug, given.other.resolve(), given.games, given.seed), flush=True)


if __name__ == "__main__":
    main()
