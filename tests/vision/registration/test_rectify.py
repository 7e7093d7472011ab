import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.registration.homography import project
from vision.registration.lens import Lens
from vision.registration.plane import fit
from vision.registration.rectify import _window, from_corners, from_whole, px_per_mm, to_mm, to_px, warp

SIZE_MM = (300.0, 200.0)
AREA = np.array([[0.0, 0.0], [300.0, 0.0], [300.0, 200.0], [0.0, 200.0]])
BARREL = Lens((1200, 900), (1000.0, 1000.0, 599.5, 449.5), (-0.2, 0.03, 0.001, -0.001, 0.0))

offset = st.floats(-60, 60)


def seen_from(focal_px, where_mm, tilt_deg):
    """Return the homography of a camera of 1200 × 900 pixels that hangs at `where_mm` (below 0: above the area)."""
    camera = np.array([[focal_px, 0, 599.5], [0, focal_px, 449.5], [0, 0, 1.0]])
    tilt = np.radians(tilt_deg)
    turn = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    return camera @ np.column_stack([turn[:, 0], turn[:, 1], -turn @ where_mm])


@given(st.lists(offset, min_size=8, max_size=8), st.floats(0, 300), st.floats(0, 200))
def test_there_and_back_is_where_it_was(offsets, x_mm, y_mm):
    corners = np.array([[200.0, 150.0], [950.0, 160.0], [970.0, 700.0], [180.0, 690.0]])
    plane = from_corners(SIZE_MM, corners + np.array(offsets).reshape(4, 2), (1200, 900))
    point = np.array([[x_mm, y_mm]])
    assert to_mm(plane, to_px(plane, point)) == pytest.approx(point, abs=1e-6)


@given(st.floats(0, 1199), st.floats(0, 899))
def test_a_lens_bends_back_what_it_bent(x_px, y_px):
    point = np.array([[x_px, y_px]])
    assert BARREL.bent(BARREL.straight(point)) == pytest.approx(point, abs=0.05)


def test_given_corners_are_hit_exactly():
    corners = np.array([[41.5, 47.7], [935.7, 28.7], [964.0, 931.5], [48.5, 946.8]])
    plane = from_corners((300.0, 300.0), corners, (992, 976))
    square = np.array([[0.0, 0.0], [300.0, 0.0], [300.0, 300.0], [0.0, 300.0]])
    assert to_px(plane, square) == pytest.approx(corners, abs=1e-3)


def test_a_whole_picture_warps_to_itself():
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 255, (200, 300, 3), dtype=np.uint8)
    plane = from_whole((150.0, 100.0), (300, 200))
    assert px_per_mm(plane, (0, 0, 150, 100)) == pytest.approx(2.0)
    again = warp(picture, plane, (0.0, 0.0, 150.0, 100.0), 2.0)
    assert again.shape == picture.shape
    assert np.abs(again.astype(int) - picture).max() <= 1
    part = warp(picture, plane, (50.0, 25.0, 30.0, 20.0), 2.0)
    assert np.abs(part.astype(int) - picture[50:90, 100:160]).max() <= 1


@pytest.mark.parametrize("scale", [0.5, 1.0, 3.0])
def test_a_mark_lands_where_it_should_at_every_scale(scale):
    corners = np.array([[200.0, 150.0], [950.0, 120.0], [1010.0, 700.0], [180.0, 690.0]])
    plane = from_corners(SIZE_MM, corners, (1200, 900))
    picture = np.zeros((900, 1200), np.uint8)
    disc = 120.0 + 8.0 * np.stack([np.cos(np.arange(64) / 10.2), np.sin(np.arange(64) / 10.2)], axis=1)
    cv2.fillPoly(picture, [np.round(to_px(plane, disc) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    flat = warp(picture, plane, (60.0, 70.0, 120.0, 100.0), scale).astype(float)
    rows, cols = np.indices(flat.shape)
    x_mm = 60 + ((cols + 0.5) * flat).sum() / flat.sum() / scale
    y_mm = 70 + ((rows + 0.5) * flat).sum() / flat.sum() / scale
    assert (x_mm, y_mm) == pytest.approx((120.0, 120.0), abs=0.15)


def test_shrinking_averages_what_is_too_fine():
    picture = np.zeros((800, 800), np.uint8)
    picture[::2] = 255
    flat = warp(picture, from_whole((100.0, 100.0), (800, 800)), (0, 0, 100, 100), 1.0)
    assert np.abs(flat.astype(int) - 128).max() < 12


def test_a_rectangle_outside_the_picture_gives_a_picture_all_the_same():
    picture = np.full((100, 100, 3), 77, np.uint8)
    plane = from_whole((100.0, 100.0), (100, 100))
    assert warp(picture, plane, (500.0, -900.0, 20.0, 10.0), 1.0).shape == (10, 20, 3)
    assert warp(picture, plane, (0.0, 0.0, 0.1, 0.1), 1.0).shape == (1, 1, 3)


def test_a_lens_is_undone_in_the_warp():
    grid = np.stack(np.meshgrid(np.linspace(10, 290, 8), np.linspace(10, 190, 6)), axis=-1).reshape(-1, 2)
    ideal = seen_from(1000.0, np.array([150.0, 20.0, -420.0]), 12)
    seen = BARREL.bent(project(ideal, grid))
    plane = fit(grid, seen, (1200, 900), lens=BARREL)
    assert to_px(plane, grid) == pytest.approx(seen, abs=0.05)
    picture = np.zeros((900, 1200), np.uint8)
    for x, y in np.round(seen * 16).astype(int):
        cv2.circle(picture, (int(x), int(y)), 4 * 16, 255, -1, cv2.LINE_AA, 4)
    flat = warp(picture, plane, (0.0, 0.0, 300.0, 200.0), 2.0)
    for x_mm, y_mm in grid:
        assert flat[round(y_mm * 2 - 0.5), round(x_mm * 2 - 0.5)] > 200


def test_the_scale_of_a_leaning_area_is_that_of_the_rectangles_middle():
    matrix = seen_from(900.0, np.array([160.0, -60.0, -500.0]), 40)
    plane = fit(AREA, project(matrix, AREA), (1200, 900))
    step = np.array([[200.0, 140.0], [200.1, 140.0], [200.0, 140.1]])
    across, down = to_px(plane, step)[1:] - to_px(plane, step)[0]
    expected = np.sqrt(abs(across[0] * down[1] - across[1] * down[0])) / 0.1
    assert px_per_mm(plane, (180.0, 120.0, 40.0, 40.0)) == pytest.approx(expected, rel=1e-3)


def test_a_window_reaches_to_the_pictures_edges_and_no_further():
    picture = np.arange(120, dtype=np.uint8).reshape(10, 12)
    window, left, top = _window(picture, np.array([[1.0, 2.0], [11.5, 9.5]]), 3)
    assert (window.shape, left, top) == ((10, 12), 0, 0)
    window, left, top = _window(picture, np.array([[-40.0, -40.0]]), 3)
    assert (window.shape, left, top) == ((1, 1), 0, 0)
