"""The balance of Le Jeu du Parrain by mass play: greedy players whose first turns are random, so that every racket is tried.

`python -m tests.games.parrain.balance 2000 docs/games/parrain-even.toml` plays so many games a seat count with that edition.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

import numba
import numpy as np

from fivefamilies import games
from fivefamilies.core.chance import below, generator, pick
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.kernels import best_looking
from fivefamilies.core.pieces import blank_log
from fivefamilies.games.parrain.components import SEATS, Neighbourhood
from fivefamilies.games.parrain.state import Phase, Status

TITLE = games.title("parrain")
start, actor, legal, chances, play = TITLE.start, TITLE.actor, TITLE.legal, TITLE.chances, TITLE.play
guess, scores, appeal = TITLE.guess, TITLE.scores, TITLE.appeal


@numba.njit
def play_games(states, spare, seats, options, parts, rng, moves, weights, log, results):
    """Play a game in each of the states: neighbourhoods are entered at random, all else is greedy."""
    for game in range(states.shape[0]):
        s = states[game]
        start(s, seats, options, parts)
        while actor(s) != NOBODY:
            seat = actor(s)
            if seat == CHANCE:
                move = moves[pick(rng, weights, chances(s, moves, weights))]
            elif s.phase == Phase.ENTER:
                move = moves[below(rng, legal(s, moves))]
            else:
                spare[0] = states[game]
                guess(spare[0], seat, rng)
                move = best_looking(legal, appeal, spare[0], moves, rng)
            play(s, np.int64(move), log)
        scores(s, results[game])


def report(seats: int, count: int, edition: dict[str, Any] | None, options: dict[str, Any] | None = None) -> None:
    """Play, and print what matters of the ends."""
    states, results = TITLE.state.array(count), np.zeros((count, SEATS, 2))
    encoded = TITLE.encode(TITLE.settle(options), TITLE.parts(edition))
    moves, weights = np.zeros(TITLE.moves + 1, np.int16), np.zeros(TITLE.outcomes + 1, np.int32)
    play_games(states, TITLE.state.array(1), seats, *encoded, generator(77), moves, weights, blank_log(0), results)
    payoffs, points = results[:, :seats, 0], np.sort(results[:, :seats, 1], axis=1)
    won = payoffs == payoffs.max(axis=1, keepdims=True)
    won = won / won.sum(axis=1, keepdims=True)
    turns = (states["first_player"][:, None].astype(int) + np.arange(seats)) % seats
    second = points[:, -2] / points[:, -1]
    all_closed = (states["status"] != Status.OPEN).all(axis=1)
    at_limit = ~all_closed & (states["round"] >= states["round_limit"]) & (states["quiet_rounds"] < states["truce_rounds"])
    print(
        f"{seats} players: {states['round'].mean():.1f} rounds; all controlled {all_closed.mean():.1%}, truce "
        f"{(~all_closed & ~at_limit).mean():.1%}, round limit {at_limit.mean():.1%}; runner-up has {second.mean():.1%} of the "
        f"winner, close (over 80 %) {(second > 0.8).mean():.1%}; wins in turn order",
        " ".join(f"{share:.1%}" for share in np.take_along_axis(won, turns, axis=1).mean(axis=0)),
    )
    winner, controller = payoffs.argmax(axis=1), states["controller"]
    for place in Neighbourhood:
        owned = controller[:, place] >= 0
        theirs = (controller[owned, place] == winner[owned]).mean() if owned.any() else 0
        print(f"    {place.name.lower():16} controlled {owned.mean():.0%}, by the winner {theirs:.0%}")


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    chosen = tomllib.loads(Path(sys.argv[2]).read_text("utf-8")) if len(sys.argv) > 2 else None
    for players in (2, 3, 4):
        report(players, number, chosen)
