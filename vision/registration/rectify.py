"""From the picture to the area and back: points, and the area's parts seen from straight above.

Only the rectangle that is asked for is computed, and only the part of the picture that shows it is touched.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.registration.homography import Array, inverse, local_scale, project
from vision.registration.plane import Plane, fit

Picture = NDArray[np.uint8]
Rect = tuple[float, float, float, float]

_GRID_PX = 16
"""From one place where the lens is followed exactly to the next: between them one of k1 = -0.3 and a focal length of
2,000 pixels is straight to 0.015 pixels."""
_SHRINK = 0.8
"""A picture is averaged before it is laid flat, over as many of its pixels as fall on one, times this."""
_QUARTERS = np.linspace(0, 1, 5)


def from_corners(size_mm: tuple[float, float], corners_px: Array, size_px: tuple[int, int]) -> Plane:
    """Return the plane of an area of `size_mm` (width, height) whose corners, clockwise from its top left, lie at
    `corners_px` (4, 2) in a picture of `size_px` (width, height)."""
    width, height = size_mm
    corners_mm = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    corners = np.asarray(corners_px, np.float64).reshape(4, 2)
    plane = fit(corners_mm, corners, size_px)
    # Corners given by hand count as they are: what is known of cameras must not move them.
    exact = np.asarray(
        cv2.getPerspectiveTransform(corners_mm.astype(np.float32), corners.astype(np.float32)), np.float64
    )
    return Plane(exact, None, 0.0, plane.covariance, plane.scale_mm, plane.scale_px)


def goes_clockwise(corners_px: Array) -> bool:
    """Return whether four corners (4, 2) go clockwise around a convex area, as a board's do in any picture of it."""
    along = np.roll(corners_px, -1, axis=0) - corners_px
    ahead = np.roll(along, -1, axis=0)
    return bool((along[:, 0] * ahead[:, 1] - along[:, 1] * ahead[:, 0] >= 1.0).all())


def from_whole(size_mm: tuple[float, float], size_px: tuple[int, int]) -> Plane:
    """Return the plane of an area of `size_mm` that fills the whole picture of `size_px` (both width, height)."""
    width, height = size_px
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - 0.5
    return from_corners(size_mm, corners, size_px)


def to_px(plane: Plane, points_mm: Array) -> Array:
    """Return where points (N, 2) of the area in mm lie in the picture, (N, 2) px."""
    points = project(plane.mm_to_px, points_mm)
    return plane.lens.bent(points) if plane.lens else points


def to_mm(plane: Plane, points_px: Array) -> Array:
    """Return what points of the area, (N, 2) mm, the picture shows at (N, 2) px; the inverse of `to_px`."""
    straight = plane.lens.straight(points_px) if plane.lens else np.asarray(points_px, np.float64)
    return project(inverse(plane.mm_to_px), straight)


def px_per_mm(plane: Plane, rect_mm: Rect) -> float:
    """Return how many pixels of the picture a millimetre in the middle of the rectangle makes (geometric mean)."""
    x, y, width, height = rect_mm
    middle = np.array([[x + width / 2, y + height / 2]])
    return float(np.sqrt(abs(np.linalg.det(local_scale(plane.mm_to_px, middle)[0]))))


def warp(picture: Picture, plane: Plane, rect_mm: Rect, px_per_mm: float) -> Picture:
    """Return a rectangle of the area seen from straight above.

    Parameters
    ----------
    picture : (H, W, 3) or (H, W) uint8
    plane : Plane
        Where the area lies in the picture.
    rect_mm : (x, y, width, height)
        May reach over the picture's edge; what lies outside repeats its last pixels.
    px_per_mm : float
        Scale of the result; below the picture's own the result is averaged, not picked, so that fine prints do not
        turn into noise.

    Returns
    -------
    (round(height * px_per_mm), round(width * px_per_mm)) uint8, at least 1 × 1
        Its pixel (row, column) shows the point x + (column + 0.5) / px_per_mm, y + (row + 0.5) / px_per_mm.
    """
    x, y, width, height = rect_mm
    size = (max(round(width * px_per_mm), 1), max(round(height * px_per_mm), 1))
    to_area = np.array([[1 / px_per_mm, 0, x + 0.5 / px_per_mm], [0, 1 / px_per_mm, y + 0.5 / px_per_mm], [0, 0, 1]])
    return laid_flat(picture, plane, to_area, size)


