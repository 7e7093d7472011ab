"""The printed calibration board as a camera sees it, for tests."""

import cv2
import numpy as np

from hardware.camera import Picture
from vision.registration import lens

POSES = (
    ((0, 0, 0), 420),
    ((25, 0, 20), 430),
    ((-25, 5, 90), 440),
    ((0, 28, 200), 430),
    ((10, -28, 300), 450),
    ((-20, 20, 45), 440),
    ((20, 20, 135), 450),
    ((-15, -20, 250), 440),
)


def photo(rotation_deg: tuple[float, float, float], height_mm: float) -> Picture:
    """Return a photo of the flat board, turned by `rotation_deg` about x, y and z, by a lens that bends nothing."""
    side = round(lens.CHARUCO_SQUARE_MM * 4)
    drawn = lens.board().generateImage((lens.CHARUCO_COLS * side, lens.CHARUCO_ROWS * side), None, 0, 1)
    camera = np.array([[900.0, 0, 480], [0, 900, 360], [0, 0, 1]])
    turn, _ = cv2.Rodrigues(np.radians(np.array(rotation_deg, float)))
    middle = np.array([lens.CHARUCO_COLS, lens.CHARUCO_ROWS]) * lens.CHARUCO_SQUARE_MM / 2
    to_board = np.array([[0.25, 0, 0.125 - middle[0]], [0, 0.25, 0.125 - middle[1]], [0, 0, 1.0]])
    matrix = camera @ np.column_stack([turn[:, 0], turn[:, 1], [0, 0, height_mm]]) @ to_board
    picture = cv2.warpPerspective(drawn, matrix, (960, 720), flags=cv2.INTER_AREA, borderValue=140)
    grey = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
