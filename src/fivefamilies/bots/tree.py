"""The search in compiled code: information-set Monte Carlo tree search with max^n back-up and PUCT selection.

One call runs many simulations. Each copies the washed position, determinizes it (`guess`), walks down the tree, expands one
node, plays on to the end (or to the horizon) and adds the result to every node it came through. The tree is that of the searching
seat's information sets: a node stands for the moves that led to it, whatever was guessed; hidden draws never split it. Chance is
drawn anew in every simulation. A move that the determinization at hand does not allow is not there this time; a node's
`availability` counts how often its move was there to be chosen.

The prior of a move is the softmax of how the moves look at first sight (`appeal`). It is asked once at a node and kept, as long
as chance has not spoken since the root: until then a node's position is the same but for what is guessed. A move that a later
guess adds is looked at then.

Each seat in the tree takes the move that promises most to itself (max^n): its mean value so far plus a bonus for moves with a
high prior that were seldom tried. How sharp the priors are may differ between the searching seat (`sharp`) and the others, who
may be thought to look less far (`others`). (With the knob `paranoid`, they take what promises least to the searching seat.)

With a learned judge (`think_judged`) the priors that are kept, and what everybody may expect at a new node, are the network's, or
the hand-written ones as the network corrects them: it sees what the seat to move there would know. Where chance has spoken since
the root, priors stay those at first sight.
"""

from typing import NamedTuple

import numpy as np

from fivefamilies.bots.judge import JUDGE, look_of, regard, sway, worth_of
from fivefamilies.core import verbs
from fivefamilies.core.chance import below, pick
from fivefamilies.core.compiled import rule
from fivefamilies.core.contract import CHANCE, NOBODY
from fivefamilies.core.kernels import first_looks, record_at


def columns(kind: type, *names: str) -> np.dtype:
    """A record of numbers of one kind."""
    return np.dtype([(name, kind) for name in names], align=True)


# A node: its first child and its next sibling (0 is the first root, so it also means "none"), the move that led here and whose it
# was, visits, how often the move was there to be chosen, and where the priors of the moves from here begin (0: not asked yet).
NODE = columns(np.int32, "child", "sibling", "actor", "move", "visits", "availability", "priors")
# A prior in the list of a node. Heads come first, all with the seat in `move`: the best appeal, what a unit of appeal counts, and
# the best look in all.
PRIOR = np.dtype([("move", np.int32), ("next", np.int32), ("prior", np.float64)], align=True)
# Where the search stands; nodes and priors in use; moves played, and the deepest path, of this call.
COUNTS = columns(np.int64, "root", "nodes", "priors", "moves", "depth")

HEADS = 3
LEAST_PRIOR = 1e-9  # since 0 means that nobody looked yet


class Rules(NamedTuple):
    """The verbs of a title that the search calls."""

    actor: verbs.Actor
    legal: verbs.Legal
    chances: verbs.Chances
    play: verbs.Play
    guess: verbs.Guess
    scores: verbs.Scores
    appeal: verbs.Appeal
    outlook: verbs.Outlook


class Settings(NamedTuple):
    """The knobs as numbers."""

    explore: float
    sharp: float
    others: float
    urgency: float  # first-play urgency: how much worse than its parent an untried move is thought to be
    tries: int
    horizon: int
    ladder: float
    paranoid: int


class Memory(NamedTuple):
    """The tree: what is kept from simulation to simulation."""

    nodes: np.ndarray  # NODE
    values: np.ndarray  # sums of what came of a node, by node and seat
    priors: np.ndarray  # PRIOR
    counts: np.ndarray  # COUNTS, one


class Scratch(NamedTuple):
    """Room to work in: nothing here outlives a step."""

    path: np.ndarray  # the nodes of this simulation
    child_by: np.ndarray  # by move, the child of the node at hand
    prior_by: np.ndarray  # by move, the prior at the node at hand
    priors: np.ndarray  # the same in the order of the legal moves, together 1
    moves: np.ndarray
    weights: np.ndarray
    log: np.ndarray
    results: np.ndarray


THINK = (
    (Memory, (NODE, "f64 table", PRIOR, COUNTS)),
    (Scratch, ("i32s", "i32s", "f64s", "f64s", "moves", "weights", "log", "f64 table")),
    (Settings, ("f64", "f64", "f64", "f64", "i64", "i64", "f64", "i64")),
    "states", "states", "i64", "i64", "i64", "rng",
)  # fmt: skip
JUDGED = (*Rules._fields, "observe")
THINK_JUDGED = (JUDGE, *THINK)


