"""Recorded playthroughs: whole matches with the story as everybody heard it and the table as each seat saw it.

Beside each lies a line a move: who is to move, how many moves are legal, and digests of them and of what all seats know.

A test compares them whole. After a wanted change of rules or words: `python -m tests.recording` writes them anew; read the diff.
"""

import random
from hashlib import sha256
from pathlib import Path

import numpy as np

from fivefamilies import games
from fivefamilies.bots import bot
from fivefamilies.core import matchfile
from fivefamilies.core.match import Match

FOLDER = Path(__file__).parent / "playthroughs"
EVERY = 40  # moves between two looks at the table


def recorded(slug: str) -> list[tuple[str, int, dict]]:
    """Name, seats and options of the playthroughs of a title: fewest and most seats, and the last preset or the defaults."""
    title = games.title(slug)
    few, many = min(title.seats), max(title.seats)
    preset = dict(title.presets[list(title.presets)[-1]]) if title.presets else {}
    return [(f"{slug}-{few}", few, {}), (f"{slug}-{many}", many, preset)]


def play(slug: str, seats: int, options: dict, seed: str) -> Match:
    """A match of greedy bots that sometimes do something silly, so that rare things happen."""
    match = Match(slug, seats, options, seed=seed)
    chooser, greedy = random.Random(seed), bot("greedy")
    while not match.is_over:
        seat = match.actor
        if chooser.random() < 0.3:
            match.play(chooser.choice(match.legal_ids()))
        else:
            match.play(greedy.choose(match.seen(seat, seed=len(match.played))))
    return match


def story(match: Match) -> str:
    """The whole match told in words: the public log, and now and then what each seat sees."""
    teller = match.anew()
    lines = []
    for ply, played in enumerate(match.played):
        teller.play(played.move)
        for line in teller.lines(ply):
            lines.append(f"{ply + 1:>4}  {line}")
        if (ply + 1) % EVERY == 0 or ply + 1 == len(match.played):
            for seat in range(match.seats):
                own = [line for n in range(ply + 1 - EVERY, ply + 1) if n >= 0 for line in teller.lines(n, seat)]
                public = [line for n in range(ply + 1 - EVERY, ply + 1) if n >= 0 for line in teller.lines(n)]
                lines += ["", f"===== move {ply + 1}, as {teller.seat_name(seat)} sees it", teller.drawing(seat)]
                lines += [f"      {line}" for line in own if line not in public]
            lines.append("")
    result = match.result
    assert result is not None
    lines.append(f"payoffs {result.payoffs}, points {result.points}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def digest(numbers: np.ndarray) -> str:
    """A short name for a row of numbers."""
    return sha256(np.ascontiguousarray(numbers, np.int32).tobytes()).hexdigest()[:8]


def looks(match: Match) -> str:
    """Every move before it is made: its number, the actor, legal moves, and what all seats know, in 4096ths."""
    again, lines = match.anew(), []
    for ply, played in enumerate(match.played, 1):
        legal = again.legal_ids()
        known = np.concatenate([again.title.look(again.state, seat) for seat in range(again.seats)])
        lines.append(f"{ply} {again.actor} {len(legal)} {digest(np.array(legal))} {digest(np.rint(known * 4096))}")
        again.make(played.move)
    return "\n".join(lines) + "\n"


def write(slug: str) -> None:
    for name, seats, options in recorded(slug):
        match = play(slug, seats, options, name)
        matchfile.save(match, FOLDER / f"{name}.match.json")
        (FOLDER / f"{name}.story.txt").write_text(story(match), "utf-8")
        (FOLDER / f"{name}.looks.txt").write_text(looks(match), "utf-8")


if __name__ == "__main__":
    for name in games.TITLES:
        write(name)
