"""A mat that lies where it was found is known by its markers' places; what moved it or lies over one of them shows."""

import cv2
import numpy as np
import pytest

from vision.registration.locate import Located, corners_mm, locate
from vision.registration.rectify import to_px
from vision.registration.unmoved import anchor, holds

CORNERS = np.array([[150.0, 40.0], [1000.0, 52.0], [1020.0, 610.0], [130.0, 600.0]])


@pytest.fixture(scope="module")
def known(mat, shoot):
    """Where the mat lies in the first picture."""
    picture = shoot(mat, CORNERS.tolist()).picture
    found = anchor(picture, located(picture, mat), mat)
    assert found is not None
    return found


def located(picture, layout):
    found = locate(picture, layout)
    assert isinstance(found, Located)
    return found


@pytest.mark.parametrize(("seed", "gain", "noise"), [(1, 0.85, 3.0), (2, 0.4, 6.0), (3, 1.05, 8.0), (4, 0.2, 4.0)])
def test_it_is_known_again_whatever_lies_on_it_and_however_it_is_lit(known, mat, shoot, seed, gain, noise):
    assert holds(known, shoot(mat, CORNERS.tolist(), seed=seed, gain=gain, noise=noise).picture)


@pytest.mark.parametrize("by_px", [(0.6, 0.0), (0.0, -0.6), (2.0, 1.0), (30.0, 0.0), (0.0, 200.0)])
def test_a_mat_that_was_moved_is_looked_for_anew(known, mat, shoot, by_px):
    assert not holds(known, shoot(mat, (CORNERS + by_px).tolist(), seed=5).picture)


def test_a_mat_that_was_turned_about_its_middle_is_looked_for_anew(known, mat, shoot):
    middle, turn = CORNERS.mean(axis=0), np.deg2rad(0.15)
    turned = (CORNERS - middle) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + middle
    assert not holds(known, shoot(mat, turned.tolist(), seed=5).picture)


@pytest.mark.parametrize("marker", range(6))
def test_each_marker_must_be_in_view(known, mat, shoot, marker):
    assert not holds(known, shoot(mat, CORNERS.tolist(), hidden=frozenset({marker})).picture)
    half = shoot(mat, CORNERS.tolist()).picture
    left, top, right, bottom = known.spots[marker].window
    half[top:bottom, left : (left + right) // 2] = (120, 150, 190)
    assert not holds(known, half)


def test_a_mat_of_which_a_marker_was_hidden_is_looked_for_each_time(mat, shoot):
    picture = shoot(mat, CORNERS.tolist(), hidden=frozenset({2})).picture
    assert anchor(picture, located(picture, mat), mat) is None


def test_a_mat_with_a_thumb_at_a_markers_corner_is_looked_for_each_time(mat, shoot):
    shot = shoot(mat, CORNERS.tolist())
    corner = to_px(located(shot.picture, mat).plane, corners_mm(mat.markers[0]))[2]
    cv2.circle(shot.picture, np.round(corner + 1.0).astype(int).tolist(), 6, (30, 35, 40), -1)
    found = located(shot.picture, mat)
    assert mat.markers[0].id not in found.markers
    assert anchor(shot.picture, found, mat) is None


@pytest.mark.parametrize("size_px", [(576, 324), (1152, 650)])
def test_a_picture_of_another_size_says_nothing(known, mat, shoot, size_px):
    assert not holds(known, shoot(mat, CORNERS.tolist(), size_px=size_px).picture)


def test_a_black_picture_is_not_the_mat(known):
    assert not holds(known, np.zeros((648, 1152, 3), np.uint8))
