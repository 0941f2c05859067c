"""Chance: the fast generator and the promised stream."""

from collections import Counter
from hashlib import sha256

import numpy as np
import pytest

from fivefamilies.core.chance import Promise, advance, below, generator, pick
from fivefamilies.core.compiled import verb


@verb
def first_bits(rng):
    return advance(rng)


@verb
def many_below(rng, n, counts):
    for _ in range(60_000):
        counts[below(rng, n)] += 1


@verb
def many_picks(rng, weights, counts):
    for _ in range(60_000):
        counts[pick(rng, weights, weights.shape[0])] += 1


def test_the_generator_is_splitmix64():
    rng = generator(1234567)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert [int(first_bits(rng)) for _ in published] == published


def test_small_integers_are_even():
    counts = np.zeros(6, np.int64)
    many_below(generator(3), 6, counts)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 20.5, counts  # chi square, 5 degrees, one in a thousand


def test_weights_are_kept():
    counts = np.zeros(4, np.int64)
    many_picks(generator(4), np.array([1, 0, 2, 3], np.int32), counts)
    expected = np.array([10_000, 0, 20_000, 30_000])
    assert counts[1] == 0
    assert sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True) if e) < 13.9


def test_the_commitment_is_the_hash_of_the_secret():
    promise = Promise(bytes(32))
    assert promise.commitment == sha256(bytes(32)).hexdigest()
    assert Promise.fresh().secret != Promise.fresh().secret and len(Promise.fresh().secret) == 32


def test_a_promise_draws_the_same_again_and_evenly():
    promise = Promise.from_seed(5)
    draws = [promise.pick(k, [1, 2, 3]) for k in range(6000)]
    assert draws == [Promise.from_seed("5").pick(k, [1, 2, 3]) for k in range(6000)]
    counts = Counter(draws)
    expected = {0: 1000, 1: 2000, 2: 3000}
    assert sum((counts[k] - e) ** 2 / e for k, e in expected.items()) < 13.9


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 2**33 + 1])
def test_a_promised_draw_lies_below_its_limit(n):
    promise = Promise.from_seed("limits")
    assert all(0 <= promise.below(k, n) < n for k in range(200))


def test_another_draw_or_another_secret_gives_other_numbers():
    numbers = {Promise.from_seed(seed).below(draw, 2**60) for seed in range(20) for draw in range(20)}
    assert len(numbers) == 400
