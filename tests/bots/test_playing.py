"""Bots of a program's own: classes, objects, functions, in a match, in the arena, in mass play."""

import subprocess
import sys

import numpy as np
import pytest

import fivefamilies as ff
from fivefamilies.core.errors import BadOption, FamiliesError, IllegalMove, UnknownBot
from fivefamilies.core.record import content
from fivefamilies.lab.mass import play_many


class Last:
    """Takes the last of the legal moves."""

    def choose(self, seen: ff.Seen) -> ff.Move:
        return seen.legal[-1]


class Told(Last):
    """The same, and keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[list[dict]] = []
        self.options: dict = {}
        self.is_closed = False

    def choose(self, seen: ff.Seen) -> str:
        self.told.append(seen.history)
        self.options = seen.options
        return seen.legal[-1].notation

    def close(self) -> None:
        self.is_closed = True


class Sulks:
    def choose(self, seen: ff.Seen) -> int:
        raise RuntimeError("not today")


def test_a_match_between_bots_takes_names_classes_and_objects():
    told = Told()
    match = ff.play("family_business", [Last, told, "random"], seats=4, options={"turncoat": True}, seed=3)
    assert match.is_over and match.seats == 4 and match.options["turncoat"] is True
    assert told.options["turncoat"] is True and not told.is_closed, "an object of the caller's own stays as it is"
    again = ff.play("family_business", [Last(), Told(), "random"], seats=4, options={"turncoat": True}, seed=3)
    assert [p.move for p in match.played] == [p.move for p in again.played], "a seed repeats everything"
    fresh = {content(ff.play("the_boss", "random", seats=2).state) for _ in range(3)}
    assert len(fresh) == 3


def test_history_grows_by_what_the_seat_is_told_and_by_nothing_else():
    told = Told()
    match = ff.play("family_business", [told, "greedy"], seats=2, seed=5)
    for before, after in zip(told.told, told.told[1:], strict=False):
        assert after[: len(before)] == before
    assert [step["told"] for step in told.told[-1]] == match.log(0)[: len(told.told[-1])]
    draws = [step for step in told.told[-1] if step["event"] == "draws"]
    assert {step["card"] is None for step in draws if step["boss"] != "capone"} == {True}
    assert {step["card"] is None for step in draws if step["boss"] == "capone"} == {False}


def test_a_bot_draws_fresh_luck_unless_a_seed_is_given():
    match = ff.Match("the_boss", 2, seed=1)
    seeds = {int(match.seen(match.actor).rng[0]) for _ in range(5)}
    assert len(seeds) == 5
    assert int(match.seen(match.actor, 4).rng[0]) == int(match.seen(match.actor, 4).rng[0])


def test_a_bot_of_ones_own_that_fails_says_so_in_a_match_and_is_counted_in_the_arena():
    with pytest.raises(RuntimeError, match="not today"):
        ff.play("the_boss", Sulks, seats=2)
    report = ff.arena("the_boss", [Sulks(), "random"], 2)
    assert [row["bot"] for row in report["bots"]] == ["Sulks", "random"]
    assert report["bots"][0]["faults"] > 0 == report["bots"][1]["faults"]


def test_the_arena_and_simulate_take_classes_and_objects():
    told = Told()
    report = ff.arena("the_boss", [told, Last, Last()], 3, seed=2)
    assert [row["bot"] for row in report["bots"]] == ["Told", "Last", "Last 2"] and report["faults"] == 0
    assert len(told.told) > 50, "the object itself has played"
    named = ff.simulate("the_boss", [Last, "random"], 4, seats=2, workers=1)
    assert [row["bot"] for row in named["bots"]] == ["Last", "random"] and named["games"] == 4
    assert named["bots"][0]["wins"] == ff.simulate("the_boss", [Last(), "random"], 4, seats=2)["bots"][0]["wins"]


@pytest.mark.parametrize("wrong", [3, object, None, [], ["greedy", 3], "gredy", [Last] * 5, [""]])
def test_what_is_no_bot_is_refused_in_words(wrong):
    for call in (ff.play, ff.simulate):
        with pytest.raises(UnknownBot):
            call("the_boss", wrong, seats=3)


def test_a_move_of_another_position_is_refused():
    match = ff.Match("the_boss", 2, seed=1)
    late = match.legal[0]
    match.play(late)
    with pytest.raises(IllegalMove, match="that is not what is asked now"):
        match.play(late)


# ---------------------------------------------------------------- mass play


def cautious(s, move):
    """A look of a program's own: the first moves look best."""
    return -move


def test_mass_play_takes_policies_by_name_and_functions_of_ones_own():
    title = ff.title("the_boss")
    setting = title.encode(title.settle())

    def played(*policies):
        return play_many(title, 2, setting, 60, 3, policies, workers=1)

    assert (played("random", "greedy").payoffs == played(0, 1).payoffs).all()
    own, greedy = played(cautious, "greedy"), played("greedy", "greedy")
    assert (own.payoffs != greedy.payoffs).any() and own.payoffs[:, 0].mean() < greedy.payoffs[:, 0].mean()
    assert (played(cautious, cautious).lengths <= title.bound).all()
    assert (played(title.appeal, "random").payoffs == played("greedy", "random").payoffs).all()
    for wrong in (("random", "gredy"), (cautious,), (None, 0), (0, 2)):
        with pytest.raises(BadOption, match=r"random \(0\), greedy \(1\), or a function appeal\(s, move\)"):
            played(*wrong)
    with pytest.raises(BadOption, match="does not compile as appeal"):
        played(lambda s, move: np.zeros(3).tolist() + {}, "random")


def test_the_api_is_all_there_and_importing_it_costs_nothing():
    code = (
        "import sys, fivefamilies as ff; before = set(sys.modules); "
        "assert not {'numpy', 'numba', 'msgspec'} & before; print(all(getattr(ff, name) is not None for name in ff.__all__))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "True", done.stderr
    with pytest.raises(AttributeError):
        ff.nothing  # noqa: B018
    with pytest.raises(FamiliesError):
        ff.batch("nothing")
