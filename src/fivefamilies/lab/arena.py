"""The arena: bots play each other from rotated seats with the same luck, and get win shares and ratings."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fivefamilies import bots, games
from fivefamilies.bots.lineup import Cast, Given, Own, cast_of
from fivefamilies.bots.playing import play_out
from fivefamilies.core.chance import Promise
from fivefamilies.core.contract import Title, Value
from fivefamilies.core.errors import Stopped
from fivefamilies.core.match import Match, find_title
from fivefamilies.lab.luck import Luck, luck
from fivefamilies.lab.simulate import check_number
from fivefamilies.lab.tally import Share, win_shares
from fivefamilies.lab.workers import HERE, crew, spread


@dataclass(frozen=True)
class Bout:
    """One game of the arena; bouts of the same round share their cards, each with the bots moved on by a seat."""

    number: int
    seating: tuple[str, ...]
    luck: Luck


@dataclass(frozen=True)
class Outcome:
    """How a bout ended, by seat: payoffs, seconds of thought, decisions, and what bots did wrong."""

    number: int
    payoffs: tuple[float, ...]
    moves: int
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    faults: tuple[tuple[str, ...], ...]


def bouts(lineup: list[str], number: int, seed: int) -> list[Bout]:
    """The games to play: in each round the line-up sits in every rotation, with the same promised secret."""
    seats = len(lineup)
    return [
        Bout(
            game, tuple(lineup[(seat - game) % seats] for seat in range(seats)),
            luck("arena", seed, deal=game // seats, game=game),
        )
        for game in range(number)
    ]  # fmt: skip


def fight(slug: str, options: Mapping[str, Value], bout: Bout, given: Mapping[str, Own] | None = None) -> Outcome:
    """Play one bout: each bot gets what its seat may know and nothing else."""
    match = Match(games.title(slug), len(bout.seating), options, promise=Promise(bout.luck.cards))
    players = play_out(match, Cast(bout.seating, given or {}), bout.luck.of_bot)
    assert match.result is not None
    return Outcome(
        bout.number, match.result.payoffs, len(match.played), tuple(player.seconds for player in players),
        tuple(player.turns for player in players), tuple(tuple(player.faults) for player in players),
    )  # fmt: skip


def arena(
    title: Title | str,
    lineup: Given | Sequence[Given],
    games: int = 200,
    options: Mapping[str, Value] | None = None,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    *,
    seats: int | None = None,
    preset: str | None = None,
) -> dict[str, object]:
    """Let bots play each other: names, classes or objects, one a seat; returns what `families arena --json` prints.

    The last bot fills the seats that are left; without a number of seats there are as many as bots. Ctrl-C raises Stopped, which
    brings the report of the games that were finished.
    """
    title = find_title(title) if isinstance(title, str) else title
    count = seats if seats is not None else len(lineup) if isinstance(lineup, (list, tuple)) else min(title.seats)
    settled = title.settle_for(count, options, preset)
    cast, crowd = cast_of(lineup, count), crew(workers, min(2, os.cpu_count() or 1))
    check_number(games)
    bots.try_out(cast.names, title, trusted=True, present=cast.given)
    names = list(cast.names)
    listed, outcomes, began = bouts(names, games, seed), [], time.perf_counter()
    jobs = [(title.slug, settled, bout, cast.given) for bout in listed]
    try:
        for outcome in spread(fight, jobs, crowd if cast.can_travel else HERE):
            outcomes.append(outcome)
            if progress:
                progress(1)
    except KeyboardInterrupt as stop:
        if not outcomes:
            raise
        raise Stopped(report(title, names, listed, outcomes, time.perf_counter() - began)) from stop
    return report(title, names, listed, outcomes, time.perf_counter() - began)


def report(title: Title, lineup: list[str], listed: list[Bout], outcomes: list[Outcome], seconds: float) -> dict[str, Any]:
    """Shares, ratings, thinking times and faults of every bot, in the games that were played."""
    outcomes = sorted(outcomes, key=lambda outcome: outcome.number)
    listed = [listed[outcome.number] for outcome in outcomes]
    payoffs = np.array([outcome.payoffs for outcome in outcomes])
    wins, sitting = win_shares(payoffs), np.array([bout.seating for bout in listed])
    thought = np.array([outcome.seconds for outcome in outcomes])
    decided = np.array([outcome.decisions for outcome in outcomes])
    ratings = rate(listed, outcomes)
    rows = []
    for name in dict.fromkeys(lineup):
        where = sitting == name
        share = Share(int(where.sum()), float(wins[where].sum()))
        wrong = [
            fault for bout, outcome in zip(listed, outcomes, strict=True)
            for player, faults in zip(bout.seating, outcome.faults, strict=True) if player == name for fault in faults
        ]  # fmt: skip
        rows.append({
            "bot": name, **share.row(), "fair": 1 / len(lineup), "times_fair": share.share * len(lineup),
            "rating": ratings[name][0], "sigma": ratings[name][1], "payoff": float(payoffs[where].mean()),
            "ms_a_move": 1000 * float(thought[where].sum() / max(1, decided[where].sum())),
            "faults": len(wrong), "first_faults": wrong[:3],
        })  # fmt: skip
    return {
        "title": title.slug, "seats": len(lineup), "games": len(outcomes), "bots": rows,
        "moves_a_game": float(np.mean([outcome.moves for outcome in outcomes])), "seconds": seconds,
        "faults": sum(row["faults"] for row in rows),
    }  # fmt: skip


def rate(listed: list[Bout], outcomes: list[Outcome]) -> dict[str, tuple[float, float]]:
    """Multiplayer ratings (Plackett-Luce, openskill): mean and deviation of each bot; 25 is where everybody starts."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rating = {name: model.rating(name=name) for bout in listed for name in bout.seating}
    for bout, outcome in zip(listed, outcomes, strict=True):
        if len(set(bout.seating)) == 1:
            continue
        teams = [[model.create_rating([rating[name].mu, rating[name].sigma])] for name in bout.seating]
        after = model.rate(teams, ranks=[-payoff for payoff in outcome.payoffs])
        for name in set(bout.seating):
            own = [team[0] for team, player in zip(after, bout.seating, strict=True) if player == name]
            rating[name].mu = sum(one.mu for one in own) / len(own)
            rating[name].sigma = sum(one.sigma for one in own) / len(own)
    return {name: (float(one.mu), float(one.sigma)) for name, one in rating.items()}


def markdown(result: Mapping[str, Any], say: Callable[..., str]) -> str:
    """The result as a Markdown table."""
    heads = [say("bot"), say("games"), say("wins"), say("95% interval"), say("times fair share"), say("rating"), say("ms a move")]
    lines = ["| " + " | ".join(heads) + " |", "| --- |" + " ---: |" * (len(heads) - 1)]
    for row in result["bots"]:
        cells = [
            f"`{row['bot']}`", str(row["games"]), f"{row['share']:.1%}", f"{row['low']:.1%} – {row['high']:.1%}",
            f"{row['times_fair']:.2f}", f"{row['rating']:.1f} ± {row['sigma']:.1f}", f"{row['ms_a_move']:.1f}",
        ]  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
