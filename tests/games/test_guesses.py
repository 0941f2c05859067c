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
OPTIONS = {("parrain", 4): {"reshuffle": "each_pass"}}


def moments(slug: str, seats: int, looks: int):
    """Moments of a random and of a greedy game, some of them just after a reshuffle, with a detective behind each seat."""
    title, rng = games.title(slug), random.Random(f"{slug} {seats} {looks}")
    reshuffles = {event for name, event in title.kinds["Event"].__members__.items() if name.endswith("RESHUFFLED")}
    for policy in policies():
        told = (title, seats, policy, rng.getrandbits(30), DETECTIVES[slug], OPTIONS.get((slug, seats)))
        events = [{row[0] for row in match.played[-1].events} for match, _ in story(*told)]
        news = [ply + 2 for ply, kinds in enumerate(events[:-2]) if kinds & reshuffles]
        plies = range(len(events))
        chosen = {*rng.sample(plies, min(looks, len(plies))), *rng.sample(news, min(1, len(news))), len(plies) - 1}
        for ply, (match, detectives) in enumerate(story(*told)):
            if ply in chosen:
                for seat, detective in enumerate(detectives):
                    yield match, seat, detective, f"policy {policy}, seed {told[3]}, seat {seat} after {ply + 1} moves"


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