def think(
    actor, legal, chances, play, guess, scores, appeal, outlook,
    memory, scratch, settings, root, spare, me, seats, simulations, rng,
):  # fmt: skip
    """Run `simulations` for seat `me` from `root`, a position that was guessed before; the tree grows in `memory`."""
    rules = Rules(actor, legal, chances, play, guess, scores, appeal, outlook)
    simulate(rules, memory, scratch, settings, root, spare, me, seats, simulations, rng, None, None)


def think_judged(
    actor, legal, chances, play, guess, scores, appeal, outlook, observe,
    judge, memory, scratch, settings, root, spare, me, seats, simulations, rng,
):  # fmt: skip
    """The same where a judge says what everybody may expect, after as many further moves as the horizon allows."""
    rules = Rules(actor, legal, chances, play, guess, scores, appeal, outlook)
    simulate(rules, memory, scratch, settings, root, spare, me, seats, simulations, rng, observe, judge)


@rule
def simulate(rules, memory, scratch, settings, root, spare, me, seats, simulations, rng, observe, judge):
    """Guess, walk down, play on, see what comes of it; without a judge, who may be absent, the outlook tells at the horizon."""
    for _ in range(simulations):
        spare[0] = root[0]
        s = record_at(spare, 0)
        rules.guess(s, me, rng)
        depth = walk_down(rules, memory, scratch, settings, s, me, rng, observe, judge)
        is_over = play_out(rules, memory, scratch, settings, s, rng)
        if judge is not None:
            seat = next_to_decide(rules, memory, scratch, s, rng)
            is_over = seat == NOBODY
            if seat != NOBODY:
                ask_judge(rules, scratch, s, seat, seats, observe, judge)
        if is_over:
            rules.scores(s, scratch.results)
            share_out(scratch.results, seats, settings.ladder)
        if judge is None:
            if not is_over:
                rules.outlook(s, scratch.results)
        back_up(memory, scratch, depth, seats)


@rule
def ask_judge(rules, scratch, s, seat, seats, observe, judge):
    """What everybody may expect, as the judge sees it through the eyes of the seat to move."""
    regard(observe, rules.outlook, judge, s, seat)
    for place in range(seats):
        scratch.results[(seat + place) % seats, 1] = worth_of(judge, place)


@rule
def back_up(memory, scratch, depth, seats):
    """Add the result to every node of the path."""
    counts = record_at(memory.counts, 0)
    for step in range(depth):
        record_at(memory.nodes, scratch.path[step]).visits += 1
        for seat in range(seats):
            memory.values[scratch.path[step], seat] += scratch.results[seat, 1]
    counts.depth = max(counts.depth, depth)


@rule
def next_to_decide(rules, memory, scratch, s, rng):
    """Let chance speak until somebody is to decide; returns who, or NOBODY."""
    counts = record_at(memory.counts, 0)
    seat = rules.actor(s)
    while seat == CHANCE:
        rules.play(s, draw(rules.chances, scratch.moves, scratch.weights, s, rng), scratch.log)
        counts.moves += 1
        seat = rules.actor(s)
    return seat


@rule
def walk_down(rules, memory, scratch, settings, s, me, rng, observe, judge):
    """Follow the tree to a new node, the end of the game, or the end of the memory; returns how many nodes the path has."""
    counts, path = record_at(memory.counts, 0), scratch.path
    node, depth, is_certain = counts.root + 0, 1, True
    path[0] = node
    while depth < path.shape[0]:
        seat = rules.actor(s)
        if seat == NOBODY:
            break
        if seat == CHANCE:
            rules.play(s, draw(rules.chances, scratch.moves, scratch.weights, s, rng), scratch.log)
            counts.moves += 1
            is_certain = False
            continue
        count = rules.legal(s, scratch.moves)
        sharp = settings.sharp if seat == me else settings.others
        weigh_priors(rules, memory, scratch, s, node if is_certain else -1, seat, count, sharp, observe, judge)
        note_children(memory, scratch, node, seat)
        hopeful, sign = (me, -1.0) if settings.paranoid > 0 and seat != me else (seat, 1.0)
        move = np.int64(scratch.moves[most_promising(memory, scratch, settings, count, node, hopeful, sign)])
        child = scratch.child_by[move]
        forget_children(memory, scratch, node)
        rules.play(s, move, scratch.log)
        counts.moves += 1
        if child == 0:
            if counts.nodes < memory.nodes.shape[0]:
                path[depth] = expand(memory, node, seat, move)
                depth += 1
            break
        node = child
        path[depth] = node
        depth += 1
    return depth


