"""What the matches of a report say, as numbers: every share with its 95 % interval."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt, sqrt
from typing import Any

import numpy as np

from fivefamilies.core import editions
from fivefamilies.lab.report.studies import Plan, Row
from fivefamilies.lab.tally import Share

Figures = dict[str, Any]
MOST_OPENINGS = 10
MOST_BINS = 24


def figures(plan: Plan, rows: Mapping[str, Row]) -> Figures:
    """All numbers of a report: what `families report --json` prints."""
    title = plan.title
    watched = by_number(rows, "table/")
    return {
        "title": title.slug, "rules_version": title.rules_version, "seats": plan.seats, "bot": plan.bot, "seed": plan.seed,
        "games": plan.games, "matches": matches(rows), "is_whole": len(rows) == sum(1 for _ in plan.jobs()),
        "by_seats": [{"seats": count, **in_order(rows, f"seats/{count}/", count)} for count in title.seats],
        "at_the_table": at_the_table(list(watched.values()), plan.seats),
        "by_option": [option for option in by_option(plan, rows) if option["games"]],
        "length": {bot: lengths(rows, prefix) for bot, prefix in (
            ("random", "random/"), ("greedy", f"seats/{plan.seats}/"), (plan.bot, "table/"))},
        "lead": lead(list(watched.values())),
        "skill": skill(plan, rows),
        "without": without(plan, rows, watched),
        "rules": rules(list(watched.values())),
        "openings": openings(list(watched.values())),
        "house": house(plan),
    }  # fmt: skip


def matches(rows: Mapping[str, Row]) -> dict[str, int]:
    """How many matches there were, of compiled bots and of others."""
    return {
        "compiled": sum(row["games"] for row in rows.values() if "games" in row),
        "search": sum("games" not in row for row in rows.values()),
    }


def starting(rows: Mapping[str, Row], prefix: str) -> list[Row]:
    """The rows of one study."""
    return [row for name, row in rows.items() if name.startswith(prefix)]


def by_number(rows: Mapping[str, Row], prefix: str) -> dict[int, Row]:
    """The rows of one study by the number of the deal."""
    return {int(name[len(prefix) :]): row for name, row in rows.items() if name.startswith(prefix)}


# ---------------------------------------------------------------- seats, options, lengths


def in_order(rows: Mapping[str, Row], prefix: str, seats: int) -> dict[str, Any]:
    """Wins of compiled bots, counted from the seat that decided first."""
    found = starting(rows, prefix)
    games = sum(row["games"] for row in found)
    wins = np.sum([row["in_order"] for row in found], axis=0) if found else np.zeros(seats)
    return {
        "games": games, "shares": [Share(games, float(won)).row() for won in wins],
        "nobody": sum(row["nobody"] for row in found) / max(1, games),
    }  # fmt: skip


def at_the_table(found: Sequence[Row], seats: int) -> dict[str, object]:
    """The same of `search`."""
    wins = np.zeros(seats)
    for row in found:
        wins += np.roll(row["wins"], -row["first"])
    return {"games": len(found), "shares": [Share(len(found), float(won)).row() for won in wins]}


def by_option(plan: Plan, rows: Mapping[str, Row]) -> Iterator[dict[str, object]]:
    """The same for every option, with the length it gives a game."""
    for options in [{}, *plan.settings()]:
        prefix = f"option/{json.dumps(options, sort_keys=True)}/" if options else f"seats/{plan.seats}/"
        found = in_order(rows, prefix, plan.seats)
        spread_out = max((share["share"] for share in found["shares"]), default=0.0)
        length = lengths(rows, prefix)
        yield {"options": options, **found, "most": spread_out, "length": length["mean"] if length else 0.0}


def lengths(rows: Mapping[str, Row], prefix: str) -> dict[str, object] | None:
    """How long games are, in moves; those of chance are counted."""
    found = [n for row in starting(rows, prefix) for n in (row["lengths"] if "lengths" in row else [row["length"]])]
    if not found:
        return None
    counts, edges = np.histogram(found, min(MOST_BINS, 2 + isqrt(len(found))))
    quarter, median, three = np.percentile(found, [25, 50, 75])
    return {
        "games": len(found), "mean": float(np.mean(found)), "shortest": min(found), "longest": max(found),
        "quartiles": [float(quarter), float(median), float(three)], "counts": counts.tolist(), "edges": edges.tolist(),
    }  # fmt: skip


# ---------------------------------------------------------------- lead, luck and skill


def lead(found: Sequence[Row]) -> dict[str, object]:
    """How often the lead changes, and how often the leader after a tenth, two ... of the decisions wins."""
    changes = [sum(a != b for a, b in zip(row["leaders"], row["leaders"][1:], strict=False)) for row in found]
    after = []
    for tenth in range(1, 10):
        wins = sum(row["wins"][row["leaders"][len(row["leaders"]) * tenth // 10]] for row in found)
        after.append({"tenth": tenth, **Share(len(found), float(wins)).row()})
    return {
        "games": len(found), "changes": mean_with_interval(changes), "most": max(changes, default=0),
        "histogram": np.bincount(changes).tolist() if changes else [], "leader_wins": after,
    }  # fmt: skip


def skill(plan: Plan, rows: Mapping[str, Row]) -> list[dict[str, object]]:
    """How often one better bot wins against others that are all alike, from every seat in turn."""
    seats, found = plan.seats, []
    wins = games = 0.0
    for turn in range(seats):
        for row in starting(rows, f"greedy/{turn}/"):
            wins, games = wins + row["wins"][turn], games + row["games"]
    found.append({"bot": "greedy", "others": "random", "fair": 1 / seats, **Share(int(games), wins).row()})
    for bot, others in ((plan.bot, "greedy"), (plan.deeper, plan.bot)):
        played = by_number(rows, f"{bot}/{others}/")
        won = sum(row["wins"][number % seats] for number, row in played.items())
        found.append({"bot": bot, "others": others, "fair": 1 / seats, **Share(len(played), float(won)).row()})
    return [row for row in found if row["games"]]


# ---------------------------------------------------------------- what things are worth


def without(plan: Plan, rows: Mapping[str, Row], watched: Mapping[int, Row]) -> list[dict[str, Any]]:
    """What a seat loses that makes no use of a thing: shares of victory, the same deals with and without, dearest first."""
    found = []
    for kind, word in plan.things():
        played = by_number(rows, f"without/{kind}/{word}/")
        pairs = [
            (watched[number]["wins"][number % plan.seats], row["wins"][number % plan.seats])
            for number, row in played.items()
            if number in watched
        ]
        if not pairs:
            continue
        lost = difference_with_interval([before - after for before, after in pairs])
        used = [row["used"].get(f"{kind}/{word}", 0) for row in watched.values()]
        found.append({
            "kind": kind, "word": word, "games": len(pairs), "lost": lost["mean"], "low": lost["low"], "high": lost["high"],
            "used": float(np.mean(used)),
        })  # fmt: skip
    return sorted(found, key=lambda one: -one["lost"])


def mean_with_interval(values: Sequence[float]) -> dict[str, float]:
    """A mean with its 95 % interval; of fewer than two values nothing is known."""
    n = len(values)
    mean = float(np.mean(values)) if n else 0.0
    if n < 2:
        return {"mean": mean, "low": mean, "high": mean}
    reach = 1.96 * float(np.std(values, ddof=1)) / sqrt(n)
    return {"mean": mean, "low": mean - reach, "high": mean + reach}


def difference_with_interval(values: Sequence[float]) -> dict[str, float]:
    """The mean of differences of shares with its 95 % interval, as of four more halves of a game, one of each outcome.

    Agresti and Min (2005): without them a few games that all came out alike would look certain.
    """
    n, whole = len(values) + 2, float(np.sum(values))
    middle, square = whole / n, float(np.sum(np.square(values))) + 1
    reach = 1.96 * sqrt((square / n - middle**2) / n)
    mean = whole / len(values)
    return {"mean": mean, "low": max(-1.0, min(mean, middle - reach)), "high": min(1.0, max(mean, middle + reach))}


# ---------------------------------------------------------------- rules and openings


def rules(found: Sequence[Row]) -> dict[str, list[dict[str, object]]]:
    """How often each thing happened, each question was asked, and each reason stood in somebody's way."""
    return {kind: counted(found, kind) for kind in ("events", "phases", "refusals")}


