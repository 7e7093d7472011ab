"""Cells and pieces cut out of a picture: each at its place, whole, and turned upright."""

import cv2
import numpy as np
import pytest

from vision.layout import Grid, Pieces
from vision.registration.patches import CORE_PX, MARGIN_PX, PATCH_PX, cell_patches, face_patch, piece_patch
from vision.registration.rectify import from_corners, from_whole


def chequered(rows: int, cols: int, edge: int) -> np.ndarray:
    """Cells of which each has a colour of its own."""
    picture = np.zeros((rows * edge, cols * edge, 3), np.uint8)
    for row in range(rows):
        for col in range(cols):
            colour = (40 + 50 * row, 40 + 40 * col, 200 - 30 * row)
            picture[row * edge : (row + 1) * edge, col * edge : (col + 1) * edge] = colour
    return picture


@pytest.mark.parametrize("edge", [24, 64, 150])
def test_each_cell_lies_in_the_middle_of_its_patch(edge: int) -> None:
    picture = chequered(3, 4, edge)
    grid = Grid("g", (0.0, 0.0, 80.0, 60.0), 3, 4)
    patches = cell_patches(picture, from_whole((80.0, 60.0), (4 * edge, 3 * edge)), grid)
    assert patches.shape == (12, PATCH_PX, PATCH_PX, 3)
    inner = patches[:, MARGIN_PX + 6 : -MARGIN_PX - 6, MARGIN_PX + 6 : -MARGIN_PX - 6].reshape(12, -1, 3)
    for k in range(12):
        expected = (40 + 50 * (k // 4), 40 + 40 * (k % 4), 200 - 30 * (k // 4))
        assert np.abs(inner[k].astype(int) - expected).max() <= 2


def test_the_margin_shows_the_neighbour() -> None:
    picture = chequered(1, 2, 100)
    patches = cell_patches(picture, from_whole((20.0, 10.0), (200, 100)), Grid("g", (0.0, 0.0, 20.0, 10.0), 1, 2))
    assert np.allclose(patches[0, PATCH_PX // 2, -3], picture[50, 150], atol=3)


def test_cells_that_are_not_square_are_stretched_to_squares() -> None:
    picture = chequered(2, 2, 90)
    plane = from_whole((20.0, 60.0), (180, 180))
    patches = cell_patches(picture, plane, Grid("g", (0.0, 0.0, 20.0, 60.0), 2, 2))
    assert patches.shape == (4, PATCH_PX, PATCH_PX, 3)
    assert np.allclose(patches[3, PATCH_PX // 2, PATCH_PX // 2], picture[135, 135], atol=3)


@pytest.mark.parametrize("angle_deg", [0.0, 37.0, 180.0, -120.0])
def test_a_piece_is_cut_out_upright_wherever_it_lies(angle_deg: float) -> None:
    zone = Pieces("t", (0.0, 0.0, 200.0, 200.0), (60.0, 40.0))
    flat = np.full((800, 800, 3), 60, np.uint8)
    # The piece is white with a dark corner at its top left; drawn at 4 px a mm around 110, 90 mm.
    turn = cv2.getRotationMatrix2D((440.0, 360.0), -angle_deg, 1.0)
    upright = np.full((800, 800, 3), 60, np.uint8)
    upright[280:440, 320:560] = 230
    upright[280:320, 320:380] = 10
    flat = cv2.warpAffine(upright, turn, (800, 800), borderValue=(60, 60, 60))
    corners = np.array([[30, 20], [760, 60], [700, 700], [80, 640]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [800, 0], [800, 800], [0, 800]], np.float32) - 0.5, corners)
    picture = cv2.warpPerspective(flat, matrix, (800, 740))
    plane = from_corners((200.0, 200.0), corners.astype(np.float64), (800, 740))
    patch = piece_patch(picture, plane, zone, (110.0, 90.0), angle_deg)
    core = patch[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX, 0].astype(int)
    assert core[6, 6] < 60
    assert min(core[6, -6], core[-6, 6], core[-6, -6], core[CORE_PX // 2, CORE_PX // 2]) > 190
    assert patch[3, 3, 0] < 100


def test_a_whole_picture_fills_the_core() -> None:
    picture = chequered(2, 1, 77)
    patch = face_patch(picture)
    assert patch.shape == (PATCH_PX, PATCH_PX, 3)
    assert np.allclose(patch[MARGIN_PX + 4, 2], picture[4, 4], atol=2)
    assert np.allclose(patch[-MARGIN_PX - 4, -2], picture[-4, -4], atol=2)
