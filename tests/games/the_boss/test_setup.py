"""What is in the box of The Boss, the set-ups, the deal."""

from collections import Counter
from fractions import Fraction

import pytest

from fivefamilies.core.errors import BadEdition, BadOption, BadSeats, IllegalMove
from fivefamilies.core.match import Match
from fivefamilies.games.the_boss.components import (
    CITY_OF,
    COLOURS,
    EXPERTS,
    OCCASIONALS,
    SEATS,
    Card,
    City,
    data,
    face_name,
    parts,
)
from tests.games.the_boss.table import TITLE, Table, table

SETUPS = {row["id"]: row for row in data()["setups"]}


def faces(city: City) -> list[str]:
    return [face_name(card.face) for card in parts().cards if card.city == city]


def test_the_box_holds_27_city_cards_8_characters_5_police_cards_and_36_cubes():  # TB-1, TB-3, TB-4
    assert len(parts().cards) == 27 and len(parts().cities) == 8
    assert {row["id"]: row["count"] for row in data()["police_cards"]} == {"double": 1, "silver": 2, "gold": 2}
    assert SEATS * (EXPERTS + OCCASIONALS) == 36 and len(COLOURS) == SEATS == 4


def test_city_cards_per_city():  # TB-2
    counts = {City(city).name: n for city, n in Counter(CITY_OF.tolist()).items()}
    assert counts == {
        "NEW_YORK": 4, "BOSTON": 4, "DETROIT": 5, "CINCINNATI": 4, "PHILADELPHIA": 3, "MEMPHIS": 4, "KANSAS_CITY": 3,
    }  # fmt: skip


def test_every_city_lists_exactly_the_faces_of_its_cards():  # TB-24, TB-25, TB-R23, V1
    assert faces(City.DETROIT) == ["1", "2", "3", "4", "revolver"]
    assert faces(City.NEW_YORK) == ["0", "1", "2", "3"]
    assert faces(City.BOSTON) == ["3", "4", "prison", "hospital"]
    assert faces(City.KANSAS_CITY) == ["2", "3", "revolver"]
    assert faces(City.CINCINNATI) == ["1", "2", "3", "ban"]
    assert faces(City.MEMPHIS) == ["1", "2", "3", "hospital"]
    assert faces(City.PHILADELPHIA) == ["3", "revolver", "prison"]
    assert faces(City.CHICAGO) == []
    assert table().city("detroit").faces == faces(City.DETROIT)


def test_two_to_four_players():  # TB-5
    assert TITLE.seats == (2, 3, 4)
    with pytest.raises(BadSeats, match="2 to 4 players, not 5"):
        Match(TITLE, 5)


def test_everybody_starts_with_six_experts_three_occasionals_no_ban_and_no_money():  # TB-6, TB-12, TB-R4
    for gang in Table(TITLE, 4, by_hand=True).view().gangs:
        assert (gang.experts, gang.occasionals, gang.money, gang.space, gang.lap) == (6, 3, 0, 0, 0)
        assert gang.ban is None and gang.prison == [] and gang.hospital == gang.dead == gang.used == 0


@pytest.mark.parametrize(
    ("seats", "row", "cards"),
    [
        (2, "new_york chicago boston detroit", 13),
        (3, "new_york chicago boston detroit kansas_city cincinnati", 20),
        (4, "new_york chicago boston detroit kansas_city cincinnati memphis philadelphia", 27),
    ],
)
def test_the_usual_cities_in_ascending_number_with_chicago_second(seats, row, cards):  # TB-7, TB-8, TB-10, TB-11, TB-R1
    match = Table(TITLE, seats, by_hand=True)
    assert match.row == row.split()
    assert sum(len(city.faces) for city in match.view().row) == cards


@pytest.mark.parametrize("setup", SETUPS)
def test_every_set_up_has_a_reward_a_city_and_five_cards_a_hand(setup):  # TB-8, TB-14, TB-63, V3
    seats, cities = SETUPS[setup]["players"], SETUPS[setup]["cities"]
    match = Table(TITLE, seats, {"setup": setup}, seed=setup)
    assert len(match.played) == 1 + 5 * seats + len(cities) == 1 + SETUPS[setup]["city_cards"]
    assert [sum(gang.backs.values()) for gang in match.view().gangs] == [5] * seats
    names = [City(number).name.lower() for number in cities]
    assert match.row == [names[0], "chicago", *names[1:]], "Chicago lies second, also without card 1 or 2"  # TB-R2
    held = Counter()
    for gang in match.view().gangs:
        held.update(gang.backs)
    assert all(held[city.id] == len(city.faces) - 1 for city in match.view().row if city.faces)


