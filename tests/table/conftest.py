"""One server for all tests of a file; every test brings its own people and tables."""

import glob
import os

import pytest

from tests.table.databases import Postgres
from tests.table.house import open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with open_house(tmp_path_factory.mktemp("house") / "table.db") as house:
        yield house


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL of our own, which may be killed."""
    if not glob.glob("/usr/lib/postgresql/*/bin"):
        pytest.skip("no PostgreSQL here: install it (.ci/run does)")
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def address(request, tmp_path_factory):
    """A database for a ledger."""
    if request.param == "sqlite":
        return str(tmp_path_factory.mktemp("store") / "table.db")
    return os.environ.get("DATABASE_URL") or request.getfixturevalue("postgres").address
