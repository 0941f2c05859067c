"""A detective for Nostra City: could the bills and the Vendetta cards have come to lie so?

He keeps book of where things went, when, and what was seen of them. How many of each type went each time is unknown, unless it
was seen; nothing can leave a place where it is not. Whether there are numbers that lead to a given position is a question in
whole numbers, put to a solver (HiGHS), for the bills and for the cards.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fivefamilies.core.match import Match
from fivefamilies.games.nostra_city.components import HAND_TYPES, Bill, Underling, Vendetta
from fivefamilies.games.nostra_city.state import BILL_NAMES, Phase
from fivefamilies.games.nostra_city.words import Event
from tests.games.detective import Line, Look, Rows, has_answer

BILLS, BIG = range(7), range(3, 7)  # 20,000 and more (NC-R42)
START = {Bill.B5: 2, Bill.B10I: 1, Bill.B10G: 1}  # NC-20
NEW_DRAW_PILE_BEFORE = 4  # the Month after the First Verdict (NC-76)
Place = Hashable


@dataclass
class Step:
    """Something that was heard: so many of these types went from one place to another, or lay there."""

    what: str  # "move", "all", "at least", "exactly"
    source: Place
    goal: Place = None
    count: int = 0
    types: Counter | None = None  # if they were seen
    allowed: Iterable[int] | None = None


@dataclass
class Book:
    """Places with things of some types, and all that was heard of them."""

    types: range
    start: dict[Place, Counter]
    steps: list[Step] = field(default_factory=list)

    def move(self, source: Place, goal: Place, count: int = 1, kind: int = -2, allowed: Iterable[int] | None = None) -> None:
        self.steps.append(Step("move", source, goal, count, Counter({kind: count}) if kind >= 0 else None, allowed))

    def explains(self, end: dict[Place, Counter]) -> bool:
        """Is there a way to this end?"""
        return has_answer(*Question(self, end).lines_and_unknowns())


class Question:
    """The unknown numbers of a book and the lines they must satisfy. The content of a place is a sum of unknowns and a number."""

    def __init__(self, book: Book, end: dict[Place, Counter]) -> None:
        self.types, self.lines, self.unknowns = book.types, [], 0
        self.content: dict[Place, dict[int, tuple[dict[int, int], int]]] = {}
        self.start = book.start
        for step in book.steps:
            self.take(step)
        for place in {*self.content, *book.start, *end}:
            self.must_be(place, end.get(place, Counter()))

    def lines_and_unknowns(self) -> tuple[list[Line], int]:
        return self.lines, self.unknowns

    def of(self, place: Place) -> dict[int, tuple[dict[int, int], int]]:
        if place not in self.content:
            self.content[place] = {kind: ({}, self.start.get(place, Counter())[kind]) for kind in self.types}
        return self.content[place]

    def unknown(self) -> int:
        self.unknowns += 1
        return self.unknowns - 1

    def cannot_be(self) -> None:
        """A number below zero, which no unknown can be."""
        self.lines.append(({self.unknown(): 1}, -1, -1))

    def add(self, place: Place, kind: int, unknowns: dict[int, int], number: int) -> None:
        """Put so many more there; the new content is an unknown of its own, which cannot be below zero."""
        old, before = self.of(place)[kind]
        merged = dict(old)
        for unknown, factor in unknowns.items():
            merged[unknown] = merged.get(unknown, 0) + factor
        if not merged:
            if before + number < 0:
                self.cannot_be()
            self.of(place)[kind] = ({}, before + number)
            return
        now = self.unknown()
        self.lines.append(({**merged, now: -1}, -(before + number), -(before + number)))
        self.of(place)[kind] = ({now: 1}, 0)

    def take(self, step: Step) -> None:
        if step.what == "move" and step.types is not None:
            for kind, count in step.types.items():
                self.add(step.source, kind, {}, -count)
                self.add(step.goal, kind, {}, count)
        elif step.what == "move":
            moved = {kind: self.unknown() for kind in (self.types if step.allowed is None else step.allowed)}
            self.lines.append((dict.fromkeys(moved.values(), 1), step.count, step.count))
            for kind, unknown in moved.items():
                self.add(step.source, kind, {unknown: -1}, 0)
                self.add(step.goal, kind, {unknown: 1}, 0)
        elif step.what == "all":
            for kind in self.types:
                unknowns, number = self.of(step.source)[kind]
                self.add(step.goal, kind, unknowns, number)
                self.of(step.source)[kind] = ({}, 0)
        elif step.what == "at least":
            for kind, count in step.types.items():
                unknowns, number = self.of(step.source)[kind]
                if unknowns:
                    self.lines.append((unknowns, count - number, 9999))
                elif number < count:
                    self.cannot_be()
        else:
            self.must_be(step.source, step.types)

    def must_be(self, place: Place, types: Counter) -> None:
        for kind in self.types:
            unknowns, number = self.of(place)[kind]
            if unknowns:
                self.lines.append((unknowns, types[kind] - number, types[kind] - number))
            elif number != types[kind]:
                self.cannot_be()


class Detective:
    """One book of the bills, one of the Vendetta cards, kept behind one lieutenant."""

    def __init__(self, match: Match, seat: int) -> None:
        self.seat, self.seats = seat, match.seats
        in_box = {
            Bill[row["id"].upper()] if row["id"].upper() in Bill.__members__ else number: row["count"]
            for number, row in enumerate(match.parts.rows["bill"])
        }
        banks = {f"bank {other}": Counter(START) for other in range(match.seats)}
        draw = Counter({int(kind): count - START.get(kind, 0) * match.seats for kind, count in in_box.items()})
        self.bills = Book(BILLS, {**banks, "draw": draw})
        deck = Counter({number: row["count"] for number, row in enumerate(match.parts.rows["vendetta"][:HAND_TYPES])})
        self.cards = Book(range(HAND_TYPES), {"deck": deck})
        self.offers: dict[tuple[int, int], int] = {}  # the Underling of the offer of a seat for a space
        self.elios_bill: Step | None = None
        self.looked: list[int] = []
        self.snitches: set[int] = set()

    # ------------------------------------------------------------ hearing

    def hear(self, mover: int, rows: Rows, look: Look) -> None:
        view = look()
        elios_bill, self.elios_bill = self.elios_bill, None
        if rows and rows[0][0] == Event.MARKER and elios_bill is not None:
            elios_bill.allowed = BIG if elios_bill.types is None else None  # NC-R42
        if not any(row[0] == Event.LOOKS for row in rows):
            looked, self.looked = self.looked, []
        else:
            looked = self.looked
        raided = False
        for row in rows:
            raided |= row[0] == Event.RAID
            if not self.hear_of_cards(row):
                self.hear_of_bills(row, view, raided, looked)
        own = view.players[self.seat]
        bank = self.counter(own.bank)
        for offer in own.offers:
            if offer.size is None:  # still being built
                bank += self.counter(offer.bills)
        self.bills.steps.append(Step("exactly", f"bank {self.seat}", types=bank))

    def counter(self, names: dict[str, int]) -> Counter:
        return Counter({BILL_NAMES.index(name): count for name, count in names.items()})

    def hear_of_bills(self, row: tuple[int, ...], view: Any, raided: bool, looked: list[int]) -> None:
        event, a, b, c, _ = row
        book = self.bills
        if event == Event.DRAWS_BILL:
            book.move("draw", f"bank {a}" if view.stage == "trial" else "taken", kind=b)
        elif event == Event.GIVES:
            book.move("taken", f"bank {b}", kind=c)
        elif event == Event.KEEPS:
            book.move("taken", f"bank {a}", b)
        elif event == Event.LOSES:
            book.move("taken" if raided else f"bank {a}", "discards", c, b)
        elif event == Event.BILLS_RESHUFFLED or (event == Event.MONTH and a == NEW_DRAW_PILE_BEFORE):
            book.steps.append(Step("all", "discards", "draw"))
        elif event == Event.BIDS:
            book.move(f"bank {a}", f"offer {b}", c)
            if a == self.seat:
                offer = view.players[a].offers[[o.underling for o in view.players[a].offers].index(Underling(b).name.lower())]
                book.steps.append(Step("exactly", f"offer {b}", types=self.counter(offer.bills)))
        elif event == Event.OFFER:
            self.offers[a, c] = b
        elif event == Event.SHOWS:
            self.show(a, b, c)
        elif event == Event.TAKES_BACK:
            book.move(self.offer_of(a), f"bank {a}", kind=b)
        elif event == Event.DISCARDS_OFFER:
            book.move(self.offer_of(a), "discards", b)
            del self.offers[a, self.space()]
        elif event == Event.DOUBLE_CROSSED:
            book.move(f"offer {self.offers.pop((a, b))}", "discards", c)
        elif event == Event.STEALS:
            book.move(f"bank {b}", f"bank {a}", kind=c)
        elif event == Event.CORRUPTS:
            book.move(f"bank {a}", "pile", kind=c)
            if b == Underling.ELIO_CALVANO:
                self.elios_bill = book.steps[-1]
        elif event == Event.LOOKS and b >= 0:
            self.looked.append(b)
            book.steps.append(Step("at least", "pile", types=Counter(self.looked)))
        elif event == Event.TAKES_FROM_PILE:
            book.move("pile", f"bank {a}", kind=b)
        elif event == Event.DISCARDS_PILE_BILL:
            book.move("pile", "discards", kind=looked[-1] if looked else -2)
        elif event == Event.COUNTED:
            book.move("pile", "discards", kind=a)
        elif event == Event.SHOWS_BANK:
            book.steps.append(Step("at least", f"bank {a}", types=Counter({b: c})))

    def space(self) -> int:
        """Spaces are resolved in their order: the first that still has offers (NC-47)."""
        return min(space for _, space in self.offers)

    def offer_of(self, seat: int) -> str:
        return f"offer {self.offers[seat, self.space()]}"

    def show(self, seat: int, bill: int, count: int) -> None:
        self.bills.steps.append(Step("at least", self.offer_of(seat), types=Counter({bill: count})))

    def hear_of_cards(self, row: tuple[int, ...]) -> bool:
        event, a, b, c, _ = row
        book = self.cards
        if event == Event.DRAWS_VENDETTA:
            if b < HAND_TYPES:  # Gota and Atlantic City lie open
                book.move("deck", f"hand {a}", kind=b)
        elif event in (Event.PLAYS, Event.SELLS):
            book.move(f"hand {a}", "used", kind=b)
        elif event == Event.SHAMED:
            book.move("used", "ashamed", kind=Vendetta.SHAME_OF_YOU)
        elif event == Event.VENDETTA_RESHUFFLED:
            book.steps.append(Step("all", "used", "deck"))
        elif event == Event.PEEKS:
            if c >= 0:
                book.steps.append(Step("at least", f"hand {b}", types=Counter({c: 1})))
        elif event == Event.SNITCH:
            self.snitches.add(a)
        else:
            return False
        return True

    # ------------------------------------------------------------ judging

    def contradiction(self, state: np.void) -> str | None:
        if not self.bills.explains(self.bills_in(state)):
            return "the bills cannot lie so"
        if not self.cards.explains(self.cards_in(state)):
            return "the Vendetta cards cannot lie so"
        if state["phase"] == Phase.OVER:
            snitches = {seat for seat in range(self.seats) if state["hand"][seat, Vendetta.FBI_SNITCH]}
            return None if snitches == self.snitches else f"Snitches {snitches}, but these were {self.snitches}"
        return None

    def bills_in(self, state: np.void) -> dict[Place, Counter]:
        """Where the bills lie, as the story tells it."""
        found = {"draw": state["draw"], "discards": state["discards"], "pile": state["pile"], "taken": state["drawn"]}
        lie = {place: Counter({kind: int(counts[kind]) for kind in BILLS if counts[kind]}) for place, counts in found.items()}
        for seat in range(self.seats):
            bank = lie[f"bank {seat}"] = Counter({kind: int(state["bank"][seat, kind]) for kind in BILLS})
            for space, underling in enumerate(state["offer_by"][seat]):
                bills = Counter({kind: int(state["offers"][seat, space, kind]) for kind in BILLS})
                if underling:
                    lie[f"offer {underling - 1}"] = bills
                else:
                    bank += bills  # an offer still being built
        loose, phase = int(state["bill"]), state["phase"]
        if loose >= 0 and phase == Phase.STEAL:  # the first of two, not told yet
            lie[f"bank {state['target']}"][loose] += 1
        elif loose >= 0 and phase == Phase.DIRECTION and state["underling"] == Underling.ELIO_CALVANO:
            lie["pile"][loose] += 1
        return lie

    def cards_in(self, state: np.void) -> dict[Place, Counter]:
        lie = {f"hand {seat}": state["hand"][seat] for seat in range(self.seats)}
        lie |= {"deck": state["deck"][:HAND_TYPES], "used": state["paybacks"]}
        found = {place: Counter({kind: int(n) for kind, n in enumerate(counts) if n}) for place, counts in lie.items()}
        found["ashamed"] = Counter({int(Vendetta.SHAME_OF_YOU): int(state["shame"].sum())})
        return found

    def hidden(self, state: np.void) -> Hashable:
        return tuple(state[name].tobytes() for name in ("bank", "offers", "pile", "discards", "hand"))

    def pieces(self, state: np.void) -> set[Hashable]:
        """Which types a rival has in his Bank, his offers or his Hand, and which lie on the Pile."""
        others = [seat for seat in range(self.seats) if seat != self.seat]
        purse = state["bank"] + state["offers"].sum(axis=1)
        return (
            {("bank", seat, kind) for seat in others for kind in BILLS if purse[seat, kind]}
            | {("hand", seat, kind) for seat in others for kind in range(HAND_TYPES) if state["hand"][seat, kind]}
            | {("pile", kind) for kind in BILLS if state["pile"][kind]}
        )
