"""A guess fits everything that its seat was told, and the truth is one of the guesses."""

import random

import pytest

from fivefamilies import games
from fivefamilies.core.record import unwrap
from tests.games.der_pate.detective import Detective as DerPate
from tests.games.detective import guesses, policies, story
from tests.games.family_business.detective import Detective as FamilyBusiness
from tests.games.nostra_city.detective import Detective as NostraCity
from tests.games.parrain.detective import Detective as Parrain
from tests.games.the_boss.detective import Detective as TheBoss

DETECTIVES = {
    "family_business": FamilyBusiness, "the_boss": TheBoss, "der_pate": DerPate, "parrain": Parrain, "nostra_city": NostraCity,
}  # fmt: skip
LOOKS, GUESSES = 8, 3  # moments looked at in each game, guesses of each seat at each
HARD = {"nostra_city": 1}  # moments, where a detective thinks long
MANY, FEW = 600, 6  # guesses in which every piece of the truth turns up; of so few different ones the truth is one
SETUPS = [(slug, seats) for slug in games.names() for seats in games.title(slug).seats]


def moments(slug: str, seats: int, looks: int):
    """Moments of a random and of a greedy game, with a detective behind each seat."""
    title, rng = games.title(slug), random.Random(f"{slug} {seats} {looks}")
    for policy in policies():
        seed = rng.getrandbits(30)
        length = sum(1 for _ in story(title, seats, policy, seed, DETECTIVES[slug]))
        chosen = {*rng.sample(range(length), min(looks, length)), length - 1}
        for ply, (match, detectives) in enumerate(story(title, seats, policy, seed, DETECTIVES[slug])):
            if ply in chosen:
                for seat, detective in enumerate(detectives):
                    yield match, seat, detective, f"policy {policy}, seed {seed}, seat {seat} after {ply + 1} moves"


@pytest.mark.parametrize(("slug", "seats"), SETUPS)
def test_the_truth_and_every_guess_fit_all_that_a_seat_was_told(slug, seats):
    for number, (match, seat, detective, where) in enumerate(moments(slug, seats, HARD.get(slug, LOOKS))):
        assert detective.contradiction(unwrap(match.state)) is None, f"{where}: the truth"
        for state in guesses(match, seat, GUESSES, number):
            assert detective.contradiction(state) is None, where


@pytest.mark.parametrize(("slug", "seats"), SETUPS)
def test_the_truth_is_among_the_guesses(slug, seats):
    for number, (match, seat, detective, where) in enumerate(moments(slug, seats, HARD.get(slug, LOOKS))):
        truth, found = unwrap(match.state), list(guesses(match, seat, MANY, number))
        pieces = set().union(*(detective.pieces(state) for state in found))
        assert detective.pieces(truth) <= pieces, f"{where}: never guessed {detective.pieces(truth) - pieces}"
        different = {detective.hidden(state) for state in found}
        assert len(different) > FEW or detective.hidden(truth) in different, where
