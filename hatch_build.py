"""Bring htmx and its WebSocket extension out of the build requirement `django-htmx`; nothing of Django is needed to run."""

import shutil
from importlib import metadata
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SCRIPTS = {"htmx-4.min.js": "htmx.js", "ext/hx-ws-4.min.js": "hx-ws.js"}


class CustomBuildHook(BuildHookInterface):
    """Copies the scripts and their licence into an ignored folder of the package, for wheels and editable installs alike."""

    def initialize(self, version: str, build_data: dict) -> None:
        target = Path(self.root) / "src" / "fivefamilies" / "table" / "static" / "lib"
        target.mkdir(parents=True, exist_ok=True)
        shipped = {str(file): Path(str(file.locate())) for file in metadata.files("django-htmx") or ()}
        for name, ours in SCRIPTS.items():
            shutil.copyfile(shipped[f"django_htmx/static/django_htmx/{name}"], target / ours)
        licence = next(path for name, path in shipped.items() if "licenses/" in name)
        shutil.copyfile(licence, target / "LICENSE.django-htmx.txt")
