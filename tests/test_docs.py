"""The documentation works: its Python runs, its toy title obeys the laws, its examples show what they say."""

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
def toy(tmp_path_factory):
    """The toy of docs/add-a-game.md as a module in a package of its own."""
    folder = tmp_path_factory.mktemp("third_party")
    page = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    (folder / "gangland").mkdir()
    (folder / "gangland" / "__init__.py").write_text("")
    (folder / "gangland" / "shakedown.py").write_text(code)
    assert 90 < len([line for line in code.splitlines() if line.strip()]) < 180
    return folder


def families(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(Path(sys.executable).with_name("families")), *words],
        cwd=folder, env={**os.environ, "FIVEFAMILIES_HOME": str(folder / "home"), "LANG": "C"},
        input=typed, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_toy_title_obeys_the_laws(toy):
    done = families(toy, "check", "gangland.shakedown", "--games", "60", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["broken"] is None and report["games"] == 60 and all(report["held"].values())


def test_the_toy_title_is_playable_and_simulated(toy):
    done = families(toy, "play", "gangland.shakedown", "--seats", "3", "--bots", "random", "--seed", "1", typed="stay\n")
    assert done.returncode == 0 and "points" in done.stdout, done.stdout + done.stderr
    report = json.loads(families(toy, "simulate", "gangland.shakedown", "--games", "300", "--json").stdout)
    assert report["games"] == 300 and report["length"]["longest"] == 8


def test_a_broken_rule_of_a_third_party_is_found_with_a_match_file(toy):
    source = (toy / "gangland" / "shakedown.py").read_text()
    (toy / "gangland" / "leaky.py").write_text(
        source.replace("return View(seat, int(s[\"card\"][seat]) if seat >= 0 else None, words)",
                       "return View(seat, int(s[\"card\"].sum()) if seat >= 0 else None, words)")
    )  # fmt: skip
    done = families(toy, "check", "gangland.leaky", "--games", "20")
    assert done.returncode == 1 and "can tell its guess from the real position" in done.stdout
    kept = list(toy.glob("*.counterexample.match.json"))
    assert len(kept) == 1
    assert families(toy, "replay", str(kept[0]), "--title", "gangland.leaky").returncode == 0
    assert "unknown game 'gangland.leaky'" in families(toy, "replay", str(kept[0])).stderr, "a file names no code to run"


def test_a_forgotten_redaction_is_found(toy):
    source = (toy / "gangland" / "shakedown.py").read_text()
    (toy / "gangland" / "talkative.py").write_text(source.replace('card=secret(CARD, "boss")', "card=CARD"))
    done = families(toy, "check", "gangland.talkative", "--games", "20")
    assert done.returncode == 1 and "but its log can" in done.stdout, done.stdout + done.stderr
