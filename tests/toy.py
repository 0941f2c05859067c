"""The toy title of docs/add-a-game.md as modules of a package of its own, word for word or with a mistake planted in it."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from fivefamilies.core.contract import Title

PAGE = Path(__file__).parents[1] / "docs" / "add-a-game.md"
SOURCE = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))


def write(folder: Path, name: str, *planted: tuple[str, str]) -> str:
    """Write the toy as a module of the package `gangland` with these places replaced; returns its dotted name."""
    package, source = folder / "gangland", SOURCE
    for place, mistake in planted:
        assert source.count(place) == 1, place
        source = source.replace(place, mistake)
    package.mkdir(exist_ok=True)
    (package / "__init__.py").touch()
    (package / f"{name}.py").write_text(source)
    return f"gangland.{name}"


def load(folder: Path, name: str) -> Title:
    """The toy as a title in this process, wherever the package `gangland` of another test lies."""
    module = write(folder, name)
    sys.modules.pop("gangland", None)
    sys.path.insert(0, str(folder))
    try:
        return import_module(module).TITLE
    finally:
        sys.path.remove(str(folder))


def families(folder: Path, *words: str, typed: str = "", **env: str) -> subprocess.CompletedProcess:
    """The command, run in the folder where the package lies."""
    return subprocess.run(
        [str(Path(sys.executable).with_name("families")), *words],
        cwd=folder, env={**os.environ, "FIVEFAMILIES_HOME": str(folder / "home"), "LANG": "C", **env},
        input=typed, capture_output=True, text=True, check=False,
    )  # fmt: skip
