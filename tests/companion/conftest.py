"""What several tests of the app share: the practice set of ShipShape, taught once from drawn tables."""

import pytest

from companion.simulation import simulated_table


@pytest.fixture(scope="session")
def practice_set(tmp_path_factory):
    return simulated_table.teach("shipshape", tmp_path_factory.mktemp("pieces") / "shipshape")
