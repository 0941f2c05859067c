"""What is shipped: packages that build without the net, files that deploy what there is, a .venv that heals."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import fivefamilies
from fivefamilies.cli.app import command
from fivefamilies.table.ops import HELP

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A wheel made from the source distribution, with no index to fetch anything from."""
    place = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(place)]
    subprocess.run([*build, "--target", "sdist"], cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(next(place.glob("*.tar.gz"))) as source:
        source.extractall(place, filter="data")
    unpacked = next(path for path in place.iterdir() if path.is_dir())
    alone = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}
    subprocess.run([*build, "--target", "wheel"], cwd=unpacked, check=True, capture_output=True, env=alone)
    with zipfile.ZipFile(next(place.glob("*.whl"))) as packed:
        yield packed


def test_a_source_distribution_builds_a_whole_wheel_without_the_net(wheel):
    names = set(wheel.namelist())
    ours = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*") if path.is_file()}
    assert not {name for name in ours - names if "__pycache__" not in name}
    licence = wheel.read("fivefamilies/table/static/lib/LICENSE.htmx.txt").decode()
    assert "Zero-Clause BSD" in licence and "fivefamilies/py.typed" in names
    reports = {f"fivefamilies/reports/{path.name}" for path in (ROOT / "docs" / "reports").glob("*.html")}
    assert len(reports) == 5 and reports <= names


def test_the_page_of_the_package_links_and_shows_by_whole_addresses(wheel):
    page = wheel.read(next(name for name in wheel.namelist() if name.endswith("METADATA"))).decode()
    links = re.findall(r'(?:\]\(|src=")([^)"]+)', page)
    assert len(links) > 10 and all(link.startswith(("https://", "#")) for link in links)
    assert page.count("Project-URL:") == 4 and "Author: The Five Families contributors" in page


def serve_options(words: list[str]) -> dict:
    """The settings that a command line gives to `families serve`, read by the command itself."""
    assert words[:2] == ["families", "serve"]
    serve = command().commands["serve"]
    return serve.make_context("serve", words[2:]).params


def test_what_is_deployed_calls_the_server_as_it_is():
    docker = (DEPLOY / "Dockerfile").read_text("utf-8")
    commands = [json.loads(re.search(r"^CMD (\[.*\])$", docker, re.MULTILINE)[1])]
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    commands.append(shlex.split(re.search(r"command: (.*)", compose)[1]))
    unit = (DEPLOY / "families.service").read_text("utf-8")
    started = shlex.split(re.search(r"ExecStart=(.*)", unit)[1])
    commands.append([Path(started[0]).name, *started[1:]])
    for words in commands:
        given = serve_options(words)
        assert given["port"] == 8500 and "families" in given["db"] and not given["is_opened"], words
    assert "8500/health" in docker and "[postgres" in docker
    hosts = [shlex.split(re.search(r"command: (families bots .*)", compose)[1])]
    hosts.append(
        shlex.split(re.search(r"ExecStart=\S*/(families bots .*)", (DEPLOY / "families-bots.service").read_text("utf-8"))[1])
    )
    for words in hosts:
        assert command().commands["bots"].make_context("bots", words[2:]).params["db"], words


def test_the_dashboard_asks_for_numbers_that_there_are():
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    asked = {
        name for panel in board["panels"] for target in panel["targets"] for name in re.findall(r"families_(\w+)", target["expr"])
    }
    there = set(HELP) | {"requests_total", "request_seconds_bucket"}
    assert asked and asked <= there, asked - there


def test_versions_agree():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {fivefamilies.__version__}\n" in cited
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "locks" / "dev.txt").read_text("utf-8"), re.MULTILINE))
    wanted = {re.match(r"[a-z0-9-]+", name)[0] for name in project["project"]["dependencies"]}
    assert wanted <= locked, "make lock"


def test_the_package_lists_what_it_offers():
    assert set(fivefamilies.__all__) <= set(dir(fivefamilies))


def test_a_half_made_environment_is_made_again(tmp_path):
    shutil.copyfile(ROOT / "Makefile", tmp_path / "Makefile")
    broken = tmp_path / ".venv" / "bin"
    broken.mkdir(parents=True)
    (broken / "python").write_text("#!/bin/sh\nexit 1\n")
    planned = subprocess.run(["make", "-n", ".venv/made.stamp"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert planned.index("rm -rf .venv") < planned.index("-m venv .venv") < planned.index("touch .venv/made.stamp")
