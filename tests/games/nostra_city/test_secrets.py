"""What a lieutenant of Nostra City may know, and what a guess must keep to."""

import random
from collections import Counter

import msgspec
import pytest

from fivefamilies.core.chance import generator
from fivefamilies.core.contract import CHANCE, OBSERVER
from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap
from fivefamilies.games.nostra_city.state import Phase
from fivefamilies.lab import laws
from tests.games.nostra_city.table import BILLS, table

QUESTIONS = [
    "vendetta", "bus_turn", "take_turf", "take_kind", "share", "francesca", "meet_turn", "bid_space", "bid_bill", "take_back",
    "title", "trial_turn", "trial_bill", "trial_bill2", "discard", "target", "target_u", "target_offer", "direction",
    "draw_bill", "draw_vendetta", "steal", "refill", "count", "over",
]  # fmt: skip


def guesses(match: Match, seat: int, count: int = 200):
    for seed in range(count):
        state = match.title.state.copy(match.state)
        match.title.guess(state, seat, generator(seed * 11 + 3))
        assert match.title.flaw(state, match.parts) is None
        yield unwrap(state)


def bills(row) -> dict[str, int]:
    return {name: int(n) for name, n in zip(BILLS, row, strict=True) if n}


def seen(match: Match, seat: int) -> bytes:
    return laws.seen_by(match, match.state, seat) if seat >= 0 else msgspec.json.encode(match.view())


def same_for(seats: tuple[int, ...], *matches: Match) -> bool:
    """Do these tables look alike, with all that was told, to each of these seats?"""
    pages = [[(seen(m, seat), m.log(seat)) for seat in seats] for m in matches]
    return all(page == pages[0] for page in pages)


# ---------------------------------------------------------------- two tables that must look alike


def test_the_draw_of_a_take_is_the_takers_secret():  # NC-R5
    own = "black: anthony_gota queens_gambling; white: queens_drugs; red: bronx_drugs"
    tables = []
    for kept, given in (("50000_guilty", "5000"), ("10000_innocent", "20000_guilty")):
        t = table(own=own).moves("anthony_gota", "queens_gambling", "take queens", f"draw {kept}", f"draw {given}")
        tables.append(t)
    assert same_for((1, 2, OBSERVER), *tables) and not same_for((0,), *tables)
    for t, given in zip(tables, ("5000", "20000_guilty"), strict=True):
        t.play(given)
    assert same_for((2, OBSERVER), *tables) and not same_for((1,), *tables), "the recipient sees his bill"


def test_an_offer_being_built_shows_neither_its_space_nor_its_bills_nor_how_many():  # NC-45
    arranged = {"own": "black: anthony_gota", "banks": "black: b5 b5 b50g", "street": "villa yacht - -"}
    start = table("meeting", **arranged).moves("anthony_gota", "space 1")
    longer = table("meeting", **arranged).moves("anthony_gota", "space 2", "5000", "5000")
    assert same_for((1, 2, OBSERVER), start, longer)
    start.moves("5000", "50000_guilty", "close")
    longer.moves("close")
    assert same_for((1, 2, OBSERVER), start, longer), "two bills each: which and where is hidden"
    assert not same_for((0,), start, longer)


def test_a_forced_pass_looks_like_a_free_one():  # NC-88, NC-R35
    tables = [table("v1", hands=f"black: {card}", own="white: alba_baldini elio_calvano") for card in ("anger", "contract")]
    assert same_for((1, 2, OBSERVER), *tables)
    for t in tables:
        t.play("pass")
    assert same_for((1, 2, OBSERVER), *tables)


@pytest.mark.parametrize("stage", ["business", "meeting", "trial"])
def test_being_done_does_not_show_what_could_have_been_played(stage):  # NC-88
    tables = [table(stage, hands=f"black: {card}", own="white: alba_baldini elio_calvano") for card in ("fbi_snitch", "contract")]
    assert same_for((1, 2, OBSERVER), *tables)
    for t in tables:
        t.play("done")
    assert same_for((1, 2, OBSERVER), *tables)


def test_elios_question_does_not_betray_the_bill():  # NC-R42
    arranged = {"own": "black: elio_calvano", "banks": "black: b5 b50g"}
    tables = [table("trial", **arranged).moves("elio_calvano", bill) for bill in ("5000", "50000_guilty")]
    assert same_for((1, 2, OBSERVER), *tables)
    for t in tables:
        t.play("no")
    assert same_for((1, 2, OBSERVER), *tables)


def test_bills_on_the_pile_do_not_link_to_their_placer():  # NC-65
    banks = "black: b5 b10i; white: b5 b10i"
    arranged = {"own": "black: anthony_gota; white: elio_calvano", "banks": banks, "street": "fbi - - -"}
    tables = []
    for first, second in (("5000", "10000_innocent"), ("10000_innocent", "5000")):
        t = table("trial", **arranged).moves("anthony_gota", first, "done", "elio_calvano", second)
        tables.append(t)
    assert same_for((2, OBSERVER), *tables)


