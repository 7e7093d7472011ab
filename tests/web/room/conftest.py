"""The page of a test's room, under a name of its own, and what makes a browser a director's."""

from types import SimpleNamespace

import pytest

from web.room.app import create_app


@pytest.fixture
def app(rig):
    return create_app(rig.desk, names=("companion.test",))


@pytest.fixture
def table(rig):
    """What lets a device in: here it becomes a director's."""
    return SimpleNamespace(
        let_in=lambda token: rig.desk.submit(token, "en", {"do": "pin", "pin": rig.desk.pin, "name": "Eva"})
    )
