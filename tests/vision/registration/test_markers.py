import cv2
import numpy as np
import pytest

from vision.registration.homography import project
from vision.registration.markers import _refined, find_markers, find_near, seen_twice

STRAIGHT = [[150.0, 40.0], [1000.0, 52.0], [1020.0, 610.0], [130.0, 600.0]]
TURNED = [[1020.0, 610.0], [130.0, 600.0], [150.0, 40.0], [1000.0, 52.0]]


def corners_mm(marker):
    x, y = marker.corner_mm
    s = marker.size_mm
    return np.array([[x, y], [x + s, y], [x + s, y + s], [x, y + s]])


@pytest.mark.parametrize("corners", [STRAIGHT, TURNED])
@pytest.mark.parametrize("scale", [1, 2])
def test_all_markers_are_found_to_a_fraction_of_a_pixel(mat, shoot, corners, scale):
    shot = shoot(mat, (np.array(corners) * scale).tolist(), size_px=(1152 * scale, 648 * scale))
    found = find_markers(shot.picture, [m.id for m in mat.markers])
    assert sorted(found) == [0, 1, 2, 3, 4, 5]
    for marker in mat.markers:
        off = np.linalg.norm(found[marker.id] - project(shot.mm_to_px, corners_mm(marker)), axis=1)
        assert off.max() < 0.35


def test_only_the_ids_asked_for_are_returned(mat, shoot):
    shot = shoot(mat, STRAIGHT)
    assert sorted(find_markers(shot.picture, [1, 3, 40])) == [1, 3]
    assert sorted(find_markers(shot.picture)) == [0, 1, 2, 3, 4, 5]


def test_a_grey_picture_serves_as_well_as_a_coloured_one(mat, shoot):
    shot = shoot(mat, STRAIGHT)
    grey = np.ascontiguousarray(shot.picture[..., 1])
    assert sorted(find_markers(grey, range(6))) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("gain", "noise"), [(0.12, 2.0), (0.3, 8.0), (1.3, 3.0)])
def test_markers_are_found_in_poor_light(mat, shoot, gain, noise):
    shot = shoot(mat, STRAIGHT, gain=gain, noise=noise)
    assert sorted(find_markers(shot.picture, range(6))) == [0, 1, 2, 3, 4, 5]


def test_a_picture_without_markers_has_none():
    rng = np.random.default_rng(3)
    assert find_markers(rng.integers(0, 255, (480, 640, 3), dtype=np.uint8), range(6)) == {}
    assert find_markers(np.zeros((480, 640), np.uint8)) == {}


def test_near_its_expected_place_a_marker_is_found_and_elsewhere_it_is_not(mat, shoot):
    shot = shoot(mat, STRAIGHT, hidden=frozenset({2}))
    expected = {m.id: project(shot.mm_to_px, corners_mm(m)) + 4.0 for m in mat.markers}
    found = find_near(shot.picture, expected)
    assert sorted(found) == [0, 1, 3, 4, 5]
    assert np.abs(found[0] + 4.0 - expected[0]).max() < 0.35
    assert find_near(shot.picture, {0: expected[4]}) == {}
    assert find_near(shot.picture, {0: expected[0] + 5000.0}) == {}


def test_corners_too_near_the_edge_for_a_finer_look_stay_as_they_are():
    corners = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
    assert _refined(np.zeros((6, 6), np.uint8), corners) is corners


def sheet(*corners, side_px=60, number=3, size_px=(400, 300)):
    """Return a white picture with one marker as often as corners (x, y) px are told."""
    marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, side_px)
    picture = np.full(size_px[::-1], 230, np.uint8)
    for x, y in corners:
        picture[y : y + side_px, x : x + side_px] = marker
    return picture


@pytest.mark.parametrize("scale", [1, 4])
def test_a_marker_is_there_twice_where_two_of_it_lie_apart(scale):
    large = {"side_px": 60 * scale, "size_px": (400 * scale, 300 * scale)}
    near, far = (120 * scale, 150 * scale), (300 * scale, 150 * scale)
    assert seen_twice(sheet(near, far, **large), {3, 4}) == {3}
    assert seen_twice(sheet(near, far, **large), {4}) == set()
    assert seen_twice(sheet(near, **large), {3}) == set()


def test_a_marker_that_the_first_thresholds_miss_is_found_by_the_next():
    blurred = cv2.GaussianBlur(sheet((100, 60), side_px=180), (0, 0), 9)
    assert find_markers(blurred, {3}, thorough=False) == {}
    assert set(find_markers(blurred, {3})) == {3}
    assert set(find_markers(blurred)) == {3}
