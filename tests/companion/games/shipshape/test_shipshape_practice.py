"""The practice set: what a box of ShipShape promises, kept by our own pieces."""

import itertools

import pytest

from companion.games.shipshape.pieces import square
from companion.games.shipshape.practice.box import CRATES, HOLDS, Cells, flip, labels, turn, visible
from companion.games.shipshape.table import layout
from vision.layout import Grid, dump, parse


def ways(cells: Cells) -> set[Cells]:
    return {turn(side, quarters) for side in (cells, flip(cells)) for quarters in range(4)}


def shape(cells: Cells) -> tuple[bool, ...]:
    return tuple(label is not None for label in cells)


def test_there_are_eighteen_holds_numbered_one_to_six_in_each_voyage() -> None:
    assert [(hold.voyage, hold.number) for hold in HOLDS] == [(v, n) for v in (1, 2, 3) for n in range(1, 7)]
    assert len({hold.cells for hold in HOLDS}) == 18


def test_the_first_voyage_has_rats_and_nothing_else() -> None:
    kinds = [{label.split()[0] for label in hold.cells} - {"empty"} for hold in HOLDS]
    assert all(seen == {"rat"} for seen in kinds[:6])
    assert all("rat" in seen and len(seen) > 1 for seen in kinds[6:])


def test_fifty_four_crates_have_three_goods_that_add_up_to_ten_and_six_holes() -> None:
    assert len(CRATES) == 54
    for crate in CRATES:
        goods = [square(label) for label in crate.cells if label]
        assert len(crate.cells) == 9
        assert len(goods) == 3
        assert sum(good.value for good in goods) == 10
        assert not any(good.kind == "rat" for good in goods)


def test_no_crate_is_another_turned_or_flipped() -> None:
    for one, other in itertools.combinations(CRATES, 2):
        assert one.cells not in ways(other.cells)


def test_all_twenty_two_shapes_can_be_laid_and_each_of_the_sixteen_comes_three_times() -> None:
    by_shape = [frozenset(shape(way) for way in ways(crate.cells)) for crate in CRATES]
    assert len(set(by_shape)) == 16
    assert min(by_shape.count(one) for one in set(by_shape)) >= 3
    turned_only = {
        frozenset(shape(turn(side, q)) for q in range(4)) for c in CRATES for side in (c.cells, flip(c.cells))
    }
    assert len(turned_only) == 22


def test_every_good_is_printed_often_enough_to_be_taught() -> None:
    printed = [label for crate in CRATES for label in crate.cells if label]
    assert all(printed.count(label) >= 2 for label in labels() if label.split()[0] in {"gold", "cannon", "contraband"})


def test_turning_goes_clockwise_and_flipping_is_a_mirror() -> None:
    cells = tuple("abcdefghi")
    assert turn(cells) == tuple("gdahebifc")
    assert turn(cells, 4) == cells
    assert flip(cells) == tuple("cbafedihg")
    assert flip(flip(cells)) == cells


def test_the_topmost_good_is_seen_and_holes_show_what_lies_below() -> None:
    hold = tuple(f"rat {n}" for n in range(9))
    low = ("gold 1", "gold 2", *[None] * 7)
    high = (None, "cannon 3", *[None] * 7)
    assert visible(hold, (low, high)) == ("gold 1", "cannon 3", *hold[2:])
    assert visible(hold, (high, low)) == ("gold 1", "gold 2", *hold[2:])
    assert visible(hold, ()) == hold


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("hold_mm", [60.0, 110.0, 140.0])
def test_the_mat_has_a_dock_a_seat_and_nothing_overlaps(seats: int, hold_mm: float) -> None:
    mat = layout(seats, hold_mm)
    assert [zone.name for zone in mat.zones] == [f"dock {seat}" for seat in range(1, seats + 1)]
    assert parse(dump(mat)) == mat
    boxes = [(*marker.corner_mm, marker.size_mm, marker.size_mm) for marker in mat.markers]
    frame_mm = 0.18 * hold_mm / 3
    for zone in mat.zones:
        assert isinstance(zone, Grid)
        assert zone.rect_mm[2:] == (hold_mm, hold_mm)
        assert (zone.rows, zone.cols, zone.turns, round(zone.thickness_mm, 3)) == (3, 3, 4, 9.6)
        x, y, width, height = zone.rect_mm
        boxes.append((x - frame_mm, y - frame_mm, width + 2 * frame_mm, height + 2 * frame_mm))
    for x, y, width, height in boxes:
        assert x >= 0
        assert y >= 0
        assert x + width <= mat.size_mm[0]
        assert y + height <= mat.size_mm[1]
    for (ax, ay, aw, ah), (bx, by, bw, bh) in itertools.combinations(boxes, 2):
        assert ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay
    assert len({marker.id for marker in mat.markers}) == len(mat.markers) >= 6


@pytest.mark.parametrize("seats", [0, 7])
def test_a_mat_for_no_table_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=f"{seats} docks"):
        layout(seats)


def test_a_hold_of_a_bad_size_is_refused() -> None:
    with pytest.raises(ValueError, match="39 mm"):
        layout(3, 39)
