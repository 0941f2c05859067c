"""Taking back: freely until new information appeared, then by consent, and never across a secret except on a new branch."""

import numpy as np

from fivefamilies.core.chance import generator
from fivefamilies.core.match import Match
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.record import Record

GUESSES = 40


def last_decision(match: Match, seat: int) -> int | None:
    """The number of the last move that `seat` made."""
    for ply in range(len(match.played) - 1, -1, -1):
        if match.played[ply].seat == seat:
            return ply
    return None


def is_news(match: Match, seat: int, since: int) -> bool:
    """Did `seat` learn anything from the moves since, that it could not foresee? Chance and the moves of others are news."""
    return any(played.seat != seat for played in match.played[since:]) or has_come_to_light(match, seat, since)


def is_revealing(match: Match, seat: int, since: int) -> bool:
    """Was a card drawn, a die rolled or a secret shown since?"""
    played = match.played[since:]
    return any(move.seat < 0 for move in played) or (
        all(move.seat == seat for move in played) and has_come_to_light(match, seat, since)
    )


def has_come_to_light(match: Match, seat: int, since: int) -> bool:
    """Would the same moves of `seat` look different had it guessed wrong at what is hidden? Then they showed it something."""
    title = match.title
    real = seen_after(match, seat, since, match.state_at(since))
    for number in range(GUESSES):
        state = match.state_at(since)
        title.guess(state, seat, generator(number + 1))
        if seen_after(match, seat, since, state) != real:
            return True
    return False


def seen_after(match: Match, seat: int, since: int, state: Record) -> tuple:
    """All that `seat` sees when the moves since are made from this position: the log, the table, who moves and what he may."""
    title, rows, log = match.title, [], blank_log(match.title.log_rows)
    for played in match.played[since:]:
        if title.objection(state, played.move):
            return ()  # not even possible: what is hidden made it so
        log[0, 0] = 0
        title.play(state, played.move, log)
        rows += [tuple(title.redact(tuple(map(int, row)), seat)) for row in log[1 : int(log[0, 0]) + 1]]
    moves, actor = np.zeros(title.moves + 1, np.int16), int(title.actor(state))
    legal = moves[: title.legal(state, moves)].tolist() if actor == seat else []
    return rows, actor, legal, title.view(state, seat, match.parts)
