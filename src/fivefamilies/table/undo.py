"""Taking back: freely until new information appeared, then by consent, and never across a secret except on a new branch."""

from fivefamilies.core.chance import generator
from fivefamilies.core.match import Match

GUESSES = 3


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
    now, title = match.view(seat), match.title
    for number in range(GUESSES):
        state = title.state.read(match._before[since])
        title.guess(state, seat, generator(number + 1))
        for played in match.played[since:]:
            title.play(state, played.move, match._log)
        if title.view(state, seat, match.parts) != now:
            return True
    return False
