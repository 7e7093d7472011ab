"""Tables, broker and room, parted and killed: no result is lost or doubled; the longer runs are commands
(docs/reliability.md)."""

import pytest
from support.mosquitto import needed

from companion.store.database import Store
from reliability import namespaces, rooms
from reliability.rooms import Rooms
from reliability.tally import Tally, count

pytestmark = [needed, pytest.mark.slow]


def test_an_evening_of_partitions(tmp_path):
    counts, wrong = Rooms(1, tmp_path).case(0)
    assert wrong == []
    assert counts["disturbances"] == rooms.DISTURBANCES
    assert counts["results"] > 20
    assert counts["evenings in namespaces"] == (not namespaces.why_not())


def test_a_table_that_believes_a_room_for_good_is_found_out(tmp_path, monkeypatch):
    """A planted fault: what a room has lost with its folder is not offered again."""
    confirm = Store.confirm
    monkeypatch.setattr(Store, "confirm", lambda self, told, confirmed=True: confirm(self, told) if confirmed else None)
    monkeypatch.setattr(rooms, "HEALED_S", 8.0)
    monkeypatch.setattr(rooms, "DISTURBANCES", 10)
    found = [why for number in range(3) for why in SetBack(1, tmp_path).case(number)[1]]
    assert any("told" in why for why in found)


class SetBack(Rooms):
    """Evenings in which the room is set back to an older copy, and nothing else happens."""

    def case(self, number):
        before = rooms.KINDS
        rooms.KINDS = {"room set back": 1}
        try:
            return super().case(number)
        finally:
            rooms.KINDS = before


def test_partitions_for_ten_minutes(tmp_path):
    tally = Tally.load("rooms")
    count(tally, 1, Rooms(1, tmp_path).case, minutes=10, cases=100)
    assert tally.wrong == []
