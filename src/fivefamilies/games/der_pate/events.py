"""What can happen at a table of Der Pate; the rows of the log. Amounts are in thousands of dollars."""

from enum import IntEnum


class Event(IntEnum):
    """The event and, in the comment, the columns after it. Family 4 are the neutral members, holder 4 is the bank."""

    CAR_STARTS = 0  # seat, space
    DISTRICT = 1  # seat or 4, district
    REVENUE = 2  # seat, amount
    CARD = 3  # round, card
    MARKER = 4  # colour, space
    KO_TRACK = 5  # track
    CAR = 6  # space
    TURN = 7  # seat
    ROLLED = 8  # die, face
    PLACED = 9  # seat, die, face, line
    SENATOR = 10  # seat, die, colour, line
    INCOME = 11  # seat, business, amount
    ADVANCED = 12  # seat, track, steps, space
    TRACK_END = 13  # seat, track, amount
    TOKEN_GAINED = 14  # seat, token
    TOKEN_USED = 15  # seat, token
    TOKEN_KEPT = 16  # seat, token
    BAPTISM = 17  # seat, face
    FROM_BANK = 18  # seat, amount
    TO_BANK = 19  # seat, amount
    TO_PLAYER = 20  # seat, amount, who gets it
    OCCUPIED = 21  # seat, business
    SENT_HOME = 22  # family, business
    ARRESTED = 23  # family, business
    DROWNED = 24  # family, business
    DEBT_GIVEN = 25  # seat, holder
    DEBTS_BACK = 26  # seat, holder, count
    FRIEND_GAINED = 27  # seat
    NO_FRIEND = 28  # seat
    FAVOUR = 29  # seat, favour
    FROM_HUDSON = 30  # seat, count
    FROM_TOMBS = 31  # seat, count
    INTO_HUDSON = 32  # seat, count of prisoners
    INTO_TOMBS = 33  # seat, count of members at home
    DECLINED = 34  # seat
    TURN_ENDS = 35  # seat
    NO_EFFECT = 36  # seat
    ELIMINATED = 37  # seat
    FINAL_REVENUE = 38  # seat, amount
    FINAL_BUSINESSES = 39  # seat, amount
    BAIL = 40  # seat, amount
    DEBT_SETTLED = 41  # seat, amount, holder
    WINS = 42  # seat, cash
    NOBODY_WINS = 43
