"""The search in compiled code: one call runs many simulations, each with its own guess at what the seat cannot see.

A simulation copies the washed position, guesses, walks down the tree, adds one node, plays on to the end (or to the horizon)
and adds the result to every node it came through. The tree is that of the searching seat's information sets: a node stands for
the moves that led to it, whatever was guessed; hidden draws never split it. Chance is drawn anew in every simulation. A move
that the guess at hand does not allow is simply not there this time; `LEFT` counts how often a move was there to be chosen.

How a move looks at first sight is asked once at a node and kept (`notes`, a list for each node), as long as chance has not
spoken since the root: until then a node's position is the same but for what is guessed. A move that a later guess adds is looked
at then.

Each seat in the tree takes the move that promises most to itself (max^n), by its mean result so far plus a bonus for moves that
look good (`appeal`) and were seldom tried. How much looks count may differ between the searching seat (`sharp`) and the others,
who may be thought to look less far (`others`). (With the knob `paranoid`, they take what promises least to the searching seat.)
"""

import numpy as np

from fivefamilies.core.chance import below, pick
from fivefamilies.core.compiled import rule
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.kernels import part, record_at

# columns of the table of nodes; node 0 is the first root, so 0 also means "none"
FIRST, NEXT, ACTOR, MOVE, VISITS, LEFT, NOTE, LINKS = 0, 1, 2, 3, 4, 5, 6, 7
# columns of the notes; a node's first two hold, beside the seat they are about, the best look and the scale of its looks
NOTED, AFTER, NOTES = 0, 1, 2
# the knobs
EXPLORE, SHARP, OTHERS, URGENCY, TRIES, HORIZON, LADDER, PARANOID, KNOBS = 0, 1, 2, 3, 4, 5, 6, 7, 8
# the tallies of a call
NODES, SIMULATED, DEEPEST, WRITTEN, ROOT, TALLIES = 0, 1, 2, 3, 4, 5

FAINT = 1e-9  # the least look, since 0 means that nobody looked yet

THINK_VERBS = ("actor", "legal", "chances", "play", "guess", "scores", "appeal", "outlook")
THINK_REST = (
    "states", "states", "i64", "i64", "i64", "rng", "f64s", "i32 table", "f64 table", "i32 table", "f64s",
    "i32s", "i32s", "f64s", "f64s", "moves", "weights", "log", "f64 table", "i64s",
)  # fmt: skip


def think(
    actor, legal, chances, play, guess, scores, appeal, outlook,
    root, spare, me, seats, simulations, rng, knobs, links, worth, notes, kept, path, slots, sights, looks,
    moves, weights, log, results, tallies,
):  # fmt: skip
    """Run `simulations` for seat `me` from `root`, a position that was guessed before; the tree grows in `links` and `worth`."""
    for _ in range(simulations):
        spare[0] = root[0]
        s = record_at(spare, 0)
        guess(s, me, rng)
        depth = walk_down(
            actor, legal, chances, play, appeal, s, me, rng, knobs, links, worth, notes, kept, path, slots, sights, looks,
            moves, weights, log, tallies,
        )  # fmt: skip
        if play_out(actor, legal, chances, play, appeal, s, rng, knobs, moves, weights, log, tallies):
            scores(s, results)
            share_out(results, seats, knobs[LADDER])
        else:
            outlook(s, results)
        for step in range(depth):
            links[path[step], VISITS] += 1
            for seat in range(seats):
                worth[path[step], seat] += results[seat, 1]
        tallies[DEEPEST] = max(tallies[DEEPEST], depth)


@part
def walk_down(
    actor, legal, chances, play, appeal, s, me, rng, knobs, links, worth, notes, kept, path, slots, sights, looks,
    moves, weights, log, tallies,
):  # fmt: skip
    """Follow the tree to a new node, the end of the game, or the end of the memory; returns how many nodes the path has."""
    node, depth, is_certain = tallies[ROOT], 1, True
    path[0] = node
    while depth < path.shape[0]:
        seat = actor(s)
        if seat == NOBODY:
            break
        if seat == CHANCE:
            move = np.int64(moves[pick(rng, weights, chances(s, moves, weights))])
            play(s, move, log)
            tallies[SIMULATED] += 1
            is_certain = False
            continue
        count = legal(s, moves)
        book = node if is_certain else -1
        sharp = knobs[SHARP] if seat == me else knobs[OTHERS]
        weigh_looks(appeal, s, links, notes, kept, sights, book, seat, moves, looks, count, sharp, tallies)
        note_children(links, slots, node, seat)
        hopeful, sign = (me, -1.0) if knobs[PARANOID] > 0 and seat != me else (seat, 1.0)
        chosen = most_promising(links, worth, slots, looks, moves, count, node, hopeful, sign, knobs)
        move = np.int64(moves[chosen])
        child = slots[move]
        forget_children(links, slots, node)
        play(s, move, log)
        tallies[SIMULATED] += 1
        if child == 0:
            if tallies[NODES] < links.shape[0]:
                path[depth] = add_child(links, worth, node, seat, move, tallies)
                depth += 1
            break
        node = child
        path[depth] = node
        depth += 1
    return depth


@part
def weigh_looks(appeal, s, links, notes, kept, sights, book, seat, moves, looks, count, sharp, tallies):
    """How much of the attention each legal move gets at first sight: all together 1, the spread of the appeal set aside.

    `book` is the node whose notes tell; -1 if none may.
    """
    if count == 1:
        looks[0] = 1.0
        return
    note = links[book, NOTE] + 0 if book >= 0 else -1
    if note > 0 and notes[note, NOTED] == seat:
        read_notes(appeal, s, notes, kept, sights, note, moves, looks, count, tallies)
    else:
        low, high = np.inf, -np.inf
        for i in range(count):
            looks[i] = appeal(s, np.int64(moves[i]))
            low, high = min(low, looks[i]), max(high, looks[i])
        scale = sharp / (high - low) if high > low else 0.0
        for i in range(count):
            looks[i] = np.exp((looks[i] - high) * scale)
        if note == 0 and high > low and tallies[WRITTEN] + count + 2 <= notes.shape[0]:
            links[book, NOTE] = write_notes(notes, kept, seat, moves, looks, count, high, scale, tallies)
    whole = 0.0
    for i in range(count):
        whole += looks[i]
    for i in range(count):
        looks[i] /= whole


