"""What a bot is given says nothing about the cards: a bot that tries to work them out fails where it used to succeed."""

import numpy as np
import pytest

from fivefamilies import bots, games
from fivefamilies.core.chance import GOLDEN, Promise
from fivefamilies.core.errors import BotFails
from fivefamilies.core.match import Match, Seen
from fivefamilies.core.record import content
from fivefamilies.lab import arena as ring
from fivefamilies.lab import luck
from fivefamilies.lab.simulate import play_one, simulate
from tests.bots.test_external import LOOP, READY, program

SEEDS = range(12)


class Thief:
    """Deals every game that the numbers it can reach might have come from, and looks which one looks like its own."""

    found: list[bytes] = []
    met: list[int] = []

    def __init__(self, parameters: str = "") -> None:
        pass

    def choose(self, seen: Seen) -> int:
        state = int(seen.rng[0])
        Thief.met.append(state)
        if len(Thief.met) == 1:
            Thief.found = [secret for secret in self.guesses(state) if self.is_it(seen, secret)]
        return seen.legal_ids()[0]

    def guesses(self, state: int) -> list[bytes]:
        """Secrets from seeds that people like, from the state of its own luck, and from the sources of this project."""
        names = ("", "arena ", "simulate ")
        texts: list[object] = [f"{what}{seed}/{deal}" for what in names for seed in SEEDS for deal in range(2)]
        texts += [*SEEDS, *((state - back * int(GOLDEN)) % 2**64 for back in range(20))]
        keys = [b"", b"0", bytes(32), *(seed.to_bytes(8, "big") for seed in SEEDS), state.to_bytes(8, "big")]
        hashed = [
            luck.drawn(key, what, "cards", seed, deal)
            for key in keys for what in ("arena", "simulate") for seed in SEEDS for deal in (0, "0/0")
        ]  # fmt: skip
        return [Promise.from_seed(text).secret for text in texts] + hashed

    def is_it(self, seen: Seen, secret: bytes) -> bool:
        """Would this secret have dealt what the seat sees?"""
        match = Match(seen.title, seen.seats, promise=Promise(secret))
        return match.actor == seen.seat and match.view(seen.seat) == seen.view()


@pytest.fixture(autouse=True)
def a_thief_sits_down(monkeypatch):
    monkeypatch.setitem(bots.BOTS, "thief", Thief)
    monkeypatch.setattr(Thief, "found", [])
    monkeypatch.setattr(Thief, "met", [])


def test_the_thief_knows_its_trade():
    """Cards from a seed that people like are found: the attack is real."""
    for text in ("arena 1/0", "4/1", 7):
        match = Match("family_business", 3, seed=text)
        Thief.met.clear()
        Thief().choose(match.seen(match.actor, seed=99))
        assert Thief.found == [match.promise.secret]


@pytest.mark.parametrize("seed", [1, 4, 11])
def test_a_bot_cannot_work_out_the_cards_of_a_bout(seed):
    for bout in ring.bouts(["thief", "random", "random"], 3, seed):
        Thief.met.clear()
        ring.fight("family_business", games.title("family_business").settle(), bout)
        assert Thief.found == [] and len(Thief.met) > 3


def test_a_bot_cannot_work_out_the_cards_of_a_simulated_game():
    fate = luck.luck("simulate", 1, "0/0", "0/0")
    play_one("family_business", games.title("family_business").settle(), ["thief", "random"], 0, 0, fate)
    assert Thief.found == [] and len(Thief.met) > 3


def test_what_a_bot_is_random_with_is_the_same_whatever_is_dealt():
    """Two deals, one luck of the bots: the numbers that bots are given depend on nothing of the deal."""
    title, settled = games.title("family_business"), games.title("family_business").settle()
    seen = []
    for cards in (b"a" * 32, b"b" * 32):
        Thief.met.clear()
        ring.fight(title.slug, settled, ring.Bout(0, ("thief", "thief"), luck.Luck(cards, b"bots")))
        seen.append(Thief.met[0])
    steps = (seen[0] - seen[1]) * pow(int(GOLDEN), -1, 2**64) % 2**64
    assert min(steps, 2**64 - steps) < 100, "the same stream, a few numbers further on"


def test_the_seed_repeats_the_games_and_the_key_changes_them(monkeypatch, tmp_path):
    first, again = luck.luck("arena", 1, 0, 0), luck.luck("arena", 1, 0, 0)
    assert first == again != luck.luck("arena", 2, 0, 0)
    monkeypatch.setenv("FIVEFAMILIES_HOME", str(tmp_path / "elsewhere"))
    assert luck.luck("arena", 1, 0, 0) != first
    assert (tmp_path / "elsewhere" / luck.KEY_FILE).stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("FIVEFAMILIES_HOME", "/dev/null/nowhere")
    assert len(luck.machine_key()) == 32, "where nothing can be kept the games are played all the same"


