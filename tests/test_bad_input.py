"""What people type wrong, and machines that are not as they should be: one sentence, exit code 2, never a traceback."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fivefamilies import games
from fivefamilies.cli.app import COMMANDS
from fivefamilies.cli.run import run
from fivefamilies.core import matchfile
from fivefamilies.core.kernels import VERBS, compile_title
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES

LONG = "9" * 5000


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Files of all bad kinds, and a good one."""
    place = tmp_path_factory.mktemp("bad")
    match = Match("the_boss", 2, seed=1)
    while not match.is_over:
        match.play(match.legal_ids()[0])
    matchfile.save(match, place / "good.match.json")
    data = json.loads((place / "good.match.json").read_text())
    (place / "names.match.json").write_text(json.dumps({**data, "names": [1, 2]}))
    (place / "module.match.json").write_text(json.dumps({**data, "title": "test.autotest"}))
    (place / "escape.match.json").write_text(json.dumps({**data, "title": "\x1b[2Jboss\n\nx"}))
    (place / "deep.match.json").write_text("[" * 100_000)
    (place / "empty.match.json").write_text("")
    (place / "binary.match.json").write_bytes(bytes(range(256)))
    (place / "text.toml").write_text("= no toml =")
    (place / "other.toml").write_text("[cities]\nx = 1\n")
    (place / "text.db").write_text("no database at all\n" * 20)
    return place


@pytest.fixture
def families(folder, monkeypatch, capsys):
    """Run a command in this process; gives its exit code, what it said, and what it complained about."""
    monkeypatch.chdir(folder)
    for name in ("LC_ALL", "LC_MESSAGES", "FIVEFAMILIES_LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C")
    monkeypatch.setenv("FIVEFAMILIES_INTERPRETED", os.environ.get("FIVEFAMILIES_INTERPRETED", ""))  # `serve` sets it

    def call(*words: str) -> tuple[int, str, str]:
        from fivefamilies.cli import console

        console._language.clear()
        code = run(list(words))
        return code, *capsys.readouterr()

    return call


GOOD = "good.match.json"
BOTS = ("random:1", "greedy:²", "greedy:0", f"greedy:{LONG}", "search:²", "search:0", "search:-1", "search:1h", f"search:{LONG}",
        "search:20ms:explore=nan", "search:20ms:explore=inf", "search:20ms:explore=-inf", "search:20ms:explore=1e999",
        "search:20ms:nothing=1", "search:20ms:explore", "search:20ms:tries=0", "search:20ms:threads=0", "search:20ms:threads=1e9",
        f"search:20ms:tries={LONG}", "search:20ms:array=1", "search:20ms:__class__=1", "don:1", "nobody", "", ",", "exec",
        "exec:", "exec:'", "exec:/nonexistent", "exec:0ms:true", "exec:99999999999s:true", "exec:false", "exec:\0")  # fmt: skip
TITLES = ("", ".", "..", "a.b", "os.path", "the_bos", "\0", "../x", "è", LONG, "fivefamilies.games", "the_boss.x", "-x", "{x}")
NUMBERS = ("x", "", "1.5", "0", "-1", "1e9", "99999999999999999999", LONG, "²", "nan", "inf", "0x10", " ")
FILES = ("", ".", "none.json", "/dev/full/x", "names.match.json", "module.match.json", "escape.match.json", "deep.match.json",
         "empty.match.json", "binary.match.json", "text.toml", "\0", "a" * 300, "/dev/null")  # fmt: skip
OPTIONS = ("x", "x=1", "=", "=1", "chicago", "setup=99", f"setup={LONG}", "\0=\0", "setup=nan")
DATABASES = ("", ".", "/", "/dev/null", "/proc/x/y", "nonsense://x", "postgresql://", "postgresql://127.0.0.1:1/x", "sqlite://",
             "mysql://u:p@h/x", "text.db", "://", "\0", "postgresql://[x", "~nobody-here/x")  # fmt: skip
URLS = ("", "foo", "http://", "https://", "ftp://x", "http:// x", "http://[x", "http://x:99999", "//x", "javascript:alert(1)")

