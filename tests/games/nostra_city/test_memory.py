"""What a careful lieutenant knows of the others' bills and cards, and never guesses otherwise."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from fivefamilies.core.chance import generator
from fivefamilies.core.contract import CHANCE
from fivefamilies.core.errors import BadPosition
from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap
from fivefamilies.games.nostra_city.state import EVERYBODY, HAND_DECK, HAND_NAMES, USED
from fivefamilies.games.nostra_city.state.memory import AMOUNT, GOAL, SEEN_BY, SEEN_BY_TOO, SOURCE
from tests.games.nostra_city.table import BILLS, Table, rows, table

START = {"b5": 2, "b10i": 1, "b10g": 1}  # NC-20
ALBA_AND_OTHERS = ("alba_baldini", "beppe_baldini", "carmela_baldini")


def opening(*underlings: str) -> Table:
    """January with three lieutenants, the first of whom has these Underlings."""
    match = Table("nostra_city", 3, {"first_player": "host_choice"}, by_hand=True)
    match.moves(*(f"deal {name}" for name in underlings))
    while match.actor == CHANCE:
        match.play(match.legal_ids()[0])
    return match


def pass_until(match: Table, *phases: str) -> Table:
    """Nobody does anything, and chance takes what comes first."""
    while match.phase not in phases:
        match.play(match.legal_ids()[0])
    return match


def trial(*underlings: str) -> Table:
    return pass_until(opening(*underlings), "trial_turn")


def take(match: Table, bill: str) -> None:
    """The first Turf and the first kind of Take; all bills that are drawn are of one type."""
    match.play(match.legal_ids()[0])
    match.play(match.legal_ids()[0])
    while match.actor == CHANCE:
        match.play(f"draw {bill}")


def guesses(match: Match, seat: int, count: int = 60) -> Iterator[np.void]:
    for seed in range(count):
        state = match.title.state.copy(match.state)
        match.title.guess(state, seat, generator(seed * 13 + 5))
        assert match.title.flaw(state, match.parts) is None
        yield unwrap(state)


def bills(row: np.ndarray) -> Counter:
    return Counter({name: int(n) for name, n in zip(BILLS, row, strict=True) if n})


def test_what_was_placed_unseen_came_from_the_known_bank_and_the_rest_is_left_of_it():  # NC-20, NC-65
    t = trial(*ALBA_AND_OTHERS).moves("alba_baldini", "10000_guilty")
    found = Counter()
    for state in guesses(t, 1):
        assert bills(state["bank"][0]) + bills(state["pile"]) == START
        found[next(iter(bills(state["pile"])))] += 1
    assert set(found) == {"b5", "b10i", "b10g"}


def test_a_month_later_it_is_still_so_whatever_was_drawn_since():  # NC-30, NC-65
    t = trial(*ALBA_AND_OTHERS).moves("alba_baldini", "10000_guilty", "done")
    pass_until(t, "bus_turn").play("alba_baldini")
    take(t, "50000_guilty")
    for state in guesses(pass_until(t, "meet_turn"), 1):
        had = bills(state["bank"][0]) + bills(state["pile"])
        assert had & Counter(START) == START, "the start money is in the Bank or on the Pile"
        assert bills(state["pile"]) <= Counter(START), "what was drawn later was not given before"


def test_the_first_verdict_shows_which_bill_he_gave():  # NC-74
    t = trial(*ALBA_AND_OTHERS).moves("alba_baldini", "10000_guilty")
    pass_until(t, "count")
    assert {next(iter(bills(state["pile"]))) for state in guesses(t, 2)} == {"b5", "b10i", "b10g"}
    pass_until(t.moves("count 10000_guilty"), "bus_turn")
    for seat in (1, 2):
        assert all(bills(state["bank"][0]) == {"b5": 2, "b10i": 1} for state in guesses(t, seat))


def test_of_two_givers_each_gave_what_the_other_did_not():  # NC-74
    t = trial(*ALBA_AND_OTHERS).moves("alba_baldini", "10000_guilty", "done")
    t.moves(t.legal_ids()[1], "5000")
    pass_until(pass_until(t, "count").moves("count 10000_guilty", "count 5000"), "bus_turn")
    assert all(bills(state["bank"][0]) == {"b5": 2, "b10i": 1} for state in guesses(t, 1)), "White knows what he gave himself"
    found = Counter(tuple(sorted(bills(state["bank"][0]).elements())) for state in guesses(t, 2))
    assert set(found) == {("b10i", "b5", "b5"), ("b10g", "b10i", "b5")}, "for Red it may be either"


def test_elio_moved_the_marker_so_his_bill_was_a_large_one():  # NC-R42
    t = opening("elio_calvano", "alba_baldini", "beppe_baldini").moves("alba_baldini")
    take(t, "20000_innocent")
    pass_until(t, "trial_turn").moves("elio_calvano", "20000_innocent")
    assert any(state["bill"] < 3 for state in guesses(t, 1)), "nobody knows yet"
    t.play("left")
    found = Counter(int(state["pile"].argmax()) for state in guesses(t, 1))
    assert set(found) == {3, 4, 5, 6}


def dealt(hands: str, used: dict[str, int]) -> list[int]:
    """The chronicle of the Vendetta cards: those used were played by Black, then all were drawn into the Hands."""

    def entry(card: str, source: int, goal: int, seen_by: int) -> int:
        header = source << SOURCE | goal << GOAL | seen_by << SEEN_BY | seen_by << SEEN_BY_TOO
        return header >> SOURCE << AMOUNT | HAND_NAMES.index(card)

    played = [card for card, count in used.items() for _ in range(count)]
    story = [step for card in played for step in (entry(card, HAND_DECK, 0, 0), entry(card, 0, USED, EVERYBODY))]
    return story + [entry(card, HAND_DECK, seat, seat) for seat, cards in enumerate(rows(hands).values()) for card in cards]


@pytest.fixture
def new_deck() -> Table:
    """White is Cheated, and the Vendetta deck is made anew from three used Paybacks."""
    hands = (
        "black: shame_of_you shame_of_you shame_of_you contract burglary kidnapping anger fbi_snitch;"
        "white: kidnapping kidnapping double_cross anger anger takeover;"
        "red: burglary double_cross turn_the_jury turn_the_jury hush_money fbi_snitch anger anger"
    )
    own = "black: anthony_gota queens_gambling; white: queens_drugs; red: atlantic_city"
    used, money = {"contract": 1, "burglary": 2}, "b5 b5 b10i b10g"
    banks = "; ".join(f"{colour}: {money}" for colour in ("black", "white", "red"))
    t = table(own=own, banks=banks, hands=hands, paybacks=used, chronicle=1, card_story=dealt(hands, used))
    return t.moves("anthony_gota", "queens_gambling", "take queens", "draw 20000_guilty", "draw 20000_guilty", "nothing more")


def test_a_new_vendetta_deck_holds_exactly_the_used_paybacks(new_deck):  # NC-R31
    assert new_deck.phase == "draw_vendetta"
    for seat in range(3):
        assert all(state["deck"].tolist() == [0, 1, 2, *[0] * 9] for state in guesses(new_deck, seat))


def test_what_left_the_new_deck_is_in_the_hand_of_who_drew_it(new_deck):  # NC-R31
    new_deck.play("draw burglary")
    for state in guesses(new_deck, 1, 20):
        assert state["deck"].tolist() == [0, 1, 1, *[0] * 9], "White knows what he drew"
    drawn = Counter()
    for state in guesses(new_deck, 2, 120):
        gone = [1 - int(state["deck"][1]), 2 - int(state["deck"][2])]
        assert sum(gone) == 1 and state["hand"][1][1] >= gone[0] and state["hand"][1][2] >= gone[1]
        drawn[gone.index(1)] += 1
    assert drawn[0] > 15 and drawn[1] > 50, "a Burglary twice as often"


def test_a_position_without_its_chronicle_is_guessed_from_what_is_certain():
    t = trial(*ALBA_AND_OTHERS).moves("alba_baldini", "10000_guilty")
    story = ("chronicle", "bill_story", "bill_entries", "card_story", "card_entries")
    t.set_position({name: entry for name, entry in t.position().items() if name not in story})
    found = {tuple(state["pile"].tolist()) for state in guesses(t, 1)}
    assert len(found) >= 3 and all(state["chronicle"] == 0 for state in guesses(t, 1, 5))
    while not t.is_over:
        t.play(t.legal_ids()[0])


def test_a_chronicle_of_another_table_is_refused():
    t = trial(*ALBA_AND_OTHERS).moves("alba_baldini", "10000_guilty")
    told = t.position()
    *before, last = told["bill_story"]
    t.set_position(told)
    with pytest.raises(BadPosition, match="leave out 'chronicle'"):
        t.set_position(told | {"bill_story": [*before, last >> 4]})  # he gave another bill


def test_a_guess_tells_its_seat_no_more_than_it_saw():
    t = trial(*ALBA_AND_OTHERS).moves("alba_baldini", "10000_guilty")
    kept = {state["bill_story"].tobytes() for state in guesses(t, 1)}
    t.undo()
    t.play("5000")
    assert kept == {state["bill_story"].tobytes() for state in guesses(t, 1)}, "White was not told which bill it is"
