"""The police, the pay-out and the end of a game of The Boss."""

import pytest

from tests.games.the_boss.table import TITLE, Table, table

# The rulebook's worked example: the end of round 3 with four players (seed 282-299).
EXAMPLE = {
    "where": "boston: black 1; cincinnati: red 2, blue 1; chicago: red 1; detroit: blue 2, yellow 1; philadelphia: blue 1; "
             "memphis: yellow 1+1; kansas_city: yellow 2, black 1",
    "rewards": "new_york_1 boston_3 detroit_1 kansas_city_revolver cincinnati_ban memphis_1 philadelphia_3",
    "laid": "new_york_3 boston_hospital detroit_4",
    "hands": "yellow: kansas_city_3; red: cincinnati_3; blue: memphis_3; black: philadelphia_revolver",
    "turn": 5,
    "round": 3,
    "police": "silver gold double",
}  # fmt: skip


def test_the_rulebooks_example_of_a_pay_out():  # TB-21, TB-45, TB-49, TB-50, TB-53, V4
    t = table(**EXAMPLE)
    assert " ".join(t.row) == "new_york boston detroit chicago kansas_city cincinnati memphis philadelphia"
    t.finish_round()
    assert dict(zip(("yellow", "red", "blue", "black"), t.money(), strict=True)) == {"yellow": 1, "red": 3, "blue": 4, "black": 3}
    assert t.gang("red").ban == "cincinnati" and t.gang("yellow").dead == 1
    assert [t.gang(colour).dead for colour in ("red", "blue", "black")] == [0, 0, 0]


def test_chicago_in_the_same_example():  # TB-23, TB-40, TB-46, TB-47, TB-56, V5
    t = table(**EXAMPLE).finish_round()
    assert "Chicago: Red shares 7 M$ with Alcapo and earns 3 M$" in t.log()
    red = t.gang("red")
    assert red.money == 3 and red.hospital == 0 and red.experts == 6, "Boston's hospital card only counts 0"
    assert sum(t.money()) == 1 + 3 + 4 + 3, "Alcapo's four millions are nowhere"


def test_an_empty_city_pays_and_punishes_nobody():  # TB-R18
    t = table(rewards="new_york_3 detroit_revolver", turn=5).finish_round()
    assert t.money() == [0, 0, 0, 0] and all(gang.dead == 0 for gang in t.view().gangs)
    assert "New York 3 M$: nobody is there" in t.log() and "Detroit revolver: nobody is there" in t.log()
    assert not any(line.startswith("Chicago:") for line in t.log())


def test_only_the_cities_left_of_chicago_count_for_it():  # TB-46
    t = table("chicago: yellow 1; memphis: yellow 1", rewards="memphis_1", turn=5, round=1,
              laid="new_york_2 boston_4 detroit_4",
              hands="yellow: philadelphia_3; red: philadelphia_revolver; blue: memphis_2; black: memphis_3")  # fmt: skip
    assert t.row[:2] == ["new_york", "chicago"]
    assert t.finish_round().money()[0] == 1 + 1


def test_chicago_takes_the_last_card_of_each_column_whoever_laid_it_never_the_reward():  # TB-46, TB-R20
    t = table("chicago: yellow 1; detroit: yellow 1", seats=2, turn=5, round=2, go=1, order="yellow red",
              rewards="new_york_3 boston_4 detroit_1", laid="new_york_2 boston_prison new_york_0",
              hands="red: boston_3")  # fmt: skip
    assert t.row.index("chicago") == 2
    t.moves("pass", "reveal boston 3")
    assert t.money()[0] == 1 + (0 + 3) // 2, "0 laid after 2, red's 3 after the prison"


def test_the_odd_million_is_alcapos():  # TB-46, TB-56
    for last, share in (("new_york_0", 0), ("new_york_1", 0), ("new_york_2", 1), ("new_york_3", 1)):
        t = table("chicago: yellow 1; detroit: yellow 1", seats=2, turn=5, laid=last, rewards="detroit_1",
                  hands="yellow: boston_3; red: boston_4").finish_round()  # fmt: skip
        assert t.money()[0] == 1 + share


def test_a_banned_player_profits_from_that_citys_last_card_in_chicago():  # TB-R21
    t = table("chicago: yellow 1; memphis: yellow 1", turn=5, round=5, ban={"yellow": "cincinnati"}, rewards="memphis_1",
              police="silver silver gold gold double",
              laid="new_york_0 boston_prison detroit_revolver kansas_city_revolver cincinnati_3",
              hands="yellow: philadelphia_3; red: philadelphia_revolver; blue: memphis_2; black: memphis_3")  # fmt: skip
    assert t.row.index("chicago") == 5
    assert t.finish_round().money()[0] == 1 + 3 // 2


