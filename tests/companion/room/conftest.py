"""A room on a file of its own, and one table in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.rooms import Rig, Table


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig(tmp_path / "room.db")
    yield made
    made.stop()


@pytest.fixture
def table(rig: Rig) -> Table:
    made = Table(rig, "t1", rig.hall.admit("t1"))
    made.birth()
    rig.turn()
    return made
