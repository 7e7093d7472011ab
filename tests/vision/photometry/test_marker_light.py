"""White and black told by printed markers: uneven light, haze, shadows and hands."""

from dataclasses import replace

import numpy as np
import pytest

from vision.layout import Marker
from vision.observe import train
from vision.photometry import marker_light
from vision.photometry.normalise import BLACK, WHITE, under_white
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import UNTOLD
from vision.registration.locate import Located, locate
from vision.registration.patches import PATCH_PX
from vision.registration.rectify import from_whole, to_px, warp
from vision.teach import examples_of_frame

CORNERS = [[180.0, 60.0], [980.0, 70.0], [970.0, 620.0], [170.0, 610.0]]
PAPER, GAIN = 255.0, 0.85
PLACES = np.array([[60.0, 60.0], [360.0, 60.0], [210.0, 150.0], [360.0, 240.0]])


def lit(picture: np.ndarray, lamp: tuple[float, float, float], slope: float, haze: float) -> np.ndarray:
    """The picture under a coloured lamp that falls off to the right, and behind a haze."""
    across = 1 - slope * np.linspace(0, 1, picture.shape[1])[None, :, None]
    return np.clip(picture * np.array(lamp) * across + haze, 0, 255).astype(np.uint8)


def told(picture: np.ndarray, mat) -> marker_light.MarkerLight:
    located = locate(picture, mat)
    assert isinstance(located, Located)
    found = marker_light.marker_light(picture, located, mat)
    assert found is not None
    return found


@pytest.mark.parametrize(("slope", "haze"), [(0.0, 0.0), (0.35, 0.0), (0.0, 40.0), (0.35, 40.0)])
def test_white_and_black_are_told_wherever_one_looks(mat, shoot, slope: float, haze: float) -> None:
    shot, lamp = shoot(mat, CORNERS), (0.7, 0.95, 1.0)
    white, black = told(lit(shot.picture, lamp, slope, haze), mat).at(PLACES)
    there = 1 - slope * columns_of(shot, PLACES) / (shot.picture.shape[1] - 1)
    true = GAIN * PAPER * np.array(lamp) * there[:, None] + haze
    np.testing.assert_allclose(white, true, rtol=0.04)
    np.testing.assert_allclose(black, haze, atol=6)


def columns_of(shot, places_mm: np.ndarray) -> np.ndarray:
    points = np.column_stack([places_mm, np.ones(len(places_mm))]) @ shot.mm_to_px.T
    return points[:, 0] / points[:, 2]


def test_a_marker_in_a_shadow_does_not_tip_it(mat, shoot) -> None:
    picture = shoot(mat, CORNERS).picture
    clear, _ = told(picture, mat).at(PLACES)
    shadowed = picture.copy()
    shadowed[:120, :300] = shadowed[:120, :300] // 2  # over marker 0
    white, _ = told(shadowed, mat).at(PLACES[1:])
    np.testing.assert_allclose(white, clear[1:], rtol=0.06)


def test_a_marker_that_is_covered_in_part_tells_nothing(mat, shoot) -> None:
    picture = shoot(mat, CORNERS).picture
    located, marker = locate(picture, mat), mat.markers[4]
    assert isinstance(located, Located)
    assert marker_light.black_and_white(picture, located.plane, marker) is not None
    x_mm, y_mm = marker.corner_mm
    corners = np.array([[x_mm - 2, y_mm - 2], [x_mm + 22, y_mm + 11]])
    (left, top), (right, bottom) = to_px(located.plane, corners).round().astype(int)
    picture[top:bottom, left:right] = (95, 120, 160)
    assert marker_light.black_and_white(picture, located.plane, marker) is None


def test_two_markers_tell_one_light_for_all_the_area(mat, shoot) -> None:
    picture = lit(shoot(mat, CORNERS).picture, (1, 1, 1), 0.4, 0)
    located = locate(picture, mat)
    assert isinstance(located, Located)
    found = marker_light.marker_light(picture, replace(located, markers=(0, 1)), mat)
    assert found is not None
    white, black = found.at(PLACES)
    assert np.ptp(white, axis=0).max() < 1e-6
    assert np.ptp(black, axis=0).max() < 1e-6


def test_without_markers_nothing_is_told(mat, shoot) -> None:
    picture = shoot(mat, CORNERS).picture
    located = locate(picture, mat)
    assert isinstance(located, Located)
    assert marker_light.marker_light(picture, replace(located, markers=()), mat) is None


def test_a_marker_of_one_grey_tells_nothing() -> None:
    grey = np.full((200, 200, 3), 130, np.uint8)
    plane = from_whole((100.0, 100.0), (200, 200))
    assert marker_light.black_and_white(grey, plane, Marker(3, (20.0, 20.0), 40.0)) is None


def test_haze_and_lamp_are_taken_off_patches_each_by_its_own(rng_patches: np.ndarray) -> None:
    clear = under_white(rng_patches, np.full(3, WHITE), PATCH_PX, np.full(3, BLACK))
    np.testing.assert_array_equal(clear, rng_patches)
    whites, blacks = np.array([[150.0, 170.0, 200.0], [220.0, 210.0, 180.0]]), np.array([[60.0] * 3, [50.0] * 3])
    share = (rng_patches.astype(np.float64) - BLACK) / (WHITE - BLACK)
    seen = np.round(blacks[:, None, None] + share * (whites - blacks)[:, None, None]).clip(0, 255).astype(np.uint8)
    freed = under_white(seen, whites, PATCH_PX, blacks)
    assert np.abs(freed.astype(int) - rng_patches).max() <= 2
    assert np.abs(under_white(seen, whites, PATCH_PX).astype(int) - rng_patches).mean() > 6


@pytest.fixture
def rng_patches() -> np.ndarray:
    return np.random.default_rng(5).integers(45, 200, (2, PATCH_PX, PATCH_PX, 3)).astype(np.uint8)


def test_a_set_is_read_by_markers_where_most_of_it_was_taught_by_them(mat, shoot, tmp_path) -> None:
    shot = shoot(mat, CORNERS)
    cells = {"dock 1": [["a", "b", "c"], ["d", "e", "f"], [None, None, None]]}
    marked = examples_of_frame(shot.picture, mat, cells, {})
    flat = warp(shot.picture, locate(shot.picture, mat).plane, (0, 0, *mat.size_mm), 2.0)
    bare = examples_of_frame(flat, replace(mat, markers=()), cells, {}, rectified=True)
    assert all(min(e.white_bgr) > 150 and max(e.black_bgr) < 30 for e in marked)
    assert all(e.white_bgr == e.black_bgr == UNTOLD for e in bare)
    assert train(Faces(tmp_path, (*marked, *bare[:3])), mat).by_markers
    assert not train(Faces(tmp_path, (*marked[:3], *bare)), mat).by_markers
