"""Components, board and set-up of Der Pate."""

import re
from pathlib import Path

import pytest

import fivefamilies
from fivefamilies.core import matchfile
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.errors import BadOption, BadSeats, IllegalMove
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.games import title
from fivefamilies.games.der_pate.components import EVENT_IDS, Colour, Effect, Token, Track, data, parts
from tests.games.der_pate.table import FAMILIES, Table, before_card, table

TITLE = title("der_pate")
EAST_SIDE, LITTLE_ITALY = "district East Side", "district Little Italy & Chinatown"
VILLAGE, LOWER = "district Greenwich Village & Soho", "district Lower Manhattan"


def drafted(seats: int, *districts: str, car: int = 1, **options) -> Table:
    return Table(TITLE, seats, options, by_hand=True).moves(f"car {car}", *districts)


# ---------------------------------------------------------------- components and board


def test_two_to_four_players_each_lead_one_of_four_families():  # DP-1
    assert TITLE.seats == (2, 3, 4)
    assert [Table(TITLE, 4).seat_name(seat) for seat in range(4)] == ["Corleone", "Tattaglia", "Barzini", "Stracci"]
    for seats in (1, 5):
        with pytest.raises(BadSeats, match="for 2 to 4 players"):
            Match(TITLE, seats)


def test_families_differ_in_nothing_but_their_name():  # DP-R27
    t = Table(TITLE, 4, {"setup": "preset"}, by_hand=True)
    sides = [t.of(family) for family in FAMILIES]
    starts = {(side.reserve, side.cash, side.debts_home, side.friends, tuple(side.tracks.values())) for side in sides}
    assert starts == {(4, 10_000, 5, 0, (0, 0, 0, 0))}


def test_the_box_holds_what_the_rulebook_lists():  # DP-3
    box = data()["components"]
    assert box["family_members_per_colour"] == 7 and box["friend_tokens"] == 13 and box["debt_tokens_per_colour"] == 5
    assert len(Token) == 2 * 12 // 4 and box["event_cards"] == len(parts().events) == 10
    assert box["dice"] == len(Colour) == 4 and len(Track) == 4


def test_twelve_businesses_in_four_districts_of_three():  # DP-4, V1
    businesses = table().view().businesses
    assert [business.district for business in businesses] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [business.number for business in businesses].count(2) == 3 and businesses[2].type == "smuggling"
    assert [n for n, business in enumerate(businesses) if business.number == 5] == [1, 7]


def test_the_car_stops_in_front_of_any_business_and_the_street_is_a_ring():  # DP-5
    t = Table(TITLE, 2, by_hand=True)
    assert t.offered == {f"car {n}" for n in range(1, 13)}
    assert before_card(car=11).moves("card E02").view().car == 1


def test_the_river_and_the_prison_have_their_own_members_and_the_event_tracks_end_at_the_ko_space():  # DP-6
    t = table(tombs="corleone 1", hudson="corleone 2", markers=(4, 1), ko="reputation")
    assert (t.of("corleone").tombs, t.of("corleone").hudson, t.of("corleone").reserve) == (1, 2, 1)
    assert t.view().ko_track == "reputation" and t.view().markers == {"grey": 4, "red": 1}


def test_each_player_has_four_development_tracks():  # DP-7, DP-R1
    assert [track.name.lower() for track in Track] == ["reputation", "influence", "revenue", "favours"]
    assert list(table().of("stracci").tracks) == [track.name.lower() for track in Track]


# ---------------------------------------------------------------- set-up


def test_everybody_starts_with_seven_members_five_debt_tokens_and_four_markers_at_the_start():  # DP-8
    t = Table(TITLE, 3, by_hand=True)
    for family in FAMILIES[:3]:
        side = t.of(family)
        assert (side.reserve, side.debts_home, set(side.tracks.values())) == (7, 5, {0})


