"""A guess fits everything that its seat was told, and the truth is one of the guesses."""

import random

import pytest

from fivefamilies import games
from fivefamilies.core.record import unwrap
from tests.games.der_pate.detective import Detective as DerPate
from tests.games.detective import guesses, policies, story

DETECTIVES = {"der_pate": DerPate}
LOOKS, GUESSES = 10, 5  # moments looked at in each game, guesses of each seat at each
SETUPS = [(slug, seats) for slug in DETECTIVES for seats in games.title(slug).seats]


@pytest.mark.parametrize(("slug", "seats"), SETUPS)
def test_the_truth_and_every_guess_fit_all_that_a_seat_was_told(slug, seats):
    title, rng = games.title(slug), random.Random(f"{slug} {seats}")
    for policy in policies():
        seed = rng.getrandbits(30)
        length = sum(1 for _ in story(title, seats, policy, seed, DETECTIVES[slug]))
        looks = set(rng.sample(range(length), min(LOOKS, length))) | {length - 1}
        for ply, (match, detectives) in enumerate(story(title, seats, policy, seed, DETECTIVES[slug])):
            if ply not in looks:
                continue
            for seat, detective in enumerate(detectives):
                where = f"seat {seat} after {ply + 1} moves, {match.title.slug} policy {policy} seed {seed}"
                assert detective.contradiction(unwrap(match.state)) is None, f"{where}: the truth"
                for state in guesses(match, seat, GUESSES, rng.getrandbits(60)):
                    assert detective.contradiction(state) is None, where
