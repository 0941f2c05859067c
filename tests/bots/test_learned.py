"""What was learned: it sees what its seat sees, plays by the rules, is small, and taught itself something."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fivefamilies import arena, bots, games
from fivefamilies.bots import judge
from fivefamilies.bots.learned import Glance, Learned
from fivefamilies.bots.search import Search
from fivefamilies.bots.thinkers import Thinkers
from fivefamilies.core.batch import Batch
from fivefamilies.core.chance import generator
from fivefamilies.core.errors import BadOption, UnknownBot
from fivefamilies.core.kernels import SURE
from fivefamilies.core.record import wrap
from tests import toy
from tests.bots.test_search import midway

TITLES = [slug for slug in games.TITLES if judge.has_learned(games.title(slug))]


def test_something_was_learned_about_every_title():
    assert set(TITLES) == set(games.TITLES)


@pytest.mark.parametrize("slug", TITLES)
def test_what_was_learned_is_small_and_fits_the_title(slug):
    weights = judge.learned(games.title(slug))
    assert weights.count <= 300_000
    assert (judge.HOME / f"{slug}.npz").stat().st_size < judge.MOST_BYTES
    assert [len(weights.layers["worth"]), len(weights.layers["moves"])] == [max(games.title(slug).seats), games.title(slug).moves]


@pytest.mark.parametrize("slug", TITLES)
def test_compiled_code_says_what_the_network_says(slug):
    match = midway(slug)
    seen, title = match.seen(match.actor, seed=1), match.title
    weights, layers = judge.learned(title), judge.learned(title).layers
    around = judge.circumstances(title, match.seats, match.options)
    numbers = np.concatenate([seen.observation(), [around[name] for name in weights.circumstances]])
    first = numbers @ layers["enter"] + layers["enter_bias"]
    if "glance" in layers:
        hopes = np.zeros((max(title.seats), 2))
        title.outlook(seen.state, hopes)
        clockwise = np.clip(np.roll(hopes[: match.seats, 1], -seen.seat), 1 - SURE, SURE)
        first += np.log(clockwise / (1 - clockwise)) / judge.SOFT @ layers["glance"][: match.seats]
    looks = (
        layers["moves"] @ np.maximum(np.maximum(first, 0) @ layers["deepen"] + layers["deepen_bias"], 0) + layers["moves_bias"]
    )
    sway = layers["beside"][1] if "beside" in layers else 0.0
    appeals = np.array([title.appeal(seen.state, move) for move in seen.legal_ids()])
    at_sight = (appeals - appeals.max()) * sway * title.sharp / (np.ptp(appeals) or 1.0)
    rated = Glance(seen).rate(seen)
    assert [move for move, _ in rated] == seen.legal_ids()
    expected = at_sight + [looks[move] for move in seen.legal_ids()]
    assert [look for _, look in rated] == pytest.approx(list(expected), abs=1e-3)


def test_who_looks_further_doubts_what_the_network_says_of_moves(tmp_path):
    """Doubt 2 takes the square roots of the odds; what everybody may expect stays, and so does what `learned` likes best."""
    title, match = games.title("nostra_city"), midway("nostra_city")
    seen, weights = match.seen(match.actor, seed=1), judge.learned(games.title("nostra_city"))
    glance, doubtful = Glance(seen), Glance(seen)
    doubtful.judge = weights.doubted(2).judge(title, match.seats, match.options)
    halves = [(move, look / 2) for move, look in glance.rate(seen)]
    assert [look for _, look in doubtful.rate(seen)] == pytest.approx([look for _, look in halves], abs=1e-4)
    assert np.array_equal(weights.doubted(2).layers["worth"], weights.layers["worth"])
    replace(weights, doubt=3.0).save(tmp_path / "nostra_city.npz")
    assert judge.read(tmp_path / "nostra_city.npz", title.observation_length, title.moves).doubt == 3

    def thoughts(words: str) -> list:
        return Search(f"60:judge=learned{words}").rate(match.seen(match.actor, seed=5))

    assert weights.doubt == 2 and thoughts("") == thoughts(":doubt=2") != thoughts(":doubt=1")
    assert thoughts(":doubt=1e-50") == thoughts(":doubt=-3") == thoughts(""), "nothing is made sharper"


@pytest.mark.parametrize("slug", TITLES)
@pytest.mark.parametrize("thinks", [lambda seen: Learned().rate(seen), lambda seen: Search("100:judge=learned").rate(seen)])
def test_positions_that_look_the_same_to_a_seat_are_judged_the_same(slug, thinks):
    match = midway(slug)
    seat, real = match.actor, match.state
    thoughts = []
    for other in range(3):
        match.state = match.title.state.copy(real)
        if other:
            match.title.guess(match.state, seat, generator(other))
        thoughts.append(thinks(match.seen(seat, seed=5)))
    assert thoughts[0] == thoughts[1] == thoughts[2]


@pytest.mark.parametrize("slug", TITLES)
def test_it_has_learned_more_than_nothing(slug):
    """Alone among random players at the smallest table it wins far more often than each of them."""
    report = arena(slug, ["learned", "random"], seats=min(games.title(slug).seats), games=60, seed=3)
    own, others = (next(row for row in report["bots"] if row["bot"] == name) for name in ("learned", "random"))
    assert own["share"] > 1.3 * others["share"], (own, others)


def test_a_warm_one_varies_and_a_cold_one_does_not():
    match = midway("the_boss")
    cold, warm = (
        {bots.bot(name).choose(match.seen(match.actor, seed=seed)) for seed in range(30)} for name in ("learned", "learned:3")
    )
    assert len(cold) == 1 < len(warm)


@pytest.mark.parametrize("name", ["learned:-1", "learned:much", "search:20ms:judge=nobody", "search:20ms:judge="])
def test_what_is_no_judge_is_refused(name):
    with pytest.raises(UnknownBot):
        bots.bot(name)


def test_a_title_of_which_nothing_was_learned_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv(judge.ELSEWHERE, str(tmp_path))
    match = midway("the_boss")
    with pytest.raises(UnknownBot, match="nothing has been learned about the_boss"):
        Learned().choose(match.seen(match.actor))


def test_it_teaches_itself_a_title_on_a_processor(tmp_path):
    """The toy of the docs, in seconds: a bad habit is unlearned, what was learned is kept, and it can go on."""
    import torch

    from fivefamilies.lab.training.learning import Course, Learner

    title = toy.load(tmp_path, "taught")
    learner = Learner(title, Course(lanes=256, steps=8, batch=1024, greedy=16, threads=1, examined=240, rate=3e-3))
    with torch.no_grad():
        learner.network.moves.bias += torch.tensor([-1.5, 1.5])  # it leaves, whatever it holds
    before = learner.examine("random")
    for done in range(25):
        learner.round(done / 25)
    after = learner.examine("random")
    assert sum(after[name] - before[name] for name in after if name.endswith("seats")) > 0.1
    learner.save(tmp_path / "kept")
    again = Learner(title, learner.course)
    again.resume(tmp_path / "kept")
    assert again.report.rounds == learner.report.rounds == 25
    assert judge.read(tmp_path / "kept" / f"{title.slug}.npz", title.observation_length, title.moves)


def test_bystanders_learn_what_came_of_it_too(tmp_path):
    """Everybody is asked what is to come when a stretch ends, so everybody has to learn it, whoever is to decide."""
    import torch

    from fivefamilies.lab.training.learning import Course, Learner
    from fivefamilies.lab.training.tables import Stretch

    title = toy.load(tmp_path, "watched")
    learner = Learner(title, Course(lanes=256, steps=32, batch=1024, greedy=0, threads=1))
    tables = next(one for one in learner.tables if one.seats == 3)
    stretch = Stretch(tables, learner.network, None, 32, learner.luck)
    assert sorted(stretch.watching) == list(range(0, 32, 4))
    for t, watching in stretch.watching.items():
        over = stretch.ended[t]
        assert torch.allclose(watching.targets[over], stretch.results[t][over].roll(-watching.seat, 1)), "the end is known"
    assert any(stretch.ended[t].any() for t in stretch.watching)
    assert any((stretch.actors[t] != watching.seat).any() for t, watching in stretch.watching.items()), "others decided"
    decided, watched = next(learner.deal([stretch]))
    assert len(decided.seen) == min(1024, int(stretch.own.sum()))
    assert watched.targets.shape == watched.counts.shape == (len(watched.seen), max(title.seats))
    with torch.no_grad():
        learner.network.worth.bias.fill_(2)

    def expected() -> float:
        return float(learner.network.correct(watched.seen.float(), watched.seen[:, :0], watched.odds)[1].detach().mean())

    before = expected()
    for _ in range(20):
        learner.learn(0.0, decided, watched)
    assert expected() < before, "who expected too much expects less"


@pytest.mark.parametrize("slug", ["the_boss", "family_business"])
def test_rivals_who_think_ahead_do_not_look_under_the_cards(slug):
    """Many games in one call: what is hidden from the deciders is changed, and they do the same."""
    title = games.title(slug)
    tables = Batch(title, max(title.seats), 24, seed=2)
    for _ in range(20):
        tables.step(tables.sample())
    there, answers = tables.states.copy(), []
    for other in range(3):
        for game in np.flatnonzero(tables.actors >= 0) if other else ():
            title.guess(wrap(there[game]), tables.actors[game], generator(other))
        answers.append(np.full(24, -1))
        Thinkers(title, max(title.seats), "50", seed=4).answer(there, tables.actors, answers[-1])
    assert answers[0].tolist() == answers[1].tolist() == answers[2].tolist()
    mask = tables.mask()
    assert all(mask[game, move] if move >= 0 else tables.actors[game] < 0 for game, move in enumerate(answers[0]))


def test_some_tables_are_shared_with_rivals_who_think_ahead_and_only_own_decisions_are_learned_from():
    import torch

    from fivefamilies.lab.training.learning import Course, Learner
    from fivefamilies.lab.training.tables import Stretch

    learner = Learner(games.title("the_boss"), Course(lanes=24, greedy=0, thinkers=16, threads=1))
    shared = [Stretch(tables, learner.network, None, 100, learner.luck) for tables in learner.tables if tables.thinkers]
    assert len(shared) == len(learner.title.seats)
    for stretch in shared:
        theirs = stretch.actors % 2 == 1
        assert theirs.any() and not stretch.own[theirs].any() and stretch.own[stretch.actors % 2 == 0].all()
        assert torch.isfinite(stretch.likely[stretch.own]).all()
    results = torch.cat([stretch.results[stretch.ended][:, :2] for stretch in shared]).mean(0)
    assert results[1] > 1.3 * results[0], "who thinks ahead wins more than who has learned nothing yet"


def test_a_course_is_the_usual_one_but_for_what_is_changed():
    from fivefamilies.lab.training.learning import Course

    assert Course.on("cpu") == Course.small() and Course.on("cuda") == Course()
    assert Course.on("cuda", "lanes=32768,rate=6e-4,greedy=0") == Course(lanes=32768, rate=6e-4, greedy=0)
    for wrong in ("speed=2", "lanes", "lanes=many", "lanes=0", "rate=-1", "rate=nan", "rate=inf"):
        with pytest.raises(BadOption):
            Course.on("cuda", wrong)


def test_the_command_tells_how_it_goes_keeps_everything_and_goes_on(tmp_path):
    module, kept = toy.write(tmp_path, "drilled"), tmp_path / "kept"
    small = "lanes=64,steps=8,batch=512,greedy=8,thinkers=4,threads=1,examined=40"
    words = ["train", module, "--by", "self-play", "--course", small, "--minutes", "0.1", "--device", "cpu", "--out", str(kept)]
    first = toy.families(tmp_path, *words, "--seed", "3", "--json")
    assert not first.returncode, first.stderr
    report = json.loads(first.stdout)
    assert report == json.loads((kept / f"{report['title']}.json").read_text()) and report["decisions"] > 64
    assert len(report["exams"]) >= 2 and 0 <= report["exams"][0]["4 seats"] <= 1
    assert f"after {report['exams'][0]['decisions']:,.0f} decisions, 2 seats: " in first.stderr, "while it learned"
    assert "million decisions" in (kept / f"{report['title']}.svg").read_text()
    again = toy.families(tmp_path, *words, "--resume", "--lang", "it")
    assert not again.returncode, again.stderr
    assert (
        again.stdout.count("greedy") == 2
        and json.loads((kept / f"{report['title']}.json").read_text())["rounds"] > report["rounds"]
    )
    played = toy.families(
        tmp_path, "arena", module, "learned", "search:20:judge=learned", "--games", "4", FIVEFAMILIES_JUDGES=str(kept)
    )
    assert not played.returncode, played.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--by", "heart"], "'heart' is not a way to learn"),
        (["--by", "self-play", "--course", "speed=2"], "'speed=2' is no part of a course"),
        (["--by", "self-play", "--resume"], "there is no checkpoint to go on from"),
        (["--device", "tpu"], "'tpu' is not one of auto, cpu, cuda"),
        (["--further"], "nothing has been learned about"),
    ],
)
def test_the_command_says_what_it_cannot_do(tmp_path, words, why):
    refused = toy.families(tmp_path, "train", toy.write(tmp_path, "refused"), "--minutes", "0.05", "--out", "kept", *words)
    assert refused.returncode == 2 and why in refused.stderr, refused.stderr


def test_ctrl_c_at_the_command_keeps_what_was_learned(tmp_path):
    words = [str(Path(sys.executable).with_name("families")), "train", "the_boss", "--by", "self-play", "--device", "cpu"]
    words += ["--course", "lanes=32,steps=4,greedy=0,thinkers=0,threads=1,examined=8", "--minutes", "0.5", "--out", str(tmp_path)]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "the_boss.pt").is_file() and running.poll() is None:
        time.sleep(0.05)
    os.kill(running.pid, signal.SIGINT)
    out, said = running.communicate(timeout=60)
    assert running.returncode == 130 and "stopped; this is what there is" in said and "The Boss: " in out
    assert json.loads((tmp_path / "the_boss.json").read_text())["rounds"] > 0 and (tmp_path / "the_boss.npz").is_file()


def test_it_goes_to_school_and_practises_on_a_processor(tmp_path):
    """The toy again: what teachers show and what exercises show is learned from, kept, and gone on from."""
    from fivefamilies.lab.training.pupil import Schedule, go_to_school

    title = toy.load(tmp_path, "schooled")
    schedule = Schedule(simulations=30, seconds=0.2, practice=0.3, rows=4000, batch=256, examined=20)
    report = go_to_school(title, tmp_path / "kept", 0.05, schedule=schedule, workers=1, published_every=1.0)
    again = go_to_school(title, tmp_path / "kept", 0.02, schedule=schedule, workers=1, resume=True)
    assert {"2 seats", "4 seats"} < set(report.exams[-1]) and again.decisions > report.decisions > 500
    assert os.environ.get(judge.ELSEWHERE) is None and judge.has_learned(games.title("the_boss")), "others play as before"