BAD = [
    *(("titles", title) for title in TITLES if title), *(("rules", title) for title in TITLES),
    *(("play", title) for title in TITLES[:6]), *(("check", title) for title in TITLES[:6]),
    *(("bench", title) for title in TITLES[:6]), *(("simulate", title) for title in TITLES[:6]),
    *(("arena", title, "random") for title in TITLES[:6]),
    *(("simulate", "the_boss", "--games", "2", "--seats", "2", f"--bots={bot}") for bot in BOTS),
    *(("arena", "the_boss", "random", bot, "--games", "2") for bot in BOTS if bot not in ("", ",")),
    *(("play", "the_boss", f"--bots={bot}") for bot in BOTS if not bot.startswith("exec")),
    *(("simulate", "the_boss", f"--games={n}") for n in NUMBERS), *(("check", "the_boss", f"--games={n}") for n in NUMBERS),
    *(("arena", "the_boss", "random", f"--games={n}") for n in NUMBERS),
    *(("simulate", "the_boss", f"--seats={n}") for n in NUMBERS), *(("play", "the_boss", f"--seats={n}") for n in NUMBERS),
    *(("simulate", "the_boss", f"--workers={n}") for n in (*NUMBERS, "513")),
    *(("arena", "the_boss", "random", f"--workers={n}") for n in (*NUMBERS, "513")),
    *(("check", "the_boss", f"--seats={n}") for n in NUMBERS), *(("bench", f"--pairs={n}") for n in NUMBERS),
    *(("simulate", "the_boss", f"--seed={n}") for n in NUMBERS if n not in ("0", "-1", "99999999999999999999")),
    *(("play", "the_boss", f"--humans={n}") for n in NUMBERS if n != "0"),
    *((command, file) for command in ("replay", "verify", "hint", "review") for file in FILES),
    *(("play", "the_boss", "--file", file) for file in FILES if file),
    *(("play", "the_boss", f"--edition={file}") for file in ("other.toml", *FILES[1:-6], "binary.match.json", "text.toml")),
    *(("replay", GOOD, f"--seat={n}") for n in NUMBERS), *(("hint", GOOD, f"--seat={n}") for n in NUMBERS),
    *(("replay", GOOD, f"--until={n}") for n in NUMBERS if n not in ("0", "99999999999999999999")),
    *(("replay", GOOD, "--title", title) for title in TITLES if title),
    *(("review", GOOD, f"--think={n}") for n in NUMBERS),
    *(("review", GOOD, "--think=5", f"--plot={path}") for path in (".", "no/x.svg", "/dev/full")),
    *(("simulate", "the_boss", "-o", option) for option in OPTIONS), *(("play", "the_boss", "-o", option) for option in OPTIONS),
    *((command, "the_boss", "--preset", name) for command in ("play", "simulate") for name in ("", "x", "\0")),
    *(("titles", "--lang", language) for language in ("", "eo", "EN", "it_IT", "\0", LONG)),
    *(("serve", "--no-open", "--port=0", f"--db={db}") for db in DATABASES),
    *(("serve", "--no-open", "--port=0", "--db=x.db", f"--public-url={url}") for url in URLS),
    *(("serve", "--no-open", "--db=x.db", f"--host={host}") for host in ("", " ", "no.invalid", "999.1.1.1", "203.0.113.7")),
    *(("serve", "--no-open", "--db=x.db", f"--port={n}") for n in NUMBERS if n != "0"),
    *(("serve", "--no-open", "--db=x.db", f"--log-level={level}") for level in ("", "loud", "INFO!", "critical", "10")),
    *(("serve", "--db=x.db", f"--{name}={n}") for name in ("pace", "grace", "rate") for n in ("x", "-1", "nan", "inf")),
    ("nothing",), ("titles", "a", "b"), ("play",), ("arena", "the_boss"), ("replay",), ("titles", "--nothing"),
    ("titles", "--json=1"), ("play", "the_boss", "--seats"), ("play", "the_boss", "--file", GOOD, "--seats=x"),
    ("play", "family_business", "--file", GOOD), ("play", "der_pate", "--resume"), ("verify", GOOD, "--title", "os.path"),
    ("serve", "--port=x"), ("clean", "x"), ("-x",), ("",),
]  # fmt: skip


@pytest.mark.parametrize("first", sorted({words[0] for words in BAD}))
def test_every_mistake_gets_one_sentence_and_exit_code_2(families, first):
    for words in (words for words in BAD if words[0] == first):
        code, said, complained = families(*words)
        shown = [word[:60] for word in words]
        assert code == 2, (shown, code, complained)
        assert complained.count("\n") == 1 and complained.strip() and said == "", (shown, said, complained)
        assert not [part for part in ("Traceback", "should not", "\x1b[2J") if part in complained], (shown, complained)