def counted(found: Sequence[Row], kind: str) -> list[dict[str, object]]:
    """By name, how often in a game, and in which share of the games."""
    times, games = Counter[str](), Counter[str]()
    for row in found:
        times.update({str(name): n for name, n in row[kind].items()})
        games.update(str(name) for name in row[kind])
    return [
        {"name": name, "a_game": n / len(found), "games": games[name] / len(found)} for name, n in times.most_common()
    ]  # fmt: skip


def openings(found: Sequence[Row]) -> list[dict[str, object]]:
    """The first choices that were made most often, and how often they won."""
    chosen: dict[int, list[tuple[float, dict[str, object]]]] = {}
    for row in found:
        for one in row["openings"]:
            chosen.setdefault(one["move"], []).append((row["wins"][one["seat"]], one))
    whole = sum(map(len, chosen.values()))
    rows: list[dict[str, Any]] = []
    for cases in chosen.values():
        said = {key: value for key, value in cases[0][1].items() if key not in ("seat", "move")}
        rows.append({"said": said, "often": len(cases) / whole, **Share(len(cases), float(sum(won for won, _ in cases))).row()})
    return sorted(rows, key=lambda row: -row["games"])[:MOST_OPENINGS]


def house(plan: Plan) -> list[dict[str, str]]:
    """The rows of the box that are ours."""
    found = editions.sources(plan.title)
    return [{"table": row.table, "row": row.row} for row in found if row.source == "house"]
