"""What can happen at a table of Le Jeu du Parrain; the rows of the log."""

from enum import IntEnum


class Event(IntEnum):
    """The event and, in the comment, the columns after it. A cell is a position of a neighbourhood as its bit number."""

    TURN = 0  # seat, round
    OPENS = 1  # seat, neighbourhood, racket
    BUYS = 2  # seat, neighbourhood, cell, price
    PLACES = 3  # seat, neighbourhood, cell: a free token
    CAPTURES = 4  # seat, neighbourhood, number, of which seat
    BONUS = 5  # seat, neighbourhood, dollars
    SHOWS = 6  # seat, card
    RECEIVES = 7  # seat, dollars
    LOST_FREE_TOKENS = 8  # seat, number
    ROLLS = 9  # seat, face
    GOOD_LUCK = 10  # seat, card
    BAD_LUCK = 11  # seat, card
    LOSES = 12  # seat, neighbourhood, cell
    SELLS = 13  # seat, neighbourhood, cell, dollars
    PAYS = 14  # seat, dollars
    FORGIVEN = 15  # seat, dollars that he cannot pay
    INFORMS = 16  # seat, neighbourhood, cell, of which seat
    DONE = 17  # seat
    DRAWS = 18  # seat, card (seen by the seat only, unless it is known), whether it is known
    RESHUFFLED = 19  # the pack of luck, or -1 for the playing deck
    CLAIMS = 20  # seat, neighbourhood
    CLAIM_BROKEN = 21  # seat, neighbourhood
    CONTROLS = 22  # seat, neighbourhood, value
    ANNOUNCES = 23  # seat, neighbourhood
    CONTESTED = 24  # seat, neighbourhood, announcer
    LAPSES = 25  # seat, neighbourhood
    FORFEITS = 26  # seat, neighbourhood, cell
    ALL_CONTROLLED = 27
    TRUCE = 28
    ROUND_LIMIT = 29
    GODFATHER = 30  # seat
    STARTS = 31  # seat
