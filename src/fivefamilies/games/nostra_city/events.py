"""What can happen at a table of Nostra City; the rows of the log."""

from enum import IntEnum


class Event(IntEnum):
    """The event and, in the comment, the columns after it; (!) marks what only some seats see."""

    DEALT = 0  # seat, card
    TURNED_UP = 1  # space, card
    FIRST_PLAYER = 2  # seat
    MONTH = 3  # month
    STAGE = 4  # stage
    PASSES = 5  # seat
    DONE = 6  # seat
    TAKE = 7  # seat, underling, turf, kind
    DRAWS_BILL = 8  # seat, bill (!)
    RAID = 9  # seat
    RAID_SET_ASIDE = 10  # seat
    LOSES = 11  # seat, bill, count
    GIVES = 12  # giver, receiver, bill (!)
    GIVES_FIRST_PLAYER = 13  # giver, receiver
    KEEPS = 14  # seat, number
    CHEATED = 15  # seat
    USES = 16  # seat, underling
    DRAWS_VENDETTA = 17  # seat, card (! but for Gota and Atlantic City)
    NO_VENDETTA_LEFT = 18  # seat
    VENDETTA_RESHUFFLED = 19
    BILLS_RESHUFFLED = 20
    BIDS = 21  # seat, underling, number
    OFFER = 22  # seat, underling, space, number
    SHOWS = 23  # seat, bill, count
    ONLY_BIDDER = 24  # seat, space
    TAKES_BACK = 25  # seat, bill (!), seen by all
    DISCARDS_OFFER = 26  # seat, number
    WINS_CARD = 27  # seat, card
    NOBODY_WINS = 28  # card
    BRIBE_TOO_SMALL = 29  # card
    LEAVES_GAME = 30  # card
    TITLE = 31  # seat, title
    UNDER_DECK = 32  # card
    CORRUPTS = 33  # seat, underling, bill (!)
    LOOKS = 34  # seat, bill (!)
    TAKES_FROM_PILE = 35  # seat, bill (!)
    MARKER = 36  # from, to
    LEAVES_MARKER = 37  # seat
    ZEALOUS = 38  # seat
    PLAYS = 39  # seat, payback
    SELLS = 40  # seat, payback
    TARGETS = 41  # seat, target
    LETS_HAPPEN = 42  # seat
    CANCELLED = 43  # payback
    SHAMED = 44  # seat
    KILLED = 45  # seat, underling
    STEALS = 46  # thief, victim, bill (!)
    KIDNAPPED = 47  # seat, underling
    DOUBLE_CROSSED = 48  # seat, space, number
    TAKES_TURF = 49  # seat, victim, turf
    PEEKS = 50  # seat, target, card (!)
    KEEPS_PILE_BILL = 51  # seat
    DISCARDS_PILE_BILL = 52  # seat
    GUILT = 53  # investigations
    UNDERBOSS_ENTERS = 54  # space
    COUNTED = 55  # bill
    BONUS = 56  # bonus, seat or -1
    SNITCH = 57  # seat
    INNOCENT = 58
    GUILTY = 59
    WINS = 60  # seat
    ALL_LOSE = 61
    SHOWS_BANK = 62  # seat, bill, count
    ENGAGES = 63  # seat, underling
