"""Homographies: their derivatives are those of small steps, and mapping there and back is nothing."""

import numpy as np
import pytest

from vision.registration.homography import (
    derivative,
    inverse,
    local_scale,
    matrix_of,
    parameters_of,
    picture_scaling,
    project,
    scaling,
)
from vision.registration.lens import Lens
from vision.registration.square_pixels import skew, skew_slope, to_camera

SOME = np.array([[1.1, 0.1, 0.2], [-0.05, 0.9, 0.1], [0.08, -0.12, 1.0]])
OTHER = np.array([[0.9, -0.2, 0.1], [0.15, 1.2, -0.3], [0.02, 0.07, 1.1]])
POINTS = np.random.default_rng(1).uniform(-1, 1, (12, 2))


def small_steps(function):
    """Return the derivative of a function of SOME's eight numbers, by small steps to both sides: (values, 8)."""
    at = parameters_of(SOME)
    steps = 1e-6 * np.eye(8)
    return np.stack([np.ravel(function(at + step) - function(at - step)) / 2e-6 for step in steps], axis=1)


def test_mapped_points_move_with_the_numbers_as_small_steps_say():
    expected = small_steps(lambda p: project(matrix_of(p), POINTS)).reshape(12, 2, 8)
    assert derivative(SOME, POINTS) == pytest.approx(expected, abs=1e-7)


def test_the_skew_moves_with_the_numbers_as_small_steps_say():
    expected = small_steps(lambda p: skew(OTHER @ matrix_of(p) @ OTHER.T))
    assert skew_slope(OTHER, SOME, OTHER.T) == pytest.approx(expected, abs=1e-7)


def test_there_and_back_is_where_it_began():
    assert project(inverse(SOME), project(SOME, POINTS)) == pytest.approx(POINTS, abs=1e-12)


def test_the_local_scale_is_how_a_small_step_is_mapped():
    steps = 1e-6 * np.eye(2)
    moved = [project(SOME, POINTS + step) - project(SOME, POINTS - step) for step in steps]
    assert local_scale(SOME, POINTS) == pytest.approx(np.stack(moved, axis=-1) / 2e-6, abs=1e-7)


def test_scaled_points_fill_the_square_from_minus_one_to_one():
    points = POINTS * (300.0, 200.0) + (40.0, -70.0)
    scaled = project(scaling(points), points)
    assert scaled.mean(axis=0) == pytest.approx((0, 0), abs=1e-12)
    assert np.abs(scaled).max() == pytest.approx(1.0)


def test_a_pictures_edges_are_half_a_pixel_beside_its_outer_pixels():
    edges = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, -0.75], [0.0, 0.75]])
    shown = [[-0.5, 449.5], [1199.5, 449.5], [599.5, -0.5], [599.5, 899.5]]
    assert project(picture_scaling((1200, 900)), edges) == pytest.approx(np.array(shown))


@pytest.mark.parametrize("lens", [None, Lens((1200, 900), (700.0, 750.0, 590.0, 460.0), (0.0,) * 5)])
def test_rays_lead_through_their_pixels(lens):
    fx, fy, cx, cy = lens.matrix if lens else (1020.0, 1020.0, 600.0, 450.0)
    pixels = np.array([[0.0, 0.0], [1200.0, 0.0], [300.0, 900.0]])
    rays = to_camera((1200, 900), lens, np.eye(3)) @ np.c_[pixels, np.ones(3)].T
    expected = np.c_[(pixels - (cx, cy)) / (fx, fy), np.ones(3)]
    np.testing.assert_allclose(rays.T, expected, atol=1e-12)


def test_a_point_on_the_horizon_is_very_far_away_and_still_a_number():
    level = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, -1.0]])
    (x, y) = project(level, np.array([[1.0, 2.0]]))[0]
    assert np.isfinite((x, y)).all()
    assert min(x, y) > 1e6