def test_there_are_twenty_set_ups_and_3_5_6_is_not_one():  # TB-63, TB-R3
    assert len(SETUPS) == 20
    assert Counter(row["players"] for row in SETUPS.values()) == {2: 11, 3: 8, 4: 1}
    assert [3, 5, 6] not in [row["cities"] for row in SETUPS.values()]
    with pytest.raises(BadOption, match="2-356"):
        Match(TITLE, 2, {"setup": "2-356"})


def test_the_numbers_of_the_cities_are_the_only_ones_that_fit_the_printed_list():  # TB-R1
    cards = {city: int((city == CITY_OF).sum()) for city in City}
    for row in SETUPS.values():
        assert sum(cards[City(n)] for n in row["cities"]) == 5 * row["players"] + len(row["cities"])
    assert (City.DETROIT, City.KANSAS_CITY, City.CINCINNATI, City.MEMPHIS, City.PHILADELPHIA) == (3, 4, 5, 6, 7)
    assert SETUPS["3-default"]["cities"] == [1, 2, 3, 4, 5]
    assert sum(row["cities"] == [1, 2, 3, 4, 5] for row in SETUPS.values()) == 1, "the list names only alternatives to it"


def test_a_set_up_is_for_its_number_of_players():  # TB-63
    with pytest.raises(BadOption, match="set-up 3-23456 is for 3 players, not 2"):
        Match(TITLE, 2, {"setup": "3-23456"})
    assert Table(TITLE, 2, {"setup": "2-default"}, by_hand=True).row == Table(TITLE, 2, by_hand=True).row


def test_the_set_up_holds_for_the_whole_game():  # TB-63
    match = Table(TITLE, 2, {"setup": "2-4567"}, seed=4)
    for _ in range(2):
        match.finish_round().deal()
    assert sorted(match.row) == ["chicago", "cincinnati", "kansas_city", "memphis", "philadelphia"]


def test_the_first_player_is_random_or_chosen():  # TB-9, TB-R22
    match = Table(TITLE, 3, by_hand=True)
    assert match.phase == "first" and match.chances() == ([0, 1, 2], [1, 1, 1])
    match.play("first blue")
    assert match.view().reference == 2 and match.phase == "reward"
    match = Table(TITLE, 3, {"first_seat": 1}, by_hand=True)
    assert match.view().reference == 1 and match.phase == "reward"
    assert match.deal().up == "red"
    with pytest.raises(BadOption, match="first seat 2"):
        Match(TITLE, 2, {"first_seat": 2})


def test_first_the_rewards_left_to_right_then_the_hands_clockwise_one_card_at_a_time():  # TB-13, TB-14, TB-26
    match = Table(TITLE, 3, {"first_seat": 2}, by_hand=True)
    drawn_from = []
    while match.phase == "reward":
        moves, weights = match.chances()
        assert set(weights) == {1}
        drawn_from.append({City(CITY_OF[card]).name.lower() for card in moves})
        match.draw()
    assert drawn_from == [{"new_york"}, {"boston"}, {"detroit"}, {"kansas_city"}, {"cincinnati"}], "Chicago has no card"
    order = []
    while match.phase == "deal":
        before = [sum(gang.backs.values()) for gang in match.view().gangs]
        match.draw()
        after = [sum(gang.backs.values()) for gang in match.view().gangs]
        order.append([b - a for a, b in zip(before, after, strict=True)].index(1))
    assert order == [2, 0, 1] * 5 and match.up == "blue"


def test_the_deal_draws_every_city_card_that_is_left_with_the_same_weight():  # TB-14, TB-R5
    match = Table(TITLE, 2, {"first_seat": 0}, by_hand=True)
    counts = []
    while match.actor == -1:
        moves, weights = match.chances()
        assert weights == [1] * len(moves) == [1] * len(set(moves))
        counts.append(len(moves))
        match.play(moves[-1])
    assert counts == [4, 4, 5, *range(10, 0, -1)]
    with pytest.raises(IllegalMove, match="not what is asked"):
        match.play("reveal boston prison" if match.phase == "place" else "pass")


def test_a_card_is_drawn_once_and_only_for_its_own_city():  # TB-13
    match = Table(TITLE, 2, {"first_seat": 0}, by_hand=True)
    assert match.why_not("draw boston 3") == "that card cannot be drawn now"
    match.moves("draw new_york 0", "draw boston 3", "draw detroit 1")
    assert match.why_not("draw boston 3") == "that card cannot be drawn now" and match.why_not("draw boston 4") is None
    assert match.why_not("draw memphis 1") == "that card cannot be drawn now", "its city is in the box"