@rule
def draw(chances, moves, weights, s, rng):
    """What chance does now, by its weights."""
    return np.int64(moves[pick(rng, weights, chances(s, moves, weights))])


# ---------------------------------------------------------------- priors


@rule
def weigh_priors(rules, memory, scratch, s, book, seat, count, sharp, observe, judge):
    """The priors of the legal moves, together 1; `book` is the node where they may be kept, -1 if none."""
    priors = scratch.priors
    if count == 1:
        priors[0] = 1.0
        return
    first = record_at(memory.nodes, book).priors + 0 if book >= 0 else -1
    if first > 0 and record_at(memory.priors, first).move == seat:
        recall_priors(rules, memory, scratch, s, first, count, seat, observe, judge)
    else:
        high, scale, top = look_at_moves(rules, scratch, s, book, seat, count, sharp, observe, judge)
        for i in range(count):
            priors[i] = np.exp(priors[i] - top)
        is_told_apart = scale > 0
        if judge is not None:
            is_told_apart = True
        if first == 0 and is_told_apart and record_at(memory.counts, 0).priors + count + HEADS <= memory.priors.shape[0]:
            record_at(memory.nodes, book).priors = keep_priors(memory, scratch, seat, count, high, scale, top)
    whole = 0.0
    for i in range(count):
        whole += priors[i]
    for i in range(count):
        priors[i] /= whole


@rule
def look_at_moves(rules, scratch, s, book, seat, count, sharp, observe, judge):
    """How the legal moves look: at first sight, and to the judge where it is remembered."""
    high, scale, top = 0.0, 0.0, 0.0
    if judge is not None:
        if book >= 0:
            if sway(judge) > 0:
                high, scale = first_looks(rules.appeal, s, scratch.moves, count, sharp * sway(judge), scratch.priors)
            else:
                scratch.priors[:count] = 0.0
            regard(observe, rules.outlook, judge, s, seat)
            top = -np.inf
            for i in range(count):
                scratch.priors[i] += look_of(judge, np.int64(scratch.moves[i]))
                top = max(top, scratch.priors[i])
            return high, scale, top
    high, scale = first_looks(rules.appeal, s, scratch.moves, count, sharp, scratch.priors)
    return high, scale, top


@rule
def keep_priors(memory, scratch, seat, count, high, scale, top):
    """Write the priors of these moves down; the number of the first head."""
    counts = record_at(memory.counts, 0)
    first = counts.priors + 0
    counts.priors += count + HEADS
    for i in range(count + HEADS):
        entry = record_at(memory.priors, first + i)
        entry.move, entry.next = seat, first + i + 1
        if i >= HEADS:
            entry.move, entry.prior = scratch.moves[i - HEADS], max(scratch.priors[i - HEADS], LEAST_PRIOR)
    record_at(memory.priors, first).prior, record_at(memory.priors, first + 1).prior = high, scale
    record_at(memory.priors, first + 2).prior = top
    record_at(memory.priors, first + count + HEADS - 1).next = 0
    return first


@rule
def recall_priors(rules, memory, scratch, s, first, count, seat, observe, judge):
    """The priors of the legal moves as they were kept; a move that is new here is looked at and kept too."""
    counts, kept, prior_by = record_at(memory.counts, 0), memory.priors, scratch.prior_by
    high, scale, head = record_at(kept, first).prior + 0, record_at(kept, first + 1).prior + 0, record_at(kept, first + 2)
    place = head.next + 0
    while place > 0:
        prior_by[record_at(kept, place).move] = record_at(kept, place).prior
        place = record_at(kept, place).next + 0
    has_looked = False
    for i in range(count):
        move = np.int64(scratch.moves[i])
        if prior_by[move] == 0.0:
            look = (rules.appeal(s, move) - high) * scale if scale > 0 else 0.0
            if judge is not None:
                if not has_looked:
                    regard(observe, rules.outlook, judge, s, seat)
                    has_looked = True
                look += look_of(judge, move)
            prior_by[move] = max(np.exp(min(look - head.prior, 1.0)), LEAST_PRIOR)
            if counts.priors < kept.shape[0]:
                place = counts.priors + 0
                counts.priors += 1
                entry = record_at(kept, place)
                entry.move, entry.next, entry.prior = move, head.next, prior_by[move]
                head.next = place
        scratch.priors[i] = prior_by[move]
    place = head.next + 0
    while place > 0:
        prior_by[record_at(kept, place).move] = 0.0
        place = record_at(kept, place).next + 0
    for i in range(count):
        prior_by[scratch.moves[i]] = 0.0


