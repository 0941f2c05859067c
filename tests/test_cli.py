"""The command `families`, run as a person or a program runs it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fivefamilies import games
from fivefamilies.core import editions, matchfile
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.games import TITLES
from fivefamilies.terminal.narrow import narrowed


@pytest.fixture
def families(tmp_path):
    """Run the command in an empty folder."""

    def run(*words: str, typed: str = "", lang: str = "C") -> subprocess.CompletedProcess:
        env = {**os.environ, "FIVEFAMILIES_HOME": str(tmp_path / "home"), "LANG": lang, "COLUMNS": "120"}
        for name in ("LC_ALL", "LC_MESSAGES", "FIVEFAMILIES_LANG"):
            env.pop(name, None)
        return subprocess.run(
            [sys.executable, "-m", "fivefamilies", *words],
            cwd=tmp_path, env=env, input=typed, capture_output=True, text=True, check=False,
        )  # fmt: skip

    return run


@pytest.fixture
def saved(families, tmp_path) -> Path:
    """A game against bots, saved by a player who always takes the first move."""
    done = families("play", "family_business", "--seats", "2", "--seed", "5", typed="1\n1\n1\ns game.match.json\nq\n")
    assert done.returncode == 0, done.stderr
    return tmp_path / "game.match.json"


@pytest.fixture
def finished(tmp_path) -> Path:
    """A whole game, saved."""
    match = Match("family_business", 2, seed=5)
    while not match.is_over:
        match.play(match.legal_ids()[0])
    matchfile.save(match, tmp_path / "whole.match.json")
    return tmp_path / "whole.match.json"


def test_help_teaches_every_command(families):
    done = families("--help")
    for command in ("play", "arena", "hint", "review", "simulate", "check", "replay", "verify", "rules", "bench", "titles"):
        assert command in done.stdout
        assert "--help" in families(command, "--help").stdout


def test_titles_lists_the_games_and_their_options(families):
    assert "Family Business" in families("titles").stdout
    assert "contract_counter_by = target" in families("titles", "family_business").stdout
    data = json.loads(families("titles", "--json").stdout)
    assert data["titles"][0]["slug"] == "family_business" and data["titles"][0]["moves"] == 111


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", "family_busines"), "did you mean 'family_business'?"),
        (("play", "family_business", "--seats", "9"), "is for 2 to 6 players, not 9"),
        (("play", "family_business", "--option", "turncot=true"), "did you mean 'turncoat'?"),
        (("play", "family_business", "--option", "turncoat"), "write it as KEY=VALUE"),
        (("play", "family_business", "--bots", "gready"), "did you mean 'greedy'?"),
        (("play", "family_business", "--lang", "eo"), "unknown language 'eo'"),
        (("play", "family_business", "--preset", "x"), "unknown preset 'x'"),
        (("play", "family_business", "--edition", "none.toml"), "cannot be read"),
        (("play", "family_business", "--humans", "9"), "9 people do not fit"),
        (("play", "family_business", "--resume"), "no match of family_business waits for you"),
        (("simulate", "family_business", "--bots", "greedy:x"), "from 1 to 1000"),
        (("simulate", "family_business", "--seats", "2", "--bots", "random,random,random"), "3 bots are named for 2 seats"),
        (("replay", "none.match.json"), "cannot be read"),
        (("verify", "none.match.json"), "cannot be read"),
        (("rules", "nostra"), "unknown game 'nostra'"),
        (("check", "family_business", "--seats", "7"), "not 7"),
    ],
)
def test_a_mistake_gets_one_sentence_and_exit_code_2(families, words, message):
    done = families(*words)
    assert done.returncode == 2, done.stderr
    assert message in done.stderr and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


def test_mistakes_are_told_in_the_players_language(families):
    english, italian = (families("play", "family_business", "--seats", "9", "--lang", lang).stderr for lang in ("en", "it"))
    assert english != italian and "9" in italian


def test_a_broken_edition_names_what_is_wrong(families, tmp_path):
    (tmp_path / "mine.toml").write_text('[[cards]]\nid = "contract"\ncount = 12\n')
    done = families("play", "family_business", "--edition", "mine.toml")
    assert done.returncode == 2 and "the attack cards add up to 30, the deck has 32" in done.stderr


def test_an_edition_is_made_changed_checked_and_played(families, tmp_path):
    assert families("edition", "new", "parrain", "mine.toml").returncode == 0
    again = families("edition", "new", "parrain", "mine.toml")
    assert again.returncode == 2 and "is there already" in again.stderr, "nobody's work is written over"
    assert "differ from our box: 0" in families("edition", "check", "mine.toml").stdout
    text = (tmp_path / "mine.toml").read_text()
    row = '# [[control_value]]\n# neighbourhood = "harlem"   # house\n# bookmaking = 12600\n'
    assert row in text, "ours are there, with their sources"
    mine = '[[control_value]]\nneighbourhood = "harlem"\nbookmaking = 9900\n'
    (tmp_path / "mine.toml").write_text(text.replace(row, mine))
    done = families("edition", "check", "mine.toml")
    assert "control_value harlem bookmaking: 12600 -> 9900" in done.stdout and "differ from our box: 1" in done.stdout
    assert json.loads(families("edition", "check", "mine.toml", "--json").stdout)["differences"][0]["yours"] == 9900
    played = families("play", "parrain", "--seats", "2", "--edition", "mine.toml", typed="s game.json\nq\n")
    assert played.returncode == 0 and "Edition: My printed copy" in played.stdout, played.stderr
    assert played.stdout.count("families edition sources parrain") == 1, "house data is told once"
    assert matchfile.load(tmp_path / "game.json").edition["control_value"] == [{"neighbourhood": "harlem", "bookmaking": 9900}]
    assert "it is one of parrain, not of the_boss" in families("play", "the_boss", "--edition", "mine.toml").stderr


def test_the_sources_of_a_box_are_told(families):
    told = families("edition", "sources", "der_pate").stdout
    assert "house   ours" in told and "districts               4 public" in told


@pytest.mark.parametrize("slug", TITLES)
def test_our_own_data_is_an_edition_that_changes_nothing(slug):
    title, say = games.title(slug), words("en", games.title(slug).package)
    lines = editions.starting_file(title, "mine.toml", say).splitlines()
    ours = [line.removeprefix("# ") for line in lines if re.match(r"(# )?(\[|[a-z_]+ = )", line)]
    edition = editions.parse("\n".join(ours))
    assert editions.box_of(title, edition) == title.parts(None) and editions.differences(title, edition) == []


def test_a_game_in_the_terminal_is_left_and_resumed(families, tmp_path):
    typed = "?\nh\nw play hit\n1\nnonsense\n99\nu\nl\nq\n"
    first = families("play", "family_business", "--seats", "3", "--seed", "3", typed=typed)
    assert first.returncode == 0 and "--resume" in first.stdout
    for expected in ("THE WALL", "% ", "you do not hold that card", "is not a move", "there are moves 1 to"):
        assert expected in first.stdout, expected
    kept = tmp_path / "home" / "family_business.match.json"
    assert kept.stat().st_mode & 0o077 == 0 and matchfile.read(kept)["chance"]["secret"] is None
    assert matchfile.read(kept)["names"] == ["you", "greedy", "greedy"]
    before = len(matchfile.read(kept)["moves"])
    again = families("play", "family_business", "--resume", typed="1\nq\n")
    assert again.returncode == 0 and len(matchfile.read(kept)["moves"]) > before
    assert "is a match of family_business, not of the_boss" in families("play", "the_boss", "--file", str(kept)).stderr
    (secret,) = (tmp_path / "home" / "secrets").iterdir()
    secret.unlink()
    assert "its secret is not on this machine" in families("play", "family_business", "--resume").stderr


def test_a_whole_game_against_bots_ends_with_a_ranking(families, tmp_path):
    done = families("play", "family_business", "--seats", "2", "--seed", "1", "--bots", "greedy", typed="1\n" * 400)
    assert done.returncode == 0 and "wins." in done.stdout and "points" in done.stdout
    assert not (tmp_path / "home" / "family_business.match.json").exists(), "a finished match does not wait"


def test_two_people_at_one_screen_have_a_curtain_between_them(families):
    done = families("play", "family_business", "--seats", "2", "--humans", "2", "--seed", "2", typed="1\n\n1\n\nq\n")
    assert "Curtain. Moran, take the keyboard." in done.stdout


def test_the_terminal_speaks_the_environments_language(families):
    done = families("play", "family_business", "--seats", "2", "--seed", "2", typed="q\n", lang="it_IT.UTF-8")
    assert "IL MURO" in done.stdout
    assert "LE MUR" in families("play", "family_business", "--seed", "2", "--lang", "fr", typed="q\n").stdout


def test_replay_tells_the_story_as_a_seat_may_know_it(families, saved):
    public, own = families("replay", str(saved)).stdout, families("replay", str(saved), "--seat", "1").stdout
    assert "Capone draws a card" in public and "Capone draws a card" not in own
    data = json.loads(families("replay", str(saved), "--seat", "2", "--until", "12", "--json").stdout)
    assert data["moves"] == 12 and data["view"]["seat"] == 1 and data["result"] is None
    assert families("replay", str(saved), "--seat", "3").returncode == 2


def test_verify_accepts_a_fair_match_and_names_the_first_wrong_draw(families, saved, finished, tmp_path):
    done = families("verify", str(finished), "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["verified"] is True
    assert "the secret is not revealed yet" in families("verify", str(saved)).stderr
    data = json.loads(finished.read_text())
    first, second = next((a, b) for a in range(5) for b in range(a + 1, 5) if data["moves"][a][1] != data["moves"][b][1])
    data["moves"][first], data["moves"][second] = data["moves"][second], data["moves"][first]
    forged = tmp_path / "forged.match.json"
    forged.write_text(json.dumps(data))
    done = families("verify", str(forged))
    assert done.returncode == 2 and f"move {first + 1}: " in done.stderr and "the secret gives" in done.stderr


def test_simulate_reports_shares_with_intervals(families):
    done = families("simulate", "family_business", "--seats", "3", "--bots", "greedy,random", "--games", "300", "--json")
    data = json.loads(done.stdout)
    greedy, rest = data["bots"]
    assert greedy["bot"] == "greedy" and greedy["games"] == 300 and rest["games"] == 600
    assert greedy["low"] <= greedy["share"] <= greedy["high"] and greedy["share"] > 0.8
    assert sum(seat["wins"] for seat in data["by_seat"]) == pytest.approx(300)
    assert "95% interval" in families("simulate", "family_business", "--games", "50").stdout


def test_simulate_plays_bots_that_are_not_compiled(families):
    done = families("simulate", "family_business", "--seats", "2", "--bots", "greedy:2,random", "--games", "4", "--json")
    data = json.loads(done.stdout)
    assert data["games"] == 4 and {row["bot"] for row in data["bots"]} == {"greedy:2", "random"}


def test_check_says_what_held(families):
    data = json.loads(families("check", "family_business", "--seats", "2", "--games", "10", "--json").stdout)
    assert data["broken"] is None and data["held"]["leaks"] > 0 and data["setups"] == 11


def test_rules_are_shown_and_untested_ones_listed(families):
    assert "FB-26" in families("rules", "family_business").stdout
    assert "Come si gioca" in families("rules", "family_business", "--lang", "it").stdout
    tests = str(Path(__file__).parent)
    assert families("rules", "family_business", "--untested", "--tests", tests).returncode == 0
    data = json.loads(families("rules", "family_business", "--untested", "--tests", f"{tests}/core", "--json").stdout)
    assert len(data["untested"]) > 70


def test_bench_measures_speed_and_size(families):
    data = json.loads(families("bench", "family_business", "--pairs", "1", "--no-cold", "--json").stdout)
    row = data["titles"]["family_business"]
    assert row["record_bytes"] <= 700 and row["moves_per_second"] > 100_000
    assert set(data) >= {"titles", "peers", "versions"}


@pytest.mark.parametrize("slug", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_fits_a_narrow_screen(slug, language):
    match = Match(slug, seed=3, language=language)
    for _ in range(25):
        match.play(match.legal_ids()[0])
    wide = match.drawing(match.actor)
    for width in (40, 60, 80):
        lines = narrowed(wide, width).split("\n")
        assert max(map(len, lines)) <= width
        said, kept = (sorted("".join(text.split()).replace("─", "").replace("·", "")) for text in (wide, "".join(lines)))
        assert said == kept, "nothing is lost"
    assert narrowed(wide, 200) == wide


def test_boards_side_by_side_go_below_one_another():
    narrow = "ONE     TWO     SIX\na b     c d     e f\n1 2     3 4     5 6"
    assert narrowed(narrow, 24) == narrow
    stacked = narrowed("HARLEM        MIDTOWN       DOCKS\na b           c d           e f\n1 2           3 4           5 6", 28)
    assert stacked == "HARLEM        MIDTOWN\na b           c d\n1 2           3 4\n\nDOCKS\ne f\n5 6"
