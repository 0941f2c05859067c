"""Whole games on a device, where every seat has a policy: lanes take the next game when one is over.

Thirty-two lanes walk through the code together, and wait for one another where they differ. Left alone, each is soon somewhere
else in its game. So before every step the games of a block, or of the whole device, are put in order: those in which the same is
to be done lie side by side, by whose turn it is, the phase, and how far the game is; then by the move that was chosen. There
are more games in hand than lanes, and whoever is done takes the next thirty-two, so that few wait for the slowest. A game is the
same whoever plays it: it has its own luck. Games that go through their phases in step (`Title.in_step`) do without, in the
memory that a block shares.
"""

from collections.abc import Callable

import numba.cuda as gpu
import numpy as np
from numba.cuda import types
from numba.cuda.np.numpy_support import from_dtype

from fivefamilies.core.chance import pick
from fivefamilies.core.contract import CHANCE, NOBODY, Title
from fivefamilies.core.kernels import GREEDY, random_move

LANES = 1024  # of a block that changes games, at most
WARP = 32  # lanes that walk together
LANES_IN_STEP = 128
SHARED = 48 * 1024  # bytes of a block
SMALL = 768  # bytes of a record that a block's games change among themselves
GAMES = 4096  # in hand at a multiprocessor: more than it has lanes
OVER, OF_SEATS, NOTHING = 0, 64, 127  # what is to be done: begin, a phase of chance, a phase of a seat, no more
SHADES = 32  # by how far a game is, or by the move
BINS = (NOTHING + 1) * SHADES
FAR = 32  # decisions from one shade to the next
DESK = ("todo", "order", "games", "chosen", "ranks")  # what is noted of each game in hand, a row each
NEXT_GAME, ARRIVALS, LOTS = 0, 1, 2  # tickets: of games, of blocks that wait, and from here on of lots of work


def together(tickets, times):
    """Every block waits for all the others, for the so-manieth time; all of them have to be there at once."""
    gpu.syncthreads()
    if gpu.threadIdx.x == 0:
        gpu.threadfence()
        gpu.atomic.add(tickets, ARRIVALS, 1)
        while gpu.atomic.add(tickets, ARRIVALS, 0) < times * gpu.gridDim.x:
            gpu.nanosleep(np.uint32(100))
        gpu.threadfence()
    gpu.syncthreads()


def next_lot(tickets, head, begun):
    """The next lot of work for the lanes that walk together, of those that have not been begun."""
    lot = 0
    if gpu.threadIdx.x % WARP == 0:
        lot = gpu.atomic.add(tickets, head, 1) - begun
    return gpu.shfl_sync(np.uint32(0xFFFFFFFF), np.int32(lot), 0)


together, next_lot = gpu.jit(together, device=True), gpu.jit(next_lot, device=True)


