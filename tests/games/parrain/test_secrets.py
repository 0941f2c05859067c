"""What a player of Le Jeu du Parrain may know, and what a guess must keep to."""

from collections import Counter

import msgspec

from fivefamilies.core.chance import generator
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.record import content, unwrap
from fivefamilies.games.parrain.state import CARD_IDS
from tests.games.parrain.table import Table, table


def guesses(match: Table, seat: int, count: int = 300):
    for seed in range(count):
        state = match.title.state.copy(match.state)
        match.title.guess(state, seat, generator(seed * 7 + 1))
        yield unwrap(state)


def hand(state, seat: int) -> str:
    return CARD_IDS[int(state["hand"][seat]) + 1]


def test_the_card_in_hand_is_its_owners_secret():  # JP-31
    t = table(seats=3, hands="none informer reprieve")
    assert t.view(1).players[1].card == "informer" and t.view(1).players[2].card is None
    for seat in (0, 2, OBSERVER):
        assert t.view(seat).players[1].card is None and t.view(seat).players[1].cards == 1
        assert '"card":"informer"' not in msgspec.json.encode(t.view(seat)).decode()


def test_the_legal_moves_do_not_depend_on_the_card_in_hand():  # JP-31
    pictures = set()
    for card in ("informer", "money_9", "extortion_3"):
        t = table({"docks": "12."}, hands=f"none {card}")
        pictures.add((tuple(t.legal_ids()), msgspec.json.encode(t.view(0))))
    assert len(pictures) == 1


def test_a_guess_deals_the_hidden_cards_with_the_unseen_pack():  # JP-5, JP-31
    t = table(seats=3, hands="money_1 informer none", turn="green", used="money_9 money_9")
    held = Counter()
    for state in guesses(t, 0):
        assert hand(state, 0) == "money_1" and list(state["used"][:2]) == list(unwrap(t.state)["used"][:2])
        held[hand(state, 1)] += 1
    # 49 unseen cards, 7 of them reprieves: 300 x 7 / 49 = 43; one money_9 is left: 300 / 49 = 6
    assert 25 < held["reprieve"] < 62 and held["money_9"] < 18 and len(held) == 26


def test_a_card_drawn_from_the_known_part_stays_known():  # JP-R24
    t = table(pack="", used="informer money_4").moves("done", "draw informer")
    assert all(hand(state, 0) == "informer" for state in guesses(t, 1, 40))
    assert t.view(OBSERVER).players[0].card == "informer"


def test_when_the_unseen_part_runs_out_the_last_hidden_card_of_two_is_known():  # JP-R24
    t = table(pack="", hands="none reprieve")
    assert t.view(0).pack.unseen == {"reprieve": 1}
    assert all(hand(state, 1) == "reprieve" for state in guesses(t, 0, 40))


def test_after_a_reshuffle_the_cards_held_over_are_not_in_the_pack():  # JP-R24
    t = table(seats=4, hands="none informer reprieve money_9", pack="", options={"reshuffle": "each_pass"})
    t.moves("done", "draw money_1", "done")  # Yellow's informer is shown and finds nobody
    view = t.view(0)
    assert view.held_over == {"reprieve": 1, "money_9": 1} and sum(view.pack.unseen.values()) == 52 - 4
    seen = Counter((hand(state, 2), hand(state, 3)) for state in guesses(t, 0))
    assert set(seen) == {("reprieve", "money_9"), ("money_9", "reprieve")} and min(seen.values()) > 100
    assert all(hand(state, 0) != "none" for state in guesses(t, 2, 20))
    assert {hand(state, 3) for state in guesses(t, 2, 20)} == {"money_9"}  # Green knows his own and so Blue's


def test_a_drawn_card_is_told_to_its_owner_only():  # JP-20, JP-31
    t = table(hands="none money_1").moves("done", "draw informer")
    told = {seat: [line for line in t.log(seat) if "draws" in line] for seat in (0, 1, OBSERVER)}
    assert told == {0: ["Red draws a card: Informer card"], 1: ["Red draws a card"], OBSERVER: ["Red draws a card"]}


def test_guesses_depend_on_nothing_hidden():  # JP-R24
    for options in ({}, {"reshuffle": "each_pass"}):
        for held_over in ([0, 0, 0, 0], [0, 1, 1, 1]):
            results = set()
            for cards in ("none informer reprieve money_9", "none money_9 informer reprieve"):
                t = table(seats=4, hands=cards, options=options, held_over=held_over)
                state = t.title.state.copy(t.state)
                t.title.guess(state, 0, generator(5))
                results.add(content(state))
            assert len(results) == 1


def test_an_observation_shows_the_own_card_and_hides_the_others():  # JP-31
    numbers = []
    for card in ("informer", "money_9"):
        t = table(hands=f"none {card}")
        numbers.append([t.title.look(t.state, seat) for seat in (0, 1)])
    assert (numbers[0][0] == numbers[1][0]).all() and (numbers[0][1] != numbers[1][1]).any()