def test_there_are_many_kinds_of_mistakes():
    assert len(BAD) > 450


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_usage_errors_and_help_are_in_the_chosen_language(families, language):
    for words in (("plya",), ("play",), ("titles", "--nothing"), ("simulate", "the_boss", "--games=x"), ("titles", "a", "b"),
                  ("simulate", "the_boss", "--games=0"), ("titles", "--json=1"), ("serve", "--pace=x")):  # fmt: skip
        english, own = families(*words)[2], families(*words, "--lang", language)[2]
        assert english != own and not set(own.lower().split()) & {"the", "is", "there", "takes", "got", "invalid", "no"}, own
    for command in COMMANDS:
        code, page, _ = families(command.__name__, "--lang", language, "-h")
        words_of_page = set(page.lower().split())
        assert code == 0 and not words_of_page & {"the", "with", "this", "and", "usage:", "options:", "show"}, page
    assert families("--lang", language, "titles")[0] == 0


def test_the_version_and_short_help(families):
    from fivefamilies import __version__

    assert families("--version")[:2] == (0, f"families {__version__}\n")
    assert families("-h")[1] == families("--help")[1] and "--install-completion" in families("-h")[1]


COMPLETE = """
source ./completion.bash
COMP_WORDS=({line}) COMP_CWORD=$(({words} - 1))
_families_completion "$1"
printf '%s ' "${{COMPREPLY[@]}}"
"""


def test_a_shell_completes_commands_and_titles(tmp_path):
    """The script that a shell is given, sourced by a real one, and what it offers after what was typed."""
    done = start(stdout=subprocess.PIPE, env={"_FAMILIES_COMPLETE": "source_bash"}, cwd=tmp_path)
    script, complained = done.communicate(timeout=60)
    assert (complained, done.returncode) == ("", 0)
    (tmp_path / "completion.bash").write_text(script)
    families = str(Path(sys.executable).with_name("families"))
    for line, offered in (("families ti", ["titles"]), ("families rules the_", ["the_boss"]), ("families edition no", [])):
        typed = COMPLETE.format(line=line, words=len(line.split()))
        said = subprocess.run(["bash", "-c", typed, "bash", families], capture_output=True, text=True, cwd=tmp_path, timeout=60)
        assert (said.stdout.split(), said.stderr) == (offered, ""), line


def test_the_unforeseen_is_one_line_and_a_log_file(families, monkeypatch, tmp_path):
    def break_down(*_: object) -> None:
        raise ZeroDivisionError("the sky\nfell")

    monkeypatch.setenv("FIVEFAMILIES_HOME", str(tmp_path))
    monkeypatch.setattr("fivefamilies.games.names", break_down)
    code, _, complained = families("titles")
    log = tmp_path / "log" / "families.log"
    assert code == 70 and complained.count("\n") == 1 and str(log) in complained
    assert "Traceback" in log.read_text() and "ZeroDivisionError" in log.read_text()
    monkeypatch.setenv("FIVEFAMILIES_HOME", "/dev/null/x")
    code, _, complained = families("titles")
    assert code == 70 and complained.count("\n") == 1


def test_a_bot_whose_extra_is_missing_says_how_to_install_it(families, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)  # as if it were not installed
    monkeypatch.delitem(sys.modules, "fivefamilies.adapters.openspiel", raising=False)
    for words in (("simulate", "the_boss", "--bots=ismcts"), ("arena", "the_boss", "random", "ismcts"),
                  ("play", "the_boss", "--bots=ismcts")):  # fmt: skip
        code, said, complained = families(*words)
        assert (code, said) == (2, "") and complained.count("\n") == 1, (words, said, complained)
        assert "fivefamilies[peers]" in complained, complained


