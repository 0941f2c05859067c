"""Mistakes planted in titles: each law catches its own, and what is declared once is never read by its place."""

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fivefamilies import games
from fivefamilies.core import matchfile
from fivefamilies.core.kernels import RANDOM
from fivefamilies.core.options import OptionsType, choice
from fivefamilies.core.record import unwrap, wrap
from fivefamilies.lab import laws
from fivefamilies.lab.mass import play_batch
from tests import toy

DEALS_ANEW = toy.SOURCE[toy.SOURCE.index('    """All other cards go back') : toy.SOURCE.index("@sight\n")]
SECOND_LOOK = Path(__file__).parents[1] / "games" / "nostra_city" / "matches" / "second_look.match.json"
LAST = "    s.turn += 1\n"
FORGETFUL = """
dump = State.dump
State.dump = lambda state: {name: entry for name, entry in dump(state).items() if name != "turn"}
BOSS = thing("""
MISTAKES = {
    "a game is longer than its bound": ("ends", ("bound=8", "bound=7")),
    "the referee forbids what is legal": ("agreement", ("s.bag[move] == 0", "s.bag[move] <= 1")),
    "the log changes the game": ("replay", (LAST, "    s.turn += 1 + (log.shape[0] > 0 and s.turn + 1 == s.seats)\n")),
    "there are too many cards": ("pieces", ("s.bag[:] = 2", "s.bag[:] = 3")),
    "a position is written without its turn": ("position", ("BOSS = thing(", FORGETFUL)),
    "two moves have the same words": ("notation", ('words="leave"', 'words="stay"')),
    "a view shows the sum of the hidden cards": ("secrecy", ('int(s["card"][seat]) if', 'int(s["card"].sum()) if')),
    "a guess is the truth": ("leaks", (DEALS_ANEW, "    pass\n\n\n")),
    "a hunch is the truth": ("leaks", ("@sight\n", "@verb\ndef hunch(s, seat, rng):\n    pass\n\n\n@sight\n")),
    "a secret of the log is forgotten": ("story", ('card=secret(CARD, "boss")', "card=CARD")),
    "an event has no words": ("words", ('told="{boss} stays"', 'told=""')),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_law_catches_the_mistake_planted_for_it(tmp_path, mistake):
    law, planted = MISTAKES[mistake]
    module = toy.write(tmp_path, "shakedown", planted)
    done = toy.families(tmp_path, "check", module, "--games", "40", "--json", FIVEFAMILIES_INTERPRETED="1")
    assert done.returncode == 1 and json.loads(done.stdout)["law"] == law, done.stdout + done.stderr


def test_every_law_has_a_mistake_that_it_catches():
    planted = {law for law, _ in MISTAKES.values()}
    assert planted | {"interpreted"} == set(laws.LAWS)


def test_interpreted_play_that_differs_is_found(tmp_path):
    module = toy.write(
        tmp_path, "shakedown",
        ("import rule, verb", "import INTERPRETED, rule, verb"),
        (LAST, "    s.turn += 1 + (INTERPRETED and s.turn + 1 == s.seats)\n"),
    )  # fmt: skip
    done = toy.families(tmp_path, "check", module, "--games", "3", "--seats", "2", "--json")
    assert done.returncode == 1 and json.loads(done.stdout)["law"] == "interpreted", done.stdout + done.stderr


def test_a_short_cut_to_an_illegal_move_is_found(tmp_path):
    """The third boss neither stays nor leaves."""
    module = toy.write(
        tmp_path, "shakedown",
        ("@verb\ndef legal(", "@verb\ndef sample(s, rng):\n    return s.turn\n\n\n@verb\ndef legal("),
    )  # fmt: skip
    done = toy.families(tmp_path, "check", module, "--games", "10", "--json", FIVEFAMILIES_INTERPRETED="1")
    assert done.returncode == 1 and json.loads(done.stdout)["law"] == "agreement", done.stdout + done.stderr


SECRETS = [
    ("family_business", "DRAWS"), ("the_boss", "REWARD_LAID"), ("the_boss", "DEALT"), ("parrain", "DRAWS"),
    ("nostra_city", "DRAWS_BILL"), ("nostra_city", "DRAWS_VENDETTA"), ("nostra_city", "GIVES"), ("nostra_city", "CORRUPTS"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "event"), SECRETS)
def test_a_forgotten_redaction_is_found_in_the_titles_too(slug, event):
    """Of chance (cards that are drawn) and of players (bills that are given and placed)."""
    title = games.title(slug)
    forgotten = title.kinds["Event"][event]
    assert any(column.is_secret for column in forgotten.declared.columns.values())
    plant = replace(title, redact=lambda row, seat: row if row[0] == forgotten else title.redact(row, seat))
    report = laws.check(plant, seats=[title.seats[-1]], games=100, moments=20)
    assert report.law == "story", report.broken


def test_a_look_at_what_a_player_knows_already_is_no_leak_and_still_a_secret_of_his():
    """Bruno's owner is certain of the whole Pile; which bill his second look shows him leaves no trace in his view (NC-R44)."""
    match = matchfile.from_dict(matchfile.read(SECOND_LOOK))
    laws.check_story(match, random.Random(1))
    title, looks = match.title, match.title.kinds["Event"].LOOKS
    match.title = replace(title, redact=lambda row, seat: row if row[0] == looks else title.redact(row, seat))
    with pytest.raises(laws.LawBroken, match="but its log can"):
        laws.check_story(match, random.Random(1))


@pytest.mark.parametrize("slug", [*games.TITLES, "the toy of the docs"])
def test_a_new_option_and_a_new_number_of_an_edition_change_nothing_else(slug, tmp_path_factory):
    title = games.title(slug) if slug in games.TITLES else toy.load(tmp_path_factory.mktemp("scratch"), "scratch")
    option = choice("first", "second", meaning="planted", ruling="none")
    first = {"planted": replace(option, key="planted"), **{known.key: known for known in title.options}}
    ours = unwrap(title.numbers(title.parts(None)))
    wider = np.dtype([("planted", "i1", (3,)), *((name, ours.dtype[name]) for name in ours.dtype.names)])

    def numbers_and_one_more(parts):
        row = np.zeros(1, wider)[0]
        row["planted"] = 77
        for name in ours.dtype.names:
            row[name] = unwrap(title.numbers(parts))[name]
        return wrap(row)

    other = replace(title, options=OptionsType(first), numbers=numbers_and_one_more)
    seats = title.seats[-1]
    played = [play_batch(each, seats, each.encode(each.settle()), 3, 5, [RANDOM] * seats, 400) for each in (title, other)]
    assert (played[0].tape == played[1].tape).all() and (played[0].payoffs == played[1].payoffs).all()
    assert (played[0].states == played[1].states).all()