def ranked(own, before, me):
    """In place of how many games there are in each bin, how many come before them."""
    lanes = gpu.blockDim.x
    first, total = me * (BINS // lanes), 0
    for bin in range(first, first + BINS // lanes):
        total += own[bin]
    before[me] = total
    gpu.syncthreads()
    reach = 1
    while reach < lanes:
        more = before[me - reach] if me >= reach else 0
        gpu.syncthreads()
        before[me] += more
        gpu.syncthreads()
        reach *= 2
    place = before[me] - total
    for bin in range(first, first + BINS // lanes):
        count = own[bin]
        own[bin] = place
        place += count
    gpu.syncthreads()


ranked = gpu.jit(ranked, device=True)


def regroup_block(desk, counts, tickets, stage, hands):
    """The games of a block in the order of what is to be done in them: `order` has their places. How many have nothing to do."""
    own, before = gpu.shared.array(BINS, types.int32), gpu.shared.array(LANES, types.int32)
    todo, order, ranks = desk[0], desk[1], desk[4]
    me, lanes, first = gpu.threadIdx.x, gpu.blockDim.x, gpu.blockIdx.x * gpu.blockDim.x * hands
    for bin in range(me, BINS, lanes):
        own[bin] = 0
    gpu.syncthreads()
    for place in range(first + me, first + lanes * hands, lanes):
        ranks[place] = gpu.atomic.add(own, todo[place], 1)
    gpu.syncthreads()
    idle = own[BINS - 1]
    gpu.syncthreads()
    ranked(own, before, me)
    for place in range(first + me, first + lanes * hands, lanes):
        order[first + own[todo[place]] + ranks[place]] = place
    gpu.syncthreads()
    return idle


def regroup_device(desk, counts, tickets, stage, hands):
    """The same with the games of all blocks."""
    own, before = gpu.shared.array(BINS, types.int32), gpu.shared.array(LANES, types.int32)
    others = gpu.shared.array(BINS, types.int32)  # how many games of other blocks come before this block's in each bin
    todo, order, ranks = desk[0], desk[1], desk[4]
    me, now, later = gpu.threadIdx.x, stage % 2, (stage + 1) % 2
    lanes = gpu.blockDim.x * gpu.gridDim.x
    for bin in range(me, BINS, gpu.blockDim.x):
        own[bin] = 0
    together(tickets, 3 * stage + 1)
    for place in range(gpu.grid(1), lanes * hands, lanes):
        ranks[place] = gpu.atomic.add(own, todo[place], 1)
    gpu.syncthreads()
    for bin in range(me, BINS, gpu.blockDim.x):
        others[bin] = gpu.atomic.add(counts, (now, bin), own[bin]) if own[bin] > 0 else 0
        if gpu.blockIdx.x == 0:
            counts[later, bin] = 0
    together(tickets, 3 * stage + 2)
    for bin in range(me, BINS, gpu.blockDim.x):
        own[bin] = counts[now, bin]
    gpu.syncthreads()
    idle = own[BINS - 1]
    gpu.syncthreads()
    ranked(own, before, me)
    for place in range(gpu.grid(1), lanes * hands, lanes):
        order[own[todo[place]] + others[todo[place]] + ranks[place]] = place
    together(tickets, 3 * stage + 3)
    return idle


regroup_block, regroup_device = gpu.jit(regroup_block, device=True), gpu.jit(regroup_device, device=True)


def lanes_of(title: Title) -> int:
    """How many lanes make a block: half of the most where a move is long, so that each has more room to work."""
    return LANES // (2 if title.long_moves else 1)


def lanes_at_once(title: Title) -> int:
    """How many lanes a multiprocessor holds: all it can, or a quarter of them where a move is long."""
    return LANES * 2 // (4 if title.long_moves else 1)


def hands_of(title: Title) -> int:
    """How many games each lane has in hand."""
    return GAMES // lanes_at_once(title)


def all_change(title: Title) -> bool:
    """Do all blocks change games together? They wait for one another then, which pays where records are large."""
    return title.state.dtype.itemsize > SMALL


def in_step_fits(title: Title) -> bool:
    """May the records of a block lie in the memory that it shares?"""
    return title.in_step and title.state.dtype.itemsize * LANES_IN_STEP <= SHARED


def playing(title: Title, greedy: bool, best_looking: object) -> Callable:
    """The kernel of games that do not go in step."""
    start, actor, legal, sample, chances = title.start, title.actor, title.legal, title.sample, title.chances
    play, guess, scores, appeal = title.play, title.guess, title.scores, title.appeal
    most_moves, most_weights = max(title.moves, title.outcomes) + 1, title.outcomes + 1
    ids = max(title.moves, title.outcomes)
    is_wide, hands = all_change(title), hands_of(title)
    regroup = regroup_device if is_wide else regroup_block

    def next_step(s, length):
        seat = actor(s)
        if seat == NOBODY:
            return OVER
        what = s.phase + 1 if seat == CHANCE else s.phase + OF_SEATS
        return what * SHADES + min(length // FAR, SHADES - 1)

    next_step = gpu.jit(next_step, device=True)

    def begin_another(
        place, desk, tickets, states, where, seats, options, parts, lengths, actors, done, results, rewards,
    ):  # fmt: skip
        """The game is over, if there was one: pay it, and take the next that is marked."""
        todo, games = desk[0], desk[2]
        k = games[place]
        if k >= 0:
            scores(states[k], results[k])
            for seat in range(rewards.shape[1]):
                rewards[k, seat] = results[k, seat, 0]
            actors[k] = NOBODY
            done[k] = True
        k = gpu.atomic.add(tickets, NEXT_GAME, 1)
        while k < states.shape[0] and not where[k]:
            k = gpu.atomic.add(tickets, NEXT_GAME, 1)
        todo[place] = BINS - 1
        if k < states.shape[0]:
            results[k, :, :] = 0
            lengths[k] = 0
            start(states[k], seats, options[0], parts[0])
            games[place] = k
            todo[place] = next_step(states[k], 0)

    begin_another = gpu.jit(begin_another, device=True)

    def body(
        states, where, seats, options, parts, endless, policies, spare, rngs, luck, log, lengths, actors, done, results, rewards,
        desk, counts, tickets,
    ):  # fmt: skip
        moves = gpu.local.array(most_moves, types.int16)
        weights = gpu.local.array(most_weights, types.int32)
        todo, order, games, chosen = desk[0], desk[1], desk[2], desk[3]
        me, lane = gpu.grid(1), gpu.threadIdx.x % WARP
        lanes, first, head = gpu.blockDim.x, gpu.blockIdx.x * gpu.blockDim.x * hands, LOTS + gpu.blockIdx.x
        mine = first + gpu.threadIdx.x  # the first of the places that this lane looks after
        if is_wide:
            lanes, first, head, mine = gpu.blockDim.x * gpu.gridDim.x, 0, LOTS, me
        held = lanes * hands
        for place in range(mine, first + held, lanes):
            games[place] = -1
            todo[place] = OVER
        stage, begun = 0, 0
        while True:
            busy = held - regroup(desk, counts, tickets, stage, hands)
            if busy == 0:
                break
            lot = next_lot(tickets, head, begun)
            while lot * WARP < busy:
                at = busy - 1 - lot * WARP - lane
                if at >= 0:
                    place = order[first + at]
                    if todo[place] == OVER:
                        begin_another(
                            place, desk, tickets, states, where, seats, options, parts, lengths, actors, done, results, rewards,
                        )  # fmt: skip
                    what = todo[place] // SHADES
                    if what != NOTHING and what != OVER:
                        k = games[place]
                        s = states[k]
                        if what < OF_SEATS:
                            move = np.int64(moves[pick(rngs[k], weights, chances(s, moves, weights))])
                        else:
                            lengths[k] += 1
                            seat = actor(s)
                            if greedy and policies[seat] >= GREEDY:
                                spare[me] = states[k]
                                guess(spare[me], seat, luck[k])
                                move = np.int64(best_looking(legal, appeal, spare[me], moves, luck[k]))
                            else:
                                move = random_move(sample, legal, s, moves, luck[k])
                        chosen[place] = move
                        todo[place] = what * SHADES + move * SHADES // ids
                gpu.syncwarp()
                lot = next_lot(tickets, head, begun)
            begun += (busy + lanes + WARP - 1) // WARP
            stage += 1
            busy = held - regroup(desk, counts, tickets, stage, hands)
            lot = next_lot(tickets, head, begun)
            while lot * WARP < busy:
                at = busy - 1 - lot * WARP - lane
                if at >= 0:
                    place = order[first + at]
                    if todo[place] // SHADES != OVER:
                        k = games[place]
                        play(states[k], np.int64(chosen[place]), log)
                        todo[place] = next_step(states[k], lengths[k])
                gpu.syncwarp()
                lot = next_lot(tickets, head, begun)
            begun += (busy + lanes + WARP - 1) // WARP
            stage += 1

    return body


def playing_in_step(title: Title) -> Callable:
    """The kernel of games that do: one lane a game, its record in the memory that the block shares; seats are random."""
    start, actor, legal, sample, chances = title.start, title.actor, title.legal, title.sample, title.chances
    play, scores = title.play, title.scores
    most_moves, most_weights = max(title.moves, title.outcomes) + 1, title.outcomes + 1
    record = from_dtype(title.layout.state)

    def body(
        states, where, seats, options, parts, endless, policies, spare, rngs, luck, log, lengths, actors, done, results, rewards,
        desk, counts, tickets,
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
                    move = random_move(sample, legal, s, moves, luck[k])
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
