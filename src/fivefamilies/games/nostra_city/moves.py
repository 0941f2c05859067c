"""The move ids of Nostra City, and why a move is refused."""

from enum import IntEnum

from fivefamilies.games.nostra_city.components import BILLS, CARDS, KINDS, PAYBACKS, SEATS, SPACES, TURFS, UNDERLINGS

# Move ids. 0 is always the way out: pass, done, nothing more, close, no, keep.
NO_MORE = 0
UNDERLING = 1
TURF = 22
KIND = 37
BILL = 44
FIRST_CARD = 51
SPACE = 52
SEAT = 56
PAYBACK = 61
USE_ILARIA = 69
USE_LUCA = 70
LEFT = 71
RIGHT = 72
YES = 73
MOVES = 74
OUTCOMES = CARDS


class No(IntEnum):
    """Why a move is refused."""

    OTHER_QUESTION = 1  # the move answers a question that is not asked now
    NOT_THERE = 2  # chance: nothing like that is in the bag
    NOT_YOURS = 3  # NC-27
    BUSY = 4  # NC-27, NC-33
    NO_TAKE = 5  # NC-28: no Free Turf with a kind that is still allowed
    ATLANTIC_CITY = 6  # NC-38
    WRONG_KIND = 7  # NC-28, NC-37: not a kind of that Turf
    KIND_USED = 8  # NC-39
    RACKET_USED = 9  # NC-39
    DEA_FORBIDS = 10
    NYPD_FORBIDS = 11
    ATTORNEY_FORBIDS = 12
    NOT_DRAWN = 13  # NC-32
    NOT_FIRST_PLAYER = 14  # NC-35
    FIRST_CARD_MOVED = 15  # NC-36
    NO_BILL = 16  # NC-43, NC-65: the Bank is empty
    NO_LOCATION = 17  # NC-46
    EMPTY_SPACE = 18  # NC-R13
    LOCATION_USED = 19  # NC-46
    NOT_IN_BANK = 20
    LOWER_BILL = 21  # bills of an offer are laid in rising order
    EMPTY_OFFER = 22  # NC-43
    NOT_IN_OFFER = 23  # NC-48
    NO_SUCH_SEAT = 24
    YOURSELF = 25
    HAS_TITLE = 26  # NC-R16
    NOT_IN_HAND = 27
    WRONG_WINDOW = 28  # NC-R38
    NO_TARGET = 29  # NC-R38
    LAST_UNDERLING = 30  # NC-R36
    OFFER_PROTECTS = 31  # NC-R37
    NO_FREE_UNDERLING = 32  # NC-R38
    NO_OFFER = 33  # NC-R38
    LAST_TURF = 34  # NC-R36
    EMPTY_PILE = 35  # NC-R38
    EMPTY_BANK = 36  # NC-R38
    EMPTY_HAND = 37  # NC-R38
    NO_POWERS = 38  # NC-85
    MUST_MOVE = 39  # NC-R42
    SMALL_BILL = 40  # NC-R42
    NOTHING_TO_SELL = 41  # NC-R38


assert SEAT - SPACE == SPACES and PAYBACK - SEAT == SEATS and USE_ILARIA - PAYBACK == PAYBACKS
assert TURF - UNDERLING == UNDERLINGS and KIND - TURF == TURFS and BILL - KIND == KINDS and FIRST_CARD - BILL == BILLS
