"""The few moves that all titles share: seats in a ring, bags, ordered lists, the log, ranking with ties."""

import math

import numpy as np

from fivefamilies.core.compiled import INTERPRETED, rule


@rule
def next_seat(seat, seats):
    """The seat to the left."""
    return seat + 1 if seat + 1 < seats else 0


@rule
def append(entries, count, entry):
    """Put an entry at the end of a list of `count` entries; returns the new count."""
    entries[count] = entry
    return count + 1


@rule
def insert(entries, count, place, entry):
    """Put an entry at `place`, the later ones move up; returns the new count."""
    for i in range(count, place, -1):
        entries[i] = entries[i - 1]
    entries[place] = entry
    return count + 1


@rule
def remove(entries, count, place):
    """Take out the entry at `place`, the later ones close up; returns the new count."""
    for i in range(place, count - 1):
        entries[i] = entries[i + 1]
    entries[count - 1] = 0
    return count - 1


@rule
def fill(entries, source):
    """Copy a list over another of the same length."""
    for i in range(entries.shape[0]):
        entries[i] = source[i]


@rule
def _count_bits(cells):
    """How many things there are in a set of bits."""
    bits = np.uint64(cells)
    bits -= (bits >> np.uint64(1)) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))


def _count_bits_interpreted(cells):
    return int(cells).bit_count()


count_bits = _count_bits_interpreted if INTERPRETED else _count_bits


@rule
def total(bag):
    """How many things are in a bag of counts."""
    amount = 0
    for i in range(bag.shape[0]):
        amount += bag[i]
    return amount


@rule
def bag_chances(bag, moves, weights):
    """A draw from a bag: each kind that is in it, with its count as the weight."""
    count = 0
    for kind in range(bag.shape[0]):
        there = bag[kind]
        moves[count] = kind
        weights[count] = there
        count += there > 0  # no branch: a kind that is not there is written over
    return count


@rule
def note(log, event, a=-1, b=-1, c=-1, d=-1):
    """Write an event row; a log of no rows costs nothing."""
    if log.shape[0] > 0:
        write_row(log, event, a, b, c, d)


@rule
def write_row(log, event, a, b, c, d):
    """The next row of the log. Row 0 counts the rows."""
    row = log[0, 0] + 1
    log[0, 0] = row
    if row < log.shape[0]:
        log[row, 0] = event
        log[row, 1] = a
        log[row, 2] = b
        log[row, 3] = c
        log[row, 4] = d


LOG_COLUMNS = 5


def blank_log(rows: int) -> np.ndarray:
    """An empty log with room for `rows` events."""
    return np.zeros((rows + 1 if rows else 0, LOG_COLUMNS), np.int16)


@rule
def payoffs(standing, seats, out):
    """Rank-based payoffs from a standing (more is better): +1 alone first, -1 alone last, ties share, the sum is 0."""
    for seat in range(seats):
        better = 0
        level = 0
        for other in range(seats):
            if standing[other] > standing[seat]:
                better += 1
            elif standing[other] == standing[seat]:
                level += 1
        place = better + (level - 1) / 2
        out[seat, 0] = 1 - 2 * place / (seats - 1)


@rule
def hopes(seats, out):
    """Chances to win from exponents in out[seat, 1], in place: they add up to 1."""
    best = out[0, 1]
    for seat in range(1, seats):
        best = max(best, out[seat, 1])
    whole = 0.0
    for seat in range(seats):
        out[seat, 1] = math.exp(out[seat, 1] - best)
        whole += out[seat, 1]
    for seat in range(seats):
        out[seat, 1] /= whole