def test_six_different_tokens_lie_on_reputation_and_influence():  # DP-9, DP-R3
    t = Table(TITLE, 2, by_hand=True)
    assert set(t.of("corleone").tokens.values()) == {"on_track"} and len(t.of("corleone").tokens) == 6
    rows = data()["action_tokens"]
    assert [row["colour"] for row in rows] == ["grey"] * 3 + ["red"] * 3
    assert [row["track"] for row in rows] == ["reputation"] * 3 + ["influence"] * 3


def test_the_start_player_is_random_or_chosen():  # DP-10, DP-R19
    t = Table(TITLE, 3, {"first_seat": "random"}, by_hand=True)
    assert t.phase == "first" and t.up == "chance" and t.chances() == ([0, 1, 2], [1, 1, 1])
    assert t.view().start_player is None
    t.play("first tattaglia")
    assert t.view().start_player == 1 and t.up == "corleone" and t.lines(0) == ["Tattaglia is the start player"]
    assert Table(TITLE, 3, {"first_seat": 2}, by_hand=True).up == "tattaglia", "Barzini's right-hand neighbour begins the draft"
    assert Match(TITLE, 3, seed=1).options["first_seat"] == "random"
    with pytest.raises(BadOption, match="first seat 2: with 2 players the seats are 0 to 1"):
        Match(TITLE, 2, {"first_seat": 2})


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_start_player_is_the_same_in_all_seven_rounds_and_is_asked_first(first):  # DP-10, DP-28, DP-30, DP-31, DP-R19
    match, turns, asked = Match(TITLE, 3, {"first_seat": first}, seed=4), {}, {}
    while not match.is_over:
        view = match.view()
        if view.turn is not None and view.turn not in turns.setdefault(view.round, []):
            turns[view.round].append(view.turn)
        if view.phase == "choice":
            asked.setdefault(view.round, []).append(view.asked)
        match.play(match.legal_ids()[0])
    clockwise = [first, (first + 1) % 3, (first + 2) % 3]
    assert turns == dict.fromkeys(range(1, 8), clockwise)
    assert asked and all(seats == clockwise for seats in asked.values())


def test_the_draft_goes_counter_clockwise_to_whoever_is_the_start_player():  # DP-11, DP-12, DP-R19
    t = Table(TITLE, 4, {"first_seat": 1}, by_hand=True)
    assert t.up == "corleone" and t.phase == "car"
    t.moves("car 8", EAST_SIDE, VILLAGE, LOWER)
    assert t.up == "tattaglia" and t.offered == {LITTLE_ITALY}
    assert t.moves(LITTLE_ITALY).owners == "s s s c c c t t t b b b" and t.phase == "card"


def test_a_match_written_before_there_was_a_choice_begins_with_the_first_seat():  # DP-R19
    file = Path(__file__).parent / "matches" / "before_first_seat.match.json"
    assert "first_seat" not in matchfile.read(file)["options"]
    match = matchfile.load(file)
    assert match.is_over and match.options["first_seat"] == 0 and match.view().start_player == 0
    assert matchfile.verify(matchfile.read(file)) > 0 and "first_seat" in matchfile.to_dict(match)["options"]


def test_the_right_hand_neighbour_puts_the_car_then_takes_a_district():  # DP-11
    t = Table(TITLE, 4, by_hand=True)
    assert t.up == "stracci" and t.phase == "car"
    t.play("car 8")
    assert t.up == "stracci" and t.phase == "district" and t.view().car == 7
    t.play(EAST_SIDE)
    assert t.owners == "- - - s s s - - - - - -" and t.of("stracci").reserve == 4


def test_four_players_draft_counter_clockwise_and_the_start_player_gets_the_rest():  # DP-12, V7, DP-R33
    t = drafted(4, EAST_SIDE)
    assert t.up == "barzini" and EAST_SIDE not in t.offered
    with pytest.raises(IllegalMove, match="that district is taken"):
        t.play(EAST_SIDE)
    t.play(VILLAGE)
    assert t.up == "tattaglia"
    t.play(LOWER)
    assert t.up == "corleone" and t.offered == {LITTLE_ITALY}, "asked although there is no choice"
    t.play(LITTLE_ITALY)
    assert t.owners == "b b b s s s c c c t t t"
    assert [t.of(family).reserve for family in FAMILIES] == [4] * 4 and t.phase == "card"