def test_experts_and_occasionals_together_make_the_majority():  # TB-45
    t = table("boston: yellow 1+2, red 2", rewards="boston_4", turn=5).finish_round()
    assert t.money() == [4, 0, 0, 0]


def test_gain_cards_pay_and_the_zero_of_new_york_is_one_of_them():  # TB-48, TB-49, TB-R23
    t = table("new_york: yellow 2", rewards="new_york_0", turn=5).finish_round()
    yellow = t.gang("yellow")
    assert yellow.money == 0 and yellow.experts == 6 and "New York 0 M$: Yellow earns it" in t.log()


@pytest.mark.parametrize(
    ("city", "card", "experts", "dead", "prison", "hospital"),
    [
        ("detroit", "detroit_revolver", 5, 1, [], 0),  # TB-50
        ("boston", "boston_prison", 5, 0, [2], 0),  # TB-51
        ("boston", "boston_hospital", 5, 0, [], 1),  # TB-52
    ],
)
def test_a_sanction_hits_one_expert_of_the_leader(city, card, experts, dead, prison, hospital):  # TB-48, TB-50, TB-51, TB-52
    t = table(f"{city}: yellow 3, red 2", rewards=card, turn=5).finish_round()
    yellow = t.gang("yellow")
    assert (yellow.experts, yellow.dead, yellow.prison, yellow.hospital) == (experts, dead, prison, hospital)
    assert t.gang("red").experts == 6 and t.money() == [0, 0, 0, 0]


def test_it_is_an_expert_standing_there_who_is_hit_even_a_single_one_among_occasionals():  # TB-R19
    t = table("detroit: yellow 1+3; boston: yellow 1; philadelphia: yellow 1", turn=5,
              rewards="detroit_revolver boston_prison philadelphia_revolver").finish_round()  # fmt: skip
    yellow = t.gang("yellow")
    assert yellow.dead == 2 and yellow.prison == [2] and yellow.experts == 3 and yellow.used == 3, "one Expert a city"


def test_a_ban_takes_effect_after_the_round_and_the_expert_comes_home():  # TB-53, TB-R21
    t = table("cincinnati: yellow 2", rewards="cincinnati_ban", turn=4)
    assert t.can("place 1 expert in cincinnati"), "not yet banned"
    t.finish_round().deal()
    while t.up != "yellow":
        t.pass_and_reveal()
    assert t.gang("yellow").experts == 6 and not t.can("place 1 expert in cincinnati")
    assert "Cincinnati ban: Yellow may never enter the city again" in t.log()


def test_a_ban_lasts_until_the_end_of_the_game():  # TB-53
    t = table(ban={"red": "cincinnati"}, turn=5, round=2)
    for _ in range(2):
        t.finish_round().deal()
    assert t.view().round == 4 and t.gang("red").ban == "cincinnati"


def test_a_prisoner_is_back_at_the_end_of_two_rounds_a_patient_after_one():  # TB-51, TB-52
    t = table("boston: yellow 1; memphis: yellow 1", rewards="boston_prison memphis_hospital", turn=5).finish_round()
    assert (t.gang("yellow").prison, t.gang("yellow").hospital, t.gang("yellow").experts) == ([2], 1, 4)
    t.deal().finish_round()
    assert (t.gang("yellow").prison, t.gang("yellow").hospital, t.gang("yellow").experts) == ([1], 0, 5)
    t.deal().finish_round()
    assert (t.gang("yellow").prison, t.gang("yellow").experts) == ([], 6)


def test_new_inmates_are_not_counted_down_in_the_round_that_sent_them_in():  # TB-51, TB-52
    t = table("boston: yellow 1", rewards="boston_prison", turn=5, round=3, prison={"yellow": [1, 2]}, hospital={"yellow": 1})
    yellow = t.finish_round().gang("yellow")
    assert sorted(yellow.prison) == [1, 2] and yellow.hospital == 0 and yellow.experts == 4


def test_experts_come_back_and_used_occasionals_are_gone_for_good():  # TB-22
    t = table("boston: yellow 2+1, red 4; memphis: yellow 1+1", rewards="boston_3 memphis_1", turn=5).finish_round()
    yellow = t.gang("yellow")
    assert (yellow.experts, yellow.occasionals, yellow.used) == (6, 1, 2)
    assert all(city.crews == [] for city in t.view().row)
    assert "2 Occasionals of Yellow leave the game" in t.log()


def test_a_round_ends_when_all_hands_are_played_and_then_all_cards_are_dealt_anew():  # TB-16, TB-R5
    t = table(turn=5, seats=2, rewards="boston_3").finish_round()
    assert t.phase == "reward" and t.view().round == 2 and t.view().turn == 0
    assert all(gang.backs == {} for gang in t.view().gangs) and all(city.column == [] for city in t.view().row)
    assert t.city("boston").possible == ["3", "4", "prison", "hospital"], "the card won comes back too"


