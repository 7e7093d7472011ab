"""Free pieces at the rim of their zone: along its printed line, over it, and beyond it."""

import cv2
import numpy as np
import pytest

from vision.detection.face_likeness import known_faces
from vision.layout import Pieces
from vision.observe import found_pieces
from vision.registration.rectify import from_whole

SCALE = 2.0
TILE_MM = 30.0
LEFT = Pieces("left", (40.0, 40.0, 150.0, 120.0), (TILE_MM, TILE_MM))
RIGHT = Pieces("right", (190.0, 40.0, 150.0, 120.0), (TILE_MM, TILE_MM))


def face():
    px = round(TILE_MM * SCALE)
    drawn = np.full((px, px, 3), (60, 190, 220), np.uint8)
    cv2.circle(drawn, (px // 2, px // 2), px // 3, (40, 40, 160), -1)
    cv2.rectangle(drawn, (px // 3, px // 3), (px // 2, 2 * px // 3), (230, 230, 230), -1)
    cv2.rectangle(drawn, (0, 0), (px - 1, px - 1), (50, 120, 140), 2)
    return drawn


def found(corners_mm, zone):
    """Return the middles found of tiles whose top left corners lie there, on a mat with both zones' lines."""
    picture = np.full((400, 760, 3), (215, 218, 220), np.uint8)
    for x, y, width, height in (LEFT.rect_mm, RIGHT.rect_mm):
        low, high = (round(x * SCALE), round(y * SCALE)), (round((x + width) * SCALE), round((y + height) * SCALE))
        cv2.rectangle(picture, low, high, (90, 140, 60), 2)
    for x, y in corners_mm:
        left, top = round(x * SCALE), round(y * SCALE)
        picture[top : top + face().shape[0], left : left + face().shape[1]] = face()
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    seen = cv2.GaussianBlur(np.clip(picture + noise, 0, 255).astype(np.uint8), (0, 0), 1.0)
    plane = from_whole((380.0, 200.0), (760, 400))
    middles = [each.center_mm for each in found_pieces(seen, plane, zone, known_faces([face()], zone.piece_mm))]
    return sorted(middles, key=lambda middle: middle[1])


@pytest.mark.parametrize("over_mm", [0.0, 1.0, 3.0, 8.0])
@pytest.mark.parametrize("beside", [False, True])
def test_a_piece_in_a_corner_of_the_zone_is_found_though_it_lies_on_the_line(over_mm, beside):
    corners = [(40.0 - over_mm, 130.0 + over_mm), *([(40.0 - over_mm, 100.0 + over_mm)] if beside else [])]
    assert found(corners, LEFT) == [
        pytest.approx((x + TILE_MM / 2, y + TILE_MM / 2), abs=1.0) for x, y in reversed(corners)
    ]


def test_a_piece_on_the_line_between_two_zones_lies_where_its_middle_lies():
    corner = (190.0 - TILE_MM / 2 + 12.0, 90.0)
    assert found([corner], LEFT) == []
    assert found([corner], RIGHT) == [pytest.approx((202.0, 105.0), abs=1.0)]


def test_what_lies_beyond_the_line_is_not_in_the_zone():
    assert found([(6.0, 90.0), (100.0, 6.0)], LEFT) == []
