"""Every test keeps its files in a folder of its own run: nobody's saved matches are touched."""

import os
import signal

import pytest


@pytest.fixture(scope="session", autouse=True)
def home_of_this_run(tmp_path_factory):
    if "FIVEFAMILIES_HOME" not in os.environ:
        home = tmp_path_factory.mktemp("home")
        (home / "luck.key").write_text("5f" * 32)  # the same luck in every run
        os.environ["FIVEFAMILIES_HOME"] = str(home)


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard():
    """What runs in the background ignores Ctrl-C, and its children too; ours are told to hear it."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
