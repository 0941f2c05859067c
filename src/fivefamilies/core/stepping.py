"""Compiled loops over the games of a batch, for any title: begin, check, step, observe, advise, list what is legal, sample.

The referee lists what is legal once a step; masks, random moves and the look at an action then come from the list. A device has
no room for lists, and asks him each time (`sample_games`, `check_games`).
"""

from collections.abc import Callable

import numpy as np

from fivefamilies.core.chance import below, pick
from fivefamilies.core.compiled import INTERPRETED, rule
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.kernels import GREEDY, RANDOM, best_looking, first_looks, odds_at_a_glance, random_move, record_at
from fivefamilies.core.record import wrap

NO_MOVE = -1000.0  # how a move looks that is none
OF_ADVICE = np.uint64(0xAD71CEAD71CEAD71)  # makes of a game's stream of luck the one of guesses that nobody acts on


@rule
def go_on(
    actor, legal, sample, chances, play, guess,
    has_short_cut, states, game, policies, looks, spare, rngs, luck, moves, weights, log, lengths,
):  # fmt: skip
    """Let chance and the seats that have a policy play; returns the seat that is to decide, or NOBODY when the game is over."""
    s = record_at(states, game)
    seat = actor(s)
    while seat == CHANCE or (seat >= 0 and policies[seat] >= RANDOM):
        if seat == CHANCE:
            move = moves[pick(rngs[game], weights, chances(s, moves, weights))]
        else:
            lengths[game] += 1
            if policies[seat] >= GREEDY:
                spare[0] = states[game]
                t = record_at(spare, 0)
                guess(t, seat, luck[game])
                move = best_looking(legal, looks[policies[seat] - GREEDY], t, moves, luck[game])
            elif has_short_cut:
                move = random_move(sample, legal, s, moves, luck[game])
            else:
                move = moves[below(luck[game], legal(s, moves))]
        play(s, np.int64(move), log)
        seat = actor(s)
    return seat


@rule
def pay(scores, states, game, results, rewards):
    """The game is over: its results, and what they reward."""
    scores(record_at(states, game), results[game])
    for seat in range(rewards.shape[1]):
        rewards[game, seat] = results[game, seat, 0]


def start_games(
    start, actor, legal, sample, chances, play, guess, scores,
    has_short_cut, states, where, seats, options, parts, endless, policies, looks, spare, rngs, luck, moves, weights, log,
    lengths, actors, done, results, rewards,
):  # fmt: skip
    """Begin the games that are marked. One that ends before anybody decides is paid at once; endless ones, in the next step."""
    for game in range(states.shape[0]):
        if where[game]:
            start(record_at(states, game), seats, options, parts)
            results[game, :, :] = 0
            rewards[game, :] = 0
            lengths[game] = 0
            seat = go_on(
                actor, legal, sample, chances, play, guess,
                has_short_cut, states, game, policies, looks, spare, rngs, luck, moves, weights, log, lengths,
            )  # fmt: skip
            actors[game] = seat
            done[game] = seat == NOBODY and endless == 0
            if done[game]:
                pay(scores, states, game, results, rewards)


def check_games(objection, states, actors, actions, ids):
    """The first game whose action is illegal, or -1."""
    for game in range(states.shape[0]):
        action = actions[game]
        if actors[game] >= 0 and (action < 0 or action >= ids or objection(record_at(states, game), action) != 0):
            return game
    return -1


def step_games(
    start, actor, legal, sample, chances, play, guess, scores,
    has_short_cut, states, actions, seats, options, parts, endless, policies, looks, spare, rngs, luck, moves, weights, log,
    lengths, actors, done, results, rewards,
):  # fmt: skip
    """Make an action, looked at before, in every game that is not over; endless games begin anew when they end."""
    for game in range(states.shape[0]):
        rewards[game, :] = 0
        if actors[game] >= 0:
            lengths[game] += 1
            play(record_at(states, game), actions[game], log)
        elif endless == 0:
            continue
        seat = go_on(
            actor, legal, sample, chances, play, guess,
            has_short_cut, states, game, policies, looks, spare, rngs, luck, moves, weights, log, lengths,
        )  # fmt: skip
        done[game] = seat == NOBODY
        if seat == NOBODY:
            pay(scores, states, game, results, rewards)
            if endless != 0:
                lengths[game] = 0
                start(record_at(states, game), seats, options, parts)
                seat = go_on(
                    actor, legal, sample, chances, play, guess,
                    has_short_cut, states, game, policies, looks, spare, rngs, luck, moves, weights, log, lengths,
                )  # fmt: skip
        actors[game] = seat


def observe_games(observe, states, eyes, sights, numbers):
    """What the seat `eyes[game]` knows of each game; nothing where it is nobody."""
    for game in range(states.shape[0]):
        numbers[game, :] = 0
        if eyes[game] >= 0:
            observe(record_at(states, game), eyes[game], sight_at(sights, game))


