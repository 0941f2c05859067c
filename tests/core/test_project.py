"""The shape of the project: imports go one way, nothing heavy at import, no title is special."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import fivefamilies
from fivefamilies.core.collect import HOMES
from fivefamilies.core.compiled import COMPILED_PARTS, sources_of
from fivefamilies.games import TITLES

SOURCE = Path(fivefamilies.__file__).parent
SCRIPTS = sorted(path for folder in ("bench", "docs") for path in (Path(__file__).parents[2] / folder).glob("*.py"))
ORDER = {"core": 0, "games": 1, "bots": 2, "cuda": 2, "lab": 3, "table": 3, "terminal": 3, "adapters": 3, "cli": 4}
BY_NAME = ("core/match.py", "core/words.py")  # find a title or words by name, at run time


def imports(file: Path) -> set[str]:
    """The parts of the package that a module imports, wherever in the file."""
    parts = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            pieces = name.split(".")
            if pieces[0] == "fivefamilies" and len(pieces) > 1 and pieces[1] in ORDER:
                parts.add(pieces[1])
    return parts


def test_imports_go_one_way():
    for file in SOURCE.rglob("*.py"):
        place = file.relative_to(SOURCE)
        if place.parts[0] not in ORDER or place.as_posix() in BY_NAME:
            continue
        for part in imports(file):
            assert part == place.parts[0] or ORDER[part] < ORDER[place.parts[0]], f"{place} imports {part}"


def test_titles_do_not_import_one_another():
    for title in TITLES:
        for file in (SOURCE / "games" / title).rglob("*.py"):
            text = file.read_text("utf-8")
            assert not [other for other in TITLES if other != title and f"games.{other}" in text], file


def test_no_title_is_named_outside_its_folder():
    for file in SOURCE.rglob("*.py"):
        place = file.relative_to(SOURCE)
        if place.parts[0] == "games":
            continue
        tree = ast.parse(file.read_text("utf-8"))
        compared = [
            constant.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Compare)
            for constant in ast.walk(node)
            if isinstance(constant, ast.Constant)
        ]
        assert not set(compared) & set(TITLES), place


@pytest.mark.parametrize("title", TITLES)
def test_the_same_concept_has_the_same_home_in_every_title(title):
    own = {"parrain": {"grid", "boards"}}.get(title, set())  # the little boards on which it is played
    folder = SOURCE / "games" / title
    modules = {file.stem for file in folder.glob("*.py")} | {file.parent.name for file in folder.glob("*/__init__.py")}
    assert modules - {"__init__"} - own <= set(HOMES)
    assert set(HOMES) - {"flaws"} <= modules, "only what is wrong with a position may stand with the state"


@pytest.mark.parametrize("title", TITLES)
def test_every_key_of_a_data_file_is_read(title):
    """A key is read where it is named in quotes, or is a field of a component; names of things may be keys too."""
    folder, core = SOURCE / "games" / title, SOURCE / "core"
    code = "".join(file.read_text("utf-8") for file in (*folder.rglob("*.py"), core / "collect.py", core / "editions.py"))
    text = (folder / "components.toml").read_text("utf-8")
    things = set(re.findall(r'"([a-z_0-9]+)"', text))

    def unread(table, path=""):
        for key, entry in table.items():
            named = re.search(rf'["._]{re.escape(key)}["._{{]|^ +{re.escape(key)}: ', code, re.MULTILINE)
            if not named and not key.isdigit() and key not in things:
                yield f"{path}{key}"
            for row in entry if isinstance(entry, list) else [entry]:
                if isinstance(row, dict) and path + key not in ("title", "presets"):  # one schema for all, and options' own names
                    yield from unread(row, f"{path}{key}.")

    assert not set(unread(tomllib.loads(text)))


def test_importing_the_package_loads_nothing_heavy():
    heavy = ("numba", "numpy", "rich", "typer", "babel", "matplotlib")
    code = f"import sys, fivefamilies; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_compiled_code_lies_where_the_cache_looks_for_changes():
    for file in SOURCE.rglob("*.py"):
        if file.relative_to(SOURCE).parts[0] not in (*COMPILED_PARTS, "cuda"):  # what a device runs is not in that cache
            tree = ast.walk(ast.parse(file.read_text("utf-8")))
            names = {alias.name for node in tree if isinstance(node, ast.ImportFrom) for alias in node.names}
            assert not names & {"rule", "verb", "compile_for", "njit", "jit", "cuda"}, file


def test_a_change_of_a_title_leaves_the_compilations_of_the_others_be():
    ours = {
        module: set(sources_of(f"fivefamilies.{module}"))
        for module in ("games.the_boss.rules", "games.parrain.grid", "bots.tree", "core.chance")
    }
    assert ours["games.the_boss.rules"] == {SOURCE / "core", SOURCE / "games" / "the_boss"}
    assert set.intersection(*ours.values()) == {SOURCE / "core"}
    assert {SOURCE / part for part in COMPILED_PARTS} < set(sources_of("tests.core.test_project"))  # a stranger may use them all


def test_compiled_code_of_a_title_is_made_of_nothing_but_itself_and_the_core():
    """What the cache does not look at must not be compiled in: titles and bots import no compiled code of one another."""
    for file in SOURCE.rglob("*.py"):
        part, *rest = file.relative_to(SOURCE).parts
        if part in COMPILED_PARTS:
            own = ["fivefamilies.core", ".".join(["fivefamilies", part, *rest[: part == "games"]]).removesuffix(".py")]
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("fivefamilies.games."):
                    assert node.module.startswith(tuple(own)), f"{file}: {node.module}"


def test_the_command_line_decides_first_whether_rules_are_compiled():
    """`families serve` interprets its own rules: had a command imported them, its first table would wait for the compiler."""
    code = "import sys, fivefamilies.cli.app; print('fivefamilies.core.compiled' in sys.modules, 'numba' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["False", "False"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_use_what_there_is(script):
    for node in ast.walk(ast.parse(script.read_text("utf-8"))):
        home = str(node.module) if isinstance(node, ast.ImportFrom) else ""
        if home.startswith("fivefamilies") and not home.startswith("fivefamilies.cuda"):  # that needs numba-cuda
            for name in (alias.name for alias in node.names):
                assert hasattr(import_module(home), name) or find_spec(f"{home}.{name}"), f"{home} has no {name}"