def test_the_reference_pawn_passes_clockwise_and_its_holder_begins():  # TB-37, TB-26
    t = table(turn=5, reference="black").finish_round()
    assert t.view().reference == 0
    assert t.deal().up == "yellow" and "Round 2: Yellow deals and begins" in t.log()


def test_nobody_sees_a_reward_card_before_the_pay_out_then_everybody():  # TB-13, TB-21, TB-R6
    t = table("boston: yellow 1", turn=5, rewards="boston_4")
    assert all(t.view(seat).row[0].reward is None for seat in (-3, *range(4)))
    t.finish_round()
    assert "Boston 4 M$: Yellow earns it" in t.log()


def test_the_track_starts_at_start_its_first_space_is_one_million_and_laps_are_free():  # TB-20, TB-54, TB-55, TB-R15
    def pawn(money: int) -> tuple[int, int, int]:
        gang = table(round=5, money={"yellow": [money // 4] * 3 + [money - money // 4 * 3]}).gang("yellow")
        return gang.money, gang.lap, gang.space

    assert [pawn(n) for n in (0, 1, 24, 25, 60)] == [(0, 0, 0), (1, 1, 1), (24, 1, 24), (25, 2, 1), (60, 3, 12)]


# ---------------------------------------------------------------- the police


def test_a_police_card_is_turned_up_when_every_hand_is_down_to_two_cards():  # TB-18, TB-R17
    t = table(turn=3, go=3)
    assert t.phase == "place"
    t.pass_and_reveal()
    assert t.phase == "police" and [sum(gang.backs.values()) for gang in t.view().gangs] == [2] * 4
    t.play("police gold")
    assert t.view().turn == 4 and t.phase == "place" and t.view().gold == 1 and t.view().silver == 0


@pytest.mark.parametrize(
    ("turned", "next_card", "is_last"),
    [
        ("silver silver", "double", True),
        ("gold double", "gold", True),
        ("silver double", "gold", False),
        ("silver gold", "double", False),
        ("silver silver gold gold", "double", True),
    ],
)
def test_the_third_emblem_of_a_colour_announces_the_last_round(turned, next_card, is_last):  # TB-18, TB-59, TB-R17
    t = table(turn=3, phase="police", round=len(turned.split()) + 1, police=turned)
    t.play(f"police {next_card}")
    assert t.view().is_last_round == is_last and ("game ends after this round" in "".join(t.log())) == is_last
    t.pass_and_reveal(8)
    assert (t.view().round == len(turned.split()) + 2) != is_last or t.view().is_decisive


# ---------------------------------------------------------------- the end of the game

LAST = {"turn": 5, "round": 3, "police": "silver silver double", "seats": 3}


def test_the_richest_player_wins():  # TB-20, TB-59, TB-60
    t = table(**LAST, money={"yellow": [4], "red": [5], "blue": [1]}).finish_round()
    assert t.is_over and t.result.winners == (1,) and t.result.points == (4, 5, 1)
    assert [gang.rank for gang in t.view().gangs] == [2, 1, 3] and "Red wins" in t.log()
    assert t.result.payoffs == (0, 1, -1)


def test_first_tie_break_is_the_money_of_the_last_round_chicago_included():  # TB-61, TB-R24
    t = table("chicago: red 1; detroit: red 1", **LAST, chicago=3, rewards="new_york_0 boston_3 detroit_1",
              hands="yellow: kansas_city_2; red: kansas_city_3; blue: cincinnati_1",
              laid="new_york_3 boston_4 detroit_3", money={"yellow": [7], "red": [1]}).finish_round()  # fmt: skip
    assert t.money()[:2] == [7, 7] and t.is_over and t.result.winners == (1,)


def test_second_tie_break_is_the_reserve_after_the_sanctions():  # TB-61, TB-R14
    t = table(**LAST, money={"yellow": [5], "red": [5]}, dead={"yellow": 1}).finish_round()
    assert t.is_over and t.result.winners == (1,)
    t = table("boston: red 1", **LAST, rewards="boston_hospital", money={"yellow": [5], "red": [5]}).finish_round()
    assert t.is_over and t.result.winners == (0,), "the patient's absence is the sanction"
    t = table(**LAST, money={"yellow": [5], "red": [5]}, prison={"yellow": [1], "red": [2]}).finish_round()
    assert t.is_over and t.result.winners == (0,), "released at the end of this round counts"
    t = table(**LAST, money={"yellow": [5], "red": [5]}, used={"yellow": 1}).finish_round()
    assert t.is_over and t.result.winners == (1,), "an unused Occasional counts"


def test_inmates_may_be_possessed_too_and_then_break_ties_with_the_reserve():  # TB-61, TB-R13, TB-R14
    tied = {"money": {"yellow": [5], "red": [5]}, "options": {"possessed": "inmates_too"}}
    t = table("boston: red 1", **LAST, rewards="boston_hospital", used={"yellow": 1}, **tied).finish_round()
    assert t.is_over and t.result.winners == (1,), "the patient is still Red's, the used Occasional no longer Yellow's"
    t = table(**LAST, prison={"yellow": [2]}, dead={"red": 1}, **tied).finish_round()
    assert t.is_over and t.result.winners == (0,), "the dead are nobody's"


def test_places_after_the_first_go_by_the_same_criteria_and_may_be_shared():  # TB-R28
    t = table(turn=5, round=3, police="silver silver double", money={"black": [9], "yellow": [5], "red": [5]}).finish_round()
    assert t.is_over and [gang.rank for gang in t.view().gangs] == [2, 2, 4, 1], "no decisive round for the second place"
    assert t.result.payoffs == (0, 0, -1, 1)
    t = table(turn=5, round=3, police="silver silver double", money={"black": [9], "yellow": [5], "red": [5]},
              dead={"yellow": 1}).finish_round()  # fmt: skip
    assert [gang.rank for gang in t.view().gangs] == [3, 2, 4, 1]


def test_a_complete_tie_is_played_off_in_one_decisive_round_without_police():  # TB-62, TB-R12
    t = table(**LAST, money={"yellow": [5], "red": [5]}, reference="yellow").finish_round()
    assert not t.is_over and t.view().is_decisive and t.view().round == 4
    assert t.view().reference == 1, "the pawn passes as usual"
    assert t.row.index("chicago") == 4, "Chicago too"
    assert [gang.contends for gang in t.view().gangs] == [True, True, False]
    assert "First place is tied: a decisive round; Red deals and begins" in t.log() + t.deal().log()
    phases = set()
    while not t.is_over:
        phases.add(t.phase)
        t.play("pass" if t.phase == "place" else t.legal_ids()[0])
    assert phases == {"place", "reveal"}, "no police card is turned"


def test_everything_is_carried_over_into_the_decisive_round():  # TB-R12
    t = table(**LAST, money={"yellow": [5], "red": [5]}, prison={"yellow": [2], "red": [2]}, used={"yellow": 2, "red": 2},
              ban={"blue": "cincinnati"}).finish_round()  # fmt: skip
    assert t.view().is_decisive and t.gang("yellow").prison == [1] and t.gang("red").occasionals == 1
    assert t.gang("blue").ban == "cincinnati" and t.money() == [5, 5, 0]
    assert t.deal().view().police_left == 2


DECISIVE = {"turn": 5, "round": 4, "seats": 3, "police": "silver silver double", "contends": "yellow red"}


def test_the_decisive_round_is_won_by_money_among_the_tied():  # TB-R12
    t = table("boston: red 1", **DECISIVE, rewards="boston_3", money={"yellow": [5], "red": [5], "blue": [4]}).finish_round()
    assert t.is_over and t.result.winners == (1,) and [gang.rank for gang in t.view().gangs] == [2, 1, 3]


def test_who_was_not_tied_keeps_his_rank_whatever_he_earns():  # TB-R12
    t = table("boston: blue 1; new_york: yellow 1+1", **DECISIVE, rewards="boston_4 new_york_0",
              money={"yellow": [5], "red": [5], "blue": [4]}).finish_round()  # fmt: skip
    assert t.is_over and t.money() == [5, 5, 8]
    assert [gang.rank for gang in t.view().gangs] == [2, 1, 3], "red has the larger reserve; blue's money does not help"
    assert t.result.payoffs == (0, 1, -1)


def test_a_tie_after_the_decisive_round_is_a_shared_victory():  # TB-R12
    t = table(**DECISIVE, money={"yellow": [5], "red": [5], "blue": [4]}).finish_round()
    assert t.is_over and t.result.winners == (0, 1) and [gang.rank for gang in t.view().gangs] == [1, 1, 3]
    assert t.result.payoffs == (0.5, 0.5, -1) and "Yellow shares the victory" in t.log()


def test_players_who_always_pass_share_the_victory_after_six_rounds_at_most():  # TB-19, TB-R12
    t = Table(TITLE, 2, seed=9)
    while not t.is_over:
        t.play("pass" if t.phase == "place" else t.legal_ids()[0])
    assert t.view().is_decisive and t.view().round <= 6 and t.result.winners == (0, 1)
    assert len([p for p in t.played if p.seat >= 0]) == 20 * t.view().round


def test_rewards_lie_open_when_the_game_is_over():  # TB-16
    t = table(**LAST, rewards="boston_4", money={"yellow": [1]}).finish_round()
    assert t.is_over and t.city("boston").reward == "4"
