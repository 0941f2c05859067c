"""What a seat of The Boss may know, and what greedy makes of it."""

from collections import Counter

import msgspec
import pytest

from fivefamilies.core.chance import generator
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.events import UNKNOWN
from fivefamilies.core.record import content
from fivefamilies.games.the_boss.components import Card, City
from fivefamilies.games.the_boss.words import Event
from tests.games.the_boss.table import TITLE, Table, table


def guesses(t: Table, seat: int, count: int) -> list[dict[str, str]]:
    """Where the cards are in so many guesses of a seat."""
    rng, found = generator(11), []
    for _ in range(count):
        state = TITLE.state.copy(t.state)
        TITLE.guess(state, seat, rng)
        found.append(TITLE.state.dump(state)["card"])
    return found


def test_a_guess_keeps_the_own_hand_the_open_cards_and_every_back():  # TB-38, TB-39
    t = table(seats=3, turn=3, hands="yellow: boston_4 boston_prison new_york_0", laid="boston_3")
    backs = [gang.backs for gang in t.view().gangs]
    for seat in (0, 1, 2, OBSERVER):
        state = TITLE.state.copy(t.state)
        TITLE.guess(state, seat, generator(5))
        assert [gang.backs for gang in TITLE.view(state, OBSERVER, t.parts).gangs] == backs
        assert TITLE.view(state, seat, t.parts) == t.view(seat)


def test_faces_fall_on_the_unseen_places_of_their_city_with_the_same_chance():  # TB-13, TB-14
    t = table(seats=2, hands="yellow: boston_4 new_york_0 new_york_1 new_york_2 detroit_1; "
                             "red: boston_3 boston_prison detroit_2 detroit_3 detroit_4",
              rewards="boston_hospital new_york_3 detroit_revolver")  # fmt: skip
    seen = guesses(t, 0, 3000)
    unseen = ("boston_3", "boston_prison", "boston_hospital")
    rewards = Counter(card for cards in seen for card in unseen if cards[card] == "reward")
    assert all(abs(rewards[card] / 3000 - 1 / 3) < 0.04 for card in unseen)
    assert all(cards["new_york_3"] == "reward" for cards in seen), "yellow sees the three others: he knows this one"
    detroit = Counter(next(card for card, at in cards.items() if at == "reward" and card.startswith("detroit")) for cards in seen)
    assert set(detroit) == {"detroit_2", "detroit_3", "detroit_4", "detroit_revolver"}
    assert max(detroit.values()) - min(detroit.values()) < 150


def test_a_guess_depends_on_nothing_that_the_seat_cannot_know():  # TB-38
    hidden = ("boston_3", "boston_prison", "boston_hospital")
    results = set()
    for reward in hidden:
        red = " ".join(card for card in hidden if card != reward)
        yellow = "boston_4 new_york_0 new_york_1 new_york_2 detroit_1"
        t = table(seats=2, rewards=f"{reward} new_york_3 detroit_revolver",
                  hands=f"yellow: {yellow}; red: {red} detroit_2 detroit_3 detroit_4")  # fmt: skip
        state = TITLE.state.copy(t.state)
        TITLE.guess(state, 0, generator(77))
        results.add(content(state))
    assert len(results) == 1


def test_during_the_deal_the_undealt_cards_are_guessed_too():  # TB-13, TB-14
    t = Table(TITLE, 2, {"first_seat": 0}, by_hand=True)
    t.moves("draw new_york 0", "draw boston 3", "draw detroit 1", "draw boston 4", "draw detroit 2")
    seen = guesses(t, 1, 200)
    assert len({cards["new_york_0"] for cards in seen}) == 2, "reward or not yet dealt"
    assert all(cards["detroit_2"] == "hand_1" for cards in seen)
    assert {cards["boston_4"] for cards in seen} == {"deck", "reward", "hand_0"}


def test_views_that_differ_only_in_hidden_faces_are_byte_identical():  # TB-38, TB-R6, TB-R27
    one = table(seats=2, rewards="boston_4", hands="yellow: new_york_1; red: boston_3 boston_prison", turn=3)
    two = table(seats=2, rewards="boston_3", hands="yellow: new_york_1; red: boston_4 boston_prison", turn=3,
                laid=" ".join(one.position()["laid"]))  # fmt: skip
    for seat in (0, OBSERVER):
        assert msgspec.json.encode(one.view(seat)) == msgspec.json.encode(two.view(seat))
        assert one.drawing(seat) == two.drawing(seat)
    assert one.view(1) != two.view(1)


