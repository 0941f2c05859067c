"""One server for all tests of a file; every test brings its own people and tables."""

import pytest

from tests.table.house import open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with open_house(tmp_path_factory.mktemp("house") / "table.db") as house:
        yield house