def test_a_drawn_vendetta_card_is_its_drawers_secret():  # NC-12, NC-89
    own = "black: anthony_gota queens_gambling; white: queens_drugs"
    cheat = ("anthony_gota", "queens_gambling", "take queens", "draw 5000", "draw 5000", "nothing more")
    tables = [table(own=own).moves(*cheat, f"draw {card}") for card in ("fbi_snitch", "anger", "hush_money")]
    assert same_for((0, 2, OBSERVER), *tables) and not same_for((1,), *tables)


def test_an_only_bidder_keeps_his_offer_secret_for_ever():  # NC-48, NC-R11
    tables = []
    for offer, back in (("b5 b50i", "5000"), ("b10g b10g", "10000_guilty")):
        bank = "b10g b10g" if offer == "b5 b50i" else "b5 b50i"
        t = table("meeting", turn="red", street="villa - - -", offers=f"black 1 anthony_gota: {offer}", banks=f"black: {bank}")
        tables.append(t.moves("done", back))
    assert same_for((1, 2, OBSERVER), *tables)


# ---------------------------------------------------------------- what a guess keeps


def test_a_guess_keeps_the_own_purse_and_the_public_numbers():
    t = table(
        "meeting", turn="white", own="white: anthony_gota", street="villa yacht racehorse -", pile="b10g b10g",
        banks="black: b5 b5 b20i; white: b10i b50g; red: b20g",
        offers="black 1 elio_calvano: b50i b5; black 3 luca_donata: b5; white 2 alba_baldini: b10i",
    )  # fmt: skip
    spaces, banks = Counter(), Counter()
    for state in guesses(t, 1):
        assert bills(state["bank"][1]) == {"b10i": 1, "b50g": 1} and state["offer_by"][1].tolist()[1] == 6
        assert state["bank"][0].sum() == 3 and state["bank"][2].sum() == 1 and state["pile"].sum() == 2
        found = {int(by) - 1: (space, int(state["offer_size"][0, space])) for space, by in enumerate(state["offer_by"][0]) if by}
        assert {by: size for by, (_, size) in found.items()} == {14: 2, 18: 1}, "Underlings and numbers are public"
        assert all(space < 3 for space, _ in found.values()), "an offer lies where a card is"
        spaces[found[14][0]] += 1
        banks[tuple(state["bank"][0].tolist())] += 1
    assert set(spaces) == {0, 1, 2} and min(spaces.values()) > 40 and len(banks) > 20


def test_after_the_reveal_the_spaces_are_known_and_the_bills_are_not():  # NC-47
    t = table("v3", hands="white: anger", turn="white", street="villa yacht - -", offers="black 2 elio_calvano: b50i b5")
    found = Counter()
    for state in guesses(t, 1, 80):
        assert state["offer_by"][0].tolist() == [0, 15, 0, 0] and state["offers"][0, 1].sum() == 2
        found[tuple(state["offers"][0, 1].tolist())] += 1
    assert len(found) > 8


def test_the_start_money_is_known_and_so_is_what_is_left_of_it():  # NC-20
    match = Match("nostra_city", 3, seed=4)
    for state in guesses(match, 0, 20):
        assert all(bills(state["bank"][seat]) == {"b5": 2, "b10i": 1, "b10g": 1} for seat in range(3))


def test_a_giver_remembers_what_he_gave():
    own = "black: anthony_gota queens_gambling; white: queens_drugs; red: elio_calvano"
    t = table(own=own).moves("anthony_gota", "queens_gambling", "take queens", "draw 50000_guilty", "draw 5000", "50000_guilty")
    assert t.view(0).players[1].surely == {"b50g": 1} and t.view(2).players[1].surely == {}
    assert all(state["bank"][1][6] == 1 for state in guesses(t, 0, 40))
    assert len({tuple(state["bank"][1].tolist()) for state in guesses(t, 2, 40)}) > 3


def test_a_placer_remembers_his_bribe_and_a_thief_the_loot():
    t = table("trial", own="black: anthony_gota", banks="black: b50i").moves("anthony_gota", "50000_innocent")
    assert all(state["pile"][5] == 1 for state in guesses(t, 0, 40))
    assert len({tuple(state["pile"].tolist()) for state in guesses(t, 1, 40)}) > 3
    t = table("v1", hands="black: burglary", banks="white: b50g b10i b5").moves(
        "play burglary", "white", "steal 50000_guilty", "steal 5000"
    )
    assert t.view(1).players[0].surely == {"b5": 1, "b50g": 1} and t.view(2).players[0].surely == {}