def test_the_police_deck_has_five_cards_in_no_order():  # TB-15, TB-R17
    t = table(turn=3, phase="police", seats=4)
    assert t.chances() == ([0, 1, 2], [1, 2, 2]) and t.view().police_left == 5
    t = table(turn=3, phase="police", round=3, police="silver silver")
    assert t.chances() == ([0, 2], [1, 2])
    t.play("police double")
    assert t.view().police == ["double", "silver", "silver"] and t.view().police_left == 2


def test_the_length_of_the_game_over_all_orders_of_the_police_deck():  # TB-18, TB-19, V7
    def lengths(police: str, number: int, chance: Fraction) -> dict[int, Fraction]:
        t = table(turn=3, phase="police", round=number, police=police)
        found: dict[int, Fraction] = {}
        moves, weights = t.chances()
        for move, weight in zip(moves, weights, strict=True):
            share = chance * weight / sum(weights)
            t.play(move)
            if t.view().is_last_round:
                found[number] = found.get(number, 0) + share
            else:
                for rounds, part in lengths(" ".join(t.view().police), number + 1, share).items():
                    found[rounds] = found.get(rounds, 0) + part
            t.undo(1)
        return found

    assert lengths("", 1, Fraction(1)) == {3: Fraction(6, 30), 4: Fraction(18, 30), 5: Fraction(6, 30)}


# ---------------------------------------------------------------- editions


def test_an_owner_of_the_printed_game_replaces_faces_colours_and_track():  # TB-24, TB-R15
    edition = {
        "city_cards": [{"index": 5, "value": 2}, {"index": 16, "kind": "sanction", "effect": "hospital"}],
        "back_colours": [{"city": "boston", "colour": "pink"}],
        "track_display": {"spaces": 30},
    }
    t = table(seats=3, edition=edition, hands="yellow: boston_4 cincinnati_1")
    assert t.city("boston").faces == ["3", "2", "prison", "hospital"] and t.city("boston").colour == "pink"
    assert t.city("cincinnati").faces == ["hospital", "2", "3", "ban"]
    t.play("pass")
    assert t.can("reveal boston 2", "reveal cincinnati hospital")


def test_a_replaced_face_pays_by_the_edition():  # TB-49
    edition = {"city_cards": [{"index": int(Card.BOSTON_4), "value": 9}]}
    t = table("boston: yellow 1", seats=2, rewards="boston_4", turn=5, edition=edition).finish_round()
    assert t.money() == [9, 0]


def test_equal_faces_of_a_city_keep_their_own_words():  # TB-24
    t = table(seats=2, edition={"city_cards": [{"index": 0, "value": 1}]}, hands="yellow: new_york_0 new_york_1")
    t.play("pass")
    assert t.can("reveal new_york 1 number 1", "reveal new_york 1 number 2")


@pytest.mark.parametrize(
    ("edition", "message"),
    [
        ({"police_cards": []}, "'police_cards' cannot be replaced"),
        ({"city_cards": {"index": 1}}, "must be a list of tables, each with its index"),
        ({"city_cards": [{"index": 27, "value": 1}]}, "there is no city card '27'; they go from 0 to 26"),
        ({"city_cards": [{"index": 5, "city": "new_york", "value": 1}]}, "belongs to boston; the number of cards"),
        ({"city_cards": [{"index": 5, "value": 10}]}, "pays '10'; a card pays 0 to 9"),
        ({"city_cards": [{"index": 5, "value": "3"}]}, "pays '3'"),
        ({"city_cards": [{"index": 5, "effect": "bomb"}]}, "has the effect 'bomb'; there are revolver, prison"),
        ({"city_cards": [{"index": 5}]}, "needs a value"),
        ({"city_cards": [{"index": 5, "kind": "gain", "effect": "ban"}]}, "needs a value"),
        ({"city_cards": [{"index": 5, "value": 1, "name": "x"}]}, "'name' of city_cards cannot be replaced"),
        ({"city_cards": [{"index": 5, "effect": "ban"}]}, "2 cities have a ban card, but each player has one ban pawn"),
        ({"back_colours": [{"city": "rome", "colour": "red"}]}, "needs a colour for one of"),
        ({"track_display": {"spaces": 0}}, "needs its number of spaces"),
    ],
)
def test_an_edition_that_does_not_fit_gets_a_clear_sentence(edition, message):  # TB-2, TB-R21
    with pytest.raises(BadEdition, match=message):
        parts(edition)
