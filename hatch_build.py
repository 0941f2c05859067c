"""Put htmx and two of its extensions into the package, from the wheel of `djhtmx`: pip fetches it alone and checks its hash.

The scripts lie in a folder that git ignores. Source distributions carry them, so that a build from one fetches nothing.
"""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WHEEL = "djhtmx==1.3.6 --hash=sha256:124b2d466d887454dd37b01aa8fad615efdfd8e26361e300430304b65b6c835b"
INSIDE = "djhtmx/static/htmx/2.0.4/"
SCRIPTS = {  # ours: theirs, and what it must be
    "htmx.js": ("htmx.min.js", "e209dda5c8235479f3166defc7750e1dbcd5a5c1808b7792fc2e6733768fb447"),
    "morph.js": ("ext/idiomorph-ext.min.js", "a6437e55b1b6a07bc421f0d230266a39399b6826c6ed19e0ed9c63b707444a5f"),
    "ws.js": ("ext/ws.js", "1f051816a11906fb3b4f1d3f3b4062f8372683950e3256cc764276156795a430"),
}
LICENCE = """htmx (2.0.4), its WebSocket extension and Idiomorph, by Big Sky Software and contributors. Zero-Clause BSD:

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
"""


class CustomBuildHook(BuildHookInterface):
    """Brings the scripts, for wheels, source distributions and editable installs alike."""

    def initialize(self, version: str, build_data: dict) -> None:
        folder = Path(self.root) / "src" / "fivefamilies" / "table" / "static" / "lib"
        if not all(is_right(folder / ours, wanted) for ours, (_, wanted) in SCRIPTS.items()):
            bring(folder)
        (folder / "LICENSE.htmx.txt").write_text(LICENCE, "utf-8")


def is_right(file: Path, wanted: str) -> bool:
    """Is the script there, and the one that was chosen?"""
    return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == wanted


def bring(folder: Path) -> None:
    """Fetch the wheel and take the scripts out of it; nothing of it is installed or run."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    with tempfile.TemporaryDirectory() as place:
        wanted = Path(place) / "wanted.txt"
        wanted.write_text(WHEEL, "utf-8")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
        subprocess.run([*pip, "--dest", place, "--requirement", str(wanted)], check=True)
        with zipfile.ZipFile(next(Path(place).glob("*.whl"))) as wheel:
            for ours, (theirs, _) in SCRIPTS.items():
                (folder / ours).write_bytes(wheel.read(INSIDE + theirs))
    wrong = [ours for ours, (_, wanted) in SCRIPTS.items() if not is_right(folder / ours, wanted)]
    if wrong:
        raise RuntimeError(f"{', '.join(wrong)}: not the script that was chosen; see SCRIPTS in hatch_build.py")
