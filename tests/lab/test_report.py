"""Reports: the matches behind them, the numbers, and the page that shows them."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from fivefamilies import games
from fivefamilies.bots.lineup import Cast
from fivefamilies.bots.playing import play_out
from fivefamilies.cli.run import run
from fivefamilies.core.errors import Stopped
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.lab.report import figures, page, plots, studies
from fivefamilies.lab.report.games import Abstaining, play_one, used

REPORTS = Path(__file__).parents[2] / "docs" / "reports"
CHAPTERS = {"seats", "skill", "length", "lead", "without", "options", "openings", "questions", "events", "refusals", "house"}
SMALL = ("report", "the_boss", "--games", "2", "--budget", "3", "--workers", "1")


@pytest.fixture(scope="module")
def kept_elsewhere(tmp_path_factory):
    """Rows of this run only."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studies.folders, "cache_home", lambda: folder)
        yield folder


@pytest.fixture(scope="module")
def made(kept_elsewhere, tmp_path_factory):
    """The page of a small report, made by the command, and its rows."""
    file = tmp_path_factory.mktemp("report") / "page.html"
    assert run([*SMALL, "--lang", "de", "--out", str(file)]) == 0
    (rows,) = (kept_elsewhere / "reports").glob("*.jsonl")
    return file, rows


