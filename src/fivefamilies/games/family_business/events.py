"""What can happen at a table of Family Business; the rows of the log."""

from enum import IntEnum


class Event(IntEnum):
    """The event and, in the comment, the columns after it. Mobsters are numbered as in the record."""

    TURN = 0  # seat
    DRAWS = 1  # seat, card (seen by the seat only)
    PLAYS = 2  # seat, card
    DISCARDS = 3  # seat, card
    TARGETS = 4  # seat, target
    LETS_STAND = 5  # seat
    ANSWERS = 6  # seat, card
    LISTED = 7  # mobster
    LISTED_AT_TOP = 8  # mobster
    SAVED = 9  # mobster
    WOULD_SAVE = 10  # seat, mobster
    CHANGE_PLACES = 11  # saved mobster, partner
    EXECUTED = 12  # mobster
    KILLED = 13  # mobster
    TURNCOAT = 14  # buried mobster, returning mobster
    REARRANGED = 15  # seat
    WAR = 16  # pace
    WAR_BREAKS_OUT = 17
    WAR_ENDS = 18
    TRUCE = 19
    RESHUFFLED = 20
    ELIMINATED = 21  # seat
    HAND_REVEALED = 22  # seat, card, count
    WINS = 23  # seat
    STOPPED = 24