def test_the_view_lists_what_a_reward_may_be_for_all_the_seat_knows():  # TB-24, TB-39
    t = table(seats=2, turn=2, hands="yellow: boston_4 detroit_1", laid="boston_prison", rewards="boston_3")
    assert t.city("boston", "yellow").possible == ["3", "hospital"]
    assert t.city("boston").possible == ["3", "4", "hospital"], "the observer has no hand"
    assert t.city("boston").reward is None


def test_the_log_hides_rewards_from_all_and_dealt_faces_from_all_but_their_holder():  # TB-13, TB-38, TB-R6
    t = Table(TITLE, 2, {"first_seat": 0}, seed=1)
    rewards = [row for played in t.played for row in played.events if row[0] == Event.REWARD_LAID]
    dealt = [row for played in t.played for row in played.events if row[0] == Event.DEALT]
    assert len(rewards) == 3 and len(dealt) == 10
    for seat in (0, 1, OBSERVER):
        assert all(TITLE.redact(row, seat)[2] == UNKNOWN for row in rewards)
        for row in dealt:
            shown = TITLE.redact(row, seat)
            assert shown[:3] == row[:3], "the back is public"
            assert (shown[3] == row[3]) == (seat == row[1])
    assert sum("is dealt" in line for line in t.log(0)) == 5 and not any("is dealt" in line for line in t.log())


def test_another_seats_cards_are_in_no_page_of_a_seat():  # TB-38
    t = table(seats=2, hands="red: boston_prison", turn=2)
    t.play("pass")
    text = t.drawing(1) + str(t.view(1).gangs[0])
    assert "hand=None" in text and "Your hand" in text


def test_the_observation_says_how_likely_each_card_is_the_reward():  # TB-13, TB-39
    t = table(seats=2, turn=2, hands="yellow: boston_4", laid="boston_prison", rewards="boston_3")
    out = TITLE.look(t.state, 0)
    at = {block.name: sum(b.length for b in TITLE.observation[:k]) for k, block in enumerate(TITLE.observation)}
    likely = out[at["reward"] : at["reward"] + 27]
    assert likely[Card.BOSTON_3] == likely[Card.BOSTON_HOSPITAL] == 0.5
    assert likely[Card.BOSTON_4] == likely[Card.BOSTON_PRISON] == 0
    assert abs(likely.sum() - 3) < 1e-5, "one reward a city"
    assert out[at["hand"] + Card.BOSTON_4] == 1 and out[at["open"] + Card.BOSTON_PRISON] == 1
    assert out[at["last"] + Card.BOSTON_PRISON] == 1
    assert out[at["left_of_chicago"] + City.NEW_YORK] == 1 and out[at["left_of_chicago"] + City.BOSTON] == 0


# ---------------------------------------------------------------- greedy


def best(t: Table) -> str:
    """The move that looks best to the seat to act."""
    return t.notation(max(t.legal_ids(), key=lambda move: TITLE.appeal(t.state, move)))


@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5])
def test_greedy_does_not_fight_for_a_city_whose_card_it_knows_to_be_a_revolver(turn):  # TB-50
    hand = "detroit_1 detroit_2 detroit_3 detroit_4"
    held = hand.split()[: 6 - turn]
    t = table(seats=2, turn=turn, rewards="detroit_revolver", hands=f"yellow: {' '.join(held)}",
              laid=" ".join(card for card in hand.split() if card not in held))  # fmt: skip
    assert t.city("detroit", "yellow").possible == ["revolver"]
    for move in t.legal:
        if move.notation.endswith("in detroit"):
            assert TITLE.appeal(t.state, move.id) < TITLE.appeal(t.state, t.parse("pass")), move.notation
    assert "detroit" not in best(t)


def test_greedy_takes_a_city_whose_card_it_knows_to_be_a_fortune():  # TB-49
    t = table(seats=2, turn=5, rewards="detroit_4", laid="detroit_1 detroit_2 detroit_3 detroit_revolver")
    assert best(t).endswith("in detroit")


def test_greedy_judges_by_what_it_knows_not_by_the_hidden_card():  # TB-38
    hidden = ("detroit_4", "detroit_revolver")
    looks = []
    for reward in hidden:
        other = next(card for card in hidden if card != reward)
        t = table(seats=2, turn=4, rewards=f"{reward} new_york_0 boston_3", laid="detroit_1 detroit_2 detroit_3",
                  hands=f"yellow: new_york_1 new_york_2; red: {other} boston_4")  # fmt: skip
        looks.append([TITLE.appeal(t.state, move) for move in t.legal_ids()])
    assert looks[0] == looks[1]