def test_what_must_have_moved_is_known():
    """Everybody knows the four start bills; if three of them are discarded unseen, a 5,000 is among the three."""
    match = Match("nostra_city", 3, {"first_player": "host_choice"}, by_hand=True)
    for name in ("gisella_agnello", "aldo_agnello", "bianca_agnello"):
        match.play(f"deal {name}")
    while match.actor == CHANCE:
        match.play(match.legal_ids()[0])
    offer = ("gisella_agnello", "space 1", "5000", "5000", "10000 innocent", "10000 guilty", "close")
    for move in ("done", "done", "done", *offer, "done", "done", "done"):
        match.play(move)
    assert match.view().phase == "take_back"
    match.play("10000 innocent")
    assert match.view(1).players[0].surely == {}, "which bill came back is not certain"
    assert match.view(1).surely["discards"] == {"b5": 1} and match.view(0).surely["discards"] == {"b5": 2, "b10g": 1}


def test_revealed_offers_are_exact_while_drago_chooses():  # NC-49
    t = table("meeting", turn="red", street="villa - - -", offers="white 1 guido_donata: b50i; black 1 drago_baldini: b10i b20g")
    t.play("done")
    assert t.phase == "take_back"
    for state in guesses(t, 2, 30):
        assert bills(state["offers"][0, 0]) == {"b10i": 1, "b20g": 1} and bills(state["offers"][1, 0]) == {"b50i": 1}


def test_hands_are_guessed_but_for_what_ilaria_showed():  # NC-R35
    t = table(own="black: ilaria_donata", hands="white: anger contract; red: fbi_snitch")
    t.moves("use ilaria_donata", "white", "show contract")
    snitches = Counter()
    for state in guesses(t, 0, 300):
        assert state["hand"][1][1] >= 1 and state["hand"][1].sum() == 2 and state["hand"][2].sum() == 1
        assert state["deck"][10] == state["deck"][11] == 1, "Gota and Atlantic City would lie open"
        snitches[int(state["hand"][2][8])] += 1
    # 24 cards may be Red's, two of them Snitches
    assert 8 < snitches[1] < 50


def test_after_a_reshuffle_anger_and_snitches_are_in_the_hands():  # NC-13, NC-R31
    hands = "black: contract; white: anger anger anger burglary; red: fbi_snitch fbi_snitch anger anger takeover"
    t = table("v1", hands=hands, reshuffled=1, own="red: anthony_gota atlantic_city")
    held = Counter()
    for state in guesses(t, 0, 60):
        assert state["deck"][8] == state["deck"][9] == 0
        held[int(state["hand"][1][8])] += 1
    assert set(held) == {0, 1, 2}


def test_after_the_game_snitches_lie_open_and_other_cards_do_not():  # NC-77
    t = table("v5", hands="black: fbi_snitch; white: anger", month=6).moves("pass", "pass")
    assert t.is_over and t.view(1).players[0].is_snitch and t.view(0).players[1].hand is None
    for state in guesses(t, 2, 40):
        assert state["hand"][0][8] == 1 and state["hand"][1][8] == 0


def test_what_the_others_remember_is_guessed_too():
    own = "black: anthony_gota queens_gambling; white: queens_drugs; red: elio_calvano"
    t = table(own=own).moves("anthony_gota", "queens_gambling", "take queens", "draw 50000_guilty", "draw 5000", "50000_guilty")
    for state in guesses(t, 2, 20):
        assert not state["certain"][0, 1].any() and not state["shown"][0].any(), "Red does not know what Black gave"


# ---------------------------------------------------------------- phase by phase


def test_guesses_of_every_seat_leak_nothing_in_any_phase():
    """The laws of secrecy at the first few moments of every question that comes up, at three, four and five seats."""
    looked: Counter = Counter()
    for game in range(9):
        seats, chooser = 3 + game % 3, random.Random(game)
        match = Match("nostra_city", seats, {"police_raids": 2, "cheat_cards": "per_bill"} if game % 2 else {}, by_hand=True)
        while not match.is_over:
            ids, weights = match.chances() if match.actor == CHANCE else (match.legal_ids(), None)
            if match.actor != CHANCE and ids[0] == 0 and len(ids) > 1 and chooser.random() < 0.6:
                ids = ids[1:]
            match.make(chooser.choices(ids, weights)[0])
            name = Phase(int(unwrap(match.state)["phase"])).name.lower()
            if looked[(name, seats)] < 2:
                looked[(name, seats)] += 1
                assert match.title.flaw(match.state, match.parts) is None, name
                for seat in range(seats):
                    laws.check_secrecy(match, seat, chooser.getrandbits(32), chooser.getrandbits(32))
    assert set(QUESTIONS) <= {name for name, _ in looked}