def test_clean_says_where_things_lie_and_removes_them(families, monkeypatch, tmp_path):
    home, cache = tmp_path / "home", tmp_path / "cache"
    monkeypatch.setenv("FIVEFAMILIES_HOME", str(home))
    monkeypatch.setenv("FIVEFAMILIES_CACHE", str(cache))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "old" / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "old" / "state"))
    assert "nothing to remove" in families("clean")[1]
    for file in (home / "the_boss.match.json", home / "secrets" / "a.secret", home / "table.db", home / "holiday.jpg",
                 cache / "0123" / "used", cache / "mine.txt",
                 tmp_path / "old" / "state" / "fivefamilies" / "old.match.json"):  # fmt: skip
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    code, said, _ = families("clean")
    assert code == 0 and str(cache) in said and "the_boss.match.json" in said and "table.db" in said and "holiday" not in said
    assert (home / "the_boss.match.json").exists(), "nobody said yes"
    removed = json.loads(families("clean", "--yes", "--json")[1])["removed"]
    left = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())
    assert left == ["cache/mine.txt", "home/holiday.jpg", "home/table.db"] and len(removed) == 4
    families("clean", "--yes", "--table")
    assert not (home / "table.db").exists() and (home / "holiday.jpg").exists()


# ---------------------------------------------------------------- as a real process


def start(*words: str, **how) -> subprocess.Popen:
    env = {**os.environ, "LANG": "C.UTF-8", **how.pop("env", {})}
    command = [sys.executable, "-m", "fivefamilies", *words]
    return subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True, encoding="utf-8", **how)


@pytest.mark.parametrize("words", [("titles", "--lang", "fr"), ("titles", "--json"), ("replay", GOOD),
                                   ("rules", "family_business"), ("arena", "-h", "--lang", "fr")])  # fmt: skip
def test_an_output_that_knows_ascii_only_gets_ascii(folder, words):
    done = start(*words, stdout=subprocess.PIPE, cwd=folder, env={"PYTHONIOENCODING": "ascii"})
    said, complained = done.communicate(timeout=60)
    assert done.returncode == 0 and complained == "" and said.isascii() and said
    if "--json" in words:
        assert json.loads(said)["titles"][3]["name"] == "Le Jeu du Parrain"


def test_a_full_disk_is_told_in_one_sentence(folder):
    for words in (("titles",), ("replay", GOOD), ("titles", "--json"), ("-h",)):
        with open("/dev/full", "w") as full:
            done = start(*words, stdout=full, cwd=folder)
            _, complained = done.communicate(timeout=60)
        assert done.returncode == 2 and complained == "the output cannot be written: No space left on device\n"


def test_a_reader_who_has_enough_ends_the_command_in_peace(folder):
    done = start("replay", GOOD, stdout=subprocess.PIPE, cwd=folder, env={"PYTHONUNBUFFERED": "1"})
    assert done.stdout.readline()
    done.stdout.close()
    _, complained = done.communicate(timeout=60)
    assert done.returncode == 0 and complained == ""


@pytest.mark.parametrize("cache", ["/dev/null/x", "/proc/x"])
def test_an_unusable_cache_folder_is_told_with_the_way_out(cache):
    done = start("simulate", "the_boss", "--games", "1", stdout=subprocess.PIPE, env={"FIVEFAMILIES_CACHE": cache})
    said, complained = done.communicate(timeout=60)
    assert done.returncode == 2 and said == "" and complained.count("\n") == 1 and "FIVEFAMILIES_CACHE" in complained


LONG_WORK = [
    ("arena", "the_boss", "search:2", "--games", "50000"), ("arena", "the_boss", "search:1000000000", "--games", "50000"),
    ("simulate", "the_boss", "--games", "10000000"), ("simulate", "the_boss", "--bots", "greedy:2", "--games", "500000"),
    ("check", "the_boss", "--games", "5000000"), ("bench", "the_boss", "--no-cold", "--pairs", "5000"),
    ("review", GOOD, "--think", "50ms"), ("hint", "open.match.json", "--think", "1000000000"),
]  # fmt: skip


SOON = 3.0  # seconds: two for the command, one for a busy machine


@pytest.mark.parametrize("words", LONG_WORK, ids=[" ".join(words[:4:2]) for words in LONG_WORK])
def test_ctrl_c_stops_every_long_command_and_prints_what_there_is(folder, words):
    compile_title(games.title("the_boss"))  # kept for the process, which then starts in a moment
    matchfile.save(Match("the_boss", 2, seed=1), folder / "open.match.json")
    has_progress = words[0] in ("arena", "simulate", "check", "review") and not words[2].startswith("search:1")
    total = len(json.loads((folder / GOOD).read_text())["moves"]) if words[0] == "review" else words[-1]
    prepared = f"{len(VERBS) + 1}/{len(VERBS) + 1}"  # the verbs, and mass play
    under_way = rf"(?:[3-9][0-9]|[1-9][0-9][0-9]+)/{total}" if has_progress else f"Playing|Measuring|{prepared}"
    said = pressed_once(words, folder, under_way)
    assert said.strip() or not has_progress, "what there is is printed"


