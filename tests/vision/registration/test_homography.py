"""Homographies: their derivatives are those of small steps, and mapping there and back is nothing."""

import numpy as np
import pytest

from vision.registration.homography import derivative, inverse, matrix_of, parameters_of, project
from vision.registration.square_pixels import skew, skew_slope

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
