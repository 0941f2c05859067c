"""Chance: a fast generator for compiled play, and a stream anybody can check for tables of people.

The fast generator is SplitMix64 (Steele, Lea, Flood 2014): its state is one 64-bit word in an array that the caller hands in.
The checkable stream is HMAC-SHA256 keyed by a 256-bit secret whose hash is published before the first draw.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

import numpy as np

from fivefamilies.core.compiled import INTERPRETED, rule, verb
from fivefamilies.core.errors import BadOption

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = (np.uint64(shift) for shift in (27, 30, 31, 32))


def generator(seed: int) -> np.ndarray:
    """A fast generator, as the compiled rules take it."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
        raise BadOption("a seed is a whole number, not '{seed}'", seed=seed)
    return np.array([int(seed) & 0xFFFFFFFFFFFFFFFF], np.uint64)


@rule
def _advance(rng):
    """The next 64 random bits."""
    rng[0] += GOLDEN
    z = rng[0]
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


def _advance_interpreted(rng):
    """The same bits without Numba, in Python's own integers."""
    mask = 0xFFFFFFFFFFFFFFFF
    z = (int(rng[0]) + int(GOLDEN)) & mask
    rng[0] = z
    z = ((z ^ (z >> 30)) * int(MIX_1)) & mask
    z = ((z ^ (z >> 27)) * int(MIX_2)) & mask
    return z ^ (z >> 31)


advance = _advance_interpreted if INTERPRETED else _advance


@verb
def _below(rng, n):
    """A random integer from 0 to n - 1; the bias is under n / 2**32."""
    return np.int64(((advance(rng) >> S32) * np.uint64(n)) >> S32)


def _below_interpreted(rng, n):
    return ((advance(rng) >> 32) * int(n)) >> 32


below = _below_interpreted if INTERPRETED else _below


@rule
def pick(rng, weights, count):
    """A random index, each with its integer weight."""
    total = 0
    for i in range(count):
        total += weights[i]
    left = below(rng, total)
    for i in range(count):
        left -= weights[i]
        if left < 0:
            return i
    return count - 1


class Promise:
    """Chance drawn from a secret that was promised beforehand: nobody can predict it, and everybody can check it.

    Draw number k takes the 64 bits of HMAC-SHA256(secret, "k:try"), tries again while they lie in the uneven rest, and walks
    the weights in the order of the title's `chances`.
    """

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    @classmethod
    def fresh(cls) -> "Promise":
        """A new secret from the operating system."""
        return cls(secrets.token_bytes(32))

    @classmethod
    def from_seed(cls, seed: int | str) -> "Promise":
        """The same secret for the same seed: for tests, puzzles and repeated games, not for tables of strangers."""
        return cls(hashlib.sha256(f"five families seed {seed}".encode()).digest())

    @property
    def commitment(self) -> str:
        """The hash that is published before the first draw."""
        return hashlib.sha256(self.secret).hexdigest()

    def below(self, draw: int, n: int) -> int:
        """The integer from 0 to n - 1 of draw number `draw`, exactly uniform."""
        even = 2**64 - 2**64 % n
        for attempt in range(2**16):
            message = f"{draw}:{attempt}".encode()
            number = int.from_bytes(hmac.digest(self.secret, message, "sha256")[:8], "big")
            if number < even:
                return number % n
        raise AssertionError("no even draw in 65,536 tries")

    def luck(self, ply: int, seat: int) -> int:
        """A seed for what a bot sees at a move: the same for the same secret, and it says nothing of any draw."""
        return int.from_bytes(hmac.digest(self.secret, f"bot {ply}/{seat}".encode(), "sha256")[:8], "big")

    def pick(self, draw: int, weights: Sequence[int]) -> int:
        """The index that draw number `draw` takes among these integer weights."""
        left = self.below(draw, sum(weights))
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise AssertionError("weights changed during a draw")