def test_ctrl_c_stops_the_compiler_too(folder, tmp_path):
    """It is deaf for seconds at a time, and what is raised in its callbacks is lost."""
    pressed_once(("simulate", "the_boss", "--games", "10"), folder, r"[1-9]/1\d", FIVEFAMILIES_CACHE=str(tmp_path / "cold"))


def pressed_once(words: tuple[str, ...], folder: Path, under_way: str, **env: str) -> str:
    """What a command says when Ctrl-C is pressed once, a second after it is under way; it ends soon."""
    screen, terminal = os.openpty()
    command = [sys.executable, "-m", "fivefamilies", *words]
    env = {**os.environ, "LANG": "C.UTF-8", "TERM": "xterm", "COLUMNS": "100", **env}
    done = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=terminal, cwd=folder, start_new_session=True)
    os.close(terminal)
    try:
        shown = read_until(screen, under_way.encode())
        time.sleep(1)
        assert done.poll() is None, shown
        began = time.monotonic()
        os.killpg(done.pid, signal.SIGINT)  # as a terminal does: to everybody
        said, _ = done.communicate(timeout=60)
        assert time.monotonic() - began < SOON, time.monotonic() - began
        shown = read_until(screen, rb"stopped")
        assert done.returncode == 130 and b"Traceback" not in shown
        return said
    finally:
        os.close(screen)
        if done.poll() is None:
            os.killpg(done.pid, signal.SIGKILL)
            done.communicate()


def test_lines_can_be_edited_and_called_back_at_the_prompt():
    """The arrow up brings the last line back: without line editing it would be a move that is none."""
    screen, terminal = os.openpty()
    command = [sys.executable, "-m", "fivefamilies", "play", "the_boss", "--seats", "2", "--bots", "random", "--seed", "1"]
    env = {**os.environ, "LANG": "C.UTF-8", "TERM": "xterm", "COLUMNS": "100", "FIVEFAMILIES_INTERPRETED": "1"}
    done = subprocess.Popen(command, env=env, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True)
    os.close(terminal)
    try:
        read_until(screen, rb"\w> ")
        os.write(screen, b"nonesense\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\x7f\n")  # five to the left, and the e goes
        read_until(screen, rb"(?s)nonsense[^\n]* is not a move.*\w> ")
        os.write(screen, b"\x1b[A\n")
        read_until(screen, rb"nonsense[^\n]* is not a move")
        os.write(screen, b"q\n")
        done.wait(20)
    finally:
        os.close(screen)
        if done.poll() is None:
            os.killpg(done.pid, signal.SIGKILL)
        done.wait()
    assert done.returncode == 0


def read_until(screen: int, pattern: bytes, seconds: float = 60) -> bytes:
    """What a terminal shows until the pattern is there."""
    shown, deadline = b"", time.monotonic() + seconds
    while not re.search(pattern, shown):
        assert select.select([screen], [], [], max(0.0, deadline - time.monotonic()))[0], shown
        try:
            shown += os.read(screen, 4096)
        except OSError:
            pytest.fail(f"ended with {shown!r}")
    return shown


def test_the_table_says_that_it_is_open_when_it_has_the_port(tmp_path):
    from urllib.request import urlopen

    first = start("serve", "--no-open", "--no-prepare", "--port", "0", "--db", str(tmp_path / "a.db"), stdout=subprocess.PIPE)
    try:
        address = first.stdout.readline().split(" at ")[1].split()[0]
        with urlopen(f"{address}/health", timeout=2) as answer:
            assert answer.status == 200
        port = address.rpartition(":")[2]
        again = ("serve", "--no-open", "--no-prepare", "--port", port, "--db", str(tmp_path / "a.db"))
        second = start(*again, stdout=subprocess.PIPE)
        other = second.stdout.readline().split(" at ")[1].split()[0]
        assert other != address, "the next port is taken, and told"
        second.send_signal(signal.SIGTERM)
        second.communicate(timeout=15)
    finally:
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=15)
