"""A table that publishes to a room, for every file of tests here."""

from collections.abc import Iterator

import pytest
from support.people_at_table import People

from companion.table.evening import Equipment


@pytest.fixture
def people() -> Iterator[People]:
    made = People(table=Equipment(pods=6, room=True))
    made.wait(0.2)
    yield made
    made.store.close()