def laid_flat(picture: Picture, plane: Plane, to_area: Array, size_px: tuple[int, int]) -> Picture:
    """Return what `to_area` (3, 3), an affine map from the result's pixels to the area in mm, shows of it, as `warp`:
    (height, width, …) uint8 of `size_px` (width, height)."""
    edge_mm = project(to_area, _outline((-0.5, -0.5, *size_px)))
    edge_px = to_px(plane, edge_mm)
    scale = float(np.sqrt(abs(np.linalg.det(local_scale(plane.mm_to_px, edge_mm)))).mean())
    shrink = max(int(scale * float(np.sqrt(abs(np.linalg.det(to_area[:2, :2])))) * _SHRINK), 1)
    window, left, top = _window(picture, edge_px, 4 * shrink)
    if shrink > 1:
        window = _shrunk(window, shrink)
    # The window's pixel (u, v) is the picture's (left + (u + 0.5) * shrink - 0.5, …).
    to_window = np.array(
        [[1 / shrink, 0, (0.5 - left) / shrink - 0.5], [0, 1 / shrink, (0.5 - top) / shrink - 0.5], [0, 0, 1]]
    )
    border = cv2.BORDER_REPLICATE
    if plane.lens is None:
        total = to_window @ plane.mm_to_px @ to_area
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        flat = cv2.warpPerspective(window, total, size_px, flags=flags, borderMode=border)
        return np.asarray(flat, np.uint8)
    maps = _maps(plane, to_area, to_window, size_px)
    return np.asarray(cv2.remap(window, *maps, cv2.INTER_LINEAR, borderMode=border), np.uint8)


def _outline(rect_mm: Rect) -> Array:
    x, y, width, height = rect_mm
    return _crossings(x + _QUARTERS * width, y + _QUARTERS * height)


def _crossings(across: Array, down: Array) -> Array:
    """Return the points of a grid, (len(down) * len(across), 2), row by row."""
    grid = np.empty((len(down), len(across), 2))
    grid[..., 0], grid[..., 1] = across, down[:, None]
    return grid.reshape(-1, 2)


def _window(picture: Picture, points_px: Array, margin: int) -> tuple[Picture, int, int]:
    """Return the part of the picture around the points, and its left and top. Never empty."""
    height, width = picture.shape[:2]
    low = np.floor(np.clip(points_px.min(axis=0), -1e6, 1e6)).astype(int) - margin
    high = np.ceil(np.clip(points_px.max(axis=0), -1e6, 1e6)).astype(int) + margin + 1
    left, top = min(max(low[0], 0), width - 1), min(max(low[1], 0), height - 1)
    right, bottom = max(min(high[0], width), left + 1), max(min(high[1], height), top + 1)
    return picture[top:bottom, left:right], int(left), int(top)


def _shrunk(window: Picture, factor: int) -> Picture:
    height, width = window.shape[0] // factor * factor, window.shape[1] // factor * factor
    if not height or not width:
        return window
    small = cv2.resize(window[:height, :width], (width // factor, height // factor), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _maps(plane: Plane, to_area: Array, to_window: Array, size: tuple[int, int]) -> tuple[Array, Array]:
    """Return the two remap tables; the lens is followed exactly on a coarse grid and linearly between."""
    width, height = size
    across, down = -(-width // _GRID_PX) + 1, -(-height // _GRID_PX) + 1
    crossings = _crossings(np.arange(0.0, across) * _GRID_PX, np.arange(0.0, down) * _GRID_PX)
    knots = to_px(plane, project(to_area, crossings))
    knots = project(to_window, knots).reshape(down, across, 2).astype(np.float32)
    step = 1.0 / _GRID_PX
    spread = np.array([[step, 0, 0], [0, step, 0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    x, y = cv2.split(cv2.warpAffine(knots, spread, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))
    return np.asarray(x), np.asarray(y)
