"""What can go wrong, in one sentence each: what happened, why, what to do next.

An error keeps its sentence and the values in it apart, so that a client can say it in the player's language.
"""

from difflib import get_close_matches


class FamiliesError(Exception):
    """Any mistake of a caller; `str` says it in English."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values

    def __str__(self) -> str:
        return self.message.format(**self.values)

    def __reduce__(self) -> tuple:
        """An error comes back whole from another process, as from a worker of the arena."""
        return _again, (type(self), self.message, self.values)


def _again(kind: "type[FamiliesError]", message: str, values: dict[str, object]) -> "FamiliesError":
    """The same error once more."""
    return kind(message, **values)


class UnknownGame(FamiliesError):
    """No title of that name is registered."""


class UnknownBot(FamiliesError):
    """No bot of that name is registered."""


class BotFails(FamiliesError):
    """A bot that cannot be started, or that takes others with it."""


class UnknownLanguage(FamiliesError):
    """There are no words in that language."""


class BadSeats(FamiliesError):
    """The title is not played by that many."""


class BadOption(FamiliesError):
    """An option or preset that the title does not have, or a value it does not take."""


class BadNotation(FamiliesError):
    """The words are no move of this title."""


class IllegalMove(FamiliesError):
    """A move that a rule forbids here."""


class BadMatchFile(FamiliesError):
    """A match file that cannot be read or does not replay."""


class BadFile(FamiliesError):
    """A file or folder that cannot be written."""


class BadPosition(FamiliesError):
    """A position that cannot be on the table."""


class BadEdition(FamiliesError):
    """Replacement data that does not fit the title."""


class BrokenPromise(FamiliesError):
    """Chance that does not come from the secret it was promised to come from."""


class Refused(FamiliesError):
    """A wish that the table does not grant now."""


class NotYours(FamiliesError):
    """Something that only another may see or do."""


class NotThere(FamiliesError):
    """A table, seat or page that does not exist."""


class Stopped(KeyboardInterrupt):
    """Somebody pressed Ctrl-C in a long work; `report` says what was found until then."""

    def __init__(self, report: object) -> None:
        super().__init__()
        self.report = report


def nearest(word: str, known: list[str]) -> str | None:
    """The known word that was probably meant."""
    close = get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    return close[0] if close else None
