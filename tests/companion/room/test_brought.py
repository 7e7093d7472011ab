"""Brought along: a result that was long known to its table when that was paired is of no evening here."""

import pytest

from companion.publishing.messages import Kind, Offer, TableResult
from companion.room.brought import is_brought

PAIRED, NOW = "2026-03-01T19:00:00+00:00", "2026-03-01T21:00:00+00:00"


@pytest.mark.parametrize(
    ("played", "offered", "brought"),
    [
        ("2026-03-01T20:00:00+00:00", NOW, False),
        ("2026-03-01T08:00:00+00:00", NOW, False),
        ("2026-03-01T06:59:00+00:00", NOW, True),
        ("2020-01-01T00:00:00+00:00", "2020-01-01T01:00:00+00:00", False),
        ("2020-01-01T00:00:00+00:00", "2020-01-01T15:00:00+00:00", True),
        ("", NOW, False),
        ("2026-03-01T06:00:00", NOW, False),
        ("0001-01-01T00:00:00+00:00", "9999-12-31T00:00:00+00:00", False),
    ],
)
def test_age_counts_by_the_tables_own_clock(played: str, offered: str, *, brought: bool) -> None:
    result = TableResult("r1", 1, played, Kind.GAME, "g1", "shipshape", "ShipShape", ("Ana",), 1, True, ())
    assert is_brought(Offer(1, (result,), offered), result, PAIRED, NOW) == brought


def test_where_this_machines_clock_was_set_back_the_pairing_was_just_now() -> None:
    at, earlier = "2025-03-01T20:00:00+00:00", "2025-03-01T21:00:00+00:00"
    result = TableResult("r1", 1, at, Kind.GAME, "g1", "shipshape", "ShipShape", ("Ana",), 1, True, ())
    assert not is_brought(Offer(1, (result,), earlier), result, PAIRED, earlier)
