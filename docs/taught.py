"""What a network learned about a title: figures for docs/taught, from games of searching seats that ask it.

Usage: .venv/bin/python docs/taught.py the_boss [games]      (needs the extra `train` for the picture)

It prints how well the end is foreseen at a glance and by the network, which numbers of the observation move its opinion away from
the hand-written one, and which moves it likes more or less than their first look; and draws the first of these.
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

import fivefamilies as ff
from fivefamilies.bots import judge
from fivefamilies.bots.school import Lessons, Teacher
from fivefamilies.core.contract import Title
from fivefamilies.core.kernels import SURE
from fivefamilies.core.match import Match
from fivefamilies.core.sights import SightType
from fivefamilies.core.stepping import NO_MOVE

BOT, PARTS, SHOWN = "100:judge=learned", 10, 12


class Opinion(NamedTuple):
    """What is thought of some decisions: of the decider's prospects, and of his moves."""

    glance: np.ndarray  # hand-written, from 0 to 1
    worth: np.ndarray  # of the network
    at_sight: np.ndarray  # by move, together 1
    liked: np.ndarray


def softmax(looks: np.ndarray) -> np.ndarray:
    raised = np.exp(looks - looks.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


def opinion(title: Title, seats: int, lessons: Lessons) -> Opinion:
    """The network asked about every decision, as compiled code asks it."""
    weights = judge.learned(title)
    layers, known = weights.layers, judge.circumstances(title, seats, title.settle())
    around = np.tile(np.array([known[name] for name in weights.circumstances], np.float32), (len(lessons.seen), 1))
    first = np.concatenate([lessons.seen.astype(np.float32), around], 1) @ layers["enter"] + layers["enter_bias"]
    glance = np.clip(lessons.outlook, 1 - SURE, SURE)
    odds, trust, sway = np.log(glance / (1 - glance)), 0.0, 0.0
    if "glance" in layers:
        trust, sway = layers["beside"]
        first += odds / judge.SOFT @ layers["glance"][:seats]
    second = np.maximum(np.maximum(first, 0) @ layers["deepen"] + layers["deepen_bias"], 0)
    worth = second @ layers["worth"].T[:, :seats] + layers["worth_bias"][:seats] + trust * odds
    looks = lessons.looks.astype(np.float32)
    is_none = looks < NO_MOVE / 2
    liked = np.where(is_none, -1e9, second @ layers["moves"].T + layers["moves_bias"] + sway * looks)
    return Opinion(
        glance[:, 0], 1 / (1 + np.exp(-worth[:, 0])), softmax(np.where(is_none, -1e9, looks)), softmax(liked)
    )  # fmt: skip


def names_of(sight: SightType, before: str = "") -> list[str]:
    """The name of every number of an observation."""
    found = []
    for name, field in sight.fields.items():
        for place in np.ndindex(*field.shape):
            words = [str(axis.labels[k]) if axis.labels else str(k) for axis, k in zip(field.axes, place, strict=True)]
            own = before + name + (f"[{', '.join(words)}]" if words else "")
            found += names_of(field.inner, own + ".") if field.inner else [own]
    return found


def explained(said: np.ndarray, result: np.ndarray) -> float:
    """How much of the differences between results was foreseen."""
    return float(1 - np.mean((said - result) ** 2) / np.var(result))


def foresight(games: list[Lessons], opinions: list[Opinion]) -> list[tuple[float, float]]:
    """For every part of a game, from its beginning to its end: foreseen at a glance, and by the network."""
    rows = []
    for part in range(PARTS):
        glance, worth, result = [], [], []
        for lessons, one in zip(games, opinions, strict=True):
            n = len(lessons.seen)
            where = slice(n * part // PARTS, n * (part + 1) // PARTS)
            glance.append(one.glance[where])
            worth.append(one.worth[where])
            result.append(lessons.results[where, 0])
        end = np.concatenate(result)
        rows.append((explained(np.concatenate(glance), end), explained(np.concatenate(worth), end)))
    return rows


def corrections(title: Title, lessons: Lessons, one: Opinion) -> list[tuple[str, float, float]]:
    """Which numbers go with a better or worse opinion than the hand-written one: by how much, when they are one spread higher."""
    seen = lessons.seen.astype(np.float64)
    spread = seen.std(0)
    used = spread > 1e-3
    inputs = (seen[:, used] - seen[:, used].mean(0)) / spread[used]
    differs = one.worth - one.glance
    ridge = inputs.T @ inputs + 0.01 * len(inputs) * np.eye(inputs.shape[1])
    effects = np.linalg.solve(ridge, inputs.T @ (differs - differs.mean()))
    names = np.array(names_of(title.sight))[used]
    order = np.argsort(-np.abs(effects))[:SHOWN]
    return [(str(names[k]), float(effects[k]), float(np.corrcoef(inputs[:, k], differs)[0, 1])) for k in order]


def by_kind(title: Title, lessons: Lessons, one: Opinion) -> list[tuple[str, float, float, float]]:
    """Kinds of moves where there was a choice: how often at first sight, by the network, and after some thought."""
    rows = []
    for kind in title.kinds["Move"]:
        ids = [move for part in title.kinds["Move"].stretches if part.kind is kind for move in range(part.first, part.end)]
        rows.append(
            (kind.name.lower(), *(float(what[:, ids].sum(1).mean()) for what in (one.at_sight, one.liked, lessons.visits)))
        )
    return sorted(rows, key=lambda row: -abs(row[2] - row[1]))[:SHOWN]


def where_possible(title: Title, seats: int, lessons: Lessons, one: Opinion) -> list[tuple[str, int, float, float, float]]:
    """Single moves whose share changes most: in how many decisions they were possible, and how often they were right there."""
    match, rows = Match(title.slug, seats), []
    for move in np.argsort(-np.abs(one.liked.sum(0) - one.at_sight.sum(0)))[:SHOWN]:
        there = lessons.looks[:, move].astype(np.float32) > NO_MOVE / 2
        shares = (float(what[there, move].mean()) for what in (one.at_sight, one.liked, lessons.visits))
        rows.append((match.notation(int(move)), int(there.sum()), *shares))
    return rows


def openings(title: Title, seats: int, games: list[Lessons], opinions: list[Opinion]) -> list[tuple[str, float, float, float]]:
    """The first decision of a game, in the same words."""
    match = Match(title.slug, seats)
    at_sight, liked, visits = (
        np.mean([what[0] for what in whats], 0)
        for whats in ([one.at_sight for one in opinions], [one.liked for one in opinions], [one.visits for one in games])
    )
    best = np.argsort(-(liked + visits))[: SHOWN // 2]
    return [(match.notation(int(move)), float(at_sight[move]), float(liked[move]), float(visits[move])) for move in best]


def picture(title: Title, lines: dict[int, list[tuple[float, float]]]) -> Figure:
    figure = Figure(figsize=(7, 3.2), layout="constrained")
    axes = figure.subplots(1, len(lines), sharey=True, squeeze=False)[0]
    at = [(part + 0.5) / PARTS for part in range(PARTS)]
    for one, (seats, rows) in zip(axes, lines.items(), strict=True):
        one.plot(at, [row[0] for row in rows], marker="o", color="0.55", label="hand-written outlook")
        one.plot(at, [row[1] for row in rows], marker="s", color="#7a2230", label="learned")
        one.set(title=f"{title.name}, {seats} seats", xlabel="of the game", ylim=(-0.1, 1))
        one.xaxis.set_major_formatter(PercentFormatter(1))
        one.yaxis.set_major_formatter(PercentFormatter(1))
    axes[0].set_ylabel("of the result foreseen")
    axes[0].legend(frameon=False)
    return figure


def main(slug: str, count: int) -> None:
    title, lines = ff.title(slug), {}
    for seats in dict.fromkeys((min(title.seats), max(title.seats))):
        teacher = Teacher(title, seats, {}, BOT, warmth=0.1, seed=7)
        games = [one for one in (teacher.game() for _ in range(count)) if len(one.seen) >= PARTS]
        opinions = [opinion(title, seats, lessons) for lessons in games]
        together = Lessons(*(np.concatenate(column) for column in zip(*games, strict=True)))
        whole = opinion(title, seats, together)
        lines[seats] = foresight(games, opinions)
        print(f"\n{title.name}, {seats} seats, {len(games)} games, {len(together.seen)} decisions of {BOT}")
        print("| part of the game | " + " | ".join(f"{(part + 1) / PARTS:.0%}" for part in range(PARTS)) + " |")
        for name, k in (("hand-written outlook", 0), ("learned", 1)):
            print(f"| {name} | " + " | ".join(f"{row[k]:.0%}" for row in lines[seats]) + " |")
        print("what moves its opinion (effect of one spread, correlation):")
        for name, effect, bond in corrections(title, together, whole):
            print(f"  {name}: {effect:+.3f} ({bond:+.2f})")
        print("kinds of moves (first sight, learned, thought about):")
        for name, *shares in by_kind(title, together, whole):
            print(f"  {name}: " + ", ".join(f"{share:.1%}" for share in shares))
        print("single moves where they were possible (decisions, first sight, learned, thought about):")
        for name, times, *shares in where_possible(title, seats, together, whole):
            print(f"  {name}: {times}, " + ", ".join(f"{share:.1%}" for share in shares))
        print("openings:")
        for name, *shares in openings(title, seats, games, opinions):
            print(f"  {name}: " + ", ".join(f"{share:.1%}" for share in shares))
    target = Path(__file__).with_name("taught") / f"{slug}.svg"
    picture(title, lines).savefig(target, format="svg", metadata={"Date": None})
    print(target)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200)
