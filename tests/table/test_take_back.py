"""A take-back is free only where the seat saw nothing that it could not foresee: an independent look at many random moves."""

import random

import pytest

from fivefamilies import games
from fivefamilies.core import kernels
from fivefamilies.core.chance import generator
from fivefamilies.core.match import Match
from fivefamilies.core.pieces import blank_log
from fivefamilies.table import undo

MOVES, GUESSES = 120, 40


def sees(match: Match, seat: int, since: int, state) -> tuple:
    """What the seat is told and shown when its moves are made in this position."""
    told, log = [], blank_log(match.title.log_rows)
    for played in match.played[since:]:
        log[0, 0] = 0
        match.title.play(state, played.move, log)
        for row in log[1 : int(log[0, 0]) + 1]:
            told.append(match.title.tell(match.title.redact(tuple(map(int, row)), seat), state, match.parts, match.say))
    return told, match.title.view(state, seat, match.parts), int(match.title.actor(state))


def shows_something(match: Match, seat: int, since: int) -> bool:
    """Would it have looked different for anything that the seat thought possible?"""
    title, seen = match.title, set()
    for number in range(GUESSES):
        state = match.state_at(since)
        if number:
            title.guess(state, seat, generator(1_000_003 * number))
        seen.add(repr(sees(match, seat, since, state)))
    return len(seen) > 1


@pytest.mark.parametrize("slug", games.names())
def test_no_free_take_back_has_shown_anything(slug):
    title, rng, free, shown = games.title(slug), random.Random(slug), 0, 0
    kernels.compile_title(title)
    while free + shown < MOVES:
        match = Match(title, rng.choice(title.seats), seed=rng.getrandbits(40))
        while not match.is_over and free + shown < MOVES:
            seat = match.actor
            match.play(rng.choice(match.legal_ids()))
            since = undo.last_decision(match, seat)
            if any(played.seat != seat for played in match.played[since:]):
                continue  # chance or somebody else has moved: never free
            if shows_something(match, seat, since):
                shown += 1
                assert undo.is_news(match, seat, since), f"{match.played[-1].notation} showed something"
            else:
                free += not undo.is_news(match, seat, since)
    assert free > MOVES / 2