def advise_games(
    legal, hunch, appeal, outlook,
    states, actors, eyes, seats, sharp, spare, luck, whim, moves, worths, hopes, advice, odds,
):  # fmt: skip
    """What the seat `eyes[game]` thinks at first sight, on a quick guess of its own: how its moves look if it is to move (NO_MOVE
    where there is none), and what everybody may hope for, from that seat clockwise. It costs the game no luck."""
    for game in range(states.shape[0]):
        advice[game, :] = NO_MOVE
        odds[game, :] = 0
        seat = eyes[game]
        if seat >= 0:
            spare[0] = states[game]
            s = record_at(spare, 0)
            whim[0] = luck[game, 0] ^ OF_ADVICE
            hunch(s, seat, whim)
            odds_at_a_glance(outlook, s, seat, seats, hopes, odds[game])
            if seat == actors[game]:
                count = legal(s, moves)
                first_looks(appeal, s, moves, count, sharp, worths)
                for i in range(count):
                    advice[game, moves[i]] = worths[i]


def list_games(legal, states, actors, listed, counts, mask):
    """Which moves are legal in each game: the first `counts[game]` that are listed, in order, and as a mask."""
    for game in range(states.shape[0]):
        mask[game, :] = False
        counts[game] = legal(record_at(states, game), listed[game]) if actors[game] >= 0 else 0
        for i in range(counts[game]):
            mask[game, listed[game, i]] = True


def check_listed(actors, actions, listed, counts):
    """The first game whose action is not listed, or -1; all that is listed is compared, without a branch."""
    for game in range(actors.shape[0]):
        action, is_listed = actions[game], False
        for i in range(counts[game]):
            is_listed |= listed[game, i] == action
        if actors[game] >= 0 and not is_listed:
            return game
    return -1


def sample_listed(actors, luck, listed, counts, actions):
    """A random one of the listed moves for each game; 0 where it is over."""
    for game in range(actors.shape[0]):
        actions[game] = listed[game, below(luck[game], counts[game])] if actors[game] >= 0 else 0


def sample_games(legal, states, actors, luck, moves, actions):
    """A random legal move for each game; 0 where it is over."""
    for game in range(states.shape[0]):
        actions[game] = 0
        if actors[game] >= 0:
            actions[game] = moves[below(luck[game], legal(record_at(states, game), moves))]


def _sight_at(sights, index):
    """The sight of one game: a record, or numbers where a title declares none."""
    return sights[index]


def _sight_at_interpreted(sights, index):
    return wrap(sights[index]) if sights.dtype.names else sights[index]


sight_at = _sight_at_interpreted if INTERPRETED else rule(_sight_at)

PLAY = ("start", "actor", "legal", "sample", "chances", "play", "guess", "scores")
AROUND = {  # what both loops that play are given: the names of a band's entries, and Numba's types of them
    "seats": "i64", "options": "options", "parts": "parts", "endless": "i64", "policies": "i64s", "looks": "looks",
    "spare": "states", "rngs": "rngs", "luck": "rngs", "moves": "moves", "weights": "weights", "log": "log", "lengths": "i64s",
    "actors": "i64s", "done": "bools", "results": "results", "rewards": "f64 table",
}  # fmt: skip
LISTS = {"listed": "tape", "counts": "i64s"}
LOOPS: dict[Callable, tuple[str, tuple[str, ...], dict[str, str]]] = {  # what each returns, its verbs, and its other arguments
    start_games: ("void", PLAY, {"has_short_cut": "i64", "states": "states", "where": "bools", **AROUND}),
    step_games: ("void", PLAY, {"has_short_cut": "i64", "states": "states", "actions": "i64s", **AROUND}),
    check_games: ("i64", ("objection",), {"states": "states", "actors": "i64s", "actions": "i64s", "ids": "i64"}),
    observe_games: ("void", ("observe",), {"states": "states", "eyes": "i64s", "sights": "sights", "numbers": "f32 table"}),
    advise_games: ("void", ("legal", "hunch", "appeal", "outlook"), {
        "states": "states", "actors": "i64s", "eyes": "i64s", "seats": "i64", "sharp": "f64", "spare": "states", "luck": "rngs",
        "whim": "rng", "moves": "moves", "worths": "f64s", "hopes": "f64 table", "advice": "f32 table", "odds": "f32 table"}),
    list_games: ("void", ("legal",), {"states": "states", "actors": "i64s", **LISTS, "mask": "bool table"}),
    check_listed: ("i64", (), {"actors": "i64s", "actions": "i64s", **LISTS}),
    sample_listed: ("void", (), {"actors": "i64s", "luck": "rngs", **LISTS, "actions": "i64s"}),
}  # fmt: skip
