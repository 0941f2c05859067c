"""The entries of a view, with what they are."""

from collections.abc import Iterator

from fivefamilies.core.match import Match
from fivefamilies.core.views import Shown, shown


def every(entries: tuple[Shown, ...]) -> Iterator[Shown]:
    """All entries of a view."""
    for entry in entries:
        yield entry
        yield from every(entry.inside)


def seen(match: Match, seat: int) -> tuple[Shown, ...]:
    return shown(match.view(seat), match.title.vocabulary(match.parts), match.say)
