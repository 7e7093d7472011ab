"""Which mat lies under the camera, and what lies over it: drawn mats, some covered, some of another table."""

from functools import lru_cache
from unittest.mock import ANY

import cv2
import numpy as np
import pytest

from companion.camera import which_mat
from companion.camera.loop import SMALLER, Blind, Glance, Loop, WatchedMat
from companion.game import mat_layouts
from companion.simulation import drawn_table
from hardware.camera import DrawnCamera
from vision.drawing.render import render
from vision.drawing.views import everyday
from vision.layout import Layout
from vision.observation import Unseen
from vision.registration.locate import TWICE, Located, corners_mm, locate
from vision.registration.patches import Picture
from vision.registration.rectify import to_px

SIZE_PX = (1152, 648)
CLOTH = (60, 80, 100)


@lru_cache
def picture(game: str, seats: int) -> Picture:
    layout = mat_layouts.layout_for(game, seats)
    scene = drawn_table.scene(layout, ())
    return render(scene, everyday(layout.size_mm, SIZE_PX), SIZE_PX, np.random.default_rng(1))


def found(seen: Picture, seats: int) -> tuple[Layout, Located] | Unseen:
    return which_mat.find(seen, mat_layouts.candidates("shipshape", seats), None)


@pytest.mark.parametrize(("printed", "seats"), [(3, 3), (6, 3), (1, 3), (6, 5)])
def test_a_mat_with_room_for_all_is_taken(printed: int, seats: int) -> None:
    mat = found(picture("shipshape", printed), seats)
    assert not isinstance(mat, Unseen)
    layout, located = mat
    assert len(located.markers) == len(layout.markers)
    assert (len(layout.zones) == 1) == (printed == 1)


@pytest.mark.parametrize("hidden", [0, 1])
@pytest.mark.parametrize(("game", "seats"), [("shipshape", 3), ("shipshape", 6), ("stingy", 4), ("allaboard", 5)])
def test_of_a_mat_for_any_number_every_place_is_seen_though_a_smaller_one_lies_in_it(game, seats, hidden) -> None:
    layout, seen = mat_layouts.layout_for(game, seats), picture(game, seats).copy()
    located = locate(seen, layout)
    assert isinstance(located, Located)
    corners = to_px(located.plane, corners_mm(layout.markers[-1])).round().astype(np.int32)
    if hidden:
        cv2.fillConvexPoly(seen, corners, CLOTH)
    mat = which_mat.find(seen, mat_layouts.of_any_number(game), None)
    assert not isinstance(mat, Unseen)
    assert (mat[0], len(mat[1].markers)) == (layout, len(layout.markers) - hidden)


@pytest.mark.parametrize(("game", "seats"), [("shipshape", 3), ("shipshape", 6), ("stingy", 4), ("alcatraz", 3)])
def test_a_mat_is_found_through_a_camera_that_mirrors_it(game, seats, tmp_path) -> None:
    layout = mat_layouts.layout_for(game, seats)
    others = [mat for mat in mat_layouts.everywhere(tmp_path) if mat != layout]
    mat = which_mat.lying(np.ascontiguousarray(picture(game, seats)[:, ::-1]), [*others, layout])
    assert not isinstance(mat, Unseen)
    assert (mat[0], len(mat[1].markers)) == (layout, len(layout.markers))


def test_a_mat_for_fewer_is_told_in_one_sentence() -> None:
    why = found(picture("shipshape", 3), 4)
    assert isinstance(why, Unseen)
    assert "is it the mat for all of you" in str(why)


def test_another_games_mat_is_told() -> None:
    why = found(picture("alcatraz", 3), 3)
    assert isinstance(why, Unseen)
    assert "belong to another mat" in str(why)


@pytest.mark.parametrize(("share", "covered"), [(0.0, set()), (0.12, {"dock 1"}), (0.55, {"dock 1", "dock 2"})])
def test_what_lies_over_a_place_or_one_of_its_sides_is_told(share: float, covered: set[str]) -> None:
    layout = mat_layouts.layout_for("shipshape", 3)
    seen = picture("shipshape", 3).copy()
    seen[:, : round(share * SIZE_PX[0])] = CLOTH
    located = locate(seen, layout)
    assert isinstance(located, Located)
    told = {zone.name: which_mat.over(zone, layout, located.markers) for zone in layout.zones}
    assert {name for name, why in told.items() if why} == covered
    assert all("are hidden" in str(why) for why in told.values() if why)


def test_of_two_mats_alike_neither_is_read() -> None:
    one = picture("shipshape", 3)
    both = [one]
    mat = WatchedMat(mat_layouts.candidates("shipshape", 3))
    loop = Loop(DrawnCamera(lambda: both[0]))
    assert isinstance(loop.look(mat), Glance)
    both[0] = np.concatenate([one, one])
    assert loop.look(mat) == Blind(ANY, TWICE)
    assert loop.look(WatchedMat(mat.layouts)) == Blind(ANY, TWICE)
    assert loop.take(mat) == TWICE
    both[0] = one
    assert isinstance(loop.look(mat), Glance)


def test_one_hidden_marker_is_nobodys_loss() -> None:
    layout = mat_layouts.layout_for("shipshape", 3)
    seen = [marker.id for marker in layout.markers][1:]
    assert [which_mat.over(zone, layout, seen) for zone in layout.zones] == [None] * 3


@pytest.mark.parametrize(("game", "then"), [("shipshape", 4), ("stingy", 4), ("allaboard", 4)])
def test_another_mat_that_is_laid_while_one_is_known_is_seen(game: str, then: int) -> None:
    lies = [3]
    mat = WatchedMat(mat_layouts.candidates(game, 3))
    loop = Loop(DrawnCamera(lambda: picture(game, lies[0])))
    for lies[0] in (3, then):
        assert isinstance(loop.look(mat), Glance)
        assert mat.layout == mat_layouts.layout_for(game, lies[0])


@pytest.mark.parametrize("seats", [3, 4])
def test_a_mat_that_is_half_covered_is_no_smaller_one(seats: int) -> None:
    covered = [0.0]

    def seen() -> Picture:
        hidden = picture("shipshape", seats).copy()
        hidden[:, round(SIZE_PX[0] * (1 - covered[0])) :] = CLOTH
        return hidden

    mat = WatchedMat(mat_layouts.candidates("shipshape", 3))
    loop = Loop(DrawnCamera(seen))
    for covered[0] in (0.0, 0.3, 0.45, 0.6, 0.75, 0.9):
        loop.look(mat)
        assert mat.layout == mat_layouts.layout_for("shipshape", seats)


@pytest.mark.parametrize("then", [3, 1])
def test_a_smaller_mat_that_is_laid_while_one_is_known_is_told(then: int) -> None:
    lies = [4]
    mat = WatchedMat(mat_layouts.candidates("shipshape", 3))
    loop = Loop(DrawnCamera(lambda: picture("shipshape", lies[0])))
    assert isinstance(loop.look(mat), Glance)
    lies[0] = then
    told = loop.look(mat)
    assert isinstance(told, Blind)
    assert told.why == SMALLER
    lies[0] = 4
    assert isinstance(loop.look(mat), Glance)
    assert mat.layout == mat_layouts.layout_for("shipshape", 4)