class Looking(HTMLParser):
    """Tags, what they point at, and their ids."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.outside, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids += [values["id"]] if "id" in values else []
        self.outside += [value for key in ("href", "src") if (value := values.get(key) or "") and not value.startswith("#")]


@pytest.fixture(params=["small", *games.TITLES])
def text(request, made):
    """A report as text: one that was made just now, and those that lie in docs."""
    return (made[0] if request.param == "small" else REPORTS / f"{request.param}.html").read_text("utf-8")


def test_a_report_is_one_page_with_all_chapters_that_needs_nothing_else(text):
    assert len(text.encode()) < 500_000
    looked = Looking(text)
    assert not looked.outside and len(looked.ids) == len(set(looked.ids)) and set(looked.ids) >= CHAPTERS
    assert not re.findall(r"url\((?!#)|@import|<script", text)
    assert "DejaVu" not in text and text.count("<svg ") == 5
    assert "var(--oxblood)" in text and not any(ink in text for ink in plots.INKS.values())
    assert set(re.findall(r"var\(--([\w-]+)\)", text)) <= set(re.findall(r"--([\w-]+):", text))  # light and dark come with it


@pytest.mark.parametrize("slug", games.TITLES)
def test_the_reports_in_docs_are_whole(slug):
    text = (REPORTS / f"{slug}.html").read_text("utf-8")
    assert "Not all matches have been played" not in text and "No matches were played for this yet" not in text
    names = page.Names(games.title(slug), words("en", games.title(slug).package))
    for kind, word in studies.Plan(games.title(slug), 1, 1, 1).things():
        assert f">{names.thing(kind, word)}</th>" in unescape(text)  # what it is worth, with an interval


def test_the_words_of_a_report_are_in_its_language(made):
    say = words("de", "fivefamilies.games.the_boss")
    text = made[0].read_text("utf-8")
    for english in ("Luck against skill", "What each part is worth", "Openings", "What this says about the data that are ours"):
        assert say(english) != english and f">{say(english)}<" in text and f">{english}<" not in text
    assert "Niemanden setzen" in text or "Experte" in text  # an opening
    assert "leave hospital" not in text and "reward laid" not in text  # sentences about several, and what passes in silence


def test_what_was_played_is_not_played_again(made, capsys, tmp_path):
    file, rows = made
    before = rows.read_bytes()
    assert run([*SMALL, "--lang", "de", "--out", str(tmp_path / "again.html"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert rows.read_bytes() == before
    assert (tmp_path / "again.html").read_bytes() == file.read_bytes()
    assert found["is_whole"] and found["matches"]["search"] == 2 + 2 + 1 + 8 * 2


def test_ctrl_c_keeps_what_is_done_and_the_next_run_goes_on(kept_elsewhere):
    plan = studies.Plan(games.title("the_boss"), games=1, budget=2, seed=5)
    told = []

    def press(n):
        told.append(n)
        if len(told) == 4:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        studies.play(plan, 1, press)
    rows = stopped.value.report
    assert 3 <= len(rows) < len(list(plan.jobs()))
    half = page.page(plan.title, figures.figures(plan, rows), "en")
    assert "Not all matches have been played" in half and "No matches were played for this yet." in half
    cut = studies.Kept(plan)
    cut.close()
    with cut.path.open("a") as stream:
        stream.write('{"name": "table/0", "ro')  # the machine stopped in the middle of a line
    told.clear()
    whole = studies.play(plan, 1, told.append)
    assert told[0] == len(rows) and sum(told) == len(whole) == len(list(plan.jobs()))


@pytest.mark.parametrize("slug", games.TITLES)
def test_every_title_says_what_one_may_do_without(slug):
    title = games.title(slug)
    things = studies.Plan(title, 1, 1, 1).things()
    match, found = Match(title, seed=3), set()
    while not match.is_over and len(match.played) < 400:
        found |= {used(title, match.state, move, match.parts) for move in match.legal_ids()}
        match.play(match.legal_ids()[-1])
    assert found - {None} and found - {None} <= set(things)
    names = page.Names(title, words("it", title.package))
    assert all(names.thing(*thing) for thing in things)


def test_who_abstains_makes_no_use_of_a_thing_while_there_is_something_else():
    title, thing = games.title("the_boss"), ("city", "chicago")
    match = Match(title, 3, seed=1)
    play_out(match, Cast(["abstains", "greedy", "greedy"], {"abstains": Abstaining("5", thing)}), is_strict=True)
    forced = others = 0
    for ply, made in enumerate(match.played):
        state = match.state_at(ply)
        if made.seat >= 0 and used(title, state, made.move, match.parts) == thing:
            forced += made.seat == 0
            others += made.seat > 0
    assert forced == 0 < others  # nobody has to place a man


def test_who_does_without_what_there_is_not_plays_the_same_game():
    lineup = ["search:10"] * 3
    for deal in ("deal 1", "deal 2"):
        assert play_one("der_pate", 3, lineup, deal, (1, "district", "Brooklyn")) == play_one("der_pate", 3, lineup, deal)


def test_what_a_thing_is_worth_is_the_difference_on_the_same_deals():
    plan = studies.Plan(games.title("the_boss"), games=4, budget=10, seed=1)
    watched = {n: {"wins": [float(seat == n % 4) for seat in range(4)], "used": {"city/boston": n}} for n in range(4)}
    rows = {f"without/city/boston/{n}": {"wins": [0.0] * 4 if n < 2 else watched[n]["wins"]} for n in range(4)}
    (boston,) = figures.without(plan, rows, watched)
    assert boston["lost"] == 0.5 and boston["used"] == 1.5 and boston["games"] == 4
    assert boston["low"] == pytest.approx(2 / 6 - 1.96 * (3 / 6 - (2 / 6) ** 2) ** 0.5 / 6**0.5, abs=1e-4)


@pytest.mark.parametrize(
    ("values", "low", "high"), [([0.0] * 4, -0.33, 0.33), ([1.0] * 4, 0.17, 1.0), ([-1.0] * 100, -1.0, -0.95)]
)
def test_a_few_games_that_come_out_alike_are_not_certain(values, low, high):
    found = figures.difference_with_interval(values)
    assert found["mean"] == values[0] and found["low"] == pytest.approx(low, abs=0.01)
    assert found["high"] == pytest.approx(high, abs=0.01)


def test_the_leader_of_the_moment_and_the_changes_of_the_lead():
    rows = [{"leaders": [0] * 5 + [1] * 5, "wins": [0.0, 1.0]}, {"leaders": [1] * 10, "wins": [0.0, 1.0]}]
    found = figures.lead(rows)
    assert found["changes"]["mean"] == 0.5 and found["most"] == 1 and found["histogram"] == [1, 1]
    assert [one["share"] for one in found["leader_wins"]] == [0.5] * 4 + [1.0] * 5


def test_a_report_can_be_made_in_every_language(made):
    rows = studies.read(made[1])
    plan = studies.Plan(games.title("the_boss"), games=2, budget=3, seed=1)
    found = figures.figures(plan, rows)
    pages = {language: page.page(plan.title, found, language) for language in LANGUAGES}
    assert len(set(pages.values())) == len(LANGUAGES)
    for language, text in pages.items():
        assert f'<html lang="{language}">' in text and "{" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S)
