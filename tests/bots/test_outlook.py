"""What search takes for the result where it stops: chances that make sense in every title."""

import numpy as np
import pytest

from fivefamilies import bots, games
from fivefamilies.core.match import Match
from tests.games.der_pate.table import table as der_pate
from tests.games.nostra_city.table import table as nostra_city
from tests.games.parrain.table import table as parrain

TITLES = games.TITLES
GAMES = 4


def chances(match: Match) -> np.ndarray:
    """Each seat's outlook."""
    out = np.zeros((match.seats, 2))
    match.title.outlook(match.state, out)
    return out[:, 1]


def foreseen(slug: str, seats: int) -> list[float]:
    """What the outlook gave to those who won at last, on every seventh move of the second half of greedy games."""
    found = []
    for seed in range(GAMES):
        match, player, seen = Match(slug, seats, seed=f"outlook {seed}"), bots.bot("greedy"), []
        while not match.is_over:
            if len(match.played) % 7 == 0:
                seen.append(chances(match))
                assert np.all(seen[-1] >= 0) and seen[-1].sum() <= 1 + 1e-9
            match.play(player.choose(match.seen(match.actor, seed=len(match.played))))
        winners = list(match.result.winners)
        found += [float(one[winners].sum()) / len(winners) for one in seen[len(seen) // 2 :] if winners]
    return found


@pytest.mark.parametrize("slug", TITLES)
def test_the_outlook_foresees_the_winner(slug):
    seats = min(games.title(slug).seats)
    found = foreseen(slug, seats)
    assert np.mean(found) > 1.2 / seats, f"{np.mean(found):.2f} of {seats} seats"


def test_in_the_last_round_a_turn_still_to_come_is_worth_a_lot():  # DP-31, DP-85
    level = "corleone influence 12, tattaglia influence 12"
    before = der_pate(1, "grey 3, red 1, black 1, white 1", seats=2, round=7, ko="influence", markers=(2, 4), tracks=level)
    after = der_pate(5, seats=2, round=7, ko="influence", markers=(2, 4), tracks=level)
    assert chances(before)[0] > chances(after)[0] + 0.2


def test_tokens_in_an_open_neighbourhood_give_hope_before_they_give_control():  # JP-42, JP-45
    nothing = chances(parrain({}, cash="1000 1000"))
    some = chances(parrain({"little_italy": "..11\n.1.."}, cash="1000 1000"))
    more = chances(parrain({"little_italy": "..11\n111."}, cash="1000 1000"))
    assert nothing[0] == pytest.approx(0.5) and nothing[0] < some[0] < more[0]


def test_a_bribe_on_the_pile_frees_more_than_one_at_hand_and_that_more_than_none():  # NC-65, NC-74
    def free(banks: str, pile: str) -> float:
        """Nobody was turned, so somebody takes over just when the Godfather walks free."""
        return float(chances(nostra_city("trial", own="black: luca_donata", month=5, marker=12, banks=banks, pile=pile)).sum())

    assert free("", "") < free("black: b20i", "") < free("", "b20i") < 1


def test_after_the_last_trial_only_the_count_decides():  # NC-77
    def free(pile: str, **more: str) -> float:
        last = nostra_city("v5", hands="red: anger", turn="red", month=6, marker=12, banks="white: b50i", pile=pile, **more)
        return float(chances(last).sum())

    assert free("b10i") < 0.1 and free("b20i") > 0.9
    assert free("b20i", street="nypd - - -") < 0.1


def test_a_snitch_hopes_for_what_the_others_fear():  # NC-78, NC-93
    turned = chances(nostra_city(hands="black: fbi_snitch", month=4, marker=18))
    loyal = chances(nostra_city(hands="black: fbi_snitch", month=4, marker=3))
    assert turned[0] > 0.8 > 0.2 > loyal[0]


def test_in_june_a_bonus_card_within_reach_is_worth_more_than_its_money():  # NC-80
    level = chances(nostra_city("trial", own="black: luca_donata", month=6, banks="black: b10g; white: b10g; red: b5"))
    richer = chances(nostra_city("trial", own="black: luca_donata", month=6, banks="black: b10g b5; white: b10g; red: b5"))
    richest = chances(nostra_city("trial", own="black: luca_donata", month=6, banks="black: b10g b5 b5; white: b10g; red: b5"))
    assert richer[0] > 1.2 * level[0] and richer[0] < richest[0] < 1.05 * richer[0]


def standing(**table: object) -> float:
    """Black's part of the chances of all, the verdict set aside."""
    found = chances(nostra_city(marker=1, **table))
    return float(found[0] / found.sum())


def test_a_man_whose_power_wins_cards_is_worth_more_until_june():  # NC-81
    def lead(month: int) -> float:
        return standing(own="black: enzo_baldini", month=month) - standing(own="black: bruno_calvano", month=month)

    assert lead(1) > 0.08 and lead(6) == pytest.approx(0)


def test_turfs_that_match_are_worth_more():  # NC-29
    apart = standing(own="black: brooklyn_gambling bronx_drugs; white: queens_prostitution")
    others = standing(own="black: brooklyn_gambling bronx_drugs; white: queens_drugs")
    together = standing(own="black: brooklyn_gambling bronx_gambling; white: queens_prostitution")
    assert apart < others < together


def test_a_title_is_worth_more_than_its_respect():  # NC-60, NC-78
    assert standing(month=6, title=[0, -1, -1]) > standing(month=6, zealous=[3, 0, 0, 0, 0]) > 0.5


def test_an_innocent_bill_is_kept_for_the_jury():  # NC-43, NC-65
    assert standing(banks="black: b20i") < standing(banks="black: b20g")


def looks_of(match: Match) -> dict[str, float]:
    """How the legal moves look at first sight."""
    return {match.notation(move): match.title.appeal(match.seen(match.actor).state, move) for move in match.legal_ids()}


def test_at_first_sight_a_racket_is_opened_where_a_dollar_brings_most():
    """Le Jeu du Parrain: a cheap racket in a small neighbourhood looks better than a dear one in a large one."""
    looks = looks_of(Match("parrain", 2, seed=1))
    assert looks["open docks extortion"] > looks["open east_side bootlegging"]
    assert looks["open wall_street loansharking"] > looks["open harlem bookmaking"]
    assert looks["open wall_street loansharking"] > looks["open wall_street bookmaking"], "4,900 for 1,200, not 6,300 for 2,400"


def test_at_first_sight_paybacks_are_held_that_bring_nothing_but_harm():  # NC-92, NC-R27
    rival = {"own": "white: alba_baldini guido_donata bronx_drugs queens_drugs", "banks": "white: b5", "pile": "b5"}
    hand = "shame_of_you contract burglary kidnapping takeover turn_the_jury hush_money"
    looks = looks_of(nostra_city("v1", hands=f"black: {hand}", **rival))
    assert {move for move in looks if looks[move] > looks["pass"]} == {"play burglary", "play takeover"} and len(looks) == 8
