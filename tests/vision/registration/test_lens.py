from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from support import printed_board

from vision.registration import lens
from vision.registration.lens import Lens, LensError

SIZE = (1280, 960)
TRUE = Lens(SIZE, (1050.0, 1050.0, 650.0, 470.0), (-0.22, 0.05, 0.0, 0.0, 0.0))


@cache
def board_picture():
    """Return the printed board at 6 px a mm, as a sensor sees it."""
    side = round(lens.CHARUCO_SQUARE_MM * 6)
    drawn = lens.board().generateImage((lens.CHARUCO_COLS * side, lens.CHARUCO_ROWS * side), None, 0, 1)
    return cv2.GaussianBlur(drawn, (0, 0), 1.2)


@cache
def straight_through(true):
    """Return where a lens without its bend would show each pixel of a photo, (pixels, 2)."""
    u, v = np.meshgrid(np.arange(SIZE[0], dtype=float), np.arange(SIZE[1], dtype=float))
    return true.straight(np.stack([u.ravel(), v.ravel()], axis=1))


def photo(rotation_deg, where_mm, true=TRUE):
    """Return a photo of the board that lies turned by `rotation_deg` (x, y, z) with its middle at `where_mm`."""
    fx, fy, cx, cy = true.matrix
    camera = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])
    turn, _ = cv2.Rodrigues(np.radians(np.array(rotation_deg, float)))
    middle = np.array([lens.CHARUCO_COLS, lens.CHARUCO_ROWS]) * lens.CHARUCO_SQUARE_MM / 2
    to_board = np.array([[1 / 6, 0, 0.5 / 6 - middle[0]], [0, 1 / 6, 0.5 / 6 - middle[1]], [0, 0, 1.0]])
    matrix = camera @ np.column_stack([turn[:, 0], turn[:, 1], np.array(where_mm)]) @ to_board
    straight = straight_through(true)
    back = np.linalg.inv(matrix) @ np.vstack([straight.T, np.ones(len(straight))])
    maps = (back[:2] / back[2]).astype(np.float32).reshape(2, SIZE[1], SIZE[0])
    seen = cv2.remap(
        board_picture(), maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=120
    )
    noise = np.random.default_rng(1).normal(0, 2, seen.shape)
    return np.clip(seen * 0.8 + 20 + noise, 0, 255).astype(np.uint8)


POSES = (
    ((0, 0, 0), (0, 0, 420)),
    ((25, 0, 10), (-40, 20, 430)),
    ((-28, 5, 80), (50, -20, 450)),
    ((0, 30, 170), (30, 30, 430)),
    ((5, -30, 260), (-60, -10, 460)),
    ((20, 20, 45), (10, 40, 400)),
)


@pytest.fixture(scope="module")
def photos():
    """Six photos of the board from different sides."""
    return [photo(*pose) for pose in POSES]


def test_the_lens_that_took_the_photos_is_measured(photos):
    found = lens.measure([lens.corners_in(picture) for picture in photos], SIZE)
    assert found.rms_px < 0.4
    assert found.matrix[0] == pytest.approx(1050, rel=0.01)
    points = np.stack(np.meshgrid(np.linspace(60, 1220, 9), np.linspace(60, 900, 7)), axis=-1).reshape(-1, 2)
    # What matters is where points land, not each number by itself.
    assert np.abs(found.straight(points) - TRUE.straight(points)).max() < 6
    middle = points[np.abs(points - 600).max(axis=1) < 350]
    assert np.abs(found.straight(middle) - TRUE.straight(middle)).max() < 1.5


def test_too_few_good_pictures_are_refused(photos):
    blank = np.full_like(photos[0], 128)
    with pytest.raises(LensError, match="seen well in 2 of 3 pictures; at least 4 are needed"):
        lens.measure([lens.corners_in(picture) for picture in (photos[0], photos[1], blank)], SIZE)


def test_a_board_that_was_never_near_the_edge_tells_nothing_of_it():
    far = [printed_board.photo((3 * i - 8, 2 * i - 5, 30 * i), 900) for i in range(6)]
    with pytest.raises(LensError, match="take some pictures with the board near them"):
        lens.measure([lens.corners_in(picture) for picture in far], (960, 720))
    corner, middle = np.array([[0.0, 0.0], [1279.0, 959.0]]), np.array([[600.0, 500.0]])
    assert TRUE.is_told_at(corner)
    for k2 in (10.8, -10.8):
        bad = replace(TRUE, distortion=(0.25, k2, 0.0, 0.0, 0.0))
        assert (bad.is_told_at(corner), bad.is_told_at(middle)) == (False, True)


@pytest.mark.parametrize("k1_k2", [(-0.35, 0.13), (-0.3, 0.16), (-0.2, 0.16)])
def test_a_wide_lens_that_hardly_rises_at_the_corners_is_one_all_the_same(k1_k2):
    wide = Lens((2304, 1296), (1014.0, 1014.0, 1152.0, 648.0), (*k1_k2, 0.0, 0.0, 0.0))
    corners = np.array([[0.0, 0.0], [2303.0, 0.0], [2303.0, 1295.0], [0.0, 1295.0]])
    assert wide.is_told_at(corners)
    assert np.allclose(wide.bent(wide.straight(corners)), corners, rtol=0, atol=1e-3)


def test_a_lens_survives_its_file():
    assert lens.parse(lens.dump(TRUE)) == TRUE


def test_the_same_lens_serves_half_the_size():
    half = TRUE.scaled((640, 480))
    point = np.array([[1000.0, 200.0]])
    small = (point + 0.5) / 2 - 0.5
    assert (half.straight(small) + 0.5) * 2 - 0.5 == pytest.approx(TRUE.straight(point), abs=0.01)
    with pytest.raises(LensError, match="was calibrated for 1280×960 pictures, this one is 1280×720"):
        TRUE.scaled((1280, 720))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("size_px = [1, 2", "not TOML"),
        ("size_px = [1]", "size_px: it must be 2 numbers"),
        ("size_px = [640, 480]\nmatrix = [1, 2, 3, true]", "“True” is not a number"),
        ("size_px = [640, 480]\nmatrix = [0, 1, 2, 3]\ndistortion = [0, 0, 0, 0, 0]", "must be above 0"),
    ],
)
def test_a_broken_camera_file_is_named(text, words):
    with pytest.raises(LensError, match=words):
        lens.parse(text)
