"""The plane's fit on points alone: what a wrong corner may do, what weights and a lens do, what error is stated."""

import numpy as np
import pytest

from vision.registration.lens import Lens
from vision.registration.plane import CORNER_SIGMA_PX, _Wanted, fit
from vision.registration.rectify import to_px
from vision.registration.square_pixels import skew_sigma

SIZE_PX = (1200, 900)
CAMERA = np.array([[1000.0, 0, 599.5], [0, 1000.0, 449.5], [0, 0, 1.0]])
"""Of 1200 × 900 pixels, 500 mm above an area of 300 × 200 mm, leaning by 15°."""
LEAN = np.radians(15)
TURN = np.array([[1, 0, 0], [0, np.cos(LEAN), -np.sin(LEAN)], [0, np.sin(LEAN), np.cos(LEAN)]])
MM_TO_PX = CAMERA @ np.column_stack([TURN[:, 0], TURN[:, 1], -TURN @ np.array([150.0, 20.0, -500.0])])
CORNERS = np.array(
    [[x + dx, y + dy] for x in (5.0, 275.0) for y in (5.0, 175.0) for dx, dy in ((0, 0), (20, 0), (20, 20), (0, 20))]
)
"""The corners of four markers, one in each corner of the area, in mm."""
GRID = np.stack(np.meshgrid(np.linspace(0, 300, 7), np.linspace(0, 200, 5)), axis=-1).reshape(-1, 2)


def shown(points):
    """Return where the camera shows points of the area, px."""
    flat = np.c_[points, np.ones(len(points))] @ MM_TO_PX.T
    return flat[:, :2] / flat[:, 2:]


def off_px(plane):
    return float(np.linalg.norm(to_px(plane, GRID) - shown(GRID), axis=1).max())


def test_points_without_an_error_give_the_plane_itself():
    plane = fit(CORNERS, shown(CORNERS), SIZE_PX)
    assert off_px(plane) < 1e-3
    assert plane.rms_px < 1e-3


@pytest.mark.parametrize("wrong", range(0, len(CORNERS), 3))
def test_one_wrong_corner_hardly_moves_it(wrong):
    seen = shown(CORNERS)
    seen[wrong] += (22.0, -20.0)
    plane = fit(CORNERS, seen, SIZE_PX)
    assert off_px(plane) < 2.0  # by least squares it would be 10 and more
    assert plane.rms_px > 5.0  # and it is told that something is wrong


def test_a_corner_that_counts_for_nothing_moves_nothing():
    seen, weights = shown(CORNERS), np.ones(len(CORNERS))
    seen[3] += 40.0
    weights[3] = 0.0
    assert off_px(fit(CORNERS, seen, SIZE_PX, weights=weights)) < 1e-3
    assert off_px(fit(CORNERS, seen, SIZE_PX)) > 0.05


def test_a_lens_that_bends_is_told_from_points_all_over_the_picture():
    true = Lens(SIZE_PX, (600.0, 600.0, 599.5, 449.5), (-0.06, 0.0, 0.0, 0.0, 0.0))
    bent = true.bent(shown(GRID))
    plain, found = fit(GRID, bent, SIZE_PX), fit(GRID, bent, SIZE_PX, bend=True)
    assert found.lens is not None
    assert plain.lens is None
    assert found.rms_px < 0.3 < 0.5 * plain.rms_px
    assert np.abs(to_px(found, GRID) - bent).max() < 0.6


def test_a_known_lens_is_believed():
    true = Lens(SIZE_PX, (1000.0, 1000.0, 599.5, 449.5), (-0.2, 0.03, 0.001, -0.001, 0.0))
    bent = true.bent(shown(CORNERS))
    plane = fit(CORNERS, bent, SIZE_PX, lens=true)
    assert plane.lens is true
    assert to_px(plane, GRID) == pytest.approx(true.bent(shown(GRID)), abs=0.05)


def test_the_error_that_is_stated_is_that_of_corners_measured_as_they_are():
    noise = np.random.default_rng(7)
    stated = fit(CORNERS, shown(CORNERS), SIZE_PX).error_mm(GRID)
    planes = [
        fit(CORNERS, shown(CORNERS) + noise.normal(0, CORNER_SIGMA_PX, CORNERS.shape), SIZE_PX) for _ in range(60)
    ]
    px_per_mm = 1000.0 / 500.0
    true = np.sqrt(np.mean([np.sum((to_px(p, GRID) - shown(GRID)) ** 2, axis=1) for p in planes], axis=0)) / px_per_mm
    assert 0.7 < float(np.median(stated / true)) < 1.4
    assert stated[0] > 1.2 * stated[len(stated) // 2]  # less is known of the rim than of the middle


def test_few_corners_are_trusted_less_than_many():
    few, many = fit(CORNERS[:4], shown(CORNERS[:4]), SIZE_PX), fit(CORNERS, shown(CORNERS), SIZE_PX)
    far = np.array([[290.0, 190.0]])
    assert few.error_mm(far)[0] > 5 * many.error_mm(far)[0]


def test_corners_that_lie_worse_than_usual_are_trusted_less_by_as_much():
    noise = np.random.default_rng(8).normal(0, 2 * CORNER_SIGMA_PX, (60, *CORNERS.shape))
    planes = [fit(CORNERS, shown(CORNERS) + error, SIZE_PX) for error in noise]
    usual = fit(CORNERS, shown(CORNERS), SIZE_PX).error_mm(GRID)
    stated = np.sqrt(np.mean([plane.error_mm(GRID) ** 2 for plane in planes], axis=0))
    assert 1.85 < float(np.median(stated / usual)) < 2.25


def test_with_a_bend_the_misfit_moves_with_the_numbers_as_small_steps_say():
    points = np.random.default_rng(3).uniform(-1, 1, (9, 2))
    wanted = _Wanted(points, 0.9 * points, 0.01, np.eye(3), np.eye(3), True)
    at = np.array([1.1, 0.1, 0.2, -0.05, 0.9, 0.1, 0.08, -0.12, -0.15])
    steps = 1e-6 * np.eye(9)
    expected = [np.ravel(wanted.misfit(at + step) - wanted.misfit(at - step)) / 2e-6 for step in steps]
    assert wanted.slope(at) == pytest.approx(np.stack(expected, axis=1), rel=1e-5, abs=1e-4)


def test_how_square_pixels_are_is_known_well_with_a_lens_and_less_so_without():
    parameters = (MM_TO_PX / MM_TO_PX[2, 2]).ravel()[:8]
    lens = Lens(SIZE_PX, (1000.0, 1000.0, 599.5, 449.5), (0.0, 0.0, 0.0, 0.0, 0.0))
    measured, guessed = (skew_sigma(parameters, np.eye(3), SIZE_PX, each, np.eye(3)) for each in (lens, None))
    assert (measured < 0.01).all()
    assert (guessed >= 0.003).all()
    assert guessed.max() > 5 * measured.max()