@rule
def write_notes(notes, kept, seat, moves, looks, count, high, scale, tallies):
    """Keep the looks of these moves; the number of the first note."""
    first = tallies[WRITTEN] + 0
    tallies[WRITTEN] += count + 2
    kept[first], kept[first + 1] = high, scale
    for i in range(count + 2):
        notes[first + i, NOTED], notes[first + i, AFTER] = seat, first + i + 1
        if i >= 2:
            notes[first + i, NOTED], kept[first + i] = moves[i - 2], max(looks[i - 2], FAINT)
    notes[first + count + 1, AFTER] = 0
    return first


@part
def read_notes(appeal, s, notes, kept, sights, note, moves, looks, count, tallies):
    """The looks of the legal moves as they were kept; a move that is new here is looked at and kept too."""
    high, scale, second = kept[note], kept[note + 1], note + 1
    place = notes[second, AFTER]
    while place > 0:
        sights[notes[place, NOTED]] = kept[place]
        place = notes[place, AFTER]
    for i in range(count):
        move = np.int64(moves[i])
        if sights[move] == 0.0:
            sights[move] = max(np.exp(min((appeal(s, move) - high) * scale, 1.0)), FAINT)
            if tallies[WRITTEN] < notes.shape[0]:
                place = tallies[WRITTEN] + 0
                tallies[WRITTEN] += 1
                notes[place, NOTED], notes[place, AFTER], kept[place] = move, notes[second, AFTER], sights[move]
                notes[second, AFTER] = place
        looks[i] = sights[move]
    place = notes[second, AFTER]
    while place > 0:
        sights[notes[place, NOTED]] = 0.0
        place = notes[place, AFTER]
    for i in range(count):
        sights[moves[i]] = 0.0


@rule
def note_children(links, slots, node, seat):
    """Where each move of this seat was gone before: `slots` by move."""
    child = links[node, FIRST]
    while child > 0:
        if links[child, ACTOR] == seat:
            slots[links[child, MOVE]] = child
        child = links[child, NEXT]


@rule
def forget_children(links, slots, node):
    """Clear `slots` for the next node."""
    child = links[node, FIRST]
    while child > 0:
        slots[links[child, MOVE]] = 0
        child = links[child, NEXT]


@rule
def most_promising(links, worth, slots, looks, moves, count, node, seat, sign, knobs):
    """The index of the legal move with the best mean plus bonus; moves not tried yet count a bit less than the node's mean.

    What counts is the worth to `seat`; with a `sign` of -1, how little it is.
    """
    visits = links[node, VISITS] + 0
    hope = sign * worth[node, seat] / visits - knobs[URGENCY] if visits > 0 else 0.5
    best, chosen = -np.inf, 0
    for i in range(count):
        child = slots[moves[i]]
        mean, tried, there = hope, 0, visits
        if child > 0:
            links[child, LEFT] += 1
            tried, there = links[child, VISITS] + 0, links[child, LEFT] + 0
            mean = sign * worth[child, seat] / tried
        promise = mean + knobs[EXPLORE] * looks[i] * np.sqrt(there + 1.0) / (1 + tried)
        if promise > best:
            best, chosen = promise, i
    return chosen


@rule
def add_child(links, worth, node, seat, move, tallies):
    """A new node under `node`; its number."""
    child = tallies[NODES]
    tallies[NODES] += 1
    links[child, FIRST] = 0
    links[child, NEXT] = links[node, FIRST]
    links[child, ACTOR] = seat
    links[child, MOVE] = move
    links[child, VISITS] = 0
    links[child, NOTE] = 0
    worth[child] = 0
    links[child, LEFT] = links[node, VISITS] + 1
    links[node, FIRST] = child
    return child


@part
def play_out(actor, legal, chances, play, appeal, s, rng, knobs, moves, weights, log, tallies):
    """Play on to the end (True) or the horizon (False); a seat takes the best-looking of a few random moves."""
    tries, horizon = int(knobs[TRIES]), int(knobs[HORIZON])
    for _ in range(horizon):
        seat = actor(s)
        if seat == NOBODY:
            return True
        if seat == CHANCE:
            move = np.int64(moves[pick(rng, weights, chances(s, moves, weights))])
        else:
            count = legal(s, moves)
            move = np.int64(moves[below(rng, count)])
            if tries > 1 and count > 1:
                look = appeal(s, move)
                for _ in range(tries - 1):
                    other = np.int64(moves[below(rng, count)])
                    if other != move:
                        other_look = appeal(s, other)
                        if other_look > look:
                            move, look = other, other_look
        play(s, move, log)
        tallies[SIMULATED] += 1
    return actor(s) == NOBODY


@rule
def share_out(results, seats, ladder):
    """Turn payoffs into what the search maximises, in place of the points: the part of the victory, and a bit for every rank."""
    best, first = -1.0, 0
    for seat in range(seats):
        if results[seat, 0] > best:
            best, first = results[seat, 0], 0
        first += results[seat, 0] == best
    for seat in range(seats):
        won = 1.0 / first if results[seat, 0] == best and best > -1 else 0.0
        results[seat, 1] = (1 - ladder) * won + ladder * (results[seat, 0] + 1) / 2
