"""Every test keeps its files in a folder of its own run: nobody's saved matches are touched."""

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def home_of_this_run(tmp_path_factory):
    if "FIVEFAMILIES_HOME" not in os.environ:
        os.environ["FIVEFAMILIES_HOME"] = str(tmp_path_factory.mktemp("home"))
