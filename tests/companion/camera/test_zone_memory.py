"""What tells another piece in a zone: readings and looks, without a camera."""

from dataclasses import replace

import numpy as np
import pytest

from companion.camera.stillness import Rest
from companion.camera.zone_memory import (
    MOST_READINGS,
    READINGS,
    Watched,
    changed,
    has_failed,
    in_other_light,
    looked,
    rebased,
    settled,
)
from vision.observation import HAND, GridSeen, Reading

TABLE = np.random.default_rng(5).integers(60, 200, (8, 8, 3)).astype(np.uint8).repeat(9, 0).repeat(9, 1)
LAID = TABLE.copy()
LAID[8:30, 8:64] = (40, 60, 180)  # over two cells and more
REST = Rest(TABLE)


def grid(*labels, unsure=()):
    cells = [Reading(label, 0.6 if at in unsure else 1.0, at not in unsure) for at, label in enumerate(labels)]
    return GridSeen((tuple(cells[:2]), tuple(cells[2:])))


BARE, CRATE = grid("gold 1", "empty", "rat 2", "empty"), grid("gold 4", "gold 5", "rat 2", "empty", unsure=(3,))


def read(zone, rest, seen, times):
    for _ in range(times):
        zone = settled(zone, rest, seen)
    return zone


def test_a_crate_is_told_before_the_last_doubtful_cell_is_read():
    zone = Watched(base=TABLE, base_seen=BARE)
    assert not changed(read(zone, Rest(LAID), CRATE, READINGS - 1), Rest(LAID))
    told = read(zone, Rest(LAID), CRATE, READINGS)
    assert told.seen is None
    assert changed(told, Rest(LAID))
    assert changed(read(zone, Rest(LAID), CRATE, MOST_READINGS), Rest(LAID))


@pytest.mark.parametrize("gain", [0.4, 1.0, 1.2])
def test_a_hold_that_nobody_read_before_the_light_changed_is_compared_with_how_it_looked(gain):
    zone = in_other_light(Watched(base=TABLE, base_seen=None))
    now, then = (Rest(np.clip(picture * gain, 0, 255).astype(np.uint8)) for picture in (LAID, TABLE))
    assert changed(read(zone, now, CRATE, MOST_READINGS), now)
    assert not changed(read(zone, then, BARE, MOST_READINGS), then)


def test_a_zone_that_nobody_saw_before_is_what_it_is_compared_with_from_then_on():
    zone = read(Watched(unclear_s=3.0), REST, BARE, READINGS)
    assert zone.base_seen == zone.seen
    assert zone.unclear_s == 3.0
    assert not changed(zone, REST)


def test_a_zone_that_nobody_saw_before_stays_unclear_though_it_is_read_again_until_the_next_turn():
    zone = read(Watched(unclear_s=3.0), REST, BARE, READINGS)
    zone = read(looked(zone, REST, 4.0), REST, BARE, READINGS)  # something moved there: a hand passed
    assert zone.seen is not None
    assert zone.unclear_s == 3.0
    zone = rebased(zone, REST)
    assert zone.unclear_s is None
    assert read(looked(zone, REST, 9.0), REST, BARE, READINGS).unclear_s is None


def test_what_could_not_be_read_before_a_turn_began_is_unclear_in_it_since_then():
    zone = rebased(Watched(unclear_s=3.0, failed=True), REST)
    assert not has_failed(looked(zone, REST, 60.0), 60.0, 20.0)
    assert looked(zone, REST, 60.0).unclear_s == 60.0
    assert has_failed(looked(zone, REST, 60.0), 80.0, 20.0)


def under_a_hand(zone, taken):
    """The zone and its rest once a hand lies over it, and the next turn has begun."""
    hand = Rest(np.full_like(TABLE, (120, 150, 205)), moved=False, why=HAND, taken=taken)
    return rebased(looked(zone, hand, 5.0), hand), replace(hand, why=None)


def test_a_hand_over_a_hold_as_the_bids_turn_up_is_nothing_to_compare_with():
    zone = read(Watched(base=TABLE, base_seen=BARE), Rest(LAID), CRATE, MOST_READINGS)
    zone, rest = under_a_hand(zone, LAID)
    gone, laid = (replace(rest, thumb=picture) for picture in (LAID, TABLE))
    assert not changed(read(zone, gone, CRATE, MOST_READINGS), gone)
    assert changed(read(zone, laid, grid("gold 1", "gold 7", "rat 2", "gold 3"), MOST_READINGS), laid)


def test_what_nobody_saw_laid_before_a_hand_lay_over_it_is_compared_with_what_is_seen_first():
    zone, rest = under_a_hand(read(Watched(base=TABLE, base_seen=BARE), REST, BARE, READINGS), TABLE)
    gone = replace(rest, thumb=LAID)
    zone = read(zone, gone, CRATE, MOST_READINGS)
    assert (zone.base_seen, zone.late, changed(zone, gone)) == (zone.seen, True, False)


@pytest.mark.parametrize(("look", "lay_there"), [(TABLE, True), (LAID, False)])
def test_what_was_read_only_now_lay_there_when_the_turn_began_if_it_looks_the_same(look, lay_there):
    zone = read(Watched(base=TABLE), Rest(look), BARE, READINGS)
    assert zone.base_seen == (zone.seen if lay_there else None)


@pytest.mark.parametrize(
    ("seen", "rest", "unclear_s"),
    [
        (BARE, Rest(TABLE), None),
        (grid("gold 9", "empty", "rat 2", "empty", unsure=(0,)), Rest(TABLE), 3.0),  # reads otherwise, looks the same
    ],
)
def test_what_reads_as_before_is_clear_and_what_reads_otherwise_and_looks_the_same_is_not(seen, rest, unclear_s):
    zone = read(Watched(base=TABLE, base_seen=BARE, unclear_s=3.0), rest, seen, MOST_READINGS)
    assert zone.seen is not None
    assert not changed(zone, rest)
    assert zone.unclear_s == unclear_s
