"""The documentation works: its Python runs, its toy title obeys the laws, its examples show what they say."""

import doctest
import json
import re
from pathlib import Path

import pytest

from tests import toy

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_with_prompts_show_what_they_say(page):
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


def test_the_readme_has_examples():
    finder = doctest.DocTestParser()
    assert len(finder.get_examples((ROOT / "README.md").read_text("utf-8"))) >= 5


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the toy of docs/add-a-game.md in a package of its own."""
    assert 90 < len([line for line in toy.SOURCE.splitlines() if line.strip()]) < 180
    folder = tmp_path_factory.mktemp("third_party")
    toy.write(folder, "shakedown")
    return folder


def test_the_toy_title_obeys_the_laws(folder):
    done = toy.families(folder, "check", "gangland.shakedown", "--games", "60", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["broken"] is None and report["games"] == 60 and all(report["held"].values())


def test_the_toy_title_is_playable_and_simulated(folder):
    done = toy.families(folder, "play", "gangland.shakedown", "--seats", "3", "--bots", "random", "--seed", "1", typed="stay\n")
    assert done.returncode == 0 and "points" in done.stdout, done.stdout + done.stderr
    report = json.loads(toy.families(folder, "simulate", "gangland.shakedown", "--games", "300", "--json").stdout)
    assert report["games"] == 300 and report["length"]["longest"] == 8


def test_a_broken_rule_of_a_third_party_is_found_with_a_match_file(folder):
    leaky = toy.write(folder, "leaky", ('int(s["card"][seat]) if', 'int(s["card"].sum()) if'))
    done = toy.families(folder, "check", leaky, "--games", "20")
    assert done.returncode == 1 and "can tell its guess from the real position" in done.stdout
    kept = list(folder.glob("*.counterexample.match.json"))
    assert len(kept) == 1
    assert toy.families(folder, "replay", str(kept[0]), "--title", leaky).returncode == 0
    assert "unknown game 'gangland.leaky'" in toy.families(folder, "replay", str(kept[0])).stderr, "a file names no code to run"
