"""What can happen at a table of Nostra City, who may know it, and how the log tells it."""

from collections.abc import Mapping

from fivefamilies.core.events import event, events, secret
from fivefamilies.core.things import NUMBER
from fivefamilies.core.words import Words
from fivefamilies.games.nostra_city.components import HAND_TYPES
from fivefamilies.games.nostra_city.state import NONE
from fivefamilies.games.nostra_city.words.things import (
    BILL,
    BONUS,
    CARD,
    MONEY,
    MONTH,
    PLAYER,
    RANK,
    SPACE,
    STAGE,
    TAKE,
    TURF,
    UNDERLING,
    VENDETTA,
)


def tell_bonus(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    """A bonus card and who gets it, if anybody."""
    if cells["player"] == NONE:
        return say("A tie: nobody gets {bonus}", **values)
    return say("{bonus} goes to {player}", **values)


def tell_marker(cells: dict[str, int], values: dict[str, object], say: Words) -> str:
    """Where the Verdict marker goes; a bill without an icon, and what lies beyond an end, move it nowhere (NC-75)."""
    if cells["before"] == cells["after"]:
        return say("The Verdict marker stays on {after}", after=values["after"])
    return say("The Verdict marker moves from {before} to {after}", **values)


def tell_spent(cells: dict[str, int], values: dict[str, object], say: Words) -> str | None:
    """What is left of an offer is spent, won or not (NC-48, NC-49); of one bill that was taken back nothing is left."""
    if cells["n"] == 0:
        return None
    return say.many(
        "{player} spends the offer: {n} bill", "{player} spends the offer: {n} bills", cells["n"], player=values["player"]
    )


def lies_open(cells: Mapping[str, int]) -> bool:
    """Gota and Atlantic City lie face up at once."""
    return cells["card"] >= HAND_TYPES


def was_revealed(cells: Mapping[str, int]) -> bool:
    """A bill of an offer that everybody has seen."""
    return cells["seen"] == 1


@events
class Event:
    """What can happen, and who may know it (the table of Information on the rules page)."""

    DEALT = event(player=PLAYER, card=CARD, told="{player} gets {card}")
    TURNED_UP = event(space=SPACE, card=CARD, told="Space {space}: {card} is turned up")
    FIRST_PLAYER = event(player=PLAYER, told="{player} is First Player")
    MONTH = event(month=MONTH, told="{month} begins")
    STAGE = event(stage=STAGE, told="— {stage} —")
    PASSES = event(player=PLAYER, told="{player} passes")
    DONE = event(player=PLAYER, told="{player} is done")
    TAKE = event(
        player=PLAYER, underling=UNDERLING, turf=TURF, kind=TAKE, told="{player} makes a Take with {underling} on {turf}: {kind}"
    )
    DRAWS_BILL = event(player=PLAYER, bill=secret(BILL, "player"), told="{player} draws {bill}", hidden="{player} draws a bill")
    RAID = event(player=PLAYER, told="Police Raid! It hits {player}")
    RAID_SET_ASIDE = event(player=PLAYER, underling=UNDERLING, told="{underling} sets the Police Raid aside")
    LOSES = event(player=PLAYER, bill=BILL, n=NUMBER, told="{player} discards {n} x {bill}")
    GIVES = event(
        player=PLAYER, other=PLAYER, bill=secret(BILL, "player", "other"),
        told="{player} gives {other} a bill: {bill}", hidden="{player} gives {other} a bill",
    )  # fmt: skip
    GIVES_FIRST_PLAYER = event(player=PLAYER, other=PLAYER, told="{player} gives {other} the First Player card")
    KEEPS = event(player=PLAYER, n=NUMBER, told=("{player} keeps {n} bill", "{player} keeps {n} bills"))
    CHEATED = event(player=PLAYER, told="{player} is Cheated")
    USES = event(player=PLAYER, underling=UNDERLING, told="{player} uses {underling}")
    DRAWS_VENDETTA = event(
        player=PLAYER, card=secret(VENDETTA, "player", unless=lies_open),
        told="{player} draws the Vendetta card {card}", hidden="{player} draws a Vendetta card",
    )  # fmt: skip
    NO_VENDETTA_LEFT = event(player=PLAYER, told="There is no Vendetta card left for {player}")
    VENDETTA_RESHUFFLED = event(told="The used Paybacks are shuffled into a new Vendetta deck")
    BILLS_RESHUFFLED = event(told="The discarded bills are shuffled into a new draw pile")
    BIDS = event(
        player=PLAYER, underling=UNDERLING, n=NUMBER,
        told=("{player} makes an offer with {underling}: {n} bill", "{player} makes an offer with {underling}: {n} bills"),
    )  # fmt: skip
    OFFER = event(
        player=PLAYER, underling=UNDERLING, space=SPACE, n=NUMBER,
        told=(
            "{player} bids {n} bill with {underling} for space {space}",
            "{player} bids {n} bills with {underling} for space {space}",
        ),
    )  # fmt: skip
    SHOWS = event(player=PLAYER, bill=BILL, n=NUMBER, told="{player} shows {n} x {bill}")
    ONLY_BIDDER = event(player=PLAYER, space=SPACE, told="{player} is the sole bidder for space {space}")
    TAKES_BACK = event(
        player=PLAYER, bill=secret(BILL, "player", unless=was_revealed), seen=NUMBER,
        told="{player} takes back {bill}", hidden="{player} takes back a bill",
    )  # fmt: skip
    DISCARDS_OFFER = event(player=PLAYER, n=NUMBER, told=tell_spent)
    WINS_CARD = event(player=PLAYER, card=CARD, told="{player} gets {card}")
    NOBODY_WINS = event(card=CARD, told="A tie: {card} stays on the Street")
    BRIBE_TOO_SMALL = event(card=CARD, told="The bribe is too small: {card} stays on the Street")
    LEAVES_GAME = event(card=CARD, told="{card} leaves the game")
    TITLE = event(player=PLAYER, title=RANK, told="{player} becomes {title}")
    UNDER_DECK = event(card=CARD, told="{card} goes under the Street deck")
    CORRUPTS = event(
        player=PLAYER, underling=UNDERLING, bill=secret(BILL, "player"),
        told="{player} places a bill with {underling}: {bill}", hidden="{player} places a bill with {underling}",
    )  # fmt: skip
    LOOKS = event(
        player=PLAYER, bill=secret(BILL, "player"),
        told="{player} looks at a bill of the Pile: {bill}", hidden="{player} looks at a bill of the Pile",
    )  # fmt: skip
    TAKES_FROM_PILE = event(
        player=PLAYER, bill=secret(BILL, "player"),
        told="{player} takes a bill from the Pile: {bill}", hidden="{player} takes a bill from the Pile",
    )  # fmt: skip
    MARKER = event(before=NUMBER, after=NUMBER, told=tell_marker)
    LEAVES_MARKER = event(player=PLAYER, told="{player} leaves the Verdict marker where it is")
    ZEALOUS = event(player=PLAYER, told="{player} gets a Zealous Corruptor card")
    PLAYS = event(player=PLAYER, card=VENDETTA, told="{player} plays {card}")
    SELLS = event(player=PLAYER, card=VENDETTA, told="{player} sells {card}")
    TARGETS = event(player=PLAYER, other=PLAYER, told="{player} names {other}")
    LETS_HAPPEN = event(player=PLAYER, told="{player} lets it happen")
    CANCELLED = event(card=VENDETTA, told="{card} is cancelled")
    SHAMED = event(player=PLAYER, told="{player} loses Respect")
    KILLED = event(player=PLAYER, underling=UNDERLING, told="{underling} of {player} is out of the game")
    STEALS = event(
        player=PLAYER, other=PLAYER, bill=secret(BILL, "player", "other"),
        told="{player} steals from {other}: {bill}", hidden="{player} steals a bill from {other}",
    )  # fmt: skip
    KIDNAPPED = event(player=PLAYER, underling=UNDERLING, told="{underling} of {player} is kidnapped and Busy")
    DOUBLE_CROSSED = event(
        player=PLAYER, space=SPACE, n=NUMBER,
        told=(
            "{player}'s offer for space {space} is discarded: {n} bill",
            "{player}'s offer for space {space} is discarded: {n} bills",
        ),
    )  # fmt: skip
    TAKES_TURF = event(player=PLAYER, other=PLAYER, turf=TURF, told="{player} takes {turf} from {other}")
    PEEKS = event(
        player=PLAYER, other=PLAYER, card=secret(VENDETTA, "player"),  # its owner is not told which
        told="{player} looks at a card of {other}: {card}", hidden="{player} looks at a card of {other}",
    )  # fmt: skip
    KEEPS_PILE_BILL = event(player=PLAYER, told="{player} leaves the bill on the Pile")
    DISCARDS_PILE_BILL = event(player=PLAYER, told="{player} discards a bill of the Pile")
    GUILT = event(n=NUMBER, told="Investigations on the Street: {n}")
    UNDERBOSS_ENTERS = event(space=SPACE, told="The Underboss comes onto space {space}")
    COUNTED = event(bill=BILL, told="Counted: {bill}")
    BONUS = event(bonus=BONUS, player=PLAYER, told=tell_bonus)
    SNITCH = event(player=PLAYER, told="{player} was a Snitch of the FBI")
    INNOCENT = event(told="The Godfather is Innocent")
    GUILTY = event(told="The Godfather is Guilty")
    WINS = event(player=PLAYER, told="{player} wins")
    ALL_LOSE = event(told="There is no Snitch: everybody loses")
    SHOWS_BANK = event(player=PLAYER, bill=BILL, n=NUMBER, told="{player}'s Bank: {n} x {bill}")
    ENGAGES = event(player=PLAYER, underling=UNDERLING, told="{player} engages {underling}")
    RAISES = event(player=PLAYER, underling=UNDERLING, n=MONEY, told="{underling} raises the offer of {player} by {n}")
