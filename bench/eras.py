"""Two source trees at one table: does this one's bot beat the other's?

    python bench/eras.py OTHER/src TITLE [--bot search:400] [--other BOT] [--games 120] [--seats 3] [--seed 1]

One seat is played by this tree, all others by the other, each in a process of its own that follows the match move by move; the
seats are rotated, and every round of seatings draws from the same luck. A match is its list of moves, so trees with other records
can play together. Settings are those that the other tree knows (see same.py).
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

OURS = Path(__file__).parents[1] / "src"

PLAYER = """
import json, sys
import fivefamilies as ff
from fivefamilies import bots
title, edition = ff.title(sys.argv[1]), None
if title.rules_version != 1:
    from fivefamilies.core.editions import recalled
    edition = recalled(title, None, 1)
match = made = None
for line in sys.stdin:
    kind, what, more = json.loads(line)
    if kind == "settings":
        print(json.dumps(title.settings(what)[0]), flush=True)
    elif kind == "begin":
        match = ff.Match(title, what, getattr(title, "recalled", dict)(more), edition=edition, by_hand=True)
        made = {}
    elif kind == "tell":
        by_chance = match.actor == -1
        moves, weights = match.chances() if by_chance else (match.legal_ids(), None)
        moves, weights = list(map(int, moves)), weights and list(map(int, weights))
        result = match.result.payoffs if match.is_over else None
        print(json.dumps([match.is_over, match.actor, moves, weights, result]), flush=True)
    elif kind == "make":
        (getattr(match, "make", None) or match._make)(what)
    elif kind == "choose":
        bot = made.setdefault(match.actor, None) or bots.bot(more, trusted=True)
        made[match.actor] = bot
        print(int(bot.choose(match.seen(match.actor, what))), flush=True)
"""


class Tree:
    """One tree's process."""

    def __init__(self, source: Path, slug: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, slug], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(source)},
        )  # fmt: skip

    def say(self, kind: str, what: Any = None, more: Any = None) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([kind, what, more]) + "\n")
        self.process.stdin.flush()

    def ask(self, kind: str, what: Any = None, more: Any = None) -> Any:
        assert self.process.stdout is not None
        self.say(kind, what, more)
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def play(trees: tuple[Tree, Tree], bots: tuple[str, str], seats: int, options: Any, ours: int, luck: random.Random) -> float:
    """One game; the share of the victory of the seat that this tree plays."""
    for tree in trees:
        tree.say("begin", seats, options)
    while True:
        is_over, actor, moves, weights, result = trees[0].ask("tell")
        if is_over:
            break
        if actor < 0:
            move = luck.choices(moves, weights)[0]
        elif len(moves) == 1:
            move = moves[0]
        else:
            side = int(actor != ours)
            move = trees[side].ask("choose", luck.getrandbits(60), bots[side])
        for tree in trees:
            tree.say("make", move)
    best = max(result)
    return (result[ours] == best > -1) / max(1, result.count(best))


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's, 95 %."""
    z = 1.96
    middle, spread = share + z * z / (2 * games), z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return tuple((middle + sign * spread) / (1 + z * z / games) for sign in (-1, 1))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("tree", type=Path, help="the folder of sources to play against")
    asked.add_argument("title")
    asked.add_argument("--bot", default="search:400")
    asked.add_argument("--other", help="the other tree's bot; the same unless named")
    asked.add_argument("--games", type=int, default=120)
    asked.add_argument("--seats", type=int, default=3)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    trees, bots = (
        tuple(Tree(source, given.title) for source in (OURS, given.tree.resolve())),
        (given.bot, given.other or given.bot),
    )
    options, won, played = trees[1].ask("settings", given.seats), 0.0, 0
    for game in range(given.games):
        seat, luck = game % given.seats, random.Random(f"{given.seed} {given.title} {game // given.seats}")
        won, played = won + play(trees, bots, given.seats, options, seat, luck), played + 1
    for tree in trees:
        tree.close()
    low, high = interval(won / played, played)
    print(f"{given.title}, {given.seats} seats: {bots[0]} of this tree against {bots[1]} of {given.tree}: {won / played:.1%} of "
          f"{played} games ({low:.1%} to {high:.1%}), fair is {1 / given.seats:.1%}")  # fmt: skip


if __name__ == "__main__":
    main()
