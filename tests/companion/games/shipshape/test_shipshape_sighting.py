"""What a look at the docks means: repaired where only one reading is possible, asked where not, never overruled."""

from dataclasses import replace

import pytest

from companion.games.shipshape import sighting
from vision.observation import Reading

BEFORE = ["rat 1", "empty", "gold 3", "empty", "rat 2", "cannon 4", "empty", "empty", "contraband 3"]


def sure(label):
    return Reading(label, 0.99, True, ((label, 0.99), ("gold 9", 0.005)))


def unsure(*ranking):
    return Reading(ranking[0][0], ranking[0][1], False, tuple(ranking))


def readings(labels, **doubtful):
    found = [sure(label) for label in labels]
    for cell, reading in doubtful.items():
        found[int(cell[1:])] = reading
    return found


def laid(**items):
    labels = list(BEFORE)
    for cell, label in items.items():
        labels[int(cell[1:])] = label
    return labels


def test_what_reads_as_it_surely_read_before_is_sure():
    now = readings(BEFORE, c2=unsure(("gold 3", 0.6), ("gold 8", 0.3)))
    assert all(reading.sure for reading in sighting.settle(now, readings(BEFORE), None))


def test_what_may_lie_hidden_is_not_what_lay_there_before():
    before = readings(["empty"] * 9)
    now = [*before[:8], replace(before[8], confidence=0.25, sure=False, hidden=True)]
    assert not sighting.settle(now, before, None)[8].sure


def test_once_three_squares_changed_for_sure_the_others_are_as_before():
    labels = laid(c1="gold 2", c3="gold 5", c6="cannon 3")
    now = readings(labels, c0=unsure(("rat 3", 0.5), ("rat 1", 0.4)))
    assert [r.label for r in sighting.settle(now, readings(BEFORE), None)] == labels


def test_the_crates_total_decides_between_two_numerals():
    labels = laid(c1="gold 2", c3="gold 5", c6="cannon 3")
    doubt = unsure(("cannon 8", 0.5), ("cannon 3", 0.45), ("empty", 0.01))
    settled = sighting.settle(readings(labels, c6=doubt), readings(BEFORE), 10)
    assert settled[6].sure
    assert settled[6].label == "cannon 3"
    assert not sighting.settle(readings(labels, c6=doubt), readings(BEFORE), None)[6].sure


def test_two_ways_that_both_add_up_stay_a_question():
    now = readings(
        laid(c1="gold 2"),
        c3=unsure(("gold 5", 0.5), ("gold 3", 0.5)),
        c6=unsure(("gold 3", 0.5), ("gold 5", 0.5)),
    )
    settled = sighting.settle(now, readings(BEFORE), 10)
    assert not settled[3].sure
    assert not settled[6].sure


def test_what_was_not_sure_before_repairs_nothing():
    earlier = readings(BEFORE, c8=unsure(("contraband 6", 0.6), ("contraband 3", 0.3)))
    now = readings(
        laid(c1="gold 2", c3="gold 5", c6="cannon 3"), c8=unsure(("contraband 9", 0.968), ("contraband 6", 0.03))
    )
    assert not sighting.settle(now, earlier, 10)[8].sure


def test_what_is_almost_sure_is_asked_about_and_not_overruled():
    now = readings(
        laid(c1="gold 2", c3="gold 5", c6="cannon 3"), c8=unsure(("contraband 9", 0.95), ("contraband 3", 0.04))
    )
    assert not sighting.settle(now, readings(BEFORE), 10)[8].sure


def test_a_sure_reading_is_never_touched():
    labels = laid(c1="gold 2", c3="gold 5", c6="cannon 9")
    assert sighting.settle(readings(labels), readings(BEFORE), 10) == readings(labels)


def test_a_crate_never_shows_a_rat():
    labels = laid(c1="gold 2", c3="gold 5")
    doubt = unsure(("rat 3", 0.8), ("gold 3", 0.19))
    assert sighting.settle(readings(labels, c6=doubt), readings(BEFORE), 10)[6].label == "gold 3"


@pytest.mark.parametrize(("goods", "total"), [((3, 3), 10), ((3, 4), None), ((3,), None)])
def test_the_total_is_what_most_of_the_crates_show(goods, total):
    looks = [(readings(laid(c1="gold 2", c3="gold 5", c6=f"cannon {value}")), readings(BEFORE)) for value in goods]
    assert sighting.crate_total(looks) == total
