"""What the cards of Nostra City can do: effects with numbers, of which their texts are made (NC-11, NC-81 to NC-92)."""

from fivefamilies.core.datafile import Row, read
from fivefamilies.core.effects import Effects, effect

BOX = __package__.rpartition(".")[0]  # the data file lies beside this folder
TRAFFICS = tuple(row["id"] for row in read(BOX)["traffic"])
TRAFFIC_NAMES = {row["id"]: row["name"] for row in read(BOX)["traffic"]}
A_FEW = (1, 3)
POWERS = Effects(
    {
        "draw_if_raided": effect(
            "Draw {cards} Vendetta card if the Police Raid hits this Take.",
            "Draw {cards} Vendetta cards if the Police Raid hits this Take.", cards=A_FEW,
        ),
        "extra_bill": effect(
            "Draw {bills} extra Bill in this Take; it is owed to nobody.",
            "Draw {bills} extra Bills in this Take; they are owed to nobody.", bills=A_FEW,
        ),
        "turf_stays_free": effect("The Turf used for this Take stays Free."),
        "set_raid_aside": effect(
            "If the Police Raid comes up in this Take, set it aside and draw another card; discard it after the Take."
        ),
        "ignore_limits": effect("This Take ignores the limit per kind and does not count towards it."),
        "win_ties": effect("If this offer ties for the highest, it wins."),
        "raise_offer": effect("This offer counts as {amount} more.", amount=(5000, 50_000, 5000)),
        "take_back_alone": effect("As the sole bidder take back {bills} Bills instead of 1.", bills=(2, 4)),
        "take_back_if_lost": effect(
            "If this offer does not win the card, take back {bills} Bill of it.",
            "If this offer does not win the card, take back {bills} Bills of it.", bills=A_FEW,
        ),
        "street_card_if_lost": effect(
            "If this offer does not win the card, turn over the top Street card: keep it, or put it under the deck if it is an "
            "Investigation."
        ),
        "second_bill": effect("You may put a second Bill on the Corruption Pile with this action."),
        "look_at_pile": effect(
            "Before placing your Bill, secretly look at {bills} random Bill of the Corruption Pile.",
            "Before placing your Bill, secretly look at {bills} random Bills of the Corruption Pile.", bills=(1, 2),
        ),
        "draw_after_bribe": effect("After placing your Bill, draw 1 Bill into your Bank."),
        "take_from_pile": effect("Before placing your Bill, take 1 random Bill of the Corruption Pile into your Bank."),
        "move_marker": effect(
            "After placing a Bill of 20,000 or more, you may move the Verdict marker {spaces} space either way.",
            "After placing a Bill of 20,000 or more, you may move the Verdict marker {spaces} spaces either way.", spaces=A_FEW,
        ),
        "draw_when_cheated": effect(
            "When you are Cheated: draw {cards} more Vendetta card.", "When you are Cheated: draw {cards} more Vendetta cards.",
            cards=A_FEW,
        ),
        "cancel_payback": effect("When a Payback is aimed at you: cancel it."),
        "look_at_hand": effect("On your turn: secretly look at 1 random Vendetta card in an opponent's hand."),
        "sell_payback": effect("On your turn: discard 1 Payback unused to take 1 random Bill from an opponent's Bank."),
        "draw_after_payback": effect(
            "After you play a Payback: draw {cards} Vendetta card.", "After you play a Payback: draw {cards} Vendetta cards.",
            cards=A_FEW,
        ),
        "none": effect("No power to use."),
    }
)  # fmt: skip
INQUIRIES = Effects(
    {
        "take_banks": effect("Every Bank is discarded whole in RECEPTION."),
        "no_powers": effect("No Underling has a power."),
        "no_traffic": effect("No Takes of {traffic}.", traffic=TRAFFICS),
        "few_takes": effect(
            "At most {takes} Take a player in BUSINESS.", "At most {takes} Takes a player in BUSINESS.", takes=A_FEW
        ),
        "few_corruptions": effect(
            "At most {actions} Corruption a player in TRIAL.", "At most {actions} Corruptions a player in TRIAL.", actions=A_FEW
        ),
        "none": effect("It adds to the guilt, no more."),
    },
    TRAFFIC_NAMES,
)  # fmt: skip
REVENGES = Effects(
    {
        "shame": effect("An opponent loses {respect} Respect; the card stays in their Territory.", respect=A_FEW),
        "kill": effect(
            "An Underling of an opponent leaves the game. The last one is safe, and so is one with an unresolved offer."
        ),
        "steal": effect(
            "Take {bills} random Bill from an opponent's Bank.", "Take {bills} random Bills from an opponent's Bank.",
            bills=(1, 2),
        ),
        "engage": effect("A Free Underling of an opponent becomes Busy."),
        "discard_offer": effect("Discard one offer of an opponent, unseen."),
        "take_turf": effect("Take a Turf of an opponent. The last one that can be engaged is safe."),
        "push_marker": effect(
            "Move the Verdict marker {spaces} space either way.", "Move the Verdict marker {spaces} spaces either way.",
            spaces=A_FEW,
        ),
        "inspect_pile": effect("Look at 1 random bill of the Corruption Pile; leave it, or discard it face down."),
    }
)  # fmt: skip


def number_in(given: Row) -> int:
    """The number of an effect as the rules count it: amounts in thousands, a Traffic by its place; 0 without one."""
    value = next((value for entry, value in given.items() if entry != "kind"), 0)
    if isinstance(value, str):
        return TRAFFICS.index(value)
    return value // 1000 if "amount" in given else value
