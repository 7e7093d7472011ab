"""Zones and cells → patches: each cell of a grid, each free piece, cut out of the picture with a margin around it, all
of one size, so that a face lying out of place, above the mat or askew can be aligned inside its patch."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.layout import Grid, Pieces
from vision.registration.plane import Plane
from vision.registration.rectify import laid_flat, warp

CORE_PX = 64
"""Edge of the cell itself inside a patch."""
MARGIN_PX = 16
"""What is kept around the cell on every side: a quarter of it."""
PATCH_PX = CORE_PX + 2 * MARGIN_PX

Picture = npt.NDArray[np.uint8]


def cell_patches(picture: Picture, plane: Plane, zone: Grid) -> Picture:
    """Cut the cells of a grid out of a picture.

    Parameters
    ----------
    picture : (height, width, 3) uint8, BGR
    plane : where the zone lies in the picture
    zone : the grid

    Returns
    -------
    (rows * cols, PATCH_PX, PATCH_PX, 3) uint8, row by row. A cell that is not square is stretched to one.
    """
    x_mm, y_mm, width_mm, height_mm = zone.rect_mm
    cell_mm = (width_mm / zone.cols, height_mm / zone.rows)
    margin_mm = (cell_mm[0] * MARGIN_PX / CORE_PX, cell_mm[1] * MARGIN_PX / CORE_PX)
    rect_mm = (
        x_mm - margin_mm[0],
        y_mm - margin_mm[1],
        width_mm + 2 * margin_mm[0],
        height_mm + 2 * margin_mm[1],
    )
    size = (zone.cols * CORE_PX + 2 * MARGIN_PX, zone.rows * CORE_PX + 2 * MARGIN_PX)
    flat = warp(picture, plane, rect_mm, CORE_PX / min(cell_mm))
    if (flat.shape[1], flat.shape[0]) != size:
        flat = _resized(flat, size)
    windows = np.lib.stride_tricks.sliding_window_view(flat, (PATCH_PX, PATCH_PX), axis=(0, 1))
    cells = windows[::CORE_PX, ::CORE_PX][: zone.rows, : zone.cols].transpose(0, 1, 3, 4, 2)
    return np.ascontiguousarray(cells).reshape(-1, PATCH_PX, PATCH_PX, 3)


def piece_patch(
    picture: Picture, plane: Plane, zone: Pieces, center_mm: tuple[float, float], angle_deg: float
) -> Picture:
    """Cut one free piece out of a picture, turned upright.

    Parameters
    ----------
    picture : (height, width, 3) uint8, BGR
    plane : where the zone lies in the picture
    zone : says how large a piece is when upright
    center_mm, angle_deg : where its middle lies, and how far it is turned clockwise as seen

    Returns
    -------
    (PATCH_PX, PATCH_PX, 3) uint8
    """
    across, down = np.array(zone.piece_mm) / CORE_PX
    cos, sin = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    turn = np.array([[cos * across, -sin * down], [sin * across, cos * down]])
    start = np.array(center_mm) - turn @ np.full(2, (PATCH_PX - 1) / 2)
    to_area = np.vstack([np.column_stack([turn, start]), [0, 0, 1]])
    return laid_flat(picture, plane, to_area, (PATCH_PX, PATCH_PX))


def face_patch(picture: Picture) -> Picture:
    """Return a picture that shows one whole face and nothing else, (height, width, 3) uint8, as a patch; its margin
    repeats the face's edge."""
    core = _resized(picture, (CORE_PX, CORE_PX))
    edges = (MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
    return np.asarray(cv2.copyMakeBorder(core, *edges, cv2.BORDER_REPLICATE), np.uint8)


def _resized(picture: Picture, size: tuple[int, int]) -> Picture:
    smaller = size[0] <= picture.shape[1] and size[1] <= picture.shape[0]
    way = cv2.INTER_AREA if smaller else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8)