def test_with_three_players_one_district_is_neutral_with_two_players_two():  # DP-13
    t = drafted(3, EAST_SIDE, VILLAGE)
    assert t.up == "corleone" and t.offered == {LITTLE_ITALY, LOWER}
    assert t.moves(LOWER).owners == "t t t b b b n n n c c c"
    t = drafted(2, EAST_SIDE)
    assert t.up == "corleone" and t.offered == {VILLAGE, LITTLE_ITALY, LOWER}
    assert t.moves(VILLAGE).owners == "c c c t t t n n n n n n"


def test_seven_of_ten_cards_come_one_by_one_all_unseen_ones_equally_likely():  # DP-14
    match, seen = Match(TITLE, 2, {"setup": "preset", "first_seat": 0}, by_hand=True, seed=3), []
    while not match.is_over:
        if match.view().phase == "card":
            moves, weights = match.chances()
            assert len(moves) == 10 - len(seen) and set(weights) == {1}
            assert [EVENT_IDS[move] for move in moves] == match.view().unseen
            seen.append(match.draw().notation)
        elif match.actor < 0:
            match.draw()
        else:
            match.play(match.legal_ids()[0])
    assert len(set(seen)) == 7


def test_everybody_may_know_all_ten_cards_and_which_are_still_to_come():  # DP-15
    t = before_card(seen="E01 E05")
    for language in LANGUAGES:
        say = words(language, TITLE.package)
        assert len({say(words_of) for card in t.parts.events for words_of in (card.title, card.text)}) == 20
    assert t.view(OBSERVER).unseen == [card for card in EVENT_IDS if card not in ("E01", "E05")]


def test_thirteen_friends_wait_in_brooklyn():  # DP-16
    assert Table(TITLE, 4, by_hand=True).view().brooklyn == 13


def test_everybody_starts_with_ten_thousand_dollars():  # DP-17, DP-R32
    assert Table(TITLE, 4, by_hand=True).cash() == [10, 10, 10, 10]


def test_event_markers_start_at_their_start_spaces():  # DP-18
    view = Table(TITLE, 4, by_hand=True).view()
    assert view.markers == {"grey": 0, "red": 0} and view.ko_track is None


def test_the_first_game_layout_replaces_the_draft():  # DP-19, DP-R28
    t = Table(TITLE, 3, {"setup": "preset"}, by_hand=True)
    assert t.phase == "card" and t.view().car == 0 and t.owners == "c c c t t t b b b n n n"
    assert [t.of(family).reserve for family in FAMILIES[:3]] == [4, 4, 4]
    assert t.parts.families[0].colour == "green", "green is the start player"
    assert Table(TITLE, 3, preset="first_game", by_hand=True).position() == t.position()


def test_no_quotation_of_the_film_is_in_the_data():  # DP-R29
    assert all(set(row) == set(data()["events"][0]) for row in data()["events"]), "title and text of our own, nothing else"
    folder = Path(fivefamilies.__file__).parent / "games" / "der_pate"
    assert not re.search(r"quote|quotation\s*=", (folder / "components.toml").read_text("utf-8"))


def test_the_ten_cards_have_the_structure_of_the_rulebook():  # DP-23, DP-26, DP-29, DP-58, DP-66
    cards = parts().events
    assert [card.grey_or_red for card in cards].count(0) == 5
    assert sorted(card.car for card in cards) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [row["timing"] for row in data()["events"]].count("turn_start") == 2
    assert [row["protection"] for row in data()["events"]].count("overridden") == 1
    assert [card.effect for card in cards].count(Effect.ALL_TAKEOVER) == 1