# ---------------------------------------------------------------- selection and expansion


@rule
def note_children(memory, scratch, node, seat):
    """Where each move of this seat was gone before: `child_by` move."""
    child = record_at(memory.nodes, node).child + 0
    while child > 0:
        if record_at(memory.nodes, child).actor == seat:
            scratch.child_by[record_at(memory.nodes, child).move] = child
        child = record_at(memory.nodes, child).sibling + 0


@rule
def forget_children(memory, scratch, node):
    """Clear `child_by` for the next node."""
    child = record_at(memory.nodes, node).child + 0
    while child > 0:
        scratch.child_by[record_at(memory.nodes, child).move] = 0
        child = record_at(memory.nodes, child).sibling + 0


@rule
def most_promising(memory, scratch, settings, count, node, seat, sign):
    """The index of the legal move with the best mean plus bonus (PUCT over availabilities, with first-play urgency).

    What counts is the value to `seat`; with a `sign` of -1, how little it is.
    """
    visits = record_at(memory.nodes, node).visits + 0
    unknown = sign * memory.values[node, seat] / visits - settings.urgency if visits > 0 else 0.5
    best, chosen = -np.inf, 0
    for i in range(count):
        child = scratch.child_by[scratch.moves[i]]
        mean, tried, available = unknown, 0, visits
        if child > 0:
            there = record_at(memory.nodes, child)
            there.availability += 1
            tried, available = there.visits + 0, there.availability + 0
            mean = sign * memory.values[child, seat] / tried
        promise = mean + settings.explore * scratch.priors[i] * np.sqrt(available + 1.0) / (1 + tried)
        if promise > best:
            best, chosen = promise, i
    return chosen


@rule
def expand(memory, node, seat, move):
    """A new node under `node`; its number."""
    counts, parent = record_at(memory.counts, 0), record_at(memory.nodes, node)
    number = counts.nodes + 0
    counts.nodes += 1
    child = record_at(memory.nodes, number)
    child.child, child.sibling = 0, parent.child
    child.actor, child.move = seat, move
    child.visits, child.availability = 0, parent.visits + 1
    child.priors = 0
    memory.values[number] = 0
    parent.child = number
    return number


# ---------------------------------------------------------------- play-outs


@rule
def play_out(rules, memory, scratch, settings, s, rng):
    """Play on to the end (True) or the horizon (False); a seat takes the best-looking of a few random moves."""
    counts, moves = record_at(memory.counts, 0), scratch.moves
    for _ in range(settings.horizon):
        seat = rules.actor(s)
        if seat == NOBODY:
            return True
        if seat == CHANCE:
            move = draw(rules.chances, scratch.moves, scratch.weights, s, rng)
        else:
            count = rules.legal(s, moves)
            move = np.int64(moves[below(rng, count)])
            if settings.tries > 1 and count > 1:
                look = rules.appeal(s, move)
                for _ in range(settings.tries - 1):
                    other = np.int64(moves[below(rng, count)])
                    if other != move:
                        other_look = rules.appeal(s, other)
                        if other_look > look:
                            move, look = other, other_look
        rules.play(s, move, scratch.log)
        counts.moves += 1
    return rules.actor(s) == NOBODY


@rule
def share_out(results, seats, ladder):
    """Turn payoffs into what the search maximises, in place of the points: the share of the victory, and a bit for every rank."""
    best, first = -1.0, 0
    for seat in range(seats):
        if results[seat, 0] > best:
            best, first = results[seat, 0], 0
        first += results[seat, 0] == best
    for seat in range(seats):
        won = 1.0 / first if results[seat, 0] == best and best > -1 else 0.0
        results[seat, 1] = (1 - ladder) * won + ladder * (results[seat, 0] + 1) / 2