# ---------------------------------------------------------------- bots that fail


class Sulks:
    """Raises, or answers nonsense."""

    def __init__(self, parameters: str = "") -> None:
        self.answer = parameters

    def choose(self, seen: Seen) -> object:
        unwrapped = getattr(seen.state, "row", seen.state)
        unwrapped["phase"] = 0  # and spoils what it was given
        seen.rng[0] = 0
        if self.answer == "raises":
            raise RuntimeError("not today")
        if self.answer == "leaves":
            raise SystemExit(3)
        return {"none": None, "text": "surrender", "far": 10**30, "half": 0.5, "true": True, "array": np.zeros(3)}[self.answer]


@pytest.mark.parametrize(
    ("answer", "fault"),
    [("raises", "RuntimeError: not today"), ("leaves", "SystemExit: 3"), ("none", "None is no legal move"),
     ("text", "'surrender' is no legal move"), ("far", "is no legal move"), ("half", "0.5 is no legal move"),
     ("true", "True is no legal move"), ("array", "is no legal move")],
)  # fmt: skip
def test_a_python_bot_that_raises_or_answers_nonsense_is_named_and_replaced(monkeypatch, answer, fault):
    monkeypatch.setitem(bots.BOTS, "sulks", Sulks)
    match = Match("family_business", 2, seed=1)
    player = bots.player(f"sulks:{answer}")
    for turn in range(1, 4):
        before = content(match.state)
        move = player.choose(match.seen(match.actor))
        assert content(match.state) == before
        match.play(move)
        assert player.faults[-1].startswith(f"turn {turn}: ") and fault in player.faults[-1], player.faults
    outcome = ring.fight("family_business", match.options, ring.bouts([f"sulks:{answer}", "random"], 1, 1)[0])
    assert outcome.faults[0] and not outcome.faults[1]


@pytest.mark.parametrize(
    ("command", "why"),
    [("exec:/nonexistent", "No such file"), ("exec:/dev/null", "Permission denied"),
     ("code: sys.exit('no licence')", "no licence"),
     ("code: print('{}', flush=True); sys.stdin.read()", "did not say that it is ready")],
)  # fmt: skip
def test_a_bot_that_cannot_start_ends_the_run(tmp_path, command, why):
    text = program(tmp_path, f"import sys\n{command[6:]}") if command.startswith("code: ") else command
    title = games.title("the_boss")
    for run in (lambda: ring.arena(title, ["random", text], 2), lambda: simulate(title, ["random", text], 2, seats=2)):
        with pytest.raises(BotFails, match=f"cannot be started.*{why}"):
            run()


def test_the_last_words_of_a_program_are_kept_and_it_never_waits_for_a_reader(tmp_path):
    talks = LOOP + "sys.stderr.write('x' * 300000 + '\\nthe end\\n'); sys.stderr.flush(); print('no', flush=True)"
    player, match = bots.bot(program(tmp_path, talks), trusted=True), Match("family_business", 2, seed=1)
    player.choose(match.seen(match.actor))
    assert "answered no JSON" in player.faults[0] and len(player.last_words) <= 2000
    player.close()
    dies = program(tmp_path, READY + "raise RuntimeError('out of ideas')")
    player = bots.bot(dies, trusted=True)
    player.choose(match.seen(match.actor))
    assert "(it says: RuntimeError: out of ideas)" in player.faults[0]
    player.close()


def test_simulate_counts_faults(tmp_path):
    sulks = program(tmp_path, LOOP + 'print("I pass", flush=True)')
    found = simulate("the_boss", ["random", sulks], 2, workers=1, seats=2)
    random, failing = found["bots"]
    assert random["faults"] == 0 < failing["faults"] == found["faults"] and "answered no JSON" in failing["first_faults"][0]


def test_a_bot_that_takes_its_process_along_is_an_error_with_advice(monkeypatch):
    class Bomb:
        def __init__(self, parameters: str = "") -> None:
            pass

        def choose(self, seen: Seen) -> int:
            import os

            os._exit(3)

    monkeypatch.setitem(bots.BOTS, "bomb", Bomb)
    with pytest.raises(BotFails, match="name it as exec:COMMAND"):
        list(ring.spread(ring.fight, [("the_boss", {}, bout) for bout in ring.bouts(["bomb", "bomb"], 1, 1)], 1))
