"""The one loop in which bots play a match: for programs, in the arena, in `simulate`."""

from collections.abc import Callable, Mapping, Sequence

from fivefamilies.bots.lineup import Cast, Given, cast_of
from fivefamilies.bots.player import Player
from fivefamilies.core.contract import Title, Value
from fivefamilies.core.match import Match

Luck = Callable[[int, int], int]  # the number of a move and the seat: a seed for what the bot sees


def play_out(match: Match, cast: Cast, luck: Luck | None = None, is_strict: bool = False) -> list[Player]:
    """Let bots make every decision until the game is over; each gets what its seat may know. Returns the players."""
    players, luck = [cast.player(name, is_strict) for name in cast.names], luck or match.promise.luck
    try:
        while not match.is_over:
            seat = match.actor
            match.play(players[seat].choose(match.seen(seat, luck(len(match.played), seat))))
    finally:
        for player in players:
            player.close()
    return players


def play(
    title: Title | str,
    bots: Given | Sequence[Given] = "greedy",
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    *,
    preset: str | None = None,
    edition: Mapping[str, object] | None = None,
    seed: int | str | None = None,
    language: str = "en",
) -> Match:
    """A whole match between bots: names, classes or objects, the last of which fills the seats that are left.

    A seed repeats the cards and the luck of the bots; without one, both are fresh. A Python bot that raises or answers nonsense
    ends the match with its error: `arena` and `simulate` go on without it, and count.
    """
    match = Match(title, seats, options, preset=preset, edition=edition, seed=seed, language=language)
    play_out(match, cast_of(bots, match.seats), is_strict=True)
    return match
