"""A table of Nostra City arranged in a line: Territories, Banks, Hands, Street, offers, Pile; the decks hold the rest."""

from fivefamilies.core.match import Match
from fivefamilies.games.nostra_city.components import CARD_IDS, COLOURS, data
from fivefamilies.games.nostra_city.state import BILL_NAMES, EVERYBODY, HAND_NAMES, MINDS, TURF_NAMES, UNDERLING_NAMES

BILLS = BILL_NAMES[:7]
TURNS = {"business": "bus_turn", "meeting": "meet_turn", "trial": "trial_turn"}


class Table(Match):
    """A match by hand, read and written in the names of the rulebook."""

    @property
    def phase(self) -> str:
        return self.view().phase

    @property
    def stage(self) -> str:
        return self.view().stage

    @property
    def marker(self) -> int:
        return self.view().marker

    @property
    def up(self) -> str:
        """Who is to move."""
        return COLOURS[self.actor] if self.actor >= 0 else {-1: "chance", -2: "nobody"}[self.actor]

    @property
    def options_now(self) -> set[str]:
        return {move.notation for move in self.legal}

    def player(self, colour: str):
        seat = COLOURS.index(colour)
        return self.view(seat).players[seat]

    def bank(self, colour: str) -> dict[str, int]:
        return self.player(colour).bank

    def hand(self, colour: str) -> dict[str, int]:
        return self.player(colour).hand

    def respect(self, colour: str) -> int:
        return self.player(colour).respect

    def owns(self, colour: str, card: str) -> bool:
        return self.position()["place"][card] == f"seat_{COLOURS.index(colour)}"

    def is_free(self, card: str) -> bool:
        return not self.position().get("busy", {}).get(card, 0)

    def entry(self, name: str):
        """An entry of the position that is left out when it is zero."""
        return self.position().get(name, {})

    def moves(self, *moves: str) -> "Table":
        for move in moves:
            self.play(move)
        return self

    def why_not(self, move: str) -> str | None:
        return self.objection(self.parse(move))

    def told(self, colour: str | None = None) -> str:
        return "\n".join(self.log(COLOURS.index(colour)) if colour else self.log())


def rows(text: str) -> dict[str, list[str]]:
    """ "black: a b; white: c" as names with lists."""
    found = {}
    for part in filter(None, (p.strip() for p in text.split(";"))):
        name, _, entries = part.partition(":")
        found[name.strip()] = entries.split()
    return found


def counts(names: list[str]) -> dict[str, int]:
    return {name: names.count(name) for name in names}


def table(
    stage: str = "business",
    *,
    own: str = "",
    banks: str = "",
    hands: str = "",
    street: str = "- - - -",
    offers: str = "",
    pile: str = "",
    draw: str | None = None,
    busy: str = "",
    seats: int = 3,
    turn: str = "black",
    first: str = "black",
    month: int = 1,
    marker: int = 14,
    options: dict | None = None,
    edition: dict | None = None,
    **more: object,
) -> Table:
    """`own`, `banks` and `hands` as "black: a b; white: c", `offers` as "black 2 gisella_agnello: b10i b20g".

    The turn (or, in a lap, the right to play) is `turn`'s; with `draw` the draw pile holds that and the discards the rest.
    """
    match = Table("nostra_city", seats, options, edition=edition, by_hand=True)
    start = match.position() | {"chronicle": 0}  # this table has no story
    place = dict(start["place"])
    for colour, cards in rows(own).items():
        for card in cards:
            place[card] = f"seat_{COLOURS.index(colour)}"
    on_street = [name if name != "-" else "none" for name in street.split()]
    for card in on_street:
        if card in CARD_IDS:
            place[card] = "street"
    vendetta = dict(start["deck"])
    hand = [{} for _ in range(5)]
    for colour, cards in rows(hands).items():
        hand[COLOURS.index(colour)] = counts(cards)
        for card in cards:
            vendetta[card] -= 1
    for card, count in {**more.get("paybacks", {}), "shame_of_you": sum(more.get("shame", []))}.items():
        vendetta[card] -= count
    supply = {row["id"]: row["count"] for row in data()["bill"]} | {"raid": match.options["police_raids"]}

    def take(names: list[str]) -> dict[str, int]:
        for name in names:
            supply[name] -= 1
        return counts(names)

    bank = [{} for _ in range(5)]
    for colour, bills in rows(banks).items():
        bank[COLOURS.index(colour)] = take(bills)
    laid = [[{} for _ in range(4)] for _ in range(5)]
    by = [["none"] * 4 for _ in range(5)]
    size = [[0] * 4 for _ in range(5)]
    made = [0] * 5
    used = busy.split()
    for head, bills in rows(offers).items():
        colour, space, underling = head.split()
        seat = COLOURS.index(colour)
        laid[seat][int(space) - 1] = take(bills)
        by[seat][int(space) - 1], size[seat][int(space) - 1], made[seat] = underling, len(bills), 1
        place[underling] = f"seat_{seat}"
        used.append(underling)
    place |= more.pop("place", {})
    for card in ("anthony_gota", "atlantic_city"):
        vendetta[card] = int(place[card] == "vendetta_deck")
    on_pile = take(pile.split())
    to_draw, thrown = dict(supply), {}
    if draw is not None:
        to_draw = take(draw.split())
        thrown = dict(supply)
    certain = [[{} for _ in range(8)] for _ in range(MINDS)]
    for seat in range(seats):
        purse = [bank[seat], *laid[seat]]
        certain[seat][seat] = {bill: sum(part.get(bill, 0) for part in purse) for bill in BILLS}
    assert EVERYBODY == MINDS - 1
    who = COLOURS.index(turn)
    lap = (who - COLOURS.index(first)) % seats + 1
    match.set_position(
        start
        | {
            "certain": certain, "bank": bank, "offers": laid, "offer_by": by, "offer_size": size, "made_offer": made,
            "hand": hand, "deck": vendetta, "place": place, "busy": dict.fromkeys(used, 1), "street": on_street,
            "draw": to_draw, "discards": thrown, "pile": on_pile, "stage": stage, "phase": TURNS.get(stage, "vendetta"),
            "first": COLOURS.index(first), "first_next": COLOURS.index(first), "turn": who, "asked": who, "lap": lap,
            "month": month, "marker": marker, "title": [-1, -1, -1],
        }
        | more
    )  # fmt: skip
    return match


def resolve(offers: str, **more: object) -> Table:
    """The offers lie there, the last player is done: the Street is resolved up to the next question."""
    seats = int(str(more.get("seats", 3)))
    first = str(more.get("first", "black"))
    last = COLOURS[(COLOURS.index(first) - 1) % seats]
    return table("meeting", offers=offers, turn=last, **more).moves("done")


assert set(UNDERLING_NAMES) <= set(CARD_IDS) and set(TURF_NAMES) <= set(CARD_IDS) and len(HAND_NAMES) == 10
