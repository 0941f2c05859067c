"""The search: no cheating, the same answer for the same seed, budgets kept, legal moves on every title, bounded memory."""

import math
import subprocess
import sys
import time

import numpy as np
import pytest

from fivefamilies import bots, games
from fivefamilies.bots.search import MOST_NODES, Knobs, Search, Tree
from fivefamilies.core.chance import generator
from fivefamilies.core.errors import UnknownBot
from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap
from fivefamilies.games.family_business.state import Fate

TITLES = games.TITLES


def midway(slug: str, seats: int | None = None, seed: str = "midway", moves: int = 60) -> Match:
    """A match some way in, at a decision with several moves."""
    match = Match(slug, seats, seed=seed)
    player = bots.bot("random")
    while not match.is_over and (len(match.played) < moves or len(match.legal_ids()) < 3):
        match.play(player.choose(match.seen(match.actor, seed=len(match.played))))
    assert not match.is_over
    return match


def test_the_search_is_compiled_once_for_all_processes():
    """Named tuples of arrays and functions among its arguments do not keep Numba from finding it again."""
    Tree(games.title("the_boss"))
    code = (
        "from fivefamilies import games; from fivefamilies.bots.search import Tree; "
        "told = Tree(games.title('the_boss')).run.stats; print(len(told.cache_hits), len(told.cache_misses))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == ["1", "0"]


@pytest.mark.parametrize("slug", TITLES)
def test_positions_that_look_the_same_to_a_seat_get_the_same_move(slug):
    """The seat's entry is what it sees: change everything it cannot know, and it thinks the same thoughts."""
    match = midway(slug)
    seat, real = match.actor, match.state
    thoughts = []
    for other in range(3):
        match.state = match.title.state.copy(real)
        if other:
            match.title.guess(match.state, seat, generator(other))
        bot = Search("300")
        thoughts.append([(one.move, one.visits, one.worth) for one in bot.rate(match.seen(seat, seed=5))])
    assert thoughts[0] == thoughts[1] == thoughts[2]


@pytest.mark.parametrize("slug", TITLES)
def test_the_same_seed_and_simulations_give_the_same_thoughts_and_another_seed_others(slug):
    match = midway(slug)
    first, again, other = (Search("200").rate(match.seen(match.actor, seed=seed)) for seed in (1, 1, 2))
    assert first == again and first != other


@pytest.mark.parametrize("slug", TITLES)
def test_every_simulation_is_counted_and_goes_through_one_root_move(slug):
    match = midway(slug)
    bot = Search("250")
    rated = bot.rate(match.seen(match.actor))
    assert sum(one.visits for one in rated) == 250 == bot.done == bot.trees[0].memory.nodes[0]["visits"]
    assert {one.move for one in rated} == set(match.legal_ids())
    assert all(0 <= one.worth <= 1 for one in rated) and rated[0].visits == max(one.visits for one in rated)
    assert sum(bot.chances()) <= match.seats and bot.simulated > 250


@pytest.mark.parametrize("slug", TITLES)
@pytest.mark.parametrize("budget", [0.05, 0.2])
def test_a_budget_of_time_is_kept_within_a_fifth(slug, budget):
    match = midway(slug)
    bot = Search(f"{int(budget * 1000)}ms")
    bot.choose(match.seen(match.actor))  # the first answer loads the compiled code
    spent, waited = [], []
    for seed in range(5):
        seen, began, wall = match.seen(match.actor, seed=seed), time.thread_time(), time.perf_counter()
        bot.choose(seen)
        spent.append(time.thread_time() - began)
        waited.append(time.perf_counter() - wall)
    assert np.median(spent) < 1.2 * budget
    assert min(waited) < 2.4 * budget, "even on a busy machine nobody waits for long"
    assert max(spent) > 0.5 * budget or min(waited) > budget, "the budget is used"


@pytest.mark.parametrize("slug", TITLES)
def test_search_plays_legal_moves_on_every_seat_count(slug):
    decisions = 0
    for seats in games.title(slug).seats:
        match = Match(slug, seats, seed=f"legal {seats}")
        player = Search("8:horizon=6")
        while not match.is_over:
            move = player.choose(match.seen(match.actor, seed=len(match.played)))
            assert move in match.legal_ids()
            match.play(move)
            decisions += 1
    assert decisions > 50


def test_memory_is_bounded_over_a_thousand_moves():
    match = midway("family_business", 6)
    bot = Search("20")
    for turn in range(1000):
        bot.choose(match.seen(match.actor, seed=turn))
    assert len(bot.trees) == 1 and len(bot.trees[0].memory.nodes) == MOST_NODES
    assert sum(array.nbytes for array in (*bot.trees[0].memory, *bot.trees[0].scratch)) < 40_000_000


def test_a_full_tree_goes_on_thinking():
    match = midway("family_business", 4)
    one = Tree(match.title, most_nodes=100, most_priors=50)
    one.plant(match.seen(match.actor), 1)
    one.think(2000, Knobs().settings(match.title, match.seats))
    assert one.counts["nodes"] == 100 and one.root_node()["visits"] == 2000
    assert 40 < one.counts["priors"] <= 50


def test_priors_are_kept_as_they_were_seen():
    """Where nothing is hidden and nothing is new, the kept priors are those that the appeal gives."""
    match = midway("the_boss", 2)
    bot = Search("200")
    bot.rate(match.seen(match.actor))
    one = bot.trees[0]
    priors, kept = one.memory.priors, {}
    head = int(one.root_node()["priors"])
    assert priors[head]["move"] == match.actor
    place = int(priors[head + 1]["next"])
    while place:
        kept[int(priors[place]["move"])] = priors[place]["prior"]
        place = int(priors[place]["next"])
    looks = {move: match.title.appeal(unwrap(match.seen(match.actor).state), move) for move in match.legal_ids()}
    assert set(kept) == set(looks) and max(kept, key=kept.get) == max(looks, key=looks.get)
    spread = max(looks.values()) - min(looks.values())
    assert min(kept.values()) == pytest.approx(math.exp(-match.title.sharp)) and spread > 0
    assert not one.scratch.prior_by.any()


def test_search_plays_on_for_longer_where_more_players_move():
    title = games.title("nostra_city")
    horizons = [Knobs().settings(title, seats).horizon for seats in title.seats]
    assert horizons[0] == title.horizon and horizons == sorted(set(horizons))
    assert Knobs(horizon=7).settings(title, 5).horizon == 7
    assert Knobs(horizon=0).settings(title, 5).horizon == title.bound


def test_each_title_says_how_much_first_looks_count():
    nostra, family = games.title("nostra_city"), games.title("family_business")
    usual = Knobs().settings(nostra, 3)
    assert usual.sharp == nostra.sharp < family.sharp and usual.others == nostra.others > family.others
    other = Knobs(sharp=0, others=2).settings(nostra, 3)
    assert other.sharp == 0 and other.others == 2


def favourites(one, seat: int) -> float:
    """The part of the visits to other seats' moves that goes to the most visited of each question."""
    nodes, best, whole = one.memory.nodes, 0, 0
    for node in range(int(one.counts["nodes"])):
        visits, child = [], int(nodes[node]["child"])
        while child:
            if nodes[child]["actor"] != seat:
                visits.append(int(nodes[child]["visits"]))
            child = int(nodes[child]["sibling"])
        best, whole = best + max(visits, default=0), whole + sum(visits)
    return best / whole


def test_the_others_are_thought_to_follow_their_first_looks():
    match = midway("nostra_city", 5)
    open_minded, sharp = Search("2000:others=0"), Search("2000:others=20")
    for bot in (open_minded, sharp):
        bot.rate(match.seen(match.actor, seed=5))
    assert favourites(sharp.trees[0], match.actor) > favourites(open_minded.trees[0], match.actor) + 0.1


def goes_on(match: Match, bot: Search) -> int:
    """Play with one bot on all seats until a seat has to decide again right after its own move; the visits it begins with."""
    while not match.is_over:
        seat, before = match.actor, len(match.played)
        match.play(bot.choose(match.seen(seat, seed=before)))
        if len(match.played) == before + 1 and match.actor == seat and len(match.legal_ids()) > 1 and bot.expected is not None:
            return int(bot.trees[0].root_node()["visits"])
    raise AssertionError("no seat ever went on")


@pytest.mark.parametrize("slug", TITLES)
def test_a_seat_that_goes_on_keeps_what_it_thought(slug):
    match = Match(slug, seed="goes on")
    bot, budget = Search("150"), 150
    visits = goes_on(match, bot)
    seen = match.seen(match.actor, seed=1)
    assert bot.recalls(seen) and visits > 0
    rated = bot.rate(seen)
    assert budget < sum(one.visits for one in rated) < visits + budget, "one was spent on the node itself"
    assert {one.move for one in rated} == set(match.legal_ids()) and bot.done == budget
    assert not bot.recalls(seen), "the same question again is thought about anew"
    assert sum(one.visits for one in bot.rate(seen)) == budget


def test_nothing_is_kept_for_another_seat_another_table_or_after_chance():
    match = Match("parrain", 2, seed="goes on")
    bot = Search("60")
    goes_on(match, bot)
    seat = match.actor
    assert bot.recalls(match.seen(seat)) and not bot.recalls(match.seen(1 - seat))
    assert not bot.recalls(midway("parrain", 2).seen(seat)) and not bot.recalls(midway("the_boss", 2).seen(seat))
    assert Search("60:keep=0").expected is None and not Search("60").recalls(match.seen(seat))
    while not match.is_over:
        before, seat = len(match.played), match.actor
        match.play(bot.choose(match.seen(seat, seed=before)))
        if match.is_over or match.actor != seat or len(match.played) > before + 1:
            assert match.is_over or not bot.recalls(match.seen(match.actor)), match.played[-1]


@pytest.mark.parametrize("slug", TITLES)
def test_what_is_kept_depends_on_nothing_the_seat_cannot_know(slug):
    """The same seat at tables that look the same to it: it goes on with the same thoughts."""
    thoughts = []
    for other in range(3):
        table, bot = Match(slug, seed="goes on"), Search("150")
        goes_on(table, bot)
        if other:
            table.title.guess(table.state, table.actor, generator(other))
        thoughts.append([(one.move, one.visits, one.worth) for one in bot.rate(table.seen(table.actor, seed=5))])
    assert thoughts[0] == thoughts[1] == thoughts[2]


def test_threads_think_together():
    match = midway("family_business", 4)
    bot = Search("400:threads=2")
    rated = bot.rate(match.seen(match.actor, seed=3))
    assert sum(one.visits for one in rated) == 400 and len(bot.trees) == 2
    assert rated == Search("400:threads=2").rate(match.seen(match.actor, seed=3))


def test_search_takes_the_move_that_wins_at_once():
    """The own last man stands at the wall, the rival's last man is at large, a Hit is in hand: now or never."""
    match = Match("family_business", 2, seed="hit")
    while not any(move.notation == "play hit" for move in match.legal):
        match.play(match.legal_ids()[0])
    me, s = match.actor, match.state
    s["fate"][:18] = Fate.BURIED
    s["fate"][me * 9 + 8], s["fate"][(1 - me) * 9 + 8] = Fate.LISTED, Fate.FREE
    s["buried"][:2], s["free"][me], s["free"][1 - me] = 8, 0, 1
    s["hit_list"][:] = 0
    s["hit_list"][0], s["hit_count"], s["pace"] = me * 9 + 8, 1, 1
    assert match.title.flaw(match.state, match.parts) is None
    best = Search("300").rate(match.seen(me))[0]
    assert match.notation(best.move) == "play hit" and best.worth > 0.9


@pytest.mark.parametrize("text", ["fast", "0", "0ms", "5h", "20ms:tries", "20ms:speed=2", "20ms:tries=x", "20ms:threads=0"])
def test_a_budget_or_knob_that_is_none_is_refused(text):
    with pytest.raises(UnknownBot):
        bots.bot(f"search:{text}")
