"""Whole games on a device, where every seat has a policy: lanes take the next game when theirs is over.

Thirty-two lanes walk through the code together, and wait for one another where they differ. Left alone, each is soon somewhere
else in its game. So before every step the lanes of a block change games among themselves: those in which the same is to be done
lie side by side, first by whose turn it is and the phase, then by the move that was chosen. A game is the same whoever plays it:
it has its own luck. Games that go through their phases in step (`Title.in_step`) do without, in the memory that a block shares.
"""

from collections.abc import Callable

import numba.cuda as gpu
import numpy as np
from numba.cuda import types
from numba.cuda.np.numpy_support import from_dtype

from fivefamilies.core import kernels
from fivefamilies.core.chance import below, pick
from fivefamilies.core.contract import CHANCE, NOBODY, Title

LANES = 1024  # of a block that changes games
LANES_IN_STEP = 128
SHARED = 48 * 1024  # bytes of a block
SMALL = 768  # bytes of a record
BINS = 128  # what is to be done: OVER, a phase of chance, a phase of a seat, NOTHING
OVER, OF_SEATS, NOTHING = 0, 64, BINS - 1


def regroup(todo, order, count, me):
    """The block's games in the order of what is to be done in them: `order[lane]` is the game that a lane goes on with."""
    gpu.syncthreads()
    if me < BINS:
        count[me] = 0
    gpu.syncthreads()
    mine = todo[me]
    place = gpu.atomic.add(count, mine, 1)
    gpu.syncthreads()
    for before in range(BINS):
        if before < mine:
            place += count[before]
    order[place] = me
    gpu.syncthreads()


regroup = gpu.jit(regroup, device=True)


def lanes_at_once(title: Title) -> int:
    """How many lanes a multiprocessor holds: all it can, or half of them where records are large and its memory would not do."""
    return LANES * (2 if title.state.dtype.itemsize <= SMALL else 1)


def in_step_fits(title: Title) -> bool:
    """May the records of a block lie in the memory that it shares?"""
    return title.in_step and title.state.dtype.itemsize * LANES_IN_STEP <= SHARED


def playing(title: Title, greedy: bool, best_looking: object) -> Callable:
    """The kernel of games that do not go in step."""
    start, actor, legal, chances, play = title.start, title.actor, title.legal, title.chances, title.play
    guess, scores, appeal = title.guess, title.scores, title.appeal
    most_moves, most_weights = max(title.moves, title.outcomes) + 1, title.outcomes + 1
    ids = max(title.moves, title.outcomes)

    def next_step(s):
        seat = actor(s)
        if seat == NOBODY:
            return OVER
        return s.phase + 1 if seat == CHANCE else s.phase + OF_SEATS

    next_step = gpu.jit(next_step, device=True)

    def body(
        states, where, seats, options, parts, endless, policies, spare, rngs, luck, log, lengths, actors, done, results, rewards,
        taken,
    ):  # fmt: skip
        moves = gpu.local.array(most_moves, types.int16)
        weights = gpu.local.array(most_weights, types.int32)
        games = gpu.shared.array(LANES, types.int32)  # which game lies in each place of the block
        todo = gpu.shared.array(LANES, types.int32)
        chosen = gpu.shared.array(LANES, types.int32)
        order = gpu.shared.array(LANES, types.int32)
        count = gpu.shared.array(BINS, types.int32)
        me = gpu.threadIdx.x
        games[me] = -1
        todo[me] = OVER
        while True:
            regroup(todo, order, count, me)
            place = order[me]
            k = games[place]
            if todo[place] == OVER:
                if k >= 0:
                    scores(states[k], results[k])
                    for seat in range(rewards.shape[1]):
                        rewards[k, seat] = results[k, seat, 0]
                    actors[k] = NOBODY
                    done[k] = True
                k = gpu.atomic.add(taken, 0, 1)
                while k < states.shape[0] and not where[k]:
                    k = gpu.atomic.add(taken, 0, 1)
                todo[place] = NOTHING
                if k < states.shape[0]:
                    results[k, :, :] = 0
                    lengths[k] = 0
                    start(states[k], seats, options[0], parts[0])
                    games[place] = k
                    todo[place] = next_step(states[k])
            if gpu.syncthreads_count(np.int32(1 if todo[place] != NOTHING else 0)) == 0:
                break
            if todo[place] != NOTHING and todo[place] != OVER:
                s = states[k]
                if todo[place] < OF_SEATS:
                    move = np.int64(moves[pick(rngs[k], weights, chances(s, moves, weights))])
                else:
                    lengths[k] += 1
                    seat = actor(s)
                    if greedy and policies[seat] >= kernels.GREEDY:
                        own = gpu.blockIdx.x * LANES + me
                        spare[own] = states[k]
                        guess(spare[own], seat, luck[k])
                        move = np.int64(best_looking(legal, appeal, spare[own], moves, luck[k]))
                    else:
                        move = np.int64(moves[below(luck[k], legal(s, moves))])
                chosen[place] = move
                todo[place] = 1 + move * (BINS - 3) // ids
            regroup(todo, order, count, me)
            place = order[me]
            if todo[place] != NOTHING and todo[place] != OVER:
                s = states[games[place]]
                play(s, np.int64(chosen[place]), log)
                todo[place] = next_step(s)

    return body


def playing_in_step(title: Title) -> Callable:
    """The kernel of games that do: one lane a game, its record in the memory that the block shares; seats are random."""
    start, actor, legal, chances, play, scores = title.start, title.actor, title.legal, title.chances, title.play, title.scores
    most_moves, most_weights = max(title.moves, title.outcomes) + 1, title.outcomes + 1
    record = from_dtype(title.layout.state)

    def body(
        states, where, seats, options, parts, endless, policies, spare, rngs, luck, log, lengths, actors, done, results, rewards,
        taken,
    ):  # fmt: skip
        k = gpu.grid(1)
        if k < states.shape[0] and where[k]:
            moves = gpu.local.array(most_moves, types.int16)
            weights = gpu.local.array(most_weights, types.int32)
            room = gpu.shared.array(LANES_IN_STEP, record)
            me = gpu.threadIdx.x
            room[me] = states[k]
            s = room[me]
            start(s, seats, options[0], parts[0])
            decisions = 0
            seat = actor(s)
            while seat != NOBODY:
                if seat == CHANCE:
                    move = moves[pick(rngs[k], weights, chances(s, moves, weights))]
                else:
                    decisions += 1
                    move = moves[below(luck[k], legal(s, moves))]
                play(s, np.int64(move), log)
                seat = actor(s)
            states[k] = room[me]
            results[k, :, :] = 0
            scores(s, results[k])
            for seat in range(rewards.shape[1]):
                rewards[k, seat] = results[k, seat, 0]
            lengths[k] = decisions
            actors[k] = NOBODY
            done[k] = True

    return body
