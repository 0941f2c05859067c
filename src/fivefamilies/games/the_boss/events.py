"""What can happen at a table of The Boss; the rows of the log."""

from enum import IntEnum


class Event(IntEnum):
    """The event and, in the comment, the columns after it."""

    FIRST_PLAYER = 0  # seat
    ROUND = 1  # number, seat with the reference pawn
    DECISIVE_ROUND = 2  # number, seat with the reference pawn
    CHICAGO_MOVES = 3  # its place in the row, 0 for the leftmost
    REWARD_LAID = 4  # city, card (seen by nobody)
    DEALT = 5  # seat, city, card (seen by the seat only)
    TURN = 6  # number
    LAST_TURN = 7  # the seats in their order, -1 for none
    PASSES = 8  # seat
    PLACES = 9  # seat, city, Experts, Occasionals
    REVEALS = 10  # seat, card
    POLICE = 11  # police card
    LAST_ROUND = 12
    RELEASED = 13  # seat, Experts
    HEALED = 14  # seat, Experts
    NOBODY_THERE = 15  # card
    EARNS = 16  # seat, card
    KILLED = 17  # seat, card
    JAILED = 18  # seat, card
    WOUNDED = 19  # seat, card
    BANNED = 20  # seat, card
    CHICAGO_PAYS = 21  # seat, millions, sum of the last cards
    USED_UP = 22  # seat, Occasionals
    WINS = 23  # seat
    SHARES = 24  # seat
